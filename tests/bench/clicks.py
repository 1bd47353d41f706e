"""What playing takes: clicks in a turn, posts of a game, words of a panel, in whole games."""

import argparse
import asyncio
import tempfile
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from tests.bench.record import record, recorded
from tests.bot.clicks import KINDS, Count, Kind, play
from tests.bot.hall import fix_luck

SECRETS = 1_000  # of one game, at most


async def measure(kind: Kind, games: int, seed: int) -> Count:
    """Whole games of one kind; with the same seed, but for computers' time, the same again."""
    count = Count()
    for at in range(seed, seed + games):
        with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            fix_luck(patch, first=1 + SECRETS * at)
            count.add(await play(Path(folder) / "hall", kind, at))
    return count


def figures(kind: Kind, count: Count, games: int) -> dict[str, Any]:
    """What is kept of a kind."""
    return {
        "games": games,
        "turns": count.turns,
        "rounds": count.rounds,
        "clicks": count.clicks,
        "selects": count.selects,
        "clicks_per_turn": round(count.per_turn, 2),
        "clicks_in_a_turn": round(count.in_turn, 2),
        **({"clicks_in_a_round": round(count.in_round, 2)} if count.lives else {}),
        "clicks_beforehand_per_game": round(count.beforehand / games, 1),
        "clicks_to_open_per_game": round(count.opened / games, 1),
        "posts_per_game": round(count.posts / games, 1),
        f"posts_per_{kind.per}": round(kind.posted(count, games), 2),
        "edits_per_game": round(count.edits / games, 1),
        "characters_of_a_panel": round(count.characters),
        "longest_panel": max(count.panels),
        "buttons_of_a_panel": round(mean(count.buttons), 1),
        "most_buttons": max(count.buttons),
        "verbs_in_their_usual_row": round(count.steady, 2),
        "clicks_by_choice": {
            name: [times, count.spent[name]] for name, times in count.done.most_common()
        },
    }


def said(name: str, kind: Kind, count: Count, games: int) -> tuple[str, bool]:
    """A line for a kind, and whether all of it is within its budget."""
    posted = kind.posted(count, games)
    good = count.per_turn <= kind.clicks and (not kind.posts or posted <= kind.posts)
    good = good and not count.faults
    limit = f" (≤ {kind.posts:g})" if kind.posts else ""
    around = f", {count.in_round:5.2f} a round" if count.lives else ""
    line = (
        f"{name:27} {count.per_turn:5.2f} clicks a turn (≤ {kind.clicks:g}), "
        f"{count.in_turn:5.2f} in it{around}; "
        f"{count.selects} of {count.clicks} in selects, "
        f"{count.beforehand / games:4.1f} beforehand, {count.turns / games:5.1f} turns; "
        f"{posted:5.2f} posts a {kind.per}{limit}, {count.edits / games:5.1f} edits a game; "
        f"{count.characters:4.0f} characters, at most {max(count.panels)}; "
        f"{mean(count.buttons):3.1f} buttons, at most {max(count.buttons)}"
    )
    return line if good else f"{line}: TOO MUCH", good


def main(argv: list[str]) -> int:
    """Play, and say what it took; a budget that is exceeded fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench clicks", description=__doc__)
    parser.add_argument("--games", type=int, default=5, help="of each kind")
    parser.add_argument("--only", default="", help="kinds whose name contains this")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write to results/; the others stay")
    given = parser.parse_args(argv)
    kept, well = {}, True
    for name, kind in KINDS.items():
        if given.only.lower() not in name.lower():
            continue
        count = asyncio.run(measure(kind, given.games, given.seed))
        line, good = said(name, kind, count, given.games)
        print(line, flush=True)
        kept[name] = figures(kind, count, given.games)
        well = well and good
    if given.keep:
        others = recorded("clicks")
        every = {name: kept.get(name) or others.get(name) for name in KINDS}
        print(f"kept in {record('clicks', every).name}")
    return 0 if well else 1
