"""A post is news: when a new one is due, whom it pings, and when the latest one is edited.

A new post is due when a person's turn begins, or when somebody is asked who does not know it from
the latest post and has not been at the table just now. All else goes into the latest post: what
computers and the referee do, the next answer of the same turn, a defence by whoever is there.
Whoever comes back to the table from computers alone is looking at it: a new post would push what
they look at out of sight, so the latest one becomes the post of their next turn. So it does for
people who play with each other right now: whoever comes next has their question in the panel they
look at. Who does not answer there within a minute has gone: then the post is made that pings them.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from bot.posting.ledger import PostMemory
from bot.table import News, Table
from bot.ui.words import waited
from rules.engine.contract import AnyGame

THERE = timedelta(minutes=5)  # whoever acted so lately sees a question without a ping
GONE = timedelta(minutes=1)  # whoever has not answered after that does not see it


def hear(memory: PostMemory, table: Table, news: News, sequence: int, at: datetime) -> None:
    """Remember what a row of the outbox says, for the post that it goes into."""
    memory.carried[str(sequence)], memory.at = news.lines, at
    turn = _turn(table.game, news)
    if turn is not None and turn != memory.turn:
        memory.turn, memory.began = turn, True
    asked = {table.holder(seat).user_id for seat, _, _ in news.waits}
    asked |= {seated.user_id for seated in table.draw_asked}
    memory.told = [user for user in memory.told if user in asked]
    by = None if news.by is None else table.players[news.by].user_id
    if by is not None:
        memory.acted[str(by)] = at
    memory.unpinged = {
        user: late for user, late in memory.unpinged.items() if int(user) in asked - {by}
    }
    if by is not None or news.by is None:
        memory.by = by


def addressed(table: Table) -> list[int]:
    """The people whom a post speaks to: those who are waited for, or asked for a draw."""
    whom = [*waited(table), *table.draw_asked]
    return list(dict.fromkeys(one.user_id for one in whom if one.user_id is not None))


def due(memory: PostMemory, table: Table, looks: Callable[[int], bool], now: datetime) -> list[int]:
    """The people for whom a new post is due; where there are none, the latest one is edited.

    `looks` says who has a panel before them that shows them what they are asked. They are
    remembered with the moment by which they should have answered.
    """
    _heed_steps(memory, table, now)
    if _all_there(memory, table):
        return []
    away = [user for user in addressed(table) if not _looks_on(memory, user)]
    news = [user for user in away if _is_news(memory, table, user)]
    if all(looks(user) and _there(memory, user) for user in news):
        seen = [user for user in away if user in news or user not in memory.told]
        _expect(memory, table, seen, now + GONE)
        if not any(late <= now for late in memory.unpinged.values()):
            return []
    return list(dict.fromkeys([*news, *map(int, memory.unpinged)]))


def all_see(memory: PostMemory, table: Table) -> bool:
    """Whether everybody who plays acted last, or has what they are asked in their panel."""
    people = {seated.user_id for seated in table.people}
    return bool(memory.unpinged) and people <= {memory.by, *map(int, memory.unpinged)}


def _is_news(memory: PostMemory, table: Table, user: int) -> bool:
    """Whether somebody does not know that they are asked: their turn begins, or they were away."""
    phase = shared(table)
    if (phase and phase != memory.phase) or _begins(memory, table, user):
        return True
    return not (user in memory.told or _there(memory, user))


def _heed_steps(memory: PostMemory, table: Table, now: datetime) -> None:
    """Whoever has moved in their panel since they were asked is there, also where that told nobody
    anything. Of several who are asked at once all are pinged alike: else it shows who has answered.
    """
    if table.play is None or table.play.barrier.mode != "turn":
        return
    for user in [user for user in memory.unpinged if user in memory.asked]:
        if memory.asked[user] != _asked(table, int(user)):
            del memory.unpinged[user], memory.asked[user]
            memory.by, memory.acted[user] = int(user), now


def _asked(table: Table, user: int) -> list[tuple[int, int]]:
    return [(question.seat, question.number) for question in table.questions(user)]


def _expect(memory: PostMemory, table: Table, users: list[int], by: datetime) -> None:
    """These see what they are asked, and are pinged where they do not answer soon."""
    if users and not memory.unpinged:
        memory.before = max(map(int, memory.shown), default=0)
    for user in map(str, users):
        if user not in memory.unpinged:
            memory.unpinged[user], memory.asked[user] = by, _asked(table, int(user))


def turns(memory: PostMemory, table: Table) -> bool:
    """Whether the turn of a person has begun for whom no new post is due."""
    return any(_begins(memory, table, user) for user in addressed(table))


def shared(table: Table) -> str:
    """What names a phase whose answers are taken as they come; nothing in any other."""
    if table.play is None or table.play.barrier.mode != "each" or table.outcome is not None:
        return ""
    return "+".join(sorted({question.kind for question in table.waits}))


def _turn(game: AnyGame, news: News) -> tuple[int, str] | None:
    """Whose turn it is; where the game names the questions that begin one, nobody's in between."""
    if game.opening:
        return next(((seat, kind) for seat, _, kind in news.waits if kind in game.opening), None)
    return None if news.turn is None else (news.turn, "")


def _begins(memory: PostMemory, table: Table, user: int) -> bool:
    """Whether a turn has begun that is this user's."""
    return memory.began and memory.turn is not None and user == table.holder(memory.turn[0]).user_id


def _all_there(memory: PostMemory, table: Table) -> bool:
    """Whether seconds count and everybody looks at their panel: a post would push it out of sight."""
    return table.in_real_time and all(_there(memory, user) for user in addressed(table))


def _looks_on(memory: PostMemory, user: int) -> bool:
    """Whether this person acted last, and just now: only computers can have acted since."""
    return memory.by == user and _there(memory, user)


def _there(memory: PostMemory, user: int) -> bool:
    acted = memory.acted.get(str(user))
    return acted is not None and memory.at is not None and memory.at - acted < THERE
