"""A private panel brings itself up to date when it is its reader's turn again."""

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete

from bot.interactions import live_panels
from bot.interactions.replies import send
from bot.store.schema import tables
from bot.ui import panels
from bot.ui.notes import ALONE, ROOM, above
from bot.ui.screen import Screen
from rules.beer_brawl.state import BeerBrawlVariant
from rules.engine.text import Line
from tests.bot.hall import Hall, buttons, chosen_from, components, labels
from tests.bot.test_costs import blue_begins
from tests.bot.test_secrets import reach

PLACE = "Place all for me · front first"


def names(panel: Screen) -> list[str]:
    """What stands on the buttons of a panel."""
    return [str(getattr(one.item, "label", "")) for one in panel.items]


async def blue_is_late(hall: Hall) -> None:
    """The referee moves for Blue: then it is Orange's turn."""
    [question] = (await hall.table()).waits
    await hall.bot.referee.timeout(1, question.seat, question.number)
    await hall.quiet()


async def test_a_waiting_panel_becomes_the_next_question_by_itself(hall: Hall) -> None:
    """No click is needed to go on while Discord lets the panel be edited; it stands below the
    post that tells of the turn, and nowhere else.
    """
    await hall.begin()
    await hall.put(reach(blue_begins, BeerBrawlVariant()))
    opened = await hall.bob.click(hall.post, label="Play")
    waiting = opened.response
    assert waiting is not None
    assert "not asked anything now" in waiting.content
    assert labels(waiting) == ["Play on", "Rules", "Recap", "Plan ahead"]
    await blue_is_late(hall)
    assert opened.response is None
    [refreshed] = opened.followups
    assert refreshed.id > hall.post.id
    assert "not asked anything now" not in refreshed.content
    assert len(chosen_from(refreshed)) > 2
    assert "(Blue) ran out of time" in refreshed.content, "what happened meanwhile is told"


async def test_a_panel_of_a_table_that_is_gone_is_let_go(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    """Games are kept for a time, and people may be looking when one goes."""
    await hall.begin()
    await hall.alice.click(hall.post, label="Play")
    await hall.quiet()
    table = await hall.table()
    await hall.bot.store.write(lambda c: c.execute(delete(tables).where(tables.c.id == table.id)))
    hall.bot.referee.forget()
    hall.bot.live_panels.wake(table)
    await hall.bot.live_panels.idle()
    assert not hall.bot.live_panels.looks(table, hall.alice.id)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_what_is_proposed_comes_up_in_the_panel_of_who_waits(hall: Hall) -> None:
    """Whoever looks at their panel is asked there, and no longer once it is off."""
    await hall.begin()
    await hall.put(reach(blue_begins, BeerBrawlVariant()))
    opened = await hall.bob.click(hall.post, label="Play")
    await hall.bot.referee.propose_pause(1, hall.alice.id, 3)
    await hall.quiet()
    shown = opened.response or opened.followups[-1]
    assert "proposes a pause of 3 days" in shown.content and "Agree" in labels(shown)
    await hall.bot.referee.disagree(1, hall.alice.id)
    await hall.quiet()
    shown = opened.response or opened.followups[-1]
    assert "Do you agree?" not in shown.content and "Agree" not in labels(shown)


async def test_what_happened_is_short_and_never_cuts_the_panel(hall: Hall) -> None:
    """The latest of it, in one paragraph of small print; what is left out is counted."""
    await hall.begin()
    table = await hall.table()
    said = above(
        table, "The panel", [f"Blue does {at}." for at in range(40)], "⚠️ Not so.", "A foot"
    )
    told, *rest = said.splitlines()
    assert rest == ["⚠️ Not so.", "The panel", "A foot"]
    shown, _, left = told.removesuffix(" more").partition(" · ")
    assert shown.startswith("-# Blue does ") and shown.endswith("Blue does 38. Blue does 39.")
    assert shown.count("Blue does") == 40 - int(left) and len(shown) <= ROOM + 3
    long = ["x" * 300] * 30
    assert len(above(table, "y" * 1900, long)) <= 2000
    assert above(table, "y" * 1999, long) == "y" * 1999
    assert above(table, "The panel", []) == "The panel"


async def test_what_happens_while_a_panel_is_drawn_is_shown_in_it(hall: Hall) -> None:
    """A computer may have answered before the panel that waits for it is there."""
    await hall.begin()
    await hall.put(reach(blue_begins, BeerBrawlVariant()))
    before = await hall.table()
    opened = await hall.bob.click(hall.post, label="Play")
    live = hall.bot.live_panels
    drawn = live._live[1].pop(hall.bob.id)
    await blue_is_late(hall)
    assert labels(opened.response) == ["Play on", "Rules", "Recap", "Plan ahead"]
    live.shown(drawn.interaction, before, panels.panel(before, hall.bob.id), "", drawn.message)
    await hall.quiet()
    [below] = opened.followups
    assert len(chosen_from(below)) > 2


def panels_of(hall: Hall, member: Any) -> list[int]:
    """What somebody has before them to press, but for the answer that they sat down by."""
    private = [one for one in hall.private(member) if one.components]
    return [one.id for one in private if "My own word" not in labels(one)]


async def test_a_panel_stays_where_it_is_as_long_as_nothing_is_posted_below_it(hall: Hall) -> None:
    """Against a computer: it answers, and the panel asks again in the same place."""
    await hall.alice.slash(hall.pub, "beer-brawl new", computer="easy", rerolls=0, here=True)
    started = await hall.alice.click(hall.post, label="Start")
    panel = started.response
    assert panel.id > hall.post.id, "the first post comes before it"
    await hall.alice.click(panel, label=PLACE)
    await hall.quiet()
    assert panels_of(hall, hall.alice) == [panel.id]
    assert "-# " in hall.private(hall.alice)[-1].content


async def test_of_two_panels_the_older_one_goes(hall: Hall) -> None:
    """Whoever presses Play again, or uses a command, has one panel: the latest."""
    await hall.begin()
    first = await hall.panel(hall.bob)
    second = await hall.panel(hall.bob)
    await hall.quiet()
    assert panels_of(hall, hall.bob) == [second.id] != [first.id]
    await hall.beer(hall.bob, "scatter")
    await hall.quiet()
    [third] = panels_of(hall, hall.bob)
    assert third > second.id


async def test_a_panel_that_is_opened_while_the_old_one_moves_is_the_only_one(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is quicker than their panel has one all the same, and nothing is taken away twice."""
    await hall.begin()
    await hall.put(reach(blue_begins, BeerBrawlVariant()))
    await hall.panel(hall.bob)
    on_its_way, arrives = asyncio.Event(), asyncio.Event()

    async def slowly(*args: Any) -> int:
        on_its_way.set()
        await arrives.wait()
        return await send(*args)

    monkeypatch.setattr(live_panels, "send", slowly)
    [question] = (await hall.table()).waits
    await hall.bot.referee.timeout(1, question.seat, question.number)
    await on_its_way.wait()
    opened = await hall.panel(hall.bob)
    arrives.set()
    await hall.quiet()
    assert panels_of(hall, hall.bob) == [opened.id]
    deleted = [r.path for r in hall.env.http_requests if r.method == "DELETE"]
    assert len(deleted) == len(set(deleted))


async def test_a_panel_that_was_taken_away_under_a_thumb_is_answered_all_the_same(
    hall: Hall,
) -> None:
    """Discord delivers the press, but the message is gone: the answer is sent below."""
    await hall.begin()
    panel = await hall.panel(hall.bob)
    path = "/interactions/*/callback"
    hall.env.inject_error("POST", path, status=404, code=10008, times=1)
    pressed = await hall.bob.click(panel, label=PLACE)
    assert pressed.response.id != panel.id
    assert PLACE not in labels(pressed.response)


async def test_a_page_of_the_rules_that_was_dismissed_is_turned_in_a_new_one(hall: Hall) -> None:
    """The list under it was used in the same moment."""
    page = (await hall.bob.slash(hall.pub, "rules", game="beer_brawl")).response
    [topics] = [one for one in components(page) if one["type"] == 3]
    hall.env.inject_error("POST", "/interactions/*/callback", status=404, code=10008, times=1)
    turned = await hall.bob.select(page, [topics["options"][1]["value"]])
    assert turned.response.id != page.id and turned.response.content != page.content
    assert turned.ephemeral and not hall.env.errors


async def test_a_post_that_was_taken_away_under_a_thumb_is_answered_in_private(hall: Hall) -> None:
    """Alone, the choices stand under the post itself: a step into them goes on in a panel."""
    await hall.says(hall.alice, "bro-brawl new")
    await hall.says(hall.alice, "table start")
    await hall.quiet()
    step = next(label for label, mark in buttons(hall.post) if mark.split(":")[-1][0] == ">")
    hall.env.inject_error("POST", "/interactions/*/callback", status=404, code=10008, times=1)
    pressed = await hall.alice.click(hall.post, label=step)
    assert pressed.ephemeral and "Back" in labels(pressed.response)
    assert not hall.env.errors


async def test_after_the_last_post_no_panel_is_left(hall: Hall) -> None:
    """It says how the game ended, and has what there is to press."""
    await hall.begin()
    await hall.panel(hall.bob)
    await hall.resigns(hall.alice)
    await hall.quiet()
    for member in (hall.alice, hall.bob):
        left = [message for message in hall.private(member) if "Play on" in labels(message)]
        assert not left


async def test_a_panel_in_another_channel_says_how_the_game_ended(hall: Hall) -> None:
    """No post comes to stand below it there: it has the news, and what there is to press."""
    await hall.begin()
    other = hall.guild.create_text_channel("other")
    opened = await hall.bob.slash(other, "table play", table=1)
    hall.bot.live_panels._live[1][hall.bob.id].news += [f"Blue does {at}." for at in range(20)]
    await hall.resigns(hall.alice)
    await hall.quiet()
    last = opened.response
    assert "🏆" in last.content and "(Blue) resigns." in last.content
    assert hall.pub.mention in last.content
    assert labels(last) == ["Rematch", "Log", "Rules"], "each once, however much happened"
    log = await hall.bob.click(last, label="Log")
    assert "(Blue) resigns." in log.response.content
    assert log.response.id != last.id, "the result stays"
    assert not hall.bot.live_panels._live.get(1)


async def test_what_matters_stays_however_much_else_happened(hall: Hall) -> None:
    """Steps and cards go first, and what is left out is counted at the end, not in the middle."""
    await hall.begin()
    await hall.put(reach(blue_begins, BeerBrawlVariant()))
    opened = await hall.bob.click(hall.post, label="Play")
    news = hall.bot.live_panels._live[1][hall.bob.id].news
    news += ["Kettle goes B8–B7.", Line("Kettle is knocked out."), f"{ALONE}Kettle had no armor."]
    news += [f"Blue does {at}." for at in range(40)]
    await blue_is_late(hall)
    [asked] = opened.followups
    told = asked.content.splitlines()[0]
    assert told.startswith("-# Kettle is knocked out. 🤫 Kettle had no armor. Blue does ")
    assert "(Blue) ran out of time" in told and told.endswith(" more") and "…" not in told
    assert "Recap" in labels(asked), "there is all of it"


async def test_what_others_do_is_weighed_by_the_rules(hall: Hall) -> None:
    """A standing order is nothing to remember; that time was up is."""
    await hall.begin()
    await hall.put(reach(blue_begins, BeerBrawlVariant()))
    await hall.bob.click(hall.post, label="Play")
    news = hall.bot.live_panels._live[1][hall.bob.id].news
    await blue_is_late(hall)
    marked = [line for line in news if isinstance(line, Line)]
    assert marked and all("ran out of time" in line for line in marked) and len(news) > len(marked)


async def test_a_panel_that_waits_for_a_computer_says_so_and_goes_on_by_itself(hall: Hall) -> None:
    """There is nothing to press before it has moved."""
    await hall.begin()
    await hall.put(reach(blue_begins, BeerBrawlVariant()))
    table = await hall.table()
    assert names(panels.panel(table, hall.bob.id)) == [
        "Play on",
        "Rules",
        "Recap",
        "Plan ahead",
    ]
    blue, orange = table.players
    blue = replace(blue, user_id=None, name="Computer (easy)", level="easy")
    waiting = panels.panel(replace(table, players=(blue, orange)), hall.bob.id)
    assert "Waiting for Computer (easy, Blue)." in waiting.content
    assert names(waiting) == ["Rules"]


async def test_a_panel_that_is_too_old_is_left_alone_and_goes_on_by_a_press(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its button shows how things stand now, in the same place."""
    await hall.begin()
    await hall.put(reach(blue_begins, BeerBrawlVariant()))
    waiting = await hall.panel(hall.bob)
    monkeypatch.setattr(live_panels, "LIFE", timedelta(seconds=-1))
    await blue_is_late(hall)
    pressed = await hall.bob.click(waiting, label="Play on")
    assert not pressed.followups
    assert len(chosen_from(pressed.response)) > 2


async def test_a_dismissed_panel_stops_nobody(hall: Hall) -> None:
    """Discord refuses to edit it: it is forgotten."""
    await hall.begin()
    await hall.put(reach(blue_begins, BeerBrawlVariant()))
    await hall.panel(hall.bob)
    hall.env.inject_error(
        "PATCH", f"/webhooks/{hall.bot.application_id}/*", status=404, code=10008, times=1
    )
    await blue_is_late(hall)
    assert not hall.env.errors


async def test_whoever_is_choosing_is_not_thrown_back_by_what_others_do(hall: Hall) -> None:
    """Both place their armies: Alice is done while Bob, who has picked somebody, looks for a square."""
    await hall.begin()
    opened = await hall.bob.click(hall.post, label="Play")
    steps = await hall.bob.click(opened.response, label="Step by step")
    picked = await hall.bob.click(steps.response, label="Place: Gizzard …")
    offered = chosen_from(picked.response)
    assert "Back" in offered
    await hall.beer(hall.alice, "scatter")
    await hall.quiet()
    assert chosen_from(picked.response) == offered
