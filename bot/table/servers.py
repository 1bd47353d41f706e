"""A server's own rules: where and what is played in it, at what pace, and how much; pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import timedelta
from typing import Any

import msgspec

from bot.errors import NotAllowed
from bot.table.lobby import check_bank, check_pace
from bot.table.table import Bank
from rules import registry
from rules.engine.contract import AnyGame

MOST = 100  # tables that a limit may allow
LONGEST_GREETING = 500
MOST_CHANNELS = 25  # that Discord lets anybody choose


@dataclass(frozen=True, slots=True)
class ServerRules:
    """What moderators have set; as it begins, everything is allowed."""

    channels: tuple[int, ...] = ()  # in which, or in whose threads, tables are opened; none: all
    games: tuple[str, ...] = ()  # keys of those that are played; none: all
    pace: int | None = None  # seconds per turn where whoever opens a table says nothing
    bank: tuple[int, int, int] | None = None  # instead: hours at first, for every move, at most
    per_channel: int | None = None  # live tables in a channel and its threads
    per_person: int | None = None  # live tables that one person has opened
    greeting: str = ""  # the server's own words above the first steps
    role: int | None = None  # that is told of new tables with a free seat

    @property
    def usual_pace(self) -> timedelta | None:
        """The time per turn where whoever opens a table says nothing."""
        return timedelta(seconds=self.pace) if self.pace else None

    @property
    def usual_bank(self) -> Bank | None:
        """The time for a whole game where whoever opens a table says nothing."""
        return None if self.bank is None else _bank(self.bank)


NAMES = tuple(field.name for field in fields(ServerRules))


def read_rules(stored: Mapping[str, Any]) -> ServerRules:
    """The rules that were stored, each by its name; one that cannot be read does not hold."""
    rules = ServerRules()
    for name in NAMES:
        if name in stored:
            try:
                read = msgspec.convert({name: stored[name]}, ServerRules)
            except msgspec.ValidationError:
                continue
            rules = replace(rules, **{name: getattr(read, name)})
    return rules


def check_rule(name: str, value: Any) -> None:
    """Refuse a rule that cannot hold."""
    match name:
        case "pace" if value:
            check_pace(timedelta(seconds=max(0, min(value, 10**9))))
        case "bank":
            check_bank(_bank(value))
        case "per_channel" | "per_person" if not 1 <= value <= MOST:
            raise NotAllowed(f"A limit lies between 1 and {MOST} tables; `reset` lifts it.")
        case "greeting" if not 1 <= len(value) <= LONGEST_GREETING:
            raise NotAllowed(f"A greeting has 1 to {LONGEST_GREETING} characters.")
        case "games" if not set(value) <= set(registry.KEYS):
            raise NotAllowed("I referee no such game.")
        case "channels" if len(value) > MOST_CHANNELS:
            raise NotAllowed(f"At most {MOST_CHANNELS} channels can be named.")


def check_opening(
    rules: ServerRules, game: AnyGame, room: int, in_channel: int, of_person: int
) -> None:
    """Refuse a table that a server does not want: `room` is its channel, or that of its thread.

    So many live tables are `in_channel` already, and so many were opened by the same person.
    """
    if rules.channels and room not in rules.channels:
        named = ", ".join(f"<#{channel}>" for channel in rules.channels)
        raise NotAllowed(f"Games are played elsewhere in this server: {named}.")
    if rules.games and game.key not in rules.games:
        raise NotAllowed(f"{game.title} is not played in this server: `/help` names what is.")
    if rules.per_channel is not None and in_channel >= rules.per_channel:
        raise NotAllowed(
            f"{_tables(in_channel)} open in this channel, and this server allows no more: join one "
            "(`/table find`), or open yours in another channel."
        )
    if rules.per_person is not None and of_person >= rules.per_person:
        raise NotAllowed(
            f"You have {of_person} open table{'s' * (of_person != 1)} here, and this server allows "
            "no more: finish or close one first. `/my tables` lists them."
        )


def _bank(hours: Sequence[int]) -> Bank:
    start, more, most = (timedelta(hours=max(0, min(one, 10**5))) for one in hours)
    return Bank(start, more, most)


def _tables(count: int) -> str:
    return "One table is" if count == 1 else f"{count} tables are"
