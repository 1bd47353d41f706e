"""The kit: text that fits, cards in rows, pictures with round corners."""

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import images
from images.gallery import draw, fullest_and_emptiest
from images.kit import theme
from images.kit.arrows import arrow
from images.kit.box import Box, at
from images.kit.canvas import Canvas
from images.kit.marks import MARKS, mark_sprite
from images.kit.names import name_on_plate
from images.kit.plates import Entry, legend
from images.kit.text import BODY, HEADING, STRONG, TITLE, Style, noting
from images.kit.tokens import badge
from images.picture import ALT_LIMIT, alt
from images.sheets import lay_out
from rules import registry
from rules.engine import kernel
from rules.engine.errors import UnknownGame
from tests.images.reading import HOSTILE, check_words

FLATS = (theme.PLATE, theme.EDGE, theme.INK, theme.PAPER, theme.GOLD, theme.RED)
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


@pytest.mark.parametrize("style", [HEADING, STRONG, BODY])
@pytest.mark.parametrize("width", [60, 140, 400])
def test_any_name_stays_on_its_plate(style: Style, width: int) -> None:
    box = at(20, 20, width, 40)
    with noting() as notes:
        for seat in range(len(HOSTILE)):
            name = name_on_plate(HOSTILE, seat, "Blue", style, width)
            Canvas(440, 160).write(box, name, style, theme.PAPER)
    check_words("names", notes, style.least)


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Ada", "Ada"),
        ("Żaneta Öç", "Żaneta Öç"),
        ("Иван", "Иван"),
        ("🍺 Brewmaster 🍺", "Brewmaster"),
        ("\u202emoc.live", "moc.live"),
        ("a\u200bb\n\tc", "ab c"),
        ("𝓐𝓵𝓲𝓬𝓮", "Alice"),
        ("Z\u0351\u0352a\u0353lgo", "Zalgo"),
        ("محمد", "Blue"),
        ("🍺", "Blue"),
        ("…!", "Blue"),
        ("", "Blue"),
    ],
)
def test_of_a_name_is_drawn_what_the_font_has(name: str, drawn: str) -> None:
    assert name_on_plate([name], 0, "Blue", STRONG, 400) == drawn


def test_a_long_name_ends_with_an_ellipsis_and_a_seat_without_one_has_its_word() -> None:
    short = name_on_plate(["Maximiliane von und zu Hohenlohe"], 0, "Blue", STRONG, 200)
    assert short.startswith("Maximiliane")
    assert short.endswith("…")
    assert name_on_plate(["Ada"], 1, "Orange", STRONG, 400) == "Orange"


def test_names_go_to_games_that_draw_them_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.get("brawl")
    view = game.view(kernel.start(game, *game.samples()[0], bytes(16)).state, None)
    given: list[Any] = []

    def plain(view: Any, options: Any = ()) -> bytes:
        return b"plain"

    def named(view: Any, options: Any = (), names: Any = ()) -> bytes:
        given.append(names)
        return b"named"

    for draw_it, drawn in ((plain, b"plain"), (named, b"named")):
        monkeypatch.setattr("images.brawl.board", draw_it)
        for picture in (images.board, images.panel):
            made = picture("brawl", view, (), ["Ada", "Bob"])
            assert made is not None
            assert made.png == drawn
    assert given == [("Ada", "Bob")] * 2


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


def test_every_team_has_an_outline_of_its_own() -> None:
    outlines = {badge(team, "owl", 92).getchannel("A").tobytes() for team in theme.TEAMS}
    assert len(outlines) == len(theme.TEAMS)


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
    for one in drawn:
        assert one.path.read_bytes() == one.picture.png
    shown = [(one.path.stem, one.picture.png) for one in drawn[:9]]
    sizes = {}
    for path in lay_out(tmp_path, "sheet", shown):
        with Image.open(path) as sheet:
            sizes[path.stem] = sheet.size
    assert sizes == {  # as large as the screens show them, below a line each
        "sheet-desktop-01": (2 * 560 + 10, 4 * (350 + 32) + 10),
        "sheet-desktop-02": (2 * 560 + 10, 350 + 32 + 10),
        "sheet-phone-01": (4 * 360 + 10, 3 * (222 + 32) + 10),
    }


def test_sheets_show_of_each_phase_and_kind_the_fullest_and_the_emptiest(tmp_path: Path) -> None:
    drawn = list(draw(tmp_path, ("beer_brawl",), 3, samples=2))
    chosen = list(fullest_and_emptiest(drawn))
    assert {one.alike for one in chosen} == {one.alike for one in drawn}
    assert len(chosen) < len(drawn) / 2
    for alike in {one.alike for one in drawn}:
        sizes = [len(one.picture.png) for one in drawn if one.alike == alike]
        kept = [len(one.picture.png) for one in chosen if one.alike == alike]
        assert {max(sizes), min(sizes)} == set(kept)


def test_pictures_bring_in_no_discord_and_no_database() -> None:
    code = (
        "import sys, images.beer_brawl, images.gallery, images.kit.plates; "
        "print([m for m in ('discord', 'sqlalchemy', 'sqlmodel', 'bot') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
