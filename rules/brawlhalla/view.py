"""The table as its people see it: hands and decks are hidden, everything else is open."""

import msgspec

from rules.brawlhalla.play.triggers import slot
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.frames import Clash, Foreseeing, Moving, Salvaging, Window
from rules.brawlhalla.state.variant import Format, Mode
from rules.engine.piles import Pile
from rules.engine.randomness import Dice
from rules.engine.state import Outcome


class FighterView(msgspec.Struct, frozen=True):
    """A Legend; of hand and deck one sees the cards one knows, -1 for the rest."""

    legend: int
    side: int
    space: int
    damage: int
    sword: int
    kos: int
    bonus: int
    out: bool
    hand: tuple[int, ...]
    deck: tuple[int, ...]
    discards: tuple[int, ...]


class ClashView(msgspec.Struct, frozen=True):
    """An attack that is going on, its cards face up."""

    seat: int
    target: int
    heavy: bool
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    totals: tuple[int, int]
    plus: tuple[int, int]
    force: int
    hit: bool
    step: str
    during: tuple[bool, bool]  # whether attacker and defender have used a card's During effect
    knocked_out: bool  # whether the attack was its target's KO


class MoveView(msgspec.Struct, frozen=True):
    """A move that is going on."""

    seat: int
    card: int
    left: int
    run: int
    fly: bool


class View(msgspec.Struct, frozen=True):
    """The table."""

    player: int | None
    mode: Mode
    format: Format
    arena: str
    first: int
    round: int
    turns: int
    quiet: int
    seat: int  # whose turn it is, or -1
    actions: int
    phase: str
    asked: int  # whom the table waits for, or -1
    question: str  # what kind of answer it waits for
    swords: tuple[int, ...]
    fighters: tuple[FighterView, ...]
    clash: ClashView | None
    move: MoveView | None
    window: tuple[int, ...]  # powers that could still be used at this moment
    salvage: int  # the value up to which a discard may be taken back
    outcome: Outcome | None
    held: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]  # hands and decks, when all is over


def view(s: BrawlhallaState, player: int | None) -> View:
    """Everything on the table, and of hands and decks what this player knows: in the end all."""
    turn = s.turn()
    asks = s.open[0] if s.open else None
    top = s.frames[-1]
    clash = next((f for f in s.frames if isinstance(f, Clash)), None)
    move = next((f for f in reversed(s.frames) if isinstance(f, Moving)), None)
    return View(
        player=player,
        mode=s.variant.mode,
        format=s.variant.format,
        arena=s.arena,
        first=s.first,
        round=s.round,
        turns=s.turns,
        quiet=s.quiet,
        seat=turn.seat if turn else -1,
        actions=turn.actions if turn else 0,
        phase="over" if s.outcome else str(top.__struct_config__.tag),
        asked=asks.seat if asks else -1,
        question=asks.kind if asks else "",
        swords=tuple(s.swords),
        fighters=tuple(
            FighterView(
                f.legend,
                f.side,
                f.space,
                f.damage,
                f.sword,
                f.kos,
                f.bonus,
                f.out,
                () if f.out else _hand(f.hand, player, seat == player),
                () if f.out else tuple(f.deck.seen_by(player)),
                () if f.out else tuple(f.discards),
            )
            for seat, f in enumerate(s.fighters)
        ),
        clash=_clash(clash) if clash else None,
        move=MoveView(move.seat, move.card, move.left, move.run, move.fly) if move else None,
        window=tuple(top.left) if isinstance(top, Window) else (),
        salvage=top.most if isinstance(top, Salvaging) else 0,
        outcome=s.outcome,
        held=tuple((tuple(f.hand.cards), tuple(f.deck.cards)) for f in s.fighters if s.outcome),
    )  # fmt: skip


def _hand(hand: Pile, player: int | None, own: bool) -> tuple[int, ...]:
    """A hand; where a card is held in another's says nothing, so known ones come first."""
    return tuple(hand.seen_by(player) if own else sorted(hand.seen_by(player), reverse=True))


def _clash(f: Clash) -> ClashView:
    return ClashView(
        f.seat, f.target, f.heavy, tuple(f.attack), tuple(f.defence), f.totals(),
        (f.plus[0], f.plus[1]), f.force, f.hit, f.step,
        (bool(f.used & slot(f, f.seat, "during")), bool(f.used & slot(f, f.target, "during"))),
        f.target in f.fallen,
    )  # fmt: skip


def foreseen(view: View) -> int:
    """The card that the viewer looks at now, or -1."""
    if view.player is None or view.phase != str(Foreseeing.__struct_config__.tag):
        return -1
    return view.fighters[view.player].deck[0]


# -- another world


def determinize(s: BrawlhallaState, player: int, rng: Dice) -> None:
    """Re-deal every hand and deck as far as this player does not know them."""
    if s.outcome is not None:
        return
    for fighter in s.fighters:
        piles = (fighter.hand, fighter.deck)
        places = [(pile, at) for pile in piles for at in pile.unknown_to(player)]
        cards = sorted(pile.cards[at] for pile, at in places)
        rng.shuffle(cards)
        for (pile, at), card in zip(places, cards, strict=True):
            pile.cards[at] = card
