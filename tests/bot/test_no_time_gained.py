"""No exploit: whatever people do, nobody has more time than they were given and have not used."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.errors import BotError
from bot.table import Bank, Person, Seated, Table, lobby, moves, pauses, proposals, seats
from bot.table.change import Change
from bot.table.clocks import paced
from rules.engine.errors import RulesError
from rules.engine.inputs import Undo
from tests.bot.toy import GAME, Ready, Step, Stop, Time, Toy, ToyVariant

ANN, BOB, EVE = Person(11, "Ann"), Person(12, "Bob"), Person(13, "Eve")
PEOPLE = (ANN, BOB)
HOUR = timedelta(hours=1)
BANK = Bank(72 * HOUR, 12 * HOUR, 120 * HOUR)
NONE = timedelta()
MOMENT = timedelta(milliseconds=1)  # seconds are kept as floats


class Opening(Toy):
    """A toy in which each question of a turn begins another one, as where one plays on alone."""

    opening = frozenset({"turn"})


def new(pace: timedelta | None, bank: Bank | None, game: Toy, now: datetime) -> Table:
    """It is Ann's turn."""
    players = tuple(Seated(n, one.id, one.name, word="w") for n, one in enumerate(PEOPLE))
    table = Table(
        id=1,
        game=game,
        variant=ToyVariant(goal=10**6),
        channel_id=5,
        guild_id=1,
        host_id=ANN.id,
        status="lobby",
        version=0,
        pace=pace,
        bank=bank,
        players=players,
        invited=(),
        commitment="",
        created_at=now,
        kept_after=0,
    )
    table = moves.begin(table, now, bytes(32)).after
    for seat in (0, 1):
        table = moves.answer(table, now, PEOPLE[seat].id, seat, 1, [Ready()], None).after
    return table


@dataclass
class Given:
    """What a seat was given and has not used, counted apart from the bot: now, and before steps."""

    left: timedelta
    before: list[tuple[int, timedelta]] = field(default_factory=list)

    def use(self, span: timedelta) -> None:
        """The table waits for the seat."""
        self.left -= span
        self.before = [(steps, left - span) for steps, left in self.before]


class Watch:
    """A table, and somebody with a stop-watch beside it."""

    def __init__(self, pace: timedelta | None, bank: Bank | None, game: Toy) -> None:
        """Begin to count."""
        self.now = Time()()
        self.table = new(pace, bank, game, self.now)
        start = bank.start if bank else NONE  # both have got ready at once, and earned by it
        self.banks = dict.fromkeys((0, 1), start + bank.more) if bank else {}
        self.runs: dict[int, Given] = {}
        self.kept: dict[int, tuple[int, timedelta]] = {}
        self.exact = True
        self._look(set())

    # -- what happens

    def passes(self, span: timedelta) -> None:
        """Time goes by; what is due in it happens at its moment."""
        end = self.now + span
        while True:
            ends = [due.at for due in self.table.clocks.values()]
            at = min([*ends, end])
            self._wait(max(at, self.now))
            if at >= end:
                return
            for name in [n for n, due in self.table.clocks.items() if due.at <= self.now]:
                change = moves.ring(self.table, self.now, name)
                if change is not None:
                    self._done(change)

    def _wait(self, at: datetime) -> None:
        for seat, one in self.runs.items():
            if self.table.pause is None:
                away = self.table.away(self.table.holder(seat), self.now) or self.now
                one.use(max(at - max(self.now, away), NONE))
        self.now = at

    def do(self, what: str, who: int, amount: int) -> None:
        """Somebody does something, or is refused."""
        person = PEOPLE[who]
        try:
            change = self._change(what, who, person, amount)
        except (BotError, RulesError):
            return
        if change is not None:
            self._done(change)

    def _change(self, what: str, who: int, person: Person, amount: int) -> Change | None:
        table, now = self.table, self.now
        match what:
            case "step" | "stop":  # by whoever is asked
                people = [one.user_id for one in table.people if table.questions(one.user_id)]
                if not people:
                    return None
                option = Step(1) if what == "step" else Stop()
                at = table.questions(people[0])[0]
                return moves.answer(table, now, people[0], at.seat, at.number, [option], None)
            case "undo":
                mine = [
                    one for one in table.people if table.play and table.play.can_undo(one.player)
                ]
                return moves.act(table, now, mine[0].user_id, Undo) if mine else None
            case "pause":
                agreed = proposals.propose_pause(table, now, person.id, 1 + amount % 14).after
                return replace_before(proposals.agree(agreed, now, PEOPLE[1 - who].id), table)
            case "resume":
                agreed = proposals.propose_resume(table, now, person.id).after
                return replace_before(proposals.agree(agreed, now, PEOPLE[1 - who].id), table)
            case "outage":
                return pauses.pause(table, now, "server")
            case "back":
                return pauses.resume(table, now)
            case "away":
                return lobby.rest(table, now, person.id, now + timedelta(hours=amount))
            case "here":
                return lobby.rest(table, now, person.id, None)
            case "leave":
                return seats.leave(table, now, person.id)
            case "return":
                return seats.take(table, now, Seated(-1, person.id, person.name), None, [])
            case _:
                return self._settings(amount)

    def _settings(self, amount: int) -> Change:
        pace = timedelta(hours=1 + amount) if amount % 2 else None
        hours = timedelta(hours=1 + amount)
        bank = None if amount % 2 else Bank(hours, HOUR, hours + 9 * HOUR)
        before = self.table
        change = lobby.set_pace(before, self.now, 99, pace, True, bank)
        self.exact = False
        for one in self.runs.values():
            if pace and before.pace:
                rest = one.left + pace - before.pace
                one.left = rest if rest > NONE else min(one.left, min(pace, HOUR))
        if before.bank is None and bank is not None:
            self.banks = dict.fromkeys((0, 1), bank.start)
        return change

    # -- what was given

    def _done(self, change: Change) -> None:
        before, self.table = self.table, change.after
        moved = {seat for one in change.logged if (seat := moves._moved(one)) is not None}
        self._look(moved, before)

    def _look(self, moved: set[int], before: Table | None = None) -> None:
        """Count anew for whoever is waited for since now, and no more for whoever was."""
        table = self.table
        if table.pause is not None:
            return
        if table.status != "playing":
            self.runs.clear()
            return
        assert table.play is not None
        waited = set(paced(table, table.play.state)) if table.timed else set()
        for seat in [seat for seat in self.runs if seat not in waited]:
            self._stops(seat, moved)
        for seat in waited:
            if seat not in self.runs:
                self.runs[seat] = Given(self._start(seat))
            elif before is not None:
                self._goes_on(seat, before, moved)
        self.check()

    def _stops(self, seat: int, moved: set[int]) -> None:
        left = max(self.runs.pop(seat).left, NONE)
        self._put_by(seat, left, moved)
        holder = self.table.players[seat]
        question = self.table.play.state.question(seat) if self.table.play else None
        if holder.vacant and question is not None:
            self.kept[seat] = (question.number, left)

    def _put_by(self, seat: int, left: timedelta, moved: set[int]) -> None:
        bank = self.table.bank
        if bank is None:
            return
        earns = seat in moved and self.table.away(self.table.players[seat], self.now) is None
        self.banks[seat] = max(left, min(left + bank.more, bank.most)) if earns else left

    def _start(self, seat: int) -> timedelta:
        assert self.table.play is not None
        full = self.banks[seat] if self.table.bank else self.table.pace
        assert full is not None
        question = self.table.play.state.question(seat)
        number, left = self.kept.pop(seat, (-1, full))
        return min(left, full) if question is not None and question.number == number else full

    def _goes_on(self, seat: int, before: Table, moved: set[int]) -> None:
        """The same seat is waited for as before: the same turn, another one, or one taken back."""
        assert before.play is not None and self.table.play is not None
        was, now = before.play.state.question(seat), self.table.play.state.question(seat)
        one, steps = self.runs[seat], self.table.play.steps
        if steps < before.play.steps and moved == set():
            over = [left for at, left in one.before if at >= steps]
            one.left = over[0] if over else one.left
            one.before = [known for known in one.before if known[0] < steps]
        elif now != was and now is not None and now.kind in self.table.game.opening:
            earlier = [*one.before, (before.play.steps, one.left)]
            self._put_by(seat, max(one.left, NONE), moved)
            self.runs[seat] = Given(self._start(seat), earlier if steps else [])

    def check(self) -> None:
        """Nobody has more than was given to them; nor less, where no setting was changed."""
        if self.table.pause is not None:
            return
        for seat, one in self.runs.items():
            due = self.table.clocks.get(f"pace:{seat}")
            assert due is not None, f"seat {seat} has no clock"
            has, allowed = due.left(self.now), one.left
            assert has <= allowed + MOMENT, f"seat {seat} has {has} of {allowed}"
            assert not self.exact or has >= allowed - MOMENT, f"seat {seat} lost time"


def replace_before(change: Change, before: Table) -> Change:
    """A change of two steps as one."""
    return replace(change, before=before)


DOINGS = ["step", "stop", "undo", "pause", "resume", "outage", "back", "away", "here"]
DONE = st.tuples(
    st.sampled_from([*DOINGS, *["step", "stop"] * 4, *["undo"] * 2, "leave", "return"]),
    st.integers(0, 1),
    st.integers(0, 100),
    st.sampled_from([0, 0, 0, 1, 5, 20, 30]),  # hours before it
)


@pytest.mark.parametrize("game", [GAME, Opening()], ids=["turns", "turn after turn"])
@pytest.mark.parametrize("bank", [None, BANK], ids=["pace", "bank"])
@settings(max_examples=120, deadline=None, derandomize=True, database=None)
@given(done=st.lists(DONE, max_size=30))
def test_nobody_gains_or_loses_time(game: Toy, bank: Bank | None, done: list[Any]) -> None:
    """By pauses, outages, days off, taking back, leaving and coming back, in any order."""
    watch = Watch(None if bank else 24 * HOUR, bank, game)
    for what, who, amount, hours in done:
        watch.passes(timedelta(hours=hours))
        watch.do(what, who, amount)


@pytest.mark.parametrize("bank", [None, BANK], ids=["pace", "bank"])
@settings(max_examples=120, deadline=None, derandomize=True, database=None)
@given(done=st.lists(st.one_of(DONE, DONE, st.tuples(st.just("set"), *[st.integers(0, 30)] * 3))))
def test_nobody_gains_time_by_settings(bank: Bank | None, done: list[Any]) -> None:
    """What a moderator gives is given; nothing else is."""
    watch = Watch(None if bank else 24 * HOUR, bank, Opening())
    for what, who, amount, hours in done:
        watch.passes(timedelta(hours=hours))
        watch.do(what, who % 2, amount)
