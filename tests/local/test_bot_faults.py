"""Every fault of Discord while a game goes on: the players hardly notice."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.local.server import LocalDiscord
from tests.local.brawler import Brawler, begin, labels_of
from tests.local.mortal import Trial, Trouble, through
from tests.local.player import Message, Player
from tests.local.process import PATIENCE, under

pytestmark = pytest.mark.slow  # the installed bot plays whole games


def trouble(kind: str, match: str, **more: Any) -> Trouble:
    """The bot's next calls go wrong in some way."""

    async def cause(trial: Trial) -> None:
        await trial.juno.faults(troubles=[{"kind": kind, "match": match, **more}])
        while not trial.over and (await trial.juno.faults())["troubles"]:
            await trial.posted(1)

    return cause


def gateway(how: str) -> Trouble:
    """The connection is lost in some way."""

    async def cause(trial: Trial) -> None:
        await trial.seen(3)
        await trial.juno.gateway_fault(how)
        await trial.posted()

    return cause


FAULTS = [
    trouble("429", "POST channels/", left=2, seconds=0.05),
    trouble("429", "", left=4, seconds=0.05, everywhere=True),
    trouble("500", "POST channels/", left=1),
    trouble("500", "POST channels/", left=1, after=True),
    trouble("500", "PATCH ", left=2),
    trouble("slow", "", left=12, seconds=0.2),
    gateway("drop"),
    gateway("invalid"),
]


async def test_a_game_goes_on_through_every_fault(local: LocalDiscord, tmp_path: Path) -> None:
    """No answer lost, no post missing or doubled, and each fault was met."""
    toll = await through(local, tmp_path, FAULTS)
    assert toll.wrongs == []
    assert local.faults.settings.troubles == []


async def test_closed_direct_messages_do_not_stop_anybody(
    local: LocalDiscord, tmp_path: Path
) -> None:
    """The panel says so, the game goes on, and one click tries again."""
    async with (
        under(local, tmp_path) as referee,
        Player.join(local.url, "Juno") as juno,
        Player.join(local.url, "Pip") as pip,
    ):
        await juno.faults(dms_closed=[pip.id])
        begun = await begin(juno, pip)
        await juno.until(lambda: direct_messages(juno), PATIENCE)
        drafting = Brawler(pip, upwards=False)
        panel = await drafting.turn(await drafting.open(begun))
        assert not labels_of(panel)
        assert not direct_messages(pip)
        async with asyncio.timeout(PATIENCE):  # the message may not have been tried yet
            while "could not write to you directly" not in panel.text:
                panel = await answered(pip, (await pip.click(begun, "My hand")).message)
        await juno.no_faults()
        hand = await answered(pip, (await pip.click(begun, "My hand")).message)
        await pip.click(hand, "Try again by DM")
        await pip.until(lambda: direct_messages(pip), PATIENCE)
        assert referee.errors() == []


async def test_missing_permissions_are_named_and_played_around(
    local: LocalDiscord, tmp_path: Path
) -> None:
    """No table is opened where the bot cannot post; a game that runs goes on in private."""
    async with (
        under(local, tmp_path) as referee,
        Player.join(local.url, "Juno") as juno,
        Player.join(local.url, "Pip") as pip,
    ):
        begun = await begin(juno, pip)
        room = juno.channel("beer-brawl").id
        await juno.faults(missing={"*": ["send_messages", "attach_files"]})
        await pip.say("Hm.")  # so the post of the first turn is to stand below that
        drafting = [Brawler(juno, upwards=True), Brawler(pip, upwards=False)]
        for side in drafting:
            await side.turn(await side.open(begun))
        async with asyncio.timeout(PATIENCE):  # the post may not have been tried yet
            panel = await answered(juno, (await juno.command("table play")).message)
            while "I may not post in" not in panel.text:
                panel = await answered(juno, (await juno.command("table play")).message)
        assert room in panel.text
        await juno.go("brawl")
        refused = await answered(juno, (await juno.command("beer-brawl new", here=True)).message)
        assert "I cannot post in this channel" in refused.text
        assert "I lack *Send Messages*: " in refused.text
        assert "I lack *Attach Files*: posts come in words, without pictures." in refused.text
        await juno.no_faults()
        await juno.command("beer-brawl new", here=True)
        await juno.wait(lambda m: any(b.label == "Join" for b in m.buttons), timeout=PATIENCE)
        assert referee.errors() == []


def direct_messages(player: Player) -> list[Message]:
    """The direct messages of the bot that ask or tell about a table."""
    if not any(channel.dm for channel in player.channels.values()):
        return []
    return [m for m in player.messages("@dm") if "· table" in m.text]


async def answered(player: Player, message: Message | None) -> Message:
    """The private answer once the referee has thought."""
    assert message is not None
    return await player.wait(lambda m: m.id == message.id and not m.loading, timeout=PATIENCE)


async def test_a_bot_that_starts_while_discord_is_away_waits_for_it(
    local: LocalDiscord, tmp_path: Path
) -> None:
    """A machine that comes up during an outage needs nobody to start the bot again."""
    local.faults.change({"troubles": [{"kind": "503", "match": "GET users/@me", "left": 1}]})
    async with under(local, tmp_path) as referee, Player.join(local.url, "Juno") as juno:
        await juno.bot_ready(PATIENCE)
        assert local.faults.settings.troubles == []
        assert "Discord cannot be reached" in referee.words()
        assert "Traceback" not in referee.words() and referee.errors() == []
        await juno.go("beer-brawl")
        answer = await juno.command("help")
        assert answer.message is not None
        assert await referee.stop() == 0
