"""`python -m tests.bench NAME …` runs one bench."""

import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent


def names() -> list[str]:
    """Every module here that can be run as a bench."""
    return sorted(p.stem for p in HERE.glob("*.py") if "\ndef main(" in p.read_text("utf-8"))


def main(argv: list[str]) -> int:
    """Run the named bench with the rest of the words."""
    known = [name for name in names() if name != "__main__"]
    if not argv or argv[0] not in known:
        print(f"usage: python -m tests.bench NAME …; benches: {', '.join(known)}", file=sys.stderr)
        return 2
    return int(import_module(f"tests.bench.{argv[0]}").main(argv[1:]) or 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
