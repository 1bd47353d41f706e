"""A table that somebody cannot see does not exist for them, whatever they try and whatever it is."""

from typing import Any

import discord
import pytest

from bot.errors import NO_TABLE
from bot.table import Person
from tests.bot.hall import Hall, forged, spoil

COMMANDS = (
    *("join", "show", "close", "leave", "start", "play", "hand", "log", "undo"),
    *("ask-again", "resign", "draw", "abandon", "settings"),
)
BUTTONS = (
    *(f"d:{{}}:{what}" for what in ("play", "on", "hand", "rules", "table", "agree", "decline")),
    *(f"l:{{}}:{what}" for what in ("join", "leave", "start", "computer", "alone", "hard")),
    *(f"m:{{}}:{what}" for what in ("undo", "draw", "resign", "resigned", "abandon", "abandoned")),
    *(f"m:{{}}:{what}" for what in ("log", "dm", "again", "decline")),
    *("t:{}:0.1:=scatter", "t:{}:0.1:>ready", "t:{}:0.1:!", "t:{}:0.1:@scatter", "l:{}:rematch"),
    *("b:{}:0.1:ready", "b:{}:0.1:look"),
)
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


async def told(hall: Hall, member: Any, number: int, few: int | None = None) -> dict[str, str]:
    """What somebody is told of a table by each command and each forged button, or by a few."""
    said = {}
    for command in COMMANDS[:few]:
        more = {"pace": 86400} if command == "settings" else {}
        said[command] = await hall.says(member, f"table {command}", table=number, **more)
    for button in BUTTONS[:few]:
        pressed = await forged(hall, member, button.format(number))
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
    for name, number in {"that does not exist": 99, **tables}.items():
        few = None if name == "in a hidden channel" else 3
        for how, said in (await told(hall, hall.carol, number, few)).items():
            assert said == NO_TABLE, (name, how)
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
    assert (await dora.slash(far, "table close", table=number)).response.content == NO_TABLE
    for button in BUTTONS:
        pressed = await forged(hall, dora, button.format(number), channel=far)
        assert pressed.response.content == NO_TABLE, button
    await spoil(hall, number)
    for button in ("m:{}:abandon", "m:{}:abandoned", "d:{}:play"):
        pressed = await forged(hall, dora, button.format(number), channel=far)
        assert pressed.response.content == NO_TABLE, button
    await spoil(hall, number, "variant = '{}'")
    said = (await hall.carol.slash(elsewhere, "table close", table=number)).response.content
    assert "Only the host" in said
    mine = await opened(hall, elsewhere)
    assert "is closed" in await hall.says(hall.carol, "table close", table=mine)
