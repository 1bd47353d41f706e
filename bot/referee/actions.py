"""What players answer and decide in a game."""

import math
import secrets
from collections.abc import Callable, Sequence
from datetime import timedelta

from bot.errors import NotPlaying
from bot.referee.path import ActionPath, id_of
from bot.table import Table, moves, orders, plans, presses
from bot.table.change import Change
from rules.engine.errors import NotAsked, Stale
from rules.engine.inputs import DeclineDraw, OfferDraw, Resign, Undo
from rules.engine.state import Option


class GameActions(ActionPath):
    """Answers, plans ahead, undo, resignation and draws."""

    async def act(
        self,
        table: Table | int,
        user_id: int | None,
        seat: int,
        number: int,
        options: Sequence[Option],
        *,
        request: str | None = None,
    ) -> Change:
        """Answer a seat's question `number`, and the next ones where several options are given.

        Whoever has just loaded the table hands it along. `user_id` None is the computer that holds
        the seat; `request` (an interaction id) keeps a repeated delivery from being taken twice.
        """

        def answer(table: Table) -> Change:
            return moves.answer(table, self.now(), user_id, seat, number, options, request)

        anytime = any(option.anytime for option in options)  # the rules would take it again
        return await self._answered(table, answer, request, anytime=anytime)

    async def order(
        self,
        table: Table | int,
        user_id: int,
        at: tuple[int, int],
        wanted: str,
        said: str,
        *,
        request: str | None = None,
    ) -> Change:
        """Answer a question (seat and number) now and from now on; `said` is that in words."""

        def order(table: Table) -> Change:
            return moves.order(table, self.now(), user_id, at, wanted, said, request)

        return await self._answered(table, order, request)

    async def plan(self, table: Table | int, user_id: int, wanted: str, said: str) -> Table:
        """Leave an answer for when one is asked, by its key, as long as nothing happens meanwhile.

        It is given some time after that, as people answer: nobody can foresee when.
        """
        low, high = (math.log(one.total_seconds()) for one in (plans.SHORTEST, plans.LONGEST))
        after = timedelta(seconds=math.exp(secrets.SystemRandom().uniform(low, high)))
        return await self._change(
            table, lambda t: plans.make(t, self.now(), user_id, wanted, said, after)
        )

    async def drop_plan(self, table: Table | int, user_id: int) -> Table:
        """Take one's plan back."""
        return await self._change(table, lambda t: plans.drop(t, self.now(), user_id))

    async def ask_again(self, table: Table | int, user_id: int) -> Table:
        """Ask somebody everything again, also what they had answered once and for all."""
        return await self._change(table, lambda t: orders.ask_again(t, self.now(), user_id))

    async def _answered(
        self,
        table: Table | int,
        answer: Callable[[Table], Change],
        request: str | None,
        *,
        anytime: bool = False,
    ) -> Change:
        try:
            return await self._path(table, answer, request=request if anytime else None)
        except (Stale, NotAsked, NotPlaying):  # as the rules refuse the second of two deliveries
            if request is None or not await self._requested(table, request):
                raise
        return await self._repeated(table)

    async def undo(
        self,
        table: Table | int,
        user_id: int,
        *,
        at: tuple[int, int] | None = None,
        request: str | None = None,
    ) -> Change:
        """Take back what one's own last press has answered, as far as nothing was shown since.

        `at` is the question (seat and number) that the player saw: a second click is stale.
        """
        logged, latest = await self.store.last_inputs(id_of(table), presses.MOST)
        answers = presses.last_press(latest)

        def undo(table: Table) -> Change:
            times = answers if table.logged == logged else 1  # something has come between
            return moves.act(table, self.now(), user_id, Undo, at=at, request=request, times=times)

        return await self._path(table, undo, request=request)

    async def resign(
        self, table: Table | int, user_id: int, *, request: str | None = None
    ) -> Change:
        """Give the game up; what that means, the game says."""
        return await self._path(
            table,
            lambda t: moves.act(t, self.now(), user_id, Resign, request=request),
            request=request,
        )

    async def offer_draw(
        self, table: Table | int, user_id: int | None, *, player: int | None = None
    ) -> Change:
        """Offer a draw, or agree to one; a computer is named by its player."""
        return await self._path(
            table, lambda t: moves.act(t, self.now(), user_id, OfferDraw, player=player)
        )

    async def decline_draw(
        self, table: Table | int, user_id: int | None, *, player: int | None = None
    ) -> Change:
        """Turn a draw down, or take one's own offer back."""
        return await self._path(
            table, lambda t: moves.act(t, self.now(), user_id, DeclineDraw, player=player)
        )
