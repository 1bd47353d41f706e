"""BRAWL in words."""

from collections.abc import Iterable
from typing import ClassVar

import msgspec

from rules.brawl.content.cards import (
    BASE,
    CLEAR,
    FREEZE,
    HITS,
    KINDS,
    LEFT,
    MIDDLE,
    NAMES,
    NONE,
    PRESS,
    RIGHT,
    ROW,
    SPOTS,
    WHOLE,
    base_name,
    card_name,
    place_of,
)
from rules.brawl.content.deck import FREEZES, SIZE
from rules.brawl.play.places import nowhere, places
from rules.brawl.state import (
    Began,
    BrawlVariant,
    Chosen,
    Contested,
    Discard,
    Discarded,
    Done,
    Flip,
    Flipped,
    FromDiscard,
    Knocked,
    Lay,
    LayAgain,
    Pause,
    Paused,
    Pick,
    PlayCard,
    Played,
    Ready,
    SaidDone,
)
from rules.brawl.text import commands
from rules.brawl.text.story import BrawlStory
from rules.brawl.text.topics import GISTS, TOPICS
from rules.brawl.view import BaseView, BrawlView, ClearedView, FighterView
from rules.engine.contract import USELESS
from rules.engine.state import Event, Option, Outcome
from rules.engine.text import unnamed
from rules.engine.verbs import Argument, Verb, plain

MOST_BASES = 2 * (SIZE - FREEZES)  # that can come into play in one game
PROMPTS = {
    "deck": (
        "Which deck do you fight with? In each the three Freezes lie at the bottom, so they come last."
    ),
    "ready": "Are you ready?",
    "turn": "Your turn: turn over a card, or replay the top of your discard pile?",
    "hold": "You hold a card: where does it go?",
    "act": "Go!",
    "done": "You have nothing left to play. You can still call a pause.",
}
TOPIC_OF = {
    "deck": "cards",
    "ready": "cards",
    "turn": "training",
    "hold": "cards",
    "act": "flow",
    "done": "tournament",
}


class BrawlText(BrawlStory):
    """The words of BRAWL."""

    topics: ClassVar[dict[str, str]] = TOPICS
    verbs: ClassVar[dict[type[Option], Verb]] = commands.VERBS
    arguments: ClassVar[dict[str, Argument]] = commands.ARGUMENTS
    settings: ClassVar[dict[str, str]] = commands.SETTINGS
    last: ClassVar[tuple[type[Option], ...]] = (Discard, Done, Pause)

    # -- asking

    def label(self, view: BrawlView, option: Option) -> str:
        """An option as its chooser reads it."""
        match option:
            case Pick(deck=deck):
                return view.names.get(deck, deck)
            case Ready():
                return "Ready"
            case Flip():
                return "Turn over a card"
            case Discard():
                return (
                    f"Discard the {NAMES[self._held(view)]}" if self._held(view) >= 0 else "Discard"
                )
            case Done():
                return "Done"
            case Pause():
                return "Pause"
            case PlayCard(card=card, base=base, spot=spot):
                return self._laying(view, card, base, spot)
            case FromDiscard(card=card, base=base, spot=spot):
                return _again(NAMES[card], self.place(view, card, base, spot))
            case Lay(place=place):
                return self._laying(view, self._held(view), *place_of(place))
            case LayAgain(place=place):
                return _again(self._top(view), self._laid(view, LayAgain, place))
            case _:
                return str(option)

    def _laying(self, view: BrawlView, card: int, base: int, spot: int) -> str:
        """The held card at a place; a Hit on the other's side is one for them, and says so."""
        if card in HITS and view.player is not None and spot == 1 - view.player:
            return f"{self._card(card)} for {self.seat(view, spot)} → {base_name(base)}"
        return f"{self._card(card)} → {self.place(view, card, base, spot)}"

    def likely(self, view: BrawlView, option: Option) -> float:
        """A Hit where it counts for oneself; one that counts for the other is of no use."""
        match option:
            case Lay(place=place):
                card, (base, spot) = self._held(view), place_of(place)
            case LayAgain(place=place):
                card, (base, spot) = self._discarded(view), place_of(place)
            case (
                PlayCard(card=card, base=base, spot=spot)
                | FromDiscard(card=card, base=base, spot=spot)
            ):
                pass
            case _:
                return 0.0
        if card not in HITS:
            return 0.0
        backwards = any(one.backwards for one in view.row if one.id == base)
        return 1.0 if (spot == view.player) != backwards else USELESS

    def _held(self, view: BrawlView) -> int:
        return NONE if view.player is None else view.fighters[view.player].held

    def _discarded(self, view: BrawlView) -> int:
        pile = () if view.player is None else view.fighters[view.player].discard
        return pile[-1] if pile else NONE

    def _top(self, view: BrawlView) -> str:
        card = self._discarded(view)
        return NAMES[card] if card != NONE else "card"

    def _laid(self, view: BrawlView, kind: type[Option], place: int) -> str:
        card = self._held(view) if kind is Lay else self._discarded(view)
        return self.place(view, card, *place_of(place))

    def _card(self, card: int) -> str:
        return card_name(card) if 0 <= card < KINDS else f"card {card}"

    def place(self, view: BrawlView, card: int, base: int, spot: int) -> str:
        """A place in words, as this player would say it."""
        if base == ROW:
            return "left end" if spot == LEFT else "right end"
        if spot in (MIDDLE, WHOLE):  # a Press could go on a side, too
            return f"{base_name(base)}, middle" if card == PRESS else base_name(base)
        return f"{base_name(base)}, {self._side(view, spot)}"

    def read_place(self, view: BrawlView, card: int, word: str) -> tuple[int, int] | None:
        """The place, as Base and spot, that words such as `A, your side` name, if they do.

        A Base that was cleared away can still be named, and one's own side by the fighter's name,
        as posts do: the rules say what is wrong with a place.
        """
        wanted = _bare_place(word)
        spots = [(ROW, LEFT), (ROW, RIGHT)]
        for base in range(MOST_BASES):
            whole = WHOLE if card == CLEAR else MIDDLE
            if wanted == _bare_place(base_name(base)):
                return base, whole
            spots += [(base, 0), (base, 1), (base, whole)]
        for seen in (view, msgspec.structs.replace(view, player=None)):
            for base, spot in spots:
                if wanted == _bare_place(self.place(seen, card, base, spot)):
                    return base, spot
        return None

    def _side(self, view: BrawlView, spot: int) -> str:
        if spot == view.player:
            return "your side"
        return f"{self.seat(view, spot)}’s side"

    def field(self, view: BrawlView, option: type[Option], name: str, value: object) -> str:
        """One argument of an option in words."""
        match name, value:
            case "deck", str(key):
                return view.names.get(key, key)
            case "card", int(card) if 0 <= card < KINDS:
                return card_name(card)
            case "place", int(place):
                return self._laid(view, option, place)
            case "base", int(base):
                return "the row" if base == ROW else base_name(base)
            case "spot", int(spot) if 0 <= spot < SPOTS:
                words = {MIDDLE: "middle", WHOLE: "all of it", LEFT: "left end", RIGHT: "right end"}
                return words.get(spot) or self._side(view, spot)
            case _:
                return str(value)

    def nameable(self, view: BrawlView, option: type[Option], name: str) -> Iterable[str]:
        """A deck can be named although somebody else has it."""
        return view.names if name == "deck" else ()

    def prompt(self, view: BrawlView, kind: str) -> str:
        """A question in words."""
        held = self._held(view)
        if kind in ("hold", "act") and held != NONE:
            if not places(view.row, held):
                return f"You hold a {NAMES[held]}, and it fits nowhere: {nowhere(held)}."
            return f"You hold a {NAMES[held]}: where does it go? {GISTS[held]}."
        if kind == "ready" and view.phase == "pause":
            return "The bout is paused. Are you ready to go on?"
        own = view.fighters[view.player] if view.player is not None else None
        if own is not None and own.done and kind in ("turn", "act"):
            return "You are done, unless you replay from your discard pile after all."
        if own is not None and kind in ("turn", "act") and not own.left:
            return "Your deck is empty: replay from your discard pile, or say done?"
        if own is not None and kind == "turn" and not own.discard:
            return "Your turn: turn over a card."
        taken = next((f.name for f in view.fighters if f.name and not view.mirror), "")
        if kind == "deck" and taken:
            return f"**{taken} is taken**: where both want a deck, a coin decides. Which other do you fight with?"
        return PROMPTS[kind]

    # -- telling

    def line(self, view: BrawlView, event: Event) -> str:
        """An event in words."""
        match event:
            case Chosen(seat=seat, name=name):
                if view.player is None:
                    return f"{name} enters the bout."
                mine = seat == view.player
                return f"{'You fight' if mine else f'{unnamed(seat)} fights'} as {name}."
            case Contested(seat=seat, name=name):
                if seat == view.player:
                    return (
                        f"Both want {name}; the coin gives you the deck, the other chooses again."
                    )
                if view.player is not None:
                    return f"Both want {name}; the coin gives the other the deck: choose again."
                return (
                    f"Both want {name}; the coin gives the deck to {unnamed(seat)}, "
                    f"{unnamed(1 - seat)} chooses another."
                )
            case Knocked(seat=seat):
                return f"{self.seat(view, seat)} is ready."
            case Began(seat=None):
                return "Go!"
            case Began(seat=int(seat)):
                return f"The coin says that {self.seat(view, seat)} begins."
            case Flipped(seat=seat, card=card, last=last):
                end = ", the last card of the deck" if last else ""
                return f"{self.seat(view, seat)} turns over a {NAMES[card]}{end}."
            case Played():
                return self._played(view, event)
            case Discarded(seat=seat, card=card, stuck=stuck):
                why = f": {nowhere(card)}" if stuck else ""
                return f"{self.seat(view, seat)} discards the {NAMES[card]}{why}."
            case SaidDone(seat=seat):
                return f"{self.seat(view, seat)} is done."
            case Paused(seat=seat):
                return f"{self.seat(view, seat)} calls a pause."
            case _:
                return ""

    def _played(self, view: BrawlView, event: Played) -> str:
        who, card, base = self.seat(view, event.seat), event.card, base_name(event.base)
        source = " from the discard pile" if event.discard else ""
        if card == CLEAR:
            return f"{who} clears {base} away{f' with a Clear{source}' * event.discard}."
        if card == FREEZE:
            return f"{who} freezes {base}{f' with a Freeze{source}' * event.discard}."
        if card == BASE:
            end = "left" if event.spot == LEFT else "right"
            return f"{who} lays a Base{source} at the {end} end."
        if event.spot == MIDDLE:
            return f"{who} lays a {NAMES[card]}{source} in the middle of {base}."
        side = f"{self.seat(view, event.spot)}’s side"
        return f"{who} lays a {NAMES[card]}{source} on {base}, {side}."

    # -- showing

    def board(self, view: BrawlView) -> str:
        """The table in words."""
        if view.phase == "deck":
            decks = [f"{name}: {view.abouts.get(key, '')}" for key, name in view.names.items()]
            return "\n".join(["The players choose their decks.", *decks])
        parts = [self._fighter(view, seat) for seat in (0, 1)]
        parts += [self._base(view, base) for base in view.row]
        parts += [self._cleared(view, gone) for gone in view.cleared]
        return "\n".join(parts)

    def _fighter(self, view: BrawlView, seat: int) -> str:
        fighter: FighterView = view.fighters[seat]
        said = [f"{fighter.left} cards left" if fighter.left != 1 else "the last card left"]
        if fighter.held != NONE:
            end = "" if fighter.left else ", the last card of the deck"
            said.append(f"holds a {NAMES[fighter.held]}{end}")
        if fighter.discard:
            more = f" (of {len(fighter.discard)})" if len(fighter.discard) > 1 else ""
            said.append(f"discard pile: {NAMES[fighter.discard[-1]]}{more}")
        if fighter.done:
            said.append("done")
        if view.phase in ("ready", "pause"):
            said.append("ready" if fighter.ready else "not ready")
        if view.turn == seat and view.phase == "turn":
            said.append("to act")
        return f"{self.seat(view, seat)}: {', '.join(said)}."

    def _base(self, view: BrawlView, base: BaseView) -> str:
        marks = ", frozen" if base.frozen else ""
        marks += ", reversed" if base.backwards else ""
        owner, holder = self.seat(view, base.owner), self.seat(view, base.holder)
        lying = self._lying_on(view, base)
        return f"{base_name(base.id)} of {owner}{marks}: {lying}; goes to {holder}."

    def _cleared(self, view: BrawlView, gone: ClearedView) -> str:
        base, who = gone.base, self.seat(view, gone.seat)
        owner, lay = self.seat(view, base.owner), self._lying_on(view, base)
        return f"{base_name(base.id)} of {owner} is gone, cleared away by {who}: {lay}."

    def _lying_on(self, view: BrawlView, base: BaseView) -> str:
        sides = "; ".join(
            f"{self.seat(view, seat)}’s side {base.hits[seat]} ({self._stack(base.sides[seat])})"
            for seat in (0, 1)
        )
        return sides + (f"; in the middle {self._stack(base.middle)}" if base.middle else "")

    def _stack(self, stack: tuple[int, ...]) -> str:
        return ", ".join(NAMES[card] for card in stack) or "bare"

    def private(self, view: BrawlView) -> str:
        """The deck one has chosen while the other has not."""
        return f"You have chosen {view.names.get(view.picked, view.picked)}." if view.picked else ""

    def outcome(self, view: BrawlView, outcome: Outcome) -> str:
        """How the game ended."""
        if outcome.reason == "agreed":
            return "A draw by agreement."
        if outcome.reason == "resigned":
            return f"{self.player(view, outcome.winners[0])} wins: the other resigned."
        why = "every Base is frozen" if outcome.reason == "frozen" else "both are done"
        high, low = max(outcome.scores), min(outcome.scores)
        if not outcome.winners:
            return f"A draw, {high} to {low}: {why}."
        return f"{self.player(view, outcome.winners[0])} wins {high} to {low}: {why}."

    # -- the rules

    def topic(self, kind: str) -> str:
        """The topic that fits a question."""
        return TOPIC_OF[kind]

    def variant(self, variant: BrawlVariant) -> str:
        """The options of a game in words."""
        said = [f"{variant.pace} pace"]
        if variant.pace == "tournament":
            said[0] += " (real time)"
            said.append(f"{variant.seconds} s an act")
        names = [variant.names.get(key, key) for key in variant.decks]
        if all(names) and names:
            said.append(" against ".join(names))
        else:
            said += [f"player {n} fights as {name}" for n, name in enumerate(names, 1) if name]
        if variant.mirror:
            said.append("both may use the same deck")
        return ", ".join(said)


def _again(card: str, place: str) -> str:
    """A card from the discard pile and its place, so short that a button has room for the side."""
    return f"Replay {card} → {place.removeprefix('Base ')}"


def _bare_place(word: str) -> str:
    """A place as it is compared: `A your side` is as good as `Base A, your side`."""
    return plain(word.replace(",", " ")).removeprefix("base").strip()
