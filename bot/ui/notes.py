"""What happened, above the panel that shows where it led: in small print, for the board has it."""

from collections import Counter
from collections.abc import Sequence

from bot.table import Table
from bot.ui.limits import CONTENT, cut
from bot.ui.words import LINE, named
from rules.engine.text import Line

ALONE = "🤫 "  # how a line begins that nobody else is told: it stands nowhere else
ROOM = 280  # characters of it: four lines on a desktop, six on a phone


def happened(lines: Sequence[str], room: int = ROOM) -> str:
    """What one's own doing led to, in its order; *Recap* has all of it.

    Where there is no room for all, what only led to something goes first, what the reader alone is
    told after what others are, and the oldest of each; how much that is stands at the end.

    >>> happened(["Nix draws 2.", "Nix falls.", "Nix draws 2."])
    '-# Nix falls. Nix draws 2. (2 times)'
    >>> happened(["Ann plays.", Line("Bob clears A."), "Bob passes.", "Bob draws."], 25)
    '-# Bob clears A. Bob draws. · 2 more'
    """
    times = Counter(lines)
    latest = list(reversed(dict.fromkeys(reversed(lines))))
    said = [cut(line, LINE) + f" ({times[line]} times)" * (times[line] > 1) for line in latest]
    goes = sorted(range(len(latest)), key=lambda at: (_weight(latest[at]), at))
    left: set[int] = set()
    while sum(len(words) + 1 for at, words in enumerate(said) if at not in left) > room + 1:
        if len(left) == len(said) - 1:
            break
        left.add(goes[len(left)])
    more = sum(times[latest[at]] for at in left)
    shown = " ".join(words for at, words in enumerate(said) if at not in left)
    return f"-# {shown}{f' · {more} more' if more else ''}" if shown else ""


def _weight(line: str) -> int:
    return 2 * isinstance(line, Line) + line.startswith(ALONE)


def alone(line: str) -> str:
    """A line that nobody else is told, as a panel says it; it matters as much as before."""
    return Line(ALONE + line) if isinstance(line, Line) else ALONE + line


def above(table: Table, words: str, told: Sequence[str], note: str = "", after: str = "") -> str:
    """A panel's words below what happened and what is to be said about it, as far as there is room."""
    room = CONTENT - len(words) - len(after) - 3
    said = "\n".join(part for part in (named(table, happened(told)), note) if part)
    return "\n".join(part for part in (cut(said, room) if room > 0 else "", words, after) if part)
