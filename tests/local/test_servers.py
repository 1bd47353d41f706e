"""Servers as their owners make them: kinds of channels, sleeping threads, rights, who is in."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import discord
import pytest

from bot.local.limits import Limits
from bot.local.server import LocalDiscord
from bot.local.world import INVITE
from tests.local.player import Failed, Player, Refused
from tests.local.test_rules import refused
from tests.local.tiny import PATIENCE, Buttons, Tiny, picture

WORDS = {"content": "x"}
LEAST = ["view_channel", "send_messages", "create_public_threads", "send_messages_in_threads"]


async def ask(
    local: LocalDiscord, method: str, path: str, body: Any = None
) -> tuple[int, Any, Any]:
    """A call of the bot as it goes over the wire: status, body, headers."""
    headers = {"Authorization": f"Bot {local.token}"}
    async with (
        aiohttp.ClientSession() as http,
        http.request(method, f"{local.api}/{path}", json=body, headers=headers) as answer,
    ):
        return answer.status, await answer.json(content_type=None), answer.headers


async def heard(bot: Tiny, kind: str, true: Any) -> None:
    """Waits until the bot has heard of a change."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await bot.wait_for(kind)


async def test_announcement_channels_have_announcement_threads_only(
    local: LocalDiscord, bot: Tiny, juno: Player
) -> None:
    news = await juno.open_channel("news", "announcement")
    await heard(bot, "guild_channel_create", lambda: bot.get_channel(int(news.id)))
    room = bot.get_channel(int(news.id))
    assert isinstance(room, discord.TextChannel) and room.is_news()
    where = f"channels/{news.id}/threads"
    status, body, _ = await ask(local, "POST", where, {"name": "Table 1", "type": 11})
    assert (status, body["code"]) == (400, 50024)
    status, body, _ = await ask(local, "POST", where, {"name": "Table 1", "type": 10})
    assert (status, body["type"], body["parent_id"]) == (201, 10, news.id)
    thread = await (await room.send("read this")).create_thread(name="Table 2")
    assert thread.type is discord.ChannelType.news_thread
    await thread.send("inside")
    await juno.until(lambda: str(thread.id) in juno.channels)
    await juno.go(str(thread.id))
    assert juno.messages()[-1].text == "inside"


async def test_a_forum_holds_posts_that_begin_with_a_message(bot: Tiny, juno: Player) -> None:
    games = await juno.open_channel("games", "forum")
    await heard(bot, "guild_channel_create", lambda: bot.get_channel(int(games.id)))
    forum = bot.get_channel(int(games.id))
    assert isinstance(forum, discord.ForumChannel)
    thread, message = await forum.create_thread(
        name="Table 1", content="It begins", file=discord.File(picture(), "board.png")
    )
    assert thread.id == message.id and thread.parent_id == forum.id
    await juno.until(lambda: str(thread.id) in juno.channels)
    await juno.go(str(thread.id))
    assert [m.text for m in juno.messages()] == ["It begins"]
    await refused(bot.http.send_message(forum.id, params=_words("no")), 50008, 400)
    await juno.go("games")
    with pytest.raises(Refused, match="no messages of its own"):
        await juno.say("no")
    mine = await juno.open_channel("Who plays?", "thread", parent="games")
    await juno.go(mine.id)
    assert (await juno.command("table buttons")).message is not None
    await juno.change_channel("games", flags=1 << 4)
    await refused(forum.create_thread(name="Table 2", content="no tag"), 40067, 400)


def _words(content: str) -> discord.http.MultipartParameters:
    return discord.http.handle_message_parameters(content)


async def test_an_archived_thread_is_answered_in_once_it_is_woken(bot: Tiny, juno: Player) -> None:
    thread = await bot.room().create_thread(name="T", type=discord.ChannelType.public_thread)
    post = await thread.send("hello", view=Buttons())
    await juno.until(lambda: str(thread.id) in juno.channels)
    await juno.go(str(thread.id))
    await juno.change_channel("T", archived=True)
    await refused(post.edit(content="no"), 50083, 400)
    asked = asyncio.create_task(juno.command("hold"))
    click = await bot.held.get()
    await refused(click.response.send_message("no"), 50083, 403)
    await thread.edit(archived=False)
    await click.response.send_message("awake", ephemeral=True)
    assert (await asked).message is not None
    await juno.change_channel("T", archived=True)
    await thread.send("posting wakes it too")
    woken = await bot.fetch_channel(thread.id)
    assert isinstance(woken, discord.Thread) and not woken.archived


async def test_a_locked_thread_is_for_moderators(bot: Tiny, juno: Player, pip: Player) -> None:
    thread = await bot.room().create_thread(name="T", type=discord.ChannelType.public_thread)
    await pip.until(lambda: str(thread.id) in pip.channels)
    await juno.change_channel("T", locked=True)
    await thread.send("I may manage threads")
    await juno.change_server(bot=LEAST)
    await refused(thread.send("I may not"), 160005, 403)
    await pip.go(str(thread.id))
    with pytest.raises(Refused, match="locked"):
        await pip.say("nor I")
    asked = asyncio.create_task(pip.command("hold"))
    await refused((await bot.held.get()).response.defer(ephemeral=True), 50083, 403)
    await juno.advance(4)
    with pytest.raises(Failed):
        await asked
    await juno.change_channel("T", archived=True)
    await refused(thread.edit(archived=False), 160005, 403)


async def test_the_bots_role_is_what_its_invitation_asks_for(bot: Tiny, juno: Player) -> None:
    await juno.change_server(bot=LEAST)
    mine = bot.hall.me.guild_permissions
    await heard(bot, "guild_role_update", lambda: not bot.hall.me.guild_permissions.attach_files)
    assert mine.value != bot.hall.me.guild_permissions.value
    await bot.room().send("words")
    await refused(bot.room().send(file=discord.File(picture(), "a.png")), 50013, 403)
    kind = discord.ChannelType.private_thread
    await refused(bot.room().create_thread(name="no", type=kind), 50013, 403)
    async with LocalDiscord(None) as fresh:
        assert fresh.world.guild["roles"][1]["permissions"] == str(INVITE)
        _, guilds, _ = await ask(fresh, "GET", "users/@me/guilds")
    assert [guild["permissions"] for guild in guilds] == [str(INVITE)]


async def test_a_player_may_be_given_rights_in_one_channel(
    bot: Tiny, juno: Player, pip: Player
) -> None:
    await juno.change_server(own={pip.id: ["manage_guild"]})
    assert "admin" in await pip.commands()
    await juno.change_channel("brawl", allow={pip.id: ["manage_messages"]})
    await juno.change_channel("brawl", deny={"everybody": ["send_messages"]})
    for room, may in (("brawl", True), ("bro-brawl", False)):
        await pip.go(room)
        asked = asyncio.create_task(pip.command("hold"))
        click = await bot.held.get()
        assert click.permissions.manage_messages is may
        await click.response.send_message("seen", ephemeral=True)
        await asked


async def test_several_servers_stand_side_by_side(
    local: LocalDiscord, bot: Tiny, juno: Player, pip: Player
) -> None:
    second = await juno.open_server("The Other Hall")
    await heard(bot, "guild_join", lambda: bot.get_guild(int(second["id"])))
    hall = bot.get_guild(int(second["id"]))
    assert hall is not None and hall.me.guild_permissions.value == INVITE
    await hall.text_channels[0].send("hello there")
    await pip.until(lambda: any(c.name == "general" for c in pip.channels.values()))
    await pip.go("general")
    assert pip.messages()[-1].text == "hello there"
    asked = asyncio.create_task(pip.command("hold"))
    click = await bot.held.get()
    assert click.guild_id == hall.id
    await click.response.send_message("here", ephemeral=True)
    await asked
    await juno.change_server(second["id"], away=[pip.id])
    await pip.until(lambda: not any(c.name == "general" for c in pip.channels.values()))
    await refused(hall.fetch_member(int(pip.id)), 10007, 404)
    await juno.faults(outages=[second["id"]])
    await bot.wait_for("guild_unavailable", timeout=PATIENCE)
    await juno.faults(outages=[])
    await bot.wait_for("guild_available", timeout=PATIENCE)
    await juno.close_server(second["id"])
    await heard(bot, "guild_remove", lambda: bot.get_guild(hall.id) is None)
    await refused(bot.fetch_guild(hall.id), 10004, 404)
    await juno.close_channel("brawl")
    await refused(bot.fetch_channel(int(second["channels"][0]["id"])), 10003, 404)


@pytest.mark.parametrize(
    ("kind", "call", "answer"),
    [
        ("40003", ("POST", "users/@me/channels", {"recipient_id": "{juno}"}), (403, 40003)),
        ("503", ("POST", "channels/{room}/messages", {"content": "x"}), (503, 0)),
        ("400", ("POST", "channels/{room}/messages", {"content": "x"}), (400, 50035)),
        ("30046", ("PATCH", "channels/{room}/messages/1", {"content": "x"}), (429, 30046)),
        ("40060", ("POST", "interactions/1/x/callback", {"type": 4}), (400, 40060)),
        ("50083", ("POST", "interactions/1/x/callback", {"type": 4}), (403, 50083)),
        ("50024", ("POST", "channels/{room}/threads", {"name": "x", "type": 11}), (400, 50024)),
    ],
)
async def test_discords_answers_to_order(
    local: LocalDiscord, kind: str, call: tuple[str, str, Any], answer: tuple[int, int]
) -> None:
    world = local.world
    names = {"room": next(iter(world.channels)), "juno": world.players[0]["id"]}
    local.faults.change({"troubles": [{"kind": kind, "left": 1, "seconds": 4}]})
    method, path, body = call
    status, said, headers = await ask(local, method, path.format(**names), body)
    assert (status, said["code"]) == answer
    assert local.faults.settings.troubles == []
    if kind == "30046":
        assert (said["retry_after"], headers["Retry-After"], bool(headers["Via"])) == (4, "4", True)


async def test_uploads_may_be_refused_where_words_are_not(bot: Tiny, juno: Player) -> None:
    await juno.faults(troubles=[{"kind": "400001"}])
    await bot.room().send("words")
    await refused(bot.room().send(file=discord.File(picture(), "a.png")), 400001, 403)
    await juno.faults(troubles=[{"kind": "cloudflare", "left": 1}])
    await refused(bot.room().send("words"), 0, 429)


async def test_limits_are_counted_unless_a_test_says_otherwise() -> None:
    async with LocalDiscord(None) as fresh:
        room = next(iter(fresh.world.channels))
        fresh.world.invite(discord.Permissions.all().value)
        for left in ("4", "3"):
            status, _, headers = await ask(fresh, "POST", f"channels/{room}/messages", WORDS)
            assert (status, headers["X-RateLimit-Remaining"]) == (200, left)
        assert headers["X-RateLimit-Bucket"]
        names = [await ask(fresh, "PATCH", f"channels/{room}", {"name": f"n{n}"}) for n in range(3)]
        assert [status for status, *_ in names] == [200, 200, 429]
        assert 590 < names[-1][1]["retry_after"] <= 600
    everywhere = Limits()
    waits = [everywhere.everywhere(f"GET users/{number}") for number in range(51)]
    assert waits[:50] == [None] * 50 and waits[50]
