"""Seats of a running game that a computer keeps: how they are taken, and how somebody is replaced."""

from collections.abc import Sequence
from datetime import datetime

from bot.table import Seated, Table
from bot.table.change import Tenure, Why
from bot.ui.buttons import STYLE, Lasting
from bot.ui.words import called

MOST = 5  # seats that a row has room for
TENURES = 4  # of one seat that are shown, the latest ones
GAVE_UP: dict[Why, str] = {
    "missed": "missed turns",
    "left": "left",
    "replaced": "replaced by the host",
    "removed": "replaced by a moderator",
}


class SeatButton(
    Lasting, template=r"s:(?P<table>\d+):(?P<what>take|replaced|ask|wait)(?::(?P<player>\d{1,3}))?"
):
    """Take a seat that a computer keeps, or come back to it; or replace somebody: ask, be sure.

    Where somebody does not move: wait on.
    """


class SeatSelect(Lasting, template=r"s:(?P<table>\d+):replace"):
    """For hosts and moderators: whose seat a computer is to keep."""


def seat_buttons(table: Table) -> list[Lasting]:
    """A button for each seat that can be taken; where there are several, by its name in the game."""
    if not table.vacant:
        return []
    view = table.view(None)
    several = len(table.vacant) > 1
    return [
        SeatButton.button(
            f"s:{table.id}:take:{one.player}",
            f"Take {table.game.text.player(view, one.player)}" if several else "Take this seat",
            STYLE.success,
            emoji="🪑",
        )
        for one in table.vacant[:MOST]
    ]


def replace_select(table: Table, user_id: int) -> list[Lasting]:
    """A list of those whose seats could be given to a computer."""
    others = [one for one in table.people if one.user_id != user_id]
    if table.status != "playing" or not others:
        return []
    named = [(one.name, str(one.player), "") for one in others]
    return [SeatSelect.select(f"s:{table.id}:replace", "Replace somebody …", named, row=4)]


def stuck_buttons(table: Table, one: Seated) -> list[Lasting]:
    """For the host: what to do about somebody who does not move."""
    return [
        SeatButton.button(f"s:{table.id}:ask:{one.player}", f"Replace {one.name}", STYLE.danger),
        SeatButton.button(f"s:{table.id}:wait:{one.player}", "Keep waiting"),
    ]


def sure_button(table: Table, player: int) -> Lasting:
    """Somebody is to be replaced for sure."""
    return SeatButton.button(f"s:{table.id}:replaced:{player}", "Yes", STYLE.danger)


def missed_words(table: Table) -> str:
    """When a computer keeps a seat, in words; nothing where no time runs out."""
    if not table.timed:
        return ""
    if not table.kept_after:
        return "; nobody loses a seat by missing turns"
    turns = "a turn is" if table.kept_after == 1 else f"{table.kept_after} turns in a row are"
    return f"; when {turns} missed, a computer keeps the seat"


def seat_words(table: Table, one: Seated) -> str:
    """A seat that is free, and whose it was."""
    name = table.game.text.player(table.view(None), one.player)
    owner = f", which <@{one.owner_id}> may come back to" if one.owner_id else ""
    return f"🪑 {name} is free: {one.name} keeps the seat{owner}."


def tenure_words(table: Table, past: Sequence[Tenure]) -> str:
    """Who held the seats that have changed hands, from when to when; and what each tenure came to."""
    changed = sorted({one.player for one in past})
    return "\n".join(_held(table, player, past) for player in changed)


def _held(table: Table, player: int, past: Sequence[Tenure]) -> str:
    since, parts = table.started_at, []
    for one in past:
        if one.player == player:
            parts.append(f"{_whose(one)} {_day(since)}–{_day(one.at)}{_why(one.why)}")
            since = one.at
    left_out = ["…"] if len(parts) >= TENURES else []
    now = f"{called(table.players[player])} since {_day(since)}{_result(table, player)}"
    name = table.game.text.player(table.view(None), player)
    return f"🪑 {name}: {', '.join([*left_out, *parts[-TENURES + 1 :], now])}"


def _whose(one: Tenure) -> str:
    if one.level is not None:
        return "a computer"
    return "a former player" if one.user_id is None else f"<@{one.user_id}>"


def _why(why: Why) -> str:
    return f" ({GAVE_UP[why]})" if why in GAVE_UP else ""


def _day(at: datetime | None) -> str:
    return f"<t:{int(at.timestamp())}:f>" if at is not None else ""


def _result(table: Table, player: int) -> str:
    """What the game came to for whoever held a seat in the end."""
    outcome = table.outcome
    if outcome is None:
        return ""
    if player in outcome.winners:
        return " (won)"
    drawn = not outcome.winners and outcome.reason not in table.game.lost_by
    return " (drawn)" if drawn else " (lost)"
