"""One game under check: what it is played with, where it stands, how it fails."""

import random
from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from typing import NoReturn, TypeVar

from rules.engine.conformance.echoes import Echoes
from rules.engine.conformance.hints import Hints
from rules.engine.conformance.report import Breach
from rules.engine.conformance.spy import Spy
from rules.engine.conformance.variety import Variety
from rules.engine.contract import AnyGame
from rules.engine.state import Event, Told, Variant

T = TypeVar("T")
RARE = 8  # steps at which each kind of event is checked, however seldom it comes


class Batch:
    """What the games of one run share."""

    def __init__(self, game: AnyGame, seed: int, density: float, extra: str) -> None:
        """`extra` is what a command line needs besides game and seed."""
        self.game = game
        self.key = getattr(game, "key", type(game).__name__)
        self.seed = seed
        self.density = density
        self.extra = extra
        self.variety = Variety()
        self.echoes = Echoes()
        self.hints = Hints()
        self.rendered: dict[type[Event], int] = {}
        self.heard: Counter[type[Event]] = Counter()
        self.tried = 0  # steps that a re-dealt world was sought for
        self.compared = 0  # steps that were taken in a re-dealt world too

    def command(self, first: int, games: int) -> str:
        """The shell line that shows these games again."""
        return (
            f"python -m rules selfplay {self.key} --check --seed {self.seed} "
            f"--first {first} --games {games}{self.extra}"
        )

    def fail(self, name: str, text: str, first: int, games: int) -> NoReturn:
        """End the run with a breach that several games show together."""
        where = f"{self.key}, seed {self.seed}, games {first} to {first + games - 1}"
        raise Breach(name, text, where, self.command(first, games))


class Case:
    """One game of a batch."""

    def __init__(self, batch: Batch, number: int, variant: Variant, players: int) -> None:
        """All chance of the play and of the checks comes from the batch's seed and the number."""
        self.batch = batch
        self.game = batch.game
        self.number = number
        self.variant = variant
        self.players = players
        self.viewers: list[int | None] = [*range(players), None]
        self.step = 0
        self.orders: dict[tuple[int, str, str], str] = {}  # by seat, question, answer: its label
        name = f"{batch.seed}:{self.game.key}:{number}"
        self.seed = blake2b(name.encode(), digest_size=16).digest()
        self.dice = random.Random(f"play:{name}")  # what is played
        self.probe = random.Random(f"probe:{name}")  # what is checked

    @property
    def where(self) -> str:
        """Game, seed, number and step, as a breach names them."""
        return f"{self.game.key}, seed {self.batch.seed}, game {self.number}, step {self.step}"

    def fail(self, name: str, text: str) -> NoReturn:
        """End the run with a breach."""
        raise self.breach(name, text)

    def breach(self, name: str, text: str) -> Breach:
        """A breach at this step."""
        return Breach(name, text, self.where, self.batch.command(self.number, 1))

    def heed(self, what: str, done: Callable[[], T], allowed: random.Random | None = None) -> T:
        """Do something that must ask neither clock nor system nor global luck."""
        spy = Spy(allowed)
        with spy:
            result = done()
        if spy.heard:
            name, called = spy.heard[0]
            self.fail(name, f"{what} calls {called}")
        return result

    def now(self, share: float = 1.0) -> bool:
        """Whether a costly check is made here."""
        return self.probe.random() < self.batch.density * share

    def rare(self, told: list[Told]) -> bool:
        """Whether a kind of event is told here that was seldom checked; none is left to chance."""
        heard = self.batch.heard
        found = any(heard[type(one.event)] < RARE for one in told)
        if found:
            heard.update({type(one.event) for one in told})
        return found
