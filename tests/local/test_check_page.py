"""The page that checks a game, opened from a file as a player does."""

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from rules import registry
from rules.engine.fairness import PAGE, to_json
from tests.local.browser import chromium
from tests.rules.tampering import random_game

pytestmark = pytest.mark.slow  # a browser is started


def heard(page: Any, event: str) -> list[Any]:
    """Everything of a kind that a page tells from now on."""
    found: list[Any] = []
    page.on(event, lambda one: found.append(one))
    return found


async def test_a_player_drops_a_game_and_sees_every_draw(tmp_path: Path) -> None:
    """On a phone, too; nothing is loaded but the page itself."""
    game = registry.get("beer_brawl")
    export = random_game(game, *game.samples()[0], random.Random(1))
    honest, forged = tmp_path / "game.json", tmp_path / "forged.json"
    honest.write_bytes(to_json(export))
    forged.write_bytes(to_json(export).replace(b'"reason": "', b'"reason": "not ', 1))
    async with chromium() as browser:
        for width in (1280, 390):
            page = await browser.new_page(viewport={"width": width, "height": 800})
            complaints, asked = heard(page, "pageerror"), heard(page, "request")
            await page.goto(PAGE.as_uri())
            verdict = page.locator("#verdict strong")
            await page.set_input_files("#file", honest)
            await expect(verdict).to_have_text("What could be checked here matches")
            await page.fill("#published", export.commitment)
            await page.fill("#named", export.digest[:32])
            await page.fill("#word", (export.words or [""])[0])
            await expect(verdict).to_have_text("All matches")
            assert await page.locator(".rolls li").count() == len(export.draws or [])
            await page.fill("#word", "another")
            await expect(verdict).to_have_text("This is not what you were told")
            await page.set_input_files("#file", forged)
            await expect(verdict).to_have_text("This file was tampered with")
            assert await page.evaluate("document.documentElement.scrollWidth") == width
            assert complaints == []
            assert [request.url for request in asked] == [PAGE.as_uri()]
