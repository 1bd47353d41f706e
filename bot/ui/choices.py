"""A menu as buttons and selects, in the same rows from turn to turn."""

from collections.abc import Sequence

from bot.ui.answer_buttons import AnswerButton, AnswerSelect
from bot.ui.buttons import STYLE, Lasting
from bot.ui.keys import key, parts
from bot.ui.limits import CHOICES, LABEL, ROW
from bot.ui.menu import Choice, Group, Menu
from rules.engine.state import Option, Way

SELECTS = 3  # verbs with a select of their own; where there are more, each is a button
FEW = 4  # choices of a verb that are buttons in its row
PLAIN = 15  # choices that are buttons; more are a select
ROWS = 4  # beside the one to find the way


def choices(start: str, shown: Menu) -> list[Lasting]:
    """The items of a menu; `start` names the table and the question."""
    if len(shown.groups) == 1:
        items = _one_by_one(start, shown.groups[0], whole=not shown.trail)
    else:
        items = _by_verb(start, shown.groups)
    if shown.several:
        items.append(_several(start, shown.several))
    return items


def chosen_from(shown: Menu, options: Sequence[Option], ways: Sequence[Way]) -> tuple[Option, ...]:
    """The options that a menu leads to: what the board points at."""
    every = [*options, *(way.option for way in ways)]
    paths = [choice.path for group in shown.groups for choice in group.choices]
    keys = {path for path in paths if path}
    found = [o for o in every if key(o) in keys]
    for option in every:
        if option not in found and any(_under(option, path) for path in keys):
            found.append(option)
    return tuple(found)


def _under(option: Option, path: str) -> bool:
    wanted = path.split("~")
    return parts(option)[: len(wanted)] == wanted


# -- one verb


def _one_by_one(start: str, group: Group, *, whole: bool) -> list[Lasting]:
    found = group.choices
    if len(found) <= PLAIN:
        return [_button(start, one, group, at // ROW, whole=whole) for at, one in enumerate(found)]
    parts_of = [found[at : at + CHOICES] for at in range(0, len(found), CHOICES)][:ROWS]
    many = len(parts_of) > 1
    return [
        _select(start, row, _range(part) if many else group.title, part, whole=whole)
        for row, part in enumerate(parts_of)
    ]


def _range(part: Sequence[Choice]) -> str:
    return f"{part[0].label} – {part[-1].label}"


# -- several verbs


def _by_verb(start: str, groups: Sequence[Group]) -> list[Lasting]:
    """Rows in the order of the verbs: much to choose from has a row of its own, the rest share."""
    wide = [g for g in groups if 1 < len(g.choices) <= CHOICES and not g.last]
    if len(wide) > SELECTS or any(len(g.choices) > CHOICES for g in groups):
        wide = []
    narrow = [g for g in groups if g not in wide]
    shared = [_verb(group) for group in narrow if not group.last]
    ending = [_verb(group) for group in narrow if group.last]
    rows: list[list[Lasting]] = [_row(start, n, group) for n, group in enumerate(wide)]
    first = 0 if groups[0] not in wide else len(rows)  # where the first of the shared ones stands
    rows[first:first] = _packed(start, shared)
    last = _packed(start, ending)
    if rows and last and len(rows) + len(last) > ROWS and len(rows[-1]) + len(last[0]) <= ROW:
        rows[-1] += last.pop(0)
    rows += last
    for number, row in enumerate(rows[:ROWS]):
        for item in row:
            item.item.row = number
    return [item for row in rows[:ROWS] for item in row]


def _row(start: str, number: int, group: Group) -> list[Lasting]:
    """One verb in a row: few choices are buttons, more are a select."""
    if len(group.choices) <= FEW:
        return [_button(start, one, group, 0, whole=True) for one in group.choices]
    return [_select(start, number, f"{group.title} …", group.choices, whole=True)]


def _verb(group: Group) -> tuple[Group, Choice]:
    """A verb as one button: its only choice, or the way to its choices."""
    if len(group.choices) == 1:
        return group, group.choices[0]
    return group, Choice(f"{group.title} …", group.choices[0].path.split("~")[0], False)


def _packed(start: str, verbs: Sequence[tuple[Group, Choice]]) -> list[list[Lasting]]:
    items = [_button(start, choice, group, 0) for group, choice in verbs]
    return [items[at : at + ROW] for at in range(0, len(items), ROW)]


def _several(start: str, found: Sequence[Choice]) -> Lasting:
    named = [(choice.label, _mark(choice), choice.hint) for choice in found[:CHOICES]]
    return AnswerSelect.select(f"{start}*", "Several at once", named, most=len(named), row=ROWS - 1)


# -- items


def _button(start: str, choice: Choice, group: Group, row: int, *, whole: bool = False) -> Lasting:
    said = choice.whole if whole else choice.label
    label = f"{said} · {choice.hint}" if choice.hint else said
    label = label if len(label) <= LABEL else said
    style = STYLE.secondary if group.last else STYLE.primary
    return AnswerButton.button(start + _mark(choice), label, style, row=row)


def _select(
    start: str,
    row: int,
    placeholder: str,
    found: Sequence[Choice],
    *,
    whole: bool = False,
) -> Lasting:
    """A select; among other verbs its answers are named in full."""
    named = [
        (one.whole if whole and one.answer else one.label, _mark(one), one.hint) for one in found
    ]
    return AnswerSelect.select(f"{start}?{row}", placeholder, named, row=row)


def _mark(choice: Choice) -> str:
    return ("=" if choice.answer else ">") + choice.path
