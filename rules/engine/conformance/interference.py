"""Nobody learns from a step what is hidden, unless it is shown to them for good."""

from itertools import zip_longest
from typing import Any

from rules.engine import kernel
from rules.engine.conformance import overheard
from rules.engine.conformance.case import Case
from rules.engine.conformance.paths import plain
from rules.engine.conformance.worlds import first, heard, offers, redeal, some_players
from rules.engine.errors import RulesError
from rules.engine.inputs import Answer, Elapsed, Input, Timeout
from rules.engine.kernel import Step
from rules.engine.state import Told

WORLDS = 4  # worlds that are tried for one in which an answer is legal too, and shows the same


def silent(case: Case, s: Any, given: Input, step: Step) -> None:
    """The same input in a re-dealt world tells everybody the same, save what it shows for good."""
    actor = _actor(s, given)
    for player in some_players(case):
        case.batch.tried += 1
        for _ in range(WORLDS):
            world = redeal(case, s, player, case.probe.getrandbits(32))
            other = _same_step(case, s, world, given)
            if other is not None:
                case.batch.compared += 1
                public = _alike(case, None, player, actor, step, other)
                alike = _alike(case, player, player, actor, step, other)
                if alike and heard(step, player) != heard(other, player):
                    overheard.listen(case, player, [s, world], [step, other])
                if public and alike:
                    break


def _actor(s: Any, given: Input) -> int | None:
    match given:
        case Answer(seat=seat) | Timeout(seat=seat):
            return int(s.seats[seat])
        case Elapsed():
            return None
        case _:
            return given.player


def _same_step(case: Case, s: Any, world: Any, given: Input) -> Step | None:
    game = case.game
    if isinstance(given, Answer) and given.option not in kernel.offer(game, world, given.seat):
        return None
    if isinstance(given, Timeout):
        seat = given.seat
        if kernel.default(game, s, seat) != kernel.default(game, world, seat):
            return None
    try:
        return kernel.apply(game, world, given)
    except RulesError as error:
        case.fail("waiting tells", f"{given} is refused in a re-dealt world: {error}")


def _alike(
    case: Case, viewer: int | None, player: int, actor: int | None, real: Step, dealt: Step
) -> bool:
    """Whether two worlds that a player cannot tell apart still look alike to a viewer.

    A viewer who did not act sees and hears the same, save what was told in order to show it: in
    public by an event that reveals, or in private. Only what was revealed in public and is over
    and gone, like the order of two cards that now lie open, may be heard and not shown.
    """
    acted = viewer is not None and viewer == actor
    if acted and not real.barrier:
        _undoable(case, player, real, dealt)
    different = _different(case, viewer, player, real, dealt)
    now, then = _heard(real, viewer), _heard(dealt, viewer)
    if different is None and not _gone(now, then):
        case.fail("event tells", f"{_who(viewer)} hears {_difference(now, then, player)}")
    if different is not None and not acted and not _shown(now, then):
        _unless_over(case, real, *different)
    return different is None


def _unless_over(case: Case, real: Step, name: str, words: str) -> None:
    """The end may show everything, and nothing else may."""
    if real.state.outcome is None or name != "view tells":
        case.fail(name, words)


def _heard(step: Step, viewer: int | None) -> list[Told]:
    return [told for told in step.told if told.heard_by(viewer)]


def _shown(now: list[Told], then: list[Told]) -> bool:
    """Whether something was told to show what differs before anything else was heard of it."""
    for pair in zip_longest(now, then):
        if any(told and (told.event.reveal or told.to is not None) for told in pair):
            return True
        if pair[0] != pair[1]:
            return False
    return False


def _gone(now: list[Told], then: list[Told]) -> bool:
    """Whether what is heard differs in nothing, or first in what was revealed to everybody."""
    pair = next((pair for pair in zip_longest(now, then) if pair[0] != pair[1]), None)
    return pair is None or any(one and one.event.reveal and one.to is None for one in pair)


def _difference(now: list[Told], then: list[Told], player: int) -> str:
    one, two = next(pair for pair in zip_longest(now, then) if pair[0] != pair[1])
    return (
        f"{one.event if one else 'nothing'}, by what is hidden from player {player} and is not "
        f"shown afterwards {two.event if two else 'nothing'}"
    )


def _who(viewer: int | None) -> str:
    return "the spectator" if viewer is None else f"player {viewer}"


def _different(
    case: Case, viewer: int | None, player: int, real: Step, dealt: Step
) -> tuple[str, str] | None:
    """What a viewer can see of two worlds that differ: the check's name and the words."""
    hidden = f"what is hidden from player {player}"
    now, then = kernel.waiting(real.state), kernel.waiting(dealt.state)
    if now != then:
        return "waiting tells", f"seats {now} are waited for, by {hidden} {then}"
    for name in ("clocks", "outcome"):
        if getattr(real.state, name) != getattr(dealt.state, name):
            return "waiting tells", f"the {name} depend on {hidden}"
    one, two = case.game.view(real.state, viewer), case.game.view(dealt.state, viewer)
    if one != two:
        return "view tells", f"{_who(viewer)} sees at {first(plain(one), plain(two))} {hidden}"
    if real.barrier != dealt.barrier:
        return "timing tells", f"when this step is posted depends on {hidden}"
    if viewer is not None and offers(case, real, viewer) != offers(case, dealt, viewer):
        return "offer tells", f"{_who(viewer)} is offered by {hidden}"
    return None


def _undoable(case: Case, player: int, real: Step, dealt: Step) -> None:
    """What a player can take back has not shown them anything."""
    if heard(real, player) != heard(dealt, player):
        case.fail("undo", f"player {player} can take back a step that told something hidden")
    one, two = case.game.view(real.state, player), case.game.view(dealt.state, player)
    if one != two:
        place = first(plain(one), plain(two))
        case.fail("undo", f"player {player} can take back a step that showed {place}")
    if offers(case, real, player) != offers(case, dealt, player):
        case.fail("undo", f"player {player} can take back a step that led to telling offers")
