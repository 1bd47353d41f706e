"""A brawl: set-up, turns, the end (BM12–BM21)."""

from collections.abc import Iterator, Sequence

from rules.brawl_mart.brawlers import BRAWLERS
from rules.brawl_mart.cafe import clear_table, lose, win
from rules.brawl_mart.exchange import (
    discard,
    fight,
    holds,
    land,
    rule_of,
    silent,
    use_up,
    who_is_hit,
)
from rules.brawl_mart.items import ITEMS
from rules.brawl_mart.piles import draw_enemies, draw_item
from rules.brawl_mart.score import finish
from rules.brawl_mart.state import (
    KNOCKED_OUT,
    SLAIN,
    STANDING,
    Attack,
    Brawl,
    Entered,
    Equip,
    Exchanged,
    Fighter,
    Hit,
    LinedUp,
    LineUp,
    Met,
    Pass,
    Passed,
    Ready,
    Stolen,
    Trip,
    Use,
    Used,
)
from rules.brawl_mart.store import RULES, STORE
from rules.engine.codec import option_key
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

IDLE_ROUNDS = 30  # BM21


class BrawlPhase(Phase[Trip, Brawl]):
    """A department's brawl from its set-up to its end."""

    # -- set-up (BM12)

    def begin(self, r: Resolver[Trip], f: Brawl) -> None:
        """Enemies come in the order they are drawn; some hold a random item."""
        s = r.s
        department = STORE[s.at]
        r.tell(Entered(s.at))
        cards = draw_enemies(r, department.enemies)
        if not cards:  # BM25
            finish(r, "no enemies")
            return
        enemies = [Fighter(card, own=False) for card in cards]
        for fighter in enemies[: department.armed]:
            fighter.item = draw_item(r)
        r.tell(Met(tuple((e.card, e.item) for e in enemies)))
        s.fighters = enemies
        s.brawls += 1
        s.last = []
        f.step = "line_up" if s.hand else "no_brawlers"

    def no_brawlers(self, r: Resolver[Trip], f: Brawl) -> None:
        """Entering a brawl without brawlers is a loss (BM26)."""
        r.tell(LinedUp(()))
        lose(r)

    def line_up(self, r: Resolver[Trip], f: Brawl) -> None:
        """Fill as many own slots as possible, in any order."""
        s = r.s
        if len(s.side(True)) < STORE[s.at].slots and s.hand:
            r.ask(0, "line_up")
        else:
            f.step = "equip"

    def equip(self, r: Resolver[Trip], f: Brawl) -> None:
        """Hand out items from the cart, at most one each."""
        if self._equips(r.s):
            r.ask(0, "equip")
        else:
            self._ready(r, f)

    def _equips(self, s: Trip) -> list[Option]:
        if s.variant.no_items:
            return []
        empty = [fighter for fighter in s.side(True) if fighter.item < 0]
        return [Equip(item, fighter.card) for item in s.cart for fighter in empty]

    def _ready(self, r: Resolver[Trip], f: Brawl) -> None:
        f.step = "act"
        r.tell(LinedUp(tuple((own.card, own.item) for own in r.s.side(True))))

    # -- turns (BM13)

    def act(self, r: Resolver[Trip], f: Brawl) -> None:
        """The next standing brawler acts, in slot order, round after round."""
        s = r.s
        own = s.side(True)
        while f.slot < len(own) and not own[f.slot].standing:
            f.slot += 1
        if f.slot < len(own):
            r.ask(0, "act")
        else:
            self._next_round(r, f)

    def _next_round(self, r: Resolver[Trip], f: Brawl) -> None:
        s = r.s
        f.slot, f.round = 0, f.round + 1
        f.idle += 1
        f.forced = False
        if not f.attacked:
            if not any(True for own in s.side(True) if own.standing and telling(s, own)):
                win(r, "stalemate")
                return
            f.forced = True
        f.attacked = False
        if f.idle >= IDLE_ROUNDS:
            win(r, "stalemate")

    def offer(self, s: Trip, f: Brawl, seat: int) -> Sequence[Option]:
        """Brawlers for a slot, items for brawlers, or what the acting brawler may do."""
        if f.step == "line_up":
            return [LineUp(card) for card in s.hand]
        if f.step == "equip":
            return [Ready(), *self._equips(s)]
        own = s.side(True)
        actor = own[f.slot]
        if f.forced and not f.attacked:
            later = [o for o in own[f.slot + 1 :] if o.standing and telling(s, o)]
            must = telling(s, actor)
            if must and not later:
                return must
        return [*attacks(s, actor), *uses(s, actor), Pass()]

    def answer(self, r: Resolver[Trip], f: Brawl, seat: int, option: Option) -> None:
        """Carry out a choice."""
        s = r.s
        if s.variant.daily:
            r.seen()
        match option:
            case LineUp(brawler=card):
                s.hand.remove(card)
                s.fighters.insert(len(s.side(True)), Fighter(card, own=True))
            case Equip(item=item, brawler=card):
                fighter = s.fighter(card)
                assert fighter is not None
                s.cart.remove(item)
                fighter.item = item
            case Ready():
                self._ready(r, f)
            case _:
                self._turn(r, f, option)

    def _turn(self, r: Resolver[Trip], f: Brawl, option: Option) -> None:
        s = r.s
        actor = s.side(True)[f.slot]
        f.slot += 1
        before = _condition(s)
        match option:
            case Attack(target=card, choice=choice):
                f.attacked = True
                attack(r, actor, card, choice)
            case Use(target=card):
                use(r, actor, card)
            case _:
                r.tell(Passed(actor.card))
        if _condition(s) != before:
            f.idle = 0
        end_if_over(r)

    def default(self, s: Trip, f: Brawl, seat: int) -> Option:
        """The first brawler, no items, and a pass where that is allowed."""
        options = self.offer(s, f, seat)
        for option in options:
            if isinstance(option, Ready | Pass):
                return option
        return options[0]

    def why_not(self, s: Trip, f: Brawl, seat: int, option: Option) -> Refused:
        """The rule in the way."""
        return why_not(s, f, option)


def _condition(s: Trip) -> list[tuple[int, int, bool, bool]]:
    return [(f.state, f.item, f.slipped, f.smiled) for f in s.fighters]


# -- attacking (BM13–BM18)


def targets(s: Trip, actor: Fighter) -> list[Fighter]:
    """The unslain enemies that a brawler may attack."""
    enemies = [e for e in s.fighters if not e.own and e.state != SLAIN]
    if rule_of(s) == "front" and enemies:
        slot = s.side(True).index(actor)
        places = {id(e): at for at, e in enumerate(s.side(False))}
        return [min(enemies, key=lambda e: (abs(places[id(e)] - slot), places[id(e)]))]
    return enemies


def attacks(s: Trip, actor: Fighter) -> Iterator[Attack]:
    """Every attack of a brawler, with every choice it asks for."""
    ability = BRAWLERS[actor.card].ability
    if ability.rivals and not silent(s):
        if rivals(s, actor):
            yield Attack(rivals(s, actor)[0].card)
        return
    for enemy in targets(s, actor):
        if ability.pride and not silent(s):
            for dice in range(1, ability.pride + 1):
                yield Attack(enemy.card, dice)
        elif ability.samples and not silent(s):
            yield Attack(enemy.card, 0)
            yield Attack(enemy.card, 1)
        else:
            yield Attack(enemy.card)


def rivals(s: Trip, actor: Fighter) -> list[Fighter]:
    """Ojwald's rivals: unslain enemies of his resistance (BM7)."""
    same = BRAWLERS[actor.card].resistance
    return [e for e in targets(s, actor) if BRAWLERS[e.card].resistance == same]


def attack(r: Resolver[Trip], actor: Fighter, card: int, choice: int) -> None:
    """An exchange, or one with each of several rivals at once."""
    s = r.s
    ability = BRAWLERS[actor.card].ability
    several = rivals(s, actor) if ability.rivals and not silent(s) else []
    target = s.fighter(card)
    assert target is not None
    enemies = several or [target]
    for enemy in enemies:
        enemy_steals(r, enemy, actor)
    fights = [fight(s, actor, e, choice, lambda sides: r.die("dice", sides)) for e in enemies]
    hits = [who_is_hit(s, mine, theirs) for mine, theirs in fights]
    use_up(s, fights[0][0])
    for _, theirs in fights:
        if theirs is not None:
            use_up(s, theirs)
            theirs.fighter.slipped = False
    actor.cheered = 0
    landed = land(s, [hit for several_hits in hits for hit in several_hits])
    s.last = [
        Exchanged(
            department=s.at,
            attack=mine.told(),
            counter=theirs.told() if theirs else None,
            target=enemies[at].card,
            tie=any(points < 0 for _, points in hits[at]),
            hits=tuple(landed) if at == len(fights) - 1 else (),
        )
        for at, (mine, theirs) in enumerate(fights)
    ]
    for exchanged in s.last:
        r.tell(exchanged)


def enemy_steals(r: Resolver[Trip], enemy: Fighter, actor: Fighter) -> None:
    """An enemy's Stretchy Hand acts before the dice, the first time it can (BM7)."""
    if holds(enemy) and ITEMS[enemy.item].usage == "steal" and holds(actor):
        steal(r, enemy, actor)


def steal(r: Resolver[Trip], thief: Fighter, victim: Fighter) -> None:
    """Take another's item and hold it; the hand itself is used up."""
    r.tell(Stolen(thief.card, victim.card, victim.item))
    discard(r.s, thief)
    thief.item, victim.item = victim.item, -1


# -- using an item (BM4, BM13)


def uses(s: Trip, actor: Fighter) -> list[Use]:
    """What the held item can be used on."""
    if not holds(actor):
        return []
    match ITEMS[actor.item].usage:
        case "steal":
            found = [f for f in s.fighters if f is not actor and f.item >= 0 and f.state != SLAIN]
        case "slip":
            found = [f for f in s.fighters if not f.own and f.standing and not f.slipped]
        case "revive":
            found = [f for f in s.fighters if f.own and f.state == KNOCKED_OUT]
        case "cheer":
            found = [f for f in s.fighters if f.own and f.standing and f is not actor]
            found = [f for f in found if not f.cheered]
        case "blast":
            found = targets(s, actor)
        case _:
            found = []
    return [Use(f.card) for f in found]


def use(r: Resolver[Trip], actor: Fighter, card: int) -> None:
    """Use the held item; that provokes no counter."""
    s = r.s
    item = actor.item
    target = s.fighter(card)
    assert target is not None
    match ITEMS[item].usage:
        case "steal":
            steal(r, actor, target)
            return
        case "slip":
            target.slipped = True
        case "revive":
            target.state = STANDING
        case "cheer":
            target.cheered = 2
        case "blast":
            blast(r, actor, target)
            return
    r.tell(Used(actor.card, item, card))
    if not ITEMS[item].reusable:
        discard(s, actor)


def blast(r: Resolver[Trip], actor: Fighter, target: Fighter) -> None:
    """A hit of 1D6 that nobody can counter."""
    s = r.s
    item = actor.item
    die = r.die("dice")
    discard(s, actor)
    hits: list[Hit] = land(s, [(target, die)])
    used = Used(actor.card, item, target.card, (die,), tuple(hits))
    s.last = [used]
    r.tell(used)


# -- the end (BM21)


def end_if_over(r: Resolver[Trip]) -> None:
    """Over when one side has nobody standing; both at once is a win."""
    s = r.s
    if s.variant.pacifist and any(f.state == SLAIN and not f.own for f in s.fighters):
        clear_table(r)
        finish(r, "pacifist")
        return
    if not any(f.standing for f in s.fighters if not f.own):
        win(r, "won")
    elif not any(f.standing for f in s.fighters if f.own):
        lose(r)


def telling(s: Trip, actor: Fighter) -> list[Option]:
    """The attacks that could, with some dice, knock out or slay anyone (BM21)."""
    return [option for option in attacks(s, actor) if could_hit(s, actor, option)]


def could_hit(s: Trip, actor: Fighter, option: Attack) -> bool:
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


WHY: dict[str, tuple[str, str]] = {
    "lineup": ("BM12", "Put a brawler of your hand into the slot."),
    "equip": ("BM12", "Hand an item of your cart to a brawler of yours who holds none."),
    "attack": ("BM13", "Attack an enemy of this brawl who is not slain."),
    "use": ("BM13", "The item you hold cannot be used like that."),
    "ready": ("BM12", "The brawl has begun: items stay where they are."),
}


def why_not(s: Trip, f: Brawl, option: Option) -> Refused:
    """The rule that stands in the way of a choice in a brawl."""
    verb = option_key(option).split("~")[0]
    if verb == "equip" and s.variant.no_items:
        return Refused("BM28", "No Items: only your enemies use items.")
    if f.step == "act":
        actor = s.side(True)[f.slot]
        if isinstance(option, Attack):
            return _no_attack(s, actor, option)
        if isinstance(option, Pass | Use) and f.forced and not f.attacked:
            return Refused(
                "BM21", "A round went by without an attack: one that can hit must be made now."
            )
        if isinstance(option, Use):
            return _no_use(actor)
    rule, sentence = WHY.get(verb, ("BM13", "That is not possible in the middle of a brawl."))
    return Refused(rule, sentence)


def _no_attack(s: Trip, actor: Fighter, option: Attack) -> Refused:
    """Why a brawler cannot attack like that."""
    card, target = BRAWLERS[actor.card], s.fighter(option.target)
    if target is None or target.own or target.state == SLAIN:
        return Refused(*WHY["attack"])
    if card.ability.rivals and not silent(s):
        return Refused("BM7", f"{card.name}: {card.says}")
    if target not in targets(s, actor):
        return Refused("BM13", RULES[rule_of(s)])
    if (card.ability.pride or card.ability.samples) and not silent(s):
        return Refused("BM18", f"{card.name}: {card.says}")
    return Refused("BM18", f"{card.name} has no choice of dice.")


def _no_use(actor: Fighter) -> Refused:
    """Why a brawler cannot use an item like that."""
    name = BRAWLERS[actor.card].name
    if actor.item < 0:
        return Refused("BM13", f"{name} holds no item.")
    item = ITEMS[actor.item]
    if not item.usage:
        return Refused("BM4", f"The {item.name} works by itself: {item.says}")
    return Refused("BM4", f"{item.name}: {item.says}")
