"""What goes where: every kind of card on everything that can lie below it."""

from collections.abc import Sequence

import pytest

from rules.brawl.content.cards import (
    BASE,
    CLEAR,
    DODGE,
    FREEZE,
    KINDS,
    LEFT,
    MIDDLE,
    NAMES,
    PRESS,
    REVERSE,
    RIGHT,
    ROW,
    WHOLE,
)
from rules.brawl.play.score import hits
from rules.brawl.state import Discard, PlayCard
from tests.rules.brawl.table import B2, BB, G2, GB, R2, RB, B, Bout, G, R, base

# A stack of each kind that can lie on top of a side, as it can come about.
TOPS: dict[str, list[int]] = {
    "bare": [],
    "red Hit": [R],
    "green Hit": [G],
    "blue Hit": [B],
    "red Hit-2": [R, R2],
    "green Hit-2": [G, G2],
    "blue Hit-2": [B, B2],
    "red Block": [R, RB],
    "green Block": [G, GB],
    "blue Block": [B, BB],
    "Press on a Block": [G, GB, PRESS],
    "Press on a Dodge": [R, DODGE, PRESS],
    "Dodge": [R, DODGE],
}
OPEN = {"bare", "Press on a Block", "Press on a Dodge", "Dodge"}
STRINGS = {"red Hit", "green Hit", "blue Hit", "red Hit-2", "green Hit-2", "blue Hit-2"}
BLOCKS = {"red Block", "green Block", "blue Block"}


def fitting(card: int) -> set[str]:
    """The tops of a side on which a card goes, as the rules say it."""
    name = NAMES[card]
    same = {top for top in STRINGS if top.split()[0] == name.split()[0]}
    if name.endswith(" Hit"):
        return OPEN | same
    if name.endswith((" Hit-2", " Block")):
        return same
    return {"Press": BLOCKS | {"Dodge"}, "Dodge": STRINGS}.get(name, set())


@pytest.mark.rule("BR11", "BR12", "BR13", "BR14", "BR17", "BR19", "BR20")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("card", range(KINDS), ids=lambda card: NAMES[card])
def test_what_goes_on_a_side(card: int, seat: int) -> None:
    for name, stack in TOPS.items():
        for side in (0, 1):  # either side, one's own included
            sides = [stack, []] if side == 0 else [[], stack]
            bout = Bout(seed=seat).lay(base(0, 0, sides[0], sides[1]))
            by = bout.turn
            bout.hold(card)
            on_side = (0, side) in bout.places(by)
            assert on_side == (name in fitting(card)), name
            if on_side:
                bout.play(by, 0, side)
                assert bout.base(0).sides[side] == [*stack, card]
                assert bout.s.fighters[by].held == -1
            elif card != BASE:
                assert bout.refused(by, PlayCard(card, 0, side)).startswith("BR")


@pytest.mark.rule("BR14", "BR16", "BR21", "BR24")
@pytest.mark.parametrize("card", range(KINDS), ids=lambda card: NAMES[card])
@pytest.mark.parametrize(
    ("middle", "fits"),
    [
        ([], {REVERSE, FREEZE}),
        ([REVERSE], {REVERSE, FREEZE, PRESS}),
        ([REVERSE, PRESS], {REVERSE, FREEZE}),
        ([FREEZE], set()),
    ],
)
def test_what_goes_in_the_middle(card: int, middle: Sequence[int], fits: set[int]) -> None:
    frozen = FREEZE in middle
    bout = Bout().lay(base(0, 0, [R], [], middle, frozen), base(1, 1)).hold(card)
    by = bout.turn
    assert ((0, MIDDLE) in bout.places(by)) == (card in fits)
    if card in fits:
        bout.play(by, 0, MIDDLE)
        assert bout.base(0).middle == [*middle, card]
        assert bout.base(0).frozen == (card == FREEZE)
    else:
        assert bout.refused(by, PlayCard(card, 0, MIDDLE)).startswith("BR")


@pytest.mark.rule("BR10")
@pytest.mark.parametrize(("spot", "at"), [(LEFT, 0), (RIGHT, -1)])
def test_a_base_goes_to_an_end_of_the_row(spot: int, at: int) -> None:
    bout = Bout().hold(BASE)
    by = bout.turn
    assert bout.places(by) == [(ROW, LEFT), (ROW, RIGHT)]
    bout.play(by, ROW, spot)
    assert len(bout.s.row) == 3
    assert bout.s.row[at].id == 2
    assert bout.s.row[at].owner == by


@pytest.mark.rule("BR10")
def test_there_are_never_more_than_three_bases() -> None:
    bout = Bout().lay(base(0), base(1, 1), base(2)).hold(BASE)
    assert bout.places(bout.turn) == []
    assert bout.refused(bout.turn, PlayCard(BASE, ROW, LEFT)) == "BR10"
    assert bout.refused(bout.turn, PlayCard(BASE, 1, 0)) == "BR10"


@pytest.mark.rule("BR12")
def test_a_hit_2_counts_two_and_needs_its_colour() -> None:
    bout = Bout().lay(base(0, 0, [R], [G])).hold(R2)
    by = bout.turn
    assert bout.places(by) == [(0, 0)]
    assert bout.refused(by, PlayCard(R2, 0, 1)) == "BR12"
    bout.play(by, 0, 0)
    assert hits(bout.base(0).sides[0]) == 3


@pytest.mark.rule("BR13", "BR14")
def test_a_press_opens_a_blocked_string_for_any_colour() -> None:
    bout = Bout().lay(base(0, 0, [R, RB]), base(1, 1)).hold(R)
    by = bout.turn
    assert bout.refused(by, PlayCard(R, 0, 0)) == "BR13"
    bout.do(by, Discard())
    bout.hold(PRESS)
    bout.play(1 - by, 0, 0)
    bout.hold(PRESS)
    assert bout.refused(by, PlayCard(PRESS, 0, 0)) == "BR14"
    bout.do(by, Discard())
    bout.hold(B)
    bout.play(1 - by, 0, 0)
    assert hits(bout.base(0).sides[0]) == 2


@pytest.mark.rule("BR15")
@pytest.mark.parametrize(
    ("row", "clearable"),
    [
        ([base(0)], []),
        ([base(0), base(1)], [0, 1]),
        ([base(0), base(1), base(2)], [0, 2]),
        ([base(0, frozen=True), base(1), base(2)], [2]),
        ([base(0, frozen=True), base(1)], [1]),
        ([base(0, frozen=True), base(1), base(2, frozen=True)], []),
    ],
)
def test_which_bases_can_be_cleared(row: list[object], clearable: list[int]) -> None:
    bout = Bout().lay(*row).hold(CLEAR)  # type: ignore[arg-type]
    by = bout.turn
    assert bout.places(by) == [(each, WHOLE) for each in clearable]
    for each in bout.s.row:
        if each.id not in clearable:
            rule = "BR16" if each.frozen else "BR15"
            assert bout.refused(by, PlayCard(CLEAR, each.id, WHOLE)) == rule


@pytest.mark.rule("BR15")
def test_a_clear_leaves_the_game_with_the_base_and_all_on_it() -> None:
    bout = Bout().lay(base(0, 0, [R], [G, GB], [REVERSE]), base(1, 1), base(2)).hold(CLEAR)
    by = bout.turn
    bout.play(by, 0, WHOLE)
    assert [each.id for each in bout.s.row] == [1, 2]  # the row closes up
    assert sorted(bout.s.gone) == sorted([CLEAR, BASE, R, G, GB, REVERSE])
    assert bout.s.fighters[by].discard == []
    bout.hold(CLEAR)
    assert bout.refused(1 - by, PlayCard(CLEAR, 0, WHOLE)) == "BR15"  # it is gone
    assert bout.places(1 - by) == [(1, WHOLE), (2, WHOLE)]  # the former middle is an end now


@pytest.mark.rule("BR16")
@pytest.mark.parametrize("card", sorted(set(range(KINDS)) - {BASE}), ids=lambda card: NAMES[card])
def test_nothing_happens_to_a_frozen_base(card: int) -> None:
    open_to_all = base(0, 0, [R], [R, DODGE], [REVERSE], frozen=True)
    bout = Bout().lay(open_to_all, base(1, 1)).hold(card)
    assert all(at != 0 for at, _ in bout.places(bout.turn))
    for spot in (0, 1, MIDDLE, WHOLE):
        assert bout.refused(bout.turn, PlayCard(card, 0, spot)) == "BR16"


@pytest.mark.rule("BR17", "BR18", "BR19", "BR20")
def test_a_dodge_is_undone_by_a_press_laid_directly_on_it() -> None:
    bout = Bout().lay(base(0, 0, [R, R2]), base(1, 1)).hold(DODGE)
    first = bout.turn
    bout.play(first, 0, 0)
    side = bout.base(0).sides[0]
    assert hits(side) == 0
    bout.hold(PRESS)
    bout.play(1 - first, 0, 0)
    assert hits(bout.base(0).sides[0]) == 3
    for card, rule in ((DODGE, "BR20"), (RB, "BR20"), (R2, "BR20")):
        bout.hold(card)
        by = bout.turn
        assert bout.refused(by, PlayCard(card, 0, 0)) == rule
        bout.do(by, Discard())
    bout.hold(G)
    bout.play(bout.turn, 0, 0)
    assert hits(bout.base(0).sides[0]) == 4


@pytest.mark.rule("BR19")
@pytest.mark.parametrize("card", [R2, RB, DODGE])
def test_no_hit_2_no_block_and_no_dodge_on_a_dodge(card: int) -> None:
    bout = Bout().lay(base(0, 0, [R, DODGE])).hold(card)
    assert bout.refused(bout.turn, PlayCard(card, 0, 0)) == "BR19"


@pytest.mark.rule("BR21", "BR24")
def test_a_reverse_goes_in_the_middle_alone() -> None:
    bout = Bout().lay(base(0, 0, [R])).hold(REVERSE)
    by = bout.turn
    assert bout.refused(by, PlayCard(REVERSE, 0, 0)) == "BR21"
    assert bout.refused(by, PlayCard(REVERSE, 0, WHOLE)) == "BR21"
    bout.play(by, 0, MIDDLE)
    bout.hold(PRESS)
    assert bout.places(1 - by) == [(0, MIDDLE)]


@pytest.mark.rule("BR16")
def test_a_freeze_goes_in_the_middle_alone() -> None:
    bout = Bout().lay(base(0, 0, [R]), base(1)).hold(FREEZE)
    assert bout.refused(bout.turn, PlayCard(FREEZE, 0, 1)) == "BR16"
    assert bout.places(bout.turn) == [(0, MIDDLE), (1, MIDDLE)]


@pytest.mark.rule("BR11")
def test_garbage_is_refused_with_a_rule() -> None:
    bout = Bout().hold(R)
    by = bout.turn
    for option in (PlayCard(99, 0, 0), PlayCard(-7, 0, 0), PlayCard(R, 77, 0), PlayCard(R, -5, 0)):
        assert bout.refused(by, option).startswith("BR")
    assert bout.refused(by, PlayCard(R, 2, 0)) == "BR11"  # a third Base never was there
    assert (
        bout.refused(by, PlayCard(R, ROW, LEFT))
        == bout.refused(by, PlayCard(R, ROW, RIGHT))
        == "BR10"
    )
    for spot in (-3, WHOLE, LEFT, 99):
        assert bout.refused(by, PlayCard(R, 0, spot)) == "BR11"
