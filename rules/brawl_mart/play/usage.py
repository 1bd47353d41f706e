"""Items that are used on a turn instead of an attack (BM4, BM13)."""

from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.play.attack import targets
from rules.brawl_mart.play.held import discard, holds, steal
from rules.brawl_mart.play.hits import land
from rules.brawl_mart.state import (
    KNOCKED_OUT,
    SLAIN,
    STANDING,
    BrawlMartState,
    Fighter,
    Hit,
    Use,
    Used,
)
from rules.engine.contract import Resolver
from rules.engine.errors import Refused


def uses(s: BrawlMartState, actor: Fighter) -> list[Use]:
    """What the held item can be used on."""
    if not holds(actor):
        return []
    match ITEMS[actor.item].usage:
        case "steal":
            found = [f for f in s.fighters if f is not actor and f.item >= 0 and f.state != SLAIN]
        case "slip":
            found = [f for f in s.fighters if not f.own and f.standing and not f.slipped]
        case "revive":
            found = [f for f in s.fighters if f.own and f.state == KNOCKED_OUT]
        case "cheer":
            found = [f for f in s.fighters if f.own and f.standing and f is not actor]
            found = [f for f in found if not f.cheered]
        case "blast":
            found = targets(s, actor)
        case _:
            found = []
    return [Use(f.card) for f in found]


def use(r: Resolver[BrawlMartState], actor: Fighter, card: int) -> None:
    """Use the held item; that provokes no counter."""
    s = r.s
    item = actor.item
    target = s.fighter(card)
    assert target is not None
    match ITEMS[item].usage:
        case "steal":
            steal(r, actor, target)
            return
        case "slip":
            target.slipped = True
        case "revive":
            target.state = STANDING
        case "cheer":
            target.cheered = 2
        case "blast":
            blast(r, actor, target)
            return
    r.tell(Used(actor.card, item, card))
    if not ITEMS[item].reusable:
        discard(s, actor)


def blast(r: Resolver[BrawlMartState], actor: Fighter, target: Fighter) -> None:
    """A hit of 1D6 that nobody can counter."""
    s = r.s
    item = actor.item
    die = r.die("dice")
    discard(s, actor)
    hits: list[Hit] = land(s, [(target, die)])
    used = Used(actor.card, item, target.card, (die,), tuple(hits))
    s.last = [used]
    r.tell(used)


def no_use(actor: Fighter) -> Refused:
    """Why a brawler cannot use an item like that."""
    name = BRAWLERS[actor.card].name
    if actor.item < 0:
        return Refused("BM13", f"{name} holds no item.")
    item = ITEMS[actor.item]
    if not item.usage:
        return Refused("BM4", f"The {item.name} works by itself: {item.says}")
    return Refused("BM4", f"{item.name}: {item.says}")
