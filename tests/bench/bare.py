"""The yardstick of `python -m tests.bench local`: a bare discord.py bot that only answers "ok"."""

from __future__ import annotations

import asyncio
import os
from typing import Any

import discord
import yarl
from discord.ext import commands


class Ok(discord.ui.View):
    """One button."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="ok", custom_id="ok")
    async def ok(self, interaction: discord.Interaction, _: Any) -> None:
        await interaction.response.send_message("ok", ephemeral=True)


class Bare(commands.AutoShardedBot):
    """Posts its button in every channel."""

    async def setup_hook(self) -> None:
        self.add_view(Ok())

    async def on_ready(self) -> None:
        for channel in self.guilds[0].text_channels:
            await channel.send("Press it.", view=Ok())


async def run() -> None:
    discord.http.Route.BASE = os.environ["DISCORD_API"]
    gateway = yarl.URL(os.environ["DISCORD_GATEWAY"])
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
    intents = discord.Intents(guilds=True)
    async with Bare(commands.when_mentioned, intents=intents, max_messages=None) as bot:
        await bot.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    asyncio.run(run())
