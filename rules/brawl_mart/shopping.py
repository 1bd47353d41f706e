"""Set-up and the walk through the store (BM1, BM2, BM10, BM11, BM28)."""

from collections.abc import Sequence

from rules.brawl_mart.brawlers import BRAWLERS
from rules.brawl_mart.items import ITEMS
from rules.brawl_mart.piles import restock
from rules.brawl_mart.score import finish
from rules.brawl_mart.state import Brawl, Entered, Go, MartVariant, Store, Trip
from rules.brawl_mart.store import CHECKOUT, ENTRANCE, LEADS, STORE
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.piles import Pile
from rules.engine.state import Option


def hand_size(variant: MartVariant) -> int:
    """Three brawlers; two for Hardcore, one more without recruits."""
    return 3 - variant.hardcore + variant.no_recruits


class StorePhase(Phase[Trip, Store]):
    """Set-up, then department by department along the arrows."""

    def set_up(self, r: Resolver[Trip], f: Store) -> None:
        """Deal brawlers, stock the shop, and brawl at the ENTRANCE at once."""
        s = r.s
        s.enemies = Pile.of(range(len(BRAWLERS)))
        s.enemies.shuffle(s, "enemies")
        s.items = Pile.of(range(len(ITEMS)))
        s.items.shuffle(s, "items")
        s.hand = sorted(s.enemies.draw() for _ in range(hand_size(s.variant)))
        restock(r)
        s.at = ENTRANCE
        s.frames = [Brawl()]

    def begin(self, r: Resolver[Trip], f: Store) -> None:
        """Ask where to go; there is always a way to CHECKOUT."""
        r.ask(0, "go")

    def offer(self, s: Trip, f: Store, seat: int) -> Sequence[Option]:
        """Along an arrow, never back (BM11)."""
        return [Go(department) for department in LEADS[s.at]]

    def answer(self, r: Resolver[Trip], f: Store, seat: int, option: Option) -> None:
        """Walk; CHECKOUT ends the game, anywhere else there is a brawl."""
        assert isinstance(option, Go)
        s = r.s
        s.at = option.department
        if s.variant.daily:
            r.seen()
        if s.at == CHECKOUT:
            r.tell(Entered(s.at))
            finish(r, "out")
        else:
            s.frames = [Brawl()]

    def why_not(self, s: Trip, f: Store, seat: int, option: Option) -> Refused:
        """Where the arrows lead."""
        ways = " or ".join(STORE[d].name for d in LEADS[s.at])
        return Refused("BM11", f"From {STORE[s.at].name} the arrows lead only to {ways}.")
