"""What a process that draws does before its first picture."""

import images
from rules import registry
from rules.engine import kernel


def get_ready() -> None:
    """Load every game's picture, and the fonts that the first one needs."""
    for key in registry.KEYS:
        game = registry.get(key)
        variant, players = game.samples()[0]
        state = kernel.start(game, variant, players, bytes(16)).state
        images.board(key, game.view(state, None))
