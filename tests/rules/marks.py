"""Which rules the tests say they prove, read from their source alone."""

import ast
from collections.abc import Iterator
from pathlib import Path

from rules.engine.page import page

TESTS = Path(__file__).parent.parent


def ids(key: str) -> list[str]:
    """The rule ids of a game's page."""
    return list(page(key).rules)


def marked(*folders: Path) -> set[str]:
    """Every rule id that a `pytest.mark.rule` in these folders carries."""
    sources = (path for folder in folders for path in sorted(folder.rglob("*.py")))
    return {rule for path in sources for rule in _marks(path)}


def _marks(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and _is_mark(node.func):
            for given in node.args:
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    yield given.value


def _is_mark(called: ast.expr) -> bool:
    return (
        isinstance(called, ast.Attribute)
        and called.attr == "rule"
        and isinstance(called.value, ast.Attribute)
        and called.value.attr == "mark"
    )
