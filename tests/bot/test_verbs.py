"""Whatever a game offers can be typed: its words name exactly the option that they were made of."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.cogs.caller import Caller
from bot.cogs.game import derived
from bot.cogs.games import OWN
from bot.cogs.reading import options_of, words_of
from bot.cogs.verbs import VerbCommand, verb_commands
from bot.table import Seated, Table
from rules import registry
from rules.engine.inputs import Answer
from rules.engine.play import Play
from rules.engine.state import Option, Question, Variant
from rules.engine.verbs import Verb, command_name
from tests.bot.hall import Blank, new_bot
from tests.bot.test_client import written

ANSWERS = 60  # of each game that is looked at
GAMES = 6


def seated(key: str, variant: Variant, players: int, seed: int) -> Table:
    """A table at which a game begins."""
    game = registry.get(key)
    play, _ = Play.start(game, variant, players, seed.to_bytes(16, "big"))
    people = tuple(Seated(player, player + 1, f"person {player}") for player in range(players))
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return Table(1, game, variant, 1, 1, 1, "playing", 1, None, people, (), "", now, now, play=play)


def callers(key: str) -> Iterator[Caller]:
    """Those who are asked something in some random games, in every way a game is played."""
    rng = random.Random(7)
    samples = registry.get(key).samples()
    for seed in range(GAMES):
        variant, players = samples[seed * len(samples) // GAMES]
        table = seated(key, variant, players, seed)
        for _ in range(ANSWERS):
            if table.outcome is not None or table.play is None:
                break
            asked: Question = rng.choice(table.play.state.open)
            user = table.holder(asked.seat).user_id or 0
            offered = table.offer(asked.seat)
            yield Caller(table, user, asked, offered, table.view(user))
            table.play.do(Answer(asked.seat, asked.number, rng.choice(list(offered))))


def typed(caller: Caller, command: VerbCommand, option: Option) -> dict[str, Any]:
    """The arguments that mean an option, worded as completion words them."""
    text, kind = caller.table.game.text, type(option)
    chosen = [
        (n, w) for n, p in command.parameters.items() for w, k in p.words.items() if k is kind
    ]
    given: dict[str, Any] = dict(chosen)
    for parameter, name in command.fields(kind):
        value = getattr(option, name)
        word = text.field(caller.view, kind, name, value)
        given[parameter.name] = word if parameter.type is str else value
    return given


@pytest.mark.parametrize("key", registry.KEYS)
def test_every_option_can_be_typed(key: str) -> None:
    """By its words in full; each of them is completed when the others are there."""
    commands = {
        kind: command for command in verb_commands(registry.get(key)) for kind in command.kinds
    }
    met: set[type[Option]] = set()
    rng = random.Random(1)
    for caller in callers(key):
        option = rng.choice(list(caller.options))
        command = commands[type(option)]
        met.add(type(option))
        given = typed(caller, command, option)
        [named, *more] = options_of(command, caller, given)
        assert named == option, given
        assert not more or more == [command.verb(type(option)).last]
        for name in given:
            others = {other: word for other, word in given.items() if other != name}
            words = words_of(command, caller, name, others) if name in words_for(command) else []
            assert not words or given[name] in words, (command.name, name)
    assert len(met) > len(commands) // 2


def words_for(command: VerbCommand) -> list[str]:
    """The parameters of a command that are completed."""
    return [name for name, parameter in command.parameters.items() if parameter.type is str]


@pytest.mark.parametrize("key", registry.KEYS)
def test_a_game_would_do_without_its_cog(key: str, tmp_path: Path) -> None:
    """What follows from its options alone is within Discord's limits, and all of it is told."""
    bot = new_bot(tmp_path, Blank())
    group = derived(key)(bot).app_command
    assert group is not None
    told = group.to_dict(bot.tree)
    commands = verb_commands(registry.get(key))
    assert [part["name"] for part in told["options"]] == ["new", *(c.name for c in commands)]
    assert written(told) <= 8_000


@pytest.mark.parametrize("key", registry.KEYS)
def test_what_a_game_says_of_its_commands_is_of_use(key: str) -> None:
    """Verbs, arguments and settings that it names are there, and are named but once."""
    game = registry.get(key)
    kinds = (*game.options, *game.shortcuts)
    text, fields = game.text, {name for kind in kinds for name in kind.__struct_fields__}
    words = {verb.word[0] for verb in text.verbs.values() if verb.word}
    assert set(text.verbs) <= set(kinds)
    assert set(text.arguments) <= fields | words
    assert set(text.settings) <= set(game.variant.__struct_fields__)
    for kind, verb in text.verbs.items():
        assert set(verb.fields) <= set(kind.__struct_fields__), kind
        if kind in game.shortcuts:  # they are buttons alone
            continue
        assert not verb.name or verb.name != command_name(kind) or shared(text, verb), kind
        assert verb.about != kind.__doc__, kind


def shared(text: Any, verb: Verb) -> bool:
    """Whether several options have a verb's name."""
    return len([other for other in text.verbs.values() if other.name == verb.name]) > 1


@pytest.mark.parametrize("key", registry.KEYS)
def test_every_verb_has_a_command(key: str) -> None:
    """A derived one, or one of the game's own cog; together no more than a group holds."""
    game, cog = registry.get(key), OWN.get(key) or derived(key)
    commands = verb_commands(game, cog.instead)
    kinds = [kind for command in commands for kind in command.kinds]
    assert sorted(map(repr, [*kinds, *cog.instead])) == sorted(map(repr, game.options))
    own = {command.name for command in cog.__cog_app_commands__}
    assert len({"new", *own, *(command.name for command in commands)}) <= 25
