"""BRAWL's pictures: every phase, every card readable, the same bytes for the same view."""

import random
from itertools import combinations, groupby
from typing import Any

import msgspec
import pytest
from PIL import ImageChops

import images
from images.brawl import look
from images.brawl.decks import deck, deck_words
from images.brawl.slip import slip
from images.brawl.words import headline
from images.gallery import played
from images.kit.screen import READ, WIDTH
from images.kit.text import Written, noting
from images.kit.theme import GOLD, QUIET, contrast, luminance
from images.kit.tokens import badge
from rules.brawl.content.cards import (
    BASE,
    BLOCK,
    DODGE,
    KINDS,
    LEFT,
    NAMES,
    PRESS,
    RIGHT,
    ROW,
    base_name,
)
from rules.brawl.content.deck import LONGEST, built_in, parse
from rules.brawl.play.score import dodged, hits
from rules.brawl.state import BrawlVariant, FromDiscard, Pick, PlayCard
from rules.engine import kernel
from rules.engine.inputs import Answer
from tests.images.brawl_positions import GAME, cleared, full, positions
from tests.images.reading import check_words, on_screen

pytestmark = pytest.mark.slow  # every phase is drawn

WORDY = "A sentence of ordinary words, about as long as anybody who adds a printed deck may say it in a list."


def board(view: Any) -> images.Picture:
    """The picture of a board."""
    picture = images.board("brawl", view)
    assert picture is not None
    return picture


def test_the_positions_show_every_phase() -> None:
    views = [view for _, view in positions()]
    assert {view.phase for view in views} == {"deck", "ready", "turn", "bout", "pause", "over"}
    assert {len(view.row) for view in views} >= {0, 2, 3}
    assert any(base.frozen for view in views for base in view.row)
    assert any(base.backwards for view in views for base in view.row)


def test_every_phase_draws_a_small_board_with_its_words() -> None:
    for name, view in positions()[::2]:
        picture = board(view)
        on_screen(picture)
        ended = f"{GAME.text.outcome(view, view.outcome)} " if view.outcome else ""
        assert picture.alt.startswith(ended + GAME.text.board(view)[:100]), name


def test_nothing_is_private() -> None:
    for _, view in positions()[:4]:
        assert images.private("brawl", view) is None


def test_the_order_of_the_decks_does_not_show() -> None:
    rng = random.Random(7)
    states = list(played(GAME, *GAME.samples()[1], 3))
    for s in states[1 : len(states) - 1 : 60]:
        seen = board(GAME.view(s, None))
        for player in (0, 1):
            assert board(GAME.view(kernel.determinize(GAME, s, player, rng), None)) == seen


# -- reading


@pytest.fixture(scope="module")
def written() -> list[tuple[str, Written]]:
    """Every text on boards of every phase."""
    by_phase = groupby(sorted(positions(), key=lambda p: p[1].phase), lambda p: p[1].phase)
    few = [list(found)[-1] for _, found in by_phase]
    found = []
    for name, view in [*few, ("full", full())]:
        with noting() as notes:
            board(view)
        found += [(name, note) for note in notes]
    return found


def test_every_word_can_be_read(written: list[tuple[str, Written]]) -> None:
    assert len(written) > 200
    for name, note in written:
        check_words(name, [note])


def test_the_last_cards_of_the_longest_strings_are_read_and_the_rest_counted(
    written: list[tuple[str, Written]],
) -> None:
    texts = [note.text for name, note in written if name == "full" and note.text != "Base"]
    cards = [text for text in texts if text in {face.word for face in look.FACES}]
    cards += [text for text in texts if text.endswith(" dodged")]
    hidden = [int(text.split()[0]) for text in texts if " more" in text]
    laid = [card for base in full().row for side in base.sides for card in side]
    assert len(cards) + sum(hidden) == len(laid) + 2, "two more lie before the fighters"
    on_screen(board(full()))


@pytest.mark.rule("BR17", "BR18", "BR20")
def test_what_lies_under_a_dodge_is_dimmed() -> None:
    view = next(v for _, v in positions() if v.phase == "turn" and v.row)
    for stack, words in (
        ((0, DODGE), ["Red Hit · dodged", "Dodge"]),
        ((0, DODGE, 1), ["Red Hit · dodged", "Dodge", "Green Hit"]),
        ((0, DODGE, PRESS), ["Red Hit", "Dodge", "Press"]),
    ):
        bases = [msgspec.structs.replace(base, sides=((), ())) for base in view.row]
        bases[0] = msgspec.structs.replace(
            bases[0], sides=((), stack), hits=(0, hits(stack)), dodged=(0, dodged(stack))
        )
        fighters = [msgspec.structs.replace(f, held=-1, discard=()) for f in view.fighters]
        with noting() as notes:
            board(msgspec.structs.replace(view, row=tuple(bases), fighters=tuple(fighters)))
        names = {face.word for face in look.FACES} - {"Base"}
        found = [n.text for n in notes if n.text.removesuffix(" · dodged") in names]
        assert found == words


@pytest.mark.parametrize("card", range(BLOCK + 3))
def test_every_card_that_was_dodged_can_be_read(card: int) -> None:
    view = next(v for _, v in positions() if v.phase == "turn" and v.row)
    stack = (card, DODGE)
    base = msgspec.structs.replace(view.row[0], sides=(stack, stack), dodged=(1, 1))
    with noting() as notes:
        board(msgspec.structs.replace(view, row=(base,)))
    check_words(NAMES[card], notes)
    assert sum(note.text.endswith("· dodged") for note in notes) == 2


def test_players_are_named_beside_their_fighter_and_sit_below_in_their_own_picture() -> None:
    s = next(s for s in played(GAME, *GAME.samples()[0], 3) if GAME.view(s, None).phase == "turn")
    turn, names = GAME.view(s, None).turn, ("Ada", "Bob")
    for player in (None, 0, 1):
        with noting() as notes:
            images.board("brawl", GAME.view(s, player), (), names)
        tops = {note.text: note.ink.top for note in notes}
        assert ("Your turn" if player == turn else f"{names[turn]}’s turn") in tops
        called = ["You" if seat == player else name for seat, name in enumerate(names)]
        assert (tops[called[0]] > tops[called[1]]) == (player != 1)
        for seat in (0, 1):
            assert any(text.startswith(GAME.text.seat(GAME.view(s, None), seat)) for text in tops)


def test_places_that_can_be_chosen_are_marked() -> None:
    states = list(played(GAME, *GAME.samples()[0], 3))
    marked = 0
    for s in states[:-1:7]:
        for seat in kernel.waiting(s):
            options = kernel.offer(GAME, s, seat)
            view = GAME.view(s, seat)
            aims = any(hasattr(option, "spot") for option in options)
            assert (images.board("brawl", view, options) != board(view)) == aims
            marked += aims
    assert marked


def test_frames_are_for_the_held_card_where_the_discarded_one_could_be_played_too() -> None:
    view = GAME.view(next(s for s in played(GAME, *GAME.samples()[0], 3) if s.row), 0)
    one, other = (base.id for base in view.row[:2])
    held, pile = PlayCard(0, one, 0), FromDiscard(0, other, 1)
    pictures = [images.board("brawl", view, shown) for shown in ([held], [held, pile], [pile])]
    assert pictures[0] == pictures[1] != pictures[2]


def test_the_top_of_a_string_says_so_and_does_not_look_like_a_place_to_choose() -> None:
    for card in range(KINDS):
        colours = slip(card, 330, 35, top=True).convert("RGB").getcolors(maxcolors=20_000)
        assert colours is not None
        assert GOLD not in {colour for _, colour in colours}
    with noting() as notes:
        board(full())
    strings = [side for base in full().row for side in base.sides if side]
    tops = [note for note in notes if note.text == "top"]
    assert len(tops) == len(strings)


def test_whoever_holds_the_last_card_of_the_deck_is_marked() -> None:
    view = next(v for _, v in positions() if v.phase == "turn" and v.fighters[v.turn].held >= 0)
    for left, said in ((0, "last card"), (1, "deck 1")):
        fighters = list(view.fighters)
        fighters[view.turn] = msgspec.structs.replace(fighters[view.turn], left=left)
        with noting() as notes:
            board(msgspec.structs.replace(view, fighters=tuple(fighters)))
        assert said in {note.text for note in notes}


# -- what was cleared away


@pytest.mark.rule("BR15")
@pytest.mark.parametrize("player", [None, 0, 1])
def test_a_base_that_was_cleared_leaves_a_trace_at_its_end_of_the_row(player: int | None) -> None:
    """Its cards are there, and who has done it; it is no Base that anything could be laid on."""
    gone = (0, 20, LEFT), (1, 21, RIGHT)
    with noting() as notes:
        on_screen(board(cleared(*gone, player=player)))
    check_words("two are gone", notes)
    lefts = {note.text: note.ink.left for note in notes}
    assert lefts["Base U"] < WIDTH // 3 and lefts["Base V"] > WIDTH * 2 // 3
    who = ["Hale", "Bartholomew the Second of Many"]
    for seat, text in enumerate(note.text for note in notes if "cleared by" in note.text):
        name = text.removeprefix("cleared by ")
        assert name == "you" if seat == player else who[seat].startswith(name.rstrip("…"))
    words = [note.text for note in notes]
    assert any(text.endswith("Hit · gone") for text in words)
    assert any(text.endswith(" more · gone") for text in words)


def test_where_the_row_has_no_room_the_header_tells_what_the_other_has_cleared() -> None:
    gone = (0, 20, LEFT), (1, 21, RIGHT)
    for bases, player, shown, told in (
        (2, 0, ["Base V"], []),
        (2, None, ["Base U"], ["Base V"]),
        (3, 0, [], ["Base V"]),
        (3, None, [], ["Base U", "Base V"]),
    ):
        with noting() as notes:
            board(cleared(*gone, bases=bases, player=player))
        check_words(f"{bases} Bases for {player}", notes)
        words = [note.text for note in notes]
        assert [name for name in ("Base U", "Base V") if name in words] == shown
        heading = next((text for text in words if " cleared by " in text), "")
        assert [name for name in ("Base U", "Base V") if name in heading] == told


def test_a_trace_leaves_the_ends_free_while_a_base_can_be_laid_there() -> None:
    view, ends = cleared((1, 21, RIGHT)), [PlayCard(BASE, ROW, LEFT), PlayCard(BASE, ROW, RIGHT)]
    with noting() as notes:
        images.board("brawl", view, ends)
    words = [note.text for note in notes]
    assert "Base V" not in words and any(text.startswith("Base V cleared by") for text in words)


# -- colour is never alone


def test_cards_name_their_colour_and_letters_are_for_bases_alone() -> None:
    assert [face.word.lower() for face in look.FACES] == [name.lower() for name in NAMES]
    with noting() as notes:
        board(full())
    single = [note.text for note in notes if len(note.text) <= 2 and note.text.isalpha()]
    assert single == [base_name(base.id).split()[-1] for base in full().row]


def test_no_two_cards_look_alike_without_colour() -> None:
    faces = [slip(card, 250, 40).convert("LA").getchannel("L") for card in range(KINDS)]
    for (one, a), (other, b) in combinations(enumerate(faces), 2):
        unlike = sum(ImageChops.difference(a, b).histogram()[60:])
        assert unlike > 60, (NAMES[one], NAMES[other])


def test_the_headline_names_the_discard_pile_only_where_there_is_one() -> None:
    turns = [v for _, v in positions() if v.phase == "turn" and v.fighters[v.turn].held < 0]
    lines = {
        (bool(view.fighters[view.turn].discard), headline(view)[1])
        for view in turns
        if view.fighters[view.turn].left
    }
    assert lines == {
        (False, "A card is turned over"),
        (True, "A card is turned over, or one replayed from the pile"),
    }


def test_the_sides_differ_in_shape_and_in_lightness() -> None:
    shapes = [badge(team, "tower", 60).getchannel("A") for team in look.TEAMS]
    assert ImageChops.difference(*shapes).getbbox() is not None
    assert abs(luminance(look.TEAMS[0].fill) - luminance(look.TEAMS[1].fill)) > 0.25


# -- decks


@pytest.mark.parametrize("key", built_in())
def test_a_deck_is_shown_with_all_its_cards(key: str) -> None:
    shown = built_in()[key]
    with noting() as notes:
        picture = deck("brawl", shown)
    counted = [note.text for note in notes if note.text.startswith("×")]
    assert sum(int(text.strip("×*")) for text in counted) == 35
    for note in notes:
        assert note.box.holds(note.ink) and not note.cut, note
        assert note.size >= READ, note
        assert contrast(note.colour, note.ground) >= 4.5, note
    on_screen(picture)
    assert picture.alt == deck_words(shown)
    assert ("* house content" in {note.text for note in notes}) == bool(shown.house)


@pytest.mark.rule("BR3")
def test_a_deck_that_the_other_has_is_grey_where_one_chooses() -> None:
    """Whoever has to choose again sees at a glance what has changed."""
    for mirror in (False, True):
        s = kernel.start(GAME, BrawlVariant(decks=("", "hale"), mirror=mirror), 2, bytes(16)).state
        with noting() as notes:
            board(GAME.view(s, 0))
        grey = [
            note.text for note in notes if note.text in ("Hale", "Chris") and note.colour == QUIET
        ]
        assert grey == ([] if mirror else ["Hale"])
        assert ("taken" in {note.text for note in notes}) is not mirror


def test_every_deck_to_choose_from_is_shown_with_what_it_is_like() -> None:
    printed = (
        parse("name: Pearl\nabout: As printed.\n30 red Hit\n2 Base\n3 Freeze", "pearl.txt"),
        parse("name: Mute\n30 red Hit\n2 Base\n3 Freeze", "mute.txt"),
        parse(f"name: Wordy\nabout: {WORDY}\n30 red Hit\n2 Base\n3 Freeze", "wordy.txt"),
    )
    s = kernel.start(GAME, BrawlVariant(printed=printed), 2, bytes(16)).state
    with noting() as notes:
        board(GAME.view(s, None))
    said = {note.text for note in notes}
    assert len(WORDY) == LONGEST["about"]
    assert {"Hale", "Pearl", "Mute", "Wordy", "As printed."} <= said
    assert not any(built_in()["pearl"].about.startswith(text) for text in said)
    hits = [note.text for note in notes if note.text.isdigit()]
    assert [*hits[:3], *hits[-3:]] == ["6", "10", "7", "30", "0", "0"], "of Hale, and of Wordy"
    assert not any(note.cut for note in notes), [note for note in notes if note.cut]


def test_who_has_chosen_a_deck_is_told_so_in_their_own_picture_alone() -> None:
    s = kernel.start(GAME, BrawlVariant(), 2, bytes(16)).state
    chosen = kernel.apply(GAME, s, Answer(0, s.open[0].number, Pick("viola"))).state
    for player, title in (
        (0, "You have chosen Viola"),
        (1, "Choose your deck"),
        (None, "The players choose decks"),
    ):
        with noting() as notes:
            board(GAME.view(chosen, player))
        assert title in {note.text for note in notes}
        check_words(title, notes)


def test_the_longest_lines_of_a_printed_deck_fit_its_picture() -> None:
    long = f"name: {'W' * LONGEST['name']}\nabout: {WORDY}\n30 blue Hit\n2 Base\n3 Freeze"
    with noting() as notes:
        deck("brawl", parse(long, "long.txt"))
    assert not any(note.cut for note in notes), [note for note in notes if note.cut]


def test_a_deck_in_words() -> None:
    told = deck_words(parse("name: Two\n2 Press (house)\n3 Freeze\n30 Base", "two.txt"))
    assert told == "Two: 2 Presses (house), 3 Freezes, 30 Bases."
