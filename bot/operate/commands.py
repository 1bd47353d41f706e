"""`brawl-referee backup`, `restore`, `move`, `export`, `import` and `repair`."""

import argparse
from datetime import datetime
from pathlib import Path

from bot.errors import BadSettings, BotError
from bot.operate import backups, one_table, repair
from bot.settings import Settings, load
from bot.store import Store
from bot.store.migrate import newest, revision_of

EARLIER = (
    "The tables are of version {revision}, and this program's are {newest}: start the bot once, which "
    "keeps a copy and brings them up to date."
)


def add_to(parser: argparse.ArgumentParser) -> None:
    """What may stand behind the program's name; nothing runs the bot."""
    known = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    one = known.add_parser("backup", help="write a backup, also while the bot runs, and try it")
    one.add_argument("file", type=Path)

    one = known.add_parser("restore", help="put a backup back; the bot must not run")
    one.add_argument("file", type=Path)
    one.add_argument("--replace", action="store_true", help="where there are tables already")

    one = known.add_parser("move", help="bring everything into another, empty database")
    one.add_argument("url", help="such as postgresql://user@host/name")

    one = known.add_parser("export", help="write one table to a file, secrets included")
    one.add_argument("table", type=int)
    one.add_argument("file", type=Path)

    one = known.add_parser("import", help="bring one exported table in, under a new number")
    one.add_argument("file", type=Path)
    one.add_argument("--channel", type=int, help="where it is to go on, by id")
    one.add_argument("--server", type=int, help="the server of that channel, by id")

    one = known.add_parser("repair", help="compare a table with its log, or set it right")
    one.add_argument("table", type=int)
    how = one.add_mutually_exclusive_group()
    how.add_argument("--replay", action="store_true", help="make it anew from its log")
    how.add_argument("--rewind", type=int, metavar="N", help="set it back to its first N inputs")
    how.add_argument("--close", action="store_true", help="end it without a result")


async def do(settings: Settings, chosen: argparse.Namespace) -> int:
    """Do one of these, and say what came of it."""
    print(await _done(settings.database_url, chosen))
    return 0


async def _done(url: str, chosen: argparse.Namespace) -> str:
    match chosen.command:
        case "backup":
            return await backups.backup(url, chosen.file)
        case "restore":
            return await backups.restore(chosen.file, url, replace=chosen.replace)
        case "move":
            return await backups.move(url, _address(chosen.url))
    async with backups.existing(url) as database:
        if (revision := await revision_of(database)) != newest():
            raise BotError(EARLIER.format(revision=revision, newest=newest()))
        return await _at_a_table(Store(database), chosen)


async def _at_a_table(store: Store, chosen: argparse.Namespace) -> str:
    match chosen.command:
        case "export":
            await one_table.export(store, chosen.table, chosen.file)
            return f"Table {chosen.table} is in {chosen.file}, with all its secrets."
        case "import":
            if (chosen.channel is None) != (chosen.server is None):
                raise BotError("--channel and --server go together.")
            file, channel, server = chosen.file, chosen.channel, chosen.server
            number = await one_table.bring_in(store, file, channel=channel, server=server)
            return f"It is table {number} here. `/table show` posts it anew."
    if chosen.close:
        return await repair.close(store, chosen.table)
    if not chosen.replay and chosen.rewind is None:
        return await repair.looked_at(store, chosen.table)
    if chosen.rewind is not None and chosen.rewind < 0:
        raise BotError("--rewind takes the number of inputs that are to stay.")
    aside = Path(f"table-{chosen.table}-{datetime.now():%Y%m%d-%H%M%S}.json")  # noqa: DTZ005 - a name
    return await repair.set_right(store, chosen.table, chosen.rewind, aside)


def _address(url: str) -> str:
    try:
        return load(database_url=url).database_url
    except BadSettings:
        raise BotError("Use an address such as postgresql://user@host/name.") from None
