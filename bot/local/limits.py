"""How many calls Discord takes: so many per route and place in a while, fifty a second in all."""

from __future__ import annotations

import hashlib
import re
import time
from collections import defaultdict, deque
from typing import NamedTuple

EVERYWHERE = (50, 1.0)
_RENAMES = (2, 600.0)
_ELSEWHERE = (50, 1.0)

# Calls that match share a bucket with those that name the same place: a channel, a token.
_ROUTES = [
    (re.compile(pattern), limit)
    for pattern, limit in (
        (r"POST channels/(\d+)/messages$", (5, 5.0)),
        (r"PATCH channels/(\d+)/messages/", (5, 5.0)),
        (r"DELETE channels/(\d+)/messages/", (5, 1.0)),
        (r"POST channels/(\d+)/typing", (5, 5.0)),
        (r"PATCH channels/(\d+)$", (10, 15.0)),
        (r"\w+ webhooks/\d+/([^/]+)", (5, 2.0)),
    )
]
_ID = re.compile(r"(?<=/)\d{15,20}(?=/|$)")


class Taken(NamedTuple):
    """What a call found in its bucket; `left` is -1 where it was one too many."""

    bucket: str
    limit: int
    left: int
    fresh: float  # seconds

    def headers(self, now: float) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(max(0, self.left)),
            "X-RateLimit-Reset": f"{now + self.fresh:.3f}",
            "X-RateLimit-Reset-After": f"{self.fresh:.3f}",
            "X-RateLimit-Bucket": self.bucket,
        }


class Limits:
    """Counts the bot's calls; `call` is written `POST channels/1/messages`."""

    def __init__(self) -> None:
        self._calls: dict[str, deque[float]] = defaultdict(deque)

    def everywhere(self, call: str) -> float | None:
        """Seconds to wait where all calls together are too many; answers to players do not count."""
        if " webhooks/" in call:
            return None
        left, fresh = self._take("", *EVERYWHERE)
        return fresh if left < 0 else None

    def take(self, call: str) -> Taken:
        for pattern, (limit, window) in _ROUTES:
            if match := pattern.match(call):
                left, fresh = self._take(f"{pattern.pattern}:{match[1]}", limit, window)
                return Taken(_name(pattern.pattern), limit, left, fresh)
        limit, window = _ELSEWHERE
        template = _ID.sub("*", call)
        left, fresh = self._take(call, limit, window)
        return Taken(_name(template), limit, left, fresh)

    def rename(self, channel: str) -> float | None:
        """Seconds to wait where a channel was given new names or topics too often."""
        left, fresh = self._take(f"rename:{channel}", *_RENAMES)
        return fresh if left < 0 else None

    def _take(self, key: str, limit: int, window: float) -> tuple[int, float]:
        now, calls = time.monotonic(), self._calls[key]
        while calls and calls[0] <= now - window:
            calls.popleft()
        if len(calls) >= limit:
            return -1, calls[0] + window - now
        calls.append(now)
        return limit - len(calls), calls[0] + window - now


def _name(route: str) -> str:
    return hashlib.sha256(route.encode()).hexdigest()[:32]
