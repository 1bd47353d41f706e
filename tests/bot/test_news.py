"""A post is news: one for each turn of a person, edited while it grows, and who is pinged by it."""

import asyncio
import random
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import pairwise
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
    """Alice opens a table, others sit down, the game begins; they do not look at panels."""
    if guests:
        hall.away()
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


def told(post: Any) -> list[str]:
    """The lines of a post that tell what happened."""
    return [line for line in post.content.splitlines() if line.startswith("> ")]


async def test_against_a_computer_one_post_is_brought_up_to_date(hall: Hall) -> None:
    """Whoever plays looks at their panel: nothing new is put below it, turn after turn, and the
    post tells of the last round alone.
    """
    await open_table(hall, "beer-brawl", computer="easy", rerolls=0)
    turns: dict[int, list[str]] = {}

    def ends(table: Table) -> bool:
        assert table.play is not None
        if table.turn == 0:
            turns.setdefault(table.play.state.turn, told(hall.post))
        return over(table) or len(turns) == 4

    table = await play_on(hall, ends)
    if over(table):  # computers think by the clock: the end may come early, and has its own post
        return
    post = hall.posts[-1]
    assert len(hall.posts) <= 3, "a ping may come where the machine is slow"
    assert "> (Blue)" in post.content and "👥" not in post.content
    for before, after in pairwise(list(turns.values())[1:]):
        assert any("(Blue) goes" in line for line in after), "one's own move"
        assert any("(Orange)" in line for line in after), "and what the computer did then"
        assert not set(before) & set(after), "what led to the turn before is known"


async def test_a_post_that_another_follows_tells_what_happened_and_no_more(hall: Hall) -> None:
    """Between people each turn has its post: the one before it waits for nobody any more."""
    await open_table(hall, "beer-brawl", hall.bob, rerolls=0)
    await play_on(hall, lambda t: t.turn is not None and len(hall.posts) > 4)
    *before, latest = hall.posts[1:]
    for post in before:
        assert "Waiting for" not in post.content and not post.components and not post.attachments
        assert told(post)
    assert "👥" in before[0].content, "who plays whom is told in the first one"
    assert "Waiting for" in latest.content


async def test_a_whole_training_of_brawl_fits_into_few_posts(hall: Hall) -> None:
    """Cards are turned over and played in place."""
    await open_table(hall, "brawl", computer="easy")
    await play_on(hall, over)
    assert len(hall.posts) <= 30


async def test_alone_one_post_is_the_place_to_look_at(hall: Hall) -> None:
    """Its choices stand under it: it stays where it is from turn to turn, and pings nobody."""
    await open_table(hall, "bro-brawl")
    assert pinged(hall) == [hall.alice.id]
    turns: set[tuple[int, int]] = set()

    def ends(table: Table) -> bool:
        turns.update((q.seat, q.number) for q in table.waits if q.kind == "act")
        return over(table) or len(turns) == 6

    first = hall.post
    await play_on(hall, ends)
    assert len(turns) == 6 and hall.post.id == first.id


async def test_whoever_comes_back_after_a_while_finds_a_post_at_the_end(hall: Hall) -> None:
    """Others may have talked meanwhile: nobody has to look for their game above."""
    await open_table(hall, "brawl", computer="easy")
    first = hall.post
    now = hall.bot.referee.now
    hall.bot.referee.now = lambda: now() + timedelta(hours=2 * len(hall.posts))
    await play_on(hall, lambda t: hall.post.id != first.id)
    assert pinged(hall) == [], "whoever just moved is not pinged"


async def test_whoever_ends_a_game_is_not_pinged_for_it(hall: Hall) -> None:
    """The other is."""
    await open_table(hall, "beer-brawl", hall.bob, rerolls=0)
    await hall.resigns(hall.alice)
    await hall.quiet()
    assert pinged(hall) == [hall.bob.id]


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
    assert f"> ({table.game.text.seat(table.view(None), defence.seat)})" in turn.content
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


async def test_a_post_that_was_sent_but_not_remembered_is_not_sent_again_when_more_happens(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What could not be noted is noted later, and the same post says what happened meanwhile."""
    hall.away()
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
    assert not failures
    (post,) = [one for one in hall.posts if "begins" in one.content]
    assert hall.post.id == post.id and "(Orange) offers a draw." in post.content


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
    hall.away()
    await hall.begin(rerolls=0)
    await hall.beer(hall.alice, "scatter")
    await hall.bot.poster.close()
    await hall.beer(hall.bob, "scatter")
    await hall.says(hall.alice, "table settings", pace=86_400)
    await hall.restart()
    await hall.quiet()
    told = [post.content for post in hall.posts]
    assert any("time is now" in said for said in told)
    assert "begins" in told[-1] and pinged(hall) == [hall.alice.id]


async def test_a_new_post_waits_for_no_edit(hall: Hall) -> None:
    """An edit has to wait for a minute; a turn begins meanwhile, and its post tells that, too."""
    await open_table(hall, "beer-brawl", hall.bob, rerolls=0)
    await play_on(hall, lambda t: t.turn is not None)
    referee, poster = hall.bot.referee, hall.bot.poster
    poster.public_posts.pause = 60
    table = await hall.table()
    mover = asked(table).seat
    await referee.offer_draw(1, table.holder(1 - mover).user_id)
    await asyncio.sleep(0.05)
    before = hall.post
    assert "draw" not in before.content, "that waits"
    while (table := await hall.table()).turn == mover:
        question = asked(table)
        option = table.offer(question.seat)[-1]
        user = table.holder(question.seat).user_id
        await referee.act(table, user, question.seat, question.number, [option])
    async with asyncio.timeout(10):
        await poster.idle()
    assert hall.post.id != before.id
    assert [line for line in told(hall.post) if "draw" in line]
