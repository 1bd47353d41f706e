"""Deck lists: read from text, checked, and added from a directory of printed ones."""

from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from rules.brawl.content.cards import BASE, COLOURS, COUNTS, FREEZE, HIT, HIT2, KINDS, NAMES
from rules.engine.errors import RulesError

SIZE, FREEZES, BASES = 35, 3, 2  # BR30
LONGEST = {"name": 30, "about": 100}  # letters that labels and pictures have room for
BUILT_IN = (
    *("hale", "bennett", "chris", "darwin", "morgan", "pearl"),
    *("juniper", "otto", "sable", "tansy", "viola", "winslow"),
)
HOUSE = "(house)"
CARDS = {name.lower(): card for card, name in enumerate(NAMES)}


class Deck(msgspec.Struct, frozen=True):
    """A deck: its key, its fighter's name, and how many it holds of each kind of card."""

    key: str
    name: str
    counts: tuple[int, ...]
    about: str = ""
    house: tuple[int, ...] = ()  # the kinds whose numbers are house content

    @property
    def cards(self) -> list[int]:
        """All cards, kind by kind."""
        return [card for card, count in enumerate(self.counts) for _ in range(count)]

    @property
    def hits(self) -> tuple[int, ...]:
        """All hits of its cards, colour by colour."""
        counted = [count * COUNTS[card] for card, count in enumerate(self.counts)]
        return tuple(
            counted[HIT + colour] + counted[HIT2 + colour] for colour in range(len(COLOURS))
        )


class BadDeck(RulesError):
    """A deck list that cannot be used, with the line and the reason."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        """Keep file, line and reason beside the sentence that its owner reads."""
        super().__init__(f"{file}, line {line}: {reason}")
        self.file, self.line, self.reason = file, line, reason


# -- one list


def parse(text: str, file: str) -> Deck:
    """The deck that a text tells of, one kind of card a line.

    name: Gran
    about: What she is like, in a sentence.
    6 red Hit        # a comment
    2 green Hit-2
    3 Freeze
    """
    said: dict[str, str] = {}
    counts, house = [0] * KINDS, []
    lines = text.splitlines()
    for number, raw in enumerate(lines, 1):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        if ":" in line:
            field, value = (part.strip() for part in line.split(":", 1))
            _say(said, field.lower(), value, file, number)
            continue
        card, count, own = _entry(line, file, number)
        if counts[card]:
            raise BadDeck(file, number, f"{NAMES[card]} is listed twice.")
        counts[card] = count
        if own:
            house.append(card)
    last = max(len(lines), 1)
    if "name" not in said:
        raise BadDeck(file, last, "the list has no line “name: …”.")
    _check(counts, file, last)
    key = file.rsplit(".", 1)[0]
    return Deck(key, said["name"], tuple(counts), said.get("about", ""), tuple(house))


def _say(said: dict[str, str], field: str, value: str, file: str, line: int) -> None:
    if field not in LONGEST:
        raise BadDeck(file, line, f"“{field}” means nothing here; only name and about do.")
    if field in said:
        raise BadDeck(file, line, f"a second line “{field}: …”.")
    if not value:
        raise BadDeck(file, line, f"nothing is said after “{field}:”.")
    if len(value) > LONGEST[field]:
        most = LONGEST[field]
        raise BadDeck(file, line, f"“{field}” has at most {most} letters, not {len(value)}.")
    said[field] = value


def _entry(line: str, file: str, number: int) -> tuple[int, int, bool]:
    """A line such as `5 blue Hit (house)`: the card, how many, and whether it is house content."""
    own = line.endswith(HOUSE)
    count, _, name = line.removesuffix(HOUSE).strip().partition(" ")
    if not (count.isascii() and count.isdigit()):
        raise BadDeck(file, number, f"“{line}” does not begin with a number.")
    card = CARDS.get(" ".join(name.split()).lower())
    if card is None:
        names = ", ".join(NAMES)
        raise BadDeck(file, number, f"there is no card “{name.strip()}”; there are {names}.")
    count = count.lstrip("0") or "0"
    if len(count) > 2 or not 1 <= int(count) <= SIZE:
        raise BadDeck(file, number, f"a deck holds 1 to {SIZE} of a card, not {count[:9]}.")
    return card, int(count), own


def _check(counts: list[int], file: str, line: int) -> None:
    if counts[FREEZE] != FREEZES:
        raise BadDeck(file, line, f"a deck has {FREEZES} Freezes, not {counts[FREEZE]}.")
    if counts[BASE] < BASES:
        raise BadDeck(file, line, f"a deck has at least {BASES} Bases, not {counts[BASE]}.")
    if sum(counts) != SIZE:
        raise BadDeck(file, line, f"a deck has {SIZE} cards, not {sum(counts)}.")


# -- all lists


@cache
def built_in() -> dict[str, Deck]:
    """The decks that come with the game, by key."""
    folder = files("rules.brawl.content.decks")
    names = [f"{key}.txt" for key in BUILT_IN]
    decks = [parse(folder.joinpath(name).read_text("utf-8"), name) for name in names]
    return {deck.key: deck for deck in decks}


_printed: dict[str, Deck] = {}


def printed() -> tuple[Deck, ...]:
    """The lists of printed decks that were added; a new game takes them along."""
    return tuple(_printed.values())


class Loaded(msgspec.Struct, frozen=True):
    """What a directory held: the decks that were added and the files that were refused."""

    decks: list[Deck]
    refused: list[BadDeck]


def load_directory(path: str | Path) -> Loaded:
    """Add the printed decks of a directory (`*.txt`), in place of those added before.

    A list named like a deck of the game, such as `pearl.txt`, takes that deck's place.
    """
    decks: list[Deck] = []
    refused: list[BadDeck] = []
    for file in sorted(Path(path).glob("*.txt")):
        try:
            decks.append(_read(file, decks))
        except BadDeck as bad:
            refused.append(bad)
    _printed.clear()
    _printed.update((deck.key, deck) for deck in decks)
    return Loaded(decks, refused)


def _read(file: Path, others: list[Deck]) -> Deck:
    try:
        text = file.read_text("utf-8-sig")  # some editors begin a file with a mark of their own
    except (OSError, UnicodeDecodeError):
        raise BadDeck(file.name, 1, "the file cannot be read as text.") from None
    key = file.stem
    if not (key.isascii() and key.isidentifier() and key.islower() and len(key) <= 30):
        raise BadDeck(file.name, 1, "the file's name must be small letters, digits and _ alone.")
    deck = parse(text, file.name)
    rest = [*others, *(own for own in built_in().values() if own.key != key)]
    if any(deck.name.lower() == other.name.lower() for other in rest):
        line = next(
            n
            for n, raw in enumerate(text.splitlines(), 1)
            if raw.strip().lower().startswith("name")
        )
        raise BadDeck(file.name, line, f"another deck is called {deck.name} already.")
    return deck


def available(printed: tuple[Deck, ...]) -> dict[str, Deck]:
    """The decks of a game: the game's own, and the printed ones it was begun with."""
    return {**built_in(), **{deck.key: deck for deck in printed}} if printed else built_in()
