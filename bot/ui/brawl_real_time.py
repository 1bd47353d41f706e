"""BRAWL in real time: how the Bases lie, the held card, one button per legal place."""

from collections.abc import Sequence

import discord

from bot.table import Table
from bot.ui.answer_buttons import RealTimeButton, RealTimeSelect
from bot.ui.buttons import STYLE, Lasting
from bot.ui.choices import MOST
from bot.ui.keys import key
from bot.ui.screen import Screen, join
from bot.ui.table_buttons import PostButton
from bot.ui.words import heading
from rules.brawl.content.cards import COLOURS, NAMES, NONE, PRESS, base_name
from rules.brawl.play.acts import DISCARD, FLIP, PAUSE, READY
from rules.brawl.play.tournament import CLOCKS
from rules.brawl.state import (
    BrawlVariant,
    Discard,
    Done,
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
# The first rows of places for the discard pile and the held card. What is always there is below
# them, at the end of the panel: there it stays under the thumb, however many places there are.
PILE_ROW, LIST_ROW, HELD_ROW, ALWAYS_ROW = 0, 1, 2, 4
PLACES = MOST - 1  # that are buttons: the card may be discarded, too


def panel(table: Table, user_id: int) -> Screen:
    """The panel of a fighter in a bout."""
    [seat], text = table.seats_of(user_id), table.game.text
    view: BrawlView = table.view(user_id)
    asked = next(iter(table.questions(user_id)), None)
    prompt = text.prompt(view, asked.kind) if asked else IDLE[view.phase]
    goal = f"🎯 {text.goal(view)}" if view.phase == "ready" else ""
    lines = [heading(table), goal, _cards(view, seat)]
    lines += [f"❗ {said}" for said in text.warnings(view)]
    lines += [f"**{prompt}**", _limit(table, view, seat)]
    start, offered = _start(table, seat), table.offer(seat)
    items = [*_places(table, view, start, offered), *_always(table, view, start, offered)]
    bases = [_base(table, view, seat, base) for base in view.row]
    unseen = join(*bases, f"-# The board: <#{table.channel_id}>")
    return Screen(join(*lines), items, view, unseen, aims=tuple(offered))


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


def _limit(table: Table, view: BrawlView, seat: int) -> str:
    """What follows when both are ready, and how long an act may take, counted down where it runs."""
    due = table.clocks.get(f"game:{CLOCKS[seat]}")
    assert isinstance(table.variant, BrawlVariant)
    if due is not None:
        return f"⏱️ The referee acts for you <t:{int(due.at.timestamp())}:R>."
    if view.phase not in ("ready", "pause"):
        return ""
    return (
        "When both have pressed *Ready*, this panel counts 3, 2, 1; then both play at the same "
        f"moment, without turns, each in a panel like this. An act may take "
        f"{table.variant.seconds} seconds: after that "
        "the referee turns your card over, or discards the one that you hold."
    )


def card(number: int) -> str:
    """A card in a word, its colour before it."""
    dot = f"{DOTS[COLOURS[number % 3]]} " if number < PRESS else ""
    return f"{dot}{NAMES[number]}"


def _cards(view: BrawlView, seat: int) -> str:
    fighter = view.fighters[seat]
    last = "" if fighter.left else " (your last card)"
    held = f"✋ **{card(fighter.held)}**{last}" if fighter.held != NONE else "✋ nothing"
    pile = card(fighter.discard[-1]) if fighter.discard else "empty"
    return f"{held} · ♻️ your discard pile: {pile} · {fighter.left} in your deck"


def _base(table: Table, view: BrawlView, seat: int, base: BaseView) -> str:
    """A Base in a line: on each side the hits and what lies on top, and whom it goes to."""
    other = table.game.text.seat(view, 1 - seat)
    sides = [_side("you", base, seat), _side(other, base, 1 - seat)]
    marks = ["🔁 reversed"] * base.backwards + ["❄️ frozen"] * base.frozen
    holder = "yours" if base.holder == seat else f"{other}’s"
    return f"**{base_name(base.id)}**: {' · '.join([*sides, *marks, f'👑 {holder}'])}"


def _side(name: str, base: BaseView, side: int) -> str:
    stack = base.sides[side]
    return f"{name} {base.hits[side]} on {card(stack[-1])}" if stack else f"{name} 0"


# -- buttons


def _places(table: Table, view: BrawlView, start: str, options: Sequence[Option]) -> list[Lasting]:
    """Where the held card can go, and above it the top of the discard pile, in rows of their own.

    The held card has its buttons first; of too many places for the other, some are listed.
    """
    held = [option for option in options if isinstance(option, PlayCard)]
    found = [*held, *(option for option in options if isinstance(option, FromDiscard))]
    items: list[Lasting] = []
    for option in found[:PLACES]:
        row = HELD_ROW if isinstance(option, PlayCard) else PILE_ROW
        style = STYLES.get(type(option), STYLE.secondary)
        label = _label(table, view, option)
        items.append(RealTimeButton.button(start + key(option), label, style, row=row))
    if more := found[PLACES:]:
        named = [(_label(table, view, option), key(option), "") for option in more]
        title = f"{len(more)} more {'place' if len(more) == 1 else 'places'} …"
        items.append(RealTimeSelect.select(f"{start}?", title, named, row=LIST_ROW))
    return sorted(items, key=lambda item: item.item.row or 0)


def _always(table: Table, view: BrawlView, start: str, options: Sequence[Option]) -> list[Lasting]:
    """What has one place in every panel: a second press on it never does anything else.

    In a bout that is what turns a card over and what discards it, also while they do nothing.
    """
    found = {type(option): option for option in options}
    others = [found[kind] for kind in (Ready, Done, Pause) if kind in found]
    if Pause in found and Ready not in found:
        others = [FLIP, DISCARD, *others] if Done not in found else [*others[:1], DISCARD, PAUSE]
    items: list[Lasting] = []
    for option in others:
        label, style = _label(table, view, option), STYLES.get(type(option), STYLE.secondary)
        made = RealTimeButton.button(start + key(option), label, style, row=ALWAYS_ROW)
        if isinstance(made.item, discord.ui.Button):
            made.item.disabled = option not in options
        items.append(made)
    return [
        *items,
        RealTimeButton.button(start + LOOK, "Look", emoji="🔄", row=ALWAYS_ROW),
        PostButton.button(f"d:{table.id}:rules", "Rules", emoji="📖", row=ALWAYS_ROW),
    ]


def _label(table: Table, view: BrawlView, option: Option) -> str:
    text = table.game.text
    match option:
        case PlayCard(card=laid, base=base, spot=spot):
            return capital(text.place(view, laid, base, spot))
        case FromDiscard(card=laid, base=base, spot=spot):  # two of them beside on a phone
            return f"Replay → {text.place(view, laid, base, spot).removeprefix('Base ')}"
        case Discard():
            return "Discard"
        case _:
            return str(text.label(view, option))
