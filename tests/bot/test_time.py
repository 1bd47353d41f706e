"""Time that fits lives: banks, days off, pauses by everybody's consent; nobody gains time by them."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from bot import errors
from bot.clock import Clock
from bot.cogs.new import bank_of
from bot.referee import Referee
from bot.store import Store
from bot.table import Bank, Person, Table, away, read_news
from bot.ui import posts
from bot.ui.open_choices import asked_openly
from tests.bot.hall import Hall, buttons, forged, labels
from tests.bot.toy import Ready, Step, Stop, Time, Toy, games

pytest_plugins = ["tests.bot.databases"]

ANN, BOB, EVE = Person(11, "Ann"), Person(12, "Bob"), Person(13, "Eve")
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
BANK = Bank(72 * HOUR, 12 * HOUR, 120 * HOUR)


@pytest.fixture
def referee(file_store: Store, time: Time) -> Referee:
    """A referee of the toy game."""
    return Referee(file_store, now=time, games=games)


async def turns(referee: Referee, **given: Any) -> int:
    """It is Ann's turn, Bob's comes next; both have used no time."""
    options: dict[str, object] = {"goal": 1000}
    opened = await referee.open("toy", options, channel_id=5, guild_id=1, host=ANN, **given)
    await referee.join(opened.id, BOB)
    await referee.start(opened.id, ANN.id)
    await referee.act(opened.id, ANN.id, 0, 1, [Ready()])
    await referee.act(opened.id, BOB.id, 1, 1, [Ready()])
    return opened.id


async def plays(referee: Referee, table_id: int, person: Person, *options: Any) -> Table:
    """Somebody answers."""
    table = await referee.look(table_id)
    assert table.play is not None
    (asked,) = table.questions(person.id)
    given = list(options) or [Stop()]
    return (await referee.act(table_id, person.id, asked.seat, asked.number, given)).after


async def said(referee: Referee, table_id: int, kind: str) -> list[str]:
    """What is to be posted of some kind."""
    rows = (await referee.store.pending(table_id)).outbox
    return [line for row in rows if row.kind == kind for line in read_news(row.payload).lines]


async def passes(referee: Referee, time: Time, span: timedelta) -> None:
    """Time passes, and what is due by then happens."""
    time.at += span
    await Clock(referee).tick()


# -- the bank


async def test_a_bank_is_used_up_and_refilled(store: Store, time: Time) -> None:
    """Each move adds some, up to what it may hold; both have earned once by getting ready."""
    referee = Referee(store, now=time, games=games)
    table_id = await turns(referee, bank=BANK)
    table = await referee.look(table_id)
    assert table.due(0) == time() + 84 * HOUR and table.due(1) is None
    time.pass_(hours=50)
    table = await plays(referee, table_id, ANN)
    assert table.banks[0] == (84 - 50 + 12) * 3600
    assert table.due(1) == time() + 84 * HOUR
    for _ in range(4):
        await plays(referee, table_id, BOB)
        table = await plays(referee, table_id, ANN)
    assert table.banks[0] == (46 + 4 * 12) * 3600
    for _ in range(4):
        await plays(referee, table_id, BOB)
        table = await plays(referee, table_id, ANN)
    assert table.banks[0] == 120 * 3600
    again = Referee(store, now=time, games=games)
    assert (await again.look(table_id)).banks == table.banks


async def test_a_bank_that_is_empty_is_a_missed_turn(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, bank=BANK)
    await passes(referee, time, 84 * HOUR)
    table = await referee.look(table_id)
    assert table.players[0].missed == 1 and [q.seat for q in table.waits] == [1]
    assert table.banks[0] == 12 * 3600, "what a move adds is there for the next"


async def test_what_the_computer_plays_earns_nothing(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, bank=BANK)
    time.pass_(hours=80)
    table = await referee.get_up(table_id, ANN.id)
    assert table.banks[0] == 4 * 3600
    assert table.play is not None
    question = table.play.state.question(0)
    assert question is not None
    await referee.act(table_id, None, 0, question.number, [Stop()])
    await plays(referee, table_id, BOB)
    table = await referee.take_seat(table_id, ANN)
    assert table.due(0) == time() + 4 * HOUR


async def test_a_newcomer_has_a_full_bank(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, bank=BANK)
    time.pass_(hours=80)
    await referee.get_up(table_id, ANN.id)
    assert (await referee.take_seat(table_id, EVE)).due(0) == time() + 72 * HOUR


async def test_taking_back_gives_nothing_back(
    referee: Referee, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where one's own turns follow each other: neither the time used, nor what a move added."""
    monkeypatch.setattr(Toy, "opening", {"turn"})
    table_id = await turns(referee, bank=BANK)
    time.pass_(hours=10)
    table = await plays(referee, table_id, ANN, Step(1))
    assert table.due(0) == time() + 86 * HOUR
    time.pass_(hours=5)
    assert (await referee.undo(table_id, ANN.id)).after.due(0) == time() + (84 - 15) * HOUR


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("72+12/120", BANK),
        (" 72 + 12 / 120 ", BANK),
        ("none", None),
        ("0", None),
        (None, None),
    ],
)
def test_a_bank_is_typed_in_hours(typed: str | None, read: Bank | None) -> None:
    assert bank_of(typed) == read


@pytest.mark.parametrize("typed", ["0+1/5", "72+12/24", "72+130/120", "9999+1/9999", "1+0/400"])
async def test_a_bank_that_cannot_be(referee: Referee, typed: str) -> None:
    with pytest.raises(errors.BadPace, match="time bank"):
        await turns(referee, bank=bank_of(typed))


async def test_other_settings_give_nobody_more_time(referee: Referee, time: Time) -> None:
    """For what they are asked now; and whoever hosts does not change a bank while others play."""
    table_id = await turns(referee, bank=BANK)
    time.pass_(hours=80)
    with pytest.raises(errors.NotAllowed, match="only a moderator can change the time bank"):
        await referee.change_settings(table_id, ANN.id, pace=3 * DAY)

    async def set_(**given: Any) -> Table:
        return await referee.change_settings(
            table_id, EVE.id, **{"pace": None, **given}, moderator=True
        )

    assert (await set_(pace=3 * DAY)).due(0) == time() + 4 * HOUR
    assert (await set_(bank=BANK)).due(0) == time() + 4 * HOUR
    smaller = await set_(bank=Bank(2 * HOUR, HOUR, 3 * HOUR))
    assert smaller.due(0) == time() + 3 * HOUR
    assert (await set_(bank=BANK)).due(0) == time() + 3 * HOUR


async def test_other_settings_do_not_forget_what_was_used_before_an_answer(
    referee: Referee, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Toy, "opening", {"turn"})
    table_id = await turns(referee, pace=DAY)
    time.pass_(hours=20)
    assert (await plays(referee, table_id, ANN, Step(1))).due(0) == time() + DAY
    await referee.change_settings(table_id, EVE.id, pace=2 * DAY, moderator=True)
    assert (await referee.undo(table_id, ANN.id)).after.due(0) == time() + 4 * HOUR


# -- days off


async def test_clocks_rest_while_somebody_is_away(store: Store, time: Time) -> None:
    """Everywhere, and the others see until when; what was left is left afterwards."""
    referee = Referee(store, now=time, games=games)
    table_id = await turns(referee, pace=DAY)
    time.pass_(hours=20)
    until = await referee.go_away(ANN, 3)
    assert until == time() + 3 * DAY
    table = await referee.look(table_id)
    assert table.due(0) == until + 4 * HOUR and table.clocks["pace:0"].rests == until
    (line,) = await said(referee, table_id, "away")
    assert line == f"Ann is away until <t:{int(until.timestamp())}:f>: their clock rests."
    await passes(referee, time, 3 * DAY + 4 * HOUR - timedelta(seconds=1))
    assert [q.seat for q in (await referee.look(table_id)).waits] == [0]
    await passes(referee, time, timedelta(seconds=1))
    assert [q.seat for q in (await referee.look(table_id)).waits] == [1]


async def test_a_turn_that_begins_while_somebody_is_away(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, pace=DAY)
    until = await referee.go_away(BOB, 2)
    time.pass_(hours=5)
    assert (await plays(referee, table_id, ANN)).due(1) == until + DAY
    time.pass_(hours=10)
    await referee.come_back(BOB)
    assert (await referee.look(table_id)).due(1) == time() + DAY
    with pytest.raises(errors.NotAllowed, match="You are not away"):
        await referee.come_back(BOB)


async def test_a_game_that_begins_while_somebody_is_away(referee: Referee, time: Time) -> None:
    opened = await referee.open("toy", {}, channel_id=5, guild_id=1, host=ANN, pace=DAY)
    until = await referee.go_away(ANN, 2)
    await referee.join(opened.id, BOB)
    table = await referee.start(opened.id, ANN.id)
    assert table.due(0) == until + DAY and table.due(1) == time() + DAY


async def test_days_off_are_counted(referee: Referee, time: Time) -> None:
    """Ten of any thirty; what was not used is not counted, and what is long ago neither."""
    await turns(referee)
    for days in (0, -1, 11, 10**6):
        with pytest.raises(errors.NotAllowed, match="10 days of any thirty; 10 of them are left"):
            await referee.go_away(ANN, days)
    await referee.go_away(ANN, 10)
    time.pass_(days=4)
    await referee.come_back(ANN)
    time.pass_(days=1)
    with pytest.raises(errors.NotAllowed, match="6 of them are left"):
        await referee.go_away(ANN, 7)
    await referee.go_away(ANN, 6)
    time.pass_(days=20)
    with pytest.raises(errors.NotAllowed, match="0 of them are left"):
        await referee.go_away(ANN, 1)
    time.pass_(days=9)
    assert await referee.go_away(ANN, 4)


async def test_another_absence_while_away_counts_what_was_used(
    referee: Referee, time: Time
) -> None:
    await turns(referee)
    await referee.go_away(ANN, 5)
    time.pass_(days=2)
    assert await referee.go_away(ANN, 8) == time() + 8 * DAY
    with pytest.raises(errors.NotAllowed):
        await referee.go_away(ANN, 9)


async def test_where_nobody_may_be_away_clocks_run_on(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, pace=DAY, allows_away=False)
    await referee.go_away(ANN, 3)
    assert (await referee.look(table_id)).due(0) == time() + DAY
    assert not await said(referee, table_id, "away")
    with pytest.raises(errors.NotAllowed, match="a moderator can change that"):
        await referee.allow_breaks(table_id, ANN.id, away=True)
    table = await referee.allow_breaks(table_id, EVE.id, away=True, moderator=True)
    assert table.due(0) == time() + 4 * DAY
    table = await referee.allow_breaks(table_id, EVE.id, away=False, moderator=True)
    assert table.due(0) == time() + DAY


async def test_a_crash_between_saying_so_and_resting(referee: Referee, time: Time) -> None:
    """What was said is done after the start."""
    table_id = await turns(referee, pace=DAY)
    until = time() + 3 * DAY
    await referee.store.change_player(ANN.id, ANN.name, away_until=until)
    referee.forget()
    assert (await referee.look(table_id)).due(0) == time() + DAY
    await referee.settle_absences()
    assert (await referee.look(table_id)).due(0) == until + DAY
    version = (await referee.look(table_id)).version
    await referee.settle_absences()
    assert (await referee.look(table_id)).version == version, "once is enough"


async def test_the_bots_own_absence_is_given_once(referee: Referee, time: Time) -> None:
    """Whoever is away has no time back for what their clock rested anyway."""
    table_id = await turns(referee, pace=DAY)
    until = await referee.go_away(ANN, 2)
    await Clock(referee).back()
    time.pass_(days=3)
    await Clock(referee).back()
    assert (await referee.look(table_id)).due(0) == until + DAY + DAY


async def test_whoever_plays_while_away_earns_nothing_for_it(referee: Referee) -> None:
    table_id = await turns(referee, bank=BANK)
    await referee.go_away(ANN, 2)
    assert (await plays(referee, table_id, ANN)).banks[0] == 84 * 3600


# -- pauses


async def test_a_pause_needs_everybody(store: Store, time: Time) -> None:
    referee = Referee(store, now=time, games=games)
    table_id = await turns(referee, pace=DAY)
    time.pass_(hours=20)
    table = await referee.propose_pause(table_id, ANN.id, 7)
    assert table.proposal is not None and table.pause is None
    with pytest.raises(errors.NotAllowed, match="agreed already"):
        await referee.agree(table_id, ANN.id)
    with pytest.raises(errors.NotSeated):
        await referee.agree(table_id, EVE.id)
    with pytest.raises(errors.NotAllowed, match="Something else is proposed"):
        await referee.propose_pause(table_id, BOB.id, 3)
    referee = Referee(store, now=time, games=games)
    table = await referee.agree(table_id, BOB.id)
    assert table.pause is not None and table.pause.until == time() + 7 * DAY
    with pytest.raises(errors.Resting, match="paused until"):
        await plays(referee, table_id, ANN)
    await passes(referee, time, 7 * DAY)
    table = await referee.look(table_id)
    assert table.pause is None and table.due(0) == time() + 4 * HOUR
    assert await said(referee, table_id, "resumed") == ["The table goes on."]


async def test_the_same_proposal_of_another_is_their_consent(referee: Referee) -> None:
    table_id = await turns(referee)
    await referee.propose_pause(table_id, ANN.id, 7)
    assert (await referee.propose_pause(table_id, BOB.id, 7)).pause is not None


async def test_going_on_needs_everybody_too(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, pace=DAY)
    with pytest.raises(errors.NotAllowed, match="is not paused"):
        await referee.propose_resume(table_id, ANN.id)
    await referee.propose_pause(table_id, ANN.id, 7)
    await referee.agree(table_id, BOB.id)
    time.pass_(days=2)
    assert (await referee.propose_resume(table_id, BOB.id)).pause is not None
    table = await referee.agree(table_id, ANN.id)
    assert table.pause is None and table.due(0) == time() + DAY
    await referee.pause(table_id, "server")
    with pytest.raises(errors.NotAllowed, match="not in its server"):
        await referee.propose_resume(table_id, ANN.id)


async def test_one_no_is_enough_and_silence_too(referee: Referee, time: Time) -> None:
    table_id = await turns(referee)
    await referee.propose_pause(table_id, ANN.id, 1)
    table = await referee.disagree(table_id, BOB.id)
    assert table.proposal is None and not table.clocks
    with pytest.raises(errors.NotAllowed, match="Nothing is proposed"):
        await referee.agree(table_id, BOB.id)
    await referee.propose_pause(table_id, ANN.id, 1)
    await plays(referee, table_id, ANN)  # which changes nothing about it
    await passes(referee, time, 3 * DAY - timedelta(seconds=1))
    assert (await referee.look(table_id)).proposal is not None
    await passes(referee, time, timedelta(seconds=1))
    table = await referee.look(table_id)
    assert table.proposal is None and table.pause is None and not table.clocks
    assert "Bob did not answer, so nothing changes." in await said(referee, table_id, "proposal")


async def test_whoever_is_alone_agrees_with_themselves(referee: Referee) -> None:
    opened = await referee.open("toy", {}, channel_id=5, guild_id=1, host=ANN)
    await referee.add_computer(opened.id, ANN.id, "easy")
    await referee.start(opened.id, ANN.id)
    assert (await referee.propose_pause(opened.id, ANN.id, 2)).pause is not None
    assert (await referee.propose_resume(opened.id, ANN.id)).pause is None


@pytest.mark.parametrize("days", [0, -3, 15, 10**9])
async def test_a_pause_has_an_end(referee: Referee, days: int) -> None:
    table_id = await turns(referee)
    with pytest.raises(errors.NotAllowed, match="between 1 and 14 days"):
        await referee.propose_pause(table_id, ANN.id, days)


async def test_a_table_may_forbid_pauses(referee: Referee) -> None:
    table_id = await turns(referee, allows_pause=False)
    with pytest.raises(errors.NotAllowed, match="nobody can pause"):
        await referee.propose_pause(table_id, ANN.id, 2)


async def test_a_pause_within_an_absence_is_counted_once(referee: Referee, time: Time) -> None:
    """And an absence within a pause; whoever comes back has what was left."""
    table_id = await turns(referee, pace=DAY)
    time.pass_(hours=4)
    until = await referee.go_away(ANN, 5)
    time.pass_(days=1)
    await referee.propose_pause(table_id, ANN.id, 2)
    await referee.agree(table_id, BOB.id)
    await passes(referee, time, 2 * DAY)
    assert (await referee.look(table_id)).due(0) == until + 20 * HOUR
    await referee.propose_pause(table_id, ANN.id, 7)
    await referee.agree(table_id, BOB.id)
    await passes(referee, time, 7 * DAY)
    assert (await referee.look(table_id)).due(0) == time() + 20 * HOUR


def test_days_off_of_long_ago_are_forgotten() -> None:
    now = Time()()
    spans = [(now - 40 * DAY, now - 35 * DAY), (now - 32 * DAY, now - 28 * DAY)]
    assert away.taken(spans, now) == 2 * DAY
    assert away.back(spans, now) == spans[1:]
    assert away.until(spans, now) is None


# -- at the table


async def settle(hall: Hall) -> None:
    """Everything is posted."""
    await hall.quiet()


@pytest.mark.slow
async def test_a_pause_by_buttons(hall: Hall) -> None:
    """From the menu, agreed to under the post, which loses its buttons; told in words."""
    await hall.begin(rerolls=0)
    menu = (await hall.alice.click(hall.post, label="Table")).response
    asked = (await hall.alice.click(menu, label="Pause …")).response
    assert labels(asked) == ["1 day", "3 days", "7 days", "14 days"]
    done = (await hall.alice.click(asked, label="3 days")).response
    assert "alice proposes a pause of 3 days" in done.content and labels(done) == ["Play on"]
    await hall.quiet()
    post = hall.posts[-1]
    assert f"<@{hall.bob.id}>: do you agree?" in post.content
    assert labels(post) == ["Agree", "No"]
    panel = (await forged(hall, hall.bob, "d:1:play")).response
    assert "alice proposes a pause of 3 days" in panel.content and "Do you agree?" in panel.content
    assert [label for label in labels(panel) if label in ("Agree", "No")] == ["Agree", "No"]
    own = (await forged(hall, hall.alice, "d:1:play")).response
    assert "Do you agree?" not in own.content and "Agree" not in labels(own)
    menu = (await forged(hall, hall.alice, "d:1:table")).response
    assert "Not any more" in labels(menu)
    assert "do not sit" in (await hall.carol.click(post, label="Agree")).response.content
    await hall.restart()
    agreed = (await hall.bob.click(post, label="Agree")).response
    assert "is paused until" in agreed.content and labels(agreed) == ["Go on"]
    await hall.quiet()
    assert "as its players agreed" in hall.posts[-1].content
    assert not any(label == "Agree" for p in hall.posts for label, _ in buttons(p))
    refused = await hall.beer(hall.alice, "stop")
    assert "is paused until" in refused
    await hall.bob.click(agreed, label="Go on")
    await hall.says(hall.alice, "table agree")
    assert (await hall.table()).pause is None
    late = (await forged(hall, hall.bob, "v:1:agree")).response
    assert "Nothing is proposed at this table." in late.content


async def test_a_table_that_rests_offers_no_choices_in_its_post(hall: Hall) -> None:
    """Where one plays alone and the post has the choices: not while nothing can be answered."""
    await hall.says(hall.alice, "bro-brawl new")
    await hall.says(hall.alice, "table start")
    assert asked_openly(await hall.table()) is not None
    await hall.says(hall.alice, "table propose", what="pause")
    table = await hall.table()
    assert table.pause is not None and asked_openly(table) is None
    ids = [custom_id for item in posts.turn(table, []).items if (custom_id := item.custom_id)]
    assert len(ids) == len(set(ids))


@pytest.mark.slow
async def test_time_by_command(hall: Hall) -> None:
    """Each refuses what cannot be done, in words."""
    wrong = await hall.says(hall.alice, "beer-brawl new", bank="72+12/120", opponent=hall.bob)
    assert "Table 1 is open" in wrong
    await hall.quiet()
    assert (
        "a bank of 3 days each, 12 hours more for every move, 5 days at most" in hall.post.content
    )
    assert "is no time bank" in await hall.says(hall.alice, "table settings", bank="lots")
    assert "either per turn" in await hall.says(
        hall.alice, "table settings", bank="72+12/120", pace=3600
    )
    assert "Name what is to change" in await hall.says(hall.alice, "table settings")
    shown = await hall.says(hall.alice, "table settings", away=False, pauses=False)
    assert "Clocks run on for whoever is away, and this table cannot be paused." in shown
    await hall.says(hall.alice, "table settings", away=True, pauses=True)
    await hall.says(hall.bob, "table join")
    await hall.says(hall.alice, "table start")
    await hall.quiet()
    assert "⏱️ Time left:" in hall.post.content
    assert "a moderator can change that" in await hall.says(
        hall.alice, "table settings", away=False
    )
    assert "Nothing is proposed" in await hall.says(hall.bob, "table agree")
    assert "is not paused" in await hall.says(hall.bob, "table propose", what="resume")
    assert "do not sit" in await hall.says(hall.carol, "table propose", what="pause")
    assert "proposes a pause of 7 days" in await hall.says(hall.bob, "table propose", what="pause")
    assert "table goes on" in (await hall.says(hall.alice, "table agree", decline=True))
    away = (await hall.bob.slash(hall.pub, "my away", days=2)).response
    assert away.content.startswith("You are away until <t:") and labels(away) == ["I am back"]
    await hall.quiet()
    assert "🏖️ bob is away until" in hall.posts[-1].content
    table = await hall.table()
    rests = {due.rests for due in table.clocks.values() if due.seat == 1}
    assert all(isinstance(rest, datetime) for rest in rests) and rests
    assert f"<@{hall.bob.id}> (Orange, away until" in await hall.says(hall.carol, "table show")
    back = (await hall.bob.click(away, label="I am back")).response
    assert "You are back" in back.content
    assert "You are not away" in await hall.says(hall.bob, "my away", days=0)
    await hall.says(hall.bob, "my away", days=7)
    await hall.says(hall.bob, "my away", days=0)
    assert all(due.rests is None for due in (await hall.table()).clocks.values())
