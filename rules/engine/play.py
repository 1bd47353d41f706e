"""A game being played: answers since the last barrier can be taken back, nothing before it."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec import structs

from rules.engine import kernel
from rules.engine.codec import clone
from rules.engine.contract import Game
from rules.engine.errors import NothingToUndo, RulesError
from rules.engine.inputs import (
    Answer,
    DeclineDraw,
    Input,
    OfferDraw,
    TakeBack,
    Timeout,
    Undo,
)
from rules.engine.state import Option, State, Told, Variant

S = TypeVar("S", bound=State)


class Play(Generic[S]):
    """A live game: the state at the last barrier, the inputs since, and where they led.

    Others see the barrier's state; whoever has answered since sees the live one.
    """

    def __init__(self, game: Game[S], barrier: S, since: Sequence[Input] = ()) -> None:
        """Go on from a barrier and the inputs that were taken after it."""
        self.game = game
        self.barrier = barrier
        self.since: list[Input] = []
        self.told: list[Told] = []  # since the barrier, not yet to be posted
        self._steps: list[tuple[S, list[Told]]] = []  # live state and told before each answer
        # Barriers since anything came to light, each with the player whose move passed it.
        self._past: list[tuple[int, S]] = []
        self.state = barrier
        self.passed = False  # whether the last input passed a barrier, or was told aside
        self.shown = False  # whether it brought something to light
        self.armed: set[str] = set()  # clocks started since this play was made
        for given in since:
            self.do(given)
            if self.passed:
                raise RulesError("The inputs since a barrier pass another one.")
        self.armed.clear()

    @classmethod
    def start(
        cls, game: Game[S], variant: Variant, players: int, seed: bytes
    ) -> tuple["Play[S]", list[Told]]:
        """Begin a game; with what is told at once."""
        step = kernel.start(game, variant, players, seed)
        return cls(game, step.state), step.told

    def do(self, given: Input) -> list[Told]:
        """Take one input; returns what is now told for good, if anything is."""
        if isinstance(given, Undo):
            self._undo(given)
            return []
        if isinstance(given, TakeBack):
            return self._take_back(given.player)
        if self._steps and isinstance(given, OfferDraw | DeclineDraw):
            aside = kernel.apply(self.game, self.barrier, given)
            if aside.state.outcome is None:
                return self._aside(aside)
        step = kernel.apply(self.game, self.state, given)
        self.armed.update(step.armed)
        told = [*self.told, *step.told]
        self.shown = step.shown
        if step.barrier:
            self._remember(given, step, told)
            self._settle(step.state)
            self.passed = True
            return told
        self._steps.append((self.state, self.told))
        self.since.append(given)
        self.state, self.told = step.state, told
        self.passed = False
        return []

    def _settle(self, state: S) -> None:
        self.barrier = self.state = state
        self.since, self.told, self._steps = [], [], []

    def _remember(self, given: Input, step: kernel.Step, told: Sequence[Told]) -> None:
        """Keep what a move led away from, as long as nobody has learned anything by it.

        Luck, a secret that came to light, something told to one alone, a clock: nobody goes back
        past these, whoever agrees.
        """
        if isinstance(given, OfferDraw | DeclineDraw):
            return
        timed = self.barrier.clocks or step.state.clocks
        learned = step.shown or timed or any(one.to is not None for one in told)
        if learned or not isinstance(given, Answer):
            self._past = []
        else:
            self._past.append((self.barrier.seats[given.seat], self.barrier))

    def can_take_back(self, player: int) -> bool:
        """Whether a player's last move can be taken back, if all agree.

        A play knows only what it has taken itself: one that was loaded has to be played again.
        """
        return self.state.outcome is None and any(by == player for by, _ in self._past)

    def _take_back(self, player: int) -> list[Told]:
        if not self.can_take_back(player):
            raise NothingToUndo(
                "There is no move of yours to take back: what has come to light since stays so."
            )
        at = max(n for n, (by, _) in enumerate(self._past) if by == player)
        numbers, answers = self.state.asked, self.state.answers
        state = clone(self.game, self._past[at][1])
        state.asked = [max(pair) for pair in zip(state.asked, numbers, strict=True)]
        for question in state.open:  # every panel of before must become stale
            question.number = state.asked[question.seat] = state.asked[question.seat] + 1
        state.draws, state.answers = [], answers
        self._past = self._past[:at]
        self._settle(state)
        self.passed = self.shown = True
        return [Told(kernel.Retracted(player), None)]

    def _aside(self, step: kernel.Step) -> list[Told]:
        """Talk of a draw is told at once, but nobody can break into an unfinished turn by it.

        The answers since the barrier stay unseen, and whoever gave them can take them back.
        """
        redone = Play(self.game, step.state, self.since)
        self.barrier, self.state, self.since = redone.barrier, redone.state, redone.since
        self.told, self._steps = redone.told, redone._steps
        self.passed = True
        return step.told

    def _undo(self, given: Undo) -> None:
        self.passed = False
        if not self._steps or not self.can_undo(given.player):
            raise NothingToUndo("You have no answer to take back: what was shown stays.")
        numbers = self.state.asked
        before, self.told = self._steps.pop()
        self.state = clone(self.game, before)
        for question in self.state.open:  # the panel that was undone must become stale
            question.number = numbers[question.seat] + 1
            self.state.asked[question.seat] = question.number
        self.since.append(given)
        self._fold(before)

    def _fold(self, before: S) -> None:
        """Drop an answer that was taken back and its undo, so that they never pile up.

        All that is left of them is that later questions have higher numbers: so do those of the
        barrier then, and the answers since.
        """
        more = [now - was for now, was in zip(self.state.asked, before.asked, strict=True)]
        barrier = clone(self.game, self.barrier)
        barrier.asked = [was + by for was, by in zip(barrier.asked, more, strict=True)]
        for question in barrier.open:
            question.number += more[question.seat]
        kept = [
            structs.replace(one, number=one.number + more[one.seat])
            if isinstance(one, Answer | Timeout)
            else one
            for one in self.since[:-2]
        ]
        folded = Play(self.game, barrier, kept)
        if folded.state == self.state:
            self.barrier, self.since, self._steps = folded.barrier, folded.since, folded._steps
            self.told = folded.told

    @property
    def steps(self) -> int:
        """How many answers could be taken back."""
        return len(self._steps)

    def can_undo(self, player: int) -> bool:
        """Whether a player has an answer to take back."""
        if not self._steps:
            return False
        seats = {q.seat for q in self._steps[-1][0].open}
        return any(self.state.seats[seat] == player for seat in seats)

    def seen_by(self, player: int | None) -> S:
        """The state whose view this player may see: live for whoever is acting, else the barrier's."""
        if player is not None and self.can_undo(player):
            return self.state
        return self.barrier

    def answer_all(self, seat: int, number: int, options: Sequence[Option]) -> "Answered[S]":
        """Answer a seat's next questions, all or nothing up to the first barrier.

        Where answers are taken as they come each is a barrier to others; but whoever gives several
        goes on as long as nothing comes to light that might change their mind.
        """
        trial = self.copy()
        inputs: list[Input] = []
        told: list[Told] = []
        for option in options:
            given = Answer(seat, number, option)
            told += trial.do(given)
            inputs.append(given)
            question = trial.state.question(seat)
            on = question is not None and trial.state.mode == "each" and not trial.shown
            if trial.passed and not on:
                return Answered(trial, inputs, told, list(options[len(inputs) :]))
            number = question.number if question else number + 1
        return Answered(trial, inputs, told, [])

    def copy(self) -> "Play[S]":
        """Another play at the same point; states are never changed in place, so they are shared."""
        other = Play(self.game, self.barrier)
        other.since, other.told = list(self.since), list(self.told)
        other._steps, other.state = list(self._steps), self.state
        other.passed, other.armed = self.passed, set(self.armed)
        other._past = list(self._past)
        return other


class Answered(Generic[S]):
    """What several answers at once led to: the play, the inputs taken, what is told, the options dropped."""

    def __init__(
        self, play: Play[S], inputs: list[Input], told: list[Told], dropped: list[Option]
    ) -> None:
        """`dropped` are the options after the first barrier."""
        self.play, self.inputs, self.told, self.dropped = play, inputs, told, dropped


def replay(
    game: Game[S], variant: Variant, players: int, seed: bytes, log: Sequence[Input]
) -> Play[S]:
    """The game that a log tells of."""
    play, _ = Play.start(game, variant, players, seed)
    for given in log:
        play.do(given)
    return play
