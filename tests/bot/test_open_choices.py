"""Who plays alone, or all together, chooses under the post itself; and nothing secret is read there."""

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.table import Table
from bot.ui import posts
from bot.ui.open_choices import asked_openly, open_panel
from rules import registry
from rules.brawl_mart.state import Store
from rules.engine import kernel
from rules.engine.inputs import Answer
from rules.engine.play import Play
from rules.engine.state import Question
from tests.bot.hall import Hall, Here, buttons, chosen_from, labels, selects
from tests.bot.test_lobby import pinged
from tests.bot.test_news import open_table
from tests.bot.test_panels import sitting_of

pytestmark = pytest.mark.slow  # whole turns are played
MOST = 12  # answers until the computer has acted


async def test_an_answer_under_the_post_brings_it_up_to_date(hall: Hall) -> None:
    """No panel is opened; the very post tells what was done, or a new one begins the next turn."""
    await open_table(hall, "bro-brawl")
    post = hall.post
    assert {"Play", "Rules", "Table"} < set(labels(post))
    marks = [mark for _, mark in buttons(post) if mark.startswith("t:1:")]
    answer = next(mark for mark in marks if ":=" in mark)
    before = (await hall.table()).logged
    pressed = await hall.alice.click(post, custom_id=answer)
    await hall.quiet()
    assert not pressed.followups
    assert (await hall.table()).logged > before
    assert hall.post.content != post.content
    assert any(mark.startswith("t:1:") for _, mark in buttons(hall.post))
    assert "Bro Brawl" in (await hall.panel(hall.alice)).content, "Play still works"


async def test_narrowing_says_what_is_chosen_below_the_question(hall: Hall) -> None:
    """As a panel does: the way there, and what each verb does; and leads back."""
    await open_table(hall, "bro-brawl")
    post = hall.post
    said, offered, logged = post.content, labels(post), (await hall.table()).logged
    await hall.alice.click(post, label="More …")
    assert hall.post.id == post.id
    asked = said[: said.index("?**") + len("?**")]
    more = hall.post.content.removeprefix(asked)
    assert more.startswith("\n**More ›**\n-# **Sacrifice** · You lose life: "), more
    assert "Back" in labels(hall.post) and labels(hall.post) != offered
    await hall.alice.click(hall.post, label="Delay …")
    delay = "\n**Delay ›**\n-# A monster goes under the Battle deck; its wounds heal."
    board = said[said.index("\nWave 1, round 1.") :]
    assert hall.post.content == asked + delay + board
    await hall.alice.click(hall.post, label="Back")
    assert hall.post.content == asked + more
    await hall.alice.click(hall.post, label="Back")
    assert (hall.post.content, labels(hall.post)) == (said, offered)
    assert (await hall.table()).logged == logged


async def test_who_is_not_asked_is_told_in_private(hall: Hall) -> None:
    """Whether they play with or watch, press an answer or a step: the post stays as it is."""
    await open_table(hall, "bro-brawl", hall.bob)
    table = await hall.table()
    question = asked_openly(table)
    assert question is not None
    other = hall.bob if table.holder(question.seat).user_id == hall.alice.id else hall.alice
    post = hall.post
    for member, said in ((other, "to answer"), (hall.carol, "do not sit")):
        for _, mark in buttons(post):
            if mark.startswith("t:1:"):
                told = (await member.click(post, custom_id=mark)).response
                assert told.ephemeral and said in told.content, mark
    await hall.quiet()
    assert (hall.post.id, hall.post.content, labels(hall.post)) == (
        *(post.id, post.content),
        labels(post),
    )
    assert (await hall.table()).logged == table.logged


async def test_an_old_button_under_a_post_says_how_things_stand(hall: Hall) -> None:
    """In private, with the panel as it is now."""
    await open_table(hall, "bro-brawl")
    post, table = hall.post, await hall.table()
    await hall.bot.poster.close()  # so that the post is behind
    question = asked_openly(table)
    assert question is not None
    first = table.offer(question.seat)[0]
    await hall.bot.referee.act(1, hall.alice.id, question.seat, question.number, [first])
    answer = next(mark for _, mark in buttons(post) if ":=" in mark)
    told = (await hall.alice.click(post, custom_id=answer)).response
    assert told.ephemeral and "This is how things stand now." in told.content
    assert hall.post.content == post.content


async def test_where_others_play_against_one_nothing_is_chosen_in_public(hall: Hall) -> None:
    """A post's buttons open something private there."""
    await open_table(hall, "brawl", hall.bob)
    assert labels(hall.post) == ["Play", "My hand", "Rules", "Table"]
    assert pinged(hall) == [hall.alice.id, hall.bob.id]


def test_where_several_read_the_post_it_calls_nobody_you() -> None:
    """Its picture is drawn as whoever watches sees it, with what can be chosen; alone it is yours."""
    together, alone = sitting_of("bro_brawl", 1), sitting_of("bro_brawl", 0)
    shown, mine = open_panel(together), open_panel(alone)
    assert shown is not None and mine is not None
    assert shown.view == together.view(None) and shown.aims
    assert mine.view == alone.view(1)


def test_a_post_explains_its_verbs_to_newcomers() -> None:
    """As a panel does; the question itself is bold."""
    table = sitting_of("bro_brawl", 0)
    assert table.play is not None
    shown = open_panel(table)
    assert shown is not None and "-# **More** · Sacrifice" in shown.content
    table.play.state.asked = [20] * 4
    later = open_panel(table)
    assert later is not None and "-# **More**" not in later.content
    mart = sitting_of("brawl_mart", 0)
    assert mart.play is not None
    mart.play.state.frames, mart.play.state.open = [Store()], [Question(0, 1, "go")]
    way = open_panel(mart)
    assert way is not None and way.content.startswith("**Where to?**")


# -- secrets


def seen(table: Table) -> Any:
    """All that a post shows, its picture's view aside."""
    post = posts.turn(table, [])
    shown = [item.item.to_component_dict() for item in post.items]
    return post.content, post.in_words, shown


@pytest.mark.parametrize("key", registry.KEYS)
def test_a_post_with_choices_is_the_same_in_another_world(key: str) -> None:
    """Whatever is hidden from its player, the post and its ids are equal, byte by byte."""
    game, compared = registry.get(key), 0
    for sample, (variant, players) in enumerate(game.samples()[:4]):
        table, rng = sitting_of(key, sample), random.Random(sample)
        if players > 1:  # one person among computers, unless all play together
            others = [replace(one, user_id=None, level="easy") for one in table.players[1:]]
            table.players = (table.players[0], *others)
        s = kernel.start(game, variant, players, sample.to_bytes(16, "big")).state
        for _ in range(120):
            if s.outcome is not None:
                break
            here = replace(table, play=Play(game, s))
            if (question := asked_openly(here)) is not None:
                player = here.holder(question.seat).player
                other = kernel.determinize(game, s, player, rng)
                assert seen(here) == seen(replace(table, play=Play(game, other)))
                compared += 1
            question = rng.choice([q for q in s.open if q.seat in kernel.waiting(s)])
            option = rng.choice(list(kernel.offer(game, s, question.seat)))
            s = kernel.apply(game, s, Answer(question.seat, question.number, option)).state
    assert (compared > 0) == (key != "beer_brawl"), "there everybody always has tiles to hide"


def test_whoever_knows_a_card_is_asked_in_private() -> None:
    """In Bro Brawl a scout has seen cards: their names stand in no post."""
    table, rng = sitting_of("bro_brawl", 0), random.Random(5)
    assert table.play is not None
    s = table.play.state
    for _ in range(400):
        here = replace(table, play=Play(table.game, s))
        knows = any(table.game.text.private(here.view_of(p.player)) for p in table.players)
        if knows:
            break
        question = rng.choice([q for q in s.open if q.seat in kernel.waiting(s)])
        option = rng.choice(list(kernel.offer(table.game, s, question.seat)))
        s = kernel.apply(table.game, s, Answer(question.seat, question.number, option)).state
    assert knows and asked_openly(here) is None
    assert all(not c["custom_id"].startswith("t:") for c in seen(here)[2])


async def test_where_a_computer_chooses_in_secret_too_nothing_is_open(hall: Hall) -> None:
    """Else choices would stand under the post until the computer has chosen; a panel has them."""
    await hall.alice.slash(hall.pub, "brawl new", computer="easy", here=True)
    await hall.alice.click(hall.post, label="Start")
    panel = hall.private(hall.alice)[-1]
    assert panel.id > hall.post.id
    assert labels(hall.post) == ["Play", "My hand", "Rules", "Table"]
    assert any(label.startswith("Hale") for label in chosen_from(panel))


async def test_where_the_post_has_the_choices_no_panel_repeats_them(hall: Hall) -> None:
    """Decks are chosen in private; once both have one, the post is the place to play at."""
    await hall.alice.slash(hall.pub, "brawl new", computer="easy", here=True)
    hall.bot.computer.workers = Here()  # type: ignore[assignment]
    await hall.alice.click(hall.post, label="Start")
    await hall.quiet()
    for _ in range(MOST):  # whoever begins goes on in the panel until the computer has acted
        panel = hall.private(hall.alice)[-1]
        marks = [mark for _, mark in buttons(panel) if mark.startswith("t:1:") and ":=" in mark]
        lists = selects(panel)
        if not marks and not lists:
            break
        if lists:
            value = lists[0]["options"][-1]["value"]
            await hall.alice.select(panel, [value], custom_id=lists[0]["custom_id"])
        else:
            await hall.alice.click(panel, custom_id=marks[-1])
        await hall.quiet()
    assert asked_openly(await hall.table())
    assert len(hall.private(hall.alice)) == 1, "what was said when the table was opened"
    assert any(mark.startswith("t:1:") for _, mark in buttons(hall.post))
