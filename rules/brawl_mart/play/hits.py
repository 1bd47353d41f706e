"""What hits do: knocked out, slain, absorbed, returned (BM16, BM17)."""

from typing import Literal

from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.play.exchange import silent
from rules.brawl_mart.play.held import discard, holds
from rules.brawl_mart.state import KNOCKED_OUT, SLAIN, BrawlMartState, Fighter, Hit


def land(s: BrawlMartState, hits: list[tuple[Fighter, int]]) -> list[Hit]:
    """All hits of an exchange at once; of several on one brawler the largest counts (BM17)."""
    largest: dict[int, int] = {}
    victims: dict[int, Fighter] = {}
    for fighter, points in hits:
        largest[fighter.card] = max(points, largest.get(fighter.card, -1))
        victims[fighter.card] = fighter
    walls = {own: _wall(s, own) for own in (True, False)}  # who stood when the blows fell
    done: list[Hit] = []
    for card, points in largest.items():
        done.append(_hit(s, victims[card], points, walls[victims[card].own]))
    for wall in {
        hit.card: s.fighter(hit.card) for hit in done if hit.result == "absorbed"
    }.values():
        if wall is not None and wall.standing:  # else it was hit as badly itself
            result = _fall(s, wall)
            done += [Hit(wall.card, 0, result, wall.resistance)] if result == "got up" else []
    return done


def _wall(s: BrawlMartState, own: bool) -> Fighter | None:
    if silent(s):
        return None
    for fighter in s.fighters:
        if fighter.own == own and fighter.standing and BRAWLERS[fighter.card].ability.absorbs:
            return fighter
    return None


def _hit(s: BrawlMartState, victim: Fighter, points: int, wall: Fighter | None) -> Hit:
    resistance = victim.resistance
    if holds(victim) and ITEMS[victim.item].receipt:
        discard(s, victim)
        return Hit(victim.card, points, "returned", resistance)
    fatal = victim.state == KNOCKED_OUT or points > resistance
    if fatal and wall is not None and wall is not victim:
        return Hit(wall.card, points, "absorbed", resistance, saved=victim.card)
    if fatal:
        victim.state = SLAIN
        return Hit(victim.card, points, "slain", resistance)
    if BRAWLERS[victim.card].ability.welcomes and not victim.smiled and not silent(s):
        victim.smiled = True
        return Hit(victim.card, points, "shrugged off", resistance)
    return Hit(victim.card, points, _fall(s, victim), resistance)


def _fall(s: BrawlMartState, fighter: Fighter) -> Literal["knocked out", "got up"]:
    """A brawler is knocked out; an enemy's Smelling Salts wake it at once."""
    if not fighter.own and holds(fighter) and ITEMS[fighter.item].usage == "revive":
        discard(s, fighter)
        return "got up"
    fighter.state = KNOCKED_OUT
    return "knocked out"
