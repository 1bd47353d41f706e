"""The turning point of a fight: the lead in points, the tide of a wave, or who fell in it."""

from collections.abc import Sequence

from rules.bro_brawl.content.cards import WORTH
from rules.bro_brawl.content.names import bro, foe, listed
from rules.bro_brawl.play.end import scores
from rules.bro_brawl.state import (
    BroBrawlState,
    Died,
    Drew,
    Hurt,
    Moved,
    Undone,
    WaveBegan,
    Wounded,
)
from rules.engine.state import Event, Moment, Outcome
from rules.engine.turning import for_good


def turning(outcome: Outcome, passed: Sequence[Moment]) -> str:
    """What decided who has most points, or how the last wave ended."""
    if outcome.reason == "scored":
        return _lead(outcome.winners, passed)
    wave = _last_wave(passed)
    if outcome.reason == "won":
        return _tide(wave)
    return _fall(wave) if outcome.reason == "dead" else ""


# -- for points


def _lead(winners: Sequence[int], passed: Sequence[Moment]) -> str:
    def ahead(s: BroBrawlState) -> bool:
        totals = scores(s)
        rest = [total for player, total in enumerate(totals) if player not in winners]
        return min(totals[player] for player in winners) > max(rest)

    at = for_good(passed, ahead) if winners else 0
    said = enumerate(map(_scored, passed[at].events)) if at else ()
    place, what = next(((place, what) for place, what in said if what), (0, ""))
    if not what:
        return ""
    s = passed[at].state
    totals = scores(s)
    mine = min(totals[player] for player in winners)
    best = max(total for player, total in enumerate(totals) if player not in winners)
    who = listed(bro(seat) for seat, player in enumerate(s.seats) if player in winners)
    lead = f"{mine} point{'s' * (mine != 1)} to {best} at first"
    return f"round {_round(passed, at, place)}, {what}: from then on {who} led, {lead}."


def _scored(event: Event) -> str:
    match event:
        case Wounded(seat=seat, card=card, left=0):
            return f"{bro(seat)} got {foe(card)} ({WORTH[card]})"
        case Died(seat=seat):
            return f"{bro(seat)} died"
        case Moved(seat=seat, card=card, bro=-1):
            return f"{foe(card)} went from {bro(seat)} back to the Battle Zone"
        case Moved(seat=seat, card=card, bro=other):
            return f"{foe(card)} went from {bro(seat)} to {bro(other)}"
        case Undone(seat=seat, card=card, back=True):
            return f"{bro(seat)} died, and {foe(card)} was back"
    return ""


# -- against the deck


def _last_wave(passed: Sequence[Moment]) -> Sequence[Moment]:
    began = [
        at
        for at, moment in enumerate(passed)
        if any(isinstance(event, WaveBegan) for event in moment.events)
    ]
    return passed[began[-1] :] if began else passed


def _tide(wave: Sequence[Moment]) -> str:
    """The kill after which there was never again as much to be killed (BO28)."""
    most = max(_against(moment.state) for moment in wave)
    last = max(at for at, moment in enumerate(wave) if _against(moment.state) == most)
    for at in range(last + 1, len(wave)):
        for place, event in enumerate(wave[at].events):
            if isinstance(event, Wounded) and not event.left:
                return (
                    f"{_when(wave, at, place)}, {bro(event.seat)} got {foe(event.card)} "
                    f"({WORTH[event.card]}): it had taken {most} points to clear the Battle Zone, "
                    "and never took as many again."
                )
    return ""


def _against(s: BroBrawlState) -> int:
    """The points that would kill everybody in the Battle Zone."""
    return sum(WORTH[one.card] - one.wounds for one in s.zone)


def _fall(wave: Sequence[Moment]) -> str:
    """The death that left half of the bros, or fewer."""
    left = len(wave[0].state.bros)
    for at, moment in enumerate(wave):
        for place, event in enumerate(moment.events):
            left -= isinstance(event, Died)
            if isinstance(event, Died) and left <= len(moment.state.bros) // 2:
                blow = moment.events[place - 1]
                of = f" of {blow.points} damage" if isinstance(blow, Hurt) else ""
                return f"{_when(wave, at, place)}, {bro(event.seat)} died{of}: {_stood(left)}."
    return ""


def _stood(left: int) -> str:
    bros = "a single bro" if left == 1 else f"{left} bros"
    return f"from then on {bros} stood against the deck" if left else "nobody was left"


def _when(wave: Sequence[Moment], at: int, place: int) -> str:
    number = wave[at].state.wave if at else wave[0].state.wave
    return f"wave {number}, round {_round(wave, at, place)}"


def _round(passed: Sequence[Moment], at: int, place: int) -> int:
    """The round of an event: a step may lead from one into the next, when the first bro draws."""
    before, after = passed[max(0, at - 1)].state, passed[at].state
    earlier = passed[at].events[:place]
    begun = any(isinstance(event, Drew) and event.seat == after.first for event in earlier)
    number: int = after.round if begun or not at else before.round
    return number
