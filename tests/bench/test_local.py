"""What the bench of waits takes for the panel that a click leads to."""

from tests.local.brawler import shown_after
from tests.local.player import Message


def private(number: int, content: str, *, loading: bool = False, channel: int = 7) -> Message:
    """A private message in a channel."""
    flags = 64 | (128 if loading else 0)
    ids = {"id": str(number), "channel_id": str(channel)}
    return Message(ids | {"content": content, "flags": flags, "components": [], "embeds": []})


def test_a_panel_that_is_there_before_its_press_is_answered_is_seen() -> None:
    """Else the bench would wait for it to change once more, and say that it never came."""
    panel = private(1, "Your turn")
    assert shown_after(panel, panel, opened=True)
    assert not shown_after(private(1, "", loading=True), panel, opened=True)


def test_a_panel_that_was_pressed_on_is_seen_when_it_has_changed_or_stands_below() -> None:
    pressed = private(5, "Your turn")
    assert not shown_after(pressed, pressed), "it is the one that was pressed on"
    assert shown_after(private(5, "Your turn"), pressed), "the same words, written anew"
    assert shown_after(private(6, "Your turn"), pressed), "sent anew below a post"
    assert not shown_after(private(4, "Older"), pressed)
    assert not shown_after(private(6, "Elsewhere", channel=8), pressed)
