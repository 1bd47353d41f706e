"""What things are called: spaces, cards, Legends."""

from rules.brawlhalla.content.arena import COLUMNS, ROWS, ground, place
from rules.brawlhalla.content.legends import CARDS, LEGENDS, VALUE
from rules.brawlhalla.content.powers import DOES, Power
from rules.brawlhalla.state.fighter import LEGEND
from rules.brawlhalla.view import View
from rules.engine.text import unnamed

DAMAGE = ("no damage", "yellow", "red")
SWORD = ("unarmed", "armed", "disarmed")


def space_name(space: int) -> str:
    """A space by column and row, from A1 in the ring's upper left corner."""
    column, row = place(space)
    return f"{chr(65 + column)}{row + 1}"


def card_name(card: int) -> str:
    """A card by value and name, as it stands on a button."""
    return f"{VALUE[card]} {CARDS[card].name}"


def card_told(card: int) -> str:
    """A card in a sentence, where a number before its name would read as so many copies."""
    return f"{CARDS[card].name} ({VALUE[card]})"


def does(power: Power) -> str:
    """What a power does, without its trigger."""
    return DOES[power.op].format(n=power.n)


def seat_name(view: View, seat: int) -> str:
    """A Legend's name, once it is chosen."""
    if not 0 <= seat < len(view.fighters) or view.fighters[seat].legend < 0:
        return unnamed(seat)
    return LEGENDS[view.fighters[seat].legend].name


def space_words(view: View, space: int) -> str:
    """A space with what is there to stand on and to pick up."""
    column, row = place(space)
    notes = []
    if column in (0, COLUMNS - 1) or row in (0, ROWS - 1):
        notes.append("off-stage")
    else:
        notes.append("Platform" if ground(view.arena).platform[space] else "Air")
    notes += ["sword"] * (space in view.swords)
    return f"{space_name(space)} ({', '.join(notes)})"


def beside(view: View, space: int) -> list[str]:
    """The opponents who could be attacked from a space, by name."""
    own = view.player
    return [
        seat_name(view, seat)
        for seat, fighter in enumerate(view.fighters)
        if seat != own
        and not (view.format == "2v2" and own is not None and seat % 2 == own % 2)
        and fighter.space >= 0
        and ground(view.arena).adjacent(space, fighter.space)
    ]


def actions_left(view: View) -> str:
    """How many actions the turn still has."""
    return f"{view.actions} action{'s' * (view.actions != 1)} left"


def power_at(legend: int, side: int, source: int) -> Power:
    """The power of a card, or of a Legend, or of the weapon on this side."""
    if source >= 0:
        return CARDS[source]
    return LEGENDS[legend].power if source == LEGEND else LEGENDS[legend].weapons[side]
