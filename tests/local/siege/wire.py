"""Everything that the local Discord has delivered of a bot's messages, and to whom."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from bot.local.server import LocalDiscord
from tests.local.player import Json, Message

TABLE = re.compile(r"· table (\d+)")
OF_TABLE = re.compile(r"[tbdlm]:(\d+):")
ANSWERS = re.compile(r"[tb]:(\d+):(\d+)\.\d+:")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it went out."""

    file: str
    alt: str
    digest: bytes


@dataclass(frozen=True, slots=True)
class Sent:
    """One message as it was then, and who could read it."""

    at: float  # seconds of the clock on the wall
    reader: str | None  # a user's id; none: everybody in the channel
    table: int
    content: str
    labels: tuple[str, ...]  # of what can be pressed or chosen
    seats: frozenset[int]  # for which it asks something
    pictures: tuple[Picture, ...]
    pinged: frozenset[str]
    everybody: bool  # whether all were pinged

    @property
    def words(self) -> str:
        """Everything that is written in it."""
        return "\n".join([self.content, *self.labels, *(p.alt for p in self.pictures)])


class Wire:
    """Listens where the local Discord hands messages to those who may read them."""

    def __init__(self, local: LocalDiscord) -> None:
        self.sent: list[Sent] = []
        self._local, self._pass_on = local, local.crowd.tell_message
        self._digests: dict[str, bytes] = {}
        vars(local.crowd)["tell_message"] = self._tell

    def _tell(self, event: str, channel: Json, message: Json, viewer: str | None) -> None:
        if message["author"]["id"] == self._local.world.bot_id:
            reader = viewer or next(iter(channel.get("recipients") or ()), None)
            self._keep(Message(message), reader)
        self._pass_on(event, channel, message, viewer)

    def _keep(self, message: Message, reader: str | None) -> None:
        ids = [str(c["custom_id"]) for c in message.components if c.get("custom_id")]
        found = TABLE.search(message.text)
        table = int(found[1]) if found else next(map(_table_of, ids), 0)
        asked = [at for one in ids if (at := ANSWERS.match(one))]
        self.sent.append(
            Sent(
                time.time(), reader, table, message.text, tuple(_labels(message)),
                frozenset(int(at[2]) for at in asked),
                tuple(map(self._picture, message.raw["attachments"])),
                frozenset(message.mentions), bool(message.raw["mention_everyone"]),
            )
        )  # fmt: skip

    def _picture(self, attached: Json) -> Picture:
        name: str = attached["id"]
        if name not in self._digests:
            file = self._local.world.storage.file(int(name))
            assert file is not None
            self._digests[name] = digest(file[2])
        return Picture(attached["filename"], attached.get("description") or "", self._digests[name])


def digest(data: bytes) -> bytes:
    """What tells two pictures apart."""
    return blake2b(data, digest_size=16).digest()


def _table_of(custom_id: str) -> int:
    found = OF_TABLE.match(custom_id)
    return int(found[1]) if found else 0


def _labels(message: Message) -> list[str]:
    said: list[Any] = [button.label for button in message.buttons]
    for select in message.selects:
        said += [select.placeholder, *select.options]
    return [str(words) for words in said if words]
