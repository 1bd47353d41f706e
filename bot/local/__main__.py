"""`python -m bot.local` runs the local Discord alone, for any bot to connect to."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import signal
from pathlib import Path

from bot.local.server import LocalDiscord


async def serve(world: Path | None, port: int) -> None:
    """Serves until interrupted."""
    done = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, done.set)
    async with LocalDiscord(world, port) as local:
        print(f"The local Discord is open: {local.url}")
        print("A bot connects to it with these settings:")
        print(f"DISCORD_API={local.api}")
        print(f"DISCORD_GATEWAY={local.gateway}")
        print(f"DISCORD_TOKEN={local.token}", flush=True)
        await done.wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bot.local", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--world", type=Path, help="the file that keeps channels and posts")
    options = parser.parse_args()
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    try:
        asyncio.run(serve(options.world, options.port))
    except OSError as error:
        parser.exit(1, f"The local Discord could not open: {error}\n")


if __name__ == "__main__":
    main()
