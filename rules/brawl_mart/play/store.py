"""The walk through the store, department by department (BM10, BM11)."""

from collections.abc import Sequence

from rules.brawl_mart.content.store import CHECKOUT, ENTRANCE, GARDEN, LEADS, STORE
from rules.brawl_mart.play.score import finish
from rules.brawl_mart.play.setup import set_up
from rules.brawl_mart.state import Brawl, BrawlMartState, Entered, Go, Store
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option


class StorePhase(Phase[BrawlMartState, Store]):
    """Set-up, then department by department along the arrows."""

    def set_up(self, r: Resolver[BrawlMartState], f: Store) -> None:
        """Lay everything out; the brawl at the ENTRANCE begins at once (BM2)."""
        set_up(r)
        r.s.frames = [Brawl()]

    def begin(self, r: Resolver[BrawlMartState], f: Store) -> None:
        """Ask where to go; there is always a way to CHECKOUT."""
        r.ask(0, "go")

    def offer(self, s: BrawlMartState, f: Store, seat: int) -> Sequence[Option]:
        """Along an arrow, never back (BM11)."""
        return [Go(department) for department in LEADS[s.at]]

    def default(self, s: BrawlMartState, f: Store, seat: int) -> Option:
        """The first way; the middle one at the ENTRANCE, as saved games count on it."""
        return Go(GARDEN if s.at == ENTRANCE else LEADS[s.at][0])

    def answer(self, r: Resolver[BrawlMartState], f: Store, seat: int, option: Option) -> None:
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

    def why_not(self, s: BrawlMartState, f: Store, seat: int, option: Option) -> Refused:
        """Where the arrows lead."""
        ways = " or ".join(STORE[d].name for d in LEADS[s.at])
        return Refused("BM11", f"From {STORE[s.at].name} the arrows lead only to {ways}.")
