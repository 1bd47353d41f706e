"""What is answered once and for all: the referee answers, until one wants to be asked again."""

import random
from typing import Any

import pytest

from bot.table import Order, Table
from rules.engine import kernel
from rules.engine.inputs import Answer
from tests.bot.hall import Hall, labels

pytestmark = pytest.mark.slow  # brawls are played through

MOST = 400  # answers in which several brawls are over
KEPT = "keeps to a standing order"

LASTING = 2  # a secret with which she wins more than two brawls


async def shopping(hall: Hall) -> Any:
    """Alice lines up for her first brawl; her panel."""
    await hall.says(hall.alice, "brawl-mart new", here=True)
    await hall.says(hall.alice, "table start")
    return await hall.panel(hall.alice)


async def play_on(hall: Hall, until: str = "", brawls: int = 0) -> tuple[Table, set[str]]:
    """Answer anything until some question, some brawl or the end; the table, and what was asked."""
    table, rng, asked = await hall.table(), random.Random(2), set[str]()
    for _ in range(MOST):
        play = table.play
        assert play is not None
        if table.status != "playing" or (brawls and play.state.brawls >= brawls):
            break
        question = play.state.open[0]
        if question.kind == until:
            break
        asked.add(question.kind)
        options = table.offer(0)
        option = table.game.guess(play.state, 0, options, rng.random())
        at = (question.seat, question.number)
        table = (await hall.bot.referee.act(table, hall.alice.id, *at, [option])).after
    return table, asked


def ordered(log: list[Any]) -> list[Answer]:
    """The answers that the referee gave."""
    return [given for given in log if isinstance(given, Answer) and given.ordered]


async def test_a_line_up_is_ordered_once_and_for_all(
    hall: Hall, same_luck: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pressed once; kept to after a restart, in every brawl; told, logged and replayed."""
    monkeypatch.setattr(
        "bot.referee.lobbies.secrets.token_bytes", lambda size: bytes([LASTING]) * size
    )
    panel = await shopping(hall)
    shown = (await hall.alice.click(panel, label="Always …")).response
    assert "Always: Best first" in labels(shown) and "Back" in labels(shown)
    done = (await hall.alice.click(shown, label="Always: Best first")).response
    assert "From now on without asking you: Best first" in done.content
    [order] = (await hall.table()).players[0].orders
    assert order == Order("line_up", "bestfirst", order.said) and "Best first" in order.said
    assert not ordered(await hall.bot.store.log(await hall.table())), "this once she answered"
    await hall.restart()
    told: list[str] = []
    hall.bot.referee.listeners.append(lambda c: told.extend(x for _, n in c.news for x in n.lines))
    table, asked = await play_on(hall, brawls=3)
    assert table.play is not None and table.play.state.brawls == 3, table.status
    assert "line_up" not in asked
    given = ordered(await hall.bot.store.log(table))
    assert {type(one.option).__name__ for one in given} == {"LineUp"}
    assert any(KEPT in line for line in await hall.bot.referee.history(table.id))
    assert await hall.bot.referee.verify(table.id)
    assert any(KEPT in line for line in told), "everybody reads it in a post"
    await hall.quiet()
    assert not hall.env.errors


async def test_one_can_be_asked_again(hall: Hall, same_luck: None) -> None:
    """By the table's menu, by one's hand, or by command; whoever has ordered nothing is told so."""
    await shopping(hall)
    assert "already" in await hall.says(hall.alice, "table ask-again")
    assert await hall.completes(hall.alice, "table always", "answer") == [
        "Best first",
        "In hand order",
    ]
    assert "is none of: Best first" in await hall.says(hall.alice, "table always", answer="worst")
    said = await hall.says(hall.alice, "table always", answer="best")
    assert "From now on without asking you: Best first" in said
    for command in ("table show", "table hand"):
        shown = (await hall.alice.slash(hall.pub, command)).response
        assert "Without asking you:" in shown.content
        assert "Ask me again" in labels(shown)
    after = (await hall.alice.click(shown, label="Ask me again")).response
    assert "Without asking you:" not in after.content
    assert (await hall.table()).players[0].orders == ()
    table, _ = await play_on(hall, until="line_up")
    assert table.play is not None and table.play.state.open[0].kind == "line_up"
    refused = await hall.says(hall.bob, "table ask-again")
    assert "do not sit" in refused


async def test_time_that_is_up_keeps_to_orders(hall: Hall, same_luck: None) -> None:
    """What the referee would answer for somebody late is what they have ordered."""
    await shopping(hall)
    await hall.says(hall.alice, "table always", answer="best")
    table, _ = await play_on(hall, until="go")
    assert table.play is not None
    number = table.play.state.open[0].number
    change = await hall.bot.referee.timeout(table.id, 0, number)
    assert any(isinstance(one.given, Answer) and one.given.ordered for one in change.logged)
    assert kernel.waiting(change.after.play.state)  # type: ignore[union-attr]
