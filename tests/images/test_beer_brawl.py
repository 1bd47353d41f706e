"""Beer Brawl's pictures: every phase, readable, the same bytes for the same view, no secrets."""

import io
import random
from itertools import combinations
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops

import images
from images.beer_brawl import look
from images.beer_brawl.tile import WEDGES
from images.kit.text import Written, noting
from images.kit.theme import GOLD, contrast, luminance
from images.kit.tokens import badge
from rules.beer_brawl.state import Assault, BeerBrawlState, Fight, Rally, Token, Walk
from rules.beer_brawl.view import PIECES, Brawl, View
from rules.engine import kernel
from tests.images.positions import GAME, all_positions, few_positions
from tests.images.reading import HOSTILE, check_words, on_screen, unlike
from tests.rules.beer_brawl.table import SLOW, Table, tile

pytestmark = pytest.mark.slow  # every phase is drawn


def board(s: Any, player: int | None = None) -> images.Picture:
    """The picture of a state's board."""
    picture = images.board("beer_brawl", GAME.view(s, player))
    assert picture is not None
    return picture


def test_the_positions_show_every_phase() -> None:
    views = [GAME.view(s, None) for _, s in all_positions()]
    assert {view.phase for view in views} == {"terrain", "present", "draft", "turn", "over"}
    assert any(view.clock_over for view in views)
    assert any(side.woken for view in views for side in view.sides)
    assert any(side.fallen for view in views for side in view.sides)
    assert any(view.outcome and view.outcome.winners for view in views)
    assert any(view.outcome and not view.outcome.winners for view in views)
    assert {view.variant.adventurers for view in views} == {6, 7, 8, 9}


def test_every_phase_draws_a_small_board_with_its_words() -> None:
    for name, s in all_positions():
        picture = board(s)
        on_screen(picture)
        view = GAME.view(s, None)
        ended = f"{GAME.text.outcome(view, s.outcome)} " if s.outcome else ""
        assert picture.alt == ended + GAME.text.board(view), name
        assert 0 < len(picture.alt) <= 1024, name


def test_a_player_sees_their_tiles_once_they_are_rolled() -> None:
    for number, (name, s) in enumerate(all_positions()[::2]):
        view = GAME.view(s, number % 2)
        picture = images.private("beer_brawl", view)
        assert (picture is not None) == bool(view.private.tiles), name
        if picture is not None:
            on_screen(picture)
            assert picture.alt == GAME.text.private(view), name
            assert 0 < len(picture.alt) <= 1024, name


def test_the_spectator_has_no_private_picture() -> None:
    for _, s in all_positions():
        assert images.private("beer_brawl", GAME.view(s, None)) is None


@pytest.mark.rule("BB3", "BB6")
def test_the_public_picture_is_the_same_for_redealt_worlds() -> None:
    rng = random.Random(7)
    for name, s in all_positions():
        if s.outcome is not None:
            continue
        seen = board(s)
        for player in (0, 1):
            assert board(kernel.determinize(GAME, s, player, rng)) == seen, name


@pytest.mark.rule("BB4")
def test_a_private_picture_tells_apart_what_the_owner_knows() -> None:
    rng = random.Random(7)
    s = next(s for _, s in all_positions() if GAME.view(s, None).phase == "turn")
    world = kernel.determinize(GAME, s, 1, rng)  # what Blue holds is dealt anew
    assert images.private("beer_brawl", GAME.view(world, 1)) == images.private(
        "beer_brawl", GAME.view(s, 1)
    )
    assert images.private("beer_brawl", GAME.view(world, 0)) != images.private(
        "beer_brawl", GAME.view(s, 0)
    )


@pytest.mark.rule("BB4")
def test_the_board_shows_its_owner_what_their_pieces_are_made_of() -> None:
    rng = random.Random(7)
    s = next(s for _, s in all_positions() if GAME.view(s, None).phase == "turn")
    world = kernel.determinize(GAME, s, 1, rng)
    assert board(world, 1) == board(s, 1) != board(s)
    assert board(world, 0) != board(s, 0)
    tile = next(t for t in GAME.view(s, 0).private.tiles if t.square is not None)
    with noting() as notes:
        board(s, 0)
    texts = [note.text for note in notes]
    at = texts.index(tile.piece.name)
    stats = tile.strength, tile.magic, tile.speed, tile.armor
    assert texts[at - 4 : at] == [str(stat) for stat in stats]


def test_squares_and_enemies_that_can_be_chosen_are_marked() -> None:
    for _, s in all_positions():
        for seat in kernel.waiting(s):
            options = kernel.offer(GAME, s, seat)
            aims = any(hasattr(o, f) for o in options for f in ("square", "target", "friend"))
            view = GAME.view(s, seat)
            plain = images.board("beer_brawl", view)
            assert (images.board("beer_brawl", view, options) != plain) == aims


@pytest.mark.parametrize("winner", [0, 1])
def test_a_fight_is_shown_with_whoever_fell(winner: int) -> None:
    strong, weak = tile(strength=2, magic=2, armor=2), tile()
    armies = [{"B2": weak, "E1": SLOW}, {"B4": weak, "E8": SLOW}]
    armies[winner][("B2", "B4")[winner]] = strong
    table = Table().lay(armies[0], armies[1]).go(0, "B3")
    table.do(Fight(1))
    with noting() as notes:
        board(table.s)
    texts = [note.text for note in notes]
    assert texts.count(PIECES[1 - winner].name) == 1, "it lies where it fell"
    told = "lost to Crumpet" if winner else "knocked out Crumpet"
    assert any(text.endswith(f"Barnaby went B2 to B3 and {told}") for text in texts), texts
    view = table.view(None)
    assert images.board("beer_brawl", msgspec.structs.replace(view, fights=())) != board(table.s)


@pytest.mark.parametrize("winner", [0, 1])
def test_the_fight_that_ends_the_game_is_told(winner: int) -> None:
    strong, weak = tile(strength=2, magic=2, armor=2), tile()
    armies = ({"B2": weak if winner else strong}, {"B4": strong if winner else weak})
    table = Table().lay(*armies).go(0, "B3")
    table.do(Fight(1))
    with noting() as notes:
        picture = board(table.s)
    told, loser = ("lost to Crumpet", "Blue") if winner else ("knocked out Crumpet", "Orange")
    line = f"Barnaby {told} · {loser} has nobody left on the board"
    assert line in [note.text for note in notes]
    assert "Barnaby attacked Crumpet" in picture.alt
    check_words("end", notes)


def test_a_long_name_leaves_room_for_the_fight_that_ended_the_game() -> None:
    table = Table().lay({"B2": tile(strength=2, magic=2)}, {"B4": tile()}).go(0, "B3")
    table.do(Fight(1))
    with noting() as notes:
        images.board(
            "beer_brawl", GAME.view(table.s, 0), names=["Ada", "Maximiliane von Hohenlohe"]
        )
    line = "Barnaby knocked out Crumpet · Orange has nobody left on the board"
    assert line in [note.text for note in notes]


@pytest.mark.rule("BB32")
def test_it_is_said_how_many_tokens_are_to_come() -> None:
    table = Table(terrain=True, tokens=2)
    for number, option in enumerate((Token("lake", 17), Token("rough", 22)), start=1):
        with noting() as notes:
            board(table.s)
        assert any(note.text.startswith(f"Token {number} of 4: ") for note in notes)
        table.do(option)


def fought(player: int | None, adventurers: int) -> View:
    """A turn in which Elderberry beat three of nine, came back and fell to a fourth."""
    turns = (s for _, s in all_positions() if len(s.at) == 2 * adventurers)
    view: View = next(v for v in (GAME.view(s, player) for s in turns) if v.phase == "turn")
    mover = next(piece for piece in PIECES if piece.name == "Elderberry")
    *fallen, last = [piece for piece in PIECES if piece.team != mover.team][:4]
    fights = (*(Brawl(piece, piece, 18) for piece in fallen), Brawl(last, mover, 17))
    squares = [None if piece == last else piece for piece in view.board]
    squares[16] = last
    return msgspec.structs.replace(
        view, mover=mover, path=(17, 18, 17), fights=fights, board=tuple(squares)
    )


def test_many_fights_of_one_turn_are_told_as_far_as_there_is_room() -> None:
    with noting() as notes:
        images.board("beer_brawl", fought(None, 9))
    check_words("fights", notes)
    told = "Elderberry knocked out 3 and lost to Hobnail"
    assert any(note.text.endswith(told) for note in notes), "without its way"


def test_words_that_are_too_long_are_cut_after_the_last_move_and_its_fights() -> None:
    view = fought(0, 9)
    picture = images.panel("beer_brawl", view)
    assert picture is not None
    assert picture.alt.endswith("…")
    for fight in view.fights:
        assert f"Elderberry attacked {fight.defender.name}" in picture.alt


def test_nothing_is_called_secret_once_the_game_is_over() -> None:
    for name, s in all_positions():
        view = GAME.view(s, 0)
        with noting() as notes:
            images.private("beer_brawl", view)
        secret = any("only you" in note.text.lower() for note in notes)
        assert not (secret and view.outcome), name
        assert any("nothing is secret" in n.text for n in notes) == (view.outcome is not None), name


def test_a_key_says_what_the_marks_on_the_pieces_mean() -> None:
    views = [(GAME.view(s, None), GAME.view(s, 0)) for _, s in all_positions()]
    stats = {"strength", "magic", "speed", "armor"}
    for everybody, own in views:
        worn = any(everybody.known[p.adventurer].wear for p in everybody.board if p is not None)
        if everybody.phase != "turn" or not worn:
            continue
        for view, words in ((everybody, {"speed", "armor", "lost?"}), (own, stats)):
            with noting() as notes:
                images.board("beer_brawl", view, (), ("Ada", "Bo"))
            assert words <= {note.text for note in notes}
        return
    raise AssertionError("nobody has fought")


@pytest.mark.parametrize("count", [6, 9])
def test_tiles_that_have_left_the_cluster_say_where_they_are(count: int) -> None:
    """However many they are, their captions lie in the picture and not on each other."""
    views = [GAME.view(s, 0) for _, s in all_positions()]
    view = max((v for v in views if v.phase == "draft"), key=lambda v: len(v.private.tiles))
    tiles = view.private.tiles[:count]
    for left in range(count + 1):
        there = [
            msgspec.structs.replace(tile, place="board", square=number)
            if number < left
            else msgspec.structs.replace(tile, place="cluster", square=None)
            for number, tile in enumerate(tiles)
        ]
        own = msgspec.structs.replace(view.private, tiles=tuple(there))
        with noting() as notes:
            on_screen(images.private("beer_brawl", msgspec.structs.replace(view, private=own)))
        check_words(f"{left} of {count}", notes)
        captions = [note.box for note in notes if note.text.startswith("on ")]
        assert len(captions) == left
        for one, other in combinations(captions, 2):
            assert one.right <= other.left or other.right <= one.left or one.bottom <= other.top


def rallies(s: BeerBrawlState) -> list[Rally]:
    """Whoever could re-arm with whom."""
    ways = kernel.ways(GAME, s, kernel.waiting(s)[0])
    return [way.option for way in ways if isinstance(way.option, Rally)]


def test_whoever_is_chosen_and_whoever_can_help_are_marked() -> None:
    turns = [s for _, s in all_positions() if GAME.view(s, None).phase == "turn"]
    s = max(turns, key=lambda s: len(rallies(s)))
    view, helpers = GAME.view(s, kernel.waiting(s)[0]), rallies(s)
    assert helpers
    pictures = {images.board("beer_brawl", view)}
    for adventurer in {option.adventurer for option in helpers}:
        own = [option for option in helpers if option.adventurer == adventurer]
        pictures.add(images.board("beer_brawl", view, own))
        pictures.add(images.board("beer_brawl", view, own[:1]))
    assert len(pictures) > len({option.adventurer for option in helpers})


def test_players_are_named_beside_their_team_and_told_when_it_is_their_turn() -> None:
    s = next(s for _, s in all_positions() if GAME.view(s, None).phase == "turn")
    active = GAME.view(s, None).active
    names = ("Ada", "Bob")
    for player in (None, active, 1 - active):
        with noting() as notes:
            images.board("beer_brawl", GAME.view(s, player), (), names)
        texts = {note.text for note in notes}
        assert {"Blue", "Orange"} <= texts
        assert ("Your turn" if player == active else f"{names[active]}'s turn") in texts
        for seat, name in enumerate(names):
            assert (name in texts) == (seat != player)
        assert ("You" in texts) == (player is not None)


def test_a_long_list_of_the_fallen_is_counted_and_not_cut() -> None:
    s = max((s for _, s in all_positions()), key=lambda s: len(s.at))
    view = GAME.view(s, 0)
    fallen = tuple(piece for piece in PIECES if piece.team == 0)
    own = msgspec.structs.replace(view.sides[0], fallen=fallen, woken=fallen[:2])
    sides = (own, view.sides[1])
    with noting() as notes:
        images.board(
            "beer_brawl", msgspec.structs.replace(view, phase="turn", sides=sides), (), HOSTILE
        )
    check_words("fallen", notes)
    assert any(note.text.startswith("Knocked out: ") and " more" in note.text for note in notes)


# -- reading


@pytest.fixture(scope="module")
def written() -> list[tuple[str, Written]]:
    """Every text on every picture of some positions."""
    found = []
    for name, s in few_positions():
        with noting() as notes:
            board(s)
            board(s, 0)
            images.private("beer_brawl", GAME.view(s, 0))
        found += [(name, note) for note in notes]
    return found


def test_every_word_can_be_read(written: list[tuple[str, Written]]) -> None:
    assert len(written) > 150
    for name, note in written:
        check_words(name, [note])


def test_every_name_on_the_board_is_written(written: list[tuple[str, Written]]) -> None:
    texts = {(name, note.text) for name, note in written}
    for name, s in few_positions():
        for piece in GAME.view(s, None).board:
            assert piece is None or (name, piece.name) in texts


# -- colour is never alone


def test_teams_differ_in_shape_and_in_lightness() -> None:
    blue, orange = look.TEAMS
    shapes = [badge(team, "tankard", 60).getchannel("A") for team in (blue, orange)]
    assert ImageChops.difference(*shapes).getbbox() is not None
    assert abs(luminance(blue.fill) - luminance(orange.fill)) > 0.25


def test_every_adventurer_has_a_mark_of_its_own() -> None:
    marks = [look.mark_of(piece) for piece in PIECES]
    assert len(set(marks)) == len(PIECES) == 18
    for one, other in combinations(marks, 2):
        assert unlike(one, other) > 0.08, (one, other)


def test_every_wedge_has_a_mark_of_its_own_that_stands_out() -> None:
    assert {face for _, s in all_positions() for face in faces(s)} == set(WEDGES)
    for wedge in WEDGES.values():
        assert contrast(wedge.ink, wedge.colour) >= 4.5
    for one, other in combinations(WEDGES.values(), 2):
        assert unlike(one.mark, other.mark) > 0.08


def faces(s: Any) -> set[str]:
    """The kinds of faces that the players see."""
    own = [GAME.view(s, player).private.tiles for player in (0, 1)]
    return {face for tiles in own for tile in tiles for face in tile.faces}


# -- one sign, one meaning

SPECKS = 40  # pixels: yellow wedges have a shade of gold where they are smoothed


def gold(picture: images.Picture) -> int:
    """How much of a picture is golden."""
    drawn = Image.open(io.BytesIO(picture.png)).convert("RGBA")
    found: Any = drawn.getcolors(maxcolors=1 << 20)
    return sum(count for count, colour in found if colour[:3] == GOLD)


def test_gold_is_what_can_be_chosen_and_nothing_else() -> None:
    """The last move, whoever is waited for and what was fought are none of it."""
    moved = 0
    for _, s in all_positions():
        view = GAME.view(s, None)
        arming = any(GAME.view(s, player).private.attached for player in (0, 1))
        if view.phase == "turn" and not arming:  # to a friend armor can be given
            moved += len(view.path) > 1
            assert max(gold(board(s, player)) for player in (None, 0, 1)) < SPECKS
    assert moved


def test_the_last_move_covers_no_square_that_can_be_chosen() -> None:
    """However it went, and also where somebody was knocked out: the frame is whole."""
    view = GAME.view(next(s for _, s in all_positions() if GAME.view(s, None).phase == "turn"), 0)
    free = [square for square in range(15, 20) if view.board[square] is None]
    mover = next(piece for piece in view.board if piece is not None and piece.team == 0)
    still = msgspec.structs.replace(view, mover=None, path=(), fights=())
    fallen = Brawl(PIECES[1], PIECES[1], free[0])
    went = msgspec.structs.replace(view, mover=mover, path=tuple(free), fights=(fallen,))
    options = [Walk(mover.adventurer, square) for square in free]
    framed = [images.board("beer_brawl", one, options) for one in (still, went)]
    assert framed[0] is not None and framed[1] is not None and framed[0] != framed[1]
    assert gold(framed[0]) == gold(framed[1]) > 0


def test_a_sign_on_a_piece_is_explained_beside_the_board() -> None:
    view = GAME.view(next(s for _, s in all_positions() if GAME.view(s, None).phase == "turn"), 0)
    pieces = [piece for piece in view.board if piece is not None]
    own, enemy = (next(p.adventurer for p in pieces if p.team == team) for team in (0, 1))
    friend = next(p.adventurer for p in pieces if p.team == 0 and p.adventurer != own)
    for options, words in (
        ([Assault(own, enemy, 0)], {"to attack"}),
        ([Rally(own, friend, 0)], {"to re-arm"}),
        ([Assault(own, enemy, 0), Rally(own, friend, 0)], {"to attack", "to re-arm"}),
        ([], set[str]()),
    ):
        with noting() as notes:
            images.board("beer_brawl", view, options, HOSTILE)
        check_words("signs", notes)
        assert {n.text for n in notes} & {"to attack", "to re-arm"} == words
