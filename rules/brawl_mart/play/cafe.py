"""The café: recruits and the shop (BM22, BM24)."""

from collections.abc import Sequence

from rules.brawl_mart.content.store import wage
from rules.brawl_mart.play.end import clear_table, end_if_nobody_is_left
from rules.brawl_mart.state import (
    KNOCKED_OUT,
    Bought,
    BrawlMartState,
    Buy,
    Cafe,
    Leave,
    Recruit,
    Recruited,
    Store,
)
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option


class CafePhase(Phase[BrawlMartState, Cafe]):
    """Recruit knocked-out enemies and buy items, in any order, until leaving."""

    def begin(self, r: Resolver[BrawlMartState], f: Cafe) -> None:
        """Ask while there is something to do."""
        if len(self.offer(r.s, f, 0)) > 1:
            r.ask(0, "cafe")
        else:
            self._leave(r)

    def offer(self, s: BrawlMartState, f: Cafe, seat: int) -> Sequence[Option]:
        """What the points can pay for."""
        options: list[Option] = [Leave()]
        if s.kp >= wage(s.at) and not s.variant.no_recruits:
            options += [Recruit(e.card) for e in s.fighters if e.state == KNOCKED_OUT]
        options += [Buy(item) for at, item in enumerate(s.shop) if item >= 0 and s.sp > at]
        return options

    def answer(self, r: Resolver[BrawlMartState], f: Cafe, seat: int, option: Option) -> None:
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
                end_if_nobody_is_left(r)
            case Buy(item=item):
                slot = s.shop.index(item)
                s.sp -= slot + 1
                s.shop[slot] = -1
                s.cart = sorted([*s.cart, item])
                r.tell(Bought(item, slot + 1))
            case _:
                self._leave(r)

    def _leave(self, r: Resolver[BrawlMartState]) -> None:
        clear_table(r)
        r.s.frames = [Store()]

    def default(self, s: BrawlMartState, f: Cafe, seat: int) -> Option:
        """Leave."""
        return Leave()

    def why_not(self, s: BrawlMartState, f: Cafe, seat: int, option: Option) -> Refused:
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
