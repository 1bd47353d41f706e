"""What a table tells everybody: one post per turn, in order and once."""

import asyncio
import logging
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import discord

from bot.posting.direct_messages import DirectMessages
from bot.posting.ledger import Ledger, PostMemory
from bot.posting.sending import OUTAGE, digest, message_of
from bot.referee import Referee
from bot.store.schema import OutboxRow, PostRow
from bot.table import News, Table, read_news
from bot.ui import posts
from bot.ui.buttons import view_of
from bot.ui.lobby_post import lobby_post
from bot.ui.pictures import Pictures
from bot.ui.screen import Screen

logger = logging.getLogger(__name__)
PAUSE = 1.0  # seconds between two edits of one shared post
BARRED = 600  # seconds before a channel that was closed to the bot is tried again


class PublicPosts:
    """What the outbox holds goes to a table's channel; what players alone are told goes aside."""

    def __init__(
        self,
        client: discord.Client,
        referee: Referee,
        pictures: Pictures,
        direct_messages: DirectMessages,
    ) -> None:
        """Post through a client what a referee's tables have to say."""
        self.client, self.referee, self.pictures = client, referee, pictures
        self.direct_messages = direct_messages
        self.pause = PAUSE
        self._barred: dict[int, float] = {}  # channels that Discord refused, until when

    def barred(self, channel_id: int) -> bool:
        """Whether Discord has lately refused to let the bot post in a channel."""
        until = self._barred.get(channel_id)
        if until is not None and until <= asyncio.get_running_loop().time():
            del self._barred[channel_id]
            return False
        return until is not None

    async def post(self, table: Table, ledger: Ledger) -> None:
        """Say all that is due at a table; a row is done when it is said, or remembered to be."""
        rows = self._carry(table, ledger)
        for at, row in enumerate(rows):
            news = read_news(row.payload)
            self.direct_messages.note(table, news, ledger)
            if news.over:  # nothing comes after the last post: direct messages go first
                await self.direct_messages.deliver(table, ledger)
            if self.barred(table.channel_id):
                ledger.done(row)
            else:
                await self._try(table, row, news, ledger, last=at == len(rows) - 1)

    def _carry(self, table: Table, ledger: Ledger) -> list[OutboxRow]:
        """Remember the lines of a run of rows for the post of the one after it; the rows left."""
        rows = ledger.pending.outbox
        run = list(takewhile(lambda row: row.kind == "told", rows[:-1]))
        if not run or self.barred(table.channel_id):
            return rows
        memory = ledger.post
        for row in run:
            news = read_news(row.payload)
            memory.carried[str(row.sequence)] = news.lines
            memory.pings = memory.pings or news.turned
            self.direct_messages.note(table, news, ledger)
        ledger.post = memory
        ledger.done(*run)
        return rows[len(run) :]

    async def _try(
        self, table: Table, row: OutboxRow, news: News, ledger: Ledger, *, last: bool
    ) -> None:
        """Post; where the channel is gone or closed to the bot, the game goes on in private."""
        try:
            await self._post(table, row, news, ledger, last=last)
        except (discord.Forbidden, discord.NotFound) as error:
            logger.warning("cannot post: %s", error, extra={"table": table.id})
            self._barred[table.channel_id] = asyncio.get_running_loop().time() + BARRED
            ledger.done(row)

    async def _post(
        self, table: Table, row: OutboxRow, news: News, ledger: Ledger, *, last: bool
    ) -> None:
        match row.kind:
            case "lobby":
                await self._lobby(table, row, ledger)
            case "settings":
                await self._send(table, row, posts.settings(table), "notice", ledger)
            case "warning":
                await self._warn(table, row, news, ledger)
            case "abandoned":
                await self._close_lobby(table, ledger)
                await self._send(table, row, posts.abandoned(table), "turn", ledger)
            case _:
                if row.kind == "begun":
                    await self._close_lobby(table, ledger)
                await self._turn(table, row, news, ledger, last=last)

    # -- before the game, and beside it

    async def _lobby(self, table: Table, row: OutboxRow, ledger: Ledger) -> None:
        post = lobby_post(table)
        known = ledger.posts("lobby")
        if known and await self._edit(known[-1], post, ledger):
            ledger.done(row)
            return
        await self._send(table, row, post, "lobby", ledger)

    async def _close_lobby(self, table: Table, ledger: Ledger) -> None:
        for known in ledger.posts("lobby"):
            post = lobby_post(table)
            post.items = []
            await self._edit(known, post, ledger)
            ledger.forget(known)

    async def _warn(self, table: Table, row: OutboxRow, news: News, ledger: Ledger) -> None:
        post = posts.warning(table, news)
        if post is None:
            ledger.done(row)
            return
        await self._send(table, row, post, "notice", ledger)

    # -- a turn

    async def _turn(
        self, table: Table, row: OutboxRow, news: News, ledger: Ledger, *, last: bool
    ) -> None:
        """Post what happened; where more is to come at once, remember the lines for that post."""
        memory = ledger.post
        memory.carried[str(row.sequence)] = news.lines
        memory.pings = memory.pings or news.turned or row.kind == "begun"
        said = _in_order(memory.carried)
        if (not last and not news.over) or not (said or memory.pings or news.over):
            ledger.post = memory
            ledger.done(row)
            return
        shared = _shared(table)
        if shared and memory.shared == shared:
            await self._edit_shared(table, row, memory, ledger)
        elif table.outcome is not None:
            ledger.post = PostMemory()
            await self._send(table, row, posts.over(table, said), "turn", ledger)
        else:
            ledger.post = PostMemory(shared=shared, shown=memory.carried if shared else {})
            post = posts.turn(table, said, ping=memory.pings)
            await self._send(table, row, post, "turn", ledger)

    async def _edit_shared(
        self, table: Table, row: OutboxRow, memory: PostMemory, ledger: Ledger
    ) -> None:
        """A phase in which answers are taken as they come shares one post, edited in place."""
        shown = {**memory.shown, **memory.carried}
        post = posts.turn(table, _in_order(shown), ping=False)
        ledger.post = PostMemory(shared=memory.shared, shown=shown, digest=digest(post.content))
        if memory.digest == ledger.post.digest:
            ledger.done(row)
            return
        known = ledger.posts("turn")
        if not known or not await self._edit(known[-1], post, ledger, game=table):
            await self._send(table, row, post, "turn", ledger)
            return
        ledger.done(row)
        await asyncio.sleep(self.pause)

    # -- sending

    async def _send(
        self, table: Table, row: OutboxRow, post: Screen, kind: str, ledger: Ledger
    ) -> None:
        """Send a post and remember it; the post before it loses its buttons."""
        channel = self.client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        file = await self._board(table, post)
        before = ledger.posts(kind) if kind != "notice" else []
        sent = await channel.send(
            post.words(pictured=file is not None),
            file=file or discord.utils.MISSING,
            view=view_of(post.items) if post.items else discord.utils.MISSING,
            nonce=digest(f"{table.commitment}:{row.id}"),
            allowed_mentions=_only(post.pinged),
        )
        remembered = PostRow(
            message_id=sent.id,
            table_id=table.id,
            channel_id=table.channel_id,
            kind=kind,
            created_at=self.referee.now(),
        )
        ledger.sent(remembered)
        ledger.done(row)
        await ledger.write()
        for old in before:
            if old.message_id != sent.id:
                await self._strip(old, ledger)

    async def _board(self, table: Table, post: Screen) -> discord.File | None:
        if post.view is None:
            return None
        return await self.pictures.board(table.game, post.view)

    async def _edit(
        self, known: PostRow, post: Screen, ledger: Ledger, *, game: Table | None = None
    ) -> bool:
        """Edit a post in place; false where it must be sent anew."""
        more: dict[str, Any] = {}
        file = None
        if game is not None:
            file = await self._board(game, post)
            more["attachments"] = [file] if file else []
        try:
            await message_of(self.client, known).edit(
                content=post.words(pictured=file is not None),
                view=view_of(post.items) if post.items else None,
                allowed_mentions=discord.AllowedMentions.none(),
                **more,
            )
        except discord.HTTPException as error:
            if error.status >= OUTAGE:
                raise
            ledger.forget(known)
            return False
        return True

    async def _strip(self, old: PostRow, ledger: Ledger) -> None:
        """An old post loses its buttons once; where that fails, nobody minds."""
        try:
            await message_of(self.client, old).edit(view=None)
        except discord.HTTPException:
            logger.info("an old post keeps its buttons", extra={"table": old.table_id})
        ledger.forget(old)


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
