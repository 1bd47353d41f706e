"""A menu's choices weighed against each other: what tells none apart, what none would take."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from bot.ui.keys import key
from bot.ui.menu import Menu
from rules.engine.contract import USELESS, AnyGame
from rules.engine.state import Option


def said_once(shown: Menu) -> Menu:
    """A hint that all choices have is no reason to choose one: it is said once."""
    hints = [choice.hint for group in shown.groups for choice in group.choices]
    if len(hints) == 1 or len(set(hints)) != 1:
        return shown
    groups = [
        replace(group, choices=[replace(choice, hint="") for choice in group.choices])
        for group in shown.groups
    ]
    return replace(shown, groups=groups, hint=hints[0])


def poor_last(game: AnyGame, view: Any, shown: Menu, offered: Iterable[Option]) -> Menu:
    """What nobody wants beside all else that is offered stands as if it brought nothing."""
    poor = set(map(key, game.text.poor(view, list(offered))))
    if not poor:
        return shown
    groups = []
    for group in shown.groups:
        choices = [
            replace(one, likely=USELESS + min(0.0, one.likely)) if one.path in poor else one
            for one in group.choices
        ]
        groups.append(replace(group, choices=choices))
    return replace(shown, groups=sorted(groups, key=lambda group: (group.last, group.idle)))
