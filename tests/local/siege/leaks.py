"""Whether anybody was sent what was hidden from them, at any table of any game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

from sqlalchemy import select

from bot.referee import Referee
from bot.store.schema import log
from bot.table import Table
from tests.local.siege.knowledge import Knowledge
from tests.local.siege.wire import Picture, Sent, Wire

DRAWN = 40  # pictures of a table that are drawn again and compared byte by byte


class Leaks:
    """Holds everything that went over the wire against what its reader's view could hold then."""

    def __init__(self, wire: Wire, seed: int) -> None:
        self.wire, self.rng = wire, random.Random(seed)
        self.read: dict[str, Counter[str]] = {}  # by game: what was looked at

    async def found(self, referee: Referee, tables: dict[int, set[str]]) -> list[str]:
        """Every leak in words."""
        wrongs: list[str] = []
        for number, seated in tables.items():
            table = await referee.look(number)
            if table.play is None:
                continue
            known = await knowledge(referee, table)
            wrongs += self.judged(known, [s for s in self.wire.sent if s.table == number], seated)
        return wrongs

    def judged(self, known: Knowledge, sent: Iterable[Sent], seated: set[str]) -> list[str]:
        """The leaks at one table."""
        table, wrongs = known.table, []
        read = self.read.setdefault(table.game.key, Counter())
        read["secrets"] += len(known.private)
        pictures: list[tuple[Sent, Picture]] = []
        for one in sent:
            if known.at(one.at) >= known.over:
                continue  # the end shows everything to everybody
            read["private messages" if one.reader else "public messages"] += 1
            wrongs += [
                f"{_who(one)} at table {table.id}: {said}" for said in _said(known, one, seated)
            ]
            for picture in one.pictures:
                if picture.file in ("board.png", "table.png", "private.png"):
                    read["pictures"] += 1
                    pictures.append((one, picture))
                    if not known.moments(one, picture):
                        said = f"{_who(one)} at table {table.id}: {picture.file}: {picture.alt}"
                        wrongs.append(f"not in their view: {said}")
        for one, picture in self.rng.sample(pictures, min(DRAWN, len(pictures))):
            read["pictures drawn again"] += 1
            if known.moments(one, picture) and not known.draws(one, picture):
                said = f"{_who(one)} at table {table.id}: {picture.file}: {picture.alt}"
                wrongs.append(f"not what their view gives: {said}")
        return wrongs


async def knowledge(referee: Referee, table: Table) -> Knowledge:
    """What each reader of a finished table could know, and when."""
    async with referee.store.reading() as connection:
        query = select(log.c.at).where(log.c.table_id == table.id).order_by(log.c.number)
        times = [row.at.timestamp() for row in await connection.execute(query)]
    return Knowledge(table, await referee.store.log(table), times)


def _who(sent: Sent) -> str:
    return f"{sent.reader} read" if sent.reader else "all read"


def _said(known: Knowledge, sent: Sent, seated: set[str]) -> list[str]:
    wrongs = []
    if told := known.tells(sent):
        wrongs.append(f"told {told!r} in {sent.words!r}")
    if asked := known.asks(sent):
        wrongs.append(f"asked for the seats {asked}")
    if sent.everybody or sent.pinged - seated:
        wrongs.append(f"pings others: {sent.words!r}")
    table = known.table
    words = {str(one.user_id): one.word for one in table.people if one.word}
    hidden = [word for user, word in words.items() if user != sent.reader]
    hidden += [table.secret.hex(), table.seed.hex()]
    wrongs += [f"has the hidden {word!r}: {sent.words!r}" for word in hidden if word in sent.words]
    return wrongs
