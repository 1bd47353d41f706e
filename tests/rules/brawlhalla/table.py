"""A match laid out by hand."""

from collections.abc import Iterable
from typing import Any, TypeVar

import pytest

from rules.brawlhalla.content.arena import COLUMNS
from rules.brawlhalla.content.legends import CARDS, COPIES, LEGENDS, deck_of
from rules.brawlhalla.game import GAME
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.fighter import ARMED, Fighter
from rules.brawlhalla.state.frames import Match, Turn
from rules.brawlhalla.state.variant import KO_CARDS, BrawlhallaVariant
from rules.engine import kernel
from rules.engine.errors import Refused
from rules.engine.inputs import Answer
from rules.engine.piles import Pile
from rules.engine.state import Frame, Option, Question, Told

F = TypeVar("F", bound=Frame)
BODVAR, HATTORI, MORDEX, NIX, YUMIKO, GRISK = range(6)
DEFAULT = {2: "twin_ledges", 3: "three_steps", 4: "four_shields"}


def who(name: str) -> int:
    """A Legend by name."""
    return next(at for at, legend in enumerate(LEGENDS) if legend.name == name)


def named(name: str) -> int:
    """A card by name."""
    return next(at for at, card in enumerate(CARDS) if card.name == name)


def card(legend: int, value: int, copy: int = 0) -> int:
    """A card by Legend, value and number."""
    return deck_of(legend)[(value - 1) * COPIES + copy]


def plain(legend: int, value: int) -> int:
    """A card of a value whose effect has nothing to do with attacks."""
    return next(
        c for c in deck_of(legend)[(value - 1) * COPIES : value * COPIES] if CARDS[c].of == "move"
    )


def at(name: str) -> int:
    """A space by name: A1 is the ring's upper left corner."""
    return (int(name[1]) - 1) * COLUMNS + ord(name[0]) - 65


class Table:
    """Everybody stands where told, unarmed and unhurt; seat 0 has the turn and two actions."""

    def __init__(
        self,
        *legends: int,
        arena: str = "",
        spaces: str = "",
        seed: int = 1,
        actions: int = 2,
        **options: Any,
    ) -> None:
        """Hands are empty; decks hold all cards, low ones on top."""
        legends = legends or (BODVAR, HATTORI)
        players = len(legends)
        teams = options.get("format") == "2v2"
        options["arena"] = arena or ("rainbow" if teams else DEFAULT[players])
        variant = BrawlhallaVariant(**options)
        self.s: BrawlhallaState = kernel.start(GAME, variant, players, seed.to_bytes(16)).state
        s = self.s
        s.first, s.turns, s.last = 0, 1, [0, 3, 0] if teams else [0]
        starts = [at(name) for name in spaces.split()] or list(s.ground.drawing.starts)
        s.fighters = [
            Fighter(
                legend=legend,
                space=space,
                kos=KO_CARDS[variant.mode],
                deck=Pile.of(deck_of(legend)),
            )
            for legend, space in zip(legends, starts, strict=True)
        ]
        s.frames = [Match(step="ended"), Turn(seat=0, step="act", actions=actions)]
        s.asked = [1] + [0] * (players - 1)
        s.open, s.mode = [Question(0, 1, "act")], "turn"
        self.told: list[Told] = []

    # -- laying out

    def hand(self, seat: int, *cards: int) -> "Table":
        """Give a player exactly these cards; the others are in the deck."""
        fighter = self.s.fighters[seat]
        rest = [c for c in deck_of(fighter.legend) if c not in cards + tuple(fighter.discards)]
        fighter.hand = Pile(list(cards), [1 << seat] * len(cards))
        fighter.deck = Pile.of(rest)
        return self

    def discards(self, seat: int, *cards: int) -> "Table":
        """Put these cards into a player's discards."""
        fighter = self.s.fighters[seat]
        fighter.discards = list(cards)
        for c in cards:
            fighter.deck.take(c)
        return self

    def no_deck(self, seat: int) -> "Table":
        """All cards of the deck lie in the discards."""
        fighter = self.s.fighters[seat]
        fighter.discards += fighter.deck.cards
        fighter.deck = Pile()
        return self

    def put(self, seat: int, space: str) -> "Table":
        """Stand a Legend on a space."""
        self.s.fighters[seat].space = at(space)
        return self

    def arm(self, seat: int, side: int = 0, sword: int = ARMED) -> "Table":
        """Give a Legend one of the swords that lie around."""
        self.s.fighters[seat].sword = sword
        self.s.fighters[seat].side = side
        self.s.swords.pop()
        return self

    def damage(self, seat: int, level: int) -> "Table":
        """Hurt a Legend."""
        self.s.fighters[seat].damage = level
        return self

    def fighter(self, seat: int) -> Fighter:
        """A Legend as it stands now."""
        return self.s.fighters[seat]

    # -- playing

    def frame(self, kind: type[F]) -> F:
        """The work that is going on, which is of this kind."""
        frame = self.s.frames[-1]
        assert isinstance(frame, kind)
        return frame

    @property
    def actions(self) -> int:
        """How many actions the turn still has."""
        turn = self.s.turn()
        assert turn is not None
        return turn.actions

    @property
    def asked(self) -> tuple[int, str]:
        """Who is asked what."""
        (question,) = self.s.open
        return question.seat, question.kind

    def options(self) -> list[Option]:
        """What the one who is asked may answer."""
        return list(kernel.offer(GAME, self.s, self.s.open[0].seat))

    def do(self, *options: Option) -> list[Told]:
        """Answer one question after the other, whoever is asked."""
        self.told = []
        for option in options:
            question = self.s.open[0]
            given = Answer(question.seat, question.number, option)
            step = kernel.apply(GAME, self.s, given)
            self.s = step.state
            self.told += step.told
            assert GAME.problems(self.s) == []
        return self.told

    def refusal(self, option: Option) -> str:
        """The rule that a refusal names."""
        question = self.s.open[0]
        with pytest.raises(Refused) as refused:
            kernel.apply(GAME, self.s, Answer(question.seat, question.number, option))
        assert refused.value.sentence
        return refused.value.rule


def events(told: Iterable[Told], *kinds: type) -> list[Any]:
    """What was told of these kinds."""
    return [t.event for t in told if isinstance(t.event, kinds)]
