"""Every example in a docstring does what it says."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOUND = [
    ".".join(file.relative_to(ROOT).with_suffix("").parts)
    for part in ("rules", "images", "bot")
    for file in sorted((ROOT / part).rglob("*.py"))
    if ">>> " in file.read_text("utf-8")
]


@pytest.mark.parametrize("module", FOUND)
def test_examples_do_what_they_say(module: str) -> None:
    """There are some, and none fails."""
    failed, tried = doctest.testmod(import_module(module))
    assert tried
    assert not failed
