"""Every route of the local Discord answers as Discord says that it answers."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp

from bot.local.rest import _ROUTES
from bot.local.server import LocalDiscord
from tests.local.conformance import wrongs
from tests.local.player import Player
from tests.local.tiny import Tiny, picture

COMMAND = {"name": "again", "description": "Once more", "default_member_permissions": "32"}
PICTURE = {"url": "attachment://a.png"}
EVERYTHING: list[dict[str, Any]] = [
    {"type": 10, "content": "Words"},
    {
        "type": 9,
        "components": [{"type": 10, "content": "Beside"}],
        "accessory": {"type": 11, "media": PICTURE},
    },
    {"type": 14},
    {"type": 12, "items": [{"media": PICTURE}]},
    {"type": 13, "file": PICTURE},
    {"type": 1, "components": [{"type": 5, "custom_id": "who"}]},
    {"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "b", "emoji": {"name": "🍺"}}]},
    {
        "type": 1,
        "components": [
            {"type": 3, "custom_id": "s", "options": [{"label": "l", "value": "v", "emoji": None}]}
        ],
    },
]
EMBED = {
    "title": "T",
    "color": None,
    "fields": [{"name": "n", "value": "v"}],
    "image": PICTURE,
    "footer": {"text": "f"},
}


RIGHTS = [
    *("view_channel", "send_messages", "attach_files", "read_message_history"),
    *("manage_channels", "manage_messages", "manage_threads"),
    *("create_public_threads", "create_private_threads", "send_messages_in_threads"),
]


class Caller:
    """Calls as a bot: `POST channels/1/messages`."""

    def __init__(self, http: aiohttp.ClientSession, local: LocalDiscord) -> None:
        self._http, self._local = http, local

    async def __call__(self, call: str, body: Any = None, *, file: bool = False) -> Any:
        method, path = call.split(" ", 1)
        form: Any = {"json": body}
        if file:
            parts = aiohttp.FormData({"payload_json": aiohttp.payload.JsonPayload(body)})
            parts.add_field("files[0]", picture().read(), filename="a.png")
            form = {"data": parts}
        headers = {"Authorization": f"Bot {self._local.token}"}
        url = f"{self._local.api}/{path}"
        async with self._http.request(method, url, headers=headers, **form) as answer:
            assert answer.status < 300, (call, await answer.text())
            return await answer.json() if answer.status != 204 else None


async def test_every_route_answers_as_discord_does(
    local: LocalDiscord, bot: Tiny, juno: Player
) -> None:
    """What each answer looks like is checked where `local` is made."""
    seen: set[str] = set()
    check = local._rest.on_answer

    def note(route: str, status: int, body: bytes, sent: int) -> None:
        seen.add(route)
        check(route, status, body, sent)

    local.on_answer(note)
    await juno.change_server(bot=RIGHTS)
    me, home, room = bot.user, await juno.home(), juno.channel("beer-brawl").id
    assert me is not None
    async with aiohttp.ClientSession() as http:
        call = Caller(http, local)
        await _interactions(call, bot, juno)
        for path in ("users/@me", "users/@me/guilds", "applications/@me", "gateway", "gateway/bot"):
            await call(f"GET {path}")
        await call("GET oauth2/applications/@me")
        await call(f"GET applications/{me.id}/emojis")
        await call(f"GET users/{juno.id}")
        dm = await call("POST users/@me/channels", {"recipient_id": juno.id})
        await call(f"GET channels/{dm['id']}")
        for where in (f"applications/{me.id}", f"applications/{me.id}/guilds/{home}"):
            await call(f"PUT {where}/commands", [COMMAND])
            made = await call(f"POST {where}/commands", COMMAND | {"name": "more"})
            await call(f"GET {where}/commands")
            await call(f"GET {where}/commands/{made['id']}")
            await call(f"PATCH {where}/commands/{made['id']}", {"description": "Other"})
            await call(f"DELETE {where}/commands/{made['id']}")
        await _guild(call, home, juno.id)
        message = await _messages(call, room)
        await _threads(call, room, message, juno.id)
    assert {f"{method} {path}" for method, path, *_ in _ROUTES} - seen == set()


async def _guild(call: Caller, home: str, user: str) -> None:
    for path in ("", "/channels", "/roles", "/members", "/threads/active", f"/members/{user}"):
        await call(f"GET guilds/{home}{path}")
    await call(f"GET guilds/{home}?with_counts=true")
    await call(f"GET guilds/{home}/members/search?query=j&limit=2")
    for kind in (0, 5, 15):
        made = await call(f"POST guilds/{home}/channels", {"name": "more", "type": kind})
        await call(f"PATCH channels/{made['id']}", {"name": "less"})
        if kind == 15:
            post = {"name": "P", "message": {"content": "first"}}
            await call(f"POST channels/{made['id']}/threads", post)
        await call(f"DELETE channels/{made['id']}")


async def _messages(call: Caller, room: str) -> str:
    where = f"channels/{room}/messages"
    await call(f"POST channels/{room}/typing")
    first = await call(f"POST {where}", {"flags": 1 << 15, "components": EVERYTHING}, file=True)
    second = await call(f"POST {where}", {"content": "x", "embeds": [EMBED]}, file=True)
    reply = {"content": "x", "message_reference": {"message_id": second["id"]}}
    third = await call(f"POST {where}", reply)
    await call(f"PATCH {where}/{third['id']}", {"content": "y"})
    await call(f"GET {where}/{third['id']}")
    await call(f"PUT {where}/pins/{first['id']}")
    await call(f"GET {where}/pins")
    await call(f"DELETE {where}/pins/{first['id']}")
    await call(f"GET {where}")
    await call(f"DELETE {where}/{third['id']}")
    two = [(await call(f"POST {where}", {"content": "x"}))["id"] for _ in range(2)]
    await call(f"POST {where}/bulk-delete", {"messages": two})
    return str(second["id"])


async def _threads(call: Caller, room: str, message: str, user: str) -> None:
    await call(f"POST channels/{room}/messages/{message}/threads", {"name": "T"})
    thread = (await call(f"POST channels/{room}/threads", {"name": "T", "type": 11}))["id"]
    members = f"channels/{thread}/thread-members"
    await call(f"PUT {members}/{user}")
    await call(f"GET {members}")
    await call(f"GET {members}/{user}")
    await call(f"DELETE {members}/{user}")
    await call(f"PATCH channels/{thread}", {"archived": True})
    for which in ("threads/archived/public", "threads/archived/private"):
        await call(f"GET channels/{room}/{which}")
    await call(f"GET channels/{room}/users/@me/threads/archived/private")


async def _interactions(call: Caller, bot: Tiny, juno: Player) -> None:
    """A command whose answer is put off, and all that can be done with it."""
    asked = asyncio.create_task(juno.command("hold"))
    it = await bot.held.get()
    where = f"webhooks/{it.application_id}/{it.token}"
    await call(f"POST interactions/{it.id}/{it.token}/callback?with_response=1", {"type": 5})
    await asked
    answer = await call(f"POST {where}", {"content": "x"})
    await call(f"POST {where}", {"content": "more", "flags": 64})
    await call(f"GET {where}/messages/@original")
    await call(f"PATCH {where}/messages/@original", {"content": "y"})
    await call(f"DELETE {where}/messages/{answer['id']}")


def test_a_wrong_answer_is_noticed() -> None:
    route = "POST users/@me/channels"
    fine = {"id": "1", "type": 1, "flags": 0, "recipients": [], "last_message_id": None}
    assert wrongs(route, 200, fine) == []
    assert wrongs(route, 201, fine) == [f"{route}: status 201, not one of 200"]
    assert wrongs(route, 200, fine | {"flags": "0"}) == [f"{route} 200.flags: '0' is no integer"]
    assert wrongs(route, 200, fine | {"odd": 1}) == [f"{route} 200.odd: unknown to Discord"]
    del fine["flags"]
    assert wrongs(route, 200, fine) == [f"{route} 200.flags: missing"]
    assert wrongs(route, 404, {"message": "no"}) == [f"{route} 404.code: missing"]
