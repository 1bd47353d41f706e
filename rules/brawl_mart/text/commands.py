"""Brawl Mart as it is typed: what its commands add to its options, and other names."""

from collections.abc import Iterable

from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.store import STORE
from rules.brawl_mart.state import Attack, Buy, Equip, Go, LineUp, Pass, Ready, Recruit, Use
from rules.engine.state import Option
from rules.engine.verbs import Argument, Verb

ARGUMENTS = {
    "department": Argument(about="Where an arrow leads from here"),
    "choice": Argument("dice", "Where the card lets you choose, such as: 3D6"),
}
VERBS: dict[type[Option], Verb] = {
    Go: Verb(about="Walk to the next department; CHECKOUT ends the trip."),
    LineUp: Verb(
        about="Put brawlers into the next slots.",
        fields={
            "brawler": Argument(
                "brawlers", "From your hand, slot by slot, with commas", several=True
            )
        },
    ),
    Equip: Verb(
        about="Hand an item to a brawler for this brawl.",
        fields={
            "item": Argument(about="An item of your cart"),
            "brawler": Argument(about="A brawler of yours who holds none"),
        },
    ),
    Ready: Verb(about="Hand out no more items: the brawl begins."),
    Attack: Verb(
        about="The higher roll hits, a tie both: above its resistance a target is slain, else knocked out.",
        fields={"target": Argument(about="An enemy who is not slain")},
    ),
    Use: Verb(
        about="Use the item that the brawler holds whose turn it is.",
        fields={"target": Argument(about="The brawler on whom the held item is used")},
    ),
    Pass: Verb(about="Let the brawler whose turn it is do nothing."),
    Recruit: Verb(
        about="Recruit a knocked-out enemy for KP.",
        fields={"brawler": Argument(about="An enemy who was knocked out in this brawl")},
    ),
    Buy: Verb(
        about="Buy an item for SP.",
        fields={"item": Argument(about="An item in a slot of the shop")},
    ),
}
SETTINGS = {
    "hardcore": "Two brawlers, no 1-SP slot, the first loss ends the trip",
    "pacifist": "Slaying an enemy ends the trip",
    "rampage": "An enemy who is only knocked out after a brawl ends the trip",
    "no_items": "Only enemies use items",
    "no_recruits": "Four brawlers, and nobody changes sides",
}
NAMEABLE = {
    "department": range(len(STORE)),
    "brawler": range(len(BRAWLERS)),
    "target": range(len(BRAWLERS)),
    "item": range(len(ITEMS)),
    "choice": range(7),
}


def called(field: str, value: int) -> Iterable[str]:
    """Names that are short; dice also where a card does not ask for them."""
    match field:
        case "department":
            return (STORE[value].name.removeprefix("THE "),)
        case "choice":
            return (f"{value}D6",) if value else ()
    return ()
