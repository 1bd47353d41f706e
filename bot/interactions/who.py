"""Who is asking, and what Discord lets them do and see."""

import discord

from bot.table import Person, Table


def person_of(interaction: discord.Interaction) -> Person:
    """Whoever is asking, as they are called in this server."""
    return Person(interaction.user.id, interaction.user.display_name)


def moderates(interaction: discord.Interaction) -> bool:
    """Whether whoever is asking may manage this server."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def may_look(interaction: discord.Interaction, table: Table) -> bool:
    """Whether whoever is asking may see the channel of a table, as far as Discord has told."""
    if interaction.channel_id == table.channel_id or interaction.guild is None:
        return True
    if table.player_of(interaction.user.id) is not None or moderates(interaction):
        return True
    channel = interaction.guild.get_channel_or_thread(table.channel_id)
    if channel is None or not isinstance(interaction.user, discord.Member):
        return True
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    return channel.permissions_for(interaction.user).view_channel
