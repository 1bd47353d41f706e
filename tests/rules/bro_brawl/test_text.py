"""The words of a fight: every ruling with its reason."""

import pytest

from rules.bro_brawl.content.names import bro
from rules.bro_brawl.game import GAME
from rules.bro_brawl.state import (
    Attack,
    Delay,
    GruntHit,
    KnockSense,
    NoAction,
    Pay,
    PlayGrunt,
    Purchase,
    PutBack,
    SacrificeHeal,
    SacrificeHit,
    Scout,
    Show,
    Stun,
)
from rules.engine.errors import Refused
from rules.engine.kernel import TimedOut
from rules.engine.state import Option, Outcome
from rules.engine.text import line
from tests.rules.bro_brawl.table import (
    ARMOR,
    BRUTE,
    GUN2,
    GUN3,
    SCAMP,
    TROOPER,
    Table,
    grunt,
    mishap,
    special,
)


def said(table: Table, *options: Option, seat: int = 0) -> list[str]:
    """What everybody reads of these answers."""
    told = table.do(*options, seat=seat)
    view = GAME.view(table.s, None)
    return [GAME.text.line(view, t.event) for t in told if t.to is None]


def label(table: Table, option: Option) -> str:
    """An option as seat 0 reads it."""
    assert option in table.options()
    words: str = GAME.text.label(GAME.view(table.s, table.s.seats[0]), option)
    return words


# -- damage


@pytest.mark.rule("BO9")
def test_the_monsters_damage_is_added_up() -> None:
    table = Table()
    table.foes(BRUTE, BRUTE + 1, BRUTE + 2)
    table.next_grunts(grunt("sacrifice"))
    assert "Brock loses 2 to the foes, life 10: strength 9, 1 for every 4." in said(
        table, NoAction()
    )


@pytest.mark.rule("BO9", "BO27")
def test_nothing_is_told_of_damage_that_is_none() -> None:
    table = Table()
    table.foes(BRUTE)
    table.next_cards(mishap("Embargo"))  # it strikes everybody, and hurts nobody
    table.next_grunts(grunt("divert"))
    lines = said(table, NoAction())
    assert "Embargo happens to everybody!" in lines
    assert not any("takes 0" in line or "unhurt" in line for line in lines)


@pytest.mark.rule("BO9", "BO22", "BO25")
def test_what_makes_the_damage_more_or_less_is_named() -> None:
    table = Table()
    table.foes(BRUTE, special("Yeti Bouncer"), special("Icicle Sniper"))
    table.gear(0, ARMOR)
    table.suffer(0, mishap("Privileged"))
    table.next_grunts(grunt("fire", 1))
    assert (
        "Brock loses 5 to the foes, life 6: strength 13 and 4 more, 1 for every "
        "3, 1 on top, armor takes 1 off (Yeti Bouncer, Icicle Sniper and Privileged)."
    ) in said(table, NoAction())


@pytest.mark.rule("BO9")
def test_armor_that_takes_all_is_told() -> None:
    table = Table()
    table.foes(BRUTE, TROOPER)
    table.gear(0, ARMOR)
    table.next_grunts(grunt("sacrifice"))
    assert ("Armor keeps Brock unhurt: strength 5, 1 for every 4, armor takes 1 off.") in said(
        table, NoAction()
    )


@pytest.mark.rule("BO9", "BO22")
@pytest.mark.parametrize(
    ("gear", "words"),
    [
        (
            (),
            "Brock loses 1 to the foes, life 11: strength 5, 1 for every 4.",
        ),
        (
            (ARMOR,),
            "Brock loses 1 to the foes, life 11: strength 5, 1 for every "
            "4, armor does not help (Snowblind Wizard).",
        ),
    ],
)
def test_armor_that_does_not_help_is_told_to_who_has_some(
    gear: tuple[int, ...], words: str
) -> None:
    table = Table()
    table.foes(special("Snowblind Wizard"))
    table.gear(0, *gear)
    table.next_grunts(grunt("sacrifice"))
    assert words in said(table, NoAction())


@pytest.mark.rule("BO9", "BO22")
def test_armor_against_the_sniper_alone_is_told_too() -> None:
    table = Table()
    table.foes(special("Icicle Sniper"))
    table.s.zone[0].stunned = True
    table.gear(0, ARMOR)
    table.next_grunts(grunt("sacrifice"))
    assert (
        "Armor keeps Brock unhurt: strength 0, 1 for every 4, 1 on top, armor takes 1 off "
        "(Icicle Sniper)."
    ) in said(table, NoAction())


@pytest.mark.rule("BO8", "BO25")
def test_friendly_fire_names_what_made_it_worse() -> None:
    table = Table()
    table.suffer(0, mishap("Glitter Bomb"))
    table.next_grunts(grunt("fire", 1))
    lines = said(table, NoAction())
    assert "Brock loses 2, life 10: friendly fire, made worse by Glitter Bomb." in lines
    assert "There is nothing for it to do." not in lines


@pytest.mark.rule("BO25")
def test_a_mishap_that_hurts_is_named() -> None:
    table = Table()
    table.suffer(1, mishap("Blew Yourself Up"))
    table.next_cards(SCAMP)
    table.next_grunts(grunt("divert"))
    assert "Brody loses 1, life 11: Blew Yourself Up." in said(table, NoAction())


# -- hits


@pytest.mark.rule("BO10", "BO25")
def test_a_weakened_gun_says_so_before_and_after() -> None:
    table = Table()
    table.foes(BRUTE)
    table.gear(0, GUN3)
    table.suffer(0, mishap("Gun Envy"))
    table.next_grunts(grunt("fire", 1))
    assert label(table, Attack(BRUTE, 3)) == "Attack Brute A with the 3-point gun for 2"
    assert "Brock hits Brute A for 2 (1 less: Gun Envy): 1 more to kill it." in said(
        table, Attack(BRUTE, 3)
    )


@pytest.mark.rule("BO8", "BO22")
def test_a_grunt_that_is_drowned_out_says_so() -> None:
    table = Table()
    table.foes(SCAMP, special("Blizzard DJ"))
    table.next_grunts(grunt("damage", 2))
    assert (
        "The Grunt hits Scamp A for 1 (1 less: Blizzard DJ): it falls, a kill for Brock."
    ) in said(table, NoAction(), GruntHit(SCAMP))


@pytest.mark.rule("BO11", "BO22")
def test_what_a_mishap_costs_now_is_told() -> None:
    table = Table()
    table.foes(special("Snowblind Wizard"))
    table.gear(0, GUN2)
    table.suffer(0, mishap("Glitter Bomb"))
    table.suffer(1, mishap("Privileged"))
    table.next_grunts(grunt("fire", 1))
    knock = KnockSense(1, mishap("Privileged"), 2)
    assert label(table, knock) == "Knock 1 sense into Brody (Privileged)"
    assert (
        "Brock knocks 1 sense into Brody (1 less: Glitter Bomb): Privileged, 1 of 2, 1 more "
        "because of Snowblind Wizard."
    ) in said(table, knock)


@pytest.mark.rule("BO11")
def test_coming_round_by_itself_is_told() -> None:
    table = Table()
    table.foes(special("Snowblind Wizard"))
    table.suffer(1, mishap("Privileged"))
    table.s.bros[1].mishaps[0].knocked = 1
    table.next_grunts(grunt("divert"))
    assert "Brody comes round: 1 is enough for Privileged now." in said(table, NoAction())


@pytest.mark.rule("BO18")
def test_a_sacrifice_and_its_undoing_are_told() -> None:
    table = Table()
    table.s.bros[0].life, table.s.bros[1].life = 4, 5
    table.next_grunts(grunt("fire", 1))
    lines = said(table, SacrificeHeal(3, 1))
    assert "Brock sacrifices 3 to heal Brody." in lines
    assert "Brody heals 3, life 8 of 12." in lines
    assert "Brock is dead, and the sacrifice is undone: Brody loses 3, life 5." in lines
    start = "Brock is dead, and the sacrifice is undone: Brute A "
    for points, end in (
        (1, "has 1 wound fewer."),
        (2, "has 2 wounds fewer."),
        (3, "is back in the Battle Zone."),
    ):
        table = Table()
        table.foes(BRUTE, TROOPER)
        table.s.bros[0].life = 4
        table.next_grunts(grunt("fire", 2))
        assert start + end in said(table, SacrificeHit(points, BRUTE))


@pytest.mark.rule("BO18")
@pytest.mark.parametrize(
    ("option", "words"),
    [
        (SacrificeHeal(2, 1), "Brock's turn, 2 sacrificed for Brody."),
        (SacrificeHit(2, BRUTE), "Brock's turn, 2 sacrificed against Brute A."),
    ],
)
def test_the_table_tells_what_may_still_be_undone(option: Option, words: str) -> None:
    table = Table()
    table.foes(BRUTE, TROOPER)
    table.s.bros[1].life = 3
    table.next_grunts(grunt("damage", 1))
    table.do(option)
    assert GAME.text.board(GAME.view(table.s, None)).endswith(words)


@pytest.mark.rule("BO12")
def test_enough_is_paid_and_more_may_be() -> None:
    table = Table()
    table.shop(GUN3)
    table.kills(0, SCAMP, TROOPER, BRUTE)
    table.do(Purchase(GUN3, False), Pay(BRUTE))
    view, question = GAME.view(table.s, 0), table.s.question(0)
    assert question is not None
    asked = GAME.text.prompt(view, question.kind)
    assert asked == "The price is met. Pay with another kill, too?"
    assert GAME.text.label(view, table.options()[0]) == "No more"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Selfie Stick", "Brute A's wounds close: Selfie Stick."),
        ("Fog Machine", "Brute A's wounds close: Fog Machine."),
    ],
)
@pytest.mark.rule("BO25", "BO27")
def test_wounds_do_not_close_unheard(name: str, line: str) -> None:
    table = Table()
    table.foes(BRUTE, TROOPER)
    table.s.zone[0].wounds = 1
    table.next_cards(mishap(name))
    table.next_grunts(grunt("divert"))
    lines = said(table, NoAction())
    assert line in lines
    assert not any("Trooper A's wounds" in other for other in lines)


@pytest.mark.rule("BO22")
def test_the_ferret_is_seen_to_recover() -> None:
    table = Table()
    table.foes(special("Frostbite Ferret"))
    table.next_grunts(grunt("sacrifice"))
    lines = said(table, Attack(special("Frostbite Ferret"), 1))
    assert "Frostbite Ferret's wounds close." in lines


# -- cards and where they go


@pytest.mark.rule("BO6", "BO22", "BO25")
def test_one_more_card_has_its_reason() -> None:
    table = Table()
    table.foes(special("Avalanche Annie"))
    table.suffer(1, mishap("Wrong Playlist"))
    table.next_cards(SCAMP, GUN2, TROOPER)
    table.next_grunts(grunt("fire", 1))
    lines = said(table, NoAction())
    assert "Brody draws Scamp A, worth 1." in lines
    assert "Brody draws a 2-point gun, one more card because of Avalanche Annie." in lines
    assert "Brody draws Trooper A, worth 2, one more card because of Wrong Playlist." in lines


@pytest.mark.rule("BO21", "BO26")
@pytest.mark.parametrize(
    ("dead", "busy", "line"),
    [
        ((), (), "Brody draws Gun Control and is stuck with it."),
        ((1,), (), "Brody draws Gun Control, which goes from the dead to Broseph."),
        ((), (1,), "Brody draws Gun Control, has a mishap already and hands it to Broseph."),
        (
            (0, 2, 3),
            (1,),
            "Brody draws Gun Control and keeps it too, as every living bro has a mishap.",
        ),
    ],
)
def test_why_a_mishap_ends_up_where_it_does(
    dead: tuple[int, ...], busy: tuple[int, ...], line: str
) -> None:
    table = Table()
    for seat in busy:
        table.suffer(seat, mishap("Gun Envy"))
    table.next_cards(mishap("Gun Control"))
    table.next_grunts(grunt("fire", 1))
    for seat in dead:
        table.s.bros[seat].life = 1 if seat == 0 else 0
    assert any(other.startswith(line) for other in said(table, NoAction()))


@pytest.mark.rule("BO8", "BO25")
def test_why_no_grunt_comes() -> None:
    table = Table()
    table.suffer(0, mishap("Jammed Radio"))
    assert "No Grunt comes for Brock: Jammed Radio." in said(table, NoAction())


@pytest.mark.rule("BO21")
def test_the_dead_pick_and_fire_does_nothing_to_them() -> None:
    table = Table()
    table.s.bros[1].life = 0
    table.next_cards(BRUTE)
    fire = grunt("fire", 2)
    table.next_grunts(grunt("divert"), fire, grunt("damage", 2))
    lines = said(table, NoAction())
    assert (
        "The Grunts of Brody's ghost: Friendly fire 2 (2 damage to the bro) or Grunt fire 2 "
        "(2 damage to a foe)."
    ) in lines
    assert "Brody's ghost plays Friendly fire 2: nothing hurts the dead." in said(
        table, PlayGrunt(fire), seat=1
    )


@pytest.mark.rule("BO12", "BO22")
def test_an_offer_names_its_price_as_it_is_now() -> None:
    table = Table()
    table.shop(GUN2)
    table.kills(0, BRUTE)
    assert label(table, Purchase(GUN2, False)) == "Buy 2-point gun A for 2 points"
    table.foes(special("Polar Bear Market"))
    assert label(table, Purchase(GUN2, False)) == "Buy 2-point gun A for 3 points"


# -- refusals


@pytest.mark.parametrize(
    ("foes", "mishaps", "option", "rule", "words"),
    [
        ((), ("Snack Break",), Attack(BRUTE, 1), "BO25", "Snack Break cancels"),
        (("Frost Giant",), (), Stun(BRUTE), "BO22", "Frost Giant is in the Battle Zone"),
        (("Snowbank",), (), Attack(BRUTE, 1), "BO22", "Snowbank is in the Battle Zone: Guns"),
        ((), ("Hot Coffee",), Delay(BRUTE), "BO25", "suffers Hot Coffee"),
        ((), ("Gun Envy",), Attack(BRUTE, 1), "BO25", "suffers Gun Envy: that gun does nothing"),
        ((), ("Gun Envy",), KnockSense(1, 49, 1), "BO25", "Gun Envy: that gun does nothing"),
        ((), ("Social Justice Warrior",), Attack(SCAMP, 1), "BO25", "Only foes worth three"),
        (("Polar Bear Market",), (), Purchase(GUN2, False), "BO12", "costs 3, and .* worth 2"),
        ((), (), Purchase(ARMOR, True), "BO12", "Only a health pack"),
        ((), (), Attack(BRUTE, 3), "BO10", "a gun you own"),
    ],
)
def test_a_refusal_names_the_card_in_the_way(
    foes: tuple[str, ...], mishaps: tuple[str, ...], option: Option, rule: str, words: str
) -> None:
    table = Table()
    table.foes(SCAMP, BRUTE, *(special(name) for name in foes))
    table.shop(ARMOR, GUN2)
    table.kills(0, TROOPER)
    table.suffer(0, *(mishap(name) for name in mishaps))
    with pytest.raises(Refused, match=words) as refused:
        table.do(option)
    assert refused.value.rule == rule


@pytest.mark.rule("BO13")
def test_why_scouted_cards_cannot_be_shown() -> None:
    table = Table(mode="competitive")
    table.do(Scout("grunt"))
    with pytest.raises(Refused, match="stays yours"):
        table.do(Show())
    table = Table()
    table.do(Scout("grunt"), PutBack(table.s.grunts.cards[0]))
    with pytest.raises(Refused, match="before the first"):
        table.do(Show())


# -- the table and the end


def test_the_table_in_words_tells_gear_danger_and_what_is_knocked() -> None:
    table = Table(3, mode="competitive")
    table.foes(BRUTE, BRUTE + 1)
    table.gear(0, ARMOR)
    table.suffer(1, mishap("Blew Yourself Up"))
    table.s.bros[1].mishaps[0].knocked = 1
    table.kills(2, BRUTE + 2)
    table.s.bros[2].life = 0
    words = GAME.text.board(GAME.view(table.s, None))
    assert "Strength 6, 0 damage to Brock." in words
    assert "Brock: life 12 of 12, 1-point gun, 1-point armor, kills 0." in words
    assert "Blew Yourself Up (1 of 2 knocked)." in words
    assert "Broseph: dead, 1-point gun, kills 3, counting half." in words
    assert "Scores: Brock 1, Brody 0, Broseph 2." in words


@pytest.mark.rule("BO30")
@pytest.mark.parametrize(
    ("players", "winners", "scores", "words"),
    [
        (2, (0,), (5, 3), "Brock and Broseph win: 5 points, Brody and Brobert 3."),
        (3, (1,), (1, 3, 0), "Brody wins: 3 points, Brock 1, Broseph 0."),
        (2, (), (3, 3), "A draw: Brock and Broseph 3, Brody and Brobert 3."),
    ],
)
def test_who_won_is_a_whole_sentence(
    players: int, winners: tuple[int, ...], scores: tuple[int, ...], words: str
) -> None:
    view = GAME.view(Table(players, mode="competitive").s, None)
    assert GAME.text.outcome(view, Outcome(winners, "scored", scores)) == words


def test_whoever_plays_several_bros_is_told_which_one_ran_out_of_time() -> None:
    table = Table(players=1)
    view = GAME.view(table.s, None)
    told = [line(GAME, view, TimedOut(seat)) for seat in range(len(view.bros))]
    assert [one.partition(" ran")[0] for one in told] == [bro(s) for s in range(len(view.bros))]
