"""The buttons under public posts, of the lobby, of the table menu and of the welcome."""

from collections.abc import Sequence

import discord

from bot.table import Table
from bot.ui.buttons import STYLE, Lasting
from rules import registry
from rules.engine.contract import Text


class PostButton(
    Lasting,
    template=r"d:(?P<table>\d+):(?P<what>play|on|hand|rules|table|log|agree|decline|since|note)",
):
    """A button that opens something private, or (`on`) brings a private panel up to date.

    Whoever is offered a draw agrees to it, or declines.
    """


class LobbyButton(
    Lasting,
    template=r"l:(?P<table>\d+):"
    r"(?P<what>join|leave|start|computer|alone|easy|normal|hard|rematch|word|whenfull|byhand)",
):
    """Sit down, stand up, begin, seat a computer, say how strong it is, or send it away.

    Give a word of one's own; after a game: open another one.
    """


class InviteSelect(Lasting, template=r"l:(?P<table>\d+):invite"):
    """For the host: whom to keep a seat for."""

    @classmethod
    def of(cls, table_id: int) -> "InviteSelect":
        """Choose somebody of this server."""
        return cls(
            discord.ui.UserSelect(
                custom_id=f"l:{table_id}:invite", placeholder="Invite somebody", row=4
            )
        )


class MenuButton(
    Lasting,
    template=r"m:(?P<table>\d+):"
    r"(?P<what>undo|draw|decline|resign|resigned|abandon|abandoned|leave|left|no|log|dm|again|mute|unmute)"
    r"(?::(?P<seat>\d+)\.(?P<number>\d+))?",
):
    """A button of the private table menu; an undo names the question that it was offered at."""


class FirstGameButton(Lasting, template=r"w:(?P<game>\w+)(?::(?P<instead>\d+))?"):
    """The shortest way into a first game; `instead` of the table at which another is tried."""


def first_games(keys: Sequence[str] | None = None, *, alone: bool = False) -> list[Lasting]:
    """A button for each game, by which a newcomer is in it at once; or each that is for one."""
    return [
        FirstGameButton.button(f"w:{key}", f"Try {_short(key)}", STYLE.success)
        for key in keys or registry.KEYS
        if not alone or 1 in registry.get(key).counts
    ]


def instead_button(table_id: int, key: str) -> Lasting:
    """For whoever tries another game: that one is closed, this one begins."""
    return FirstGameButton.button(
        f"w:{key}:{table_id}", f"Close it and start {_short(key)}", STYLE.danger
    )


def alone_buttons(table: Table) -> list[Lasting]:
    """The way back to a game that is in no channel, and to all else about it."""
    return [
        PostButton.button(f"d:{table.id}:on", "Play on", STYLE.success, emoji="🔄"),
        PostButton.button(f"d:{table.id}:table", "Table"),
    ]


def _short(key: str) -> str:
    return str(registry.get(key).title.partition(":")[0])


def draw_buttons(table: Table, row: int | None = None) -> list[Lasting]:
    """What people say to the offer of a draw, as long as one is asked."""
    if table.status != "playing" or not table.draw_asked:
        return []
    return [
        PostButton.button(f"d:{table.id}:agree", "Agree to a draw", emoji="🤝", row=row),
        PostButton.button(f"d:{table.id}:decline", "No draw", row=row),
    ]


def play_on(table: Table) -> Lasting:
    """From what may be out of date back to how things stand."""
    return PostButton.button(f"d:{table.id}:on", "Play on", emoji="🔄")


def ask_again(table: Table, user_id: int) -> list[Lasting]:
    """The way back for whoever has answered something once and for all."""
    player = table.player_of(user_id)
    if table.status != "playing" or player is None or not table.players[player].orders:
        return []
    return [MenuButton.button(f"m:{table.id}:again", "Ask me again", emoji="🙋")]


def close_button(table_id: int) -> Lasting:
    """The way to be rid of a table that cannot be read."""
    return MenuButton.button(f"m:{table_id}:abandon", f"Close table {table_id}", STYLE.danger)


def rematch_button(table_id: int, label: str = "Rematch") -> Lasting:
    """Another game of the same people, seats swapped."""
    return LobbyButton.button(f"l:{table_id}:rematch", label, STYLE.success, emoji="🔁")


def log_button(table_id: int, row: int | None = None) -> Lasting:
    """What somebody was told so far, below the panel that says less."""
    return PostButton.button(f"d:{table_id}:log", "Log", emoji="📜", row=row)


def post_buttons(table: Table, *, playing: bool = True) -> list[Lasting]:
    """The row of buttons under a turn post; *My hand* while the game has secrets."""
    row: list[Lasting] = []
    if not playing:
        row.append(log_button(table.id))
    else:
        row.append(PostButton.button(f"d:{table.id}:play", "Play", STYLE.success))
    if playing and type(table.game.text).private is not Text.private:
        row.append(PostButton.button(f"d:{table.id}:hand", "My hand", STYLE.primary))
    row.append(PostButton.button(f"d:{table.id}:rules", "Rules"))
    row.append(PostButton.button(f"d:{table.id}:table", "Table"))
    return row
