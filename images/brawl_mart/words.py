"""The few words on Brawl Mart's pictures."""

from rules import registry
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.names import brawler
from rules.brawl_mart.content.store import RULES, STORE, wage
from rules.brawl_mart.state import KNOCKED_OUT
from rules.brawl_mart.view import View


def headline(view: View) -> tuple[str, str]:
    """What is going on, as a title and a line."""
    place = STORE[view.at].name
    match view.phase:
        case "line_up":
            filled = sum(f.own for f in view.fighters)
            return "Line up", f"{place} · who takes slot {filled + 1}?"
        case "equip":
            return "Hand out items", f"{place} · one for each brawler"
        case "act":
            return f"{brawler(view.acting)} is up", f"{place} · round {view.round}"
        case "cafe":
            return "The café", f"after {place}"
        case "store":
            return "Where to?", f"From {place}, never back"
        case _:
            return _result(view)


def _result(view: View) -> tuple[str, str]:
    assert view.outcome is not None
    said: str = registry.get("brawl_mart").text.outcome(view, view.outcome)
    total = f"{view.outcome.scores[0]} points" if view.outcome.scores else ""
    return said.removesuffix(f"{total}.").strip(" .:"), total


def rule(view: View) -> str:
    """The department with its special rule."""
    department = STORE[view.at]
    said = RULES[department.rule] or "No special rule."
    return f"{department.name}: {said}"


def title_of(view: View) -> str:
    """What stands above the hand, the cart, the last roll or the recruits."""
    match view.phase:
        case "line_up":
            return "Your hand"
        case "equip":
            return "Your cart"
        case "cafe":
            return _recruits(view)
        case _:
            return (
                "" if view.last else f"{BRAWLERS[view.acting].power}:" if view.acting >= 0 else ""
            )


def ability(view: View) -> str:
    """What the brawler whose turn it is can do."""
    return BRAWLERS[view.acting].says if view.acting >= 0 else ""


def _recruits(view: View) -> str:
    if "no recruits" in view.challenges:
        return "No recruits"
    some = any(f.state == KNOCKED_OUT for f in view.fighters)
    return f"Knocked out: {wage(view.at)} KP each" if some else "Nobody to recruit"
