"""What playing takes: clicks, posts and calls to Discord, counted over whole games.

In every panel on the way there are at most six buttons to choose from, no two alike, what ends a turn
last and grey, and verbs in the same order from turn to turn.
"""

from pathlib import Path

import pytest

from tests.bot.clicks import CALLS, KINDS, Count, play

pytestmark = pytest.mark.slow  # whole games are counted

SMALL = ["Beer Brawl, two people", "Brawl Mart"]
LARGE = ["BRAWL training, two people", "Bro Brawl, two people", "Brawlhalla, two people"]
GAMES = 1  # of each game one kind; `python -m tests.bench clicks` plays more of all
LUCK = 1.05  # a game or two may be a little dearer than the mean that the bench holds to the budget
SHORT = {"Beer Brawl, two people": 4}  # some are so short that the draft is a third of them
PACE = 6.0  # seconds from press to press


@pytest.mark.parametrize(
    "name", [*SMALL, *(pytest.param(name, marks=pytest.mark.slow) for name in LARGE)]
)
async def test_a_turn_is_few_clicks_and_a_game_few_posts(
    tmp_path: Path, same_luck: None, name: str
) -> None:
    """Somebody who knows what they want gets it with few presses, and others can follow it."""
    kind, count = KINDS[name], Count()
    games = SHORT.get(name, GAMES)
    for seed in range(games):
        count.add(await play(tmp_path / str(seed), kind, seed, PACE))
    assert count.turns > games
    assert count.per_turn <= kind.clicks * LUCK, dict(count.spent)
    assert not kind.posts or kind.posted(count, games) <= kind.posts
    assert not kind.friend or count.per_press <= CALLS * LUCK
    assert not count.faults, count.faults[:3]
