"""How somebody wants to read once a day what waits for them."""

import discord

from bot.errors import NotAllowed
from bot.interactions.replies import defer, in_private, reply
from bot.interactions.who import person_of
from bot.posting.digests import Digests
from bot.table.zones import next_at, zone_of
from bot.ui.buttons import Lasting
from bot.ui.digest import ZoneForm, digest_settings

USUAL = "UTC"  # where somebody has named no time zone


class Digest:
    """Shows and changes when the daily digest comes; each for themselves alone."""

    def __init__(self, digests: Digests) -> None:
        """Wake whoever writes them."""
        self.digests, self.store, self.referee = digests, digests.store, digests.referee

    async def show(self, interaction: discord.Interaction, note: str = "") -> None:
        """When the digest comes, if it does."""
        await _defer(interaction)
        known = await self.store.player(interaction.user.id)
        zone = (known.zone if known else None) or USUAL
        hour, at = (known.digest_hour, known.digest_at) if known else (None, None)
        shown = digest_settings(hour, zone, at, note)
        await reply(interaction, shown.content, shown.items)

    async def change(
        self, interaction: discord.Interaction, hour: int | None = None, zone: str | None = None
    ) -> None:
        """Let it come at an hour, or by the clocks of another zone."""
        await _defer(interaction)
        named = None if zone is None else zone_of(zone)
        if hour is not None and not 0 <= hour <= 23:
            raise NotAllowed("An hour lies between 0 and 23.")
        person = person_of(interaction)
        known = await self.store.player(person.id)
        at = hour if hour is not None else (known.digest_hour if known else None)
        place = named or (known.zone if known else None) or USUAL
        changes: dict[str, object] = {"zone": place}
        if at is not None:
            due = next_at(place, at, self.referee.now())
            changes |= {"digest_hour": at, "digest_at": due, "dms_closed_at": None}
        await self.store.change_player(person.id, person.name, **changes)
        self.digests.wake()
        await self.show(interaction, "✅ Taken.")

    async def stop(self, interaction: discord.Interaction) -> None:
        """Write to somebody no more."""
        await _defer(interaction)
        person = person_of(interaction)
        if await self.store.player(person.id) is not None:
            nothing = {"digest_hour": None, "digest_at": None}
            await self.store.change_player(person.id, person.name, **nothing)
        await self.show(interaction)

    async def press(self, interaction: discord.Interaction, item: Lasting) -> None:
        """A button about the digest."""
        match item.match["what"]:
            case "zone":  # a form must be the first answer
                known = await self.store.player(interaction.user.id)
                zone = (known.zone if known else None) or USUAL
                await interaction.response.send_modal(ZoneForm(zone))
            case "off":
                await self.stop(interaction)
            case _:
                await self.show(interaction)

    async def select(self, interaction: discord.Interaction, item: Lasting) -> None:
        """An hour was chosen."""
        chosen = item.chosen
        await self.change(interaction, int(chosen) if chosen.isdecimal() else -1)

    async def typed(self, interaction: discord.Interaction, zone: str) -> None:
        """A time zone was typed into the form."""
        await self.change(interaction, zone=zone)


async def _defer(interaction: discord.Interaction) -> None:
    """Answer where it was pressed, if that is a private answer; else in one of its own."""
    await defer(interaction, fresh=not in_private(interaction))
