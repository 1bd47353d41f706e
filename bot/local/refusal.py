"""Discord's refusals: HTTP status, error code, words."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec


class Kind(NamedTuple):
    status: int
    code: int
    message: str


RATE_LIMITED = Kind(429, 0, "You are being rate limited.")
UNAUTHORIZED = Kind(401, 0, "401: Unauthorized")
NOT_FOUND = Kind(404, 0, "404: Not Found")
UNKNOWN_CHANNEL = Kind(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = Kind(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = Kind(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = Kind(404, 10008, "Unknown Message")
UNKNOWN_USER = Kind(404, 10013, "Unknown User")
UNKNOWN_WEBHOOK = Kind(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = Kind(404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = Kind(404, 10063, "Unknown application command")
TOO_MANY_COMMANDS = Kind(400, 30032, "Maximum number of application commands reached (100)")
OLD_EDITS = Kind(
    429,
    30046,
    "Maximum number of edits to messages older than 1 hour reached. Try again later.",
)
DMS_TOO_FAST = Kind(403, 40003, "You are opening direct messages too fast.")
TOO_LARGE = Kind(413, 40005, "Request entity too large")
TOO_MANY_FOLLOW_UPS = Kind(
    400, 40094, "This interaction has hit the maximum number of follow up messages"
)
ALREADY_ANSWERED = Kind(400, 40060, "Interaction has already been acknowledged.")
TAG_REQUIRED = Kind(400, 40067, "A tag is required to create a forum post in this channel")
MISSING_ACCESS = Kind(403, 50001, "Missing Access")
NOT_YOURS = Kind(403, 50005, "Cannot edit a message authored by another user")
EMPTY = Kind(400, 50006, "Cannot send an empty message")
DMS_CLOSED = Kind(403, 50007, "Cannot send messages to this user")
NOT_TEXT = Kind(400, 50008, "Cannot send messages in a non-text channel")
MISSING_PERMISSIONS = Kind(403, 50013, "Missing Permissions")
TOKEN_EXPIRED = Kind(401, 50027, "Invalid Webhook Token")
INVALID_RECIPIENT = Kind(400, 50033, "Invalid Recipient(s)")
BULK_TOO_OLD = Kind(400, 50034, "You can only bulk delete messages that are under 14 days old.")
INVALID_FORM = Kind(400, 50035, "Invalid Form Body")
WRONG_CHANNEL = Kind(400, 50024, "Cannot execute action on this channel type")
SYSTEM_MESSAGE = Kind(403, 50021, "Cannot execute action on a system message")
THREAD_ARCHIVED = Kind(400, 50083, "Thread is archived")
ANSWER_IN_ARCHIVED = Kind(403, 50083, "Thread is archived")
INVALID_JSON = Kind(400, 50109, "The request body contains invalid JSON.")
THREAD_EXISTS = Kind(400, 160004, "A thread has already been created for this message")
THREAD_LOCKED = Kind(403, 160005, "Thread is locked")
NO_UPLOADS = Kind(403, 400001, "Access to file uploads has been limited for this guild")

# What a value of the wrong kind ends in, wherever no check has named it before.
SENSELESS = (
    TypeError,
    ValueError,
    AttributeError,
    LookupError,
    OverflowError,
    msgspec.DecodeError,
)


class Refusal(Exception):
    """An answer that says no, as Discord says it."""

    def __init__(
        self,
        kind: Kind,
        errors: dict[str, Any] | None = None,
        retry_after: float | None = None,
        *,
        everywhere: bool = False,
    ) -> None:
        super().__init__(kind.message)
        self.kind = kind
        self.errors = errors
        self.retry_after = retry_after
        self.everywhere = everywhere  # a 429 of all routes together

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"message": self.kind.message, "code": self.kind.code}
        if self.errors is not None:
            body["errors"] = self.errors
        if self.retry_after is not None:
            body |= {"retry_after": self.retry_after, "global": self.everywhere}
        return body


def bad_form(path: str, code: str, message: str) -> Refusal:
    """A 50035 that names the field, `components.0.components.1.custom_id`."""
    errors: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}
    for part in reversed(path.split(".")):
        errors = {part: errors}
    return Refusal(INVALID_FORM, errors)
