"""Every answer of every game can be reached through its panel, within Discord's limits."""

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from discord import ButtonStyle
from msgspec import structs

from bot.table import Seated, Table
from bot.ui import panels, posts
from bot.ui.answer_buttons import AnswerButton, AnswerSelect
from bot.ui.buttons import Lasting
from bot.ui.keys import key, parse, pick
from bot.ui.limits import CONTENT
from bot.ui.menu import is_run, menu
from bot.ui.open_choices import open_panel
from bot.ui.rules import rule_page, topic_page
from bot.ui.screen import Screen
from bot.ui.views import view_of
from bot.ui.words import NO_ROOM, REVEALED, named, story
from images.gallery import played
from rules import registry
from rules.beer_brawl.state import BeerBrawlVariant, Passed
from rules.brawl_mart.state import Cafe
from rules.brawlhalla.content.legends import deck_of
from rules.bro_brawl.state import NoAction
from rules.engine import kernel
from rules.engine.codec import option_key
from rules.engine.contract import AnyGame
from rules.engine.inputs import Answer, Resign
from rules.engine.kernel import Resigned, TimedOut
from rules.engine.page import page
from rules.engine.play import Play
from rules.engine.state import Option, Outcome, Question
from rules.engine.text import line
from tests.bot.hall import Hall, selects
from tests.bot.test_costs import blue_begins
from tests.bot.test_secrets import reach
from tests.rules.brawlhalla.table import BODVAR, HATTORI, card
from tests.rules.brawlhalla.table import Table as Arena
from tests.rules.bro_brawl.table import BRUTE, PACK3, SCAMP, TROOPER, grunt
from tests.rules.bro_brawl.table import Table as Fight

STEPS = 60
TABLE = 123_456


def sitting_of(key: str, sample: int) -> Table:
    """A table of people at the start of a game."""
    game = registry.get(key)
    variant, players = game.samples()[sample]
    play, _ = Play.start(game, variant, players, bytes(16))
    return Table(
        id=TABLE,
        game=game,
        variant=variant,
        channel_id=1,
        guild_id=1,
        host_id=1,
        status="playing",
        version=1,
        pace=None,
        players=tuple(Seated(p, p + 1, f"p{p}") for p in range(players)),
        invited=(),
        commitment="",
        created_at=datetime.now(UTC),
        play=play,
        secret=b"",
    )


SAMPLES = [
    (key, sample) for key in registry.KEYS for sample in range(len(registry.get(key).samples()))
]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "sample"), SAMPLES)
def test_every_answer_is_reached(key: str, sample: int) -> None:
    """A random game is played through panels alone; each option has a way to it, or is one."""
    table = sitting_of(key, sample)
    rng = random.Random(sample)
    for step in range(STEPS):
        assert table.play is not None
        waiting = kernel.waiting(table.play.state)
        if table.outcome is not None or not waiting:
            break
        seat = rng.choice(waiting)
        user = table.players[table.play.state.seats[seat]].user_id
        assert user is not None
        offered = list(table.offer(seat))
        option = rng.choice(offered)
        if step % 6 == 0 and usual(panels.panel(table, user, seat=seat)):
            reached = walk(table, user, seat)
            ways = table.ways(seat)
            every = {*offered, *(way.option for way in ways)}
            whole = {way.answers[0] for way in ways if len(way.answers) == 1}
            assert reached <= set(map(option_or_digest, every))
            assert set(map(option_or_digest, every - whole)) <= reached
        number = table.play.state.question(seat).number
        table.play = table.play.answer_all(seat, number, [option]).play


def test_danger_and_question_stand_next_to_the_board() -> None:
    """A tall panel is read from its buttons up: what only explains stands above."""
    table, rng = sitting_of("brawl", 0), random.Random(1)
    for _ in range(400):
        assert table.play is not None and table.outcome is None, "no danger in a whole game"
        asked = table.play.state.open[0]
        user = table.play.state.seats[asked.seat] + 1
        view, text = table.view(user), table.game.text
        if danger := text.warnings(view):
            break
        option = rng.choice(list(table.offer(asked.seat)))
        table.play = table.play.answer_all(asked.seat, asked.number, [option]).play
    end = [*(f"❗ {one}" for one in danger), text.prompt(view, asked.kind)]
    assert panels.panel(table, user).content.endswith("\n".join(["", *end]))


def usual(panel: Screen) -> bool:
    """Whether this is the panel that every game has, and not one that a game brings itself."""
    return any(isinstance(item, AnswerButton | AnswerSelect) for item in panel.items)


def option_or_digest(option: Option) -> str:
    """An option as an id carries it."""
    return key(option)


def walk(table: Table, user: int, seat: int) -> set[str]:
    """All answers of a question, by following every button and every choice."""
    answers: set[str] = set()
    ahead, seen = [""], set()
    while ahead:
        path = ahead.pop()
        seen.add(path)
        panel = panels.panel(table, user, seat=seat, path=path)
        fits(panel)
        assert f"d:{table.id}:rules" in [item.custom_id for item in panel.items]
        found = marks(panel.items)
        answers |= {mark[1:] for mark in found if mark[0] == "="}
        ahead += [mark[1:] for mark in found if mark[0] == ">" and mark[1:] not in seen]
    return answers


def marks(items: Sequence[Lasting]) -> list[str]:
    """What the buttons and choices of a panel stand for, each once."""
    found: list[str] = []
    for item in items:
        custom_id = item.custom_id
        if not isinstance(item, AnswerButton | AnswerSelect):
            continue
        if isinstance(item, AnswerButton):
            if item.item.label != "Back":  # type: ignore[attr-defined]
                found.append(custom_id.split(":", 3)[-1])
        elif not custom_id.endswith("*"):
            found += [option.value for option in item.item.options]  # type: ignore[attr-defined]
    return [mark for mark in dict.fromkeys(found) if mark[0] in "=>" and mark != ">"]


def fits(panel: Screen) -> None:
    """Discord would take this panel."""
    view = view_of(panel.items)
    rows = view.to_components()
    assert len(rows) <= 5
    assert len(panel.content) <= 2000
    ids = [child["custom_id"] for row in rows for child in row["components"]]
    assert len(ids) == len(set(ids))
    assert all(len(custom_id) <= 100 for custom_id in ids)
    for row in rows:
        assert len(row["components"]) <= 5
        for child in row["components"]:
            _child_fits(child)


def _child_fits(child: Any) -> None:
    if child["type"] == 2:
        assert 1 <= len(child["label"]) <= 80
        return
    assert 1 <= len(child["options"]) <= 25
    values = [option["value"] for option in child["options"]]
    assert len(values) == len(set(values))
    assert all(len(value) <= 100 for value in values)


# -- narrowing


class Card(Option, frozen=True):
    """Discard a card."""

    card: int


class Done(Option, frozen=True):
    """No more."""


class Long(Option, frozen=True):
    """Too long for an id."""

    cards: tuple[int, ...]


def test_a_run_lets_several_be_picked_at_once() -> None:
    """Things of one kind that end in done may be named together."""
    cards = [Card(n) for n in range(5)]
    assert is_run([*cards, Done()])
    assert not is_run(cards)
    assert not is_run([Card(1), Done()])


async def test_several_are_picked_at_once(hall: Hall) -> None:
    """A multiple choice is a run of answers: all are taken, in one go."""
    game = registry.get("bro_brawl")
    variant, players = game.samples()[1]
    assert players == 2
    state = next(filter(None, (run_of(game, variant, seed) for seed in range(50))))
    await hall.says(hall.alice, "table new", game="Bro Brawl", opponent=hall.bob)
    await hall.says(hall.bob, "table join")
    await hall.says(hall.alice, "table start")
    await hall.put(state)
    question = state.open[0]
    member = (hall.alice, hall.bob)[state.seats[question.seat]]
    panel = await hall.panel(member)
    select = next(s for s in selects(panel) if s["custom_id"].endswith("*"))
    values = [option["value"] for option in select["options"] if option["value"] != "=done"]
    assert select["max_values"] >= len(values) == 2
    await member.select(panel, values, custom_id=select["custom_id"])
    first = (await hall.table()).logged
    assert first >= 2, "both were taken, and what was left to say after them"
    await hall.put(state)
    panel = await hall.panel(member)
    chosen = await member.select(panel, ["=done", values[0]], custom_id=select["custom_id"])
    assert "not done" not in chosen.response.content, "done comes last, wherever it stands"
    assert (await hall.table()).logged >= first + 2, "both were taken"


def run_of(game: AnyGame, variant: Any, seed: int) -> Any:
    """A state in which somebody gives back two cards, one after the other."""
    rng = random.Random(seed)
    s = kernel.start(game, variant, 2, seed.to_bytes(16, "big")).state
    for _ in range(200):
        if s.outcome is not None:
            return None
        question = s.question(kernel.waiting(s)[0])
        offered = list(kernel.offer(game, s, question.seat))
        if question.kind == "return" and is_run(offered):
            return s
        answer = Answer(question.seat, question.number, rng.choice(offered))
        s = kernel.apply(game, s, answer).state
    return None


def test_a_long_option_is_named_by_its_digest() -> None:
    """An id has no room for everything; the offer tells what is meant."""
    options = [Long(tuple(range(n, n + 60))) for n in range(3)]
    keys = [key(option) for option in options]
    assert all(len(name) <= 60 for name in keys)
    assert [pick(options, name) for name in keys] == options


def test_an_option_that_is_offered_no_more_can_still_be_named() -> None:
    """So that the game itself says why it is not possible."""
    game = registry.get("beer_brawl")
    for option in game.options:
        fields = option.__struct_fields__
        made = option(*(["lake", 3] if fields[:1] == ("kind",) else [3] * len(fields)))
        assert parse(game, option_key(made)) == made
    assert parse(game, "ready~x~y") is None
    assert parse(game, "ready~1") is None
    assert parse(game, "dance") is None


def test_back_leads_to_the_last_choice() -> None:
    """From a tile's squares back to the tiles."""
    table = sitting_of("beer_brawl", 0)
    options = table.offer(0)
    view = table.view(1)
    whole = menu(table.game, view, options)
    [ready] = [group for group in whole.groups if group.title == "Place"]
    squares = menu(table.game, view, options, path=ready.choices[0].path)
    assert whole.back is None
    assert squares.back == ""
    assert squares.trail == ["Place", "Barnaby"]
    assert "A1" in [choice.label for choice in squares.groups[0].choices]


def test_a_path_that_leads_nowhere_starts_again() -> None:
    """A tile that was set ready meanwhile has no squares any more."""
    table = sitting_of("beer_brawl", 0)
    options, view = table.offer(0), table.view(1)
    assert menu(table.game, view, options, path="ready~99") == menu(table.game, view, options)


@pytest.mark.parametrize("key", registry.KEYS)
def test_every_topic_of_the_rules_fits_one_page(key: str) -> None:
    """Nothing of a rule is cut off."""
    game = registry.get(key)
    for topic, words in game.text.topics.items():
        page = topic_page(game, topic)
        assert words in page, topic
        assert len(page) <= 2000


@pytest.mark.parametrize("key", registry.KEYS)
def test_every_rule_fits_one_page(key: str) -> None:
    """Nothing of a rule is cut off, wherever it is asked for by its id."""
    game = registry.get(key)
    for rule in page(key).rules.values():
        shown = rule_page(game, rule)
        assert rule.id in shown
        assert rule.text in shown
        assert len(shown) <= 2000


def test_much_news_leaves_room_for_whom_the_table_waits_for() -> None:
    """The latest lines are told; the mention after them is never cut off."""
    table = sitting_of("beer_brawl", 0)
    news = [f"{number} {'long ' * 50}" for number in range(30)]
    content = posts.turn(table, news).content
    assert len(content) <= 2000
    assert content.endswith("Waiting for <@1> (Blue) and <@2> (Orange).")
    _, more, *told, _ = content.splitlines()
    assert told[-1].startswith("> 29 long")
    assert more == f"> … {30 - len(told)} more before that: `/table log`"


@pytest.mark.parametrize("key", registry.KEYS)
def test_a_table_that_cannot_be_seen_is_said(key: str) -> None:
    """Without a picture a post has the table in words, within its limit."""
    table = sitting_of(key, 0)
    post = posts.turn(table, ["news " * 40] * 20)
    board = named(table, table.game.text.board(table.view(None)))
    assert len(post.words(pictured=False)) <= 2000
    post = posts.turn(table, ["news"])
    assert post.words(pictured=False).endswith(board)
    assert board not in post.words(pictured=True)


def test_who_plays_several_is_told_for_whom_they_answer() -> None:
    """The panel names the seat that is asked, once; one who plays alone needs no name."""
    table = sitting_of("bro_brawl", 0)
    seen: set[bool] = set()
    while len(seen) < 2:
        assert table.play is not None
        [question] = table.waits
        user = table.holder(question.seat).user_id
        assert user is not None
        assert len(table.seats_of(user)) > 1
        view = table.view(user)
        name = table.game.text.seat(view, question.seat)
        told = name in table.game.text.prompt(view, question.kind)
        assert (f"**{name}:** " in panels.panel(table, user).content) is not told
        seen.add(told)
        first = table.offer(question.seat)[0]
        table.play = table.play.answer_all(question.seat, question.number, [first]).play
    assert "**Blue:**" not in panels.panel(sitting_of("beer_brawl", 0), 1).content


def test_verbs_are_explained_where_they_are_shown_and_only_to_newcomers() -> None:
    """Who acts needs no heading, and what stands under each of them once more no second line."""
    table = sitting_of("beer_brawl", 0)
    table.play = Play(table.game, reach(blue_begins, BeerBrawlVariant()))
    at_first = panels.panel(table, 1).content
    assert "-# Choose who acts, then where they go or whom they meet." in at_first
    assert "**Attack**" not in at_first
    table.play.state.asked[0] = panels.NEW + 1
    assert "-#" not in panels.panel(table, 1).content


def test_a_verb_is_explained_only_where_it_is_of_use() -> None:
    """Attacks that are surely blocked take no lines of those who have something else to choose."""
    table = sitting_of("brawlhalla", 0)
    for theirs, useful in ((deck_of(HATTORI)[:4], False), ((), True)):
        arena = Arena(BODVAR, HATTORI, arena="anvil", spaces="C4 D4")
        arena.hand(0, card(BODVAR, 2), card(BODVAR, 2, 1)).hand(1, *theirs)
        arena.s.asked[0] = 3  # the first panel is about the game
        table.play = Play(table.game, arena.s)
        said = panels.panel(table, table.players[0].user_id or 0).content
        assert ("**Light attack** · " in said) is useful


def test_a_verb_is_explained_on_its_page_for_longer_than_beside_others() -> None:
    """What a family's name says enough about is explained once it is chosen; the goal is said once."""
    table = sitting_of("bro_brawl", 0)
    assert table.play is not None
    asked, before = table.play.state.asked, list(table.play.state.zone)
    at_first = panels.panel(table, 1)
    [more] = [i.item for i in at_first.items if getattr(i.item, "label", "") == "More …"]
    page = panels.panel(table, 1, path=str(getattr(more, "custom_id", "")).partition(">")[2])
    assert "🎯" in at_first.content and "**More**" not in at_first.content, "one thing at a time"
    asked[0] += 1
    then = panels.panel(table, 1).content
    assert "🎯" in then and "-# **More** · Sacrifice" in then, "both stay for a while"
    assert "**Attack**" not in then, "its page explains it"
    asked[0] += 1
    assert "🎯" not in panels.panel(table, 1).content
    asked[0] -= 2
    assert "🎯" not in page.content and "**Sacrifice** · You lose life: " in page.content
    assert "**Delay** · A monster goes under the Battle deck" in page.content
    table.play.state.zone = table.play.state.zone[:1]
    lone = panels.panel(table, 1, path=str(getattr(more, "custom_id", "")).partition(">")[2])
    assert "**Delay** · A monster goes under the Battle deck" in lone.content, "also a lone one"
    table.play.state.zone = list(before)
    delay = "-# A monster goes under the Battle deck; its wounds heal.\n"
    assert delay in panels.panel(table, 1, path="delay").content
    asked[0] += panels.NEW
    assert delay in panels.panel(table, 1, path="delay").content
    assert "-# **More**" not in panels.panel(table, 1).content
    asked[0] += panels.KNOWN
    assert "-#" not in panels.panel(table, 1, path="delay").content


def test_what_all_choices_lead_to_stands_above_them() -> None:
    """A bro who dies anyway, or lives, whomever it holds off."""
    table = sitting_of("bro_brawl", 0)
    for s in played(table.game, table.variant, 1, 4):
        table.play = Play(table.game, s)
        for path in ("delay|stun", "delay", "stun"):
            shown = panels.panel(table, 1, path=path) if s.outcome is None else None
            if shown is not None and " ›** you die " in shown.content:
                labels = [str(getattr(item.item, "label", "")) for item in shown.items]
                assert len(labels) > 3 and not any("you die" in label for label in labels)
                assert shown.trail in panels.panel(table, 1, path=path, openly=True).trail
                return
    pytest.fail("nothing of the kind was met")


def test_what_all_answers_of_a_question_lead_to_stands_below_it() -> None:
    """Whichever foe the Grunt hits, the bro dies: the buttons say what becomes of the foes."""
    fight = Fight()
    fight.foes(*range(BRUTE, BRUTE + 5))
    fight.s.bros[0].life = 1
    fight.next_grunts(grunt("damage", 1))
    fight.s.zone[0].wounds, fight.s.zone[1].wounds = 1, 2
    fight.do(NoAction())
    table = sitting_of("bro_brawl", 3)
    table.play = Play(table.game, fight.s)
    shown = panels.panel(table, 1)
    assert shown.content.endswith("Which foe does the Grunt hit?\nYou die 100 %")
    assert _labels(shown)[:3] == [
        "Hit Brute B: falls",
        "Hit Brute A: 1 left",
        "Hit Brute C: 2 left",
    ]
    openly = open_panel(table)
    assert openly is not None and _labels(openly)[:3] == _labels(shown)[:3]
    assert "**Which foe does the Grunt hit?**\nYou die 100 %" in openly.content


def test_what_whatever_one_does_leads_to_stands_once_below_the_question() -> None:
    """Among all actions, and on the page of a verb with two choices."""
    fight = Fight()
    fight.foes(*range(BRUTE, BRUTE + 5))
    fight.s.zone[0].wounds, fight.s.bros[0].life = 1, 1
    table = sitting_of("bro_brawl", 3)
    table.play = Play(table.game, fight.s)
    for path, said in (("", "You die 100 %"), ("shoot", "**Attack ›** you die 100 %")):
        shown = panels.panel(table, 1, path=path)
        assert shown.content.endswith(f"What does Brock do?\n{said}")
        assert not any("you die" in label for label in _labels(shown)), _labels(shown)


def test_what_saves_a_bro_stands_before_what_most_likely_kills() -> None:
    """A shot that one would die of is neither first nor orange where a pack can be bought."""
    fight = Fight()
    fight.foes(BRUTE, BRUTE + 1, SCAMP)
    fight.shop(PACK3)
    fight.kills(0, TROOPER, TROOPER + 1)
    fight.s.bros[0].life = 1
    table = sitting_of("bro_brawl", 3)
    table.play = Play(table.game, fight.s)
    shown = [one.item.to_component_dict() for one in panels.panel(table, 1).items]
    styles = {str(one.get("label")): one.get("style") for one in shown}
    first, shot = next(iter(styles)), next(label for label in styles if "Scamp" in label)
    orange, grey = ButtonStyle.primary.value, ButtonStyle.secondary.value
    assert (styles[first], styles[shot], styles["Buy …"]) == (orange, grey, orange), styles
    assert shot.startswith("Shot: ") and "you die 100 %" not in shot


def test_the_end_says_to_each_whether_they_won() -> None:
    """A post says who won; a panel whether that was its reader."""
    table = sitting_of("beer_brawl", 0)
    assert table.play is not None
    table.play.do(Resign(0))
    table.status = "over"
    assert "💀 **You lose.** <@2> (Orange) wins: the other side gave up." in _shown(table, 1)
    assert "🏆 **You win: the other side gave up.**" in _shown(table, 2)
    won = "🏆 **<@2> (Orange) wins: the other side gave up.** · against <@1> (Blue)\n"
    assert won in posts.over(table, []).content
    table.play.state.outcome = Outcome((), "agreed")
    assert " · between <@1> (Blue) and <@2> (Orange)\n" in posts.over(table, []).content


def test_who_acts_as_a_person_is_called_so_with_their_side_beside() -> None:
    """Files that are public name places; whoever is looked at alone, nothing else."""
    table = sitting_of("beer_brawl", 0)
    assert table.play is not None
    view = table.view(None)
    passes = line(table.game, view, Passed(1))
    assert passes == "Player 2 (Orange) passes: nobody can move."
    assert named(table, passes) == "<@2> (Orange) passes: nobody can move."
    assert named(table, line(table.game, view, Resigned(0))) == "<@1> (Blue) resigns."
    easy = replace(table.players[1], user_id=None, name="Computer (easy)")
    table.players = (table.players[0], easy)
    assert named(table, passes) == "Computer (easy, Orange) passes: nobody can move."
    mart = sitting_of("brawl_mart", 0)
    assert named(mart, line(mart.game, mart.view(None), TimedOut(0))).startswith("<@1> ran out")
    assert "Waiting for <@1>." in posts.turn(mart, []).content
    assert "👥" not in posts.turn(mart, [], first=True).content


@pytest.mark.parametrize(("game", "there"), [("brawl_mart", False), ("beer_brawl", True)])
def test_who_plays_alone_has_no_button_for_what_others_did(game: str, there: bool) -> None:
    table = sitting_of(game, 0)
    assert table.play is not None
    table.play.state.asked = [9] * len(table.play.state.asked)
    assert ("Recap" in _labels(panels.panel(table, 1))) == there


def test_a_choice_too_long_for_its_button_is_named_briefly_with_the_rest_beside() -> None:
    for hand, label in (([1, 2, 3], "Best first"), ([1], "Best first: Ojwald")):
        table = sitting_of("brawl_mart", 0)
        assert table.play is not None
        table.play.state.hand = hand
        shown = panels.panel(table, 1)
        rest = shown.items[0].rest
        assert _labels(shown)[0] == label
        names = ["Brodacious", "Ojwald", "Wallace"] if len(hand) > 1 else []
        assert sorted(filter(None, rest.split(", "))) == names


def test_a_single_step_beside_whole_moves_is_a_button_of_its_own() -> None:
    """As the way out of the café, which the ways to the next departments stand for."""
    table = sitting_of("brawl_mart", 0)
    assert table.play is not None
    s = table.play.state
    s.frames, s.open, s.fighters, s.sp = [Cafe()], [Question(0, 1, "cafe")], [], 1
    shown = panels.panel(table, 1)
    assert "Leave for the map" in _labels(shown) and "Step by step" not in _labels(shown)
    ids = [getattr(item.item, "custom_id", "") for item in shown.items]
    assert "t:123456:0.1:=leave" in ids


def _labels(shown: Screen) -> list[str]:
    return [getattr(item.item, "label", "") for item in shown.items]


def test_where_the_score_tells_how_well_one_did_the_end_is_no_loss() -> None:
    """Out of the store without the flatscreen, but on one's own feet; its picture is golden, too."""
    table = sitting_of("brawl_mart", 0)
    ends = set()
    for seed in range(10):
        *_, last = played(table.game, table.variant, 1, seed)
        table.play, table.status = Play(table.game, last), "over"
        ends.add((last.outcome.reason, posts.over(table, []).content.splitlines()[1][0]))
    assert {("out", "🏁"), ("lost", "💀")} <= ends


@pytest.mark.slow
@pytest.mark.parametrize("key", registry.KEYS)
def test_the_last_post_has_room_for_all_that_was_hidden(key: str) -> None:
    """Beside the longest turning point; what happened last gives way."""
    game = registry.get(key)
    for number, (variant, players) in enumerate(game.samples()):
        table = sitting_of(key, number)
        *_, last = played(game, variant, players, number)
        table.play, table.status = Play(game, last), "over"
        post = posts.over(table, ["what happened " * 10] * 20, "d" * 64, turned="t" * 220)
        hidden = game.text.revealed(table.view(None))
        assert len(post.content) <= CONTENT and "t" * 220 in post.content
        assert all(line in post.content for line in hidden), key


def test_what_there_is_no_room_for_is_not_kept_back_in_silence() -> None:
    """As for the decks of four who agree on a draw at once."""
    table = sitting_of("brawlhalla", 4)
    held = tuple((tuple(range(20)), tuple(range(20, 40))) for _ in range(4))
    view = structs.replace(table.view(None), held=held)
    point, shown = story(table, view, "then.")
    assert point == "🔑 The turning point: then." and len(point) + len(shown) <= REVEALED
    assert shown.count("\n") == 2 and shown.endswith(NO_ROOM)


def _shown(table: Table, user: int) -> str:
    return panels.panel(table, user).content
