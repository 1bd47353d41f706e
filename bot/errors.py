"""What the referee cannot do for somebody, in words that they read."""


class BotError(Exception):
    """Anything declined at the table; nothing was changed, and the text is for the player."""


class BadSettings(BotError):
    """A setting that is missing or malformed, named in one line each."""


NO_TABLE = "There is no such table here."


class NoDatabase(BotError):
    """A database that cannot be opened."""


class Unusable(NoDatabase):
    """A database that this program cannot read: damaged, or written by a later version."""


class NoTable(BotError):
    """There is no such table; the same words where there is one that is not to be seen."""

    def __init__(self, said: str = NO_TABLE) -> None:
        """Say so."""
        super().__init__(said)


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


class Resting(NotPlaying):
    """Something that must wait until a table that rests goes on."""


class NotOver(BotError):
    """Something that would give secrets away while the game is on."""


class OtherRules(BotError):
    """A replay of a game that began by other rules than today's."""


class TooFast(BotError):
    """More at once than one person, or one server, may ask for; told now and then, not each time."""


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

    def __init__(self, said: str, table_id: int = 0) -> None:
        """Name the table, so that it can be closed."""
        super().__init__(said)
        self.table_id = table_id
