"""The computer where seconds count: it plays at a human speed, card by card."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.computer import MOST_REFUSALS, WAY_BACK, Computer
from bot.errors import BotError
from bot.interactions.starts import Starts
from bot.leases import Leases
from bot.referee import Referee, scope
from bot.table import Level, Table, guard
from bot.workers.pool import Workers
from bot.workers.shared_time import LEAST, SharedTime
from bot.workers.thinking import LEVELS_SECONDS
from rules.brawl.play.acts import DONE, FLIP, READY
from rules.brawl.state import Pause
from rules.engine import kernel
from rules.engine.errors import RulesError
from rules.engine.state import Option

SPEEDS = (1.0, 2.0, 4.0)  # seconds a card
USUAL = 2.0
THOUGHT = 0.5  # of that time a computer may think, at its end


class RealTimeComputer(Computer):
    """Serves the bouts alone: it turns a card over, holds it for a while, then acts on it."""

    def __init__(
        self,
        referee: Referee,
        workers: Workers,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        leases: Leases | None = None,
        time: SharedTime | None = None,
    ) -> None:
        """Answer at a referee's tables; `sleep` lets the time of a card pass."""
        super().__init__(referee, workers, leases, time)
        self.sleep = sleep
        self.starts: Starts | None = None  # where somebody looks on, a start is counted down
        self._thought: dict[int, float] = {}  # seconds to think, by table

    async def _answer(self, table_id: int) -> bool:
        """One act of one computer; whether there was anything to do."""
        table = await self._look(table_id)
        if not table.in_real_time or not self._serves(table):
            return False
        assert table.play is not None
        for seat in kernel.waiting(table.play.state):
            level = table.holder(seat).level
            if level is not None:
                return await self._fight(table, seat, level)
        return False

    def _serves(self, table: Table) -> bool:
        return super()._serves(table) and table.game.real_time(table.variant)

    async def _fight(self, table: Table, seat: int, level: Level) -> bool:
        option = _at_once(table, seat)
        if option is None:
            await self._hold(table.id, level)
            table = await self.referee.look(table.id)
            if not table.in_real_time or _at_once(table, seat) is not None:
                return True  # things have changed: look again
            if not table.offer(seat):
                return False
            option = await self._choose(table, seat, level)
        if isinstance(option, Pause):
            option = kernel.default(table.game, guard.playing(table).state, seat)
        if option == DONE and _done(table, seat):
            return False  # said already; the next change may bring something new
        await self._do(table, seat, option)
        return True

    async def _hold(self, table_id: int, level: Level) -> None:
        """Let the time of a card pass, all but what is needed to think."""
        seconds = await self.speed(table_id)
        self._thought[table_id] = min(LEVELS_SECONDS[level], THOUGHT * seconds)
        await self.sleep(seconds - self._thought[table_id])

    def _wanted(self, table_id: int, seat: int, level: Level) -> tuple[float, float]:
        """The card's time is not to be exceeded, however many think at once."""
        wants = max(LEAST, self._thought.get(table_id, 0.0) - WAY_BACK)
        return wants, wants

    async def _do(self, table: Table, seat: int, option: Option) -> None:
        """Act; who comes too late thinks again."""
        assert table.play is not None
        question = table.play.state.question(seat)
        assert question is not None
        if self.starts is not None and await self.starts.before(table, seat, [option]):
            return  # called off
        try:
            await self.referee.act(table.id, None, seat, question.number, [option])
        except (BotError, RulesError):
            self._refused[table.id] += 1
            if self._refused[table.id] > MOST_REFUSALS:
                raise
        else:
            self._refused[table.id] = 0

    async def speed(self, table_id: int) -> float:
        """The seconds that a computer takes for a card at a table."""
        found = await self.referee.store.setting(scope(table_id), "speed", USUAL)
        return float(found)


def _at_once(table: Table, seat: int) -> Option | None:
    """What needs no thought: to be ready, to turn a card over, to say done for good."""
    offered = [option for option in table.offer(seat) if not isinstance(option, Pause)]
    for option in (READY, FLIP):
        if option in offered:
            return option
    return DONE if offered == [DONE] else None


def _done(table: Table, seat: int) -> bool:
    assert table.play is not None
    return bool(table.play.state.fighters[seat].done)
