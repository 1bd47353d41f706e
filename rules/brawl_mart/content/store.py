"""The store map: house content; arrows are one-way and never lead in a circle."""

from functools import cache
from typing import Literal

import msgspec

Rule = Literal["", "pollen", "front", "slippery", "quiet", "rush", "sale", "dark", "hiring"]

RULES: dict[Rule, str] = {
    "": "",
    "pollen": "Everybody sneezes: abilities do nothing, and XD6 is 1D6.",
    "front": "Narrow aisle: attack only the enemy opposite, or else the nearest.",
    "slippery": "Flour on the floor: a tie knocks nobody out.",
    "quiet": "Hush: non-contact attacks get +1.",
    "rush": "Doorbuster: enemies get +1.",
    "sale": "Clearance: one more SP for a win.",
    "hiring": "Now hiring: recruits cost 1 KP.",
    "dark": "Lights out: nobody gets a type bonus.",
}

BRIEFLY: dict[Rule, str] = {  # before one is there, and where there is little room
    "": "",
    "pollen": "no abilities",
    "front": "face to face",
    "slippery": "ties miss",
    "quiet": "non-contact +1",
    "rush": "all with +1",
    "sale": "+1 SP for a win",
    "hiring": "recruits 1 KP",
    "dark": "no type bonus",
}


class Department(msgspec.Struct, frozen=True):
    """A department: enemies, how many hold an item, your slots, a rule, and where it leads."""

    name: str
    enemies: int
    armed: int
    slots: int
    leads: tuple[str, ...]
    rule: Rule = ""
    tv: bool = False


STORE: tuple[Department, ...] = (
    Department("ENTRANCE", 1, 0, 3, ("PRODUCE", "GARDEN", "TOYS"), "hiring"),
    Department("GARDEN", 1, 0, 3, ("BAKERY", "BOOKS"), "pollen"),
    Department("PRODUCE", 2, 0, 4, ("BAKERY", "CLOTHING"), "hiring"),
    Department("TOYS", 2, 0, 4, ("CLOTHING", "BOOKS"), "sale"),
    Department("BAKERY", 1, 1, 3, ("PHARMACY", "HARDWARE"), "slippery"),
    Department("BOOKS", 2, 1, 3, ("FURNITURE", "CHECKOUT"), "quiet"),
    Department("CLOTHING", 2, 0, 4, ("HARDWARE", "SEASONAL"), "front"),
    Department("HARDWARE", 2, 0, 5, ("ELECTRONICS",)),
    Department("PHARMACY", 1, 0, 3, ("ELECTRONICS", "LAYAWAY"), "sale"),
    Department("FURNITURE", 2, 1, 4, ("ELECTRONICS", "LAYAWAY"), "hiring"),
    Department("SEASONAL", 2, 1, 4, ("ELECTRONICS", "LAYAWAY"), "dark"),
    Department("ELECTRONICS", 2, 0, 5, ("LAYAWAY", "CHECKOUT"), "rush", tv=True),
    Department("LAYAWAY", 1, 0, 2, ("CHECKOUT",)),
    Department("THE RESTROOM", 0, 0, 0, ("PHARMACY", "FURNITURE")),
    Department("CHECKOUT", 0, 0, 0, ()),
)
PLACE: dict[str, int] = {d.name: at for at, d in enumerate(STORE)}
ENTRANCE, RESTROOM, CHECKOUT = PLACE["ENTRANCE"], PLACE["THE RESTROOM"], PLACE["CHECKOUT"]
GARDEN = PLACE["GARDEN"]
TV = PLACE["ELECTRONICS"]  # where it is won
# Where arrows lead from each, as they lie side by side on the map
LEADS: tuple[tuple[int, ...], ...] = tuple(tuple(PLACE[n] for n in d.leads) for d in STORE)


@cache
def reachable(at: int) -> frozenset[int]:
    """The departments that can still be reached."""
    return frozenset({at}).union(*(reachable(way) for way in LEADS[at]))


def wage(at: int) -> int:
    """The KP that a recruit costs after a brawl in a department (BM22)."""
    return 1 if STORE[at].rule == "hiring" else 2
