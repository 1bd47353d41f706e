"""What the outbox holds goes to Discord, in order and once."""

import asyncio
import logging
from collections.abc import Sequence
from hashlib import blake2s
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import msgspec

from bot.letters import OUTAGE, Letters
from bot.lobby import lobby_post
from bot.sitting import News, Sitting
from bot.store.tables import OutboxRow, PostRow
from bot.ui import posts
from bot.ui.buttons import view_of
from bot.ui.posts import Post

if TYPE_CHECKING:
    from bot.client import RefereeBot

log = logging.getLogger(__name__)
PAUSE = 1.0  # seconds between two edits of one shared post
BARRED = 600  # seconds before a channel that was closed to the bot is tried again
BACK_OFF = (1, 2, 5, 10, 30, 60)  # seconds to wait when Discord cannot be reached


class Kept(msgspec.Struct, kw_only=True):
    """What is remembered of a table's latest post; lines by the number of their outbox row."""

    shared: str = ""  # the phase whose answers are taken as they come, if it is one
    shown: dict[str, list[str]] = {}  # lines of a shared post
    carried: dict[str, list[str]] = {}  # lines that no post has yet
    pings: bool = False  # whether the next post tells somebody that it is their turn
    digest: str = ""


class Poster:
    """One worker per table that has something to post; it ends when all is said."""

    def __init__(self, bot: "RefereeBot", *, pause: float = PAUSE) -> None:
        """Post on behalf of a bot."""
        self.bot = bot
        self.pause = pause
        self.letters = Letters(bot)
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
        for table_id in await self.bot.store.outbox_tables():
            self.wake(table_id)
        self._catching_up = asyncio.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        """See to it that every letter is up to date, one table after the other."""
        for table_id in await self.bot.store.live():
            self.wake(table_id)
            if worker := self._workers.get(table_id):
                await asyncio.wait([worker])

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
                    await self.letters.deliver(table_id)
                    failed = 0
                except Exception as error:
                    if not _passing(error):
                        log.exception("posting failed", extra={"table": table_id})
                        continue
                    wait = BACK_OFF[min(failed, len(BACK_OFF) - 1)]
                    failed += 1
                    self._again.add(table_id)
                    log.warning("posting waits: %s", error, extra={"table": table_id, "wait": wait})
                    await asyncio.sleep(wait)
        finally:
            del self._workers[table_id]

    # -- public posts

    async def _public(self, table_id: int) -> None:
        rows = await self._carry(table_id, await self.bot.store.outbox(table_id))
        for at, row in enumerate(rows):
            sitting = await self.bot.referee.look(table_id)
            news = msgspec.json.decode(row.payload, type=News)
            if news.over:  # nothing comes after the last post: letters go first
                await self.letters.note(sitting, news)
                await self.letters.deliver(table_id)
            if self.barred(sitting.channel_id):
                await self.bot.store.posted(_id(row))
            else:
                await self._try(sitting, row, news, last=at == len(rows) - 1)
            await self.letters.note(sitting, news)

    async def _carry(self, table_id: int, rows: list[OutboxRow]) -> list[OutboxRow]:
        """Keep the lines of a run of rows for the post of the one after it; the rows left."""
        run = list(takewhile(lambda row: row.kind == "told", rows[:-1]))
        sitting = await self.bot.referee.look(table_id) if run else None
        if sitting is None or self.barred(sitting.channel_id):
            return rows
        kept = await self._kept(sitting)
        for row in run:
            news = msgspec.json.decode(row.payload, type=News)
            kept.carried[str(row.sequence)] = news.lines
            kept.pings = kept.pings or news.turned
            await self.letters.note(sitting, news)
        await self._keep(sitting, kept)
        await self.bot.store.carried([_id(row) for row in run])
        return rows[len(run) :]

    async def _try(self, sitting: Sitting, row: OutboxRow, news: News, *, last: bool) -> None:
        """Post; where the channel is gone or closed to the bot, the game goes on in private."""
        try:
            await self._post(sitting, row, news, last=last)
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("cannot post: %s", error, extra={"table": sitting.id})
            self._barred[sitting.channel_id] = asyncio.get_running_loop().time() + BARRED
            await self.bot.store.posted(_id(row))

    async def _post(self, sitting: Sitting, row: OutboxRow, news: News, *, last: bool) -> None:
        match row.kind:
            case "lobby":
                await self._lobby(sitting, row)
            case "settings":
                await self._send(sitting, row, posts.settings(sitting), kind="notice")
            case "warning":
                await self._warn(sitting, row, news)
            case "abandoned":
                await self._close_lobby(sitting)
                await self._send(sitting, row, posts.abandoned(sitting), kind="turn")
            case _:
                if row.kind == "begun":
                    await self._close_lobby(sitting)
                await self._turn(sitting, row, news, last=last)

    async def _lobby(self, sitting: Sitting, row: OutboxRow) -> None:
        post = lobby_post(sitting)
        known = await self.bot.store.posts(sitting.id, "lobby")
        if known and await self._edit(known[-1], post):
            await self.bot.store.posted(_id(row))
            return
        await self._send(sitting, row, post, kind="lobby")

    async def _close_lobby(self, sitting: Sitting) -> None:
        for known in await self.bot.store.posts(sitting.id, "lobby"):
            post = lobby_post(sitting)
            post.items = []
            await self._edit(known, post)
            await self.bot.store.forget_post(known.message_id)

    async def _warn(self, sitting: Sitting, row: OutboxRow, news: News) -> None:
        post = posts.warning(sitting, news)
        if post is None:
            await self.bot.store.posted(_id(row))
            return
        willing = []
        for user_id in post.pinged:
            known = await self.bot.store.player(user_id)
            if known is None or known.reminders:
                willing.append(user_id)
        post.pinged = willing
        await self._send(sitting, row, post, kind="notice")

    async def _turn(self, sitting: Sitting, row: OutboxRow, news: News, *, last: bool) -> None:
        """Post what happened; where more is to come at once, keep the lines for that post."""
        kept = await self._kept(sitting)
        kept.carried[str(row.sequence)] = news.lines
        kept.pings = kept.pings or news.turned or row.kind == "begun"
        said = _in_order(kept.carried)
        if (not last and not news.over) or not (said or kept.pings or news.over):
            await self._keep(sitting, kept)
            await self.bot.store.posted(_id(row))
            return
        shared = _shared(sitting)
        if shared and kept.shared == shared:
            await self._edit_shared(sitting, row, kept)
        elif sitting.outcome is not None:
            await self._send(sitting, row, posts.over(sitting, said), kind="turn", kept=Kept())
        else:
            post = posts.turn(sitting, said, ping=kept.pings)
            fresh = Kept(shared=shared, shown=kept.carried if shared else {})
            await self._send(sitting, row, post, kind="turn", kept=fresh)

    async def _edit_shared(self, sitting: Sitting, row: OutboxRow, kept: "Kept") -> None:
        """A phase in which answers are taken as they come shares one post, edited in place."""
        shown = {**kept.shown, **kept.carried}
        post = posts.turn(sitting, _in_order(shown), ping=False)
        after = Kept(shared=kept.shared, shown=shown, digest=_digest(post.content))
        if kept.digest != after.digest:
            known = await self.bot.store.posts(sitting.id, "turn")
            if not known or not await self._edit(known[-1], post, game=sitting):
                await self._send(sitting, row, post, kind="turn", kept=after)
                return
            await asyncio.sleep(self.pause)
        await self._keep(sitting, after)
        await self.bot.store.posted(_id(row))

    async def _kept(self, sitting: Sitting) -> "Kept":
        plain = await self.bot.store.setting(f"table:{sitting.id}", "post", {})
        return msgspec.convert(plain, Kept)

    async def _keep(self, sitting: Sitting, kept: "Kept") -> None:
        plain = msgspec.to_builtins(kept)
        await self.bot.store.set_setting(f"table:{sitting.id}", "post", plain)

    async def _send(
        self,
        sitting: Sitting,
        row: OutboxRow,
        post: Post,
        *,
        kind: str,
        kept: "Kept | None" = None,
    ) -> None:
        """Send a post and remember it; the post before it loses its buttons."""
        channel = self._channel(sitting)
        file = await self._board(sitting, post)
        before = await self.bot.store.posts(sitting.id, kind) if kind != "notice" else []
        sent = await channel.send(
            post.words(pictured=file is not None),
            file=file or discord.utils.MISSING,
            view=view_of(post.items) if post.items else discord.utils.MISSING,
            nonce=_digest(f"{sitting.commitment}:{row.id}"),
            allowed_mentions=_only(post.pinged),
        )
        remembered = PostRow(
            message_id=sent.id,
            table_id=sitting.id,
            channel_id=sitting.channel_id,
            kind=kind,
            created_at=self.bot.referee.now(),
        )
        if kept is not None:
            await self._keep(sitting, kept)
        await self.bot.store.posted(_id(row), remembered)
        for old in before:
            if old.message_id != sent.id:
                await self._strip(old)

    async def _board(self, sitting: Sitting, post: Post) -> discord.File | None:
        if post.view is None:
            return None
        return await self.bot.pictures.board(sitting.game, post.view)

    async def _edit(self, known: PostRow, post: Post, *, game: Sitting | None = None) -> bool:
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
            await self.bot.store.forget_post(known.message_id)
            return False
        return True

    async def _strip(self, old: PostRow) -> None:
        """An old post loses its buttons once; where that fails, nobody minds."""
        try:
            await self._message(old).edit(view=None)
        except discord.HTTPException:
            log.info("an old post keeps its buttons", extra={"table": old.table_id})
        await self.bot.store.forget_post(old.message_id)

    def _channel(self, sitting: Sitting) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(sitting.channel_id, guild_id=sitting.guild_id)

    def _message(self, known: PostRow) -> discord.PartialMessage:
        channel = self.bot.get_partial_messageable(known.channel_id)
        return channel.get_partial_message(known.message_id)


def _passing(error: Exception) -> bool:
    """Whether Discord, or the way to it, is in trouble that will pass."""
    if isinstance(error, discord.HTTPException):
        return error.status >= OUTAGE
    return isinstance(error, OSError | aiohttp.ClientError | TimeoutError | discord.RateLimited)


def _id(row: OutboxRow) -> int:
    assert row.id is not None
    return row.id


def _shared(sitting: Sitting) -> str:
    """What names a phase whose answers are taken as they come; nothing in any other."""
    if sitting.play is None or sitting.play.barrier.mode != "each" or sitting.outcome is not None:
        return ""
    return "+".join(sorted({question.kind for question in sitting.waits}))


def _only(user_ids: Sequence[int]) -> discord.AllowedMentions:
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def _in_order(lines: dict[str, list[str]]) -> list[str]:
    return [line for sequence in sorted(lines, key=int) for line in lines[sequence]]


def _digest(text: str) -> str:
    return blake2s(text.encode(), digest_size=12).hexdigest()
