"""A table before its game, and what its host or a moderator decides about it."""

import logging
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import msgspec

from bot.errors import Damaged, NoTable, NotAllowed, NotOver
from bot.referee.path import TAKEN, ActionPath, id_of
from bot.store.rows import Ties, bank_text
from bot.table import (
    KEPT_AFTER,
    LIVE,
    Bank,
    News,
    Person,
    Table,
    counts,
    guard,
    lobby,
    moves,
    words,
)
from bot.table.change import Change
from rules.engine import fairness
from rules.engine.contract import AnyGame, build_variant
from rules.engine.errors import RulesError
from rules.engine.state import Variant
from rules.engine.words import word_of

logger = logging.getLogger(__name__)


class _Unordered(Exception):
    """A game is to begin, and it is not known yet in which order its players sit."""


class Lobbies(ActionPath):
    """Tables are opened, filled, begun, set, closed and opened again."""

    async def open(
        self,
        game: str,
        options: dict[str, object] | Variant,
        *,
        channel_id: int,
        guild_id: int | None,
        host: Person,
        pace: timedelta | None = None,
        invited: Iterable[Person] = (),
        parent_id: int | None = None,
        private: bool = False,
        when_full: bool = False,
        kept_after: int = KEPT_AFTER,
        bank: Bank | None = None,
        allows_away: bool = True,
        allows_pause: bool = True,
        role: int | None = None,
        ties: Ties | None = None,
    ) -> Table:
        """Open a table in a channel, the host seated first; luck is committed to here.

        A `role` of the server is told that a seat is free; `ties` are remembered with it.
        """
        played = self.games(game)
        variant = options if isinstance(options, Variant) else variant_of(played, options)
        lobby.check_pace(pace)
        lobby.check_bank(bank)
        guests = _guests(played, variant, host, invited)
        secret = secrets.token_bytes(fairness.SECRET_BYTES)
        values = {
            "channel_id": channel_id,
            "parent_id": parent_id,
            "guild_id": guild_id,
            "host_id": host.id,
            "game": played.key,
            "rules_version": played.rules_version,
            "variant": msgspec.json.encode(variant).decode(),
            "status": "lobby",
            "pace": None if pace is None else int(pace.total_seconds()),
            "invited": msgspec.json.encode(guests).decode(),
            "secret": secret,
            "commitment": fairness.commitment(secret),
            "private": private,
            "when_full": when_full,
            "kept_after": kept_after,
            "bank": bank_text(bank),
            "allows_away": allows_away,
            "allows_pause": allows_pause,
            "created_at": (now := self.now()),
        }
        word = words.made(secrets.randbelow)  # the secret is written down with it, not after it
        clock, news = lobby.open_until(now), News(role=role)
        number = await self.store.create(values, host, word, clock, news, ties)
        TAKEN.set(True)
        try:
            table = await self.look(number)
        except Exception:  # it is there, and its post is due
            self._look_again(number)
            raise
        self.after_commit(table)
        return table

    async def join(self, table: Table | int, person: Person) -> Table:
        """Sit down, with a word that is made; the seats of the invited are kept for them."""
        word = words.made(secrets.randbelow)
        return await self._fill(table, lambda t: lobby.join(t, self.now(), person, word))

    async def invite(self, table: Table | int, user_id: int, guest: int) -> Table:
        """The host keeps a seat for somebody."""
        return await self._change(table, lambda t: lobby.invite(t, self.now(), user_id, guest))

    async def start_when_full(self, table: Table | int, user_id: int, wanted: bool) -> Table:
        """The host lets the game begin by itself with the last seat taken, or not."""
        return await self._fill(
            table, lambda t: lobby.start_when_full(t, self.now(), user_id, wanted)
        )

    async def _fill(self, table: Table | int, work: Callable[[Table], Change]) -> Table:
        """The path for what may take the last seat: then the game begins, if that was asked for."""
        order: list[int] | None = None

        def fill(table: Table) -> Change:
            change = work(table)
            if not lobby.begins(change.after):
                return change
            if order is None:
                raise _Unordered
            begun = self._begun(change.after, order)
            begun.before, begun.news = table, [*change.news, *begun.news]
            return begun

        try:
            return await self._change(table, fill)
        except _Unordered:  # what few tables need is not looked for each time
            order = await self._order(table)
        return await self._change(id_of(table), fill)

    async def set_word(self, table: Table | int, user_id: int, typed: str) -> Table:
        """Somebody puts a word of their own into the luck, as long as none was drawn."""
        word = word_of(typed)
        return await self._change(table, lambda t: lobby.set_word(t, self.now(), user_id, word))

    async def leave(self, table: Table | int, user_id: int) -> Table:
        """Stand up, or turn an invitation down; the next in line hosts, the last one closes."""
        return await self._change(table, lambda t: lobby.leave(t, self.now(), user_id))

    async def add_computer(self, table: Table | int, user_id: int, level: str) -> Table:
        """The host seats a computer player."""
        return await self._fill(table, lambda t: lobby.add_computer(t, self.now(), user_id, level))

    async def set_level(self, table: Table | int, user_id: int, level: str) -> Table:
        """The host chooses how strong the computer is that came last."""
        return await self._change(table, lambda t: lobby.set_level(t, self.now(), user_id, level))

    async def remove_computer(self, table: Table | int, user_id: int) -> Table:
        """The host sends away the computer player that came last."""
        return await self._change(table, lambda t: lobby.remove_computer(t, self.now(), user_id))

    async def start(self, table: Table | int, user_id: int, *, moderator: bool = False) -> Table:
        """The host, or a moderator, begins the game."""
        self.forget(id_of(table))  # how its people want to be reached is as it is now
        order = await self._order(table)

        def begin(table: Table) -> Change:
            lobby.ready(table, user_id, moderator)
            return self._begun(table, order)

        return (await self._path(table, begin)).after

    def _begun(self, table: Table, order: Sequence[int]) -> Change:
        """The game of a table begins, its players in an order of their user ids."""
        players = lobby.with_words(table.players, lambda: words.made(secrets.randbelow))
        seated = replace(table, players=lobby.in_order(players, order))
        change = moves.begin(seated, self.now(), seated.seed)
        change.before = table
        return change

    async def _order(self, table: Table | int) -> list[int]:
        """In which order the players of a table are to sit, where that was swapped."""
        order: list[int] = await self.store.setting(scope(id_of(table)), "order", [])
        return order

    async def rematch(self, table: Table | int, person: Person) -> tuple[Table, bool]:
        """Open a table like one whose game is over, seats swapped; or find the one that is open.

        The second value says whether it was opened by this. Computers are there at once, people
        are invited.
        """
        old = await self.look(id_of(table))
        if (again := await self.rematched(old, person.id)) is not None:
            return again, False
        people = [Person(one.user_id, one.name) for one in old.people if one.user_id is not None]
        order = [one.user_id or 0 for one in (*old.players[1:], *old.players[:1])]
        speed = await self.store.setting(scope(old.id), "speed")

        def ties(new: int) -> list[tuple[str, str, object]]:
            tied = [(scope(new), "order", order), (scope(old.id), "rematch", new)]
            return tied if speed is None else [*tied, (scope(new), "speed", speed)]

        new = await self.open(
            old.game.key,
            old.variant,
            channel_id=old.channel_id,
            parent_id=old.parent_id,
            guild_id=old.guild_id,
            host=person,
            pace=old.pace,
            invited=people,
            private=old.private,
            when_full=old.when_full,
            kept_after=old.kept_after,
            bank=old.bank,
            allows_away=old.allows_away,
            allows_pause=old.allows_pause,
            ties=ties,
        )
        return await self._with_computers(new, old), True

    async def _with_computers(self, new: Table, old: Table) -> Table:
        """A table that was opened again, with the computers of the old one; all of them, also where
        the bot died when some were there and nothing else had happened.
        """
        levels = [one.level for one in old.players if one.level is not None]
        here = sum(one.computer for one in new.players)
        if new.status != "lobby" or new.version != here:
            return new
        for level in levels[here:]:
            new = await self.add_computer(new, new.host_id, level)
        return new

    async def rematched(self, old: Table, user_id: int) -> Table | None:
        """The table that was opened again like one whose game is over, as long as it lives; for
        whoever sat there.
        """
        guard.seated(old, user_id)
        if old.status in LIVE:
            raise NotOver("This game is not over yet.")
        known = await self.store.setting(scope(old.id), "rematch")
        with suppress(Damaged, NoTable):
            if known is not None and (again := await self.look(known)).status in LIVE:
                return await self._with_computers(again, old)
        return None

    async def abandon(self, table: Table | int, user_id: int, *, moderator: bool = False) -> Table:
        """Close a table without a result: its host in the lobby, the only person in a game with
        computers, or a moderator.
        """
        return await self._change(table, lambda t: lobby.abandon(t, self.now(), user_id, moderator))

    async def close_damaged(self, table_id: int, user_id: int, *, moderator: bool = False) -> None:
        """Close a table that cannot be read: for its host, or a moderator."""
        known = await self.store.whereabouts(table_id)
        if known is None:
            raise NoTable
        if user_id != known.host_id and not moderator:
            raise NotAllowed("This table cannot be read; its host or a moderator can close it.")
        await self.store.close_unread(table_id, self.now())
        self.forget(table_id)
        logger.warning("table %s could not be read and was closed", table_id)

    async def change_settings(
        self,
        table: Table | int,
        user_id: int,
        *,
        pace: timedelta | None,
        bank: Bank | None = None,
        moderator: bool = False,
    ) -> Table:
        """Set the time per turn, or a bank, or none; in play the host may set a day or more, or
        give more.
        """
        return await self._change(
            table, lambda t: lobby.set_pace(t, self.now(), user_id, pace, moderator, bank)
        )

    async def allow_breaks(
        self,
        table: Table | int,
        user_id: int,
        *,
        away: bool | None = None,
        pauses: bool | None = None,
        moderator: bool = False,
    ) -> Table:
        """Say whether clocks rest for whoever is away, and whether all together may pause."""
        return await self._change(
            table,
            lambda t: lobby.set_breaks(t, self.now(), user_id, moderator, away=away, pauses=pauses),
        )


def scope(table_id: int) -> str:
    """Where something about a table is remembered."""
    return f"table:{table_id}"


def variant_of(game: AnyGame, options: dict[str, object]) -> Variant:
    """The variant that options name, for any number of players that it can be played by."""
    for count in game.counts[:-1]:
        try:
            return build_variant(game, options, count)
        except RulesError:
            continue
    return build_variant(game, options, game.counts[-1])


def _guests(game: AnyGame, variant: Variant, host: Person, invited: Iterable[Person]) -> list[int]:
    """Whose seats are kept: as many as there are seats beside the host's."""
    ids = dict.fromkeys(person.id for person in invited if person.id != host.id)
    return list(ids)[: max(counts(game, variant)) - 1]
