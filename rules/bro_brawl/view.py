"""The table as its people see it: all but the decks is open."""

import msgspec

from rules.bro_brawl.content.cards import MISHAPS, SPECIALS
from rules.bro_brawl.play.effects import damage_to, price, strength
from rules.bro_brawl.play.end import scores
from rules.bro_brawl.state import (
    Between,
    BroBrawlState,
    GoOn,
    Paying,
    Scouting,
    Stop,
    Support,
    Turn,
    Wave,
)
from rules.engine.piles import Pile
from rules.engine.randomness import Dice
from rules.engine.state import Outcome


class FoeView(msgspec.Struct, frozen=True):
    """A foe in the Battle Zone."""

    card: int
    wounds: int
    stunned: bool
    diverted: bool


class MishapView(msgspec.Struct, frozen=True):
    """A mishap beside a bro."""

    card: int
    knocked: int


class BroView(msgspec.Struct, frozen=True):
    """A bro, and what the monsters would do to them now."""

    player: int
    life: int
    gear: tuple[int, ...]
    kills: tuple[int, ...]
    mishaps: tuple[MishapView, ...]
    danger: int


class View(msgspec.Struct, frozen=True):
    """The table; of a deck one sees the cards one knows, -1 for the rest."""

    player: int | None
    mode: str
    veteran: bool
    wave: int
    round: int
    phase: str  # turn, paying, scouting, giving, returning, support, between, over
    seat: int  # whose turn it is
    zone: tuple[FoeView, ...]
    shop: tuple[int, ...]
    strength: int
    bros: tuple[BroView, ...]
    battle: tuple[int, ...]
    grunts: tuple[int, ...]
    grunt_discards: tuple[int, ...]
    discards: tuple[int, ...]
    drawn: tuple[int, ...]  # grunts drawn and not yet resolved
    grunt: int
    paying: tuple[int, ...]
    scouting: str  # the deck that is looked at: battle, grunt or none
    placed: int  # scouted cards put back so far
    sacrifice: int
    target: int
    scores: tuple[int, ...]
    answered: tuple[int, ...]  # seats that have said whether to go on
    mine: str  # the answer of this player to that
    outcome: Outcome | None
    buying: int = -1  # the upgrade that is being paid for
    price: int = 0  # what it costs now
    left: tuple[int, ...] = ()  # when all is over: the Battle deck from the top
    left_grunts: tuple[int, ...] = ()


def view(s: BroBrawlState, player: int | None) -> View:
    """Everything on the table, and of the decks what this player knows."""
    top = s.frames[-1]
    turn = next((f for f in s.frames if isinstance(f, Turn)), None)
    first = next((f for f in s.frames if isinstance(f, Wave)), None)
    mine = [o for seat, o in s.pending.items() if s.seats[seat] == player]
    return View(
        player=player,
        mode=s.variant.mode,
        veteran=s.variant.veteran,
        wave=s.wave,
        round=s.round,
        phase="over" if s.outcome else str(top.__struct_config__.tag),
        seat=turn.seat if turn else first.seat if first else s.first,
        zone=tuple(FoeView(f.card, f.wounds, f.stunned, f.diverted) for f in s.zone),
        shop=tuple(s.shop),
        strength=strength(s),
        bros=tuple(
            BroView(
                s.seats[seat],
                bro.life,
                tuple(bro.gear),
                tuple(bro.kills),
                tuple(MishapView(m.card, m.knocked) for m in bro.mishaps),
                damage_to(s, bro) if bro.alive else 0,
            )
            for seat, bro in enumerate(s.bros)
        ),
        battle=_known(s, s.battle, player),
        grunts=_known(s, s.grunts, player),
        grunt_discards=tuple(s.grunt_discards),
        discards=tuple(s.discards),
        drawn=tuple(top.drawn) if isinstance(top, Support) else (),
        grunt=top.card if isinstance(top, Support) else -1,
        paying=tuple(top.paid) if isinstance(top, Paying) else (),
        buying=top.upgrade if isinstance(top, Paying) else -1,
        price=price(s, top.upgrade) if isinstance(top, Paying) else 0,
        scouting=top.deck if isinstance(top, Scouting) else "",
        placed=top.placed if isinstance(top, Scouting) else 0,
        sacrifice=turn.sacrifice if turn else 0,
        target=turn.target if turn else -1,
        scores=tuple(scores(s)),
        answered=tuple(sorted(s.pending)),
        mine=str(mine[0].__struct_config__.tag) if mine else "",
        outcome=s.outcome,
        left=tuple(s.battle.cards) if s.outcome else (),
        left_grunts=tuple(s.grunts.cards) if s.outcome else (),
    )


def _known(s: BroBrawlState, pile: Pile, player: int | None) -> tuple[int, ...]:
    """A deck as a player sees it; what was shown to all players is shown to the spectator, too."""
    if player is None and s.players > 1:
        shown = (1 << s.players) - 1
        return tuple(c if k == shown else -1 for c, k in zip(pile.cards, pile.known, strict=True))
    return tuple(pile.seen_by(player))


# -- another world


def determinize(s: BroBrawlState, player: int, rng: Dice) -> None:
    """Re-deal the decks and the box as far as this player does not know them."""
    if s.outcome is not None:
        return  # everything has been revealed
    _redeal_grunts(s.grunts, player, rng)
    _redeal_battle(s, player, rng)
    if isinstance(s.frames[-1], Between):
        _forget_answers(s, player, rng)


def _redeal_grunts(pile: Pile, player: int, rng: Dice) -> None:
    places = pile.unknown_to(player)
    cards = sorted(pile.cards[at] for at in places)
    rng.shuffle(cards)
    for at, card in zip(places, cards, strict=True):
        pile.cards[at] = card


def _redeal_battle(s: BroBrawlState, player: int, rng: Dice) -> None:
    """Where specials lie is known, but for places whose cards somebody has put back in secret."""
    places = s.battle.unknown_to(player)
    slots = [at for at in places if s.battle.cards[at] in SPECIALS]
    count = sum(s.battle.cards[at] in MISHAPS for at in places)
    specials = sorted(_of(s, places, SPECIALS) + [c for c in s.box if c in SPECIALS])
    mishaps = sorted(_of(s, places, MISHAPS) + [c for c in s.box if c in MISHAPS])
    rng.shuffle(specials)
    rng.shuffle(mishaps)
    others = [c for at in places if (c := s.battle.cards[at]) not in SPECIALS and c not in MISHAPS]
    rest = sorted(others) + mishaps[:count]
    rng.shuffle(rest)
    moved = [at for at in places if s.battle.known[at]]
    lost = sum(at in moved for at in slots)
    slots = sorted([*(at for at in slots if at not in moved), *rng.sample(moved, lost)])
    for at, card in zip(slots, specials, strict=False):
        s.battle.cards[at] = card
    for at, card in zip([at for at in places if at not in slots], rest, strict=True):
        s.battle.cards[at] = card
    s.box = sorted([*specials[len(slots) :], *mishaps[count:]])


def _of(s: BroBrawlState, places: list[int], kind: range) -> list[int]:
    return [s.battle.cards[at] for at in places if s.battle.cards[at] in kind]


def _forget_answers(s: BroBrawlState, player: int, rng: Dice) -> None:
    for seat in sorted(s.pending):
        if s.seats[seat] != player:
            s.pending[seat] = (GoOn(), Stop())[rng.randrange(2)]
