"""The way back for whoever is away."""

from bot.ui.buttons import STYLE, Lasting


class BackButton(Lasting, template=r"a:back"):
    """Somebody is back before their days off are over."""


def back_button() -> Lasting:
    """For whoever is away: their clocks run again."""
    return BackButton.button("a:back", "I am back", STYLE.success, emoji="👋")
