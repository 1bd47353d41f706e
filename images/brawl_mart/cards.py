"""Brawlers and items as cards: standing, knocked out on their side, slain face down."""

from PIL import Image

from images.brawl_mart import look
from images.kit.box import Box, at
from images.kit.cards import card_back, emblem, sideways
from images.kit.marks import put_mark
from images.kit.pen import Pen, lifted, margin, sprite
from images.kit.text import BODY, STRONG, Style, write
from images.kit.theme import DARK, GOLD, INK, PAPER, readable
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS

WIDTH, HEIGHT = 184, 300
BAND = 54
ITEM = 92  # an item's height
ROOM = 100  # letters of a card's words
FORMULA = Style("serif", 800, 28, 18)
NUMBER = Style("serif", 800, 27, 22)


@sprite(keep=64)
def brawler_card(card: int, own: bool = True, glow: bool = False) -> Image.Image:
    """A brawler with all that its card says; with a shadow, and a golden rim for whoever acts."""
    brawler, band = BRAWLERS[card], look.band_of(card)
    pen = Pen(WIDTH, HEIGHT)
    rim = 6 if glow else 3
    pen.block(0, 0, WIDTH - 0.25, HEIGHT - 0.25, GOLD if glow else INK, 13)
    pen.block(rim, rim, WIDTH - rim - 0.25, HEIGHT - rim - 0.25, PAPER, 10)
    pen.block(rim, rim, WIDTH - rim - 0.25, BAND, band.colour, 10)
    pen.block(rim, BAND - 14, WIDTH - rim - 0.25, BAND, band.colour)
    emblem(pen, band.shape, WIDTH - 28, BAND / 2 + 1, 19)
    put_mark(pen, look.BRAWLER_MARKS[card], 32, 86, 44, INK, PAPER)
    put_mark(pen, look.KINDS[brawler.kind], 24, 132, 26, INK, PAPER)
    put_mark(pen, "crest", WIDTH - 32, 86, 46, INK, PAPER)
    picture = pen.done()
    _write_card(picture, card, own)
    return lifted(picture)


def _write_card(picture: Image.Image, card: int, own: bool) -> None:
    brawler, band = BRAWLERS[card], look.band_of(card)
    ink = readable(band.colour)
    name = Box(10, 5, WIDTH - 52, BAND - 2)
    write(picture, name, brawler.name, STRONG.sized(22, 17), ink, "left", lines=2)
    write(picture, at(WIDTH - 44, 4, 32, BAND - 6), band.letter, STRONG.sized(21), INK)
    write(picture, at(56, 62, WIDTH - 114, 50), str(brawler.formula), FORMULA, INK)
    write(picture, at(42, 116, WIDTH - 50, 32), brawler.kind, BODY.sized(20), INK, "left")
    write(picture, at(WIDTH - 48, 64, 32, 38), str(brawler.resistance), NUMBER, PAPER)
    write(picture, at(8, 150, WIDTH - 16, 28), brawler.power, STRONG.sized(19, 14), INK)
    says = Box(9, 180, WIDTH - 9, HEIGHT - 8)
    words = brawler.says if own or not brawler.enemy else _as_enemy(card)
    write(picture, says, words, BODY.sized(18, 14), INK, valign="top", lines=6)


def _as_enemy(card: int) -> str:
    """What a brawler does as an enemy, with the card's own words where there is room for them."""
    brawler = BRAWLERS[card]
    both = f"{brawler.says} Enemy: {brawler.enemy}"
    return both if len(both) <= ROOM else f"Enemy: {brawler.enemy}"


@sprite(keep=64)
def fallen_card(card: int, own: bool) -> Image.Image:
    """A brawler who is knocked out: the card on its side, as wide as one that stands."""
    picture = sideways(brawler_card(card, own))
    wide = WIDTH + 2 * margin()
    return picture.resize(
        (wide, round(picture.height * wide / picture.width)), Image.Resampling.BOX
    )


def slain_card() -> Image.Image:
    """A brawler who is slain: the card face down."""
    return card_back(DARK, "cross", 88, 128)


@sprite(keep=64)
def item_card(item: int, width: int, height: int, own: bool = True) -> Image.Image:
    """An item with what it does for the shopper, or for an enemy; with a shadow."""
    pen = Pen(width, height)
    pen.block(0, 0, width - 0.25, height - 0.25, INK, 12)
    pen.block(3, 3, width - 3.25, height - 3.25, look.SHELF, 9)
    put_mark(pen, look.ITEM_MARKS[item], 24, 22, 28, INK, look.SHELF)
    picture = pen.done()
    name = Box(42, 4, width - 8, 40)
    write(picture, name, ITEMS[item].name, STRONG.sized(20, 15), INK, "left", lines=2)
    says = Box(8, 40, width - 8, height - 5)
    words = ITEMS[item].says if own else _for_enemies(item)
    style = BODY.sized(21 if width > WIDTH else 17, 14)
    write(picture, says, words, style, INK, valign="top", lines=4)
    return lifted(picture)


def _for_enemies(item: int) -> str:
    """What an enemy does with an item, where that is not what the card says anyway."""
    card = ITEMS[item]
    if card.enemy in ("Always.", "The same."):
        return card.says
    return card.enemy if card.usage else f"{card.says} {card.enemy}"
