"""Since your last move: what happened, from one's own view; and notes for oneself alone."""

import asyncio
from random import Random
from typing import Any

import pytest
from sqlalchemy import text

from bot.errors import NotAllowed, OtherRules
from bot.referee import LONGEST_NOTE, Referee, looking, slices
from bot.store import Store
from bot.table import Person
from bot.table.since import last_move
from bot.ui.limits import CONTENT
from bot.ui.since import since
from bot.workers.pool import Workers
from bot.workers.telling import telling
from rules.beer_brawl.state import BeerBrawlVariant
from rules.engine.inputs import Answer, Elapsed, Input, Timeout, Undo
from tests.bot.hall import Hall, NoBoard, labels, open_hall
from tests.bot.midgame import begun, played
from tests.bot.test_costs import blue_begins
from tests.bot.test_secrets import reach
from tests.bot.toy import Pick, Ready, Roll, Step, Stop, Time, games

pytest_plugins = ["tests.bot.databases"]

ANN, BOB = Person(11, "Ann"), Person(12, "Bob")
ME, OTHER = Answer(0, 1, Stop()), Answer(1, 1, Stop())


# -- from where on


@pytest.mark.parametrize(
    ("log", "asked", "known"),
    [
        ([], True, 0),
        ([OTHER, OTHER], True, 0),  # never moved: all of it
        ([ME, OTHER, OTHER], True, 1),
        ([ME, OTHER, ME, ME], True, 1),  # in the middle of a turn: what came before it
        ([ME, OTHER, ME, ME], False, 4),  # waiting: nothing has happened since
        ([ME, OTHER, ME, Undo(0)], True, 1),
        ([ME, Timeout(0, 2), OTHER], True, 1),  # the referee moved, not I
        ([ME, Answer(0, 2, Stop(), ordered=True), OTHER], True, 1),
        ([ME, Elapsed("draft"), ME], True, 1),
        ([ME, OTHER, Answer(2, 1, Stop()), OTHER], True, 3),  # two seats of one player
    ],
)
def test_the_last_move(log: list[Input], asked: bool, known: int) -> None:
    assert last_move(log, [0, 1, 0], 0, asked=asked) == known


def test_what_was_given_for_somebody_is_no_move_of_theirs() -> None:
    """There was nothing to choose: they have not seen it, nor what came before it."""
    log: list[Input] = [ME, OTHER, ME, OTHER, ME, OTHER]
    assert last_move(log, [0, 1, 0], 0, asked=True, unasked=[2, 4, 6]) == 5
    assert last_move(log, [0, 1, 0], 0, asked=True, unasked=[2, 3, 4, 5, 6]) == 1
    assert last_move(log, [0, 1, 0], 0, asked=True, unasked=[1, 2, 3, 4, 5, 6]) == 0


async def turns(referee: Referee) -> int:
    """Ann and Bob have picked, Ann one card more; it is Ann's turn."""
    opened = await referee.open("toy", {"goal": 99}, channel_id=5, guild_id=1, host=ANN)
    await referee.join(opened.id, BOB)
    await referee.start(opened.id, ANN.id)
    await referee.act(opened.id, BOB.id, 1, 1, [Pick(10)])
    await referee.act(opened.id, ANN.id, 0, 1, [Ready()])
    await referee.act(opened.id, BOB.id, 1, 2, [Ready()])
    return opened.id


async def test_everybody_is_told_what_they_were_told_then(file_store: Store, time: Time) -> None:
    """One's own secrets, nobody else's; unseen steps of others are not told."""
    referee = Referee(file_store, now=time, games=games)
    table_id = await turns(referee)
    table = await referee.look(table_id)
    assert await referee.since(table, ANN.id) == []
    told = await referee.since(table, BOB.id)
    assert told == [], "his last card was his last move"
    number = table.questions(ANN.id)[0].number
    table = (await referee.act(table_id, ANN.id, 0, number, [Step(1)])).after
    assert await referee.since(table, BOB.id) == [], "it can still be taken back"
    table = (await referee.act(table_id, ANN.id, 0, number + 1, [Stop()])).after
    time.pass_(days=40)
    assert await referee.since(table, BOB.id) == ["seat 1 goes 1."]
    given, unasked = await file_store.given_by_hand(table_id)
    assert len(given) == 5 and not unasked, "all of that was done by hand"
    assert await referee.since(table, ANN.id) == [], "that was her own move"
    async with file_store.writing() as connection:
        await connection.execute(text("UPDATE log SET user_id = NULL WHERE number = 5"))
    assert await referee.since(table, ANN.id) == ["seat 1 goes 1."], "it was given for her"
    async with file_store.writing() as connection:
        await connection.execute(text("UPDATE tables SET rules_version = '0'"))
    with pytest.raises(OtherRules):
        await referee.since(await referee.look(table_id), BOB.id)


async def test_a_long_log_keeps_nobody_waiting(
    file_store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others have their say while it is told again."""
    monkeypatch.setattr(slices, "SLICE", 0.0)
    referee = Referee(file_store, now=time, games=games)
    table_id = await turns(referee)
    for _ in range(4):
        for person in (ANN, BOB):
            table = await referee.look(table_id)
            [asked] = table.questions(person.id)
            await referee.act(table, person.id, asked.seat, asked.number, [Roll()])
    table = await referee.look(table_id)
    asked_for = asyncio.ensure_future(referee.since(table, ANN.id))
    others = 0
    while not asked_for.done():
        others += 1
        await asyncio.sleep(0)
    assert others >= table.logged
    assert "seat 2 rolls" in (await asked_for)[0]


@pytest.mark.slow
async def test_a_long_game_is_told_in_another_process(
    file_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the same words, to the spectator and to a player; where there is no process, here."""
    here = Referee(file_store)
    table = await played(
        here, await begun(here, "beer_brawl", [ANN, BOB], channel=5), 40, Random(1)
    )
    asked = [await here.history(table.id), await here.since(table, BOB.id)]
    monkeypatch.setattr(looking, "LONG", 10)
    workers = Workers(1)
    there = Referee(file_store, workers=workers)
    sliced: list[object] = []

    def told_here(*about: Any) -> Any:
        sliced.append(about)
        return telling(*about)

    monkeypatch.setattr(looking, "telling", told_here)
    assert [await there.history(table.id), await there.since(table, BOB.id)] == asked
    assert not sliced
    await workers.close()
    assert await there.history(table.id) == asked[0]
    assert sliced


# -- what is shown


async def test_it_is_a_button_and_a_command_with_the_board(tmp_path: Any, same_luck: None) -> None:
    """In the panel, in the same answer; from one's own eyes, with the way back and one's note."""
    async with open_hall(tmp_path, NoBoard()) as hall:
        await hall.begin(rerolls=0)
        for member in (hall.alice, hall.bob):
            await hall.beer(member, "scatter")
        table = await hall.table()
        mover = next(m for m in (hall.alice, hall.bob) if table.questions(m.id))
        panel = await hall.panel(mover)
        assert "Recap" in labels(panel)
        shown = (await mover.click(panel, label="Recap")).response
        assert shown.id == panel.id
        assert "**Since your last move**" in shown.content
        assert [file.filename for file in shown.attachments] == ["table.png"]
        noted = await hall.says(mover, "table note", note="go for the *bar*")
        assert "> go for the *bar*" in noted
        shown = (await mover.slash(hall.pub, "table since")).response
        assert "for you alone:\n> go for the *bar*" in shown.content
        back = (await mover.click(shown, label="Play on")).response
        assert back.id == shown.id and "Recap" in labels(back)
        menu = (await mover.click(hall.post, label="Table")).response
        assert "> go for the *bar*" in menu.content
        assert {"Note", "Recap"} <= set(labels(menu))
        assert not hall.env.errors


async def test_long_ago_is_told_as_far_as_there_is_room(hall: Hall) -> None:
    """The latest lines, one's whole note, and where the rest is."""
    await hall.begin()
    await hall.put(reach(blue_begins, BeerBrawlVariant()))
    table = await hall.table()
    shown = since(table, hall.alice.id, ["x" * 300] * 80, "y" * LONGEST_NOTE)
    assert len(shown.content) <= CONTENT and "y" * LONGEST_NOTE in shown.content
    assert "more before that: `/table log`" in shown.content


# -- notes


async def test_a_note_is_its_writers_alone(hall: Hall) -> None:
    """By form and by command; changed, emptied, kept over a restart; never shown to another."""
    await hall.begin()
    asked = await hall.alice.slash(hall.pub, "table note")
    await hall.alice.submit_modal(asked, {"note": " attack\nfrom @everyone "})
    assert await hall.bot.store.note(1, hall.alice.id) == "attack\nfrom @everyone"
    await hall.restart()
    for member, knows in ((hall.alice, True), (hall.bob, False), (hall.carol, False)):
        said = await hall.says(member, "table show")
        assert ("> attack\n> from @everyone" in said) is knows
    await hall.says(hall.bob, "table note", note="his own")
    menu = (await hall.alice.slash(hall.pub, "table show")).response
    form = await hall.alice.click(menu, label="Note")
    await hall.alice.submit_modal(form, {"note": ""})
    assert await hall.bot.store.note(1, hall.alice.id) == ""
    assert await hall.bot.store.note(1, hall.bob.id) == "his own"
    assert all("his own" not in post.content for post in hall.posts)


async def test_what_cannot_be_noted_or_told_is_refused_in_words(hall: Hall) -> None:
    """Watchers, tables that are none or have not begun, and notes that are too long."""
    assert "no table in this channel" in await hall.says(hall.alice, "table since")
    assert "no table in this channel" in await hall.says(hall.alice, "table note", note="x")
    await hall.says(hall.alice, "beer-brawl new", opponent=hall.bob)
    assert "has not begun" in await hall.says(hall.alice, "table since")
    for command, given in (("since", {}), ("note", {}), ("note", {"note": "x"})):
        assert "do not sit" in await hall.says(hall.carol, f"table {command}", **given)
    long = "x" * (LONGEST_NOTE + 1)
    with pytest.raises(NotAllowed, match="at most 500"):
        await hall.bot.referee.set_note(await hall.table(), hall.alice.id, long)
    assert await hall.bot.store.note(1, hall.carol.id) == ""
