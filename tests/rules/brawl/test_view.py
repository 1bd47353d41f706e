"""What is seen, what is hidden, and how it reads."""

import random
from typing import Any

import pytest

from rules.brawl.content.cards import (
    BASE,
    CLEAR,
    DODGE,
    FREEZE,
    LEFT,
    MIDDLE,
    PRESS,
    REVERSE,
    RIGHT,
    ROW,
    WHOLE,
    base_name,
    place_number,
)
from rules.brawl.game import GAME
from rules.brawl.state import (
    EVENTS,
    OPTIONS,
    BrawlVariant,
    Chosen,
    Contested,
    Discard,
    Flip,
    FromDiscard,
    LayAgain,
    Pick,
    PlayCard,
    Played,
    Ready,
)
from rules.engine import codec, kernel
from rules.engine.inputs import OfferDraw, Resign
from rules.engine.state import Outcome
from tests.rules.brawl.table import G2, R2, B, Bout, G, R, base

text = GAME.text


@pytest.mark.rule("BR1", "BR4")
def test_the_order_of_a_deck_is_hidden_from_all_its_owner_included() -> None:
    bout = Bout(decks=("sable", "otto")).hold(R)
    for player in (0, 1):
        worlds = [kernel.determinize(GAME, bout.s, player, random.Random(n)) for n in range(20)]
        for seat in (0, 1):
            decks = [world.fighters[seat].deck for world in worlds]
            assert len({tuple(deck) for deck in decks}) == 20
            assert all(deck[:3] == [FREEZE] * 3 for deck in decks)
            assert {tuple(sorted(d)) for d in decks} == {tuple(sorted(bout.s.fighters[seat].deck))}
        assert all(GAME.view(world, player) == GAME.view(bout.s, player) for world in worlds)
    assert GAME.view(bout.s, None).fighters[bout.turn].held == R  # held cards are public


@pytest.mark.rule("BR3")
def test_fighters_are_called_by_their_decks_alone() -> None:
    """Who chose it is named once: a number stands for the name of whoever plays nobody yet."""
    bout = Bout(decks=("sable", "otto"))
    said = [
        [text.line(GAME.view(bout.s, player), Chosen(seat, name)) for player in (0, 1, None)]
        for seat, name in enumerate(("Sable", "Otto"))
    ]
    assert said == [
        ["You fight as Sable.", "Player 1 fights as Sable.", "Sable enters the bout."],
        ["Player 2 fights as Otto.", "You fight as Otto.", "Otto enters the bout."],
    ]


@pytest.mark.rule("BR3")
def test_a_choice_that_is_not_shown_could_be_any_deck() -> None:
    bout = Bout(decks=())
    bout.do(1, Pick("hale"))
    picks = {
        kernel.determinize(GAME, bout.s, 0, random.Random(n)).pending[1].deck for n in range(200)
    }
    assert len(picks) == 12
    own = {kernel.determinize(GAME, bout.s, 1, random.Random(n)).pending[1] for n in range(9)}
    assert own == {Pick("hale")}
    assert codec.decode(GAME, codec.encode(GAME, bout.s)) == bout.s


@pytest.mark.rule("BR26")
def test_the_view_says_whom_each_base_goes_to() -> None:
    row = [base(0, 0, [R, R2], [G]), base(1, 1, [R], [], [REVERSE]), base(4, 0, frozen=True)]
    view = GAME.view(Bout().lay(*row).s, None)
    assert [b.holder for b in view.row] == [0, 1, 0]
    assert [b.hits for b in view.row] == [(3, 1), (1, 0), (0, 0)]
    assert [b.backwards for b in view.row] == [False, True, False]


def test_labels_as_the_chooser_reads_them() -> None:
    bout = Bout(decks=("hale", "otto"))
    view = GAME.view(bout.s, 0)
    labels = {
        PlayCard(R, 0, 0): "Red Hit → Base A, your side",
        PlayCard(R2, 1, 1): "Red Hit-2 for Otto → Base B",
        PlayCard(CLEAR, 1, WHOLE): "Clear → Base B",
        PlayCard(FREEZE, 0, MIDDLE): "Freeze → Base A",
        PlayCard(PRESS, 0, MIDDLE): "Press → Base A, middle",
        PlayCard(BASE, ROW, LEFT): "Base → left end",
        FromDiscard(DODGE, 0, 1): "Replay Dodge → A, Otto’s side",
        LayAgain(place_number(0, 1)): "Replay card → A, Otto’s side",
        Flip(): "Turn over a card",
        Discard(): "Discard",
        Ready(): "Ready",
    }
    assert {option: text.label(view, option) for option in labels} == labels
    assert base_name(25) == "Base Z" and base_name(26) == "Base AA"


def test_arguments_in_words() -> None:
    view = GAME.view(Bout(decks=("hale", "otto")).s, 1)
    assert text.field(view, PlayCard, "card", PRESS) == "Press"
    assert text.field(view, PlayCard, "base", 2) == "Base C"
    assert text.field(view, PlayCard, "base", ROW) == "the row"
    assert text.field(view, PlayCard, "spot", 1) == "your side"
    assert text.field(view, PlayCard, "spot", 0) == "Hale’s side"
    assert text.field(view, PlayCard, "spot", MIDDLE) == "middle"
    asked = GAME.view(Bout(decks=()).s, 1)
    assert text.field(asked, Pick, "deck", "hale") == "Hale"
    assert text.label(asked, Pick("hale")) == "Hale"


def test_a_prompt_names_only_what_there_is_to_do() -> None:
    bout = Bout(decks=("hale", "otto"))
    by = bout.turn

    def prompt(kind: str, player: int | None = by) -> str:
        return text.prompt(GAME.view(bout.s, player), kind)

    assert prompt("turn") == "Your turn: turn over a card."
    bout.give(by, discard=[R])
    assert prompt("turn").startswith("Your turn: turn over a card, or replay the top of your")
    bout.give(by, deck=[])
    assert prompt("turn").startswith("Your deck is empty") and prompt("act") == prompt("turn")
    bout.give(by, held=R2)
    assert prompt("hold") == prompt("act")
    assert prompt("hold") == "You hold a red Hit-2, and it fits nowhere: there is no open red Hit."
    bout.give(by, held=R)
    assert (
        prompt("hold")
        == prompt("act")
        == (
            "You hold a red Hit: where does it go? It counts one for the fighter on whose side it lies."
        )
    )
    bout.give(by, held=DODGE).lay(base(0, 0, [R]))
    assert prompt("hold") == "You hold a Dodge: where does it go? No Hit below it counts."
    assert prompt("turn", None).startswith("Your turn") and prompt("ready") == "Are you ready?"


def test_the_board_in_words() -> None:
    bout = Bout(decks=("hale", "otto"))
    by = bout.turn
    bout.lay(base(0, 0, [R, R2], [G], [REVERSE]), base(1, 1)).hold(B).give(1 - by, discard=[G, R])
    board = text.board(GAME.view(bout.s, None))
    lines = board.splitlines()
    assert "holds a blue Hit, to act." in lines[by]
    assert "discard pile: red Hit (of 2)" in lines[1 - by]
    assert lines[2] == (
        "Base A of Hale, reversed: Hale’s side 3 (red Hit, red Hit-2); Otto’s side 1 "
        "(green Hit); in the middle Reverse; goes to Otto."
    )


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Played(0, R, 0, 1), "Hale lays a red Hit on Base A, Otto’s side."),
        (Played(1, CLEAR, 2, WHOLE), "Otto clears Base C away."),
        (
            Played(1, FREEZE, 1, MIDDLE, True),
            "Otto freezes Base B with a Freeze from the discard pile.",
        ),
        (Played(0, BASE, ROW, LEFT), "Hale lays a Base at the left end."),
        (Played(0, PRESS, 0, MIDDLE), "Hale lays a Press in the middle of Base A."),
    ],
)
def test_plays_in_words(event: Played, said: str) -> None:
    assert text.line(GAME.view(Bout(decks=("hale", "otto")).s, None), event) == said


def test_endings_in_words() -> None:
    view = GAME.view(Bout(decks=("hale", "otto")).s, None)
    endings = {
        "Otto wins 2 to 1: every Base is frozen.": Outcome((1,), "frozen", (1, 2)),
        "A draw, 1 to 1: both are done.": Outcome((), "done", (1, 1)),
        "Hale wins: the other resigned.": Outcome((0,), "resigned"),
        "A draw by agreement.": Outcome((), "agreed"),
    }
    assert {text.outcome(view, outcome) for outcome in endings.values()} == set(endings)


@pytest.mark.rule("BR28", "BR29")
def test_the_rules_in_words_mark_house_content_and_name_every_deck() -> None:
    assert "house content" in text.topics["decks"]
    for name in ("Base", "Hit", "Hit-2", "Block", "Press", "Dodge", "Reverse", "Freeze", "Clear"):
        assert text.topics[name].startswith(f"**{name}**")
        assert f"**{name}**" in text.topics["cards"], "the card is met there, too"
    for name in ("Hale", "Pearl", "Otto", "Winslow"):
        assert f"**{name}**" in text.topics["decks"]
    assert text.topic("deck") == text.topic("ready") == "cards", "before the first card comes"
    assert len(text.topics["cards"]) < 800, "so short that the board stays in sight"
    for kind in ("deck", "ready", "turn", "hold", "act"):
        assert text.topic(kind) in text.topics
    assert len(OPTIONS) == 8 and len(EVENTS) == 9


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "training pace"),
        ({"decks": ("hale", "otto")}, "training pace, Hale against Otto"),
        ({"decks": ("", "otto")}, "training pace, player 2 fights as Otto"),
        ({"decks": ("hale", "")}, "training pace, player 1 fights as Hale"),
        ({"decks": ("", "")}, "training pace"),
        (
            {"pace": "tournament", "seconds": 30, "mirror": True},
            "tournament pace (real time), 30 s an act, both may use the same deck",
        ),
    ],
)
def test_options_of_a_game_in_words(options: dict[str, Any], said: str) -> None:
    assert text.variant(BrawlVariant(**options)) == said


# -- what was cleared away


def cleared_by_the_first(pace: str = "training") -> tuple[Bout, int]:
    """A bout in which somebody has just cleared a Base away that had cards on it, and who."""
    bout = Bout(pace).lay(base(0, 0, [R]), base(1, 1, [G], [B, B], [REVERSE]))
    seat = bout.turn if pace == "training" else 0
    for each in (0, 1):
        bout.give(each, deck=[FREEZE, R, R, R, R])
    bout.hold(CLEAR, seat)
    bout.play(seat, 1, WHOLE)
    return bout, seat


@pytest.mark.rule("BR15")
@pytest.mark.parametrize("pace", ["training", "tournament"])
def test_a_base_that_was_cleared_is_shown_as_it_was_until_the_other_has_laid_a_card(
    pace: str,
) -> None:
    bout, seat = cleared_by_the_first(pace)
    for player in (None, 0, 1):
        view = GAME.view(bout.s, player)
        (gone,) = view.cleared
        assert (gone.seat, gone.spot, gone.base.id) == (seat, RIGHT, 1)
        assert gone.base.sides == ((G,), (B, B)) and gone.base.middle == (REVERSE,)
        warned = [said for said in GAME.text.warnings(view) if "Base B" in said]
        assert len(warned) == (player == 1 - seat), "whoever has done it knows, and posts tell it"
        who, told = GAME.text.seat(view, seat), GAME.text.board(view)
        assert f"Base B of Chris is gone, cleared away by {who}: " in told
    other = 1 - seat
    bout.do(other, Flip())
    assert GAME.view(bout.s, other).cleared, "while it holds the card, too"
    bout.play(other, 0, 0)
    assert not GAME.view(bout.s, other).cleared
    assert "gone" not in GAME.text.board(GAME.view(bout.s, None))


def test_in_real_time_a_card_that_was_held_before_takes_no_trace_away() -> None:
    """Its press was under way when the Base was cleared."""
    bout = Bout("tournament").lay(base(0), base(1, 1))
    for each in (0, 1):
        bout.give(each, deck=[FREEZE, R, R, R])
    bout.hold(CLEAR, 0).hold(R, 1)
    bout.play(0, 1, WHOLE)
    bout.play(1, 0, 0)
    assert GAME.view(bout.s, 1).cleared
    bout.do(1, Flip())
    bout.play(1, 0, 0)
    assert not GAME.view(bout.s, 1).cleared


@pytest.mark.rule("BR7")
def test_a_card_that_the_referee_discards_takes_no_trace_away() -> None:
    bout, seat = cleared_by_the_first()
    other = 1 - seat
    bout.hold(G2, other)
    assert kernel.forced(GAME, bout.s)
    bout.do(other, Discard())
    assert GAME.view(bout.s, other).cleared


def test_what_each_has_cleared_is_shown_and_of_each_the_last() -> None:
    bout = Bout("tournament").lay(base(0), base(1, 1), base(2))
    for each in (0, 1):
        bout.give(each, deck=[FREEZE, R, R, R])
    bout.hold(CLEAR, 0).hold(CLEAR, 1)
    bout.play(0, 0, WHOLE)
    bout.play(1, 2, WHOLE)
    shown = [(gone.seat, gone.base.id, gone.spot) for gone in GAME.view(bout.s, None).cleared]
    assert shown == [(0, 0, LEFT), (1, 2, RIGHT)]
    bout.hold(BASE, 0)
    bout.play(0, ROW, LEFT)
    assert [gone.seat for gone in GAME.view(bout.s, None).cleared] == [0]
    bout.hold(CLEAR, 0)
    bout.play(0, 3, WHOLE)
    assert [gone.base.id for gone in GAME.view(bout.s, None).cleared] == [3]


@pytest.mark.rule("BR1")
def test_where_a_deck_is_chosen_it_is_said_that_freezes_come_last() -> None:
    """What each deck is like stands in the picture, and in its words for who cannot see it."""
    view = GAME.view(Bout(decks=()).s, 0)
    asked = text.prompt(view, "deck")
    assert asked.startswith("Which deck") and "three Freezes lie at the bottom" in asked
    for key, name in view.names.items():
        assert f"{name}: {view.abouts[key]}" in text.board(view)


@pytest.mark.rule("BR3")
def test_whoever_has_to_choose_again_reads_beside_the_question_why() -> None:
    """The panel looks like the one before: the reason must not stand above it alone."""
    bout = Bout(decks=())
    bout.do(0, Pick("hale"))
    bout.do(1, Pick("hale"))
    loser = 1 - next(one.seat for one in bout.told if isinstance(one, Contested))
    view = GAME.view(bout.s, loser)
    assert text.prompt(view, "deck").startswith("**Hale is taken**: where both want a deck")
    assert all(text.matters(view, one) == isinstance(one, Contested) for one in bout.told)


@pytest.mark.parametrize("how", ["resigned", "agreed", "frozen"])
def test_a_game_that_is_over_keeps_no_trace_so_that_older_ones_come_out_the_same(how: str) -> None:
    """What is proven of a finished game is its last state, and it began before there were any."""
    bout, seat = cleared_by_the_first()
    assert "cleared" in str(codec.encode(GAME, bout.s))
    if how == "resigned":
        bout._apply(Resign(1 - seat))
    elif how == "agreed":
        bout._apply(OfferDraw(0))
        bout._apply(OfferDraw(1))
    else:
        bout.hold(FREEZE, 1 - seat)
        bout.play(1 - seat, 0, MIDDLE)
    assert bout.s.outcome is not None and bout.s.outcome.reason == how
    assert "cleared" not in str(codec.encode(GAME, bout.s))
    assert not GAME.view(bout.s, None).cleared
