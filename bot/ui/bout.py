"""The panel of a real-time bout: the held card, how the Bases lie, one button per legal place."""

import re
from collections.abc import Sequence

import discord

from bot.sitting import Sitting
from bot.ui import panels
from bot.ui.answers import asked
from bot.ui.buttons import STYLE, Lasting
from bot.ui.narrowing import key
from bot.ui.panels import ROW, Panel
from bot.ui.words import heading
from rules.brawl.content.cards import COLOURS, NAMES, NONE, PRESS, base_name
from rules.brawl.state import (
    BrawlVariant,
    Choosing,
    Discard,
    Flip,
    FromDiscard,
    PlayCard,
    Ready,
)
from rules.brawl.view import BaseView, BrawlView
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


class BoutButton(Lasting, template=r"b:(?P<table>\d+):(?P<seat>\d+)\.(?P<number>\d+):(?P<what>.+)"):
    """An act in a bout: it is answered directly."""

    async def pressed(self, interaction: discord.Interaction, match: re.Match[str]) -> None:
        """Act."""
        bouts = interaction.client.bouts  # type: ignore[attr-defined]
        await bouts.press(interaction, *asked(match), match["what"])


def is_tournament(sitting: Sitting) -> bool:
    """Whether a table is for a game without turns."""
    variant = sitting.variant
    return isinstance(variant, BrawlVariant) and variant.pace == "tournament"


def in_real_time(sitting: Sitting) -> bool:
    """Whether a bout is on, or about to begin or to go on."""
    if sitting.play is None or sitting.status != "playing" or not is_tournament(sitting):
        return False
    return not isinstance(sitting.play.state.frames[-1], Choosing)


def panel(sitting: Sitting, user_id: int) -> Panel | None:
    """The panel of a fighter in a bout; nothing where the usual one serves."""
    seats = sitting.seats_of(user_id)
    if not in_real_time(sitting) or not seats:
        return None
    seat, text = seats[0], sitting.game.text
    view: BrawlView = sitting.view(user_id)
    asked = next(iter(sitting.questions(user_id)), None)
    prompt = text.prompt(view, asked.kind) if asked else IDLE[view.phase]
    lines = [heading(sitting), f"**{prompt}**", _cards(view, seat)]
    lines += [_base(sitting, view, seat, base) for base in view.row]
    start = f"b:{sitting.id}:{seat}.{asked.number if asked else 0}:"
    items = _buttons(sitting, view, start, sitting.offer(seat))
    items.insert(_first_row(items), BoutButton.button(start + LOOK, "Look", emoji="🔄", row=0))
    return Panel("\n".join(lines), items)


# -- words


def card(number: int) -> str:
    """A card in a word, its colour before it."""
    dot = f"{DOTS[COLOURS[number % 3]]} " if number < PRESS else ""
    return f"{dot}{NAMES[number]}"


def _cards(view: BrawlView, seat: int) -> str:
    fighter = view.fighters[seat]
    held = f"✋ **{card(fighter.held)}**" if fighter.held != NONE else "✋ nothing"
    pile = card(fighter.discard[-1]) if fighter.discard else "empty"
    return f"{held} · ♻️ {pile} · {fighter.left} in your deck"


def _base(sitting: Sitting, view: BrawlView, seat: int, base: BaseView) -> str:
    """A Base in a line: on each side the hits and what lies on top, and whom it goes to."""
    other = sitting.game.text.seat(view, 1 - seat)
    sides = [_side("you", base, seat), _side(other, base, 1 - seat)]
    marks = ["🔁 backwards"] * base.backwards + ["❄️ frozen"] * base.frozen
    holder = "yours" if base.holder == seat else f"{other}’s"
    return f"**{base_name(base.id)}**: {' · '.join([*sides, *marks, f'👑 {holder}'])}"


def _side(name: str, base: BaseView, side: int) -> str:
    stack = base.sides[side]
    return f"{name} {base.hits[side]} on {card(stack[-1])}" if stack else f"{name} 0"


# -- buttons


def _buttons(
    sitting: Sitting, view: BrawlView, start: str, options: Sequence[Option]
) -> list[Lasting]:
    """What can be done, each kind of act in rows of its own so that thumbs find it again."""
    rows = dict.fromkeys(range(5), 0)
    items: list[Lasting] = []
    for option in options:
        row = {PlayCard: HELD_ROW, FromDiscard: PILE_ROW}.get(type(option), 0)
        while rows[row] == ROW:
            row += 1
        rows[row] += 1
        style = STYLES.get(type(option), STYLE.secondary)
        label = _label(sitting, view, option)
        items.append(BoutButton.button(start + key(option), label, style, row=row))
    return sorted(items, key=lambda item: item.item.row or 0)


def _first_row(items: Sequence[Lasting]) -> int:
    return sum(not item.item.row for item in items)


def _label(sitting: Sitting, view: BrawlView, option: Option) -> str:
    text = sitting.game.text
    match option:
        case PlayCard(card=laid, base=base, spot=spot):
            return capital(text.place(view, laid, base, spot))
        case FromDiscard(card=laid, base=base, spot=spot):
            return f"♻️ {capital(text.place(view, laid, base, spot))}"
        case Discard():
            return "Discard"
        case _:
            return str(text.label(view, option))


panels.OWN["brawl"] = panel
