"""Nothing imports upward."""

import re
import subprocess
import sys
from pathlib import Path

import rules


def test_rules_bring_in_no_discord_no_pillow_no_database() -> None:
    code = (
        "import sys, rules, rules.engine; "
        "print([m for m in ('discord', 'PIL', 'sqlalchemy', 'sqlmodel') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_only_players_and_tools_bring_their_own_luck_or_a_clock() -> None:
    """Rules draw from the state; a re-dealt world gets its dice handed."""
    tools = ("players/", "engine/conformance/", "selfplay.py")
    own = re.compile(r"^\s*(?:import|from) (?:random|secrets|time|datetime)\b", re.MULTILINE)
    folder = Path(rules.__file__).parent
    found = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if own.search(path.read_text("utf-8"))
    }
    assert found, "the tools are seen at least"
    assert [name for name in sorted(found) if not name.startswith(tools)] == []
