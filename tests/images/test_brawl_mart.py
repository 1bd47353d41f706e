"""Brawl Mart's pictures: every phase, every card readable, the same bytes for the same view."""

import random
from typing import Literal

import msgspec
import pytest

import images
from images.brawl_mart import look
from images.brawl_mart.cards import ITEM, WIDTH, brawler_card, fallen_card, item_card, slain_card
from images.brawl_mart.chart import LARGE, SMALL
from images.brawl_mart.reference import card_sheet, store_map
from images.brawl_mart.rolls import die
from images.kit.box import at
from images.kit.text import noting
from images.kit.theme import PAPER
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.store import LEADS, PLACE, STORE
from rules.brawl_mart.state import KNOCKED_OUT, SLAIN, Exchanged
from rules.engine import kernel
from tests.images.mart_positions import GAME, few, full, positions
from tests.images.reading import check_words, opened, unlike


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


def test_every_phase_draws_a_small_board_with_its_words() -> None:
    for name, s in positions()[::9]:
        view = GAME.view(s, None)
        picture = images.board("brawl_mart", view)
        opened(picture)
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
        assert len(notes) > 20
        check_words(name, notes)


@pytest.mark.parametrize("turn", range(6))
def test_a_table_with_everything_on_it_can_be_read(turn: int) -> None:
    view = full(turn)
    with noting() as notes:
        picture = images.board("brawl_mart", view)
    check_words(view.phase, notes)
    assert opened(picture).height <= 2 * 844 / 390 * 1000
    texts = {note.text for note in notes}
    assert {department.name for department in STORE} <= texts
    assert {BRAWLERS[card].name for card in view.hand} <= {text.split(" · ")[0] for text in texts}


def test_every_card_can_be_read() -> None:
    for card, brawler in enumerate(BRAWLERS):
        for own in (True, False):
            with noting() as notes:
                brawler_card(card, own)
            check_words(brawler.name, notes)
            texts = {note.text for note in notes}
            assert {brawler.name, str(brawler.formula), brawler.kind, brawler.power} <= texts
            assert str(brawler.resistance) in texts
            assert look.band_of(card).letter in texts
    for card, item in enumerate(ITEMS):
        for own in (True, False):
            with noting() as notes:
                item_card(card, WIDTH, ITEM, own)
            check_words(item.name, notes)
            assert item.name in {note.text for note in notes}


@pytest.mark.rule("BM15")
def test_the_last_roll_is_explained_on_the_table() -> None:
    for _, s in positions():
        view = GAME.view(s, None)
        if view.last and isinstance(view.last[0], Exchanged) and view.last[0].counter:
            break
    event = view.last[0]
    with noting() as notes:
        images.board("brawl_mart", view)
    texts = [note.text for note in notes]
    told = texts[texts.index("The last roll") :]
    assert f"{BRAWLERS[event.attack.card].name} attacks {BRAWLERS[event.target].name}" in told
    assert f"{BRAWLERS[event.counter.card].name} counters" in told
    assert {str(event.attack.total), str(event.counter.total)} <= set(told)


# -- how things lie


def test_the_knocked_out_lie_on_their_side_and_the_slain_face_down() -> None:
    standing, fallen = brawler_card(3), fallen_card(3, True)
    assert standing.width < standing.height
    assert fallen.width > fallen.height
    view = full(0)
    backs = []
    for state in (0, KNOCKED_OUT, SLAIN):
        fighters = tuple(msgspec.structs.replace(f, state=state) for f in view.fighters)
        with noting() as notes:
            images.board("brawl_mart", msgspec.structs.replace(view, fighters=fighters))
        texts = [note.text for note in notes]
        backs.append((texts.count("knocked out"), texts.count("slain")))
    assert backs == [(0, 0), (len(view.fighters), 0), (0, len(view.fighters))]
    assert slain_card().height > slain_card().width


@pytest.mark.rule("BM10")
def test_departments_do_not_touch_and_lie_inside_the_map() -> None:
    for chart in (LARGE, SMALL):
        boxes = [chart.box(number) for number in range(len(STORE))]
        for number, box in enumerate(boxes):
            assert at(0, 0, *chart.size).holds(box), STORE[number].name
            assert at(0, 0, *chart.size).holds(chart.pawn(number)), STORE[number].name
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


def test_types_and_kinds_carry_letters_and_shapes() -> None:
    bands = look.TYPES.values()
    assert len({band.letter for band in bands}) == len({band.shape for band in bands}) == 4
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
    opened(picture)
    assert picture.alt.startswith("Wispy Tim: 1D6" if kind == "brawlers" else "Stretchy Hand: ")


def test_the_map_is_shown_for_reference() -> None:
    view = msgspec.structs.replace(full(4), at=PLACE["THE RESTROOM"], outcome=None)
    with noting() as notes:
        picture = store_map("brawl_mart", view)
    check_words("map", notes)
    opened(picture)
    assert {department.name for department in STORE} <= {note.text for note in notes}
    assert picture.alt.startswith("You are in THE RESTROOM · on to PHARMACY or FURNITURE.")
