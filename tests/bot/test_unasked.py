"""Answers that nobody needs to give are the referee's, and are told like any other."""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from bot.table import Table, moves
from bot.table.change import Change
from rules import registry
from rules.engine import kernel
from rules.engine.play import Play
from rules.engine.text import lines
from tests.bot.test_panels import sitting_of

NOW = datetime(2026, 1, 1, tzinfo=UTC)
GAME = registry.get("bro_brawl")
SAMPLE = next(n for n, (_, players) in enumerate(GAME.samples()) if players == 2)
GAMES = 10


def changes(seed: int) -> Iterator[tuple[int, Change]]:
    """Every answer of a game of several people, and who gave it."""
    table: Table = sitting_of("bro_brawl", SAMPLE)
    play, _ = Play.start(GAME, table.variant, len(table.players), seed.to_bytes(16, "big"))
    table, rng = replace(table, play=play), random.Random(seed)
    while table.outcome is None:
        assert table.play is not None
        seat = rng.choice(kernel.waiting(table.play.state))
        question, seated = table.play.state.question(seat), table.holder(seat)
        assert question is not None
        options = [rng.choice(list(table.offer(seat)))]
        change = moves.answer(table, NOW, seated.user_id, seat, question.number, options, None)
        yield seated.player, change
        table = change.after


def test_what_the_referee_answers_for_another_is_not_told_before_its_time() -> None:
    """Two equal Grunts of a dead bro: that one is played is told with what it is used for."""
    unfinished = 0
    for seed in range(GAMES):
        for player, change in changes(seed):
            play = change.after.play
            assert play is not None
            if len(change.logged) > 1 and play.told and not play.can_undo(player):
                unfinished += 1
                waiting = lines(GAME, change.after.view_of(player), play.told, player)
                assert not set(waiting) & set(change.told)
    assert unfinished, "there was something to keep back"
