"""What a position is worth."""

from math import exp

from rules.brawlhalla.content.arena import COLUMNS, ROWS
from rules.brawlhalla.play.end import sides
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.fighter import UNARMED, Fighter

LIFE = 1.0
HURT = (0.0, -0.2, -0.5)
STEEL = (0.0, 0.22, 0.05)  # unarmed, armed, disarmed
CARD = 0.07
BONUS = 0.1
SHARPNESS = 1.7
CENTRE = [
    min(c, COLUMNS - 1 - c, r, ROWS - 1 - r) for r in range(ROWS) for c in range(COLUMNS)
]  # spaces to the KO line, less one


def strength(s: BrawlhallaState, fighter: Fighter) -> float:
    """A Legend by itself."""
    if fighter.out:
        return 0.0
    life = LIFE * max(1, fighter.kos)
    cards = len(fighter.hand.cards)
    value = life + HURT[fighter.damage] + STEEL[fighter.sword] + CARD * min(cards, 7)
    value += BONUS * fighter.bonus
    if len(fighter.deck.cards) < 4:
        value -= 0.04 * (4 - len(fighter.deck.cards))
    if fighter.space >= 0:
        value += 0.03 * (1 + fighter.damage) * (CENTRE[fighter.space] - 1)
        if fighter.sword == UNARMED and s.swords:
            paces = s.ground.paces[fighter.space]
            value -= 0.02 * min(paces[sword] for sword in s.swords)
    return value


def worth(s: BrawlhallaState, player: int) -> float:
    """The share of a side in the strength of all, sharpened; a draw is half a win."""
    if s.outcome is not None:
        if s.outcome.winners:
            return float(player in s.outcome.winners)
        return 0.5
    if not s.turns:
        return 1 / len(sides(s))  # Legends are still being chosen
    own, total = 0.0, 0.0
    for side in sides(s):
        living = sum(strength(s, s.fighters[seat]) for seat in side)
        weight = exp(SHARPNESS * living) if living > 0 else 0.0
        total += weight
        if player in side:
            own = weight
    return own / total if total else 0.5
