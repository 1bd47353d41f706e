"""A player of the local Discord as a test drives it: looks, types, clicks, waits."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Self

import aiohttp
import msgspec

Json = dict[str, Any]
PATIENCE = 30.0
_SELECTS = (3, 5, 6, 7, 8)


class Refused(Exception):
    """The server said no; the text is what the page would show."""


class Failed(Exception):
    """The bot did not take the interaction."""


@dataclass
class Button:
    label: str
    custom_id: str | None
    disabled: bool
    style: int
    url: str | None


@dataclass
class Select:
    custom_id: str
    placeholder: str
    options: dict[str, str]  # label -> value
    disabled: bool


@dataclass
class Message:
    """One message as the player sees it."""

    raw: Json

    @property
    def id(self) -> str:
        return str(self.raw["id"])

    @property
    def channel(self) -> str:
        return str(self.raw["channel_id"])

    @property
    def author(self) -> str:
        return str(self.raw["author"]["global_name"] or self.raw["author"]["username"])

    @property
    def content(self) -> str:
        return str(self.raw["content"])

    @property
    def ephemeral(self) -> bool:
        return bool(self.raw["flags"] & 64)

    @property
    def loading(self) -> bool:
        return bool(self.raw["flags"] & 128)

    @property
    def components(self) -> list[Json]:
        return list(_walk(self.raw["components"]))

    @property
    def text(self) -> str:
        """Everything it says: content, text displays, embeds."""
        parts = [self.content]
        parts += [c["content"] for c in self.components if c["type"] == 10]
        for embed in self.raw["embeds"]:
            parts += [embed.get("title") or "", embed.get("description") or ""]
            parts += [f"{f['name']}\n{f['value']}" for f in embed.get("fields") or []]
        return "\n".join(part for part in parts if part)

    @property
    def buttons(self) -> list[Button]:
        return [
            Button(
                c.get("label") or (c.get("emoji") or {}).get("name") or "",
                c.get("custom_id"),
                bool(c.get("disabled")),
                c["style"],
                c.get("url"),
            )
            for c in self.components
            if c["type"] == 2
        ]

    @property
    def selects(self) -> list[Select]:
        return [
            Select(
                c["custom_id"],
                c.get("placeholder") or "",
                {o["label"]: o["value"] for o in c.get("options") or []},
                bool(c.get("disabled")),
            )
            for c in self.components
            if c["type"] in _SELECTS
        ]

    @property
    def pictures(self) -> list[tuple[str, str]]:
        """Address and alt text of every picture."""
        found = [(a["url"], a.get("description") or "") for a in self.raw["attachments"]]
        for component in self.components:
            for item in component.get("items") or []:
                found.append((item["media"]["url"], item.get("description") or ""))
        return list(dict.fromkeys(found))

    @property
    def mentions(self) -> list[str]:
        return [user["id"] for user in self.raw["mentions"]]

    def button(self, label: str) -> Button:
        """The button with this label or id, or whose label begins so."""
        for fits in (
            lambda b: label in (b.label, b.custom_id),
            lambda b: b.label.startswith(label),
        ):
            found = [b for b in self.buttons if fits(b)]
            if found:
                return found[0]
        raise AssertionError(f"no button {label!r} among {[b.label for b in self.buttons]}")


def _walk(components: list[Json]) -> Iterator[Json]:
    for component in components:
        yield component
        yield from _walk(component.get("components") or [])
        for inner in ("accessory", "component"):
            if isinstance(component.get(inner), dict):
                yield from _walk([component[inner]])


@dataclass
class Answer:
    """What came of a command, a click or a form."""

    kind: int  # Discord's callback type
    message: Message | None = None
    modal: Json | None = None
    interaction: str = ""


@dataclass
class Channel:
    raw: Json

    @property
    def id(self) -> str:
        return str(self.raw["id"])

    @property
    def name(self) -> str:
        return str(self.raw.get("name") or "@dm")

    @property
    def thread(self) -> bool:
        return self.raw["type"] in (10, 11, 12)

    @property
    def dm(self) -> bool:
        return bool(self.raw["type"] == 1)


@dataclass
class Player:
    """One player's socket; `async with Player.join(url, "Juno") as juno`."""

    url: str
    id: str
    name: str
    _http: aiohttp.ClientSession
    _socket: aiohttp.ClientWebSocketResponse
    channels: dict[str, Channel] = field(default_factory=dict)
    unread: dict[str, int] = field(default_factory=dict)
    bot_connected: bool = False
    here: str = ""
    typing: list[str] = field(default_factory=list)
    frames: int = 0  # that have arrived
    _messages: dict[str, Message] = field(default_factory=dict)
    _asked: dict[int, asyncio.Future[Any]] = field(default_factory=dict)
    _number: int = 0
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)
    _closed: bool = False

    @classmethod
    @contextlib.asynccontextmanager
    async def join(
        cls, url: str, name: str, *, watch: list[str] | None = None
    ) -> AsyncIterator[Self]:
        """Connects as the player of this name, who is added when missing."""
        async with aiohttp.ClientSession() as http:
            async with http.get(f"{url}/local/world") as answer:
                world = await answer.json()
            known = {p["global_name"]: p["id"] for p in world["players"]}
            if name not in known:
                async with http.post(f"{url}/local/players", json={"name": name}) as answer:
                    known[name] = (await answer.json())["id"]
            address = f"{url}/local/socket?player={known[name]}"
            async with http.ws_connect(address, max_msg_size=0) as socket:
                player = cls(url, known[name], name, http, socket)
                player._take(await socket.receive_json(timeout=PATIENCE))
                reader = asyncio.create_task(player._read())
                try:
                    await player._begin(watch)
                    yield player
                finally:
                    reader.cancel()
                    await asyncio.gather(reader, return_exceptions=True)

    async def _begin(self, watch: list[str] | None) -> None:
        if watch is not None:
            ids = [self.channel(name).id for name in watch]
            await self._ask("watch", watch=ids)
        for channel in list(self.channels.values()):
            if watch is None or channel.name in watch:
                await self.look(channel.id)

    # what arrives

    async def _read(self) -> None:
        async for frame in self._socket:
            if frame.type is not aiohttp.WSMsgType.TEXT:
                break
            self._take(msgspec.json.decode(frame.data))
            async with self._news:
                self._news.notify_all()
        self._closed = True
        for future in self._asked.values():
            if not future.done():
                future.set_exception(ConnectionError("the local Discord has gone"))
        async with self._news:
            self._news.notify_all()

    def _take(self, said: Json) -> None:
        self.frames += 1
        if "re" in said:
            future = self._asked.pop(said["re"], None)
            if future is not None and not future.done():
                if "error" in said:
                    future.set_exception(Refused(said["error"]))
                else:
                    future.set_result(said["ok"])
            return
        match said["event"]:
            case "hello":
                self.bot_connected = said["connected"]
                self.unread = dict(said["unread"])
                self._set_channels(said["channels"])
                self.here = next(iter(self.channels))
            case "message" | "edit":
                self._messages[said["message"]["id"]] = Message(said["message"])
            case "delete":
                self._messages.pop(said["id"], None)
            case "channel":
                self.channels[said["channel"]["id"]] = Channel(said["channel"])
            case "gone":
                self.channels.pop(said["channel"], None)
            case "bot":
                self.bot_connected = said["connected"]
            case "unread":
                self.unread[said["channel"]] = said["pings"]
            case "read":
                self.unread.pop(said["channel"], None)
            case "typing":
                self.typing.append(said["channel"])

    def _set_channels(self, channels: list[Json]) -> None:
        self.channels = {c["id"]: Channel(c) for c in channels}

    async def until(self, seen: Callable[[], Any], timeout: float = PATIENCE) -> Any:
        """Waits until `seen()` is true and returns it."""

        def found() -> Any:
            if result := seen():
                return result
            if self._closed:
                raise ConnectionError("the local Discord has gone")
            return None

        async with asyncio.timeout(timeout), self._news:
            return await self._news.wait_for(found)

    async def nudge(self) -> None:
        """Lets everybody who waits here look again."""
        async with self._news:
            self._news.notify_all()

    async def wait(
        self, fits: Callable[[Message], Any] = lambda _: True, *, timeout: float = PATIENCE
    ) -> Message:
        """The newest message here that fits, now or when it comes."""

        def seen() -> Message | None:
            return next((m for m in reversed(self.messages()) if fits(m)), None)

        message: Message = await self.until(seen, timeout)
        return message

    async def bot_ready(self, timeout: float = PATIENCE) -> None:
        await self.until(lambda: self.bot_connected, timeout)

    # what is seen

    def messages(self, channel: str | None = None) -> list[Message]:
        """Messages of a channel (the current one) in order, as far as they arrived."""
        where = self.channel(channel).id if channel else self.here
        return [
            m
            for _, m in sorted(self._messages.items(), key=lambda i: int(i[0]))
            if m.channel == where
        ]

    def message(self, number: str) -> Message | None:
        """A message by its id, as it is now; none where it is gone."""
        return self._messages.get(number)

    def all_messages(self) -> list[Message]:
        return list(self._messages.values())

    def channel(self, name: str) -> Channel:
        """A channel, thread or "@dm" by name or id."""
        if name in self.channels:
            return self.channels[name]
        found = [c for c in self.channels.values() if c.name == name.lstrip("#")]
        if not found:
            raise AssertionError(f"{self.name} sees no channel {name!r}")
        return found[0]

    async def look(self, channel: str) -> list[Message]:
        """Loads the latest messages of a channel."""
        for raw in await self._ask("history", channel=self.channel(channel).id):
            self._messages[raw["id"]] = Message(raw)
        return self.messages(channel)

    async def go(self, channel: str) -> None:
        """Makes a channel the current one."""
        self.here = self.channel(channel).id
        await self._ask("read", channel=self.here)
        await self.look(self.here)

    async def picture(self, address: str) -> bytes:
        """Downloads an attachment."""
        async with self._http.get(f"{self.url}{address}") as answer:
            assert answer.status == 200, answer.status
            return await answer.read()

    # what is done

    async def _ask(self, do: str, **fields: Any) -> Any:
        self._number += 1
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._asked[self._number] = future
        request = {"re": self._number, "do": do} | fields
        await self._socket.send_str(msgspec.json.encode(request).decode())
        async with asyncio.timeout(PATIENCE):
            return await future

    def _answer(self, result: Json) -> Answer:
        if "failed" in result:
            raise Failed(result["failed"])
        return Answer(
            result["answer"],
            self._messages.get(result.get("message", "")),
            result.get("modal"),
            result["interaction"],
        )

    async def say(self, text: str) -> str:
        return str(await self._ask("say", channel=self.here, text=text))

    async def commands(self) -> dict[str, Json]:
        """The commands offered in the current channel, by full name."""
        offered = await self._ask("commands", channel=self.here)
        return dict(_leaves(offered, ""))

    async def command(self, name: str, /, **options: Any) -> Answer:
        """Types a slash command in the current channel."""
        values = {key: getattr(value, "id", value) for key, value in options.items()}
        result = await self._ask("command", channel=self.here, text=name, values=values)
        return self._answer(result)

    async def complete(
        self, name: str, option: str, typed: str = "", /, **options: Any
    ) -> list[Json]:
        """The choices offered for an option while it is being typed."""
        values = {key: getattr(value, "id", value) for key, value in options.items()}
        result = await self._ask(
            "complete",
            channel=self.here,
            text=name,
            values=values | {option: typed},
            focused=option,
        )
        if "failed" in result:
            raise Failed(result["failed"])
        return list(result["choices"])

    async def click(self, message: Message, label: str) -> Answer:
        """Clicks a button by its label or id."""
        button = message.button(label)
        return await self.press(message, button.custom_id or "")

    async def press(
        self, message: Message, custom_id: str, values: list[str] | None = None
    ) -> Answer:
        result = await self._ask(
            "click", channel=message.channel, message=message.id, custom_id=custom_id, values=values
        )
        return self._answer(result)

    async def choose(self, message: Message, *choices: Any, select: int | str = 0) -> Answer:
        """Chooses options of a select, by label or value; players in a user select."""
        menus = message.selects
        menu = (
            menus[select]
            if isinstance(select, int)
            else next(m for m in menus if select in (m.custom_id, m.placeholder))
        )
        values = [menu.options.get(str(c), str(getattr(c, "id", c))) for c in choices]
        return await self.press(message, menu.custom_id, values)

    async def submit(self, answer: Answer, **values: Any) -> Answer:
        """Fills in the modal of an answer, each part by its custom id."""
        result = await self._ask("submit", interaction=answer.interaction, values=values)
        return self._answer(result)

    async def dismiss(self, message: Message) -> None:
        await self._ask("dismiss", message=message.id)

    async def open_dm(self) -> None:
        """Opens the direct messages with the bot and goes there."""
        channel = await self._ask("dm")
        await self.until(lambda: channel in self.channels)
        await self.go(channel)

    # the world and its faults

    async def add_player(self, name: str) -> str:
        return str((await self._post("/local/players", {"name": name}))["id"])

    async def faults(self, **changes: Any) -> Json:
        """Switches faults: dms_closed, troubles, missing, outages, buckets, ack_seconds."""
        return await self._local("PATCH", "/local/faults", changes)

    async def no_faults(self) -> None:
        await self.faults(dms_closed=[], troubles=[], missing={}, outages=[], ack_seconds=3.0)

    async def open_server(self, name: str) -> Json:
        """A second server: its id, and its one channel."""
        opened = await self._post("/local/servers", {"name": name})
        room = opened["channels"][0]["id"]
        await self.until(lambda: room in self.channels)
        return opened

    async def change_server(self, server: str | None = None, **changes: Any) -> None:
        """Rights of `bot`, `players`, `everybody`; `own` ones of players; who is `away`."""
        await self._local("PATCH", f"/local/servers/{server or await self.home()}", changes)

    async def close_server(self, server: str) -> None:
        await self._local("DELETE", f"/local/servers/{server}")

    async def home(self) -> str:
        """The id of the first server."""
        return str((await self._local("GET", "/local/world"))["guild"]["id"])

    async def open_channel(self, name: str, kind: str = "text", **more: Any) -> Channel:
        """A new `text`, `announcement` or `forum` channel, or a `thread` of mine in a `parent`."""
        asked = {"name": name, "kind": kind} | more
        if kind == "thread":
            asked |= {"player": self.id, "parent": self.channel(more["parent"]).id}
        made = await self._post("/local/channels", asked)
        await self.until(lambda: made["id"] in self.channels)
        return Channel(made)

    async def change_channel(self, channel: str, **changes: Any) -> None:
        """A thread is `archived` or `locked`; a channel gets `allow` and `deny`."""
        await self._local("PATCH", f"/local/channels/{self.channel(channel).id}", changes)

    async def close_channel(self, channel: str) -> None:
        await self._local("DELETE", f"/local/channels/{self.channel(channel).id}")

    async def gateway_fault(self, how: str) -> None:
        """`drop`, `reconnect`, `invalid` or `invalid-resumable`."""
        await self._post("/local/faults/gateway", {"how": how})

    async def advance(self, seconds: float) -> None:
        """Moves the server's clock forward."""
        await self._post("/local/faults/clock", {"seconds": seconds})

    async def _post(self, path: str, body: Json) -> Json:
        return await self._local("POST", path, body)

    async def _local(self, method: str, path: str, body: Json | None = None) -> Json:
        async with self._http.request(method, f"{self.url}{path}", json=body) as answer:
            if answer.status != 200:
                raise Refused(await answer.text())
            result: Json = await answer.json()
            return result


def _leaves(commands: list[Json], before: str) -> Iterator[tuple[str, Json]]:
    for command in commands:
        name = f"{before}{command['name']}"
        inner = [o for o in command.get("options") or [] if o["type"] in (1, 2)]
        if inner:
            yield from _leaves(inner, f"{name} ")
        else:
            yield name, command
