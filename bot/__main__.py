"""`brawl-referee` and `python -m bot`."""

import sys


def main(arguments: list[str] | None = None) -> int:
    """The entry point."""
    # Every worker process imports this module too, and needs nothing of what the bot needs.
    try:
        from bot.program import main as run
    except KeyboardInterrupt:  # it takes a second or two
        return 0
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
