"""Text that fits its box: it shrinks, then wraps, and only then is cut with an ellipsis."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from images.kit.box import Box
from images.kit.fonts import font
from images.kit.theme import Colour

ELLIPSIS = "…"
LEADING = 1.22  # from line to line, in type sizes


class Style(NamedTuple):
    """How text is set: its family and weight, the size wished for and the least allowed."""

    family: str
    weight: int
    size: int
    least: int

    def sized(self, size: int, least: int | None = None) -> "Style":
        """The same in another size."""
        return self._replace(size=size, least=min(size, least or self.least))


TITLE = Style("serif", 800, 40, 24)
HEADING = Style("serif", 700, 28, 20)
BODY = Style("sans", 500, 22, 18)
STRONG = Style("sans", 700, 24, 18)


class Fitted(NamedTuple):
    """Text as it will be set."""

    lines: tuple[str, ...]
    face: ImageFont.FreeTypeFont
    leading: int
    rise: int  # of capitals above the baseline
    drop: int  # of descenders below it
    cut: bool  # whether something had to be left out

    @property
    def height(self) -> int:
        """From the top of the first line's capitals to the last line's descenders."""
        return (len(self.lines) - 1) * self.leading + self.rise + self.drop


class Written(NamedTuple):
    """A note of text that was set: where it had to fit, where its ink lies, and on what."""

    text: str
    box: Box
    ink: Box
    colour: Colour
    ground: Colour
    cut: bool
    size: int


_notes: ContextVar[list[Written] | None] = ContextVar("notes", default=None)


@contextmanager
def noting() -> Iterator[list[Written]]:
    """Keep a note of all text set meanwhile, so that boxes and contrast can be checked."""
    notes: list[Written] = []
    token = _notes.set(notes)
    try:
        yield notes
    finally:
        _notes.reset(token)


def is_noting() -> bool:
    """Whether notes are taken: then nothing comes ready-made from a cache."""
    return _notes.get() is not None


def width_of(text: str, style: Style) -> int:
    """How wide a line is at the style's full size."""
    return _width(text, font(style.family, style.weight, style.size))


@lru_cache(maxsize=4096)
def fit(text: str, style: Style, width: int, height: int, lines: int = 1) -> Fitted:
    """The largest setting of a text that fits into a width and height."""
    for size in range(style.size, style.least - 1, -1):
        fitted = _set(text, style.sized(size), width, lines)
        if fitted is not None and fitted.height <= height:
            return fitted
    return _shortened(text, style.sized(style.least), width, height, lines)


def write(
    image: Image.Image,
    box: Box,
    text: str,
    style: Style,
    colour: Colour,
    align: str = "centre",
    valign: str = "middle",
    lines: int = 1,
) -> Box:
    """Set text inside a box and return where its ink lies."""
    fitted = fit(text, style, box.width, box.height, lines)
    slack = _slack(box, fitted, valign)
    inks = []
    spots = []
    for number, line in enumerate(fitted.lines):
        spare = box.width - _width(line, fitted.face)
        x = box.left + {"left": 0, "centre": spare // 2}.get(align, spare)
        y = box.top + slack + fitted.rise + number * fitted.leading
        ink = _ink(line, fitted.face)
        x -= min(0, ink.left)
        spots.append((x, y, line))
        inks.append(ink.shift(x, y))
    hull = _hull(inks)
    notes = _notes.get()
    if notes is not None:
        ground = _ground(image, hull)
        size = int(fitted.face.size)
        notes.append(Written(text, box, hull, colour, ground, fitted.cut, size))
    for x, y, line in spots:
        ink = _ink(line, fitted.face)
        image.paste(colour, (x + ink.left, y + ink.top), _stencil(line, fitted.face))
    return hull


def _slack(box: Box, fitted: Fitted, valign: str) -> int:
    spare = box.height - fitted.height
    if valign == "middle":
        # Capitals are centred, not descenders: so names side by side share a baseline.
        return max(0, min(spare, (spare + fitted.drop) // 2))
    return 0 if valign == "top" else spare


def _width(text: str, face: ImageFont.FreeTypeFont) -> int:
    ink = _ink(text, face)
    return ink.right - min(0, ink.left)


@lru_cache(maxsize=8192)
def _ink(text: str, face: ImageFont.FreeTypeFont) -> Box:
    left, top, right, bottom = (int(edge) for edge in face.getbbox(text, anchor="ls"))
    return Box(left, top, right, bottom)


@lru_cache(maxsize=256)
def _stencil(text: str, face: ImageFont.FreeTypeFont) -> Image.Image:
    # The same few words come again in every picture: setting them once saves a third of its time.
    ink = _ink(text, face)
    stencil = Image.new("L", (max(1, ink.width), max(1, ink.height)), 0)
    ImageDraw.Draw(stencil).text((-ink.left, -ink.top), text, font=face, fill=255, anchor="ls")
    return stencil


def _set(text: str, style: Style, width: int, lines: int) -> Fitted | None:
    face = font(style.family, style.weight, style.size)
    if _width(text.replace("\n", " "), face) > lines * (width + style.size):
        return None  # it cannot fit, however it is wrapped: that need not be tried word by word
    wrapped = _wrap(text, face, width)
    if len(wrapped) > lines or any(_width(line, face) > width for line in wrapped):
        return None
    return _fitted(wrapped, style, face, False)


def _fitted(lines: list[str], style: Style, face: ImageFont.FreeTypeFont, cut: bool) -> Fitted:
    rise = max(-_ink(line, face).top for line in ("Hl", *lines))
    drop = max(0, _ink(lines[-1], face).bottom) if lines else 0
    return Fitted(tuple(lines), face, round(style.size * LEADING), rise, drop, cut)


def _wrap(text: str, face: ImageFont.FreeTypeFont, width: int) -> list[str]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        if _width(paragraph, face) <= width:
            lines.append(paragraph)
            continue
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and _width(longer, face) > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines


def _shortened(text: str, style: Style, width: int, height: int, lines: int) -> Fitted:
    face = font(style.family, style.weight, style.size)
    leading = round(style.size * LEADING)
    room = max(1, min(lines, (height - style.size) // leading + 1))
    wrapped = _wrap(text, face, width)
    kept = wrapped[:room]
    more = len(wrapped) > room
    kept = [_cut(line, face, width, more and i == room - 1) for i, line in enumerate(kept)]
    return _fitted(kept, style, face, True)


def _cut(line: str, face: ImageFont.FreeTypeFont, width: int, more: bool) -> str:
    if not more and _width(line, face) <= width:
        return line
    while line and _width(line + ELLIPSIS, face) > width:
        line = line[:-1]
    return line.rstrip() + ELLIPSIS


def _hull(boxes: list[Box]) -> Box:
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def _ground(image: Image.Image, ink: Box) -> Colour:
    # The commonest colour under the ink: what the eye takes for the ground.
    area = image.crop(ink).convert("RGB")
    found = area.getcolors(area.width * area.height) or [(1, (0, 0, 0))]
    colour = max(found)[1]
    assert isinstance(colour, tuple)
    return colour[0], colour[1], colour[2]
