"""Other worlds that a player cannot tell from the real one, and what is compared in them."""

import random
from typing import Any

from rules.engine import kernel
from rules.engine.codec import clone
from rules.engine.conformance.case import Case
from rules.engine.conformance.paths import differences
from rules.engine.kernel import Step


def redeal(case: Case, s: Any, player: int, number: int) -> Any:
    """Another world for a player, with the luck of this one; the same once all may be shown."""
    world = clone(case.game, s)
    if s.outcome is not None:
        return world
    rng = random.Random(number)
    case.heed("determinize", lambda: case.game.determinize(world, player, rng), rng)
    return world


def some_players(case: Case) -> list[int]:
    """Everybody at a small table, two at a larger one."""
    everybody = range(case.players)
    return list(everybody) if case.players < 3 else case.probe.sample(everybody, 2)


def first(a: Any, b: Any) -> str:
    """The first place where two pieces of plain data differ, in words."""
    for place in differences(a, b):
        return ".".join(map(str, place)) or "everything"
    return "nothing that can be named"


def heard(step: Step, viewer: int | None) -> list[Any]:
    """What a viewer is told by a step."""
    return [t.event for t in step.told if t.heard_by(viewer)]


def offers(case: Case, step: Step, player: int) -> list[Any]:
    """What a player's seats are offered after a step."""
    s = step.state
    return [list(kernel.offer(case.game, s, seat)) for seat in s.seats_of(player)]
