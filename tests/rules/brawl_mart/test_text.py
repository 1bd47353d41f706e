"""The words of a trip: every roll, hit and point with its reason."""

from importlib.resources import files

import pytest

from rules.brawl_mart.content.brawlers import BEATS, BRAWLERS
from rules.brawl_mart.content.store import PLACE, STORE
from rules.brawl_mart.game import GAME
from rules.brawl_mart.state import (
    SLAIN,
    Attack,
    BrawlEnded,
    Buy,
    Exchanged,
    Go,
    Hit,
    LineUp,
    Pass,
    Recruit,
    Respawned,
    Store,
    Use,
)
from rules.brawl_mart.text.lines import explain, told
from rules.engine import kernel
from rules.engine.contract import Resolver
from rules.engine.errors import Refused
from rules.engine.page import page
from rules.engine.state import Event, Option
from tests.rules.brawl_mart.table import Table, who


def line(table: Table, event: Event) -> str:
    """An event as everybody reads it."""
    said: str = GAME.text.line(GAME.view(table.s, None), event)
    return said


def exchanged(table: Table, attacker: str, target: str, *dice: int, choice: int = 0) -> str:
    """An exchange with these dice, in words."""
    mine, theirs, hits = table.exchange(attacker, target, *dice, choice=choice)
    tie = any(hit.by < 0 for hit in hits)
    return line(table, Exchanged(table.s.at, mine, theirs, who(target), tie, tuple(hits)))


@pytest.mark.rule("BM15", "BM16", "BM20")
def test_the_worked_example_reads_like_the_rulebook() -> None:
    table = Table("Wallace, Brodacious", "Wispy Tim+Stretchy, Ojwald")
    assert exchanged(table, "Brodacious", "Tim", 2, 5) == (
        "Brodacious the Lifter 8 – Wispy Tim 10. “Old-School” Wallace takes the deadly blow meant "
        "for Brodacious the Lifter and goes down. Brodacious the Lifter: 2 +1 type +5 Shoplift = 8."
        " Wispy Tim: 5 +5 Suffocation = 10."
    )


@pytest.mark.rule("BM15", "BM16")
def test_what_an_exchange_comes_to_is_read_before_its_sums() -> None:
    """Each sum is a sentence; a die that is the total needs none, nor does who cannot counter."""
    assert exchanged(Table("Fran", "Ojwald", at="ELECTRONICS"), "Fran", "Ojwald", 1, 6) == (
        "Forklift Fran 0 – Ojwald 0. 0 hits nobody. "
        "Forklift Fran: 1 ×2, but 0 (the engine stalls on a 1). "
        "Ojwald: 6 +1 type +1 doorbuster, but 0 (the attacker is no rival)."
    )
    assert exchanged(Table("Mop", "Intercom"), "Mop", "Intercom", 3, 2).startswith(
        "The Mop Prophet 3 – The Intercom 2. The Intercom is knocked out"
    )
    assert exchanged(Table("Gus", "Mop!", at="SEASONAL"), "Gus", "Mop", 3) == (
        "Greeter Gus attacks with 4. The Mop Prophet was down already and is slain. "
        "Greeter Gus: 3 +1 = 4."
    )


@pytest.mark.rule("BM5", "BM6", "BM9", "BM15")
@pytest.mark.parametrize(
    ("own", "enemies", "at", "dice", "mine", "theirs"),
    [
        ("Ben", "Intercom", "PRODUCE", (4, 1, 3, 2), "1+3 (of 4, 1, 3) +2 type = 6", "2"),
        ("Fran", "Intercom", "PRODUCE", (3, 2), "(3 +1 type) ×2 = 8", "2"),
        ("Fran", "Mop", "SEASONAL", (3, 2), "3 ×2 = 6", "2"),
        ("Gus+Turkey", "Mop", "SEASONAL", (3, 2), "3 +1 +3 Frozen Turkey = 7", "2"),
        ("Carla", "Sue", "SEASONAL", (3, 4, 3), "3", "4+3 -3 Half Off = 4"),
        ("Joe", "Ben", "SEASONAL", (1, 1, 2, 3), "1 +3 Markup = 4", "1+2 (of 1, 2, 3) = 3"),
        ("Mop", "Intercom", "BOOKS", (3, 2), "3 +1 hush = 4", "2 +1 hush = 3"),
        ("Mop", "Intercom", "ELECTRONICS", (3, 1), "3", "1 +1 doorbuster = 2"),
        ("Gus", "Ojwald", "SEASONAL", (3, 2), "3 +1 = 4", "2, but 0 (the attacker is no rival)"),
        (
            "Gus",
            "Fran",
            "PRODUCE",
            (3, 1),
            "3 +1 = 4",
            "1 ×2, but 0 (the engine stalls on a 1)",
        ),
        (
            "Brodacious",
            "Joe",
            "PRODUCE",
            (1, 2),
            "1 +1 Shoplift = 2",
            "2 (a plain die: both abilities need the other's result)",
        ),
    ],
)
def test_every_step_of_a_roll_is_named(
    own: str, enemies: str, at: str, dice: tuple[int, ...], mine: str, theirs: str
) -> None:
    table = Table(own, enemies, at=at)
    attack, counter, _ = table.exchange(own.split("+")[0], enemies, *dice)
    assert counter is not None
    assert explain(attack, STORE[PLACE[at]].rule) == mine
    assert explain(counter, STORE[PLACE[at]].rule) == theirs


def test_a_cheer_is_named() -> None:
    table = Table("Mop", "Ben!", at="SEASONAL")
    table.fighter("Mop").cheered = 2
    attack, _, _ = table.exchange("Mop", "Ben", 3)
    assert explain(attack, "dark") == "3 +3 Cleanup Foretold +2 Megaphone = 8"


@pytest.mark.rule("BM15")
@pytest.mark.parametrize(
    ("own", "enemies", "at", "dice", "words"),
    [
        ("Brodacious", "Mop", "PRODUCE", (5, 5), " A tie. The Mop Prophet is knocked out."),
        ("Brodacious", "Mop", "BAKERY", (5, 5), " A tie, which knocks nobody out here."),
        ("Mop", "Intercom", "BAKERY", (4, 4), " A tie, which knocks nobody out here."),
        ("Mop", "Intercom", "PRODUCE", (4, 4), " A tie, and The Intercom wins ties. The Mop"),
        ("Fran", "Ojwald", "PRODUCE", (1, 4), " 0 hits nobody."),
    ],
)
def test_equal_totals_are_explained(
    own: str, enemies: str, at: str, dice: tuple[int, ...], words: str
) -> None:
    assert words in exchanged(Table(own, enemies, at=at), own, enemies, *dice)


@pytest.mark.rule("BM16", "BM17")
@pytest.mark.parametrize(
    ("hit", "words"),
    [
        (Hit(12, 9, "knocked out", 9), "Greeter Gus is knocked out: 9 against resistance 9."),
        (Hit(12, -1, "knocked out", 9), "Greeter Gus is knocked out."),
        (Hit(12, 10, "slain", 9), "Greeter Gus is slain: 10 against resistance 9."),
        (Hit(12, 2, "slain", 9), "Greeter Gus was down already and is slain."),
        (Hit(12, 2, "shrugged off", 9), "Greeter Gus smiles the first knock-out away."),
        (
            Hit(12, 2, "returned", 9),
            "Greeter Gus hands in the Return Receipt: the hit does not count.",
        ),
        (Hit(12, 2, "got up", 9), "Greeter Gus sniffs the Smelling Salts and stands again."),
    ],
)
def test_what_a_hit_does_has_its_reason(hit: Hit, words: str) -> None:
    assert told((hit,)) == f" {words}"


@pytest.mark.rule("BM16")
def test_a_hit_knows_the_resistance_it_met() -> None:
    table = Table("Intercom", "Mop+Bubble")
    assert "The Mop Prophet is knocked out: 6 against resistance 7." in exchanged(
        table, "Intercom", "Mop", 6, 1
    )


@pytest.mark.rule("BM15", "BM26")
def test_the_department_is_named_after_a_lost_brawl_too() -> None:
    """The pawn is in THE RESTROOM by the time the last exchange is read."""
    for seed in range(20):
        table = Table("Kaathrynn", "Fran", at="ELECTRONICS")
        table.s.seed = bytes([seed]) * 16
        told_ = table.do(Attack(who("Fran"), 1))
        if table.asks == "go":
            break
    event = next(t.event for t in told_ if isinstance(t.event, Exchanged))
    assert table.s.at == PLACE["THE RESTROOM"]
    assert "+1 doorbuster" in line(table, event)


@pytest.mark.rule("BM4", "BM13")
@pytest.mark.parametrize(
    ("own", "target", "words"),
    [
        (
            "Gus+Wet",
            "Sue",
            "Gus puts the Wet Floor Sign before Sample Sue, whose next counter is 0.",
        ),
        ("Gus+Salts, Mop!", "Mop", "Greeter Gus wakes The Mop Prophet with the Smelling Salts."),
        ("Gus+Megaphone, Nerph", "Nerph", "cheers Nerph on with the Megaphone: +2 for the next"),
        ("Gus+Extinguisher", "Sue", "Greeter Gus sprays Sample Sue with the Fire Extinguisher: "),
        ("Gus+Stretchy", "Sue", "Greeter Gus's Stretchy Hand takes the Foam Finger of Sample Sue."),
    ],
)
def test_an_item_used_says_what_it_does(own: str, target: str, words: str) -> None:
    table = Table(own, "Sue+Foam, Ben")
    event = table.do(Use(who(target)))[0].event
    assert words in line(table, event)
    if "sprays" in words:
        assert "and no counter. Sample Sue is knocked out: " in line(table, event)


# -- the end of a brawl


@pytest.mark.rule("BM21", "BM22")
@pytest.mark.parametrize(
    ("event", "words"),
    [
        (BrawlEnded("won", 1, 0), "The brawl is won: +1 KP."),
        (
            BrawlEnded("won", 1, 2, 1),
            "The brawl is won: +1 KP, +1 SP, +1 SP from the clearance.",
        ),
        (BrawlEnded("won", 1, 1, 1), "The brawl is won: +1 KP, +1 SP from the clearance."),
        (BrawlEnded("stalemate", 0, 0), "A stalemate, as no attack can change anything."),
        (
            BrawlEnded("stalemate", 0, 1),
            "A stalemate, as no attack can change anything: +1 SP.",
        ),
        (BrawlEnded("lost", 0, 0), "The brawl is lost: none of yours stands."),
    ],
)
def test_the_end_of_a_brawl_in_words(event: BrawlEnded, words: str) -> None:
    assert line(Table("Gus", "Fran"), event) == words


@pytest.mark.rule("BM26")
def test_who_has_nobody_to_send_reads_why_the_brawl_is_lost() -> None:
    table = Table("", "", at="BAKERY")
    table.s.frames, table.s.open = [Store()], []
    kernel.advance(Resolver(GAME, table.s, []))
    told_ = table.do(Go(PLACE["HARDWARE"]))
    assert "On your side: nobody." in [line(table, t.event) for t in told_]


@pytest.mark.rule("BM26")
def test_the_restroom_says_what_becomes_of_the_tv() -> None:
    table = Table("Gus", "Fran")
    assert "out of reach" in line(table, Respawned())
    table.s.tv = True
    assert "The TV stays yours" in line(table, Respawned())


@pytest.mark.rule("BM7")
def test_ojwalds_attack_names_all_his_rivals() -> None:
    table = Table("Ojwald", "Traitor Joe, Gus, Intercom")
    view = GAME.view(table.s, 0)
    assert [GAME.text.label(view, option) for option in table.options()] == [
        "Attack Traitor Joe and Intercom",
        "Pass",
    ]


@pytest.mark.rule("BM4")
def test_the_question_says_what_is_used_up() -> None:
    for held, said in (("Smelling Salts", True), ("Megaphone", False), ("Foam Finger", False)):
        view = GAME.view(Table(f"Gus+{held}, Tim!", "Fran").s, 0)
        assert (f"The {held} can be used once." in GAME.text.prompt(view, "act")) == said


@pytest.mark.rule("BM24")
def test_an_unchanged_shop_is_not_told_again() -> None:
    table = Table("Gus", "Fran!", at="HARDWARE")
    table.s.shop = [table.s.items.draw() for _ in range(3)]
    told_ = table.do(Pass())
    assert "Restocked" not in {type(t.event).__name__ for t in told_}
    table = Table("Gus", "Fran!", at="HARDWARE")
    told_ = table.do(Pass())
    assert "Restocked" in {type(t.event).__name__ for t in told_}


@pytest.mark.rule("BM27")
def test_the_score_is_read_line_by_line() -> None:
    table = Table("Gus", "Fran!", at="BOOKS")
    table.do(Pass())
    while table.asks != "go":
        table.do(table.options()[0])
    table.do(Go(PLACE["CHECKOUT"]))
    words = GAME.text.board(GAME.view(table.s, 0))
    assert (
        "Score: 15 for no slain enemies in the café, 10 for going out through CHECKOUT, 5 for "
        "1 brawler in hand, 2 for 1 KP, 1 for no SP left."
    ) in words


# -- refusals


@pytest.mark.parametrize(
    ("own", "enemies", "at", "option", "rule", "words"),
    [
        ("Gus", "Fran", "PRODUCE", Attack(who("Sue")), "BM13", "an enemy of this brawl"),
        ("Gus", "Fran", "PRODUCE", Attack(who("Fran"), 2), "BM18", "no choice of dice"),
        ("Kaathrynn", "Fran", "PRODUCE", Attack(who("Fran"), 7), "BM18", "Choose 1 to 6 D6"),
        ("Gus", "Fran, Sue", "CLOTHING", Attack(who("Sue")), "BM13", "Narrow aisle"),
        ("Ojwald", "Fran", "PRODUCE", Attack(who("Fran")), "BM7", "without one he cannot"),
        ("Gus", "Fran", "PRODUCE", Use(who("Fran")), "BM13", "Greeter Gus holds no item"),
        ("Gus+Foam", "Fran", "PRODUCE", Use(who("Fran")), "BM4", "Foam Finger works by itself"),
        ("Gus+Salts", "Fran", "PRODUCE", Use(who("Fran")), "BM4", "A knocked-out ally stands"),
    ],
)
def test_a_refusal_in_a_brawl_says_what_is_in_the_way(
    own: str, enemies: str, at: str, option: Option, rule: str, words: str
) -> None:
    table = Table(own, enemies, at=at)
    with pytest.raises(Refused, match=words) as refused:
        table.do(option)
    assert refused.value.rule == rule


@pytest.mark.rule("BM12")
def test_a_refusal_before_the_brawl() -> None:
    table = Table("", "Fran")
    table.s.hand, table.s.frames[0].step = [who("Gus")], "line_up"
    table.s.enemies.take(who("Gus"))
    with pytest.raises(Refused, match="a brawler of your hand"):
        table.do(LineUp(who("Sue")))
    with pytest.raises(Refused, match="First line up"):
        table.do(Attack(who("Sue")))


@pytest.mark.rule("BM21")
def test_an_item_cannot_stand_in_for_the_attack_that_must_be_made() -> None:
    table = Table("Gus+Wet", "Fran")
    table.do(Pass())
    assert table.options() == [Attack(who("Fran"))]
    for option in (Pass(), Use(who("Fran"))):
        with pytest.raises(Refused, match="must be made now"):
            table.do(option)


@pytest.mark.rule("BM22", "BM24", "BM28")
def test_a_refusal_in_the_café_names_the_price() -> None:
    table = Table("Gus", "Fran!, Ben!, Sue", at="HARDWARE")
    table.fighter("Sue").state = SLAIN
    table.s.kp = -1
    table.do(Pass())
    shop = table.s.shop
    for option, words in (
        (Recruit(who("Fran")), "costs 2 KP here, and you have 1"),
        (Recruit(who("Sue")), "knocked out in this brawl"),
        (Buy(shop[2]), "costs 3 SP, and you have 1"),
        (Buy(-1), "lies in a slot"),
        (Pass(), "recruit, buy or leave"),
    ):
        with pytest.raises(Refused, match=words):
            table.do(option)
    table = Table("Gus", "Fran!, Ben!", at="TOYS", no_recruits=True)
    table.do(Pass())
    with pytest.raises(Refused, match="nobody changes sides"):
        table.do(Recruit(who("Fran")))


# -- the page of rules


def test_the_page_describes_the_cards_as_they_are() -> None:
    rules = page("brawl_mart").rules
    for card in BRAWLERS[:4]:
        facts = f"{card.formula} {card.kind}, resistance {card.resistance}, {card.type}."
        assert f"- {card.name}: {facts}" in rules["BM7"].text
    for stronger, weaker in BEATS.items():
        arrow = (f"{stronger} to {weaker}", f"{stronger} has an arrow to {weaker}")
        assert any(words in rules["BM9"].text for words in arrow)


def test_the_page_names_every_department_with_a_rule() -> None:
    written = files("rules").joinpath("brawl_mart", "RULES.md").read_text(encoding="utf-8")
    _, _, departments = written.partition("## Departments")
    named = {d.name for d in STORE if d.name in departments}
    assert named == {d.name for d in STORE if d.rule}


def test_where_abilities_do_nothing_the_question_says_so() -> None:
    """Whoever acts in the GARDEN, among all that pollen; elsewhere the board has them."""
    says = [
        GAME.text.prompt(GAME.view(Table("Tim", "Mop", at=at).s, 0), "act")
        for at in ("GARDEN", "PRODUCE")
    ]
    assert ["Does nothing here" in said for said in says] == [True, False]
    table = Table("Tim", "Mop", at="PRODUCE")
    assert "Tim acts. Suffocation: A roll above 3 counts double." in GAME.text.board(
        GAME.view(table.s, 0)
    )
