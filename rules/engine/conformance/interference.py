"""Nobody learns from a step what is hidden, unless it is declared to reveal."""

from typing import Any

from rules.engine import kernel
from rules.engine.conformance.case import Case
from rules.engine.conformance.paths import plain
from rules.engine.conformance.worlds import first, heard, offers, redeal, some_players
from rules.engine.errors import RulesError
from rules.engine.inputs import Answer, Elapsed, Input, Timeout
from rules.engine.kernel import Step

WORLDS = 4  # worlds that are tried for one in which an answer is legal too


def silent(case: Case, s: Any, given: Input, step: Step) -> None:
    """The same input in a re-dealt world tells those who did not act the same."""
    actor = _actor(s, given)
    for player in some_players(case):
        case.batch.tried += 1
        for _ in range(WORLDS):
            world = redeal(case, s, player, case.probe.getrandbits(32))
            other = _same_step(case, s, world, given)
            if other is not None:
                case.batch.compared += 1
                _tells(case, player, actor, step, other)
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


def _tells(case: Case, player: int, actor: int | None, real: Step, dealt: Step) -> None:
    _compare(case, None, player, real, dealt)
    if player != actor:
        _compare(case, player, player, real, dealt)
    elif not real.barrier:  # what can be taken back must not have shown the actor anything
        _undoable(case, player, real, dealt)


def _compare(case: Case, viewer: int | None, player: int, real: Step, dealt: Step) -> None:
    """Nothing differs to a viewer in two worlds that this player cannot tell apart."""
    events = heard(real, viewer)
    if any(event.reveal for event in events):
        return
    who = "the spectator" if viewer is None else f"player {viewer}"
    hidden = f"what is hidden from player {player}"
    now, then = kernel.waiting(real.state), kernel.waiting(dealt.state)
    if now != then:
        case.fail("waiting tells", f"seats {now} are waited for, by {hidden} {then}")
    if events != heard(dealt, viewer):
        case.fail("event tells", f"{who} hears {events}, by {hidden} {heard(dealt, viewer)}")
    for name in ("clocks", "outcome"):
        if getattr(real.state, name) != getattr(dealt.state, name):
            case.fail("waiting tells", f"the {name} depend on {hidden}")
    one, two = case.game.view(real.state, viewer), case.game.view(dealt.state, viewer)
    if one != two:
        place = first(plain(one), plain(two))
        case.fail("view tells", f"{who} sees at {place} {hidden}")
    if real.barrier != dealt.barrier:
        case.fail("timing tells", f"when this step is posted depends on {hidden}")
    if viewer is not None and offers(case, real, viewer) != offers(case, dealt, viewer):
        case.fail("offer tells", f"{who} is offered by {hidden}")


def _undoable(case: Case, player: int, real: Step, dealt: Step) -> None:
    if heard(real, player) != heard(dealt, player):
        case.fail("undo", f"player {player} can take back a step that told something hidden")
    one, two = case.game.view(real.state, player), case.game.view(dealt.state, player)
    if one != two:
        place = first(plain(one), plain(two))
        case.fail("undo", f"player {player} can take back a step that showed {place}")
    if offers(case, real, player) != offers(case, dealt, player):
        case.fail("undo", f"player {player} can take back a step that led to telling offers")
