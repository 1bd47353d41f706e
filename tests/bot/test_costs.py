"""To take an answer costs one load, one read and one write, and each reader's view is built once.

What goes out afterwards has a task of its own: its figures are held beside.
"""

from collections import Counter
from typing import Any

import pytest

from bot.ui.keys import key
from bot.workers.shares import BEHIND
from rules.beer_brawl.state import BeerBrawlState, BeerBrawlVariant, Step, Stop, Turn
from rules.engine import kernel
from tests.bot.costs import counted
from tests.bot.hall import Hall, approach, choose
from tests.bot.test_secrets import GAME, reach


def blue_has_moved(s: BeerBrawlState) -> bool:
    """Blue, that is Alice, may stop."""
    turn = isinstance(s.frames[-1], Turn)
    return turn and s.open[0].seat == 0 and Stop() in kernel.offer(GAME, s, 0)


def blue_begins(s: BeerBrawlState) -> bool:
    """It is the start of Blue's turn."""
    return isinstance(s.frames[-1], Turn) and s.frames[-1].mover < 0 and s.open[0].seat == 0


@pytest.fixture
async def stoppable(hall: Hall) -> Hall:
    """Alice may stop; everything is posted."""
    await hall.begin()
    await hall.put(reach(blue_has_moved, BeerBrawlVariant()))
    await hall.says(hall.bob, "table draw")
    await hall.quiet()
    return hall


def taking(*, views: int, panels: int = 1, writes: int = 1, statements: int) -> Counter[str]:
    """One load in one read, one write; the answer itself is the one call.

    The statements: the load; then the table with its snapshot, its clocks and whom it waits for;
    its log; and what is to be posted.
    """
    costs = Counter(calls=1, loads=1, reads=1, statements=statements, views=views)
    return costs + Counter(panels=panels, writes=writes)


# A turn's post, the offer of a draw taken from the one before, a direct message to whose turn it is:
# that a post goes out is noted before, the post and what it says after it, before anything else is
# done, so there are three writes.
TURN_POSTED = Counter(calls=3, reads=1, statements=6, writes=3, views=1, panels=1)


async def test_an_answer_by_command(stoppable: Hall) -> None:
    """Alice's view before, by which words are read; hers and the spectator's after; Bob's."""
    with counted(stoppable, GAME) as costs:
        await stoppable.beer(stoppable.alice, "stop")
        await stoppable.quiet()
    assert costs["taking"] == taking(views=3, statements=4)
    assert costs["posting"] == TURN_POSTED
    assert not costs["clock"], "no clock runs here"
    assert costs["panels"]["calls"] <= 1, "Alice's panel from before goes"


async def test_an_answer_by_button(stoppable: Hall) -> None:
    """A button names its option without a view."""
    panel = await stoppable.panel(stoppable.alice)
    with counted(stoppable, GAME) as costs:
        await stoppable.alice.click(panel, label="Stop")
        await stoppable.quiet()
    assert costs["taking"] == taking(views=2, statements=4)
    assert costs["posting"] == TURN_POSTED


async def test_an_answer_is_drawn_before_what_others_see(stoppable: Hall) -> None:
    """Whoever presses looks at a blank until then; posts, letters and open panels can wait."""
    hall = stoppable
    await hall.panel(hall.bob)
    panel = await hall.panel(hall.alice)
    await hall.quiet()
    drawn: list[bool] = []
    draw = hall.drawers.run

    async def noting(*args: Any) -> Any:
        drawn.append(BEHIND.get())
        return await draw(*args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hall.drawers, "run", noting)
        await hall.alice.click(panel, label="Stop")
        await hall.quiet()
    assert drawn.count(False) == 1 and drawn.count(True) >= 1, "hers, and the others'"


async def test_an_answer_under_a_pace(stoppable: Hall) -> None:
    """Clocks cost nothing more: one ends, one begins, and none runs for Alice, who is still waited for
    because of the draw.
    """
    await stoppable.says(stoppable.alice, "table settings", pace=86400)
    await stoppable.quiet()
    with counted(stoppable, GAME) as costs:
        await stoppable.beer(stoppable.alice, "stop")
        await stoppable.quiet()
    assert costs["taking"]["statements"] == 4 and costs["taking"]["writes"] == 1
    assert set((await stoppable.table()).clocks) == {"pace:1"}


async def test_the_first_answer_after_a_restart_costs_no_more(stoppable: Hall) -> None:
    """Nothing depends on what a process remembers."""
    panel = await stoppable.panel(stoppable.alice)
    await stoppable.restart()
    await stoppable.quiet()
    with counted(stoppable, GAME) as costs:
        await stoppable.alice.click(panel, label="Stop")
        await stoppable.quiet()
    assert costs["taking"] == taking(views=2, statements=4)


async def test_an_answer_that_nobody_else_sees(hall: Hall) -> None:
    """A step can still be taken back: only who takes it has another view, and nothing goes out."""
    await hall.begin()
    await hall.put(reach(blue_begins, BeerBrawlVariant()))
    await hall.says(hall.bob, "table draw")
    panel = await hall.panel(hall.alice)
    await hall.quiet()
    step = next(o for o in (await hall.table()).offer(0) if isinstance(o, Step))
    panel = await approach(hall.alice, panel, key(step))
    with counted(hall, GAME) as costs:
        await choose(hall.alice, panel, key(step))
        await hall.quiet()
    assert costs["taking"] == taking(views=1, statements=3)
    assert costs["posting"] == Counter(reads=1, statements=1)


async def test_whoever_can_only_be_written_to_later_costs_nothing_until_then(hall: Hall) -> None:
    """Discord has asked for patience with new direct messages: no panel is built in vain."""
    await hall.bot.poster.direct_messages.opening.hold()
    await hall.begin()
    await hall.put(reach(blue_has_moved, BeerBrawlVariant()))
    panel = await hall.panel(hall.alice)
    await hall.quiet()
    with counted(hall, GAME) as costs:
        await hall.alice.click(panel, label="Stop")
        await hall.quiet()
    assert costs["posting"]["calls"] and not costs["posting"]["panels"]


async def test_what_is_refused_writes_nothing(stoppable: Hall) -> None:
    """By button or by command: one load, and the panel again."""
    hall = stoppable
    panel = await hall.panel(hall.alice)
    [asked] = (await hall.table()).questions(hall.alice.id)
    hall.bot.live_panels._live.clear()  # it can be edited no more
    await hall.bot.referee.act(1, hall.alice.id, asked.seat, asked.number, [Stop()])
    await hall.quiet()
    with counted(hall, GAME) as costs:
        pressed = await hall.alice.click(panel, label="Stop")
        await hall.quiet()
    assert "answered this already" in pressed.response.content
    asked_whether_it_was_this_very_press = Counter(reads=1, statements=1)
    refused = taking(views=1, writes=0, statements=1)
    assert costs["taking"] == refused + asked_whether_it_was_this_very_press
    with counted(hall, GAME) as costs:
        said = await hall.beer(hall.bob, "reroll")
        await hall.quiet()
    assert "The draft is over." in said
    assert costs["taking"] == refused
    assert not costs["posting"]


async def test_sitting_down(hall: Hall) -> None:
    """Nobody but the poster has anything to do with it."""
    await hall.alice.slash(hall.pub, "beer-brawl new", here=True, rerolls=0)
    await hall.quiet()
    await hall.bot.clock.close()  # a sign of life now and then is nobody's doing
    with counted(hall, GAME) as costs:
        await hall.bob.click(hall.post, label="Join")
        await hall.quiet()
    assert costs["taking"] == taking(views=0, panels=0, statements=8)
    told_that_it_is_full = Counter(calls=1, statements=1)
    assert (
        costs["posting"] == Counter(calls=1, reads=1, statements=2, writes=1) + told_that_it_is_full
    )
    assert not costs["computer"]


async def test_a_computer_needs_no_load_for_what_it_is_woken_with(hall: Hall) -> None:
    """It answers on the table as it is after the commit that woke it."""
    await hall.alice.slash(hall.pub, "beer-brawl new", here=True, computer="easy", rerolls=0)
    await hall.alice.click(hall.post, label="Start")
    await hall.quiet()
    with counted(hall, GAME) as costs:
        await hall.beer(hall.alice, "scatter")
        await hall.quiet()
    assert costs["computer"]["writes"]
    assert not costs["computer"]["loads"]
