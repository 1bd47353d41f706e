"""Answers to interactions, by the token in the path."""

from __future__ import annotations

from bot.local.rest import Call, Rest, route
from bot.local.storage import Json


@route("POST", "interactions/{interaction}/{token}/callback", open_to_all=True)
def callback(rest: Rest, call: Call) -> Json | None:
    result = rest.interactions.callback(
        call.path["interaction"], call.path["token"], call.data, call.uploads
    )
    return result if call.query.get("with_response", "").lower() in ("1", "true") else None


_WEBHOOK = "webhooks/{application}/{token}"


@route("POST", _WEBHOOK, open_to_all=True)
def follow_up(rest: Rest, call: Call) -> Json:
    found = rest.interactions.by_token(call.path["application"], call.path["token"])
    return rest.interactions.follow_up(found, call.data, call.uploads)


@route("GET", _WEBHOOK + "/messages/{message}", open_to_all=True)
def webhook_message(rest: Rest, call: Call) -> Json:
    found = rest.interactions.by_token(call.path["application"], call.path["token"])
    return rest.interactions.message_of(found, call.path["message"])[0]


@route("PATCH", _WEBHOOK + "/messages/{message}", open_to_all=True)
def edit_webhook_message(rest: Rest, call: Call) -> Json:
    found = rest.interactions.by_token(call.path["application"], call.path["token"])
    return rest.interactions.edit(found, call.path["message"], call.data, call.uploads)


@route("DELETE", _WEBHOOK + "/messages/{message}", open_to_all=True)
def delete_webhook_message(rest: Rest, call: Call) -> None:
    found = rest.interactions.by_token(call.path["application"], call.path["token"])
    rest.interactions.delete(found, call.path["message"])
