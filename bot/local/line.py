"""A socket to write to without waiting, in order."""

from __future__ import annotations

import asyncio

from aiohttp import WSMsgType, web

_MOST_WAITING = 10_000  # frames; a reader this far behind is gone


class Line:
    """One WebSocket connection; frames queue up and one task writes them."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        self._transport = request.transport
        self._socket = socket
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._task = asyncio.create_task(self._write())
        self.open = True

    def send(self, frame: bytes) -> None:
        if not self.open:
            return
        if self._queue.qsize() > _MOST_WAITING:
            self.abort()
            return
        self._queue.put_nowait(frame)

    async def _write(self) -> None:
        while (frame := await self._queue.get()) is not None:
            try:
                await self._socket.send_frame(frame, WSMsgType.TEXT)
            except (ConnectionError, RuntimeError):
                self.open = False
                return

    def abort(self) -> None:
        """Cuts the connection with no goodbye."""
        self.open = False
        if self._transport is not None:
            self._transport.abort()

    async def finish(self, code: int = 1000, why: bytes = b"") -> None:
        """Writes what is queued, then closes."""
        self.open = False
        self._queue.put_nowait(None)
        await self._task
        await self._socket.close(code=code, message=why)

    async def stop(self) -> None:
        """Ends the writer after the reader has gone."""
        self.open = False
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
