"""Computer players think in worker processes and answer like anybody."""

import asyncio
import os
import signal
import time as wall
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from bot.computer import RETRY, WHOLE_TURN, Computer
from bot.referee import Referee
from bot.store import Store
from bot.table import LEVELS, Person, Table
from bot.workers.pool import Workers
from bot.workers.shared_time import LEAST
from bot.workers.thinking import LEVELS_SECONDS, Allowed
from rules.engine.errors import Refused
from rules.engine.inputs import Answer
from rules.players import search
from tests.bot.hall import Here
from tests.bot.toy import GAME, Ready, Roll, Stop, Time, games

pytest_plugins = ["tests.bot.databases"]

ANN = Person(11, "Ann")


@pytest.fixture
def referee(file_store: Store, time: Time) -> Referee:
    """A referee of the toy game."""
    return Referee(file_store, now=time, games=games)


@pytest_asyncio.fixture
async def computer(referee: Referee) -> AsyncIterator[Computer]:
    """Computers that think here."""
    made = Computer(referee, Here())  # type: ignore[arg-type]
    referee.wakers.append(made)
    yield made
    await made.close()


async def begun(referee: Referee, level: Any = "easy", **options: int) -> int:
    """Ann plays against a computer."""
    opened = await referee.open("toy", {**options}, channel_id=5, guild_id=1, host=ANN)
    await referee.add_computer(opened.id, ANN.id, level)
    await referee.start(opened.id, ANN.id)
    return opened.id


async def anns_turn(referee: Referee, table_id: int) -> Table:
    """Ann has picked; it is her turn."""
    (question,) = (await referee.look(table_id)).questions(ANN.id)
    return (await referee.act(table_id, ANN.id, 0, question.number, [Ready()])).after


async def test_a_game_against_a_computer_comes_to_its_end(
    referee: Referee, computer: Computer
) -> None:
    table_id = await begun(referee)
    await anns_turn(referee, table_id)
    await computer.idle()
    while (table := await referee.look(table_id)).status == "playing":
        (question,) = table.questions(ANN.id)
        await referee.act(table_id, ANN.id, 0, question.number, [Roll()])
        await computer.idle()
    assert await referee.verify(table_id)
    assert len(await referee.store.results(ANN.id)) == 1


async def test_several_computers_play_one_after_the_other(
    referee: Referee, computer: Computer
) -> None:
    opened = await referee.open("toy", {}, channel_id=5, guild_id=1, host=ANN)
    for _ in range(2):
        await referee.add_computer(opened.id, ANN.id, "easy")
    await referee.start(opened.id, ANN.id)
    table = await anns_turn(referee, opened.id)
    await computer.idle()
    (question,) = (await referee.look(opened.id)).questions(ANN.id)
    await referee.act(opened.id, ANN.id, 0, question.number, [Stop()])
    await computer.idle()
    log = await referee.store.log(await referee.look(opened.id))
    answered = [given.seat for given in log[table.logged :] if isinstance(given, Answer)]
    assert {0, 1, 2} == set(answered)
    assert answered.index(0) < answered.index(1, answered.index(0)) < len(answered)


async def test_the_first_answer_of_a_turn_has_its_whole_time_the_others_share_the_rest(
    referee: Referee,
) -> None:
    computer = Computer(referee, Here())  # type: ignore[arg-type]
    wanted = [computer._wanted(1, 0, "hard")[0] for _ in range(6)]
    assert wanted[0] == LEVELS_SECONDS["hard"] == 1.2
    assert wanted[1:4] == pytest.approx([0.3, 0.15, 0.075])
    assert sum(wanted) < WHOLE_TURN + 2 * LEAST
    assert computer._wanted(1, 1, "hard")[0] == 1.2, "another's turn"
    assert computer._wanted(2, 0, "normal")[0] == LEVELS_SECONDS["normal"]


@pytest.mark.slow
async def test_a_worker_process_thinks_and_a_dead_one_is_replaced(referee: Referee) -> None:
    workers = Workers(1)
    first = await workers.run(os.getpid)
    assert first != os.getpid()
    os.kill(first, signal.SIGKILL)
    table_id = await begun(referee, "normal")
    computer = Computer(referee, workers)
    began = wall.monotonic()
    await computer.start()  # also after a restart in the middle of its turn
    await computer.idle()
    spent = wall.monotonic() - began
    table = await referee.look(table_id)
    assert [q.seat for q in table.waits] == [0] and table.logged >= 1
    assert spent < 60
    await computer.close()
    assert await workers.run(os.getpid) not in (first, os.getpid())
    await workers.close()


async def test_whatever_a_worker_raises_is_raised_here() -> None:
    workers = Workers(1)
    with pytest.raises(ZeroDivisionError):
        await workers.run(divmod, 1, 0)
    assert await workers.run(divmod, 7, 2) == (3, 1)
    await workers.close()
    await workers.close()


async def test_a_search_that_fails_does_not_stop_the_game(
    referee: Referee, computer: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("no idea")

    monkeypatch.setattr(search, "choose", fail)
    table_id = await begun(referee)
    await computer.idle()
    table = await referee.look(table_id)
    assert table.play is not None
    assert table.play.state.picks[1] == [10, 11, 12]  # the defaults, then ready
    assert [q.seat for q in table.waits] == [0]


async def test_a_computer_that_is_always_refused_gets_the_default(
    referee: Referee, computer: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any, **__: Any) -> None:
        raise Refused("", "Not so.")

    monkeypatch.setattr(referee, "act", refuse)
    table_id = await begun(referee)
    await computer.idle()
    assert [q.seat for q in (await referee.look(table_id)).waits] == [0]


async def test_a_wake_while_it_thinks_is_not_forgotten(referee: Referee) -> None:
    thinking, go = asyncio.Event(), asyncio.Event()

    class Slow(Here):
        async def run(self, work: Any, *args: Any) -> Any:
            thinking.set()
            await go.wait()
            return work(*args)

    computer = Computer(referee, Slow())  # type: ignore[arg-type]
    referee.wakers.append(computer)
    table_id = await begun(referee)
    await thinking.wait()
    await anns_turn(referee, table_id)  # something happens meanwhile
    go.set()
    await computer.idle()
    table = await referee.look(table_id)
    assert [q.seat for q in table.waits] == [0]
    await computer.close()
    computer.wake(await referee.look(table_id))  # nothing after the end
    await computer.idle()


@pytest.mark.parametrize(("ahead", "agreed"), [(True, False), (False, True)])
async def test_a_draw_is_taken_by_who_stands_no_better(
    referee: Referee,
    computer: Computer,
    monkeypatch: pytest.MonkeyPatch,
    ahead: bool,
    agreed: bool,
) -> None:
    monkeypatch.setattr(type(GAME), "worth", lambda self, s, player: 0.9 if ahead else 0.2)
    table_id = await begun(referee)
    await anns_turn(referee, table_id)
    await computer.idle()
    await referee.offer_draw(table_id, ANN.id)
    await computer.idle()
    table = await referee.look(table_id)
    assert (table.status == "over") == agreed
    assert table.play is not None and table.play.state.draws == []


async def test_a_judgement_that_fails_declines_the_draw_and_plays_on(
    referee: Referee, computer: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("no idea")

    monkeypatch.setattr(type(GAME), "worth", fail)
    table_id = await begun(referee)
    await anns_turn(referee, table_id)
    await computer.idle()
    await referee.offer_draw(table_id, ANN.id)
    async with asyncio.timeout(RETRY):  # it does not try in vain until somebody comes
        await computer.idle()
    table = await referee.look(table_id)
    assert table.status == "playing"
    assert table.play is not None and table.play.state.draws == []


def test_levels_differ_by_what_they_may_think() -> None:
    assert set(LEVELS_SECONDS) == set(LEVELS)
    assert LEVELS_SECONDS["easy"] < LEVELS_SECONDS["normal"] < LEVELS_SECONDS["hard"]
    assert LEVELS_SECONDS["hard"] <= WHOLE_TURN < 2


def test_a_budget_ends_by_playouts_and_by_seconds() -> None:
    counted = Allowed(3, 1000.0)
    assert [counted(done) for done in range(5)] == [True, True, True, False, False]
    late = Allowed(1000, -5.0)
    assert late(0), "at least one is always done"
    assert not late(1)
