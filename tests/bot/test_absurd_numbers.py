"""Numbers that nobody could mean get a sentence, however large; nothing reaches the database."""

from typing import Any

import discord
import msgspec
import pytest

from bot.errors import NO_TABLE, NoTable
from bot.store import Store
from bot.table import Person
from bot.ui.keys import parse, verb
from rules import registry
from tests.bot.hall import Hall, forged
from tests.bot.toy import games

pytest_plugins = ["tests.bot.databases"]

HUGE = (2**63 - 1, 2**63, 10**40)
BUTTONS = (
    "d:{}:play",
    "d:{}:table",
    "l:{}:join",
    "l:{}:rematch",
    "m:{}:log",
    "m:{}:dm",
    "m:{}:undo",
)
SEATED = (
    *(
        "t:1:{0}.1:=reroll",
        "t:1:0.{0}:=reroll",
        "t:1:0.{0}:>ready",
        "t:1:0.{0}:!",
        "t:1:{0}.{0}:@x",
    ),
    *("t:1:0.1:=ready~{0}~{0}", "t:1:0.1:=step~{0}~{0}", "m:1:undo:{0}.{0}"),
    *("b:1:{0}.{0}:ready~{0}~{0}", "t:1:{0}.1:=ready~1~1", "b:1:0.1:{0}"),
)


async def test_no_table_has_such_a_number(store: Store) -> None:
    """In no database; zero and less neither."""
    for number in (*HUGE, 0, -1, -(2**63) - 1):
        with pytest.raises(NoTable):
            await store.load(number, games)


@pytest.mark.slow
async def test_a_press_with_a_huge_number_gets_a_sentence(hall: Hall) -> None:
    """Of a table, a seat, a question or what is chosen; the table stays as it was."""
    await hall.begin()
    before = await hall.table()
    for number in HUGE:
        for button in (*BUTTONS, "t:{}:0.1:=reroll", "t:{}:0.1:!", "b:{}:0.1:x"):
            said = (await forged(hall, hall.alice, button.format(number))).response.content
            assert said == NO_TABLE, (button, number)
        for button in SEATED:
            if len(button.format(number)) > 100:  # Discord takes no longer ids
                continue
            pressed = (await forged(hall, hall.alice, button.format(number))).response
            assert pressed.content and "reference" not in pressed.content, (button, number)
    after = await hall.table()
    assert (after.version, after.logged) == (before.version, before.logged)


@pytest.mark.slow
async def test_a_page_or_a_place_that_nobody_could_mean_gets_a_sentence(hall: Hall) -> None:
    """In lists, at a server's tables and at seats; for whoever manages the server, too."""
    boss = hall.guild.create_role("boss", permissions=discord.Permissions.all())
    dora = hall.guild.add_member(hall.env.create_user("dora"), roles=[boss])
    await hall.begin()
    places = [f"g:{what}:{{}}" for what in ("tables", "table", "pause", "resume", "end", "ended")]
    far = [one.format("9" * 19) for one in ("i:turns:{}", "i:next:{}", *places)]
    near = ("f:9999", "f:9999:beer_brawl", "s:1:take:999", "s:1:replaced:999", "v:1:pause:99")
    for button in (*far, *near):
        for member in (hall.alice, dora):
            said = (await forged(hall, member, button)).response.content
            assert said and "reference" not in said, (button, said)
    assert (await hall.table()).status == "playing"


async def raw(hall: Hall, root: str, sub: str, **options: Any) -> str:
    """A command with numbers, as a rogue client would send it."""
    known = hall.env.backend.find_command(root, hall.guild.id, type=1)
    given = [{"name": name, "type": 4, "value": value} for name, value in options.items()]
    data: dict[str, Any] = {"id": known["id"], "name": root, "type": 1}
    data["options"] = [{"name": sub, "type": 1, "options": given}]
    result = await hall.alice._dispatch_interaction(2, hall.pub, data)
    assert result.ephemeral
    return str(result.response.content)


@pytest.mark.slow
async def test_a_command_with_a_huge_number_gets_a_sentence(hall: Hall) -> None:
    """Beyond what Discord's own client would send."""
    await hall.begin()
    for number in (*HUGE, -1, 0, -(10**40)):
        for command in ("show", "join", "log", "close"):
            said = await raw(hall, "table", command, table=number)
            assert said and "reference" not in said, (command, number, said)
        for options in ({"rerolls": number}, {"pace": number}):
            said = await raw(hall, "beer-brawl", "new", **options)
            assert said and "reference" not in said, (options, said)
    for word in ("9" * 4000, "-" + "9" * 60, "²", "１２", "1e999"):
        for typed in (f"rerolls={word}", f"tokens={word}"):
            said = await hall.says(hall.alice, "table new", game="Beer Brawl", options=typed[:5000])
            assert said and "reference" not in said, typed[:40]
        said = await hall.beer(hall.alice, "ready", tile=word, square=word)
        assert said and "reference" not in said, word[:40]


@pytest.mark.slow
@pytest.mark.parametrize("game", registry.KEYS)
async def test_an_option_with_huge_numbers_is_refused_by_every_game(hall: Hall, game: str) -> None:
    """The rules are asked about what no panel ever offered."""
    played = registry.get(game)
    referee, host = hall.bot.referee, Person(hall.alice.id, "alice")
    opened = await referee.open(game, {}, channel_id=hall.pub.id, guild_id=hall.guild.id, host=host)
    table = opened
    while len(table.players) not in table.counts:
        table = await referee.add_computer(table, host.id, "easy")
    table = await referee.start(table, host.id)
    await hall.quiet()
    table = await hall.table()
    questions = table.questions(host.id)
    if not questions:
        pytest.skip("a computer is asked first")
    asked = questions[0]
    for kind in played.options:
        fields = len(msgspec.structs.fields(kind))
        for number in ("-1", str(2**63)):
            wanted = "~".join([verb(kind), *[number] * fields])
            button = f"t:1:{asked.seat}.{asked.number}:={wanted}"
            if not fields or len(button) > 100 or parse(played, wanted) is None:
                continue
            said = (await forged(hall, hall.alice, button)).response.content
            assert said and "reference" not in said, button
