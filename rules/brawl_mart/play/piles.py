"""Drawing enemies and items, and filling piles again (BM24, BM25)."""

from rules.brawl_mart.state import BrawlMartState, Restocked
from rules.engine.contract import Resolver
from rules.engine.piles import Pile


def draw_enemies(r: Resolver[BrawlMartState], count: int) -> list[int]:
    """Draw enemies; KNOCKED OUT ENEMIES are shuffled in when STANDING ENEMIES is empty."""
    s = r.s
    drawn: list[int] = []
    for _ in range(count):
        if not s.enemies.cards and s.knocked_out:
            s.enemies = Pile.of(sorted(s.knocked_out))
            s.enemies.shuffle(s, "enemies")
            s.knocked_out = []
        if not s.enemies.cards:
            break
        drawn.append(s.enemies.draw())
    r.seen()
    return drawn


def draw_item(r: Resolver[BrawlMartState]) -> int:
    """Draw an item, or -1 where both item piles are empty."""
    s = r.s
    if not s.items.cards and s.items_discard:
        s.items = Pile.of(sorted(s.items_discard))
        s.items.shuffle(s, "items")
        s.items_discard = []
    r.seen()
    return s.items.draw() if s.items.cards else -1


def restock(r: Resolver[BrawlMartState]) -> None:
    """Fill the empty shop slots; Hardcore never stocks the first (BM24, BM28)."""
    s = r.s
    before = list(s.shop)
    for slot in range(3):
        if s.shop[slot] < 0 and not (slot == 0 and s.variant.hardcore):
            s.shop[slot] = draw_item(r)
    if s.shop != before:
        r.tell(Restocked(tuple(s.shop)))


def shuffle_back(r: Resolver[BrawlMartState], cards: list[int]) -> None:
    """Standing enemies go back into STANDING ENEMIES."""
    s = r.s
    if cards:
        s.enemies = Pile.of(sorted([*s.enemies.cards, *cards]))
        s.enemies.shuffle(s, "enemies")
        r.seen()
