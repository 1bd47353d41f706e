"""Days off: how many somebody may take in a month, and which they have taken; pure."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.errors import NotAllowed

MONTH = timedelta(days=30)
MOST = timedelta(days=10)  # of any thirty days
AGAIN = timedelta(minutes=5)  # in which the same said again is no other wish
Spans = Sequence[tuple[datetime, datetime]]


def begun(spans: Spans, now: datetime, days: int) -> list[tuple[datetime, datetime]]:
    """The absences of somebody who is away from now on for so many days."""
    ended = back(spans, now)
    free = MOST - taken(ended, now)
    if not 1 <= days <= MOST.days or timedelta(days=days) > free:
        left = int(free / timedelta(days=1))
        raise NotAllowed(
            f"You can be away for {MOST.days} days of any thirty; {left} of them are left to you now."
        )
    return [*ended, (now, now + timedelta(days=days))]


def repeated(spans: Spans, now: datetime, days: int) -> datetime | None:
    """Until when somebody is away who has said just that a moment ago; else nothing."""
    said = until(spans, now)
    if said is None or not 1 <= days <= MOST.days:
        return None
    if not timedelta() <= now + timedelta(days=days) - said < AGAIN:
        return None
    return said


def back(spans: Spans, now: datetime) -> list[tuple[datetime, datetime]]:
    """The absences of somebody who is back; those are forgotten that no month counts any more."""
    ended = [(since, min(until, now)) for since, until in spans]
    return [(since, until) for since, until in ended if until > max(since, now - MONTH)]


def taken(spans: Spans, now: datetime) -> timedelta:
    """How much of the last thirty days somebody was away."""
    since = now - MONTH
    return sum((until - max(start, since) for start, until in spans if until > since), timedelta())


def until(spans: Spans, now: datetime) -> datetime | None:
    """Until when somebody is away; nothing where they are not."""
    ends = [end for start, end in spans if start <= now < end]
    return max(ends) if ends else None
