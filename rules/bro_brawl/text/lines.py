"""What happened in a fight, in words, with the reason why."""

from rules.bro_brawl.content.cards import (
    GRUNTS,
    LIFE,
    MISHAP,
    MISHAPS,
    SPECIAL,
    SPECIALS,
    UPGRADE,
    WORTH,
    name,
)
from rules.bro_brawl.content.names import battle_card, bro, cards, foe, listed, one
from rules.bro_brawl.play.end import ROUNDS
from rules.bro_brawl.play.setup import first_cards
from rules.bro_brawl.state import (
    Acted,
    Bought,
    Died,
    Diverted,
    Drew,
    GotMishap,
    GruntDrawn,
    GruntPlayed,
    Healed,
    Hurt,
    InVain,
    Knocked,
    Looked,
    Mended,
    Moved,
    Reckoning,
    Reshuffled,
    Saw,
    Struck,
    Undone,
    Unheard,
    WaveBegan,
    WaveLost,
    WaveWon,
    Withstood,
    Wounded,
)
from rules.bro_brawl.view import View
from rules.engine.state import Event


def line(view: View, event: Event) -> str:
    """An event in words, or nothing where another one tells it."""
    match event:
        case WaveBegan(wave=wave, seat=seat):
            count = first_cards(view.mode == "competitive", len(view.bros))
            return f"Wave {wave} begins. {bro(seat)} goes first and draws {count} cards."
        case Drew():
            return _drew(event)
        case GotMishap():
            return _got_mishap(event)
        case Struck(card=card):
            return f"{name(card)} happens to everybody!"
        case Hurt():
            return _hurt(event)
        case Withstood(seat=seat, reckoning=reckoning, causes=causes):
            return f"Armor keeps {bro(seat)} unhurt: {_sum(reckoning, causes)}."
        case Died(seat=seat):
            return f"{bro(seat)} is dead; from now on a ghost plays the better of two Grunts."
        case Acted():
            return _acted(event)
        case Wounded():
            return _wounded(event)
        case Undone():
            return _undone(event)
        case InVain(seat=seat, died=died, card=card):
            target = foe(card) if card >= 0 else bro(-2 - card)
            why = f"{bro(seat)} is dead" if died else f"{target} is gone"
            return f"{bro(seat)}'s sacrifice comes to nothing: {why}."
        case Mended(card=card, cause=cause):
            return f"{foe(card)}'s wounds close{f': {name(cause)}' if cause != card else ''}."
        case Knocked():
            return _knocked(event)
        case Bought():
            return _bought(event)
        case _:
            return _more(view, event)


def _more(view: View, event: Event) -> str:
    match event:
        case Looked(seat=seat, deck=deck, count=count):
            top = f"top {count} cards" if count > 1 else "only card"
            return f"{bro(seat)} scouts the {top} of the {deck.capitalize()} deck."
        case Saw(deck=deck, cards=found):
            return "From the top: " + ", ".join(seen(deck, card) for card in found) + "."
        case Moved(seat=seat, card=card, bro=other, cause=cause):
            where = f"to {bro(other)}" if other >= 0 else "back to the Battle Zone"
            why = f": {name(cause)}" if cause >= 0 else ""
            return f"{foe(card)} goes from {bro(seat)} {where}{why}."
        case Healed(seat=seat, points=points, life=life):
            if not points:
                return f"{bro(seat)} is at full life already."
            return f"{bro(seat)} heals {points}, life {life} of {LIFE}."
        case GruntDrawn(seat=seat, grunts=grunts):
            if len(grunts) == 1:
                return f"{bro(seat)}'s Grunt: {_grunt(grunts[0])}."
            return f"The Grunts of {bro(seat)}'s ghost: {' or '.join(map(_grunt, grunts))}."
        case GruntPlayed():
            return _grunt_played(event)
        case Unheard(seat=seat, cause=cause):
            return f"No Grunt comes for {bro(seat)}: {name(cause)}."
        case Reshuffled():
            return "The Grunt deck is shuffled with its discards."
        case Diverted(card=card):
            return f"{name(card)} looks the other way: its ability is off."
        case WaveWon(wave=wave):
            end = f"Wave {wave} is won" if view.mode == "co-op" else "The fight is over"
            return f"No monster is left. {end}!"
        case WaveLost(wave=wave, late=late):
            why = f"{ROUNDS} rounds are over" if late else "All bros are dead"
            end = f"wave {wave} is lost" if view.mode == "co-op" else "the fight is over"
            return f"{why}: {end}."
    raise AssertionError(event)


# -- cards drawn


def _drew(event: Drew) -> str:
    card = event.card
    if card in MISHAPS:
        return ""  # where it ends up is told
    more = f", one more card because of {name(event.extra)}" if event.extra >= 0 else ""
    if card in UPGRADE:
        return f"{bro(event.seat)} draws {one(card)}{more}."
    says = f" {SPECIAL[card].says}" if card in SPECIALS else ""
    return f"{bro(event.seat)} draws {foe(card)}, worth {WORTH[card]}{more}.{says}"


def _got_mishap(event: GotMishap) -> str:
    drawer, card = bro(event.drawer), MISHAP[event.card]
    match event.passed:
        case "dead":
            where = f", which goes from the dead to {bro(event.seat)}"
        case "busy" if event.seat == event.drawer:
            where = " and keeps it too, as every living bro has a mishap"
        case "busy":
            where = f", has a mishap already and hands it to {bro(event.seat)}"
        case _:
            where = " and is stuck with it"
    return f"{drawer} draws {card.name}{where}. {card.says}"


def seen(deck: str, card: int) -> str:
    """A card of a deck as the one who sees it calls it."""
    return GRUNTS[card].name if deck == "grunt" else battle_card(card)


# -- damage


def _hurt(event: Hurt) -> str:
    by = " to the foes" * (event.by == "monsters")
    return f"{bro(event.seat)} loses {event.points}{by}, life {event.life}: {_why(event)}."


def _why(event: Hurt) -> str:
    match event.by:
        case "monsters":
            assert event.reckoning is not None
            return _sum(event.reckoning, event.causes)
        case "fire":
            worse = f", made worse by {cards(event.causes)}" if event.causes else ""
            return f"friendly fire{worse}"
        case "mishap":
            return cards(event.causes)
        case _:
            return "the sacrifice"


def _sum(r: Reckoning, causes: tuple[int, ...]) -> str:
    said = f"strength {r.strength}"
    said += f" and {r.added} more" if r.added else ""
    said += f", 1 for every {r.every}"
    said += f", {r.more} on top" if r.more else ""
    said += f", armor takes {r.armor} off" if r.armor else ""
    said += ", armor does not help" if r.bare else ""
    return said + (f" ({cards(causes)})" if causes else "")


def _wounded(event: Wounded) -> str:
    who = {"gun": bro(event.seat), "grunt": "The Grunt"}.get(
        event.by, f"{bro(event.seat)}'s sacrifice"
    )
    weak = f" ({len(event.causes)} less: {cards(event.causes)})" if event.causes else ""
    kill = f", a kill for {bro(event.seat)}" if event.by != "gun" else ""
    end = f"{event.left} more to kill it" if event.left else f"it falls{kill}"
    return f"{who} hits {foe(event.card)} for {event.points}{weak}: {end}."


def _undone(event: Undone) -> str:
    start = f"{bro(event.seat)} is dead, and the sacrifice is undone: "
    if event.card <= -2:
        end = f"{bro(-2 - event.card)} loses {event.points}, life {event.left}"
    elif event.back:
        end = f"{foe(event.card)} is back in the Battle Zone"
    else:
        wounds = f"{event.points} wound{'s' * (event.points != 1)}"
        end = f"{foe(event.card)} has {wounds} fewer"
    return f"{start}{end}."


# -- actions


def _acted(event: Acted) -> str:
    who = bro(event.seat)
    match event.verb:
        case "delay":
            return f"{who} sends {foe(event.card)} to the bottom of the Battle deck."
        case "stun":
            return f"{who} stuns {foe(event.card)} for this turn."
        case "heal":
            return f"{who} patches {bro(event.bro)} up." if event.bro != event.seat else ""
        case "pack":
            return f"{who} opens a {name(event.card)}."
        case "sacrifice" | "promise":
            whom = f"to heal {bro(event.bro)}" if event.bro >= 0 else f"to hit {foe(event.card)}"
            later = " when the turn ends" if event.verb == "promise" else ""
            return f"{who} sacrifices {event.points} {whom}{later}."
        case _:
            return f"{who} takes no action."


def _knocked(event: Knocked) -> str:
    whom, what = bro(event.bro), name(event.card)
    if event.by == "grunt":
        return f"The Grunt takes {what} off {whom}."
    if event.by == "gone":
        return f"{whom} comes round: {event.knocked} is enough for {what} now."
    weak = [card for card in event.causes if card in MISHAPS]
    why = f" ({len(weak)} less: {cards(weak)})" if weak else ""
    dear = [card for card in event.causes if card in SPECIALS]
    more = f", {len(dear)} more because of {cards(dear)}" if dear else ""
    end = "cured" if event.knocked >= event.cost else f"{event.knocked} of {event.cost}{more}"
    return f"{bro(event.seat)} knocks {event.points} sense into {whom}{why}: {what}, {end}."


def _bought(event: Bought) -> str:
    who, kills = bro(event.seat), listed(foe(c) for c in event.paid)
    if UPGRADE[event.card].kind == "health":
        end = "uses it at once" if event.used else "keeps it for later"
        return f"{who} buys {one(event.card)} for {kills} and {end}."
    back = "go" if len(event.paid) > 1 else "goes"
    return f"{who} buys {one(event.card)}; {kills} {back} back to the Battle Zone."


def _grunt(card: int) -> str:
    return f"{GRUNTS[card].name} ({GRUNTS[card].does})"


def _grunt_played(event: GruntPlayed) -> str:
    what = GRUNTS[event.grunt]
    if not event.picked:
        return "There is nothing for it to do." if event.wasted else ""
    vain = "nothing hurts the dead" if what.kind == "fire" else "there is nothing for it to do"
    return f"{bro(event.seat)}'s ghost plays {what.name}{f': {vain}' if event.wasted else ''}."
