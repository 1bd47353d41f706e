"""Tug: a toy game with everything the kernel can do, kept honest by the conformance suite.

Each round all seats bid a card in secret; the highest bid takes a turn; then all grab tokens.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

import msgspec

from rules.engine.contract import Game, Phase, Phases, Resolver, Text
from rules.engine.errors import Refused
from rules.engine.piles import Pile
from rules.engine.randomness import Dice
from rules.engine.state import Event, Frame, Option, Outcome, State, Variant

CARDS = 24  # worth 1 to 6, four of each; a 6 is a shield
HAND = 4
TOKENS = 5
TRIES = 3  # the most stamina


def value(card: int) -> int:
    """What a card is worth."""
    return card // 4 + 1


# -- state


class TugVariant(Variant, frozen=True):
    """The options of Tug."""

    rounds: Annotated[int, msgspec.Meta(ge=1, le=4)] = 3
    pairs: bool = False  # two seats for each player


class Bid(Option, frozen=True):
    """Bid a card of the hand."""

    card: int


class Fold(Option, frozen=True):
    """Bid nothing."""


class Draw(Option, frozen=True):
    """Take the top card."""


class Peek(Option, frozen=True):
    """Look at the two top cards."""


class Exchange(Option, frozen=True):
    """Offer a card for the top card, which comes only if it is worth more."""

    card: int


class Attack(Option, frozen=True):
    """Take a point from a seat that has no shield."""

    target: int


class Push(Option, frozen=True):
    """Win a point while stamina lasts."""


class Stop(Option, frozen=True):
    """End the turn."""


class Shield(Option, frozen=True):
    """Show a shield."""

    card: int


class Accept(Option, frozen=True):
    """Show no shield."""


class Grab(Option, frozen=True):
    """Take a token before somebody else does."""

    token: int


class Leave(Option, frozen=True):
    """Take no token."""


class Round(Frame):
    """Bids, a turn, a race."""

    step: str = "bid"
    winner: int = -1


class Turn(Frame):
    """The turn of the highest bidder."""

    seat: int
    acted: bool = False


class React(Frame):
    """A seat under attack."""

    seat: int


class Race(Frame):
    """All grab tokens, quickest first, while the clock runs."""


class TugState(State, kw_only=True):
    """A game of Tug."""

    variant: TugVariant
    frames: list[Round | Turn | React | Race] = []
    pending: dict[int, Bid | Fold] = {}
    hands: list[list[int]]
    stamina: list[int]
    pushed: list[int]
    points: list[int]
    pile: Pile
    discard: list[int] = []
    tokens: list[int] = []
    round: int = 1


# -- events


class BidsShown(Event, frozen=True):
    """What everybody bid; -1 for nothing."""

    reveal: ClassVar[bool] = True
    cards: tuple[int, ...]


class Drew(Event, frozen=True):
    """Somebody drew."""

    seat: int


class DrewCard(Event, frozen=True):
    """What it was."""

    card: int


class Peeked(Event, frozen=True):
    """Somebody looked at the pile."""

    seat: int


class Exchanged(Event, frozen=True):
    """Somebody tried an exchange."""

    seat: int


class Got(Event, frozen=True):
    """What lay on the pile, and whether it came."""

    card: int
    worked: bool


class Attacked(Event, frozen=True):
    """A seat is attacked."""

    target: int


class Shielded(Event, frozen=True):
    """A shield was shown."""

    reveal: ClassVar[bool] = True
    seat: int
    card: int


class Hit(Event, frozen=True):
    """An attack went through."""

    seat: int


class Pushed(Event, frozen=True):
    """A point was won."""

    seat: int


class Grabbed(Event, frozen=True):
    """A token was taken."""

    seat: int
    token: int


# -- play, in the order of a round


def playing(s: TugState) -> list[int]:
    """The seats whose players have not given up."""
    return [seat for seat, player in enumerate(s.seats) if player not in s.resigned]


class RoundPhase(Phase[TugState, Round]):
    """Secret bids, then what they lead to."""

    def bid(self, r: Resolver[TugState], f: Round) -> None:
        r.ask_hidden(playing(r.s), "bid")

    def offer(self, s: TugState, f: Round, seat: int) -> Sequence[Option]:
        return [*map(Bid, s.hands[seat]), Fold()]

    def why_not(self, s: TugState, f: Round, seat: int, option: Option) -> Refused:
        return Refused("TG1", "Only a card of your hand can be bid.")

    def default(self, s: TugState, f: Round, seat: int) -> Option:
        return Fold()

    def answers(self, r: Resolver[TugState], f: Round, given: dict[int, Any]) -> None:
        s = r.s
        cards = [-1] * len(s.seats)
        for seat, option in sorted(given.items()):
            if isinstance(option, Bid):
                cards[seat] = option.card
                s.hands[seat].remove(option.card)
                s.discard.append(option.card)
        r.tell(BidsShown(tuple(cards)))
        best = max(value(card) for card in cards)
        f.winner = next(at for at, card in enumerate(cards) if value(card) == best)
        f.step = "turn" if best > 0 else "race"

    def turn(self, r: Resolver[TugState], f: Round) -> None:
        f.step = "race"
        r.push(Turn(seat=f.winner))

    def race(self, r: Resolver[TugState], f: Round) -> None:
        f.step = "end"
        r.push(Race())

    def end(self, r: Resolver[TugState], f: Round) -> None:
        s = r.s
        s.tokens = list(range(TOKENS))
        if s.round == s.variant.rounds:
            totals = [sum(s.points[x] for x in s.seats_of(p)) for p in range(s.players)]
            best = max(totals)
            r.finish([p for p, total in enumerate(totals) if total == best], "points", totals)
        else:
            s.round += 1
            f.step = "bid"


class TurnPhase(Phase[TugState, Turn]):
    """One act and any number of pushes, until the seat says stop."""

    def begin(self, r: Resolver[TugState], f: Turn) -> None:
        if f.seat in playing(r.s):
            r.ask(f.seat, "turn")
        else:
            r.pop()

    def offer(self, s: TugState, f: Turn, seat: int) -> Sequence[Option]:
        found: list[Option] = [Stop()]
        if s.pushed[seat] < s.stamina[seat]:
            found.append(Push())
        if not f.acted:
            found += [Draw(), Peek(), *map(Exchange, s.hands[seat])]
            found += [Attack(t) for t in playing(s) if s.seats[t] != s.seats[seat]]
        return found

    def why_not(self, s: TugState, f: Turn, seat: int, option: Option) -> Refused:
        if f.acted and not isinstance(option, Push):
            return Refused("TG2", "One act a turn.")
        return Refused("TG3", "That cannot be done.")

    def answer(self, r: Resolver[TugState], f: Turn, seat: int, option: Option) -> None:
        f.acted = f.acted or not isinstance(option, Push)
        match option:
            case Stop():
                r.pop()
            case Push():
                self.push(r, f, seat)
            case Draw():
                self.draw(r, f, seat)
            case Peek():
                r.s.pile.look(r.s.seats[seat], 2)
                r.seen()
                r.tell(Peeked(seat))
            case Exchange(card=card):
                self.exchange(r, seat, card)
            case Attack(target=target):
                r.tell(Attacked(target))
                r.push(React(seat=target))

    def push(self, r: Resolver[TugState], f: Turn, seat: int) -> None:
        r.s.pushed[seat] += 1
        r.s.points[seat] += 1
        r.tell(Pushed(seat))

    def draw(self, r: Resolver[TugState], f: Turn, seat: int) -> None:
        card = r.s.pile.draw()
        r.s.hands[seat].append(card)
        r.seen()
        r.tell(Drew(seat))
        r.tell(DrewCard(card), r.s.seats[seat])

    def exchange(self, r: Resolver[TugState], seat: int, card: int) -> None:
        s = r.s
        player = s.seats[seat]
        top = s.pile.look(player, 1)[0]
        worked = value(top) > value(card)
        if worked:
            s.hands[seat][s.hands[seat].index(card)] = s.pile.draw()
            s.pile.put_top(card, 1 << player)
        r.seen()
        r.tell(Exchanged(seat))
        r.tell(Got(top, worked), player)


class ReactPhase(Phase[TugState, React]):
    """Whoever is attacked is asked, shield or not."""

    def begin(self, r: Resolver[TugState], f: React) -> None:
        if f.seat in playing(r.s):
            r.ask(f.seat, "react")
        else:
            r.pop()

    def offer(self, s: TugState, f: React, seat: int) -> Sequence[Option]:
        return [Accept(), *(Shield(card) for card in s.hands[seat] if value(card) == 6)]

    def why_not(self, s: TugState, f: React, seat: int, option: Option) -> Refused:
        return Refused("TG4", "Only a 6 of your hand is a shield.")

    def answer(self, r: Resolver[TugState], f: React, seat: int, option: Option) -> None:
        s = r.s
        if isinstance(option, Shield):
            s.hands[seat].remove(option.card)
            s.discard.append(option.card)
            r.tell(Shielded(seat, option.card))
        else:
            s.points[seat] = max(0, s.points[seat] - 1)
            r.tell(Hit(seat))
        r.pop()


class RacePhase(Phase[TugState, Race]):
    """Tokens go to the quickest; the clock ends it."""

    def begin(self, r: Resolver[TugState], f: Race) -> None:
        f.step = "done"
        r.arm("race", 30)
        r.ask_each(playing(r.s), "grab")

    def offer(self, s: TugState, f: Race, seat: int) -> Sequence[Option]:
        return [Leave(), *map(Grab, s.tokens)]

    def why_not(self, s: TugState, f: Race, seat: int, option: Option) -> Refused:
        return Refused("TG5", "That token is gone.")

    def answer(self, r: Resolver[TugState], f: Race, seat: int, option: Option) -> None:
        if isinstance(option, Grab):
            r.s.tokens.remove(option.token)
            r.s.points[seat] += option.token % 2
            r.tell(Grabbed(seat, option.token))

    def elapsed(self, r: Resolver[TugState], f: Race, clock: str) -> None:
        r.withdraw()

    def done(self, r: Resolver[TugState], f: Race) -> None:
        r.disarm("race")
        r.pop()


# -- what is seen


class TugView(msgspec.Struct):
    """The table as one player sees it; -1 stands for what is hidden."""

    hands: list[list[int]]
    stamina: list[int]
    bids: list[int | None]  # one's own card, -1 for a hidden bid, None where there is none yet
    pushed: list[int]
    points: list[int]
    pile: list[int]
    discard: list[int]
    tokens: list[int]
    round: int
    seats: list[int]
    over: bool


def bid_card(option: Bid | Fold) -> int:
    """The card of a bid; 99 for none."""
    return option.card if isinstance(option, Bid) else 99


def view(s: TugState, player: int | None) -> TugView:
    mine = [holder == player for holder in s.seats]
    bids: list[int | None] = [None] * len(s.seats)
    for seat, option in s.pending.items():
        bids[seat] = bid_card(option) if mine[seat] else -1
    return TugView(
        hands=[list(h) if own else [-1] * len(h) for h, own in zip(s.hands, mine, strict=True)],
        stamina=[n if own else -1 for n, own in zip(s.stamina, mine, strict=True)],
        bids=bids,
        pushed=list(s.pushed),
        points=list(s.points),
        pile=s.pile.seen_by(player),
        discard=list(s.discard),
        tokens=list(s.tokens),
        round=s.round,
        seats=list(s.seats),
        over=s.outcome is not None,
    )


def redeal_cards(s: TugState, player: int, rng: Dice) -> None:
    """Mix the cards that a player does not know."""
    others = [seat for seat, holder in enumerate(s.seats) if holder != player]
    places = s.pile.unknown_to(player)
    unknown = sorted([c for x in others for c in s.hands[x]] + [s.pile.cards[at] for at in places])
    rng.shuffle(unknown)
    for seat in others:
        s.hands[seat] = [unknown.pop() for _ in s.hands[seat]]
    for at in places:
        s.pile.cards[at] = unknown.pop()


def redeal_bids(s: TugState, player: int, rng: Dice) -> None:
    """Others may have bid any card of their hands, or none."""
    for seat in sorted(s.pending):
        if s.seats[seat] != player:
            bids: list[Bid | Fold] = [*map(Bid, s.hands[seat]), Fold()]
            s.pending[seat] = rng.choice(bids)


def redeal_stamina(s: TugState, player: int, rng: Dice) -> None:
    """Others may have any stamina that they have not yet pushed beyond."""
    for seat, holder in enumerate(s.seats):
        if holder != player:
            least = max(1, s.pushed[seat])
            s.stamina[seat] = least + rng.randrange(TRIES + 1 - least)


# -- words


class TugText(Text[TugState]):
    """Tug in words."""

    topics: ClassVar[dict[str, str]] = {"tug": "Bid, act, push, grab. Most points win."}

    def label(self, view: TugView, option: Option) -> str:
        match option:
            case Bid(card=card) | Exchange(card=card) | Shield(card=card):
                return f"{type(option).__name__} {value(card)} of suit {card % 4 + 1}"
            case Attack(target=target):
                return f"Attack {self.seat(view, target)}"
            case Grab(token=token):
                return f"Grab token {token + 1}"
            case _:
                return type(option).__name__

    def prompt(self, view: TugView, kind: str) -> str:
        return f"Your {kind}?"

    def line(self, view: TugView, event: Event) -> str:
        return "" if isinstance(event, Peeked) else str(event)

    def board(self, view: TugView) -> str:
        return f"Round {view.round}, points {view.points}, {len(view.pile)} cards in the pile."

    def outcome(self, view: TugView, outcome: Outcome) -> str:
        return f"Won by {outcome.winners}."

    def variant(self, variant: TugVariant) -> str:
        return f"{variant.rounds} rounds{', two seats each' if variant.pairs else ''}"


# -- the game


def older(body: dict[str, Any]) -> dict[str, Any]:
    """The first edition called points a score."""
    return {**{k: v for k, v in body.items() if k != "score"}, "points": body["score"]}


class Tug(Game[TugState]):
    """The toy game."""

    key = "tug"
    title = "Tug"
    edition = 2
    upcasters: ClassVar[dict[int, Any]] = {1: older}
    counts = (2, 3)
    variant = TugVariant
    state = TugState
    options = (Bid, Fold, Draw, Peek, Exchange, Attack, Push, Stop, Shield, Accept, Grab, Leave)
    events: ClassVar[tuple[type[Event], ...]] = (
        BidsShown,
        Drew,
        DrewCard,
        Peeked,
        Exchanged,
        Got,
        Attacked,
        Shielded,
        Hit,
        Pushed,
        Grabbed,
    )
    bound = 150
    phases: ClassVar[Phases] = {
        Round: RoundPhase(),
        Turn: TurnPhase(),
        React: ReactPhase(),
        Race: RacePhase(),
    }
    text = TugText()

    def samples(self) -> list[tuple[Variant, int]]:
        return [(TugVariant(), 2), (TugVariant(rounds=4), 3), (TugVariant(pairs=True), 2)]

    def seats(self, variant: TugVariant, players: int) -> list[int]:
        return [*range(players), *range(players)] if variant.pairs else list(range(players))

    def new(self, variant: TugVariant, seats: list[int], seed: bytes) -> TugState:
        s = TugState(
            seats=seats,
            seed=seed,
            variant=variant,
            frames=[Round()],
            hands=[],
            stamina=[],
            pushed=[0 for _ in seats],
            points=[0 for _ in seats],
            pile=Pile.of(range(CARDS)),
            tokens=list(range(TOKENS)),
        )
        s.pile.shuffle(s, "deck")
        r = Resolver(self, s, None)
        s.hands = [[s.pile.draw() for _ in range(HAND)] for _ in seats]
        s.stamina = [r.die("stamina", TRIES) for _ in seats]
        return s

    def view(self, s: TugState, player: int | None) -> Any:
        return view(s, player)

    def determinize(self, s: TugState, player: int, rng: Dice) -> None:
        redeal_cards(s, player, rng)
        redeal_bids(s, player, rng)
        redeal_stamina(s, player, rng)

    def worth(self, s: TugState, player: int) -> float:
        return sum(s.points[x] for x in s.seats_of(player)) / (sum(s.points) or 1)

    def problems(self, s: TugState) -> list[str]:
        count = Counter([c for hand in s.hands for c in hand] + s.pile.cards + s.discard)
        lost = [f"card {c} is lost" for c in range(CARDS) if not count[c]]
        return lost + [f"card {c} lies {n} times" for c, n in sorted(count.items()) if n > 1]

    def resign(self, r: Resolver[TugState], player: int) -> None:
        rest = [p for p in range(r.s.players) if p not in r.s.resigned]
        if len(rest) < 2:
            r.finish(rest, "resigned")
        else:
            r.withdraw(*r.s.seats_of(player))


GAME = Tug()
