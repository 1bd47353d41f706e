"""How a game comes to an end: draws, the last person gone, the last post; and how another begins."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from bot.referee import slices
from bot.store.schema import log
from bot.table import moves
from bot.ui.words import at_table
from rules.engine.codec import input_to_bytes
from rules.engine.contract import Text
from rules.engine.inputs import Resign
from tests.bot.hall import Hall, buttons, forged, labels
from tests.bot.test_lobby import pinged
from tests.bot.test_news import open_table, over, play_on

pytestmark = pytest.mark.slow  # games are played to their end

# -- draws


async def test_an_offer_of_a_draw_reaches_the_other_with_its_buttons(hall: Hall) -> None:
    """Under the post that tells it, and in the panel of whoever is to answer."""
    await open_table(hall, "beer-brawl", hall.bob, rerolls=0)
    await play_on(hall, lambda t: t.turn is not None)
    assert "Agree to a draw" not in labels(hall.post)
    await hall.says(hall.bob, "table draw")
    await hall.quiet()
    assert labels(hall.post) == [
        *("Play", "My hand", "Rules", "Table"),
        *("Agree to a draw", "No draw"),
    ]
    assert "Agree to a draw" in labels(await hall.panel(hall.alice))
    assert "Agree to a draw" not in labels(await hall.panel(hall.bob))
    refused = await hall.bob.click(hall.post, label="Agree to a draw")
    assert refused.ephemeral and "Nobody offers you a draw" in refused.response.content
    watched = await hall.carol.click(hall.post, label="No draw")
    assert watched.ephemeral and "do not sit" in watched.response.content
    before = hall.post
    declined = await hall.alice.click(hall.post, label="No draw")
    await hall.quiet()
    assert declined.ephemeral and "no draw" in declined.response.content
    assert hall.post.id == before.id
    assert "(Blue) plays on: no draw." in hall.post.content
    assert "Agree to a draw" not in labels(hall.post)


async def test_whoever_is_offered_a_draw_agrees_under_the_post(hall: Hall) -> None:
    """And the game is over."""
    await hall.begin(rerolls=0)
    await hall.says(hall.alice, "table draw")
    await hall.quiet()
    assert (await hall.bob.click(hall.post, label="Agree to a draw")).ephemeral
    await hall.quiet()
    assert "🤝" in hall.post.content
    assert (await hall.table()).status == "over"


# -- nobody is left


async def test_without_people_the_rest_is_decided_at_once(hall: Hall) -> None:
    """The last person resigns: one more post, with the result; and the log leads to it."""
    await hall.says(hall.alice, "brawlhalla new", computer="easy")
    for _ in range(2):
        await hall.bot.referee.add_computer(1, hall.alice.id, "easy")
    await hall.says(hall.alice, "table start")
    await hall.quiet()
    before = len(hall.posts)
    await hall.bot.referee.resign(1, hall.alice.id)
    await hall.quiet()
    table = await hall.table()
    assert table.status == "over" and table.outcome is not None
    assert 0 not in table.outcome.winners
    assert await hall.bot.referee.verify(1)
    assert len(hall.posts) == before + 1
    assert "resigns" in "".join(await hall.bot.referee.history(1))
    assert "🤖" in hall.post.content, "no trophy for anybody here"


async def test_a_game_without_people_keeps_no_other_table_waiting(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two of its answers others have their say."""
    monkeypatch.setattr(slices, "SLICE", 0.0)
    answered: list[int] = []
    seen: set[int] = set()
    play_out = moves._play_out

    def noted(*given: Any) -> Iterator[None]:
        for at, _ in enumerate(play_out(*given)):
            answered.append(at)
            yield

    async def look_on() -> None:
        while True:
            seen.add(len(answered))
            await asyncio.sleep(0)

    monkeypatch.setattr(moves, "_play_out", noted)
    await hall.says(hall.alice, "brawlhalla new", computer="easy", here=True)
    await hall.bot.referee.add_computer(1, hall.alice.id, "easy")
    await hall.says(hall.alice, "table start")
    await hall.quiet()
    other = asyncio.create_task(look_on())
    await hall.bot.referee.resign(1, hall.alice.id)
    other.cancel()
    assert len(answered) > 10
    assert len(seen) >= len(answered) - 1


# -- names


async def test_whoever_plays_nobody_yet_is_called_by_their_own_name(hall: Hall) -> None:
    """In posts, panels, the log and what happened since; later what they play stands beside it."""
    await hall.beer(hall.alice, "new")  # another table first: names are each table's own
    await hall.says(hall.alice, "table close")
    await hall.says(hall.alice, "brawlhalla new", computer="easy")
    await hall.alice.click(hall.post, label="Start")
    await hall.quiet()
    await hall.alice.click(hall.post, label="Play")
    while (await hall.table(2)).play.state.round < 1:  # type: ignore[union-attr]
        panel = hall.private(hall.alice)[-1]
        label = next(iter(labels(panel)))
        await hall.alice.click(panel, label=label)
        await hall.quiet()
    legend = (await hall.table(2)).game.text.player((await hall.table(2)).view(None), 1)
    said = f"Computer (easy) plays {legend}."
    shown = [post.content for post in (*hall.posts, *hall.private(hall.alice))]
    assert any(said in one for one in shown)
    assert said in await hall.says(hall.alice, "table log", table=2)
    assert not any("Player 1" in one or "Player 2" in one for one in shown)
    view = (await hall.table(2)).view(None)
    assert at_table(await hall.table(2), view, 1) == f"Computer (easy, {legend})"
    mine = (await hall.table(2)).game.text.player(view, 0)
    shown_as = f"<@{hall.alice.id}>" if mine == "Player 1" else f"<@{hall.alice.id}> ({mine})"
    assert at_table(await hall.table(2), view, 0) == shown_as


# -- the first post and the last


async def test_the_first_post_says_the_goal_and_who_plays_whom(hall: Hall) -> None:
    """And no other does."""
    await open_table(hall, "brawlhalla", hall.bob)
    table = await hall.table()
    text: Text[Any] = table.game.text
    assert text.goal(table.view(None)) in hall.post.content
    who = f"<@{hall.alice.id}>, <@{hall.bob.id}>"
    assert who in hall.post.content
    await play_on(hall, lambda t: t.turn is not None)
    assert who not in hall.post.content


async def test_the_last_post_tells_what_was_hidden(hall: Hall) -> None:
    """A loss is no trophy, and the fingerprint is short; *Table* has the whole one."""
    await open_table(hall, "bro-brawl")
    table = await play_on(hall, over)
    assert table.outcome is not None
    said = hall.post.content
    assert said.count("🏆") == (1 if table.outcome.winners else 0)
    assert said.count("💀") == (0 if table.outcome.winners else 1)
    for line in table.game.text.revealed(table.view(None)):
        assert line in said
    turned = await hall.bot.referee.turning(table)
    assert turned.startswith("wave ") and f"🔑 The turning point: {turned}\n" in said
    assert f"fingerprint `{table.commitment[:8]}…`" in said
    shown = (await hall.alice.click(hall.post, label="Table")).response.content
    assert f"`{table.commitment}`" in shown


async def test_a_game_whose_log_does_not_lead_to_its_end_has_one_all_the_same(hall: Hall) -> None:
    """Only that no turning point is named: what the log tells may not be what was played."""
    await open_table(hall, "bro-brawl")
    await play_on(hall, lambda t: t.logged > 3)
    await hall.bot.store.write(
        lambda c: c.execute(update(log).values(given=input_to_bytes(Resign(0)).decode()))
    )
    await play_on(hall, over)
    assert "🔎 What was hidden:" in hall.post.content and "🔑" not in hall.post.content


async def test_dangers_stand_before_whom_the_table_waits_for(hall: Hall) -> None:
    """As everybody may know them."""
    await open_table(hall, "bro-brawl")
    await play_on(hall, lambda t: bool(t.game.text.warnings(t.view(None))) or over(t), seed=3)
    lines = hall.post.content.splitlines()
    warned = next(at for at, line in enumerate(lines) if line.startswith("❗ "))
    waits = next(at for at, line in enumerate(lines) if line.startswith("▶️ "))
    assert warned < waits


# -- another one


async def test_a_rematch_invites_the_other_and_swaps_seats(hall: Hall) -> None:
    """One press opens it; who presses, too, is in; the one who began is second now."""
    await hall.begin(rerolls=0, terrain=True)
    await hall.bot.referee.resign(1, hall.bob.id)
    await hall.quiet()
    last = hall.post
    assert labels(last) == ["Rematch", "Log", "Rules", "Table"]
    said = (await hall.alice.click(last, label="Rematch")).response.content
    assert "Table 2" in said and "invited" in said
    promised = (await hall.table(2)).commitment  # told to whoever opens it, too, before the word
    assert said.splitlines()[-1].endswith(f"fingerprint `{promised}`")
    await hall.quiet()
    assert pinged(hall) == [hall.bob.id]
    assert "Join" in labels(hall.post)
    again = (await hall.bob.click(last, label="Rematch")).response
    assert again.ephemeral and "You sit at table 2" in again.content
    assert "opened before" in (await hall.bob.click(last, label="Rematch")).response.content
    stranger = (await hall.carol.click(last, label="Rematch")).response
    assert stranger.ephemeral and "do not sit" in stranger.content
    await hall.alice.click(hall.post, label="Start")
    await hall.quiet()
    old, new = await hall.table(1), await hall.table(2)
    assert new.variant == old.variant and new.pace == old.pace
    assert [one.user_id for one in new.players] == [hall.bob.id, hall.alice.id]
    assert await hall.bot.referee.verify(2)


async def test_a_rematch_of_somebody_who_was_forgotten_is_open_to_others(hall: Hall) -> None:
    """Nobody is invited then, and nobody is said to be."""
    await hall.begin(rerolls=0)
    await forged(hall, hall.bob, "u:deleted")
    await hall.quiet()
    said = (await hall.alice.click(hall.post, label="Rematch")).response.content
    assert "Table 2 is below. Yours is seat 1 of 2." in said and "invited" not in said
    assert said.count("press *Join*") == 1
    await hall.quiet()
    await hall.carol.click(hall.post, label="Join")
    assert (await hall.table(2)).player_of(hall.carol.id) is not None


async def test_a_rematch_against_a_computer_begins_at_once(hall: Hall) -> None:
    """The computer has the first seat now; whoever pressed sees what is asked."""
    await open_table(hall, "beer-brawl", computer="easy", rerolls=0)
    await hall.bot.referee.resign(1, hall.alice.id)
    await hall.quiet()
    custom_id = dict(buttons(hall.post))["Rematch"]
    shown = await hall.alice.click(hall.post, custom_id=custom_id)
    await hall.quiet()
    table = await hall.table(2)
    assert table.status == "playing"
    assert [one.level for one in table.players] == ["easy", None]
    panel = shown.response
    assert panel.ephemeral and "table 2" in panel.content
    assert panel.id > hall.post.id, "below the first post"


async def test_a_rematch_is_played_at_the_same_speed_and_in_the_end_nothing_is_kept(
    hall: Hall,
) -> None:
    """Messages are forgotten with the game, what was set at its table when nobody comes back."""
    store = hall.bot.store
    await hall.says(
        hall.alice, "brawl new", computer="easy", pace="tournament", speed=4.0, here=True
    )
    await hall.says(hall.alice, "table start")
    await hall.bot.referee.resign(1, hall.alice.id)
    await hall.quiet()
    assert not (await store.pending(1)).posts
    await hall.alice.click(hall.post, label="Rematch")
    assert await hall.bot.real_time_computer.speed(2) == 4.0
    await hall.bot.referee.resign(2, hall.alice.id)
    await hall.quiet()
    now = hall.bot.referee.now()
    await store.tidy(now - timedelta(days=1))
    assert await store.setting("table:1", "speed") == 4.0
    await store.tidy(now + timedelta(days=1))
    for table in (1, 2):
        for key in ("speed", "order", "rematch"):
            assert await store.setting(f"table:{table}", key) is None
    assert await store.setting(f"guild:{hall.guild.id}", "greeted")
