"""The world file: everything that must outlive a kill, in SQLite."""

from __future__ import annotations

import errno
import sqlite3
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

Json = dict[str, Any]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS things (kind TEXT, id TEXT, data BLOB, PRIMARY KEY (kind, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS messages (
  id INTEGER PRIMARY KEY, channel INTEGER NOT NULL, viewer INTEGER, nonce TEXT, data BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS messages_channel ON messages (channel, id);
CREATE INDEX IF NOT EXISTS messages_nonce ON messages (channel, nonce) WHERE nonce IS NOT NULL;
CREATE TABLE IF NOT EXISTS files (id INTEGER PRIMARY KEY, message INTEGER, name TEXT, type TEXT, data BLOB);
CREATE INDEX IF NOT EXISTS files_message ON files (message);
CREATE TABLE IF NOT EXISTS interactions (id INTEGER PRIMARY KEY, token TEXT UNIQUE, data BLOB);
"""
_PATIENCE = 2.0  # seconds that a run before this one has to let go of the file
_CACHED = 1024  # messages kept decoded; the rest is read from the file again

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode


class Storage:
    """Reads and writes the world file; each write is committed before it returns."""

    def __init__(self, file: Path | None) -> None:
        if file is not None:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with suppress(PermissionError):  # private answers are in it; SQLite says what is wrong
                file.touch(mode=0o600)
                file.chmod(0o600)
        self._db = sqlite3.connect(str(file or ":memory:"), isolation_level=None, timeout=_PATIENCE)
        # What is held in memory would go astray if somebody else wrote to the file too.
        self._db.execute("PRAGMA locking_mode=EXCLUSIVE")
        try:
            self._open()
        except sqlite3.OperationalError as error:
            self._db.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise BlockingIOError(
                errno.EBUSY, f"another local Discord is open with {file}"
            ) from None
        self._seen: OrderedDict[str, Json] = OrderedDict()

    def _open(self) -> None:
        # A commit in the log survives a kill of the process; only a power cut could lose the last.
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.executescript(_SCHEMA)

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """One transaction for several writes."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            self._seen.clear()
            raise
        self._db.execute("COMMIT")

    def last_id(self) -> int:
        rows = self._db.execute(
            "SELECT max(id) FROM messages UNION ALL SELECT max(id) FROM files"
            " UNION ALL SELECT max(id) FROM interactions"
            " UNION ALL SELECT max(CAST(id AS INTEGER)) FROM things WHERE kind != 'setting'"
        )
        return max(row[0] or 0 for row in rows)

    # things: settings, users, channels, commands

    def things(self, kind: str) -> dict[str, Any]:
        rows = self._db.execute("SELECT id, data FROM things WHERE kind = ? ORDER BY id", (kind,))
        return {key: decode(data) for key, data in rows}

    def put(self, kind: str, key: str, data: Any) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO things VALUES (?, ?, ?)", (kind, key, encode(data))
        )

    def drop(self, kind: str, key: str) -> None:
        self._db.execute("DELETE FROM things WHERE kind = ? AND id = ?", (kind, key))

    # messages

    def put_message(self, message: Json, viewer: str | None, nonce: str | None = None) -> None:
        self._db.execute(
            "INSERT INTO messages VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET data = excluded.data",
            (
                int(message["id"]),
                int(message["channel_id"]),
                viewer and int(viewer),
                nonce,
                encode(message),
            ),
        )
        self._remember(message, viewer)

    def message(self, message_id: str) -> tuple[Json, str | None] | None:
        """A message and the one player who may see it, or None for everybody."""
        entry = self._seen.get(message_id)
        if entry is not None:
            self._seen.move_to_end(message_id)
            return entry["message"], entry["viewer"]
        if not message_id.isdecimal() or len(message_id) > 19:
            return None
        row = self._db.execute(
            "SELECT data, viewer FROM messages WHERE id = ?", (int(message_id),)
        ).fetchone()
        if row is None:
            return None
        message, viewer = decode(row[0]), row[1] and str(row[1])
        self._remember(message, viewer)
        return message, viewer

    def _remember(self, message: Json, viewer: str | None) -> None:
        self._seen[message["id"]] = {"message": message, "viewer": viewer}
        self._seen.move_to_end(message["id"])
        if len(self._seen) > _CACHED:
            self._seen.popitem(last=False)

    def drop_message(self, message_id: str) -> None:
        with self.together():
            self._db.execute("DELETE FROM messages WHERE id = ?", (int(message_id),))
            self._db.execute("DELETE FROM files WHERE message = ?", (int(message_id),))
        self._seen.pop(message_id, None)

    def drop_channel(self, channel: str) -> None:
        with self.together():
            self._db.execute(
                "DELETE FROM files WHERE message IN (SELECT id FROM messages WHERE channel = ?)",
                (int(channel),),
            )
            self._db.execute("DELETE FROM messages WHERE channel = ?", (int(channel),))
        self._seen.clear()

    def history(
        self,
        channel: str,
        *,
        viewer: str | None = None,
        before: int = 2**63 - 1,
        after: int = 0,
        limit: int = 50,
        oldest_first: bool = False,
    ) -> list[Json]:
        """Messages of a channel that `viewer` (or everybody, when None) may see."""
        order = "ASC" if oldest_first else "DESC"
        rows = self._db.execute(
            "SELECT data FROM messages WHERE channel = ? AND id < ? AND id > ?"
            f" AND (viewer IS NULL OR viewer = ?) ORDER BY id {order} LIMIT ?",
            (int(channel), before, after, viewer and int(viewer), limit),
        )
        return [decode(row[0]) for row in rows]

    def by_nonce(self, channel: str, nonce: str, after: int) -> str | None:
        row = self._db.execute(
            "SELECT id FROM messages WHERE channel = ? AND nonce = ? AND id > ?",
            (int(channel), nonce, after),
        ).fetchone()
        return None if row is None else str(row[0])

    # attachments

    def put_file(self, file_id: str, message: str, name: str, kind: str, data: bytes) -> None:
        self._db.execute(
            "INSERT INTO files VALUES (?, ?, ?, ?, ?)",
            (int(file_id), int(message), name, kind, data),
        )

    def file(self, file_id: int) -> tuple[str, str, bytes] | None:
        """Name, type and bytes of an attachment."""
        row = self._db.execute(
            "SELECT name, type, data FROM files WHERE id = ?", (file_id,)
        ).fetchone()
        return None if row is None else (row[0], row[1], row[2])

    def keep_files(self, message_id: str, kept: list[str]) -> None:
        """Of a message's files these stay, and no others."""
        marks = ", ".join("?" * len(kept))
        self._db.execute(
            f"DELETE FROM files WHERE message = ? AND id NOT IN ({marks})",
            (int(message_id), *map(int, kept)),
        )

    # interactions

    def put_interaction(self, interaction_id: str, token: str, data: bytes) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO interactions VALUES (?, ?, ?)",
            (int(interaction_id), token, data),
        )

    def interaction(self, token: str) -> bytes | None:
        row = self._db.execute("SELECT data FROM interactions WHERE token = ?", (token,)).fetchone()
        return None if row is None else row[0]

    def drop_interactions(self, before: int) -> None:
        self._db.execute("DELETE FROM interactions WHERE id < ?", (before,))
