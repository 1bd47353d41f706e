"""What a table has to post, its messages and what is remembered of them: one statement reads it all."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Integer, Text, bindparam, cast, null, select, union_all
from sqlalchemy.engine import Connection

from bot.store.schema import Instant, outbox, post_memories, posts


# Plain values, not rows of the schema: a new one of those takes longer than the whole statement.
@dataclass(slots=True)
class Unsaid:
    """A row of the outbox."""

    id: int
    sequence: int
    kind: str
    payload: str
    created_at: datetime


@dataclass(slots=True)
class Post:
    """A message that was sent and may be needed again."""

    message_id: int
    table_id: int
    channel_id: int
    kind: str
    created_at: datetime
    user_id: int | None = None


@dataclass(slots=True)
class Pending:
    """What a table has to post, the messages that it has, what is remembered of them by user."""

    outbox: list[Unsaid]  # what was refused for good is not among them
    latest: int  # the number of the last row, refused or not
    posts: list[Post]
    memories: dict[int, str]
    versions: dict[int, int] = field(default_factory=dict)  # of the memories


def pending(connection: Connection, table_id: int) -> Pending:
    """All of that of one table."""
    found = connection.execute(_PENDING, {"table": table_id}).all()
    due = sorted((row for row in found if row.sequence is not None), key=lambda row: row.sequence)
    messages = sorted((row for row in found if row.channel_id), key=lambda row: row.number)
    return Pending(
        [_unsaid(row) for row in due if row.refused is None],
        due[-1].sequence if due else 0,
        [_message(table_id, row) for row in messages],
        {row.user_id: row.words for row in found if row.kind is None},
        {row.user_id: row.number for row in found if row.kind is None},
    )


def _nothing(kind: Any) -> Any:
    return cast(null(), kind)


def _all_posts() -> Any:
    here = bindparam("table", type_=BigInteger)
    due = select(
        outbox.c.id.label("number"),
        outbox.c.sequence,
        outbox.c.kind,
        outbox.c.payload.label("words"),
        outbox.c.created_at,
        outbox.c.refused,
        _nothing(BigInteger).label("channel_id"),
        _nothing(BigInteger).label("user_id"),
    ).where(outbox.c.table_id == here)
    known = select(
        posts.c.message_id,
        _nothing(Integer),
        posts.c.kind,
        _nothing(Text),
        posts.c.created_at,
        _nothing(Text),
        posts.c.channel_id,
        posts.c.user_id,
    ).where(posts.c.table_id == here)
    remembered = select(
        cast(post_memories.c.version, BigInteger),
        _nothing(Integer),
        _nothing(Text),
        post_memories.c.memory,
        _nothing(Instant),
        _nothing(Text),
        _nothing(BigInteger),
        post_memories.c.user_id,
    ).where(post_memories.c.table_id == here)
    return union_all(due, known, remembered)


_PENDING = _all_posts()


def _unsaid(row: Any) -> Unsaid:
    return Unsaid(row.number, row.sequence, row.kind, row.words, row.created_at)


def _message(table_id: int, row: Any) -> Post:
    return Post(row.number, table_id, row.channel_id, row.kind, row.created_at, row.user_id)
