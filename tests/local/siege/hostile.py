"""People who do not play, and want nobody else to."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
from typing import TYPE_CHECKING, Any

from tests.local.player import Failed, Message, Player, Refused

if TYPE_CHECKING:
    from tests.local.siege.siege import Siege

PAUSE = 0.8  # seconds between two hostile things of one person, at most
NAMES = (
    "[Bob](https://example.com)", "`tick` ```", "<@1> <@&2> <#3>", "@everyone @here",
    "\u202eevil\u202d\u2066", "a\nb\n> c\n# d", "**b** ~~_x_~~ ||s||", "<t:99999999999999:R>",
    "Z" + "\u0335\u0322" * 12, "\u200b\u200d", "' OR 1=1 --", "👩‍👩‍👧‍👦" * 4, "</table close:1>",
)  # fmt: skip
HUGE = (0, 1, 2**31, 2**63, 2**64, 10**30)
WORDS = ("", "done", "x" * 80, "{}", "a=1,b=2", "\u202e<@1>", "' OR 1=1", "0" * 40, "🏆" * 20)
FORMS = (
    "t:{t}:{s}.{n}:={w}", "t:{t}:{s}.{n}:>{w}", "t:{t}:{s}.{n}:!{w}", "t:{t}:{s}.{n}:@{w}",
    "t:{t}:{s}.{n}:?{n}", "t:{t}:{s}.{n}:*", "b:{t}:{s}.{n}:{w}", "d:{t}:play", "d:{t}:on",
    "d:{t}:hand", "d:{t}:rules", "d:{t}:table", "d:{t}:agree", "d:{t}:decline", "l:{t}:leave",
    "l:{t}:start", "l:{t}:computer", "l:{t}:alone", "l:{t}:hard", "l:{t}:rematch", "m:{t}:undo",
    "m:{t}:undo:{s}.{n}", "m:{t}:draw", "m:{t}:resigned", "m:{t}:abandoned", "m:{t}:log",
    "m:{t}:dm", "m:{t}:again", "w:{w}", "w:nosuch", "r:{w}", "r:nosuch", "r:BB1", "r:ZZ99", "{w}",
    "z:{t}", "t:{t}", "l:{t}:word", "l:{t}:invite", "l:{t}:byhand", "d:{t}:since", "d:{t}:note",
    "m:{t}:left", "s:{t}:take", "s:{t}:take:{s}", "s:{t}:replace", "s:{t}:replaced:{s}",
    "v:{t}:agree", "v:{t}:pause:9", "v:{t}:resume", "g:settings", "g:limits", "g:table:{t}",
    "g:pause:{t}", "g:ended:{t}", "g:games", "g:role", "g:open", "i:turns:{t}", "i:next:{t}",
    "i:open", "f:{n}", "fj:{n}", "u:show", "u:export", "u:deleted", "y:off", "y:hour", "a:back",
)  # fmt: skip
COMMANDS = (
    ("table", "show"), ("table", "play"), ("table", "hand"), ("table", "log"), ("table", "undo"),
    ("table", "resign"), ("table", "draw"), ("table", "close"), ("table", "settings"),
    ("table", "start"), ("table", "nosuch"), ("table", "replace"), ("table", "propose"),
    ("table", "agree"), ("table", "word"), ("table", "note"), ("table", "since"),
    ("table", "find"), ("server", "tables"), ("server", "end"), ("server", "settings"),
    ("my", "turns"), ("my", "data"), ("my", "away"), ("beer-brawl", "ready"), ("beer-brawl", "move"),
    ("brawl", "nosuch"), ("nosuch", "nosuch"), ("my", "tables"), ("rules", ""), ("help", ""),
)  # fmt: skip
BUTTON, SELECT = 2, 3
ACTS = (
    "others' buttons", "old buttons", "forged ids", "forged commands", "hostile typing", "floods",
)  # fmt: skip


class Hostile:
    """Somebody who presses, types and sends what nobody should."""

    def __init__(self, siege: Siege, player: Player) -> None:
        self.siege, self.player, self.rng = siege, player, random.Random(siege.rng.random())
        self.old: list[tuple[Message, str, list[str] | None]] = []

    async def rage(self) -> None:
        """One hostile thing after the other; now and then a flood of them."""
        kinds = (self._press, self._old, self._forge, self._command, self._type, self._flood)
        while not self.siege.over:
            [(name, act)] = self.rng.choices(
                list(zip(ACTS, kinds, strict=True)), (6, 4, 10, 6, 3, 0.3)
            )
            self.siege.toll.hostile[name] += 1
            with contextlib.suppress(Failed, Refused, TimeoutError, AssertionError):
                async with asyncio.timeout(4):
                    await act()
            await asyncio.sleep(self.rng.random() * PAUSE)

    async def _press(self) -> None:
        """Others' buttons; all but a seat that is meant for others."""
        player = self.player
        player.here = self.rng.choice(list(player.channels))
        found = [
            (message, item["custom_id"], [o["value"] for o in item.get("options") or ()][:1])
            for message in player.messages()[-5:]
            for item in message.components
            if item.get("custom_id") and not item["custom_id"].endswith((":join", ":rematch"))
        ]
        if found:
            message, custom_id, values = self.rng.choice(found)
            self.old = [*self.old[-200:], (message, custom_id, values or None)]
            await player.press(message, custom_id, values or None)

    async def _old(self) -> None:
        """What was pressed long ago, as it was then."""
        if self.old:
            message, custom_id, values = self.rng.choice(self.old)
            kind = SELECT if values else BUTTON
            await self._send_press(custom_id, kind, values, message.channel)

    async def _forge(self) -> None:
        """An id of any form, about any table, by somebody who does not sit there."""
        rng = self.rng
        tables = [*self.siege.tables, *HUGE]
        custom_id = rng.choice(FORMS).format(
            t=rng.choice(tables), s=rng.choice((0, 1, 9, 2**64)),
            n=rng.choice((0, 1, 2, 3, 20, 10**20)), w=rng.choice(WORDS),
        )  # fmt: skip
        kind = SELECT if re.match(r"t:.*:[?*]|r:[a-z]", custom_id) else BUTTON
        values = [rng.choice("=>") + rng.choice(WORDS)] if kind == SELECT else None
        await self._send_press(custom_id[:100], kind, values, rng.choice(self.siege.rooms))

    async def _send_press(
        self, custom_id: str, kind: int, values: list[str] | None, channel: str
    ) -> None:
        local, mine = self.siege.local, {"type": kind, "custom_id": custom_id, "id": 2}
        if kind == BUTTON:
            mine |= {"style": 2, "label": "x"}
        else:
            mine |= {"options": [{"label": "x", "value": v or "x"} for v in values or ["x"]]}
        message = dict(self.siege.a_post.raw)
        message["components"] = [{"type": 1, "id": 1, "components": [mine]}]
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind, "id": 2}
        if kind == SELECT:
            data["values"] = values or []
        room = local.world.channels[channel]
        await local._interactions._start(
            3, self.player.id, room, data, message=message, name=custom_id
        )

    async def _command(self) -> None:
        """A command that there is or not, with arguments that make sense or not."""
        rng, (group, name) = self.rng, self.rng.choice(COMMANDS)
        value: Any = rng.choice([*WORDS, *HUGE, -1, True, 1.5, "y" * 4000])
        number = {"name": "table", "type": 4, "value": rng.choice([*self.siege.tables, *HUGE])}
        options: list[dict[str, Any]] = rng.choice(
            [[], [number], [{"name": rng.choice(("tile", "who", "x")), "type": 3, "value": value}]]
        )  # fmt: skip
        if name:
            options = [{"name": name, "type": 1, "options": options}]
        local = self.siege.local
        data = {"id": "1", "name": group, "type": 1, "options": options}
        known = next((c for c in local.world.commands.values() if c["name"] == group), None)
        if known is not None:
            data["id"] = known["id"]
        room = local.world.channels[rng.choice(self.siege.rooms)]
        await local._interactions._start(2, self.player.id, room, data, name=group)

    async def _type(self) -> None:
        self.player.here = self.rng.choice(self.siege.rooms)
        await self.player.complete("beer-brawl move", "path", self.rng.choice(WORDS) * 3)

    async def _flood(self) -> None:
        """A second of as much as a socket takes."""
        room = self.siege.local.world.channels[self.rng.choice(self.siege.rooms)]
        data = {"id": "1", "name": "my", "type": 1, "options": [{"name": "tables", "type": 1}]}
        for _ in range(80):
            self.siege.local._interactions._start(2, self.player.id, room, data, name="my")
            await asyncio.sleep(1 / 80)
