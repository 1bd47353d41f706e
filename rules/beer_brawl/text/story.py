"""What a game is about, what threatens in it, how a fight may go, and what was hidden."""

from collections.abc import Sequence

from rules.beer_brawl.content import (
    BACK,
    FILES,
    FORMATION,
    LONG,
    NAMES,
    NEAR,
    QUIET,
    RANKS,
    TEAMS,
    square_label,
)
from rules.beer_brawl.play.odds import Foe, duel, odds
from rules.beer_brawl.state import (
    Assault,
    Beaten,
    BeerBrawlState,
    Deploy,
    DraftOver,
    Fight,
    Fought,
    Give,
    Ready,
    Rearm,
    Take,
    Victor,
    Walk,
)
from rules.beer_brawl.text.turning import turning
from rules.beer_brawl.view import PIECES, Piece, Private, Tile, View
from rules.engine.contract import USELESS, Text
from rules.engine.state import Event, Moment, Option

PLACES = {"cluster": "not placed yet", "ready": "to be placed", "fallen": "knocked out", "woken": "awake beside the board"}  # fmt: skip
STATS = "STRENGTH / MAGIC / SPEED / ARMOR"
BLOWS = "The log tells fights blow by blow."
SOON = 6  # turns before a draw in which it is called
TAKES, SAVES = 2.0, 3.0  # to come behind the other's bar, to fight who is behind one's own
UPSET = 0.4  # a fight won by so little a chance, or less, is worth a line


class BeerBrawlStory(Text[BeerBrawlState]):
    """The words around a turn: the goal, warnings, chances and the end."""

    def goal(self, view: View) -> str:
        """What the game is about, in one sentence."""
        if view.viewer is None:
            return (
                "Whoever has an adventurer behind the other tavern's bar when the other's turn "
                "ends wins, and so does whoever knocks out everybody on the other side."
            )
        me, other = TEAMS[view.viewer], TEAMS[1 - view.viewer]
        bar = RANKS if view.viewer == 0 else 1
        return (
            f"You are {me}. Have an adventurer behind {other}'s bar, rank {bar}, when {other}'s turn "
            f"ends, or knock out all of {other}."
        )

    # -- what threatens

    def warnings(self, view: View) -> list[str]:
        """Who stands behind a bar or right before one, who is the last, and a draw to come."""
        if view.phase != "turn" or view.active is None:
            return []
        said: list[str] = []
        for team in (0, 1):
            said += self._behind(view, team) or self._before(view, team)
        for team in (0, 1):
            said += self._alone(view, team)
        left = min(QUIET - view.quiet, LONG + 1 - view.turn)
        if left <= SOON:
            turns = "this turn" if left == 1 else f"{left} turns, this one counted,"
            fight = " without a fight" if left == QUIET - view.quiet else ""
            said.append(f"After {turns}{fight} the game is a draw.")
        return said

    def _behind(self, view: View, team: int) -> list[str]:
        """An adventurer of the other side is behind this side's bar (BB29)."""
        there = _standing(view, BACK[team], 1 - team)
        if not there:
            return []
        who = " and ".join(piece.name for piece in there)
        are, it = ("is", "it") if len(there) == 1 else ("are", "them")
        mine, other = team == view.viewer, TEAMS[1 - team]
        bar = "your" if mine else f"{TEAMS[team]}'s"
        when = "this turn" if view.active == team else f"in {bar} next turn"
        if mine:
            return [f"{who} {are} behind {bar} bar: knock {it} out {when} or {other} wins."]
        wins = "you win" if view.viewer == 1 - team else f"{other} wins"
        out = f"{'it is' if len(there) == 1 else 'they are'} knocked out"
        return [f"{who} {are} behind {bar} bar: {wins} unless {out} {when}."]

    def _before(self, view: View, team: int) -> list[str]:
        """Somebody can come behind this side's bar in one turn, as all can tell; it is warned."""
        if team != view.viewer:
            return []
        near, far = [], []
        for square, piece in enumerate(view.board):
            if piece is not None and piece.team != team:
                pace = view.known[piece.adventurer].pace
                if _reaches(view, square, 1, BACK[team]):
                    near.append(piece)
                elif pace and _reaches(view, square, pace + 1, BACK[team]):
                    far.append(piece)
        said = []
        if near:
            said.append(f"{_listed(near)} {_one(near, 'is', 'are')} one step from your bar.")
        if far:
            have = _one(far, "it has", "they have")
            said.append(
                f"{_listed(far)} can be behind your bar in one turn: {have} gone that far before."
            )
        return said

    def _alone(self, view: View, team: int) -> list[str]:
        """The last of a side (BB30)."""
        standing = _standing(view, range(len(view.board)), team)
        if len(standing) != 1:
            return []
        name = standing[0].name
        if team == view.viewer:
            return [f"{name} is your last on the board: if it is knocked out, you lose."]
        wins = "you win" if view.viewer == 1 - team else f"{TEAMS[1 - team]} wins"
        return [f"{name} is {TEAMS[team]}'s last on the board: if it is knocked out, {wins}."]

    # -- how a fight may go

    def chance(self, view: View, option: Option) -> str:
        """The chance to win a fight, over all that the enemy may be as far as anybody can know.

        Of armor that is handed over, why none would be.
        """
        private = view.private
        if private is None:
            return ""
        match option:
            case Fight(target=target) if private.acting is not None:
                return _percent(_wins(view, private.acting.adventurer, target))
            case Assault(adventurer=mover, target=target):
                return _percent(_wins(view, mover, target))
            case Give():
                return _hindered(private, 0)
            case Take():
                return _hindered(private, 1)
            case Rearm():
                return "nothing can pass" * self._is_idle(view, option)
            case Deploy():
                return "front first"
        return ""

    def likely(self, view: View, option: Option) -> float:
        """What saves or takes a bar, then fights by their chance and ways by how far they lead.

        A tile stands best on a square of the formation; armor that cannot pass is of no use.
        """
        match option:
            case Give() | Take() | Rearm():
                return USELESS * self._is_idle(view, option)
            case Ready(tile=tile, square=square):
                formation = FORMATION[tile & 1]
                return 1 - formation.index(square) / len(formation)
            case Assault(adventurer=mover, target=target, square=square):
                behind = _standing(view, BACK[mover & 1], target & 1)
                saves = any(piece.adventurer == target for piece in behind)
                takes = square in BACK[1 - (mover & 1)]
                return (_wins(view, mover, target) or 0.0) * (1 + TAKES * takes) + SAVES * saves
            case Walk(adventurer=mover, square=square):
                rank = square // FILES
                ahead = (rank if mover & 1 == 0 else RANKS - 1 - rank) / (RANKS - 1)
                return ahead**2 + TAKES * (ahead == 1)
        return 0.0

    def _is_idle(self, view: View, option: Give | Take | Rearm) -> bool:
        """Whether no armor can pass: all that it does then is bluff (BB24, BB25)."""
        private = view.private
        if private is None:
            return False
        match option:
            case Give() | Take():
                return bool(_hindered(private, int(isinstance(option, Take))))
            case Rearm(friend=friend):
                pair = [t for t in private.tiles if t.piece in (private.acting, PIECES[friend])]
                return not any(
                    giver.armor and taker.armor < taker.slots for giver, taker in (pair, pair[::-1])
                )

    # -- what happened

    def matters(self, view: View, event: Event) -> bool:
        """Who begins, and who was knocked out or hit."""
        return isinstance(event, DraftOver | Fought | Victor | Beaten)

    # -- what was hidden

    def revealed(self, view: View) -> list[str]:
        """Both armies with their stats, the boldest adventurer, and the greatest upset."""
        said: list[str] = []
        for team in (0, 1):
            army = [tile for tile in view.armies if tile.piece.team == team]
            if army:
                how = "" if said else f", {STATS}"
                said += [f"{TEAMS[team]}'s army{how}:", *map(_stats, army)]
        fought = any(known.beat for known in view.known)
        return said + _boldest(view) + _upset(view) + [BLOWS] * fought

    def turning(self, view: View, moments: Sequence[Moment]) -> str:
        """Since when the winner had more on the board, or the way behind the bar."""
        return turning(view.outcome, moments) if view.outcome else ""

    def _tile(self, tile: Tile) -> str:
        place = PLACES.get(tile.place) or (
            square_label(tile.square) if tile.square is not None else ""
        )
        armor = str(tile.armor) if tile.armor == tile.slots else f"{tile.armor} of {tile.slots}"
        return (
            f"{tile.piece.name} ({place}): STRENGTH {tile.strength}, MAGIC {tile.magic}, "
            f"SPEED {tile.speed}, ARMOR {armor} – {tile.archetype}"
        )


def _stats(tile: Tile) -> str:
    """A tile in few letters: eighteen of them find room in a post."""
    place = PLACES.get(tile.place) or square_label(tile.square or 0)
    armor = f"{tile.armor} of {tile.slots}" if tile.armor < tile.slots else f"{tile.armor}"
    stats = f"{tile.strength} / {tile.magic} / {tile.speed} / {armor}"
    return f"{tile.piece.name} ({place}): {stats}"


def _listed(pieces: Sequence[Piece]) -> str:
    """Names in their usual order, wherever they stand."""
    return " and ".join(piece.name for piece in sorted(pieces, key=lambda one: one.adventurer))


def _one(pieces: Sequence[Piece], one: str, more: str) -> str:
    return one if len(pieces) == 1 else more


def _reaches(view: View, start: int, moves: int, goals: Sequence[int]) -> bool:
    """Whether so many moves lead from a square to one of some others, as the board is now (BB32)."""
    spent, ahead = {start: 0}, [start]
    while ahead:
        square = ahead.pop()
        for near in NEAR[square]:
            if view.board[near] is not None or near in view.lakes:
                continue
            total = spent[square] + (2 if near in view.rough else 1)
            if square == start:
                total = min(total, moves)  # the first step may always go there
            if total <= moves and total < spent.get(near, moves + 1):
                spent[near] = total
                ahead.append(near)
    return any(goal in spent for goal in goals)


def _standing(view: View, squares: tuple[int, ...] | range, team: int) -> list[Piece]:
    held = [view.board[square] for square in squares]
    return [piece for piece in held if piece is not None and piece.team == team]


def _wins(view: View, mover: int, target: int) -> float | None:
    """The chance of one of the viewer's own against an enemy, where there are such two."""
    tiles = view.private.tiles if view.private else ()
    tile = next((tile for tile in tiles if tile.piece.adventurer == mover), None)
    if tile is None or not 0 <= target < len(view.known):
        return None
    return odds(tile.strength, tile.magic, tile.armor, _foe(view, target))


def _foe(view: View, target: int) -> Foe:
    """What the viewer knows of an enemy: what everybody saw, and how the viewer's own compare."""
    known = view.known[target]
    tiles = view.private.tiles if view.private else ()
    met = []
    for tile in tiles:
        if tile.piece.adventurer in known.beat:
            met.append((tile.strength, tile.magic, True))
        if target in view.known[tile.piece.adventurer].beat:
            met.append((tile.strength, tile.magic, False))
    return Foe(known.pace, known.wear, tuple(met))


def _hindered(private: Private, giver: int) -> str:
    """Why no armor passes from one of the two who re-arm to the other (BB24)."""
    if private.attached is None:
        return ""
    tiles = {tile.piece: tile for tile in private.tiles}
    one, other = tiles[private.attached[giver]], tiles[private.attached[1 - giver]]
    if not one.armor:
        return f"nothing passes: {one.piece.name} has none"
    return f"nothing passes: {other.piece.name} has lost none" * (other.armor == other.slots)


def _percent(chance: float | None) -> str:
    """In so few letters that a button has room for it beside the longest of names."""
    if chance is None:
        return ""
    if chance in (0, 1):
        return "will win" if chance else "can't win"
    return f"wins {min(99, max(1, round(100 * chance)))} %"


def _boldest(view: View) -> list[str]:
    """Who knocked out most, where that is one and more than one."""
    counts = [len(known.beat) for known in view.known]
    most = max(counts, default=0)
    if most < 2 or counts.count(most) > 1:
        return []
    p = counts.index(most)
    fallen = ", ".join(NAMES[q] for q in view.known[p].beat)
    return [f"Most knock-outs: {NAMES[p]} ({TEAMS[p & 1]}), who beat {fallen}."]


def _upset(view: View) -> list[str]:
    """The winner's least likely victory, by the stats and the armor that both began with."""
    winners = view.outcome.winners if view.outcome else ()
    tiles = {tile.piece.adventurer: tile for tile in view.armies}
    fights = [
        (_even(tiles[p], tiles[q]), p, q)
        for p, known in enumerate(view.known)
        for q in known.beat
        if p in tiles and q in tiles and p & 1 in winners
    ]
    chance, p, q = min(fights, default=(1.0, 0, 0))
    if chance > UPSET:
        return []
    return [
        f"The greatest upset: {NAMES[p]} knocked out {NAMES[q]}. With the stats of "
        f"both, which nobody knew then, and in full armor, {max(1, round(100 * chance))} % of "
        "such fights end like that."
    ]


def _even(one: Tile, two: Tile) -> float:
    """The chance of one against two, whoever attacks, with the armor that they began with."""
    attacks = duel(one.strength, one.magic, one.slots, (two.strength, two.magic, two.slots))
    defends = 1 - duel(two.strength, two.magic, two.slots, (one.strength, one.magic, one.slots))
    return (attacks + defends) / 2
