"""The inbox: what waits for somebody, by deadline, played one after the other in one answer."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select, text

from bot.referee import Referee
from bot.store import Store
from bot.store.engine import connect
from bot.store.migrate import upgrade
from bot.store.schema import tables
from bot.table import Person
from bot.table.waits import Turns, Waiting, waited_for
from bot.ui.inbox import PAGE, inbox
from tests.bot.costs import counted
from tests.bot.hall import Hall, buttons, forged, labels, spoil
from tests.bot.three_more_tables import lay_out
from tests.bot.toy import Ready, Stop, Time, games

pytest_plugins = ["tests.bot.databases"]

ANN, BOB, EVE = Person(11, "Ann"), Person(12, "Bob"), Person(13, "Eve")
HOUR = timedelta(hours=1)


async def begun(referee: Referee, channel: int, pace: timedelta | None = None) -> int:
    """Ann and Bob have begun: it is Ann's turn."""
    opened = await referee.open("toy", {}, channel_id=channel, guild_id=1, host=ANN, pace=pace)
    await referee.join(opened.id, BOB)
    await referee.start(opened.id, ANN.id)
    await referee.act(opened.id, ANN.id, 0, 1, [Ready()])
    await referee.act(opened.id, BOB.id, 1, 1, [Ready()])
    return opened.id


async def ids(store: Store, user: Person) -> list[int]:
    """The tables that wait for somebody, the most urgent first."""
    return [one.table_id for one in (await store.turns(user.id)).shown]


async def passes(referee: Referee, table_id: int, user: Person) -> None:
    """Somebody ends their turn at once."""
    [asked] = (await referee.look(table_id)).questions(user.id)
    await referee.act(table_id, user.id, asked.seat, asked.number, [Stop()])


# -- what is stored


async def test_what_waits_is_known_without_loading_a_table(store: Store, time: Time) -> None:
    """By deadline, then by how long it has waited; kept with every change, by any process."""
    referee = Referee(store, now=time, games=games)
    slow = await begun(referee, 5)
    late = await begun(referee, 6, 20 * HOUR)
    soon = await begun(referee, 7, 10 * HOUR)
    assert await ids(store, ANN) == [soon, late, slow]
    assert await ids(store, BOB) == []
    time.pass_(hours=1)
    await passes(referee, soon, ANN)
    other = Referee(store, now=time, games=games)
    await passes(other, slow, ANN)
    assert await ids(store, ANN) == [late]
    assert await ids(store, BOB) == [soon, slow]
    [urgent, calm] = (await store.turns(BOB.id)).shown
    assert (urgent.due_at, urgent.since) == (time() + 10 * HOUR, time())
    assert (calm.due_at, calm.since) == (None, time())
    assert await store.turns(BOB.id, 1, 1) == Turns([calm], 2)
    await store.postpone(time() - HOUR, time())
    assert (await store.turns(BOB.id)).shown[0].due_at == time() + 10 * HOUR, "as its clock says"
    time.pass_(hours=3)
    await store.postpone(time() - HOUR, time())
    assert (await store.turns(BOB.id)).shown[0].due_at == time() - 3 * HOUR + 11 * HOUR


async def test_nobody_is_waited_for_at_a_table_that_rests_or_is_over(
    store: Store, time: Time
) -> None:
    """A pause, a draw that is offered, an end, and a table that nobody can read."""
    referee = Referee(store, now=time, games=games)
    table_id = await begun(referee, 5)
    await referee.offer_draw(table_id, ANN.id)
    assert await ids(store, BOB) == [table_id], "who is asked for a draw"
    await referee.decline_draw(table_id, BOB.id)
    assert await ids(store, BOB) == []
    await referee.pause(table_id, "channel")
    assert await ids(store, ANN) == []
    await referee.resume(table_id)
    assert await ids(store, ANN) == [table_id]
    await referee.resign(table_id, BOB.id)
    assert await ids(store, ANN) == []
    another = await begun(referee, 6)
    await referee.close_damaged(another, ANN.id)
    assert await ids(store, ANN) == []
    async with store.reading() as connection:
        kept = await connection.execute(select(tables.c.waiting).distinct())
        assert list(kept.scalars()) == ["{}"]


async def test_games_in_play_are_waited_for_after_an_update(empty_url: str, time: Time) -> None:
    """The migration reads from snapshots what the referee would have written."""
    store = await Store.open(empty_url)
    referee = Referee(store, now=time, games=games)
    paced, picking = (
        await begun(referee, 5, HOUR),
        await referee.open("toy", {}, channel_id=6, guild_id=1, host=ANN),
    )
    await referee.join(picking.id, BOB)
    await referee.start(picking.id, ANN.id)
    await referee.act(picking.id, ANN.id, 0, 1, [Ready()])
    broken = await begun(referee, 7)
    resting = await begun(referee, 8)
    await referee.pause(resting, "channel")
    expected = {
        (number, *pair)
        for number in (paced, picking.id)
        for pair in waited_for(await referee.look(number)).items()
    }
    async with store.writing() as connection:
        await connection.run_sync(lay_out)
        spoilt = text("UPDATE snapshots SET barrier = :rubbish WHERE table_id = :table")
        await connection.execute(spoilt, {"rubbish": b"{", "table": broken})
        await connection.execute(text("DROP TABLE waits"))
        await connection.execute(text("UPDATE alembic_version SET version_num = '0011'"))
    await store.close()
    engine = connect(empty_url)
    async with engine.steps(write=True) as connection:
        await connection.run_sync(upgrade, "0012")
        found = await connection.execute(text("SELECT table_id, user_id, clock FROM waits"))
        assert {tuple(row) for row in found} == expected
        assert expected == {(paced, ANN.id, "pace:0"), (picking.id, BOB.id, None)}
    await engine.dispose()


# -- what is shown


def test_a_page_fits_a_phone_and_a_message(time: Time) -> None:
    """At most a screenful, with the way to the others."""
    one = Waiting(10**12, "brawlhalla", 10**18, 10**18, time(), time(), 10**18)
    shown = inbox(Turns([one] * PAGE, 35), 1, "⚠️ " + "x" * 100)
    assert len(shown.content) < 2000 and shown.content.count("\n- ") == PAGE
    assert "**35 tables wait for you**" in shown.content
    assert [str(item.custom_id) for item in shown.items] == ["i:open", "i:turns:0", "i:turns:2"]
    assert [str(i.custom_id) for i in inbox(Turns([one], 31), 3).items][1:] == ["i:turns:2"]
    alone = Waiting(1, "gone_game", None, -5, time(), None, None)
    said = inbox(Turns([alone], 1), 0).content
    assert "One table waits" in said and "gone_game · table 1, for you alone · since <t:" in said


async def three_tables(hall: Hall) -> list[Any]:
    """Alice is to draft at three tables, in channels of their own."""
    rooms = [hall.guild.create_text_channel(f"room-{number}") for number in range(3)]
    for room in rooms:
        await hall.alice.slash(
            room, "beer-brawl new", opponent=hall.bob, here=True, pace=86400, rerolls=0
        )
        await hall.bob.slash(room, "table join")
        await hall.alice.slash(room, "table start")
    await hall.quiet()
    return rooms


async def test_tables_are_played_one_after_the_other_in_one_answer(hall: Hall) -> None:
    """From the list to a panel, an answer, the next table, and back; also after a restart."""
    rooms = await three_tables(hall)
    first = (await hall.alice.slash(hall.pub, "my turns")).response
    assert "**3 tables wait for you**" in first.content
    posts = [[m for m in room.history() if not m.flags.ephemeral][-1] for room in rooms]
    for number, (room, post) in enumerate(zip(rooms, posts, strict=True), start=1):
        address = f"https://discord.com/channels/{hall.guild.id}/{room.id}/{post.id}"
        assert f"[Beer Brawl · table {number}]({address}) · until <t:" in first.content
    panel = (await hall.alice.select(first, ["2"])).response
    assert panel.id == first.id and "table 2" in panel.content
    assert "My turns" in labels(panel)
    await hall.restart()
    done = (await hall.alice.click(panel, label="Place all for me · front first")).response
    assert done.id == first.id and "table 2" in done.content
    assert {"Next table", "My turns"} <= set(labels(done))
    onward = (await hall.alice.click(done, label="Next table")).response
    assert onward.id == first.id and "table 1" in onward.content
    await hall.bob.slash(rooms[1], "beer-brawl scatter")
    await hall.quiet()
    assert "table 1" in hall.private(hall.alice)[-1].content, "it shows what she looks at"
    skipped = (await hall.alice.click(onward, label="My turns")).response
    assert skipped.id == first.id and "tables wait for you**" in skipped.content
    tables = (await hall.alice.slash(hall.pub, "my tables")).response
    again = (await hall.alice.click(tables, label="My turns")).response
    assert "tables wait for you**" in again.content
    assert not hall.env.errors


async def test_the_list_costs_one_query_and_no_load(hall: Hall) -> None:
    """However many tables there are, and whether they can be read or not."""
    await three_tables(hall)
    await spoil(hall, 2)
    from tests.bot.test_secrets import GAME

    with counted(hall, GAME) as costs:
        shown = (await hall.alice.slash(hall.pub, "my turns")).response
    assert (costs["taking"]["loads"], costs["taking"]["statements"]) == (0, 1)
    assert "**3 tables wait for you**" in shown.content
    refused = (await hall.alice.select(shown, ["2"])).response
    assert "cannot be read" in refused.content and "3 tables wait" in refused.content
    panel = (await hall.alice.select(refused, ["1"])).response
    done = (await hall.alice.click(panel, label="Place all for me · front first")).response
    passed_over = (await hall.alice.click(done, label="Next table")).response
    assert "table 3" in passed_over.content
    done = (await hall.alice.click(passed_over, label="Place all for me · front first")).response
    left = (await hall.alice.click(done, label="Next table")).response
    assert "cannot be read" in left.content and "One table waits" in left.content


async def test_nothing_waits(hall: Hall) -> None:
    """The list says so, and so does a button of what was done meanwhile, or never was."""
    assert "Nothing waits for you" in await hall.says(hall.alice, "my turns")
    [room, *_] = await three_tables(hall)
    shown = (await hall.carol.slash(hall.pub, "my turns")).response
    assert "Nothing waits for you" in shown.content and not list(buttons(shown))
    for custom_id in ("i:next:99", "i:turns:7", "i:turns", "i:next"):
        result = await forged(hall, hall.carol, custom_id)
        assert result.ephemeral and "waits for you" in result.response.content
    for value in ("1", "99", "9" * 19):
        result = await forged(hall, hall.carol, "i:open", value)
        assert result.ephemeral and "⚠️" in result.response.content, value
        assert "Nothing waits for you" in result.response.content
    listed = (await hall.alice.slash(hall.pub, "my turns")).response
    for table in (1, 2, 3):
        await hall.bot.referee.resign(table, hall.bob.id)
    over = (await hall.alice.select(listed, ["1"])).response
    assert "Rematch" in labels(over), "how it ended"
    assert "Nothing waits" in (await hall.alice.click(over, label="Next table")).response.content
    assert room and not hall.env.errors
