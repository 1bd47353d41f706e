"""The post of a table before its game: who sits there, what is played, Join and Start."""

from bot.table import LEVELS, Table
from bot.table.lobby import CLOSES, either
from bot.table.names import harmless
from bot.ui.buttons import STYLE, Lasting
from bot.ui.luck import luck_words
from bot.ui.rules import goal_of
from bot.ui.screen import Screen, join
from bot.ui.seats import missed_words
from bot.ui.table_buttons import LobbyButton, PostButton
from bot.ui.words import breaks_words, called, heading, moment, short, time_words


def lobby_post(table: Table, role: int | None = None) -> Screen:
    """Who sits here, what is played, and what is still missing; a `role` is told of free seats."""
    names = [f"{called(s)}{' (host)' if s.user_id == table.host_id else ''}" for s in table.players]
    parts = [
        heading(table),
        f"🎯 {goal}" if (goal := goal_of(table.game)) else "",
        f"Options: {table.game.text.variant(table.variant)}",
        f"Time: {time_words(table)}{missed_words(table)}",
        breaks_words(table),
        f"Players ({_seated(table)}): {', '.join(names)}",
    ]
    if table.status == "lobby":
        parts += _terms(table)
        if role is not None and table.room > len(table.invited):
            parts.append(f"<@&{role}>: a seat is free. Press *Join*.")
    waiting = [user for user in table.invited if table.player_of(user) is None]
    if waiting and table.status == "lobby":
        invited = ", ".join(f"<@{user}>" for user in waiting)
        parts.append(f"{invited}: you are invited. Press *Join*.")
    parts.append(f"-# 🎲 Luck: fingerprint `{short(table.commitment)}`")
    return Screen(join(*parts), lobby_buttons(table), pinged=waiting, role=role)


def _terms(table: Table) -> list[str]:
    """Who may sit down, when the game begins, and until when the table is open."""
    terms = ["🔒 Private: whoever the host invites can sit down."] if table.private else []
    if table.when_full:
        terms.append("⏩ The game begins by itself when every seat is taken.")
    due = table.clocks.get(CLOSES)
    if due is not None:
        terms.append(f"-# Open until {moment(due.at)}, unless the game begins.")
    return terms


def invitation(table: Table, server: str) -> Screen:
    """What somebody who is invited reads in a direct message, wherever they are."""
    host = next((one.name for one in table.people if one.user_id == table.host_id), "Somebody")
    names = ", ".join(one.name for one in table.players)
    due = table.clocks.get(CLOSES)
    parts = [
        heading(table),
        f"**{host}** invites you to play in <#{table.channel_id}>"
        + (f" ({harmless(server, 60)})." if server else "."),
        f"🎯 {goal}" if (goal := goal_of(table.game)) else "",
        f"Options: {table.game.text.variant(table.variant)}",
        f"Time: {time_words(table)}",
        f"Players ({_seated(table)}): {names}",
        f"Your seat is kept until {moment(due.at)}." if due else "Your seat is kept.",
        "-# `/my reach` says whether I write to you directly.",
    ]
    start = f"l:{table.id}:"
    items: list[Lasting] = [
        LobbyButton.button(f"{start}join", "Join", STYLE.success),
        LobbyButton.button(f"{start}leave", "No thanks"),
        PostButton.button(f"d:{table.id}:rules", "Rules"),
    ]
    return Screen(join(*parts), items)


def invitation_over(table: Table, user_id: int | None) -> str:
    """What an invitation says once it was answered, or holds no more."""
    if table.player_of(user_id) is not None:
        said = f"You sit at this table: <#{table.channel_id}>."
    elif table.status == "lobby":
        said = "You did not want this seat, or it was given to somebody else."
    else:
        said = "The game has begun without you." if table.play else "The table was closed."
    return join(heading(table), said)


def sits_words(
    table: Table, user_id: int, where: str, then: str, note: str = "", *, goal: bool = True
) -> str:
    """What whoever sits down is told: what the game is about, where they sit, what comes next; the
    luck last. The `goal` is left out below a post that says it.
    """
    return join(
        f"🎯 **{table.game.title}** · {goal_of(table.game)}" if goal else "",
        f"🪑 {where} {_seat_of(table, user_id)}",
        f"▶️ {then}",
        f"-# {note}" if note else "",
        luck_words(table, user_id, made=True),
    )


def _seat_of(table: Table, user_id: int) -> str:
    """Which seat somebody has, of how many."""
    player, counts = table.player_of(user_id), table.counts
    if player is None:
        return ""
    many = f"; {either(counts)} can play" if len(counts) > 1 else f" of {counts[-1]}"
    return f"Yours is seat {player + 1}{many}."


def _seated(table: Table) -> str:
    """How many sit here, of how many."""
    here, counts = len(table.players), table.counts
    if len(counts) == 1 or here == counts[-1]:
        return f"{here} of {counts[-1]}"
    return f"{here} so far; {either(counts)} can play"


def lobby_buttons(table: Table) -> list[Lasting]:
    """Join, Leave, Start, and a seat for the computer."""
    if table.status != "lobby":
        return []
    start = f"l:{table.id}:"
    ready = len(table.players) in table.counts  # then nobody need join, and Start stands out
    buttons: list[Lasting] = [
        LobbyButton.button(f"{start}join", "Join", STYLE.secondary if ready else STYLE.success),
        LobbyButton.button(f"{start}leave", "Leave"),
        start_button(table.id),
    ]
    if table.room > 0:
        buttons.append(LobbyButton.button(f"{start}computer", "Add computer", emoji="🤖"))
    if any(seated.computer for seated in table.players):
        buttons.append(LobbyButton.button(f"{start}alone", "Remove computer"))
    buttons.append(PostButton.button(f"d:{table.id}:rules", "Rules", row=1))
    return buttons


def start_button(table_id: int) -> Lasting:
    """For the host: the game begins."""
    return LobbyButton.button(f"l:{table_id}:start", "Start", STYLE.primary)


def level_buttons(table_id: int, level: str) -> list[Lasting]:
    """The strengths that the computer that came last could have instead."""
    return [
        LobbyButton.button(f"l:{table_id}:{other}", other.capitalize())
        for other in LEVELS
        if other != level
    ]
