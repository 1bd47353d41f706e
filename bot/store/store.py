"""One database: its connections, and everything that is asked of it."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.errors import ChannelTaken, Damaged, NoTable
from bot.store import rows
from bot.store.engine import WRITE, connect
from bot.store.migrate import migrate
from bot.store.rows import Conflict, Games
from bot.store.schema import (
    OutboxRow,
    PlayerRow,
    PostRow,
    ResultRow,
    clocks,
    log,
    outbox,
    players,
    post_memories,
    posts,
    proofs,
    results,
    seats,
    settings,
    tables,
)
from bot.table import LIVE, Person, Table
from bot.table.change import Change
from rules.engine import fairness
from rules.engine.errors import BadSave, NewerSave, RulesError
from rules.engine.inputs import Input
from rules.engine.play import Play, replay
from rules.engine.proof import Proof

logger = logging.getLogger(__name__)
TRIES = 5


@dataclass(slots=True)
class Pending:
    """What a table has to post, the messages that it has, what is remembered of them by user."""

    outbox: list[OutboxRow]
    posts: list[PostRow]
    memories: dict[int, str]


@dataclass(slots=True)
class Settled:
    """What is to be written of posts, in one transaction."""

    done: list[int] = field(default_factory=list)  # rows of the outbox
    posts: list[PostRow] = field(default_factory=list)
    forgotten: list[int] = field(default_factory=list)  # messages
    memories: dict[int, str] = field(default_factory=dict)
    over: bool = False  # nothing will be posted any more


class Store:
    """The database behind the referee; `await Store.open(url)` brings it up to date."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Work on an engine whose tables are up to date."""
        self.engine = engine
        self._writing = engine.execution_options(**WRITE)

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Connect, and bring the tables to this version; two may do so at the same moment."""
        engine = connect(url)
        try:
            await migrate(engine)
        except BaseException:
            await engine.dispose()
            raise
        return cls(engine)

    async def close(self) -> None:
        """Close every connection."""
        await self.engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: all that is done inside, or nothing."""
        async with self._writing.begin() as connection:
            yield connection

    # -- tables

    async def create(self, values: dict[str, Any], host: Person) -> int:
        """A new table; a channel holds one live table at a time."""
        for _ in range(TRIES):
            try:
                async with self.writing() as connection:
                    return await rows.create(connection, values, host)
            except IntegrityError:
                if await self.find(values["channel_id"]) is not None:
                    break
        raise ChannelTaken("A game is on in this channel already: finish it, or use a thread.")

    async def load(self, table_id: int, games: Games) -> Table:
        """A table with its players, its game and its clocks; repaired from its log if need be."""
        async with self.reading() as connection:
            loaded = await rows.fetch(connection, table=table_id)
        if loaded is None:
            raise NoTable("There is no such table.")
        return await self._read(loaded, games)

    async def load_here(self, channel_id: int, games: Games) -> Table | None:
        """The live table of a channel or thread."""
        async with self.reading() as connection:
            loaded = await rows.fetch(connection, channel=channel_id)
        return None if loaded is None else await self._read(loaded, games)

    async def _read(self, loaded: rows.Loaded, games: Games) -> Table:
        table = rows.table(loaded, games)
        if table.started_at is None:
            return table
        try:
            table.play = rows.play(loaded, table.game)
        except NewerSave as error:
            raise Damaged(str(error)) from None
        except BadSave as error:
            logger.warning("table %s is replayed from its log: %s", table.id, error)
            table.play = await self.replayed(table)
        return table

    async def save(self, change: Change) -> None:
        """Write a change in one transaction; `Conflict` where the table has changed since."""
        async with self.writing() as connection:
            await rows.save(connection, change)

    async def log(self, table: Table) -> list[Input]:
        """Every input of a game so far."""
        async with self.reading() as connection:
            return await rows.inputs(connection, table.game, table.id)

    async def replayed(self, table: Table) -> Play[Any]:
        """The game that seed and log alone tell of."""
        seed = fairness.seed(table.secret, table.ids)
        try:
            taken = await self.log(table)
            play = replay(table.game, table.variant, len(table.players), seed, taken)
        except RulesError as error:
            raise Damaged(f"This table cannot be read, not even from its log: {error}") from None
        play.armed.clear()  # those clocks were started when the inputs came
        return play

    async def proof(self, table_id: int) -> Proof | None:
        """What was kept of a finished game when it ended."""
        row = await self._first(select(proofs.c.proof).where(proofs.c.table_id == table_id))
        return None if row is None else msgspec.json.decode(row.proof, type=Proof)

    async def requested(self, table_id: int, request: str) -> bool:
        """Whether an interaction has been taken into the log."""
        mine = (log.c.table_id == table_id) & (log.c.request == request)
        return await self._first(select(log.c.number).where(mine).limit(1)) is not None

    async def find(self, channel_id: int) -> int | None:
        """The live table of a channel or thread."""
        mine = (tables.c.channel_id == channel_id) & tables.c.status.in_(LIVE)
        row = await self._first(select(tables.c.id).where(mine))
        return None if row is None else int(row.id)

    async def ended_here(self, channel_id: int) -> int | None:
        """The table of a channel or thread that came to its end last."""
        mine = (tables.c.channel_id == channel_id) & tables.c.ended_at.is_not(None)
        row = await self._first(select(tables.c.id).where(mine).order_by(tables.c.id.desc()))
        return None if row is None else int(row.id)

    async def live(self, user_id: int | None = None) -> list[int]:
        """The live tables, or those that somebody sits at, the latest first."""
        query = select(tables.c.id).where(tables.c.status.in_(LIVE))
        if user_id is not None:
            mine = seats.c.user_id == user_id
            query = query.join(seats, seats.c.table_id == tables.c.id).where(mine)
        return [row.id for row in await self._all(query.order_by(tables.c.id.desc()))]

    async def played_by_computers(self) -> list[int]:
        """The games in play at which a computer sits."""
        query = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id).distinct()
        query = query.where(tables.c.status == "playing", seats.c.level.is_not(None))
        return [row.id for row in await self._all(query.order_by(tables.c.id))]

    # -- the outbox

    async def outbox_tables(self) -> list[int]:
        """The tables that have something to post."""
        query = select(outbox.c.table_id).distinct().order_by(outbox.c.table_id)
        return [row.table_id for row in await self._all(query)]

    async def pending(self, table_id: int) -> Pending:
        """What a table has to post, and what is known of its messages; in one read."""
        waiting = select(outbox).where(outbox.c.table_id == table_id).order_by(outbox.c.sequence)
        known = select(posts).where(posts.c.table_id == table_id).order_by(posts.c.message_id)
        remembered = select(post_memories).where(post_memories.c.table_id == table_id)
        async with self.reading() as connection:
            due = (await connection.execute(waiting)).all()
            messages = (await connection.execute(known)).all()
            memories = (await connection.execute(remembered)).all()
        return Pending(
            [OutboxRow(**row._mapping) for row in due],
            [PostRow(**row._mapping) for row in messages],
            {row.user_id: row.memory for row in memories},
        )

    async def settle(self, table_id: int, settled: Settled) -> None:
        """Discord has answered: what was said is due no more, what it led to is remembered."""
        async with self.writing() as connection:
            if settled.done:
                await connection.execute(delete(outbox).where(outbox.c.id.in_(settled.done)))
            gone = [*settled.forgotten, *(post.message_id for post in settled.posts)]
            if gone:
                await connection.execute(delete(posts).where(posts.c.message_id.in_(gone)))
            if settled.posts:
                rows = [post.model_dump() for post in settled.posts]
                await connection.execute(insert(posts), rows)
            mine = post_memories.c.table_id == table_id
            if settled.over:
                await connection.execute(delete(post_memories).where(mine))
            elif settled.memories:
                known = post_memories.c.user_id.in_(settled.memories)
                await connection.execute(delete(post_memories).where(mine, known))
                values = [
                    {"table_id": table_id, "user_id": user_id, "memory": memory}
                    for user_id, memory in settled.memories.items()
                ]
                await connection.execute(insert(post_memories), values)

    # -- players, results and settings

    async def player(self, user_id: int) -> PlayerRow | None:
        """What is known of somebody."""
        query = select(players).where(players.c.user_id == user_id)
        row = await self._first(query)
        return None if row is None else PlayerRow(**row._mapping)

    async def change_player(self, user_id: int, name: str, **changes: bool) -> PlayerRow:
        """Remember something of somebody: `dms_closed`, `reminders`."""
        fresh = {"dms_closed": False, "reminders": True}
        await self._put(players, {"user_id": user_id}, {"name": name, **changes}, fresh)
        found = await self.player(user_id)
        assert found is not None
        return found

    async def results(self, user_id: int, game: str | None = None) -> list[ResultRow]:
        """How somebody's games ended, the latest first."""
        query = select(results).where(results.c.user_id == user_id)
        if game is not None:
            query = query.where(results.c.game == game)
        rows = await self._all(query.order_by(results.c.table_id.desc()))
        return [ResultRow(**row._mapping) for row in rows]

    async def setting(self, scope: str, key: str, default: Any = None) -> Any:
        """Something remembered, from JSON."""
        mine = (settings.c.scope == scope) & (settings.c.key == key)
        row = await self._first(select(settings.c.value).where(mine))
        return default if row is None else msgspec.json.decode(row.value)

    async def set_setting(self, scope: str, key: str, value: Any) -> None:
        """Remember something as JSON."""
        text = msgspec.json.encode(value).decode()
        await self._put(settings, {"scope": scope, "key": key}, {"value": text}, {})

    # -- clocks

    async def ringing(self, now: datetime) -> list[tuple[int, str]]:
        """The clocks that want something now, the most urgent first: table and name."""
        query = select(clocks.c.table_id, clocks.c.name).where(clocks.c.wake_at <= now)
        return [
            (row.table_id, row.name) for row in await self._all(query.order_by(clocks.c.wake_at))
        ]

    async def next_ring(self) -> datetime | None:
        """When the next clock wants something."""
        row = await self._first(select(func.min(clocks.c.wake_at).label("at")))
        return None if row is None else row.at

    async def postpone(self, alive: datetime | None, now: datetime) -> int:
        """Give every clock the time back that the bot was away since `alive`; returns how many.

        A clock that was started later than `alive` gets the time since its start.
        """
        shifted = 0
        async with self.writing() as connection:
            rows = (await connection.execute(select(clocks).with_for_update())).all()
            for row in rows:
                away = now - max(row.armed_at, alive or row.armed_at)
                if away.total_seconds() <= 0:
                    continue
                values = {
                    "armed_at": now,
                    "wake_at": row.wake_at + away,
                    "due_at": row.due_at + away,
                    "warn_at": row.warn_at and row.warn_at + away,
                }
                mine = (clocks.c.table_id == row.table_id) & (clocks.c.name == row.name)
                await connection.execute(update(clocks).where(mine).values(**values))
                shifted += 1
        return shifted

    # -- asking

    async def _all(self, query: Any) -> list[Any]:
        async with self.reading() as connection:
            return list((await connection.execute(query)).all())

    async def _first(self, query: Any) -> Any:
        async with self.reading() as connection:
            return (await connection.execute(query)).first()

    async def _put(
        self, table: Any, key: dict[str, Any], values: dict[str, Any], fresh: dict[str, Any]
    ) -> None:
        """Write a row whether it is there or not; a rival's insert turns ours into an update."""
        mine = [table.c[name] == value for name, value in key.items()]
        for _ in range(TRIES):
            try:
                async with self.writing() as connection:
                    done = await connection.execute(update(table).where(*mine).values(**values))
                    if not done.rowcount:
                        await connection.execute(insert(table).values({**fresh, **key, **values}))
                return
            except IntegrityError:
                continue
        raise Conflict
