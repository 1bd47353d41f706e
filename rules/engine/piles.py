"""Piles of cards that remember, card by card, who knows it."""

from collections.abc import Iterable

import msgspec

from rules.engine.randomness import Luck, below


class Pile(msgspec.Struct):
    """Cards from top (index 0) to bottom; `known` holds a bit per player who knows that card."""

    cards: list[int] = []
    known: list[int] = []

    @classmethod
    def of(cls, cards: Iterable[int]) -> "Pile":
        """A pile that nobody has looked into."""
        listed = list(cards)
        return cls(cards=listed, known=[0] * len(listed))

    def __len__(self) -> int:
        """How many cards it holds."""
        return len(self.cards)

    def shuffle(self, luck: Luck, stream: str) -> None:
        """Mix the pile; nobody knows any card of it afterwards."""
        cards = self.cards
        for i in range(len(cards) - 1, 0, -1):
            j = below(luck, stream, i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        self.known = [0] * len(cards)

    def draw(self) -> int:
        """Take the top card."""
        self.known.pop(0)
        return self.cards.pop(0)

    def take(self, card: int) -> None:
        """Take a card out from wherever it lies."""
        at = self.cards.index(card)
        del self.cards[at], self.known[at]

    def look(self, player: int, count: int) -> list[int]:
        """A player sees the top cards, and knows them from now on."""
        seen = self.cards[:count]
        for at in range(len(seen)):
            self.known[at] |= 1 << player
        return seen

    def put_top(self, card: int, known: int = 0) -> None:
        """Lay a card on top; `known` is the players who saw which it is."""
        self.cards.insert(0, card)
        self.known.insert(0, known)

    def put_bottom(self, card: int, known: int = 0) -> None:
        """Slide a card under the pile."""
        self.cards.append(card)
        self.known.append(known)

    def insert(self, at: int, card: int, known: int = 0) -> None:
        """Slide a card in at a place counted from the top."""
        self.cards.insert(at, card)
        self.known.insert(at, known)

    def knows(self, player: int, at: int) -> bool:
        """Whether a player knows the card at a place."""
        return bool(self.known[at] >> player & 1)

    def seen_by(self, player: int | None) -> list[int]:
        """The pile as a player sees it: -1 for every card that is only a back."""
        if player is None:
            return [-1] * len(self.cards)
        return [c if k >> player & 1 else -1 for c, k in zip(self.cards, self.known, strict=True)]

    def unknown_to(self, player: int) -> list[int]:
        """The places whose cards a player does not know."""
        return [at for at, k in enumerate(self.known) if not k >> player & 1]
