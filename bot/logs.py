"""Logs as lines of JSON, without tokens."""

import json
import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from hashlib import blake2s
from secrets import token_bytes
from typing import TextIO

from discord import VoiceClient

# A bot's token, and the token of one interaction inside the address of an answer.
TOKEN = re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}")
ADDRESS = re.compile(r"((?:interactions|webhooks)/\d+/)[^/?\s\"']+")
# What the work at hand is about: an interaction, whose, at which table; on each line of it.
ABOUT: ContextVar[dict[str, object] | None] = ContextVar("about", default=None)
KEY = token_bytes(16)  # of this run: a line says that it was the same person, not who
PLAIN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


def hidden(text: str) -> str:
    """A text without the tokens in it."""
    return ADDRESS.sub(r"\1[token]", TOKEN.sub("[token]", text))


def about(interaction: int, user: int, table: str | None) -> None:
    """Everything that this task logs from now on is about this."""
    person = blake2s(str(user).encode(), key=KEY, digest_size=4).hexdigest()
    said: dict[str, object] = {"interaction": interaction, "person": person}
    if table is not None:
        said["table"] = int(table)
    ABOUT.set(said)


class Lines(logging.Formatter):
    """One JSON object a line: time, level, where, what, and the named extras."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "log": record.name,
            "said": record.getMessage(),
        }
        line |= ABOUT.get() or {}
        line |= {name: value for name, value in record.__dict__.items() if name not in PLAIN}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return hidden(json.dumps(line, default=str, ensure_ascii=False))


def set_up(level: str, stream: TextIO | None = None) -> logging.Handler:
    """Write every log line to a stream, errors of the libraries too."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.getLogger("discord").setLevel(max(logging.INFO, root.level))
    logging.getLogger("alembic").setLevel(max(logging.WARNING, root.level))
    VoiceClient.warn_nacl = VoiceClient.warn_dave = False  # a referee has no voice
    return handler
