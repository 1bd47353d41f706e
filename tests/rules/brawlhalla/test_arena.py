"""Arenas and their geometry, against a slow re-statement from the drawings (BH6–BH9, BH18)."""

import random
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import product

import pytest

from rules.brawlhalla.content import arenas
from rules.brawlhalla.content.arena import (
    ARENAS,
    COLUMNS,
    ROWS,
    SPACES,
    TOP_ROW,
    Ground,
    away,
    distance,
    drawing,
    fitting,
    ground,
)
from rules.brawlhalla.game import GAME
from rules.brawlhalla.state.frames import Clash, Moving
from rules.brawlhalla.state.options import Pass, Step, Stop
from rules.engine import kernel
from rules.engine.state import Question
from tests.rules.brawlhalla.table import BODVAR, MORDEX, Table, at, card

each_arena = pytest.mark.parametrize("key", ARENAS)
Place = tuple[int, int]  # column and row, the arena's own spaces from 1, 1


# -- the same once more, slowly and from the file alone


@cache
def floors(key: str) -> frozenset[Place]:
    lines = (files(arenas) / f"{key}.txt").read_text("utf-8").split("\n\n")[1].splitlines()
    return frozenset(
        (x, y)
        for y, line in enumerate(lines, 1)
        for x, signs in enumerate(line.split(), 1)
        if signs.startswith("_")
    )


def everywhere() -> list[Place]:
    return list(product(range(7), range(6)))


def number(one: Place) -> int:
    return one[1] * 7 + one[0]


def walled(key: str, x: int, upper: int) -> bool:
    """Whether a floor lies between a space and the one below it."""
    return (x, upper) in floors(key)


@cache
def slow_open(key: str, a: Place, b: Place) -> bool:
    """One step: sideways; or straight through no floor; or around a corner by two such steps."""
    (ax, ay), (bx, by) = a, b
    if max(abs(ax - bx), abs(ay - by)) != 1 or not (0 <= bx < 7 and 0 <= by < 6):
        return False
    if ay == by:
        return True
    if ax == bx:
        return not walled(key, ax, min(ay, by))
    return any(
        slow_open(key, a, corner) and slow_open(key, corner, b) for corner in ((ax, by), (bx, ay))
    )


def slow_sight(key: str, a: Place, b: Place) -> bool:
    """Every floor is a closed piece of line; a corner is passed where one side of it is free."""
    (ax, ay), (bx, by) = a, b
    low, high = min(ay, by), max(ay, by)
    for upper in range(low, high):
        line = Fraction(2 * upper + 1, 2)
        x = ax + (line - ay) * Fraction(bx - ax, by - ay)
        touched = [c for c in range(7) if abs(x - c) <= Fraction(1, 2)]
        if all(walled(key, c, upper) for c in touched):
            return False
    return True


@cache
def slow_ways(key: str, here: Place) -> list[Place]:
    return [way for way in everywhere() if slow_open(key, here, way)]


@cache
def slow_moves(
    key: str, here: Place, left: int, run: int, others: frozenset[Place]
) -> tuple[frozenset[Place], frozenset[Place]]:
    """All ends of every path of at most `left` more steps, and all spaces on the way to one."""
    ends = frozenset() if here in others else frozenset({here})
    passed: frozenset[Place] = frozenset()
    for way in slow_ways(key, here) if left else ():
        flying = 0 if way in floors(key) else run + 1
        if flying <= 3:
            more, beyond = slow_moves(key, way, left - 1, flying, others)
            ends |= more
            passed |= beyond
    return ends, passed | {here} if ends else passed


def slow_push(key: str, a: Place, b: Place, count: int) -> tuple[Place, int]:
    """Where a push from `a` leaves whoever is on `b`, and how many spaces are beyond the ring."""
    dx = 0 if a[0] == b[0] else 1 if b[0] > a[0] else -1
    dy = 0 if a[1] == b[1] else 1 if b[1] > a[1] else -1
    while count:
        to = (b[0] + dx, b[1] + dy)
        if not (0 <= to[0] < 7 and 0 <= to[1] < 6):
            return b, count
        if not slow_open(key, b, to):
            return b, 0
        b = to
        count -= 1
    return b, 0


# -- the drawings


@pytest.mark.rule("BH3", "BH6")
@each_arena
def test_an_arena_has_a_sword_and_a_start_for_each_and_room_for_dropped_ones(key: str) -> None:
    here = drawing(key)
    players = {"duel": 2, "three": 3, "teams": 4, "four": 4}[here.format]
    assert len(here.swords) == len(here.starts) == players
    assert len(here.platforms) >= 2 * players
    assert set(here.swords) <= here.platforms
    assert set(here.starts) <= set(TOP_ROW)
    assert not set(here.starts) & set(here.swords)
    assert here.platforms == {number(one) for one in floors(key)}
    assert here.name and here.about


@pytest.mark.rule("BH6")
def test_there_are_two_arenas_for_every_format_and_no_file_is_forgotten() -> None:
    for form in ("duel", "three", "teams", "four"):
        assert len(fitting(form)) >= 2
    found = {file.name[:-4] for file in files(arenas).iterdir() if file.name.endswith(".txt")}
    assert found == set(ARENAS)
    assert (COLUMNS, ROWS, SPACES) == (7, 6, 42)
    assert [at("B2"), at("F2")] == [TOP_ROW[0], TOP_ROW[-1]]


@pytest.mark.rule("BH6")
@each_arena
def test_the_ring_with_its_corners_is_air(key: str) -> None:
    ring = [number((x, y)) for x, y in everywhere() if x in (0, 6) or y in (0, 5)]
    assert len(ring) == 22
    assert all(ground(key).air[space] for space in ring)


# -- against the slow re-statement, every space of every arena


@pytest.mark.rule("BH7")
@each_arena
def test_one_step_goes_where_no_floor_is(key: str) -> None:
    for a in everywhere():
        slow = {number(b) for b in everywhere() if slow_open(key, a, b)}
        assert set(ground(key).ways[number(a)]) == slow


@pytest.mark.rule("BH8")
@each_arena
def test_sight_between_every_two_spaces(key: str) -> None:
    sight = ground(key).sight
    for a, b in product(everywhere(), repeat=2):
        assert sight[number(a)][number(b)] == slow_sight(key, a, b), (a, b)


def test_no_answer_waits_for_the_sight_and_the_ways_of_every_space() -> None:
    here = Ground(drawing("longhouse"))
    here.in_range(at("B2"), at("F5"), 9)
    assert (list(here.sight), list(here.paces)) == ([at("B2")], [])


@pytest.mark.rule("BH8", "BH13")
@each_arena
def test_next_to_each_other_sight_and_way_are_the_same(key: str) -> None:
    here = ground(key)
    for a, b in product(range(SPACES), repeat=2):
        if distance(a, b) == 1:
            assert here.adjacent(a, b) == here.sight[a][b] == here.in_range(a, b, 1)


def crowds(key: str) -> list[list[Place]]:
    """Nobody in the way, the others at their starts, and three crowds by chance."""
    rng = random.Random(key)
    starts = [(space % 7, space // 7) for space in drawing(key).starts]
    return [[], starts[1:], *(rng.sample(everywhere(), 3) for _ in range(3))]


Stand = tuple[int, int, int]  # the space, the steps left, the Air spaces in a row


def quick_moves(
    start: Stand, taken: list[int], after: dict[Stand, list[Stand]]
) -> tuple[set[int], set[int]]:
    """The ends and the spaces passed, by the steps that the game offers."""
    seen, border = {start}, [start]
    for stand in border:
        new = [one for one in after[stand] if one not in seen]
        seen.update(new)
        border += new
    passed = {space for space, _, _ in seen}
    return passed.difference(taken), passed


@pytest.mark.rule("BH9")
@each_arena
def test_ends_and_passed_swords_of_every_move_from_every_space(key: str) -> None:
    here, swords = ground(key), set(drawing(key).swords)
    for crowd in crowds(key):
        others, taken = frozenset(crowd), [number(one) for one in crowd]
        after = {
            (space, left, run): [
                (way, left - 1, run + 1 if here.air[way] else 0)
                for way in here.steps(space, left, run, taken)
            ]
            for space, left, run in product(range(SPACES), range(6), range(4))
        }
        for start, value in product(everywhere(), (1, 2, 3, 4, 5)):
            if start in others:
                continue
            ends, passed = slow_moves(key, start, value, 0, others)
            quick_ends, quick_passed = quick_moves((number(start), value, 0), taken, after)
            assert quick_ends == {number(one) for one in ends}
            assert quick_passed & swords == {number(one) for one in passed} & swords


@pytest.mark.rule("BH18", "BH19")
@each_arena
def test_every_push_of_every_attacker_and_target(key: str) -> None:
    here = ground(key)
    for a, b in product(everywhere(), repeat=2):
        if a == b:
            continue
        direction = away(number(a), number(b))
        for count in range(1, 7):  # two of damage, two of a five, a power and a KO card
            path, beyond = here.push(number(b), *direction, count)
            end, over = slow_push(key, a, b, count)
            assert (path[-1], beyond) == (number(end), over)


@pytest.mark.rule("BH18", "BH19")
@each_arena
@pytest.mark.slow
def test_every_heavy_attack_by_value_and_damage(key: str) -> None:
    """Played through the game: the defender does not dodge."""
    table = Table(BODVAR, MORDEX, arena="twin_ledges")
    table.s.arena = key
    table.hand(1, card(MORDEX, 1))
    attacker, target = table.s.fighters
    for value in (1, 2, 3, 4, 5):
        for damage, (a, b) in product((0, 1, 2), product(everywhere(), repeat=2)):
            if a == b:
                continue
            s = table.s
            attacker.space, target.space = number(a), number(b)
            target.damage, target.kos = damage, 2
            clash = Clash(
                seat=0, target=1, heavy=True, attack=[card(BODVAR, value)], step="exchange"
            )
            s.frames = [*s.frames[:2], clash]
            s.open = [Question(1, 1, "dodge")]
            kernel.take(GAME, s, 1, Pass())
            end, beyond = slow_push(key, a, b, damage + {3: 1, 4: 1, 5: 2}.get(value, 0))
            if damage + beyond > 2:
                assert target.kos == 1 and s.open[0].kind == "respawn", (a, b, value, damage)
            else:
                found = (target.space, target.damage, target.kos)
                assert found == (number(end), damage + beyond, 2), (a, b, value, damage)


@pytest.mark.rule("BH9")
def test_the_game_offers_just_these_steps() -> None:
    rng = random.Random(9)
    for _ in range(40):
        table = Table(0, 1, arena=rng.choice(fitting("duel")))
        spaces = rng.sample(range(SPACES), 2)
        for fighter, space in zip(table.s.fighters, spaces, strict=True):
            fighter.space = space
        frame = Moving(seat=0, left=rng.randint(1, 5), run=rng.randint(0, 3), step="walk")
        table.s.frames.append(frame)
        steps = table.s.ground.steps(spaces[0], frame.left, frame.run, [spaces[1]])
        assert table.options() == [*map(Step, steps), Stop()]


# -- plain examples


@pytest.mark.rule("BH7")
def test_neighbouring_platforms_are_one_floor() -> None:
    here = ground("anvil")  # C5 D5 E5 are Platforms, B5 and F5 are not
    assert at("C6") not in here.ways[at("D5")]
    assert at("C6") not in here.ways[at("C5")]
    assert at("B6") in here.ways[at("C5")]  # round the end of the floor
    assert at("D6") not in here.ways[at("E5")] and at("D6") in here.ways[at("C6")]
    assert at("D5") not in here.ways[at("D6")]  # nor up through it


@pytest.mark.rule("BH8")
def test_a_lone_platform_hides_what_is_right_below_and_not_what_is_aslant() -> None:
    here = ground("anvil")  # D3 is a Platform, C3 and E3 are Air
    assert not here.sight[at("D2")][at("D4")]
    assert here.sight[at("D3")][at("E4")]
    assert here.sight[at("C2")][at("E4")]  # past the right end of D3's floor
    assert here.sight[at("B4")][at("F4")]  # a row is always in sight
