"""`python -m images --out DIR` draws every game's pictures in every phase."""

import argparse
from pathlib import Path

from images.gallery import draw, fullest_and_emptiest
from images.sheets import lay_out
from rules import registry


def main() -> None:
    """Draw the gallery and say what was drawn."""
    parser = argparse.ArgumentParser(prog="python -m images", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    parser.add_argument("--game", choices=registry.KEYS, action="append", help="only this game")
    parser.add_argument("--seed", type=int, default=1, help="of the games that are played")
    parser.add_argument("--samples", type=int, help="only the first few variants of each game")
    parser.add_argument(
        "--sheets",
        action="store_true",
        help="side by side, as screens show them: of each phase the fullest and the emptiest",
    )
    parser.add_argument("--every", action="store_true", help="all of them on the sheets")
    given = parser.parse_args()
    for key in given.game or registry.KEYS:
        drawn = []
        for one in draw(given.out, (key,), given.seed, given.samples):
            size = len(one.picture.png) // 1000
            print(f"{one.path} {size} kB: {one.picture.alt.splitlines()[0][:80]}")
            drawn.append(one)
        if given.sheets:
            chosen = drawn if given.every else fullest_and_emptiest(drawn)
            shown = [(one.path.stem, one.picture.png) for one in chosen]
            for sheet in lay_out(given.out, f"sheet-{key}", shown):
                print(sheet)


if __name__ == "__main__":
    main()
