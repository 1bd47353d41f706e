"""A picture in the making: a plate, sprites put on it, text written on it."""

from PIL import Image, ImageDraw

from images.kit import png
from images.kit.box import Box
from images.kit.pen import Pen, margin, sprite
from images.kit.text import Style, write
from images.kit.theme import EDGE, PLATE, Colour

RIM = 3  # of a plate or panel


class Canvas:
    """An opaque picture; equal calls give equal bytes."""

    def __init__(self, width: int, height: int, ground: Image.Image | None = None) -> None:
        """Begin with a plain plate with its rim, or with a copy of a ground drawn before."""
        self.image = Image.new("RGB", (width, height), EDGE) if ground is None else ground.copy()
        self.draw = ImageDraw.Draw(self.image)
        if ground is None:
            self.panel(Box(0, 0, width, height).inset(RIM), PLATE, png.CORNER - RIM)

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
        """Fill a rectangle with round corners, and with a rim if wished."""
        # Only the corners need smoothing: a mask over the whole would take most of the time.
        self._cross(box, radius, 0, colour if rim is None else rim)
        if rim is not None:
            self._cross(box, radius, RIM, colour)
        disc = _disc(colour, radius, rim)
        for x in (0, 1):
            for y in (0, 1):
                part = (x * radius, y * radius, (x + 1) * radius, (y + 1) * radius)
                corner = disc.crop(part)
                spot = x * (box.width - radius), y * (box.height - radius)
                self.put(corner, box.left + spot[0], box.top + spot[1])

    def _cross(self, box: Box, radius: int, inset: int, colour: Colour) -> None:
        """All of a rectangle but its corners, this far inside its edge."""
        self.fill(box.inset(inset, radius), colour)
        self.fill(box.inset(radius, inset), colour)

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


@sprite(keep=64)
def _disc(colour: Colour, radius: int, rim: Colour | None) -> Image.Image:
    """The four corners of a panel put together."""
    size = 2 * radius
    if rim is None:
        return slab(size, size, colour, radius)
    whole = slab(size, size, rim, radius)
    whole.alpha_composite(slab(size - 2 * RIM, size - 2 * RIM, colour, radius - RIM), (RIM, RIM))
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
