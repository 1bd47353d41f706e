"""Competitive scoring (BO30)."""

from rules.bro_brawl.cards import WORTH
from rules.bro_brawl.state import Bro, Fight
from rules.engine.contract import Resolver


def bro_score(bro: Bro) -> int:
    """A bro's kills, halved and rounded up for the dead, and the cost of upgrades held."""
    kills = sum(WORTH[card] for card in bro.kills)
    kept = kills if bro.alive else (kills + 1) // 2
    return kept + sum(WORTH[card] for card in bro.gear)


def scores(s: Fight) -> list[int]:
    """Each player's score: a team's bros together."""
    totals = [0] * s.players
    for seat, bro in enumerate(s.bros):
        totals[s.seats[seat]] += bro_score(bro)
    return totals


def end_competitive(r: Resolver[Fight]) -> None:
    """Most points win; who resigned cannot, and a tie of all is a draw."""
    s = r.s
    totals = scores(s)
    playing = [p for p in range(s.players) if p not in s.resigned]
    best = max(totals[p] for p in playing)
    winners = [p for p in playing if totals[p] == best]
    r.finish(() if len(winners) == s.players else winners, "scored", totals)
