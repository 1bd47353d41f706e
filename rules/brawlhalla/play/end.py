"""How a match ends (BH4, BH22)."""

from collections.abc import Sequence

from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import GaveUp, Limit
from rules.engine.contract import Resolver
from rules.engine.piles import Pile

ROUNDS = 50
QUIET = 40  # turns in a row without damage or KO
GONE = 3  # what an eliminated Legend counts as in damage: one beyond red


def sides(s: BrawlhallaState) -> list[list[int]]:
    """Who plays together: two teams, or everybody alone."""
    return [[0, 2], [1, 3]] if s.teams else [[seat] for seat in range(len(s.fighters))]


def eliminate(r: Resolver[BrawlhallaState], seat: int) -> None:
    """Legend, cards and carried sword leave the game (BH21); then victory is checked.

    The cards of whoever is beaten last stay where they are, to be looked at.
    """
    fighter = r.s.fighters[seat]
    fighter.out = True
    fighter.space, fighter.damage, fighter.sword = -1, 0, 0
    fighter.kos = fighter.bonus = 0
    left = [side for side in sides(r.s) if any(not r.s.fighters[one].out for one in side)]
    if len(left) == 1:
        _won(r, left[0], "standing")
    else:
        fighter.hand, fighter.deck, fighter.discards = Pile(), Pile(), []


def leave(r: Resolver[BrawlhallaState], seat: int) -> None:
    """A player has resigned: the Legend leaves, whatever it was in the middle of."""
    if not r.s.fighters[seat].out:
        r.tell(GaveUp(seat))
        r.withdraw()
        eliminate(r, seat)


def count_out(r: Resolver[BrawlhallaState], quiet: bool) -> None:
    """Most KO cards left, then least damage, else a draw (BH22)."""
    s = r.s
    r.tell(Limit(quiet))
    ranked = sorted(sides(s), key=lambda side: standing(s, side), reverse=True)
    tied = standing(s, ranked[0]) == standing(s, ranked[1])
    _won(r, [] if tied else ranked[0], "limit")


def standing(s: BrawlhallaState, side: Sequence[int]) -> tuple[int, int]:
    """What a side is counted by: KO cards, then damage, summed."""
    fighters = [s.fighters[seat] for seat in side]
    damage = sum(GONE if f.out else f.damage for f in fighters)
    return sum(f.kos for f in fighters), -damage


def _won(r: Resolver[BrawlhallaState], side: Sequence[int], reason: str) -> None:
    winners = [seat for seat in side if seat not in r.s.resigned]
    r.finish(winners, reason, [f.kos for f in r.s.fighters])
