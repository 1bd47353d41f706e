"""Beer Brawl as it is typed: what its commands add to its options."""

from rules.beer_brawl.content import NAMES, SQUARES
from rules.beer_brawl.state import (
    Assault,
    Deploy,
    Done,
    Give,
    GiveArmor,
    Keep,
    Lead,
    Pass,
    Present,
    Rally,
    Ready,
    Reroll,
    Revive,
    Scatter,
    Stop,
    Take,
    TakeArmor,
    Token,
    Walk,
)
from rules.engine.state import Option
from rules.engine.verbs import Argument, Verb

ARGUMENTS = {
    "kind": Argument(about="Lake or rough ground"),
    "square": Argument(about="A square such as C4"),
    "tile": Argument(about="One of your tiles"),
    "adventurer": Argument(about="One of your adventurers"),
    "target": Argument(about="An enemy next to your adventurer"),
    "friend": Argument(about="A friend next to your adventurer"),
    "pieces": Argument(about="How many pieces of armor"),
}
VERBS: dict[type[Option], Verb] = {
    Token: Verb("terrain"),
    Present: Verb("here", "Say that you are at the table, so that a timed draft can begin."),
    Reroll: Verb(about="Roll every tile again that you have not placed."),
    Ready: Verb(
        about="Place a tile, for good, on a square of your home.",
        title="Place",
        fields={"square": Argument(about="A square of your home such as B2")},
    ),
    Scatter: Verb(
        about="Have the referee place all tiles that are left, on random squares at home."
    ),
    Revive: Verb(
        about="Put one that woke up back on the board instead of moving.",
        fields={
            "adventurer": Argument(about="One of yours that woke up"),
            "square": Argument(about="A square of your back rank such as C1"),
        },
    ),
    Lead: Verb(
        about="Where nobody can move: choose who acts.",
        fields={"adventurer": Argument(about="Who fights or re-arms")},
    ),
    Give: Verb(about="While you re-arm: try to give one piece of armor to your friend."),
    Take: Verb(about="While you re-arm: try to take one piece of armor from your friend."),
    Stop: Verb("stop", "End your turn."),
    Done: Verb("stop"),
    Pass: Verb("stop"),
    Deploy: Verb(
        "place-all", "Place all tiles that are left, on squares at home that are picked for you."
    ),
    Keep: Verb("keep", "Places a tile at home, on a square that is picked for you."),
    Walk: Verb("go", "Go there by the shortest path and end your turn."),
    Assault: Verb(
        "attack",
        "Go there by the shortest path and fight.",
    ),
    Rally: Verb(
        "re-arm",
        "Go there and hand armor over: it only replaces what was lost.",
    ),
    GiveArmor: Verb("give", "Give pieces of armor to your friend and part."),
    TakeArmor: Verb("take", "Take pieces of armor from your friend and part."),
}
SETTINGS = {
    "draft": "counted: so many rerolls each; timed: a shared clock",
    "seconds": "How long a timed draft lasts",
    "rerolls": "How many rerolls each player has where they are counted",
    "adventurers": "How many adventurers each player has",
    "many_actions": "Several fights and re-armaments in one turn",
    "revival": "Who was knocked out may wake up again",
    "terrain": "Players place lakes and rough ground first",
    "tokens": "How many terrain tokens each player places",
}
SQUARE = range(SQUARES)
ADVENTURER = range(len(NAMES))
