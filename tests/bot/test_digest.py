"""Once a day what waits for somebody: asked for, at their own hour, and never in vain."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.errors import NotAllowed
from bot.posting.digests import Digests
from bot.store import digests
from bot.table.zones import last_at, names, next_at, zone_of
from tests.bot.hall import Hall, forged, labels
from tests.bot.test_find import letters
from tests.bot.test_inbox import three_tables

# -- time zones


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("europe/berlin", "Europe/Berlin"),
        (" Berlin ", "Europe/Berlin"),
        ("america/new york", "America/New_York"),
        ("utc", "UTC"),
        ("GMT+2", "UTC+02:00"),
        ("utc -3:30", "UTC-03:30"),
        ("UTC+0", "UTC"),
    ],
)
def test_zones_have_one_spelling(typed: str, zone: str) -> None:
    """However somebody writes them."""
    assert zone_of(typed) == zone
    assert zone_of(zone) == zone


@pytest.mark.parametrize("typed", ["", "x", "UTC+15", "UTC+9:75", "Europe", "../etc/passwd", "+2"])
def test_other_words_are_no_zones(typed: str) -> None:
    """And it is said how to name one."""
    with pytest.raises(NotAllowed, match="such as Europe/Berlin"):
        zone_of(typed)


def test_an_hour_is_the_one_that_the_clocks_there_show() -> None:
    """Also where they are put forward and back, and across the line of dates."""

    def at(*parts: int) -> datetime:
        return datetime(*parts, tzinfo=UTC)  # type: ignore[misc, arg-type]

    assert names(), "this machine knows time zones by name"
    assert next_at("Europe/Berlin", 8, at(2026, 1, 5, 6, 59)) == at(2026, 1, 5, 7)
    assert next_at("Europe/Berlin", 8, at(2026, 1, 5, 7)) == at(2026, 1, 6, 7)
    assert next_at("Europe/Berlin", 8, at(2026, 7, 5, 7)) == at(2026, 7, 6, 6)
    assert next_at("Europe/Berlin", 8, at(2026, 3, 28, 7)) == at(2026, 3, 29, 6), "23 hours later"
    assert next_at("Europe/Berlin", 2, at(2026, 3, 28, 12)) == at(2026, 3, 29, 1), "left out"
    assert next_at("Europe/Berlin", 2, at(2026, 3, 29, 1)) == at(2026, 3, 30, 0)
    assert next_at("Europe/Berlin", 2, at(2026, 10, 25, 0)) == at(2026, 10, 26, 1), "twice"
    assert next_at("Pacific/Kiritimati", 0, at(2026, 1, 5, 9)) == at(2026, 1, 5, 10)
    assert next_at("UTC-11:00", 23, at(2026, 1, 5, 9)) == at(2026, 1, 5, 10)
    assert last_at("Europe/Berlin", 8, at(2026, 1, 5, 7)) == at(2026, 1, 5, 7)
    assert last_at("Europe/Berlin", 8, at(2026, 1, 5, 6, 59)) == at(2026, 1, 4, 7)
    assert next_at("Nowhere/Left", 8, at(2026, 1, 5, 7)) == at(2026, 1, 5, 8), "as UTC"


# -- the message


class Day:
    """A hall with a time of its own, and nobody who writes digests by themselves."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.at = hall, datetime(2026, 1, 5, 12, tzinfo=UTC)
        hall.bot.referee.now = lambda: self.at

    async def comes(self, *, day: int, hour: int, minute: int = 0) -> None:
        """It is some moment, and whoever writes digests looks."""
        self.at = datetime(2026, 1, day, hour, minute, tzinfo=UTC)
        await self.hall.bot.digests.tick()
        await self.hall.env.settle()

    def digests(self, member: Any) -> list[Any]:
        """The digests that somebody got."""
        return [one for one in letters(self.hall, member) if "Daily at" in one.content]


@pytest.fixture
async def day(hall: Hall) -> Day:
    """Noon in UTC."""
    await hall.bot.digests.close()
    return Day(hall)


async def test_it_comes_once_a_day_when_something_waits(hall: Hall, day: Day) -> None:
    """At the hour that was asked for, with the way to every table; to nobody else."""
    said = await hall.says(hall.alice, "my digest", hour=8, zone="berlin")
    assert "✅ Taken." in said and "at 8:00 (Europe/Berlin) by direct message" in said
    assert f"<t:{int(datetime(2026, 1, 6, 7, tzinfo=UTC).timestamp())}:f>" in said
    await day.comes(day=6, hour=7)
    assert day.digests(hall.alice) == [], "nothing waits"
    await three_tables(hall)
    await day.comes(day=7, hour=6, minute=59)
    assert day.digests(hall.alice) == []
    await day.comes(day=7, hour=7, minute=1)
    [letter] = day.digests(hall.alice)
    assert "**3 tables wait for you**" in letter.content
    assert letter.content.endswith("Daily at 8:00 (Europe/Berlin), when something waits for you.")
    await day.comes(day=7, hour=7, minute=2)
    await day.comes(day=7, hour=20)
    assert len(day.digests(hall.alice)) == 1
    await day.comes(day=8, hour=7)
    assert len(day.digests(hall.alice)) == 2
    assert day.digests(hall.bob) == [], "who has not asked"
    played = (await hall.alice.user.select(letter, ["1"])).response
    assert "table 1" in played.content


async def test_whoever_stops_it_hears_no_more(hall: Hall, day: Day) -> None:
    """By the button under it, by command, and by deleting everything."""
    await three_tables(hall)
    await hall.says(hall.alice, "my digest", hour=8)
    await day.comes(day=6, hour=8)
    [letter] = day.digests(hall.alice)
    stopped = (await hall.alice.user.click(letter, label="No digest any more")).response
    assert stopped.content.startswith("☀️ You get no daily digest.")
    await day.comes(day=7, hour=8)
    assert len(day.digests(hall.alice)) == 1
    await hall.says(hall.alice, "my digest", hour=9)
    assert "no daily digest" in await hall.says(hall.alice, "my digest", off=True)
    assert "no daily digest" in await hall.says(hall.carol, "my digest", off=True)
    assert await hall.bot.store.player(hall.carol.id) is None, "nothing is kept of who has none"
    await hall.says(hall.alice, "my digest", hour=10)
    await forged(hall, hall.alice, "u:deleted")
    await day.comes(day=8, hour=10)
    assert len(day.digests(hall.alice)) == 1


async def test_it_is_chosen_by_list_and_form(hall: Hall, day: Day) -> None:
    """From the list of one's tables; what is no hour and no zone is refused."""
    tables = (await hall.bob.slash(hall.pub, "my tables")).response
    shown = (await hall.bob.click(tables, label="Daily digest")).response
    assert "no daily digest" in shown.content and "No digest any more" not in labels(shown)
    form = await hall.bob.click(shown, label="Time zone: UTC")
    answer = (await hall.bob.submit_modal(form, {"zone": "tokio"})).response
    assert "“tokio” is no time zone that I know" in answer.content
    form = await hall.bob.click(shown, label="Time zone: UTC")
    await hall.bob.submit_modal(form, {"zone": "asia/tokyo"})
    known = await hall.bot.store.player(hall.bob.id)
    assert known is not None and known.zone == "Asia/Tokyo" and known.digest_at is None
    shown = (await hall.bob.select(shown, ["7"])).response
    assert "at 7:00 (Asia/Tokyo)" in shown.content and "No digest any more" in labels(shown)
    known = await hall.bot.store.player(hall.bob.id)
    assert known is not None and known.digest_at == datetime(2026, 1, 5, 22, tzinfo=UTC)
    await hall.says(hall.bob, "my digest", zone="UTC+1")
    known = await hall.bot.store.player(hall.bob.id)
    assert known is not None and known.digest_at == datetime(2026, 1, 6, 6, tzinfo=UTC)
    for value in ("24", "-1", "x", "²"):
        result = await forged(hall, hall.bob, "y:hour", value)
        assert "between 0 and 23" in result.response.content, value
    assert "no time zone" in await hall.says(hall.bob, "my digest", zone="x" * 60, hour=3)
    assert (await hall.bot.store.player(hall.bob.id)).digest_hour == 7  # type: ignore[union-attr]
    assert "Europe/Berlin" in await hall.completes(hall.bob, "my digest", "zone", "berl")


async def test_it_never_comes_at_another_hour(hall: Hall, day: Day) -> None:
    """Where the bot was away, or Discord in trouble, it is left out; the next day has another."""
    await three_tables(hall)
    await hall.says(hall.alice, "my digest", hour=8)
    await day.comes(day=6, hour=9, minute=1)
    assert day.digests(hall.alice) == []
    person = await hall.bot.store.player(hall.alice.id)
    assert person is not None and person.digest_at == datetime(2026, 1, 7, 8, tzinfo=UTC)
    await hall.restart()
    day.hall.bot.referee.now = lambda: day.at
    await hall.bot.digests.close()
    await day.comes(day=7, hour=8, minute=59)
    assert len(day.digests(hall.alice)) == 1


async def test_two_processes_write_it_once(hall: Hall, day: Day) -> None:
    """Whoever comes second finds it held; one that died is followed by another, within the hour."""
    await three_tables(hall)
    await hall.says(hall.alice, "my digest", hour=8)
    store, bot = hall.bot.store, hall.bot
    other = Digests(bot.poster.direct_messages)
    day.at = datetime(2026, 1, 6, 8, tzinfo=UTC)
    [person] = await digests.due(store, day.at)
    await bot.digests._one(person)
    await other._one(person)
    await hall.env.settle()
    assert len(day.digests(hall.alice)) == 1
    # one that died after it had taken the work, and before it wrote anything
    day.at = datetime(2026, 1, 7, 8, tzinfo=UTC)
    [person] = await digests.due(store, day.at)
    assert person.digest_at is not None
    assert await digests.move(
        store, person.user_id, person.digest_at, day.at + timedelta(minutes=2)
    )
    await other.tick()
    assert len(day.digests(hall.alice)) == 1
    await day.comes(day=7, hour=8, minute=3)
    assert len(day.digests(hall.alice)) == 2
    await day.comes(day=7, hour=8, minute=30)
    assert len(day.digests(hall.alice)) == 2


async def test_closed_messages_and_limits_are_respected(hall: Hall, day: Day) -> None:
    """Whoever takes none is not written to in vain; newly opened ones are spread."""
    await three_tables(hall)
    for member in (hall.alice, hall.bob):
        await hall.says(member, "my digest", hour=8)
    store, opening = hall.bot.store, hall.bot.poster.direct_messages.opening
    await store.change_player(hall.alice.id, "alice", dm_channel_id=None)
    day.at = datetime(2026, 1, 6, 8, tzinfo=UTC)
    await opening.hold()
    await day.comes(day=6, hour=8)
    assert day.digests(hall.alice) == []
    person = await store.player(hall.alice.id)
    assert person is not None and person.digest_at == datetime(2026, 1, 6, 8, 10, tzinfo=UTC)
    await day.comes(day=6, hour=8, minute=10)
    assert len(day.digests(hall.alice)) == 1
    await store.change_player(hall.alice.id, "alice", dms_closed_at=day.at)
    await day.comes(day=7, hour=8)
    assert len(day.digests(hall.alice)) == 1
    await day.comes(day=8, hour=8)
    assert len(day.digests(hall.alice)) == 2, "after a day it is tried again"
    await store.change_player(hall.alice.id, "alice", dms_closed_at=day.at)
    await hall.says(hall.alice, "my digest", hour=9)
    person = await store.player(hall.alice.id)
    assert person is not None and person.dms_closed_at is None, "who asks for one opens them"
