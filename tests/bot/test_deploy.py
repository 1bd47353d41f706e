"""What operators are given: files that fit the bot, and pages that name what there is.

`bash .ci/deploy` builds and runs them; here is what can be told by reading.
"""

import asyncio
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.operate.health import watched
from bot.operate.metrics import Metrics
from bot.program import EPILOG
from bot.settings import Settings
from tests.bot.sockets import connected, opened

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "bot" / "deploy"
SETTINGS = {name.upper() for name in Settings.model_fields}
NOT_OURS = {"PATH", "PYTHONUNBUFFERED", "XDG_DATA_HOME"}  # Python's and the system's
DATABASE = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"}  # PostgreSQL's image knows these


def instructions() -> list[tuple[str, str]]:
    """The lines of the container file, each as its word and the rest; comments are left out."""
    text = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", "")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines)]


def last_stage() -> dict[str, str]:
    """What the image itself says, by the word; what was said last counts."""
    lines = instructions()
    begin = max(number for number, (word, _) in enumerate(lines) if word == "FROM")
    return dict(lines[begin:])


def compose() -> dict[str, list[str]]:
    """The services of the compose file, each with its lines."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / "compose.yaml").read_text("utf-8").splitlines():
        if service := re.fullmatch(r"  (\w+):", line):
            found[service[1]] = lines = []
        elif line.startswith("    "):
            lines.append(line[4:])
    return found


def under(lines: list[str], key: str) -> list[str]:
    """What stands below a key, one step further in."""
    begin = lines.index(f"{key}:") + 1
    end = next((n for n in range(begin, len(lines)) if lines[n][0] != " "), len(lines))
    return [line.strip() for line in lines[begin:end]]


# -- the image


def test_the_image_runs_as_nobody_with_one_volume() -> None:
    image = last_stage()
    assert re.fullmatch(
        r"[1-9]\d*:[1-9]\d*", image["USER"]
    )  # by number: others can tell it is not root
    assert image["VOLUME"] == image["WORKDIR"] == "/data"
    assert "--mode 0700 /data" in image["RUN"]
    assert image["ENTRYPOINT"] == '["brawl-referee"]'
    assert all(":" in rest for word, rest in instructions() if word == "FROM")


def test_the_image_is_built_from_what_the_program_needs() -> None:
    """No `.env`, no database, no history comes in; the versions are those that were tested."""
    lines = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    rules = [line for line in lines if not line.startswith("#")]
    assert rules[0] == "*"
    let_in = {rule[1:] for rule in rules if rule[0] == "!"}
    assert all((ROOT / path).exists() for path in let_in)
    assert not let_in & {".env", ".git", "tests"}
    built = next(rest for word, rest in instructions() if word == "RUN")
    constraints = shlex.split(built)[shlex.split(built).index("-c") + 1]
    assert constraints in let_in


def test_every_setting_that_is_named_is_one() -> None:
    image = shlex.split(last_stage()["ENV"])
    assert {one.partition("=")[0] for one in image} - NOT_OURS <= SETTINGS
    services = compose()
    assert {line.partition(":")[0] for line in under(services["bot"], "environment")} <= SETTINGS
    assert {
        line.partition(":")[0] for line in under(services["database"], "environment")
    } == DATABASE
    unit = (DEPLOY / "brawl-referee.service").read_text("utf-8")
    assert set(re.findall(r"^Environment=(\w+)=", unit, re.MULTILINE)) <= SETTINGS


async def test_the_health_check_asks_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The very command of the image, at another port: well, and not well."""
    image = last_stage()
    port = re.search(r"METRICS_PORT=(\d+)", image["ENV"])
    assert port is not None
    command = re.search(r'CMD \["python", "-c", "(.*)"\]', image["HEALTHCHECK"])
    assert command is not None and f"127.0.0.1:{port[1]}/healthz" in command[1]
    async with watched("127.0.0.1", 0) as health:
        asked = [sys.executable, "-c", command[1].replace(port[1], str(health.port))]
        assert await _ended(asked) != 0  # it is starting
        async with opened(monkeypatch) as local, connected(local, tmp_path) as health.bot:
            assert await _ended(asked) == 0


async def _ended(command: list[str]) -> int | None:
    process = await asyncio.create_subprocess_exec(*command, stderr=subprocess.DEVNULL)
    return await process.wait()


# -- compose and systemd


def test_each_service_has_its_volume_and_is_watched() -> None:
    services = compose()
    whole = (DEPLOY / "compose.yaml").read_text("utf-8")
    kept = set(re.findall(r"^  (\w+):$", whole.partition("\nvolumes:\n")[2], re.MULTILINE))
    mounted = {name: under(services[name], "volumes") for name in ("bot", "database")}
    assert [len(volumes) for volumes in mounted.values()] == [1, 1]
    assert {one[2:].partition(":")[0] for volumes in mounted.values() for one in volumes} == kept
    assert mounted["bot"] == [f"- backups:{last_stage()['VOLUME']}"]
    assert "condition: service_healthy" in under(services["bot"], "depends_on")
    assert any("pg_isready" in line for line in under(services["database"], "healthcheck"))
    build = dict(line.split(": ") for line in under(services["bot"], "build"))
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DEPLOY / "Dockerfile"
    assert "ports:" not in services["bot"] + services["database"]  # nobody outside is let in


def test_no_secret_has_a_default() -> None:
    whole = (DEPLOY / "compose.yaml").read_text("utf-8")
    for secret in ("DISCORD_TOKEN", "POSTGRES_PASSWORD"):
        assert f"{secret}: ${{{secret}:?" in whole


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
def test_the_unit_is_understood(tmp_path: Path) -> None:
    unit = (DEPLOY / "brawl-referee.service").read_text("utf-8")
    there = tmp_path / "brawl-referee.service"
    there.write_text(re.sub(r"(?m)^ExecStart=.*", "ExecStart=/bin/true", unit))
    found = subprocess.run(
        ["systemd-analyze", "verify", str(there)], capture_output=True, text=True, timeout=60
    )
    assert (found.returncode, found.stderr) == (0, "")


def test_the_unit_runs_as_nobody_and_keeps_all_in_one_folder() -> None:
    lines = (DEPLOY / "brawl-referee.service").read_text("utf-8").splitlines()
    said = dict(line.split("=", 1) for line in lines if "=" in line and line[0] != "#")
    assert said["User"] not in ("root", "") and said["ProtectSystem"] == "strict"
    assert said["WorkingDirectory"] == f"/var/lib/{said['StateDirectory']}"


# -- pages


def test_every_setting_is_explained() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for name in sorted(SETTINGS):
        assert f"`{name}`" in readme, name
    example = (ROOT / ".env.example").read_text("utf-8")
    named = set(re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE))
    assert named <= SETTINGS
    assert SETTINGS - named == {"DISCORD_API", "DISCORD_GATEWAY"}  # for those who test
    assert SETTINGS - {"DISCORD_API", "DISCORD_GATEWAY"} <= set(re.findall(r"[A-Z_]+", EPILOG))


def test_every_figure_that_is_to_be_watched_is_measured() -> None:
    page = (DEPLOY / "README.md").read_text("utf-8") + (ROOT / "README.md").read_text("utf-8")
    known = {metric.name for metric in Metrics().registry.collect()}
    named = {name.removesuffix("_total") for name in re.findall(r"`(brawl_\w+)`", page)}
    assert named <= known
    assert len(named) >= 7


def test_the_program_needs_none_of_it() -> None:
    """It is not installed, and no module of the bot names it."""
    for file in (ROOT / "bot").rglob("*.py"):
        assert "deploy" not in file.read_text("utf-8"), file
    assert 'exclude = ["bot.deploy*"]' in (ROOT / "pyproject.toml").read_text("utf-8")
