"""A menu as buttons and selects, in the same rows from turn to turn."""

from collections.abc import Sequence

from bot.ui.answer_buttons import AnswerButton, AnswerSelect
from bot.ui.buttons import STYLE, Lasting
from bot.ui.keys import key, parts
from bot.ui.limits import CHOICES, LABEL, ROW
from bot.ui.menu import Choice, Group, Menu
from rules.engine.state import Option, Way

OWN_ROWS = 3  # so many verbs have a row each; where there are more, each is a button
FEW = 4  # choices that are buttons whatever they are called
PLAIN = 20  # choices that are buttons where their labels are short
SHORT = 24  # characters
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
    short = all(len(_said(one, whole=whole)) <= SHORT for one in found)
    if _fit(found, whole=whole) or (short and len(found) <= PLAIN):
        return [_button(start, one, group, at // ROW, whole=whole) for at, one in enumerate(found)]
    parts_of = [found[at : at + CHOICES] for at in range(0, len(found), CHOICES)][:ROWS]
    many = len(parts_of) > 1
    return [
        _select(start, row, _range(part) if many else group.title, part, whole=whole)
        for row, part in enumerate(parts_of)
    ]


def _fit(found: Sequence[Choice], *, whole: bool) -> bool:
    """Whether choices are few, and a button has room for what is said of each."""
    return len(found) <= FEW and all(len(_said(one, whole=whole)) <= LABEL for one in found)


def _said(choice: Choice, *, whole: bool) -> str:
    said = choice.whole if whole else choice.label
    return f"{said} · {choice.hint}" if choice.hint else said


def _range(part: Sequence[Choice]) -> str:
    return f"{part[0].label} – {part[-1].label}"


# -- several verbs


def _by_verb(start: str, groups: Sequence[Group]) -> list[Lasting]:
    """Verbs in their order: a row each where they are few, else a button each; the last below."""
    verbs, last = [g for g in groups if not g.last], [g for g in groups if g.last]
    items: list[Lasting] = []
    rows = 0
    if len(verbs) <= OWN_ROWS:
        for side_by_side in _rows(verbs):
            items += _row(start, side_by_side, rows)
            rows += 1
        verbs = []
    for side_by_side in [*_of_five(verbs), *_of_five(last)][: ROWS - rows]:
        items += [_verb(start, group, rows) for group in side_by_side]
        rows += 1
    return items


def _rows(verbs: Sequence[Group]) -> list[list[Group]]:
    """A row for each verb; those with only one choice share one."""
    rows: list[list[Group]] = []
    for group in verbs:
        if rows and all(len(one.choices) == 1 for one in (*rows[-1], group)):
            rows[-1].append(group)
        else:
            rows.append([group])
    return rows


def _of_five(verbs: Sequence[Group]) -> list[list[Group]]:
    return [list(verbs[at : at + ROW]) for at in range(0, len(verbs), ROW)]


def _row(start: str, groups: Sequence[Group], row: int) -> list[Lasting]:
    """What one verb has to choose from, or verbs that have one choice each."""
    group = groups[0]
    if len(groups) > 1 or len(group.choices) > CHOICES:
        return [_verb(start, one, row) for one in groups]
    if _fit(group.choices, whole=True):
        return [_button(start, one, group, row, whole=True) for one in group.choices]
    return [_select(start, row, f"{group.title} …", group.choices, whole=True)]


def _verb(start: str, group: Group, row: int) -> Lasting:
    """A verb as one button: its only choice, or the way to them."""
    if len(group.choices) == 1:
        return _button(start, group.choices[0], group, row, whole=True)
    path = group.choices[0].path.split("~")[0]
    return _button(start, Choice(f"{group.title} …", path, False), group, row)


def _several(start: str, found: Sequence[Choice]) -> Lasting:
    named = [(choice.label, _mark(choice), choice.hint) for choice in found[:CHOICES]]
    return AnswerSelect.select(f"{start}*", "Several at once", named, most=len(named), row=ROWS - 1)


# -- items


def _button(start: str, choice: Choice, group: Group, row: int, *, whole: bool = False) -> Lasting:
    label = _said(choice, whole=whole)
    if len(label) > LABEL:
        label = choice.label
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
