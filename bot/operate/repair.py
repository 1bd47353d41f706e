"""A table that went wrong: compared with its log, made anew from it, set back, or closed."""

from bisect import bisect_left
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from bot.errors import BotError, Damaged, NoTable, OtherRules
from bot.operate.one_table import export
from bot.referee import Referee, utc_now
from bot.store import Store, rows
from bot.store.schema import log, proofs, results
from bot.table import News, Table
from bot.table.change import Change
from bot.table.clocks import running
from rules import registry
from rules.engine import kernel
from rules.engine.play import Play, replay

CLOSE = "--close is what is left."
SET_BACK = "Whoever runs this bot has set the game back to an earlier point."


async def looked_at(store: Store, table_id: int) -> str:
    """What is the matter with a table, if anything."""
    referee = Referee(store)
    try:
        table = await referee.look(table_id)
        fits = await referee.verify(table_id)
    except OtherRules as error:
        return f"Table {table_id}: {error}"
    except Damaged as error:
        return f"{error} {await _left(store, table_id)}"
    state = "as its log tells" if fits else "not as its log tells: --replay makes it anew"
    return f"Table {table_id}: {table.game.title}, {table.status}, {table.logged} inputs, {state}."


async def close(store: Store, table_id: int) -> str:
    """End a table without a result; its channel is free again."""
    if await store.whereabouts(table_id) is None:
        raise NoTable
    await store.close_unread(table_id, utc_now())
    return f"Table {table_id} is closed."


async def set_right(store: Store, table_id: int, to: int | None, aside: Path) -> str:
    """Make a game anew from its log, or from its first `to` inputs; what was there is kept aside."""
    before = await _row(store, table_id)
    if before.started_at is None:
        raise BotError(f"Table {table_id} is in its lobby: there is nothing to replay.")
    play, inputs = await _replayed(store, before, to)
    await export(store, table_id, aside)
    after = _after(before, play, inputs, told=to is not None and to < before.logged)
    over = play.state.outcome is not None
    try:
        await store.write(lambda connection: _write(connection, after, over=over))
    except rows.Conflict:
        raise BotError("The table has changed meanwhile: stop the bot and try again.") from None
    return f"Table {table_id} is as its first {inputs} inputs tell. As it was before: {aside}."


def _write(connection: Connection, change: Change, *, over: bool) -> None:
    table_id, kept = change.after.id, change.after.logged
    connection.execute(delete(log).where(log.c.table_id == table_id, log.c.number > kept))
    if not over:
        for part in (results, proofs):
            connection.execute(delete(part).where(part.c.table_id == table_id))
    rows.save(connection, change)


async def _row(store: Store, table_id: int) -> Table:
    """A table without its game."""
    try:
        loaded = await store.read(lambda connection: rows.fetch(connection, table=table_id))
        table = None if loaded is None else rows.table(loaded, registry.get)
    except SQLAlchemyError:
        raise
    except Exception:  # whatever stands there is none of our doing
        raise BotError(f"Table {table_id} itself cannot be read: {CLOSE}") from None
    if table is None:
        raise NoTable
    return table


async def _left(store: Store, table_id: int) -> str:
    """What can still be done with a table that cannot be read."""
    try:
        table = await _row(store, table_id)
    except BotError:
        return CLOSE
    reach = await store.read(lambda connection: _reach(connection, table))
    return CLOSE if reach is None else f"--rewind {reach} or {CLOSE}"


def _reach(connection: Connection, table: Table) -> int | None:
    """Of how many inputs the beginning of a log can be replayed; none: not even the set-up can."""
    last = select(func.max(log.c.number)).where(log.c.table_id == table.id)
    counts = range((connection.scalar(last) or 0) + 1)
    good = bisect_left(counts, True, key=lambda count: not _replays(connection, table, count))
    return good - 1 if good else None


def _replays(connection: Connection, table: Table, count: int) -> bool:
    try:
        inputs = rows.inputs(connection, table.game, table.id, up_to=count)
        replay(table.game, table.variant, len(table.players), table.seed, inputs)
    except SQLAlchemyError:
        raise
    except Exception:  # as above
        return False
    return len(inputs) == count


async def _replayed(store: Store, table: Table, to: int | None) -> tuple[Play[Any], int]:
    """The game that the log tells of, and of how many inputs; none that cannot be read is asked."""
    try:
        inputs = await store.read(
            lambda connection: rows.inputs(connection, table.game, table.id, up_to=to)
        )
        play = replay(table.game, table.variant, len(table.players), table.seed, inputs)
    except SQLAlchemyError:
        raise
    except Exception:  # as above
        left = await _left(store, table.id)
        raise BotError(f"The log of table {table.id} cannot be replayed: {left}") from None
    if to is not None and len(inputs) < to:
        raise BotError(f"The log of table {table.id} has {len(inputs)} inputs only.")
    play.armed.clear()
    return play, len(inputs)


def _after(before: Table, play: Play[Any], inputs: int, *, told: bool) -> Change:
    now = utc_now()
    over = play.state.outcome is not None
    after = replace(before, play=play, clocks={})
    after.version, after.logged, after.posted = before.version + 1, inputs, before.posted + 1
    after.status = "over" if over else "playing"
    after.ended_at = (before.ended_at or now) if over else None
    after.clocks = running(before, after, now, set(range(len(play.state.seats))), passed=True)
    asked = kernel.waiting(play.barrier)
    waits = [(q.seat, q.number, q.kind) for q in play.barrier.open if q.seat in asked]
    news = News(lines=[SET_BACK] if told else [], waits=waits, logged=inputs, turn=after.turn)
    change = Change(before, after, now, news=[("told", news)])
    change.keep_time()
    return change
