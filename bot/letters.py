"""Secrets by direct message: each player's panel, refreshed as the game goes on."""

from hashlib import blake2s
from typing import TYPE_CHECKING, Any

import discord

from bot.sitting import News, Seated, Sitting, told_from_plain
from bot.store.tables import PostRow
from bot.ui import panels
from bot.ui.buttons import cut, view_of
from bot.ui.posts import CONTENT, Post
from rules.engine.text import line

if TYPE_CHECKING:
    from bot.client import RefereeBot

DMS_CLOSED = 50007


class Letters:
    """One direct message per player and table; where they are closed, panels serve alone."""

    def __init__(self, bot: "RefereeBot") -> None:
        """Write on behalf of a bot."""
        self.bot = bot

    async def note(self, sitting: Sitting, news: News) -> None:
        """Keep for each player what they alone were told by another's doing."""
        told = told_from_plain(sitting.game, news.told)
        for seated in sitting.people:
            if seated.player == news.by or seated.user_id is None or sitting.play is None:
                continue
            view = sitting.view(seated.user_id)
            heard = [t for t in told if t.to is not None and t.heard_by(seated.player)]
            lines = [said for t in heard if (said := line(sitting.game, view, t.event))]
            if lines:
                await self._keep(sitting, seated.user_id, note="\n".join(lines))

    async def deliver(self, table_id: int) -> None:
        sitting = await self.bot.referee.look(table_id)
        if sitting.play is None or sitting.status == "abandoned":
            return
        for seated in sitting.people:
            await self._panel(sitting, seated)

    async def _panel(self, sitting: Sitting, seated: Seated) -> None:
        """Bring a player's direct message up to date with the game."""
        user_id = seated.user_id
        assert user_id is not None
        shown = panels.panel(sitting, user_id)
        if not sitting.game.text.private(shown.view):
            return
        player = await self.bot.store.player(user_id)
        if player is not None and player.dms_closed:
            return
        kept = await self._kept(sitting, user_id)
        content = "\n".join(part for part in (kept.get("note", ""), shown.content) if part)
        ids = [item.custom_id for item in shown.items]
        digest = blake2s("\0".join([content, *ids]).encode(), digest_size=12).hexdigest()
        if kept.get("digest") == digest:
            return
        post = Post(content, items=shown.items)
        file = await self.bot.pictures.private(sitting.game, shown.view)
        try:
            await self._send(sitting, user_id, post, file)
        except discord.Forbidden as error:
            if error.code != DMS_CLOSED:
                raise
            await self.bot.store.change_player(user_id, seated.name, dms_closed=True)
            return
        await self._keep(sitting, user_id, digest=digest)

    async def _send(
        self, sitting: Sitting, user_id: int, post: Post, file: discord.File | None
    ) -> None:
        known = [
            p for p in await self.bot.store.posts(sitting.id, "private") if p.user_id == user_id
        ]
        view = view_of(post.items) if post.items else None
        content = cut(post.content, CONTENT)
        if known:
            try:
                await _message(self.bot, known[-1]).edit(
                    content=content, view=view, attachments=[file] if file else []
                )
            except discord.HTTPException as error:
                if error.status >= 500 or error.code == DMS_CLOSED:
                    raise
                await self.bot.store.forget_post(known[-1].message_id)
                if file is not None:
                    file.reset()
            else:
                return
        channel = await self.bot.create_dm(discord.Object(user_id))
        sent = await channel.send(
            content, file=file or discord.utils.MISSING, view=view or discord.utils.MISSING
        )
        await self.bot.store.remember_post(
            PostRow(
                message_id=sent.id,
                table_id=sitting.id,
                channel_id=channel.id,
                kind="private",
                user_id=user_id,
                created_at=self.bot.referee.now(),
            )
        )

    async def _kept(self, sitting: Sitting, user_id: int) -> dict[str, Any]:
        kept = await self.bot.store.setting(f"table:{sitting.id}", f"private:{user_id}", {})
        return dict(kept)

    async def _keep(self, sitting: Sitting, user_id: int, **changes: str) -> None:
        kept = await self._kept(sitting, user_id)
        scope = f"table:{sitting.id}"
        await self.bot.store.set_setting(scope, f"private:{user_id}", {**kept, **changes})


def _message(bot: "RefereeBot", known: PostRow) -> discord.PartialMessage:
    return bot.get_partial_messageable(known.channel_id).get_partial_message(known.message_id)
