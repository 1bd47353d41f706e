"""The built wheel works in another folder: page, fonts and texts come with it."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

import pytest

from rules.registry import KEYS
from tests.local.player import Player
from tests.local.process import PATIENCE, alone

pytestmark = pytest.mark.slow  # the installed bot plays whole games

ROOT = Path(__file__).parents[2]
PARTS = ("bot", "images", "rules", "pyproject.toml", "README.md", "LICENSE")


async def run(*command: str | Path, at: Path) -> None:
    made = await asyncio.create_subprocess_exec(
        *command, cwd=at, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said, _ = await made.communicate()
    assert made.returncode == 0, said.decode()


def copied(to: Path) -> Path:
    """The sources alone, so that nothing is built into the working tree."""
    to.mkdir()
    for name in PARTS:
        part = ROOT / name
        if part.is_dir():
            shutil.copytree(part, to / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(part, to / name)
    return to


async def installed(folder: Path) -> Path:
    """A fresh environment with the wheel alone; what it needs is borrowed from this one."""
    source = await asyncio.to_thread(copied, folder / "source")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "-q")
    build = ("wheel", "--no-deps", "-w", folder / "dist", ".")
    await run(*pip, *build, at=source)
    place = folder / "venv"
    await run(sys.executable, "-m", "venv", "--without-pip", place, at=folder)
    wheel = next((folder / "dist").glob("brawl_referee-*.whl"))
    python = place / "bin" / "python"
    await run(*pip, "--python", python, "install", "--no-deps", "--no-index", wheel, at=folder)
    site = next((place / "lib").glob("python*/site-packages"))
    assert sorted(path.parent.name for path in site.glob("rules/*/RULES.md")) == sorted(KEYS)
    lent = [path for path in sys.path if path.endswith("-packages")]
    (site / "borrowed.pth").write_text("\n".join(lent) + "\n")
    return place / "bin" / "brawl-referee"


async def test_the_wheel_plays_in_another_folder(tmp_path: Path) -> None:
    """A page with all its parts, a welcome, a first game with its picture."""
    program = await installed(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    async with (
        alone(elsewhere, program) as (referee, address),
        Player.join(address, "Juno") as juno,
    ):
        for part in ("", "page/app.js", "page/style.css", "page/icon.svg"):
            assert await juno.picture(f"/{part}")
        await juno.go("welcome")
        welcome = await juno.wait(lambda m: m.buttons, timeout=PATIENCE)
        await juno.click(welcome, "Try Beer Brawl")
        panel = await juno.wait(lambda m: m.ephemeral and m.pictures, timeout=PATIENCE)
        [(picture, words)] = panel.pictures
        assert (await juno.picture(picture)).startswith(b"\x89PNG")
        assert "STRENGTH" in words
        assert await referee.stop() == 0
        assert referee.errors() == []
