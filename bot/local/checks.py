"""Discord's limits on what a bot may send: messages, components, embeds, modals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bot.local.emoji import check_emoji
from bot.local.refusal import EMPTY, Refusal, bad_form
from bot.local.storage import Json

EPHEMERAL, LOADING, V2 = 1 << 6, 1 << 7, 1 << 15
ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT = 1, 2, 3, 4, 5
SELECTS = (3, 5, 6, 7, 8)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, RADIO, CHECKBOXES, CHECKBOX = 18, 21, 22, 23
LINK, PREMIUM = 5, 6
_TOP = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)


def too_long(path: str, limit: int) -> Refusal:
    return bad_form(path, "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")


def text(path: str, value: Any, limit: int, least: int = 0) -> str:
    """A string within its limits, or a refusal that names the field."""
    if not isinstance(value, str):
        raise bad_form(path, "STRING_TYPE_CONVERT", f"Could not interpret {value!r} as string.")
    if len(value) > limit:
        raise too_long(path, limit)
    if len(value) < least:
        raise bad_form(
            path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {limit} in length."
        )
    return value


def count(path: str, values: Any, most: int, least: int = 0) -> list[Any]:
    if not isinstance(values, list):
        raise bad_form(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType.")
    if not least <= len(values) <= most:
        raise bad_form(
            path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."
        )
    return values


def walk(components: list[Json], path: str = "components") -> Iterator[tuple[str, Json]]:
    """Every component of a tree with its path, parents first."""
    for index, component in enumerate(components):
        here = f"{path}.{index}"
        if not isinstance(component, dict):
            raise bad_form(here, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        yield here, component
        yield from walk(component.get("components") or [], f"{here}.components")
        for inner in ("accessory", "component"):
            if isinstance(component.get(inner), dict):
                yield f"{here}.{inner}", component[inner]


def check_message(message: Json, *, files: int) -> None:
    """Checks a whole message as it would stand after the request."""
    content = message.get("content") or ""
    embeds, components = message.get("embeds") or [], message.get("components") or []
    text("content", content, 2000)
    count("attachments", message.get("attachments") or [], 10)
    if message.get("flags", 0) & V2:
        if content or embeds:
            raise bad_form(
                "content" if content else "embeds",
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                "The 'content' and 'embeds' fields cannot be used when using"
                " MessageFlags.IS_COMPONENTS_V2",
            )
        if not components:
            raise Refusal(EMPTY)
        check_layout(components)
    else:
        if not (content.strip() or embeds or components or files):
            raise Refusal(EMPTY)
        check_rows(components)
    check_embeds(embeds)


def check_embeds(embeds: Any) -> None:
    total = 0
    for index, embed in enumerate(count("embeds", embeds, 10)):
        path = f"embeds.{index}"
        parts = [
            ("title", embed.get("title"), 256),
            ("description", embed.get("description"), 4096),
        ]
        parts.append(("footer.text", (embed.get("footer") or {}).get("text"), 2048))
        parts.append(("author.name", (embed.get("author") or {}).get("name"), 256))
        for number, field in enumerate(count(f"{path}.fields", embed.get("fields") or [], 25)):
            for part, limit in (("name", 256), ("value", 1024)):
                text(f"{path}.fields.{number}.{part}", field.get(part), limit, 1)
                parts.append((f"fields.{number}.{part}", field[part], limit))
        for name, value, limit in parts:
            if value is not None:
                total += len(text(f"{path}.{name}", value, limit))
    if total > 6000:
        raise bad_form(
            "embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000"
        )


def check_rows(components: Any) -> None:
    """Classic components: at most five rows of buttons or one select."""
    check_ids(count("components", components, 5))
    for index, row in enumerate(count("components", components, 5)):
        if row.get("type") != ROW:
            raise bad_form(
                f"components.{index}.type",
                "UNION_TYPE_CHOICES",
                'Value of field "type" must be one of (1,).',
            )
        check_row(f"components.{index}", row)


def check_row(path: str, row: Json) -> None:
    children = count(f"{path}.components", row.get("components"), 5, 1)
    if any(child.get("type") in SELECTS for child in children) and len(children) > 1:
        raise bad_form(
            f"{path}.components",
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "The specified component exceeds the maximum width",
        )
    for index, child in enumerate(children):
        here = f"{path}.components.{index}"
        kind = child.get("type")
        if kind == BUTTON:
            check_button(here, child)
        elif kind in SELECTS:
            check_select(here, child)
        else:
            raise bad_form(
                f"{here}.type",
                "UNION_TYPE_CHOICES",
                'Value of field "type" must be one of (2, 3, 5, 6, 7, 8).',
            )


def check_button(path: str, button: Json) -> None:
    style = button.get("style")
    if style not in range(1, 7):
        raise bad_form(
            f"{path}.style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}."
        )
    if button.get("label") is not None:
        text(f"{path}.label", button["label"], 80)
    check_emoji(path, button.get("emoji"))
    if not button.get("label") and not button.get("emoji") and style != PREMIUM:
        raise bad_form(path, "BUTTON_COMPONENT_INVALID", "A button must have a label or an emoji")
    if style == LINK:
        text(f"{path}.url", button.get("url"), 512, 1)
    elif style != PREMIUM:
        text(f"{path}.custom_id", button.get("custom_id"), 100, 1)


def check_select(path: str, select: Json, *, needed: bool = True) -> None:
    text(f"{path}.custom_id", select.get("custom_id"), 100, 1)
    if select.get("placeholder") is not None:
        text(f"{path}.placeholder", select["placeholder"], 150)
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    for name, value, low in (("min_values", least, 0), ("max_values", most, 1)):
        if value is not None and not low <= value <= 25:
            raise bad_form(
                f"{path}.{name}", "NUMBER_TYPE_MAX", f"int value should be between {low} and 25."
            )
    if select["type"] != STRING_SELECT:
        return
    options = check_options(path, select, 25)
    if most is not None and most > len(options):
        raise bad_form(
            f"{path}.max_values",
            "BASE_TYPE_MAX",
            f"Must be at most the number of options, {len(options)}.",
        )


def check_options(path: str, holder: Json, most: int) -> list[Json]:
    options = count(f"{path}.options", holder.get("options"), most, 1)
    seen: set[str] = set()
    for index, option in enumerate(options):
        here = f"{path}.options.{index}"
        text(f"{here}.label", option.get("label"), 100, 1)
        value = text(f"{here}.value", option.get("value"), 100, 1)
        if option.get("description") is not None:
            text(f"{here}.description", option["description"], 100)
        check_emoji(here, option.get("emoji"))
        if value in seen:
            raise bad_form(
                f"{here}.value",
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        seen.add(value)
    return options


def check_ids(components: list[Json]) -> None:
    """Custom ids are unique within a message or modal, and so are numeric ids."""
    custom: set[str] = set()
    numbers: set[int] = set()
    for path, component in walk(components):
        custom_id, number = component.get("custom_id"), component.get("id")
        if custom_id is not None and custom_id in custom:
            raise bad_form(
                f"{path}.custom_id",
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        if number and number in numbers:
            raise bad_form(
                f"{path}.id", "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated"
            )
        custom.add(custom_id or "")
        numbers.add(number or 0)


def check_layout(components: Any) -> None:
    """Components V2: at most 40 in all, 4,000 characters of text in all."""
    count("components", components, 40, 1)
    everything = list(walk(components))
    if len(everything) > 40:
        raise bad_form(
            "components",
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            "The total number of components exceeds the maximum of 40",
        )
    for index, component in enumerate(components):
        if component.get("type") not in _TOP:
            raise bad_form(
                f"components.{index}.type",
                "UNION_TYPE_CHOICES",
                f'Value of field "type" must be one of {_TOP}.',
            )
    written = 0
    for path, component in everything:
        check = _LAYOUT.get(component.get("type", 0))
        if check is not None:
            check(path, component)
        if component.get("type") == TEXT:
            written += len(component["content"])
    if written > 4000:
        raise bad_form(
            "components",
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            "The total displayable text size exceeds the maximum of 4000",
        )
    check_ids(components)


def _check_text(path: str, component: Json) -> None:
    text(f"{path}.content", component.get("content"), 4000, 1)


def _check_section(path: str, component: Json) -> None:
    for child in count(f"{path}.components", component.get("components"), 3, 1):
        if child.get("type") != TEXT:
            raise bad_form(f"{path}.components", "UNION_TYPE_CHOICES", "A section holds text.")
    accessory = component.get("accessory")
    if not isinstance(accessory, dict) or accessory.get("type") not in (BUTTON, THUMBNAIL):
        raise bad_form(f"{path}.accessory", "BASE_TYPE_REQUIRED", "This field is required")
    if accessory["type"] == BUTTON:
        check_button(f"{path}.accessory", accessory)


def _check_media(path: str, media: Any, description: Any) -> None:
    if not isinstance(media, dict) or not isinstance(media.get("url"), str):
        raise bad_form(f"{path}.media.url", "BASE_TYPE_REQUIRED", "This field is required")
    if description is not None:
        text(f"{path}.description", description, 1024)


def _check_thumbnail(path: str, component: Json) -> None:
    _check_media(path, component.get("media"), component.get("description"))


def _check_gallery(path: str, component: Json) -> None:
    for index, item in enumerate(count(f"{path}.items", component.get("items"), 10, 1)):
        _check_media(f"{path}.items.{index}", item.get("media"), item.get("description"))


def _check_file(path: str, component: Json) -> None:
    _check_media(path, component.get("file"), None)


def _check_container(path: str, component: Json) -> None:
    for index, child in enumerate(count(f"{path}.components", component.get("components"), 39, 1)):
        if child.get("type") not in (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR):
            raise bad_form(
                f"{path}.components.{index}.type",
                "UNION_TYPE_CHOICES",
                "This component cannot stand in a container.",
            )


def _nothing(path: str, component: Json) -> None:
    """A separator has nothing to get wrong."""


_LAYOUT: dict[int, Callable[[str, Json], None]] = {
    ROW: check_row,
    SECTION: _check_section,
    TEXT: _check_text,
    THUMBNAIL: _check_thumbnail,
    GALLERY: _check_gallery,
    FILE: _check_file,
    SEPARATOR: _nothing,
    CONTAINER: _check_container,
}


def check_modal(modal: Json) -> None:
    """A modal: a title, an id, one to five parts."""
    text("data.title", modal.get("title"), 45, 1)
    text("data.custom_id", modal.get("custom_id"), 100, 1)
    components = count("data.components", modal.get("components"), 5, 1)
    for path, component in walk(components, "data.components"):
        kind = component.get("type")
        if kind == LABEL:
            text(f"{path}.label", component.get("label"), 45, 1)
            if component.get("description") is not None:
                text(f"{path}.description", component["description"], 100)
        elif kind == TEXT_INPUT:
            _check_input(path, component)
        elif kind in SELECTS:
            check_select(path, component)
        elif kind in (RADIO, CHECKBOXES):
            text(f"{path}.custom_id", component.get("custom_id"), 100, 1)
            check_options(path, component, 10)
        elif kind == CHECKBOX:
            text(f"{path}.custom_id", component.get("custom_id"), 100, 1)
        elif kind not in (ROW, TEXT):
            raise bad_form(
                f"{path}.type", "UNION_TYPE_CHOICES", "This component cannot stand in a modal."
            )
    check_ids(components)


def _check_input(path: str, component: Json) -> None:
    text(f"{path}.custom_id", component.get("custom_id"), 100, 1)
    if component.get("label") is not None:
        text(f"{path}.label", component["label"], 45)
    if component.get("placeholder") is not None:
        text(f"{path}.placeholder", component["placeholder"], 100)
    if component.get("value") is not None:
        text(f"{path}.value", component["value"], 4000)
