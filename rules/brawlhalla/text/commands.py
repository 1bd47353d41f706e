"""Brawlhalla as it is typed: what its commands add to its options, and other names."""

from collections.abc import Iterable, Sequence

from rules.brawlhalla.content.arena import SPACES
from rules.brawlhalla.content.legends import CARDS, LEGENDS
from rules.brawlhalla.state.fighter import LEGEND, WEAPON
from rules.brawlhalla.state.options import (
    Add,
    Attack,
    Bury,
    Defend,
    Delay,
    Discard,
    EndTurn,
    Fall,
    Keep,
    Land,
    Pass,
    PlaceSword,
    Respawn,
    Save,
    Side,
    Skip,
    Spend,
    TakeBack,
    Use,
)
from rules.brawlhalla.state.shortcuts import (
    Block,
    Dodge,
    DrawFour,
    DrawTwo,
    Drop,
    Go,
    GoAndDraw,
    HeavyAttack,
    Hop,
    LightAttack,
    Press,
    RecoverWeapon,
    SwapWeapon,
)
from rules.brawlhalla.text.names import card_name, space_name
from rules.brawlhalla.view import View
from rules.engine.contract import Family
from rules.engine.state import Option
from rules.engine.verbs import Argument, Verb

ARGUMENTS = {
    "card": Argument(about="A card of your hand, by its name"),
    "space": Argument(about=f"A space by column and row, from A1 to {space_name(SPACES - 1)}"),
    "legend": Argument(about="The Legend you play"),
    "side": Argument("weapon", "The weapon you begin with"),
    "source": Argument("power", "A card's, your Legend's or your weapon's power"),
    "target": Argument(about="On whom, where there are several", seat=True),
    "kind": Argument(about="light: for damage; heavy: for knockback, with a weapon"),
    "how": Argument(
        about="Draw two cards, draw twice, swap your weapon, or recover a disarmed one"
    ),
    "effect": Argument(about="Whether its effect is used, where it has one now"),
    "choice": Argument(about="Spend it for its bonus, or keep it"),
    "cards": Argument(about="Cards of your hand"),
    "sword": Argument(about="Whether a sword is picked up on the way"),
    "move": Argument(about="The card that is played to get there"),
    "uses": Argument(about="Powers that are used along with it"),
    "using": Argument(about="The card whose effect is used"),
    "place": Argument(about="Where the card goes that you look at"),
}
VERBS: dict[type[Option], Verb] = {
    Side: Verb("weapon", "Choose the side of your weapon card, if you have not with your Legend."),
    Delay: Verb(about="Fall if you are in the Air, then draw, swap or recover."),
    Fall: Verb(about="Choose where you fall past the Legend below you."),
    Attack: Verb(fields={"target": Argument(about="The Legend you attack", seat=True)}),
    Use: Verb(about="Use a power that fits this moment."),
    Skip: Verb(about="Use no more powers at this moment."),
    Add: Verb(about="Add a card to your light attack."),
    Defend: Verb(about="Defend with a card against a light attack, or dodge a heavy one."),
    Pass: Verb(about="Add no more cards; that ends the exchange."),
    Spend: Verb(
        "ko-card",
        "Spend a turned KO card on your hit or for one more action, or keep it.",
        ("choice", "spend"),
    ),
    Save: Verb("ko-card", word=("choice", "keep")),
    Land: Verb(about="Choose where you land when a Legend is in the way."),
    Respawn: Verb(about="Choose where you return after a KO."),
    PlaceSword: Verb("sword", "Put a dropped Flaming Sword on a free Platform."),
    Discard: Verb(about="Discard a card of your choice."),
    TakeBack: Verb(
        about="Take a card back from your discards.",
        fields={"card": Argument(about="One of your discards, by its name")},
    ),
    Keep: Verb(
        "foresee",
        "Leave the top card of your deck there, or put it at the bottom.",
        ("place", "top"),
    ),
    Bury: Verb("foresee", word=("place", "bottom")),
    EndTurn: Verb("end", "End your turn."),
    LightAttack: Verb(
        about="For damage. 1 blocks: one card of theirs is enough; 2+: it takes several."
    ),
    HeavyAttack: Verb(about="For knockback. Dodged: they hold a card of the same value."),
    Go: Verb(about="Move to a space with your lowest card that reaches it."),
    GoAndDraw: Verb(about="Both actions: move to a Platform, then delay and draw two."),
    DrawTwo: Verb(about="A Delay: fall if you are in the Air, then draw two."),
    DrawFour: Verb(about="Both actions: delay twice and draw four."),
    SwapWeapon: Verb(about="A Delay: turn your weapon card to its other side."),
    RecoverWeapon: Verb(about="A Delay: turn your sword up again."),
    Hop: Verb("go-there", "Use a power that moves you, and go there."),
    Block: Verb(
        about="Enough for now, if they add nothing. 1 can top it: how likely they hold such a card; "
        "2+: it takes several."
    ),
    Dodge: Verb(about="With a card of exactly the attack's value."),
    Press: Verb(
        about="Enough for now. 1 blocks: one card of theirs stops that; 2+: it takes several."
    ),
    Drop: Verb(about="Your lowest cards, as many as are due."),
}
FAMILIES = {
    "Attack": Family(
        "Light, for damage, or heavy, for knockback.",
        (LightAttack, HeavyAttack),
    ),
    "Go": Family(
        "",
        (Go, GoAndDraw),
        apart=True,
    ),
    "Swap or recover": Family(
        "A Delay: turn your weapon card to its other side, or your sword up again.",
        (SwapWeapon, RecoverWeapon),
    ),
}
SETTINGS = {
    "mode": "standard: two KO cards; classic: three; blitz: none; discovery: cards without effects",
    "format": "free-for-all: everybody alone, of two it is a duel; 2v2: four players in two teams",
    "arena": "Where you fight; without it, chance decides",
}


def nameable(view: View, name: str) -> Sequence[int]:
    """Every card, space, Legend and fighter has a name, and one's own powers have."""
    match name:
        case "card":
            return range(len(CARDS))
        case "space":
            return range(SPACES)
        case "target":
            return range(len(view.fighters))
        case "legend":
            return range(len(LEGENDS))
        case "side":
            return (0, 1)
        case "source":
            own = (LEGEND, WEAPON) if legend_of(view) >= 0 else ()
            return (*own, *range(len(CARDS)))
    return ()


def called(view: View, name: str, value: int) -> Iterable[str]:
    """Cards by their names with or without their values; any weapon, before there is a Legend."""
    if name in ("card", "source") and value >= 0:
        return CARDS[value].name, card_name(value)
    if name == "side" and legend_of(view) < 0:
        return [legend.weapons[value].name for legend in LEGENDS]
    return ()


def legend_of(view: View) -> int:
    """The Legend of whoever looks, if it is chosen."""
    return view.fighters[view.player].legend if view.player is not None else -1
