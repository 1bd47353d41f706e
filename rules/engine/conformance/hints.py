"""Events that hang on a secret without naming it, found by comparing many turns of luck."""

from collections import defaultdict
from itertools import combinations
from typing import Any

from rules.engine.conformance.paths import Path

Kind = tuple[str, int]  # an event's kind, and how many of the kind came before it
SURE = 12.0  # so many contradictions to expect, and none met, make it certain


class Hints:
    """Per kind of event and hidden place: whether the place settles what is heard."""

    def __init__(self) -> None:
        """Begin with nothing compared."""
        self.pairs: defaultdict[tuple[Kind, Path], list[int]] = defaultdict(lambda: [0, 0, 0])
        self.untrue: set[tuple[Kind, Path]] = set()

    def note(self, kind: Kind, place: Path, found: list[tuple[Any, Any]]) -> bool:
        """Whether a place is now known to settle what is heard.

        `found` has what the place came to hold and what was heard, in outcomes that look alike.
        """
        key = kind, place
        if key in self.untrue:
            return False
        tally = self.pairs[key]
        for (one, this), (two, that) in combinations(found, 2):
            if one == two and this != that:
                self.untrue.add(key)
                return False
            tally[0] += 1
            tally[1] += this != that
            tally[2] += one == two
        pairs, different, same = tally
        return pairs > 0 and same * different / pairs >= SURE
