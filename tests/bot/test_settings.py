"""Settings from outside; what is wrong is named."""

import os
from pathlib import Path

import pytest

from bot.errors import BadSettings
from bot.program import main, world_file
from bot.settings import load, misspelt

NAMES = ("DISCORD_TOKEN", "DATABASE_URL", "DISCORD_API", "DEV_GUILD", "LOG_LEVEL", "BRAWL_DECKS")


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the machine, no file `.env`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in (*NAMES, "SHARD_IDS", "SHARD_COUNT", "DISCORD_GATEWAY", "THINKERS", "DRAWERS"):
        monkeypatch.delenv(name, raising=False)


def test_everything_has_a_default(tmp_path: Path) -> None:
    settings = load()
    assert settings.discord_token is None
    assert settings.database_url.startswith("sqlite+aiosqlite:///")
    assert settings.database_url.endswith("brawl-referee/tables.db")


def test_what_the_local_discord_keeps_is_its_owners_alone(tmp_path: Path) -> None:
    """Private answers are in it; the folder is there before the file."""
    folder = world_file().parent
    assert folder.is_relative_to(tmp_path) and folder.stat().st_mode & 0o77 == 0


def test_computers_think_on_all_processors_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load().thinkers == len(os.sched_getaffinity(0))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(1000))
    assert load().thinkers == 64
    monkeypatch.setenv("THINKERS", "3")
    assert load().thinkers == 3


def test_the_environment_and_a_file_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("DEV_GUILD=7\nLOG_LEVEL=debug\nOTHER=1\nDISCORD_TOKEN=\n")
    monkeypatch.setenv("LOG_LEVEL", "warning")
    monkeypatch.setenv("SHARD_IDS", "0, 2")
    monkeypatch.setenv("SHARD_COUNT", "3")
    settings = load()
    assert (settings.dev_guild, settings.log_level, settings.shard_ids) == (7, "WARNING", [0, 2])
    assert settings.discord_token is None


def test_another_discords_address_may_end_with_a_stroke(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or every path would have two, and nobody would be found there."""
    monkeypatch.setenv("DISCORD_API", "http://127.0.0.1:1/api/v10/")
    assert load().discord_api == "http://127.0.0.1:1/api/v10"


def test_a_token_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "abc.def.ghi")
    settings = load()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "abc.def.ghi"
    assert "abc" not in repr(settings)


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("sqlite:///a.db", "sqlite+aiosqlite:///a.db"),
        ("postgres://u:p@h/d", "postgresql+asyncpg://u:p@h/d"),
        ("postgresql://u@h:5/d", "postgresql+asyncpg://u@h:5/d"),
        ("postgresql://u@h/d?sslmode=require", "postgresql+asyncpg://u@h/d?ssl=require"),
        ("postgresql://u@/d?host=/run/pg", "postgresql+asyncpg://u@/d?host=%2Frun%2Fpg"),
    ],
)
def test_plain_addresses_get_their_driver(
    given: str, used: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", given)
    assert load().database_url == used


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("DEV_GUILD", "my server", "use a whole number"),
        ("DATABASE_URL", "mysql://x", "sqlite:///path or postgresql://"),
        ("DATABASE_URL", "nonsense", "sqlite:///path or postgresql://"),
        ("DATABASE_URL", "sqlite://", "name a file"),
        ("DATABASE_URL", "sqlite:///", "name a file"),
        ("DATABASE_URL", "sqlite:///:memory:", "name a file"),
        ("DATABASE_URL", "sqlite:///~/tables.db", "without ~"),
        ("DATABASE_URL", "sqlite:///tables.db?mode=ro", "mode behind the ?"),
        ("DATABASE_URL", "postgresql://u:p@ss@h/d", "@ as %40"),
        ("DATABASE_URL", "postgresql://u@h:99999/d", "no port 99999"),
        ("DATABASE_URL", "postgresql://u@h/d?channel_binding=require", "channel_binding"),
        ("DISCORD_TOKEN", "abc def", "no token"),
        ("DISCORD_TOKEN", "Bot abc.def.ghi", "no token"),
        ("DISCORD_TOKEN", '"abc.def.ghi"', "no token"),
        ("DISCORD_TOKEN", "abc\ndef", "no token"),
        ("DISCORD_TOKEN", "tökén", "no token"),
        ("LOG_LEVEL", "loud", "use 'DEBUG', 'INFO', "),
        ("DISCORD_API", "localhost", "http://127.0.0.1"),
        ("DISCORD_API", "ws://127.0.0.1:1/gateway/", "http://127.0.0.1"),
        ("DISCORD_GATEWAY", "http://127.0.0.1:1/api", "ws://127.0.0.1"),
        ("BRAWL_DECKS", "/no/such/place", "no directory"),
        ("SHARD_COUNT", "0", "use a number above 0"),
        ("SHARD_IDS", "[0]", "needs SHARD_COUNT"),
        ("SHARD_IDS", "zero", "such as 0,1"),
        ("SHARD_IDS", "0-3", "such as 0,1"),
        ("THINKERS", "65", "use 64 at most"),
        ("METRICS_PORT", "-1", "use 0 at least"),
    ],
)
def test_what_is_malformed_is_named_in_one_line(
    name: str, value: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings) as refused:
        load()
    said = str(refused.value)
    assert said.startswith(name) and words in said and "\n" not in said


def test_a_password_is_in_no_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a sign in it makes it look like a part of something else."""
    monkeypatch.setenv("DATABASE_URL", "postgresql://u:se@cret@h/d")
    with pytest.raises(BadSettings) as refused:
        load()
    assert "cret" not in str(refused.value)


def test_postgresql_without_its_package_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.settings.find_spec", lambda name: None)
    monkeypatch.setenv("DATABASE_URL", "postgresql://u@h/d")
    with pytest.raises(BadSettings, match=r'DATABASE_URL: .* pip install "\.\[postgres\]"'):
        load()


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """Such as one that an editor has saved in two bytes a letter."""
    (tmp_path / ".env").write_bytes("DISCORD_TOKEN=x".encode("utf-16"))
    with pytest.raises(BadSettings, match=r"^\.env: .* UTF-8"):
        load()


@pytest.mark.parametrize(
    "line", ["DISCORD_TOKEN: abc.def", 'DISCORD_TOKEN="abc.def', "export discord_token = 'abc.def"]
)
def test_a_line_that_sets_nothing_is_refused(line: str, tmp_path: Path) -> None:
    """Or the bot would start without its token; what is in it is not said."""
    (tmp_path / ".env").write_text(f"# mine\n{line}\nTHINKERS=1\n")
    with pytest.raises(BadSettings, match=r"^\.env, line 2: write DISCORD_TOKEN=value") as refused:
        load()
    assert "abc" not in str(refused.value)
    (tmp_path / ".env").write_text("another program's\nTHINKERS=1\n")
    assert load().thinkers == 1


def test_a_start_tells_of_a_name_that_is_nearly_a_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bot that is started as a service would have a Discord of its own, and nobody would know why."""
    (tmp_path / ".env").write_text("DISCORD_TOKN=abc\n")
    assert main(["backup", "one.db"]) == 1
    assert "is DISCORD_TOKEN meant?" in capsys.readouterr().err


def test_a_name_that_is_nearly_a_settings_is_told(tmp_path: Path) -> None:
    """What is another program's, such as the compose file's, is not."""
    (tmp_path / ".env").write_text("LOG_LEVLE=DEBUG\nPOSTGRES_PASSWORD=x\nthinkers=1\n")
    assert load().thinkers == 1
    assert misspelt() == ["LOG_LEVLE in .env is no setting; is LOG_LEVEL meant?"]


def test_several_mistakes_are_named_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEV_GUILD", "x")
    monkeypatch.setenv("LOG_LEVEL", "x")
    with pytest.raises(BadSettings) as refused:
        load()
    assert [line.split(":")[0] for line in str(refused.value).splitlines()] == [
        "DEV_GUILD",
        "LOG_LEVEL",
    ]
