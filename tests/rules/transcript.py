"""A game that a person can read: `python -m tests.rules.transcript KEY`.

Random players answer, or with `--playouts` ones that look ahead. The first line holds the
arguments; from it and the answers written down the same text can be made again.
"""

import argparse
import random
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from rules import registry
from rules.engine import kernel, text
from rules.engine.conformance.suite import lineup
from rules.engine.contract import AnyGame, build_variant
from rules.engine.inputs import Answer, Elapsed, Input
from rules.engine.state import Option, Told, Variant
from rules.players.budget import playouts
from rules.players.search import choose

HEAD = "# tests.rules.transcript "
LOOK = 20  # answers between two looks at the whole table
Answering = Callable[[AnyGame, Any, random.Random], tuple[Input, str]]
ELAPSED = 0.04  # how likely an armed clock runs out at each step


def main(argv: Sequence[str]) -> None:
    """Print a transcript."""
    sys.stdout.write(transcript(argv))


def transcript(argv: Sequence[str], said: Sequence[str] | None = None) -> str:
    """The text that these arguments, and these answers where they are given, lead to."""
    args = _parser().parse_args(argv)
    game = registry.get(args.key)
    variant, players = _setting(game, args.options, args.players)
    answering = _looking(args.playouts) if args.playouts else _guessing()
    if said is not None:
        answering = _repeating(said)
    played = _played(game, variant, players, args.seed, args.answers, answering)
    lines = [HEAD + shlex.join(argv), *played]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def again(written: str) -> str:
    """The text that the first line and the answers of a transcript lead to now."""
    said = re.findall(r"^\d+\. (.*)$", written, flags=re.MULTILINE)
    return transcript(shlex.split(written.splitlines()[0].removeprefix(HEAD)), said)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.transcript")
    parser.add_argument("key", metavar="KEY")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--players", type=int)
    parser.add_argument("--options", metavar="JSON")
    parser.add_argument("--answers", type=int, default=10_000, help="stop after so many")
    parser.add_argument("--playouts", type=int, help="players look ahead so far")
    return parser


def _setting(game: AnyGame, options: str | None, players: int | None) -> tuple[Variant, int]:
    if options is None:
        return lineup(game, None, players)[0]
    plain = msgspec.json.decode(options)
    counts = game.counts if players is None else (players,)
    return build_variant(game, plain, counts[0]), counts[0]


def _played(
    game: AnyGame, variant: Variant, players: int, seed: int, answers: int, answering: Answering
) -> Iterator[str]:
    name = f"transcript:{game.key}:{seed}"
    dice = random.Random(name)
    step = kernel.start(game, variant, players, blake2b(name.encode(), digest_size=16).digest())
    yield f"{game.title}: {game.text.variant(variant)}"
    yield from _told(game, step.state, step.told)
    yield from _table(game, step.state)
    for number in range(1, answers + 1):
        if step.state.outcome is not None:
            break
        given, said = answering(game, step.state, dice)
        yield f"{number}. {said}"
        step = kernel.apply(game, step.state, given)
        yield from _told(game, step.state, step.told)
        if number % LOOK == 0 or step.state.outcome is not None:
            yield from _table(game, step.state)
    outcome = step.state.outcome
    yield "(here the transcript ends)" if outcome is None else _ended(game, step.state)


# -- who answers


def _guessing() -> Answering:
    """Random answers, and now and then a clock that runs out."""

    def answer(game: AnyGame, s: Any, dice: random.Random) -> tuple[Input, str]:
        if s.clocks and dice.random() < ELAPSED:
            return _elapsed(dice.choice(sorted(s.clocks)))
        seat = dice.choice(kernel.waiting(s))
        return _answer(game, s, seat, dice.choice(kernel.offer(game, s, seat)))

    return answer


def _looking(count: int) -> Answering:
    """Players that look ahead."""

    def answer(game: AnyGame, s: Any, dice: random.Random) -> tuple[Input, str]:
        seat = dice.choice(kernel.waiting(s))
        return _answer(game, s, seat, choose(game, s, seat, dice, playouts(count)))

    return answer


def _repeating(said: Sequence[str]) -> Answering:
    """The answers that were written down."""
    left = iter(said)

    def answer(game: AnyGame, s: Any, dice: random.Random) -> tuple[Input, str]:
        wanted = next(left, "nothing more")
        found = [_elapsed(clock) for clock in sorted(s.clocks)]
        for seat in kernel.waiting(s):
            found += [_answer(game, s, seat, option) for option in kernel.offer(game, s, seat)]
        for given, words in found:
            if words.splitlines()[0] == wanted:
                return given, words
        raise AssertionError(f"{wanted!r} is not among {[words for _, words in found]}")

    return answer


def _elapsed(clock: str) -> tuple[Input, str]:
    return Elapsed(clock), f"The clock {clock!r} runs out."


def _answer(game: AnyGame, s: Any, seat: int, option: Option) -> tuple[Input, str]:
    question = s.question(seat)
    label = game.text.label(game.view(s, s.seats[seat]), option)
    who = game.text.seat(game.view(s, None), seat)
    return Answer(seat, question.number, option), f"{who}, {question.kind}: {label}"


# -- what is written down


def _told(game: AnyGame, s: Any, told: list[Told]) -> Iterator[str]:
    """What everybody hears, then what only some do."""
    public = game.view(s, None)
    for line in text.lines(game, public, told, None):
        yield _block("  | ", line)
    for player in range(s.players):
        secret = [t for t in told if t.to is not None]
        for line in text.lines(game, game.view(s, player), secret, player):
            yield _block(f"  > {game.text.player(public, player)} alone: ", line)


def _table(game: AnyGame, s: Any) -> Iterator[str]:
    """The whole table, and what each player knows besides."""
    public = game.view(s, None)
    yield _block("    ", game.text.board(public))
    for player in range(s.players):
        private = game.text.private(game.view(s, player))
        if private:
            yield _block(f"    {game.text.player(public, player)} alone: ", private)


def _ended(game: AnyGame, s: Any) -> str:
    said: str = game.text.outcome(game.view(s, None), s.outcome)
    return f"= {said}"


def _block(start: str, said: str) -> str:
    rest = " " * len(start)
    return start + f"\n{rest}".join(said.splitlines())


if __name__ == "__main__":
    main(sys.argv[1:])
