"""Bro Brawl's pictures: every phase, readable, the same bytes for the same view, no secrets."""

import random
from itertools import combinations

import msgspec
import pytest
from PIL import ImageChops

import images
from images.bro_brawl import look
from images.bro_brawl.bros import _chips
from images.bro_brawl.chips import length
from images.bro_brawl.foot import SLIP, TALL
from images.bro_brawl.slips import battle_slip, grunt_slip, held_slip
from images.bro_brawl.zone import _aimed, foe_tile
from images.kit.text import noting
from images.kit.theme import GOLD, QUIET, RED, Colour
from rules.bro_brawl.content.cards import (
    BROS,
    GRUNTS,
    MISHAP,
    MISHAPS,
    SPECIAL,
    SPECIALS,
    UPGRADES,
    WORTH,
)
from rules.bro_brawl.content.names import foe
from rules.bro_brawl.state import GruntCure, Paying, Scouting, Shoot
from rules.bro_brawl.view import FoeView
from rules.engine import kernel
from tests.images.bro_positions import GAME, few, full, positions
from tests.images.reading import check_words, golden, on_screen, unlike
from tests.rules.bro_brawl.table import BRUTE, Table, mishap

pytestmark = pytest.mark.slow  # every phase is drawn


def test_the_positions_show_every_phase() -> None:
    views = [GAME.view(s, None) for _, s in positions()]
    assert {view.phase for view in views} == {
        "turn", "paying", "scouting", "giving", "returning", "support", "between", "over",
    }  # fmt: skip
    assert {len(view.bros) for view in views} == {3, 4}
    assert {len(view.drawn) for view in views} == {0, 1, 2}
    assert {view.outcome.reason for view in views if view.outcome} >= {"dead", "won", "scored"}
    assert any(foe.stunned for view in views for foe in view.zone)
    assert any(foe.wounds for view in views for foe in view.zone)
    assert any(foe.diverted for view in views for foe in view.zone)
    assert any(not view.zone for view in views)
    assert any(view.sacrifice for view in views)


def test_gold_is_what_can_be_chosen_and_nothing_else() -> None:
    """Neither whose turn it is, nor kills, nor the Grunt that is being played."""
    for name, s in positions()[::7]:
        if s.outcome is None:
            assert not golden(images.board("bro_brawl", GAME.view(s, None))), name
    s = next(s for _, s in positions() if s.open and s.open[0].kind == "grunt")
    view, grunts = GAME.view(s, 0), kernel.offer(GAME, s, s.open[0].seat)
    assert golden(images.board("bro_brawl", view, grunts))
    table = Table()
    table.suffer(1, mishap("Gun Envy"))
    table.suffer(2, mishap("Hot Coffee"))
    cures = [GruntCure(1, mishap("Gun Envy")), GruntCure(2, mishap("Hot Coffee"))]
    assert golden(images.board("bro_brawl", GAME.view(table.s, 0), cures))


def test_every_phase_draws_a_small_board_with_its_words() -> None:
    for name, s in positions()[::9]:
        view = GAME.view(s, None)
        picture = images.board("bro_brawl", view)
        on_screen(picture)
        ended = f"{GAME.text.outcome(view, s.outcome)} " if s.outcome else ""
        assert picture is not None
        assert picture.alt.startswith(ended + GAME.text.board(view)[:100]), name


def test_a_player_is_shown_the_known_cards_of_the_decks() -> None:
    drawn = 0
    for name, s in positions()[::2]:
        for player in range(s.players):
            view = GAME.view(s, player)
            picture = images.private("bro_brawl", view)
            assert (picture is not None) == bool(GAME.text.private(view)), name
            if picture is not None and drawn < 12:
                on_screen(picture)
                drawn += 1
    assert drawn == 12


def test_the_spectator_has_no_private_picture() -> None:
    for _, s in positions():
        assert images.private("bro_brawl", GAME.view(s, None)) is None


@pytest.mark.rule("BO13", "BO30")
def test_boards_are_the_same_for_redealt_worlds() -> None:
    rng = random.Random(7)
    for name, s in positions()[::12]:
        if s.outcome is not None:
            continue
        seen = images.board("bro_brawl", GAME.view(s, None))
        player = rng.randrange(s.players)
        world = kernel.determinize(GAME, s, player, rng)
        assert images.board("bro_brawl", GAME.view(world, None)) == seen, name
        mine = images.board("bro_brawl", GAME.view(s, player))
        assert images.board("bro_brawl", GAME.view(world, player)) == mine, name


@pytest.mark.rule("BO13")
def test_a_private_picture_tells_apart_what_its_scout_knows() -> None:
    rng = random.Random(7)
    scouting = [s for _, s in positions() if GAME.view(s, None).phase == "scouting"]
    secret = 0
    for s in scouting:
        scout = s.seats[s.frames[-1].seat]
        others = [p for p in range(s.players) if p != scout]
        own = images.private("bro_brawl", GAME.view(s, scout))
        world = kernel.determinize(GAME, s, scout, rng)
        assert images.private("bro_brawl", GAME.view(world, scout)) == own
        secret += any(images.private("bro_brawl", GAME.view(s, p)) != own for p in others)
    assert secret


# -- reading


def test_every_word_can_be_read() -> None:
    for name, s in few():
        with noting() as notes:
            images.board("bro_brawl", GAME.view(s, None))
            images.private("bro_brawl", GAME.view(s, 0))
        assert len(notes) > 20
        check_words(name, notes)


@pytest.mark.parametrize("turn", range(4))
def test_a_table_with_everything_on_it_can_be_read(turn: int) -> None:
    view = full(turn)
    with noting() as notes:
        picture = images.board("bro_brawl", view)
    check_words("full", notes)
    texts = [note.text for note in notes]
    for f in view.zone:
        name = foe(f.card)
        assert any(t.startswith(name) for t in texts) if f.card in SPECIALS else name[-1] in texts
    assert set(BROS) <= set(texts)
    troubles = [MISHAP[m.card].name for m in view.bros[view.seat].mishaps]
    assert all(any(trouble in t for t in texts) for trouble in troubles)
    on_screen(picture)


def test_every_card_of_both_decks_can_be_read() -> None:
    for card in range(MISHAPS.stop):
        with noting() as notes:
            battle_slip(card, 350, 240)
        check_words(str(card), notes)
    for card in range(len(GRUNTS)):
        with noting() as notes:
            grunt_slip(card, 336, 100, place="4. ")
        check_words(str(card), notes)


def test_a_scout_reads_what_each_card_is_where_there_is_room() -> None:
    for card in range(MISHAPS.stop):
        with noting() as notes:
            held_slip("battle", card, *SLIP[:1], TALL, place="4. ")
        check_words(str(card), notes)
        assert len(notes) == 2
    wordy = set()
    for _, s in positions():
        top = s.frames[-1]
        if not isinstance(top, Scouting):
            continue
        with noting() as notes:
            images.board("bro_brawl", GAME.view(s, s.seats[top.seat]))
        check_words("scouting", notes)
        told = {note.text for note in notes}
        effects = ("damage to a foe", "worth 1", "worth 2", "worth 3")
        wordy.add(any(text.endswith(effects) for text in told))
        assert any(text.startswith(f"{top.placed + 1}. ") for text in told)
    assert True in wordy


@pytest.mark.parametrize("count", [1, 6, 7, 18, 30])
def test_what_is_known_of_the_decks_can_be_read(count: int) -> None:
    """A few cards with what they do, many by name, each with its place."""
    _, s = positions()[0]
    for first in range(0, MISHAPS.stop, 6):
        battle = tuple((first + at) % MISHAPS.stop for at in range(count))
        view = msgspec.structs.replace(GAME.view(s, 0), battle=battle, grunts=())
        with noting() as notes:
            on_screen(images.private("bro_brawl", view))
        check_words(f"{count} from {first}", notes)


def test_every_place_in_a_deck_can_be_read() -> None:
    view = GAME.view(positions()[0][1], 0)
    for first in range(0, 41 - 8, 8):
        known = [card if first <= card < first + 8 else -1 for card in range(41)]
        with noting() as notes:
            images.private("bro_brawl", msgspec.structs.replace(view, battle=tuple(known)))
        check_words(str(first), notes)
        assert f"Battle {first + 8}" in {note.text for note in notes}


def test_abilities_and_mishaps_are_told_where_there_is_room() -> None:
    told = 0
    for _, s in positions():
        view = GAME.view(s, None)
        on = [SPECIAL[f.card] for f in view.zone if f.card in SPECIALS and not f.diverted]
        mishaps = view.bros[view.seat].mishaps
        room = len(mishaps) <= 2 and len(view.zone) + len(mishaps) <= 9
        if not on or not room or view.phase != "turn":
            continue
        with noting() as notes:
            images.board("bro_brawl", view)
        said = " ".join(note.text for note in notes)
        titles = {one.name: f"{one.name}, worth {one.strength}" for one in on}
        assert all(f"{titles[special.name]}: {special.says}" in said for special in on)
        assert all(MISHAP[m.card].says in said for m in mishaps)
        told += 1
    assert told


@pytest.mark.rule("BO15")
def test_a_stunned_foe_lies_on_its_side_and_says_so() -> None:
    view = GAME.view(positions()[0][1], None)
    foes = tuple(msgspec.structs.replace(f, stunned=True) for f in view.zone)
    with noting() as notes:
        stunned = images.board("bro_brawl", msgspec.structs.replace(view, zone=foes))
    assert sum(note.text == "Zz" for note in notes) == len(foes) > 0
    assert stunned != images.board("bro_brawl", view)


@pytest.mark.rule("BO9")
def test_the_board_says_what_the_monsters_cost_the_bro_whose_turn_it_is() -> None:
    for _, s in positions():
        view = GAME.view(s, None)
        if view.phase == "turn" and view.bros[view.seat].danger > 2:
            break
    with noting() as notes:
        images.board("bro_brawl", view)
    texts = [note.text for note in notes]
    said = texts.index("Life lost when the turn ends")
    assert texts[said + 1] == f"−{view.bros[view.seat].danger}"
    assert any(text.startswith(f"Strength {view.strength}:") for text in texts)


@pytest.mark.rule("BO12")
def test_only_the_bro_whose_turn_it_is_is_marked_with_what_that_costs() -> None:
    """In the corner, and on their plate; the foes strike nobody else as this turn ends."""
    table = Table()
    table.foes(*range(BRUTE, BRUTE + 3))
    view = GAME.view(table.s, None)
    assert [bro.danger for bro in view.bros] == [2, 2, 2, 2]
    with noting() as noted:
        images.board("bro_brawl", view)
    assert [note.text for note in noted].count("−2") == 2


def test_whoever_pays_reads_for_what_and_how_much_is_laid_down() -> None:
    found = [GAME.view(s, None) for _, s in positions() if s.frames[-1].__class__ is Paying]
    assert found
    for view in found[:4]:
        with noting() as notes:
            images.board("bro_brawl", view)
        paid = sum(WORTH[card] for card in view.paying)
        assert any(note.text.endswith(f", {paid} of {view.price}") for note in notes)


def test_one_is_told_that_it_is_ones_own_turn() -> None:
    for name, s in few():
        view = GAME.view(s, None)
        if view.outcome is not None or view.phase == "between":
            continue
        whose = view.bros[view.seat].player
        for player in (whose, None):
            with noting() as notes:
                images.board("bro_brawl", GAME.view(s, player))
            own = any(note.text.startswith("Your turn: ") for note in notes)
            assert own == (player is not None), name


def test_a_loss_looks_unlike_a_win() -> None:
    grounds: dict[bool, Colour] = {}
    for _, s in positions():
        if s.outcome is not None:
            with noting() as notes:
                images.board("bro_brawl", GAME.view(s, None))
            grounds.setdefault(bool(s.outcome.winners), notes[0].ground)
    assert len(grounds) == len(set(grounds.values())) == 2


def test_whoever_loses_to_others_sees_a_loss_and_an_even_end_is_none() -> None:
    s = next(
        s for _, s in positions() if s.outcome and s.outcome.reason == "scored" and s.players > 1
    )
    ends = {s.outcome.winners: s.outcome, (): msgspec.structs.replace(s.outcome, winners=())}
    grounds: dict[tuple[bool, bool], Colour] = {}
    for winners, outcome in ends.items():
        for player in range(s.players):
            view = msgspec.structs.replace(GAME.view(s, player), outcome=outcome)
            with noting() as notes:
                images.board("bro_brawl", view)
            grounds[bool(winners), player in winners] = notes[0].ground
    assert grounds == {(True, True): GOLD, (True, False): RED, (False, False): QUIET}


def test_nothing_is_for_ones_own_eyes_after_the_end() -> None:
    said = {False: "", True: ""}
    for _, s in (*few(), *((name, s) for name, s in positions() if s.outcome is not None)):
        for player in range(s.players):
            with noting() as notes:
                images.private("bro_brawl", GAME.view(s, player))
            said[s.outcome is not None] += " ".join(note.text for note in notes)
    assert "only you see this" in said[False]
    assert "knew" in said[True]
    assert "only you" not in said[True]


@pytest.mark.rule("BO29")
def test_between_waves_one_reads_what_the_next_brings() -> None:
    found = [GAME.view(s, None) for _, s in positions() if GAME.view(s, None).phase == "between"]
    assert found
    with noting() as notes:
        images.board("bro_brawl", msgspec.structs.replace(found[0], wave=1))
    assert any("7 upgrades instead of 9" in note.text for note in notes)


@pytest.mark.rule("BO12")
def test_goods_are_named_where_there_is_room_for_two_rows() -> None:
    view = GAME.view(positions()[0][1], None)
    view = msgspec.structs.replace(view, shop=tuple(UPGRADES), zone=view.zone[:1])
    with noting() as notes:
        images.board("bro_brawl", view)
    check_words("shop", notes)
    texts = {note.text for note in notes}
    assert {"armor 1", "gun 2 ×2", "gun 3 ×2", "pack 2 ×2", "pack 3 ×2"} <= texts
    assert "2 ×2" not in texts


def test_all_gear_stays_on_its_plate() -> None:
    for turn in range(4):
        for bro in full(turn).bros:
            assert length(_chips(bro, 342), 6) <= 342


# -- colour is never alone


def test_no_two_kinds_of_foes_bros_or_gear_look_alike_without_colour() -> None:
    marks = [face.mark for face in (*look.FOES, look.FROSTY)]
    marks += [*look.BROS, *look.GEAR.values(), *(mark for mark, _ in look.GRUNTS.values())]
    assert len(set(marks)) == len(marks)
    for one, other in combinations(marks, 2):
        assert unlike(one, other) > 0.08, (one, other)


def test_foes_of_different_strength_look_different_without_colour() -> None:
    foes = [FoeView(card, 0, stunned=False, diverted=False) for card in (0, 5, 17)]
    tiles = [foe_tile(f, 100, 140, False).convert("L") for f in foes]
    for one, other in combinations(tiles, 2):
        assert sum(ImageChops.difference(one, other).histogram()[60:]) > 300


@pytest.mark.rule("BO10")
def test_foes_that_are_alike_are_aimed_at_alike() -> None:
    """One of them is named for all: none of the others may look safe."""
    view = GAME.view(positions()[0][1], None)
    zone = tuple(FoeView(card, 0, stunned=False, diverted=False) for card in (5, 6, 17, 18))
    hurt = FoeView(7, 1, stunned=False, diverted=False)
    view = msgspec.structs.replace(view, zone=(*zone, hurt), phase="turn")
    assert _aimed(view, {5}) == {5, 6}
    assert _aimed(view, {7, 18}) == {7, 17, 18}
    assert images.board("bro_brawl", view, [Shoot(5)]) == images.board(
        "bro_brawl", view, [Shoot(6)]
    )


@pytest.mark.rule("BO10")
def test_what_can_be_aimed_at_has_a_rim() -> None:
    s = next(s for _, s in positions() if GAME.view(s, None).phase == "turn" and s.zone)
    view = GAME.view(s, None)
    seat = kernel.waiting(s)[0]
    plain = images.board("bro_brawl", view)
    assert images.board("bro_brawl", view, kernel.offer(GAME, s, seat)) != plain
    assert images.board("bro_brawl", view, ()) == plain
