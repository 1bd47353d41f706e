"""What an input of the game makes of a table: log, snapshot, news, clocks, results; pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from bot.errors import NotPlaying, NotSeated
from bot.table.change import Acted, Change, Logged
from bot.table.clocks import paced, running
from bot.table.news import News, told_to_plain
from bot.table.table import Due, Table
from rules.engine.errors import Refused, RulesError, Stale
from rules.engine.inputs import Elapsed, Input, Timeout
from rules.engine.play import Play
from rules.engine.state import Option, Told
from rules.engine.text import lines

MOST_DEFAULTS = 100  # default answers in a row before a seat's time begins anew


@dataclass(slots=True)
class Moved:
    """What is to be written, and what the actor is told once it is."""

    change: Change
    acted: Acted


@dataclass(slots=True)
class _Taken:
    """Inputs taken one after another, and what they released."""

    play: Play[Any]
    logged: list[Logged] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    passed: bool = False

    def release(self, told: Sequence[Told]) -> None:
        """A barrier was passed: what it tells is told for good, as it looks there."""
        view = self.play.game.view(self.play.barrier, None)
        self.lines += lines(self.play.game, view, list(told), None)
        self.told += told
        self.passed = True


# -- who may


def playing(table: Table) -> Play[Any]:
    """The game in play, or why there is none."""
    if table.status == "lobby":
        raise NotPlaying("The game has not begun yet.")
    if table.status != "playing" or table.play is None:
        raise NotPlaying("This game is over.")
    return table.play


def seated(table: Table, user_id: int | None) -> int:
    """The player that somebody is."""
    player = table.player_of(user_id)
    if player is None:
        raise NotSeated("You do not sit at this table.")
    return player


def holding(table: Table, user_id: int | None, seat: int) -> int:
    """The player who answers for a seat, if that is who asks."""
    if user_id is not None:
        seated(table, user_id)
    if not 0 <= seat < len(playing(table).state.seats):
        raise NotSeated("There is no such seat at this table.")
    holder = table.holder(seat)
    if holder.user_id != user_id:
        raise NotSeated(f"That is for {holder.name} to answer.")
    return holder.player


def still_asked(table: Table, seat: int, number: int) -> None:
    """Refuse what was asked for at a question that is open no more."""
    question = playing(table).state.question(seat)
    if question is None or question.number != number:
        raise Stale("This panel was out of date.")


# -- what is taken


def answer(
    table: Table,
    now: datetime,
    user_id: int | None,
    seat: int,
    number: int,
    options: Sequence[Option],
    request: str | None,
) -> Moved:
    """A seat answers its question, and the next ones."""
    play = playing(table)
    player = holding(table, user_id, seat)
    if not options:
        raise Refused("", "Nothing was chosen.")
    answered = play.answer_all(seat, number, options)
    taken = _Taken(answered.play, [Logged(given, user_id, request) for given in answered.inputs])
    if answered.play.passed:
        taken.release(answered.told)
    moved = _moved(table, now, taken, player)
    moved.acted.taken = list(options[: len(answered.inputs)])
    moved.acted.dropped = answered.dropped
    return moved


def take(
    table: Table,
    now: datetime,
    given: Input,
    *,
    user_id: int | None = None,
    player: int | None = None,
    request: str | None = None,
) -> Moved:
    """The referee takes any other input."""
    taken = _Taken(playing(table).copy())
    told = taken.play.do(given)
    taken.logged.append(Logged(given, user_id, request))
    if taken.play.passed:
        taken.release(told)
    return _moved(table, now, taken, player)


def time_up(table: Table, now: datetime, seat: int, number: int) -> Moved:
    """A seat's time is up: default answers until the table's pace is for it no more."""
    taken = _Taken(playing(table).copy())
    while True:
        given = Timeout(seat, number)
        told = taken.play.do(given)
        taken.logged.append(Logged(given))
        taken.release(told)
        question = taken.play.state.question(seat)
        on = question is not None and seat in paced(table, taken.play.state)
        next_turn = on and question.kind in table.game.opening
        if not on or next_turn or len(taken.logged) >= MOST_DEFAULTS:
            return _moved(table, now, taken, None, anew={seat})
        number = question.number


def begin(table: Table, now: datetime, seed: bytes) -> Moved:
    """The game begins."""
    play, told = Play.start(table.game, table.variant, len(table.players), seed)
    taken = _Taken(play)
    taken.release(told)
    version = table.game.rules_version
    begun = replace(table, status="playing", started_at=now, rules_version=version)
    moved = _moved(begun, now, taken, None, kind="begun")
    moved.change.before = table
    return moved


# -- what becomes of it


def _moved(
    before: Table,
    now: datetime,
    taken: _Taken,
    player: int | None,
    *,
    kind: str = "told",
    anew: set[int] | None = None,
) -> Moved:
    outcome = taken.play.state.outcome
    after = replace(before, play=taken.play)
    if outcome is not None:
        after.status, after.ended_at, kind = "over", now, "over"
    after.clocks = running(before, after, now, anew or set())
    news = [(kind, _news(before, after, taken, player))] if taken.passed else []
    results = _results(after) if outcome is not None else []
    change = Change(before, after, now, taken.logged, news, results)
    acted = Acted(after, passed=taken.passed, told=_heard(before, taken, player))
    return Moved(change, acted)


def _news(before: Table, after: Table, taken: _Taken, player: int | None) -> News:
    waits = after.waits
    was = {question.seat for question in before.waits}
    return News(
        lines=taken.lines,
        told=told_to_plain(taken.told),
        waits=[(question.seat, question.number, question.kind) for question in waits],
        turned=any(question.seat not in was for question in waits),
        over=after.status == "over",
        logged=before.logged + len(taken.logged),
        by=player,
    )


def _heard(before: Table, taken: _Taken, player: int | None) -> list[str]:
    """What the actor is told of the own action, secrets included."""
    if player is None or before.play is None:
        return []
    told = taken.told if taken.passed else taken.play.told
    if not (taken.passed and taken.play.since):  # else an unfinished turn was not told with it
        told = told[len(before.play.told) :]
    view = before.game.view(taken.play.seen_by(player), player)
    return lines(before.game, view, told, player)


def _results(after: Table) -> list[dict[str, Any]]:
    outcome = after.outcome
    assert outcome is not None
    return [
        {
            "player": one.player,
            "user_id": one.user_id,
            "level": one.level,
            "guild_id": after.guild_id,
            "game": after.game.key,
            "won": one.player in outcome.winners,
            "drawn": not outcome.winners and outcome.reason not in after.game.lost_by,
            "score": outcome.scores[one.player] if one.player < len(outcome.scores) else None,
            "reason": outcome.reason,
            "ended_at": after.ended_at,
        }
        for one in after.players
    ]


# -- time


def ring(table: Table, now: datetime, name: str) -> Moved | None:
    """A clock is due: its warning, or what its end brings; nothing where it runs no more."""
    due = table.clocks.get(name)
    if due is None or table.status != "playing" or table.play is None:
        return None
    if due.at > now:
        return _warn(table, now, due) if due.warn_at and due.warn_at <= now else None
    if due.clock is not None:
        return take(table, now, Elapsed(due.clock))
    assert due.seat is not None
    question = table.play.state.question(due.seat)
    if question is None:
        raise RulesError(f"The clock {name} runs for a seat that is not asked.")
    return time_up(table, now, due.seat, question.number)


def _warn(table: Table, now: datetime, due: Due) -> Moved:
    after = replace(table, clocks={**table.clocks, due.name: replace(due, warn_at=None)})
    news = News(clock=due.clock, seat=due.seat, at=due.at, logged=table.logged)
    return Moved(Change(table, after, now, news=[("warning", news)]), Acted(after))
