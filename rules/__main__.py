"""`python -m rules COMMAND …`: the rules from a shell."""

import sys
from collections.abc import Sequence
from importlib import import_module

COMMANDS = {  # each a module with `main(argv) -> exit code`
    "selfplay": "rules.selfplay",
    "verify": "rules.engine.verify",
}


def main(argv: Sequence[str]) -> int:
    """Hand over to the command that is named first."""
    if not argv or argv[0] not in COMMANDS:
        said = "no command given" if not argv else f"there is no command {argv[0]!r}"
        print(f"rules: {said}; there are {', '.join(COMMANDS)}", file=sys.stderr)
        return 2
    code: int = import_module(COMMANDS[argv[0]]).main(argv[1:])
    return code


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
