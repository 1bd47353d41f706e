"""Interactions: made by players, answered by the bot within Discord's rules."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from bot.local.checks import (
    BUTTON,
    CHECKBOX,
    CHECKBOXES,
    EPHEMERAL,
    LABEL,
    LINK,
    LOADING,
    RADIO,
    ROW,
    SELECTS,
    STRING_SELECT,
    TEXT_INPUT,
    USER_SELECT,
    V2,
    check_modal,
    count,
    walk,
)
from bot.local.clock import EPOCH_MS
from bot.local.commands import Commands, Mistake, check_choices, resolve_user
from bot.local.crowd import Crowd
from bot.local.faults import Faults
from bot.local.gateway import Gateway
from bot.local.permissions import MANAGE_THREADS, permissions
from bot.local.posts import LARGEST_FILE, Posts, Upload
from bot.local.refusal import (
    ALREADY_ANSWERED,
    ANSWER_IN_ARCHIVED,
    TOKEN_EXPIRED,
    TOO_MANY_FOLLOW_UPS,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    Refusal,
    bad_form,
)
from bot.local.storage import Json
from bot.local.world import DM, THREADS, World

logger = logging.getLogger(__name__)

COMMAND, COMPONENT, COMPLETE, MODAL = 2, 3, 4, 5
ANSWER, DEFER_ANSWER, DEFER_EDIT, EDIT, CHOICES, OPEN_MODAL = 4, 5, 6, 7, 8, 9
_TOKEN_SECONDS = 900.0
_WHAT = {COMMAND: "the command", COMPONENT: "a press on", MODAL: "the form"}
_MOST_FOLLOW_UPS = 5  # where only whoever asks has the bot

NO_BOT = "The bot is not connected, so nobody heard you. Try again in a moment."
NO_ANSWER = "The application did not respond."


class Interaction(msgspec.Struct):
    """One click, command or form, from the player to the bot and back."""

    id: str
    token: str
    kind: int
    user: str
    channel: str
    born: float
    name: str = ""
    message: str | None = None  # what the clicked component stands on
    answered: int = 0  # callback type, 0 while open
    failed: bool = False
    original: str | None = None
    follow_ups: int = 0
    modal: Json | None = None
    trigger: Json | None = None  # what opened the form that this is


class Interactions:
    """All interactions still worth knowing."""

    def __init__(
        self,
        world: World,
        gateway: Gateway,
        crowd: Crowd,
        posts: Posts,
        commands: Commands,
        faults: Faults,
    ) -> None:
        self._world, self._gateway, self._crowd = world, gateway, crowd
        self._posts, self._commands, self._faults = posts, commands, faults
        self._open: dict[str, tuple[Interaction, asyncio.Future[Json], asyncio.TimerHandle]] = {}
        self._modals: dict[str, Interaction] = {}
        self._answers: dict[int, Callable[[Interaction, Json, dict[int, Upload]], Json | None]] = {
            ANSWER: self._answer,
            DEFER_ANSWER: self._defer_answer,
            DEFER_EDIT: self._defer_edit,
            EDIT: self._edit_source,
            CHOICES: self._choices,
            OPEN_MODAL: self._open_modal,
        }

    # from the player

    def command(self, player: str, channel: Json, words: str, values: Json) -> asyncio.Future[Json]:
        data = self._commands.data(player, channel, words, values)
        return self._start(COMMAND, player, channel, data, name=words)

    def complete(
        self, player: str, channel: Json, words: str, values: Json, focused: str
    ) -> asyncio.Future[Json]:
        data = self._commands.data(player, channel, words, values, focused)
        return self._start(COMPLETE, player, channel, data, name=words)

    def click(
        self, player: str, channel: Json, message_id: str, custom_id: str, values: list[str] | None
    ) -> asyncio.Future[Json]:
        found = self._world.storage.message(message_id)
        if (
            found is None
            or found[0]["channel_id"] != channel["id"]
            or found[1] not in (None, player)
        ):
            raise Mistake("That message is gone.")
        message = found[0]
        component = next(
            (c for _, c in walk(message["components"]) if c.get("custom_id") == custom_id), None
        )
        if component is None:
            raise Mistake("That button is gone.")
        if component.get("disabled"):
            raise Mistake("That button is switched off.")
        data: Json = {
            "custom_id": custom_id,
            "component_type": component["type"],
            "id": component["id"],
        }
        if component["type"] in SELECTS:
            data["values"] = check_values(self._world, component, values or [])
            self._resolve(component, data, channel)
        elif component["type"] != BUTTON or component.get("style") == LINK:
            raise Mistake("That cannot be clicked.")
        return self._start(COMPONENT, player, channel, data, message=message, name=custom_id)

    def submit(self, player: str, interaction_id: str, values: Json) -> asyncio.Future[Json]:
        source = self._modals.get(interaction_id)
        if source is None or source.user != player or source.modal is None:
            raise Mistake("That form is no longer open.")
        channel = self._world.channel(source.channel)
        found = self._world.storage.message(source.message) if source.message else None
        data: Json = {
            "custom_id": source.modal["custom_id"],
            "components": [self._filled(part, values) for part in source.modal["components"]],
        }
        for _, part in walk(source.modal["components"]):
            if part.get("type") == USER_SELECT:
                self._resolve(
                    part, data | {"values": values.get(part["custom_id"], [])}, channel, data
                )
        del self._modals[interaction_id]
        trigger = self._origin(source)
        if source.kind == COMPONENT:
            trigger["interacted_message_id"] = source.message
        return self._start(
            MODAL,
            player,
            channel,
            data,
            message=found[0] if found else None,
            name=data["custom_id"],
            trigger=trigger,
        )

    def _filled(self, part: Json, values: Json) -> Json:
        kind = part["type"]
        if kind == ROW:
            return {
                "type": ROW,
                "id": part.get("id", 0),
                "components": [self._filled(c, values) for c in part["components"]],
            }
        if kind == LABEL:
            return {
                "type": LABEL,
                "id": part.get("id", 0),
                "component": self._filled(part["component"], values),
            }
        shape: Json = {"type": kind, "id": part.get("id", 0)}
        if "custom_id" not in part:
            return shape
        shape["custom_id"] = part["custom_id"]
        given = values.get(part["custom_id"])
        if kind == TEXT_INPUT:
            shape["value"] = _typed(part, given)
        elif kind == CHECKBOX:
            shape["value"] = bool(given)
        elif kind == RADIO:
            shape["value"] = check_radio(part, given)
        else:
            shape["values"] = check_values(self._world, part, given or [])
        return shape

    def _resolve(
        self, component: Json, data: Json, channel: Json, into: Json | None = None
    ) -> None:
        if component["type"] == STRING_SELECT:
            return
        resolved: Json = (into if into is not None else data).setdefault("resolved", {})
        for value in data["values"]:
            if value in self._world.users:
                resolve_user(self._world, value, channel, resolved)

    def _start(
        self,
        kind: int,
        player: str,
        channel: Json,
        data: Json,
        *,
        message: Json | None = None,
        name: str,
        trigger: Json | None = None,
    ) -> asyncio.Future[Json]:
        """Hands the interaction to the bot; the future is what the player gets to see of it."""
        loop = asyncio.get_running_loop()
        result: asyncio.Future[Json] = loop.create_future()
        interaction = Interaction(
            self._world.ids.next(),
            secrets.token_urlsafe(48),
            kind,
            player,
            channel["id"],
            self._world.clock.now(),
            name,
            message["id"] if message else None,
            trigger=trigger,
        )
        shape = self._shape(interaction, channel, data, message)
        if kind != COMPLETE:
            self._save(interaction)
        if not self._gateway.deliver(shape, channel.get("guild_id")):
            result.set_result({"failed": NO_BOT})
            return result
        timer = loop.call_later(self._faults.settings.ack_seconds, self._late, interaction.id)
        self._open[interaction.id] = (interaction, result, timer)
        return result

    def _shape(self, it: Interaction, channel: Json, data: Json, message: Json | None) -> Json:
        world = self._world
        shape: Json = {
            "id": it.id,
            "application_id": world.bot_id,
            "type": it.kind,
            "token": it.token,
            "version": 1,
            "data": data,
            "channel_id": channel["id"],
            "channel": world.channel_shape(channel)
            | {"permissions": str(permissions(world, it.user, channel))},
            "locale": "en-US",
            "entitlements": [],
            "attachment_size_limit": LARGEST_FILE,
            "app_permissions": str(permissions(world, world.bot_id, channel)),
        }
        if message is not None:
            shape["message"] = message
        if channel["type"] == DM:
            shape |= {"user": world.user_shape(it.user), "context": 1}
            shape["authorizing_integration_owners"] = {"0": "0"}
        else:
            guild_id = channel["guild_id"]
            member = world.member_shape(it.user, guild_id)
            member["permissions"] = str(permissions(world, it.user, channel))
            shape |= {
                "member": member,
                "guild_id": guild_id,
                "guild_locale": "en-US",
                "context": 0,
            }
            shape["guild"] = {"id": guild_id, "locale": "en-US", "features": []}
            mine = world.hosts_bot(guild_id)
            owners = {"0": guild_id} if mine else {"1": it.user}
            shape["authorizing_integration_owners"] = owners
        return shape

    def _late(self, interaction_id: str) -> None:
        """The bot has not answered in time; what was offered while typing nobody misses."""
        it = self._open[interaction_id][0]
        if it.kind != COMPLETE:
            who, what = self._world.users[it.user]["username"], _WHAT[it.kind]
            where = self._world.channels.get(it.channel, {})  # it may be gone by now
            said = "the bot did not answer in time: %s, %s %s in %s"
            logger.warning(said, who, what, it.name, where.get("name") or "a direct message")
        self._fail(interaction_id)

    def _fail(self, interaction_id: str) -> None:
        interaction, result, timer = self._open.pop(interaction_id)
        timer.cancel()
        interaction.failed = True
        if interaction.kind != COMPLETE:
            self._save(interaction)
        if not result.done():
            result.set_result({"failed": NO_ANSWER})

    def time_passed(self) -> None:
        """After the clock was moved: fails what has waited too long by it, forgets dead tokens."""
        now = self._world.clock.now()
        for interaction, _, _ in list(self._open.values()):
            if now - interaction.born > self._faults.settings.ack_seconds:
                self._late(interaction.id)
        self.forget_old()

    def forget_old(self) -> None:
        oldest = int((self._world.clock.now() - 2 * _TOKEN_SECONDS) * 1000) - EPOCH_MS
        self._world.storage.drop_interactions(max(0, oldest) << 22)

    def close(self) -> None:
        for interaction_id in list(self._open):
            self._fail(interaction_id)

    def _save(self, it: Interaction) -> None:
        self._world.storage.put_interaction(it.id, it.token, msgspec.json.encode(it))

    # from the bot: the first answer

    def callback(
        self, interaction_id: str, token: str, payload: Json, uploads: dict[int, Upload]
    ) -> Json:
        """The one answer that must come within three seconds."""
        entry = self._open.get(interaction_id)
        if entry is None:
            known = self._known(token)
            if known is not None and known.id == interaction_id and known.answered:
                raise Refusal(ALREADY_ANSWERED)
            raise Refusal(UNKNOWN_INTERACTION)
        interaction, result, timer = entry
        if interaction.token != token:
            raise Refusal(UNKNOWN_INTERACTION)
        kind = payload.get("type")
        if kind not in _allowed(interaction):
            raise bad_form(
                "type",
                "BASE_TYPE_CHOICES",
                f"Value must be one of {sorted(_allowed(interaction))}.",
            )
        if kind in (ANSWER, DEFER_ANSWER, EDIT):
            self._awake(interaction)
        data = payload.get("data") or {}
        message = self._answers[kind](interaction, data, uploads)
        interaction.answered = kind
        del self._open[interaction_id]
        timer.cancel()
        if interaction.kind != COMPLETE:
            self._save(interaction)
        if not result.done():
            result.set_result(self._seen(interaction, data, message))
        return self._callback_shape(interaction, message)

    def _awake(self, it: Interaction) -> None:
        """Nothing is written into a thread that is archived, or locked for the bot."""
        channel = self._world.channel(it.channel)
        if channel["type"] not in THREADS:
            return
        state = channel["thread_metadata"]
        moderating = permissions(self._world, self._world.bot_id, channel) & MANAGE_THREADS
        if state["archived"] or (state["locked"] and not moderating):
            raise Refusal(ANSWER_IN_ARCHIVED)

    def _seen(self, it: Interaction, data: Json, message: Json | None) -> Json:
        seen: Json = {"interaction": it.id, "answer": it.answered}
        if message is not None:
            seen["message"] = message["id"]
        if it.answered == CHOICES:
            seen["choices"] = data.get("choices") or []
        elif it.answered == OPEN_MODAL:
            seen["modal"] = it.modal
        return seen

    def _callback_shape(self, it: Interaction, message: Json | None) -> Json:
        shape: Json = {"interaction": {"id": it.id, "type": it.kind}}
        if message is not None:
            shape["interaction"] |= {
                "response_message_id": message["id"],
                "response_message_loading": bool(message["flags"] & LOADING),
                "response_message_ephemeral": bool(message["flags"] & EPHEMERAL),
            }
            if it.answered != DEFER_ANSWER:
                shape["resource"] = {"type": it.answered, "message": message}
        return shape

    def _answer(self, it: Interaction, data: Json, uploads: dict[int, Upload]) -> Json:
        message = self._say(
            it, data, uploads, kind=20 if it.kind == COMMAND else (19 if it.message else 0)
        )
        it.original = message["id"]
        return message

    def _defer_answer(self, it: Interaction, data: Json, uploads: dict[int, Upload]) -> Json:
        flags = data.get("flags", 0) & EPHEMERAL | LOADING
        return self._answer(it, {"flags": flags}, {})

    def _defer_edit(self, it: Interaction, data: Json, uploads: dict[int, Upload]) -> None:
        it.original = it.message

    def _edit_source(self, it: Interaction, data: Json, uploads: dict[int, Upload]) -> Json:
        message, viewer = self._message(it.message)
        it.original = message["id"]
        # An edit as first answer keeps only the attachments that it names.
        return self._posts.edit(message, {"attachments": []} | data, uploads, viewer=viewer)

    def _choices(self, it: Interaction, data: Json, uploads: dict[int, Upload]) -> None:
        choices = count("data.choices", data.get("choices") or [], 25)
        check_choices(choices, "data.choices")

    def _open_modal(self, it: Interaction, data: Json, uploads: dict[int, Upload]) -> None:
        check_modal(data)
        it.modal = data
        self._modals[it.id] = it

    def _say(
        self, it: Interaction, data: Json, uploads: dict[int, Upload], *, kind: int = 0
    ) -> Json:
        channel = self._world.channel(it.channel)
        viewer = it.user if data.get("flags", 0) & EPHEMERAL else None
        extra: Json = {
            "application_id": self._world.bot_id,
            "webhook_id": self._world.bot_id,
            "interaction_metadata": self._origin(it),
        }
        if it.kind == MODAL:
            extra["interaction_metadata"]["triggering_interaction_metadata"] = it.trigger
        if it.kind == COMMAND:
            extra["interaction"] = {
                "id": it.id,
                "type": it.kind,
                "name": it.name,
                "user": self._world.user_shape(it.user),
            }
        elif it.kind == COMPONENT and it.message:
            extra["interaction_metadata"]["interacted_message_id"] = it.message
            if kind == 19:
                extra["message_reference"] = {
                    "message_id": it.message,
                    "channel_id": it.channel,
                    "type": 0,
                }
        return self._posts.create(
            channel, self._world.bot_id, data, uploads, viewer=viewer, kind=kind, extra=extra
        )

    def _origin(self, it: Interaction) -> Json:
        """Where a message came from, as the message tells it."""
        channel = self._world.channel(it.channel)
        return {
            "id": it.id,
            "type": it.kind,
            "user": self._world.user_shape(it.user),
            "authorizing_integration_owners": {"0": channel.get("guild_id", "0")},
        }

    # from the bot: afterwards, by token

    def by_token(self, application: str, token: str) -> Interaction:
        """An interaction whose token still works."""
        interaction = self._known(token)
        if interaction is None or application != self._world.bot_id:
            raise Refusal(UNKNOWN_WEBHOOK)
        if self._world.clock.now() - interaction.born > _TOKEN_SECONDS:
            raise Refusal(TOKEN_EXPIRED)
        if not interaction.answered:
            raise Refusal(UNKNOWN_WEBHOOK)
        return interaction

    def _known(self, token: str) -> Interaction | None:
        data = self._world.storage.interaction(token)
        return None if data is None else msgspec.json.decode(data, type=Interaction)

    def follow_up(self, it: Interaction, data: Json, uploads: dict[int, Upload]) -> Json:
        """One more message; the first after a deferred answer takes its place."""
        self._awake(it)
        if it.original and it.answered == DEFER_ANSWER:
            found = self._world.storage.message(it.original)
            if found and found[0]["flags"] & LOADING:
                flags = data.get("flags", 0) & V2
                return self._posts.edit(
                    found[0], data | {"flags": flags}, uploads, viewer=found[1], quietly=True
                )
        guild_id = self._world.channel(it.channel).get("guild_id")
        if guild_id and not self._world.hosts_bot(guild_id):
            if it.follow_ups >= _MOST_FOLLOW_UPS:
                raise Refusal(TOO_MANY_FOLLOW_UPS)
            it.follow_ups += 1
            self._save(it)
        return self._say(it, data, uploads)

    def message_of(self, it: Interaction, message_id: str) -> tuple[Json, str | None]:
        """A message that the token may touch: the original or a follow-up."""
        if message_id == "@original":
            return self._message(it.original)
        message, viewer = self._message(message_id)
        mine = message.get("interaction_metadata", {}).get("id") == it.id
        if not mine and message_id not in (it.original, it.message):
            raise Refusal(UNKNOWN_MESSAGE)
        return message, viewer

    def edit(
        self, it: Interaction, message_id: str, data: Json, uploads: dict[int, Upload]
    ) -> Json:
        self._awake(it)
        message, viewer = self.message_of(it, message_id)
        loading = bool(message["flags"] & LOADING)
        return self._posts.edit(message, data, uploads, viewer=viewer, quietly=loading)

    def delete(self, it: Interaction, message_id: str) -> None:
        message, viewer = self.message_of(it, message_id)
        self._posts.delete(message, viewer)

    def _message(self, message_id: str | None) -> tuple[Json, str | None]:
        found = self._world.storage.message(message_id) if message_id else None
        if found is None:
            raise Refusal(UNKNOWN_MESSAGE)
        return found


def _allowed(it: Interaction) -> set[int]:
    if it.kind == COMPLETE:
        return {CHOICES}
    allowed = {ANSWER, DEFER_ANSWER}
    if it.message is not None:
        allowed |= {DEFER_EDIT, EDIT}
    if it.kind != MODAL:
        allowed.add(OPEN_MODAL)
    return allowed


def check_values(world: World, component: Json, values: Any) -> list[str]:
    """A select's chosen values: known, distinct, as many as it wants."""
    if not isinstance(values, list) or len(set(map(str, values))) != len(values):
        raise Mistake("Choose each option once.")
    chosen = [str(v) for v in values]
    if "options" in component:
        known = {o["value"] for o in component["options"]}
    else:
        roles = {role["id"] for guild in world.guilds.values() for role in guild["roles"]}
        known = {*world.users, *world.channels, *roles}
    if any(v not in known for v in chosen):
        raise Mistake("That option is gone.")
    group = component["type"] == CHECKBOXES
    needed = component.get("required", True)
    least = component.get("min_values", 1) if needed or values else 0
    most = component.get("max_values", len(known) if group else 1)
    if not least <= len(values) <= (most or 1):
        wanted = least if least == most else f"{least} to {most}"
        raise Mistake(f"Choose {wanted}.")
    return chosen


def check_radio(part: Json, given: Any) -> str | None:
    if given is None and not part.get("required", True):
        return None
    if given not in [o["value"] for o in part["options"]]:
        raise Mistake("Choose one.")
    return str(given)


def _typed(part: Json, given: Any) -> str:
    value = "" if given is None else str(given)
    label = part.get("label") or "This field"
    if not value and not part.get("required", True):
        return value
    least, most = max(1, part.get("min_length") or 0), part.get("max_length") or 4000
    if not least <= len(value) <= most:
        raise Mistake(f"{label}: {least} to {most} characters.")
    return value
