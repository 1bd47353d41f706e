"""Beer Brawl in words."""

from collections.abc import Sequence
from typing import ClassVar

from rules.beer_brawl.content import MARKS, NAMES, TEAMS, square_label
from rules.beer_brawl.state import (
    Assault,
    AtTable,
    Beaten,
    BeerBrawlVariant,
    Blows,
    ClockOver,
    Deploy,
    Done,
    DraftBegan,
    DraftOver,
    Fight,
    Finished,
    Fought,
    Give,
    GiveArmor,
    Keep,
    Lead,
    Moved,
    Pass,
    Passed,
    Placed,
    Present,
    Rally,
    Ready,
    Rearm,
    Rearmed,
    Reroll,
    Rerolled,
    Revive,
    Revived,
    Scatter,
    Step,
    Stop,
    Take,
    TakeArmor,
    Token,
    TokenPlaced,
    Transferred,
    Victor,
    Walk,
    Woke,
)
from rules.beer_brawl.text import commands, fights
from rules.beer_brawl.text.questions import draft_question, span, turn_question
from rules.beer_brawl.text.story import BeerBrawlStory
from rules.beer_brawl.text.topics import TOPICS
from rules.beer_brawl.view import Brawl, Piece, Side, View
from rules.engine.contract import Family
from rules.engine.state import Event, Option, Outcome
from rules.engine.text import person
from rules.engine.verbs import Argument, Verb

LED = (Walk, Assault, Rally)


class BeerBrawlText(BeerBrawlStory):
    """Every word that Beer Brawl says."""

    topics: ClassVar[dict[str, str]] = TOPICS
    verbs: ClassVar[dict[type[Option], Verb]] = commands.VERBS
    arguments: ClassVar[dict[str, Argument]] = commands.ARGUMENTS
    settings: ClassVar[dict[str, str]] = commands.SETTINGS
    families: ClassVar[dict[str, Family]] = {
        "Who": Family("Choose who acts, then where they go or whom they meet.", LED, led=True)
    }
    first: ClassVar[tuple[type[Option], ...]] = (Reroll, Deploy)
    last: ClassVar[tuple[type[Option], ...]] = (Scatter, Done, Stop, Pass)

    # -- options

    def label(self, view: View, option: Option) -> str:
        """An option as its chooser reads it."""
        match option:
            case Token(kind=kind, square=square):
                return f"{kind.capitalize()} on {square_label(square)}"
            case Present():
                return "I am at the table"
            case Reroll():
                return "Reroll"
            case Ready(tile=tile, square=square):
                return f"Place {NAMES[tile]} on {square_label(square)}"
            case Scatter():
                return f"Place {_rest(view)} at random"
            case Step(adventurer=p, square=square):
                return f"{NAMES[p]} to {square_label(square)}"
            case Revive(adventurer=p, square=square):
                return f"Revive {NAMES[p]} on {square_label(square)}"
            case Lead(adventurer=p):
                return f"{NAMES[p]} acts"
            case Fight(target=p):
                return f"Fight {NAMES[p]}"
            case Rearm(friend=p):
                return f"Re-arm with {NAMES[p]}"
            case Give() | Take():
                return self._transfer(view, isinstance(option, Give))
            case Done():
                return "Done re-arming"
            case Stop():
                return "Stop"
            case Pass():
                return "Pass"
        return self._shortcut(view, option)

    def _shortcut(self, view: View, option: Option) -> str:
        match option:
            case Deploy():
                return f"Place {_rest(view)} for me"
            case Keep(tile=tile):
                return f"Keep {NAMES[tile]}"
            case Walk(adventurer=p, square=square):
                return f"{NAMES[p]} goes to {square_label(square)} and stops"
            case Assault(adventurer=p, target=target, square=square):
                return f"{NAMES[p]} {square_label(square)}: attack {NAMES[target]}"
            case Rally(adventurer=p, friend=friend, square=square):
                return f"{NAMES[p]} {square_label(square)}: re-arm {NAMES[friend]}"
            case GiveArmor(pieces=pieces):
                return self._transfer(view, True, pieces)
            case TakeArmor(pieces=pieces):
                return self._transfer(view, False, pieces)
        raise ValueError(f"no option of Beer Brawl: {option}")

    def brief(self, view: View, option: Option) -> tuple[str, str]:
        """What is done where it is known who does it; a step as everywhere."""
        match option:
            case Walk(square=square):
                return f"Go to {square_label(square)} and stop", ""
            case Assault(target=target, square=square):
                return f"Attack {NAMES[target]} from {square_label(square)}", ""
            case Rally(friend=friend, square=square):
                return f"Re-arm {NAMES[friend]} on {square_label(square)}", ""
            case Step():
                return self.label(view, option), ""
        return "", ""

    def _transfer(self, view: View, give: bool, pieces: int = 0) -> str:
        pair = view.private.attached if view.private else None
        armor = f"{pieces} armor" if pieces else "armor"
        if pair is None:
            return f"Give {armor}" if give else f"Take {armor}"
        friend = pair[1]
        return f"Give {armor} to {friend.name}" if give else f"Take {armor} from {friend.name}"

    def field(self, view: View, option: type[Option], name: str, value: object) -> str:
        """One argument of an option in words."""
        if isinstance(value, int):
            if name == "pieces":
                return f"{value} armor"
            return square_label(value) if name == "square" else NAMES[value]
        return str(value)

    def nameable(self, view: View, option: type[Option], name: str) -> Sequence[int]:
        """All squares and adventurers have their names."""
        if name == "pieces":
            return ()
        return commands.SQUARE if name == "square" else commands.ADVENTURER

    def called(self, view: View, option: type[Option], name: str, value: object) -> list[str]:
        """An adventurer goes by its mark, too."""
        marks = [MARKS[value]] if isinstance(value, int) and name != "square" else []
        return [*super().called(view, option, name, value), *marks]

    # -- questions

    def prompt(self, view: View, kind: str) -> str:
        """A question in words, to the one who is asked."""
        match kind:
            case "terrain":
                return (
                    "Lay a token: nobody can enter a lake; rough ground takes two moves to enter."
                )
            case "present":
                return f"Are you at the table? The clock of {span(view.variant.seconds)} starts when both of you are."
            case "draft":
                return draft_question(view)
            case _:
                return turn_question(view)

    def topic(self, kind: str) -> str:
        """The topic of the rules that fits a question of this kind."""
        return {"terrain": "Terrain", "present": "Draft", "draft": "Draft"}.get(kind, "A turn")

    # -- events

    def line(self, view: View, event: Event) -> str:
        """An event in words."""
        match event:
            case TokenPlaced(seat=seat, kind=kind, square=square):
                ground = "a lake" if kind == "lake" else "rough ground"
                return f"{_side(seat)} lays {ground} on {square_label(square)}."
            case AtTable(seat=seat):
                return f"{_side(seat)} is at the table."
            case DraftBegan(seconds=None):
                return "All tiles are rolled: each side places its adventurers, in secret."
            case DraftBegan(seconds=seconds):
                return f"All tiles are rolled and the clock runs: {span(seconds or 0)}."
            case Rerolled(left=left):
                return "You reroll." if left is None else f"You reroll; {left} left."
            case Placed(adventurer=p, square=square):
                return f"{NAMES[p]} ({TEAMS[p & 1]}) is placed on {square_label(square)}."
            case ClockOver():
                return "Time is up: no more rerolls. Place what is left."
            case Finished(seat=seat, scattered=True):
                return f"The referee places the other tiles for {_side(seat)}."
            case Finished(seat=seat):
                return f"{_side(seat)} has placed every tile."
            case DraftOver():
                return self._draft_over(event)
            case Passed(seat=seat):
                return f"{_side(seat)} passes: nobody can move."
            case _:
                return self._brawl_line(view, event)

    def _draft_over(self, event: DraftOver) -> str:
        first, other = _side(event.first), _side(1 - event.first)
        why = {
            "first": f"{first} had placed every tile first and begins",
            "rerolls": f"{first} used fewer rerolls and begins",
            "late": f"The referee placed the rest for {other}, so {first} begins",
            "coin": f"The referee placed for both; {first} wins the toss and begins",
        }[event.by]
        blue, orange = event.rerolls
        return f"The draft is over. {why}. Rerolls: {TEAMS[0]} {blue}, {TEAMS[1]} {orange}."

    def _brawl_line(self, view: View, event: Event) -> str:
        match event:
            case Woke(seat=seat, adventurers=woken):
                who = " and ".join(NAMES[p] for p in woken)
                return f"{who} ({TEAMS[seat]}) {'wakes' if len(woken) == 1 else 'wake'} up."
            case Moved(adventurer=p, path=path):
                return f"{NAMES[p]} ({TEAMS[p & 1]}) goes {'–'.join(map(square_label, path))}."
            case Revived(adventurer=p, square=square):
                return f"{NAMES[p]} ({TEAMS[p & 1]}) is back, on {square_label(square)}."
            case Fought(attacker=a, defender=d, fallen=fallen):
                return fights.fought(view, a, d, fallen)
            case Victor():
                return fights.won(view, event)
            case Beaten():
                return fights.lost(view, event)
            case Blows():
                return fights.blow_by_blow(event)
            case Rearmed(adventurer=p, friend=friend):
                return f"{NAMES[p]} and {NAMES[friend]} re-arm."
            case Transferred(giver=giver, taker=taker, worked=True):
                return f"{NAMES[giver]} gives one armor to {NAMES[taker]}."
            case Transferred(giver=giver, taker=taker):
                return f"Nothing passes from {NAMES[giver]} to {NAMES[taker]}."
        raise ValueError(f"no event of Beer Brawl: {event}")

    # -- the table

    def board(self, view: View) -> str:
        """The table in words."""
        said = [self._standing(view), *_last_move(view)]
        for square in view.lakes:
            said.append(f"Lake on {square_label(square)}.")
        for square in view.rough:
            said.append(f"Rough ground on {square_label(square)}.")
        said += [self._army(view, side) for side in view.sides]
        return " ".join(said)

    def _standing(self, view: View) -> str:
        match view.phase:
            case "over":
                return "The game is over."
            case "terrain":
                return f"{TEAMS[view.active or 0]} places terrain."
            case "present":
                return "Waiting for both at the table."
            case "draft":
                return "Time is up in the draft." if view.clock_over else "The draft is on."
            case _:
                return f"Turn {view.turn}, {TEAMS[view.active or 0]} to play."

    def _army(self, view: View, side: Side) -> str:
        hidden = view.phase == "draft" and view.variant.draft == "counted"
        if hidden and side.team != view.viewer:
            how = "all placed, hidden until both are" if side.finished else "placing in secret"
            return f"{TEAMS[side.team]}: {how}."
        standing = [
            f"{piece.name} {square_label(square)}"
            for square, piece in enumerate(view.board)
            if piece is not None and piece.team == side.team
        ]
        said = f"{TEAMS[side.team]}: {', '.join(standing) or 'nobody on the board'}"
        for who, how in ((side.fallen, "knocked out"), (side.woken, "awake beside the board")):
            if who:
                said += f"; {how}: {_names(who)}"
        return said + "."

    def private(self, view: View) -> str:
        """The viewer's own tiles in words."""
        if view.private is None or not view.private.tiles:
            return ""
        return "\n".join(map(self._tile, view.private.tiles))

    # -- names, the end, the options

    def seat(self, view: View, seat: int) -> str:
        """A seat is called by its team."""
        return TEAMS[seat]

    def outcome(self, view: View, outcome: Outcome) -> str:
        """How the game ended."""
        won = f"{TEAMS[outcome.winners[0]]} wins" if outcome.winners else "A draw"
        why = {
            "back_rank": "an adventurer stands behind the other tavern's bar",
            "routed": "the other side has nobody left on the board",
            "quiet": "forty turns went by without a fight",
            "long": "after five hundred turns both taverns close",
            "agreed": "both sides agreed",
            "resigned": "the other side gave up",
        }[outcome.reason]
        return f"{won}: {why}."

    def variant(self, variant: BeerBrawlVariant) -> str:
        """The options of a game in words."""
        said = [f"{variant.adventurers} adventurers each"]
        if variant.draft == "timed":
            said.append(f"a draft of {span(variant.seconds)}")
        else:
            said.append(f"a draft with up to {variant.rerolls} rerolls each")
        if variant.many_actions:
            said.append("several actions a turn")
        if variant.revival:
            said.append("revival")
        if variant.terrain:
            said.append(f"terrain ({variant.tokens} each)")
        return ", ".join(said)


def _rest(view: View) -> str:
    """What is left to place: all of it, as long as nothing is placed."""
    tiles = view.private.tiles if view.private else ()
    return "the rest" if any(tile.square is not None for tile in tiles) else "all"


def _side(seat: int) -> str:
    return person(seat, TEAMS[seat])


def _last_move(view: View) -> list[str]:
    """Where the last mover went and how its fights ended; early, for long words are cut at their end."""
    mover = view.mover
    if mover is None:
        return []
    way = f"Last move: {mover.name} {'–'.join(map(square_label, view.path))}."
    fights = [_fight(mover, fight) for fight in view.fights]
    return [way, *fights] if len(view.path) > 1 else fights


def _fight(mover: Piece, fight: Brawl) -> str:
    """Whom the mover attacked, and who was knocked out where."""
    out = " and" if fight.fallen == mover else ", who"
    return (
        f"{mover.name} attacked {fight.defender.name}{out} was knocked out on "
        f"{square_label(fight.square)}."
    )


def _names(pieces: tuple[Piece, ...]) -> str:
    return ", ".join(piece.name for piece in pieces)
