"""Games as bytes: canonical, versioned, upgraded from older editions."""

from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec

from rules.engine.contract import AnyGame, Game
from rules.engine.errors import BadSave, NewerSave
from rules.engine.inputs import (
    Answer,
    DeclineDraw,
    Elapsed,
    Input,
    OfferDraw,
    Resign,
    TakeBack,
    Timeout,
    Undo,
)
from rules.engine.state import Option, State

S = TypeVar("S", bound=State)
KEYS = 10_000  # options whose text is remembered: each is asked for again and again
_pack = msgspec.msgpack.Encoder()
_json = msgspec.json.Encoder(order="deterministic")


@cache
def _unpacker(state: type[State]) -> Any:
    return msgspec.msgpack.Decoder(state)


def clone(game: Game[S], s: S) -> S:
    """An equal state that shares nothing with the first."""
    same: S = _unpacker(game.state).decode(_pack.encode(s))
    return same


# -- saved games


def encode(game: Game[S], s: S) -> bytes:
    """A state as canonical JSON with its game and edition."""
    saved = {"edition": game.edition, "game": game.key, "state": s}
    try:
        return _json.encode(saved)
    except TypeError:  # hidden answers are kept by seat, and JSON knows no numbers as keys
        return _json.encode(msgspec.to_builtins(saved, str_keys=True))


def decode(game: Game[S], data: bytes) -> S:
    """The state that was saved, brought up to this edition."""
    try:
        saved = msgspec.json.decode(data)
        key, edition, body = saved["game"], int(saved["edition"]), saved["state"]
    except (msgspec.DecodeError, KeyError, TypeError, ValueError, RecursionError):
        raise BadSave("This saved game cannot be read: it is damaged.") from None
    if key != game.key:
        raise BadSave(f"This is a saved game of {key}, not of {game.key}.")
    if edition > game.edition:
        raise NewerSave(f"This game was saved by a later edition ({edition} > {game.edition}).")
    if edition < 1:
        raise BadSave(f"This saved game cannot be read: there was never an edition {edition}.")
    try:
        for older in range(edition, game.edition):
            body = game.upcasters[older](body)
        return msgspec.convert(body, game.state, strict=False)
    except (msgspec.ValidationError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise BadSave(f"This saved game cannot be read: {error}.") from None


# -- options and inputs


@cache
def _inputs(options: tuple[type[Option], ...]) -> Any:
    union: Any = options[0]
    for option in options[1:]:
        union = union | option
    given = [("seat", int), ("number", int), ("option", union)]
    answer = msgspec.defstruct(
        "Answer", [*given, ("ordered", bool, False)], tag="answer", frozen=True
    )
    return answer | Timeout | Elapsed | Resign | OfferDraw | DeclineDraw | Undo | TakeBack, union


def input_to_plain(given: Input) -> dict[str, Any]:
    """An input as plain data for a log."""
    plain: dict[str, Any] = msgspec.to_builtins(given)
    return plain


def input_from_plain(game: AnyGame, plain: object) -> Input:
    """The input that plain data tells of."""
    try:
        given: Any = msgspec.convert(plain, _inputs(game.options)[0])
    except msgspec.ValidationError as error:
        raise BadSave(f"This is no input of {game.title}: {error}") from None
    if given.__class__.__name__ == "Answer":
        return Answer(given.seat, given.number, given.option, given.ordered)
    read: Input = given
    return read


def input_to_bytes(given: Input) -> bytes:
    """An input as canonical JSON."""
    return _json.encode(given)


def input_from_bytes(game: AnyGame, data: bytes) -> Input:
    """The input that was written."""
    try:
        return input_from_plain(game, msgspec.json.decode(data))
    except (msgspec.DecodeError, RecursionError):
        raise BadSave("This log entry cannot be read: it is damaged.") from None


def option_from_plain(game: AnyGame, plain: object) -> Option:
    """The option that plain data tells of."""
    try:
        option: Option = msgspec.convert(plain, _inputs(game.options)[1])
    except msgspec.ValidationError as error:
        raise BadSave(f"This is no option of {game.title}: {error}") from None
    return option


@lru_cache(KEYS)
def option_key(option: Option) -> str:
    """An option as short text, the same for equal options: its verb and its arguments."""
    fields = (getattr(option, name) for name in option.__struct_fields__)
    return "~".join([str(option.__struct_config__.tag), *map(_short, fields)])


def _short(value: object) -> str:
    if isinstance(value, tuple | list):
        return "+".join(map(_short, value))
    return "1" if value is True else "0" if value is False else "" if value is None else str(value)
