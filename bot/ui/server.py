"""A server for its moderators: its own rules, and its tables with what stands still."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

import discord

from bot.table import Table
from bot.table.lobby import BANKS, PACES
from bot.table.servers import LONGEST_GREETING, MOST_CHANNELS, ServerRules
from bot.ui.buttons import STYLE, Lasting
from bot.ui.screen import Screen, join
from bot.ui.seats import replace_select
from bot.ui.table_words import table_words
from bot.ui.words import bank_words, called, heading, span, waited
from rules import registry

PAGE = 8  # tables that are shown at once
STILL = timedelta(days=3)  # after which a table stands still
AS_SAID = "none"  # the pace where nothing is set
SERVER_FORM = re.compile(r"g:(?P<what>greeting|limits)")  # the id of a form that was sent in
EVERYWHERE = "in every channel"
ROOMS = [discord.ChannelType.text, discord.ChannelType.forum, discord.ChannelType.news]


class ServerButton(
    Lasting,
    template=r"g:(?P<what>settings|greeting|limits|tables|table|pause|resume|end|ended)"
    r"(?::(?P<number>\d{1,19}))?",
):
    """For moderators: the rules of the server, its tables (a page), or one of them (its number)."""


class ServerSelect(Lasting, template=r"g:(?P<what>games|pace|open)"):
    """Which games are played, at what pace, or the table to be looked after."""


class ChannelsSelect(Lasting, template=r"g:channels"):
    """In which channels tables are opened."""


class RoleSelect(Lasting, template=r"g:role"):
    """Which role is told of new tables."""


# -- rules


def rules_screen(rules: ServerRules, note: str = "") -> Screen:
    """What holds in a server, and everything that changes it."""
    limits = ServerButton.button("g:limits", "Limits …", row=4)
    greeting = ServerButton.button("g:greeting", "Greeting …", row=4)
    tables = ServerButton.button("g:tables:0", "Tables", STYLE.primary, row=4)
    items = [_channels(rules), _games(rules), _pace(rules), _role(rules)]
    return Screen(join(note, rules_words(rules)), [*items, limits, greeting, tables])


def rules_words(rules: ServerRules) -> str:
    """What holds in a server."""
    where = ", ".join(f"<#{one}>" for one in rules.channels) or EVERYWHERE
    games = ", ".join(registry.get(key).title for key in played(rules))
    pace = "as whoever opens a table chooses"
    if rules.pace is not None:
        pace = f"{span(rules.usual_pace)}, unless whoever opens a table says otherwise"
    if rules.usual_bank is not None:
        pace = f"{bank_words(rules.usual_bank)}, unless whoever opens a table says otherwise"
    return "\n".join(
        [
            "🏠 **What holds in this server**",
            f"- Tables are opened: {where}",
            f"- Games: {games}",
            f"- Time: {pace}",
            f"- Tables at once: {_most(rules.per_channel)} in a channel, "
            f"{_most(rules.per_person)} opened by one person",
            f"- Told of new tables: {f'<@&{rules.role}>' if rules.role else 'nobody'}",
            f"- Greeting: {rules.greeting or 'none of your own'}",
        ]
    )


def played(rules: ServerRules) -> list[str]:
    """The games that are played in a server, by key; those that are gone do not count."""
    wanted = [key for key in registry.KEYS if key in rules.games]
    return wanted or list(registry.KEYS)


def _most(limit: int | None) -> str:
    return "any number" if limit is None else f"at most {limit}"


def _channels(rules: ServerRules) -> Lasting:
    kind = discord.SelectDefaultValueType.channel
    chosen = [discord.SelectDefaultValue(id=one, type=kind) for one in rules.channels]
    return ChannelsSelect(
        discord.ui.ChannelSelect(
            custom_id="g:channels",
            channel_types=ROOMS,
            placeholder="Where tables are opened: everywhere",
            min_values=0,
            max_values=MOST_CHANNELS,
            default_values=chosen,
            row=0,
        )
    )


def _games(rules: ServerRules) -> Lasting:
    options = [
        discord.SelectOption(label=registry.get(key).title, value=key, default=key in rules.games)
        for key in registry.KEYS
    ]
    return ServerSelect(
        discord.ui.Select(
            custom_id="g:games",
            placeholder="Games: all of them",
            options=options,
            min_values=0,
            max_values=len(options),
            row=1,
        )
    )


def _pace(rules: ServerRules) -> Lasting:
    nothing = rules.pace is None and rules.bank is None
    choices = [("As whoever opens a table chooses", AS_SAID, nothing)]
    choices += [
        (f"Time per turn: {name}", str(seconds), rules.pace == seconds)
        for name, seconds in PACES.items()
    ]
    choices += [
        (f"Time bank: {name}", hours, rules.bank == bank_of(hours)) for name, hours in BANKS.items()
    ]
    options = [discord.SelectOption(label=a, value=b, default=c) for a, b, c in choices]
    return ServerSelect(discord.ui.Select(custom_id="g:pace", options=options, row=2))


def bank_of(hours: str) -> tuple[int, ...]:
    """The hours of a time bank that was chosen."""
    return tuple(map(int, re.findall(r"\d{1,5}", hours)))


def _role(rules: ServerRules) -> Lasting:
    kind = discord.SelectDefaultValueType.role
    known = [discord.SelectDefaultValue(id=rules.role, type=kind)] if rules.role else []
    return RoleSelect(
        discord.ui.RoleSelect(
            custom_id="g:role",
            placeholder="Who is told of new tables: nobody",
            min_values=0,
            max_values=1,
            default_values=known,
            row=3,
        )
    )


class GreetingForm(discord.ui.Modal):
    """One field; it is read wherever it is sent in, also after a restart (`SERVER_FORM`)."""

    def __init__(self, rules: ServerRules) -> None:
        """Ask for the server's own words, with those that hold."""
        super().__init__(title="Your greeting", custom_id="g:greeting", timeout=None)
        _ask(
            self,
            "greeting",
            "Your words",
            "Shown above the first steps of /help. Leave it empty to have none.",
            rules.greeting,
            LONGEST_GREETING,
            discord.TextStyle.paragraph,
        )


class LimitsForm(discord.ui.Modal):
    """Two numbers, each of which may be left empty."""

    def __init__(self, rules: ServerRules) -> None:
        """Ask for both, with those that hold."""
        super().__init__(title="How many tables at once", custom_id="g:limits", timeout=None)
        channel, person = rules.per_channel, rules.per_person
        said = "Leave it empty for any number."
        _ask(self, "per_channel", "In a channel and its threads", said, _shown(channel), 9)
        _ask(self, "per_person", "Opened by one person", said, _shown(person), 9)


def _shown(limit: int | None) -> str:
    return "" if limit is None else str(limit)


def _ask(
    form: discord.ui.Modal,
    name: str,
    label: str,
    about: str,
    now: str,
    longest: int,
    style: discord.TextStyle = discord.TextStyle.short,
) -> None:
    """Put a field into a form that may stay empty."""
    field = discord.ui.TextInput[discord.ui.Modal](
        custom_id=name, required=False, max_length=longest, default=now or None, style=style
    )
    form.add_item(discord.ui.Label(text=label, description=about, component=field))


# -- tables


def tables_screen(
    shown: Sequence[tuple[int, datetime, Table | None]], total: int, page: int, now: datetime
) -> Screen:
    """A page of the live tables of a server, those first at which nothing happened for longest."""
    back = ServerButton.button("g:settings", "Settings")
    if not shown:
        return Screen("No table is open in this server.", [back])
    pages = (total - 1) // PAGE + 1
    at = f" · page {page + 1} of {pages}" if pages > 1 else ""
    head = f"**Tables of this server** · {total}{at}\n-# 💤 stands still for {STILL.days} days"
    lines = [_line(number, since, table, now) for number, since, table in shown]
    named = [
        (f"Table {number}{f' · {table.game.title}' if table else ''}", str(number), "")
        for number, _, table in shown
    ]
    items: list[Lasting] = [ServerSelect.select("g:open", "Look after table …", named)]
    if page > 0:
        items.append(ServerButton.button(f"g:tables:{page - 1}", "Back", emoji="◀️"))
    if page + 1 < pages:
        items.append(ServerButton.button(f"g:tables:{page + 1}", "More", emoji="▶️"))
    return Screen(join(head, *lines), [*items, back])


def _line(number: int, since: datetime, table: Table | None, now: datetime) -> str:
    still = "💤 " if now - since >= STILL else ""
    last = f"{still}<t:{int(since.timestamp())}:R>"
    if table is None:
        return f"- Table {number} cannot be read · {last}"
    where = "" if table.alone else f" in <#{table.channel_id}>"
    return f"- {heading(table)}{where} · {_state(table)} · {last}"


def _state(table: Table) -> str:
    if table.pause is not None:
        return "paused"
    if table.status == "lobby":
        return "waits for players"
    names = [called(one) for one in waited(table)]
    return f"waits for {' and '.join(names)}" if names else "in play"


def table_screen(table: Table | int, user_id: int, note: str = "") -> Screen:
    """One table for a moderator, and what can be done about it."""
    number = table if isinstance(table, int) else table.id
    items: list[Lasting] = []
    if isinstance(table, Table):
        said = table_words(table)
        if table.pause is None:
            items.append(ServerButton.button(f"g:pause:{number}", "Pause", emoji="⏸️"))
        elif table.pause.why == "moderators":
            resume = ServerButton.button(f"g:resume:{number}", "Go on", STYLE.success, emoji="▶️")
            items.append(resume)
    else:
        said = f"Table {number} cannot be read."
    items.append(ServerButton.button(f"g:end:{number}", "End …", STYLE.danger))
    items.append(ServerButton.button("g:tables:0", "All tables"))
    if isinstance(table, Table) and table.pause is None:
        items += replace_select(table, user_id)
    return Screen(join(note, said), items)


def sure(number: int) -> Screen:
    """Ask whether a table is to be ended."""
    yes = ServerButton.button(f"g:ended:{number}", "Yes, end it", STYLE.danger)
    no = ServerButton.button(f"g:table:{number}", "No")
    return Screen(f"End table {number} for everybody, without a result?", [yes, no])
