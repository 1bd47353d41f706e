"""What everybody at a table has to agree to."""

from typing import Any

from bot.errors import Busy
from bot.referee.path import ActionPath, id_of
from bot.table import Table, guard, moves, proposals
from bot.table.change import Change
from rules.engine.play import Play


class Consent(ActionPath):
    """Pauses and moves that are taken back."""

    async def propose_pause(self, table: Table | int, user_id: int, days: int) -> Table:
        """Propose to let a table rest for some days, or agree to that."""
        return await self._change(
            table, lambda t: proposals.propose_pause(t, self.now(), user_id, days)
        )

    async def propose_resume(self, table: Table | int, user_id: int) -> Table:
        """Propose to end a pause, or agree to that."""
        return await self._change(table, lambda t: proposals.propose_resume(t, self.now(), user_id))

    async def propose_back(self, table: Table | int, user_id: int) -> Table:
        """Propose to take back one's last move, and all that came after it."""
        here = await self.look(id_of(table))
        whole = await self._whole(here)

        def propose(table: Table) -> Change:
            _as_it_was(table, here)
            return proposals.propose_back(table, self.now(), user_id, whole)

        return await self._change(here, propose)

    async def agree(self, table: Table | int, user_id: int) -> Table:
        """Agree to what is proposed at a table; when all do, it is done."""
        here = await self.look(id_of(table))
        if here.proposal is None or here.proposal.what != "back":
            return await self._change(here, lambda t: proposals.agree(t, self.now(), user_id))
        guard.seated(here, user_id)
        whole = await self._whole(here)

        def take_back(table: Table) -> Change:
            _as_it_was(table, here)
            return moves.take_back(table, self.now(), user_id, whole)

        return await self._change(here, take_back)

    async def _whole(self, table: Table) -> Play[Any]:
        """A game as its whole log tells it, which knows what came before its last barrier."""
        guard.playing(table)
        guard.same_rules(table)
        return await self.store.replayed(table)

    async def disagree(self, table: Table | int, user_id: int) -> Table:
        """Turn down what is proposed at a table, or take it back."""
        return await self._change(table, lambda t: proposals.decline(t, self.now(), user_id))


def _as_it_was(table: Table, before: Table) -> None:
    """Refuse what was prepared for a table at which something has happened since."""
    if table.logged != before.logged:
        raise Busy("Something has happened at this table meanwhile: please look again.")
