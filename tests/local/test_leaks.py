"""Whoever looks for leaks finds those that are planted, in every game, and nothing else."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import images
from bot.ui import panels, posts
from rules import registry
from rules.engine import kernel
from rules.engine.inputs import Answer, Input
from rules.engine.play import Play
from tests.bot.test_panels import sitting_of
from tests.local.siege.knowledge import Knowledge, Viewer
from tests.local.siege.wire import Picture, Sent, digest

ANSWERS = 60


def played(key: str) -> Knowledge:
    """Some answers of a game of people, one each second."""
    game = registry.get(key)
    sample = next(
        (n for n, (_, players) in enumerate(game.samples()) if players > 1 and key != "bro_brawl"),
        len(game.samples()) - 1,
    )
    table = sitting_of(key, sample)
    play, _ = Play.start(game, table.variant, len(table.players), table.seed)
    rng, log = random.Random(7), list[Input]()
    while len(log) < ANSWERS and play.state.outcome is None:
        question = rng.choice(play.state.open)
        option = rng.choice(list(kernel.offer(game, play.state, question.seat)))
        log.append(Answer(question.seat, question.number, option))
        play.do(log[-1])
    table = replace(table, play=play)
    return Knowledge(table, log, [float(n) for n in range(1, len(log) + 1)])


def sent(reader: Viewer, at: int, content: str = "", *pictures: Picture) -> Sent:
    """A message to a player of the table, or to everybody."""
    user = None if reader is None else str(reader + 1)
    return Sent(float(at), user, 1, content, (), frozenset(), pictures, frozenset(), False)


@pytest.mark.parametrize("key", registry.KEYS)
def test_what_each_reader_may_see_is_no_leak(key: str) -> None:
    known = played(key)
    for number in range(0, min(known.over, len(known.plays)), 7):
        table = known.table_at(number)
        assert known.tells(sent(None, number, posts.turn(table, []).content)) is None
        for seated in table.players:
            assert seated.user_id is not None
            shown = panels.panel(table, seated.user_id)
            said = sent(seated.player, number, shown.words(pictured=False))
            assert known.tells(said) is None


def test_every_private_line_is_a_leak_to_others() -> None:
    """In games in which somebody holds what others do not see."""
    found = set()
    for key in registry.KEYS:
        known = played(key)
        for number, _ in enumerate(known.plays[: known.over]):
            table = known.table_at(number)
            for player in range(len(table.players)):
                private = table.game.text.private(table.view_of(player))
                spectators = table.game.text.private(table.view_of(None))
                if private and private != spectators:
                    found.add(key)
                    assert known.tells(sent(player, number, private)) is None
                    assert known.tells(sent(None, number, f"They say: {private}")), private
    assert found >= {"beer_brawl", "brawlhalla"}


@pytest.mark.parametrize("key", registry.KEYS)
def test_what_is_still_to_come_is_a_leak_to_everybody(key: str) -> None:
    """Nobody hears today what tomorrow's cards and dice are."""
    known = played(key)
    late = [(said, at) for said, at in known.learned[None].items() if at > 3]
    assert late
    for said, at in late:
        assert known.tells(sent(None, at, f"> {said}")) is None
        assert known.tells(sent(None, at - 1, f"> {said}")) == said


@pytest.mark.parametrize("key", registry.KEYS)
def test_a_picture_is_held_against_its_reader_s_view(key: str) -> None:
    """Its words and every byte: a board of another moment, or from other eyes, is none of theirs."""
    known = played(key)
    number = min(known.over, len(known.plays)) - 1
    table = known.table_at(number)
    view = table.view_of(None)
    drawn = images.board(key, view, (), table.names)
    assert drawn is not None
    board = Picture("board.png", drawn.alt, digest(drawn.png))
    assert known.draws(sent(None, number, "", board), board)
    forged = replace(board, digest=digest(b"something else"))
    assert not known.draws(sent(None, number, "", forged), forged)
    early = sent(None, min(known.looks["board.png", None][drawn.alt]) - 1, "", board)
    assert not known.moments(early, board), "it shows what has not happened yet"
    own = images.panel(key, table.view_of(0), (), table.names)
    assert own is not None
    panel = Picture("table.png", own.alt, digest(own.png))
    assert known.draws(sent(0, number, "", panel), panel)
    if table.game.text.private(table.view_of(0)) != table.game.text.private(view):
        assert not known.moments(sent(None, number, "", panel), panel)


def test_asking_for_another_s_seat_is_a_leak() -> None:
    known = played("beer_brawl")
    asked = replace(sent(1, 3), seats=frozenset({0}))
    assert known.asks(asked) == {0}
    assert known.asks(replace(asked, reader=None)) == {0}
    assert known.asks(replace(asked, reader="1")) == set()
    assert known.asks(replace(asked, reader="77")) == {0}
