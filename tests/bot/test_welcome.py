"""A newcomer is greeted once and makes a move with the second click."""

import discord
import pytest

from bot.interactions.welcome import welcome_channel
from tests.bot.hall import Hall, Here, labels

pytestmark = pytest.mark.slow  # first games against the computer

TRIES = [
    "Try Beer Brawl",
    "Try BRAWL",
    "Try Bro Brawl",
    "Try Brawl Mart",
    "Try Brawlhalla",
]
TRY = TRIES[0]


async def greeted(hall: Hall) -> list[discord.Message]:
    """Start the bot against a server that it does not know."""
    await hall.bot.store.set_setting(f"guild:{hall.guild.id}", "greeted", False)
    await hall.restart()
    hall.bot.computer.workers = Here()  # type: ignore[assignment]
    return [post for post in hall.posts if labels(post) == TRIES]


async def test_one_greeting(hall: Hall) -> None:
    """On the first start, and on no other."""
    assert len(await greeted(hall)) == 1
    await hall.restart()
    await hall.restart()
    assert len([post for post in hall.posts if labels(post) == TRIES]) == 1
    assert "/beer-brawl new" in hall.post.content


async def test_the_channel_for_newcomers(hall: Hall) -> None:
    """One that is called so is better than the first."""
    hall.guild.create_text_channel("welcome")
    await hall.env.settle()
    guild = hall.bot.get_guild(hall.guild.id)
    assert guild is not None
    channel = welcome_channel(guild)
    assert channel is not None
    assert channel.name == "welcome"


async def test_a_move_with_the_second_click(hall: Hall) -> None:
    """Try it (one), and answer (two): a table with a computer, in a thread of its own."""
    [post] = await greeted(hall)
    shown = (await hall.carol.click(post, label=TRY)).response
    assert "Reroll" in labels(shown)
    await hall.carol.click(shown, label="Reroll")
    await hall.quiet()
    table = await hall.table()
    assert table.play is not None
    assert table.play.state.rerolls[0] == 1
    assert [one.level for one in table.players] == [None, "easy"]
    [thread] = hall.pub.threads
    assert table.channel_id == thread.id
    assert any("Play" in labels(message) for message in thread.history())
    assert not hall.env.errors


@pytest.mark.parametrize("label", TRIES[1:])
async def test_every_game_can_be_tried(hall: Hall, label: str) -> None:
    """Alone where one player is enough, else against an easy computer; the question is there."""
    shown = (await hall.carol.slash(hall.pub, "help")).response
    assert labels(shown) == [*TRIES, "Privacy"]
    panel = (await hall.carol.click(shown, label=label)).response
    table = await hall.table()
    assert table.status == "playing"
    assert len(table.players) == min(table.counts)
    assert [one.level for one in table.players[1:]] == ["easy"] * (len(table.players) - 1)
    assert f"Your table is <#{table.channel_id}>" in panel.content
    assert "Rules" in labels(panel) or "Play on" in labels(panel)
    assert not hall.env.errors


async def test_without_threads_the_channel_itself_is_used(hall: Hall) -> None:
    """Where it is free; else it is said why not."""
    [post] = await greeted(hall)
    overwrites = {hall.guild.me: discord.PermissionOverwrite(create_public_threads=False)}
    plain = hall.guild.create_text_channel("plain", overwrites=overwrites)
    shown = (await hall.carol.slash(plain, "help")).response
    await hall.carol.click(shown, label=TRY)
    assert (await hall.table()).channel_id == plain.id
    again = (await hall.bob.slash(plain, "help")).response
    refused = (await hall.bob.click(again, label=TRY)).response
    assert "A game is on in this channel already" in refused.content
    assert labels(post) == TRIES
