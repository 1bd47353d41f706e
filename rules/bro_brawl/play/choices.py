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
    Shown,
)
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option


def thrifty(cost: int, paid: list[int], kills: list[int]) -> list[int]:
    """Kills that can be paid next so that none of those paid is superfluous in the end."""
    rest = unpaid(paid, kills)
    worths = [WORTH[card] for card in paid]
    return [
        card
        for card in kinds(rest)
        if _none_superfluous(cost, [*worths, WORTH[card]], [WORTH[k] for k in rest if k != card])
    ]


def _none_superfluous(cost: int, paid: list[int], rest: list[int]) -> bool:
    """Whether some of the rest can complete a payment that needs every card of it.

    A price is at most four and a kill worth one to six: there are few ways to stay below it.
    """
    total = sum(paid)
    if total >= cost:
        return total - min(paid) < cost
    return any(_none_superfluous(cost, [*paid, w], _without(rest, w)) for w in set(rest))


def _without(worths: list[int], one: int) -> list[int]:
    at = worths.index(one)
    return worths[:at] + worths[at + 1 :]


def unpaid(paid: list[int], kills: list[int]) -> list[int]:
    """The kills that have not been laid down yet."""
    return [card for card in kills if card not in paid]


def enough(s: BroBrawlState, f: Paying) -> bool:
    """Whether the kills laid down are worth the price."""
    return sum(WORTH[card] for card in f.paid) >= price(s, f.upgrade)


class PayingPhase(Phase[BroBrawlState, Paying]):
    """Kills are chosen one by one: any combination that is worth the price (BO12)."""

    def begin(self, r: Resolver[BroBrawlState], f: Paying) -> None:
        """Ask for kills until the price is met, then whether more are to be paid."""
        s = r.s
        if not enough(s, f):
            r.ask(f.seat, "pay")
        elif s.rules < 3 or len(f.paid) == len(s.bros[f.seat].kills):
            f.step = "settle"
        else:
            r.ask(f.seat, "more")

    def settle(self, r: Resolver[BroBrawlState], f: Paying) -> None:
        """Hand the upgrade over."""
        s = r.s
        bro = s.bros[f.seat]
        r.pop()
        bro.kills = unpaid(f.paid, bro.kills)
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
        """Any kill of the bro's own; no more once the price is met."""
        kills = s.bros[seat].kills
        if s.rules < 3:
            return [Pay(card) for card in thrifty(price(s, f.upgrade), f.paid, kills)]
        done = [Done()] if enough(s, f) else []
        return [*done, *(Pay(card) for card in kinds(unpaid(f.paid, kills)))]

    def answer(self, r: Resolver[BroBrawlState], f: Paying, seat: int, option: Option) -> None:
        """Lay the kill down, or let those that lie there be the payment."""
        if isinstance(option, Pay):
            f.paid.append(option.kill)
        else:
            f.step = "settle"

    def default(self, s: BroBrawlState, f: Paying, seat: int) -> Option:
        """No more than is needed."""
        if enough(s, f):
            return Done()
        # superfluous kills laid down before leave no thrifty way: then the smallest will do
        kills = s.bros[seat].kills
        frugal = thrifty(price(s, f.upgrade), f.paid, kills) or kinds(unpaid(f.paid, kills))
        return Pay(frugal[0])

    def why_not(self, s: BroBrawlState, f: Paying, seat: int, option: Option) -> Refused:
        """Only kills of the bro's own, and enough of them."""
        if s.rules < 3:
            return Refused("BO12", "Pay with your own kills, and with none that is not needed.")
        if isinstance(option, Done):
            paid, cost = sum(WORTH[card] for card in f.paid), price(s, f.upgrade)
            return Refused("BO12", f"That costs {cost}, and you have paid {paid} so far.")
        return Refused("BO12", "Pay with kills of your own.")


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
            r.tell(Shown(seat, f.deck, tuple(pile.cards[: f.count])))
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
