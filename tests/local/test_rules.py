"""Discord's rules, each broken once by a real bot, with the refusal that Discord gives."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import discord
import pytest
from discord import app_commands

from bot.local.server import LocalDiscord
from tests.local.player import Failed, Player, Refused
from tests.local.tiny import Buttons, Form, Tiny, picture

ROW = {"type": 1}


async def refused(work: Awaitable[Any], code: int, status: int) -> discord.HTTPException:
    with pytest.raises(discord.HTTPException) as caught:
        await work
    assert (caught.value.code, caught.value.status) == (code, status)
    return caught.value


def buttons(count: int, start: int = 0) -> dict[str, Any]:
    made = [
        {"type": 2, "style": 2, "label": "x", "custom_id": f"b{n}"}
        for n in range(start, start + count)
    ]
    return ROW | {"components": made}


def texts(*lengths: int) -> list[dict[str, Any]]:
    return [{"type": 10, "content": "x" * n} for n in lengths]


def select(options: int, **more: Any) -> list[dict[str, Any]]:
    listed = [{"label": f"o{n}", "value": f"v{n}"} for n in range(options)]
    return [ROW | {"components": [{"type": 3, "custom_id": "s", "options": listed} | more]}]


def _button_with(emoji: dict[str, str]) -> dict[str, Any]:
    shown = {"type": 2, "style": 1, "custom_id": "i", "emoji": emoji}
    return {"content": "x", "components": [ROW | {"components": [shown]}]}


V2 = 1 << 15
TOO_MUCH: dict[str, dict[str, Any]] = {
    "2,001 characters": {"content": "x" * 2001},
    "six rows": {"content": "x", "components": [buttons(1, n) for n in range(6)]},
    "six buttons in a row": {"content": "x", "components": [buttons(6)]},
    "an id of 101 characters": {
        "content": "x",
        "components": [
            ROW | {"components": [{"type": 2, "style": 1, "label": "x", "custom_id": "i" * 101}]}
        ],
    },
    "the same id twice": {"content": "x", "components": [buttons(1), buttons(1)]},
    "a label of 81 characters": {
        "content": "x",
        "components": [
            ROW | {"components": [{"type": 2, "style": 1, "label": "l" * 81, "custom_id": "i"}]}
        ],
    },
    "26 options": {"content": "x", "components": select(26)},
    "no option": {"content": "x", "components": select(0)},
    "more to choose than there is": {"content": "x", "components": select(2, max_values=3)},
    "eleven embeds": {"embeds": [{"title": "x"}] * 11},
    "an embed of 6,001 characters": {
        "embeds": [{"description": "x" * 4000}, {"description": "x" * 2001}]
    },
    "41 components": {"flags": V2, "components": texts(*[1] * 41)},
    "4,001 characters in the new layout": {"flags": V2, "components": texts(2000, 2001)},
    "a bare button in the new layout": {
        "flags": V2,
        "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "i"}],
    },
    "components that are none": {"content": "x", "components": ["row"]},
    "rows of nothing": {"content": "x", "components": [ROW | {"components": "abc"}]},
    "content beside the new layout": {"flags": V2, "content": "x", "components": texts(1)},
    "the new layout without its flag": {"content": "x", "components": texts(1)},
    "a picture that is not attached": {
        "flags": V2,
        "components": [{"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}],
    },
    "a letter for an emoji": _button_with({"name": "x"}),
    "a sign that is no emoji": _button_with({"name": "♜"}),
    "two emoji in one": _button_with({"name": "🍺🍺"}),
    "an emoji that nobody uploaded": _button_with({"name": "beer", "id": "1" * 18}),
    "an option with no emoji for an emoji": {
        "content": "x",
        "components": [
            ROW
            | {
                "components": [
                    {
                        "type": 3,
                        "custom_id": "s",
                        "options": [{"label": "l", "value": "v", "emoji": {"name": "→"}}],
                    }
                ]
            }
        ],
    },
    "users named and parsed": {
        "content": "x",
        "allowed_mentions": {"parse": ["users"], "users": ["1"]},
    },
}


async def post(local: LocalDiscord, **payload: Any) -> tuple[int, int | None]:
    """Sends what discord.py would not let through; status and error code."""
    room = next(iter(local.world.channels))
    headers = {"Authorization": f"Bot {local.token}"}
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{local.api}/channels/{room}/messages", json=payload, headers=headers) as answer,
    ):
        return answer.status, (await answer.json()).get("code")


@pytest.mark.parametrize("what", TOO_MUCH)
async def test_too_much_is_an_invalid_form(local: LocalDiscord, what: str) -> None:
    assert await post(local, **TOO_MUCH[what]) == (400, 50035)


async def test_the_limits_themselves_are_fine(local: LocalDiscord) -> None:
    rows = [buttons(5, 5 * n) for n in range(5)]
    limits: tuple[dict[str, Any], ...] = (
        {"content": "x" * 2000, "components": rows},
        {"flags": V2, "components": texts(4000 - 39, *[1] * 39)},
        {"content": "x", "components": select(25)},
        *(_button_with({"name": name}) for name in ("🍺", "↩️", "↩", "🏳️‍🌈", "🇩🇪", "1️⃣", "👍🏽")),
    )
    for fine in limits:
        assert await post(local, **fine) == (200, None)


async def test_an_empty_message_is_refused(local: LocalDiscord) -> None:
    assert await post(local, content=" ") == (400, 50006)


async def test_eleven_attachments_are_too_many(bot: Tiny) -> None:
    def some(number: int) -> list[discord.File]:
        return [discord.File(picture(size=(8, 8)), f"{n}.png") for n in range(number)]

    await bot.room().send(files=some(10))
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=bot.room().id)
    files = some(11)
    parts = [
        {"name": f"files[{n}]", "value": file.fp, "filename": file.filename}
        for n, file in enumerate(files)
    ]
    await refused(bot.http.request(route, form=parts, files=files), 50035, 400)
    for file in files:
        file.close()


# answering


async def test_an_interaction_is_answered_once(bot: Tiny, juno: Player) -> None:
    asked = asyncio.create_task(juno.command("hold"))
    interaction = await bot.held.get()
    await interaction.response.send_message("one")
    await asked
    again = discord.Interaction(data=_again(interaction), state=interaction._state)
    await refused(again.response.send_message("two"), 40060, 400)


def _again(interaction: discord.Interaction) -> Any:
    return {
        "id": interaction.id,
        "type": 2,
        "token": interaction.token,
        "version": 1,
        "application_id": interaction.application_id,
        "attachment_size_limit": 1,
        "channel": {},
    }


async def test_an_interaction_not_answered_in_time_fails(
    bot: Tiny, juno: Player, caplog: pytest.LogCaptureFixture
) -> None:
    buttons = (await juno.command("table buttons")).message
    assert buttons is not None
    await juno.faults(ack_seconds=0.05)
    with pytest.raises(Failed, match="did not respond"):
        await juno.click(buttons, "Silence")
    with pytest.raises(Failed, match="did not respond"):
        await juno.command("hold")
    interaction = await bot.held.get()
    said = [r.getMessage() for r in caplog.records if r.name == "bot.local.interactions"]
    assert said == [
        "the bot did not answer in time: juno, a press on silence in beer-brawl",
        "the bot did not answer in time: juno, the command hold in beer-brawl",
    ]
    assert interaction.token not in caplog.text
    await refused(interaction.response.send_message("late"), 10062, 404)
    await refused(interaction.followup.send("later"), 10015, 404)


async def test_three_seconds_are_the_rule(juno: Player) -> None:
    assert (await juno.faults())["ack_seconds"] == 3.0


async def test_a_token_lives_fifteen_minutes(bot: Tiny, juno: Player) -> None:
    asked = asyncio.create_task(juno.command("hold"))
    interaction = await bot.held.get()
    await interaction.response.send_message("private", ephemeral=True)
    await asked
    await juno.advance(14 * 60)
    await interaction.edit_original_response(content="still there")
    await juno.wait(lambda m: m.text == "still there")
    await juno.advance(2 * 60)
    await refused(interaction.edit_original_response(content="gone"), 50027, 401)
    await refused(interaction.followup.send("gone"), 50027, 401)


async def test_a_form_cannot_answer_a_form(bot: Tiny, juno: Player) -> None:
    buttons = (await juno.command("table buttons")).message
    assert buttons is not None
    form = await juno.click(buttons, "Form")
    with pytest.raises(Refused, match="characters"):
        await juno.submit(form, name="x" * 21, colour=["red"])
    with pytest.raises(Refused, match="gone"):
        await juno.submit(form, name="x", colour=["green"])
    await juno.submit(form, name="x", colour=["red"])
    with pytest.raises(Refused, match="no longer open"):
        await juno.submit(form, name="x", colour=["red"])


async def test_a_modal_is_only_a_first_answer(bot: Tiny, juno: Player) -> None:
    asked = asyncio.create_task(juno.command("hold"))
    interaction = await bot.held.get()
    await interaction.response.defer()
    again = discord.Interaction(data=_again(interaction), state=interaction._state)
    await refused(again.response.send_modal(Form()), 40060, 400)
    await interaction.followup.send("done")
    await asked


async def test_the_first_follow_up_takes_the_place_of_thinking(bot: Tiny, juno: Player) -> None:
    asked = asyncio.create_task(juno.command("hold"))
    interaction = await bot.held.get()
    await interaction.response.defer(ephemeral=True)
    thinking = (await asked).message
    assert thinking is not None
    assert thinking.loading
    await interaction.followup.send("thought")
    thought = await juno.wait(lambda m: m.text == "thought")
    assert (thought.id, thought.ephemeral, thought.loading) == (thinking.id, True, False)
    more = await interaction.followup.send("more", wait=True)
    assert str(more.id) != thought.id
    await interaction.delete_original_response()
    await juno.until(lambda: [m.text for m in juno.messages()] == ["more"])


async def test_an_edit_as_first_answer_keeps_only_named_attachments(
    bot: Tiny, juno: Player
) -> None:
    file = discord.File(picture(), "board.png")
    await bot.room().send("look", file=file, view=Buttons())
    message = await juno.wait(lambda m: m.pictures)
    edited = (await juno.click(message, "Count")).message
    assert edited is not None
    assert edited.pictures == []


async def test_an_ephemeral_message_is_not_the_channels(
    bot: Tiny, juno: Player, pip: Player
) -> None:
    answer = await juno.command("table new", opponent=pip)
    assert answer.message is not None
    await refused(bot.room().fetch_message(int(answer.message.id)), 10008, 404)
    with pytest.raises(Refused, match="gone"):
        await pip.press(answer.message, "anything")


# the rest of the house


async def test_old_messages_are_edited_rarely(bot: Tiny, juno: Player) -> None:
    message = await bot.room().send("old")
    await juno.advance(2 * 3600)
    for number in range(5):
        await message.edit(content=str(number))
    bot.http.max_ratelimit_timeout = 30
    with pytest.raises(discord.RateLimited) as caught:
        await message.edit(content="again")
    assert 30 < caught.value.retry_after <= 60


async def test_missing_things_have_their_codes(bot: Tiny, juno: Player) -> None:
    await refused(bot.fetch_channel(1), 10003, 404)
    await refused(bot.room().fetch_message(1), 10008, 404)
    await refused(bot.fetch_user(1), 10013, 404)
    await refused(bot.hall.fetch_member(1), 10013, 404)
    await refused(bot.fetch_guild(1), 10004, 404)
    said = await bot.room().fetch_message(int(await juno.say("mine")))
    await refused(said.edit(content="yours"), 50005, 403)
    await refused(said.delete(), 50013, 403)


async def test_an_archived_thread_is_not_edited(bot: Tiny, juno: Player) -> None:
    thread = await bot.room().create_thread(
        name="T", type=discord.ChannelType.public_thread, auto_archive_duration=60
    )
    message = await thread.send("hello")
    await juno.advance(2 * 3600)
    await refused(message.edit(content="x"), 50083, 400)
    await thread.edit(archived=False)
    await message.edit(content="x")


async def test_a_message_has_one_thread(bot: Tiny) -> None:
    message = await bot.room().send("x")
    await message.create_thread(name="one")
    await refused(message.create_thread(name="two"), 160004, 400)


async def test_a_bad_command_is_refused_at_sync(bot: Tiny) -> None:
    async def run(interaction: discord.Interaction) -> None:
        """Never run."""

    command: Any = app_commands.Command(name="fine", description="x", callback=run)
    command.description = "x" * 101
    bot.tree.add_command(command)
    await refused(bot.tree.sync(), 50035, 400)


async def test_players_type_what_commands_take(bot: Tiny, juno: Player, pip: Player) -> None:
    with pytest.raises(Refused, match="missing"):
        await juno.command("table new")
    with pytest.raises(Refused, match="at most 9"):
        await juno.command("table new", opponent=pip, rounds=10)
    with pytest.raises(Refused, match="no argument"):
        await juno.command("table new", opponent=pip, nonsense=1)
    with pytest.raises(Refused, match="no command"):
        await pip.command("admin")
    answer = await juno.command("admin")
    assert answer.message is not None
    assert answer.message.text == "True"


async def test_a_wrong_token_is_not_let_in(local: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as http:
        headers = {"Authorization": "Bot wrong"}
        async with http.get(f"{local.api}/users/@me", headers=headers) as answer:
            assert answer.status == 401
        async with http.ws_connect(local.gateway) as socket:
            await socket.receive_json()
            await socket.send_json({"op": 2, "d": {"token": "wrong", "intents": 1}})
            closed = await socket.receive(timeout=30)
            assert (closed.type, closed.data) == (aiohttp.WSMsgType.CLOSE, 4004)


async def test_privileged_intents_are_not_given(local: LocalDiscord) -> None:
    async with aiohttp.ClientSession() as http, http.ws_connect(local.gateway) as socket:
        await socket.receive_json()
        await socket.send_json({"op": 2, "d": {"token": local.token, "intents": 1 << 15}})
        assert (await socket.receive(timeout=30)).data == 4014


async def test_an_unknown_route_is_404_and_loud(
    local: LocalDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    async with aiohttp.ClientSession() as http:
        with caplog.at_level(logging.ERROR):
            async with http.get(f"{local.api}/stickers/1") as answer:
                assert answer.status == 404
                assert answer.headers["Content-Type"] == "application/json"
    assert "DOES NOT KNOW GET /api/v10/stickers/1" in caplog.text


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=cut", "application/json"])
async def test_a_bot_that_dies_in_the_middle_of_a_call_is_no_fault(
    local: LocalDiscord, juno: Player, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    """Its connection ends, and that is all."""
    address = urlsplit(local.api)
    _, bot = await asyncio.open_connection(address.hostname, address.port)
    room = juno.channel("beer-brawl").id
    head = [
        f"POST {address.path}/channels/{room}/messages HTTP/1.1",
        f"Host: {address.netloc}",
        f"Authorization: Bot {local.token}",
        f"Content-Type: {kind}",
        "Content-Length: 9999",
    ]
    body = '--cut\r\nContent-Disposition: form-data; name="files[0]"; filename="a.png"\r\n\r\nhalf'
    with caplog.at_level(logging.INFO):
        bot.write("\r\n".join([*head, "", body]).encode())
        await bot.drain()
        await asyncio.sleep(0.05)
        bot.transport.abort()
        async with asyncio.timeout(30):
            while "broken off" not in caplog.text:  # noqa: ASYNC110  # a log tells nobody
                await asyncio.sleep(0.01)
    assert [r.message for r in caplog.records if r.levelno >= logging.WARNING] == []
    assert "Traceback" not in caplog.text
