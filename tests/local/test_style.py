"""The page's colours can be read, in light and in dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bot.local.page

STYLE = Path(bot.local.page.__file__).with_name("style.css").read_text("utf-8")
COLOURS = {
    name: (light, dark)
    for name, light, dark in re.findall(
        r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", STYLE, re.MULTILINE
    )
}
WHITE = ("#ffffff", "#ffffff")
ENOUGH = 4.5  # what WCAG asks of small text


def brightness(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dim, bright = sorted(map(brightness, (one, other)))
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize(
    ("ink", "grounds"),
    [
        ("ink", ["talk", "side", "raised", "field", "own", "ping", "secondary"]),
        ("soft", ["ground", "talk", "side", "raised", "field", "own", "ping", "secondary"]),
        ("accent", ["talk", "own", "ping", "raised"]),
    ],
)
def test_text_stands_out(ink: str, grounds: list[str]) -> None:
    for ground in grounds:
        for text, under in zip(COLOURS[ink], COLOURS[ground], strict=True):
            assert contrast(text, under) >= ENOUGH, (ink, text, ground, under)


@pytest.mark.parametrize("ground", ["primary", "success", "danger"])
def test_a_buttons_words_stand_out(ground: str) -> None:
    for text, under in zip(WHITE, COLOURS[ground], strict=True):
        assert contrast(text, under) >= ENOUGH, (ground, under)


def test_a_players_letter_stands_out() -> None:
    tints = re.findall(r"\.tint-\d \{ background: (#\w{6}); \}", STYLE)
    assert len(tints) == 8
    assert [tint for tint in tints if contrast("#ffffff", tint) < ENOUGH] == []
