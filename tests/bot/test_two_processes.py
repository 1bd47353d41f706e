"""Two processes on one database server do each thing of weeks of play once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import Any

import pytest

from bot.errors import BotError, NoRoom
from bot.referee import Referee
from bot.store import Store, people
from bot.table import Person
from rules.engine.errors import RulesError
from tests.bot.test_crash_weeks import ANN, BOB, EVE, WEEKS, written
from tests.bot.toy import Time, games

pytestmark = pytest.mark.slow  # a database server is started
pytest_plugins = ["tests.bot.databases"]

DAN = Person(14, "Dan")
NEXT = "SELECT setval(pg_get_serial_sequence('tables', 'id'), (SELECT max(id) FROM tables))"


@pytest.fixture
async def two(server_url: str, time: Time) -> AsyncIterator[list[Referee]]:
    """Two processes, each with what it remembers of tables."""
    stores = [await Store.open(server_url) for _ in range(2)]
    yield [Referee(store, now=time, games=games) for store in stores]
    for store in stores:
        await store.close()


async def done(work: Awaitable[Any]) -> Any:
    """What came of it; or why it was refused, to whoever came second."""
    try:
        return await work
    except (BotError, RulesError) as error:
        return error


async def test_what_the_bot_does_by_itself_is_done_once_by_two(
    two: list[Referee], file_store: Store, time: Time
) -> None:
    """People are answered by the one or the other; what is due, both do at the same moment."""
    alone = Referee(file_store, now=time, games=games)
    for number, deed in enumerate(WEEKS):
        time.at += deed.after
        await done(deed.do(alone))
        doing = two if deed.by_itself else [two[number % 2]]
        said = await asyncio.gather(*(done(deed.do(one)) for one in doing))
        assert not any(isinstance(one, Exception) for one in said), f"{deed.name}: {said}"
        await two[0].store.write(lambda c: c.exec_driver_sql(NEXT))  # refused tables leave no gap
        assert await written(two[0].store) == await written(file_store), deed.name


async def _begun(referee: Referee, **more: Any) -> int:
    opened = await referee.open("toy", {}, channel_id=5, guild_id=1, host=ANN, **more)
    await referee.join(opened.id, BOB)
    return opened.id


async def test_of_two_who_take_a_seat_one_sits_down(two: list[Referee]) -> None:
    a, b = two
    number = await _begun(a)
    await a.start(number, ANN.id)
    await a.get_up(number, BOB.id)
    takers = (a.take_seat(number, EVE, 1), b.take_seat(number, DAN, 1))
    said = await asyncio.gather(*map(done, takers))
    assert [isinstance(one, NoRoom) for one in said].count(True) == 1
    (sits,) = [one.user_id for one in (await a.look(number)).people if one.user_id != ANN.id]
    assert sits in (EVE.id, DAN.id)
    assert [one.why for one in await a.store.tenures(number)] == ["left", "taken"]


async def test_what_one_has_paused_the_other_resumes(two: list[Referee]) -> None:
    """Also where it remembers the table as it was before."""
    a, b = two
    number = await _begun(a)
    await b.start(number, ANN.id)
    assert await a.pause(number, "moderators") is not None
    assert await b.resume(number) is not None
    assert await a.pause(number, "moderators") is not None


async def test_the_last_seat_is_taken_once_and_the_game_begins_once(two: list[Referee]) -> None:
    a, b = two
    number = await _begun(a, when_full=True)
    said = await asyncio.gather(done(a.join(number, EVE)), done(b.join(number, DAN)))
    assert sum(isinstance(one, Exception) for one in said) == 1
    table = await b.look(number)
    assert table.status == "playing" and len(table.players) == 3
    begun = [row for row in (await b.store.pending(number)).outbox if row.kind == "begun"]
    assert len(begun) == 1


async def test_two_who_want_a_rematch_get_one(two: list[Referee]) -> None:
    a, b = two
    number = await _begun(a)
    await a.start(number, ANN.id)
    await a.resign(number, ANN.id)
    await asyncio.gather(done(a.rematch(number, ANN)), done(b.rematch(number, BOB)))
    first, opened = await a.rematch(number, ANN)
    second, again = await b.rematch(number, BOB)
    assert first.id == second.id and not opened and not again
    assert await a.store.count() == 2


async def test_two_who_agree_at_once_agree_once_each(two: list[Referee]) -> None:
    a, b = two
    number = (await a.open("toy", {}, channel_id=5, guild_id=1, host=ANN)).id
    for one in (BOB, EVE):
        await a.join(number, one)
    await a.start(number, ANN.id)
    await a.propose_pause(number, ANN.id, 2)
    await asyncio.gather(a.agree(number, BOB.id), b.agree(number, EVE.id))
    table = await a.look(number)
    assert table.pause is not None and table.proposal is None
    await b.propose_resume(number, BOB.id)
    await asyncio.gather(b.agree(number, ANN.id), a.agree(number, EVE.id))
    assert (await b.look(number)).pause is None
    kinds = [row.kind for row in (await b.store.pending(number)).outbox]
    assert kinds.count("paused") == kinds.count("resumed") == 1


async def test_whoever_is_forgotten_here_is_known_nowhere(two: list[Referee]) -> None:
    """The other process remembers the table with their name, and writes nothing of that."""
    a, b = two
    somebody = Person(123_454_321, "Somebody")
    number = (await a.open("toy", {}, channel_id=5, guild_id=1, host=ANN)).id
    await a.join(number, somebody)
    await b.start(number, ANN.id)
    await a.resign(number, somebody.id)
    await people.forget_person(a.store, somebody.id, [number])
    await done(b.mute(number, ANN.id, True))
    everything = str(await written(b.store))
    assert str(somebody.id) not in everything and somebody.name not in everything
