"""Every fault, and a real bot that comes through it."""

from __future__ import annotations

import asyncio
import time

import discord
import pytest

from bot.local.server import LocalDiscord
from tests.local.player import Failed, Player, Refused
from tests.local.tiny import PATIENCE, Tiny, running

pytestmark = pytest.mark.slow  # waits for time-outs and reconnections


async def test_closed_dms_are_refused_until_opened(bot: Tiny, juno: Player, pip: Player) -> None:
    await juno.faults(dms_closed=[pip.id])
    user = await bot.fetch_user(int(pip.id))
    with pytest.raises(discord.Forbidden) as caught:
        await user.send("psst")
    assert caught.value.code == 50007
    await (await bot.fetch_user(int(juno.id))).send("psst")
    await juno.no_faults()
    await user.send("psst")


async def test_a_429_is_waited_out(bot: Tiny, juno: Player) -> None:
    await juno.faults(
        troubles=[{"kind": "429", "match": "POST channels/", "left": 2, "seconds": 0.05}]
    )
    await bot.room().send("after all")
    await juno.wait(lambda m: m.text == "after all")
    assert (await juno.faults())["troubles"] == []


async def test_a_500_after_the_deed_is_not_done_twice_with_a_nonce(bot: Tiny, juno: Player) -> None:
    await juno.faults(
        troubles=[{"kind": "500", "match": "POST channels/", "left": 1, "after": True}]
    )
    await bot.room().send("once", nonce="7")
    await juno.look("beer-brawl")
    assert [m.text for m in juno.messages()] == ["once"]


async def test_a_500_before_the_deed_is_tried_again(bot: Tiny, juno: Player) -> None:
    await juno.faults(troubles=[{"kind": "500", "match": "POST channels/", "left": 1}])
    await bot.room().send("once")
    await juno.look("beer-brawl")
    assert [m.text for m in juno.messages()] == ["once"]


async def test_slow_answers_are_slow(bot: Tiny, juno: Player) -> None:
    await juno.faults(troubles=[{"kind": "slow", "left": 1, "seconds": 0.3}])
    began = time.monotonic()
    await bot.room().send("at last")
    assert time.monotonic() - began >= 0.3


async def test_counted_rate_limits_carry_discords_headers(bot: Tiny, juno: Player) -> None:
    await juno.faults(buckets=True)
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=bot.room().id)
    session = bot.http._HTTPClient__session  # type: ignore[attr-defined]
    headers = {"Authorization": f"Bot {bot.http.token}"}
    seen = []
    for number in range(6):
        async with session.post(
            route.url, json={"content": str(number)}, headers=headers
        ) as answer:
            seen.append((answer.status, answer.headers["X-RateLimit-Remaining"]))
            body = await answer.json()
    assert seen == [(200, "4"), (200, "3"), (200, "2"), (200, "1"), (200, "0"), (429, "0")]
    assert 0 < body["retry_after"] <= 5
    assert answer.headers["Via"]
    assert answer.headers["Retry-After"]


async def test_missing_permissions_are_seen_and_refused(bot: Tiny, juno: Player) -> None:
    room = bot.room()
    await juno.faults(missing={str(room.id): ["send_messages", "create_public_threads"]})

    def told() -> bool:
        return not bot.room().permissions_for(bot.hall.me).send_messages

    async with asyncio.timeout(PATIENCE):
        while not told():
            await bot.wait_for("guild_channel_update")
    for work in (
        room.send("no"),
        room.create_thread(name="no", type=discord.ChannelType.public_thread),
    ):
        with pytest.raises(discord.Forbidden) as caught:
            await work
        assert caught.value.code == 50013
    await bot.room("brawl").send("yes")
    await juno.faults(missing={"*": ["view_channel"]})
    with pytest.raises(discord.Forbidden) as caught:
        await bot.room("brawl").send("no")
    assert caught.value.code == 50001
    await juno.no_faults()
    await bot.room("brawl").send("yes")
    with pytest.raises(Refused, match="no such permission"):
        await juno.faults(missing={"*": ["fly"]})


@pytest.mark.parametrize("how", ["drop", "reconnect", "invalid-resumable"])
async def test_a_lost_connection_is_resumed(bot: Tiny, juno: Player, how: str) -> None:
    await juno.gateway_fault(how)
    async with asyncio.timeout(PATIENCE):
        await bot.resumes.get()
    await juno.until(lambda: juno.bot_connected)
    assert (await juno.command("table buttons")).message is not None


async def test_an_invalid_session_is_begun_anew(bot: Tiny, juno: Player) -> None:
    async with asyncio.timeout(PATIENCE):
        await bot.readies.get()
        await juno.gateway_fault("invalid")
        await bot.readies.get()
    assert (await juno.command("table buttons")).message is not None


async def test_what_was_missed_is_replayed_on_resume(
    local: LocalDiscord, bot: Tiny, juno: Player
) -> None:
    await juno.open_dm()
    # The words go out between the cut and the resume: nothing runs between these two calls.
    local.gateway_hub.drop()
    await juno.say("while you were away")
    async with asyncio.timeout(PATIENCE):
        assert await bot.heard.get() == "while you were away"
        await bot.resumes.get()


async def test_without_a_bot_the_player_is_told_at_once(local: LocalDiscord) -> None:
    async with running(local), Player.join(local.url, "Juno") as juno:
        await juno.go("beer-brawl")
        buttons = (await juno.command("table buttons")).message
    assert buttons is not None
    async with Player.join(local.url, "Juno") as juno:
        await juno.until(lambda: not juno.bot_connected)
        with pytest.raises(Failed, match="not connected"):
            await juno.click(buttons, "Hand")
        async with running(local, sync=False):
            await juno.bot_ready()
            assert (await juno.click(buttons, "Hand")).message is not None


async def test_nonsense_is_no_fault(juno: Player) -> None:
    with pytest.raises(Refused):
        await juno.faults(troubles=[{"kind": "fire"}])
    with pytest.raises(Refused):
        await juno.gateway_fault("explode")
    with pytest.raises(Refused):
        await juno.advance(-1)
