"""A game that lacks something is told so in a sentence that names it."""

from typing import Any, ClassVar

import msgspec
import pytest

from rules.engine import kernel
from rules.engine.complete import FACTS, GAME, TEXT, complete
from rules.engine.conformance import Breach, check
from rules.engine.contract import AnyGame, Game, Phase, Resolver, Text
from rules.engine.errors import Broken
from rules.engine.state import Question, State
from tests.rules.engine import toy
from tests.rules.engine.table import SEED
from tests.rules.engine.toy import React, Round, RoundPhase, Tug, TugState, TugText, TugVariant


def without(name: str) -> AnyGame:
    """Tug that lacks one fact or method."""
    kept = {key: value for key, value in vars(Tug).items() if key not in (name, "__dict__")}
    game: AnyGame = type("Tug", (Game,), kept)()
    return game


def speechless(name: str) -> AnyGame:
    """Tug whose words lack one method, or the topics."""
    kept = {key: value for key, value in vars(TugText).items() if key not in (name, "__dict__")}

    class Mute(Tug):
        text = type("MuteText", (Text,), kept)()

    return Mute()


@pytest.mark.parametrize("name", [*FACTS, *GAME])
def test_a_missing_fact_or_method_of_the_game_is_named(name: str) -> None:
    title = "Tug"
    with pytest.raises(Broken, match=rf"^{title}: \S+\.Tug lacks `{name}`.+\.$"):
        kernel.start(without(name), TugVariant(), 2, SEED)


@pytest.mark.parametrize("name", [*TEXT, "topics"])
def test_missing_words_are_named(name: str) -> None:
    with pytest.raises(Broken, match=rf"^Tug: \S+\.MuteText lacks `{name}`.+\.$"):
        complete(speechless(name))


def test_a_whole_game_lacks_nothing() -> None:
    complete(toy.GAME)


def test_the_suite_says_it_before_it_plays() -> None:
    with pytest.raises(Breach) as caught:
        check(without("counts"), 1, 1)
    assert caught.value.name == "incomplete"
    assert "lacks `counts`, the numbers of players" in caught.value.text


class Frameless(State, kw_only=True):
    """A state that forgot its frames."""

    variant: TugVariant


class FramelessTug(Tug):
    """Tug with nothing to do."""

    state: Any = Frameless


def test_a_state_without_frames_is_named() -> None:
    with pytest.raises(Broken, match=r"Frameless lacks `frames: list\[…\] = \[\]`"):
        complete(FramelessTug())


class Unreacting(Tug):
    """Tug that forgot what to do with an attack."""

    phases: ClassVar[Any] = {kind: phase for kind, phase in Tug.phases.items() if kind != React}


def test_a_frame_without_a_phase_is_named() -> None:
    with pytest.raises(Broken, match=r"Unreacting lacks a phase for React in `phases`"):
        complete(Unreacting())


class Bare(Phase[TugState, Round]):
    """A phase that only asks."""

    def bid(self, r: Resolver[TugState], f: Round) -> None:
        r.ask(0, "bid")


class BareTug(Tug):
    """Tug with a phase that forgot to say what may be answered."""

    phases: ClassVar[Any] = {**Tug.phases, Round: Bare()}


def test_a_phase_that_asks_and_cannot_go_on_is_named() -> None:
    game = BareTug()
    s = kernel.start(game, TugVariant(), 2, SEED).state
    with pytest.raises(Broken, match=r"\.Bare lacks `offer`"):
        kernel.offer(game, s, 0)
    with pytest.raises(Broken, match=r"\.Bare lacks `answer`"):
        kernel.take(game, s, 0, toy.Fold())


class Lost(RoundPhase):
    """A phase that goes to a step that nobody wrote."""

    def bid(self, r: Resolver[TugState], f: Round) -> None:
        f.step = "rest"


class LostTug(Tug):
    """Tug that loses its way."""

    phases: ClassVar[Any] = {**Tug.phases, Round: Lost()}


def test_a_step_that_was_not_written_is_named() -> None:
    with pytest.raises(AttributeError, match=r"\.Lost lacks the step `rest`"):
        kernel.start(LostTug(), TugVariant(), 2, SEED)


class Open(State, kw_only=True):
    """A state that has nowhere to keep hidden answers."""

    frames: list[Round] = []


def test_hidden_answers_need_a_place() -> None:
    s = Open(seats=[0, 1], seed=SEED, asked=[0, 0])
    assert "pending" not in msgspec.structs.asdict(s)
    with pytest.raises(Broken, match=r"\.Open lacks `pending: dict\[int, …\] = \{\}`"):
        Resolver[Any](toy.GAME, s, []).ask_hidden((0, 1), "bid")
    assert s.open == list[Question]()
