"""What Discord's refusals mean: trouble that passes, a picture that it does not want."""

import aiohttp
import discord
import msgspec

OUTAGE = 500  # statuses from here on are Discord's own trouble
TOO_MANY = 429
TOO_LATE = (10062, 10015, 50027)  # Discord knows the interaction no more, or its token
GONE = 10008  # the message was dismissed, or taken away
RATIONED = 30046  # edits of old messages, of which there were too many
ANSWERED = 40060  # Discord has had a first answer: its word about that was lost
# Whatever a call to Discord may end in: a refusal, or a way that is cut.
UNREACHED = (discord.DiscordException, aiohttp.ClientError, OSError)
NO_FILES = (400001, 50013)  # no uploads in this server; or a right is missing, it may be that one


class _Said(msgspec.Struct):
    """What Discord says of a refusal."""

    code: int = 0


def code_of(error: BaseException) -> int:
    """Discord's code for a refusal; the library knows none where a proxy has made plain text of it."""
    if not isinstance(error, discord.HTTPException):
        return 0
    try:
        return error.code or msgspec.json.decode(error.text, type=_Said).code
    except msgspec.DecodeError:
        return 0


def passing(error: BaseException) -> bool:
    """Whether Discord, or the way to it, is in trouble that will pass.

    Whatever has no code of Discord's comes from those who guard its gates.
    """
    if isinstance(error, discord.Forbidden | discord.NotFound):
        return code_of(error) == 0
    if isinstance(error, discord.HTTPException):
        return error.status >= OUTAGE or error.status == TOO_MANY
    return isinstance(error, OSError | aiohttp.ClientError | TimeoutError | discord.RateLimited)


def rationed(error: BaseException) -> bool:
    """Whether Discord has had enough of edits of old messages; or lets one of them wait for long."""
    if isinstance(error, discord.HTTPException):
        return code_of(error) == RATIONED
    return isinstance(error, TimeoutError)


def too_late(error: BaseException) -> bool:
    """Whether Discord has given up waiting for an answer."""
    return code_of(error) in TOO_LATE


def gone(error: BaseException) -> bool:
    """Whether the message is no more that was to be changed."""
    return code_of(error) == GONE


def answered(error: BaseException) -> bool:
    """Whether Discord has the answer already that it was to be given."""
    return code_of(error) == ANSWERED


def for_its_file(error: discord.Forbidden) -> bool:
    """Whether a message may have been refused for its picture alone."""
    return code_of(error) in NO_FILES
