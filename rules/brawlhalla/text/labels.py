"""Options and questions in words; of options that stand in one list, what differs comes first."""

from collections.abc import Sequence

import msgspec

from rules.brawlhalla.content.arena import ground
from rules.brawlhalla.content.legends import CARDS, LEGENDS, VALUE, Legend
from rules.brawlhalla.content.powers import Op, Power, says
from rules.brawlhalla.play.turn import HAND_LIMIT
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
    Spend,
    Step,
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
from rules.brawlhalla.text.commands import legend_of
from rules.brawlhalla.text.knockback import opponents
from rules.brawlhalla.text.names import (
    actions_left,
    beside,
    card_name,
    card_told,
    does,
    power_at,
    seat_name,
    space_name,
    space_words,
)
from rules.brawlhalla.text.odds import asked_hand, can_catch_up
from rules.brawlhalla.view import View, foreseen
from rules.engine.state import Option
from rules.engine.text import capital

PLAIN = {
    "stop": "Stop here",
    "skip": "Use nothing",
    "pass": "Pass",
    "save": "Keep the KO card",
    "keep": "Leave it on top",
    "bury": "Put it at the bottom",
    "endturn": "End the turn",
}
DELAYS = {
    "draw": "draw two",
    "twice": "draw four",
    "swap": "swap the weapon",
    "recover": "recover the weapon",
}
HOW: dict[type[Option], str] = {
    DrawTwo: "draw",
    DrawFour: "twice",
    SwapWeapon: "swap",
    RecoverWeapon: "recover",
}
SUMMED: tuple[Op, ...] = ("power", "force", "leap")  # used together they are one larger effect
ATTACKS = (LightAttack, HeavyAttack)
EVERYBODY = "Everybody is asked, so that nobody learns what you hold."
PROMPTS = {
    "legend": "Which Legend do you play?",
    "side": "Which side of your weapon card is up?",
    "act": "Your action?",
    "more": "Spend a turned KO card for one more action? It costs no life.",
    "step": "Where to?",
    "fall": "A Legend is below you. Fall to which side?",
    "before": "Use a power before the attack?",
    "during": "Use a power now?",
    "after": "The attack is over. Use a power?",
    "struck": "You are hit. Use a power against it?",
    "defend": "Defend with a card, or pass?",
    "dodge": "Dodge?",
    "add": "Add a card, or pass?",
    "bonus": "The attack hits. Spend a turned KO card on it? It costs no life.",
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
            return f"{card_name(card)}: move with it"
        case Attack(target=target, kind=kind, card=card):
            return f"{card_name(card)}: {kind} attack{_on(view, target)}"
        case Delay(how=how):
            return f"{'Delay twice' if how == 'twice' else 'Delay'}: {_delay(view, how)}"
        case Step(space=space):
            return f"{space_words(view, space)}: step there"
        case Use(source=source, target=target):
            power = _power(view, source)
            on = f" on {seat_name(view, target)}" if target >= 0 else ""
            return f"{power.name}{on}: {does(power)}"
        case Add(card=card, effect=effect) | Defend(card=card, effect=effect):
            verb = "add it" if isinstance(option, Add) else "defend with it"
            more = f" and use it: {does(CARDS[card])}" if effect else ""
            return f"{card_name(card)}: {verb}{more}"
        case _:
            return _shortcut(view, option) or _more_labels(view, option)


def _delay(view: View, how: str) -> str:
    """What comes of a Delay; where gravity comes first, that too."""
    ends = _falls(view, view.player or 0, 2 if how == "twice" else 1)
    fall = f"fall to {' or '.join(map(space_name, ends))}, " if ends else ""
    return f"{fall}{DELAYS[how]}"


def _falls(view: View, seat: int, times: int) -> list[int]:
    """Where so many falls end: straight below, or beside a Legend that is there (BH11)."""
    here, taken = ground(view.arena), {f.space for at, f in enumerate(view.fighters) if at != seat}
    start = view.fighters[seat].space
    ends = [start]
    for _ in range(times if start >= 0 else 0):
        ends = [end for space in ends for end in here.below(space, taken) or [space]]
    return [] if ends == [start] else ends


def _on(view: View, target: int) -> str:
    """Whom an attack is for, where there are several."""
    several = view.player is None or len(opponents(view, view.player)) > 1
    return f" on {seat_name(view, target)}" if several else ""


def _shortcut(view: View, option: Option) -> str:
    """What is chosen in one go, with the cards and powers that it takes."""
    match option:
        case LightAttack(target=target, card=card) | HeavyAttack(target=target, card=card):
            kind = "light" if isinstance(option, LightAttack) else "heavy"
            attack = f"{kind} attack{_on(view, target)}"
            used = _and_along(view, card, option.uses)
            if option.space < 0:
                return f"{card_name(card)}: {attack}{used}"
            there = f"{space_name(option.space)} with {card_name(option.move)}"
            return f"Go to {there}, then {attack} with {card_name(card)}{used}"
        case Go() | GoAndDraw():
            return _go(view, option)
        case DrawTwo() | DrawFour() | SwapWeapon() | RecoverWeapon():
            return capital(_delay(view, HOW[type(option)]))
        case Hop(space=space, source=source):
            return f"{_space(view, space)}: use {_power(view, source).name}"
        case Drop(cards=cards):
            why = f" (hand limit {HAND_LIMIT})" if _too_many(view) else ""
            named = ", ".join(map(card_name, cards))
            return f"Discard your lowest {len(cards)}{why}: {named}"
        case Block(cards=cards, using=using):
            return f"{_together(cards)}: block{_using(using)}"
        case Press(cards=cards, using=using):
            return f"{_together(cards)}: add{_using(using)}"
        case Dodge(card=card, effect=effect):
            return f"{card_name(card)}: dodge{_using(card if effect else -1)}"
    return ""


def _go(view: View, option: Go | GoAndDraw) -> str:
    """Where to and whom one meets there, then how."""
    over = option.sword and option.space not in view.swords
    verb = "go over the sword" if over else "take it" if option.sword else "go"
    card = f" with {card_name(option.card)}" if option.card >= 0 else ""
    then = ", draw two" if isinstance(option, GoAndDraw) else ""
    way = f"{verb}{card}{_and_along(view, option.card, option.uses)}{then}"
    return f"{_space(view, option.space)}: {way}"


def _space(view: View, space: int) -> str:
    near = beside(view, space)
    return space_words(view, space) + (f" beside {' and '.join(near)}" if near else "")


def _helps(card: int, attack: type[Option]) -> bool:
    """Whether a card's effect can be used by whoever attacks with it."""
    power, kind = CARDS[card], "light" if attack is LightAttack else "heavy"
    return power.of in ("attack", kind) and power.only not in ("defending", "blocked")


def _from(view: View, space: int) -> str:
    return f"go to {space_name(space)} first" if space >= 0 else "(where you stand)"


def along(view: View, card: int, uses: Sequence[int]) -> str:
    """The powers that are used along with a move or an attack; what several add is said once."""
    alike: dict[Op | int, list[int]] = {}
    for source in sorted(uses, key=lambda source: source != card):
        op = _power(view, source).op
        alike.setdefault(op if op in SUMMED else source, []).append(source)
    used = []
    for sources in alike.values():
        powers = [_power(view, source) for source in sources]
        names = ("it" if at == card else one.name for at, one in zip(sources, powers, strict=True))
        total = msgspec.structs.replace(powers[0], n=sum(one.n for one in powers))
        used.append(f"{' and '.join(names)}: {does(total)}")
    return f"using {'; '.join(used)}" if used else ""


def _and_along(view: View, card: int, uses: Sequence[int]) -> str:
    said = along(view, card, uses)
    return f", {said}" if said else ""


def _together(cards: Sequence[int]) -> str:
    return " and ".join(map(card_name, cards))


def _using(card: int) -> str:
    return f", using {CARDS[card].name}: {does(CARDS[card])}" if card >= 0 else ""


def _more_labels(view: View, option: Option) -> str:
    match option:
        case Choose(legend=legend):
            return f"Play {LEGENDS[legend].name}"
        case Side(side=side):
            return _mine(view).weapons[side].name
        case Fall(space=space):
            return f"{space_words(view, space)}: fall there"
        case Land(space=space):
            return f"{space_words(view, space)}: land there"
        case Respawn(space=space):
            return f"{space_words(view, space)}: return there"
        case PlaceSword(space=space):
            return f"{space_name(space)}: put the sword there"
        case Discard(card=card):
            return f"{card_name(card)}: discard"
        case TakeBack(card=card):
            return f"{card_name(card)}: take it back"
        case Spend():
            return f"Spend a KO card: one more {_bonus(view)}"
    raise AssertionError(option)


def _bonus(view: View) -> str:
    """What a KO card is spent on."""
    if view.clash is None:
        return "action"
    return "space of knockback" if view.clash.heavy else "damage"


def field(view: View, option: type[Option], name: str, value: object) -> str:
    """One argument in words."""
    match name, value:
        case "card" | "move" | "using", -1:
            return "(nothing)"
        case "move", int(card):
            return f"(by {card_name(card)})"
        case "card", int(card) if option in ATTACKS and not _helps(card, option):
            return card_name(card)
        case "card", int(card) if option in (Go, GoAndDraw):
            return f"by a {VALUE[card]} ({CARDS[card].name})"
        case "using", int(card):
            return f"(using {CARDS[card].name})"
        case "card", int(card):
            return f"{card_name(card)}: {says(CARDS[card])}"
        case "cards", tuple(cards):
            return _together(cards)
        case "uses", tuple(uses):
            used = ", ".join(_power(view, source).name for source in uses)
            return f"(using {used})" if used else "(nothing more)"
        case "space", int(space):
            return _from(view, space) if option in ATTACKS else space_words(view, space)
        case "sword", bool(sword):
            return "sword" if sword else "(no sword)"
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
            return "with its effect" if value else "(without its effect)"
        case "how", str(how):
            return DELAYS[how]
    return str(value)


def prompt(view: View, kind: str) -> str:
    """A question in words."""
    clash = view.clash
    if kind == "dodge" and clash:
        value = VALUE[clash.attack[0]]
        comes = f"A heavy attack of {value} comes at you."
        if any(VALUE[card] == value for card in asked_hand(view)):
            return f"{comes} Dodge with exactly {value}?"
        return f"{comes} {_cannot(view, f'Only a {value} dodges it')}"
    if kind in ("defend", "add") and clash:
        attack, defence = clash.totals
        asks = PROMPTS[kind] if can_catch_up(view) else _cannot(view, "You are behind")
        return f"Attack {attack}, defence {defence}. {asks}"
    if kind == "during" and clash and not clash.heavy:
        attack, defence = clash.totals
        return f"Attack {attack}, defence {defence}. {PROMPTS[kind]}"
    if kind in ("before", "after") and not clash:
        return f"{'Before' if kind == 'before' else 'After'} your move: use a power?"
    if kind == "bonus" and clash:
        return f"The attack hits. Spend a turned KO card for one more {_bonus(view)}? It costs no life."
    if kind == "act":
        return f"{actions_left(view)}. Your action?"
    if kind == "step" and view.move:
        return f"Up to {view.move.left} more. Where to?"
    if kind == "foresee" and foreseen(view) >= 0:
        return f"The top of your deck is {card_told(foreseen(view))}. Keep it there?"
    if kind == "discard" and _too_many(view):
        due = len(view.fighters[view.seat].hand) - HAND_LIMIT
        return f"The hand limit is {HAND_LIMIT}: {due} to discard. {PROMPTS[kind]}"
    return PROMPTS[kind]


def _cannot(view: View, why: str) -> str:
    """What whoever is asked can do without a card that helps: told to nobody else."""
    if view.player != view.asked:
        return f"{why}."
    if view.clash and view.clash.heavy:
        return f"{why}, and you hold none. {EVERYBODY}"
    return f"{why}, and all your cards together are not enough: pass to keep them. {EVERYBODY}"


def _too_many(view: View) -> bool:
    """Whether it is the hand limit that makes one discard; else it is an opponent's power."""
    return view.seat == view.player and view.clash is None


def _mine(view: View) -> Legend:
    return LEGENDS[view.fighters[view.player or 0].legend]


def _power(view: View, source: int) -> Power:
    mine = view.fighters[view.player or 0]
    return power_at(mine.legend, mine.side, source)
