"""Nothing that is pressed, typed or sent in ends without a word, and no button dies."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from bot.client import UNKNOWN, RefereeBot
from bot.local.server import LocalDiscord
from bot.ui.admission import Counted
from tests.bot.hall import Hall, forged
from tests.bot.sockets import answered
from tests.local.player import Player


def sent_in(hall: Hall, custom_id: str) -> Awaitable[Any]:
    """Alice sends a form in."""
    field = {"type": 18, "component": {"type": 4, "custom_id": "word", "value": "umbrella"}}
    form = {"custom_id": custom_id, "components": [field]}
    done: Awaitable[Any] = hall.alice._dispatch_interaction(5, hall.pub, form)
    return done


DEEDS: dict[str, Callable[[Hall], Awaitable[Any]]] = {
    "command": lambda hall: hall.alice.slash(hall.pub, "table show"),
    "button": lambda hall: forged(hall, hall.alice, "d:1:play"),
    "rule": lambda hall: forged(hall, hall.alice, "r:BB1"),
    "topic": lambda hall: forged(hall, hall.alice, "r:beer_brawl", "Fights"),
    "form": lambda hall: sent_in(hall, "l:1:word"),
}
STRANGE: dict[str, Callable[[Hall], Awaitable[Any]]] = {
    "button": lambda hall: forged(hall, hall.alice, "z:1:polish"),
    "select": lambda hall: forged(hall, hall.alice, "z:1:polish", "everything"),
    "form": lambda hall: sent_in(hall, "z:1:polish"),
}


@pytest.mark.parametrize("deed", DEEDS)
async def test_a_failure_before_anything_is_looked_at_is_told_and_logged(
    hall: Hall, deed: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Here the clock fails by which everybody's turns are counted."""
    await hall.begin()
    hall.bot.turns.off = False
    hall.bot.turns.now = lambda: 1 / 0
    result = await DEEDS[deed](hall)
    reference = result.response.content.split("`")[1]
    [record] = [r for r in caplog.records if r.levelno == logging.ERROR]
    assert getattr(record, "reference", "") == reference
    assert record.exc_info and record.exc_info[0] is ZeroDivisionError


@pytest.mark.parametrize("deed", STRANGE)
async def test_what_nobody_knows_is_answered_and_logged(
    hall: Hall, deed: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Such as a button of another release."""
    result = await STRANGE[deed](hall)
    assert result.response.content == UNKNOWN
    [record] = [r for r in caplog.records if r.levelno == logging.WARNING]
    assert getattr(record, "pressed", "") == "z:1:polish"


def test_every_kind_of_button_is_known(hall: Hall) -> None:
    """From the start, not from when the first of them was shown."""

    def kinds(kind: type[Counted]) -> set[type[Counted]]:
        below = [kinds(one) for one in kind.__subclasses__()]
        return set.union(*below) if below else {kind}

    assert set(hall.bot._connection._view_store._dynamic_items.values()) == kinds(Counted)


async def test_buttons_outlive_what_the_library_ends(
    local: LocalDiscord, bot: RefereeBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends the view of a private answer after a quarter of an hour; here that is over at once."""
    ended: list[Any] = []
    timeout: Any = discord.ui.view.BaseView.timeout

    def limited(view: Any, seconds: float | None) -> None:
        timeout.fset(view, seconds)
        if seconds is not None:
            ended.append(view)

    monkeypatch.setattr(discord.ui.view.BaseView, "timeout", property(timeout.fget, limited))
    async with Player.join(local.url, "Juno") as juno, Player.join(local.url, "Pip") as pip:
        await juno.go("welcome")
        welcome = await juno.wait(lambda m: m.buttons)
        panel = await answered(juno, await juno.click(welcome, "Try Beer Brawl"))
        rules = await answered(juno, await juno.click(panel, "Rules"))
        await answered(juno, await juno.choose(rules, "Fights"))
        await bot.poster.idle()
        for view in ended:
            view._dispatch_timeout()
        table = await bot.referee.look(1)
        await pip.go(str(table.channel_id))
        post = await pip.wait(lambda m: any(b.label == "Play" for b in m.buttons))
        assert (await pip.click(post, "Rules")).message is not None
    assert bot._connection._view_store._views == {}, "nor is any of it kept"
