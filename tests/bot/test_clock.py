"""Time at the table: the pace, its warning, a game's own clocks, and absence."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot import errors
from bot.clock import SOON, Clock
from bot.referee import Referee
from bot.store import Store
from bot.table import Person, Table, read_news
from rules.engine.errors import Refused, Stale
from tests.bot.toy import GAME, Pick, Ready, Roll, Step, Stop, Time, Toy, games

pytest_plugins = ["tests.bot.databases"]

ANN, BOB, EVE = Person(11, "Ann"), Person(12, "Bob"), Person(13, "Eve")
DAY = timedelta(days=1)


@pytest.fixture
def referee(file_store: Store, time: Time) -> Referee:
    """A referee of the toy game."""
    return Referee(file_store, now=time, games=games)


@pytest.fixture
def clock(referee: Referee) -> Clock:
    """A clock that is told when to look, on a machine that is asleep while time passes."""
    return Clock(referee, elapsed=float)


async def begun(referee: Referee, pace: timedelta | None = None, **options: int) -> int:
    """Ann and Bob have begun to pick."""
    given: dict[str, Any] = {**options}
    opened = await referee.open("toy", given, channel_id=5, guild_id=1, host=ANN, pace=pace)
    await referee.join(opened.id, BOB)
    await referee.start(opened.id, ANN.id)
    return opened.id


async def turns(referee: Referee, pace: timedelta | None = None, **options: int) -> int:
    """It is Ann's turn."""
    table_id = await begun(referee, pace, **options)
    await referee.act(table_id, ANN.id, 0, 1, [Ready()])
    await referee.act(table_id, BOB.id, 1, 1, [Ready()])
    return table_id


def state(table: Table) -> Any:
    """The live state."""
    assert table.play is not None
    return table.play.state


async def kinds(referee: Referee, table_id: int) -> list[str]:
    """What waits in the outbox, beside the lobby."""
    return [
        row.kind for row in (await referee.store.pending(table_id)).outbox if row.kind != "lobby"
    ]


# -- the pace


async def test_without_a_pace_nothing_is_due(referee: Referee, clock: Clock) -> None:
    await turns(referee)
    assert await clock.tick() == DAY.total_seconds(), "somebody is reminded then"


async def test_a_turn_that_takes_too_long_is_ended(store: Store, time: Time) -> None:
    referee = Referee(store, now=time, games=games)
    clock = Clock(referee)
    table_id = await turns(referee, DAY)
    table = await referee.look(table_id)
    assert table.due(0) == time() + DAY and table.due(1) is None
    time.pass_(days=1, seconds=-1)
    await clock.tick()
    assert [q.seat for q in (await referee.look(table_id)).waits] == [0]
    time.pass_(seconds=1)
    await clock.tick()
    table = await referee.look(table_id)  # the default of a turn is a step, then a stop
    assert [q.seat for q in table.waits] == [1]
    assert (state(table).at, table.logged) == ([1, 0], 4)
    assert table.due(0) is None and table.due(1) == time() + DAY
    row = (await referee.store.pending(table_id)).outbox[-1]
    assert read_news(row.payload).lines == [
        "Player 1 (seat 1) ran out of time; the referee moves on.",
        "seat 1 goes 1.",
        "Player 1 (seat 1) ran out of time; the referee moves on.",
    ]
    assert await referee.verify(table_id)


async def test_time_is_for_the_turn_not_for_each_answer(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, DAY)
    due = (await referee.look(table_id)).due(0)
    time.pass_(hours=5)
    await referee.act(table_id, ANN.id, 0, 2, [Step(1)])
    await referee.undo(table_id, ANN.id)
    assert (await referee.look(table_id)).due(0) == due


async def test_defaults_go_on_until_the_seat_is_done(
    referee: Referee, clock: Clock, time: Time
) -> None:
    table_id = await begun(referee, DAY)
    await referee.act(table_id, ANN.id, 0, 1, [Pick(1)])
    time.pass_(hours=12)
    await referee.act(table_id, ANN.id, 0, 2, [Ready()])
    time.pass_(hours=12)
    await clock.tick()
    table = await referee.look(table_id)
    assert state(table).picks == [[1], [10, 11, 12]]
    assert [q.seat for q in table.waits] == [0]


async def test_where_each_question_opens_a_turn_the_pace_is_for_each(
    referee: Referee, clock: Clock, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Toy, "opening", {"pick"})
    table_id = await begun(referee, timedelta(minutes=1))
    time.pass_(seconds=40)
    await referee.act(table_id, ANN.id, 0, 1, [Pick(1)])
    time.pass_(seconds=20)
    await clock.tick()
    table = await referee.look(table_id)
    assert state(table).picks == [[1], [10]]
    assert table.due(0) == time() + timedelta(seconds=40)
    assert table.due(1) == time() + timedelta(minutes=1)


@pytest.mark.parametrize(
    ("pace", "before"),
    [
        (timedelta(minutes=1), timedelta(seconds=15)),
        (timedelta(days=1), timedelta(hours=6)),
        (timedelta(days=14), timedelta(hours=12)),
    ],
)
async def test_a_warning_is_given_once(
    referee: Referee, time: Time, pace: timedelta, before: timedelta
) -> None:
    table_id = await turns(referee, pace)
    time.at += pace - before - timedelta(seconds=1)
    await Clock(referee).tick()  # one that did not sleep all the while
    assert "warning" not in await kinds(referee, table_id)
    time.pass_(seconds=1)
    for _ in range(3):
        await Clock(referee).tick()
        time.pass_(seconds=1)
    assert (await kinds(referee, table_id)).count("warning") == 1
    told = read_news((await referee.store.pending(table_id)).outbox[-1].payload)
    assert (told.seat, told.clock, told.at) == (0, None, time() - timedelta(seconds=3) + before)
    time.at += before
    await Clock(referee).tick()
    assert [q.seat for q in (await referee.look(table_id)).waits] == [1]


async def test_the_pace_can_be_changed(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, DAY)

    async def set_(person: Person, pace: timedelta | None, moderator: bool = False) -> Table:
        return await referee.change_settings(table_id, person.id, pace=pace, moderator=moderator)

    with pytest.raises(errors.NotAllowed, match="only give more time"):
        await set_(ANN, timedelta(hours=1))
    with pytest.raises(errors.NotAllowed, match="Only the host"):
        await set_(BOB, 2 * DAY)
    with pytest.raises(errors.BadPace):
        await set_(ANN, timedelta(seconds=1))
    due = time() + DAY
    time.pass_(hours=3)
    assert (await set_(EVE, 2 * DAY, True)).due(0) == due + DAY
    assert (await set_(EVE, timedelta(hours=1), True)).due(0) == time() + timedelta(hours=1)
    assert (await set_(EVE, None, True)).clocks == {}
    assert (await referee.look(table_id)).clocks == {}
    assert (await kinds(referee, table_id)).count("settings") == 3


async def test_computers_are_never_timed_out(referee: Referee) -> None:
    opened = await referee.open("toy", {}, channel_id=5, guild_id=1, host=ANN, pace=DAY)
    await referee.add_computer(opened.id, ANN.id, "easy")
    table = await referee.start(opened.id, ANN.id)
    assert list(table.clocks) == ["pace:0"]


async def test_an_answer_in_time_stops_the_clock(
    referee: Referee, clock: Clock, time: Time
) -> None:
    table_id = await turns(referee, DAY)
    await referee.act(table_id, ANN.id, 0, 2, [Stop()])
    assert list((await referee.look(table_id)).clocks) == ["pace:1"]
    await referee.resign(table_id, ANN.id)
    assert await clock.tick() is None
    assert not await referee.ring(table_id, "pace:1")


async def test_a_direct_timeout_names_its_question(referee: Referee) -> None:
    table_id = await turns(referee)
    with pytest.raises(Stale):
        await referee.timeout(table_id, 0, 1)
    acted = await referee.timeout(table_id, 0, 2)
    assert [q.seat for q in acted.after.waits] == [1]


# -- clocks of the game


async def test_a_clock_of_the_game_runs_out(referee: Referee, clock: Clock, time: Time) -> None:
    table_id = await begun(referee, DAY, clock=60)
    table = await referee.look(table_id)
    assert list(table.clocks) == ["game:picking"]  # the pace rests meanwhile
    await referee.act(table_id, ANN.id, 0, 1, [Pick(1)])
    time.pass_(seconds=60)
    await clock.tick()
    table = await referee.look(table_id)
    assert [q.kind for q in table.waits] == ["turn"]
    assert list(table.clocks) == ["pace:0"]
    assert state(table).picks == [[1], []]
    assert "warning" not in await kinds(referee, table_id)
    with pytest.raises(Stale):
        await referee.elapsed(table_id, "picking")


async def test_a_long_clock_of_the_game_is_announced(
    referee: Referee, clock: Clock, time: Time
) -> None:
    table_id = await begun(referee, clock=3600)
    time.pass_(minutes=45)
    await clock.tick()
    told = read_news((await referee.store.pending(table_id)).outbox[-1].payload)
    assert (told.clock, told.seat, told.at) == ("picking", None, time() + timedelta(minutes=15))


async def test_each_seat_can_have_a_clock_of_its_own(
    referee: Referee, clock: Clock, time: Time
) -> None:
    table_id = await begun(referee, timedelta(minutes=1), own=15)
    assert set((await referee.look(table_id)).clocks) == {"game:seat0", "game:seat1"}
    time.pass_(seconds=10)
    await referee.act(table_id, ANN.id, 0, 1, [Pick(1)])  # hers begins anew, his does not
    time.pass_(seconds=5)
    await clock.tick()
    table = await referee.look(table_id)
    assert state(table).picks == [[1], [10]]
    assert table.clocks["game:seat0"].at == time() + timedelta(seconds=10)
    assert table.clocks["game:seat1"].at == time() + timedelta(seconds=15)
    await referee.act(table_id, ANN.id, 0, 2, [Ready()])
    assert set((await referee.look(table_id)).clocks) == {"game:seat1"}


# -- absence


async def test_time_of_absence_does_not_count(store: Store, time: Time) -> None:
    referee = Referee(store, now=time, games=games)
    clock = Clock(referee)
    table_id = await turns(referee, DAY)
    time.pass_(hours=2)
    await clock.tick()  # alive, for the last time
    time.pass_(days=3)
    again = Clock(Referee(store, now=time, games=games))
    assert await again.back() == 1
    assert (await referee.look(table_id)).due(0) == time() + timedelta(hours=22)
    assert await again.back() == 0  # nor is it counted twice
    warn = (await referee.look(table_id)).clocks["pace:0"].warn_at
    assert warn == time() + timedelta(hours=16)


async def test_a_clock_started_just_before_a_crash_gets_all_its_time(
    referee: Referee, time: Time
) -> None:
    await Clock(referee).back()
    time.pass_(days=30)  # nothing ran, so no heart beat was noted
    table_id = await turns(referee, DAY)
    time.pass_(days=2)
    await Clock(referee).back()
    assert (await referee.look(table_id)).due(0) == time() + DAY


async def test_two_processes_that_come_back_at_once_give_time_once(url: str, time: Time) -> None:
    stores = [await Store.open(url) for _ in range(2)]
    referees = [Referee(store, now=time, games=games) for store in stores]
    table_id = await turns(referees[0], DAY)
    time.pass_(days=2)
    given = await asyncio.gather(*(Clock(referee).back() for referee in referees))
    assert sorted(given) == [0, 1]
    assert (await referees[0].look(table_id)).due(0) == time() + DAY
    for store in stores:
        await store.close()


async def test_who_loaded_a_table_before_its_clocks_had_their_time_back_takes_none_away(
    referee: Referee, time: Time
) -> None:
    """Clocks are in the table's row: whatever moves them is a change of the table."""
    table_id = await turns(referee, DAY)
    before = await referee.look(table_id)
    time.pass_(days=2)
    assert await Clock(referee).back() == 1
    await referee.mute(before, BOB.id, True)
    assert (await referee.look(table_id)).due(0) == time() + DAY


async def test_a_clock_counts_from_when_it_began_whatever_happens_at_its_table(
    referee: Referee, time: Time
) -> None:
    table_id = await turns(referee, DAY)
    time.pass_(hours=1)
    await referee.mute(table_id, BOB.id, True)
    time.pass_(hours=2)
    await referee.store.postpone(None, time())
    assert (await referee.look(table_id)).due(0) == time() + DAY, "all of it came back"


async def test_a_machine_that_slept_was_absent_too(
    referee: Referee, clock: Clock, time: Time
) -> None:
    table_id = await turns(referee, DAY)
    await clock.tick()
    time.pass_(days=2)
    await clock.tick()
    table = await referee.look(table_id)
    assert [q.seat for q in table.waits] == [0] and table.due(0) == time() + DAY


# -- the sleeper


async def test_the_sleeper_wakes_for_the_next_row_and_for_changes(
    referee: Referee, time: Time
) -> None:
    slept: list[float | None] = []
    asleep: asyncio.Queue[None] = asyncio.Queue()
    alarm = asyncio.Event()

    class Watched(Clock):
        async def _sleep(self, seconds: float | None) -> None:
            slept.append(seconds)
            asleep.put_nowait(None)
            changed = asyncio.create_task(self._changed.wait())
            rung = asyncio.create_task(alarm.wait())
            await asyncio.wait([changed, rung], return_when=asyncio.FIRST_COMPLETED)
            changed.cancel()
            rung.cancel()
            alarm.clear()

    clock = Watched(referee)
    referee.wakers.append(clock)
    await clock.start()
    await asleep.get()
    assert slept == [None]
    table_id = await begun(referee, clock=8)
    while slept[-1] != 8.0:  # until then it is the table's own, which closes it in days
        await asleep.get()
    time.pass_(seconds=8)
    alarm.set()
    while slept[-1] != DAY.total_seconds():  # when somebody is reminded that no clock runs for
        await asleep.get()
    assert [q.kind for q in (await referee.look(table_id)).waits] == ["turn"]
    await clock.close()


async def test_sleep_ends_by_a_change_or_by_time(referee: Referee, clock: Clock) -> None:
    await clock._sleep(0.001)
    clock.wake(await referee.look(await turns(referee, DAY)))
    await clock._sleep(None)


async def test_a_clock_that_fails_keeps_nobody_else_waiting(
    file_store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = Referee(file_store, now=time, games=games)
    clock = Clock(referee)
    broken = await turns(referee, DAY)
    opened = await referee.open("toy", {}, channel_id=6, guild_id=1, host=ANN, pace=DAY)
    await referee.join(opened.id, BOB)
    await referee.start(opened.id, ANN.id)
    monkeypatch.setattr(
        GAME.phases[type(state(await referee.look(broken)).frames[-1])],
        "default",
        lambda *_: Roll("no such thing"),
    )
    time.pass_(days=1)
    wait = await clock.tick()
    assert wait == SOON.total_seconds()  # no busy loop
    assert [q.seat for q in (await referee.look(broken)).waits] == [0]
    assert (await referee.look(opened.id)).logged == 8


# -- time used stays used


async def test_an_answer_given_and_taken_back_brings_no_time(
    store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Toy, "opening", {"turn"})  # as where one player plays on alone
    referee = Referee(store, now=time, games=games)
    table_id = await turns(referee, DAY)
    due = time() + DAY

    async def step() -> Table:
        referee.forget()
        (question,) = (await referee.look(table_id)).questions(ANN.id)
        return (await referee.act(table_id, ANN.id, 0, question.number, [Step(1)])).after

    for _ in range(3):
        time.pass_(hours=1)
        assert (await step()).due(0) == time() + DAY
        time.pass_(hours=1)
        assert (await step()).due(0) == time() + DAY
        await referee.undo(table_id, ANN.id)
        referee.forget()
        assert (await referee.undo(table_id, ANN.id)).after.due(0) == due
    await step()
    time.pass_(days=1)
    with pytest.raises(Refused, match="time for that answer is over"):
        await referee.undo(table_id, ANN.id)
    assert (await step()).due(0) == time() + DAY
    (question,) = (await referee.look(table_id)).questions(ANN.id)
    table = (await referee.act(table_id, ANN.id, 0, question.number, [Stop()])).after
    assert [one.earlier for one in table.clocks.values()] == [()]


async def test_another_pace_gives_back_nothing_that_was_used(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, DAY)
    due = time() + DAY
    time.pass_(hours=20)
    table = await referee.change_settings(table_id, ANN.id, pace=DAY)
    assert table.due(0) == due  # the same pace again
    table = await referee.change_settings(table_id, ANN.id, pace=5 * DAY)
    assert table.due(0) == due  # a host gains nothing for a turn that is on
    with pytest.raises(errors.NotAllowed, match="cannot lift"):
        await referee.change_settings(table_id, ANN.id, pace=None)
    await referee.act(table_id, ANN.id, 0, table.questions(ANN.id)[0].number, [Stop()])
    time.pass_(hours=1)
    table = await referee.change_settings(table_id, ANN.id, pace=6 * DAY)
    assert table.due(1) == time() - timedelta(hours=1) + 6 * DAY  # others do


async def test_a_shorter_pace_leaves_a_last_moment(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, 5 * DAY)
    time.pass_(days=2)
    table = await referee.change_settings(table_id, EVE.id, pace=DAY, moderator=True)
    assert table.due(0) == time() + timedelta(hours=1)
    table = await referee.change_settings(table_id, EVE.id, pace=5 * DAY, moderator=True)
    assert table.due(0) == time() + timedelta(hours=1) + 4 * DAY


# -- the system's clock


async def test_the_systems_clock_a_year_ahead_and_back_leaves_deadlines_right(
    store: Store, time: Time
) -> None:
    referee = Referee(store, now=time, games=games)
    seconds = 0.0
    clock = Clock(referee, elapsed=lambda: seconds)
    table_id = await turns(referee, DAY)
    due = (await referee.look(table_id)).due(0)
    assert due is not None
    await clock.tick()
    time.pass_(days=365, seconds=10)
    seconds += 10
    await clock.tick()
    assert (await referee.look(table_id)).due(0) == due + timedelta(days=365)
    time.pass_(days=-365, seconds=10)
    seconds += 10
    await clock.tick()
    assert (await referee.look(table_id)).due(0) == due
    assert "warning" not in await kinds(referee, table_id)


async def test_what_is_done_after_the_clock_was_set_goes_by_the_deadlines_as_they_are_now(
    store: Store, time: Time
) -> None:
    """Whoever acts at a table that the referee remembers from before is not out of time at once."""
    referee = Referee(store, now=time, games=games)
    seconds = 0.0
    clock = Clock(referee, elapsed=lambda: seconds)
    table_id = await turns(referee, DAY)
    due = (await referee.look(table_id)).due(0)
    assert due is not None
    await clock.tick()
    time.pass_(days=365)
    await clock.tick()
    table = await referee.change_settings(table_id, EVE.id, pace=2 * DAY, moderator=True)
    assert table.due(0) == due + timedelta(days=366)


async def test_a_bot_that_was_up_while_the_year_was_wrong_puts_it_right_when_it_is_back(
    store: Store, time: Time
) -> None:
    referee = Referee(store, now=time, games=games)
    table_id = await turns(referee, DAY)
    due = (await referee.look(table_id)).due(0)
    assert due is not None
    await Clock(referee).back()
    time.pass_(days=365)
    await Clock(referee).back()
    assert (await referee.look(table_id)).due(0) == due + timedelta(days=365)
    time.pass_(days=-365)
    await Clock(referee).back()
    assert (await referee.look(table_id)).due(0) == due
