"""Several answers chosen as one, in words: everything that goes with them is named."""

from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.names import item, short
from rules.brawl_mart.content.store import BRIEFLY, CHECKOUT, STORE
from rules.brawl_mart.play.ways import best_first, handed_out
from rules.brawl_mart.state import (
    BestFirst,
    Go,
    HandOrder,
    HandOutAll,
    HandOutLasting,
    Leave,
    Pass,
    WalkOn,
)
from rules.brawl_mart.view import View
from rules.engine.state import Option
from rules.engine.verbs import Verb

LAST: tuple[type[Option], ...] = (Pass, WalkOn, Leave)
VERBS: dict[type[Option], Verb] = {
    BestFirst: Verb("best-first", "Line up whoever does best against these enemies."),
    HandOrder: Verb("in-hand-order", "Line up in the order of your hand."),
    HandOutAll: Verb("hand-out-all", "Hand out all the items you can, and brawl."),
    HandOutLasting: Verb("hand-out-lasting", "Hand out what is not used up by it, and brawl."),
    WalkOn: Verb("walk-on", "Leave the café for the next department."),
}


def label(view: View, option: Option) -> str:
    """A shortcut or a way as the shopper reads it."""
    match option:
        case Go(department=at) | WalkOn(department=at):
            return ", ".join(filter(None, to(view, at)))
        case BestFirst():
            return f"Best first: {_names(best(view))}"
        case HandOrder():
            return f"As in your hand: {_names(_in_hand(view))}"
        case HandOutAll():
            return ": ".join(_given(view, list(view.cart), "item"))
        case HandOutLasting():
            return ": ".join(_given(view, _lasting(view), "lasting item"))
    raise AssertionError(option)


def to(view: View, at: int) -> tuple[str, str]:
    """A way with what waits and what is special there, and whether somebody is armed."""
    if at == CHECKOUT:
        return f"To {STORE[at].name}: the trip ends", ""
    d, tv = STORE[at], STORE[at].tv and not view.tv and not view.losses
    enemies = "1 enemy" if d.enemies == 1 else f"{d.enemies} enemies"
    armed = f"{d.armed} armed" if d.armed else ""
    if d.armed == d.enemies:
        enemies, armed = enemies.replace(" ", " armed "), ""
    said = ", ".join(filter(None, ["the TV" * tv, enemies, BRIEFLY[d.rule]]))
    return f"To {d.name}: {said}", armed


def brief(view: View, option: Option) -> tuple[str, str]:
    """What a shortcut or a way is about, and apart from that all that goes with it."""
    match option:
        case Go(department=at) | WalkOn(department=at):
            return to(view, at)
        case BestFirst():
            return "Best first", _names(best(view))
        case HandOrder():
            return "As in your hand", _names(_in_hand(view))
        case HandOutAll():
            return _given(view, list(view.cart), "item")
        case HandOutLasting():
            return _given(view, _lasting(view), "lasting item")
    return "", ""


def best(view: View) -> list[int]:
    """Who takes the free slots, the best first."""
    enemies = [(f.card, f.item) for f in view.fighters if not f.own]
    return best_first(view.at, view.rules, view.hand, enemies)[: free(view)]


def asked_to_line_up(view: View) -> str:
    """The order is asked for as long as all can be lined up in one go, and else one slot."""
    filled = sum(f.own for f in view.fighters)
    if filled or "daily" in view.challenges:
        return f"Who takes slot {filled + 1} of {filled + free(view)}?"
    if len(view.hand) > free(view):
        return "Who lines up, in which order?"
    return "In which order do they line up?"


def free(view: View) -> int:
    """How many slots can still be filled."""
    return min(len(view.hand), STORE[view.at].slots - sum(f.own for f in view.fighters))


def _in_hand(view: View) -> list[int]:
    return list(view.hand)[: free(view)]


def _lasting(view: View) -> list[int]:
    return [card for card in view.cart if ITEMS[card].reusable]


def _names(cards: list[int]) -> str:
    return ", ".join(map(short, cards))


def _given(view: View, items: list[int], kind: str) -> tuple[str, str]:
    empty = [f.card for f in view.fighters if f.own and f.item < 0]
    given = handed_out(items, empty)
    named = ", ".join(f"{item(card)} for {short(who)}" for card, who in given)
    return f"Hand out {len(given)} {kind}{'s' * (len(given) != 1)}, brawl", named
