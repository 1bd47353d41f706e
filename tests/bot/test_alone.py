"""Somebody has the bot for themselves: games for one in direct messages and in foreign servers."""

import pytest

from bot.client import RefereeBot
from bot.local.server import LocalDiscord
from tests.bot.sockets import answered, says
from tests.local.player import Message, Player

pytestmark = pytest.mark.slow  # the bot on the local Discord
EVERYWHERE = {"help", "my", "rules", "bro-brawl", "brawl-mart"}


async def moved(player: Player, panel: Message) -> Message:
    """Presses the first answer of a panel, or chooses it; the panel as it is then."""
    button = next((b for b in panel.buttons if (b.custom_id or "").startswith("t:")), None)
    if button is not None:
        await player.press(panel, button.custom_id or "")
    else:
        await player.choose(panel, next(iter(panel.selects[0].options)))
    return await player.wait(lambda m: m.id == panel.id and m.raw is not panel.raw)


async def changed(player: Player, message: Message, label: str) -> Message:
    """Presses a button that changes the message it stands under."""
    await player.click(message, label)
    return await player.wait(
        lambda m: m.id == message.id and m.raw is not message.raw and not m.loading
    )


async def plays(pip: Player, command: str, title: str, number: int) -> None:
    """Somebody begins a game, plays a while, finds it again and closes it."""
    panel = await answered(pip, await pip.command(f"{command} new"))
    assert panel.ephemeral and "Only you see this game" in panel.text
    for _ in range(3):
        panel = await moved(pip, panel)
    assert f"{title}** · table {number}" in panel.text
    assert "of your own already" in await says(pip, f"{command} new")
    assert f"**{title}" in await says(pip, "rules")
    mine = await answered(pip, await pip.command("my tables"))
    assert f"Table {number}: {title} for you alone" in mine.text
    assert f"table {number}" in (await changed(pip, mine, "Play on")).text
    mine = await answered(pip, await pip.command("my tables"))
    menu = await answered(pip, await pip.click(mine, "Table"))
    sure = await changed(pip, menu, "Close the table")
    assert "closed" in (await changed(pip, sure, "Yes")).text


async def test_games_for_one_are_played_anywhere(local: LocalDiscord, bot: RefereeBot) -> None:
    """Everything in the one private answer, nothing posted, one game at a time, and the way back."""
    async with (
        Player.join(local.url, "Juno") as juno,
        Player.join(local.url, "Pip") as pip,
    ):
        far = await juno.open_server("Far Away")
        await juno.change_server(far["id"], away=["bot"])
        await pip.go(far["channels"][0]["id"])
        said = len([m for m in pip.messages() if not m.ephemeral])
        await plays(pip, "brawl-mart", "Brawl Mart", 1)
        assert {name.split()[0] for name in await pip.commands()} == EVERYWHERE
        assert "needs others" in await says(pip, "bro-brawl new", player2=juno)
        await plays(pip, "bro-brawl", "Bro Brawl", 2)
        assert len([m for m in pip.messages() if not m.ephemeral]) == said
        await pip.open_dm()
        assert {name.split()[0] for name in await pip.commands()} == EVERYWHERE
        await plays(pip, "bro-brawl", "Bro Brawl", 3)
        await plays(pip, "brawl-mart", "Brawl Mart", 4)
        shown = await answered(pip, await pip.command("help"))
        assert [b.label for b in shown.buttons] == ["Try Bro Brawl", "Try Brawl Mart", "Privacy"]
        tried = await answered(pip, await pip.click(shown, "Try Brawl Mart"))
        assert "Only you see this game" in tried.text
        await bot.poster.idle()
        assert all(message.ephemeral for message in pip.messages())
        assert await bot.store.outbox_tables() == []


async def test_a_game_that_nobody_else_sees_has_its_end_told_in_its_panel(
    local: LocalDiscord, bot: RefereeBot
) -> None:
    """As nothing is posted: what was hidden, points missed, and the turning point."""
    async with Player.join(local.url, "Pip") as pip:
        await pip.open_dm()
        panel = await answered(pip, await pip.command("brawl-mart new", hardcore=True))
        while "Rematch" not in [button.label for button in panel.buttons]:
            panel = await moved(pip, panel)
        said = await bot.referee.turning(await bot.referee.look(1))
        assert said and f"🔑 The turning point: {said}" in panel.text
        assert "🔎 What was hidden:" in panel.text and "Points missed: " in panel.text
