"""What somebody reads when something goes wrong between them and the referee."""

import logging
import secrets
from typing import Any

import discord
from discord import app_commands

from bot.errors import BotError
from bot.ui.limits import LABEL, cut
from bot.ui.rules import rule_button
from rules.engine.errors import Refused, RulesError

logger = logging.getLogger(__name__)
TOO_LATE = 10062  # Discord knows the interaction no more
UNREACHABLE = (discord.NotFound, discord.Forbidden)


async def reply_with_error(interaction: discord.Interaction, error: BaseException) -> None:
    """Tell the player privately what was wrong; what is no player's doing is logged too."""
    error = _cause(error)
    if isinstance(error, discord.NotFound) and error.code == TOO_LATE:
        logger.warning(
            "an interaction was answered too late", extra={"interaction": interaction.id}
        )
        return
    said = sentence(error)
    if said is None:
        reference = secrets.token_hex(4)
        logger.error(
            "an answer failed",
            exc_info=error,
            extra={"reference": reference, "interaction": interaction.id},
        )
        said = (
            "Something went wrong on the referee's side; the game itself is as it was. "
            f"If it happens again, tell whoever runs this bot the reference `{reference}`."
        )
    await tell(interaction, said, rule_button(error))


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
            return f"“{cut(str(value), LABEL)}” is not a {kind.name} that this command understands."
        case app_commands.CommandSignatureMismatch() | app_commands.CommandNotFound():
            return "This command has changed. Restart Discord (Ctrl+R) and try it again."
        case app_commands.AppCommandError() if isinstance(error, app_commands.CheckFailure):
            return str(error) or "You may not use this command here."
        case discord.Forbidden():
            return "Discord does not let me do that here: I am missing a permission."
        case _:
            return None


async def tell(
    interaction: discord.Interaction, said: str, button: discord.ui.Item[Any] | None = None
) -> None:
    """A private sentence, and a button under it, however far the interaction has come."""
    view = discord.ui.View(timeout=None).add_item(button) if button else discord.utils.MISSING
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            if not interaction.response.is_done():
                await interaction.response.autocomplete([])
        elif not interaction.response.is_done():
            await interaction.response.send_message(said, view=view, ephemeral=True)
        elif _waiting(interaction):
            await interaction.edit_original_response(content=said, view=view)
        else:
            await interaction.followup.send(said, view=view, ephemeral=True)
    except UNREACHABLE:  # the interaction is too old to be answered
        logger.info("an interaction could not be answered", extra={"interaction": interaction.id})


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
