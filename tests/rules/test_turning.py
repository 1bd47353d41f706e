"""Every game names its turning point: in whole games, from their logs alone."""

import random

import pytest

from rules import registry
from rules.engine import kernel
from rules.engine.inputs import Answer, Input
from rules.engine.play import Play
from rules.engine.turning import moments, turning

LONGEST = 220  # characters: a post has more to say


@pytest.mark.slow
@pytest.mark.parametrize("key", registry.KEYS)
def test_a_decided_game_has_a_turning_point(key: str) -> None:
    game, said, decided = registry.get(key), 0, 0
    for number, (variant, players) in enumerate(game.samples()):
        rng = random.Random(number)
        play, _ = Play.start(game, variant, players, rng.randbytes(16))
        seed, log = play.state.seed, list[Input]()
        while play.state.outcome is None:
            seat = rng.choice(kernel.waiting(play.state))
            option = rng.choice(kernel.offer(game, play.state, seat))
            question = play.state.question(seat)
            assert question is not None
            log.append(Answer(seat, question.number, option))
            play.do(log[-1])
        passed = list(moments(game, variant, players, seed, log))
        assert passed[-1].state == play.state and turning(game, passed[:-1]) == ""
        words = turning(game, passed)
        assert words == "" or (words.endswith(".") and len(words) <= LONGEST), words
        outcome = play.state.outcome
        decided += bool(outcome.winners) or outcome.reason in game.lost_by
        said += bool(words)
    assert said and said >= decided - 1  # who was ahead from the start has none
