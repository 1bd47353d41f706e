"""Items in the hands of brawlers (BM4, BM17)."""

from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.state import BrawlMartState, Fighter, Stolen
from rules.engine.contract import Resolver


def holds(fighter: Fighter) -> bool:
    """Items of the fallen do nothing (BM17)."""
    return fighter.item >= 0 and fighter.standing


def discard(s: BrawlMartState, fighter: Fighter) -> None:
    """A used-up item goes to ITEMS DISCARD."""
    s.items_discard.append(fighter.item)
    fighter.item = -1


def use_up(s: BrawlMartState, fighter: Fighter) -> None:
    """Passive items that are discarded after use are gone once they have added something."""
    if holds(fighter):
        item = ITEMS[fighter.item]
        if item.bonus and not item.reusable:
            discard(s, fighter)


def steal(r: Resolver[BrawlMartState], thief: Fighter, victim: Fighter) -> None:
    """Take another's item and hold it; the hand itself is used up."""
    r.tell(Stolen(thief.card, victim.card, victim.item))
    swap(r.s, thief, victim)


def swap(s: BrawlMartState, thief: Fighter, victim: Fighter) -> None:
    """What a theft changes."""
    discard(s, thief)
    thief.item, victim.item = victim.item, -1
