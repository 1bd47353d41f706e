"""Random players from a shell: how fast a game runs, and whether it keeps the contract."""

import argparse
import random
import sys
import time
from collections.abc import Sequence
from hashlib import blake2b
from typing import NoReturn

import msgspec

from rules import registry
from rules.engine import kernel
from rules.engine.conformance import Breach, Report, check
from rules.engine.conformance.suite import DENSITY, lineup
from rules.engine.contract import AnyGame, build_variant
from rules.engine.errors import BadVariant, RulesError
from rules.engine.state import Variant

BREACH, BAD_INPUT = 1, 2


class _Parser(argparse.ArgumentParser):
    """Complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"selfplay: {message}\n")


def main(argv: Sequence[str]) -> int:
    """Play, or play and check, and print the figures."""
    args = _parser().parse_args(argv)
    try:
        game = registry.get(args.game)
        variant = _variant(game, args.options, args.players)
        if args.check:
            report = check(
                game,
                args.games,
                args.seed,
                variant=variant,
                players=args.players,
                first=args.first,
                density=args.density,
            )
        else:
            report = play(
                game, args.games, args.seed, variant=variant, players=args.players, first=args.first
            )
    except Breach as breach:
        print(f"selfplay: breach: {breach}", file=sys.stderr)
        return BREACH
    except RulesError as error:
        print(f"selfplay: {error}", file=sys.stderr)
        return BAD_INPUT
    print(_figures(game, report, args.check))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m rules selfplay", description=__doc__)
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(registry.KEYS)}")
    parser.add_argument("--games", type=_count, default=10, help="how many games (10)")
    parser.add_argument("--seed", type=int, default=0, help="what all chance comes from (0)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game (0)")
    parser.add_argument("--check", action="store_true", help="check everything on the way")
    parser.add_argument("--density", type=_share, default=DENSITY, help="share of costly checks")
    parser.add_argument("--options", metavar="JSON", help="the game's options as JSON")
    parser.add_argument("--players", type=int, help="how many sit at the table")
    return parser


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of games")
    return int(text)


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a share from 0 to 1")
    return share


def _variant(game: AnyGame, options: str | None, players: int | None) -> Variant | None:
    """The variant asked for, or None for the game's samples in turn."""
    if players is not None and players not in game.counts:
        game.check(game.variant(), players)
    if options is None:
        return None
    try:
        plain = msgspec.json.decode(options)
    except msgspec.DecodeError as error:
        raise BadVariant(f"The options are not JSON: {error}.") from None
    if not isinstance(plain, dict):
        raise BadVariant('The options are not an object such as {"name": value}.')
    counts = game.counts if players is None else (players,)
    for count in counts[:-1]:
        try:
            return build_variant(game, plain, count)
        except BadVariant:
            continue
    return build_variant(game, plain, counts[-1])


def play(
    game: AnyGame,
    games: int,
    seed: int,
    *,
    variant: Variant | None = None,
    players: int | None = None,
    first: int = 0,
) -> Report:
    """Games of random answers, in place and unheard."""
    settings = lineup(game, variant, players)
    answers = 0
    began = time.perf_counter()
    for number in range(first, first + games):
        options, count = settings[number % len(settings)]
        name = f"{seed}:{game.key}:{number}"
        secret = blake2b(name.encode(), digest_size=16).digest()
        s = kernel.start(game, options, count, secret).state
        choice = random.Random(name).choice
        while s.outcome is None:
            seat = choice(kernel.waiting(s))
            kernel.take(game, s, seat, choice(kernel.offer(game, s, seat)))
            answers += 1
    return Report(games, answers, time.perf_counter() - began)


def _figures(game: AnyGame, report: Report, checked: bool) -> str:
    speed = report.answers / report.seconds if report.seconds else 0.0
    words = f"{game.key}: {report.games} games, {report.answers} answers, {speed:.0f} answers/s"
    if checked:
        words += f", {report.compared} steps compared in re-dealt worlds, no breach"
    return words
