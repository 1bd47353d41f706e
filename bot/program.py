"""`brawl-referee`: run the bot, or check that it could run."""

import argparse
import asyncio
import contextlib
import gc
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import platformdirs
from pydantic import SecretStr

from bot import logs
from bot.client import RefereeBot, create_bot
from bot.errors import BotError
from bot.interactions.lobby import NEEDED
from bot.local.server import LocalDiscord
from bot.settings import APP, Settings, load, version
from bot.store import Store
from rules import registry
from rules.brawl.content.deck import load_directory

PORT = 8420
FAILED = 1
EPILOG = (
    "Settings come from the environment or a file .env: DISCORD_TOKEN, DATABASE_URL, DEV_GUILD, "
    "LOG_LEVEL, BRAWL_DECKS, SHARD_IDS, SHARD_COUNT. Without DISCORD_TOKEN a Discord of its own is started on "
    "this machine, to be played in a browser."
)


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog=APP, description="A Discord bot that referees tabletop brawls.", epilog=EPILOG
    )
    parser.add_argument("--version", action="version", version=f"{APP} {version()}")
    parser.add_argument(
        "--check", action="store_true", help="check settings, database and permissions, then stop"
    )
    parser.add_argument(
        "--port", type=int, default=PORT, help="where the local Discord is; 0 takes a free port"
    )
    chosen = parser.parse_args(arguments)
    try:
        settings = load()
        if chosen.check:
            return asyncio.run(check(settings))
        logs.set_up(settings.log_level)
        return asyncio.run(run(settings, chosen.port))
    except BotError as error:
        print(error, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return 0


# -- running


async def run(settings: Settings, port: int) -> int:
    """Run until interrupted, against Discord or against the local one."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # not everywhere
            loop.add_signal_handler(number, stop.set)
    async with connection(settings, port) as (connected, address):
        bot = create_bot(connected)
        assert connected.discord_token is not None
        running = asyncio.create_task(bot.start(connected.discord_token.get_secret_value()))
        warming = asyncio.create_task(_warm_up(bot))
        stopping = asyncio.create_task(stop.wait())
        if address:
            print(f"The local Discord is open: {address}", flush=True)
        try:
            await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
        finally:
            stopping.cancel()
            warming.cancel()
            await bot.close()
            await asyncio.gather(stopping, warming, return_exceptions=True)
        return await _ended(running)


async def _warm_up(bot: RefereeBot) -> None:
    """Load everything, and keep it: looking through it for garbage would only delay answers."""
    await bot.warm_up()
    for key in registry.KEYS:
        registry.get(key)
    gc.collect()
    gc.freeze()


async def _ended(running: "asyncio.Task[None]") -> int:
    try:
        await running
    except discord.LoginFailure:
        print("DISCORD_TOKEN: Discord does not accept this token.", file=sys.stderr)
        return FAILED
    return 0


@asynccontextmanager
async def connection(settings: Settings, port: int) -> AsyncIterator[tuple[Settings, str | None]]:
    """The settings to connect by, and the address of the page where there is one."""
    if settings.discord_token is not None:
        yield settings, None
        return
    try:
        local = await LocalDiscord(world_file(), port).__aenter__()
    except BlockingIOError as error:
        raise BotError(f"The local Discord cannot open: {error.strerror}.") from None
    except OSError as error:
        raise BotError(
            f"The local Discord cannot use port {port}: {error.strerror}."
            " --port 0 takes any that is free."
        ) from None
    try:
        addresses = {
            "discord_token": SecretStr(local.token),
            "discord_api": local.api,
            "discord_gateway": local.gateway,
        }
        yield settings.model_copy(update=addresses), local.url
    finally:
        await local.__aexit__(None, None, None)


def world_file() -> Path:
    """Where the local Discord keeps its channels and posts."""
    folder = Path(platformdirs.user_data_dir(APP))
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "world.db"


# -- checking


async def check(settings: Settings) -> int:
    """Say whether settings, database and permissions are as the bot needs them."""
    print("settings: fine")
    fine = await _check_database(settings)
    fine = _check_decks(settings) and fine
    if settings.discord_token is None:
        print("token: none, so the local Discord would be started")
    else:
        fine = await _check_token(settings) and fine
    return 0 if fine else FAILED


async def _check_database(settings: Settings) -> bool:
    try:
        store = await Store.open(settings.database_url)
    except Exception as error:
        print(f"database: cannot be opened: {logs.hidden(str(error))}")
        return False
    await store.close()
    print("database: fine")
    return True


def _check_decks(settings: Settings) -> bool:
    if settings.brawl_decks is None:
        return True
    loaded = load_directory(settings.brawl_decks)
    for bad in loaded.refused:
        print(f"printed deck: {bad}")
    print(f"printed decks: {', '.join(deck.name for deck in loaded.decks) or 'none'}")
    return not loaded.refused


async def _check_token(settings: Settings) -> bool:
    assert settings.discord_token is not None
    create_bot(settings)  # the addresses to ask at
    client = discord.Client(intents=discord.Intents.none())
    try:
        await client.login(settings.discord_token.get_secret_value())
        guilds = await client.http.get_guilds(200)
    except discord.LoginFailure:
        print("token: Discord does not accept it")
        return False
    except (discord.HTTPException, OSError) as error:
        print(f"token: Discord cannot be asked: {logs.hidden(str(error))}")
        return False
    finally:
        await client.close()
    print(f"token: fine, in {len(guilds)} servers")
    checked = [_check_guild(dict(guild)) for guild in guilds]
    return all(checked)


def _check_guild(guild: dict[str, object]) -> bool:
    granted = discord.Permissions(int(str(guild.get("permissions", 0))))
    missing = [
        name for key, name in NEEDED.items() if not (granted.administrator or getattr(granted, key))
    ]
    said = f"lacks {', '.join(missing)}" if missing else "fine"
    print(f"permissions in {guild['name']}: {said}")
    return not missing
