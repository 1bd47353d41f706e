"""The game that `rules/README.md` builds has the commands that it promises."""

import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rules import registry
from tests.bot.hall import Hall, chosen_from, open_hall
from tests.rules.example.cups import game as cups

README = Path(registry.__file__).with_name("README.md").read_text("utf-8")


@pytest.fixture
async def hall(
    tmp_path: Path, same_luck: None, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Hall]:
    """A hall where Cups is registered, and nothing else is done for it."""
    monkeypatch.setattr(registry, "KEYS", (*registry.KEYS, "cups"))
    monkeypatch.setitem(sys.modules, "rules.cups.game", cups)
    async with open_hall(tmp_path) as opened:
        yield opened
    registry.get.cache_clear()


async def test_cups_is_played_by_the_commands_that_the_readme_names(hall: Hall) -> None:
    promised = re.findall(r"`/(cups [a-z]+)(?: (\w+):(\w+))?`", README)
    new, claim, doubt = promised
    assert new == ("cups new", "faces", "8")
    await hall.says(hall.alice, new[0], opponent=hall.bob, faces=int(new[2]))
    await hall.bob.slash(hall.pub, "table join")
    await hall.alice.slash(hall.pub, "table start")
    assert "no claim to doubt yet" in await hall.says(hall.alice, doubt[0])
    panel = await hall.panel(hall.alice)
    assert "Your die shows" in panel.content
    assert "At least 7" in chosen_from(panel)
    await hall.says(hall.alice, claim[0], **{claim[1]: claim[2]})
    assert "Blue: “at least 7”." in hall.post.content
    assert "higher than 7" in await hall.says(hall.bob, claim[0], **{claim[1]: claim[2]})
    await hall.says(hall.bob, doubt[0])
    assert "Orange doubts. The cups show" in hall.post.content
    assert "won." in hall.post.content
