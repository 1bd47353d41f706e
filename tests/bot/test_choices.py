"""A menu as buttons and selects: the same verbs stand in the same places, whatever they offer."""

from bot.ui.buttons import STYLE, Lasting, view_of
from bot.ui.choices import choices
from bot.ui.limits import LABEL
from bot.ui.menu import FLAT, Choice, Group, Menu, menu
from rules import registry
from rules.beer_brawl.state import Assault
from rules.engine import kernel

START = "t:1:0.1:"


def verb(name: str, count: int, *, last: bool = False, label: str = "") -> Group:
    """A verb with some answers."""
    found = [
        Choice(f"{label}{at}", f"{name}~{at}", True, whole=f"{name} {label}{at}")
        for at in range(count)
    ]
    return Group(name.capitalize(), "What it does.", found, last)


def rows(*groups: Group) -> list[list[str]]:
    """What stands in each row: labels of buttons, in angle brackets those of selects."""
    return named(choices(START, Menu(list(groups), [], None)))


def named(items: list[Lasting]) -> list[list[str]]:
    """The labels of items, row by row."""
    return [
        [child.get("label") or f"<{child['placeholder']}>" for child in row["components"]]
        for row in view_of(items).to_components()
    ]


def test_few_verbs_have_a_row_each_in_their_order() -> None:
    """Also where one of them has a single choice, and another too many for buttons."""
    go, fight = verb("go", 9), verb("fight", 1)
    assert rows(go, fight, verb("rest", 2), verb("end", 1, last=True)) == [
        ["<Go …>"],
        ["fight 0"],
        ["rest 0", "rest 1"],
        ["end 0"],
    ]
    assert rows(go, verb("fight", 4)) == [["<Go …>"], [f"fight {at}" for at in range(4)]]


def test_single_choices_side_by_side_share_a_row() -> None:
    assert rows(verb("give", 1), verb("take", 1), verb("go", 2)) == [
        ["give 0", "take 0"],
        ["go 0", "go 1"],
    ]


def test_many_verbs_are_a_button_each_however_few_their_choices() -> None:
    """So nothing moves when a verb has more to offer than the turn before."""
    four = [verb(name, count) for name, count in (("a", 2), ("b", 30), ("c", 1), ("d", 5))]
    end = verb("end", 1, last=True)
    assert rows(*four, end) == [["A …", "B …", "c 0", "D …"], ["end 0"]]
    six = [*four, verb("e", 2), verb("f", 2)]
    assert rows(*six, end) == [["A …", "B …", "c 0", "D …", "E …"], ["F …"], ["end 0"]]


def test_only_what_ends_a_turn_is_grey() -> None:
    items = choices(START, Menu([verb("go", 2), verb("end", 1, last=True)], [], None))
    styles = [lasting.item.style for lasting in items]  # type: ignore[attr-defined]
    assert styles == [STYLE.primary, STYLE.primary, STYLE.secondary]


def test_a_button_says_everything_or_it_is_a_select() -> None:
    """Short names are buttons also where there are many; long ones are listed."""
    assert len(rows(verb("go", 15))) == 3
    assert rows(verb("go", 5, label="to a place far away, ")) == [["<Go>"]]
    assert rows(verb("go", 2, label="x" * LABEL)) == [["<Go>"]]
    assert rows(verb("go", 2, label="x" * LABEL), verb("end", 1)) == [["<Go …>"], ["end 0"]]


def test_few_answers_of_a_verb_need_no_second_choice() -> None:
    """Who and whom in one, as long as the list is short."""
    game = registry.get("beer_brawl")
    view = game.view(kernel.start(game, game.variant(), 2, bytes(16)).state, 0)
    for count, flat in ((FLAT // 2, True), (FLAT // 2 + 1, False)):
        pairs = [Assault(mine, theirs) for mine in (0, 2) for theirs in range(1, 2 * count, 2)]
        (group,) = menu(game, view, pairs).groups
        assert all(choice.answer for choice in group.choices) is flat
        assert len(group.choices) == (len(pairs) if flat else 2)
