"""The cog of every game that is refereed here."""

from bot.cogs.base import GameCog, derived
from bot.cogs.beer_brawl import BeerBrawl
from bot.cogs.brawl import Brawl
from bot.cogs.brawl_mart import BrawlMart
from bot.cogs.bro_brawl import BroBrawl
from rules import registry

OWN: tuple[type[GameCog], ...] = (
    BeerBrawl,
    Brawl,
    BroBrawl,
    BrawlMart,
)  # games with more than what their options say
WRITTEN = ("brawlhalla",)


def game_cogs() -> list[type[GameCog]]:
    """A cog for each registered game: its own, or one that follows from its options alone."""
    own = {cog.key: cog for cog in OWN}
    return [own.get(key) or derived(key) for key in registry.KEYS if key not in WRITTEN]
