"""Sacrifice: it works at once, and is undone if the bro dies in the same turn (BO18)."""

from rules.bro_brawl.content.cards import WORTH
from rules.bro_brawl.play.effects import heal, hurt, wound
from rules.bro_brawl.state import Acted, BroBrawlState, Foe, Turn, Undone
from rules.engine.contract import Resolver


def sacrifice_heal(r: Resolver[BroBrawlState], f: Turn, points: int, other: int) -> None:
    """Take damage to heal another bro by as much."""
    r.tell(Acted(f.seat, "sacrifice", bro=other, points=points))
    hurt(r, f.seat, points, "sacrifice")
    f.sacrifice, f.target = heal(r, other, points), -2 - other


def sacrifice_hit(r: Resolver[BroBrawlState], f: Turn, points: int, card: int) -> None:
    """Take damage to damage a foe by as much."""
    foe = r.s.foe(card)
    before = Foe(card, foe.wounds, foe.stunned, foe.diverted)
    hurt(r, f.seat, points, "sacrifice")
    wound(r, f.seat, foe, points, "sacrifice")
    f.sacrifice, f.target = points, card
    f.fallen = before if r.s.find_foe(card) is None else None


def undo_sacrifice(r: Resolver[BroBrawlState], f: Turn) -> None:
    """The bro who made it has died: take back what it did, as far as it is still there."""
    s, points, target, fallen = r.s, f.sacrifice, f.target, f.fallen
    f.sacrifice, f.target, f.fallen = 0, -1, None
    foe = s.find_foe(target)
    if target <= -2:
        healed = s.bros[-2 - target]
        lost = min(points, healed.life - 1)
        healed.life -= lost
        r.tell(Undone(f.seat, target, lost, healed.life))
    elif fallen is not None:
        s.bros[f.seat].kills.remove(target)
        s.zone.append(fallen)
        left = WORTH[target] - fallen.wounds
        r.tell(Undone(f.seat, target, points, left, back=True))
    elif foe is not None:
        foe.wounds -= points
        r.tell(Undone(f.seat, target, points, WORTH[target] - foe.wounds))
    # else: a Grunt has finished the foe off, and that stays
