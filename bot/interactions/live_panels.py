"""Private panels that bring themselves up to date when it is their reader's turn again."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

import discord

from bot.interactions.replies import reply
from bot.referee import Referee
from bot.table import Table
from bot.table.change import Change
from bot.ui import panels
from bot.ui.pictures import Pictures
from bot.ui.screen import Screen, join

logger = logging.getLogger(__name__)
LIFE = timedelta(minutes=14)  # Discord lets a private answer be edited for fifteen
NEWS = 6  # lines of what happened meanwhile
CALM = 0.4  # seconds in which several changes become one


@dataclass(slots=True)
class Live:
    """A panel that can still be edited: how, and what it says."""

    interaction: discord.Interaction
    since: datetime
    version: int  # of the table
    says: tuple[str, ...]
    asks: str  # the kind of question
    at: tuple[int, int, str] | None  # how far its reader has come in which question
    news: list[str]  # what was told since, and of one's own doing


class LivePanels:
    """The latest panel of each player at each table; only the way to edit it is remembered."""

    def __init__(self, referee: Referee, pictures: Pictures) -> None:
        """Keep the panels of a referee's tables up to date."""
        self.referee, self.pictures = referee, pictures
        self.calm = CALM
        self._live: dict[int, dict[int, Live]] = {}  # by table and user
        self._busy: Counter[tuple[int, int]] = Counter()  # whose answer shows them the panel anyway
        self._woken: set[int] = set()  # tables that have changed
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._closed = False

    def shown(
        self, interaction: discord.Interaction, table: Table, panel: Screen, note: str = ""
    ) -> None:
        """Somebody has been shown a panel; one under a direct message is kept up to date there."""
        if interaction.guild_id is None:
            return
        mine = self._live.setdefault(table.id, {})
        mine[interaction.user.id] = Live(
            interaction,
            self.referee.now(),
            table.version,
            _says(panel),
            _asks(table, interaction.user.id),
            panel.at,
            note.splitlines(),
        )
        if table.status != "playing":
            mine.pop(interaction.user.id)
        now = self.referee.seen(table.id)
        if now is not None and now.version > table.version:  # it has gone on while this was drawn
            self.wake(now)

    @contextmanager
    def busy(self, table_id: int, user_id: int) -> Iterator[None]:
        """Whoever is answering will be shown where that leads."""
        self._busy[table_id, user_id] += 1
        try:
            yield
        finally:
            self._busy[table_id, user_id] -= 1

    def heard(self, change: Change) -> None:
        """What everybody is told is told in the panels of those who wait, too."""
        said = [line for _, news in change.news for line in news.lines]
        for live in self._live.get(change.after.id, {}).values():
            live.news = [*live.news, *said][-NEWS:]

    def wake(self, table: Table) -> None:
        """A table has changed: panels there may be out of date."""
        if not self._live.get(table.id) or self._closed:
            return
        self._woken.add(table.id)
        if table.id not in self._tasks:
            calm = 0 if table.in_real_time else self.calm
            self._tasks[table.id] = asyncio.create_task(self._refresh(table.id, calm))

    async def tell(self, table: Table, screen: Callable[[int], Screen]) -> None:
        """Show something in every open panel of a table at the same moment."""
        mine = self._live.get(table.id, {})
        await asyncio.gather(
            *(self._show(table, user, live, screen(user)) for user, live in list(mine.items()))
        )

    async def close(self) -> None:
        """Stop; buttons of panels go on working."""
        self._closed = True
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def idle(self) -> None:
        """Wait until every panel is up to date."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def _refresh(self, table_id: int, calm: float) -> None:
        try:
            while table_id in self._woken:
                await asyncio.sleep(calm)
                self._woken.discard(table_id)
                table = self.referee.seen(table_id) or await self.referee.look(table_id)
                live = list(self._live.get(table_id, {}).items())
                await asyncio.gather(*(self._bring(table, user, one) for user, one in live))
                if table.status != "playing":
                    self._live.pop(table_id, None)
        except Exception:  # a panel that stays as it is can still be pressed
            logger.exception("panels stay as they are", extra={"table": table_id})
        finally:
            self._woken.discard(table_id)
            del self._tasks[table_id]

    async def _bring(self, table: Table, user_id: int, live: Live) -> None:
        """Show a player the question that is open to them now, or how the game ended."""
        if self.referee.now() - live.since > LIFE:
            self._live[table.id].pop(user_id, None)
            return
        if self._busy[table.id, user_id] or table.version <= live.version:
            return
        asks = _asks(table, user_id)
        if table.in_real_time and asks == live.asks:  # under a quick thumb nothing moves by itself
            return
        if not table.in_real_time and not _concerns(table, user_id):
            return
        panel = _where_they_were(table, user_id, live)
        if _says(panel) == live.says:
            return
        live.version, live.asks = table.version, asks
        await self._show(table, user_id, live, panel)

    async def _show(self, table: Table, user_id: int, live: Live, panel: Screen) -> None:
        live.says, live.at = _says(panel), panel.at
        file = None
        if panel.view is not None:
            file = await self.pictures.panel(table.game, panel.view, panel.aims)
        told = "\n".join(f"> {line}" for line in live.news)
        content = join(told, panel.words(pictured=file is not None))
        try:
            await reply(live.interaction, content, panel.items, [file] if file else [])
        except discord.HTTPException as error:  # dismissed, or too old
            logger.info("a panel is gone: %s", error, extra={"table": table.id})
            self._live.get(table.id, {}).pop(user_id, None)


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
    return any(seated.user_id == user_id for seated in table.draw_asked)


def _asks(table: Table, user_id: int) -> str:
    """The kind of question that is open to somebody; nothing where none is."""
    return next((question.kind for question in table.questions(user_id)), "")
