"""The cog of every game that is refereed here."""

from bot.cogs.beer_brawl import BeerBrawl
from bot.cogs.brawl import Brawl
from bot.cogs.brawl_mart import BrawlMart
from bot.cogs.brawlhalla import Brawlhalla
from bot.cogs.bro_brawl import BroBrawl
from bot.cogs.game import GameCog, derived
from rules import registry

OWN: dict[str, type[GameCog]] = {
    cog.key: cog for cog in (BeerBrawl, Brawl, Brawlhalla, BroBrawl, BrawlMart)
}  # games whose commands do more than give an option


def game_cogs() -> list[type[GameCog]]:
    """A cog for each registered game: its own, or one that follows from its options alone."""
    return [OWN.get(key) or derived(key) for key in registry.KEYS]
