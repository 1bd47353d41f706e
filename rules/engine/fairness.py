"""Luck that nobody could choose: a secret promised first, players known later, all shown at last."""

import json
from collections.abc import Sequence
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import msgspec

from rules.engine.codec import encode, input_to_plain
from rules.engine.contract import AnyGame
from rules.engine.errors import RulesError
from rules.engine.inputs import Input
from rules.engine.play import replay
from rules.engine.state import Outcome, State, Variant

SECRET_BYTES = 32
FORMAT = 3  # of the exported file
READABLE = (2, 3)  # formats; the second did not name its release


def release() -> str:
    """The version of this package; nothing where it runs without being installed."""
    try:
        return version("brawl-referee")
    except PackageNotFoundError:
        return ""


def commitment(secret: bytes) -> str:
    """The promise that is published before the players are known: the secret's SHA-256.

    >>> commitment(bytes(32))[:16]
    '66687aadf862bd77'
    """
    if len(secret) != SECRET_BYTES:
        raise RulesError(f"A game's secret has {SECRET_BYTES} bytes.")
    return sha256(secret).hexdigest()


def seed(secret: bytes, players: Sequence[str]) -> bytes:
    """The seed of a game: SHA-256 of the secret and the ids in joining order, as `length:id,`."""
    ids = b"".join(b"%d:%s," % (len(raw), raw) for raw in (p.encode() for p in players))
    return sha256(secret + ids).digest()


def digest(game: AnyGame, s: State, log: Sequence[dict[str, Any]]) -> str:
    """The SHA-256 of a log and of the saved form of the state that it leads to.

    The state alone would not tell an answer that was taken back from another one.
    """
    return sha256(json.dumps(log, sort_keys=True).encode() + encode(game, s)).hexdigest()


class Export(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A finished game with everything that is needed to play it again."""

    format: int
    game: str
    rules_version: str
    edition: int  # of the saved form, which goes into the digest
    options: dict[str, Any]
    players: list[str]  # ids in joining order, which is the order of the players
    commitment: str
    secret: str
    seed: str
    log: list[dict[str, Any]]
    outcome: Outcome
    digest: str
    release: str = ""  # the package version that made this file, and can replay it
    ended_by: str = ""  # the rules version at the end, where the rules changed during the game


def export(
    game: AnyGame,
    variant: Variant,
    players: Sequence[str],
    secret: bytes,
    log: Sequence[Input],
    *,
    release: str = "",
) -> Export:
    """A finished game to be given away; one that still goes on keeps its secret."""
    s = replay(game, variant, len(players), seed(secret, players), log).state
    return exported(game, variant, players, secret, log, s, release=release)


def exported(
    game: AnyGame,
    variant: Variant,
    players: Sequence[str],
    secret: bytes,
    log: Sequence[Input],
    s: State,
    *,
    began: str | None = None,
    release: str = "",
) -> Export:
    """The same where the state that it came to is known; `began` is the rules version it began by."""
    if s.outcome is None:
        raise RulesError("This game is not over: its secret stays one.")
    plain = [input_to_plain(given) for given in log]
    return Export(
        format=FORMAT,
        game=game.key,
        rules_version=began or game.rules_version,
        edition=game.edition,
        options=msgspec.to_builtins(variant),
        players=list(players),
        commitment=commitment(secret),
        secret=secret.hex(),
        seed=seed(secret, players).hex(),
        log=plain,
        outcome=s.outcome,
        digest=digest(game, s, plain),
        release=release,
        ended_by=game.rules_version if began not in (None, game.rules_version) else "",
    )


def to_json(exported: Export) -> bytes:
    """An exported game as a file that a person can read."""
    return msgspec.json.format(msgspec.json.encode(exported), indent=1) + b"\n"
