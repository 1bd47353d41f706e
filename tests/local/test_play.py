"""What players and a real discord.py bot can do together."""

from __future__ import annotations

import io

import aiohttp
import discord
from PIL import Image

from tests.local.player import Player
from tests.local.tiny import Board, Buttons, Tiny, picture


async def test_first_run_has_a_room_for_each_game_and_two_players(bot: Tiny, juno: Player) -> None:
    names = [c.name for c in bot.hall.text_channels]
    assert bot.hall.name == "The Brawl Hall"
    assert names == ["welcome", "beer-brawl", "brawl", "bro-brawl", "brawl-mart", "brawlhalla"]
    assert [c.name for c in juno.channels.values()] == names
    assert bot.hall.owner_id == int(juno.id)
    assert bot.hall.me.guild_permissions.manage_threads
    assert not bot.hall.me.guild_permissions.administrator


async def test_a_command_is_answered_for_its_player_alone(juno: Player, pip: Player) -> None:
    answer = await juno.command("table new", opponent=pip, brew="stout", rounds=5)
    assert answer.message is not None
    assert answer.message.text == "Juno against Pip, stout, 5"
    assert answer.message.ephemeral
    await pip.look("beer-brawl")
    assert pip.messages() == []


async def test_autocomplete_offers_what_fits_the_typed_text(juno: Player) -> None:
    choices = await juno.complete("table new", "brew", "2")
    assert [c["name"] for c in choices][:3] == ["Brew 2", "Brew 12", "Brew 20"]
    assert len(await juno.complete("table new", "brew")) == 25


async def test_buttons_selects_and_forms(juno: Player, pip: Player) -> None:
    buttons = (await juno.command("table buttons")).message
    assert buttons is not None
    for _ in range(3):
        buttons = (await pip.click(await pip.wait(lambda m: m.buttons), "Count")).message
    assert buttons is not None
    assert (await juno.wait(lambda m: m.buttons)).button("Count 3")

    form = await juno.click(buttons, "Form")
    assert form.modal is not None
    assert form.modal["title"] == "A form"
    done = await juno.submit(form, name="Juno", colour=["red"])
    assert done.message is not None
    assert done.message.text == "Juno likes red"

    brews = await juno.choose(buttons, "Brew 1", "Brew 4")
    assert brews.message is not None
    assert brews.message.text == "b1 and b4"
    bro = await juno.choose(buttons, pip, select="who")
    assert bro.message is not None
    assert bro.message.text == f"It is <@{pip.id}>!"


async def test_a_hand_is_seen_by_its_owner_alone(juno: Player, pip: Player) -> None:
    buttons = (await juno.command("table buttons")).message
    assert buttons is not None
    hand = (await juno.click(buttons, "Hand")).message
    assert hand is not None
    (address, alt) = hand.pictures[0]
    assert alt == "Your hand: three cards"
    assert Image.open(io.BytesIO(await juno.picture(address))).size == (640, 400)
    await pip.look("beer-brawl")
    assert "hand.png" not in str([m.raw for m in pip.all_messages()])


async def test_a_board_in_the_new_layout(bot: Tiny, juno: Player, pip: Player) -> None:
    await juno.command("table board")
    board = await pip.wait(lambda m: "The board" in m.text)
    assert board.pictures[0][1] == "An empty board"
    assert board.button("Play")
    gallery = next(c for c in board.components if c["type"] == 12)
    assert (gallery["items"][0]["media"]["width"], board.content) == (640, "")
    await juno.wait(lambda m: m.text == "Posted." and m.ephemeral and not m.loading)

    posted = await bot.room().fetch_message(int(board.id))
    assert await posted.attachments[0].read() == await pip.picture(board.pictures[0][0])
    await posted.edit(view=Board(), attachments=[discord.File(picture("red"), "board.png")])
    await pip.wait(lambda m: m.id == board.id and m.pictures != board.pictures)


async def test_direct_messages_are_between_two(bot: Tiny, juno: Player, pip: Player) -> None:
    user = await bot.fetch_user(int(pip.id))
    await user.send("psst", view=Buttons())
    await pip.until(lambda: any(c.dm for c in pip.channels.values()))
    await pip.go("@dm")
    secret = await pip.wait(lambda m: m.text == "psst")
    hand = await pip.click(secret, "Hand")
    assert hand.message is not None
    assert hand.message.ephemeral
    assert not any(c.dm for c in juno.channels.values())
    assert "table new" not in await pip.commands()
    assert "hold" in await pip.commands()
    await pip.say("thanks")
    assert await bot.heard.get() == "thanks"


async def test_threads_open_archive_and_wake(bot: Tiny, juno: Player, pip: Player) -> None:
    message = await bot.room().send("A table")
    thread = await message.create_thread(name="Table 1", auto_archive_duration=60)
    await juno.until(lambda: any(c.name == "Table 1" for c in juno.channels.values()))
    await juno.go("Table 1")
    await thread.send("inside")
    await juno.wait(lambda m: m.text == "inside")
    await thread.edit(archived=True)
    await thread.send("again")
    woken = await bot.fetch_channel(thread.id)
    assert isinstance(woken, discord.Thread) and not woken.archived

    secret = await bot.room().create_thread(name="Secret", invitable=False)
    await secret.add_user(discord.Object(int(pip.id)))
    await pip.until(lambda: any(c.name == "Secret" for c in pip.channels.values()))
    third = await juno.add_player("Wren")
    async with Player.join(juno.url, "Wren") as wren:
        assert wren.id == third
        assert "Table 1" in [c.name for c in wren.channels.values()]
        assert "Secret" not in [c.name for c in wren.channels.values()]


async def test_a_nonce_keeps_a_post_from_going_out_twice(bot: Tiny, juno: Player) -> None:
    first = await bot.room().send("once", nonce="42")
    second = await bot.room().send("once", nonce="42")
    assert first.id == second.id
    await juno.look("beer-brawl")
    assert [m.text for m in juno.messages()] == ["once"]
    assert (await bot.room("brawl").send("once", nonce="42")).id != first.id


async def test_only_allowed_mentions_ping(bot: Tiny, juno: Player, pip: Player) -> None:
    words = f"<@{juno.id}> and <@{pip.id}>"
    quiet = await bot.room().send(words)
    assert quiet.mentions == []
    loud = await bot.room().send(
        words, allowed_mentions=discord.AllowedMentions(users=[discord.Object(int(pip.id))])
    )
    assert [u.id for u in loud.mentions] == [int(pip.id)]


async def test_history_pages_and_deletes(bot: Tiny, juno: Player) -> None:
    sent = [await bot.room().send(str(n)) for n in range(5)]
    assert [m.content async for m in bot.room().history(limit=3)] == ["4", "3", "2"]
    after = [m.content async for m in bot.room().history(after=sent[1], limit=2)]
    assert after == ["2", "3"]
    await sent[4].delete()
    await juno.look("beer-brawl")
    assert [m.text for m in juno.messages()] == ["0", "1", "2", "3"]


async def test_typing_shows_to_those_who_watch(bot: Tiny, juno: Player) -> None:
    await bot.room().typing()
    assert await juno.until(lambda: juno.typing) == [str(bot.room().id)]


async def test_unread_marks_count_pings_of_unwatched_channels(bot: Tiny, juno: Player) -> None:
    async with Player.join(juno.url, "Wren", watch=["welcome"]) as wren:
        room = bot.room("brawl")
        await room.send("news")
        await wren.until(lambda: wren.unread == {str(room.id): 0})
        allowed = discord.AllowedMentions(users=True)
        await room.send(f"<@{wren.id}>", allowed_mentions=allowed)
        await wren.until(lambda: wren.unread == {str(room.id): 1})
        await wren.go("brawl")
        await wren.until(lambda: wren.unread == {})


async def test_ephemeral_messages_can_be_dismissed(juno: Player, pip: Player) -> None:
    answer = await juno.command("table new", opponent=pip)
    assert answer.message is not None
    await juno.dismiss(answer.message)
    await juno.until(lambda: juno.messages() == [])


async def test_a_replaced_picture_stays_until_the_next_edit(bot: Tiny) -> None:
    """A window that has not yet heard of the edit still asks for the old one."""

    def drawing(number: int) -> discord.File:
        return discord.File(io.BytesIO(f"picture {number}".encode()), "board.png")

    message = await bot.room().send("A board", file=drawing(1))
    addresses = [message.attachments[0].url]
    for number in (2, 3):
        message = await message.edit(attachments=[drawing(number)])
        addresses.append(message.attachments[0].url)
    async with aiohttp.ClientSession() as http:
        found = [(await http.get(address)).status for address in addresses]
    assert found == [404, 200, 200]
