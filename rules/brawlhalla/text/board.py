"""The arena and a hand in words."""

from rules.brawlhalla.content.arena import COLUMNS, ROWS, drawing
from rules.brawlhalla.content.legends import CARDS, LEGENDS
from rules.brawlhalla.content.powers import says
from rules.brawlhalla.text.names import (
    DAMAGE,
    SWORD,
    actions_left,
    card_told,
    seat_name,
    space_name,
    space_words,
)
from rules.brawlhalla.view import FighterView, View
from rules.engine.text import unnamed


def board(view: View) -> str:
    """The arena in words."""
    if not view.arena:
        return "Nothing is laid out yet."
    here = drawing(view.arena)
    parts = [
        f"{here.name}, round {view.round}. Columns A to {chr(64 + COLUMNS)}, rows 1 to {ROWS} "
        "from the top; the outer ring is off-stage.",
        "Platforms: " + ", ".join(map(space_name, sorted(here.platforms))) + ".",
        "Flaming Swords: " + (", ".join(map(space_name, view.swords)) or "none") + ".",
        *(_fighter(view, seat) for seat in range(len(view.fighters))),
    ]
    if view.outcome is None and view.clash:
        parts.append(_exchange(view))
    if view.outcome is None and view.seat >= 0:
        parts.append(f"{seat_name(view, view.seat)}'s turn, {actions_left(view)}.")
    return "\n".join(parts)


def _fighter(view: View, seat: int) -> str:
    f = view.fighters[seat]
    if f.legend < 0:
        return f"{unnamed(seat)} has no Legend{'' if f.out else ' yet'}."
    if f.out:
        return f"{seat_name(view, seat)} is out."
    where = space_words(view, f.space) if f.space >= 0 else "nowhere yet"
    ready = f" and {f.bonus} to spend" if f.bonus else ""
    team = f" (team {'AB'[seat % 2]})" if view.format == "2v2" else ""
    return (
        f"{seat_name(view, seat)}{team} on {where}: {DAMAGE[f.damage]}, {SWORD[f.sword]} "
        f"({LEGENDS[f.legend].weapons[f.side].name}), KO cards {f.kos}{ready}, "
        f"hand {len(f.hand)}{_known(view, seat, f)}, deck {len(f.deck)}, "
        f"discards {len(f.discards)}."
    )


def _exchange(view: View) -> str:
    clash = view.clash
    assert clash is not None
    attack = ", ".join(map(card_told, clash.attack))
    defence = ", ".join(map(card_told, clash.defence)) or "nothing yet"
    kind = "Heavy" if clash.heavy else "Light"
    return (
        f"{kind} attack: {seat_name(view, clash.seat)} with {attack}; "
        f"{seat_name(view, clash.target)} with {defence}. "
        f"Totals {clash.totals[0]} to {clash.totals[1]}."
    )


def private(view: View) -> str:
    """A player's own hand with its effects."""
    if view.player is None:
        return ""
    mine = view.fighters[view.player]
    cards = [f"{card_told(c)}. {says(CARDS[c])}" for c in sorted(mine.hand)]
    said = ["Your hand:", *cards] if cards else []
    known = [f"{at + 1}. {card_told(c)}" for at, c in enumerate(mine.deck) if c >= 0]
    if known:
        said.append(f"You know of your deck, from the top: {', '.join(known)}.")
    return "\n".join(said)


def _known(view: View, seat: int, f: FighterView) -> str:
    if seat == view.player:
        return ""
    known = [card_told(card) for card in f.hand if card >= 0]
    return f" (with {', '.join(known)})" if known else ""
