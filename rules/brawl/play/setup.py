"""Choosing the decks, shuffling them and laying out the first two Bases."""

from collections.abc import Sequence

from rules.brawl.content.cards import BASE, FREEZE
from rules.brawl.content.deck import available
from rules.brawl.state import (
    Base,
    BrawlState,
    Choosing,
    Chosen,
    Contested,
    Fighter,
    Pick,
    Tournament,
    Training,
)
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option


class Decks(Phase[BrawlState, Choosing]):
    """Each player chooses a deck, unseen until both have."""

    def begin(self, r: Resolver[BrawlState], f: Choosing) -> None:
        """Ask whoever has no deck yet; then set up."""
        missing = [seat for seat, fighter in enumerate(r.s.fighters) if not fighter.key]
        if missing:
            r.ask_hidden(missing, "deck")
            return
        set_up(r)
        r.pop()
        r.push(Tournament() if r.s.variant.pace == "tournament" else Training())

    def offer(self, s: BrawlState, f: Choosing, seat: int) -> Sequence[Option]:
        """Every deck but the one that the other is known to have (BR3)."""
        return picks(s, seat)

    def answers(self, r: Resolver[BrawlState], f: Choosing, given: dict[int, Option]) -> None:
        """Show the choices; where both want the same deck, a coin gives it to one."""
        keys = {seat: option.deck for seat, option in given.items() if isinstance(option, Pick)}
        if len(keys) == 2 and keys[0] == keys[1] and not r.s.variant.mirror:
            keeper = 0 if r.coin("deck") else 1
            r.tell(Contested(keeper, available(r.s.variant.printed)[keys[0]].name))
            del keys[1 - keeper]
        for seat in sorted(keys):
            take_deck(r.s, seat, keys[seat])
            r.tell(Chosen(seat, r.s.fighters[seat].name))

    def default(self, s: BrawlState, f: Choosing, seat: int) -> Option:
        """Another deck for each seat, so that two who are late do not meet."""
        return self.offer(s, f, seat)[seat]

    def why_not(self, s: BrawlState, f: Choosing, seat: int, option: Option) -> Refused:
        """Why a deck cannot be had."""
        if not isinstance(option, Pick):
            return Refused("BR3", "First both players choose their decks.")
        if option.deck in available(s.variant.printed):
            return Refused("BR3", "Your opponent has that deck already.")
        return Refused("BR30", f"There is no deck “{option.deck[:30]}”.")


def picks(s: BrawlState, seat: int) -> list[Pick]:
    """The decks that a seat may choose."""
    taken = "" if s.variant.mirror else s.fighters[1 - seat].key
    return [Pick(key) for key in available(s.variant.printed) if key != taken]


def take_deck(s: BrawlState, seat: int, key: str) -> None:
    """Give a seat a deck, by its list as it is now."""
    deck = available(s.variant.printed)[key]
    s.fighters[seat] = Fighter(key=key, name=deck.name, counts=list(deck.counts))


def set_up(r: Resolver[BrawlState]) -> None:
    """Shuffle all but one Base and the Freezes, which go to the bottom."""  # BR1, BR2
    s = r.s
    for seat, fighter in enumerate(s.fighters):
        counts = list(fighter.counts)
        freezes, counts[FREEZE] = counts[FREEZE], 0
        counts[BASE] -= 1
        cards = [card for card, count in enumerate(counts) for _ in range(count)]
        r.shuffle(f"deck{seat}", cards)
        fighter.deck = [FREEZE] * freezes + cards
        s.row.append(Base(id=seat, owner=seat, sides=[[], []]))
    s.bases = 2
