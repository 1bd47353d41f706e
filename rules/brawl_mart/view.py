"""The trip as its shopper and any spectator sees it: all but the piles' order is open."""

import msgspec

from rules.brawl_mart.play.end import ends_without
from rules.brawl_mart.play.score import Line, score
from rules.brawl_mart.state import SLAIN, Brawl, BrawlMartState, Cafe, Exchanged, Used
from rules.engine.piles import Pile
from rules.engine.randomness import Dice
from rules.engine.state import Outcome


class FighterView(msgspec.Struct, frozen=True):
    """A brawler in the brawl."""

    card: int
    own: bool
    item: int
    state: int
    slipped: bool
    cheered: int


class View(msgspec.Struct, frozen=True):
    """The store, the brawl or the café, and all that the shopper has."""

    player: int | None
    challenges: tuple[str, ...]
    at: int
    phase: str  # store, line_up, equip, act, cafe, over
    round: int
    acting: int  # the brawler whose turn it is, or -1
    hand: tuple[int, ...]
    cart: tuple[int, ...]
    kp: int
    sp: int
    tv: bool
    losses: int
    enemies: int  # cards in STANDING ENEMIES
    knocked_out: tuple[int, ...]
    slain: tuple[int, ...]
    fallen: tuple[int, ...]
    items: int
    items_discard: tuple[int, ...]
    shop: tuple[int, ...]
    fighters: tuple[FighterView, ...]
    last: tuple[Exchanged | Used, ...]  # the rolls of the last attack
    score: tuple[Line, ...]
    outcome: Outcome | None
    last_enemy: int = -1  # in the café: whose recruiting would leave nobody to fight, or -1
    rules: int = 3  # the version of the rules that the trip goes by
    pile: tuple[int, ...] = ()  # when all is over: STANDING ENEMIES from the top
    pile_items: tuple[int, ...] = ()


def view(s: BrawlMartState, player: int | None) -> View:
    """Everything but the order of the piles; nobody sees more than the shopper."""
    top = s.frames[-1]
    brawling = isinstance(top, Brawl)
    own = s.side(True)
    acting = isinstance(top, Brawl) and top.step == "act" and bool(s.open)
    return View(
        player=player,
        challenges=tuple(
            name.replace("_", " ")
            for name in ("hardcore", "pacifist", "rampage", "no_items", "no_recruits", "daily")
            if getattr(s.variant, name)
        ),
        at=s.at,
        phase="over" if s.outcome else top.step if brawling else str(top.__struct_config__.tag),
        round=top.round if isinstance(top, Brawl) else 0,
        acting=own[top.slot].card if acting and isinstance(top, Brawl) else -1,
        hand=tuple(s.hand),
        cart=tuple(s.cart),
        kp=s.kp,
        sp=s.sp,
        tv=s.tv,
        losses=s.losses,
        enemies=len(s.enemies),
        knocked_out=tuple(s.knocked_out),
        slain=tuple(s.slain),
        fallen=tuple(s.fallen),
        last_enemy=_last_enemy(s) if isinstance(top, Cafe) else -1,
        items=len(s.items),
        items_discard=tuple(s.items_discard),
        shop=tuple(s.shop),
        fighters=tuple(
            FighterView(f.card, f.own, f.item, f.state, f.slipped, f.cheered) for f in s.fighters
        ),
        last=tuple(s.last),
        score=tuple(score(s)) if s.outcome else (),
        outcome=s.outcome,
        rules=s.rules,
        pile=tuple(s.enemies.cards) if s.outcome else (),
        pile_items=tuple(s.items.cards) if s.outcome else (),
    )


def _last_enemy(s: BrawlMartState) -> int:
    left = [f.card for f in s.fighters if f.state != SLAIN]
    return left[0] if len(left) == 1 and ends_without(s, left) else -1


def determinize(s: BrawlMartState, player: int, rng: Dice) -> None:
    """Shuffle the piles anew: their order is all that the shopper does not know."""
    if s.outcome is not None:
        return  # everything has been revealed
    for pile in (s.enemies, s.items):
        _redeal(pile, rng)


def _redeal(pile: Pile, rng: Dice) -> None:
    pile.cards.sort()
    rng.shuffle(pile.cards)
