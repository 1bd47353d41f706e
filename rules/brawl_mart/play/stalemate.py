"""When nothing can happen any more in a brawl (BM21).

Every attack can hit somebody, if the dice fall that way, so no dice need to be tried. No card and
no item makes every fall of an attacker's dice count for nothing: some fall comes to 1 or more.
Then the higher total hits, and a tie hits both. Where a tie hits nobody, another fall breaks it:
at most one side reads the other's result, and other dice of that side change its total alone;
should that side count for nothing whatever it rolls, there was no tie. A test tries all dice.
"""

from collections.abc import Iterable

from rules.brawl_mart.play.attack import attacks
from rules.brawl_mart.state import BrawlMartState, Fighter


def able_to_attack(s: BrawlMartState, brawlers: Iterable[Fighter]) -> bool:
    """Whether one of these stands and has an attack, which then could hit somebody."""
    return any(brawler.standing and next(attacks(s, brawler), None) for brawler in brawlers)
