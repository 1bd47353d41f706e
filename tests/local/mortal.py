"""Two people play on through any trouble of the bot; what they were told is then checked."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from bot.local.server import LocalDiscord
from bot.referee import Referee
from bot.store import Store
from rules.engine.inputs import Answer
from tests.local.brawler import (
    Brawler,
    begin,
    calls,
    is_over,
    labels_of,
    mark_of,
    posts,
    question_of,
    waits_for,
)
from tests.local.player import Failed, Message, Player, Refused
from tests.local.process import PATIENCE, Process, under
from tests.local.told import heard, judge, lines_told

logger = logging.getLogger(__name__)
T = TypeVar("T")
FRAMES = 20  # that a life brings to a player at most, before the bot is killed
MOMENT = 0.05  # seconds on top of that, so that every step of the work can be the last
REFUSED = "⚠️"
TALKS = 2  # turns after which somebody says something below the post


class Gone(Exception):
    """The bot has died."""


@dataclass
class Toll:
    """What came of the trouble."""

    games: int = 0
    told: dict[str, str] = field(default_factory=dict)  # a press that was seen taken: its question
    late: int = 0  # pictures for which a busy machine had no time
    wrongs: list[str] = field(default_factory=list)


class Survivor(Brawler):
    """A brawler who waits for the bot to come back, and then presses on."""

    def __init__(self, player: Player, begun: Message, toll: Toll, *, upwards: bool) -> None:
        super().__init__(player, upwards=upwards)
        self.begun, self.toll = begun, toll
        self._lost = False  # whether a death may have cost an open panel
        self._turns = 0

    async def play(self) -> None:
        """Opens the newest door, answers what is asked; after a death all over again."""
        while True:
            await self.player.bot_ready(PATIENCE)
            try:
                if await self._alive(self._on()):
                    return
            except (Gone, Failed, Refused):
                self._lost = True

    async def _on(self) -> bool:
        found = await self.player.wait(self._calls, timeout=PATIENCE)
        if is_over(found):
            return True
        self._turns += 1
        if self._turns % TALKS == 0:  # then the next turn has a post of its own
            await self.player.say("Hm.")
        panel = found if found.ephemeral else await self.open(found)
        self._lost = False
        await self.turn(panel)
        if not found.ephemeral:
            self._answered = found.id
        return False

    def _calls(self, message: Message) -> bool:
        """A call that was not taken up yet, or, after a death, any open door."""
        if int(message.id) < int(self.begun.id):
            return False
        if message.ephemeral:
            return bool(labels_of(message))
        if is_over(message):
            return True
        new = int(message.id) > int(self._answered or 0) and waits_for(message, self.player)
        return calls(message) and (new or self._lost)

    async def answer(self, panel: Message, label: str) -> Message:
        """An answer counts as told once a panel shows what came of it."""
        before = self.panels()
        pressed = await self.press(panel, label)
        after = await self.led(panel, before)
        refused = REFUSED in after.text or question_of(after) == question_of(panel)
        if not refused and mark_of(panel, label).startswith("="):
            self.toll.told[pressed] = _asked(panel)
        return after

    async def _alive(self, work: Coroutine[Any, Any, T]) -> T:
        """What the work gives, unless the bot dies before."""
        working = asyncio.create_task(work)
        dying = asyncio.create_task(
            self.player.until(lambda: not self.player.bot_connected, timeout=10 * PATIENCE)
        )
        try:
            await asyncio.wait({working, dying}, return_when=asyncio.FIRST_COMPLETED)
            if working.done():
                return working.result()
            raise Gone
        finally:
            for task in (working, dying):
                task.cancel()
            await asyncio.gather(working, dying, return_exceptions=True)


def _asked(panel: Message) -> str:
    """The question of a panel, as its buttons name it: table, seat and number."""
    ids = [str(b.custom_id) for b in panel.buttons] + [str(s.custom_id) for s in panel.selects]
    return next((":".join(one.split(":")[1:3]) for one in ids if one.startswith("t:")), "")


class Trial:
    """A bot, two players, and trouble while they play."""

    def __init__(self, process: Process, juno: Player, pip: Player) -> None:
        self.process, self.juno, self.pip = process, juno, pip
        self.over = False  # the game at hand; trouble that has not begun waits for the next one

    async def seen(self, frames: int) -> None:
        """Waits until so much more has reached Juno, or the game is over."""
        until = self.juno.frames + frames
        await self.juno.until(lambda: self.over or self.juno.frames >= until, 10 * PATIENCE)

    async def posted(self, count: int = 2) -> None:
        """Waits until so much more was posted, newly or by an edit, or for the end of the game."""
        for _ in range(count):
            await self.juno.until(partial(self._changed, self._latest), 10 * PATIENCE)

    @property
    def _latest(self) -> object:
        """The latest post of a table, as it is now."""
        return next((m.raw for m in reversed(posts(self.juno)) if "· table" in m.text), None)

    def _changed(self, before: object) -> bool:
        return self.over or self._latest is not before

    async def end(self) -> None:
        self.over = True
        await self.juno.nudge()


Trouble = Callable[[Trial], Awaitable[None]]


def death(frames: int, moment: float) -> Trouble:
    """Kills the bot after so many frames and a moment, and starts it again."""

    async def kill(trial: Trial) -> None:
        await trial.seen(frames)
        if trial.over:
            return
        await asyncio.sleep(moment)
        await trial.process.kill()
        await trial.juno.until(lambda: not trial.juno.bot_connected, PATIENCE)
        await trial.process.start()
        await trial.juno.bot_ready(PATIENCE)

    return kill


def deaths(count: int, seed: int) -> list[Trouble]:
    """So many deaths at moments that a seed names."""
    rng = random.Random(seed)
    return [death(rng.randint(0, FRAMES), rng.random() * MOMENT) for _ in range(count)]


async def through(local: LocalDiscord, folder: Path, troubles: list[Trouble]) -> Toll:
    """Games of two people until all trouble is over, the last one to its end."""
    toll, left = Toll(), list(troubles)
    async with (
        under(local, folder) as process,
        Player.join(local.url, "Juno") as juno,
        Player.join(local.url, "Pip") as pip,
    ):
        while left:
            begun = await begin(juno, pip)
            toll.games += 1
            await _game(Trial(process, juno, pip), begun, left, toll)
            logger.info("game %d is over, %d troubles left", toll.games, len(left))
        for player in (juno, pip):
            with contextlib.suppress(TimeoutError):  # what is missing is named by the check
                await player.until(partial(_settled, player, toll.games), PATIENCE)
        await process.stop()
        logged, toll.late = process.judged()
        toll.wrongs += logged
        await _check(process, juno, pip, toll)
    return toll


async def _game(trial: Trial, begun: Message, left: list[Trouble], toll: Toll) -> None:
    async def brew() -> None:
        while left and not trial.over:
            await left[0](trial)
            if not trial.over:
                left.pop(0)

    juno, pip = trial.juno, trial.pip
    sides = [Survivor(player, begun, toll, upwards=player is juno) for player in (juno, pip)]
    async with asyncio.TaskGroup() as group:
        group.create_task(brew())
        playing = [group.create_task(side.play()) for side in sides]
        await asyncio.wait(playing)
        await trial.end()
    await juno.bot_ready(PATIENCE)


# -- what must be true afterwards


def _settled(player: Player, games: int) -> bool:
    """Whether all that a player is to see of the games has arrived."""
    toll = Toll()
    for table_id in range(1, games + 1):
        _check_buttons(player, table_id, toll)
        _check_letter(player, table_id, toll)
    return not toll.wrongs


async def _check(process: Process, juno: Player, pip: Player, toll: Toll) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{process.database}")
    referee = Referee(store)
    try:
        for table_id in range(1, toll.games + 1):
            await _check_log(referee, table_id, toll)
            _check_posts(juno, table_id, await heard(referee, table_id), toll)
            _check_buttons(juno, table_id, toll)
            for player in (juno, pip):
                _check_letter(player, table_id, toll)
        toll.wrongs += (await judge(store, toll.told)).wrongs
    finally:
        await store.close()


async def _check_log(referee: Referee, table_id: int, toll: Toll) -> None:
    table = await referee.look(table_id)
    if table.status != "over" or not await referee.verify(table_id):
        toll.wrongs.append(f"table {table_id} is {table.status}, or not what its log says")
    answers = [given for given in await referee.store.log(table) if isinstance(given, Answer)]
    answered = Counter((given.seat, given.number) for given in answers)
    toll.wrongs += [
        f"{at} at table {table_id} was answered twice" for at, n in answered.items() if n > 1
    ]


def _check_posts(player: Player, table_id: int, history: list[str], toll: Toll) -> None:
    """The posts say what happened: each line once, in order; one of them has buttons."""
    mine = _posts(player, table_id)
    said = lines_told([post.text for post in mine], history)
    if said != history:
        toll.wrongs.append(f"table {table_id} was told as {said} instead of {history}")
    if len([m for m in mine if is_over(m)]) != 1:
        toll.wrongs.append(f"the end of table {table_id} was not posted once")
    if not mine[-1].pictures and not toll.late:  # those before it tell what happened, and no more
        toll.wrongs.append(f"the last post of table {table_id} lacks its picture")


def _check_buttons(player: Player, table_id: int, toll: Toll) -> None:
    pressable = [m for m in _posts(player, table_id) if m.buttons]
    if len(pressable) > 2 or not pressable or not is_over(pressable[-1]):
        toll.wrongs.append(f"table {table_id} has buttons in other posts than its last")


def _posts(player: Player, table_id: int) -> list[Message]:
    return [m for m in posts(player) if f"· table {table_id}\n" in m.text]


def _check_letter(player: Player, table_id: int, toll: Toll) -> None:
    """One message with the end of the game; an invitation before it says where it led."""
    written = [m for m in player.messages("@dm") if f"· table {table_id}\n" in m.text]
    direct_messages = [m for m in written if "You sit at this table" not in m.text]
    if len(direct_messages) != 1 or not re.search(r"\bwins?\b", direct_messages[0].text):
        said = [m.text for m in direct_messages]
        toll.wrongs.append(f"{player.name} has for table {table_id} the direct_messages {said}")
    if direct_messages and labels_of(direct_messages[0]):
        toll.wrongs.append(f"{player.name}'s message of table {table_id} still asks")
