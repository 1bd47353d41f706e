"""What may happen to a player's own cards: drawing, discarding, taking back, foreseeing."""

from collections.abc import Sequence

from rules.brawlhalla.content.legends import VALUE
from rules.brawlhalla.play.damage import hurt
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import (
    Buried,
    Discarded,
    Drew,
    DrewCard,
    Foresaw,
    ForesawCard,
    Shuffled,
    TookBack,
)
from rules.brawlhalla.state.fighter import RED, Fighter
from rules.brawlhalla.state.frames import Drawing, Dropping, Foreseeing, Knockout, Salvaging
from rules.brawlhalla.state.options import Bury, Discard, Keep, TakeBack
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.piles import Pile
from rules.engine.state import Option

DISCARD = tuple(Discard(card) for card in range(len(VALUE)))


def draw_one(s: BrawlhallaState, seat: int) -> int:
    """The top card of a deck goes to its player's hand; its player knows it then."""
    fighter = s.fighters[seat]
    deck, hand = fighter.deck, fighter.hand
    card = deck.cards.pop(0)
    hand.cards.append(card)
    hand.known.append(deck.known.pop(0) | 1 << seat)
    return card


def to_hand(r: Resolver[BrawlhallaState], seat: int, card: int) -> None:
    """A card that everybody has seen goes to a hand; all know it there."""
    s = r.s
    s.fighters[seat].hand.put_bottom(card, (1 << len(s.fighters)) - 1)
    r.tell(TookBack(seat, card))


class DrawingPhase(Phase[BrawlhallaState, Drawing]):
    """Cards are drawn singly; an empty deck is made anew and hurts (BH12)."""

    def begin(self, r: Resolver[BrawlhallaState], f: Drawing) -> None:
        """Draw on until nothing is due."""
        fighter = r.s.fighters[f.seat]
        while f.left and not fighter.out:
            if fighter.deck.cards:
                self._draw(r, f, fighter)
            elif fighter.discards:
                self._mix(r, f, fighter)
                if r.s.frames[-1] is not f:
                    return
            else:
                break
        r.pop()

    def _draw(self, r: Resolver[BrawlhallaState], f: Drawing, fighter: Fighter) -> None:
        count = min(f.left, len(fighter.deck.cards))
        f.left -= count
        for _ in range(count):
            r.tell(DrewCard(f.seat, draw_one(r.s, f.seat)), f.seat)
        r.tell(Drew(f.seat, count))
        r.seen()

    def _mix(self, r: Resolver[BrawlhallaState], f: Drawing, fighter: Fighter) -> None:
        fighter.deck = Pile.of(fighter.discards)
        fighter.discards = []
        fighter.deck.shuffle(r.s, f"deck {f.seat}")
        r.seen()
        r.tell(Shuffled(f.seat))
        if fighter.damage == RED:
            r.push(Knockout(seat=f.seat, by=-1))
        else:
            hurt(r, f.seat, 1)


class DroppingPhase(Phase[BrawlhallaState, Dropping]):
    """Cards are discarded by choice, one by one."""

    def begin(self, r: Resolver[BrawlhallaState], f: Dropping) -> None:
        """Ask while cards are due and there are any."""
        if f.left and r.s.fighters[f.seat].hand.cards:
            r.ask(f.seat, "discard")
        else:
            r.pop()

    def offer(self, s: BrawlhallaState, f: Dropping, seat: int) -> Sequence[Option]:
        """Any card of the hand."""
        return [DISCARD[card] for card in s.fighters[seat].hand.cards]

    def answer(self, r: Resolver[BrawlhallaState], f: Dropping, seat: int, option: Option) -> None:
        """Discard it."""
        assert isinstance(option, Discard)
        fighter = r.s.fighters[seat]
        fighter.hand.take(option.card)
        fighter.discards.append(option.card)
        f.left -= 1
        r.tell(Discarded(seat, option.card))

    def default(self, s: BrawlhallaState, f: Dropping, seat: int) -> Option:
        """The card that came last."""
        return DISCARD[s.fighters[seat].hand.cards[-1]]

    def why_not(self, s: BrawlhallaState, f: Dropping, seat: int, option: Option) -> Refused:
        """Only cards of the hand."""
        return Refused("BH16", "Discard a card from your hand.")


class SalvagingPhase(Phase[BrawlhallaState, Salvaging]):
    """A card is taken back from the discards."""

    def begin(self, r: Resolver[BrawlhallaState], f: Salvaging) -> None:
        """Ask which one."""
        if self.offer(r.s, f, f.seat):
            r.ask(f.seat, "salvage")
        else:
            r.pop()

    def offer(self, s: BrawlhallaState, f: Salvaging, seat: int) -> Sequence[Option]:
        """Discards whose value is small enough."""
        return [TakeBack(card) for card in s.fighters[seat].discards if VALUE[card] <= f.most]

    def answer(self, r: Resolver[BrawlhallaState], f: Salvaging, seat: int, option: Option) -> None:
        """Take it."""
        assert isinstance(option, TakeBack)
        r.s.fighters[seat].discards.remove(option.card)
        to_hand(r, seat, option.card)
        r.pop()

    def why_not(self, s: BrawlhallaState, f: Salvaging, seat: int, option: Option) -> Refused:
        """Only small discards."""
        return Refused("BH28", f"Take one of your discards of value {f.most} or less.")


class ForeseeingPhase(Phase[BrawlhallaState, Foreseeing]):
    """The top card is looked at, and kept or buried."""

    def begin(self, r: Resolver[BrawlhallaState], f: Foreseeing) -> None:
        """Show the top card to its player alone."""
        fighter = r.s.fighters[f.seat]
        if fighter.out or not fighter.deck.cards:
            r.pop()
            return
        (card,) = fighter.deck.look(f.seat, 1)
        r.seen()
        r.tell(Foresaw(f.seat))
        r.tell(ForesawCard(f.seat, card), f.seat)
        f.step = "decide"

    def decide(self, r: Resolver[BrawlhallaState], f: Foreseeing) -> None:
        """Ask whether it stays."""
        if r.s.fighters[f.seat].out:
            r.pop()
        else:
            r.ask(f.seat, "foresee")

    def offer(self, s: BrawlhallaState, f: Foreseeing, seat: int) -> Sequence[Option]:
        """Keep or bury."""
        return [Keep(), Bury()]

    def answer(
        self, r: Resolver[BrawlhallaState], f: Foreseeing, seat: int, option: Option
    ) -> None:
        """Leave it, or put it at the bottom."""
        deck = r.s.fighters[seat].deck
        if isinstance(option, Bury):
            deck.put_bottom(deck.cards.pop(0), deck.known.pop(0))
        r.tell(Buried(seat, isinstance(option, Bury)))
        r.pop()

    def why_not(self, s: BrawlhallaState, f: Foreseeing, seat: int, option: Option) -> Refused:
        """Nothing else is asked."""
        return Refused("BH28", "Leave the card on top, or put it at the bottom.")
