"""Finding a game: what is open, who is invited, who is told, and when a table closes."""

from datetime import timedelta
from typing import Any

import discord
import pytest

from tests.bot.hall import Hall, forged, labels, selects

pytestmark = pytest.mark.slow  # many tables are opened


def later(hall: Hall, span: timedelta) -> None:
    """So much time has passed."""
    now = hall.bot.referee.now() + span
    hall.bot.referee.now = lambda: now


def sent(hall: Hall, channel: Any) -> list[dict[str, Any]]:
    """What was posted in a channel, as Discord got it."""
    path = f"/channels/{channel.id}/messages"
    return [r.json for r in hall.env.http_requests if r.method == "POST" and r.path.endswith(path)]


def letters(hall: Hall, member: Any) -> list[Any]:
    """What somebody got by direct message, if they were ever written to."""
    known = hall.env.backend.dm_channels.get(member.id)
    return hall.dms(member) if known is not None else []


async def finds(hall: Hall, member: Any, **given: Any) -> Any:
    """What somebody is shown by `/table find`."""
    return (await member.slash(hall.pub, "table find", **given)).response


def listed(shown: Any) -> list[str]:
    """The tables that can be joined, by number."""
    return [option["value"] for select in selects(shown) for option in select["options"]]


# -- the list


async def test_open_tables_are_listed_and_joined_right_there(hall: Hall) -> None:
    """By game or all; whoever sits there sees so; what has begun is not in it."""
    assert "No table here waits for players." in (await finds(hall, hall.bob)).content
    await hall.beer(hall.alice, "new", pace=86_400)
    await hall.bob.slash(hall.pub, "bro-brawl new")
    shown = await finds(hall, hall.carol)
    assert shown.content.startswith("**Open tables** · 2\n**Bro Brawl** · table 2 in <#")
    assert (
        "table 1 in <#" in shown.content and "1 of 2 seats free · 1 day per turn" in shown.content
    )
    assert listed(shown) == ["2", "1"]
    assert listed(await finds(hall, hall.alice)) == ["2"]
    assert "you sit here" in (await finds(hall, hall.alice)).content
    only = await finds(hall, hall.carol, game="Beer Brawl")
    assert listed(only) == ["1"]
    assert "for this game" in (await finds(hall, hall.carol, game="BRAWL")).content
    joined = (await hall.carol.select(only, ["1"])).response
    assert joined.ephemeral and "You sit at table 1." in joined.content
    await hall.quiet()
    assert listed(await finds(hall, hall.bob)) == [], "every seat of the other is taken"
    await hall.says(hall.alice, "table start", table=1)
    again = (await hall.carol.click(only, label="Look again")).response
    assert again.id == only.id and "for this game" in again.content


async def test_many_tables_come_in_pages(hall: Hall) -> None:
    """Each with the way to the others; a page that is no more is the last one."""
    for number in range(10):
        room = hall.guild.create_text_channel(f"room{number}")
        await hall.alice.slash(room, "beer-brawl new", here=True)
    shown = await finds(hall, hall.bob)
    assert "· 10 · page 1 of 2" in shown.content and len(listed(shown)) == 8
    assert labels(shown) == ["More", "Look again"]
    more = (await hall.bob.click(shown, label="More")).response
    assert more.id == shown.id and listed(more) == ["2", "1"]
    assert labels(more) == ["Back", "Look again"]
    assert listed((await hall.bob.click(more, label="Back")).response)[0] == "10"
    far = (await forged(hall, hall.bob, "f:9999:beer_brawl")).response
    assert far.ephemeral and listed(far) == ["2", "1"]


async def test_what_somebody_cannot_see_is_not_found(hall: Hall) -> None:
    """A channel that is hidden from them, a game that there is not, direct messages."""
    role = hall.guild.create_role("Club")
    nobody = discord.PermissionOverwrite(view_channel=False)
    club = discord.PermissionOverwrite(view_channel=True)
    room = hall.guild.create_text_channel(
        "club", overwrites={hall.guild.default_role: nobody, role: club}
    )
    dora = hall.guild.add_member(hall.env.create_user("dora"), roles=[role])
    await dora.slash(room, "beer-brawl new", here=True)
    assert listed(await finds(hall, hall.bob)) == []
    refused = (await forged(hall, hall.bob, "fj:0", "1")).response
    assert "no such table" in refused.content
    assert "I referee no game called “chess”" in (await finds(hall, hall.bob, game="chess")).content
    assert "no such table" in (await forged(hall, hall.bob, "fj:0", "99")).response.content


# -- full


async def test_a_table_begins_by_itself_when_it_is_full(hall: Hall) -> None:
    """If its host asked for it, at first or later; whoever came last is shown what to do."""
    await hall.beer(hall.alice, "new", start="when full", rerolls=0)
    assert "begins by itself" in hall.post.content
    lobby = hall.post
    shown = (await hall.bob.click(lobby, label="Join")).response
    await hall.quiet()
    table = await hall.table()
    assert table.status == "playing" and not table.clocks.keys() & {"lobby:close"}
    assert "Beer Brawl** · table 1" in shown.content and labels(shown)
    assert await hall.bot.referee.verify(1)
    assert not any("every seat is taken" in post.content for post in hall.posts)
    room = hall.guild.create_text_channel("room")
    opened = (await hall.alice.slash(room, "beer-brawl new", here=True)).response
    assert "Begin when full" in labels(opened)
    turned = (await hall.alice.click(opened, label="Begin when full")).response
    assert "begins by itself when every seat" in turned.content
    turned = (await hall.alice.click(turned, label="I begin it myself")).response
    assert not (await hall.table(2)).when_full
    refused = await hall.says(hall.bob, "table settings", start="when full", table=2)
    assert "Only the host, alice, can say when" in refused
    await hall.says(hall.alice, "table settings", start="when full", table=2)
    await hall.says(hall.alice, "table settings", computer="easy", table=2)
    assert (await hall.table(2)).status == "playing"


async def test_its_players_are_told_once_that_it_is_full_and_no_longer_than_it_is(
    hall: Hall,
) -> None:
    """Whoever waited is pinged; when somebody leaves or the game begins, that post is gone."""
    await hall.beer(hall.alice, "new")
    lobby = hall.post
    await hall.bob.click(lobby, label="Join")
    await hall.quiet()
    assert sent(hall, hall.pub)[-1]["allowed_mentions"]["users"] == [hall.alice.id]
    assert "can press *Start*" in hall.post.content
    await hall.bob.click(lobby, label="Leave")
    await hall.quiet()
    assert [post.id for post in hall.posts] == [lobby.id]
    await hall.carol.click(lobby, label="Join")
    await hall.quiet()
    await hall.restart()
    await hall.alice.click(hall.post, label="Start")
    await hall.quiet()
    assert not any("can press" in post.content for post in hall.posts)


async def test_a_rematch_of_a_table_that_began_by_itself_does_so_again_with_seats_swapped(
    hall: Hall,
) -> None:
    """The order is kept until the last one has joined."""
    await hall.beer(hall.alice, "new", opponent=hall.bob, start="when full", rerolls=0)
    await hall.bob.click(hall.post, label="Join")
    await hall.bot.referee.resign(1, hall.alice.id)
    await hall.quiet()
    await hall.alice.click(hall.post, label="Rematch")
    await hall.quiet()
    await hall.bob.click(hall.post, label="Join")
    table = await hall.table(2)
    assert table.status == "playing"
    assert [one.user_id for one in table.players] == [hall.bob.id, hall.alice.id]


# -- expiry


async def test_a_table_at_which_no_game_begins_is_closed_after_three_days(hall: Hall) -> None:
    """Its players are told, and can open it again; whoever sat down gave it another three days."""
    await hall.bot.clock.close()  # which would take such leaps for a clock that was set
    await hall.says(hall.alice, "bro-brawl new")
    later(hall, timedelta(days=2))
    await hall.bob.click(hall.post, label="Join")
    later(hall, timedelta(days=2))
    assert not await hall.bot.referee.ring(1, "lobby:close"), "too early"
    await hall.says(hall.alice, "table settings", pace=3600, table=1)
    later(hall, timedelta(days=1, seconds=1))
    assert await hall.bot.referee.ring(1, "lobby:close")
    assert not await hall.bot.referee.ring(1, "lobby:close"), "once"
    await hall.quiet()
    assert (await hall.table()).status == "abandoned"
    assert "No game was begun here for three days." in hall.post.content
    users = sent(hall, hall.pub)[-1]["allowed_mentions"]["users"]
    assert users == [hall.alice.id, hall.bob.id]
    assert labels(hall.posts[0]) == []
    await hall.bob.click(hall.post, label="Open it again")
    await hall.quiet()
    again = await hall.table(2)
    assert (again.host_id, again.invited) == (hall.bob.id, (hall.alice.id,))


# -- invitations


async def test_the_invited_answer_in_a_direct_message(hall: Hall) -> None:
    """Those who have played before are written to; join or decline there, and it says so."""
    for member in (hall.bob, hall.carol):
        await hall.bot.store.change_player(member.id, member.name)
    await hall.says(hall.alice, "bro-brawl new", player2=hall.bob, player3=hall.carol)
    await hall.quiet()
    [to_bob], [to_carol] = hall.dms(hall.bob), hall.dms(hall.carol)
    assert "**alice** invites you to play in <#" in to_bob.content and "The Hall" in to_bob.content
    assert labels(to_bob) == ["Join", "No thanks", "Rules"]
    await hall.restart()
    joined = (await hall.bob.user.click(to_bob, label="Join")).response
    assert joined.ephemeral and "You sit at table 1 in <#" in joined.content
    await hall.carol.user.click(to_carol, label="No thanks")
    await hall.quiet()
    table = await hall.table()
    assert [one.user_id for one in table.players] == [hall.alice.id, hall.bob.id]
    assert table.invited == ()
    [to_bob], [to_carol] = hall.dms(hall.bob), hall.dms(hall.carol)
    assert "You sit at this table" in to_bob.content and labels(to_bob) == []
    assert "did not want" in to_carol.content and labels(to_carol) == []
    await hall.says(hall.alice, "table start")
    await hall.quiet()
    assert len(hall.dms(hall.carol)) == 1


async def test_nobody_is_written_to_who_does_not_know_the_bot_or_wants_no_letters(
    hall: Hall,
) -> None:
    """They are pinged in the channel alone; too many at once are spread."""
    await hall.bot.store.change_player(hall.carol.id, "carol", dms="never")
    await hall.says(hall.alice, "bro-brawl new", player2=hall.bob, player3=hall.carol)
    await hall.quiet()
    assert not letters(hall, hall.bob) and not letters(hall, hall.carol)
    users = sent(hall, hall.pub)[-1]["allowed_mentions"]["users"]
    assert users == [hall.bob.id, hall.carol.id]
    await hall.bot.store.change_player(hall.bob.id, "bob")
    await hall.bot.poster.direct_messages.opening.hold()  # Discord said that it was too much
    hall.bot.poster.look_at(1)
    await hall.quiet()
    assert not letters(hall, hall.bob)
    later(hall, timedelta(minutes=11))
    hall.bot.poster.look_at(1)
    await hall.quiet()
    assert len(letters(hall, hall.bob)) == 1


async def test_the_host_invites_more_by_command_and_by_choice(hall: Hall) -> None:
    """Only the host, only before the game, only whoever can play and is not there yet."""
    room = hall.guild.create_text_channel("room")
    opened = (await hall.alice.slash(room, "bro-brawl new", here=True)).response
    [choice] = [c for c in hall_components(opened) if c["type"] == 5]
    said = (
        await hall.alice.select(opened, [hall.bob.user], custom_id=choice["custom_id"])
    ).response
    assert "bob is invited: a seat at table 1 is kept" in said.content
    invite = "table invite"
    robot = hall.guild.add_member(hall.env.create_user("robot", bot=True))
    for member, guest, why in (
        (hall.alice, hall.bob, "invited already"),
        (hall.alice, hall.alice, "cannot invite yourself"),
        (hall.alice, robot, "bot cannot sit"),
        (hall.carol, hall.carol, "Only the host, alice"),
    ):
        assert why in await hall.says(member, invite, player=guest, table=1)
    await hall.says(hall.alice, invite, player=hall.carol, table=1)
    dora = hall.guild.add_member(hall.env.create_user("dora"))
    emil = hall.guild.add_member(hall.env.create_user("emil"))
    await hall.says(hall.alice, invite, player=dora, table=1)
    assert "Every seat is taken, or kept" in await hall.says(
        hall.alice, invite, player=emil, table=1
    )
    await hall.says(hall.alice, "table start", table=1)
    assert "has begun" in await hall.says(hall.alice, invite, player=emil, table=1)
    assert "no table in this channel" in await hall.says(hall.alice, invite, player=emil)


def hall_components(message: Any) -> list[dict[str, Any]]:
    """Everything under a message, as plain data."""
    return [child for row in message.components for child in row["components"]]


# -- private tables


async def test_only_the_invited_find_a_private_table_and_sit_down(hall: Hall) -> None:
    """Whoever sees the channel may read along where no private thread can be, which is said."""
    said = await hall.beer(hall.alice, "new", private=True)
    assert "whoever sees this channel can read along" in said
    assert "🔒 Private" in hall.post.content
    assert listed(await finds(hall, hall.bob)) == []
    refused = (await hall.bob.click(hall.post, label="Join")).response
    assert "This table is private" in refused.content
    await hall.says(hall.alice, "table invite", player=hall.bob)
    found = await finds(hall, hall.bob)
    assert listed(found) == ["1"] and "🔒" in found.content and "kept for you" in found.content
    assert listed(await finds(hall, hall.carol)) == []
    await hall.bob.select(found, ["1"])
    assert (await hall.table()).player_of(hall.bob.id) == 1


async def test_a_private_table_has_a_private_thread_where_there_can_be_one(hall: Hall) -> None:
    """The bot has that right in the hall: whoever is invited is let in, and nobody else sees it."""
    opened = (await hall.alice.slash(hall.pub, "beer-brawl new", private=True)).response
    assert "Only the invited and moderators can read this thread." in opened.content
    table = await hall.table()
    channel = hall.env.backend.get_channel(table.channel_id)
    assert channel.type == discord.ChannelType.private_thread.value
    assert (await hall.says(hall.bob, "table show", table=1)).startswith("There is no such table")
    await hall.says(hall.alice, "table invite", player=hall.bob, table=1)
    assert "Beer Brawl** · table 1" in await hall.says(hall.bob, "table show", table=1)
    added = [r.path for r in hall.env.http_requests if "/thread-members/" in r.path]
    assert any(path.endswith(str(hall.bob.id)) for path in added)
