"""A brawl laid out by hand, with dice that fall as told."""

from collections.abc import Iterator

from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.store import PLACE
from rules.brawl_mart.game import GAME
from rules.brawl_mart.play.exchange import fight, who_is_hit
from rules.brawl_mart.play.hits import land
from rules.brawl_mart.state import (
    Brawl,
    BrawlMartState,
    Cafe,
    Exchanged,
    Fighter,
    Hit,
    MartVariant,
    Roll,
)
from rules.engine import kernel
from rules.engine.inputs import Answer
from rules.engine.piles import Pile
from rules.engine.state import Option, Question, Told


def who(name: str) -> int:
    """A brawler's card, by any part of the name."""
    return next(at for at, card in enumerate(BRAWLERS) if name in card.name)


def what(name: str) -> int:
    """An item's card."""
    return next(at for at, card in enumerate(ITEMS) if name in card.name)


class Table:
    """A trip in the middle of a brawl; `"Tim+Baguette"` is Wispy Tim with a Stale Baguette."""

    def __init__(self, own: str, enemies: str, at: str = "PRODUCE", **options: bool) -> None:
        """Lay both sides out, comma by comma; every other card is in its pile."""
        self.s: BrawlMartState = kernel.start(GAME, MartVariant(**options), 1, b"seed" * 4).state
        s = self.s
        s.fighters = [*self._side(own, True), *self._side(enemies, False)]
        used = {f.card for f in s.fighters}
        held = {f.item for f in s.fighters}
        s.hand, s.cart, s.shop = [], [], [-1, -1, -1]
        s.enemies = Pile.of(c for c in range(16) if c not in used)
        s.items = Pile.of(i for i in range(16) if i not in held)
        s.knocked_out, s.slain, s.fallen, s.items_discard = [], [], [], []
        s.at = PLACE[at]
        s.frames = [Brawl(step="act")]
        s.asked, s.open, s.mode = [1], [Question(0, 1, "act")], "turn"
        self.told: list[Told] = []

    def _side(self, names: str, own: bool) -> Iterator[Fighter]:
        for word in filter(None, (part.strip() for part in names.split(","))):
            name, _, item = word.partition("+")
            state = 1 if name.endswith("!") else 0
            yield Fighter(who(name.strip("!")), own, what(item) if item else -1, state)

    def fighter(self, name: str) -> Fighter:
        """A brawler of this brawl."""
        found = self.s.fighter(who(name))
        assert found is not None
        return found

    def exchange(
        self, attacker: str, target: str, *dice: int, choice: int = 0
    ) -> tuple[Roll, Roll | None, list[Hit]]:
        """Fight with these dice, and let the hits land."""
        rolls = iter(dice)
        mine, theirs = fight(
            self.s, self.fighter(attacker), self.fighter(target), choice, lambda sides: next(rolls)
        )
        hits = land(self.s, who_is_hit(self.s, mine, theirs))
        assert not list(rolls), "dice were left over"
        return mine.told(), theirs.told() if theirs else None, hits

    def totals(self, attacker: str, target: str, *dice: int, choice: int = 0) -> tuple[int, int]:
        """The totals of both sides."""
        mine, theirs, _ = self.exchange(attacker, target, *dice, choice=choice)
        return mine.total, theirs.total if theirs else -1

    def options(self) -> list[Option]:
        """What the shopper may answer."""
        return list(kernel.offer(GAME, self.s, 0))

    def label(self, option: Option) -> str:
        """An option in words."""
        return str(GAME.text.label(GAME.view(self.s, 0), option))

    def do(self, *options: Option) -> list[Told]:
        """Answer one question after the other."""
        for option in options:
            question = self.s.question(0)
            assert question is not None
            step = kernel.apply(GAME, self.s, Answer(0, question.number, option))
            self.s, self.told = step.state, step.told
        return self.told

    @property
    def asks(self) -> str:
        """The kind of the open question, or why the trip is over."""
        if self.s.outcome is not None:
            return self.s.outcome.reason
        return self.s.open[0].kind

    @property
    def brawl(self) -> Brawl:
        """The frame of the brawl."""
        frame = self.s.frames[0]
        assert isinstance(frame, Brawl)
        return frame

    @property
    def rolls(self) -> Exchanged:
        """The last attack and its counter, as told."""
        return next(t.event for t in self.told if isinstance(t.event, Exchanged))

    @property
    def counter(self) -> Roll:
        """How the counter to the last attack came about."""
        assert self.rolls.counter is not None
        return self.rolls.counter

    def in_cafe(self) -> None:
        """Go on from a café instead of a brawl."""
        self.s.frames = [Cafe()]
