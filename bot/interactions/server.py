"""For a server's moderators: its own rules, its tables, and the tools to end and pause them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import discord

from bot.errors import Damaged, NoTable, NotAllowed
from bot.interactions.house_rules import HouseRules
from bot.interactions.replies import defer, in_private, reply
from bot.referee import Referee
from bot.store import servers
from bot.table import LIVE, Table
from bot.table.lobby import BANKS
from bot.table.servers import check_rule
from bot.ui import server as shown
from bot.ui.buttons import Lasting
from bot.ui.screen import Screen


def manages(interaction: discord.Interaction) -> int:
    """The server of whoever may manage it; anybody else is refused."""
    if interaction.guild_id is None:
        raise NotAllowed("A server is looked after in one of its channels.")
    if not interaction.permissions.manage_guild:
        raise NotAllowed("This is for whoever may *Manage Server* here.")
    return interaction.guild_id


class Server:
    """What moderators set and see; everybody else is told that it is not for them."""

    def __init__(self, referee: Referee, house: HouseRules) -> None:
        """Work for a referee."""
        self.referee, self.store, self.house = referee, referee.store, house

    # -- rules

    async def settings(self, interaction: discord.Interaction, note: str = "") -> None:
        """Show what holds in this server, and everything that changes it."""
        guild_id = manages(interaction)
        await _defer(interaction)
        await _show(interaction, shown.rules_screen(await self.house.of(guild_id), note))

    async def change(
        self, interaction: discord.Interaction, changes: Mapping[str, Any], note: str = ""
    ) -> None:
        """Set some rules, or lift those that are none; all of them, or none where one cannot be."""
        guild_id = manages(interaction)
        await _defer(interaction)
        for name, value in changes.items():
            if value is not None:
                check_rule(name, value)
        for name, value in changes.items():
            if value is None:
                await servers.forget(self.store, servers.scope(guild_id), name)
            else:
                await self.store.set_setting(servers.scope(guild_id), name, value)
        said = "✅ Taken. It holds for tables that are opened from now on."
        await self.settings(interaction, f"{said}\n{note}".strip())

    async def press(self, interaction: discord.Interaction, item: Lasting) -> None:
        """A button for moderators."""
        what, number = item.match["what"], int(item.match["number"] or 0)
        if what in ("greeting", "limits"):  # a form must be the first answer
            rules = await self.house.of(manages(interaction))
            form = shown.GreetingForm if what == "greeting" else shown.LimitsForm
            await interaction.response.send_modal(form(rules))
            return
        if what == "settings":
            await self.settings(interaction)
        elif what == "tables":
            await self.tables(interaction, number)
        else:
            await self.look_after(interaction, number, what)

    async def select(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Something was chosen from a list."""
        match item.match["what"]:
            case "games":
                await self.change(interaction, {"games": item.values or None})
            case "pace":
                await self.change(interaction, time_change(item.chosen))
            case _:
                await self.look_after(interaction, int(item.chosen), "table")

    async def channels(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Channels were chosen, or none."""
        chosen = [one.id for one in getattr(item.item, "values", [])]
        await self.change(interaction, {"channels": chosen or None})

    async def role(self, interaction: discord.Interaction, item: Lasting) -> None:
        """A role was chosen, or none."""
        chosen: list[discord.Role] = getattr(item.item, "values", [])
        await self.set_role(interaction, chosen[0] if chosen else None)

    async def set_role(self, interaction: discord.Interaction, role: discord.Role | None) -> None:
        """Let a role be told of new tables, or nobody."""
        changes, note = role_change(interaction, role)
        await self.change(interaction, changes, note)

    async def typed(
        self, interaction: discord.Interaction, what: str, fields: Mapping[str, str]
    ) -> None:
        """A form was sent in."""
        manages(interaction)
        await _defer(interaction)
        if what == "greeting":
            await self.change(interaction, {"greeting": fields.get("greeting", "").strip() or None})
            return
        names = ("per_channel", "per_person")
        await self.change(interaction, {name: _limit(fields.get(name, "")) for name in names})

    # -- tables

    async def tables(self, interaction: discord.Interaction, page: int = 0) -> None:
        """Show the live tables, those first at which nothing happened for longest."""
        guild_id = manages(interaction)
        await _defer(interaction)
        found = await servers.standing(self.store, guild_id)
        page = min(page, max(0, (len(found) - 1) // shown.PAGE))
        some = found[page * shown.PAGE : (page + 1) * shown.PAGE]
        listed = [(one.id, one.since, await self._look(one.id)) for one in some]
        await _show(interaction, shown.tables_screen(listed, len(found), page, self.referee.now()))

    async def look_after(
        self, interaction: discord.Interaction, number: int, what: str = "table"
    ) -> None:
        """Show one table, pause it, let it go on, or end it; what cannot be undone asks once more."""
        guild_id = manages(interaction)
        await _defer(interaction)
        place = await self.store.whereabouts(number)
        if place is None or place.guild_id != guild_id:
            raise NoTable
        table = await self._look(number)
        if table is not None and table.status not in LIVE:
            raise NoTable(f"Table {number} is closed already.")
        note = ""
        match what:
            case "end":
                await _show(interaction, shown.sure(number))
                return
            case "ended":
                await self._end(number, interaction.user.id, readable=table is not None)
                await self.tables(interaction)
                return
            case "pause" if table is not None:
                table = await self.referee.pause(table, "moderators") or table
                note = "⏸️ The table rests: no time runs until you let it go on."
            case "resume" if table is not None:
                table, note = await self._resume(table), "▶️ The table goes on."
        await _show(interaction, shown.table_screen(table or number, interaction.user.id, note))

    async def _end(self, number: int, user_id: int, *, readable: bool) -> None:
        if readable:
            await self.referee.abandon(number, user_id, moderator=True)
        else:
            await self.referee.close_damaged(number, user_id, moderator=True)

    async def _resume(self, table: Table) -> Table:
        if table.pause is not None and table.pause.why != "moderators":
            raise NotAllowed("This table rests for another reason: it goes on when that is over.")
        return await self.referee.resume(table) or table

    async def _look(self, number: int) -> Table | None:
        with suppress(Damaged, NoTable):
            return await self.referee.look(number)
        return None


def role_change(
    interaction: discord.Interaction, role: discord.Role | None
) -> tuple[dict[str, Any], str]:
    """The rule that a role is told of new tables, and what stands in its way."""
    if role is None:
        return {"role": None}, ""
    if role.is_default():
        raise NotAllowed("Everybody is too many: name a role that people choose to have.")
    if role.mentionable or interaction.app_permissions.mention_everyone:
        return {"role": role.id}, ""
    why = "⚠️ Nobody is pinged until *Allow anyone to @mention this role* is on in its settings."
    return {"role": role.id}, why


def time_change(said: str) -> dict[str, Any]:
    """The rules about time that were chosen: a pace, a bank, or neither."""
    bank = shown.bank_of(said) if said in BANKS.values() else None
    pace = int(said) if said.isdecimal() and len(said) < 10 else None
    return {"pace": pace, "bank": bank}


def toggled(rules: Sequence[Any], one: Any) -> list[Any] | None:
    """A list with one more thing, or without it; none where nothing is left."""
    found = [other for other in rules if other != one]
    return (found if len(found) < len(rules) else [*rules, one]) or None


def _limit(typed: str) -> int | None:
    """A limit that was typed; none where the field was left empty."""
    words = typed.strip()
    if not words:
        return None
    if not words.isdecimal():
        raise NotAllowed("A limit is a number, or nothing.")
    return int(words)


async def _defer(interaction: discord.Interaction) -> None:
    """Answer where it was pressed, if that is a private answer; else in one of its own."""
    await defer(interaction, fresh=not in_private(interaction))


async def _show(interaction: discord.Interaction, screen: Screen) -> None:
    await reply(interaction, screen.content, screen.items)
