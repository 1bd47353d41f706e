"""A hall to play in: the real bot on a simulated Discord, with people who type and click."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest
from simcord.env import Env
from sqlalchemy import event, text

import images
from bot.client import RefereeBot, create_bot
from bot.settings import Settings
from bot.store import Store
from bot.table import Table
from bot.ui.menu import BESIDE
from rules.engine import kernel
from rules.engine.codec import encode
from rules.engine.state import Option, State

DRAWN: dict[tuple[Callable[..., Any], str, bytes], Any] = {}
BLUE = ("Barnaby", "Dimple", "Figgy", "Hobnail", "Juniper", "Lumpkin")
ORANGE = ("Crumpet", "Elderberry", "Gizzard", "Inkwell", "Kettle", "Mossy")


class InProcess:
    """Draws in this process, each picture once: the same as a worker's, without starting one."""

    async def run(self, work: Callable[..., Any], game: str, *shown: Any) -> Any:
        """Call it here."""
        key = (work, game, msgspec.msgpack.encode(shown))
        if key not in DRAWN:
            DRAWN[key] = work(game, *shown)
        return DRAWN[key]


class BoardOnly(InProcess):
    """Draws what everybody sees, and nothing private."""

    async def run(self, work: Callable[..., Any], game: str, *shown: Any) -> Any:
        """The public picture, or none."""
        return await super().run(work, game, *shown) if work is images.board else None


class NoBoard(InProcess):
    """Draws everything but the board, for tests of other pictures."""

    async def run(self, work: Callable[..., Any], game: str, *shown: Any) -> Any:
        """Any other picture."""
        return None if work is images.board else await super().run(work, game, *shown)


class Blank:
    """Draws nothing, for tests that are not about pictures."""

    async def run(self, work: Callable[..., Any], *args: Any) -> None:
        """No picture."""


class Here:
    """Workers that work in this process, so that a test can look over their shoulder."""

    async def run(self, work: Callable[..., Any], *args: Any) -> Any:
        """Call it here."""
        return work(*args)


def fix_luck(patch: pytest.MonkeyPatch, first: int = 1) -> None:
    """From now on tables have secrets that are counted, and nobody has a word."""
    numbers = itertools.count(first)
    patch.setattr("bot.table.words.made", lambda below: None)
    patch.setattr(
        "bot.referee.lobbies.secrets.token_bytes", lambda size: next(numbers).to_bytes(size, "big")
    )


def new_bot(folder: Path, drawers: Any) -> RefereeBot:
    """The bot on a database in a folder."""
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        discord_token=None,
        database_url=f"sqlite+aiosqlite:///{folder / 'tables.db'}",
    )
    return create_bot(settings, drawers)


class Hall:
    """One server with a channel, and three people in it."""

    def __init__(self, env: Any, bot: RefereeBot, folder: Path, drawers: Any) -> None:
        """Furnish the hall."""
        self.env, self.bot, self.folder, self.drawers = env, bot, folder, drawers
        self.guild = env.create_guild("The Hall")
        self.pub = self.guild.create_text_channel("pub")
        self.alice, self.bob, self.carol = (
            self.guild.add_member(env.create_user(name)) for name in ("alice", "bob", "carol")
        )

    # -- playing

    async def begin(self, **options: Any) -> None:
        """Alice and Bob begin a game of Beer Brawl."""
        await self.alice.slash(self.pub, "beer-brawl new", opponent=self.bob, here=True, **options)
        await self.bob.slash(self.pub, "table join")
        await self.alice.slash(self.pub, "table start")

    async def beer(self, member: Any, command: str, **arguments: Any) -> str:
        """Somebody uses a command of Beer Brawl; what they are told, and nobody else."""
        return await self.says(member, f"beer-brawl {command}", **arguments)

    async def says(self, member: Any, command: str, **arguments: Any) -> str:
        """Somebody uses a command; what they are told, and nobody else."""
        if command.endswith(" new"):  # games of a hall are played in its one channel
            arguments = {"here": True, **arguments}
        result = await member.slash(self.pub, command, **arguments)
        assert result.ephemeral, command
        shown = [result.response, *result.followups]  # a panel may have come to stand further down
        there = [str(one.content) for one in shown if one is not None]
        return there[-1] if there else ""  # a panel goes where the post has the choices

    async def resigns(self, member: Any) -> None:
        """Somebody gives up by command, and is sure of it."""
        asked = (await member.slash(self.pub, "table resign")).response
        assert asked.content.startswith("Resign at **")
        await member.click(asked, label="Yes")

    async def does(
        self, member: Any, command: str, arguments: dict[str, Any], *options: Option
    ) -> str:
        """Somebody's command does what some options do, and what is forced then; their reply."""
        before = await self.table()
        assert before.play is not None
        asked = before.questions(member.id)[0]
        said = await self.says(member, command, **arguments)
        wanted = before.play.answer_all(asked.seat, asked.number, options).play
        while given := kernel.forced(wanted.game, wanted.state):
            wanted.do(given)
        after = await self.table()
        assert after.play is not None
        assert after.play.state == wanted.state, (command, arguments, said)
        return said

    async def completes(
        self, member: Any, command: str, argument: str, typed: str = "", **filled: Any
    ) -> list[str]:
        """What somebody is offered while they type an argument."""
        choices = await member.autocomplete(self.pub, command, argument, typed, **filled)
        return [choice["value"] for choice in choices]

    async def panel(self, member: Any) -> Any:
        """The panel that somebody opens with the latest post's Play."""
        result = await member.click(self.post, label="Play")
        assert result.ephemeral
        return result.response

    def private(self, member: Any) -> list[Any]:
        """What stands in the channel for somebody alone, the oldest first."""
        return [m for m in self.pub.history(viewer=member) if m.flags.ephemeral]

    async def table(self, table_id: int = 1) -> Table:
        """The table as it is on disk."""
        return await self.bot.referee.look(table_id)

    async def put(self, state: State, table_id: int = 1) -> None:
        """Put a game of a table into another state, as if it had come to that."""
        table = await self.table(table_id)
        values = {"barrier": encode(table.game, state), "table": table_id}
        change = "barrier = :barrier, since = '[]', checksum = NULL, version = version + 1"
        async with self.bot.store.writing() as connection:
            await connection.execute(text(f"UPDATE tables SET {change} WHERE id = :table"), values)

    async def restart(self) -> None:
        """Stop the bot and start another one on the same database and the same Discord."""
        await self.env.settle()
        await self.bot.close()
        self.bot = new_bot(self.folder, self.drawers)
        await self.bot.open()
        hurry(self.bot)
        await self.env.restart_bot(self.bot)

    async def quiet(self) -> None:
        """Wait until nobody is thinking and everything is posted."""
        await self.bot.computer.idle()
        await self.bot.poster.idle()
        await self.bot.live_panels.idle()
        await self.env.settle()

    def away(self) -> None:
        """From now on nobody looks at a panel: whoever's turn begins is told by a post."""
        self.bot.poster.look_on(lambda table, user_id: False)

    # -- looking

    @property
    def posts(self) -> list[Any]:
        """Everything that everybody can read in the channel."""
        return [m for m in self.pub.history() if not m.flags.ephemeral]

    @property
    def post(self) -> Any:
        """The latest public post."""
        return self.posts[-1]

    def dms(self, member: Any) -> list[Any]:
        """What somebody got by direct message."""
        return list(member.user.dm_channel.history())


def buttons(message: Any) -> Iterator[tuple[str, str]]:
    """The buttons under a message that can be pressed: label and id."""
    for child in components(message):
        if child["type"] == 2 and not child.get("disabled"):
            yield child["label"], child["custom_id"]


def selects(message: Any) -> list[dict[str, Any]]:
    """The selects under a message."""
    return [child for child in components(message) if child["type"] == 3]


def components(message: Any) -> Iterator[dict[str, Any]]:
    """Everything under a message that can be pressed or chosen from, as plain data."""
    for row in rows(message):
        yield from row


def rows(message: Any) -> Iterator[list[dict[str, Any]]]:
    """The same, row by row."""
    for row in message.components:
        children = row["components"] if isinstance(row, dict) else row.children
        yield [child if isinstance(child, dict) else child.to_dict() for child in children]


def labels(message: Any) -> list[str]:
    """The labels of the buttons under a message."""
    return [label for label, _ in buttons(message)]


def chosen_from(message: Any) -> list[str]:
    """The labels of all that can be chosen under a message, in buttons and in selects."""
    listed = [option["label"] for select in selects(message) for option in select["options"]]
    return labels(message) + listed


async def choose(member: Any, panel: Any, key: str) -> Any:
    """Somebody goes through a panel to an option, by buttons and selects; where that leads."""
    return await _press(member, await approach(member, panel, key), f"={key}")


async def approach(member: Any, panel: Any, key: str) -> Any:
    """Somebody goes through a panel until an option itself can be pressed."""
    mark = towards(key, _marks(panel))
    assert mark, f"{key} cannot be reached from {chosen_from(panel)}"
    if mark[0] == "=":
        return panel
    return await approach(member, await _press(member, panel, mark), key)


def towards(key: str, marks: Sequence[str]) -> str:
    """Of what can be pressed, what leads nearest to an option: itself, its verb, single steps.

    Else back to where ways are offered.
    """
    narrow = [f"={key}", *(f">{key[:end]}" for end in range(len(key), 0, -1))]
    families = [mark for mark in marks if mark[0] == ">" and _leads(mark[1:], key)]
    return next((mark for mark in (*narrow, *families, ">.", ">") if mark in marks), "")


def _leads(path: str, key: str) -> bool:
    """Whether a path of several verbs has an option below it."""
    verbs, *wanted = path.split("~")
    verb, *arguments = key.split("~")
    return verb in verbs.split(BESIDE) and arguments[: len(wanted)] == wanted


def _marks(panel: Any) -> list[str]:
    """What the buttons and choices of a panel stand for."""
    pressed = [custom_id.split(":", 3)[-1] for _, custom_id in buttons(panel)]
    return pressed + [o["value"] for select in selects(panel) for o in select["options"]]


async def _press(member: Any, panel: Any, mark: str) -> Any:
    for _, custom_id in buttons(panel):
        if custom_id.split(":", 3)[-1] == mark:
            return (await member.click(panel, custom_id=custom_id)).response
    for select in selects(panel):
        if mark in [option["value"] for option in select["options"]]:
            chosen = await member.select(panel, [mark], custom_id=select["custom_id"])
            return chosen.response
    raise AssertionError(f"there is no {mark}")


async def spoil(hall: Hall, number: int, change: str = "variant = 'rubbish'") -> None:
    """Something has written into a table's row."""
    async with hall.bot.store.writing() as connection:
        command = text(f"UPDATE tables SET {change} WHERE id = :id")
        await connection.execute(command, {"id": number})
    hall.bot.referee.forget()


async def forged(hall: Hall, member: Any, custom_id: str, *values: str, channel: Any = None) -> Any:
    """Somebody presses a button with any id, or chooses from such a list, in the pub or elsewhere."""
    room = channel or hall.pub
    thing: dict[str, Any] = {"type": 2, "style": 1, "label": "?", "custom_id": custom_id}
    if values:
        options = [{"label": value, "value": value} for value in values]
        thing = {"type": 3, "custom_id": custom_id, "options": options, "max_values": len(values)}
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=room.id)
    body = {"content": "?", "components": [{"type": 1, "components": [thing]}]}
    await hall.bot.http.request(route, json=body)
    post = [message for message in room.history() if not message.flags.ephemeral][-1]
    if values:
        return await member.select(post, list(values))
    return await member.click(post, custom_id=custom_id)


def hurry(bot: RefereeBot) -> None:
    """Never wait: a hall is thrown away, no power fails in it, and nobody counts its edits."""
    bot.poster.public_posts.pause = 0
    bot.poster.parting = 0.5
    bot.live_panels.calm = 0
    bot.answers.starts.beat = 0
    bot.cooldowns.off = bot.turns.off = True
    event.listen(bot.store.engine.sync_engine, "checkout", _carefree)


def _carefree(connection: Any, record: Any, proxy: object) -> None:
    if record.info.setdefault("careful", True):
        record.info["careful"] = False
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous = OFF")
        cursor.close()


EMPTY: list[bytes] = []  # a database with tables and nothing in them, made once


async def lay_out(folder: Path) -> None:
    """A folder with an empty database; its tables are made once for all halls."""
    await asyncio.to_thread(folder.mkdir, exist_ok=True)
    if not EMPTY:
        made = folder / "empty.db"
        store = await Store.open(f"sqlite+aiosqlite:///{made}")
        await store.close()  # with the last connection everything is in the one file
        EMPTY.append(await asyncio.to_thread(made.read_bytes))
    await asyncio.to_thread((folder / "tables.db").write_bytes, EMPTY[0])


@asynccontextmanager
async def open_hall(folder: Path, drawers: Any = None) -> AsyncIterator[Hall]:
    """A hall that is cleared and closed afterwards."""
    drawers = drawers or Blank()
    await lay_out(folder)
    bot = new_bot(folder, drawers)
    await bot.open()
    hurry(bot)
    env = Env(bot, shard_count=1, check_errors=False, settle_timeout=30)
    hall: Hall | None = None
    try:
        await env.start()
        hall = Hall(env, bot, folder, drawers)
        bot.welcome.greeting.add(hall.guild.id)  # it is greeted where a test is about that
        await bot.store.set_setting(f"guild:{hall.guild.id}", "greeted", True)
        await env.settle()
        bot.welcome.greeting.clear()
        yield hall
        await env.settle()
    finally:
        await env.shutdown()
        await (hall.bot if hall else bot).close()
