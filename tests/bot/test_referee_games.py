"""Every game that is refereed here goes through the referee's path, clocks and all."""

import random
from contextlib import suppress
from datetime import timedelta

import msgspec
import pytest

from bot.clock import Clock
from bot.referee import Referee
from bot.store import Store
from bot.table import LIVE, Person, Table, read_news, told_from_plain
from bot.ui.words import outcome
from rules import registry
from rules.engine.errors import NothingToUndo
from rules.engine.verify import MATCHES, verify
from tests.bot.toy import Time

pytestmark = pytest.mark.slow  # games are played to their end

pytest_plugins = ["tests.bot.databases"]

PEOPLE = [Person(11 + n, f"Player {n + 1}") for n in range(8)]
ANSWERS = 60  # then they give up, one after another


async def begin(referee: Referee, key: str, players: int, **options: object) -> Table:
    """As many people as are needed have begun."""
    opened = await referee.open(
        key, options, channel_id=5, guild_id=1, host=PEOPLE[0], pace=timedelta(days=1)
    )
    for person in PEOPLE[1:players]:
        await referee.join(opened.id, person)
    return await referee.start(opened.id, PEOPLE[0].id)


@pytest.mark.parametrize("key", registry.KEYS)
async def test_a_game_is_played_timed_undone_and_proven(
    file_store: Store, time: Time, same_luck: None, key: str
) -> None:
    rng = random.Random(key)
    referee = Referee(file_store, now=time)
    game = registry.get(key)
    table = await begin(referee, key, min(game.counts))
    promised = table.commitment
    for _ in range(ANSWERS):
        if table.status not in LIVE:
            break
        assert table.play is not None
        question = rng.choice(table.play.state.open)
        user = table.holder(question.seat).user_id
        assert user is not None
        option = rng.choice(table.offer(question.seat))
        acted = await referee.act(table.id, user, question.seat, question.number, [option])
        assert acted.taken == [option]
        if rng.random() < 0.2 and acted.after.status in LIVE:
            with suppress(NothingToUndo):
                await referee.undo(table.id, user)
        if rng.random() < 0.1:
            time.pass_(days=1)
            await Clock(referee).tick()
        table = await referee.look(table.id)
        assert (table.clocks == {}) == (table.status not in LIVE)
    for person in PEOPLE[: len(table.players)]:
        if (await referee.look(table.id)).status == "playing":
            await referee.resign(table.id, person.id)
    assert await referee.verify(table.id)
    for row in (await file_store.pending(table.id)).outbox:
        news = read_news(row.payload)
        assert len(told_from_plain(game, news.told)) == len(news.told)
    said: list[str] = []
    exported = msgspec.json.encode(await referee.export(table.id))
    assert verify(exported, promised, say=said.append) == MATCHES, said
    assert await referee.history(table.id)


async def test_the_pace_rests_while_the_draft_clock_runs(
    file_store: Store, time: Time, same_luck: None
) -> None:
    referee = Referee(file_store, now=time)
    table_id = (await begin(referee, "beer_brawl", 2, draft="timed", seconds=60)).id
    table = await referee.look(table_id)
    assert set(table.clocks) == {"pace:0", "pace:1"}  # until both are at the table
    time.pass_(days=1)
    await Clock(referee).tick()  # nobody says so: the draft begins without them
    table = await referee.look(table_id)
    assert set(table.clocks) == {"game:draft"}
    assert [question.kind for question in table.waits] == ["draft", "draft"]
    time.pass_(seconds=60)
    await Clock(referee).tick()
    table = await referee.look(table_id)
    assert set(table.clocks) == {"pace:0", "pace:1"}
    time.pass_(days=1)
    await Clock(referee).tick()  # what they do not place, the referee places
    table = await referee.look(table_id)
    assert [question.kind for question in table.waits] != ["draft", "draft"]
    assert await referee.verify(table_id)


@pytest.mark.parametrize(("key", "lost"), [("bro_brawl", True), ("beer_brawl", False)])
async def test_bros_who_fall_have_lost_and_not_drawn(
    file_store: Store, time: Time, same_luck: None, key: str, lost: bool
) -> None:
    """Nobody wins: all have lost in a game against the cards, a game of two is drawn."""
    rng = random.Random(key)
    referee = Referee(file_store, now=time)
    table = await begin(referee, key, 2)
    while lost and table.status in LIVE:
        assert table.play is not None
        question = table.play.state.open[0]
        user = table.holder(question.seat).user_id
        assert user is not None
        option = rng.choice(table.offer(question.seat))
        await referee.act(table.id, user, question.seat, question.number, [option])
        table = await referee.look(table.id)
    if not lost:
        for person in PEOPLE[:2]:
            table = (await referee.offer_draw(table.id, person.id)).after
    assert table.outcome is not None and not table.outcome.winners
    (result,) = await file_store.results(PEOPLE[0].id)
    assert (result.won, result.drawn) == (False, not lost)
    said = outcome(table, table.view(None))
    assert said.startswith("💀" if lost else "🤝")


async def test_being_late_once_costs_a_solo_player_one_answer(
    file_store: Store, time: Time, same_luck: None
) -> None:
    referee = Referee(file_store, now=time)
    table = await begin(referee, "brawl_mart", 1)
    time.pass_(days=1)
    await Clock(referee).tick()
    late = await referee.look(table.id)
    assert late.status in LIVE and late.logged == table.logged + 1
    assert late.clocks["pace:0"].at == table.clocks["pace:0"].at + timedelta(days=1)
