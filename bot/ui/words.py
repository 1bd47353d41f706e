"""Words that posts and panels share."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from bot.table import Bank, Seated, Table
from bot.table.clocks import banked
from bot.ui.limits import cut
from rules.engine import kernel
from rules.engine.text import unnamed

UNNAMED = re.compile(r"\bPlayer ([1-9])\b(?: \(([^()]+)\))?")  # as a game calls a person
FINGERPRINT = 8  # characters of it in a post
LINES = 12  # of what happened, in a post
LINE = 200  # characters of one
MORE = 60  # characters to say that there are more
REVEALED = 1400  # characters of what is shown at the end
NO_ROOM = "… and more than there is room for: `/table log` hands out the whole game."


def heading(table: Table) -> str:
    """The game and the table, in bold."""
    return f"**{table.game.title}** · table {table.id}"


def moment(at: datetime) -> str:
    """A moment that every client shows in its own time zone, and how far it is."""
    stamp = int(at.timestamp())
    return f"<t:{stamp}:f> (<t:{stamp}:R>)"


def called(seated: Seated) -> str:
    """A player's name; a person's as a mention, which pings only those whom the send names."""
    if seated.user_id is None:
        return seated.name
    return f"<@{seated.user_id}>"


def at_table(table: Table, view: Any, player: int) -> str:
    """A player by their name in the game and their own."""
    seated, plays = table.players[player], table.game.text.player(view, player)
    return called(seated) if plays == unnamed(player) else beside(called(seated), plays)


def beside(name: str, more: str) -> str:
    """A player's name with more beside it, as what they play.

    >>> beside("Pip", "Nix"), beside("Computer (easy)", "Nix")
    ('Pip (Nix)', 'Computer (easy, Nix)')
    """
    return f"{name[:-1]}, {more})" if name.endswith(")") else f"{name} ({more})"


def named(table: Table, words: str) -> str:
    """A game's words, with their own names for people, and beside those what they play."""
    players = table.players

    def own(found: re.Match[str]) -> str:
        player, plays = int(found[1]) - 1, found[2]
        if player >= len(players):
            return found[0]
        name = called(players[player])
        return beside(name, plays) if plays else name

    return UNNAMED.sub(own, words)


def waited(table: Table) -> list[Seated]:
    """The players that everybody may know to be waited for, each once."""
    if table.play is None:
        return []
    seats = sorted(kernel.waiting(table.play.barrier))  # in this order, whoever has acted
    return list(dict.fromkeys(table.holder(seat) for seat in seats))


def waiting(table: Table, view: Any) -> str:
    """Whom the table waits for, and until when."""
    names = [_asked(table, view, seated) for seated in waited(table)]
    if not names:
        return ""
    said = f"Waiting for {listed(names)}"
    dues = [due for q in table.waits if (due := table.due(q.seat)) is not None]
    clocks = [clock.at for clock in table.clocks.values() if clock.clock is not None]
    return f"{said} until {moment(min(dues + clocks))}." if dues or clocks else f"{said}."


def _asked(table: Table, view: Any, seated: Seated) -> str:
    """Somebody who is waited for, by their name in the game once they have one.

    Whoever plays several seats is named by those that are waited for.
    """
    seats = [q.seat for q in table.waits if table.holder(q.seat) == seated]
    rests = [due.rests for seat in seats if (due := table.clocks.get(f"pace:{seat}")) and due.rests]
    if len(table.seats_of(seated.user_id)) < 2:
        name = at_table(table, view, seated.player)
    else:
        played = [table.game.text.seat(view, seat) for seat in seats]
        name = beside(called(seated), listed(played))
    return beside(name, f"away until {moment(max(rests))}") if rests else name


def outcome(table: Table, view: Any, reader: int | None = None) -> str:
    """How the game ended, with the winners by name; to a `reader` among them whether they won."""
    ended = table.outcome
    assert ended is not None
    said: str = table.game.text.outcome(view, ended)
    plays = table.game.text.player(view, reader) if ended.winners == (reader,) else ""
    if plays and said.startswith(wins := f"{plays} wins"):
        return f"🏆 **You win{said.removeprefix(wins)}**"
    said = _of_winners(table, view, said)
    if reader is not None and 0 < len(ended.winners) < len(table.players):
        won = reader in ended.winners
        return f"{'🏆 **You win.**' if won else '💀 **You lose.**'} {said}"
    others = _others(table, view) if reader is None else ""
    if ended.winners:
        people = any(not table.players[player].computer for player in ended.winners)
        return f"{'🏆' if people else '🤖'} **{said}**{others}"
    if ended.reason in table.game.scored_by:
        return f"🏁 **{said}**"
    return f"{'💀' if ended.reason in table.game.lost_by else '🤝'} **{said}**{others}"


def _of_winners(table: Table, view: Any, said: str) -> str:
    """How a game ended, with the winners' own names, once each."""
    ended, rest = table.outcome, []
    assert ended is not None
    for player in ended.winners:
        plays, name = table.game.text.player(view, player), at_table(table, view, player)
        before, found, after = said.partition(plays)
        said = f"{before}{name}{after}" if found else said
        rest += [] if found else [called(table.players[player])]
    return f"{said} · {listed(rest)}" if rest and len(table.players) > 1 else said


def _others(table: Table, view: Any) -> str:
    """Who else has played, and what: by that they are called in what is told of the game."""
    ended = table.outcome
    assert ended is not None
    rest = [at_table(table, view, p) for p in range(len(table.players)) if p not in ended.winners]
    if not rest or len(table.players) < 2 or ended.reason in table.game.lost_by:
        return ""
    return f" · {'against' if ended.winners else 'between'} {listed(rest)}"


def story(table: Table, view: Any, turned: str) -> list[str]:
    """What is told of a game when it is over, beside how it ended."""
    point = f"🔑 The turning point: {turned}" if turned else ""
    return [point, _whole(table.game.text.revealed(view), REVEALED - len(point))]


def _whole(lines: Sequence[str], room: int) -> str:
    """Lines, none of them cut; where there is no room for all, that is said."""
    shown, more = ["🔎 What was hidden:", *lines], ""
    while sum(len(line) + 1 for line in (*shown, more)) > room:
        shown.pop()
        more = NO_ROOM
    return "\n".join(filter(None, [*shown, more])) if lines else ""


def orders_words(table: Table, user_id: int) -> str:
    """What the referee answers for somebody, as they have said once and for all."""
    player = table.player_of(user_id)
    orders = table.players[player].orders if player is not None else ()
    return "\n".join(f"-# Without asking you: {order.said}" for order in orders)


def short(commitment: str) -> str:
    """The fingerprint of a game's secret as posts show it; *Table* has the whole one."""
    return f"{commitment[:FINGERPRINT]}…"


def time_words(table: Table) -> str:
    """How much time there is at a table."""
    bank = table.bank
    if bank is None and table.pace is None and table.game.real_time(table.variant):
        return "in real time"
    if bank is None:
        return span(table.pace)
    return bank_words(bank)


def bank_words(bank: Bank) -> str:
    """A time for a whole game in words."""
    return (
        f"a bank of {length(bank.start)} each, {length(bank.more)} more for every move, "
        f"{length(bank.most)} at most"
    )


def breaks_words(table: Table) -> str:
    """What clocks do not rest for at a table; nothing where they do, as usual, or none runs."""
    if not table.timed or (table.allows_away and table.allows_pause):
        return ""
    if table.allows_pause:
        return "Clocks run on for whoever is away."
    if table.allows_away:
        return "This table cannot be paused."
    return "Clocks run on for whoever is away, and this table cannot be paused."


def span(pace: timedelta | None) -> str:
    """A time per turn in words."""
    return "no limit" if pace is None else f"{length(pace)} per turn"


def length(time: timedelta) -> str:
    """A span of time in words, in the largest unit that it is whole in.

    >>> length(timedelta(hours=36)), length(timedelta(days=2))
    ('36 hours', '2 days')
    """
    seconds = int(time.total_seconds())
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds % size == 0 and seconds >= size:
            count = seconds // size
            return counted(count, unit)
    return f"{seconds} seconds"


def listed(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> listed(["Juno", "Pip", "Ada"])
    'Juno, Pip and Ada'
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def counted(count: int, unit: str) -> str:
    """So many of something."""
    return f"{count} {unit}{'s' if count != 1 else ''}"


def banks(table: Table) -> str:
    """What everybody has left in the bank; of whoever is waited for, the end is said elsewhere."""
    if table.bank is None or table.play is None or table.status != "playing":
        return ""
    view, parts = table.view(None), []
    for seat, player in enumerate(table.play.state.seats):
        if table.players[player].computer:
            continue
        clock = table.clocks.get(f"pace:{seat}")
        left = "running" if clock is not None else _rough(banked(table, seat))
        parts.append(f"{table.game.text.seat(view, seat)} {left}")
    return f"-# ⏱️ Time left: {' · '.join(parts)}" if parts else ""


def _rough(left: timedelta) -> str:
    """Hours and minutes that are left."""
    minutes = int(left.total_seconds()) // 60
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes % 60 else f"{minutes // 60} h"


def told(lines: Sequence[str], room: int, most: int = LINES, *, left_out: int = 0) -> str:
    """The latest lines that there is room for, after some that are `left_out` already."""
    shown = [f"> {cut(line, LINE)}" for line in lines[-most:]]
    while shown and sum(len(line) + 1 for line in shown) + MORE > room:
        shown.pop(0)
    if more := left_out + len(lines) - len(shown):
        shown.insert(0, f"> … {more} more before that: `/table log`")
    return "\n".join(shown)
