"""Private panels that bring themselves up to date when it is their reader's turn again.

Of everybody there is one panel at a table. It stays where its reader looks: below the latest post
while they are asked something; where they are asked nothing any more, the last post is enough.
"""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import discord

from bot.errors import NoTable
from bot.interactions.last_messages import last_message
from bot.interactions.live_pictures import LivePictures, Place
from bot.interactions.replies import aside, edit, fill, send, under_a_post
from bot.referee import Referee
from bot.table import Table, told_from_plain, told_privately
from bot.table.change import Change
from bot.ui import panels
from bot.ui.first_answer import first_answer
from bot.ui.inbox import way_on
from bot.ui.notes import above, alone
from bot.ui.open_choices import asked_openly
from bot.ui.pictures import Pictures
from bot.ui.proposals import asks
from bot.ui.screen import Screen
from bot.ui.trouble import UNREACHED, for_its_file, passing
from bot.workers.shares import BEHIND
from rules.engine.text import Line, weighed

logger = logging.getLogger(__name__)
LIFE = timedelta(minutes=14)  # Discord lets a private answer be edited for fifteen
TOLD = 2  # lines of that where seconds count: that time was up, and what was done
PATIENCE = 2.0  # seconds to wait for a post that a panel is to stand below
REMEMBERED = 256  # tables that are over
MESSAGES = 4096  # of which is remembered which table they show
CALM = 0.4  # seconds in which several changes become one
BACK_OFF = (1, 2, 5, 10)  # seconds to wait when Discord cannot be reached


@dataclass(slots=True)
class Live:
    """A panel that can still be edited: how, and what it says."""

    interaction: discord.Interaction
    since: datetime
    version: int  # of the table
    says: tuple[str, ...]
    asks: str  # the question
    at: tuple[int, int, str] | None  # how far its reader has come in which question
    news: list[str]  # what was told since, and of one's own doing
    message: int = 0  # its id, where that is known
    sent: bool = False  # it is not the answer itself, but was sent below it
    owed: bool = False  # Discord was in trouble when it should have been shown
    inbox: bool = False  # it was opened from the inbox, to which it leads back
    pictured: bool = False


class LivePanels:
    """The latest panel of each player at each table; only the way to edit it is remembered."""

    def __init__(self, referee: Referee, pictures: Pictures) -> None:
        """Keep the panels of a referee's tables up to date."""
        self.referee, self.pictures = referee, pictures
        self.live_pictures = LivePictures(referee, pictures, self._place)
        self.calm = CALM
        self._live: dict[int, dict[int, Live]] = {}  # by table and user
        self._busy: Counter[tuple[int, int]] = Counter()  # whose answer shows them the panel anyway
        self._woken: set[int] = set()  # tables that have changed
        self._posted: dict[int, int] = {}  # the latest post in a table's channel, by table
        self._last: dict[int, tuple[int, int]] = {}  # where somebody acted, the last message there
        self._expected: dict[int, asyncio.Event] = {}  # first posts that panels are to stand below
        self._ended: OrderedDict[int, int] = OrderedDict()  # the last post of tables that are over
        self._holds: OrderedDict[int, int] = OrderedDict()  # the table that a message shows now
        self._removing: set[asyncio.Task[None]] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._closed = False
        self.said: Callable[[int], Awaitable[None]] = (
            _at_once  # waits until a table's post is there
        )
        # Whether this process posts for a server's tables; another one may.
        self.posts_here: Callable[[int | None], bool] = lambda guild_id: True

    def shown(
        self,
        interaction: discord.Interaction,
        table: Table,
        panel: Screen,
        news: Sequence[str] = (),
        message: int = 0,
        *,
        inbox: bool = False,
        pictured: bool = False,
    ) -> None:
        """Somebody has been shown a panel; one under a direct message is kept up to date there.

        The one that they were shown before, in another `message`, goes.
        """
        if interaction.guild_id is None and not table.alone and not inbox:
            return
        mine = self._live.setdefault(table.id, {})
        before = mine.get(interaction.user.id)
        if message == 0 and interaction.message is not None and not under_a_post(interaction):
            message = interaction.message.id
        if before is not None and before.message and message not in (0, before.message):
            self._remove(before)
        mine[interaction.user.id] = Live(
            interaction,
            self.referee.now(),
            table.version,
            _says(panel),
            _asks(table, interaction.user.id),
            panel.at,
            list(news),
            message,
            aside(interaction),
            inbox=inbox,
            pictured=pictured,
        )
        self.leave(message, table.id)
        if table.status != "playing" and not self._lingers(table, mine[interaction.user.id]):
            mine.pop(interaction.user.id)
        now = self.referee.seen(table.id)
        if now is not None and now.version > table.version:  # it has gone on while this was drawn
            self.wake(now)

    def leave(self, message: int, table_id: int = 0) -> None:
        """A message shows this table from now on, or none: it is not to be turned into another."""
        if message:
            self._holds[message] = table_id
            self._holds.move_to_end(message)
            if len(self._holds) > MESSAGES:
                self._holds.popitem(last=False)

    def owe(self, interaction: discord.Interaction, table: Table, news: Sequence[str]) -> None:
        """Somebody could not be shown where their doing led: that is made up for.

        Where Discord has never heard an answer to a press, the panel is edited as before it.
        """
        mine, user_id = self._live.setdefault(table.id, {}), interaction.user.id
        live = mine.get(user_id)
        if first_answer(interaction).given or live is None:
            at = interaction.message.id if interaction.message else 0
            live = Live(interaction, self.referee.now(), -1, (), "", None, [], at)
        if not first_answer(live.interaction).given:
            return
        mine[user_id] = replace(live, version=-1, says=(), news=list(news), owed=True)
        self.wake(table)

    @contextmanager
    def busy(self, table_id: int, interaction: discord.Interaction) -> Iterator[None]:
        """Whoever is answering will be shown where that leads."""
        self._last[table_id] = (interaction.channel_id or 0, last_message(interaction))
        whose = (table_id, interaction.user.id)
        self._busy[whose] += 1
        try:
            yield
        finally:
            self._busy[whose] -= 1
            if table := self.referee.seen(table_id):
                self._follow(table)

    def kept(self, interaction: discord.Interaction, table: Table) -> list[discord.Attachment]:
        """The picture that stays in a panel that is pressed on, where it will be brought up to date."""
        if not table.in_real_time or (interaction.guild_id is None and not table.alone):
            return []
        return self.live_pictures.kept(interaction, table.id)

    def _follow(self, table: Table) -> None:
        """Where seconds count, pictures come after the words."""
        if not self._closed:
            self.live_pictures.follow(table, list(self._live.get(table.id, {})))

    def _place(self, table: Table, user_id: int) -> Place | None:
        """Where somebody's panel is, unless it can be edited no more or is about to be."""
        live = self._live.get(table.id, {}).get(user_id)
        if live is None or live.owed or self._busy[table.id, user_id]:
            return None
        if not live.message or self.referee.now() - live.since > LIFE:
            return None
        if self._holds.get(live.message, table.id) != table.id:
            return None
        return Place(live.interaction, live.message, live.sent)

    def looks(self, table: Table, user_id: int) -> bool:
        """Whether somebody has a panel in sight that brings itself up to date.

        Where others talk below the latest post, both are on their way out of sight.
        """
        mine = self._live.get(table.id, {})
        live = mine.get(user_id)
        if live is None or not _here(table, live) or self.referee.now() - live.since > LIFE:
            return False
        where, last = self._last.get(table.id, (0, 0))
        talked = where == table.channel_id and last > self._posted.get(table.id, 0)
        return not talked or last in {one.message for one in mine.values()}

    def heard(self, change: Change) -> None:
        """What everybody is told, or they alone, is told in the panels of those who wait, too."""
        table, open_ = change.after, self._live.get(change.after.id, {})
        for _, news in change.news if open_ else ():
            told = told_from_plain(table.game, news.told)
            worded = weighed(table.game, table.view(None), told, None)
            matter = {words for words in worded if isinstance(words, Line)}
            said = [Line(words) if words in matter else words for words in news.lines]
            for user_id, live in open_.items():
                live.news += said
                player = table.player_of(user_id)
                if player is not None and player != news.by:
                    live.news += map(alone, told_privately(table, told, player))

    def wake(self, table: Table) -> None:
        """A table has changed: panels there may be out of date."""
        if not self._live.get(table.id) or self._closed:
            return
        self._follow(table)
        self._woken.add(table.id)
        if table.id not in self._tasks:
            calm = 0 if table.in_real_time else self.calm
            self._tasks[table.id] = asyncio.create_task(self._refresh(table.id, calm))

    def posted(self, table: Table, message: int) -> None:
        """A new post stands below the panels of its channel; after the last one, they go.

        One that stands elsewhere says how the game ended.
        """
        if table.status == "lobby":
            return
        self._posted[table.id] = message
        if expected := self._expected.get(table.id):
            expected.set()
        if table.status == "playing":
            self.wake(table)
            return
        self._ended[table.id] = message
        mine = self._live.get(table.id, {})
        for user_id, live in list(mine.items()):
            if self._buried(table, live):
                self._remove(mine.pop(user_id))
        self._posted.pop(table.id)
        self._last.pop(table.id, None)
        self.wake(table)
        if len(self._ended) > REMEMBERED:
            self._ended.popitem(last=False)

    async def after_post(self, table: Table) -> None:
        """Wait until the first post of a game is there, but not for ever."""
        if table.id in self._posted or self._closed or not self.posts_here(table.guild_id):
            return
        expected = self._expected.setdefault(table.id, asyncio.Event())
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await expected.wait()
        self._expected.pop(table.id, None)

    def _lingers(self, table: Table, live: Live) -> bool:
        """Whether the panel of a game that is over waits for the last post, to go then."""
        last = self._ended.get(table.id)
        if last is None:
            return bool(self._busy[table.id, live.interaction.user.id]) and _here(table, live)
        if _here(table, live) and 0 < live.message < last:
            self._remove(live)
        return False

    def _offered_in_post(self, table: Table, live: Live) -> bool:
        """Whether the post near a panel has come to offer the same choices: that is place enough."""
        if table.version <= live.version or table.id not in self._posted:
            return False
        return _here(table, live) and asked_openly(table) is not None

    def _buried(self, table: Table, live: Live) -> bool:
        """Whether a post stands below a panel: ids grow with time."""
        return _here(table, live) and 0 < live.message < self._posted.get(table.id, 0)

    def _remove(self, live: Live) -> None:
        """Take a panel away that another stands for now, as long as Discord lets us."""
        if self.referee.now() - live.since <= LIFE and not self._closed:
            task = asyncio.create_task(self._delete(live))
            self._removing.add(task)
            task.add_done_callback(self._removing.discard)

    async def _delete(self, live: Live) -> None:
        try:
            if live.sent:
                await live.interaction.followup.delete_message(live.message)
            else:
                await live.interaction.delete_original_response()
        except UNREACHED as error:  # dismissed by its reader
            logger.info("a panel was gone: %s", error)

    async def tell(self, table: Table, screen: Callable[[int], Screen]) -> None:
        """Show something in every open panel of a table at the same moment."""
        mine = self._live.get(table.id, {})
        await asyncio.gather(
            *(self._show(table, user, live, screen(user)) for user, live in list(mine.items()))
        )

    async def close(self) -> None:
        """Stop; buttons of panels go on working."""
        self._closed = True
        tasks = self._all_tasks()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def idle(self) -> None:
        """Wait until every panel is up to date."""
        while tasks := self._all_tasks():
            await asyncio.wait(tasks)

    def _all_tasks(self) -> list[asyncio.Task[None]]:
        return [*self._tasks.values(), *self._removing, *self.live_pictures.tasks()]

    async def _refresh(self, table_id: int, calm: float) -> None:
        BEHIND.set(True)
        try:
            tries = 0
            while table_id in self._woken:
                await asyncio.sleep(BACK_OFF[min(tries, len(BACK_OFF)) - 1] if tries else calm)
                if not (table := self.referee.seen(table_id)) or not table.in_real_time:
                    await self.said(table_id)  # else a panel would come to stand above a post again
                self._woken.discard(table_id)
                table = self.referee.seen(table_id) or await self.referee.look(table_id)
                live = list(self._live.get(table_id, {}).items())
                await asyncio.gather(*(self._bring(table, user, one) for user, one in live))
                if any(one.owed for one in self._live.get(table_id, {}).values()):
                    self._woken.add(table_id)
                    tries += 1
                if table.status != "playing":
                    self._leave(table)
        except NoTable:  # whoever presses a panel of it is told so
            self._live.pop(table_id, None)
        except Exception:  # a panel that stays as it is can still be pressed
            logger.exception("panels stay as they are", extra={"table": table_id})
        finally:
            self._woken.discard(table_id)
            del self._tasks[table_id]

    def _leave(self, table: Table) -> None:
        """Forget the panels of a game that is over, but for those that wait for something."""
        awaited = table.id not in self._ended  # the last post, for which some make room
        live = self._live.pop(table.id, {}).items()
        left = {user: one for user, one in live if one.owed or (awaited and _here(table, one))}
        if left:
            self._live[table.id] = left

    async def _bring(self, table: Table, user_id: int, live: Live) -> None:
        """Show a player the question that is open to them now, or how the game ended."""
        if self._live.get(table.id, {}).get(user_id) is not live:  # they were answered just now
            return
        elsewhere = self._holds.get(live.message, table.id) != table.id
        if table.player_of(user_id) is None:  # they have got up, and learn nothing more
            elsewhere = True
        if elsewhere or self.referee.now() - live.since > LIFE:
            self._live[table.id].pop(user_id, None)
            return
        if self._busy[table.id, user_id] or table.version < live.version:
            return
        if live.owed:
            await self._show(table, user_id, live, panels.panel(table, user_id))
            return
        if self._offered_in_post(table, live):
            self._live[table.id].pop(user_id, None)
            self._remove(live)
            return
        asked = _asks(table, user_id)
        if table.in_real_time and asked == live.asks:  # under a quick thumb nothing moves by itself
            return
        if table.in_real_time:  # time was up, or the bout stands still: all else is on the board
            live.news = live.news[-TOLD:]
        votes = any(one.endswith(":agree") for one in live.says)  # on what may be off by now
        if not table.in_real_time and not votes and not _concerns(table, user_id):
            return
        below = bool(asked) and not table.in_real_time and self._buried(table, live)
        if not below and table.version == live.version:
            return
        panel = _where_they_were(table, user_id, live)
        if not below and _says(panel) == live.says:
            return
        live.version, live.asks = table.version, asked
        await self._show(table, user_id, live, panel, below=below)

    async def _show(
        self, table: Table, user_id: int, live: Live, panel: Screen, *, below: bool = False
    ) -> None:
        """Edit a panel, or send it anew `below` what has been posted, in place of the old one."""
        live.says, live.at = _says(panel), panel.at
        file = None
        if panel.view is not None and not table.in_real_time:
            file = await self.pictures.panel(table.game, panel.view, panel.aims, table.names)
        if live.inbox:
            panel = replace(panel, items=way_on(panel, table.id))
        items = panel.buttons()
        content, unseen = (
            above(table, panel.words(pictured=seen), live.news)
            for seen in (file is not None or (table.in_real_time and live.pictured), False)
        )
        files = [file] if file else None if table.in_real_time else []
        try:
            try:
                await self._put(live, content, items, files, below=below)
            except discord.Forbidden as error:
                if file is None or not for_its_file(error):
                    raise
                await self._put(live, unseen, items, [], below=below)
            live.owed, live.version = False, max(live.version, table.version)
            if below and self._live.get(table.id, {}).get(user_id) is not live:
                self._remove(live)  # another was opened while this one was on its way
        except UNREACHED as error:  # dismissed, or too old
            live.owed = passing(error)
            if live.owed:
                live.version = -1
                return
            logger.info("a panel is gone: %s", error, extra={"table": table.id})
            self._live.get(table.id, {}).pop(user_id, None)

    async def _put(
        self,
        live: Live,
        content: str,
        items: list[discord.ui.Item[Any]],
        files: list[discord.File] | None,
        *,
        below: bool,
    ) -> None:
        """Write a panel where it belongs, with its picture or that which is there."""
        if below:
            before, live.message = replace(live), 0  # it goes once, whatever is pressed meanwhile
            self._remove(before)
            live.message = await send(live.interaction, content, items, files or ())
            live.sent = True
        elif live.sent:
            await edit(live.interaction, live.message, content, items, files)
        else:
            await fill(live.interaction, content, items, files)


async def _at_once(table_id: int) -> None:
    """Nobody posts anything."""


def _here(table: Table, live: Live) -> bool:
    """Whether a panel stands among the posts of its table."""
    return live.interaction.channel_id == table.channel_id


def _where_they_were(table: Table, user_id: int, live: Live) -> Screen:
    """A panel, as far into its question as its reader has come, where that is still asked."""
    if live.at is not None:
        seat, number, path = live.at
        if any((q.seat, q.number) == (seat, number) for q in table.questions(user_id)):
            return panels.panel(table, user_id, seat=seat, path=path)
    return panels.panel(table, user_id)


def _says(panel: Screen) -> tuple[str, ...]:
    """What tells one state of a panel from another: its words and its buttons."""
    ids = [str(getattr(item.item, "custom_id", "")) for item in panel.items]
    return (panel.content, *ids)


def _concerns(table: Table, user_id: int) -> bool:
    """Whether there is anything to answer or to know for somebody whose panel says to wait."""
    if table.status != "playing" or table.questions(user_id):
        return True
    return bool(asks(table, user_id)) or any(one.user_id == user_id for one in table.draw_asked)


def _asks(table: Table, user_id: int) -> str:
    """The question that is open to somebody, by kind and number; nothing where none is."""
    return next((f"{q.kind}.{q.number}" for q in table.questions(user_id)), "")
