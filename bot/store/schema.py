"""The database's tables; times are aware UTC, ids of Discord take 64 bits."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    TypeDecorator,
    false,
    literal_column,
    text,
    true,
)
from sqlmodel import Field, SQLModel

LIVE = "status IN ('lobby', 'playing')"
INVITING = "invited <> '[]'"
ASKED = "computer_asked"
UNSAID = "unsaid"
WAKES = "wake_at IS NOT NULL"
NUDGES = "nudge_at IS NOT NULL"
ROW_ID = BigInteger().with_variant(Integer(), "sqlite")  # SQLite counts up INTEGER keys alone
NEVER_AGAIN = {"sqlite_autoincrement": True}  # an id names one row for good, as in PostgreSQL


class Instant(TypeDecorator[datetime]):
    """A moment that is aware of being UTC, in every database."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn a moment into UTC; a naive one is a mistake."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment must be aware of its time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give a moment back as UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _table_id(**more: Any) -> Any:
    return Field(sa_column=Column(ROW_ID, ForeignKey("tables.id", ondelete="CASCADE"), **more))


def _moment(nullable: bool = False) -> Any:
    return Field(default=None, sa_column=Column(Instant(), nullable=nullable))


def _only(name: str, column: str, which: str) -> Index:
    """An index of those rows alone."""
    return Index(name, column, sqlite_where=text(which), postgresql_where=text(which))


class TableRow(SQLModel, table=True):
    """A table: one game in one channel, from its lobby to its end.

    All that changes with its version is in this row, so that a change is one statement: with log and
    outbox it is three.
    """

    __tablename__ = "tables"
    __table_args__ = (
        Index(
            "one_live_table",
            "channel_id",
            unique=True,
            sqlite_where=text(LIVE),
            postgresql_where=text(LIVE),
        ),
        # What is to be done after a start is found by these, however many tables rest.
        _only("tables_inviting", "id", f"{INVITING} AND {LIVE}"),
        _only("computers_asked", "id", ASKED),
        _only("clocks_next", "wake_at", WAKES),
        _only("nudges_next", "nudge_at", NUDGES),
        Index("tables_in_channel", "parent_id"),
        Index("tables_in_server", "guild_id"),
        NEVER_AGAIN,
    )

    id: int | None = Field(default=None, sa_column=Column(ROW_ID, primary_key=True))
    channel_id: int = Field(sa_column=Column(BigInteger, nullable=False))
    parent_id: int | None = Field(default=None, sa_column=Column(BigInteger))  # of a thread
    guild_id: int | None = Field(default=None, sa_column=Column(BigInteger))
    host_id: int = Field(sa_column=Column(BigInteger, nullable=False))
    game: str
    rules_version: str
    variant: str = Field(sa_column=Column(Text, nullable=False))  # JSON
    status: str
    version: int = 0  # goes up with every change
    pace: int | None = None  # seconds per turn
    invited: str = Field(default="[]", sa_column=Column(Text, nullable=False))  # JSON, user ids
    secret: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    commitment: str
    drawn_for: str = Field(  # JSON: the players as the seed was made of them, once it was
        default="[]", sa_column=Column(Text, nullable=False, server_default="[]")
    )
    # The seed, where ids that it was made of were taken out.
    sown: bytes | None = Field(default=None, sa_column=Column(LargeBinary))
    logged: int = 0  # inputs in the log
    posted: int = 0  # rows that the outbox has ever had
    open_nonces: int = Field(  # so many of them had nonces that anybody could make
        default=0, sa_column=Column(Integer, nullable=False, server_default="0")
    )
    pause: str | None = Field(default=None, sa_column=Column(Text))  # JSON of Pause
    private: bool = Field(  # only the invited may sit down, and find it
        default=False, sa_column=Column(Boolean, nullable=False, server_default=false())
    )
    when_full: bool = Field(  # the game begins by itself with the last seat taken
        default=False, sa_column=Column(Boolean, nullable=False, server_default=false())
    )
    bank: str | None = Field(
        default=None, sa_column=Column(Text)
    )  # JSON: seconds at first, more, most
    banks: str = Field(  # JSON, seconds by seat while its clock does not run
        default="{}", sa_column=Column(Text, nullable=False, server_default="{}")
    )
    allows_away: bool = Field(  # clocks rest for whoever is away
        default=True, sa_column=Column(Boolean, nullable=False, server_default=true())
    )
    allows_pause: bool = Field(  # all players together can let it rest
        default=True, sa_column=Column(Boolean, nullable=False, server_default=true())
    )
    proposal: str | None = Field(default=None, sa_column=Column(Text))  # JSON of Proposal
    kept_after: int = Field(  # missed turns after which a computer keeps a seat; 0: never
        default=3, sa_column=Column(Integer, nullable=False, server_default="3")
    )
    computer_asked: bool = Field(  # it waits for a computer
        default=False, sa_column=Column(Boolean, nullable=False, server_default=false())
    )
    created_at: datetime = _moment()
    started_at: datetime | None = _moment(nullable=True)
    ended_at: datetime | None = _moment(nullable=True)
    # The clocks that run: pace:SEAT, game:NAME, plan:SEAT, draw:end, lobby:close, pause:close,
    # pause:end or proposal:end
    clocks: str = Field(  # JSON of Due
        default="[]", sa_column=Column(Text, nullable=False, server_default="[]")
    )
    wake_at: datetime | None = _moment(nullable=True)  # when the first of them wants something
    waiting: str = Field(  # JSON of Wait by player: whom it waits for
        default="{}", sa_column=Column(Text, nullable=False, server_default="{}")
    )
    nudge_at: datetime | None = _moment(nullable=True)  # when the first of them is reminded
    # The snapshot: the game at its last barrier, and the inputs since; last, as it is the longest.
    checksum: str | None = None  # of all that; none where an earlier version wrote it
    since: bytes | None = Field(default=None, sa_column=Column(LargeBinary))  # JSON
    barrier: bytes | None = Field(default=None, sa_column=Column(LargeBinary))


class PlayerRow(SQLModel, table=True):
    """Somebody who has played, and how they want to be reached."""

    __tablename__ = "players"
    __table_args__ = (Index("digests_due", "digest_at"), Index("players_away", "away_until"))

    user_id: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    name: str
    reminders: bool = True
    dms: str = "usual"  # what comes by direct message: as the game wants, always, never
    dms_closed_at: datetime | None = _moment(nullable=True)  # when Discord last said so
    dm_channel_id: int | None = Field(default=None, sa_column=Column(BigInteger))
    zone: str | None = Field(default=None, sa_column=Column(Text))  # their time zone, by name
    digest_hour: int | None = None  # of their day, at which they read what waits; none: never
    digest_at: datetime | None = _moment(nullable=True)  # when that is next
    away_until: datetime | None = _moment(nullable=True)  # as they said
    reach: str = Field(  # JSON of Reach: how they want to be reminded
        default="{}", sa_column=Column(Text, nullable=False, server_default="{}")
    )


class SeatRow(SQLModel, table=True):
    """A player at a table, in joining order: a person or a computer."""

    __tablename__ = "seats"
    __table_args__ = (
        Index("seated_once", "table_id", "user_id", unique=True),
        Index("seats_of_user", "user_id"),
        Index("seats_of_owner", "owner_id"),
    )

    table_id: int = _table_id(primary_key=True)
    player: int = Field(primary_key=True)
    user_id: int | None = Field(default=None, sa_column=Column(BigInteger))
    name: str
    level: str | None = None
    orders: str = Field(
        default="[]", sa_column=Column(Text, nullable=False, server_default="[]")
    )  # JSON: what is answered once and for all
    plan: str | None = Field(default=None, sa_column=Column(Text))  # JSON of Plan
    # Mixed into the luck, a computer's is empty; none at a table that is older than words.
    word: str | None = Field(default=None, sa_column=Column(Text))
    missed: int = Field(  # turns in a row in which their time ran out
        default=0, sa_column=Column(Integer, nullable=False, server_default="0")
    )
    vacant: bool = Field(  # a computer keeps it until somebody takes it
        default=False, sa_column=Column(Boolean, nullable=False, server_default=false())
    )
    muted: bool = Field(  # its player wants no reminders of this table
        default=False, sa_column=Column(Boolean, nullable=False, server_default=false())
    )
    owner_id: int | None = Field(default=None, sa_column=Column(BigInteger))  # may come back to it
    time_left: str = Field(  # JSON, the time that the owner had for what they were asked
        default="[]", sa_column=Column(Text, nullable=False, server_default="[]")
    )


class LogRow(SQLModel, table=True):
    """One input of a game; nothing is ever deleted here, an undo is another row."""

    __tablename__ = "log"
    __table_args__ = (Index("log_request", "table_id", "request"),)

    table_id: int = _table_id(primary_key=True)
    number: int = Field(primary_key=True)
    given: str = Field(sa_column=Column(Text, nullable=False))  # JSON
    user_id: int | None = Field(default=None, sa_column=Column(BigInteger))
    request: str | None = None  # the interaction that brought it
    at: datetime = _moment()


class OutboxRow(SQLModel, table=True):
    """Something to post; it goes when Discord has answered."""

    __tablename__ = "outbox"
    __table_args__ = (Index("outbox_order", "table_id", "sequence", unique=True), NEVER_AGAIN)

    id: int | None = Field(default=None, sa_column=Column(ROW_ID, primary_key=True))
    table_id: int = _table_id(nullable=False)
    sequence: int  # counts the table's rows, without a gap
    # lobby, full, expired, begun, told, over, abandoned, settings, seats, warning, paused, resumed,
    # proposal, away, nudge, stuck, next
    kind: str
    payload: str = Field(sa_column=Column(Text, nullable=False))  # JSON of News
    created_at: datetime = _moment()
    refused: str | None = Field(default=None, sa_column=Column(Text))  # why it was set aside


class PostRow(SQLModel, table=True):
    """A message that was sent and may be needed again."""

    __tablename__ = "posts"
    __table_args__ = (Index("posts_of_table", "table_id", "kind"),)

    message_id: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    table_id: int = _table_id(nullable=False)
    channel_id: int = Field(sa_column=Column(BigInteger, nullable=False))
    kind: str  # lobby, full, turn, seats, proposal, reminder, private, invitation
    user_id: int | None = Field(default=None, sa_column=Column(BigInteger))  # of a private one
    created_at: datetime = _moment()


class PostMemoryRow(SQLModel, table=True):
    """What is remembered of a message that is edited as a game goes on, while it does."""

    __tablename__ = "post_memories"
    __table_args__ = (_only("post_memories_unsaid", "table_id", UNSAID),)

    table_id: int = _table_id(primary_key=True)
    # Whose direct message it is; 0 for the post that everybody reads.
    user_id: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    memory: str = Field(sa_column=Column(Text, nullable=False))  # JSON
    unsaid: bool = Field(  # something of it has yet to be posted
        default=False, sa_column=Column(Boolean, nullable=False, server_default=false())
    )
    version: int = Field(  # how often it was written
        default=1, sa_column=Column(Integer, nullable=False, server_default="1")
    )


class SettingRow(SQLModel, table=True):
    """Something the bot remembers, by scope (`bot`, `guild:ID`, `user:ID`) and key."""

    __tablename__ = "settings"

    scope: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    value: str = Field(sa_column=Column(Text, nullable=False))  # JSON


class NoteRow(SQLModel, table=True):
    """What somebody has noted at a table; nobody else ever reads it."""

    __tablename__ = "notes"
    __table_args__ = (Index("notes_of_user", "user_id"),)

    table_id: int = _table_id(primary_key=True)
    user_id: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    note: str = Field(sa_column=Column(Text, nullable=False))
    at: datetime = _moment()


class ResultRow(SQLModel, table=True):
    """How a game ended for one of its players."""

    __tablename__ = "results"
    __table_args__ = (Index("results_of_user", "user_id", "game"),)

    table_id: int = _table_id(primary_key=True)
    player: int = Field(primary_key=True)
    user_id: int | None = Field(default=None, sa_column=Column(BigInteger))
    level: str | None = None
    guild_id: int | None = Field(default=None, sa_column=Column(BigInteger))
    game: str
    won: bool
    drawn: bool
    score: int | None = None
    reason: str
    ended_at: datetime = _moment()


class TenureRow(SQLModel, table=True):
    """Somebody's time in a seat that they gave up before the game was over."""

    __tablename__ = "tenures"
    __table_args__ = (Index("tenures_of_user", "user_id"),)

    table_id: int = _table_id(primary_key=True)
    player: int = Field(primary_key=True)
    version: int = Field(primary_key=True)  # of the table, when they gave it up
    user_id: int | None = Field(default=None, sa_column=Column(BigInteger))
    level: str | None = None
    why: str  # missed, left, replaced, removed; a computer's: returned, taken
    logged: int  # inputs in the log at this point
    at: datetime = _moment()


class ProofRow(SQLModel, table=True):
    """A finished game as it is given away, made by the rules that it was played by."""

    __tablename__ = "proofs"

    table_id: int = _table_id(primary_key=True)
    proof: str = Field(sa_column=Column(Text, nullable=False))  # JSON
    digest: str | None = None  # of the file in it; none where an earlier version wrote it


class LeaseRow(SQLModel, table=True):
    """Which process looks after the tables of some servers, where several could."""

    __tablename__ = "leases"

    bucket: int = Field(sa_column=Column(Integer, primary_key=True, autoincrement=False))
    holder: str | None = None  # a process, by a name of its own
    until: datetime | None = _moment(nullable=True)  # by the database's time
    alive: datetime | None = _moment(nullable=True)  # when their clocks were last looked after
    wanted: str | None = None  # by the process that serves their shard


class HandoverRow(SQLModel, table=True):
    """A table that was changed by a process which does not look after it."""

    __tablename__ = "handovers"
    __table_args__ = (Index("handovers_of_bucket", "bucket"),)

    table_id: int = _table_id(primary_key=True)
    bucket: int


def _rows_of(model: type[SQLModel]) -> Table:
    return SQLModel.metadata.tables[str(model.__tablename__)]


tables = _rows_of(TableRow)
players = _rows_of(PlayerRow)
seats = _rows_of(SeatRow)
log = _rows_of(LogRow)
outbox = _rows_of(OutboxRow)
posts = _rows_of(PostRow)
post_memories = _rows_of(PostMemoryRow)
settings = _rows_of(SettingRow)
notes = _rows_of(NoteRow)
results = _rows_of(ResultRow)
tenures = _rows_of(TenureRow)
proofs = _rows_of(ProofRow)
leases = _rows_of(LeaseRow)
handovers = _rows_of(HandoverRow)

# As literals: with bound values no database would see that the index of live tables serves.
is_live = tables.c.status.in_([literal_column("'lobby'"), literal_column("'playing'")])
is_inviting = text(f"tables.{INVITING}")
asks_computer = text(f"tables.{ASKED}")
is_unsaid = text(f"post_memories.{UNSAID}")
