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
    """Verbs with much to choose from have a select each, the others a button."""
    wide = [g for g in groups if 1 < len(g.choices) <= CHOICES]
    if len(wide) > SELECTS or any(len(g.choices) > CHOICES for g in groups):
        wide = []
    items: list[Lasting] = []
    for row, group in enumerate(wide):
        if len(group.choices) <= FEW:
            items += [_button(start, one, group, row, whole=True) for one in group.choices]
        else:
            items.append(_select(start, row, f"{group.title} …", group.choices, whole=True))
    rest = [group for group in groups if group not in wide]
    most = (ROWS - len(wide)) * ROW
    for at, group in enumerate(rest[:most]):
        row = len(wide) + at // ROW
        if len(group.choices) == 1:
            items.append(_button(start, group.choices[0], group, row))
        else:
            verb = Choice(f"{group.title} …", group.choices[0].path.split("~")[0], False)
            items.append(_button(start, verb, group, row))
    return items


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
    start: str, row: int, placeholder: str, found: Sequence[Choice], *, whole: bool = False
) -> Lasting:
    """A select; among other verbs its answers are named in full."""
    named = [
        (one.whole if whole and one.answer else one.label, _mark(one), one.hint) for one in found
    ]
    return AnswerSelect.select(f"{start}?{row}", placeholder, named, row=row)


def _mark(choice: Choice) -> str:
    return ("=" if choice.answer else ">") + choice.path
