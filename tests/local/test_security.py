"""Nobody but this machine, this page and this bot is let in."""

from __future__ import annotations

import asyncio
import io
import socket
from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.local.guard import refusal
from bot.local.rest import LARGEST_BODY
from bot.local.server import LocalDiscord
from tests.local.player import Player
from tests.local.tiny import PATIENCE


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def speak(local: LocalDiscord, text: bytes) -> bytes:
    """Says something on a bare connection and returns all that comes back."""
    port = int(local.url.rsplit(":", 1)[1])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(text.replace(b"PORT", str(port).encode()))
        await writer.drain()
        async with asyncio.timeout(PATIENCE):
            return await reader.read()
    finally:
        writer.close()
        await writer.wait_closed()


async def test_it_listens_on_loopback_alone(local: LocalDiscord) -> None:
    assert local._runner is not None
    assert [address[0] for address in local._runner.addresses] == ["127.0.0.1"]
    own = socket.gethostbyname(socket.gethostname())
    if not own.startswith("127."):
        port = int(local.url.rsplit(":", 1)[1])
        with pytest.raises(OSError):  # noqa: PT011 - any way of not getting through will do
            await asyncio.open_connection(own, port)


def test_another_machine_is_refused_even_if_it_gets_through() -> None:
    assert refusal("192.168.1.7", "127.0.0.1:80", None, 80) == "only this machine may connect"
    assert refusal(None, "127.0.0.1:80", None, 80) == "only this machine may connect"
    assert refusal("127.0.0.1", "127.0.0.1:80", None, 80) is None
    assert refusal("::1", "[::1]:80", "http://localhost:80", 80) is None


PLACES = [
    "/",
    "/page/app.js",
    "/local/world",
    "/local/socket?player=1",
    "/gateway/",
    "/api/v10/gateway",
]


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil:80"])
async def test_a_foreign_host_is_refused(
    local: LocalDiscord, http: aiohttp.ClientSession, host: str
) -> None:
    for place in PLACES:
        async with http.get(local.url + place, headers={"Host": host}) as answer:
            assert answer.status == 403, place


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
async def test_a_foreign_origin_is_refused(
    local: LocalDiscord, http: aiohttp.ClientSession, origin: str
) -> None:
    for place in PLACES:
        async with http.get(local.url + place, headers={"Origin": origin}) as answer:
            assert answer.status == 403, place
    async with http.post(
        f"{local.url}/local/players", json={"name": "Eve"}, headers={"Origin": origin}
    ) as answer:
        assert answer.status == 403
    with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
        await http.ws_connect(local.gateway, origin=origin)
    assert caught.value.status == 403


async def test_a_form_of_another_page_is_refused(
    local: LocalDiscord, http: aiohttp.ClientSession
) -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    async with http.get(f"{local.url}/local/world", headers=headers) as answer:
        assert answer.status == 403
    async with http.post(f"{local.url}/local/players", data={"name": "Eve"}) as answer:
        assert answer.status == 415


@pytest.mark.parametrize(
    "path",
    [
        "/page/../server.py",
        "/page/..%2fserver.py",
        "/page/%2e%2e/server.py",
        "/page//etc/passwd",
        "/page/..\\server.py",
        "/page/style.css%00.html",
        "/../../../../etc/passwd",
        "/attachments/1/1/../../../etc/passwd",
        "/attachments/1/%2e%2e/x?hm=0",
        "/page/",
    ],
)
async def test_path_tricks_lead_nowhere(local: LocalDiscord, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nConnection: close\r\n\r\n"
    answer = await speak(local, request.encode())
    assert answer.split(b" ")[1] in (b"404", b"400"), answer[:200]
    assert b"root:" not in answer
    assert b"import" not in answer


async def test_an_attachment_needs_its_signature(
    local: LocalDiscord, http: aiohttp.ClientSession, juno: Player
) -> None:
    buttons = (await juno.command("table buttons")).message
    assert buttons is not None
    hand = (await juno.click(buttons, "Hand")).message
    assert hand is not None
    address = hand.pictures[0][0]
    for wrong in (address.split("?")[0], address[:-1] + ("0" if address[-1] != "0" else "1")):
        async with http.get(local.url + wrong) as answer:
            assert answer.status == 404
    async with http.get(local.url + address) as answer:
        assert answer.status == 200
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in answer.headers["Content-Security-Policy"]


async def test_the_page_may_load_nothing_from_outside(
    local: LocalDiscord, http: aiohttp.ClientSession
) -> None:
    async with http.get(local.url) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self';")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert "http://" not in await answer.text()


async def test_an_oversized_body_is_refused(
    local: LocalDiscord, http: aiohttp.ClientSession
) -> None:
    headers = {"Authorization": f"Bot {local.token}", "Content-Type": "application/json"}
    place = f"{local.api}/users/@me/channels"
    request = (
        f"POST /api/v10/users/@me/channels HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n"
        f"Authorization: Bot {local.token}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {LARGEST_BODY + 1}\r\nConnection: close\r\n\r\n"
    )
    # Said in the header, it is refused before a byte of it is read.
    answer = await speak(local, request.encode())
    assert answer.startswith(b"HTTP/1.1 413")
    assert b"40005" in answer

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(LARGEST_BODY // 2**20 + 2):
            yield b" " * 2**20

    async with http.post(place, data=endless(), headers=headers) as chunked:
        assert chunked.status == 413


async def test_an_oversized_file_is_refused(
    local: LocalDiscord, http: aiohttp.ClientSession
) -> None:
    room = next(iter(local.world.channels))
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", "{}")
    form.add_field("files[0]", io.BytesIO(bytes(10 * 2**20 + 1)), filename="big.bin")
    headers = {"Authorization": f"Bot {local.token}"}
    async with http.post(
        f"{local.api}/channels/{room}/messages", data=form, headers=headers
    ) as answer:
        assert (answer.status, (await answer.json())["code"]) == (413, 40005)


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"[1]", b'"x"', b"nul"])
async def test_malformed_json_is_refused(
    local: LocalDiscord, http: aiohttp.ClientSession, body: bytes
) -> None:
    headers = {"Authorization": f"Bot {local.token}", "Content-Type": "application/json"}
    async with http.post(f"{local.api}/users/@me/channels", data=body, headers=headers) as answer:
        assert answer.status == 400
        assert (await answer.json())["code"] in (50109, 50035)
    async with http.post(f"{local.url}/local/players", data=body, headers=headers) as answer:
        assert answer.status == 400


async def test_malformed_multipart_is_refused(
    local: LocalDiscord, http: aiohttp.ClientSession
) -> None:
    room = next(iter(local.world.channels))
    for kind, body in (
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=b", b"no boundary here"),
        (
            "multipart/form-data; boundary=b",
            b'--b\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{\r\n--b--\r\n',
        ),
    ):
        headers = {"Authorization": f"Bot {local.token}", "Content-Type": kind}
        place = f"{local.api}/channels/{room}/messages"
        async with http.post(place, data=body, headers=headers) as answer:
            assert answer.status == 400, body


async def test_values_of_the_wrong_kind_are_refused(
    local: LocalDiscord, http: aiohttp.ClientSession
) -> None:
    """With a 4xx: a 500 is the server's own fault, and a bot tries it again."""
    room = next(iter(local.world.channels))
    messages, commands = f"channels/{room}/messages", f"applications/{local.world.bot_id}/commands"
    odd = {"name": "odd", "description": "odd"}
    for place, body in (
        (messages, {"content": "x", "embeds": [1]}),
        (messages, {"content": "x", "attachments": True}),
        (messages, {"content": "x", "flags": "x"}),
        (messages, {"content": "x", "message_reference": 5}),
        (messages, {"components": [{"type": 1, "components": [[]]}]}),
        (messages, {"components": [{"type": 1, "components": [{"type": 3, "custom_id": {}}]}]}),
        (commands, odd | {"options": [1]}),
        (commands, odd | {"default_member_permissions": ""}),
    ):
        headers = {"Authorization": f"Bot {local.token}"}
        async with http.post(f"{local.api}/{place}", json=body, headers=headers) as answer:
            assert answer.status == 400, body
            assert (await answer.json())["code"] == 50035
    assert local.world.storage.history(room) == []
    assert local.world.commands == {}


@pytest.mark.parametrize("shard", [5, "ab", [0, "1"], [1, 1]])
async def test_a_shard_that_cannot_be_is_refused(
    local: LocalDiscord, http: aiohttp.ClientSession, shard: object
) -> None:
    async with http.ws_connect(local.gateway) as line:
        await line.receive_json()
        await line.send_json({"op": 2, "d": {"token": local.token, "intents": 1, "shard": shard}})
        closed = await line.receive(timeout=PATIENCE)
        assert closed.type == aiohttp.WSMsgType.CLOSE
        assert closed.data in (4002, 4010)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("{", 4002),
        ("[]", 4002),
        ('"x"', 4002),
        ('{"op":2}', 4002),
        ('{"op":2,"d":{"token":5}}', 4004),
        ('{"op":8,"d":{}}', 4003),
        ('{"op":99}', 4003),
        ("x" * 70_000, 1009),
    ],
)
async def test_malformed_gateway_frames_close_the_connection(
    local: LocalDiscord, http: aiohttp.ClientSession, frame: str, code: int
) -> None:
    async with http.ws_connect(local.gateway) as line:
        await line.receive_json()
        await line.send_str(frame)
        closed = await line.receive(timeout=PATIENCE)
        assert (closed.type, closed.data) == (aiohttp.WSMsgType.CLOSE, code)


async def test_malformed_frames_of_a_player_are_refused(
    local: LocalDiscord, http: aiohttp.ClientSession
) -> None:
    player = local.world.players[0]["id"]
    room = next(iter(local.world.channels))
    async with http.ws_connect(f"{local.url}/local/socket?player={player}") as line:
        assert (await line.receive_json())["event"] == "hello"
        for frame in ("{", "[]", '{"re":1}', '{"re":1,"do":"fly"}', '{"re":"x","do":"say"}'):
            await line.send_str(frame)
            assert "error" in await line.receive_json(timeout=PATIENCE)
        for act in (
            {"do": "history", "channel": "1"},
            {"do": "say", "channel": room, "text": "x" * 2001},
            {"do": "click", "channel": room, "message": "../../1", "custom_id": "x"},
            {"do": "command", "channel": room, "text": "none", "values": [1]},
            {"do": "dismiss", "message": "9" * 40},
            {"do": "dismiss", "message": "²"},
            {"do": "history", "channel": room, "before": "9" * 40},
        ):
            await line.send_json({"re": 5} | act)
            answer = await line.receive_json(timeout=PATIENCE)
            assert answer["re"] == 5
            assert "error" in answer
        await line.send_str("x" * 70_000)
        closed = await line.receive(timeout=PATIENCE)
        assert (closed.type, closed.data) == (aiohttp.WSMsgType.CLOSE, 1009)
    for nobody in ("1", "x", local.world.bot_id):
        async with http.get(f"{local.url}/local/socket?player={nobody}") as answer:
            assert answer.status == 404


async def test_a_file_name_cannot_leave_its_place(
    local: LocalDiscord, http: aiohttp.ClientSession
) -> None:
    room = next(iter(local.world.channels))
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", "{}")
    form.add_field("files[0]", io.BytesIO(b"<script>alert(1)</script>"), filename="../../evil.html")
    headers = {"Authorization": f"Bot {local.token}"}
    async with http.post(
        f"{local.api}/channels/{room}/messages", data=form, headers=headers
    ) as answer:
        attachment = (await answer.json())["attachments"][0]
    assert attachment["filename"] == "evil.html"
    async with http.get(attachment["url"]) as answer:
        assert answer.headers["Content-Type"] == "application/octet-stream"
        assert answer.headers["Content-Disposition"] == "attachment"
