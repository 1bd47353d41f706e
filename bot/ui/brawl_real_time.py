"""BRAWL in real time: the held card, how the Bases lie, one button per legal place."""

from collections.abc import Sequence

from bot.table import Table
from bot.ui.answer_buttons import RealTimeButton
from bot.ui.buttons import STYLE, Lasting
from bot.ui.keys import key
from bot.ui.limits import ROW
from bot.ui.screen import Screen
from bot.ui.table_buttons import PostButton
from bot.ui.words import heading
from rules.brawl.content.cards import COLOURS, NAMES, NONE, PRESS, base_name
from rules.brawl.play.acts import PAUSE, READY
from rules.brawl.state import (
    Discard,
    Flip,
    FromDiscard,
    Pause,
    PlayCard,
    Ready,
)
from rules.brawl.view import BaseView, BrawlView
from rules.engine import kernel
from rules.engine.state import Option
from rules.engine.text import capital

DOTS = dict(zip(COLOURS, ("🔴", "🟢", "🔵"), strict=True))
STYLES: dict[type[Option], STYLE] = {
    Ready: STYLE.success,
    Flip: STYLE.success,
    Discard: STYLE.danger,
    PlayCard: STYLE.primary,
}
IDLE = {
    "ready": "You are ready; the other is not yet.",
    "pause": "You are ready; the other is not yet.",
    "bout": "You have nothing left to play.",
}
LOOK = "~"  # no act: only show how things stand
HELD_ROW, PILE_ROW = 1, 3  # the first rows of places for the held card and the discard pile


def panel(table: Table, user_id: int) -> Screen:
    """The panel of a fighter in a bout."""
    [seat], text = table.seats_of(user_id), table.game.text
    view: BrawlView = table.view(user_id)
    asked = next(iter(table.questions(user_id)), None)
    prompt = text.prompt(view, asked.kind) if asked else IDLE[view.phase]
    lines = [heading(table), f"**{prompt}**", *(f"❗ {said}" for said in text.warnings(view))]
    lines += [_cards(view, seat), *(_base(table, view, seat, base) for base in view.row)]
    start = _start(table, seat)
    items = _buttons(table, view, start, table.offer(seat))
    ways = [
        RealTimeButton.button(start + LOOK, "Look", emoji="🔄", row=0),
        PostButton.button(f"d:{table.id}:rules", "Rules", emoji="📖", row=0),
    ]
    first = _first_row(items)
    return Screen("\n".join(lines), [*items[:first], *ways, *items[first:]])


def _start(table: Table, seat: int) -> str:
    """How the ids of a seat's buttons begin."""
    assert table.play is not None
    asked = table.play.state.question(seat)
    return f"b:{table.id}:{seat}.{asked.number if asked else 0}:"


# -- the start


def begins(table: Table, seat: int, options: Sequence[Option]) -> bool:
    """Whether an answer is the last *Ready*, after which seconds count for both."""
    if table.play is None or not table.in_real_time or not isinstance(options[0], Ready):
        return False
    state = table.play.state
    return kernel.waiting(state) == [seat] and READY in table.offer(seat)


def stops(options: Sequence[Option]) -> bool:
    """Whether an answer is meant to stop the bout."""
    return isinstance(options[0], Pause)


def counting(table: Table, left: int, user_id: int) -> Screen:
    """The panel of a fighter while the start is counted down."""
    [seat] = table.seats_of(user_id)
    stop = RealTimeButton.button(_start(table, seat) + key(PAUSE), "Pause", row=0)
    return Screen(
        f"{heading(table)}\n# {left} …\nBoth are ready: the bout begins for both at the same moment.",
        [stop],
    )


# -- words


def card(number: int) -> str:
    """A card in a word, its colour before it."""
    dot = f"{DOTS[COLOURS[number % 3]]} " if number < PRESS else ""
    return f"{dot}{NAMES[number]}"


def _cards(view: BrawlView, seat: int) -> str:
    fighter = view.fighters[seat]
    last = "" if fighter.left else " (your last card)"
    held = f"✋ **{card(fighter.held)}**{last}" if fighter.held != NONE else "✋ nothing"
    pile = card(fighter.discard[-1]) if fighter.discard else "empty"
    return f"{held} · ♻️ {pile} · {fighter.left} in your deck"


def _base(table: Table, view: BrawlView, seat: int, base: BaseView) -> str:
    """A Base in a line: on each side the hits and what lies on top, and whom it goes to."""
    other = table.game.text.seat(view, 1 - seat)
    sides = [_side("you", base, seat), _side(other, base, 1 - seat)]
    marks = ["🔁 backwards"] * base.backwards + ["❄️ frozen"] * base.frozen
    holder = "yours" if base.holder == seat else f"{other}’s"
    return f"**{base_name(base.id)}**: {' · '.join([*sides, *marks, f'👑 {holder}'])}"


def _side(name: str, base: BaseView, side: int) -> str:
    stack = base.sides[side]
    return f"{name} {base.hits[side]} on {card(stack[-1])}" if stack else f"{name} 0"


# -- buttons


def _buttons(table: Table, view: BrawlView, start: str, options: Sequence[Option]) -> list[Lasting]:
    """What can be done, each kind of act in rows of its own so that thumbs find it again."""
    rows = dict.fromkeys(range(5), 0)
    items: list[Lasting] = []
    for option in options:
        row = {PlayCard: HELD_ROW, FromDiscard: PILE_ROW}.get(type(option), 0)
        while rows[row] == ROW:
            row += 1
        rows[row] += 1
        style = STYLES.get(type(option), STYLE.secondary)
        label = _label(table, view, option)
        items.append(RealTimeButton.button(start + key(option), label, style, row=row))
    return sorted(items, key=lambda item: item.item.row or 0)


def _first_row(items: Sequence[Lasting]) -> int:
    return sum(not item.item.row for item in items)


def _label(table: Table, view: BrawlView, option: Option) -> str:
    text = table.game.text
    match option:
        case PlayCard(card=laid, base=base, spot=spot):
            return capital(text.place(view, laid, base, spot))
        case FromDiscard(card=laid, base=base, spot=spot):
            return f"♻️ {capital(text.place(view, laid, base, spot))}"
        case Discard():
            return "Discard"
        case _:
            return str(text.label(view, option))
