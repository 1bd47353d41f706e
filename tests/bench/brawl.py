"""How evenly BRAWL's decks play: every two of them, on either seat, by players that look ahead."""

import argparse
import json
from pathlib import Path

from rules.brawl.content import decks
from rules.brawl.content.deck import BUILT_IN, built_in
from rules.brawl.game import GAME
from tests.bench.interval import told, wilson
from tests.bench.round_robin import LineUp, Result, pairs, run

KEPT = Path(decks.__file__).parent / "balance.json"
LOW, HIGH = 0.40, 0.60  # BR31
PLAYOUTS = 16
METHOD = (
    "Training pace, every two of the twelve decks on either seat. Both seats search with the same "
    "number of playouts for each decision; a draw is half a win. A deck is even when the 95 % "
    "Wilson interval of its rate against the field meets 40–60 %."
)


def line_ups() -> list[LineUp]:
    """Every two decks, each once on either seat."""
    return pairs(BUILT_IN, lambda a, b: {"pace": "training", "decks": [a, b]})


def measure(*, games: int, playouts: int, minutes: float, seed: int, workers: int) -> Result:
    """Play so many games of every line-up."""
    return run(
        GAME,
        line_ups(),
        games=games,
        playouts=playouts,
        minutes=minutes,
        seed=seed,
        workers=workers,
    )


def even(points: float, games: int, slack: float = 0.0) -> bool:
    """Whether a rate's interval meets the range."""
    low, high = wilson(points, games)
    return low <= HIGH + slack and high >= LOW - slack


def lists() -> dict[str, list[int]]:
    """The lists that were measured, so that a table of other lists is known as such."""
    return {key: list(built_in()[key].counts) for key in BUILT_IN}


def figures(result: Result, *, playouts: int, seed: int) -> dict[str, object]:
    """All that is kept: the method, each deck against the field, and the table of pairs."""
    rows = {}
    for key in BUILT_IN:
        points, games = result.score(key)
        low, high = wilson(points, games)
        rows[key] = {
            "rate": round(points / max(1, games), 4),
            "interval": [round(low, 4), round(high, 4)],
            "games": games,
            "even": even(points, games),
        }
    return {
        "method": METHOD,
        "playouts": playouts,
        "seed": seed,
        "games": sum(result.games.values()),
        "drawn": sum(result.drawn.values()),
        "first_seat": result.seat(0)[0],
        "decks": rows,
        "table": {a: {b: _rate(result, a, b) for b in BUILT_IN if b != a} for a in BUILT_IN},
        "lists": lists(),
    }


def _rate(result: Result, a: str, b: str) -> list[float]:
    points, games = result.score(a, b)
    return [round(points / max(1, games), 3), games]


def report(result: Result) -> str:
    """Decks from the weakest to the strongest, and the table of pairs."""
    ranked = sorted(BUILT_IN, key=lambda key: result.score(key)[0] / max(1, result.score(key)[1]))
    rows = [
        f"{key:<10}{told(*result.score(key))}{'' if even(*result.score(key)) else '  NOT EVEN'}"
        for key in ranked
    ]
    rows.append(" " * 10 + " ".join(f"{key[:5]:>5}" for key in BUILT_IN))
    for a in BUILT_IN:
        cells = ("  –  " if a == b else f"{_rate(result, a, b)[0]:5.2f}" for b in BUILT_IN)
        rows.append(f"{a:<10}{' '.join(cells)}")
    total = sum(result.games.values())
    rows.append(
        f"first seat {told(*result.seat(0))}, drawn {sum(result.drawn.values())} of {total}"
    )
    return "\n".join(rows)


def main(argv: list[str]) -> int:
    """Measure the decks; with `--keep` the table goes beside them."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench brawl", description=main.__doc__)
    parser.add_argument("--games", type=int, default=1000, help="of each line-up, at most")
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, help="for each decision")
    parser.add_argument("--minutes", type=float, default=25.0, help="time limit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", action="store_true", help=f"write {KEPT.name} beside the decks")
    given = parser.parse_args(argv)
    result = measure(
        games=given.games,
        playouts=given.playouts,
        minutes=given.minutes,
        seed=given.seed,
        workers=given.workers,
    )
    if given.keep:
        kept = figures(result, playouts=given.playouts, seed=given.seed)
        KEPT.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(report(result))
    return 0 if all(even(*result.score(key)) for key in BUILT_IN) else 1
