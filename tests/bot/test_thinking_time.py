"""When a computer answers tells nothing of what it holds."""

import random
import time
from copy import deepcopy
from dataclasses import replace
from statistics import mean
from typing import Any

import pytest

from bot.computer import WHOLE_TURN, Computer
from bot.referee import Referee
from bot.store import Store
from bot.table import Person, Seated, Table
from bot.workers.pool import GivenUp, Workers
from bot.workers.thinking import LEVELS_SECONDS, think
from rules import registry
from rules.engine import kernel
from rules.engine.codec import decode, encode, input_to_plain
from rules.engine.inputs import Answer
from rules.engine.play import Play
from rules.engine.state import State

pytest_plugins = ["tests.bot.databases"]
EACH = 12  # positions of each kind
NOTICEABLE = 0.012  # seconds between two means
TRIES = 5  # a busy machine blurs a measurement; what tells something does so in each


def dodges(each: int = EACH) -> tuple[list[State], list[State]]:
    """Heavy attacks on somebody who holds no card of its value, and on somebody who does."""
    game, rng = registry.get("brawlhalla"), random.Random(7)
    variant, players = game.samples()[0]
    helpless: list[State] = []
    armed: list[State] = []
    while min(len(helpless), len(armed)) < each:
        s = kernel.start(game, variant, players, rng.randbytes(16)).state
        while s.outcome is None and min(len(helpless), len(armed)) < each:
            seat = kernel.waiting(s)[0]
            question, options = s.question(seat), kernel.offer(game, s, seat)
            assert question is not None
            if question.kind == "dodge":
                (helpless if len(options) == 1 else armed).append(deepcopy(s))
            kernel.take(game, s, seat, rng.choice(options))
    return helpless[:each], armed[:each]


@pytest.mark.slow
async def test_a_computer_with_nothing_to_choose_is_not_quicker(file_store: Store) -> None:
    referee = Referee(file_store)
    game = registry.get("brawlhalla")
    opened = await referee.open("brawlhalla", {}, channel_id=5, guild_id=1, host=Person(1, "Ann"))
    workers = Workers(1)
    computer = Computer(referee, workers)
    helpless, armed = dodges()
    spent: dict[bool, list[float]] = {True: [], False: []}

    async def choose(s: State) -> None:
        seat = kernel.waiting(s)[0]
        table: Table = opened
        table.status, table.play = "playing", Play(game, s)
        table.players = tuple(Seated(p, None, f"C{p}", "easy") for p in range(s.players))
        computer._turns.clear()
        began = time.monotonic()
        option = await computer._choose(table, seat, "easy")
        spent[len(kernel.offer(game, s, seat)) == 1].append(time.monotonic() - began)
        assert option in kernel.offer(game, s, seat)

    try:
        for s in armed[:2]:  # a worker that has just been started is slow
            await choose(s)
        for _ in range(TRIES):
            spent[True].clear()
            spent[False].clear()
            for pair in zip(helpless, armed, strict=True):
                for s in pair:
                    await choose(s)
            if not tells(spent):
                break
        else:
            raise AssertionError(f"how long it thinks tells what it holds: {spent}")
    finally:
        await workers.close()


class Prompt:
    """Workers that have thought already, or cannot think at all."""

    def __init__(self, fails: bool) -> None:
        """Answer at once, or fail at once."""
        self.fails = fails

    async def run(
        self, work: Any, games: Any, key: str, saved: bytes, seat: int, *rest: Any
    ) -> Any:
        """The first thing that comes to mind."""
        if self.fails:
            raise GivenUp("a job took more than no time")
        game = games(key)
        return input_to_plain(Answer(seat, 0, kernel.offer(game, decode(game, saved), seat)[0]))


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("key", registry.KEYS)
async def test_an_answer_comes_in_its_time_however_soon_it_was_found(
    key: str, fails: bool, file_store: Store
) -> None:
    computer = Computer(Referee(file_store), Prompt(fails))  # type: ignore[arg-type]
    game = registry.get(key)
    variant, players = game.samples()[0]
    play, _ = Play.start(game, variant, players, bytes(16))
    opened = await computer.referee.open(key, {}, channel_id=5, guild_id=1, host=Person(1, "Ann"))
    seats = tuple(Seated(p, None, f"C{p}", "easy") for p in range(players))
    table = replace(opened, status="playing", play=play, players=seats)
    began = time.monotonic()
    await computer._choose(table, kernel.waiting(play.state)[0], "easy")
    assert time.monotonic() - began >= LEVELS_SECONDS["easy"] - 0.005


@pytest.mark.parametrize("key", registry.KEYS)
def test_a_thought_takes_its_time_however_little_there_is_to_think_about(key: str) -> None:
    """Others wait for the same process: when it is free again must tell nothing, either."""
    game = registry.get(key)
    variant, players = game.samples()[0]
    s = kernel.start(game, variant, players, bytes(16)).state
    positions = [s]
    if key == "brawlhalla":
        positions += [kind[0] for kind in dodges(1)]
    for s in positions:
        began = time.monotonic()
        think(registry.get, key, encode(game, s), kernel.waiting(s)[0], "easy", 1, 0.05)
        assert time.monotonic() - began >= 0.05


def tells(spent: dict[bool, list[float]]) -> bool:
    """Whether it can be heard that there was nothing to choose, or somebody waits too long."""
    ranks = sorted((seconds, alone) for alone in spent for seconds in spent[alone])
    early = sum(alone for _, alone in ranks[:EACH])  # of the quicker half, those without a choice
    return (
        abs(mean(spent[True]) - mean(spent[False])) >= NOTICEABLE
        or not EACH / 6 <= early <= EACH * 5 / 6
        or ranks[-1][0] >= WHOLE_TURN
    )
