"""How much memory the bot's processes hold after thousands of pictures: boards, panels, hands."""

import argparse
import asyncio
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.ui.pictures import Pictures
from bot.workers import drawing, thinking
from bot.workers.pool import Workers
from rules import registry
from rules.engine import kernel
from rules.engine.contract import AnyGame
from tests.bench.record import record

LIMIT_MB = 400
STEPS = 60  # of a game, each of which is drawn
HELD = 10  # times that the memory is looked at


def held() -> int:
    """The memory that this process holds, in MB."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    found = next(line for line in lines if line.startswith("VmRSS"))
    return int(found.split()[1]) // 1_000


def seen(rng: random.Random) -> Iterator[tuple[AnyGame, Any, Any, tuple[str, ...]]]:
    """Random games of all kinds without end: the spectator's view, a player's view, the names."""
    while True:
        for key in registry.KEYS:
            game = registry.get(key)
            variant, players = rng.choice(list(game.samples()))
            s = kernel.start(game, variant, players, rng.randbytes(32)).state
            for _ in range(STEPS):
                if s.outcome is not None:
                    break
                seat = rng.choice(s.open).seat
                kernel.take(game, s, seat, rng.choice(kernel.offer(game, s, seat)))
                names = tuple(f"Player {player + 1}" for player in s.seats)
                yield game, game.view(s, None), game.view(s, s.seats[seat]), names


async def measure(count: int, seed: int) -> dict[str, Any]:
    """Draw so many pictures, and look what bot, drawer and thinker hold meanwhile."""
    drawers, thinkers = Workers(1, drawing.get_ready), Workers(1, thinking.get_ready)
    pictures, began = Pictures(drawers), time.monotonic()
    drawer, bot, drawn = [await drawers.run(held)], [held()], 0
    thinker = await thinkers.run(held)
    await thinkers.close()
    for game, public, mine, names in seen(random.Random(seed)):
        for picture in (
            pictures.board(game, public, names),
            pictures.panel(game, mine, (), names),
            pictures.private(game, mine, names),
        ):
            drawn += await picture is not None
        if drawn >= count * len(drawer) / HELD:
            drawer.append(await drawers.run(held))
            bot.append(held())
        if drawn >= count:
            break
    await drawers.close()
    return {
        "pictures": drawn,
        "drawer_mb": drawer,
        "bot_mb": bot,
        "thinker_mb": thinker,
        "seconds": round(time.monotonic() - began),
    }


def main(argv: list[str]) -> int:
    """Measure and print; `--keep` writes the figures beside the others."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench memory", description=__doc__)
    parser.add_argument("--pictures", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write the figures to results/")
    given = parser.parse_args(argv)
    figures = asyncio.run(measure(given.pictures, given.seed))
    most = max(*figures["drawer_mb"], *figures["bot_mb"], figures["thinker_mb"])
    for name, value in figures.items():
        print(f"{name:<12}{value}")
    print(f"at most {most} MB in a process (≤ {LIMIT_MB}: {'yes' if most <= LIMIT_MB else 'NO'})")
    if given.keep:
        print(f"kept in {record('memory', figures).name}")
    return 0
