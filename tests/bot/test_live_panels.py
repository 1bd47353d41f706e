"""A private panel brings itself up to date when it is its reader's turn again."""

from datetime import timedelta

import pytest

from bot.interactions import live_panels
from bot.ui import panels
from rules.beer_brawl.state import BeerBrawlVariant
from tests.bot.hall import Hall, chosen_from, labels, selects
from tests.bot.test_costs import blue_begins
from tests.bot.test_secrets import reach


async def blue_is_late(hall: Hall) -> None:
    """The referee moves for Blue: then it is Orange's turn."""
    [question] = (await hall.table()).waits
    await hall.bot.referee.timeout(1, question.seat, question.number)
    await hall.quiet()


async def test_a_waiting_panel_becomes_the_next_question_by_itself(hall: Hall) -> None:
    """No click is needed to go on while Discord lets the panel be edited."""
    await hall.begin()
    await hall.put(reach(blue_begins, BeerBrawlVariant()))
    opened = await hall.bob.click(hall.post, label="Play")
    waiting = opened.response
    assert waiting is not None
    assert "not asked anything now" in waiting.content
    assert labels(waiting) == ["Play on", "Rules"]
    await blue_is_late(hall)
    refreshed = opened.response
    assert refreshed is not None
    assert refreshed.id == waiting.id
    assert "not asked anything now" not in refreshed.content
    assert len(chosen_from(refreshed)) > 2
    assert "> Blue ran out of time" in refreshed.content, "what happened meanwhile is told"


async def test_what_happens_while_a_panel_is_drawn_is_shown_in_it(hall: Hall) -> None:
    """A computer may have answered before the panel that waits for it is there."""
    await hall.begin()
    await hall.put(reach(blue_begins, BeerBrawlVariant()))
    before = await hall.table()
    opened = await hall.bob.click(hall.post, label="Play")
    live = hall.bot.live_panels
    drawn = live._live[1].pop(hall.bob.id)
    await blue_is_late(hall)
    assert labels(opened.response) == ["Play on", "Rules"]
    live.shown(drawn.interaction, before, panels.panel(before, hall.bob.id))
    await hall.quiet()
    assert len(chosen_from(opened.response)) > 2


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
    [ready] = selects(opened.response)
    somebody = ready["options"][0]["value"]
    picked = await hall.bob.select(opened.response, [somebody], custom_id=ready["custom_id"])
    offered = chosen_from(picked.response)
    assert "Back" in offered
    await hall.beer(hall.alice, "scatter")
    await hall.quiet()
    assert chosen_from(picked.response) == offered
