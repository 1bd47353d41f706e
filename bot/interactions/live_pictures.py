"""Where seconds count, the pictures in open panels follow what happens; nobody waits for them.

A press is answered in words at once and leaves the picture where it is. The picture comes after it, by
an edit of its own that touches neither words nor buttons, and so it does when somebody else has acted.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import discord

from bot.interactions.replies import edit_picture
from bot.referee import Referee
from bot.table import Table
from bot.ui import panels
from bot.ui.pictures import Pictures
from bot.ui.trouble import UNREACHED

logger = logging.getLogger(__name__)
PACE = 1.5  # seconds from picture to picture: of five edits in five seconds, words may need some
WORDS_FIRST = 0.05  # seconds
REMEMBERED = 1024  # panels
Whose = tuple[int, int]  # a table and a user


@dataclass(frozen=True, slots=True)
class Place:
    """Where a panel is, and how it is edited: the answer itself, or a message sent after it."""

    interaction: discord.Interaction
    message: int
    sent: bool


@dataclass(slots=True)
class Shown:
    """The picture that a panel shows: of which version of the table, since when."""

    message: int
    version: int
    at: float
    files: Sequence[discord.Attachment]


class LivePictures:
    """The latest picture of each panel in which seconds count."""

    def __init__(
        self,
        referee: Referee,
        pictures: Pictures,
        place: Callable[[Table, int], Place | None],
    ) -> None:
        """Have the pictures of panels drawn; `place` is where somebody's is, unless it must rest."""
        self.referee, self.pictures, self.place = referee, pictures, place
        self.pace = PACE
        self._shown: OrderedDict[Whose, Shown] = OrderedDict()
        self._tasks: dict[Whose, asyncio.Task[None]] = {}

    def kept(self, interaction: discord.Interaction, table_id: int) -> list[discord.Attachment]:
        """The picture in a panel that is pressed on, as far as anybody has heard."""
        if interaction.message is None:
            return []
        there, whose = interaction.message.attachments, (table_id, interaction.user.id)
        shown = self._shown.get(whose)
        if shown is None or shown.message != interaction.message.id:
            return list(there)
        if not there:  # it was lost
            del self._shown[whose]
            return []
        return list(
            max(there, shown.files, key=lambda files: max((file.id for file in files), default=0))
        )

    def follow(self, table: Table, users: Sequence[int]) -> None:
        """A table has changed, or somebody was answered: their pictures may be out of date."""
        if not table.in_real_time:
            for user in users:
                self._shown.pop((table.id, user), None)
            return
        for user in users:
            if (table.id, user) not in self._tasks:
                task = asyncio.create_task(self._follow(table.id, user))
                self._tasks[table.id, user] = task

    def tasks(self) -> list[asyncio.Task[None]]:
        """What is under way."""
        return list(self._tasks.values())

    async def _follow(self, table_id: int, user_id: int) -> None:
        whose = (table_id, user_id)
        try:
            await asyncio.sleep(WORDS_FIRST)
            while (early := self._early(whose)) is not None:
                if early > 0:
                    await asyncio.sleep(early)
                elif not await self._renew(whose):
                    return
        except UNREACHED as error:  # dismissed, or too old; the next change tries again
            logger.info("a picture stays as it is: %s", error, extra={"table": table_id})
        except Exception:  # the words say what happens
            logger.exception("a picture stays as it is", extra={"table": table_id})
        finally:
            del self._tasks[whose]

    def _early(self, whose: Whose) -> float | None:
        """In how many seconds a panel may have its next picture; none where it needs no other."""
        table, shown = self._playing(whose), self._shown.get(whose)
        place = self.place(table, whose[1]) if table is not None else None
        if table is None or place is None:
            return None
        if shown is None or shown.message != place.message:
            return 0.0
        if shown.version == table.version:
            return None
        return shown.at + self.pace - _now()

    async def _renew(self, whose: Whose) -> bool:
        """Show the latest picture; whether there is one."""
        table = self._playing(whose)
        place = self.place(table, whose[1]) if table is not None else None
        if table is None or place is None:
            return False
        panel = panels.panel(table, whose[1])
        file = await self.pictures.panel(table.game, panel.view, panel.aims, table.names)
        if file is None:
            return False
        if self.place(table, whose[1]) == place:  # not pressed on meanwhile
            files = await edit_picture(place.interaction, place.message if place.sent else 0, file)
            self._remember(whose, Shown(place.message, table.version, _now(), files))
        return True

    def _remember(self, whose: Whose, shown: Shown) -> None:
        self._shown[whose] = shown
        self._shown.move_to_end(whose)
        if len(self._shown) > REMEMBERED:
            self._shown.popitem(last=False)

    def _playing(self, whose: Whose) -> Table | None:
        """The table as it is, where seconds count for this user."""
        table = self.referee.seen(whose[0])
        if table is None or not table.in_real_time or table.player_of(whose[1]) is None:
            return None
        return table


def _now() -> float:
    return asyncio.get_running_loop().time()
