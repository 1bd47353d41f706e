"""What one of several processes asks of PostgreSQL again and again, with many tables in play."""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.store import Store, leases
from bot.store.leases import Process, Share
from tests.bench.record import record
from tests.bot.postgres import lacking, running

OFTEN = 50
TABLES = """
INSERT INTO tables (channel_id, guild_id, host_id, game, rules_version, variant, invited, status,
    version, commitment, secret, logged, posted, created_at)
SELECT g, g::bigint << 22, 1, 'toy', '1', '{{}}', '[]', 'playing', 0, '', '', 0, 0, now()
FROM generate_series(1, {tables}) g
"""
CLOCKS = """
UPDATE tables SET wake_at = now() + (60 + random() * 86400) * interval '1 second',
    clocks = json_build_array(json_build_object('name', 'pace:0', 'at', now(), 'armed', now()))
"""


async def measure(url: str, tables: int) -> dict[str, float]:
    """Milliseconds of each question, the median."""
    store = await Store.open(url)
    for filling in (TABLES.format(tables=tables), CLOCKS, "ANALYZE"):
        await store.write(lambda c, filling=filling: c.exec_driver_sql(filling))  # type: ignore[misc]
    now, third = datetime.now(UTC), Share(frozenset([0]), 3)
    figures: dict[str, float] = {"tables": tables}
    asked: dict[str, Callable[[], Awaitable[Any]]] = {
        "next clock of all": store.next_ring,
        "next clock of a third": lambda: store.next_ring(third),
        "next clock where none runs": lambda: store.next_ring(Share(frozenset([0]), 10**9)),
        "clocks that ring, of a third": lambda: store.ringing(now, third),
        "outbox of a third": lambda: store.outbox_tables(third),
        "what others have changed": lambda: store.write(lambda c: leases.handed_over(c, third)),
    }
    for name, ask in asked.items():
        figures[name] = await _median(ask)
    for count in (3, 64):
        me = Process("me", frozenset(range(count)), count, spare=True)
        await store.write(lambda c: c.exec_driver_sql("DELETE FROM leases"))
        figures[f"sign of life for {count} shards"] = await _median(
            lambda me=me: store.write(lambda c: leases.beat(c, me, now))  # type: ignore[misc]
        )
    began = time.perf_counter()
    await store.postpone(now, now + timedelta(minutes=1), third)
    figures["time given back to a third"] = round((time.perf_counter() - began) * 1e3, 1)
    await store.close()
    return figures


async def _median(ask: Callable[[], Awaitable[Any]]) -> float:
    spent = []
    for _ in range(OFTEN):
        began = time.perf_counter()
        await ask()
        spent.append((time.perf_counter() - began) * 1e3)
    return round(statistics.median(spent), 2)


def main(argv: list[str]) -> int:
    """Measure and print; `--keep` writes the figures beside the others."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench shares", description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=[1_000, 10_000, 100_000])
    parser.add_argument("--keep", action="store_true", help="write the figures to results/")
    given = parser.parse_args(argv)
    if why := lacking():
        print(why, file=sys.stderr)
        return 2
    found = []
    for size in given.sizes:
        with running() as server:
            found.append(asyncio.run(measure(server.url("postgres"), size)))
    for name in found[0]:
        print(f"{name:<32}" + "".join(f"{figures[name]:>12.4g}" for figures in found))
    if given.keep:
        print(f"kept in {record('shares', found).name}")
    return 0
