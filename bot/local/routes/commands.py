"""The bot's slash commands."""

from __future__ import annotations

from bot.local.rest import Call, Rest, route
from bot.local.storage import Json

_GLOBAL = "applications/{application}/commands"
_GUILD = "applications/{application}/guilds/{guild}/commands"


@route("GET", _GLOBAL)
@route("GET", _GUILD)
def commands(rest: Rest, call: Call) -> list[Json]:
    return rest.commands.of(rest.guild(call))


@route("PUT", _GLOBAL)
@route("PUT", _GUILD)
def overwrite_commands(rest: Rest, call: Call) -> list[Json]:
    result = rest.commands.overwrite(call.items, rest.guild(call))
    rest.crowd.tell_all({"event": "commands"})
    return result


@route("POST", _GLOBAL)
@route("POST", _GUILD)
def upsert_command(rest: Rest, call: Call) -> Json:
    result = rest.commands.upsert(call.data, rest.guild(call))
    rest.crowd.tell_all({"event": "commands"})
    return result


@route("GET", _GLOBAL + "/{command}")
@route("GET", _GUILD + "/{command}")
def command(rest: Rest, call: Call) -> Json:
    return rest.commands.get(call.path["command"], rest.guild(call))


@route("PATCH", _GLOBAL + "/{command}")
@route("PATCH", _GUILD + "/{command}")
def edit_command(rest: Rest, call: Call) -> Json:
    result = rest.commands.edit(call.path["command"], call.data, rest.guild(call))
    rest.crowd.tell_all({"event": "commands"})
    return result


@route("DELETE", _GLOBAL + "/{command}")
@route("DELETE", _GUILD + "/{command}")
def delete_command(rest: Rest, call: Call) -> None:
    rest.commands.delete(call.path["command"], rest.guild(call))
    rest.crowd.tell_all({"event": "commands"})
