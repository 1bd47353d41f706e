"""The cards of Bro Brawl; everything about specials, mishaps and grunts is house content."""

from collections.abc import Iterable
from typing import Literal

import msgspec

# A battle card is a small int: monsters, then upgrades, specials and mishaps.
LEVELS = (1,) * 5 + (2,) * 12 + (3,) * 7  # BO2
MONSTERS = range(24)
UPGRADES = range(24, 33)
SPECIALS = range(33, 44)
MISHAPS = range(44, 62)

HOUSE = True  # specials, mishaps, grunt split, life and names are ours
LIFE = 12  # BO5: tuned, see measured.json
BROS = ("Brock", "Brody", "Broseph", "Brobert")


class Upgrade(msgspec.Struct, frozen=True):
    """An upgrade costs as many points as it gives."""

    kind: Literal["armor", "gun", "health"]
    points: int

    @property
    def name(self) -> str:
        """What it is called at the table."""
        if self.kind == "health":
            return f"{self.points}-point health pack"
        return f"{self.points}-point {self.kind}"


UPGRADE: dict[int, Upgrade] = dict(
    zip(
        UPGRADES,
        (
            Upgrade("armor", 1),
            Upgrade("gun", 2),
            Upgrade("gun", 2),
            Upgrade("gun", 3),
            Upgrade("gun", 3),
            Upgrade("health", 2),
            Upgrade("health", 2),
            Upgrade("health", 3),
            Upgrade("health", 3),
        ),
        strict=True,
    )
)
# BO29: what each wave leaves out, beside what the waves before it left out
LEFT_OUT: dict[int, tuple[int, ...]] = {1: (), 2: (27, 29), 3: (31, 25), 4: (28, 30)}


def upgrades_of(wave: int) -> list[int]:
    """The upgrades that are in the Battle deck of a wave."""
    out = {card for w in range(1, wave + 1) for card in LEFT_OUT[w]}
    return [card for card in UPGRADES if card not in out]


Verb = Literal[
    "attack", "knocksense", "purchase", "scout", "delay", "stun", "heal", "killheal",
    "sacrifice", "usepack",
]  # fmt: skip


class Ability(msgspec.Struct, frozen=True):
    """What a special does to every bro while it is in the Battle Zone and not diverted."""

    no: tuple[Verb, ...] = ()  # actions nobody can take
    every: int = 4  # points of monster strength that cost one damage
    chill: int = 0  # damage beside the monsters' own
    price: int = 0  # added to what upgrades cost
    grunts: int = 0  # taken off grunt damage
    extra: int = 0  # more Battle cards a turn
    guard: bool = False  # guns can only attack it, unless it is stunned
    regrows: bool = False  # its wounds heal at the end of each turn
    bare: bool = False  # armor does not help
    crossfire: int = 0  # added to friendly fire
    stubborn: int = 0  # added to the cost of curing a mishap


class Special(msgspec.Struct, frozen=True):
    """A special monster."""

    name: str
    ability: Ability
    says: str
    strength: int = 5


SPECIAL: dict[int, Special] = dict(
    zip(
        SPECIALS,
        (
            Special("Frost Giant", Ability(no=("stun",)), "Nobody can Stun."),
            Special("Queen of Nope", Ability(no=("scout", "delay")), "Nobody can Scout or Delay."),
            Special("Yeti Bouncer", Ability(every=3), "Every 3 points of strength cost a damage."),
            Special("Icicle Sniper", Ability(chill=1), "One more damage at the end of a turn."),
            Special("Polar Bear Market", Ability(price=1), "Upgrades cost one more."),
            Special("Blizzard DJ", Ability(grunts=1), "Grunts do one damage less."),
            Special("Cold Shoulder", Ability(no=("heal", "killheal")), "No Heal, no Kill heal."),
            Special("Avalanche Annie", Ability(extra=1), "One more Battle card a turn.", 4),
            Special("Snowbank", Ability(guard=True), "Guns can attack only it while it stands.", 6),
            Special("Frostbite Ferret", Ability(regrows=True), "Its wounds close each turn.", 3),
            Special(
                "Snowblind Wizard",
                Ability(bare=True, crossfire=1, stubborn=1),
                "No armor, one more friendly fire, mishaps cost one more to cure.",
            ),
        ),
        strict=True,
    )
)


class Trouble(msgspec.Struct, frozen=True):
    """What a mishap does to its bro, turn by turn until it is cured."""

    idle: bool = False  # cancels the action
    no: tuple[Verb, ...] = ()  # cancels these actions
    hurt: int = 0  # damage at the start of the turn
    weak: int = 0  # taken off gun points
    big_only: bool = False  # attacks only foes worth three or more
    share: bool = False  # the smallest kill goes to the living bro with the fewest points
    exposed: int = 0  # strength added when the monsters strike
    extra: int = 0  # more Battle cards drawn
    no_grunt: bool = False  # no Grunt comes to help
    mend: bool = False  # the most wounded foe heals
    crossfire: int = 0  # added to friendly fire
    bare: bool = False  # armor does not help


class Strike(msgspec.Struct, frozen=True):
    """What an all-players mishap does once to every living bro when it is drawn."""

    hurt: int = 0
    drop: bool = False  # the smallest kill goes back to the Battle Zone
    mend: bool = False  # all wounded foes heal


class Mishap(msgspec.Struct, frozen=True):
    """A terrible mishap; one with a strike happens to all players."""

    name: str
    cost: int
    trouble: Trouble
    says: str
    strike: Strike | None = None
    named: bool = False  # its name is the rulebook's, and it is in the competitive set


MISHAP: dict[int, Mishap] = dict(
    zip(
        MISHAPS,
        (
            Mishap("Gun Control", 1, Trouble(no=("attack", "knocksense")),
                   "The safety is on: no Attack, no Knock sense.", named=True),
            Mishap("Blew Yourself Up", 2, Trouble(hurt=1),
                   "One damage at the start of each turn.", named=True),
            Mishap("Kicked in the Nuts", 1, Trouble(idle=True),
                   "Walnuts everywhere: no action.", named=True),
            Mishap("Embargo", 1, Trouble(no=("purchase",)),
                   "Every bro's smallest kill goes back; the holder cannot buy.",
                   Strike(drop=True), named=True),
            Mishap("Social Justice Warrior", 2, Trouble(big_only=True),
                   "Only foes worth three or more are a fair fight.", named=True),
            Mishap("Gun Envy", 1, Trouble(weak=1),
                   "Somebody else's is nicer: guns do one point less.", named=True),
            Mishap("Affirmative Action", 2, Trouble(share=True),
                   "Every bro's smallest kill goes back; each turn the holder's smallest kill "
                   "goes to the bro with the fewest.", Strike(drop=True), named=True),
            Mishap("Hot Coffee", 1, Trouble(no=("stun", "delay")),
                   "One damage to every bro; the holder can neither Stun nor Delay.",
                   Strike(hurt=1), named=True),
            Mishap("Privileged", 1, Trouble(exposed=4),
                   "Monsters queue up for you: four more strength.", named=True),
            Mishap("Butterfingers", 1, Trouble(no=("purchase", "usepack", "heal")),
                   "Everything slips: no buying, health pack or Heal."),
            Mishap("Jammed Radio", 1, Trouble(no_grunt=True), "No Grunt hears you."),
            Mishap("Fog Machine", 1, Trouble(no=("scout", "delay")),
                   "All wounds close in the fog; the holder can neither Scout nor Delay.",
                   Strike(mend=True)),
            Mishap("Snack Break", 2, Trouble(idle=True), "No action until the nachos are gone."),
            Mishap("Wrong Playlist", 2, Trouble(extra=1),
                   "One damage to every bro; the holder draws one more Battle card.",
                   Strike(hurt=1)),
            Mishap("Loose Bootlace", 1, Trouble(bare=True, exposed=2),
                   "Two more strength, and armor does not help."),
            Mishap("Selfie Stick", 1, Trouble(mend=True),
                   "The most wounded foe recovers while you pose."),
            Mishap("Bad Burrito", 2, Trouble(hurt=1),
                   "One damage to every bro; the holder takes one more each turn.",
                   Strike(hurt=1)),
            Mishap("Glitter Bomb", 2, Trouble(weak=1, crossfire=1),
                   "You sparkle: guns do one less, friendly fire one more."),
        ),
        strict=True,
    )
)  # fmt: skip
COMPETITIVE = tuple(card for card in MISHAPS if MISHAP[card].named)  # BO25, BO30


class Grunt(msgspec.Struct, frozen=True):
    """A grunt card."""

    kind: Literal["damage", "fire", "reinforcements", "divert", "sacrifice"]
    points: int = 0

    @property
    def name(self) -> str:
        """What it is called at the table."""
        match self.kind:
            case "damage":
                return f"Grunt fire {self.points}"
            case "fire":
                return f"Friendly fire {self.points}"
            case "sacrifice":
                return "Grunt sacrifice"  # bros have an action of that name
            case _:
                return self.kind.capitalize()

    @property
    def does(self) -> str:
        """What it does, in a few words."""
        return GRUNTS_DO[self.kind].format(points=self.points)


GRUNTS_DO = {
    "damage": "{points} damage to a foe",
    "fire": "{points} damage to the bro",
    "reinforcements": "shuffles the deck anew",
    "divert": "switches a special off",
    "sacrifice": "cures a mishap",
}
SPLIT: tuple[tuple[Grunt, int], ...] = (
    (Grunt("damage", 1), 9),
    (Grunt("damage", 2), 8),
    (Grunt("damage", 3), 3),
    (Grunt("fire", 1), 6),
    (Grunt("fire", 2), 2),
    (Grunt("reinforcements"), 2),
    (Grunt("divert"), 3),
    (Grunt("sacrifice"), 3),
)
GRUNTS: tuple[Grunt, ...] = tuple(grunt for grunt, count in SPLIT for _ in range(count))  # BO4


# -- what any battle card is worth

WORTH: tuple[int, ...] = (
    *LEVELS,
    *(UPGRADE[card].points for card in UPGRADES),
    *(SPECIAL[card].strength for card in SPECIALS),
    *(MISHAP[card].cost for card in MISHAPS),
)


def name(card: int) -> str:
    """A battle card in words."""
    if card in MONSTERS:
        return f"level {LEVELS[card]} monster"
    if card in UPGRADES:
        return UPGRADE[card].name
    return SPECIAL[card].name if card in SPECIALS else MISHAP[card].name


def kinds(cards: Iterable[int]) -> list[int]:
    """One card of each kind: monsters of a level are alike."""
    seen: dict[int, int] = {}
    for card in cards:
        seen.setdefault(-WORTH[card] if card in MONSTERS else card, card)
    return sorted(seen.values())
