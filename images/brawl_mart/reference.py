"""For reference at any time: the store map, all brawlers, all items."""

from typing import Literal

from images.brawl_mart import look
from images.brawl_mart.cards import brawler_card, item_plate
from images.brawl_mart.chart import draw_chart
from images.kit.box import Box
from images.kit.canvas import Canvas
from images.kit.marks import mark_sprite
from images.kit.plates import header
from images.kit.screen import HEIGHT, WIDTH
from images.kit.theme import PLATE, QUIET
from images.picture import Picture, alt
from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.store import LEADS, STORE
from rules.brawl_mart.text.topics import TOPICS
from rules.brawl_mart.view import View

Kind = Literal["brawlers", "items"]
HEADER = Box(20, 8, WIDTH - 20, 86)
TOP = 90


def store_map(game_key: str, view: View) -> Picture:
    """The map with the pawn, and in words where it stands and every department."""
    canvas = Canvas(WIDTH, HEIGHT)
    header(canvas, HEADER, "The store", here(view), mark_sprite("pawn", 58, QUIET, PLATE))
    draw_chart(canvas, view)
    return Picture(canvas.png(look.FLATS), alt(_plain(f"{here(view)}. {TOPICS['store']}")))


def here(view: View) -> str:
    """Where the pawn stands, and where the arrows lead."""
    ways = " or ".join(STORE[way].name for way in LEADS[view.at])
    return f"You are in {STORE[view.at].name}" + (f" · on to {ways}" if ways else "")


def card_sheet(game_key: str, kind: Kind) -> Picture:
    """All brawlers or all items by name and numbers, and in words what they do."""
    brawlers = kind == "brawlers"
    count, columns = (len(BRAWLERS) if brawlers else len(ITEMS)), 4
    rows = -(-count // columns)
    canvas = Canvas(WIDTH, HEIGHT)
    line = "Dice, resistance and kind; the words below say what each can do"
    if not brawlers:
        line = "The words below say what they do for whoever holds them"
    header(canvas, HEADER, f"All {kind}", line, mark_sprite("hand", 58, QUIET, PLATE))
    room = Box(14, TOP, WIDTH - 14, HEIGHT - 6)
    step, tall = room.width // columns, room.height // rows
    for card in range(count):
        row, column = divmod(card, columns)
        picture = (
            brawler_card(card, step - 10, tall - 4) if brawlers else item_plate(card, step - 10, 96)
        )
        canvas.put(picture, room.left + column * step, room.top + row * tall)
    return Picture(canvas.png(look.FLATS), alt(_plain(TOPICS[kind])))


def _plain(text: str) -> str:
    return text.replace("**", "")
