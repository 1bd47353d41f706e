"""Rules are looked up by topic or by id, and a refusal leads to the rule that it names."""

from typing import Any

import pytest

from bot.ui.menu import spoken
from bot.ui.rules import TopicSelect, goal_of
from rules import registry
from rules.beer_brawl.content import EMPTY
from rules.beer_brawl.state import BeerBrawlVariant, Step
from rules.engine.codec import option_key
from rules.engine.page import page
from tests.bot.hall import Hall, approach, buttons, choose, labels, selects
from tests.bot.test_bad_input import fresh_turn
from tests.bot.test_secrets import reach

pytestmark = pytest.mark.slow  # every game is asked for its rules


async def test_a_rule_is_shown_by_its_id(hall: Hall) -> None:
    """With its game or without, in any case, in a channel without a table."""
    rule = page("beer_brawl").rules["BB15"]
    for arguments in (
        {"topic": "BB15"},
        {"topic": " bb15 "},
        {"game": "Beer Brawl", "topic": "bb15"},
    ):
        said = await hall.says(hall.alice, "rules", **arguments)
        assert rule.text in said
        assert f"Beer Brawl, BB15** · {rule.topic}" in said


async def test_the_game_of_the_channel_needs_no_name(hall: Hall) -> None:
    """Where no game is played, one has to be named."""
    assert "Which game" in await hall.says(hall.alice, "rules")
    assert "Which game" in await hall.says(hall.alice, "rules", topic="Draft")
    await hall.begin()
    assert "**Beer Brawl: Draft**" in await hall.says(hall.carol, "rules", topic="draft")


async def test_an_id_of_another_game_is_not_found_in_this_one(hall: Hall) -> None:
    said = await hall.says(hall.alice, "rules", game="BRAWL", topic="BB15")
    assert "no rule on “BB15”" in said


async def test_ids_are_completed_as_they_are_typed(hall: Hall) -> None:
    """Beside topics; without a game, those of all games."""
    assert (await hall.completes(hall.alice, "rules", "topic", "bb1"))[:2] == ["BB1", "BB10"]
    beer = await hall.completes(hall.alice, "rules", "topic", "bb15", game="Beer Brawl")
    assert beer == ["BB15"]
    assert await hall.completes(hall.alice, "rules", "topic", "BB15", game="BRAWL") == []
    assert "Draft" in await hall.completes(hall.alice, "rules", "topic", game="Beer Brawl")


def topics(answer: Any) -> dict[str, str]:
    """The menu under an answer about the rules: topics, and how each begins."""
    [menu] = selects(answer)
    assert menu["custom_id"].startswith("r:")
    return {option["value"]: option["description"] for option in menu["options"]}


@pytest.mark.parametrize("key", registry.KEYS)
async def test_the_goal_comes_first_then_a_line_for_each_action(hall: Hall, key: str) -> None:
    """Asked for a game alone; every verb that a player meets has its line."""
    game = registry.get(key)
    answer = (await hall.alice.slash(hall.pub, "rules", game=game.title)).response
    title, aim, *lines = answer.content.splitlines()
    assert title == f"**{game.title}: Goal and actions**"
    assert aim == f"🎯 {goal_of(game)}" and len(aim) > 30
    shown = {line.split("**")[1] for line in lines}
    met = [kind for kind in (*game.shortcuts, *game.options) if kind not in game.covered]
    assert shown == {spoken(game, kind) for kind in met}
    assert len(lines) == len(shown)


async def test_topics_are_a_menu_under_every_answer(hall: Hall) -> None:
    """Under a topic, a rule and the one behind a button; the page turns in place."""
    await hall.begin()
    every = ["Goal and actions", *registry.get("beer_brawl").text.topics]
    for arguments in ({"topic": "draft"}, {"topic": "BB15"}, {}):
        answer = (await hall.alice.slash(hall.pub, "rules", **arguments)).response
        shown = arguments.get("topic", "goal and actions")
        assert list(topics(answer)) == [name for name in every if name.casefold() != shown]
    answer = (await hall.alice.click(await hall.panel(hall.alice), label="Rules")).response
    assert "**Beer Brawl: Draft**\n🎯 " in answer.content
    assert topics(answer)["Fights"].startswith(("The ", "A "))
    await hall.restart()
    turned = (await hall.alice.select(answer, ["Fights"], custom_id="r:beer_brawl")).response
    assert turned.id == answer.id
    assert turned.content.startswith("**Beer Brawl: Fights**")
    assert "Fights" not in topics(turned) and "Draft" in topics(turned)


async def test_rules_take_the_place_of_a_panel_and_lead_back_to_it(hall: Hall) -> None:
    """Nothing is pushed away: one press back, also from the next page; the game goes on meanwhile."""
    await hall.begin()
    panel = await hall.panel(hall.alice)
    there = len(hall.private(hall.alice))
    answer = (await hall.alice.click(panel, label="Rules")).response
    assert (answer.id, labels(answer)) == (panel.id, ["Play on"])
    assert len(answer.attachments) == 0 and len(hall.private(hall.alice)) == there
    await hall.beer(hall.bob, "reroll")
    await hall.quiet()
    assert "**Beer Brawl: Draft**" in hall.private(hall.alice)[-1].content, "it is being read"
    turned = (await hall.alice.select(answer, ["Fights"], custom_id="r:beer_brawl")).response
    back = (await hall.alice.click(turned, label="Play on")).response
    assert (turned.id, back.id) == (panel.id, panel.id)
    assert labels(back) == labels(panel)


async def test_rules_under_a_post_are_an_answer_of_their_own(hall: Hall) -> None:
    """The post is everybody's."""
    await hall.begin()
    answer = (await hall.alice.click(hall.post, label="Rules")).response
    assert answer.id != hall.post.id and labels(answer) == []


async def test_the_lobby_has_the_rules(hall: Hall) -> None:
    """Before anybody has sat down one can read what the game is about."""
    await hall.beer(hall.alice, "new")
    answer = await hall.carol.click(hall.post, label="Rules")
    assert answer.ephemeral
    assert "Goal and actions" in answer.response.content


async def opens(member: Any, refusal: Any, rule: str) -> None:
    """Somebody presses the rule's button under a refusal and reads the rule, and nobody else."""
    assert (f"Rule {rule}", f"r:{rule}") in list(buttons(refusal))
    shown = await member.click(refusal, label=f"Rule {rule}")
    assert shown.ephemeral
    assert page("beer_brawl").rules[rule].text in shown.response.content


async def test_a_refused_command_offers_its_rule(hall: Hall) -> None:
    """The button opens it in a message of its own, also after a restart."""
    await hall.begin()
    await hall.put(reach(lambda s: fresh_turn(s) and s.turn == 1, BeerBrawlVariant()))
    refusal = (await hall.alice.slash(hall.pub, "beer-brawl stop")).response
    assert "/rules topic:BB11" in refusal.content
    await opens(hall.alice, refusal, "BB11")
    await hall.restart()
    await opens(hall.alice, refusal, "BB11")


async def test_a_refused_button_offers_its_rule_in_the_panel(hall: Hall) -> None:
    """The answers stay where they were; the rule comes last."""
    await hall.begin()
    state = reach(lambda s: fresh_turn(s) and s.turn == 1, BeerBrawlVariant())
    await hall.put(state)
    step = next(o for o in (await hall.table()).offer(0) if isinstance(o, Step))
    panel = await approach(hall.alice, await hall.panel(hall.alice), option_key(step))
    other = next(at for at, who in enumerate(state.board) if who not in (EMPTY, step.adventurer))
    state.board[step.square], state.board[other] = state.board[other], EMPTY
    await hall.put(state)
    refusal = await choose(hall.alice, panel, option_key(step))
    assert refusal.content.startswith("⚠️ ")
    assert list(buttons(refusal))[-1] == ("Rule BB10", "r:BB10")
    await opens(hall.alice, refusal, "BB10")


async def test_a_refusal_without_a_rule_offers_none(hall: Hall) -> None:
    await hall.begin()
    refusal = (await hall.carol.slash(hall.pub, "beer-brawl reroll")).response
    assert list(buttons(refusal)) == []


def test_a_list_of_topics_names_a_game_that_there_is() -> None:
    """Any other id is nobody's, and no error."""
    known = TopicSelect.__discord_ui_compiled_template__
    assert all(known.fullmatch(f"r:{key}") for key in registry.KEYS)
    assert not any(known.fullmatch(forged) for forged in ("r:nosuch", "r:done", "r:", "r:brawls"))
