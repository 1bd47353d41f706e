"""What breaks during a siege: workers, the bot itself, its database, Discord."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import signal
import sqlite3
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from tests.local.player import Player
from tests.local.process import PATIENCE

if TYPE_CHECKING:
    from tests.local.siege.siege import Siege

FULL = 4096  # bytes: no file may grow beyond that while the disk is full
MOMENT = 0.1  # seconds between two looks at whether a fault has struck
PATIENT = 150  # looks, as long as one of its kind never did
# What Discord answers wrongly, and where; nothing means where it gives that answer.
ANYWHERE = ("", "POST interactions/", "PATCH webhooks/", "POST channels/", "PATCH channels/")
ANSWERS: dict[str, tuple[str, ...]] = {
    "429": ANYWHERE, "500": ANYWHERE, "503": ANYWHERE, "slow": ANYWHERE, "cloudflare": ANYWHERE,
    "30046": ("",), "40003": ("",), "40060": ("",), "400001": ("",),
}  # fmt: skip
GATEWAY = ("drop", "reconnect", "invalid", "invalid-resumable")
OTHERS = (
    "worker killed", "worker stopped", "worker without memory", "bot killed", "bot stopped",
    "database locked", "disk full", "direct messages closed", "no files allowed",
)  # fmt: skip
Fault = Callable[[], Awaitable[None]]
EVERY = frozenset({*ANSWERS, *GATEWAY, *OTHERS})


class Faults:
    """Deaths and a database that fails; beside them a Discord that fails."""

    def __init__(self, siege: Siege, player: Player) -> None:
        self.siege, self.player, self.rng = siege, player, random.Random(siege.rng.random())

    async def strike(self) -> None:
        """One fault after the other, two at a time: here, and at Discord."""
        here: list[Fault] = [
            self._killed, self._killed, self._stopped, self._starved, self._fallen, self._frozen,
            self._locked, self._locked, self._full,
        ]  # fmt: skip
        there: list[Fault] = [self._closed, self._bare]
        there += [partial(self._dropped, how) for how in GATEWAY]
        there += [partial(self._trouble, kind) for kind in ANSWERS]
        # Direct messages are opened as games begin.
        first: list[Fault] = [partial(self._trouble, "40003")]
        await asyncio.gather(self._in_turn(here, [], 5.0), self._in_turn(there, first, 1.0))

    async def _in_turn(self, kinds: list[Fault], first: list[Fault], pause: float) -> None:
        """Each as often as it is named, in an order of luck, again and again."""
        left = first
        while not self.siege.over:
            left = left or self.rng.sample(kinds, len(kinds))
            await left.pop()()
            await asyncio.sleep(self.rng.random() * pause)

    def _struck(self, what: str, times: int = 1) -> None:
        self.siege.toll.faults[what] += times

    # -- workers, and the bot

    async def _killed(self) -> None:
        if self._signal(signal.SIGKILL):
            self._struck("worker killed")

    async def _stopped(self) -> None:
        if self._signal(signal.SIGSTOP):
            self._struck("worker stopped")

    def _signal(self, how: signal.Signals) -> bool:
        workers = self.siege.bot.workers()
        with contextlib.suppress(ProcessLookupError):
            if workers:
                os.kill(self.rng.choice(workers), how)
                return True
        return False

    async def _starved(self) -> None:
        """A worker gets no more memory."""
        workers = self.siege.bot.workers()
        with contextlib.suppress(ProcessLookupError):
            if workers:
                _, most = resource.prlimit(worker := self.rng.choice(workers), resource.RLIMIT_AS)
                resource.prlimit(worker, resource.RLIMIT_AS, (1, most))
                self._struck("worker without memory")

    async def _fallen(self) -> None:
        """The bot dies without a farewell, and is started again."""
        if left := await self.siege.bot.fall():
            self.siege.toll.wrongs.append(f"the workers {left} outlived the bot")
        await self.player.bot_ready(PATIENCE)
        self._struck("bot killed")

    async def _frozen(self) -> None:
        """The bot stands still for seconds, as on a machine that is busy: answers come late."""
        pid = self.siege.bot.pid
        os.kill(pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(2 + self.rng.random() * 4)
        finally:
            os.kill(pid, signal.SIGCONT)
        self._struck("bot stopped")

    # -- the database

    async def _locked(self) -> None:
        """Somebody else writes for seconds."""
        seconds = self.rng.random() * 3

        def hold() -> None:
            connection = sqlite3.connect(self.siege.bot.database, timeout=5, isolation_level=None)
            try:
                connection.execute("BEGIN IMMEDIATE")
                time.sleep(seconds)
                connection.execute("ROLLBACK")
            finally:
                connection.close()

        with contextlib.suppress(sqlite3.OperationalError):
            await asyncio.to_thread(hold)
            self._struck("database locked")

    async def _full(self) -> None:
        """No file of the bot's can grow: the disk is full for a while."""
        pid = self.siege.bot.pid
        soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (FULL, hard))
        self._struck("disk full")
        try:
            await asyncio.sleep(0.5 + self.rng.random())
        finally:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))

    # -- Discord

    async def _trouble(self, kind: str) -> None:
        """Some calls are answered wrongly; counted is what was truly answered so."""
        rng, settings = self.rng, self.siege.local.faults
        times = rng.randint(1, 4)
        trouble = {
            "kind": kind,
            "match": rng.choice(ANSWERS[kind]),
            "left": times,
            "seconds": 0.2 + rng.random(),
            "after": kind in ("500", "503", "40060") and rng.random() < 0.5,
            "everywhere": kind == "429" and rng.random() < 0.3,
        }
        await self.player.faults(troubles=[trouble])
        for _ in range(rng.randint(5, 35) if self.siege.toll.faults[kind] else PATIENT):
            if settings.settings.troubles and not self.siege.over:
                await asyncio.sleep(MOMENT)
        left = sum(one.left or 0 for one in settings.settings.troubles)
        await self.player.faults(troubles=[])
        self._struck(kind, times - left)

    async def _dropped(self, how: str) -> None:
        await self.player.gateway_fault(how)
        self._struck(how)
        await asyncio.sleep(1)

    async def _closed(self) -> None:
        """Those who sit down now have their direct messages closed."""
        people = [one for seated in self.siege.tables.values() for one in seated]
        if people:
            await self.player.faults(dms_closed=people[-4:])
            self._struck("direct messages closed")
            await asyncio.sleep(1 + self.rng.random())
            await self.player.faults(dms_closed=[])

    async def _bare(self) -> None:
        """The bot may send no files in a channel for a while (50013)."""
        await self.player.faults(missing={self.rng.choice(self.siege.rooms): ["attach_files"]})
        self._struck("no files allowed")
        await asyncio.sleep(1 + self.rng.random())
        await self.player.faults(missing={})
