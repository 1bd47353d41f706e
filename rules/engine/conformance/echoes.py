"""Values that are heard, followed through a batch: does one always equal what is hidden?"""

from collections.abc import Iterator
from itertools import product
from typing import Any

from rules.engine.conformance.paths import MISSING, Path, at, differences

HITS = 12  # changes that a hidden place must have shared with what is heard
OWN = frozenset({"seed", "counters"})
ANY = "*"

# A kind of event, how many of it came before, the words in it, and a place in it
Heard = tuple[str, int, tuple[str, ...], Path]
Place = tuple[str | int, ...]  # in a state; "{seat}" stands for that field of the event


class Echoes:
    """Per value that is heard, the hidden places that it has equalled without exception."""

    def __init__(self) -> None:
        """Begin with nothing heard."""
        self.places: dict[Heard, dict[Place, tuple[object, int]]] = {}  # last value, and hits
        self.untrue: set[tuple[Heard, Place]] = set()

    def note(self, heard: Heard, value: object, event: Any, real: Any, dealt: Any) -> Place | None:
        """A value was heard in a world and not in its re-deal; the place it gives away, if any."""
        places = self.places.setdefault(heard, {})
        for place in [*places]:
            if not _holds(real, _filled(place, event), value):
                del places[place]
                self.untrue.add((heard, place))
        for place in _hiding(real, dealt, value, event):
            filled = _filled(place, event)
            if (heard, place) in self.untrue or _holds(dealt, filled, value):
                continue
            last, hits = places.get(place, (MISSING, 0))
            places[place] = value, hits + (not _holds(real, filled, last))
            if hits >= HITS:
                return place
        return None


def _hiding(real: Any, dealt: Any, value: object, event: Any) -> Iterator[Place]:
    """The re-dealt places that held a value, each in every way in which it can be named."""
    fields = [(name, n) for name, n in event.items() if isinstance(n, int)]
    for path in differences(real, dealt):
        if path[0] not in OWN and at(real, path) == value:
            ways = [[key, *(f"{{{name}}}" for name, n in fields if n == key)] for key in path]
            if isinstance(path[-1], int):
                ways[-1].append(ANY)
            yield from product(*ways)


def _filled(place: Place, event: Any) -> Place:
    """A place with the fields of an event put in for their names."""
    return tuple(
        event.get(key[1:-1], MISSING) if isinstance(key, str) and key[:1] == "{" else key
        for key in place
    )


def _holds(world: Any, place: Place, value: object) -> bool:
    if place[-1] == ANY:
        held = at(world, place[:-1])
        return isinstance(held, list) and value in held
    return bool(at(world, place) == value)
