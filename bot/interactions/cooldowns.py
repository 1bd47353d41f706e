"""Nobody floods a channel or the bot: so many tables, commands and presses in a time, no more."""

from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.errors import TooFast
from bot.ui.words import moment


class Limit(NamedTuple):
    """So many of something within a time."""

    most: int
    within: timedelta


MINUTE, WHILE = timedelta(minutes=1), timedelta(minutes=10)
TABLES = Limit(5, WHILE)  # opened by one person
SERVER_TABLES = Limit(40, WHILE)  # opened in one server
COMMANDS = Limit(30, MINUTE)  # of one person
SERVER_COMMANDS = Limit(600, MINUTE)  # in one server
PRESSES = Limit(300, MINUTE)  # of one person: seconds count in some games
TOLD = timedelta(seconds=2)  # after which somebody is told again that they are too fast
KEPT = 10_000  # people and servers that are remembered


class Cooldowns:
    """Counts what people and servers do, by a clock that is handed in."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """Count from now on."""
        self.now = now
        self.off = False
        self._done: dict[tuple[str, int], deque[datetime]] = {}
        self._told: dict[int, datetime] = {}  # when somebody was last told

    def tells(self, user_id: int) -> bool:
        """Whether somebody who is too fast is to be told so: to answer a flood would be another."""
        now = self.now()
        if abs(now - self._told.get(user_id, now - TOLD)) < TOLD:
            return False
        if len(self._told) >= KEPT:
            self._told.clear()
        self._told[user_id] = now
        return True

    def opens(self, user_id: int, guild_id: int | None) -> None:
        """Somebody opens a table; or too many were opened just now."""
        self._count(
            [
                ("table", user_id, TABLES, "You have opened many tables just now."),
                ("tables", guild_id, SERVER_TABLES, "Many tables were opened in this server."),
            ]
        )

    def commands(self, user_id: int, guild_id: int | None) -> None:
        """Somebody uses a command."""
        self._count(
            [
                ("command", user_id, COMMANDS, "Those were many commands in a minute."),
                ("commands", guild_id, SERVER_COMMANDS, "This server keeps me very busy."),
            ]
        )

    def presses(self, user_id: int) -> None:
        """Somebody presses a button or chooses from a list."""
        self._count([("press", user_id, PRESSES, "Those were many clicks in a minute.")])

    def _count(self, counted: list[tuple[str, int | None, Limit, str]]) -> None:
        if self.off:
            return
        now = self.now()
        found = [
            (self._recent(kind, whose, limit, now), limit, said)
            for kind, whose, limit, said in counted
            if whose is not None
        ]
        for times, limit, said in found:
            if len(times) >= limit.most:
                again = moment(times[0] + limit.within)
                raise TooFast(f"{said} You can try again {again}.")
        for times, _, _ in found:
            times.append(now)

    def _recent(self, kind: str, whose: int, limit: Limit, now: datetime) -> deque[datetime]:
        """When something was done within the time that counts, the oldest first."""
        if len(self._done) >= KEPT:
            oldest = now - WHILE
            self._done = {k: v for k, v in self._done.items() if v and v[-1] > oldest}
        times = self._done.setdefault((kind, whose), deque())
        # A clock that was set back must not keep anybody out until it is there again.
        while times and not now - limit.within < times[0] <= now:
            times.popleft()
        return times
