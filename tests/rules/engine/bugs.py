"""Tug and Cups with typical bugs, one in each game."""

import random
import time
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec

from rules.engine.contract import AnyGame, Phases, Resolver
from rules.engine.randomness import Dice
from rules.engine.state import Event, Frame, Option, Standing, Way
from tests.rules.engine import toy
from tests.rules.engine.toy import (
    React,
    ReactPhase,
    Round,
    RoundPhase,
    Tug,
    TugState,
    TugText,
    TugView,
    Turn,
    TurnPhase,
    bid_card,
    value,
)
from tests.rules.example.cups import state as cups_state
from tests.rules.example.cups.game import Cups
from tests.rules.example.cups.play import RoundPhase as CupsPhase
from tests.rules.example.cups.state import CupsState
from tests.rules.example.cups.state import Round as CupsRound


def phases(frame: type[Frame], phase: Any) -> dict[type[Frame], Any]:
    """The phases of Tug, save one."""
    return {**Tug.phases, frame: phase}


# -- what is seen


class LeakedHand(Tug):
    """Everybody sees the hand of seat 1."""

    def view(self, s: TugState, player: int | None) -> Any:
        seen = toy.view(s, player)
        seen.hands[1] = list(s.hands[1])
        return seen


class LeakedBid(Tug):
    """A secret bid is shown before all are in."""

    def view(self, s: TugState, player: int | None) -> Any:
        seen = toy.view(s, player)
        for seat, option in s.pending.items():
            seen.bids[seat] = bid_card(option)
        return seen


class SeededView(TugView):
    """A view with a little too much in it."""

    table: str = ""


class LeakedSeed(Tug):
    """A view carries the seed as the table's name."""

    def view(self, s: TugState, player: int | None) -> Any:
        return SeededView(**msgspec.structs.asdict(toy.view(s, player)), table=s.seed.hex())


class CollidingText(TugText):
    """Cards by their value alone."""

    def label(self, view: TugView, option: Option) -> str:
        match option:
            case toy.Bid(card=card):
                return f"Bid {value(card)}"
            case _:
                return super().label(view, option)


class VagueText(TugText):
    """Cards as an argument by their value alone."""

    def field(self, view: TugView, option: type[Option], name: str, given: object) -> str:
        return str(value(given)) if isinstance(given, int) and name == "card" else str(given)


class VagueArgument(Tug):
    """A word that is offered for one card means another one, too."""

    text = VagueText()


class CollidingLabels(Tug):
    """Two cards of one value read the same."""

    text = CollidingText()


# -- what is done


class GlobalLuckTurn(TurnPhase):
    """Pushes that depend on the process."""

    def push(self, r: Resolver[TugState], f: Turn, seat: int) -> None:
        super().push(r, f, seat)
        r.s.points[seat] += random.randrange(2)


class GlobalLuck(Tug):
    """The rules draw from the process's own luck."""

    phases = phases(Turn, GlobalLuckTurn())


class ClockTurn(TurnPhase):
    """Pushes that look at the clock."""

    def push(self, r: Resolver[TugState], f: Turn, seat: int) -> None:
        super().push(r, f, seat)
        r.s.points[seat] += time.time() < 0


class ClockRead(Tug):
    """The rules read a clock."""

    phases = phases(Turn, ClockTurn())


class SortingRound(RoundPhase):
    """Offers that tidy up first."""

    def offer(self, s: TugState, f: Round, seat: int) -> Sequence[Option]:
        s.hands[seat].sort()
        return super().offer(s, f, seat)


class MutatedState(Tug):
    """Looking at a state changes it."""

    phases = phases(Round, SortingRound())


class LosingTurn(TurnPhase):
    """A card falls under the table."""

    def draw(self, r: Resolver[TugState], f: Turn, seat: int) -> None:
        super().draw(r, f, seat)
        r.s.hands[seat].pop()


class LostCard(Tug):
    """A drawn card is lost."""

    phases = phases(Turn, LosingTurn())


class DoublingTurn(TurnPhase):
    """The card stays where it was, too."""

    def draw(self, r: Resolver[TugState], f: Turn, seat: int) -> None:
        super().draw(r, f, seat)
        r.s.pile.put_bottom(r.s.hands[seat][-1])


class DoubledCard(Tug):
    """A drawn card lies in two places."""

    phases = phases(Turn, DoublingTurn())


class MuteReact(ReactPhase):
    """Nothing to say without a shield."""

    def offer(self, s: TugState, f: React, seat: int) -> Sequence[Option]:
        return super().offer(s, f, seat)[1:]


class EmptyQuestion(Tug):
    """A seat is asked and has no answer."""

    phases = phases(React, MuteReact())


class EndlessRound(RoundPhase):
    """One round after the other."""

    def end(self, r: Resolver[TugState], f: Round) -> None:
        f.step = "bid"


class Endless(Tug):
    """The last round is never reached."""

    phases = phases(Round, EndlessRound())


class SetOrderRound(RoundPhase):
    """Hands as sets of names."""

    def offer(self, s: TugState, f: Round, seat: int) -> Sequence[Option]:
        names = {f"card {card}" for card in s.hands[seat]}
        return [*(toy.Bid(int(name.split()[1])) for name in names), toy.Fold()]


class SetOrder(Tug):
    """What is offered first depends on the process's hashes."""

    phases = phases(Round, SetOrderRound())


class NoBarrierTurn(TurnPhase):
    """A draw that nobody notices."""

    def draw(self, r: Resolver[TugState], f: Turn, seat: int) -> None:
        super().draw(r, f, seat)
        r.barrier = False


class UndoAcrossDraw(Tug):
    """A draw can be taken back."""

    phases = phases(Turn, NoBarrierTurn())


# -- what is told


class HolderReact(ReactPhase):
    """Why ask whoever has no shield?"""

    def begin(self, r: Resolver[TugState], f: React) -> None:
        if any(value(card) == 6 for card in r.s.hands[f.seat]):
            super().begin(r, f)
        else:
            self.answer(r, f, f.seat, toy.Accept())


class HolderAsked(Tug):
    """Only the holder of a shield is asked."""

    phases = phases(React, HolderReact())


class ExchangeWorked(Event, frozen=True):
    """This came of an exchange."""

    seat: int
    worked: bool


class TellingTurn(TurnPhase):
    """Exchanges with a loud voice."""

    def exchange(self, r: Resolver[TugState], seat: int, card: int) -> None:
        super().exchange(r, seat, card)
        r.tell(ExchangeWorked(seat, card not in r.s.hands[seat]))


class TellingEvent(Tug):
    """All hear whether a secret exchange worked."""

    events = (*Tug.events, ExchangeWorked)
    phases = phases(Turn, TellingTurn())


class ExchangedCard(Event, frozen=True):
    """This card was laid under the pile."""

    seat: int
    card: int


class NamingTurn(TurnPhase):
    """Exchanges that name the card."""

    def exchange(self, r: Resolver[TugState], seat: int, card: int) -> None:
        super().exchange(r, seat, card)
        r.tell(ExchangedCard(seat, card))


class ToldAnswer(Tug):
    """All hear a secret answer."""

    events = (*Tug.events, ExchangedCard)
    phases = phases(Turn, NamingTurn())


class TiredTurn(TurnPhase):
    """No stamina, no turn."""

    def push(self, r: Resolver[TugState], f: Turn, seat: int) -> None:
        super().push(r, f, seat)
        if r.s.pushed[seat] == r.s.stamina[seat]:
            r.pop()


class TurnEndsItself(Tug):
    """A turn ends when the secret stamina is used up."""

    phases = phases(Turn, TiredTurn())


# -- what is told to too many


class Uncovered(Event, frozen=True):
    """Which card was drawn; said to reveal, though no view shows it afterwards."""

    reveal: ClassVar[bool] = True
    seat: int
    card: int


class LoudTurn(TurnPhase):
    """Draws with a loud voice."""

    def draw(self, r: Resolver[TugState], f: Turn, seat: int) -> None:
        super().draw(r, f, seat)
        r.tell(Uncovered(seat, r.s.hands[seat][-1]))


class LoudDraw(Tug):
    """A drawn card is told to everybody, by an event that is declared to reveal."""

    events = (*Tug.events, Uncovered)
    phases = phases(Turn, LoudTurn())


class WhisperingTurn(TurnPhase):
    """Draws that a neighbour overhears."""

    def draw(self, r: Resolver[TugState], f: Turn, seat: int) -> None:
        super().draw(r, f, seat)
        neighbour = (r.s.seats[seat] + 1) % r.s.players
        r.tell(toy.DrewCard(r.s.hands[seat][-1]), r.s.seats[seat], neighbour)


class OneSeatTooMany(Tug):
    """A drawn card is told to its owner and to one player more."""

    phases = phases(Turn, WhisperingTurn())


class Dealt(Event, frozen=True):
    """The hand of a seat."""

    seat: int
    cards: tuple[int, ...]


class DealingRound(RoundPhase):
    """Hands are read out when the game begins."""

    def bid(self, r: Resolver[TugState], f: Round) -> None:
        for seat, hand in enumerate(r.s.hands):
            if r.s.round == 1:
                r.tell(Dealt(seat, tuple(hand)))
        super().bid(r, f)


class ToldSetUp(Tug):
    """The set-up tells everybody all hands, which luck has just dealt."""

    events = (*Tug.events, Dealt)
    phases = phases(Round, DealingRound())


class LoudRound(CupsPhase):
    """Dice are called out as they fall."""

    def roll(self, r: Resolver[CupsState], f: cups_state.Round) -> None:
        r.s.dice = [r.die("cups", r.s.variant.faces) for _ in r.s.seats]
        for face in r.s.dice:
            r.tell(cups_state.Rolled(face))
        f.step = "turn"


class LoudCups(Cups):
    """Every secret roll is told aloud."""

    phases: ClassVar[Phases] = {cups_state.Round: LoudRound()}


class High(Event, frozen=True):
    """Whether a die shows more than half."""

    seat: int
    high: bool


class HintingRound(CupsPhase):
    """Dice are not called out, but sighed about."""

    def roll(self, r: Resolver[CupsState], f: CupsRound) -> None:
        super().roll(r, f)
        for seat, face in enumerate(r.s.dice):
            r.tell(High(seat, face > r.s.variant.faces // 2))


class HintingCups(Cups):
    """All hear whether a secret roll is high, as it falls."""

    events = (*Cups.events, High)
    phases: ClassVar[Phases] = {CupsRound: HintingRound()}


# -- what it holds


class UntypedState(TugState, kw_only=True):
    """A pile of anything."""

    discard: list = []  # type: ignore[type-arg]


class UntypedField(Tug):
    """A save of it could hold anything."""

    state = UntypedState


# -- what is made easy


class Glimpse(Option, frozen=True):
    """Draw a card and be done."""


class GlimpseText(TugText):
    """Tug with a word for its shortcut."""

    def label(self, view: TugView, option: Option) -> str:
        return "Glimpse" if isinstance(option, Glimpse) else super().label(view, option)


class EyesOpen(Tug):
    """A shortcut goes on after a card was seen."""

    shortcuts = (Glimpse,)
    text = GlimpseText()

    def ways(self, s: TugState, seat: int) -> Sequence[Way]:
        frame = s.frames[-1]
        drawing = isinstance(frame, Turn) and not frame.acted
        return [Way(Glimpse(), (toy.Draw(), toy.Stop()))] if drawing else []


class LostWay(EyesOpen):
    """A shortcut pushes more often than stamina lasts."""

    def ways(self, s: TugState, seat: int) -> Sequence[Way]:
        turn = isinstance(s.frames[-1], Turn)
        return [Way(Glimpse(), (toy.Push(),) * (toy.TRIES + 1))] if turn else []


class ForcedHand(Tug):
    """The referee hits whoever has no shield, unasked."""

    def forced(self, s: TugState, seat: int) -> Option | None:
        shielded = any(value(card) == 6 for card in s.hands[seat])
        return toy.Accept() if isinstance(s.frames[-1], React) and not shielded else None


class HastyReferee(Tug):
    """The referee answers although there is something to choose."""

    def forced(self, s: TugState, seat: int) -> Option | None:
        return toy.Stop() if isinstance(s.frames[-1], Turn) else None


class TellingOrder(Tug):
    """An order to do without a shield is kept to only by those who have one."""

    def standing(self, s: TugState, seat: int) -> Standing | None:
        shielded = any(value(card) == 6 for card in s.hands[seat])
        asked = isinstance(s.frames[-1], React) and shielded
        return Standing("react", (toy.Accept(),)) if asked else None


class VainOrder(Tug):
    """An order may be given that cannot be carried out."""

    def standing(self, s: TugState, seat: int) -> Standing | None:
        return Standing("react", (toy.Stop(),)) if isinstance(s.frames[-1], React) else None


class FickleOrder(Tug):
    """The same order stands for now one push, now another."""

    def standing(self, s: TugState, seat: int) -> Standing | None:
        frame = s.frames[-1]
        return Standing("turn", (toy.Stop(),)) if isinstance(frame, Turn) else None

    class FickleText(TugText):
        """Stop, by how it stands."""

        def label(self, view: TugView, option: Option) -> str:
            stops = isinstance(option, toy.Stop)
            return f"Stop at {view.points}" if stops else super().label(view, option)

    text = FickleText()


# -- other worlds


class LazyRedeal(Tug):
    """A re-deal that changes nothing."""

    def determinize(self, s: TugState, player: int, rng: Dice) -> None:
        return


class SparingRedeal(Tug):
    """A re-deal that spares one secret."""

    def determinize(self, s: TugState, player: int, rng: Dice) -> None:
        toy.redeal_cards(s, player, rng)
        toy.redeal_bids(s, player, rng)


class SparingBids(Tug):
    """A re-deal that spares the bids, which no view shows."""

    def view(self, s: TugState, player: int | None) -> Any:
        seen = toy.view(s, player)
        seen.bids = [bid if bid is None else -1 for bid in seen.bids]
        return seen

    def determinize(self, s: TugState, player: int, rng: Dice) -> None:
        bid = {x: o.card for x, o in s.pending.items() if isinstance(o, toy.Bid)}
        toy.redeal_cards(s, player, rng)
        for seat, card in bid.items():
            if card not in s.hands[seat]:
                _swap(s, seat, card)
        toy.redeal_stamina(s, player, rng)


def _swap(s: TugState, seat: int, card: int) -> None:
    """Bring a card back into a hand, for another one of it."""
    for place in (*s.hands, s.pile.cards):
        if card in place:
            other = s.hands[seat][-1]
            place[place.index(card)] = other
            s.hands[seat][-1] = card
            return


class Planted(NamedTuple):
    """A bug, the check that finds it, what that says, and how much is played to find it."""

    game: type[AnyGame]
    name: str
    words: str
    games: int = 12
    density: float = 1.0


PLANTED = [
    Planted(LeakedHand, "secret shown", "hands.1"),
    Planted(LeakedBid, "secret shown", "bids"),
    Planted(LeakedSeed, "seed", "the view of player 0 carries"),
    Planted(GlobalLuck, "luck", "calls random."),
    Planted(MutatedState, "old state", "changed a state"),
    Planted(LostCard, "problem", "is lost"),
    Planted(DoubledCard, "problem", "lies 2 times"),
    Planted(EmptyQuestion, "dead end", "offered nothing", density=0.1),
    Planted(Endless, "bound", "not over after 150 answers", density=0.0),
    Planted(SetOrder, "hash order", "other bytes", games=3, density=0.0),
    Planted(HolderAsked, "waiting tells", "are waited for"),
    Planted(CollidingLabels, "label", "both read 'Bid"),
    Planted(VagueArgument, "reading", "which means ["),
    Planted(TellingEvent, "event tells", "worked"),
    Planted(ToldAnswer, "event tells", "which tells"),
    Planted(TurnEndsItself, "waiting tells", "are waited for"),
    Planted(LazyRedeal, "secret fixed", "hands", games=16, density=0.2),
    Planted(SparingRedeal, "secret fixed", "stamina", games=16, density=0.2),
    Planted(SparingBids, "secret fixed", "pending", games=10, density=0.8),
    Planted(UndoAcrossDraw, "undo", "take back a step"),
    Planted(ClockRead, "clock", "time.time"),
    Planted(LoudDraw, "event tells", "Uncovered tells player", games=30),
    Planted(OneSeatTooMany, "event tells", "not shown afterwards DrewCard"),
    Planted(ToldSetUp, "event tells", "Dealt tells player"),
    Planted(LoudCups, "event tells", "Rolled tells player"),
    Planted(HintingCups, "event tells", "High hangs on what is hidden", games=40, density=0.1),
    Planted(EyesOpen, "way", "something is shown before"),
    Planted(LostWay, "way", "is refused"),
    Planted(ForcedHand, "forced", "learns from what the referee answers by itself"),
    Planted(HastyReferee, "forced", "has more to choose from than"),
    Planted(TellingOrder, "standing", "cannot know what seat"),
    Planted(VainOrder, "standing", "cannot answer 'react'"),
    Planted(FickleOrder, "standing", "means another thing whenever"),
    Planted(UntypedField, "untyped", "UntypedState.discard does not say"),
]
