"""The computer plays BRAWL: in turns like any game, in real time at a human speed."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.computer import WAY_BACK, Computer
from bot.realtime.computer import SPEEDS, USUAL, RealTimeComputer
from bot.referee import Referee, scope
from bot.store import Store
from bot.table import Person, Table
from bot.workers.thinking import LEVELS_PLAYOUTS, LEVELS_SECONDS
from rules.brawl.state import BrawlState, Discard, Done, Flip, FromDiscard, Pause, PlayCard, Ready
from rules.engine.inputs import Answer
from rules.engine.state import Option
from tests.bot.hall import Here

pytestmark = pytest.mark.slow  # whole bouts

pytest_plugins = ["tests.bot.databases"]

ANN = Person(11, "Ann")
ACTS = (PlayCard, FromDiscard, Discard)  # what is done with a card
ENOUGH = 60  # seconds that no wait of a test should take


class Hourglass:
    """Lets the time of a card pass when a test says so, and remembers how long it was to be."""

    def __init__(self) -> None:
        self.asked: list[float] = []
        self.holds = asyncio.Event()
        self._turned = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        """Wait until the glass is turned."""
        self.asked.append(seconds)
        self.holds.set()
        await self._turned.wait()
        self._turned.clear()

    async def held(self) -> None:
        """Wait until somebody waits for the glass."""
        async with asyncio.timeout(ENOUGH):
            await self.holds.wait()

    async def turn(self) -> None:
        """Let the time of one card pass."""
        await self.held()
        self.holds.clear()
        self._turned.set()


@pytest.fixture
def referee(file_store: Store, same_luck: None) -> Referee:
    """A referee of the real games."""
    return Referee(file_store)


@pytest.fixture
def glass() -> Hourglass:
    """The time of cards."""
    return Hourglass()


@pytest_asyncio.fixture
async def real_time(referee: Referee, glass: Hourglass) -> AsyncIterator[RealTimeComputer]:
    """Computers in bouts and elsewhere, as the bot has them; the bouts' own are handed out."""
    usual = Computer(referee, Here())  # type: ignore[arg-type]
    made = RealTimeComputer(referee, Here(), glass.sleep)  # type: ignore[arg-type]
    referee.wakers += [usual, made]
    yield made
    await usual.close()
    await made.close()


async def begun(referee: Referee, pace: str = "tournament", speed: float | None = None) -> int:
    """Ann plays Hale against a computer with Chris, and says ready where that is asked."""
    options: dict[str, object] = {"pace": pace, "decks": ["hale", "chris"]}
    opened = await referee.open("brawl", options, channel_id=5, guild_id=1, host=ANN)
    if speed is not None:
        await referee.store.set_setting(scope(opened.id), "speed", speed)
    await referee.add_computer(opened.id, ANN.id, "easy")
    await referee.start(opened.id, ANN.id)
    if pace == "tournament":
        await ann(referee, opened.id, Ready())
    return opened.id


async def ann(referee: Referee, table_id: int, option: Option) -> Table:
    """Ann acts."""
    question = (await referee.look(table_id)).questions(ANN.id)[0]
    return (await referee.act(table_id, ANN.id, 0, question.number, [option])).after


async def state(referee: Referee, table_id: int) -> BrawlState:
    """The game as it is on disk."""
    play = (await referee.look(table_id)).play
    assert play is not None
    found: BrawlState = play.state
    return found


async def answers(referee: Referee, table_id: int) -> list[Option]:
    """What the computer has answered so far."""
    log = await referee.store.log(await referee.look(table_id))
    return [given.option for given in log if isinstance(given, Answer) and given.seat == 1]


@pytest.mark.parametrize("speed", SPEEDS)
async def test_it_takes_the_chosen_time_for_each_card(
    referee: Referee, real_time: RealTimeComputer, glass: Hourglass, speed: float
) -> None:
    """It turns a card over at once, holds it all the time but a thought, then acts on it."""
    table_id = await begun(referee, speed=speed)
    for card in range(1, 5):
        await glass.held()
        assert (await state(referee, table_id)).fighters[1].held >= 0
        assert len(glass.asked) == card
        await glass.turn()
    await glass.held()
    assert glass.asked == [pytest.approx(speed - 0.05)] * 5
    given = await answers(referee, table_id)
    assert sum(isinstance(option, ACTS) for option in given) == 4
    assert not any(isinstance(option, Pause) for option in given)


async def test_a_strong_computer_thinks_within_the_time_of_its_card(
    referee: Referee, real_time: RealTimeComputer, glass: Hourglass
) -> None:
    """At the fastest speed it holds the card for half of the time and thinks in the other."""
    opened = await referee.open("brawl", {}, channel_id=5, guild_id=1, host=ANN)
    await referee.store.set_setting(scope(opened.id), "speed", 1.0)
    holding = asyncio.create_task(real_time._hold(opened.id, "hard"))
    await glass.turn()
    await holding
    assert glass.asked == [0.5] and LEVELS_SECONDS["hard"] > 0.5
    wants, patience = real_time._wanted(opened.id, 1, "hard")
    assert wants == patience == 0.5 - WAY_BACK, "the card is played when its second is over"


async def test_the_usual_speed_is_two_seconds_a_card(
    real_time: RealTimeComputer, referee: Referee
) -> None:
    assert await real_time.speed(await begun(referee)) == USUAL == 2.0


async def test_it_stands_still_in_a_pause_and_is_ready_to_go_on(
    referee: Referee, real_time: RealTimeComputer, glass: Hourglass
) -> None:
    table_id = await begun(referee)
    await glass.held()
    await ann(referee, table_id, Pause())
    before = await state(referee, table_id)
    await glass.turn()
    await real_time.idle()
    after = await state(referee, table_id)
    assert after.fighters[1].held == before.fighters[1].held
    assert [fighter.ready for fighter in after.fighters] == [False, True]
    await ann(referee, table_id, Ready())
    await glass.held()
    assert (await state(referee, table_id)).frames[-1].step == "bout"


async def test_it_plays_a_whole_bout_and_rests_when_it_is_done(
    referee: Referee, real_time: RealTimeComputer, glass: Hourglass, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Left alone it plays its deck, says done once, and lets the other go on."""
    monkeypatch.setitem(LEVELS_PLAYOUTS, "easy", 2)
    table_id = await begun(referee)
    while real_time._tasks:
        turning = asyncio.create_task(glass.turn())
        await asyncio.wait({turning, *real_time._tasks.values()}, return_when="FIRST_COMPLETED")
        turning.cancel()
    given = await answers(referee, table_id)
    s = await state(referee, table_id)
    assert len(s.fighters[1].deck) < 3, "all Bases may be frozen before the last card"
    assert s.outcome is not None or s.fighters[1].done or s.question(1) is None
    assert sum(isinstance(option, Flip) for option in given) > 30
    assert sum(isinstance(option, Done) for option in given) <= 1
    assert any(isinstance(option, PlayCard) for option in given)
    assert await referee.verify(table_id)


async def test_a_bout_goes_on_after_a_restart(
    referee: Referee, real_time: RealTimeComputer, glass: Hourglass
) -> None:
    table_id = await begun(referee, speed=4.0)
    await glass.held()
    await real_time.close()
    again, later = Hourglass(), Referee(referee.store)
    woken = RealTimeComputer(later, Here(), again.sleep)  # type: ignore[arg-type]
    await woken.start()
    await again.turn()
    await again.held()
    assert again.asked == [pytest.approx(3.95)] * 2
    await woken.close()
    assert sum(isinstance(option, ACTS) for option in await answers(later, table_id)) == 1


async def test_in_training_it_answers_like_anywhere(
    referee: Referee, real_time: RealTimeComputer, glass: Hourglass
) -> None:
    """In turns, without an hourglass; two sensible ends are played to."""
    table_id = await begun(referee, "training")
    usual = next(w for w in referee.wakers if type(w) is Computer)
    for _ in range(12):
        await usual.idle()
        table = await referee.look(table_id)
        assert [question.seat for question in table.waits] == [0], "the computer has answered"
        await ann(referee, table_id, table.offer(0)[0])
    await usual.idle()
    assert glass.asked == []
    assert len(await answers(referee, table_id)) >= 10
