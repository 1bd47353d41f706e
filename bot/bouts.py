"""Real-time BRAWL: a press is taken in the order in which it came, and answered directly."""

import asyncio
from typing import TYPE_CHECKING

import discord

from bot.errors import NotPlaying
from bot.report import sentence
from bot.sitting import Sitting
from bot.ui import panels
from bot.ui.bout import LOOK
from bot.ui.buttons import cut, view_of
from bot.ui.desk import CONTENT, answer
from bot.ui.narrowing import parse
from bot.ui.rules import RuleButton, rule_button
from rules import registry
from rules.engine import fairness
from rules.engine.errors import RulesError, Stale
from rules.engine.inputs import Answer
from rules.engine.play import Play
from rules.engine.text import lines

if TYPE_CHECKING:
    from bot.client import RefereeBot

PATIENCE = 1.5  # seconds after which a press is acknowledged though its answer is not there yet
Taken = tuple[Sitting, str, RuleButton | None]  # the table, what is said, the rule of a refusal
TOLD = 3  # lines of what happened meanwhile


class Bouts:
    """Every press in every bout."""

    def __init__(self, bot: "RefereeBot") -> None:
        """Take presses on behalf of a bot."""
        self.bot = bot
        self.game = registry.get("brawl")

    async def press(
        self, interaction: discord.Interaction, table_id: int, seat: int, number: int, wanted: str
    ) -> None:
        """Take an act and show in the same breath where it led; only a slow one is deferred."""
        taking = asyncio.ensure_future(self._take(interaction, table_id, seat, number, wanted))
        if not await self.in_time(taking):
            await interaction.response.defer()
        sitting, note, rule = await taking
        shown = panels.panel(sitting, interaction.user.id)
        buttons = shown.buttons(rule)
        content = f"{note}\n{shown.content}" if note else shown.content
        if interaction.response.is_done():
            await answer(interaction, content, buttons)
        else:
            await interaction.response.edit_message(
                content=cut(content, CONTENT),
                view=view_of(buttons) if buttons else None,
                attachments=[],
                allowed_mentions=discord.AllowedMentions.none(),
            )

    async def in_time(self, taking: "asyncio.Future[Taken]") -> bool:
        """Whether an answer is there before Discord gives up on the press."""
        done, _ = await asyncio.wait({taking}, timeout=PATIENCE)
        return bool(done)

    async def _take(
        self,
        interaction: discord.Interaction,
        table_id: int,
        seat: int,
        number: int,
        wanted: str,
    ) -> Taken:
        """The table after an act, or as it stands with the reason why the act came too late."""
        referee = self.bot.referee
        request = str(interaction.id)
        if wanted == LOOK:
            return await referee.look(table_id), "", None
        option = parse(self.game, wanted)
        try:
            if option is None:
                raise Stale("This panel was out of date.")
            acted = await referee.act(
                table_id, interaction.user.id, seat, number, [option], request=request
            )
        except (RulesError, NotPlaying) as error:
            sitting = await referee.look(table_id)
            said = [f"⚠️ {sentence(error)}"]
            said += [f"> {line}" for line in await self.meanwhile(sitting, seat)]
            return sitting, "\n".join(said), rule_button(error, panels.WAY_ROW)
        return acted.sitting, "", None

    async def meanwhile(self, sitting: Sitting, seat: int) -> list[str]:
        """The latest of what everybody was told since a seat last acted."""
        log = await self.bot.store.log(sitting)
        own = [
            at for at, given in enumerate(log) if isinstance(given, Answer) and given.seat == seat
        ]
        since = own[-1] + 1 if own else 0
        if since == len(log):
            return []
        seed = fairness.seed(sitting.secret, sitting.ids)
        play, _ = Play.start(sitting.game, sitting.variant, len(sitting.players), seed)
        said: list[str] = []
        for at, given in enumerate(log):
            try:
                told = play.do(given)
            except RulesError:  # begun under other rules: the game goes on, its log is not replayed
                return []
            if at >= since:
                said += lines(sitting.game, sitting.game.view(play.barrier, None), told, None)
        return said[-TOLD:]
