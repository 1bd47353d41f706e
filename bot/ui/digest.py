"""The daily digest: what it says, and how it is asked for and stopped."""

import re
from datetime import datetime

import discord

from bot.table.waits import Turns
from bot.ui.buttons import STYLE, Lasting
from bot.ui.inbox import inbox
from bot.ui.screen import Screen, join

ZONE_FORM = re.compile(r"y:zone")  # the id of a form that was sent in
LONGEST_ZONE = 60
OFF = "☀️ You get no daily digest. Choose an hour to have one, when a table waits for you."


class DigestButton(Lasting, template=r"y:(?P<what>show|zone|off)"):
    """See how the daily digest comes, say in which time zone, or stop it."""


class DigestSelect(Lasting, template=r"y:hour"):
    """At which hour it comes."""


def digest(waiting: Turns, zone: str, hour: int) -> Screen:
    """What waits for somebody today."""
    shown = inbox(waiting, 0)
    why = f"-# ☀️ Daily at {clock(hour)} ({zone}), when something waits for you."
    return Screen(join(shown.content, why), [*shown.items, *_stop()])


def digest_settings(hour: int | None, zone: str, at: datetime | None, note: str = "") -> Screen:
    """Whether and when the digest comes, and everything that changes that."""
    said = OFF
    if hour is not None and at is not None:
        next_one = int(at.timestamp())
        said = (
            f"☀️ Your daily digest comes at {clock(hour)} ({zone}) by direct message, when a table "
            f"waits for you: next <t:{next_one}:f>."
        )
    hours = [(f"Daily at {clock(one)}", str(one), zone if one == hour else "") for one in range(24)]
    items: list[Lasting] = [DigestSelect.select("y:hour", "At which hour?", hours)]
    items.append(DigestButton.button("y:zone", f"Time zone: {zone}", emoji="🌍"))
    return Screen(join(note, said), [*items, *(_stop() if hour is not None else [])])


def digest_button() -> Lasting:
    """The way to how the digest comes."""
    return DigestButton.button("y:show", "Daily digest", emoji="☀️")


def clock(hour: int) -> str:
    """An hour as a clock shows it."""
    return f"{hour}:00"


def _stop() -> list[Lasting]:
    return [DigestButton.button("y:off", "No digest any more", STYLE.secondary)]


class ZoneForm(discord.ui.Modal):
    """One field; it is read wherever it is sent in, also after a restart (`ZONE_FORM`)."""

    def __init__(self, zone: str) -> None:
        """Ask for a time zone, with the one that holds."""
        super().__init__(title="Your time zone", custom_id="y:zone", timeout=None)
        field = discord.ui.TextInput[discord.ui.Modal](
            custom_id="zone", max_length=LONGEST_ZONE, default=zone
        )
        about = "Such as Europe/Berlin, or how far it is from UTC, such as UTC+2."
        self.add_item(discord.ui.Label(text="Time zone", description=about, component=field))
