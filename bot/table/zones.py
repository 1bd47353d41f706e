"""A player's own time zone, as they name it, and the hours of their day; pure."""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.errors import NotAllowed

OFFSET = re.compile(
    r"(?:UTC|GMT)\s*(?:(?P<sign>[+−-])\s*(?P<hours>\d{1,2})(?::?(?P<minutes>\d\d))?)?"
)
FARTHEST = timedelta(hours=14)
ANSWER = "write one such as Europe/Berlin, or how far it is from UTC, such as UTC+2."


@cache
def names() -> tuple[str, ...]:
    """The zones that this machine knows by name; none where it has no list of them."""
    return tuple(sorted(one for one in available_timezones() if "/" in one and "posix" not in one))


@cache
def _spelt() -> dict[str, str]:
    return {name.casefold(): name for name in names()}


def zone_of(typed: str) -> str:
    """The one spelling of a zone that somebody named.

    >>> zone_of("utc +5:30"), zone_of("GMT")
    ('UTC+05:30', 'UTC')
    """
    words = " ".join(typed.split())
    if found := OFFSET.fullmatch(words.upper()):
        return _offset(found)
    plain = words.casefold().replace(" ", "_")
    if plain in _spelt():
        return _spelt()[plain]
    cities = [name for key, name in _spelt().items() if key.rpartition("/")[2] == plain]
    if len(cities) == 1:
        return cities[0]
    raise NotAllowed(f"“{words[:40]}” is no time zone that I know: {ANSWER}")


def _offset(found: re.Match[str]) -> str:
    if found["sign"] is None:
        return "UTC"
    hours, minutes = int(found["hours"]), int(found["minutes"] or 0)
    if minutes >= 60 or timedelta(hours=hours, minutes=minutes) > FARTHEST:
        raise NotAllowed(f"No time zone is that far from UTC: {ANSWER}")
    sign = "+" if found["sign"] == "+" else "-"
    return f"UTC{sign}{hours:02}:{minutes:02}" if hours or minutes else "UTC"


def clock_of(zone: str) -> tzinfo:
    """The clock of a zone; UTC where this machine does not know it any more."""
    if found := OFFSET.fullmatch(zone):
        if found["sign"] is None:
            return UTC
        span = timedelta(hours=int(found["hours"]), minutes=int(found["minutes"] or 0))
        return timezone(span if found["sign"] == "+" else -span)
    return ZoneInfo(zone) if zone in names() else UTC


def next_at(zone: str, hour: int, after: datetime) -> datetime:
    """When the clocks of a zone next show an hour, after some moment."""
    return next(at for at in _shown(zone, hour, after) if at > after)


def last_at(zone: str, hour: int, now: datetime) -> datetime:
    """When the clocks of a zone last showed an hour: now, or before."""
    return max(at for at in _shown(zone, hour, now) if at <= now)


def _shown(zone: str, hour: int, near: datetime) -> list[datetime]:
    """When the clocks of a zone show an hour in the days around a moment.

    An hour that they leave out is shown an hour later, one that they show twice the first time.
    """
    clock = clock_of(zone)
    today = near.astimezone(clock).date()
    days = [today + timedelta(days=days) for days in range(-2, 3)]
    return [datetime(d.year, d.month, d.day, hour, tzinfo=clock).astimezone(UTC) for d in days]
