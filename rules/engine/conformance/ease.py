"""Shortcuts lead where they say, and what the referee answers by itself tells nobody anything."""

from typing import Any

from rules.engine import kernel
from rules.engine.codec import clone, option_key
from rules.engine.conformance.case import Case
from rules.engine.conformance.position import KEY
from rules.engine.conformance.words import Views
from rules.engine.conformance.worlds import redeal, some_players
from rules.engine.errors import RulesError
from rules.engine.inputs import Answer
from rules.engine.state import Way

TRIED = 3  # ways that are gone at a step


def eased(case: Case, s: Any, seen: Views) -> None:
    """What is offered in one go can be answered one by one; what is forced is what is offered."""
    for question in s.open:
        ways = list(kernel.ways(case.game, s, question.seat))
        _named(case, question.seat, ways, seen[s.seats[question.seat]])
        for way in case.probe.sample(ways, min(TRIED, len(ways))):
            _gone(case, s, question.seat, way)
    given = kernel.forced(case.game, s)
    if given is not None and list(kernel.offer(case.game, s, given.seat)) != [given.option]:
        case.fail("forced", f"seat {given.seat} has more to choose from than {given.option}")
    for question in s.open:
        _ordered(case, s, question.seat, seen[s.seats[question.seat]])


def _named(case: Case, seat: int, ways: list[Way], view: Any) -> None:
    labels = [case.game.text.label(view, way.option) for way in ways]
    if len(set(labels)) < len(labels) or not all(labels):
        case.fail("way", f"seat {seat} cannot tell its ways apart by their labels")
    keys = [option_key(way.option) for way in ways]
    if len(set(keys)) < len(keys):
        case.fail("way", f"seat {seat} has two ways to the same end")
    if keys and max(map(len, keys)) > KEY:
        case.fail("way", f"the key {max(keys, key=len)!r} is longer than {KEY} characters")
    for way in ways:
        if not isinstance(way.option, case.game.shortcuts) or not way.answers:
            case.fail("way", f"{way.option} is not among the game's declared shortcuts")


def _ordered(case: Case, s: Any, seat: int, view: Any) -> None:
    """Whatever may be answered once and for all can be answered, and always means the same."""
    standing = kernel.standing(case.game, s, seat)
    if standing is None:
        return
    if not standing.answers:
        case.fail("standing", f"seat {seat} has nothing to answer {standing.key!r} by")
    for option in standing.answers:
        order = option_key(option)
        if not kernel.ordered(case.game, s, seat, order):
            case.fail("standing", f"seat {seat} cannot answer {standing.key!r} by {option}")
        if isinstance(option, case.game.shortcuts):
            continue  # such a verb stands for what is best, or first, each time
        label = case.game.text.label(view, option)
        if case.orders.setdefault((seat, standing.key, order), label) != label:
            case.fail("standing", f"{option} means another thing whenever {standing.key!r} is put")


def _gone(case: Case, s: Any, seat: int, way: Way) -> None:
    state = clone(case.game, s)
    for number, option in enumerate(way.answers):
        question = state.question(seat)
        if question is None:
            case.fail("way", f"{way.option}: seat {seat} is asked no more before {option}")
        try:
            step = kernel.apply(case.game, state, Answer(seat, question.number, option))
        except RulesError as error:
            case.fail("way", f"{way.option}: {option} is refused, {error}")
        state = step.state
        stopped = step.shown if state.mode == "each" else step.barrier
        if stopped and number < len(way.answers) - 1:
            case.fail("way", f"{way.option}: something is shown before {way.answers[-1]}")


def kept(case: Case, s: Any) -> None:
    """A re-dealt world has the same ways for its player; it forces and allows the same for all."""
    for player in some_players(case):
        world = redeal(case, s, player, case.probe.getrandbits(32))
        for seat in s.seats_of(player):
            if list(kernel.ways(case.game, world, seat)) != list(kernel.ways(case.game, s, seat)):
                case.fail("way", f"player {player}'s re-deal changes seat {seat}'s ways")
        for question in s.open:
            at = question.seat
            if kernel.standing(case.game, world, at) != kernel.standing(case.game, s, at):
                case.fail("standing", f"player {player} cannot know what seat {at} is asked")
        if kernel.forced(case.game, world) != kernel.forced(case.game, s):
            case.fail("forced", f"player {player} learns from what the referee answers by itself")
