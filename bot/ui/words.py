"""Words that posts and panels share."""

from datetime import datetime, timedelta
from typing import Any

from bot.sitting import Seated, Sitting
from rules.engine import kernel


def heading(sitting: Sitting) -> str:
    """The game and the table, in bold."""
    return f"**{sitting.game.title}** · table {sitting.id}"


def moment(at: datetime) -> str:
    """A moment that every client shows in its own time zone, and how far it is."""
    stamp = int(at.timestamp())
    return f"<t:{stamp}:f> (<t:{stamp}:R>)"


def called(seated: Seated) -> str:
    """A player's name; a person's as a mention, which pings only who is named in the send."""
    if seated.user_id is None:
        return seated.name
    return f"<@{seated.user_id}>"


def at_table(sitting: Sitting, view: Any, player: int) -> str:
    """A player by their name in the game and their own."""
    return f"{sitting.game.text.player(view, player)} {called(sitting.players[player])}"


def waited(sitting: Sitting) -> list[Seated]:
    """The players that everybody may know to be waited for, each once."""
    if sitting.play is None:
        return []
    seats = kernel.waiting(sitting.play.barrier)
    return list(dict.fromkeys(sitting.holder(seat) for seat in seats))


def waiting(sitting: Sitting, view: Any) -> str:
    """Whom the table waits for, and until when."""
    names = [at_table(sitting, view, seated.player) for seated in waited(sitting)]
    if not names:
        return ""
    said = f"Waiting for {', '.join(names[:-1])}{' and ' if names[:-1] else ''}{names[-1]}"
    dues = [due for q in sitting.waits if (due := sitting.due(q.seat)) is not None]
    clocks = [clock.at for clock in sitting.clocks.values() if clock.clock is not None]
    return f"{said} until {moment(min(dues + clocks))}." if dues or clocks else f"{said}."


def outcome(sitting: Sitting, view: Any) -> str:
    """How the game ended, with the winners by name."""
    ended = sitting.outcome
    assert ended is not None
    said: str = sitting.game.text.outcome(view, ended)
    winners = " and ".join(called(sitting.players[player]) for player in ended.winners)
    if winners:
        return f"🏆 **{said}** {winners}"
    return f"{'🏁' if ended.reason in sitting.game.lost_by else '🤝'} **{said}**"


def span(pace: timedelta | None) -> str:
    """A time per turn in words."""
    if pace is None:
        return "no time limit"
    seconds = int(pace.total_seconds())
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60)):
        if seconds % size == 0 and seconds >= size:
            count = seconds // size
            return f"{count} {unit}{'s' if count != 1 else ''} per turn"
    return f"{seconds} seconds per turn"
