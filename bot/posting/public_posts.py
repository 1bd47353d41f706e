"""What a table tells everybody: one post per turn, in order and once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import discord

from bot.posting import due
from bot.posting.direct_messages import DirectMessages
from bot.posting.ledger import Ledger, PostMemory
from bot.posting.sending import OUTAGE, digest, digest_of, message_of, says
from bot.referee import Referee
from bot.store.schema import OutboxRow, PostRow
from bot.table import News, Table, read_news
from bot.ui import posts
from bot.ui.buttons import view_of
from bot.ui.lobby_post import lobby_post
from bot.ui.open_choices import asked_openly
from bot.ui.pictures import Pictures
from bot.ui.screen import Screen

logger = logging.getLogger(__name__)
PAUSE = 1.0  # seconds between two edits of one post
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
        self._edited: dict[int, float] = {}  # when a table's post was last edited

    def barred(self, channel_id: int) -> bool:
        """Whether Discord has lately refused to let the bot post in a channel."""
        until = self._barred.get(channel_id)
        if until is not None and until <= asyncio.get_running_loop().time():
            del self._barred[channel_id]
            return False
        return until is not None

    async def post(self, table: Table, ledger: Ledger) -> None:
        """Say all that is due at a table; a row is done when it is said, or remembered to be."""
        rows = ledger.pending.outbox
        for row in rows:
            news = read_news(row.payload)
            self.direct_messages.note(table, news, ledger)
            if news.over:  # nothing comes after the last post: direct messages go first
                await self.direct_messages.deliver(table, ledger)
            ledger.done(row)
            await self._try(table, self._take, row, news, ledger)
        if not rows or rows[-1].sequence >= table.posted:  # else more is to come at once
            await self._try(table, self._say, ledger)

    async def _try(self, table: Table, work: Callable[..., Awaitable[None]], *about: Any) -> None:
        """Post; where the channel is gone or closed to the bot, the game goes on in private."""
        if self.barred(table.channel_id):
            return
        try:
            await work(table, *about)
        except (discord.Forbidden, discord.NotFound) as error:
            logger.warning("cannot post: %s", error, extra={"table": table.id})
            self._barred[table.channel_id] = asyncio.get_running_loop().time() + BARRED

    async def _take(self, table: Table, row: OutboxRow, news: News, ledger: Ledger) -> None:
        """Post what has a post of its own, remember what goes into the post of the turn."""
        send = partial(self._send, table, row.sequence, ledger=ledger)
        match row.kind:
            case "lobby":
                await self._lobby(table, row, ledger)
            case "settings":
                await send(posts.settings(table), "notice")
            case "warning":
                if post := posts.warning(table, news):
                    await send(post, "notice")
            case "abandoned":
                await self._close_lobby(table, ledger)
                await send(posts.abandoned(table, news.lines), "turn")
            case _:
                if row.kind == "begun":
                    await self._close_lobby(table, ledger)
                memory = ledger.post
                memory.first = memory.first or row.kind == "begun"
                due.hear(memory, table, news, row.sequence, row.created_at)
                ledger.post = memory

    # -- before the game, and beside it

    async def _lobby(self, table: Table, row: OutboxRow, ledger: Ledger) -> None:
        post = lobby_post(table)
        known = ledger.posts("lobby")
        if not known or not await self._edit(known[-1], post, ledger):
            await self._send(table, row.sequence, post, "lobby", ledger)

    async def _close_lobby(self, table: Table, ledger: Ledger) -> None:
        for known in ledger.posts("lobby"):
            post = lobby_post(table)
            post.items = []
            await self._edit(known, post, ledger)
            ledger.forget(known)

    # -- a turn

    async def _say(self, table: Table, ledger: Ledger) -> None:
        """Tell what no post has told yet: in a new post where one is due, else in the latest one."""
        memory, known = ledger.post, ledger.posts("turn")
        if not memory.carried:
            if known and memory.digest and asked_openly(table):  # the choices under it have changed
                await self._grow(table, known[-1], memory, ledger)
        elif table.outcome is not None:
            post = posts.over(table, _in_order(memory.carried))
            ledger.post = PostMemory()
            self._edited.pop(table.id, None)
            await self._send(table, _since(memory), post, "turn", ledger)
        elif table.status == "playing":
            whom = due.due(memory, table)
            if whom or not known or not await self._grow(table, known[-1], memory, ledger):
                await self._new(table, memory, whom, ledger)

    async def _new(
        self, table: Table, memory: PostMemory, whom: Sequence[int], ledger: Ledger
    ) -> None:
        """Send a new post, unless there is no news."""
        if not whom and not any(memory.carried.values()):
            return
        pinged = [user for user in whom if user != memory.by]
        memory.first = memory.first and not memory.shown
        post = posts.turn(table, _in_order(memory.carried), first=memory.first, pinged=pinged)
        since = _since(memory)
        memory.shown, memory.began = memory.carried, False
        ledger.post = _said(memory, table, post)
        await self._send(table, since, post, "turn", ledger)

    async def _grow(self, table: Table, known: PostRow, memory: PostMemory, ledger: Ledger) -> bool:
        """Edit the latest post, so that it says everything; false where it must be sent anew."""
        before = memory.digest
        shown = {**memory.shown, **memory.carried}
        post = posts.turn(table, _in_order(shown), first=memory.first)
        if digest_of(post) != before:
            await self._pause(table.id)
            if not await self._edit(known, post, ledger, game=table):
                return False
        memory.shown = shown
        ledger.post = _said(memory, table, post)
        return True

    async def _pause(self, table_id: int) -> None:
        """Two edits of a table's post are a moment apart; a new post waits for nobody."""
        early = self._edited.get(table_id, 0.0) + self.pause - asyncio.get_running_loop().time()
        if early > 0:
            await asyncio.sleep(min(early, self.pause))
        self._edited[table_id] = asyncio.get_running_loop().time()

    # -- sending

    async def _send(
        self, table: Table, since: int, post: Screen, kind: str, ledger: Ledger
    ) -> None:
        """Send a post and remember it; the post before it loses its buttons.

        Its nonce names the first row that it tells of: one that was sent, but not remembered
        before the bot died, is not sent again, though more may have happened meanwhile.
        """
        channel = self.client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        file = await self._board(table, post)
        before = ledger.posts(kind) if kind != "notice" else []
        content = post.words(pictured=file is not None)
        sent = await channel.send(
            content,
            file=file or discord.utils.MISSING,
            view=view_of(post.items) if post.items else discord.utils.MISSING,
            nonce=digest(f"{table.commitment}:{since}"),
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
        await ledger.write()
        if not says(sent, content, post):  # it is that one, from before the bot died
            await self._edit(remembered, post, ledger, game=table)
        for old in before:
            if old.message_id != sent.id:
                await self._strip(old, ledger)

    async def _board(self, table: Table, post: Screen) -> discord.File | None:
        if post.view is None:
            return None
        if post.aims:  # from the eyes of whoever is asked, who has no secret
            return await self.pictures.panel(table.game, post.view, post.aims)
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


def _since(memory: PostMemory) -> int:
    """The first row that no post tells of yet."""
    return min(map(int, memory.carried))


def _said(memory: PostMemory, table: Table, post: Screen) -> PostMemory:
    """What is to be remembered of a post that says everything up to now."""
    memory.carried, memory.digest = {}, digest_of(post)
    memory.phase, memory.told = due.shared(table), due.addressed(table)
    return memory


def _only(user_ids: Sequence[int]) -> discord.AllowedMentions:
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def _in_order(lines: dict[str, list[str]]) -> list[str]:
    return [line for sequence in sorted(lines, key=int) for line in lines[sequence]]
