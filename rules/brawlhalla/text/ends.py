"""What a match is about, and what was hidden in it."""

from rules.brawlhalla.state.variant import KO_CARDS
from rules.brawlhalla.text.names import card_told, seat_name
from rules.brawlhalla.view import View

HURT = ("unhurt", "yellow", "red")
TIMES = ("first", "first", "second", "third")  # the KO that eliminates, by KO cards


def goal(view: View) -> str:
    """Whom to knock where, how often, and who one is."""
    teams = view.format == "2v2"
    time = TIMES[KO_CARDS[view.mode]]
    aim = (
        f"Knock {'the other team' if teams else 'the others'} over the KO line once they are hurt "
        f"(yellow, then red): beyond red it is a KO. A Legend's {time} KO eliminates it, and the "
        f"last {'team' if teams else 'Legend'} standing wins."
    )
    return f"{_you(view, view.player)}{aim}" if view.player is not None else aim


def _you(view: View, me: int) -> str:
    """Who one is: nobody yet, before a Legend is chosen, but in a team."""
    teams = view.format == "2v2"
    if not teams and view.fighters[me].legend < 0:
        return ""
    mate = seat_name(view, (me + 2) % 4)
    if view.fighters[me].legend < 0:
        return f"Your mate is {mate}. "
    return f"You are {seat_name(view, me)}{f', with {mate}' if teams else ''}. "


def revealed(view: View) -> list[str]:
    """How close it was, hands and decks, once the match is over."""
    said = _margins(view)
    for seat, (hand, deck) in enumerate(view.held):
        if hand or deck:  # whoever was eliminated earlier has taken theirs along
            held = ", ".join(map(card_told, sorted(hand))) or "no card"
            rest = ", ".join(map(card_told, deck)) or "empty"
            said.append(f"{seat_name(view, seat)} held {held}. Deck, from the top: {rest}.")
    return said


def _margins(view: View) -> list[str]:
    """What those who won had left."""
    winners = view.outcome.winners if view.outcome is not None else ()
    return [
        f"How close it was: {seat_name(view, seat)} {_left(view, seat)}."
        for seat in winners
        if not view.fighters[seat].out
    ]


def _left(view: View, seat: int) -> str:
    fighter, most = view.fighters[seat], KO_CARDS[view.mode]
    cards = f"had {fighter.kos} of {most} KO cards left and " if most else ""
    return f"{cards}was {HURT[fighter.damage]}"
