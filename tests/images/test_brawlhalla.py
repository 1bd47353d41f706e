"""Brawlhalla's pictures: every phase, readable, the same bytes for the same view, no secrets."""

import io
import random
from itertools import combinations
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops

import images
from images.brawlhalla import all_legends, legend, look
from images.brawlhalla.arena import CELL_HEIGHT, COIN, FLOOR, LABELS, RING, cell, draw_hints
from images.brawlhalla.choice import choices
from images.brawlhalla.hand import (
    BETWEEN,
    CHOSEN,
    LARGE,
    MIDDLE,
    RIM,
    SLIPS,
    SMALL,
    draw_hand,
    face,
)
from images.brawlhalla.key import KINDS, WHEN
from images.brawlhalla.legends import token
from images.brawlhalla.side import SIDE, layout, own_hand
from images.brawlhalla.table import LEFT, TOP
from images.brawlhalla.words import brief, brief_case, headline, printed
from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.screen import READ
from images.kit.text import Written, noting
from images.kit.theme import GOLD, INK, PAPER, TEAMS, contrast
from rules.brawlhalla.content.arena import ARENAS, SPACES, drawing
from rules.brawlhalla.content.legends import CARDS, DECK, LEGENDS, VALUE
from rules.brawlhalla.content.powers import DOES, says
from rules.brawlhalla.state.fighter import ARMED, DISARMED, RED, UNARMED, YELLOW
from rules.brawlhalla.state.shortcuts import Go, LightAttack
from rules.brawlhalla.text.labels import PROMPTS
from rules.brawlhalla.text.names import space_name
from rules.engine import kernel
from rules.engine.inputs import Resign
from tests.images.brawlhalla_positions import GAME, MODES, clash, few, positions
from tests.images.reading import HOSTILE, check_words, on_screen

pytestmark = pytest.mark.slow  # every phase is drawn

replace = msgspec.structs.replace


def board(view: Any) -> images.Picture:
    """The picture of a board."""
    picture = images.board("brawlhalla", view)
    assert picture is not None
    return picture


def hand(view: Any) -> images.Picture | None:
    """The picture of the viewer's hand."""
    return images.private("brawlhalla", view)


def opened(picture: images.Picture) -> Image.Image:
    """A picture as its receiver opens it."""
    return Image.open(io.BytesIO(picture.png))


def test_the_positions_show_everything() -> None:
    views = [GAME.view(s, None) for _, s in positions()]
    assert {view.question for view in views} == {*PROMPTS, ""}
    assert {view.arena for view in views} == set(ARENAS)
    assert {view.mode for view in views} == set(MODES)
    assert {len(view.fighters) for view in views} == {2, 3, 4}
    ends = {(bool(view.outcome.winners), view.outcome.reason) for view in views if view.outcome}
    assert ends == {(True, "standing"), (True, "limit"), (False, "limit")}
    assert {f.damage for view in views for f in view.fighters} == {0, YELLOW, RED}
    assert {f.sword for view in [*views, clash()] for f in view.fighters} == {
        UNARMED,
        ARMED,
        DISARMED,
    }
    assert any(f.out for view in views if not view.outcome for f in view.fighters)
    assert any(f.bonus for view in views for f in view.fighters)


def test_every_phase_draws_a_small_board_with_its_words() -> None:
    for name, s in [*few(), *positions()[::16]]:
        view = GAME.view(s, None)
        picture = board(view)
        on_screen(picture)
        ended = f"{GAME.text.outcome(view, view.outcome)} " if view.outcome else ""
        assert picture.alt.startswith(ended + GAME.text.board(view)[:100]), name


def test_a_player_sees_their_hand_once_there_is_one() -> None:
    for name, s in few():
        for player in range(s.players):
            view = GAME.view(s, player)
            picture = hand(view)
            assert (picture is not None) == bool(GAME.text.private(view)), name
            if picture is not None:
                on_screen(picture)
                assert GAME.text.private(view).startswith(picture.alt[:-1]), name


# -- secrets


def test_the_board_shows_its_viewer_their_own_hand_alone() -> None:
    for name, s in few():
        for player in range(s.players):
            view = GAME.view(s, player)
            with noting() as notes:
                board(view)
            mine = {CARDS[card].name for card in view.fighters[player].hand}
            told = {power.name for power in CARDS} & {note.text for note in notes}
            shown = set() if view.outcome or view.phase == "opening" else mine
            assert told == shown, name


def test_the_spectator_has_no_private_picture() -> None:
    assert all(hand(GAME.view(s, None)) is None for _, s in positions())


def test_pictures_are_the_same_in_redealt_worlds() -> None:
    rng = random.Random(7)
    for name, s in few():
        if s.outcome is not None:
            continue
        player = rng.randrange(s.players)
        world = kernel.determinize(GAME, s, player, rng)
        assert board(GAME.view(world, None)) == board(GAME.view(s, None)), name
        assert board(GAME.view(world, player)) == board(GAME.view(s, player)), name
        assert hand(GAME.view(world, player)) == hand(GAME.view(s, player)), name


def test_a_hand_tells_apart_what_its_owner_holds() -> None:
    s = next(s for name, s in positions() if name == "twin_ledges-act-000")
    world = kernel.determinize(GAME, s, 1, random.Random(7))  # what the first player holds
    assert hand(GAME.view(world, 0)) != hand(GAME.view(s, 0))


# -- reading


@pytest.fixture(scope="module")
def written() -> list[tuple[str, Written]]:
    """Every text on the pictures of every question and end, and of a long attack."""
    found = []
    for name, s in few():
        with noting() as notes:
            board(GAME.view(s, None))
            for player in range(s.players):
                board(GAME.view(s, player))
                hand(GAME.view(s, player))
        found += [(name, note) for note in notes]
    with noting() as notes:
        board(clash())
    return found + [("clash", note) for note in notes]


def test_every_word_can_be_read(written: list[tuple[str, Written]]) -> None:
    assert len(written) > 500
    for name, note in written:
        check_words(name, [note])


def test_everybody_is_named_on_their_plate() -> None:
    for name, s in few():
        view = GAME.view(s, None)
        if view.phase == "opening" and not view.outcome:
            continue
        with noting() as notes:
            board(view)
        texts = [note.text for note in notes]
        for seat, fighter in enumerate(view.fighters):
            called = GAME.text.seat(view, seat)
            assert (f"{called}: out" if fighter.out else called) in texts, name


def test_an_attack_shows_its_cards_by_value_and_both_totals() -> None:
    shown = 0
    for name, s in positions():
        view = GAME.view(s, None)
        if view.clash is None or view.outcome is not None or len(view.clash.attack) > 5:
            continue
        with noting() as notes:
            board(view)
        texts = [note.text for note in notes]
        if view.clash.attack:
            values = "+".join(str(VALUE[card]) for card in view.clash.attack)
            assert any(text.split(" (")[0] == values for text in texts), name
        if not view.clash.heavy:
            assert "{} : {}".format(*view.clash.totals) in texts, name
        shown += 1
        if shown > 12:
            return
    raise AssertionError("too few attacks")


def test_what_powers_add_to_an_attack_stands_beside_its_cards() -> None:
    """So that cards and powers come to the totals above them."""
    view = clash()
    assert view.clash is not None
    four, one = (next(card for card in range(len(CARDS)) if VALUE[card] == v) for v in (4, 1))
    exchange = replace(
        view.clash, attack=(one, four), defence=(), totals=(8, 1), plus=(3, 1), step="exchange"
    )
    with noting() as notes:
        board(replace(view, clash=exchange))
    check_words("exchange", notes)
    assert {"8 : 1", "1+4 (+3)", "none (+1)"} <= {note.text for note in notes}


def test_a_heavy_attack_that_was_answered_is_said_to_be_dodged() -> None:
    """Also while a power of the card that dodged it is at work."""
    view = clash()
    assert view.clash is not None
    exchange = replace(view.clash, heavy=True, step="during", defence=view.clash.defence[:1])
    with noting() as notes:
        board(replace(view, clash=exchange))
    texts = {note.text for note in notes}
    assert "Heavy attack: dodged" in texts
    assert not any(text.endswith("dodges it") for text in texts)


@pytest.mark.parametrize("heavy", [True, False])
def test_an_attack_that_knocks_out_says_so_large(heavy: bool) -> None:
    view = clash()
    assert view.clash is not None
    exchange = replace(view.clash, heavy=heavy, step="after", hit=True, knocked_out=True)
    with noting() as notes:
        board(replace(view, clash=exchange))
    check_words("exchange", notes)
    texts = {note.text for note in notes}
    assert {"KO!", f"{'Heavy' if heavy else 'Light'} attack: KO!"} <= texts
    assert "Heavy attack: hits!" not in texts


@pytest.mark.parametrize("legend", LEGENDS, ids=lambda legend: legend.name)
def test_every_card_of_a_hand_can_be_read(legend: Any) -> None:
    for number, power in enumerate(legend.cards):
        card = CARDS.index(power, LEGENDS.index(legend) * len(legend.cards) + number)
        with noting() as notes:
            face(card, *LARGE[1:])
        said = " ".join(note.text for note in notes)
        assert str(VALUE[card]) in said and power.name in said
        assert printed(power) in said
        assert DOES[power.op].format(n=power.n).lower() in said.lower()
        for note in notes:
            assert note.box.holds(note.ink) and not note.cut, note
            assert note.size >= READ, note
            assert contrast(note.colour, note.ground) >= 4.5, note


@pytest.mark.parametrize("height", SLIPS)
def test_every_card_on_the_board_can_be_read(height: int) -> None:
    for card, power in enumerate(CARDS):
        canvas = Canvas(SIDE.width, 80)
        with noting() as notes:
            draw_hand(canvas, Box(0, 0, SIDE.width, 80), (card,), {card}, height, plain=False)
        check_words(power.name, notes)
        assert power.name in [note.text for note in notes]
        for note in notes:  # no word runs into the rim, which says whether it can be played
            assert note.ink.top >= RIM and note.ink.bottom <= height - BETWEEN - RIM, note


@pytest.mark.parametrize("mode", ["standard", "discovery"])
@pytest.mark.parametrize("cards", range(11))
def test_the_hand_tells_of_ones_legend_and_weapon_however_many_cards_there_are(
    mode: Any, cards: int
) -> None:
    view = replace(act(), mode=mode)
    for number, one in enumerate(LEGENDS):
        for side, weapon in enumerate(one.weapons):
            held = tuple(range(number * DECK, number * DECK + cards))
            mine = replace(
                view.fighters[view.player], legend=number, side=side, hand=held, sword=DISARMED
            )
            if not cards:
                mine = replace(mine, deck=(number * DECK, *mine.deck[1:]))  # else there is nothing
            fighters = [mine if f is view.fighters[view.player] else f for f in view.fighters]
            with noting() as notes:
                on_screen(hand(replace(view, fighters=tuple(fighters))))
            check_words(one.name, notes)
            texts = [note.text for note in notes]
            for power in (one.power, weapon):
                assert power.name in texts
                assert says(power) in texts or f"{printed(power)}: {brief_case(power)}" in texts


@pytest.mark.parametrize("cards", [1, 3, 5])
def test_whoever_discards_in_an_attack_sees_the_attack(cards: int) -> None:
    view = act()
    me = view.player
    fighters = list(view.fighters)
    fighters[me] = replace(fighters[me], hand=tuple(range(cards)))
    going = clash().clash
    assert going is not None
    going = replace(going, seat=(me + 1) % len(fighters), target=me)
    for attacked in (None, going):
        shown = replace(view, question="discard", fighters=tuple(fighters), clash=attacked)
        with noting() as notes:
            on_screen(images.panel("brawlhalla", shown))
        check_words("discard", notes)
        assert ("31 : 28" in [note.text for note in notes]) == (attacked is not None)


def test_plates_use_the_room_that_those_who_are_out_leave() -> None:
    view = replace(act(), player=None)
    told = []
    for out in (False, True):
        fighters = [
            replace(fighter, out=out and seat > 1, sword=UNARMED)
            for seat, fighter in enumerate(view.fighters)
        ]
        with noting() as notes:
            images.board("brawlhalla", replace(view, fighters=tuple(fighters)), names=HOSTILE[5:9])
        check_words("plates", notes)
        told.append([note.text for note in notes].count("unarmed"))
    assert told == [0, 2]


def test_who_moves_in_the_turn_of_somebody_else_has_no_turn() -> None:
    seen = 0
    for name, s in positions():
        view = GAME.view(s, None)
        if view.question == "step" and view.asked != view.seat:
            title, line = headline(view)
            assert title == f"{GAME.text.seat(view, view.asked)} moves", name
            assert f"{GAME.text.seat(view, view.seat)}’s turn" in line, name
            seen += 1
    assert seen


def test_one_is_told_that_it_is_oneself() -> None:
    for name, s in few():
        if not s.open:
            continue
        with noting() as mine:
            board(GAME.view(s, s.open[0].seat))
        with noting() as theirs:
            board(GAME.view(s, None))
        titles = [next(n.text for n in notes if n.box.top == 8) for notes in (mine, theirs)]
        own = [title.startswith(("You", "Choose your ")) for title in titles]
        assert own == [True, False], name


def test_a_game_that_ends_by_the_limit_says_who_of_the_players_has_won() -> None:
    seen = set()
    for _, s in positions():
        if s.outcome is None or s.outcome.reason != "limit":
            continue
        for player in (None, *range(s.players)):
            title, _ = headline(GAME.view(s, player))
            won = player in s.outcome.winners if s.outcome.winners and player is not None else None
            ends = {True: "You win: time is up", False: "You lose: time is up", None: "Time is up"}
            assert title == ends[won]
            seen.add(won)
    assert seen == {True, False, None}


def test_a_coin_says_what_one_does_there() -> None:
    told = {}
    for _, s in few():
        view = GAME.view(s, s.open[0].seat) if s.open else None
        if view is not None and view.question in ("fall", "land", "respawn"):
            with noting() as notes:
                drawn(view, list(kernel.offer(GAME, s, view.player)))
            check_words(view.question, notes)
            told[view.question] = next(n.text for n in notes if n.text.startswith("where you can"))
    assert told == {
        "fall": "where you can fall",
        "land": "where you can land",
        "respawn": "where you can return",
    }


@pytest.mark.parametrize("space", [37, 38, 39])
def test_the_sign_of_the_line_makes_room_for_a_legend(space: int) -> None:
    foot = Box(cell(36).left, cell(36).top, cell(40).right, cell(40).bottom + 8)
    parts = []
    stands: set[int]
    for stands in (set(), {space}):
        canvas = Canvas(900, 700)
        empty = canvas.image.copy()
        draw_hints(canvas, stands, {38}, 0, 0)
        parts.append(ImageChops.difference(canvas.image, empty).crop(foot).getbbox())
    assert parts[0] is not None and parts[1] is None


@pytest.mark.parametrize("size", [MIDDLE, SMALL])
def test_every_card_of_a_large_hand_says_what_it_does(size: tuple[int, int, int]) -> None:
    for card, power in enumerate(CARDS):
        with noting() as notes:
            face(card, *size[1:])
        check_words(power.name, notes)
        said = " ".join(note.text for note in notes).lower()
        assert power.name.lower() in said
        shown = brief(power), DOES[power.op].format(n=power.n)
        assert any(words.lower() in said for words in shown), power


# -- places


def first_turn() -> Any:
    """The spectator's view of a first turn."""
    return GAME.view(next(s for name, s in positions() if name == "world_root-act-000"), None)


def seen(view: Any) -> Image.Image:
    """The pixels of a board."""
    return opened(board(view)).convert("RGBA").convert("RGB")


def change(one: Any, other: Any) -> tuple[int, int, int, int] | None:
    """Where two boards differ within the arena."""
    pair = [seen(view).crop((0, TOP, 1000, 800)) for view in (one, other)]
    return ImageChops.difference(*pair).getbbox()


def test_spaces_are_named_from_the_upper_left() -> None:
    assert [space_name(space) for space in (0, SPACES - 1)] == ["A1", "G6"]
    assert cell(0)[:2] == RING[:2] and cell(SPACES - 1)[2:] == RING[2:]
    with noting() as notes:
        board(first_turn())
    beside = [note for note in notes if note.box.height in (LABELS - 2, CELL_HEIGHT)]
    boxes = {note.text: note.box for note in beside}
    for space in range(SPACES):
        column, row = tuple(space_name(space))
        assert abs(boxes[column].centre[0] - cell(space).centre[0]) < 2
        assert abs(boxes[row].centre[1] - cell(space).centre[1]) < 2


@pytest.mark.parametrize("space", [0, 6, 17, 40, 41])
def test_a_legend_stands_on_its_space(space: int) -> None:
    view = first_turn()
    gone = replace(view, fighters=(replace(view.fighters[0], space=-1), *view.fighters[1:]))
    here = replace(view, fighters=(replace(view.fighters[0], space=space), *view.fighters[1:]))
    found = change(gone, here)
    assert found is not None
    assert cell(space).shift(LEFT, 0).inset(-6).holds(Box(*found))


def test_a_sword_lies_on_its_space_even_beside_a_legend() -> None:
    view = first_turn()
    for space in (16, view.fighters[0].space):
        found = change(replace(view, swords=()), replace(view, swords=(space,)))
        assert found is not None
        assert cell(space).shift(LEFT, 0).inset(-6).holds(Box(*found))


@pytest.mark.parametrize("key", ARENAS)
def test_every_platform_has_a_floor(key: str) -> None:
    floor = look.GROUNDS[key].top
    view = first_turn()
    fighters = tuple(replace(fighter, space=-1) for fighter in view.fighters)
    view = replace(view, arena=key, swords=(), fighters=fighters)
    drawn = seen(view)
    for space in range(SPACES):
        x, _ = cell(space).shift(LEFT, TOP).centre
        bottom = cell(space).shift(LEFT, TOP).bottom
        colours = {drawn.getpixel((x, y)) for y in range(bottom - 18, bottom)}
        assert (floor in colours) == (space in drawing(key).platforms), space_name(space)


def test_legends_that_pass_each_other_are_both_seen() -> None:
    view = first_turn()
    space = view.fighters[0].space
    both = (view.fighters[0], replace(view.fighters[1], space=space, damage=RED))
    with noting() as notes:
        board(replace(view, fighters=(*both, *view.fighters[2:])))
    initials = {LEGENDS[f.legend].name[0] for f in both}
    assert initials <= {note.text for note in notes}


# -- before the match


def test_legends_that_are_taken_are_no_longer_offered() -> None:
    for _, s in positions():
        view = GAME.view(s, None)
        if view.question == "legend":
            offered = {
                getattr(option, "legend", None) for option in kernel.offer(GAME, s, view.asked)
            }
            assert set(choices(view)) == offered
        elif view.question == "side":
            assert choices(view)[0] == view.fighters[view.asked].legend


def test_whoever_has_left_is_not_waited_for() -> None:
    s = next(s for name, s in positions() if name == "three_steps-legend-000")
    leaver = (s.open[0].seat + 1) % s.players
    view = GAME.view(kernel.apply(GAME, s, Resign(leaver)).state, None)
    assert view.phase == "opening" and view.fighters[leaver].out
    with noting() as notes:
        board(view)
    texts = [note.text for note in notes]
    assert not any(f"Player {leaver + 1} chooses" in text for text in texts)


# -- for reference


@pytest.mark.parametrize("number", range(len(LEGENDS)), ids=[one.name for one in LEGENDS])
def test_a_legend_is_shown_with_all_its_cards(number: int) -> None:
    with noting() as notes:
        picture = legend("brawlhalla", number)
    assert on_screen(picture)
    check_words(LEGENDS[number].name, notes)
    texts = [note.text for note in notes]
    shown = LEGENDS[number]
    for power in shown.cards:
        assert power.name in texts and power.of in texts
    assert [texts.count(value) for value in "12345"] == [4] * 5
    assert picture.alt.startswith(f"The twenty cards of {shown.name}.")


def test_all_legends_are_shown_with_their_powers() -> None:
    with noting() as notes:
        picture = all_legends("brawlhalla", tuple(range(len(LEGENDS))))
    assert on_screen(picture)
    check_words("all", notes)
    texts = {note.text for note in notes}
    for one in LEGENDS:
        assert one.name in texts
        assert any(text.startswith(f"{one.power.name}.") for text in texts)
        assert one.name in picture.alt


# -- colour is never alone


def grey(picture: Image.Image) -> Image.Image:
    """A picture without its colours, on white."""
    sheet = Image.new("L", picture.size, 255)
    sheet.paste(picture.convert("L"), (0, 0), picture.getchannel("A"))
    return sheet


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The share of two pictures in which they clearly differ."""
    histogram = ImageChops.difference(grey(one), grey(other)).histogram()
    return sum(histogram[96:]) / (one.width * one.height)


def test_every_legend_has_an_emblem_and_an_initial_of_its_own() -> None:
    assert len(set(look.EMBLEMS)) == len(LEGENDS) == len({one.name[0] for one in LEGENDS})
    for one, other in combinations(look.EMBLEMS, 2):
        pair = [mark_sprite(name, 40, INK, PAPER) for name in (one, other)]
        assert unlike(*pair) > 0.12, (one, other)


def test_damage_and_weapon_are_told_without_colour() -> None:
    for team in TEAMS:
        for damages in combinations(range(3), 2):
            pair = [token(0, team, damage, ARMED) for damage in damages]
            assert unlike(*pair) > 0.02, (team.name, damages)
        for swords in combinations(range(3), 2):
            pair = [token(0, team, RED, sword) for sword in swords]
            assert unlike(*pair) > 0.005, (team.name, swords)
    assert len({damage.sign for damage in look.DAMAGE}) == len(look.DAMAGE)


def test_no_sign_of_damage_is_a_letter_of_anything() -> None:
    """Initials of Legends, triggers and columns are letters."""
    assert not any(mark.isalpha() for damage in look.DAMAGE for mark in damage.sign)


def test_the_first_pictures_of_a_match_say_what_their_signs_mean() -> None:
    """The Legends to choose from, the first board, and the first panel with a hand."""
    first = next(s for name, s in positions() if name == "twin_ledges-legend-000")
    with noting() as notes:
        board(GAME.view(first, None))
    check_words("legends", notes)
    assert any("KO line" in note.text for note in notes)
    with noting() as notes:
        board(first_turn())
    assert {"yellow damage", "red"} <= {note.text for note in notes}
    assert any(note.text.startswith("sword") for note in notes)


def test_before_the_match_one_reads_what_ko_cards_are_for() -> None:
    """Where there are any: with the choice of the weapon, before the first can be turned."""
    seen = set()
    for name, s in positions():
        view = GAME.view(s, None)
        if view.question == "side":
            with noting() as notes:
                board(view)
            check_words(name, notes)
            told = any("buys one more action" in note.text for note in notes)
            assert told == (view.mode != "blitz"), name
            seen.add(told)
    assert seen == {True, False}


@pytest.mark.parametrize("count", [0, 1, 4, 6, 9])
def test_a_players_key_is_the_same_whatever_they_hold(count: int) -> None:
    """Each sign that a card can have stands in its place, with what it means."""
    view = duel()
    keys = set()
    for first in range(0, len(CARDS) - count, 7):
        mine = replace(view.fighters[view.player], hand=tuple(range(first, first + count)))
        fighters = [mine if f is view.fighters[view.player] else f for f in view.fighters]
        held = replace(view, fighters=tuple(fighters))
        with noting() as notes:
            picture = drawn(held, [Go(16, card=first)])
        check_words(str(first), notes)
        keys.add(picture.crop((0, 0, picture.width, TOP)).tobytes())
    assert len(keys) == 1
    texts = {note.text for note in notes}
    assert {power.when for power in CARDS} == set(WHEN)
    assert {power.of for power in CARDS} == set(KINDS)
    assert {*WHEN.values(), *KINDS.values()} <= texts


def test_everybodys_key_is_the_same_whatever_happens() -> None:
    """Also where no sword lies any more and nobody is hurt: what was learnt stands where it stood."""
    places = set()
    for _, s in [*few(), *positions()[::16]]:
        view = GAME.view(s, None)
        if view.outcome is None and view.phase != "opening":
            with noting() as notes:
                board(view)
            signs = ("yellow damage", "red", "sword: arms whoever takes it")
            found = [n for n in notes if n.text in signs and n.box.left > 600]
            places.add(tuple((n.text, n.box.left, n.box.top) for n in found))
    assert len(places) == 1 and len(found) == 3


def test_a_hand_is_for_ones_own_eyes_until_the_end() -> None:
    said = {False: "", True: ""}
    for _, s in few():
        for player in range(s.players):
            with noting() as notes:
                hand(GAME.view(s, player))
                if s.outcome is not None:
                    images.panel("brawlhalla", GAME.view(s, player))
            said[s.outcome is not None] += " ".join(note.text for note in notes)
    assert "only you see this" in said[False]
    assert "Your hand" in said[True]
    assert "only you" not in said[True]


def test_sides_have_shapes_of_their_own_and_teams_share_one() -> None:
    for _, s in few():
        view = GAME.view(s, None)
        shapes = [look.team_of(view, seat).shape for seat in range(len(view.fighters))]
        if view.format == "2v2":
            assert shapes[0] == shapes[2] != shapes[1] == shapes[3]
        else:
            assert len(set(shapes)) == len(shapes)


def test_triggers_have_letters_of_their_own() -> None:
    bands = look.BANDS.values()
    assert {power.when for power in CARDS} <= set(look.BANDS)
    assert len({band.letter for band in bands}) == len(bands)


# -- what can be chosen


def act() -> Any:
    """The view of whoever has the first turn in an arena for four."""
    s = next(s for name, s in positions() if name == "world_root-act-000")
    return GAME.view(s, s.open[0].seat)


def duel() -> Any:
    """The view of whoever has the first turn in an arena for two."""
    s = next(s for name, s in positions() if name == "twin_ledges-act-000")
    return GAME.view(s, s.open[0].seat)


def drawn(view: Any, options: Any) -> Image.Image:
    """The pixels of a panel."""
    picture = images.panel("brawlhalla", view, options)
    assert picture is not None
    return opened(picture).convert("RGBA").convert("RGB")


@pytest.mark.parametrize("key", ARENAS)
def test_every_floor_stays_in_sight_where_every_space_can_be_chosen(key: str) -> None:
    view = replace(act(), arena=key, swords=tuple(sorted(drawing(key).platforms)[:2]))
    picture = drawn(view, [Go(space, card=view.fighters[0].hand[0]) for space in range(SPACES)])
    bare = drawn(view, [])
    for space in drawing(key).platforms:
        box = cell(space).shift(LEFT, TOP)
        floor = (box.left, box.bottom - FLOOR, box.right, box.bottom)
        assert picture.crop(floor).tobytes() == bare.crop(floor).tobytes(), space_name(space)
        assert picture.crop(box).tobytes() != bare.crop(box).tobytes()


def test_a_coin_says_the_value_of_the_card_that_leads_there() -> None:
    view = act()
    with noting() as notes:
        drawn(view, [Go(16, card=card) for card in view.fighters[view.player].hand])
    lowest = min(VALUE[card] for card in view.fighters[view.player].hand)
    coins = [note for note in notes if note.box.width == COIN]
    assert {note.text for note in coins} == {str(lowest), "3"}  # in the arena, and in the key
    assert any(note.text == "lowest card to go there" for note in notes)


def test_a_target_is_marked_around_its_letter_and_damage() -> None:
    view = act()
    foe = (view.player + 1) % len(view.fighters)
    pair = [drawn(view, options) for options in ([], [LightAttack(foe, view.fighters[0].hand[0])])]
    box = cell(view.fighters[foe].space).shift(LEFT, TOP)
    marked, plain = pair[1].crop(box).tobytes(), pair[0].crop(box).tobytes()
    assert marked != plain
    inner = box.inset(12)
    assert pair[1].crop(inner).tobytes() == pair[0].crop(inner).tobytes()


@pytest.mark.parametrize("cards", [1, 4, 6, 8, 10])
@pytest.mark.parametrize("attacked", [False, True])
def test_knock_outs_and_all_cards_are_shown_however_many_there_are(
    cards: int, attacked: bool
) -> None:
    view = act()
    me, foe = view.player, (view.player + 1) % len(view.fighters)
    longest = sorted(range(len(CARDS)), key=lambda card: -len(CARDS[card].name))[:cards]
    fighters = list(view.fighters)
    fighters[me] = replace(fighters[me], hand=tuple(longest), damage=RED)
    view = replace(view, fighters=tuple(fighters))
    if attacked:
        going = clash().clash
        assert going is not None
        view = replace(view, clash=replace(going, seat=foe, target=me))
    with noting() as notes:
        picture = images.panel("brawlhalla", view, (), HOSTILE[:4])
    on_screen(picture)
    check_words("hand", notes)
    texts = [note.text for note in notes]
    for seat in (me, foe) if attacked else range(len(fighters)):
        kos = fighters[seat].kos
        assert any(text.startswith((f"KO {kos}", f"KO cards {kos}")) for text in texts)
    bottom = max(note.box.bottom for note in notes)
    assert bottom <= 700
    assert len(own_hand(view)) * layout(view, SIDE.height).slip <= SIDE.height


def test_cards_that_are_chosen_are_shown_with_what_they_do() -> None:
    shown = set()
    for name, s in few():
        view = GAME.view(s, s.open[0].seat) if s.open else None
        if view is None or view.question not in CHOSEN:
            continue
        offered = kernel.offer(GAME, s, view.player)
        with noting() as notes:
            picture = images.panel("brawlhalla", view, offered)
        on_screen(picture)
        check_words(name, notes)
        assert picture is not None and picture != board(view)
        told = any("trigger and effect" in note.text for note in notes)
        assert told == (view.mode != "discovery"), name
        shown.add(view.question)
    assert shown == set(CHOSEN)


def test_people_are_named_on_their_plates_with_their_sides() -> None:
    view = GAME.view(next(s for n, s in positions() if n == "rainbow-act-000"), None)
    with noting() as notes:
        images.board("brawlhalla", view, names=("Ada", "Bo", "Cy", "Di"))
    texts = [note.text for note in notes]
    assert {"Ada · Team A", "Bo · Team B", "Cy · Team A", "Di · Team B"} <= set(texts)


def test_gold_is_only_what_can_be_chosen() -> None:
    """To everybody nothing is offered: no rim, no word and no sign of a running match is golden."""
    seen = 0
    for _, s in [*few(), *positions()][::7]:
        if s.outcome is None:
            board = images.board("brawlhalla", GAME.view(s, None))
            assert board is not None
            picture = opened(board).convert("RGBA").convert("RGB")
            golden = sum(n for n, colour in picture.getcolors(1 << 20) or [] if colour == GOLD)
            assert golden < 10  # where two other colours meet, a dot of it may be
            seen += 1
    assert seen > 10
    legends = next(s for name, s in positions() if "-legend-" in name)
    view = GAME.view(legends, legends.open[0].seat)
    offered = {colour for _, colour in drawn(view, []).getcolors(1 << 20) or []}
    assert GOLD in offered


def test_a_dropped_sword_does_not_go_but_lies() -> None:
    """The key of the spaces where one puts it says so."""
    s = next(s for name, s in positions() if "-sword-" in name)
    seat = s.open[0].seat
    with noting() as notes:
        drawn(GAME.view(s, seat), list(kernel.offer(GAME, s, seat)))
    said = {note.text for note in notes}
    assert "where it can lie" in said and "where you can go" not in said
