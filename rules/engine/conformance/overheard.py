"""What a player hears is not what a re-deal still hides from that player.

A secret that luck decides in the very step that tells it has no re-dealt world to compare with.
So the step is taken with other luck as well, and what is heard is followed through the batch.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from rules.engine import kernel
from rules.engine.codec import clone
from rules.engine.conformance.case import Case
from rules.engine.conformance.echoes import Heard, Place
from rules.engine.conformance.hints import Kind
from rules.engine.conformance.paths import Path, at, differences, plain
from rules.engine.conformance.worlds import heard, redeal
from rules.engine.errors import RulesError
from rules.engine.inputs import Input
from rules.engine.kernel import Step
from rules.engine.state import Told

Events = dict[Kind, Any]
STARTS = 10  # other starts, from other seeds, beside the real one
TURNS = 4  # other turns of luck for one step


class Heeded(NamedTuple):
    """An outcome of a step, and what somebody hears of it."""

    before: Any  # as plain data, as after
    state: Any
    after: Any
    events: Events


def at_start(case: Case, s: Any, told: list[Told]) -> None:
    """Listen to a start, and to the starts from other seeds."""
    if told:
        seeds = [case.probe.randbytes(16) for _ in range(STARTS)]
        others = [kernel.start(case.game, case.variant, case.players, seed) for seed in seeds]
        _all_listen(case, None, [Step(s, told, True), *others])


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
    _all_listen(case, s, steps)


def _all_listen(case: Case, before: Any, steps: list[Step]) -> None:
    for player in range(case.players):
        listen(case, player, [before] * len(steps), steps)


def listen(case: Case, player: int, before: list[Any], steps: list[Step]) -> None:
    """Follow what a player hears of some steps, each with the state that it led from."""
    outcomes = [
        Heeded(plain(old), step.state, plain(step.state), dict(_numbered(heard(step, player))))
        for old, step in zip(before, steps, strict=True)
    ]
    for one in outcomes:
        _echoes(case, player, one)
    for alike in _alike(case, player, outcomes):
        _hints(case, player, alike)


def _echoes(case: Case, player: int, one: Heeded) -> None:
    """No value that is heard always equals the same hidden place."""
    if not one.events:
        return
    dealt = plain(redeal(case, one.state, player, case.probe.getrandbits(32)))
    for said, value, event in _values(one.events):
        place = case.batch.echoes.note(said, value, event, one.after, dealt)
        if place is not None:
            what = f"{said[0]} tells player {player} by its {_words(said[3])}"
            case.fail("event tells", f"{what} what is hidden at {_words(place)}")


def _hints(case: Case, player: int, alike: list[Heeded]) -> None:
    """No event hangs on what was just hidden from whoever hears it."""
    kinds = sorted({kind for one in alike for kind in one.events})
    first = alike[0].events
    varied = [k for k in kinds if any(one.events.get(k) != first.get(k) for one in alike)]
    if not varied:
        return
    dealt = plain(redeal(case, alike[0].state, player, case.probe.getrandbits(32)))
    for place in differences(alike[0].after, dealt):
        anew = [one for one in alike if at(one.after, place) != at(one.before, place)]
        for kind in varied:
            found = [(at(one.after, place), one.events.get(kind)) for one in anew]
            if case.batch.hints.note(kind, place, found):
                what = f"{kind[0]} hangs on what is hidden from player {player} at {_words(place)}"
                case.fail("event tells", what)


def _alike(case: Case, player: int, outcomes: list[Heeded]) -> list[list[Heeded]]:
    """Outcomes in groups that look alike to a player."""
    groups: list[tuple[Any, list[Heeded]]] = []
    for one in outcomes:
        looks = case.game.view(one.state, player), kernel.waiting(one.state)
        for other, alike in groups:
            if other == looks:
                alike.append(one)
                break
        else:
            groups.append((looks, [one]))
    return [alike for _, alike in groups]


def _numbered(events: list[Any]) -> Iterator[tuple[Kind, Any]]:
    """Events with their kinds, each the first, the second … of its kind."""
    count: Counter[str] = Counter()
    for event in events:
        kind = type(event).__name__
        yield (kind, count[kind]), event
        count[kind] += 1


def _values(events: Events) -> Iterator[tuple[Heard, object, Any]]:
    """Every number and word in some events, with the event that it stands in."""
    for (kind, number), event in events.items():
        fields = plain(event)
        for path, value in _leaves(fields):
            if path != ("type",):
                words = [x for name, x in fields.items() if isinstance(x, str) and name != path[0]]
                yield (kind, number, tuple(words), path), value, fields


def _leaves(thing: Any, path: Path = ()) -> Iterator[tuple[Path, object]]:
    if isinstance(thing, dict | list | tuple):
        for key, item in thing.items() if isinstance(thing, dict) else enumerate(thing):
            yield from _leaves(item, (*path, key))
    elif isinstance(thing, int | str) and not isinstance(thing, bool):
        yield path, thing


def _words(path: Place) -> str:
    return ".".join(map(str, path))
