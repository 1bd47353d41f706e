"""What all who play can agree on: to let the table rest, to go on before that is over; pure."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from bot.errors import NotAllowed
from bot.table import guard, pauses
from bot.table.change import Change
from bot.table.clocks import ENDS
from bot.table.lobby import news_of
from bot.table.table import Due, Proposal, Seated, Table
from rules.engine.play import Play

OPEN_FOR = timedelta(days=3)  # then a proposal lapses
LONGEST = 14  # days of a pause
NOTHING_BACK = (
    "There is nothing for you to take back: what has come to light since your last move cannot be "
    "hidden again."
)
NOTHING = "Nothing is proposed at this table."


def voters(table: Table) -> list[Seated]:
    """Those who have to agree: the people who play, not who gave up."""
    resigned = guard.begun(table).state.resigned
    return [one for one in table.people if one.player not in resigned]


def asked(table: Table) -> list[Seated]:
    """Those who have yet to say something about what is proposed."""
    if table.proposal is None or table.status != "playing":
        return []
    return [one for one in voters(table) if one.player not in table.proposal.agreed]


# -- proposing


def propose_pause(table: Table, now: datetime, user_id: int, days: int) -> Change:
    """Somebody would like the table to rest for some days."""
    player = _voter(table, user_id)
    guard.playing(table)
    if not table.allows_pause:
        raise NotAllowed("At this table nobody can pause: that was settled when it was opened.")
    if not 1 <= days <= LONGEST:
        raise NotAllowed(f"A pause lasts between 1 and {LONGEST} days.")
    return _proposed(table, now, Proposal("pause", (player,), now, days=days))


def propose_resume(table: Table, now: datetime, user_id: int) -> Change:
    """Somebody would like a pause to be over."""
    player = _voter(table, user_id)
    if table.pause is None:
        raise NotAllowed("This table is not paused.")
    if table.pause.why != "agreed":
        raise NotAllowed(guard.resting(table))
    return _proposed(table, now, Proposal("resume", (player,), now))


def _proposed(table: Table, now: datetime, wanted: Proposal) -> Change:
    known = table.proposal
    same = known is not None and (known.what, known.days) == (wanted.what, wanted.days)
    if same and wanted.what != "back":
        return agree(table, now, _user(table, wanted.agreed[0]))
    if known is not None:
        raise NotAllowed(f"Something else is proposed here already: {said(table, known)}")
    after = replace(table, proposal=wanted)
    after.clocks = {**table.clocks, ENDS: Due(ENDS, now + OPEN_FOR)}
    change = Change(table, after, now)
    return _settled(change) or _told(change, wanted.agreed[0])


def propose_back(table: Table, now: datetime, user_id: int, play: Play[Any]) -> Change:
    """Somebody would like to take back their last move, and all that came after it.

    `play` is the game as its whole log tells it.
    """
    player = _voter(table, user_id)
    guard.playing(table)
    if len(voters(table)) < 2:
        raise NotAllowed(
            "Nobody else plays here who could agree to that; *Undo* takes back a step."
        )
    if not play.can_take_back(player):
        raise NotAllowed(NOTHING_BACK)
    return _proposed(table, now, Proposal("back", (player,), now, to=table.logged))


# -- answering


def agree(table: Table, now: datetime, user_id: int) -> Change:
    """Somebody agrees; when all have, it is done."""
    player, known = _voter(table, user_id), _known(table)
    if player in known.agreed:
        raise NotAllowed("You have agreed already; the others are asked.")
    after = replace(table, proposal=replace(known, agreed=(*known.agreed, player)))
    change = Change(table, after, now)
    return _settled(change) or _told(change, player)


def decline(table: Table, now: datetime, user_id: int) -> Change:
    """Somebody does not want it, or not any more: it is off."""
    player = _voter(table, user_id)
    _known(table)
    name = table.players[player].name
    return _off(table, now, f"{name} does not agree, so nothing changes.", player)


def lapse(table: Table, now: datetime) -> Change | None:
    """Nobody has settled a proposal for too long: it is off."""
    due = table.clocks.get(ENDS)
    if due is None or due.at > now or table.proposal is None:
        return None
    silent = " and ".join(one.name for one in asked(table)) or "Somebody"
    return _off(table, now, f"{silent} did not answer, so nothing changes.", None)


# -- in words


def said(table: Table, proposal: Proposal) -> str:
    """What somebody proposes."""
    name = table.players[proposal.agreed[0]].name
    match proposal.what:
        case "pause":
            days = f"{proposal.days} day{'s' * (proposal.days != 1)}"
            return f"{name} proposes a pause of {days}: no clock runs meanwhile."
        case "resume":
            return f"{name} proposes to go on before the pause is over."
    return f"{name} proposes to take back what happened since {name}'s last move."


# -- what becomes of it


def _settled(change: Change) -> Change | None:
    """Do what is proposed, once all agree; nothing before."""
    after = change.after
    proposal = after.proposal
    if proposal is None or asked(after):
        return None
    clocks = {name: due for name, due in after.clocks.items() if name != ENDS}
    settled = replace(after, proposal=None, clocks=clocks)
    match proposal.what:
        case "back":  # that is for the game itself: `moves.take_back`
            return replace_proposal(change, settled)
        case "pause":
            until = change.at + timedelta(days=proposal.days)
            done = pauses.pause(settled, change.at, "agreed", until=until)
        case _:
            done = pauses.resume(settled, change.at)
    assert done is not None
    done.before = change.before
    return done


def replace_proposal(change: Change, settled: Table) -> Change:
    """All have agreed: nothing is proposed any more."""
    change.after = settled
    return change


def _off(table: Table, now: datetime, words: str, by: int | None) -> Change:
    clocks = {name: due for name, due in table.clocks.items() if name != ENDS}
    change = Change(table, replace(table, proposal=None, clocks=clocks), now)
    return _told(change, by, words)


def _told(change: Change, by: int | None, words: str = "") -> Change:
    news = news_of(change.after, by)
    news.lines = [words] if words else []
    change.news = [("proposal", news)]
    return change


def _known(table: Table) -> Proposal:
    if table.proposal is None or table.status != "playing":
        raise NotAllowed(NOTHING)
    return table.proposal


def _voter(table: Table, user_id: int) -> int:
    player = guard.seated(table, user_id)
    if table.status != "playing" or all(one.player != player for one in voters(table)):
        raise NotAllowed("You do not play here any more, so this is for the others to settle.")
    return player


def _user(table: Table, player: int) -> int:
    user_id = table.players[player].user_id
    assert user_id is not None
    return user_id
