"""Who may do what, over real sockets: the bot's own rights, moderators', and how much at once."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.client import RefereeBot
from bot.interactions.cooldowns import COMMANDS, TABLES, Cooldowns
from bot.interactions.rights import INVITED, RIGHTS
from bot.local.server import LocalDiscord
from bot.local.world import INVITE
from tests.bot.sockets import Time, answered, arrive, connected, says
from tests.local.player import Player

pytestmark = pytest.mark.slow  # the bot on the local Discord


def test_the_invitation_asks_for_what_is_used() -> None:
    """The README's link, the local bot's role and what the bot explains are the same rights."""
    assert INVITED.value == INVITE
    readme = (Path(__file__).parents[2] / "README.md").read_text()
    assert f"&permissions={INVITED.value}`" in readme
    listed = readme[readme.index("That asks for") : readme.index("and nothing else is used")]
    for right in RIGHTS.values():
        assert right.name.replace("Channel", "Channels") in " ".join(listed.split()) or (
            right.name in " ".join(listed.split())
        ), right


async def test_each_missing_right_is_named_with_what_works(
    local: LocalDiscord, bot: RefereeBot
) -> None:
    """In /help, and where a table is opened; a game can be begun without each."""
    async with Player.join(local.url, "Juno") as juno:
        await juno.go("brawl-mart")
        assert "I lack" not in await says(juno, "help")
        for number, (key, right) in enumerate(RIGHTS.items(), start=1):
            if key == "view_channel":
                continue
            await juno.change_channel("brawl-mart", deny={"bot": [key]})
            said = await says(juno, "help")
            assert f"I lack *{right.name}*: {right.without}" in said
            assert said.count("I lack") == 1
            assert f"Table {number - 1} is open" in await says(juno, "brawl-mart new")
            await bot.referee.start(number - 1, int(juno.id))
            await bot.poster.idle()
            assert len((await bot.store.pending(number - 1)).outbox) == 0
            table = await bot.referee.look(number - 1)
            await arrive(juno, str(table.channel_id))
            assert any("Waiting for" in m.text for m in juno.messages())
            await bot.referee.abandon(number - 1, int(juno.id))
            await juno.go("brawl-mart")
            await juno.change_channel("brawl-mart", deny={"bot": []})


async def test_moderators_are_those_of_the_tables_channel(
    local: LocalDiscord, bot: RefereeBot
) -> None:
    """Who may manage messages there, from wherever they ask; elsewhere that means nothing."""
    async with (
        Player.join(local.url, "Juno") as juno,
        Player.join(local.url, "Pip") as pip,
    ):
        await juno.go("brawl")
        await pip.go("brawl")
        for _ in range(2):
            await says(juno, "brawl new")
        await juno.change_channel("brawl", allow={pip.id: ["manage_messages"]})
        assert "Table 1 is closed" in await says(pip, "table close", table=1)
        await pip.go("bro-brawl")
        assert "Table 2 is closed" in await says(pip, "table close", table=2)
        await juno.go("bro-brawl")
        await says(juno, "brawl new")
        await pip.go("brawl")
        assert "Only the host, Juno" in await says(pip, "table close", table=3)


async def test_nobody_floods_a_channel_or_the_bot(local: LocalDiscord, bot: RefereeBot) -> None:
    """So many tables and commands, then a sentence that says when to try again."""
    time = await Time.of(bot)
    bot.cooldowns.off, bot.cooldowns.now = False, time
    async with (
        Player.join(local.url, "Juno") as juno,
        Player.join(local.url, "Pip") as pip,
    ):
        await juno.go("brawl")
        await pip.go("brawl")
        for number in range(TABLES.most):
            assert f"Table {number + 1} is open" in await says(juno, "brawl new")
        refused = await says(juno, "brawl new")
        assert "You have opened many tables" in refused
        assert f"<t:{int((time.at + TABLES.within).timestamp())}:R>" in refused
        assert "is open" in await says(pip, "brawl new"), "others may"
        time.at += TABLES.within
        assert "is open" in await says(juno, "brawl new")
        time.at += timedelta(minutes=1)
        for _ in range(COMMANDS.most):
            await juno.command("my tables")
        assert "You can try again" in await says(juno, "my tables")
        shown = await answered(pip, await pip.command("help"))
        assert "First steps" in shown.text
        time.at += timedelta(minutes=1)
        assert "Table" in await says(juno, "my tables")


def test_a_server_has_its_limits_too() -> None:
    """However many people ask; old doings are forgotten."""
    time = Time()
    cooldowns = Cooldowns(time)
    for user in range(40):
        cooldowns.opens(user, 1)
    with pytest.raises(Exception, match="in this server"):
        cooldowns.opens(99, 1)
    cooldowns.opens(99, 2)
    for command in range(600):
        cooldowns.commands(command // 10, 1)
    with pytest.raises(Exception, match="very busy"):
        cooldowns.commands(99, 1)
    cooldowns.commands(99, 2)
    for _ in range(300):
        cooldowns.presses(7)
    with pytest.raises(Exception, match="clicks"):
        cooldowns.presses(7)
    time.at += timedelta(minutes=10)
    cooldowns.opens(99, 1)


async def test_commands_leave_a_server_that_is_no_longer_for_development(
    local: LocalDiscord, tmp_path: Path
) -> None:
    """Synced there alone while it is set, taken back afterwards."""
    home = local.world.guild_id

    def synced() -> tuple[bool, bool]:
        told = local.world.commands.values()
        there = any(command.get("guild_id") == home for command in told)
        return there, any(command.get("guild_id") is None for command in told)

    async with connected(local, tmp_path, dev_guild=int(home)):
        assert synced() == (True, False)
    async with connected(local, tmp_path):
        assert synced() == (False, True)


async def test_a_server_that_becomes_available_late_is_greeted(
    local: LocalDiscord, tmp_path: Path
) -> None:
    """Once it is there, and once alone."""
    async with Player.join(local.url, "Juno") as juno:
        await juno.go("welcome")
        await juno.faults(outages=[await juno.home()])
        async with connected(local, tmp_path):
            assert juno.messages() == []
            await juno.faults(outages=[])
            greeting = await juno.wait(lambda m: "I referee tabletop brawls here" in m.text)
            assert [m.id for m in juno.messages()] == [greeting.id]
