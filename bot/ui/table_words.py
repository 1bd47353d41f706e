"""A table in words, what somebody may do there, and its log."""

from collections.abc import Sequence

from bot.table import Status, Table
from bot.table.guard import resting
from bot.table.proposals import said
from bot.ui.buttons import STYLE, Lasting
from bot.ui.limits import CONTENT, cut
from bot.ui.proposals import propose_buttons
from bot.ui.reminders import mute_button
from bot.ui.screen import join
from bot.ui.seats import missed_words, replace_select, seat_buttons, seat_words
from bot.ui.since import note_button, since_button
from bot.ui.table_buttons import MenuButton, ask_again, play_on
from bot.ui.ways_out import MARKS, NAMES, ways_out
from bot.ui.words import banks, breaks_words, called, heading, named, outcome, time_words, waiting

HISTORY = 40  # lines of the log that are shown at once
STATUS: dict[Status, str] = {
    "lobby": "has not begun",
    "playing": "in play",
    "over": "over",
    "abandoned": "closed",
}
WHOLE = "The whole game with its secret, every player's word and every draw of luck."
CHECK = "A page that draws all of that again, in your own browser."
CHECKED = (
    "Is the luck fair? Open check.html in a browser and drop game.json on it, with the fingerprint "
    "and the word that you were told; `python -m rules verify game.json` replays the whole game."
)


def table_words(table: Table) -> str:
    """A table in words, as everybody may see it."""
    text = table.game.text
    names = [f"{called(s)}{' (host)' if s.user_id == table.host_id else ''}" for s in table.players]
    parts = [
        f"{heading(table)} · {STATUS[table.status]}",
        f"⏸️ {resting(table)}" if table.pause is not None else "",
        f"Players: {', '.join(names)}",
        f"Options: {text.variant(table.variant)}",
        f"Time: {time_words(table)}{missed_words(table)}",
        breaks_words(table),
        f"🗳️ {said(table, table.proposal)}" if table.proposal is not None else "",
    ]
    if table.play is not None:
        view = table.view(None)
        if table.outcome is not None:
            parts.append(outcome(table, view))
        elif table.status == "playing":
            parts += [waiting(table, view), banks(table)]
        parts += [seat_words(table, one) for one in table.vacant]
        parts.append(named(table, cut(text.board(view), 1000)))
    parts.append(
        "-# Fingerprint of the secret that all luck of this game comes from, with the players' "
        f"words: `{table.commitment}`"
    )
    return "\n".join(part for part in parts if part)


def table_menu(table: Table, user_id: int, *, moderator: bool) -> list[Lasting]:
    """What somebody may do at a table, as buttons."""
    start = f"m:{table.id}:"
    items: list[Lasting] = []
    player = table.player_of(user_id)
    if table.status == "playing" and player is not None and table.play is not None:
        items.append(play_on(table))
        if table.play.can_undo(player):
            asked = table.questions(user_id)[0]
            undo = f"{start}undo:{asked.seat}.{asked.number}"
            items.append(MenuButton.button(undo, "Undo", emoji="↩️"))
        offered = table.play.state.draws
        if table.game.draws and player not in offered:
            label = "Agree to a draw" if offered else "Offer a draw"
            items.append(MenuButton.button(f"{start}draw", label, emoji="🤝"))
        if offered:
            label = "Take the offer back" if player in offered else "No draw"
            items.append(MenuButton.button(f"{start}decline", label))
        items += ask_again(table, user_id)
        items += propose_buttons(table, user_id)
    if player is None and table.pause is None:
        items += seat_buttons(table)
    if table.play is not None:
        items.append(MenuButton.button(f"{start}log", "Log", emoji="📜"))
    if player is not None and table.play is not None:
        items += [since_button(table), note_button(table.id)]
        if table.status == "playing" and not table.alone:
            items.append(mute_button(table.id, muted=table.players[player].muted))
    for what in ways_out(table, user_id, moderator=moderator):
        items.append(MenuButton.button(start + what, NAMES[what], STYLE.danger, emoji=MARKS[what]))
    if moderator or user_id == table.host_id:
        items += replace_select(table, user_id)
    return items


def log_words(
    table: Table, lines: Sequence[str], digest: str = "", held: str = ""
) -> tuple[str, int]:
    """The last lines of a game, and how many are left out; `digest` is that of the whole game, `held`
    says who held its seats.

    Whoever is told that is told the fingerprint once more, to be held against the one of before.
    """
    shown = list(lines[-HISTORY:])
    while shown and sum(len(line) + 1 for line in shown) > CONTENT - 700 - len(held):
        shown.pop(0)
    hidden = len(lines) - len(shown)
    more = f"\n-# {hidden} earlier lines are in log.txt." if hidden else ""
    body = named(table, "\n".join(shown)) or "Nothing has happened yet."
    proof = f"fingerprint `{table.commitment}` · digest `{digest}`"
    checked = f"\n-# {CHECKED}\n-# {proof}" if digest else ""
    return join(heading(table), held, f"{body}{more}{checked}"), hidden
