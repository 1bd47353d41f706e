"""Whether what players were told is what the log says: answers that they saw taken, lines of posts."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import select

from bot.referee import Referee
from bot.store import Store
from bot.store.schema import log
from bot.ui.limits import cut
from bot.ui.words import LINE, UNNAMED
from rules.engine.proof import retelling

QUOTED = re.compile("^> (.*)$", re.MULTILINE)
MORE = re.compile(r"… (\d+) more before that")


# -- answers


class Judgement(NamedTuple):
    """What came of answers that players saw taken."""

    wrongs: list[str]
    earlier: int  # of them that an earlier press on the same question had given


async def judge(store: Store, told: dict[str, str]) -> Judgement:
    """Hold presses that players saw taken, each with its question, against the log.

    One press may give several answers, directly after each other.
    """
    query = select(log.c.table_id, log.c.given, log.c.request)
    query = query.order_by(log.c.table_id, log.c.number)
    rows = await store.read(lambda connection: connection.execute(query).all())
    inputs = [(question(row.table_id, row.given), row.request) for row in rows]
    taken = Counter(request for request, _ in groupby(request for _, request in inputs))
    gone = lost(told, inputs)
    wrongs = [f"{one} was told, and is lost: {told[one]}" for one in gone]
    wrongs += [f"{one} was taken twice" for one in told if taken[one] > 1]
    return Judgement(wrongs, sum(not taken[one] for one in told) - len(gone))


def lost(told: dict[str, str], inputs: Sequence[tuple[str, str | None]]) -> list[str]:
    """Presses that a player saw taken, and that are not in the log of questions and requests.

    An earlier press of theirs, of which nothing was heard in time, may have answered the question;
    a later one cannot: who is asked the same again after being told has lost an answer.
    """
    first: dict[str, int] = {}
    for question, request in inputs:
        if question and request is not None:
            first[question] = min(first.get(question, int(request)), int(request))
    requests = {request for _, request in inputs}
    return [
        one
        for one, question in told.items()
        if one not in requests and first.get(question, int(one)) >= int(one)
    ]


def question(table_id: int, given: str) -> str:
    """The question that an input answers, as buttons name it; nothing where it is no answer."""
    plain = json.loads(given)
    return f"{table_id}:{plain['seat']}.{plain['number']}" if plain["type"] == "answer" else ""


# -- lines


async def heard(referee: Referee, table_id: int) -> list[str]:
    """What everybody was told while a game was played: its log without what was sealed till the end."""
    table = await referee.look(table_id)
    if table.play is None:
        return []
    log = await referee.store.log(table)
    steps = retelling(
        table.game, table.variant, len(table.players), table.seed, log, viewers=[None]
    )
    return [line for _, [more] in steps for line in more]


def shown(line: str) -> str:
    """A line as posts have it: a long one is cut short."""
    return cut(line, LINE)


def tells(line: str, told: str) -> bool:
    """Whether a line of a post is what was told; it calls people by the names that they had then."""
    pattern, end = "", 0
    for found in UNNAMED.finditer(before := shown(told)):
        plays = re.escape(f"{found[2]})") if found[2] else ""
        pattern += re.escape(before[end : found.start()]) + ".+" + plays
        end = found.end()
    return bool(re.fullmatch(pattern + re.escape(before[end:]), line))


def again(texts: Sequence[str], history: Sequence[str]) -> tuple[int, str] | None:
    """The first line that is told twice or too late, and the number of its post; none where all is
    well. Posts may leave lines out, as one that is edited while somebody plays on does.
    """
    left = iter(history)
    for at, text in enumerate(texts):
        for line in QUOTED.findall(text):
            if not MORE.match(line) and not any(tells(line, told) for told in left):
                return at, line
    return None


def count_told(texts: Iterable[str]) -> int:
    """How many lines posts tell, with those that they count."""
    lines = [line for text in texts for line in QUOTED.findall(text)]
    return sum(int(more[1]) if (more := MORE.match(line)) else 1 for line in lines)


def lines_told(texts: Iterable[str], history: Sequence[str]) -> list[str]:
    """The lines that posts tell, in order; whatever they leave out, cut short or name is as in the log."""
    said: list[str] = []
    for line in (found for text in texts for found in QUOTED.findall(text)):
        more = MORE.match(line)
        next_ones = history[len(said) : len(said) + (int(more[1]) if more else 1)]
        as_told = not more and bool(next_ones) and tells(line, next_ones[0])
        said += next_ones if more or as_told else [line]
    return said
