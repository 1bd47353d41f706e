"""What people do with a table outside the game itself: sit down, leave, set, close; pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.errors import AlreadySeated, BadPace, NoRoom, NotAllowed, NotInLobby, NotPlaying, NotSeated
from bot.table.change import Change
from bot.table.clocks import banked, repaced, resting, warned
from bot.table.guard import awake
from bot.table.news import News
from bot.table.table import (
    LEVELS,
    LIVE,
    LONGEST_PACE,
    SHORTEST_PACE,
    Bank,
    Due,
    Level,
    Person,
    Seated,
    Table,
)

PACES = {  # times per turn that can be chosen, in seconds
    "no limit": 0,
    "10 minutes": 600,
    "1 hour": 3_600,
    "12 hours": 43_200,
    "1 day": 86_400,
    "3 days": 259_200,
    "7 days": 604_800,
}
SHORTEST_BANK = timedelta(hours=1)
BANKS = {  # hours at first, more for every move, and at most
    "1 day, 4 hours more for every move, 2 days at most": "24+4/48",
    "3 days, 12 hours more for every move, 5 days at most": "72+12/120",
    "7 days, 1 day more for every move, 10 days at most": "168+24/240",
}
HOSTS_SHORTEST = timedelta(days=1)  # what a host may set while others are playing
OPEN_FOR = timedelta(days=3)  # since somebody last sat down or left; then a table closes
CLOSES = "lobby:close"  # the clock of that


def join(table: Table, now: datetime, person: Person, word: str) -> Change:
    """Somebody takes a seat that is free and not kept for another; so far with a made word."""
    _in_lobby(table, "It is too late to join: the game has begun.")
    if table.player_of(person.id) is not None:
        raise AlreadySeated("You sit at this table already.")
    kept = [user for user in table.invited if user != person.id]
    if table.private and person.id not in table.invited:
        raise NotAllowed("This table is private: its host has to invite you first.")
    if table.room < 1:
        raise NoRoom("Every seat is taken.")
    if table.room - len(kept) < 1:
        raise NoRoom("The free seats are kept for those who were invited.")
    seated = Seated(len(table.players), person.id, person.name, word=word)
    return _lobby(table, now, [*table.players, seated], invited=tuple(kept), by=seated.player)


def leave(table: Table, now: datetime, user_id: int) -> Change:
    """Somebody stands up; without people a table closes."""
    player = table.player_of(user_id)
    if player is None and user_id in table.invited:
        _in_lobby(table, "The game has begun without you.")
        kept = tuple(user for user in table.invited if user != user_id)
        return _lobby(table, now, table.players, invited=kept)
    if player is None:
        raise NotSeated("You do not sit at this table.")
    _in_lobby(table, "The game has begun: *Table* has *Leave*, and so has `/table leave`.")
    rest = [one for one in table.players if one.player != player]
    people = [one.user_id for one in rest if one.user_id is not None]
    if not people:
        return closed(table, now, f"{table.players[player].name} was the last to leave.", player)
    host = people[0] if user_id == table.host_id else table.host_id
    return _lobby(table, now, rest, host_id=host)


def invite(table: Table, now: datetime, user_id: int, guest: int) -> Change:
    """The host keeps a seat for somebody."""
    invitable(table, user_id, guest)
    if guest in table.invited:
        raise AlreadySeated("They are invited already.")
    if table.player_of(guest) is not None:
        raise AlreadySeated("They sit at this table already.")
    if table.room - len(table.invited) < 1:
        raise NoRoom("Every seat is taken, or kept for somebody who was invited.")
    return _lobby(table, now, table.players, invited=(*table.invited, guest))


def invitable(table: Table, user_id: int, guest: int) -> None:
    """Refuse to let somebody invite who may not."""
    _in_lobby(table, "The game has begun: nobody can be invited.")
    hosts(table, user_id, "invite somebody")
    if guest == user_id:
        raise NotAllowed("You cannot invite yourself.")


def start_when_full(table: Table, now: datetime, user_id: int, wanted: bool) -> Change:
    """The host lets the game begin by itself with the last seat taken, or not."""
    _in_lobby(table, "The game has begun already.")
    hosts(table, user_id, "say when the game begins")
    after = replace(table, when_full=wanted)
    return Change(table, after, now, news=[("lobby", news_of(table))])


def begins(table: Table) -> bool:
    """Whether a game is to begin by itself now."""
    return table.status == "lobby" and table.when_full and table.room < 1


def expire(table: Table, now: datetime) -> Change | None:
    """Close a table at which nobody has begun a game for too long."""
    due = table.clocks.get(CLOSES)
    if table.status != "lobby" or due is None or due.at > now:
        return None
    change = closed(table, now, "No game was begun here for three days.", None)
    change.news = [("expired", news) for _, news in change.news]
    return change


def open_until(now: datetime) -> Due:
    """The clock of a table that waits for its game."""
    return Due(CLOSES, now + OPEN_FOR)


def add_computer(table: Table, now: datetime, user_id: int, strength: str) -> Change:
    """The host gives a free seat to a computer."""
    _in_lobby(table, "The game has begun: nobody can be added.")
    hosts(table, user_id, "add a computer player")
    level = _level(strength)
    if table.room < 1:
        raise NoRoom("Every seat is taken.")
    name = computer_name(table.players, level)
    invited = table.invited[: table.room - 1]  # a seat given away is kept no longer
    seated = Seated(len(table.players), None, name, level, word="")
    by = table.player_of(user_id)
    return _lobby(table, now, [*table.players, seated], invited=invited, by=by)


def set_level(table: Table, now: datetime, user_id: int, strength: str) -> Change:
    """The host chooses how strong the computer is that came last."""
    _in_lobby(table, "The game has begun: a computer plays on as it began.")
    hosts(table, user_id, "choose a computer's strength")
    level = _level(strength)
    computers = [one for one in table.players if one.computer]
    if not computers:
        raise NotSeated("No computer player sits here.")
    last = computers[-1]
    others = [one for one in table.players if one != last]
    stronger = replace(last, level=level, name=computer_name(others, level))
    return _lobby(table, now, [stronger if one == last else one for one in table.players])


def remove_computer(table: Table, now: datetime, user_id: int) -> Change:
    """The host sends the last computer away."""
    _in_lobby(table, "The game has begun: nobody can be sent away.")
    hosts(table, user_id, "send a computer player away")
    computers = [one for one in table.players if one.computer]
    if not computers:
        raise NotSeated("No computer player sits here.")
    return _lobby(table, now, [one for one in table.players if one != computers[-1]])


def set_word(table: Table, now: datetime, user_id: int, word: str) -> Change:
    """Somebody puts a word of their own into the luck; nobody else hears of it."""
    player = wordable(table, user_id)
    players = [replace(one, word=word) if one.player == player else one for one in table.players]
    return Change(table, replace(table, players=tuple(players)), now)


def wordable(table: Table, user_id: int) -> int:
    """Refuse a word where luck has been drawn; else the player whose word it is."""
    _in_lobby(table, "The game has begun, with the word that you had: luck cannot be changed now.")
    player = table.player_of(user_id)
    if player is None:
        raise NotSeated("You do not sit at this table: press *Join* first.")
    return player


def with_words(players: Iterable[Seated], made: Callable[[], str]) -> tuple[Seated, ...]:
    """Players of whom each has a word; whoever sat down before there were any gets one."""
    return tuple(
        one if one.word is not None else replace(one, word="" if one.computer else made())
        for one in players
    )


def ready(table: Table, user_id: int, moderator: bool) -> None:
    """Refuse to begin where it cannot be begun."""
    _in_lobby(table, "The game has begun already.")
    if not moderator:
        hosts(table, user_id, "start the game")
    if len(table.players) not in table.counts:
        needed = either(table.counts)
        raise NoRoom(f"{table.game.title} needs {needed} players; {_sit(table)}.")


def in_order(players: Sequence[Seated], order: Sequence[int]) -> tuple[Seated, ...]:
    """Players in an order of user ids, computers by zeros; whoever is not in it comes last."""
    left = list(order)

    def place(one: Seated) -> int:
        wanted = one.user_id or 0
        if wanted not in left:
            return len(order)
        at = left.index(wanted)
        left[at] = -1
        return at

    found = sorted(players, key=place)
    return tuple(replace(one, player=player) for player, one in enumerate(found))


def abandon(table: Table, now: datetime, user_id: int, moderator: bool) -> Change:
    """A table is closed without a result."""
    closable(table, user_id, moderator)
    return closed(table, now, f"<@{user_id}> closed the table.", table.player_of(user_id))


def closable(table: Table, user_id: int, moderator: bool) -> None:
    """Refuse to let somebody close a table who may not."""
    if table.status not in LIVE:
        raise NotPlaying("This table is closed already.")
    if moderator:
        return
    if table.status == "lobby":
        hosts(table, user_id, "close the table")
    elif table.player_of(user_id) is None:
        raise NotAllowed("You do not sit at this table: only a moderator can close it for others.")
    elif len(table.people) > 1 and table.pause is None:
        raise NotAllowed(
            "Others are playing: you can resign or offer a draw; a moderator can close the table."
        )


def set_pace(
    table: Table,
    now: datetime,
    user_id: int,
    pace: timedelta | None,
    moderator: bool,
    bank: Bank | None = None,
) -> Change:
    """The time per turn is set, or a bank; what was used of a turn stays used, and a host gains
    nothing by it.
    """
    if table.status not in ("lobby", "playing"):
        raise NotPlaying("This game is over.")
    awake(table)
    check_pace(pace)
    check_bank(bank)
    if not moderator:
        hosts(table, user_id, "change the pace")
        _generous(table, pace, bank)
    after = replace(table, pace=pace, bank=bank, banks=_kept_banks(table, bank))
    if table.status == "playing":
        kept = set() if moderator else set(table.seats_of(user_id))
        after.clocks = repaced(table, after, now, kept)
    kind = "lobby" if table.status == "lobby" else "settings"  # the lobby's post says the pace
    return Change(table, after, now, news=[(kind, news_of(table))])


def check_pace(pace: timedelta | None) -> None:
    """Refuse a time per turn that is too short or too long."""
    if pace is not None and not SHORTEST_PACE <= pace <= LONGEST_PACE:
        raise BadPace("A turn takes between 1 minute and 14 days, or as long as it likes.")


def check_bank(bank: Bank | None) -> None:
    """Refuse a bank that holds too little or too much."""
    if bank is None:
        return
    longest = LONGEST_PACE
    if not SHORTEST_BANK <= bank.start <= bank.most <= longest or not bank.more <= bank.most:
        raise BadPace(
            "A time bank begins with an hour or more and holds at most 14 days; what a move adds is "
            "no more than it may hold: such as `72+12/120`, in hours."
        )


def _kept_banks(table: Table, bank: Bank | None) -> dict[int, float]:
    """What is in the banks when they become others: never more than it was."""
    if bank is None or table.bank is None or table.play is None:
        return {}
    seats = range(len(table.play.state.seats))
    return {seat: min(banked(table, seat), bank.most).total_seconds() for seat in seats}


def set_breaks(
    table: Table,
    now: datetime,
    user_id: int,
    moderator: bool,
    *,
    away: bool | None = None,
    pauses: bool | None = None,
) -> Change:
    """Say whether clocks rest for whoever is away, and whether all together may pause."""
    if table.status not in ("lobby", "playing"):
        raise NotPlaying("This game is over.")
    if not moderator:
        hosts(table, user_id, "say whether clocks may rest")
        if table.status == "playing" and len(table.people) > 1:
            raise NotAllowed("While others are playing, a moderator can change that.")
    after = replace(
        table,
        allows_away=table.allows_away if away is None else away,
        allows_pause=table.allows_pause if pauses is None else pauses,
    )
    if table.status == "playing" and table.pause is None:
        after.clocks = {due.name: _rested(after, due, now) for due in table.clocks.values()}
    kind = "lobby" if table.status == "lobby" else "settings"
    return Change(table, after, now, news=[(kind, news_of(table))])


def _rested(table: Table, due: Due, now: datetime) -> Due:
    """A clock that rests while whoever it is for is away."""
    if due.seat is None:
        return due
    return resting(due, now, table.away(table.holder(due.seat), now))


def rest(table: Table, now: datetime, user_id: int, until: datetime | None) -> Change | None:
    """Somebody is away until some moment, or is back: their clocks rest, or go on."""
    player = table.player_of(user_id)
    if player is None or table.status != "playing" or not table.allows_away:
        return None
    one = replace(table.players[player], away_until=until)
    players = tuple(one if other.player == player else other for other in table.players)
    after = replace(table, players=players)
    if table.pause is None:
        mine = {f"pace:{seat}" for seat in table.seats_of(user_id)}
        after.clocks = {
            name: _rested(after, due, now) if name in mine else due
            for name, due in table.clocks.items()
        }
    news = news_of(table)
    gone = until is not None and until > now
    when = (
        f"is away until <t:{int(until.timestamp())}:f>: their clock rests"
        if gone and until
        else "is back"
    )
    news.lines = [f"{one.name} {when}."]
    return Change(table, after, now, news=[("away", news)])


def warn_anew(table: Table, now: datetime, user_id: int) -> Change | None:
    """Somebody wants to be reminded otherwise; nothing where they do not play.

    Also where no clock runs for them the table is another one from here on: whoever remembers it
    with what they wanted before, in this process or another, loads it anew.
    """
    player = table.player_of(user_id)
    if table.status != "playing" or player is None:
        return None
    clocks = dict(table.clocks)
    for name in {f"pace:{seat}" for seat in table.seats_of(user_id)} & clocks.keys():
        at = warned(clocks[name], table.players[player], now).warn_at
        clocks[name] = replace(clocks[name], warn_at=at if at is not None and at > now else None)
    return Change(table, replace(table, clocks=clocks), now)


def mute(table: Table, now: datetime, user_id: int, muted: bool) -> Change:
    """Somebody wants no reminders of this table, or wants them again."""
    player = table.player_of(user_id)
    if player is None:
        raise NotSeated("You do not sit at this table.")
    players = [replace(one, muted=muted) if one.player == player else one for one in table.players]
    return Change(table, replace(table, players=tuple(players)), now)


# -- who may


def _in_lobby(table: Table, why_not: str) -> None:
    awake(table)
    if table.status == "playing":
        raise NotInLobby(why_not)
    if table.status != "lobby":
        raise NotInLobby("This table is closed.")


def hosts(table: Table, user_id: int, what: str) -> None:
    """Refuse what is for the host alone."""
    if user_id != table.host_id:
        host = next((one.name for one in table.people if one.user_id == table.host_id), "")
        raise NotAllowed(f"Only the host{f', {host},' if host else ''} can {what}.")


def _generous(table: Table, pace: timedelta | None, bank: Bank | None) -> None:
    others = [one for one in table.people if one.user_id != table.host_id]
    if table.status != "playing" or not others:
        return
    if bank != table.bank:
        raise NotAllowed("While others are playing, only a moderator can change the time bank.")
    if pace is None and table.pace is not None:
        raise NotAllowed(
            "While others are playing, the host cannot lift the time limit; a moderator can."
        )
    if pace is not None and pace < HOSTS_SHORTEST and (table.pace is None or pace < table.pace):
        raise NotAllowed(
            "While others are playing, the host can only give more time, or a day and more per "
            "turn; a moderator can set any pace."
        )


# -- what becomes of it


def _lobby(
    table: Table,
    now: datetime,
    players: Iterable[Seated],
    *,
    host_id: int | None = None,
    invited: tuple[int, ...] | None = None,
    by: int | None = None,
) -> Change:
    after = replace(
        table,
        players=tuple(replace(one, player=place) for place, one in enumerate(players)),
        host_id=table.host_id if host_id is None else host_id,
        invited=table.invited if invited is None else invited,
        clocks={CLOSES: open_until(now)},
    )
    change = Change(table, after, now, news=[("lobby", news_of(table))])
    if after.room < 1 <= table.room and not after.when_full and len(after.people) > 1:
        change.news.append(("full", news_of(table, by)))
    return change


def closed(table: Table, now: datetime, said: str, by: int | None) -> Change:
    """Without a result, and for good."""
    after = replace(table, status="abandoned", ended_at=now, clocks={}, pause=None)
    news = news_of(table, by)
    news.lines = [said]
    return Change(table, after, now, news=[("abandoned", news)])


def news_of(table: Table, by: int | None = None) -> News:
    """What is to be posted, so far without words."""
    waits = [(question.seat, question.number, question.kind) for question in table.waits]
    return News(waits=waits, logged=table.logged, by=by)


def _level(strength: str) -> Level:
    for level in LEVELS:
        if level == strength:
            return level
    raise NoRoom(f"A computer plays {', '.join(LEVELS[:-1])} or {LEVELS[-1]}.")


def computer_name(players: Iterable[Seated], level: Level) -> str:
    """What a computer is called that sits down beside these."""
    taken = {one.name for one in players}
    names = [f"Computer ({level})", *(f"Computer {n} ({level})" for n in range(2, 100))]
    return next(name for name in names if name not in taken)


def either(counts: list[int]) -> str:
    """How many may play, in words."""
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]} to {counts[-1]}"
    *most, last = map(str, counts)
    return f"{', '.join(most)} or {last}" if most else last


def _sit(table: Table) -> str:
    count = len(table.players)
    return f"{count} {'sits' if count == 1 else 'sit'} here"
