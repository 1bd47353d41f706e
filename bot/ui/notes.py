"""What happened, above the panel that shows where it led: in small print, for the board has it."""

from collections.abc import Sequence

from bot.table import Table
from bot.ui.limits import CONTENT, cut
from bot.ui.words import LINE, named

ALONE = "🤫 "  # how a line begins that nobody else is told: it stands nowhere else
ROOM = 240  # characters of it: three lines on a desktop, five on a phone


def happened(lines: Sequence[str], room: int = ROOM) -> str:
    """What one's own doing led to, then the latest; *Since my last move* has all of it.

    >>> happened(["Nix draws 2.", "Nix falls."])
    '-# Nix draws 2. Nix falls.'
    >>> happened(["Nix draws 2.", "Nix falls.", "Nix ends the turn."], 30)
    '-# Nix draws 2. … 1 more · Nix ends the turn.'
    """
    first, *rest = [cut(line, LINE) for line in lines] or [""]
    shown = list(rest)
    goes = [line for line in rest[:-1] if not line.startswith(ALONE)]
    while goes and sum(len(line) + 1 for line in (first, *shown)) > room:
        shown.remove(goes.pop(0))
    left = len(rest) - len(shown)
    said = " ".join([first, *([f"… {left} more ·"] if left else []), *shown])
    return f"-# {said}" if said else ""


def above(table: Table, words: str, told: Sequence[str], note: str = "", after: str = "") -> str:
    """A panel's words below what happened and what is to be said about it, as far as there is room."""
    room = CONTENT - len(words) - len(after) - 3
    said = "\n".join(part for part in (named(table, happened(told)), note) if part)
    return "\n".join(part for part in (cut(said, room) if room > 0 else "", words, after) if part)
