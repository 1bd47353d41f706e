"""What commands use of the bot that they belong to."""

from typing import Protocol

from bot.interactions.answers import Answers
from bot.interactions.digest import Digest
from bot.interactions.find import Find
from bot.interactions.house_rules import HouseRules
from bot.interactions.inbox import Inbox
from bot.interactions.lobby import Lobby
from bot.interactions.own_data import OwnData
from bot.interactions.plans import Plans
from bot.interactions.proposals import Proposals
from bot.interactions.reaching import Reaching
from bot.interactions.seats import Seats
from bot.interactions.server import Server
from bot.interactions.table_menu import TableMenu
from bot.posting.poster import Poster
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
    poster: Poster
    answers: Answers
    table_menu: TableMenu
    lobby: Lobby
    inbox: Inbox
    find: Find
    seats: Seats
    proposals: Proposals
    reaching: Reaching
    house: HouseRules
    own_data: OwnData
    server: Server
    digest: Digest
    plans: Plans
