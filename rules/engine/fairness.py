"""Luck that nobody owns: a secret promised first, players' words after it, all shown at last."""

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import msgspec

from rules.engine.codec import encode, input_to_plain
from rules.engine.contract import AnyGame
from rules.engine.errors import RulesError
from rules.engine.inputs import Input
from rules.engine.play import replay
from rules.engine.randomness import Draw, noted
from rules.engine.state import Outcome, State, Variant
from rules.engine.words import by_place, without_ids

SECRET_BYTES = SEED_BYTES = 32
FORMAT = 5  # of the exported file
BY_ID = 4  # the format of games that know their players by id
# The second format did not name its release, nor the third words and draws, nor the fourth places.
READABLE = (2, 3, BY_ID, FORMAT)
NEW = {"words", "draws", "state"}  # in no file before format 4
PAGE = Path(__file__).with_name("check.html")  # checks an exported game in a browser
_DRAW = re.compile(r"\[\s+(\"[^\"]*\"),\s+(\d+),\s+(\d+)\s+\]")


def release() -> str:
    """The version of this package; nothing where it runs without being installed."""
    try:
        return version("brawl-referee")
    except PackageNotFoundError:
        return ""


def commitment(secret: bytes) -> str:
    """The promise that is told before any word is asked for: the secret's SHA-256.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    if len(secret) != SECRET_BYTES:
        raise RulesError(f"A game's secret has {SECRET_BYTES} bytes.")
    return sha256(secret).hexdigest()


def seed(secret: bytes, players: Sequence[str], words: Sequence[str] | None = None) -> bytes:
    """The seed of a game: SHA-256 of the secret, `words;`, and `length:name,length:word,` of each.

    Names are in joining order. Games that began before there were words are without them: the
    secret, and `length:name,` of each.
    """
    mixed = list(players) if words is None else _paired(players, words)
    parts = b"".join(b"%d:%s," % (len(raw), raw) for raw in (part.encode() for part in mixed))
    return sha256(secret + (b"" if words is None else b"words;") + parts).digest()


def _paired(players: Sequence[str], words: Sequence[str]) -> list[str]:
    return [part for pair in zip(players, words, strict=True) for part in pair]


def state_digest(game: AnyGame, s: State) -> str:
    """The SHA-256 of the saved form of a state."""
    return sha256(encode(game, s)).hexdigest()


def file_digest(plain: Mapping[str, Any]) -> str:
    """The SHA-256 of everything in an exported file but this digest itself, keys in order."""
    rest = {name: value for name, value in plain.items() if name != "digest"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def digest(game: AnyGame, s: State, log: Sequence[dict[str, Any]]) -> str:
    """The digest in files of formats 2 and 3: of a log and of the state that it leads to."""
    return sha256(json.dumps(log, sort_keys=True).encode() + encode(game, s)).hexdigest()


class Export(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished game with everything that is needed to play it again."""

    format: int
    game: str
    rules_version: str
    edition: int  # of the saved form, which goes into the digest
    options: dict[str, Any]
    players: list[str]  # what they are called in the seed, in joining order
    commitment: str
    secret: str
    seed: str
    log: list[dict[str, Any]]
    outcome: Outcome
    digest: str
    release: str = ""  # the package version that made this file, and can replay it
    ended_by: str = ""  # the rules version at the end, where the rules changed during the game
    words: list[str] | None = None  # by player; none where the game began before there were words
    draws: list[Draw] | None = None  # all luck; none where the rules changed during the game
    state: str = ""  # the digest of the state that the game came to


def export(
    game: AnyGame,
    variant: Variant,
    players: Sequence[str],
    secret: bytes,
    log: Sequence[Input],
    *,
    words: Sequence[str] | None = None,
    sown: bytes | None = None,
    release: str = "",
) -> Export:
    """A finished game to be given away; one that still goes on keeps its secret."""
    drawn_from = sown or seed(secret, players, words)
    with noted(drawn_from) as draws:
        s = replay(game, variant, len(players), drawn_from, log).state
    return exported(
        game, variant, players, secret, log, s, words=words, sown=sown, draws=draws, release=release
    )


def exported(
    game: AnyGame,
    variant: Variant,
    players: Sequence[str],
    secret: bytes,
    log: Sequence[Input],
    s: State,
    *,
    words: Sequence[str] | None = None,
    sown: bytes | None = None,
    draws: Sequence[Draw] | None = None,
    began: str | None = None,
    release: str = "",
) -> Export:
    """The same where the state that it came to is known; `began` is the rules version it began by.

    The seed is `sown` where ids that it was made of were taken out.
    """
    if s.outcome is None:
        raise RulesError("This game is not over: its secret stays one.")
    made = Export(
        format=FORMAT if sown is not None or by_place(players) else BY_ID,
        game=game.key,
        rules_version=began or game.rules_version,
        edition=game.edition,
        options=msgspec.to_builtins(variant),
        players=list(players),
        commitment=commitment(secret),
        secret=secret.hex(),
        seed=(sown or seed(secret, players, words)).hex(),
        log=[input_to_plain(given) for given in log],
        outcome=s.outcome,
        digest="",
        release=release,
        ended_by=game.rules_version if began not in (None, game.rules_version) else "",
        words=None if words is None else list(words),
        draws=None if draws is None else list(draws),
        state=state_digest(game, s),
    )
    return _named(made)


def _named(made: Export) -> Export:
    """A file with its own digest."""
    return msgspec.structs.replace(made, digest=file_digest(msgspec.to_builtins(made)))


def forgotten(export: Export, gone: Sequence[str]) -> Export:
    """A game without some people's ids; nothing changes where it knows nobody by id.

    Its draws still follow from its seed; but whoever reads it can no longer make the seed, nor the
    digest that the last post named, so the file is one of a format that says so.
    """
    left = without_ids(export.players, gone)
    if left == export.players:
        return export
    if export.format < BY_ID:  # its digest is of log and state alone
        return msgspec.structs.replace(export, players=left)
    return _named(msgspec.structs.replace(export, format=FORMAT, players=left))


def to_json(exported: Export) -> bytes:
    """An exported game as a file that a person can read."""
    plain = msgspec.to_builtins(exported)
    if exported.format < BY_ID:  # a game that ended earlier stays as it was
        plain = {name: value for name, value in plain.items() if name not in NEW}
    text = json.dumps(plain, indent=1, ensure_ascii=False)
    return _DRAW.sub(r"[\1, \2, \3]", text).encode() + b"\n"
