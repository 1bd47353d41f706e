"""Answers that somebody leaves while they wait, for the case that nothing happens meanwhile; pure.

A plan is made in a world of its player's own knowledge, in which the others do as little as they can.
It is dropped, with a word, as soon as its player hears of luck or of something that was hidden, of a
draw or of somebody who gives up; and where what they are asked, or what they could answer, is not as
they saw it then. It is given some time after its player is asked, never at once: nobody else can tell
it from an answer by hand. Whether it is dropped follows from what its player hears and sees alone.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import blake2s
from random import Random
from typing import Any, NamedTuple

from bot.errors import NotAllowed
from bot.table import guard
from bot.table.change import Change, Heard
from bot.table.clocks import PLAN, planned
from bot.table.table import Due, Plan, Seated, Table
from rules.engine import kernel
from rules.engine.codec import option_key
from rules.engine.contract import AnyGame
from rules.engine.errors import RulesError
from rules.engine.inputs import Answer
from rules.engine.state import Option, State, Way

SHORTEST, LONGEST = timedelta(seconds=40), timedelta(minutes=30)  # before a plan is given
FARTHEST = 80  # answers of others that are imagined
TRIED = 12  # answers of one of them, to find one by which nothing comes to light
REVEALED = "something came to light that you did not know"
OTHERWISE = "what you are asked is not what you had planned for"
CONCERNS = (kernel.Resigned, kernel.DrawOffered, kernel.DrawAgreed)
LATE = "your time was up"
NOTHING = "Nothing can be planned now: before you are asked again, something will come to light."


class Ahead(NamedTuple):
    """What somebody would be asked if nothing happened that concerns them."""

    state: Any
    seat: int
    kind: str
    choices: list[Way]  # single answers, and several as one


# -- making one


def ahead(table: Table, user_id: int) -> Ahead:
    """What somebody would be asked next, as far as they can know; refused where it cannot be said."""
    player = guard.seated(table, user_id)
    play = guard.playing(table)
    if table.in_real_time or play.barrier.mode != "turn":
        raise NotAllowed("Everybody answers at once here: there is nothing to plan.")
    if player in play.state.resigned:
        raise NotAllowed("You have given this game up: nothing is asked of you any more.")
    if table.questions(user_id):
        raise NotAllowed("You are asked now: answer, and nothing needs to be planned.")
    found = _imagined(table.game, play.barrier, player)
    if found is None:
        raise NotAllowed(NOTHING)
    s, seat = found
    question = s.question(seat)
    assert question is not None
    return Ahead(s, seat, question.kind, _choices(table.game, s, seat))


def make(
    table: Table, now: datetime, user_id: int, wanted: str, said: str, after: timedelta
) -> Change:
    """Somebody plans an answer, named by its key; it is given so long after they are asked."""
    seen = ahead(table, user_id)
    if wanted not in [option_key(way.option) for way in seen.choices]:
        raise NotAllowed("That is nothing that you could answer then.")
    player = guard.seated(table, user_id)
    look = _look(table.game, seen.state, seen.seat, player)
    plan = Plan(seen.kind, wanted, said, look, after.total_seconds())
    return Change(table, _with(table, player, plan), now)


def drop(table: Table, now: datetime, user_id: int) -> Change:
    """Somebody takes their plan back."""
    player = guard.seated(table, user_id)
    plan = table.players[player].plan
    if plan is None or plan.word:
        raise NotAllowed("You have planned nothing here.")
    after = _with(table, player, None)
    after.clocks = _without_clocks(table, player)
    return Change(table, after, now)


def _imagined(game: AnyGame, barrier: State, player: int) -> tuple[State, int] | None:
    """A world as a player knows it, gone on until they are asked, with nothing come to light."""
    luck = Random(f"{player}:{barrier.answers}")  # any will do: nothing of the real world is in it
    s = kernel.determinize(game, barrier, player, luck)
    for _ in range(FARTHEST):
        waiting = kernel.waiting(s)
        if s.outcome is not None or s.mode != "turn" or not waiting:
            return None
        if s.seats[waiting[0]] == player:
            return s, waiting[0]
        following = _quietly(game, s, waiting[0], player)
        if following is None:
            return None
        s = following
    return None


def _quietly(game: AnyGame, s: State, seat: int, player: int) -> State | None:
    """The world after an answer of somebody else that brings nothing to light; none if all do."""
    question = s.question(seat)
    assert question is not None
    usual = kernel.default(game, s, seat)
    for option in [usual, *list(kernel.offer(game, s, seat))[:TRIED]]:
        try:
            step = kernel.apply(game, s, Answer(seat, question.number, option))
        except RulesError:
            continue
        if not disturbs(Heard(step.told, step.shown), player):
            return step.state  # type: ignore[no-any-return]
    return None


def _choices(game: AnyGame, s: State, seat: int) -> list[Way]:
    single = [Way(option, (option,)) for option in kernel.offer(game, s, seat)]
    return [*kernel.ways(game, s, seat), *single]


def _look(game: AnyGame, s: State, seat: int, player: int) -> str:
    """A mark of what somebody is asked and could answer, in the words that they read."""
    view, question = game.view(s, player), s.question(seat)
    assert question is not None
    words = sorted(
        f"{option_key(way.option)} {_label(game, view, way.option)}"
        for way in _choices(game, s, seat)
    )
    return blake2s("\n".join([question.kind, *words]).encode(), digest_size=16).hexdigest()


def _label(game: AnyGame, view: Any, option: Option) -> str:
    return f"{game.text.label(view, option)} {game.text.chance(view, option)}"


# -- what becomes of it


def disturbs(heard: Heard, player: int) -> bool:
    """Whether somebody hears something that they could not have planned for.

    What was drawn or came to light without a word to them is no reason: it would tell them of it.
    """
    mine = [one for one in heard.told if one.heard_by(player)]
    if any(one.to is not None or isinstance(one.event, CONCERNS) for one in mine):
        return True
    return heard.shown and bool(mine)


def review(change: Change) -> None:
    """Drop the plans that do not hold after a change, and set the time of those that are due."""
    for one in change.after.players:
        if one.plan is not None and not one.plan.word:
            _reviewed(change, one, one.plan)


def _reviewed(change: Change, one: Seated, plan: Plan) -> None:
    after = change.after
    play = guard.begun(after)
    if after.status != "playing" or one.player in play.state.resigned:
        _put(after, one.player, None)
        return
    if any(disturbs(heard, one.player) for heard in change.heard):
        _put(after, one.player, _dropped(plan, REVEALED))
        return
    seats = [seat for seat in kernel.waiting(play.state) if play.state.seats[seat] == one.player]
    if not seats:
        if plan.at is not None:  # the answer was given by the referee
            _put(after, one.player, _dropped(plan, LATE))
        return
    if not _holds(after, seats[0], plan):
        _put(after, one.player, _dropped(plan, OTHERWISE))
    elif plan.at is None:
        at, due = change.at + timedelta(seconds=plan.delay), after.due(seats[0])
        if due is not None:
            at = min(at, change.at + (due - change.at) / 2)
        question = play.state.question(seats[0])
        assert question is not None
        _put(after, one.player, replace(plan, at=at, seat=seats[0], number=question.number))


def _holds(table: Table, seat: int, plan: Plan) -> bool:
    """Whether somebody is asked what they had planned for, and could answer just the same."""
    play = guard.begun(table)
    question = play.state.question(seat)
    if question is None or question.kind != plan.kind or play.state.mode != "turn":
        return False
    if plan.at is not None and (seat, question.number) != (plan.seat, plan.number):
        return False
    return _look(table.game, play.state, seat, table.holder(seat).player) == plan.look


def answers(table: Table, now: datetime, name: str) -> tuple[Seated, int, Sequence[Option]] | None:
    """Whose plan is due by a clock, at which question, and what is answered; none where it fell."""
    holder = table.holder(int(name.removeprefix(PLAN)))
    plan = holder.plan
    if plan is None or plan.word or plan.at is None or plan.at > now:
        return None
    if not _holds(table, plan.seat, plan):
        return None
    given = kernel.ordered(table.game, guard.playing(table).state, plan.seat, plan.answer)
    return (holder, plan.number, given) if given else None


def fallen(table: Table, now: datetime, name: str) -> Change | None:
    """A plan whose time has come, and which does not hold any more; nothing where there is none."""
    holder = table.holder(int(name.removeprefix(PLAN)))
    if holder.plan is None or holder.plan.word or (holder.plan.at or now) > now:
        return None
    after = replace(table, clocks=dict(table.clocks))
    _put(after, holder.player, _dropped(holder.plan, OTHERWISE))
    return Change(table, after, now)


def given(table: Table, player: int, plan: Plan) -> None:
    """Tell somebody that their plan was given, when they come back."""
    word = f"✅ Your plan was given: {plan.said}."
    _put(table, player, Plan("", "", plan.said, "", 0, word=word))


def acted(players: Sequence[Seated], player: int) -> tuple[Seated, ...]:
    """The players after one of them has answered by hand: whatever they had planned is no more."""
    return tuple(replace(one, plan=None) if one.player == player else one for one in players)


def _dropped(plan: Plan, why: str) -> Plan:
    word = f"⚠️ Your plan was dropped: {why}. ({plan.said})"
    return Plan("", "", plan.said, "", 0, word=word)


def _put(after: Table, player: int, plan: Plan | None) -> None:
    """Set somebody's plan at a table that is being changed, and its clock."""
    after.clocks = _without_clocks(after, player)
    after.players = _with(after, player, plan).players
    after.clocks |= planned(after)


def _without_clocks(table: Table, player: int) -> dict[str, Due]:
    mine = [f"{PLAN}{seat}" for seat in guard.begun(table).state.seats_of(player)]
    return {name: due for name, due in table.clocks.items() if name not in mine}


def _with(table: Table, player: int, plan: Plan | None) -> Table:
    players = [replace(one, plan=plan) if one.player == player else one for one in table.players]
    return replace(table, players=tuple(players))
