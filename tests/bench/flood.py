"""One person floods the bot while others play: how long those wait, beside a quiet bot."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from tests.bench.local import Times, served
from tests.bench.record import record
from tests.local.brawler import begin
from tests.local.gamer import Gamer
from tests.local.player import Failed, Message, Player, Refused

RATE = 80.0  # of one person's commands, presses and typing, a second
RATIO = 3.0  # times the quiet wait that others may wait meanwhile
PACE = 3.0  # clicks a second of those who play
TABLES = 5  # at which one person plays at once
COMMANDS = ("my tables", "my results", "table show", "table log", "table play", "rules", "help")
Act = Callable[[int], Awaitable[Any]]


def commands(player: Player) -> Act:
    """All kinds of commands in turn."""

    async def command(number: int) -> Any:
        name = COMMANDS[number % len(COMMANDS)]
        return await player.command(name, **({"game": "BRAWL"} if name == "rules" else {}))

    return command


def presses(player: Player, post: Message) -> Act:
    """All buttons under a post in turn."""

    async def press(number: int) -> Any:
        return await player.click(post, post.buttons[number % len(post.buttons)].label)

    return press


def typing(player: Player) -> Act:
    """What is asked while somebody types."""

    async def complete(number: int) -> Any:
        if number % 2:
            return await player.complete("beer-brawl ready", "tile", "b" * (number % 7))
        return await player.complete("table new", "options", "t", game="Beer Brawl")

    return complete


def games(gamers: list[Gamer]) -> Act:
    """Presses on at many tables at once: each is a new position, and a picture of it."""
    busy: set[int] = set()

    async def play(number: int) -> None:
        at = number % len(gamers)
        if at not in busy:
            busy.add(at)
            try:
                await gamers[at].step()
            finally:
                busy.discard(at)

    return play


KINDS = ("games", "commands", "presses", "typing")


@contextlib.asynccontextmanager
async def flooded(act: Act, rate: float = RATE) -> AsyncIterator[list[int]]:
    """So many of one person's doings a second meanwhile, whatever comes of them; their count."""
    tasks: set[asyncio.Task[Any]] = set()
    done = [0]

    async def one(number: int) -> None:
        with contextlib.suppress(Failed, Refused, TimeoutError, AssertionError, ConnectionError):
            await act(number)

    async def pour() -> None:
        began = time.perf_counter()
        while True:
            await asyncio.sleep(max(0.0, began + done[0] / rate - time.perf_counter()))
            task = asyncio.create_task(one(done[0]))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            done[0] += 1

    pouring = asyncio.create_task(pour())
    try:
        yield done
    finally:
        for task in (pouring, *tasks):
            task.cancel()
        await asyncio.gather(pouring, *tasks, return_exceptions=True)


class Hall:
    """Two people at a table, and a new flooder each time."""

    def __init__(self, stack: contextlib.AsyncExitStack, url: str) -> None:
        self.stack, self.url = stack, url
        self.rooms = iter(range(1, 1000))
        self.gamers: list[Gamer] = []

    async def begin(self) -> None:
        """Two people begin a game."""
        two = [await self._joined(name, "table-0") for name in ("Ann", "Bob")]
        await begin(two[0], two[1], "table-0")
        self.gamers = [Gamer(player, random.Random(n)) for n, player in enumerate(two)]

    async def played(self, times: Times, seconds: float) -> None:
        """They play for a while, a click at a time, as people do."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            began = time.perf_counter()
            clicked = [await gamer.step() for gamer in self.gamers]
            pace = sum(clicked) / PACE or 0.02
            await asyncio.sleep(max(0.0, began + pace - time.perf_counter()))
        for gamer in self.gamers:
            times.spent += [seconds * 1e3 for seconds in gamer.waits]
            gamer.waits.clear()

    async def act(self, kind: str, name: str) -> Act:
        """What a flooder of some kind does."""
        if kind == "games":
            return games([await self._alone(name) for _ in range(TABLES)])
        player = await self._joined(name, "table-0")
        if kind == "typing":
            return typing(player)
        if kind == "commands":
            return commands(player)
        post = await player.wait(lambda m: m.buttons and not m.ephemeral)
        return presses(player, post)

    async def _alone(self, name: str) -> Gamer:
        """A game for one."""
        number = next(self.rooms)
        player = await self._joined(name, f"table-{number}")
        await player.command("bro-brawl new", here=True)
        lobby = await player.wait(lambda m: any(b.label == "Start" for b in m.buttons))
        await player.click(lobby, "Start")
        await player.wait(lambda m: any(b.label == "Play" for b in m.buttons))
        return Gamer(player, random.Random(number))

    async def _joined(self, name: str, room: str) -> Player:
        joining = Player.join(self.url, name, watch=[room])
        player = await self.stack.enter_async_context(joining)
        await player.go(room)
        return player


async def measure(kinds: list[str], seconds: float, slices: int, rate: float) -> dict[str, Any]:
    """Quiet and flooded in turn, so that the machine's own noise hits both."""
    quiet, poured = Times(), {kind: Times() for kind in kinds}
    counts = dict.fromkeys(kinds, 0)
    with tempfile.TemporaryDirectory() as folder:
        async with contextlib.AsyncExitStack() as stack:
            rooms = 1 + TABLES * slices
            bot = await stack.enter_async_context(served(Path(folder) / "a", rooms, "-m", "bot"))
            hall = Hall(stack, bot.url)
            await hall.begin()
            for number in range(slices):
                await hall.played(quiet, seconds)
                for kind in kinds:
                    act = await hall.act(kind, f"Mob {kind} {number}")
                    async with flooded(act, rate) as count:
                        await hall.played(poured[kind], seconds)
                    counts[kind] += count[0]
    figures: dict[str, Any] = {"quiet": quiet.figures()}
    for kind, times in poured.items():
        figures[kind] = times.figures() | {
            "rate": round(counts[kind] / seconds / slices, 1),
            "times": round(times.at(0.5) / max(1.0, quiet.at(0.5)), 2),
        }
    figures["failed"] = {"presses": sum(gamer.failed for gamer in hall.gamers)}
    return figures


def main(argv: list[str]) -> int:
    """Measure and print; `--keep` writes the figures beside the others."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench flood", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each slice")
    parser.add_argument("--slices", type=int, default=4)
    parser.add_argument("--rate", type=float, default=RATE, help="of the flood, a second")
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), choices=KINDS)
    parser.add_argument("--keep", action="store_true", help="write the figures to results/")
    given = parser.parse_args(argv)
    figures = asyncio.run(measure(given.kinds, given.seconds, given.slices, given.rate))
    for name, found in figures.items():
        print(f"{name:<10}", ", ".join(f"{key} {value}" for key, value in found.items()))
    if given.keep:
        print(f"kept in {record('flood', figures).name}")
    return 1 if any(figures[kind]["times"] > RATIO for kind in given.kinds) else 0
