"""The blow that put the winners of a match ahead for good: in KO cards, then in damage."""

from collections.abc import Sequence

from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import Attacked, GaveUp, Hurt, KnockedOut, Shuffled, TurnBegan
from rules.brawlhalla.state.frames import Clash
from rules.brawlhalla.text.names import DAMAGE, seat_name
from rules.brawlhalla.view import View
from rules.engine.state import Event, Moment
from rules.engine.turning import for_good

Standing = tuple[int, int]  # KO cards left, and how little those in play are hurt


def turning(view: View, passed: Sequence[Moment]) -> str:
    """The first KO or hit since which the winners were ahead of everybody else to the end."""
    winners = view.outcome.winners if view.outcome is not None else ()
    since = for_good(passed, lambda s: bool(winners) and _ahead(s, winners))
    if not since:
        return ""
    found = ((at, *_found(view, passed, at, winners)) for at in range(since, len(passed)))
    at, place, what = next((one for one in found if one[2]), (0, 0, ""))
    if not what:
        return ""
    who = " and ".join(seat_name(view, seat) for seat in winners)
    were = "were" if len(winners) > 1 else "was"
    if at == since == len(passed) - 1:
        s = passed[at - 1].state
        level = _standing(s, winners) == _best(s, winners)
        why = f"until that blow {'it was level' if level else f'{who} {were} behind'}"
    else:
        why = f"from then on {who} {were} ahead in {_in(passed[at].state, winners)}"
    return f"round {_round(passed, at, place)}, {what}: {why}."


def _round(passed: Sequence[Moment], at: int, place: int) -> int:
    """The round of an event: a step may lead from one turn into the next."""
    begun = [event for event in passed[at].events[:place] if isinstance(event, TurnBegan)]
    number: int = begun[-1].round if begun else passed[at - 1].state.round
    return number


def _ahead(s: BrawlhallaState, winners: Sequence[int]) -> bool:
    return _standing(s, winners) > _best(s, winners)


def _best(s: BrawlhallaState, winners: Sequence[int]) -> Standing:
    """The best of the others, who in teams stand together."""
    others = [seat for seat in range(len(s.fighters)) if seat not in winners]
    sides = [others] if s.teams else [[seat] for seat in others]
    return max(_standing(s, side) for side in sides)


def _standing(s: BrawlhallaState, side: Sequence[int]) -> Standing:
    """As a match is counted out (BH22); where there are no KO cards, a Legend itself is one."""
    living = [s.fighters[seat] for seat in side if not s.fighters[seat].out]
    return sum(max(1, f.kos) for f in living), -sum(f.damage for f in living)


def _in(s: BrawlhallaState, winners: Sequence[int]) -> str:
    mine, best = _standing(s, winners), _best(s, winners)
    cards = any(f.kos for f in s.fighters)
    if mine[0] == best[0]:
        return "damage, with as many KO cards left" if cards else "damage"
    return f"{'KO cards' if cards else 'Legends'}, {mine[0]} to {best[0]} at first"


def _found(
    view: View, passed: Sequence[Moment], at: int, winners: Sequence[int]
) -> tuple[int, str]:
    """What happened in a moment, a KO before damage, and where among its events."""
    events, before = passed[at].events, passed[at - 1].state
    for tell in (_knocked_out, _hurt):
        for place, event in enumerate(events):
            if what := tell(view, event, winners, _attacker(before, events[:place])):
                return place, what
    return 0, ""


def _attacker(before: BrawlhallaState, earlier: Sequence[Event]) -> int:
    """Whose attack it is that does something, or -1."""
    shuffled = any(isinstance(event, Shuffled) for event in earlier)
    begun = [event.seat for event in earlier if isinstance(event, Attacked)]
    begun += [frame.seat for frame in before.frames if isinstance(frame, Clash)]
    return begun[0] if begun and not shuffled else -1


def _knocked_out(view: View, event: Event, winners: Sequence[int], by: int) -> str:
    match event:
        case GaveUp(seat=seat):
            return f"{seat_name(view, seat)} left the arena"
        case KnockedOut(seat=seat, by=cause, out=out):
            how = "eliminated" if out else "knocked out"
            if cause < 0 or cause == seat:
                return f"{seat_name(view, seat)} was {how} by drawing from an empty deck"
            return f"{seat_name(view, cause)} {how} {seat_name(view, seat)}"
    return ""


def _hurt(view: View, event: Event, winners: Sequence[int], by: int) -> str:
    match event:
        case Hurt(seat=seat, damage=damage, healed=False) if seat not in winners:
            if by in (-1, seat):
                return f"{seat_name(view, seat)} was hurt to {DAMAGE[damage]}"
            return f"{seat_name(view, by)} hurt {seat_name(view, seat)} to {DAMAGE[damage]}"
    return ""
