"""Whether anything can still happen in a brawl (BM21)."""

from rules.brawl_mart.play.attack import attacks
from rules.brawl_mart.play.exchange import fight, who_is_hit
from rules.brawl_mart.state import Attack, BrawlMartState, Fighter
from rules.engine.state import Option


def telling(s: BrawlMartState, actor: Fighter) -> list[Option]:
    """The attacks that could, with some dice, knock out or slay anyone (BM21)."""
    return [option for option in attacks(s, actor) if could_hit(s, actor, option)]


def could_hit(s: BrawlMartState, actor: Fighter, option: Attack) -> bool:
    """Whether any fall of the dice hits somebody."""
    target = s.fighter(option.target)
    assert target is not None
    fall = Fall()
    while True:
        mine, theirs = fight(s, actor, target, option.choice, fall.die)
        if who_is_hit(s, mine, theirs):
            return True
        if not fall.next():
            return False


class Fall:
    """Every fall of however many dice, one after the other."""

    def __init__(self) -> None:
        """Begin with all ones."""
        self.dice: list[tuple[int, int]] = []  # shown, sides
        self.at = 0

    def die(self, sides: int) -> int:
        """The next die of this fall."""
        if self.at == len(self.dice):
            self.dice.append((1, sides))
        self.at += 1
        return self.dice[self.at - 1][0]

    def next(self) -> bool:
        """Turn to the next fall; false after the last."""
        self.at = 0
        while self.dice:
            shown, sides = self.dice.pop()
            if shown < sides:
                self.dice.append((shown + 1, sides))
                return True
        return False
