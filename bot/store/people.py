"""What the database keeps of one person: to show them, to hand out to them, to take out for good."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Table as Rows
from sqlalchemy import delete, or_, select, update
from sqlalchemy.engine import Connection

from bot.store import times
from bot.store.schema import (
    is_live,
    log,
    notes,
    outbox,
    players,
    post_memories,
    posts,
    proofs,
    results,
    seats,
    settings,
    tables,
    tenures,
)
from bot.store.store import LARGEST, Store
from rules.engine import fairness
from rules.engine.proof import Proof
from rules.engine.words import without_ids

NOBODY = 0  # who hosts a table that nobody is left to host
EVERYBODY = 0  # whose post is remembered: everybody's
UNKNOWN = -1  # in a list of ids: somebody who is known no more
_json = msgspec.json.Encoder()

# Rows that speak of one person by their id: theirs alone, or of a game that stays without the id.
THEIRS = (notes, posts, post_memories)
SHARED = (log, results, tenures)
# Words and lists in which somebody may be named; each is read for their id.
MENTIONS = (
    (tables, ("invited", "drawn_for", "pause")),
    (outbox, ("payload", "refused")),
    (post_memories, ("memory",)),
    (proofs, ("proof",)),
)


class Kept(NamedTuple):
    """Every row that speaks of somebody, by the database's table."""

    rows: dict[str, list[dict[str, Any]]]

    def count(self, table: str) -> int:
        """How many rows there are in a table."""
        return len(self.rows.get(table, ()))


def former(player: int) -> str:
    """What somebody is called at a table from which their name was taken out: by their place."""
    return f"Former player {player + 1}"


# -- to show and to hand out

# What a person is given of a row that is theirs; nobody else's secret is among it.
GIVEN: tuple[tuple[Rows, tuple[str, ...]], ...] = (
    (players, tuple(players.c.keys())),
    (seats, ("table_id", "player", "name", "word", "orders", "plan")),
    (log, ("table_id", "number", "given", "at")),
    (results, tuple(results.c.keys())),
    (tenures, ("table_id", "player", "why", "at")),
    (notes, ("table_id", "note", "at")),
    (posts, ("table_id", "message_id", "channel_id", "kind", "created_at")),
)


async def kept_of(store: Store, user_id: int) -> Kept:
    """Everything that is kept of somebody, as far as it is theirs to know."""

    def read(connection: Connection) -> Kept:
        found = {}
        for rows, names in GIVEN:
            query = select(*(rows.c[name] for name in names)).where(rows.c.user_id == user_id)
            found[rows.name] = _plain(connection.execute(query.order_by(*rows.primary_key)))
        waiting = times.turns(connection, user_id, 0, LARGEST).shown
        found["waits"] = [{"table_id": one.table_id, "since": one.since} for one in waiting]
        hosted = select(tables.c.id, tables.c.game, tables.c.status).where(
            tables.c.host_id == user_id
        )
        found["hosted"] = _plain(connection.execute(hosted.order_by(tables.c.id)))
        mine = select(settings.c.key, settings.c.value).where(settings.c.scope == scope(user_id))
        found["settings"] = _plain(connection.execute(mine.order_by(settings.c.key)))
        return Kept(found)

    return await store.read(read)


def _plain(found: Any) -> list[dict[str, Any]]:
    return [dict(row) for row in found.mappings()]


def scope(user_id: int) -> str:
    """Where something about somebody is remembered."""
    return f"user:{user_id}"


# -- to take out


async def forget_person(store: Store, user_id: int, left: Iterable[int]) -> list[int] | None:
    """Take somebody's id and names out of everything; returns the tables that this has changed.

    Nothing is done, and nothing returned, where they sit at a live table that is not among those
    that they have `left`: they came back meanwhile.
    """
    touched = await store.read(lambda connection: _tables_with(connection, user_id))
    return await store.write(lambda c: _forget(c, user_id, set(left), sorted(touched)))


def _tables_with(connection: Connection, user_id: int) -> set[int]:
    """The tables at which anything says who somebody is."""
    named = (tables.c.host_id == user_id) | (tables.c.channel_id == -user_id)
    found = set(connection.scalars(select(tables.c.id).where(named)))
    found.update(connection.scalars(select(seats.c.table_id).where(seats.c.owner_id == user_id)))
    for rows in (seats, *THEIRS, *SHARED):
        mine = select(rows.c.table_id).where(rows.c.user_id == user_id)
        found.update(connection.scalars(mine.distinct()))
    for rows, names in MENTIONS:
        number = rows.c.id if rows is tables else rows.c.table_id
        said = or_(*(rows.c[name].contains(str(user_id)) for name in names))
        found.update(connection.scalars(select(number).where(said)))
    spoken = settings.c.scope.startswith("table:") & settings.c.value.contains(str(user_id))
    for named_by in connection.scalars(select(settings.c.scope).where(spoken)):
        found.add(int(named_by.partition(":")[2]))
    return found


def _forget(
    connection: Connection, user_id: int, left: set[int], touched: Sequence[int]
) -> list[int] | None:
    mine = select(seats.c.table_id).join(tables, tables.c.id == seats.c.table_id)
    if set(connection.scalars(mine.where(is_live, seats.c.user_id == user_id))) - left:
        return None
    known = connection.scalar(select(players.c.name).where(players.c.user_id == user_id))
    for number in touched:
        _forget_at(connection, number, user_id, known)
    for rows in THEIRS:
        connection.execute(delete(rows).where(rows.c.user_id == user_id))
    for rows in SHARED:
        here = (rows.c.user_id == user_id) & rows.c.table_id.in_(touched)
        connection.execute(update(rows).where(here).values(user_id=None))
    connection.execute(delete(settings).where(settings.c.scope == scope(user_id)))
    connection.execute(delete(players).where(players.c.user_id == user_id))
    return list(touched)


def _forget_at(connection: Connection, number: int, user_id: int, known: str | None) -> None:
    """Take somebody out of one table: its row, its seats, its proof, and what it has to say."""
    row = connection.execute(select(tables).where(tables.c.id == number)).first()
    if row is None:
        return
    here = seats.c.table_id == number
    seated = connection.execute(select(seats).where(here).order_by(seats.c.player)).all()
    mine = next((one for one in seated if one.user_id == user_id), None)
    pseudonym = former(mine.player) if mine is not None else "Somebody"
    values = _without(row, seated, user_id)
    connection.execute(update(tables).where(tables.c.id == number).values(**values))
    if mine is not None:
        own = here & (seats.c.player == mine.player)
        gone = {"user_id": None, "name": pseudonym, "orders": "[]", "plan": None}
        connection.execute(update(seats).where(own).values(**gone))
    owned = here & (seats.c.owner_id == user_id)  # nobody comes back to it, others may take it
    connection.execute(update(seats).where(owned).values(owner_id=None))
    names = {name for name in (known, mine.name if mine is not None else None) if name}
    _reword(connection, number, _Words(user_id, names, pseudonym))
    _forget_proof(connection, number, user_id)


def _without(row: Any, seated: Sequence[Any], user_id: int) -> dict[str, Any]:
    """The columns of a table without somebody: another person hosts it, or nobody.

    The seed of a game that began when seeds were made of ids is kept as it is.
    """
    values: dict[str, Any] = {"version": row.version + 1}
    if row.host_id == user_id:
        others = [one.user_id for one in seated if one.user_id not in (None, user_id)]
        values["host_id"] = others[0] if others else NOBODY
    if row.channel_id == -user_id:
        values["channel_id"] = -row.id  # still in no channel
    drawn_for = msgspec.json.decode(row.drawn_for, type=list[str])
    if str(user_id) in drawn_for:
        words = [one.word for one in seated]
        whole = None if None in words else words
        values["sown"] = row.sown or fairness.seed(row.secret, drawn_for, whole)
        values["drawn_for"] = _text(without_ids(drawn_for, [str(user_id)]))
    invited = msgspec.json.decode(row.invited, type=list[int])
    values["invited"] = _text([one for one in invited if one != user_id])
    if row.pause is not None:
        pause = msgspec.json.decode(row.pause)
        pause["who"] = [one for one in pause.get("who", ()) if one != user_id]
        values["pause"] = _text(pause)
    return values


def _reword(connection: Connection, number: int, words: "_Words") -> None:
    """Take somebody out of what waits to be posted, what was posted, and what was set here."""
    texts = (
        (outbox, outbox.c.id, "payload"),
        (outbox, outbox.c.id, "refused"),
        (post_memories, post_memories.c.user_id, "memory"),
    )
    for rows, key, column in texts:
        here = rows.c.table_id == number
        for row in connection.execute(select(key.label("key"), rows.c[column]).where(here)).all():
            told = words.out_of(row[1])
            if told != row[1]:
                connection.execute(update(rows).where(here, key == row.key).values({column: told}))
    here = settings.c.scope == f"table:{number}"
    for row in connection.execute(select(settings.c.key, settings.c.value).where(here)).all():
        value = words.out_of(row.value)
        if value != row.value:
            own = update(settings).where(here, settings.c.key == row.key)
            connection.execute(own.values(value=value))


class _Words:
    """Takes somebody's id and names out of JSON and of words."""

    def __init__(self, user_id: int, names: set[str], pseudonym: str) -> None:
        self.user_id, self.pseudonym = user_id, pseudonym
        named = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        said = rf"<@!?{user_id}>|(?<!\d){user_id}(?!\d)"
        self.said = re.compile(rf"{said}|(?<!\w)(?:{named})(?!\w)" if named else said)

    def out_of(self, text: str | None) -> str | None:
        """A text without them; lists keep their length, and what was remembered by id goes."""
        if text is None:
            return None
        try:
            plain = msgspec.json.decode(text)
        except msgspec.DecodeError:
            return self.said.sub(self.pseudonym, text)
        told = self._out_of(plain)
        return text if told == plain else _text(told)

    def _out_of(self, value: Any) -> Any:
        if isinstance(value, dict):
            kept = {key: one for key, one in value.items() if key != str(self.user_id)}
            return {key: self._out_of(one) for key, one in kept.items()}
        if isinstance(value, list):
            return [self._out_of(one) for one in value]
        if isinstance(value, str):
            return self.said.sub(self.pseudonym, value)
        return UNKNOWN if value == self.user_id and not isinstance(value, bool) else value


def _forget_proof(connection: Connection, number: int, user_id: int) -> None:
    """A game that began before places knows people by id; then its file is made without this one."""
    here = proofs.c.table_id == number
    row = connection.execute(select(proofs.c.proof).where(here)).first()
    if row is None or str(user_id) not in row.proof:
        return
    proof = msgspec.json.decode(row.proof, type=Proof)
    left = fairness.forgotten(proof.export, [str(user_id)])
    if left is not proof.export:
        made = msgspec.structs.replace(proof, export=left)
        values = {"proof": _text(made), "digest": left.digest}
        connection.execute(update(proofs).where(here).values(**values))


def _text(value: Any) -> str:
    return _json.encode(value).decode()
