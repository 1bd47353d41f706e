"""One database: its connections, and everything that is asked of it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from bot.sitting import Sitting
from bot.store.tables import OutboxRow, PlayerRow, PostRow


class Store:
    """The database behind the referee; `await Store.open(url)` brings it up to date."""

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Connect, and bring the tables to this version; two may do so at the same moment."""
        raise NotImplementedError

    async def close(self) -> None:
        """Close every connection."""
        raise NotImplementedError

    # -- the outbox

    async def outbox_tables(self) -> list[int]:
        """The tables that have something to post."""
        raise NotImplementedError

    async def outbox(self, table_id: int) -> list[OutboxRow]:
        """What a table has to post, in order."""
        raise NotImplementedError

    async def posted(self, row_id: int, *posts: PostRow) -> None:
        """Discord has answered: the row goes, the messages are remembered, in one step."""
        raise NotImplementedError

    # -- posts

    async def posts(self, table_id: int, kind: str | None = None) -> list[PostRow]:
        """The remembered messages of a table, the oldest first."""
        raise NotImplementedError

    async def remember_post(self, post: PostRow) -> None:
        """Remember a message."""
        raise NotImplementedError

    async def forget_post(self, message_id: int) -> None:
        """Forget a message."""
        raise NotImplementedError

    # -- players and settings

    async def player(self, user_id: int) -> PlayerRow | None:
        """What is known of somebody."""
        raise NotImplementedError

    async def change_player(self, user_id: int, name: str, **changes: bool) -> PlayerRow:
        """Remember something of somebody: `dms_closed`, `reminders`."""
        raise NotImplementedError

    async def setting(self, scope: str, key: str, default: Any = None) -> Any:
        """Something remembered, from JSON."""
        raise NotImplementedError

    async def set_setting(self, scope: str, key: str, value: Any) -> None:
        """Remember something as JSON."""
        raise NotImplementedError

    # -- tables

    async def load(self, table_id: int, games: Callable[[str], Any]) -> Sitting:
        """A table with its players, its game and its clocks."""
        raise NotImplementedError

    async def find(self, channel_id: int) -> int | None:
        """The live table of a channel or thread."""
        raise NotImplementedError

    async def beat(self, now: datetime) -> None:
        """Note that the bot is alive."""
        raise NotImplementedError
