"""After a brawl: points, recruits, piles, the shop (BM22–BM26)."""

from collections.abc import Sequence
from typing import Literal

from rules.brawl_mart.piles import restock, shuffle_back
from rules.brawl_mart.score import finish
from rules.brawl_mart.state import (
    KNOCKED_OUT,
    SLAIN,
    Bought,
    BrawlEnded,
    Buy,
    Cafe,
    GotTv,
    Leave,
    Recruit,
    Recruited,
    Respawned,
    Store,
    Trip,
)
from rules.brawl_mart.store import RESTROOM, STORE, wage
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

# -- how a brawl ends


def win(r: Resolver[Trip], result: Literal["won", "stalemate"]) -> None:
    """A win, or a stalemate: points, and on to the café (BM21, BM22)."""
    s = r.s
    enemies = s.side(False)
    kp = sum(e.state == KNOCKED_OUT for e in enemies)
    sp = sum(e.state == SLAIN for e in enemies)
    sale = int(STORE[s.at].rule == "sale" and result == "won")
    s.kp += kp
    s.sp += sp + sale
    r.tell(BrawlEnded(result, kp, sp + sale, sale))
    if STORE[s.at].tv and result == "won" and s.losses == 0:
        s.tv = True
        r.tell(GotTv())
    if s.variant.rampage and kp:
        clear_table(r)
        finish(r, "rampage")
        return
    bring_home(r)
    restock(r)
    s.frames = [Cafe()]


def lose(r: Resolver[Trip]) -> None:
    """A loss: nothing gained, back to THE RESTROOM; a second one ends the game (BM26)."""
    s = r.s
    r.tell(BrawlEnded("lost", 0, 0))
    s.losses += 1
    spoilt = s.variant.rampage and any(e.state == KNOCKED_OUT for e in s.side(False))
    clear_table(r)
    if spoilt:
        finish(r, "rampage")
    elif s.losses > 1 or s.variant.hardcore:
        finish(r, "lost")
    else:
        s.at = RESTROOM
        r.tell(Respawned())
        restock(r)
        s.frames = [Store()]


def bring_home(r: Resolver[Trip]) -> None:
    """Own brawlers heal into the hand or stay slain; items return or are discarded (BM23)."""
    s = r.s
    for own in s.side(True):
        (s.fallen if own.state == SLAIN else s.hand).append(own.card)
        if own.item >= 0:
            s.cart.append(own.item)
    for enemy in s.side(False):
        if enemy.item >= 0:
            s.items_discard.append(enemy.item)
            enemy.item = -1
    s.hand.sort()
    s.cart.sort()
    s.fighters = s.side(False)


def clear_table(r: Resolver[Trip]) -> None:
    """Every card of the table goes to its pile (BM23, BM27)."""
    s = r.s
    bring_home(r)
    s.knocked_out += [e.card for e in s.fighters if e.state == KNOCKED_OUT]
    s.slain += [e.card for e in s.fighters if e.state == SLAIN]
    shuffle_back(r, [e.card for e in s.fighters if e.standing])
    s.fighters = []


# -- the café


class CafePhase(Phase[Trip, Cafe]):
    """Recruit knocked-out enemies and buy items, in any order, until leaving."""

    def begin(self, r: Resolver[Trip], f: Cafe) -> None:
        """Ask while there is something to do."""
        if len(self.offer(r.s, f, 0)) > 1:
            r.ask(0, "cafe")
        else:
            self._leave(r)

    def offer(self, s: Trip, f: Cafe, seat: int) -> Sequence[Option]:
        """What the points can pay for."""
        options: list[Option] = [Leave()]
        if s.kp >= wage(s.at) and not s.variant.no_recruits:
            options += [Recruit(e.card) for e in s.fighters if e.state == KNOCKED_OUT]
        options += [Buy(item) for at, item in enumerate(s.shop) if item >= 0 and s.sp > at]
        return options

    def answer(self, r: Resolver[Trip], f: Cafe, seat: int, option: Option) -> None:
        """Pay and take."""
        s = r.s
        if s.variant.daily:
            r.seen()
        match option:
            case Recruit(brawler=card):
                s.kp -= wage(s.at)
                s.fighters = [e for e in s.fighters if e.card != card]
                s.hand = sorted([*s.hand, card])
                r.tell(Recruited(card))
            case Buy(item=item):
                slot = s.shop.index(item)
                s.sp -= slot + 1
                s.shop[slot] = -1
                s.cart = sorted([*s.cart, item])
                r.tell(Bought(item, slot + 1))
            case _:
                self._leave(r)

    def _leave(self, r: Resolver[Trip]) -> None:
        clear_table(r)
        r.s.frames = [Store()]

    def default(self, s: Trip, f: Cafe, seat: int) -> Option:
        """Leave."""
        return Leave()

    def why_not(self, s: Trip, f: Cafe, seat: int, option: Option) -> Refused:
        """The rule in the way."""
        if isinstance(option, Recruit):
            if s.variant.no_recruits:
                return Refused("BM28", "No Recruits: nobody changes sides.")
            fallen = [e.card for e in s.fighters if e.state == KNOCKED_OUT]
            if option.brawler not in fallen:
                return Refused("BM22", "Recruit an enemy who was knocked out in this brawl.")
            return Refused("BM22", f"A recruit costs {wage(s.at)} KP here, and you have {s.kp}.")
        if isinstance(option, Buy):
            if option.item < 0 or option.item not in s.shop:
                return Refused("BM24", "Buy an item that lies in a slot of the shop.")
            price = s.shop.index(option.item) + 1
            return Refused("BM24", f"That costs {price} SP, and you have {s.sp}.")
        return Refused("BM22", "In the café you recruit, buy or leave.")
