"""The page's own HTTP calls: a small JSON object in, JSON out."""

from __future__ import annotations

from typing import Any

import msgspec
from aiohttp import web

from bot.local.storage import Json, encode


def as_json(result: Any) -> web.Response:
    return web.Response(body=encode(result), content_type="application/json")


async def body_of(request: web.Request) -> Json:
    """A small JSON object; its content type keeps foreign forms out."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType(text="application/json only")
    try:
        body = msgspec.json.decode(await request.read())
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise web.HTTPBadRequest(text="not JSON") from None
    if not isinstance(body, dict):
        raise web.HTTPBadRequest(text="not an object")
    return body
