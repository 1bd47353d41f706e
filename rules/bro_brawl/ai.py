"""What computer players need beyond the rules: how a position looks, what a sensible bro does."""

from collections.abc import Sequence

from rules.bro_brawl.content.cards import LIFE, MONSTERS, SPECIALS, UPGRADE, WORTH
from rules.bro_brawl.play.choices import PayingPhase, enough, thrifty
from rules.bro_brawl.play.effects import damage_to, gun_points, price
from rules.bro_brawl.play.end import scores
from rules.bro_brawl.play.grunts import SupportPhase
from rules.bro_brawl.state import (
    Attack,
    Bro,
    BroBrawlState,
    Done,
    Give,
    GoOn,
    GruntHit,
    Heal,
    KillHeal,
    KnockSense,
    Pay,
    Paying,
    PlayGrunt,
    Purchase,
    PutBack,
    SacrificeHit,
    Scout,
    Show,
    Stop,
    Stun,
    Support,
    Turn,
    UsePack,
)
from rules.engine.state import Option

KEEP = 6  # options of a turn that are looked at
SUPPORT = SupportPhase()
PAYING = PayingPhase()
GUESSED = 0.95  # how often a playout takes the plain way


def worth(s: BroBrawlState, player: int) -> float:
    """Foes gone and bros on their feet, or a player's lead in points, from 0 to 1."""
    if s.outcome is not None and not s.competitive:
        return float(player in s.outcome.winners)
    if s.competitive:
        totals = scores(s)
        best = max(n for p, n in enumerate(totals) if p != player)
        return min(0.98, max(0.02, 0.5 + (totals[player] - best) / 24))
    left = sum(WORTH[c] for c in s.battle.cards if c in MONSTERS or c in SPECIALS)
    zone = sum(WORTH[f.card] - 0.5 * f.wounds for f in s.zone)
    done = 1 - (left + zone) / 64
    life = sum(b.life for b in s.bros) / (LIFE * len(s.bros))
    guns = sum(b.guns()[0] - 1 for b in s.bros if b.alive)
    return min(0.97, max(0.02, 0.08 + 0.5 * done + 0.5 * life - 0.012 * zone + 0.02 * guns))


def merit(s: BroBrawlState, seat: int, option: Option) -> float:
    """How good an option looks at a glance."""
    bro = s.bros[seat]
    match option:
        case Attack(foe=card, points=gun):
            return _attack(s, bro, card, gun)
        case Stun(foe=card):
            saved = _saved_by_stun(s, bro, card)
            return 2.2 * saved + (0.2 if card in SPECIALS else 0)
        case KnockSense(bro=other, points=gun):
            return 1.2 + 0.5 * gun + 0.05 * s.bros[other].life
        case Purchase(upgrade=card, use=use):
            return _purchase(s, bro, card, use)
        case UsePack(points=points):
            return 2.5 * min(points, LIFE - bro.life) / points + (1.5 if bro.life < 4 else 0)
        case Heal(bro=other):
            weak = s.bros[other].life
            return 0.6 + (1.0 if weak < 4 else 0.0) if weak < LIFE else -1.0
        case KillHeal(kill=card):
            missing = LIFE - bro.life
            return 1.5 if bro.life <= 3 and missing >= WORTH[card] else -0.5
        case SacrificeHit(points=points, foe=card):
            foe = s.foe(card)
            exact = points == WORTH[card] - foe.wounds
            return WORTH[card] - 0.5 if exact and bro.life > points + 5 else -2.0
        case Scout():
            return 0.3
        case _:
            return -0.5


def _attack(s: BroBrawlState, bro: Bro, card: int, gun: int) -> float:
    foe = s.foe(card)
    left = WORTH[card] - foe.wounds
    points = min(gun_points(bro, gun), left)
    return points + (1.0 + 0.8 * WORTH[card] if points == left else 0.3 * foe.wounds)


def _saved_by_stun(s: BroBrawlState, bro: Bro, card: int) -> int:
    foe = s.foe(card)
    now = damage_to(s, bro)
    foe.stunned = True
    then = damage_to(s, bro)
    foe.stunned = False
    return now - then


def _purchase(s: BroBrawlState, bro: Bro, card: int, use: bool) -> float:
    upgrade = UPGRADE[card]
    if upgrade.kind == "gun":
        better = upgrade.points - bro.guns()[0]
        return 1.5 * better + 0.02 * len(s.battle) if better > 0 else -1.0
    if upgrade.kind == "armor":
        return 1.0 + 0.05 * len(s.battle)
    missing = LIFE - bro.life
    return (3.0 if missing >= upgrade.points else -1.0) if use else 0.5


def shortlist(s: BroBrawlState, seat: int, options: Sequence[Option]) -> Sequence[Option]:
    """The options worth a look, best first."""
    first, frame = options[0], s.frames[-1]
    if isinstance(frame, Paying):
        return [PAYING.default(s, frame, seat)] if enough(s, frame) else _frugal(s, frame, seat)
    if isinstance(first, Stop | GoOn | PutBack | Show | Done | Give):
        return options
    if isinstance(first, GruntHit | PlayGrunt) or len(options) <= KEEP:
        return options
    return sorted(options, key=lambda option: -merit(s, seat, option))[:KEEP]


def _frugal(s: BroBrawlState, f: Paying, seat: int) -> list[Option]:
    """Payments without a kill too many, where that is still possible."""
    needed = thrifty(price(s, f.upgrade), f.paid, s.bros[seat].kills)
    return [Pay(card) for card in needed] or [PAYING.default(s, f, seat)]


def guess(s: BroBrawlState, seat: int, options: Sequence[Option], luck: float) -> Option:
    """Mostly the best at a glance, now and then anything."""
    if luck >= GUESSED:
        return options[int((luck - GUESSED) / (1 - GUESSED) * len(options))]
    frame = s.frames[-1]
    if isinstance(frame, Turn):
        return max(options, key=lambda option: merit(s, seat, option))
    if isinstance(frame, Paying):
        return PAYING.default(s, frame, seat)
    if isinstance(frame, Support):
        return SUPPORT.default(s, frame, seat)
    return options[0]
