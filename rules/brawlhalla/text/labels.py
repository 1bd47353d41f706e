"""Options and questions in words."""

from collections.abc import Sequence

from rules.brawlhalla.content.legends import CARDS, LEGENDS, VALUE, Legend
from rules.brawlhalla.content.powers import Power, says
from rules.brawlhalla.state.options import (
    Add,
    Attack,
    Choose,
    Defend,
    Delay,
    Discard,
    Fall,
    Land,
    Move,
    PlaceSword,
    Respawn,
    Side,
    Step,
    TakeBack,
    Use,
)
from rules.brawlhalla.state.shortcuts import (
    Block,
    Dodge,
    Drop,
    Go,
    HeavyAttack,
    HeavyRush,
    Hop,
    LightAttack,
    LightRush,
    Press,
    TakeSword,
)
from rules.brawlhalla.text.commands import legend_of
from rules.brawlhalla.text.names import (
    actions_left,
    beside,
    card_name,
    does,
    power_at,
    seat_name,
    space_name,
    space_words,
)
from rules.brawlhalla.view import View, foreseen
from rules.engine.state import Option

PLAIN = {
    "stop": "Stop here",
    "skip": "Use nothing",
    "pass": "Pass",
    "spend": "Spend a KO card",
    "save": "Keep the KO card",
    "keep": "Leave it on top",
    "bury": "Put it at the bottom",
    "endturn": "End the turn",
}
DELAYS = {"draw": "draw two", "swap": "swap the weapon", "recover": "recover the weapon"}
PROMPTS = {
    "legend": "Which Legend do you play?",
    "side": "Which side of your weapon card is up?",
    "act": "Your action?",
    "more": "Spend a KO card for one more action?",
    "step": "Where to?",
    "fall": "A Legend is below you. Fall to which side?",
    "before": "Use a power before it begins?",
    "during": "Use a power now?",
    "after": "Use a power now that it is over?",
    "struck": "You are hit. Use a power against it?",
    "defend": "Defend with a card, or pass?",
    "dodge": "Dodge?",
    "add": "Add a card, or pass?",
    "bonus": "The attack hits. Spend a KO card on it?",
    "land": "A Legend is in the way. Where do you land?",
    "respawn": "Where do you return?",
    "sword": "Where do you put the dropped sword?",
    "discard": "Which card do you discard?",
    "salvage": "Which card do you take back?",
    "foresee": "Keep the card on top?",
}


def label(view: View, option: Option) -> str:
    """An option as its chooser reads it."""
    plain = PLAIN.get(str(option.__struct_config__.tag))
    if plain:
        return plain
    match option:
        case Move(card=card):
            return f"Move with {card_name(card)}"
        case Attack(target=target, kind=kind, card=card):
            return f"{kind.capitalize()} attack on {seat_name(view, target)} with {card_name(card)}"
        case Delay(how=how):
            return f"Delay and {DELAYS[how]}"
        case Step(space=space):
            return f"Step to {space_words(view, space)}"
        case Use(source=source, target=target):
            power = _power(view, source)
            on = f" on {seat_name(view, target)}" if target >= 0 else ""
            return f"Use {power.name}{on}: {does(power)}"
        case Add(card=card, effect=effect) | Defend(card=card, effect=effect):
            verb = "Add" if isinstance(option, Add) else "Defend with"
            more = f" and use it: {does(CARDS[card])}" if effect else ""
            return f"{verb} {card_name(card)}{more}"
        case _:
            return _shortcut(view, option) or _more_labels(view, option)


def _shortcut(view: View, option: Option) -> str:
    """What is chosen in one go, with the cards and powers that it takes."""
    match option:
        case LightAttack(target=target, card=card, uses=uses):
            return f"Light attack on {seat_name(view, target)} {_with(view, card, uses)}"
        case HeavyAttack(target=target, card=card, uses=uses):
            return f"Heavy attack on {seat_name(view, target)} {_with(view, card, uses)}"
        case LightRush(target=target) | HeavyRush(target=target):
            kind = "Light" if isinstance(option, LightRush) else "Heavy"
            start = f"{space_name(option.space)} (by {card_name(option.move)})"
            attack = f"{kind} attack on {seat_name(view, target)} from {start}"
            return f"{attack} {_with(view, option.card, option.uses)}"
        case Drop(cards=cards):
            return f"Discard {_together(cards)}"
        case TakeSword(space=space, card=card, uses=uses):
            end = "" if space in view.swords else f" and end on {space_words(view, space)}"
            where = "" if end else f" on {space_name(space)}"
            return f"Take the sword{where}{end} {_with(view, card, uses)}".rstrip()
        case Go(space=space, card=card, uses=uses):
            return f"Go to {space_words(view, space)} {_with(view, card, uses)}".rstrip()
        case Hop(space=space, source=source):
            return f"Use {_power(view, source).name} and go to {space_words(view, space)}"
        case Block(cards=cards, using=using):
            return f"Block with {_together(cards)}{_using(using)}"
        case Press(cards=cards, using=using):
            return f"Add {_together(cards)}{_using(using)}"
        case Dodge(card=card, effect=effect):
            return f"Dodge with {card_name(card)}{_using(card if effect else -1)}"
    return ""


def _with(view: View, card: int, uses: Sequence[int]) -> str:
    """The card of a move or an attack, and the powers used along with it."""
    names = ("it" if source == card else _power(view, source).name for source in uses)
    used = [f"{name}: {does(_power(view, at))}" for name, at in zip(names, uses, strict=True)]
    return (f"with {card_name(card)}" if card >= 0 else "") + (
        f", using {'; '.join(used)}" if used else ""
    )


def _together(cards: Sequence[int]) -> str:
    return " and ".join(map(card_name, cards))


def _using(card: int) -> str:
    return f", using {CARDS[card].name}: {does(CARDS[card])}" if card >= 0 else ""


def _more_labels(view: View, option: Option) -> str:
    match option:
        case Choose(legend=legend):
            return f"Play {LEGENDS[legend].name}"
        case Side(side=side):
            power = _mine(view).weapons[side]
            return f"{power.name}. {says(power)}"
        case Fall(space=space):
            return f"Fall to {space_words(view, space)}"
        case Land(space=space):
            return f"Land on {space_words(view, space)}"
        case Respawn(space=space):
            return f"Return on {space_words(view, space)}"
        case PlaceSword(space=space):
            return f"Put the sword on {space_name(space)}"
        case Discard(card=card):
            return f"Discard {card_name(card)}"
        case TakeBack(card=card):
            return f"Take back {card_name(card)}"
    raise AssertionError(option)


def field(view: View, option: type[Option], name: str, value: object) -> str:
    """One argument in words."""
    match name, value:
        case "card" | "move" | "using", -1:
            return "nothing"
        case "card" | "move" | "using", int(card):
            return f"{card_name(card)}: {says(CARDS[card])}"
        case "cards", tuple(cards):
            return _together(cards)
        case "uses", tuple(uses):
            return ", ".join(_power(view, source).name for source in uses) or "nothing"
        case "space", int(space):
            near = beside(view, space) if option in (Go, TakeSword, Hop) else []
            return space_words(view, space) + (f" beside {' and '.join(near)}" if near else "")
        case "target", int(target):
            return seat_name(view, target) if target >= 0 else "nobody in particular"
        case "legend", int(legend):
            return LEGENDS[legend].name
        case "side", int(side):
            power = _mine(view).weapons[side]
            return f"{power.name}: {says(power)}" if legend_of(view) >= 0 else f"side {side + 1}"
        case "source", int(source):
            return _power(view, source).name
        case "effect", _:
            return "with its effect" if value else "without its effect"
        case "how", str(how):
            return DELAYS[how]
    return str(value)


def prompt(view: View, kind: str) -> str:
    """A question in words."""
    clash = view.clash
    if kind == "dodge" and clash:
        value = VALUE[clash.attack[0]]
        return f"A heavy attack of {value} comes at you. Dodge with exactly {value}?"
    if kind in ("defend", "add") and clash:
        attack, defence = clash.totals
        return f"Attack {attack}, defence {defence}. {PROMPTS[kind]}"
    if kind == "act":
        return f"{actions_left(view)}. Your action?"
    if kind == "step" and view.move:
        return f"Up to {view.move.left} more. Where to?"
    if kind == "foresee" and foreseen(view) >= 0:
        return f"The top of your deck is {card_name(foreseen(view))}. Keep it there?"
    return PROMPTS[kind]


def _mine(view: View) -> Legend:
    return LEGENDS[view.fighters[view.player or 0].legend]


def _power(view: View, source: int) -> Power:
    mine = view.fighters[view.player or 0]
    return power_at(mine.legend, mine.side, source)
