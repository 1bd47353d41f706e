"""Consent: taking back when everybody agrees, draws that an absent one cannot block for ever."""

from datetime import timedelta
from typing import Any

import pytest

from bot import errors
from bot.clock import Clock
from bot.referee import Referee
from bot.store import Store
from bot.table import Bank, Person, Table
from rules.engine import fairness
from rules.engine.errors import Stale
from rules.engine.verify import MATCHES, verify
from tests.bot.hall import Hall, forged, labels
from tests.bot.toy import Pick, Ready, Roll, Step, Stop, Time, games

pytest_plugins = ["tests.bot.databases"]

ANN, BOB, EVE = Person(11, "Ann"), Person(12, "Bob"), Person(13, "Eve")
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


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
    """Somebody answers, and ends the turn."""
    (asked,) = (await referee.look(table_id)).questions(person.id)
    given = list(options) or [Stop()]
    return (await referee.act(table_id, person.id, asked.seat, asked.number, given)).after


def at(table: Table) -> list[int]:
    """How far everybody is."""
    assert table.play is not None
    found: list[int] = table.play.state.at
    return found


# -- taking back


async def test_a_move_is_taken_back_when_all_agree(store: Store, time: Time) -> None:
    """Ann's whole last turn, and what Bob did since; the log tells the same game."""
    referee = Referee(store, now=time, games=games)
    table_id = await turns(referee, EVE)
    await plays(referee, table_id, ANN, Step(1), Stop())
    await plays(referee, table_id, BOB, Step(2), Stop())
    table = await referee.propose_back(table_id, ANN.id)
    assert table.proposal is not None and at(table) == [1, 2, 0]
    assert (await referee.agree(table_id, BOB.id)).proposal is not None
    referee = Referee(store, now=time, games=games)
    table = await referee.agree(table_id, EVE.id)
    assert at(table) == [0, 0, 0] and table.proposal is None
    assert [q.seat for q in table.waits] == [0]
    assert await referee.verify(table_id)
    with pytest.raises(Stale):
        await referee.act(table_id, ANN.id, 0, 2, [Stop()])
    await plays(referee, table_id, ANN, Step(2), Stop())
    assert await referee.verify(table_id)
    history = await referee.history(table_id)
    assert any("takes a move back: all have agreed to it." in line for line in history)


async def test_one_who_does_not_agree_is_enough(referee: Referee) -> None:
    table_id = await turns(referee)
    await plays(referee, table_id, ANN, Step(1), Stop())
    await referee.propose_back(table_id, ANN.id)
    table = await referee.disagree(table_id, BOB.id)
    assert table.proposal is None and at(table) == [1, 0]


async def test_nobody_goes_back_past_what_has_come_to_light(referee: Referee) -> None:
    """Luck, what one alone was told, and time that was up."""
    table_id = await turns(referee)
    await plays(referee, table_id, ANN, Step(1), Stop())
    await plays(referee, table_id, BOB, Roll())
    with pytest.raises(errors.NotAllowed, match="come to light"):
        await referee.propose_back(table_id, ANN.id)
    await plays(referee, table_id, ANN)
    table = await referee.look(table_id)
    (asked,) = table.questions(BOB.id)
    await referee.timeout(table_id, 1, asked.number)
    with pytest.raises(errors.NotAllowed):
        await referee.propose_back(table_id, ANN.id)


async def test_nor_past_a_card_that_somebody_has_seen(referee: Referee) -> None:
    opened = await referee.open("toy", {}, channel_id=5, guild_id=1, host=ANN)
    await referee.join(opened.id, BOB)
    await referee.start(opened.id, ANN.id)
    await referee.act(opened.id, ANN.id, 0, 1, [Pick(1)])
    with pytest.raises(errors.NotAllowed, match="nothing for you to take back"):
        await referee.propose_back(opened.id, ANN.id)


async def test_a_move_meanwhile_ends_the_proposal(referee: Referee) -> None:
    table_id = await turns(referee)
    await plays(referee, table_id, ANN, Step(1), Stop())
    await referee.propose_back(table_id, ANN.id)
    table = await plays(referee, table_id, BOB, Step(1), Stop())
    assert table.proposal is None and not table.clocks
    with pytest.raises(errors.NotAllowed, match="Nothing is proposed"):
        await referee.agree(table_id, BOB.id)


async def test_with_computers_alone_there_is_nobody_to_agree(referee: Referee) -> None:
    opened = await referee.open("toy", {}, channel_id=5, guild_id=1, host=ANN)
    await referee.add_computer(opened.id, ANN.id, "easy")
    await referee.start(opened.id, ANN.id)
    with pytest.raises(errors.NotAllowed, match="Nobody else plays here"):
        await referee.propose_back(opened.id, ANN.id)


async def test_what_a_move_has_earned_is_taken_back_with_it(referee: Referee, time: Time) -> None:
    bank = Bank(72 * HOUR, 12 * HOUR, 120 * HOUR)
    table_id = await turns(referee, bank=bank)
    time.pass_(hours=4)
    await plays(referee, table_id, ANN)
    await referee.propose_back(table_id, ANN.id)
    assert (await referee.agree(table_id, BOB.id)).due(0) == time() + 80 * HOUR


async def test_the_proof_of_such_a_game_holds(referee: Referee) -> None:
    table_id = await turns(referee)
    await plays(referee, table_id, ANN, Step(1), Stop())
    await referee.propose_back(table_id, ANN.id)
    await referee.agree(table_id, BOB.id)
    await plays(referee, table_id, ANN, Roll())
    await referee.resign(table_id, BOB.id)
    exported = await referee.export(table_id)
    assert {"type": "take_back", "player": 0} in exported.log
    assert verify(fairness.to_json(exported), find=games) == MATCHES


# -- draws


async def test_two_who_agree_are_not_kept_from_a_draw_for_ever(
    referee: Referee, time: Time
) -> None:
    """Whoever says nothing for a week is absent; who moves meanwhile is not."""
    table_id = await turns(referee, EVE)
    await referee.offer_draw(table_id, ANN.id)
    assert "draw:end" not in (await referee.look(table_id)).clocks
    await referee.offer_draw(table_id, BOB.id)
    await plays(referee, table_id, ANN)
    await plays(referee, table_id, BOB)
    await passes(referee, time, 6 * DAY)
    await plays(referee, table_id, EVE)
    await passes(referee, time, 6 * DAY)
    assert (await referee.look(table_id)).status == "playing"
    await passes(referee, time, DAY)
    table = await referee.look(table_id)
    assert table.status == "over" and table.outcome is not None
    assert table.outcome.reason == "agreed"
    assert [row.drawn for row in await referee.store.results(EVE.id)] == [True]
    assert await referee.verify(table_id)


async def passes(referee: Referee, time: Time, span: timedelta) -> None:
    """Time passes, and what is due by then happens."""
    time.at += span
    await Clock(referee).tick()


async def test_nobody_gets_a_draw_because_one_opponent_looks_away(
    referee: Referee, time: Time
) -> None:
    table_id = await turns(referee)
    await referee.offer_draw(table_id, ANN.id)
    await passes(referee, time, 30 * DAY)
    assert (await referee.look(table_id)).status == "playing"


async def test_an_opponent_who_has_missed_a_turn_can_be_absent(
    referee: Referee, time: Time
) -> None:
    table_id = await turns(referee, pace=14 * DAY, kept_after=0)
    await plays(referee, table_id, ANN)
    await passes(referee, time, 14 * DAY)
    await referee.offer_draw(table_id, ANN.id)
    await passes(referee, time, 13 * DAY)
    assert (await referee.look(table_id)).status == "playing", "as long as a turn may take"
    await plays(referee, table_id, ANN)
    await passes(referee, time, DAY)
    assert (await referee.look(table_id)).status == "over"


async def test_whoever_is_away_as_they_said_is_waited_for(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, EVE)
    await referee.offer_draw(table_id, ANN.id)
    await referee.offer_draw(table_id, BOB.id)
    await passes(referee, time, 5 * DAY)
    await referee.go_away(EVE, 10)
    await passes(referee, time, 9 * DAY)
    assert (await referee.look(table_id)).status == "playing"
    await referee.decline_draw(table_id, EVE.id)
    await passes(referee, time, 30 * DAY)
    assert (await referee.look(table_id)).status == "playing"


# -- at the table


@pytest.mark.slow
async def test_taking_back_at_a_table(hall: Hall) -> None:
    """By the menu or by command; each refuses what cannot be, in words."""
    await hall.begin(rerolls=0)
    menu = (await hall.alice.slash(hall.pub, "table show")).response
    assert "Take back …" in labels(menu)
    refused = (await hall.alice.click(menu, label="Take back …")).response
    assert "nothing for you to take back" in refused.content
    assert "nothing for you to take back" in await hall.says(hall.bob, "table propose", what="back")
    assert "do not sit" in await hall.says(hall.carol, "table propose", what="back")
    assert "do not sit" in (await forged(hall, hall.carol, "v:1:back")).response.content
