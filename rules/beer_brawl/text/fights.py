"""Why a fight was won: to all what follows from who fell, to owners more, and all after the end."""

from rules.beer_brawl.content import NAMES, TEAMS
from rules.beer_brawl.state import Blows, Reckoned
from rules.beer_brawl.view import Tile, View

LATER = " The numbers and the blows stay secret until the game is over; then the log tells them."


def fought(view: View, attacker: int, defender: int, fallen: int) -> str:
    """Who attacked, who was knocked out, and all that others can tell of the reason (BB18, BB21)."""
    one, two = (f"{NAMES[p]} ({TEAMS[p & 1]})" for p in (attacker, defender))
    why = "with no less STRENGTH or no less MAGIC"
    first = sum(len(known.beat) for known in view.known) == 1
    if fallen == defender:
        said = f"{one} attacks {two} and knocks it out, {why}."
    else:
        said = f"{one} attacks {two}, who holds {why}: {NAMES[attacker]} is knocked out."
    return said + LATER * first


def reckoned(view: View, event: Reckoned) -> str:
    """To an owner their own side of a fight, and what it tells of whoever won it."""
    tiles = view.private.tiles if view.private else ()
    mine = next((tile for tile in tiles if tile.piece.adventurer == event.adventurer), None)
    if mine is None:
        return ""
    foe = NAMES[event.foe]
    how = "wore no armor" if not event.armor else f"had armor for {_hits(event.armor)}"
    took = "was not hit" if not event.hits else f"took {_hits(event.hits)}"
    said = f"Why: {mine.piece.name} (STRENGTH {mine.strength}, MAGIC {mine.magic}) {how} and {took}"
    if event.hits <= event.armor:
        return f"{said}; {foe} took more than it had armor for."
    return f"{said}. {_of_winner(foe, mine)}"


def _of_winner(foe: str, mine: Tile) -> str:
    lacks = [name for name, has in (("STRENGTH", mine.strength), ("MAGIC", mine.magic)) if not has]
    if lacks:
        return f"Anybody can hit who has no {' and no '.join(lacks)}, so it tells nothing of {foe}."
    return f"So {foe} has at least STRENGTH {mine.strength}, or at least MAGIC {mine.magic}."


def _hits(count: int) -> str:
    return "1 hit" if count == 1 else f"{count} hits"


def blow_by_blow(event: Blows) -> str:
    """All of a fight, with the numbers of both."""
    one, two = event.attacker, event.defender
    stats = dict(zip((one, two), event.stats, strict=True))
    armor = {p: worn for p, (_, _, worn) in stats.items()}
    told = [f"Blow by blow: {_stats(one, stats[one])} against {_stats(two, stats[two])}."]
    for strength, hit in event.blows:
        stat, name = (0, "STRENGTH") if strength else (1, "MAGIC")
        said = f"{NAMES[one]} uses {name}, {stats[one][stat]} to {stats[two][stat]}: "
        said += f"{NAMES[two]} counters, " * (hit == one)
        armor[hit] -= 1
        left = f"hit, {armor[hit]} armor left." if armor[hit] >= 0 else "knocked out."
        told.append(f"{said}{NAMES[hit]} is {left}")
        one, two = two, one
    return " ".join(told)


def _stats(p: int, stats: tuple[int, int, int]) -> str:
    strength, magic, armor = stats
    return f"{NAMES[p]} (STRENGTH {strength}, MAGIC {magic}, {armor or 'no'} armor)"
