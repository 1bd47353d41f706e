"""What can be read of a table; nothing here changes a game."""

import logging
from collections.abc import Callable
from typing import TypeVar

import msgspec

from bot.errors import NotAllowed, NotOver
from bot.referee.path import ActionPath
from bot.referee.slices import in_slices
from bot.table import Table, guard
from bot.workers.pool import UNFIT, GivenUp
from bot.workers.telling import Games, Tale, looking_back, telling, told, turned
from rules.engine import fairness
from rules.engine.codec import encode
from rules.engine.fairness import Export
from rules.engine.turning import turning

T = TypeVar("T")
logger = logging.getLogger(__name__)
LONG = 200  # inputs of a log that is told in another process
LONGEST_NOTE = 500  # characters


class Looking(ActionPath):
    """Tables by channel and person, their log in words, notes, and the proof of their luck."""

    async def look_here(self, channel_id: int) -> Table | None:
        """The live table of a channel or thread, as it is now."""
        return await self.store.load_here(channel_id, self.games)

    async def find(self, channel_id: int) -> int | None:
        """The live table of a channel or thread."""
        return await self.store.find(channel_id)

    async def tables_of(self, user_id: int) -> list[int]:
        """The live tables that somebody sits at, the latest first."""
        return await self.store.live(user_id)

    async def history(self, table_id: int, user_id: int | None = None) -> list[str]:
        """Everything that a player, or the spectator, was told so far, in words."""
        table = await self.look(table_id)
        if table.play is None:
            return []
        player = table.player_of(user_id)
        if table.status == "over" and (proof := await self.store.proof(table_id)):
            return proof.lines(player)
        guard.same_rules(table)
        return await self._told(table, player)

    async def since(self, table: Table, user_id: int) -> list[str]:
        """What a player was told since their last move, in words; however long ago that was."""
        player = guard.seated(table, user_id)
        guard.begun(table)
        guard.same_rules(table)
        return await self._told(table, player, asked=bool(table.questions(user_id)))

    async def _told(
        self, table: Table, player: int | None, *, asked: bool | None = None
    ) -> list[str]:
        """What a log tells a player, or the spectator; since their last move where it is said
        whether they are asked. Other tables go on: what is long is told in another process.
        """
        tale = await self._tale(table, player, asked)
        lines = await self._elsewhere(table, told, tale)
        if lines is not None:
            return lines
        return [line async for more in in_slices(telling(self.games, tale)) for line in more]

    async def turning(self, table: Table) -> str:
        """The turning point of a game that is over, in words; nothing where it cannot be told."""
        if table.play is None or table.rules_version != table.game.rules_version:
            return ""
        try:
            return await self._turned(table, await self._tale(table, None))
        except Exception as error:  # a game must not lack its end because of that
            logger.warning("no turning point is told: %r", error, extra={"table": table.id})
            return ""

    async def _turned(self, table: Table, tale: Tale) -> str:
        words = await self._elsewhere(table, turned, tale)
        if words is not None:
            return words
        return turning(table.game, [one async for one in in_slices(looking_back(self.games, tale))])

    async def _tale(self, table: Table, player: int | None, asked: bool | None = None) -> Tale:
        if asked is None:
            given, unasked = await self.store.given(table.id), list[int]()
        else:
            given, unasked = await self.store.given_by_hand(table.id)
        return Tale(
            table.game.key,
            msgspec.json.encode(table.variant),
            guard.begun(table).state.seats,
            len(table.players),
            table.seed,
            given,
            player,
            asked,
            unasked,
        )

    async def _elsewhere(
        self, table: Table, work: Callable[[Games, Tale], T], tale: Tale
    ) -> T | None:
        """What comes of a long tale in another process; nothing where it is to be done here."""
        if self.workers is not None and len(tale.log) > LONG:
            try:
                return await self.workers.run(work, self.games, tale)
            except (*UNFIT, GivenUp):
                logger.exception("table %s is told here", table.id)
        return None

    # -- notes

    async def note(self, table: Table, user_id: int) -> str:
        """What somebody has noted at a table for themselves alone."""
        return await self.store.note(table.id, user_id)

    async def set_note(self, table: Table, user_id: int, note: str) -> str:
        """Keep what somebody notes for themselves alone, or forget it where it is empty."""
        guard.seated(table, user_id)
        kept = note.strip()
        if len(kept) > LONGEST_NOTE:
            raise NotAllowed(f"A note has at most {LONGEST_NOTE} characters.")
        await self.store.set_note(table.id, user_id, kept, self.now())
        return kept

    # -- proof

    async def verify(self, table_id: int) -> bool:
        """Whether seed and log lead to the very state that the table is in."""
        table = await self.look(table_id)
        if table.play is None:
            return True
        replayed = await self.store.replayed(table)
        return encode(table.game, replayed.state) == encode(table.game, table.play.state)

    async def export(self, table_id: int) -> Export:
        """A finished game with its secret and words, so that anybody can verify it."""
        table = await self.look(table_id)
        if table.status != "over":
            raise NotOver("The game is not over: its secrets stay secret until then.")
        proof = await self.store.proof(table_id)
        return proof.export if proof else await self._exported(table)

    async def _exported(self, table: Table) -> Export:
        """The same for a game that ended before proofs were kept."""
        guard.same_rules(table)
        log = await self.store.log(table)
        release = fairness.release()
        return fairness.export(
            table.game,
            table.variant,
            table.ids,
            table.secret,
            log,
            words=table.words,
            sown=table.sown,
            release=release,
        )
