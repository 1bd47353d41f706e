"""A table that cannot be read stops nothing: others go on, lists say so, and it can be closed."""

import logging
from datetime import timedelta

import discord
import pytest
from sqlalchemy import text

from bot.clock import Clock
from bot.table import Person
from tests.bot.hall import Hall, forged, labels, spoil

UNREAD = "Table 1 cannot be read"
DAMAGES = [
    "variant = 'rubbish'",
    "game = 'no such game'",
    "invited = '{'",
    "pause = '[7'",
    "created_at = 'yesterday'",
]


@pytest.mark.parametrize("damage", DAMAGES)
async def test_the_table_of_this_channel_is_closed_by_its_host(hall: Hall, damage: str) -> None:
    """All else says that it cannot be read, and how it is closed; then the channel is free."""
    await hall.begin()
    await spoil(hall, 1, damage)
    for command in ("show", "play", "hand", "log", "resign", "undo"):
        for number in ({}, {"table": 1}):
            said = await hall.says(hall.bob, f"table {command}", **number)
            assert said.startswith(UNREAD) and "/table close table:1" in said
    assert (await hall.beer(hall.bob, "reroll")).startswith(UNREAD)
    assert "its host or a moderator" in await hall.says(hall.bob, "table close")
    assert "already" in await hall.beer(hall.carol, "new")
    assert await hall.says(hall.alice, "table close") == "Table 1 is closed."
    assert "Table 2 is open" in await hall.beer(hall.carol, "new")


async def test_a_damaged_log_is_closed_by_a_moderator(hall: Hall) -> None:
    """What stands in it is told to nobody: it may be a secret."""
    await hall.begin(rerolls=2)
    await hall.beer(hall.alice, "reroll")
    await hall.quiet()
    async with hall.bot.store.writing() as connection:
        await connection.execute(text("UPDATE tables SET barrier = NULL"))
        wrong = '{"type":"answer","seat":0,"number":1,"option":{"type":"step","adventurer":0,"square":3}}'
        await connection.execute(text("UPDATE log SET given = :wrong"), {"wrong": wrong})
    hall.bot.referee.forget()
    said = await hall.says(hall.alice, "table show")
    assert said == f"{UNREAD}. Its host or a moderator can close it: `/table close table:1`."
    boss = hall.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    dora = hall.guild.add_member(hall.env.create_user("dora"), roles=[boss])
    assert await hall.says(dora, "table close", table=1) == "Table 1 is closed."


async def test_lists_name_it(hall: Hall) -> None:
    """`/my tables` and the choice among a channel's threads; a button closes it."""
    host = Person(hall.alice.id, "alice")
    channel = hall.bot.get_channel(hall.pub.id)
    assert isinstance(channel, discord.TextChannel)
    kind = discord.ChannelType.public_thread
    for number in range(1, 4):
        thread = await channel.create_thread(name=f"table {number}", type=kind)
        await hall.bot.referee.open(
            "beer_brawl",
            {},
            channel_id=thread.id,
            parent_id=hall.pub.id,
            guild_id=hall.guild.id,
            host=host,
        )
    await hall.quiet()
    await spoil(hall, 1)
    asked = await hall.says(hall.alice, "table show")
    assert "Which table?" in asked and UNREAD in asked and "table 2" in asked
    assert "BB1" in await hall.says(hall.alice, "rules", topic="BB1")
    await hall.completes(hall.alice, "rules", "topic", "d")
    mine = (await hall.alice.slash(hall.pub, "my tables")).response
    assert UNREAD in mine.content and "Table 3: Beer Brawl" in mine.content
    assert labels(mine) == ["Close table 1", "Daily digest"]
    sure = (await hall.alice.click(mine, label="Close table 1")).response
    assert (sure.content, labels(sure)) == (
        "Close table 1?\nThe game ends for everybody without a result, and cannot be taken up again.",
        ["Yes", "No"],
    )
    closed = (await hall.alice.click(sure, label="Yes")).response
    assert closed.content == "Table 1 is closed."
    assert UNREAD not in await hall.says(hall.alice, "my tables")


@pytest.mark.slow
async def test_a_start_with_it_goes_on(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    """Posts, direct messages, computers and clocks of others; it is not tried for ever."""
    await hall.alice.slash(hall.pub, "beer-brawl new", here=True, computer="easy", pace=86400)
    await hall.alice.slash(hall.pub, "table start")
    await hall.quiet()
    other = hall.guild.create_text_channel("other")
    await hall.bob.slash(other, "beer-brawl new", here=True, computer="easy", pace=86400)
    await hall.quiet()
    async with hall.bot.store.writing() as connection:
        await connection.execute(
            text(
                "INSERT INTO outbox (table_id, sequence, kind, payload, created_at)"
                " SELECT id, posted + 1, 'told', '{}', created_at FROM tables WHERE id = 1"
            )
        )
    await spoil(hall, 1)
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        await hall.restart()
        await hall.quiet()
        await hall.bot.absences.connected()
        await hall.bot.absences.sweep()
        await hall.bot.absences.server_gone(hall.guild.id, told=False)
        await hall.bot.absences.server_back(hall.guild.id)
        await hall.bot.clock.close()
        clock, now = Clock(hall.bot.referee), hall.bot.referee.now
        hall.bot.referee.now = lambda: now() + timedelta(days=2)
        await clock.tick()
        told = len(caplog.records)
        await clock.tick()
    assert len(caplog.records) == told, "the clock does not try it all the time"
    assert not [r for r in caplog.records if r.levelno >= logging.ERROR], caplog.text
    assert len([r for r in caplog.records if "nothing is posted" in r.message]) <= 2
    await hall.bob.slash(other, "table start")
    await hall.quiet()
    assert (await hall.table(2)).status == "playing"
    pressed = await forged(hall, hall.alice, "d:1:play")
    assert pressed.response.content.startswith(UNREAD)
