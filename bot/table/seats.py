"""Seats that change hands in a running game: a computer keeps one until somebody takes it; pure."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.errors import AlreadySeated, NoRoom, NotAllowed, NotPlaying
from bot.table import guard, lobby, pauses
from bot.table.change import Change, Tenure, Why
from bot.table.clocks import later, running
from bot.table.table import MOST_MISSED, Due, Level, Seated, Table

STAND_IN: Level = "normal"  # how strong a computer is that keeps a seat
HOSTS_PATIENCE = timedelta(days=1)  # that the table has waited for somebody whom a host replaces
BACK = "They may come back until somebody takes it: press *Take this seat*."
FULL = "No seat is free in this game."


# -- giving a seat up


def missed(change: Change, seat: int) -> None:
    """A turn went by in which a seat's time ran out; after some of them a computer keeps it."""
    after = change.after
    holder = after.holder(seat)
    if holder.computer:
        return
    late = replace(holder, missed=holder.missed + 1)
    after.players = _with(after.players, late)
    if after.kept_after and late.missed >= after.kept_after:
        turns = "a turn" if late.missed == 1 else f"{late.missed} turns in a row"
        said = f"<@{late.user_id}> has missed {turns}: a computer keeps the seat now. {BACK}"
        _vacate(change, late, "missed", said)


def gone(table: Table, seat: int) -> bool:
    """Whether nobody is left who plays, when this seat misses its turn once more."""
    holder = table.holder(seat)
    if holder.computer or not 0 < table.kept_after <= holder.missed + 1:
        return False
    return last(table, holder.player)


def there(players: Iterable[Seated], player: int) -> tuple[Seated, ...]:
    """The players after one of them has acted: no turn of theirs counts as missed."""
    return tuple(replace(one, missed=0) if one.player == player else one for one in players)


def leave(table: Table, now: datetime, user_id: int) -> Change:
    """Somebody gets up from a running game; the last one closes the table."""
    holder = leaving(table, user_id)
    if last(table, holder.player):
        return lobby.closed(table, now, f"{holder.name} was the last to leave.", holder.player)
    change = _change(table, now)
    said = f"<@{user_id}> has left the game: a computer keeps the seat now. {BACK}"
    _vacate(change, holder, "left", said)
    return _timed(change)


def last(table: Table, player: int) -> bool:
    """Whether nobody else plays: whoever leaves then closes the table."""
    return not _others(table, player)


def leaving(table: Table, user_id: int) -> Seated:
    """Refuse to let somebody get up who cannot; else who they are at the table."""
    holder = table.players[guard.seated(table, user_id)]
    if holder.player in guard.playing(table).state.resigned:
        raise NotAllowed("You have given this game up already: nothing is asked of you any more.")
    return holder


def send_away(
    table: Table,
    now: datetime,
    user_id: int,
    whom: int,
    *,
    moderator: bool,
    guest: int | None = None,
) -> Change:
    """A host or moderator gives somebody's seat to a computer, kept for a `guest` if one is named.

    Whom a moderator sends away cannot come back.
    """
    holder = replaceable(table, now, user_id, whom, moderator=moderator)
    if guest is not None and table.player_of(guest) is not None:
        raise AlreadySeated("They sit at this table already.")
    if not holder.vacant and last(table, holder.player):
        raise NotAllowed("Nobody else plays here: the table can be closed, `/table close`.")
    change = pauses.resume(table, now) if _waits_for(table, holder) else None
    change = change or _change(table, now)
    change.news = []
    invited = f" <@{guest}> is invited to take it." if guest is not None else ""
    if guest is not None:
        change.after.invited = (*(one for one in table.invited if one != guest), guest)
    if holder.vacant:
        return _said(change, f"The seat of <@{whom}> is still free.{invited}")
    why: Why = "removed" if moderator else "replaced"
    back = "" if moderator else f" {BACK}"
    said = f"<@{user_id}> has replaced <@{whom}>: a computer keeps the seat now.{back}{invited}"
    _vacate(change, holder, why, said)
    return _timed(change)


def replaceable(
    table: Table,
    now: datetime,
    user_id: int,
    whom: int,
    *,
    moderator: bool,
) -> Seated:
    """Refuse to replace somebody who plays; else who they are at the table."""
    guard.begun(table)
    if table.status != "playing":
        raise NotPlaying(f"The game at table {table.id} is over.")
    kept = next((one for one in table.vacant if one.owner_id == whom), None)
    player = table.player_of(whom)
    if player is None and kept is None:
        raise NotAllowed("They do not sit at this table.")
    if not moderator and user_id != table.host_id:
        raise NotAllowed("Only the host or a moderator can replace somebody.")
    holder = kept or table.players[player or 0]
    if not _waits_for(table, holder):
        guard.awake(table)
    if whom == user_id:
        raise NotAllowed("You cannot replace yourself; `/table leave` gives your seat up.")
    if holder.vacant or moderator or holder.missed or _waits_for(table, holder):
        return holder
    waited = table.waited_since(whom)
    if waited is None or now - waited < HOSTS_PATIENCE:
        raise NotAllowed(
            f"{holder.name} plays: a host can replace somebody who has missed a turn, who has kept "
            "the table waiting for a day, or who has left the server. A moderator can at any time."
        )
    return holder


# -- taking one


def take(
    table: Table, now: datetime, person: Seated, player: int | None, past: Sequence[Tenure]
) -> Change:
    """Somebody takes a seat that a computer keeps, or comes back to their own.

    `person` is who they are and how they want to be reached; `past` is who sat here before.
    """
    kept = takeable(table, person.user_id, player, past)
    back = kept.owner_id == person.user_id
    holder = replace(person, player=kept.player, word=kept.word)
    change = _change(table, now)
    after = change.after
    after.players = _with(after.players, holder)
    after.invited = tuple(one for one in table.invited if one != person.user_id)
    why: Why = "returned" if back else "taken"
    change.tenures = [Tenure(kept.player, None, kept.level, why)]
    if not back and table.bank is not None:
        full = dict.fromkeys(guard.begun(table).state.seats_of(kept.player), table.bank.start)
        after.banks = table.banks | {seat: span.total_seconds() for seat, span in full.items()}
    after.clocks = running(table, after, now, set(), passed=False)
    if back:
        after.clocks |= _what_was_left(after, now, kept)
    whose = "is back in the game" if back else f"takes the seat that {kept.name} kept"
    return _said(change, f"<@{person.user_id}> {whose}.", holder.player)


def takeable(
    table: Table, user_id: int | None, player: int | None, past: Sequence[Tenure]
) -> Seated:
    """Refuse a seat that somebody may not take; else the seat: the one that is named, or their own,
    or the first that is free.
    """
    guard.playing(table)
    if table.player_of(user_id) is not None:
        raise AlreadySeated("You sit at this table already.")
    mine = next((one for one in table.vacant if one.owner_id == user_id), None)
    if mine is not None:
        return mine
    free = [one for one in table.vacant if player is None or one.player == player]
    if not free:
        raise NoRoom(
            "This seat is not free: somebody has taken it." if player is not None else FULL
        )
    kept = free[0]
    held = {one.player: one.why for one in past if one.user_id == user_id}
    if "removed" in held.values():
        raise NotAllowed("A moderator has given your seat to others: you cannot play here again.")
    if set(held) - {kept.player}:
        raise NotAllowed("You have seen the secrets of another seat of this game.")
    if table.private and user_id not in table.invited:
        raise NotAllowed("This table is private: its host has to invite you first.")
    others = [one for one in table.invited if one != user_id]
    if user_id not in table.invited and len(table.vacant) <= len(others):
        raise NoRoom("The seat is kept for somebody who was invited.")
    return kept


def set_kept_after(
    table: Table, now: datetime, user_id: int, turns: int, *, moderator: bool
) -> Change:
    """Say how many turns in a row somebody may miss before a computer keeps their seat."""
    if table.status not in ("lobby", "playing"):
        raise NotPlaying("This game is over.")
    if not 0 <= turns <= MOST_MISSED:
        raise NotAllowed(f"Between 1 and {MOST_MISSED} missed turns, or 0: never.")
    others = [one for one in table.people if one.user_id != user_id]
    if not moderator:
        lobby.hosts(table, user_id, "say when a computer keeps a seat")
        if table.status == "playing" and others and 0 < turns < (table.kept_after or turns + 1):
            raise NotAllowed(
                "While others are playing, the host can only allow more missed turns; a moderator "
                "can allow fewer."
            )
    kind = "lobby" if table.status == "lobby" else "settings"
    after = replace(table, kept_after=turns)
    return Change(table, after, now, news=[(kind, lobby.news_of(table))])


# -- what becomes of it


def _vacate(change: Change, holder: Seated, why: Why, said: str) -> None:
    """A computer sits down in place of somebody, and whoever comes next hosts, if they did."""
    after = change.after
    name = lobby.computer_name(after.players, STAND_IN)
    after.players = _with(
        after.players,
        Seated(
            holder.player,
            None,
            name,
            STAND_IN,
            word=holder.word,
            vacant=True,
            owner_id=None if why == "removed" else holder.user_id,
            time_left=_left(change.before, holder, change.at),
        ),
    )
    if after.host_id == holder.user_id:
        after.host_id = next((one.user_id for one in after.people if one.user_id), after.host_id)
    change.tenures = [Tenure(holder.player, holder.user_id, None, why)]
    _said(change, said, holder.player)


def _left(table: Table, holder: Seated, now: datetime) -> tuple[tuple[int, int, float], ...]:
    """The time that somebody has for what they are asked, if they come back to it."""
    if table.play is None:
        return ()
    found = []
    for seat in table.play.state.seats_of(holder.player):
        due, question = table.clocks.get(f"pace:{seat}"), table.play.state.question(seat)
        if due is not None and question is not None:
            found.append((seat, question.number, due.left(now).total_seconds()))
    return tuple(found)


def _what_was_left(after: Table, now: datetime, kept: Seated) -> dict[str, Due]:
    """Whoever comes back to the very question that they left has no more time for it than then."""
    play, clocks = guard.begun(after), {}
    for seat, number, seconds in kept.time_left:
        question, name = play.state.question(seat), f"pace:{seat}"
        if question is not None and question.number == number and name in after.clocks:
            due = after.clocks[name]
            at = due.from_(now) + timedelta(seconds=max(seconds, 0))
            clocks[name] = later(due, min(at - due.at, timedelta()))
    return clocks


def _change(table: Table, now: datetime) -> Change:
    return Change(table, replace(table), now)


def _timed(change: Change) -> Change:
    before, after = change.before, change.after
    if before.pause is None:
        after.clocks = running(before, after, change.at, set(), passed=False)
    else:  # it has just gone on, with its clocks as they are now
        after.clocks = running(replace(after), after, change.at, set(), passed=False)
    return change


def _said(change: Change, said: str, by: int | None = None) -> Change:
    news = lobby.news_of(change.after, by)
    news.lines = [said]
    change.news.append(("seats", news))
    return change


def _with(players: Iterable[Seated], one: Seated) -> tuple[Seated, ...]:
    return tuple(one if other.player == one.player else other for other in players)


def _others(table: Table, player: int) -> list[Seated]:
    """The people who play besides one."""
    resigned = guard.begun(table).state.resigned
    return [one for one in table.people if one.player != player and one.player not in resigned]


def _waits_for(table: Table, holder: Seated) -> bool:
    """Whether a table rests because this one has left the server, and nobody else has."""
    pause = table.pause
    return pause is not None and pause.why == "player" and set(pause.who) <= {holder.user_id}
