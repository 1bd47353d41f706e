"""Secrets by direct message: as the game begins, when others change them, when it is one's turn.

Whoever acts sees where that leads in the panel they act in: their message waits until somebody
else has done something that concerns them. Whoever has a panel before them reads it there: they
are written to only where they turn out to have gone.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import discord

from bot.posting.due import GONE
from bot.posting.ledger import Ledger, MessageMemory
from bot.posting.opening import Later, Opening
from bot.posting.sending import (
    RATION,
    digest,
    digest_of,
    digest_of_file,
    edit,
    message_of,
    nonce,
    says,
)
from bot.referee import Referee
from bot.store import Store
from bot.store.pending import Post
from bot.store.schema import PlayerRow
from bot.table import LIVE, News, Seated, Table, told_from_plain, told_privately
from bot.ui import panels
from bot.ui.limits import CONTENT, cut
from bot.ui.pictures import Pictures
from bot.ui.screen import Screen, join
from bot.ui.trouble import UNREACHED, code_of, for_its_file, passing, rationed
from bot.ui.views import view_of
from bot.ui.words import heading

logger = logging.getLogger(__name__)
CLOSED = (50007, 50278)  # this person takes no direct messages; other refusals say nothing of that
AGAIN = timedelta(days=1)  # after which somebody who took none is written to again
TRIES = 3  # of a message that Discord takes for senseless


class DirectMessages:
    """One direct message per player and table; where they are closed, panels serve alone."""

    def __init__(
        self,
        client: discord.Client,
        referee: Referee,
        store: Store,
        pictures: Pictures,
        look_at: Callable[[int, datetime], None],
    ) -> None:
        """Write through a client to players; what has to wait is looked at again at a time."""
        self.client, self.referee, self.store, self.pictures = client, referee, store, pictures
        self.look_at = look_at
        self.opening = Opening(client, referee, store)
        self._held: set[tuple[int, int]] = set()
        self._owed: set[tuple[int, int]] = set()
        # Until when a message stays as it is, or unwritten, by table and person.
        self._put_off: dict[tuple[int, int], datetime] = {}
        self._shown: dict[tuple[int, int], tuple[int, str]] = {}  # message and its digest
        # Whether a player has a panel in sight that shows them what they are asked.
        self.looks: Callable[[Table, int], bool] = lambda table, user_id: False

    @contextmanager
    def held(self, table_id: int, user_id: int) -> Iterator[None]:
        """Leave a player's message alone while an answer to its own button brings it up to date."""
        self._held.add((table_id, user_id))
        try:
            yield
        finally:
            self._held.discard((table_id, user_id))

    def shown(self, table: Table, user_id: int, message_id: int, panel: Screen) -> None:
        """A button's answer has brought this message up to date."""
        self._shown[table.id, user_id] = (message_id, digest_of(panel))

    def owe(self, table_id: int, user_id: int) -> None:
        """A button's answer could not bring this message up to date."""
        self._owed.add((table_id, user_id))

    # -- what is due

    def note(self, table: Table, news: News, ledger: Ledger) -> None:
        """Remember for each player what they alone were told, and whether to write to them."""
        if table.play is None:
            return
        told = told_from_plain(table.game, news.told)
        for seated in table.people:
            if seated.user_id is None or not table.writes_to(seated):
                continue
            memory, view = ledger.message(seated.user_id), table.view_of(seated.player)
            secrets = digest(table.game.text.private(view))
            asked = memory.asked  # then, not now: several rows may be told at once
            if news.waits:
                asked = any(table.holder(at).user_id == seated.user_id for at, _, _ in news.waits)
            if seated.player == news.by:  # who acts has read what went before
                memory.notes, memory.due, memory.since = {}, False, None
            else:
                lines = [str(line) for line in told_privately(table, told, seated.player)]
                if lines:
                    memory.notes[str(news.logged)] = lines
                if lines or secrets != memory.secrets or (asked and not memory.asked):
                    memory.since = memory.since or self.referee.now()
            memory.due = memory.due or table.status not in LIVE
            memory.asked = asked
            if seated.player != news.by or news.logged >= table.logged:
                memory.secrets = secrets
            ledger.remember(seated.user_id, memory)

    async def deliver(self, table: Table, ledger: Ledger) -> None:
        """Write to every player at a table to whom that is due."""
        if table.play is None or table.alone or table.pause is not None:
            return
        for known in [post for post in ledger.pending.posts if post.kind == "private"]:
            if table.player_of(known.user_id) is None:
                await self._withdraw(table, known, ledger)
        for seated in table.people:
            user_id = seated.user_id
            if user_id is None or (table.id, user_id) in self._held:
                continue
            if not self._due(table, seated, user_id, ledger):
                continue
            try:
                await self._panel(table, seated, user_id, ledger)
            except Later as later:
                self._put_off[table.id, user_id] = later.at
                self.look_at(table.id, later.at)
            except discord.HTTPException as error:
                if passing(error):
                    raise
                memory = ledger.message(user_id)
                memory.failed += 1
                ledger.remember(user_id, memory)
                logger.warning("cannot write: %s", error, extra={"table": table.id})

    def _due(self, table: Table, seated: Seated, user_id: int, ledger: Ledger) -> bool:
        """Whether somebody is to be written to, as far as the table tells."""
        if not table.writes_to(seated):
            return False
        memory = ledger.message(user_id)
        if memory.failed >= TRIES or self._waits(table, user_id):
            return False
        owed = (table.id, user_id) in self._owed
        if owed or memory.due or not ledger.posts("private", user_id):
            return True
        return memory.since is not None and not self._sees(table, user_id, memory.since + GONE)

    def _waits(self, table: Table, user_id: int) -> bool:
        """Whether Discord lets somebody's message not be edited, or opened, just now."""
        until = self._put_off.get((table.id, user_id))
        if until is None or self.referee.now() >= until:
            self._put_off.pop((table.id, user_id), None)
            return False
        self.look_at(table.id, until)
        return True

    def _sees(self, table: Table, user_id: int, until: datetime) -> bool:
        """Whether somebody reads in their panel what is new; that is looked at again."""
        if self.referee.now() >= until or not self.looks(table, user_id):
            return False
        self.look_at(table.id, until)
        return True

    # -- writing

    async def _withdraw(self, table: Table, known: Post, ledger: Ledger) -> None:
        """The message of somebody who has given up their seat says so, and nothing else."""
        said = join(heading(table), "You do not play here any more.")
        try:
            await message_of(self.client, known).edit(content=said, view=None, attachments=[])
        except discord.HTTPException as error:
            if passing(error):
                raise
            logger.info("a message stays: %s", error, extra={"table": table.id})
        ledger.forget(known)
        if known.user_id is not None:
            ledger.remember(known.user_id, MessageMemory())

    async def _panel(self, table: Table, seated: Seated, user_id: int, ledger: Ledger) -> None:
        """Bring a player's direct message up to date with the game."""
        person = _written_to(seated, user_id, ledger) or await self.store.player(user_id)
        if person is None or not self.reachable(person):
            return
        panel = panels.panel(table, user_id)
        if not table.game.text.private(table.view(user_id)):
            return
        memory = self._as_shown(table, user_id, ledger)
        note = memory.said
        now = digest_of(panel, note)
        if memory.digest != now:
            file = await self.pictures.private(table.game, panel.view, table.names)
            panel.content = f"{note}\n{panel.content}" if note else panel.content
            try:
                await self._write(table, person, panel, file, ledger, memory)
            except discord.Forbidden as error:
                await self._refused(table, seated, person, error)
                return
            if person.dms_closed_at is not None:
                await self.open_again(table.id, person.user_id, person.name)
        self._owed.discard((table.id, user_id))
        memory.digest, memory.failed = now, 0
        memory.due, memory.since = False, None
        ledger.remember(user_id, memory)

    def reachable(self, person: PlayerRow) -> bool:
        """Whether somebody takes direct messages, or it is time to try that again."""
        closed = person.dms_closed_at
        return closed is None or self.referee.now() - closed >= AGAIN

    async def _refused(
        self, table: Table, seated: Seated, person: PlayerRow, error: discord.Forbidden
    ) -> None:
        """Remember who takes no direct messages, so that Discord is not asked in vain again."""
        if code_of(error) not in CLOSED:
            raise error
        now = self.referee.now()
        await self.store.change_player(person.user_id, seated.name, dms_closed_at=now)
        self.referee.forget(table.id)

    async def open_again(self, table_id: int, user_id: int, name: str) -> None:
        """Somebody takes direct messages after all."""
        await self.store.change_player(user_id, name, dms_closed_at=None)
        self.referee.forget(table_id)

    async def tell(self, user_id: int, words: str) -> None:
        """Write something to somebody that is nobody else's concern; where that fails, it is logged."""
        person = await self.store.player(user_id)
        if person is not None and (person.dms == "never" or not self.reachable(person)):
            return
        try:
            room = await (self._channel(person) if person else self.opening.open(user_id))
            await self.client.get_partial_messageable(room).send(cut(words, CONTENT))
        except (Later, *UNREACHED) as error:
            logger.warning("somebody was not told: %s", error)

    async def send_to(
        self, person: PlayerRow, content: str, view: discord.ui.View, known_by: str
    ) -> tuple[int, int]:
        """Write to somebody: the channel and the message; where they take none, that is remembered."""
        channel_id = await self._channel(person)
        room = self.client.get_partial_messageable(channel_id)
        try:
            sent = await room.send(cut(content, CONTENT), view=view, nonce=known_by)
        except discord.Forbidden as error:
            if code_of(error) in CLOSED:
                now = self.referee.now()
                await self.store.change_player(person.user_id, person.name, dms_closed_at=now)
            raise
        return channel_id, sent.id

    async def _channel(self, person: PlayerRow) -> int:
        """Where somebody reads direct messages; opened where it never was, if that may be."""
        if person.dm_channel_id is not None:
            return person.dm_channel_id
        channel_id = await self.opening.open(person.user_id)
        for waiting in [one for one in self._put_off if one[1] == person.user_id]:
            del self._put_off[waiting]  # what other tables have for them waits for this no longer
        await self.store.change_player(person.user_id, person.name, dm_channel_id=channel_id)
        return channel_id

    def _as_shown(self, table: Table, user_id: int, ledger: Ledger) -> MessageMemory:
        """What is remembered of a message, or what a button's answer has just made of it."""
        message_id, made = self._shown.pop((table.id, user_id), (0, ""))
        known, memory = ledger.posts("private", user_id), ledger.message(user_id)
        if known and known[-1].message_id == message_id:
            memory.digest, memory.picture = made, ""
        return memory

    async def _write(
        self,
        table: Table,
        person: PlayerRow,
        panel: Screen,
        file: discord.File | None,
        ledger: Ledger,
        memory: MessageMemory,
    ) -> None:
        """Edit a player's message, or send it; where no picture is let through, in words."""
        try:
            await self._send(table, person, panel, file, ledger, memory)
        except discord.Forbidden as error:
            if file is None or not for_its_file(error):
                raise
            await self._send(table, person, panel, None, ledger, memory)

    async def _send(
        self,
        table: Table,
        person: PlayerRow,
        panel: Screen,
        file: discord.File | None,
        ledger: Ledger,
        memory: MessageMemory,
    ) -> None:
        known = next(reversed(ledger.posts("private", person.user_id)), None)
        view = view_of(panel.items) if panel.items else None
        content = cut(panel.words(pictured=file is not None), CONTENT)
        picture = digest_of_file(file)
        files = [file] if file else []
        if known is not None:
            same = picture == memory.picture  # then it stays where it is
            try:
                await edit(
                    self.client,
                    known,
                    self.referee.now(),
                    content=content,
                    view=view,
                    attachments=discord.utils.MISSING if same else files,
                )
            except (discord.HTTPException, TimeoutError) as error:
                if rationed(error):
                    raise Later(self.referee.now() + RATION) from None
                if passing(error) or isinstance(error, discord.Forbidden):
                    raise
                ledger.forget(known)
                if file is not None:
                    file.reset()
            else:
                memory.picture = picture
                return
        channel_id = await self._channel(person)
        # A message that was sent, but not remembered before the bot died, is not sent again.
        lost = known.message_id if known is not None else 0
        try:
            sent = await self.client.get_partial_messageable(channel_id).send(
                content,
                file=file or discord.utils.MISSING,
                view=view or discord.utils.MISSING,
                nonce=nonce(table, f"{person.user_id}:{lost}", 1),
            )
        except discord.NotFound:  # the channel that was remembered is no more
            await self.store.change_player(person.user_id, person.name, dm_channel_id=None)
            raise
        memory.picture = picture
        remembered = Post(
            message_id=sent.id,
            table_id=table.id,
            channel_id=channel_id,
            kind="private",
            user_id=person.user_id,
            created_at=self.referee.now(),
        )
        ledger.sent(remembered)
        await ledger.write()
        if not says(sent, content, panel):  # it is that one, from before the bot died
            if file is not None:
                file.reset()
            await sent.edit(content=content, view=view, attachments=files)


def _written_to(seated: Seated, user_id: int, ledger: Ledger) -> PlayerRow | None:
    """Somebody who takes direct messages and has one of this table: all that need be known of them."""
    known = ledger.posts("private", user_id)
    if seated.dms_closed or not known:
        return None
    return PlayerRow(user_id=user_id, name=seated.name, dm_channel_id=known[-1].channel_id)
