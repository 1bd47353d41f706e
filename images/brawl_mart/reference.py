"""For reference at any time: the store map, all brawlers, all items."""

from typing import Literal

from images.brawl_mart import look
from images.brawl_mart.cards import HEIGHT, WIDTH, brawler_card, item_card
from images.brawl_mart.chart import LARGE, draw_chart
from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import header
from images.kit.theme import GOLD, PLATE
from images.picture import Picture, alt
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.store import LEADS, STORE
from rules.brawl_mart.text.topics import TOPICS
from rules.brawl_mart.view import View

Kind = Literal["brawlers", "items"]
ACROSS = 1000
HEADER = Box(24, 14, ACROSS - 24, 102)
TOP = 116
A_ROW = 4
ITEM = (232, 112)


def store_map(game_key: str, view: View) -> Picture:
    """The map with the pawn, and in words where it stands and every department."""
    canvas = Canvas(ACROSS, TOP + LARGE.size[1] + 6)
    header(canvas, HEADER, "The store", here(view), mark_sprite("pawn", 62, GOLD, PLATE))
    draw_chart(canvas, 14, TOP, LARGE, view)
    return Picture(canvas.png(look.FLATS), alt(_plain(f"{here(view)}. {TOPICS['store']}")))


def here(view: View) -> str:
    """Where the pawn stands, and where the arrows lead."""
    ways = " or ".join(STORE[way].name for way in LEADS[view.at])
    return f"You are in {STORE[view.at].name}" + (f" · on to {ways}" if ways else "")


def card_sheet(game_key: str, kind: Kind) -> Picture:
    """All brawlers or all items as cards, and the same in words."""
    brawlers = kind == "brawlers"
    count = len(BRAWLERS) if brawlers else len(ITEMS)
    wide, tall = (WIDTH, HEIGHT) if brawlers else ITEM
    step = (ACROSS - 28) // A_ROW
    canvas = Canvas(ACROSS, TOP + -(-count // A_ROW) * (tall + 14) + 6)
    line = "As they fight for you" if brawlers else "What they do for who holds them"
    header(canvas, HEADER, f"All {kind}", line, mark_sprite("hand", 62, GOLD, PLATE))
    for card in range(count):
        row, column = divmod(card, A_ROW)
        picture = brawler_card(card) if brawlers else item_card(card, wide, tall)
        x = 14 + column * step + (step - picture.width) // 2
        canvas.put(picture, x, TOP + row * (tall + 14))
    return Picture(canvas.png(look.FLATS), alt(_plain(TOPICS[kind])))


def _plain(text: str) -> str:
    return text.replace("**", "")
