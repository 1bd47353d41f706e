"""How long a search may think: called with the playouts done, says whether to go on."""

import time
from collections.abc import Callable

import msgspec

Budget = Callable[[int], bool]


class _Playouts(msgspec.Struct, frozen=True):
    count: int

    def __call__(self, done: int) -> bool:
        return done < self.count


class _Seconds(msgspec.Struct):
    span: float
    until: float = 0.0

    def __call__(self, done: int) -> bool:
        now = time.monotonic()
        if not done:  # a new decision
            self.until = now + self.span
        return now < self.until


def playouts(count: int) -> Budget:
    """Go on for so many playouts: the same choice on every machine."""
    return _Playouts(count)


def seconds(span: float) -> Budget:
    """Go on for so many seconds of each decision."""
    return _Seconds(span)
