"""What is installed beside the bot: bounded on both sides, and tried at both ends."""

import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, requires, version
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
    listed = {name: numbers(text) for name, text in (line.split("==") for line in lines)}
    assert listed == {name: numbers(oldest) for name, (oldest, _) in needed().items()}
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text()
    assert "end: [oldest, newest]" in workflow and "bash .ci/ends ${{ matrix.end }}" in workflow
    assert "-c tests/oldest.txt" in (ROOT / ".ci" / "ends").read_text()


def pinned() -> dict[str, str]:
    """The versions that all tests run with, by the name in lower case."""
    lines = (ROOT / "tests" / "constraints.txt").read_text().split()
    return {plain(name): text for name, text in (line.split("==") for line in lines)}


def plain(name: str) -> str:
    """A package's name in its one spelling."""
    return re.sub(r"[-_.]+", "-", name).lower()


def closure(names: Iterable[str]) -> set[str]:
    """Packages with all that they need in turn, as far as it is installed here."""
    found: set[str] = set()
    waiting = list(map(plain, names))
    while waiting:
        if (name := waiting.pop()) in found:
            continue
        try:
            wants = requires(name) or []
        except PackageNotFoundError:  # for another system or another Python
            continue
        found.add(name)
        wanted = [one for one in wants if "extra ==" not in one]
        waiting += [plain(re.split(r"[^\w.-]", one, maxsplit=1)[0]) for one in wanted]
    return found


def test_whoever_installs_the_bot_gets_what_is_tested() -> None:
    """Every line that says how to install it names the versions that CI runs with, to the last."""
    pages = [ROOT / "README.md", ROOT / ".github" / "CONTRIBUTING.md"]
    pages += [*(ROOT / "bot" / "deploy").glob("README.md"), *(ROOT / "bot").rglob("Dockerfile")]
    lines = [line for page in pages for line in page.read_text().splitlines()]
    installs = [line for line in lines if re.search(r"pip install [^`]", line)]
    assert len(installs) >= 3
    assert [line for line in installs if "-c tests/constraints.txt" not in line] == []
    bounds = needed()
    assert closure(bounds) - pinned().keys() == set()
    for name, (oldest, never) in bounds.items():
        assert numbers(oldest) <= numbers(pinned()[plain(name)]) < numbers(never), name
