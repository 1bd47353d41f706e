"""Another process that is asked one thing after the other, over a socket that the loop listens to.

No thread stands between: a question costs the bot one write and one read.
"""

import asyncio
import multiprocessing
import os
import pickle
import signal
import socket
import struct
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from typing import Any, NamedTuple

NICE = 5  # how far a process gives way to the bot, which has to answer at once
LENGTH = struct.Struct("!Q")  # of what follows
ROOM = 1 << 20  # bytes of an answer that are taken in at once
STDERR = 2
STARVED = b"a worker has no memory left to say what came of its job\n"


class Died(Exception):
    """A process has ended before its job was done."""


class Elsewhere(Exception):
    """Where in another process something went wrong."""


class Answer(NamedTuple):
    """What came of a job."""

    done: Any = None
    failed: BaseException | None = None
    where: str = ""

    def value(self) -> Any:
        """What the job returned; or it raises what the job raised."""
        if self.failed is not None:
            raise self.failed from Elsewhere(self.where)
        return self.done


class Process:
    """A process of its own, which ends with the bot."""

    def __init__(self, nice: int = NICE) -> None:
        """Start it; it can be asked at once."""
        self._line, theirs = socket.socketpair()
        spawn = multiprocessing.get_context("spawn")
        self._process = spawn.Process(target=_serve, args=(theirs, nice), daemon=True)
        with _uninterrupted():
            self._process.start()
        theirs.close()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, work: Callable[..., Any], args: tuple[Any, ...]) -> Answer:
        """Have a function of a module called there, and hear what came of it."""
        question = pickle.dumps((work, args))
        try:
            if self._streams is None:
                self._streams = await asyncio.open_connection(sock=self._line, limit=ROOM)
            reader, writer = self._streams
            writer.write(LENGTH.pack(len(question)) + question)
            await writer.drain()
            (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
            said = await reader.readexactly(length)
        except (asyncio.IncompleteReadError, OSError):
            raise Died("a process was terminated abruptly") from None
        answer: Answer = pickle.loads(said)
        return answer

    def kill(self) -> threading.Thread:
        """End it, even where it is stopped or in an endless loop; who waits for that."""
        self._process.kill()
        if self._streams is None:
            self._line.close()
        else:
            self._streams[1].transport.abort()
        waiting = threading.Thread(target=self._process.join, name="farewell", daemon=True)
        waiting.start()
        return waiting


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Whoever is started here inherits that Ctrl-C waits: before it is up, it would die of it aloud."""
    if not hasattr(signal, "pthread_sigmask"):  # not everywhere
        yield
        return
    resource_tracker.ensure_running()  # it begins with the first of them, and ends the waiting
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


# -- over there


def _serve(line: socket.socket, nice: int) -> None:
    """Do one job after the other, until nobody asks any more."""
    _begin(nice)
    with line, suppress(OSError):  # nobody hears it any more
        try:
            while (question := _heard(line)) is not None:
                said = _answered(question)
                line.sendall(LENGTH.pack(len(said)) + said)
        except MemoryError:  # a traceback takes memory, too, and so does a tidy end
            os.write(STDERR, STARVED)
            os._exit(1)


def _begin(nice: int) -> None:
    # Ctrl-C goes to every process of the terminal; the bot itself says when to end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # not everywhere
        os.nice(nice)
    threading.Thread(target=_follow, name="follow", daemon=True).start()


def _follow() -> None:
    """End with the bot, even where it was killed and could not say so."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _heard(line: socket.socket) -> bytes | None:
    """The next question; none at the end."""
    length = _exactly(line, LENGTH.size)
    return None if length is None else _exactly(line, LENGTH.unpack(length)[0])


def _exactly(line: socket.socket, size: int) -> bytes | None:
    parts = bytearray()
    while len(parts) < size:
        more = line.recv(size - len(parts))
        if not more:
            return None
        parts += more
    return bytes(parts)


def _answered(question: bytes) -> bytes:
    try:
        work, args = pickle.loads(question)
        return pickle.dumps(Answer(work(*args)))
    except BaseException as error:
        where = traceback.format_exc()
        try:
            return pickle.dumps(Answer(failed=error, where=where))
        except Exception:  # it holds what cannot be sent
            return pickle.dumps(Answer(failed=RuntimeError(repr(error)), where=where))
