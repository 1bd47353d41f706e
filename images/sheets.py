"""Contact sheets: the pictures of a game side by side, as large as a screen shows them."""

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw

from images.kit.fonts import font
from images.kit.screen import HEIGHT, PHONE, WIDTH

GROUND, WORDS = (49, 51, 56), (219, 222, 225)
GAP, CAPTION = 10, 22


class Screen(NamedTuple):
    """Where pictures are seen: how large each is there, and how many make a sheet."""

    name: str
    width: int
    columns: int
    rows: int

    @property
    def height(self) -> int:
        """Of a picture, in the same measure."""
        return self.width * HEIGHT // WIDTH


SCREENS = (Screen("desktop", WIDTH // 2, 2, 4), Screen("phone", PHONE, 4, 6))


def lay_out(out: Path, named: str, drawn: Sequence[tuple[str, bytes]]) -> Iterator[Path]:
    """Write the sheets of some pictures, each under its caption, for all screens."""
    for screen in SCREENS:
        many = screen.columns * screen.rows
        for number, first in enumerate(range(0, len(drawn), many), 1):
            path = out / f"{named}-{screen.name}-{number:02}.png"
            _sheet(screen, drawn[first : first + many]).save(path)
            yield path


def _sheet(screen: Screen, drawn: Sequence[tuple[str, bytes]]) -> Image.Image:
    across, down = screen.width + GAP, screen.height + CAPTION + GAP
    rows = -(-len(drawn) // screen.columns)
    sheet = Image.new("RGB", (screen.columns * across + GAP, rows * down + GAP), GROUND)
    pen = ImageDraw.Draw(sheet)
    for at, (caption, png) in enumerate(drawn):
        row, column = divmod(at, screen.columns)
        x, y = GAP + column * across, GAP + row * down
        pen.text((x, y), caption, fill=WORDS, font=font("sans", 500, 14))
        with Image.open(io.BytesIO(png)) as picture:
            shown = picture.convert("RGBA")
        shown.thumbnail((screen.width, screen.height), Image.Resampling.LANCZOS)
        sheet.paste(shown, (x, y + CAPTION), shown)
    return sheet
