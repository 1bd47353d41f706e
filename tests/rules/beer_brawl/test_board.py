"""The board, the pieces, and what their faces add up to."""

import random
from collections import Counter

import msgspec
import pytest

from rules.beer_brawl.content import (
    ARMOR,
    BACK,
    HOME,
    MAGIC,
    MARKS,
    NAMES,
    NEAR,
    SPEED,
    SQUARES,
    STRENGTH,
    TILES,
    archetype,
    faces_of,
    shown_faces,
    square_label,
)
from rules.beer_brawl.game import GAME
from rules.beer_brawl.state import Fight, Reroll, Stop
from rules.engine import kernel
from rules.engine.contract import build_variant
from rules.engine.errors import BadVariant
from tests.rules.beer_brawl.table import SLOW, SQUARE, Table, tile


@pytest.mark.rule("BB1")
def test_five_files_eight_ranks_and_two_homes() -> None:
    assert [square_label(s) for s in (0, 4, 5, 39)] == ["A1", "E1", "A2", "E8"]
    assert {square_label(s)[1] for s in HOME[0]} == {"1", "2", "3"}
    assert {square_label(s)[1] for s in HOME[1]} == {"6", "7", "8"}
    assert [square_label(s) for s in BACK[0]] == ["A1", "B1", "C1", "D1", "E1"]
    assert [square_label(s) for s in BACK[1]] == ["A8", "B8", "C8", "D8", "E8"]


@pytest.mark.rule("BB1")
def test_neighbours_share_an_edge() -> None:
    for a in range(SQUARES):
        for b in range(SQUARES):
            apart = abs(a // 5 - b // 5) + abs(a % 5 - b % 5)
            assert (b in NEAR[a]) == (apart == 1)


@pytest.mark.rule("BB2")
@pytest.mark.parametrize("count", [6, 7, 8, 9])
def test_each_side_has_its_adventurers(count: int) -> None:
    table = Table(adventurers=count)
    for seat in (0, 1):
        private = table.view(seat).private
        assert private is not None and len(private.tiles) == count
        for t in private.tiles:
            assert t.strength + t.magic + t.speed + t.slots == 6
            assert t.piece.team == seat


@pytest.mark.rule("BB2")
@pytest.mark.parametrize("count", [5, 10])
def test_other_counts_are_refused(count: int) -> None:
    with pytest.raises(BadVariant):
        build_variant(GAME, {"adventurers": count}, 2)


@pytest.mark.rule("BB2")
def test_every_tile_is_equally_likely_by_its_faces() -> None:
    for number in range(TILES):
        faces = faces_of(number)
        stats = (STRENGTH[number], MAGIC[number], SPEED[number], ARMOR[number])
        assert stats == tuple(faces.count(stat) for stat in range(4))
    assert len({faces_of(number) for number in range(TILES)}) == 4**6


@pytest.mark.rule("BB2")
def test_rolled_faces_are_fair() -> None:
    """8,640 rolled faces: each colour is within four standard deviations of a quarter."""
    table = Table(rerolls=200)
    faces: Counter[str] = Counter()
    for _ in range(120):
        for seat in (0, 1):
            private = table.view(seat).private
            assert private is not None
            for t in private.tiles:
                faces.update(t.faces)
            table.do(Reroll(), seat)
    total = sum(faces.values())
    assert total == 120 * 12 * 6 and set(faces) == {"strength", "magic", "speed", "armor"}
    assert all(abs(n - total / 4) < 4 * (total * 3 / 16) ** 0.5 for n in faces.values())


@pytest.mark.rule("BB3")
def test_names_and_marks_tell_all_pieces_apart() -> None:
    assert len(NAMES) == len(set(NAMES)) == 18
    assert len(set(MARKS)) == 18 and all(len(mark) == 1 for mark in MARKS)


@pytest.mark.rule("BB3")
def test_no_view_of_others_depends_on_a_stat() -> None:
    """Whatever the other's tiles are, the views of all others are the same, word for word."""
    table = Table().lay({"B2": SLOW, "C2": SLOW}, {"B3": SLOW, "D7": SLOW})
    rng = random.Random(4)
    for _ in range(50):
        other = kernel.determinize(GAME, table.s, 0, rng)
        assert GAME.view(other, 0) == table.view(0)
        assert GAME.view(other, None) == table.view(None)
        assert GAME.text.board(GAME.view(other, 0)) == GAME.text.board(table.view(0))


@pytest.mark.rule("BB3")
def test_public_views_name_no_stat() -> None:
    table = Table().lay({"B2": SLOW}, {"B3": SLOW})
    said = msgspec.json.encode(table.view(None)).decode() + GAME.text.board(table.view(None))
    for word in ("strength", "magic", "speed", "armor", "slots", "faces"):
        assert word not in said.lower()
    assert table.view(None).private is None


@pytest.mark.rule("BB4")
def test_the_owner_sees_all_own_tiles_on_anyones_turn() -> None:
    table = Table().lay({"B2": tile(strength=2, armor=4)}, {"B7": SLOW}, seat=1)
    private = table.view(0).private
    assert private is not None
    mine = private.tiles[0]
    assert (mine.strength, mine.armor, mine.place, mine.square) == (2, 4, "board", SQUARE["B2"])
    assert [t.place for t in private.tiles[1:]] == ["fallen"] * 5
    assert all(t.strength == 3 for t in private.tiles[1:])


@pytest.mark.rule("BB4")
def test_lost_armor_is_a_dark_face() -> None:
    number = tile(strength=2, armor=4)
    assert shown_faces(number, 4).count("armor") == 4
    assert Counter(shown_faces(number, 1)) == {"strength": 2, "armor": 1, "lost": 3}
    table = Table(many_actions=True).lay({"B2": number}, {"B4": SLOW, "E8": SLOW})
    table.go(0, "B3").do(Fight(1))
    private = table.view(0).private
    assert private is not None
    mine = private.tiles[0]
    assert mine.faces.count("lost") == 4 - mine.armor
    if table.s.at[0] >= 0:
        table.do(Stop())


@pytest.mark.parametrize(
    ("name", "stats"),
    [
        ("Healer", (0, 0, 3, 3)),
        ("Paramedic", (0, 0, 5, 1)),
        ("Warrior", (4, 0, 0, 2)),
        ("Mage", (0, 4, 0, 2)),
        ("Scout", (3, 0, 3, 0)),
        ("Scout", (0, 3, 3, 0)),
        ("Glass Cannon", (0, 5, 0, 1)),
        ("Glass Cannon", (5, 0, 0, 1)),
        ("Multiclass", (1, 1, 0, 4)),
        ("All-rounder", (3, 2, 0, 1)),
        ("All-rounder", (2, 3, 0, 1)),
        ("Lancer", (3, 0, 2, 1)),
        ("Lancer", (0, 3, 2, 1)),
        ("Rogue", (0, 0, 6, 0)),
        ("Quartermaster", (0, 0, 0, 6)),
    ],
)
def test_archetypes_are_named(name: str, stats: tuple[int, int, int, int]) -> None:
    assert archetype(tile(*stats)) == name
    assert name in GAME.text.topics["Archetypes"]


@pytest.mark.parametrize(
    ("stats", "name"),
    [
        ((0, 0, 4, 2), "Healer"),  # 2 from the Healer and 2 from the Paramedic
        ((4, 0, 1, 1), "Warrior"),  # 2 from Warrior, Glass Cannon and Lancer
        ((6, 0, 0, 0), "Glass Cannon"),
        ((2, 2, 2, 0), "Scout"),  # 4 from the Scout, the All-rounder and the Lancer
        ((1, 1, 1, 3), "Multiclass"),
        ((0, 0, 1, 5), "Quartermaster"),
    ],
)
def test_the_nearest_archetype_is_named_and_ties_go_to_the_first(
    stats: tuple[int, int, int, int], name: str
) -> None:
    assert archetype(tile(*stats)) == name
