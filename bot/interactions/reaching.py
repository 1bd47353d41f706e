"""How somebody wants to be reached: what they wish is written down, and their clocks follow."""

import re
from dataclasses import dataclass, replace

import discord
import msgspec

from bot.errors import NotAllowed
from bot.interactions.replies import defer, reply
from bot.interactions.who import person_of
from bot.posting.poster import Poster
from bot.referee import Referee
from bot.table.reach import Reach, check_reach, read_reach
from bot.table.zones import zone_of
from bot.ui.reaching import reach_buttons, reach_words

QUIET = re.compile(r"(\d{1,2})\s*(?:-|–|to)\s*(\d{1,2})")
HOUR = 3600


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody wants otherwise than before; none: as it is."""

    reminders: bool | None = None
    dms: bool | None = None
    by: str | None = None  # channel, dm or none
    before: int | None = None  # hours; 0: as usual
    every: int | None = None  # hours; 0: once
    quiet: str | None = None
    zone: str | None = None
    next_up: bool | None = None


class Reaching:
    """Takes wishes, by command or by button."""

    def __init__(self, referee: Referee, poster: Poster) -> None:
        """Work for a referee."""
        self.referee, self.store, self.poster = referee, referee.store, poster

    async def wish(self, interaction: discord.Interaction, wishes: Wishes) -> None:
        """Write down what somebody wants, and show all of it."""
        await defer(interaction)
        person = person_of(interaction)
        before = await self.store.player(person.id)
        was = Reach() if before is None else read_reach(before.reach, before.zone)
        reach = wished(was, wishes)
        check_reach(reach)
        changes: dict[str, object] = {"reach": msgspec.json.encode(reach).decode()}
        if wishes.zone is not None:
            changes["zone"] = reach.zone
        if wishes.by is not None:
            changes["reminders"] = wishes.by != "none"
        elif wishes.reminders is not None:
            changes["reminders"] = wishes.reminders
        if wishes.dms is not None:
            changes |= {"dms": "always" if wishes.dms else "never", "dms_closed_at": None}
        known = await self.store.change_player(person.id, person.name, **changes)
        for number in await self.referee.tables_of(person.id):
            await self.referee.remind_otherwise(number, person.id)
            self.poster.look_at(number)
        said = reach_words(reach, known.dms, reminders=known.reminders)
        await reply(interaction, said, reach_buttons(reach, reminders=known.reminders))


def wished(was: Reach, wishes: Wishes) -> Reach:
    """How somebody is to be reminded after they wished for something."""
    reach = was
    if wishes.by not in (None, "channel", "dm", "none"):
        raise NotAllowed("Reminders come in the channel, by dm, or there are none.")
    if wishes.by in ("channel", "dm"):
        reach = replace(reach, by=wishes.by)  # type: ignore[arg-type]
    if wishes.before is not None:
        reach = replace(reach, before=wishes.before * HOUR or None)
    if wishes.every is not None:
        reach = replace(reach, every=wishes.every * HOUR or None)
    if wishes.quiet is not None:
        reach = replace(reach, quiet=_quiet(wishes.quiet))
    if wishes.zone is not None:
        reach = replace(reach, zone=zone_of(wishes.zone))
    if wishes.next_up is not None:
        reach = replace(reach, next_up=wishes.next_up)
    return reach


def _quiet(typed: str) -> tuple[int, int] | None:
    if typed.strip().casefold() in ("none", "no", ""):
        return None
    read = QUIET.fullmatch(typed.strip())
    if read is None:
        raise NotAllowed("Quiet hours are two different hours of the day, such as `22-8`.")
    return int(read[1]), int(read[2])
