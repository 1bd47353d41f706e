"""The words of the table."""

import random

import pytest

from rules.brawlhalla.content.arena import ARENAS, drawing
from rules.brawlhalla.content.legends import CARDS, LEGENDS
from rules.brawlhalla.content.powers import says
from rules.brawlhalla.game import GAME
from rules.brawlhalla.state.events import Fell, Knockback, KnockedOut
from rules.brawlhalla.state.options import (
    Attack,
    Choose,
    Defend,
    Delay,
    Move,
    Pass,
    Side,
    Step,
    Stop,
)
from rules.brawlhalla.state.shortcuts import DrawTwo
from rules.brawlhalla.state.variant import BrawlhallaVariant
from rules.brawlhalla.text.names import card_told, space_name
from rules.engine import kernel
from rules.engine.inputs import Answer
from rules.engine.state import Told
from rules.engine.text import lines
from tests.rules.brawlhalla.table import BODVAR, HATTORI, NIX, Table, at, card, events, named
from tests.rules.brawlhalla.test_ways import positions


def test_every_card_weapon_and_power_can_be_read_in_the_rules() -> None:
    topics = GAME.text.topics
    everything = "\n".join(topics.values())
    for legend in LEGENDS:
        assert legend.name in topics["legends"]
        for power in (legend.power, *legend.weapons):
            assert f"**{power.name}**: {says(power)}" in topics["legends"]
        for one in legend.cards:
            assert f"**{one.name}**: {says(one)}" in topics[f"cards of {legend.name}"]
    assert all(drawing(key).name in topics["arena"] for key in ARENAS)
    assert "unofficial" in topics["overview"].lower()
    assert "House content" in everything and "a Legend of ours" in topics["legends"]
    assert "{" not in everything


def test_no_two_cards_of_a_legend_read_alike() -> None:
    for legend in LEGENDS:
        for value in range(5):
            assert len({says(c) for c in legend.cards[4 * value : 4 * value + 4]}) == 4
    assert len(CARDS) == 120


def test_the_arena_in_words() -> None:
    table = Table(arena="anvil", spaces="C4 D4").damage(1, 2).arm(0).hand(0, card(BODVAR, 3))
    said = GAME.text.board(GAME.view(table.s, None))
    assert "The Anvil" in said and "Platforms: C2, E2, D3, B4, F4, C5, D5, E5." in said
    assert "Flaming Swords: B4." in said
    assert "Bödvar on C4 (Air): no damage, armed (Bear Hammer), KO cards 2, hand 1" in said
    assert "Hattori on D4 (Air): red, unarmed" in said
    assert "Bödvar's turn, 2 actions left." in said
    assert "Stomp" not in said
    assert "Stomp (3)" in GAME.text.private(GAME.view(table.s, 0))


def test_a_few_labels() -> None:
    table = Table(arena="anvil", spaces="C4 D4").hand(0, card(BODVAR, 3))
    view = GAME.view(table.s, 0)
    label = GAME.text.label
    assert label(view, Move(card(BODVAR, 3))) == "3 Stomp: move with it"
    assert label(view, Attack(1, "light", card(BODVAR, 3))) == "3 Stomp: light attack"
    assert label(view, Delay("draw")) == "Delay: fall to C5, draw two"
    assert label(view, Delay("twice")) == "Delay twice: fall to C5, draw four"
    assert label(view, Step(at("B4"))) == "B4 (Platform, sword): step there"
    assert label(view, Step(at("A4"))) == "A4 (off-stage): step there"
    assert label(view, Stop()) == "Stop here"
    assert label(view, Choose(5)) == "Play Grisk"
    assert label(view, Side(0)) == "Bear Hammer"
    several = Table(BODVAR, HATTORI, NIX, arena="raven_roost", spaces="C4 D4 E4")
    shown = GAME.view(several.hand(0, card(BODVAR, 3)).s, 0)
    assert label(shown, Attack(1, "light", card(BODVAR, 3))) == "3 Stomp: light attack on Hattori"


@pytest.mark.rule("BH11")
@pytest.mark.parametrize(
    ("spaces", "once", "twice"),
    [
        ("C3 F4", "fall to C4, ", "fall to C5, "),
        ("D4 D5", "fall to C5 or E5, ", "fall to C5 or E5, "),
        ("A5 A6", "fall to B6, ", "fall to B6, "),
        ("A6 F4", "", ""),
        ("B4 F4", "", ""),
    ],
)
def test_a_delay_in_the_air_says_where_one_falls(spaces: str, once: str, twice: str) -> None:
    view = GAME.view(Table(arena="anvil", spaces=spaces).s, 0)
    assert GAME.text.label(view, Delay("draw")) == f"Delay: {once}draw two"
    assert GAME.text.label(view, Delay("twice")) == f"Delay twice: {twice}draw four"
    assert GAME.text.label(view, DrawTwo()).lower() == f"{once}draw two".lower()


@pytest.mark.rule("BH11")
def test_one_falls_to_where_the_label_says() -> None:
    fallen = 0
    for s, question in positions(12, 150):
        if question.kind != "act":
            continue
        offered = kernel.offer(GAME, s, question.seat)
        for option in {Delay("swap"), Delay("twice")} & set(offered):
            step = kernel.apply(GAME, s, Answer(question.seat, question.number, option))
            asked = [q.kind for q in step.state.open]
            said = GAME.text.label(GAME.view(s, question.seat), option)
            ends = [e.space for e in events(step.told, Fell)]
            if "fall" not in asked and not events(step.told, KnockedOut):
                assert (f"fall to {space_name(ends[-1])}, " if ends else ": ") in said
                assert bool(ends) == ("fall to" in said)
                fallen += bool(ends)
    assert fallen > 20


def test_a_first_hand_is_one_line_and_cards_drawn_later_are_one_each() -> None:
    step = kernel.start(GAME, BrawlhallaVariant(), 2, bytes(16))
    told: list[Told] = []
    for _ in range(4):
        (question,) = step.state.open
        option = kernel.offer(GAME, step.state, question.seat)[0]
        step = kernel.apply(GAME, step.state, Answer(question.seat, question.number, option))
        told = step.told
    for player in (0, 1):
        view = GAME.view(step.state, player)
        named_ = ", ".join(card_told(one) for one in view.fighters[player].hand)
        said = lines(GAME, view, told, player)
        assert [one for one in said if "You draw" in one or "Your hand" in one] == [
            f"Your hand: {named_}."
        ]
        assert not any(" draws 4." in one for one in said)
    table = Table(arena="anvil", spaces="C4 D4").hand(0, named("Honey Break"))
    told = table.do(Delay("draw"))
    said = lines(GAME, GAME.view(table.s, 0), told, 0)
    assert sum(one.startswith("You draw ") for one in said) == 2


def test_a_block_names_the_defence_first() -> None:
    table = Table(arena="anvil", spaces="C4 D4")
    table.hand(0, named("Honey Break")).hand(1, card(HATTORI, 4))
    told = table.do(Attack(1, "light", named("Honey Break")), Defend(card(HATTORI, 4)))
    said = lines(GAME, GAME.view(table.s, None), told, None)
    assert "Hattori blocks, 4 to 3." in said


def test_an_attack_reads_as_a_story() -> None:
    table = Table(arena="anvil", spaces="C4 D4")
    table.hand(0, named("Honey Break")).hand(1, card(HATTORI, 1))
    told = table.do(Attack(1, "light", named("Honey Break")), Pass())
    assert lines(GAME, GAME.view(table.s, None), told, None) == [
        "Bödvar attacks Hattori: light, Honey Break (3).",
        "Bödvar hits, 3 to 0.",
        "Hattori is hurt: yellow.",
    ]


@pytest.mark.rule("BH18")
@pytest.mark.parametrize(
    ("spaces", "damage", "said"),
    [
        ("B4 C4", 1, ["Knockback 2: 1 for yellow, 1 for a 3.", "Hattori is pushed to E4 (Air)."]),
        ("C4 C5", 0, ["Knockback 1: 1 for a 3.",
                      "Hattori is pushed to C5 (Platform); a floor ends it."]),
        ("F4 G4", 0, ["Knockback 1: 1 for a 3.",
                      "Hattori is pushed to G4 (off-stage) and stays there: 1 more over the KO line "
                      "costs 1 damage.",
                      "Hattori is hurt: yellow."]),
        ("F4 G4", 2, ["Knockback 3: 2 for red, 1 for a 3.",
                      "💥 **KO! Hattori goes over the KO line.** Card #2 is turned: Hattori may "
                      "spend it once, for one more action, damage or space of knockback."]),
    ],
)  # fmt: skip
def test_a_heavy_hit_is_explained(spaces: str, damage: int, said: list[str]) -> None:
    table = Table(arena="anvil", spaces=spaces).arm(0, side=1).damage(1, damage)
    table.hand(0, named("Honey Break"))
    told = table.do(Attack(1, "heavy", named("Honey Break")))
    found = lines(GAME, GAME.view(table.s, None), told, None)
    at_hit = found.index("Bödvar's heavy attack hits!")
    assert found[at_hit + 1 : at_hit + 1 + len(said)] == said


@pytest.mark.rule("BH18", "BH23")
def test_what_powers_add_and_take_away_is_told() -> None:
    assert GAME.text.line(None, Knockback(1, 0, 1, 0, 0)) == "No knockback."
    more = GAME.text.line(None, Knockback(1, 0, 1, 2, 2))
    assert more == "Knockback 2: 2 more by powers and KO cards."
    less = GAME.text.line(None, Knockback(1, 2, 5, -1, 3))
    assert less == "Knockback 3: 2 for red, 2 for a 5, 1 less by powers."


def test_a_walk_is_told_once_with_its_way() -> None:
    table = Table(arena="anvil", spaces="B3 F6").hand(0, named("Honey Break"))
    told = table.do(Move(named("Honey Break")), Step(at("B4")), Step(at("C4")), Stop())
    assert lines(GAME, GAME.view(table.s, None), told, None) == [
        "Bödvar moves with Honey Break (3).",
        "Bödvar goes via B4 to C4 (Air).",
        "Bödvar picks up a Flaming Sword.",
    ]


@pytest.mark.rule("BH12")
def test_a_ko_by_an_empty_deck_is_explained() -> None:
    table = Table(arena="anvil", spaces="B4 F4").damage(0, 2).no_deck(0)
    told = table.do(Delay("draw"))
    assert lines(GAME, GAME.view(table.s, None), told, None) == [
        "Bödvar's deck was empty: the discards become a new one, and that hurts.",
        "💥 **KO! Bödvar is red already.** Card #2 is turned: Bödvar may spend it once, for one "
        "more action, damage or space of knockback.",
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_labels_fit_a_button_and_every_question_has_words(players: int) -> None:
    rng = random.Random(players)
    kinds = set()
    for seed in range(8):
        s = kernel.start(GAME, GAME.variant(), players, bytes([seed]) * 16).state
        for _ in range(250):
            if s.outcome is not None:
                break
            seat, kind = s.open[0].seat, s.open[0].kind
            kinds.add(kind)
            view = GAME.view(s, seat)
            options = kernel.offer(GAME, s, seat)
            labels = [GAME.text.label(view, o) for o in options]
            assert len(set(labels)) == len(labels) and max(map(len, labels)) <= 100
            assert GAME.text.prompt(view, kind)
            assert GAME.text.topic(kind) in GAME.text.topics
            kernel.take(GAME, s, seat, rng.choice(options))
    assert {"legend", "side", "act", "step", "defend", "after", "discard"} <= kinds


def test_the_options_in_words() -> None:
    assert GAME.text.variant(GAME.variant()) == "standard mode, everybody alone, a random arena"
    teams = GAME.variant(mode="blitz", format="2v2", arena="rainbow")
    assert GAME.text.variant(teams) == "blitz mode, teams of two, Broken Rainbow"
