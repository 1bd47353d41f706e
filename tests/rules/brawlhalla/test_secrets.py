"""Hands and decks stay hidden, and no pause tells of them."""

import random
from typing import Any

import pytest

from rules.brawlhalla.game import GAME
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import DrewCard, ForesawCard
from rules.brawlhalla.state.options import Attack, Move, Pass
from rules.engine import kernel
from rules.engine.codec import clone
from rules.engine.inputs import Answer
from tests.rules.brawlhalla.table import BODVAR, HATTORI, NIX, Table, card, named


def worlds(s: BrawlhallaState, player: int, count: int = 30) -> list[BrawlhallaState]:
    return [kernel.determinize(GAME, s, player, random.Random(n)) for n in range(count)]


def played(seed: int, answers: int, players: int = 2, **options: Any) -> BrawlhallaState:
    """A match by chance, somewhere in the middle."""
    rng = random.Random(seed)
    variant = GAME.variant(**options)
    s: BrawlhallaState = kernel.start(GAME, variant, players, rng.randbytes(16)).state
    for _ in range(answers):
        if s.outcome is None:
            seat = s.open[0].seat
            kernel.take(GAME, s, seat, rng.choice(kernel.offer(GAME, s, seat)))
    return s


@pytest.mark.parametrize("seed", range(6))
def test_one_sees_ones_own_hand_and_no_other_and_no_deck(seed: int) -> None:
    s = played(seed, 40 + 10 * seed, 3)
    for player in (0, 1, 2, None):
        for seat, fighter in enumerate(GAME.view(s, player).fighters):
            real = s.fighters[seat]
            assert len(fighter.hand) == len(real.hand) and len(fighter.deck) == len(real.deck)
            if seat == player:
                assert list(fighter.hand) == real.hand.cards
            shown = [c for c in fighter.hand if c >= 0] if seat != player else []
            known = [
                c
                for c, k in zip(real.hand.cards, real.hand.known, strict=True)
                if player is not None and k >> player & 1
            ]
            assert sorted(shown) == (sorted(known) if seat != player else [])
            if seat != player:
                assert set(fighter.deck) <= {-1}


def test_every_hand_and_deck_is_re_dealt_within_what_is_public() -> None:
    s = played(3, 40)
    for player in (0, 1):
        hands, decks = set(), set()
        for world in worlds(s, player):
            assert world.fighters[player].hand == s.fighters[player].hand
            other = world.fighters[1 - player]
            hands.add(tuple(sorted(other.hand.cards)))
            decks.add(tuple(world.fighters[player].deck.cards))
            cards = sorted(other.hand.cards + other.deck.cards + other.discards)
            real = s.fighters[1 - player]
            assert cards == sorted(real.hand.cards + real.deck.cards + real.discards)
        assert len(hands) > 10 and len(decks) > 10


def test_a_card_taken_back_openly_stays_where_all_saw_it_go() -> None:
    obol = named("Obol")
    table = Table(NIX, HATTORI, arena="anvil", spaces="C4 D4")
    table.hand(0, obol, card(NIX, 2), card(NIX, 3)).hand(1, card(HATTORI, 1))
    table.do(Attack(1, "light", obol), Pass())
    use = next(o for o in table.options() if getattr(o, "source", 0) == obol)
    table.do(use)
    while table.asked[1] != "act":
        table.do(table.options()[0])
    assert obol in GAME.view(table.s, 1).fighters[0].hand
    for world in worlds(table.s, 1):
        assert obol in world.fighters[0].hand.cards
    places = {tuple(w.fighters[0].hand.cards) for w in worlds(table.s, 1)}
    assert len(places) > 5


@pytest.mark.parametrize("kind", ["light", "heavy"])
def test_a_defender_is_asked_whatever_the_hand_holds(kind: Any) -> None:
    """In every world that the attacker can imagine, the same seat is waited for next."""
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4").arm(0, side=1)
    card_ = named("Honey Break")
    table.hand(0, card_).hand(1, card(HATTORI, 1), card(HATTORI, 2))
    seen = set()
    for world in [table.s, *worlds(table.s, 0)]:
        s = clone(GAME, world)
        step = kernel.apply(GAME, s, Answer(0, s.open[0].number, Attack(1, kind, card_)))
        while step.state.open[0].seat == 0:
            skip = kernel.offer(GAME, step.state, 0)[0]
            step = kernel.apply(GAME, step.state, Answer(0, step.state.open[0].number, skip))
        seen.add(tuple((q.seat, q.kind) for q in step.state.open))
    assert seen == {((1, "dodge" if kind == "heavy" else "defend"),)}


def test_drawn_and_foreseen_cards_are_told_to_their_player_alone() -> None:
    rng = random.Random(5)
    drawn = 0
    for seed in range(12):
        step = kernel.start(GAME, GAME.variant(), 2, bytes([seed]) * 16)
        for _ in range(150):
            for told in step.told:
                if isinstance(told.event, DrewCard | ForesawCard):
                    drawn += 1
                    assert told.to == (told.event.seat,)
            s = step.state
            if s.outcome is not None:
                break
            question = s.open[0]
            option = rng.choice(kernel.offer(GAME, s, question.seat))
            step = kernel.apply(GAME, s, Answer(question.seat, question.number, option))
    assert drawn > 100


def test_what_an_exchange_shows_is_only_what_was_played() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4")
    table.hand(0, card(BODVAR, 3), card(BODVAR, 5)).hand(1, card(HATTORI, 4))
    table.do(Attack(1, "light", card(BODVAR, 3)))
    seen = GAME.view(table.s, None)
    assert seen.clash is not None and seen.clash.attack == (card(BODVAR, 3),)
    assert seen.fighters[0].hand == (-1,) and seen.fighters[1].hand == (-1,)


def test_where_a_card_was_held_tells_nothing_when_it_is_played() -> None:
    known, played_, kept = card(NIX, 1), card(NIX, 2), card(NIX, 4)
    seen = set()
    for cards in ((played_, known, kept), (kept, known, played_)):
        table = Table(NIX, HATTORI).hand(0, *cards)
        table.fighter(0).hand.known = [0b11 if c == known else 0b01 for c in cards]
        table.do(Move(played_))
        seen.add(GAME.view(table.s, 1).fighters[0].hand)
        assert GAME.view(table.s, 0).fighters[0].hand == tuple(c for c in cards if c != played_)
    assert seen == {(known, -1)}
