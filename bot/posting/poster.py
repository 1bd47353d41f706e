"""What the outbox holds goes to Discord, in order and once."""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2s
from itertools import takewhile
from typing import Any

import aiohttp
import discord
import msgspec

from bot.posting.direct_messages import OUTAGE, DirectMessages
from bot.referee import Referee
from bot.store import Store
from bot.store.schema import OutboxRow, PostRow
from bot.table import News, Table, read_news
from bot.ui import posts
from bot.ui.buttons import view_of
from bot.ui.lobby_post import lobby_post
from bot.ui.pictures import Pictures
from bot.ui.posts import Post

logger = logging.getLogger(__name__)
PAUSE = 1.0  # seconds between two edits of one shared post
BARRED = 600  # seconds before a channel that was closed to the bot is tried again
BACK_OFF = (1, 2, 5, 10, 30, 60)  # seconds to wait when Discord cannot be reached


class Memory(msgspec.Struct, kw_only=True):
    """What is remembered of a table's latest post; lines by the number of their outbox row."""

    shared: str = ""  # the phase whose answers are taken as they come, if it is one
    shown: dict[str, list[str]] = {}  # lines of a shared post
    carried: dict[str, list[str]] = {}  # lines that no post has yet
    pings: bool = False  # whether the next post tells somebody that it is their turn
    digest: str = ""


class Poster:
    """One worker per table that has something to post; it ends when all is said."""

    def __init__(
        self,
        client: discord.Client,
        referee: Referee,
        store: Store,
        pictures: Pictures,
        *,
        pause: float = PAUSE,
    ) -> None:
        """Post through a client what a referee's tables have to say."""
        self.client, self.referee, self.store, self.pictures = client, referee, store, pictures
        self.pause = pause
        self.direct_messages = DirectMessages(client, referee, store, pictures)
        self._barred: dict[int, float] = {}  # channels that Discord refused, until when
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._catching_up: asyncio.Task[None] | None = None
        self._closed = False

    def wake(self, table_id: int) -> None:
        """Look at a table soon; returns at once."""
        self._again.add(table_id)
        if table_id not in self._workers and not self._closed:
            self._workers[table_id] = asyncio.create_task(self._work(table_id))

    async def resume(self) -> None:
        """Go on where the outbox stopped."""
        for table_id in await self.store.outbox_tables():
            self.wake(table_id)
        self._catching_up = asyncio.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        """See to it that every direct message is up to date, one table after the other."""
        for table_id in await self.store.live():
            self.wake(table_id)
            if worker := self._workers.get(table_id):
                await asyncio.wait([worker])

    @contextmanager
    def held(self, table_id: int, user_id: int) -> Iterator[None]:
        """Leave a player's message alone while an answer to its own button brings it up to date."""
        try:
            with self.direct_messages.held(table_id, user_id):
                yield
        finally:
            self.wake(table_id)

    def barred(self, channel_id: int) -> bool:
        """Whether Discord has lately refused to let the bot post in a channel."""
        until = self._barred.get(channel_id)
        if until is not None and until <= asyncio.get_running_loop().time():
            del self._barred[channel_id]
            return False
        return until is not None

    async def idle(self) -> None:
        """Wait until nothing is left to post."""
        while self._workers:
            await asyncio.wait(list(self._workers.values()))

    async def close(self) -> None:
        """Stop; what is not posted stays in the outbox."""
        self._closed = True
        workers = list(self._workers.values())
        if self._catching_up is not None:
            workers.append(self._catching_up)
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, table_id: int) -> None:
        failed = 0
        try:
            while table_id in self._again:
                self._again.discard(table_id)
                try:
                    await self._public(table_id)
                    await self.direct_messages.deliver(table_id)
                    failed = 0
                except Exception as error:
                    if not _passing(error):
                        logger.exception("posting failed", extra={"table": table_id})
                        continue
                    wait = BACK_OFF[min(failed, len(BACK_OFF) - 1)]
                    failed += 1
                    self._again.add(table_id)
                    logger.warning(
                        "posting waits: %s", error, extra={"table": table_id, "wait": wait}
                    )
                    await asyncio.sleep(wait)
        finally:
            del self._workers[table_id]

    # -- public posts

    async def _public(self, table_id: int) -> None:
        rows = await self._carry(table_id, await self.store.outbox(table_id))
        for at, row in enumerate(rows):
            table = await self.referee.look(table_id)
            news = read_news(row.payload)
            if news.over:  # nothing comes after the last post: direct messages go first
                await self.direct_messages.note(table, news)
                await self.direct_messages.deliver(table_id)
            if self.barred(table.channel_id):
                await self.store.posted(_id(row))
            else:
                await self._try(table, row, news, last=at == len(rows) - 1)
            await self.direct_messages.note(table, news)

    async def _carry(self, table_id: int, rows: list[OutboxRow]) -> list[OutboxRow]:
        """Keep the lines of a run of rows for the post of the one after it; the rows left."""
        run = list(takewhile(lambda row: row.kind == "told", rows[:-1]))
        table = await self.referee.look(table_id) if run else None
        if table is None or self.barred(table.channel_id):
            return rows
        memory = await self._remembered(table)
        for row in run:
            news = read_news(row.payload)
            memory.carried[str(row.sequence)] = news.lines
            memory.pings = memory.pings or news.turned
            await self.direct_messages.note(table, news)
        await self._remember(table, memory)
        await self.store.carried([_id(row) for row in run])
        return rows[len(run) :]

    async def _try(self, table: Table, row: OutboxRow, news: News, *, last: bool) -> None:
        """Post; where the channel is gone or closed to the bot, the game goes on in private."""
        try:
            await self._post(table, row, news, last=last)
        except (discord.Forbidden, discord.NotFound) as error:
            logger.warning("cannot post: %s", error, extra={"table": table.id})
            self._barred[table.channel_id] = asyncio.get_running_loop().time() + BARRED
            await self.store.posted(_id(row))

    async def _post(self, table: Table, row: OutboxRow, news: News, *, last: bool) -> None:
        match row.kind:
            case "lobby":
                await self._lobby(table, row)
            case "settings":
                await self._send(table, row, posts.settings(table), kind="notice")
            case "warning":
                await self._warn(table, row, news)
            case "abandoned":
                await self._close_lobby(table)
                await self._send(table, row, posts.abandoned(table), kind="turn")
            case _:
                if row.kind == "begun":
                    await self._close_lobby(table)
                await self._turn(table, row, news, last=last)

    async def _lobby(self, table: Table, row: OutboxRow) -> None:
        post = lobby_post(table)
        known = await self.store.posts(table.id, "lobby")
        if known and await self._edit(known[-1], post):
            await self.store.posted(_id(row))
            return
        await self._send(table, row, post, kind="lobby")

    async def _close_lobby(self, table: Table) -> None:
        for known in await self.store.posts(table.id, "lobby"):
            post = lobby_post(table)
            post.items = []
            await self._edit(known, post)
            await self.store.forget_post(known.message_id)

    async def _warn(self, table: Table, row: OutboxRow, news: News) -> None:
        post = posts.warning(table, news)
        if post is None:
            await self.store.posted(_id(row))
            return
        willing = []
        for user_id in post.pinged:
            known = await self.store.player(user_id)
            if known is None or known.reminders:
                willing.append(user_id)
        post.pinged = willing
        await self._send(table, row, post, kind="notice")

    async def _turn(self, table: Table, row: OutboxRow, news: News, *, last: bool) -> None:
        """Post what happened; where more is to come at once, keep the lines for that post."""
        memory = await self._remembered(table)
        memory.carried[str(row.sequence)] = news.lines
        memory.pings = memory.pings or news.turned or row.kind == "begun"
        said = _in_order(memory.carried)
        if (not last and not news.over) or not (said or memory.pings or news.over):
            await self._remember(table, memory)
            await self.store.posted(_id(row))
            return
        shared = _shared(table)
        if shared and memory.shared == shared:
            await self._edit_shared(table, row, memory)
        elif table.outcome is not None:
            await self._send(table, row, posts.over(table, said), kind="turn", memory=Memory())
        else:
            post = posts.turn(table, said, ping=memory.pings)
            fresh = Memory(shared=shared, shown=memory.carried if shared else {})
            await self._send(table, row, post, kind="turn", memory=fresh)

    async def _edit_shared(self, table: Table, row: OutboxRow, memory: Memory) -> None:
        """A phase in which answers are taken as they come shares one post, edited in place."""
        shown = {**memory.shown, **memory.carried}
        post = posts.turn(table, _in_order(shown), ping=False)
        after = Memory(shared=memory.shared, shown=shown, digest=_digest(post.content))
        if memory.digest != after.digest:
            known = await self.store.posts(table.id, "turn")
            if not known or not await self._edit(known[-1], post, game=table):
                await self._send(table, row, post, kind="turn", memory=after)
                return
            await asyncio.sleep(self.pause)
        await self._remember(table, after)
        await self.store.posted(_id(row))

    async def _remembered(self, table: Table) -> Memory:
        plain = await self.store.setting(f"table:{table.id}", "post", {})
        return msgspec.convert(plain, Memory)

    async def _remember(self, table: Table, memory: Memory) -> None:
        plain = msgspec.to_builtins(memory)
        await self.store.set_setting(f"table:{table.id}", "post", plain)

    async def _send(
        self,
        table: Table,
        row: OutboxRow,
        post: Post,
        *,
        kind: str,
        memory: Memory | None = None,
    ) -> None:
        """Send a post and remember it; the post before it loses its buttons."""
        channel = self._channel(table)
        file = await self._board(table, post)
        before = await self.store.posts(table.id, kind) if kind != "notice" else []
        sent = await channel.send(
            post.words(pictured=file is not None),
            file=file or discord.utils.MISSING,
            view=view_of(post.items) if post.items else discord.utils.MISSING,
            nonce=_digest(f"{table.commitment}:{row.id}"),
            allowed_mentions=_only(post.pinged),
        )
        remembered = PostRow(
            message_id=sent.id,
            table_id=table.id,
            channel_id=table.channel_id,
            kind=kind,
            created_at=self.referee.now(),
        )
        if memory is not None:
            await self._remember(table, memory)
        await self.store.posted(_id(row), remembered)
        for old in before:
            if old.message_id != sent.id:
                await self._strip(old)

    async def _board(self, table: Table, post: Post) -> discord.File | None:
        if post.view is None:
            return None
        return await self.pictures.board(table.game, post.view)

    async def _edit(self, known: PostRow, post: Post, *, game: Table | None = None) -> bool:
        """Edit a post in place; false where it must be sent anew."""
        more: dict[str, Any] = {}
        file = None
        if game is not None:
            file = await self._board(game, post)
            more["attachments"] = [file] if file else []
        try:
            await self._message(known).edit(
                content=post.words(pictured=file is not None),
                view=view_of(post.items) if post.items else None,
                allowed_mentions=discord.AllowedMentions.none(),
                **more,
            )
        except discord.HTTPException as error:
            if error.status >= OUTAGE:
                raise
            await self.store.forget_post(known.message_id)
            return False
        return True

    async def _strip(self, old: PostRow) -> None:
        """An old post loses its buttons once; where that fails, nobody minds."""
        try:
            await self._message(old).edit(view=None)
        except discord.HTTPException:
            logger.info("an old post keeps its buttons", extra={"table": old.table_id})
        await self.store.forget_post(old.message_id)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self.client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)

    def _message(self, known: PostRow) -> discord.PartialMessage:
        channel = self.client.get_partial_messageable(known.channel_id)
        return channel.get_partial_message(known.message_id)


def _passing(error: Exception) -> bool:
    """Whether Discord, or the way to it, is in trouble that will pass."""
    if isinstance(error, discord.HTTPException):
        return error.status >= OUTAGE
    return isinstance(error, OSError | aiohttp.ClientError | TimeoutError | discord.RateLimited)


def _id(row: OutboxRow) -> int:
    assert row.id is not None
    return row.id


def _shared(table: Table) -> str:
    """What names a phase whose answers are taken as they come; nothing in any other."""
    if table.play is None or table.play.barrier.mode != "each" or table.outcome is not None:
        return ""
    return "+".join(sorted({question.kind for question in table.waits}))


def _only(user_ids: Sequence[int]) -> discord.AllowedMentions:
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def _in_order(lines: dict[str, list[str]]) -> list[str]:
    return [line for sequence in sorted(lines, key=int) for line in lines[sequence]]


def _digest(text: str) -> str:
    return blake2s(text.encode(), digest_size=12).hexdigest()
