"""Brawl Mart's pictures: every phase, every card readable, the same bytes for the same view."""

import random
from collections import Counter
from itertools import combinations
from typing import Literal

import msgspec
import pytest

import images
from images.brawl_mart import look
from images.brawl_mart.cards import RIM, brawler_card, item_plate
from images.brawl_mart.chart import department_box, pawn_box
from images.brawl_mart.reference import card_sheet, store_map
from images.brawl_mart.rolls import die
from images.brawl_mart.table import board
from images.brawl_mart.words import formula, held, in_brief
from images.kit.box import Box, at
from images.kit.screen import HEIGHT, WIDTH
from images.kit.text import Written, noting
from images.kit.theme import GOLD, PAPER
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.store import LEADS, PLACE, STORE
from rules.brawl_mart.state import KNOCKED_OUT, SLAIN, STANDING, Exchanged
from rules.brawl_mart.view import FighterView, View
from rules.engine import kernel
from tests.images.mart_positions import GAME, few, full, positions
from tests.images.reading import area, check_words, golden, on_screen, unlike

pytestmark = pytest.mark.slow  # every phase is drawn


def test_the_positions_show_every_phase() -> None:
    views = [GAME.view(s, None) for _, s in positions()]
    assert {view.phase for view in views} == {
        "line_up", "equip", "act", "cafe", "store", "over",
    }  # fmt: skip
    reasons = {view.outcome.reason for view in views if view.outcome}
    assert reasons >= {"lost", "out", "pacifist", "rampage"}
    assert {f.state for view in views for f in view.fighters} == {0, KNOCKED_OUT, SLAIN}
    assert any(f.item >= 0 for view in views for f in view.fighters)
    assert any(view.losses for view in views if view.outcome is None)


def test_gold_is_what_can_be_chosen_and_nothing_else() -> None:
    """Neither who is up, nor the rule, nor the points; on the map, the ways that lead on."""
    for name, s in positions()[::5]:
        view = GAME.view(s, None)
        if s.outcome is None:
            assert golden(images.board("brawl_mart", view)) == (view.phase == "store"), name


def test_while_one_acts_the_others_of_that_side_are_dim() -> None:
    seen = set()
    for name, s in positions():
        view = GAME.view(s, None)
        if view.phase in ("equip", "act"):
            own = [f for f in view.fighters if f.own and f.state == STANDING]
            waits = view.phase == "act" and len(own) > 1
            dim = area(images.board("brawl_mart", view), look.DIM)
            assert (dim > 4_000) == waits, (name, dim)
            seen.add(waits)
    assert seen == {True, False}


def test_every_phase_draws_a_small_board_with_its_words() -> None:
    for name, s in positions()[::9]:
        view = GAME.view(s, None)
        picture = images.board("brawl_mart", view)
        on_screen(picture)
        ended = f"{GAME.text.outcome(view, s.outcome)} " if s.outcome else ""
        assert picture is not None
        assert picture.alt.startswith(ended + GAME.text.board(view)[:100]), name


def test_nothing_is_private() -> None:
    for _, s in positions()[:6]:
        assert images.private("brawl_mart", GAME.view(s, 0)) is None


def test_the_order_of_the_piles_does_not_show() -> None:
    rng = random.Random(7)
    for name, s in positions()[::12]:
        if s.outcome is None:
            seen = images.board("brawl_mart", GAME.view(s, None))
            world = kernel.determinize(GAME, s, 0, rng)
            assert images.board("brawl_mart", GAME.view(world, None)) == seen, name


# -- reading


def test_every_word_can_be_read() -> None:
    for name, s in few():
        with noting() as notes:
            images.board("brawl_mart", GAME.view(s, None))
        assert len(notes) > 5
        check_words(name, notes)


@pytest.mark.parametrize("turn", range(6))
def test_a_table_with_everything_on_it_can_be_read(turn: int) -> None:
    view = full(turn)
    with noting() as notes:
        picture = images.board("brawl_mart", view)
    check_words(view.phase, notes)
    on_screen(picture)
    texts = {note.text for note in notes}
    if view.phase == "store":
        assert {department.name for department in STORE} <= texts
    if view.phase in ("line_up", "equip", "act", "cafe"):
        shown = [f.card for f in view.fighters if view.phase != "cafe" or not f.own]
        assert all(any(BRAWLERS[card].name in text for text in texts) for card in shown)
    if view.phase == "line_up":
        names = {text.split(" · ")[0] for text in texts}
        assert {BRAWLERS[card].name for card in view.hand} <= names


def test_every_card_can_be_read() -> None:
    for card, brawler in enumerate(BRAWLERS):
        with noting() as notes:
            brawler_card(card, 206, 228)
        check_words(brawler.name, notes)
        texts = {note.text for note in notes}
        dice = formula(card, own=True)
        assert {brawler.name, brawler.type, dice, str(brawler.resistance)} <= texts
    for card, item in enumerate(ITEMS):
        with noting() as notes:
            item_plate(card, 206, 70)
        check_words(item.name, notes)
        assert item.name in {note.text for note in notes}


@pytest.mark.rule("BM3")
@pytest.mark.parametrize("item", range(len(ITEMS)))
def test_an_enemy_card_says_what_it_does_and_what_it_holds(item: int) -> None:
    """Also where two stand side by side, each with the longest words there are."""
    for card, brawler in enumerate(BRAWLERS):
        with noting() as notes:
            brawler_card(card, 510, 234, item=item, own=False, glow=True)
        check_words(brawler.name, notes)
        texts = {note.text for note in notes}
        assert (brawler.enemy or brawler.says) in texts, brawler.name
        assert f"{ITEMS[item].name}: {held(item, own=False)}" in texts, brawler.name
        assert not any("X" in text for text in texts if "D6" in text and "+X" not in text)


def test_a_line_up_of_three_says_what_everybody_can_do() -> None:
    """Also below two enemies: each row is as high as its words need, cards are as wide as theirs."""
    hands = list(combinations(range(len(BRAWLERS)), 3))
    enemies = [FighterView(card, False, -1, STANDING, False, 0) for card in (2, 3)]
    for hand in hands[::11]:
        view = msgspec.structs.replace(full(1), hand=hand, fighters=tuple(enemies))
        texts = {note.text for note in _written(view)}
        assert {BRAWLERS[card].says for card in hand} <= texts, hand
        assert {BRAWLERS[f.card].enemy or BRAWLERS[f.card].says for f in enemies} <= texts


def test_a_line_up_of_four_below_a_lone_enemy_says_what_everybody_can_do() -> None:
    for number, hand in enumerate(list(combinations(range(len(BRAWLERS)), 4))[::37]):
        enemy = FighterView(number % len(BRAWLERS), False, -1, STANDING, False, 0)
        notes = _written(msgspec.structs.replace(full(1), hand=hand, fighters=(enemy,)))
        check_words(str(hand), notes)
        assert {BRAWLERS[card].says for card in hand} <= {note.text for note in notes}, hand


CREWS = [tuple((at * 5 + turn) % 16 for at in range(14)) for turn in range(16)]


@pytest.mark.parametrize("count", [5, 6, 8, 9, 10, 12, 14])
@pytest.mark.parametrize("enemies", [1, 2])
def test_a_line_up_of_many_shows_every_card_whole(count: int, enemies: int) -> None:
    foes = tuple(FighterView(card, False, -1, STANDING, False, 0) for card in (2, 3))[:enemies]
    for crew in CREWS:
        view = msgspec.structs.replace(full(1), hand=crew[:count], fighters=foes)
        _check_cards(view, crew[:count], able=count < 10)


@pytest.mark.parametrize("count", [5, 6, 8, 9, 10, 12, 14])
@pytest.mark.parametrize("down", [0, 1])
def test_at_the_cafe_many_show_every_card_whole(count: int, down: int) -> None:
    for number, crew in enumerate(CREWS):
        _check_cards(_cafe(crew[:count], down, number), crew[:count], able=count < 8)


def test_five_in_a_brawl_say_what_each_can_do() -> None:
    """Below two enemies and the last roll, also those who hold an item."""
    crew = ((7, 3), (5, 4), (3, -1), (14, -1), (9, -1))
    own = [FighterView(card, True, item, STANDING, False, 0) for card, item in crew]
    foes = [FighterView(card, False, -1, STANDING, False, 0) for card in (8, 0)]
    view = msgspec.structs.replace(full(6), acting=3, fighters=(*own, *foes))
    _check_cards(view, tuple(card for card, _ in crew), able=True)


def _check_cards(view: View, crew: tuple[int, ...], *, able: bool) -> None:
    """A blank card would read as one without an ability."""
    notes = _written(view)
    check_words(str(crew), notes)
    texts = Counter(note.text for note in notes)
    types = Counter(BRAWLERS[card].type for card in crew)
    assert all(texts[of] + texts[of[0]] >= count for of, count in types.items()), crew
    for card in crew:
        brawler = BRAWLERS[card]
        assert {brawler.name, formula(card, own=True), str(brawler.resistance)} <= set(texts), crew
        assert not able or {brawler.says, in_brief(card)} & set(texts), (crew, brawler.name)


@pytest.mark.rule("BM10")
def test_ways_lie_on_the_map_in_the_order_in_which_they_are_offered() -> None:
    """From left to right, and what is farther into the store after that."""
    for ways in LEADS:
        places = [department_box(way) for way in ways]
        assert places == sorted(places, key=lambda box: (box.top, box.left))


@pytest.mark.rule("BM22")
def test_what_a_recruit_costs_is_said_before_anybody_is_hit() -> None:
    own = FighterView(0, True, -1, STANDING, False, 0)
    foe = FighterView(2, False, -1, STANDING, False, 0)
    said = {"HARDWARE": "A recruit costs 2 KP.", "PRODUCE": "Now hiring: recruits cost 1 KP."}
    for name, cost in said.items():
        view = msgspec.structs.replace(full(6), at=PLACE[name], fighters=(own, foe), challenges=())
        assert cost in {note.text for note in _written(view)}


@pytest.mark.parametrize(("width", "height"), [(339, 66), (339, 99), (349, 104), (512, 66)])
def test_nothing_overlaps_on_a_low_card(width: int, height: int) -> None:
    for card, brawler in enumerate(BRAWLERS):
        with noting() as notes:
            brawler_card(card, width, height)
        check_words(brawler.name, notes)
        inks = [note.ink for note in notes]
        assert not any(_overlap(*two) for two in combinations(inks, 2)), brawler.name
        able = width > 400 or height > 90
        assert able == (in_brief(card) in {note.text for note in notes}), brawler.name


def _overlap(one: Box, other: Box) -> bool:
    across = min(one.right, other.right) - max(one.left, other.left)
    return across > 0 and min(one.bottom, other.bottom) > max(one.top, other.top)


@pytest.mark.parametrize(("held", "down"), [(1, 2), (2, 2), (3, 0)])
def test_at_the_cafe_all_say_what_they_can_do(held: int, down: int) -> None:
    """Beside recruits, any shop and a cart; of more than three not all can."""
    hands = list(combinations(range(len(BRAWLERS)), held))
    for number, hand in enumerate(hands[:: -(-len(hands) // 40)]):
        view = _cafe(hand, down, number)
        notes = _written(view)
        check_words(str(hand), notes)
        texts = {note.text for note in notes}
        cards = (*hand, *(f.card for f in view.fighters))
        assert {BRAWLERS[card].says for card in cards} <= texts, (hand, number)
        assert {ITEMS[item].says for item in view.shop} <= texts
        assert any(text.startswith(f"Cart: {ITEMS[view.cart[0]].name}") for text in texts)


def _cafe(hand: tuple[int, ...], down: int, number: int) -> View:
    others = [card for card in range(len(BRAWLERS)) if card not in hand]
    beaten = [others[(number + turn * 5) % len(others)] for turn in range(down)]
    fighters = tuple(FighterView(card, False, -1, KNOCKED_OUT, False, 0) for card in beaten)
    shop = tuple((number + turn) % len(ITEMS) for turn in range(3))
    cart = (number % len(ITEMS),)
    return msgspec.structs.replace(full(3), hand=hand, fighters=fighters, shop=shop, cart=cart)


def test_the_last_line_of_a_card_keeps_clear_of_its_edge() -> None:
    """Of every height: a golden rim is drawn over the edge."""
    for card, brawler in enumerate(BRAWLERS):
        for width in (260, 345, 510):
            for height in range(180, 320, 8):
                with noting() as notes:
                    brawler_card(card, width, height)
                said = [note.ink.bottom for note in notes if note.text == brawler.says]
                assert all(bottom <= height - 2 * RIM for bottom in said), (card, width, height)


def test_whoever_acts_says_what_they_can_do() -> None:
    """Also below the last roll, and among three of whom all stand."""
    for acting in range(len(BRAWLERS)):
        crew = [acting, *[card for card in (0, 4, 8) if card != acting][:2]]
        own = [FighterView(card, True, -1, STANDING, False, 0) for card in crew]
        foes = [FighterView(card, False, -1, STANDING, False, 0) for card in (2, 3)]
        view = msgspec.structs.replace(full(6), acting=acting, fighters=(*own, *foes))
        assert view.phase == "act" and view.last
        assert BRAWLERS[acting].says in {note.text for note in _written(view)}, BRAWLERS[acting]


def _written(view: View) -> list[Written]:
    with noting() as notes:
        board(view)
    return notes


@pytest.mark.rule("BM15")
def test_the_last_roll_is_explained_on_the_table() -> None:
    for _, s in positions():
        view = GAME.view(s, None)
        if (
            view.phase == "act"
            and view.last
            and isinstance(view.last[-1], Exchanged)
            and view.last[-1].counter
        ):
            break
    event = view.last[-1]
    with noting() as notes:
        images.board("brawl_mart", view)
    texts = [note.text for note in notes]
    told = texts[texts.index(f"{BRAWLERS[event.attack.card].name} attacks") :]
    assert f"{BRAWLERS[event.counter.card].name} counters" in told
    assert {str(event.attack.total), str(event.counter.total)} <= set(told)


# -- how things lie


def test_the_knocked_out_and_the_slain_are_told_apart() -> None:
    view = full(0)
    said = []
    for state in (0, KNOCKED_OUT, SLAIN):
        fighters = tuple(msgspec.structs.replace(f, state=state) for f in view.fighters)
        with noting() as notes:
            images.board("brawl_mart", msgspec.structs.replace(view, fighters=fighters))
        texts = [note.text for note in notes]
        said.append((texts.count("knocked out"), texts.count("slain")))
    assert said == [(0, 0), (len(view.fighters), 0), (0, len(view.fighters))]


def test_both_sides_of_a_brawl_are_named() -> None:
    for phase in range(3):
        with noting() as notes:
            images.board("brawl_mart", full(phase))
        assert {"Enemies", "Yours"} <= {note.text for note in notes}


def test_a_lost_trip_looks_different() -> None:
    view = next(v for v in (GAME.view(s, None) for _, s in positions()) if v.outcome)
    assert view.outcome is not None
    colours = []
    for reason in ("tv", "out", "lost"):
        outcome = msgspec.structs.replace(view.outcome, reason=reason, winners=())
        picture = images.board("brawl_mart", msgspec.structs.replace(view, outcome=outcome))
        colours.append(on_screen(picture).convert("RGBA").getpixel((WIDTH - 60, 46)))
    assert colours == [(*GOLD, 255), (*GOLD, 255), (*look.FOES, 255)]


def test_whoever_can_take_an_item_has_a_rim() -> None:
    s = next(s for _, s in positions() if GAME.view(s, None).phase == "equip")
    view, options = GAME.view(s, 0), kernel.offer(GAME, s, 0)
    assert images.board("brawl_mart", view, options) != images.board("brawl_mart", view)


def test_whoever_can_be_attacked_has_a_rim() -> None:
    s = next(s for _, s in positions() if GAME.view(s, None).phase == "act")
    view = GAME.view(s, 0)
    options = kernel.offer(GAME, s, 0)
    assert images.board("brawl_mart", view, options) != images.board("brawl_mart", view)


@pytest.mark.rule("BM10")
def test_departments_do_not_touch_and_lie_inside_the_map() -> None:
    boxes = [department_box(number) for number in range(len(STORE))]
    inside = at(0, 86, WIDTH, HEIGHT - 86)
    for number, box in enumerate(boxes):
        assert inside.holds(box), STORE[number].name
        assert inside.holds(pawn_box(number)), STORE[number].name
        for other in boxes[:number]:
            apart = (
                box.left > other.right
                or other.left > box.right
                or box.top > other.bottom
                or other.top > box.bottom
            )
            assert apart, STORE[number].name


@pytest.mark.rule("BM11")
def test_the_map_looks_different_from_everywhere() -> None:
    view = next(v for v in (GAME.view(s, None) for _, s in positions()) if v.phase == "store")
    seen = set()
    for here, leads in enumerate(LEADS):
        if leads:
            picture = images.board("brawl_mart", msgspec.structs.replace(view, at=here))
            assert picture is not None
            seen.add(picture.png)
    assert len(seen) == sum(bool(leads) for leads in LEADS)


# -- colour is never alone


def test_types_and_kinds_are_told_apart() -> None:
    assert set(look.TYPES) == {brawler.type for brawler in BRAWLERS}
    assert unlike(*look.KINDS.values()) > 0.08


def test_every_brawler_and_every_item_has_a_mark_of_its_own() -> None:
    assert len(set(look.BRAWLER_MARKS)) == len(BRAWLERS)
    assert len(set(look.ITEM_MARKS)) == len(ITEMS)


def test_every_face_of_a_die_looks_different() -> None:
    for sides in (4, 6):
        faces = {die(value, sides, 54, PAPER).tobytes() for value in range(1, sides + 1)}
        assert len(faces) == sides


# -- for reference


@pytest.mark.parametrize("kind", ["brawlers", "items"])
def test_all_cards_are_shown_for_reference(kind: Literal["brawlers", "items"]) -> None:
    with noting() as notes:
        picture = card_sheet("brawl_mart", kind)
    check_words(kind, notes)
    on_screen(picture)
    assert picture.alt.startswith("Wispy Tim: 1D6" if kind == "brawlers" else "Stretchy Hand: ")


def test_the_map_is_shown_for_reference() -> None:
    view = msgspec.structs.replace(full(4), at=PLACE["THE RESTROOM"], outcome=None)
    with noting() as notes:
        picture = store_map("brawl_mart", view)
    check_words("map", notes)
    on_screen(picture)
    assert {department.name for department in STORE} <= {note.text for note in notes}
    assert picture.alt.startswith("You are in THE RESTROOM · on to PHARMACY or FURNITURE.")
