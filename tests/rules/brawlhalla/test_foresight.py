"""What players are told beforehand: the goal, dangers and odds, from what is open alone."""

import random
import re
import time
from collections.abc import Callable
from itertools import combinations
from typing import Any

import msgspec
import pytest

from rules.brawlhalla.content.legends import CARDS, VALUE, deck_of
from rules.brawlhalla.game import GAME
from rules.brawlhalla.state.events import KnockedOut
from rules.brawlhalla.state.fighter import RED, YELLOW
from rules.brawlhalla.state.options import (
    Attack,
    Defend,
    Delay,
    EndTurn,
    Pass,
    Save,
    Skip,
    Spend,
    Use,
)
from rules.brawlhalla.state.shortcuts import (
    Block,
    DrawFour,
    DrawTwo,
    Go,
    HeavyAttack,
    LightAttack,
    Press,
)
from rules.brawlhalla.state.variant import BrawlhallaVariant
from rules.brawlhalla.text.knockback import heavy_hit
from rules.brawlhalla.text.names import card_name
from rules.brawlhalla.text.odds import _spread, holds, together, unseen
from rules.brawlhalla.view import View
from rules.engine import kernel
from rules.engine.contract import USELESS
from rules.engine.inputs import Answer, Resign
from rules.engine.piles import Pile
from rules.engine.text import percent
from tests.rules.brawlhalla.table import (
    BODVAR,
    GRISK,
    HATTORI,
    MORDEX,
    NIX,
    Table,
    at,
    card,
    named,
    plain,
)
from tests.rules.brawlhalla.test_ways import positions


def few_left(kept: int, hand: int, known: int = 0, **options: Any) -> Table:
    """Bödvar beside Hattori, who has only some cards left outside the discards."""
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4", **options).arm(0, side=0)
    own = deck_of(HATTORI)
    random.Random(kept + hand).shuffle(own)
    rest, gone = own[:kept], own[kept:]
    fighter = table.fighter(1)
    fighter.discards = gone
    fighter.hand = Pile(rest[:hand], [0b11] * known + [0b10] * (hand - known))
    fighter.deck = Pile.of(rest[hand:])
    table.hand(0, card(BODVAR, 2), card(BODVAR, 3), card(BODVAR, 4), card(BODVAR, 5))
    return table


def by_counting(view: View, seat: int, blocks: Callable[[tuple[int, ...]], bool]) -> float:
    """The share of all possible hands, dealt out one by one, that do something."""
    open_ = tuple(c for c in view.fighters[seat].hand if c >= 0)
    pool = unseen(view, seat)
    hands = list(combinations(pool, len(view.fighters[seat].hand) - len(open_)))
    return sum(blocks(open_ + hand) for hand in hands) / len(hands)


def told(can: str, chance: float) -> str:
    """A chance as it is told: what is impossible has no number."""
    return f"{can} {percent(chance)}" if chance else "sure hit"


@pytest.mark.rule("BH15")
@pytest.mark.parametrize(("kept", "hand", "known"), [(8, 3, 0), (12, 4, 1), (6, 6, 0), (20, 5, 0)])
def test_how_likely_a_heavy_attack_is_dodged(kept: int, hand: int, known: int) -> None:
    view = GAME.view(few_left(kept, hand, known).s, 0)
    for value in (1, 2, 3, 4, 5):
        counted = by_counting(view, 1, lambda cards, v=value: any(VALUE[c] == v for c in cards))  # type: ignore[misc]
        assert holds(view, 1, lambda c, v=value: VALUE[c] == v) == pytest.approx(counted)  # type: ignore[misc]
        said = GAME.text.chance(view, HeavyAttack(1, card(BODVAR, value)))
        assert told("dodged", counted) in said


def strength(cards: tuple[int, ...], *, effects: bool) -> int:
    """The most that cards come to in defence of a light attack, with one During effect."""
    more = [
        CARDS[c].n
        for c in cards
        if effects
        and (CARDS[c].when, CARDS[c].of, CARDS[c].op) == ("during", "light", "power")
        and CARDS[c].only != "attacking"
    ]
    return sum(VALUE[c] for c in cards) + max(more, default=0)


@pytest.mark.rule("BH14")
@pytest.mark.parametrize("mode", ["standard", "discovery"])
@pytest.mark.parametrize(("kept", "hand", "known"), [(8, 3, 0), (12, 4, 1), (9, 2, 2), (20, 3, 0)])
def test_how_likely_a_light_attack_is_blocked(mode: str, kept: int, hand: int, known: int) -> None:
    view = GAME.view(few_left(kept, hand, known, mode=mode).s, 0)
    effects = mode == "standard"
    for need in range(1, 12):
        several = by_counting(view, 1, lambda cards, n=need: strength(cards, effects=effects) >= n)  # type: ignore[misc]
        assert together(view, 1, need, attacking=False) == pytest.approx(several)
    for value in (2, 3, 4, 5):
        one = by_counting(
            view,
            1,
            lambda cards, n=value: any(strength((c,), effects=effects) >= n for c in cards),  # type: ignore[misc]
        )
        several = by_counting(view, 1, lambda cards, n=value: strength(cards, effects=effects) >= n)  # type: ignore[misc]
        said = GAME.text.chance(view, LightAttack(1, card(BODVAR, value)))
        assert said == (told("2+ block", several) if several and not one else told("1 blocks", one))


@pytest.mark.rule("BH14")
def test_a_defender_reads_what_is_short_and_how_likely_the_attacker_tops_it() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 D4", mode="discovery")
    table.hand(0, card(BODVAR, 3), card(BODVAR, 1)).hand(1, card(HATTORI, 1), card(HATTORI, 5))
    table.do(Attack(1, "light", card(BODVAR, 3)))
    view = GAME.view(table.s, 1)
    assert GAME.text.chance(view, Defend(card(HATTORI, 1))) == "2 short"
    said = GAME.text.chance(view, Block((card(HATTORI, 5),)))
    pool = unseen(view, 0)
    tops = sum(VALUE[c] >= 3 for c in pool) / len(pool)
    assert card(BODVAR, 3) not in pool and len(pool) == 19
    assert said == told("1 can top it", tops)
    table.do(Defend(card(HATTORI, 5)))
    view = GAME.view(table.s, 0)
    assert GAME.text.chance(view, Press((card(BODVAR, 1),))) == "2 short"


def test_a_weapon_that_guards_is_reckoned_with_and_an_empty_hand_cannot_block() -> None:
    table = Table(HATTORI, BODVAR, arena="anvil", spaces="C4 D4").arm(1, side=1)  # Oath Sword
    table.hand(0, card(HATTORI, 2)).hand(1, card(BODVAR, 1, 1))
    one = GAME.text.chance(GAME.view(table.s, 0), LightAttack(1, card(HATTORI, 2)))
    assert one == "1 blocks 100 %"
    table.hand(1)
    assert GAME.text.chance(GAME.view(table.s, 0), LightAttack(1, card(HATTORI, 5))) == "sure hit"
    assert "sure hit" in GAME.text.chance(GAME.view(table.s, 0), HeavyAttack(1, card(HATTORI, 5)))


def test_odds_and_warnings_are_the_same_in_every_world_the_player_can_imagine() -> None:
    rng = random.Random(8)
    said = 0
    for s, question in positions(12, 120):
        seat = question.seat
        world: Any = kernel.determinize(GAME, s, seat, rng)
        here, there = GAME.view(s, seat), GAME.view(world, seat)
        assert GAME.text.warnings(here) == GAME.text.warnings(there)
        options = [*kernel.offer(GAME, s, seat), *(w.option for w in kernel.ways(GAME, s, seat))]
        for option in options:
            chance = GAME.text.chance(here, option)
            assert chance == GAME.text.chance(there, option)
            said += bool(chance)
    assert said > 100


# -- dangers


def warned(table: Table, player: int | None = 0) -> str:
    """All that a player is warned of."""
    return "\n".join(GAME.text.warnings(GAME.view(table.s, player)))


@pytest.mark.rule("BH19")
def test_an_armed_opponent_who_can_knock_one_out_is_warned_of() -> None:
    table = Table(HATTORI, MORDEX, arena="anvil", spaces="B4 C4").arm(1).damage(0, RED)
    table.hand(1, card(MORDEX, 1))
    said = warned(table)
    assert "Mordex is armed and in reach: a heavy hit with a 1 or better can knock you out." in said
    table.fighter(0).kos = 1
    assert "out of the match" in warned(table)
    assert warned(table.damage(0, 0)) == ""  # nothing flies that far unhurt
    table.damage(0, RED).hand(1)
    assert warned(table) == ""  # nor without a card
    table.hand(1, card(MORDEX, 1)).put(1, "E4")
    assert warned(table) == ""  # nor from afar


@pytest.mark.rule("BH18")
def test_a_warning_names_the_lowest_value_and_reckons_with_the_bear_hide() -> None:
    plain = [c for c in deck_of(NIX) if CARDS[c].op != "force"]
    for legend, value in ((HATTORI, 5), (BODVAR, 0)):
        table = Table(legend, NIX, arena="anvil", spaces="B4 C4").arm(1).damage(0, YELLOW)
        nix = table.fighter(1)
        nix.discards = [c for c in deck_of(NIX) if c not in plain]
        nix.hand, nix.deck = Pile.of(plain[:4]), Pile.of(plain[4:])
        # from B4 one space leads to the ring; of yellow, two further ones are a KO
        assert ("a heavy hit with a 5 can" in warned(table)) == (value == 5)
    table.damage(0, RED)
    assert "with a 3 or better can" in warned(table)  # 2 + 1 - 1: one beyond the ring


@pytest.mark.rule("BH15")
def test_a_heavy_attack_on_its_way_that_would_knock_one_out_is_warned_of() -> None:
    table = Table(HATTORI, MORDEX, arena="anvil", spaces="C4 B4").arm(0).damage(1, RED)
    table.hand(0, card(HATTORI, 5)).hand(1, card(MORDEX, 1))
    table.do(Attack(1, "heavy", card(HATTORI, 5)))
    while table.asked[1] != "dodge":
        table.do(Skip())
    assert warned(table, 1).startswith("If this heavy attack hits, it knocks you out.")
    assert "If this" not in warned(table, 0) and "If this" not in warned(table, None)
    table.do(Pass())
    assert table.fighter(1).kos == 1  # and so it does


@pytest.mark.rule("BH15")
def test_a_heavy_attack_that_has_hit_is_no_longer_told_as_a_question() -> None:
    table = Table(HATTORI, BODVAR, arena="anvil", spaces="C4 B4").arm(0).damage(1, RED)
    table.hand(0, card(HATTORI, 5)).hand(1, card(BODVAR, 1))
    table.do(Attack(1, "heavy", card(HATTORI, 5)))
    while table.asked[1] != "dodge":
        table.do(Skip())
    assert warned(table, 1).startswith("If this heavy attack hits")
    table.do(Pass())
    assert table.asked[1] == "struck"
    assert warned(table, 1).startswith("This heavy hit knocks you out.")


@pytest.mark.rule("BH19")
def test_an_opponent_whom_one_can_knock_out_is_pointed_at_on_ones_turn_alone() -> None:
    table = Table(MORDEX, HATTORI, arena="anvil", spaces="C4 B4").arm(0).damage(1, RED)
    table.hand(0, card(MORDEX, 1)).hand(1, card(HATTORI, 1))
    said = GAME.text.chance(GAME.view(table.s, 0), HeavyAttack(1, card(MORDEX, 1)))
    assert said.startswith("KO ") and said.endswith(" %, else dodged")
    odds = said.removesuffix(", else dodged")
    answer = f"Heavy {card_name(card(MORDEX, 1))} can knock Hattori out: {odds}."
    assert answer in warned(table) and answer not in warned(table, 1)
    table.hand(0, card(MORDEX, 1), card(MORDEX, 4))
    table.fighter(1).hand = Pile([card(HATTORI, 1)], [0b11])  # which dodges the one, not the other
    table.fighter(1).kos = 1
    wins = f"Heavy {card_name(card(MORDEX, 4))} can knock Hattori out of the match: sure KO."
    assert wins in warned(table)


@pytest.mark.rule("BH18")
def test_a_knock_out_that_takes_both_actions_is_pointed_at_with_its_way() -> None:
    """Whoever goes there by hand and attacks does knock out."""
    table = Table(MORDEX, HATTORI, arena="anvil", spaces="E4 B4").arm(0).damage(1, RED)
    walk, blow = card(MORDEX, 3), card(MORDEX, 4)
    table.hand(0, walk, blow).hand(1)
    found = re.search(
        r"Go to (\w\d) with (.*), then heavy (.*) can knock .*: sure KO", warned(table)
    )
    assert found and (found[2], found[3]) == (card_name(walk), card_name(blow))
    ways = [way for way in kernel.ways(GAME, table.s, 0) if isinstance(way.option, Go)]
    there = next(w for w in ways if isinstance(w.option, Go) and w.option.space == at(found[1]))
    table.do(*there.answers)
    while table.asked[1] != "act":
        table.do(Skip())
    told = table.do(Attack(1, "heavy", blow))
    while table.asked == (0, "during"):
        told += table.do(Skip())
    assert any(isinstance(one.event, KnockedOut) for one in told)
    table = Table(MORDEX, HATTORI, arena="anvil", spaces="E4 B4", actions=1).arm(0).damage(1, RED)
    table.hand(0, walk, blow).hand(1)
    assert "then heavy" not in warned(table)


@pytest.mark.rule("BH18")
def test_whether_a_rush_knocks_out_is_judged_from_where_it_ends() -> None:
    table = Table(MORDEX, HATTORI, arena="anvil", spaces="E4 B4").arm(0).damage(1, RED)
    table.hand(0, card(MORDEX, 3), card(MORDEX, 4)).hand(1, card(HATTORI, 1))
    rushes = [w for w in kernel.ways(GAME, table.s, 0) if isinstance(w.option, HeavyAttack)]
    assert rushes
    for way in rushes:
        said = GAME.text.chance(GAME.view(table.s, 0), way.option)
        state = table.s
        for option in way.answers:
            question = state.open[0]
            state = kernel.apply(GAME, state, Answer(0, question.number, option)).state
        while state.open[0].kind != "dodge":
            state = kernel.apply(GAME, state, Answer(0, state.open[0].number, Skip())).state
        kos = (
            kernel.apply(GAME, state, Answer(1, state.open[0].number, Pass())).state.fighters[1].kos
        )
        assert ("KO" in said) == (kos == 1)


@pytest.mark.rule("BH12")
def test_an_empty_deck_is_warned_of() -> None:
    table = Table(MORDEX, HATTORI).no_deck(0)
    assert "the next card you draw costs you one damage" in warned(table)
    assert "the next card you draw knocks you out" in warned(table.damage(0, RED))
    assert "deck" not in warned(table, 1)


@pytest.mark.rule("BH12")
def test_a_deck_that_the_next_draw_empties_is_warned_of_before_it_is_too_late() -> None:
    table = Table(MORDEX, HATTORI).damage(0, RED)
    fighter = table.fighter(0)
    own = deck_of(MORDEX)

    def left(count: int) -> str:
        fighter.discards, fighter.deck = own[count:], Pile.of(own[:count])
        return warned(table)

    assert "deck" not in left(3)
    assert "runs out with the next 2 cards you draw: one more knocks you out." in left(2)
    assert "runs out with the next card you draw: one more knocks you out." in left(1)
    table.damage(0, YELLOW)
    assert "one more costs you one damage." in left(2) and "deck" not in warned(table, 1)
    fighter.discards = []
    assert "deck" not in warned(table)  # then nothing is shuffled, and nothing drawn


@pytest.mark.rule("BH12")
def test_a_draw_that_knocks_oneself_out_is_useless_and_one_that_only_hurts_is_not() -> None:
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 F4").damage(0, RED)
    fighter, own = table.fighter(0), deck_of(BODVAR)
    seen = set()
    for left, damage in ((1, RED), (2, RED), (1, YELLOW), (5, RED)):
        table.damage(0, damage)
        fighter.hand = Pile(own[:2], [1, 1])
        fighter.deck, fighter.discards = Pile.of(own[2 : 2 + left]), own[2 + left :]
        view = GAME.view(table.s, 0)
        options = [*kernel.offer(GAME, table.s, 0)]
        options += [way.option for way in kernel.ways(GAME, table.s, 0)]
        for option in options:
            draws = 2 * (option in (DrawTwo(), Delay("draw")))
            draws += 4 * (option in (DrawFour(), Delay("twice")))
            out = draws > left and damage == RED
            said = GAME.text.chance(view, option)
            assert said.startswith("knocks you out") == out
            assert said.startswith("hurts you") == (draws > left and damage != RED)
            assert not draws or (GAME.text.likely(view, option) == USELESS) == out
            seen.add((option, out))
    for draw in (DrawTwo(), Delay("draw"), Delay("twice")):
        assert {(draw, True), (draw, False)} <= seen
    fighter.discards, fighter.deck = [], Pile()
    view = GAME.view(table.damage(0, RED).s, 0)
    assert GAME.text.chance(view, DrawTwo()) == ""  # there is nothing to shuffle


@pytest.mark.rule("BH22")
def test_a_match_that_will_be_counted_out_is_warned_of() -> None:
    table = Table(MORDEX, HATTORI)
    assert warned(table, None) == ""
    table.s.quiet = 35
    assert "in 5 more turns" in warned(table, None)
    table.s.quiet, table.s.round = 0, 49
    assert "Round 49 of 50" in warned(table, 1)


# -- the goal, and the end


@pytest.mark.rule("BH2")
@pytest.mark.parametrize(
    ("mode", "time"), [("standard", "second"), ("classic", "third"), ("blitz", "first")]
)
def test_the_goal_says_which_ko_eliminates_and_who_one_is(mode: str, time: str) -> None:
    view = GAME.view(Table(GRISK, HATTORI, mode=mode).s, 0)
    assert GAME.text.goal(view).startswith("You are Grisk. Knock the others over")
    assert f"A Legend's {time} KO eliminates it" in GAME.text.goal(view)


def test_before_a_legend_is_chosen_the_goal_names_nobody() -> None:
    s = kernel.start(GAME, BrawlhallaVariant(), 2, bytes(16)).state
    assert GAME.text.goal(GAME.view(s, 0)).startswith("Knock the others over")


@pytest.mark.rule("BH4")
def test_the_goal_of_a_team_names_the_mate() -> None:
    table = Table(GRISK, HATTORI, NIX, BODVAR, format="2v2")
    assert "You are Hattori, with Bödvar. Knock the other team" in (
        GAME.text.goal(GAME.view(table.s, 1))
    )
    assert GAME.text.goal(GAME.view(table.s, None)).startswith("Knock")


def test_hands_and_decks_are_shown_when_all_is_over_and_not_before() -> None:
    table = Table(MORDEX, HATTORI).hand(0, named("Prowl")).hand(1, card(HATTORI, 5))
    assert GAME.text.revealed(GAME.view(table.s, None)) == []
    s = kernel.apply(GAME, table.s, Resign(1)).state
    for viewer in (None, 0, 1):
        close, first, second = GAME.text.revealed(GAME.view(s, viewer))
        assert close == "How close it was: Mordex had 2 of 2 KO cards left and was unhurt."
        assert first.startswith("Mordex held Prowl (3). Deck, from the top: Claw (1), ")
        assert "(5). Deck" in second and second.count(",") == 19
    assert GAME.view(s, 0).fighters[1].hand == ()


# -- in no time


def test_nothing_that_a_panel_needs_takes_five_milliseconds() -> None:
    def spent(work: Callable[[], object]) -> float:
        best = 1.0
        for _ in range(3):
            _spread.cache_clear()
            began = time.process_time()
            work()
            best = min(best, time.process_time() - began)
        return best

    for s, question in positions(8, 100):
        seat = question.seat
        view = GAME.view(s, seat)
        found = kernel.ways(GAME, s, seat)
        for work in (
            lambda s=s, seat=seat: kernel.ways(GAME, s, seat),
            lambda s=s, seat=seat: kernel.offer(GAME, s, seat),
            lambda s=s, seat=seat: GAME.view(s, seat),
            lambda view=view: GAME.text.warnings(view),
            lambda s=s: kernel.forced(GAME, s),
            lambda view=view, found=found: [GAME.text.chance(view, w.option) for w in found],
        ):
            assert spent(work) < 0.005


@pytest.mark.rule("BH12")
def test_drawing_from_a_deck_that_runs_out_says_what_it_costs() -> None:
    view = GAME.view(kernel.start(GAME, GAME.samples()[0][0], 2, bytes(16)).state, 0)
    replace = msgspec.structs.replace
    said = []
    for deck, damage in (((-1,) * 2, RED), ((-1,), YELLOW), ((), RED)):
        mine = replace(view.fighters[0], deck=deck, damage=damage, discards=(0,))
        shown = replace(view, fighters=(mine, *view.fighters[1:]))
        said.append(GAME.text.chance(shown, Delay("draw")))
    assert said == [
        "",
        "hurts you: your deck runs out",
        "knocks you out: your deck runs out",
    ]
    assert GAME.text.chance(view, Delay("swap")) == ""


@pytest.mark.rule("BH16")
def test_draws_that_lead_to_discards_say_so() -> None:
    hand = [card(BODVAR, value) for value in (1, 2, 3, 4)]
    table = Table(BODVAR, HATTORI, arena="anvil", spaces="C4 F4").hand(0, *hand)
    view = GAME.view(table.s, 0)
    assert GAME.text.chance(view, Delay("twice")) == "then discard 2"
    assert GAME.text.chance(view, Delay("draw")) == ""  # an action is left
    table.do(Delay("twice"))
    while table.asked[1] != "discard":
        table.do(EndTurn())
    assert len(table.fighter(0).hand) == 8
    assert GAME.text.prompt(GAME.view(table.s, 0), "discard").startswith(
        "The hand limit is 6: 2 to discard."
    )


@pytest.mark.rule("BH18")
def test_a_heavy_attack_says_how_far_it_knocks() -> None:
    table = Table(MORDEX, HATTORI, arena="anvil", spaces="C4 D4").arm(0)
    table.hand(0, card(MORDEX, 3)).hand(1)
    view = GAME.view(table.s, 0)
    count = heavy_hit(view, 0, 1, card(MORDEX, 3))
    assert count >= 1
    said = GAME.text.chance(view, HeavyAttack(1, card(MORDEX, 3)))
    assert said == f"sure hit, knockback {count} to E4"


@pytest.mark.rule("BH18", "BH19")
@pytest.mark.parametrize(
    ("spaces", "damage", "said"),
    [
        ("C4 D4", 1, "knockback 2 to F4"),
        ("C4 C5", 0, "stays on C5: a floor is in the way, sure hit"),
        ("F4 G4", 0, "knockback 1 and 1 damage, staying on G4"),
        ("E4 F4", 1, "knockback 2 to G4 and 1 damage"),
        ("E4 F4", 2, "sure KO"),
        ("B4 C4 D4", 0, "knockback 1 to beside D4"),
    ],
)
def test_a_heavy_attack_says_where_it_knocks_one(spaces: str, damage: int, said: str) -> None:
    legends = (MORDEX, HATTORI, BODVAR)[: len(spaces.split())]
    arena = "anvil" if len(legends) == 2 else "raven_roost"
    three = plain(MORDEX, 3)
    table = Table(*legends, arena=arena, spaces=spaces).arm(0, side=1).damage(1, damage)
    table.hand(0, three).hand(1)
    found = GAME.text.chance(GAME.view(table.s, 0), HeavyAttack(1, three))
    assert found.removeprefix("sure hit, ") == said


@pytest.mark.rule("BH23")
def test_a_ko_card_says_what_comes_of_a_hit_with_it_and_without() -> None:
    table = Table(MORDEX, HATTORI, arena="anvil", spaces="E4 F4").arm(0, side=1)
    table.hand(0, plain(MORDEX, 3), card(MORDEX, 1)).hand(1).damage(1, YELLOW)
    table.fighter(0).bonus = 1

    def asked() -> dict[str, str]:
        while table.asked[1] != "bonus":
            table.do(next(o for o in table.options() if isinstance(o, Skip | Pass)))
        view = GAME.view(table.s, 0)
        useless = GAME.text.likely(view, Spend()) == USELESS
        said = GAME.text.prompt(view, "bonus"), GAME.text.chance(view, Spend())
        return {"asks": said[0], "spend": said[1], "save": GAME.text.chance(view, Save()),
                "useless": str(useless)}  # fmt: skip

    before = table.s
    table.do(Attack(1, "heavy", plain(MORDEX, 3)))
    found = asked()
    assert "for one more space of knockback? It costs no life." in found["asks"]
    assert (found["save"], found["useless"]) == ("knockback 2 to G4 and 1 damage", "False")
    assert found["spend"] == "KO"
    for damage, said in ((0, ("it turns red", "it turns yellow", "False")),
                         (YELLOW, ("it turns red", "it turns red", "True")),
                         (RED, ("it stays red", "it stays red", "True"))):  # fmt: skip
        table.s = before
        table.damage(1, damage).do(Attack(1, "light", card(MORDEX, 1)))
        found = asked()
        assert "for one more damage?" in found["asks"]
        assert (found["spend"], found["save"], found["useless"]) == said


@pytest.mark.rule("BH12")
def test_a_power_that_draws_from_a_deck_that_runs_out_says_what_that_costs() -> None:
    source = next(c for c in deck_of(BODVAR) if CARDS[c].op == "draw")
    table = Table(BODVAR, HATTORI).hand(0, source).no_deck(0)
    for damage, said, useless in ((0, "hurts you", False), (RED, "knocks you out", True)):
        view = GAME.view(table.damage(0, damage).s, 0)
        assert GAME.text.chance(view, Use(source)) == f"{said}: your deck runs out"
        assert (GAME.text.likely(view, Use(source)) == USELESS) == useless
    table.fighter(0).deck = Pile.of([card(BODVAR, 5)])
    assert GAME.text.chance(GAME.view(table.s, 0), Use(source)) == ""


@pytest.mark.rule("BH17")
def test_everybody_reads_whom_the_next_knock_out_eliminates() -> None:
    table = Table(BODVAR, HATTORI).damage(0, RED).damage(1, RED)
    assert warned(table, None) == ""
    table.fighter(1).kos = 1
    assert warned(table, None) == "Hattori is red: the next KO eliminates it."
    table.damage(1, YELLOW)
    assert warned(table, None) == ""
