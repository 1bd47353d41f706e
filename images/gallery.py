"""Every game's pictures in every phase, from seeded play."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import images
from rules import registry
from rules.engine import kernel
from rules.engine.contract import AnyGame
from rules.engine.inputs import Answer, Elapsed
from rules.engine.state import State, Variant
from rules.players.random_player import choose

NAMES = ("Ada", "Maximiliane von Hohenlohe", "Bo", "Çağla")  # of the players
CLOCK_CHANCE = 0.04  # that an armed clock runs out before the next answer


class Drawn(NamedTuple):
    """A picture of the gallery, where it lies, and what it shares with those that are like it."""

    path: Path
    picture: images.Picture
    alike: tuple[int, str, str]  # players, phase, kind of picture


def played(
    game: AnyGame, variant: Variant, players: int, seed: int, *, sensible: bool = False
) -> Iterator[Any]:
    """The states of a game of random or of sensible players, from the first to the last."""
    rng = random.Random(seed)
    s = kernel.start(game, variant, players, rng.randbytes(16)).state
    yield s
    while s.outcome is None:
        if s.clocks and rng.random() < CLOCK_CHANCE:
            given: Answer | Elapsed = Elapsed(rng.choice(sorted(s.clocks)))
        else:
            seat = rng.choice(kernel.waiting(s))
            question = s.question(seat)
            if sensible:
                option = game.guess(s, seat, kernel.offer(game, s, seat), rng.random())
            else:
                option = choose(game, s, seat, rng)
            given = Answer(seat, question.number, option)
        s = kernel.apply(game, s, given).state
        yield s


def phase(s: State) -> str:
    """A name for what a game waits for."""
    if s.outcome is not None:
        return f"over-{s.outcome.reason}"
    return "-".join(sorted({question.kind for question in s.open}))


def moments(states: Iterator[Any]) -> Iterator[tuple[str, Any]]:
    """The first, the middle and the last state of each phase, under names of their own."""
    by_phase: dict[str, list[Any]] = {}
    for s in states:
        by_phase.setdefault(phase(s), []).append(s)
    for name, found in by_phase.items():
        for number in sorted({0, len(found) // 2, len(found) - 1}):
            yield f"{name}-{number:03}", found[number]


def draw(out: Path, keys: Sequence[str], seed: int, samples: int | None = None) -> Iterator[Drawn]:
    """Draw the gallery into a folder, of all or the first few sample variants of each game."""
    out.mkdir(parents=True, exist_ok=True)
    for key in keys:
        game = registry.get(key)
        for number, (variant, players) in enumerate(game.samples()[:samples]):
            for name, s in moments(_both(game, variant, players, seed + number)):
                names = [NAMES[player] for player in s.seats]
                for kind, picture in pictures_of(game, s, names):
                    path = out / f"{key}-{number}-{name}-{kind}.png"
                    path.write_bytes(picture.png)
                    yield Drawn(path, picture, (players, phase(s), kind.rstrip("1234")))


def fullest_and_emptiest(drawn: Iterable[Drawn]) -> Iterator[Drawn]:
    """Of all that are alike the picture with most in it and the one with least, in their order."""
    by_kind: dict[tuple[int, str, str], list[Drawn]] = {}
    for one in drawn:
        by_kind.setdefault(one.alike, []).append(one)
    for alike in by_kind.values():
        sizes = [len(one.picture.png) for one in alike]
        for at in sorted({sizes.index(max(sizes)), sizes.index(min(sizes))}):
            yield alike[at]


def _both(game: AnyGame, variant: Variant, players: int, seed: int) -> Iterator[Any]:
    """What random players never reach, such as a wave that is won, sensible ones do."""
    yield from played(game, variant, players, seed)
    yield from played(game, variant, players, seed, sensible=True)


def pictures_of(
    game: AnyGame, s: State, names: Sequence[str] = ()
) -> Iterator[tuple[str, images.Picture]]:
    """All that is shown of a state: to everybody, and to whoever is asked or has just played."""
    for kind, draw in drawings_of(game, s, names):
        picture = draw()
        if picture is not None:
            yield kind, picture


def drawings_of(
    game: AnyGame, s: State, names: Sequence[str] = ()
) -> Iterator[tuple[str, Callable[[], images.Picture | None]]]:
    """What draws the pictures of a state, each under its kind."""
    yield "board", partial(images.board, game.key, game.view(s, None), (), names)
    for player in range(s.players):
        view = game.view(s, player)
        asked = [question.seat for question in s.open if s.seats[question.seat] == player]
        options = [option for seat in asked for option in kernel.offer(game, s, seat)]
        ways = [way.option for seat in asked for way in kernel.ways(game, s, seat)]
        if asked or s.outcome is not None:
            aims = [*ways, *options]
            yield f"panel{player + 1}", partial(images.panel, game.key, view, aims, names)
        yield f"private{player + 1}", partial(images.private, game.key, view, names)
