"""Where tables are kept."""

from bot.store.store import Store

__all__ = ["Store"]
