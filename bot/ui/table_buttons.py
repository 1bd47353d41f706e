"""The buttons under public posts, of the lobby, of the table menu and of the welcome."""

from bot.table import Table
from bot.ui.buttons import STYLE, Lasting
from rules import registry
from rules.engine.contract import Text


class PostButton(
    Lasting, template=r"d:(?P<table>\d+):(?P<what>play|on|hand|rules|table|agree|decline)"
):
    """A button that opens something private, or (`on`) brings a private panel up to date.

    Whoever is offered a draw agrees to it, or declines.
    """


class LobbyButton(
    Lasting,
    template=r"l:(?P<table>\d+):"
    r"(?P<what>join|leave|start|computer|alone|easy|normal|hard|rematch)",
):
    """Sit down, stand up, begin, seat a computer, say how strong it is, or send it away.

    After a game: open another one.
    """


class MenuButton(
    Lasting,
    template=r"m:(?P<table>\d+):"
    r"(?P<what>undo|draw|decline|resign|resigned|abandon|abandoned|log|dm)"
    r"(?::(?P<seat>\d+)\.(?P<number>\d+))?",
):
    """A button of the private table menu; an undo names the question that it was offered at."""


class FirstGameButton(Lasting, template=r"w:(?P<game>\w+)"):
    """The shortest way into a first game."""


def first_games() -> list[Lasting]:
    """A button for each game, by which a newcomer is in it at once."""
    return [
        FirstGameButton.button(f"w:{key}", f"Try {_short(key)}", STYLE.success)
        for key in registry.KEYS
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


def rematch_button(table_id: int) -> Lasting:
    """Another game of the same people, seats swapped."""
    return LobbyButton.button(f"l:{table_id}:rematch", "Rematch", STYLE.success, emoji="🔁")


def post_buttons(table: Table, *, playing: bool = True) -> list[Lasting]:
    """The row of buttons under a turn post; *My hand* where the game knows secrets."""
    row: list[Lasting] = []
    if playing:
        row.append(PostButton.button(f"d:{table.id}:play", "Play", STYLE.success))
    if type(table.game.text).private is not Text.private:
        row.append(PostButton.button(f"d:{table.id}:hand", "My hand", STYLE.primary))
    row.append(PostButton.button(f"d:{table.id}:rules", "Rules"))
    row.append(PostButton.button(f"d:{table.id}:table", "Table"))
    return row
