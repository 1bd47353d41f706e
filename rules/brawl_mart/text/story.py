"""What a trip is about, what threatens, what the dice may do, and what was hidden until its end."""

from collections.abc import Iterator

from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.names import brawler, item
from rules.brawl_mart.content.store import CHECKOUT
from rules.brawl_mart.play.odds import Odds, attack_odds, blast_odds
from rules.brawl_mart.state import (
    KNOCKED_OUT,
    STANDING,
    Attack,
    BrawlMartState,
    Fighter,
    MartVariant,
    Use,
)
from rules.brawl_mart.view import View
from rules.engine.state import Option
from rules.engine.text import percent

FIGHTING = ("line_up", "equip", "act")
NEXT = 4  # cards of a pile that are told at the end


def goal(view: View) -> str:
    """What the shopper is after, and what the challenges ask for."""
    more = "".join(f" {OATHS[name]}" for name in view.challenges if name in OATHS)
    return (
        "Brawl your way through the store, win the flatscreen in ELECTRONICS and carry it out "
        f"through CHECKOUT.{more}"
    )


OATHS = {
    "hardcore": "Hardcore: the first lost brawl ends the trip.",
    "pacifist": "Pacifist: slay nobody.",
    "rampage": "Rampage: slay everybody; one who is only knocked out ends the trip.",
}


# -- what threatens


def warnings(view: View) -> list[str]:
    """What a loss would mean, and who stands between you and it."""
    if view.phase in FIGHTING:
        return [*_loss(view), *_oaths(view)]
    if view.phase == "store" and not view.hand:
        return ["You have no brawlers left: any brawl is lost as soon as you walk into it."]
    return []


def _loss(view: View) -> Iterator[str]:
    final = view.losses > 0 or "hardcore" in view.challenges
    standing = [f.card for f in view.fighters if f.own and f.state == STANDING]
    alone = view.phase == "act" and len(standing) == 1
    if final:
        yield "Your last chance: if you lose this brawl, the trip is over."
    if alone:
        tv = "" if view.tv else " and the TV is out of reach for good"
        end = "" if final else f": without them the brawl is lost{tv}"
        yield f"{brawler(standing[0])} is the last of yours who stands{end}."


def _oaths(view: View) -> Iterator[str]:
    down = [brawler(f.card) for f in view.fighters if not f.own and f.state == KNOCKED_OUT]
    if "rampage" in view.challenges and down:
        yield f"Rampage: slay {' and '.join(down)} before the brawl is over, or the trip ends."
    if "pacifist" in view.challenges and down:
        yield f"Pacifist: another hit on {' or '.join(down)} slays, and the trip ends."


# -- what the dice may do


def chance(view: View, option: Option) -> str:
    """How likely an attack hits, slays, and is paid back."""
    match option:
        case Attack(target=target, choice=choice) if view.acting >= 0:
            return _said(attack_odds(_table(view), view.acting, target, choice))
        case Use(target=target) if view.acting >= 0 and _blasts(view):
            return _said(blast_odds(_table(view), view.acting, target))
    return ""


def _table(view: View) -> BrawlMartState:
    fighters = [
        Fighter(f.card, f.own, f.item, f.state, f.slipped, f.cheered) for f in view.fighters
    ]
    return BrawlMartState(
        variant=MartVariant(), seats=[0], seed=b"", frames=[], at=view.at, rules=view.rules,
        fighters=fighters,
    )  # fmt: skip


def _blasts(view: View) -> bool:
    held = next((f.item for f in view.fighters if f.card == view.acting), -1)
    return held >= 0 and ITEMS[held].usage == "blast"


def _said(odds: Odds) -> str:
    slays = f" ({percent(odds.slays)} to slay)" if odds.slays else ""
    loses = f" ({percent(odds.loses)} to lose a brawler)" if odds.loses else ""
    back = f", {percent(odds.is_hit)} to be hit{loses}" if odds.is_hit else ""
    return f"{percent(odds.hit)} to hit{slays}{back}"


# -- when all is over


def revealed(view: View) -> list[str]:
    """Who and what lay in the piles, and the points that were missed."""
    return [*_piles(view), *_missed(view)]


def _piles(view: View) -> Iterator[str]:
    if view.pile:
        names = ", then ".join(map(brawler, view.pile[:NEXT]))
        more = len(view.pile) - NEXT
        rest = f", and {more} more" if more > 0 else ""
        yield f"Next against you would have stood {names}{rest}."
    if view.pile_items:
        names = ", then ".join(map(item, view.pile_items[:NEXT]))
        yield f"The next items would have been {names}."


def _missed(view: View) -> Iterator[str]:
    missed = []
    if view.at != CHECKOUT:
        missed.append("10 for going out through CHECKOUT")
    if not view.tv or view.at != CHECKOUT:
        missed.append("50 for bringing the TV home")
    if view.slain and (view.enemies or view.knocked_out):
        missed.append("15 for slaying nobody, or everybody")
    fallen = len(view.fallen)
    if fallen:
        lost = f"{fallen} brawler{'s' * (fallen > 1)}"
        missed.append(f"{5 * fallen} for {lost} of yours who did not come back")
    if missed:
        yield f"Points missed: {', '.join(missed)}."
