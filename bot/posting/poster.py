"""What the outbox holds goes to Discord, one worker for each table that has something to say."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from itertools import chain, repeat

import discord
from sqlalchemy.exc import SQLAlchemyError

from bot.errors import Damaged, NoTable
from bot.leases import Leases
from bot.posting.direct_messages import AGAIN, DirectMessages
from bot.posting.invitations import Invitations
from bot.posting.ledger import Ledger
from bot.posting.public_posts import PublicPosts
from bot.referee import Referee
from bot.store import Store
from bot.store.leases import Share
from bot.store.rows import Conflict
from bot.store.store import Settled
from bot.table import LIVE, Table
from bot.ui import posts
from bot.ui.pictures import Pictures
from bot.ui.trouble import passing
from bot.workers.shares import BEHIND

logger = logging.getLogger(__name__)
REMATCH = timedelta(days=30)  # after a game, in which another begins with the same settings
DAILY, HOURLY = timedelta(days=1), timedelta(hours=1)
TIDIED = ("bot", "tidied")  # where it is remembered when that was last done
AT_ONCE = 16  # tables that are brought up to date after a start, before the next ones are
PATIENCE = 2.0  # seconds to wait for a post that something private is to stand below
BACK_OFF = (1, 2, 5, 10, 15)  # seconds to wait while Discord or the database is in trouble
PARTING = 5.0  # seconds to end what is being said, before another says the rest
TRIES = 3  # of what Discord does not want; then it is set aside
REASON = 500  # characters of why


class Poster:
    """A worker per table, woken with the table as it is after a commit; it ends when all is said."""

    def __init__(
        self,
        client: discord.Client,
        referee: Referee,
        store: Store,
        pictures: Pictures,
        leases: Leases,
    ) -> None:
        """Post through a client what those of a referee's tables have to say that are looked after
        here.
        """
        self.referee, self.store, self.leases = referee, store, leases
        at = self.look_then
        self.direct_messages = DirectMessages(client, referee, store, pictures, at)
        self.public_posts = PublicPosts(client, referee, pictures, self.direct_messages, at)
        self.invitations = Invitations(client, self.direct_messages, at)
        self.back_off: tuple[float, ...] = BACK_OFF
        self.parting = PARTING
        self.refused: set[int] = set()  # tables that lack a post since this process began
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._changed: dict[int, Table | None] = {}  # tables to look at; none: load it first
        self._unwritten: dict[int, Settled] = {}  # of tables: said, and not written down yet
        self._posting: dict[int, int | None] = {}  # tables that are posted for now; their servers
        self._later: dict[int, asyncio.TimerHandle] = {}  # tables to look at when it is time
        self._catching_up: asyncio.Task[None] | None = None
        self._tidying: asyncio.Task[None] | None = None
        self._closed = False

    def look_on(self, looks: Callable[[Table, int], bool]) -> None:
        """Learn who has a panel in sight that shows them what they are asked."""
        self.public_posts.looks = self.direct_messages.looks = looks

    # -- being woken

    def wake(self, table: Table) -> None:
        """A table has changed: say soon what there is to say; returns at once."""
        if not self.leases.serves(table.guild_id):
            return
        known = self._changed.get(table.id)
        if known is None or known.version < table.version:
            self._changed[table.id] = table
        self._start(table.id)

    def look_at(self, table_id: int) -> None:
        """Load a table, and see whether there is anything to say."""
        self._changed[table_id] = None
        self._start(table_id)

    def look_then(self, table_id: int, at: datetime) -> None:
        """Look at a table at some moment: what it has to say has to wait until then."""
        if self._closed:
            return
        loop = asyncio.get_running_loop()
        when = loop.time() + max(0.0, (at - self.referee.now()).total_seconds())
        known = self._later.get(table_id)
        if known is not None and not known.cancelled() and loop.time() < known.when() <= when:
            return
        if known is not None:
            known.cancel()
        self._later[table_id] = loop.call_at(when, self._look_now, table_id)

    def _look_now(self, table_id: int) -> None:
        del self._later[table_id]
        self.look_at(table_id)

    def _start(self, table_id: int) -> None:
        if table_id not in self._workers and not self._closed:
            self._workers[table_id] = asyncio.create_task(self._work(table_id))

    @contextmanager
    def held(self, table_id: int, user_id: int) -> Iterator[None]:
        """Leave a player's message alone while an answer to its own button brings it up to date."""
        try:
            with self.direct_messages.held(table_id, user_id):
                yield
        finally:
            self._changed.setdefault(table_id, self.referee.seen(table_id))
            self._start(table_id)

    async def resume(self) -> None:
        """Go on where the outbox stopped, and with what waited to be said."""
        await self.take(self.leases.share)
        self._tidying = asyncio.create_task(self._tidy())

    async def take(self, share: Share | None) -> None:
        """The same for tables that are looked after here from now on; none: for all."""
        self._catching_up = asyncio.create_task(self._catch_up(share, self._catching_up))

    async def _catch_up(
        self, share: Share | None, before: asyncio.Task[None] | None = None
    ) -> None:
        """Look at every table that has something to say, a few at a time; others are left alone."""
        if before is not None:
            await asyncio.wait([before])
        for table_id in await self._behind(share):
            while len(self._workers) >= AT_ONCE:
                await asyncio.wait(self._workers.values(), return_when=asyncio.FIRST_COMPLETED)
            self.look_at(table_id)

    async def _behind(self, share: Share | None) -> list[int]:
        for wait in chain(self.back_off, repeat(self.back_off[-1])):
            try:
                due = await self.store.outbox_tables(share)
                waiting = await self.store.unsaid(self.referee.now() - AGAIN, share)
                return list(dict.fromkeys([*due, *waiting]))
            except SQLAlchemyError as error:
                logger.warning("it is not known what is to be said: %s", error)
                await asyncio.sleep(wait)
        raise AssertionError

    async def sweep(self, share: Share) -> None:
        """Look at tables that have something to say, and at which nobody is about to say it."""
        for table_id in await self.store.outbox_tables(share):
            if table_id not in self._workers:
                self.look_at(table_id)

    async def leave(self, share: Share) -> None:
        """Wait until nothing is being said at tables that another looks after from now on."""
        mine = [number for number, guild in self._posting.items() if share.has(guild)]
        workers = [self._workers[number] for number in mine if number in self._workers]
        if workers:
            _, late = await asyncio.wait(workers, timeout=self.parting)
            for worker in late:
                worker.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _tidy(self) -> None:
        """Forget once a day what nobody needs any more."""
        while True:
            try:
                await self._tidy_up()
            except SQLAlchemyError as error:
                logger.warning("nothing is tidied up: %s", error)
            await asyncio.sleep(HOURLY.total_seconds())

    async def _tidy_up(self) -> None:
        now, last = self.referee.now(), await self.store.setting(*TIDIED)
        due = last is None or now - datetime.fromisoformat(last) >= DAILY
        if due and self.leases.serves(None):
            await self.store.tidy(now - REMATCH)
            await self.store.set_setting(*TIDIED, now.isoformat())

    async def said(self, table_id: int) -> None:
        """Wait until what a table has to say is said, but not for ever."""
        if worker := self._workers.get(table_id):
            await asyncio.wait([worker], timeout=PATIENCE)

    async def idle(self) -> None:
        """Wait until nothing is left to post."""
        if self._catching_up is not None:
            await asyncio.wait([self._catching_up])
        while self._workers:
            await asyncio.wait(list(self._workers.values()))

    async def close(self, patience: float = PARTING) -> None:
        """Stop; what is not posted stays in the outbox, what is being posted is remembered if that
        takes no longer than so many seconds.
        """
        self._closed = True
        for later in self._later.values():
            later.cancel()
        if saying := [self._workers[number] for number in self._posting]:
            await asyncio.wait(saying, timeout=min(patience, self.parting))
        workers = list(self._workers.values())
        workers += [task for task in (self._catching_up, self._tidying) if task is not None]
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)

    # -- working

    async def _work(self, table_id: int) -> None:
        BEHIND.set(True)
        failed = refused = 0
        try:
            while table_id in self._changed:
                try:
                    await self._bring_up_to_date(table_id, self._changed.pop(table_id))
                    failed = refused = 0
                except (
                    Damaged,
                    NoTable,
                ):  # until it is closed, or as it is gone, there is nothing to say
                    logger.warning("nothing is posted", extra={"table": table_id})
                    self._changed.pop(table_id, None)
                except Conflict:
                    logger.info("others have noted something else", extra={"table": table_id})
                    self._changed.setdefault(table_id, None)
                except Exception as error:
                    self._changed.setdefault(table_id, None)
                    if not (passing(error) or isinstance(error, SQLAlchemyError)):
                        logger.exception("posting failed", extra={"table": table_id})
                        refused += 1
                        if refused >= TRIES and await self._gives_up(table_id, error):
                            failed = refused = 0
                            continue
                    wait = self.back_off[min(failed, len(self.back_off) - 1)]
                    failed += 1
                    extra = {"table": table_id, "wait": wait}
                    logger.warning("posting waits: %s", error, extra=extra)
                    await asyncio.sleep(wait)
        finally:
            del self._workers[table_id]

    async def _gives_up(self, table_id: int, error: Exception) -> bool:
        """Whether what cannot be posted was set aside; else it is tried once more."""
        try:
            await self._set_aside(table_id, error)
        except Exception:
            logger.exception("nothing could be set aside", extra={"table": table_id})
            return False
        return True

    async def _set_aside(self, table_id: int, error: Exception) -> None:
        """Keep what cannot be posted for whoever looks into it, say so, go on with the rest."""
        table = await self.referee.look(table_id)
        ledger = await Ledger.open(self.store, table_id)
        row, memory = ledger.set_aside(str(error)[:REASON], table.game), ledger.post
        if row is None:
            if not memory.carried:  # there is nothing that could be left out
                self._changed.pop(table_id, None)
                return
            memory.carried, memory.unpinged = {}, {}
        memory.sending = 0
        ledger.post = memory
        await ledger.write()
        self.refused.add(table_id)
        await self.public_posts.own_up(table)
        await self.direct_messages.tell(table.host_id, posts.refused(table).content)

    async def _bring_up_to_date(self, table_id: int, table: Table | None) -> None:
        if (said := self._unwritten.get(table_id)) is not None:  # else it would be said again
            with suppress(Conflict):  # what another process has noted since holds
                await self.store.settle(table_id, said)
            del self._unwritten[table_id]
        ledger = await Ledger.open(self.store, table_id)
        rows = ledger.pending.outbox
        if table is None or (rows and rows[-1].sequence > table.posted):
            table = await self.referee.look(table_id)
        if not self.leases.serves(table.guild_id):
            self.leases.wake(table)
            return
        if not rows and not ledger.pending.memories and table.status not in LIVE:
            return
        self._posting[table_id] = table.guild_id
        try:
            await self.public_posts.reminders.tidy(table, ledger)
            await self.public_posts.post(table, ledger)
            await self.direct_messages.deliver(table, ledger)
            await self.invitations.deliver(table, ledger)
            await ledger.write(over=table.status not in LIVE and not ledger.post.past)
        finally:
            del self._posting[table_id]
            if ledger.unwritten is not None:
                self._unwritten[table_id] = ledger.unwritten
