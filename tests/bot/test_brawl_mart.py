"""Brawl Mart is played by its commands alone, and its map and cards are there for reference."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rules import registry
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.store import PLACE
from rules.brawl_mart.state import (
    KNOCKED_OUT,
    Attack,
    Brawl,
    BrawlMartState,
    Buy,
    Cafe,
    Equip,
    Fighter,
    Go,
    Leave,
    LineUp,
    Pass,
    Ready,
    Recruit,
    Store,
    Use,
)
from rules.engine import kernel
from rules.engine.piles import Pile
from rules.engine.state import Option
from tests.bot.hall import Hall, NoBoard, labels, open_hall
from tests.bot.test_bad_input import LONG, refused

pytestmark = pytest.mark.slow  # whole games, by every command and button

GAME = registry.get("brawl_mart")
TIM, OJWALD, WALLACE, KAATHRYNN, JOE, FRAN, MOP, SUE = 0, 1, 2, 4, 5, 8, 9, 11
MOST = 30  # answers in which a first brawl is over
HAND, BAGUETTE, SIGN, MEGAPHONE = 0, 1, 7, 12


async def begin(hall: Hall, **challenges: bool) -> None:
    """Alice goes shopping."""
    said = await hall.says(hall.alice, "brawl-mart new", **challenges)
    assert "Press *Start*" in said
    await hall.says(hall.alice, "table start")


def dealt(s: BrawlMartState) -> BrawlMartState:
    """A state whose piles hold what is nowhere else."""
    away = [*s.hand, *(fighter.card for fighter in s.fighters)]
    gone = [*s.cart, *s.shop, *(fighter.item for fighter in s.fighters)]
    s.enemies = Pile.of(card for card in range(len(BRAWLERS)) if card not in away)
    s.items = Pile.of(item for item in range(len(ITEMS)) if item not in gone)
    assert GAME.problems(s) == []
    return s


def lining_up() -> BrawlMartState:
    """A hand of three and two items, at the ENTRANCE."""
    s: BrawlMartState = kernel.start(GAME, GAME.variant(), 1, bytes(16)).state
    s.hand, s.cart = [TIM, WALLACE, SUE], [HAND, BAGUETTE]
    s.fighters, s.shop = [Fighter(FRAN, own=False)], [-1, MEGAPHONE, -1]
    return dealt(s)


def acting(
    own: Sequence[tuple[int, int]], foes: Sequence[int], at: str = "ENTRANCE"
) -> BrawlMartState:
    """The first of some brawlers, with their items, is to act."""
    s = lining_up()
    s.at, s.hand, s.cart, s.shop = PLACE[at], [], [], [-1, -1, -1]
    s.fighters = [Fighter(card, own=True, item=item) for card, item in own]
    s.fighters += [Fighter(card, own=False) for card in foes]
    s.frames, s.open[0].kind = [Brawl(step="act")], "act"
    return dealt(s)


def in_cafe() -> BrawlMartState:
    """Fran lies knocked out, and there is something to pay with."""
    s = lining_up()
    s.fighters[0].state = KNOCKED_OUT
    s.kp, s.sp, s.shop = 1, 2, [SIGN, MEGAPHONE, -1]
    s.frames, s.open[0].kind = [Cafe()], "cafe"
    return dealt(s)


def walking(at: str, *, tv: bool = False) -> BrawlMartState:
    """A brawl is over: where to?"""
    s = lining_up()
    s.at, s.tv, s.fighters = PLACE[at], tv, []
    s.frames, s.open[0].kind = [Store()], "go"
    return dealt(s)


PLAYED: list[tuple[BrawlMartState, str, dict[str, Any], list[Option]]] = [
    (
        lining_up(),
        "line-up",
        {"brawlers": "sample sue, Old-School Wallace"},
        [LineUp(SUE), LineUp(WALLACE)],
    ),
    (acting([(TIM, -1)], [FRAN, JOE]), "attack", {"target": "Traitor Joe"}, [Attack(JOE)]),
    (
        acting([(KAATHRYNN, -1)], [FRAN]),
        "attack",
        {"target": "Forklift Fran", "dice": "3d6"},
        [Attack(FRAN, 3)],
    ),
    (
        acting([(SUE, -1)], [FRAN]),
        "attack",
        {"target": "Forklift Fran", "dice": "1D6+1"},
        [Attack(FRAN, 0)],
    ),
    (
        acting([(OJWALD, -1)], [JOE, MOP]),
        "attack",
        {"target": "The Mop Prophet"},
        [Attack(JOE)],
    ),
    (acting([(TIM, SIGN)], [FRAN]), "use", {"target": "Forklift Fran"}, [Use(FRAN)]),
    (acting([(TIM, -1)], [FRAN]), "pass", {}, [Pass()]),
    (in_cafe(), "recruit", {"brawler": "Forklift Fran"}, [Recruit(FRAN)]),
    (in_cafe(), "buy", {"item": "Megaphone (2 SP)"}, [Buy(MEGAPHONE)]),
    (in_cafe(), "leave", {}, [Leave()]),
    (walking("THE RESTROOM"), "go", {"department": "pharmacy"}, [Go(PLACE["PHARMACY"])]),
]


async def test_every_command_is_an_answer(hall: Hall) -> None:
    """Cards are named as people write them; Ojwald's rivals stand for each other."""
    await begin(hall)
    for state, command, arguments, options in PLAYED:
        await hall.put(state)
        await hall.does(hall.alice, f"brawl-mart {command}", arguments, *options)


COMMANDS: dict[type[Option], tuple[str, dict[str, str]]] = {
    Go: ("go", {"department": "department"}),
    LineUp: ("line-up", {"brawlers": "brawler"}),
    Equip: ("equip", {"item": "item", "brawler": "brawler"}),
    Ready: ("ready", {}),
    Attack: ("attack", {"target": "target"}),
    Use: ("use", {"target": "target"}),
    Pass: ("pass", {}),
    Recruit: ("recruit", {"brawler": "brawler"}),
    Buy: ("buy", {"item": "item"}),
    Leave: ("leave", {}),
}


def spoken(view: Any, option: Option) -> tuple[str, dict[str, Any]]:
    """An option as a command."""
    command, names = COMMANDS[type(option)]
    arguments = {
        argument: GAME.text.field(view, type(option), field, getattr(option, field))
        for argument, field in names.items()
    }
    if isinstance(option, Attack):
        dice = GAME.text.field(view, Attack, "choice", option.choice)
        arguments |= {"dice": dice} if dice != "as printed" else {}
    return f"brawl-mart {command}", arguments


async def test_a_trip_by_commands_alone(hall: Hall) -> None:
    """From the ENTRANCE over a first brawl and its café to CHECKOUT, without a button."""
    await begin(hall)
    first = lining_up()
    first.sp = 3
    await hall.put(first)
    rng, used = random.Random(5), set()
    for _ in range(MOST):
        table = await hall.table()
        if table.view(hall.alice.id).phase == "store":
            break
        offered = table.offer(0)
        wished = [option for option in offered if type(option) not in used] or list(offered)
        option = rng.choice(wished)
        used.add(type(option))
        await hall.does(hall.alice, *spoken(table.view(hall.alice.id), option), option)
    assert used >= {LineUp, Equip, Ready, Attack}
    await hall.put(walking("ELECTRONICS", tv=True))
    going = await hall.says(hall.alice, "brawl-mart score")
    assert going.startswith("**Going home now would be worth")
    await hall.does(hall.alice, "brawl-mart go", {"department": "CHECKOUT"}, Go(PLACE["CHECKOUT"]))
    assert "The TV is home!" in hall.post.content
    assert "Play" not in labels(hall.post)
    told = await hall.says(hall.carol, "brawl-mart score", table=1)
    assert told.startswith("**The trip was worth 102 points**\n+50 for the TV brought home\n")


async def test_the_score_counts_the_cards_on_the_table(hall: Hall) -> None:
    """As if the shopper went home now: brawlers and items come back first, and nothing changes."""
    await begin(hall)
    await hall.put(acting([(TIM, BAGUETTE), (WALLACE, -1)], [FRAN]))
    before = await hall.table()
    for member in (hall.alice, hall.carol):
        told = await hall.says(member, "brawl-mart score")
        assert "+10 for 2 brawlers in hand\n+5 for 1 item in the cart" in told
    assert (await hall.table()).version == before.version


# -- refusals


REFUSED: list[tuple[BrawlMartState, str, dict[str, Any], str]] = [
    (lining_up(), "line-up", {"brawlers": "Ojwald"}, "BM12"),
    (lining_up(), "line-up", {"brawlers": "Wispy Tim, Wispy Tim"}, "BM12"),
    (lining_up(), "line-up", {"brawlers": LONG}, "no brawler called"),
    (lining_up(), "line-up", {"brawlers": ","}, "Name at least one"),
    (lining_up(), "go", {"department": "BAKERY"}, "BM13"),
    (lining_up(), "go", {"department": "@everyone"}, "no department called"),
    (lining_up(), "equip", {"item": "Price Gun", "brawler": "Wispy Tim"}, "BM12"),
    (lining_up(), "equip", {"item": "a sword", "brawler": "Wispy Tim"}, "no item called"),
    (acting([(TIM, -1)], [FRAN]), "attack", {"target": "Nerph"}, "BM13"),
    (acting([(TIM, -1)], [FRAN]), "attack", {"target": "Forklift Fran", "dice": "2D6"}, "BM18"),
    (
        acting([(KAATHRYNN, -1)], [FRAN]),
        "attack",
        {"target": "Forklift Fran"},
        "name one: 1D6, 2D6",
    ),
    (acting([(SUE, -1)], [FRAN]), "attack", {"target": "Forklift Fran"}, "name one: 1D6+1, 2D4"),
    (acting([(OJWALD, -1)], [FRAN]), "attack", {"target": "Forklift Fran"}, "BM7"),
    (
        acting([(TIM, -1)], [FRAN, JOE], "CLOTHING"),
        "attack",
        {"target": "Traitor Joe"},
        "Narrow aisle",
    ),
    (acting([(TIM, -1)], [FRAN]), "use", {"target": "Forklift Fran"}, "holds no item"),
    (acting([(TIM, BAGUETTE)], [FRAN]), "use", {"target": "Forklift Fran"}, "works by itself"),
    (acting([(TIM, -1)], [FRAN]), "ready", {}, "BM12"),
    (acting([(TIM, -1)], [FRAN]), "leave", {}, "BM13"),
    (in_cafe(), "recruit", {"brawler": "Nerph"}, "BM22"),
    (in_cafe(), "buy", {"item": "Bubble Wrap"}, "BM24"),
    (in_cafe(), "pass", {}, "BM22"),
    (walking("GARDEN"), "go", {"department": "TOYS"}, "lead only to BAKERY or BOOKS"),
    (walking("GARDEN"), "buy", {"item": "Megaphone"}, "BM11"),
]


async def test_refusals_are_private_and_lose_nothing(hall: Hall) -> None:
    """Each names the rule, or the word that names nothing."""
    assert "no table in this channel" in await hall.says(hall.alice, "brawl-mart pass")
    said = await hall.says(hall.alice, "brawl-mart new", pacifist=True, rampage=True)
    assert "cannot both be kept" in said
    await hall.says(hall.alice, "brawl-mart new", hardcore=True)
    for command in ("pass", "map", "score"):
        assert "has not begun" in await hall.says(hall.alice, f"brawl-mart {command}")
    await hall.says(hall.alice, "table start")
    for state, command, arguments, why in REFUSED:
        await hall.put(state)
        said = await refused(hall, hall.alice, f"brawl-mart {command}", **arguments)
        assert why in said, (command, arguments, said)
    assert "only watch" in await refused(hall, hall.carol, "brawl-mart go", department="BAKERY")
    assert await hall.completes(hall.carol, "brawl-mart go", "department") == []
    assert "another game" in await hall.says(hall.alice, "bro-brawl no-action")


# -- completion


async def test_completion_offers_what_is_legal_now(hall: Hall) -> None:
    """Field by field, narrowed by what was typed before."""
    await begin(hall)

    async def offered(command: str, argument: str, typed: str = "", **filled: Any) -> list[str]:
        return await hall.completes(hall.alice, f"brawl-mart {command}", argument, typed, **filled)

    await hall.put(lining_up())
    wallace = "“Old-School” Wallace"
    assert await offered("line-up", "brawlers") == ["Wispy Tim", wallace, "Sample Sue"]
    followed = [wallace, f"{wallace}, Wispy Tim", f"{wallace}, Sample Sue"]
    assert await offered("line-up", "brawlers", wallace) == followed
    assert await offered("line-up", "brawlers", "wispy tim, sa") == ["wispy tim, Sample Sue"]
    assert await offered("equip", "item") == []
    await hall.says(hall.alice, "brawl-mart line-up", brawlers=f"Wispy Tim, {wallace}, Sample Sue")
    assert await offered("equip", "item", "ba") == ["Stale Baguette"]
    await hall.says(hall.alice, "brawl-mart equip", item="Stretchy Hand", brawler="Sample Sue")
    holding = await offered("equip", "brawler", item="Stale Baguette")
    assert holding == ["Wispy Tim", wallace]
    assert await offered("equip", "item", brawler="Sample Sue") == []
    await hall.put(acting([(KAATHRYNN, MEGAPHONE), (TIM, -1)], [FRAN, JOE]))
    assert await offered("attack", "target") == ["Forklift Fran", "Traitor Joe"]
    dice = await offered("attack", "dice", target="Traitor Joe")
    assert dice == [f"{count}D6" for count in range(1, 7)]
    assert await offered("use", "target") == ["Wispy Tim"]
    await hall.put(acting([(OJWALD, -1)], [JOE, FRAN, MOP]))
    assert await offered("attack", "target") == ["Traitor Joe and Mop Prophet"]
    assert await offered("attack", "dice") == [], "there is nothing to choose"
    await hall.put(in_cafe())
    assert await offered("recruit", "brawler") == ["Forklift Fran"]
    assert await offered("buy", "item") == ["Wet Floor Sign (1 SP)", "Megaphone (2 SP)"]
    await hall.put(walking("GARDEN"))
    assert await offered("go", "department", "b") == ["BAKERY", "BOOKS"]
    assert await offered("cards", "card", "the i") == ["The Intercom"]


# -- reference


async def test_the_map_and_the_cards_are_shown_as_pictures(tmp_path: Path, same_luck: None) -> None:
    """To the crowd, too, and the same in words."""
    async with open_hall(tmp_path, NoBoard()) as hall:
        await begin(hall)
        shown = await hall.carol.slash(hall.pub, "brawl-mart map")
        assert shown.ephemeral
        assert "You are in ENTRANCE · on to PRODUCE or GARDEN or TOYS" in shown.response.content
        [picture] = shown.response.attachments
        assert picture.filename == "map.png"
        assert picture.description.startswith("You are in ENTRANCE")
        assert (await picture.read()).startswith(b"\x89PNG")
        shown = await hall.carol.slash(hall.pub, "brawl-mart cards", kind="items")
        [picture] = shown.response.attachments
        assert picture.filename == "cards.png"
        assert picture.description.startswith("Stretchy Hand: Steal another brawler's item")
        told = await hall.says(hall.carol, "brawl-mart cards", card="ojwald")
        assert told.startswith("**Ojwald**: XD6 non-contact, resistance 5, Tactical.")
        assert "no card called" in await hall.says(hall.carol, "brawl-mart cards", card="Joker")
