"""What Beer Brawl's commands add to its verbs: whole paths, and a re-armament in one go."""

from typing import Any, Literal

import discord
from discord import app_commands

from bot.cogs.caller import Caller, longer
from bot.cogs.game import GameCog
from bot.cogs.typed import Choices, Unclear, echo, given, steps_in
from rules.beer_brawl.content import FILES, NAMES, RANKS, square_label
from rules.beer_brawl.state import Done, Fight, Give, Lead, Rearm, Step, Take
from rules.engine.state import Option

WAYS = {
    **dict.fromkeys(("up", "u", "↑", "north", "n"), (0, 1)),
    **dict.fromkeys(("down", "d", "↓", "south", "s"), (0, -1)),
    **dict.fromkeys(("left", "l", "←", "west", "w"), (-1, 0)),
    **dict.fromkeys(("right", "r", "→", "east", "e"), (1, 0)),
}
LEADER = "Only where nobody can move: who acts"


class BeerBrawl(GameCog):
    """The commands of Beer Brawl."""

    key = "beer_brawl"
    instead = (Step,)

    @app_commands.command(name="tiles")
    async def tiles(self, interaction: discord.Interaction) -> None:
        """Look at your tiles: nobody else sees them."""
        await self.show_hand(interaction)

    @app_commands.command(name="move")
    @app_commands.describe(
        adventurer="One of your adventurers", path="Steps such as: up up left, or: B3 B4"
    )
    async def move(self, interaction: discord.Interaction, adventurer: str, path: str) -> None:
        """Move an adventurer along a path, step by step."""
        await self.take(interaction, lambda c: steps_of(c, _adventurer(c, adventurer), path))

    @app_commands.command(name="fight")
    @app_commands.describe(target="An enemy next to your adventurer", adventurer=LEADER)
    async def fight(
        self, interaction: discord.Interaction, target: str, adventurer: str | None = None
    ) -> None:
        """Attack an adjacent enemy."""
        await self.take(
            interaction, lambda c: [*_lead(c, adventurer), Fight(c.read(Fight, "target", target))]
        )

    @app_commands.command(name="rearm")
    @app_commands.describe(
        action="Give armor, take armor, or only pretend to",
        friend="A friend next to your adventurer",
        count="How many pieces",
        adventurer=LEADER,
    )
    async def rearm(
        self,
        interaction: discord.Interaction,
        action: Literal["give", "take", "bluff"],
        friend: str | None = None,
        count: app_commands.Range[int, 1, 12] = 1,
        adventurer: str | None = None,
    ) -> None:
        """Re-arm with an adjacent friend; others see only that you did."""
        moves: dict[str, list[Option]] = {"give": [Give()], "take": [Take()], "bluff": []}

        def read(caller: Caller) -> list[Option]:
            if not friend and not caller.of(Done):
                raise Unclear("Name the friend to re-arm with.")
            beside = [Rearm(caller.read(Rearm, "friend", friend))] if friend else []
            return [*_lead(caller, adventurer), *beside, *moves[action] * count, Done()]

        await self.take(interaction, read)

    # -- what can be typed

    @move.autocomplete("adventurer")
    async def _mover(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self.complete(
            interaction, current, lambda c: c.words("adventurer", c.of(Step))
        )

    @move.autocomplete("path")
    async def _path(self, interaction: discord.Interaction, current: str) -> Choices:
        mover = given(interaction).get("adventurer")
        return await self.complete(interaction, "", lambda c: _paths(c, str(mover or ""), current))

    @fight.autocomplete("target")
    async def _target(self, interaction: discord.Interaction, current: str) -> Choices:
        leader = given(interaction).get("adventurer")
        return await self.complete(
            interaction, current, lambda c: c.words("target", _led(c, leader, Fight))
        )

    @rearm.autocomplete("friend")
    async def _friend(self, interaction: discord.Interaction, current: str) -> Choices:
        leader = given(interaction).get("adventurer")
        return await self.complete(
            interaction, current, lambda c: c.words("friend", _led(c, leader, Rearm))
        )

    @fight.autocomplete("adventurer")
    @rearm.autocomplete("adventurer")
    async def _leader(self, interaction: discord.Interaction, current: str) -> Choices:
        return await self.complete(
            interaction, current, lambda c: c.words("adventurer", c.of(Lead))
        )


# -- words to things


def _adventurer(caller: Caller, word: str) -> int:
    found: int = caller.read(Step, "adventurer", word)
    return found


def _lead(caller: Caller, word: str | None) -> list[Option]:
    return [Lead(caller.read(Lead, "adventurer", word))] if word else []


def steps_of(caller: Caller, mover: int, path: str) -> list[Option]:
    """The single steps of a path, given by directions or by squares."""
    board = caller.view.board
    at = next((s for s, held in enumerate(board) if held and held.adventurer == mover), None)
    if at is None:
        raise Unclear(f"{NAMES[mover]} does not stand on the board.")
    words = steps_in(path)
    if not words:
        raise Unclear("A path needs at least one step, such as `up` or `B3`.")
    if words[0].upper() == square_label(at):
        words = words[1:]
    steps: list[Option] = []
    for word in words:
        at = _next(caller, at, word)
        steps.append(Step(mover, at))
    if not steps:
        raise Unclear(f"{NAMES[mover]} stands there already.")
    return steps


def _next(caller: Caller, at: int, word: str) -> int:
    way = WAYS.get(word.casefold())
    if way is None:
        square: int = caller.read(Step, "square", word)
        return square
    rank, file = divmod(at, FILES)
    file, rank = file + way[0], rank + way[1]
    if not (0 <= file < FILES and 0 <= rank < RANKS):
        raise Unclear(
            f"From {square_label(at)} there is no going {echo(word)}: the board ends there."
        )
    return rank * FILES + file


# -- what is still legal


def _led(caller: Caller, leader: object, kind: type[Option]) -> list[Any]:
    """The options of a verb, also those that are open once somebody leads."""
    found = caller.of(kind)
    if found or not isinstance(leader, str):
        return found
    return caller.after(_lead(caller, leader)).of(kind)


def _paths(caller: Caller, word: str, current: str) -> list[str]:
    """The typed path and each step that could follow it."""
    mover = _adventurer(caller, word)
    return longer(
        caller,
        " ".join(steps_in(current)),
        lambda typed: steps_of(caller, mover, typed) if typed else [],
        lambda here: here.words("square", [o for o in here.of(Step) if o.adventurer == mover]),
        joint=" ",
    )
