"""A promise was kept, and nobody can change a game that was played."""

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
from rules.engine.play import replay
from rules.engine.proof import CHANGED, Proof, prove
from rules.engine.state import Outcome, Variant
from rules.engine.verify import MATCHES, TAMPERED, UNREADABLE, verify
from tests.rules import tampering
from tests.rules.players import nim

SECRET = bytes(range(32))
OTHER = bytes(range(1, 33))
PLAYERS = ["1043", "77"]
WORDS = ["amber otter", "Zürich 7=8"]
PROMISE = fairness.commitment(SECRET)


def played(
    game: AnyGame,
    variant: Variant,
    players: list[str],
    secret: bytes,
    words: list[str] | None = WORDS,
) -> list[Input]:
    seed = fairness.seed(secret, players, words)
    return tampering.played(game, variant, seed, len(players), random.Random(5))


def exported(
    secret: bytes = SECRET,
    players: list[str] = PLAYERS,
    words: list[str] | None = WORDS,
) -> dict[str, Any]:
    log = played(nim.GAME, nim.Stones(), players, secret, words)
    export = fairness.export(
        nim.GAME, nim.Stones(), players, secret, log, words=words, release="7.1"
    )
    file: dict[str, Any] = json.loads(fairness.to_json(export))
    return file


def judged(
    file: dict[str, Any] | bytes, published: str | None = PROMISE, **told: Any
) -> tuple[int, list[str]]:
    """The verdict on a file, and the lines that say why."""
    lines: list[str] = []
    data = file if isinstance(file, bytes) else json.dumps(file).encode()
    code = verify(data, published, find=lambda key: nim.GAME, say=lines.append, **told)
    return code, lines


def refuted(lines: list[str]) -> set[str]:
    return {line.split()[1] for line in lines if line.startswith("NO")}


# -- the promise


def test_the_promise_can_be_checked_without_this_program() -> None:
    assert sha256(SECRET).hexdigest() == PROMISE
    assert fairness.seed(SECRET, PLAYERS) == sha256(SECRET + b"4:1043,2:77,").digest()
    mixed = SECRET + b"words;4:1043,11:amber otter,2:77,11:Z\xc3\xbcrich 7=8,"
    assert fairness.seed(SECRET, PLAYERS, WORDS) == sha256(mixed).digest()


def test_the_seed_depends_on_secret_players_words_and_their_order() -> None:
    seeds = {
        fairness.seed(SECRET, PLAYERS, WORDS),
        fairness.seed(SECRET, PLAYERS, WORDS[::-1]),
        fairness.seed(SECRET, PLAYERS[::-1], WORDS[::-1]),
        fairness.seed(SECRET, ["1043"], ["77"]),
        fairness.seed(SECRET, ["1043"], ["7"]),
        fairness.seed(SECRET, PLAYERS),
        fairness.seed(OTHER, PLAYERS),
        fairness.seed(SECRET, PLAYERS[::-1]),
        fairness.seed(SECRET, ["1043"]),
        fairness.seed(SECRET, ["10", "4377"]),
        fairness.seed(SECRET, ["104377"]),
        fairness.seed(SECRET, ["1043", "77", ""]),
    }
    assert len(seeds) == 12


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
        "ids",
        "words",
        "fingerprint",
        "published",
        "seed",
        "options",
        "log",
        "draws",
        "end",
        "outcome",
        "state",
        "digest",
    ]
    assert f"ok  ids         are exact: {', '.join(PLAYERS)}" in lines
    assert "ok  words       are 1043='amber otter', 77='Zürich 7=8'" in lines
    assert f"    named       not compared: was it {file['digest']}?" in lines
    assert f"final digest {file['digest']}" in lines
    assert lines[-1] == "all matches"


@pytest.mark.parametrize("key", registry.KEYS)
def test_every_registered_game_can_be_checked_from_a_shell(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = registry.get(key)
    variant, count = game.samples()[0]
    players = [str(900 + player) for player in range(count)]
    words = [f"word {player}" for player in range(count)]
    log = played(game, variant, players, SECRET, words)
    export = fairness.export(game, variant, players, SECRET, log, words=words)
    file = tmp_path / "game.json"
    file.write_bytes(fairness.to_json(export))
    told = ["--fingerprint", PROMISE, "--digest", export.digest[:32], "--word", "900=word  0"]
    assert main(["verify", str(file), *told, "--word", words[-1]]) == MATCHES
    assert "all matches" in capsys.readouterr().out
    assert main(["verify", str(file), "--fingerprint", fairness.commitment(OTHER)]) == TAMPERED
    assert main(["verify", str(file), "--digest", "0" * 64]) == TAMPERED
    assert main(["verify", str(file), "--word", "another"]) == TAMPERED


# -- a tampered file


def mended(file: dict[str, Any]) -> None:
    """Whoever changes a file mends its digest, too; the one that was posted stays."""
    file["digest"] = fairness.file_digest(file)


def other_seed(file: dict[str, Any]) -> None:
    file["seed"] = fairness.seed(OTHER, PLAYERS, WORDS).hex()


def other_draw(file: dict[str, Any]) -> None:
    stream, of, result = file["draws"][0]
    file["draws"][0] = [stream, of, (result + 1) % of]


def fewer_draws(file: dict[str, Any]) -> None:
    file["draws"].pop()


def no_draws(file: dict[str, Any]) -> None:
    file["draws"] = None


def other_word(file: dict[str, Any]) -> None:
    file["words"][0] = "amber badger"


def words_swapped(file: dict[str, Any]) -> None:
    file["words"].reverse()


def other_spelling_of_a_word(file: dict[str, Any]) -> None:
    file["words"][0] = "amber  otter"


def a_word_gone(file: dict[str, Any]) -> None:
    file["words"].pop()


def no_words(file: dict[str, Any]) -> None:
    file["words"] = None


def other_spelling_of_an_id(file: dict[str, Any]) -> None:
    file["players"][0] = "01043"


def somebody_twice(file: dict[str, Any]) -> None:
    file["players"][1] = file["players"][0]


def other_state(file: dict[str, Any]) -> None:
    file["state"] = sha256(b"").hexdigest()


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
    file["words"].pop()


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
        (other_seed, "seed"),
        (other_draw, "draws"),
        (fewer_draws, "draws"),
        (no_draws, "draws"),
        (other_word, "seed"),
        (words_swapped, "seed"),
        (other_spelling_of_a_word, "words"),
        (a_word_gone, "words"),
        (no_words, "seed"),
        (other_spelling_of_an_id, "ids"),
        (somebody_twice, "ids"),
        (other_state, "state"),
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
    if tamper is not other_digest:
        mended(file)
        assert claim == "digest" or claim in refuted(judged(file)[1])
        assert "named" in refuted(judged(file, named=exported()["digest"])[1])


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
    export = fairness.export(game, game.variant(), PLAYERS, SECRET, log, words=WORDS)
    at = next(at for at, given in enumerate(log) if isinstance(given, Undo)) - 1
    regretted = log[at]
    assert isinstance(regretted, Answer)
    seed = fairness.seed(SECRET, PLAYERS, WORDS)
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
    file["seed"] = fairness.seed(SECRET, file["players"], file["words"]).hex()
    mended(file)
    code, lines = judged(file)
    assert code == TAMPERED
    assert refuted(lines) & {"log", "outcome", "draws", "state"}


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
        ("format", 1, "format 1; here it is 5"),
        ("log", "none", "no exported game"),
        ("extra", 1, "no exported game"),
    ],
)
def test_another_version_is_reported_as_such(name: str, value: object, said: str) -> None:
    file = exported()
    file[name] = value
    mended(file)
    code, lines = judged(file)
    assert code == UNREADABLE
    assert said in lines[0]


def test_the_promise_is_checked_although_the_game_cannot_be_replayed() -> None:
    file = exported()
    file["rules_version"] = "0.9"
    mended(file)
    code, lines = judged(file)
    assert code == UNREADABLE
    assert [line.split()[1] for line in lines if line.startswith("ok")] == [
        "ids",
        "words",
        "fingerprint",
        "published",
        "seed",
        "digest",
    ]
    assert lines[-1] == "the promise matches; the game was not replayed"
    players_swapped(file)
    code, lines = judged(file)
    assert code == TAMPERED
    assert refuted(lines) == {"seed", "digest"}


@pytest.mark.parametrize("kept", [2, 3])
def test_files_of_the_formats_before_are_still_checked(kept: int) -> None:
    """They have no words, no draws, and a digest of log and state."""
    log = played(nim.GAME, nim.Stones(), PLAYERS, SECRET, None)
    file = {**exported(words=None), "format": kept}
    s = replay(nim.GAME, nim.Stones(), len(PLAYERS), fairness.seed(SECRET, PLAYERS), log).state
    file["digest"] = fairness.digest(nim.GAME, s, file["log"])
    del file["words"], file["draws"], file["state"]
    if kept == 2:
        del file["release"], file["ended_by"]
    assert judged(file)[0] == MATCHES
    kept_since = msgspec.json.decode(json.dumps(file), type=fairness.Export)
    assert judged(fairness.to_json(kept_since))[0] == MATCHES
    for name in ("words", "draws", "state"):
        assert judged({**file, name: exported()[name]})[0] == UNREADABLE
    other = json.loads(json.dumps(file))
    other_answer(other)
    assert judged(other)[0] == TAMPERED
    file["release"] = ""
    code, lines = judged({**file, "edition": 9})
    assert code == UNREADABLE
    assert "A release with rules version 1, edition 9 can replay it." in lines[0]


# -- people who are forgotten


def test_a_game_that_knows_its_players_by_place_names_nobody() -> None:
    """So nothing need be taken out of it, and its proof stays as it is."""
    export = msgspec.convert(exported(players=["player:0", "player:1"]), fairness.Export)
    assert export.format == fairness.FORMAT
    assert fairness.forgotten(export, ["1043", "77"]) is export
    assert judged(fairness.to_json(export))[0] == MATCHES


def test_where_an_id_is_taken_out_the_draws_still_follow_from_the_seed() -> None:
    """Neither seed nor digest can be made again, which is said, and is no match."""
    export = msgspec.convert(exported(), fairness.Export)
    assert export.format == fairness.BY_ID
    left = json.loads(fairness.to_json(fairness.forgotten(export, ["77"])))
    assert left["players"] == ["1043", "removed:1"]
    assert '"77"' not in json.dumps(left)
    code, lines = judged(left, named=export.digest, words=["removed:1=Zürich 7=8"])
    assert code == UNREADABLE
    assert not refuted(lines)
    held = {line.split()[1] for line in lines if line.startswith("ok")}
    assert held >= {
        "ids",
        "words",
        "word",
        "fingerprint",
        "seed",
        "log",
        "draws",
        "state",
        "digest",
    }
    assert "cannot be shown without the ids" in lines[-1]
    again = fairness.forgotten(msgspec.convert(left, fairness.Export), ["1043"])
    assert again.players == ["removed:0", "removed:1"]
    assert judged(fairness.to_json(again))[0] == UNREADABLE
    for tamper, claim in ((other_draw, "draws"), (other_answer, "state"), (other_seed, "state")):
        file = json.loads(json.dumps(left))
        tamper(file)
        mended(file)
        code, lines = judged(file)
        assert code == TAMPERED
        assert claim in refuted(lines)
    assert judged({**left, "seed": "ab"})[0] == TAMPERED
    assert judged({**left, "format": fairness.BY_ID})[0] == TAMPERED, "none were taken out then"


def test_an_id_is_taken_out_of_a_game_from_before_words_and_its_digest_holds() -> None:
    """That digest is of log and state alone."""
    export = msgspec.convert(exported(words=None), fairness.Export)
    log = played(nim.GAME, nim.Stones(), PLAYERS, SECRET, None)
    s = replay(nim.GAME, nim.Stones(), len(PLAYERS), fairness.seed(SECRET, PLAYERS), log).state
    digest = fairness.digest(nim.GAME, s, export.log)
    old = msgspec.structs.replace(export, format=3, digest=digest, draws=None, state="")
    assert judged(fairness.to_json(old))[0] == MATCHES
    code, lines = judged(fairness.to_json(fairness.forgotten(old, ["1043"])))
    assert (code, refuted(lines)) == (UNREADABLE, set())


# -- what is kept of a finished game


def proven(log: list[Input], began: str = "1") -> Proof:
    seed = fairness.seed(SECRET, PLAYERS, WORDS)
    ended = replay(nim.GAME, nim.Stones(), len(PLAYERS), seed, log).state
    return prove(nim.GAME, nim.Stones(), PLAYERS, SECRET, log, ended, words=WORDS, began=began)


def test_a_proof_has_the_export_and_everybody_s_words() -> None:
    log = played(nim.GAME, nim.Stones(), PLAYERS, SECRET)
    proof = proven(log)
    made = json.loads(fairness.to_json(proof.export))
    wanted = {**exported(), "release": fairness.release()}
    mended(wanted)
    assert made == wanted
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
    proof = prove(nim.GAME, nim.Stones(), PLAYERS, SECRET, log, ended, words=WORDS, began="0.9")
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
