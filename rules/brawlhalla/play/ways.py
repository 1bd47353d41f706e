"""What can be chosen in one go, and what needs no choice: a panel's few clicks."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from rules.brawlhalla.content.arena import SPACES, away
from rules.brawlhalla.content.legends import CARDS, VALUE
from rules.brawlhalla.content.powers import Op
from rules.brawlhalla.play.attack import ADD, DEFEND, ClashPhase, attacks, fires, kind_of
from rules.brawlhalla.play.cards import DISCARD
from rules.brawlhalla.play.delay import CARDS_OF_DELAY
from rules.brawlhalla.play.move import STEPS, STOP
from rules.brawlhalla.play.routes import Route, by_use, routes
from rules.brawlhalla.play.triggers import SKIP, WindowPhase, fits, power_of, sources
from rules.brawlhalla.play.turn import DRAW, MOVE, RECOVER, SWAP, TWICE
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.fighter import ARMED, DISARMED
from rules.brawlhalla.state.frames import Clash, Dropping, Moving, Turn, Window
from rules.brawlhalla.state.options import Attack, Defend, Use
from rules.brawlhalla.state.shortcuts import (
    Block,
    Dodge,
    DrawFour,
    DrawTwo,
    Drop,
    Go,
    GoAndDraw,
    HeavyAttack,
    Hop,
    LightAttack,
    Press,
    RecoverWeapon,
    SwapWeapon,
)
from rules.engine.piles import Pile
from rules.engine.state import Option, Standing, Way

STRONGER: tuple[Op, ...] = ("power", "force")  # nobody would attack without
FARTHER: tuple[Op, ...] = ("leap", "fly")  # used where a space cannot be reached otherwise
GAINS: tuple[Op, ...] = ("heal", "rearm", "extra", "draw")  # nobody would leave them
FEW = 4  # ways to block that take several cards
WINDOW, CLASH = WindowPhase(), ClashPhase()


def ways(s: BrawlhallaState, seat: int) -> list[Way]:
    """What a seat that is asked can choose in one go."""
    match s.frames[-1]:
        case Turn(actions=actions) if actions > 0:
            moves = _moves(s, seat)
            both = [*_rushes(s, seat, moves), *moves, *_draws(s, seat, moves)]
            return [
                *_attacks(s, seat),
                *(both if actions > 1 else moves),
                *_delays(s, seat, actions),
            ]
        case Moving() as moving:
            return _walks(s, moving)
        case Window() as window:
            return _hops(s, window)
        case Clash(step="exchange", heavy=True) as clash:
            return _dodges(s, clash)
        case Clash(step="exchange") as clash:
            return _exchanges(s, clash, seat)
        case Dropping(left=left) if left > 1:
            return _drops(s, seat, left)
    return []


# -- attacking


def _attacks(s: BrawlhallaState, seat: int) -> Iterator[Way]:
    """Each attack with the powers before and during it that only make it stronger."""
    found = [option for option in attacks(s, seat) if isinstance(option, Attack)]
    for option in sorted(found, key=lambda o: (o.kind != "light", o.target, VALUE[o.card], o.card)):
        uses = tuple(_stronger(s, seat, option))
        kind = LightAttack if option.kind == "light" else HeavyAttack
        yield Way(kind(option.target, option.card, uses=uses), (option, *map(Use, uses)))


def _stronger(s: BrawlhallaState, seat: int, option: Attack) -> Iterator[int]:
    heavy = option.kind == "heavy"
    clash = Clash(seat=seat, target=option.target, heavy=heavy, attack=[option.card])
    for when in ("before", "during"):
        left = False
        for source in sources(s, seat, when, kind_of(clash), clash.attack):
            power = power_of(s.fighters[seat], source)
            if not fits(s, seat, option.target, power, clash):
                continue
            if power.op in STRONGER:
                yield source
            else:
                left = True
        if left:  # there is something to choose first
            return


# -- moving


class Reach(msgspec.Struct, frozen=True):
    """How far a card takes one: by itself, or with the powers before the move."""

    card: int
    steps: int
    fly: bool
    before: tuple[int, ...]  # the powers that are used for it
    skips: bool  # whether others are left
    after: tuple[int, ...]  # what is gained afterwards


def _moves(s: BrawlhallaState, seat: int) -> list[Way]:
    """Every destination with the lowest card that reaches it, over a sword where that helps."""
    reaches = sorted(_reaches(s, seat), key=lambda r: (VALUE[r.card], not r.after, r.card))
    most = max((r.steps for r in reaches), default=0)
    afoot = routes(s, seat, most)
    flying = routes(s, seat, most, fly=True) if any(r.fly for r in reaches) else {}
    found: dict[tuple[int, bool], tuple[int, Way]] = {}
    for place, reach in enumerate(reaches):
        for end, route in (flying if reach.fly else afoot).items():
            if end not in found and len(route.path) <= reach.steps:
                found[end] = place, _way(s, seat, end, reach, route)
    return _listed(s, seat, found)


def _reaches(s: BrawlhallaState, seat: int) -> Iterator[Reach]:
    fighter = s.fighters[seat]
    for card in fighter.hand.cards:
        found = sources(s, seat, "before", "move", (card,))
        used = tuple(source for source in found if power_of(fighter, source).op in FARTHER)
        powers = [power_of(fighter, source) for source in used]
        more = sum(power.n for power in powers if power.op == "leap")
        fly = any(power.op == "fly" for power in powers)
        after = tuple(_gains(s, seat, card))
        yield Reach(card, VALUE[card], False, (), bool(found), after)
        if used:
            yield Reach(card, VALUE[card] + more, fly, used, len(used) < len(found), after)


def _gains(s: BrawlhallaState, seat: int, card: int) -> Iterator[int]:
    """Powers after the move that cost nothing; what is drawn is seen, so only the last draws."""
    fighter = s.fighters[seat]
    drawing = []
    for source in sources(s, seat, "after", "move", (card,)):
        power = power_of(fighter, source)
        if power.op not in GAINS or not fits(s, seat, -1, power, None):
            continue
        if power.op != "draw":
            yield source
        elif len(fighter.deck) >= power.n:  # an empty deck would hurt
            drawing.append(source)
    yield from drawing[:1]


def _way(s: BrawlhallaState, seat: int, end: tuple[int, bool], reach: Reach, route: Route) -> Way:
    left = reach.steps - len(route.path)
    return Way(
        Go(*end, reach.card, reach.before + reach.after),
        (
            MOVE[reach.card],
            *map(Use, reach.before),
            *([SKIP] if reach.skips else []),
            *_walk(s, seat, route, left, reach.fly),
            *map(Use, reach.after),
        ),
    )


def _walk(s: BrawlhallaState, seat: int, route: Route, left: int, fly: bool) -> Iterator[Option]:
    """Step by step, and stop where more would be possible."""
    yield from (STEPS[space] for space in route.path)
    if s.ground.steps(route.path[-1], left, route.run, s.taken(seat), fly):
        yield STOP


def _listed(
    s: BrawlhallaState, seat: int, found: dict[tuple[int, bool], tuple[int, Way]]
) -> list[Way]:
    """Swords first; without one only where that saves a card."""
    spaces = by_use(s, seat, {space for space, _ in found})
    onto = sorted(spaces, key=lambda space: space not in s.swords)
    armed = [found[space, True] for space in onto if (space, True) in found]
    plain = [
        found[space, False]
        for space in spaces
        if (space, False) in found
        and ((space, True) not in found or found[space, False][0] < found[space, True][0])
    ]
    return [way for _, way in (*armed, *plain)]


def _walks(s: BrawlhallaState, moving: Moving) -> list[Way]:
    """The rest of a move under way."""
    return _steps(s, moving.seat, moving.left, moving.run, moving.fly)


def _steps(s: BrawlhallaState, seat: int, left: int, run: int = 0, fly: bool = False) -> list[Way]:
    found = {}
    for end, route in routes(s, seat, left, run, fly).items():
        walk = tuple(_walk(s, seat, route, left - len(route.path), fly))
        found[end] = 0, Way(Go(*end), walk)
    return _listed(s, seat, found)


def _hops(s: BrawlhallaState, window: Window) -> list[Way]:
    """A power that lets one move a little, with where to."""
    found = []
    for option in WINDOW.offer(s, window, window.seat):
        if not isinstance(option, Use):
            continue
        power = power_of(s.fighters[window.seat], option.source)
        if power.op == "hop":
            for way in _steps(s, window.seat, power.n):
                assert isinstance(way.option, Go)
                hop = Hop(way.option.space, option.source)
                found.append(Way(hop, (option, *way.answers)))
    return found


# -- delaying


def _delays(s: BrawlhallaState, seat: int, actions: int) -> Iterator[Way]:
    """What a Delay is for, each by its own name; whom more cards would hurt draws step by step."""
    yield Way(DrawTwo(), (DRAW,))
    if actions > 1 and len(s.fighters[seat].deck) >= 2 * CARDS_OF_DELAY:
        yield Way(DrawFour(), (TWICE,))
    yield Way(SwapWeapon(), (SWAP,))
    if s.fighters[seat].sword == DISARMED:
        yield Way(RecoverWeapon(), (RECOVER,))


# -- both actions at once


def _draws(s: BrawlhallaState, seat: int, moves: Sequence[Way]) -> Iterator[Way]:
    """A Platform to go to and to draw on, as long as the deck is enough; in the Air one would fall."""
    if len(s.fighters[seat].deck) < CARDS_OF_DELAY:
        return
    for way in moves:
        go = _go(way)
        if not s.ground.air[go.space] and _quiet(s, seat, go):
            yield Way(GoAndDraw(go.space, go.sword, go.card, go.uses), (*way.answers, DRAW))


def _rushes(s: BrawlhallaState, seat: int, moves: Sequence[Way]) -> Iterator[Way]:
    """An opponent out of reach is gone to and attacked; a heavy attack comes from the far side."""
    reached = {option.target for option in attacks(s, seat) if isinstance(option, Attack)}
    for target in s.opponents(seat):
        near = s.ground.beside[s.fighters[target].space]
        there = [way for way in moves if _go(way).space in near and _quiet(s, seat, _go(way))]
        if target in reached or not there:
            continue
        for heavy in (False, True):
            way = min(there, key=lambda way: _approach(s, target, _go(way), heavy))
            yield from _rush(s, seat, target, way, heavy)


def _go(way: Way) -> Go:
    assert isinstance(way.option, Go)
    return way.option


def _quiet(s: BrawlhallaState, seat: int, go: Go) -> bool:
    """Whether nothing is to be decided or drawn between the move and the next action."""
    left = set(sources(_moved(s, seat, go), seat, "after", "move", (go.card,)))
    fighter = s.fighters[seat]
    return left <= set(go.uses) and all(power_of(fighter, at).op != "draw" for at in left)


def _moved(s: BrawlhallaState, seat: int, go: Go) -> BrawlhallaState:
    """The arena as it is after a move, as far as an attack is concerned."""
    fighter = s.fighters[seat]
    hand = Pile.of(card for card in fighter.hand.cards if card != go.card)
    sword = ARMED if go.sword else fighter.sword
    moved = msgspec.structs.replace(fighter, space=go.space, hand=hand, sword=sword)
    fighters = [moved if at == seat else other for at, other in enumerate(s.fighters)]
    return msgspec.structs.replace(s, fighters=fighters)


def _approach(s: BrawlhallaState, target: int, go: Go, heavy: bool) -> tuple[object, ...]:
    """Best first: armed, for a heavy attack towards the nearest edge, cheaply, on a Platform."""
    there = s.fighters[target].space
    edge = len(s.ground.push(there, *away(go.space, there), SPACES)[0]) if heavy else 0
    walled = heavy and not s.ground.push(there, *away(go.space, there), SPACES)[1]
    return not go.sword, walled, edge, VALUE[go.card], s.ground.air[go.space], go.space


def _rush(s: BrawlhallaState, seat: int, target: int, way: Way, heavy: bool) -> Iterator[Way]:
    go, kind = _go(way), HeavyAttack if heavy else LightAttack
    for attack in _attacks(_moved(s, seat, go), seat):
        option = attack.option
        if isinstance(option, kind) and option.target == target:
            rush = msgspec.structs.replace(option, space=go.space, move=go.card)
            yield Way(rush, (*way.answers, *attack.answers))


# -- the exchange of a light attack, and the dodge of a heavy one


def _exchanges(s: BrawlhallaState, clash: Clash, seat: int) -> list[Way]:
    """Cards that are enough: one, or as few as it takes together; the lowest first.

    Of those together there are a few at most: a panel shows them side by side.
    """
    attack, defence = clash.totals()
    attacking = seat == clash.seat
    need = defence - attack + 1 if attacking else attack - defence
    hand = sorted(s.fighters[seat].hand.cards, key=lambda card: (VALUE[card], card))
    more = {card: _more(s, clash, seat, card) for card in hand}
    kind, plays = (Press, ADD) if attacking else (Block, DEFEND)
    enough: list[tuple[int, ...]] = []
    for count in (1, 2, 3):
        for cards in combinations(hand, count):
            if any(set(fewer) <= set(cards) for fewer in enough):
                continue
            if sum(VALUE[c] for c in cards) + max(more[c] for c in cards) >= need:
                enough.append(cards)
        if enough and count > 1:
            break
    enough.sort(key=lambda cards: (sum(VALUE[c] for c in cards), len(cards)))
    alone = [cards for cards in enough if len(cards) == 1]
    several = [cards for cards in enough if len(cards) > 1][: max(0, FEW - len(alone))]
    found = []
    for cards in (cards for cards in enough if cards in alone or cards in several):
        best = max(cards, key=lambda c: more[c])
        used = best if more[best] else -1
        found.append(Way(kind(cards, used), tuple(plays[card][card == used] for card in cards)))
        if len(cards) == 1 and used < 0 and fires(s, clash, seat, best):
            found.append(Way(kind(cards, best), (plays[best][1],)))
    return found


def _more(s: BrawlhallaState, clash: Clash, seat: int, card: int) -> int:
    """What a card's During effect adds to its value, if it may be used."""
    power = CARDS[card]
    return power.n if power.op == "power" and fires(s, clash, seat, card) else 0


def _dodges(s: BrawlhallaState, clash: Clash) -> list[Way]:
    return [
        Way(Dodge(option.card, option.effect), (option,))
        for option in CLASH.offer(s, clash, clash.target)
        if isinstance(option, Defend)
    ]


# -- discarding


def _drops(s: BrawlhallaState, seat: int, left: int) -> list[Way]:
    """The lowest cards at once, as many as are due; others are named one by one."""
    hand = sorted(s.fighters[seat].hand.cards, key=lambda card: (VALUE[card], card))
    cards = tuple(hand[:left])
    return [Way(Drop(cards), tuple(DISCARD[card] for card in cards))]


# -- the same answer again and again


def standing(s: BrawlhallaState, seat: int) -> Standing | None:
    """Whether to use a power, or to spend a KO card on a hit: all that decides about it is public.

    Where several powers could be used, or one on several opponents, there is more to choose.
    """
    match s.frames[-1]:
        case Window() as window:
            uses = [use for use in WINDOW.offer(s, window, seat) if isinstance(use, Use)]
            if len(uses) != 1:
                return None
            power = power_of(s.fighters[seat], uses[0].source)
            return Standing(f"{window.when} {window.of}: {power.name}", (uses[0], SKIP))
        case Clash(step="bonus") as clash:
            options = tuple(CLASH.offer(s, clash, seat))
            return Standing("bonus heavy" if clash.heavy else "bonus light", options)
        case _:
            return None


# -- nothing to choose


def forced(s: BrawlhallaState, seat: int, offered: Sequence[Option]) -> Option | None:
    """The only answer there is, where the arena and the tokens show everybody that it is.

    A defender is asked whatever the hand holds, and a card to be discarded is the player's to
    show, unless all know it.
    """
    if len(offered) != 1 or isinstance(s.frames[-1], Clash):
        return None
    if isinstance(s.frames[-1], Dropping):
        everybody = (1 << len(s.fighters)) - 1
        return offered[0] if s.fighters[seat].hand.known[0] == everybody else None
    return offered[0]
