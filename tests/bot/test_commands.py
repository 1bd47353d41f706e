"""Commands that players know go on working: none is lost, and no argument changes its kind."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.bot.hall import Hall

KNOWN: dict[str, dict[str, dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "commands.json").read_text()
)  # every command as it was before any was derived; nothing is ever taken out
PARTS = (1, 2)  # Discord's types of a subcommand and of a group of them


def single(part: dict[str, Any], before: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The commands in a payload that can be called, by their whole names."""
    name = f"{before}{part['name']}"
    options = part.get("options", [])
    inner = [option for option in options if option["type"] in PARTS]
    for option in inner:
        yield from single(option, f"{name} ")
    if not inner:
        yield name, {option["name"]: option for option in options}


async def test_every_known_command_is_still_there(hall: Hall) -> None:
    """By name and argument; what could be left out still can, what could be chosen still can."""
    tree = hall.bot.tree
    told = dict(pair for part in tree.get_commands() for pair in single(part.to_dict(tree)))
    for name, arguments in KNOWN.items():
        assert name in told
        for argument, known in arguments.items():
            now = told[name].get(argument)
            assert now is not None, (name, argument)
            assert now["type"] == known["type"], (name, argument)
            assert known["required"] or not now["required"], (name, argument)
            chosen = [choice["value"] for choice in now.get("choices", [])]
            assert not chosen or set(known["choices"]) <= set(chosen), (name, argument)
            low, high = known.get("range", (None, None))
            assert now.get("min_value") is None or now["min_value"] <= low, (name, argument)
            assert now.get("max_value") is None or now["max_value"] >= high, (name, argument)
        new = [option for key, option in told[name].items() if key not in arguments]
        assert not any(option["required"] for option in new), name
