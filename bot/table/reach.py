"""How somebody wants to be reminded: where, when, how often, and never at night; pure."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from bot.errors import NotAllowed
from bot.table.zones import clock_of, next_at

LONGEST_WARNING = timedelta(hours=12)
SHARE = 4  # of the time there is, the last part of which somebody is reminded in
OFTEN = timedelta(hours=1)  # nobody is reminded more often than that
EARLY = timedelta(days=7)
NUDGED = timedelta(hours=24)  # where no time runs out: when somebody is first reminded
AGAIN = timedelta(hours=48)  # and then each time
MOST_NUDGES = 3  # after which the host is asked what to do
STILL = timedelta(days=30)  # without a move, and the host has been asked: a table closes


@dataclass(frozen=True, slots=True)
class Reach:
    """What somebody has said about reminders; as it begins, one in the channel, at any hour."""

    by: Literal["channel", "dm"] = "channel"
    before: int | None = (
        None  # seconds before the end; none: a quarter of the time, at most 12 hours
    )
    every: int | None = None  # seconds between two of them; none: one is enough
    quiet: tuple[int, int] | None = None  # hours of the day between which there are none
    zone: str = "UTC"  # whose hours those are
    next_up: bool = False  # wants to know that their turn comes next

    def asleep(self, at: datetime) -> datetime | None:
        """Until when it is quiet at a moment; none where it is not."""
        if self.quiet is None:
            return None
        start, end = self.quiet
        hour = at.astimezone(clock_of(self.zone)).hour
        if not (start <= hour < end if start < end else hour >= start or hour < end):
            return None
        return next_at(self.zone, end, at)

    def awake(self, at: datetime, end: datetime, now: datetime) -> datetime | None:
        """When to remind somebody who should be at some moment, before the end; none: never.

        After the quiet hours, or else before they begin, if that is yet to come.
        """
        over = self.asleep(at)
        if over is None:
            return at
        if over < end:
            return over
        while at > now and self.asleep(at) is not None:
            at -= timedelta(minutes=15)
        return at if at > now else None

    def first(self, now: datetime, end: datetime) -> datetime | None:
        """When to remind somebody whose time runs from now on, before it ends."""
        span = end - now
        before = min(span / SHARE, LONGEST_WARNING)
        if self.before is not None and timedelta(seconds=self.before) < span * 3 / 4:
            before = timedelta(seconds=self.before)  # else it would come with the turn itself
        return self.awake(end - before, end, now)

    def again(self, now: datetime, end: datetime) -> datetime | None:
        """When to remind somebody once more who was reminded just now."""
        if self.every is None:
            return None
        at = now + timedelta(seconds=self.every)
        over = self.asleep(at)
        at = over if over is not None else at
        return at if at < end else None


def read_reach(text: str | None, zone: str | None) -> Reach:
    """How somebody wants to be reminded, as it was written down, by the clocks of their zone."""
    known = msgspec.json.decode(text, type=Reach) if text and text != "{}" else Reach()
    return replace(known, zone=zone) if zone else known


def check_reach(reach: Reach) -> None:
    """Refuse what cannot be."""
    often, early = OFTEN.total_seconds(), EARLY.total_seconds()
    if reach.before is not None and not often / 4 <= reach.before <= early:
        raise NotAllowed("I remind you between 15 minutes and 7 days before the end.")
    if reach.every is not None and not often <= reach.every <= early:
        raise NotAllowed("I remind you every hour at most, and every 7 days at least.")
    if reach.quiet is not None:
        start, end = reach.quiet
        if not (0 <= start <= 23 and 0 <= end <= 23) or start == end:
            raise NotAllowed("Quiet hours are two different hours of the day, such as `22-8`.")
