"""Leases: which process looks after which tables, where several work on one database.

Tables belong to buckets as servers belong to Discord's shards. The time is the database's own, so
that nobody's clock decides who is dead.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import delete, func, insert, inspect, literal_column, select, text, update
from sqlalchemy.engine import Connection

from bot.errors import BotError
from bot.store.schema import handovers, leases, tables

LEASE = timedelta(seconds=12)  # for which a sign of life is good
LEFT = timedelta(seconds=5)  # after which anybody takes what is nobody's, whatever their part is
LOCK = 0x4252_4157_4C4C_5345  # one number for all processes on a database
SHIFT = 22  # bits of an id below the moment at which it was made; so Discord counts shards
OTHER_COUNT = (
    "Another process serves this database with SHARD_COUNT={other}, this one would with {mine}: all "
    "need the same. Stop the others first."
)


class Share(NamedTuple):
    """Some of all buckets: whose tables are meant."""

    buckets: frozenset[int]
    of: int  # all of them

    def has(self, guild_id: int | None) -> bool:
        """Whether the tables of a server are among them; those outside of servers are in the first."""
        return bucket_of(guild_id, self.of) in self.buckets


def bucket_of(guild_id: int | None, count: int) -> int:
    """The bucket of a server's tables, as Discord finds its shard."""
    return ((guild_id or 0) >> SHIFT) % count


def among(query: Any, share: Share | None, table_id: Any) -> Any:
    """A query for the tables of a share alone; none: for all of them."""
    if share is None:
        return query
    made = func.coalesce(tables.c.guild_id, 0).op(">>")(literal_column(str(SHIFT)))
    shard = made.op("%")(literal_column(str(share.of)))
    if table_id is not tables.c.id:
        query = query.join(tables, tables.c.id == table_id)
    return query.where(shard.in_(sorted(share.buckets)))


@dataclass(frozen=True, slots=True)
class Lease:
    """A bucket: who looks after its tables, and until when unless they say so again."""

    bucket: int
    holder: str | None = None
    until: datetime | None = None
    alive: datetime | None = None  # when its clocks were last looked after, by the holder's time
    wanted: str | None = None  # by whom it is asked back

    def free(self, at: datetime) -> bool:
        """Whether nobody holds it any more."""
        return self.holder is None or self.until is None or self.until < at

    def left(self, at: datetime) -> bool:
        """Whether those whose part it would be have had their time to take it."""
        return self.free(at) and self.until is not None and self.until < at - LEFT


@dataclass(frozen=True, slots=True)
class Process:
    """Somebody who could look after tables."""

    name: str
    home: frozenset[int]  # the buckets of the shards that it serves
    count: int
    spare: bool  # it takes what nobody else does, too


@dataclass(slots=True)
class Held:
    """What a process holds after a sign of life."""

    buckets: set[int] = field(default_factory=set)
    taken: dict[int, datetime | None] = field(default_factory=dict)  # newly; when last looked after
    wanted: set[int] = field(default_factory=set)  # to be given back to whose shard it is


def decide(known: Sequence[Lease], me: Process, at: datetime, now: datetime) -> list[Lease]:
    """What a sign of life changes: what is mine stays mine, what is free at home I take, and of what
    nobody looks after my part, or all of it where the others leave it, as those do who have just
    died; what others hold of my home is asked back.
    """
    others = {one.holder for one in known if not one.free(at) and one.holder != me.name}
    part = -(-me.count // (len(others) + 1))
    held = sum(one.holder == me.name for one in known)
    changed = []
    for one in sorted(known, key=lambda one: one.bucket not in me.home):
        home = one.bucket in me.home
        if one.holder == me.name:
            changed.append(replace(one, until=at + LEASE, alive=now))
        elif one.free(at) and (home or (me.spare and (held < part or one.left(at)))):
            held += 1
            changed.append(Lease(one.bucket, me.name, at + LEASE, now))
        elif home and one.wanted != me.name:
            changed.append(replace(one, wanted=me.name))
    return changed


# -- rows


def beat(connection: Connection, me: Process, now: datetime) -> Held:
    """Give a sign of life, and see what there is to look after."""
    at = _alone(connection)
    known = _known(connection, me.count, at)
    before = {one.bucket: one for one in known}
    held = Held()
    for one in decide(known, me, at, now):
        was = before[one.bucket]
        if one.holder == me.name:
            held.buckets.add(one.bucket)
        if one.holder == was.holder == me.name:
            held.wanted |= {one.bucket} if one.wanted is not None else set()
            continue
        if one.holder == me.name:
            held.taken[one.bucket] = was.alive
        changed = {"holder": one.holder, "wanted": one.wanted}
        connection.execute(update(leases).where(leases.c.bucket == one.bucket).values(**changed))
    mine = update(leases).where(leases.c.holder == me.name)
    connection.execute(mine.values(until=at + LEASE, alive=now))
    return held


def release(connection: Connection, name: str, buckets: Iterable[int], now: datetime) -> None:
    """Somebody looks after these no more, and has until now."""
    mine = (leases.c.holder == name) & leases.c.bucket.in_(sorted(buckets))
    free = {"holder": None, "until": func.clock_timestamp(), "alive": now}
    connection.execute(update(leases).where(mine).values(free))


def living(connection: Connection) -> list[str]:
    """Who looks after tables now; nobody where the tables are of a time before processes shared."""
    if not inspect(connection).has_table(leases.name):
        return []
    alive = leases.c.holder.is_not(None) & (leases.c.until > func.clock_timestamp())
    return sorted(set(connection.execute(select(leases.c.holder).where(alive)).scalars()))


def last_alive(connection: Connection) -> datetime | None:
    """When any table was last looked after by a process that held a lease."""
    return connection.execute(select(leases.c.alive).order_by(leases.c.alive.desc())).scalar()


def _alone(connection: Connection) -> datetime:
    """Keep others from deciding at the same moment; the moment."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    at: datetime = connection.execute(select(func.clock_timestamp())).scalar_one()
    return at


def _known(connection: Connection, count: int, at: datetime) -> list[Lease]:
    rows = connection.execute(select(leases)).all()
    if len(rows) == count:
        return [Lease(r.bucket, r.holder, r.until, r.alive, r.wanted) for r in rows]
    if any(not Lease(r.bucket, r.holder, r.until).free(at) for r in rows):
        raise BotError(OTHER_COUNT.format(other=len(rows), mine=count))
    alive = max((row.alive for row in rows if row.alive is not None), default=None)
    connection.execute(delete(leases))
    fresh = [Lease(bucket, alive=alive) for bucket in range(count)]
    connection.execute(
        insert(leases), [{"bucket": one.bucket, "alive": one.alive} for one in fresh]
    )
    return fresh


# -- what somebody else did


def hand_over(connection: Connection, table_id: int, bucket: int) -> None:
    """Tell whoever looks after a table that it has changed."""
    connection.execute(insert(handovers).values(table_id=table_id, bucket=bucket))


def handed_over(connection: Connection, share: Share) -> list[int]:
    """The tables of a share that others have changed; they are told once."""
    mine = handovers.c.bucket.in_(sorted(share.buckets))
    told = connection.execute(delete(handovers).where(mine).returning(handovers.c.table_id))
    return sorted({row.table_id for row in told})
