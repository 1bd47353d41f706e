"""Where tables are, over real sockets: threads, posts of forums, channels; asleep, locked, gone."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.client import RefereeBot
from bot.clock import Clock
from bot.local import limits
from bot.local.server import LocalDiscord
from bot.table import Person, Table
from tests.bot.sockets import Time, answered, arrive, says
from tests.local.player import Message, Player

pytestmark = pytest.mark.slow  # the bot on the local Discord
DAY = timedelta(days=1)


@pytest.fixture
async def juno(local: LocalDiscord, bot: RefereeBot) -> AsyncIterator[Player]:
    """The owner of the server."""
    async with Player.join(local.url, "Juno") as player:
        await player.go("beer-brawl")
        yield player


@pytest.fixture
async def pip(local: LocalDiscord, bot: RefereeBot) -> AsyncIterator[Player]:
    """Somebody without special rights."""
    async with Player.join(local.url, "Pip") as player:
        await player.go("beer-brawl")
        yield player


async def thread_of(player: Player, bot: RefereeBot, number: int = 1) -> dict[str, Any]:
    """The thread of a table, as Discord has it."""
    channel = str((await bot.referee.look(number)).channel_id)
    await player.until(lambda: channel in player.channels)
    return player.channels[channel].raw


async def begun(juno: Player, pip: Player, bot: RefereeBot, **more: Any) -> Message:
    """Both begin a game; the post that calls them, in the table's thread."""
    await says(juno, "beer-brawl new", opponent=pip, **more)
    await bot.referee.join(1, person(pip))
    await bot.referee.start(1, int(juno.id))
    await bot.poster.idle()
    room = str((await bot.referee.look(1)).channel_id)
    for player in (juno, pip):
        await arrive(player, room)
    return await juno.wait(lambda m: any(b.label == "Play" for b in m.buttons))


def person(player: Player) -> Person:
    """A player as the referee knows them."""
    return Person(int(player.id), player.name)


# -- places


async def test_a_table_has_a_thread_of_its_own(bot: RefereeBot, juno: Player, pip: Player) -> None:
    """Named by game, players and number, awake for a week; several are side by side."""
    said = await says(juno, "beer-brawl new", opponent=pip)
    thread = await thread_of(juno, bot)
    assert f"Table 1 is open in <#{thread['id']}>" in said
    assert thread["name"] == "Beer Brawl · Juno, Pip · table 1"
    assert thread["thread_metadata"]["auto_archive_duration"] == 10080
    assert thread["parent_id"] == juno.channel("beer-brawl").id
    assert "Table 2 is open in" in await says(pip, "table new", game="Bro Brawl")
    other = await thread_of(pip, bot, 2)
    assert other["name"] == "Bro Brawl · Pip · table 2"
    assert "Table 3 is open. " in await says(pip, "brawl new", here=True)
    assert (await bot.referee.look(3)).channel_id == int(pip.here)
    # In its thread a command means its table; in the channel, the only one that can be meant.
    await pip.go(thread["id"])
    assert "Table 1 is open" not in await says(pip, "table show")
    assert "Beer Brawl** · table 1" in await says(pip, "table show")
    await bot.referee.abandon(3, int(pip.id))
    await pip.go("beer-brawl")
    assert "You sit at table 1" in await says(pip, "table join", table=1)
    asked = await says(pip, "table show")
    assert "Which table?" in asked
    assert f"<#{thread['id']}>" in asked and f"<#{other['id']}>" in asked
    assert "Beer Brawl** · table 1" in await says(juno, "table show"), "she sits at one alone"
    await juno.go(thread["id"])
    await says(juno, "table start")
    assert "has no rule" not in await says(pip, "rules", game="Beer Brawl")


async def test_the_thread_is_named_after_those_who_play(
    bot: RefereeBot, juno: Player, pip: Player
) -> None:
    """Once the game begins; the number is the table's also where another was quicker."""
    await says(juno, "beer-brawl new")
    assert (await thread_of(juno, bot))["name"] == "Beer Brawl · Juno · table 1"
    await bot.referee.join(1, person(pip))
    await juno.go((await thread_of(juno, bot))["id"])
    await says(juno, "table start")
    wanted = "Beer Brawl · Juno, Pip · table 1"
    await juno.until(lambda: juno.channels[juno.here].raw["name"] == wanted)


async def test_a_game_against_a_computer_begins_where_it_was_asked_for(
    bot: RefereeBot, juno: Player
) -> None:
    """The thread need not be looked for: *Start* is under the answer, and what is asked follows."""
    said = await answered(juno, await juno.command("beer-brawl new", computer="easy"))
    assert [b.label for b in said.buttons] == ["Start", "My own word"]
    panel = await answered(juno, await juno.click(said, "Start"))
    assert "Reroll" in [b.label for b in panel.buttons]
    assert (await bot.referee.look(1)).status == "playing"


async def test_announcements_and_forums(bot: RefereeBot, juno: Player) -> None:
    """Announcement channels have threads of their own kind, forums posts."""
    news = await juno.open_channel("news", "announcement")
    await juno.go(news.id)
    await says(juno, "brawl new")
    thread = await thread_of(juno, bot)
    assert (thread["type"], thread["parent_id"]) == (10, news.id)
    forum = await juno.open_channel("games", "forum")
    mine = await juno.open_channel("Who plays?", "thread", parent="games")
    await juno.go(mine.id)
    assert "Table 2 is open. " in await says(juno, "brawl new"), "a free post is its own thread"
    assert "Table 3 is open in" in await says(juno, "beer-brawl new")
    post = await thread_of(juno, bot, 3)
    assert (post["parent_id"], post["name"]) == (forum.id, "Beer Brawl · Juno · table 3")
    assert (await bot.referee.look(3)).parent_id == int(forum.id)
    await juno.change_channel("games", flags=1 << 4)  # posts need a tag, and there is none
    assert "A game is on in this channel already" in await says(juno, "brawl new")


async def test_where_no_thread_can_be_the_channel_is_the_place(
    bot: RefereeBot, juno: Player, pip: Player
) -> None:
    """And it is said why: the bot may not, or whoever asks; then *Try* is refused."""
    await juno.change_channel("brawl", deny={"bot": ["create_public_threads"]})
    await juno.go("brawl")
    said = await says(juno, "brawl new")
    assert "Table 1 is open. " in said
    assert "I lack *Create Public Threads*" in said and "in the channel itself" in said
    assert (await bot.referee.look(1)).channel_id == int(juno.here)
    assert "A game is on in this channel already" in await says(juno, "brawl new")
    lacking = await says(juno, "help")
    assert "I lack *Create Public Threads*: a table is played in the channel itself" in lacking
    await juno.change_channel("bro-brawl", deny={"everybody": ["create_public_threads"]})
    await juno.change_channel("bro-brawl", allow={"bot": ["create_public_threads"]})
    await pip.go("bro-brawl")
    assert "You may not open threads in this channel" in await says(pip, "bro-brawl new")
    shown = await answered(pip, await pip.command("help"))
    refused = await answered(pip, await pip.click(shown, "Try BRAWL"))
    assert "you may not open threads in this channel" in refused.text
    assert len(await bot.store.live()) == 2


async def test_a_thread_is_named_after_the_table_that_is_played_there(
    bot: RefereeBot, juno: Player, pip: Player
) -> None:
    """After a rematch, that is another one."""
    await begun(juno, pip, bot)
    await bot.referee.resign(1, int(pip.id))
    last = await juno.wait(lambda m: any(b.label == "Rematch" for b in m.buttons))
    await answered(juno, await juno.click(last, "Rematch"))
    room = str((await bot.referee.look(2)).channel_id)
    await juno.until(lambda: juno.channels[room].raw["name"].endswith("Pip, Juno · table 2"))


async def test_a_name_that_waits_for_its_time_gives_way_to_a_newer_one(
    local: LocalDiscord,
    bot: RefereeBot,
    juno: Player,
    pip: Player,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Discord takes two names in ten minutes, here in three seconds; the last one counts."""
    monkeypatch.setattr(limits, "_RENAMES", (2, 3.0))
    local.faults.settings.buckets = True
    await begun(juno, pip, bot)
    table = await bot.referee.look(1)
    thread, names = bot.get_channel(table.channel_id), []
    assert isinstance(thread, discord.Thread)

    async def heard(before: discord.Thread, after: discord.Thread) -> None:
        names.append(after.name.split(" · ")[1])

    bot.add_listener(heard, "on_thread_update")
    for name in ("Ann", "Bob", "Cat", "Dan"):
        bot.lobby.places.rename(table, thread, [name])
        await asyncio.sleep(0.3)
    await juno.until(lambda: "Dan" in names)
    await asyncio.sleep(2)  # the time of any other would have come by now
    assert names == ["Ann", "Bob", "Dan"]


async def test_trying_a_game_opens_one_table_for_each_person(
    bot: RefereeBot, juno: Player, pip: Player
) -> None:
    """Another press leads to the one that lives; another game waits until it is closed."""
    shown = await answered(pip, await pip.command("help"))
    first = await answered(pip, await pip.click(shown, "Try Brawl Mart"))
    link = f"<#{(await bot.referee.look(1)).channel_id}>"
    assert f"Your table is {link}" in first.text
    again = await answered(pip, await pip.click(shown, "Try Brawl Mart"))
    assert f"open already: {link}" in again.text
    assert [b.label for b in again.buttons] == [b.label for b in first.buttons]
    other = await answered(pip, await pip.click(shown, "Try Bro Brawl"))
    assert "one game at a time" in other.text and link in other.text
    assert [b.label for b in other.buttons] == ["Play on", "Close it and start Bro Brawl"]
    assert await bot.store.live() == [1]
    await answered(
        juno, await juno.click(await answered(juno, await juno.command("help")), "Try Bro")
    )
    assert await bot.store.live() == [2, 1], "each person has one"
    await pip.click(other, "Close it and start Bro Brawl")
    begun = await pip.wait(lambda m: m.id == other.id and "table 3" in m.text)
    assert "Your table is <#" in begun.text and begun.buttons
    assert await bot.store.live() == [3, 2]
    shown = await answered(pip, await pip.command("table show", table=3))
    await pip.click(shown, "Close the table")
    sure = await pip.wait(lambda m: m.id == shown.id and m.buttons[0].label == "Yes")
    assert sure.text.startswith("Close **Bro Brawl** · table 3?\nThe game ends without a result")
    await pip.click(sure, "Yes")
    closed = await pip.wait(lambda m: m.id == shown.id and not m.buttons)
    assert closed.text == "**Bro Brawl** · table 3 is closed."


# -- asleep and locked


async def test_a_thread_that_sleeps_is_woken(bot: RefereeBot, juno: Player, pip: Player) -> None:
    """By what is posted, by an edit, by a press and by a command."""
    post = await begun(juno, pip, bot)
    room = juno.here

    async def asleep() -> None:
        await juno.change_channel(room, archived=True)
        await juno.until(lambda: juno.channels[room].raw["thread_metadata"]["archived"])

    await asleep()
    panel = await answered(juno, await juno.click(post, "Play"))
    assert "Reroll" in [b.label for b in panel.buttons]
    await asleep()
    assert "Beer Brawl** · table 1" in await says(pip, "table show")
    await asleep()
    assert "First steps" in await says(pip, "help")
    await asleep()
    assert "It is awake now" in await says(pip, "rules"), "what is answered at once"
    await asleep()
    await bot.referee.offer_draw(1, int(pip.id))
    await bot.poster.idle()
    await juno.until(lambda: not juno.channels[room].raw["thread_metadata"]["archived"])
    assert any("offers a draw" in m.text for m in juno.messages(room))


async def test_a_post_is_edited_in_a_thread_that_sleeps(
    bot: RefereeBot, juno: Player, pip: Player
) -> None:
    """It is woken and the post stays where it is, not sent anew."""
    await says(juno, "beer-brawl new")
    await arrive(juno, (await thread_of(juno, bot))["id"])
    lobby = await juno.wait(lambda m: any(b.label == "Join" for b in m.buttons))
    await juno.change_channel(juno.here, archived=True)
    await bot.referee.join(1, person(pip))
    await juno.wait(lambda m: m.id == lobby.id and "2 of 2" in m.text)
    await bot.poster.idle()
    assert [m.id for m in juno.messages() if "2 of 2" in m.text] == [lobby.id]


async def test_a_locked_thread_gets_words(bot: RefereeBot, juno: Player, pip: Player) -> None:
    """Nothing can be answered there, so it is said directly; the game itself goes on."""
    post = await begun(juno, pip, bot)
    await juno.change_channel(juno.here, locked=True, archived=True)
    click = pip._ask(
        "click", channel=post.channel, message=post.id, custom_id="d:1:play", values=None
    )
    asked = asyncio.create_task(click)
    message = await pip.until(
        lambda: next((m for m in pip.all_messages() if "thread is locked" in m.text), None)
    )
    assert f"<#{post.channel}>" in message.text
    await juno.advance(4)
    assert "failed" in await asked


# -- gone


async def test_a_deleted_thread_lets_its_table_rest(
    bot: RefereeBot, juno: Player, pip: Player
) -> None:
    """Clocks stop, everybody is told, nothing is taken; after two weeks it is closed."""
    time = await Time.of(bot)
    await begun(juno, pip, bot, pace=3600)
    await juno.close_channel(juno.here)
    said = await pip.until(
        lambda: next((m for m in pip.all_messages() if "is paused" in m.text), None)
    )
    assert "the channel that it was in is gone" in said.text
    table = await bot.referee.look(1)
    assert table.pause is not None and list(table.clocks) == ["pause:close"]
    await juno.go("beer-brawl")
    assert "is paused" in await says(juno, "table play", table=1)
    assert "· paused" in await says(juno, "my tables")
    for days, status in ((13, "playing"), (1, "abandoned")):
        time.at += days * DAY
        await Clock(bot.referee).tick()
        assert (await bot.referee.look(1)).status == status


async def test_a_channel_that_went_unheard_is_noticed_by_the_next_post(
    local: LocalDiscord, bot: RefereeBot, juno: Player, pip: Player
) -> None:
    """As when it was deleted while the bot was away."""
    await begun(juno, pip, bot)
    local.world.drop_channel(local.world.channels[juno.here])
    await bot.referee.offer_draw(1, int(pip.id))
    await bot.poster.idle()
    await bot.absences.idle()
    table = await bot.referee.look(1)
    assert table.pause is not None and table.pause.why == "channel"


async def test_a_server_that_is_gone_and_comes_back(
    local: LocalDiscord, bot: RefereeBot, juno: Player, pip: Player
) -> None:
    """Clocks go on where they stood; an outage is not worth a message."""
    time = await Time.of(bot)
    await begun(juno, pip, bot, pace=3600)
    ends = {name: due.at for name, due in (await bot.referee.look(1)).clocks.items()}
    home = await juno.home()
    await juno.faults(outages=[home])
    await rested(bot, rests=True)
    assert not any("is paused" in m.text for m in (*juno.all_messages(), *pip.all_messages()))
    time.at += DAY
    await juno.faults(outages=[])
    back = await rested(bot, rests=False)
    assert {name: due.at - DAY for name, due in back.clocks.items()} == ends
    await juno.wait(lambda m: "The table goes on." in m.text)
    # Sent away is worth a message; invited again, it goes on.
    await juno.change_server(away=["bot"])
    told = await pip.until(
        lambda: next((m for m in pip.all_messages() if "not in its server" in m.text), None)
    )
    assert "goes on when I am back there" in told.text
    await rested(bot, rests=True)
    await juno.change_server(away=[])
    await rested(bot, rests=False)


async def test_a_player_who_has_left_is_waited_for(
    bot: RefereeBot, juno: Player, pip: Player
) -> None:
    """Noticed before their time is up; the others are told, and it goes on when they are back."""
    time = await Time.of(bot)
    await begun(juno, pip, bot, pace=3600)
    await juno.change_server(away=[pip.id])
    time.at += timedelta(minutes=50)
    await Clock(bot.referee).tick()  # the warning
    await bot.absences.idle()
    table = await bot.referee.look(1)
    assert table.pause is not None and table.pause.who == (int(pip.id),)
    await juno.wait(lambda m: "Pip left the server" in m.text and not m.ephemeral)
    await juno.change_server(away=[])
    assert "is paused" in await says(juno, "beer-brawl reroll")
    await bot.absences.idle()
    table = await bot.referee.look(1)
    assert table.pause is None
    assert all(due.at - time.at < timedelta(minutes=11) for due in table.clocks.values())
    await juno.wait(lambda m: "The table goes on." in m.text)


async def rested(bot: RefereeBot, *, rests: bool) -> Table:
    """The table once it rests, or goes on."""
    changed = asyncio.Event()
    bot.referee.listeners.append(lambda change: changed.set())
    async with asyncio.timeout(20):
        while ((table := await bot.referee.look(1)).pause is not None) != rests:
            await changed.wait()
            changed.clear()
    return table
