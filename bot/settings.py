"""What is set from outside: by the environment or by a file `.env`."""

import inspect
import os
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

import platformdirs
from dotenv import dotenv_values
from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.errors import BadSettings

APP = "brawl-referee"
MOST = 64  # processes of a kind
DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
PORTS = 65535
UNKNOWN = "nothing is known of {} behind the ?; leave it away"
WORDS = {  # for what a value is refused for
    "int_parsing": "use a whole number",
    "greater_than": "use a number above {gt}",
    "greater_than_equal": "use {ge} at least",
    "less_than_equal": "use {le} at most",
    "literal_error": "use {expected}",
}


def default_database() -> str:
    """The address of the database file in the user's data directory."""
    return f"sqlite+aiosqlite:///{Path(platformdirs.user_data_dir(APP)) / 'tables.db'}"


def processors() -> int:
    """How many processors this program may use, as far as there is use for them."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(usable or 1, MOST)


class Settings(BaseSettings):
    """Every setting, each named like its environment variable in lower case."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    discord_token: SecretStr | None = None  # none: the local Discord is started
    database_url: str = Field(default_factory=default_database)
    discord_api: str | None = None  # another address of the REST API
    discord_gateway: str | None = None  # another address of the gateway
    dev_guild: int | None = Field(default=None, gt=0)  # commands are synced there alone
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    brawl_decks: Path | None = None  # a directory of decks beyond those that come along
    shard_ids: Annotated[list[int] | None, NoDecode] = None  # such as 0,1
    shard_count: int | None = Field(default=None, gt=0)
    metrics_port: int | None = Field(default=None, ge=0, le=65535)  # none: no health, no metrics
    metrics_host: str = "127.0.0.1"  # who may look: this machine alone
    thinkers: int = Field(default_factory=processors, ge=1, le=MOST)  # processes for computers
    drawers: int = Field(default=1, ge=1, le=MOST)  # processes for pictures
    keep_games: int = Field(default=365, ge=0, le=36_500)  # days after their end; 0: for ever

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        given = [one.strip() for one in value.strip("[]").split(",")]
        if not all(one.isdecimal() for one in given):
            raise ValueError("use numbers with commas between them, such as 0,1")
        return given

    @field_validator("database_url")
    @classmethod
    def _asynchronous(cls, value: str) -> str:
        try:
            url = make_url(value)
            driver = DRIVERS[url.drivername]
        except (ArgumentError, KeyError, ValueError):
            raise ValueError("use sqlite:///path or postgresql://user@host/name") from None
        url = _file(url) if driver.startswith("sqlite") else _server(url)
        return url.set(drivername=driver).render_as_string(hide_password=False)

    @field_validator("discord_token")
    @classmethod
    def _token(cls, value: SecretStr | None) -> SecretStr | None:
        token = value.get_secret_value().strip() if value else ""
        if any(sign in "\"'" or not "!" <= sign <= "~" for sign in token):
            raise ValueError("this is no token; copy it once more, without spaces, quotes or `Bot`")
        return SecretStr(token) if token else None

    @field_validator("discord_api")
    @classmethod
    def _rest(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith(("http://", "https://")):
            raise ValueError("use an address such as http://127.0.0.1:8420/api/v10")
        return None if value is None else value.rstrip("/")  # paths are put behind it

    @field_validator("discord_gateway")
    @classmethod
    def _gateway(cls, value: str | None) -> str | None:
        if value is not None and not value.startswith(("ws://", "wss://")):
            raise ValueError("use an address such as ws://127.0.0.1:8420/gateway/")
        return value

    @field_validator("brawl_decks")
    @classmethod
    def _directory(cls, value: Path | None) -> Path | None:
        if value is not None and not value.is_dir():
            raise ValueError(f"{value} is no directory")
        return value

    @model_validator(mode="after")
    def _shards(self) -> "Settings":
        if self.shard_ids is None:
            return self
        if self.shard_count is None:
            raise ValueError("SHARD_IDS needs SHARD_COUNT")
        if not all(0 <= shard < self.shard_count for shard in self.shard_ids):
            raise ValueError(f"SHARD_IDS must lie in 0 … {self.shard_count - 1}")
        return self


def _file(url: URL) -> URL:
    """The address of a file; what is in memory alone would be gone at the end."""
    if url.database in (None, "", ":memory:"):
        raise ValueError("name a file, as in sqlite:///path")
    if str(url.database).startswith("~"):
        raise ValueError("write the path without ~, such as sqlite:////home/me/tables.db")
    if url.query:
        raise ValueError(UNKNOWN.format(", ".join(sorted(url.query))))
    return url


def _server(url: URL) -> URL:
    """The address of a PostgreSQL, as its driver understands it."""
    if find_spec("asyncpg") is None:
        raise ValueError('PostgreSQL needs one package more: pip install ".[postgres]"')
    if "@" in (url.host or ""):
        raise ValueError("write @ as %40 in a password, and / as %2F")
    if url.port is not None and not 0 < url.port <= PORTS:
        raise ValueError(f"there is no port {url.port}")
    query = dict(url.query)
    if "sslmode" in query:  # as PostgreSQL's own programs call it
        query["ssl"] = query.pop("sslmode")
    if unknown := sorted(query.keys() - _known()):
        raise ValueError(UNKNOWN.format(", ".join(unknown)))
    return url.set(query=query)


def _known() -> set[str]:
    connect = import_module("asyncpg").connect  # only where it is used
    return {*inspect.signature(connect).parameters, "prepared_statement_cache_size"}


def load(**given: object) -> Settings:
    """The settings, or an error that names what is missing or malformed, one line each."""
    try:
        _readable()
        return Settings(**given)  # type: ignore[arg-type]
    except UnicodeDecodeError:
        raise BadSettings(".env: this file is no text in UTF-8; save it as such.") from None
    except OSError as error:
        raise BadSettings(f".env: this file cannot be read: {error.strerror}.") from None
    except ValidationError as error:
        raise BadSettings("\n".join(_line(problem) for problem in error.errors())) from None


def _readable() -> None:
    """Refuse a line of `.env` that should set something and does not, as it would be passed over."""
    file = Path(".env")
    if not file.is_file():
        return
    with file.open(encoding="utf-8") as stream:
        unread = [binding.original for binding in parse_stream(stream) if binding.error]
    for line, text in ((one.line, one.string.strip().upper()) for one in unread):
        for name in Settings.model_fields:
            if name.upper() in text:
                raise BadSettings(f".env, line {line}: write {name.upper()}=value, without quotes.")


def misspelt() -> list[str]:
    """What is in `.env` and is nearly the name of a setting; other programs may have theirs there."""
    known = [name.upper() for name in Settings.model_fields]
    written = [name for name in dotenv_values(".env") if name.upper() not in known]
    close = ((name, get_close_matches(name.upper(), known, 1, 0.8)) for name in written)
    return [f"{name} in .env is no setting; is {meant[0]} meant?" for name, meant in close if meant]


def _line(problem: ErrorDetails) -> str:
    place, ours = problem["loc"], WORDS.get(problem["type"])
    said = problem["msg"].removeprefix("Value error, ")
    if ours:
        said = ours.format(**problem.get("ctx", {}))
    return f"{str(place[0]).upper()}: {said}" if place else said


@cache
def version() -> str:
    """The version of this bot as it is installed."""
    from importlib.metadata import version as installed

    return installed(APP)
