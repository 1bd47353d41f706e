"""What a table has to post and what is known of its messages: read once, written as they go out."""

import logging
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

import msgspec

from bot.store import Store
from bot.store.pending import Pending, Post, Unsaid
from bot.store.store import Settled
from bot.table import readable
from rules.engine.contract import AnyGame

logger = logging.getLogger(__name__)
EVERYBODY = 0  # whose post is remembered: everybody's
NOTHING = "{}"  # is remembered
TURN = "turn"  # the kind of a post that tells of a turn
NOTES = 8  # lines that a player was told by others' doing


class Past(msgspec.Struct):
    """What is to be left of a post that another has taken the place of."""

    content: str
    twice: bool = False  # whether it may say until then what the other says, too


class PostMemory(msgspec.Struct, kw_only=True):
    """What is remembered of a table's latest post; lines by the number of their outbox row."""

    shown: dict[str, list[str]] = {}  # lines of the latest post
    carried: dict[str, list[str]] = {}  # lines that no post has yet
    digest: str = ""  # of what the latest post says
    picture: str = ""  # the digest of what it shows
    first: bool = False  # the latest post is the game's first, or it is still due
    turn: tuple[int, str] | None = None  # whose turn it is, by seat and kind of question
    began: bool = False  # it has begun, and no post was made for it
    since: int = 0  # the row with which the turn began that the latest post tells of
    phase: str = ""  # the phase whose answers are taken as they come, if it is one
    left_out: int = 0  # lines of the latest post for which it has no room any more
    told: list[int] = []  # users who know from the latest post that they are waited for
    acted: dict[str, datetime] = {}  # when people last acted, by user
    by: int | None = None  # the person who acted last; none where the referee did
    at: datetime | None = None  # when the last of it happened
    unpinged: dict[str, datetime] = {}  # who is asked in their panel alone, and until when
    asked: dict[str, list[tuple[int, int]]] = {}  # what they were: seats and numbers of questions
    before: int = 0  # the last row that was told before they were asked
    sending: int = 0  # the first row of a post that may be there though nobody has noted it
    past: dict[str, Past] = {}  # what posts are yet to be changed into, by their message
    spent: int = 0  # a message of no more use: the next one takes its row

    @property
    def unsaid(self) -> bool:
        """Whether something is left to be told, to be changed, or somebody to be pinged."""
        return bool(self.carried or self.unpinged or self.past)


class MessageMemory(msgspec.Struct, kw_only=True):
    """What is remembered of a player's direct message."""

    digest: str = ""
    picture: str = ""  # the digest of what it shows
    notes: dict[str, list[str]] = {}  # told since the player last acted, by the length of the log
    secrets: str = ""  # the digest of what the player knew when somebody last acted
    asked: bool = False  # whether something was asked of them then
    due: bool = False  # it is to be written, whether or not the player looks at a panel
    # since when others have done, or something is asked, that it does not say
    since: datetime | None = msgspec.field(default=None, name="turn")
    failed: int = 0  # times that Discord took it for senseless
    reminder: str = ""  # what the player was last reminded of

    @property
    def unsaid(self) -> bool:
        """Whether the player is to be written to."""
        return self.due or self.since is not None

    @property
    def said(self) -> str:
        """The latest of what the player was told."""
        lines = [line for at in sorted(self.notes, key=int) for line in self.notes[at]]
        return "\n".join(lines[-NOTES:])


M = TypeVar("M", PostMemory, MessageMemory)


@dataclass(slots=True)
class Ledger:
    """The messages of one table while they are brought up to date.

    What changes is written together: a row of the outbox goes in the same transaction in which
    the post that it led to, and what players were told by it, are remembered.
    """

    store: Store
    table_id: int
    pending: Pending
    settled: Settled = field(default_factory=Settled)
    unwritten: Settled | None = None  # Discord has it, and the database did not take that
    noted: str = NOTHING  # what the database has of the post that everybody reads

    @classmethod
    async def open(cls, store: Store, table_id: int) -> "Ledger":
        """Read everything about a table's messages."""
        pending = await store.pending(table_id)
        noted = pending.memories.get(EVERYBODY, NOTHING)
        ledger = cls(store, table_id, pending, noted=noted)
        ledger._drop(ledger.post.spent)
        return ledger

    # -- messages

    def posts(self, kind: str, user_id: int | None = None) -> list[Post]:
        """The messages of a kind, the oldest first; a direct message is somebody's."""
        return [p for p in self.pending.posts if p.kind == kind and p.user_id == user_id]

    def sent(self, post: Post) -> None:
        """A message is there; by its nonce it may be one that was known before."""
        self._drop(post.message_id)
        self.pending.posts.append(post)
        self.settled.forgotten = [m for m in self.settled.forgotten if m != post.message_id]
        memory = self.post
        if post.kind == TURN and memory.spent:
            self.settled.renewed[memory.spent] = post
            memory.spent = 0
            self.post = memory
        else:
            self.settled.posts.append(post)

    def forget(self, post: Post) -> None:
        """A message is of no more use."""
        self._drop(post.message_id)
        self.settled.forgotten.append(post.message_id)

    def spend(self, post: Post) -> None:
        """The same of a turn's post: its row is the next one's, so that none need be taken out."""
        memory = self.post
        if memory.spent:
            self.forget(post)
            return
        self._drop(post.message_id)
        memory.spent = post.message_id
        self.post = memory

    def _drop(self, message_id: int) -> None:
        self.pending.posts = [p for p in self.pending.posts if p.message_id != message_id]

    # -- memories

    @property
    def post(self) -> PostMemory:
        """What is remembered of the post that everybody reads."""
        return self._memory(EVERYBODY, PostMemory)

    @post.setter
    def post(self, memory: PostMemory) -> None:
        self._remember(EVERYBODY, memory)

    def message(self, user_id: int) -> MessageMemory:
        """What is remembered of somebody's direct message."""
        return self._memory(user_id, MessageMemory)

    def remember(self, user_id: int, memory: MessageMemory) -> None:
        """Remember this of somebody's direct message."""
        self._remember(user_id, memory)

    def _memory(self, user_id: int, kind: type[M]) -> M:
        return self._decoded(self.pending.memories.get(user_id, NOTHING), kind)

    def _decoded(self, text: str, kind: type[M]) -> M:
        try:
            return msgspec.json.decode(text, type=kind)
        except msgspec.DecodeError as error:  # as after a restart without memory: a new message
            logger.warning("nothing is remembered of a message: %s", error)
            return kind()

    def _remember(self, user_id: int, memory: PostMemory | MessageMemory) -> None:
        text = _text(memory)
        if self.pending.memories.get(user_id, _text(type(memory)())) != text:
            self.pending.memories[user_id] = text
            self.settled.note(user_id, text, unsaid=memory.unsaid)

    # -- writing

    async def sends(self, since: int) -> int:
        """Note that a post goes out that tells of this row first, before it does; its row.

        Where that was noted before and nothing came of it, this is the same post: whatever has
        happened since, Discord knows it by the row that it began with.
        """
        memory = self._decoded(self.noted, PostMemory)
        if not memory.sending:
            memory.sending = since
            going = Settled()
            going.note(EVERYBODY, _text(memory), unsaid=memory.unsaid)
            await self._settle(going)
            now = self.post  # which takes its place when it is known what came of that
            self.settled.note(EVERYBODY, _text(now), unsaid=now.unsaid)
        return memory.sending

    def done(self, *rows: Unsaid) -> None:
        """What these rows say is said, or remembered for the post of a later one."""
        self.settled.done += [row.id for row in rows]

    def set_aside(self, why: str, game: AnyGame) -> Unsaid | None:
        """A row cannot be said, and keeps the others no longer from it; it is kept.

        That is the first that cannot be read, else the oldest.
        """
        rows = self.pending.outbox
        if not rows:
            return None
        row = next((row for row in rows if not readable(game, row.payload)), rows[0])
        rows.remove(row)
        self.settled.refused[row.id] = why
        return row

    async def write(self, *, over: bool = False) -> None:
        """Write what has changed; of a table that is over, nothing need be remembered."""
        settled, self.settled = self.settled, Settled()
        settled.over = over and bool(self.pending.memories or self.pending.posts)
        if settled != Settled():
            self.unwritten = settled
            await self._settle(settled)
            self.unwritten = None
            self.noted = self.pending.memories.get(EVERYBODY, NOTHING)
        if settled.over:
            self.pending.memories, self.pending.posts = {}, []
            self.pending.versions = {}

    async def _settle(self, settled: Settled) -> None:
        """Write something, unless another process has noted anything since this was read."""
        known = settled.versions = dict(self.pending.versions)
        await self.store.settle(self.table_id, settled)
        written = {user_id: known.get(user_id, 0) + 1 for user_id in settled.memories}
        self.pending.versions = known | written


def _text(memory: PostMemory | MessageMemory) -> str:
    return msgspec.json.encode(memory).decode()
