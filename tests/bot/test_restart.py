"""The bot is stopped and started again in every phase; what was pressed before goes on."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from rules.beer_brawl.state import BeerBrawlState, BeerBrawlVariant, Draft, Rearming, Turn
from tests.bot.hall import Hall, components, labels
from tests.bot.test_secrets import reach

pytestmark = pytest.mark.slow  # the bot is started again and again


async def test_the_lobby_goes_on(hall: Hall) -> None:
    """Join and Start under a post of before the restart."""
    await hall.alice.slash(hall.pub, "beer-brawl new", here=True)
    lobby = hall.post
    await hall.restart()
    await hall.bob.click(lobby, label="Join")
    await hall.restart()
    await hall.alice.click(lobby, label="Start")
    assert (await hall.table()).status == "playing"
    assert not hall.env.errors


PHASES: dict[str, tuple[BeerBrawlVariant, Callable[[BeerBrawlState], bool]]] = {
    "terrain": (BeerBrawlVariant(terrain=True), lambda s: True),
    "at the table": (BeerBrawlVariant(draft="timed"), lambda s: True),
    "the draft": (BeerBrawlVariant(), lambda s: isinstance(s.frames[-1], Draft)),
    "a turn": (BeerBrawlVariant(), lambda s: isinstance(s.frames[-1], Turn)),
    "a move": (BeerBrawlVariant(), lambda s: isinstance(s.frames[-1], Turn) and _moved(s)),
    "a re-armament": (BeerBrawlVariant(), lambda s: isinstance(s.frames[-1], Rearming)),
}


def _moved(s: BeerBrawlState) -> bool:
    return isinstance(s.frames[-1], Turn) and s.frames[-1].mover >= 0


@pytest.mark.parametrize("phase", PHASES)
async def test_a_game_goes_on(phase: str, hall: Hall) -> None:
    """A panel of before the restart answers its question after it."""
    variant, wanted = PHASES[phase]
    await hall.begin(terrain=variant.terrain, draft=variant.draft)
    state = reach(wanted, variant)
    await hall.put(state)
    seat = state.open[0].seat
    member = (hall.alice, hall.bob)[seat]
    panel = await hall.panel(member)
    await hall.restart()
    pressed = await press_any(member, panel)
    after = await hall.table()
    assert pressed is not None
    assert after.logged >= 1, "the old panel's answer was taken"
    assert not hall.env.errors


async def press_any(member: Any, panel: Any) -> Any:
    """Go on with the first thing that a panel offers, until that is an answer."""
    child = next(components(panel))
    if child["type"] == 2:
        mark = child["custom_id"].split(":", 3)[-1]
        result = await member.click(panel, custom_id=child["custom_id"])
    else:
        mark = child["options"][0]["value"]
        result = await member.select(panel, [mark], custom_id=child["custom_id"])
    return result.response if mark[0] == "=" else await press_any(member, result.response)


async def test_a_game_that_is_over_stays_so(hall: Hall) -> None:
    """Old buttons of a finished game say that it is over."""
    await hall.begin()
    panel = await hall.panel(hall.alice)
    await hall.bot.live_panels.close()  # as with a panel that is too old to be kept up to date
    await hall.resigns(hall.bob)
    await hall.restart()
    result = await hall.alice.click(panel, label="Reroll")
    assert "is over" in result.response.content
    assert "STRENGTH" in await hall.says(hall.alice, "table hand", table=1)


async def test_what_was_not_posted_is_posted(hall: Hall) -> None:
    """A post that Discord refused for a while goes out after the restart."""
    await hall.begin()
    before = len(hall.posts)
    await hall.bot.poster.close()
    await hall.says(hall.alice, "table draw")
    assert len(hall.posts) == before
    assert "draw" not in hall.post.content
    await hall.restart()
    await hall.quiet()
    assert "(Blue) offers a draw." in hall.post.content


async def test_a_computer_goes_on_thinking(hall: Hall) -> None:
    """A computer that was waited for answers after the restart."""
    await hall.alice.slash(hall.pub, "beer-brawl new", here=True, computer="easy", rerolls=0)
    await hall.bot.computer.close()
    await hall.alice.click(hall.post, label="Start")
    assert {q.seat for q in (await hall.table()).waits} == {0, 1}
    await hall.restart()
    await hall.quiet()
    assert {q.seat for q in (await hall.table()).waits} == {0}


async def test_the_drafts_clock_runs_out(hall: Hall) -> None:
    """After the clock rerolls are gone and placing goes on, from an old panel too."""
    await hall.begin(draft="timed")
    await hall.beer(hall.alice, "here")
    await hall.beer(hall.bob, "here")
    panel = await hall.panel(hall.alice)
    await hall.bot.live_panels.close()  # as with a panel that is too old to be kept up to date
    started = hall.bot.referee.now()
    for seconds in (31, 61):  # a longer silence would be an absence, which does not count
        hall.bot.referee.now = partial(started.__add__, timedelta(seconds=seconds))
        await hall.bot.clock.tick()
    await hall.quiet()
    assert "Time is up" in hall.post.content
    refused = await hall.alice.click(panel, label="Reroll")
    assert "no more rerolls" in refused.response.content
    assert "Reroll" not in labels(refused.response)
    told = await hall.beer(hall.alice, "ready", tile="Figgy", square="B2")
    assert "Figgy (Blue) is placed on B2." in told
