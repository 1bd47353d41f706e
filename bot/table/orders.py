"""Answers that somebody gives once and for all: the referee gives them as soon as they are due."""

from dataclasses import replace
from datetime import datetime

from bot.errors import NotAllowed
from bot.table import guard
from bot.table.change import Change
from bot.table.table import Order, Table
from rules.engine import kernel
from rules.engine.errors import Refused
from rules.engine.inputs import Answer
from rules.engine.state import Option


def given(table: Table) -> Answer | None:
    """The next answer that is the referee's to give, because its player has said so."""
    if table.play is None or not any(seated.orders for seated in table.players):
        return None
    s = table.play.state
    for seat in kernel.waiting(s):
        answers, question = _answers(table, seat), s.question(seat)
        if answers and question is not None:
            return Answer(seat, question.number, answers[0], ordered=True)
    return None


def _answers(table: Table, seat: int) -> tuple[Option, ...]:
    """What the orders of a seat's player come to, as long as that can be answered."""
    assert table.play is not None
    known = {order.question: order.answer for order in table.holder(seat).orders}
    standing = table.standing(seat) if known else None
    if standing is None or standing.key not in known:
        return ()
    return kernel.ordered(table.game, table.play.state, seat, known[standing.key])


def ordered(table: Table, seat: int, answer: str, said: str) -> tuple[Table, tuple[Option, ...]]:
    """A table at which a seat's question is answered for good, and what that comes to now."""
    play, standing = guard.playing(table), table.standing(seat)
    now = kernel.ordered(table.game, play.state, seat, answer) if standing else ()
    if standing is None or not now:
        raise Refused("", "That cannot be answered once and for all.")
    holder = table.holder(seat)
    others = [order for order in holder.orders if order.question != standing.key]
    orders = (*others, Order(standing.key, answer, said))
    return _with(table, holder.player, orders), now


def ask_again(table: Table, now: datetime, user_id: int) -> Change:
    """A player wants to be asked everything again."""
    player = guard.seated(table, user_id)
    if not table.players[player].orders:
        raise NotAllowed("You are asked everything already.")
    return Change(table, _with(table, player, ()), now)


def _with(table: Table, player: int, orders: tuple[Order, ...]) -> Table:
    players = [
        replace(one, orders=orders) if one.player == player else one for one in table.players
    ]
    return replace(table, players=tuple(players))
