"""The command and the page in the browser, asked about the same games and tamperings of them."""

import argparse
import random
import time
from collections import Counter

from rules import registry
from rules.engine.verify import MATCHES, TAMPERED
from tests.bench.record import record
from tests.rules.tampering import (
    NODE,
    WAYS,
    by_command,
    cases,
    disagreement,
    page,
    random_game,
)

HONEST = ("honest", "honest, compared")


def compare(games: int, tampered: int, seed: int) -> dict[str, object]:
    """Play games of all kinds; each comes with some tamperings, in turn all there are."""
    rng = random.Random(seed)
    verdicts: Counter[int] = Counter()
    by_name: Counter[str] = Counter()
    draws, wrong = 0, list[str]()
    with page() as judge:
        for at in range(games):
            game = registry.get(registry.KEYS[at % len(registry.KEYS)])
            export = random_game(game, *rng.choice(game.samples()), rng)
            names = [WAYS[(at * tampered + n) % len(WAYS)] for n in range(tampered)]
            for case in cases(export, names, rng):
                command, by_page = by_command(case), judge(case)
                verdicts[command.code] += 1
                by_name[case.name] += 1
                draws += by_page.draws if case.name == "honest" else 0
                said = disagreement(case, command, by_page)
                if (command.code == MATCHES) != (case.name in HONEST):
                    said = f"{case.name}: {command}"
                if said:
                    wrong.append(f"game {at + 1}, {game.key}: {said}")
    return {
        "games": games,
        "draws drawn again by the page": draws,
        "files judged by both": sum(verdicts.values()),
        "match": verdicts[MATCHES],
        "tampered with": verdicts[TAMPERED],
        "cannot be read": verdicts[2],
        "ways of tampering": len(WAYS),
        "fewest games tampered with in one way": min(by_name[name] for name in WAYS),
        "disagreements": wrong,
    }


def main(argv: list[str]) -> int:
    """How many games both judged, and where they disagreed; exits with 1 where they did."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench fairness", description=main.__doc__
    )
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--tampered", type=int, default=1, help="tamperings of each game (1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write results/fairness.json")
    given = parser.parse_args(argv)
    if NODE is None:
        parser.error("Node runs the page's script, and there is none")
    since = time.monotonic()
    figures = compare(given.games, given.tampered, given.seed)
    for name, value in figures.items():
        print(f"{name}: {value}")
    print(f"{time.monotonic() - since:.0f} s")
    if given.keep:
        record("fairness", {**figures, "seed": given.seed})
    return 1 if figures["disagreements"] else 0
