"""What people do with a table outside the game itself: sit down, leave, set, close; pure."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from bot.errors import AlreadySeated, BadPace, NoRoom, NotAllowed, NotInLobby, NotPlaying, NotSeated
from bot.moves import running
from bot.sitting import (
    LEVELS,
    LIVE,
    LONGEST_PACE,
    SHORTEST_PACE,
    Level,
    News,
    Person,
    Seated,
    Sitting,
)
from bot.store.keep import Change

HOSTS_SHORTEST = timedelta(days=1)  # what a host may set while others are playing


def join(sitting: Sitting, now: datetime, person: Person) -> Change:
    """Somebody sits down."""
    _in_lobby(sitting, "It is too late to join: the game has begun.")
    if sitting.player_of(person.id) is not None:
        raise AlreadySeated("You sit at this table already.")
    kept = [user for user in sitting.invited if user != person.id]
    if sitting.room < 1:
        raise NoRoom("Every seat is taken.")
    if sitting.room - len(kept) < 1:
        raise NoRoom("The free seats are kept for those who were invited.")
    seated = Seated(len(sitting.players), person.id, person.name)
    return _lobby(sitting, now, [*sitting.players, seated], invited=tuple(kept))


def leave(sitting: Sitting, now: datetime, user_id: int) -> Change:
    """Somebody stands up; without people a table closes."""
    player = sitting.player_of(user_id)
    if player is None and user_id in sitting.invited:
        _in_lobby(sitting, "The game has begun without you.")
        kept = tuple(user for user in sitting.invited if user != user_id)
        return _lobby(sitting, now, sitting.players, invited=kept)
    if player is None:
        raise NotSeated("You do not sit at this table.")
    _in_lobby(sitting, "The game has begun: you can resign, but not leave.")
    rest = [one for one in sitting.players if one.player != player]
    people = [one.user_id for one in rest if one.user_id is not None]
    if not people:
        return _closed(sitting, now, by=player)
    host = people[0] if user_id == sitting.host_id else sitting.host_id
    return _lobby(sitting, now, rest, host_id=host)


def add_computer(sitting: Sitting, now: datetime, user_id: int, level: Level) -> Change:
    """The host seats a computer."""
    _in_lobby(sitting, "The game has begun: nobody can be added.")
    _host(sitting, user_id, "add a computer player")
    if level not in LEVELS:
        raise NoRoom(f"A computer plays {', '.join(LEVELS[:-1])} or {LEVELS[-1]}.")
    if sitting.room < 1:
        raise NoRoom("Every seat is taken.")
    name = _computer_name(sitting.players, level)
    invited = sitting.invited[: sitting.room - 1]  # a seat given away is kept no longer
    seated = Seated(len(sitting.players), None, name, level)
    return _lobby(sitting, now, [*sitting.players, seated], invited=invited)


def remove_computer(sitting: Sitting, now: datetime, user_id: int) -> Change:
    """The host sends the last computer away."""
    _in_lobby(sitting, "The game has begun: nobody can be sent away.")
    _host(sitting, user_id, "send a computer player away")
    computers = [one for one in sitting.players if one.computer]
    if not computers:
        raise NotSeated("No computer player sits here.")
    return _lobby(sitting, now, [one for one in sitting.players if one != computers[-1]])


def ready(sitting: Sitting, user_id: int, moderator: bool) -> None:
    """Refuse to begin where it cannot be begun."""
    _in_lobby(sitting, "The game has begun already.")
    if not moderator:
        _host(sitting, user_id, "start the game")
    if len(sitting.players) not in sitting.counts:
        needed = either(sitting.counts)
        raise NoRoom(f"{sitting.game.title} needs {needed} players; {_sit(sitting)}.")


def abandon(sitting: Sitting, now: datetime, user_id: int, moderator: bool) -> Change:
    """A table is closed without a result."""
    closable(sitting, user_id, moderator)
    return _closed(sitting, now, by=sitting.player_of(user_id))


def closable(sitting: Sitting, user_id: int, moderator: bool) -> None:
    """Refuse to close a table to whom that is not left."""
    if sitting.status not in LIVE:
        raise NotPlaying("This table is closed already.")
    if moderator:
        return
    if sitting.status == "lobby":
        _host(sitting, user_id, "close the table")
    elif sitting.player_of(user_id) is None:
        raise NotAllowed("You do not sit at this table: only a moderator can close it for others.")
    elif len(sitting.people) > 1:
        raise NotAllowed(
            "Others are playing: you can resign or offer a draw; a moderator can close the table."
        )


def set_pace(
    sitting: Sitting, now: datetime, user_id: int, pace: timedelta | None, moderator: bool
) -> Change:
    """The time per turn is set; whoever is waited for gets all of it."""
    if sitting.status not in ("lobby", "playing"):
        raise NotPlaying("This game is over.")
    check_pace(pace)
    if not moderator:
        _host(sitting, user_id, "change the pace")
        _generous(sitting, pace)
    after = replace(sitting, pace=pace)
    seats = {question.seat for question in sitting.waits}
    after.clocks = running(sitting, after, now, seats)
    kind = "lobby" if sitting.status == "lobby" else "settings"  # the lobby's post says the pace
    return Change(sitting, after, now, news=[(kind, _news(sitting))])


def check_pace(pace: timedelta | None) -> None:
    """Refuse a time per turn that is too short or too long."""
    if pace is not None and not SHORTEST_PACE <= pace <= LONGEST_PACE:
        raise BadPace("A turn takes between 1 minute and 14 days, or as long as it likes.")


# -- who may


def _in_lobby(sitting: Sitting, why_not: str) -> None:
    if sitting.status == "playing":
        raise NotInLobby(why_not)
    if sitting.status != "lobby":
        raise NotInLobby("This table is closed.")


def _host(sitting: Sitting, user_id: int, what: str) -> None:
    if user_id != sitting.host_id:
        host = next((one.name for one in sitting.people if one.user_id == sitting.host_id), "")
        raise NotAllowed(f"Only the host{f', {host},' if host else ''} can {what}.")


def _generous(sitting: Sitting, pace: timedelta | None) -> None:
    others = [one for one in sitting.people if one.user_id != sitting.host_id]
    if sitting.status != "playing" or pace is None or not others or pace >= HOSTS_SHORTEST:
        return
    if sitting.pace is None or pace < sitting.pace:
        raise NotAllowed(
            "While others are playing, the host can only give more time, or a day and more per "
            "turn; a moderator can set any pace."
        )


# -- what becomes of it


def _lobby(
    sitting: Sitting,
    now: datetime,
    players: Iterable[Seated],
    *,
    host_id: int | None = None,
    invited: tuple[int, ...] | None = None,
) -> Change:
    after = replace(
        sitting,
        players=tuple(replace(one, player=place) for place, one in enumerate(players)),
        host_id=sitting.host_id if host_id is None else host_id,
        invited=sitting.invited if invited is None else invited,
    )
    return Change(sitting, after, now, news=[("lobby", _news(sitting))])


def _closed(sitting: Sitting, now: datetime, by: int | None) -> Change:
    after = replace(sitting, status="abandoned", ended_at=now, clocks={})
    return Change(sitting, after, now, news=[("abandoned", _news(sitting, by))])


def _news(sitting: Sitting, by: int | None = None) -> News:
    waits = [(question.seat, question.number, question.kind) for question in sitting.waits]
    return News(waits=waits, logged=sitting.logged, by=by)


def _computer_name(players: Iterable[Seated], level: Level) -> str:
    taken = {one.name for one in players}
    names = [f"Computer ({level})", *(f"Computer {n} ({level})" for n in range(2, 100))]
    return next(name for name in names if name not in taken)


def either(counts: list[int]) -> str:
    """How many may play, in words."""
    *most, last = map(str, counts)
    return f"{', '.join(most)} or {last}" if most else last


def _sit(sitting: Sitting) -> str:
    count = len(sitting.players)
    return f"{count} {'sits' if count == 1 else 'sit'} here"
