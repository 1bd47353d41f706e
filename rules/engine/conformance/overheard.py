"""What a player hears is not what a re-deal still hides from that player.

A secret that luck decides in the very step that tells it has no re-dealt world to compare with.
So the step is taken with other luck as well, and what is heard is followed through the batch.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.engine import kernel
from rules.engine.codec import clone
from rules.engine.conformance.case import Case
from rules.engine.conformance.echoes import Heard, Place
from rules.engine.conformance.paths import Path, differences, plain
from rules.engine.conformance.worlds import heard, redeal
from rules.engine.errors import RulesError
from rules.engine.inputs import Input
from rules.engine.kernel import Step
from rules.engine.state import Told

STARTS = 10  # other starts, from other seeds, beside the real one
TURNS = 4  # other turns of luck for one step


def at_start(case: Case, s: Any, told: list[Told]) -> None:
    """Listen to a start, and to the starts from other seeds."""
    if told:
        seeds = [case.probe.randbytes(16) for _ in range(STARTS)]
        others = [kernel.start(case.game, case.variant, case.players, seed) for seed in seeds]
        _listen(case, None, [Step(s, told, True), *others])


def at_step(case: Case, s: Any, given: Input, step: Step) -> None:
    """Listen to a step in which luck was drawn, and to the same step with other luck."""
    if not step.told or step.state.counters == s.counters:
        return
    steps = [step]
    for _ in range(TURNS):
        lucky = clone(case.game, s)
        lucky.seed = case.probe.randbytes(16)
        try:
            steps.append(kernel.apply(case.game, lucky, given))
        except RulesError:
            break  # what is offered hangs on luck that is still to come: other checks say so
    _listen(case, plain(s), steps)


def _listen(case: Case, before: Any, steps: list[Step]) -> None:
    worlds = [plain(step.state) for step in steps]
    for player in range(case.players):
        for step, world in zip(steps, worlds, strict=True):
            _echoes(case, player, step, world)
        for alike in _alike(case, player, steps):
            if len(alike) > 1:
                some = [steps[number] for number in alike]
                _hints(case, player, before, some, [worlds[number] for number in alike])


def _echoes(case: Case, player: int, step: Step, world: Any) -> None:
    """No value that is heard always equals the same hidden place."""
    values = list(_values(step, player))
    if not values:
        return
    dealt = plain(redeal(case, step.state, player, case.probe.getrandbits(32)))
    for said, value, event in values:
        place = case.batch.echoes.note(said, value, event, world, dealt)
        if place is not None:
            what = f"{said[0]} tells player {player} by its {_words(said[2])}"
            case.fail("event tells", f"{what} what is hidden at {_words(place)}")


def _hints(case: Case, player: int, before: Any, steps: list[Step], worlds: list[Any]) -> None:
    """No event hangs on what luck has just hidden from whoever hears it."""
    said = [dict(_numbered(heard(step, player))) for step in steps]
    kinds = sorted({kind for one in said for kind in one})
    varied = [kind for kind in kinds if any(one.get(kind) != said[0].get(kind) for one in said)]
    if not varied:
        return
    dealt = plain(redeal(case, steps[0].state, player, case.probe.getrandbits(32)))
    for place in differences(worlds[0], dealt):
        for kind in varied:
            events = [one.get(kind) for one in said]
            if case.batch.hints.note(kind, events, worlds, place, before):
                what = f"{kind[0]} hangs on what is hidden from player {player} at {_words(place)}"
                case.fail("event tells", what)


def _alike(case: Case, player: int, steps: list[Step]) -> list[list[int]]:
    """The numbers of the steps, those together that look alike to a player afterwards."""
    groups: list[tuple[Any, list[int]]] = []
    for number, step in enumerate(steps):
        looks = case.game.view(step.state, player), kernel.waiting(step.state)
        for other, numbers in groups:
            if other == looks:
                numbers.append(number)
                break
        else:
            groups.append((looks, [number]))
    return [numbers for _, numbers in groups]


def _numbered(events: list[Any]) -> Iterator[tuple[tuple[str, int], Any]]:
    """Events with their kinds, each the first, the second … of its kind."""
    count: Counter[str] = Counter()
    for event in events:
        kind = type(event).__name__
        yield (kind, count[kind]), event
        count[kind] += 1


def _values(step: Step, player: int) -> Iterator[tuple[Heard, object, Any]]:
    """Every number and word that a player hears, with the event that it stands in."""
    for (kind, number), event in _numbered(heard(step, player)):
        fields = plain(event)
        for path, value in _leaves(fields):
            if path != ("type",):
                yield (kind, number, path), value, fields


def _leaves(thing: Any, path: Path = ()) -> Iterator[tuple[Path, object]]:
    if isinstance(thing, dict | list | tuple):
        for key, item in thing.items() if isinstance(thing, dict) else enumerate(thing):
            yield from _leaves(item, (*path, key))
    elif isinstance(thing, int | str) and not isinstance(thing, bool):
        yield path, thing


def _words(path: Place) -> str:
    return ".".join(map(str, path))
