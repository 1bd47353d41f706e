"""The buttons under public posts, of the lobby, of the table menu and of the welcome."""

from bot.ui.buttons import STYLE, Lasting


class PostButton(Lasting, template=r"d:(?P<table>\d+):(?P<what>play|on|hand|rules|table)"):
    """A button that opens something private, or (`on`) brings a private panel up to date."""


class LobbyButton(Lasting, template=r"l:(?P<table>\d+):(?P<what>join|leave|start|computer|alone)"):
    """Sit down, stand up, begin, seat a computer or send it away."""


class MenuButton(
    Lasting,
    template=r"m:(?P<table>\d+):"
    r"(?P<what>undo|draw|decline|resign|resigned|abandon|abandoned|log|dm)"
    r"(?::(?P<seat>\d+)\.(?P<number>\d+))?",
):
    """A button of the private table menu; an undo names the question that it was offered at."""


class FirstGameButton(Lasting, template=r"w:(?P<game>\w+)"):
    """The welcome post's way into a first game."""


def post_buttons(table_id: int, *, playing: bool = True) -> list[Lasting]:
    """The row of buttons under a turn post."""
    row: list[Lasting] = []
    if playing:
        row.append(PostButton.button(f"d:{table_id}:play", "Play", STYLE.success))
    row.append(PostButton.button(f"d:{table_id}:hand", "My hand", STYLE.primary))
    row.append(PostButton.button(f"d:{table_id}:rules", "Rules"))
    row.append(PostButton.button(f"d:{table_id}:table", "Table"))
    return row
