"""Brawl Mart's rules in words, by topic."""

from rules.brawl_mart.content.brawlers import BEATS, BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.ranks import RANKS
from rules.brawl_mart.content.store import RULES, STORE


def about_department(at: int) -> str:
    """A department with all that the map says."""
    ways = " or ".join(STORE[at].leads)
    return f"{ahead(at)}{f'; on to {ways}' if ways else ''}"


def ahead(at: int, *, tv: bool = True) -> str:
    """A department as whoever comes to it needs to know it: the TV only if it can be won."""
    d = STORE[at]
    if not d.enemies:
        return f"**{d.name}**: no brawl"
    rule = f"; {RULES[d.rule].rstrip('.')}" if d.rule else ""
    prize = "; the TV" if d.tv and tv else ""
    enemies = "1 enemy" if d.enemies == 1 else f"{d.enemies} enemies"
    held = f" ({d.armed} with an item)" if d.armed else ""
    return f"**{d.name}**: {enemies}{held}, {d.slots} slots{prize}{rule}"


def about_brawler(card: int) -> str:
    """A brawler with all that the card says."""
    b = BRAWLERS[card]
    enemy = f" As an enemy: {b.enemy}" if b.enemy else ""
    return (
        f"**{b.name}**{' (house)' * b.house}: {b.formula} {b.kind}, resistance {b.resistance}, "
        f"{b.type}. {b.says}{enemy}"
    )


def about_item(card: int) -> str:
    """An item with all that the card says."""
    i = ITEMS[card]
    lasts = "Reusable." if i.reusable else "Used up."
    return f"**{i.name}**{' (house)' * i.house}: {i.says} {lasts} Enemies: {i.enemy}"


TOPICS: dict[str, str] = {
    "overview": (
        "You are alone in the sale of the year. Walk from the ENTRANCE to CHECKOUT, brawl in "
        "every department on the way, and bring the flatscreen home. Lose once and you wake up "
        "in THE RESTROOM without a claim to the TV; lose twice and you are out."
    ),
    "store": (
        "Arrows are one-way. Each department is a brawl. The map is house content. "
        + " ".join(about_department(at) + "." for at in range(len(STORE)))
    ),
    "brawl": (
        "Line up brawlers from your hand, hand out at most one item each, then your standing "
        "brawlers act in slot order: attack, use the held item, or pass. Enemies only counter. "
        "Both roll; the higher total hits. At most the target's resistance knocks out, more "
        "slays; a hit on the knocked-out slays, and they neither counter nor use what they hold. "
        "A tie knocks both out; 0 hits nothing. Using an item provokes no counter. The brawl "
        "ends when one side has nobody standing; both at once is your win. A round without an "
        "attack forces one that can hit, or ends in a stalemate if there is none."
    ),
    "rolls": (
        "1D6 is one die of six sides, 2D4 two of four. First the dice, each with +1 for a type "
        "advantage; then what the card calculates; then "
        "items. Halves are rounded up. If two abilities need each other's result, your "
        "opponent's is replaced by a plain D6. A percentage beside an attack is how often it comes to "
        "that; a tie that hits both counts for both. Types (only the first arrow is the rulebook's): "
        + ", ".join(f"{a} beats {b}" for a, b in BEATS.items())
        + "."
    ),
    "café": (
        "After a win: a Knockout Point (KP) for each knocked-out enemy, a Slay Point (SP) for each "
        "slain one. Recruit "
        "knocked-out enemies of this brawl for 2 KP each (1 where the store is hiring); buy the items of the three slots for "
        "1, 2 and 3 SP. Your knocked-out brawlers heal, your slain ones are gone; what they held "
        "comes back to the cart, what enemies held is discarded. A lost brawl brings neither "
        "points nor café; a TV that you have already is kept. The trip ends at once when nobody is "
        "left to fight, neither standing nor knocked out."
    ),
    "brawlers": " ".join(map(about_brawler, range(len(BRAWLERS)))),
    "items": " ".join(map(about_item, range(len(ITEMS)))),
    "score": (
        "50 for the TV through CHECKOUT, 15 for no slain enemies, 15 for only slain ones, 10 for "
        "CHECKOUT, 5 for each brawler in hand and each item in the cart, 2 for each KP or SP, "
        "whichever you have more of, 1 for 0 KP, 1 for 0 SP. Ranks (house content): "
        + ", ".join(f"{name} from {least}" for least, name in RANKS)
        + "."
    ),
    "challenges": (
        "**Hardcore**: two brawlers, no 1-SP slot, the first loss ends the game. **Pacifist**: "
        "slaying an enemy ends it. **Rampage**: a brawl that ends with an enemy merely knocked "
        "out ends it. **No Items**: only enemies use items. **No Recruits**: four brawlers (three "
        "with Hardcore), nobody changes sides. Combine them as you like, but not Pacifist with "
        "Rampage. **Daily**: the same store for everybody in the server, without undo."
    ),
}
