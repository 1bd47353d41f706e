"""How likely an attack or a defence holds: over all hands that are possible, from open cards alone.

Which twenty cards a Legend has is public; what lies in the discards, has been played or was seen
going into a hand is known. Every hand of the rest is equally likely.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from math import comb

from rules.brawlhalla.content.legends import CARDS, LEGENDS, VALUE, deck_of
from rules.brawlhalla.content.powers import Power
from rules.brawlhalla.play.triggers import listens
from rules.brawlhalla.play.turn import HAND_LIMIT
from rules.brawlhalla.state.fighter import ARMED, OFF, RED
from rules.brawlhalla.state.options import Add, Attack, Defend, Delay, Pass, Save, Spend, Use
from rules.brawlhalla.state.shortcuts import (
    Block,
    DrawFour,
    DrawTwo,
    HeavyAttack,
    LightAttack,
    Press,
)
from rules.brawlhalla.text.knockback import (
    flies,
    heavy_hit,
    knockback,
    knocks_out,
    landing,
    stays,
)
from rules.brawlhalla.text.names import DAMAGE, power_at, space_name
from rules.brawlhalla.view import FighterView, View
from rules.engine.state import Option
from rules.engine.text import percent

DRAWN = 2  # cards that a Delay draws
MOST = 16  # a total that nobody is asked about
Kind = tuple[int, int]  # a card's value, and what its During effect would add
Kinds = tuple[tuple[Kind, int], ...]  # kinds of card, each with how many there are


def chance(view: View, option: Option) -> str:
    """How likely the opponent can answer an attack or a defence; what a pass means."""
    match option:
        case HeavyAttack(target=target, card=card, space=space):
            return dodged(view, target, card, space)
        case Attack(target=target, kind="heavy", card=card):
            return dodged(view, target, card)
        case LightAttack(target=target, card=card, uses=uses):
            return _light(view, target, first_total(view, card, uses))
        case Attack(target=target, card=card):
            return _light(view, target, VALUE[card])
        case Press(cards=cards, using=using) | Block(cards=cards, using=using):
            return _answered(view, cards, using)
        case Add(card=card, effect=effect) | Defend(card=card, effect=effect):
            return _answered(view, (card,), card if effect else -1)
        case Pass():
            return _passed(view)
        case Spend() | Save():
            return _spent(view, more=isinstance(option, Spend))
    return _drawn(view, option)


def _light(view: View, target: int, total: int) -> str:
    """How likely a light attack can be blocked; that it changes nothing, where it would not (BH17)."""
    odds = beaten(view, target, total, "blocked")
    return f"no damage: red already, {odds}" if view.fighters[target].damage == RED else odds


def _passed(view: View) -> str:
    """What comes of an attack if nothing is added to it or against it."""
    clash = view.clash
    if clash is None or view.player is None:
        return ""
    if view.player == clash.seat:
        return "the attack is blocked"
    mine = view.fighters[view.player]
    if clash.heavy:
        return _flight(view, clash.seat, view.player, clash.attack[0])
    if mine.damage == RED:
        return "you stay red"
    more = view.fighters[clash.seat].bonus and not mine.damage  # a KO card may be spent on the hit
    turned = f"you turn {DAMAGE[mine.damage + 1]}"
    return f"up to 2 damage: {turned} or red" if more else f"1 damage: {turned}"


def _flight(view: View, by: int, target: int, card: int) -> str:
    """How far a heavy hit on its way sends one, with what public powers may add or take."""
    clash = view.clash
    assert clash is not None
    count = max(0, knockback(view, target, card, clash.force))
    most = count + bool(view.fighters[by].bonus and not clash.hit)  # a KO card's bonus
    if flies(view, view.fighters[by].space, target, count):
        return "KO"
    up_to = f", up to {most} with a KO card" if most > count else ""
    return f"{_flown(view, by, target, count)}{up_to}"


def _flown(view: View, by: int, target: int, count: int, space: int = OFF) -> str:
    """A knockback that is no KO, and where it ends."""
    if count <= 0:
        return f"no knockback{braced(view, target)}"
    return f"knockback {count}{landing(view, by, target, count, space)}{braced(view, target)}"


def _spent(view: View, *, more: bool) -> str:
    """What a hit does to its target, with a KO card spent on it or without (BH23)."""
    clash = view.clash
    if clash is None:
        return ""
    other = view.fighters[clash.target]
    if not clash.heavy:
        return f"it {'stays' if other.damage == RED else 'turns'} {DAMAGE[hurt_to(other, more)]}"
    count = knockback(view, clash.target, clash.attack[0], clash.force + more)
    if flies(view, view.fighters[clash.seat].space, clash.target, count):
        return "KO"
    return _flown(view, clash.seat, clash.target, count)


def hurt_to(other: FighterView, more: bool) -> int:
    """The damage after a light hit, with a KO card spent on it or without."""
    return min(RED, other.damage + 1 + more)


def _drawn(view: View, option: Option) -> str:
    """What draws from a deck that runs out cost; what has to be discarded at the turn's end."""
    if view.player is None:
        return ""
    mine = view.fighters[view.player]
    count = drawn(mine, option)
    if not count:
        return ""
    if runs_out(mine, option):
        return f"{'knocks you out' if mine.damage == RED else 'hurts you'}: your deck runs out"
    if isinstance(option, Use):
        return ""
    over = len(mine.hand) + count - HAND_LIMIT
    return f"then discard {over}" if over > 0 and view.actions * DRAWN == count else ""


def drawn(mine: FighterView, option: Option) -> int:
    """How many cards an answer draws, for a Delay or by a power."""
    match option:
        case Use(source=source):
            power = power_at(mine.legend, mine.side, source)
            return power.n if power.op == "draw" else 0
        case Delay(how="draw") | DrawTwo():
            return DRAWN
        case Delay(how="twice") | DrawFour():
            return 2 * DRAWN
    return 0


def runs_out(mine: FighterView, option: Option) -> bool:
    """Whether one has to shuffle for an answer, and is hurt; without discards nothing comes (BH12)."""
    return len(mine.deck) < drawn(mine, option) and bool(mine.discards)


def _answered(view: View, cards: Iterable[int], using: int) -> str:
    """How likely cards that are enough now can be beaten in turn."""
    clash = view.clash
    if clash is None or clash.heavy:
        return ""
    attacking = view.player == clash.seat
    need = left_for(view, cards, using)
    if need <= 0:
        return f"{1 - need} short"
    if attacking:
        return beaten(view, clash.target, need, "blocked")
    return beaten(view, clash.seat, need, "beaten")


def left_for(view: View, cards: Iterable[int], using: int) -> int:
    """How much the other side must add to a light attack or its defence after these cards."""
    clash = view.clash
    assert clash is not None
    attacking = view.player == clash.seat
    mine, theirs = clash.totals if attacking else clash.totals[::-1]
    mine += sum(VALUE[card] for card in cards) + (more(view, using, attacking) if using >= 0 else 0)
    return mine - theirs + (not attacking)


def asked_hand(view: View) -> list[int]:
    """The viewer's cards in an attack in which it is their turn to answer."""
    clash, me = view.clash, view.player
    if clash is None or me is None or me != view.asked:
        return []
    return known(view.fighters[me])


def can_catch_up(view: View) -> bool:
    """Whether all cards of one's hand with the best effect are enough; of others nobody says."""
    clash, hand = view.clash, asked_hand(view)
    if clash is None or not hand:
        return True
    attacking = view.player == clash.seat
    effects = max(more(view, card, attacking) for card in hand)
    return left_for(view, hand, -1) + effects > 0


def dodged(view: View, target: int, card: int, space: int = OFF) -> str:
    """How likely a heavy attack can be dodged, and what it does if not."""
    likely = dodging(view, target, card)
    odds = f"dodged {percent(likely)}" if likely else "sure hit"
    if view.player is None:
        return odds
    if knocks_out(view, view.player, target, card, space):
        return _knocked_out(likely)
    count = max(0, heavy_hit(view, view.player, target, card))
    if count and stays(view, view.player, target, count, space):
        there = space_name(view.fighters[target].space)
        return f"stays on {there}: a floor is in the way, {odds}"
    flown = _flown(view, view.player, target, count, space)
    if not count:  # what it does not do is more than how likely it does not
        return f"{flown}, {odds}"
    return f"{odds},{' else' if likely else ''} {flown}"


def _knocked_out(dodged: float) -> str:
    """A KO in so few words that it stands on a button with the odds."""
    if not dodged:
        return "sure KO"
    return "dodged 100 %, else KO" if dodged == 1 else f"KO {percent(1 - dodged)}, else dodged"


def braced(view: View, target: int) -> str:
    """Which power of the one who is hit is counted in a knockback; they are asked about it."""
    power = LEGENDS[view.fighters[target].legend].power
    how = "if you use" if target == view.player else "with"
    return f" ({how} {power.name})" if power.op == "brace" else ""


def dodging(view: View, target: int, card: int) -> float:
    """How likely a heavy attack with this card can be dodged."""
    return holds(view, target, lambda one: VALUE[one] == VALUE[card])


def beaten(view: View, seat: int, need: int, verb: str) -> str:
    """How likely one card of a seat is enough in a light attack or its defence, or several are."""
    one, several = answered(view, seat, need, attacking=verb == "beaten")
    if not several:
        return "cannot be topped" if verb == "beaten" else "sure hit"
    who, chance = ("1", one) if one else ("2+", several)  # not to be compared without saying so
    can = "can top it" if verb == "beaten" else "blocks" if one else "block"
    return f"{who} {can} {percent(chance)}"


def answered(view: View, seat: int, need: int, *, attacking: bool) -> tuple[float, float]:
    """How likely one card of a seat comes to so much, and its whole hand together."""
    need -= guard(view, seat, attacking)
    one = holds(view, seat, lambda card: VALUE[card] + more(view, card, attacking) >= need)
    return one, together(view, seat, need, attacking)


# -- what is known of a hand


def known(fighter: FighterView) -> list[int]:
    """The cards of a hand that the viewer knows."""
    return [card for card in fighter.hand if card >= 0]


def unseen(view: View, seat: int) -> list[int]:
    """The cards of a Legend that may be in its hand as far as the viewer knows, or in its deck."""
    fighter, clash = view.fighters[seat], view.clash
    seen = {*fighter.hand, *fighter.deck, *fighter.discards}
    if clash:
        seen |= {*clash.attack, *clash.defence}
    if view.move:
        seen.add(view.move.card)
    return [card for card in deck_of(fighter.legend) if card not in seen]


def holds(view: View, seat: int, fits: Callable[[int], bool]) -> float:
    """How likely a hand has at least one card that fits."""
    fighter = view.fighters[seat]
    if any(map(fits, known(fighter))):
        return 1.0
    pool = unseen(view, seat)
    hidden = len(fighter.hand) - len(known(fighter))
    none = comb(len(pool) - sum(map(fits, pool)), hidden)
    return 1 - none / comb(len(pool), hidden)


def together(view: View, seat: int, need: int, attacking: bool) -> float:
    """How likely a whole hand, with one During effect of it, comes to so much."""
    fighter = view.fighters[seat]

    def kinds(cards: Iterable[int]) -> list[Kind]:
        return [(VALUE[card], more(view, card, attacking)) for card in cards]

    open_ = kinds(known(fighter))
    pool = tuple(sorted(Counter(kinds(unseen(view, seat))).items()))
    spread = _spread(pool, len(fighter.hand) - len(open_))
    total = sum(value for value, _ in open_)
    best = max((extra for _, extra in open_), default=0)
    enough = sum(
        count for (sum_, extra), count in spread.items() if total + sum_ + max(best, extra) >= need
    )
    return enough / sum(spread.values())


@lru_cache(maxsize=64)
def _spread(pool: Kinds, hidden: int) -> Counter[Kind]:
    """In how many ways hidden cards come to each total, with each best effect among them."""
    ways: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})
    for (value, extra), there in pool:
        on: Counter[tuple[int, int, int]] = Counter()
        for (count, total, best), number in ways.items():
            for taken in range(min(there, hidden - count) + 1):
                to = (
                    count + taken,
                    min(MOST, total + taken * value),
                    max(best, extra) if taken else best,
                )
                on[to] += number * comb(there, taken)
        ways = on
    spread: Counter[Kind] = Counter()
    for (count, total, best), number in ways.items():
        if count == hidden:
            spread[total, best] += number
    return spread


# -- what powers add


def more(view: View, card: int, attacking: bool) -> int:
    """What a card's During effect adds to a light attack or the defence against it (BH25)."""
    if view.mode == "discovery" or (view.clash and view.clash.during[not attacking]):
        return 0
    return _adds(CARDS[card], attacking)


def guard(view: View, seat: int, attacking: bool) -> int:
    """What a defender's Legend and weapon will add; an attacker's are used by then."""
    fighter = view.fighters[seat]
    if attacking or view.clash:
        return 0
    powers = [LEGENDS[fighter.legend].power]
    if fighter.sword == ARMED:
        powers.append(LEGENDS[fighter.legend].weapons[fighter.side])
    return sum(_adds(power, attacking) for power in powers)


def _adds(power: Power, attacking: bool) -> int:
    fits = power.only in ("", "attacking" if attacking else "defending")
    return power.n if fits and power.op == "power" and listens(power, "during", "light") else 0


def first_total(view: View, card: int, uses: Iterable[int]) -> int:
    """What a light attack begins with."""
    assert view.player is not None
    mine = view.fighters[view.player]
    powers = (power_at(mine.legend, mine.side, source) for source in uses)
    return VALUE[card] + sum(power.n for power in powers if power.op == "power")
