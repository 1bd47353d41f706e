"""What a table has to post, its messages and what is remembered of them: one statement reads it all."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, Integer, Text, bindparam, cast, null, select, union_all
from sqlalchemy.engine import Connection

from bot.store.schema import Instant, OutboxRow, PostRow, outbox, post_memories, posts


@dataclass(slots=True)
class Pending:
    """What a table has to post, the messages that it has, what is remembered of them by user."""

    outbox: list[OutboxRow]  # what was refused for good is not among them
    latest: int  # the number of the last row, refused or not
    posts: list[PostRow]
    memories: dict[int, str]


def pending(connection: Connection, table_id: int) -> Pending:
    """All of that of one table."""
    found = connection.execute(_PENDING, {"table": table_id}).all()
    due = sorted((row for row in found if row.sequence is not None), key=lambda row: row.sequence)
    messages = sorted((row for row in found if row.channel_id), key=lambda row: row.number)
    return Pending(
        [_due(table_id, row) for row in due if row.refused is None],
        due[-1].sequence if due else 0,
        [_message(table_id, row) for row in messages],
        {row.user_id: row.words for row in found if row.kind is None},
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
        _nothing(BigInteger),
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


def _due(table_id: int, row: Any) -> OutboxRow:
    return OutboxRow(
        id=row.number,
        table_id=table_id,
        sequence=row.sequence,
        kind=row.kind,
        payload=row.words,
        created_at=row.created_at,
    )


def _message(table_id: int, row: Any) -> PostRow:
    return PostRow(
        message_id=row.number,
        table_id=table_id,
        channel_id=row.channel_id,
        kind=row.kind,
        user_id=row.user_id,
        created_at=row.created_at,
    )
