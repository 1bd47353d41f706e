"""A table that somebody cannot see does not exist for them, whatever they try and whatever it is."""

import re
from typing import Any

import discord
import pytest
from discord import AppCommandOptionType, app_commands

from bot.errors import NO_TABLE
from bot.table import Person
from bot.ui.buttons import Lasting
from tests.bot.hall import Hall, forged, spoil

BY_HAND = {  # what buttons say of a table, where it is no word of a few
    "t": ("0.1:=scatter", "0.1:>ready", "0.1:!", "0.1:@scatter"),
    "b": ("0.1:ready", "0.1:look"),
    "l": ("invite",),
    "s": ("replace", "take:0", "replaced:0"),
}
NAMES_TABLE = re.compile(r"(\w+):\(\?P<table>\\d\+\):(?:\(\?P<what>([\w|]+)\))?.*")
HIDDEN = discord.PermissionOverwrite(view_channel=False)
SEEN = discord.PermissionOverwrite(view_channel=True)


def den(hall: Hall) -> Any:
    """A channel that Alice and the bot alone can see."""
    allowed = {hall.guild.default_role: HIDDEN, hall.guild.me: SEEN, hall.alice: SEEN}
    return hall.guild.create_text_channel("den", overwrites=allowed)


async def opened(hall: Hall, channel: Any, parent: int | None = None, **more: Any) -> int:
    """Alice has a table somewhere."""
    host = Person(hall.alice.id, "alice")
    guild = more.pop("guild_id", hall.guild.id)
    table = await hall.bot.referee.open(
        "beer_brawl", {}, channel_id=channel.id, guild_id=guild, parent_id=parent, host=host
    )
    await hall.quiet()
    return table.id


async def thread_in(hall: Hall, room: Any, kind: discord.ChannelType) -> discord.Thread:
    """A thread that sleeps: the bot does not have it in its cache."""
    channel = hall.bot.get_channel(room.id)
    assert isinstance(channel, discord.TextChannel)
    thread = await channel.create_thread(name="a thread", type=kind)
    await thread.edit(archived=True)
    await hall.env.settle()
    assert hall.bot.get_channel(thread.id) is None
    return thread


def template(kind: type[Lasting]) -> str:
    """What the ids of a kind of button are like."""
    found: re.Pattern[str] = vars(kind)["__discord_ui_compiled_template__"]
    return found.pattern


def buttons(hall: Hall) -> list[str]:
    """The ids of all buttons that name a table, whoever made them."""
    known = [NAMES_TABLE.fullmatch(template(kind)) for kind in hall.bot.handlers]
    found = []
    for one in known:
        if one is not None:
            whats = one[2].split("|") if one[2] else BY_HAND[one[1]]
            found += [f"{one[1]}:{{}}:{what}" for what in whats]
    assert len(found) > 50
    return [*found, *(f"g:{what}:{{}}" for what in ("table", "pause", "resume", "end", "ended"))]


def commands(hall: Hall, room: Any) -> list[app_commands.Command[Any, Any, Any]]:
    """All commands that take a table's number; in the hall nobody sees those for moderators."""
    every = [c for c in hall.bot.tree.walk_commands() if isinstance(c, app_commands.Command)]
    found = [c for c in every if any(p.name == "table" for p in c.parameters)]
    assert len(found) > 20
    return [c for c in found if room != hall.pub or not _rare(c)]


def _rare(command: app_commands.Command[Any, Any, Any]) -> bool:
    root = command.root_parent
    return root is not None and root.default_permissions is not None


def filled(member: Any, command: app_commands.Command[Any, Any, Any]) -> dict[str, Any]:
    """Something for each argument that a command cannot do without."""
    values: dict[AppCommandOptionType, Any] = {
        AppCommandOptionType.user: member,
        AppCommandOptionType.string: "pause",
        AppCommandOptionType.integer: 1,
    }
    given = {p.name: values[p.type] for p in command.parameters if p.required}
    return {"pace": 86400} if command.qualified_name == "table settings" else given


async def told(
    hall: Hall, member: Any, number: int, few: int | None = None, room: Any = None
) -> dict[str, str]:
    """What somebody is told of a table by each command and each forged button, or by a few."""
    said, room = {}, room or hall.pub
    for command in commands(hall, room)[:few]:
        arguments = {**filled(member, command), "table": number}
        answer = await member.slash(room, command.qualified_name, **arguments)
        assert answer.ephemeral, command.qualified_name
        said[command.qualified_name] = answer.response.content
    for button in buttons(hall)[:few]:
        pressed = await forged(hall, member, button.format(number), channel=room)
        said[button] = pressed.response.content if pressed.ephemeral else "seen by all"
    return said


@pytest.mark.slow
async def test_what_is_hidden_is_not_there(hall: Hall) -> None:
    """None, one of another server, one in a hidden channel or thread, a damaged one: same words."""
    other = hall.env.create_guild("Elsewhere")
    far = other.create_text_channel("far")
    private = await thread_in(hall, hall.pub, discord.ChannelType.private_thread)
    secluded = den(hall)
    asleep = await thread_in(hall, secluded, discord.ChannelType.public_thread)
    gone = discord.Object(hall.guild.id + 7)
    tables = {
        "of another server": await opened(hall, far, guild_id=other.id),
        "in a hidden channel": await opened(hall, secluded),
        "in a hidden thread that sleeps": await opened(hall, asleep, secluded.id),
        "in a private thread that sleeps": await opened(hall, private, hall.pub.id),
        "in a channel that nobody knows": await opened(hall, gone),
        "damaged, in a hidden channel": await opened(hall, den(hall)),
        "damaged, of another server": await opened(
            hall, other.create_text_channel("farther"), guild_id=other.id
        ),
    }
    for name, number in tables.items():
        if name.startswith("damaged"):
            await spoil(hall, number)
    none = await told(hall, hall.carol, 99)
    assert none["table join"] == none["d:{}:play"] == NO_TABLE
    assert list(none.values()).count(NO_TABLE) > 60
    assert not [how for how, said in none.items() if "reference" in said]
    for name, number in tables.items():
        few = None if name == "in a hidden channel" else 3
        for how, said in (await told(hall, hall.carol, number, few)).items():
            assert said == none[how], (name, how)
    for number in tables.values():
        place = await hall.bot.store.whereabouts(number)
        assert place is not None and place.host_id == hall.alice.id


async def test_whoever_sees_a_thread_that_sleeps_sees_its_table(hall: Hall) -> None:
    """Asked once of Discord; whoever sits there need not even see it."""
    asleep = await thread_in(hall, hall.pub, discord.ChannelType.public_thread)
    private = await thread_in(hall, hall.pub, discord.ChannelType.private_thread)
    one, two = await opened(hall, asleep, hall.pub.id), await opened(hall, private, hall.pub.id)
    elsewhere = hall.guild.create_text_channel("elsewhere")

    async def shown(member: Any, number: int) -> str:
        answer = await member.slash(elsewhere, "table show", table=number)
        return str(answer.response.content)

    def asked() -> int:
        path = f"/channels/{asleep.id}"
        return len([r for r in hall.env.http_requests if (r.method, r.path) == ("GET", path)])

    assert "Players:" in await shown(hall.alice, two), "the host"
    assert "Players:" in await shown(hall.carol, one)
    assert "Players:" in await shown(hall.carol, one)
    assert asked() == 1, "what a thread is never changes"
    assert await shown(hall.carol, two) == NO_TABLE
    await hall.bot.http.add_user_to_thread(private.id, hall.carol.id)
    assert "Players:" in await shown(hall.carol, two)


@pytest.mark.parametrize("status", [403, 500])
async def test_what_discord_does_not_show_is_refused(hall: Hall, status: int) -> None:
    """And it is asked again next time."""
    asleep = await thread_in(hall, hall.pub, discord.ChannelType.public_thread)
    number = await opened(hall, asleep, hall.pub.id)
    path = f"/channels/{asleep.id}"
    hall.env.inject_error("GET", path, status=status, code=50001)
    assert await hall.says(hall.carol, "table join", table=number) == NO_TABLE
    assert (await hall.table(number)).player_of(hall.carol.id) is None
    assert "You sit at table" in await hall.says(hall.carol, "table join", table=number)


async def test_a_moderator_is_one_of_the_tables_own_server(hall: Hall) -> None:
    """Rights in another server, or in another channel, mean nothing."""
    other = hall.env.create_guild("Elsewhere")
    far = other.create_text_channel("far")
    boss = other.create_role("boss", permissions=discord.Permissions.all())
    dora = other.add_member(hall.env.create_user("dora"), roles=[boss])
    mods = discord.PermissionOverwrite(manage_messages=True)
    elsewhere = hall.guild.create_text_channel("elsewhere", overwrites={hall.carol: mods})
    number = await opened(hall, hall.pub)
    none = await told(hall, dora, 99, room=far)
    assert none["table close"] == none["m:{}:abandoned"] == none["server end"] == NO_TABLE
    assert await told(hall, dora, number, room=far) == none
    await spoil(hall, number)
    for button in ("m:{}:abandon", "m:{}:abandoned", "d:{}:play"):
        pressed = await forged(hall, dora, button.format(number), channel=far)
        assert pressed.response.content == NO_TABLE, button
    await spoil(hall, number, "variant = '{}'")
    said = (await hall.carol.slash(elsewhere, "table close", table=number)).response.content
    assert "Only the host" in said
    mine = await opened(hall, elsewhere)
    assert "is closed" in await hall.says(hall.carol, "table close", table=mine)
