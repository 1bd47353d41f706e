"""The post of a table before its game: who sits there, what is played, Join and Start."""

from bot.table import LEVELS, Table
from bot.table.lobby import either
from bot.ui.buttons import STYLE, Lasting
from bot.ui.rules import goal_of
from bot.ui.screen import Screen, join
from bot.ui.table_buttons import LobbyButton, PostButton
from bot.ui.words import called, heading, short, span


def lobby_post(table: Table) -> Screen:
    """Who sits here, what is played, and what is still missing."""
    names = [f"{called(s)}{' (host)' if s.user_id == table.host_id else ''}" for s in table.players]
    parts = [
        heading(table),
        f"🎯 {goal}" if (goal := goal_of(table.game)) else "",
        f"Options: {table.game.text.variant(table.variant)}",
        f"Pace: {span(table.pace)}",
        f"Players ({len(table.players)} of {either(table.counts)}): {', '.join(names)}",
    ]
    waiting = [user for user in table.invited if table.player_of(user) is None]
    if waiting and table.status == "lobby":
        invited = ", ".join(f"<@{user}>" for user in waiting)
        parts.append(f"{invited}: you are invited. Press *Join*.")
    parts.append(
        "-# All luck of this game is fixed by a secret with the fingerprint "
        f"`{short(table.commitment)}`; it is shown when the game is over, so that everybody can "
        "check it."
    )
    return Screen(join(*parts), lobby_buttons(table), pinged=waiting)


def lobby_buttons(table: Table) -> list[Lasting]:
    """Join, Leave, Start, and a seat for the computer."""
    if table.status != "lobby":
        return []
    start = f"l:{table.id}:"
    buttons: list[Lasting] = [
        LobbyButton.button(f"{start}join", "Join", STYLE.success),
        LobbyButton.button(f"{start}leave", "Leave"),
        LobbyButton.button(f"{start}start", "Start", STYLE.primary),
    ]
    if table.room > 0:
        buttons.append(LobbyButton.button(f"{start}computer", "Add computer", emoji="🤖"))
    if any(seated.computer for seated in table.players):
        buttons.append(LobbyButton.button(f"{start}alone", "Remove computer"))
    buttons.append(PostButton.button(f"d:{table.id}:rules", "Rules", row=1))
    return buttons


def level_buttons(table_id: int, level: str) -> list[Lasting]:
    """The strengths that the computer that came last could have instead."""
    return [
        LobbyButton.button(f"l:{table_id}:{other}", other.capitalize())
        for other in LEVELS
        if other != level
    ]
