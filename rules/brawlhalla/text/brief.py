"""What an option does in as few words as a button has: where to, whom, and what that spends."""

from collections.abc import Sequence

from rules.brawlhalla.content.arena import ground
from rules.brawlhalla.content.legends import CARDS, VALUE
from rules.brawlhalla.content.powers import says
from rules.brawlhalla.state.options import (
    Add,
    Attack,
    Defend,
    Discard,
    Fall,
    Land,
    PlaceSword,
    Respawn,
    TakeBack,
    Use,
)
from rules.brawlhalla.state.shortcuts import (
    Block,
    Dodge,
    Go,
    GoAndDraw,
    HeavyAttack,
    Hop,
    LightAttack,
    Press,
)
from rules.brawlhalla.text.knockback import opponents
from rules.brawlhalla.text.labels import along, label
from rules.brawlhalla.text.names import (
    beside,
    card_name,
    does,
    power_at,
    seat_name,
    space_name,
    space_words,
)
from rules.brawlhalla.view import View
from rules.engine.state import Option


def brief(view: View, option: Option) -> tuple[str, str]:
    """The words of a button, and what stands beside it."""
    match option:
        case LightAttack() | HeavyAttack():
            crowded = option.space >= 0 and _whom(view, option.target)
            kind = f"{_kind(option)} attack" if crowded else ""
            return _attack(view, option), _also(kind, *_spent(view, option, option.move))
        case Attack(target=target, kind=kind, card=card):
            return _at_once(view, kind, card, target), _effect(view, card)
        case Go() | GoAndDraw():
            spent = _spent(view, option, option.card) if option.uses else ()
            return _go(view, option), _also(*spent)
        case Hop(space=space, source=source):
            mine = view.fighters[view.player or 0]
            power = power_at(mine.legend, mine.side, source)
            return f"{space_name(space)} by {power.name}", ""
        case Use(source=source):
            mine = view.fighters[view.player or 0]
            power = power_at(mine.legend, mine.side, source)
            hops = power.op == "hop" and view.window
            return f"{power.name}: step by step" if hops else label(view, option), ""
        case Block(cards=cards, using=using) | Press(cards=cards, using=using):
            return _cards(cards, using), _used(using)
        case Dodge(card=card, effect=effect):
            using = card if effect else -1
            return f"{_cards((card,), using)}: dodge", _used(using)
        case Defend(card=card, effect=effect) | Add(card=card, effect=effect):
            verb, using = "add" if isinstance(option, Add) else "defend", card if effect else -1
            return f"{_cards((card,), using)}: {verb}", _effect(view, card)
        case Respawn(space=space) | Land(space=space) | Fall(space=space):
            return space_words(view, space), ""
        case PlaceSword(space=space):
            return space_name(space), ""
        case Discard(card=card) | TakeBack(card=card):
            return card_name(card), ""
    return "", ""


def _spent(
    view: View, option: LightAttack | HeavyAttack | Go | GoAndDraw, walk: int
) -> tuple[str, str]:
    """The card of a walk, where its value does not tell which, and the powers used along with it."""
    hand = view.fighters[view.player or 0].hand
    attack = option.card if isinstance(option, LightAttack | HeavyAttack) else -1
    free = [one for one in hand if one >= 0 and one != attack]
    alike = walk >= 0 and len([one for one in free if VALUE[one] == VALUE[walk]]) > 1
    return card_name(walk) if alike else "", along(view, option.card, option.uses)


def _also(*parts: str) -> str:
    """What stands beside a button."""
    return ", ".join(part for part in parts if part)


def _kind(option: LightAttack | HeavyAttack) -> str:
    return "light" if isinstance(option, LightAttack) else "heavy"


def _used(card: int) -> str:
    """What the effect that is used does has no room on a button."""
    return f"using {CARDS[card].name}: {does(CARDS[card])}" if card >= 0 else ""


def _effect(view: View, card: int) -> str:
    """When a card's effect works, and what it does."""
    return says(CARDS[card]) if view.mode != "discovery" else ""


def _attack(view: View, option: LightAttack | HeavyAttack) -> str:
    """With a walk before it cards go by their values, as long as those tell them apart."""
    kind = _kind(option)
    if option.space < 0:
        return _at_once(view, kind, option.card, option.target)
    name, told = _whom(view, option.target), _told(view, option.card)
    walk = f"{space_name(option.space)} ({VALUE[option.move]})"
    if name:
        return f"{walk}, {told} on {name}"
    # beside a word of a name there is no room for more
    return f"{'Go ' if told.isdigit() else ''}{walk}, {kind} {told}"


def _at_once(view: View, kind: str, card: int, target: int) -> str:
    """An attack without a walk before it."""
    name = _whom(view, target)
    return f"{kind.capitalize()} {f'{_told(view, card)} on {name}' if name else card_name(card)}"


def _whom(view: View, target: int) -> str:
    """Whom one attacks, where there are several."""
    several = len(opponents(view, view.player or 0)) > 1
    return seat_name(view, target) if several else ""


def _told(view: View, card: int) -> str:
    """A card by its value; where another of the hand has the same, by its name's first word."""
    hand = view.fighters[view.player or 0].hand
    alike = [one for one in hand if one >= 0 and VALUE[one] == VALUE[card]]
    return CARDS[card].name.split()[0] if len(alike) > 1 else str(VALUE[card])


def _go(view: View, option: Go | GoAndDraw) -> str:
    """Where to, by which card, and what one meets there."""
    then = " + draw" if isinstance(option, GoAndDraw) else ""
    card = f" by a {VALUE[option.card]}" if option.card >= 0 else ""
    over = option.sword and option.space not in view.swords
    notes = ["Air"] * (ground(view.arena).air[option.space])
    notes += ["over the sword" if over else "sword"] * option.sword
    notes += [f"beside {' and '.join(near)}" for near in [beside(view, option.space)] if near]
    return ", ".join([f"{space_name(option.space)}{card}{then}", *notes])


def _cards(cards: Sequence[int], using: int) -> str:
    """Cards to play; several are enough only with an effect, where they have one."""
    named = " + ".join(map(card_name, cards))
    effect = " + effect" if using >= 0 and len(cards) == 1 else ""
    return f"{named}{effect}"
