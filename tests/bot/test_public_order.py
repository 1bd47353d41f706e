"""Who is named first tells nothing: public words stay the same while somebody acts unseen."""

import random
from datetime import UTC, datetime, timedelta

import pytest

from bot.referee import variant_of
from bot.table import Due, Seated, Table, counts
from bot.ui import posts
from bot.ui.open_choices import asked_openly
from bot.ui.table_words import table_words
from bot.ui.words import waited
from rules import registry
from rules.engine import kernel
from rules.engine.inputs import Answer
from rules.engine.play import Play

UNSEEN = ("beer_brawl", "brawlhalla")  # games in which several act before anything is shown
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
MOST = 250  # answers of one game


def seated(key: str, seed: int) -> Table:
    """A game of as many people as can play it, or of two, who may have several seats each."""
    game = registry.get(key)
    variant = variant_of(game, {})
    able = counts(game, variant)
    people = max(able) if seed % 2 == 0 or 2 not in able else 2
    play, _ = Play.start(game, variant, people, seed.to_bytes(32, "big"))
    times = [
        Due(f"pace:{seat}", NOON + timedelta(hours=seat)) for seat in range(len(play.state.seats))
    ]
    return Table(
        id=1,
        game=game,
        variant=variant,
        channel_id=5,
        guild_id=1,
        host_id=100,
        status="playing",
        version=1,
        pace=None,
        players=tuple(Seated(n, 100 + n, f"player {n}") for n in range(people)),
        invited=(),
        commitment="c" * 64,
        created_at=NOON,
        play=play,
        clocks={due.name: due for due in times},  # each seat has another time: that is told, too
    )


def public(table: Table) -> tuple[str, ...]:
    """What everybody reads of a table as it is now."""
    turn, past = posts.turn(table, []), posts.past(table, [])
    ids = [item.custom_id for item in turn.items]
    return (turn.content, turn.in_words, past.content, table_words(table), *ids)


@pytest.mark.parametrize("key", registry.KEYS)
def test_what_is_done_unseen_moves_nobody_in_a_list(key: str) -> None:
    """After every answer up to which nothing was revealed, and after each that reveals something."""
    unseen = 0
    for seed in range(3):
        rng, table = random.Random(seed), seated(key, seed)
        play = table.play
        assert play is not None
        for _ in range(MOST):
            if play.state.outcome is not None:
                break
            question = rng.choice(play.state.open)
            offered = kernel.offer(table.game, play.state, question.seat)
            if not offered:
                continue
            before, barrier, since = public(table), play.barrier, len(play.since)
            play.do(Answer(question.seat, question.number, rng.choice(list(offered))))
            openly = asked_openly(table) is not None  # nobody has a secret: the post is their panel
            if play.barrier is barrier and len(play.since) > since and not openly:
                unseen += 1
                assert public(table) == before
            listed = [one.player for one in waited(table)]
            by_seat = [table.holder(question.seat).player for question in table.waits]
            assert listed == list(dict.fromkeys(by_seat))
            assert [q.seat for q in table.waits] == sorted(q.seat for q in table.waits)
    assert unseen or key not in UNSEEN, "something was done unseen"
