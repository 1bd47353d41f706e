"""A picture in the making: a plate, sprites put on it, text written on it."""

from PIL import Image, ImageDraw

from images.kit import png
from images.kit.box import Box
from images.kit.pen import Pen, margin, sprite
from images.kit.text import Style, write
from images.kit.theme import EDGE, PLATE, Colour


class Canvas:
    """An opaque picture; equal calls give equal bytes."""

    def __init__(self, width: int, height: int, ground: Image.Image | None = None) -> None:
        """Begin with a plain plate, or with a copy of a ground drawn before."""
        self.image = plate(width, height).copy() if ground is None else ground.copy()
        self.draw = ImageDraw.Draw(self.image)

    def put(self, picture: Image.Image, x: int, y: int) -> None:
        """Put a sprite with its upper left corner at a point."""
        self.image.paste(picture, (x, y), picture)

    def centre(self, picture: Image.Image, x: int, y: int) -> None:
        """Put a sprite with its middle at a point."""
        self.put(picture, x - picture.width // 2, y - picture.height // 2)

    def put_lifted(self, picture: Image.Image, x: int, y: int) -> None:
        """Put a sprite that has a shadow, so that the thing itself has its corner at a point."""
        self.put(picture, x - margin(), y - margin())

    def fill(self, box: Box, colour: Colour) -> None:
        """Fill a rectangle with sharp corners."""
        self.draw.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), fill=colour)

    def panel(self, box: Box, colour: Colour, radius: int = 14, rim: Colour | None = None) -> None:
        """Fill a rectangle with round corners."""
        self.put(panel(box.width, box.height, colour, radius, rim), box.left, box.top)

    def write(
        self,
        box: Box,
        text: str,
        style: Style,
        colour: Colour,
        align: str = "centre",
        valign: str = "middle",
        lines: int = 1,
    ) -> Box:
        """Set text inside a box."""
        return write(self.image, box, text, style, colour, align, valign, lines)

    def png(self, flats: tuple[Colour, ...]) -> bytes:
        """The finished picture."""
        return png.encode(self.image, flats)


@sprite(keep=8)
def plate(width: int, height: int) -> Image.Image:
    """The ground of a picture with its rim."""
    whole = Image.new("RGB", (width, height), EDGE)
    inner = slab(width - 6, height - 6, PLATE, png.CORNER - 3)
    whole.paste(inner, (3, 3), inner)
    return whole


@sprite(keep=64)
def panel(width: int, height: int, colour: Colour, radius: int, rim: Colour | None) -> Image.Image:
    """A rectangle with round corners, with a rim if wished."""
    if rim is None:
        return slab(width, height, colour, radius)
    whole = slab(width, height, rim, radius)
    whole.alpha_composite(slab(width - 6, height - 6, colour, radius - 3), (3, 3))
    return whole


def slab(width: int, height: int, colour: Colour, radius: int) -> Image.Image:
    """A plain rectangle with round corners; only the corners need smoothing."""
    whole = Image.new("RGBA", (width, height), (*colour, 255))
    pen = Pen(2 * radius, 2 * radius)
    pen.circle(radius, radius, radius - 0.125, colour)
    disc = pen.done()
    for x in (0, 1):
        for y in (0, 1):
            corner = disc.crop((x * radius, y * radius, (x + 1) * radius, (y + 1) * radius))
            whole.paste(corner, (x * (width - radius), y * (height - radius)))
    return whole
