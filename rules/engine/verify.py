"""Was this game played as it says? Every claim of an exported game, checked one by one."""

import argparse
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from rules import registry
from rules.engine import fairness
from rules.engine.codec import input_from_plain
from rules.engine.contract import AnyGame, build_variant
from rules.engine.errors import Broken, RulesError, UnknownGame
from rules.engine.fairness import Export
from rules.engine.play import Play
from rules.engine.state import State

MATCHES, TAMPERED, UNREADABLE = 0, 1, 2
Find = Callable[[str], AnyGame]
Say = Callable[[str], None]


class Unreadable(Exception):
    """A file that cannot be judged here."""


class Verdict:
    """Claims said line by line, and whether all of them held."""

    def __init__(self, say: Say) -> None:
        """Say each claim as it is checked."""
        self.say = say
        self.holds = True

    def claim(self, name: str, holds: bool, right: str, wrong: str) -> None:
        """One claim of the file."""
        self.holds = self.holds and holds
        self.say(f"{'ok ' if holds else 'NO '} {name:<11} {right if holds else wrong}")


def main(argv: Sequence[str]) -> int:
    """`verify FILE [--fingerprint HEX]`: 0 all matches, 1 tampered with, 2 cannot be judged."""
    parser = argparse.ArgumentParser(
        prog="python -m rules verify",
        description="Replay an exported game and say what matches.",
        epilog="exits 0 when all matches, 1 when the file was tampered with, 2 when it is no "
        "exported game or one of other rules, which another release can replay",
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="an exported game")
    parser.add_argument(
        "--fingerprint",
        "--commitment",
        dest="fingerprint",
        metavar="HEX",
        help="of the secret, as it was published before the game",
    )
    given = parser.parse_args(argv)
    try:
        data = given.file.read_bytes()
    except OSError as error:
        print(f"{given.file} cannot be read: {error.strerror}.")
        return UNREADABLE
    return verify(data, given.fingerprint)


def verify(
    data: bytes, published: str | None = None, *, find: Find = registry.get, say: Say = print
) -> int:
    """Check an exported game, say what matches, and return 0, 1 or 2 as `main` does."""
    try:
        exported = read(data)
        game = find(exported.game)
    except (Unreadable, UnknownGame) as error:
        say(str(error))
        return UNREADABLE
    elsewhere = _elsewhere(exported, game)
    if elsewhere:
        say(elsewhere)
    say(f"    {game.title}, rules version {exported.rules_version}, {len(exported.log)} inputs")
    verdict = Verdict(say)
    seed = _promises(exported, published, verdict)
    if seed and not elsewhere:
        s = _replayed(game, exported, seed, verdict)
        if s is not None:
            _ending(game, exported, s, verdict)
            say(f"final digest {fairness.digest(game, s, exported.log)}")
    if not verdict.holds:
        say("this file was tampered with")
        return TAMPERED
    say("the promise matches; the game was not replayed" if elsewhere else "all matches")
    return UNREADABLE if elsewhere else MATCHES


# -- reading


def read(data: bytes) -> Export:
    """The exported game in a file."""
    try:
        version = msgspec.json.decode(data, type=_Format).format
        if version not in fairness.READABLE:
            raise Unreadable(f"This file has format {version}; here it is {fairness.FORMAT}.")
        return msgspec.json.decode(data, type=Export)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(f"This is no exported game: {error}") from None


class _Format(msgspec.Struct):
    format: int


def _elsewhere(exported: Export, game: AnyGame) -> str:
    """Why this release cannot replay a game, and which one can; nothing where it can."""
    if exported.ended_by:
        return (
            f"This game of {game.title} began by rules version {exported.rules_version} and ended "
            f"by {exported.ended_by}: the rules changed while it was played, so no release can "
            "replay it."
        )
    if exported.rules_version != game.rules_version:
        why = (
            f"This game was played by rules version {exported.rules_version} of {game.title}; "
            f"here it is {game.rules_version}."
        )
    elif exported.edition != game.edition:
        why = (
            f"This game was saved in edition {exported.edition} of {game.title}; "
            f"here it is {game.edition}."
        )
    else:
        return ""
    return f"{why} {_release(exported)}"


def _release(exported: Export) -> str:
    needed = f"rules version {exported.rules_version}, edition {exported.edition}"
    if not exported.release:
        return f"A release with {needed} can replay it."
    return f"Release {exported.release} can replay it ({needed})."


# -- the claims


def _promises(exported: Export, published: str | None, verdict: Verdict) -> bytes | None:
    """Secret, fingerprint and seed; the seed that follows from them, if any does."""
    secret = _unhex(exported.secret)
    if secret is None or len(secret) != fairness.SECRET_BYTES:
        verdict.claim("secret", False, "", f"is not {fairness.SECRET_BYTES} bytes in hex")
        return None
    promised = fairness.commitment(secret)
    verdict.claim(
        "fingerprint",
        exported.commitment == promised,
        "is the hash of the secret",
        f"is not the hash of the secret, which is {promised}",
    )
    if published is None:
        verdict.say(f"    published   not compared: was it {promised}?")
    else:
        verdict.claim(
            "published",
            published.strip().lower() == promised,
            "was promised before the game",
            "this secret was not promised: the published fingerprint is another",
        )
    seed = fairness.seed(secret, exported.players)
    verdict.claim(
        "seed",
        exported.seed == seed.hex(),
        f"follows from the secret and the {len(exported.players)} players in this order",
        "does not follow from the secret and the players in this order",
    )
    return seed


def _unhex(text: str) -> bytes | None:
    return bytes.fromhex(text) if re.fullmatch("(?:[0-9a-f]{2})*", text) else None


def _replayed(game: AnyGame, exported: Export, seed: bytes, verdict: Verdict) -> State | None:
    """The state after the log, as far as it is legal."""
    try:
        variant = build_variant(game, exported.options, len(exported.players))
        play, _ = Play.start(game, variant, len(exported.players), seed)
    except (RulesError, Broken) as error:
        verdict.claim("options", False, "", f"do not fit: {error}")
        return None
    verdict.claim("options", True, "fit the game and the number of players", "")
    for at, plain in enumerate(exported.log, start=1):
        try:
            play.do(input_from_plain(game, plain))
        except (RulesError, Broken) as error:
            verdict.claim("log", False, "", f"input {at} of {len(exported.log)}: {error}")
            break
    else:
        verdict.claim("log", True, f"all {len(exported.log)} inputs are legal", "")
    s: State = play.state
    return s


def _ending(game: AnyGame, exported: Export, s: State, verdict: Verdict) -> None:
    over = s.outcome is not None
    verdict.claim("end", over, "the game is over", "the game is not over when the log ends")
    verdict.claim(
        "outcome",
        s.outcome == exported.outcome,
        "is the one the replay comes to",
        f"the replay comes to {_told(s)}",
    )
    verdict.claim(
        "digest",
        fairness.digest(game, s, exported.log) == exported.digest,
        "the log and the final state are the same to the last byte",
        "the log or the final state is another",
    )


def _told(s: State) -> str:
    if s.outcome is None:
        return "no end"
    winners = ", ".join(str(player + 1) for player in s.outcome.winners) or "nobody"
    return f"{s.outcome.reason}, won by {winners}"
