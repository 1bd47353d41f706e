"""Names that mean to do something stay names."""

import re

import pytest

from bot.table.names import LONGEST, NOBODY, harmless

MARKUP = re.compile(
    r"[*~|`<>@#\[\]\\]|__|\b_|_\b|://|[\n\r\u200b-\u200f\u202a-\u202e\u2066-\u2069]"
)
HOSTILE = [
    "**bold** __under__ ~~gone~~ ||hidden||",
    "<@123456789012345678> @everyone @here <#5> <@&7>",
    "[free nitro](https://evil.example)",
    "https://evil.example/x",
    "```\ncode\n```",
    "`tick",
    "line\nbreak\r\nand\ttab",
    "# Title",
    "> quote",
    "-# small",
    "\u202egnp.exe\u202c",
    "a\u200bb\u2060c\ufeff",
    "<t:99999999999999999999:R>",
    "<:emoji:123> <a:b:1>",
    "\\*",
    "Z" + "\u0301" * 40 + "algo",
    "x" * 200,
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_only_a_name(name: str) -> None:
    shown = harmless(name)
    assert not MARKUP.search(shown) and 0 < len(shown) <= LONGEST
    assert harmless(shown) == shown


@pytest.mark.parametrize(
    "name", ["Ann", "mad_max", "Jürgen Öz", "李小龙", "محمد", "O'Neil (EU)", "a-b.c"]
)
def test_an_ordinary_name_stays_as_it_is(name: str) -> None:
    assert harmless(name) == name


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200b", "\u202e", "\n"])
def test_a_name_of_nothing_is_somebody(name: str) -> None:
    assert harmless(name) == NOBODY
