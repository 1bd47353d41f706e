"""Deck lists: what is known of them, what they are checked for, and printed ones."""

import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from rules.brawl.content.cards import (
    BASE,
    BLOCK,
    CLEAR,
    DODGE,
    FREEZE,
    HIT,
    HIT2,
    KINDS,
    NAMES,
    PRESS,
    REVERSE,
)
from rules.brawl.content.deck import (
    BUILT_IN,
    BadDeck,
    Deck,
    built_in,
    load_directory,
    parse,
    printed,
)
from rules.brawl.game import GAME
from rules.brawl.state import BrawlVariant, Pick
from rules.engine import codec, kernel
from rules.engine.contract import build_variant
from rules.engine.errors import BadVariant
from tests.rules.brawl.table import Bout

RED, GREEN, BLUE = range(3)
KNOWN, SENIORS = BUILT_IN[:6], BUILT_IN[6:]


def deck(key: str) -> tuple[int, ...]:
    return built_in()[key].counts


# -- the decks of the game


@pytest.mark.rule("BR27")
def test_hale_is_the_printed_deck() -> None:
    hale = {NAMES[card]: count for card, count in enumerate(deck("hale")) if count}
    assert hale == {
        "blue Hit": 5,
        "green Hit": 8,
        "red Hit": 4,
        "red Hit-2": 1,
        "green Hit-2": 1,
        "blue Hit-2": 1,
        "red Block": 1,
        "green Block": 1,
        "Base": 6,
        "Clear": 4,
        "Freeze": 3,
    }
    assert built_in()["hale"].house == ()


@pytest.mark.rule("BR1", "BR30")
@pytest.mark.parametrize("key", BUILT_IN)
def test_every_deck_has_35_cards_and_3_freezes(key: str) -> None:
    counts = deck(key)
    assert len(counts) == KINDS and sum(counts) == 35
    assert counts[FREEZE] == 3 and counts[BASE] >= 2
    assert built_in()[key].about


def hits_of(key: str) -> list[int]:
    counts = deck(key)
    return [counts[HIT + c] + 2 * counts[HIT2 + c] for c in range(3)]


def blocks_of(key: str) -> list[int]:
    return list(deck(key)[BLOCK : BLOCK + 3])


@pytest.mark.rule("BR28")
def test_bennett_as_known() -> None:
    assert deck("bennett")[BASE] == 7 and deck("bennett")[CLEAR] == 6
    assert hits_of("bennett")[BLUE] == max(hits_of("bennett"))
    assert built_in()["bennett"].house and BASE not in built_in()["bennett"].house


@pytest.mark.rule("BR28")
def test_chris_as_known() -> None:
    assert blocks_of("chris") == [2, 2, 2]
    assert max(hits_of("chris")) - min(hits_of("chris")) <= 1


@pytest.mark.rule("BR28")
def test_darwin_as_known() -> None:
    assert hits_of("darwin")[RED] == max(hits_of("darwin"))
    assert deck("darwin")[PRESS] == max(deck(key)[PRESS] for key in KNOWN) >= 3
    assert sum(blocks_of("darwin")) > deck("darwin")[CLEAR]


@pytest.mark.rule("BR28")
def test_morgan_as_known() -> None:
    hits = hits_of("morgan")
    assert hits[BLUE] == max(hits) and hits[RED] == min(hits) and hits[BLUE] >= 2 * hits[RED]
    assert deck("morgan")[CLEAR] == 4 and sum(blocks_of("morgan")) >= 2


@pytest.mark.rule("BR28")
def test_pearl_as_known() -> None:
    counts = deck("pearl")
    assert counts[BASE] == counts[CLEAR] == 5
    assert counts[HIT + RED] == 1 and counts[HIT2 + RED] == 0
    assert counts[HIT2 + GREEN] and counts[HIT2 + BLUE]
    assert sum(blocks_of("pearl")) and counts[PRESS]


@pytest.mark.rule("BR28", "BR29")
@pytest.mark.parametrize("key", BUILT_IN)
def test_dodges_and_reverses_are_the_seniors_own(key: str) -> None:
    tricks = deck(key)[DODGE] + deck(key)[REVERSE]
    assert bool(tricks) == (key in SENIORS)


@pytest.mark.rule("BR29")
def test_six_seniors_of_house_content_each_with_a_character() -> None:
    assert len(SENIORS) == 6 == len({deck(key) for key in SENIORS})
    for key in SENIORS:
        rest = {card for card, count in enumerate(deck(key)) if count and card != FREEZE}
        assert set(built_in()[key].house) == rest
    assert len({built_in()[key].name for key in BUILT_IN}) == 12


# -- lists as files

GOOD = """\
name: Gran
about: A deck that somebody owns.

6 red Hit   # comments are fine
6 green hit
6 BLUE Hit
1 red Hit-2
2 Press
5 Clear
6 Base
3 Freeze
"""


@pytest.mark.rule("BR30")
def test_a_list_is_read() -> None:
    gran = parse(GOOD, "gran.txt")
    assert gran == Deck(
        "gran",
        "Gran",
        (6, 6, 6, 1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 5, 6),
        "A deck that somebody owns.",
    )
    assert len(gran.cards) == 35


@pytest.mark.rule("BR30")
@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("6 red Hit ", "6 pink Hit ", 4, "no card “pink Hit”; there are red Hit, green Hit, "),
        ("6 green hit", "six green Hit", 5, "number"),
        ("6 green hit", "-6 green Hit", 5, "number"),
        ("6 green hit", "99999999999999999999 green Hit", 5, "1 to 35"),
        ("6 green hit", "0 green Hit", 5, "1 to 35 of a card, not 0"),
        ("6 green hit", "0351 green Hit", 5, "1 to 35 of a card, not 351"),
        pytest.param("6 green", f"01{'0' * 5000} green", 5, "not 100000000", id="too long"),
        ("6 green hit", "6 red Hit", 5, "twice"),
        ("6 green hit", "²6 green Hit", 5, "number"),
        ("2 Press", "3 Press", 11, "35 cards, not 36"),
        ("3 Freeze", "4 Freeze", 11, "3 Freezes, not 4"),
        ("3 Freeze", "", 11, "3 Freezes, not 0"),
        ("6 Base", "1 Base", 11, "at least 2 Bases, not 1"),
        ("name: Gran", "", 11, "name"),
        ("name: Gran", "name:", 1, "nothing"),
        ("name: Gran", "name: " + "G" * 31, 1, "at most 30 letters, not 31"),
        ("about: A", "about: " + "A" * 90, 2, "at most 100 letters, not 115"),
        ("about: A", "name: A", 2, "second"),
        ("about: A", "colour: A", 2, "colour"),
    ],
)
def test_a_bad_list_is_refused_with_line_and_reason(
    old: str, new: str, line: int, reason: str
) -> None:
    with pytest.raises(BadDeck, match=reason) as refused:
        parse(GOOD.replace(old, new, 1), "gran.txt")
    assert refused.value.line == line
    assert str(refused.value).startswith(f"gran.txt, line {line}: ")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A directory for printed decks; afterwards none are added any more."""
    yield tmp_path
    empty = tmp_path / "empty"
    empty.mkdir()
    load_directory(empty)


@pytest.mark.rule("BR30")
def test_printed_decks_are_added_and_bad_ones_refused(folder: Path) -> None:
    (folder / "gran.txt").write_text(GOOD)
    (folder / "bad.txt").write_text(GOOD.replace("6 Base", "5 Base"))
    (folder / "Odd Name.txt").write_text(GOOD)
    (folder / "noise.txt").write_bytes(b"\xff\xfe\x00")
    (folder / "twin.txt").write_text("# name of an own deck\n" + GOOD.replace("Gran", "hale"))
    (folder / "notes.md").write_text("no deck")
    loaded = load_directory(folder)
    assert [deck.key for deck in loaded.decks] == ["gran"]
    refused = {bad.file: bad.line for bad in loaded.refused}
    assert refused == {"Odd Name.txt": 1, "bad.txt": 11, "noise.txt": 1, "twin.txt": 2}
    bout = Bout(decks=("gran", "hale"))
    assert bout.s.fighters[0].name == "Gran"
    asked = Bout(decks=())
    assert Pick("gran") in asked.offers(0)


@pytest.mark.rule("BR30")
def test_the_list_that_the_readme_shows_is_a_good_one() -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text("utf-8")
    shown = readme.split("```text\n", 1)[1].split("```", 1)[0]
    assert parse(shown, "gran.txt").name == "Gran"


@pytest.mark.rule("BR30")
def test_a_file_with_a_mark_at_its_beginning_is_read(folder: Path) -> None:
    (folder / "gran.txt").write_bytes(GOOD.replace("6 green", "06 green").encode("utf-8-sig"))
    loaded = load_directory(folder)
    assert loaded.refused == [] and [deck.name for deck in loaded.decks] == ["Gran"]
    assert loaded.decks[0].counts[HIT + GREEN] == 6


@pytest.mark.rule("BR30")
def test_a_printed_deck_may_take_the_place_of_a_house_list(folder: Path) -> None:
    (folder / "pearl.txt").write_text(GOOD.replace("Gran", "Pearl"))
    assert not load_directory(folder).refused
    bout = Bout(decks=("pearl", "hale"))
    assert tuple(bout.s.fighters[0].counts) == parse(GOOD, "x.txt").counts
    assert len(bout.s.variant.names) == 12


@pytest.mark.rule("BR30")
def test_a_game_goes_on_and_replays_when_its_list_is_gone(folder: Path) -> None:
    (folder / "gran.txt").write_text(GOOD)
    load_directory(folder)
    choosing = Bout(decks=(), seed=5)
    saved = codec.encode(GAME, choosing.s)
    options = msgspec.to_builtins(choosing.s.variant)
    choosing.do(0, Pick("gran"))
    choosing.do(1, Pick("otto"))
    (folder / "gran.txt").unlink()
    load_directory(folder)
    assert printed() == ()
    again = Bout(decks=())
    assert Pick("gran") not in again.offers(0)
    again.s = codec.decode(GAME, saved)
    again.do(0, Pick("gran"))
    again.do(1, Pick("otto"))
    assert again.s == choosing.s
    variant = build_variant(GAME, options, 2)
    assert kernel.start(GAME, variant, 2, (5).to_bytes(16)).state == codec.decode(GAME, saved)


@pytest.mark.rule("BR30")
def test_the_lists_of_the_game_are_read_like_printed_ones(folder: Path) -> None:
    for key in BUILT_IN:
        with files("rules.brawl.content.decks").joinpath(f"{key}.txt").open("rb") as source:
            (folder / f"{key}.txt").write_bytes(source.read())
    loaded = load_directory(folder)
    assert not loaded.refused
    assert {deck.key: deck for deck in loaded.decks} == built_in()
    shutil.rmtree(folder)
    folder.mkdir()


@pytest.mark.rule("BR3", "BR30")
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"decks": ["hale"]}, "each of the two seats"),
        ({"decks": ["hale", "nobody"]}, "no deck 'nobody'"),
        ({"decks": ["hale", "hale"]}, "same deck"),
        ({"pace": "slow"}, "pace"),
        ({"seconds": 1}, "seconds"),
        ({"speed": 1}, "speed"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, object], reason: str) -> None:
    with pytest.raises(BadVariant, match=reason):
        build_variant(GAME, options, 2)


@pytest.mark.rule("BR3")
def test_mirror_allows_the_same_deck() -> None:
    variant = build_variant(GAME, {"decks": ["hale", "hale"], "mirror": True}, 2)
    assert isinstance(variant, BrawlVariant)
    assert kernel.start(GAME, variant, 2, bytes(16)).state.fighters[0].name == "Hale"
