"""What a barrier released, as it waits in the outbox until it is posted."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

import msgspec

from bot.table.table import Table
from rules.engine import kernel
from rules.engine.contract import AnyGame
from rules.engine.errors import BadSave
from rules.engine.state import Told
from rules.engine.text import weighed


class News(msgspec.Struct, kw_only=True):
    """The payload of an outbox row: what a barrier released, with the words as they stood then."""

    lines: list[str] = []  # for everybody
    told: list[dict[str, Any]] = []  # every event as plain data, with its hearers
    waits: list[tuple[int, int, str]] = []  # seat, number, kind: whom the table waits for now
    over: bool = False
    logged: int = 0  # inputs in the log at this point
    turn: int | None = None  # the seat whose turn it is
    by: int | None = None  # the player whose doing it was
    clock: str | None = None  # a warning: the clock that runs out
    seat: int | None = None  # a warning: the seat that should answer
    at: datetime | None = None  # a warning: when it runs out
    role: int | None = None  # a new table: the role of the server that is told of it


def read_news(payload: str) -> News:
    """The news that an outbox row carries."""
    return msgspec.json.decode(payload, type=News)


def readable(game: AnyGame, payload: str) -> bool:
    """Whether an outbox row carries news of a game, and nothing else."""
    try:
        told_from_plain(game, read_news(payload).told)
    except (msgspec.DecodeError, BadSave):
        return False
    return True


# -- events as plain data


@cache
def _told(events: tuple[type, ...]) -> Any:
    """The type of a list of events of some kinds, each with its hearers."""
    union: Any = events[0]
    for event in events[1:]:
        union = union | event
    told = msgspec.defstruct("Told", [("event", union), ("to", tuple[int, ...] | None, None)])
    return list.__class_getitem__(told)


def told_to_plain(told: Sequence[Told]) -> list[dict[str, Any]]:
    """Told events as plain data."""
    plain: list[dict[str, Any]] = msgspec.to_builtins(list(told))
    return plain


def told_from_plain(game: AnyGame, plain: Sequence[object]) -> list[Told]:
    """The told events that plain data speaks of."""
    try:
        read = msgspec.convert(plain, _told((*game.events, *kernel.KERNEL_EVENTS)))
    except msgspec.ValidationError as error:
        raise BadSave(f"This is no news of {game.title}: {error}") from None
    return [Told(told.event, told.to) for told in read]


def told_privately(table: Table, told: Sequence[Told], player: int) -> list[str]:
    """What a player was told that not everybody was, in words."""
    alone = [one for one in told if one.to is not None]
    return weighed(table.game, table.view_of(player), alone, player)
