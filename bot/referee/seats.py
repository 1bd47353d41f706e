"""Seats that change hands in a running game."""

from bot.referee.path import ActionPath, id_of
from bot.table import Person, Seated, Table, seats
from bot.table.reach import read_reach


class SeatChanges(ActionPath):
    """Somebody leaves, is replaced or comes back."""

    async def get_up(self, table: Table | int, user_id: int) -> Table:
        """Leave a running game: a computer keeps the seat until somebody takes it."""
        return await self._change(table, lambda t: seats.leave(t, self.now(), user_id))

    async def send_away(
        self,
        table: Table | int,
        user_id: int,
        whom: int,
        *,
        moderator: bool = False,
        guest: int | None = None,
    ) -> Table:
        """A host or moderator lets a computer keep somebody's seat, or invites a guest to it."""
        return await self._change(
            table,
            lambda t: seats.send_away(
                t, self.now(), user_id, whom, moderator=moderator, guest=guest
            ),
        )

    async def take_seat(
        self, table: Table | int, person: Person, player: int | None = None
    ) -> Table:
        """Take a seat that a computer keeps, or come back to one's own."""
        past = await self.store.tenures(id_of(table))
        known = await self.store.player(person.id)
        taker = Seated(-1, person.id, person.name)
        if known is not None:
            closed, dms = known.dms_closed_at is not None, known.dms
            taker = Seated(
                -1,
                person.id,
                person.name,
                dms=dms,  # type: ignore[arg-type]
                dms_closed=closed,
                reminders=known.reminders,
                away_until=known.away_until,
                reach=read_reach(known.reach, known.zone),
            )
        return await self._change(table, lambda t: seats.take(t, self.now(), taker, player, past))

    async def keep_seats_after(
        self, table: Table | int, user_id: int, turns: int, *, moderator: bool = False
    ) -> Table:
        """Say how many turns in a row may be missed before a computer keeps a seat."""
        return await self._change(
            table,
            lambda t: seats.set_kept_after(t, self.now(), user_id, turns, moderator=moderator),
        )
