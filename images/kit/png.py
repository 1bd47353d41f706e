"""A picture as PNG bytes: few colours, round corners, no time stamps."""

import io
from functools import cache
from itertools import combinations

from PIL import Image

from images.kit.pen import Pen
from images.kit.theme import EDGE, Colour, mix

CORNER = 22  # radius of a picture's corners
RIM = 8  # palette entries kept for the corners' rim, from clear to nearly solid
SOLID = 256 - RIM
STEPS = 6  # shades between any two flat colours
NEAR = 8  # a made shade this near to a flat colour would only shadow it
ALPHAS = bytes([255] * SOLID + [255 * step // RIM for step in range(RIM)])


def encode(image: Image.Image, flats: tuple[Colour, ...]) -> bytes:
    """PNG bytes of an opaque picture whose colours are these flat ones and shades between them."""
    colours = _colours(flats)
    indexed = image.quantize(palette=_palette(colours), dither=Image.Dither.NONE)
    _round(indexed)
    rest = (EDGE,) * (256 - len(colours))
    indexed.putpalette([part for colour in colours + rest for part in colour])
    out = io.BytesIO()
    indexed.save(out, "PNG", compress_level=3, transparency=ALPHAS)
    return out.getvalue()


@cache
def _colours(flats: tuple[Colour, ...]) -> tuple[Colour, ...]:
    # Every smoothed pixel is a shade between two flat colours: the palette is spread over those.
    wanted = tuple(dict.fromkeys(flats))
    room = SOLID - len(wanted)
    shades = [
        mix(a, b, step / (STEPS + 1))
        for a, b in combinations(wanted, 2)
        for step in range(1, STEPS + 1)
    ]
    sheet = Image.new("RGB", (len(shades), 1))
    sheet.putdata(shades)
    made = sheet.quantize(room, Image.Quantize.MEDIANCUT).getpalette() or []
    found = [(made[i], made[i + 1], made[i + 2]) for i in range(0, len(made), 3)][:room]
    return wanted + tuple(c for c in found if all(_apart(c, flat) > NEAR for flat in wanted))


@cache
def _palette(colours: tuple[Colour, ...]) -> Image.Image:
    # Unused entries repeat the first colour: the nearest match is the lowest index.
    padded = colours + colours[:1] * (256 - len(colours))
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in padded for part in colour])
    return palette


def _apart(a: Colour, b: Colour) -> int:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


@cache
def _corner() -> tuple[Image.Image, Image.Image]:
    pen = Pen(CORNER, CORNER)
    pen.circle(CORNER, CORNER, CORNER, (255, 255, 255))
    alpha = pen.done().getchannel("A")
    entries = alpha.point(lambda a: SOLID + min(RIM - 1, a * RIM // 255))
    return entries, alpha.point(lambda a: 0 if a == 255 else 255)


def _round(indexed: Image.Image) -> None:
    right, bottom = indexed.width - CORNER, indexed.height - CORNER
    turns = (
        (0, 0, None),
        (right, 0, Image.Transpose.FLIP_LEFT_RIGHT),
        (0, bottom, Image.Transpose.FLIP_TOP_BOTTOM),
        (right, bottom, Image.Transpose.ROTATE_180),
    )
    for x, y, turn in turns:
        entries, where = (c if turn is None else c.transpose(turn) for c in _corner())
        indexed.paste(entries, (x, y), where)
