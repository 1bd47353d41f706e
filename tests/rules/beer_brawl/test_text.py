"""Words: what is said, to whom, and that nothing is left without any."""

import msgspec
import pytest

from rules.beer_brawl.content import HOME, WOKEN, square_label
from rules.beer_brawl.game import GAME
from rules.beer_brawl.state import (
    EVENTS,
    OPTIONS,
    AtTable,
    Beaten,
    BeerBrawlVariant,
    Blows,
    ClockOver,
    Deploy,
    DraftBegan,
    DraftOver,
    Fight,
    Finished,
    Fought,
    Give,
    Moved,
    Passed,
    Placed,
    Ready,
    Rearm,
    Rearmed,
    Rerolled,
    Revived,
    Scatter,
    Step,
    Take,
    Token,
    TokenPlaced,
    Transferred,
    Victor,
    Woke,
)
from rules.engine.contract import USELESS
from rules.engine.state import Event, Outcome
from tests.rules.beer_brawl.table import SLOW, SQUARE, Table, tile

TEXT = GAME.text
SAID = [
    (TokenPlaced(0, "lake", 17), "Player 1 (Blue) lays a lake on C4."),
    (TokenPlaced(1, "rough", 17), "Player 2 (Orange) lays rough ground on C4."),
    (AtTable(1), "Player 2 (Orange) is at the table."),
    (DraftBegan(None), "All tiles are rolled: each side places its adventurers, in secret."),
    (DraftBegan(90), "All tiles are rolled and the clock runs: 90 seconds."),
    (Rerolled(0, 3), "You reroll; 3 left."),
    (Placed(1, 35), "Crumpet (Orange) is placed on A8."),
    (ClockOver(), "Time is up: no more rerolls. Place what is left."),
    (Finished(0, False), "Player 1 (Blue) has placed every tile."),
    (Finished(0, True), "The referee places the other tiles for Player 1 (Blue)."),
    (
        DraftOver(1, "rerolls", (3, 2)),
        "The draft is over. Player 2 (Orange) used fewer rerolls and begins. "
        "Rerolls: Blue 3, Orange 2.",
    ),
    (Woke(0, (2,)), "Dimple (Blue) wakes up."),
    (Woke(0, (2, 4)), "Dimple and Figgy (Blue) wake up."),
    (Moved(0, (0, 5, 6)), "Barnaby (Blue) goes A1–A2–B2."),
    (Revived(0, 0), "Barnaby (Blue) is back, on A1."),
    (
        Fought(0, 1, 1),
        "Barnaby (Blue) attacks Crumpet (Orange) and knocks it out: Barnaby has at least as much "
        "STRENGTH or MAGIC.",
    ),
    (
        Fought(0, 1, 0),
        "Barnaby (Blue) attacks Crumpet (Orange), who holds: Barnaby is knocked out. Crumpet has "
        "at least as much STRENGTH or MAGIC.",
    ),
    (Victor(0, 2), "Barnaby stands, with 2 armor left."),
    (Beaten(0, 1, 1), ""),  # its owner alone has words for it
    (
        Blows(0, 1, ((4, 1, 1), (2, 3, 0)), ((True, 1),)),
        "Blow by blow: Barnaby (STRENGTH 4, MAGIC 1, 1 armor) against Crumpet (STRENGTH 2, MAGIC 3, "
        "no armor). Barnaby uses STRENGTH, 4 to 2: Crumpet is knocked out.",
    ),
    (
        Blows(0, 1, ((4, 1, 1), (2, 3, 1)), ((False, 0), (True, 1), (False, 0))),
        "Blow by blow: Barnaby (STRENGTH 4, MAGIC 1, 1 armor) against Crumpet (STRENGTH 2, MAGIC 3, "
        "1 armor). Barnaby uses MAGIC, 1 to 3: Crumpet counters, Barnaby is hit, 0 armor left. "
        "Crumpet uses STRENGTH, 2 to 4: Barnaby counters, Crumpet is hit, 0 armor left. "
        "Barnaby uses MAGIC, 1 to 3: Crumpet counters, Barnaby is knocked out.",
    ),
    (Rearmed(0, 2), "Barnaby and Dimple re-arm."),
    (Transferred(0, 2, True), "Barnaby gives one armor to Dimple."),
    (Transferred(2, 0, False), "Nothing passes from Dimple to Barnaby."),
    (Passed(1), "Player 2 (Orange) passes: nobody can move."),
]


@pytest.mark.parametrize(("event", "words"), SAID)
def test_every_event_in_words(event: Event, words: str) -> None:
    assert TEXT.line(Table().view(None), event) == words


def test_no_event_is_without_words() -> None:
    assert {type(event) for event, _ in SAID} == set(EVENTS)


def test_options_in_words() -> None:
    table = Table().lay({"B2": tile(armor=2), "C3": SLOW}, {"B4": SLOW, "E8": SLOW})
    view = table.view(0)
    assert TEXT.label(view, Step(0, SQUARE["B3"])) == "Barnaby to B3"
    assert TEXT.label(view, Fight(1)) == "Fight Crumpet"
    assert TEXT.label(view, Token("rough", 0)) == "Rough on A1"
    assert TEXT.field(view, Step, "adventurer", 0) == "Barnaby"
    assert TEXT.field(view, Step, "square", 0) == "A1"
    assert TEXT.field(view, Token, "kind", "lake") == "lake"
    table.go(0, "B3").do(Rearm(2))
    assert TEXT.label(table.view(0), Give()) == "Give armor to Dimple"
    assert "Barnaby and Dimple" in TEXT.prompt(table.view(0), "turn")
    assert len(OPTIONS) == len({option.__struct_config__.tag for option in OPTIONS})


def test_prompts_follow_the_situation() -> None:
    assert "20 left" in TEXT.prompt(Table().view(0), "draft")
    assert "No rerolls" in TEXT.prompt(Table(rerolls=0).view(0), "draft")
    assert "a minute" in TEXT.prompt(Table(draft="timed").view(0), "present")
    table = Table().lay({"B2": tile(speed=6)}, {"E8": SLOW})
    assert TEXT.prompt(table.view(0), "turn") == "Your turn: move an adventurer."
    table.go(0, "B3")
    assert TEXT.prompt(table.view(0), "turn") == "Barnaby has 6 moves left: go on or stop."


@pytest.mark.rule("BB11", "BB13", "BB15", "BB24")
def test_a_question_names_only_what_can_be_done() -> None:
    table = Table().lay({"B2": SLOW, "C3": tile(armor=2)}, {"E8": SLOW}).go(0, "B3")
    said = "Barnaby has no move left: "
    assert TEXT.prompt(table.view(0), "turn") == f"{said}stop."  # no armor could pass
    lost = Table().lay({"B2": tile(armor=1), "C3": tile(armor=2)}, {"E8": SLOW})
    lost.s.armor[2] = 0
    lost.go(0, "B3")
    assert TEXT.prompt(lost.view(0), "turn") == "Barnaby has 5 moves left: go on, re-arm, or stop."
    near = Table().lay({"B2": SLOW}, {"B4": SLOW, "E8": SLOW}).go(0, "B3")
    assert TEXT.prompt(near.view(0), "turn") == f"{said}fight or stop."
    back = Table().lay({"B2": tile(speed=2, strength=4)}, {"E8": SLOW}).go(0, "B3", "B2")
    assert TEXT.prompt(back.view(0), "turn") == "Barnaby has 1 move left: go on."


@pytest.mark.rule("BB24", "BB25")
def test_armor_that_cannot_pass_is_of_no_use_and_why_is_said() -> None:
    table = Table().lay({"B2": tile(armor=1), "C3": tile(armor=2)}, {"E8": SLOW}).go(0, "B3")
    view = table.view(0)
    assert TEXT.chance(view, Rearm(2)) == "nothing can pass"
    assert TEXT.likely(view, Rearm(2)) == USELESS
    table.s.armor[2] = 1
    assert TEXT.chance(table.view(0), Rearm(2)) == ""
    table.do(Rearm(2))
    view = table.view(0)
    said = (
        "Barnaby and Dimple are re-arming: give or be done. Armor only replaces what one has lost."
    )
    assert TEXT.prompt(view, "turn") == said
    assert (TEXT.likely(view, Give()), TEXT.likely(view, Take())) == (0, USELESS)


def test_placing_offers_the_front_first_and_says_what_is_left() -> None:
    table = Table()
    view = table.view(1)
    squares = sorted(HOME[1], key=lambda square: -TEXT.likely(view, Ready(1, square)))
    assert [square_label(square) for square in squares[:3]] == ["A6", "C6", "E6"]
    assert (TEXT.label(view, Deploy()), TEXT.label(view, Scatter())) == (
        "Place all for me",
        "Place all at random",
    )
    table.ready(1, "A6")
    assert TEXT.label(table.view(1), Deploy()) == "Place the rest for me"


@pytest.mark.rule("BB16")
def test_who_cannot_move_is_not_asked_to() -> None:
    friends = {"A1": SLOW, "B1": SLOW}
    table = Table(revival=True).lay(friends, {"E8": SLOW}, lakes=("A2", "B2", "C1"))
    said = "Nobody of yours can move: choose who acts, or pass where nobody must fight."
    assert TEXT.prompt(table.view(0), "turn") == said
    table.s.at[4] = WOKEN
    said = "Nobody of yours can move: choose who acts, or revive one."
    assert TEXT.prompt(table.view(0), "turn") == said


@pytest.mark.rule("BB12")
def test_public_words_of_a_turn_do_not_follow_the_situation() -> None:
    """What the other reads is the same for a slow mover and a quick one."""
    read = set()
    for mover in (SLOW, tile(speed=6)):
        table = Table().lay({"B2": mover}, {"E8": SLOW}).go(0, "B3")
        read.add((TEXT.board(table.view(1)), TEXT.private(table.view(1))))
    assert len(read) == 1


def test_the_board_in_words() -> None:
    table = Table().lay({"B2": SLOW}, {"E8": SLOW}, lakes=("C4",), rough=("D4",)).go(0, "B3")
    said = TEXT.board(table.view(None))
    for part in ("Blue to play", "Lake on C4", "Rough ground on D4", "Barnaby B3", "Crumpet E8"):
        assert part in said
    assert "knocked out: Dimple" in said and "Last move: Barnaby B2–B3" in said


@pytest.mark.rule("BB6")
def test_what_a_player_reads_explains_itself() -> None:
    """No word of the rulebook that is explained elsewhere, and one word for one thing."""
    for table, why in (
        (Table(), "rerolls less begins"),
        (Table(draft="timed"), "all first begins"),
    ):
        for kind in ("draft", "turn"):
            prompt = GAME.text.prompt(table.view(0), kind)
            assert not [w for w in ("ounted", "imed", "luster", "raft") if w in prompt]
        assert why in GAME.text.prompt(table.view(0), "draft")
    said = [TEXT.line(Table().view(None), event) for event, _ in SAID]
    assert not [w for w in ("falls", "fell", "unconscious", "cluster") if w in " ".join(said)]


def test_a_counted_draft_in_words_shows_no_square() -> None:
    table = Table()
    table.ready(0, "A1")
    assert "Blue: placing in secret." in TEXT.board(table.view(1))
    assert "Blue: Barnaby A1." in TEXT.board(table.view(0))
    table.ready(0, "B1", "C1", "D1", "E1", "A2")
    assert "Blue: all placed, hidden until both are." in TEXT.board(table.view(None))


@pytest.mark.rule("BB4")
def test_the_private_cluster_in_words() -> None:
    table = Table().lay({"B2": tile(strength=4, armor=2)}, {"E8": SLOW})
    table.s.armor[0] = 1
    said = TEXT.private(table.view(0)).splitlines()
    assert said[0] == "Barnaby (B2): STRENGTH 4, MAGIC 0, SPEED 0, ARMOR 1 of 2 – Warrior"
    assert len(said) == 6 and TEXT.private(table.view(None)) == ""


@pytest.mark.parametrize("reason", ["back_rank", "routed", "resigned", "quiet", "long", "agreed"])
def test_every_end_in_words(reason: str) -> None:
    winners = (1,) if reason in ("back_rank", "routed", "resigned") else ()
    said = TEXT.outcome(Table().view(None), Outcome(winners, reason))
    assert said.startswith("Orange wins: " if winners else "A draw: ")


def test_the_options_in_words() -> None:
    assert TEXT.variant(BeerBrawlVariant()) == (
        "6 adventurers each, a draft with up to 20 rerolls each"
    )
    said = TEXT.variant(
        BeerBrawlVariant(
            draft="timed", seconds=7200, many_actions=True, revival=True, terrain=True, tokens=2
        )
    )
    assert said == (
        "6 adventurers each, a draft of 2 hours, several actions a turn, revival, terrain (2 each)"
    )


def test_the_rules_can_be_looked_up_by_question() -> None:
    for kind in ("terrain", "present", "draft", "turn"):
        assert TEXT.topic(kind) in TEXT.topics
    assert all(len(words) > 100 for words in TEXT.topics.values())
    assert msgspec.json.encode(TEXT.topics)
