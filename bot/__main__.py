"""`brawl-referee` and `python -m bot`."""

import sys


def main(arguments: list[str] | None = None) -> int:
    """The entry point."""
    # Every worker process imports this module too, and needs nothing of what the bot needs.
    from bot.program import main as run

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
