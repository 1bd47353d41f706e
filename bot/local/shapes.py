"""Components and embeds as Discord gives them back: defaults filled in, the rest left out."""

from __future__ import annotations

from typing import Any

from bot.local.checks import (
    BUTTON,
    CONTAINER,
    FILE,
    GALLERY,
    ROW,
    SECTION,
    SEPARATOR,
    STRING_SELECT,
    TEXT,
    THUMBNAIL,
    USER_SELECT,
)
from bot.local.storage import Json

_ROLE_SELECT, _MENTIONABLE_SELECT, _CHANNEL_SELECT = 6, 7, 8
_CHOOSING: Json = {"min_values": 1, "max_values": 1}
_SEEN: Json = {"description": None, "spoiler": False}

# What each kind always has, and what it has where the bot gave it.
_KEPT: dict[int, tuple[Json, str]] = {
    ROW: ({}, "components"),
    BUTTON: ({}, "style custom_id label disabled emoji url sku_id"),
    STRING_SELECT: (_CHOOSING, "custom_id placeholder disabled options"),
    USER_SELECT: (_CHOOSING, "custom_id placeholder disabled default_values"),
    _ROLE_SELECT: (_CHOOSING, "custom_id placeholder disabled default_values"),
    _MENTIONABLE_SELECT: (_CHOOSING, "custom_id placeholder disabled default_values"),
    _CHANNEL_SELECT: (_CHOOSING, "custom_id placeholder disabled default_values channel_types"),
    SECTION: ({}, "components accessory"),
    TEXT: ({}, "content"),
    THUMBNAIL: (_SEEN, "media"),
    GALLERY: ({}, "items"),
    FILE: ({"name": None, "size": None, "spoiler": False}, "file"),
    SEPARATOR: ({"spacing": 1, "divider": True}, ""),
    CONTAINER: ({"accent_color": None, "spoiler": False}, "components"),
}
_OPTION = "label value description emoji default"
_EMBED = "url title description color timestamp fields author image thumbnail footer"


def component(given: Json) -> Json:
    """One checked component with all that is inside it."""
    always, sometimes = _KEPT[given["type"]]
    shape = _picked(given, always, f"type id {sometimes}")
    if "components" in shape:
        shape["components"] = [component(child) for child in shape["components"]]
    if "accessory" in shape:
        shape["accessory"] = component(shape["accessory"])
    if "items" in shape:
        shape["items"] = [_picked(item, _SEEN, "media") for item in shape["items"]]
    if "options" in shape:
        shape["options"] = [_with_emoji(_picked(o, {}, _OPTION)) for o in shape["options"]]
    return _with_emoji(shape)


def embed(given: Json) -> Json:
    shape: Json = {"type": "rich"} | _picked(given, {}, _EMBED)
    if "fields" in shape:
        shape["fields"] = [_picked(f, {"inline": False}, "name value") for f in shape["fields"]]
    for part, names in (("author", "name url icon_url"), ("footer", "text icon_url")):
        if part in shape:
            shape[part] = _picked(shape[part], {}, names)
    return shape


def _picked(given: Json, always: Json, sometimes: str) -> Json:
    picked: Json = {}
    for name in [*sometimes.split(), *always]:
        value: Any = given.get(name)
        if value is not None:
            picked[name] = value
        elif name in always:
            picked[name] = always[name]
    return picked


def _with_emoji(shape: Json) -> Json:
    """An emoji of Unicode has a name and nothing else."""
    emoji = shape.get("emoji")
    if emoji:
        shape["emoji"] = emoji if emoji.get("id") else {"name": emoji["name"]}
    return shape
