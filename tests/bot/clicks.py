"""Whole games played through panels as a sensible player would, with every click counted."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec

import images
from bot.posting.public_posts import PAUSE
from bot.table import Table
from bot.ui.keys import key, verb
from bot.ui.menu import BESIDE
from rules.engine import kernel
from rules.engine.contract import AnyGame
from rules.engine.inputs import Answer
from rules.engine.state import Question
from tests.bot.hall import Hall, Here, components, open_hall, rows, towards
from tests.bot.sensible import Plan, choose

MOST = 3_000  # clicks of a game
CALLS = 2.5  # to Discord for a press, in a game of two people
BUTTON, GREY = 2, 2  # as Discord numbers what stands under a message, and the style of a button
CHOICES = 6  # buttons to choose from in one panel, what ends the turn among them
SELECT = 2  # clicks that a select takes: its list is opened, then chosen from


class Sketches:
    """Every picture is the same one: drawing is not what is counted."""

    async def run(self, work: Callable[..., Any], *args: Any) -> images.Picture:
        """A picture."""
        return images.Picture(b"a picture", "in words")


Place = tuple[str, str, int]  # a kind of question, a verb or its family, and a row


@dataclass
class Count:
    """What playing one game took."""

    clicks: int = 0
    selects: int = 0  # lists that were chosen from: each was two clicks
    opened: int = 0  # clicks by which a panel had to be opened, or told to go on
    beforehand: int = 0  # clicks where several are asked at once: a draft is nobody's turn
    turns: int = 0  # of people
    rounds: int = 0  # of the game, where it knows any
    lives: int = 0  # rounds, each as often as people took part in it
    posts: int = 0  # for everybody to read
    edits: int = 0  # of these
    calls: int = 0  # to Discord
    panels: list[int] = field(default_factory=list)  # characters of each
    buttons: list[int] = field(default_factory=list)  # of each that are choices
    lists: list[int] = field(default_factory=list)  # of each
    faults: list[str] = field(default_factory=list)  # what is wrong with any of them
    places: Counter[Place] = field(default_factory=Counter)  # where verbs stood in a first panel
    done: Counter[str] = field(default_factory=Counter)  # what was chosen
    spent: Counter[str] = field(default_factory=Counter)  # clicks, by what was chosen

    @property
    def per_turn(self) -> float:
        """Clicks for a turn of a person: opening the panel and what came beforehand included."""
        return self.clicks / max(1, self.turns)

    @property
    def in_turn(self) -> float:
        """Clicks in a turn of a person, without what came beforehand."""
        return (self.clicks - self.beforehand) / max(1, self.turns)

    @property
    def in_round(self) -> float:
        """Clicks of a person in a whole round: their own turn and all that others ask of them."""
        return self.clicks / max(1, self.lives)

    @property
    def characters(self) -> float:
        """Of a panel in the mean, beside its picture."""
        return sum(self.panels) / max(1, len(self.panels))

    @property
    def steady(self) -> float:
        """How many of the verbs that a question began with stood in their usual row."""
        usual: Counter[tuple[str, str]] = Counter()
        for (kind, name, _), times in self.places.items():
            usual[kind, name] = max(usual[kind, name], times)
        return usual.total() / max(1, self.places.total())

    @property
    def per_press(self) -> float:
        """Calls to Discord for whatever is pressed."""
        return self.calls / max(1, self.clicks - self.selects)

    def add(self, other: "Count") -> None:
        """Count another game, too."""
        for one in fields(self):
            mine = getattr(self, one.name)
            mine += getattr(other, one.name)
            setattr(self, one.name, mine)


class Clicker:
    """The people of a hall at one table: each looks at their panel and presses what they want."""

    def __init__(self, hall: Hall, seed: int, pace: float = 0) -> None:
        """Count what is pressed, and what is posted from now on.

        Between two presses so many seconds pass for the bot; without any, nothing is put off.
        """
        self.hall, self.rng = hall, random.Random(seed)
        self.pace, self.time = pace, hall.bot.referee.now()
        if pace:
            poster = hall.bot.poster
            hall.bot.referee.now = lambda: self.time
            poster.public_posts.pause = PAUSE
            poster.public_posts.look_at = poster.direct_messages.look_at = _never
        self.count = Count()
        self.logged = 0  # inputs of the game that were looked at
        self.order: set[tuple[str, str, str]] = set()  # of question and verbs: which came before
        self.before = len(hall.posts)
        self.called = len(hall.env.http_requests)
        self._count_edits()

    def _count_edits(self) -> None:
        backend = self.hall.env.backend
        edit = backend.edit_message

        def counted(channel_id: int, message_id: int, fields: Any) -> Any:
            message = edit(channel_id, message_id, fields)
            if channel_id == self.hall.pub.id and not message.flags & 64 and "content" in fields:
                self.count.edits += 1
            return message

        backend.edit_message = counted

    # -- a game

    async def play(self) -> Count:
        """Play until the game is over."""
        last: int | None = None
        while True:
            await self._passes()
            table = await self.hall.table()
            if table.status != "playing" or self.count.clicks > MOST:
                break
            member, question = self._asked(table, last)
            await self._turns(table, member, question, last)
            last = member.id
            await self._answer(table, member, question)
        self.count.rounds = getattr(table.play.state, "round", 0)  # type: ignore[union-attr]
        self.count.lives = self.count.rounds * len(table.people)
        self.count.posts = len(self.hall.posts) - self.before
        self.count.calls = len(self.hall.env.http_requests) - self.called
        assert table.status == "over", "the game has no end"
        return self.count

    async def _passes(self) -> None:
        """Everything is said that is to be said at once, then what became due meanwhile."""
        await self.hall.quiet()
        if self.pace:
            self.time += timedelta(seconds=self.pace)
            self.hall.bot.poster.look_at(1)
            await self.hall.quiet()

    def _asked(self, table: Table, last: int | None) -> tuple[Any, Question]:
        """Whoever is waited for: the same person as long as there is something for them."""
        assert table.play is not None
        people = {one.id: one for one in (self.hall.alice, self.hall.bob, self.hall.carol)}
        waiting = kernel.waiting(table.play.state)
        holders = [table.holder(seat).user_id for seat in waiting]
        user_id = last if last in holders else holders[0]
        assert user_id is not None
        question = next(q for q in table.questions(user_id) if q.seat in waiting)
        return people[user_id], question

    async def _turns(self, table: Table, member: Any, asked: Question, last: int | None) -> None:
        """A turn begins where somebody else has answered since, or where the game says so."""
        log = await self.hall.bot.store.log(table)
        since = [given for given in log[self.logged :] if isinstance(given, Answer)]
        self.logged = len(log)
        others = [one for one in since if table.holder(one.seat).user_id != member.id]
        if _in_turn(table) and (
            last != member.id or others or asked.kind in table.game.opening or not self.count.turns
        ):
            self.count.turns += 1

    # -- an answer

    async def _answer(self, table: Table, member: Any, question: Question) -> None:
        assert table.play is not None
        plan = choose(table.game, table.play.state, question.seat, self.rng)
        before = self.count.clicks
        start = f"t:{table.id}:{question.seat}.{question.number}:"
        await self._look(member, start)
        self._place(table.game, question, self._panel(member, start))
        await self._reach(member, start, plan, table.game)
        kind, spent = type(plan.option).__name__, self.count.clicks - before
        self.count.done[kind] += 1
        self.count.spent[kind] += spent
        self.count.beforehand += 0 if _in_turn(table) else spent

    def _panel(self, member: Any, start: str) -> Any:
        """Where a question is asked: in somebody's own panel, or under the post itself."""
        for one in (*reversed(self.hall.private(member)), self.hall.post):
            if any(mark.startswith(start) for mark in _ids(one)):
                return one
        return None

    async def _look(self, member: Any, start: str) -> None:
        """See to it that the question is in sight."""
        if self._panel(member, start) is None:
            self.count.opened += 1
            waits = [one for one in self.hall.private(member) if _is_waiting(one)]
            where, label = (waits[-1], "Play on") if waits else (self.hall.post, "Play")
            await self._press(member, where, label=label)
        assert self._panel(member, start) is not None, self.hall.private(member)

    async def _reach(self, member: Any, start: str, plan: Plan, game: AnyGame) -> None:
        wanted, mark = key(plan.option), ""
        for _ in range(len(wanted)):
            panel = self._panel(member, start)
            self._read(panel, game)
            mark = towards(wanted, _marks(panel, start))
            assert mark, f"{wanted} cannot be reached from {_marks(panel, start)}"
            await self._take(member, panel, start, mark)
            if mark[0] == "=":
                return
        raise AssertionError(f"{wanted} is not reached by {mark}")

    def _read(self, panel: Any, game: AnyGame) -> None:
        """Count what a panel says and offers."""
        shown = [item for row in offered(panel) for item in row]
        buttons = [item for item in shown if item["type"] == BUTTON]
        self.count.panels.append(len(panel.content))
        self.count.buttons.append(len(buttons))
        self.count.lists.append(len(shown) - len(buttons))
        self.count.faults += faults(game, buttons)

    def _place(self, game: AnyGame, question: Question, panel: Any) -> None:
        """Note where verbs stand as a question is put, and that none has overtaken another.

        What is of no use stands after the others, wherever it may stand where it is of some.
        """
        stood: list[str] = []
        for row, items in enumerate(offered(panel)):
            for name in (_named(game, item) for item in items if not _is_idle(game, item)):
                if name not in stood:
                    self.count.places[question.kind, name, row] += 1
                    stood.append(name)
        for at, name in enumerate(stood):
            for before in stood[:at]:
                self.order.add((question.kind, before, name))
                if (question.kind, name, before) in self.order:
                    self.count.faults.append(f"{name} stood before {before}, and now after it")

    async def _take(self, member: Any, panel: Any, start: str, mark: str) -> None:
        for item in components(panel):
            if item["type"] == 2 and item.get("custom_id") == start + mark:
                await self._press(member, panel, custom_id=start + mark)
                return
        for item in components(panel):
            values = [option["value"] for option in item.get("options", ())]
            if mark in values:
                self.count.clicks += SELECT
                self.count.selects += 1
                await member.select(panel, [mark], custom_id=item["custom_id"])
                return

    async def _press(self, member: Any, message: Any, **what: str) -> None:
        self.count.clicks += 1
        await member.click(message, **what)


def _never(table_id: int, at: datetime) -> None:
    """No timer: the poster is told to look after every press."""


def _in_turn(table: Table) -> bool:
    """Whether one person is asked, and not several at once."""
    return table.play is not None and table.play.state.mode == "turn"


def _is_waiting(panel: Any) -> bool:
    return any(mark.endswith(":on") for mark in _ids(panel))


def offered(panel: Any) -> list[list[dict[str, Any]]]:
    """The choices of a panel, row by row: all but its last one, which is there to find the way."""
    *choices, _ = rows(panel)
    return choices


def faults(game: AnyGame, buttons: Sequence[dict[str, Any]]) -> list[str]:
    """What is wrong with the buttons to choose from: too many, alike, or the end not last and grey."""
    labels = [button["label"] for button in buttons]
    found = [f"{len(labels)} buttons: {labels}"] if len(labels) > CHOICES else []
    if len(set(labels)) < len(labels):
        found.append(f"alike: {labels}")
    if any(button["custom_id"].endswith(":>") for button in buttons):
        found.append(f"one leads nowhere: {labels}")
    ends = [_verb(button) in map(verb, game.text.last) for button in buttons]
    grey = [button["style"] == GREY for button in buttons]
    if ends != sorted(ends) or any(end > is_grey for end, is_grey in zip(ends, grey, strict=True)):
        found.append(f"the end is not last and grey: {labels}")
    return found


def _is_idle(game: AnyGame, item: dict[str, Any]) -> bool:
    """Whether a button is grey that does not end a turn."""
    return item.get("style") == GREY and _verb(item) not in map(verb, game.text.last)


def _verb(item: dict[str, Any]) -> str:
    """The first verb that a button or a list of a question stands for."""
    options = item.get("options") or [{"value": item["custom_id"].split(":", 3)[-1]}]
    path: str = options[0]["value"][1:]
    return path.split("~")[0].split(BESIDE)[0]


def _named(game: AnyGame, item: dict[str, Any]) -> str:
    """The family of what an item stands for, or its verb."""
    families = game.text.families.items()
    of = _verb(item)
    return next((name for name, one in families if of in map(verb, one.verbs)), of)


def _ids(message: Any) -> list[str]:
    return [item["custom_id"] for item in components(message) if "custom_id" in item]


def _marks(panel: Any, start: str) -> list[str]:
    """What the buttons and choices of a question stand for."""
    found: list[str] = []
    for item in components(panel):
        called = item.get("custom_id", "")
        if called.startswith(start):
            listed = [option["value"] for option in item.get("options", ())]
            found += listed if item["type"] == 3 else [called.removeprefix(start)]
    return found


class Kind(msgspec.Struct, frozen=True):
    """A kind of game, and what it may take at most."""

    command: str
    options: dict[str, Any] = {}
    friend: bool = False  # Bob sits down, too
    clicks: float = 3.0  # in a turn
    posts: float = 0.0  # of a game, a round or a turn; nothing: as they come
    per: str = "game"

    def posted(self, count: Count, games: int) -> float:
        """Posts of a game, a round or a turn."""
        by = {"game": games, "round": count.rounds, "turn": count.turns}
        return count.posts / max(1, by[self.per])


EASY = {"computer": "easy"}
TRAINING = {"pace": "training"}
KINDS = {
    "Beer Brawl, two people": Kind("beer-brawl", {}, True, 2.5),
    "Beer Brawl, a computer": Kind("beer-brawl", EASY, False, 2.5),
    "BRAWL training, two people": Kind("brawl", TRAINING, True, 1.5, 30),
    "BRAWL training, a computer": Kind("brawl", TRAINING | EASY, False, 1.5, 30),
    "Bro Brawl, alone": Kind("bro-brawl", {}, False, 3, 1.2, "turn"),
    "Bro Brawl, two people": Kind("bro-brawl", {}, True, 3, 1.2, "turn"),
    "Brawl Mart": Kind("brawl-mart"),
    "Brawlhalla, two people": Kind("brawlhalla", {}, True, 3, 2.2, "round"),
    "Brawlhalla, a computer": Kind("brawlhalla", EASY, False, 3, 2.2, "round"),
}


async def play(folder: Path, kind: Kind, seed: int, pace: float = 0) -> Count:
    """Begin a game, Alice against the computer, with Bob, or alone; play it to its end."""
    async with open_hall(folder, Sketches()) as hall:
        return await _play(hall, kind, seed, pace)


async def _play(hall: Hall, kind: Kind, seed: int, pace: float) -> Count:
    await hall.alice.slash(hall.pub, f"{kind.command} new", here=True, **kind.options)
    if kind.friend:
        await hall.bob.slash(hall.pub, "table join")
    hall.bot.computer.workers = Here()  # type: ignore[assignment]
    clicker = Clicker(hall, seed, pace)
    await hall.alice.click(hall.post, label="Start")
    return await clicker.play()
