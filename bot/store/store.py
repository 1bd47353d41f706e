"""One database: its connections, and everything that is asked of it."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import String, and_, cast, delete, func, insert, literal, or_, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from bot.errors import ChannelTaken, Damaged, NoTable
from bot.store import rows, times
from bot.store.engine import Database, Steps, Unsure, Work, connect
from bot.store.leases import Share, among
from bot.store.merging import upsert, upsert_next
from bot.store.migrate import migrate
from bot.store.pending import Pending, Post, pending
from bot.store.refusals import UNWRITTEN, named, opening, written
from bot.store.rows import Conflict, Games, Ties
from bot.store.schema import (
    PlayerRow,
    ResultRow,
    TenureRow,
    asks_computer,
    is_inviting,
    is_live,
    is_unsaid,
    log,
    notes,
    outbox,
    players,
    post_memories,
    posts,
    proofs,
    results,
    seats,
    settings,
    tables,
    tenures,
)
from bot.table import Due, News, Person, Table
from bot.table.change import Change, Tenure
from bot.table.presses import Noted
from bot.table.waits import Turns
from rules.engine.errors import BadSave, NewerSave
from rules.engine.inputs import Input
from rules.engine.play import Play, replay
from rules.engine.proof import Proof

logger = logging.getLogger(__name__)
TRIES = 5
LARGEST = 2**63 - 1  # number of a row
T = TypeVar("T")


class Whereabouts(NamedTuple):
    """What is known even of a table that cannot be read: where it is, and whose."""

    channel_id: int
    parent_id: int | None
    guild_id: int | None
    host_id: int


@dataclass(slots=True)
class Settled:
    """What is to be written of posts, in one transaction."""

    done: list[int] = field(default_factory=list)  # rows of the outbox
    refused: dict[int, str] = field(default_factory=dict)  # rows to be set aside, and why
    posts: list[Post] = field(default_factory=list)
    renewed: dict[int, Post] = field(default_factory=dict)  # by the message whose row each takes
    forgotten: list[int] = field(default_factory=list)  # messages
    memories: dict[int, str] = field(default_factory=dict)
    versions: dict[int, int] = field(default_factory=dict)  # of all memories, as they were read
    unsaid: set[int] = field(
        default_factory=set
    )  # whose memory has something that is yet to be said
    over: bool = False  # nothing will be posted any more

    def note(self, user_id: int, memory: str, *, unsaid: bool) -> None:
        """Remember this of a message, and whether it has something that is yet to be said."""
        self.memories[user_id] = memory
        self.unsaid.discard(user_id)
        if unsaid:
            self.unsaid.add(user_id)


class Load(NamedTuple):
    """How much there is to do."""

    tables: dict[str, int]  # live ones, by game
    unsaid: int  # rows of the outbox
    refused: int  # those that were set aside
    age: float  # seconds that the oldest one waits
    late: float  # seconds that the most overdue clock is late
    closed: int  # people who take no direct messages


class Store:
    """The database behind the referee; `await Store.open(url)` brings it up to date."""

    def __init__(self, engine: Database) -> None:
        """Work on a database whose tables are up to date."""
        self.engine = engine

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Connect, and bring the tables to this version; two may do so at the same moment."""
        with opening(url):
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

    @property
    def shared(self) -> bool:
        """Whether other processes may work on the same database; SQLite is for one alone."""
        return self.engine.url.get_backend_name() != "sqlite"

    # -- units of work

    async def read(self, work: Work[T]) -> T:
        """Do what only reads: a function of a connection, with all its statements."""
        async with named():
            return await self.engine.read(work)

    async def write(self, work: Work[T]) -> T:
        """Do what writes, in one transaction: a function of a connection, all of it or nothing.

        `Unsure` where the database failed in keeping it.
        """
        async with written(), named():
            return await self.engine.write(work)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Steps]:
        """A connection to read with step by step; `read` is quicker."""
        async with named(), self.engine.steps(write=False) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Steps]:
        """A transaction step by step; `write` is quicker, and nobody waits for it as long."""
        async with written(), named(), self.engine.steps(write=True) as connection:
            yield connection

    # -- tables

    async def create(
        self,
        values: dict[str, Any],
        host: Person,
        word: str | None = None,
        clock: Due | None = None,
        news: News | None = None,
        ties: Ties | None = None,
    ) -> int:
        """A new table; a channel holds one live table at a time."""
        for _ in range(TRIES):
            try:
                return await self.write(
                    lambda c: rows.create(c, values, host, word, clock, news, ties)
                )
            except Unsure as error:
                return await self._after_all(error, lambda c: rows.created(c, values))
            except IntegrityError:
                if await self.find(values["channel_id"]) is not None:
                    break
        raise ChannelTaken("A game is on in this channel already: finish it, or use a thread.")

    async def load(self, table_id: int, games: Games) -> Table:
        """A table with its players, its game and its clocks; repaired from its log if need be."""
        if not 0 < table_id <= LARGEST:
            raise NoTable
        try:
            loaded = await self.read(lambda c: rows.fetch(c, table=table_id))
        except ValueError as error:  # a moment that is none
            raise _unread(table_id, error) from None
        if loaded is None:
            raise NoTable
        return await self._read(loaded, games)

    async def load_here(self, channel_id: int, games: Games) -> Table | None:
        """The live table of a channel or thread."""
        try:
            loaded = await self.read(lambda c: rows.fetch(c, channel=channel_id))
        except ValueError as error:
            raise _unread(await self.find(channel_id) or 0, error) from None
        return None if loaded is None else await self._read(loaded, games)

    async def _read(self, loaded: rows.Loaded, games: Games) -> Table:
        try:
            table = rows.table(loaded, games)
        except Exception as error:  # whatever stands there is none of our doing
            raise _unread(loaded.row.id, error) from None
        if table.started_at is None:
            return table
        try:
            table.play = rows.play(loaded, table.game)
        except NewerSave as error:
            raise _unread(table.id, error, str(error)) from None
        except BadSave as error:
            logger.warning("table %s is replayed from its log: %s", table.id, error)
            table.play = await self.replayed(table)
        return table

    async def whereabouts(self, table_id: int) -> Whereabouts | None:
        """Where a table is, and whose, be it as damaged as it may."""
        if not 0 < table_id <= LARGEST:
            return None
        columns = [tables.c[name] for name in Whereabouts._fields]
        row = await self._first(select(*columns).where(tables.c.id == table_id))
        return None if row is None else Whereabouts(*row)

    async def close_unread(self, table_id: int, at: datetime) -> None:
        """End a table that cannot be loaded."""
        await self.write(lambda c: rows.close_unread(c, table_id, at))

    async def save(self, change: Change) -> None:
        """Write a change in one transaction; `Conflict` where the table has changed since, `Unsure`
        where the database failed and nobody can tell.
        """
        try:
            await self.write(lambda c: rows.save(c, change))
        except Unsure as error:
            await self._after_all(error, lambda c: rows.kept(c, change))

    async def _after_all(self, error: Unsure, look: Work[int | None]) -> int:
        """What the database has kept though it failed in that; where it has nothing (0) or nobody
        can tell (none), that is said.
        """
        try:
            kept = await self.read(look)
        except SQLAlchemyError:
            kept = None
        logger.warning("a transaction failed at its end: %s (%s)", error.orig, kept)
        if kept is None:
            raise error
        if not kept:
            raise OperationalError("COMMIT", None, error.orig or error) from error
        UNWRITTEN.set(False)
        return kept

    async def log(self, table: Table) -> list[Input]:
        """Every input of a game so far."""
        return await self.read(lambda c: rows.inputs(c, table.game, table.id))

    async def given(self, table_id: int) -> list[str]:
        """Every input of a game so far, as it was written."""
        return await self.read(lambda c: rows.given(c, table_id))

    async def given_by_hand(self, table_id: int) -> tuple[list[str], list[int]]:
        """The same, with the numbers of those that nobody has brought."""
        return await self.read(lambda c: (rows.given(c, table_id), rows.unasked(c, table_id)))

    async def replayed(self, table: Table) -> Play[Any]:
        """The game that seed and log alone tell of."""
        try:
            taken = await self.log(table)
            play = replay(table.game, table.variant, len(table.players), table.seed, taken)
        except SQLAlchemyError:
            raise
        except Exception as error:  # a log that something else has written into
            raise _unread(table.id, error) from None
        play.armed.clear()  # those clocks were started when the inputs came
        return play

    async def proof(self, table_id: int) -> Proof | None:
        """What was kept of a finished game when it ended."""
        row = await self._first(select(proofs.c.proof).where(proofs.c.table_id == table_id))
        return None if row is None else msgspec.json.decode(row.proof, type=Proof)

    async def digest(self, table_id: int) -> str | None:
        """The digest of a finished game, where it was kept."""
        row = await self._first(select(proofs.c.digest).where(proofs.c.table_id == table_id))
        return None if row is None else row.digest

    async def requested(self, table_id: int, request: str) -> bool:
        """Whether an interaction has been taken into the log."""
        mine = (log.c.table_id == table_id) & (log.c.request == request)
        return await self._first(select(log.c.number).where(mine).limit(1)) is not None

    async def last_inputs(self, table_id: int, most: int) -> tuple[int, list[Noted]]:
        """How many inputs a log has, and the last of them, the latest first."""
        query = select(log.c.number, log.c.given, log.c.user_id, log.c.request)
        mine = query.where(log.c.table_id == table_id)
        found = await self._all(mine.order_by(log.c.number.desc()).limit(most))
        noted = [
            Noted(msgspec.json.decode(row.given)["type"], row.user_id is not None, row.request)
            for row in found
        ]
        return (found[0].number if found else 0), noted

    async def find(self, channel_id: int) -> int | None:
        """The live table of a channel or thread."""
        mine = (tables.c.channel_id == channel_id) & is_live
        row = await self._first(select(tables.c.id).where(mine))
        return None if row is None else int(row.id)

    async def next_number(self) -> int:
        """The number that the next table will have, unless somebody is quicker."""
        row = await self._first(select(func.max(tables.c.id).label("last")))
        return int(row.last or 0) + 1

    async def count(self) -> int:
        """How many tables there are, the ended ones included."""
        row = await self._first(select(func.count().label("all")).select_from(tables))
        return int(row.all)

    async def load_of(self, now: datetime) -> Load:
        """How much there is to do at this moment."""

        def read(connection: Connection) -> Load:
            live = select(tables.c.game, func.count()).where(is_live)
            waits = outbox.c.refused.is_(None)
            unsaid, oldest = connection.execute(
                select(func.count(), func.min(outbox.c.created_at)).where(waits)
            ).one()
            due = connection.execute(select(func.min(tables.c.wake_at))).scalar()
            closed = players.c.dms_closed_at.is_not(None)
            return Load(
                {row[0]: row[1] for row in connection.execute(live.group_by(tables.c.game))},
                unsaid,
                _count(connection, outbox, ~waits),
                _past(oldest, now),
                _past(due, now),
                _count(connection, players, closed),
            )

        return await self.read(read)

    async def latest(self, most: int) -> list[int]:
        """The games that began last, however they stand."""
        began = select(tables.c.id).where(tables.c.started_at.is_not(None))
        return [row.id for row in await self._all(began.order_by(tables.c.id.desc()).limit(most))]

    async def live_in(
        self, *, guild: int | None = None, channel: int | None = None, paused: bool | None = None
    ) -> list[int]:
        """The live tables of a server, or of a channel and its threads; those that rest, or not."""
        query = select(tables.c.id).where(is_live)
        if guild is not None:
            query = query.where(tables.c.guild_id == guild)
        if channel is not None:
            mine = (tables.c.channel_id == channel) | (tables.c.parent_id == channel)
            query = query.where(mine)
        if paused is not None:
            rests = tables.c.pause.is_not(None) if paused else tables.c.pause.is_(None)
            query = query.where(rests)
        return [row.id for row in await self._all(query.order_by(tables.c.id))]

    async def servers(self, share: Share | None = None, *, paused: bool = False) -> list[int]:
        """The servers in which there are live tables, or such as rest; all, or those of a share."""
        query = select(tables.c.guild_id).where(is_live, tables.c.guild_id.is_not(None))
        if paused:
            query = query.where(tables.c.pause.is_not(None))
        query = among(query, share, tables.c.id).distinct()
        return [row.guild_id for row in await self._all(query)]

    async def ended_here(self, channel_id: int) -> int | None:
        """The table of a channel or thread that came to its end last."""
        mine = (tables.c.channel_id == channel_id) & tables.c.ended_at.is_not(None)
        row = await self._first(select(tables.c.id).where(mine).order_by(tables.c.id.desc()))
        return None if row is None else int(row.id)

    async def live(self, user_id: int | None = None) -> list[int]:
        """The live tables, or those that somebody sits at, the latest first."""
        query = select(tables.c.id).where(is_live)
        if user_id is not None:
            mine = seats.c.user_id == user_id
            query = query.join(seats, seats.c.table_id == tables.c.id).where(mine)
        return [row.id for row in await self._all(query.order_by(tables.c.id.desc()))]

    async def turns(self, user_id: int, first: int = 0, most: int = LARGEST) -> Turns:
        """The tables that wait for somebody, whose time ends first; `most` of them from `first` on."""
        return await self.read(lambda c: times.turns(c, user_id, min(first, LARGEST), most))

    async def asking_computers(self, share: Share | None = None) -> list[int]:
        """The games in play that wait for a computer, all of them or those of a share."""
        query = select(tables.c.id).where(asks_computer, tables.c.status == "playing")
        query = among(query, share, tables.c.id)
        return [row.id for row in await self._all(query.order_by(tables.c.id))]

    # -- the outbox

    async def outbox_tables(self, share: Share | None = None) -> list[int]:
        """The tables that have something to post, all of them or those of a share."""
        waiting = select(outbox.c.table_id).where(outbox.c.refused.is_(None)).distinct()
        query = among(waiting, share, outbox.c.table_id).order_by(outbox.c.table_id)
        return [row.table_id for row in await self._all(query)]

    async def unsaid(self, closed_since: datetime, share: Share | None = None) -> list[int]:
        """The tables where something is left to say though the outbox is done with it: a ping or a
        letter that waits, an invitation. Who has taken no letters since then is not written to.
        """
        nobody = players.c.user_id.is_(None)  # it is everybody's post
        open_ = or_(players.c.dms_closed_at.is_(None), players.c.dms_closed_at <= closed_since)
        waiting = (
            select(post_memories.c.table_id)
            .join(players, players.c.user_id == post_memories.c.user_id, isouter=True)
            .where(is_unsaid, or_(nobody, and_(open_, players.c.dms != "never")))
        )
        inviting = select(tables.c.id).where(is_inviting, is_live)
        found: Any = waiting.union(inviting)
        if share is not None:
            both = found.subquery()
            found = among(select(both.c.table_id), share, both.c.table_id)
        return sorted(row.table_id for row in await self._all(found))

    async def pending(self, table_id: int) -> Pending:
        """What a table has to post, and what is known of its messages; in one read."""
        return await self.read(lambda connection: pending(connection, table_id))

    async def settle(self, table_id: int, settled: Settled) -> None:
        """Discord has answered: what was said is due no more, what it led to is remembered.

        `Conflict` where another process has remembered something else since: what it has holds.
        """

        def write(connection: Connection) -> None:
            if settled.done:
                connection.execute(delete(outbox).where(outbox.c.id.in_(settled.done)))
            for row_id, why in settled.refused.items():
                mine = outbox.c.id == row_id
                connection.execute(update(outbox).where(mine).values(refused=why))
            fresh = [asdict(post) for post in settled.posts]
            for message_id, post in settled.renewed.items():
                mine = posts.c.message_id == message_id
                values = asdict(post)
                if not connection.execute(update(posts).where(mine).values(values)).rowcount:
                    fresh.append(values)
            upsert(connection, posts, fresh)
            if settled.forgotten:  # one of those, too, that was there no more when it was changed
                gone = posts.c.message_id.in_(settled.forgotten)
                connection.execute(delete(posts).where(gone))
            if settled.over:
                connection.execute(delete(posts).where(posts.c.table_id == table_id))
            if not _remembered(connection, table_id, settled):
                raise Conflict

        await self.write(write)

    async def tidy(self, before: datetime) -> None:
        """Forget messages of tables that have ended and have said everything; and what was set
        at a table that ended `before`.
        """
        ended = select(tables.c.id).where(tables.c.ended_at.is_not(None))
        said = ended.where(tables.c.id.not_in(select(outbox.c.table_id)))
        long_ago = select(literal("table:") + cast(tables.c.id, String)).where(
            tables.c.ended_at < before
        )

        def write(connection: Connection) -> None:
            connection.execute(delete(posts).where(posts.c.table_id.in_(said)))
            connection.execute(delete(post_memories).where(post_memories.c.table_id.in_(said)))
            connection.execute(delete(settings).where(settings.c.scope.in_(long_ago)))

        await self.write(write)

    # -- players, results and settings

    async def player(self, user_id: int) -> PlayerRow | None:
        """What is known of somebody."""
        query = select(players).where(players.c.user_id == user_id)
        row = await self._first(query)
        return None if row is None else PlayerRow(**row._mapping)

    async def away(self, now: datetime) -> list[tuple[int, datetime]]:
        """Whoever is away now, and until when."""
        query = select(players.c.user_id, players.c.away_until).where(players.c.away_until > now)
        return [(row.user_id, row.away_until) for row in await self._all(query)]

    async def resting(self, now: datetime) -> list[int]:
        """The tables at which the clock of somebody rests who was away."""
        return await self.read(lambda c: times.resting(c, now))

    async def take_off(self, user_id: int, name: str, spans: Any, until: datetime | None) -> None:
        """Remember when somebody was away, and until when they are now."""
        whose = {"user_id": user_id}
        values, fresh = {"name": name, "away_until": until}, {"dms": "usual", "reminders": True}
        spent = [rows.setting_row(f"user:{user_id}", "away", spans)]
        await self._put(players, whose, values, fresh, lambda c: upsert(c, settings, spent))

    async def change_player(self, user_id: int, name: str, **changes: Any) -> PlayerRow:
        """Remember something of somebody: `reminders`, `dms` and how their messages are reached."""
        fresh = {"dms": "usual", "reminders": True}
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

    async def tenures(self, table_id: int) -> list[Tenure]:
        """Who held a seat of a table and gave it up, the first of them first."""
        mine = select(tenures).where(tenures.c.table_id == table_id)
        rows = await self._all(mine.order_by(tenures.c.version, tenures.c.player))
        return [Tenure(row.player, row.user_id, row.level, row.why, row.at) for row in rows]

    async def tenures_of(self, user_id: int) -> list[TenureRow]:
        """The seats that somebody gave up before a game was over, the latest first."""
        mine = select(tenures).where(tenures.c.user_id == user_id)
        rows = await self._all(mine.order_by(tenures.c.at.desc()))
        return [TenureRow(**row._mapping) for row in rows]

    async def last_moves(self, table_id: int) -> dict[int, datetime]:
        """When each person last moved at a table, of those who have."""
        theirs = log.c.table_id == table_id, log.c.user_id.is_not(None)
        query = select(log.c.user_id, func.max(log.c.at).label("at")).where(*theirs)
        rows = await self._all(query.group_by(log.c.user_id))
        return {row.user_id: row.at for row in rows}

    async def setting(self, scope: str, key: str, default: Any = None) -> Any:
        """Something remembered, from JSON."""
        mine = (settings.c.scope == scope) & (settings.c.key == key)
        row = await self._first(select(settings.c.value).where(mine))
        return default if row is None else msgspec.json.decode(row.value)

    async def set_setting(self, scope: str, key: str, value: Any) -> None:
        """Remember something as JSON."""
        text = msgspec.json.encode(value).decode()
        await self._put(settings, {"scope": scope, "key": key}, {"value": text}, {})

    async def note(self, table_id: int, user_id: int) -> str:
        """What somebody has noted at a table; nothing where they have not."""
        mine = (notes.c.table_id == table_id) & (notes.c.user_id == user_id)
        row = await self._first(select(notes.c.note).where(mine))
        return "" if row is None else str(row.note)

    async def set_note(self, table_id: int, user_id: int, note: str, at: datetime) -> None:
        """Keep somebody's note at a table; an empty one is none."""
        key = {"table_id": table_id, "user_id": user_id}
        if note:
            await self._put(notes, key, {"note": note, "at": at}, {})
            return
        mine = delete(notes).where(*(notes.c[name] == value for name, value in key.items()))
        await self.write(lambda connection: connection.execute(mine))

    # -- clocks

    async def ringing(self, now: datetime, share: Share | None = None) -> list[tuple[int, str]]:
        """The clocks that want something now, the most urgent first: table and name."""
        return await self.read(lambda c: times.ringing(c, now, share))

    async def nudges(self, now: datetime, share: Share | None = None) -> list[tuple[int, int, int]]:
        """Whoever is to be reminded though no clock runs: table, user, and how often they were."""
        return await self.read(lambda c: times.nudges(c, now, share))

    async def next_nudge(self, share: Share | None = None) -> datetime | None:
        """When the next of them is."""
        return await self.read(lambda c: times.next_of(c, tables.c.nudge_at, share))

    async def next_ring(self, share: Share | None = None) -> datetime | None:
        """When the next clock wants something."""
        return await self.read(lambda c: times.next_of(c, tables.c.wake_at, share))

    async def postpone(
        self, alive: datetime | None, now: datetime, share: Share | None = None
    ) -> int:
        """Give every clock the time back that nobody looked after it since `alive`; returns how many.

        A clock that was started later than `alive` gets the time since its start. Where `alive` is
        yet to come the system's clock was set back, and every clock is with it.
        """
        return await self.write(lambda c: times.postpone(c, alive, now, share))

    # -- asking

    async def _all(self, query: Any) -> list[Any]:
        return await self.read(lambda c: list(c.execute(query).all()))

    async def _first(self, query: Any) -> Any:
        return await self.read(lambda c: c.execute(query).first())

    async def _put(
        self,
        table: Any,
        key: dict[str, Any],
        values: dict[str, Any],
        fresh: dict[str, Any],
        also: Work[None] = lambda connection: None,
    ) -> None:
        """Write a row whether it is there or not, and what belongs to it; a rival's insert turns ours
        into an update.
        """
        mine = [table.c[name] == value for name, value in key.items()]

        def write(connection: Connection) -> None:
            done = connection.execute(update(table).where(*mine).values(**values))
            if not done.rowcount:
                connection.execute(insert(table).values({**fresh, **key, **values}))
            also(connection)

        for _ in range(TRIES):
            try:
                await self.write(write)
                return
            except IntegrityError:
                continue
        raise Conflict


def _remembered(connection: Connection, table_id: int, settled: Settled) -> bool:
    """Write what is remembered of a table's messages; whether nobody else has since it was read."""
    known = settled.versions
    if settled.over:
        here = delete(post_memories).where(post_memories.c.table_id == table_id)
        gone = here.returning(post_memories.c.user_id, post_memories.c.version)
        return all(known.get(row.user_id) == row.version for row in connection.execute(gone))
    values = [
        {
            "table_id": table_id,
            "user_id": user_id,
            "memory": memory,
            "unsaid": user_id in settled.unsaid,
            "version": known.get(user_id, 0) + 1,
        }
        for user_id, memory in settled.memories.items()
    ]
    return upsert_next(connection, post_memories, values)


def _count(connection: Connection, table: Any, which: Any) -> int:
    return int(
        connection.execute(select(func.count()).select_from(table).where(which)).scalar_one()
    )


def _past(moment: datetime | None, now: datetime) -> float:
    return 0.0 if moment is None else max(0.0, (now - moment).total_seconds())


def _unread(table_id: int, error: Exception, why: str = "") -> Damaged:
    """A table that cannot be read; what stood there may be a secret, and is told to nobody."""
    reason = str(error) if isinstance(error, BadSave) else type(error).__name__
    logger.warning("table %s cannot be read: %s", table_id, reason)
    said = f"Table {table_id} cannot be read. {why}".strip()
    how = f"Its host or a moderator can close it: `/table close table:{table_id}`."
    return Damaged(f"{said} {how}", table_id)
