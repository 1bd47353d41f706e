"""The commands of a game: derived from its options and its variant, plus what its own cog adds."""

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

import discord
from discord.ext import commands

from bot.cogs import new
from bot.cogs.build import Built, Slot, build
from bot.cogs.caller import Caller, caller_at
from bot.cogs.reading import lists_of, options_of, words_of
from bot.cogs.typed import Choices, Unclear, fitting, given
from bot.cogs.uses import Uses
from bot.cogs.verbs import VerbCommand, verb_commands
from bot.cogs.where import BY_ANYBODY, BY_SERVERS, EVERYWHERE, IN_SERVERS
from bot.errors import BotError
from bot.interactions.replies import defer
from bot.table import Table
from bot.ui.limits import CHOICES
from rules import registry
from rules.engine.contract import AnyGame
from rules.engine.errors import RulesError
from rules.engine.state import Option

logger = logging.getLogger(__name__)
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class GameCog(commands.GroupCog):
    """The commands of one game; a subclass names the game and adds commands of its own."""

    key: ClassVar[str]
    about: ClassVar[str] = ""  # the game and how many play it, where its title does not do
    instead: ClassVar[tuple[type[Option], ...]] = ()  # options that commands of its own stand for

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Name the group after the game."""
        super().__init_subclass__(**kwargs)
        cls.__cog_group_name__ = cls.key.replace("_", "-")
        cls.__cog_group_description__ = cls.about or described(registry.get(cls.key))

    def __init__(self, bot: Uses) -> None:
        """Add `new` and a command for each verb that has none yet."""
        self.bot = bot
        self.game: AnyGame = registry.get(self.key)
        group = self.app_command
        assert group is not None
        alone = 1 in self.game.counts  # then it can be played wherever somebody is
        group.allowed_contexts = EVERYWHERE if alone else IN_SERVERS
        group.allowed_installs = BY_ANYBODY if alone else BY_SERVERS
        own = {command.name: command for command in group.commands}
        self.verbs = {verb.name: verb for verb in verb_commands(self.game, self.instead)}
        more = [verb for verb in self.verbs.values() if verb.name not in own]
        room = CHOICES - 1 - len(own)
        if len(more) > room:
            left = ", ".join(verb.name for verb in more[room:])
            logger.warning("no room for commands of %s: %s", self.game.title, left)
        for name in own:
            group.remove_command(name)
        for command in (self._new(), *own.values(), *map(self._verb, more[:room])):
            group.add_command(command)

    # -- a table

    def settings(self) -> list[Slot]:
        """The arguments of `new` that are the game's."""
        return new.settings_of(self.game)

    def variant(self, chosen: dict[str, Any]) -> dict[str, object]:
        """The options of the game that arguments of `new` stand for."""
        return {
            name: v for name, v in chosen.items() if name in self.game.variant.__struct_fields__
        }

    async def opened(self, table: Table, chosen: dict[str, Any]) -> None:
        """Do what else was asked for, once the table is open."""

    def _new(self) -> Built:
        said = f"Open a table for a game of {self.game.title}, in a thread of its own."
        return build("new", said, new.arguments(self.game, self.settings()), self._open)

    async def _open(self, interaction: discord.Interaction, chosen: dict[str, Any]) -> None:
        await defer(interaction)
        invited = [chosen[name] for name in new.guests(self.game) if name in chosen]
        table = await self.bot.lobby.open(
            interaction,
            self.key,
            self.variant(chosen),
            opponents=list(dict.fromkeys(invited)),
            computer=chosen.get("computer"),
            pace=new.pace_of(chosen.get(new.pace_name(self.game))),
            timed=new.pace_name(self.game) in chosen,
            here=chosen.get("here", False),
            private=chosen.get("private", False),
            when_full=chosen.get("start") == new.WHEN_FULL,
            bank=new.bank_of(chosen.get("bank")),
        )
        await self.opened(table, chosen)

    # -- verbs

    def _verb(self, verb: VerbCommand) -> Built:
        async def call(interaction: discord.Interaction, arguments: dict[str, Any]) -> None:
            await self.take(interaction, lambda caller: options_of(verb, caller, arguments))

        return build(
            verb.name, verb.about, [self._slot(verb, name) for name in verb.parameters], call
        )

    def _slot(self, verb: VerbCommand, name: str) -> Slot:
        parameter = verb.parameters[name]

        async def complete(interaction: discord.Interaction, current: str) -> Choices:
            others = given(interaction)
            others.pop(name, None)
            if parameter.argument.several:
                return await self.complete(
                    interaction, "", lambda caller: lists_of(verb, caller, name, others, current)
                )
            return await self.complete(
                interaction, current, lambda caller: words_of(verb, caller, name, others)
            )

        completed = complete if parameter.type is str else None
        return Slot(name, parameter.about, parameter.type, parameter.required, complete=completed)

    # -- what all commands do

    async def table(self, interaction: discord.Interaction) -> Table:
        """The table of this channel, if this game is played there."""
        table = await self.bot.answers.table_here(interaction, None, game=self.key)
        if table.game.key != self.key:
            raise Unclear(f"{table.game.title} is played in this channel, not another game.")
        return table

    async def take(
        self, interaction: discord.Interaction, read: Callable[[Caller], Sequence[Option]]
    ) -> None:
        """Take the options that a command names."""
        await defer(interaction)
        table, user = await self.table(interaction), interaction.user.id
        await self.bot.answers.take(interaction, table, lambda: read(caller_at(table, user)))

    async def complete(
        self,
        interaction: discord.Interaction,
        current: str,
        words: Callable[[Caller], Iterable[str]],
    ) -> Choices:
        """What is legal now for the caller and fits what was typed; nothing for others."""
        try:
            table = await self.table(interaction)
            return fitting(words(caller_at(table, interaction.user.id)), current)
        except (BotError, RulesError):
            return []

    async def show_hand(self, interaction: discord.Interaction) -> None:
        """Show what only the caller knows of the table in this channel."""
        await defer(interaction)
        table = await self.bot.answers.table_here(interaction, None, game=self.key)
        await self.bot.table_menu.hand(interaction, table)


def described(game: AnyGame) -> str:
    """A game and how many play it."""
    low, high = min(game.counts), max(game.counts)
    some = _number(low) if low == high else f"{_number(low)} to {_number(high)}"
    return f"{game.title}, for {some} player{'s' * (high > 1)}"


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def derived(wanted: str) -> type[GameCog]:
    """The cog of a game that has none of its own."""

    class Derived(GameCog, name=registry.get(wanted).title):
        """Commands that follow from a game's options alone."""

        key = wanted

    return Derived
