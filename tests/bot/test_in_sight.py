"""People who play with each other right now: their panels ask them, and a post waits for a minute."""

import random
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from bot.interactions import live_panels
from bot.posting.due import GONE
from bot.posting.ledger import Ledger
from bot.posting.sending import OLD
from bot.referee import utc_now
from bot.table import Table, moves, told_from_plain, told_privately
from bot.ui.words import LINES, named
from tests.bot.hall import Hall, chosen_from
from tests.bot.test_live_panels import PLACE, panels_of
from tests.bot.test_lobby import pinged
from tests.bot.test_news import asked, play_on, told

pytestmark = pytest.mark.slow  # turns are played and time passes
LATER = GONE + timedelta(seconds=1)


async def drafted(hall: Hall) -> tuple[Any, Any]:
    """Alice and Bob place their armies in their panels, Alice first; the panels."""
    await hall.begin(rerolls=0)
    mine, theirs = await hall.panel(hall.alice), await hall.panel(hall.bob)
    await hall.alice.click(mine, label=PLACE)
    await hall.quiet()
    return mine, theirs


async def blue_begins(hall: Hall) -> tuple[Any, Any]:
    """The draft is over: it is the turn of Alice, who looks at her panel."""
    mine, theirs = await drafted(hall)
    await hall.bob.click(theirs, label=PLACE)
    await hall.quiet()
    return mine, theirs


async def passes(hall: Hall, time: timedelta) -> None:
    """Time passes, and the poster looks up."""
    now = hall.bot.referee.now()
    hall.bot.referee.now = partial(now.__add__, time)
    hall.bot.poster.look_at(1)
    await hall.quiet()


def panel(hall: Hall, member: Any) -> Any:
    """The one panel that somebody has."""
    [at] = panels_of(hall, member)
    return next(one for one in hall.private(member) if one.id == at)


def sent(hall: Hall, since: int) -> list[tuple[str, str]]:
    """Calls to Discord since there were so many, by what they do and where."""
    return [
        (request.method, request.path.strip("/").split("/")[0])
        for request in hall.env.http_requests[since:]
    ]


async def test_whoever_looks_at_their_panel_is_asked_there_and_nowhere_else(hall: Hall) -> None:
    """A turn passes in three calls: the answer, the post as it is now, the other's panel."""
    mine, theirs = await drafted(hall)
    before, posts = len(hall.env.http_requests), [post.id for post in hall.posts]
    await hall.bob.click(theirs, label=PLACE)
    await hall.quiet()
    calls = [("POST", "interactions"), ("PATCH", "channels"), ("PATCH", "webhooks")]
    assert sorted(sent(hall, before)) == sorted(calls)
    assert [post.id for post in hall.posts] == posts
    assert f"Waiting for <@{hall.alice.id}> (Blue)" in hall.post.content
    assert panels_of(hall, hall.alice) == [mine.id]
    assert "Your turn" in panel(hall, hall.alice).content


async def test_whoever_does_not_answer_is_pinged_after_a_minute_and_once(hall: Hall) -> None:
    """The post of their turn comes then, with what led to it; the one before keeps the rest."""
    await blue_begins(hall)
    draft = hall.post
    await passes(hall, GONE - timedelta(seconds=1))
    assert hall.post.id == draft.id
    await passes(hall, timedelta(seconds=2))
    assert hall.post.id != draft.id and pinged(hall) == [hall.alice.id]
    before = next(post for post in hall.posts if post.id == draft.id)
    assert "👥" in before.content and not before.components and "begins" not in before.content
    assert "begins" in hall.post.content and "👥" not in hall.post.content
    assert panel(hall, hall.alice).id > hall.post.id, "their panel is in sight again"
    assert "Your turn" in hall.dms(hall.alice)[0].content, "and whoever reads messages has it there"
    posts = len(hall.posts)
    await passes(hall, LATER)
    assert len(hall.posts) == posts


async def told_alone(hall: Hall) -> tuple[Any, str]:
    """Both play until one of them was told something that the other was not; who, and what."""
    table = await hall.table()
    seed, answers = next(found for seed in range(100) if (found := tells(table, seed)))
    await play_on(hall, lambda _, left=iter(range(answers)): next(left, None) is None, seed)  # type: ignore[misc]
    ledger = await Ledger.open(hall.bot.store, 1)
    [told] = [
        (member, said)
        for member in (hall.alice, hall.bob)
        if (said := ledger.message(member.id).said)
    ]
    return told


def tells(table: Table, seed: int) -> tuple[int, int] | None:
    """The seed by which both play, and after how many answers somebody hears what only they hear of
    another's doing; nothing where the game is over before.
    """
    rng, answers = random.Random(seed), 0
    while table.status == "playing" and table.play is not None:
        question, answers = asked(table), answers + 1
        options = list(table.offer(question.seat))
        option = table.game.guess(table.play.state, question.seat, options, rng.random())
        holder = table.holder(question.seat)
        at = (question.seat, question.number)
        change = moves.answer(table, utc_now(), holder.user_id, *at, [option], None)
        table, [other] = change.after, [one for one in table.people if one != holder]
        for _, news in change.news if table.status == "playing" else ():
            if told_privately(table, told_from_plain(table.game, news.told), other.player):
                return seed, answers
    return None


async def test_private_news_is_read_in_the_panel_and_written_to_who_has_gone(hall: Hall) -> None:
    """The other has nothing of it; the direct message has it where nobody answers for a minute."""
    await blue_begins(hall)
    member, said = await told_alone(hall)
    other = hall.bob if member is hall.alice else hall.alice
    await play_on(hall, lambda table: bool(table.questions(member.id)))
    assert f"🤫 {said}" in panel(hall, member).content
    assert said not in panel(hall, other).content and said not in hall.post.content
    assert said not in hall.dms(member)[0].content
    await passes(hall, LATER)
    assert said in hall.dms(member)[0].content
    assert all(said not in message.content for message in hall.dms(other))


async def test_whoever_answers_in_time_is_not_pinged(hall: Hall) -> None:
    """Nor is anybody who was to be asked, and is not any more."""
    await blue_begins(hall)
    posts = [post.id for post in hall.posts]
    await passes(hall, timedelta(seconds=30))
    await play_on(hall, lambda table: table.turn == 1)
    await passes(hall, timedelta(seconds=45))
    assert [post.id for post in hall.posts] == posts, "hers is over, and Bob has time left"
    assert "Your turn" in panel(hall, hall.bob).content
    await passes(hall, timedelta(seconds=30))
    assert hall.post.id not in posts and pinged(hall) == [hall.bob.id]


async def test_the_minute_outlives_a_restart(hall: Hall) -> None:
    """A bot that was down pings all the same, once; nothing of the turn is lost."""
    await blue_begins(hall)
    draft = hall.post
    await hall.restart()
    await hall.quiet()
    assert hall.post.id == draft.id
    await passes(hall, LATER)
    assert hall.post.id != draft.id and pinged(hall) == [hall.alice.id]
    assert "begins" in hall.post.content
    posts = len(hall.posts)
    await hall.restart()
    await passes(hall, 2 * LATER)
    assert len(hall.posts) == posts


async def test_a_ping_that_was_sent_but_not_remembered_is_sent_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What could not be noted is noted later, and not said again."""
    await blue_begins(hall)
    settle, failures = hall.bot.store.settle, [OSError("no disk")]

    async def fails(*args: Any) -> None:
        if failures and args[1].posts:
            raise failures.pop()
        await settle(*args)

    monkeypatch.setattr(hall.bot.store, "settle", fails)
    hall.bot.poster.back_off = (0,)
    await passes(hall, LATER)
    assert not failures
    path = f"/channels/{hall.pub.id}/messages"
    sent = [r.json for r in hall.env.http_requests if (r.method, r.path) == ("POST", path)]
    nonces = [one["nonce"] for one in sent]
    assert len(set(nonces)) == len(nonces)
    assert not (await hall.bot.store.pending(1)).outbox


async def test_where_others_talk_the_post_comes_at_once(hall: Hall) -> None:
    """Post and panel are on their way out of sight."""
    _, theirs = await drafted(hall)
    draft = hall.post
    await hall.carol.send(hall.pub, "Who is winning?")
    await hall.bob.click(theirs, label=PLACE)
    await hall.quiet()
    assert hall.post.id != draft.id and pinged(hall) == [hall.alice.id]
    assert panel(hall, hall.alice).id > hall.post.id


async def test_below_a_notice_the_post_comes_at_once(hall: Hall) -> None:
    """The same goes for what the bot itself has said since."""
    await drafted(hall)
    await hall.says(hall.alice, "table settings", pace=86_400)
    notice = hall.post
    assert "time is now" in notice.content
    await hall.bob.click(panel(hall, hall.bob), label=PLACE)
    await hall.quiet()
    assert hall.post.id != notice.id and pinged(hall) == [hall.alice.id]


@pytest.mark.parametrize("why", ["dismissed", "too old", "acted long ago"])
async def test_whoever_has_no_panel_in_sight_is_pinged_at_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    """As ever: a post for their turn."""
    _, theirs = await drafted(hall)
    draft = hall.post
    if why == "dismissed":  # which is found out when it is to be edited
        hall.bot.live_panels._live[1].pop(hall.alice.id)
    elif why == "too old":
        monkeypatch.setattr(live_panels, "LIFE", timedelta(seconds=-1))
    else:
        await passes(hall, timedelta(minutes=6))
    await hall.bob.click(theirs, label=PLACE)
    await hall.quiet()
    assert hall.post.id != draft.id and pinged(hall) == [hall.alice.id]


async def test_a_post_that_grows_old_is_followed_by_another(hall: Hall) -> None:
    """Discord rations edits of old messages: those who look at their panels are not pinged for it."""
    await drafted(hall)
    draft = hall.post
    now = hall.bot.referee.now()
    hall.bot.referee.now = partial(now.__add__, OLD + LATER)
    await hall.bot.referee.offer_draw(1, hall.bob.id)
    await hall.quiet()
    assert hall.post.id != draft.id and "offers a draw" in hall.post.content
    assert chosen_from(hall.post)


async def test_a_long_talk_of_a_post_keeps_its_latest_lines_and_counts_the_others(
    hall: Hall,
) -> None:
    """Between people nothing that was told vanishes without a word."""
    await blue_begins(hall)
    first = hall.post.id
    await play_on(hall, lambda table: len(told(hall.post)) > LINES)
    assert hall.post.id == first
    left_out, *latest = told(hall.post)
    table = await hall.bot.referee.look(1)
    history = [f"> {named(table, line)}" for line in await hall.bot.referee.history(1)]
    assert latest == history[-LINES:]
    assert left_out == f"> … {len(history) - LINES} more before that: `/table log`"


def silent_step(table: Table, user_id: int) -> tuple[int, int, Any]:
    """A step that somebody can take and that tells nobody anything: seat, number and option."""
    [question] = table.questions(user_id)
    at = (question.seat, question.number)
    for option in table.offer(question.seat):
        change = moves.answer(table, utc_now(), user_id, *at, [option], None)
        if not change.passed and change.after.questions(user_id):
            return *at, option
    raise AssertionError("every answer is told")


async def test_a_step_that_tells_nothing_is_an_answer_too(hall: Hall) -> None:
    """Whoever is in the middle of their turn is not pinged for it, then or later."""
    await blue_begins(hall)
    posts = [post.id for post in hall.posts]
    step = silent_step(await hall.table(), hall.alice.id)
    await hall.bot.referee.act(1, hall.alice.id, *step[:2], [step[2]])
    await passes(hall, LATER)
    assert [post.id for post in hall.posts] == posts
    await passes(hall, 2 * LATER)
    assert [post.id for post in hall.posts] == posts
