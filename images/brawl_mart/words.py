"""The few words on Brawl Mart's pictures."""

from collections.abc import Sequence

from rules import registry
from rules.brawl_mart.content.brawlers import BRAWLERS, PRIDE_ENEMY, SAMPLE
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.names import brawler
from rules.brawl_mart.content.store import RULES, STORE, wage
from rules.brawl_mart.state import KNOCKED_OUT, SLAIN, STANDING
from rules.brawl_mart.text.labels import NO_ABILITY
from rules.brawl_mart.text.shortcuts import asked_to_line_up, free
from rules.brawl_mart.view import View

# -- what is going on


def headline(view: View) -> tuple[str, str]:
    """What is going on, as a title and a line."""
    if view.phase == "over":
        return _result(view)
    place = STORE[view.at].name
    match view.phase:
        case "line_up":
            return asked_to_line_up(view), place
        case "equip":
            return "Hand out items", place
        case "act":
            return f"{brawler(view.acting)} is up", f"{place}, round {view.round}"
        case "cafe":
            return "The café", f"after {place}"
        case _:
            return "Where to?", "There is no way back"


def _result(view: View) -> tuple[str, str]:
    assert view.outcome is not None
    said: str = registry.get("brawl_mart").text.outcome(view, view.outcome)
    if not view.outcome.scores:
        return said, ""
    total = f"{view.outcome.scores[0]} points"
    title, _, rank = said.partition(total)
    return title.strip(" .:"), f"{total}{rank.rstrip('.')}"


def rules(view: View) -> list[str]:
    """The department's special rule with what a recruit costs in its café, or one of the two."""
    special, cost = RULES[STORE[view.at].rule], f"A recruit costs {wage(view.at)} KP."
    if STORE[view.at].rule == "hiring" or "no recruits" in view.challenges:
        return [special or "No special rule here."]
    return [f"{special}\n{cost}", special] if special else [cost]


# -- brawlers and items


def formula(card: int, *, own: bool) -> str:
    """A brawler's dice, as many as are known: X stands for what is only found in the exchange."""
    ability = BRAWLERS[card].ability
    if ability.pride:
        return f"1–{ability.pride}D6" if own else f"{PRIDE_ENEMY}D6"
    if ability.rivals:
        return "1D6"
    if ability.samples and not own:
        return str(SAMPLE)
    return str(BRAWLERS[card].formula)


def does(card: int, *, own: bool) -> str:
    """What a brawler can do, on either side."""
    return BRAWLERS[card].says if own else BRAWLERS[card].enemy or BRAWLERS[card].says


def in_brief(card: int) -> str:
    """What a brawler can do, where a card has room for a few words beside its dice."""
    return BRIEFLY[BRAWLERS[card].power]


BRIEFLY = {
    "Suffocation": "above 3: doubled",
    "There Can Only Be One": "at each resistance 5",
    "Sacrifice": "takes fatal hits",
    "Shoplift": "X: half an even roll",
    "Pride": "a pair makes it 0",
    "Markup": "adds contact, max 3",
    "Double Tap": "(+4) on a pair",
    "Half Off": "halves the other roll",
    "Heavy Lifting": "a 1 makes it 0",
    "Cleanup Foretold": "(+3) if one is down",
    "Mine Now": "+1 for each item",
    "Try Both": "or 2D4 instead",
    "Have a Nice Day": "shrugs off one fall",
    "Final Announcement": "wins ties",
    "Three for Two": "lowest two count",
    "Overtime": "+1 per extra enemy",
}


def ability(view: View) -> str:
    """What the acting brawler can do in this department."""
    if STORE[view.at].rule == "pollen":
        return NO_ABILITY
    return does(view.acting, own=True)


def held(item: int, *, own: bool) -> str:
    """What an item does for whoever holds it."""
    card = ITEMS[item]
    if own or card.enemy in AS_PRINTED:
        return card.says
    return card.enemy.removeprefix("Keeps it: ")


AS_PRINTED = ("Always.", "The same.", "On its first counter.")


# -- beside the enemies


def title_of(view: View) -> str:
    """What stands above the line-up, the cart, the last roll or what the acting brawler can do."""
    match view.phase:
        case "line_up":
            return "Lined up so far"
        case "equip":
            return "In your cart"
        case _:
            return f"{BRAWLERS[view.acting].power}:" if view.acting >= 0 and not view.last else ""


def lined_up(view: View) -> list[str]:
    """The slots that are filled, and how many still can be."""
    names = [brawler(f.card) for f in view.fighters if f.own]
    left = free(view)
    more = f"{left} slot{'s' * (left > 1)} to fill"
    return [*(f"{at}. {name}" for at, name in enumerate(names, 1)), more]


def cart(view: View) -> list[str]:
    """The items that can be handed out, with what they do."""
    return [f"{ITEMS[card].name}: {ITEMS[card].says}" for card in view.cart]


def names_of(items: Sequence[int]) -> str:
    """Items by name."""
    return ", ".join(ITEMS[card].name for card in items)


def names_of_others(view: View) -> str:
    """The enemies who cannot be recruited."""
    gone = [brawler(f.card) for f in view.fighters if not f.own and f.state == SLAIN]
    back = [brawler(f.card) for f in view.fighters if not f.own and f.state == STANDING]
    slain = f"Slain: {', '.join(gone)}" if gone else ""
    return " · ".join(filter(None, (slain, f"Standing: {', '.join(back)}" if back else "")))


def recruits(view: View) -> str:
    """What a recruit costs."""
    if "no recruits" in view.challenges:
        return "No recruits"
    some = any(f.state == KNOCKED_OUT for f in view.fighters)
    return f"Recruit for {wage(view.at)} KP each" if some else "Nobody to recruit"
