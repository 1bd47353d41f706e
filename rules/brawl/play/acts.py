"""What a player does with cards, the same in both paces."""

from msgspec import UNSET

from rules.brawl.content.cards import BASE, CLEAR, FREEZE, LEFT, MIDDLE, NONE, RIGHT
from rules.brawl.play.end import end_if_over, spent
from rules.brawl.play.places import places
from rules.brawl.play.places import why_not as no_place
from rules.brawl.state import (
    Base,
    BrawlState,
    Cleared,
    Discard,
    Discarded,
    Done,
    Flip,
    Flipped,
    FromDiscard,
    Knocked,
    Pause,
    PlayCard,
    Played,
    Ready,
    SaidDone,
)
from rules.engine.contract import Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

READY, FLIP, DISCARD, DONE, PAUSE = Ready(), Flip(), Discard(), Done(), Pause()


# -- what may be done


def with_cards(s: BrawlState, seat: int, *, also_holding: bool) -> list[Option]:
    """What a seat may do with its cards now; the discard pile also serves while holding, or not."""
    fighter = s.fighters[seat]
    held, row = fighter.held, s.row
    found: list[Option] = []
    if held != NONE:
        found = [PlayCard(held, base, spot) for base, spot in places(row, held)]
        found.append(DISCARD)
        if not also_holding:
            return found
    elif fighter.deck:
        found.append(FLIP)
    if fighter.discard:  # BR5
        card = fighter.discard[-1]
        for base, spot in places(row, card):
            found.append(FromDiscard(card, base, spot))
    if held == NONE and not fighter.deck:
        found.append(DONE)  # BR9
    return found


def by_time(s: BrawlState, seat: int) -> Option:
    """What the referee does for a seat whose time is up."""  # BR9
    fighter = s.fighters[seat]
    if fighter.held != NONE:
        return DISCARD
    return FLIP if fighter.deck else DONE


def idle(s: BrawlState, seat: int) -> bool:
    """Whether a seat is done and could not go back on it."""
    fighter = s.fighters[seat]
    if fighter.deck or fighter.held != NONE:
        return False
    discard = fighter.discard
    return not discard or (fighter.done and not places(s.row, discard[-1]))


# -- doing it


def knock(r: Resolver[BrawlState], seat: int) -> bool:
    """A player is ready; says whether both are."""  # BR8
    r.s.fighters[seat].ready = True
    r.tell(Knocked(seat))
    return all(fighter.ready for fighter in r.s.fighters)


def act(r: Resolver[BrawlState], seat: int, option: Option) -> bool:
    """Carry out what a seat does with its cards; says whether a card came into play."""
    played = False
    _see(r.s, seat, option)
    if isinstance(option, (PlayCard, FromDiscard)):
        _play(r, seat, option)
        played = True
    elif isinstance(option, Flip):
        _flip(r, seat)
    elif isinstance(option, Discard):
        _discard(r, seat)
    else:
        _done(r, seat)
    end_if_over(r)
    return played


def _see(s: BrawlState, seat: int, option: Option) -> None:
    """What the other has cleared away is seen once a card turned over since is laid or discarded.

    An act may have been under way when the Clear came, and one that the referee does because
    nothing else is left is seen by nobody.
    """
    cleared = s.fighters[1 - seat].cleared
    if cleared is UNSET:
        return
    if isinstance(option, Flip):
        cleared.met = True
    elif cleared.met and len(with_cards(s, seat, also_holding=False)) > 1:
        s.fighters[1 - seat].cleared = UNSET


def _flip(r: Resolver[BrawlState], seat: int) -> None:
    fighter = r.s.fighters[seat]
    fighter.held = fighter.deck.pop()  # BR4
    r.tell(Flipped(seat, fighter.held, not fighter.deck))


def _discard(r: Resolver[BrawlState], seat: int) -> None:
    fighter = r.s.fighters[seat]
    card, fighter.held = fighter.held, NONE
    fighter.discard.append(card)
    r.tell(Discarded(seat, card, not places(r.s.row, card)))


def _done(r: Resolver[BrawlState], seat: int) -> None:
    fighter = r.s.fighters[seat]
    if not fighter.done:
        fighter.done = True
        r.tell(SaidDone(seat))


def _play(r: Resolver[BrawlState], seat: int, option: PlayCard | FromDiscard) -> None:
    s = r.s
    fighter = s.fighters[seat]
    again = type(option) is FromDiscard
    if again:
        fighter.discard.pop()
    else:
        fighter.held = NONE
    for each in s.fighters:
        each.done = False  # BR9
    lay(s, seat, option.card, option.base, option.spot)
    r.tell(Played(seat, option.card, option.base, option.spot, again))


def lay(s: BrawlState, seat: int, card: int, at: int, spot: int) -> None:
    """Put a card where it goes, with what that does to the row."""
    row = s.row
    if card == BASE:
        new = Base(id=s.bases, owner=seat, sides=[[], []])
        row.insert(0 if spot == LEFT else len(row), new)
        s.bases += 1
        return
    base = next(base for base in row if base.id == at)
    if card == CLEAR:  # BR15
        s.fighters[seat].cleared = Cleared(base, LEFT if base is row[0] else RIGHT)
        row.remove(base)
        s.gone += [CLEAR, BASE, *base.sides[0], *base.sides[1], *base.middle]
    elif spot == MIDDLE:
        base.middle.append(card)
        base.frozen = card == FREEZE
    else:
        base.sides[spot].append(card)


# -- why not


def refuse(s: BrawlState, seat: int, option: Option, *, also_holding: bool) -> Refused:
    """Why a seat may not do this with its cards now."""
    fighter = s.fighters[seat]
    holding = fighter.held != NONE
    match option:
        case Flip() if holding:
            return Refused("BR4", "Lay or discard the card you hold before you turn one over.")
        case Flip():
            return Refused("BR9", "Your deck is empty, and it is not shuffled again.")
        case Discard():
            return Refused("BR4", "You hold no card to discard.")
        case Done() if fighter.done or spent(fighter):
            return Refused("BR9", "You are done already.")
        case Done():
            return Refused("BR9", "You are done only with an empty deck and no card in hand.")
        case PlayCard() if not holding:
            return Refused("BR4", "You hold no card to lay.")
        case PlayCard(card=card) if card != fighter.held:
            return Refused("BR4", "You do not hold that card.")
        case FromDiscard() if holding and not also_holding:
            return Refused(
                "BR5",
                "In training you replay from the discard pile instead of turning over a card.",
            )
        case FromDiscard(card=card) if not fighter.discard or card != fighter.discard[-1]:
            return Refused("BR5", "That card does not lie on top of your discard pile.")
        case (
            PlayCard(card=card, base=base, spot=spot) | FromDiscard(card=card, base=base, spot=spot)
        ):
            return no_place(s.row, s.bases, card, base, spot)
        case Pause():
            return Refused("BR8", "A pause can be called while a tournament bout is on.")
        case Ready():
            return Refused("BR8", "You are ready already; the bout is on.")
        case _:
            return Refused("BR3", "The decks are chosen already.")
