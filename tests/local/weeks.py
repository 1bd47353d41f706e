"""Weeks of play of three people while the bot is killed at any moment; what they were told is checked.

Each deed is done by commands and buttons until it is done: whoever was not answered does it again.
Time is the bot's own (`tests.local.later`), so that days pass at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from bot.local.server import LocalDiscord
from bot.referee import Referee, scope
from bot.store import Store, people, servers
from bot.table import Table
from bot.table.reach import read_reach
from rules.engine.inputs import Answer as Given
from tests.local.brawler import Brawler, choose, labels_of, mark_of
from tests.local.later import AHEAD
from tests.local.player import Answer, Failed, Json, Message, Player, Refused
from tests.local.process import PATIENCE, Process
from tests.local.told import heard, lines_told

logger = logging.getLogger(__name__)
ROOM = "beer-brawl"
MOMENT = 0.25  # seconds after a deed has begun, in which the bot is killed
TRIES = 6  # of what was not answered
STEP = 0.4  # seconds after which more time passes
SOON = 3.0  # seconds in which something is done by itself that is due
LATE = 20.0  # the same where posts are to come after it
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
YEAR = timedelta(days=366)
KEEPS, SITS = "a computer keeps the seat now", r"is back in the game|takes the seat that"
LOUD = re.compile("[Aa]ttack|Fight")  # what would bring something to light
NOTICE = re.compile("^> .*(is paused until|The table goes on).*$", re.M)  # no part of the game
Holds = Callable[[], Awaitable[bool]]


class Stuck(Exception):
    """It does not go on: what was to be done next makes no sense any more."""


class Witness(Player):
    """A player who remembers every message as it came, also what was deleted since."""

    def _take(self, said: Json) -> None:
        super()._take(said)
        if said.get("event") == "message":
            self.came.setdefault(said["message"]["id"], Message(said["message"]))

    @property
    def came(self) -> dict[str, Message]:
        """Every message that has arrived, by its id."""
        known: dict[str, Message] = self.__dict__.setdefault("_came", {})
        return known

    def read(self, words: str, table: int | None = None) -> int:
        """How many messages have come that say something, of a table if one is named."""
        about = f"table {table}\n"
        return sum(
            bool(re.search(words, one.text)) and (table is None or about in f"{one.text}\n")
            for one in self.came.values()
            if not one.ephemeral
        )


@dataclass
class Toll:
    """What came of it."""

    kills: int = 0
    deeds: int = 0
    told: int = 0  # deeds of which somebody was told that they are done
    untold: int = 0  # those that were done, and nobody was told
    tables: int = 0
    late: int = 0  # pictures for which a busy machine had no time
    killed_in: list[str] = field(default_factory=list)
    wrongs: list[str] = field(default_factory=list)


class Later(Process):
    """The bot in a time of its own."""

    def __init__(self, folder: Path, local: LocalDiscord) -> None:
        self.file = folder / "ahead.txt"
        self.ahead = timedelta()
        self.pass_(timedelta())
        settings = {
            "DISCORD_TOKEN": local.token,
            "DISCORD_API": local.api,
            "DISCORD_GATEWAY": local.gateway,
            "THINKERS": "1",
            "PYTHONPATH": str(Path(__file__).parents[2]),
            AHEAD: str(self.file),
        }
        super().__init__(folder, settings, Path(sys.executable))

    async def start(self, *arguments: str) -> None:
        await super().start("-m", "tests.local.later", *arguments)

    def pass_(self, span: timedelta) -> None:
        """So much time passes."""
        self.ahead += span
        beside = self.file.with_suffix(".new")
        beside.write_text(str(self.ahead.total_seconds()))
        beside.replace(self.file)

    @property
    def now(self) -> datetime:
        """The time as the bot knows it."""
        return datetime.now(UTC) + self.ahead


class Weeks:
    """Three people, their tables, and a bot that is killed in the middle of what they do."""

    def __init__(
        self,
        process: Later,
        store: Store,
        three: list[Witness],
        kills: int,
        often: float,
        seed: int,
    ) -> None:
        """Kill so many times; how `often` says how likely that is in a deed."""
        self.process, self.store, self.kills, self.often = process, store, kills, often
        self.referee = Referee(store, now=lambda: process.now)
        self.juno, self.pip, self.kim = three
        self.rng, self.toll = random.Random(seed), Toll()
        self.invited = 0

    async def live(self, scenes: tuple[Scene, ...]) -> None:
        """All scenes, again and again until there were so many deaths, and one in what comes last."""
        try:
            while self.toll.kills < self.kills:
                for scene in scenes:
                    await scene(self)
            await self.check()
            self.kills, self.often = self.kills + 1, 1.0
            await self.retain()
        except Stuck as stuck:
            self.toll.wrongs.append(str(stuck))

    # -- a deed, and a death

    async def do(
        self,
        name: str,
        says: str,
        act: Callable[[], Awaitable[str]],
        holds: Holds,
        *,
        once: bool = False,
    ) -> None:
        """Something is done until it holds, and whoever did it is told so, as it `says`.

        Who was not told does it again, unless it is done `once`, as everybody can see.
        """
        dying = self._doomed(name)
        told = await self._told(name, says, act)
        done = await holds()
        if told and not done:
            self.toll.wrongs.append(f"{name}: told, and is lost ({told!r})")
        if dying is not None:
            await dying
            if done and not await holds():
                self.toll.wrongs.append(f"{name}: done, and is lost")
            if done and not told:
                self.toll.untold += 1
        for _ in range(TRIES):
            if await holds() and (told or once or self.rng.random() < 0.5):
                break
            told = await self._told(name, says, act) or "again"
        self.toll.told += bool(told)
        if not await holds():
            raise Stuck(f"{name}: it cannot be done, or was done twice ({told!r})")

    async def wait_for(self, name: str, holds: Holds, step: timedelta, most: int = 20) -> None:
        """Time passes until something has happened by itself."""
        dying = self._doomed(name)
        for _ in range(most):
            if await holds():
                break
            await self.juno.bot_ready(PATIENCE)  # else it has that time back
            self.process.pass_(step)
            await self._soon(holds, STEP)
            await self._soon(self._up_to_date, LATE)  # else it would wake up after what comes next
        if dying is not None:
            await dying
        if not await self._soon(holds, LATE):
            raise Stuck(f"{name}: it has not happened")

    async def _up_to_date(self) -> bool:
        """Whether the bot has done what was due by now, and has told of it."""
        ringing = await self.store.ringing(self.process.now)
        return not ringing and not await self.store.outbox_tables()

    async def _soon(self, holds: Holds, seconds: float = SOON) -> bool:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not await holds():  # noqa: ASYNC110  # what another process has written
                    await asyncio.sleep(0.03)
                return True
        return await holds()

    def _doomed(self, name: str) -> asyncio.Task[None] | None:
        """The death of the bot in this deed, if luck wants it."""
        self.toll.deeds += 1
        if self.toll.kills >= self.kills or self.rng.random() >= self.often:
            return None
        self.toll.kills += 1
        self.toll.killed_in.append(name)
        return asyncio.create_task(self._die(self.rng.random() * MOMENT))

    async def _die(self, after: float) -> None:
        await asyncio.sleep(after)
        await self.process.kill()
        await self.juno.until(lambda: not self.juno.bot_connected, PATIENCE)
        await self.process.start()
        await self.juno.bot_ready(PATIENCE)

    async def _told(self, name: str, says: str, act: Callable[[], Awaitable[str]]) -> str:
        """What somebody was told, and nothing where the bot has died, or refused it."""
        await self.juno.bot_ready(PATIENCE)
        try:
            said = await self._alive(act())
        except (Failed, Refused, TimeoutError, AssertionError, StopIteration):
            return ""
        logger.info("%s: %s", name, said)
        return said if re.search(says, said) else ""

    async def _alive(self, work: Awaitable[str]) -> str:
        working = asyncio.ensure_future(work)
        gone = self.juno.until(lambda: not self.juno.bot_connected, 10 * PATIENCE)
        dying = asyncio.create_task(gone)
        try:
            await asyncio.wait({working, dying}, return_when=asyncio.FIRST_COMPLETED)
            return working.result() if working.done() else ""
        finally:
            for task in (working, dying):
                task.cancel()
            await asyncio.gather(working, dying, return_exceptions=True)

    # -- what people do

    def types(self, who: Witness, command: str, **options: Any) -> Callable[[], Awaitable[str]]:
        """Somebody types a command."""
        return lambda: self._types(who, command, **options)

    async def _types(self, who: Witness, command: str, **options: Any) -> str:
        return (await self._filled(who, await who.command(command, **options))).text

    def sure(
        self, who: Witness, command: str, label: str, **options: Any
    ) -> Callable[[], Awaitable[str]]:
        """Somebody types a command, and then says that they are sure."""

        async def act() -> str:
            asked = await self._filled(who, await who.command(command, **options))
            if not any(button.label.startswith(label) for button in asked.buttons):
                return asked.text  # there is nothing to be sure of any more
            return (await self._filled(who, await who.click(asked, label))).text

        return act

    def presses(self, who: Witness, label: str, table: int) -> Callable[[], Awaitable[str]]:
        """Somebody presses the latest button of that name under a post of a table.

        Posts of earlier tables keep theirs: where this table's is still to come, they wait for it.
        """

        def offers(post: Message) -> bool:
            mine = [b for b in post.buttons if re.match(rf"\w:{table}:", b.custom_id or "")]
            return any(button.label == label for button in mine)

        async def said() -> bool:
            return table not in await self.store.outbox_tables()

        async def act() -> str:
            await self._soon(said, PATIENCE)
            post = await who.wait(offers, timeout=SOON)
            return (await self._filled(who, await who.click(post, label))).text

        return act

    async def _filled(self, who: Witness, answer: Answer) -> Message:
        if answer.message is None:
            raise Failed("no answer")
        number = answer.message.id
        await who.until(lambda: (m := who.message(number)) is None or not m.loading, PATIENCE)
        return who.message(number) or answer.message

    async def _finds(self, who: Witness) -> str:
        found = await self._filled(who, await who.command("table find"))
        if not found.selects:
            return found.text
        joined = await who.choose(found, next(iter(found.selects[0].options)))
        return (await self._filled(who, joined)).text

    async def _moves(self, who: Witness) -> str:
        """One answer, and the presses that lead to it."""
        brawler = Brawler(who, upwards=who is self.juno)
        panel = await self._filled(who, await who.command("table play"))
        while labels := labels_of(panel):
            quiet = [one for one in labels if not LOUD.search(one)] or labels
            label = choose(quiet, upwards=brawler.upwards)
            answers = mark_of(panel, label).startswith("=")
            panel = await brawler.answer(panel, label)
            if answers:
                break
        return panel.text

    async def _plans(self, who: Witness) -> str:
        shown = await self._filled(who, await who.command("table plan"))
        chosen = await who.choose(shown, next(iter(shown.selects[0].options)))
        return (await self._filled(who, chosen)).text

    # -- how things stand

    async def here(self) -> Table | None:
        """The table of the channel."""
        return await self.referee.look_here(int(self.juno.here))

    async def table(self) -> Table:
        """The same, where there is one."""
        found = await self.here()
        assert found is not None, "no table is here"
        return found

    def so(self, fits: Callable[[Table], Any], number: int | None = None) -> Holds:
        """Whether something is so at the table here, or at one that is named."""

        async def holds() -> bool:
            table = await (self.here() if number is None else self.referee.look(number))
            return table is not None and bool(fits(table))

        return holds

    def tenures(self, number: int, *whys: str) -> Holds:
        """Whether seats were given up for these reasons, in this order, and for no others."""

        async def holds() -> bool:
            return [one.why for one in await self.store.tenures(number)] == list(whys)

        return holds

    def person(self, user_id: str) -> Witness:
        """Whose id that is."""
        return next(one for one in (self.juno, self.pip, self.kim) if one.id == user_id)

    async def asked(self) -> tuple[Witness, Witness]:
        """Whoever's turn it is, and who waits for them."""
        table = await self.table()
        holder = table.holder(table.waits[0].seat)
        (other,) = (one for one in table.people if one.player != holder.player)
        return self.person(str(holder.user_id)), self.person(str(other.user_id))

    # -- weeks of play

    async def furnish(self) -> None:
        """The server has words of its own."""
        greeting, home = f"Hello {self.toll.deeds}", servers.scope(int(await self.juno.home()))

        async def greets() -> bool:
            return (await servers.remembered(self.store, home)).get("greeting") == greeting

        act = self.types(self.juno, "server settings", greeting=greeting)
        await self.do("server settings", "Taken", act, greets)

    async def sit_down(self) -> None:
        """Somebody opens a table, invites, is turned down; another finds it, and the game begins."""
        new: dict[str, Any] = {"game": "Beer Brawl", "options": "rerolls=0", "here": True}
        new |= {"start": "when full", "bank": "72+12/120", "missed": 1}
        opens = self.types(self.juno, "table new", **new)
        await self.do("open", "is open", opens, self.so(lambda t: t.status == "lobby"), once=True)
        await self.reach(self.kim)  # whoever the bot does not know is not written to
        kim, self.invited = int(self.kim.id), self.invited + 1
        invites = self.types(self.juno, "table invite", player=self.kim)
        await self.do("invite", "is invited", invites, self.so(lambda t: t.invited == (kim,)))
        await self._soon(self._came_invitations, LATE)
        leaves = self.types(self.kim, "table leave")
        await self.do("turn down", "You have left", leaves, self.so(lambda t: t.invited == ()))
        begun = self.so(lambda t: t.status == "playing" and len(t.people) == 2)
        await self.do(
            "find, and begin when full",
            "You are Orange",
            lambda: self._finds(self.pip),
            begun,
        )

    async def small_things(self) -> None:
        """Notes, mutes, reminders, digests."""
        number, pip = (await self.table()).id, int(self.pip.id)
        note = f"note {self.toll.deeds}"

        async def noted() -> bool:
            return await self.store.note(number, pip) == note

        await self.do("note", "for you alone", self.types(self.pip, "table note", note=note), noted)

        def muted(wanted: bool) -> Holds:
            return self.so(lambda t: t.players[t.player_of(pip) or 0].muted is wanted)

        await self.do(
            "mute", "Reminders are", self.types(self.pip, "my reach", mute=number), muted(True)
        )
        await self.do(
            "unmute", "Reminders are", self.types(self.pip, "my reach", unmute=number), muted(False)
        )

        await self.reach(self.pip)
        await self.digest()

    async def reach(self, who: Witness) -> None:
        """Somebody wants to be reminded by direct message."""

        async def reached() -> bool:
            known = await self.store.player(int(who.id))
            return known is not None and read_reach(known.reach, known.zone).by == "dm"

        by_letter = self.types(who, "my reach", by="dm")
        await self.do(f"reach {who.name}", "by direct message", by_letter, reached)

    async def digest(self) -> None:
        """Once a day, at an hour of their own: one message."""
        pip, hour = int(self.pip.id), (self.process.now + 2 * HOUR).hour

        async def set_() -> bool:
            known = await self.store.player(pip)
            return known is not None and known.digest_hour == hour

        await self.do(
            "digest", "Taken", self.types(self.pip, "my digest", hour=hour, zone="UTC"), set_
        )
        before = self.pip.read(r"Daily at")

        async def came() -> bool:
            return self.pip.read(r"Daily at") == before + 1

        await self.wait_for("the digest comes", came, timedelta(minutes=20))
        off = self.types(self.pip, "my digest", off=True)

        async def none() -> bool:
            known = await self.store.player(pip)
            return known is not None and known.digest_hour is None

        await self.do("no digest", "no daily digest", off, none)

    async def rest(self) -> None:
        """Somebody is away and comes back; all agree to a pause, and to its end: no time is gained."""
        pip = int(self.pip.id)
        spans = len(await self.store.setting(f"user:{pip}", "away", []))

        async def away(wanted: bool) -> bool:
            known, table = await self.store.player(pip), await self.table()
            mine = table.players[table.player_of(pip) or 0]
            here = table.away(mine, self.process.now) is not None
            until = known.away_until if known is not None else None
            there = until is not None and until > self.process.now
            taken = len(await self.store.setting(f"user:{pip}", "away", []))
            return here is there is wanted and taken == spans + 1

        await self.do(
            "away",
            "You are away until",
            self.types(self.pip, "my away", days=2),
            lambda: away(True),
        )
        await self.do(
            "back", "You are back", self.types(self.pip, "my away", days=0), lambda: away(False)
        )
        left = await self.left()
        proposes = self.types(self.juno, "table propose", what="pause", days=2)
        await self.do(
            "propose a pause",
            "proposes a pause",
            proposes,
            self.so(lambda t: t.proposal or t.pause),
        )
        agrees = self.types(self.pip, "table agree")
        await self.do(
            "agree to a pause", "is paused", agrees, self.so(lambda t: t.pause and not t.proposal)
        )
        self.process.pass_(6 * HOUR)
        resumes = self.types(self.pip, "table propose", what="resume")
        await self.do(
            "propose to go on",
            "proposes to go on",
            resumes,
            self.so(lambda t: t.proposal or not t.pause),
        )
        agrees = self.types(self.juno, "table agree")
        await self.do(
            "agree to go on", "goes on", agrees, self.so(lambda t: not t.pause and not t.proposal)
        )
        after = await self.left()
        if any(after[seat] > left[seat] + 60 for seat in after):
            self.toll.wrongs.append(f"a pause has given time: {left} became {after}")

    async def left(self) -> dict[int, float]:
        """The time that seats have left, in seconds."""
        clocks, now = (await self.table()).clocks.values(), self.process.now
        return {c.seat: c.left(now).total_seconds() for c in clocks if c.seat is not None}

    async def moves(self) -> None:
        """Both place their armies; who waits plans; a move is taken back when all agree."""
        for who in (self.juno, self.pip):
            await self.move(f"{who.name} places", who)
        first, second = await self.asked()
        mine = int(second.id)

        def planned(wanted: bool) -> Holds:
            return self.so(lambda t: bool(t.players[t.player_of(mine) or 0].plan) is wanted)

        await self.do("plan", "Planned", lambda: self._plans(second), planned(True))
        drops = self.types(second, "table plan", drop=True)
        await self.do("drop a plan", "is dropped", drops, planned(False))
        while (await self.asked())[0] is first:
            await self.move("move", first)
        logged = (await self.table()).logged
        back = self.types(first, "table propose", what="back")
        proposed = self.so(lambda t: t.proposal and t.proposal.what == "back")
        await self.do("propose to take back", "take back", back, proposed)
        agrees = self.types(second, "table agree")
        taken = self.so(lambda t: t.logged == logged + 1 and not t.proposal)
        await self.do("agree to take back", "table", agrees, taken)

    async def move(self, name: str, who: Witness) -> None:
        """Somebody answers one question."""
        table, mine = await self.table(), int(who.id)
        asked = [(q.seat, q.number) for q in table.questions(mine)]

        def answered(now: Table) -> bool:
            return [(q.seat, q.number) for q in now.questions(mine)] != asked

        await self.do(name, "table", lambda: self._moves(who), self.so(answered), once=True)

    async def draw_and_rematch(self) -> None:
        """A draw by consent, then another game with the seats swapped."""
        old = await self.table()
        offers, agrees = (self.types(who, "table draw") for who in (self.juno, self.pip))
        juno = old.player_of(int(self.juno.id))
        offered = self.so(lambda t: t.play and juno in t.play.state.draws, old.id)
        await self.do("offer a draw", "You offer", offers, offered, once=True)

        async def drawn() -> bool:
            found = [await self.store.results(int(p.id)) for p in (self.juno, self.pip)]
            results = [one for all_ in found for one in all_ if one.table_id == old.id]
            return [one.drawn for one in results] == [True, True]

        await self.do("agree to a draw", "is a draw", agrees, drawn, once=True)

        async def opened() -> bool:
            new, order = await self.here(), []
            if new is not None:
                order = await self.store.setting(scope(new.id), "order", [])
            linked = await self.store.setting(scope(old.id), "rematch")
            return new is not None and linked == new.id and len(order) == 2

        await self.do("rematch", "is open", self.presses(self.pip, "Rematch", old.id), opened)
        swapped = [one.user_id for one in (*old.players[1:], *old.players[:1])]
        begun = self.so(
            lambda t: t.status == "playing" and [p.user_id for p in t.players] == swapped
        )
        await self.do(
            "join the rematch", "You are", self.presses(self.juno, "Rematch", old.id), begun
        )

    async def vanish(self) -> None:
        """Somebody's time runs out: a computer keeps the seat. They come back, leave, are replaced."""
        for who in (self.juno, self.pip):
            await self.move(f"{who.name} places", who)
        number, (gone, _) = (await self.table()).id, await self.asked()
        reminders = gone.read("time is nearly up", number)
        await self.wait_for("vanish", self.tenures(number, "missed"), 12 * HOUR)
        reminded = gone.read("time is nearly up", number) - reminders
        if reminded != 1:
            self.toll.wrongs.append(f"whoever vanished was reminded {reminded} times")
        takes = self.presses(gone, "Take this seat", number)
        await self.do(
            "come back", "You are back", takes, self.tenures(number, "missed", "returned")
        )
        before = ["missed", "returned"]
        leaves = self.sure(gone, "table leave", "Leave")
        await self.do("leave", "You have left", leaves, self.tenures(number, *before, "left"))
        before += ["left", "taken"]
        takes = self.presses(self.kim, "Take this seat", number)
        await self.do("take a seat", "You play", takes, self.tenures(number, *before))
        before += ["removed"]
        replaces = self.types(self.juno, "table replace", player=self.kim)
        await self.do("replace", "keeps the seat", replaces, self.tenures(number, *before))
        before += ["taken"]
        takes = self.presses(gone, "Take this seat", number)
        await self.do(
            "take it again", "You play|You are back", takes, self.tenures(number, *before)
        )

    async def be_forgotten(self) -> None:
        """Kim, who has sat here, and Pip, who sits here, are taken out of everything."""
        number = (await self.table()).id
        for who in (self.kim, self.pip):
            mine = int(who.id)

            async def gone(mine: int = mine) -> bool:
                kept = await people.kept_of(self.store, mine)
                return not any(kept.rows.values())

            await self.do(
                f"forget {who.name}", "Done", self.sure(who, "my data delete", "Delete"), gone
            )
        await self._soon(self.so(lambda t: t.status == "over", number))

    async def expire(self) -> None:
        """Nobody comes to a table for three days."""
        new: dict[str, Any] = {"game": "Beer Brawl", "here": True}
        opens = self.types(self.juno, "table new", **new)
        await self.do(
            "open another", "is open", opens, self.so(lambda t: t.status == "lobby"), once=True
        )
        number = (await self.table()).id
        closed = self.so(lambda t: t.status == "abandoned", number)
        await self.wait_for("expire", closed, 12 * HOUR)

    # -- what must be true afterwards

    async def check(self) -> None:
        """Every log leads to its state, every line and every notice was posted once."""
        wrong = self.toll.wrongs
        last = await self.store.next_number() - 1
        self.toll.tables = last
        for number in range(1, last + 1):
            table = await self.referee.look(number)
            await self._soon(partial(self._told_once, table), LATE)
            wrong += await self._untold(table)
            if table.status not in ("over", "abandoned") or not await self.referee.verify(number):
                wrong.append(f"table {number} is {table.status}, or not what its log says")
            given = [one for one in await self.store.log(table) if isinstance(one, Given)]
            answered = [(one.seat, one.number) for one in given]
            if len(set(answered)) != len(answered):
                wrong.append(f"a question was answered twice at table {number}")
        if unsaid := await self.store.outbox_tables():
            wrong.append(f"tables {unsaid} have something left to say")
        if not await self._came_invitations():
            wrong.append(f"{self.invited} invitations did not come once each")

    async def _came_invitations(self) -> bool:
        return self.kim.read("invites you to play") == self.invited

    async def _told_once(self, table: Table) -> bool:
        return not await self._untold(table)

    async def _untold(self, table: Table) -> list[str]:
        """What of a table was not posted, or more than once."""
        history = await heard(self.referee, table.id)
        mine = f"· table {table.id}\n"
        read = [m.text for m in self.juno.messages() if mine in m.text and not m.ephemeral]
        posts = [NOTICE.sub("", text) for text in read]
        said = lines_told(posts, history)
        wrong = []
        if table.play is not None and said != history:
            wrong.append(f"table {table.id} was told as {said} instead of {history}")
        whys = [one.why for one in await self.store.tenures(table.id)]
        sat = sum(why in ("returned", "taken") for why in whys)
        for words, count in ((KEEPS, len(whys) - sat), (SITS, sat)):
            if (found := self.juno.read(words, table.id)) != count:
                wrong.append(f"table {table.id}: “{words}” was posted {found} times, not {count}")
        return wrong

    async def retain(self) -> None:
        """A year later the games are gone, with all that was of them."""

        async def gone() -> bool:
            return await self.store.count() == 0

        await self.wait_for("retention", gone, YEAR, 3)


Scene = Callable[[Weeks], Awaitable[None]]
SCENES: tuple[Scene, ...] = (
    Weeks.furnish,
    Weeks.sit_down,
    Weeks.small_things,
    Weeks.rest,
    Weeks.moves,
    Weeks.draw_and_rematch,
    Weeks.vanish,
    Weeks.be_forgotten,
    Weeks.expire,
)


@contextlib.asynccontextmanager
async def _three(local: LocalDiscord) -> AsyncIterator[list[Witness]]:
    async with contextlib.AsyncExitStack() as stack:
        three = [
            await stack.enter_async_context(Witness.join(local.url, name))
            for name in ("Juno", "Pip", "Kim")
        ]
        for one in three:
            await one.go(ROOM)
        await three[0].change_server(own={three[0].id: ["manage_guild", "manage_messages"]})
        yield three


async def weeks(
    local: LocalDiscord,
    folder: Path,
    kills: int,
    seed: int,
    scenes: tuple[Scene, ...] = SCENES,
    often: float = 1.0,
) -> Toll:
    """Weeks of play until the bot has been killed so many times, by default in every single deed."""
    process = Later(folder, local)
    async with _three(local) as three:
        await process.start()
        try:
            await three[0].bot_ready(PATIENCE)
            store = await Store.open(f"sqlite+aiosqlite:///{process.database}")
            try:
                lives = Weeks(process, store, three, kills, often, seed)
                await lives.live(scenes)
            finally:
                await store.close()
            await process.stop()
        finally:
            await process.close()
    logged, lives.toll.late = process.judged()
    lives.toll.wrongs += logged
    return lives.toll
