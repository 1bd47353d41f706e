"""What commands use of the bot that they belong to."""

from typing import Protocol

from bot.interactions.answers import Answers
from bot.interactions.lobby import Lobby
from bot.interactions.table_menu import TableMenu
from bot.referee import Referee
from bot.settings import Settings
from bot.store import Store
from bot.ui.pictures import Pictures


class Uses(Protocol):
    """A bot, as its commands know it."""

    settings: Settings
    store: Store
    referee: Referee
    pictures: Pictures
    answers: Answers
    table_menu: TableMenu
    lobby: Lobby
