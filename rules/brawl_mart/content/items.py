"""The sixteen items; Stretchy Hand is the rulebook's, the rest house content."""

from typing import Literal

import msgspec

Bonus = Literal["contact", "non-contact", "either", ""]
Usage = Literal["", "steal", "slip", "revive", "cheer", "blast"]


class Item(msgspec.Struct, frozen=True):
    """An item card: a passive bonus or effect, or a usage on a turn."""

    name: str
    says: str
    enemy: str  # what an enemy does with it
    bonus: Bonus = ""
    points: int = 0
    usage: Usage = ""  # used instead of attacking; empty: passive
    reusable: bool = True
    sides: int = 0  # a die added to the attack
    tough: int = 0  # added to resistance
    receipt: bool = False  # the first hit on the holder is returned
    lucky: int = 0  # (+n) when an initial die shows a 1
    scanner: bool = False  # the opponent gets no type bonus
    universal: bool = False  # the holder has the type bonus against everybody
    flavour: str = ""
    house: bool = True


ITEMS: tuple[Item, ...] = (
    Item("Stretchy Hand", "Steal another brawler's item and hold it instead of this.",
         "Used the first time it counters a brawler with an item.", usage="steal", reusable=False,
         flavour="Has picked up some history.", house=False),
    Item("Stale Baguette", "+1 contact.", "Always.", "contact", 1,
         flavour="Day-old. Which day is not said."),
    Item("Price Gun", "+1 non-contact.", "Always.", "non-contact", 1,
         flavour="Everything must go. Ka-chunk."),
    Item("Foam Finger", "+1 of the holder's kind.", "Always.", "either", 1,
         flavour="You are number one. So are the other forty."),
    Item("Frozen Turkey", "+3 contact, once.", "On its first counter.", "contact", 3,
         reusable=False, flavour="Thaw before use. Or do not."),
    Item("T-Shirt Cannon", "+3 non-contact, once.", "On its first counter.", "non-contact", 3,
         reusable=False, flavour="One size hits all."),
    Item("Energy Drink", "+1D4 of the holder's kind, once.", "On its first counter.", "either",
         reusable=False, sides=4, flavour="Tastes like batteries and ambition."),
    Item("Wet Floor Sign", "A standing enemy's next counter is 0.", "Keeps it: +1 contact.",
         usage="slip", reusable=False, flavour="It was dry until the sign arrived."),
    Item("Smelling Salts", "A knocked-out ally stands up.",
         "Gets up after its first knock-out.", usage="revive", reusable=False,
         flavour="Somewhere between pine and regret."),
    Item("Bubble Wrap", "+2 resistance.", "Always.", tough=2, flavour="Pop pop pop, no ouch."),
    Item("Return Receipt", "The first hit on the holder does not count.", "The same.",
         receipt=True, reusable=False, flavour="Within thirty days of being punched."),
    Item("Loyalty Card", "(+2) when an initial die shows a 1.", "The same.", lucky=2,
         flavour="Nine stamps. Always nine stamps."),
    Item("Megaphone", "Another ally's next attack gets +2.", "Keeps it: +1 non-contact.",
         usage="cheer", flavour="ATTENTION SHOPPERS."),
    Item("Handheld Scanner", "The opponent gets no type bonus.", "The same.", scanner=True,
         flavour="Unexpected brawler in bagging area."),
    Item("All-Terrain Trolley", "The type bonus against everybody.", "The same.", universal=True,
         flavour="Three good wheels and a dream."),
    Item("Fire Extinguisher", "A 1D6 non-contact hit without a counter.",
         "Keeps it: +1 non-contact.", usage="blast", reusable=False,
         flavour="Break glass. Break faces. Refill."),
)  # fmt: skip

ENEMY_BONUS: dict[int, Literal["contact", "non-contact"]] = {
    7: "contact",
    12: "non-contact",
    15: "non-contact",
}  # +1 for enemies who only wave the thing about
