"""The few words on Brawl Mart's pictures."""

from rules import registry
from rules.brawl_mart.content.names import brawler
from rules.brawl_mart.content.store import RULES, STORE
from rules.brawl_mart.view import View

SHORT = {  # a department's rule in a few words, for the map
    "": "",
    "pollen": "no abilities",
    "front": "nearest only",
    "slippery": "ties harmless",
    "quiet": "non-contact +1",
    "rush": "enemies +1",
    "sale": "+1 SP for a win",
    "hiring": "recruits 1 KP",
    "dark": "no type bonus",
}


def headline(view: View) -> tuple[str, str]:
    """What is going on, as a title and a line."""
    place = STORE[view.at].name
    match view.phase:
        case "line_up":
            filled = sum(f.own for f in view.fighters)
            return "Line up", f"{place} · who takes slot {filled + 1} of {STORE[view.at].slots}?"
        case "equip":
            return "Hand out items", f"{place} · at most one for each brawler, then brawl"
        case "act":
            return f"{brawler(view.acting)} is up", f"{place} · round {view.round}"
        case "cafe":
            return "The café", f"after {place} · recruit, buy, or leave"
        case "store":
            return "Where to?", f"You are in {place} · follow an arrow, never back"
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


def facts(at: int) -> str:
    """Who fights in a department."""
    department = STORE[at]
    if not department.enemies:
        return "after a loss" if department.leads else "the way out"
    word = "enemy" if department.enemies == 1 else "enemies"
    return f"{department.enemies} {word}, {department.slots} of you"


def extras(at: int) -> str:
    """What else there is to know of a department, in a few words."""
    department = STORE[at]
    if not department.enemies:
        return " or ".join(name.capitalize() for name in department.leads)
    armed = [f"{department.armed} armed"] * bool(department.armed)
    return " · ".join([*armed, *[SHORT[department.rule]] * bool(department.rule)])
