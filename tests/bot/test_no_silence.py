"""No button dies."""

from typing import Any

import discord
import pytest

from bot.client import RefereeBot
from bot.local.server import LocalDiscord
from tests.bot.sockets import answered
from tests.local.player import Player


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
