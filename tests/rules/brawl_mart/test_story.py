"""What the referee says of a trip: its goal, its dangers, its chances, and what was hidden."""

import json
import random
import re
from importlib.resources import files
from itertools import product

import msgspec
import pytest

from rules.brawl_mart import content
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.ranks import RANKS, rank
from rules.brawl_mart.game import GAME
from rules.brawl_mart.play.attack import attack, attacks
from rules.brawl_mart.play.odds import Odds, attack_odds, blast_odds, falls
from rules.brawl_mart.play.usage import use, uses
from rules.brawl_mart.state import (
    KNOCKED_OUT,
    SLAIN,
    Attack,
    BrawlMartState,
    Exchanged,
    Pass,
    Store,
    Use,
    Used,
)
from rules.engine.codec import clone
from rules.engine.contract import USELESS, Resolver
from rules.engine.state import Outcome, Question
from tests.rules.brawl_mart.table import Table, who
from tests.rules.brawl_mart.test_stalemate import Fall, laid_out


def warned(table: Table) -> list[str]:
    """What threatens."""
    found: list[str] = GAME.text.warnings(GAME.view(table.s, 0))
    return found


def chance(table: Table, option: Attack | Use) -> str:
    """An option's chances in words."""
    assert option in table.options()
    said: str = GAME.text.chance(GAME.view(table.s, 0), option)
    return said


# -- the goal


@pytest.mark.rule("BM11", "BM28")
def test_the_goal_is_the_tv_and_challenges_are_named() -> None:
    plain = GAME.text.goal(GAME.view(Table("Gus", "Fran").s, 0))
    assert "carry it out through CHECKOUT. An enemy knocked out brings" in plain
    assert "2 recruit one" in plain and "1 to 3 buy an item" in plain
    hard = GAME.text.goal(GAME.view(Table("Gus", "Fran", hardcore=True, pacifist=True).s, 0))
    assert hard == f"{plain} Hardcore: the first lost brawl ends the trip. Pacifist: slay nobody."


@pytest.mark.rule("BM22")
def test_the_goal_agrees_with_a_store_that_is_hiring() -> None:
    """As the ENTRANCE is, where the goal is told beside a board that names the lower price."""
    for at, price in (("ENTRANCE", "2 recruit one, here 1)"), ("HARDWARE", "2 recruit one)")):
        assert price in GAME.text.goal(GAME.view(Table("Gus", "Fran", at=at).s, 0))


# -- dangers


@pytest.mark.rule("BM26")
def test_the_last_chance_is_called_one() -> None:
    table = Table("Gus, Ben", "Fran")
    assert warned(table) == []
    last = "Your last chance: if you lose this brawl, the trip is over."
    table.s.losses = 1
    assert warned(table) == [last]
    assert warned(Table("Gus, Ben", "Fran", hardcore=True)) == [last]


@pytest.mark.rule("BM26")
def test_the_last_one_who_stands_is_named() -> None:
    table = Table("Gus, Ben!", "Fran")
    assert warned(table) == [
        "Greeter Gus is the last of yours who stands: without them the brawl is lost and the TV "
        "is out of reach for good."
    ]
    table.s.tv = True
    assert warned(table) == [
        "Greeter Gus is the last of yours who stands: without them the brawl is lost."
    ]


@pytest.mark.rule("BM28")
def test_oaths_are_recalled_where_somebody_lies() -> None:
    assert warned(Table("Gus, Ben", "Fran!, Tim", pacifist=True)) == [
        "Pacifist: another hit on Forklift Fran slays, and the trip ends."
    ]
    assert warned(Table("Gus, Ben", "Fran!, Tim", rampage=True)) == [
        "Rampage: slay Forklift Fran before the brawl is over, or the trip ends."
    ]
    assert warned(Table("Gus, Ben", "Fran, Tim", pacifist=True)) == []


@pytest.mark.rule("BM26")
def test_whoever_has_nobody_left_is_told_before_walking_on() -> None:
    table = Table("", "")
    table.s.frames, table.s.open = [Store()], [Question(0, 1, "go")]
    assert warned(table) == [
        "You have no brawlers left: any brawl is lost as soon as you walk into it."
    ]


# -- chances


@pytest.mark.rule("BM15", "BM16")
def test_an_attack_says_how_likely_it_hits_and_is_paid_back() -> None:
    table = Table("Intercom", "Mop", at="PRODUCE")  # a D6 each, resistance 5, ties won
    assert chance(table, Attack(who("Mop"))) == (
        "hits 58 %, you are hit 42 %; slays 17 %, you are slain 14 %"
    )
    down = Table("Intercom", "Mop!", at="PRODUCE")
    assert chance(down, Attack(who("Mop"))) == "slays 100 %"
    assert GAME.text.chance(GAME.view(table.s, 0), Pass()) == ""


def wanted(table: Table, option: Attack) -> float:
    """How soon the shopper may want an option."""
    likely: float = GAME.text.likely(GAME.view(table.s, 0), option)
    return likely


def test_great_danger_is_told_first() -> None:
    table = Table("Brodacious", "Fran", at="ELECTRONICS")
    said = chance(table, Attack(who("Fran")))
    assert re.fullmatch(r"you are slain \d\d %, hits \d\d %, you are hit .*", said), said


@pytest.mark.rule("BM15")
def test_a_tie_is_told_where_it_hits_both() -> None:
    """It is why both together may be hit more often than always."""
    said = chance(Table("Ben", "Mop", at="GARDEN"), Attack(who("Mop")))
    assert "both by a tie " in said
    assert "tie" not in chance(Table("Ben", "Mop", at="BAKERY"), Attack(who("Mop")))
    assert "tie" not in chance(Table("Intercom", "Mop"), Attack(who("Mop")))  # who wins ties


def test_what_hits_rather_than_being_hit_is_wanted_first() -> None:
    """An attack that cannot hit is of no use; a Pacifist wants least what ends the trip."""
    table = Table("Intercom", "Mop", at="PRODUCE")
    assert USELESS < wanted(table, Attack(who("Mop"))) < 1
    sworn = Table("Intercom", "Mop, Kaathrynn!", at="PRODUCE", pacifist=True)
    assert wanted(sworn, Attack(who("Kaathrynn"))) == USELESS


def test_slaying_one_who_could_be_recruited_is_wanted_after_any_other_hit() -> None:
    """Only a Rampage asks for it."""
    mop, down = Attack(who("Mop")), Attack(who("Kaathrynn"))
    table = Table("Brodacious", "Mop, Kaathrynn!, Fran", at="PRODUCE")
    assert USELESS < wanted(table, down) < wanted(table, Attack(who("Fran"))) < 0
    rampage = Table("Intercom", "Mop, Kaathrynn!", at="PRODUCE", rampage=True)
    assert wanted(rampage, down) == 1 > wanted(rampage, mop)


@pytest.mark.rule("BM20")
def test_a_trip_by_older_rules_has_the_odds_of_those() -> None:
    table = Table("Ben", "Mop", at="GARDEN")  # before version 3 only two of his dice counted here
    new = chance(table, Attack(who("Mop")))
    table.s.rules = 2
    assert chance(table, Attack(who("Mop"))) != new


@pytest.mark.rule("BM4")
def test_a_fire_extinguisher_says_how_likely_it_slays() -> None:
    table = Table("Ben+Fire Extinguisher", "Kaathrynn")  # resistance 4
    assert chance(table, Use(who("Kaathrynn"))) == "hits 100 %; slays 33 %"


class Falling(Resolver[BrawlMartState]):
    """Dice that fall in every way there is, one after the other."""

    fall: Fall

    def die(self, stream: str, sides: int = 6) -> int:
        """The next die of this fall."""
        return self.fall.die(sides)


def tried(s: BrawlMartState, card: int, option: Attack | Use) -> Odds:
    """The odds of an option, by letting all dice fall in every way there is."""
    fall = Fall()
    counts, total = [0.0] * 5, 0.0
    while True:
        world = clone(GAME, s)
        r = Falling(GAME, world, [])
        r.fall = fall
        actor = world.fighter(card)
        assert actor is not None
        if isinstance(option, Attack):
            attack(r, actor, option.target, option.choice)
        else:
            use(r, actor, option.target)
        weight = 1.0
        for _, sides in fall.dice:
            weight /= sides
        for at, happened in enumerate(_happened(s, world, card)):
            counts[at] += weight * happened
        total += weight
        if not fall.next():
            break
    assert total == pytest.approx(1)
    return Odds(*counts)


def _happened(s: BrawlMartState, world: BrawlMartState, card: int) -> tuple[bool, ...]:
    blows: set[int] = set()
    tie = False
    for told in world.last:
        if isinstance(told, Used):
            blows.add(told.target)
            continue
        assert isinstance(told, Exchanged)
        mine = told.attack.total
        theirs = told.counter.total if told.counter else -1
        won = mine > max(theirs, 0)
        if mine == theirs > 0:
            hit = {h.card for h in world.last[-1].hits} | {
                h.saved for h in world.last[-1].hits if h.saved >= 0
            }
            both = {victim for victim in (told.target, card) if victim in hit}
            blows |= both
            tie = tie or len(both) > 1
        elif won:
            blows.add(told.target)
        elif theirs > mine:
            blows.add(card)
    slain = [
        after.own
        for before, after in zip(s.fighters, world.fighters, strict=True)
        if after.state == SLAIN != before.state
    ]
    return bool(blows - {card}), False in slain, card in blows, True in slain, tie


def same(odds: Odds, real: Odds) -> None:
    for name in odds.__struct_fields__:
        assert getattr(odds, name) == pytest.approx(getattr(real, name)), name


@pytest.mark.rule("BM5", "BM6", "BM15", "BM16", "BM17", "BM19")
def test_the_odds_are_what_every_fall_of_the_dice_comes_to() -> None:
    rng = random.Random(15)
    seen: set[int] = set()
    compared = 0
    while compared < 160 or len(seen) < 16:
        s = laid_out(rng)
        s.rules = rng.choice((2, 3))
        own = rng.choice([f for f in s.side(True) if f.standing] or [None])
        found = list(attacks(s, own)) if own else []
        if own is None or not found:
            continue
        option = rng.choice([o for o in found if o.choice <= 2])
        odds = attack_odds(s, own.card, option.target, option.choice)
        same(odds, tried(s, own.card, option))
        compared += 1
        seen.add(own.card)


@pytest.mark.rule("BM4")
def test_the_odds_of_a_blast_are_what_every_die_comes_to() -> None:
    rng = random.Random(4)
    extinguisher = next(at for at, item in enumerate(ITEMS) if item.usage == "blast")
    compared = 0
    while compared < 40:
        s = laid_out(rng)
        own = next((f for f in s.side(True) if f.standing), None)
        if own is None:
            continue
        for other in s.fighters:
            other.item = -1 if other.item == extinguisher else other.item
        own.item = extinguisher
        for option in uses(s, own):
            same(blast_odds(s, own.card, option.target), tried(s, own.card, option))
            compared += 1


def test_falls_that_are_taken_together_add_up() -> None:
    for count, sides in ((1, 6), (2, 4), (3, 4), (6, 6)):
        assert sum(likely for _, likely in falls(count, sides)) == pytest.approx(1)
    pairs = sum(likely for dice, likely in falls(2, 4) if dice[0] == dice[1])
    assert pairs == pytest.approx(sum(a == b for a, b in product(range(4), repeat=2)) / 16)


# -- the end


@pytest.mark.rule("BM27")
def test_the_end_says_how_good_a_score_is() -> None:
    """By a rank of the house, and beside the measured scores of computer players."""
    view = GAME.view(Table("Gus", "Fran").s, 0)
    plain = json.loads((files(content) / "measured.json").read_text("utf-8"))["rates"]["plain"]
    middle = plain["deciles"][4]

    def said(points: int, *challenges: str) -> str:
        ended = Outcome((), "out", (points,))
        shown = msgspec.structs.replace(view, outcome=ended, challenges=challenges)
        return f"{GAME.text.outcome(shown, ended)} {GAME.text.revealed(shown)[-1]}"

    trips = "trips of a computer that looks ahead"
    start = "Out through CHECKOUT."
    assert said(0).startswith(f"{start} 0 points: Browser. 9 of 10 {trips} end with as much or ")
    assert said(middle + 1).startswith(
        f"{start} {middle + 1} points: {rank(middle + 1)}. Better than 50 of 100 {trips}."
    )
    assert said(200).startswith(f"{start} 200 points: Legend. Better than 90 of 100 {trips}.")
    assert f"90 of 100 hardcore {trips}" in said(200, "hardcore")
    assert [rank(least) for least, _ in RANKS] == [name for _, name in RANKS]


@pytest.mark.rule("BM27")
def test_the_piles_and_the_points_missed_are_told_at_the_end_alone() -> None:
    table = Table("Gus", "Fran", hardcore=True)
    assert GAME.view(table.s, 0).pile == GAME.view(table.s, None).pile_items == ()
    table.s.fighters[0].state = KNOCKED_OUT
    table.s.fallen = []
    r = Resolver(GAME, table.s, [])
    GAME.resign(r, 0)
    s = table.s
    enemies, items, missed, _ = GAME.text.revealed(GAME.view(s, None))
    assert enemies.startswith("Next against you would have stood ")
    assert enemies.endswith(f", and {len(s.enemies) - 4} more.")
    assert items.startswith("The next items would have been ")
    assert missed == (
        "Points missed: 50 for bringing the TV home, 10 for going out through CHECKOUT."
    )
    world = clone(GAME, s)
    GAME.determinize(world, 0, random.Random(1))
    assert world == s
