"""Whether everything that a player does not know is re-dealt, over a whole batch."""

from collections import Counter, defaultdict

CHANCES = 30  # so often must a secret have had the chance before it counts as never re-dealt


class Variety:
    """Counts, per hidden place, the chances to vary and whether it ever did."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self.chances: Counter[str] = Counter()
        self.games: defaultdict[str, set[int]] = defaultdict(set)
        self.varied: set[str] = set()

    def note(self, place: str, number: int, varied: bool) -> None:
        """A hidden place was re-dealt once, in game `number`."""
        self.chances[place] += 1
        self.games[place].add(number)
        if varied:
            self.varied.add(place)

    def fixed(self) -> list[str]:
        """The hidden places that had their chances and never varied."""
        return sorted(
            place
            for place, chances in self.chances.items()
            if chances >= CHANCES and len(self.games[place]) > 1 and place not in self.varied
        )
