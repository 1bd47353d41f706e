"""How a brawl ends, and where its cards go (BM21–BM23, BM25, BM26)."""

from collections.abc import Sequence
from typing import Literal

from rules.brawl_mart.content.store import RESTROOM, STORE
from rules.brawl_mart.play.piles import restock, shuffle_back
from rules.brawl_mart.play.score import finish
from rules.brawl_mart.state import (
    KNOCKED_OUT,
    SLAIN,
    BrawlEnded,
    BrawlMartState,
    Cafe,
    GotTv,
    Respawned,
    Store,
)
from rules.engine.contract import Resolver


def end_if_over(r: Resolver[BrawlMartState]) -> None:
    """Over when one side has nobody standing; both at once is a win."""
    s = r.s
    if s.variant.pacifist and any(f.state == SLAIN and not f.own for f in s.fighters):
        clear_table(r)
        finish(r, "pacifist")
        return
    if not any(f.standing for f in s.fighters if not f.own):
        win(r, "won")
    elif not any(f.standing for f in s.fighters if f.own):
        lose(r)


def win(r: Resolver[BrawlMartState], result: Literal["won", "stalemate"]) -> None:
    """A win, or a stalemate: points, and on to the café (BM21, BM22)."""
    s = r.s
    enemies = s.side(False)
    kp = sum(e.state == KNOCKED_OUT for e in enemies)
    sp = sum(e.state == SLAIN for e in enemies)
    sale = int(STORE[s.at].rule == "sale" and result == "won")
    s.kp += kp
    s.sp += sp + sale
    r.tell(BrawlEnded(result, kp, sp + sale, sale))
    if STORE[s.at].tv and result == "won" and s.losses == 0:
        s.tv = True
        r.tell(GotTv())
    if s.variant.rampage and kp:
        clear_table(r)
        finish(r, "rampage")
        return
    bring_home(r)
    if not end_if_nobody_is_left(r):
        restock(r)
        s.frames = [Cafe()]


def end_if_nobody_is_left(r: Resolver[BrawlMartState]) -> bool:
    """End the game where no potential enemy is left, neither standing nor knocked out (BM25)."""
    if not ends_without(r.s):
        return False
    clear_table(r)
    finish(r, "no enemies")
    return True


def ends_without(s: BrawlMartState, recruits: Sequence[int] = ()) -> bool:
    """Whether nobody would be left to fight if these changed sides.

    Before version 3 of the rules that was found out on entering the next department.
    """
    foes = [f.card for f in s.fighters if not f.own and f.state != SLAIN]
    left = any(card not in recruits for card in foes) or s.enemies.cards or s.knocked_out
    return s.rules >= 3 and not left


def lose(r: Resolver[BrawlMartState]) -> None:
    """A loss: nothing gained, back to THE RESTROOM; a second one ends the game (BM26)."""
    s = r.s
    r.tell(BrawlEnded("lost", 0, 0))
    s.losses += 1
    spoilt = s.variant.rampage and any(e.state == KNOCKED_OUT for e in s.side(False))
    clear_table(r)
    if spoilt:
        finish(r, "rampage")
    elif s.losses > 1 or s.variant.hardcore:
        finish(r, "lost")
    else:
        s.at = RESTROOM
        r.tell(Respawned())
        restock(r)
        s.frames = [Store()]


def bring_home(r: Resolver[BrawlMartState]) -> None:
    """Your brawlers heal into the hand or stay slain; items return or are discarded (BM23)."""
    s = r.s
    for own in s.side(True):
        (s.fallen if own.state == SLAIN else s.hand).append(own.card)
        if own.item >= 0:
            s.cart.append(own.item)
    for enemy in s.side(False):
        if enemy.item >= 0:
            s.items_discard.append(enemy.item)
            enemy.item = -1
    s.hand.sort()
    s.cart.sort()
    s.fighters = s.side(False)


def clear_table(r: Resolver[BrawlMartState]) -> None:
    """Every card of the table goes to its pile (BM23, BM27)."""
    s = r.s
    bring_home(r)
    s.knocked_out += [e.card for e in s.fighters if e.state == KNOCKED_OUT]
    s.slain += [e.card for e in s.fighters if e.state == SLAIN]
    shuffle_back(r, [e.card for e in s.fighters if e.standing])
    s.fighters = []
