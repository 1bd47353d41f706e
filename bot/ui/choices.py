"""A menu as buttons and selects, in the same rows from turn to turn."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.ui.answer_buttons import AnswerButton, AnswerSelect
from bot.ui.buttons import STYLE, Lasting
from bot.ui.keys import key, parts
from bot.ui.limits import CHOICE, CHOICES, LABEL, ODDS, ROW, headed
from bot.ui.menu import BESIDE, Choice, Group, Menu
from rules.engine.contract import USELESS
from rules.engine.state import Option, Way

OWN_ROWS = 3  # so many verbs have a row each; where there are more, each is a button
TOGETHER = 4  # verbs of a page that show what they have, also where some of it is listed
MOST = 6  # buttons of one panel, what ends a turn among them: more are a wall, and hide the board
LEAST = 3  # choices of a verb that are buttons, where the others are listed: always so many
HIGH = 3  # rows of choices above which verbs share them: words and board are to stay in sight
BUTTONS = ((4, 100), (MOST, 48))  # so many are buttons if none is longer
ROWS = 4  # beside the one to find the way


class Part(NamedTuple):
    """A verb of a panel: so many of its choices are buttons, the others are listed or behind one."""

    group: Group
    buttons: int

    @property
    def shown(self) -> list[Choice]:
        """The choices that are buttons: those that one may want most.

        Answers have the best of them first; who acts, and whole moves of many, stand in their order.
        """
        found = self.group.choices
        first = sorted(range(len(found)), key=lambda at: -found[at].likely)[: self.buttons]
        if self.group.again or not all(one.answer for one in found):
            first.sort()
        return [found[at] for at in first]

    @property
    def listed(self) -> list[Choice]:
        """The others, unless one button leads to all of them."""
        if not self.buttons or self.group.again:
            return []
        shown = self.shown
        return [choice for choice in self.group.choices if choice not in shown]


def choices(start: str, shown: Menu) -> list[Lasting]:
    """The items of a menu; `start` names the table and the question."""
    if len(shown.groups) == 1:
        items = _one_by_one(start, shown.groups[0], whole=not shown.trail)
    else:
        items = _by_verb(start, shown)
    if shown.several:
        items.append(_several(start, shown.several))
    return items


def chosen_from(shown: Menu, options: Sequence[Option], ways: Sequence[Way]) -> tuple[Option, ...]:
    """The options that a menu leads to: what the board points at."""
    every = [*options, *(way.option for way in ways)]
    paths = {choice.path for group in shown.groups for choice in group.choices if choice.path}
    found = [option for option in every if key(option) in paths]
    named, wanted = set(found), [_wanted(path) for path in paths]
    for option in every:
        verb, *arguments = parts(option)
        if option not in named and any(
            verb in verbs and arguments[: len(first)] == first for verbs, first in wanted
        ):
            named.add(option)
            found.append(option)
    return tuple(found)


def _wanted(path: str) -> tuple[list[str], list[str]]:
    """The verbs that a path stands for, and the arguments that it names."""
    verbs, *arguments = path.split("~")
    return verbs.split(BESIDE), arguments


# -- one verb


def _one_by_one(start: str, group: Group, *, whole: bool) -> list[Lasting]:
    """All that one verb offers: buttons, and a list of what there are too many of."""
    found = group.choices
    part = Part(group, len(found) if len(found) <= MOST else LEAST)
    labels = _labels(group, part.shown, whole=whole)
    if labels and len(part.listed) <= CHOICES:
        items = _buttons(start, part, labels)
        return [*items, *_more(start, part, 1 + (len(items) - 1) // ROW, whole=whole)]
    parts_of = [found[at : at + CHOICES] for at in range(0, len(found), CHOICES)][:ROWS]
    many = len(parts_of) > 1
    return [
        _select(start, row, _range(part) if many else group.title, part, whole=whole)
        for row, part in enumerate(parts_of)
    ]


def _labels(
    group: Group, found: Sequence[Choice], *, whole: bool, brief: bool = False
) -> list[str]:
    """The buttons of a verb's choices, in the first words that have room; none where none have.

    A list hides the board while one chooses from it, and takes one click more. What is longer than
    a button is said beside it, as long as the buttons differ. Whoever knows what it is about reads
    it in `brief` first. Brief words that the game itself has chosen say all that a button must:
    with them it does not depend on anything's length what is a button and what a list.
    """
    room = next((longest for most, longest in BUTTONS if len(found) <= most), 0)
    in_full = [one.whole if whole else one.label for one in found]
    in_brief = [
        f"{group.title}: {one.brief}" if whole and not one.clear else one.brief for one in found
    ]
    clear = _is_clear(found)
    if clear and room:
        brief, room = True, CHOICE
    ways = [in_full, in_brief if all(one.brief for one in found) else []]
    said = [
        [
            f"{words} · {one.hint}" if one.hint else words
            for words, one in zip(of, found, strict=False)
        ]
        for of in (reversed(ways) if brief else ways)
    ]
    for longest in (min(room, LABEL), room):
        for labels in said:
            shown = {headed(label)[0] for label in labels}
            if labels and len(shown) == len(found) and max(map(_length, labels)) <= longest:
                return labels
    return []


def _is_clear(found: Sequence[Choice]) -> bool:
    """Whether a game has chosen the words of all answers among these."""
    answers = [one for one in found if one.answer]
    return bool(answers) and all(one.clear for one in answers)


def _length(label: str) -> int:
    """Of a label as far as its first odds: what more is said of them stands beside the buttons."""
    odds = ODDS.search(label)
    return len(label if odds is None else odds.string[: odds.end()])


def _buttons(start: str, part: Part, labels: Sequence[str], row: int = 0) -> list[Lasting]:
    return [
        _button(
            start + _mark(one),
            label,
            row + at // ROW,
            grey=_is_grey(part.group, one),
            more=one.more if label.startswith(one.brief) else "",
        )
        for at, (one, label) in enumerate(zip(part.shown, labels, strict=True))
    ]


def _more(start: str, part: Part, row: int, *, whole: bool) -> list[Lasting]:
    """The list of what there was no button for."""
    if not part.listed:
        return []
    title = f"{part.group.title}: {len(part.listed)} more …"
    return [_select(start, row, title, part.listed, whole=whole)]


def _range(part: Sequence[Choice]) -> str:
    return f"{part[0].label} – {part[-1].label}"


# -- several verbs


def _by_verb(start: str, shown: Menu) -> list[Lasting]:
    """Verbs in their order: a row each where they are few, else a button each; the last below.

    What stands for several verbs is a button, so that it looks the same however many there are.
    Whoever has pressed it chooses from what each of them has, as long as there is room for that.
    """
    verbs, last = [g for g in shown.groups if not g.last], [g for g in shown.groups if g.last]
    own = [group for group in verbs if not group.again]
    few = len(own) <= OWN_ROWS and not any(_is_one_button(group, own) for group in own)
    fits = len(own) <= TOGETHER or sum(len(group.choices) for group in own) <= MOST
    if fits if shown.within else few:
        brief, room = shown.brief, MOST - sum(len(group.choices) for group in last)
        parts = _fitting(verbs, room, brief=brief)
        if not brief and not _told_apart(parts):
            brief = True  # so that each begins with its verb
            parts = _fitting(verbs, room, brief=brief)
        return _in_rows(start, parts, last, brief=brief)
    by_fives = [*_of_five(own), *_of_five(last)][:ROWS]
    return [_verb(start, group, row) for row, five in enumerate(by_fives) for group in five]


def _is_one_button(group: Group, own: Sequence[Group]) -> bool:
    """Whether a verb is one button: it stands for several, or is to be apart from others."""
    apart = group.apart and len(group.choices) > 1 and len(own) > 1
    return apart or (BESIDE in group.path and not group.led)


def _fitting(verbs: Sequence[Group], room: int, *, brief: bool) -> list[Part]:
    """As many buttons as there is room for: what is one click more is left to lists and to others.

    Where all have too many, the longest verb is shortened, or the last ones become a button each;
    what stands elsewhere again takes the room that is left.
    """
    parts = [Part(group, len(group.choices)) for group in verbs if not group.again]
    while (over := _sizes(parts, brief=brief) - room) > 0:
        longest = max(parts, key=lambda part: _size(part, brief=brief))
        spare = _size(longest, brief=brief) - over
        wide = [part for part in parts if _size(part, brief=brief) > 1]
        listed = len(longest.group.choices) - LEAST  # one alone would take as much room as a button
        if spare >= LEAST and listed > 1 and not any(part.listed for part in parts):
            parts[parts.index(longest)] = Part(longest.group, LEAST)
        elif wide:
            parts[parts.index(wide[-1])] = Part(wide[-1].group, 0)
        else:
            break
    left = max(0, room - _sizes(parts, brief=brief))
    again = [Part(group, min(left, len(group.choices))) for group in verbs if group.again]
    said = [part for part in again if _labels(part.group, part.shown, whole=True, brief=brief)]
    return [*parts, *said]


def _told_apart(parts: Sequence[Part]) -> bool:
    """Whether buttons of different verbs differ in what they have room for."""
    labels = [_labels(part.group, part.shown, whole=True) for part in parts]
    shown = [headed(label)[0] for verb in labels for label in verb]
    return len(set(shown)) == len(shown)


def _sizes(parts: Sequence[Part], *, brief: bool) -> int:
    return sum(_size(part, brief=brief) for part in parts)


def _size(part: Part, *, brief: bool) -> int:
    """How many buttons a verb takes; one leads to what cannot be said on buttons."""
    some = part.shown[:MOST]
    return part.buttons if _labels(part.group, some, whole=True, brief=brief) else 1


def _in_rows(
    start: str, parts: Sequence[Part], last: Sequence[Group], *, brief: bool
) -> list[Lasting]:
    """A row for each verb; a verb takes a second one where one is left."""
    every = [*parts, *(Part(group, len(group.choices)) for group in last)]
    by_rows = _rows(every)
    more = sum((part.buttons - 1) // ROW + bool(part.listed) for part in every if part.buttons)
    if len(by_rows) + more > HIGH:
        by_rows = _packed(every, brief=brief)
    items: list[Lasting] = []
    row, spare = 0, ROWS - len(by_rows)
    for sharing in by_rows[:ROWS]:
        found = _row(start, sharing, row, spare, brief=brief)
        items += found
        taken = max(item.row or 0 for item in found) - row + 1
        row, spare = row + taken, spare + 1 - taken
    return items


def _rows(parts: Sequence[Part]) -> list[list[Part]]:
    """A row for each verb; those with only one button share one, what ends a turn has its own."""
    rows: list[list[Part]] = []
    for part in parts:
        if rows and all(_alone(one) for one in (*rows[-1], part)) and not _ends(rows[-1], part):
            rows[-1].append(part)
        else:
            rows.append([part])
    return rows


def _packed(parts: Sequence[Part], *, brief: bool) -> list[list[Part]]:
    """As few rows as can be, the verbs in their order; a list has one of its own."""
    rows: list[list[Part]] = []
    for part in parts:
        beside = rows[-1] if rows else []
        count = sum(_size(one, brief=brief) for one in (*beside, part))
        if beside and count <= ROW and not any(one.listed for one in (*beside, part)):
            beside.append(part)
        else:
            rows.append([part])
    return rows


def _ends(before: Sequence[Part], part: Part) -> bool:
    return part.group.last and not before[-1].group.last


def _alone(part: Part) -> bool:
    return part.buttons == 0 or len(part.group.choices) == 1


def _of_five(verbs: Sequence[Group]) -> list[list[Group]]:
    return [list(verbs[at : at + ROW]) for at in range(0, len(verbs), ROW)]


def _row(
    start: str, sharing: Sequence[Part], row: int, spare: int, *, brief: bool
) -> list[Lasting]:
    """What one verb has to choose from, or verbs that share a row.

    A button leads to what does not fit here, so that the board stays in sight; where even a page
    of its own has no room for so many buttons, or for so long ones, they are listed.
    """
    if len(sharing) > 1:
        return [item for one in sharing for item in _beside(start, one, row, brief=brief)]
    part = sharing[0]
    group = part.group
    if not part.buttons or max(part.buttons, len(part.listed)) > CHOICES:
        return [_verb(start, group, row)]
    labels = _labels(group, part.shown, whole=True, brief=brief)
    rows = 1 + (len(labels) - 1) // ROW + bool(part.listed)
    if labels and rows <= 1 + spare:
        more = _more(start, part, row + rows - 1, whole=not brief)
        return [*_buttons(start, part, labels, row), *more]
    if len(group.choices) == 1 or _labels(group, group.choices[:MOST], whole=False):
        return [_verb(start, group, row)]
    return [_select(start, row, f"{group.title} …", group.choices, whole=True)]


def _beside(start: str, part: Part, row: int, *, brief: bool) -> list[Lasting]:
    """What a verb has in a row with others: its choices, or one button for all of them."""
    labels = _labels(part.group, part.shown, whole=True, brief=brief) if part.buttons else []
    return _buttons(start, part, labels, row) if labels else [_verb(start, part.group, row)]


def _verb(start: str, group: Group, row: int) -> Lasting:
    """A verb as one button: its only choice, or the way to them."""
    if len(group.choices) > 1:
        return _button(
            f"{start}>{group.path}", f"{group.title} …", row, grey=group.last or group.idle
        )
    only = group.choices[0]
    short = only.clear and only.long
    said, more = (only.brief, only.more) if short else (only.whole, "")
    label = f"{said} · {only.hint}" if only.hint else said
    return _button(start + _mark(only), label, row, grey=_is_grey(group, only), more=more)


def _several(start: str, found: Sequence[Choice]) -> Lasting:
    named = [(choice.label, _mark(choice), choice.hint) for choice in found[:CHOICES]]
    return AnswerSelect.select(f"{start}*", "Several at once", named, most=len(named), row=ROWS - 1)


# -- items


def _button(custom_id: str, label: str, row: int, *, grey: bool, more: str = "") -> Lasting:
    style = STYLE.secondary if grey else STYLE.primary
    return AnswerButton.button(custom_id, label, style, row=row, more=more)


def _is_grey(group: Group, choice: Choice) -> bool:
    """What ends a turn, and what is of no use, asks for no press."""
    return group.last or choice.likely <= USELESS


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
    return ("@" if choice.always else "=" if choice.answer else ">") + choice.path
