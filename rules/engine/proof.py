"""What is kept of a finished game, so that neither its words nor its proof hang on later rules."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from rules.engine import fairness
from rules.engine.codec import encode
from rules.engine.contract import AnyGame
from rules.engine.fairness import Export
from rules.engine.inputs import Input
from rules.engine.play import Play
from rules.engine.randomness import noted
from rules.engine.state import State, Told, Variant
from rules.engine.text import lines

CHANGED = "The rules changed while this game was played, so its log cannot be told again."


class Proof(msgspec.Struct, frozen=True):
    """A finished game: to be replayed by the release that made it, and to be read by anybody."""

    export: Export
    told: list[list[str]]  # the log in words: the spectator's, then each player's

    def lines(self, player: int | None) -> list[str]:
        """Everything that a player, or the spectator, was told."""
        return self.told[0 if player is None else player + 1]


def prove(
    game: AnyGame,
    variant: Variant,
    players: Sequence[str],
    secret: bytes,
    log: Sequence[Input],
    ended: State,
    *,
    words: Sequence[str] | None = None,
    sown: bytes | None = None,
    began: str,
) -> Proof:
    """The proof of a game that began by some rules version and came to a state just now.

    The seed is `sown` where ids that it was made of were taken out.
    """
    viewers = [None, *range(len(players))]
    seed = sown or fairness.seed(secret, players, words)
    try:
        with noted(seed) as draws:
            play, told = retold(game, variant, len(players), seed, log, viewers)
        same = encode(game, play.state) == encode(game, ended)
    except Exception:  # by other rules an old log may lead anywhere
        same = False
    made = fairness.exported(
        game,
        variant,
        players,
        secret,
        log,
        ended,
        words=words,
        sown=sown,
        draws=draws if same else None,
        began=None if same else began,  # a game that a change of rules did not touch is today's
        release=fairness.release(),
    )
    return Proof(made, told if same else [[CHANGED] for _ in viewers])


def retold(
    game: AnyGame,
    variant: Variant,
    players: int,
    seed: bytes,
    log: Sequence[Input],
    viewers: Sequence[int | None],
) -> tuple[Play[Any], list[list[str]]]:
    """Where the log of a finished game leads, and what each viewer may read of the way."""
    said: list[list[str]] = [[] for _ in viewers]
    for step in retelling(game, variant, players, seed, log, viewers, over=True):
        for before, more in zip(said, step[1], strict=True):
            before += more
    return step[0], said


def retelling(
    game: AnyGame,
    variant: Variant,
    players: int,
    seed: bytes,
    log: Sequence[Input],
    viewers: Sequence[int | None],
    after: int = 0,
    *,
    over: bool = False,
) -> Iterator[tuple[Play[Any], list[list[str]]]]:
    """A log step by step: where each input leads, and what each viewer is told by it, in words.

    The first step is the start; what was told before so many inputs is not put into words. Once
    the game is `over`, what was sealed is told as well, where it happened.
    """
    play, told = Play.start(game, variant, players, seed)
    yield play, _worded(play, [] if after else told, viewers, over)
    for number, given in enumerate(log, start=1):
        told = play.do(given)
        yield play, _worded(play, told if number > after else [], viewers, over)


def _worded(
    play: Play[Any], told: list[Told], viewers: Sequence[int | None], over: bool
) -> list[list[str]]:
    if not told:
        return [[] for _ in viewers]
    game = play.game
    return [
        lines(game, game.view(play.barrier, viewer), told, viewer, over=over) for viewer in viewers
    ]
