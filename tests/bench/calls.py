"""How many calls to Discord an action of a player takes: whole games of all five, at a human pace.

Over sockets, of players without a plan, in real time; then of sensible players in a simulated
Discord, where hours cost nothing, at several paces.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.local.server import LocalDiscord
from tests.bench.record import record
from tests.bot.clicks import CALLS, Count, play
from tests.bot.clicks import KINDS as SENSIBLE
from tests.local.brawler import calls, waits_for
from tests.local.gamer import Gamer
from tests.local.player import Player
from tests.local.process import PATIENCE, Process

GLANCE = 0.2  # seconds between two looks at what there is to press
NOTICE = 2.5  # seconds in which a panel comes by itself, before somebody presses Play for it
AFTERWARDS = 5.0  # seconds in which the last of it goes out
PACES = (2.0, 6.0, 12.0)  # seconds from press to press of sensible players
ROOM = "beer-brawl"  # any channel will do


@dataclass(frozen=True)
class Kind:
    """A game, how it is begun, and whether two people sit at the table."""

    command: str
    options: dict[str, Any] = field(default_factory=dict)
    two: bool = True
    brawls: bool = False


KINDS = {
    "Beer Brawl, two people": Kind("beer-brawl", brawls=True),
    "BRAWL training, two people": Kind("brawl", {"pace": "training"}),
    "Bro Brawl, two people": Kind("bro-brawl"),
    "Brawlhalla, two people": Kind("brawlhalla"),
    "Brawl Mart": Kind("brawl-mart", two=False),
    "Beer Brawl, a computer": Kind("beer-brawl", {"computer": "easy"}, two=False, brawls=True),
}


@dataclass
class Counted:
    """What one game took."""

    actions: int = 0  # presses of its players
    routes: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    bytes: int = 0  # that were sent, pictures included
    unanswered: int = 0  # presses that the bot gave no answer to in time
    posts: int = 0
    ended: bool = False
    seconds: float = 0.0
    errors: list[str] = field(default_factory=list)

    @property
    def calls(self) -> int:
        """Calls to Discord."""
        return self.routes.total()

    def figures(self) -> dict[str, object]:
        """What is written down."""
        return {
            "actions": self.actions,
            "calls": self.calls,
            "calls an action": round(self.calls / max(1, self.actions), 2),
            "kB sent": round(self.bytes / 1000),
            "by route": dict(self.routes.most_common()),
            "answers other than 2xx": {
                str(status): n for status, n in self.statuses.items() if status >= 300
            },
            "presses without an answer": self.unanswered,
            "posts": self.posts,
            "came to its end": self.ended,
            "seconds": round(self.seconds),
        }


class Person(Gamer):
    """Somebody who looks at their panel, and presses *Play* only where none comes by itself."""

    async def _open(self) -> bool:
        posts = [m for m in self.player.messages() if calls(m)]
        if not posts or not waits_for(posts[-1], self.player):
            return False
        known, now = (posts[-1].id, id(posts[-1].raw)), time.monotonic()
        if known != self._tried:
            self._tried, self._at = known, now
        if now - self._at < NOTICE:
            return False
        self._tried = ("", 0)
        return await super()._open()


class Game:
    """One game on a Discord of its own."""

    def __init__(self, kind: Kind, seed: int, pace: float) -> None:
        self.kind, self.pace, self.rng = kind, pace, random.Random(seed)
        self.counted = Counted()

    async def play(self, folder: Path, proxy: Path | None, minutes: float) -> Counted:
        """Begin, play to the end, count every call in between."""
        async with LocalDiscord(None) as local, between(local, folder, proxy) as addresses:
            bot = Process(folder, addresses)
            try:
                await bot.start()
                await self._played(local, minutes)
            finally:
                await bot.stop()
            self.counted.errors = bot.errors()
        return self.counted

    async def _played(self, local: LocalDiscord, minutes: float) -> None:
        async with contextlib.AsyncExitStack() as stack:
            people = [
                await stack.enter_async_context(Player.join(local.url, name))
                for name in ("Ann", "Bob")[: 1 + self.kind.two]
            ]
            await self._begin(people)
            local.on_answer(self._count)
            began = time.monotonic()
            gamers = [Person(one, self.rng, brawls=self.kind.brawls) for one in people]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(minutes * 60):
                    await asyncio.gather(*map(self._on, gamers))
            self.counted.seconds = time.monotonic() - began
            await asyncio.sleep(AFTERWARDS)
            self.counted.ended = gamers[0].over
            self.counted.actions = sum(gamer.pressed for gamer in gamers)
            self.counted.unanswered = sum(gamer.failed for gamer in gamers)
            self.counted.posts = len([m for m in people[0].messages() if not m.ephemeral])

    def _count(self, route: str, status: int, body: bytes, sent: int) -> None:
        self.counted.bytes += sent
        self.counted.routes[route] += 1
        self.counted.statuses[status] += 1

    async def _begin(self, people: list[Player]) -> None:
        host = people[0]
        for one in people:
            await one.bot_ready(PATIENCE)
            await one.go(ROOM)
        await host.command(f"{self.kind.command} new", here=True, **self.kind.options)
        lobby = await host.wait(lambda m: any(b.label == "Start" for b in m.buttons))
        if self.kind.two:
            guest, post = people[1], lobby.id
            await guest.click(await guest.wait(lambda m: m.id == post), "Join")
            lobby = await host.wait(lambda m: m.id == post and guest.id in m.text)
        await host.click(lobby, "Start")

    async def _on(self, gamer: Gamer) -> None:
        while not gamer.over:
            began, before = time.monotonic(), gamer.pressed
            await gamer.step()
            pace = self.pace if gamer.pressed > before else GLANCE
            await asyncio.sleep(max(GLANCE, pace - (time.monotonic() - began)))


@contextlib.asynccontextmanager
async def between(
    local: LocalDiscord, folder: Path, proxy: Path | None
) -> AsyncIterator[dict[str, str]]:
    """What a bot connects to: a Discord itself, or a program that stands before it and records.

    It finds in its environment where to listen (PROXY_PORT), whom to ask (UP) and where to write
    what it hears (OUT, GWOUT).
    """
    settings = {"DISCORD_TOKEN": local.token, "LOG_LEVEL": "INFO"}
    if proxy is None:
        yield settings | {"DISCORD_API": local.api, "DISCORD_GATEWAY": local.gateway}
        return
    port = local.url.rpartition(":")[2]
    mine = str(int(port) - 20_000 if int(port) > 40_000 else int(port) + 20_000)
    files = {"OUT": str(folder / "rest.jsonl"), "GWOUT": str(folder / "gateway.jsonl")}
    running = await asyncio.create_subprocess_exec(
        sys.executable, proxy, stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "UP": local.url, "PROXY_PORT": mine, **files},
    )  # fmt: skip
    try:
        assert running.stdout is not None
        await running.stdout.readline()
        here = f"127.0.0.1:{mine}"
        yield settings | {
            "DISCORD_API": f"http://{here}/api/v10",
            "DISCORD_GATEWAY": f"ws://{here}/gateway/",
        }
    finally:
        running.terminate()
        await running.wait()


def _place(folder: Path, name: str) -> Path:
    """Where a game's log and records are."""
    return folder / re.sub(r"\W+", "-", name.lower())


async def measure(
    folder: Path, names: list[str], *, seed: int, pace: float, proxy: Path | None, minutes: float
) -> dict[str, Counted]:
    """All of them at the same time, each with a bot of its own."""
    games = [Game(KINDS[name], seed, pace) for name in names]
    played = await asyncio.gather(
        *(
            game.play(_place(folder, name), proxy, minutes)
            for game, name in zip(games, names, strict=True)
        )
    )
    return dict(zip(names, played, strict=True))


async def sensible(name: str, games: int, seed: int) -> dict[str, float]:
    """Calls for a press of people who play with each other, by the seconds between two presses."""
    found = {}
    for pace in PACES:
        count = Count()
        for at in range(games):
            with tempfile.TemporaryDirectory() as folder:
                count.add(await play(Path(folder) / "hall", SENSIBLE[name], seed + at, pace))
        found[f"{pace:g} s"] = round(count.per_press, 2)
    return found


def main(argv: list[str]) -> int:
    """Play and print; `--keep` writes the figures beside the others."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench calls", description=__doc__)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds from press to press")
    parser.add_argument("--minutes", type=float, default=15.0, help="time limit")
    parser.add_argument("--only", default="", help="games whose name has this in it")
    parser.add_argument("--games", type=int, default=3, help="of sensible players, at each pace")
    parser.add_argument("--seed", type=int, default=1, help="of what players press")
    parser.add_argument("--proxy", type=Path, help="a program between bot and Discord")
    parser.add_argument("--folder", type=Path, help="where logs and records are left")
    parser.add_argument("--keep", action="store_true", help="write the figures to results/")
    given = parser.parse_args(argv)
    names = [name for name in KINDS if given.only.lower() in name.lower()]
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        for name in names:
            _place(folder, name).mkdir(parents=True)
        played = asyncio.run(
            measure(folder, names, seed=given.seed, pace=given.pace, proxy=given.proxy,
                    minutes=given.minutes)
        )  # fmt: skip
    for name, counted in played.items():
        print(f"{name}: {counted.figures()}")
        print("\n".join(line[:300] for line in counted.errors))
    friends = [name for name in names if KINDS[name].two]
    by_pace = {name: asyncio.run(sensible(name, given.games, given.seed)) for name in friends}
    for name, found in by_pace.items():
        print(f"{name}, sensibly: {found}")
    if given.keep:
        figures = {name: counted.figures() for name, counted in played.items()}
        kept = record(
            "calls", {"seconds a press": given.pace, "games": figures, "sensible": by_pace}
        )
        print(f"kept in {kept.name}")
    ended = all(counted.ended for counted in played.values())
    few = all(calls <= CALLS for found in by_pace.values() for calls in found.values())
    return 0 if ended and few else 1
