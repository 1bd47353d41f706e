"""What the real Discord answers when something is wrong: the players hardly notice, over sockets."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.client import RefereeBot
from bot.local.server import LocalDiscord
from bot.posting.direct_messages import AGAIN
from bot.posting.opening import HOLD, MOST, Later
from bot.posting.sending import PATIENCE, RATION
from bot.store.schema import outbox
from bot.table import Table
from bot.table.change import Change
from bot.ui.trouble import code_of, passing
from rules.beer_brawl.state import Scatter
from tests.bot.hall import InProcess
from tests.bot.sockets import answered, connected, opened, says
from tests.local.player import Failed, Message, Player

pytestmark = pytest.mark.slow  # the bot on the local Discord


class Room:
    """Juno and Pip at a table of Beer Brawl, over sockets."""

    def __init__(self, local: LocalDiscord, bot: RefereeBot, juno: Player, pip: Player) -> None:
        self.local, self.bot, self.juno, self.pip = local, bot, juno, pip
        self.ahead = timedelta()
        now = bot.referee.now
        bot.referee.now = lambda: now() + self.ahead
        bot.poster.back_off = (0.05,)

    async def begin(self) -> None:
        """Open a table in this very channel, sit down, start; nobody looks at a panel."""
        self.bot.poster.look_on(lambda table, user_id: False)
        await self.juno.command("beer-brawl new", here=True, rerolls=0)
        lobby = await self.juno.wait(lambda m: any(b.label == "Join" for b in m.buttons))
        await self.pip.click(lobby, "Join")
        await self.juno.click(lobby, "Start")
        await self.juno.wait(lambda m: any(b.label == "Play" for b in m.buttons))
        await self.bot.poster.idle()

    async def table(self) -> Table:
        """The table as it is on disk."""
        return await self.bot.referee.look(1)

    async def scatter(self, *players: Player) -> None:
        """Somebody ends their draft, without any press."""
        for player in players:
            table = await self.table()
            [asked] = table.questions(int(player.id))
            act = self.bot.referee.act
            await act(table, int(player.id), asked.seat, asked.number, [Scatter()])
        await self.bot.poster.idle()

    @property
    def posts(self) -> list[Message]:
        """What everybody reads about the table."""
        return [m for m in self.juno.messages() if not m.ephemeral and "· table 1" in m.text]

    async def said(self, words: str) -> Message:
        """A post with some words, once it is there."""
        return await self.juno.wait(lambda m: not m.ephemeral and words in m.text)

    def letters(self, player: Player) -> list[Message]:
        """What somebody got by direct message."""
        rooms = any(channel.dm for channel in player.channels.values())
        return player.messages("@dm") if rooms else []

    @asynccontextmanager
    async def told(self) -> AsyncIterator[None]:
        """The bot hears meanwhile that its rights in a channel have changed."""
        heard = asyncio.ensure_future(self.bot.wait_for("guild_channel_update", timeout=10))
        await asyncio.sleep(0)
        yield
        await heard

    async def faults(self, **kinds: Any) -> None:
        """Discord goes wrong in some way from now on."""
        await self.juno.faults(troubles=[{"kind": kind, **how} for kind, how in kinds.items()])


@asynccontextmanager
async def furnished(patch: pytest.MonkeyPatch, folder: Path) -> AsyncIterator[Room]:
    """A room that is cleared afterwards."""
    async with (
        opened(patch) as local,
        connected(local, folder, InProcess()) as bot,
        Player.join(local.url, "Juno") as juno,
        Player.join(local.url, "Pip") as pip,
    ):
        await juno.go("beer-brawl")
        await pip.go("beer-brawl")
        yield Room(local, bot, juno, pip)


@pytest.fixture
async def room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Room]:
    """A room to play in."""
    async with furnished(monkeypatch, tmp_path) as made:
        yield made


# -- direct messages


async def test_messages_that_were_opened_too_fast_wait(room: Room) -> None:
    """Nobody is told to change a setting that is fine, and later the message comes by itself."""
    await room.faults(**{"40003": {}})
    await room.begin()
    for player in (room.juno, room.pip):
        known = await room.bot.store.player(int(player.id))
        assert known is not None and known.dms_closed_at is None
        assert not room.letters(player)
    hand = await answered(room.pip, await room.pip.click(room.posts[-1], "My hand"))
    assert "could not write" not in hand.text
    assert [b.label for b in hand.buttons] == []
    await room.juno.no_faults()
    room.bot.poster.look_at(1)
    await room.bot.poster.idle()
    assert not room.letters(room.pip), "Discord has asked for patience"
    with pytest.raises(Later):  # whatever else it is that somebody is to be told
        await room.bot.poster.direct_messages.opening.open(int(room.pip.id))
    room.ahead = HOLD
    room.bot.poster.look_at(1)
    await room.juno.until(lambda: room.letters(room.juno))
    await room.pip.until(lambda: room.letters(room.pip))


async def test_closed_messages_are_tried_again_after_a_while(room: Room) -> None:
    """What Discord said of a person is not true for ever."""
    await room.juno.faults(dms_closed=[room.pip.id])
    await room.begin()
    known = await room.bot.store.player(int(room.pip.id))
    assert known is not None and known.dms_closed_at is not None
    await room.juno.no_faults()
    room.bot.poster.look_at(1)
    await room.bot.poster.idle()
    assert not room.letters(room.pip)
    room.ahead = AGAIN
    room.bot.poster.look_at(1)
    await room.pip.until(lambda: room.letters(room.pip))
    await room.bot.poster.idle()
    known = await room.bot.store.player(int(room.pip.id))
    assert known is not None and known.dms_closed_at is None


async def test_newly_opened_messages_are_spread(room: Room) -> None:
    """They are counted, also over a restart; one that is too many comes later."""
    opening, now = room.bot.poster.direct_messages.opening, room.bot.referee.now()
    (span, most), _ = MOST
    known = {"at": [(now - timedelta(minutes=1)).isoformat()] * (most - 1), "held": None}
    await room.bot.store.set_setting("bot", "direct messages", known)
    await room.begin()
    assert [len(room.letters(one)) for one in (room.juno, room.pip)] in ([1, 0], [0, 1])
    assert (await opening._opened()).at[-1] >= now
    room.ahead = span
    room.bot.poster.look_at(1)
    await room.juno.until(lambda: room.letters(room.juno))
    await room.pip.until(lambda: room.letters(room.pip))


@pytest.mark.parametrize("code", [50007, 40003])
def test_a_refusal_is_known_also_where_a_proxy_has_made_text_of_it(code: int) -> None:
    """What no word of Discord's comes with is trouble on the way, which passes."""
    answer: Any = SimpleNamespace(status=403, reason="Forbidden")
    refused = discord.Forbidden(answer, json.dumps({"message": "No.", "code": code}))
    assert code_of(refused) == code and not passing(refused)
    for words in ("error code: 1020", "[1]", ""):
        assert code_of(refused := discord.Forbidden(answer, words)) == 0 and passing(refused)


# -- answers that cannot be shown


class Hasty:
    """What the library knows of time: its naps between two tries are short."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.01))


async def test_what_was_taken_is_never_called_undone(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The edit fails, the player reads that the move was taken, and sees it when Discord answers."""
    await room.begin()
    panel = await answered(room.juno, await room.juno.click(room.posts[-1], "Play"))
    logged = (await room.table()).logged
    place = next(b for b in panel.buttons if b.label == "Place all for me · front first")
    await room.juno.faults(
        ack_seconds=0.3, troubles=[{"kind": "503", "match": "POST interactions/"}]
    )
    with pytest.raises(Failed):  # Discord itself has heard nothing
        await room.juno.press(panel, str(place.custom_id))
    assert (await room.table()).logged > logged
    await room.juno.no_faults()
    await room.juno.wait(lambda m: m.id == panel.id and "not asked anything" in m.text)
    monkeypatch.setattr("discord.webhook.async_.asyncio", Hasty())
    monkeypatch.setattr("bot.ui.first_answer.PATIENCE", 0)
    act = room.bot.referee.act

    async def slowly(*args: Any, **more: Any) -> Change:
        await asyncio.sleep(0.2)
        return await act(*args, **more)

    monkeypatch.setattr(room.bot.referee, "act", slowly)
    theirs = await answered(room.pip, await room.pip.click(room.posts[-1], "Play"))
    await room.faults(**{"503": {"match": "PATCH webhooks/"}})
    await room.pip.click(theirs, "Place all for me · front first")
    told = await room.pip.wait(lambda m: "What you did was taken" in m.text)
    assert told.ephemeral
    await room.juno.no_faults()
    await room.pip.wait(lambda m: m.id == theirs.id and "not asked anything" in m.text)
    for player in (room.juno, room.pip):
        assert not [m for m in player.messages() if "as it was" in m.text]


async def test_answers_that_discord_has_or_does_not_want_are_no_errors(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    """Its word about an answer was lost, or the interaction is known no more: a line says so."""
    await room.faults(**{"40060": {"after": True, "left": 1}})
    page = await answered(room.juno, await room.juno.command("rules", game="Beer Brawl"))
    assert "Beer Brawl" in page.text
    await room.juno.faults(ack_seconds=0.3, troubles=[{"kind": "40060"}])
    with pytest.raises(Failed):
        await room.juno.command("my tables")
    said = [r.getMessage() for r in caplog.records if r.name == "bot.ui.error_replies"]
    assert said == ["an interaction was answered before", "an interaction was answered too late"]


async def test_what_was_taken_in_a_thread_that_is_locked_is_said_to_be_taken(room: Room) -> None:
    """Nothing can be shown there: what became of it is said by direct message, which is counted."""
    await room.begin()
    panel = await answered(room.pip, await room.pip.click(room.posts[-1], "Play"))
    logged = (await room.table()).logged
    place = next(b for b in panel.buttons if b.label == "Place all for me · front first")
    await room.juno.faults(
        ack_seconds=0.5, troubles=[{"kind": "50083", "match": "POST interactions/"}]
    )
    with pytest.raises(Failed):
        await room.pip.press(panel, str(place.custom_id))
    told = await room.pip.until(
        lambda: next((m for m in room.letters(room.pip) if "thread is locked" in m.text), None)
    )
    assert told.text.startswith("What you did was taken.")
    assert (await room.table()).logged > logged


# -- threads that Discord refuses


async def test_where_discord_wants_no_thread_the_table_is_in_the_channel(room: Room) -> None:
    """Whatever the reason is, as long as it will not pass; a sentence says so."""
    await room.faults(**{"50024": {}})
    said = await says(room.juno, "beer-brawl new")
    assert "Table 1 is open. " in said
    assert "Discord let me open no thread here, so the table is in the channel itself." in said
    assert (await room.table()).channel_id == int(room.juno.here)
    await room.juno.go("brawl")
    await room.faults(**{"503": {"match": "/threads"}})
    assert "nothing was changed: please try again" in await says(room.juno, "brawl new")
    assert await room.bot.store.live() == [1]


# -- posts that Discord refuses


async def test_where_no_file_may_be_sent_the_words_are(room: Room) -> None:
    """The picture is told in words, and comes back when it may."""
    await room.faults(**{"400001": {}})
    await room.begin()
    first = room.posts[-1]
    assert not first.pictures
    assert "placing in secret" in first.text
    assert not room.bot.poster.public_posts.barred(int(first.channel))
    room.bot.poster.public_posts._bare.clear()  # ten minutes later
    async with room.told():
        await room.juno.faults(troubles=[], missing={first.channel: ["attach_files"]})
    await room.scatter(room.juno, room.pip)
    turn = await room.said("> (Blue)")
    assert not turn.pictures
    async with room.told():
        await room.juno.no_faults()
    await room.bot.referee.offer_draw(1, int(room.pip.id))
    await room.bot.poster.idle()
    again = await room.said("offers a draw")
    assert again.pictures


async def test_a_post_that_makes_no_sense_to_discord_is_set_aside(room: Room) -> None:
    """It is tried again, kept with the reason, its host is told, and the table goes on."""
    await room.begin()
    await room.faults(**{"400": {"left": 3}})
    await room.scatter(room.juno, room.pip)
    told = await room.said("Discord did not take one of my posts")
    assert "> (Blue)" in told.text
    async with room.bot.store.reading() as connection:
        rows = (await connection.execute(outbox.select())).all()
    assert [row.refused is not None and "400" in row.refused for row in rows] == [True]
    await room.juno.until(lambda: any("did not take" in m.text for m in room.letters(room.juno)))
    await room.bot.referee.resign(1, int(room.pip.id))
    await room.bot.poster.idle()
    await room.said("🏆")


@pytest.mark.parametrize("wait", [0.02, 3600])
async def test_edits_that_discord_rations_keep_nothing_else_waiting(
    room: Room, monkeypatch: pytest.MonkeyPatch, wait: float
) -> None:
    """Old messages stay as they are for a while; new posts come, and nothing is sent anew."""
    if wait > PATIENCE:  # by then Discord has answered, and the library waits
        monkeypatch.setattr("bot.posting.sending.PATIENCE", 1.0)
    await room.begin()
    draft, [letter] = room.posts[-1], room.letters(room.juno)
    room.ahead = timedelta(hours=2)
    rationed = {"kind": "30046", "seconds": wait}
    old = [
        {**rationed, "match": f"PATCH channels/{m.channel}/messages/{m.id}"}
        for m in (draft, letter)
    ]
    await room.juno.faults(troubles=old)
    await room.scatter(room.juno, room.pip)
    await room.juno.until(lambda: "> (Blue)" in room.posts[-1].text)
    posts = [m.id for m in room.posts]
    assert draft.id in posts[:-1]
    assert [m.text for m in room.letters(room.juno)] == [letter.text]
    assert not (await room.bot.store.pending(1)).outbox
    monkeypatch.setattr("bot.posting.sending.PATIENCE", PATIENCE)
    await room.juno.no_faults()
    room.ahead += RATION
    room.bot.poster.look_at(1)
    await room.juno.until(lambda: "Your turn" in room.letters(room.juno)[0].text)
    await room.bot.poster.idle()
    assert [m.id for m in room.letters(room.juno)] == [letter.id]
    assert [m.id for m in room.posts] == posts


@pytest.mark.parametrize("kind", ["cloudflare", "503"])
async def test_trouble_that_passes_loses_nothing_and_doubles_nothing(room: Room, kind: str) -> None:
    """Neither the post nor the edit of one is given up or sent anew."""
    await room.begin()
    before = [m.id for m in room.posts]
    await room.faults(**{kind: {"match": "PATCH channels/", "left": 2}})
    await room.bot.referee.offer_draw(1, int(room.pip.id))
    await room.said("offers a draw")
    assert [m.id for m in room.posts] == before
    await room.faults(**{kind: {"match": "POST channels/", "left": 2}})
    await room.scatter(room.juno, room.pip)
    await room.said("> (Blue)")
    assert len(room.posts) == len(before) + 1
