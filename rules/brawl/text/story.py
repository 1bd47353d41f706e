"""What a bout is about, what threatens in it, and what it hid."""

from collections.abc import Sequence

from rules.brawl.content.cards import CLEAR, FREEZE, MIDDLE, NAMES, NONE, REVERSE, base_name
from rules.brawl.play.gains import helps
from rules.brawl.play.places import places
from rules.brawl.state import BrawlState, Contested, Flip, Played
from rules.brawl.text.turning import turning
from rules.brawl.view import BaseView, BrawlView, FighterView
from rules.engine.contract import Text
from rules.engine.state import Event, Moment, Option
from rules.engine.text import unnamed


class BrawlStory(Text[BrawlState]):
    """The words around the acts: the goal, warnings, chances and the end."""

    def seat(self, view: BrawlView, seat: int) -> str:
        """A fighter's name; in a mirror match with a number."""
        name = view.fighters[seat].name
        if not name:
            return unnamed(seat)
        return f"{name} {seat + 1}" if view.fighters[1 - seat].name == name else name

    def goal(self, view: BrawlView) -> str:
        """What the bout is about, in one sentence."""
        end = "once all Bases are frozen, or there is nothing left to play"
        tied = "A tied Base goes to its owner"  # BR22
        if view.player is None:
            return f"Most Bases win: each goes to whoever has more Hits on their own side {end}. {tied}."
        return (
            f"Win more Bases than {self.seat(view, 1 - view.player)}: those with more Hits on your "
            f"side than on the other {end}. {tied}."
        )

    # -- what threatens

    def warnings(self, view: BrawlView) -> list[str]:
        """What is gone, the last Base that is not frozen, Freezes at hand, and last cards."""
        if view.phase not in ("turn", "bout", "pause"):
            return []
        said = [*self._gone(view), *self._last_base(view)]
        for seat, fighter in enumerate(view.fighters):
            said += [*self._freeze(view, seat, fighter), *self._last_cards(view, seat, fighter)]
        return said

    def _gone(self, view: BrawlView) -> list[str]:
        """What the other has cleared away, as long as this player may not have seen it."""
        return [
            f"{self.seat(view, gone.seat)} has cleared {base_name(gone.base.id)} away, with "
            f"{_hits(gone.base.hits[1 - gone.seat])} on your side and {gone.base.hits[gone.seat]} "
            "on the other."
            for gone in view.cleared
            if view.player is not None and gone.seat != view.player
        ]

    def _last_base(self, view: BrawlView) -> list[str]:
        still = [base for base in view.row if not base.frozen]
        if len(still) != 1:
            return []
        name = base_name(still[0].id)
        which = "last that is not frozen" if len(view.row) > 1 else "only Base there is"
        return [f"{name} is the {which}: once it is frozen, the bout ends. {self._lying(view)}"]

    def _lying(self, view: BrawlView) -> str:
        """Who would win if nothing more were played."""
        won = [sum(base.holder == seat for base in view.row) for seat in (0, 1)]
        if won[0] == won[1]:
            return f"As it lies it is a draw, {won[0]} to {won[1]}."
        ahead = int(won[1] > won[0])
        who = "you lead" if ahead == view.player else f"{self.seat(view, ahead)} leads"
        return f"As it lies {who}, {max(won)} to {min(won)}."

    def _freeze(self, view: BrawlView, seat: int, fighter: FighterView) -> list[str]:
        """A Freeze at hand, and the Bases that it would win for good; nobody is warned of oneself."""
        at_hand = FREEZE in (fighter.held, *fighter.discard[-1:])
        takes = [base_name(base.id) for base in view.row if _can_take(base, seat)]
        if not at_hand or not takes or seat == view.player:
            return []
        return [f"{self.seat(view, seat)} has a Freeze at hand and can win {_or(takes)} for good."]

    def _last_cards(self, view: BrawlView, seat: int, fighter: FighterView) -> list[str]:
        own = seat == view.player
        whose = "your" if own else f"{self.seat(view, seat)}’s"
        if not fighter.left:
            who = "You hold" if own else f"{self.seat(view, seat)} holds"
            return [f"{who} the last card of the deck."] if fighter.held != NONE else []
        if fighter.left == 1:
            return [f"One card is left in {whose} deck, a {NAMES[_next(fighter)[0]]}."]
        if fighter.left == fighter.unseen[FREEZE]:
            return [f"Only Freezes are left in {whose} deck: {fighter.left}."]
        return []

    # -- what may come

    def chance(self, view: BrawlView, option: Option) -> str:
        """How likely the next card can help its player at once."""
        if not isinstance(option, Flip) or view.player is None:
            return ""
        coming = _next(view.fighters[view.player])
        if not coming:
            return ""
        good = {card: helps(view.row, view.player, card) for card in set(coming)}
        return (
            f"{round(100 * sum(good[card] for card in coming) / len(coming))} % that it helps you"
        )

    # -- what happened

    def matters(self, view: BrawlView, event: Event) -> bool:
        """Who has a deck that both want, and what was done to a whole Base."""
        if isinstance(event, Played):
            return event.card in (CLEAR, FREEZE, REVERSE)
        return isinstance(event, Contested)

    # -- what was hidden

    def revealed(self, view: BrawlView) -> list[str]:
        """The cards that never came, and the Base that was closest."""
        said = [
            f"{self.seat(view, seat)}’s deck still held, from the top: "
            f"{', '.join(NAMES[card] for card in fighter.deck)}."
            for seat, fighter in enumerate(view.fighters)
            if fighter.deck
        ]
        margins = [abs(base.hits[0] - base.hits[1]) for base in view.row]
        if margins:
            closest = view.row[margins.index(min(margins))]
            said.append(self._closest(view, closest, min(margins)))
        return said

    def turning(self, view: BrawlView, moments: Sequence[Moment]) -> str:
        """The card after which the winner always held more Bases."""
        winners = view.outcome.winners if view.outcome else ()
        found = turning(winners[0], moments) if winners else None
        if found is None:
            return ""
        played, left, (mine, theirs) = found
        cards = f"{left} card{'s' * (left != 1)}" if left else "no card"
        what = self.line(view, played).rstrip(".")
        who = self.seat(view, winners[0])
        return (
            f"with {cards} left in the decks, {what}: from then on {who} always holds more Bases, "
            f"{mine} to {theirs} at first."
        )

    def _closest(self, view: BrawlView, base: BaseView, margin: int) -> str:
        name, who = base_name(base.id), self.seat(view, base.holder)
        if not margin:
            return f"The closest Base: {name} was even and went to its owner, {who}."
        hits = "a single hit" if margin == 1 else _hits(margin)
        turned = ", reversed" if base.backwards else ""
        return f"The closest Base: {name} went to {who} by {hits}{turned}."


def _can_take(base: BaseView, seat: int) -> bool:
    return base.holder == seat and (base.id, MIDDLE) in places((base,), FREEZE)


def _next(fighter: FighterView) -> list[int]:
    """The cards of which one comes next, as often as they are left: Freezes come last (BR1)."""
    cards = [card for card, count in enumerate(fighter.unseen) for _ in range(count)]
    return [card for card in cards if card != FREEZE] or cards


def _hits(count: int) -> str:
    return f"{count} hit{'s' * (count != 1)}"


def _or(names: list[str]) -> str:
    return " or ".join(names)
