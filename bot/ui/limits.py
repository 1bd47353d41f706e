"""What Discord takes at most, and how a text is made to fit."""

CONTENT = 2000  # characters of a message
LABEL = 80  # characters of a button
CHOICE = 100  # characters of a choice, in a select or while typing
PLACEHOLDER = 150
ALT = 1024  # characters that describe a picture
ROW = 5  # buttons side by side
CHOICES = 25  # of a select, or while typing


def cut(text: str, most: int) -> str:
    """A text that fits; its end is left out where it does not."""
    return text if len(text) <= most else text[: most - 1] + "…"
