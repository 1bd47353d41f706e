"""Logs as lines of JSON, without tokens."""

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import TextIO

from discord import VoiceClient

# A bot's token, and the token of one interaction inside the address of an answer.
TOKEN = re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}")
ADDRESS = re.compile(r"((?:interactions|webhooks)/\d+/)[^/?\s\"']+")
PLAIN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}


def hidden(text: str) -> str:
    """A text without the tokens in it."""
    return ADDRESS.sub(r"\1[token]", TOKEN.sub("[token]", text))


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
