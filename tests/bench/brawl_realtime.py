"""Real-time BRAWL: two players press as fast as they are answered, through the local Discord."""

import argparse
import asyncio
import contextlib
import random
import re
import statistics
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import images
from bot.local.server import LocalDiscord
from bot.referee import Referee
from bot.store import Store
from rules.brawl.content.deck import BUILT_IN
from tests.bench.record import record
from tests.local.player import Button, Message, Player, Refused
from tests.local.process import PATIENCE, under

RATE, ACKNOWLEDGED = 10.0, 150.0  # plays a second at least, ms at the 99th percentile at most
IDLE = 0.05  # seconds before a player with nothing to do looks again
LATE, READY = "⚠️", "Ready"
ACT = re.compile(r"b:\d+:\d+\.\d+:(?!pause$)\w")  # the ids of what moves the game on
LOOK, IN_BOUT = re.compile("b:.*~$"), re.compile("b:")


@dataclass
class Figures:
    """What was measured: presses and times in ms, games and plays, and the rate."""

    seconds: float = 0.0  # from the first card to the last, what lies between games included
    bouts: float = 0.0  # seconds of these in which a bout was on
    games: int = 0
    plays: int = 0  # acts that were taken
    late: int = 0  # acts that were refused
    rate: float = 0.0  # plays a second, of all the time
    rate_in_bouts: float = 0.0
    p50: float = 0.0
    p99: float = 0.0
    longest: float = 0.0
    equal: bool = True  # every final board is the one that seed and log lead to
    presses: list[float] = field(default_factory=list, repr=False)


# -- a player


class Fighter:
    """Presses whatever the panel offers, as soon as it is there."""

    def __init__(self, player: Player, rng: random.Random, figures: Figures) -> None:
        """Play for somebody."""
        self.player, self.rng, self.figures = player, rng, figures

    async def open(self, post: Message) -> Message:
        """The panel behind the door."""
        opened = (await self.player.click(post, "Play")).message
        assert opened is not None
        return await self.player.wait(
            lambda m: m.id == opened.id and not m.loading, timeout=PATIENCE
        )

    async def fight(self, panel: Message) -> None:
        """Act until the game is over; where there is nothing to do, look, or wait for the start."""
        opened, there = panel.id, [panel]
        while there and _ids(panel := there[0], IN_BOUT):  # it goes when the last post is there
            with contextlib.suppress(Refused):  # the panel was brought up to date at that moment
                if acts := _ids(panel, ACT):
                    await self._act(panel, acts)
                else:
                    await asyncio.sleep(IDLE)
                    for look in _ids(panel, LOOK):
                        await self.player.press(panel, look.custom_id or "")
            there = [message for message in self.player.messages() if message.id == opened]

    async def _act(self, panel: Message, acts: list[Button]) -> None:
        """Press a place if there is one, else whatever moves the game on."""
        places = [b for b in acts if "Base" in b.label or "end" in b.label]
        button = self.rng.choice(places or acts)
        began = time.perf_counter()
        answer = await self.player.press(panel, button.custom_id or "")
        if button.label == READY:  # its answer is held back while the start is counted down
            return
        self.figures.presses.append((time.perf_counter() - began) * 1e3)
        assert answer.message is not None
        late = answer.message.text.startswith(LATE)
        self.figures.late += late
        self.figures.plays += not late


def _ids(panel: Message, kind: re.Pattern[str]) -> list[Button]:
    return [
        button
        for button in panel.buttons
        if not button.disabled and kind.match(button.custom_id or "")
    ]


# -- a game


async def begin(host: Player, guest: Player, decks: list[str]) -> Message:
    """A table with both seated; the post that calls them."""
    known = {m.id for m in host.messages()}
    await host.command(
        "brawl new",
        here=True,
        opponent=guest,
        pace="tournament",
        deck=decks[0],
        other_deck=decks[1],
    )
    lobby = await guest.wait(lambda m: m.id not in known and _has(m, "Join"), timeout=PATIENCE)
    await guest.click(lobby, "Join")
    full = await host.wait(lambda m: m.id == lobby.id and "2 of 2" in m.text, timeout=PATIENCE)
    await host.click(full, "Start")
    return await host.wait(lambda m: m.id not in known and _has(m, "Play"), timeout=PATIENCE)


def _has(message: Message, label: str) -> bool:
    return not message.ephemeral and any(b.label == label for b in message.buttons)


async def game(fighters: list[Fighter], rng: random.Random, figures: Figures) -> Message:
    """One game to its end; its last post."""
    host, guest = (fighter.player for fighter in fighters)
    post = await begin(host, guest, rng.sample(BUILT_IN, 2))
    panels = [await fighter.open(post) for fighter in fighters]
    began = time.perf_counter()
    await asyncio.gather(*(f.fight(p) for f, p in zip(fighters, panels, strict=True)))
    figures.bouts += time.perf_counter() - began
    figures.games += 1
    return await host.wait(lambda m: int(m.id) > int(post.id) and _ended(m), timeout=PATIENCE)


def _ended(message: Message) -> bool:
    return not message.ephemeral and any(sign in message.text for sign in "🏆🤝🤖")


async def same(store: Store, table_id: int, last: Message) -> bool:
    """Whether the last post shows the board that seed and log alone lead to."""
    referee = Referee(store)
    table = await referee.look(table_id)
    replayed = await store.replayed(table)
    drawn = images.board(table.game.key, table.game.view(replayed.state, None))
    assert drawn is not None
    return await referee.verify(table_id) and [drawn.alt] == [alt for _, alt in last.pictures]


# -- all of it


async def measure(seconds: float, seed: int) -> Figures:
    """Play one game after another for a while."""
    figures, rng = Figures(), random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        async with (
            LocalDiscord(None) as local,
            under(local, Path(folder)) as process,
            Player.join(local.url, "Juno") as juno,
            Player.join(local.url, "Pip") as pip,
        ):
            for player in (juno, pip):
                await player.bot_ready(PATIENCE)
                await player.go("brawl")
            fighters = [Fighter(player, rng, figures) for player in (juno, pip)]
            await game(fighters, rng, Figures())  # warm up
            figures.presses, figures.plays, figures.late = [], 0, 0
            lasts: list[Message] = []
            began = time.perf_counter()
            while time.perf_counter() - began < seconds:
                lasts.append(await game(fighters, rng, figures))
            figures.seconds = time.perf_counter() - began
            store = await Store.open(f"sqlite+aiosqlite:///{process.database}")
            for table_id, last in enumerate(lasts, 2):
                figures.equal = figures.equal and await same(store, table_id, last)
            await store.close()
    return _summed(figures)


def _summed(figures: Figures) -> Figures:
    presses = sorted(figures.presses)
    figures.rate = figures.plays / figures.seconds
    figures.rate_in_bouts = figures.plays / figures.bouts
    figures.p50 = statistics.median(presses)
    figures.p99 = presses[-(-99 * len(presses) // 100) - 1]
    figures.longest = presses[-1]
    return figures


def verdict(fine: bool) -> str:
    """Whether a figure is what it should be."""
    return "yes" if fine else "NO"


def main(argv: list[str]) -> int:
    """Measure and print; `--keep` writes the figures beside the others."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench brawl_realtime", description=__doc__
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="how long they play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write the figures to results/")
    given = parser.parse_args(argv)
    f = asyncio.run(measure(given.seconds, given.seed))
    print(f"{f.games} games in {f.seconds:.1f} s, {f.bouts:.1f} s of them in bouts")
    print(f"plays    {f.plays} taken, {f.late} too late")
    print(f"rate     {f.rate:.1f}/s (≥ {RATE:g}: {verdict(f.rate >= RATE)})", end=", ")
    print(f"{f.rate_in_bouts:.1f}/s while a bout is on")
    fine = verdict(f.p99 <= ACKNOWLEDGED)
    print(f"answered p50 {f.p50:.0f} ms, p99 {f.p99:.0f} ms (≤ {ACKNOWLEDGED:g}: {fine})", end=", ")
    print(f"longest {f.longest:.0f} ms")
    print(f"boards   as seed and log tell: {verdict(f.equal)}")
    if given.keep:
        kept = {name: value for name, value in asdict(f).items() if name != "presses"}
        print(f"kept in {record('brawl_realtime', kept).name}")
    return 0
