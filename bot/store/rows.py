"""A table from its rows, and a change of it back into rows: one transaction, all or nothing."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any

import msgspec
from sqlalchemy import bindparam, case, delete, insert, select, update
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError

from bot.store import times
from bot.store.merging import upsert
from bot.store.schema import (
    is_live,
    log,
    outbox,
    players,
    proofs,
    results,
    seats,
    settings,
    tables,
    tenures,
)
from bot.table import Bank, Due, News, Order, Pause, Person, Plan, Proposal, Seated, Table
from bot.table.change import Change
from bot.table.reach import read_reach
from bot.table.waits import asks_computer
from rules.engine import codec
from rules.engine.contract import AnyGame
from rules.engine.errors import BadSave, RulesError
from rules.engine.inputs import Input
from rules.engine.play import Play
from rules.engine.proof import prove

logger = logging.getLogger(__name__)
Games = Callable[[str], AnyGame]
Ties = Callable[[int], list[tuple[str, str, Any]]]  # what is remembered of a new table, by its id
_json = msgspec.json.Encoder()

# One statement, so that one state of the database is seen; a row for each seat, the snapshot with the
# first alone.
_snapshot = ("checksum", "since", "barrier")
_first = seats.c.player == 0
_table = (
    select(
        *(column for column in tables.c if column.name not in _snapshot),
        *(case((_first, tables.c[name])).label(name) for name in _snapshot),
        seats.c.player,
        seats.c.user_id,
        seats.c.name,
        seats.c.level,
        seats.c.orders,
        seats.c.word,
        seats.c.plan,
        seats.c.missed,
        seats.c.vacant,
        seats.c.owner_id,
        seats.c.time_left,
        players.c.dms,
        players.c.dms_closed_at,
        players.c.reminders,
        players.c.away_until,
        players.c.reach,
        players.c.zone,
        seats.c.muted,
    )
    .join(seats, seats.c.table_id == tables.c.id, isouter=True)
    .join(players, players.c.user_id == seats.c.user_id, isouter=True)
    .order_by(seats.c.player)
)
_by_id = _table.where(tables.c.id == bindparam("table"))
_by_channel = _table.where(tables.c.channel_id == bindparam("channel"), is_live)
_update = update(tables).where(
    tables.c.id == bindparam("table"), tables.c.version == bindparam("loaded")
)
_insert_log, _insert_outbox = insert(log), insert(outbox)


class Conflict(Exception):
    """Somebody else has changed the table since it was loaded."""


# -- loading


@dataclass(slots=True)
class Loaded:
    """The rows of a table: itself with its snapshot and first player, and everybody."""

    row: Any
    seats: Sequence[Any]


def fetch(
    connection: Connection, *, table: int | None = None, channel: int | None = None
) -> Loaded | None:
    """The rows of a table, or of the live table in a channel; or nothing."""
    found = (_by_id, {"table": table}) if channel is None else (_by_channel, {"channel": channel})
    rows = connection.execute(*found).all()
    if not rows:
        return None
    return Loaded(rows[0], [row for row in rows if row.player is not None])


def table(loaded: Loaded, games: Games) -> Table:
    """The table that rows tell of, its game not yet set up."""
    row = loaded.row
    game = games(row.game)
    try:
        variant = msgspec.json.decode(row.variant, type=game.variant)
    except msgspec.DecodeError as error:
        raise BadSave(f"The options of this table cannot be read: {error}.") from None
    return Table(
        id=row.id,
        game=game,
        variant=variant,
        channel_id=row.channel_id,
        guild_id=row.guild_id,
        host_id=row.host_id,
        status=row.status,
        version=row.version,
        pace=None if row.pace is None else timedelta(seconds=row.pace),
        players=tuple(map(_seated, loaded.seats)),
        invited=tuple(msgspec.json.decode(row.invited)),
        commitment=row.commitment,
        created_at=row.created_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        logged=row.logged,
        posted=row.posted,
        open_nonces=row.open_nonces,
        secret=row.secret,
        rules_version=row.rules_version,
        drawn_for=tuple(msgspec.json.decode(row.drawn_for)),
        sown=row.sown,
        parent_id=row.parent_id,
        private=row.private,
        when_full=row.when_full,
        kept_after=row.kept_after,
        bank=None if row.bank is None else _bank(row.bank),
        banks=msgspec.json.decode(row.banks, type=dict[int, float]),
        allows_away=row.allows_away,
        allows_pause=row.allows_pause,
        proposal=None if row.proposal is None else msgspec.json.decode(row.proposal, type=Proposal),
        pause=None if row.pause is None else msgspec.json.decode(row.pause, type=Pause),
        clocks=times.read_clocks(row.clocks),
        waiting=times.read_waiting(row.waiting),
    )


def _bank(text: str) -> Bank:
    spans = [timedelta(seconds=span) for span in msgspec.json.decode(text, type=list[int])]
    return Bank(*spans)


def bank_text(bank: Bank | None) -> str | None:
    """A bank as it is written down."""
    if bank is None:
        return None
    return _json.encode(
        [int(s.total_seconds()) for s in (bank.start, bank.more, bank.most)]
    ).decode()


def _seated(row: Any) -> Seated:
    closed, reminded = row.dms_closed_at is not None, row.reminders is not False
    dms: Any = row.dms or "usual"  # a computer has none of these
    orders = msgspec.json.decode(row.orders, type=tuple[Order, ...])
    return Seated(
        row.player,
        row.user_id,
        row.name,
        row.level,
        orders,
        dms,
        closed,
        reminded,
        row.word,
        row.missed,
        row.vacant,
        row.owner_id,
        msgspec.json.decode(row.time_left, type=tuple[tuple[int, int, float], ...]),
        row.away_until,
        None if row.plan is None else msgspec.json.decode(row.plan, type=Plan),
        read_reach(row.reach, row.zone),
        row.muted,
    )


def play(loaded: Loaded, game: AnyGame) -> Play[Any]:
    """The game of a table as its snapshot has it; `BadSave` where that cannot be read."""
    row = loaded.row
    if row.barrier is None:
        raise BadSave("The snapshot of this table is missing.")
    known = row.checksum
    if known is not None and known != checksum(row.id, row.barrier, row.since, row.logged):
        raise BadSave("The snapshot of this table is not as it was written.")
    barrier = codec.decode(game, row.barrier)
    try:
        since = msgspec.json.decode(row.since, type=list[Any])
        return Play(game, barrier, [codec.input_from_plain(game, plain) for plain in since])
    except (msgspec.DecodeError, RulesError) as error:
        raise BadSave(f"The snapshot of this table cannot be read: {error}") from None


def close_unread(connection: Connection, table_id: int, at: datetime) -> None:
    """End a table that cannot be loaded: nothing is asked, timed or posted there any more."""
    mine = (tables.c.id == table_id) & is_live
    values = {"status": "abandoned", "ended_at": at, "version": tables.c.version + 1}
    connection.execute(update(tables).where(mine).values(**values, **times.columns((), {})))
    connection.execute(delete(outbox).where(outbox.c.table_id == table_id))


def inputs(
    connection: Connection, game: AnyGame, table_id: int, *, up_to: int | None = None
) -> list[Input]:
    """The log of a table, from the first input on, or so many of them."""
    return [
        codec.input_from_bytes(game, one.encode()) for one in given(connection, table_id, up_to)
    ]


def given(connection: Connection, table_id: int, up_to: int | None = None) -> list[str]:
    """The log of a table as it was written."""
    query = select(log.c.number, log.c.given).where(log.c.table_id == table_id)
    if up_to is not None:
        query = query.where(log.c.number <= up_to)
    rows = connection.execute(query.order_by(log.c.number)).all()
    if [row.number for row in rows] != list(range(1, len(rows) + 1)):
        raise BadSave("The log of this table has gaps.")
    return [row.given for row in rows]


def unasked(connection: Connection, table_id: int) -> list[int]:
    """The numbers of inputs that nobody has brought: the referee's own, and computers' answers."""
    query = select(log.c.number).where(log.c.table_id == table_id, log.c.user_id.is_(None))
    return list(connection.scalars(query.order_by(log.c.number)))


# -- saving


def create(
    connection: Connection,
    values: dict[str, Any],
    host: Person,
    word: str | None,
    clock: Due | None = None,
    news: News | None = None,
    ties: Ties | None = None,
) -> int:
    """A new table with its host, the word that was made for them, the clock that it has, and what
    is remembered of it from the beginning.
    """
    runs = [] if clock is None else [replace(clock, armed=values["created_at"])]
    fresh = {"version": 0, "logged": 0, "posted": 1, **times.columns(runs, {})}
    made = connection.execute(insert(tables).values(**values, **fresh))
    key: Any = made.inserted_primary_key
    table_id = int(key[0])
    _seat(connection, table_id, [Seated(0, host.id, host.name, word=word)])
    _post(connection, table_id, 0, [("lobby", news or News())], values["created_at"])
    if ties is not None:
        upsert(connection, settings, [setting_row(*tie) for tie in ties(table_id)])
    return table_id


def setting_row(scope: str, key: str, value: Any) -> dict[str, Any]:
    """Something that is remembered, as JSON."""
    return {"scope": scope, "key": key, "value": msgspec.json.encode(value).decode()}


def save(connection: Connection, change: Change) -> None:
    """Write a change, or raise `Conflict` where the table is not as it was loaded."""
    before = change.before
    values = {"table": before.id, "loaded": before.version, **_columns(change.after)}
    if change.after.play is not None and change.after.play is not before.play:
        values |= snapshot(change.after.id, change.after.play, change.after.logged)
    try:
        if connection.execute(_update, values).rowcount != 1:
            raise Conflict
        _write(connection, change)
    except IntegrityError:  # a row that another process wrote at the same moment
        raise Conflict from None


def created(connection: Connection, values: dict[str, Any]) -> int:
    """The table that was created, known by its secret's fingerprint; 0 where none was."""
    mine = (tables.c.channel_id == values["channel_id"]) & is_live
    mine &= tables.c.commitment == values["commitment"]
    return connection.execute(select(tables.c.id).where(mine)).scalar() or 0


def kept(connection: Connection, change: Change) -> bool | None:
    """Whether a change was written, where that is not known; none where others may have been it.

    Whoever is still at it, as a server may be for a client that is gone, is waited for.
    """
    before, after = change.before, change.after
    query = select(tables).where(tables.c.id == before.id).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None or row.version < after.version:
        return False
    if not change.logged:
        same = _columns(after).items() <= dict(row._mapping).items()
        return True if same else None
    first = change.logged[0]
    mine = (log.c.table_id == before.id) & (log.c.number == before.logged + 1)
    found = connection.execute(
        select(log.c.given, log.c.user_id, log.c.request, log.c.at).where(mine)
    ).one()
    wanted = (codec.input_to_bytes(first.given).decode(), first.user_id, first.request, change.at)
    return tuple(found) == wanted


def _columns(after: Table) -> dict[str, Any]:
    return {
        "version": after.version,
        "logged": after.logged,
        "posted": after.posted,
        "status": after.status,
        "host_id": after.host_id,
        "pace": None if after.pace is None else int(after.pace.total_seconds()),
        "invited": _json.encode(after.invited).decode(),
        "started_at": after.started_at,
        "ended_at": after.ended_at,
        "rules_version": after.rules_version,
        "drawn_for": _json.encode(after.drawn_for).decode(),
        "sown": after.sown,
        "channel_id": after.channel_id,
        "parent_id": after.parent_id,
        "when_full": after.when_full,
        "kept_after": after.kept_after,
        "bank": bank_text(after.bank),
        "banks": _json.encode(after.banks).decode(),
        "allows_away": after.allows_away,
        "allows_pause": after.allows_pause,
        "proposal": None if after.proposal is None else _json.encode(after.proposal).decode(),
        "pause": None if after.pause is None else _json.encode(after.pause).decode(),
        "computer_asked": asks_computer(after),
        **times.columns(after.clocks.values(), after.waiting),
    }


def _write(connection: Connection, change: Change) -> None:
    before, after = change.before, change.after
    if after.players != before.players:
        connection.execute(delete(seats).where(seats.c.table_id == before.id))
        _seat(connection, before.id, after.players)
    if change.logged:
        _log(connection, change)
    if change.tenures:
        ended = {"table_id": before.id, "version": after.version, "logged": after.logged}
        rows = [asdict(tenure) | ended | {"at": change.at} for tenure in change.tenures]
        connection.execute(insert(tenures), rows)
    if change.results:
        shared = {
            "table_id": before.id,
            "guild_id": after.guild_id,
            "game": after.game.key,
            "ended_at": after.ended_at,
        }
        rows = [shared | asdict(result) for result in change.results]
        connection.execute(insert(results), rows)
        _prove(connection, after)
    if change.news:
        _post(connection, before.id, before.posted, change.news, change.at)


def _seat(connection: Connection, table_id: int, seated: Sequence[Seated]) -> None:
    people = {one.user_id: one for one in seated if one.user_id is not None}
    for _, one in sorted(people.items()):  # else two tables could wait for each other's rows
        mine = players.c.user_id == one.user_id
        known = connection.execute(update(players).where(mine).values(name=one.name))
        if not known.rowcount:
            values = {"user_id": one.user_id, "name": one.name}
            connection.execute(insert(players).values(dms="usual", reminders=True, **values))
    rows = [
        {
            "table_id": table_id,
            "player": player,
            "user_id": one.user_id,
            "name": one.name,
            "level": one.level,
            "orders": _json.encode(one.orders).decode(),
            "plan": None if one.plan is None else _json.encode(one.plan).decode(),
            "word": one.word,
            "missed": one.missed,
            "muted": one.muted,
            "vacant": one.vacant,
            "owner_id": one.owner_id,
            "time_left": _json.encode(one.time_left).decode(),
        }
        for player, one in enumerate(seated)
    ]
    if rows:
        connection.execute(insert(seats), rows)


def _log(connection: Connection, change: Change) -> None:
    before = change.before
    rows = [
        {
            "table_id": before.id,
            "number": number,
            "given": codec.input_to_bytes(one.given).decode(),
            "user_id": one.user_id,
            "request": one.request,
            "at": change.at,
        }
        for number, one in enumerate(change.logged, start=before.logged + 1)
    ]
    connection.execute(_insert_log, rows)


def snapshot(table_id: int, play: Play[Any], logged: int) -> dict[str, Any]:
    """A game at its last barrier with the inputs since, as columns of its table."""
    barrier = codec.encode(play.game, play.barrier)
    since = _json.encode([codec.input_to_plain(given) for given in play.since])
    return {
        "barrier": barrier,
        "since": since,
        "checksum": checksum(table_id, barrier, since, logged),
    }


def checksum(table_id: int, barrier: bytes, since: bytes, logged: int) -> str:
    """What tells a snapshot from one that something else has written into."""
    hashed = blake2b(b"%d:%d:%d:" % (table_id, logged, len(barrier)), digest_size=16)
    hashed.update(barrier)
    hashed.update(since)
    return hashed.hexdigest()


def _prove(connection: Connection, after: Table) -> None:
    """What later rules could no longer tell is kept now, in the transaction that ends the game."""
    assert after.play is not None
    log = inputs(connection, after.game, after.id)
    try:
        proof = prove(
            after.game,
            after.variant,
            after.ids,
            after.secret,
            log,
            after.play.state,
            words=after.words,
            sown=after.sown,
            began=after.rules_version,
        )
    except Exception:  # a game must not go on for ever because its proof fails
        logger.exception("the proof of table %s failed", after.id)
        return
    values = {
        "table_id": after.id,
        "proof": _json.encode(proof).decode(),
        "digest": proof.export.digest,
    }
    connection.execute(insert(proofs).values(**values))


def _post(
    connection: Connection,
    table_id: int,
    posted: int,
    news: Sequence[tuple[str, News]],
    at: datetime,
) -> None:
    rows = [
        {
            "table_id": table_id,
            "sequence": sequence,
            "kind": kind,
            "payload": _json.encode(payload).decode(),
            "created_at": at,
        }
        for sequence, (kind, payload) in enumerate(news, start=posted + 1)
    ]
    connection.execute(_insert_outbox, rows)
