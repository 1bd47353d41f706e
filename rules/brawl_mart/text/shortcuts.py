"""Several answers chosen as one, in words: everything that goes with them is named."""

from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.names import brawler, item
from rules.brawl_mart.content.store import STORE
from rules.brawl_mart.play.ways import best_first, handed_out
from rules.brawl_mart.state import (
    BestFirst,
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
    """A shortcut as the shopper reads it."""
    match option:
        case BestFirst():
            return _lined_up(best(view), "best first")
        case HandOrder():
            return _lined_up(list(view.hand)[: free(view)], "as in your hand")
        case HandOutAll():
            return _given(view, list(view.cart), "item")
        case HandOutLasting():
            lasting = [card for card in view.cart if ITEMS[card].reusable]
            return _given(view, lasting, "lasting item")
        case WalkOn(department=at):
            return f"Walk on to {STORE[at].name}"
    raise AssertionError(option)


def best(view: View) -> list[int]:
    """Who takes the free slots, the best first."""
    enemies = [(f.card, f.item) for f in view.fighters if not f.own]
    return best_first(view.at, view.rules, view.hand, enemies)[: free(view)]


def free(view: View) -> int:
    """How many slots are still to be filled."""
    return STORE[view.at].slots - sum(f.own for f in view.fighters)


def _lined_up(cards: list[int], order: str) -> str:
    """How many first: a button may have no room for all of them."""
    return f"Line up {len(cards)}, {order}: {', '.join(map(brawler, cards))}"


def _given(view: View, items: list[int], kind: str) -> str:
    empty = [f.card for f in view.fighters if f.own and f.item < 0]
    given = handed_out(items, empty)
    named = ", ".join(f"{item(card)} for {brawler(who)}" for card, who in given)
    return f"Hand out {len(given)} {kind}{'s' * (len(given) != 1)}: {named}"
