"""Was this game played as it says? Every claim of an exported game, checked one by one."""

import argparse
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from rules import registry
from rules.engine import fairness
from rules.engine.codec import input_from_plain
from rules.engine.contract import AnyGame, build_variant
from rules.engine.errors import Broken, RulesError, UnknownGame
from rules.engine.fairness import Export
from rules.engine.play import Play
from rules.engine.randomness import Draw, noted
from rules.engine.state import State
from rules.engine.words import COMPUTER, PLAYER, REMOVED, removed, word_of, wrong_ids, wrong_words

MATCHES, TAMPERED, UNREADABLE = 0, 1, 2
WHOLE = 64  # characters of a fingerprint
ENOUGH = 32  # characters of a digest, which the last post shows
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

    def compare(
        self, name: str, told: str | None, real: str, least: int, right: str, wrong: str
    ) -> None:
        """A hash that somebody was told, or how it begins, against the real one."""
        given = (told or "").strip().lower().rstrip("….")
        if not given:
            self.say(f"    {name:<11} not compared: was it {real}?")
        elif len(given) < least and real.startswith(given):
            self.say(f"    {name:<11} too short to compare: {least} characters are needed")
        else:
            self.claim(name, real.startswith(given), right, wrong)


def main(argv: Sequence[str]) -> int:
    """`verify FILE [--fingerprint HEX] [--digest HEX] [--word WORD]`: 0, 1 or 2, as `verify` says."""
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
        help="of the secret, as you were told it when you sat down",
    )
    parser.add_argument("--digest", metavar="HEX", help="of the game, as its last post named it")
    parser.add_argument(
        "--word",
        action="append",
        default=[],
        metavar="WORD",
        help="that you remember, or player:PLACE=WORD; may be given several times",
    )
    given = parser.parse_args(argv)
    try:
        data = given.file.read_bytes()
    except OSError as error:
        print(f"{given.file} cannot be read: {error.strerror}.")
        return UNREADABLE
    return verify(data, given.fingerprint, named=given.digest, words=given.word)


def verify(
    data: bytes,
    published: str | None = None,
    *,
    named: str | None = None,
    words: Sequence[str] = (),
    find: Find = registry.get,
    say: Say = print,
) -> int:
    """Check an exported game and say what matches: 0 all, 1 tampered with, 2 cannot be judged.

    `published` is the fingerprint, `named` the digest and `words` the words that somebody remembers.
    """
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
    _players(exported, words, verdict)
    seed = _promises(exported, published, verdict)
    if seed and not elsewhere:
        _played(game, exported, seed, verdict)
    if exported.format >= fairness.BY_ID:
        _whole(json.loads(data), named, verdict, changed=bool(removed(exported.players)))
    if not verdict.holds:
        say("this file was tampered with")
        return TAMPERED
    if removed(exported.players):
        say("what is left matches; that the seed was promised cannot be shown without the ids")
        return UNREADABLE
    say("the promise matches; the game was not replayed" if elsewhere else "all matches")
    return UNREADABLE if elsewhere else MATCHES


# -- reading


def read(data: bytes) -> Export:
    """The exported game in a file."""
    try:
        version = msgspec.json.decode(data, type=_Format).format
        if version not in fairness.READABLE:
            raise Unreadable(f"This file has format {version}; here it is {fairness.FORMAT}.")
        exported = msgspec.json.decode(data, type=Export)
        _written_plainly(data, version)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Unreadable(f"This is no exported game: {error}") from None
    return exported


def _written_plainly(data: bytes, version: int) -> None:
    """Refuse what could be read in two ways, and fields that are missing or of another format."""
    plain = json.loads(
        data,
        object_pairs_hook=_once,
        parse_int=_whole_number,
        parse_float=_whole_number,
        parse_constant=_whole_number,
    )
    if version < fairness.BY_ID:
        if found := fairness.NEW & plain.keys():
            raise ValueError(f"format {version} has no {min(found)}")
    elif missing := set(Export.__struct_fields__) - plain.keys():
        raise ValueError(f"{min(missing)} is missing")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("something is in it twice")
    return dict(pairs)


def _whole_number(text: str) -> int:
    if not re.fullmatch("0|-?[1-9][0-9]{0,62}", text):
        raise ValueError(f"{text[:WHOLE]} is no whole number")
    return int(text)


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


def _players(exported: Export, remembered: Sequence[str], verdict: Verdict) -> None:
    """Names and words in their one spelling, and the words that somebody remembers."""
    ids, words = exported.players, exported.words
    wrong = wrong_ids(ids, kinds_of(exported))
    verdict.claim("ids", not wrong, f"are exact: {', '.join(ids)}", wrong)
    if gone := removed(ids):
        verdict.say(
            f"    ids         were taken out for {gone} of {len(ids)} players, who asked for it"
        )
    if words is None:
        verdict.say("    words       none: this game began before there were any")
    else:
        wrong = wrong_words(ids, words)
        said = ", ".join(f"{one}={word!r}" for one, word in zip(ids, words, strict=False) if word)
        verdict.claim("words", not wrong, f"are {said}", wrong)
    for one in remembered:
        holds = _remembered(one, ids, words or [])
        verdict.claim("word", holds, f"{one!r} is in it", f"{one!r} is not in it")


def kinds_of(exported: Export) -> list[str]:
    """The names by place that may stand in a file: people have ids before format 5, and where
    somebody's was taken out.
    """
    if removed(exported.players) and exported.format != fairness.BY_ID:
        return [COMPUTER, REMOVED]
    return [COMPUTER, PLAYER] if exported.format >= fairness.FORMAT else [COMPUTER]


def _remembered(given: str, ids: Sequence[str], words: Sequence[str]) -> bool:
    """Whether `NAME=WORD`, or a word of anybody, is in the file."""
    whose, sign, rest = given.partition("=")
    known = list(zip(ids, words, strict=False))
    try:
        if sign and whose in ids:
            return (whose, word_of(rest)) in known
        return any(word == word_of(given) for _, word in known)
    except RulesError:
        return False


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
    verdict.compare(
        "published",
        published,
        promised,
        WHOLE,
        "was promised before the game",
        "this secret was not promised: the published fingerprint is another",
    )
    words = exported.words
    if words is not None and len(words) != len(exported.players):
        return None
    if removed(exported.players):
        given = _unhex(exported.seed)
        whole = given is not None and len(given) == fairness.SEED_BYTES
        verdict.claim("seed", whole, "is as it was", f"is not {fairness.SEED_BYTES} bytes in hex")
        verdict.say("    seed        cannot be made again without the ids that were taken out")
        return given if whole else None
    seed = fairness.seed(secret, exported.players, words)
    mixed = f"the secret{'' if words is None else ', the words'} and the"
    verdict.claim(
        "seed",
        exported.seed == seed.hex(),
        f"follows from {mixed} {len(exported.players)} players in this order",
        f"does not follow from {mixed} players in this order",
    )
    return seed


def _whole(plain: dict[str, Any], named: str | None, verdict: Verdict, *, changed: bool) -> None:
    """The digest of the file as it is, and as the last post named it unless it was `changed`."""
    digest = fairness.file_digest(plain)
    verdict.claim(
        "digest", plain["digest"] == digest, "is that of this very file", "is of another file"
    )
    if changed:
        verdict.say("    named       cannot be compared: ids were taken out after the last post")
        return
    verdict.compare(
        "named",
        named,
        digest,
        ENOUGH,
        "is the game that the last post named",
        "this is not the game that the last post named",
    )
    verdict.say(f"final digest {digest}")


def _unhex(text: str) -> bytes | None:
    return bytes.fromhex(text) if re.fullmatch("(?:[0-9a-f]{2})*", text) else None


def _played(game: AnyGame, exported: Export, seed: bytes, verdict: Verdict) -> None:
    """Options, log, luck and end, as a replay comes to them."""
    with noted(seed) as draws:
        s = _replayed(game, exported, seed, verdict)
    if s is None:
        return
    if exported.format >= fairness.BY_ID:
        _luck(exported, draws, verdict)
    _ending(game, exported, s, verdict)


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


def _luck(exported: Export, draws: Sequence[Draw], verdict: Verdict) -> None:
    listed = exported.draws or []
    pairs = enumerate(zip(listed, draws, strict=False), start=1)
    other = next((at for at, (one, drawn) in pairs if one != drawn), 0)
    wrong = f"draw {other} is another" if other else f"are {len(listed)}, not {len(draws)}"
    same = exported.draws is not None and listed == list(draws)
    verdict.claim("draws", same, f"all {len(draws)} are drawn again", wrong)


def _ending(game: AnyGame, exported: Export, s: State, verdict: Verdict) -> None:
    over = s.outcome is not None
    verdict.claim("end", over, "the game is over", "the game is not over when the log ends")
    verdict.claim(
        "outcome",
        s.outcome == exported.outcome,
        "is the one the replay comes to",
        f"the replay comes to {_told(s)}",
    )
    if exported.format >= fairness.BY_ID:
        verdict.claim(
            "state",
            fairness.state_digest(game, s) == exported.state,
            "at the end is the same to the last byte",
            "at the end is another",
        )
        return
    digest = fairness.digest(game, s, exported.log)
    verdict.claim(
        "digest",
        digest == exported.digest,
        "the log and the final state are the same to the last byte",
        "the log or the final state is another",
    )
    verdict.say(f"final digest {digest}")


def _told(s: State) -> str:
    if s.outcome is None:
        return "no end"
    winners = ", ".join(str(player + 1) for player in s.outcome.winners) or "nobody"
    return f"{s.outcome.reason}, won by {winners}"
