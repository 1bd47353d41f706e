"""Beer Brawl as a player, or the spectator, sees it; and worlds that look the same."""

from collections.abc import Iterable
from functools import cache

import msgspec

from rules.beer_brawl.content import (
    ARMOR,
    CLUSTER,
    EMPTY,
    FALLEN,
    FAST,
    HOME,
    LAKE,
    MAGIC,
    MARKS,
    NAMES,
    SPEED,
    STRENGTH,
    TRANSFERS,
    WOKEN,
    archetype,
    shown_faces,
)
from rules.beer_brawl.play.rearm import can_hand_over
from rules.beer_brawl.play.turn import TURN
from rules.beer_brawl.state import (
    BARE,
    WORN,
    BeerBrawlState,
    BeerBrawlVariant,
    Draft,
    Fight,
    Pass,
    Rearm,
    Rearming,
    Step,
    Stop,
    Terrain,
    Turn,
)
from rules.engine.randomness import Dice
from rules.engine.state import Frame, Outcome


class Piece(msgspec.Struct, frozen=True):
    """An adventurer as everybody sees it."""

    adventurer: int  # its number in every option and event
    team: int  # 0 Blue, 1 Orange
    name: str
    mark: str  # one capital letter, unlike any other's


class Side(msgspec.Struct, frozen=True):
    """What is public of one player."""

    team: int
    present: bool  # has said to be at the table (timed draft)
    finished: bool  # has placed every tile
    unplaced: int | None  # tiles still to be placed; None where that is secret
    rerolls: int | None  # rerolls used; None until the draft is over
    fallen: tuple[Piece, ...]  # unconscious, beside the board
    woken: tuple[Piece, ...]  # conscious again, beside the board


class Tile(msgspec.Struct, frozen=True):
    """One of the viewer's own adventurers, with its secrets."""

    piece: Piece
    faces: tuple[str, ...]  # six of strength, magic, speed, armor, lost
    strength: int
    magic: int
    speed: int
    armor: int  # the pieces it wears now
    slots: int  # the pieces it started with
    archetype: str
    place: str  # cluster, ready (after the clock, still to be placed), board, fallen, woken
    square: int | None


class Private(msgspec.Struct, frozen=True):
    """What only the viewer knows."""

    seat: int
    tiles: tuple[Tile, ...]  # empty before the first roll
    rerolls: int  # used
    rerolls_left: int | None  # None where there is no limit
    acting: Piece | None  # the viewer's adventurer that moved, was revived or leads this turn
    moves_left: int | None  # of that adventurer, while it may still move
    can: tuple[str, ...]  # what of use it can do now: go on, fight, re-arm, give, take; how it ends
    attached: tuple[Piece, Piece] | None  # the viewer's two friends that are re-arming now
    transfers_left: int | None  # of that re-armament


class Known(msgspec.Struct, frozen=True):
    """What everybody can work out of an adventurer from what was seen of it."""

    pace: int  # it can do at least so many moves beyond the first
    wear: int  # its armor: WHOLE, WORN (some of it may be lost) or BARE
    beat: tuple[int, ...]  # the adventurers that it has knocked out


class Brawl(msgspec.Struct, frozen=True):
    """A fight that the last mover fought: who stood, who fell, and where."""

    defender: Piece
    fallen: Piece
    square: int  # where the fallen one stood


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it; squares are 0 (A1), 1 (B1) … 39 (E8)."""

    viewer: int | None
    variant: BeerBrawlVariant
    phase: str  # terrain, present (waiting for both to be at the table), draft, turn, over
    board: tuple[Piece | None, ...]  # 40 squares
    lakes: tuple[int, ...]
    rough: tuple[int, ...]
    sides: tuple[Side, Side]
    clock: int | None  # seconds that the draft's clock was set to, while it runs
    clock_over: bool  # the draft's clock has run out: place what is left
    active: int | None  # whose turn it is, or who places a token
    turn: int  # number of the turn, both players' counted; 0 before the first
    mover: Piece | None  # the adventurer that moved last
    path: tuple[int, ...]  # its squares from where it started to where it came; one if put there
    quiet: int  # turns in a row without combat
    outcome: Outcome | None
    private: Private | None
    known: tuple[Known, ...] = ()  # by adventurer
    fights: tuple[Brawl, ...] = ()  # of the one that moved last
    armies: tuple[Tile, ...] = ()  # all adventurers with their secrets, once the game is over


PIECES = tuple(Piece(number, number & 1, name, MARKS[number]) for number, name in enumerate(NAMES))


def view(s: BeerBrawlState, player: int | None) -> View:
    """The table as a player, or the spectator, sees it."""
    frame = s.frames[0]
    draft = isinstance(frame, Draft)
    veiled = 1 - player if player is not None else None  # squares of a counted draft (BB6)
    board: list[Piece | None] = [None if held < 0 else PIECES[held] for held in s.board]
    if draft and s.variant.draft == "counted" and s.outcome is None:
        for seat in (0, 1) if veiled is None else (veiled,):
            for square in HOME[seat]:
                board[square] = None
    mover = s.mover
    return View(
        viewer=player,
        variant=s.variant,
        phase=_phase(s),
        board=tuple(board),
        lakes=tuple([square for square, held in enumerate(s.board) if held == LAKE]),
        rough=tuple(s.rough),
        sides=(_side(s, 0, player), _side(s, 1, player)),
        clock=s.clocks.get("draft"),
        clock_over=isinstance(frame, Draft) and frame.over,
        active=_active(s),
        turn=s.turn,
        mover=PIECES[mover] if mover >= 0 else None,
        path=tuple(s.path),
        quiet=s.quiet,
        outcome=s.outcome,
        private=None if player is None else _private(s, player),
        fights=tuple([Brawl(PIECES[f.defender], PIECES[f.fallen], f.square) for f in s.fights]),
        known=tuple(map(_known, s.pace, s.wear, s.beat)),
        armies=() if s.outcome is None else tuple(_tiles(s, range(len(s.at)))),
    )


def _phase(s: BeerBrawlState) -> str:
    if s.outcome is not None:
        return "over"
    match s.frames[0]:
        case Terrain():
            return "terrain"
        case Draft():
            return "draft" if s.tiles[0] >= 0 else "present"
        case _:
            return "turn"


def _active(s: BeerBrawlState) -> int | None:
    if s.outcome is not None:
        return None
    match s.frames[0]:
        case Terrain(placed=placed):
            return placed % 2
        case Turn(seat=seat):
            return seat
        case _:
            return None


def _side(s: BeerBrawlState, seat: int, player: int | None) -> Side:
    frame = s.frames[0]
    drafting = isinstance(frame, Draft | Terrain)
    secret = drafting and s.variant.draft == "counted" and seat not in s.finished
    own = range(seat, len(s.at), 2)
    return Side(
        team=seat,
        present=not drafting or (isinstance(frame, Draft) and seat in frame.present),
        finished=seat in s.finished,
        unplaced=None if secret and seat != player else sum(s.at[p] == CLUSTER for p in own),
        rerolls=None if drafting else s.rerolls[seat],
        fallen=tuple([PIECES[p] for p in own if s.at[p] == FALLEN]),
        woken=tuple([PIECES[p] for p in own if s.at[p] == WOKEN]),
    )


def _private(s: BeerBrawlState, player: int) -> Private:
    top = s.frames[-1]
    turn = s.frames[0]
    mine = isinstance(turn, Turn) and turn.seat == player and s.outcome is None
    moves = attached = transfers = None
    acting = turn.mover if mine and isinstance(turn, Turn) else -1
    if mine and isinstance(top, Rearming):
        attached = (PIECES[top.mover], PIECES[top.friend])
        transfers = TRANSFERS - top.tries
    elif mine and isinstance(top, Turn) and top.mover >= 0 and not top.fixed:
        moves = max(0, SPEED[s.tiles[top.mover]] + 1 - top.spent)
    limited = s.variant.draft == "counted"
    return Private(
        seat=player,
        tiles=tuple(_tiles(s, range(player, len(s.at), 2))),
        rerolls=s.rerolls[player],
        rerolls_left=s.variant.rerolls - s.rerolls[player] if limited else None,
        acting=PIECES[acting] if acting >= 0 else None,
        moves_left=moves,
        can=_can(s, top) if acting >= 0 else (),
        attached=attached,
        transfers_left=transfers,
    )


def _can(s: BeerBrawlState, f: Frame) -> tuple[str, ...]:
    if isinstance(f, Rearming):
        ways = {"give": (f.mover, f.friend), "take": (f.friend, f.mover)}
        passes = [way for way, (one, other) in ways.items() if can_hand_over(s, one, other)]
        return (*(passes if f.tries < TRANSFERS else ()), "be done")
    assert isinstance(f, Turn)
    found: dict[str, None] = {}
    for option in TURN.offer(s, f, f.seat):
        match option:
            case Step():
                found["go on"] = None
            case Fight():
                found["fight"] = None
            case Rearm(friend=friend) if can_hand_over(s, f.mover, friend) or can_hand_over(
                s, friend, f.mover
            ):
                found["re-arm"] = None
            case Stop():
                found["stop"] = None
            case Pass():
                found["pass"] = None
    return tuple(found)


@cache
def _known(pace: int, wear: int, beat: int) -> Known:
    beaten = tuple(p for p in range(len(NAMES)) if beat >> p & 1)
    return Known(pace, wear, beaten)


def _tiles(s: BeerBrawlState, adventurers: Iterable[int]) -> list[Tile]:
    return [_tile(s, p) for p in adventurers if s.tiles[p] >= 0]


def _tile(s: BeerBrawlState, p: int) -> Tile:
    tile, at = s.tiles[p], s.at[p]
    frame = s.frames[0]
    if at == CLUSTER:
        place = "ready" if isinstance(frame, Draft) and frame.over else "cluster"
    else:
        place = {FALLEN: "fallen", WOKEN: "woken"}.get(at, "board")
    return Tile(
        piece=PIECES[p],
        faces=shown_faces(tile, s.armor[p]),
        strength=STRENGTH[tile],
        magic=MAGIC[tile],
        speed=SPEED[tile],
        armor=s.armor[p],
        slots=ARMOR[tile],
        archetype=archetype(tile),
        place=place,
        square=at if at >= 0 else None,
    )


# -- another world


def determinize(s: BeerBrawlState, player: int, rng: Dice) -> None:
    """Re-deal in place what this player does not know: all secrets of the other."""
    other = 1 - player
    if s.tiles[0] < 0:
        return
    top = s.frames[-1]
    if isinstance(top, Draft):
        _redraft(s, other, rng)
    elif isinstance(top, Rearming) and top.seat == other:
        top.tries = rng.randrange(TRANSFERS + 1)
    for p in range(other, len(s.at), 2):
        tile = s.tiles[p] = _like(s, p, rng)
        worn = s.wear[p]
        s.armor[p] = 0 if worn == BARE else ARMOR[tile]
        if worn == WORN:
            s.armor[p] = rng.randrange(ARMOR[tile] + 1)


def _redraft(s: BeerBrawlState, other: int, rng: Dice) -> None:
    counted = s.variant.draft == "counted"
    s.rerolls[other] = rng.randrange((s.variant.rerolls if counted else 20) + 1)
    if not counted:
        return  # squares are public
    own = list(range(other, len(s.at), 2))
    for square in HOME[other]:
        if s.board[square] != LAKE:
            s.board[square] = EMPTY
    for p in own:
        s.at[p] = CLUSTER
    # Of an army that is not ready at least two tiles are missing: the last one would end the wait
    # for its owner, and that is seen by all.
    count = len(own) if other in s.finished else rng.randrange(len(own) - 1)
    free = [square for square in HOME[other] if s.board[square] == EMPTY]
    for p, square in zip(rng.sample(own, count), rng.sample(free, count), strict=True):
        s.at[p], s.board[square] = square, p


def _like(s: BeerBrawlState, p: int, rng: Dice) -> int:
    """A tile that could have done what this adventurer was seen to do."""
    fast = FAST[s.pace[p]]
    met = s.beat[p]
    rivals = [q for q in range(1 - (p & 1), len(s.at), 2) if met >> q & 1 or s.beat[q] >> p & 1]
    for _ in range(20):
        tile = fast[int(rng.random() * len(fast))]
        for q in rivals:
            strong = STRENGTH[tile] - STRENGTH[s.tiles[q]]
            magic = MAGIC[tile] - MAGIC[s.tiles[q]]
            if met >> q & 1 and strong < 0 and magic < 0:
                break  # it could not have hit the one that it beat
            if s.beat[q] >> p & 1 and strong > 0 and magic > 0:
                break  # it could not have been hit by the one that beat it
        else:
            return tile
    return tile
