"""Whether thinking helps: search against random, sides alternating."""

import argparse

from rules import registry
from rules.engine.contract import AnyGame
from rules.players import budget
from tests.bench.interval import told
from tests.bench.match import Mind
from tests.bench.record import record
from tests.bench.round_robin import LineUp, Result, run

SEARCH, RANDOM = "search", "random"


def against_random(
    game: AnyGame, mind: Mind, *, games: int, seed: int, minutes: float, workers: int
) -> Result:
    """Search against random in an even number of games, each side as often."""
    line_ups = [
        LineUp((SEARCH, RANDOM), {}, (mind, None)),
        LineUp((RANDOM, SEARCH), {}, (None, mind)),
    ]
    return run(
        game,
        line_ups,
        games=games // 2,
        playouts=0,
        minutes=minutes,
        seed=seed,
        workers=workers,
    )


def counted(result: Result) -> dict[str, float]:
    """Wins, draws and losses of search, and how much it thought."""
    total = sum(result.games.values())
    wins = result.won[(SEARCH, RANDOM), 0] + result.won[(RANDOM, SEARCH), 1]
    draws = sum(result.drawn.values())
    return {
        "wins": wins,
        "draws": draws,
        "losses": total - wins - draws,
        "unfinished": result.unfinished,  # among the draws
        "answers_per_game": result.answers / max(1, total),
        "playouts_per_decision": result.playouts / max(1, result.decisions),
    }


def main(argv: list[str]) -> int:
    """Play, and say how it went."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench players", description=main.__doc__)
    parser.add_argument("--game", default="beer_brawl")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.2, help="for each decision")
    parser.add_argument("--playouts", type=int, help="for each decision, instead of seconds")
    parser.add_argument("--minutes", type=float, default=60.0, help="time limit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", action="store_true", help="write tests/bench/results")
    given = parser.parse_args(argv)
    mind = budget.playouts(given.playouts) if given.playouts else budget.seconds(given.seconds)
    result = against_random(
        registry.get(given.game),
        mind,
        games=given.games,
        seed=given.seed,
        minutes=given.minutes,
        workers=given.workers,
    )
    figures = counted(result)
    print(
        f"{given.game}: search against random: {figures['wins']} wins, {figures['draws']} draws, "
        f"{figures['losses']} losses; {told(figures['wins'], sum(result.games.values()))} won; "
        f"{figures['playouts_per_decision']:.0f} playouts per decision, "
        f"{figures['answers_per_game']:.0f} answers per game"
    )
    if result.cut:
        print("the time limit ended the run")
    if given.keep:
        record(f"players-{given.game}", figures)
    return 0
