"""How long players wait: many tables at once through the local Discord, beside a bare bot."""

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
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import BinaryIO

from bot.local.world import World
from tests.bench.record import record
from tests.bench.sampled import samples
from tests.local.brawler import Brawler, begin, calls, labels_of, mark_of, shown_after, waits_for
from tests.local.player import Answer, Failed, Message, Player

PATIENCE = 30.0
RATIO, LONGEST = 3.0, 1000.0  # what is to be reached: times the bare bot's p99; ms
PEOPLE, APART = 16, 4.0  # so many people at once, within so many times the p99 of one alone
PAUSE = 0.5, 1.5  # seconds that each of them looks at a panel
TICKS = os.sysconf("SC_CLK_TCK")
ADDRESS = re.compile(r"(http://127\.0\.0\.1:\d+)")


@dataclass
class Times:
    """Waits in milliseconds."""

    spent: list[float] = field(default_factory=list)

    def add(self, began: float) -> None:
        self.spent.append((time.perf_counter() - began) * 1e3)

    def at(self, share: float) -> float:
        """The wait that this share of all stays within."""
        ordered = sorted(self.spent) or [0.0]
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def figures(self) -> dict[str, float]:
        shares = {"p50": 0.5, "p99": 0.99, "longest": 1.0}
        return {"count": len(self.spent)} | {k: round(self.at(v), 1) for k, v in shares.items()}


@dataclass
class Figures:
    """What was measured."""

    tables: int
    rate: float  # clicks a second that were asked for
    seconds: float  # of clicking, for each of the two
    bare: dict[str, float] = field(default_factory=dict)
    acknowledged: dict[str, float] = field(default_factory=dict)
    panel: dict[str, float] = field(default_factory=dict)  # from click to the private panel
    post: dict[str, float] = field(default_factory=dict)  # from click to the public post
    alone: dict[str, float] = field(default_factory=dict)  # to the panel, of one person at a time
    at_once: dict[str, float] = field(default_factory=dict)  # of many who click as they please
    clicks: float = 0.0  # a second that there were
    answers: float = 0.0  # a second that were taken
    failed: int = 0  # the local Discord said that nobody answered
    moved: int = 0  # panels that were sent anew below a post while they were waited for
    unseen: int = 0  # clicks after which no panel came
    cpu: float = 0.0  # ms of the bot's own process per click
    parts: dict[str, float] = field(default_factory=dict)  # of that, ms by what was done
    cpu_workers: float = 0.0  # ms of its workers per click
    cpu_bare: float = 0.0
    memory: float = 0.0  # MB of the bot's own process
    memory_workers: float = 0.0


# -- processes


@dataclass
class Served:
    """A local Discord in one process, a bot in another."""

    url: str
    pid: int

    samples: Path  # what the bot was doing, where it says so

    def cpu(self) -> tuple[float, float]:
        """Seconds of processor time so far: the bot's own, and its workers', also of replaced ones."""
        own, ended = _cpu(self.pid)
        return own, ended + sum(_cpu(child)[0] for child in _children(self.pid))

    def memory(self) -> tuple[float, float]:
        return _rss(self.pid), sum(map(_rss, _children(self.pid)))


def _cpu(pid: int) -> tuple[float, float]:
    """A process's own seconds of processor time, and those of its children that have ended."""
    with contextlib.suppress(FileNotFoundError):
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        own, own_system, ended, ended_system = map(int, fields[11:15])
        return (own + own_system) / TICKS, (ended + ended_system) / TICKS
    return 0.0, 0.0


def _rss(pid: int) -> float:
    with contextlib.suppress(FileNotFoundError):
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
        return int(found[1]) / 1000 if found else 0.0
    return 0.0


def _children(pid: int) -> list[int]:
    with contextlib.suppress(FileNotFoundError):
        return [int(c) for c in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def _new_world(folder: Path, tables: int) -> BinaryIO:
    """A channel for every table; returns the file for what the processes log."""
    folder.mkdir()
    world = World(folder / "world.db")
    for number in range(tables):
        world.new_channel(world.guild_id, f"table-{number}", position=10 + number, topic=None)
    world.close()
    return (folder / "log.txt").open("wb")


@contextlib.asynccontextmanager
async def served(folder: Path, tables: int, *bot: str) -> AsyncIterator[Served]:
    """A world with a channel for every table, its server, and a bot that is connected to it.

    Each is a session of its own, as Linux shares the processors out among those: Discord and people
    are elsewhere, and take none of the bot's part.
    """
    quiet = _new_world(folder, tables)
    python = sys.executable
    server = await asyncio.create_subprocess_exec(
        python, "-m", "bot.local", "--world", str(folder / "world.db"),
        stdout=asyncio.subprocess.PIPE, stderr=quiet, start_new_session=True,
    )  # fmt: skip
    assert server.stdout is not None
    lines = [(await server.stdout.readline()).decode().strip() for _ in range(5)]
    settings = dict(line.split("=", 1) for line in lines[2:])
    settings["DATABASE_URL"] = f"sqlite:///{folder / 'tables.db'}"
    samples = folder / "samples.json"
    environment = {**os.environ, **settings, "LOG_LEVEL": "WARNING", "SAMPLES": str(samples)}
    running = await asyncio.create_subprocess_exec(
        python, *bot, env=environment, stderr=quiet, start_new_session=True
    )
    try:
        found = ADDRESS.search(lines[0])
        assert found
        yield Served(found[1], running.pid, samples)
    finally:
        for process in (running, server):
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            await process.wait()
        quiet.close()


# -- the bare bot


class Button:
    """A player who presses the bare bot's button."""

    def __init__(self, player: Player, message: Message, times: Times) -> None:
        self.player, self.message, self.times = player, message, times

    async def click(self) -> bool:
        began = time.perf_counter()
        await self.player.click(self.message, "ok")
        self.times.add(began)
        return True


# -- the referee


@dataclass
class Waits:
    """Everything that is measured of the referee."""

    acknowledged: Times = field(default_factory=Times)
    panel: Times = field(default_factory=Times)
    post: Times = field(default_factory=Times)
    answers: int = 0
    failed: int = 0
    moved: int = 0
    unseen: int = 0


class Table:
    """Two random players; each click waits for its panel, as people do."""

    def __init__(self, players: list[Player], rng: random.Random, waits: Waits) -> None:
        self.players, self.rng, self.waits = players, rng, waits
        self._clicked = 0.0
        self._posts = len(self._public())

    async def click(self) -> bool:
        """One click that leads on: an answer, or the door to a panel; false where none does."""
        asked = [(p, panel) for p in self.players if (panel := _asking(p))]
        if asked:
            player, panel = self.rng.choice(asked)
            labels = labels_of(panel)
            answers = [label for label in labels if mark_of(panel, label)[0] == "="]
            label = self.rng.choice(answers or labels)
            await self._pressed(player, lambda: _press(player, panel, label), panel)
            self.waits.answers += bool(answers)
            return True
        post = next((m for m in reversed(self._public()) if calls(m)), None)
        called = [p for p in self.players if post and waits_for(post, p)]
        if post is not None and called:
            player = self.rng.choice(called)
            await self._pressed(player, lambda: player.click(post, "Play"), None)
            return True
        return False

    async def _pressed(
        self, player: Player, press: Callable[[], Awaitable[Answer]], panel: Message | None
    ) -> None:
        self._clicked = began = time.perf_counter()
        try:
            answer = await press()
        except Failed:
            self.waits.failed += 1
            return
        self.waits.acknowledged.add(began)
        pressed = panel or answer.message
        assert pressed is not None
        try:
            after = await player.wait(
                lambda m: shown_after(m, pressed, opened=panel is None), timeout=PATIENCE
            )
        except TimeoutError:
            self.waits.unseen += 1
            return
        self.waits.panel.add(began)
        self.waits.moved += after.id != pressed.id

    async def watch(self) -> None:
        """Times every public post by the click before it."""
        player = self.players[0]
        while True:
            await player.until(lambda: len(self._public()) > self._posts, timeout=1e6)
            self._posts = len(self._public())
            if self._clicked:
                self.waits.post.add(self._clicked)
                self._clicked = 0.0

    def _public(self) -> list[Message]:
        return [m for m in self.players[0].messages() if not m.ephemeral]


def _asking(player: Player) -> Message | None:
    """The panel of a player that asks them something now; panels keep themselves up to date."""
    mine = [m for m in player.messages() if m.ephemeral and not m.loading]
    return next((m for m in reversed(mine) if labels_of(m)), None)


async def _press(player: Player, panel: Message, label: str) -> Answer:
    if any(button.label == label for button in panel.buttons):
        return await player.click(panel, label)
    at = next(n for n, select in enumerate(panel.selects) if label in select.options)
    return await player.choose(panel, label, select=at)


# -- clicking


async def clicking(
    clickers: list[Callable[[], Awaitable[bool]]], rate: float, seconds: float
) -> int:
    """So many clicks a second in turn by all; whoever still waits is passed over."""
    began = time.perf_counter()
    busy: dict[int, asyncio.Future[bool]] = {}
    at = done = 0
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        for _ in range(len(clickers)):
            at = (at + 1) % len(clickers)
            if at not in busy or busy[at].done():
                done += busy.pop(at).result() if at in busy else 0
                busy[at] = asyncio.ensure_future(clickers[at]())
                break
    return done + sum(await asyncio.gather(*busy.values()))


async def one_by_one(tables: list[Table], waits: Waits, seconds: float) -> None:
    """One click at a time, each a moment after the panel that the one before led to."""
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        for table in tables:
            await _measured(table, waits)
            await asyncio.sleep(0.05)


async def all_at_once(
    tables: list[Table], waits: Waits, seconds: float, rng: random.Random
) -> None:
    """At each table somebody clicks whenever they have looked at their panel."""
    ends = time.perf_counter() + seconds

    async def play(table: Table) -> None:
        await asyncio.sleep(rng.uniform(0, PAUSE[1]))
        while time.perf_counter() < ends:
            await _measured(table, waits)
            await asyncio.sleep(rng.uniform(*PAUSE))

    await asyncio.gather(*map(play, tables))


async def _measured(table: Table, waits: Waits) -> None:
    """A click that counts elsewhere than the others."""
    usual, table.waits = table.waits, waits
    try:
        await table.click()
    finally:
        table.waits = usual


async def measure(tables: int, rate: float, seconds: float, slices: int, seed: int) -> Figures:
    """The bare bot and the referee in turn, slice by slice, so that noise hits both."""
    figures, rng = Figures(tables, rate, seconds), random.Random(seed)
    bare, waits, alone, at_once = Times(), Waits(), Waits(), Waits()
    with tempfile.TemporaryDirectory() as folder:
        async with contextlib.AsyncExitStack() as stack:
            place = Path(folder)
            ok = await stack.enter_async_context(
                served(place / "bare", tables, "-m", "tests.bench.bare")
            )
            referee = await stack.enter_async_context(
                served(place / "referee", tables, "-m", "tests.bench.sampled")
            )
            buttons = [await _button(stack, ok.url, n, bare) for n in range(tables)]
            sitting = [await _table(stack, referee.url, n, rng, waits) for n in range(tables)]
            watching = [asyncio.create_task(table.watch()) for table in sitting]
            spent = [0.0, 0.0, 0.0]
            parts: dict[str, float] = defaultdict(float)
            clicks = [0, 0]
            for _ in range(slices):
                part = seconds / slices
                before = sum(ok.cpu())
                clicks[0] += await clicking([b.click for b in buttons], rate, part)
                spent[0] += sum(ok.cpu()) - before
                own, workers = referee.cpu()
                sampled = samples(referee.samples)
                clicks[1] += await clicking([t.click for t in sitting], rate, part)
                after = referee.cpu()
                spent[1] += after[0] - own
                spent[2] += after[1] - workers
                for name, seen in samples(referee.samples).items():
                    parts[name] += seen - sampled.get(name, 0.0)
                await one_by_one(sitting[:1], alone, part / 2)
                await all_at_once(sitting[:PEOPLE], at_once, part / 2, rng)
            figures.memory, figures.memory_workers = map(round, referee.memory())
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
    figures.bare = bare.figures()
    figures.acknowledged = waits.acknowledged.figures()
    figures.panel, figures.post = waits.panel.figures(), waits.post.figures()
    figures.alone, figures.at_once = alone.panel.figures(), at_once.panel.figures()
    for each in (waits, alone, at_once):
        figures.failed += each.failed
        figures.moved += each.moved
        figures.unseen += each.unseen
    figures.clicks = round(clicks[1] / seconds, 1)
    figures.answers = round(waits.answers / seconds, 1)
    figures.cpu_bare = round(spent[0] / clicks[0] * 1e3, 2)
    figures.cpu, figures.cpu_workers = (round(s / clicks[1] * 1e3, 2) for s in spent[1:])
    share = figures.cpu / max(sum(parts.values()), 1e-9)
    figures.parts = {
        part: round(parts[part] * share, 2) for part in sorted(parts, key=lambda part: -parts[part])
    }
    return figures


async def _button(stack: contextlib.AsyncExitStack, url: str, number: int, times: Times) -> Button:
    name = f"table-{number}"
    player = await stack.enter_async_context(Player.join(url, f"Bare {number}", watch=[name]))
    player.here = player.channel(name).id
    message = await player.wait(lambda m: m.buttons, timeout=PATIENCE)
    return Button(player, message, times)


async def _table(
    stack: contextlib.AsyncExitStack, url: str, number: int, rng: random.Random, waits: Waits
) -> Table:
    name = f"table-{number}"
    players = [
        await stack.enter_async_context(Player.join(url, f"{who} {number}", watch=[name]))
        for who in ("Ann", "Bob")
    ]
    begun = await begin(players[0], players[1], name)
    for player in players:  # past the draft, in which nothing is posted
        drafting = Brawler(player, upwards=True)
        await drafting.turn(await drafting.open(begun))
    await players[0].wait(lambda m: "The draft is over" in m.text, timeout=PATIENCE)
    return Table(players, rng, waits)


# -- all of it


def told(f: Figures) -> str:
    """The figures as a person reads them."""
    ratio = f.acknowledged["p99"] / max(f.bare["p99"], 0.1)
    apart = f.at_once["p99"] / max(f.alone["p99"], 0.1)
    near = "yes" if ratio <= RATIO and f.acknowledged["longest"] <= LONGEST else "NO"

    def line(name: str, times: dict[str, float]) -> str:
        return (
            f"{name:<22} p50 {times['p50']:7.1f} ms   p99 {times['p99']:7.1f} ms   "
            f"longest {times['longest']:7.1f} ms   n={times['count']:.0f}"
        )

    return "\n".join(
        [
            f"{f.tables} tables, {f.clicks} clicks/s, {f.answers} answers/s, {f.failed} failed, "
            f"{f.moved} panels sent anew below a post, {f.unseen} never seen",
            line("bare bot, answered", f.bare),
            line("referee, acknowledged", f.acknowledged),
            line("  to the panel", f.panel),
            line("  to the public post", f.post),
            f"acknowledged within {ratio:.1f} × the bare bot (≤ {RATIO:g}, none over 1 s: {near})",
            line("one person alone", f.alone),
            line(f"{min(PEOPLE, f.tables)} people at once", f.at_once),
            f"p99 to the panel within {apart:.1f} × one person alone "
            f"(≤ {APART:g}: {'yes' if apart <= APART else 'NO'})",
            f"CPU per click: referee {f.cpu} ms and its workers {f.cpu_workers} ms, bare {f.cpu_bare} ms",
            *(f"  {part:<20} {spent:6.2f} ms" for part, spent in f.parts.items()),
            f"memory: {f.memory:.0f} MB and workers {f.memory_workers:.0f} MB",
        ]
    )


def main(argv: list[str]) -> int:
    """Measure and print; `--keep` writes the figures beside the others."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench local", description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rate", type=float, default=10.0, help="clicks a second, of all together")
    parser.add_argument("--seconds", type=float, default=60.0, help="of clicking, for each bot")
    parser.add_argument("--slices", type=int, default=12, help="turns that the two bots take")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write the figures to results/")
    given = parser.parse_args(argv)
    f = asyncio.run(measure(given.tables, given.rate, given.seconds, given.slices, given.seed))
    print(told(f))
    if given.keep:
        print(f"kept in {record('local', asdict(f)).name}")
    return 0
