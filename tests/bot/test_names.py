"""Names that mean to do something stay names."""

import json
import re

import pytest

from bot.table.names import LONGEST, NOBODY, harmless
from tests.bot.hall import Hall

MARKUP = re.compile(
    r"[*~|`<>@#\[\]\\]|__|\b_|_\b|://|\.\w+/|[\n\r\u200b-\u200f\u202a-\u202e\u2066-\u2069]"
)
HOSTILE = [
    "**bold** __under__ ~~gone~~ ||hidden||",
    "<@123456789012345678> @everyone @here <#5> <@&7>",
    "[free nitro](https://evil.example)",
    "https://evil.example/x",
    "discord.gg/evil",
    "DISCORD.com/invite/evil/x",
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
    "name", ["Ann", "mad_max", "Jürgen Öz", "李小龙", "محمد", "O'Neil (EU)", "a-b.c", "A/B"]
)
def test_an_ordinary_name_stays_as_it_is(name: str) -> None:
    assert harmless(name) == name


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200b", "\u202e", "\n"])
def test_a_name_of_nothing_is_somebody(name: str) -> None:
    assert harmless(name) == NOBODY


# What nobody may read or click anywhere: each name's own sting.
STINGS = {
    "[nitro](https://evil.example)": ("https://", "[nitro]"),
    "<@123456789012345678> @everyone": ("<@123456789012345678>", "@everyone"),
    "discord.gg/evil": ("discord.gg/",),
    "```x``` `y` **b** ||s||": ("```", "`y`", "**b**", "||s||"),
    "\u202egnp.exe\u202c": ("\u202e", "\u202c"),
    "a\nb\n# title": ("a\nb", "\n# title"),
    "<t:99999999999999999999:R>": ("<t:99999999999999999999:R>",),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", STINGS)
async def test_a_hostile_name_does_nothing_in_whatever_the_bot_sends(hall: Hall, name: str) -> None:
    """In posts, private answers, direct messages, lists, forms, thread names and the log."""
    server = hall.env.create_guild(name)
    pub = server.create_text_channel("pub")
    users = [hall.env.create_user(f"user{n}", global_name=name) for n in range(3)]
    ann, bob, cat = [server.add_member(user) for user in users]
    for member in (bob, cat):
        await hall.bot.store.change_player(member.id, "known")  # may be written to
    before = len(hall.env.http_requests)
    await ann.slash(pub, "beer-brawl new", opponent=bob, here=True, pace=86400)
    await ann.slash(pub, "bro-brawl new", player2=cat)
    for said in ("table find", "table show"):
        await cat.slash(pub, said)
    await bob.slash(pub, "table join")
    await ann.slash(pub, "table start")
    await cat.slash(pub, "table join", table=2)
    await ann.slash(pub, "table start", table=2)
    for member in (ann, bob):
        await member.slash(pub, "beer-brawl scatter")
    for said in ("table show", "table hand", "table log", "table draw", "my tables", "my turns"):
        await bob.slash(pub, said)
        await hall.quiet()
    await cat.slash(pub, "table join", table=1)  # refused
    await cat.slash(pub, "table settings", table=1, pace=3600)
    await hall.bot.referee.resign(1, ann.id)
    await hall.bot.referee.resign(2, cat.id)
    await hall.quiet()
    sent = [
        json.dumps(r.json, ensure_ascii=False) for r in hall.env.http_requests[before:] if r.json
    ]
    assert len(sent) > 30 and any("Only the host" in one for one in sent)
    shown = harmless(name)
    assert any(json.dumps(shown, ensure_ascii=False)[1:-1] in one for one in sent), "it is shown"
    for sting in STINGS[name]:
        plain = json.dumps(sting, ensure_ascii=False)[1:-1]
        assert not [one for one in sent if plain in one], sting
