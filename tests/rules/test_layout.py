"""Every game has the same rooms, read in the same order."""

import ast
from pathlib import Path

import pytest

import rules
from rules.registry import KEYS, get

ROOMS = ("content", "state", "play", "view", "text", "ai", "game")
FOLDER = Path(rules.__file__).parent


def rooms_of(key: str) -> set[str]:
    """What a game's folder holds; a room is a module or a package."""
    return {
        path.stem if path.suffix == ".py" else path.name
        for path in (FOLDER / key).iterdir()
        if path.name not in ("__init__.py", "__pycache__")
    }


@pytest.mark.parametrize("key", KEYS)
def test_a_game_has_the_agreed_rooms_and_no_other(key: str) -> None:
    assert rooms_of(key) == {"RULES.md", *ROOMS}


@pytest.mark.parametrize("key", KEYS)
def test_a_state_is_named_after_its_game(key: str) -> None:
    state = get(key).state
    named = "".join(word.capitalize() for word in key.split("_"))
    assert state.__name__ == f"{named}State"
    assert state.__module__.split(".")[:3] == ["rules", key, "state"]


@pytest.mark.parametrize("key", KEYS)
def test_a_room_knows_only_those_before_it(key: str) -> None:
    """So a game can be read from the top, and a picture never needs the play."""
    upward = []
    for path in sorted((FOLDER / key).rglob("*.py")):
        room = path.relative_to(FOLDER / key).parts[0].removesuffix(".py")
        if room in ROOMS:
            upward += [
                f"{path.relative_to(FOLDER)} imports {other}"
                for other in sorted(imported(path, key))
                if ROOMS.index(other) > ROOMS.index(room)
            ]
    assert upward == []


def imported(path: Path, key: str) -> set[str]:
    """The rooms of its own game that a file imports from."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == f"rules.{key}":
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"rules.{key}."):
            found.add((node.module or "").split(".")[2])
    return found & set(ROOMS)
