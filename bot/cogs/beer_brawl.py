"""Beer Brawl by commands; each of them is a button of its panel, too."""

import re
from collections.abc import Iterable
from typing import Any, Literal

import discord
from discord import app_commands

from bot.cogs.game import (
    LEVEL_CHOICES,
    PACE_CHOICES,
    Caller,
    GameCog,
    Unclear,
    cut,
    named,
    pace_of,
)
from bot.ui.desk import defer
from rules.beer_brawl.content import FILES, RANKS, SQUARES, square_label
from rules.beer_brawl.state import (
    Done,
    Fight,
    Give,
    Lead,
    Pass,
    Present,
    Ready,
    Rearm,
    Reroll,
    Revive,
    Scatter,
    Step,
    Stop,
    Take,
    Token,
)
from rules.beer_brawl.view import PIECES, Piece, View
from rules.engine.errors import RulesError
from rules.engine.state import Option

LABELS = {square_label(square): square for square in range(SQUARES)}
WAYS = {
    **dict.fromkeys(("up", "u", "↑", "north", "n"), (0, 1)),
    **dict.fromkeys(("down", "d", "↓", "south", "s"), (0, -1)),
    **dict.fromkeys(("left", "l", "←", "west", "w"), (-1, 0)),
    **dict.fromkeys(("right", "r", "→", "east", "e"), (1, 0)),
}
BETWEEN = re.compile(r"[\s,;>]+")
LONGEST = 30  # words of a path that are looked at


@app_commands.guild_only()
class BeerBrawl(GameCog):
    """The commands of Beer Brawl."""

    key = "beer_brawl"
    beer_brawl = app_commands.Group(
        name="beer-brawl", description="Beer Brawl, for two players", guild_only=True
    )

    # -- a table

    @beer_brawl.command(name="new")
    @app_commands.choices(computer=LEVEL_CHOICES)
    @app_commands.choices(pace=PACE_CHOICES)
    @app_commands.describe(
        opponent="Who is invited to play against you",
        computer="Play against a computer of this strength",
        draft="counted: a number of rerolls; timed: a shared clock",
        seconds="How long a timed draft lasts",
        rerolls="How many rerolls each player has in a counted draft",
        adventurers="How many adventurers each player has",
        many_actions="Several fights and re-armaments in one turn",
        revival="The fallen may wake up again",
        terrain="Players place lakes and rough ground first",
        tokens="How many terrain tokens each player places",
        pace="How long each turn may take",
    )
    async def new(
        self,
        interaction: discord.Interaction,
        opponent: discord.Member | None = None,
        computer: str | None = None,
        draft: Literal["counted", "timed"] | None = None,
        seconds: app_commands.Range[int, 30, 86_400] | None = None,
        rerolls: app_commands.Range[int, 0, 200] | None = None,
        adventurers: app_commands.Range[int, 6, 9] | None = None,
        many_actions: bool | None = None,
        revival: bool | None = None,
        terrain: bool | None = None,
        tokens: app_commands.Range[int, 1, 3] | None = None,
        pace: int | None = None,
    ) -> None:
        """Open a table for a game of Beer Brawl in this channel."""
        given: dict[str, object] = {
            "draft": draft,
            "seconds": seconds,
            "rerolls": rerolls,
            "adventurers": adventurers,
            "many_actions": many_actions,
            "revival": revival,
            "terrain": terrain,
            "tokens": tokens,
        }
        await self.bot.lobby.open(
            interaction,
            self.key,
            {name: value for name, value in given.items() if value is not None},
            opponents=[opponent] if opponent else [],
            computer=computer,  # type: ignore[arg-type]
            pace=pace_of(pace),
        )

    # -- before the draft

    @beer_brawl.command(name="here")
    async def here(self, interaction: discord.Interaction) -> None:
        """Say that you are at the table, so that a timed draft can begin."""
        await self.only(interaction, Present())

    @beer_brawl.command(name="terrain")
    @app_commands.describe(kind="Lake or rough ground", square="A square such as C4")
    async def terrain(
        self, interaction: discord.Interaction, kind: Literal["lake", "rough"], square: str
    ) -> None:
        """Place a terrain token."""
        await self.only(interaction, Token(kind, square_of(square)))

    # -- the draft

    @beer_brawl.command(name="reroll")
    async def reroll(self, interaction: discord.Interaction) -> None:
        """Roll every tile of your cluster again."""
        await self.only(interaction, Reroll())

    @beer_brawl.command(name="ready")
    @app_commands.describe(tile="One of your tiles", square="A square of your home such as B2")
    async def ready(self, interaction: discord.Interaction, tile: str, square: str) -> None:
        """Set a tile ready, for good, on a square of your home."""
        await self.only(interaction, Ready(piece_of(tile).adventurer, square_of(square)))

    @beer_brawl.command(name="scatter")
    async def scatter(self, interaction: discord.Interaction) -> None:
        """Have the referee place your remaining tiles at random."""
        await self.only(interaction, Scatter())

    @beer_brawl.command(name="tiles")
    async def tiles(self, interaction: discord.Interaction) -> None:
        """Look at your tiles: nobody else sees them."""
        await defer(interaction)
        sitting = await self.bot.desk.table_here(interaction, None)
        await self.bot.desk.hand(interaction, sitting.id)

    # -- a turn

    @beer_brawl.command(name="move")
    @app_commands.describe(
        adventurer="One of your adventurers", path="Steps such as: up up left, or: B3 B4"
    )
    async def move(self, interaction: discord.Interaction, adventurer: str, path: str) -> None:
        """Move an adventurer along a path, step by step."""
        await defer(interaction)
        caller = await self.caller(interaction)
        steps = steps_of(caller.view, piece_of(adventurer), path)
        await self.act(interaction, caller, steps)

    @beer_brawl.command(name="fight")
    @app_commands.describe(
        target="An enemy next to your adventurer",
        adventurer="Only where nobody can move: who fights",
    )
    async def fight(
        self, interaction: discord.Interaction, target: str, adventurer: str | None = None
    ) -> None:
        """Attack an adjacent enemy."""
        await defer(interaction)
        caller = await self.caller(interaction)
        lead: list[Option] = [Lead(piece_of(adventurer).adventurer)] if adventurer else []
        await self.act(interaction, caller, [*lead, Fight(piece_of(target).adventurer)])

    @beer_brawl.command(name="rearm")
    @app_commands.describe(
        action="Give armor, take armor, or only pretend to",
        friend="A friend next to your adventurer",
        count="How many pieces",
        adventurer="Only where nobody can move: who re-arms",
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
        await defer(interaction)
        caller = await self.caller(interaction)
        options: list[Option] = []
        if adventurer:
            options.append(Lead(piece_of(adventurer).adventurer))
        if friend:
            options.append(Rearm(piece_of(friend).adventurer))
        elif not caller.of(Done):
            raise Unclear("Name the friend to re-arm with.")
        transfer: dict[str, list[Option]] = {"give": [Give()], "take": [Take()], "bluff": []}
        await self.act(interaction, caller, [*options, *(transfer[action] * count), Done()])

    @beer_brawl.command(name="stop")
    async def stop(self, interaction: discord.Interaction) -> None:
        """End your turn."""
        await defer(interaction)
        caller = await self.caller(interaction)
        ways = caller.of(Done, Stop, Pass)
        await self.act(interaction, caller, ways[:1] or [Stop()])

    @beer_brawl.command(name="revive")
    @app_commands.describe(
        adventurer="One of yours that woke up", square="A square of your back rank such as C1"
    )
    async def revive(self, interaction: discord.Interaction, adventurer: str, square: str) -> None:
        """Put a woken adventurer back on the board instead of moving."""
        await self.only(interaction, Revive(piece_of(adventurer).adventurer, square_of(square)))

    # -- what can be typed

    @terrain.autocomplete("square")
    async def _terrain_square(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        kind = getattr(interaction.namespace, "kind", None)
        return await self.complete(
            interaction,
            current,
            lambda c: [square_label(o.square) for o in c.of(Token) if kind in (None, o.kind)],
        )

    @ready.autocomplete("tile")
    async def _ready_tile(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self.complete(
            interaction, current, lambda c: _names(o.tile for o in c.of(Ready))
        )

    @ready.autocomplete("square")
    async def _ready_square(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        tile = _named(interaction, "tile")
        return await self.complete(
            interaction,
            current,
            lambda c: [square_label(o.square) for o in c.of(Ready) if tile in (None, o.tile)],
        )

    @move.autocomplete("adventurer")
    async def _move_adventurer(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self.complete(
            interaction, current, lambda c: _names(o.adventurer for o in c.of(Step))
        )

    @move.autocomplete("path")
    async def _move_path(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        mover = _named(interaction, "adventurer")
        if mover is None:
            return []
        words = await self.complete(interaction, "", lambda c: _paths(c, mover, current))
        return words

    @fight.autocomplete("target")
    async def _fight_target(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        lead = _named(interaction, "adventurer")
        return await self.complete(
            interaction, current, lambda c: _names(o.target for o in _after(c, lead, Fight))
        )

    @rearm.autocomplete("friend")
    async def _rearm_friend(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        lead = _named(interaction, "adventurer")
        return await self.complete(
            interaction, current, lambda c: _names(o.friend for o in _after(c, lead, Rearm))
        )

    @fight.autocomplete("adventurer")
    @rearm.autocomplete("adventurer")
    async def _lead(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self.complete(
            interaction, current, lambda c: _names(o.adventurer for o in c.of(Lead))
        )

    @revive.autocomplete("adventurer")
    async def _revive_adventurer(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self.complete(
            interaction, current, lambda c: _names(o.adventurer for o in c.of(Revive))
        )

    @revive.autocomplete("square")
    async def _revive_square(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        woken = _named(interaction, "adventurer")
        return await self.complete(
            interaction,
            current,
            lambda c: [
                square_label(o.square) for o in c.of(Revive) if woken in (None, o.adventurer)
            ],
        )


# -- words to things


def piece_of(text: str) -> Piece:
    """The adventurer of a name or a mark."""
    wanted = text.strip().casefold()
    for piece in PIECES:
        if wanted in (piece.name.casefold(), piece.mark.casefold()):
            return piece
    raise Unclear(f"There is no adventurer called “{cut(text)}”.")


def square_of(text: str) -> int:
    """The square of a label such as B3."""
    square = LABELS.get(text.strip().upper())
    if square is None:
        raise Unclear(f"“{cut(text)}” is no square: squares are called A1 to E8.")
    return square


def steps_of(view: View, piece: Piece, path: str) -> list[Step]:
    """The single steps of a path, given by directions or by squares."""
    at = next((square for square, held in enumerate(view.board) if held == piece), None)
    if at is None:
        raise Unclear(f"{piece.name} does not stand on the board.")
    words = [word for word in BETWEEN.split(path.strip()) if word]
    if not words:
        raise Unclear("A path needs at least one step, such as `up` or `B3`.")
    if len(words) > LONGEST:
        raise Unclear("That path is longer than anybody can walk.")
    if words[0].upper() == square_label(at):
        words = words[1:]
    steps = []
    for word in words:
        at = _next(at, word)
        steps.append(Step(piece.adventurer, at))
    if not steps:
        raise Unclear(f"{piece.name} stands there already.")
    return steps


def _next(at: int, word: str) -> int:
    way = WAYS.get(word.casefold())
    if way is None:
        return square_of(word)
    rank, file = divmod(at, FILES)
    file, rank = file + way[0], rank + way[1]
    if not (0 <= file < FILES and 0 <= rank < RANKS):
        raise Unclear(
            f"From {square_label(at)} there is no going {cut(word)}: the board ends there."
        )
    return rank * FILES + file


# -- things to words


def _names(adventurers: Iterable[int]) -> list[str]:
    return [PIECES[number].name for number in adventurers]


def _named(interaction: discord.Interaction, argument: str) -> int | None:
    """The adventurer that another argument names by now."""
    return named(interaction, argument, lambda text: piece_of(text).adventurer)


def _after(caller: Caller, lead: int | None, kind: type[Option]) -> list[Any]:
    """The options of a verb, also those that are open once somebody leads."""
    found = caller.of(kind)
    if lead is None or found:
        return found
    return [option for option in caller.after([Lead(lead)]) if isinstance(option, kind)]


def _paths(caller: Caller, mover: int, current: str) -> list[str]:
    """The typed path and each step that could follow it."""
    typed = " ".join(word for word in BETWEEN.split(current.strip()) if word)
    for start in dict.fromkeys((typed, typed.rpartition(" ")[0])):
        try:
            steps = steps_of(caller.view, PIECES[mover], start) if start else []
            offered = caller.after(steps)
        except (Unclear, RulesError):
            continue
        nexts = [
            square_label(o.square) for o in offered if isinstance(o, Step) and o.adventurer == mover
        ]
        rest = typed[len(start) :].strip().upper()
        more = [f"{start} {label}".strip() for label in nexts if label.startswith(rest)]
        return [*([start] if start and not rest else []), *more]
    return []
