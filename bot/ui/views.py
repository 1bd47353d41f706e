"""What stands under a message: buttons and selects, known by their ids alone."""

from collections.abc import Sequence
from typing import Any

import discord


def view_of(items: Sequence[discord.ui.Item[Any]]) -> discord.ui.View:
    """A view that the library sends and forgets.

    Under a private answer it would end a view after a quarter of an hour; one that ends takes the
    kinds of its buttons along, and then nobody's press on any of them arrives any more.
    """
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view
