"""The buttons and selects of a panel: each names its table, its question and what it stands for."""

import re

from bot.ui.buttons import Lasting

QUESTION = r"t:(?P<table>\d+):(?P<seat>\d+)\.(?P<number>\d+):"


class AnswerButton(Lasting, template=QUESTION + r"(?P<mark>[=>!@])(?P<what>.*)"):
    """An answer (`=`), one for good (`@`), a step of narrowing (`>`), or an undo (`!`)."""


class AnswerSelect(Lasting, template=QUESTION + r"(?P<mark>[?*])(?P<what>\d*)"):
    """A choice among many, or several picked at once; each value begins with `=` or `>`."""


IN_REAL_TIME = r"b:(?P<table>\d+):(?P<seat>\d+)\.(?P<number>\d+):"


class RealTimeButton(Lasting, template=IN_REAL_TIME + r"(?P<what>[^?].*)"):
    """An act in a game where seconds count: it is answered directly."""


class RealTimeSelect(Lasting, template=IN_REAL_TIME + r"\?(?P<what>)"):
    """Acts for which there was no room on buttons; each value is one of them."""


def asked(match: re.Match[str]) -> tuple[int, int, int]:
    """The table, the seat and the number of the question that an id speaks of."""
    return int(match["table"]), int(match["seat"]), int(match["number"])
