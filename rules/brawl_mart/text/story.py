"""What a trip is about, what threatens, what the dice may do, and what was hidden until its end."""

from collections.abc import Iterator, Sequence

from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.names import brawler, item, short
from rules.brawl_mart.content.ranks import better_than
from rules.brawl_mart.content.store import CHECKOUT, wage
from rules.brawl_mart.play.attack import attacked
from rules.brawl_mart.play.odds import Odds, attack_odds, blast_odds
from rules.brawl_mart.play.score import Line
from rules.brawl_mart.state import (
    KNOCKED_OUT,
    STANDING,
    Attack,
    BrawlEnded,
    BrawlMartState,
    Exchanged,
    Fighter,
    GotTv,
    MartVariant,
    Respawned,
    Stolen,
    Use,
    Used,
)
from rules.brawl_mart.text.turning import turning
from rules.brawl_mart.view import View
from rules.engine.contract import USELESS, Text
from rules.engine.state import Event, Moment, Option
from rules.engine.text import percent

FIGHTING = ("line_up", "equip", "act")
DANGER = 0.5  # one's own slain as likely as not: told first
CORPSE = 0.99 * USELESS  # pays an SP for a recruit: after whatever may knock somebody out
NEXT = 4  # cards of a pile that are told at the end


class BrawlMartStory(Text[BrawlMartState]):
    """The words around a turn: the goal, warnings, chances and the end."""

    def goal(self, view: View) -> str:
        """What the shopper is after, and what the challenges ask for."""
        more = "".join(f" {OATHS[name]}" for name in view.challenges if name in OATHS)
        here = ", here 1" if wage(view.at) == 1 else ""
        return (
            "Win the flatscreen in ELECTRONICS and carry it out through CHECKOUT. An enemy knocked "
            f"out brings a Knockout Point (KP; 2 recruit one{here}), a slain one a Slay Point (SP; "
            "1 to 3 buy an item). What you keep scores, too, and so does slaying nobody, or "
            f"everybody.{more}"
        )

    def warnings(self, view: View) -> list[str]:
        """What a loss would mean, and who stands between you and it."""
        if view.phase in FIGHTING:
            return [*_loss(view), *_oaths(view)]
        if view.phase == "store" and not view.hand:
            return ["You have no brawlers left: any brawl is lost as soon as you walk into it."]
        return []

    def matters(self, view: View, event: Event) -> bool:
        """Who was hit or lost an item, and what a brawl has brought."""
        if isinstance(event, Exchanged | Used):
            return bool(event.hits)
        return isinstance(event, Stolen | BrawlEnded | GotTv | Respawned)

    def chance(self, view: View, option: Option) -> str:
        """How likely an attack hits, slays, and is paid back."""
        match option:
            case Attack(target=target, choice=choice) if view.acting >= 0:
                return _said(attack_odds(_table(view), view.acting, target, choice))
            case Use(target=target) if view.acting >= 0 and blasts(view):
                return _said(blast_odds(_table(view), view.acting, target))
        return ""

    def likely(self, view: View, option: Option) -> float:
        """What hits rather than being hit; a Pacifist does not slay, and others no recruit."""
        table = _table(view)
        actor = table.fighter(view.acting)
        match option:
            case Attack(target=target, choice=choice) if actor:
                odds = attack_odds(table, view.acting, target, choice)
                aimed = attacked(table, actor, target)
            case Use(target=target) if actor and blasts(view):
                odds = blast_odds(table, view.acting, target)
                aimed = [f for f in table.fighters if f.card == target]
            case _:
                return 0.0
        ends = odds.slays if "pacifist" in view.challenges else 0.0
        recruits = all(f.state == KNOCKED_OUT for f in aimed)
        if recruits and not ends and "rampage" not in view.challenges:
            return CORPSE
        return odds.hit - odds.is_hit - 2 * ends if odds.hit else USELESS

    def revealed(self, view: View) -> list[str]:
        """Who and what lay in the piles, and the points that were missed."""
        return [*_piles(view), *_missed(view), f"{compared(view)}."]

    def turning(self, view: View, moments: Sequence[Moment]) -> str:
        """The hit, or the way, by which the TV was won or lost."""
        return turning(view.outcome, moments) if view.outcome else ""


OATHS = {
    "hardcore": "Hardcore: the first lost brawl ends the trip.",
    "pacifist": "Pacifist: slay nobody.",
    "rampage": "Rampage: slay everybody; one who is only knocked out ends the trip.",
}


# -- what threatens


def _loss(view: View) -> Iterator[str]:
    final = view.losses > 0 or "hardcore" in view.challenges
    standing = [f.card for f in view.fighters if f.own and f.state == STANDING]
    alone = view.phase == "act" and len(standing) == 1
    if alone:
        tv = "" if view.tv else " and the TV is out of reach for good"
        lost = "the trip is over" if final else f"the brawl is lost{tv}"
        yield f"{short(standing[0])} is the last of yours who stands: without them {lost}."
    elif final:
        yield "Your last chance: if you lose this brawl, the trip is over."


def _oaths(view: View) -> Iterator[str]:
    down = [brawler(f.card) for f in view.fighters if not f.own and f.state == KNOCKED_OUT]
    if "rampage" in view.challenges and down:
        yield f"Rampage: slay {' and '.join(down)} before the brawl is over, or the trip ends."
    if "pacifist" in view.challenges and down:
        yield f"Pacifist: another hit on {' or '.join(down)} slays, and the trip ends."


# -- what the dice may do


def _table(view: View) -> BrawlMartState:
    fighters = [
        Fighter(f.card, f.own, f.item, f.state, f.slipped, f.cheered) for f in view.fighters
    ]
    return BrawlMartState(
        variant=MartVariant(), seats=[0], seed=b"", frames=[], at=view.at, rules=view.rules,
        fighters=fighters,
    )  # fmt: skip


def held(view: View) -> int:
    """What the acting brawler holds, or -1."""
    return next((f.item for f in view.fighters if f.card == view.acting), -1)


def blasts(view: View) -> bool:
    """Whether what the acting brawler holds hits by itself."""
    return held(view) >= 0 and ITEMS[held(view)].usage == "blast"


def _said(odds: Odds) -> str:
    """What matters most first, as a button may have no room for more; whose each is.

    That is a hit, or a slaying where each hit slays, unless one's own are in great danger.
    A tie is in the odds of both sides, which may come to more than 100 % together.
    """
    hits = f"{'slays' if odds.slays == odds.hit > 0 else 'hits'} {percent(odds.hit)}"
    back = f"you are hit {percent(odds.is_hit)}" if odds.is_hit else ""
    tie = f"both by a tie {percent(odds.tie)}" if odds.tie else ""
    slays = f"slays {percent(odds.slays)}" if 0 < odds.slays < odds.hit else ""
    loses = f"you are slain {percent(odds.loses)}" if odds.loses else ""
    if odds.loses >= DANGER:
        return _joined([loses, hits, back, tie], [slays])
    return _joined([hits, back, tie], [slays, loses])


def _joined(*parts: Sequence[str]) -> str:
    """Who is hit, and after that who is slain."""
    said = (", ".join(filter(None, part)) for part in parts)
    return "; ".join(filter(None, said))


# -- when all is over


def compared(view: View) -> str:
    """A score beside the measured ones of computer players, for a trip of the same hardness."""
    hardcore = "hardcore" in view.challenges
    worse = better_than(_total(view), hardcore=hardcore)
    computers = f"{'hardcore ' * hardcore}trips of a computer that looks ahead"
    if not worse:
        return f"9 of 10 {computers} end with as much or more"
    return f"Better than {worse} of 100 {computers}"


def _total(view: View) -> int:
    return view.outcome.scores[0] if view.outcome and view.outcome.scores else 0


def _piles(view: View) -> Iterator[str]:
    if view.pile:
        names = ", then ".join(map(brawler, view.pile[:NEXT]))
        more = len(view.pile) - NEXT
        rest = f", and {more} more" if more > 0 else ""
        yield f"Next against you would have stood {names}{rest}."
    if view.pile_items:
        names = ", then ".join(map(item, view.pile_items[:NEXT]))
        yield f"The next items would have been {names}."


def _missed(view: View) -> Iterator[str]:
    lost = missed(view)
    if lost:
        yield f"Points missed: {', '.join(f'{one.points} for {one.what}' for one in lost)}."


def missed(view: View) -> list[Line]:
    """The points that were within reach."""
    fallen = len(view.fallen)
    lost = f"{fallen} brawler{'s' * (fallen > 1)}"
    lines = [
        Line(50 * (not view.tv or view.at != CHECKOUT), "bringing the TV home"),
        Line(10 * (view.at != CHECKOUT), "going out through CHECKOUT"),
        Line(
            15 * bool(view.slain and (view.enemies or view.knocked_out)),
            "slaying nobody, or everybody",
        ),
        Line(5 * fallen, f"{lost} of yours who did not come back"),
    ]
    return [line for line in lines if line.points]
