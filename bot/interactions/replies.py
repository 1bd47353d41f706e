"""Answering an interaction in private, in one call where the answer is there in time."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.ui.asleep import sleeps, wake
from bot.ui.first_answer import alone, answer_soon, first_answer
from bot.ui.limits import CONTENT, cut
from bot.ui.trouble import for_its_file, gone
from bot.ui.views import view_of

MISSING = discord.utils.MISSING
SILENT = discord.AllowedMentions.none()
MALFORMED = 400  # the status of what Discord cannot make sense of
Files = Sequence[discord.File | discord.Attachment]  # new ones, and such as are to stay


async def defer(interaction: discord.Interaction, *, fresh: bool = False) -> None:
    """Answer soon: with a new private message, or in the one pressed on.

    Where the answer takes longer than Discord waits, the interaction is acknowledged first.
    """
    by_command = interaction.type is discord.InteractionType.application_command
    answer_soon(interaction, fresh=fresh or by_command)


def in_private(interaction: discord.Interaction) -> bool:
    """Whether what was pressed is an answer that one person alone sees, and only for now."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def on_a_post(interaction: discord.Interaction) -> bool:
    """Whether something was pressed that everybody sees."""
    message = interaction.message
    return message is not None and interaction.guild_id is not None and not message.flags.ephemeral


def under_a_post(interaction: discord.Interaction) -> bool:
    """Whether what was pressed stands under a post itself, which is not to be replaced."""
    if not on_a_post(interaction):
        return False
    return first_answer(interaction).fresh is False


def aside(interaction: discord.Interaction) -> bool:
    """Whether what is said in private stands beside the answer, for that was to keep a post."""
    return under_a_post(interaction) and first_answer(interaction).kept


async def reply(
    interaction: discord.Interaction,
    content: str,
    items: Sequence[discord.ui.Item[Any]] = (),
    files: Files = (),
    *,
    unseen: str = "",
) -> int:
    """Show this in the private message that belongs to an interaction; its id.

    Where there is none yet, or it was taken away meanwhile, one is sent. Where Discord lets no
    picture through, or knows the one no more that was to stay, `unseen` is said instead.
    """
    try:
        return await _reply(interaction, content, items, files)
    except discord.HTTPException as error:
        if files and _for_files(error, files):
            content, files = unseen or content, ()
        elif not sleeps(error) or not await wake(interaction.client, interaction.channel_id):
            raise
    return await _reply(interaction, content, items, files)


def _for_files(error: discord.HTTPException, files: Files) -> bool:
    """Whether an answer may have been refused for its pictures alone."""
    if isinstance(error, discord.Forbidden):
        return for_its_file(error)
    return error.status == MALFORMED and len(_new(files)) < len(files)


async def _reply(
    interaction: discord.Interaction,
    content: str,
    items: Sequence[discord.ui.Item[Any]],
    files: Files,
) -> int:
    async with alone(interaction) as first:
        if not first.given:
            return await _first(interaction, cut(content, CONTENT), items, files)
    if aside(interaction):
        return await send(interaction, content, items, _new(files))
    try:
        return await fill(interaction, content, items, files)
    except discord.NotFound as error:
        if not gone(error):
            raise
    return await send(interaction, content, items, _new(files))


async def _first(
    interaction: discord.Interaction,
    content: str,
    items: Sequence[discord.ui.Item[Any]],
    files: Files,
) -> int:
    """The answer itself is the first that Discord hears."""
    view = view_of(items) if items else None
    if first_answer(interaction).fresh is False and not under_a_post(interaction):
        try:
            await interaction.response.edit_message(
                content=content, view=view, attachments=_whole(files), allowed_mentions=SILENT
            )
            return interaction.message.id if interaction.message else 0
        except discord.NotFound as error:
            if not gone(error):
                raise
    answer = await interaction.response.send_message(
        content,
        view=view or MISSING,
        files=_new(_whole(files)),
        ephemeral=True,
        allowed_mentions=SILENT,
    )
    return answer.message_id or 0


async def edit_post(
    interaction: discord.Interaction, content: str, items: Sequence[discord.ui.Item[Any]]
) -> bool:
    """Put other words and buttons in the post that was pressed on; its picture stays.

    False where that post has just been taken away.
    """
    try:
        await _edit_post(interaction, content, view_of(items))
    except discord.NotFound as error:
        if not gone(error):
            raise
        return False
    return True


async def _edit_post(interaction: discord.Interaction, content: str, view: discord.ui.View) -> None:
    async with alone(interaction) as first:
        if not first.given:
            kept = interaction.message.attachments if interaction.message else []
            await interaction.response.edit_message(
                content=content, view=view, attachments=kept, allowed_mentions=SILENT
            )
            first.kept = True
            return
    await interaction.edit_original_response(content=content, view=view, allowed_mentions=SILENT)


async def fill(
    interaction: discord.Interaction,
    content: str,
    items: Sequence[discord.ui.Item[Any]] = (),
    files: Files | None = (),
) -> int:
    """Fill the private message that was acknowledged; its id. No files at all: its own stay."""
    filled = await interaction.edit_original_response(
        content=cut(content, CONTENT),
        view=view_of(items) if items else None,
        attachments=MISSING if files is None else _whole(files),
        allowed_mentions=SILENT,
    )
    return filled.id


async def send(
    interaction: discord.Interaction,
    content: str,
    items: Sequence[discord.ui.Item[Any]] = (),
    files: Sequence[discord.File] = (),
) -> int:
    """Send another private message, below all that is there; its id."""
    sent = await interaction.followup.send(
        cut(content, CONTENT),
        view=view_of(items) if items else MISSING,
        files=_new(_whole(files)),
        ephemeral=True,
        allowed_mentions=SILENT,
        wait=True,
    )
    return sent.id


async def edit(
    interaction: discord.Interaction,
    message_id: int,
    content: str,
    items: Sequence[discord.ui.Item[Any]] = (),
    files: Files | None = (),
) -> None:
    """Edit a private message that was sent by `send`. No files at all: its own stay."""
    await interaction.followup.edit_message(
        message_id,
        content=cut(content, CONTENT),
        view=view_of(items) if items else None,
        attachments=MISSING if files is None else _whole(files),
        allowed_mentions=SILENT,
    )


async def edit_picture(
    interaction: discord.Interaction, message_id: int, file: discord.File
) -> list[discord.Attachment]:
    """Put another picture into a private message, by its id if it was sent by `send`."""
    if message_id:
        edited: discord.Message = await interaction.followup.edit_message(
            message_id, attachments=_whole([file])
        )
    else:
        edited = await interaction.edit_original_response(attachments=_whole([file]))
    return edited.attachments


def _whole(files: Files) -> Files:
    """Files from their beginning on: they may have been sent before, in vain or to no answer."""
    for file in _new(files):
        file.reset()
    return files


def _new(files: Files) -> list[discord.File]:
    """Those that are sent, not those that are there already."""
    return [file for file in files if isinstance(file, discord.File)]
