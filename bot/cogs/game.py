"""What the commands of every game share: the caller's question, and words for its options."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.uses import Uses
from bot.errors import BotError
from bot.interactions.replies import defer
from bot.table import Table
from rules.engine.errors import RulesError
from rules.engine.state import Option, Question

CHOICES = 25
LONGEST = 100  # characters of a choice
MOST = 24  # things that one list can name
PACES = {
    "no limit": 0,
    "10 minutes": 600,
    "1 hour": 3_600,
    "12 hours": 43_200,
    "1 day": 86_400,
    "3 days": 259_200,
    "7 days": 604_800,
}
PACE_CHOICES = [app_commands.Choice(name=name, value=seconds) for name, seconds in PACES.items()]
LEVEL_CHOICES = [
    app_commands.Choice(name=level, value=level) for level in ("easy", "normal", "hard")
]


class Unclear(BotError):
    """An argument that names nothing here."""


@dataclass(slots=True)
class Caller:
    """Somebody who is asked something at the table of this channel."""

    table: Table
    asked: Question
    options: Sequence[Option]
    view: Any

    def of(self, *kinds: type[Option]) -> list[Any]:
        """The options of some verbs that are offered now."""
        return [option for option in self.options if isinstance(option, kinds)]

    def after(self, options: Sequence[Option]) -> Sequence[Option]:
        """What would be offered after some answers, as long as nothing is shown to others."""
        if not options:
            return self.options
        play = self.table.play
        assert play is not None
        answered = play.answer_all(self.asked.seat, self.asked.number, options)
        if answered.play.passed:
            return []
        return replace(self.table, play=answered.play).offer(self.asked.seat)


class GameCog(commands.Cog):
    """The commands of one game."""

    key: str

    def __init__(self, bot: Uses) -> None:
        """Answer on behalf of a bot."""
        self.bot = bot

    async def caller(self, interaction: discord.Interaction) -> Caller:
        """Who calls and what they are asked, or the reason why they cannot act."""
        table = await self.bot.answers.table_here(interaction, None)
        if table.game.key != self.key:
            raise Unclear(f"{table.game.title} is played in this channel, not another game.")
        asked = self.bot.answers.asked(table, interaction.user.id)
        view = table.view(interaction.user.id)
        return Caller(table, asked, table.offer(asked.seat), view)

    async def act(
        self, interaction: discord.Interaction, caller: Caller, options: Sequence[Option]
    ) -> None:
        """Take the options that a command named."""
        await self.bot.answers.act(interaction, caller.table, options)

    async def only(self, interaction: discord.Interaction, option: Option) -> None:
        """Take the one option that a command stands for."""
        await defer(interaction)
        await self.act(interaction, await self.caller(interaction), [option])

    async def complete(
        self,
        interaction: discord.Interaction,
        current: str,
        words: Callable[[Caller], Iterable[str]],
    ) -> list[app_commands.Choice[str]]:
        """What is legal now for the caller and fits what was typed; nothing for others."""
        try:
            found = list(dict.fromkeys(words(await self.caller(interaction))))
        except (BotError, RulesError):
            return []
        return fitting(found, current)

    async def complete_list(
        self,
        interaction: discord.Interaction,
        current: str,
        read: Callable[[Caller, str], Sequence[Option]],
        say: Callable[[Caller, Option], str | None],
    ) -> list[app_commands.Choice[str]]:
        """A typed list, and that list with each thing that could legally follow in it."""
        return await self.complete(interaction, "", lambda c: _longer(c, current, read, say))


def fitting(words: Iterable[str], current: str) -> list[app_commands.Choice[str]]:
    """The words that contain what was typed, as many as Discord shows."""
    typed = current.casefold().strip()
    fit = [word for word in words if typed in word.casefold()]
    fit = [word[:LONGEST] for word in fit[:CHOICES]]
    return [app_commands.Choice(name=word, value=word) for word in fit]


def named(
    interaction: discord.Interaction, argument: str, read: Callable[[str], int]
) -> int | None:
    """What another argument names by now."""
    text: Any = getattr(interaction.namespace, argument, None)
    try:
        return read(text) if isinstance(text, str) and text else None
    except Unclear:
        return None


def names_in(text: str) -> list[str]:
    """The single names of a list such as `Scamp A, Trooper B`."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words:
        raise Unclear("Name at least one, and put commas between several.")
    if len(words) > MOST:
        raise Unclear("Those are more than there can be.")
    return words


def _longer(
    caller: Caller,
    current: str,
    read: Callable[[Caller, str], Sequence[Option]],
    say: Callable[[Caller, Option], str | None],
) -> list[str]:
    typed = current.strip(" ,")
    for start in dict.fromkeys((typed, typed.rpartition(",")[0].strip())):
        try:
            offered = caller.after(read(caller, start))
        except (BotError, RulesError):
            continue
        rest = typed[len(start) :].strip(" ,").casefold()
        nexts = [word for option in offered if (word := say(caller, option)) is not None]
        more = [f"{start}, {word}" if start else word for word in nexts if rest in word.casefold()]
        whole = [start] if start and not rest else []
        return [word for word in whole + more if len(word) <= LONGEST]
    return []


def pace_of(seconds: int | None) -> timedelta | None:
    """A pace from the choices."""
    return timedelta(seconds=seconds) if seconds else None


def cut(text: str, most: int = 60) -> str:
    """What somebody typed, short enough to be said back, and harmless."""
    flat = discord.utils.escape_mentions(" ".join(text.split())).replace("`", "'")
    return flat if len(flat) <= most else flat[: most - 1] + "…"
