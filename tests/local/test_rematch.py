"""A rematch in the page: its thread, and all that leads there, has the name of the new table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from bot.local.server import LocalDiscord
from tests.local.browser import chromium, go, page_at, pane
from tests.local.process import under
from tests.local.test_weeks import press, said, types

pytestmark = pytest.mark.slow  # a browser
OLD, NEW = "Beer Brawl · Juno · table 1", "Beer Brawl · Computer (easy), Juno · table 2"


async def named(at: Locator, name: str) -> None:
    """Title, list and box of a thread that somebody looks at."""
    await expect(at.locator(".room h2")).to_have_text(name)
    await expect(at.locator("textarea.box")).to_have_attribute("placeholder", f"Message {name}")
    await expect(at.locator("button.thread .label")).to_have_text([name])


async def test_a_rematch_renames_its_thread_wherever_that_is_read(
    local: LocalDiscord, tmp_path: Path
) -> None:
    async with under(local, tmp_path) as referee, chromium() as browser:
        async with page_at(browser, local.url, 1500, 900) as page:
            await expect(page.locator("#bot")).to_have_text("referee is here")
            juno, pip = pane(page, "Juno"), pane(page, "Pip")
            for at in (juno, pip):
                await go(at, "beer-brawl")
            await types(page, juno, "/beer-brawl new computer:easy")
            link = pip.locator("article .mention[data-channel]")
            await expect(link).to_have_text(f"#{OLD}")
            await said(juno, "Table 1 is open").locator("button.mention").click()
            await named(juno, OLD)

            await press(juno, "Start")
            await expect(said(juno, r"Waiting for @\w+ \(Blue\)")).to_be_visible()
            await types(page, juno, "/table resign")
            await press(juno, "Yes")
            await expect(said(juno, r"Orange\) wins")).to_be_visible()
            await press(juno, "Rematch")
            await named(juno, NEW)
            await expect(link).to_have_text(f"#{NEW}")
            old = juno.locator("article", has_text=re.compile(r"table 1.*Orange\) wins", re.S))
            await expect(old.last).to_be_visible()  # what was posted keeps its own number
            await expect(said(juno, r"table 2.*Waiting for @\w+ \(Orange\)")).to_be_visible()
            await link.click()
            await expect(pip.locator(".room h2")).to_have_text(NEW)
        assert referee.errors() == []
