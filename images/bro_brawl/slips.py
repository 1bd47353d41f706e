"""Cards of the decks laid open: a mark, a name, and what the card does."""

from PIL import Image

from images.bro_brawl import look
from images.kit.box import Box, at
from images.kit.marks import put_mark
from images.kit.pen import Pen, sprite
from images.kit.screen import READ
from images.kit.text import STRONG, write
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
from rules.engine.text import capital

BAND = 50
WORDS = STRONG.sized(READ, READ)
USES = {
    "gun": "attacks for {points}",
    "armor": "{points} less damage",
    "health": "heals {points}",
}


def slip_of(grunt: int, glow: bool = False) -> Image.Image:
    """A grunt as one of two to choose from."""
    return grunt_slip(grunt, 336, 100, glow)


def known_slip(deck: str, card: int, width: int, height: int, place: str = "") -> Image.Image:
    """A scouted card, by name alone, and its place if wished."""
    if deck == "grunt":
        mark, colour = look.GRUNTS[GRUNTS[card].kind]
        return _slip(place + GRUNTS[card].name, "", mark, colour, width, height, False)
    return _slip(place + _title(card), "", *_looks(card), width, height, False)


def held_slip(deck: str, card: int, width: int, height: int, place: str = "") -> Image.Image:
    """A scouted card, its place, and what it is in a line each."""
    if deck == "grunt":
        return grunt_slip(card, width, height, place=place)
    title, says = _title(card), _says(card)
    if card in UPGRADES:
        title = title.removesuffix("health pack") + "pack" * (UPGRADE[card].kind == "health")
    elif card in MISHAPS:  # names are long, and what they do is longer
        title, says = f"Mishap, cure {MISHAP[card].cost}", title
    elif card in SPECIALS:
        title, says = f"Special, worth {WORTH[card]}", title
    return _slip(place + title, says, *_looks(card), width, height, False)


def grunt_slip(
    grunt: int, width: int, height: int, glow: bool = False, place: str = ""
) -> Image.Image:
    """A grunt and what it does."""
    card = GRUNTS[grunt]
    mark, colour = look.GRUNTS[card.kind]
    return _slip(place + card.name, card.does, mark, colour, width, height, glow)


def battle_slip(card: int, width: int, height: int) -> Image.Image:
    """A battle card of any kind and what it does."""
    return _slip(_title(card), _says(card), *_looks(card), width, height, False)


def _title(card: int) -> str:
    title = name(card) if card in MISHAPS or card in UPGRADES else foe(card)
    return capital(title)


def _looks(card: int) -> tuple[str, Colour]:
    if card in MISHAPS:
        return "mishap", ORANGE
    if card in UPGRADES:
        return look.gear_mark(card), QUIET
    face = look.face_of(card)
    return face.mark, face.colour


def _says(card: int) -> str:
    if card in MISHAPS:
        return MISHAP[card].says
    if card in UPGRADES:
        upgrade = UPGRADE[card]
        return f"{USES[upgrade.kind].format(points=upgrade.points)}, costs {upgrade.points}"
    says = f"worth {WORTH[card]}"
    return f"{says}\n{SPECIAL[card].says}" if card in SPECIALS else says


@sprite(keep=128)
def _slip(
    title: str, says: str, mark: str, colour: Colour, width: int, height: int, glow: bool
) -> Image.Image:
    band = BAND if says else height - 8
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, GOLD if glow else INK, 12)
    pen.block(4, 4, width - 4.25, height - 4.25, PAPER, 9)
    pen.block(4, 4, width - 4.25, band, colour, 9)
    if says:
        pen.block(4, band - 12, width - 4.25, band, colour)
        put_mark(pen, mark, 24, 27, 32, readable(colour), colour)
    picture = pen.done()
    line = at(44, 4, width - 50, band - 4) if says else at(10, 6, width - 20, height - 14)
    write(picture, line, title, WORDS, readable(colour), "left" if says else "centre", lines=2)
    if says:
        body = Box(10, band + 2, width - 10, height - 6)
        write(picture, body, says, WORDS, INK, lines=7)
    return picture
