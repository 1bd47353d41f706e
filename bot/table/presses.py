"""What one press has answered, so that one *Undo* takes all of it back."""

from collections.abc import Iterable
from typing import NamedTuple

STEPS = ("answer", "timeout")  # inputs that an undo takes back
MOST = 200  # inputs among which the last press is looked for


class Noted(NamedTuple):
    """An input as the log has it: its kind, whether a person brought it, and by which press."""

    kind: str
    by_hand: bool
    request: str | None


def last_press(latest: Iterable[Noted]) -> int:
    """How many answers the last press has given that was not taken back; the latest comes first.

    What the referee has answered after it goes with it.

    >>> step, more = Noted("answer", True, "a"), Noted("answer", True, "b")
    >>> last_press([more, more, step]), last_press([Noted("undo", True, "c"), more, step, step])
    (2, 2)
    """
    count = undone = 0
    request: str | None = None
    for one in latest:
        if one.kind == "undo":
            undone += 1
        elif one.kind not in STEPS:
            continue
        elif undone:
            undone -= 1
        elif one.kind == "timeout" or (request is not None and one.request != request):
            break
        else:
            count += 1
            request = one.request
            if one.by_hand and request is None:
                break
    return max(1, count)
