"""A server's own rules, and its tables for those who look after it."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.errors import BadPace, NotAllowed
from bot.interactions.house_rules import PINGS
from bot.interactions.server import role_change
from bot.table import Person
from bot.table.servers import NAMES, ServerRules, check_rule, read_rules
from tests.bot.hall import Hall, forged, labels, selects, spoil
from tests.bot.test_find import later, sent


@pytest.fixture
def modded(hall: Hall) -> Hall:
    """A hall in which Carol manages the server."""
    manage = discord.Permissions(manage_guild=True)
    mods = hall.guild.create_role("mods", permissions=manage)
    hall.carol = hall.guild.add_member(hall.env.create_user("carol the second"), roles=[mods])
    return hall


async def shown(member: Any, hall: Hall, command: str, **given: Any) -> Any:
    """What somebody is shown by a command of theirs, and nobody else."""
    result = await member.slash(hall.pub, command, **given)
    assert result.ephemeral
    return result.response


async def rules(hall: Hall) -> ServerRules:
    """What holds in the hall."""
    return await hall.bot.house.of(hall.guild.id)


# -- rules


async def test_rules_are_for_those_who_manage_the_server(hall: Hall) -> None:
    """By command, button, list and form; nothing is shown to others, and nothing changes."""
    commands = {one.name: one for one in await hall.bot.tree.fetch_commands()}
    wanted = commands["server"].default_member_permissions
    assert wanted is not None and wanted.manage_guild, "others do not even see it"
    hall.guild.set_command_permissions(commands["server"], {hall.alice: True})
    for command in ("settings", "tables"):
        assert "Manage Server" in await hall.says(hall.alice, f"server {command}")
    for command in ("pause", "resume", "end"):
        assert "Manage Server" in await hall.says(hall.alice, f"server {command}", table=1)
    assert "Manage Server" in await hall.says(hall.alice, "server settings", per_channel=1)
    for custom_id in ("g:settings", "g:tables:0", "g:pause:1", "g:ended:1", "g:greeting"):
        result = await forged(hall, hall.alice, custom_id)
        assert result.ephemeral and "Manage Server" in result.response.content
    for custom_id, value in (("g:games", "brawl"), ("g:pace", "600"), ("g:open", "1")):
        result = await forged(hall, hall.alice, custom_id, value)
        assert result.ephemeral and "Manage Server" in result.response.content
    assert await rules(hall) == ServerRules()


async def test_every_rule_is_set_by_command_and_lifted(modded: Hall) -> None:
    """It holds after a restart; a reset makes it as it was."""
    hall = modded
    role = hall.guild.create_role("players", mentionable=True)
    said = await shown(
        hall.carol,
        hall,
        "server settings",
        channel=hall.pub,
        game="BRAWL",
        pace=86_400,
        per_channel=3,
        per_person=2,
        greeting="  Be kind.  ",
        role=role,
    )
    assert said.content.startswith("✅ Taken.")
    for line in (
        f"Tables are opened: <#{hall.pub.id}>",
        "Games: BRAWL",
        "Time: 1 day per turn",
        "at most 3 in a channel, at most 2 opened by one person",
        f"Told of new tables: <@&{role.id}>",
        "Greeting: Be kind.",
    ):
        assert line in said.content
    await hall.restart()
    assert await rules(hall) == ServerRules(
        (hall.pub.id,), ("brawl",), 86_400, None, 3, 2, "Be kind.", role.id
    )
    await shown(hall.carol, hall, "server settings", channel=hall.pub, game="BRAWL")
    assert (await rules(hall)).channels == () and (await rules(hall)).games == ()
    await shown(hall.carol, hall, "server settings", reset="greeting", per_person=4)
    assert (await rules(hall)).greeting == "" and (await rules(hall)).per_person == 4
    await shown(hall.carol, hall, "server settings", reset="everything")
    assert await rules(hall) == ServerRules()
    assert not hall.env.errors


async def test_every_rule_is_set_by_list_and_form(modded: Hall) -> None:
    """In the answer that shows what holds; nothing chosen lifts a rule."""
    hall = modded
    screen = await shown(hall.carol, hall, "server settings")
    room, role = hall.guild.create_text_channel("room"), hall.guild.create_role("players")
    await hall.env.settle()
    for custom_id, chosen in (
        ("g:channels", [room, hall.pub]),
        ("g:games", ["brawl", "brawl_mart"]),
        ("g:pace", ["3600"]),
        ("g:role", [role]),
    ):
        screen = (await hall.carol.select(screen, chosen, custom_id=custom_id)).response
        assert screen.content.startswith("✅ Taken."), custom_id
    told = hall.bot.get_guild(hall.guild.id).get_role(role.id)  # type: ignore[union-attr]
    powerless: Any = SimpleNamespace(app_permissions=discord.Permissions.none())
    assert "Nobody is pinged until" in role_change(powerless, told)[1]
    form = await hall.carol.click(screen, label="Limits …")
    await hall.carol.submit_modal(form, {"per_channel": "5", "per_person": ""})
    form = await hall.carol.click(screen, label="Greeting …")
    await hall.carol.submit_modal(form, {"greeting": "Hello."})
    assert await rules(hall) == ServerRules(
        (room.id, hall.pub.id), ("brawl", "brawl_mart"), 3600, None, 5, None, "Hello.", role.id
    )
    for custom_id in ("g:channels", "g:games", "g:role"):
        screen = (await hall.carol.select(screen, [], custom_id=custom_id)).response
    screen = (await hall.carol.select(screen, ["none"], custom_id="g:pace")).response
    form = await hall.carol.click(screen, label="Limits …")
    await hall.carol.submit_modal(form, {"per_channel": "", "per_person": ""})
    form = await hall.carol.click(screen, label="Greeting …")
    await hall.carol.submit_modal(form, {"greeting": " "})
    assert await rules(hall) == ServerRules()
    assert not hall.env.errors


async def test_what_cannot_hold_is_refused_and_nothing_of_it_is_taken(modded: Hall) -> None:
    """Numbers out of bounds, games that there are not, everybody as a role."""
    hall = modded
    screen = await shown(hall.carol, hall, "server settings")
    for typed in ("0", "101", "-1", "x", "1.5", "9" * 9):
        form = await hall.carol.click(screen, label="Limits …")
        answer = await hall.carol.submit_modal(form, {"per_channel": "7", "per_person": typed})
        assert answer.response.content.startswith("A limit"), typed
    for custom_id, value in (("g:games", "chess"), ("g:pace", "5"), ("g:pace", "999999999")):
        result = await forged(hall, hall.carol, custom_id, value)
        said = result.response.content
        assert ("no such game" in said) or ("A turn takes between" in said), value
    assert "no game called" in await hall.says(
        hall.carol, "server settings", game="chess", per_person=3
    )
    everyone = hall.guild.default_role
    assert "too many" in await hall.says(hall.carol, "server settings", role=everyone, per_person=3)
    assert await rules(hall) == ServerRules()
    wrong: dict[str, Any] = {"per_person": 0, "greeting": "", "channels": list(range(26))}
    for name, value in wrong.items():
        with pytest.raises(NotAllowed):
            check_rule(name, value)


async def test_a_time_bank_may_be_usual_instead_of_a_pace(modded: Hall) -> None:
    """The one lifts the other; whoever says a pace of their own has that."""
    hall = modded
    said = await shown(hall.carol, hall, "server settings", bank="72+12/120")
    assert "Time: a bank of 3 days each, 12 hours more for every move" in said.content
    await hall.beer(hall.alice, "new")
    table = await hall.table()
    assert table.pace is None and table.bank == (await rules(hall)).usual_bank is not None
    room = hall.guild.create_text_channel("room")
    await hall.bob.slash(room, "beer-brawl new", here=True, pace=3_600)
    other = await hall.table(2)
    assert other.bank is None and other.pace == timedelta(hours=1)
    screen = (await hall.carol.select(said, ["600"], custom_id="g:pace")).response
    assert "10 minutes per turn" in screen.content and (await rules(hall)).bank is None
    screen = (await hall.carol.select(screen, ["24+4/48"], custom_id="g:pace")).response
    assert (await rules(hall)).bank == (24, 4, 48) and (await rules(hall)).pace is None
    screen = (await hall.carol.select(screen, ["none"], custom_id="g:pace")).response
    assert await rules(hall) == ServerRules()
    for wrong in ((0, 1, 2), (10, 1, 5), (10, 1, 10**9)):
        with pytest.raises(BadPace):
            check_rule("bank", wrong)


def test_a_rule_that_cannot_be_read_does_not_hold() -> None:
    """The others do."""
    read = read_rules({"pace": "rubbish", "per_person": 3, "greeted": True})
    assert read == ServerRules(per_person=3)
    assert set(NAMES) >= {"channels", "games", "pace", "greeting", "role"}


async def test_the_rules_hold_for_whoever_opens_a_table(modded: Hall) -> None:
    """Where, what, how many, at what pace; and a newcomer reads of nothing else."""
    hall = modded
    room = hall.guild.create_text_channel("room")
    await shown(hall.carol, hall, "server settings", channel=hall.pub, game="Beer Brawl")
    await shown(
        hall.carol, hall, "server settings", pace=3_600, per_person=1, greeting="Be **kind**."
    )
    elsewhere = (await hall.alice.slash(room, "beer-brawl new", here=True)).response
    assert f"Games are played elsewhere in this server: <#{hall.pub.id}>." in elsewhere.content
    assert "is not played in this server" in await hall.says(hall.alice, "brawl-mart new")
    helped = await shown(hall.bob, hall, "help")
    assert helped.content.startswith("Be **kind**.\n**First steps**")
    assert labels(helped) == ["Try Beer Brawl", "Privacy"]
    await hall.beer(hall.alice, "new")
    assert (await hall.table()).pace == timedelta(hours=1)
    await shown(hall.carol, hall, "server settings", channel=room)
    assert "You have 1 open table here" in (
        (await hall.alice.slash(room, "beer-brawl new", here=True)).response.content
    )
    await shown(hall.carol, hall, "server settings", per_channel=1)
    assert "One table is open in this channel" in await hall.says(hall.bob, "beer-brawl new")


async def test_a_role_is_told_of_a_free_seat_but_not_of_every_table(modded: Hall) -> None:
    """Nor of one that nobody else can join, nor again within half an hour."""
    hall, rooms = modded, iter([modded.guild.create_text_channel(f"room-{n}") for n in range(6)])
    role = hall.guild.create_role("players", mentionable=True)
    await shown(hall.carol, hall, "server settings", role=role)

    async def told(**given: Any) -> list[int]:
        """The roles that the post of a new table pings."""
        room = next(rooms)
        await hall.alice.slash(room, "beer-brawl new", here=True, **given)
        await hall.quiet()
        [post] = sent(hall, room)
        roles: list[int] = post["allowed_mentions"].get("roles", [])
        assert (f"<@&{role.id}>: a seat is free." in post["content"]) is bool(roles)
        return roles

    assert await told(private=True) == [] and await told(opponent=hall.bob) == []
    assert await told() == [role.id] and await told() == []
    later(hall, PINGS - timedelta(minutes=1))
    assert await told() == []
    later(hall, timedelta(minutes=2))
    hall.bot.cooldowns.off = True
    assert await told() == [role.id]


# -- tables


async def test_what_stands_still_comes_first(modded: Hall) -> None:
    """With whom it waits for and since when; of this server alone."""
    hall = modded
    assert "No table is open" in (await shown(hall.carol, hall, "server tables")).content
    await hall.begin()
    room = hall.guild.create_text_channel("room")
    later(hall, timedelta(days=4))
    await hall.alice.slash(room, "bro-brawl new", here=True)
    zoe = Person(77, "Zoe")
    await hall.bot.referee.open("beer_brawl", {}, channel_id=99, guild_id=7, host=zoe)
    listed = await shown(hall.carol, hall, "server tables")
    first, second = listed.content.splitlines()[2:]
    assert first.startswith(f"- **Beer Brawl** · table 1 in <#{hall.pub.id}> · waits for <@")
    assert "· 💤 <t:" in first
    assert second.startswith(f"- **Bro Brawl** · table 2 in <#{room.id}> · waits for players · <t:")
    [chosen] = selects(listed)
    assert [option["value"] for option in chosen["options"]] == ["1", "2"]
    assert "no such table" in await hall.says(hall.carol, "server tables", table=3)
    assert "no such table" in await hall.says(hall.carol, "server end", table=999)


async def test_a_table_is_paused_and_goes_on(modded: Hall) -> None:
    """Its clocks rest, its players read why; by command and by button, also after a restart."""
    hall = modded
    await hall.begin(pace=3_600)
    await hall.quiet()
    due = (await hall.table()).due(0)
    assert due is not None
    listed = await shown(hall.carol, hall, "server tables")
    one = (await hall.carol.select(listed, ["1"])).response
    assert labels(one) == ["Pause", "End …", "All tables"]
    rests = (await hall.carol.click(one, label="Pause")).response
    assert "⏸️ The table rests" in rests.content and "Go on" in labels(rests)
    await hall.quiet()
    assert any("a moderator of this server wants it so" in post.content for post in hall.posts)
    assert "is paused" in await hall.beer(hall.alice, "scatter")
    await hall.bot.absences.sweep()
    assert (await hall.table()).pause is not None, "whoever looks who is there lifts no such pause"
    await hall.restart()
    later(hall, timedelta(hours=5))
    assert "goes on" in await hall.says(hall.carol, "server resume", table=1)
    table = await hall.table()
    assert table.pause is None and table.due(0) is not None
    gained = table.due(0) - due  # type: ignore[operator]
    assert timedelta(hours=4, minutes=59) < gained < timedelta(hours=5, minutes=1)
    assert "rests" in await hall.says(hall.carol, "server pause", table=1)
    await hall.bot.referee.resume(1)
    await hall.bot.referee.pause(1, "player", hall.bob.id)
    assert "rests for another reason" in await hall.says(hall.carol, "server resume", table=1)
    assert "Go on" not in labels(await shown(hall.carol, hall, "server tables", table=1))


async def test_somebody_is_replaced_from_there(modded: Hall) -> None:
    """By the list that hosts have, too; it asks once more."""
    hall = modded
    await hall.begin()
    one = await shown(hall.carol, hall, "server tables", table=1)
    [whom] = selects(one)
    assert [option["label"] for option in whom["options"]] == ["alice", "bob"]
    asked = (await hall.carol.select(one, ["0"])).response
    await hall.carol.click(asked, label="Yes")
    assert (await hall.table()).players[0].computer


async def test_a_table_is_ended_after_asking_once_more(modded: Hall) -> None:
    """Also one that cannot be read; what is closed is not closed again."""
    hall = modded
    await hall.begin()
    room = hall.guild.create_text_channel("room")
    await hall.alice.slash(room, "bro-brawl new", here=True)
    await spoil(hall, 2)
    asked = await shown(hall.carol, hall, "server end", table=1)
    assert asked.content == "End table 1 for everybody, without a result?"
    kept = (await hall.carol.click(asked, label="No")).response
    assert "in play" in kept.content and (await hall.table()).status == "playing"
    asked = (await hall.carol.click(kept, label="End …")).response
    left = (await hall.carol.click(asked, label="Yes, end it")).response
    assert (await hall.table()).status == "abandoned"
    assert "Table 2 cannot be read" in left.content
    unread = (await hall.carol.select(left, ["2"])).response
    assert labels(unread) == ["End …", "All tables"]
    asked = (await hall.carol.click(unread, label="End …")).response
    left = (await hall.carol.click(asked, label="Yes, end it")).response
    assert "No table is open in this server." in left.content
    assert "is closed already" in await hall.says(hall.carol, "server end", table=1)
    again = await forged(hall, hall.carol, "g:ended:1")
    assert "is closed already" in again.response.content
    for nonsense in ("g:ended", "g:pause", "g:table:" + "9" * 19, "g:tables:" + "9" * 19):
        result = await forged(hall, hall.carol, nonsense)
        assert result.ephemeral and "reference" not in result.response.content, nonsense
