"""A game of BRAWL as plain data: decks, discard piles, held cards and the row of Bases."""

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.brawl.content.cards import NONE
from rules.brawl.content.deck import Deck, available, printed
from rules.engine.state import Event, Frame, Option, State, Variant

# -- options of a game


class BrawlVariant(Variant, frozen=True, kw_only=True):
    """The pace, whether both may use the same deck, and the decks that are settled already."""

    pace: Literal["training", "tournament"] = "training"
    mirror: bool = False
    decks: tuple[str, ...] = ()  # a key for each seat, or nothing for a seat that is asked
    seconds: Annotated[int, msgspec.Meta(ge=5, le=600)] = 15  # a player's clock in `tournament`
    printed: tuple[Deck, ...] = msgspec.field(default_factory=printed)

    @property
    def names(self) -> dict[str, str]:
        """The decks that can be chosen: key and name."""
        return {key: deck.name for key, deck in available(self.printed).items()}

    @property
    def abouts(self) -> dict[str, str]:
        """What each of them is like, by key."""
        return {key: deck.about for key, deck in available(self.printed).items()}

    @property
    def hits(self) -> dict[str, tuple[int, ...]]:
        """How many hits each of them has in red, green and blue, by key."""
        return {key: deck.hits for key, deck in available(self.printed).items()}


# -- on the table


class Base(msgspec.Struct):
    """A Base in play; all stacks are from the bottom up."""

    id: int
    owner: int
    sides: list[list[int]]  # by seat
    middle: list[int] = []
    frozen: bool = False


class Cleared(msgspec.Struct):
    """A Base that is gone, as it was, and the end of the row that it lay at."""

    base: Base
    spot: int
    met: bool = False  # the other has turned over a card since


class Fighter(msgspec.Struct):
    """What a seat plays with; the top of deck and discard pile is the last card."""

    key: str = ""
    name: str = ""
    counts: list[int] = []  # the whole deck as it was begun with
    deck: list[int] = []
    held: int = NONE
    discard: list[int] = []
    ready: bool = False
    done: bool = False
    # The last Base that this seat has cleared, until the other must have seen it. Nothing is saved
    # where there is none, so that games which ended before it was kept come out the same.
    cleared: Cleared | msgspec.UnsetType = msgspec.UNSET


# -- work in hand


class Choosing(Frame, kw_only=True):
    """The players choose their decks."""


class Training(Frame, kw_only=True):
    """The players act in turn."""

    seat: int = 0


class Tournament(Frame, kw_only=True):
    """The players act whenever they like."""


# -- what can be answered


class Pick(Option, frozen=True):
    """Fight with this deck."""

    deck: str


class Ready(Option, frozen=True):
    """Knock: the next card may come."""


class Flip(Option, frozen=True):
    """Turn over the top card of the deck."""


class PlayCard(Option, frozen=True, tag="play"):
    """Lay the held card at a place."""

    card: int
    base: int
    spot: int


class FromDiscard(Option, frozen=True):
    """Lay the top card of the discard pile at a place."""

    alone: ClassVar[bool] = True  # the card is played once, at one place
    card: int
    base: int
    spot: int


class Discard(Option, frozen=True):
    """Put the held card on the discard pile."""


class Done(Option, frozen=True):
    """Have nothing more to play."""


class Pause(Option, frozen=True):
    """Stop until both are ready again."""

    anytime: ClassVar[bool] = True  # also when the clock has acted meanwhile (BR8)


OPTIONS: tuple[type[Option], ...] = (Pick, Ready, Flip, PlayCard, FromDiscard, Discard, Done, Pause)


# -- what can be chosen in one go


class Lay(Option, frozen=True):
    """Lay the held card at a place."""

    place: int  # Base and spot as one number


class LayAgain(Option, frozen=True):
    """Lay the top card of the discard pile at a place."""

    place: int


SHORTCUTS: tuple[type[Option], ...] = (Lay, LayAgain)
COVERED: tuple[type[Option], ...] = (PlayCard, FromDiscard)


# -- what happens


class Chosen(Event, frozen=True):
    """A player's deck is known."""

    reveal: ClassVar[bool] = True
    seat: int
    name: str


class Contested(Event, frozen=True):
    """Both wanted the same deck; a coin gave it to one seat."""

    reveal: ClassVar[bool] = True
    seat: int
    name: str


class Knocked(Event, frozen=True):
    """A player is ready."""

    seat: int


class Began(Event, frozen=True):
    """The first card may come; in turns, from this seat."""

    seat: int | None = None


class Flipped(Event, frozen=True):
    """A card was turned over."""

    reveal: ClassVar[bool] = True
    seat: int
    card: int
    last: bool = False  # of its deck


class Played(Event, frozen=True):
    """A card was laid at a place."""

    seat: int
    card: int
    base: int
    spot: int
    discard: bool = False


class Discarded(Event, frozen=True):
    """The held card went to the discard pile."""

    seat: int
    card: int
    stuck: bool = False  # it fitted nowhere


class SaidDone(Event, frozen=True):
    """A player has nothing more to play for now."""

    seat: int


class Paused(Event, frozen=True):
    """A player called a pause."""

    seat: int


EVENTS: tuple[type[Event], ...] = (
    *(Chosen, Contested, Knocked, Began, Flipped, Played, Discarded, SaidDone, Paused),
)


# -- all together


class BrawlState(State, kw_only=True):
    """A whole game."""

    variant: BrawlVariant
    frames: list[Choosing | Training | Tournament]
    fighters: list[Fighter]
    pending: dict[int, Pick] = {}
    row: list[Base] = []  # from left to right
    bases: int = 0  # Bases that ever came into play
    gone: list[int] = []  # cards that left the game
    done_may_pause: bool = True  # not in games begun by rules version 1 (BR8)
