"""The choices that an action goes on with: payment, scouted cards, kills given or put back."""

from collections.abc import Sequence

from rules.bro_brawl.content.cards import UPGRADE, WORTH, kinds
from rules.bro_brawl.play.effects import heal, price, return_kill
from rules.bro_brawl.state import (
    Bought,
    BroBrawlState,
    Done,
    Foe,
    Give,
    Giving,
    KillHeal,
    Looked,
    Moved,
    Pay,
    Paying,
    PutBack,
    Returning,
    Saw,
    Scouting,
    Show,
)
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option


def payable(cost: int, paid: list[int], kills: list[int]) -> list[int]:
    """Kills that can be paid next so that no paid card is superfluous in the end (BO12)."""
    rest = list(kills)
    for card in paid:
        rest.remove(card)
    return [card for card in kinds(rest) if _leads_on(cost, [*paid, card], rest, card)]


def _leads_on(cost: int, paid: list[int], rest: list[int], last: int) -> bool:
    total = sum(WORTH[c] for c in paid)
    if total >= cost:
        return total - min(WORTH[c] for c in paid) < cost
    left = [c for c in rest if c != last]
    return any(_leads_on(cost, [*paid, c], left, c) for c in kinds(left))


class PayingPhase(Phase[BroBrawlState, Paying]):
    """Kills are chosen one by one until the price is met."""

    def begin(self, r: Resolver[BroBrawlState], f: Paying) -> None:
        """Ask for the next kill, or hand the upgrade over."""
        s = r.s
        bro = s.bros[f.seat]
        if sum(WORTH[c] for c in f.paid) < price(s, f.upgrade):
            r.ask(f.seat, "pay")
            return
        r.pop()
        for kill in f.paid:
            bro.kills.remove(kill)
        s.shop.remove(f.upgrade)
        r.tell(Bought(f.seat, f.upgrade, tuple(f.paid), f.use))
        if UPGRADE[f.upgrade].kind == "health":
            s.discards += f.paid
        else:
            s.zone += [Foe(kill) for kill in f.paid]
        if f.use:
            s.discards.append(f.upgrade)
            heal(r, f.seat, WORTH[f.upgrade])
        else:
            bro.gear.append(f.upgrade)

    def offer(self, s: BroBrawlState, f: Paying, seat: int) -> Sequence[Option]:
        """Kills that are not superfluous."""
        return [Pay(c) for c in payable(price(s, f.upgrade), f.paid, s.bros[seat].kills)]

    def answer(self, r: Resolver[BroBrawlState], f: Paying, seat: int, option: Option) -> None:
        """Lay the kill down."""
        assert isinstance(option, Pay)
        f.paid.append(option.kill)

    def why_not(self, s: BroBrawlState, f: Paying, seat: int, option: Option) -> Refused:
        """Only own kills that are needed."""
        return Refused("BO12", "Pay with your own kills, and with none that is not needed.")


class ScoutingPhase(Phase[BroBrawlState, Scouting]):
    """The looker puts the cards back one by one, from the top (BO13)."""

    def look(self, r: Resolver[BroBrawlState], f: Scouting) -> None:
        """See the cards; from now on only the looker knows where they lie."""
        player = r.s.seats[f.seat]
        pile = r.s.deck(f.deck)
        for at in range(f.count):
            pile.known[at] = 0
        cards = pile.look(player, f.count)
        r.tell(Looked(f.seat, f.deck, f.count))
        r.tell(Saw(f.seat, f.deck, tuple(cards)), player)
        r.seen()
        f.step = "begin"

    def begin(self, r: Resolver[BroBrawlState], f: Scouting) -> None:
        """Ask for the next card from the top, until all lie there."""
        if f.placed >= f.count:
            r.pop()
        else:
            r.ask(f.seat, "order")

    def offer(self, s: BroBrawlState, f: Scouting, seat: int) -> Sequence[Option]:
        """The cards still in hand; in the co-operative game they can be shown."""
        pile = s.deck(f.deck)
        options: list[Option] = [PutBack(c) for c in pile.cards[f.placed : f.count]]
        if not s.competitive and s.players > 1 and f.placed == 0 and _secret(s, f):
            options.append(Show())
        return options

    def answer(self, r: Resolver[BroBrawlState], f: Scouting, seat: int, option: Option) -> None:
        """Put the card back below the others, or show them all."""
        s = r.s
        pile = s.deck(f.deck)
        if isinstance(option, Show):
            for player in range(s.players):
                pile.look(player, f.count)
            r.tell(Saw(seat, f.deck, tuple(pile.cards[: f.count])))
            return
        assert isinstance(option, PutBack)
        at = pile.cards.index(option.card, f.placed)
        known = pile.known[at]
        del pile.cards[at], pile.known[at]
        pile.insert(f.placed, option.card, known)
        f.placed += 1

    def default(self, s: BroBrawlState, f: Scouting, seat: int) -> Option:
        """As they came."""
        return PutBack(s.deck(f.deck).cards[f.placed])

    def why_not(self, s: BroBrawlState, f: Scouting, seat: int, option: Option) -> Refused:
        """Only cards that were looked at."""
        if isinstance(option, Show):
            return Refused(
                "BO13",
                "In competitive play what you scout stays yours."
                if s.competitive
                else "Cards are shown to the others before the first is put back.",
            )
        return Refused("BO13", "Put back one of the cards you are looking at.")


def _secret(s: BroBrawlState, f: Scouting) -> bool:
    return s.deck(f.deck).known[0] != (1 << s.players) - 1


class GivingPhase(Phase[BroBrawlState, Giving]):
    """Kills go to one bro as part of a Heal (BO16)."""

    def begin(self, r: Resolver[BroBrawlState], f: Giving) -> None:
        """Ask for a kill to give while there is one."""
        if r.s.bros[f.seat].kills:
            r.ask(f.seat, "give")
        else:
            r.pop()

    def offer(self, s: BroBrawlState, f: Giving, seat: int) -> Sequence[Option]:
        """Any kill to the one bro, or no more."""
        others = [f.to] if f.to >= 0 else [b for b in range(len(s.bros)) if b != seat]
        return [Done(), *(Give(kill, b) for kill in kinds(s.bros[seat].kills) for b in others)]

    def answer(self, r: Resolver[BroBrawlState], f: Giving, seat: int, option: Option) -> None:
        """Hand a kill over."""
        if isinstance(option, Give):
            f.to = option.bro
            r.s.bros[seat].kills.remove(option.kill)
            r.s.bros[option.bro].kills.append(option.kill)
            r.tell(Moved(seat, option.kill, option.bro))
        else:
            r.pop()

    def why_not(self, s: BroBrawlState, f: Giving, seat: int, option: Option) -> Refused:
        """One bro gets them all."""
        return Refused("BO16", "Give kills of your own, all to the same other bro.")


class ReturningPhase(Phase[BroBrawlState, Returning]):
    """More kills go back for life (BO17)."""

    def begin(self, r: Resolver[BroBrawlState], f: Returning) -> None:
        """Ask for another kill while there is one."""
        if r.s.bros[f.seat].kills:
            r.ask(f.seat, "return")
        else:
            r.pop()

    def offer(self, s: BroBrawlState, f: Returning, seat: int) -> Sequence[Option]:
        """Another kill, or no more."""
        return [Done(), *(KillHeal(kill) for kill in kinds(s.bros[seat].kills))]

    def answer(self, r: Resolver[BroBrawlState], f: Returning, seat: int, option: Option) -> None:
        """Put a kill back."""
        if isinstance(option, KillHeal):
            return_kill(r, seat, option.kill)
        else:
            r.pop()

    def why_not(self, s: BroBrawlState, f: Returning, seat: int, option: Option) -> Refused:
        """Only own kills."""
        return Refused("BO17", "Only kills of your own can go back for life.")
