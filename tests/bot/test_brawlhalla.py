"""Two people play Brawlhalla by commands, each of which does what its button does."""

from pathlib import Path
from typing import Any

import pytest

from images.gallery import played
from rules import registry
from rules.brawlhalla.content.arena import ARENAS, drawing
from rules.brawlhalla.content.legends import CARDS, LEGENDS
from rules.brawlhalla.content.powers import says
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.fighter import LEGEND, RED
from rules.brawlhalla.state.options import (
    OPTIONS,
    Add,
    Attack,
    Bury,
    Choose,
    Defend,
    Delay,
    Fall,
    Keep,
    Land,
    PlaceSword,
    Respawn,
    Save,
    Side,
    Spend,
    Step,
    Stop,
    Use,
)
from rules.brawlhalla.state.variant import BrawlhallaVariant
from rules.brawlhalla.text.names import card_name, space_name
from rules.engine import kernel
from rules.engine.codec import encode
from rules.engine.inputs import Answer
from rules.engine.state import Option
from tests.bot.hall import Hall, InProcess, labels, open_hall
from tests.rules.brawlhalla.table import GRISK, HATTORI, NIX, YUMIKO, Table, named

pytestmark = pytest.mark.slow  # whole games, by every command and button

GAME = registry.get("brawlhalla")
PLACES: dict[type[Option], str] = {
    Fall: "fall",
    Land: "land",
    Respawn: "respawn",
    PlaceSword: "sword",
}
BARE = {"EndTurn": "end", "TakeBack": "take-back"}
CHOICES: dict[type[Option], tuple[str, dict[str, str]]] = {
    Spend: ("ko-card", {"choice": "spend"}),
    Save: ("ko-card", {"choice": "keep"}),
    Keep: ("foresee", {"place": "top"}),
    Bury: ("foresee", {"place": "bottom"}),
}


async def halla(hall: Hall, member: Any, command: str, **arguments: Any) -> str:
    """Somebody uses a command of Brawlhalla; what they are told, and nobody else."""
    return await hall.says(member, f"brawlhalla {command}", **arguments)


async def offered(
    hall: Hall, member: Any, command: str, argument: str, typed: str = "", **filled: Any
) -> list[str]:
    """What is completed for somebody."""
    choices = await member.autocomplete(
        hall.pub, f"brawlhalla {command}", argument, typed, **filled
    )
    return [choice["value"] for choice in choices]


async def begin(hall: Hall, table_id: Table | None = None, **options: Any) -> None:
    """Alice and Bob begin a duel, perhaps one that is laid out already."""
    await halla(hall, hall.alice, "new", opponent=hall.bob, **options)
    await hall.bob.slash(hall.pub, "table join")
    await hall.alice.slash(hall.pub, "table start")
    if table_id is not None:
        await hall.put(table_id.s)


async def state_of(hall: Hall) -> BrawlhallaState:
    """The match as it stands."""
    table = await hall.table()
    assert table.play is not None
    state: BrawlhallaState = table.play.state
    return state


def typed(s: BrawlhallaState, option: Option) -> tuple[str, dict[str, Any]]:
    """The command that an option is, and its arguments as posts name things."""
    kind, fighter = type(option), s.fighters[s.open[0].seat]
    if kind in CHOICES:
        return CHOICES[kind]
    match option:
        case Choose(legend=legend):
            return "legend", {"legend": LEGENDS[legend].name}
        case Side(side=side):
            return "weapon", {"weapon": LEGENDS[fighter.legend].weapons[side].name}
        case Step(space=space):
            return "move", {"path": space_name(space)}
        case Delay(how=how):
            return "delay", {"how": how}
        case Attack(target=target, kind=way, card=card):
            name = LEGENDS[s.fighters[target].legend].name
            return "attack", {"target": name, "kind": way, "card": card_name(card)}
        case Use(source=source):
            whose = LEGENDS[fighter.legend]
            own = whose.power if source == LEGEND else whose.weapons[fighter.side]
            return "use", {"power": (CARDS[source] if source >= 0 else own).name}
        case Add(card=card, effect=effect) | Defend(card=card, effect=effect):
            return kind.__name__.lower(), {"card": card_name(card), "effect": effect}
    command = PLACES.get(kind) or BARE.get(kind.__name__) or kind.__name__.lower()
    if hasattr(option, "space"):
        return command, {"space": space_name(option.space)}
    return command, {"card": card_name(option.card)} if hasattr(option, "card") else {}


# -- a whole match


async def test_a_duel_by_commands_alone(hall: Hall) -> None:
    """From the Legends to the last one standing, with cards and places laid out in between."""
    await begin(hall, mode="blitz", arena="twin ledges")
    seat = (await hall.table()).waits[0].seat
    first, second = (hall.alice, hall.bob) if seat == 0 else (hall.bob, hall.alice)
    told = await halla(hall, first, "legend", legend="bodvar", weapon="Bear Hammer")
    assert "Bödvar's weapon is Bear Hammer." in told
    assert "Which side" in await halla(hall, second, "legend", legend="Hattori")
    told = await halla(hall, second, "weapon", weapon="spring spear")
    assert "Hattori's weapon is Spring Spear. Your hand: " in told
    assert "Bödvar's turn" in hall.post.content
    table_id = Table(mode="blitz", spaces="C3 F3").arm(0).damage(1, RED)
    table_id.hand(0, *map(named, ("Stand Firm", "Elbow", "Growl", "Mead Breath")))
    await hall.put(table_id.hand(1, named("Parry"), named("Tumble")).s)
    alice, bob = hall.alice, hall.bob
    assert "Mead Breath" in await halla(hall, alice, "hand")
    await halla(hall, alice, "move", card="stand firm", path="D3 E3")
    attack = {"target": "Hattori", "kind": "light", "card": "Elbow"}
    assert "Elbow" in await halla(hall, alice, "attack", **attack)
    await halla(hall, alice, "skip")
    await halla(hall, bob, "defend", card="Parry", effect=True)
    await halla(hall, alice, "add", card="Growl", effect=True)
    await halla(hall, bob, "defend", card="Tumble")
    await halla(hall, alice, "pass")
    assert "Hattori blocks, 5 to 5." in hall.post.content
    await halla(hall, bob, "skip")
    await halla(hall, bob, "end")
    attack = {"target": "bob", "kind": "heavy", "card": "5 Mead Breath"}
    await halla(hall, alice, "attack", **attack)
    await halla(hall, alice, "use", power="bear hammer")
    assert "(Bödvar) wins: the last standing." in hall.post.content
    assert "goes over the KO line and is eliminated." in hall.post.content
    assert "Play" not in labels(hall.post)
    assert not hall.env.errors


# -- every command does what its button does


def chances() -> dict[type[Option], tuple[BrawlhallaState, Option]]:
    """For every verb a match of three in which somebody may answer with it."""
    found: dict[type[Option], tuple[BrawlhallaState, Option]] = {}
    variant = BrawlhallaVariant(mode="classic", arena="three_steps")
    for seed in range(1, 60):
        for s in played(GAME, variant, 3, seed, sensible=bool(seed % 2)):
            for option in kernel.offer(GAME, s, s.open[0].seat) if s.open else []:
                if getattr(option, "effect", True):
                    found.setdefault(type(option), (s, option))
        if len(found) == len(OPTIONS):
            break
    return found


def answered(s: BrawlhallaState, *options: Option) -> BrawlhallaState:
    """Where answers lead."""
    for option in options:
        asked = s.open[0]
        s = kernel.apply(GAME, s, Answer(asked.seat, asked.number, option)).state
    return s


async def test_every_verb_has_its_command(hall: Hall) -> None:
    """Each argument is completed, and the command leads exactly where the option does."""
    await halla(hall, hall.alice, "new", opponent=hall.bob, opponent2=hall.carol)
    for member in (hall.bob, hall.carol):
        await member.slash(hall.pub, "table join")
    await hall.alice.slash(hall.pub, "table start")
    found = chances()
    assert set(found) == set(OPTIONS)
    for kind, (s, option) in found.items():
        await hall.put(s)
        member = (hall.alice, hall.bob, hall.carol)[s.open[0].seat]
        command, arguments = typed(s, option)
        for argument, value in arguments.items():
            if argument in ("effect", "kind", "how", "choice", "place"):
                continue
            others = {name: text for name, text in arguments.items() if name != argument}
            completed = await offered(hall, member, command, argument, str(value), **others)
            assert any(text.startswith(str(value)) for text in completed), (command, argument)
            arguments[argument] = completed[0]
        await halla(hall, member, command, **arguments)
        after = answered(s, option)
        if kind is Step and Stop() in kernel.offer(GAME, after, s.open[0].seat):
            after = answered(after, Stop())
        assert encode(GAME, await state_of(hall)) == encode(GAME, after), command
    assert not hall.env.errors


# -- moving


async def test_a_whole_path_is_gone_at_once_and_ends_in_stopping(hall: Hall) -> None:
    """It is completed step by step, with the card and the power that were named before it."""
    table_id = Table(YUMIKO, HATTORI, spaces="C3 F3").hand(0, named("Spark"), named("Full Draw"))
    await begin(hall, table_id)
    spark, alice = {"card": "1 Spark"}, hall.alice
    assert "D4" in await offered(hall, alice, "move", "path", **spark)
    assert await offered(hall, alice, "move", "path", "d4", **spark) == ["D4"]
    assert await offered(hall, alice, "move", "power", **spark) == ["Fox Feet"]
    more = await offered(hall, alice, "move", "path", "d4", **spark, power="Fox Feet")
    assert more[0] == "D4" and "D4 D3" in more
    told = await halla(hall, alice, "move", **spark, path="D4 D3")
    assert "The move is over before the path is" in told and "BH9" in told
    await halla(hall, alice, "move", **spark, power="Fox Feet", path="D4, D3")
    state = await state_of(hall)
    assert space_name(state.fighters[0].space) == "D3"
    told = await halla(hall, alice, "move", card="Full Draw", path="D3 E2 E3")
    assert "Yumiko goes via E2 to E3 (Platform)." in told, "two of four, and then the turn is over"
    assert "Yumiko goes via D4 to D3 (Air)." in hall.post.content
    assert (await state_of(hall)).open[0].seat == 1


async def test_a_move_goes_on_step_by_step(hall: Hall) -> None:
    """The card alone first, then a power or the way, then no further."""
    table_id = Table(YUMIKO, HATTORI, spaces="C3 F3").hand(0, named("Full Draw"))
    await begin(hall, table_id)
    assert "Before your move: use a power" in await halla(
        hall, hall.alice, "move", card="Full Draw"
    )
    assert "Up to 5 more" in await halla(hall, hall.alice, "use", power="Fox Feet")
    assert "stop" in await halla(hall, hall.alice, "delay", how="draw")
    assert "C2" in await offered(hall, hall.alice, "move", "path")
    assert "1 action left" in await halla(hall, hall.alice, "move", path="C2")
    assert space_name((await state_of(hall)).fighters[0].space) == "C2"
    assert "Taken back" in await hall.says(hall.alice, "table undo")
    assert "1 action left" in await halla(hall, hall.alice, "stop")
    await hall.put(Table(spaces="C3 D3").hand(0, named("Elbow")).s)
    await halla(hall, hall.alice, "attack", target="Hattori", kind="light", card="Elbow")
    before = encode(GAME, await state_of(hall))
    assert "or skip" in await halla(hall, hall.alice, "move", path="C2")
    assert encode(GAME, await state_of(hall)) == before, "no power is skipped for a mere path"


async def test_a_power_with_several_targets_asks_for_one(hall: Hall) -> None:
    """Where there is one, it need not be named."""
    await halla(hall, hall.alice, "new", opponent=hall.bob, opponent2=hall.carol)
    for member in (hall.bob, hall.carol):
        await member.slash(hall.pub, "table join")
    await hall.alice.slash(hall.pub, "table start")
    table_id = Table(GRISK, HATTORI, NIX, spaces="D1 C2 E2").hand(0, named("Ram"))
    await hall.put(table_id.s)
    await halla(hall, hall.alice, "move", card="Ram", path="D2")
    assert "with `target`, name one: Hattori, Nix." in await halla(
        hall, hall.alice, "use", power="Ram"
    )
    fill = {"power": "Ram"}
    assert await offered(hall, hall.alice, "use", "target", **fill) == ["Hattori", "Nix"]
    told = await halla(hall, hall.alice, "use", **fill, target="carol")
    assert "Grisk uses Ram on Nix" in told


# -- refusals


REFUSALS: list[tuple[str, dict[str, Any], str]] = [
    ("move", {"card": "Needle"}, "BH9"),
    ("move", {"card": "the moon @everyone"}, "no card called"),
    ("move", {}, "Name the card"),
    ("move", {"card": "Growl", "path": "Z9"}, "from A1 to G6"),
    ("move", {"card": "Growl", "path": " , "}, "at least one space"),
    ("move", {"card": "Growl", "path": "C2 " * 31}, "longer than anybody"),
    ("move", {"card": "Growl", "path": "C4"}, "BH7"),
    ("move", {"card": "Berserk", "path": "C2 D2 E2 F2"}, "BH9"),
    ("move", {"path": "C2"}, "BH9"),
    ("move", {"card": "Growl", "power": "Fox Feet"}, "no power called"),
    ("stop", {}, "BH9"),
    ("delay", {"how": "recover"}, "BH12"),
    ("attack", {"target": "Hattori", "kind": "heavy", "card": "Growl"}, "BH15"),
    ("attack", {"target": "Hattori", "kind": "light", "card": "Needle"}, "BH14"),
    ("attack", {"target": "Hattori", "kind": "light", "card": "Growl"}, "BH13"),
    ("attack", {"target": "alice", "kind": "light", "card": "Growl"}, "BH13"),
    ("attack", {"target": "Thor", "kind": "light", "card": "Growl"}, "no target called"),
    ("use", {"power": "Bear Hide"}, "BH9"),
    ("ko-card", {"choice": "spend"}, "BH23"),
    ("sword", {"space": "C3"}, "BH9"),
    ("legend", {"legend": "Nix"}, "BH9"),
    ("legend", {"legend": "Thor"}, "no Legend called"),
    ("legend", {"legend": "Nix", "weapon": "Kami Bow"}, "no weapon of Nix called"),
    ("weapon", {"weapon": "Kami Bow"}, "no weapon called"),
]  # fmt: skip


async def test_refusals_are_private_and_lose_nothing(hall: Hall) -> None:
    """Wrong cards, places, targets, times and people: each is told why, with its rule."""
    assert "no table in this channel" in await halla(hall, hall.alice, "end")
    table_id = Table(spaces="C3 F3").hand(0, named("Growl"), named("Berserk"))
    await begin(hall, table_id)
    before, posts = encode(GAME, await state_of(hall)), len(hall.posts)
    for command, arguments, reason in REFUSALS:
        assert reason in await halla(hall, hall.alice, command, **arguments), (command, arguments)
    assert "It is not your turn" in await halla(hall, hall.bob, "end")
    assert "do not sit" in await halla(hall, hall.carol, "end")
    assert encode(GAME, await state_of(hall)) == before
    assert len(hall.posts) == posts
    assert "Brawlhalla: The Card Game is played" in await hall.beer(hall.alice, "stop")


async def test_an_effect_is_neither_forgotten_nor_invented(hall: Hall) -> None:
    """Who may use a card's effect says whether, and nobody uses one that is not for now."""
    table_id = Table(spaces="C3 D3").hand(0, named("Wide Stance"), named("Honey Break"))
    table_id.hand(1, named("Parry"), named("Second Wind"), named("Ceremony"))
    await begin(hall, table_id)
    await halla(hall, hall.alice, "attack", target="Hattori", kind="light", card="Wide Stance")
    told = await halla(hall, hall.bob, "defend", card="Parry")
    assert "Say with `effect` which of these: 2 Parry: defend with it; 2 Parry: defend" in told
    assert "BH14" in await halla(hall, hall.bob, "add", card="Parry", effect=True)
    assert "BH25" in await halla(hall, hall.bob, "defend", card="Second Wind", effect=True)
    await halla(hall, hall.bob, "defend", card="Second Wind")
    told = await halla(hall, hall.bob, "defend", card="Parry", effect=False)
    assert "Hattori defends with Parry (2)." in told
    assert "Attack 5, defence 5." in await hall.says(hall.alice, "table play")


# -- what can be typed


async def test_completion_offers_the_callers_own_and_only_what_is_legal(hall: Hall) -> None:
    """Cards of one’s own hand with what they do, narrowed by target and kind; others get nothing."""
    table_id = Table(NIX, HATTORI, spaces="C3 E2").hand(0, named("Cinder"), named("Drift"))
    await begin(hall, table_id.hand(1, named("Needle")))
    alice = hall.alice
    cards = [f"{card_name(named(n))}: {says(CARDS[named(n)])}" for n in ("Cinder", "Drift")]
    assert await offered(hall, alice, "move", "card") == cards
    assert await offered(hall, alice, "move", "card", "dri") == cards[1:]
    assert await offered(hall, alice, "attack", "target") == ["Hattori"]
    near = {"target": "Hattori", "kind": "light"}
    assert await offered(hall, alice, "attack", "card", **near) == cards[:1], "only it has range"
    assert await offered(hall, alice, "attack", "target", card="Drift") == []
    assert await offered(hall, alice, "attack", "card", target="Hattori", kind="heavy") == []
    for command in ("defend", "add", "discard", "take-back"):
        assert await offered(hall, alice, command, "card") == []
    for member in (hall.bob, hall.carol):
        for command, argument in (("move", "card"), ("attack", "card"), ("move", "path")):
            assert await offered(hall, member, command, argument) == []
    assert await offered(hall, hall.bob, "move", "path", card="Cinder") == []


async def test_legends_and_weapons_are_completed_together(hall: Hall) -> None:
    """Weapons are those of the Legend named; one that is taken is offered no more."""
    await begin(hall)
    seat = (await hall.table()).waits[0].seat
    first, second = (hall.alice, hall.bob) if seat == 0 else (hall.bob, hall.alice)
    assert await offered(hall, first, "legend", "legend", "yu") == ["Yumiko"]
    weapons = await offered(hall, first, "legend", "weapon", legend="Yumiko")
    assert [text.partition(":")[0] for text in weapons] == ["Kami Bow", "Fox Hammer"]
    await halla(hall, first, "legend", legend="Yumiko", weapon=weapons[1])
    assert "Yumiko" not in await offered(hall, second, "legend", "legend")
    assert await offered(hall, second, "legend", "weapon", legend="Yumiko") == []
    assert "BH1" in await halla(hall, second, "legend", legend="Yumiko", weapon="Kami Bow")
    assert "BH1" in await halla(hall, second, "weapon", weapon="Kami Bow"), "a Legend comes first"
    assert (await state_of(hall)).fighters[seat].side == 1


# -- before and beside a match


async def test_a_table_is_opened_as_it_is_asked_for(hall: Hall) -> None:
    """Arenas fit the format; nobody is invited in vain; teams are of two."""
    alice = hall.alice
    teams = await offered(hall, alice, "new", "arena", format="2v2")
    assert teams and all(text.endswith("(teams)") for text in teams)
    assert len(await offered(hall, alice, "new", "arena")) + len(teams) == len(ARENAS)
    both = {"opponent": hall.bob, "opponent2": hall.carol}
    refused = {
        "no arena called “Valhalla”": {"arena": "Valhalla"},
        "not drawn for this format": {"arena": "Twin Ledges", "format": "2v2"},
        "one seat beside yours, played like this, and you named 2": {"arena": "Anvil", **both},
        "3 seats beside yours, played like this, and you named 4": {
            **both,
            "opponent3": hall.guild.add_member(hall.env.create_user("dora")),
            "computer": "easy",
        },
    }
    for reason, options in refused.items():
        assert reason in await halla(hall, alice, "new", **options)
    assert not hall.posts
    options = {"mode": "classic", "format": "2v2", "arena": teams[0], "pace": 3600}
    await halla(hall, alice, "new", computer="easy", **both, **options)
    name = drawing(next(key for key in ARENAS if drawing(key).name in teams[0])).name
    assert f"classic mode, teams of two, {name}" in hall.post.content
    await hall.bob.slash(hall.pub, "table join")
    assert "4" in await hall.says(alice, "table start")
    assert (await hall.table()).status == "lobby"


async def test_the_legends_can_be_looked_up(tmp_path: Path, same_luck: None) -> None:
    """All by name and power, or one with its twenty cards, as pictures and in words."""
    async with open_hall(tmp_path, InProcess()) as hall:
        result = await hall.carol.slash(hall.pub, "brawlhalla legends")
        assert result.ephemeral
        for legend in LEGENDS:
            assert f"**{legend.name}**: {legend.power.name}." in result.response.content
        assert [a.filename for a in result.response.attachments] == ["legends.png"]
        result = await hall.carol.slash(hall.pub, "brawlhalla legends", legend="BODVAR")
        assert result.ephemeral
        assert "Bear Hammer" in result.response.content
        [picture] = result.response.attachments
        assert picture.filename == "legend.png"
        assert picture.description.startswith("The twenty cards of Bödvar.")
        assert await offered(hall, hall.carol, "legends", "legend", "ni") == ["Nix"]
        assert "no Legend called" in await halla(hall, hall.carol, "legends", legend="Thor")
        about = next(iter(GAME.text.topics))
        page = await hall.says(hall.carol, "rules", game="brawlhalla", topic=about)
        assert "An unofficial referee" in page
        topic = result.response.content.partition("“")[2].partition("”")[0]
        page = await hall.says(hall.carol, "rules", game="brawlhalla", topic=topic)
        assert all(card.name in page for card in LEGENDS[0].cards)
