"""Reminders in words: time that is nearly up, a table that waits, a turn that comes next."""

from bot.table import News, Seated, Table
from bot.ui.buttons import Lasting
from bot.ui.inbox import turns_button
from bot.ui.screen import Screen, join
from bot.ui.seats import stuck_buttons
from bot.ui.table_buttons import MenuButton, post_buttons
from bot.ui.words import called, heading, moment, waited


def reminded(table: Table, kind: str, news: News) -> Seated | None:
    """The one person whom a reminder is for; none where it is for several, or for nobody."""
    return table.holder(news.seat) if news.seat is not None and table.play is not None else None


def reminder(table: Table, kind: str, news: News) -> Screen | None:
    """What a reminder says where everybody reads it; nothing where it is out of date."""
    if table.play is None or table.outcome is not None or table.pause is not None:
        return None
    if kind == "warning" and news.seat is None:
        return _clock(table, news)
    one = reminded(table, kind, news)
    if one is None or one.user_id is None or not stands(table, one, marked(kind, news)):
        return None
    if kind == "stuck":
        return _stuck(table, one, news)
    said = words(table, kind, news)
    content = f"{heading(table)}\n{'⏭️' if kind == 'next' else '⏳'} {called(one)}: {said}"
    items = [] if kind == "next" else post_buttons(table)
    return Screen(content, items, pinged=[one.user_id])


def letter(table: Table, kind: str, news: News) -> Screen:
    """The same by direct message, with the way to the table and out of its reminders."""
    items: list[Lasting] = [] if kind == "next" else [turns_button()]
    items.append(mute_button(table.id, muted=False))
    said = words(table, kind, news)
    return Screen(
        join(heading(table), f"⏳ {said[:1].upper()}{said[1:]} <#{table.channel_id}>"), items
    )


def words(table: Table, kind: str, news: News) -> str:
    """What somebody is reminded of."""
    match kind:
        case "warning" if news.at is not None:
            return f"your time is nearly up: the referee moves for you {moment(news.at)}."
        case "next":
            return "your turn comes next."
    return "the others wait for you."


def marked(kind: str, news: News) -> str:
    """What tells whether a reminder still stands: the question it speaks of, or whose turn it was."""
    if kind == "next":
        return f"next.{news.turn}"
    return next((f"{seat}.{number}" for seat, number, _ in news.waits), "")


def stands(table: Table, one: Seated, mark: str) -> bool:
    """Whether a reminder of this mark still stands, as far as everybody may know."""
    if table.status != "playing" or table.pause is not None or one.user_id is None:
        return False
    if mark == f"next.{table.turn}":
        return all(table.holder(q.seat).user_id != one.user_id for q in table.waits)
    mine = [q for q in table.waits if table.holder(q.seat).user_id == one.user_id]
    return any(f"{q.seat}.{q.number}" == mark for q in mine)


def mute_button(table_id: int, *, muted: bool) -> Lasting:
    """For whoever wants no reminders of a table, or wants them again."""
    if muted:
        return MenuButton.button(f"m:{table_id}:unmute", "Remind me", emoji="🔔")
    return MenuButton.button(f"m:{table_id}:mute", "No reminders here", emoji="🔕")


def _clock(table: Table, news: News) -> Screen | None:
    """A clock of the game runs out, for all who are waited for."""
    if news.at is None or f"game:{news.clock}" not in table.clocks:
        return None
    whom = waited(table)
    names = ", ".join(called(one) for one in whom)
    users = [one.user_id for one in whom if one.user_id is not None and one.reminded]
    content = f"{heading(table)}\n⏳ {names}: The clock runs out {moment(news.at)}."
    return Screen(content, post_buttons(table), pinged=users)


def _stuck(table: Table, one: Seated, news: News) -> Screen:
    """The host is asked what to do about somebody who does not move; of the host, the others are."""
    end = f" If nobody moves, the table is closed {moment(news.at)}." if news.at else ""
    if len(table.people) < 2:
        return _last(table, one, end)
    hosts = [other for other in table.people if other.user_id == table.host_id]
    others = [other for other in table.people if other.player != one.player]
    whom = [other for other in hosts if other.player != one.player] or others[:1]
    names = ", ".join(called(other) for other in whom)
    how = (
        "you can wait, or let a computer keep the seat until they are back."
        if whom and whom[0].user_id == table.host_id
        else "a moderator can replace them, `/table replace`."
    )
    said = f"⌛ {names}: {one.name} has not moved for a week, and no time runs out here: {how}{end}"
    pinged = [other.user_id for other in whom if other.user_id is not None]
    return Screen(join(heading(table), said), stuck_buttons(table, one), pinged=pinged)


def _last(table: Table, one: Seated, end: str) -> Screen:
    """The last person of several is asked whether they play on with the computers."""
    how = "you can play on with the computers; *Table* has the way to close the table."
    said = f"⌛ {called(one)}: nobody has moved here for a week, and you are the last: {how}{end}"
    pinged = [one.user_id] if one.user_id is not None and one.reminded else []
    return Screen(join(heading(table), said), post_buttons(table), pinged=pinged)
