"""The store map: house content; arrows are one-way and never lead in a circle."""

from typing import Literal

import msgspec

Rule = Literal["", "pollen", "front", "slippery", "quiet", "rush", "sale", "dark"]

RULES: dict[Rule, str] = {
    "": "",
    "pollen": "Everybody sneezes: abilities do nothing.",
    "front": "Narrow aisle: attack only the enemy opposite, or the nearest left.",
    "slippery": "Flour on the floor: a tie knocks nobody out.",
    "quiet": "Hush: non-contact attacks get +1.",
    "rush": "Doorbuster: enemies get +1.",
    "sale": "Clearance: one more SP for a win.",
    "dark": "Lights out: nobody gets a type bonus.",
}


class Department(msgspec.Struct, frozen=True):
    """A department: enemies, how many hold an item, own slots, a rule, and where it leads."""

    name: str
    enemies: int
    armed: int
    slots: int
    leads: tuple[str, ...]
    rule: Rule = ""
    tv: bool = False


STORE: tuple[Department, ...] = (
    Department("ENTRANCE", 2, 0, 3, ("GARDEN", "PRODUCE", "TOYS")),
    Department("GARDEN", 2, 0, 2, ("BAKERY", "BOOKS"), "pollen"),
    Department("PRODUCE", 2, 1, 3, ("BAKERY", "CLOTHING")),
    Department("TOYS", 3, 0, 3, ("CLOTHING", "BOOKS"), "sale"),
    Department("BAKERY", 2, 1, 3, ("PHARMACY", "HARDWARE"), "slippery"),
    Department("BOOKS", 2, 1, 2, ("FURNITURE", "CHECKOUT"), "quiet"),
    Department("CLOTHING", 3, 1, 3, ("HARDWARE", "SEASONAL"), "front"),
    Department("HARDWARE", 3, 2, 4, ("ELECTRONICS",)),
    Department("PHARMACY", 2, 0, 3, ("ELECTRONICS", "LAYAWAY"), "sale"),
    Department("FURNITURE", 2, 1, 3, ("ELECTRONICS", "LAYAWAY")),
    Department("SEASONAL", 3, 1, 3, ("ELECTRONICS", "LAYAWAY"), "dark"),
    Department("ELECTRONICS", 3, 2, 4, ("LAYAWAY", "CHECKOUT"), "rush", tv=True),
    Department("LAYAWAY", 1, 1, 1, ("CHECKOUT",)),
    Department("THE RESTROOM", 0, 0, 0, ("PHARMACY", "FURNITURE")),
    Department("CHECKOUT", 0, 0, 0, ()),
)
PLACE: dict[str, int] = {d.name: at for at, d in enumerate(STORE)}
ENTRANCE, RESTROOM, CHECKOUT = PLACE["ENTRANCE"], PLACE["THE RESTROOM"], PLACE["CHECKOUT"]
LEADS: tuple[tuple[int, ...], ...] = tuple(tuple(PLACE[n] for n in d.leads) for d in STORE)
