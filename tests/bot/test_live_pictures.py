"""Where seconds count, pictures in panels follow what happens, and no press waits for one."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import discord
import pytest

import images
from bot.interactions import live_pictures
from bot.interactions.replies import edit_picture
from rules.brawl.state import Discard, Flip, Ready
from tests.bot.hall import Hall, InProcess, labels, open_hall

pytestmark = pytest.mark.slow  # boards are drawn


class Noted(InProcess):
    """Draws as others do, and notes whose picture was asked for."""

    def __init__(self) -> None:
        """Begin with nothing drawn."""
        self.log: list[str] = []

    async def run(self, work: Callable[..., Any], game: str, *shown: Any) -> Any:
        """Note it, then draw."""
        if work is images.panel:
            self.log.append(f"drawn for {shown[0].player}")
        return await super().run(work, game, *shown)


@pytest.fixture
async def drawn(tmp_path: Path, same_luck: None) -> AsyncIterator[Hall]:
    """A hall with all its pictures, which may come as fast as they like."""
    async with open_hall(tmp_path, Noted()) as opened:
        opened.bot.live_panels.live_pictures.pace = 0
        yield opened


async def begin(hall: Hall) -> None:
    """Alice fights as Hale, Bob as Darwin; both have yet to say ready."""
    decks = {"deck": "Hale", "other_deck": "Darwin"}
    await hall.alice.slash(
        hall.pub, "brawl new", here=True, opponent=hall.bob, pace="tournament", **decks
    )
    await hall.bob.slash(hall.pub, "table join")
    await hall.alice.slash(hall.pub, "table start")


async def ready(hall: Hall, member: Any) -> Any:
    """Somebody opens their panel and says ready in it."""
    opened = await member.click(hall.post, label="Play")
    return (await member.click(opened.response, label="Ready")).response


async def bout(hall: Hall) -> tuple[Any, Any]:
    """A bout is on: the panels of Alice and Bob, each with the first card to turn over."""
    await begin(hall)
    panels = [await ready(hall, member) for member in (hall.alice, hall.bob)]
    await hall.quiet()
    return panels[0], panels[1]


def picture(panel: Any) -> tuple[int, str]:
    """The one picture of a panel: its id, and what it shows in words."""
    [file] = panel.attachments
    assert file.filename == "table.png"
    return file.id, file.description


async def test_a_press_keeps_the_picture_and_the_next_one_follows(
    drawn: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is there before its picture; the words leave out what the picture shows."""
    mine, _ = await bout(drawn)
    before = picture(mine)
    assert "Base A" not in mine.content
    workers = drawn.bot.pictures.drawers
    assert isinstance(workers, Noted)
    log = workers.log
    log.clear()
    edit = discord.InteractionResponse.edit_message

    async def noted(response: Any, **more: Any) -> Any:
        log.append("answered with " + ", ".join(str(file.id) for file in more["attachments"]))
        return await edit(response, **more)

    monkeypatch.setattr(discord.InteractionResponse, "edit_message", noted)
    pressed = await drawn.alice.click(mine, label="Turn over a card")
    await drawn.quiet()
    assert not pressed.deferred
    assert "Discard" in labels(pressed.response)
    log.remove("drawn for 1")
    assert log == [f"answered with {before[0]}", "drawn for 0"], "nobody waits for a picture"
    after = picture(pressed.response)
    assert after[0] != before[0]
    assert "Hale: 33 cards left, holds a" in after[1]


async def test_what_the_other_does_is_seen_and_nothing_moves_under_a_thumb(drawn: Hall) -> None:
    """Only the picture changes: words and buttons are as they were."""
    mine, theirs = await bout(drawn)
    words, buttons, before = theirs.content, labels(theirs), picture(theirs)
    await drawn.alice.click(mine, label="Turn over a card")
    await drawn.quiet()
    assert (theirs.content, labels(theirs)) == (words, buttons)
    assert picture(theirs) != before
    assert "Hale: 33 cards left, holds a" in picture(theirs)[1]


async def test_pictures_come_at_their_pace_and_the_latest_wins(
    drawn: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However quick the acts are, Discord is not asked for more than it takes."""
    mine, theirs = await bout(drawn)
    drawn.bot.live_panels.live_pictures.pace = 0.3
    edits: list[int] = []

    async def counted(interaction: discord.Interaction, *more: Any) -> Any:
        edits.append(interaction.user.id)
        return await edit_picture(interaction, *more)

    monkeypatch.setattr(live_pictures, "edit_picture", counted)
    for _ in range(8):
        for option in (Flip(), Discard()):
            play = (await drawn.table()).play
            assert play is not None
            number = play.state.question(0).number
            await drawn.bot.referee.act(1, drawn.alice.id, 0, number, [option])
    await drawn.quiet()
    for panel, member in ((mine, drawn.alice), (theirs, drawn.bob)):
        assert 1 <= edits.count(member.id) <= 4
        assert "Hale: 26 cards left, discard pile" in picture(panel)[1]


async def test_a_picture_that_discord_knows_no_more_costs_no_press(drawn: Hall) -> None:
    """It may have been replaced in the very moment: the words say what it showed, and it comes back."""
    mine, _ = await bout(drawn)
    before = picture(mine)
    path = "/interactions/*/callback"
    drawn.env.inject_error("POST", path, status=400, code=50146, times=1)
    pressed = await drawn.alice.click(mine, label="Turn over a card")
    assert "Discard" in labels(pressed.response)
    assert "**Base A**: you 0" in pressed.response.content
    await drawn.quiet()
    assert picture(pressed.response)[0] != before[0]
    assert "holds a" in picture(pressed.response)[1]
    assert not drawn.env.errors


async def test_a_picture_that_was_lost_comes_back_with_a_look(drawn: Hall) -> None:
    """Though nothing has changed on the table."""
    mine, _ = await bout(drawn)
    drawn.env.inject_error("POST", "/interactions/*/callback", status=400, code=50146, times=1)
    bare = (await drawn.alice.click(mine, label="Look")).response
    await drawn.quiet()
    assert not bare.attachments and "**Base A**: you 0" in bare.content
    looked = (await drawn.alice.click(bare, label="Look")).response
    await drawn.quiet()
    assert "Hale: 34 cards left." in picture(looked)[1]


async def test_the_picture_stays_while_the_start_is_counted(drawn: Hall) -> None:
    """A panel that jumps is a panel in which one presses the wrong thing."""
    await begin(drawn)
    panel = await ready(drawn, drawn.alice)
    await drawn.quiet()
    before = picture(panel)
    starts = drawn.bot.answers.starts
    starts.beat = 60
    counting = asyncio.create_task(starts.before(await drawn.table(), 1, [Ready()]))
    for _ in range(1000):  # turns of the loop until the edit has come through
        await asyncio.sleep(0)
    assert labels(panel) == ["Pause"] and "# 3 …" in panel.content
    assert picture(panel) == before
    await drawn.alice.click(panel, label="Pause")
    assert await counting


@pytest.mark.rule("BR8")
async def test_both_can_begin_before_anything_is_drawn(
    drawn: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the count both are told in one moment, whoever was last; pictures come after that."""
    await begin(drawn)
    await ready(drawn, drawn.alice)
    await drawn.quiet()
    workers = drawn.bot.pictures.drawers
    assert isinstance(workers, Noted)
    edit = discord.Interaction.edit_original_response

    async def noted(interaction: Any, **more: Any) -> Any:
        if "Go!" in more.get("content", ""):
            workers.log.append(f"told {interaction.user.id}")
        return await edit(interaction, **more)

    monkeypatch.setattr(discord.Interaction, "edit_original_response", noted)
    opened = await drawn.bob.click(drawn.post, label="Play")
    workers.log.clear()
    await drawn.bob.click(opened.response, label="Ready")
    await drawn.quiet()
    told = {f"told {member.id}" for member in (drawn.alice, drawn.bob)}
    assert set(workers.log[:2]) == told
    assert sorted(workers.log[2:]) == ["drawn for 0", "drawn for 1"]


async def test_rules_take_the_place_of_a_panel_s_words_alone(drawn: Hall) -> None:
    """Before the first card one reads what each does, the board above it, and goes on from there."""
    hall = drawn
    await begin(hall)
    panel = (await hall.alice.click(hall.post, label="Play")).response
    at, said, below, shown = panel.id, panel.content, labels(panel), picture(panel)
    read = (await hall.alice.click(panel, label="Rules")).response
    assert read.id == at
    assert picture(read) == shown and read.content != said
    for kind in ("Base", "Hit", "Hit-2", "Block", "Press", "Dodge", "Reverse", "Freeze", "Clear"):
        assert f"**{kind}** · " in read.content
    turned = (await hall.alice.select(read, ["Dodge"], custom_id="r:brawl")).response
    assert turned.id == at and picture(turned) == shown
    assert "**BRAWL: Dodge**" in turned.content
    back = (await hall.alice.click(turned, label="Play on")).response
    assert back.id == at and picture(back)[1] == shown[1]
    assert back.content == said and labels(back) == below
