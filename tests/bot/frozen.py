"""A database as a release leaves it: `python -m tests.bot.frozen` writes one of this version.

It is made once for each release, from the commit that is released, and never again.
"""

import asyncio
import random
import sqlite3
import sys
import tempfile
import tomllib
from contextlib import closing
from pathlib import Path

from bot.referee import Referee
from bot.store import Store
from bot.table import Person
from rules import registry
from tests.bot.hall import Hall, open_hall
from tests.bot.midgame import begun, played

ROOT = Path(__file__).parents[2]
RELEASES = Path(__file__).with_name("releases")
ANSWERS = 25  # in a game that goes on


def version() -> str:
    """The version that is in the making."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])


async def fill(hall: Hall) -> None:
    """Tables of all games and in all stages, with posts, letters, notes and settings."""
    rng, referee, store = random.Random(1), hall.bot.referee, hall.bot.store
    people = [Person(one.id, one.name) for one in (hall.alice, hall.bob, hall.carol)]
    channels = (hall.guild.create_text_channel(f"room-{n}").id for n in range(100))

    async def new(key: str, answers: int) -> int:
        table = await begun(referee, key, people, channel=next(channels), guild=hall.guild.id)
        table = await played(referee, table, answers, rng)
        await hall.quiet()
        return table.id

    for key in registry.KEYS:
        while (await referee.look(await new(key, ANSWERS))).status != "playing":
            pass  # it was over before: one that goes on is to be among them
        over = await new(key, 6)
        for person in people:
            table = await referee.look(over)
            if table.status == "playing" and table.player_of(person.id) is not None:
                await referee.resign(over, person.id)
        await hall.quiet()
    host = people[0]
    invited = await referee.open(
        "brawlhalla",
        {},
        channel_id=next(channels),
        guild_id=hall.guild.id,
        host=host,
        invited=people[1:2],
        private=True,
    )
    await referee.set_word(invited, host.id, "a word of mine")
    computer = await referee.open(
        "beer_brawl", {}, channel_id=next(channels), guild_id=hall.guild.id, host=host
    )
    await referee.start(await referee.add_computer(computer, host.id, "easy"), host.id)
    closed = await new("bro_brawl", 3)
    await referee.abandon(closed, host.id, moderator=True)
    await referee.pause(await new("beer_brawl", 5), "channel")
    await referee.set_note(await referee.look(1), host.id, "a note of mine")
    await store.change_player(people[2].id, people[2].name, dms="never", reminders=False)
    await store.set_setting(f"guild:{hall.guild.id}", "greeted", True)
    await hall.quiet()


async def freeze(file: Path) -> None:
    """Write such a database to a file, as statements of SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_hall(Path(folder)) as hall:
            await fill(hall)
        database = Path(folder) / "tables.db"
        store = await Store.open(f"sqlite+aiosqlite:///{database}")
        referee = Referee(store)  # nobody posts for it: the outbox keeps what it leads to
        await played(referee, await referee.look(1), 3, random.Random(2))
        await store.close()
        with closing(sqlite3.connect(database)) as connection:
            statements = "\n".join(connection.iterdump())
    file.parent.mkdir(exist_ok=True)
    file.write_text(statements + "\n", "utf-8")  # noqa: ASYNC240 - nobody waits


def thaw(file: Path, database: Path) -> None:
    """Make a database what a release left."""
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(file.read_text("utf-8"))


def main() -> int:
    """Freeze this version, once."""
    file = RELEASES / f"{version()}.sql"
    if file.exists():
        print(f"{file} is there already, and a release never changes.", file=sys.stderr)
        return 1
    asyncio.run(freeze(file))
    print(f"{file}: {file.stat().st_size / 1e3:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
