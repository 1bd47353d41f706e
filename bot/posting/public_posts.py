"""What a table tells everybody: one post per turn, in order and once."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import discord

from bot.posting import due
from bot.posting.direct_messages import DirectMessages
from bot.posting.ledger import Ledger, Past, PostMemory
from bot.posting.reminders import KIND as REMINDER
from bot.posting.reminders import KINDS, Reminders
from bot.posting.sending import (
    OLD,
    RATION,
    digest_of,
    digest_of_file,
    edit,
    message_of,
    nonce,
    says,
)
from bot.referee import Referee
from bot.store.pending import Post, Unsaid
from bot.table import News, Table, read_news
from bot.ui import posts
from bot.ui.asleep import sleeps, wake
from bot.ui.lobby_post import lobby_post
from bot.ui.open_choices import asked_openly
from bot.ui.pictures import Pictures
from bot.ui.proposals import proposal_post
from bot.ui.screen import Screen
from bot.ui.trouble import for_its_file, passing, rationed
from bot.ui.views import view_of
from bot.ui.words import LINES

logger = logging.getLogger(__name__)
PAUSE = 3.0  # seconds in which several changes become one edit of a post, which pings nobody
UNREAD = 7  # times as long it waits where all who play see what happens in their panels
SOON = timedelta(seconds=5)  # after which it is tried again to change a post that is over
PULSE = 1.0  # the same while seconds count
BARRED = 600  # seconds before a channel that was closed to the bot, or to pictures, is tried again
ALONE = (
    "lobby",
    "full",
    "expired",
    "settings",
    "seats",
    "proposal",
    "away",
    *KINDS,
    "abandoned",
)  # rows that have a post of their own
BELOW = ("notice", "seats", "proposal", REMINDER)  # posts that may stand below that of the turn


class Barred(dict[int, float]):
    """Channels in which Discord has lately refused something; each is forgotten after a while."""

    def add(self, channel_id: int) -> None:
        """It was refused just now."""
        self[channel_id] = asyncio.get_running_loop().time() + BARRED

    def discard(self, channel_id: int) -> None:
        """It may be tried again."""
        self.pop(channel_id, None)

    def __contains__(self, channel_id: object) -> bool:
        """Whether it is no use to try."""
        until = self.get(channel_id) if isinstance(channel_id, int) else None
        return until is not None and until > asyncio.get_running_loop().time()


class PublicPosts:
    """What the outbox holds goes to a table's channel; what players alone are told goes aside."""

    def __init__(
        self,
        client: discord.Client,
        referee: Referee,
        pictures: Pictures,
        direct_messages: DirectMessages,
        look_at: Callable[[int, datetime], None],
    ) -> None:
        """Post through a client what tables have to say; what has to wait is looked at again."""
        self.client, self.referee, self.pictures = client, referee, pictures
        self.direct_messages, self.look_at = direct_messages, look_at
        self.reminders = Reminders(client, direct_messages)
        self.pause, self.soon = PAUSE, SOON
        self.listeners: list[Callable[[Table, int], None]] = []  # hear of each new message
        self._barred = Barred()
        self._bare = Barred()  # channels in which no picture may be shown
        self._lacking: set[int] = set()  # those where the bot lacks the right for that
        self._since: dict[int, datetime] = {}  # since when a table's post is behind
        self.refused: Callable[[Table, discord.HTTPException], None] = lambda table, error: None
        # Whether a player has a panel in sight that shows them what they are asked.
        self.looks: Callable[[Table, int], bool] = lambda table, user_id: False

    def barred(self, channel_id: int) -> bool:
        """Whether Discord has lately refused to let the bot post in a channel."""
        return channel_id in self._barred

    async def post(self, table: Table, ledger: Ledger) -> None:
        """Say all that is due at a table; a row is done when it is said, or remembered to be."""
        rows = ledger.pending.outbox
        if table.alone:  # whoever plays there reads it all in their panel
            ledger.done(*rows)
            return
        for row in rows:
            news = read_news(row.payload)
            self.direct_messages.note(table, news, ledger)
            if news.over:  # nothing comes after the last post: direct messages go first
                await self.direct_messages.deliver(table, ledger)
            ledger.done(row)
            await self._try(table, self._take, row, news, ledger)
            if row.kind not in ALONE:
                self._hear(table, row, news, ledger)
        if not rows or ledger.pending.latest >= table.posted:  # else more is to come at once
            await self._try(table, self._say, ledger)

    async def _try(self, table: Table, work: Callable[..., Awaitable[None]], *about: Any) -> None:
        """Post; where the channel is gone or closed to the bot, the game goes on in private."""
        if self.barred(table.channel_id):
            return
        try:
            await work(table, *about)
        except (discord.Forbidden, discord.NotFound) as error:
            if passing(error):
                raise
            logger.warning("cannot post: %s", error, extra={"table": table.id})
            self.refused(table, error)
            self._barred.add(table.channel_id)

    async def _take(self, table: Table, row: Unsaid, news: News, ledger: Ledger) -> None:
        """Post what has a post of its own."""
        send = partial(self._send, table, row.sequence, ledger=ledger)
        match row.kind:
            case "lobby":
                await self._lobby(table, row, news.role, ledger)
            case "full":
                if post := posts.full(table, news.by):
                    await send(post, "full")
            case "expired":
                await self._close_lobby(table, ledger)
                await send(posts.expired(table, news.lines), "turn")
            case "settings":
                await send(posts.settings(table), "notice")
            case "seats":
                await send(posts.seats(table, news.lines), "seats")
            case "proposal":
                await send(proposal_post(table, news.lines), "proposal")
            case "away":
                await send(posts.away(table, news.lines), "notice")
            case "paused" | "resumed":
                await self._take_off(ledger, "proposal")
                await send(posts.notice(table, news.lines), "notice")
            case kind if kind in KINDS:
                send_about = partial(self._remind, table, row.sequence, ledger)
                await self.reminders.say(table, row, news, ledger, send_about)
            case "abandoned":
                await self._close_lobby(table, ledger)
                past = _past(table, ledger.post, ledger.post.shown)
                await send(posts.abandoned(table, news.lines), "turn", past=past)
                await self._take_off(ledger, "seats", "proposal")
            case "begun":
                await self._close_lobby(table, ledger)

    async def _remind(
        self, table: Table, sequence: int, ledger: Ledger, post: Screen, user_id: int | None
    ) -> None:
        await self._send(table, sequence, post, REMINDER, ledger, user_id=user_id)

    def _hear(self, table: Table, row: Unsaid, news: News, ledger: Ledger) -> None:
        """Remember what goes into the post of the turn, also where nothing can be posted now."""
        memory = ledger.post
        memory.first = memory.first or row.kind == "begun"
        due.hear(memory, table, news, row.sequence, row.created_at)
        ledger.post = memory

    # -- before the game, and beside it

    async def _lobby(self, table: Table, row: Unsaid, role: int | None, ledger: Ledger) -> None:
        if table.room > 0:
            await self._take_back(ledger, "full")
        known = ledger.posts("lobby")
        if not known or not await self._edit(known[-1], lobby_post(table), ledger):
            await self._send(table, row.sequence, lobby_post(table, role), "lobby", ledger)

    async def _take_back(self, ledger: Ledger, kind: str) -> None:
        """Delete posts that are not true any more; where that fails, nobody minds."""
        for known in ledger.posts(kind):
            try:
                await message_of(self.client, known).delete()
            except discord.HTTPException as error:
                logger.info("a post stays: %s", error, extra={"table": known.table_id})
            ledger.forget(known)

    async def _close_lobby(self, table: Table, ledger: Ledger) -> None:
        await self._take_back(ledger, "full")
        for known in ledger.posts("lobby"):
            post = lobby_post(table)
            post.items = []
            await self._edit(known, post, ledger)
            ledger.forget(known)

    async def _take_off(self, ledger: Ledger, *kinds: str) -> None:
        """Take the buttons off posts whose offer does not stand any more."""
        for known in [post for kind in kinds for post in ledger.posts(kind)]:
            await self._strip(known, ledger)

    # -- a turn

    async def _say(self, table: Table, ledger: Ledger) -> None:
        """Tell what no post has told yet: in a new post where one is due, else in the latest one."""
        for old in ledger.posts("turn"):
            if str(old.message_id) in ledger.post.past:
                await self._strip(old, ledger)
        memory, known = ledger.post, ledger.posts("turn")
        if table.outcome is not None and memory.carried:
            named = await self.referee.store.digest(table.id)
            turned = await self.referee.turning(table)
            kept, told = _parted(memory, memory.sending)
            post = posts.over(table, _in_order(told), named, turned=turned)
            post.pinged = [user for user in post.pinged if user != memory.by]
            ledger.post = PostMemory(past=memory.past, spent=memory.spent)
            past = _past(table, memory, kept)
            await self._send(table, min(map(int, told)), post, "turn", ledger, past)
            await self._take_off(ledger, "seats", "proposal")
        elif table.status == "playing":
            await self._say_on(table, memory, known[-1] if known else None, ledger)

    async def _say_on(
        self, table: Table, memory: PostMemory, known: Post | None, ledger: Ledger
    ) -> None:
        """The same while the game goes on; whoever should have answered by now is pinged."""
        whom: list[int] = []
        if memory.carried or memory.unpinged:
            looks = partial(self.looks, table) if self._in_sight(known, ledger) else _nobody
            whom = due.due(memory, table, looks, self.referee.now())
            ledger.post = memory
        if whom or memory.sending:  # also where that one may be there already
            await self._new(table, memory, whom, ledger)
        elif memory.carried:
            if known is not None and self._early(table, memory):
                return
            if known is None or not await self._grow(table, known, memory, ledger):
                await self._new(table, memory, whom, ledger)
        elif known is not None and memory.digest and asked_openly(table):
            await self._grow(table, known, memory, ledger)  # the choices under it have changed
        if memory.unpinged:
            self.look_at(table.id, min(memory.unpinged.values()))

    def _in_sight(self, known: Post | None, ledger: Ledger) -> bool:
        """Whether the latest post may be the post of the next turn, too: no notice is below it."""
        if known is None or self._is_old(known):
            return False
        below = [post for post in ledger.pending.posts if post.kind in BELOW]
        return all(post.message_id < known.message_id for post in below)

    def _is_old(self, known: Post) -> bool:
        """Whether a post is about to be one whose edits Discord rations."""
        return self.referee.now() - known.created_at > OLD

    async def _new(
        self, table: Table, memory: PostMemory, whom: Sequence[int], ledger: Ledger
    ) -> None:
        """Send a new post, unless there is no news.

        Of what the latest one says, it takes along what those were not pinged for who are now.
        """
        whom = whom or [int(user) for user in memory.unpinged]
        first = memory.before + 1 if memory.unpinged else 0
        kept, told = _parted(memory, memory.sending or first)
        if not told or not (whom or memory.sending or any(told.values())):
            return
        pinged = [user for user in whom if user != memory.by]
        past = _past(table, memory, kept)
        memory.first = memory.first and not memory.shown
        memory.unpinged, memory.left_out = {}, 0
        post = posts.turn(table, _in_order(told), first=memory.first, pinged=pinged)
        _turned(memory, told)
        ledger.post = _said(memory, table, post)
        await self._send(table, min(map(int, told)), post, "turn", ledger, past)

    async def _grow(self, table: Table, known: Post, memory: PostMemory, ledger: Ledger) -> bool:
        """Edit the latest post, so that it says everything; false where it must be sent anew."""
        if memory.carried and self._is_old(known):
            return False
        before = memory.digest
        shown = {**memory.shown, **memory.carried}
        if due.turns(memory, table):
            if len(table.people) == 1:  # what led to the turn before is known by now
                shown = _later(shown, memory.since)
                memory.first, memory.left_out = memory.first and not memory.since, 0
            _turned(memory, shown)
        shown, left_out = _latest(shown)
        memory.left_out += left_out
        post = posts.turn(table, _in_order(shown), first=memory.first, left_out=memory.left_out)
        if digest_of(post) != before:
            try:
                if not await self._edit(known, post, ledger, game=table, memory=memory):
                    return False
            except (discord.HTTPException, TimeoutError) as error:
                if not rationed(error):
                    raise
                self.look_at(table.id, self.referee.now() + RATION)  # nothing is forgotten
                return True
        self._since.pop(table.id, None)
        memory.shown = shown
        ledger.post = _said(memory, table, post)
        return True

    def _early(self, table: Table, memory: PostMemory) -> bool:
        """Whether an edit waits, for what else may happen; a new post waits for nobody.

        Where the post itself is what a player chooses in, nothing waits, either.
        """
        if asked_openly(table):
            return False
        now = self.referee.now()
        pause = min(self.pause, PULSE) if table.in_real_time else self.pause
        if due.all_see(memory, table):
            pause *= UNREAD
        ready = self._since.setdefault(table.id, now) + timedelta(seconds=pause)
        if ready > now:
            self.look_at(table.id, ready)
        return ready > now

    # -- sending

    async def _send(
        self,
        table: Table,
        since: int,
        post: Screen,
        kind: str,
        ledger: Ledger,
        past: Past | None = None,
        user_id: int | None = None,
    ) -> None:
        """Send a post and remember it; what is to be left of the one before it is `past`.

        Its nonce names the first row that it tells of: one that was sent, but not remembered
        before the bot died, is not sent again, though more may have happened meanwhile.
        """
        file = await self._board(table, post)
        if kind == "turn":
            since = await ledger.sends(since)
        before = ledger.posts(kind) if kind not in ("notice", REMINDER) else []
        known_by = nonce(table, str(since), since)
        try:
            sent = await self._out(table, post, file, known_by)
        except discord.Forbidden as error:
            if file is None or not for_its_file(error):
                raise
            file = None
            sent = await self._out(table, post, file, known_by)
            self._bare.add(table.channel_id)
        if kind == "turn":
            self._since.pop(table.id, None)
            memory = ledger.post
            memory.picture, memory.sending = digest_of_file(file), 0
            if past is not None and before:
                replaced = before[-1]
                past.twice = past.twice or not self._is_old(replaced)  # that may have grown, too
                memory.past[str(replaced.message_id)] = past
            ledger.post = memory
        content = post.words(pictured=file is not None)
        remembered = Post(
            message_id=sent.id,
            table_id=table.id,
            channel_id=table.channel_id,
            kind=kind,
            user_id=user_id,
            created_at=self.referee.now(),
        )
        ledger.sent(remembered)
        if not says(sent, content, post):  # it is that one, from before the bot died
            await self._edit(remembered, post, ledger, game=table)
        await ledger.write()
        for listener in self.listeners:
            listener(table, sent.id)
        for old in before:
            if old.message_id != sent.id:
                await self._strip(old, ledger)

    async def _out(
        self, table: Table, post: Screen, file: discord.File | None, known_by: str
    ) -> discord.Message:
        """Send a post, with its picture or with that in words."""
        channel = self.client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        return await channel.send(
            post.words(pictured=file is not None),
            file=file or discord.utils.MISSING,
            view=view_of(post.items) if post.items else discord.utils.MISSING,
            nonce=known_by,
            allowed_mentions=_only(post.pinged, post.role),
        )

    async def own_up(self, table: Table) -> None:
        """Say in the plainest way that something could not be posted; where that fails, nowhere."""
        known_by = nonce(table, f"{table.version}:refused", table.posted + 1)
        try:
            await self._out(table, posts.refused(table), None, known_by)
        except (discord.HTTPException, OSError) as error:
            logger.warning("not even that can be posted: %s", error, extra={"table": table.id})

    async def _board(self, table: Table, post: Screen) -> discord.File | None:
        if post.view is None or not self._shows_pictures(table):
            return None
        if post.aims:  # from the eyes of whoever is asked, who has no secret
            return await self.pictures.panel(table.game, post.view, post.aims, table.names)
        return await self.pictures.board(table.game, post.view, table.names)

    def _shows_pictures(self, table: Table) -> bool:
        """Whether a picture may be shown where a table is, as far as Discord has told."""
        channel = self.client.get_channel(table.channel_id)
        if isinstance(channel, discord.Thread):
            channel = channel.parent
        if isinstance(channel, discord.abc.GuildChannel):
            if not channel.permissions_for(channel.guild.me).attach_files:
                self._lacking.add(table.channel_id)
                return False
            if table.channel_id in self._lacking:  # the right is back
                self._lacking.discard(table.channel_id)
                self._bare.discard(table.channel_id)
        return table.channel_id not in self._bare

    async def _edit(
        self,
        known: Post,
        post: Screen,
        ledger: Ledger,
        *,
        game: Table | None = None,
        memory: PostMemory | None = None,
    ) -> bool:
        """Edit a post in place; false where it must be sent anew."""
        file = await self._board(game, post) if game is not None else None
        try:
            try:
                await self._change(known, post, file, game, memory)
            except discord.Forbidden as error:
                if game is None or file is None or not for_its_file(error):
                    raise
                await self._change(known, post, None, game, memory)
                self._bare.add(game.channel_id)
        except discord.HTTPException as error:
            if passing(error):
                raise
            if sleeps(error) and await wake(self.client, known.channel_id):
                return await self._edit(known, post, ledger, game=game, memory=memory)
            ledger.forget(known)
            return False
        return True

    async def _change(
        self,
        known: Post,
        post: Screen,
        file: discord.File | None,
        game: Table | None,
        memory: PostMemory | None,
    ) -> None:
        """Change a post; a picture that it shows already is not sent again."""
        more: dict[str, Any] = {}
        picture = digest_of_file(file)
        if game is not None and (memory is None or memory.picture != picture):
            more["attachments"] = [file] if file else []
        await edit(
            self.client,
            known,
            self.referee.now(),
            content=post.words(pictured=file is not None),
            view=view_of(post.items) if post.items else None,
            allowed_mentions=discord.AllowedMentions.none(),
            **more,
        )
        if memory is not None:
            memory.picture = picture

    async def _strip(self, old: Post, ledger: Ledger) -> None:
        """An old post loses its buttons; one of a turn its picture and whom it waited for, too, and
        tells what happened.

        Where that fails, nobody minds; but what another post tells by now is not left in this one.
        """
        memory, only = ledger.post, dict[str, Any]()
        past = memory.past.get(str(old.message_id))
        if past is not None:
            only = {"content": past.content, "attachments": []}
            only["allowed_mentions"] = discord.AllowedMentions.none()
        try:
            await edit(self.client, old, self.referee.now(), view=None, **only)
        except (discord.HTTPException, TimeoutError) as error:
            logger.info("an old post keeps its buttons", extra={"table": old.table_id})
            if rationed(error):
                again = RATION if past is not None and past.twice else None
            else:
                again = self.soon if passing(error) else None
            if again is not None:
                if past is not None:  # else it is tried again with the next one
                    self.look_at(old.table_id, self.referee.now() + again)
                return
        if memory.past.pop(str(old.message_id), None) is None:
            ledger.forget(old)
        else:
            ledger.post = memory
            ledger.spend(old)


def _nobody(user_id: int) -> bool:
    """Nobody looks."""
    return False


Lines = dict[str, list[str]]  # by the row that told them


def _parted(memory: PostMemory, first: int) -> tuple[Lines, Lines]:
    """What the latest post keeps, and what a new one tells: what none has told yet, and of the
    latest one what rows from the `first` on have told, if that is named.
    """
    taken = _later(memory.shown, first - 1) if first else {}
    kept = {row: lines for row, lines in memory.shown.items() if row not in taken}
    return kept, taken | memory.carried


def _past(table: Table, memory: PostMemory, kept: Lines) -> Past | None:
    """What is left of the latest post when another takes its place; none where it is not known."""
    if not memory.shown:
        return None
    left = posts.past(table, _in_order(kept), first=memory.first, left_out=memory.left_out)
    return Past(left.content, twice=len(kept) < len(memory.shown))


def _later(lines: Lines, row: int) -> Lines:
    """What was told by rows after this one."""
    return {at: told for at, told in lines.items() if int(at) > row}


def _latest(shown: dict[str, list[str]]) -> tuple[dict[str, list[str]], int]:
    """The latest rows, as many as a post may have room for; and how many lines are left out."""
    rows, left_out = sorted(shown, key=int), 0
    while len(rows) > 1 and sum(len(shown[row]) for row in rows[1:]) >= LINES:
        left_out += len(shown[rows.pop(0)])
    return {row: shown[row] for row in rows}, left_out


def _turned(memory: PostMemory, shown: dict[str, list[str]]) -> None:
    """A post tells of a new turn, and of these rows."""
    memory.shown, memory.began = shown, False
    memory.since = max(map(int, shown), default=memory.since)


def _said(memory: PostMemory, table: Table, post: Screen) -> PostMemory:
    """What is to be remembered of a post that says everything up to now."""
    memory.carried, memory.sending, memory.digest = {}, 0, digest_of(post)
    memory.phase, memory.told = due.shared(table), due.addressed(table)
    return memory


def _only(user_ids: Sequence[int], role: int | None = None) -> discord.AllowedMentions:
    users = [discord.Object(user_id) for user_id in user_ids]
    roles = [discord.Object(role)] if role is not None else []
    return discord.AllowedMentions(everyone=False, roles=roles, replied_user=False, users=users)


def _in_order(lines: dict[str, list[str]]) -> list[str]:
    return [line for sequence in sorted(lines, key=int) for line in lines[sequence]]
