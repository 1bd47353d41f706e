"""A small real discord.py bot that uses everything the local Discord offers."""

from __future__ import annotations

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.ext import commands
from PIL import Image

from bot.local.server import LocalDiscord

PATIENCE = 30.0


def picture(colour: str = "teal", size: tuple[int, int] = (640, 400)) -> io.BytesIO:
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, "PNG")
    data.seek(0)
    return data


class Buttons(discord.ui.View):
    """Buttons that outlive a restart."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Hand", custom_id="hand", style=discord.ButtonStyle.primary)
    async def hand(self, interaction: discord.Interaction, _: Any) -> None:
        file = discord.File(picture("maroon"), "hand.png", description="Your hand: three cards")
        await interaction.response.send_message("Your secret hand", file=file, ephemeral=True)

    @discord.ui.button(label="Count 0", custom_id="count")
    async def count(self, interaction: discord.Interaction, button: discord.ui.Button[Any]) -> None:
        assert interaction.message is not None
        rows = [c for c in interaction.message.components if isinstance(c, discord.ActionRow)]
        shown = next(c for row in rows for c in row.children if c.custom_id == "count")
        assert isinstance(shown, discord.Button) and shown.label is not None
        view = Buttons()
        view.count.label = f"Count {int(shown.label.split()[1]) + 1}"
        await interaction.response.edit_message(view=view)

    @discord.ui.button(label="Form", custom_id="form")
    async def form(self, interaction: discord.Interaction, _: Any) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Silence", custom_id="silence", style=discord.ButtonStyle.danger)
    async def silence(self, interaction: discord.Interaction, _: Any) -> None:
        """Never answers."""

    @discord.ui.select(
        custom_id="pick",
        placeholder="Pick a brew",
        min_values=1,
        max_values=2,
        options=[
            discord.SelectOption(label=f"Brew {n}", value=f"b{n}", description=f"{n} years old")
            for n in range(1, 6)
        ],
    )
    async def pick(self, interaction: discord.Interaction, select: discord.ui.Select[Any]) -> None:
        await interaction.response.send_message(" and ".join(select.values), ephemeral=True)

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="who", placeholder="Pick a bro")
    async def who(
        self, interaction: discord.Interaction, select: discord.ui.UserSelect[Any]
    ) -> None:
        await interaction.response.send_message(f"It is {select.values[0].mention}!")


class Form(discord.ui.Modal, title="A form"):
    name: discord.ui.Label[Any] = discord.ui.Label(
        text="Name", component=discord.ui.TextInput(custom_id="name", max_length=20)
    )
    colour: discord.ui.Label[Any] = discord.ui.Label(
        text="Colour",
        component=discord.ui.Select(
            custom_id="colour",
            options=[discord.SelectOption(label=c.title(), value=c) for c in ("red", "blue")],
        ),
    )

    def __init__(self) -> None:
        super().__init__(custom_id="the-form")

    async def on_submit(self, interaction: discord.Interaction) -> None:
        typed, chosen = self.name.component, self.colour.component
        assert isinstance(typed, discord.ui.TextInput) and isinstance(chosen, discord.ui.Select)
        name, colour = typed.value, chosen.values[0]
        await interaction.response.send_message(f"{name} likes {colour}", ephemeral=True)


class Board(discord.ui.LayoutView):
    """A board in the new layout."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery(
            discord.MediaGalleryItem("attachment://board.png", description="An empty board")
        )
        row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(
            discord.ui.Button(label="Play", custom_id="play", style=discord.ButtonStyle.success)
        )
        self.add_item(
            discord.ui.Container(
                discord.ui.TextDisplay("## The board\n**Pip** to move"), gallery, row
            )
        )


class Tiny(commands.AutoShardedBot):
    """The bot; `ready` is set when it has synced, `resumed` counts."""

    def __init__(self, *, sync: bool = True) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=0.02,
        )
        self._sync = sync
        self.is_up = asyncio.Event()
        self.resumes: asyncio.Queue[None] = asyncio.Queue()
        self.readies: asyncio.Queue[None] = asyncio.Queue()
        self.heard: asyncio.Queue[str] = asyncio.Queue()
        self.errors: asyncio.Queue[BaseException] = asyncio.Queue()
        self.held: asyncio.Queue[discord.Interaction] = asyncio.Queue()
        add_commands(self)

    async def setup_hook(self) -> None:
        self.add_view(Buttons())
        if self._sync:
            await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """The five seconds between two sessions are Discord's, not ours."""

    async def on_ready(self) -> None:
        while any(guild.unavailable for guild in self.guilds):  # later than the time allowed above
            await self.wait_for("guild_available", timeout=PATIENCE)
        self.is_up.set()
        self.readies.put_nowait(None)

    async def on_resumed(self) -> None:
        self.resumes.put_nowait(None)

    async def on_message(self, message: discord.Message) -> None:
        if not message.author.bot:
            self.heard.put_nowait(message.content)

    @property
    def hall(self) -> discord.Guild:
        return self.guilds[0]

    def room(self, name: str = "beer-brawl") -> discord.TextChannel:
        found = discord.utils.get(self.hall.text_channels, name=name)
        assert found is not None
        return found


def add_commands(bot: Tiny) -> None:
    """Every way of answering a command."""
    tree = bot.tree
    table = app_commands.Group(name="table", description="Tables", guild_only=True)

    @table.command(description="Opens a table")
    @app_commands.describe(opponent="Whom to play", brew="What to drink", rounds="How long")
    async def new(
        interaction: discord.Interaction,
        opponent: discord.Member,
        brew: str = "ale",
        rounds: app_commands.Range[int, 1, 9] = 3,
    ) -> None:
        await interaction.response.send_message(
            f"{interaction.user.display_name} against {opponent.display_name}, {brew}, {rounds}",
            ephemeral=True,
        )

    @new.autocomplete("brew")
    async def brews(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        brews = [f"Brew {n}" for n in range(1, 31)]
        return [app_commands.Choice(name=b, value=b) for b in brews if typed.lower() in b.lower()][
            :25
        ]

    @table.command(description="Shows the buttons")
    async def buttons(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Pick a **door**", view=Buttons())

    @table.command(description="Shows the board")
    async def board(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        file = discord.File(picture(), "board.png", description="An empty board")
        assert isinstance(interaction.channel, discord.abc.Messageable)
        await interaction.channel.send(view=Board(), file=file)
        await interaction.followup.send("Posted.", ephemeral=True)

    @tree.command(description="Holds the answer back")
    async def hold(interaction: discord.Interaction) -> None:
        bot.held.put_nowait(interaction)

    @tree.command(description="Only for the owner")
    @app_commands.default_permissions(manage_guild=True)
    async def admin(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(
            str(interaction.permissions.manage_guild), ephemeral=True
        )

    @tree.error
    async def failed(interaction: discord.Interaction, error: BaseException) -> None:
        bot.errors.put_nowait(error)

    tree.add_command(table)


RIGHTS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    attach_files=True,
    create_public_threads=True,
    create_private_threads=True,
    send_messages_in_threads=True,
    manage_threads=True,
    read_message_history=True,
    mention_everyone=True,
)


@contextlib.asynccontextmanager
async def running(local: LocalDiscord, *, sync: bool = True) -> AsyncIterator[Tiny]:
    """A tiny bot, connected and ready."""
    base, address = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    discord.http.Route.BASE = local.api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(local.gateway)
    local.world.invite(RIGHTS.value)
    bot = Tiny(sync=sync)
    task = asyncio.create_task(bot.start(local.token))
    try:
        up = asyncio.create_task(bot.is_up.wait())
        await asyncio.wait({up, task}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            up.cancel()
            await task
        assert bot.is_up.is_set(), "the bot did not come up"
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)
        discord.http.Route.BASE = base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = address
