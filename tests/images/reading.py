"""What every picture must be: small, with words inside their boxes, whole, large and clear."""

import io

from PIL import Image, ImageChops

import images
from images.kit.marks import mark_sprite
from images.kit.screen import HEIGHT, READ, WIDTH
from images.kit.text import Written
from images.kit.theme import GOLD, INK, PAPER, Colour, contrast

BOARD_LIMIT = 150_000
HOSTILE = (  # names that people may give themselves
    "W" * 32,
    "🍺🔥" * 16,
    "\u202emoc.live\u202c",
    "محمد אברהם",
    "\u200b\u2060\ufeff",
    "Maximiliane von und zu Hohenlohe",
    "Z\u0351\u0352a\u0353\u0354l\u0359g\u0362o\u0363" * 3,
    "𝕬𝖑𝖎𝖈𝖊\n\t𝓑𝓸𝓫",
    "Ada",
)


def on_screen(picture: images.Picture | None) -> Image.Image:
    """A picture that a desktop client and a phone show without making it too small to read."""
    assert picture is not None
    assert len(picture.png) <= BOARD_LIMIT
    assert 0 < len(picture.alt) <= 1024
    drawn = Image.open(io.BytesIO(picture.png))
    assert drawn.format == "PNG"
    assert drawn.width == WIDTH
    assert drawn.height <= HEIGHT
    return drawn


def check_words(name: str, notes: list[Written], least: int = READ) -> None:
    """Every word lies in its box, is whole and large enough, and stands out."""
    for note in notes:
        assert note.box.holds(note.ink), (name, note)
        assert not note.cut, (name, note)
        assert note.size >= least, (name, note)
        assert contrast(note.colour, note.ground) >= 4.5, (name, note)


def unlike(one: str, other: str) -> float:
    """The share of a square in which two marks differ."""
    pair = [Image.new("L", (40, 40), 255) for _ in range(2)]
    for sheet, name in zip(pair, (one, other), strict=True):
        mark = mark_sprite(name, 40, INK, PAPER)
        sheet.paste(mark.convert("L"), (0, 0), mark.getchannel("A"))
    histogram = ImageChops.difference(*pair).histogram()
    return sum(histogram[128:]) / 1600


def golden(picture: images.Picture | None) -> bool:
    """Whether anything on a picture is gold, which says that it can be chosen."""
    return area(picture, GOLD) > 0


def area(picture: images.Picture | None, colour: Colour) -> int:
    """How many pixels of a picture have a colour; edges of others may have some by chance."""
    assert picture is not None
    with Image.open(io.BytesIO(picture.png)) as shown:
        colours = shown.convert("RGBA").getcolors(maxcolors=1 << 20)
    assert colours is not None
    return {found: count for count, found in colours}.get((*colour, 255), 0)
