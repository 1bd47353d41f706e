"""Events in words."""

from rules.brawlhalla.content.arena import drawing
from rules.brawlhalla.content.legends import CARDS, DECK, KNOCKBACK, LEGENDS
from rules.brawlhalla.content.powers import says
from rules.brawlhalla.play.setup import HAND
from rules.brawlhalla.state.events import (
    Attacked,
    Began,
    Buried,
    Chose,
    Discarded,
    Drew,
    DrewCard,
    Ended,
    Fell,
    Foresaw,
    ForesawCard,
    GaveUp,
    Hurt,
    Knockback,
    KnockedOut,
    Limit,
    Passed,
    Played,
    Pushed,
    Returned,
    Shuffled,
    Sided,
    Spent,
    Struck,
    Switched,
    SwordPlaced,
    SwordTurned,
    Took,
    TookBack,
    TurnBegan,
    Used,
    Walked,
)
from rules.brawlhalla.text.names import (
    DAMAGE,
    card_told,
    does,
    power_at,
    seat_name,
    space_name,
    space_words,
)
from rules.brawlhalla.view import View
from rules.engine.state import Event
from rules.engine.text import unnamed

PLAYS = {"move": "moves with", "add": "adds", "defend": "defends with"}


def line(view: View, event: Event) -> str:
    """An event in words."""

    def who(seat: int) -> str:
        return seat_name(view, seat)

    match event:
        case TurnBegan(seat=seat, round=number):
            return f"Round {number}: {who(seat)}'s turn."
        case Attacked(seat=seat, target=target, heavy=heavy, card=card):
            kind = "heavy" if heavy else "light"
            return f"{who(seat)} attacks {who(target)}: {kind}, {card_told(card)}."
        case Played(to="attack"):  # told with the attack
            return ""
        case Played(seat=seat, card=card, to=to):
            return f"{who(seat)} {PLAYS[to]} {card_told(card)}."
        case Walked(seat=seat, path=path):
            via = f" via {', '.join(map(space_name, path[:-1]))}" if path[1:] else ""
            return f"{who(seat)} goes{via} to {space_words(view, path[-1])}."
        case Fell(seat=seat, space=space):
            return f"{who(seat)} falls to {space_words(view, space)}."
        case Took(seat=seat):
            return f"{who(seat)} picks up a Flaming Sword."
        case Used(seat=seat, legend=legend, source=source, side=side, target=target):
            power = power_at(legend, side, source)
            on = f" on {who(target)}" if target >= 0 else ""
            return f"{who(seat)} uses {power.name}{on}: “{does(power)}”."
        case Ended(seat=seat, left=left):
            return f"{who(seat)} ends the turn with {left} action{'s' * (left != 1)} left."
        case Passed():  # what comes of it is told
            return ""
        case Struck():
            return _struck(view, event)
        case Hurt(seat=seat, damage=damage, healed=healed):
            verb = "recovers to" if healed else "is hurt:"
            return f"{who(seat)} {verb} {DAMAGE[damage]}."
        case Knockback():
            return _knockback(event)
        case Pushed(seat=seat, space=space, beyond=beyond, short=short):
            cost = f"{beyond} more over the KO line cost{'s' * (beyond == 1)} {beyond} damage"
            more = f" and stays there: {cost}" if beyond else "; a floor ends it" if short else ""
            return f"{who(seat)} is pushed to {space_words(view, space)}{more}."
        case _:
            return _more_lines(view, event)


def _struck(view: View, event: Struck) -> str:
    who, whom = seat_name(view, event.seat), seat_name(view, event.target)
    if event.heavy:
        return f"{who}'s heavy attack hits!" if event.hit else f"{whom} dodges."
    if event.hit:
        return f"{who} hits, {event.attack} to {event.defence}."
    return f"{whom} blocks, {event.defence} to {event.attack}."


def _more_lines(view: View, event: Event) -> str:
    def who(seat: int) -> str:
        return seat_name(view, seat)

    match event:
        case Began(arena=arena, seat=seat):
            return f"The arena is {drawing(arena).name}. {who(seat)} begins."
        case Chose(seat=seat, legend=legend):
            return f"{unnamed(seat)} plays {LEGENDS[legend].name}."
        case Sided(seat=seat, legend=legend, side=side):
            return f"{who(seat)}'s weapon is {LEGENDS[legend].weapons[side].name}."
        case Drew(seat=seat, count=count):
            return f"{who(seat)} draws {count}." if not _first_hand(view, seat) else ""
        case DrewCard(card=card):
            return _drawn(view, card)
        case Shuffled(seat=seat):
            return f"{who(seat)}'s deck was empty: the discards become a new one, and that hurts."
        case KnockedOut(seat=seat, by=by, kos=kos, out=out):
            how = "goes over the KO line" if by >= 0 else "is red already"
            if out:
                return f"💥 **KO! {who(seat)} {how} and is eliminated.**"
            return (
                f"💥 **KO! {who(seat)} {how}.** Card #{kos + 1} is turned: {who(seat)} may spend it "
                "once, for one more action, damage or space of knockback."
            )
        case Returned(seat=seat, space=space):
            return f"{who(seat)} returns on {space_words(view, space)}."
        case SwordPlaced(seat=seat, space=space):
            return f"{who(seat)} puts the sword on {space_name(space)}."
        case SwordTurned(seat=seat, armed=armed):
            return f"{who(seat)} {'recovers the weapon' if armed else 'is disarmed'}."
        case Discarded(seat=seat, card=card):
            return f"{who(seat)} discards {card_told(card)}."
        case TookBack(seat=seat, card=card):
            return f"{who(seat)} takes {card_told(card)} back."
        case _:
            return _last_lines(view, event)


def _drawn(view: View, card: int) -> str:
    """A card and what it does; a first hand in one line, with its last card."""
    if view.player is None or not _first_hand(view, view.player):
        return f"You draw {card_told(card)}: {says(CARDS[card])}"
    hand = view.fighters[view.player].hand
    return f"Your hand: {', '.join(map(card_told, hand))}." if card == hand[-1] else ""


def _first_hand(view: View, seat: int) -> bool:
    """Whether a Legend has drawn its first hand and nothing since; that everybody has, all know."""
    fighter = view.fighters[seat]
    return view.turns <= 1 and (len(fighter.deck), len(fighter.hand)) == (DECK - HAND, HAND)


def _last_lines(view: View, event: Event) -> str:
    match event:
        case Foresaw(seat=seat):
            return f"{seat_name(view, seat)} looks at the top card of their deck."
        case ForesawCard(card=card):
            return f"The top card of your deck is {card_told(card)}."
        case Buried(seat=seat, buried=buried):
            where = "puts it at the bottom" if buried else "leaves it there"
            return f"{seat_name(view, seat)} {where}."
        case Switched(seat=seat, other=other):
            return f"{seat_name(view, seat)} and {seat_name(view, other)} change places."
        case Spent(seat=seat, bonus=bonus):
            return f"{seat_name(view, seat)} spends a KO card: one more {bonus}."
        case GaveUp(seat=seat):
            return f"{seat_name(view, seat)} leaves the arena."
        case Limit(quiet=quiet):
            why = "40 turns without damage" if quiet else "50 rounds are over"
            return f"{why}: KO cards, then damage, decide."
    raise AssertionError(event)


def _knockback(event: Knockback) -> str:
    if not event.count:
        return "No knockback."
    reasons = [f"{event.damage} for {DAMAGE[event.damage]}"] if event.damage else []
    if KNOCKBACK[event.value]:
        reasons.append(f"{KNOCKBACK[event.value]} for a {event.value}")
    if event.more:
        how = "more by powers and KO cards" if event.more > 0 else "less by powers"
        reasons.append(f"{abs(event.more)} {how}")
    return f"Knockback {event.count}: {', '.join(reasons)}."
