"""How a siege judges whether an answer that a player saw taken is lost, or a line told twice."""

from __future__ import annotations

from pathlib import Path

from bot.referee import Referee
from bot.store import Store
from bot.table import Person
from bot.ui import posts
from tests.local.siege.siege import LAST_WORDS, TRACE
from tests.local.told import QUOTED, again, count_told, heard, lines_told, lost, shown, tells

TOLD = {"20": "1:0.5"}  # a press, and the question that was gone after it


def test_an_answer_in_the_log_is_not_lost() -> None:
    assert lost(TOLD, [("1:0.4", "10"), ("1:0.5", "20")]) == []


def test_an_earlier_press_may_have_answered_the_question() -> None:
    assert lost(TOLD, [("1:0.5", "19")]) == []


def test_who_is_asked_again_after_being_told_has_lost_an_answer() -> None:
    """The question is in the log, but by a later press: the first one was told, and not kept."""
    assert lost(TOLD, [("1:0.5", "21")]) == ["20"]


def test_nobody_else_answers_for_a_player() -> None:
    """Neither a default, which names no request, nor another question's press counts."""
    assert lost(TOLD, [("1:0.5", None), ("", "19"), ("1:1.5", "19")]) == ["20"]


def test_a_long_line_is_cut_short_in_a_post_and_is_the_same_line() -> None:
    long = "A " * 150 + "end"
    assert shown(long) != long
    assert lines_told([f"> One\n> {shown(long)}", "> Two"], ["One", long, "Two"]) == [
        "One", long, "Two",
    ]  # fmt: skip


def test_lines_that_are_left_out_are_as_the_log_has_them_and_others_as_they_are() -> None:
    history = ["One", "Two", "Three"]
    assert lines_told(["> … 2 more before that\n> Three"], history) == history
    assert lines_told(["> One\n> One"], history) == ["One", "One"]
    assert lines_told(["> Two\n> One …"], history) == ["Two", "One …"]


def test_a_line_that_two_posts_tell_is_told_again() -> None:
    """Whether it moved from one to the other and stayed in the first, or came there too late."""
    history = ["One", "Two", "Three"]
    assert again(["> One\n> Two", "> Two\n> Three"], history) == (1, "Two")
    assert again(["> One\n> Two\n> Three", "> Two"], history) == (1, "Two")
    assert again(["> Two", "> One\n> Three"], history) == (1, "One")


def test_lines_may_be_left_out_and_what_truly_happened_twice_is_told_twice() -> None:
    assert again(["> One", "> Three"], ["One", "Two", "Three"]) is None
    assert again(["> … 2 more before that", "> Three"], ["One", "Two", "Three"]) is None
    assert again(["> One", "> One"], ["One", "One"]) is None
    assert count_told(["> … 2 more before that\n> Three", "> Four"]) == 4


async def test_lines_are_held_against_what_posts_make_of_them(tmp_path: Path) -> None:
    """Whoever plays nobody yet is called by their own name in a post; in the log they have none."""
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
    referee = Referee(store)
    await referee.open("brawlhalla", {}, channel_id=5, guild_id=1, host=Person(11, "Ann"))
    await referee.join(1, Person(12, "Bob"))
    table = await referee.start(1, 11)
    history = await heard(referee, 1)
    post = posts.turn(table, history).content
    assert QUOTED.findall(post) != history == lines_told([post], history)
    assert again([post], history) is None
    assert again([post, post], history) == (1, QUOTED.findall(post)[0])
    await store.close()


def test_who_did_something_is_told_by_another_name() -> None:
    told = "Player 2 (Orange) resigns."
    assert tells("<@12> (Orange) resigns.", told) and tells(
        "Computer (easy, Orange) resigns.", told
    )
    assert not tells("<@12> (Blue) resigns.", told) and not tells("<@12> (Orange) wins.", told)


def test_a_worker_without_memory_says_no_more_than_that() -> None:
    """Any other traceback is one that nobody has heard of."""
    head, frame = "Traceback (most recent call last):\n", '  File "x.py", line 1, in <module>\n'
    spawned = '  File "<string>", line 1, in <module>\n    spawn_main(1)\n'
    for words in (f"{head}MemoryError\n", f"{head}{spawned}{frame}EOFError\n"):
        assert LAST_WORDS.sub("", words) == ""
    for words in (f"{head}{frame}KeyError: 1\n", f"{head}{frame}MemoryError\n"):
        assert LAST_WORDS.sub("", words) == words and len(TRACE.findall(words)) == 1
