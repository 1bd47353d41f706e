"""Beer Brawl as plain data: options, frames, answers, events, state."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from rules.engine.state import Event, Frame, Option, State, Variant


class BeerBrawlVariant(Variant, frozen=True, kw_only=True):
    """The options of a game of Beer Brawl."""

    draft: Literal["counted", "timed"] = "counted"
    seconds: Annotated[int, Meta(ge=30, le=86_400)] = 60  # of a timed draft
    rerolls: Annotated[int, Meta(ge=0, le=200)] = 20  # of each player in a counted draft
    adventurers: Annotated[int, Meta(ge=6, le=9)] = 6  # of each player
    many_actions: bool = False
    revival: bool = False
    terrain: bool = False
    tokens: Annotated[int, Meta(ge=1, le=3)] = 1  # of each player, where there is terrain


# -- what is being done


class Terrain(Frame, kw_only=True):
    """Tokens are placed before the draft."""

    placed: int = 0


class Draft(Frame, kw_only=True):
    """Both players roll, set ready and place in secret."""

    present: list[int] = []  # seats that said they are at the table
    over: bool = False  # the clock has run out: no more rerolls
    scattered: list[int] = []  # seats that come after the other: the referee had to place for them


class Turn(Frame, kw_only=True):
    """One player's turn."""

    seat: int
    mover: int = -1  # the adventurer that moved, was revived or leads
    start: int = -1  # the square it started from; none where it was revived
    spent: int = 0  # moves used
    fixed: bool = False  # it moves no further
    fought: bool = False
    rearmed: list[int] = []  # friends it has re-armed with


class Rearming(Frame, kw_only=True):
    """Two friends are attached; armor goes to and fro."""

    seat: int
    mover: int
    friend: int
    tries: int = 0


# -- what can be answered


class Token(Option, frozen=True):
    """Place a terrain token."""

    kind: Literal["lake", "rough"]
    square: int


class Present(Option, frozen=True):
    """Say that one is at the table."""


class Reroll(Option, frozen=True):
    """Roll every tile of the cluster again."""


class Ready(Option, frozen=True):
    """Set a tile ready, for good, on a square of one's home."""

    tile: int
    square: int


class Scatter(Option, frozen=True):
    """Have the referee place all that is left, as it lies, on random free home squares."""


class Step(Option, frozen=True):
    """Move an adventurer by one square."""

    adventurer: int
    square: int


class Revive(Option, frozen=True):
    """Put a woken adventurer back on the board."""

    adventurer: int
    square: int


class Lead(Option, frozen=True):
    """Where nobody can move: choose the adventurer that acts."""

    adventurer: int


class Fight(Option, frozen=True):
    """Attach to an enemy."""

    target: int


class Rearm(Option, frozen=True):
    """Attach to a friend."""

    friend: int


class Give(Option, frozen=True):
    """The adventurer that moved tries to give one piece of armor to its friend."""


class Take(Option, frozen=True):
    """The friend tries to give one piece of armor to the adventurer that moved."""


class Done(Option, frozen=True):
    """The two friends part."""


class Stop(Option, frozen=True):
    """End the turn."""


class Pass(Option, frozen=True):
    """Let the turn pass where nobody can move or fight."""


OPTIONS = (
    Token, Present, Reroll, Ready, Scatter, Step, Revive, Lead, Fight, Rearm, Give, Take, Done,
    Stop, Pass,
)  # fmt: skip


# -- what can be chosen in one go, for several answers


class Keep(Option, frozen=True):
    """Set a tile ready on the square that is its place in the formation."""

    tile: int


class Deploy(Option, frozen=True):
    """Set all that is left of the cluster ready, each tile on its place in the formation."""


class Walk(Option, frozen=True):
    """Go to a square by the cheapest path, and end the turn there."""

    adventurer: int
    square: int


class Assault(Option, frozen=True):
    """Go to a square beside an enemy by the cheapest path, and fight it from there."""

    adventurer: int
    target: int
    square: int


class Rally(Option, frozen=True):
    """Go to a square beside a friend by the cheapest path, and re-arm with it there."""

    adventurer: int
    friend: int
    square: int


class GiveArmor(Option, frozen=True):
    """Give so many pieces of armor to the friend, and part."""

    pieces: int


class TakeArmor(Option, frozen=True):
    """Take so many pieces of armor from the friend, and part."""

    pieces: int


SHORTCUTS = (Deploy, Keep, Walk, Assault, Rally, GiveArmor, TakeArmor)
COVERED = (Ready, Scatter, Step, Lead, Fight, Rearm, Give, Take)


# -- what is told

Beginning = Literal["first", "rerolls", "late", "coin"]  # why somebody takes the first turn (BB9)


class TokenPlaced(Event, frozen=True):
    """A player has changed the terrain."""

    seat: int
    kind: str
    square: int


class AtTable(Event, frozen=True):
    """A player is at the table."""

    seat: int


class DraftBegan(Event, frozen=True):
    """The clusters have been rolled; the clock runs where there is one."""

    seconds: int | None


class Rerolled(Event, frozen=True):
    """A cluster was rolled again; told to its owner alone."""

    seat: int
    left: int | None


class Placed(Event, frozen=True):
    """A tile was set ready on a square; in a counted draft its owner alone is told."""

    adventurer: int
    square: int


class ClockOver(Event, frozen=True):
    """The draft's clock has run out."""


class Finished(Event, frozen=True):
    """A player has placed every tile, or the referee had to."""

    reveal: ClassVar[bool] = True
    seat: int
    scattered: bool  # time ran out, and the referee placed the rest


class DraftOver(Event, frozen=True):
    """Both armies stand; who begins, by what, and the rerolls that each has used."""

    reveal: ClassVar[bool] = True
    first: int
    by: Beginning
    rerolls: tuple[int, ...]


class Woke(Event, frozen=True):
    """Adventurers have come to and wait beside the board."""

    seat: int
    adventurers: tuple[int, ...]


class Moved(Event, frozen=True):
    """An adventurer has moved; the path begins with the square it started from."""

    adventurer: int
    path: tuple[int, ...]


class Revived(Event, frozen=True):
    """A woken adventurer is back on the board."""

    adventurer: int
    square: int


class Fought(Event, frozen=True):
    """Two adventurers fought and one fell."""

    reveal: ClassVar[bool] = True
    attacker: int
    defender: int
    fallen: int


class Victor(Event, frozen=True):
    """The armor that is left to the winner of a fight; told to its owner alone."""

    adventurer: int
    armor: int
    foe: int = -1  # whom it beat; unknown to news of earlier releases
    hits: int = 0  # that it took


class Beaten(Event, frozen=True):
    """What armor the loser of a fight had worn, and lost; told to its owner alone."""

    adventurer: int
    foe: int
    armor: int  # it took one hit more


class Blows(Event, frozen=True):
    """A fight blow by blow; sealed, unless it ends the game."""

    reveal: ClassVar[bool] = True
    attacker: int
    defender: int
    stats: tuple[tuple[int, int, int], tuple[int, int, int]]  # STRENGTH, MAGIC, armor of the two
    blows: tuple[tuple[bool, int], ...]  # whether STRENGTH was used, and who was hit


class Rearmed(Event, frozen=True):
    """Two friends have re-armed, whatever came of it."""

    adventurer: int
    friend: int


class Transferred(Event, frozen=True):
    """A try to hand over armor; told to the owner alone."""

    giver: int
    taker: int
    worked: bool


class Passed(Event, frozen=True):
    """A turn has passed."""

    seat: int


EVENTS = (
    TokenPlaced, AtTable, DraftBegan, Rerolled, Placed, ClockOver, Finished, DraftOver, Woke, Moved,
    Revived, Fought, Victor, Beaten, Blows, Rearmed, Transferred, Passed,
)  # fmt: skip


# -- the game


class Clash(Struct, frozen=True):
    """A fight as everybody saw it: whom the last mover attacked, who fell, and on which square."""

    defender: int
    fallen: int
    square: int


class BeerBrawlState(State, kw_only=True):
    """A game of Beer Brawl; lists by adventurer hold Blue's at even places, Orange's at odd."""

    variant: BeerBrawlVariant
    frames: list[Terrain | Draft | Turn | Rearming]
    board: list[int]  # the adventurer on each square, EMPTY or LAKE
    rough: list[int] = []  # rough squares
    tiles: list[int]  # each adventurer's six faces, two bits each; -1 before the first roll
    armor: list[int]  # the pieces each wears now
    at: list[int]  # the square of each, or CLUSTER, FALLEN, WOKEN
    rerolls: list[int]  # used by each seat
    finished: list[int] = []  # seats that have placed every tile, in that order
    random_is_late: bool = False  # begun by rules version 2 or before: see `play.setup` (BB9)
    turn: int = 0  # turns begun, both players' counted
    quiet: int = 0  # turns in a row without combat
    mover: int = -1  # the adventurer that moved last
    path: list[int] = []  # the squares it went over, from where it started
    fights: list[Clash] = []  # that it has fought since it went
    # What everybody can work out from what was seen, for worlds that look the same:
    pace: list[int]  # the least speed that each must have
    wear: list[int]  # what is known of each one's armor: WHOLE, WORN or BARE
    beat: list[int]  # a bit for each adventurer that it has beaten


WHOLE, WORN, BARE = 0, 1, 2  # all of it, some of it perhaps, none of it
