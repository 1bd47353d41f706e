"""Reminders that people control: where, when, how often, and gone when they are out of date."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import errors
from bot.clock import Clock
from bot.interactions.reaching import Wishes, wished
from bot.referee import Referee
from bot.store import Store
from bot.table import Person, Table, read_news
from bot.table.reach import Reach, check_reach
from rules.beer_brawl.state import BeerBrawlVariant
from tests.bot.hall import Hall, buttons, forged, labels
from tests.bot.test_costs import blue_begins
from tests.bot.test_news import play_on
from tests.bot.test_secrets import reach as reached
from tests.bot.toy import Ready, Step, Stop, Time, games

pytest_plugins = ["tests.bot.databases"]

ANN, BOB, EVE = Person(11, "Ann"), Person(12, "Bob"), Person(13, "Eve")
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)

QUIET_ALL_EVENING = '{"quiet": [19, 10]}'


@pytest.fixture
def referee(file_store: Store, time: Time) -> Referee:
    """A referee of the toy game."""
    return Referee(file_store, now=time, games=games)


async def turns(referee: Referee, *more: Person, **given: Any) -> int:
    """It is Ann's turn, Bob's comes next."""
    options: dict[str, object] = {"goal": 1000}
    opened = await referee.open("toy", options, channel_id=5, guild_id=1, host=ANN, **given)
    people = [ANN, BOB, *more]
    for person in people[1:]:
        await referee.join(opened.id, person)
    await referee.start(opened.id, ANN.id)
    for seat, person in enumerate(people):
        await referee.act(opened.id, person.id, seat, 1, [Ready()])
    return opened.id


async def plays(referee: Referee, table_id: int, person: Person, *options: Any) -> Table:
    """Somebody answers."""
    (asked,) = (await referee.look(table_id)).questions(person.id)
    given = list(options) or [Stop()]
    return (await referee.act(table_id, person.id, asked.seat, asked.number, given)).after


async def wants(referee: Referee, person: Person, **wishes: Any) -> None:
    """Somebody wants to be reminded otherwise, from the next turn on."""
    reach = Reach(**wishes)
    text = msgspec.json.encode(reach).decode()
    await referee.store.change_player(person.id, person.name, reach=text, zone=reach.zone)
    for number in await referee.tables_of(person.id):
        await referee.remind_otherwise(number, person.id)


async def rings(
    referee: Referee, time: Time, table_id: int, span: timedelta, step: timedelta = HOUR / 2
) -> list[tuple[str, timedelta]]:
    """Time passes; the reminders that are given meanwhile, and how long after."""
    start, seen, found = time(), await count(referee, table_id), []
    while time() < start + span:
        time.at += step
        await Clock(referee).tick()
        rows = (await referee.store.pending(table_id)).outbox
        for row in rows[seen:]:
            if row.kind in ("warning", "nudge", "stuck", "next"):
                found.append((row.kind, time() - start))
        seen = len(rows)
    return found


async def count(referee: Referee, table_id: int) -> int:
    """How many rows there are."""
    return len((await referee.store.pending(table_id)).outbox)


# -- when


@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        ({}, [18]),
        ({"before": 2 * 3600}, [22]),
        ({"before": 12 * 3600, "every": 4 * 3600}, [12, 16, 20]),
        ({"before": 23 * 3600}, [18]),  # else it would come with the turn itself
    ],
)
async def test_how_long_before_the_end_and_how_often(
    referee: Referee, time: Time, wishes: dict[str, Any], expected: list[int]
) -> None:
    await referee.store.change_player(ANN.id, ANN.name)
    await wants(referee, ANN, **wishes)
    table_id = await turns(referee, pace=DAY)
    found = await rings(referee, time, table_id, DAY - HOUR)
    assert found == [("warning", hours * HOUR) for hours in expected]


async def test_a_wish_holds_for_the_turn_that_is_on(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, pace=DAY)
    await wants(referee, ANN, before=3600)
    assert await rings(referee, time, table_id, 23.5 * HOUR) == [("warning", 23 * HOUR)]


async def test_a_wish_holds_in_every_process_from_the_next_turn_on(
    referee: Referee, time: Time
) -> None:
    """Another one remembers the table, and their wishes of before; no clock runs for them yet."""
    another = Referee(referee.store, now=time, games=games)
    table_id = await turns(another, pace=DAY)
    await wants(referee, BOB, before=3600)
    await plays(another, table_id, ANN)
    assert await rings(referee, time, table_id, 23.5 * HOUR) == [("warning", 23 * HOUR)]


async def test_nobody_is_reminded_at_night(referee: Referee, time: Time) -> None:
    """Noon it is in London when the turn begins; the usual reminder would come at six."""
    await referee.store.change_player(ANN.id, ANN.name)
    await wants(referee, ANN, quiet=(22, 8), zone="Europe/London")
    table_id = await turns(referee, pace=DAY)
    assert await rings(referee, time, table_id, 23 * HOUR) == [("warning", 20 * HOUR)]
    await plays(referee, table_id, ANN)
    await wants(referee, ANN, quiet=(4, 13), zone="Europe/London")
    await plays(referee, table_id, BOB)
    found = await rings(referee, time, table_id, 23 * HOUR, step=HOUR / 12)
    assert [kind for kind, _ in found] == ["warning"]
    at = time() - 23 * HOUR + found[0][1]
    assert Reach(quiet=(4, 13), zone="Europe/London").asleep(at) is None


async def test_a_reminder_that_is_late_waits_for_the_morning(referee: Referee, time: Time) -> None:
    """It was due when it was not quiet yet; when it is given, it is."""
    await referee.store.change_player(ANN.id, ANN.name)
    table_id = await turns(referee, pace=2 * DAY)
    await wants(referee, ANN, before=30 * 3600)  # at six
    await referee.store.change_player(ANN.id, ANN.name, reach=QUIET_ALL_EVENING)
    assert await rings(referee, time, table_id, 21 * HOUR, step=3 * HOUR) == []
    assert await rings(referee, time, table_id, 4 * HOUR) == [("warning", HOUR)]


async def test_a_night_that_lasts_as_long_as_the_turn(referee: Referee, time: Time) -> None:
    await referee.store.change_player(ANN.id, ANN.name)
    await wants(referee, ANN, quiet=(11, 23))
    table_id = await turns(referee, pace=6 * HOUR)
    assert await rings(referee, time, table_id, 5 * HOUR) == []


async def test_who_wants_none_gets_none(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, pace=DAY)
    await referee.mute(table_id, ANN.id, True)
    assert await rings(referee, time, table_id, 23 * HOUR) == []
    await plays(referee, table_id, ANN)
    await plays(referee, table_id, BOB)
    await referee.mute(table_id, ANN.id, False)
    assert len(await rings(referee, time, table_id, 23 * HOUR)) == 1
    await plays(referee, table_id, ANN)
    await referee.store.change_player(BOB.id, BOB.name, reminders=False)
    referee.forget()
    assert await rings(referee, time, table_id, 23 * HOUR) == []
    with pytest.raises(errors.NotSeated):
        await referee.mute(table_id, EVE.id, True)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(
    start=st.integers(0, 23),
    length=st.integers(1, 23),
    zone=st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"]),
    minutes=st.integers(0, 400 * 24 * 60),
    hours=st.integers(1, 24 * 14),
    before=st.one_of(st.none(), st.integers(1, 7 * 24)),
    every=st.one_of(st.none(), st.integers(1, 48)),
)
def test_no_reminder_is_out_of_its_hours(
    start: int,
    length: int,
    zone: str,
    minutes: int,
    hours: int,
    before: int | None,
    every: int | None,
) -> None:
    """In every zone and season; each comes after the turn began and before it ends."""
    quiet = (start, (start + length) % 24)
    reach = Reach(
        quiet=quiet,
        zone=zone,
        before=None if before is None else before * 3600,
        every=None if every is None else every * 3600,
    )
    now = NOON + timedelta(minutes=minutes)
    end = now + timedelta(hours=hours)
    at = reach.first(now, end)
    found: list[datetime] = []
    while at is not None and len(found) < 50:
        assert now < at < end and reach.asleep(at) is None
        assert not found or at > found[-1]
        found.append(at)
        at = reach.again(at, end)


# -- where no time runs out


async def test_without_a_pace_people_are_reminded_and_then_the_host_is_asked(
    store: Store, time: Time
) -> None:
    referee = Referee(store, now=time, games=games)
    table_id = await turns(referee)
    await plays(referee, table_id, ANN)
    found = await rings(referee, time, table_id, 14 * DAY, step=6 * HOUR)
    assert found == [
        ("nudge", 24 * HOUR),
        ("nudge", 72 * HOUR),
        ("nudge", 120 * HOUR),
        ("stuck", 168 * HOUR),
    ]
    with pytest.raises(errors.NotAllowed, match="Only the host"):
        await referee.wait_on(table_id, BOB.id, BOB.id)
    await referee.wait_on(table_id, ANN.id, BOB.id)
    found = await rings(referee, time, table_id, 4 * DAY, step=6 * HOUR)
    assert found == [("stuck", 48 * HOUR)]
    await plays(referee, table_id, BOB)
    with pytest.raises(errors.NotAllowed, match="does not wait for them"):
        await referee.wait_on(table_id, ANN.id, BOB.id)


async def test_where_nobody_moves_in_spite_of_that_the_table_closes(
    store: Store, time: Time
) -> None:
    referee = Referee(store, now=time, games=games)
    table_id = await turns(referee)
    await plays(referee, table_id, ANN)
    began = time()
    await rings(referee, time, table_id, 30 * DAY - 6 * HOUR, step=6 * HOUR)
    asked = [row for row in (await store.pending(table_id)).outbox if row.kind == "stuck"]
    assert [read_news(row.payload).at for row in asked] == [began + 30 * DAY]
    assert (await referee.look(table_id)).status == "playing"
    await rings(referee, time, table_id, 6 * HOUR, step=6 * HOUR)
    assert (await referee.look(table_id)).status == "abandoned"
    last = (await store.pending(table_id)).outbox[-1]
    assert last.kind == "abandoned"
    assert read_news(last.payload).lines == ["Nobody has moved here for 30 days."]


async def test_whoever_moves_or_waits_on_keeps_the_table_open(referee: Referee, time: Time) -> None:
    table_id = await turns(referee)
    await rings(referee, time, table_id, 29 * DAY, step=6 * HOUR)
    await plays(referee, table_id, ANN, Step(1))  # her turn goes on, and nobody hears of it
    assert await rings(referee, time, table_id, 29 * DAY, step=6 * HOUR) == [
        ("nudge", 24 * HOUR),
        ("nudge", 72 * HOUR),
        ("nudge", 120 * HOUR),
        ("stuck", 168 * HOUR),
    ], "her reminders begin anew"
    await referee.wait_on(table_id, ANN.id, ANN.id)
    await rings(referee, time, table_id, 20 * DAY, step=6 * HOUR)
    assert (await referee.look(table_id)).status == "playing"


async def test_whoever_took_a_step_just_now_is_not_told_that_others_wait(
    referee: Referee, time: Time
) -> None:
    table_id = await turns(referee)
    assert await rings(referee, time, table_id, 23 * HOUR) == []
    await plays(referee, table_id, ANN, Step(1))
    assert await rings(referee, time, table_id, 2 * DAY) == [("nudge", 24 * HOUR)]


async def test_the_last_of_several_is_asked_once_and_then_the_table_closes(
    referee: Referee, time: Time
) -> None:
    table_id = await turns(referee)
    await referee.get_up(table_id, BOB.id)
    assert await rings(referee, time, table_id, 29 * DAY, step=6 * HOUR) == [("stuck", 7 * DAY)]
    await rings(referee, time, table_id, 2 * DAY, step=6 * HOUR)
    assert (await referee.look(table_id)).status == "abandoned"


async def test_an_answer_begins_the_count_anew(referee: Referee, time: Time) -> None:
    table_id = await turns(referee)
    assert len(await rings(referee, time, table_id, 4 * DAY)) == 2
    await plays(referee, table_id, ANN)
    await plays(referee, table_id, BOB)
    assert await rings(referee, time, table_id, 2 * DAY) == [("nudge", 24 * HOUR)]


async def test_a_pause_and_a_pace_end_that(referee: Referee, time: Time) -> None:
    table_id = await turns(referee)
    await referee.pause(table_id, "server")
    assert await rings(referee, time, table_id, 3 * DAY) == []
    await referee.resume(table_id)
    assert await rings(referee, time, table_id, 25 * HOUR) == [("nudge", 24 * HOUR)]
    await referee.change_settings(table_id, ANN.id, pace=14 * DAY)
    assert await rings(referee, time, table_id, 5 * DAY) == []


async def test_whoever_is_away_or_asleep_is_reminded_later(referee: Referee, time: Time) -> None:
    table_id = await turns(referee)
    await referee.go_away(ANN, 3)
    assert await rings(referee, time, table_id, 2 * DAY) == []
    found = await rings(referee, time, table_id, 2 * DAY)
    assert [kind for kind, _ in found] == ["nudge"]


async def test_whoever_plays_with_computers_alone_is_left_alone(
    referee: Referee, time: Time
) -> None:
    opened = await referee.open("toy", {}, channel_id=5, guild_id=1, host=ANN)
    await referee.add_computer(opened.id, ANN.id, "easy")
    await referee.start(opened.id, ANN.id)
    assert await rings(referee, time, opened.id, 40 * DAY, step=DAY) == []
    assert (await referee.look(opened.id)).status == "playing", "nobody has left it"


# -- you are next


async def test_whoever_comes_next_is_told_if_they_want(referee: Referee) -> None:
    table_id = await turns(referee, EVE)
    await plays(referee, table_id, ANN)
    assert not await news(referee, table_id, "next")
    await wants(referee, ANN, next_up=True)
    referee.forget()
    await plays(referee, table_id, BOB)
    (told,) = await news(referee, table_id, "next")
    assert (told.seat, told.turn) == (0, 2)
    await plays(referee, table_id, EVE)
    await plays(referee, table_id, ANN, Step(1))
    assert len(await news(referee, table_id, "next")) == 1


async def test_between_two_that_is_no_news(referee: Referee) -> None:
    table_id = await turns(referee)
    await wants(referee, BOB, next_up=True)
    referee.forget()
    await plays(referee, table_id, ANN)
    await plays(referee, table_id, BOB)
    assert not await news(referee, table_id, "next")


async def news(referee: Referee, table_id: int, kind: str) -> list[Any]:
    """What is to be posted of some kind."""
    rows = (await referee.store.pending(table_id)).outbox
    return [read_news(row.payload) for row in rows if row.kind == kind]


# -- what cannot be


@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        (Wishes(quiet="late"), "Quiet hours are two"),
        (Wishes(quiet="22-22"), "two different hours"),
        (Wishes(quiet="25-3"), "Quiet hours"),
        (Wishes(zone="Atlantis"), "no time zone that I know"),
        (Wishes(zone="../etc/passwd"), "no time zone that I know"),
        (Wishes(before=10**6), "15 minutes and 7 days"),
        (Wishes(before=-2), "15 minutes and 7 days"),
        (Wishes(every=10**6), "every hour at most"),
    ],
)
def test_wishes_that_cannot_be(wishes: Wishes, why: str) -> None:
    with pytest.raises(errors.NotAllowed, match=why):
        check_reach(wished(Reach(), wishes))


def test_wishes_one_by_one() -> None:
    """What is not named stays as it is; what is set to none is none."""
    reach = wished(Reach(), Wishes(before=3, quiet="22 - 8", zone="Europe/Berlin", by="dm"))
    assert reach == Reach("dm", 3 * 3600, None, (22, 8), "Europe/Berlin")
    assert wished(reach, Wishes(quiet="none", before=0)) == Reach("dm", zone="Europe/Berlin")


# -- at the table


async def late(hall: Hall, **options: Any) -> Callable[[timedelta], Any]:
    """Alice's turn at a table with a day per turn; a function by which time passes."""
    await hall.alice.slash(hall.pub, "beer-brawl new", opponent=hall.bob, here=True, **options)
    await hall.bob.slash(hall.pub, "table join")
    await hall.alice.slash(hall.pub, "table start")
    await hall.put(reached(blue_begins, BeerBrawlVariant()))
    await hall.says(hall.bob, "table draw")
    await hall.says(hall.alice, "table draw", decline=True)
    await hall.quiet()
    await hall.bot.clock.close()  # it would take the days that pass for a clock that was set
    now = [hall.bot.referee.now()]

    async def passes(span: timedelta) -> None:
        now[0] += span
        hall.bot.referee.now = lambda: now[0]
        await Clock(hall.bot.referee).tick()
        await hall.quiet()

    return passes


def pings(hall: Hall, channel: Any) -> list[list[int]]:
    """Whom each post of a channel has pinged."""
    path = f"/channels/{channel.id}/messages"
    sent = [r.json for r in hall.env.http_requests if r.method == "POST" and r.path.endswith(path)]
    return [body.get("allowed_mentions", {}).get("users", []) for body in sent if body]


@pytest.mark.slow
async def test_a_reminder_is_gone_when_it_has_come_true(hall: Hall) -> None:
    """In the channel, once; the next one takes its place."""
    passes = await late(hall, pace=86_400)
    await hall.says(hall.alice, "my reach", before=12, every=6)
    before = len(pings(hall, hall.pub))
    await passes(12 * HOUR)
    first = hall.posts[-1]
    assert "your time is nearly up" in first.content
    await passes(6 * HOUR)
    second = hall.posts[-1]
    assert "your time is nearly up" in second.content and second.id != first.id
    assert first.id not in [post.id for post in hall.posts]
    assert pings(hall, hall.pub)[before:] == [[hall.alice.id]] * 2
    hall.bot.poster.look_at(1)
    await hall.quiet()
    assert second.id in [post.id for post in hall.posts]
    await passes(6 * HOUR)  # time is up: it has come true
    assert not any("nearly up" in post.content for post in hall.posts)


# As far as everybody may know: steps that can still be taken back are nobody else's concern.
OUT_OF_DATE: dict[str, Callable[[Hall], Any]] = {
    "she plays": lambda hall: play_on(hall, lambda table: table.turn == 1),
    "she is away": lambda hall: hall.says(hall.alice, "my away", days=1),
    "the table rests": lambda hall: hall.bot.referee.pause(1, "moderators"),
    "she leaves": lambda hall: hall.bot.referee.get_up(1, hall.alice.id),
    "the game is over": lambda hall: hall.resigns(hall.bob),
}


@pytest.mark.slow
@pytest.mark.parametrize("why", OUT_OF_DATE)
@pytest.mark.parametrize("by", ["channel", "dm"])
async def test_a_reminder_is_gone_when_it_is_out_of_date(hall: Hall, why: str, by: str) -> None:
    """In the channel and among direct messages, whatever has made it so."""
    passes = await late(hall, pace=86_400)
    await hall.says(hall.alice, "my reach", by=by)
    await passes(18 * HOUR)

    def reminders() -> list[Any]:
        return [one for one in (*hall.posts, *hall.dms(hall.alice)) if "nearly up" in one.content]

    assert len(reminders()) == 1
    await OUT_OF_DATE[why](hall)
    await hall.quiet()
    assert reminders() == []


@pytest.mark.slow
async def test_reminders_by_direct_message(hall: Hall) -> None:
    """Nobody else reads it; where it cannot be sent, it is a post after all."""
    passes = await late(hall, pace=86_400)
    said = await hall.says(hall.alice, "my reach", by="dm")
    assert said.startswith("Reminders are on: by direct message")
    await passes(18 * HOUR)
    assert not any("nearly up" in post.content for post in hall.posts)
    (letter,) = [m for m in hall.dms(hall.alice) if "nearly up" in m.content]
    assert labels(letter) == ["My turns", "No reminders here"]
    await hall.alice.user.click(letter, label="No reminders here")
    assert (await hall.table()).players[0].muted
    await passes(6 * HOUR)
    assert not any("nearly up" in m.content for m in hall.dms(hall.alice))


@pytest.mark.slow
async def test_how_to_be_reached_by_command_and_button(hall: Hall) -> None:
    """Everything that was set is shown; what cannot be is refused, and nothing is lost."""
    await hall.begin(rerolls=0)
    shown = (
        await hall.alice.slash(
            hall.pub, "my reach", quiet="22-8", zone="Europe/Berlin", every=6, next_up=True
        )
    ).response
    assert "then every 6 hours" in shown.content
    assert "Quiet hours: 22:00 to 8:00 (Europe/Berlin)." in shown.content
    assert labels(shown) == ["In the channel", "By DM", "No reminders"]
    off = (await hall.alice.click(shown, label="No reminders")).response
    assert off.content.startswith("Reminders are off")
    assert "no time zone that I know" in await hall.says(hall.alice, "my reach", zone="Nowhere")
    assert "Quiet hours are two" in await hall.says(hall.alice, "my reach", quiet="always")
    on = (await hall.alice.click(off, label="By DM")).response
    assert "by direct message" in on.content and "Europe/Berlin" in on.content
    assert "Europe/Berlin" in await hall.completes(hall.alice, "my reach", "zone", "berl")
    assert "22-8" in await hall.completes(hall.alice, "my reach", "quiet")
    await hall.says(hall.alice, "my reach", mute=1)
    assert (await hall.table()).players[0].muted
    assert "do not sit" in await hall.says(hall.carol, "my reach", mute=1)
    assert "no such table" in await hall.says(hall.alice, "my reach", mute=99)
    menu = (await hall.alice.slash(hall.pub, "table show")).response
    again = (await hall.alice.click(menu, label="Remind me")).response
    assert "No reminders here" in labels(again) and not (await hall.table()).players[0].muted


@pytest.mark.slow
async def test_the_host_is_asked_what_to_do(hall: Hall) -> None:
    """No time runs out: Bob is the host's to wait for, or to replace."""
    passes = await late(hall)
    before = len(pings(hall, hall.pub))
    await passes(25 * HOUR)
    assert f"<@{hall.alice.id}>: the others wait for you." in hall.posts[-1].content
    await passes(49 * HOUR)
    await passes(49 * HOUR)
    assert pings(hall, hall.pub)[before:] == [[hall.alice.id]] * 3
    await passes(49 * HOUR)
    asked = hall.posts[-1]
    assert f"<@{hall.bob.id}>: alice has not moved for a week" in asked.content
    refused = (await hall.bob.click(asked, label="Keep waiting")).response
    assert "Only the host, alice" in refused.content, "Alice hosts, and is the one"
    await hall.put((await hall.table()).play.barrier)  # type: ignore[union-attr]
    assert not [p for p in hall.posts if "others wait for you" in p.content], "one at a time"
    assert any(label == "Replace alice" for label, _ in buttons(asked))
    assert "does not wait" in (await forged(hall, hall.alice, "s:1:wait:1")).response.content


@pytest.mark.slow
async def test_the_last_of_several_reads_when_their_table_closes(hall: Hall) -> None:
    passes = await late(hall)
    await hall.bot.referee.get_up(1, hall.bob.id)
    for _ in range(4):
        await passes(49 * HOUR)
    asked = hall.posts[-1]
    assert f"<@{hall.alice.id}>: nobody has moved here for a week" in asked.content
    assert "the table is closed <t:" in asked.content and "Table" in labels(asked)
    assert not [post for post in hall.posts if "others wait" in post.content], "nobody does"
    await passes(24 * DAY)
    assert "Nobody has moved here for 30 days." in hall.posts[-1].content
