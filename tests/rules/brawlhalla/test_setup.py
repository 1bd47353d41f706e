"""Setting up: Legends, KO cards, swords, formats (BH1–BH5)."""

from typing import Any

import pytest

from rules.brawlhalla.content.arena import TOP_ROW, drawing, fitting
from rules.brawlhalla.content.legends import deck_of
from rules.brawlhalla.game import GAME
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import Drew, DrewCard, KnockedOut
from rules.brawlhalla.state.fighter import UNARMED
from rules.brawlhalla.state.frames import Knockout
from rules.brawlhalla.state.options import Choose, Side
from rules.brawlhalla.state.variant import BrawlhallaVariant
from rules.engine import kernel
from rules.engine.contract import Resolver, build_variant
from rules.engine.errors import BadVariant, Refused
from rules.engine.inputs import Answer, Resign
from tests.rules.brawlhalla.table import Table, events


def opened(players: int, seed: int = 3, **options: Any) -> BrawlhallaState:
    s: BrawlhallaState = kernel.start(
        GAME, BrawlhallaVariant(**options), players, seed.to_bytes(16)
    ).state
    return s


def answer(s: BrawlhallaState, option: Any) -> kernel.Step:
    question = s.open[0]
    return kernel.apply(GAME, s, Answer(question.seat, question.number, option))


@pytest.mark.rule("BH1")
def test_players_choose_different_legends_and_a_weapon_side_in_turn_order() -> None:
    s = opened(3)
    order = [(s.first + i) % 3 for i in range(3)]
    for legend, seat in enumerate(order):
        assert [(q.seat, q.kind) for q in s.open] == [(seat, "legend")]
        assert kernel.offer(GAME, s, seat) == [Choose(n) for n in range(legend, 6)]
        if legend:
            with pytest.raises(Refused) as refused:
                answer(s, Choose(0))
            assert refused.value.rule == "BH1"
        s = answer(s, Choose(legend)).state
        assert [(q.seat, q.kind) for q in s.open] == [(seat, "side")]
        with pytest.raises(Refused):
            answer(s, Side(2))
        step = answer(s, Side(legend % 2))
        s = step.state
    assert [s.fighters[seat].side for seat in order] == [0, 1, 0]
    starts = drawing(s.arena).starts
    for seat, fighter in enumerate(s.fighters):
        assert fighter.space == starts[seat] and fighter.space in TOP_ROW
        assert len(fighter.hand) == 4 and len(fighter.deck) == 16
        assert sorted(fighter.hand.cards + fighter.deck.cards) == deck_of(fighter.legend)
        assert fighter.deck.cards != sorted(fighter.deck.cards)  # shuffled
        assert fighter.hand.known == [1 << seat] * 4
    assert [e.count for e in events(step.told, Drew)] == [4, 4, 4]
    drawn = [(t.to, t.event.seat) for t in step.told if isinstance(t.event, DrewCard)]
    assert all(to == (seat,) for to, seat in drawn) and len(drawn) == 12


@pytest.mark.rule("BH2")
@pytest.mark.parametrize(
    ("mode", "lives"), [("standard", 2), ("classic", 3), ("blitz", 1), ("discovery", 2)]
)
def test_so_many_knock_outs_eliminate(mode: str, lives: int) -> None:
    table = Table(0, 1, mode=mode, arena="anvil", spaces="B2 D2")
    assert table.fighter(1).kos == {"standard": 2, "classic": 3, "blitz": 0, "discovery": 2}[mode]
    for life in range(1, lives + 1):
        s = table.s
        s.open = []
        s.frames.append(Knockout(seat=1, by=0))
        r = Resolver(GAME, s, [])
        kernel.advance(r)
        (ko,) = events(r.told or [], KnockedOut)
        assert ko.out == (life == lives)
        if life < lives:
            assert table.asked == (1, "respawn")
            table.do(table.options()[0])
    assert table.s.outcome is not None and table.s.outcome.winners == (0,)


@pytest.mark.rule("BH3")
@pytest.mark.parametrize(
    ("players", "form"), [(2, "free-for-all"), (3, "free-for-all"), (4, "2v2")]
)
def test_a_sword_for_each_lies_in_the_arena_and_nobody_is_armed(players: int, form: Any) -> None:
    s = opened(players, format=form)
    assert len(s.swords) == players and set(s.swords) <= drawing(s.arena).platforms
    assert all(f.sword == UNARMED for f in s.fighters)


@pytest.mark.rule("BH4")
def test_chance_says_who_begins() -> None:
    firsts = {opened(4, seed).first for seed in range(40)}
    assert firsts == {0, 1, 2, 3}


@pytest.mark.rule("BH4", "BH6")
def test_an_arena_fits_its_format() -> None:
    for players, form, drawn in ((2, "free-for-all", "duel"), (3, "free-for-all", "three"),
                                 (4, "2v2", "teams"), (4, "free-for-all", "four")):  # fmt: skip
        arenas = {opened(players, seed, format=form).arena for seed in range(20)}
        assert arenas == set(fitting(drawn))
    wrong: tuple[tuple[dict[str, object], int], ...] = (
        ({"arena": "anvil"}, 3),
        ({"arena": "rainbow"}, 4),
        ({"arena": "world_root", "format": "2v2"}, 4),
        ({"format": "2v2"}, 3),
        ({"arena": "nowhere"}, 2),
        ({"mode": "chaos"}, 2),
    )
    for options, players in wrong:
        with pytest.raises(BadVariant):
            build_variant(GAME, options, players)
    with pytest.raises(BadVariant):
        build_variant(GAME, {}, 5)


@pytest.mark.rule("BH1")
def test_whoever_leaves_while_legends_are_chosen_is_passed_over() -> None:
    s = opened(3)
    gone = s.first
    s = kernel.apply(GAME, s, Resign(gone)).state
    assert s.open[0].seat == (gone + 1) % 3 and s.outcome is None
    for legend in (0, 1):
        s = answer(answer(s, Choose(legend)).state, Side(0)).state
    assert s.open[0].seat == (gone + 1) % 3 and s.open[0].kind == "act"
    s = kernel.apply(GAME, s, Resign(s.open[0].seat)).state
    assert s.outcome is not None and s.outcome.winners == ((gone + 2) % 3,)
