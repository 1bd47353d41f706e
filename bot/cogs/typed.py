"""What people type: single names, lists of them, and what completion offers."""

import re
from collections.abc import Iterable, Mapping
from typing import TypeVar

import discord
from discord import app_commands

from bot.errors import BotError
from bot.ui.limits import CHOICE, CHOICES, cut
from rules.engine.verbs import bare, plain

ECHO = 60  # characters of what somebody typed that are said back
MOST = 24  # things that one list can name
FARTHEST = 30  # steps of a path that are looked at
BETWEEN = re.compile(r"[\s,;>]+")  # steps of a path
Choices = list[app_commands.Choice[str]]
Key = TypeVar("Key")


class Unclear(BotError):
    """An argument that names nothing here."""


def fitting(words: Iterable[str], current: str = "") -> Choices:
    """The words that contain what was typed, as many as Discord shows."""
    typed = current.casefold().strip()
    fit = [word[:CHOICE] for word in dict.fromkeys(words) if typed in word.casefold()]
    return [app_commands.Choice(name=word, value=word) for word in fit[:CHOICES]]


def names_in(text: str) -> list[str]:
    """The single names of a list such as `Scamp A, Trooper B`."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words:
        raise Unclear("Name at least one, and put commas between several.")
    if len(words) > MOST:
        raise Unclear("Those are more than there can be.")
    return words


def steps_in(path: str) -> list[str]:
    """The single steps of a path such as `B3 B4` or `up, up, left`."""
    steps = [word for word in BETWEEN.split(path) if word]
    if len(steps) > FARTHEST:
        raise Unclear("That path is longer than anybody can go.")
    return steps


def key_of(word: str, names: Mapping[Key, str], noun: str) -> Key:
    """What has a name or a key, or the names that there are."""
    wanted = (plain(word), plain(bare(word)))
    for key, name in names.items():
        if plain(name) in wanted or key in wanted:
            return key
    raise Unclear(
        f"There is no {noun} called “{echo(word)}”. There are: {', '.join(names.values())}."
    )


def given(interaction: discord.Interaction) -> dict[str, object]:
    """The arguments of a command that have a value by now."""
    return {
        name: value
        for name, value in interaction.namespace
        if value is not None and (not isinstance(value, str) or value.strip())
    }


def echo(text: str) -> str:
    """What somebody typed, short enough to be said back, and harmless."""
    return cut(discord.utils.escape_mentions(" ".join(text.split())).replace("`", "'"), ECHO)
