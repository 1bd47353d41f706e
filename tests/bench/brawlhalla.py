"""How evenly Brawlhalla's Legends duel: every two of them, each beginning as often."""

import argparse
import json
import random
from pathlib import Path
from typing import Any, ClassVar

from rules.brawlhalla.content import legends
from rules.brawlhalla.content.legends import LEGENDS
from rules.brawlhalla.game import Brawlhalla
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.variant import BrawlhallaVariant
from rules.engine import kernel
from rules.engine.contract import AnyGame
from rules.engine.state import Option, State, Variant
from tests.bench.interval import told, wilson
from tests.bench.round_robin import LineUp, Result, pairs, run

KEPT = Path(legends.__file__).parent / "balance.json"
NAMES = tuple(legend.name for legend in LEGENDS)
LOW, HIGH, FIRST = 0.42, 0.58, 0.55  # BH29
PLAYOUTS = 16
METHOD = (
    "Standard duels in a random arena, every two of the six Legends, each beginning as often. "
    "Both players search with the same number of playouts for each decision, weapon sides "
    "included; a draw is half a win. A Legend is even when the 95 % Wilson interval of its rate "
    "against the field meets 42–58 %; beginning is fair when the interval of the first player's "
    "rate reaches below 55 %."
)


class Pairing(Variant, frozen=True):
    """Who duels: the first of the two begins."""

    legends: tuple[str, str]


class Duel(Brawlhalla):
    """A standard duel whose Legends and first player are laid down."""

    variant: ClassVar[type[Variant]] = Pairing

    def check(self, variant: Any, players: int) -> None:
        """Any two Legends."""

    def new(self, variant: Any, seats: list[int], seed: bytes) -> BrawlhallaState:
        """The Legends are chosen; the weapon sides are not."""
        s = super().new(BrawlhallaVariant(), seats, seed)
        s.first = 0
        for fighter, name in zip(s.fighters, variant.legends, strict=True):
            fighter.legend = NAMES.index(name)
        return s


def at_a_glance(game: AnyGame, s: State, seat: int) -> Option:
    """The answer of a player who does not look ahead, for quick tuning."""
    luck = random.Random(f"{s.seed.hex()}:{s.asked}").random()
    return game.guess(s, seat, kernel.offer(game, s, seat), luck)


def line_ups() -> list[LineUp]:
    """Every two Legends, either one beginning."""
    return pairs(NAMES, lambda a, b: {"legends": [a, b]})


def measure(*, games: int, playouts: int, minutes: float, seed: int, workers: int) -> Result:
    """Play so many games of every line-up; without playouts by players who do not look ahead."""
    return run(
        Duel(),
        line_ups(),
        games=games,
        playouts=playouts,
        minutes=minutes,
        seed=seed,
        workers=workers,
        opening=None if playouts else at_a_glance,
    )


def even(points: float, games: int) -> bool:
    """Whether a rate's interval meets the range."""
    low, high = wilson(points, games)
    return low <= HIGH and high >= LOW


def fair(points: float, games: int) -> bool:
    """Whether the first player's rate may be below the limit."""
    return wilson(points, games)[0] < FIRST


def balanced(result: Result) -> bool:
    """Whether all of BH29 holds."""
    return fair(*result.seat(0)) and all(even(*result.score(name)) for name in NAMES)


def contents() -> dict[str, list[str]]:
    """What was measured, so that a table of other cards is known as such."""
    return {
        one.name: [
            f"{p.name}: {p.when} {p.of} {p.op} {p.n} {p.only}".strip()
            for p in (one.power, *one.weapons, *one.cards)
        ]
        for one in LEGENDS
    }


def figures(result: Result, *, playouts: int, seed: int) -> dict[str, object]:
    """All that is kept: the method, each Legend against the field, and the table of pairs."""
    first, total = result.seat(0)
    return {
        "method": METHOD,
        "playouts": playouts,
        "seed": seed,
        "games": total,
        "drawn": sum(result.drawn.values()),
        "answers_per_game": round(result.answers / max(1, total), 1),
        "first_player": {**_rate(first, total), "fair": fair(first, total)},
        "legends": {
            name: {**_rate(*result.score(name)), "even": even(*result.score(name))}
            for name in NAMES
        },
        "table": {a: {b: _rate(*result.score(a, b)) for b in NAMES if b != a} for a in NAMES},
        "contents": contents(),
    }


def _rate(points: float, games: int) -> dict[str, object]:
    low, high = wilson(points, games)
    return {
        "rate": round(points / max(1, games), 4),
        "interval": [round(low, 4), round(high, 4)],
        "games": games,
    }


def report(result: Result) -> str:
    """Legends from the weakest to the strongest, and the table of pairs."""

    def rate(name: str, other: str | None = None) -> float:
        points, games = result.score(name, other)
        return points / max(1, games)

    rows = [
        f"{name:<10}{told(*result.score(name))}{'' if even(*result.score(name)) else '  NOT EVEN'}"
        for name in sorted(NAMES, key=rate)
    ]
    rows.append(" " * 10 + " ".join(f"{name[:6]:>6}" for name in NAMES))
    for a in NAMES:
        cells = ("   –  " if a == b else f"{rate(a, b):6.2f}" for b in NAMES)
        rows.append(f"{a:<10}{' '.join(cells)}")
    total = sum(result.games.values())
    rows.append(
        f"first player {told(*result.seat(0))}, drawn {sum(result.drawn.values())} of {total}, "
        f"{result.answers / max(1, total):.0f} answers a game"
    )
    return "\n".join(rows)


def main(argv: list[str]) -> int:
    """Measure the Legends; with `--keep` the table goes beside their cards."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench brawlhalla", description=main.__doc__
    )
    parser.add_argument("--games", type=int, default=1000, help="of each line-up, at most")
    parser.add_argument(
        "--playouts", type=int, default=PLAYOUTS, help="for each decision; 0: at a glance"
    )
    parser.add_argument("--minutes", type=float, default=20.0, help="time limit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", action="store_true", help=f"write {KEPT.name} beside the cards")
    given = parser.parse_args(argv)
    result = measure(
        games=given.games,
        playouts=given.playouts,
        minutes=given.minutes,
        seed=given.seed,
        workers=given.workers,
    )
    print(report(result))
    if given.keep:
        kept = figures(result, playouts=given.playouts, seed=given.seed)
        KEPT.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0 if balanced(result) else 1
