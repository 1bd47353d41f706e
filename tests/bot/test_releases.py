"""What a release has written is read by every later one: databases of each are brought up to date."""

import random
import re
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.operate import backups
from bot.posting.ledger import EVERYBODY, MessageMemory, PostMemory
from bot.referee import Referee
from bot.store import Store
from bot.table import read_news, told_from_plain
from rules import registry
from rules.engine.verify import MATCHES, UNREADABLE, verify
from tests.bot.frozen import RELEASES, ROOT, thaw, version
from tests.bot.midgame import played

pytest_plugins = ["tests.bot.databases"]

FROZEN = sorted(RELEASES.glob("*.sql"))
NOTES = (ROOT / ".github" / "RELEASES.md").read_text("utf-8")


def number(name: str) -> tuple[int, ...]:
    return tuple(map(int, name.split(".")))


def test_every_release_has_notes_and_a_database() -> None:
    """The one in the making is frozen last."""
    noted = re.findall(r"^## ([\d.]+)$", NOTES, re.MULTILINE)
    assert noted == sorted(noted, key=number, reverse=True)
    assert noted[0] == version()
    frozen = {file.stem for file in FROZEN}
    assert frozen >= set(noted) - {version()}
    assert all(number(name) <= number(version()) for name in frozen)


@pytest.fixture(params=FROZEN, ids=lambda file: file.stem)
def frozen(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A database as a release left it."""
    file = tmp_path / "frozen.db"
    thaw(request.param, file)
    return file


def read(file: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


async def test_tables_of_a_release_go_on(frozen: Path, empty_url: str) -> None:
    """Nothing is lost, nothing is unreadable, every game is played on; in either database."""
    before = dict(read(frozen, "SELECT id, status FROM tables"))
    digests = dict(read(frozen, "SELECT table_id, digest FROM proofs"))
    await backups.restore(frozen, empty_url)
    store = await Store.open(empty_url)
    referee = Referee(store)
    loaded = {table_id: await referee.look(table_id) for table_id in before}
    assert {table.id: table.status for table in loaded.values()} == before
    on = {table.game.key for table in loaded.values() if table.status == "playing"}
    assert on == set(registry.KEYS)
    for table in loaded.values():
        await _readable(store, table.id)
        if table.status == "playing":
            await _goes_on(referee, table.id)
    done = [table.id for table in loaded.values() if table.status == "over"]
    assert {table_id: await store.digest(table_id) for table_id in done} == digests
    assert {loaded[table_id].game.key for table_id in digests} == set(registry.KEYS)
    await store.close()


async def _readable(store: Store, table_id: int) -> None:
    """What is due and what is remembered of posts."""
    pending = await store.pending(table_id)
    table = await store.load(table_id, registry.get)
    for row in pending.outbox:
        assert told_from_plain(table.game, read_news(row.payload).told) is not None
    for user_id, memory in pending.memories.items():
        kind = PostMemory if user_id == EVERYBODY else MessageMemory
        assert msgspec.json.decode(memory, type=kind)


async def _goes_on(referee: Referee, table_id: int) -> None:
    """A few answers more; by the same rules the whole log leads there."""
    table = await referee.look(table_id)
    if table.pause is not None:
        await referee.resume(table)
    elif (after := await played(referee, table, 5, random.Random(3))).status == "playing":
        assert after.logged > table.logged
    if table.rules_version == table.game.rules_version:
        assert await referee.verify(table_id)


async def test_the_end_of_a_release_s_games_is_still_told_and_proven(
    frozen: Path, tmp_path: Path
) -> None:
    """Log, results and the file for everybody; one of other rules says which release can replay it."""
    store = await Store.open(f"sqlite+aiosqlite:///{frozen}")
    referee = Referee(store)
    ended = [row[0] for row in read(frozen, "SELECT id FROM tables WHERE status = 'over'")]
    for table_id in ended:
        table = await referee.look(table_id)
        assert await referee.history(table_id)
        for one in table.people:
            assert one.user_id is not None and await referee.history(table_id, one.user_id)
        exported = await referee.export(table_id)
        said: list[str] = []
        answer = verify(msgspec.json.encode(exported), table.commitment, say=said.append)
        same = exported.rules_version == table.game.rules_version
        assert answer == (MATCHES if same else UNREADABLE), said
    results = await store.results(table.players[0].user_id or 0)
    assert len(results) == len(ended)
    await store.close()


def test_a_frozen_database_has_tables_in_every_stage(frozen: Path) -> None:
    """Or the tests above would show little."""
    stages = Counter(row[0] for row in read(frozen, "SELECT status FROM tables"))
    assert set(stages) == {"lobby", "playing", "over", "abandoned"}
    for table in ("outbox", "posts", "post_memories", "clocks", "notes", "settings", "results"):
        assert read(frozen, f"SELECT count(*) FROM {table}") > [(0,)], table
