"""Everything that can enter a game; the log is a list of these."""

import msgspec

from rules.engine.state import Option


class Answer(msgspec.Struct, frozen=True, tag="answer", omit_defaults=True):
    """A seat answers its question."""

    seat: int
    number: int
    option: Option
    ordered: bool = False  # given by the referee, because its player has said so once and for all


class Timeout(msgspec.Struct, frozen=True, tag="timeout"):
    """A seat's time is up: its question gets the default answer."""

    seat: int
    number: int


class Elapsed(msgspec.Struct, frozen=True, tag="elapsed"):
    """A clock that the game had armed has run out."""

    clock: str


class Resign(msgspec.Struct, frozen=True, tag="resign"):
    """A player gives up."""

    player: int


class OfferDraw(msgspec.Struct, frozen=True, tag="offer_draw"):
    """A player would agree to a draw; it is one when all would."""

    player: int


class DeclineDraw(msgspec.Struct, frozen=True, tag="decline_draw"):
    """A player turns a draw down, or takes their own offer back."""

    player: int


class Undo(msgspec.Struct, frozen=True, tag="undo"):
    """A player takes back their own last answer."""

    player: int


class TakeBack(msgspec.Struct, frozen=True, tag="take_back"):
    """All have agreed that a player takes back their last move, and all that came after it."""

    player: int


Input = Answer | Timeout | Elapsed | Resign | OfferDraw | DeclineDraw | Undo | TakeBack
