"""Arrows along a path."""

import math
from collections.abc import Sequence

from PIL import Image, ImageDraw

from images.kit.canvas import Canvas
from images.kit.theme import Colour

SMOOTH = 3
Spot = tuple[int, int]


def arrow(
    canvas: Canvas,
    path: Sequence[Spot],
    colour: Colour,
    rim: Colour,
    width: int = 14,
    stop: int = 0,
) -> None:
    """Draw an arrow through points; its tip stops this many pixels short of the last."""
    spots = _shortened(list(path), stop)
    pad = 2 * width + 4
    left, top = (min(axis) - pad for axis in zip(*spots, strict=True))
    right, bottom = (max(axis) + pad for axis in zip(*spots, strict=True))
    size = (round(right - left), round(bottom - top))
    moved = [((x - left) * SMOOTH, (y - top) * SMOOTH) for x, y in spots]
    for extra, fill in ((3, rim), (0, colour)):
        mask = _mask(size, moved, (width + 2 * extra) * SMOOTH, extra * SMOOTH, width * SMOOTH)
        canvas.image.paste(fill, (round(left), round(top)), mask)


def _shortened(spots: list[Spot], stop: int) -> list[tuple[float, float]]:
    (x, y), (u, v) = spots[-2:]
    length = math.hypot(u - x, v - y)
    part = max(0.0, (length - stop) / length)
    return [*spots[:-1], (x + (u - x) * part, y + (v - y) * part)]


def _mask(
    size: Spot, spots: list[tuple[float, float]], thick: int, grow: int, width: int
) -> Image.Image:
    mask = Image.new("L", (size[0] * SMOOTH, size[1] * SMOOTH), 0)
    draw = ImageDraw.Draw(mask)
    (x, y), (u, v) = spots[-2:]
    length = math.hypot(u - x, v - y) or 1
    dx, dy = (u - x) / length, (v - y) / length
    reach, half = width * 1.7, width * 1.35
    neck = (u - dx * reach * 0.8, v - dy * reach * 0.8)
    line = [*spots[:-1], neck]
    draw.line(line, 255, thick)
    half_line = (thick - 1) / 2
    for cx, cy in line[:-1]:
        draw.ellipse((cx - half_line, cy - half_line, cx + half_line, cy + half_line), 255)
    tip = (u + dx * grow * 1.6, v + dy * grow * 1.6)
    back = (u - dx * (reach + grow), v - dy * (reach + grow))
    side = half + grow * 1.5
    left = (back[0] - dy * side, back[1] + dx * side)
    right = (back[0] + dy * side, back[1] - dx * side)
    draw.polygon([tip, left, right], 255)
    return mask.reduce(SMOOTH)
