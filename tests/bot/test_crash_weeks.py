"""The bot dies at every single step of what weeks of play bring: all of it is there once, or not yet."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select
from sqlmodel import SQLModel

from bot.clock import Clock
from bot.errors import BotError
from bot.referee import Referee
from bot.store import Store, digests, people, retention
from bot.store.servers import scope as of_server
from bot.table import Bank, Person
from bot.table.clocks import PLAN
from bot.table.reach import Reach
from rules.engine.errors import RulesError
from tests.bot.test_crash import Fate, Mortal, copied, ended
from tests.bot.test_plans import STEP
from tests.bot.toy import Ready, Step, Stop, Time, games

pytestmark = pytest.mark.slow  # some hundred deaths
pytest_plugins = ["tests.bot.databases"]

ANN, BOB, EVE = Person(11, "Ann"), Person(12, "Bob"), Person(13, "Eve")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BANK = Bank(72 * HOUR, 12 * HOUR, 120 * HOUR)
UNSEEN = {
    "version",
    "secret",
    "commitment",
    "word",
    "seed",
    "proof",
    "digest",
    "barrier",
    "checksum",
    "sown",
    "wake_at",  # the first moment of the clocks
}
Do = Callable[[Referee], Awaitable[Any]]


@dataclass
class Deed:
    """Something that is done, after some time."""

    name: str
    do: Do
    after: timedelta = timedelta(minutes=1)
    by_itself: bool = False  # nobody asks for it


async def _acts(referee: Referee, table_id: int, who: Person, *options: Any) -> None:
    table = await referee.look(table_id)  # it is handed along, as for whoever presses
    for asked in table.questions(who.id):  # nothing, where it was taken before
        at = (asked.seat, asked.number)
        await referee.act(table, who.id, *at, list(options), request=f"{who.id}{options}")


async def _reaches(referee: Referee) -> None:
    text = msgspec.json.encode(Reach("dm", quiet=(22, 8))).decode()
    await referee.store.change_player(BOB.id, BOB.name, reach=text)
    for number in await referee.tables_of(BOB.id):
        await referee.remind_otherwise(number, BOB.id)


async def _wants_to_know(referee: Referee) -> None:
    text = msgspec.json.encode(Reach(next_up=True)).decode()
    await referee.store.change_player(EVE.id, EVE.name, reach=text)
    await referee.remind_otherwise(5, EVE.id)


async def _ready(referee: Referee, table: int) -> None:
    for person in (ANN, BOB, EVE):
        await _acts(referee, table, person, Ready())


async def _notes(referee: Referee) -> None:
    await referee.set_note(await referee.look(1), BOB.id, "Beware of Ann.")


async def _digests(referee: Referee) -> None:
    at = referee.now() + HOUR
    await referee.store.change_player(BOB.id, BOB.name, digest_hour=9, digest_at=at)


async def _digested(referee: Referee) -> None:
    for person in await digests.due(referee.store, referee.now()):
        assert person.digest_at is not None
        later = person.digest_at + DAY
        await digests.move(referee.store, person.user_id, person.digest_at, later)


async def _opens(referee: Referee, channel: int, guild: int = 1, **more: Any) -> None:
    if await referee.find(channel) is None:  # whoever was not told looks first
        await referee.open("toy", {}, channel_id=channel, guild_id=guild, host=ANN, **more)


async def _adds(referee: Referee) -> None:
    if len((await referee.look(3)).players) == 1:  # the same
        await referee.add_computer(3, ANN.id, "easy")


async def _purges(referee: Referee) -> None:
    await retention.purge(referee.store, referee.now(), 200 * DAY)


async def _forgets(referee: Referee) -> None:
    """As `/my data delete` does."""
    for number in await referee.tables_of(BOB.id):
        with suppress(BotError, RulesError):
            await referee.resign(number, BOB.id)
    await people.forget_person(referee.store, BOB.id, await referee.tables_of(BOB.id))


def _rings(referee: Referee) -> Awaitable[Any]:
    return Clock(referee).tick()


WEEKS = [
    Deed("open", lambda r: _opens(r, 5, bank=BANK, kept_after=1)),
    Deed("invite", lambda r: r.invite(1, ANN.id, EVE.id)),
    Deed("turn down", lambda r: r.leave(1, EVE.id)),
    Deed("join", lambda r: r.join(1, BOB)),
    Deed("begin", lambda r: r.start(1, ANN.id)),
    Deed("pick", lambda r: _acts(r, 1, ANN, Ready())),
    Deed("pick, too", lambda r: _acts(r, 1, BOB, Ready())),
    Deed("note", _notes),
    Deed("mute", lambda r: r.mute(1, BOB.id, True)),
    Deed("unmute", lambda r: r.mute(1, BOB.id, False)),
    Deed("reach", _reaches),
    Deed("digest", _digests),
    Deed("the digest is written", _digested, 2 * HOUR, by_itself=True),
    Deed("away", lambda r: r.go_away(ANN, 3)),
    Deed("back", lambda r: r.come_back(ANN), DAY),
    Deed("propose a pause", lambda r: r.propose_pause(1, ANN.id, 3)),
    Deed("agree to a pause", lambda r: r.agree(1, BOB.id)),
    Deed("propose to go on", lambda r: r.propose_resume(1, BOB.id), DAY),
    Deed("agree to go on", lambda r: r.agree(1, ANN.id)),
    Deed("plan", lambda r: r.plan(1, BOB.id, STEP, "Step 1")),
    Deed("end a turn", lambda r: _acts(r, 1, ANN, Stop())),
    Deed("the plan is given", _rings, timedelta(minutes=31), by_itself=True),
    Deed("end the other's", lambda r: _acts(r, 1, BOB, Stop())),
    Deed("play", lambda r: _acts(r, 1, ANN, Step(1), Stop())),
    Deed("propose to take back", lambda r: r.propose_back(1, ANN.id)),
    Deed("agree to take back", lambda r: r.agree(1, BOB.id)),
    Deed("the reminder", _rings, 66 * HOUR, by_itself=True),
    Deed("vanish", _rings, 3 * DAY, by_itself=True),
    Deed("come back", lambda r: r.take_seat(1, ANN)),
    Deed("leave", lambda r: r.get_up(1, ANN.id)),
    Deed("take a seat", lambda r: r.take_seat(1, EVE)),
    Deed("replace", lambda r: r.send_away(1, BOB.id, EVE.id, moderator=True)),
    Deed("take it again", lambda r: r.take_seat(1, ANN)),
    Deed("offer a draw", lambda r: r.offer_draw(1, ANN.id)),
    Deed("agree to a draw", lambda r: r.offer_draw(1, BOB.id)),
    Deed("rematch", lambda r: r.rematch(1, ANN)),
    Deed("join the rematch", lambda r: r.join(2, BOB)),
    Deed("begin the rematch", lambda r: r.start(2, ANN.id)),
    Deed("pause by moderators", lambda r: r.pause(2, "moderators")),
    Deed("resume by moderators", lambda r: r.resume(2)),
    Deed("server settings", lambda r: r.store.set_setting(of_server(1), "per_person", 3)),
    Deed("forget", _forgets),
    Deed("against a computer", lambda r: _opens(r, 6)),
    Deed("add it", _adds),
    Deed("start", lambda r: r.start(3, ANN.id)),
    Deed("resign", lambda r: r.resign(3, ANN.id, request="r")),
    Deed("rematch with the computer", lambda r: r.rematch(3, ANN)),
    Deed("open for three", lambda r: _opens(r, 8, when_full=True)),
    Deed("the second", lambda r: r.join(5, BOB)),
    Deed("begin when full", lambda r: r.join(5, EVE)),
    Deed("pick at it", lambda r: _ready(r, 5)),
    Deed("want to know who is next", _wants_to_know),
    Deed("who is next", lambda r: _acts(r, 5, ANN, Stop())),
    Deed("others wait", _rings, 25 * HOUR, by_itself=True),
    Deed("others wait on", _rings, 49 * HOUR, by_itself=True),
    Deed("others wait still", _rings, 49 * HOUR, by_itself=True),
    Deed("the host is asked", _rings, 49 * HOUR, by_itself=True),
    Deed("keep waiting", lambda r: r.wait_on(5, ANN.id, BOB.id)),
    Deed("offer a draw to two", lambda r: r.offer_draw(5, ANN.id)),
    Deed("one agrees", lambda r: r.offer_draw(5, BOB.id)),
    Deed("the other is silent", _rings, 8 * DAY, by_itself=True),
    Deed("open another", lambda r: _opens(r, 7)),
    Deed("expire", _rings, 4 * DAY, by_itself=True),
    Deed("open elsewhere", lambda r: _opens(r, 9, guild=2)),
    Deed("the bot is sent away", lambda r: retention.left_server(r.store, 2, r.now())),
    Deed("that server is forgotten", _purges, 31 * DAY, by_itself=True),
    Deed("retention", _purges, 400 * DAY, by_itself=True),
]


async def started(store: Mortal, time: Time, fate: Fate) -> Referee:
    """A process that has just begun: it knows nothing but what is written."""
    store.fate = fate
    referee = Referee(store, now=time, games=games)
    await referee.settle_absences()
    return referee


async def live(store: Mortal, time: Time, fate: Fate, deed: Deed) -> None:
    """A life in which something is done; who did it before, and was not told, may be refused."""
    referee = await started(store, time, fate)
    with suppress(BotError, RulesError):
        await deed.do(referee)
    await referee.settle_absences()


async def written(store: Store) -> dict[str, list[dict[str, Any]]]:
    """All that the database holds, but for luck; rows of the outbox by what they say."""
    found = {}
    for rows in SQLModel.metadata.sorted_tables:
        kept = [column for column in rows.c if column.name not in UNSEEN]
        kept = [column for column in kept if (rows.name, column.name) != ("outbox", "id")]
        async with store.reading() as connection:
            result = (await connection.execute(select(*kept))).mappings()
            found[rows.name] = sorted((_told(row) for row in result), key=repr)
    return found


def _told(row: Any) -> dict[str, Any]:
    """A row; of a plan only that there is one, as luck says when it is given."""
    told = {name: bool(value) if name == "plan" else value for name, value in row.items()}
    if "clocks" in told:
        clocks = msgspec.json.decode(row["clocks"])
        told["clocks"] = [clock for clock in clocks if not clock["name"].startswith(PLAN)]
    return told


async def test_death_at_any_step_of_weeks_loses_and_doubles_nothing(
    file_url: str, tmp_path: Path
) -> None:
    """After a start, and where it was not done, after it is done again, all is as if nobody had died."""
    file, before = tmp_path / "tables.db", tmp_path / "before.db"
    time, store, deaths = Time(), Mortal(file_url), 0
    await (await started(store, time, Fate())).store.set_setting("bot", "here", True)
    for deed in WEEKS:
        time.at += deed.after
        copied(file, before)
        await live(store, time, Fate(), deed)
        whole = await written(store)
        copied(before, file)
        assert whole != await written(store), f"{deed.name} does nothing"
        for at in range(1, 1000):
            copied(before, file)
            if not await ended(live(store, time, Fate(at), deed)):
                break
            deaths += 1
            await live(store, time, Fate(), deed)
            found = await written(store)
            if found != whole:
                pytest.fail(f"{deed.name}, dead at step {at}: {_differs(found, whole)}")
    assert deaths > 250
    await store.close()


def _differs(found: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    """The rows that are in one alone."""
    return {
        name: (
            [row for row in found[name] if row not in whole[name]],
            [row for row in whole[name] if row not in found[name]],
        )
        for name in whole
        if found[name] != whole[name]
    }
