"""What the referee says of a fight: its goal, its dangers, its chances, and what was hidden."""

import random
from collections.abc import Sequence

import pytest

from rules.bro_brawl.content.cards import GRUNTS, MONSTERS
from rules.bro_brawl.game import GAME
from rules.bro_brawl.play.end import ROUNDS
from rules.bro_brawl.state import (
    Bleed,
    BroBrawlState,
    Buy,
    BuyAndUse,
    Delay,
    Died,
    Heal,
    NoAction,
    Patch,
    Recover,
    Scout,
    Send,
    Shoot,
    Show,
    Stun,
    Turn,
)
from rules.bro_brawl.text.risk import risk
from rules.engine import kernel
from rules.engine.codec import clone
from rules.engine.contract import USELESS
from rules.engine.inputs import Answer
from rules.engine.piles import Pile
from rules.engine.state import Option, Outcome, Told, Way
from tests.rules.bro_brawl.table import (
    ARMOR,
    BRUTE,
    GUN3,
    PACK2,
    SCAMP,
    TROOPER,
    Table,
    grunt,
    mishap,
    special,
)
from tests.rules.bro_brawl.test_ways import played

pytestmark = pytest.mark.slow  # every Grunt is played out


def warned(table: Table, player: int | None = 0) -> list[str]:
    """What threatens, as a player reads it."""
    found: list[str] = GAME.text.warnings(GAME.view(table.s, player))
    return found


def chance(table: Table, option: Option) -> str:
    """The chance of an option, as the first player reads it."""
    said: str = GAME.text.chance(GAME.view(table.s, 0), option)
    return said


def test_a_sacrifice_is_likelier_against_a_foe() -> None:
    """A bro is healed without one."""
    table = Table()
    table.foes(SCAMP)
    view = GAME.view(table.s, 0)
    against, healing, other = Bleed(SCAMP, 1), Bleed(-3, 1), Shoot(SCAMP)
    assert [GAME.text.likely(view, one) for one in (against, healing, other)] == [1, 0, 0]


# -- the goal


@pytest.mark.rule("BO1", "BO28")
def test_the_goal_names_your_bros() -> None:
    for players, mine in ((1, "You play all four bros."), (2, "You are Brock and Broseph.")):
        goal = GAME.text.goal(GAME.view(Table(players).s, 0))
        assert goal.startswith("Clear the Battle Zone and the Battle deck")
        assert f"within 60 rounds. {mine} A turn: " in goal
    assert "You are" not in GAME.text.goal(GAME.view(Table(2).s, None))


@pytest.mark.rule("BO30")
def test_rivals_fight_for_points() -> None:
    goal = GAME.text.goal(GAME.view(Table(4, mode="competitive").s, 2))
    assert goal.startswith("Have the most points")
    assert "half. You are Broseph. A turn: " in goal


# -- dangers


@pytest.mark.rule("BO9")
def test_a_bro_who_will_die_is_warned() -> None:
    table = Table()
    assert warned(table) == []
    table.foes(*(special(name) for name in ("Frost Giant", "Cold Shoulder", "Blizzard DJ")), BRUTE)
    assert warned(table) == []
    table.s.bros[0].life = 2
    assert warned(table) == ["Brock dies this turn, if nothing is done about it."]
    assert warned(table, None) == warned(table)


@pytest.mark.rule("BO8", "BO9")
def test_friendly_fire_and_the_right_grunt_are_reckoned_with() -> None:
    table = Table()
    table.foes(BRUTE, SCAMP)
    table.s.bros[0].life = 2  # one blow, so friendly fire of one point is too much
    fires = sum(g.kind == "fire" for g in GRUNTS)
    assert risk(GAME.view(table.s, 0)) == pytest.approx(fires / len(GRUNTS))
    assert warned(table) == ["Friendly fire may kill Brock: 22 %."]
    table.s.bros[0].life = 1
    helps = sum(g.kind == "damage" for g in GRUNTS)
    assert risk(GAME.view(table.s, 0)) == pytest.approx(1 - helps / len(GRUNTS))
    assert warned(table) == ["Only the right Grunt saves Brock: 44 % to die."]


@pytest.mark.rule("BO13")
def test_whoever_has_scouted_the_grunts_knows_what_comes() -> None:
    table = Table(2)
    table.foes(BRUTE, SCAMP)
    table.s.bros[0].life = 2
    table.next_grunts(grunt("fire", 1))
    table.s.grunts.look(0, 1)
    assert risk(GAME.view(table.s, 0)) == 1
    assert 0 < risk(GAME.view(table.s, 1)) == risk(GAME.view(table.s, None)) < 1


def test_partners_in_danger_and_the_last_bro_are_named() -> None:
    table = Table()
    table.foes(BRUTE, SCAMP)
    table.s.bros[1].life = 1
    assert warned(table) == ["Brody would die in their own turn."]
    table.s.bros[3].life = 1
    both = "Brody and Brobert would die in their own turns."
    assert warned(table) == [both]
    for seat in (1, 2, 3):
        table.s.bros[seat].life = 0
    assert warned(table) == ["Brock is the last bro standing."]
    table.s.bros[0].life = 1
    assert warned(table) == ["Only the right Grunt saves Brock: 44 % to die."], "that says enough"
    rivals = Table(4, mode="competitive")
    rivals.foes(BRUTE, SCAMP)
    rivals.s.bros[1].life = 1
    assert warned(rivals) == []


@pytest.mark.rule("BO28")
def test_the_last_rounds_are_counted() -> None:
    table = Table()
    table.s.round = ROUNDS - 3
    assert warned(table) == []
    table.s.round = ROUNDS - 1
    assert warned(table) == [f"Round {ROUNDS - 1} of {ROUNDS}: after the last the wave is lost."]


# -- chances


def test_an_option_says_how_likely_one_dies_after_it() -> None:
    table = Table()
    table.foes(BRUTE, SCAMP)
    assert chance(table, Shoot(SCAMP)) == ""
    table.s.bros[0].life = 1
    fire = "you die 22 %"
    assert chance(table, NoAction()) == "you die 44 %"
    assert chance(table, Shoot(SCAMP)) == fire
    assert chance(table, Stun(BRUTE)) == chance(table, Delay(SCAMP)) == fire
    assert chance(table, Patch(0)) == fire
    assert chance(table, Scout("battle")) == "you die 44 %"
    table.s.bros[0].life = 2
    assert chance(table, Bleed(SCAMP, 1)) == fire
    assert GAME.text.chance(GAME.view(table.s, None), Stun(BRUTE)) == ""


def test_what_kills_is_wanted_least() -> None:
    """A sacrifice that one dies of is of no use; of two others the safer is wanted sooner."""
    table = Table()
    table.foes(BRUTE, SCAMP)
    table.s.bros[0].life = 1
    view = GAME.view(table.s, 0)
    safe, other = GAME.text.likely(view, Shoot(SCAMP)), GAME.text.likely(view, Scout("battle"))
    assert USELESS < other < safe < 0
    table.foes(BRUTE, BRUTE + 1)
    assert GAME.text.likely(GAME.view(table.s, 0), Shoot(BRUTE)) == USELESS


def test_what_most_likely_kills_is_poor_where_something_is_safer() -> None:
    """The least deadly never is, nor what one rather lives through."""
    table = Table()
    table.foes(BRUTE, BRUTE + 1)
    table.shop(PACK2)
    table.kills(0, TROOPER)
    table.s.bros[0].life = 1
    deadly, safer = [NoAction(), Shoot(BRUTE)], BuyAndUse(PACK2)
    view = GAME.view(table.s, 0)
    assert GAME.text.poor(view, [*deadly, safer, Show()]) == deadly
    assert GAME.text.poor(view, deadly) == [NoAction()]
    table.s.bros[0].life = 12
    assert GAME.text.poor(GAME.view(table.s, 0), [*deadly, safer]) == []


@pytest.mark.rule("BO19")
def test_to_heal_the_unhurt_is_of_no_use() -> None:
    table = Table()
    table.kills(0, SCAMP)  # that could be given away, which is no reason to be asked first
    assert GAME.text.likely(GAME.view(table.s, 0), Heal(1)) == USELESS
    table.s.bros[1].life -= 1
    assert GAME.text.likely(GAME.view(table.s, 0), Heal(1)) == 0


@pytest.mark.rule("BO15")
def test_to_stun_a_foe_is_of_no_use_where_it_spares_nothing() -> None:
    table = Table()
    table.foes(BRUTE, TROOPER)  # strength 5: without either there is no full four left
    assert [GAME.text.likely(GAME.view(table.s, 0), Stun(c)) for c in (BRUTE, TROOPER)] == [0, 0]
    table.foes(SCAMP)
    likely = {card: GAME.text.likely(GAME.view(table.s, 0), Stun(card)) for card in (BRUTE, SCAMP)}
    assert likely == {BRUTE: 0, SCAMP: USELESS}


@pytest.mark.rule("BO21")
def test_a_ghost_s_grunt_with_nothing_to_do_says_so_and_is_wanted_last() -> None:
    table = Table()
    table.foes(SCAMP, BRUTE)
    view = GAME.view(table.s, 0)
    fells, wounds = Send(grunt("damage", 1), SCAMP), Send(grunt("damage", 1), BRUTE)
    idle = [Send(grunt(kind), -1) for kind in ("divert", "sacrifice")]
    idle.append(Send(grunt("fire", 1), -1))
    wanted = [GAME.text.likely(view, one) for one in (fells, wounds, *idle)]
    assert wanted == [1.0, 0.5, USELESS, USELESS, USELESS]
    assert [GAME.text.label(view, one) for one in idle] == [
        "Divert: no special to switch off",
        "Grunt sacrifice: nobody to cure",
        "Friendly fire 1: hurts no ghost",
    ]
    table.foes(special("Yeti Bouncer"))
    table.suffer(1, mishap("Gun Envy"))
    now = GAME.view(table.s, 0)
    assert [GAME.text.likely(now, one) for one in idle] == [0.75, 0.75, USELESS]
    assert GAME.text.label(now, idle[0]) == "Divert: switches a special off"


@pytest.mark.rule("BO28")
def test_nobody_dies_after_the_last_foe() -> None:
    table = Table()
    table.foes(SCAMP)
    table.s.bros[0].life = 1
    assert risk(GAME.view(table.s, 0), Shoot(SCAMP)) > 0
    table.no_deck()
    assert risk(GAME.view(table.s, 0), Shoot(SCAMP)) == 0


@pytest.mark.rule("BO12", "BO17")
def test_kills_that_go_back_strike_too() -> None:
    table = Table()
    table.foes(BRUTE)
    table.shop(ARMOR, GUN3)
    table.kills(0, SCAMP, BRUTE + 1)
    table.s.bros[0].life = 1
    assert chance(table, Recover(1)) == "you die 22 %"  # life 2, one blow
    assert chance(table, Buy(ARMOR)) == "you die 22 %"
    assert chance(table, Buy(GUN3)) == "you die 92 %"  # unless a Grunt fells a Brute


def dies(s: BroBrawlState, options: Sequence[Option]) -> bool:
    """Whether the bro dies in this turn whatever its Grunt is used for, played out."""
    turn = s.frames[-1]
    assert isinstance(turn, Turn)
    told: list[Told] = []
    for option in options:
        question = s.question(turn.seat)
        assert question is not None
        step = kernel.apply(GAME, s, Answer(turn.seat, question.number, option))
        s, told = step.state, [*told, *step.told]
    mine = [t.event for t in told if isinstance(t.event, Died) and t.event.seat == turn.seat]
    if mine:
        return True
    if s.outcome is None and s.open and s.open[0].kind == "target" and s.open[0].seat == turn.seat:
        return all(_fatal(s, option, turn.seat) for option in kernel.offer(GAME, s, turn.seat))
    return False


def _fatal(s: BroBrawlState, option: Option, seat: int) -> bool:
    question = s.question(seat)
    assert question is not None
    told = kernel.apply(GAME, s, Answer(seat, question.number, option)).told
    return any(isinstance(t.event, Died) and t.event.seat == seat for t in told)


@pytest.mark.rule("BO8", "BO9", "BO18")
def test_the_risk_is_what_playing_every_grunt_out_comes_to() -> None:
    rng = random.Random(9)
    tried, between = 0, 0
    for seed in range(30, 34):
        for s in played(seed, mode="co-op"):
            seat = kernel.waiting(s)[0]
            deck = [card for card in s.battle.cards if card in MONSTERS]
            if not isinstance(s.frames[-1], Turn) or not deck or any(s.grunts.known):
                continue
            s = clone(GAME, s)
            s.battle = Pile.of(deck[:1])  # what others draw later in the step kills nobody
            s.bros[seat].life = min(s.bros[seat].life, rng.randint(1, 5))
            view = GAME.view(s, s.seats[seat])
            unknown = s.grunts.cards or s.grunt_discards
            found = [Way(NoAction(), (NoAction(),)), *kernel.ways(GAME, s, seat)]
            for way in rng.sample(found, min(4, len(found))):
                share = sum(_with(s, card, way.answers) for card in unknown) / len(unknown)
                assert risk(view, way.option) == pytest.approx(share), (way, s.zone)
                tried += 1
                between += 0 < share < 1
    assert tried > 80
    assert between > 25


def _with(s: BroBrawlState, card: int, answers: Sequence[Option]) -> bool:
    world = clone(GAME, s)
    if not world.grunts.cards:
        world.grunts, world.grunt_discards = Pile.of(world.grunt_discards), []
    world.grunts.take(card)
    world.grunts.put_top(card)
    return dies(world, answers)


# -- the end


@pytest.mark.rule("BO28")
def test_what_lay_in_the_decks_is_told_at_the_end_alone() -> None:
    table = Table()
    table.next_cards(SCAMP, mishap("Embargo"), GUN3, special("Snowbank"), TROOPER)
    table.foes(BRUTE, BRUTE + 1)
    assert GAME.view(table.s, 0).left == GAME.view(table.s, None).left_grunts == ()
    for bro in table.s.bros:
        bro.life = 0
    table.s.bros[0].life = 1
    table.next_grunts(grunt("fire", 1), grunt("divert"))
    table.do(NoAction())
    assert table.s.outcome is not None
    lines = GAME.text.revealed(GAME.view(table.s, None))
    assert lines[0] == "Still in the Battle Zone: Brute A and Brute B, worth 6."
    assert lines[1] == (
        "Next from the Battle deck would have come Scamp A, then Embargo, then 3-point gun, then "
        "Snowbank."
    )
    assert lines[2].startswith("It still held 22 monsters, ")
    assert lines[3].startswith("The next Grunts would have been Divert, then ")
    world = clone(GAME, table.s)
    GAME.determinize(world, 0, random.Random(1))
    assert world == table.s


@pytest.mark.rule("BO30")
def test_points_that_a_death_cost_are_told() -> None:
    table = Table(4, mode="competitive")
    table.kills(1, BRUTE, TROOPER)
    table.s.bros[1].life = 0
    table.s.outcome = Outcome((0,), "scored", (0, 3, 0, 0))
    assert "Death cost Brody 2 points." in GAME.text.revealed(GAME.view(table.s, 1))


@pytest.mark.rule("BO7")
def test_who_does_nothing_is_told() -> None:
    table = Table()
    table.foes(BRUTE)
    told = table.do(NoAction())
    lines = [GAME.text.line(GAME.view(table.s, None), t.event) for t in told]
    assert lines[0] == "Brock takes no action."
