"""What is expected of every registered game's tests, texts, playthroughs and saves."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from rules import registry
from rules.engine import kernel
from rules.engine.codec import decode, encode
from rules.engine.contract import AnyGame
from rules.engine.inputs import Answer
from rules.engine.text import Line, weighed
from tests.rules import transcript
from tests.rules.freeze import folder, play_on
from tests.rules.marks import TESTS, ids, marked

HERE = Path(__file__).parent
PLAYTHROUGHS = [p for key in registry.KEYS for p in sorted((HERE / key).glob("playthroughs/*.txt"))]
SAVES = [(key, path) for key in registry.KEYS for path in sorted(folder(key).glob("*.save"))]
each_game = pytest.mark.parametrize("key", registry.KEYS)


def name(path: Path) -> str:
    return f"{path.parent.parent.name}-{path.stem}"


# -- playthroughs and saves


@each_game
def test_there_are_playthroughs_and_saves_of_this_edition(key: str) -> None:
    assert [path for path in PLAYTHROUGHS if path.is_relative_to(HERE / key)]
    edition = registry.get(key).edition
    assert list(folder(key).glob(f"edition{edition}-*.save"))


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=name)
def test_a_playthrough_is_the_same_again(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    assert transcript.again(written).splitlines() == written.splitlines()


@pytest.mark.parametrize(("key", "path"), SAVES, ids=[name(path) for _, path in SAVES])
def test_a_frozen_save_loads_and_plays_on(key: str, path: Path) -> None:
    game = registry.get(key)
    s = decode(game, path.read_bytes())
    assert s.outcome is None
    assert game.problems(s) == []
    if path.stem.startswith(f"edition{game.edition}-"):
        assert encode(game, s) == path.read_bytes().strip()
    answers = 0
    for _ in play_on(game, s, random.Random(1)):
        answers += 1
        assert answers <= game.bound
    assert answers > 0
    assert game.problems(s) == []


# -- what matters of what happened


@each_game
def test_some_of_what_happens_matters_and_most_of_it_leads_there(key: str) -> None:
    """Where there is no room for all, a panel keeps that: so it must be little, and not nothing."""
    game, rng = registry.get(key), random.Random(7)
    told = [one for step in steps(game, rng) for one in lines_of(game, step)]
    matters = [line for line in told if isinstance(line, Line)]
    assert 0 < len(matters) < len(told) / 2


def steps(game: AnyGame, rng: random.Random) -> Iterator[kernel.Step]:
    """A game of sensible players, step by step."""
    variant, players = game.samples()[0]
    step = kernel.start(game, variant, players, rng.randbytes(16))
    while (s := step.state).outcome is None:
        seat = kernel.waiting(s)[0]
        question = s.question(seat)
        assert question is not None
        option = game.guess(s, seat, kernel.offer(game, s, seat), rng.random())
        step = kernel.apply(game, s, Answer(seat, question.number, option))
        yield step


def lines_of(game: AnyGame, step: kernel.Step) -> list[str]:
    """What the first player reads of a step."""
    return weighed(game, game.view(step.state, 0), step.told, 0)


# -- what may be answered once and for all

RECURRING = {
    "beer_brawl": set[str](),  # every question of a turn is the same, and hides SPEED (BB12)
    "brawl": set[str](),  # each card is a choice of its own
    "bro_brawl": {"more", "give", "return"},
    "brawl_mart": {"line_up", "equip"},
    "brawlhalla": {"before", "during", "after", "struck", "bonus"},
}


@each_game
def test_questions_that_come_again_may_be_answered_for_good(key: str) -> None:
    """Whether to use a power, to spend a card, to part with kills: never what hides something."""
    game, rng, found = registry.get(key), random.Random(4), set[str]()
    for seed, (variant, players) in enumerate(game.samples() * 4):
        s = kernel.start(game, variant, players, seed.to_bytes(16, "big")).state
        for _ in range(250):
            if s.outcome is not None or found == RECURRING[key] != set():
                break
            seat = rng.choice(kernel.waiting(s))
            standing = kernel.standing(game, s, seat)
            found |= {standing.key.split()[0]} if standing else set()
            kernel.take(game, s, seat, rng.choice(kernel.offer(game, s, seat)))
    assert found == RECURRING[key]


# -- rules and their tests


@each_game
def test_every_rule_has_a_test(key: str) -> None:
    listed = ids(key)
    assert listed
    proven = marked(HERE / key, TESTS / "bot", TESTS / "images")
    assert [rule for rule in listed if rule not in proven] == []


@each_game
def test_no_test_names_a_rule_that_is_not_there(key: str) -> None:
    assert marked(HERE / key) - set(ids(key)) == set()


@each_game
def test_the_code_names_no_rule_that_is_not_there(key: str) -> None:
    listed = ids(key)
    prefix = listed[0].rstrip("0123456789")
    named = {
        rule
        for path in (Path(rules.__file__).parent / key).rglob("*.py")
        for rule in re.findall(rf"\b{prefix}[0-9]+\b", path.read_text(encoding="utf-8"))
    }
    assert named
    assert named - set(listed) == set()


# -- facts and words


@each_game
def test_the_rules_can_be_read_by_topic(key: str) -> None:
    topics = registry.get(key).text.topics
    assert topics
    assert all(title.strip() and words.strip() for title, words in topics.items())


@each_game
def test_the_samples_are_valid_and_can_be_named(key: str) -> None:
    game = registry.get(key)
    assert game.key == key
    samples = game.samples()
    assert {players for _, players in samples} == set(game.counts)
    for variant, players in samples:
        game.check(variant, players)
        assert game.text.variant(variant).strip()
        s = kernel.start(game, variant, players, bytes(16)).state
        assert s.players == players
        assert kernel.waiting(s)


@each_game
def test_verbs_are_told_apart_by_their_tags(key: str) -> None:
    tags = [option.__struct_config__.tag for option in registry.get(key).options]
    assert len(set(tags)) == len(tags)


@each_game
def test_no_event_is_called_like_one_of_the_kernel(key: str) -> None:
    """Both are told apart by their names where they are written down."""
    own = {event.__name__ for event in registry.get(key).events}
    assert not own & {event.__name__ for event in kernel.KERNEL_EVENTS}
