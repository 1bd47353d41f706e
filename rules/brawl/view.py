"""What a player or a spectator sees, and worlds that they cannot tell apart."""

import msgspec

from rules.brawl.content.cards import FREEZE
from rules.brawl.play.score import dodged, hits, holder, is_reversed
from rules.brawl.play.setup import picks
from rules.brawl.state import Base, BrawlState, Choosing, Tournament, Training
from rules.engine.randomness import Dice
from rules.engine.state import Outcome


class BaseView(msgspec.Struct, frozen=True):
    """A Base with all that lies on it, and whom it goes to as it lies."""

    id: int
    owner: int
    sides: tuple[tuple[int, ...], ...]
    middle: tuple[int, ...]
    frozen: bool
    hits: tuple[int, ...]
    backwards: bool
    holder: int
    dodged: tuple[int, ...] = (0, 0)  # how many cards of each side lie under a Dodge


class ClearedView(msgspec.Struct, frozen=True):
    """A Base that a seat has cleared away, as it was, which the other may not have seen yet."""

    seat: int
    base: BaseView
    spot: int  # the end of the row that it lay at


class FighterView(msgspec.Struct, frozen=True):
    """A seat's cards; every card but the order of the deck is public."""

    key: str
    name: str
    left: int  # cards in the deck
    unseen: tuple[int, ...]  # how many of each kind they are, as anybody can count
    held: int
    discard: tuple[int, ...]
    ready: bool
    done: bool
    deck: tuple[int, ...] = ()  # the cards left in it from the top, once the game is over


class BrawlView(msgspec.Struct, frozen=True):
    """The table as one player, or nobody, sees it."""

    player: int | None
    pace: str
    mirror: bool
    phase: str  # deck, ready, turn, bout, pause or over
    turn: int  # the seat whose turn it is, or -1
    row: tuple[BaseView, ...]
    fighters: tuple[FighterView, ...]
    picked: str  # the deck that this player has chosen while the other has not
    names: dict[str, str]  # of the decks that can be chosen
    outcome: Outcome | None
    abouts: dict[str, str] = {}  # what the decks that can be chosen are like
    hits: dict[str, tuple[int, ...]] = {}  # and how many hits of each colour they have
    cleared: tuple[ClearedView, ...] = ()


def view(s: BrawlState, player: int | None) -> BrawlView:
    """The table as a player, or the spectator, sees it."""
    frame = s.frames[-1]
    own = s.pending.get(player) if player is not None else None
    return BrawlView(
        player=player,
        pace=s.variant.pace,
        mirror=s.variant.mirror,
        phase=phase(s),
        turn=frame.seat if isinstance(frame, Training) and frame.step == "turn" else -1,
        row=tuple(map(_base, s.row)),
        fighters=tuple(_fighter(s, seat) for seat in range(2)),
        picked=own.deck if own else "",
        names=s.variant.names if isinstance(frame, Choosing) else {},
        outcome=s.outcome,
        abouts=s.variant.abouts if isinstance(frame, Choosing) else {},
        hits=s.variant.hits if isinstance(frame, Choosing) else {},
        cleared=tuple(
            ClearedView(seat, _base(gone.base), gone.spot)
            for seat, fighter in enumerate(s.fighters)
            if (gone := fighter.cleared)
        ),
    )


def phase(s: BrawlState) -> str:
    """What the players are at."""
    frame = s.frames[-1]
    if s.outcome is not None:
        return "over"
    if isinstance(frame, Choosing):
        return "deck"
    if frame.step == "begin":
        return "ready"
    return frame.step if isinstance(frame, Tournament) else "turn"


def _base(base: Base) -> BaseView:
    return BaseView(
        id=base.id,
        owner=base.owner,
        sides=(tuple(base.sides[0]), tuple(base.sides[1])),
        middle=tuple(base.middle),
        frozen=base.frozen,
        hits=(hits(base.sides[0]), hits(base.sides[1])),
        backwards=is_reversed(base.middle),
        holder=holder(base.owner, base.sides, base.middle),
        dodged=(dodged(base.sides[0]), dodged(base.sides[1])),
    )


def _fighter(s: BrawlState, seat: int) -> FighterView:
    fighter = s.fighters[seat]
    return FighterView(
        key=fighter.key,
        name=fighter.name,
        left=len(fighter.deck),
        unseen=tuple(fighter.deck.count(card) for card in range(len(fighter.counts))),
        held=fighter.held,
        discard=tuple(fighter.discard),
        ready=fighter.ready,
        done=fighter.done,
        deck=tuple(reversed(fighter.deck)) if s.outcome is not None else (),
    )


def determinize(s: BrawlState, player: int, rng: Dice) -> None:
    """Re-deal in place what this player does not know."""
    for fighter in s.fighters:
        deck = fighter.deck
        bottom = deck.count(FREEZE)  # the Freezes are known to be dealt last
        rest = sorted(deck[bottom:])
        rng.shuffle(rest)
        deck[bottom:] = rest
    for seat in sorted(s.pending):
        if s.seats[seat] != player:
            s.pending[seat] = rng.choice(picks(s, seat))
