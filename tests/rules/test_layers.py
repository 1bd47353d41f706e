"""Nothing imports upward."""

import subprocess
import sys


def test_rules_bring_in_no_discord_no_pillow_no_database() -> None:
    code = (
        "import sys, rules, rules.engine; "
        "print([m for m in ('discord', 'PIL', 'sqlalchemy', 'sqlmodel') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
