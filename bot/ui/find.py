"""The open tables of a server, to be joined right there."""

from collections.abc import Sequence

from bot.table import Table
from bot.ui.buttons import Lasting
from bot.ui.screen import Screen, join
from bot.ui.words import called, time_words

PAGE = 8  # tables that are shown at once
NOBODY = "No table here waits for players{}. `/table new` opens one: others find it here."


class FindButton(Lasting, template=r"f:(?P<page>\d{1,4})(?::(?P<game>\w+))?"):
    """Another page of the open tables, of all games or of one; or the same page anew."""


class FindSelect(Lasting, template=r"fj:(?P<page>\d{1,4})"):
    """Sit down at one of the tables that are listed."""


def find_button() -> Lasting:
    """The way to the open tables of a server."""
    return FindButton.button("f:0", "Find a table", emoji="🔎")


def found(
    tables: Sequence[Table], count: int, page: int, user_id: int, game: str = "", told: str = ""
) -> Screen:
    """A page of open tables, of so many; where one can sit down, it can be chosen."""
    suffix = f":{game}" if game else ""
    again = FindButton.button(f"f:{page}{suffix}", "Look again", emoji="🔄", row=1)
    if not tables:
        of_game = " for this game" if game else ""
        return Screen(join(NOBODY.format(of_game), told), [again])
    lines = [line(table, user_id) for table in tables]
    pages = (count + PAGE - 1) // PAGE
    head = f"**Open tables** · {count}" + (f" · page {page + 1} of {pages}" if pages > 1 else "")
    free = [table for table in tables if _may_join(table, user_id)]
    items: list[Lasting] = []
    if free:
        choices = [(_named(table), str(table.id), _seats(table)) for table in free]
        items.append(FindSelect.select(f"fj:{page}", "Join a table", choices, row=0))
    if page > 0:
        items.append(FindButton.button(f"f:{page - 1}{suffix}", "Back", emoji="◀️", row=1))
    if page + 1 < pages:
        items.append(FindButton.button(f"f:{page + 1}{suffix}", "More", emoji="▶️", row=1))
    return Screen(join(head, *lines, told), [*items, again])


def line(table: Table, user_id: int) -> str:
    """An open table in one line: what, where, with whom, how."""
    names = ", ".join(called(one) for one in table.players)
    mine = " · you sit here" if table.player_of(user_id) is not None else ""
    kept = " · a seat is kept for you" if user_id in table.invited else ""
    options = table.game.text.variant(table.variant)
    return (
        f"{'🔒 ' if table.private else ''}**{table.game.title}** · table {table.id} in "
        f"<#{table.channel_id}> · {_seats(table)} · {time_words(table)}{mine}{kept}\n"
        f"-# {names} · {options}"
    )


def _may_join(table: Table, user_id: int) -> bool:
    if table.player_of(user_id) is not None:
        return False
    kept = [user for user in table.invited if user != user_id]
    return (len(table.vacant) or table.room) > len(kept)


def _named(table: Table) -> str:
    host = next((one.name for one in table.people if one.user_id == table.host_id), "")
    return f"Table {table.id}: {table.game.title.partition(':')[0]} · {host}".rstrip(" ·")


def _seats(table: Table) -> str:
    """How many seats are free, of how many."""
    free = (len(table.vacant) or table.room) - len(table.invited)
    if free < 1:
        return "the free seats are kept"
    if table.vacant:
        return f"in play, {free} of {len(table.players)} seats to be taken over"
    return f"{free} of {max(table.counts)} seats free"
