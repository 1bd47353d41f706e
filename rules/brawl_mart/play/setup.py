"""Set-up (BM1, BM2, BM28)."""

from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.store import ENTRANCE
from rules.brawl_mart.play.piles import restock
from rules.brawl_mart.state import BrawlMartState, MartVariant
from rules.engine.contract import Resolver
from rules.engine.piles import Pile


def hand_size(variant: MartVariant) -> int:
    """Three brawlers; two for Hardcore, one more without recruits."""
    return 3 - variant.hardcore + variant.no_recruits


def set_up(r: Resolver[BrawlMartState]) -> None:
    """Deal brawlers, stock the shop, and step into the ENTRANCE."""
    s = r.s
    s.enemies = Pile.of(range(len(BRAWLERS)))
    s.enemies.shuffle(s, "enemies")
    s.items = Pile.of(range(len(ITEMS)))
    s.items.shuffle(s, "items")
    s.hand = sorted(s.enemies.draw() for _ in range(hand_size(s.variant)))
    restock(r)
    s.at = ENTRANCE
