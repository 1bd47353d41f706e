"""What the referee cannot do for somebody, in words that they read."""


class BotError(Exception):
    """Anything declined at the table; nothing was changed, and the text is for the player."""


class BadSettings(BotError):
    """A setting that is missing or malformed, named in one line each."""


class NoTable(BotError):
    """There is no such table."""


class ChannelTaken(BotError):
    """A channel holds one live table at a time."""


class NotSeated(BotError):
    """Somebody who does not sit where they reached for."""


class NotAllowed(BotError):
    """Something that is for others to do."""


class NotInLobby(BotError):
    """Something that can only be done before the game begins."""


class NotPlaying(BotError):
    """Something that needs a game in play."""


class NotOver(BotError):
    """Something that would give secrets away while the game is on."""


class OtherRules(BotError):
    """A replay of a game that began by other rules than today's."""


class NoRoom(BotError):
    """No seat is free, or too few are taken."""


class AlreadySeated(BotError):
    """Somebody who sits here already."""


class BadPace(BotError):
    """A time per turn that cannot be had."""


class Busy(BotError):
    """The table changed too often at the same moment; trying again helps."""


class Damaged(BotError):
    """A table that cannot be read, not even from its log."""
