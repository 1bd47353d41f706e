"""Direct messages newly opened are counted and spread: bots that open many at once are banned.

Discord names no number. Bots were reported to be shut out after 25 to 40 of them within minutes,
and ten in ten minutes to be the most that passes; these limits stay well below both.
"""

from datetime import datetime, timedelta
from typing import Any

import discord
import msgspec

from bot.referee import Referee
from bot.store import Store
from bot.ui.trouble import code_of

MOST = ((timedelta(minutes=10), 6), (timedelta(hours=1), 25))  # newly opened within a time
TOO_FAST = 40003  # what Discord says where that was too much all the same
HOLD = timedelta(minutes=10)  # none is opened after that
HELD = ("bot", "direct messages")  # where it is remembered, so that a restart forgets nothing


class Later(Exception):
    """A direct message has to wait."""

    def __init__(self, at: datetime) -> None:
        """Until a moment."""
        super().__init__(f"direct messages wait until {at}")
        self.at = at


class Opened(msgspec.Struct):
    """When direct messages were newly opened, and until when none is."""

    at: list[datetime] = []
    held: datetime | None = None

    def free(self, now: datetime) -> datetime:
        """When the next one may be opened."""
        moments = [now, self.held or now]
        for span, most in MOST:
            if len(self.at) >= most:
                moments.append(self.at[-most] + span)
        return max(moments)


class Opening:
    """Opens direct messages, as many as is wise."""

    def __init__(self, client: discord.Client, referee: Referee, store: Store) -> None:
        """Open them through a client."""
        self.client, self.referee, self.store = client, referee, store

    async def open(self, user_id: int) -> int:
        """The channel of somebody's direct messages, newly opened; or not yet: `Later`."""
        opened, now = await self._opened(), self.referee.now()
        if (free := opened.free(now)) > now:
            raise Later(free)
        longest = max(span for span, _ in MOST)
        opened.at = [*(at for at in opened.at if at > now - longest), now]
        await self._keep(opened)
        try:
            channel = await self.client.create_dm(discord.Object(user_id))
        except discord.Forbidden as error:
            if code_of(error) != TOO_FAST:
                raise
            raise Later(await self.hold()) from None
        return channel.id

    async def hold(self) -> datetime:
        """Discord has said that it was too much: wait."""
        opened = await self._opened()
        opened.held = self.referee.now() + HOLD
        await self._keep(opened)
        return opened.held

    async def _opened(self) -> Opened:
        known: Any = await self.store.setting(*HELD, {})
        return msgspec.convert(known, Opened)

    async def _keep(self, opened: Opened) -> None:
        await self.store.set_setting(*HELD, msgspec.to_builtins(opened))
