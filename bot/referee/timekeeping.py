"""Time as it passes at tables, and when it does not."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import Literal

import msgspec

from bot.errors import Damaged, NotAllowed
from bot.referee.path import ActionPath, id_of
from bot.table import Due, Person, Table, away, lobby, moves, pauses
from bot.table.change import Change
from rules.engine.inputs import Elapsed


class Timekeeping(ActionPath):
    """Clocks that run out, reminders, tables that rest and people who are away."""

    # -- clocks and reminders

    async def timeout(self, table_id: int, seat: int, number: int) -> Change:
        """Give a seat's question its default answer, and the next ones until its turn is over."""
        return await self._path(table_id, lambda t: moves.time_up(t, self.now(), seat, number))

    async def elapsed(self, table_id: int, clock: str) -> Change:
        """A clock of the game has run out."""
        return await self._path(table_id, lambda t: moves.take(t, self.now(), Elapsed(clock)))

    async def ring(self, table_id: int, name: str) -> bool:
        """A clock wants something: its warning or its end; whether there was anything to do."""
        self.forget(table_id)  # only the database knows whether it still runs
        change = await self._through(table_id, lambda t: moves.ring(t, self.now(), name))
        return change is not None

    async def nudge(self, table_id: int, user_id: int, nudges: int) -> None:
        """Remind somebody for whom no clock runs, who was reminded so often."""
        self.forget(table_id)  # how they want to be reached is as it is now
        moved = await self.store.last_moves(table_id)
        await self._through(table_id, lambda t: moves.nudge(t, self.now(), user_id, nudges, moved))

    async def wait_on(
        self, table: Table | int, user_id: int, whom: int, *, moderator: bool = False
    ) -> Table:
        """The host waits on for somebody who does not move."""
        return await self._change(
            table, lambda t: moves.wait_on(t, self.now(), user_id, whom, moderator=moderator)
        )

    async def remind_otherwise(self, table: Table | int, user_id: int) -> None:
        """Somebody wants to be reminded otherwise: their clocks follow."""
        self.forget(id_of(table))
        await self._through(id_of(table), lambda t: lobby.warn_anew(t, self.now(), user_id))

    async def mute(self, table: Table | int, user_id: int, muted: bool) -> Table:
        """Somebody wants no reminders of a table, or wants them again."""
        return await self._change(table, lambda t: lobby.mute(t, self.now(), user_id, muted))

    # -- rest

    async def pause(
        self,
        table: Table | int,
        why: Literal["server", "channel", "player", "moderators"],
        *who: int,
    ) -> Table | None:
        """Let a table rest while something that it needs is gone, or moderators want it; nothing
        where it does already.
        """
        change = await self._through(table, lambda t: pauses.pause(t, self.now(), why, *who))
        return None if change is None else change.after

    async def resume(self, table: Table | int) -> Table | None:
        """Let a table that rests go on."""
        change = await self._through(table, lambda t: pauses.resume(t, self.now()))
        return None if change is None else change.after

    # -- days off

    async def go_away(self, person: Person, days: int) -> datetime:
        """Somebody is away for some days: their clocks rest at every table that allows it."""
        known = await self._absences(person.id)
        if (said := away.repeated(known, self.now(), days)) is not None:
            await self._settle(await self.store.live(person.id))
            return said
        spans = away.begun(known, self.now(), days)
        await self._take_off(person, spans)
        return spans[-1][1]

    async def come_back(self, person: Person) -> None:
        """Somebody is back before that."""
        spans = await self._absences(person.id)
        if away.until(spans, self.now()) is None:
            raise NotAllowed("You are not away.")
        await self._take_off(person, away.back(spans, self.now()))

    async def _absences(self, user_id: int) -> list[tuple[datetime, datetime]]:
        known = await self.store.setting(f"user:{user_id}", "away", [])
        return msgspec.convert(known, list[tuple[datetime, datetime]])

    async def _take_off(self, person: Person, spans: away.Spans) -> None:
        """Write down when somebody is away, then let their clocks rest; see `settle_absences`."""
        until = away.until(spans, self.now())
        await self.store.take_off(person.id, person.name, msgspec.to_builtins(spans), until)
        for number in await self.store.live(person.id):
            await self._rest(number, person.id, until)

    async def _rest(self, number: int, user_id: int, until: datetime | None) -> None:
        self.forget(number)
        with suppress(Damaged):
            await self._through(number, lambda t: lobby.rest(t, self.now(), user_id, until))

    async def settle_absences(self) -> None:
        """After a start: clocks rest for those who are away, and for nobody else; the bot may have
        died when it was said who is.
        """
        gone = [user_id for user_id, _ in await self.store.away(self.now())]
        theirs = [number for user_id in gone for number in await self.store.live(user_id)]
        await self._settle([*theirs, *await self.store.resting(self.now())])

    async def _settle(self, numbers: Iterable[int]) -> None:
        for number in sorted(set(numbers)):
            with suppress(Damaged):
                table = await self.look(number)
                for one in table.people if table.allows_away else ():
                    until = table.away(one, self.now())
                    mine = [table.clocks.get(f"pace:{at}") for at in table.seats_of(one.user_id)]
                    if any(due and _rests(due, self.now()) != until for due in mine):
                        await self._rest(number, one.user_id or 0, until)


def _rests(due: Due, now: datetime) -> datetime | None:
    """Until when a clock still rests."""
    return due.rests if due.rests is not None and due.rests > now else None
