"""A player who chooses from what a panel offers: ways first, single answers where they are better."""

import random
from collections.abc import Sequence
from math import sqrt
from statistics import mean, stdev

import msgspec

from rules.engine import kernel
from rules.engine.contract import AnyGame
from rules.engine.state import Option, State
from rules.players.search import payoff

ROUNDS = (2, 4, 8)  # playouts of each plan that is left
KEPT = 4  # of so many plans one goes on to the next round
LEAST = 4  # plans that are compared in the last round
AHEAD = 8  # answers that are guessed after a plan
SURE = 24  # playouts in which step by step must prove better


class Plan(msgspec.Struct, frozen=True):
    """What is pressed, and the answers that it stands for."""

    option: Option
    answers: tuple[Option, ...]


def choose(game: AnyGame, s: State, seat: int, rng: random.Random) -> Plan:
    """What looks best in a few playouts of worlds that this player cannot tell apart."""
    plain, odd = _plans(game, s, seat, rng)
    if not plain or not odd:
        return _best(game, s, seat, rng, plain or odd)
    best, other = _best(game, s, seat, rng, plain), _best(game, s, seat, rng, odd)
    return other if _clearly_better(game, s, seat, rng, other, best) else best


def _plans(game: AnyGame, s: State, seat: int, rng: random.Random) -> tuple[list[Plan], list[Plan]]:
    """What stands in a panel at once, and the single answers that no way begins with."""
    options, ways = kernel.offer(game, s, seat), kernel.ways(game, s, seat)
    world = kernel.determinize(game, s, s.seats[seat], rng)
    likely = [o for o in game.priors(world, seat, options) if o in options] or options
    begun = {way.answers[0] for way in ways}
    covered = [o for o in options if ways and isinstance(o, game.covered)]
    once = {way.answers: way.option for way in reversed(ways)}  # what a panel names first
    plain = [Plan(way.option, way.answers) for way in ways if once[way.answers] is way.option]
    plain += [Plan(o, (o,)) for o in likely if o not in covered]
    odd = [Plan(o, (o,)) for o in likely if o in covered and o not in begun]
    if not plain and not odd:
        plain = [Plan(o, (o,)) for o in options]
    return plain, odd


def _best(game: AnyGame, s: State, seat: int, rng: random.Random, plans: Sequence[Plan]) -> Plan:
    """The plan that did best: each is tried, the better ones again."""
    if len(plans) == 1:
        return plans[0]
    did: dict[Plan, list[float]] = {plan: [] for plan in plans}
    left = list(plans)
    for tries in ROUNDS:
        for plan in left:
            did[plan] += [_tried(game, s, seat, rng, plan) for _ in range(tries)]
        left.sort(key=lambda plan: -sum(did[plan]) / len(did[plan]))
        left = left[: max(LEAST, len(left) // KEPT)]
    return left[0]


def _clearly_better(
    game: AnyGame, s: State, seat: int, rng: random.Random, one: Plan, other: Plan
) -> bool:
    """Whether a plan is worth more trouble than another: by more than chance explains."""
    gains = [
        _tried(game, s, seat, rng, one) - _tried(game, s, seat, rng, other) for _ in range(SURE)
    ]
    return mean(gains) > 2 * stdev(gains) / sqrt(SURE)


def _tried(game: AnyGame, s: State, seat: int, rng: random.Random, plan: Plan) -> float:
    """How good the position looks some answers after a plan, in one possible world."""
    player = s.seats[seat]
    world = kernel.determinize(game, s, player, rng)
    for option in plan.answers:
        if world.outcome is not None or option not in kernel.offer(game, world, seat):
            break
        kernel.take(game, world, seat, option)
    for _ in range(AHEAD):
        if world.outcome is not None:
            break
        asked = rng.choice(kernel.waiting(world))
        options = kernel.offer(game, world, asked)
        kernel.take(game, world, asked, game.guess(world, asked, options, rng.random()))
    return payoff(game, world, player)
