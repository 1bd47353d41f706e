"""Something long, a moment at a time: other tables go on."""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

T = TypeVar("T")
SLICE = 0.01  # seconds of computing before others have their say


async def in_slices(steps: Iterable[T]) -> AsyncIterator[T]:
    """Steps of something long, a moment at a time."""
    since = time.monotonic()
    for step in steps:
        yield step
        if time.monotonic() - since > SLICE:
            await asyncio.sleep(0)
            since = time.monotonic()
