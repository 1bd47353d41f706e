"""The players' sockets: who is looking, and what each of them may be told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from bot.local.line import Line
from bot.local.permissions import sees
from bot.local.storage import Json, encode
from bot.local.world import DM, World


class Seat:
    """One socket of one player; `watching` None means every channel."""

    def __init__(self, player: str, line: Line) -> None:
        self.player = player
        self.line = line
        self.watching: set[str] | None = None

    def watches(self, channel: str) -> bool:
        return self.watching is None or channel in self.watching


class Crowd:
    """All open seats."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._seats: dict[str, set[Seat]] = defaultdict(set)
        self._audiences: dict[str, tuple[int, list[str]]] = {}

    def sit(self, seat: Seat) -> None:
        self._seats[seat.player].add(seat)

    def leave(self, seat: Seat) -> None:
        self._seats[seat.player].discard(seat)

    def _all(self) -> Iterator[Seat]:
        for seats in self._seats.values():
            yield from seats

    def tell_all(self, event: Json) -> None:
        frame = encode(event)
        for seat in self._all():
            seat.line.send(frame)

    def tell_player(self, player: str, event: Json) -> None:
        frame = encode(event)
        for seat in self._seats[player]:
            seat.line.send(frame)

    def tell(self, channel: Json, event: Json, viewer: str | None = None) -> None:
        """Tells those who watch the channel, or only the one viewer."""
        frame: bytes | None = None
        for player in self._audience(channel, viewer):
            for seat in self._seats[player]:
                if seat.watches(channel["id"]):
                    frame = frame or encode(event)
                    seat.line.send(frame)

    def tell_message(self, event: str, channel: Json, message: Json, viewer: str | None) -> None:
        """A message for the watchers; an unread mark for the others."""
        frame: bytes | None = None
        named = {user["id"] for user in message["mentions"]}
        for player in self._audience(channel, viewer):
            looking = False
            for seat in self._seats[player]:
                if seat.watches(channel["id"]):
                    looking = True
                    frame = frame or encode({"event": event, "message": message})
                    seat.line.send(frame)
            if event == "message" and not looking and player != message["author"]["id"]:
                pinged = player in named or message["mention_everyone"] or channel["type"] == DM
                self._mark(player, channel["id"], pinged)

    def _audience(self, channel: Json, viewer: str | None) -> list[str]:
        if viewer is not None:
            return [viewer]
        if channel["type"] == DM:
            return list(channel["recipients"])
        known = self._audiences.get(channel["id"])
        if known is None or known[0] != self._world.access:
            players = [p["id"] for p in self._world.players if sees(self._world, p["id"], channel)]
            known = self._audiences[channel["id"]] = (self._world.access, players)
        return known[1]

    def sees(self, player: str, channel: Json) -> bool:
        return player in self._audience(channel, None)

    def tell_channel(self, channel: Json) -> None:
        """A new or changed channel for those who can see it; for the others it is gone."""
        there = channel["id"] in self._world.channels
        seeing = set(self._audience(channel, None)) if there else set()
        shape = encode({"event": "channel", "channel": self._world.channel_shape(channel)})
        gone = encode({"event": "gone", "channel": channel["id"]})
        for seat in self._all():
            seat.line.send(shape if seat.player in seeing else gone)

    def channels_of(self, player: str) -> list[Json]:
        """Text channels, threads and direct messages of one player."""
        world = self._world
        seen = [c for c in world.channels.values() if self.sees(player, c)]
        return [world.channel_shape(c) for c in seen]

    # unread marks

    def _mark(self, player: str, channel: str, pinged: bool) -> None:
        marks = self._world.unread.setdefault(player, {})
        if channel in marks and not pinged:
            return
        marks[channel] = marks.get(channel, 0) + pinged
        self._world.storage.put("unread", player, marks)
        self.tell_player(player, {"event": "unread", "channel": channel, "pings": marks[channel]})

    def read(self, player: str, channel: str) -> None:
        marks = self._world.unread.get(player, {})
        if marks.pop(channel, None) is not None:
            self._world.storage.put("unread", player, marks)
            self.tell_player(player, {"event": "read", "channel": channel})
