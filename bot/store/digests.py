"""Who wants to read once a day what waits for them, and when that is due next."""

from datetime import datetime

from sqlalchemy import func, select, update

from bot.store.schema import PlayerRow, players
from bot.store.store import Store


async def due(store: Store, now: datetime) -> list[PlayerRow]:
    """The people whose digest is due, the longest due first."""
    query = select(players).where(players.c.digest_at <= now).order_by(players.c.digest_at)
    rows = await store.read(lambda connection: connection.execute(query).all())
    return [PlayerRow(**row._mapping) for row in rows]


async def soonest(store: Store) -> datetime | None:
    """When the next digest is due."""
    query = select(func.min(players.c.digest_at).label("at"))
    row = await store.read(lambda connection: connection.execute(query).first())
    return None if row is None else row.at


async def move(store: Store, user_id: int, was: datetime, to: datetime) -> bool:
    """Let a digest be due at another time; false where somebody else has moved or stopped it."""
    mine = (players.c.user_id == user_id) & (players.c.digest_at == was)
    change = update(players).where(mine).values(digest_at=to)
    return await store.write(lambda connection: connection.execute(change).rowcount == 1)
