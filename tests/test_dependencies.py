"""What is installed beside the bot: bounded on both sides, and tried at both ends."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parent.parent
NEEDED = re.compile(r"(?P<name>[\w.-]+)>=(?P<oldest>[\d.]+),<(?P<never>[\d.]+)")


def needed() -> dict[str, tuple[str, str]]:
    """By name: the oldest version that will do, and the first one that may not."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    listed = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    found = [NEEDED.fullmatch(one) for one in listed]
    assert all(found), f"without an upper bound: {listed}"
    return {one["name"]: (one["oldest"], one["never"]) for one in found if one}


def numbers(text: str) -> tuple[int, ...]:
    """A version to be compared; 13.0 and 13 are the same."""
    parts = [int(part) for part in re.match(r"[\d.]+", text)[0].strip(".").split(".")]  # type: ignore[index]
    while parts and not parts[-1]:
        parts.pop()
    return tuple(parts)


def test_what_is_installed_is_what_is_allowed() -> None:
    for name, (oldest, never) in needed().items():
        assert numbers(oldest) <= numbers(version(name)) < numbers(never), name


def test_the_oldest_versions_are_listed_to_be_tried() -> None:
    lines = (ROOT / "tests" / "oldest.txt").read_text().split()
    pinned = {name: numbers(text) for name, text in (line.split("==") for line in lines)}
    assert pinned == {name: numbers(oldest) for name, (oldest, _) in needed().items()}
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text()
    assert "-c tests/oldest.txt" in workflow
