"""Whatever a game offers can be typed: its words name exactly the option that they were made of."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.cogs.caller import Caller
from bot.cogs.games import OWN
from bot.cogs.reading import options_of, words_of
from bot.cogs.verbs import VerbCommand, verb_commands
from bot.table import Seated, Table
from rules import registry
from rules.engine.inputs import Answer
from rules.engine.play import Play
from rules.engine.state import Option, Question, Variant

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
        kind: command
        for command in verb_commands(registry.get(key), OWN[key].instead)
        for kind in command.kinds
    }
    met: set[type[Option]] = set()
    for caller in callers(key):
        option = random.Random(len(met)).choice(list(caller.options))
        command = commands.get(type(option))
        if command is None:
            continue
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
def test_every_verb_has_a_command(key: str) -> None:
    """A derived one, or one of the game's own cog; together no more than a group holds."""
    game, cog = registry.get(key), OWN[key]
    commands = verb_commands(game, cog.instead)
    derived = [kind for command in commands for kind in command.kinds]
    assert sorted(map(repr, [*derived, *cog.instead])) == sorted(map(repr, game.options))
    own = {command.name for command in cog.__cog_app_commands__}
    assert len({"new", *own, *(command.name for command in commands)}) <= 25
