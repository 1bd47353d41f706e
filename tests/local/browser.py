"""A headless Chromium, or a plain word why there is none."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, ConsoleMessage, Locator, Page, async_playwright, expect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 30_000.0


def need_chromium() -> str:
    """The browser's path; without one the test is skipped, in CI it fails."""
    if CHROMIUM is None:
        if os.environ.get("CI") == "true":
            pytest.fail("there is no chromium, and in CI there must be one")
        pytest.skip("the page is not tested: there is no chromium on this machine")
    return CHROMIUM


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    path = need_chromium()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        )
        try:
            yield browser
        finally:
            await browser.close()


@contextlib.asynccontextmanager
async def page_at(
    browser: Browser,
    url: str,
    width: int = 1280,
    height: int = 800,
    *,
    forgive: str | None = None,
    **more: Any,
) -> AsyncIterator[Page]:
    """The hall in a fresh window; anything the browser complains about fails the test."""
    context = await browser.new_context(viewport={"width": width, "height": height}, **more)
    context.set_default_timeout(PATIENCE)
    page = await context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))

    def heard(line: ConsoleMessage) -> None:
        if line.type == "error":
            complaints.append(line.text)

    page.on("console", heard)
    try:
        await page.goto(url)
        await page.locator(".pane .log > *").first.wait_for(state="attached")
        yield page
        unforgiven = [c for c in complaints if forgive is None or forgive not in c]
        assert not unforgiven, unforgiven
    finally:
        await context.close()


def pane(page: Page, name: str) -> Locator:
    """The window part of one player."""
    return page.locator(f'section.pane[aria-label="{name}"]')


def options(at: Locator) -> Locator:
    """What an open menu offers."""
    return at.locator(".menu:not([hidden]) .option")


async def go(at: Locator, room: str) -> None:
    """Opens a channel."""
    await expect(at.locator(".channel").first).to_be_attached()
    drawer = at.locator(".drawer")
    if await drawer.is_visible():
        await drawer.click()
    await at.locator(".channel .label", has_text=re.compile(f"^{room}$")).click()
    await expect(at.locator(".room h2")).to_have_text(room)
