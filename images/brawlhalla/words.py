"""The few words on Brawlhalla's pictures."""

from rules import registry
from rules.brawlhalla.content.arena import drawing
from rules.brawlhalla.play.end import QUIET, ROUNDS
from rules.brawlhalla.text.names import card_name
from rules.brawlhalla.view import View
from rules.engine.text import capital, result

DOES = {
    "legend": "{} chooses a Legend",
    "side": "{} chooses a weapon",
    "fall": "{} falls",
    "before": "{} may use a power",
    "during": "{} may use a power",
    "after": "{} may use a power",
    "struck": "{} is hit",
    "defend": "{} may defend",
    "dodge": "{} may dodge",
    "add": "{} may add a card",
    "bonus": "{} hits",
    "land": "{} is pushed",
    "respawn": "{} is knocked out",
    "sword": "{} puts the sword back",
    "discard": "{} discards",
    "salvage": "{} takes a card back",
    "foresee": "{} looks at the next card",
}


def name_of(view: View, seat: int) -> str:
    """A seat as the texts call it."""
    said: str = registry.get("brawlhalla").text.seat(view, seat)
    return said


def headline(view: View) -> tuple[str, str]:
    """What is going on, as a title and a line."""
    if view.outcome is not None:
        return result(registry.get("brawlhalla"), view)
    title = DOES.get(view.question, "{}’s turn").format(name_of(view, view.asked))
    if view.seat < 0:
        here = drawing(view.arena)
        return title, f"{here.name} · {here.about}"
    line = " · ".join(_line(view))
    return title, capital(line)


def _line(view: View) -> list[str]:
    parts = [f"round {view.round}" + f" of {ROUNDS}" * (view.round > ROUNDS // 2)]
    if _calm(view):
        parts.insert(0, drawing(view.arena).name)
    if view.asked != view.seat or view.question in DOES:
        parts.append(f"{name_of(view, view.seat)}’s turn")
    if view.question == "step" and view.move is not None:
        parts.append(_move(view))
    elif view.question == "more":
        parts.append("a KO card for one more action?")
    else:
        parts.append(f"{view.actions} action{'s' * (view.actions != 1)} left")
    if not _calm(view):
        parts.append(f"{view.quiet} of {QUIET} quiet turns")
    return parts


def _calm(view: View) -> bool:
    """Whether the limit of turns without damage is still far: nearer, it is told instead of more."""
    return view.quiet < QUIET // 2


def _move(view: View) -> str:
    assert view.move is not None
    left = f"up to {view.move.left} more"
    card = view.move.card
    return f"moves with {card_name(card)}, {left}" if card >= 0 and _calm(view) else f"moves {left}"
