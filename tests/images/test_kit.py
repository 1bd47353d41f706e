"""The kit: text that fits, cards in rows, pictures with round corners."""

import io
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import images
from images.gallery import draw
from images.kit import cards, theme
from images.kit.arrows import arrow
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import MARKS, mark_sprite
from images.kit.plates import Entry, legend, pips, tag
from images.kit.text import BODY, HEADING, STRONG, TITLE, Style, noting
from images.kit.tokens import spent, token
from images.picture import ALT_LIMIT, alt
from rules.engine.errors import UnknownGame

FLATS = (theme.PLATE, theme.EDGE, theme.INK, theme.PAPER, theme.GOLD, theme.RED)
BANDS = (
    cards.Band(theme.RED, "R", "triangle"),
    cards.Band(theme.GREEN, "G", "square"),
    cards.Band(theme.BLUE, "B", "disc"),
    cards.Band(theme.YELLOW, "Y", "star"),
)
WORDS = st.lists(st.text("abgjpqyÄW", min_size=1, max_size=14), min_size=1, max_size=20)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    words=WORDS,
    width=st.integers(60, 400),
    height=st.integers(36, 120),
    lines=st.integers(1, 4),
    style=st.sampled_from((TITLE, HEADING, BODY, STRONG)),
    align=st.sampled_from(("left", "centre", "right")),
    valign=st.sampled_from(("top", "middle", "bottom")),
)
def test_any_text_stays_in_its_box(
    words: list[str], width: int, height: int, lines: int, style: Style, align: str, valign: str
) -> None:
    canvas = Canvas(440, 160)
    box = at(20, 20, width, height)
    with noting() as notes:
        canvas.write(box, " ".join(words), style, theme.PAPER, align, valign, lines)
    assert box.holds(notes[0].ink)


def test_short_text_keeps_its_size_and_long_text_shrinks_before_it_is_cut() -> None:
    canvas = Canvas(440, 160)
    with noting() as notes:
        for text in ("Ale", "Elderberry wine and ale", "Elderberry wine " * 9):
            canvas.write(at(20, 20, 260, 40), text, STRONG, theme.PAPER)
    sizes = [note.size for note in notes]
    assert sizes[0] == STRONG.size > sizes[1] > STRONG.least == sizes[2]
    assert [note.cut for note in notes] == [False, False, True]


def test_contrast_is_the_accessibility_guidelines_own() -> None:
    assert theme.contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert theme.contrast(theme.rgb("#777777"), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


def test_every_mark_draws_inside_its_square() -> None:
    assert len(MARKS) >= 18
    for name in MARKS:
        shape = mark_sprite(name, 64, theme.PAPER, theme.PLATE).getchannel("A")
        filled = sum(shape.histogram()[128:]) / 64**2
        assert 0.1 < filled < 0.9, name


@pytest.mark.parametrize("band", BANDS)
def test_a_card_reads_well(band: cards.Band) -> None:
    face = cards.Card(
        "Old-School Wallace", band, "7", "Takes a hit for a friend.", "1D6+1", "", "x"
    )
    with noting() as notes:
        cards.card(face, 190, 260)
    assert {face.title, "7", band.letter, face.body, face.foot, face.note} <= {
        note.text for note in notes
    }
    for note in notes:
        assert note.box.holds(note.ink) and not note.cut, note
        assert theme.contrast(note.colour, note.ground) >= 4.5, note


def test_bands_differ_in_letter_and_shape() -> None:
    faces = [cards.card(cards.Card("Hit", band), 150, 210).convert("L") for band in BANDS]
    assert len({face.tobytes() for face in faces}) == len(BANDS)
    assert len({band.letter for band in BANDS}) == len({band.shape for band in BANDS}) == len(BANDS)


@pytest.mark.parametrize("count", [1, 3, 9])
def test_a_row_of_cards_stays_in_its_box_and_overlaps_only_when_it_must(count: int) -> None:
    canvas = Canvas(800, 300)
    box = Box(40, 30, 760, 270)
    spots = cards.row(canvas, [cards.card(cards.Card("Hit", BANDS[0]), 150, 210)] * count, box)
    assert all(box.holds(spot) for spot in spots)
    overlap = any(a.right > b.left for a, b in pairwise(spots))
    assert overlap == (count * 150 > box.width)


def test_a_string_of_cards_leaves_every_band_in_sight() -> None:
    canvas = Canvas(300, 700)
    face = cards.card(cards.Card("Hit", BANDS[0], "2"), 150, 210)
    step = cards.band_height(150) + 6
    spots = cards.string(canvas, [face] * 6, Box(20, 20, 280, 680), step)
    gaps = {b.top - a.top for a, b in pairwise(spots)}
    assert gaps == {step}


def test_a_card_on_its_side_and_one_face_down_have_the_sizes_of_cards() -> None:
    back = cards.card_back(theme.PURPLE, "crown", 150, 210)
    assert cards.sideways(back).size == back.size[::-1]
    assert cards.card_space("discards", 150, 210).size == back.size


def test_every_team_has_tokens_of_its_own_outline() -> None:
    outlines = {
        token(team, "owl", "Owl", 132, 92).getchannel("A").tobytes() for team in theme.TEAMS
    }
    spents = {spent(team, "owl", "Owl", 104, 62).getchannel("A").tobytes() for team in theme.TEAMS}
    assert len(outlines) == len(spents) == len(theme.TEAMS)


def test_an_arrow_touches_only_the_way_it_goes() -> None:
    plain, canvas = Canvas(300, 300), Canvas(300, 300)
    arrow(canvas, [(50, 250), (50, 100), (200, 100)], theme.GOLD, theme.INK)
    assert canvas.image.getpixel((50, 180)) == theme.GOLD
    assert canvas.image.getpixel((120, 100)) == theme.GOLD
    for spot in ((150, 200), (270, 100), (50, 60)):
        assert canvas.image.getpixel(spot) == plain.image.getpixel(spot)


def test_a_legend_stays_in_its_box() -> None:
    canvas = Canvas(600, 100)
    box = Box(20, 20, 580, 80)
    swatch = mark_sprite("sword", 36, theme.PAPER, theme.PLATE)
    with noting() as notes:
        legend(canvas, box, [Entry(swatch, word) for word in ("Strength", "Magic", "Armor")])
    assert all(box.holds(note.ink) for note in notes)


def test_pips_and_tags_are_as_wide_as_what_they_say() -> None:
    assert pips(2, 6, theme.BLUE, 84).size == (84, 56)
    short, long = (tag(text, "tick", theme.GOLD, theme.INK) for text in ("go", "going, going"))
    assert short.width < long.width


def test_a_picture_is_solid_but_for_its_round_corners() -> None:
    drawn = Image.open(io.BytesIO(Canvas(300, 200).png(FLATS)))
    assert drawn.mode == "P"
    alpha = drawn.convert("RGBA").getchannel("A")
    assert alpha.getpixel((0, 0)) == alpha.getpixel((299, 199)) == 0
    middle = alpha.crop((0, 24, 300, 176))
    assert middle.getextrema() == (255, 255)


def test_flat_colours_come_through_unchanged() -> None:
    canvas = Canvas(300, 200)
    for number, colour in enumerate(FLATS):
        canvas.fill(at(30 + 40 * number, 80, 40, 40), colour)
    drawn = Image.open(io.BytesIO(canvas.png(FLATS))).convert("RGBA")
    for number, colour in enumerate(FLATS):
        assert drawn.getpixel((50 + 40 * number, 100)) == (*colour, 255)


def test_words_of_a_picture_are_cut_where_discord_would_refuse_them() -> None:
    assert alt("Blue: Barnaby A1.") == "Blue: Barnaby A1."
    cut = alt("word " * 400)
    assert len(cut) <= ALT_LIMIT
    assert cut.endswith("word…")


def test_an_unknown_game_has_no_pictures() -> None:
    with pytest.raises(UnknownGame):
        images.board("chess", None)


def test_the_gallery_names_what_it_drew(tmp_path: Path) -> None:
    drawn = list(draw(tmp_path, ("beer_brawl",), 3, samples=1))
    assert len(drawn) >= 10
    for path, picture in drawn:
        assert path.read_bytes() == picture.png


def test_pictures_bring_in_no_discord_and_no_database() -> None:
    code = (
        "import sys, images.beer_brawl, images.gallery, images.kit.cards; "
        "print([m for m in ('discord', 'sqlalchemy', 'sqlmodel', 'bot') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
