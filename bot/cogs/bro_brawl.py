"""What Bro Brawl's commands add to its verbs: buying and paying in one go."""

import discord
from discord import app_commands

from bot.cogs.caller import Caller
from bot.cogs.game import GameCog
from bot.cogs.reading import lists_of, options_of
from bot.cogs.typed import Choices, given
from rules.bro_brawl.state import Purchase
from rules.engine.errors import RulesError
from rules.engine.state import Option


class BroBrawl(GameCog):
    """The commands of Bro Brawl."""

    key = "bro_brawl"
    instead = (Purchase,)

    @app_commands.command(name="buy")
    @app_commands.describe(
        upgrade="An upgrade in the Battle Zone",
        use="Use a health pack at once",
        kills="What you pay with, such as: Scamp A, Trooper B; without it you are asked",
    )
    async def buy(
        self,
        interaction: discord.Interaction,
        upgrade: str,
        use: bool = False,
        kills: str | None = None,
    ) -> None:
        """Buy an upgrade with your bro's kills."""

        def read(caller: Caller) -> list[Option]:
            bought = Purchase(caller.read(Purchase, "upgrade", upgrade), use)
            return [bought, *self._paid(caller, bought, kills)] if kills else [bought]

        await self.take(interaction, read)

    def _paid(self, caller: Caller, bought: Purchase, kills: str) -> list[Option]:
        try:
            here = caller.after([bought])
        except RulesError:  # the referee says why nothing is bought
            return []
        return options_of(self.verbs["pay"], here, {"kills": kills})

    @buy.autocomplete("upgrade")
    async def _upgrade(self, interaction: discord.Interaction, current: str) -> Choices:
        use = bool(given(interaction).get("use"))
        return await self.complete(
            interaction,
            current,
            lambda c: c.words("upgrade", [o for o in c.of(Purchase) if o.use == use]),
        )

    @buy.autocomplete("kills")
    async def _kills(self, interaction: discord.Interaction, current: str) -> Choices:
        others = given(interaction)

        def words(caller: Caller) -> list[str]:
            card = caller.read(Purchase, "upgrade", str(others.get("upgrade", "")))
            here = caller.after([Purchase(card, bool(others.get("use")))])
            return lists_of(self.verbs["pay"], here, "kills", {}, current)

        return await self.complete(interaction, "", words)
