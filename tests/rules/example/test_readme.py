"""What `rules/README.md` shows is the game that is tested, and its steps are enough to add it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rules.engine.page import read
from tests.rules.marks import TESTS, marked

HERE = Path(__file__).parent
ROOT = TESTS.parent
README = (ROOT / "rules" / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^### \d+\. `(\S+)`$.*?^```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS: dict[str, str] = dict(BLOCK.findall(README))
LINES = re.findall(r"^\.venv/bin/python (-m .+)$", README, re.MULTILINE)
LAYOUT = ("RULES.md", "__init__", "content", "state", "play", "view", "text", "ai", "game")


def source_of(shown: str) -> Path:
    """The file of the example that a file of the README stands for."""
    if shown.startswith("images/"):
        return HERE / "picture.py"
    return HERE / shown.removeprefix("rules/")


def test_all_files_of_a_game_are_shown_in_their_order() -> None:
    shown = [name.removeprefix("rules/cups/").removesuffix(".py") for name in BLOCKS]
    assert shown == [*LAYOUT, "images/cups/__init__"]


@pytest.mark.parametrize("shown", BLOCKS)
def test_what_is_shown_is_what_is_tested(shown: str) -> None:
    source = source_of(shown).read_text(encoding="utf-8")
    assert BLOCKS[shown] == source.replace("tests.rules.example.cups", "rules.cups")


def test_every_rule_of_the_example_has_a_test() -> None:
    assert marked(HERE) == set(read(BLOCKS["rules/cups/RULES.md"]).rules)


@pytest.mark.slow
def test_the_steps_alone_make_a_game_that_keeps_the_contract(tmp_path: Path) -> None:
    """In a copy of the project: write the files, register the key, run the lines."""
    ignored = shutil.ignore_patterns("__pycache__")
    for part in ("rules", "images"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=ignored)
    (tmp_path / "tests/rules").mkdir(parents=True)
    for tool in ("transcript.py", "freeze.py"):
        shutil.copy(TESTS / "rules" / tool, tmp_path / "tests/rules")
    for name, text in BLOCKS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    registry = tmp_path / "rules/registry.py"
    keys = registry.read_text(encoding="utf-8")
    registry.write_text(re.sub(r'"\)\n', '", "cups")\n', keys, count=1), encoding="utf-8")

    def run(line: str) -> str:
        done = subprocess.run(
            [sys.executable, *line.split()],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    said = [run(line) for line in LINES]
    assert "cups: 200 games" in said[0]
    assert "no breach" in said[0]
    assert "Cups: Blue hidden, Orange hidden. No claim yet." in said[1]
    assert "Blue, turn: At least" in said[2]
    assert said[3].count(".save") == 3
