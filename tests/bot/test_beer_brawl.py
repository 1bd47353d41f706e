"""Two people play Beer Brawl through the real machinery, from `new` to a win."""

import random
from collections.abc import Callable

import pytest

from bot.table import Table
from rules.beer_brawl.content import EMPTY, FILES, NAMES, SPEED, SQUARES, square_label
from rules.beer_brawl.state import (
    BeerBrawlState,
    BeerBrawlVariant,
    Done,
    Fight,
    Revive,
    Step,
    Stop,
    Turn,
)
from rules.engine import kernel
from rules.engine.codec import option_key
from rules.engine.state import Option
from tests.bot.hall import BLUE, ORANGE, Hall, choose, labels
from tests.bot.test_secrets import GAME, reach

pytestmark = pytest.mark.slow  # whole games, by every command and button

SQUARE_OF = {square_label(square): square for square in range(SQUARES)}
PATIENCE = 40  # answers after which a person gives up against a computer
HOME = {BLUE: ["A3", "B3", "C3", "A1", "B1", "C1"], ORANGE: ["E6", "D6", "C8", "D8", "E8", "D7"]}


def where(table: Table, name: str) -> str:
    """The square on which somebody stands."""
    board = table.view(None).board
    return square_label(next(at for at, held in enumerate(board) if held and held.name == name))


def next_step(table: Table) -> tuple[str, str]:
    """Blue walks up the empty A file, Orange walks to and fro: who goes where."""
    if table.waits[0].seat == 0:
        return "Barnaby", "A" + str(int(where(table, "Barnaby")[1]) + 1)
    return "Crumpet", "E5" if where(table, "Crumpet") == "E6" else "E6"


async def test_by_commands_alone(painted_hall: Hall) -> None:
    """Every step of a game is a command, and the last one wins it."""
    hall = painted_hall
    await hall.begin()
    assert "19 left" in await hall.beer(hall.alice, "reroll")
    for member, names in ((hall.alice, BLUE), (hall.bob, ORANGE)):
        for tile, square in zip(names, HOME[names], strict=True):
            told = await hall.beer(member, "ready", tile=tile, square=square)
    assert "(Orange) used fewer rerolls and begins" in told
    table = await hall.table()
    while table.outcome is None:
        member = (hall.alice, hall.bob)[table.waits[0].seat]
        name, square = next_step(table)
        await hall.beer(member, "move", adventurer=name, path=square)
        told = await hall.beer(member, "stop")
        table = await hall.table()
    assert "(Blue) wins" in hall.post.content
    assert f"<@{hall.alice.id}>" in hall.post.content
    assert "Play" not in labels(hall.post)
    assert [a.filename for a in hall.post.attachments] == ["board.png"]
    assert "Blue wins" in hall.post.attachments[0].description
    assert not hall.env.errors


async def test_by_buttons_alone(hall: Hall) -> None:
    """Join, Start and Play lead from the lobby to a win; nothing is typed after `new`."""
    await hall.alice.slash(hall.pub, "beer-brawl new", here=True, rerolls=0)
    lobby = hall.post
    await hall.bob.click(lobby, label="Join")
    await hall.alice.click(lobby, label="Start")
    for member, names in ((hall.alice, BLUE), (hall.bob, ORANGE)):
        panel = await hall.panel(member)
        for tile, square in zip(names, HOME[names], strict=True):
            key = f"ready~{NAMES.index(tile)}~{SQUARE_OF[square]}"
            panel = await choose(member, panel, key)
    table = await hall.table()
    assert table.waits[0].seat == 0, "nobody rerolled, and Alice was ready first"
    while table.outcome is None:
        member = (hall.alice, hall.bob)[table.waits[0].seat]
        name, square = next_step(table)
        panel = await hall.panel(member)
        await choose(member, panel, f"walk~{NAMES.index(name)}~{SQUARE_OF[square]}")
        table = await hall.table()
    assert "(Blue) wins" in hall.post.content
    assert not hall.env.errors


async def test_from_direct_messages_alone(hall: Hall) -> None:
    """The message with the cluster carries all buttons and follows the game."""
    await hall.begin()
    [private] = hall.dms(hall.alice)
    await hall.alice.user.click(private, label="Reroll")
    [message] = hall.dms(hall.alice)
    assert message.content.startswith("-# You reroll; 19 left."), "no message of its own for that"
    await hall.alice.user.click(hall.dms(hall.alice)[0], label="Place all for me · front first")
    await hall.bob.user.click(hall.dms(hall.bob)[0], label="Place all for me · front first")
    assert "Your turn" in hall.dms(hall.bob)[0].content
    assert "not asked" in hall.dms(hall.alice)[0].content
    assert labels(hall.dms(hall.alice)[0]) == ["Play on", "Rules", "Recap"]
    table = await hall.table()
    assert table.play is not None
    assert table.play.state.rerolls == [1, 0]
    assert not hall.env.errors


async def test_against_the_computer(hall: Hall) -> None:
    """A person and a computer play to the end; the computer answers by itself."""
    await hall.alice.slash(hall.pub, "beer-brawl new", here=True, computer="easy", rerolls=1)
    await hall.alice.click(hall.post, label="Start")
    await hall.beer(hall.alice, "scatter")
    rng = random.Random(1)
    for _ in range(PATIENCE):
        table = await hall.table()
        if table.outcome is not None:
            break
        assert [question.seat for question in table.waits] == [0], "the computer has answered"
        forward = max(table.offer(0), key=lambda option: (ahead(option), rng.random()))
        whole = {way.answers: way.option for way in table.ways(0)}  # its button may do just that
        pressed = whole.get((forward,), forward)
        await choose(hall.alice, await hall.panel(hall.alice), option_key(pressed))
        await hall.quiet()
    else:
        await hall.resigns(hall.alice)
    table = await hall.table()
    assert table.status == "over"
    side, why = table.game.text.outcome(None, table.outcome).split(" ", 1)
    assert f"{side}) {why}" in hall.post.content  # beside whose side it is
    assert not hall.env.errors


def ahead(option: Option) -> int:
    """How eager a simple mind is for an option: fight, then stop, then go up the board."""
    match option:
        case Fight():
            return 200
        case Stop() | Done():
            return 100
        case Step(square=square):
            return square // 5
        case _:
            return 0


# -- every command does what its button does


def may(kind: type[Option]) -> Callable[[BeerBrawlState], bool]:
    """Whether Blue may answer with a verb now."""

    def wanted(s: BeerBrawlState) -> bool:
        return s.open[0].seat == 0 and any(isinstance(o, kind) for o in offer(s))

    return wanted


def offer(s: BeerBrawlState) -> list[Option]:
    """What is offered to who is asked first."""
    return list(kernel.offer(GAME, s, s.open[0].seat))


async def test_terrain(hall: Hall) -> None:
    """Blue lays a token, then Orange; squares are completed."""
    await hall.begin(terrain=True)
    choices = await hall.alice.autocomplete(
        hall.pub, "beer-brawl terrain", "square", "c", kind="lake"
    )
    assert [choice["value"] for choice in choices] == [f"C{rank}" for rank in range(1, 9)]
    await hall.beer(hall.alice, "terrain", kind="lake", square="C4")
    assert "(Blue) lays a lake on C4." in hall.post.content
    await hall.beer(hall.bob, "terrain", kind="rough", square="d5")
    assert "(Orange) lays rough ground on D5." in hall.post.content


async def test_a_path_is_walked_step_by_step_and_taken_back(hall: Hall) -> None:
    """Directions and squares; nothing of it shows before the turn is over."""
    await hall.begin()
    await hall.put(reach(lambda s: s.turn == 1 and bool(two_steps(s)), BeerBrawlVariant()))
    table = await hall.table()
    assert table.play is not None
    name, first, second = two_steps(table.play.state)[0]
    completed = await hall.alice.autocomplete(
        hall.pub, "beer-brawl move", "path", first, adventurer=name
    )
    assert f"{first} {second}" in [choice["value"] for choice in completed]
    posts = len(hall.posts)
    told = await hall.beer(hall.alice, "move", adventurer=name, path=f"{first} {second}")
    assert "has" in told
    assert where(await hall.table(), name) != second, "others see it when it is done"
    same = await hall.panel(hall.alice)
    hall.bot.live_panels._live.clear()  # as after a restart
    panel = await hall.panel(hall.alice)
    menu = (await hall.alice.click(hall.post, label="Table")).response
    assert "Taken back" in (await hall.alice.click(panel, label="Undo")).response.content
    again = await hall.alice.click(same, label="Undo")
    assert "how things stand now" in again.response.content, "a second click takes back no more"
    assert "out of date" in (await hall.alice.click(menu, label="Undo")).response.content
    assert "no answer to take back" in await hall.says(hall.alice, "table undo")
    assert len(hall.posts) == posts
    await hall.beer(hall.alice, "move", adventurer=name, path=f"{first},{second}")
    await hall.beer(hall.alice, "stop")
    assert f"{name} (Blue) goes" in hall.post.content
    assert f"–{first}–{second}." in hall.post.content


async def test_who_goes_step_by_step_stays_there_until_the_turn_is_over(hall: Hall) -> None:
    """A step, and an Undo, lead to the next step; whoever stops is done."""
    await hall.begin()
    await hall.put(reach(lambda s: s.turn == 1 and bool(two_steps(s)), BeerBrawlVariant()))
    table = await hall.table()
    assert table.play is not None
    name, first, second = two_steps(table.play.state)[0]
    key = f"step~{NAMES.index(name)}~{SQUARE_OF[first]}"
    panel = (await hall.alice.click(await hall.panel(hall.alice), label="Step by step")).response
    panel = await choose(hall.alice, panel, key)
    assert "Step by step ›" in panel.content
    assert f"{name} to {second}" in labels(panel) and "Stop" in labels(panel)
    panel = (await hall.alice.click(panel, label="Undo")).response
    assert "Step by step ›" in panel.content
    panel = await choose(hall.alice, panel, key)
    panel = (await hall.alice.click(panel, label="Back")).response
    assert f"Go to {second} and stop" in labels(panel)
    panel = (await hall.alice.click(panel, label="Step by step")).response
    panel = (await hall.alice.click(panel, label="Stop")).response
    assert "not asked" in panel.content and "Step by step" not in panel.content


async def test_who_places_step_by_step_stays_there_until_all_is_placed(hall: Hall) -> None:
    """The front comes first, and each tile takes the same two presses."""
    await hall.begin()
    panel = (await hall.alice.click(await hall.panel(hall.alice), label="Step by step")).response
    for name, square in zip(BLUE[:2], ("A3", "C3"), strict=True):
        panel = (await hall.alice.click(panel, label=f"Place: {name} …")).response
        panel = (await hall.alice.click(panel, label=square)).response
        assert "Step by step ›" in panel.content
    panel = (await hall.alice.click(panel, label="Place the rest at random")).response
    assert "Step by step" not in panel.content


def two_steps(s: BeerBrawlState) -> list[tuple[str, str, str]]:
    """Who of Blue's can take two steps up the board."""
    if s.open[0].seat != 0 or not isinstance(s.frames[-1], Turn):
        return []
    found = []
    for option in offer(s):
        if isinstance(option, Step):
            p, square = option.adventurer, option.square
            two = square + FILES
            if square == s.at[p] + FILES and SPEED[s.tiles[p]] and s.board[two] == EMPTY:
                found.append((NAMES[p], square_label(square), square_label(two)))
    return found


async def test_a_fight(hall: Hall) -> None:
    """Everybody learns who fell; both owners are told alone how theirs fared, and against whom."""
    await hall.begin()
    state = reach(may(Fight), BeerBrawlVariant(rerolls=0))
    await hall.put(state)
    choices = await hall.alice.autocomplete(hall.pub, "beer-brawl fight", "target", "")
    enemies = [NAMES[o.target] for o in offer(state) if isinstance(o, Fight)]
    assert [choice["value"] for choice in choices] == enemies
    told = await hall.beer(hall.alice, "fight", target=enemies[0])
    assert "knocks it out" in hall.post.content
    assert "armor left" not in hall.post.content
    message = hall.dms(hall.bob)[0].content
    assert ("armor left" in told) != ("armor left" in message), "one of them won"
    assert (" armor and took " in told) != (" armor and took " in message), "one of them lost"
    assert " armor and took " not in hall.post.content and "Blow by blow" not in told + message


async def test_a_revival(hall: Hall) -> None:
    """A woken adventurer comes back on its team’s back rank."""
    await hall.begin(revival=True)
    state = reach(may(Revive), BeerBrawlVariant(rerolls=0, revival=True))
    await hall.put(state)
    revive = next(o for o in offer(state) if isinstance(o, Revive))
    name, square = NAMES[revive.adventurer], square_label(revive.square)
    for argument, value in (("adventurer", name), ("square", square)):
        choices = await hall.alice.autocomplete(hall.pub, "beer-brawl revive", argument, "")
        assert value in [choice["value"] for choice in choices]
    await hall.beer(hall.alice, "revive", adventurer=name, square=square)
    await hall.beer(hall.alice, "stop")
    assert f"{name} (Blue) is back, on {square}." in hall.post.content
