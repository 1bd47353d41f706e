"""Acts made easy: a place in one choice, and what nobody has to be asked for."""

from rules.brawl.content.cards import place_number
from rules.brawl.play.acts import READY, with_cards
from rules.brawl.state import (
    BrawlState,
    Choosing,
    FromDiscard,
    Lay,
    LayAgain,
    PlayCard,
    Tournament,
    Training,
)
from rules.engine.state import Option, Way


def ways(s: BrawlState, seat: int) -> list[Way]:
    """Every place that a card can be laid at, as one choice."""
    frame = s.frames[-1]
    if isinstance(frame, Choosing) or frame.step not in ("turn", "bout"):
        return []
    found = []
    for option in with_cards(s, seat, also_holding=isinstance(frame, Tournament)):
        match option:
            case PlayCard(base=base, spot=spot):
                found.append(Way(Lay(place_number(base, spot)), (option,)))
            case FromDiscard(base=base, spot=spot):
                found.append(Way(LayAgain(place_number(base, spot)), (option,)))
    return found


def forced(s: BrawlState, seat: int) -> Option | None:
    """In training, the only thing to do; all cards but the order of a deck are public (BR7)."""
    frame = s.frames[-1]
    if not isinstance(frame, Training):
        return None  # in real time each act has its moment, and a pause is always possible
    if frame.step == "begin":
        return READY
    options = with_cards(s, seat, also_holding=False)
    return options[0] if len(options) == 1 else None
