"""Every game that is refereed here goes through the referee's path, clocks and all."""

import random
from contextlib import suppress
from datetime import timedelta

import msgspec
import pytest

from bot.clock import Clock
from bot.referee import Referee
from bot.sitting import LIVE, Person, Sitting, read_news, told_from_plain
from bot.store import Store
from bot.ui.words import outcome
from rules import registry
from rules.engine.errors import NothingToUndo
from rules.engine.verify import MATCHES, verify
from tests.bot.toy import Time

pytest_plugins = ["tests.bot.databases"]

PEOPLE = [Person(11 + n, f"Player {n + 1}") for n in range(8)]
ANSWERS = 60  # then they give up, one after another


async def begin(referee: Referee, key: str, players: int, **options: object) -> Sitting:
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
    sitting = await begin(referee, key, min(game.counts))
    promised = sitting.commitment
    for _ in range(ANSWERS):
        if sitting.status not in LIVE:
            break
        assert sitting.play is not None
        question = rng.choice(sitting.play.state.open)
        user = sitting.holder(question.seat).user_id
        assert user is not None
        option = rng.choice(sitting.offer(question.seat))
        acted = await referee.act(sitting.id, user, question.seat, question.number, [option])
        assert acted.taken == [option]
        if rng.random() < 0.2 and acted.sitting.status in LIVE:
            with suppress(NothingToUndo):
                await referee.undo(sitting.id, user)
        if rng.random() < 0.1:
            time.pass_(days=1)
            await Clock(referee).tick()
        sitting = await referee.look(sitting.id)
        assert (sitting.clocks == {}) == (sitting.status not in LIVE)
    for person in PEOPLE[: len(sitting.players)]:
        if (await referee.look(sitting.id)).status == "playing":
            await referee.resign(sitting.id, person.id)
    assert await referee.verify(sitting.id)
    for row in await file_store.outbox(sitting.id):
        news = read_news(row.payload)
        assert len(told_from_plain(game, news.told)) == len(news.told)
    said: list[str] = []
    exported = msgspec.json.encode(await referee.export(sitting.id))
    assert verify(exported, promised, say=said.append) == MATCHES, said
    assert await referee.history(sitting.id)


async def test_the_pace_rests_while_the_draft_clock_runs(
    file_store: Store, time: Time, same_luck: None
) -> None:
    referee = Referee(file_store, now=time)
    table = (await begin(referee, "beer_brawl", 2, draft="timed", seconds=60)).id
    sitting = await referee.look(table)
    assert set(sitting.clocks) == {"pace:0", "pace:1"}  # until both are at the table
    time.pass_(days=1)
    await Clock(referee).tick()  # nobody says so: the draft begins without them
    sitting = await referee.look(table)
    assert set(sitting.clocks) == {"game:draft"}
    assert [question.kind for question in sitting.waits] == ["draft", "draft"]
    time.pass_(seconds=60)
    await Clock(referee).tick()
    sitting = await referee.look(table)
    assert set(sitting.clocks) == {"pace:0", "pace:1"}
    time.pass_(days=1)
    await Clock(referee).tick()  # what they do not place, the referee places
    sitting = await referee.look(table)
    assert [question.kind for question in sitting.waits] != ["draft", "draft"]
    assert await referee.verify(table)


@pytest.mark.parametrize(("key", "lost"), [("bro_brawl", True), ("beer_brawl", False)])
async def test_bros_who_fall_have_lost_and_not_drawn(
    file_store: Store, time: Time, same_luck: None, key: str, lost: bool
) -> None:
    """Nobody wins: all have lost in a game against the cards, a game of two is drawn."""
    rng = random.Random(key)
    referee = Referee(file_store, now=time)
    sitting = await begin(referee, key, 2)
    while lost and sitting.status in LIVE:
        assert sitting.play is not None
        question = sitting.play.state.open[0]
        user = sitting.holder(question.seat).user_id
        assert user is not None
        option = rng.choice(sitting.offer(question.seat))
        await referee.act(sitting.id, user, question.seat, question.number, [option])
        sitting = await referee.look(sitting.id)
    if not lost:
        for person in PEOPLE[:2]:
            sitting = (await referee.offer_draw(sitting.id, person.id)).sitting
    assert sitting.outcome is not None and not sitting.outcome.winners
    (result,) = await file_store.results(PEOPLE[0].id)
    assert (result.won, result.drawn) == (False, not lost)
    said = outcome(sitting, sitting.view(None))
    assert said.startswith("🏁" if lost else "🤝")


async def test_being_late_once_costs_a_solo_player_one_answer(
    file_store: Store, time: Time, same_luck: None
) -> None:
    referee = Referee(file_store, now=time)
    sitting = await begin(referee, "brawl_mart", 1)
    time.pass_(days=1)
    await Clock(referee).tick()
    late = await referee.look(sitting.id)
    assert late.status in LIVE and late.logged == sitting.logged + 1
    assert late.clocks["pace:0"].at == sitting.clocks["pace:0"].at + timedelta(days=1)
