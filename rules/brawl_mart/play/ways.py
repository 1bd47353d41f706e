"""What the shopper can choose in one go: a whole line-up, all items, the way out of the café."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from rules.brawl_mart.content.brawlers import BRAWLERS, PRIDE_ENEMY
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.store import LEADS, STORE
from rules.brawl_mart.play.cafe import CafePhase
from rules.brawl_mart.play.odds import attack_odds
from rules.brawl_mart.state import (
    BestFirst,
    Brawl,
    BrawlMartState,
    Cafe,
    Equip,
    Fighter,
    Go,
    HandOrder,
    HandOutAll,
    HandOutLasting,
    Leave,
    LineUp,
    MartVariant,
    Ready,
    WalkOn,
)
from rules.engine.state import Option, Standing, Way

FEW = 5  # choices of a café that can be taken in at a glance: with more, one leaves first


def ways(s: BrawlMartState) -> list[Way]:
    """What the shopper, who is asked, can choose in one go.

    Nothing in the daily store: each of its answers stands as soon as it is given.
    """
    if s.variant.daily:
        return []
    match s.frames[-1]:
        case Brawl(step="line_up"):
            return list(_line_ups(s))
        case Brawl(step="equip"):
            return list(_outfits(s))
        case Cafe() as cafe if not any(enemy.standing for enemy in s.fighters):
            walks = [Way(WalkOn(at), (Leave(), Go(at))) for at in LEADS[s.at]]
            goods = [o for o in CafePhase().offer(s, cafe, 0) if not isinstance(o, Leave)]
            few = len(goods) + len(walks) <= FEW
            return walks if few else []
        case _:
            return []  # also after a stalemate: those who stand are shuffled back first


def standing(s: BrawlMartState) -> Standing | None:
    """The line-up and the items of every brawl can be left to the referee."""
    found = tuple(way.option for way in ways(s))
    match s.frames[-1]:
        case Brawl(step="line_up") if found:
            return Standing("line_up", found)
        case Brawl(step="equip"):
            return Standing("equip", (*found, Ready()))
        case _:
            return None


# -- the line-up


def _line_ups(s: BrawlMartState) -> Iterator[Way]:
    enemies = [(f.card, f.item) for f in s.side(False)]
    free = STORE[s.at].slots - len(s.side(True))
    best = best_first(s.at, s.rules, s.hand, enemies)[:free]
    yield Way(BestFirst(), tuple(LineUp(card) for card in best))
    if best != s.hand[:free]:
        yield Way(HandOrder(), tuple(LineUp(card) for card in s.hand[:free]))


def best_first(
    at: int, rules: int, hand: Iterable[int], enemies: Sequence[tuple[int, int]]
) -> list[int]:
    """Brawlers by how they do against these enemies, one by one and without items of their own."""

    def against_all(card: int) -> float:
        return sum(_edge(at, rules, card, enemy, item) for enemy, item in enemies)

    return sorted(hand, key=lambda card: -against_all(card))


@cache
def _edge(at: int, rules: int, card: int, enemy: int, item: int) -> float:
    """How much likelier a brawler hits an enemy than the other way round."""
    own, foe = Fighter(card, own=True), Fighter(enemy, own=False, item=item)
    s = BrawlMartState(
        variant=MartVariant(),
        seats=[0],
        seed=b"",
        frames=[],
        at=at,
        rules=rules,
        fighters=[own, foe],
    )
    choice = PRIDE_ENEMY if BRAWLERS[card].ability.pride else 0
    odds = attack_odds(s, card, enemy, choice)
    return odds.hit - odds.is_hit


# -- items


def _outfits(s: BrawlMartState) -> Iterator[Way]:
    brawlers = [f.card for f in s.side(True) if f.item < 0]
    every = handed_out(s.cart, brawlers)
    lasting = handed_out([item for item in s.cart if ITEMS[item].reusable], brawlers)
    yield Way(HandOutAll(), _fight(s, brawlers, every))
    if lasting and lasting != every:
        yield Way(HandOutLasting(), _fight(s, brawlers, lasting))


def handed_out(items: Iterable[int], brawlers: Sequence[int]) -> list[tuple[int, int]]:
    """Items and who gets them: what adds most goes to whoever acts first."""
    best = sorted(items, key=lambda item: (-ITEMS[item].points - ITEMS[item].sides / 2, item))
    return list(zip(best, brawlers, strict=False))


def _fight(
    s: BrawlMartState, brawlers: Sequence[int], given: Sequence[tuple[int, int]]
) -> tuple[Option, ...]:
    more = len(given) < min(len(s.cart), len(brawlers))  # then the question is put again
    ready = (Ready(),) if more else ()
    return (*(Equip(item, brawler) for item, brawler in given), *ready)
