"""The one path that every action takes: lock, load, rules, one transaction, then the posts."""

from bot.referee.actions import GameActions
from bot.referee.consent import Consent
from bot.referee.lobbies import Lobbies, scope, variant_of
from bot.referee.looking import LONGEST_NOTE, Looking
from bot.referee.path import TAKEN, Waker, utc_now
from bot.referee.seats import SeatChanges
from bot.referee.timekeeping import Timekeeping


class Referee(Lobbies, GameActions, SeatChanges, Consent, Timekeeping, Looking):
    """Nothing else changes a table; errors are a `BotError` or a `RulesError` to be read."""


__all__ = ["LONGEST_NOTE", "TAKEN", "Referee", "Waker", "scope", "utc_now", "variant_of"]
