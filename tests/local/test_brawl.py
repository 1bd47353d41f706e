"""Whole games of BRAWL in the page: in turns against the computer, in real time by two people."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from bot.local.server import LocalDiscord
from bot.referee import Referee
from bot.store import Store
from images.kit.screen import WIDTH
from tests.local.browser import chromium, go, options, page_at, pane
from tests.local.process import PATIENCE, Process, under

pytestmark = pytest.mark.slow  # a browser

WAIT = PATIENCE * 1000
expect.set_options(timeout=WAIT)
AUTOPLAY = Path(__file__).with_name("autoplay.js").read_text("utf-8")
ENOUGH = 120  # seconds for a game that takes some ten
DECKS = {
    "rosso.txt": "name: Rosso\n30 red Hit\n2 Base\n3 Freeze\n",
    "azzurro.txt": "name: Azzurro\n30 blue Hit\n2 Base\n3 Freeze\n",
}


@pytest.fixture
def decks(tmp_path: Path) -> str:
    """A directory with two printed decks, each of nearly one kind of card."""
    folder = tmp_path / "decks"
    folder.mkdir()
    for name, text in DECKS.items():
        (folder / name).write_text(text, "utf-8")
    return str(folder)


async def test_a_game_in_turns(local: LocalDiscord, tmp_path: Path, decks: str) -> None:
    """Training against the computer: one panel, in which each card is one press."""
    async with under(local, tmp_path, BRAWL_DECKS=decks) as referee, chromium() as browser:
        async with page_at(browser, local.url) as page:
            await begin(page, pace="training", computer="easy", deck="Rosso", other_deck="Azzurro")
            presses = await autoplay(page, "Juno")
            assert 5 < presses < 90, "the referee turns a card over, the player says where it goes"
            await ended(page)
        await told_as_played(referee)


async def test_a_bout_in_real_time(local: LocalDiscord, tmp_path: Path, decks: str) -> None:
    """Tournament: who is late hears what changed and keeps the card; then both press at will."""
    async with under(local, tmp_path, BRAWL_DECKS=decks) as referee, chromium() as browser:
        async with page_at(browser, local.url) as page:
            await begin(page, pace="tournament", opponent="Pip", deck="Rosso", other_deck="Azzurro")
            juno, pip = pane(page, "Juno"), pane(page, "Pip")
            await button(pip, "Play").click()
            for at in (juno, pip):
                await button(own(at), "Ready").click()
            for at in (juno, pip):  # both panels are there unasked
                await button(own(at), "Turn over a card").click()
                await expect(own(at)).to_contain_text("You hold a")
            await late(juno, pip)
            presses = await autoplay(page, "Juno", "Pip")
            assert presses > 2 * 32
            await ended(page)
        await told_as_played(referee)


async def late(juno: Locator, pip: Locator) -> None:
    """Both reach for the same place; the second is told what the first did."""
    for at in (juno, pip):
        if "You hold a Base" in await own(at).inner_text():  # each deck has one; the rest are Hits
            await button(own(at), "Discard").click()
            await button(own(at), "Turn over a card").click()
        await expect(own(at)).to_contain_text(re.compile("You hold a (red|blue) Hit"))
    await button(own(juno), "Base A, your side").click()
    for at in (juno, pip):  # each sees it in their own panel; nobody has to look elsewhere
        await seen(at, "Rosso’s side 1 (red Hit)")
    await button(own(pip), "Base A, Rosso’s side").click()
    await expect(own(pip)).to_contain_text("needs blue below it; a red Hit lies there.")
    await expect(own(pip)).to_contain_text("Rosso lays a red Hit on Base A, Rosso’s side.")
    await expect(own(pip)).to_contain_text("You hold a blue Hit")
    await button(own(pip), "Base A, your side").click()
    await seen(pip, "Azzurro’s side 1 (blue Hit)")


async def seen(at: Locator, words: str) -> None:
    """The picture in somebody's panel shows this."""
    await expect(own(at).locator(".gallery img")).to_have_attribute(
        "alt", re.compile(re.escape(words))
    )


# -- at the page


async def begin(page: Page, **chosen: str) -> None:
    """By keyboard and button, as people do it."""
    await expect(page.locator("#bot")).to_have_text("referee is here")
    host, guest = pane(page, "Juno"), pane(page, "Pip")
    for at in (host, guest):
        await go(at, "brawl")
    await host.locator("textarea.box").focus()
    await page.keyboard.type("/brawl new")
    await expect(options(host).first).to_contain_text("/brawl new")
    await page.keyboard.press("Tab")
    for name, value in {**chosen, "here": "True"}.items():
        await host.get_by_role("button", name=f"+ {name}", exact=True).click()
        await expect(host.get_by_label(f"{name}?", exact=True)).to_be_focused()
        await page.keyboard.type(value)
        await expect(options(host)).to_have_count(1)
        await page.keyboard.press("Enter")
    await host.get_by_role("button", name="Send").click()
    if "opponent" in chosen:
        await button(guest, "Join").click()
    await expect(host.locator("article", has_text="2 of 2").first).to_be_visible()
    await button(host, "Start").last.click()
    await expect(host.locator('button[data-id^="t:"], button[data-id^="b:"]').last).to_be_visible()


async def autoplay(page: Page, *names: str) -> int:
    """Every button is pressed in the page itself, as soon as it is there."""
    given = {"names": names, "seconds": ENOUGH}
    pressed: int = await page.evaluate(f"given => ({AUTOPLAY})(given)", given)
    return pressed


async def ended(page: Page) -> None:
    """Both read how it ended, with the board beside it."""
    for name in ("Juno", "Pip"):
        last = pane(page, name).locator("article:not(.own)").last
        await expect(last).to_contain_text(re.compile("🏆|🤝|🤖"))
        drawn = last.locator("img").last
        await drawn.hover()  # in sight, also where the post is edited just now
        await expect(drawn).to_have_js_property("naturalWidth", WIDTH)
        assert "Rosso" in (await drawn.get_attribute("alt") or "")


def own(at: Locator) -> Locator:
    """The latest of what only this player sees."""
    return at.locator("article.own").last


def button(at: Locator, label: str) -> Locator:
    """A button by its label."""
    return at.get_by_role("button", name=label, exact=True).last


async def told_as_played(referee: Process) -> None:
    """The table is as seed and log tell, and nothing went wrong."""
    assert await referee.stop() == 0
    assert referee.errors() == []
    store = await Store.open(f"sqlite+aiosqlite:///{referee.database}")
    try:
        assert (await Referee(store).look(1)).status == "over"
        assert await Referee(store).verify(1)
    finally:
        await store.close()
