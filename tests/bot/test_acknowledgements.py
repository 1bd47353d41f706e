"""Whatever Discord makes of an answer, it ends as a line in the log and never as a lost exception."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from simcord.http.client import FakeWebhookAdapter

import bot
from bot.ui import first_answer
from tests.bot.hall import Hall, InProcess, forged, open_hall


def refusal(kind: type[discord.HTTPException], status: int, code: int = 0) -> Exception:
    """What the library raises for a status of Discord's."""
    answer: Any = SimpleNamespace(status=status, reason="refused")
    return kind(answer, {"code": code, "message": "refused"})


FAILURES: dict[str, Callable[[], Exception]] = {
    "429": lambda: refusal(discord.HTTPException, 429),
    "404 10062": lambda: refusal(discord.NotFound, 404, 10062),
    "400 40060": lambda: refusal(discord.HTTPException, 400, 40060),
    "500": lambda: refusal(discord.DiscordServerError, 500),
    "timeout": TimeoutError,
    "closed": aiohttp.ServerDisconnectedError,
    "reset": lambda: ConnectionResetError(104, "Connection reset by peer"),
}
FIELD = {"type": 4, "custom_id": "word", "value": "umbrella"}
WORD = [{"type": 18, "component": FIELD}]
Deed = Callable[[Hall], Awaitable[Any]]
DEEDS: dict[str, Deed] = {
    "command": lambda hall: hall.alice.slash(hall.pub, "table show"),
    "refused command": lambda hall: hall.carol.slash(hall.pub, "beer-brawl reroll"),
    "answer": lambda hall: hall.bob.slash(hall.pub, "beer-brawl reroll"),
    "press": lambda hall: forged(hall, hall.alice, "d:1:play"),
    "refused press": lambda hall: forged(hall, hall.alice, "d:99:play"),
    "answer by press": lambda hall: forged(hall, hall.alice, "t:1:0.1:=reroll"),
    "real time": lambda hall: forged(hall, hall.alice, "b:1:0.1:=flip"),
    "rule": lambda hall: forged(hall, hall.alice, "r:BB1"),
    "select": lambda hall: forged(hall, hall.alice, "t:1:0.1:?", ">ready"),
    "topic": lambda hall: forged(hall, hall.alice, "r:beer_brawl", "Fights"),
    "form": lambda hall: forged(hall, hall.alice, "l:1:word"),
    "form sent in": lambda hall: hall.alice._dispatch_interaction(
        5, hall.pub, {"custom_id": "l:1:word", "components": WORD}
    ),
    "autocomplete": lambda hall: hall.completes(hall.alice, "beer-brawl ready", "tile", "b"),
}


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every first answer ends in the failure that is named here."""
    wrong: list[str] = []
    request = FakeWebhookAdapter.request

    async def fails(self: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
        if not wrong or "/interactions/" not in route.url:
            return await request(self, route, *args, **kwargs)
        if wrong[0] == "400 40060":  # the answer is there, and only Discord's word of it was lost
            await request(self, route, *args, **kwargs)
        raise FAILURES[wrong[0]]()

    monkeypatch.setattr(FakeWebhookAdapter, "request", fails)
    return wrong


def recorded() -> list[asyncio.Task[Any]]:
    """Every task that begins from now on: asyncio tells of a lost exception only much later."""
    tasks: list[asyncio.Task[Any]] = []

    def make(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> asyncio.Task[Any]:
        tasks.append(asyncio.Task(work, loop=loop, **more))
        return tasks[-1]

    asyncio.get_running_loop().set_task_factory(make)
    return tasks


def failed(task: asyncio.Task[Any]) -> bool:
    """Whether a task of the bot has ended in an exception: nobody waits for any of them here.

    Whether somebody has looked at it says nothing: the simulated Discord looks at all of them.
    """
    if not task.done() or task.cancelled() or task.exception() is None:
        return False
    work: Any = task.get_coro()
    return Path(bot.__file__).parent in Path(work.cr_code.co_filename).parents


@pytest.mark.slow
async def test_no_failure_of_an_answer_is_lost(
    hall: Hall,
    broken: list[str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """By command, press, select or while typing, acknowledged and answered; then all goes on."""
    await hall.begin(rerolls=99)
    await hall.quiet()
    monkeypatch.setattr(first_answer, "PATIENCE", 0)  # it is acknowledged, then answered
    look = hall.bot.referee.look

    async def slowly(number: int) -> Any:
        await asyncio.sleep(0.001)
        return await look(number)

    monkeypatch.setattr(hall.bot.referee, "look", slowly)
    caplog.set_level(logging.INFO)
    tasks = recorded()
    for name in FAILURES:
        broken[:] = [name]
        caplog.clear()
        for deed in DEEDS.values():
            await deed(hall)
        broken.clear()
        await asyncio.sleep(0.01)
        lost = [task for task in tasks if failed(task)]
        assert not lost, (name, lost)
        bad = [r for r in caplog.records if r.levelno >= logging.ERROR or r.name == "asyncio"]
        assert not bad, (name, [record.getMessage() for record in bad])
    assert "table 1" in await hall.says(hall.alice, "table show")
    await hall.quiet()


@pytest.mark.slow
async def test_a_picture_is_whole_though_the_answer_was_there_already(
    tmp_path: Path, same_luck: None, broken: list[str]
) -> None:
    """It was read once for the answer of which Discord's word was lost; then it is sent again."""
    async with open_hall(tmp_path, InProcess()) as hall:
        await hall.begin()
        broken[:] = ["400 40060"]
        await hall.alice.slash(hall.pub, "table play")
        await hall.bob.click(hall.post, label="My hand")
        broken.clear()
        shown = [*hall.private(hall.alice), *hall.private(hall.bob)]
        pictures = [await a.read() for message in shown for a in message.attachments]
        assert len(pictures) >= 2
        assert all(picture.startswith(b"\x89PNG") for picture in pictures)
