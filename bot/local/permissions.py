"""What a member may do in a channel, computed as Discord computes it."""

from __future__ import annotations

import discord

from bot.local.refusal import MISSING_ACCESS, MISSING_PERMISSIONS, Refusal
from bot.local.storage import Json
from bot.local.world import ANNOUNCEMENT_THREAD, DM, PRIVATE_THREAD, PUBLIC_THREAD, THREADS, World

FLAGS: dict[str, int] = dict(discord.Permissions.VALID_FLAGS)
ALL = discord.Permissions.all().value
ADMINISTRATOR = FLAGS["administrator"]
VIEW = FLAGS["view_channel"]
SEND = FLAGS["send_messages"]
SEND_IN_THREADS = FLAGS["send_messages_in_threads"]
ATTACH = FLAGS["attach_files"]
MANAGE_CHANNELS = FLAGS["manage_channels"]
MANAGE_THREADS = FLAGS["manage_threads"]
MANAGE_MESSAGES = FLAGS["manage_messages"]
HISTORY = FLAGS["read_message_history"]
PUBLIC_THREADS = FLAGS["create_public_threads"]
PRIVATE_THREADS = FLAGS["create_private_threads"]
COMMANDS = FLAGS["use_application_commands"]
MENTION_EVERYONE = FLAGS["mention_everyone"]
_IN_DM = VIEW | SEND | ATTACH | HISTORY | FLAGS["embed_links"] | FLAGS["add_reactions"] | COMMANDS


def base(world: World, user_id: str, guild: Json) -> int:
    """Server-wide bits of a member: owner, roles, administrator."""
    if user_id in world.roll(guild["id"]).away:
        return 0
    if user_id == guild["owner_id"]:
        return ALL
    roles = {guild["id"], *world.member_shape(user_id, guild["id"], with_user=False)["roles"]}
    bits = 0
    for role in guild["roles"]:
        if role["id"] in roles:
            bits |= int(role["permissions"])
    return ALL if bits & ADMINISTRATOR else bits


def permissions(world: World, user_id: str, channel: Json) -> int:
    """Bits of a member in a channel, overwrites applied; a thread has those of its parent."""
    if channel["type"] == DM:
        return _IN_DM if user_id in (*channel["recipients"], world.bot_id) else 0
    guild = world.guild_of(channel)
    bits = base(world, user_id, guild)
    if bits in (0, ALL):
        return bits
    if channel["type"] in THREADS:
        channel = world.channel(channel["parent_id"])
    overwrites = {o["id"]: o for o in channel["permission_overwrites"]}
    if overwrites:
        bits = _overwrite(bits, overwrites.get(guild["id"]))
        for role in world.member_shape(user_id, guild["id"], with_user=False)["roles"]:
            bits = _overwrite(bits, overwrites.get(role))
        bits = _overwrite(bits, overwrites.get(user_id))
    return bits if bits & VIEW else 0


def _overwrite(bits: int, overwrite: Json | None) -> int:
    if overwrite is None:
        return bits
    return bits & ~int(overwrite["deny"]) | int(overwrite["allow"])


def sees(world: World, user_id: str, channel: Json) -> bool:
    """Whether a user can open the channel."""
    bits = permissions(world, user_id, channel)
    if not bits & VIEW:
        return False
    if channel["type"] == PRIVATE_THREAD:
        return user_id in channel["member_ids"] or bool(bits & MANAGE_THREADS)
    return True


def thread_right(kind: int) -> int:
    """The bit that opens a thread of this kind."""
    return {ANNOUNCEMENT_THREAD: PUBLIC_THREADS, PUBLIC_THREAD: PUBLIC_THREADS}.get(
        kind, PRIVATE_THREADS
    )


def need(world: World, channel: Json, *bits: int) -> None:
    """Refuses unless the bot sees the channel and holds every one of the bits there."""
    if not sees(world, world.bot_id, channel):
        raise Refusal(MISSING_ACCESS)
    have = permissions(world, world.bot_id, channel)
    if any(not have & bit for bit in bits):
        raise Refusal(MISSING_PERMISSIONS)
