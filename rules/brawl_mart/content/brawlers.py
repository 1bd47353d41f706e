"""The sixteen brawlers: known cards exactly, the rest house content."""

from typing import Literal

import msgspec

Type = Literal["Lightweight", "Tactical", "Robust", "Mysterious"]
Kind = Literal["contact", "non-contact"]

# BM9: an arrow gives +1 on each die; only Mysterious -> Lightweight is the rulebook's
BEATS: dict[Type, Type] = {
    "Mysterious": "Lightweight",
    "Lightweight": "Tactical",
    "Tactical": "Robust",
    "Robust": "Mysterious",
}


class Formula(msgspec.Struct, frozen=True):
    """Dice of a card: `count` dice of `sides`, then times or halved, then plus."""

    count: int = 1
    sides: int = 6
    times: int = 1
    half: bool = False
    plus: int = 0
    x: bool = False  # plus what the ability finds

    def __str__(self) -> str:
        """The formula as the card prints it."""
        dice = f"{self.count or 'X'}D{self.sides}"
        dice = f"{self.times}*{dice}" if self.times > 1 else dice
        dice = f"{dice}/2" if self.half else dice
        dice = f"{dice}+{self.plus}" if self.plus else dice
        return f"{dice}+X" if self.x else dice

    def initial(self, kept: list[int], type_bonus: int) -> int:
        """The initial roll: each die with its type bonus, multiplied or halved with it (BM5)."""
        value = (sum(kept) + type_bonus * len(kept)) * self.times
        return -(-value // 2) if self.half else value


class Ability(msgspec.Struct, frozen=True):
    """What a card's calculation does beyond its formula."""

    keeps: int = 0  # only so many dice count, the lowest
    double_above: int = 0  # an initial roll above this counts double
    adds_half_even: bool = False  # half of the opponent's final attack where that is even
    markup: int = 0  # the contact part of the opponent's attack, at most this
    rivals: bool = False  # fights every unslain enemy of the same resistance at once
    absorbs: bool = False  # takes fatal hits on allies
    pride: int = 0  # chooses how many dice, at most this; a repeated face makes it nothing
    pair: int = 0  # (+n) when two dice show the same
    stalls: int = 0  # nothing when the die shows this
    halves: bool = False  # the opponent's calculated roll is halved
    scavenges: int = 0  # (+n) while anybody is knocked out
    hoards: bool = False  # +1 for each item held in this brawl
    samples: bool = False  # chooses between two formulas
    welcomes: bool = False  # the first knock-out of a brawl does nothing
    last_word: bool = False  # wins ties
    outnumbered: bool = False  # +1 for each standing opponent beyond the first


class Brawler(msgspec.Struct, frozen=True):
    """A brawler card."""

    name: str
    formula: Formula
    kind: Kind
    ability: Ability
    resistance: int
    type: Type
    power: str  # the ability's name
    says: str
    enemy: str = ""  # what it does as an enemy where it asks for a choice
    flavour: str = ""
    house: bool = True


SAMPLE = Formula(count=2, sides=4)  # the other thing Sue may hand out
PRIDE_ENEMY = 2  # dice that an enemy Kaathrynn rolls

BRAWLERS: tuple[Brawler, ...] = (
    Brawler("Wispy Tim", Formula(), "contact", Ability(double_above=3), 3, "Lightweight",
            "Suffocation", "A roll above 3 counts double.",
            flavour="A carrier bag with feelings.", house=False),
    Brawler("Ojwald", Formula(count=0), "non-contact", Ability(rivals=True), 5, "Tactical",
            "There Can Only Be One",
            "Fights every unslain enemy of resistance 5 at once, a D6 each; without one he "
            "cannot attack.",
            "Counters an attacker of resistance 5 with 1D6, anybody else with 0.",
            "Refuses to own anything that comes in pairs.", house=False),
    Brawler("“Old-School” Wallace", Formula(plus=1), "contact", Ability(absorbs=True), 7, "Robust",
            "Sacrifice", "While standing he takes fatal hits on allies and is knocked out instead.",
            flavour="Has guarded this door since before there was a door.", house=False),
    Brawler("Brodacious the Lifter", Formula(x=True), "contact", Ability(adds_half_even=True), 6,
            "Mysterious", "Shoplift",
            "Adds half of the opponent's final attack where that is even.",
            flavour="Lifts. Shops. In that order.", house=False),
    Brawler("Kaathrynn", Formula(count=0), "non-contact", Ability(pride=6), 4, "Mysterious",
            "Pride", "Choose 1 to 6 D6 before rolling; if two show the same, the roll is 0.",
            "Rolls two dice; if both show the same, the roll is 0.",
            "Spells it differently every time you get it right."),
    Brawler("Traitor Joe", Formula(), "contact", Ability(markup=3), 5, "Tactical",
            "Markup", "Adds the contact part of the opponent's attack, at most 3.",
            flavour="Sells you your own trolley."),
    Brawler("Nerph", Formula(count=2, sides=4), "non-contact", Ability(pair=4), 4, "Lightweight",
            "Double Tap", "(+4) when both dice show the same.",
            flavour="Ojwald's little brother. Soft ammunition, hard feelings."),
    Brawler("Coupon Carla", Formula(), "non-contact", Ability(halves=True), 4, "Lightweight",
            "Half Off", "The opponent's calculated roll is halved, rounded up.",
            flavour="Every fight is a negotiation."),
    Brawler("Forklift Fran", Formula(times=2), "contact", Ability(stalls=1), 8, "Robust",
            "Heavy Lifting", "A die of 1 stalls the engine: 0.",
            flavour="Beeps while reversing, and while walking."),
    Brawler("The Mop Prophet", Formula(), "non-contact", Ability(scavenges=3), 5, "Mysterious",
            "Cleanup Foretold", "(+3) while anybody lies knocked out.",
            flavour="Reads the future in spilt milk."),
    Brawler("Cart Goblin", Formula(), "contact", Ability(hoards=True), 3, "Lightweight",
            "Mine Now", "+1 for each item held in this brawl.",
            flavour="Lives where the trolleys go at night."),
    Brawler("Sample Sue", Formula(plus=1), "non-contact", Ability(samples=True), 6, "Tactical",
            "Try Both", "Choose before rolling: 1D6+1, or 2D4.", "Hands out 2D4.",
            "The toothpick is not optional."),
    Brawler("Greeter Gus", Formula(sides=4, plus=1), "contact", Ability(welcomes=True), 9, "Robust",
            "Have a Nice Day", "The first knock-out of a brawl bounces off his smile.",
            flavour="Nobody has ever seen him leave."),
    Brawler("The Intercom", Formula(), "non-contact", Ability(last_word=True), 5, "Mysterious",
            "Final Announcement", "Wins ties.",
            flavour="Crackle crackle aisle crackle."),
    Brawler("Bargain Bin Ben", Formula(count=3, sides=4), "contact", Ability(keeps=2), 6, "Robust",
            "Three for Two", "Only the lowest two dice count.",
            flavour="Slightly dented, fully refunded."),
    Brawler("The Night Manager", Formula(), "non-contact", Ability(outnumbered=True), 6, "Tactical",
            "Overtime", "+1 for each standing opponent beyond the first.",
            flavour="Closing time was an hour ago."),
)  # fmt: skip
