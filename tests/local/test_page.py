"""The page in a real browser, with a real bot behind it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from bot.local.server import LocalDiscord
from tests.local.browser import PATIENCE, chromium, go, options, page_at, pane
from tests.local.player import Player
from tests.local.tiny import Buttons, Tiny, picture, running

expect.set_options(timeout=PATIENCE)


# One browser for all of them: starting it takes longer than most of the tests.
pytestmark = [
    pytest.mark.slow,  # a browser
    pytest.mark.asyncio(loop_scope="module"),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def local() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord(None) as local:
        local.faults.change({"buckets": False})  # more is sent here than people would
        yield local


@pytest_asyncio.fixture(loop_scope="module")
async def bot(local: LocalDiscord) -> AsyncIterator[Tiny]:
    async with running(local) as bot:
        yield bot


async def test_a_command_typed_by_keyboard_alone(
    local: LocalDiscord, bot: Tiny, browser: Browser
) -> None:
    async with page_at(browser, local.url) as page:
        juno, pip = pane(page, "Juno"), pane(page, "Pip")
        await expect(page.locator("#bot")).to_have_text("referee is here")
        for at in (juno, pip):
            await go(at, "beer-brawl")
        box = juno.locator("textarea.box")
        await box.focus()
        keys = page.keyboard
        await keys.type("/new")
        await expect(options(juno).first).to_contain_text("/table new")
        await keys.press("Enter")
        opponent = juno.get_by_label("opponent", exact=True)
        await expect(opponent).to_be_focused()
        await keys.type("pi")
        await expect(options(juno)).to_have_text(["PPip"])
        await keys.press("Enter")
        await juno.get_by_role("button", name="+ brew").click()
        await expect(juno.get_by_label("brew?", exact=True)).to_be_focused()
        await keys.type("17")
        await expect(options(juno)).to_have_text(["Brew 17"])
        await keys.press("Enter")
        await expect(juno.get_by_role("button", name="Send")).to_be_focused()
        await keys.press("Enter")
        answer = juno.locator("article.message.own")
        await expect(answer).to_contain_text("Juno against Pip, Brew 17, 3")
        await expect(answer).to_contain_text("Only you can see this")
        await expect(box).to_be_focused()
        await keys.type("Let us go, **Pip**")
        await keys.press("Enter")
        await expect(pip.locator("article strong")).to_have_text("Pip")
        assert "against" not in await pip.inner_text()

        await keys.type("/table new opponent:nobody brew:Brew 12 rounds:2")
        await keys.press("Enter")
        await expect(juno.get_by_role("alert")).to_contain_text("choose one that is offered")
        await expect(juno.get_by_label("brew?", exact=True)).to_have_value("Brew 12")
        await juno.get_by_label("opponent", exact=True).fill("pi")
        await expect(options(juno)).to_have_text(["PPip"])
        await keys.press("Enter")
        await juno.get_by_role("button", name="Send").press("Enter")
        await expect(answer.last).to_contain_text("Juno against Pip, Brew 12, 2")
        await answer.last.get_by_role("button", name="Dismiss").press("Enter")
        await expect(answer).to_have_count(1)
        await answer.get_by_role("button", name="Dismiss").press("Enter")
        await expect(answer).to_have_count(0)
        await expect(juno.locator(".log")).to_be_focused()


async def test_what_is_typed_in_full_is_sent_by_one_enter(
    local: LocalDiscord, bot: Tiny, browser: Browser
) -> None:
    async with page_at(browser, local.url) as page:
        juno, keys = pane(page, "Juno"), page.keyboard
        await expect(page.locator("#bot")).to_have_text("referee is here")
        await go(juno, "beer-brawl")
        box, answer = juno.locator("textarea.box"), juno.locator("article.message.own")
        await box.focus()
        await keys.type("/table new opponent:@pip brew:Brew 12 rounds:2")
        await keys.press("Enter")
        await expect(answer).to_contain_text("Juno against Pip, Brew 12, 2")
        await expect(box).to_be_focused()

        await keys.type("/table buttons")
        await expect(options(juno).first).to_contain_text("/table buttons")
        await keys.press("Enter")
        await expect(juno.get_by_text("Pick a door")).to_be_visible()

        await keys.type("/table new")  # something is missing: the form asks for it
        await expect(options(juno).first).to_contain_text("/table new")
        await keys.press("Enter")
        await expect(juno.get_by_label("opponent", exact=True)).to_be_focused()
        await keys.type("Pip")
        await keys.press("Enter")  # what is offered is taken; more arguments could follow
        await expect(juno.get_by_role("button", name="Send")).to_be_focused()
        await keys.press("Enter")
        await expect(answer.last).to_contain_text("Juno against Pip, ale, 3")

        await expect(box).to_be_focused()
        await keys.type("/table board")
        await expect(options(juno).first).to_contain_text("/table board")
        await keys.press("ArrowDown")  # what the arrows have marked is meant
        await keys.press("ArrowUp")
        await keys.press("Enter")
        await expect(juno.get_by_role("button", name="Send")).to_be_focused()


async def test_pictures_are_as_large_as_discord_shows_them(
    local: LocalDiscord, bot: Tiny, browser: Browser
) -> None:
    def files(count: int) -> list[discord.File]:
        return [discord.File(picture(size=(1100, 700)), f"{n}.png") for n in range(count)]

    for count in (1, 2, 3, 4, 5):
        await bot.room("brawl").send(str(count), files=files(count))
    embed = discord.Embed(title="Embedded").set_image(url="attachment://0.png")
    await bot.room("brawl").send(
        embed=embed.set_thumbnail(url="attachment://1.png"), files=files(2)
    )
    async with page_at(browser, local.url) as page:
        juno = pane(page, "Juno")
        await go(juno, "brawl")
        alone = juno.locator("article .gallery img").first
        await expect(alone).to_be_visible()
        box = await alone.bounding_box()
        assert box is not None and (round(box["width"]), round(box["height"])) == (550, 350)
        rows = []
        for count in (2, 3, 4, 5):
            shown = juno.locator(f".gallery.of-{count} img")
            await expect(shown).to_have_count(count)
            boxes = [await shown.nth(n).bounding_box() for n in range(count)]
            tops = [round(found["y"]) for found in boxes if found]
            rows.append([tops.count(top) for top in dict.fromkeys(tops)])
        assert rows == [[2], [2, 1], [2, 2], [2, 3]]  # of three, the first is two rows high
        for inside, size in ((".gallery", (400, 255)), (".thumb", (80, 51))):
            box = await juno.locator(f".embed {inside} img").bounding_box()
            assert box is not None and (round(box["width"]), round(box["height"])) == size
    async with page_at(browser, local.url, 390, 844, has_touch=True, is_mobile=True) as page:
        juno = pane(page, "Juno")
        await go(juno, "brawl")
        alone = juno.locator("article .gallery img").first
        await expect(alone).to_be_visible()
        box = await alone.bounding_box()
        assert box is not None and 350 <= box["width"] <= 390
        assert await page.evaluate("document.documentElement.scrollWidth") == 390
        await alone.click()
        large = page.locator("dialog.large img")
        await expect(large).to_be_visible()
        wide = await large.bounding_box()
        assert wide is not None and wide["width"] >= 2 * box["width"], "to be moved about in"


async def test_a_countdown_ticks(local: LocalDiscord, bot: Tiny, browser: Browser) -> None:
    async with page_at(browser, local.url) as page:
        juno = pane(page, "Juno")
        await bot.room("welcome").send(f"Answer <t:{int(time.time()) + 40}:R>")
        shown = juno.locator("time.stamp")
        await expect(shown).to_contain_text("seconds")
        words = await shown.inner_text()
        await expect(shown).not_to_have_text(words)
        await expect(shown).to_contain_text("seconds")


async def test_a_channel_says_what_it_is_and_how_to_begin(
    local: LocalDiscord, bot: Tiny, browser: Browser
) -> None:
    """On top of what is said there, and a click types the command."""
    await bot.room("beer-brawl").send("Somebody was here before.")
    async with page_at(browser, local.url) as page:
        juno = pane(page, "Juno")
        for room in ("beer-brawl", "brawl", "bro-brawl", "brawl-mart", "brawlhalla"):
            await go(juno, room)
            beginning = juno.locator(".log > .empty")
            await expect(beginning).to_contain_text(f"This is #{room}")
            await beginning.get_by_role("button", name=f"/{room} new", exact=True).click()
            await expect(juno.locator("textarea.box")).to_have_value(f"/{room} new")


async def test_a_command_that_a_channel_names_only_needs_to_be_sent(
    local: LocalDiscord, bot: Tiny, browser: Browser
) -> None:
    local.world.channels[str(bot.room("brawl").id)]["topic"] = "Begin with `/table buttons`"
    async with page_at(browser, local.url) as page:
        juno = pane(page, "Juno")
        await go(juno, "brawl")
        await juno.get_by_role("button", name="/table buttons", exact=True).click()
        await expect(juno.get_by_role("button", name="Send")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(juno.get_by_role("button", name="Count")).to_be_visible()


async def test_a_panel_stays_under_the_mouse_and_shows_its_words(
    local: LocalDiscord, bot: Tiny, browser: Browser
) -> None:
    """What is taller than the pane is read from its buttons up, and an edit moves no button."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Reroll", custom_id="reroll"))
    room = bot.room("welcome")
    words = "Lines\n" * 30 + "The question"
    board = discord.File(picture(size=(1100, 700)), "b.png")
    post = await room.send(words, view=view, file=board)
    async with page_at(browser, local.url) as page:
        juno = pane(page, "Juno")
        button = juno.get_by_role("button", name="Reroll")
        await expect(button).to_be_visible()
        await juno.locator("article img").last.evaluate("node => node.decode()")
        before = await button.bounding_box()
        await post.edit(content=f"{words}?")
        await expect(juno.locator("article .edited")).to_have_count(1)
        assert await button.bounding_box() == before
        log = await juno.locator(".log").bounding_box()
        assert before is not None and log is not None
        assert 0 <= log["y"] + log["height"] - (before["y"] + before["height"]) <= 12
        thread = await post.create_thread(name="Table 4 of Juno")
        await juno.get_by_role("button", name="Table 4 of Juno").last.click()
        await thread.edit(name="Table 4 of Juno and Pip")
        await expect(juno.locator(".room h2")).to_have_text("Table 4 of Juno and Pip")


async def test_buttons_selects_forms_and_pictures(
    local: LocalDiscord, bot: Tiny, browser: Browser
) -> None:
    async with page_at(browser, local.url) as page:
        juno, pip = pane(page, "Juno"), pane(page, "Pip")
        for at in (juno, pip):
            await go(at, "beer-brawl")
        buttons = await bot.room().send("Pick a door", view=Buttons())
        await juno.get_by_role("button", name="Count 0").click()
        await pip.get_by_role("button", name="Count 1").click()
        await expect(juno.get_by_role("button", name="Count 2")).to_be_visible()

        await pip.get_by_role("button", name="Pick a brew").click()
        await expect(options(pip).nth(1)).to_contain_text("Brew 2")
        await expect(options(pip).nth(1).locator(".note")).to_have_text("2 years old")
        await page.keyboard.press("Enter")
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")
        await pip.get_by_role("button", name="Done").click()
        await expect(pip.locator("article.own")).to_contain_text("b1 and b2")

        await juno.get_by_role("button", name="Pick a bro").click()
        await options(juno).filter(has_text="Pip").click()
        await expect(pip.locator("article .mention").last).to_have_text("@Pip")

        await juno.get_by_role("button", name="Form").click()
        form = juno.get_by_role("dialog", name="A form")
        await form.get_by_label("Name").fill("Juno")
        await form.get_by_role("button", name="Submit").click()
        await expect(form.get_by_role("alert")).to_contain_text("Choose 1")
        await form.get_by_label("Colour").select_option("blue")
        await form.get_by_role("button", name="Submit").click()
        await expect(juno.locator("article.own")).to_contain_text("Juno likes blue")
        await expect(form).to_have_count(0)

        await juno.get_by_role("button", name="Hand").click()
        hand = juno.get_by_role("img", name="Your hand: three cards")
        await hand.click()
        large = page.get_by_role("dialog", name="Picture")
        await expect(large).to_contain_text("Your hand: three cards")
        shown = await large.locator("img").evaluate(
            "node => node.decode().then(() => node.naturalWidth)"
        )
        assert shown == 640
        await page.keyboard.press("Escape")
        await expect(large).to_have_count(0)
        assert "secret" not in await pip.inner_text()
        assert await pip.locator("img[src*='hand.png']").count() == 0

        await page.evaluate(
            "() => fetch('/local/faults', {method: 'PATCH', headers: {'Content-Type': 'application/json'}, body: '{\"ack_seconds\": 0.05}'})"
        )
        await juno.get_by_role("button", name="Silence").click()
        await expect(juno.get_by_role("alert").last).to_have_text(
            "The application did not respond."
        )

        await juno.get_by_role("button", name="Form").focus()
        asked = discord.ui.View(timeout=None)
        asked.add_item(discord.ui.Button(label="What is asked next", custom_id="next"))
        await buttons.edit(view=asked)
        await expect(juno.get_by_role("button", name="What is asked next")).to_be_focused()


@pytest.mark.parametrize(("width", "height"), [(1280, 900), (390, 844)])
async def test_what_went_wrong_is_seen_whole_and_goes_again(
    local: LocalDiscord, bot: Tiny, browser: Browser, width: int, height: int
) -> None:
    local.faults.change({"ack_seconds": 0.05})
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Nobody hears it", custom_id="unheard"))
    await bot.room("welcome").send("\n".join(f"line {n}" for n in range(60)), view=view)
    async with page_at(browser, local.url, width, height) as page:
        await page.clock.install()
        juno = pane(page, "Juno")
        problem = juno.locator("article .problem")
        for _ in range(2):
            await juno.get_by_role("button", name="Nobody hears it").click()
            await expect(problem).to_have_text("The application did not respond.")
            await expect(problem).to_be_in_viewport(ratio=1)
            await page.clock.fast_forward(11_000)
            await expect(problem).to_be_hidden()
        await juno.get_by_role("button", name="Nobody hears it").click()
        await expect(problem).to_be_visible()
        local.faults.change({"ack_seconds": 3.0})
        await juno.get_by_role("button", name="Nobody hears it").click()
        await expect(problem).to_be_hidden()


async def test_unread_marks_threads_and_direct_messages(
    local: LocalDiscord, bot: Tiny, browser: Browser
) -> None:
    async with page_at(browser, local.url, 1800) as page:
        juno, pip = pane(page, "Juno"), pane(page, "Pip")
        players = {p["global_name"]: p["id"] for p in local.world.players}
        loud = discord.AllowedMentions(users=True)
        await go(juno, "welcome")
        await bot.room("brawl").send(f"<@{players['Pip']}> is up", allowed_mentions=loud)
        await expect(pip.locator(".channel.unread .pings")).to_have_text("1")
        await expect(juno.locator(".channel.unread")).to_have_text("brawl")
        await expect(juno.locator(".channel.unread .dot")).to_be_visible()
        await go(pip, "brawl")
        await expect(pip.locator(".channel.unread")).to_have_count(0)
        await expect(pip.locator("article.pinged .mention.me")).to_have_text("@Pip")

        message = await bot.room("brawl").send("A table")
        thread = await message.create_thread(name="Table 4")
        await pip.get_by_role("button", name="Table 4").last.click()
        await thread.send("inside")
        await expect(pip.locator("article").last).to_contain_text("inside")

        for number in range(50):
            await bot.room("brawl").send(str(number))
        await go(pip, "brawl")
        await expect(pip.locator("article").last).to_contain_text("49")
        await message.edit(content="A table that is out of sight")
        await bot.room("brawl").send("the last")
        await expect(pip.locator("article").last).to_contain_text("the last")
        await expect(pip.locator("article", has_text="out of sight")).to_have_count(0)

        await (await bot.fetch_user(int(players["Juno"]))).send("psst")
        await expect(juno.locator(".channel.unread", has_text="Brawl Referee")).to_be_visible()
        await juno.locator(".channel", has_text="Brawl Referee").click()
        await expect(juno.locator("article")).to_contain_text("psst")
        assert "psst" not in await pip.inner_text()

        sleepy = await (await bot.room("brawl").send("Another")).create_thread(name="Table 5")
        await sleepy.send(f"<@{players['Juno']}> is up", allowed_mentions=loud)
        await go(juno, "welcome")
        await go(juno, "brawl")
        mark = juno.locator(".drawer > span")
        await expect(mark).to_have_text("1")
        await sleepy.edit(archived=True)
        await expect(mark).to_have_text("")  # nobody could open it to read it


async def test_words_are_words_and_markdown_is_drawn(
    local: LocalDiscord, bot: Tiny, browser: Browser
) -> None:
    async with page_at(browser, local.url) as page:
        juno = pane(page, "Juno")
        evil = (
            "<img src=x onerror=alert(1)> [x](javascript:alert(1)) <script>alert(1)</script> "
            "<t:99999999999999999999:R> <t:-8640000000001>"
        )
        await bot.room("welcome").send(evil)
        await expect(juno.locator("article .md")).to_have_text(evil)
        await bot.room("welcome").send(
            "## Head\n- one\n- two\n> said\n`code` ~~gone~~ __under__ *slanted* ||hidden||\n"
            f"-# small <#{bot.room('brawl').id}>\n```py\nx < 1\n```"
        )
        drawn = juno.locator("article .md").last
        await expect(drawn.locator("h4")).to_have_text("Head")
        await expect(drawn.locator("li")).to_have_text(["one", "two"])
        await expect(drawn.locator("pre")).to_have_text("x < 1")
        for tag, words in (
            ("s", "gone"),
            ("u", "under"),
            ("em", "slanted"),
            ("blockquote", "said"),
        ):
            await expect(drawn.locator(tag)).to_have_text(words)
        hidden = drawn.locator(".spoiler")
        await hidden.click()
        await expect(hidden).to_have_class("spoiler shown")
        await drawn.get_by_role("button", name="#brawl").click()
        await expect(juno.locator(".room h2")).to_have_text("brawl")


async def test_a_phone_shows_one_player_and_several_buttons_in_a_row(
    local: LocalDiscord, bot: Tiny, browser: Browser
) -> None:
    view = discord.ui.View(timeout=None)
    for number in range(20):
        view.add_item(discord.ui.Button(label=f"Move {number}", custom_id=f"m{number}"))
    await bot.room("brawl").send("Choose", view=view, file=discord.File(picture(), "b.png"))
    async with page_at(browser, local.url, 390, 844, has_touch=True, is_mobile=True) as page:
        juno, pip = pane(page, "Juno"), pane(page, "Pip")
        await expect(juno).to_be_visible()
        await expect(pip).to_be_hidden()
        await go(juno, "brawl")
        buttons = juno.locator("article .button")
        await expect(buttons).to_have_count(20)
        boxes = [await buttons.nth(n).bounding_box() for n in range(20)]
        rows = {round(box["y"]) for box in boxes if box}
        assert len(rows) <= 10
        assert all(box and box["height"] >= 36 and box["x"] + box["width"] <= 390 for box in boxes)
        assert await page.evaluate("document.documentElement.scrollWidth") == 390
        await page.locator(".tab", has=page.locator(".avatar")).nth(1).click()
        await expect(pip).to_be_visible()
        await expect(juno).to_be_hidden()
        box = await pip.locator("textarea.box").bounding_box()
        assert box is not None and box["height"] >= 30, "what one types into is not clipped"
        await go(pip, "brawl")
        await expect(pip.locator("article img").last).to_be_visible()
        await page.locator("#settings").click()
        await expect(page.locator(".fault").first).to_be_visible()
        inside = "nodes => nodes.every(node => node.scrollWidth <= node.clientWidth)"
        assert await page.locator(".fault > .grow").evaluate_all(inside)


async def test_a_phone_shows_the_whole_name_of_a_thread(
    local: LocalDiscord, bot: Tiny, browser: Browser
) -> None:
    """After a rematch it names both; in the box its end is left out, and nothing scrolls there."""
    name = "Beer Brawl · Computer (easy), Maximiliana the Third · table 12"
    async with Player.join(local.url, "Juno") as juno:
        await juno.open_channel(name, "thread", parent="beer-brawl")
    async with page_at(browser, local.url, 390, 844, has_touch=True, is_mobile=True) as page:
        at = pane(page, "Juno")
        await at.locator(".drawer").click()
        await at.locator(".channel .label", has_text="table 12").click()
        title = at.locator(".room h2")
        await expect(title).to_have_text(name)
        whole = (
            "node => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight"
        )
        assert await title.evaluate(whole)
        assert await at.locator("textarea.box").evaluate(
            "node => node.scrollHeight <= node.clientHeight"
            " && getComputedStyle(node).textOverflow === 'ellipsis'"
        )


async def test_light_dark_and_seats_are_remembered(
    local: LocalDiscord, bot: Tiny, browser: Browser
) -> None:
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    async with page_at(browser, local.url, forgive="409", color_scheme="dark") as page:
        dark = await page.evaluate(ground)
        await page.locator("#theme").click()
        light = await page.evaluate(ground)
        assert dark != light
        await page.locator("#add").click()
        await page.get_by_label("Name").fill("Wren")
        await page.get_by_role("button", name="Join").click()
        await go(pane(page, "Wren"), "brawlhalla")
        await page.locator("#add").click()
        await page.get_by_label("Name").fill("Wren")
        await page.get_by_role("button", name="Join").click()
        await expect(page.get_by_role("alert")).to_have_text("Somebody here has that name already.")
        long = "Ottoline Featherstonehaugh-Otter"
        await page.get_by_label("Name").fill(long)
        await page.get_by_role("button", name="Join").click()
        await expect(page.locator(".pane")).to_have_count(4)
        room = await pane(page, long).locator(".room h2").bounding_box()
        assert room is not None and room["width"] > 80
        await expect(page.locator("#add")).to_be_disabled()
        await page.reload()
        await expect(page.locator(".pane")).to_have_count(4)
        await expect(pane(page, "Wren").locator(".room h2")).to_have_text("brawlhalla")
        assert await page.evaluate(ground) == light
        await pane(page, "Wren").locator(".drawer").click()
        await pane(page, "Wren").get_by_role("button", name="Close this pane").click()
        await expect(page.locator(".pane")).to_have_count(3)


async def test_the_page_comes_back_with_the_server(tmp_path: Path, browser: Browser) -> None:
    async with contextlib.AsyncExitStack() as stack:
        local = await stack.enter_async_context(LocalDiscord(tmp_path / "world.db"))
        port = int(local.url.rsplit(":", 1)[1])
        page = await stack.enter_async_context(
            page_at(browser, local.url, forgive="ERR_CONNECTION_REFUSED")
        )
        juno = pane(page, "Juno")
        await juno.locator("textarea.box").fill("before")
        await juno.locator("textarea.box").press("Enter")
        await expect(juno.locator("article")).to_contain_text("before")
        await juno.locator("textarea.box").fill("kept for later")
        pip = pane(page, "Pip")
        await pip.locator("textarea.box").fill("half a sen")
        await local.__aexit__(None, None, None)
        await expect(page.locator("#bot")).to_have_text("hall is closed")
        await go(juno, "brawl")
        await expect(juno.locator(".log")).to_contain_text("shown when the hall opens again")
        await page.locator("#settings").click()
        await stack.enter_async_context(LocalDiscord(tmp_path / "world.db", port))
        await expect(page.locator("#bot")).to_have_text("referee is away")
        await expect(juno.locator(".log")).to_contain_text("This is #brawl")
        await go(juno, "welcome")
        await expect(juno.locator("article")).to_contain_text("before")
        await expect(juno.locator("textarea.box")).to_have_value("kept for later")
        await expect(pip.locator("textarea.box")).to_have_value("half a sen")
        await juno.get_by_role("button", name="Commands").click()
        await juno.locator("textarea.box").fill("after")
        await juno.locator("textarea.box").press("Enter")
        await expect(pane(page, "Pip").locator("article").last).to_contain_text("after")


async def test_faults_are_switched_in_the_panel(
    local: LocalDiscord, bot: Tiny, browser: Browser
) -> None:
    async with page_at(browser, local.url) as page:
        await page.locator("#settings").click()
        panel = page.get_by_role("dialog", name="Faults and settings")
        await panel.get_by_label("Pip").check()
        await expect(panel.get_by_role("status")).to_have_text("Done.")
        await expect(panel.get_by_label("Pip")).to_be_focused()
        players = {p["global_name"]: p["id"] for p in local.world.players}
        assert local.faults.settings.dms_closed == [players["Pip"]]
        await panel.get_by_role("button", name="Go").first.click()
        await expect(panel).to_contain_text("3 × 429")
        await panel.get_by_label("Attach files").check()
        await expect(panel.get_by_label("Attach files")).to_be_checked()
        await panel.get_by_role("button", name="Drop the connection").click()
        await bot.resumes.get()
        await panel.get_by_role("button", name="All faults off").click()
        await expect(panel.get_by_role("status")).to_have_text("All off.")
        assert local.faults.settings.troubles == []
        assert local.faults.settings.missing == {}
        await page.keyboard.press("Escape")
        await expect(panel).to_have_count(0)
