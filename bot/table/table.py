"""A table as it was loaded: who sits there, what is played, how far it is."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Literal

from bot.table.reach import Reach
from rules.engine import fairness, kernel
from rules.engine.contract import AnyGame
from rules.engine.errors import BadVariant
from rules.engine.play import Play
from rules.engine.state import Option, Outcome, Question, Standing, Variant, Way
from rules.engine.words import places

Status = Literal["lobby", "playing", "over", "abandoned"]
Level = Literal["easy", "normal", "hard"]
Dms = Literal["usual", "always", "never"]  # usual: as the game wants it
LEVELS: tuple[Level, ...] = ("easy", "normal", "hard")
LIVE: tuple[Status, ...] = ("lobby", "playing")

KEPT_AFTER = 3  # turns in a row that somebody may miss before a computer keeps their seat
MOST_MISSED = 20  # that a table may allow
SHORTEST_PACE = timedelta(minutes=1)
LONGEST_PACE = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord, by id and by the name that is shown."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody answers to a question whenever it comes: the keys of both, and in words."""

    question: str
    answer: str
    said: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What somebody wants to answer when they are asked, as long as nothing concerns them meanwhile."""

    kind: str  # of the question
    answer: str  # by its key
    said: str  # the answer in words
    look: str  # a mark of what they saw when they planned it
    delay: float  # seconds after they are asked
    at: datetime | None = None  # when it is given, once they are asked
    seat: int = 0  # which is asked then
    number: int = 0  # of the question
    word: str = ""  # for its player: what became of it, and then it is none any more


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at a table: a person, or a computer of some level."""

    player: int
    user_id: int | None
    name: str
    level: Level | None = None
    orders: tuple[Order, ...] = ()  # what the referee answers for this player from now on
    dms: Dms = field(default="usual", compare=False)  # what is to come by direct message
    dms_closed: bool = field(default=False, compare=False)  # as Discord said when last tried
    reminders: bool = field(default=True, compare=False)  # wants to be told before time is up
    word: str | None = field(default=None, repr=False)  # mixed into the luck; a computer's is empty
    missed: int = 0  # turns in a row in which their time ran out
    vacant: bool = False  # a computer keeps the seat of somebody who has gone: others may take it
    owner_id: int | None = None  # whoever may come back to it until then
    time_left: tuple[
        tuple[int, int, float], ...
    ] = ()  # seat, question, seconds that the owner had then
    away_until: datetime | None = field(default=None, compare=False)  # everywhere, as they said
    plan: Plan | None = field(default=None, repr=False)  # nobody else ever hears of it
    reach: Reach = field(default=Reach(), compare=False)  # how they want to be reminded
    muted: bool = False  # not of this table

    @property
    def computer(self) -> bool:
        """Whether this is no person."""
        return self.level is not None

    @property
    def reminded(self) -> bool:
        """Whether they want to be reminded of this table at all."""
        return not self.computer and self.reminders and not self.muted


@dataclass(frozen=True, slots=True)
class Bank:
    """Time for a whole game: so much at first, more after each move, but never more than `most`."""

    start: timedelta
    more: timedelta
    most: timedelta


@dataclass(frozen=True, slots=True)
class Due:
    """A clock that runs: `pace:SEAT` for the table's pace, `game:NAME` for a game's own."""

    name: str
    at: datetime
    warn_at: datetime | None = None
    earlier: tuple[tuple[int, datetime], ...] = ()  # answers given, and the end that held then
    rests: datetime | None = None  # until when it stands still: whoever it is for is away
    armed: datetime | None = field(default=None, compare=False)  # since when it counts, once kept

    @property
    def wake_at(self) -> datetime:
        """When it wants something: its warning, or else its end."""
        return self.warn_at or self.at

    def left(self, now: datetime) -> timedelta:
        """The time that is left, once it runs."""
        return self.at - self.from_(now)

    def from_(self, now: datetime) -> datetime:
        """Since when it runs, or from when on."""
        return max(now, self.rests) if self.rests is not None else now

    @property
    def seat(self) -> int | None:
        """The seat whose time per turn this is; none for a game's own clock."""
        kind, _, rest = self.name.partition(":")
        return int(rest) if kind == "pace" else None

    @property
    def clock(self) -> str | None:
        """The game's own name of the clock; none for the table's pace."""
        kind, _, rest = self.name.partition(":")
        return rest if kind == "game" else None


@dataclass(frozen=True, slots=True)
class Wait:
    """Since when a table waits for somebody, and how they are reminded."""

    since: datetime
    clock: str | None = None  # the table's clock that ends first for them, if one runs
    nudge_at: datetime | None = None  # when they are reminded, where none does
    nudges: int = 0  # how often they were


@dataclass(frozen=True, slots=True)
class Pause:
    """Why and since when a table rests, and how its clocks stood."""

    # What is gone, or whose wish it is.
    why: Literal["server", "channel", "player", "moderators", "agreed"]
    since: datetime
    who: tuple[int, ...] = ()  # users who are gone
    clocks: tuple[Due, ...] = ()  # as they stood then, nobody being away
    until: datetime | None = None  # when it goes on by itself


@dataclass(frozen=True, slots=True)
class Proposal:
    """What somebody would like to do if all who play agree."""

    what: Literal["pause", "resume", "back"]
    agreed: tuple[int, ...]  # players, whoever proposed it first
    at: datetime
    days: int = 0  # a pause: for how long
    to: int = 0  # taking back: to so many inputs of the log


@dataclass(slots=True)
class Table:
    """A loaded table; changing it changes nothing, only the referee's path does."""

    id: int
    game: AnyGame
    variant: Variant
    channel_id: int
    guild_id: int | None
    host_id: int
    status: Status
    version: int
    pace: timedelta | None
    players: tuple[Seated, ...]
    invited: tuple[int, ...]  # user ids whose seats are kept for them
    commitment: str  # told before any word is asked for: with the words it fixes all luck
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    play: Play[Any] | None = None  # none in the lobby, or when abandoned there
    logged: int = 0  # inputs in the log
    posted: int = 0  # rows that its outbox has ever had
    open_nonces: int = 0  # so many of them had nonces that anybody could make
    secret: bytes = field(default=b"", repr=False)  # what the commitment is of
    rules_version: str = ""  # that the game began by; only the same can replay its log
    drawn_for: tuple[str, ...] = ()  # the players as the seed was made of them, once it was
    sown: bytes | None = field(default=None, repr=False)  # the seed, where that cannot be made anew
    parent_id: int | None = None  # the channel that its thread is in
    private: bool = False  # only those who were invited may sit down, and find it
    when_full: bool = False  # the game begins by itself with the last seat taken
    kept_after: int = KEPT_AFTER  # missed turns after which a computer keeps a seat; 0: never
    bank: Bank | None = None  # time for the whole game, where the pace is none
    banks: dict[int, float] = field(default_factory=dict)  # seconds by seat, while its clock rests
    allows_away: bool = True  # clocks rest for whoever is away
    allows_pause: bool = True  # all players together can let it rest
    proposal: Proposal | None = None
    pause: Pause | None = None  # while it rests
    clocks: dict[str, Due] = field(default_factory=dict)
    waiting: dict[int, Wait] = field(default_factory=dict)  # for whom, by player; as it is kept
    _views: dict[int | None, tuple[Any, Any]] = field(  # by player: the state seen, and its view
        default_factory=dict, init=False, repr=False, compare=False
    )

    # -- the lobby

    @property
    def alone(self) -> bool:
        """Whether it is in no channel: one person plays in private answers, wherever they are."""
        return self.channel_id < 0

    @property
    def counts(self) -> list[int]:
        """The numbers of players that this game can begin with, given its options."""
        return counts(self.game, self.variant)

    @property
    def room(self) -> int:
        """How many more can sit down, kept seats included."""
        return max(self.counts, default=0) - len(self.players)

    @property
    def guests(self) -> tuple[int, ...]:
        """Whoever is invited and may still sit down."""
        return self.invited if self.status == "lobby" or self.vacant else ()

    @property
    def vacant(self) -> list[Seated]:
        """The seats of a running game that a computer keeps until somebody takes them."""
        if self.status != "playing":
            return []
        return [seated for seated in self.players if seated.vacant]

    @property
    def people(self) -> list[Seated]:
        """The players who are no computers."""
        return [seated for seated in self.players if not seated.computer]

    @property
    def timed(self) -> bool:
        """Whether time can run out for whoever is waited for."""
        return self.pace is not None or self.bank is not None

    def away(self, seated: Seated, now: datetime) -> datetime | None:
        """Until when somebody is away, where this table knows of that."""
        until = seated.away_until if self.allows_away else None
        return until if until is not None and until > now else None

    def writes_to(self, seated: Seated) -> bool:
        """Whether a player's secrets go to them by direct message, too."""
        if seated.computer or seated.dms == "never":
            return False
        return self.game.by_message or seated.dms == "always"

    @property
    def deserted(self) -> bool:
        """Whether a game is on that no person plays any more."""
        if self.status != "playing" or self.play is None or self.outcome is not None:
            return False
        return all(seated.player in self.play.state.resigned for seated in self.people)

    # -- who is who

    def player_of(self, user_id: int | None) -> int | None:
        """The player that somebody is at this table; none for a spectator."""
        for seated in self.players:
            if user_id is not None and seated.user_id == user_id:
                return seated.player
        return None

    @property
    def ids(self) -> list[str]:
        """The players as luck is drawn for them: by place, in joining order.

        Whoever sits there later changes nothing; games from before know people by their ids.
        """
        return list(self.drawn_for) or places([seated.computer for seated in self.players])

    @property
    def words(self) -> list[str] | None:
        """The players' words; none where somebody sat down before there were any."""
        words = [seated.word for seated in self.players if seated.word is not None]
        return words if len(words) == len(self.players) else None

    @property
    def seed(self) -> bytes:
        """What all luck of the game is drawn from."""
        return self.sown or fairness.seed(self.secret, self.ids, self.words)

    def seats_of(self, user_id: int | None) -> list[int]:
        """The game's seats that somebody holds."""
        player = self.player_of(user_id)
        if self.play is None or player is None:
            return []
        return list(self.play.state.seats_of(player))

    def holder(self, seat: int) -> Seated:
        """The player who holds a seat of the game."""
        assert self.play is not None
        player: int = self.play.state.seats[seat]
        return self.players[player]

    @property
    def names(self) -> tuple[str, ...]:
        """The players' own names, by the game's seats."""
        if self.play is None:
            return ()
        return tuple(self.players[player].name for player in self.play.state.seats)

    @property
    def in_real_time(self) -> bool:
        """Whether seconds count now: the game says so, and answers are taken as they come."""
        if self.play is None or self.status != "playing" or self.pause is not None:
            return False
        return self.game.real_time(self.variant) and self.play.state.mode == "each"

    # -- what is seen and asked

    def view(self, user_id: int | None) -> Any:
        """The table as somebody may see it; none or a stranger sees the spectator's view."""
        return self.view_of(self.player_of(user_id))

    def view_of(self, player: int | None) -> Any:
        """The table as a player may see it, or the spectator; built once for each of them."""
        assert self.play is not None
        seen = self.play.seen_by(player)
        state, view = self._views.get(player, (None, None))
        if state is not seen:
            view = self.game.view(seen, player)
            self._views[player] = (seen, view)
        return view

    @property
    def waits(self) -> list[Question]:
        """The questions that the table waits for, as everybody may know: at the last barrier."""
        if self.play is None:
            return []
        seats = kernel.waiting(self.play.barrier)
        waited = [question for question in self.play.barrier.open if question.seat in seats]
        return sorted(waited, key=lambda question: question.seat)

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is, as everybody may know; others may be asked within it."""
        frames = self.play.barrier.frames if self.play is not None else []
        return next((f.seat for f in frames if hasattr(f, "seat")), None)

    @property
    def draw_asked(self) -> list[Seated]:
        """The people who have yet to answer the offer of a draw."""
        if self.play is None or not self.play.barrier.draws:
            return []
        said = {*self.play.barrier.draws, *self.play.barrier.resigned}
        return [seated for seated in self.people if seated.player not in said]

    def questions(self, user_id: int | None) -> list[Question]:
        """The questions open to somebody now, with the numbers to answer them by."""
        player = self.player_of(user_id)
        return [] if self.play is None else kernel.open_to(self.play.state, player)

    def offer(self, seat: int) -> Sequence[Option]:
        """What a seat may answer now."""
        assert self.play is not None
        return kernel.offer(self.game, self.play.state, seat)

    def ways(self, seat: int) -> Sequence[Way]:
        """What a seat may choose in one go."""
        assert self.play is not None
        return kernel.ways(self.game, self.play.state, seat)

    def standing(self, seat: int) -> Standing | None:
        """What a seat is asked, if its player may answer that once and for all."""
        assert self.play is not None
        return kernel.standing(self.game, self.play.state, seat)

    def due(self, seat: int) -> datetime | None:
        """By when a seat must have answered, under the table's pace."""
        clock = self.clocks.get(f"pace:{seat}")
        return clock.at if clock else None

    def waited_since(self, user_id: int) -> datetime | None:
        """Since when the table waits for somebody, if it does."""
        player = self.player_of(user_id)
        wait = None if player is None else self.waiting.get(player)
        return None if wait is None else wait.since

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, once it has."""
        return None if self.play is None else self.play.state.outcome


def counts(game: AnyGame, variant: Variant) -> list[int]:
    """The numbers of players that go with a variant."""
    fitting = []
    for count in game.counts:
        try:
            game.check(variant, count)
        except BadVariant:
            continue
        fitting.append(count)
    return fitting
