"""Whatever is typed or pressed wrongly gets a private sentence, and nothing changes."""

from typing import Any

import discord
import pytest

from rules.beer_brawl.state import BeerBrawlState, BeerBrawlVariant, Stop, Turn
from rules.engine import kernel
from tests.bot.hall import Hall, components, labels
from tests.bot.test_secrets import GAME, reach

pytestmark = pytest.mark.slow  # every command is given nonsense

LONG = "x" * 2000


def fresh_turn(s: BeerBrawlState) -> bool:
    """Blue is to move."""
    return isinstance(s.frames[-1], Turn) and s.frames[-1].mover < 0 and s.open[0].seat == 0


def may_stop(s: BeerBrawlState) -> bool:
    """Blue has moved."""
    turn = isinstance(s.frames[-1], Turn)
    return turn and s.open[0].seat == 0 and Stop() in kernel.offer(GAME, s, 0)


async def refused(hall: Hall, member: Any, command: str, **arguments: Any) -> str:
    """A command is refused: privately, in words, and without a trace at the table."""
    before = await hall.table()
    posts = [(post.content, labels(post)) for post in hall.posts]
    said = await hall.says(member, command, **arguments)
    after = await hall.table()
    assert (after.version, after.logged) == (before.version, before.logged)
    assert [(post.content, labels(post)) for post in hall.posts] == posts
    assert said
    assert "reference" not in said, "this is not the referee's mistake"
    why, _, panel = said.partition(f"\n**{before.game.title}** · table")
    assert len(why) < 400
    playing = before.play is not None and before.player_of(member.id) is not None
    acting = not command.startswith("table ") or command == "table undo"
    assert bool(panel) == (playing and acting), "who plays here is shown how things stand, too"
    return said


DRAFT: list[tuple[str, dict[str, Any], str]] = [
    ("ready", {"tile": "Barnaby", "square": "Z9"}, "no square"),
    ("ready", {"tile": "Barnaby", "square": "C5"}, "not at home"),
    ("ready", {"tile": "Barnaby", "square": LONG}, "no square"),
    ("ready", {"tile": "Barnaby", "square": ""}, "no square"),
    ("ready", {"tile": LONG, "square": "A1"}, "no tile"),
    ("ready", {"tile": "7", "square": "A1"}, "no tile"),
    ("ready", {"tile": "@everyone <@1>", "square": "A1"}, "no tile"),
    ("ready", {"tile": "Crumpet", "square": "A1"}, "not one of your tiles"),
    ("move", {"adventurer": "Barnaby", "path": "up"}, "does not stand on the board"),
    ("fight", {"target": "Crumpet"}, "The draft comes first"),
    ("rearm", {"action": "give"}, "Name the friend"),
    ("rearm", {"action": "give", "friend": "Dimple"}, "The draft comes first"),
    ("revive", {"adventurer": "Barnaby", "square": "A1"}, "The draft comes first"),
    ("stop", {}, "The draft comes first"),
    ("here", {}, "at the table already"),
    ("terrain", {"kind": "lake", "square": "C4"}, "The draft comes first"),
]


async def test_a_refused_command_shows_the_panel_as_a_refused_button_does(hall: Hall) -> None:
    """The same words about how things stand, and the same buttons to go on with."""
    await hall.begin()
    await hall.put(reach(may_stop, BeerBrawlVariant()))
    panel = await hall.panel(hall.alice)
    hall.bot.live_panels._live.clear()  # as after a restart
    await hall.beer(hall.alice, "stop")
    pressed = (await hall.alice.click(panel, label="Stop")).response
    typed = (await hall.alice.slash(hall.pub, "beer-brawl stop")).response
    assert pressed.content.startswith("⚠️ You have answered this already.")
    assert typed.content.startswith("⚠️ It is not your turn.")
    assert pressed.content.split("\n")[1:] == typed.content.split("\n")[1:]
    for member in (hall.alice, hall.bob):
        shown = (await member.slash(hall.pub, "beer-brawl ready", tile="x", square="A1")).response
        opened = await hall.panel(member)
        assert shown.content.endswith(opened.content)
        assert [c["custom_id"] for c in components(shown)][: len(list(components(opened)))] == [
            c["custom_id"] for c in components(opened)
        ]


async def test_in_the_draft(hall: Hall) -> None:
    """Wrong squares, tiles and commands."""
    await hall.begin()
    for command, arguments, why in DRAFT:
        said = await refused(hall, hall.alice, f"beer-brawl {command}", **arguments)
        assert why in said, (command, arguments, said)


TURN: list[tuple[str, dict[str, Any], str]] = [
    ("move", {"path": ""}, "at least one step"),
    ("move", {"path": "sideways"}, "no square"),
    ("move", {"path": "up " * 100}, "longer than anybody"),
    ("move", {"path": LONG}, "no square"),
    ("move", {"path": "E8"}, "not next to"),
    ("move", {"adventurer": "Crumpet", "path": "down"}, "not one of your adventurers"),
    ("fight", {"target": "Crumpet"}, "Move somebody first"),
    ("stop", {}, "first move is a must"),
    ("reroll", {}, "The draft is over"),
    ("ready", {"tile": "Barnaby", "square": "A1"}, "The draft is over"),
    ("scatter", {}, "The draft is over"),
    ("revive", {"adventurer": "Barnaby", "square": "A1"}, "without revival"),
]


async def test_in_a_turn(hall: Hall) -> None:
    """Wrong paths and actions, and the player whose turn it is not."""
    await hall.begin()
    state = reach(fresh_turn, BeerBrawlVariant())
    await hall.put(state)
    own = next(p for p in range(0, 12, 2) if state.at[p] >= 0)
    name = ("Barnaby", "Dimple", "Figgy", "Hobnail", "Juniper", "Lumpkin")[own // 2]
    for command, arguments, why in TURN:
        given = {"adventurer": name, **arguments} if command == "move" else arguments
        said = await refused(hall, hall.alice, f"beer-brawl {command}", **given)
        assert why in said, (command, arguments, said)
    for command, arguments in (("move", {"adventurer": "Crumpet", "path": "up"}), ("stop", {})):
        said = await refused(hall, hall.bob, f"beer-brawl {command}", **arguments)
        assert "not your turn" in said
        assert f"<@{hall.alice.id}> (Blue)" in said
        said = await refused(hall, hall.carol, f"beer-brawl {command}", **arguments)
        assert "only watch" in said


async def test_a_path_beyond_ones_speed_is_refused_whole(hall: Hall) -> None:
    """All steps or none, and the refusal names the rule."""
    await hall.begin()
    await hall.put(reach(lambda s: fresh_turn(s) and s.turn == 1, BeerBrawlVariant()))
    table = await hall.table()
    step = table.offer(0)[0]
    board = table.view(None).board
    piece = next(p for p in board if p and p.adventurer == step.adventurer)  # type: ignore[attr-defined]
    there, back = step.square, board.index(piece)  # type: ignore[attr-defined]
    from rules.beer_brawl.content import square_label

    path = " ".join([square_label(there), square_label(back)] * 4)
    said = await refused(hall, hall.alice, "beer-brawl move", adventurer=piece.name, path=path)
    assert "Rule BB1" in said


NOWHERE: list[tuple[str, dict[str, Any]]] = [
    ("beer-brawl reroll", {}),
    ("beer-brawl tiles", {}),
    *((f"table {name}", {}) for name in ("join", "leave", "start", "show", "play", "hand", "log")),
    *((f"table {name}", {}) for name in ("undo", "resign", "draw", "abandon", "settings")),
]


async def test_a_table_that_does_not_exist(hall: Hall) -> None:
    """A channel without a table, and a number that no table has."""
    for command, arguments in NOWHERE:
        assert "no table in this channel" in await hall.says(hall.alice, command, **arguments)
        if command.startswith("table"):
            said = await hall.says(hall.alice, command, table=99, **arguments)
            assert "no such table" in said.lower()


async def test_a_finished_table(hall: Hall) -> None:
    """Nothing can be done any more, and that is said."""
    await hall.begin()
    await hall.resigns(hall.alice)
    assert "no table in this channel" in await hall.beer(hall.alice, "reroll")
    for command in ("undo", "resign", "draw", "abandon", "join", "leave", "start"):
        said = await refused(hall, hall.alice, f"table {command}", table=1)
        assert any(word in said for word in ("over", "closed")), (command, said)
    assert "(Orange) wins" in await hall.says(hall.alice, "table show", table=1)


async def test_text_for_a_number_and_numbers_out_of_range(hall: Hall) -> None:
    """What Discord's own client would not send is refused all the same."""
    for name, value, kind in (("rerolls", "many", 4), ("rerolls", 10_000, 4), ("tokens", -1, 4)):
        said = await raw(hall, "new", [{"name": name, "type": kind, "value": value}])
        assert said
        assert "reference" not in said, said
    assert await hall.bot.referee.find(hall.pub.id) is None


async def raw(hall: Hall, command: str, options: list[dict[str, Any]]) -> str:
    """A command as a rogue client would send it; what is answered."""
    root = hall.env.backend.find_command("beer-brawl", hall.guild.id, type=1)
    data = {
        "id": root["id"],
        "name": "beer-brawl",
        "type": 1,
        "options": [{"name": command, "type": 1, "options": options}],
    }
    result = await hall.alice._dispatch_interaction(2, hall.pub, data)
    assert result.ephemeral
    return str(result.response.content)


async def test_a_channel_without_permission(hall: Hall) -> None:
    """What is missing is named before anything is opened."""
    mute = hall.guild.create_text_channel(
        "mute",
        overwrites={
            hall.guild.default_role: discord.PermissionOverwrite(
                send_messages=False, attach_files=False
            )
        },
    )
    result = await hall.alice.slash(mute, "beer-brawl new", here=True)
    assert result.ephemeral
    assert "Attach Files" in result.response.content
    assert await hall.bot.referee.find(mute.id) is None


async def test_a_channel_that_is_taken(hall: Hall) -> None:
    """One live table per channel."""
    await hall.begin()
    assert "already" in await hall.beer(hall.carol, "new")


async def test_an_opponent_who_cannot_play(hall: Hall) -> None:
    """Oneself, a bot, or more than there are seats."""
    robot = hall.guild.add_member(hall.env.create_user("robot", bot=True))
    assert "your own opponent" in await hall.beer(hall.alice, "new", opponent=hall.alice)
    assert "bot cannot sit" in await hall.beer(hall.alice, "new", opponent=robot)
    said = await hall.beer(hall.alice, "new", opponent=hall.bob, computer="easy")
    assert "one seat beside yours" in said
    duel = {"game": "brawlhalla", "options": "arena=anvil", "computer": "easy"}
    said = await hall.says(hall.alice, "table new", opponent=hall.bob, **duel)
    assert "one seat beside yours, played like this, and you named 2" in said
    said = await hall.says(hall.alice, "table new", game="Brawl Mart", computer="easy")
    assert "played alone" in said
    assert not hall.posts, "nobody was invited in vain"
    assert await hall.bot.referee.find(hall.pub.id) is None


async def test_an_unknown_rule(hall: Hall) -> None:
    """Games and topics that there are not, with those that there are."""
    assert "Beer Brawl" in await hall.says(hall.alice, "rules", game=LONG)
    said = await hall.says(hall.alice, "rules", game="Beer Brawl", topic="offside")
    assert "offside" in said
    assert "Fights" in said


@pytest.mark.parametrize("again", [False, True])
async def test_a_panel_that_is_out_of_date(hall: Hall, again: bool) -> None:
    """A second click on the same answer changes nothing and shows how things stand."""
    await hall.begin()
    old = await hall.panel(hall.alice)
    hall.bot.live_panels._live.clear()  # as after a restart
    panel = await hall.panel(hall.alice)
    await hall.alice.click(panel, label="Reroll")
    before = await hall.table()
    if again:
        result = await hall.alice.click(old, label="Reroll")
    else:
        result = await hall.alice.click(old, label="Keep Barnaby")
    assert "how things stand now" in result.response.content
    assert "19 left" in result.response.content
    assert (await hall.table()).version == before.version
    await hall.alice.click(old, label="Reroll")
    assert "18 left" in (await hall.panel(hall.alice)).content


async def test_a_mistake_of_the_referee_has_a_reference(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What is nobody's fault is logged under the number that the player is told."""
    await hall.begin()

    async def broken(*args: Any, **kwargs: Any) -> None:
        raise ZeroDivisionError("a secret detail")

    monkeypatch.setattr(hall.bot.referee, "history", broken)
    said = await hall.says(hall.alice, "table log")
    reference = said.split("`")[1]
    assert "secret detail" not in said
    assert reference in [getattr(record, "reference", None) for record in caplog.records]
    menu = (await hall.alice.click(hall.post, label="Table")).response
    result = await hall.alice.click(menu, label="Log")
    assert "reference" in result.response.content
