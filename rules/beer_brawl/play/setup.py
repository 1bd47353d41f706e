"""Before the first turn: terrain, and the draft that both players make in secret."""

from collections.abc import Sequence

from rules.beer_brawl.content import (
    ARMOR,
    CLUSTER,
    EMPTY,
    HOME,
    LAKE,
    NAMES,
    NEAR,
    SQUARES,
    TILES,
    square_label,
)
from rules.beer_brawl.play.board import no_square
from rules.beer_brawl.state import (
    AtTable,
    BeerBrawlState,
    Beginning,
    ClockOver,
    Draft,
    DraftBegan,
    DraftOver,
    Finished,
    Placed,
    Present,
    Ready,
    Reroll,
    Rerolled,
    Scatter,
    Terrain,
    Token,
    TokenPlaced,
    Turn,
)
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

LAKES = tuple(Token("lake", square) for square in range(SQUARES))
ROUGH = tuple(Token("rough", square) for square in range(SQUARES))
READY = tuple(tuple(Ready(tile, square) for square in range(SQUARES)) for tile in range(len(NAMES)))
PRESENT, REROLL, SCATTER = Present(), Reroll(), Scatter()
BOTH = (0, 1)


# -- terrain (BB32)


class TerrainPhase(Phase[BeerBrawlState, Terrain]):
    """The players place their tokens in turn, Blue first."""

    def begin(self, r: Resolver[BeerBrawlState], f: Terrain) -> None:
        """Ask whose token is next, or go on to the draft."""
        if f.placed == 2 * r.s.variant.tokens:
            r.pop()
            r.push(Draft())
        else:
            r.ask(f.placed % 2, "terrain")

    def offer(self, s: BeerBrawlState, f: Terrain, seat: int) -> Sequence[Option]:
        """Rough goes on any square without a token; a lake must cut nothing off."""
        free = [square for square in range(SQUARES) if _untouched(s, square)]
        rough: list[Option] = [ROUGH[square] for square in free]
        return rough + [LAKES[square] for square in free if lake_fits(s, square)]

    def answer(self, r: Resolver[BeerBrawlState], f: Terrain, seat: int, option: Option) -> None:
        """Lay the token down."""
        assert isinstance(option, Token)
        s = r.s
        if option.kind == "lake":
            s.board[option.square] = LAKE
        else:
            s.rough = sorted([*s.rough, option.square])
        f.placed += 1
        r.tell(TokenPlaced(seat, option.kind, option.square))

    def why_not(self, s: BeerBrawlState, f: Terrain, seat: int, option: Option) -> Refused:
        """Why a token cannot lie there."""
        if not isinstance(option, Token):
            return Refused("BB32", "The terrain comes first: place a lake or a rough square.")
        if option.square not in range(SQUARES):
            return no_square()
        if option.kind not in ("lake", "rough"):
            return Refused("BB32", "A token is either a lake or rough ground.")
        name = square_label(option.square)
        if not _untouched(s, option.square):
            return Refused("BB32", f"{name} has a token already.")
        if not _roomy(s, option.square):
            return Refused("BB32", f"A lake on {name} would leave too little room for an army.")
        return Refused("BB32", f"A lake on {name} would cut a part of the board off.")


def _untouched(s: BeerBrawlState, square: int) -> bool:
    return s.board[square] == EMPTY and square not in s.rough


def lake_fits(s: BeerBrawlState, square: int) -> bool:
    """Whether a lake here leaves the land in one piece and each home roomy enough."""
    return _roomy(s, square) and _in_one_piece(s, square)


def _roomy(s: BeerBrawlState, lake: int) -> bool:
    return all(
        sum(s.board[square] != LAKE and square != lake for square in home) > s.variant.adventurers
        for home in HOME
    )


def _in_one_piece(s: BeerBrawlState, lake: int) -> bool:
    land = {square for square in range(SQUARES) if s.board[square] != LAKE and square != lake}
    reached = [min(land)]
    land.discard(reached[0])
    for square in reached:
        for near in NEAR[square]:
            if near in land:
                land.discard(near)
                reached.append(near)
    return not land


# -- the draft (BB5 to BB9)


class DraftPhase(Phase[BeerBrawlState, Draft]):
    """Both roll, set ready and place at once, each answer taken as it comes."""

    def begin(self, r: Resolver[BeerBrawlState], f: Draft) -> None:
        """A clock only starts when both are at the table."""
        f.step = "roll"
        if r.s.variant.draft == "timed":
            r.ask_each(BOTH, "present")

    def roll(self, r: Resolver[BeerBrawlState], f: Draft) -> None:
        """The opening roll is free."""
        variant = r.s.variant
        for seat in BOTH:
            roll_cluster(r, seat)
        seconds = variant.seconds if variant.draft == "timed" else None
        if seconds is not None:
            r.arm("draft", seconds)
        r.tell(DraftBegan(seconds))
        f.step = "over"
        r.ask_each(BOTH, "draft")

    def over(self, r: Resolver[BeerBrawlState], f: Draft) -> None:
        """Both armies stand: the first turn begins."""
        r.disarm("draft")
        first, by = _first(r, f)
        r.tell(DraftOver(first, by, tuple(r.s.rerolls)))
        r.pop()
        r.push(Turn(seat=first))

    def offer(self, s: BeerBrawlState, f: Draft, seat: int) -> Sequence[Option]:
        """Reroll while there is one left, or set any tile ready on any free home square."""
        if s.tiles[0] < 0:
            return [PRESENT]
        board, at = s.board, s.at
        free = [square for square in HOME[seat] if board[square] == EMPTY]
        options: list[Option] = [REROLL] if _may_reroll(s, f, seat) else []
        for p in range(seat, len(at), 2):
            if at[p] == CLUSTER:
                ready = READY[p]
                options += [ready[square] for square in free]
        options.append(SCATTER)
        return options

    def answer(self, r: Resolver[BeerBrawlState], f: Draft, seat: int, option: Option) -> None:
        """Carry out what one player does, unseen by the other where that is secret."""
        s = r.s
        match option:
            case Present():
                f.present.append(seat)
                r.tell(AtTable(seat))
                return
            case Reroll():
                s.rerolls[seat] += 1
                roll_cluster(r, seat)
                limited = s.variant.draft == "counted"
                left = s.variant.rerolls - s.rerolls[seat] if limited else None
                r.tell(Rerolled(seat, left), seat)
            case Ready(tile=tile, square=square):
                _place(r, seat, tile, square)
            case _:
                if r.late or s.random_is_late:
                    f.scattered.append(seat)
                _scatter(r, seat)
        if any(s.at[p] == CLUSTER for p in range(seat, len(s.at), 2)):
            r.ask_each((seat,), "draft")
        else:
            s.finished.append(seat)
            r.tell(Finished(seat, seat in f.scattered))

    def default(self, s: BeerBrawlState, f: Draft, seat: int) -> Option:
        """The referee places the rest for whoever lets the table's pace run out (BB7)."""
        return PRESENT if s.tiles[0] < 0 else SCATTER

    def elapsed(self, r: Resolver[BeerBrawlState], f: Draft, clock: str) -> None:
        """What is left is ready as it lies; its owner still places it (BB7)."""
        f.over = True
        r.tell(ClockOver())

    def why_not(self, s: BeerBrawlState, f: Draft, seat: int, option: Option) -> Refused:
        """Why that is not possible in the draft."""
        if s.tiles[0] < 0:
            return Refused("BB7", "The clock starts when both of you have said you are here.")
        match option:
            case Reroll() if f.over:
                return Refused(
                    "BB7", "The clock has run out: no more rerolls, place what you have."
                )
            case Reroll():
                return Refused("BB8", f"You have used all {s.variant.rerolls} rerolls.")
            case Ready(tile=tile, square=square):
                return _why_not_ready(s, seat, tile, square)
            case Present():
                return Refused("BB7", "You are at the table already: the draft is on.")
            case _:
                return Refused("BB5", "The draft comes first: set all your tiles ready.")


def roll_cluster(r: Resolver[BeerBrawlState], seat: int) -> None:
    """Roll every tile that is still in a seat's cluster; six fair faces each (BB2, BB5)."""
    s = r.s
    stream = f"rolls{seat}"
    for p in range(seat, len(s.at), 2):
        if s.at[p] == CLUSTER:
            tile = s.tiles[p] = r.below(stream, TILES)
            s.armor[p] = ARMOR[tile]


def _may_reroll(s: BeerBrawlState, f: Draft, seat: int) -> bool:
    if s.variant.draft == "timed":
        return not f.over
    return s.rerolls[seat] < s.variant.rerolls


def _place(r: Resolver[BeerBrawlState], seat: int, tile: int, square: int) -> None:
    s = r.s
    s.at[tile], s.board[square] = square, tile
    if s.variant.draft == "timed":
        r.tell(Placed(tile, square))
    else:
        r.tell(Placed(tile, square), seat)


def _scatter(r: Resolver[BeerBrawlState], seat: int) -> None:
    s = r.s
    free = [square for square in HOME[seat] if s.board[square] == EMPTY]
    r.shuffle(f"scatter{seat}", free)
    for p in range(seat, len(s.at), 2):
        if s.at[p] == CLUSTER:
            _place(r, seat, p, free.pop())


def _first(r: Resolver[BeerBrawlState], f: Draft) -> tuple[int, Beginning]:
    """Who takes the first turn, and by what (BB9).

    Whoever the referee had to place for comes after the other. In a game begun by rules version 2
    so does, in a timed draft alone, whoever chose to have the rest placed at random.
    """
    s = r.s
    counted = s.variant.draft == "counted"
    if not (counted and s.random_is_late):
        if len(f.scattered) == 2:
            return (0 if r.coin("first") else 1), "coin"
        if f.scattered:
            return 1 - f.scattered[0], "late"
    blue, orange = s.rerolls
    if counted and blue != orange:
        return (0 if blue < orange else 1), "rerolls"
    return s.finished[0], "first"


def _why_not_ready(s: BeerBrawlState, seat: int, tile: int, square: int) -> Refused:
    if tile not in range(seat, len(s.at), 2):
        return Refused("BB5", "That is not one of your tiles.")
    if s.at[tile] != CLUSTER:
        return Refused("BB6", f"{NAMES[tile]} is ready already and stays where it is.")
    if square not in range(SQUARES):
        return no_square()
    name = square_label(square)
    if square not in HOME[seat]:
        ranks = "1 to 3" if seat == 0 else "6 to 8"
        return Refused("BB6", f"{name} is not at home: your ranks are {ranks}.")
    if s.board[square] == LAKE:
        return Refused("BB32", f"{name} is a lake.")
    return Refused("BB6", f"{name} is taken.")
