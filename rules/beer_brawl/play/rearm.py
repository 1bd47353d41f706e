"""Phase 2, re-armament: two friends hand armor to each other, unseen (BB23 to BB25)."""

from collections.abc import Sequence

from rules.beer_brawl.content import ARMOR, NAMES, NEAR, TRANSFERS
from rules.beer_brawl.play.board import is_own
from rules.beer_brawl.state import (
    WORN,
    BeerBrawlState,
    Done,
    Give,
    Rearm,
    Rearmed,
    Rearming,
    Take,
    Transferred,
    Turn,
)
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

REARM = tuple(Rearm(p) for p in range(len(NAMES)))
GIVE, TAKE, DONE = Give(), Take(), Done()


def attach(r: Resolver[BeerBrawlState], f: Turn, friend: int) -> None:
    """Two friends re-arm: all see that they do, and nothing of what comes of it (BB25)."""
    s, mover = r.s, f.mover
    if s.wear[mover] != s.wear[friend]:  # two whole or two bare ones have nothing to exchange
        s.wear[mover] = s.wear[friend] = WORN
    f.rearmed.append(friend)
    f.step = "parted"
    r.tell(Rearmed(mover, friend))
    r.push(Rearming(seat=f.seat, mover=mover, friend=friend))


class RearmingPhase(Phase[BeerBrawlState, Rearming]):
    """A private run of gives and takes; nothing of it shows."""

    def begin(self, r: Resolver[BeerBrawlState], f: Rearming) -> None:
        """Ask for the first try."""
        r.ask(f.seat, "turn")

    def offer(self, s: BeerBrawlState, f: Rearming, seat: int) -> Sequence[Option]:
        """Trying is always possible, up to the limit."""
        return (GIVE, TAKE, DONE) if f.tries < TRANSFERS else (DONE,)

    def answer(self, r: Resolver[BeerBrawlState], f: Rearming, seat: int, option: Option) -> None:
        """Try to hand one piece over, or part."""
        if isinstance(option, Done):
            r.pop()
            return
        giver, taker = (f.mover, f.friend) if isinstance(option, Give) else (f.friend, f.mover)
        f.tries += 1
        r.tell(Transferred(giver, taker, hand_over(r.s, giver, taker)), seat)
        r.ask(seat, "turn")

    def default(self, s: BeerBrawlState, f: Rearming, seat: int) -> Option:
        """Part."""
        return DONE

    def why_not(self, s: BeerBrawlState, f: Rearming, seat: int, option: Option) -> Refused:
        """Why that is not possible while two friends are attached."""
        return _why_not_while_attached(option)


def can_hand_over(s: BeerBrawlState, giver: int, taker: int) -> bool:
    """Whether there is a piece of armor to give and a slot to put it in (BB24)."""
    return s.armor[giver] > 0 and s.armor[taker] < ARMOR[s.tiles[taker]]


def hand_over(s: BeerBrawlState, giver: int, taker: int) -> bool:
    """One piece of armor goes over if it can."""
    if not can_hand_over(s, giver, taker):
        return False
    s.armor[giver] -= 1
    s.armor[taker] += 1
    return True


# -- why not


def why_not_rearm(s: BeerBrawlState, f: Turn, seat: int, p: int) -> Refused:
    """Why there is nobody to re-arm with there."""
    if p not in range(len(s.at)):
        return Refused("BB13", "There is no such adventurer.")
    if not is_own(s, seat, p):
        return Refused("BB13", f"{NAMES[p]} is an enemy: enemies fight.")
    if p == f.mover:
        return Refused("BB13", "A re-armament takes two.")
    if s.at[p] < 0:
        return Refused("BB26", f"{NAMES[p]} is not on the board.")
    if p in f.rearmed:
        return Refused("BB14", f"{NAMES[p]} has re-armed this turn already.")
    if s.at[p] not in NEAR[s.at[f.mover]]:
        return Refused("BB13", f"{NAMES[p]} is not next to {NAMES[f.mover]}.")
    return Refused("BB15", f"{NAMES[f.mover]} is back where it started and must fight or move on.")


def _why_not_while_attached(option: Option) -> Refused:
    if isinstance(option, Give | Take):
        return Refused("BB23", "Twelve times to and fro is enough: the two part.")
    return Refused("BB23", "Two friends are re-arming: give, take, or be done.")
