"""The bot as a whole: what it asks of Discord, when it syncs, what it logs, how it starts."""

import ast
import asyncio
import io
import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from pydantic import SecretStr

from bot import logs
from bot.__main__ import main
from bot.client import NO_SERVER, create_bot
from bot.errors import BadSettings
from bot.program import check, run
from bot.settings import Settings, version
from tests.bot.hall import Hall
from tests.bot.sockets import opened

pytestmark = pytest.mark.slow  # the program in a process of its own


def test_it_is_built_without_connecting(tmp_path: Path) -> None:
    """Nothing is opened; the only intent is guilds; nobody is mentioned by accident."""
    bot = create_bot(Settings(_env_file=None, database_url=f"sqlite:///{tmp_path}/x.db"))  # type: ignore[call-arg]
    assert bot.intents.value == discord.Intents(guilds=True).value
    assert bot.allowed_mentions is not None
    assert bot.allowed_mentions.to_dict() == discord.AllowedMentions.none().to_dict()
    assert not list(tmp_path.iterdir())


async def test_commands_are_synced_when_they_changed(hall: Hall) -> None:
    """A restart with the same commands tells Discord nothing."""

    def syncs() -> int:
        return len([r for r in hall.env.http_requests if r.method == "PUT"])

    before = syncs()
    await hall.restart()
    assert syncs() == before
    key = f"commands:{hall.bot.application_id}:everywhere"
    await hall.bot.store.set_setting("bot", key, "something else")
    await hall.restart()
    assert syncs() == before + 1


async def test_every_command_says_where_it_is_for(hall: Hall) -> None:
    """In servers; alone one can play, look rules up and find one's games anywhere."""
    tree = hall.bot.tree
    told = {command.name: command.to_dict(tree) for command in tree.get_commands()}
    alone = {"help", "my", "rules", "bro-brawl", "brawl-mart"}
    for name, command in told.items():
        contexts, installs = ([0, 1, 2], [0, 1]) if name in alone else ([0], [0])
        assert sorted(command["contexts"]) == contexts, name
        assert sorted(command["integration_types"]) == installs, name
    assert alone < set(told)
    offered = {str(name).split()[0] for name in hall.alice.user.available_commands()}
    assert offered == alone


async def test_every_command_and_argument_is_described(hall: Hall) -> None:
    """Players read what something is for."""
    for command in hall.bot.tree.walk_commands():
        assert command.description not in ("", "…"), command.qualified_name
        for parameter in getattr(command, "parameters", []):
            assert parameter.description not in ("", "…"), (command.qualified_name, parameter.name)


async def test_commands_keep_within_discords_limits(hall: Hall) -> None:
    """So many commands, arguments, choices and characters are taken, and no more."""
    for command in hall.bot.tree.get_commands():
        assert written(command.to_dict(hall.bot.tree)) <= 8_000, command.name


CHANNELS = {*range(6), *range(10, 16)}  # kinds of channels that Discord's description names


def written(part: dict[str, Any]) -> int:
    """The characters of a command with all its parts, each of which is within its limits."""
    assert 1 <= len(part["name"]) <= 32, part
    assert 1 <= len(part["description"]) <= 100, part
    options, choices = part.get("options", []), part.get("choices", [])
    assert len(options) <= 25 and len(choices) <= 25, part["name"]
    assert all(len(choice["name"]) <= 100 for choice in choices), part["name"]
    assert set(part.get("channel_types", ())) <= CHANNELS, part["name"]
    own = len(part["name"]) + len(part["description"])
    own += sum(len(choice["name"]) + len(str(choice["value"])) for choice in choices)
    return own + sum(written(option) for option in options)


ANYWHERE = (
    "brawlhalla new",
    "brawlhalla legends",
    "rules",
    "table new",
    "table settings",
)  # also without a table
AUTOCOMPLETED = {
    "beer-brawl terrain": ["square"],
    "beer-brawl ready": ["tile", "square"],
    "beer-brawl move": ["adventurer", "path"],
    "beer-brawl fight": ["target", "adventurer"],
    "beer-brawl rearm": ["friend", "adventurer"],
    "beer-brawl revive": ["adventurer", "square"],
    "brawlhalla new": ["arena"],
    "brawlhalla legends": ["legend"],
    "brawlhalla legend": ["legend", "weapon"],
    "brawlhalla weapon": ["weapon"],
    "brawlhalla move": ["card", "path", "power"],
    "brawlhalla attack": ["target", "card"],
    "brawlhalla defend": ["card"],
    "brawlhalla add": ["card"],
    "brawlhalla use": ["power", "target"],
    "brawlhalla discard": ["card"],
    "brawlhalla take-back": ["card"],
    "brawlhalla fall": ["space"],
    "brawlhalla land": ["space"],
    "brawlhalla respawn": ["space"],
    "brawlhalla sword": ["space"],
    "bro-brawl attack": ["foe", "gun"],
    "bro-brawl knock-sense": ["bro", "mishap", "gun"],
    "bro-brawl buy": ["upgrade", "kills"],
    "bro-brawl pay": ["kills"],
    "bro-brawl order": ["cards"],
    "bro-brawl delay": ["foe"],
    "bro-brawl stun": ["foe"],
    "bro-brawl heal": ["bro"],
    "bro-brawl give": ["bro", "kills"],
    "bro-brawl kill-heal": ["kills"],
    "bro-brawl sacrifice": ["target"],
    "bro-brawl health-pack": ["pack"],
    "bro-brawl grunt": ["card"],
    "bro-brawl target": ["target", "mishap"],
    "brawl-mart go": ["department"],
    "brawl-mart line-up": ["brawlers"],
    "brawl-mart equip": ["item", "brawler"],
    "brawl-mart attack": ["target", "dice"],
    "brawl-mart use": ["target"],
    "brawl-mart recruit": ["brawler"],
    "brawl-mart buy": ["item"],
    "rules": ["game", "topic"],
    "table new": ["game", "options", "bank"],
    "table settings": ["bank"],
}


FREE = ("table note", "server settings")  # whatever somebody wants to write


async def test_free_text_is_completed(hall: Hall) -> None:
    """Every argument that is free text has an autocomplete, and none offers without a table."""
    found: dict[str, list[str]] = {}
    for command in hall.bot.tree.walk_commands():
        for parameter in getattr(command, "parameters", []):
            if parameter.type is discord.AppCommandOptionType.string and not parameter.choices:
                if command.qualified_name in FREE:
                    continue
                assert parameter.autocomplete, command.qualified_name
                found.setdefault(command.qualified_name, []).append(parameter.name)
    assert {name: sorted(found[name]) for name in AUTOCOMPLETED} == {
        name: sorted(arguments) for name, arguments in AUTOCOMPLETED.items()
    }
    for name, arguments in AUTOCOMPLETED.items():
        for argument in arguments if name not in ANYWHERE else []:
            assert await hall.alice.autocomplete(hall.pub, name, argument, "") == []


async def test_completion_offers_what_is_legal(hall: Hall) -> None:
    """For the caller alone, narrowed by what was typed before."""

    async def offered(
        member: Any, command: str, argument: str, typed: str, **filled: Any
    ) -> list[str]:
        choices = await member.autocomplete(hall.pub, command, argument, typed, **filled)
        return [choice["value"] for choice in choices]

    await hall.begin()
    await hall.beer(hall.alice, "ready", tile="B", square="a1")
    assert "Barnaby" not in await offered(hall.alice, "beer-brawl ready", "tile", "")
    assert await offered(hall.alice, "beer-brawl ready", "tile", "dim") == ["Dimple"]
    squares = await offered(hall.alice, "beer-brawl ready", "square", "", tile="Dimple")
    assert len(squares) == 14
    assert "A1" not in squares
    assert await offered(hall.bob, "beer-brawl ready", "square", "8") == [f"{f}8" for f in "ABCDE"]
    assert await offered(hall.carol, "beer-brawl ready", "square", "") == []
    await hall.beer(hall.alice, "scatter")
    assert await offered(hall.alice, "beer-brawl ready", "tile", "") == []
    assert await offered(hall.alice, "rules", "topic", "re-", game="Beer Brawl") == ["Re-arming"]
    assert await offered(hall.alice, "rules", "topic", "", game="nothing") == []


# -- logs


def beside(file: Path) -> Iterator[str]:
    """What a file names of its own beside the words of its log lines."""
    for call in ast.walk(ast.parse(file.read_text("utf-8"))):
        for keyword in getattr(call, "keywords", ()):
            if keyword.arg == "extra" and isinstance(keyword.value, ast.Dict):
                yield from (str(ast.literal_eval(key)) for key in keyword.value.keys if key)


def test_nothing_beside_a_log_line_has_a_name_of_its_own_parts() -> None:
    """Python's logging takes that for an attempt to overwrite them, and fails."""
    files = list(Path(logs.__file__).parent.rglob("*.py"))
    named = {(file.name, name) for file in files for name in beside(file)}
    assert ("places.py", "channel") in named and ("poster.py", "table") in named
    assert not [one for one in named if one[1] in logs.PLAIN]


def test_logs_are_lines_without_tokens() -> None:
    """Neither a bot's token nor an interaction's gets into a log."""
    stream = io.StringIO()
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    token = "MTA5ODc2NTQzMjEwOTg3NjU0MzI.GabcDE.abcdefghijklmnopqrstuvwxyz0123456789AB"
    try:
        logs.set_up("info", stream)
        log = logging.getLogger("test")
        log.info("posted to https://discord.com/api/v10/webhooks/12/aW50ZXJhY3Rpb24/messages/3")
        log.info("token %s", token, extra={"table": 7})
        try:
            raise ValueError(f"bad {token}")
        except ValueError:
            log.exception("failed")
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
    lines = stream.getvalue().splitlines()
    assert len(lines) == 3
    assert token not in stream.getvalue()
    assert "aW50ZXJhY3Rpb24" not in stream.getvalue()
    assert '"table": 7' in lines[1]


# -- the entry point


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    """Both end at once."""
    for flag, said in (("--version", version()), ("--help", "DISCORD_TOKEN")):
        with pytest.raises(SystemExit) as ended:
            main([flag])
        assert ended.value.code == 0
        assert said in capsys.readouterr().out


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No settings but a database in a folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DISCORD_API", "DISCORD_GATEWAY", "DEV_GUILD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/tables.db")
    return monkeypatch


def test_check(environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Settings and database are looked at; without a token there is nothing to ask Discord."""
    Path(".env").write_text("DRAWER=2\n")
    assert main(["--check"]) == 1
    assert "settings: DRAWER in .env is no setting; is DRAWERS meant?" in capsys.readouterr().out
    Path(".env").unlink()
    assert main(["--check"]) == 0
    said = capsys.readouterr().out
    assert "settings: fine" in said
    assert "database: fine" in said
    assert "token: none" in said


class Interrupting:
    """Somebody presses Ctrl-C while the program is loaded."""

    def find_spec(self, name: str, path: object, target: object = None) -> None:
        """Interrupt what loads it."""
        if name == "bot.program":
            raise KeyboardInterrupt


def test_it_can_be_interrupted_before_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "bot.program")
    monkeypatch.setattr(sys, "meta_path", [Interrupting(), *sys.meta_path])
    assert main(["--check"]) == 0


@pytest.mark.parametrize("port", ["-1", "99999", "x", ""])
def test_what_is_no_port_is_refused(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([f"--port={port}"])
    assert ended.value.code == 2
    assert "is no port; 0 … 65535 are" in capsys.readouterr().err


def test_a_bad_setting_is_named(
    environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, no trace."""
    environment.setenv("DEV_GUILD", "home")
    assert main(["--check"]) == 1
    assert "DEV_GUILD" in capsys.readouterr().err


def test_a_database_that_cannot_be_opened(
    environment: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Said in words, and told by the exit code."""
    environment.setenv("DATABASE_URL", f"sqlite:///{tmp_path}")
    assert main(["--check"]) == 1
    assert f"database: The database {tmp_path} cannot be opened" in capsys.readouterr().out


async def test_it_runs_against_the_local_discord_and_stops_gracefully(tmp_path: Path) -> None:
    """Without a token a page is opened; a signal ends everything in order."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("DISCORD", "DATABASE", "DEV"))}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "--port",
        "0",
        cwd=tmp_path,  # a file .env of whoever runs this is not read
        env={**kept, "XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    async with asyncio.timeout(120):
        opened = await process.stdout.readline()
        assert b"http://127.0.0.1:" in opened
        while line := await process.stderr.readline():
            if b'"said": "ready"' in line:
                break
        process.send_signal(signal.SIGTERM)
        _, errors = await process.communicate()
    assert process.returncode == 0, errors.decode()
    assert b"Traceback" not in errors


async def test_it_stops_gracefully_while_discord_cannot_be_reached(tmp_path: Path) -> None:
    """Somebody who stops it then has not seen it fail: no trace, and no exit code."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("DATABASE", "DEV"))}
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes calls, and answers none
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/api/v10"
        given = {"DISCORD_TOKEN": "a.b.c", "DISCORD_API": address, "XDG_DATA_HOME": str(tmp_path)}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            cwd=tmp_path,
            env={**kept, **given, "PYTHONPATH": str(Path(__file__).parents[2])},
            stderr=asyncio.subprocess.PIPE,
        )
        assert process.stderr is not None
        async with asyncio.timeout(120):
            while b"logging in" not in await process.stderr.readline():
                pass
            asked, _ = await asyncio.to_thread(silent.accept)
            with asked:  # it waits for an answer
                process.send_signal(signal.SIGTERM)
                _, errors = await process.communicate()
    assert (process.returncode, errors.decode()) == (0, "")


async def test_a_server_for_development_that_it_is_not_in_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By a check and at a start: one sentence."""
    async with opened(monkeypatch) as local:
        settings = Settings(
            _env_file=None,  # type: ignore[call-arg]
            discord_token=SecretStr(local.token),
            discord_api=local.api,
            discord_gateway=local.gateway,
            database_url=f"sqlite:///{tmp_path}/tables.db",
            dev_guild=123,
            thinkers=1,
        )
        assert await check(settings) == 1
        assert capsys.readouterr().out.splitlines()[-1] == NO_SERVER.format(123)
        with pytest.raises(
            BadSettings, match="DEV_GUILD: the bot is not in a server with the id 123"
        ):
            await run(settings, 0)
