"""Everything that can be done to the file of a game, and what command and page say to it."""

import base64
import copy
import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from rules.engine import fairness, kernel
from rules.engine.contract import AnyGame
from rules.engine.fairness import PAGE, Export
from rules.engine.inputs import Answer, Input, Undo
from rules.engine.play import Play
from rules.engine.state import Variant
from rules.engine.verify import verify
from rules.engine.words import COMPUTER, places

NODE = shutil.which("node")
RUNNER = __file__.replace("tampering.py", "check.cjs")
File = dict[str, Any]
# Claims that command and page both make; the others need the rules.
MARKS = ("ok ", "NO ")  # how the command begins a line
SHARED = {"ids", "words", "word", "secret", "fingerprint", "published", "seed", "digest", "named"}


# -- games


def random_game(game: AnyGame, variant: Variant, players: int, rng: random.Random) -> Export:
    """A finished game of random players, some of them computers, who now and then undo.

    Some began when players were known by their ids.
    """
    computers = [at > 0 and rng.random() < 0.3 for at in range(players)]
    ids = places(computers)
    if rng.random() < 0.3:
        known = [str(rng.randrange(1, 2**64)) for _ in range(players)]
        ids = [ids[at] if computers[at] else known[at] for at in range(players)]
    words = ["" if computer else _word(rng) for computer in computers]
    secret = rng.randbytes(fairness.SECRET_BYTES)
    log = played(game, variant, fairness.seed(secret, ids, words), players, rng)
    return fairness.export(game, variant, ids, secret, log, words=words, release="1")


def _word(rng: random.Random) -> str:
    letters = "abcxyzäöüßéñ中文日本ηθ0123456789-=“”\"'\\/<&👩🎲"
    inside = "".join(rng.choice(letters) for _ in range(rng.randrange(1, 38)))
    return f"{inside} z" if rng.random() < 0.5 else inside


def played(
    game: AnyGame, variant: Variant, seed: bytes, players: int, rng: random.Random
) -> list[Input]:
    """The log of a finished game of random players who now and then change their minds."""
    play, _ = Play.start(game, variant, players, seed)
    log: list[Input] = []
    while play.state.outcome is None:
        given: Input
        undoers = [player for player in range(players) if play.can_undo(player)]
        if undoers and rng.random() < 0.1:
            given = Undo(undoers[0])
        else:
            seat = rng.choice(kernel.waiting(play.state))
            option = rng.choice(kernel.offer(game, play.state, seat))
            given = Answer(seat, play.state.question(seat).number, option)
        play.do(given)
        log.append(given)
    return log


# -- what can be done to a file


def _put(file: File, name: str, value: object) -> None:
    file[name] = value


def _one(values: list[Any], rng: random.Random, change: Callable[[Any], Any]) -> None:
    at = rng.randrange(len(values))
    values[at] = change(values[at])


def _flip(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


def _move(values: list[Any]) -> None:
    values.append(values.pop(0))


def _other_draw(file: File, rng: random.Random) -> None:
    many = [draw for draw in file["draws"] if draw[1] > 1]
    draw = rng.choice(many)
    draw[2] = (draw[2] + 1) % draw[1]


def _other_sides(file: File, rng: random.Random) -> None:
    rng.choice(file["draws"])[1] += 10**6 + 3


def _draws_swapped(file: File, rng: random.Random) -> None:
    draws = file["draws"]
    pairs = [at for at in range(len(draws) - 1) if draws[at] != draws[at + 1]]
    at = rng.choice(pairs)
    draws[at], draws[at + 1] = draws[at + 1], draws[at]


def _own_word(file: File, rng: random.Random) -> None:
    _one_person(file, rng, "words", lambda word: word + "x" if len(word) < 40 else word[:-1])


def _spelt_word(file: File, rng: random.Random) -> None:
    _one_person(file, rng, "words", lambda word: f" {word}")


def _spelt_id(file: File, rng: random.Random) -> None:
    _one_person(file, rng, "players", lambda one: rng.choice([f"0{one}", f"+{one}", f"{one} "]))


def _one_person(file: File, rng: random.Random, name: str, change: Callable[[str], str]) -> None:
    people = [at for at, one in enumerate(file["players"]) if not one.startswith(COMPUTER)]
    at = rng.choice(people)
    file[name][at] = change(file[name][at])


def _other_order(file: File, rng: random.Random) -> None:
    _move(file["players"])
    _move(file["words"])
    if len(file["players"]) == 1:
        file["players"].append("77")
        file["words"].append("otter")


def _taken_out(file: File, rng: random.Random) -> None:
    file["players"] = [f"removed:{at}" for at in range(len(file["players"]))]
    file["seed"] = _flip(file["seed"])


TAMPERINGS: dict[str, Callable[[File, random.Random], object]] = {
    "another id": lambda f, rng: _one(f["players"], rng, lambda _: str(rng.randrange(1, 2**64))),
    "ids taken out, another seed": _taken_out,
    "a name of another place": lambda f, _: _put(
        f, "players", [f"player:{at + 1}" for at in range(len(f["players"]))]
    ),
    "another spelling of an id": _spelt_id,
    "somebody twice": lambda f, _: (f["players"].append(f["players"][0]), f["words"].append("x")),
    "another word": _own_word,
    "another spelling of a word": _spelt_word,
    "no words": lambda f, _: _put(f, "words", None),
    "a word too many": lambda f, _: f["words"].append("otter"),
    "another order of players": _other_order,
    "a log without its end": lambda f, _: f["log"].pop(),
    "a log with its end twice": lambda f, _: f["log"].append(copy.deepcopy(f["log"][-1])),
    "a log without an input": lambda f, rng: f["log"].pop(rng.randrange(len(f["log"]))),
    "another draw": _other_draw,
    "a draw of more sides": _other_sides,
    "draws in another order": _draws_swapped,
    "a draw less": lambda f, _: f["draws"].pop(),
    "no draws": lambda f, _: _put(f, "draws", None),
    "another outcome": lambda f, _: _put(f["outcome"], "reason", "bribed"),
    "other winners": lambda f, _: f["outcome"]["winners"].append(0),
    "another secret": lambda f, _: _put(f, "secret", _flip(f["secret"])),
    "half a secret": lambda f, _: _put(f, "secret", f["secret"][:32]),
    "another fingerprint": lambda f, _: _put(f, "commitment", _flip(f["commitment"])),
    "another seed": lambda f, _: _put(f, "seed", _flip(f["seed"])),
    "another state": lambda f, _: _put(f, "state", _flip(f["state"])),
    "another digest": lambda f, _: _put(f, "digest", _flip(f["digest"])),
    "another option": lambda f, _: _put(f["options"], "bribe", True),
    "an unknown field": lambda f, _: _put(f, "extra", 1),
    "a missing field": lambda f, _: f.pop("release"),
    "a number in words": lambda f, _: _put(f, "edition", "one"),
    "a fraction": lambda f, _: _put(f["log"][0], "seat", 1.0),
}
RAW: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda data: data[:-10],
    "not in UTF-8": lambda data: data.replace(b'"', b'\xff"', 1),
    "with a mark before it": lambda data: b"\xef\xbb\xbf" + data,
    "something twice": lambda data: data.replace(b"{", b'{"game": "chess",', 1),
    "half a letter": lambda data: data.replace(b'"release": "1"', b'"release": "\\ud800"', 1),
    "minus nothing": lambda data: data.replace(b'"edition": ', b'"edition": -0', 1),
    "nothing": lambda data: b"",
    "no object": lambda data: b"[]",
}


TOLD: dict[str, dict[str, Any]] = {  # the file is honest, but another was promised
    "another promise": {"published": "0" * 64},
    "another game named": {"named": "0" * 64},
    "a word that nobody gave": {"words": ["never said"]},
}
WAYS = (*TAMPERINGS, *RAW, *TOLD)


class Case(NamedTuple):
    """A file, what somebody was told of the game, and how it was made."""

    name: str
    data: bytes
    told: dict[str, Any]


def cases(export: Export, names: Sequence[str], rng: random.Random) -> Iterator[Case]:
    """An honest game and some tamperings of it, with and without a digest that was mended."""
    honest = json.loads(fairness.to_json(export))
    told = {
        "published": export.commitment,
        "named": rng.choice([export.digest, export.digest[:32], f" {export.digest.upper()}\n"]),
        "words": [
            f"{one}={word}"
            for one, word in zip(export.players, export.words or [], strict=True)
            if word
        ],
    }
    whole = fairness.to_json(export)
    yield Case("honest", whole, {})
    yield Case("honest, compared", whole, told)
    for name in names:
        if name in TOLD:
            yield Case(name, whole, {**told, **TOLD[name]})
            continue
        if name in RAW:
            yield Case(name, RAW[name](whole), told)
            continue
        file = copy.deepcopy(honest)
        TAMPERINGS[name](file, rng)
        yield Case(name, json.dumps(file).encode(), {})
        file["digest"] = fairness.file_digest(file) if name != "another digest" else file["digest"]
        yield Case(f"{name}, digest mended", json.dumps(file, ensure_ascii=False).encode(), told)


# -- the two judges


class Judged(NamedTuple):
    """A verdict, the claims that did not hold and those that did."""

    code: int
    refuted: set[str]
    held: set[str]
    draws: int = 0


def by_command(case: Case) -> Judged:
    """What `python -m rules verify` says."""
    lines: list[str] = []
    told = case.told
    code = verify(
        case.data,
        told.get("published"),
        named=told.get("named"),
        words=told.get("words", ()),
        say=lines.append,
    )
    marked = {mark: {line.split()[1] for line in lines if line.startswith(mark)} for mark in MARKS}
    return Judged(code, marked["NO "], marked["ok "])


@contextmanager
def page() -> Iterator[Callable[[Case], Judged]]:
    """What the page says, its own script run by Node."""
    assert NODE is not None
    with subprocess.Popen(
        [NODE, RUNNER, str(PAGE)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin and running.stdout
        asked, answered = running.stdin, running.stdout

        def by_page(case: Case) -> Judged:
            data = base64.b64encode(case.data).decode()
            asked.write(json.dumps({"data": data, "told": case.told}) + "\n")
            asked.flush()
            said = json.loads(answered.readline())
            return Judged(said["code"], set(said["refuted"]), set(said["held"]), said["rolls"])

        yield by_page
        asked.close()


def disagreement(case: Case, command: Judged, by_page: Judged) -> str:
    """What the two judges see differently; nothing where they agree."""
    if command.code != by_page.code:
        return f"{case.name}: the command says {command}, the page {by_page}"
    if command.refuted & SHARED != by_page.refuted & SHARED:
        return f"{case.name}: the command refutes {command.refuted}, the page {by_page.refuted}"
    if command.held & SHARED != by_page.held & SHARED:
        return f"{case.name}: the command confirms {command.held}, the page {by_page.held}"
    return ""
