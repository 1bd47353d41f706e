"""The final score, line by line (BM27)."""

import msgspec

from rules.brawl_mart.content.store import CHECKOUT
from rules.brawl_mart.state import BrawlMartState
from rules.engine.contract import Resolver


class Line(msgspec.Struct, frozen=True):
    """One line of the score."""

    points: int
    what: str


def score(s: BrawlMartState) -> list[Line]:
    """What the trip is worth, line by line; lines worth nothing are left out."""
    out = s.at == CHECKOUT
    best = max(s.kp, s.sp)
    lines = [
        Line(50 * (s.tv and out), "the TV brought home"),
        Line(15 * (not s.slain), "no slain enemies in the café"),
        Line(15 * (not s.enemies.cards and not s.knocked_out), "only slain enemies in the café"),
        Line(10 * out, "going out through CHECKOUT"),
        Line(5 * len(s.hand), f"{_many(len(s.hand), 'brawler')} in hand"),
        Line(5 * len(s.cart), f"{_many(len(s.cart), 'item')} in the cart"),
        Line(2 * best, f"{best} {'KP' if s.kp >= s.sp else 'SP'}"),
        Line(int(s.kp == 0), "no KP left"),
        Line(int(s.sp == 0), "no SP left"),
    ]
    return [line for line in lines if line.points]


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"


def finish(r: Resolver[BrawlMartState], reason: str) -> None:
    """End the trip; it is won when the TV comes home."""
    s = r.s
    total = sum(line.points for line in score(s))
    home = s.tv and s.at == CHECKOUT
    r.finish((0,) if home else (), "tv" if home else reason, (total,))
