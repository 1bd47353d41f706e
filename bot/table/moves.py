"""What an input of the game makes of a table: log, snapshot, news, clocks, results; pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from bot.errors import NotAllowed
from bot.table import guard, lobby, orders, pauses, plans, proposals, seats
from bot.table.change import Change, Heard, Logged, Result
from bot.table.clocks import DRAW, ENDS, PLAN, banked, later, paced, running
from bot.table.news import News, told_to_plain
from bot.table.reach import AGAIN, MOST_NUDGES, NUDGED, STILL, Reach
from bot.table.table import Due, Table
from bot.table.waits import nudged, waited_for
from rules.engine import kernel
from rules.engine.codec import encode
from rules.engine.errors import Refused, RulesError
from rules.engine.inputs import Answer, Elapsed, Input, OfferDraw, TakeBack, Timeout, Undo
from rules.engine.play import Play
from rules.engine.state import Option, Told
from rules.engine.text import lines, weighed

MOST_DEFAULTS = 100  # default answers in a row before a seat's time begins anew
MOST_UNASKED = 500  # answers in one change before somebody is asked all the same


def answer(
    table: Table,
    now: datetime,
    user_id: int | None,
    seat: int,
    number: int,
    options: Sequence[Option],
    request: str | None,
) -> Change:
    """A seat answers its question, and the next ones."""
    player = guard.holds(table, user_id, seat)
    if not options:
        raise Refused("", "Nothing was chosen.")
    answered = guard.playing(table).answer_all(seat, number, options)
    change = _change(table, now, answered.play)
    change.after.players = plans.acted(seats.there(table.players, player), player)
    change.logged = [Logged(given, user_id, request) for given in answered.inputs]
    change.heard = [Heard(answered.told, answered.play.shown)]
    change.taken, change.dropped = list(options[: len(answered.inputs)]), answered.dropped
    return _done(change, answered.told if answered.play.passed else None, player)


def order(
    table: Table,
    now: datetime,
    user_id: int,
    at: tuple[int, int],
    wanted: str,
    said: str,
    request: str | None,
) -> Change:
    """A seat answers its question now, and whenever it is put again; `wanted` is the answer's key."""
    guard.still_asked(table, user_id, *at)
    after, options = orders.ordered(table, at[0], wanted, said)
    change = answer(after, now, user_id, *at, options, request)
    change.before = table
    return change


def act(
    table: Table,
    now: datetime,
    user_id: int | None,
    kind: Callable[[int], Input],
    *,
    player: int | None = None,
    at: tuple[int, int] | None = None,
    request: str | None = None,
    times: int = 1,
) -> Change:
    """A player undoes, resigns, or speaks of a draw; a computer is named by its player.

    `at` is the question (seat and number) that the player saw, where a second click is stale. So
    many `times` an answer is taken back, as far as any is left.
    """
    if user_id is not None or player is None or not table.players[player].computer:
        player = guard.seated(table, user_id)
    if at is not None and user_id is not None:
        guard.still_asked(table, user_id, *at)
    given = kind(player)
    return take(table, now, given, user_id=user_id, player=player, request=request, times=times)


def take(
    table: Table,
    now: datetime,
    given: Input,
    *,
    user_id: int | None = None,
    player: int | None = None,
    request: str | None = None,
    times: int = 1,
) -> Change:
    """The referee takes any input but an answer."""
    play = guard.playing(table).copy()
    change = _change(table, now, play)
    told = _do(change, play, given)
    change.logged = [Logged(given, user_id, request)]
    while len(change.logged) < times and player is not None and play.can_undo(player):
        told = _do(change, play, given)
        change.logged.append(Logged(given, user_id, request))
    forced = not isinstance(given, Undo)  # who takes an answer back wants to give another
    done = _done(change, told if play.passed else None, player, forced=forced)
    if not forced and any(due.at <= now for due in done.after.clocks.values()):
        raise Refused("", "The time for that answer is over, so it stays as it is.")
    return done


def take_back(table: Table, now: datetime, user_id: int, whole: Play[Any]) -> Change:
    """Somebody agrees that a move is taken back; when all have, it is. `whole` is the game as its
    whole log tells it.
    """
    wanted = table.proposal
    if wanted is None or wanted.what != "back" or wanted.to != table.logged:
        raise NotAllowed(proposals.NOTHING)
    agreed = proposals.agree(table, now, user_id)
    if agreed.after.proposal is not None:
        return agreed
    play = whole.copy()
    player = wanted.agreed[0]
    told = play.do(TakeBack(player))
    play.armed.clear()
    change = Change(table, replace(agreed.after, play=play), now)
    if (bank := table.bank) is not None:  # what the move has earned is taken back with it
        for seat in play.state.seats_of(player):
            left = banked(table, seat) - bank.more
            change.after.banks = {
                **change.after.banks,
                seat: max(left, timedelta()).total_seconds(),
            }
    change.logged = [Logged(TakeBack(player), user_id)]
    return _done(change, told, None, forced=False)


def begin(table: Table, now: datetime, seed: bytes) -> Change:
    """The game begins."""
    play, told = Play.start(table.game, table.variant, len(table.players), seed)
    change = _change(table, now, play)
    change.after.status, change.after.started_at = "playing", now
    change.after.rules_version = table.game.rules_version
    change.after.drawn_for, change.after.invited = tuple(table.ids), ()
    return _done(change, told, None, kind="begun")


def time_up(table: Table, now: datetime, seat: int, number: int) -> Change:
    """A seat's time is up: default answers until the table's pace is for it no more.

    Whoever has missed too many turns loses the seat to a computer; the last of them, the table.
    """
    if seats.gone(table, seat):
        return lobby.closed(table, now, "Nobody has played here for too long.", None)
    play = guard.playing(table).copy()
    change = _change(table, now, play)
    told: list[Told] = []
    said: list[str] = []
    while True:
        given: Input = orders.given(change.after) or Timeout(seat, number)
        released = _do(change, play, given)
        change.logged.append(Logged(given))
        told += released
        said += lines(table.game, change.after.view(None), released, None)
        question = play.state.question(seat)
        on = question is not None and seat in paced(table, play.state)
        next_turn = on and question.kind in table.game.opening
        if not on or next_turn or len(change.logged) >= MOST_DEFAULTS:
            seats.missed(change, seat)
            return _done(change, told, None, said=said, anew={seat})
        number = question.number


# -- what becomes of it


def _change(table: Table, now: datetime, play: Play[Any]) -> Change:
    return Change(table, replace(table, play=play), now)


def _do(change: Change, play: Play[Any], given: Input) -> list[Told]:
    """Take an input, and note what was told by it."""
    released = play.do(given)
    change.heard.append(Heard(released, play.shown))
    return released


def _done(
    change: Change,
    told: Sequence[Told] | None,
    player: int | None,
    *,
    kind: str = "told",
    said: list[str] | None = None,
    anew: set[int] | None = None,
    forced: bool = True,
) -> Change:
    """A change with the answers that nobody needs to give, and with all that follows."""
    heard = change.told = _heard(change, told, player) if player is not None else []
    play = guard.begun(change.after)
    known = len(play.told)  # of what no barrier has released: that much whoever acted has heard
    while forced and (given := _unasked(change, play)):
        if said is None and told is not None:
            said = lines(play.game, change.after.view(None), list(told), None)
        released = _do(change, play, given)
        change.logged.append(Logged(given))
        if play.passed:
            told = [*(told or []), *released]
            said = (said or []) + lines(play.game, change.after.view(None), released, None)
        if player is not None and (play.passed or play.can_undo(player)):
            news = released[known:] if play.passed else play.told[known:]
            heard += weighed(play.game, change.after.view_of(player), news, player)
            known = len(play.told)
    if told is not None and change.after.deserted:
        said = lines(play.game, change.after.view(None), list(told), None) if said is None else said
        change.rest = _play_out(change, play, told, said, player)
        return change
    return _settled(change, told, player, kind=kind, said=said, anew=anew)


def _unasked(change: Change, play: Play[Any]) -> Answer | None:
    """The next answer that nobody needs to give: there is nothing to choose, or it was chosen."""
    if play.state.outcome is not None or len(change.logged) >= MOST_UNASKED:
        return None
    return kernel.forced(play.game, play.state) or orders.given(change.after)


def _play_out(
    change: Change, play: Play[Any], told: Sequence[Told], said: list[str], player: int | None
) -> Iterator[None]:
    """No person is left: computers decide the rest, by quick answers; each is a step."""
    game = play.game
    luck = Random(encode(game, play.state))  # any will do: what is chosen is logged
    while play.state.outcome is None and (seats := kernel.waiting(play.state)):
        question = play.state.question(seats[0])
        assert question is not None
        options = kernel.offer(game, play.state, seats[0])
        option = game.guess(play.state, seats[0], options, luck.random())
        given = Answer(seats[0], question.number, option)
        released = play.do(given)
        change.logged.append(Logged(given))
        said += lines(game, change.after.view(None), released, None)
        yield
    _settled(change, told, player, kind="told", said=said, anew=None)


def _settled(
    change: Change,
    told: Sequence[Told] | None,
    player: int | None,
    *,
    kind: str,
    said: list[str] | None,
    anew: set[int] | None,
) -> Change:
    """A change with all that follows: the end of the game, the clocks, what is told to whom.

    `told` is what a barrier has released, and nothing where none was passed; `said` is that in
    words for everybody, where it was worded on the way.
    """
    before, after = change.before, change.after
    if after.proposal is not None and after.proposal.what == "back":
        after.proposal = None  # it spoke of what was the last move then
    if after.outcome is not None:
        after.status, after.ended_at, kind = "over", change.at, "over"
        change.results = _results(after)
    passed = told is not None
    moved = {seat for one in change.logged if (seat := _moved(one)) is not None}
    after.clocks = running(before, after, change.at, anew or set(), passed=passed, moved=moved)
    plans.review(change)
    if told is not None:
        change.passed = passed
        if said is None:
            said = lines(after.game, after.view(None), list(told), None)
        change.news = [(kind, _news(change, told, said, player)), *change.news]
        change.news += _comes_next(change)
    return change


def _comes_next(change: Change) -> list[tuple[str, News]]:
    """Whoever's turn comes next after a new one, and who wants to know that; among three or more."""
    before, after = change.before, change.after
    if after.status != "playing" or after.turn is None or after.turn == before.turn:
        return []
    seats = guard.begun(after).state.seats
    gone = guard.begun(after).state.resigned
    now = after.holder(after.turn)
    order = [(after.turn + n) % len(seats) for n in range(1, len(seats))]
    others = [seat for seat in order if seats[seat] not in (now.player, *gone)]
    if len({seats[seat] for seat in others}) < 2:
        return []
    one = after.holder(others[0])
    if not (one.reminded and one.reach.next_up) or one.reach.asleep(change.at) is not None:
        return []
    return [("next", News(seat=others[0], turn=after.turn, logged=after.logged))]


def _moved(one: Logged) -> int | None:
    """The seat whose person has moved, or whose time was up: both earn time for the next move."""
    if isinstance(one.given, Answer) and one.user_id is not None:
        return one.given.seat
    return one.given.seat if isinstance(one.given, Timeout) else None


def _news(change: Change, told: Sequence[Told], said: list[str], player: int | None) -> News:
    after = change.after
    return News(
        lines=said,
        told=told_to_plain(told),
        waits=[(question.seat, question.number, question.kind) for question in after.waits],
        turn=after.turn,
        over=after.status == "over",
        logged=change.before.logged + len(change.logged),
        by=player,
    )


def _heard(change: Change, told: Sequence[Told] | None, player: int) -> list[str]:
    """What whoever acted is told of it, secrets included."""
    was, play = guard.begun(change.before), guard.begun(change.after)
    heard = list(play.told if told is None else told)
    if told is None or not play.since:  # else an unfinished turn was not told with it
        heard = heard[len(was.told) :]
    return weighed(play.game, change.after.view_of(player), heard, player)


def _results(after: Table) -> list[Result]:
    outcome = after.outcome
    assert outcome is not None
    return [
        Result(
            player=one.player,
            user_id=one.user_id,
            level=one.level,
            won=one.player in outcome.winners,
            drawn=not outcome.winners and outcome.reason not in after.game.lost_by,
            score=outcome.scores[one.player] if one.player < len(outcome.scores) else None,
            reason=outcome.reason,
        )
        for one in after.players
    ]


# -- time


def ring(table: Table, now: datetime, name: str) -> Change | None:
    """A clock is due: its warning, or what its end brings; nothing where it runs no more."""
    due = table.clocks.get(name)
    if name == pauses.CLOSES:
        return pauses.close(table, now)
    if name == pauses.ENDS:
        return pauses.end(table, now)
    if name == DRAW:
        return _absent(table, now)
    if name == ENDS:
        return proposals.lapse(table, now)
    if name == lobby.CLOSES:
        return lobby.expire(table, now)
    if due is None or table.status != "playing" or table.play is None:
        return None
    if due.at > now:
        return _warn(table, now, due) if due.warn_at and due.warn_at <= now else None
    if name.startswith(PLAN):
        return _planned(table, now, name)
    if due.clock is not None:
        return take(table, now, Elapsed(due.clock))
    assert due.seat is not None
    question = table.play.state.question(due.seat)
    if question is None:
        raise RulesError(f"The clock {name} runs for a seat that is not asked.")
    return time_up(table, now, due.seat, question.number)


def _planned(table: Table, now: datetime, name: str) -> Change | None:
    """A planned answer is given as if by hand; or dropped, where it does not hold any more."""
    found = plans.answers(table, now, name)
    if found is None:
        return plans.fallen(table, now, name)
    holder, number, options = found
    plan = holder.plan
    assert plan is not None
    change = answer(table, now, holder.user_id, plan.seat, number, options, None)
    plans.given(change.after, holder.player, plan)
    return change


def _absent(table: Table, now: datetime) -> Change | None:
    """Those who have been silent about a draw for long do not keep the others from it.

    Whoever is away as they said is waited for.
    """
    due = table.clocks.get(DRAW)
    if due is None or due.at > now or not table.draw_asked or table.status != "playing":
        return None
    back = [until for one in table.draw_asked if (until := table.away(one, now)) is not None]
    if back:
        after = replace(table, clocks={**table.clocks, DRAW: later(due, max(back) - now)})
        return Change(table, after, now)
    change = take(table, now, OfferDraw(table.draw_asked[0].player))
    while change.after.draw_asked and change.after.outcome is None:
        more = take(change.after, now, OfferDraw(change.after.draw_asked[0].player))
        more.before, more.logged = table, [*change.logged, *more.logged]
        more.news = [*change.news, *more.news]
        change = more
    return change


def _warn(table: Table, now: datetime, due: Due) -> Change:
    """Remind whoever a clock is for; not where they want none, nor before their night is over."""
    holder = table.holder(due.seat) if due.seat is not None else None
    reach = holder.reach if holder is not None else Reach()
    night = reach.asleep(now)
    later = reach.awake(night, due.at, now) if night is not None else reach.again(now, due.at)
    if later is not None and later >= due.at:
        later = None
    after = replace(table, clocks={**table.clocks, due.name: replace(due, warn_at=later)})
    change = Change(table, after, now)
    if night is None and (holder is None or holder.reminded):
        waits = [(q.seat, q.number, q.kind) for q in table.waits if q.seat == due.seat]
        news = News(clock=due.clock, seat=due.seat, at=due.at, logged=table.logged, waits=waits)
        change.news = [("warning", news)]
    return change


# -- where no time runs out


def wait_on(table: Table, now: datetime, user_id: int, whom: int, *, moderator: bool) -> Change:
    """The host waits on for somebody who does not move, and is asked again later."""
    guard.playing(table)
    if not moderator:
        lobby.hosts(table, user_id, "say that the table waits on")
    if whom not in nudged(table):
        raise NotAllowed("The table does not wait for them any more.")
    return Change(table, replace(table), now, nudged={whom: (now + AGAIN, MOST_NUDGES)})


def nudge(
    table: Table, now: datetime, user_id: int, nudges: int, moved: Mapping[int, datetime]
) -> Change | None:
    """Remind somebody for whom no clock runs, and who was reminded so often; at last the host is
    asked what to do, and where nobody moves in spite of that, the table closes.

    `moved` is when people last moved. Nothing where the table does not wait for them any more, or
    another process has reminded them meanwhile.
    """
    player = table.player_of(user_id)
    if player is None or user_id not in waited_for(table):
        return None
    if table.waiting[player].nudges != nudges:
        return None
    one = table.players[player]
    change = Change(table, replace(table), now)
    if user_id not in nudged(table):
        change.nudged = {user_id: (None, nudges)}
        return change
    rests = table.away(one, now) or one.reach.asleep(now)
    if rests is not None:
        change.nudged = {user_id: (rests, nudges)}
        return change
    lately = moved.get(user_id, now - STILL)
    if now < lately + NUDGED + nudges * AGAIN:  # a step in the middle of their turn
        nudges = 0
    if now < lately + NUDGED:
        change.nudged = {user_id: (lately + NUDGED, nudges)}
        return change
    if nudges > MOST_NUDGES:
        return _still(change, user_id, max(moved.values(), default=now - STILL))
    asks = nudges == MOST_NUDGES
    closes = now + STILL - NUDGED - MOST_NUDGES * AGAIN
    change.nudged = {user_id: (closes if asks else now + AGAIN, nudges + 1)}
    seats = table.seats_of(user_id)
    waits = [(q.seat, q.number, q.kind) for q in table.waits if q.seat in seats]
    at = closes if asks else None
    news = News(seat=seats[0], at=at, logged=table.logged, waits=waits)
    if asks or (one.reminded and len(table.people) > 1):
        change.news = [("stuck" if asks else "nudge", news)]
    return change


def _still(change: Change, user_id: int, moved: datetime) -> Change:
    """A table closes at which nobody has moved for long; who has moved meanwhile is waited for."""
    if change.at < moved + STILL:
        change.nudged = {user_id: (moved + STILL, MOST_NUDGES + 1)}
        return change
    said = f"Nobody has moved here for {STILL.days} days."
    return lobby.closed(change.before, change.at, said, None)
