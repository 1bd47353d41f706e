"""The shell command: figures, breaches and bad input."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from rules import registry
from rules.__main__ import main
from tests.rules.engine.bugs import LostCard
from tests.rules.engine.toy import GAME, Tug

Registered = Callable[[Tug], None]


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Iterator[Registered]:
    """Make a toy game one of the registered ones."""

    def add(game: Tug) -> None:
        monkeypatch.setattr(registry, "KEYS", (*registry.KEYS, "tug"))
        monkeypatch.setitem(sys.modules, "rules.tug.game", SimpleNamespace(GAME=game))

    registry.get.cache_clear()
    yield add
    registry.get.cache_clear()


def test_figures(register: Registered, capsys: pytest.CaptureFixture[str]) -> None:
    register(GAME)
    assert main(["selfplay", "tug", "--games", "4", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert re.fullmatch(r"tug: 4 games, \d+ answers, \d+ answers/s\n", said)


def test_the_same_seed_plays_the_same(
    register: Registered, capsys: pytest.CaptureFixture[str]
) -> None:
    register(GAME)
    counts = []
    for seed in ("3", "3", "4"):
        main(["selfplay", "tug", "--games", "5", "--seed", seed])
        counts.append(capsys.readouterr().out.split(",")[1])
    assert counts[0] == counts[1] != counts[2]


def test_a_checked_run(register: Registered, capsys: pytest.CaptureFixture[str]) -> None:
    register(GAME)
    options = ["--options", '{"rounds": 2}', "--players", "3"]
    assert main(["selfplay", "tug", "--games", "2", "--check", *options]) == 0
    assert "no breach" in capsys.readouterr().out


def test_a_breach_says_how_to_see_it_again(
    register: Registered, capsys: pytest.CaptureFixture[str]
) -> None:
    register(LostCard())
    assert main(["selfplay", "tug", "--games", "20", "--seed", "9", "--check"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    line = re.search(r"python -m rules (.+)\]", said.err)
    assert line is not None
    assert main(line.group(1).split()) == 1
    again = capsys.readouterr()
    assert again.err == said.err


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ([], "no command given"),
        (["shuffle"], "there is no command 'shuffle'"),
        (["selfplay", "chess"], "There is no game 'chess'"),
        (["selfplay", "tug", "--options", "{"], "not JSON"),
        (["selfplay", "tug", "--options", "[1]"], "not an object"),
        (["selfplay", "tug", "--options", '{"rounds": 9}'], "rounds"),
        (["selfplay", "tug", "--options", '{"colour": 9}'], "colour"),
        (["selfplay", "tug", "--players", "7"], "for 2 or 3 players, not 7"),
        (["selfplay", "tug", "--check", "--players", "7"], "for 2 or 3 players, not 7"),
    ],
)
def test_bad_input_is_one_line_and_code_2(
    argv: list[str], words: str, register: Registered, capsys: pytest.CaptureFixture[str]
) -> None:
    register(GAME)
    assert main(argv) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert words in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    "argv", [[], ["tug", "--games", "0"], ["tug", "--games", "x"], ["tug", "--density", "2"]]
)
def test_bad_arguments_are_one_line_and_code_2(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["selfplay", *argv])
    assert left.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_from_a_shell() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rules", "selfplay", "no_such_game"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("selfplay: There is no game 'no_such_game'")
