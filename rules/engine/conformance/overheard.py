"""What a player hears is not what a re-deal still hides from that player.

A secret that luck decides in the very step that tells it has no re-dealt world to compare with.
So the step is taken with other luck as well, and what is heard is followed through the batch.
"""

from collections.abc import Iterator
from typing import Any

from rules.engine import kernel
from rules.engine.codec import clone
from rules.engine.conformance.case import Case
from rules.engine.conformance.echoes import Heard, Place
from rules.engine.conformance.paths import Path, plain
from rules.engine.conformance.worlds import redeal
from rules.engine.errors import RulesError
from rules.engine.inputs import Input
from rules.engine.kernel import Step
from rules.engine.state import Told

STARTS = 6  # other starts, from other seeds, beside the real one
TURNS = 3  # other turns of luck for one step


def at_start(case: Case, s: Any, told: list[Told]) -> None:
    """Listen to a start, and to the starts from other seeds."""
    if told:
        _listen(case, s, told)
        for _ in range(STARTS):
            seed = case.probe.randbytes(16)
            other = kernel.start(case.game, case.variant, case.players, seed)
            _listen(case, other.state, other.told)


def at_step(case: Case, s: Any, given: Input, step: Step) -> None:
    """Listen to a step in which luck was drawn, and to the same step with other luck."""
    if not step.told or step.state.counters == s.counters:
        return
    _listen(case, step.state, step.told)
    for _ in range(TURNS):
        lucky = clone(case.game, s)
        lucky.seed = case.probe.randbytes(16)
        try:
            other = kernel.apply(case.game, lucky, given)
        except RulesError:
            return  # what is offered hangs on luck that is still to come: other checks say so
        _listen(case, other.state, other.told)


def _listen(case: Case, s: Any, told: list[Told]) -> None:
    for player in range(case.players):
        values = list(_values(told, player))
        if not values:
            continue
        real, dealt = plain(s), plain(redeal(case, s, player, case.probe.getrandbits(32)))
        for heard, value, event in values:
            place = case.batch.echoes.note(heard, value, event, real, dealt)
            if place is not None:
                what = f"{heard[0]} tells player {player} by its {_words(heard[2])}"
                case.fail("event tells", f"{what} what is hidden at {_words(place)}")


def _values(told: list[Told], player: int) -> Iterator[tuple[Heard, object, Any]]:
    """Every number and word that a player hears, with the event that it stands in."""
    count: dict[str, int] = {}
    for one in told:
        if one.heard_by(player):
            name, event = type(one.event).__name__, plain(one.event)
            number = count[name] = count.get(name, -1) + 1
            for path, value in _leaves(event):
                if path != ("type",):
                    yield (name, number, path), value, event


def _leaves(thing: Any, path: Path = ()) -> Iterator[tuple[Path, object]]:
    if isinstance(thing, dict | list | tuple):
        for key, item in thing.items() if isinstance(thing, dict) else enumerate(thing):
            yield from _leaves(item, (*path, key))
    elif isinstance(thing, int | str) and not isinstance(thing, bool):
        yield path, thing


def _words(path: Place) -> str:
    return ".".join(map(str, path))
