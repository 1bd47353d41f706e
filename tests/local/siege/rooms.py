"""People who play one game after the other, through any trouble."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.local.gamer import Gamer
from tests.local.player import Failed, Message, Player, Refused
from tests.local.process import PATIENCE
from tests.local.siege.wire import TABLE

if TYPE_CHECKING:
    from tests.local.siege.siege import Siege

TWO = re.compile(r"\(2 (?:of|so far)")
TRIES = 24  # to begin a game, of some seconds each
STEP = 0.25  # seconds between a player's presses


@dataclass(frozen=True)
class Kind:
    """A game, and how it is begun."""

    command: str
    options: dict[str, Any] = field(default_factory=dict)
    people: int = 1
    guest: str = "opponent"  # the option that invites the second one
    brawls: bool = False


KINDS = (
    Kind("beer-brawl", {"rerolls": 0}, 2, brawls=True),
    Kind("brawl", {"pace": "training"}, 2),
    Kind("bro-brawl"),
    Kind("brawl-mart"),
    Kind("brawlhalla", {"computer": "easy"}),
    Kind("brawlhalla", people=2),
    Kind("beer-brawl", {"computer": "easy", "rerolls": 0}),
    Kind("bro-brawl", {"mode": "competitive"}, 2, "player2"),
)


class Room:
    """One game after the other in a channel."""

    def __init__(self, siege: Siege, number: int) -> None:
        self.siege, self.kind = siege, KINDS[number % len(KINDS)]
        self.name = siege.rooms[number]
        self.gamers: list[Gamer] = []
        self.table = 0

    async def play(self) -> None:
        """Begin, play to the end, begin again."""
        while not self.siege.over:
            async with contextlib.AsyncExitStack() as stack:
                try:
                    await self._begin(stack)
                except TimeoutError as error:
                    self.siege.toll.wrongs.append(str(error))
                    return
                await asyncio.gather(*(self._on(gamer) for gamer in self.gamers))
                if self.gamers[0].over:
                    self.siege.toll.ended += 1
                await self._finish()
            self._count()

    async def _begin(self, stack: contextlib.AsyncExitStack) -> None:
        siege = self.siege
        siege.toll.games[self.kind.command] += 1
        number = siege.toll.games.total()
        people = [
            await stack.enter_async_context(siege.joined(f"{who} {number}", self.name))
            for who in ("Ann", "Bob")[: self.kind.people]
        ]
        for one in people:
            siege.name(one)
        options = dict(self.kind.options) | ({self.kind.guest: people[1]} if people[1:] else {})
        new = lambda: people[0].command(f"{self.kind.command} new", here=True, **options)  # noqa: E731
        lobby = await self._until(people[0], new, lambda m: _has(m, "Start"))
        self.table = int((TABLE.search(lobby.text) or [0, 0])[1])
        siege.tables.setdefault(self.table, set()).update(one.id for one in people)
        if people[1:]:
            self.siege.in_turns |= {self.table} if self.kind.brawls else set()
            join = lambda: people[1].click(lobby, "Join")  # noqa: E731
            await self._until(people[0], join, lambda m: m.id == lobby.id and TWO.search(m.text))
        start = lambda: people[0].click(lobby, "Start")  # noqa: E731
        await self._until(people[0], start, lambda m: self._mine(m) and _has(m, "Play"))
        rng = random.Random(siege.rng.random())
        self.gamers = [Gamer(one, rng, brawls=self.kind.brawls) for one in people]

    def _mine(self, message: Message) -> bool:
        found = TABLE.search(message.text)
        return bool(found and int(found[1]) == self.table and not message.ephemeral)

    async def _until(
        self, player: Player, act: Callable[[], Awaitable[Any]], seen: Callable[[Message], Any]
    ) -> Message:
        """Act again and again, until it has led somewhere."""
        for _ in range(TRIES):
            with contextlib.suppress(Failed, Refused, TimeoutError):
                await act()
            with contextlib.suppress(TimeoutError):
                return await player.wait(
                    lambda m: seen(m) and not m.ephemeral and _number(m) >= self.table, timeout=5
                )
        said = [m.text for m in player.messages()[-3:]]
        raise TimeoutError(f"{self.kind.command} cannot be begun in {self.name}: {said}")

    async def _on(self, gamer: Gamer) -> None:
        while not self.siege.over and not gamer.over:
            await gamer.step()
            await asyncio.sleep(STEP)

    async def _finish(self) -> None:
        """The faults are over: the game goes on, and comes to its end."""
        host = self.gamers[0]
        before = self._answers()
        end = time.monotonic() + PATIENCE
        while not host.over and self._answers() == before and time.monotonic() < end:
            for gamer in self.gamers:
                await gamer.step()
            await asyncio.sleep(STEP)
        if not host.over and self._answers() == before:
            self._wrong("is stuck", host.player)
        for _ in range(10):
            if host.over:
                return
            for gamer in self.gamers:
                with contextlib.suppress(Failed, Refused, TimeoutError):
                    await self._resign(gamer.player)
            with contextlib.suppress(TimeoutError):
                await host.player.until(lambda: host.over, 5)
        self._wrong("has no end", host.player)

    def _wrong(self, what: str, player: Player) -> None:
        """Say so, with the latest posts: as the player has them, and as they are."""
        history = self.siege.local.world.storage.history(self.name, limit=-1, oldest_first=True)
        there = [Message(raw) for raw in history]
        seen = [(m.id, m.text) for m in player.messages() if not m.ephemeral][-2:]
        posted = [(m.id, m.text) for m in there][-2:]
        where = f"{posted}, where the player has {seen}" if seen != posted else f"{posted}"
        said = f"table {self.table} ({self.kind.command}) {what}; {where}"
        self.siege.toll.wrongs.append(said)

    def _answers(self) -> int:
        return sum(len(gamer.told) for gamer in self.gamers)

    async def _resign(self, player: Player) -> None:
        asked = (await player.command("table resign")).message
        if asked is not None:
            sure = await player.wait(lambda m: m.id == asked.id and m.buttons, timeout=3)
            await player.click(sure, "Yes")

    def _count(self) -> None:
        toll = self.siege.toll
        for gamer in self.gamers:
            toll.told |= gamer.told
            toll.presses += gamer.pressed
            toll.failed += gamer.why
            toll.waits += gamer.waits
        self.siege.finished.append((self.name, self.table))


def _number(message: Message) -> int:
    found = TABLE.search(message.text)
    return int(found[1]) if found else 0


def _has(message: Message, label: str) -> bool:
    return any(button.label == label for button in message.buttons)
