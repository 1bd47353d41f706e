"""One attack and its counter: dice, type, ability, items, total (BM5, BM6, BM15–BM20)."""

from collections.abc import Callable
from typing import Literal

import msgspec

from rules.brawl_mart.content.brawlers import BEATS, BRAWLERS, PRIDE_ENEMY, SAMPLE, Formula
from rules.brawl_mart.content.items import ENEMY_BONUS, ITEMS
from rules.brawl_mart.content.store import STORE, Rule
from rules.brawl_mart.play.held import holds
from rules.brawl_mart.state import KNOCKED_OUT, BrawlMartState, Fighter, Roll

Dice = Callable[[int], int]  # sides -> a roll


class Side(msgspec.Struct):
    """One side's attack on the way to its total."""

    fighter: Fighter
    foe: Fighter
    attacking: bool
    dice: list[int] = []
    kept: list[int] = []
    times: int = 1
    plus: int = 0
    halved: int = 0
    type_bonus: int = 0
    initial: int = 0
    after: int = 0  # after the card's calculation
    items: int = 0
    item: int = -1
    cheered: int = 0
    item_contact: int = 0
    item_dice: list[int] = []
    other: int = 0
    note: str = ""
    plain: bool = False  # overridden: rolls 1D6

    @property
    def total(self) -> int:
        """The final attack."""
        return (
            0
            if self.note in ("stalled", "pride", "slipped", "no rival")
            else max(0, self.after + self.items + self.other)
        )

    @property
    def contact_part(self) -> int:
        """What Markup reads (BM6)."""
        kind = BRAWLERS[self.fighter.card].kind
        return (self.after if kind == "contact" else 0) + self.item_contact

    def told(self) -> Roll:
        """The explanation of this roll."""
        return Roll(
            card=self.fighter.card,
            dice=tuple(self.dice),
            kept=tuple(self.kept),
            type_bonus=self.type_bonus,
            times=self.times,
            initial=self.initial,
            ability=self.after - self.initial,
            plus=self.plus,
            power=self.after - self.initial - self.plus + self.halved,
            halved=self.halved,
            items=self.items,
            other=self.other,
            total=self.total,
            note=self.note,
            item=self.item if self.items else -1,
            item_dice=tuple(self.item_dice),
            cheered=self.cheered,
        )


# -- initial roll


def rule_of(s: BrawlMartState) -> Rule:
    """The special rule of the department."""
    return STORE[s.at].rule


def type_bonus(s: BrawlMartState, fighter: Fighter, foe: Fighter) -> int:
    """+1 on each die for an arrow (BM9), unless an item or the department says otherwise."""
    if rule_of(s) == "dark" or (holds(foe) and ITEMS[foe.item].scanner):
        return 0
    if holds(fighter) and ITEMS[fighter.item].universal:
        return 1
    return int(BEATS[BRAWLERS[fighter.card].type] == BRAWLERS[foe.card].type)


def formula_of(s: BrawlMartState, side: Side, choice: int) -> Formula:
    """The dice a brawler rolls, with the choice made before rolling (BM18)."""
    card = BRAWLERS[side.fighter.card]
    if side.plain:
        return Formula()
    if silent(s):
        return Formula() if card.formula.count == 0 else card.formula
    if card.ability.pride:
        return Formula(count=choice if side.attacking else PRIDE_ENEMY)
    if card.ability.samples and (choice == 1 if side.attacking else True):
        return SAMPLE
    if card.ability.rivals:
        return Formula()
    return card.formula


def silent(s: BrawlMartState) -> bool:
    """Whether abilities do nothing here."""
    return rule_of(s) == "pollen"


def roll(s: BrawlMartState, side: Side, choice: int, dice: Dice) -> None:
    """The initial roll of a side, and what the card prints behind its dice (BM5)."""
    formula = formula_of(s, side, choice)
    side.dice = [dice(formula.sides) for _ in range(formula.count)]
    side.type_bonus = type_bonus(s, side.fighter, side.foe)
    ability = BRAWLERS[side.fighter.card].ability
    side.kept = sorted(side.dice)[: ability.keeps] if _keeps(s, side) else side.dice
    side.initial = formula.initial(side.kept, side.type_bonus)
    side.times, side.plus = formula.times, formula.plus
    side.after = side.initial + side.plus
    if ability.rivals and not silent(s) and not side.plain and not side.attacking:
        rival = BRAWLERS[side.foe.card].resistance == BRAWLERS[side.fighter.card].resistance
        side.note = "" if rival else "no rival"
    if side.fighter.slipped and not side.attacking:
        side.note = "slipped"


def _keeps(s: BrawlMartState, side: Side) -> bool:
    """Whether an ability lets only some dice count; before version 3 it did so in GARDEN too."""
    return BRAWLERS[side.fighter.card].ability.keeps > 0 and not (silent(s) and s.rules >= 3)


# -- the card's calculation


def calculate(s: BrawlMartState, side: Side) -> None:
    """What an ability makes of its brawler's dice and of the table, before items."""
    ability = BRAWLERS[side.fighter.card].ability
    if silent(s) or side.plain:
        return
    if ability.double_above and side.initial > ability.double_above:
        side.after += side.initial
    if ability.stalls and side.dice[0] == ability.stalls:
        side.note = side.note or "stalled"
    if ability.pride and len(set(side.dice)) < len(side.dice):
        side.note = side.note or "pride"
    if ability.pair and len(set(side.dice)) == 1:
        side.after += ability.pair
    if ability.scavenges and any(f.state == KNOCKED_OUT for f in s.fighters):
        side.after += ability.scavenges
    if ability.hoards:
        side.after += sum(holds(f) for f in s.fighters)
    if ability.outnumbered:
        standing = sum(f.standing for f in s.fighters if f.own != side.fighter.own)
        side.after += max(0, standing - 1)


def halve(s: BrawlMartState, side: Side, by: Side) -> None:
    """Half Off: the opponent's calculated roll is halved, before items."""
    if BRAWLERS[by.fighter.card].ability.halves and not silent(s) and not by.plain:
        side.halved = side.after // 2
        side.after -= side.halved


def add_items(s: BrawlMartState, side: Side, dice: Dice) -> None:
    """Item bonuses, of whatever kind, are added last (BM6, BM15)."""
    fighter = side.fighter
    kind = BRAWLERS[fighter.card].kind
    if holds(fighter):
        item = ITEMS[fighter.item]
        points = item.points
        bonus: Literal["contact", "non-contact"] = "contact"
        if item.bonus:
            bonus = kind if item.bonus == "either" else item.bonus
        elif not fighter.own and fighter.item in ENEMY_BONUS:
            bonus, points = ENEMY_BONUS[fighter.item], 1
        if item.sides:
            side.item_dice = [dice(item.sides)]
            points += side.item_dice[0]
        if item.lucky and 1 in side.dice:
            points, bonus = points + item.lucky, kind
        side.items, side.item = points, fighter.item
        side.item_contact = points if bonus == "contact" else 0
    side.cheered = fighter.cheered if side.attacking else 0
    side.other = side.cheered
    side.other += int(rule_of(s) == "quiet" and kind == "non-contact")
    side.other += int(rule_of(s) == "rush" and not fighter.own)


def needs_other(s: BrawlMartState, side: Side) -> bool:
    """Whether an ability needs the opponent's final value."""
    ability = BRAWLERS[side.fighter.card].ability
    return not silent(s) and not side.plain and (ability.adds_half_even or ability.markup > 0)


def look_across(side: Side, other: Side) -> None:
    """Abilities that read the opponent's final attack."""
    ability = BRAWLERS[side.fighter.card].ability
    if ability.adds_half_even and other.total % 2 == 0:
        side.after += other.total // 2
    if ability.markup:
        part = other.contact_part if other.total else 0
        side.after += min(ability.markup, max(0, part))


# -- both together


def fight(
    s: BrawlMartState, attacker: Fighter, target: Fighter, choice: int, dice: Dice
) -> tuple[Side, Side | None]:
    """Roll an attack and, if the target stands, its counter."""
    attack = Side(attacker, target, attacking=True)
    counter = Side(target, attacker, attacking=False) if target.standing else None
    if counter is None:
        roll(s, attack, choice, dice)
        calculate(s, attack)
        add_items(s, attack, dice)
        return attack, None
    if needs_other(s, attack) and needs_other(s, counter):  # BM19: enemies only counter
        counter.plain, counter.note = True, "overridden"
    for side in (attack, counter):
        roll(s, side, choice, dice)
        calculate(s, side)
    halve(s, attack, counter)
    halve(s, counter, attack)
    for side in (attack, counter):
        add_items(s, side, dice)
    if needs_other(s, attack):
        look_across(attack, counter)
    elif needs_other(s, counter):
        look_across(counter, attack)
    return attack, counter


def wins_ties(s: BrawlMartState, side: Side) -> bool:
    """Whether an ability wins ties."""
    return BRAWLERS[side.fighter.card].ability.last_word and not silent(s) and not side.plain


def who_is_hit(s: BrawlMartState, attack: Side, counter: Side | None) -> list[tuple[Fighter, int]]:
    """The fighters that are hit, and by how much (BM15, BM16); 0 hits nothing."""
    if counter is None:
        return [(attack.foe, attack.total)] if attack.total else []
    mine, theirs = attack.total, counter.total
    if mine == theirs:
        if mine == 0 or rule_of(s) == "slippery":
            return []
        one, two = wins_ties(s, attack), wins_ties(s, counter)
        if one == two:
            return [(attack.foe, -1), (attack.fighter, -1)]  # a tie knocks both out
        return [(attack.foe, mine)] if one else [(attack.fighter, theirs)]
    return [(attack.foe, mine)] if mine > theirs else [(attack.fighter, theirs)]
