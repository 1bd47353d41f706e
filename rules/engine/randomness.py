"""Luck from a keyed hash, in named streams, so that no replay can fish for another roll."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import blake2b
from typing import Any, NamedTuple, Protocol, TypeVar

T = TypeVar("T")
SPAN = 1 << 64


class Draw(NamedTuple):
    """One draw of luck: the next of its stream, one of so many, and which it was."""

    stream: str
    of: int
    result: int


# By context, so that whoever notes one replay sees no other, not even of the same thread.
_NOTES: ContextVar[tuple[bytes, list[Draw]] | None] = ContextVar("notes", default=None)


class Luck(Protocol):
    """What luck needs to know of a state."""

    seed: bytes
    counters: dict[str, int]


class Dice(Protocol):
    """The luck of whoever imagines another world: handed to a game, never of its own making."""

    def random(self) -> float:
        """A number from 0 up to 1."""

    def randrange(self, stop: int, /) -> int:
        """A whole number below a limit."""

    def randbytes(self, n: int, /) -> bytes:
        """So many bytes."""

    def choice(self, things: Sequence[T], /) -> T:
        """One of some things."""

    def sample(self, things: Sequence[T], k: int, /) -> list[T]:
        """Some of them, in any order."""

    def shuffle(self, things: list[Any], /) -> None:
        """All of them in another order, in place."""


def below(luck: Luck, stream: str, n: int) -> int:
    """A fair whole number in 0 … n-1, the next of its stream."""
    limit = SPAN - SPAN % n
    while True:
        count = luck.counters.get(stream, 0)
        luck.counters[stream] = count + 1
        digest = blake2b(f"{stream}:{count}".encode(), key=luck.seed, digest_size=8).digest()
        value = int.from_bytes(digest)
        if value < limit:
            notes = _NOTES.get()
            if notes is not None and notes[0] == luck.seed:
                notes[1].append(Draw(stream, n, value % n))
            return value % n


@contextmanager
def noted(seed: bytes) -> Iterator[list[Draw]]:
    """Everything that is drawn from a seed inside of this, in its order."""
    draws: list[Draw] = []
    before = _NOTES.set((seed, draws))
    try:
        yield draws
    finally:
        _NOTES.reset(before)


def shuffle(luck: Luck, stream: str, things: list[T]) -> None:
    """Put things in a fair random order, in place."""
    for i in range(len(things) - 1, 0, -1):
        j = below(luck, stream, i + 1)
        things[i], things[j] = things[j], things[i]
