"""In real time a press is taken in the order in which it came, and answered directly."""

import asyncio
import logging

import discord

from bot.errors import NotPlaying
from bot.interactions.answers import Answers
from bot.interactions.live_panels import LivePanels
from bot.interactions.replies import reply
from bot.referee import TAKEN, Referee
from bot.table import Table, guard
from bot.ui import panels
from bot.ui.answer_buttons import asked
from bot.ui.brawl_real_time import LOOK, begins
from bot.ui.buttons import Lasting
from bot.ui.error_replies import sentence
from bot.ui.first_answer import alone, first_answer
from bot.ui.keys import parse
from bot.ui.rules import RuleButton, rule_button
from bot.ui.screen import WAY_ROW, join
from bot.ui.table_buttons import PostButton
from bot.ui.trouble import UNREACHED, passing, too_late
from bot.ui.words import named
from rules.brawl.play.tournament import CLOCKS
from rules.engine.errors import RulesError, Stale
from rules.engine.inputs import Answer, Elapsed
from rules.engine.play import Play
from rules.engine.text import lines

logger = logging.getLogger(__name__)
PATIENCE = 1.5  # seconds after which a press is acknowledged though its answer is not there yet
Taken = tuple[Table, str, RuleButton | None]  # the table, what is said, the rule of a refusal
TOLD = 3  # lines of what happened meanwhile
LATE = "⌛ Your time was up before this press: the referee acted for you."


class RealTimePresses:
    """Every press in every game where seconds count."""

    def __init__(self, referee: Referee, live: LivePanels, answers: Answers) -> None:
        """Take presses on behalf of a referee."""
        self.referee, self.live = referee, live
        self.starts, self.look = answers.starts, answers.look

    async def press(self, interaction: discord.Interaction, item: Lasting) -> None:
        """Take an act and show in the same breath where it led; only a slow one is deferred."""
        with self.live.busy(int(item.match["table"]), interaction):
            await self._press(interaction, item)

    async def _press(self, interaction: discord.Interaction, item: Lasting) -> None:
        table_id, seat, number = asked(item.match)
        wanted = item.match["what"] or item.chosen
        act = self._take(interaction, table_id, seat, number, wanted)
        taking = asyncio.ensure_future(act)
        if not await self.in_time(taking):
            await _acknowledge(interaction)
        table, note, rule = await taking
        TAKEN.set(not note and wanted != LOOK)
        try:
            await self._show(interaction, table, note, rule)
        except Exception as error:
            if passing(error) or too_late(error):
                self.live.owe(interaction, table, note)
            raise

    async def _show(
        self, interaction: discord.Interaction, table: Table, note: str, rule: RuleButton | None
    ) -> None:
        """Show where an act led, or why it was too late."""
        shown = panels.panel(table, interaction.user.id)
        if rule is not None and table.in_real_time:  # it stands where all the rules stood
            shown.items = [item for item in shown.items if not isinstance(item, PostButton)]
        buttons = shown.buttons(rule)
        kept = self.live.kept(interaction, table)
        content, unseen = (
            join(note, shown.words(pictured=pictured)) for pictured in (bool(kept), False)
        )
        first_answer(interaction).fresh = False  # in the panel pressed on, if it is still there
        at = await reply(interaction, content, buttons, kept, unseen=unseen)
        self.live.shown(interaction, table, shown, message=at, pictured=bool(kept))

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
        if wanted == LOOK:
            return await self.look(interaction, table_id), "", None
        table = self.referee.seen(table_id) or await self.look(interaction, table_id)
        if table.player_of(interaction.user.id) is None:
            table = await self.look(interaction, table_id)
        option = parse(table.game, wanted)
        try:
            if option is None:
                raise Stale(guard.OUTDATED)
            guard.holds(table, interaction.user.id, seat)
            if begins(table, seat, [option]):  # it is counted in this very panel, too
                await _acknowledge(interaction)
                self.live.shown(interaction, table, panels.panel(table, interaction.user.id))
            if note := await self.starts.before(table, seat, [option]):
                return await self.referee.look(table_id), note, None
            change = await self.referee.act(
                table_id, interaction.user.id, seat, number, [option], request=str(interaction.id)
            )
        except (RulesError, NotPlaying) as error:
            table = self.referee.seen(table_id) or await self.referee.look(table_id)
            news, late = await self.meanwhile(table, seat)
            said = [LATE if late and isinstance(error, Stale) else f"⚠️ {sentence(error)}"]
            said += [f"> {named(table, line)}" for line in news]
            return table, "\n".join(said), rule_button(error, WAY_ROW)
        return change.after, "", None

    async def meanwhile(self, table: Table, seat: int) -> tuple[list[str], bool]:
        """The latest of what everybody was told since a seat last acted; whether its time was up."""
        log = await self.referee.store.log(table)
        own = [
            at for at, given in enumerate(log) if isinstance(given, Answer) and given.seat == seat
        ]
        since = own[-1] + 1 if own else 0
        late = seat < len(CLOCKS) and Elapsed(CLOCKS[seat]) in log[since:]
        if since == len(log):
            return [], late
        play, _ = Play.start(table.game, table.variant, len(table.players), table.seed)
        said: list[str] = []
        for at, given in enumerate(log):
            try:
                told = play.do(given)
            except RulesError:  # begun under other rules: the game goes on, its log is not replayed
                return [], late
            if at >= since:
                said += lines(table.game, table.game.view(play.barrier, None), told, None)
        return said[-TOLD:], late


async def _acknowledge(interaction: discord.Interaction) -> None:
    """Say that a press has arrived; where that fails, what is being taken is taken all the same."""
    try:
        async with alone(interaction) as first:
            if not first.given:
                await interaction.response.defer()
    except UNREACHED as error:
        logger.warning("a press was not acknowledged: %s", error)
