"""What it does to a game and to the others if somebody resigns, leaves or closes the table."""

from contextlib import suppress

from bot.errors import BotError
from bot.table import Table
from bot.table.lobby import closable
from bot.table.seats import last
from bot.ui.words import called, listed
from rules.engine import kernel
from rules.engine.inputs import Resign
from rules.engine.text import capital

NAMES = {"resign": "Resign", "leave": "Leave", "abandon": "Close the table"}
CLOSED = "the game ends{} without a result, and cannot be taken up again."
MARKS = {"resign": "🏳️", "leave": "🚪", "abandon": "⛔"}
ASKS = {"resign": "Resign at {}?", "leave": "Leave {}?", "abandon": "Close {}?"}


def ways_out(table: Table, user_id: int, *, moderator: bool) -> list[str]:
    """Which of them somebody has."""
    player, found = table.player_of(user_id), []
    if table.status == "playing" and player is not None and table.play is not None:
        gave_up = player in table.play.state.resigned
        found += [] if gave_up else ["resign"]
        found += [] if gave_up or last(table, player) else ["leave"]  # alone, one closes the table
    with suppress(BotError):
        closable(table, user_id, moderator)
        found.append("abandon")
    return found


def ways_out_words(table: Table, user_id: int, *, moderator: bool) -> str:
    """A line for each of them, under the name of its button, before that is pressed."""
    player = table.player_of(user_id)
    ways = ways_out(table, user_id, moderator=moderator)
    return "\n".join(f"-# **{NAMES[what]}** · {way_out(table, player, what)}" for what in ways)


def way_out(table: Table, player: int | None, what: str) -> str:
    """What happens then, as it goes on after the name of a button."""
    match what:
        case "resign" if player is not None:
            return _resigned(table, player)
        case "leave" if player is not None and not last(table, player):
            return "a computer plays on in your place. You may come back until somebody takes your seat."
        case "leave":
            return "nobody else plays here: the table is closed for good, without a result."
        case _:
            alone = len(table.people) < 2 and table.status == "playing"
            return CLOSED.format("" if alone else " for everybody")


def sure(name: str, what: str, then: str) -> str:
    """The question whether somebody wants it, and what happens then."""
    return f"{ASKS[what].format(name)}\n{capital(then)}"


def _resigned(table: Table, player: int) -> str:
    """How the game would go on, as the rules have it."""
    assert table.play is not None
    ended = kernel.apply(table.game, table.play.state, Resign(player)).state.outcome
    if ended is None:
        return "you are out for good; the others play on without you."
    if ended.winners:
        winners = listed([called(table.players[winner]) for winner in ended.winners])
        return f"you lose, and {winners} win{'s' if len(ended.winners) == 1 else ''} at once."
    if ended.reason in table.game.lost_by:
        return "the game ends at once, and is lost."
    return "the game ends at once, and counts as it stands."
