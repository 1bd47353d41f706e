"""A PostgreSQL of the tests' own, where this machine has one."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]


def _bin() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


def _can_step_down() -> bool:
    return shutil.which("runuser") is not None and any(
        user.pw_name == "postgres" for user in pwd.getpwall()
    )


class Cluster:
    """A PostgreSQL of the tests' own, on a socket in its own directory."""

    def __init__(self, binaries: Path, home: Path) -> None:
        self.binaries, self.home = binaries, home

    def run(self, *command: str) -> None:
        given = [str(self.binaries / command[0]), *command[1:]]
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            given = ["runuser", "-u", "postgres", "--", *given]
        subprocess.run(given, check=True, capture_output=True, cwd=self.home, timeout=120)

    def start(self) -> None:
        data = str(self.home / "data")
        self.run(
            "initdb",
            "-D",
            data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "--no-sync",
            "--locale=C",
            "-E",
            "UTF8",
        )
        settings = f"-k {self.home} -c listen_addresses= -c fsync=off -c shared_buffers=16MB"
        log = str(self.home / "log")
        self.run("pg_ctl", "-D", data, "-o", settings, "-l", log, "-w", "-t", "60", "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-D", str(self.home / "data"), "-m", "immediate", "-w", "stop")

    def url(self, name: str) -> str:
        return f"postgresql+asyncpg://postgres@/{name}?host={self.home}"

    async def sql(self, name: str, *statements: str) -> None:
        connection = await asyncpg.connect(user="postgres", host=str(self.home), database=name)
        for statement in statements:
            await connection.execute(statement)
        await connection.close()


def lacking() -> str:
    """Why no PostgreSQL can be run here; nothing where it can."""
    if _bin() is None:
        return "no initdb on this machine: PostgreSQL is not tested"
    if os.geteuid() == 0 and not _can_step_down():
        return "PostgreSQL does not run as root, and there is nobody to run it as"
    return ""


@contextmanager
def running() -> Iterator[Cluster]:
    """A PostgreSQL that is thrown away afterwards."""
    binaries = _bin()
    assert binaries is not None
    home = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))  # a socket's path must be short
    if os.geteuid() == 0:
        shutil.chown(home, "postgres")
    made = Cluster(binaries, home)
    made.start()
    try:
        yield made
    finally:
        made.stop()
        shutil.rmtree(home, ignore_errors=True)
