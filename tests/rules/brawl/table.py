"""A table that a test can lay out and play at."""

from collections.abc import Sequence

import msgspec
import pytest

from rules.brawl.game import GAME
from rules.brawl.state import Base, BrawlState, BrawlVariant, Flip, FromDiscard, PlayCard, Ready
from rules.engine import codec, kernel
from rules.engine.errors import Refused
from rules.engine.inputs import Answer, Elapsed, Input, Timeout
from rules.engine.state import Event, Option

R, G, B = 0, 1, 2  # Hits
R2, G2, B2 = 3, 4, 5
RB, GB, BB = 6, 7, 8


class Bout:
    """A game in the making: every act goes through the kernel."""

    def __init__(
        self,
        pace: str = "training",
        decks: tuple[str, ...] = ("hale", "chris"),
        seed: int = 1,
        ready: bool = True,
        **options: object,
    ) -> None:
        """Begin, and say ready for both where decks are settled."""
        variant = msgspec.convert({"pace": pace, "decks": decks, **options}, BrawlVariant)
        step = kernel.start(GAME, variant, 2, seed.to_bytes(16))
        self.s: BrawlState = step.state
        self.told: list[Event] = [told.event for told in step.told]
        if ready and all(decks) and decks:
            self.do(0, Ready())
            self.do(1, Ready())

    # -- acting

    def do(self, seat: int, *options: Option) -> None:
        """Answer the seat's open question, and the next."""
        for option in options:
            self._apply(Answer(seat, self.number(seat), option))

    def give_answer(self, seat: int, number: int, option: Option) -> None:
        """Answer a question by its number, also one that is open no more."""
        self._apply(Answer(seat, number, option))

    def number(self, seat: int) -> int:
        """The number of the question that is open to a seat."""
        question = self.s.question(seat)
        assert question is not None, f"seat {seat} is not asked"
        return question.number

    def late(self, seat: int) -> None:
        """The seat's time is up."""
        self._apply(Timeout(seat, self.number(seat)))

    def elapse(self, clock: str) -> None:
        """A clock runs out."""
        self._apply(Elapsed(clock))

    def _apply(self, given: Input) -> None:
        step = kernel.apply(GAME, self.s, given)
        self.s, self.told, self.armed = step.state, [t.event for t in step.told], step.armed
        assert not any("name" in problem for problem in GAME.problems(self.s))

    def refused(self, seat: int, option: Option, number: int | None = None) -> str:
        """The rule by which an act is refused."""
        before = codec.clone(GAME, self.s)
        with pytest.raises(Refused) as refused:
            kernel.apply(GAME, self.s, Answer(seat, number or self.number(seat), option))
        assert refused.value.sentence.endswith(".") and self.s == before
        return refused.value.rule

    def offers(self, seat: int) -> Sequence[Option]:
        """What a seat may do."""
        return kernel.offer(GAME, self.s, seat)

    def places(
        self, seat: int, kind: type[PlayCard | FromDiscard] = PlayCard
    ) -> list[tuple[int, int]]:
        """Where a seat may lay the held card, or the discarded one."""
        return [(o.base, o.spot) for o in self.offers(seat) if isinstance(o, kind)]

    @property
    def turn(self) -> int:
        """The seat that is asked."""
        (question,) = self.s.open
        return question.seat

    # -- laying out

    def lay(self, *bases: Base) -> "Bout":
        """Put these Bases in the row."""
        self.s.row = list(bases)
        self.s.bases = max(base.id for base in bases) + 1
        return self

    def give(
        self,
        seat: int,
        deck: Sequence[int] | None = None,
        held: int | None = None,
        discard: Sequence[int] | None = None,
    ) -> "Bout":
        """Give a seat cards; the top is the last."""
        fighter = self.s.fighters[seat]
        if deck is not None:
            fighter.deck = list(deck)
        if held is not None:
            fighter.held = held
        if discard is not None:
            fighter.discard = list(discard)
        return self

    def hold(self, card: int, seat: int | None = None) -> "Bout":
        """Let a card be the next of the seat's deck, and turn it over."""
        seat = self.turn if seat is None else seat
        self.s.fighters[seat].deck.append(card)
        self.do(seat, Flip())
        return self

    def play(self, seat: int, base: int, spot: int) -> None:
        """Lay the held card at a place."""
        self.do(seat, PlayCard(self.s.fighters[seat].held, base, spot))

    def replay(self, seat: int, base: int, spot: int) -> None:
        """Lay the top of the discard pile at a place."""
        self.do(seat, FromDiscard(self.s.fighters[seat].discard[-1], base, spot))

    def base(self, name: int) -> Base:
        """A Base in play."""
        return next(base for base in self.s.row if base.id == name)


def base(
    name: int,
    owner: int = 0,
    mine: Sequence[int] = (),
    theirs: Sequence[int] = (),
    middle: Sequence[int] = (),
    frozen: bool = False,
) -> Base:
    """A Base: seat 0's side, seat 1's side, and its middle, from the bottom up."""
    return Base(name, owner, [list(mine), list(theirs)], list(middle), frozen)
