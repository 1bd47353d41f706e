"""Every fault of Discord while a game goes on: the players hardly notice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.local.server import LocalDiscord
from tests.local.mortal import Trial, Trouble, through


def trouble(kind: str, match: str, **more: Any) -> Trouble:
    """The bot's next calls go wrong in some way."""

    async def cause(trial: Trial) -> None:
        await trial.juno.faults(troubles=[{"kind": kind, "match": match, **more}])
        await trial.posted()

    return cause


def gateway(how: str) -> Trouble:
    """The connection is lost in some way."""

    async def cause(trial: Trial) -> None:
        await trial.seen(3)
        await trial.juno.gateway_fault(how)
        await trial.posted()

    return cause


FAULTS = [
    trouble("429", "POST channels/", left=2, seconds=0.05),
    trouble("429", "", left=4, seconds=0.05, everywhere=True),
    trouble("500", "POST channels/", left=1),
    trouble("500", "POST channels/", left=1, after=True),
    trouble("500", "PATCH ", left=2),
    trouble("slow", "", left=12, seconds=0.2),
    gateway("drop"),
    gateway("reconnect"),
    gateway("invalid"),
]


async def test_a_game_goes_on_through_every_fault(local: LocalDiscord, tmp_path: Path) -> None:
    """No answer lost, no post missing or doubled, and each fault was met."""
    toll = await through(local, tmp_path, FAULTS)
    assert toll.wrongs == []
    assert local.faults.settings.troubles == []
