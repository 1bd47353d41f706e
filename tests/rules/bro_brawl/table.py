"""A table to lay a situation on."""

from collections.abc import Iterable

import msgspec

from rules.bro_brawl.content.cards import (
    GRUNTS,
    MISHAP,
    MISHAPS,
    MONSTERS,
    SPECIAL,
    SPECIALS,
    upgrades_of,
)
from rules.bro_brawl.game import GAME
from rules.bro_brawl.state import Bro, BroBrawlState, BroVariant, Foe, Suffered
from rules.engine import kernel
from rules.engine.inputs import Answer
from rules.engine.piles import Pile
from rules.engine.state import Option, Told

SCAMP, TROOPER, BRUTE = 0, 5, 17  # a monster of each level
ARMOR, GUN2, GUN3, PACK2, PACK3 = 24, 25, 27, 29, 31


def special(name: str) -> int:
    """The card of a special."""
    return next(card for card, data in SPECIAL.items() if data.name == name)


def mishap(name: str) -> int:
    """The card of a mishap."""
    return next(card for card, data in MISHAP.items() if data.name == name)


def grunt(kind: str, points: int = 0, nth: int = 0) -> int:
    """A grunt card of a kind."""
    fitting = [i for i, g in enumerate(GRUNTS) if g.kind == kind and g.points == points]
    return fitting[nth]


class Table:
    """A fight at seat 0's action, everything laid out by hand."""

    def __init__(
        self, players: int = 4, *, seed: int = 1, start: bool = True, **options: object
    ) -> None:
        """Start a wave with seat 0 first."""
        self.variant = msgspec.convert(options, BroVariant)
        for n in range(seed * 1000, seed * 1000 + 1000):
            step = kernel.start(GAME, self.variant, players, n.to_bytes(16))
            if step.state.first == 0:
                break
        self.s: BroBrawlState = step.state
        self.told: list[Told] = step.told
        if start:
            self.clear()

    def clear(self) -> None:
        """Nothing in the Battle Zone, nobody hurt; the deck holds everything else."""
        s = self.s
        mishaps = [c for c in MISHAPS if c in [*s.battle.cards, *s.box, *self._mishaps()]]
        s.bros = [Bro() for _ in s.bros]
        s.zone, s.shop, s.discards, s.grunt_discards = [], [], [], []
        s.battle = Pile.of([*MONSTERS, *upgrades_of(s.wave), *SPECIALS[:2], *mishaps[:6]])
        s.box = sorted([*SPECIALS[2:], *mishaps[6:]])
        s.grunts = Pile.of(range(len(GRUNTS)))
        self.next_grunts(grunt("damage", 1))

    def _mishaps(self) -> list[int]:
        return [m.card for bro in self.s.bros for m in bro.mishaps]

    # -- laying out

    def _find(self, card: int) -> None:
        s = self.s
        if card in s.battle.cards:
            s.battle.take(card)
        elif card in s.box:
            s.box.remove(card)

    def foes(self, *cards: int) -> list[Foe]:
        """Put foes into the Battle Zone."""
        for card in cards:
            self._find(card)
            self.s.zone.append(Foe(card))
        return self.s.zone

    def shop(self, *cards: int) -> None:
        """Put upgrades into the Battle Zone."""
        for card in cards:
            self._find(card)
            self.s.shop.append(card)

    def kills(self, seat: int, *cards: int) -> None:
        """Give a bro kills."""
        for card in cards:
            self._find(card)
            self.s.bros[seat].kills.append(card)

    def gear(self, seat: int, *cards: int) -> None:
        """Give a bro upgrades."""
        for card in cards:
            self._find(card)
            self.s.bros[seat].gear.append(card)

    def suffer(self, seat: int, *cards: int) -> None:
        """Put mishaps beside a bro."""
        for card in cards:
            self._find(card)
            self.s.bros[seat].mishaps.append(Suffered(card))

    def next_cards(self, *cards: int) -> None:
        """Put cards on top of the Battle deck."""
        for card in reversed(cards):
            self._find(card)
            self.s.battle.put_top(card)

    def next_grunts(self, *cards: int) -> None:
        """Put grunts on top of the Grunt deck."""
        for card in reversed(cards):
            self.s.grunts.take(card)
            self.s.grunts.put_top(card)

    def no_deck(self) -> None:
        """Empty the Battle deck of all but upgrades and mishaps that are gone for good."""
        s = self.s
        s.box = sorted([*s.box, *s.battle.cards])
        s.battle = Pile()

    # -- playing

    def options(self, seat: int = 0) -> list[Option]:
        """What a seat may answer."""
        return list(kernel.offer(GAME, self.s, seat))

    def verbs(self, seat: int = 0) -> set[str]:
        """The verbs a seat may use."""
        return {str(o.__struct_config__.tag) for o in self.options(seat)}

    def do(self, *options: Option, seat: int = 0) -> list[Told]:
        """Answer one question after the other."""
        told: list[Told] = []
        for option in options:
            question = self.s.question(seat)
            assert question is not None
            step = kernel.apply(GAME, self.s, Answer(seat, question.number, option))
            self.s, told = step.state, [*told, *step.told]
        self.told = told
        return told

    @property
    def waits(self) -> list[int]:
        """The seats waited for."""
        return kernel.waiting(self.s)


def names(told: Iterable[Told]) -> list[str]:
    """The kinds of what was told."""
    return [type(t.event).__name__ for t in told]
