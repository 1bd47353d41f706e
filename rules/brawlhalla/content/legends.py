"""Six Legends, twelve weapons, 120 action cards; all but the rulebook's names is house content."""

import msgspec

from rules.brawlhalla.content.powers import Power

VALUES = (1, 2, 3, 4, 5)
COPIES = 4  # cards of a value
DECK = 20  # cards of a Legend


class Legend(msgspec.Struct, frozen=True):
    """A Legend with its power, the two sides of its weapon card and its twenty cards."""

    name: str
    about: str
    power: Power
    weapons: tuple[Power, Power]
    cards: tuple[Power, ...]  # four of value 1, four of value 2, …
    named: bool = True  # by the rulebook; the sixth is ours


P = Power
LEGENDS: tuple[Legend, ...] = (
    Legend(
        "Bödvar", "A bear of a man, or the other way round: hits hard, budges little.",
        P("Bear Hide", "struck", "heavy", "brace", 1),
        (P("Bear Hammer", "before", "heavy", "force", 1),
         P("Oath Sword", "during", "light", "power", 1)),
        (
            P("Growl", "during", "light", "power", 2),
            P("Shoulder Bump", "after", "move", "shove", 1),
            P("Low Swing", "before", "heavy", "force", 1),
            P("Thick Skull", "after", "attack", "heal", 1, "lost"),
            P("Bear Trot", "before", "move", "leap", 1),
            P("Rolled Sleeves", "during", "light", "power", 1),
            P("Belly Laugh", "after", "light", "draw", 1, "won"),
            P("Elbow", "during", "attack", "draw", 1),
            P("Stomp", "after", "heavy", "slam", 1, "hit"),
            P("Paw Swipe", "before", "light", "power", 1),
            P("Stand Firm", "after", "light", "draw", 1, "blocked"),
            P("Honey Break", "after", "move", "heal", 1),
            P("Charge", "before", "attack", "hop", 1),
            P("Hammer Fall", "before", "heavy", "force", 1),
            P("Uppercut", "during", "heavy", "force", 1),
            P("Bear Hug", "after", "attack", "discard", 1, "won"),
            P("Long Winter", "after", "heavy", "disarm", 1, "hit"),
            P("Mead Breath", "after", "attack", "shove", 1, "won"),
            P("Berserk", "during", "light", "power", 1, "attacking"),
            P("Wide Stance", "after", "move", "rearm", 1),
        ),
    ),
    Legend(
        "Hattori", "Was standing there a moment ago.",
        P("Shadow Step", "after", "attack", "hop", 1),
        (P("Wind Katana", "after", "light", "draw", 1, "hit"),
         P("Spring Spear", "before", "light", "range", 2)),
        (
            P("Needle", "during", "light", "power", 2),
            P("Smoke Bomb", "after", "attack", "switch", 1),
            P("Feather Fall", "before", "move", "leap", 1),
            P("Pressure Point", "after", "light", "disarm", 1, "hit"),
            P("Tumble", "before", "move", "leap", 2),
            P("Draw Cut", "before", "attack", "hop", 1),
            P("Parry", "during", "light", "power", 1, "defending"),
            P("Whetstone", "after", "move", "draw", 1),
            P("Crossing Cut", "before", "light", "power", 1),
            P("Paper Crane", "during", "attack", "hop", 1),
            P("Second Wind", "after", "move", "extra", 1),
            P("Counter", "after", "light", "hurt", 1, "blocked"),
            P("One Stroke", "before", "heavy", "force", 1),
            P("Falling Leaf", "after", "heavy", "hop", 2),
            P("Riposte", "after", "attack", "draw", 1, "blocked"),
            P("Blade Wall", "during", "light", "power", 1),
            P("Thousand Cuts", "during", "heavy", "discard", 1),
            P("Still Water", "after", "attack", "foresee", 1),
            P("Last Lantern", "after", "heavy", "draw", 1, "hit"),
            P("Ceremony", "after", "move", "flip", 1),
        ),
    ),
    Legend(
        "Mordex", "Hungry. The other hand of cards looks tasty.",
        P("Blood Scent", "after", "heavy", "heal", 1, "hit"),
        (P("Moon Scythe", "after", "light", "discard", 1, "hit"),
         P("Fang Gauntlets", "during", "light", "power", 1, "attacking")),
        (
            P("Claw", "during", "light", "power", 2, "attacking"),
            P("Howl", "after", "move", "tithe", 1),
            P("Rake", "before", "light", "power", 1),
            P("Lick Wounds", "after", "attack", "heal", 1),
            P("Lope", "before", "move", "leap", 1),
            P("Snap", "during", "attack", "discard", 1),
            P("Pounce", "before", "attack", "hop", 1),
            P("Scar", "after", "light", "hurt", 1, "blocked"),
            P("Prowl", "after", "move", "draw", 1),
            P("Bared Teeth", "during", "light", "power", 1),
            P("Bad Moon", "during", "heavy", "draw", 1),
            P("Gnaw", "after", "light", "disarm", 1, "hit"),
            P("Rend", "after", "heavy", "discard", 2, "hit"),
            P("Feral Swing", "before", "heavy", "force", 1),
            P("Shake It Off", "after", "attack", "shove", 1, "blocked"),
            P("Thick Fur", "after", "light", "heal", 1, "lost"),
            P("Feast", "after", "attack", "draw", 1, "won"),
            P("Moonrise", "after", "move", "heal", 1),
            P("Blood Rush", "after", "heavy", "extra", 1, "hit"),
            P("Frenzy", "during", "light", "power", 1, "attacking"),
        ),
    ),
    Legend(
        "Nix", "Keeps the books of the other side; nothing is ever quite discarded.",
        P("Soul Ledger", "after", "attack", "draw", 1, "lost"),
        (P("Toll Scythe", "after", "heavy", "disarm", 1, "hit"),
         P("Twin Pyres", "before", "attack", "range", 2)),
        (
            P("Ember", "during", "light", "power", 1),
            P("Obol", "after", "attack", "recall", 1),
            P("Grave Chill", "before", "light", "discard", 1),
            P("Ferry Fare", "after", "move", "draw", 1),
            P("Drift", "before", "move", "leap", 1),
            P("Soul Thread", "after", "light", "salvage", 3),
            P("Kindle", "during", "attack", "foresee", 1),
            P("Veil", "after", "attack", "foresee", 1),
            P("Cinder", "before", "attack", "range", 2),
            P("Backfire", "during", "light", "power", 1, "defending"),
            P("Unfinished Business", "after", "move", "salvage", 2),
            P("Cold Hands", "after", "light", "disarm", 1, "won"),
            P("Toll Bell", "before", "heavy", "force", 1),
            P("Late Fee", "after", "heavy", "discard", 1, "hit"),
            P("Balance Due", "after", "attack", "draw", 1, "lost"),
            P("Wisp", "after", "move", "foresee", 1),
            P("Final Notice", "during", "heavy", "disarm", 1),
            P("Pyre", "after", "heavy", "hurt", 1, "hit"),
            P("Ledger Line", "after", "attack", "salvage", 2),
            P("Last Rites", "during", "light", "power", 1),
        ),
    ),
    Legend(
        "Yumiko", "Never where the wind comes from.",
        P("Fox Feet", "before", "move", "leap", 1),
        (P("Kami Bow", "before", "attack", "range", 3),
         P("Fox Hammer", "after", "light", "shove", 1, "hit")),
        (
            P("Spark", "during", "light", "power", 2),
            P("Foxfire", "before", "attack", "range", 2),
            P("Nine Tails", "after", "attack", "hop", 2),
            P("Bell Charm", "after", "move", "draw", 1),
            P("Skip", "before", "move", "leap", 1),
            P("Pin Down", "after", "light", "slam", 2, "hit"),
            P("Fletching", "after", "move", "draw", 1),
            P("Guarded Draw", "during", "light", "power", 2, "defending"),
            P("Tug of Spirits", "after", "attack", "pull", 2),
            P("Long Shot", "before", "light", "power", 2),
            P("Trick Arrow", "during", "attack", "shove", 1),
            P("Shrine Step", "after", "move", "flip", 1),
            P("Full Draw", "before", "heavy", "force", 1),
            P("Ricochet", "after", "heavy", "disarm", 1, "hit"),
            P("Paper Ward", "after", "light", "draw", 1, "blocked"),
            P("Vantage", "before", "move", "fly", 1),
            P("Comet", "during", "heavy", "force", 1),
            P("Old Blessing", "after", "attack", "heal", 1, "won"),
            P("Tail Wind", "after", "heavy", "hop", 2),
            P("Fox Grin", "during", "light", "power", 2, "attacking"),
        ),
    ),
    Legend(
        "Grisk", "A thunder goat. Has eaten the rulebook and disagrees with it.",
        P("Stubborn", "after", "light", "shove", 1, "won"),
        (P("Storm Axe", "after", "heavy", "hurt", 1, "hit"),
         P("Butting Boots", "after", "move", "shove", 1)),
        (
            P("Headbutt", "during", "light", "power", 1),
            P("Ram", "after", "move", "shove", 2),
            P("Kick Up Dust", "before", "light", "power", 1),
            P("Chew", "after", "attack", "salvage", 2),
            P("Cliff Leap", "before", "move", "leap", 2),
            P("Bleat", "during", "attack", "shove", 1),
            P("Thunder Hoof", "after", "light", "slam", 2, "hit"),
            P("Graze", "after", "move", "heal", 1),
            P("Storm Bell", "after", "move", "gust", 1),
            P("Horn Lock", "during", "light", "power", 1, "defending"),
            P("Running Start", "before", "attack", "hop", 1),
            P("Unimpressed", "after", "attack", "draw", 1, "blocked"),
            P("Thunderclap", "before", "heavy", "force", 1),
            P("Skid", "after", "heavy", "hop", 1),
            P("Goat Logic", "after", "light", "extra", 1, "hit"),
            P("Boots Up", "after", "attack", "shove", 2, "won"),
            P("Lightning Rod", "during", "heavy", "draw", 1),
            P("Landslide", "after", "heavy", "slam", 3, "hit"),
            P("Eat the Evidence", "after", "light", "discard", 1, "won"),
            P("Mountain Air", "before", "move", "fly", 1),
        ),
        named=False,
    ),
)  # fmt: skip

# A card is a small int: Legend by Legend, value by value.
CARDS: tuple[Power, ...] = tuple(card for legend in LEGENDS for card in legend.cards)
VALUE: tuple[int, ...] = tuple(card % DECK // COPIES + 1 for card in range(len(CARDS)))
KNOCKBACK = (0, 0, 0, 1, 1, 2)  # BH18, by the value of the card


def deck_of(legend: int) -> list[int]:
    """The cards of a Legend."""
    return list(range(legend * DECK, legend * DECK + DECK))
