"""The two type families, from their packages."""

from functools import cache
from importlib.resources import files

from PIL import ImageFont

FILES = {
    "serif": str(files("fontpkg_bitter") / "files" / "Bitter[wght].ttf"),
    "sans": str(files("fontpkg_inter") / "files" / "Inter[opsz,wght].ttf"),
}


@cache
def font(family: str, weight: int, size: int) -> ImageFont.FreeTypeFont:
    """A family at a weight and size, loaded once."""
    face = ImageFont.truetype(FILES[family], size)
    face.set_variation_by_axes([weight] if family == "serif" else [min(32, max(14, size)), weight])
    return face
