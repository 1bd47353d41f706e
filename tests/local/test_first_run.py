"""A newcomer's first minute: one command, one page, two clicks."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from tests.local.browser import chromium, page_at, pane
from tests.local.process import PATIENCE, alone

pytestmark = pytest.mark.slow  # a browser

WAIT = PATIENCE * 1000


def button(at: Locator, label: str) -> Locator:
    return at.get_by_role("button", name=label)


async def test_from_nothing_to_a_first_move_in_two_clicks(tmp_path: Path) -> None:
    """In a game with one (*Try*), and with the next the first of the army stands: all are counted."""
    async with alone(tmp_path) as (referee, address), chromium() as browser:
        async with page_at(browser, address) as page:
            juno, pip = pane(page, "Juno"), pane(page, "Pip")
            await page.evaluate(
                "clicks = 0; document.addEventListener('click', () => ++clicks, true)"
            )
            await expect(page.locator("#bot")).to_have_text("referee is here", timeout=WAIT)
            await button(juno, "Try Beer Brawl").click(timeout=WAIT)
            await button(juno, "Keep Barnaby").click(timeout=WAIT)
            panel = juno.locator("article.own").last
            await expect(panel).to_contain_text("Barnaby (Blue) is placed on A3.", timeout=WAIT)
            assert await page.evaluate("clicks") == 2
            await expect(panel).to_contain_text("Only you can see this")
            drawn = panel.locator(".gallery img")
            await expect(drawn).to_be_visible()
            assert await drawn.evaluate("node => node.decode().then(() => node.naturalWidth)") > 300
            assert "STRENGTH" in (await drawn.get_attribute("alt") or "")
            await expect(pip.locator("article.own")).to_have_count(0)
        assert await referee.stop() == 0
        assert referee.errors() == []
