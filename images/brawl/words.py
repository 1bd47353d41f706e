"""The few words on BRAWL's pictures."""

from rules import registry
from rules.brawl.view import BrawlView
from rules.engine.text import result


def headline(view: BrawlView, names: tuple[str, str]) -> tuple[str, str]:
    """What is going on, as a title and a line."""
    match view.phase:
        case "deck":
            return "Choose your decks", "Both are shown when both are chosen"
        case "ready":
            return "Are you ready?", "The first card comes when both have knocked"
        case "pause":
            return "A pause", "The bout goes on when both are ready"
        case "bout":
            return "The bout is on", "Every card counts in the order in which it comes"
        case "turn":
            return f"{names[view.turn]}’s turn", _turn(view)
        case _:
            return result(registry.get("brawl"), view)


def names_of(view: BrawlView) -> tuple[str, str]:
    """The fighters by name."""
    text = registry.get("brawl").text
    return text.seat(view, 0), text.seat(view, 1)


def _turn(view: BrawlView) -> str:
    fighter = view.fighters[view.turn]
    if fighter.held >= 0:
        return "The card is played, or discarded"
    if not fighter.left:
        return "The deck is empty: the discard pile, or done"
    if not fighter.discard:
        return "A card is turned over"
    return "A card is turned over, or the discard pile played"
