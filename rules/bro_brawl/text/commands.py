"""Bro Brawl as it is typed: the commands of its options, and other names for its things."""

from collections.abc import Iterable

from rules.bro_brawl.content.cards import (
    BROS,
    GRUNTS,
    MISHAPS,
    MONSTERS,
    SPECIALS,
    UPGRADE,
    WORTH,
    kinds,
    name,
)
from rules.bro_brawl.content.names import foe, upgrade
from rules.bro_brawl.state import (
    Attack,
    Delay,
    Done,
    Give,
    GoOn,
    GruntCure,
    GruntDivert,
    GruntHit,
    Heal,
    KillHeal,
    KnockSense,
    Pay,
    PlayGrunt,
    Purchase,
    PutBack,
    SacrificeHeal,
    SacrificeHit,
    Scout,
    Show,
    Stop,
    Stun,
    UsePack,
)
from rules.bro_brawl.view import View
from rules.engine.state import Option
from rules.engine.verbs import Argument, Verb

_GUN = Argument("gun", "Without it, your bro's best gun", omit="first")
_MISHAP = Argument("mishap", "Which, where that bro has several", omit="clear")
_KILLS = Argument("kills", "Kills of your bro, such as: Scamp A, Trooper B", several=True)
_PREY = Argument("target", "Another bro to heal, or a foe to hurt")
_AIM = Argument("target", "A foe, or the bro whose mishap is taken away")

ARGUMENTS = {
    "foe": Argument(about="A monster or special in the Battle Zone"),
    "upgrade": Argument(about="An upgrade in the Battle Zone"),
    "deck": Argument(about="The deck whose top four cards you look at"),
    "points": Argument(about="Life that your bro gives"),
    "kill": _KILLS,
    "mishap": _MISHAP,
    "choice": Argument(about="Going on needs every player"),
}
VERBS: dict[type[Option], Verb] = {
    Attack: Verb(fields={"points": _GUN}),
    KnockSense: Verb(
        about="Knock sense into another bro with one gun.",
        fields={"bro": Argument(about="Another living bro with a mishap"), "points": _GUN},
    ),
    Purchase: Verb("buy"),
    Scout: Verb(about="See the next four cards of a deck and put them back as you like."),
    Delay: Verb(
        about="A monster goes under the Battle deck; its wounds heal.",
        fields={"foe": Argument(about="A monster in the Battle Zone, never a special")},
    ),
    Stun: Verb(about="A foe does not strike this turn; a special's ability stays on."),
    Heal: Verb(
        about="Heal a bro for one; after that you may give kills away.",
        fields={"bro": Argument(about="A living bro, perhaps your own")},
    ),
    KillHeal: Verb(about="Put kills back into the Battle Zone and gain their points as life."),
    SacrificeHeal: Verb(
        "sacrifice",
        "Take damage to heal a bro or hurt a foe by as much, undone if you die this turn.",
        fields={"bro": _PREY},
    ),
    SacrificeHit: Verb("sacrifice", fields={"foe": _PREY}),
    UsePack: Verb(
        "health-pack",
        fields={
            "points": Argument("pack", "Which, where your bro has different ones", omit="clear")
        },
    ),
    Pay: Verb(about="Pay for the upgrade that you are buying.", last=Done()),
    PutBack: Verb(
        "order",
        "Put scouted cards back, the first one on top.",
        fields={"card": Argument("cards", "Scouted cards from the top, with commas", several=True)},
    ),
    Show: Verb(about="Show everybody the cards that you scout, before you put them back."),
    Give: Verb(
        about="Give kills to one bro after a Heal.",
        fields={"bro": Argument(about="Who gets them, as part of a Heal")},
    ),
    PlayGrunt: Verb(
        "grunt",
        "Choose which of two grunts a dead bro plays.",
        fields={"grunt": Argument("card", "One of the two grunts that were drawn")},
    ),
    GruntHit: Verb("target", "Choose whom the grunt hits, diverts or cures.", fields={"foe": _AIM}),
    GruntDivert: Verb("target", fields={"foe": _AIM}),
    GruntCure: Verb("target", fields={"bro": _AIM}),
    GoOn: Verb("wave", "After a won wave: go on or stop while ahead.", ("choice", "go on")),
    Stop: Verb("wave", word=("choice", "stop")),
}
SETTINGS = {
    "mode": "co-op: all against the monsters; competitive: everybody for points",
    "veteran": "Three specials instead of two in the first two waves",
    "wave": "The wave to begin with",
}
GUESTS = ("player2", "player3", "player4")


def nameable(view: View, option: type[Option], field: str) -> Iterable[int]:
    """What has a name; of the kills that a bro has, one of each kind stands for all."""
    match field:
        case "kill":
            kills = view.bros[view.seat].kills
            return (*kinds(kills), *(c for c in (*MONSTERS, *SPECIALS) if c not in kills))
        case "foe":
            return (*MONSTERS, *SPECIALS)
        case "bro":
            return range(len(BROS))
        case "mishap":
            return MISHAPS
        case "upgrade":
            return (*view.shop, *UPGRADE)
        case "grunt":
            return (*view.drawn, *range(len(GRUNTS)))
        case "card":
            return range(len(GRUNTS) if view.scouting == "grunt" else len(WORTH))
        case "points":
            return (1, 2, 3)
    return ()


def called(view: View, field: str, value: int) -> Iterable[str]:
    """Names that are short, or that several things share."""
    match field:
        case "kill":
            held = view.bros[view.seat].kills
            alike = [card for card in held if len(kinds([card, value])) == 1]
            return [foe(card) for card in alike] if value in held else [foe(value)]
        case "upgrade":
            short = f"{UPGRADE[value].kind} {UPGRADE[value].points}"
            return upgrade(value), name(value), short
        case "points":
            return (str(value),)
        case "grunt" if GRUNTS[value].kind == "sacrifice":
            return ("Sacrifice",)
    return ()
