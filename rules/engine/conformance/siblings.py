"""What differs between two outcomes of a step that look alike is hidden, and must be re-dealt."""

from typing import Any

from rules.engine import kernel
from rules.engine.codec import clone
from rules.engine.conformance.case import Case
from rules.engine.conformance.paths import at, differences, general, plain
from rules.engine.conformance.worlds import heard, offers, redeal
from rules.engine.inputs import Answer, Input
from rules.engine.kernel import Step

OWN = frozenset({"seed", "counters", "answers", "asked", "open", "clocks", "draws"})


def hidden(case: Case, s: Any, given: Input, step: Step) -> None:
    """What differs between two outcomes of a step that look alike must vary in re-dealt worlds."""
    if not step.barrier or not isinstance(given, Answer):
        return
    actor = s.seats[given.seat]
    options = kernel.offer(case.game, s, given.seat)
    others = [p for p in range(case.players) if p != actor]
    other = case.probe.choice(options)
    if other != given.option:
        sibling = kernel.apply(case.game, s, Answer(given.seat, given.number, other))
        _alike(case, step, sibling, others)
    same = [o for o in options if type(o) is type(given.option) and o != given.option]
    if same:
        twin = Answer(given.seat, given.number, case.probe.choice(same))
        _untold(case, s, step, kernel.apply(case.game, s, twin), others)
    if step.state.counters != s.counters:
        lucky = clone(case.game, s)
        lucky.seed = case.probe.randbytes(16)
        if given.option in kernel.offer(case.game, lucky, given.seat):
            _alike(case, step, kernel.apply(case.game, lucky, given), list(range(case.players)))


def _alike(case: Case, step: Step, sibling: Step, players: list[int]) -> None:
    s = step.state
    if not sibling.barrier or kernel.waiting(s) != kernel.waiting(sibling.state):
        return
    here: Any = None
    for player in players:
        if not _looks_alike(case, step, sibling, player):
            continue
        here = here or plain(s)
        places = [p for p in differences(here, plain(sibling.state)) if p[0] not in OWN]
        if places:
            worlds = [plain(redeal(case, s, player, case.probe.getrandbits(32))) for _ in "ab"]
            for place in places:
                varied = any(at(world, place) != at(here, place) for world in worlds)
                case.batch.variety.note(f"the state: {general(here, place)}", case.number, varied)


def _untold(case: Case, s: Any, step: Step, twin: Step, players: list[int]) -> None:
    """No event tells an answer from its twin where a re-deal holds the answer for hidden."""
    if not step.state.counters == twin.state.counters == s.counters:
        return  # what luck brought differs as well
    for player in players:
        events = heard(step, player)
        if events == heard(twin, player):
            continue
        if case.game.view(step.state, player) != case.game.view(twin.state, player):
            continue
        here, there = plain(step.state), plain(twin.state)
        world = plain(redeal(case, step.state, player, case.probe.getrandbits(32)))
        for place in differences(here, there):
            if place[0] not in OWN and at(world, place) != at(here, place):
                where = general(here, place)
                case.fail("event tells", f"player {player} hears {events}, which tells {where}")


def _looks_alike(case: Case, step: Step, sibling: Step, player: int) -> bool:
    return (
        heard(step, player) == heard(sibling, player)
        and case.game.view(step.state, player) == case.game.view(sibling.state, player)
        and offers(case, step, player) == offers(case, sibling, player)
    )
