"""Computer players: they think in a worker process and answer through the referee like anybody."""

import asyncio
import logging
import secrets
import time
from collections import Counter

from bot.errors import BotError, Damaged, NoTable, NotPlaying
from bot.leases import Leases
from bot.referee import Referee
from bot.store.leases import Share
from bot.table import Level, Table, guard
from bot.table.waits import computer_offered_draw
from bot.workers.pool import Workers
from bot.workers.shared_time import LEAST, PATIENCE, SharedTime
from bot.workers.thinking import LEVELS_SECONDS, agrees, think
from rules.engine import kernel
from rules.engine.codec import encode, input_from_plain
from rules.engine.errors import NotAsked, RulesError, Stale
from rules.engine.inputs import Answer
from rules.engine.state import Option

logger = logging.getLogger(__name__)
WHOLE_TURN = 1.8  # seconds of thought for all answers of a turn
WAY_BACK = 0.03  # seconds from the end of a thought to the answer
MOST_REFUSALS = 5  # in a row, before the referee plays the default
AT_ONCE = 32  # tables at which computers are woken after a start, before the next ones are
RETRY = 5.0  # seconds after something failed that has nothing to do with the game


class Computer:
    """Every seat that a computer holds: `wake` it after each commit, `start` it, `close` it."""

    def __init__(
        self,
        referee: Referee,
        workers: Workers,
        leases: Leases | None = None,
        time: SharedTime | None = None,
    ) -> None:
        """Answer at those of a referee's tables that are looked after here, thinking in workers,
        whose time is shared by all who think there.
        """
        self.referee = referee
        self.workers = workers
        self.time = time or SharedTime()
        self.leases = leases or Leases(referee)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._changed: dict[int, Table] = {}  # as it was after a commit, until it is looked at
        self._turns: dict[
            int, tuple[int, float]
        ] = {}  # by table: the seat, and seconds of its turn
        self._refused: Counter[int] = Counter()  # answers in a row, by table
        self._waking: asyncio.Task[None] | None = None
        self._closed = False

    def wake(self, table: Table) -> None:
        """A table has changed: a computer may be asked there."""
        if table.status == "playing" and self._serves(table):
            self._changed[table.id] = table
            self.look_at(table.id)

    def look_at(self, table_id: int) -> None:
        """See whether a computer is asked at a table."""
        if self._closed:
            return
        if table_id in self._tasks:
            self._again.add(table_id)
            return
        task = asyncio.create_task(self._serve(table_id), name=f"computer at {table_id}")
        self._tasks[table_id] = task

    async def start(self, share: Share | None = None) -> None:
        """Wake every computer that a table waits for, or a table of a share, some at a time."""
        asked = await self.referee.store.asking_computers(share or self.leases.share)
        waking = self._wake_all(asked, self._waking)
        self._waking = asyncio.create_task(waking, name="waking computers")

    async def _wake_all(self, asked: list[int], before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])
        for table_id in asked:
            while len(self._tasks) >= AT_ONCE:
                await asyncio.wait(self._tasks.values(), return_when=asyncio.FIRST_COMPLETED)
            self.look_at(table_id)

    async def close(self) -> None:
        """Stop; what was being thought is thought again after the next start."""
        self._closed = True
        tasks = list(self._tasks.values())
        if self._waking is not None:
            tasks.append(self._waking)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def idle(self) -> None:
        """Wait until no computer has anything to do."""
        if self._waking is not None:
            await asyncio.wait([self._waking])
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def _serve(self, table_id: int) -> None:
        """Answer until the table waits for no computer."""
        try:
            while True:
                self._again.discard(table_id)
                try:
                    busy = await self._answer(table_id)
                except (Damaged, NoTable) as error:  # nothing that could pass
                    logger.warning("no computer plays at table %s: %s", table_id, error)
                    return
                except Exception:
                    logger.exception("the computer at table %s failed", table_id)
                    await asyncio.sleep(RETRY)
                    continue
                if not busy and table_id not in self._again:
                    return
        finally:
            del self._tasks[table_id]
            self._again.discard(table_id)
            self._changed.pop(table_id, None)
            self._refused.pop(table_id, None)
            self._turns.pop(table_id, None)

    async def _look(self, table_id: int) -> Table:
        return self._changed.pop(table_id, None) or await self.referee.look(table_id)

    async def _answer(self, table_id: int) -> bool:
        """One answer of one computer; whether there was anything to answer."""
        table = await self._look(table_id)
        if table.status != "playing" or table.play is None or not self._serves(table):
            return False
        offered = computer_offered_draw(table)
        if offered is not None:
            await self._about_draw(table, offered)
            return True
        if table.in_real_time:  # there seconds count, and another serves
            return False
        for seat in kernel.waiting(table.play.state):
            holder = table.holder(seat)
            if holder.level is not None:
                await self._about(table, seat, holder.level)
                return True
        return False

    def _serves(self, table: Table) -> bool:
        """Whether a computer sits at a game in play, here; one that keeps a seat may come and go."""
        there = len(table.people) < len(table.players) and table.pause is None
        return there and self.leases.serves(table.guild_id)

    async def _about(self, table: Table, seat: int, level: Level) -> None:
        assert table.play is not None
        question = table.play.state.question(seat)
        assert question is not None
        option = await self._choose(table, seat, level)
        try:
            if self._refused[table.id] > MOST_REFUSALS:
                await self.referee.timeout(table.id, seat, question.number)
            else:
                await self.referee.act(table.id, None, seat, question.number, [option])
        except (Stale, NotAsked, NotPlaying):  # the table went on meanwhile
            self._refused[table.id] = 0
        except (BotError, RulesError) as error:
            logger.warning("the computer at table %s was refused: %s", table.id, error)
            self._refused[table.id] += 1
            if self._refused[table.id] > 2 * MOST_REFUSALS:
                raise
        else:
            self._refused[table.id] = 0

    async def _choose(self, table: Table, seat: int, level: Level) -> Option:
        """An answer, at a moment that tells nothing of what there was to choose from.

        Whether a hand leaves a choice, and how hard it is, must not be heard in the silence.
        """
        wants, patience = self._wanted(table.id, seat, level)
        async with self.time.turn(wants, patience) as seconds:
            due = time.monotonic() + seconds + WAY_BACK
            option = await self._think(table, seat, level, seconds)
        await asyncio.sleep(due - time.monotonic())
        return option

    async def _think(self, table: Table, seat: int, level: Level, seconds: float) -> Option:
        game, s = table.game, guard.playing(table).state
        seed = secrets.randbits(64)
        try:
            plain = await self.workers.run(
                think, self.referee.games, game.key, encode(game, s), seat, level, seed, seconds
            )
        except Exception:  # a game must not stand still because a search fails
            logger.exception("the search at table %s failed; the default is played", table.id)
            return kernel.default(game, s, seat)
        answer = input_from_plain(game, plain)
        assert isinstance(answer, Answer)
        return answer.option

    def _wanted(self, table_id: int, seat: int, level: Level) -> tuple[float, float]:
        """Seconds to think, and seconds until people want the answer.

        The first answer of a turn has all the time of its level, each further one half of what is
        left of the turn's: it follows from how many there were, not from what they were.
        """
        answering, spent = self._turns.get(table_id, (None, 0.0))
        if answering != seat:
            spent = 0.0
        left = (WHOLE_TURN - spent) / (2 if spent else 1)
        wants = max(LEAST, min(LEVELS_SECONDS[level], left))
        self._turns[table_id] = (seat, spent + wants)
        return wants, PATIENCE

    # -- draws

    async def _about_draw(self, table: Table, player: int) -> None:
        game, s = table.game, guard.playing(table).state
        seed = secrets.randbits(64)
        try:
            agreed = await self.workers.run(
                agrees, self.referee.games, game.key, encode(game, s), player, seed
            )
        except Exception:  # a game must not stand still because nobody can judge it
            logger.exception("the computer at table %s cannot judge and plays on", table.id)
            agreed = False
        answer = self.referee.offer_draw if agreed else self.referee.decline_draw
        try:
            await answer(table.id, None, player=player)
        except (BotError, RulesError) as error:
            logger.info("the computer at table %s thinks again: %s", table.id, error)
