"""Smooth shapes: drawn large, then reduced."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import ParamSpec, cast

from PIL import Image, ImageDraw, ImageFilter

from images.kit.text import is_noting
from images.kit.theme import Colour

SMOOTH = 4  # times larger than wanted
Point = tuple[float, float]
P = ParamSpec("P")


class Pen:
    """Draws on a transparent sheet in the sheet's own pixels, or in any scaled frame of it."""

    def __init__(self, width: int, height: int) -> None:
        """Take a fresh sheet."""
        self.size = width, height
        # Not RGBA, which is weighed by its alpha, dearly, before it is reduced.
        self.sheet = Image.new("RGBX", (width * SMOOTH, height * SMOOTH), (0, 0, 0, 0))
        self.draw = ImageDraw.Draw(self.sheet)
        self.x = self.y = 0.0
        self.scale = float(SMOOTH)

    def frame(self, x: float, y: float, scale: float) -> Pen:
        """The same sheet in another frame: its origin, and its unit in pixels."""
        pen = object.__new__(Pen)
        pen.size, pen.sheet, pen.draw = self.size, self.sheet, self.draw
        pen.x, pen.y = self.x + x * self.scale, self.y + y * self.scale
        pen.scale = self.scale * scale
        return pen

    def done(self) -> Image.Image:
        """The sheet, smoothed."""
        # Every pixel is solid or clear black, so its colour is already weighed by its alpha.
        return Image.merge("RGBa", self.sheet.reduce(SMOOTH).split()).convert("RGBA")

    # -- shapes

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        """A filled polygon."""
        self.draw.polygon([self._at(x, y) for x, y in points], fill=fill)

    def circle(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """A disc."""
        self.oval(x, y, radius, radius, fill)

    def oval(self, x: float, y: float, across: float, down: float, fill: Colour) -> None:
        """An ellipse by its middle and half-axes."""
        self.draw.ellipse((*self._at(x - across, y - down), *self._at(x + across, y + down)), fill)

    def pie(
        self, x: float, y: float, radius: float, start: float, end: float, fill: Colour
    ) -> None:
        """A slice of a disc, clockwise in degrees from the right."""
        box = (*self._at(x - radius, y - radius), *self._at(x + radius, y + radius))
        self.draw.pieslice(box, start, end, fill)

    def block(
        self, x: float, y: float, right: float, bottom: float, fill: Colour, radius: float = 0
    ) -> None:
        """A rectangle, with rounded corners if wished."""
        box = (*self._at(x, y), *self._at(right, bottom))
        self.draw.rounded_rectangle(box, radius * self.scale, fill)

    def line(self, points: Sequence[Point], width: float, fill: Colour) -> None:
        """A line with round joints and ends."""
        spots = [self._at(x, y) for x, y in points]
        thick = max(1, round(width * self.scale))
        self.draw.line(spots, fill, thick)
        half = thick / 2
        for x, y in spots:
            self.draw.ellipse((x - half, y - half, x + half, y + half), fill)

    def arc(
        self,
        x: float,
        y: float,
        radius: float,
        start: float,
        end: float,
        width: float,
        fill: Colour,
    ) -> None:
        """A curved line with round ends, clockwise in degrees from the right."""
        steps = max(2, int(abs(end - start) / 6))
        turns = (math.radians(start + (end - start) * i / steps) for i in range(steps + 1))
        self.line(
            [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns], width, fill
        )

    def ring(self, x: float, y: float, radius: float, width: float, fill: Colour) -> None:
        """A circle that is only a line; `radius` to the middle of the line."""
        outer = radius + width / 2
        box = (*self._at(x - outer, y - outer), *self._at(x + outer, y + outer))
        self.draw.ellipse(box, outline=fill, width=max(1, round(width * self.scale)))

    def _at(self, x: float, y: float) -> Point:
        return self.x + x * self.scale, self.y + y * self.scale


def around(x: float, y: float, radius: float, corners: int, turn: float = -90) -> list[Point]:
    """The corners of a regular polygon, the first at `turn` degrees."""
    turns = (math.radians(turn + 360 * i / corners) for i in range(corners))
    return [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns]


def star(x: float, y: float, outer: float, inner: float, rays: int) -> list[Point]:
    """The corners of a star, one ray straight up."""
    far = around(x, y, outer, rays)
    near = around(x, y, inner, rays, -90 + 180 / rays)
    return [corner for pair in zip(far, near, strict=True) for corner in pair]


def sprite(keep: int) -> Callable[[Callable[P, Image.Image]], Callable[P, Image.Image]]:
    """Keep this many ready-made pictures, one for each set of arguments; nobody may draw on them."""

    def decorate(make: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
        kept = cast(Callable[P, Image.Image], lru_cache(maxsize=keep)(make))

        @wraps(make)
        def ready(*args: P.args, **kwargs: P.kwargs) -> Image.Image:
            return (make if is_noting() else kept)(*args, **kwargs)

        return ready

    return decorate


def lifted(image: Image.Image, drop: int = 3, blur: int = 3, strength: int = 110) -> Image.Image:
    """A picture with a soft shadow, on a sheet that is `margin(drop, blur)` larger on each side."""
    pad = margin(drop, blur)
    sheet = Image.new("RGBA", (image.width + 2 * pad, image.height + 2 * pad), (0, 0, 0, 0))
    shade = Image.new("L", sheet.size, 0)
    shade.paste(image.getchannel("A").point(lambda a: a * strength // 255), (pad, pad + drop))
    shade = shade.filter(ImageFilter.GaussianBlur(blur))
    sheet.putalpha(shade)
    sheet.alpha_composite(image, (pad, pad))
    return sheet


def margin(drop: int = 3, blur: int = 3) -> int:
    """How far a shadow reaches beyond what casts it."""
    return drop + 2 * blur
