"""What computer players go by: what a trip is worth, and what a sensible shopper would do."""

from collections.abc import Sequence

from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.store import STORE, TV, reachable
from rules.brawl_mart.play.end import ends_without
from rules.brawl_mart.state import (
    KNOCKED_OUT,
    Attack,
    Brawl,
    BrawlMartState,
    Buy,
    Equip,
    Fighter,
    Go,
    Leave,
    LineUp,
    Pass,
    Ready,
    Recruit,
    Use,
)
from rules.engine.state import Option

# what a brawler's attack comes to on average, roughly
POWER = (6.0, 3.0, 4.5, 5.0, 5.8, 5.0, 6.2, 4.8, 6.7, 5.0, 5.0, 5.0, 3.5, 4.0, 4.0, 4.5)
GUESSED = 0.98  # how often a playout takes the sensible way
KEEP = 4


def strength(f: Fighter) -> float:
    """How hard a brawler hits now."""
    item = ITEMS[f.item] if f.item >= 0 else None
    bonus = (item.points + (2.5 if item.sides else 0)) if item else 0
    return (0.0 if f.slipped else POWER[f.card]) + bonus + f.cheered


def worth(s: BrawlMartState) -> float:
    """How near the TV is to home, and how strong the team, from 0 to 1."""
    if s.outcome is not None:
        return 1.0 if s.outcome.winners else min(0.1, s.outcome.scores[0] / 800)
    own = [f for f in s.fighters if f.own]
    enemies = [f for f in s.fighters if not f.own]
    team = sum(POWER[c] for c in s.hand)
    team += sum((1.0, 0.7, 0.0)[f.state] * POWER[f.card] for f in own)
    team -= 0.6 * sum(POWER[f.card] for f in enemies if f.standing)
    strong = min(1.0, max(0.0, team / 26)) + 0.03 * len(s.cart) + 0.02 * min(4, s.kp + s.sp)
    if s.tv:
        return min(0.98, 0.8 + 0.15 * strong)
    if s.losses or TV not in reachable(s.at):
        return 0.02 + 0.04 * strong
    progress = 0.2 if s.at == TV else 0.04 * min(4, s.brawls)
    return min(0.79, 0.1 + progress + 0.4 * strong)


def merit(s: BrawlMartState, option: Option) -> float:
    """How good an option looks at a glance."""
    match option:
        case LineUp(brawler=card):
            return POWER[card] + 0.3 * BRAWLERS[card].resistance
        case Equip(item=item, brawler=card):
            return 1 + ITEMS[item].points + 0.1 * POWER[card]
        case Ready():
            return 0.5
        case Attack(target=card, choice=choice):
            return _attack(s, card, choice)
        case Use():
            return 1.0
        case Pass():
            return -1.0
        case Recruit(brawler=card):
            return -1.0 if ends_without(s, (card,)) else 3 + POWER[card]
        case Buy(item=item):
            return 2 + ITEMS[item].points
        case Leave():
            return 0.0
        case Go(department=at):
            return _go(s, at)
    return 0.0


def _attack(s: BrawlMartState, card: int, choice: int) -> float:
    frame, target = s.frames[-1], s.fighter(card)
    assert isinstance(frame, Brawl) and target is not None
    actor = s.side(True)[frame.slot]
    ability = BRAWLERS[actor.card].ability
    shy = -abs(choice - 2) if ability.pride else 0
    if target.state == KNOCKED_OUT:  # it earns an SP instead of a KP, and no way forward
        return (1.5 if s.variant.rampage else -2.0) + shy
    beaten = strength(actor) - strength(target)
    return beaten + 0.1 * POWER[card] + shy


def _go(s: BrawlMartState, at: int) -> float:
    wanted = s.losses == 0 and not s.tv
    toward = 10.0 if wanted and TV in reachable(at) else 0.0
    return toward - STORE[at].enemies - 0.5 * STORE[at].armed + 0.8 * STORE[at].slots


def shortlist(s: BrawlMartState, options: Sequence[Option]) -> Sequence[Option]:
    """The options worth a look, best first."""
    ranked = sorted(options, key=lambda option: -merit(s, option))
    return ranked[:KEEP]


def guess(s: BrawlMartState, options: Sequence[Option], luck: float) -> Option:
    """Mostly the best at a glance, now and then anything."""
    if luck >= GUESSED:
        return options[int((luck - GUESSED) / (1 - GUESSED) * len(options))]
    return max(options, key=lambda option: merit(s, option))
