"""One process for one SQLite file: it has one writer, and the bot's memory of it must be right."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.errors import BotError
from bot.store.copies import file_of

try:
    import fcntl
except ImportError:  # on Windows the file of another process cannot be moved away anyway
    fcntl = None  # type: ignore[assignment]

TAKEN = (
    "Another {app} runs on {file}. SQLite is for one process: stop the other one first, or use "
    "PostgreSQL for several."
)


@contextmanager
def alone(url: str, app: str = "brawl-referee") -> Iterator[None]:
    """Hold a database for this process, as long as it is an SQLite file; the system lets go of it
    when the process dies.
    """
    file = file_of(url)
    if file is None or fcntl is None or str(file) in ("", ":memory:"):
        yield
        return
    lock = Path(f"{file}.lock")
    try:
        lock.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        held = lock.open("a")
    except OSError:  # then the database cannot be opened, either, and that says why
        yield
        return
    with held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BotError(TAKEN.format(app=app, file=file)) from None
        yield
