"""Who may act at a table: the one place that says no, and why."""

from datetime import timedelta
from typing import Any

from bot.errors import NotPlaying, NotSeated, OtherRules, Resting
from bot.table.table import Table
from rules.engine.errors import NotAsked, Stale
from rules.engine.play import Play
from rules.engine.state import Question

PATIENCE = timedelta(days=14)  # after which a table that rests is closed
OUTDATED = "This panel was out of date."


def seated(table: Table, user_id: int | None) -> int:
    """The player that somebody is; watchers do not act."""
    player = table.player_of(user_id)
    if player is None:
        raise NotSeated(f"You do not sit at table {table.id}: you can only watch this game.")
    return player


def begun(table: Table) -> Play[Any]:
    """The game of a table, in play or over."""
    if table.play is None:
        closed = table.status == "abandoned"
        how = "was closed before it began" if closed else "has not begun"
        raise NotPlaying(f"The game at table {table.id} {how}.")
    return table.play


def playing(table: Table) -> Play[Any]:
    """The game in play."""
    play = begun(table)
    if table.status != "playing":
        raise NotPlaying(f"The game at table {table.id} is over.")
    awake(table)
    return play


def awake(table: Table) -> None:
    """Refuse what would change a table that rests."""
    if table.pause is not None:
        raise Resting(f"{resting(table)} Nobody loses time meanwhile.")


def resting(table: Table) -> str:
    """Why a table rests, and until when."""
    assert table.pause is not None
    if table.pause.why == "agreed":
        on = f" until <t:{int(table.pause.until.timestamp())}:f>" if table.pause.until else ""
        return f"Table {table.id} is paused{on}, as its players agreed; `/table resume` proposes to go on."
    gone = [one.name for one in table.people if one.user_id in table.pause.who]
    why = {
        "server": "I am not in its server now",
        "channel": "the channel that it was in is gone",
        "player": f"{' and '.join(gone) or 'somebody'} left the server",
        "moderators": "a moderator of this server wants it so",
    }[table.pause.why]
    closes = int((table.pause.since + PATIENCE).timestamp())
    back = {
        "server": "It goes on when I am back there",
        "channel": "A moderator can close it",
        "player": "It goes on when they are back",
        "moderators": "It goes on when a moderator lets it",
    }[table.pause.why]
    return f"Table {table.id} is paused: {why}. {back}; else it is closed <t:{closes}:R>."


def holds(table: Table, user_id: int | None, seat: int) -> int:
    """The player who answers for a seat, if that is who asks; a computer is no user."""
    if user_id is not None:
        seated(table, user_id)
    if not 0 <= seat < len(playing(table).state.seats):
        raise NotSeated("There is no such seat at this table.")
    holder = table.holder(seat)
    if holder.user_id != user_id:
        raise NotSeated(f"That is for {holder.name} to answer.")
    return holder.player


def asked(table: Table, user_id: int) -> Question:
    """The first question that somebody may answer now."""
    seated(table, user_id)
    playing(table)
    questions = table.questions(user_id)
    if not questions:
        raise NotAsked("It is not your turn.")
    return questions[0]


def still_asked(table: Table, user_id: int, seat: int, number: int) -> Question:
    """The question that a panel was made for, as long as it is open."""
    holds(table, user_id, seat)
    question: Question | None = playing(table).state.question(seat)
    if question is None or question.number != number:
        raise Stale(OUTDATED)
    return question


def same_rules(table: Table) -> None:
    """Refuse to tell a game anew that would come out otherwise by today's rules."""
    game = table.game
    if table.rules_version != game.rules_version:
        raise OtherRules(
            f"This game began by rules version {table.rules_version} of {game.title}, and here "
            f"it is {game.rules_version} by now: the game can go on, but its log cannot be replayed."
        )
