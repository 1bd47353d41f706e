"""The turning point of a trip: the hit, or the way, by which the TV was won or lost."""

from collections.abc import Iterator, Sequence

from rules.brawl_mart.content.names import brawler
from rules.brawl_mart.content.store import STORE, TV, reachable
from rules.brawl_mart.state import (
    BrawlEnded,
    BrawlMartState,
    Exchanged,
    GotTv,
    Hit,
    LinedUp,
    Used,
)
from rules.engine.state import Event, Moment, Outcome
from rules.engine.turning import for_good

DOWN = ("knocked out", "slain", "absorbed")


def turning(outcome: Outcome, passed: Sequence[Moment]) -> str:
    """What won the TV; else what put it out of reach; else what ended the trip."""
    if outcome.winners:
        at = next(at for at, moment in enumerate(passed) if _has(moment, GotTv))
        return _brawl(passed, at, own=True, end="the TV was won")
    if outcome.reason == "pacifist":
        where, what = _where(passed, len(passed) - 1), _down(passed, len(passed) - 1, own=True)
        return f"{where}, {what}: the first of theirs to be slain, and the last." if what else ""
    if outcome.reason == "rampage":
        return _spared(passed)
    at = for_good(passed, lambda s: not _possible(s))
    if at and not _has(passed[at], BrawlEnded):
        return _way(passed[at - 1].state, passed[at].state)
    if at and at < len(passed) - 1:
        return _brawl(passed, at, own=False, end="the lost brawl put the TV out of reach")
    if outcome.reason == "lost":
        return _brawl(passed, len(passed) - 1, own=False, end="the lost brawl ended the trip")
    return ""


def _possible(s: BrawlMartState) -> bool:
    """Whether the TV is won, or still can be (BM26)."""
    return s.tv or (not s.losses and TV in reachable(s.at))


def _has(moment: Moment, kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for event in moment.events)


def _way(before: BrawlMartState, after: BrawlMartState) -> str:
    if before.at == TV:
        return (
            f"after brawl {before.brawls}, a stalemate, you left {STORE[TV].name} without the TV."
        )
    went = f"you went from {STORE[before.at].name} to {STORE[after.at].name}"
    return f"after brawl {before.brawls}, {went}: no way leads from there to the TV."


# -- a brawl


def _brawl(passed: Sequence[Moment], end_at: int, *, own: bool, end: str) -> str:
    """The hit in a brawl after which one side had more standing, up to its end."""
    began = max(at for at in range(end_at + 1) if _has(passed[at], LinedUp))
    at = began + for_good(passed[began:end_at], lambda s: _lead(s) > 0 if own else _lead(s) < 0)
    what = _down(passed, at, own) if at > began else ""
    more = "yours than of theirs" if own else "theirs than of yours"
    why = f"from then on more of {more} were standing, and {end}"
    if not what:  # who won had more from the beginning, or not before the last hit
        what = _down(passed, end_at, own) or "you came without brawlers"
        why = f"none of {'theirs' if own else 'yours'} was left standing, and {end}"
    return f"{_where(passed, end_at)}, {what}: {why}."


def _where(passed: Sequence[Moment], at: int) -> str:
    place = STORE[passed[at - 1].state.at].name
    return f"brawl {passed[at].state.brawls}, {'at the' if place == 'ENTRANCE' else 'in'} {place}"


def _spared(passed: Sequence[Moment]) -> str:
    """Who was only knocked out in the brawl that ended a Rampage."""
    before, after = passed[-2].state, passed[-1].state
    names = [brawler(card) for card in after.knocked_out if card not in before.knocked_out]
    only = f"{' and '.join(names)} {'were' if len(names) > 1 else 'was'} only knocked out"
    return f"{_where(passed, len(passed) - 1)}, {only} when the brawl ended." if names else ""


def _lead(s: BrawlMartState) -> int:
    return sum(1 if f.own else -1 for f in s.fighters if f.standing)


def _down(passed: Sequence[Moment], at: int, own: bool) -> str:
    """Who brought whom down in a moment, of those who are not on this side."""
    s: BrawlMartState = passed[at - 1].state
    for by, hit in _hits(passed[at].events):
        victim = s.fighter(hit.card)
        if victim is not None and victim.own != own and hit.result in DOWN:
            how = "slew" if hit.result == "slain" else "knocked out"
            return f"{brawler(by)} {how} {brawler(hit.card)}"
    return ""


def _hits(events: Sequence[Event]) -> Iterator[tuple[int, Hit]]:
    """Each hit, and whose it was."""
    for event in events:
        match event:
            case Exchanged(attack=attack, target=target, hits=hits):
                for hit in hits:
                    yield (target if hit.card == attack.card else attack.card), hit
            case Used(by=by, hits=hits):
                for hit in hits:
                    yield by, hit
