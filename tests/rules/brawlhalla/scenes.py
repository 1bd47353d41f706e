"""Small scenes that are played twice, with a power and without it."""

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from rules.brawlhalla.content.legends import CARDS, COPIES, DECK, LEGENDS, VALUE
from rules.brawlhalla.content.powers import Power, says
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.fighter import DISARMED
from rules.brawlhalla.state.frames import Clash
from rules.brawlhalla.state.options import Add, Attack, Defend, Move, Pass, Skip, Step, Stop, Use
from rules.engine.state import Option, Told
from tests.rules.brawlhalla.table import HATTORI, MORDEX, Table, card, plain

PRINTED = re.compile(
    r"(Before|During|After) an? (attack|light|heavy|move)(?: attack)?(?:, ([^:]*))?: (.*)\."
)
STRUCK = "When a heavy attack hits you: "


class Scene(NamedTuple):
    """A power (a card, or -1 and -2 for Legend and weapon), and how the attack is to go."""

    legend: int
    source: int
    side: int = 0
    kind: str = "move"  # move, light, heavy
    attacking: bool = True
    hit: bool = True
    added: bool = False  # the card is not the first of its attack

    @property
    def power(self) -> Power:
        """What is tried out."""
        if self.source >= 0:
            return CARDS[self.source]
        one = LEGENDS[self.legend]
        return one.power if self.source == -1 else one.weapons[self.side]

    @property
    def name(self) -> str:
        """What the scene is called."""
        role = "attacking" if self.attacking else "defending"
        rest = f" {self.kind} {role} {'hit' if self.hit else 'miss'}{' added' * self.added}"
        return self.power.name + ("" if self.kind == "move" else rest)


def printed(power: Power) -> tuple[str, str, str, str]:
    """When, of what, in which case, and what it does: read from the card's own words."""
    words = says(power)
    if words.startswith(STRUCK):
        return "struck", "heavy", "", words.removeprefix(STRUCK).rstrip(".")
    found = PRINTED.fullmatch(words)
    assert found, words
    when, of, case, does = found.groups()
    return when.lower(), of, case or "", does


CASES: dict[str, Callable[[bool, bool], bool]] = {
    "": lambda attacking, hit: True,
    "as the attacker": lambda attacking, hit: attacking,
    "as the defender": lambda attacking, hit: not attacking,
    "if your attack hit": lambda attacking, hit: attacking and hit,
    "if you blocked or dodged": lambda attacking, hit: not attacking and not hit,
    "if you won": lambda attacking, hit: attacking == hit,
    "if you lost": lambda attacking, hit: attacking != hit,
}


def scenes_of(legend: int, source: int, side: int = 0) -> list[Scene]:
    """Every way in which a power's own words let it be used."""
    when, of, case, does = printed(Scene(legend, source, side).power)
    if of == "move":
        return [Scene(legend, source, side)]
    if "your attack reaches" in does:
        return []  # has scenes of its own
    found = []
    for kind in ("light", "heavy") if of == "attack" else (of,):
        for attacking, hit in ((True, True), (True, False), (False, False), (False, True)):
            if when == "before" and not attacking:
                continue
            if when == "struck" and (attacking or not hit):
                continue
            if kind == "heavy" and not attacking and hit and source >= 0:
                continue  # a card that was played has dodged
            if "this heavy attack" in does and not (attacking and hit):
                continue
            if "closer" in does and not attacking:
                continue  # only somebody far away can be pulled
            if CASES[case](attacking, hit):
                found.append(Scene(legend, source, side, kind, attacking, hit))
                if when == "during" and kind == "light" and attacking and source >= 0:
                    found.append(Scene(legend, source, side, kind, attacking, hit, added=True))
    return found


def other_scenes_of(legend: int, source: int, side: int = 0) -> list[Scene]:
    """Ways in which a power's words do not let it be used."""
    _, of, _, does = printed(Scene(legend, source, side).power)
    if of == "move" or "your attack reaches" in does or "closer" in does:
        return []
    all_ways = [
        Scene(legend, source, side, kind, attacking, hit)
        for kind in ("light", "heavy")
        for attacking, hit in ((True, True), (True, False), (False, False), (False, True))
        if not (kind == "heavy" and not attacking and hit and source >= 0)
    ]
    allowed = scenes_of(legend, source, side)
    if "this heavy attack" in does:  # known only later to have been for nothing
        all_ways = [one for one in all_ways if one.kind == "light" or not one.attacking]
    return [one for one in all_ways if one not in allowed]


def foe_of(legend: int) -> int:
    """An opponent whose own powers do not interfere."""
    return MORDEX if legend == HATTORI else HATTORI


def lay_out(scene: Scene) -> tuple[Table, int]:
    """The scene before it begins, and the seat whose power is tried out."""
    foe = foe_of(scene.legend)
    me = 0 if scene.attacking else 1
    does = printed(scene.power)[3]
    spaces = "C4 D4"
    if "falls" in does:
        spaces = "F3 G3"
    elif "knockback" in does:
        spaces = "B4 C4" if me == 0 else "C4 B4"
    elif "move up to" in does and scene.kind == "move":
        spaces = "C5 A1"
    elif "Air spaces in a row" in does:
        spaces = "A1 D4"
    elif "closer" in does:
        spaces = "B4 E4"
    here, there = spaces.split() if me == 0 else spaces.split()[::-1]
    legends = (scene.legend, foe) if me == 0 else (foe, scene.legend)
    table = Table(*legends, arena="anvil", spaces=f"{here} {there}")
    table.arm(0).arm(1)
    mine, theirs = table.fighter(me), table.fighter(1 - me)
    mine.side = scene.side
    mine.damage = 1
    theirs.damage = 1 if "knockback" in does else 0
    if "closer" in does:
        mine.side = 1 - next(  # an attack from afar needs the ranged weapon
            at for at, weapon in enumerate(LEGENDS[scene.legend].weapons) if weapon.op != "range"
        )
    if "recover" in does:
        mine.sword = DISARMED
    low = [card(scene.legend, 1, copy) for copy in range(COPIES)]
    table.discards(me, *(c for c in low if c != scene.source))
    own = scene.source if scene.source >= 0 else plain_or_any(scene.legend, 3)
    value = VALUE[own]
    table.hand(me, *dict.fromkeys([own, *fives(scene.legend)]))
    answer = [card(foe, value, 1), card(foe, value, 2)] if scene.kind == "heavy" else []
    table.hand(1 - me, *dict.fromkeys([*answer, card(foe, 1, 1), *fives(foe), card(foe, 4, 1)]))
    return table, me


def plain_or_any(legend: int, value: int) -> int:
    """A card of a value, if possible one for moves."""
    try:
        return plain(legend, value)
    except StopIteration:
        return card(legend, value)


def fives(legend: int) -> list[int]:
    """All cards of value 5."""
    return list(range(legend * DECK + 4 * COPIES, legend * DECK + DECK))


class Played(NamedTuple):
    """How a scene went."""

    s: BrawlhallaState
    told: list[Told]
    offered: bool  # whether the power could be used
    steps: int  # that were walked
    me: int


def play(scene: Scene, use: bool) -> Played:
    """Play a scene to the end of its action."""
    table, me = lay_out(scene)
    actor = _Actor(scene, me, use)
    told = list(table.do(actor.begin(table)))
    for _ in range(40):
        if not table.s.open or table.asked[1] in ("act", "more") or table.asked[0] == 2:
            break
        told += table.do(actor.answer(table))
    return Played(table.s, told, actor.offered, actor.steps, me)


class _Actor:
    """Answers every question of a scene."""

    def __init__(self, scene: Scene, me: int, use: bool) -> None:
        self.scene, self.me, self.use = scene, me, use
        self.offered = False
        self.steps = 0
        self.own = scene.source if scene.source >= 0 else plain_or_any(scene.legend, 3)

    def begin(self, table: Table) -> Option:
        scene = self.scene
        if scene.kind == "move":
            return Move(self.own)
        kind: Literal["light", "heavy"] = "heavy" if scene.kind == "heavy" else "light"
        if scene.attacking:
            first = (
                next(c for c in fives(scene.legend) if c != self.own) if scene.added else self.own
            )
            return Attack(1, kind, first)
        foe = foe_of(scene.legend)
        value = 5 if scene.hit else 1 if scene.source >= 0 else 4
        value = VALUE[self.own] if scene.kind == "heavy" else value
        first = next(c for c in table.fighter(0).hand.cards if VALUE[c] == value)
        assert first // DECK == foe
        return Attack(1, kind, first)

    def answer(self, table: Table) -> Option:
        seat, kind = table.asked
        options = table.options()
        if kind in ("before", "during", "after", "struck"):
            return self._window(seat, options)
        if kind in ("defend", "dodge", "add"):
            return self._exchange(table, seat, kind, options)
        if kind == "step":
            return self._step(table, options)
        return options[-1]

    def _step(self, table: Table, options: list[Option]) -> Option:
        """Walk as far as possible where that is what matters, on Platforms or in Air."""
        does = printed(self.scene.power)[3]
        steps = [o for o in options if isinstance(o, Step)]
        if self.scene.kind == "move":
            air = table.s.ground.air
            if "move up to" in does:
                steps = [o for o in steps if not air[o.space]]
            elif "Air spaces in a row" in does:
                steps = [o for o in steps if air[o.space]]
            else:
                steps = []
        self.steps += bool(steps)
        return steps[0] if steps else Stop()

    def _window(self, seat: int, options: list[Option]) -> Option:
        uses = [o for o in options if isinstance(o, Use) and o.source == self.scene.source]
        if seat == self.me and uses:
            self.offered = True
            return uses[0] if self.use else Skip()
        return Skip()

    def _exchange(self, table: Table, seat: int, kind: str, options: list[Option]) -> Option:
        scene = self.scene
        mine = [o for o in options if isinstance(o, Add | Defend) and o.card == self.own]
        wants = seat == self.me and scene.source >= 0 and (scene.added or not scene.attacking)
        if wants and mine:
            with_effect = [o for o in mine if o.effect]
            self.offered = self.offered or bool(with_effect)
            return with_effect[0] if with_effect and self.use else mine[0]
        if scene.added and seat != self.me and not table.frame(Clash).defence:
            return next(o for o in options if isinstance(o, Defend) and VALUE[o.card] == 5)
        attacker_wins = scene.hit
        if (kind == "add") == attacker_wins or (kind == "dodge" and not scene.hit):
            cards = [o for o in options if isinstance(o, Add | Defend) and not o.effect]
            if cards:
                return max(cards, key=lambda o: VALUE[o.card])
        return Pass()
