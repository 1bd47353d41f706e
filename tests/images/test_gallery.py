"""Every picture of every game, from everybody's eyes, can be read on a desktop and on a phone."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import images
from images.gallery import moments, played
from images.kit.text import noting
from rules import registry
from rules.engine import kernel
from rules.engine.contract import AnyGame
from tests.images.reading import HOSTILE, check_words, on_screen

pytestmark = pytest.mark.slow  # whole games are drawn

SAMPLES = 3  # variants of each game
STRIDE = 4  # of the moments found


def shown(game: AnyGame, s: Any, names: Sequence[str] = ()) -> Iterator[images.Picture | None]:
    """All that is drawn of a state: for everybody, and for each player what they choose on."""
    yield images.board(game.key, game.view(s, None), (), names)
    for player in range(s.players):
        view = game.view(s, player)
        asked = [q.seat for q in s.open if s.seats[q.seat] == player]
        options = [option for seat in asked for option in kernel.offer(game, s, seat)]
        ways = [way.option for seat in asked for way in kernel.ways(game, s, seat)]
        yield images.panel(game.key, view, [*options, *ways], names)
        yield images.private(game.key, view, names)


@pytest.mark.parametrize("key", registry.KEYS)
def test_every_picture_fits_the_screens_and_its_words_can_be_read(key: str) -> None:
    game = registry.get(key)
    drawn = 0
    samples = game.samples()
    for number in range(0, len(samples), max(1, len(samples) // SAMPLES)):
        variant, players = samples[number]
        found = list(moments(played(game, variant, players, number + 7, sensible=number % 2 == 1)))
        for turn, (name, s) in enumerate(found[::STRIDE]):
            names = [HOSTILE[(turn + seat) % len(HOSTILE)] for seat in range(len(s.seats))]
            with noting() as notes:
                pictures = [picture for picture in shown(game, s, names) if picture is not None]
            check_words(f"{key} {number} {name}", notes)
            for picture in pictures:
                on_screen(picture)
            drawn += len(pictures)
    assert drawn > 20
