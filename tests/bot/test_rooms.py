"""Imports go one way: from each room of the bot to those below it, and never back."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

BOT = Path(__file__).parents[2] / "bot"
# From the top to the ground; a room may import those further down. A module beside the rooms is one.
ROOMS = (
    ("__main__",),
    ("program",),
    ("operate",),
    ("client",),
    ("logs",),
    ("cogs",),
    ("realtime",),
    ("interactions",),
    ("posting",),
    ("ui",),
    ("clock", "computer", "retention"),
    ("leases",),
    ("referee",),
    ("workers", "store"),
    ("table",),
    ("settings",),
    ("errors",),
)
FLOOR = {room: floor for floor, rooms in enumerate(ROOMS) for room in rooms}
# Rooms that need to know nothing of these.
PURE = {
    "table": {"discord", "sqlalchemy", "sqlmodel", "alembic", "aiosqlite", "asyncio", "time"},
    "workers": {"discord", "sqlalchemy", "sqlmodel"},
    "store": {"discord"},
    "referee": {"discord", "sqlalchemy"},
    "ui": {"sqlalchemy", "sqlmodel"},
}


def imports(file: Path) -> Iterator[str]:
    """Every module that a file imports, also for the sake of types alone."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module is not None, f"{file}: a relative import"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room_of(module: str) -> str | None:
    """The room of a module of the bot."""
    parts = module.split(".")
    return parts[1] if parts[0] == "bot" and len(parts) > 1 else None


FILES = sorted(
    file
    for file in BOT.rglob("*.py")
    if file.relative_to(BOT).parts[0] not in ("local", "__init__.py")
)


def test_every_room_has_its_floor() -> None:
    """A new room says where it stands."""
    found = {file.relative_to(BOT).parts[0].removesuffix(".py") for file in FILES}
    assert found == set(FLOOR)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(BOT)))
def test_a_room_imports_only_those_below(file: Path) -> None:
    """Types count, too: who needs one from above says by a protocol what it needs."""
    room = file.relative_to(BOT).parts[0].removesuffix(".py")
    for module in imports(file):
        other = room_of(module)
        if other == "local":
            assert room == "program", f"{module}: the local Discord stands alone"
        elif other is not None and other != room:
            assert FLOOR[other] > FLOOR[room], f"{room} imports {module} from above or beside"
        assert module.split(".")[0] not in PURE.get(room, set()), (
            f"{room} knows nothing of {module}"
        )


def test_the_local_discord_stands_alone() -> None:
    """It is a Discord like any other: it knows nothing of the bot, nor of its games."""
    for file in (BOT / "local").rglob("*.py"):
        for module in imports(file):
            assert not module.startswith(("rules", "images", "tests")), f"{file.name}: {module}"
            assert room_of(module) in (None, "local"), f"{file.name}: {module}"


# -- the page that says so


README = (BOT / "README.md").read_text("utf-8")


def test_the_readme_names_every_room_from_the_top_to_the_ground() -> None:
    """In the order in which they may import each other."""
    table = README.partition("## The way of one move")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    named = [room for row in rows for room in re.findall(r"`(\w+)`", row)]
    floors = [FLOOR[room] for room in named if room != "local"]
    assert floors == sorted(floors)
    assert set(named) == (set(FLOOR) - {"__main__", "logs"}) | {"local"}


def test_what_the_readme_speaks_of_is_there() -> None:
    """Every step of the way of a move can be looked up."""
    for name in re.findall(
        r"`((?:cogs|interactions|posting|realtime|referee|store|table|ui)\.[\w.]+)`", README
    ):
        module, found = importlib.import_module("bot"), ""
        for part in name.split("."):
            try:
                module = getattr(module, part)
            except AttributeError:
                module = importlib.import_module(f"bot{found}.{part}")
            found += f".{part}"
    for path in re.findall(r"`([\w/]+\.py)`", README):
        assert any((root / path).is_file() for root in (BOT, BOT.parent)), path
