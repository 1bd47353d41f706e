"""What stands on a button: what an option does, to whom, and what comes of it."""

import pytest

from rules.bro_brawl.content.cards import GRUNTS
from rules.bro_brawl.game import GAME
from rules.bro_brawl.state import (
    Aim,
    BestShot,
    Bleed,
    Bury,
    Buy,
    BuyAndUse,
    NoAction,
    OpenPack,
    Patch,
    Recover,
    Scout,
    Send,
    Shoot,
    Slap,
    ToTop,
)
from rules.engine.state import Option
from tests.rules.bro_brawl.table import (
    ARMOR,
    BRUTE,
    GUN2,
    PACK2,
    SCAMP,
    TROOPER,
    Table,
    grunt,
    mishap,
    special,
)

HALF_A_LINE = 24  # characters: on a phone two such buttons mostly stand side by side


def button(table: Table, option: Option) -> tuple[str, str]:
    """The words of a button, and what stands beside it."""
    words: tuple[str, str] = GAME.text.brief(GAME.view(table.s, 0), option)
    return words


def busy() -> Table:
    """Brock is hurt, has kills, a pack and a gun; Brody has a mishap; a Trooper is wounded."""
    table = Table()
    table.foes(BRUTE, TROOPER, special("Snowblind Wizard"))
    table.s.zone[1].wounds = 1
    table.s.bros[0].life, table.s.bros[2].life = 8, 11
    table.gear(0, PACK2)
    table.kills(0, SCAMP, TROOPER + 1)
    table.suffer(1, mishap("Privileged"))
    return table


@pytest.mark.rule("BO10", "BO11", "BO12", "BO16", "BO17", "BO18", "BO19")
@pytest.mark.parametrize(
    ("option", "words"),
    [
        (BestShot(TROOPER), "Best: Trooper A, falls"),
        (BestShot(special("Snowblind Wizard")), "Best: Snowblind Wizard"),
        (Shoot(TROOPER), "Hit Trooper A: falls"),
        (Shoot(BRUTE), "Hit Brute A: 2 left"),
        (Slap(1, mishap("Privileged")), "Cure Brody, 1 of 2: Privileged"),
        (Patch(2), "Heal Broseph to 12"),
        (OpenPack(2), "Use pack 2: Brock to 10"),
        (Recover(1), "Scamp A back: life 9"),
        (Recover(3), "2 kills back: life 11"),
        (Buy(ARMOR), "Armor 1, Scamp A back"),
        (Buy(GUN2), "Gun 2, Trooper B back"),
        (BuyAndUse(PACK2), "Pack 2 at once: life 10"),
        (Bleed(TROOPER, 1), "Give 1, Trooper A: falls"),
        (Scout("battle"), "Scout Battle deck"),
        (Bleed(-4, 1), "Give 1, Broseph to 12"),
    ],
)
def test_a_button_says_what_comes_of_an_action(option: Option, words: str) -> None:
    assert button(busy(), option) == (words, "")


def test_a_shot_that_most_likely_leaves_one_dead_is_not_called_the_best() -> None:
    table = busy()
    for life, words in ((4, "Best"), (1, "Shot")):
        table.s.bros[0].life = life
        assert button(table, BestShot(TROOPER))[0] == f"{words}: Trooper A, falls"
    assert GAME.text.label(GAME.view(table.s, 0), BestShot(TROOPER)) == "Shot: Trooper A, falls"


@pytest.mark.rule("BO11")
def test_a_cure_is_called_one() -> None:
    table = busy()
    table.gear(0, GUN2)
    cure = Slap(1, mishap("Privileged"))
    assert button(table, cure)[0] == "Cure Brody of Privileged"
    assert GAME.text.verbs[Slap].name == "cure" and "Knock sense" in GAME.text.about(Slap)


@pytest.mark.rule("BO12")
def test_kills_that_pay_for_a_pack_do_not_come_back() -> None:
    table = busy()
    labels = [GAME.text.label(GAME.view(table.s, 0), buy) for buy in (Buy(GUN2), Buy(PACK2))]
    assert labels == [
        "Buy gun 2, Trooper B back",
        "Buy pack 2 for Trooper B",
    ]


@pytest.mark.rule("BO8", "BO21")
def test_a_grunt_s_target_and_what_is_left_of_it() -> None:
    table = Table()
    table.foes(BRUTE, SCAMP)
    fire = grunt("damage", 2)
    table.next_grunts(fire)
    table.do(NoAction())
    assert [button(table, Aim(card))[0] for card in (SCAMP, BRUTE)] == [
        "Hit Scamp A: falls",
        "Hit Brute A: 1 left",
    ]
    assert button(table, Send(fire, BRUTE))[0] == "Fire 2 at Brute A: 1 left"
    assert button(table, Send(grunt("reinforcements"), -1))[0] == (
        "Reinforcements: shuffles the deck anew"
    )


@pytest.mark.rule("BO13")
def test_scouted_cards_go_on_top_or_below_by_short_names() -> None:
    table = Table()
    table.next_cards(GUN2, BRUTE, SCAMP, TROOPER)
    table.do(Scout("battle"))
    assert [button(table, one)[0] for one in (ToTop(GUN2), Bury(BRUTE))] == [
        "Gun 2 on top",
        "Brute A below",
    ]


def test_most_buttons_are_half_a_line_of_a_phone() -> None:
    table = busy()
    options = (Shoot(BRUTE), Patch(2), OpenPack(2), Recover(1), Buy(GUN2), Bleed(BRUTE, 3))
    assert all(0 < len(button(table, one)[0]) <= HALF_A_LINE for one in options)


@pytest.mark.rule("BO8", "BO18")
def test_a_grunt_is_not_called_like_an_action() -> None:
    """Sacrifice is what a bro does; what takes a mishap away is the Grunt's."""
    assert GRUNTS[grunt("sacrifice")].name == "Grunt sacrifice"
    table = Table()
    view = GAME.view(table.s, 0)
    table.next_grunts(grunt("sacrifice"))
    assert GAME.text.called(view, Send, "grunt", grunt("sacrifice"))[-1] == "Sacrifice"
