"""How somebody is reached, in words, and the buttons to change where they are reminded."""

from datetime import timedelta

from bot.table.reach import Reach
from bot.ui.buttons import STYLE, Lasting
from bot.ui.words import length

SECRETS = {
    "usual": "Beer Brawl's tiles come by direct message, too, other secrets in private answers",
    "always": "your secrets come by direct message, too, in every game",
    "never": "your secrets come in private answers only",
}
WHERE = {"channel": "in the channel", "dm": "by direct message", "none": "not at all"}


class ReachButton(Lasting, template=r"h:by:(?P<by>channel|dm|none)"):
    """Where somebody wants to be reminded."""


def reach_words(reach: Reach, dms: str, *, reminders: bool) -> str:
    """All that somebody has said about how they want to be reached."""
    if not reminders:
        return f"Reminders are off; {SECRETS[dms]}."
    before = "in the last quarter of your time, at most 12 hours before its end"
    if reach.before is not None:
        before = f"{length(timedelta(seconds=reach.before))} before your time is up"
    every = f", then every {length(timedelta(seconds=reach.every))}" if reach.every else ""
    lines = [f"Reminders are on: {WHERE[reach.by]}, {before}{every}; {SECRETS[dms]}."]
    if reach.quiet is not None:
        start, end = reach.quiet
        lines.append(f"Quiet hours: {start}:00 to {end}:00 ({reach.zone}).")
    if reach.next_up:
        lines.append("Among three or more players, I tell you when your turn comes next.")
    return "\n".join(lines)


def reach_buttons(reach: Reach, *, reminders: bool) -> list[Lasting]:
    """The ways to be reminded, the present one standing out."""
    now = reach.by if reminders else "none"
    labels = {"channel": "In the channel", "dm": "By DM", "none": "No reminders"}
    return [
        ReachButton.button(f"h:by:{by}", label, STYLE.primary if by == now else STYLE.secondary)
        for by, label in labels.items()
    ]
