"""The one path that every action takes: lock, load, rules, one transaction, then the posts."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from bot.sitting import Acted, Level, Person, Sitting
from bot.store import Store
from rules import registry
from rules.engine.contract import AnyGame
from rules.engine.state import Option


def utc_now() -> datetime:
    """The time, aware that it is UTC."""
    return datetime.now(UTC)


class Waker(Protocol):
    """Something that has work to do when a table has changed."""

    def wake(self, table_id: int) -> None:
        """Look at a table soon; returns at once."""


class Referee:
    """Nothing else changes a table; errors are a `BotError` or a `RulesError` to be read."""

    def __init__(
        self,
        store: Store,
        *,
        poster: Waker | None = None,
        now: Callable[[], datetime] = utc_now,
        games: Callable[[str], AnyGame] = registry.get,
    ) -> None:
        """Work on a store; whoever is in `wakers` is woken after each commit."""
        self.store = store
        self.now = now
        self.games = games
        self.wakers: list[Waker] = [poster] if poster else []

    # -- the lobby

    async def open(
        self,
        game: str,
        options: dict[str, object],
        *,
        channel_id: int,
        guild_id: int | None,
        host: Person,
        pace: timedelta | None = None,
        invited: Iterable[Person] = (),
    ) -> Sitting:
        """Open a table in a channel, the host seated first; luck is committed to here."""
        raise NotImplementedError

    async def join(self, table_id: int, person: Person) -> Sitting:
        """Sit down; the seats of the invited are kept for them."""
        raise NotImplementedError

    async def leave(self, table_id: int, user_id: int) -> Sitting:
        """Stand up before the game begins; the next in line hosts, the last one closes."""
        raise NotImplementedError

    async def add_computer(self, table_id: int, user_id: int, level: Level) -> Sitting:
        """The host seats a computer player."""
        raise NotImplementedError

    async def remove_computer(self, table_id: int, user_id: int) -> Sitting:
        """The host sends the computer player away that came last."""
        raise NotImplementedError

    async def start(self, table_id: int, user_id: int, *, moderator: bool = False) -> Sitting:
        """The host, or a moderator, begins the game."""
        raise NotImplementedError

    # -- the game

    async def act(
        self,
        table_id: int,
        user_id: int | None,
        seat: int,
        number: int,
        options: Sequence[Option],
        *,
        request: str | None = None,
    ) -> Acted:
        """Answer a seat's question `number`, and the next ones where several options are given.

        `user_id` None is the computer that holds the seat; `request` (an interaction id) keeps a
        repeated delivery from being taken twice.
        """
        raise NotImplementedError

    async def undo(self, table_id: int, user_id: int, *, request: str | None = None) -> Acted:
        """Take back the own last answer, as far as nothing was shown since."""
        raise NotImplementedError

    async def resign(self, table_id: int, user_id: int, *, request: str | None = None) -> Acted:
        """Give up."""
        raise NotImplementedError

    async def offer_draw(
        self, table_id: int, user_id: int | None, *, player: int | None = None
    ) -> Acted:
        """Offer a draw, or agree to one; a computer is named by its player."""
        raise NotImplementedError

    async def decline_draw(
        self, table_id: int, user_id: int | None, *, player: int | None = None
    ) -> Acted:
        """Turn a draw down, or take the own offer back."""
        raise NotImplementedError

    async def abandon(self, table_id: int, user_id: int, *, moderator: bool = False) -> Sitting:
        """Close a table without a result: the host in the lobby or against computers alone,
        else a moderator.
        """
        raise NotImplementedError

    async def change_settings(
        self, table_id: int, user_id: int, *, pace: timedelta | None, moderator: bool = False
    ) -> Sitting:
        """Set the time per turn, or none; in play the host may set a day or more, or give more."""
        raise NotImplementedError

    # -- time

    async def timeout(self, table_id: int, seat: int, number: int) -> Acted:
        """Give a seat's question its default answer, and the next ones until its turn is over."""
        raise NotImplementedError

    async def elapsed(self, table_id: int, clock: str) -> Acted:
        """A clock of the game has run out."""
        raise NotImplementedError

    # -- looking

    async def look(self, table_id: int) -> Sitting:
        """A table as it is now."""
        raise NotImplementedError

    async def find(self, channel_id: int) -> int | None:
        """The live table of a channel or thread."""
        raise NotImplementedError

    async def tables_of(self, user_id: int) -> list[int]:
        """The live tables that somebody sits at, the latest first."""
        raise NotImplementedError

    async def history(self, table_id: int, user_id: int | None = None) -> list[str]:
        """Everything that a player, or the spectator, was told so far, in words."""
        raise NotImplementedError

    async def export(self, table_id: int) -> dict[str, Any]:
        """A finished game with its secret, so that anybody can verify it."""
        raise NotImplementedError

    # -- afterwards

    def after_commit(self, table_id: int) -> None:
        """Wake whoever has work to do with a changed table."""
        for waker in self.wakers:
            waker.wake(table_id)
