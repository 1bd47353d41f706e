"""What a game of weeks needs, in the page as people do it: find, be away, vanish, come back, again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from bot.local.server import LocalDiscord
from tests.local.browser import chromium, go, options, page_at, pane
from tests.local.process import PATIENCE, under

pytestmark = pytest.mark.slow  # a browser

WAIT = PATIENCE * 1000
expect.set_options(timeout=WAIT)


async def types(page: Page, at: Locator, command: str) -> None:
    """Types a command in full and sends it by Enter."""
    await at.locator("textarea.box").focus()
    await page.keyboard.type(command)
    await page.keyboard.press("Enter")


async def press(at: Locator, label: str) -> None:
    """Presses the latest button of that name."""
    await at.get_by_role("button", name=re.compile(f"{label}$")).last.click()


def said(at: Locator, words: str) -> Locator:
    """The latest message that says something."""
    return at.locator("article", has_text=re.compile(words)).last


async def seat(page: Page, name: str) -> Locator:
    """One more person in the window."""
    await page.locator("#add").click()
    await page.get_by_label("Name").fill(name)
    await page.get_by_role("button", name="Join").click()
    await expect(pane(page, name)).to_be_visible()
    return pane(page, name)


async def test_a_game_is_found_left_taken_over_and_begun_again(
    local: LocalDiscord, tmp_path: Path
) -> None:
    async with under(local, tmp_path) as referee, chromium() as browser:
        async with page_at(browser, local.url, 1500, 900) as page:
            await expect(page.locator("#bot")).to_have_text("referee is here")
            juno, pip = pane(page, "Juno"), pane(page, "Pip")
            for at in (juno, pip):
                await go(at, "beer-brawl")

            # found, and begun
            await types(page, juno, "/beer-brawl new here:True pace:1 day")
            await expect(said(juno, "Table 1 is open")).to_be_visible()
            await types(page, pip, "/table find")
            await press(pip, "Join a table")
            await options(pip).first.click()
            await expect(said(juno, "2 of 2")).to_be_visible()
            await press(juno, "Start")
            await expect(said(pip, "Waiting for")).to_be_visible()

            # away, and back
            await types(page, pip, "/my away days:3")
            await expect(said(pip, "You are away until")).to_be_visible()
            await expect(said(juno, "Pip.*away until|away until.*Pip")).to_be_visible()
            await types(page, pip, "/my away days:0")
            await expect(said(pip, "You are back")).to_be_visible()

            # gone, and somebody else sits down
            await types(page, pip, "/table leave")
            await press(pip, "Leave")
            await expect(said(juno, "a computer keeps the seat now")).to_be_visible()
            wren = await seat(page, "Wren")
            await go(wren, "beer-brawl")
            await press(wren, "Take this seat")
            await expect(said(wren, "You play Orange now")).to_be_visible()
            await expect(said(juno, "takes the seat that .* kept")).to_be_visible()
            await expect(
                said(wren, "Only you can see this").locator(".gallery img")
            ).to_be_visible()

            # over, and begun again with the seats swapped
            await types(page, wren, "/table resign")
            await press(wren, "Yes")
            await expect(said(juno, r"Blue\) wins")).to_be_visible()
            await press(juno, "Rematch")
            await press(wren, "Rematch")  # whoever wants one, too, is in
            await expect(said(juno, "2 of 2")).to_be_visible()
            await press(juno, "Start")
            await expect(said(juno, "Blue.*Wren|Wren.*Blue")).to_be_visible()
        assert referee.errors() == []
