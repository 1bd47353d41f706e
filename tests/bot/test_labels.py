"""What stands on buttons and in lists fits a phone, and nothing of it is lost or cut in a word."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.ui.buttons import Lasting
from bot.ui.choices import choices
from bot.ui.limits import CHOICE, LABEL, cut, headed
from bot.ui.menu import STEPS, Choice, Menu, menu, spoken
from bot.ui.rules import TopicSelect
from bot.ui.table_buttons import first_games
from rules import registry
from rules.engine import kernel
from rules.engine.contract import AnyGame, build_variant
from rules.engine.play import Play

PHONE = 38
WORD = re.compile(r"\w+")


def asked(game: AnyGame, seed: int) -> Iterator[tuple[Any, list[Any], list[Any]]]:
    """What is asked in a whole game of players without a plan: view, options and ways."""
    luck = random.Random(seed)
    count = luck.choice(game.counts)
    play, _ = Play.start(game, build_variant(game, {}, count), count, bytes([seed]) * 32)
    for _ in range(300):
        if play.state.outcome is not None:
            return
        question = luck.choice(play.state.open)
        seat = question.seat
        options, ways = kernel.offer(game, play.state, seat), kernel.ways(game, play.state, seat)
        yield game.view(play.state, play.state.seats[seat]), list(options), list(ways)
        play = play.answer_all(seat, question.number, [luck.choice(options)]).play


def menus(game: AnyGame, view: Any, options: list[Any], ways: list[Any]) -> Iterator[Menu]:
    """Every menu that a question can be answered by, step by step."""
    paths, seen = ["", STEPS], set()
    while paths:
        if (path := paths.pop()) not in seen:
            seen.add(path)
            yield (shown := menu(game, view, options, ways, path))
            steps = [c for group in shown.groups for c in group.choices if not c.answer]
            paths += [choice.path for choice in steps[:3]]


def read(item: Lasting) -> Iterator[tuple[str, str, str]]:
    """What is read of an item: the id of each choice, its label, and what is said beside it."""
    raw: Any = item.item
    if hasattr(raw, "label"):
        yield raw.custom_id.rpartition(":")[2], raw.label, item.rest
    else:
        assert len(raw.placeholder) <= PHONE, raw.placeholder
        for option in raw.options:
            yield option.value, option.label, option.description or ""


@pytest.mark.slow
@pytest.mark.parametrize("key", registry.KEYS)
def test_labels_of_whole_games_fit_a_phone(key: str) -> None:
    """What has no room in a label is said beside it, word for word."""
    game, count = registry.get(key), 0
    for number, (view, options, ways) in enumerate(asked(game, 1)):
        for shown in menus(game, view, options, ways) if number % 4 == 0 else ():
            known = {mark(c): c for group in shown.groups for c in group.choices}
            for item in choices("t:1:0.1:", shown):
                for value, label, beside in read(item):
                    count += 1
                    assert 0 < len(label) <= PHONE, label
                    assert "…" not in label or re.search(r" …($| · .* %)", label), label
                    assert len(beside) <= CHOICE or hasattr(item.item, "label"), beside
                    if choice := known.get(value):
                        said = words(f"{label} {beside}")
                        names = filter(None, (choice.label, choice.whole, choice.brief))
                        assert any(words(f"{name} {choice.hint}") <= said for name in names), (
                            choice,
                            beside,
                        )
    assert count > 50


def words(text: str) -> set[str]:
    """The words of a text, in any order."""
    return set(WORD.findall(text))


def mark(choice: Choice) -> str:
    """What a choice is called in an id."""
    return ("=" if choice.answer else ">") + choice.path


def test_other_labels_fit_too() -> None:
    """Of the rules' topics and of the first games; topics begin with whole sentences."""
    for key in registry.KEYS:
        select: Any = TopicSelect(registry.get(key)).item
        assert select.options
        for option in select.options:
            assert len(option.label) <= PHONE
            assert option.description and not option.description.endswith("…")
    assert all(len(getattr(item.item, "label", "")) <= PHONE for item in first_games())


def test_a_text_is_divided_where_one_takes_a_breath() -> None:
    """Never within a word, as long as there is any place else."""
    assert headed("Attack Gus") == ("Attack Gus", "")
    long = "Attack Greeter Gus · 79 % to hit (33 % to slay), 25 % to be hit"
    assert headed(long) == ("Attack Greeter Gus · 79 % to hit", "(33 % to slay), 25 % to be hit")
    assert headed("D5 (Air): go over the sword with 5 Long Winter") == (
        "D5 (Air): go over the sword",
        "with 5 Long Winter",
    )
    assert headed("Knock 1 sense into Broseph (Selfie Stick)")[1] == "(Selfie Stick)"
    assert headed("x" * 50) == ("x" * (LABEL - 1) + "…", "…" + "x" * (51 - LABEL))
    rather = "Attack “Old-School” Wallace · hits 31 %, you are hit 83 %; you are slain 47 %"
    assert headed(rather) == (
        "Attack “Old-School” … · hits 31 %",
        "Wallace, you are hit 83 %; you are slain 47 %",
    )
    assert headed("Attack Forklift Fran · you are slain 78 %, hits 22 %") == (
        "Attack Forklift … · you are slain 78 %",
        "Fran, hits 22 %",
    )
    assert headed("Best shot: Brute E keeps 2 life · you die 23 %")[0] == (
        "Best shot: Brute E … · you die 23 %"
    )
    assert cut("One thing. Another thing, too", 22) == "One thing. Another …"


@pytest.mark.parametrize("key", registry.KEYS)
def test_no_verb_is_called_like_a_button_that_opens_something(key: str) -> None:
    """*Play* under a post opens the panel: a card that is played there needs a word of its own."""
    game = registry.get(key)
    doors = {"Play", "My hand", "Rules", "Table", "Log", "Look", "Back", "Undo"}
    covered = game.covered or ()
    kinds = [kind for kind in (*game.shortcuts, *game.options) if kind not in covered]
    assert not doors & {spoken(game, kind) for kind in kinds}
