"""A table from its rows, and a change of it back into rows: one transaction, all or nothing."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import (
    clocks,
    log,
    outbox,
    players,
    proofs,
    results,
    seats,
    snapshots,
    tables,
)
from bot.table import LIVE, Due, News, Person, Seated, Table
from bot.table.change import Change
from rules.engine import codec
from rules.engine.contract import AnyGame
from rules.engine.errors import BadSave, RulesError
from rules.engine.inputs import Input
from rules.engine.play import Play
from rules.engine.proof import prove

logger = logging.getLogger(__name__)
Games = Callable[[str], AnyGame]
_json = msgspec.json.Encoder()

# One statement, so that one state of the database is seen; the snapshot comes with one row alone.
_table = (
    select(
        tables,
        seats.c.player,
        seats.c.user_id,
        seats.c.name,
        seats.c.level,
        players.c.dms_closed,
        players.c.reminders,
        snapshots.c.barrier,
        snapshots.c.since,
        snapshots.c.logged.label("at"),
    )
    .join(seats, seats.c.table_id == tables.c.id, isouter=True)
    .join(players, players.c.user_id == seats.c.user_id, isouter=True)
    .join(snapshots, (snapshots.c.table_id == tables.c.id) & (seats.c.player == 0), isouter=True)
    .order_by(seats.c.player)
)
_by_id = _table.where(tables.c.id == bindparam("table"))
_by_channel = _table.where(tables.c.channel_id == bindparam("channel"), tables.c.status.in_(LIVE))
_clocks = select(clocks).where(clocks.c.table_id == bindparam("table"))
_update = update(tables).where(
    tables.c.id == bindparam("table"), tables.c.version == bindparam("loaded")
)
_update_snapshot = update(snapshots).where(snapshots.c.table_id == bindparam("table"))
_insert_log, _insert_outbox = insert(log), insert(outbox)


class Conflict(Exception):
    """Somebody else has changed the table since it was loaded."""


# -- loading


@dataclass(slots=True)
class Loaded:
    """The rows of a table: itself with its snapshot and first player, everybody, the clocks."""

    row: Any
    seats: Sequence[Any]
    clocks: Sequence[Any]


async def fetch(
    connection: AsyncConnection, *, table: int | None = None, channel: int | None = None
) -> Loaded | None:
    """The rows of a table, or of the live table in a channel; or nothing."""
    found = (_by_id, {"table": table}) if channel is None else (_by_channel, {"channel": channel})
    rows = (await connection.execute(*found)).all()
    if not rows:
        return None
    running = (await connection.execute(_clocks, {"table": rows[0].id})).all()
    return Loaded(rows[0], [row for row in rows if row.player is not None], running)


def table(loaded: Loaded, games: Games) -> Table:
    """The table that rows tell of, its game not yet set up."""
    row = loaded.row
    game = games(row.game)
    try:
        variant = msgspec.json.decode(row.variant, type=game.variant)
    except msgspec.DecodeError as error:
        raise BadSave(f"The options of this table cannot be read: {error}.") from None
    return Table(
        id=row.id,
        game=game,
        variant=variant,
        channel_id=row.channel_id,
        guild_id=row.guild_id,
        host_id=row.host_id,
        status=row.status,
        version=row.version,
        pace=None if row.pace is None else timedelta(seconds=row.pace),
        players=tuple(map(_seated, loaded.seats)),
        invited=tuple(msgspec.json.decode(row.invited)),
        commitment=row.commitment,
        created_at=row.created_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        logged=row.logged,
        posted=row.posted,
        secret=row.secret,
        rules_version=row.rules_version,
        clocks={c.name: Due(c.name, c.due_at, c.warn_at) for c in loaded.clocks},
    )


def _seated(row: Any) -> Seated:
    closed, reminded = bool(row.dms_closed), row.reminders is not False  # none of a computer
    return Seated(row.player, row.user_id, row.name, row.level, closed, reminded)


def play(loaded: Loaded, game: AnyGame) -> Play[Any]:
    """The game of a table as its snapshot has it; `BadSave` where that cannot be read."""
    row = loaded.row
    if row.barrier is None or row.at != row.logged:
        raise BadSave("The snapshot of this table is missing or behind its log.")
    barrier = codec.decode(game, row.barrier)
    try:
        since = msgspec.json.decode(row.since, type=list[Any])
        return Play(game, barrier, [codec.input_from_plain(game, plain) for plain in since])
    except (msgspec.DecodeError, RulesError) as error:
        raise BadSave(f"The snapshot of this table cannot be read: {error}") from None


async def inputs(connection: AsyncConnection, game: AnyGame, table_id: int) -> list[Input]:
    """The log of a table, from the first input on."""
    query = select(log.c.number, log.c.given).where(log.c.table_id == table_id)
    rows = (await connection.execute(query.order_by(log.c.number))).all()
    if [row.number for row in rows] != list(range(1, len(rows) + 1)):
        raise BadSave("The log of this table has gaps.")
    return [codec.input_from_bytes(game, row.given.encode()) for row in rows]


# -- saving


async def create(connection: AsyncConnection, values: dict[str, Any], host: Person) -> int:
    """A new table with its host."""
    made = await connection.execute(insert(tables).values(**values, version=0, logged=0, posted=1))
    key: Any = made.inserted_primary_key
    table_id = int(key[0])
    await _seat(connection, table_id, [Seated(0, host.id, host.name)])
    await _post(connection, table_id, 0, [("lobby", News())], values["created_at"])
    return table_id


async def save(connection: AsyncConnection, change: Change) -> None:
    """Write a change, or raise `Conflict` where the table is not as it was loaded."""
    before = change.before
    values = {"table": before.id, "loaded": before.version, **_columns(change.after)}
    try:
        if (await connection.execute(_update, values)).rowcount != 1:
            raise Conflict
        await _write(connection, change)
    except IntegrityError:  # a row that another process wrote at the same moment
        raise Conflict from None


def _columns(after: Table) -> dict[str, Any]:
    return {
        "version": after.version,
        "logged": after.logged,
        "posted": after.posted,
        "status": after.status,
        "host_id": after.host_id,
        "pace": None if after.pace is None else int(after.pace.total_seconds()),
        "invited": _json.encode(after.invited).decode(),
        "started_at": after.started_at,
        "ended_at": after.ended_at,
        "rules_version": after.rules_version,
    }


async def _write(connection: AsyncConnection, change: Change) -> None:
    before, after = change.before, change.after
    if after.players != before.players:
        await connection.execute(delete(seats).where(seats.c.table_id == before.id))
        await _seat(connection, before.id, after.players)
    if change.logged:
        await _log(connection, change)
    if after.play is not None and after.play is not before.play:
        await _snapshot(connection, after, after.play)
    if after.clocks != before.clocks:
        await _clocked(connection, change)
    if change.results:
        shared = {
            "table_id": before.id,
            "guild_id": after.guild_id,
            "game": after.game.key,
            "ended_at": after.ended_at,
        }
        rows = [shared | asdict(result) for result in change.results]
        await connection.execute(insert(results), rows)
        await _prove(connection, after)
    if change.news:
        await _post(connection, before.id, before.posted, change.news, change.at)


async def _seat(connection: AsyncConnection, table_id: int, seated: Sequence[Seated]) -> None:
    for one in seated:
        if one.user_id is None:
            continue
        mine = players.c.user_id == one.user_id
        known = await connection.execute(update(players).where(mine).values(name=one.name))
        if not known.rowcount:
            values = {"user_id": one.user_id, "name": one.name}
            await connection.execute(
                insert(players).values(dms_closed=False, reminders=True, **values)
            )
    rows = [
        {
            "table_id": table_id,
            "player": player,
            "user_id": one.user_id,
            "name": one.name,
            "level": one.level,
        }
        for player, one in enumerate(seated)
    ]
    if rows:
        await connection.execute(insert(seats), rows)


async def _log(connection: AsyncConnection, change: Change) -> None:
    before = change.before
    rows = [
        {
            "table_id": before.id,
            "number": number,
            "given": codec.input_to_bytes(one.given).decode(),
            "user_id": one.user_id,
            "request": one.request,
            "at": change.at,
        }
        for number, one in enumerate(change.logged, start=before.logged + 1)
    ]
    await connection.execute(_insert_log, rows)


async def _snapshot(connection: AsyncConnection, after: Table, play: Play[Any]) -> None:
    values = {
        "barrier": codec.encode(play.game, play.barrier),
        "since": _json.encode([codec.input_to_plain(given) for given in play.since]),
        "logged": after.logged,
    }
    done = await connection.execute(_update_snapshot, {"table": after.id, **values})
    if not done.rowcount:
        await connection.execute(insert(snapshots).values(table_id=after.id, **values))


async def _prove(connection: AsyncConnection, after: Table) -> None:
    """What later rules could no longer tell is kept now, in the transaction that ends the game."""
    assert after.play is not None
    log = await inputs(connection, after.game, after.id)
    try:
        proof = prove(
            after.game,
            after.variant,
            after.ids,
            after.secret,
            log,
            after.play.state,
            began=after.rules_version,
        )
    except Exception:  # a game must not go on for ever because its proof fails
        logger.exception("the proof of table %s failed", after.id)
        return
    values = {"table_id": after.id, "proof": _json.encode(proof).decode()}
    await connection.execute(insert(proofs).values(**values))


async def _clocked(connection: AsyncConnection, change: Change) -> None:
    table_id, was, runs = change.before.id, change.before.clocks, change.after.clocks
    gone = sorted(name for name in was if runs.get(name) != was[name])
    if gone:
        mine = (clocks.c.table_id == table_id) & clocks.c.name.in_(gone)
        await connection.execute(delete(clocks).where(mine))
    rows = [
        {
            "table_id": table_id,
            "name": due.name,
            "armed_at": change.at,
            "wake_at": due.warn_at or due.at,
            "due_at": due.at,
            "warn_at": due.warn_at,
        }
        for due in runs.values()
        if was.get(due.name) != due
    ]
    if rows:
        await connection.execute(insert(clocks), rows)


async def _post(
    connection: AsyncConnection,
    table_id: int,
    posted: int,
    news: Sequence[tuple[str, News]],
    at: datetime,
) -> None:
    rows = [
        {
            "table_id": table_id,
            "sequence": sequence,
            "kind": kind,
            "payload": _json.encode(payload).decode(),
            "created_at": at,
        }
        for sequence, (kind, payload) in enumerate(news, start=posted + 1)
    ]
    await connection.execute(_insert_outbox, rows)
