"""Every attack can hit somebody: tried with all dice, which the rules themselves never do (BM21)."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FrameType

import pytest

from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.store import STORE
from rules.brawl_mart.game import GAME
from rules.brawl_mart.play.attack import attacks
from rules.brawl_mart.play.exchange import fight, who_is_hit
from rules.brawl_mart.play.stalemate import able_to_attack
from rules.brawl_mart.state import SLAIN, Attack, BrawlMartState, Fighter, Pass
from rules.engine import kernel
from tests.rules.brawl_mart.table import Table, who


class Fall:
    """Every fall of however many dice, one after the other, from different faces on."""

    def __init__(self) -> None:
        self.dice: list[tuple[int, int]] = []  # how far the die was turned, sides
        self.at = 0

    def die(self, sides: int) -> int:
        """The next die of this fall."""
        if self.at == len(self.dice):
            self.dice.append((0, sides))
        self.at += 1
        return (self.dice[self.at - 1][0] + self.at - 1) % sides + 1

    def next(self) -> bool:
        """Turn to the next fall; false after the last."""
        self.at = 0
        while self.dice:
            turned, sides = self.dice.pop()
            if turned + 1 < sides:
                self.dice.append((turned + 1, sides))
                return True
        return False


def could_hit(s: BrawlMartState, actor: Fighter, option: Attack) -> bool:
    """Whether any fall of the dice hits somebody."""
    target = s.fighter(option.target)
    assert target is not None
    fall = Fall()
    while not who_is_hit(s, *fight(s, actor, target, option.choice, fall.die)):
        if not fall.next():
            return False
    return True


def test_all_falls_are_tried() -> None:
    fall, seen = Fall(), []
    while True:
        seen.append((fall.die(4), fall.die(6), fall.die(4)))
        if not fall.next():
            break
    assert len(set(seen)) == len(seen) == 4 * 6 * 4


def test_an_attack_that_could_not_hit_would_be_found() -> None:
    table = Table("Kaathrynn", "Mop, Gus!")
    table.fighter("Mop").slipped = True
    for foe in ("Mop", "Gus"):
        assert not could_hit(table.s, table.fighter("Kaathrynn"), Attack(who(foe), 0))  # no dice
        assert could_hit(table.s, table.fighter("Kaathrynn"), Attack(who(foe), 1))


def laid_out(rng: random.Random) -> BrawlMartState:
    """Any brawl: any cards, items, falls and marks, in any department."""
    s = Table("", "").s
    s.at = rng.choice([at for at, department in enumerate(STORE) if department.enemies])
    cards = rng.sample(range(len(BRAWLERS)), rng.randint(2, 6))
    items = iter(rng.sample(range(-8, len(ITEMS)), len(cards)))
    mine = rng.randint(1, len(cards) - 1)
    s.fighters = [
        Fighter(
            card=card,
            own=at < mine,
            item=max(-1, next(items)),
            state=rng.choice((0, 0, 0, 0, 1, 2)),
            slipped=at >= mine and rng.random() < 0.3,
            cheered=2 * (at < mine and rng.random() < 0.2),
            smiled=rng.random() < 0.3,
        )
        for at, card in enumerate(cards)
    ]
    return s


@pytest.mark.rule("BM21")
def test_whoever_has_an_attack_could_hit_somebody_in_any_position() -> None:
    rng = random.Random(21)
    tried = stuck = 0
    for _ in range(4_000):
        s = laid_out(rng)
        mine = [own for own in s.side(True) if own.standing]
        hitting = [could_hit(s, own, option) for own in mine for option in attacks(s, own)]
        assert all(hitting), s.fighters
        assert able_to_attack(s, s.side(True)) == any(hitting)
        tried += len(hitting)
        stuck += bool(mine) and not hitting and any(f.state != SLAIN for f in s.side(False))
    assert tried > 9_000
    assert stuck > 20  # Ojwald without a rival


@pytest.mark.rule("BM21")
@pytest.mark.parametrize("department", [d.name for d in STORE if d.enemies])
def test_every_brawler_could_hit_in_an_attack_on_every_other(department: str) -> None:
    for card in range(len(BRAWLERS)):
        for foe in set(range(len(BRAWLERS))) - {card}:
            for slipped in (False, True):
                s = Table("", "", at=department).s
                s.fighters = [Fighter(card, own=True), Fighter(foe, own=False, slipped=slipped)]
                assert all(could_hit(s, s.fighters[0], o) for o in attacks(s, s.fighters[0]))


# -- how much work that is


@contextmanager
def counted(code: CodeType) -> Iterator[list[int]]:
    """How often a function is called meanwhile."""
    calls = [0]

    def on(frame: FrameType, event: str, _: object) -> None:
        calls[0] += event == "call" and frame.f_code is code

    before = sys.getprofile()
    sys.setprofile(on)
    try:
        yield calls
    finally:
        sys.setprofile(before)


@pytest.mark.rule("BM21")
def test_no_exchange_is_fought_to_find_out_whether_one_could_hit() -> None:
    table = Table("Kaathrynn+Energy Drink", "Ojwald, Ben")
    table.fighter("Ben").slipped = True
    with counted(fight.__code__) as fights:
        table.do(Pass())
        assert table.brawl.forced
        options = kernel.offer(GAME, table.s, 0)
    assert fights == [0]
    assert len(options) == 12  # one to six dice against each
    with counted(fight.__code__) as fights:
        table.do(Attack(who("Ben"), 6))
    assert fights == [1]
