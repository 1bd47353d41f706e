"""Nobody could choose the luck, and nobody can change a game that was played."""

import doctest
import json
import random
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.__main__ import main
from rules.engine import fairness, kernel
from rules.engine.contract import AnyGame
from rules.engine.errors import RulesError
from rules.engine.inputs import Answer, Input, Undo
from rules.engine.play import Play, replay
from rules.engine.proof import CHANGED, Proof, prove
from rules.engine.state import Outcome, Variant
from rules.engine.verify import MATCHES, TAMPERED, UNREADABLE, verify
from tests.rules.players import nim

SECRET = bytes(range(32))
OTHER = bytes(range(1, 33))
PLAYERS = ["1043", "77"]
PROMISE = fairness.commitment(SECRET)


def played(game: AnyGame, variant: Variant, players: list[str], secret: bytes) -> list[Input]:
    """The log of a finished game of random players who now and then change their minds."""
    rng = random.Random(5)
    play, _ = Play.start(game, variant, len(players), fairness.seed(secret, players))
    log: list[Input] = []
    while play.state.outcome is None:
        given: Input
        undoers = [p for p in range(len(players)) if play.can_undo(p)]
        if undoers and rng.random() < 0.1:
            given = Undo(undoers[0])
        else:
            seat = rng.choice(kernel.waiting(play.state))
            question = play.state.question(seat)
            option = rng.choice(kernel.offer(game, play.state, seat))
            given = Answer(seat, question.number, option)
        play.do(given)
        log.append(given)
    return log


def exported(secret: bytes = SECRET, players: list[str] = PLAYERS) -> dict[str, Any]:
    log = played(nim.GAME, nim.Stones(), players, secret)
    export = fairness.export(nim.GAME, nim.Stones(), players, secret, log, release="7.1")
    file: dict[str, Any] = json.loads(fairness.to_json(export))
    return file


def judged(file: dict[str, Any] | bytes, published: str | None = PROMISE) -> tuple[int, list[str]]:
    """The verdict on a file, and the lines that say why."""
    lines: list[str] = []
    data = file if isinstance(file, bytes) else json.dumps(file).encode()
    code = verify(data, published, find=lambda key: nim.GAME, say=lines.append)
    return code, lines


def refuted(lines: list[str]) -> set[str]:
    return {line.split()[1] for line in lines if line.startswith("NO")}


# -- the promise


def test_the_promise_can_be_checked_without_this_program() -> None:
    assert sha256(SECRET).hexdigest() == PROMISE
    assert fairness.seed(SECRET, PLAYERS) == sha256(SECRET + b"4:1043,2:77,").digest()
    assert doctest.testmod(fairness) == (0, 1)


def test_the_seed_depends_on_secret_players_and_their_order() -> None:
    seeds = {
        fairness.seed(SECRET, PLAYERS),
        fairness.seed(OTHER, PLAYERS),
        fairness.seed(SECRET, PLAYERS[::-1]),
        fairness.seed(SECRET, ["1043"]),
        fairness.seed(SECRET, ["10", "4377"]),
        fairness.seed(SECRET, ["104377"]),
        fairness.seed(SECRET, ["1043", "77", ""]),
    }
    assert len(seeds) == 7


def test_a_short_secret_is_no_secret() -> None:
    with pytest.raises(RulesError, match="32 bytes"):
        fairness.commitment(b"short")


def test_a_game_that_goes_on_keeps_its_secret() -> None:
    log = played(nim.GAME, nim.Stones(), PLAYERS, SECRET)
    with pytest.raises(RulesError, match="not over"):
        fairness.export(nim.GAME, nim.Stones(), PLAYERS, SECRET, log[:-1])


# -- an honest file


def test_an_honest_game_matches_line_by_line() -> None:
    file = exported()
    code, lines = judged(file)
    assert code == MATCHES
    claims = [line.split()[1] for line in lines if line.startswith("ok")]
    assert claims == [
        "fingerprint",
        "published",
        "seed",
        "options",
        "log",
        "end",
        "outcome",
        "digest",
    ]
    assert f"final digest {file['digest']}" in lines
    assert lines[-1] == "all matches"


@pytest.mark.parametrize("key", registry.KEYS)
def test_every_registered_game_can_be_checked_from_a_shell(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = registry.get(key)
    variant, count = game.samples()[0]
    players = [str(900 + player) for player in range(count)]
    log = played(game, variant, players, SECRET)
    file = tmp_path / "game.json"
    file.write_bytes(fairness.to_json(fairness.export(game, variant, players, SECRET, log)))
    assert main(["verify", str(file), "--fingerprint", PROMISE]) == MATCHES
    assert "all matches" in capsys.readouterr().out
    assert main(["verify", str(file), "--fingerprint", fairness.commitment(OTHER)]) == TAMPERED


# -- a tampered file


def other_roll(file: dict[str, Any]) -> None:
    file["seed"] = fairness.seed(OTHER, PLAYERS).hex()


def other_answer(file: dict[str, Any]) -> None:
    option = file["log"][0]["option"]
    option["count"] = option["count"] % 3 + 1


def illegal_answer(file: dict[str, Any]) -> None:
    file["log"][0]["option"]["count"] = 4


def no_answer(file: dict[str, Any]) -> None:
    file["log"][0] = {"type": "cheat"}


def other_secret(file: dict[str, Any]) -> None:
    file["secret"] = OTHER.hex()


def half_a_secret(file: dict[str, Any]) -> None:
    file["secret"] = SECRET.hex()[:32]


def players_swapped(file: dict[str, Any]) -> None:
    file["players"].reverse()


def a_player_gone(file: dict[str, Any]) -> None:
    file["players"].pop()


def other_commitment(file: dict[str, Any]) -> None:
    file["commitment"] = fairness.commitment(OTHER)


def log_cut_short(file: dict[str, Any]) -> None:
    file["log"].pop()


def log_drawn_out(file: dict[str, Any]) -> None:
    file["log"].append(file["log"][-1])


def other_options(file: dict[str, Any]) -> None:
    file["options"]["shown"] += 4


def impossible_options(file: dict[str, Any]) -> None:
    file["options"]["shown"] = "many"


def other_winner(file: dict[str, Any]) -> None:
    file["outcome"]["winners"] = [1 - winner for winner in file["outcome"]["winners"]]


def other_digest(file: dict[str, Any]) -> None:
    file["digest"] = sha256(b"").hexdigest()


@pytest.mark.parametrize(
    ("tamper", "claim"),
    [
        (other_roll, "seed"),
        (other_answer, "digest"),
        (illegal_answer, "log"),
        (no_answer, "log"),
        (other_secret, "fingerprint"),
        (other_secret, "seed"),
        (half_a_secret, "secret"),
        (players_swapped, "seed"),
        (a_player_gone, "seed"),
        (a_player_gone, "options"),
        (other_commitment, "fingerprint"),
        (log_cut_short, "end"),
        (log_drawn_out, "log"),
        (other_options, "digest"),
        (impossible_options, "options"),
        (other_winner, "outcome"),
        (other_digest, "digest"),
    ],
)
def test_a_tampered_file_is_caught(tamper: Callable[[dict[str, Any]], None], claim: str) -> None:
    file = exported()
    tamper(file)
    code, lines = judged(file)
    assert code == TAMPERED
    assert claim in refuted(lines)
    assert lines[-1] == "this file was tampered with"


def test_every_single_answer_is_held_to() -> None:
    honest = exported()
    for at in range(len(honest["log"])):
        file = exported()
        option = file["log"][at]["option"]
        option["count"] = option["count"] % 3 + 1
        assert judged(file)[0] == TAMPERED


def test_an_answer_that_was_taken_back_is_held_to_as_well() -> None:
    game = registry.get("beer_brawl")
    log = played(game, game.variant(), PLAYERS, SECRET)
    export = fairness.export(game, game.variant(), PLAYERS, SECRET, log)
    at = next(at for at, given in enumerate(log) if isinstance(given, Undo)) - 1
    regretted = log[at]
    assert isinstance(regretted, Answer)
    seed = fairness.seed(SECRET, PLAYERS)
    before = replay(game, game.variant(), len(PLAYERS), seed, log[:at]).state
    offered = kernel.offer(game, before, regretted.seat)
    other = next(option for option in offered if option != regretted.option)
    file = json.loads(fairness.to_json(export))
    file["log"][at]["option"] = msgspec.to_builtins(other)
    lines: list[str] = []
    assert verify(json.dumps(file).encode(), PROMISE, say=lines.append) == TAMPERED
    assert refuted(lines) == {"digest"}


def test_a_number_beyond_measure_is_tampering_and_no_crash() -> None:
    file = exported()
    file["log"][0]["option"]["count"] = 10**40
    code, lines = judged(file)
    assert code == TAMPERED and {"log", "digest"} <= refuted(lines)


def test_a_whole_game_of_another_secret_breaks_the_published_promise() -> None:
    file = exported(secret=OTHER)
    code, lines = judged(file, published=None)
    assert code == MATCHES  # so the promise to compare with is said
    assert f"    published   not compared: was it {fairness.commitment(OTHER)}?" in lines
    code, lines = judged(file, published=PROMISE)
    assert code == TAMPERED
    assert refuted(lines) == {"published"}


def test_swapped_players_are_caught_though_seed_and_digest_were_mended() -> None:
    # Whoever mends the seed has to live with other luck: the log comes to another end.
    file = exported()
    players_swapped(file)
    file["seed"] = fairness.seed(SECRET, file["players"]).hex()
    code, lines = judged(file)
    assert code == TAMPERED
    assert refuted(lines) & {"log", "outcome", "digest"}


# -- a file that cannot be judged


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xfe", b"[]", b"{}", b'{"format": 2}', b"[" * 100_000, b'{"format": "one"}'],
)
def test_a_damaged_file_is_no_exported_game(data: bytes) -> None:
    code, lines = judged(data)
    assert code == UNREADABLE
    assert lines[0].startswith("This is no exported game")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("rules_version", "0.9", "played by rules version 0.9 of Nim; here it is 1"),
        ("edition", 7, "saved in edition 7 of Nim; here it is 1"),
        ("rules_version", "0.9", "Release 7.1 can replay it (rules version 0.9, edition 1)"),
        ("edition", 7, "Release 7.1 can replay it (rules version 1, edition 7)"),
        ("ended_by", "2", "began by rules version 1 and ended by 2"),
        ("format", 1, "format 1; here it is 3"),
        ("log", "none", "no exported game"),
        ("extra", 1, "no exported game"),
    ],
)
def test_another_version_is_reported_as_such(name: str, value: object, said: str) -> None:
    file = exported()
    file[name] = value
    code, lines = judged(file)
    assert code == UNREADABLE
    assert said in lines[0]


def test_the_promise_is_checked_although_the_game_cannot_be_replayed() -> None:
    file = exported()
    file["rules_version"] = "0.9"
    code, lines = judged(file)
    assert code == UNREADABLE
    assert [line.split()[1] for line in lines if line.startswith("ok")] == [
        "fingerprint",
        "published",
        "seed",
    ]
    assert lines[-1] == "the promise matches; the game was not replayed"
    players_swapped(file)
    code, lines = judged(file)
    assert code == TAMPERED
    assert refuted(lines) == {"seed"}


def test_a_file_of_the_format_before_is_still_checked() -> None:
    file = {**exported(), "format": 2}
    del file["release"], file["ended_by"]
    assert judged(file)[0] == MATCHES
    code, lines = judged({**file, "edition": 9})
    assert code == UNREADABLE
    assert "A release with rules version 1, edition 9 can replay it." in lines[0]


# -- what is kept of a finished game


def proven(log: list[Input], began: str = "1") -> Proof:
    seed = fairness.seed(SECRET, PLAYERS)
    ended = replay(nim.GAME, nim.Stones(), len(PLAYERS), seed, log).state
    return prove(nim.GAME, nim.Stones(), PLAYERS, SECRET, log, ended, began=began)


def test_a_proof_has_the_export_and_everybody_s_words() -> None:
    log = played(nim.GAME, nim.Stones(), PLAYERS, SECRET)
    proof = proven(log)
    made = json.loads(fairness.to_json(proof.export))
    assert made == {**exported(), "release": fairness.release()}
    assert len(proof.told) == 1 + len(PLAYERS)
    assert all(proof.lines(player) for player in (None, 0, 1))
    assert msgspec.json.decode(msgspec.json.encode(proof), type=Proof) == proof


def test_a_change_of_rules_that_did_not_touch_a_game_leaves_its_proof_whole() -> None:
    proof = proven(played(nim.GAME, nim.Stones(), PLAYERS, SECRET), began="0.9")
    assert (proof.export.rules_version, proof.export.ended_by) == ("1", "")
    assert proof.told


def test_a_game_that_went_on_by_its_old_rules_says_so() -> None:
    log = played(nim.GAME, nim.Stones(), PLAYERS, SECRET)
    seed = fairness.seed(OTHER, PLAYERS)  # what was played is not what today's rules come to
    ended = replay(nim.GAME, nim.Stones(), len(PLAYERS), seed, []).state
    ended.outcome = Outcome((1,), "elsewhere")
    proof = prove(nim.GAME, nim.Stones(), PLAYERS, SECRET, log, ended, began="0.9")
    assert (proof.export.rules_version, proof.export.ended_by) == ("0.9", "1")
    assert proof.export.outcome.reason == "elsewhere"
    assert proof.lines(None) == proof.lines(0) == [CHANGED]
    code, lines = judged(json.loads(fairness.to_json(proof.export)))
    assert code == UNREADABLE
    assert "no release can replay it" in lines[0]


def test_an_unknown_game_and_a_missing_file_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    assert main(["verify", str(file)]) == UNREADABLE
    assert "cannot be read" in capsys.readouterr().out
    file.write_text(json.dumps(exported()), "utf-8")
    assert main(["verify", str(file)]) == UNREADABLE
    assert "no game 'nim'" in capsys.readouterr().out
