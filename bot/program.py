"""`brawl-referee`: run the bot, or check that it could run."""

import argparse
import asyncio
import contextlib
import gc
import logging
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import chain, repeat
from pathlib import Path

import discord
import platformdirs
from pydantic import SecretStr
from sqlalchemy.exc import SQLAlchemyError

from bot import logs
from bot.client import NO_SERVER, RefereeBot, create_bot
from bot.errors import BotError
from bot.interactions.rights import missing
from bot.local.server import LocalDiscord
from bot.operate import commands as operate
from bot.operate.alone import alone
from bot.operate.backups import before_upgrade
from bot.operate.health import unbound, watched
from bot.operate.looking import looked_at
from bot.settings import APP, PORTS, Settings, load, misspelt, version
from bot.store import Store, refusals
from bot.ui.trouble import passing
from bot.ui.words import counted
from rules import registry
from rules.brawl.content.deck import load_directory

logger = logging.getLogger(__name__)
PORT = 8420
FAILED = 1
PAUSES = (2, 5, 10, 30, 60)  # seconds until Discord is tried again; the last one for good
EPILOG = (
    "Settings come from the environment or a file .env: DISCORD_TOKEN, DATABASE_URL, DEV_GUILD, "
    "LOG_LEVEL, BRAWL_DECKS, THINKERS, DRAWERS, KEEP_GAMES, METRICS_PORT, METRICS_HOST, SHARD_IDS, "
    "SHARD_COUNT. Without DISCORD_TOKEN a Discord of its own is started on this machine, to be played in a browser."
)


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog=APP, description="A Discord bot that referees tabletop brawls.", epilog=EPILOG
    )
    parser.add_argument("--version", action="version", version=f"{APP} {version()}")
    parser.add_argument(
        "--check",
        action="store_true",
        help="check settings, database and permissions, change nothing",
    )
    parser.add_argument(
        "--port", type=_port, default=PORT, help="where the local Discord is; 0 takes a free port"
    )
    operate.add_to(parser)
    chosen = parser.parse_args(arguments)
    try:
        settings = load()
        if not chosen.check:  # which says it with all else
            for said in misspelt():
                print(said, file=sys.stderr)
        if chosen.command:
            return asyncio.run(operate.do(settings, chosen))
        if chosen.check:
            return asyncio.run(check(settings))
        logs.set_up(settings.log_level)
        return asyncio.run(run(settings, chosen.port))
    except BotError as error:
        print(logs.hidden(str(error)), file=sys.stderr)
        return FAILED
    except SQLAlchemyError as error:
        damaged = refusals.unreadable(error)
        if not damaged and not refusals.passes(error):
            raise
        mended = f" {refusals.MENDED}" if damaged else ""
        print(f"The database does not work: {refusals.reason(error)}.{mended}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return 0


def _port(given: str) -> int:
    """A port's number; what is none is refused by the parser, with this function's sentence."""
    if given.isdecimal() and int(given) <= PORTS:
        return int(given)
    raise argparse.ArgumentTypeError(f"{given} is no port; 0 … {PORTS} are")


# -- running


async def run(settings: Settings, port: int) -> int:
    """Run until interrupted, against Discord or against the local one."""
    with alone(settings.database_url):
        await _bring_up_to_date(settings.database_url)  # before anybody is told to come in
        return await _run(settings, port)


async def _bring_up_to_date(url: str) -> None:
    """Upgrade the tables, where a newer version of the bot needs it; a backup is kept."""
    if kept := await before_upgrade(url):
        print(f"The tables are upgraded; as they were: {kept}", flush=True)
    await (await Store.open(url)).close()


async def _run(settings: Settings, port: int) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # not everywhere
            loop.add_signal_handler(number, stop.set)
    async with connection(settings, port) as (connected, address):
        if address:
            print(f"The local Discord is open: {address}", flush=True)
        async with watched(settings.metrics_host, settings.metrics_port) as health:
            for pause in chain(PAUSES, repeat(PAUSES[-1])):
                health.bot = create_bot(connected, watcher=health.metrics)
                running = await _until_ended(health.bot, connected, stop)
                if stop.is_set():
                    return await _stopped(running)
                if not _will_pass(running):
                    break
                logger.warning("Discord cannot be reached: %s; once more soon", running.exception())
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), pause)
                    return 0
        return await _ended(running)


async def _until_ended(
    bot: RefereeBot, settings: Settings, stop: asyncio.Event
) -> "asyncio.Task[None]":
    """Run a bot until it ends or is to stop; how it ended is found in its task."""
    assert settings.discord_token is not None
    running = asyncio.create_task(bot.start(settings.discord_token.get_secret_value()))
    warming = asyncio.create_task(_warm_up(bot))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        warming.cancel()
        await bot.close()
        await asyncio.gather(stopping, warming, return_exceptions=True)
    return running


def _will_pass(running: "asyncio.Task[None]") -> bool:
    """Whether a bot has ended because Discord was in trouble; it does not wait that out itself."""
    if not running.done() or running.cancelled():
        return False
    error = running.exception()
    return error is not None and (passing(error) or isinstance(error, discord.GatewayNotFound))


async def _warm_up(bot: RefereeBot) -> None:
    """Load everything, and keep it: looking through it for garbage would only delay answers."""
    await bot.warm_up()
    for key in registry.KEYS:
        registry.get(key)
    gc.collect()
    gc.freeze()


async def _stopped(running: "asyncio.Task[None]") -> int:
    """Somebody wanted it to stop: that Discord was not reached until then is no failure."""
    running.cancel()  # it may be on its way to Discord still
    await asyncio.wait([running])
    return 0 if running.cancelled() or _will_pass(running) else await _ended(running)


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
    file = world_file()
    try:
        local = await LocalDiscord(file, port).__aenter__()
    except sqlite3.Error as error:
        why = refusals.reason(error)
        raise BotError(f"The local Discord cannot use its file {file}: {why}.") from None
    except BlockingIOError as error:
        raise BotError(f"The local Discord cannot open: {error.strerror}; stop it first.") from None
    except OSError as error:
        raise BotError(
            f"The local Discord cannot use port {port}: {unbound(error)}."
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
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BotError(f"The folder {folder} cannot be made: {error.strerror}.") from None
    return folder / "world.db"


# -- checking


async def check(settings: Settings) -> int:
    """Say whether settings, database and permissions are as the bot needs them."""
    wrong = misspelt()
    for said in wrong or ["fine"]:
        print(f"settings: {said}")
    fine = await _check_database(settings) and not wrong
    fine = _check_decks(settings) and fine
    if settings.discord_token is None:
        print("token: none, so the local Discord would be started")
    else:
        fine = await _check_token(settings) and fine
    return 0 if fine else FAILED


async def _check_database(settings: Settings) -> bool:
    try:
        print(f"database: {await looked_at(settings.database_url)}")
    except BotError as error:
        print(f"database: {logs.hidden(str(error))}")
        return False
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
    print(f"token: fine, in {counted(len(guilds), 'server')}")
    checked = [_check_guild(dict(guild)) for guild in guilds]
    if settings.dev_guild and str(settings.dev_guild) not in {guild["id"] for guild in guilds}:
        print(NO_SERVER.format(settings.dev_guild))
        return False
    return all(checked)


def _check_guild(guild: dict[str, object]) -> bool:
    granted = discord.Permissions(int(str(guild.get("permissions", 0))))
    lacking = missing(granted)
    print(f"permissions in {guild['name']}: {'' if lacking else 'fine'}".rstrip())
    for right in lacking:
        print(f"  lacks {right.name}: {right.without}")
    return not lacking
