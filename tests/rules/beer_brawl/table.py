"""A table to lay a situation on."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec
import pytest

from rules.beer_brawl.content import (
    ARMOR,
    CLUSTER,
    EMPTY,
    FALLEN,
    LAKE,
    SQUARES,
    WOKEN,
    faces_of,
    square_label,
)
from rules.beer_brawl.game import GAME
from rules.beer_brawl.state import BeerBrawlState, BeerBrawlVariant, Ready, Step, Turn
from rules.beer_brawl.view import View
from rules.engine import kernel
from rules.engine.contract import Resolver
from rules.engine.errors import Refused
from rules.engine.inputs import Answer, Elapsed, Input, Timeout
from rules.engine.state import Event, Option, Told

Verb = TypeVar("Verb", bound=Option)
SQUARE = {square_label(square): square for square in range(SQUARES)}


def tile(strength: int = 0, magic: int = 0, speed: int = 0, armor: int = 0) -> int:
    """A tile of these stats; what is missing to six is speed."""
    speed += 6 - strength - magic - speed - armor
    faces = [0] * strength + [1] * magic + [2] * speed + [3] * armor
    made = sum(face << 2 * place for place, face in enumerate(faces))
    assert len(faces) == 6 and sorted(faces_of(made)) == sorted(faces)
    return made


SLOW = tile(strength=3, magic=3)  # one move, no armor


class Table:
    """A game, its inputs by short names, and all that was told."""

    def __init__(self, seed: int = 1, **options: object) -> None:
        """Begin a game."""
        self.variant = msgspec.convert(options, BeerBrawlVariant)
        step = kernel.start(GAME, self.variant, 2, seed.to_bytes(16))
        self.s: BeerBrawlState = step.state
        self.told: list[Told] = step.told
        self.barrier = True

    # -- laying a situation out

    def lay(
        self,
        blue: dict[str, int],
        orange: dict[str, int],
        *,
        seat: int = 0,
        lakes: Sequence[str] = (),
        rough: Sequence[str] = (),
    ) -> "Table":
        """Squares with tiles for each side, in the order of their numbers; the rest has fallen."""
        s = self.s
        s.board = [EMPTY] * SQUARES
        s.at = [FALLEN] * len(s.at)
        s.tiles = [SLOW] * len(s.at)
        s.armor = [0] * len(s.at)
        for team, army in enumerate((blue, orange)):
            for place, (where, faces) in enumerate(army.items()):
                self.put(2 * place + team, where, faces)
        for where in lakes:
            s.board[SQUARE[where]] = LAKE
        s.rough = sorted(SQUARE[where] for where in rough)
        s.clocks, s.finished = {}, [0, 1]
        s.turn = 0
        self.begin(seat)
        s.at = [FALLEN if at == WOKEN else at for at in s.at]  # whoever woke is not laid out so
        return self

    def put(self, p: int, where: str, faces: int) -> None:
        """An adventurer on a square."""
        s = self.s
        s.at[p], s.tiles[p], s.armor[p] = SQUARE[where], faces, ARMOR[faces]
        s.board[SQUARE[where]] = p

    def begin(self, seat: int) -> "Table":
        """A turn of a seat begins with the board as it lies."""
        s = self.s
        s.frames, s.open, s.mode = [Turn(seat=seat)], [], "turn"
        r = Resolver(GAME, s, self.told)
        kernel.advance(r)
        return self

    # -- playing

    def give(self, given: Input) -> list[Event]:
        """Any input; what everybody is told."""
        step = kernel.apply(GAME, self.s, given)
        self.s, self.told, self.barrier = step.state, step.told, step.barrier
        return self.heard(None)

    def do(self, option: Option, seat: int | None = None) -> list[Event]:
        """An answer of the seat that is asked."""
        seat = self.seat if seat is None else seat
        return self.give(Answer(seat, self.s.asked[seat], option))

    def go(self, p: int, *path: str) -> "Table":
        """Steps of one adventurer."""
        for where in path:
            self.do(Step(p, SQUARE[where]))
        return self

    def ready(self, seat: int, *wheres: str) -> list[Event]:
        """The next tiles of a seat's cluster on these squares."""
        heard: list[Event] = []
        for where in wheres:
            heard += self.do(Ready(self.cluster(seat)[0], SQUARE[where]), seat)
        return heard

    def timeout(self, seat: int | None = None) -> list[Event]:
        """The time of the seat that is asked is up."""
        seat = self.seat if seat is None else seat
        return self.give(Timeout(seat, self.s.asked[seat]))

    def ring(self) -> list[Event]:
        """The draft's clock runs out."""
        return self.give(Elapsed("draft"))

    # -- looking

    @property
    def seat(self) -> int:
        """The seat that is asked first."""
        return self.s.open[0].seat

    def offers(self, seat: int | None = None) -> list[Option]:
        """What a seat may answer."""
        return list(kernel.offer(GAME, self.s, self.seat if seat is None else seat))

    def offered(self, kind: type[Verb], seat: int | None = None) -> list[Verb]:
        """What a seat may answer of one verb."""
        return [option for option in self.offers(seat) if isinstance(option, kind)]

    def steps(self, p: int) -> set[str]:
        """The squares that an adventurer may step to."""
        return {
            square_label(o.square)
            for o in self.offers()
            if isinstance(o, Step) and o.adventurer == p
        }

    def cluster(self, seat: int) -> list[int]:
        """The tiles that a seat has not placed."""
        return [p for p in range(seat, len(self.s.at), 2) if self.s.at[p] == CLUSTER]

    def heard(self, player: int | None) -> list[Event]:
        """What a player, or the spectator, was told by the last input."""
        return [t.event for t in self.told if t.heard_by(player)]

    def view(self, player: int | None) -> View:
        """The table as a player, or the spectator, sees it."""
        return GAME.view(self.s, player)

    def where(self, p: int) -> str:
        """The square of an adventurer."""
        return square_label(self.s.at[p])

    def refusal(self, option: Option, seat: int | None = None) -> str:
        """The rule by which an answer is refused."""
        return self._refused(option, seat).rule

    def reason(self, option: Option) -> str:
        """The sentence by which an answer is refused."""
        return self._refused(option, None).sentence

    def _refused(self, option: Option, seat: int | None) -> Refused:
        before = self.s
        with pytest.raises(Refused) as refused:
            self.do(option, seat)
        assert refused.value.sentence.endswith(".")
        assert self.s is before
        return refused.value
