"""Where a table is played: a thread of its own, the channel itself, or private answers alone."""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

import discord

from bot.errors import ChannelTaken, NotAllowed
from bot.interactions.rights import RIGHTS, explained, lacks
from bot.interactions.who import out_of_reach
from bot.referee import Referee
from bot.table import Table
from bot.ui.limits import NAME
from bot.ui.trouble import UNREACHED, passing
from rules.engine.contract import AnyGame

logger = logging.getLogger(__name__)
WEEK: Final = (
    10080  # minutes, after which a silent thread falls asleep: the longest that Discord has
)
Room = discord.TextChannel | discord.ForumChannel
SEALED = "Only the invited and moderators can read this thread."
READ_BY_ALL = (
    "Only the invited can sit down here or find the table, but whoever sees this channel can read "
    "along: for a thread of its own that others do not see, I need *Create Private Threads*."
)


class Place(NamedTuple):
    """A channel or thread for a table, and why it is there if that may surprise."""

    channel_id: int
    parent_id: int | None = None
    note: str = ""
    thread: discord.Thread | None = None  # that was opened for it

    @property
    def link(self) -> str:
        """How a message leads there."""
        return f"<#{self.channel_id}>"


class Places:
    """Finds a place for every table, and names its thread by who plays there."""

    def __init__(self, referee: Referee) -> None:
        """Work for a referee."""
        self.referee = referee
        self._renaming: dict[int, asyncio.Task[None]] = {}  # by thread

    async def find(
        self,
        interaction: discord.Interaction,
        game: AnyGame,
        names: Sequence[str],
        *,
        here: bool = False,
        private: bool = False,
    ) -> Place:
        """A place for a table of these players; a thread of its own, unless it is to be here.

        For a `private` table it is a thread that only its members see, where there can be one.
        """
        if out_of_reach(interaction):
            if not await self._free(-interaction.user.id):
                raise ChannelTaken(
                    "You have a game of your own already: `/my tables` leads back to it, and "
                    "*Table* there closes it."
                )
            return Place(-interaction.user.id)
        channel = interaction.channel
        room = channel.parent if isinstance(channel, discord.Thread) else channel
        sealed = private and not here and _may_seal(interaction, room)
        public = READ_BY_ALL if private and not sealed else ""
        inside = channel if isinstance(channel, discord.Thread) and not sealed else None
        if inside is not None and (here or await self._free(inside.id)):
            return _itself(interaction, inside.parent_id, note=public)
        if here:
            return _itself(interaction, note=public)
        why_not = "" if sealed else _no_thread(interaction, room)
        if why_not:
            return _itself(interaction, note=f"{why_not} {public}".strip())
        assert isinstance(room, Room)
        number = await self.referee.store.next_number()
        try:
            thread = await open_thread(room, thread_name(game, names, number), sealed=sealed)
        except discord.HTTPException as error:
            if passing(error):
                raise
            logger.warning("no thread: %s", error, extra={"channel": room.id})
            said = "Discord let me open no thread here, so the table is in the channel itself."
            still = READ_BY_ALL if private else ""
            return _itself(interaction, note=f"{said} {still}".strip())
        notes = [SEALED if sealed else public, _wordy(interaction)]
        return Place(thread.id, room.id, " ".join(note for note in notes if note), thread)

    async def close(self) -> None:
        """Stop; a thread may keep an older name."""
        renaming = list(self._renaming.values())
        for task in renaming:
            task.cancel()
        await asyncio.gather(*renaming, return_exceptions=True)

    async def _free(self, channel_id: int) -> bool:
        return await self.referee.find(channel_id) is None

    def rename(self, table: Table, thread: discord.Thread | None, names: Sequence[str]) -> None:
        """Name a thread of the bot's own after who plays there; nobody waits for that.

        Discord lets a thread be renamed twice in ten minutes: a name that still waits for its time
        gives way to a newer one.
        """
        wanted = thread_name(table.game, names, table.id)
        mine = thread is not None and thread.me is not None and thread.owner_id == thread.me.id
        if thread is None or not mine:
            return
        waiting = self._renaming.pop(thread.id, None)
        if waiting is not None:
            waiting.cancel()
        if thread.name != wanted:
            task = asyncio.create_task(_named(thread, wanted))
            self._renaming[thread.id] = task
            task.add_done_callback(partial(self._renamed, thread.id))

    def _renamed(self, thread_id: int, task: asyncio.Task[None]) -> None:
        if self._renaming.get(thread_id) is task:
            del self._renaming[thread_id]


async def open_thread(room: Room, name: str, *, sealed: bool = False) -> discord.Thread:
    """A new thread that a week of silence does not put to sleep; in a forum, a post.

    One that is `sealed` shows itself to its members alone.
    """
    if sealed and isinstance(room, discord.TextChannel):
        private = discord.ChannelType.private_thread
        return await room.create_thread(
            name=name, type=private, auto_archive_duration=WEEK, invitable=False
        )
    if isinstance(room, discord.ForumChannel):
        tags = room.available_tags[:1] if room.flags.require_tag else []
        made = await room.create_thread(
            name=name, content=name, auto_archive_duration=WEEK, applied_tags=tags
        )
        return made.thread
    news = room.is_news()
    kind = discord.ChannelType.news_thread if news else discord.ChannelType.public_thread
    return await room.create_thread(name=name, type=kind, auto_archive_duration=WEEK)


async def add_to_thread(place: object, users: Sequence[int]) -> None:
    """Let people into a private thread; others are open to them anyway."""
    if not isinstance(place, discord.Thread) or not place.is_private():
        return
    for user_id in users:
        try:
            await place.add_user(discord.Object(user_id))
        except UNREACHED as error:
            logger.warning("not let in: %s", error, extra={"channel": place.id})


def thread_name(game: AnyGame, names: Sequence[str], number: int) -> str:
    """The game, who plays, the table's number; of many players the first."""
    start, end = game.title.partition(":")[0], f"table {number}"
    shown = list(names)
    while True:
        more = [f"{len(names) - len(shown)} more"] if len(shown) < len(names) else []
        named = f"{start} · {', '.join([*shown, *more])} · {end}"
        if len(named) <= NAME or not shown:
            return named
        shown.pop()


async def _named(thread: discord.Thread, name: str) -> None:
    try:
        await thread.edit(name=name)
    except UNREACHED as error:
        logger.info("a thread keeps its name: %s", error, extra={"channel": thread.id})


def may_open_threads(interaction: discord.Interaction) -> bool:
    """Whether whoever is asking may open threads here themselves."""
    return interaction.permissions.create_public_threads


def _may_seal(interaction: discord.Interaction, room: object) -> bool:
    """Whether a thread can be opened that only its members see; the invitation asks for no such
    right, but a server may give it.
    """
    if not isinstance(room, discord.TextChannel) or room.is_news():
        return False
    granted, lacking = interaction.app_permissions, "send_messages_in_threads"
    return granted.create_private_threads and not lacks(granted, lacking)


def _no_thread(interaction: discord.Interaction, room: object) -> str:
    """Why a table gets no thread of its own, in words; nothing where it does."""
    so = "so the table is in the channel itself."
    if not isinstance(room, Room):
        return f"There are no threads in a channel like this, {so}"
    lacking = lacks(
        interaction.app_permissions, "create_public_threads", "send_messages_in_threads"
    )
    if lacking:
        return f"I cannot open a thread here (I lack *{'*, *'.join(lacking)}*), {so}"
    if not may_open_threads(interaction):
        return f"You may not open threads in this channel, {so}"
    return ""


def _itself(
    interaction: discord.Interaction, parent_id: int | None = None, note: str = ""
) -> Place:
    """The channel or thread in which somebody asks; refused where the bot cannot post there."""
    thread = isinstance(interaction.channel, discord.Thread)
    post = "send_messages_in_threads" if thread else "send_messages"
    lacking = lacks(interaction.app_permissions, "view_channel", post)
    if lacking:
        named = explained(interaction.app_permissions)
        raise NotAllowed(f"I cannot post in this channel, so no table can be in it.\n{named}")
    said = " ".join(part for part in (note, _wordy(interaction)) if part)
    return Place(interaction.channel_id or 0, parent_id, said)


def _wordy(interaction: discord.Interaction) -> str:
    """That pictures are missing, where they are."""
    if not lacks(interaction.app_permissions, "attach_files"):
        return ""
    right = RIGHTS["attach_files"]
    return f"I lack *{right.name}*: {right.without}"
