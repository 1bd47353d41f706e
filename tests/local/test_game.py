"""A whole game of Beer Brawl by two people in two panes of one window."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from bot.local.server import LocalDiscord
from tests.local.brawler import choose, is_answer
from tests.local.browser import chromium, go, options, page_at, pane
from tests.local.process import PATIENCE, under

pytestmark = pytest.mark.slow  # a browser

WAIT = PATIENCE * 1000
expect.set_options(timeout=WAIT)
SCREENSHOT = Path(__file__).with_name("screenshot.png")  # made anew where SCREENSHOT is set
CHOICES = 'button[data-id^="t:"]'
COMES_BY_ITSELF = 4_000  # milliseconds within which a panel follows a post
TURNS = 3  # before it is made
MOST = 200  # turns; the two make for each other's bar, so it is over long before


async def test_two_people_play_to_a_win(local: LocalDiscord, tmp_path: Path) -> None:
    """Opened by command, joined and started by button, played turn by turn, won by one."""
    async with under(local, tmp_path) as referee, chromium() as browser:
        async with page_at(browser, local.url, color_scheme="dark") as page:
            await expect(page.locator("#bot")).to_have_text("referee is here")
            sides = {True: pane(page, "Juno"), False: pane(page, "Pip")}
            await begin(page, sides[True], sides[False])
            for upwards, at in sides.items():
                await turn(at, upwards=upwards)
            await expect(latest(sides[True])).to_contain_text("The draft is over")
            await screenshot(page, sides)
            await brawl(sides)
            for at in sides.values():
                await expect(latest(at)).to_contain_text(re.compile(r"\((Blue|Orange)\) wins"))
        assert referee.errors() == []


async def screenshot(page: Page, sides: dict[bool, Locator]) -> None:
    """The README's picture: one side sees the board, the other its hand and what it may do."""
    upwards = await asked(sides)
    for _ in range(TURNS):
        if upwards is None:  # somebody was quick
            return
        await turn(sides[upwards], upwards=upwards)
        upwards = await asked(sides)
    if upwards is None:
        return
    panel = await opened(sides[upwards])
    for pictured in (panel, latest(sides[not upwards])):
        await pictured.locator(".gallery img").evaluate("node => node.decode()")
    made = await page.screenshot(path=SCREENSHOT if os.environ.get("SCREENSHOT") else None)
    assert made.startswith(b"\x89PNG") and len(made) > 20_000


async def begin(page: Page, host: Locator, guest: Locator) -> None:
    """By keyboard and button, as people do it."""
    for at in (host, guest):
        await go(at, "beer-brawl")
    await host.locator("textarea.box").focus()
    await page.keyboard.type("/beer-brawl new")
    await expect(options(host).first).to_contain_text("/beer-brawl new")
    await page.keyboard.press("Tab")
    await host.get_by_role("button", name="+ opponent").click()
    await expect(host.get_by_label("opponent?", exact=True)).to_be_focused()
    await page.keyboard.type("Pip")
    await expect(options(host)).to_have_text(["PPip"])
    await page.keyboard.press("Enter")
    await host.get_by_role("button", name="+ here").click()
    await expect(host.get_by_label("here?", exact=True)).to_be_focused()
    await page.keyboard.type("True")
    await expect(options(host)).to_have_count(1)
    await page.keyboard.press("Enter")
    await host.get_by_role("button", name="Send").click()
    await guest.get_by_role("button", name="Join").click()
    await expect(host.locator("article", has_text="2 of 2").first).to_be_visible()
    await host.get_by_role("button", name="Start").last.click()


async def brawl(sides: dict[bool, Locator]) -> None:
    """Turn after turn until somebody wins."""
    for _ in range(MOST):
        upwards = await asked(sides)
        if upwards is None:
            return
        await turn(sides[upwards], upwards=upwards)
    pytest.fail("the game does not end")


async def asked(sides: dict[bool, Locator]) -> bool | None:
    """Waits until a side is asked in its panel, and says which; or until everybody reads who won."""
    won = latest(sides[True]).filter(has_text="🏆")
    await expect(asking(sides[True]).or_(asking(sides[False])).or_(won).first).to_be_visible()
    for upwards, at in sides.items():
        if await asking(at).count():
            return upwards
    return None


def latest(at: Locator) -> Locator:
    """The latest post of the table."""
    return at.locator("article:not(.own)", has_text=re.compile("Waiting for|🏆")).last


async def turn(at: Locator, *, upwards: bool) -> None:
    """Answers until nothing is asked, wherever the panel stands by then."""
    panel = await opened(at)
    while asked := await offered(panel.locator(CHOICES)):
        label = choose(list(asked), upwards=upwards)
        pressed = panel.locator(f'button[data-id="{asked[label]}"]')
        await pressed.click()
        if ":?" in asked[label]:
            await expect(options(at).first).to_be_visible()
            labels = await options(at).all_inner_texts()
            chosen = choose(labels, upwards=upwards)
            await options(at).nth(labels.index(chosen)).click()
        await expect(pressed).to_have_count(0)


async def opened(at: Locator) -> Locator:
    """The panel: it comes by itself to whoever has had one lately, else *Play* opens it."""
    panel = asking(at)
    with suppress(AssertionError):
        await expect(panel).to_be_visible(timeout=COMES_BY_ITSELF)
        return panel
    await at.locator('button[data-id$=":play"]').last.click()
    await expect(panel).to_be_visible()
    return panel


def asking(at: Locator) -> Locator:
    """The panel that asks a side something, if any does."""
    return at.locator("article.own").filter(has=at.page.locator(CHOICES)).last


async def offered(choices: Locator) -> dict[str, str]:
    """Labels and ids of what answers the question."""
    found = await choices.evaluate_all("nodes => nodes.map(n => [n.innerText, n.dataset.id])")
    return {label: custom_id for label, custom_id in found if is_answer(custom_id)}
