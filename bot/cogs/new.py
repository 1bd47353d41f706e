"""`new` of a game: whom to invite, and the options of its variant."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import discord
import msgspec
from discord import app_commands

from bot.cogs.build import Slot, discord_type
from bot.cogs.typed import Unclear, echo
from bot.table import Bank, Level
from bot.table.lobby import BANKS, PACES
from bot.ui.limits import CHOICES
from rules.engine.contract import AnyGame

WHEN_FULL = "when full"
START_CHOICES = [
    app_commands.Choice(name="the host", value="host"),
    app_commands.Choice(name="by itself, when every seat is taken", value=WHEN_FULL),
]
PACE_CHOICES = [app_commands.Choice(name=name, value=seconds) for name, seconds in PACES.items()]
BANK_CHOICES = [app_commands.Choice(name=name, value=value) for name, value in BANKS.items()]
BANK = re.compile(r"(?P<start>\d{1,4})\s*\+\s*(?P<more>\d{1,4})\s*/\s*(?P<most>\d{1,4})")
ABSURD = 10**9  # seconds: more than any turn may take
INVITED = ("Who is invited to play", "Who else is invited")


def pace_of(seconds: int | None) -> timedelta | None:
    """A pace from the choices; what is none of them is refused later, however large it is."""
    return timedelta(seconds=max(-ABSURD, min(seconds, ABSURD))) if seconds else None


def bank_of(typed: str | None) -> Bank | None:
    """A time bank from words such as `72+12/120`: hours at first, more for every move, at most.

    >>> bank_of("72+12/120").more
    datetime.timedelta(seconds=43200)
    """
    if typed is None or typed.strip().casefold() in ("", "none", "no", "0"):
        return None
    read = BANK.fullmatch(typed.strip())
    if read is None:
        raise Unclear(
            f"“{echo(typed)}” is no time bank: write hours like `72+12/120` (72 at first, 12 more for "
            "every move, 120 at most), or `none`."
        )
    return Bank(*(timedelta(hours=int(part)) for part in read.groups()))


def guests(game: AnyGame) -> tuple[str, ...]:
    """What those whom one can invite are called."""
    more = max(game.counts) - 1
    names = ("opponent", *(f"opponent{number}" for number in range(2, more + 1)))
    return (game.text.guests or names)[:more]


def pace_name(game: AnyGame) -> str:
    """What the time of a turn is called; a game may have a pace of its own."""
    return "turn_time" if "pace" in game.variant.__struct_fields__ else "pace"


def arguments(game: AnyGame, settings: Sequence[Slot]) -> list[Slot]:
    """All arguments of `new`: guests, the computer, the game's own options, the pace."""
    names = guests(game)
    slots = [Slot(name, INVITED[at > 0], discord.User) for at, name in enumerate(names)]
    if names:
        slots.append(Slot("computer", "A computer of this strength plays, too", Level))
    pace = Slot(pace_name(game), "How long each turn may take", int, choices=PACE_CHOICES)
    bank = Slot("bank", "Time for the whole game instead", str, choices=BANK_CHOICES)
    here = Slot("here", "Yes: play in this channel itself, not in a thread of its own", bool)
    wanted = [pace, here]
    if names:
        wanted += [
            bank,
            Slot("start", "Who begins the game", str, choices=START_CHOICES),
            Slot("private", "Yes: only those you invite can find the table and sit down", bool),
        ]
    return [*slots, *settings[: CHOICES - len(slots) - len(wanted)], *wanted]


def settings_of(game: AnyGame) -> list[Slot]:
    """The options of a game's variant that can be chosen or counted; only those that it tells of,
    where it tells of any.
    """
    info = msgspec.inspect.type_info(game.variant)
    assert isinstance(info, msgspec.inspect.StructType)
    told: dict[str, str] = game.text.settings
    slots = []
    for field in info.fields:
        kind: Any = discord_type(field.type)
        if kind is None and isinstance(field.type, msgspec.inspect.IntType):
            kind = int
        if kind is not None and (field.name in told or not told):
            about = told.get(field.name) or field.name.replace("_", " ").capitalize()
            slots.append(Slot(field.name, about, kind))
    return slots
