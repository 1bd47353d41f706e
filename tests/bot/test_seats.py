"""Somebody vanishes: a computer keeps the seat, until the owner comes back or somebody takes it."""

from datetime import timedelta
from typing import Any

import discord
import pytest

from bot import errors
from bot.clock import Clock
from bot.referee import Referee
from bot.store import Store
from bot.table import Person, Table, read_news, seats
from rules.beer_brawl.state import BeerBrawlVariant
from rules.engine import fairness
from rules.engine.verify import MATCHES, verify
from tests.bot.hall import Hall, buttons, forged, labels, selects
from tests.bot.test_costs import blue_begins
from tests.bot.test_secrets import reach
from tests.bot.toy import Ready, Roll, Step, Stop, Time, games

pytest_plugins = ["tests.bot.databases"]

ANN, BOB, EVE, FAY = (Person(11 + n, name) for n, name in enumerate(("Ann", "Bob", "Eve", "Fay")))
DAY = timedelta(days=1)


@pytest.fixture
def referee(file_store: Store, time: Time) -> Referee:
    """A referee of the toy game."""
    return Referee(file_store, now=time, games=games)


async def passes(referee: Referee, time: Time, **span: float) -> None:
    """Time passes, and what is due by then happens."""
    time.pass_(**span)
    await Clock(referee).tick()


async def turns(referee: Referee, *more: Person, pace: timedelta | None = DAY, **given: Any) -> int:
    """It is Ann's turn, Bob's comes next."""
    options: dict[str, object] = {"goal": 1000}
    opened = await referee.open(
        "toy", options, channel_id=5, guild_id=1, host=ANN, pace=pace, **given
    )
    people = [ANN, BOB, *more]
    for person in people[1:]:
        await referee.join(opened.id, person)
    await referee.start(opened.id, ANN.id)
    for seat, person in enumerate(people):
        await referee.act(opened.id, person.id, seat, 1, [Ready()])
    return opened.id


def asked(table: Table, seat: int) -> int:
    """The number of what a seat is asked."""
    assert table.play is not None
    question = table.play.state.question(seat)
    assert question is not None
    return int(question.number)


async def plays(referee: Referee, table_id: int, person: Person, *options: Any) -> Table:
    """Somebody answers, with whatever seat they hold."""
    table = await referee.look(table_id)
    player = table.player_of(person.id)
    assert player is not None
    given = list(options) or [Stop()]
    return (await referee.act(table_id, person.id, player, asked(table, player), given)).after


async def misses(referee: Referee, time: Time, table_id: int, times: int) -> Table:
    """Ann plays and Bob misses his turn, so many times."""
    for _ in range(times):
        await plays(referee, table_id, ANN)
        await passes(referee, time, days=1)
    return await referee.look(table_id)


async def said(referee: Referee, table_id: int, kind: str = "seats") -> list[str]:
    """What is to be posted of some kind."""
    rows = (await referee.store.pending(table_id)).outbox
    return [line for row in rows if row.kind == kind for line in read_news(row.payload).lines]


# -- missing turns


async def test_after_three_missed_turns_a_computer_keeps_the_seat(store: Store, time: Time) -> None:
    referee = Referee(store, now=time, games=games)
    table_id = await turns(referee)
    table = await misses(referee, time, table_id, 2)
    assert table.players[1].missed == 2 and not table.vacant and not await said(referee, table_id)
    table = await misses(referee, time, table_id, 1)
    (kept,) = table.vacant
    assert (kept.player, kept.user_id, kept.level) == (1, None, "normal")
    assert kept.owner_id == BOB.id and table.player_of(BOB.id) is None
    (line,) = await said(referee, table_id)
    assert line.startswith("<@12> has missed 3 turns in a row: a computer keeps the seat now.")
    assert table.clocks.keys() == {"pace:0"}, "no time runs for a computer"
    (tenure,) = await store.tenures(table_id)
    assert (tenure.player, tenure.user_id, tenure.why) == (1, BOB.id, "missed")
    assert await referee.verify(table_id)


async def test_a_turn_that_is_played_ends_the_count(referee: Referee, time: Time) -> None:
    table_id = await turns(referee)
    await misses(referee, time, table_id, 2)
    await plays(referee, table_id, ANN)
    assert (await plays(referee, table_id, BOB)).players[1].missed == 0
    assert not (await misses(referee, time, table_id, 2)).vacant


@pytest.mark.parametrize("allowed", [1, 2, 5])
async def test_how_many_may_be_missed_is_the_tables_to_say(
    referee: Referee, time: Time, allowed: int
) -> None:
    table_id = await turns(referee, kept_after=allowed)
    if allowed > 1:
        assert not (await misses(referee, time, table_id, allowed - 1)).vacant
    assert (await misses(referee, time, table_id, 1)).vacant


async def test_where_nobody_loses_a_seat_nobody_does(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, kept_after=0)
    table = await misses(referee, time, table_id, 6)
    assert not table.vacant and table.players[1].missed == 6


async def test_the_last_who_vanishes_closes_the_table(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, kept_after=1)
    table = await misses(referee, time, table_id, 1)
    assert table.vacant
    await passes(referee, time, days=1)
    table = await referee.look(table_id)
    assert table.status == "abandoned" and not table.clocks
    assert await said(referee, table_id, "abandoned") == ["Nobody has played here for too long."]


async def test_the_next_in_line_hosts(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, kept_after=1)
    await passes(referee, time, days=1)
    table = await referee.look(table_id)
    assert (table.vacant[0].owner_id, table.host_id) == (ANN.id, BOB.id)


async def test_who_may_allow_fewer(referee: Referee) -> None:
    """A host cannot take others' seats away by a setting."""
    table_id = await turns(referee)
    with pytest.raises(errors.NotAllowed, match="only allow more missed turns"):
        await referee.keep_seats_after(table_id, ANN.id, 1)
    with pytest.raises(errors.NotAllowed, match="Only the host, Ann"):
        await referee.keep_seats_after(table_id, BOB.id, 5)
    with pytest.raises(errors.NotAllowed, match="Between 1 and 20"):
        await referee.keep_seats_after(table_id, ANN.id, 99)
    assert (await referee.keep_seats_after(table_id, ANN.id, 5)).kept_after == 5
    assert (await referee.keep_seats_after(table_id, EVE.id, 1, moderator=True)).kept_after == 1
    assert (await referee.keep_seats_after(table_id, ANN.id, 0)).kept_after == 0


# -- taking a seat


async def test_a_newcomer_has_a_full_clock_and_the_seats_secrets(
    referee: Referee, time: Time
) -> None:
    table_id = await turns(referee, kept_after=1)
    hand = (await referee.look(table_id)).view(BOB.id).hand
    await misses(referee, time, table_id, 1)
    await plays(referee, table_id, ANN)
    time.pass_(hours=7)
    table = await referee.take_seat(table_id, EVE)
    assert table.player_of(EVE.id) == 1 and not table.vacant
    assert table.due(1) == time() + DAY and table.view(EVE.id).hand == hand
    assert table.view(BOB.id).hand is None, "whoever has gone is a stranger"
    await plays(referee, table_id, EVE)
    with pytest.raises(errors.NotSeated):
        await referee.act(table_id, BOB.id, 1, 9, [Stop()])
    with pytest.raises(errors.NoRoom, match="No seat is free"):
        await referee.take_seat(table_id, BOB)
    with pytest.raises(errors.NoRoom, match="somebody has taken it"):
        await referee.take_seat(table_id, BOB, 1)
    assert [(one.user_id, one.level, one.why) for one in await referee.store.tenures(table_id)] == [
        (BOB.id, None, "missed"),
        (None, "normal", "taken"),
    ]


async def test_the_owner_may_come_back_until_then(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, kept_after=2)
    await misses(referee, time, table_id, 2)
    table = await referee.take_seat(table_id, BOB)
    assert table.player_of(BOB.id) == 1 and table.players[1].missed == 0
    assert (await said(referee, table_id))[-1] == "<@12> is back in the game."
    assert not (await misses(referee, time, table_id, 1)).vacant
    assert (await misses(referee, time, table_id, 1)).vacant


async def test_nobody_gets_time_by_leaving_and_coming_back(referee: Referee, time: Time) -> None:
    """For what they were asked; the next turn is another."""
    table_id = await turns(referee)
    await plays(referee, table_id, ANN)
    time.pass_(hours=20)
    await referee.get_up(table_id, BOB.id)
    time.pass_(minutes=1)
    assert (await referee.take_seat(table_id, BOB)).due(1) == time() + timedelta(hours=4)
    time.pass_(hours=3)
    await referee.get_up(table_id, BOB.id)
    assert (await referee.take_seat(table_id, BOB)).due(1) == time() + timedelta(hours=1)
    await plays(referee, table_id, BOB)
    assert (await plays(referee, table_id, ANN)).due(1) == time() + DAY


async def test_one_seat_one_taker(referee: Referee, time: Time) -> None:
    table_id = await turns(referee, kept_after=1)
    await misses(referee, time, table_id, 1)
    with pytest.raises(errors.AlreadySeated):
        await referee.take_seat(table_id, ANN)
    await referee.take_seat(table_id, EVE)
    with pytest.raises(errors.NoRoom):
        await referee.take_seat(table_id, FAY)


async def test_whoever_knows_a_seats_secrets_takes_no_other(referee: Referee) -> None:
    table_id = await turns(referee, EVE)
    await referee.get_up(table_id, BOB.id)
    await referee.take_seat(table_id, FAY)
    await referee.get_up(table_id, EVE.id)
    with pytest.raises(errors.NotAllowed, match="secrets of another seat"):
        await referee.take_seat(table_id, BOB)
    assert (await referee.take_seat(table_id, EVE, 1)).player_of(EVE.id) == 2, "their own"


async def test_a_private_tables_seat_is_for_the_invited(referee: Referee) -> None:
    table_id = await turns_of_friends(referee)
    await referee.get_up(table_id, BOB.id)
    with pytest.raises(errors.NotAllowed, match="private"):
        await referee.take_seat(table_id, EVE)
    await referee.send_away(table_id, ANN.id, BOB.id, guest=EVE.id)
    assert (await referee.look(table_id)).guests == (EVE.id,)
    table = await referee.take_seat(table_id, EVE)
    assert table.player_of(EVE.id) == 1 and table.invited == ()


async def turns_of_friends(referee: Referee) -> int:
    """Ann's turn at a private table."""
    opened = await referee.open(
        "toy", {}, channel_id=5, guild_id=1, host=ANN, private=True, invited=[BOB]
    )
    await referee.join(opened.id, BOB)
    await referee.start(opened.id, ANN.id)
    return opened.id


# -- leaving


async def test_leaving_a_running_game(referee: Referee) -> None:
    table_id = await turns(referee)
    with pytest.raises(errors.NotSeated):
        await referee.get_up(table_id, EVE.id)
    table = await referee.get_up(table_id, ANN.id)
    assert table.vacant[0].owner_id == ANN.id and table.host_id == BOB.id
    assert (await said(referee, table_id))[0].startswith("<@11> has left the game:")
    await referee.get_up(table_id, BOB.id)
    table = await referee.look(table_id)
    assert table.status == "abandoned" and table.outcome is None
    with pytest.raises(errors.NotPlaying):
        await referee.take_seat(table_id, ANN)


async def test_whoever_gave_up_has_nothing_to_leave(referee: Referee) -> None:
    table_id = await turns(referee)
    table = await referee.look(table_id)
    assert table.play is not None
    table.play.state.resigned = [1]
    with pytest.raises(errors.NotAllowed, match="given this game up"):
        seats.leaving(table, BOB.id)


async def test_the_result_is_the_last_holders_and_the_proof_holds(
    referee: Referee, time: Time
) -> None:
    """Changing hands changes no luck: the file of the game says the same, and is verified."""
    table_id = await turns(referee, kept_after=1)
    await misses(referee, time, table_id, 1)
    await referee.take_seat(table_id, EVE)
    await plays(referee, table_id, ANN, Roll())
    await plays(referee, table_id, EVE, Roll())
    await referee.resign(table_id, ANN.id)
    table = await referee.look(table_id)
    assert table.status == "over"
    results = await referee.store.results(EVE.id)
    assert [(row.player, row.won) for row in results] == [(1, True)]
    assert not await referee.store.results(BOB.id)
    (tenure,) = await referee.store.tenures_of(BOB.id)
    assert (tenure.table_id, tenure.why) == (table_id, "missed")
    exported = await referee.export(table_id)
    assert exported.players == ["player:0", "player:1"]
    assert verify(fairness.to_json(exported), find=games) == MATCHES


# -- replacing


async def test_a_host_replaces_whoever_keeps_the_table_waiting(
    referee: Referee, time: Time
) -> None:
    table_id = await turns(referee, pace=None)
    await plays(referee, table_id, ANN)
    with pytest.raises(errors.NotAllowed, match="Bob plays: a host can replace"):
        await referee.send_away(table_id, ANN.id, BOB.id)
    time.pass_(hours=23)
    with pytest.raises(errors.NotAllowed):
        await referee.send_away(table_id, ANN.id, BOB.id)
    with pytest.raises(errors.NotAllowed, match="Only the host or a moderator"):
        await referee.send_away(table_id, BOB.id, ANN.id)
    with pytest.raises(errors.NotAllowed, match="yourself"):
        await referee.send_away(table_id, ANN.id, ANN.id)
    with pytest.raises(errors.NotAllowed, match="do not sit"):
        await referee.send_away(table_id, ANN.id, EVE.id)
    time.pass_(hours=2)
    with pytest.raises(errors.AlreadySeated):
        await referee.send_away(table_id, ANN.id, BOB.id, guest=ANN.id)
    table = await referee.send_away(table_id, ANN.id, BOB.id, guest=EVE.id)
    assert table.vacant and table.invited == (EVE.id,)
    with pytest.raises(errors.NoRoom, match="kept for somebody who was invited"):
        await referee.take_seat(table_id, FAY)
    assert (await referee.take_seat(table_id, BOB)).player_of(BOB.id) == 1, "the owner may"


async def test_whom_a_moderator_sends_away_stays_away(referee: Referee) -> None:
    table_id = await turns(referee)
    table = await referee.send_away(table_id, EVE.id, BOB.id, moderator=True)
    assert table.vacant[0].owner_id is None
    with pytest.raises(errors.NotAllowed, match="moderator has given your seat"):
        await referee.take_seat(table_id, BOB)
    with pytest.raises(errors.NotAllowed, match="Nobody else plays here"):
        await referee.send_away(table_id, EVE.id, ANN.id, moderator=True)
    assert (await referee.take_seat(table_id, FAY)).player_of(FAY.id) == 1


async def test_a_table_that_rests_for_somebody_goes_on_without_them(
    referee: Referee, time: Time
) -> None:
    table_id = await turns(referee)
    due = (await referee.look(table_id)).due(0)
    await referee.pause(table_id, "player", BOB.id)
    time.pass_(hours=5)
    table = await referee.send_away(table_id, ANN.id, BOB.id)
    assert table.pause is None and table.vacant
    assert due is not None and table.due(0) == due + timedelta(hours=5)
    assert table.clocks.keys() == {"pace:0"}


# -- at the table


async def test_whoever_is_the_last_is_told_that_leaving_closes_the_table(hall: Hall) -> None:
    """No promise that a computer plays on, or that one may come back."""
    await hall.says(hall.alice, "beer-brawl new", computer="easy", here=True)
    await hall.says(hall.alice, "table start")
    sure = (await hall.alice.slash(hall.pub, "table leave")).response
    assert "the table is closed for good" in sure.content and "come back" not in sure.content
    await hall.alice.click(sure, label="Leave")
    assert (await hall.table()).status == "abandoned"


@pytest.mark.slow
async def test_the_post_has_the_seat_and_loses_it(hall: Hall) -> None:
    """Leave from the menu, take it from the post, with what only that seat knows."""
    await hall.begin(rerolls=0)
    menu = (await hall.bob.click(hall.post, label="Table")).response
    sure = (await hall.bob.click(menu, label="Leave")).response
    assert "A computer plays on in your place." in sure.content
    await hall.bob.click(sure, label="Leave")
    await hall.quiet()
    post = next(p for p in hall.posts if "has left the game" in p.content)
    assert f"<@{hall.bob.id}> has left the game: a computer keeps" in post.content
    assert labels(post) == ["Take this seat"]
    found = (await hall.carol.slash(hall.pub, "table find")).response
    assert "in play, 1 of 2 seats to be taken over" in found.content
    await hall.restart()
    taken = (await hall.carol.click(post, label="Take this seat")).response
    assert taken.ephemeral and "Your time begins anew" in taken.content
    await hall.quiet()
    table = await hall.table()
    assert table.player_of(hall.carol.id) == 1 and not table.vacant
    assert "takes the seat that Computer (normal) kept" in hall.posts[-1].content
    assert not any(label == "Take this seat" for p in hall.posts for label, _ in buttons(p))
    assert "do not play here any more" in hall.dms(hall.bob)[-1].content
    assert "Your tiles" in hall.dms(hall.carol)[-1].content or hall.dms(hall.carol)
    again = (await forged(hall, hall.bob, "s:1:take:1")).response
    assert "somebody has taken it" in again.content
    assert await hall.bot.referee.verify(1)


@pytest.mark.slow
async def test_seats_by_command(hall: Hall) -> None:
    """Each refuses what cannot be done, in words."""
    assert "no table" in await hall.says(hall.bob, "table replace", player=hall.alice)
    await hall.begin(rerolls=0)
    assert "do not sit at table 1" in await hall.says(hall.carol, "table leave")
    assert "bob plays" in await hall.says(hall.alice, "table replace", player=hall.bob)
    assert "Only the host" in await hall.says(hall.bob, "table replace", player=hall.alice)
    assert "do not sit" in await hall.says(hall.alice, "table replace", player=hall.carol)
    assert "no limit" in await hall.says(hall.alice, "table settings", missed=5)
    assert (await hall.table()).kept_after == 5
    assert "Only the host" in await hall.says(hall.bob, "table settings", missed=5)
    assert "too late to join" in await hall.says(hall.carol, "table join")
    asked = (await hall.bob.slash(hall.pub, "table leave")).response
    kept = (await hall.bob.click(asked, label="No")).response
    assert "in play" in kept.content and not (await hall.table()).vacant
    asked = (await hall.bob.slash(hall.pub, "table leave")).response
    left = (await hall.bob.click(asked, label="Leave")).response
    assert labels(left) == ["Take this seat"]
    assert (
        "You sit at this table already"
        in await hall.says(hall.alice, "table replace", player=hall.bob, by=hall.alice)
        or (await hall.table()).invited == ()
    )
    said = await hall.says(hall.alice, "table replace", player=hall.bob, by=hall.carol)
    assert f"<@{hall.carol.id}> is invited to it." in said
    await hall.says(hall.carol, "table join")
    assert (await hall.table()).player_of(hall.carol.id) == 1


@pytest.mark.slow
async def test_a_moderator_replaces_from_the_menu(hall: Hall) -> None:
    """One of those who play, and is asked once more."""
    await hall.begin(rerolls=0)
    role = hall.guild.create_role("Mods", permissions=discord.Permissions(manage_messages=True))
    mod = hall.guild.add_member(hall.env.create_user("mo"), roles=[role])
    menu = (await mod.slash(hall.pub, "table show")).response
    (select,) = selects(menu)
    assert [option["label"] for option in select["options"]] == ["alice", "bob"]
    asked = (await mod.select(menu, ["1"], custom_id=select["custom_id"])).response
    assert "Let a computer keep the seat of bob?" in asked.content
    done = (await mod.click(asked, label="Yes")).response
    assert "A computer keeps the seat" in done.content
    await hall.quiet()
    assert (await hall.table()).vacant[0].owner_id is None
    refused = (await forged(hall, hall.carol, "s:1:replaced:0")).response
    assert "Only the host or a moderator" in refused.content
    assert "Nobody sits there" in (await forged(hall, mod, "s:1:replace", "77")).response.content
    assert "cannot play here again" in (await forged(hall, hall.bob, "s:1:take:1")).response.content


async def test_the_settings_of_a_new_table(hall: Hall) -> None:
    """How many turns may be missed stands in the lobby's post, where time can run out."""
    await hall.says(hall.alice, "table new", game="Beer Brawl", missed=2, pace=86_400)
    await hall.quiet()
    assert "when 2 turns in a row are missed, a computer keeps the seat" in hall.post.content
    await hall.says(hall.alice, "table settings", missed=0)
    await hall.quiet()
    assert "nobody loses a seat by missing turns" in hall.post.content


async def test_a_step_of_somebody_who_left_is_gone_on_from(referee: Referee) -> None:
    """What was answered and not yet seen stays; the newcomer goes on from there."""
    table_id = await turns(referee)
    await plays(referee, table_id, ANN, Step(2))
    await referee.get_up(table_id, ANN.id)
    table = await referee.take_seat(table_id, EVE)
    assert table.play is not None and table.play.state.at[0] == 2
    await plays(referee, table_id, EVE, Stop())
    assert await referee.verify(table_id)


async def test_whoever_vanishes_is_told_and_comes_back_by_the_button(hall: Hall) -> None:
    """The post pings them; a restart changes nothing; the computer plays until they are back."""
    await hall.alice.slash(hall.pub, "beer-brawl new", opponent=hall.bob, here=True, pace=86_400)
    await hall.says(hall.alice, "table settings", missed=1)
    await hall.bob.slash(hall.pub, "table join")
    await hall.alice.slash(hall.pub, "table start")
    await hall.put(reach(blue_begins, BeerBrawlVariant()))
    await hall.says(hall.bob, "table draw")
    await hall.says(hall.alice, "table draw", decline=True)
    await hall.quiet()
    assert (await hall.table()).due(0) is not None
    await hall.restart()
    await hall.bot.clock.close()  # it would take the days that pass for a clock that was set
    now = hall.bot.referee.now() + DAY * 2
    hall.bot.referee.now = lambda: now
    await Clock(hall.bot.referee).tick()
    await hall.quiet()
    table = await hall.table()
    assert table.vacant[0].owner_id == hall.alice.id and table.host_id == hall.bob.id
    post = next(p for p in hall.posts if "has missed a turn: a computer keeps" in p.content)
    sent = [r.json for r in hall.env.http_requests if r.method == "POST" and r.json]
    (told,) = [body for body in sent if "has missed a turn" in str(body.get("content"))]
    assert told["allowed_mentions"]["users"] == [hall.alice.id]
    back = (await hall.alice.click(post, label="Take this seat")).response
    assert back.content.startswith("🪑 You are back in the game.")
    await hall.quiet()
    assert (await hall.table()).player_of(hall.alice.id) == 0
    assert "is back in the game" in hall.posts[-1].content


@pytest.mark.slow
async def test_who_held_a_seat_from_when_to_when_is_for_all_to_see(hall: Hall) -> None:
    """While the game is on and afterwards, with what it came to for whoever held it in the end."""
    await hall.begin(rerolls=0)
    assert "🪑" not in await hall.says(hall.alice, "table show"), "no seat has changed hands"
    referee, moments = hall.bot.referee, [(await hall.table()).started_at]
    carol = Person(hall.carol.id, "carol")
    for change in (referee.get_up(1, hall.bob.id), referee.take_seat(1, carol)):
        start = referee.now()
        referee.now = lambda start=start: start + DAY  # type: ignore[misc]
        await change
        moments.append(referee.now())
    days = [f"<t:{int(at.timestamp())}:f>" for at in moments if at is not None]
    bob = f"🪑 Orange: <@{hall.bob.id}> {days[0]}–{days[1]} (left), a computer {days[1]}–{days[2]}"
    held = f"{bob}, <@{hall.carol.id}> since {days[2]}"
    for command in ("table show", "table log"):
        said = await hall.says(hall.alice, command)
        assert held in said and f"{held} (" not in said
    await referee.resign(1, hall.alice.id)
    for command in ("table show", "table log"):
        assert f"{held} (won)" in await hall.says(hall.bob, command, table=1)
    tenures = await referee.store.tenures(1)
    await hall.bot.own_data.forget(hall.bob.id)
    assert "🪑 Orange: a former player" in await hall.says(hall.alice, "table show", table=1)
    assert len(await referee.store.tenures(1)) == len(tenures)
