"""Fair starts where seconds count: everybody sees three, two, one, then all begin together."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from bot.interactions.live_panels import LivePanels
from bot.table import Table
from bot.ui.brawl_real_time import begins, counting, stops
from rules.engine.state import Option

COUNT = (3, 2, 1)
BEAT = 1.0  # seconds between two of them
SOON = "The bout is about to begin."
CALLED_OFF = "The start was called off: press *Ready* again."


class Starts:
    """Holds the last *Ready* back until it was counted down in every open panel."""

    def __init__(self, live: LivePanels) -> None:
        """Count in the panels that can still be edited."""
        self.live = live
        self.beat = BEAT
        self._called_off: dict[int, asyncio.Event] = {}  # by table, while it is counted

    async def before(self, table: Table, seat: int, options: Sequence[Option]) -> str | None:
        """Let a start be counted or called off; why these answers are not taken, if so."""
        counted = self._called_off.get(table.id)
        if counted is not None and stops(options):
            counted.set()
            return CALLED_OFF
        if not begins(table, seat, options):
            return None
        if counted is not None:
            return SOON
        return None if await self._count(table) else CALLED_OFF

    async def _count(self, table: Table) -> bool:
        """Three, two, one; whether nobody called it off."""
        called_off = self._called_off[table.id] = asyncio.Event()
        try:
            for left in COUNT:
                telling = self.live.tell(table, partial(counting, table, left))
                await asyncio.gather(telling, self._rest(called_off))
                if called_off.is_set():
                    return False
            return True
        finally:
            del self._called_off[table.id]

    async def _rest(self, called_off: asyncio.Event) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(self.beat):
                await called_off.wait()
