"""A menu as buttons and selects: the same verbs stand in the same places, whatever they offer."""

from collections.abc import Iterator

import discord
import msgspec
import pytest

from bot.ui.answer_buttons import AnswerButton
from bot.ui.buttons import STYLE, Lasting, explained
from bot.ui.choices import HIGH, MOST, ROWS, choices
from bot.ui.keys import key
from bot.ui.limits import LABEL
from bot.ui.menu import FLAT, STEPS, Choice, Group, Menu, menu
from bot.ui.views import view_of
from bot.ui.weighed import said_once
from images.gallery import played
from rules import registry
from rules.beer_brawl.content import square_label
from rules.beer_brawl.state import Assault, Rally, Step, Stop, Walk
from rules.brawlhalla.content.legends import deck_of
from rules.brawlhalla.game import GAME as HALL
from rules.brawlhalla.state.fighter import RED, YELLOW
from rules.brawlhalla.state.frames import Turn
from rules.brawlhalla.state.options import Attack, EndTurn, Move
from rules.brawlhalla.state.shortcuts import LightAttack
from rules.bro_brawl.state import Delay, Heal, NoAction, SacrificeHeal, SacrificeHit, Stun
from rules.engine import kernel
from rules.engine.contract import USELESS, AnyGame
from rules.engine.piles import Pile
from rules.engine.state import State
from tests.rules.brawlhalla.table import BODVAR, HATTORI, NIX, plain
from tests.rules.brawlhalla.table import Table as Arena
from tests.rules.brawlhalla.table import named as named_card

START = "t:1:0.1:"


def verb(name: str, count: int, *, last: bool = False, label: str = "") -> Group:
    """A verb with some answers."""
    found = [
        Choice(f"{label}{at}", f"{name}~{at}", True, whole=f"{name} {label}{at}")
        for at in range(count)
    ]
    return Group(name.capitalize(), "What it does.", found, last, name)


def rows(*groups: Group) -> list[list[str]]:
    """What stands in each row: labels of buttons, in angle brackets those of selects."""
    return named(choices(START, Menu(list(groups), [], None)))


def named(items: list[Lasting]) -> list[list[str]]:
    """The labels of items, row by row."""
    return [
        [child.get("label") or f"<{child['placeholder']}>" for child in row["components"]]
        for row in view_of(items).to_components()
    ]


def test_few_verbs_have_a_row_each_in_their_order() -> None:
    """Also where one of them has a single choice."""
    fight, end = verb("fight", 1), verb("end", 1, last=True)
    goes = [f"go {at}" for at in range(4)]
    assert rows(verb("go", 3), verb("fight", 2), end) == [
        goes[:3],
        ["fight 0", "fight 1"],
        ["end 0"],
    ]
    assert rows(verb("go", 4), fight, end) == [goes, ["fight 0"], ["end 0"]]


def test_more_than_three_rows_are_shared() -> None:
    """Words and board are to stay in sight above them; the order stays, and what ends is last."""
    go, fight, end = verb("go", 9), verb("fight", 1), verb("end", 1, last=True)
    goes = [f"go {at}" for at in range(3)]
    assert rows(go, fight, end) == [goes, ["<Go: 6 more …>"], ["fight 0", "end 0"]]
    assert rows(verb("go", 2), fight, verb("rest", 2), end) == [
        [*goes[:2], "fight 0", "rest 0", "rest 1"],
        ["end 0"],
    ]
    for one in range(1, 30):
        for other in range(1, 4):
            shown = rows(verb("go", one), fight, verb("arm", other), end)
            assert len(shown) <= HIGH and shown[-1][-1] == "end 0", shown


def test_a_verb_takes_a_second_row_where_one_is_left() -> None:
    """One click less; with what ends the turn, six would be seven."""
    goes, again = [f"go {at}" for at in range(6)], verb("again", 3)
    again = msgspec.structs.replace(again, again=True)
    assert rows(verb("go", 6)) == rows(verb("go", 6), again) == [goes[:5], goes[5:]]
    end = verb("end", 1, last=True)
    assert rows(verb("go", 6), end) == [goes[:3], ["<Go: 3 more …>"], ["end 0"]]


def test_on_a_phone_the_board_stands_above_the_buttons() -> None:
    """Of too many, the longest verb is listed in part; where there is no room, the last fold."""
    end = verb("end", 1, last=True)
    fights, arms = ([f"{name} {at}" for at in range(5)] for name in ("fight", "arm"))
    more = ["<Arm: 7 more …>"]
    assert rows(verb("fight", 2), verb("arm", 10), end) == [fights[:2], arms[:3], more, ["end 0"]]
    goes = [f"go {at}" for at in range(6)]
    fives = rows(verb("go", 5), verb("fight", 5), verb("arm", 5), end)
    assert fives == [goes[:3], ["<Go: 2 more …>"], ["Fight …", "Arm …", "end 0"]]
    assert rows(verb("go", 9)) == [goes[:3], ["<Go: 6 more …>"]]
    for one in range(1, 30):
        for other in range(1, 30):
            shown = rows(verb("go", one), verb("fight", other), end)
            lists = sum(one.startswith("<") for row in shown for one in row)
            assert shown[-1][-1] == "end 0" and lists <= 1
            assert sum(map(len, shown)) - lists <= MOST


def test_a_verb_that_is_listed_in_part_looks_the_same_beside_whatever_else() -> None:
    """Three buttons and a list, wherever there is no room for all: alone, or with others."""
    end, listed = verb("end", 1, last=True), [["go 0", "go 1", "go 2"], ["<Go: 6 more …>"]]
    for others in ([], [end], [verb("fight", 1)], [verb("fight", 1), end], [verb("fight", 2), end]):
        assert rows(verb("go", 9), *others)[:2] == listed, others


def test_of_too_many_the_likeliest_are_buttons_and_stand_first() -> None:
    """A game says which; the others are listed in their order."""
    go = verb("go", 9)
    found = [
        msgspec.structs.replace(one, likely=one.path in ("go~7", "go~8")) for one in go.choices
    ]
    shown = rows(msgspec.structs.replace(go, choices=found), verb("end", 1, last=True))
    assert shown[:2] == [["go 7", "go 8", "go 0"], ["<Go: 6 more …>"]]


def test_what_is_of_no_use_is_grey_and_after_what_is() -> None:
    """It can be chosen, but nothing asks for it."""
    found = [
        msgspec.structs.replace(one, likely=USELESS * (at < 2))
        for at, one in enumerate(verb("go", 3).choices)
    ]
    items = choices(START, Menu([Group("Go", "", found, path="go")], [], None))
    shown = [(one.item.label, one.item.style) for one in items]  # type: ignore[attr-defined]
    grey = STYLE.secondary
    assert shown == [("go 2", STYLE.primary), ("go 0", grey), ("go 1", grey)]


def test_a_verb_that_is_of_no_use_is_grey_and_stands_before_what_ends_the_turn() -> None:
    """To draw from a deck that runs out, where that knocks one out; with damage left it is blue."""
    table = Arena(BODVAR, HATTORI, arena="anvil", spaces="C4 F4")
    fighter, own = table.fighter(0), deck_of(BODVAR)
    fighter.hand = Pile(own[:2], [1, 1])
    fighter.deck, fighter.discards = Pile(), own[2:]
    shown = {}
    for damage in (RED, YELLOW):
        s = table.damage(0, damage).s
        view = HALL.view(s, 0)
        offered = kernel.offer(HALL, s, 0), kernel.ways(HALL, s, 0)
        items = [one.item for one in choices(START, menu(HALL, view, *offered))]
        shown[damage] = [(one.label.split()[-1], one.style) for one in items]  # type: ignore[attr-defined]
    blue, grey = STYLE.primary, STYLE.secondary
    going, swap, end = ("…", blue), ("weapon", blue), ("turn", grey)
    assert shown[YELLOW] == [going, ("you", blue), swap, end]
    assert shown[RED] == [going, swap, ("out", grey), end]


def test_an_only_answer_is_said_once() -> None:
    """Its words are whole on the button and beside it; what they would leave out is not told again."""
    table = Arena(BODVAR, NIX, arena="anvil", spaces="C4 D4")
    table.hand(0, plain(BODVAR, 3)).hand(1, named_card("Backfire"))
    table.do(Attack(1, "light", plain(BODVAR, 3)))
    view = HALL.view(table.s, 1)
    offered = kernel.offer(HALL, table.s, 1), kernel.ways(HALL, table.s, 1)
    block, _ = choices(START, menu(HALL, view, *offered))
    assert explained([block])[0].count("using Backfire") == 1


def test_an_attack_with_a_walk_is_no_mere_walk_where_it_is_the_only_one() -> None:
    """Cut, its words were those of going there."""
    table = Arena(BODVAR, NIX, arena="anvil", spaces="B4 D4")
    table.hand(0, named_card("Elbow"), named_card("Stomp"))
    view = HALL.view(table.s, 0)
    ways = kernel.ways(HALL, table.s, 0)
    (one,) = (way for way in ways if isinstance(way.option, LightAttack))
    (attack, _) = choices(START, menu(HALL, view, [EndTurn()], [one]))
    assert attack.item.label.startswith("Go C5 (3), light 2 · ")  # type: ignore[attr-defined]


@pytest.mark.parametrize("damage", [0, RED])
def test_on_a_page_of_several_verbs_the_best_is_first_and_what_does_nothing_last(
    damage: int,
) -> None:
    """Light attacks hurt nobody who is red; then a heavy one may be a KO, and is no press away."""
    table = Arena(BODVAR, NIX, arena="anvil", spaces="C3 B4").arm(0, side=1).damage(1, damage)
    hand = [named_card(one) for one in ("Growl", "Belly Laugh", "Stand Firm", "Hammer Fall")]
    table.hand(0, *hand).hand(1, *deck_of(NIX)[8:10])
    view = HALL.view(table.s, 0)
    offered = kernel.offer(HALL, table.s, 0), kernel.ways(HALL, table.s, 0)
    path = next(one.path for one in menu(HALL, view, *offered).groups if one.title == "Attack")
    items = [one.item for one in choices(START, menu(HALL, view, *offered, path))]
    buttons = [one for one in items if isinstance(one, discord.ui.Button)]
    first, last = buttons[0], buttons[-1]
    assert first.label and last.label and first.style == STYLE.primary
    if damage == RED:
        assert first.label.startswith("Heavy ") and " · KO " in first.label
        assert (last.label, last.style) == ("Light attack …", STYLE.secondary)
    else:
        assert first.label.startswith("Light ")
        assert (last.label, last.style) == ("Heavy attack …", STYLE.primary)


def test_to_go_is_one_button_however_many_actions_are_left() -> None:
    for actions in (1, 2):
        for hand in ((named_card("Elbow"),), (0, named_card("Elbow"), 8)):
            table = Arena(BODVAR, HATTORI, arena="anvil", spaces="B2 F4").hand(0, *hand)
            turn = table.s.frames[-1]
            assert isinstance(turn, Turn)
            turn.actions = actions
            offered = kernel.offer(HALL, table.s, 0), kernel.ways(HALL, table.s, 0)
            shown = named(choices(START, menu(HALL, HALL.view(table.s, 0), *offered)))
            assert [label for row in shown for label in row].count("Go …") == 1, shown
    table.do(Move(named_card("Elbow")))
    offered = kernel.offer(HALL, table.s, 0), kernel.ways(HALL, table.s, 0)
    shown = named(choices(START, menu(HALL, HALL.view(table.s, 0), *offered)))
    assert shown[-1] == ["Stop here"] and "Go …" not in shown[0]  # nothing else is asked then


def test_the_only_answer_of_a_verb_is_grey_where_it_is_of_no_use() -> None:
    """To heal an unhurt bro, where there is nothing to give."""
    game = registry.get("bro_brawl")
    view = game.view(kernel.start(game, game.variant(), 1, bytes(16)).state, 0)
    (heal, nothing) = choices(START, menu(game, view, [Heal(1), NoAction()]))
    styles = [one.item.style for one in (heal, nothing)]  # type: ignore[attr-defined]
    assert styles == [STYLE.secondary, STYLE.secondary]


def test_odds_stay_on_a_button_whatever_it_has_no_room_for() -> None:
    """Also where there are many: what more is said of them stands beside the buttons."""
    odds = "hits 31 %, you are hit 83 %; you are slain 47 %"
    many = [
        Choice(f"{at}D6", f"attack~{at}", True, odds, f"Attack Gus, {at}D6", f"{at}D6")
        for at in range(1, 7)
    ]
    items = choices(START, Menu([Group("Attack", "", many, path="attack")], [], None))
    assert [one.item.label for one in items] == [  # type: ignore[attr-defined]
        f"Attack Gus, {at}D6 · hits 31 %" for at in range(1, 7)
    ]
    assert items[0].rest.endswith("you are slain 47 %")


def test_what_several_buttons_have_no_room_for_is_said_once_after_their_names() -> None:
    """Without the odds that stand on them, as long as their names begin differently."""
    buttons = [
        AnswerButton.button(f"{START}=x", label, more=more)
        for label, more in (
            ("Light 4 Charge · 1 blocks 86 %", "using it"),
            ("Light 3 Stomp · 1 blocks 99 %", "using it"),
            ("Heavy 4 · sure hit", "to A5"),
            ("Heavy 4 · KO 11 %", ""),
        )
    ]
    assert explained(buttons) == [
        "**Light 4 Charge**, **Light 3 Stomp** · using it",
        "**Heavy 4 · sure hit** · to A5",
    ]


def test_as_many_choices_have_the_same_form_however_long_their_words_are() -> None:
    """Where the game has chosen words for buttons, length makes no list of them."""
    for words in ("x", "x" * 60):
        found = [
            Choice(words, f"go~{at}", True, brief=f"{at} {words}", clear=True) for at in range(6)
        ]
        shown = rows(Group("Go", "", found, path="go"))
        assert [len(row) for row in shown] == [5, 1] and "<" not in shown[0][0]


def test_buttons_of_different_verbs_are_told_apart() -> None:
    """Where what they have room for would be the same, the verb is named first."""
    brief = "Hattori · 1 Grave Chill · Go to C5 first"
    light, heavy = (
        Group(
            title,
            "",
            [Choice(said, title, True, whole=f"Go to C5 with 1 Ember, {said}", brief=brief)],
        )
        for title, said in (("Light", "then a light attack"), ("Heavy", "then a heavy attack"))
    )
    told = [f"{title}: Hattori · 1 Grave Chill" for title in ("Light", "Heavy")]
    assert rows(light, heavy) == [told]


def test_a_list_is_chosen_from_at_once_where_buttons_cannot_say_it() -> None:
    """A page of its own would be another list."""
    long = verb("go", 9, label="x" * LABEL)
    assert rows(long, verb("fight", 2)) == [["<Go …>"], ["fight 0", "fight 1"]]


def test_a_button_says_what_tells_it_from_the_others() -> None:
    """In brief where there is no room for more; the verb is named where others stand beside it."""
    found = [
        Choice(f"go to {at}, all the way along the bar", f"go~{at}", True, "38 %", "x" * LABEL, at)
        for at in ("A1", "B1", "C1", "D1", "E1", "A2", "B2")
    ]
    go = Group("Go", "What it does.", found)
    assert rows(go, verb("fight", 1))[0][:2] == ["Go: A1 · 38 %", "Go: B1 · 38 %"]
    assert named(choices(START, Menu([go], ["Go"], "")))[0][:2] == ["A1 · 38 %", "B1 · 38 %"]


def test_an_only_answer_that_is_too_long_is_said_in_the_words_of_a_button() -> None:
    """With its odds, which stand on the button; where it has room it is said whole."""
    game = registry.get("bro_brawl")
    s = kernel.start(game, game.variant(), 1, bytes(16)).state
    seat = s.open[0].seat
    for life, words in ((12, "Best shot: Scamp D, falls"), (2, "Best: Scamp D, falls · you die ")):
        s.bros[seat].life = life
        best, *_ = kernel.ways(game, s, seat)
        shown = menu(game, game.view(s, 0), [NoAction()], [best])
        [[button], _] = named(choices(START, shown))
        assert button.startswith(words) and len(button) <= LABEL


def test_single_choices_side_by_side_share_a_row() -> None:
    assert rows(verb("give", 1), verb("take", 1), verb("go", 2)) == [
        ["give 0", "take 0"],
        ["go 0", "go 1"],
    ]


def test_many_verbs_are_a_button_each_however_few_their_choices() -> None:
    """So nothing moves when a verb has more to offer than the turn before."""
    four = [verb(name, count) for name, count in (("a", 2), ("b", 30), ("c", 1), ("d", 5))]
    end = verb("end", 1, last=True)
    assert rows(*four, end) == [["A …", "B …", "c 0", "D …"], ["end 0"]]
    six = [*four, verb("e", 2), verb("f", 2)]
    assert rows(*six, end) == [["A …", "B …", "c 0", "D …", "E …"], ["F …"], ["end 0"]]


def test_only_what_ends_a_turn_is_grey() -> None:
    items = choices(START, Menu([verb("go", 2), verb("end", 1, last=True)], [], None))
    styles = [lasting.item.style for lasting in items]  # type: ignore[attr-defined]
    assert styles == [STYLE.primary, STYLE.primary, STYLE.secondary]


def test_a_button_says_everything_or_it_is_a_select() -> None:
    """Short names are buttons also where there are many; long ones are listed."""
    assert rows(verb("go", 15)) == [["go 0", "go 1", "go 2"], ["<Go: 12 more …>"]]
    assert len(rows(verb("go", 5, label="to a place far away, "))) == 1
    assert rows(verb("go", 9, label="to a place that is very far away from here, ")) == [["<Go>"]]
    assert rows(verb("go", 2, label="x" * LABEL)) == [["<Go>"]]
    assert rows(verb("go", 2, label="x" * LABEL), verb("end", 1)) == [["<Go …>"], ["end 0"]]


def test_few_answers_of_a_verb_need_no_second_choice() -> None:
    """Who and whom in one, as long as the list is short."""
    game = registry.get("beer_brawl")
    view = game.view(kernel.start(game, game.variant(), 2, bytes(16)).state, 0)
    for count, flat in ((FLAT // 2, True), (FLAT // 2 + 1, False)):
        pairs = [Step(mine, square) for mine in (0, 2) for square in range(count)]
        (group,) = menu(game, view, pairs).groups
        assert all(choice.answer for choice in group.choices) is flat
        assert len(group.choices) == (len(pairs) if flat else 2)


def test_verbs_of_a_family_stand_under_one_name() -> None:
    """Together they are a list; where only one of them is possible, it stands for itself."""
    game = registry.get("bro_brawl")
    view = game.view(kernel.start(game, game.variant(), 1, bytes(16)).state, 0)
    foes = [foe.card for foe in view.zone][:2]
    both = [*(Stun(card) for card in foes), *(Delay(card) for card in foes), NoAction()]
    name = "More"
    held, nothing = menu(game, view, both).groups
    assert (held.title, held.path, nothing.last) == (name, "stun|delay", True)
    inside = menu(game, view, both, path=held.path)
    assert (inside.trail, inside.back) == ([name], "")
    assert {group.title for group in inside.groups} == {"Stun", "Delay"}
    found = [choice.path for group in inside.groups for choice in group.choices]
    assert sorted(found) == sorted(key(o) for o in both[:-1])
    assert menu(game, view, both, path="stun").back == held.path
    assert menu(game, view, both[:3], path="stun").back == held.path
    assert menu(game, view, both[:2], path="stun").back == ""
    alone, _ = menu(game, view, [both[0], NoAction()]).groups
    assert [choice.whole for choice in alone.choices] == [game.text.label(view, both[0])]
    assert menu(game, view, both[2:], path=held.path).groups[0].title == "Delay"


def test_a_family_s_page_shows_what_each_verb_has() -> None:
    """As long as it has room for that; what one command stands for twice is told apart."""
    game = registry.get("bro_brawl")
    view = game.view(kernel.start(game, game.variant(), 1, bytes(16)).state, 0)
    foes = [foe.card for foe in view.zone][:2]
    heals = [SacrificeHeal(points, 1) for points in (1, 2)]
    hits = [SacrificeHit(points, foes[0]) for points in (1, 2)]
    (family,) = menu(game, view, [*heals, *hits]).groups
    inside = menu(game, view, [*heals, *hits], path=family.path)
    assert [group.title for group in inside.groups] == ["Sacrifice heal", "Sacrifice hit"]
    two = [verb(name, count) for name, count in (("a", 5), ("b", 3))]
    shown = named(choices(START, Menu(two, ["Family"], "", within=True)))
    assert shown == [["a 0", "a 1", "a 2"], ["<A: 2 more …>"], ["b 0", "b 1", "b 2"]]
    seven = [verb(name, count) for name, count in (("a", 4), ("b", 3))]
    shown = named(choices(START, Menu(seven, ["Family"], "", within=True)))
    assert shown == [["a 0", "a 1", "a 2", "a 3"], ["B …"]], "a list of one would be no less"
    four = [verb(name, count) for name, count in (("a", 2), ("b", 1), ("c", 1), ("d", 2))]
    every = [["a 0", "a 1"], ["b 0", "c 0"], ["d 0", "d 1"]]
    assert named(choices(START, Menu(four, ["Family"], "", within=True))) == every
    many = [*four[:3], verb("d", 3)]
    assert named(choices(START, Menu(many, ["Family"], "", within=True))) == [
        ["a 0", "a 1"],
        ["b 0", "c 0", "D …"],
    ], "as much of it as there is room for"
    five = [*many, verb("e", 1)]
    assert named(choices(START, Menu(five, ["Family"], "", within=True))) == [
        ["A …", "b 0", "c 0", "D …", "e 0"]
    ]


def test_who_is_chosen_before_what_they_do() -> None:
    """Everybody has their place; what they can do stands under it, in brief."""
    game = registry.get("beer_brawl")
    view = game.view(kernel.start(game, game.variant(), 2, bytes(16)).state, 0)
    walks = [Walk(who, square) for who in (0, 2, 4) for square in (20, 21)]
    every = [*walks, Assault(0, 1, 20), Rally(2, 4, 20), Walk(6, 22), Stop()]
    root = menu(game, view, every)
    assert named(choices(START, root)) == [
        ["Barnaby …", "Dimple …", "Figgy …", "Hobnail goes to C5 and stops"],
        [
            "Barnaby A5: attack Crumpet · wins 52 %"
        ],  # the likeliest move, where there is room for one
        ["Stop"],
    ]
    who = menu(game, view, every, path=root.groups[0].choices[0].path)
    assert (who.trail, who.back) == (["Barnaby"], "")
    assert named(choices(START, who)) == [
        ["Go to A5 and stop", "Go to B5 and stop"],
        ["Attack Crumpet from A5 · wins 52 %"],
    ]
    alone = [option for option in every if getattr(option, "adventurer", 0) == 0]
    assert named(choices(START, menu(game, view, alone)))[0] == [
        "Go to A5 and stop",
        "Go to B5 and stop",
    ]


def test_whole_moves_take_the_room_that_who_acts_leaves() -> None:
    """Who can act keeps their places, however much there is to do; then the likeliest come."""
    game = registry.get("beer_brawl")
    view = game.view(kernel.start(game, game.variant(), 2, bytes(16)).state, 0)
    own = range(0, 12, 2)
    walks = [Walk(who, square) for who in own for square in (20, 21)]
    fights = [Assault(who, 1, 20) for who in own]
    for more in ([], fights, [*fights, *(Rally(0, friend, 20) for friend in own[1:])]):
        shown = named(choices(START, menu(game, view, [*walks, *more])))
        assert [len(row) for row in shown] == [5, 1]
    few = [*walks[:6], *fights[:3]]
    shown = named(choices(START, menu(game, view, few)))
    assert [row[0].split()[0] for row in shown] == ["Barnaby", "Barnaby"]
    assert [len(row) for row in shown] == [3, 3] and all("attack" in one for one in shown[1])
    behind = next(square for square, piece in enumerate(view.board) if square >= 35)
    shown = named(choices(START, menu(game, view, [*few, Walk(4, behind)])))
    assert shown[1][0] == f"Figgy goes to {square_label(behind)} and stops"


def test_what_is_true_of_all_choices_is_said_once() -> None:
    """It tells none from another, and makes every button so long that it takes a row."""
    alike = [msgspec.structs.replace(one, hint="you die 0 %") for one in verb("stun", 4).choices]
    shown = said_once(Menu([Group("Stun", "", alike)], ["Hold off"], ""))
    assert shown.hint == "you die 0 %"
    assert not any(one.hint for one in shown.groups[0].choices)
    unlike = [*alike[1:], msgspec.structs.replace(alike[0], hint="you die 5 %")]
    told = Menu([Group("Stun", "", unlike)], ["Hold off"], "")
    assert said_once(told) is told


@pytest.mark.parametrize(("key", "some"), [("brawl", False), ("beer_brawl", True)])
def test_step_by_step_is_offered_where_it_is_another_choice(key: str, some: bool) -> None:
    """Where each way is one answer, it would lead to the same once more."""
    found = False
    game = registry.get(key)
    variant, players = game.samples()[0]
    for s in played(game, variant, players, 3, sensible=True):
        for question in s.open:
            view = game.view(s, s.seats[question.seat])
            offered = kernel.offer(game, s, question.seat), kernel.ways(game, s, question.seat)
            found |= menu(game, view, *offered).steps
    assert found == some


@pytest.mark.slow
@pytest.mark.parametrize("key", registry.KEYS)
def test_no_panel_of_a_whole_game_is_a_wall(key: str) -> None:
    """Wherever a player goes in the menus: few buttons, in their order."""
    game = registry.get(key)
    for number, (variant, players) in enumerate(game.samples()[:2]):
        if game.real_time(variant):
            continue
        for s in list(played(game, variant, players, number, sensible=True))[::2]:
            for shown in pages(game, s):
                items = choices(START, shown)
                buttons = [one.item for one in items if isinstance(one.item, discord.ui.Button)]
                assert len(buttons) <= 6, named(items)
                assert len(items) - len(buttons) <= ROWS and len(named(items)) <= ROWS
                places = [one.row for one in items]
                assert places == sorted(places, key=lambda row: row or 0), named(items)
                assert len({button.label for button in buttons}) == len(buttons), named(items)
                grey = [button.style is STYLE.secondary for button in buttons]
                last = [group for group in shown.groups if group.last]
                ends = {f"={one.path}" for group in last for one in group.choices}
                poor = [one for group in shown.groups for one in group.choices]
                idle = {f"={one.path}" for one in poor if one.likely <= USELESS}
                idle |= {f">{group.path}" for group in shown.groups if group.idle}
                marks = [(button.custom_id or "").removeprefix(START) for button in buttons]
                assert {m for m, g in zip(marks, grey, strict=True) if g} <= ends | idle
                assert [m in ends for m in marks] == sorted(m in ends for m in marks)
                assert all(g for m, g in zip(marks, grey, strict=True) if m in ends | idle)


def pages(game: AnyGame, s: State) -> Iterator[Menu]:
    """Every menu that can be come to from the open questions of a state."""
    for question in s.open:
        view = game.view(s, s.seats[question.seat])
        offered = kernel.offer(game, s, question.seat), kernel.ways(game, s, question.seat)
        ahead, seen = [""], set()
        while ahead:
            path = ahead.pop()
            if path in seen:
                continue
            seen.add(path)
            shown = menu(game, view, *offered, path)
            yield shown
            ahead += [STEPS] * shown.steps + [group.path for group in shown.groups if group.path]
            ahead += [one.path for group in shown.groups for one in group.choices if not one.answer]
