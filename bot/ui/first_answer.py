"""The first answer to an interaction: Discord waits three seconds for it, and takes only one."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import discord

from bot.ui.asleep import sleeps, wake
from bot.ui.trouble import answered

logger = logging.getLogger(__name__)
PATIENCE = 1.2  # seconds in which the answer itself may come; then it is only acknowledged
_HERE = "first answer"


@dataclass(slots=True)
class FirstAnswer:
    """How far an interaction has come; it is kept with the interaction."""

    fresh: bool | None = None  # with a message of its own; none: nobody has said so
    given: bool = False
    kept: bool = False  # by leaving the message that was pressed on as it was
    late: "asyncio.Task[None] | None" = None  # acknowledges it where the answer takes long
    one: asyncio.Lock = field(default_factory=asyncio.Lock)


def first_answer(interaction: discord.Interaction) -> FirstAnswer:
    """What is known of an interaction's first answer."""
    known: FirstAnswer = interaction.extras.setdefault(_HERE, FirstAnswer())
    known.given = known.given or interaction.response.is_done()
    return known


def answer_soon(interaction: discord.Interaction, *, fresh: bool) -> None:
    """See to it that Discord hears in time; mostly the answer itself is quicker, and one call."""
    first = first_answer(interaction)
    if not first.given and first.late is None:
        first.fresh = fresh
        first.late = asyncio.create_task(_late(interaction))


async def _late(interaction: discord.Interaction) -> None:
    await asyncio.sleep(PATIENCE)
    try:
        await acknowledge(interaction)
    except Exception as error:  # nobody waits for this; whoever answers finds out, too
        extra = {"interaction": interaction.id}
        logger.warning("an interaction was not acknowledged: %s", error, extra=extra)


async def acknowledge(interaction: discord.Interaction) -> None:
    """Say that the press or the command has arrived, where nothing was said yet."""
    async with alone(interaction) as first:
        if first.given:
            return
        try:
            await _defer(interaction, first)
        except discord.HTTPException as error:  # in a thread that sleeps nothing can be said
            if not sleeps(error) or not await wake(interaction.client, interaction.channel_id):
                raise
            await _defer(interaction, first)


async def _defer(interaction: discord.Interaction, first: FirstAnswer) -> None:
    if first.fresh:
        await interaction.response.defer(ephemeral=True, thinking=True)
    else:
        await interaction.response.defer()
        first.kept = True


@asynccontextmanager
async def alone(interaction: discord.Interaction) -> AsyncIterator[FirstAnswer]:
    """Answer while nobody else does; what turns out to have been said already is no error."""
    first = first_answer(interaction)
    async with first.one:
        first = first_answer(interaction)
        try:
            yield first
        except discord.HTTPException as error:
            if not answered(error):
                raise
        first.given = True
    if first.late is not None and first.late is not asyncio.current_task():
        first.late.cancel()
