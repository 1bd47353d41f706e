"""What is asked of the database about a whole server: its rules, its open tables, what stands still."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import delete, func, literal_column, select

from bot.store.schema import is_live, log, seats, settings, tables
from bot.store.store import Store


class Open(NamedTuple):
    """A table at which a seat is free, as far as it takes to see who may see it."""

    id: int
    guild_id: int | None
    channel_id: int
    parent_id: int | None
    game: str
    private: bool
    invited: Sequence[int]


class Standing(NamedTuple):
    """A live table, and when something last happened there."""

    id: int
    since: datetime


def scope(guild_id: int) -> str:
    """Where something about a server is remembered."""
    return f"guild:{guild_id}"


async def remembered(store: Store, scope: str) -> dict[str, Any]:
    """Everything that is remembered in a scope."""
    query = select(settings.c.key, settings.c.value).where(settings.c.scope == scope)
    rows = await store.read(lambda c: c.execute(query).all())
    return {row.key: msgspec.json.decode(row.value) for row in rows}


async def forget(store: Store, scope: str, key: str) -> None:
    """Remember something no more."""
    mine = (settings.c.scope == scope) & (settings.c.key == key)
    await store.write(lambda c: c.execute(delete(settings).where(mine)))


async def lobbies(store: Store, guild_id: int) -> list[Open]:
    """The tables of a server at which somebody can sit down, the latest first: those that wait for
    their game, and those at which a computer keeps a seat.
    """
    vacant = select(seats.c.table_id).where(seats.c.vacant)
    waits = tables.c.status == literal_column("'lobby'")
    kept = (tables.c.status == literal_column("'playing'")) & tables.c.id.in_(vacant)
    mine = (tables.c.guild_id == guild_id) & (waits | kept)
    waiting = select(tables).where(mine, tables.c.pause.is_(None)).order_by(tables.c.id.desc())
    rows = await store.read(lambda c: c.execute(waiting).all())
    return [
        Open(
            row.id,
            row.guild_id,
            row.channel_id,
            row.parent_id,
            row.game,
            row.private,
            msgspec.json.decode(row.invited),
        )
        for row in rows
    ]


async def hosted(store: Store, guild_id: int, user_id: int) -> int:
    """How many live tables of a server somebody has opened, or hosts by now."""
    mine = (tables.c.guild_id == guild_id) & (tables.c.host_id == user_id)
    query = select(func.count()).select_from(tables).where(mine, is_live)
    return await store.read(lambda c: int(c.execute(query).scalar_one()))


async def standing(store: Store, guild_id: int) -> list[Standing]:
    """The live tables of a server, by when something last happened there, the longest ago first."""
    acted = (
        select(log.c.table_id, func.max(log.c.at).label("at"))
        .join(tables, tables.c.id == log.c.table_id)
        .where(tables.c.guild_id == guild_id, is_live)
        .group_by(log.c.table_id)
        .subquery()
    )
    query = (
        select(tables.c.id, acted.c.at, tables.c.started_at, tables.c.created_at)
        .join(acted, acted.c.table_id == tables.c.id, isouter=True)
        .where(tables.c.guild_id == guild_id, is_live)
    )
    rows = await store.read(lambda c: c.execute(query).all())
    found = [Standing(row.id, row.at or row.started_at or row.created_at) for row in rows]
    return sorted(found, key=lambda one: (one.since, one.id))
