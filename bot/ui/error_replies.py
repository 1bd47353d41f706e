"""What somebody reads when something goes wrong between them and the referee."""

import logging
import secrets
from typing import Any, Protocol

import discord
from discord import app_commands

from bot.errors import BotError
from bot.referee import TAKEN
from bot.store import refusals
from bot.store.engine import Unsure
from bot.ui.asleep import SHUT, sleeps, wake
from bot.ui.first_answer import alone
from bot.ui.limits import cut
from bot.ui.rules import rule_button
from bot.ui.trouble import UNREACHED, answered, passing, too_late
from bot.ui.views import view_of
from rules.engine.errors import Refused, RulesError

logger = logging.getLogger(__name__)
ECHO = 80  # characters of what somebody typed that are said back
OWED = (
    "✅ What you did was taken, but Discord did not let me show it. I show it as soon as it does; "
    "`/table play` shows how things stand, too."
)
NOT_KEPT = (
    "I cannot write anything down just now, so nothing was taken and nothing has changed. Please try "
    "again in a while; if it stays like this, tell whoever runs this bot that its database has trouble."
)
PARTLY = (
    "Only the first part of that is written down: I cannot write anything just now. `/table show` tells "
    "how things stand; please try the rest again in a while."
)
UNSURE = (
    "My database has failed and did not say whether it has kept that. It is taken once or not at all: "
    "`/table play` shows how things stand as soon as I can read it."
)
KEPT = "✅ What you did was taken, but I cannot read how things stand just now: `/table play` shows it."
SHOWN_LATER = "✅ What you did was taken, but Discord did not let me show it: `/table play` does."
IN_TROUBLE = "Discord has trouble just now, and nothing was changed: please try again."


class Writes(Protocol):
    """The client, who counts to whom it writes."""

    async def write_to(self, user_id: int, words: str) -> None:
        """Tell somebody something by direct message, if that may be."""


async def reply_with_error(interaction: discord.Interaction, error: BaseException) -> None:
    """Tell the player privately what was wrong; what is no player's doing is logged too."""
    error = _cause(error)
    if too_late(error) or answered(error):
        how = "too late" if too_late(error) else "before"
        logger.warning("an interaction was answered %s", how, extra={"interaction": interaction.id})
        return
    said = sentence(error)
    if said is None and refusals.passes(error):
        why = refusals.reason(error)
        logger.error("the database: %s", why, extra={"interaction": interaction.id})
        said = _of_database(error)
    if said is None and passing(error):
        logger.warning("no answer: %s", error, extra={"interaction": interaction.id})
        said = OWED if TAKEN.get() else IN_TROUBLE
    if said is None:
        reference = secrets.token_hex(4)
        logger.error(
            "an answer failed",
            exc_info=error,
            extra={"reference": reference, "interaction": interaction.id},
        )
        so = "what you did was taken" if TAKEN.get() else "the game itself is as it was"
        said = (
            f"Something went wrong on the referee's side; {so}. "
            f"If it happens again, tell whoever runs this bot the reference `{reference}`."
        )
    await tell(interaction, said, rule_button(error))


def _of_database(error: BaseException) -> str:
    """What has become of what somebody did while the database has trouble."""
    if isinstance(error, Unsure):
        return UNSURE
    if not TAKEN.get():
        return NOT_KEPT
    return PARTLY if refusals.UNWRITTEN.get() else KEPT


def sentence(error: BaseException) -> str | None:
    """What a player reads about an error, or nothing where it is none of theirs."""
    match error:
        case Refused(sentence=sentence, rule=rule):
            return f"{sentence}\n-# Rule {rule}: `/rules topic:{rule}`" if rule else sentence
        case BotError() | RulesError():
            return str(error)
        case app_commands.NoPrivateMessage():
            return "Games are played in a server: use this command in one of its channels."
        case app_commands.TransformerError(value=value, type=kind):
            return f"“{cut(str(value), ECHO)}” is not a {kind.name} that this command understands."
        case app_commands.CommandSignatureMismatch() | app_commands.CommandNotFound():
            return "This command has changed. Restart Discord (Ctrl+R) and try it again."
        case app_commands.AppCommandError() if isinstance(error, app_commands.CheckFailure):
            return str(error) or "You may not use this command here."
        case discord.HTTPException() if TAKEN.get() and not passing(error):
            return SHOWN_LATER
        case discord.HTTPException() if sleeps(error):
            return "This thread was asleep. It is awake now: please try that again."
        case discord.Forbidden() if not passing(error):
            return "Discord does not let me do that here: I am missing a permission."
        case _:
            return None


async def tell(
    interaction: discord.Interaction, said: str, button: discord.ui.Item[Any] | None = None
) -> None:
    """A private sentence, and a button under it, however far the interaction has come."""
    view = view_of([button]) if button else discord.utils.MISSING
    try:
        async with alone(interaction) as first:
            if not first.given:
                if interaction.type is discord.InteractionType.autocomplete:
                    await interaction.response.autocomplete([])
                else:
                    await interaction.response.send_message(said, view=view, ephemeral=True)
                return
        if _waiting(interaction):
            await interaction.edit_original_response(content=said, view=view)
        elif interaction.type is not discord.InteractionType.autocomplete:
            await interaction.followup.send(said, view=view, ephemeral=True)
    except UNREACHED as error:  # too old, its thread sleeps, or Discord is in trouble
        if sleeps(error):
            await _tell_asleep(interaction, said, view)
            return
        logger.info("an interaction could not be answered", extra={"interaction": interaction.id})


async def _tell_asleep(interaction: discord.Interaction, said: str, view: Any) -> None:
    """Say something in a thread that sleeps: woken first; where it is locked, directly."""
    try:
        if await wake(interaction.client, interaction.channel_id):
            await interaction.response.send_message(said, view=view, ephemeral=True)
            return
    except UNREACHED:
        logger.info("a thread stays shut", extra={"interaction": interaction.id})
    taken = "What you did was taken. " if TAKEN.get() else ""
    client: Any = interaction.client
    writer: Writes = client
    await writer.write_to(interaction.user.id, f"{taken}{SHUT} <#{interaction.channel_id}>")


def _waiting(interaction: discord.Interaction) -> bool:
    """Whether Discord still shows that the bot is thinking."""
    kind = interaction.response.type
    return kind is discord.InteractionResponseType.deferred_channel_message


def _cause(error: BaseException) -> BaseException:
    if isinstance(error, app_commands.CommandInvokeError):
        return error.original
    if isinstance(error, app_commands.TransformerError) and isinstance(
        error.__cause__, BotError | RulesError
    ):
        return error.__cause__
    return error
