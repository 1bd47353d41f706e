"""A post is news: one for each turn of a person, edited while it grows, and who is pinged by it."""

import random
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from bot.table import Table
from rules.engine import kernel
from rules.engine.state import Question
from tests.bot.hall import Hall, labels
from tests.bot.test_lobby import pinged

pytestmark = pytest.mark.slow  # whole turns are played

Stop = Callable[[Table], bool]


async def open_table(hall: Hall, command: str, *guests: Any, **options: Any) -> None:
    """Alice opens a table, others sit down, the game begins."""
    await hall.says(hall.alice, f"{command} new", **options)
    for guest in guests:
        await hall.says(guest, "table join")
    await hall.says(hall.alice, "table start")
    await hall.quiet()


def asked(table: Table) -> Question:
    """The question of a person whom the table waits for."""
    assert table.play is not None
    waiting = kernel.waiting(table.play.state)
    opened: list[Question] = table.play.state.open
    people = [q for q in opened if not table.holder(q.seat).computer]
    return next(q for q in people if q.seat in waiting)


async def play_on(hall: Hall, until: Stop, seed: int = 1) -> Table:
    """Whoever is asked answers as the game guesses, until something is true of the table."""
    rng = random.Random(seed)
    while not until(table := await hall.table()):
        question = asked(table)
        assert table.play is not None
        options = list(table.offer(question.seat))
        option = table.game.guess(table.play.state, question.seat, options, rng.random())
        user = table.holder(question.seat).user_id
        await hall.bot.referee.act(table, user, question.seat, question.number, [option])
        await hall.quiet()
    return table


def over(table: Table) -> bool:
    """Whether the game is over."""
    return table.status == "over"


# -- one post per turn


async def test_what_a_computer_does_goes_into_the_post_of_the_turn(hall: Hall) -> None:
    """Against a computer there is one post for each turn of the person, and the last one."""
    await open_table(hall, "beer-brawl", computer="easy", rerolls=0)
    turns = set()

    def ends(table: Table) -> bool:
        assert table.play is not None
        if table.turn == 0:
            turns.add(table.play.state.turn)
        return over(table) or len(turns) == 4

    await play_on(hall, ends)
    lobby, draft, *posts = hall.posts
    assert "Pace" in lobby.content and "draft" in draft.content
    assert len(posts) == len(turns)
    told = [line for post in posts for line in post.content.splitlines() if line[:2] == "> "]
    assert len(told) == len(set(told)), "no line is told twice"
    for post in posts[:-1]:
        assert "(Blue) goes" in post.content, "one's own move is told in the post of one's turn"


async def test_a_whole_training_of_brawl_fits_into_few_posts(hall: Hall) -> None:
    """Cards are turned over and played in place."""
    await open_table(hall, "brawl", computer="easy")
    await play_on(hall, over)
    assert len(hall.posts) <= 30


async def test_a_bros_turn_is_a_post(hall: Hall) -> None:
    """Alone, a post for each turn of a bro, and for none of the questions in it; nobody is pinged."""
    await open_table(hall, "bro-brawl")
    assert pinged(hall) == [hall.alice.id]
    turns: set[tuple[int, int]] = set()

    def ends(table: Table) -> bool:
        turns.update((q.seat, q.number) for q in table.waits if q.kind == "act")
        return over(table) or len(turns) == 6

    await play_on(hall, ends)
    assert 6 <= len(hall.posts[1:]) <= 7
    assert pinged(hall) == [], "whoever just moved is there"


async def test_a_post_without_news_is_not_made(hall: Hall) -> None:
    """One of two picks in secret: the post says for whom it waits, and no other is made."""
    await open_table(hall, "brawl", hall.bob)
    before = hall.post
    assert pinged(hall) == [hall.alice.id, hall.bob.id]
    table = await hall.table()
    picked = table.offer(0)[0]
    await hall.bot.referee.act(1, hall.alice.id, 0, asked(table).number, [picked])
    await hall.quiet()
    assert hall.post.id == before.id
    assert f"<@{hall.alice.id}>" not in hall.post.content.splitlines()[-1]


# -- who is asked within another's turn


async def duel(hall: Hall) -> None:
    """Alice and Bob in the arena, until one attacks the other."""
    await open_table(hall, "brawlhalla", hall.bob)
    await play_on(hall, lambda t: any(q.kind in ("defend", "dodge") for q in t.waits))


async def test_a_defence_by_whoever_is_there_is_told_in_the_same_post(hall: Hall) -> None:
    """Both have just moved: the attack is in the post of the turn, and nobody is pinged for it."""
    await duel(hall)
    table = await hall.table()
    [defence] = table.waits
    assert table.turn != defence.seat
    turn = hall.post
    assert "attacks" in turn.content
    defender = table.holder(defence.seat).user_id
    assert f"Waiting for {table.game.text.seat(table.view(None), defence.seat)}" in turn.content
    assert pinged(hall) != [defender], "the post was made for the turn"


async def test_whoever_has_been_away_is_pinged_for_a_defence(hall: Hall) -> None:
    """The same a while later: a post of its own, and another for whoever comes back to the turn."""
    await duel(hall)
    [defence] = (await hall.table()).waits
    defender, attacker = (hall.alice, hall.bob) if defence.seat == 0 else (hall.bob, hall.alice)
    now = hall.bot.referee.now()
    hall.bot.referee.now = partial(now.__add__, timedelta(hours=2))
    before = len(hall.posts)
    await play_on(
        hall,
        lambda t: (
            t.turn is None or attacker.id in [t.holder(q.seat).user_id for q in t.waits] or over(t)
        ),
    )
    if not over(await hall.table()):
        assert len(hall.posts) == before + 1
        assert pinged(hall) == [attacker.id]
    assert defender.id not in pinged(hall), "whoever just moved is not pinged"


# -- whatever Discord says


async def test_a_post_that_was_sent_but_not_remembered_is_the_same_when_more_happens(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its nonce Discord knows it again, though it is to say more by then."""
    await hall.begin(rerolls=0)
    await hall.beer(hall.alice, "scatter")
    await hall.quiet()
    settle, failures = hall.bot.store.settle, [OSError("no disk")]

    async def fails(*args: Any) -> None:
        if failures:
            await hall.bot.referee.offer_draw(1, hall.bob.id)
            raise failures.pop()
        await settle(*args)

    monkeypatch.setattr(hall.bot.store, "settle", fails)
    await hall.beer(hall.bob, "scatter")
    await hall.env.advance_time(5)
    await hall.quiet()
    path = f"/channels/{hall.pub.id}/messages"
    sent = [r.json for r in hall.env.http_requests if (r.method, r.path) == ("POST", path)]
    once, again = sent[-2:]
    assert "begins" in once["content"] and "draw" not in once["content"]
    assert "begins" in again["content"] and "Orange offers a draw." in again["content"]
    assert once["nonce"] == again["nonce"] != sent[-3]["nonce"]


async def test_an_edit_that_is_rationed_becomes_a_post_without_a_ping(hall: Hall) -> None:
    """It says what no post has said; where there is no news, nothing is sent."""
    await open_table(hall, "beer-brawl", hall.bob, rerolls=0)
    await play_on(hall, lambda t: t.turn is not None)
    before = hall.post
    path = f"/channels/{hall.pub.id}/messages/*"
    hall.env.inject_error("PATCH", path, status=400, code=30046)
    offers = hall.bob if pinged(hall) == [hall.alice.id] else hall.alice
    await hall.says(offers, "table draw")
    await hall.quiet()
    assert hall.post.id != before.id
    assert "offers a draw" in hall.post.content
    assert "begins" not in hall.post.content, "that was told before"
    assert pinged(hall) == []
    assert "Play" in labels(hall.post)


async def test_what_happened_before_a_notice_is_told_too(hall: Hall) -> None:
    """The pace is set right after a turn: both go out, though they waited together."""
    await hall.begin(rerolls=0)
    await hall.beer(hall.alice, "scatter")
    await hall.bot.poster.close()
    await hall.beer(hall.bob, "scatter")
    await hall.says(hall.alice, "table settings", pace=86_400)
    await hall.restart()
    await hall.quiet()
    told = [post.content for post in hall.posts]
    assert any("pace is now" in said for said in told)
    assert "begins" in told[-1] and pinged(hall) == [hall.alice.id]
