"""Cards of the decks laid open: a mark, a name, and what the card does."""

from PIL import Image

from images.bro_brawl import look
from images.kit.box import Box, at
from images.kit.marks import put_mark
from images.kit.pen import Pen, lifted, sprite
from images.kit.text import BODY, STRONG, write
from images.kit.theme import GOLD, INK, ORANGE, PAPER, QUIET, Colour, readable
from rules.bro_brawl.content.cards import (
    GRUNTS,
    MISHAP,
    MISHAPS,
    SPECIAL,
    SPECIALS,
    UPGRADE,
    UPGRADES,
    WORTH,
    name,
)
from rules.bro_brawl.content.names import foe

BAND = 50
EFFECTS = {
    "damage": "{points} damage to a foe",
    "fire": "{points} damage to the bro",
    "reinforcements": "the deck is shuffled anew",
    "divert": "a special’s ability goes off",
    "sacrifice": "a mishap is cured",
}
USES = {
    "gun": "attacks for {points}",
    "armor": "takes {points} off the damage",
    "health": "heals {points}",
}


def grunt_slip(grunt: int, width: int, height: int, glow: bool = False) -> Image.Image:
    """A grunt and what it does; with a shadow."""
    card = GRUNTS[grunt]
    mark, colour = look.GRUNTS[card.kind]
    says = EFFECTS[card.kind].format(points=card.points)
    return _slip(card.name, says, mark, colour, width, height, glow)


def battle_slip(card: int, width: int, height: int) -> Image.Image:
    """A battle card of any kind and what it does; with a shadow."""
    if card in MISHAPS:
        return _slip(name(card), MISHAP[card].says, "mishap", ORANGE, width, height, False)
    if card in UPGRADES:
        upgrade = UPGRADE[card]
        says = f"{USES[upgrade.kind].format(points=upgrade.points)}\ncosts {upgrade.points}"
        title = name(card)[:1].upper() + name(card)[1:]
        return _slip(title, says, look.gear_mark(card), QUIET, width, height, False)
    face = look.face_of(card)
    says = f"strength {WORTH[card]}"
    if card in SPECIALS:
        says += f"\n{SPECIAL[card].says}"
    return _slip(foe(card), says, face.mark, face.colour, width, height, False)


@sprite(keep=128)
def _slip(
    title: str, says: str, mark: str, colour: Colour, width: int, height: int, glow: bool
) -> Image.Image:
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, GOLD if glow else INK, 12)
    pen.block(4, 4, width - 4.25, height - 4.25, PAPER, 9)
    pen.block(4, 4, width - 4.25, BAND, colour, 9)
    pen.block(4, BAND - 12, width - 4.25, BAND, colour)
    put_mark(pen, mark, 28, 27, 36, readable(colour), colour)
    picture = pen.done()
    line = at(52, 4, width - 58, BAND - 4)
    write(picture, line, title, STRONG.sized(24, 17), readable(colour), "left", lines=2)
    body = Box(8, BAND + 2, width - 8, height - 6)
    write(picture, body, says, BODY.sized(22, 17), INK, lines=5)
    return lifted(picture)
