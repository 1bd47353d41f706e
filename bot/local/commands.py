"""Slash commands: registered by the bot, offered to players, typed with arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from bot.local.checks import count, text
from bot.local.permissions import COMMANDS, permissions
from bot.local.refusal import TOO_MANY_COMMANDS, UNKNOWN_COMMAND, Refusal, bad_form
from bot.local.storage import Json
from bot.local.world import DM, World

SUB, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = range(1, 11)
_NAME = re.compile(r"^[-_'\w]{1,32}$", re.UNICODE)


class Mistake(Exception):
    """Something a player cannot do; the text is what the player reads."""


class Commands:
    """The bot's registered commands."""

    def __init__(self, world: World) -> None:
        self._world = world

    # the bot's side

    def of(self, guild_id: str | None) -> list[Json]:
        return [c for c in self._world.commands.values() if c.get("guild_id") == guild_id]

    def get(self, command_id: str, guild_id: str | None) -> Json:
        command = self._world.commands.get(command_id)
        if command is None or command.get("guild_id") != guild_id:
            raise Refusal(UNKNOWN_COMMAND)
        return command

    def overwrite(self, payloads: Any, guild_id: str | None) -> list[Json]:
        """Replaces the whole set; a command of the same name keeps its id."""
        payloads = count("commands", payloads, 110)
        if len(payloads) > 100:
            raise Refusal(TOO_MANY_COMMANDS)
        for index, payload in enumerate(payloads):
            check_command(payload, f"{index}.")
        names = [(p["name"], p.get("type", 1)) for p in payloads]
        if len(set(names)) < len(names):
            raise bad_form(
                "name",
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        with self._world.storage.together():
            old = {(c["name"], c["type"]): c["id"] for c in self.of(guild_id)}
            for name in set(old) - set(names):
                self._drop(old[name])
            return [
                self._save(p, guild_id, old.get(n)) for p, n in zip(payloads, names, strict=True)
            ]

    def upsert(self, payload: Json, guild_id: str | None) -> Json:
        check_command(payload, "")
        same = [
            c["id"]
            for c in self.of(guild_id)
            if (c["name"], c["type"]) == (payload["name"], payload.get("type", 1))
        ]
        return self._save(payload, guild_id, same[0] if same else None)

    def edit(self, command_id: str, changes: Json, guild_id: str | None) -> Json:
        command = self.get(command_id, guild_id) | changes
        check_command(command, "")
        return self._save(command, guild_id, command_id)

    def delete(self, command_id: str, guild_id: str | None) -> None:
        self.get(command_id, guild_id)
        self._drop(command_id)

    def _save(self, payload: Json, guild_id: str | None, command_id: str | None) -> Json:
        world = self._world
        command = {
            "type": 1,
            "description": "",
            "options": [],
            "default_member_permissions": None,
            "dm_permission": True,
            "nsfw": False,
            "contexts": None,
        } | payload
        command["options"] = command["options"] or []
        needed = command["default_member_permissions"]
        command["default_member_permissions"] = None if needed is None else str(needed)
        command["integration_types"] = command.get("integration_types") or [0]
        command_id = command_id or world.ids.next()
        command |= {
            "id": command_id,
            "application_id": world.bot_id,
            "version": world.ids.next(),
        }
        if guild_id is not None:
            command["guild_id"] = guild_id
        world.commands[command_id] = command
        world.storage.put("command", command_id, command)
        return command

    def _drop(self, command_id: str) -> None:
        del self._world.commands[command_id]
        self._world.storage.drop("command", command_id)

    # the players' side

    def offered(self, player: str, channel: Json) -> list[Json]:
        """The commands that a player may use in a channel."""
        world = self._world
        bits = permissions(world, player, channel)
        in_dm = channel["type"] == DM
        if not bits & COMMANDS:
            return []
        return [
            c
            for c in world.commands.values()
            if c["type"] == 1
            and c.get("guild_id") in (None, channel.get("guild_id"))
            and _fits(c, bits, in_dm)
            and (in_dm or world.hosts_bot(channel["guild_id"]) or 1 in c["integration_types"])
        ]

    def named(self, player: str, channel: Json, words: str) -> tuple[Json, list[str], Json]:
        """The command that the words name, the words after its name, and the leaf with its options."""
        first, *rest = words.split() or [""]
        found = [c for c in self.offered(player, channel) if c["name"] == first]
        if not found:
            raise Mistake(f"There is no command /{first} here.")
        leaf = command = found[-1]
        for word in rest:
            inner = [
                o for o in leaf["options"] or [] if o["name"] == word and o["type"] in (SUB, GROUP)
            ]
            if not inner:
                raise Mistake(f"There is no command /{words} here.")
            leaf = inner[0] | {"options": inner[0].get("options") or []}
        if any(o["type"] in (SUB, GROUP) for o in leaf["options"] or []):
            raise Mistake(f"/{words} needs one more word.")
        return command, rest, leaf

    def data(
        self, player: str, channel: Json, words: str, values: Json, focused: str | None = None
    ) -> Json:
        """The interaction data of a typed command; `focused` marks the field being completed."""
        command, rest, leaf = self.named(player, channel, words)
        known = {o["name"] for o in leaf["options"]}
        for name in values:
            if name not in known:
                raise Mistake(f"/{words} has no argument “{name}”.")
        resolved: Json = {}
        options: list[Json] = []
        for option in leaf["options"]:
            name = option["name"]
            if name == focused:
                typed = values.get(name, "")
                options.append(
                    {"name": name, "type": option["type"], "value": typed, "focused": True}
                )
            elif name in values:
                value = values[name] if focused is not None else self._value(option, values[name])
                if option["type"] in (USER, CHANNEL, ROLE, MENTIONABLE):
                    self._resolve(option["type"], str(value), channel, resolved)
                options.append({"name": name, "type": option["type"], "value": value})
            elif option.get("required") and focused is None:
                raise Mistake(f"“{name}” is missing.")
        for depth, word in reversed(list(enumerate(rest))):
            kind = GROUP if len(rest) == 2 and depth == 0 else SUB
            options = [{"name": word, "type": kind, "options": options}]
        data = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        if command.get("guild_id"):
            data["guild_id"] = command["guild_id"]
        if resolved:
            data["resolved"] = resolved
        return data

    def _value(self, option: Json, value: Any) -> Any:
        name, kind = option["name"], option["type"]
        try:
            if kind == STRING:
                value = str(value)
                _within(
                    name,
                    len(value),
                    option.get("min_length"),
                    option.get("max_length") or 6000,
                    " characters",
                )
            elif kind in (INTEGER, NUMBER):
                value = int(value) if kind == INTEGER else float(value)
                _within(name, value, option.get("min_value"), option.get("max_value"), "")
            elif kind == BOOLEAN:
                value = (
                    value
                    if isinstance(value, bool)
                    else {"true": True, "false": False}[str(value).lower()]
                )
            else:
                value = str(value)
        except (ValueError, KeyError, TypeError):
            raise Mistake(f"“{name}” cannot be {value!r}.") from None
        choices = option.get("choices")
        if choices and value not in [c["value"] for c in choices]:
            raise Mistake(f"“{name}” must be one of its choices.")
        return value

    def _resolve(self, kind: int, value: str, channel: Json, resolved: Json) -> None:
        world = self._world
        if kind in (USER, MENTIONABLE) and value in world.users:
            resolve_user(world, value, channel, resolved)
        elif kind == CHANNEL and value in world.channels:
            found = world.channel_shape(world.channels[value])
            resolved.setdefault("channels", {})[value] = found | {
                "permissions": str(permissions(world, world.bot_id, world.channels[value]))
            }
        elif kind in (ROLE, MENTIONABLE) and value in (roles := _roles(world, channel)):
            resolved.setdefault("roles", {})[value] = roles[value]
        else:
            raise Mistake(f"There is nobody and nothing called {value!r}.")


def _roles(world: World, channel: Json) -> Json:
    if channel["type"] == DM:
        return {}
    return {role["id"]: role for role in world.guild_of(channel)["roles"]}


def resolve_user(world: World, user_id: str, channel: Json, resolved: Json) -> None:
    """Adds a chosen user, and their membership in a guild, to the resolved data."""
    resolved.setdefault("users", {})[user_id] = world.user_shape(user_id)
    if channel["type"] != DM and user_id in world.members(channel["guild_id"]):
        bits = str(permissions(world, user_id, channel))
        member = world.member_shape(user_id, channel["guild_id"], with_user=False)
        member["permissions"] = bits
        resolved.setdefault("members", {})[user_id] = member


def _within(name: str, value: float, least: float | None, most: float | None, unit: str) -> None:
    if least is not None and value < least:
        raise Mistake(f"“{name}” must be at least {least}{unit}.")
    if most is not None and value > most:
        raise Mistake(f"“{name}” must be at most {most}{unit}.")


def _fits(command: Json, bits: int, in_dm: bool) -> bool:
    contexts = command.get("contexts")
    if in_dm:
        guild_only = command.get("guild_id") or (
            not command["dm_permission"] if contexts is None else 1 not in contexts
        )
        return not guild_only
    needed = command.get("default_member_permissions")
    if needed is not None and (int(needed) == 0 or bits & int(needed) != int(needed)):
        return bool(bits & 8)
    return contexts is None or 0 in contexts


# what Discord accepts as a command


def check_command(command: Any, path: str) -> None:
    if not isinstance(command, dict):
        raise bad_form(f"{path}name", "BASE_TYPE_REQUIRED", "This field is required")
    _check_name(command, path, chat=command.get("type", 1) == 1)
    needed = command.get("default_member_permissions")
    if needed is not None and not str(needed).isdecimal():
        raise bad_form(
            f"{path}default_member_permissions",
            "BITFIELD_TYPE_COERCE",
            f'Value "{needed}" is not a bit field.',
        )
    if command.get("type", 1) == 1:
        text(f"{path}description", command.get("description"), 100, 1)
        _check_options(command.get("options") or [], f"{path}options")
        size = sum(len(word) for word in _words(command))
        if size > 8000:
            raise bad_form(
                f"{path}name",
                "APPLICATION_COMMAND_TOO_LARGE",
                "Command exceeds maximum size (8000)",
            )


def _check_name(thing: Json, path: str, *, chat: bool = True) -> None:
    name = text(f"{path}name", thing.get("name"), 32, 1)
    if chat and (not _NAME.match(name) or name != name.lower()):
        raise bad_form(f"{path}name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_options(options: Any, path: str) -> None:
    optional_seen, names = False, set()
    for index, option in enumerate(count(path, options, 25)):
        here = f"{path}.{index}."
        _check_name(option, here)
        text(f"{here}description", option.get("description"), 100, 1)
        if option["name"] in names:
            raise bad_form(
                f"{here}name",
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_USED",
                "Option names must be unique",
            )
        names.add(option["name"])
        if option.get("type") in (SUB, GROUP):
            _check_options(option.get("options") or [], f"{here}options")
            continue
        if option.get("required") and optional_seen:
            raise bad_form(
                f"{here}required",
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option.get("required")
        choices = count(f"{here}choices", option.get("choices") or [], 25)
        check_choices(choices, f"{here}choices")
        if choices and option.get("autocomplete"):
            raise bad_form(
                f"{here}autocomplete",
                "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
                "Choices and autocomplete exclude each other",
            )


def check_choices(choices: list[Json], path: str) -> None:
    for index, choice in enumerate(choices):
        text(f"{path}.{index}.name", choice.get("name"), 100, 1)
        if isinstance(choice.get("value"), str):
            text(f"{path}.{index}.value", choice["value"], 100)


def _words(thing: Json) -> Iterator[str]:
    yield thing["name"]
    yield thing.get("description", "")
    for choice in thing.get("choices") or []:
        yield choice["name"]
        yield str(choice["value"])
    for option in thing.get("options") or []:
        yield from _words(option)
