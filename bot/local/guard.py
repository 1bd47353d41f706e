"""Who may talk to the server: this machine, this page, and the bot."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Callable

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

logger = logging.getLogger(__name__)

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def guard(port: Callable[[], int]) -> Middleware:
    """Refuses other machines, foreign Host names (DNS rebinding) and foreign pages."""

    @web.middleware
    async def middleware(request: web.Request, handler: Handler) -> web.StreamResponse:
        why = refusal(request.remote, request.host, request.headers.get("Origin"), port())
        if why is None and request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site"):
            why = "a request from another page"
        if why is not None:
            logger.warning("refused %s %s: %s", request.method, request.path, why)
            raise web.HTTPForbidden(text=why)
        return await handler(request)

    return middleware


def refusal(peer: str | None, host: str, origin: str | None, port: int) -> str | None:
    """Why a request is not let in, or None."""
    hosts = {f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}"}
    try:
        if not ipaddress.ip_address(peer or "").is_loopback:
            return "only this machine may connect"
    except ValueError:
        return "only this machine may connect"
    if host.lower() not in hosts:
        return "a foreign Host"
    if origin is not None and origin.lower() not in {f"http://{h}" for h in hosts}:
        return "a foreign Origin"
    return None


async def stamp(request: web.Request, response: web.StreamResponse) -> None:
    """Headers that keep a browser from doing anything clever with an answer."""
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
