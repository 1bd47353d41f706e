"""A first game over real sockets: the unmodified client against the local Discord."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.client import RefereeBot
from bot.local.server import LocalDiscord
from bot.store.store import Settled
from tests.bot.hall import InProcess
from tests.bot.sockets import connected
from tests.local.player import Message, Player

pytestmark = pytest.mark.slow  # the bot on the local Discord


@pytest.fixture
async def bot(local: LocalDiscord, tmp_path: Path) -> AsyncIterator[RefereeBot]:
    """The bot, connected to it."""
    async with connected(local, tmp_path, InProcess()) as bot:
        yield bot


def has(label: str, words: str = "") -> Callable[[Message], bool]:
    """Whether a message carries a button and some words."""

    def fits(message: Message) -> bool:
        carried = any(button.label.startswith(label) for button in message.buttons)
        return carried and words in message.text and not message.loading

    return fits


def sent(message: Message) -> bool:
    """Whether a lasting private message shows one's tiles."""
    words = " ".join(words for _, words in message.pictures)
    return "Barnaby (not placed yet)" in words and not message.ephemeral


async def test_a_newcomer_tries_a_game(local: LocalDiscord, bot: RefereeBot) -> None:
    """Welcome, one click, one more: the first move; the secrets come by direct message, too."""
    async with Player.join(local.url, "Juno") as juno:
        await juno.go("welcome")
        welcome = await juno.wait(has("Try Beer Brawl"))
        await juno.click(welcome, "Try Beer Brawl")
        panel = await juno.wait(has("Reroll", "20 left"))
        assert panel.ephemeral
        [(address, words)] = panel.pictures
        assert "STRENGTH" in words
        assert (await juno.picture(address)).startswith(b"\x89PNG")
        await juno.click(panel, "Reroll")
        again = await juno.wait(has("Reroll", "19 left"))
        assert again.id == panel.id
        await juno.click(again, "Step by step")
        steps = await juno.wait(has("Back"))
        await juno.click(steps, "Place: Barnaby")
        squares = await juno.wait(has("Back", "Barnaby"))
        await juno.click(squares, "A3")
        await juno.wait(lambda m: "Barnaby (Blue) is placed on A3." in m.text)
        message = await juno.until(lambda: next(filter(sent, juno.all_messages()), None))
        assert "Reroll" in [button.label for button in message.buttons]
        table = await bot.referee.look(1)
        await juno.go(str(table.channel_id))
        post = await juno.wait(has("Play"))
        assert post.pictures
        assert not post.ephemeral


async def test_a_letter_that_was_not_remembered_is_not_sent_twice(
    local: LocalDiscord, bot: RefereeBot
) -> None:
    """The bot died after sending it and the game went on: the same message is brought up to date."""
    async with Player.join(local.url, "Juno") as juno:
        await juno.go("welcome")
        await juno.click(await juno.wait(has("Try Beer Brawl")), "Try Beer Brawl")
        panel = await juno.wait(has("Reroll", "20 left"))

        def message(words: str) -> Message | None:
            rooms = [channel for channel in juno.channels.values() if channel.dm]
            said = juno.messages("@dm") if rooms else []
            return next((m for m in said if words in m.text), None)

        first = await juno.until(lambda: message("20 left"))
        await bot.poster.idle()
        await bot.store.settle(1, Settled(forgotten=[int(first.id)]))
        await bot.store.set_setting("table:1", f"private:{juno.id}", {})
        await juno.click(panel, "Reroll")
        again = await juno.until(lambda: message("19 left"))
        assert again.id == first.id
        assert [m.id for m in juno.messages("@dm")] == [first.id]
        assert again.pictures != first.pictures
