"""Why a fight was won: to all what follows from who fell, to owners more, and all after the end."""

from rules.beer_brawl.content import NAMES, TEAMS
from rules.beer_brawl.state import Beaten, Blows, Victor
from rules.beer_brawl.view import Tile, View

LATER = " The rest comes to light after the end."


def fought(view: View, attacker: int, defender: int, fallen: int) -> str:
    """Who attacked, who was knocked out, and all that others can tell of the reason (BB18, BB21)."""
    one, two = (f"{NAMES[p]} ({TEAMS[p & 1]})" for p in (attacker, defender))
    won = NAMES[attacker if fallen == defender else defender]
    why = f"{won} has at least as much STRENGTH or MAGIC."
    first = sum(len(known.beat) for known in view.known) == 1 and view.outcome is None
    if fallen == defender:
        said = f"{one} attacks {two} and knocks it out: {why}"
    else:
        said = f"{one} attacks {two}, who holds: {NAMES[attacker]} is knocked out. {why}"
    return said + LATER * first


def won(view: View, event: Victor) -> str:
    """To an owner how their own came out of a fight that it won."""
    mine, left = _own(view, event.adventurer), f"{event.armor or 'no'} armor left"
    if mine is not None and not mine.slots:
        left = "no armor to lose"
    if mine is None or event.foe < 0:
        return f"{NAMES[event.adventurer]} stands, with {left}."
    hits = event.hits
    took = "not hit" if not hits else "hit once" if hits == 1 else f"hit {hits} times"
    return f"{_powers(mine)} beat {NAMES[event.foe]}: {took}, {left}."


def lost(view: View, event: Beaten) -> str:
    """To an owner how their own was knocked out, and what that tells of whoever did it."""
    mine, foe, hits = _own(view, event.adventurer), NAMES[event.foe], event.armor + 1
    if mine is None:
        return ""
    took = "1 hit" if hits == 1 else f"{hits} hits"
    said = f"{_powers(mine)} had {event.armor or 'no'} armor and took {took} from {foe}"
    lacks = [name for name, has in (("STRENGTH", mine.strength), ("MAGIC", mine.magic)) if not has]
    if lacks:
        return f"{said}: who has no {' and no '.join(lacks)} can be hit by anybody."
    return f"{said}, who has STRENGTH {mine.strength}+ or MAGIC {mine.magic}+."


def _own(view: View, p: int) -> Tile | None:
    tiles = view.private.tiles if view.private else ()
    return next((tile for tile in tiles if tile.piece.adventurer == p), None)


def _powers(tile: Tile) -> str:
    return f"{tile.piece.name} (STRENGTH {tile.strength}, MAGIC {tile.magic})"


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
