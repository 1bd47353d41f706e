"""What is kept only for a time: games that are over, and all of a server that the bot has left."""

from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec
from sqlalchemy import String, cast, delete, insert, literal, select
from sqlalchemy.engine import Connection

from bot.store.schema import players, seats, settings, tables
from bot.store.servers import forget, scope
from bot.store.store import Store

SERVERS = "guild:"  # how the scopes of servers begin
LEFT = "left"  # since when the bot is in a server no more
AFTER_LEAVING = timedelta(days=30)
AT_ONCE = 500  # tables that one transaction takes away


class Purged(NamedTuple):
    """What was taken away."""

    tables: list[int]
    servers: list[int]


async def left_server(store: Store, guild_id: int, at: datetime) -> None:
    """The bot has left a server; where that is known already, since then."""
    here = (settings.c.scope == scope(guild_id)) & (settings.c.key == LEFT)
    row = {"scope": scope(guild_id), "key": LEFT, "value": msgspec.json.encode(at).decode()}

    def write(connection: Connection) -> None:
        if connection.execute(select(settings.c.key).where(here)).first() is None:
            connection.execute(insert(settings).values(**row))

    await store.write(write)


async def back_in_server(store: Store, guild_id: int) -> None:
    """The bot is in a server again: what is kept of it stays."""
    if await store.setting(scope(guild_id), LEFT) is not None:
        await forget(store, scope(guild_id), LEFT)


async def known_servers(store: Store) -> list[int]:
    """The servers of which anything is kept."""

    def read(connection: Connection) -> list[int]:
        played = select(tables.c.guild_id).where(tables.c.guild_id.is_not(None)).distinct()
        found = set(connection.scalars(played))
        set_there = select(settings.c.scope).where(settings.c.scope.startswith(SERVERS)).distinct()
        found |= {int(one.removeprefix(SERVERS)) for one in connection.scalars(set_there)}
        return sorted(found)

    return await store.read(read)


async def purge(store: Store, now: datetime, keep: timedelta | None) -> Purged:
    """Take away what has been kept for long enough; games that are over are kept for so long."""
    gone: list[int] = []
    while some := await store.write(lambda connection: _purge_some(connection, now, keep)):
        gone += some
    return Purged(gone, await store.write(lambda connection: _unset(connection, now)))


def _long_left(connection: Connection, now: datetime) -> list[int]:
    marks = select(settings.c.scope, settings.c.value).where(
        settings.c.key == LEFT, settings.c.scope.startswith(SERVERS)
    )
    return sorted(
        int(row.scope.removeprefix(SERVERS))
        for row in connection.execute(marks)
        if now - msgspec.json.decode(row.value, type=datetime) >= AFTER_LEAVING
    )


def _purge_some(connection: Connection, now: datetime, keep: timedelta | None) -> list[int]:
    """Take some tables away, and the people who have sat at no other one."""
    left = tables.c.guild_id.in_(_long_left(connection, now))
    due = left if keep is None else left | (tables.c.ended_at < now - keep)
    query = select(tables.c.id).where(due).order_by(tables.c.id).limit(AT_ONCE)
    gone = list(connection.scalars(query))
    if not gone:
        return []
    sat = select(seats.c.user_id).where(seats.c.table_id.in_(gone), seats.c.user_id.is_not(None))
    people = list(connection.scalars(sat.distinct()))
    connection.execute(delete(tables).where(tables.c.id.in_(gone)))  # and all that is of them
    still = select(seats.c.user_id).where(seats.c.user_id.is_not(None))
    away = players.c.user_id.in_(people) & players.c.user_id.not_in(still)
    connection.execute(delete(players).where(away))
    return gone


def _unset(connection: Connection, now: datetime) -> list[int]:
    """Forget what was set in servers that were left, and at tables that are gone; those servers."""
    servers = _long_left(connection, now)
    scopes = [scope(guild_id) for guild_id in servers]
    connection.execute(delete(settings).where(settings.c.scope.in_(scopes)))
    there = select(literal("table:") + cast(tables.c.id, String))
    lost = settings.c.scope.startswith("table:") & settings.c.scope.not_in(there)
    connection.execute(delete(settings).where(lost))
    return servers
