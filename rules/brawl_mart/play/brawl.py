"""A brawl: set-up, turns in slot order, and what is refused (BM12, BM13)."""

from collections.abc import Sequence

from rules.brawl_mart.content.store import STORE
from rules.brawl_mart.play.attack import attack, attacks, no_attack
from rules.brawl_mart.play.end import end_if_over, lose, win
from rules.brawl_mart.play.piles import draw_enemies, draw_item
from rules.brawl_mart.play.score import finish
from rules.brawl_mart.play.stalemate import able_to_attack
from rules.brawl_mart.play.usage import no_use, use, uses
from rules.brawl_mart.state import (
    Attack,
    Brawl,
    BrawlMartState,
    Entered,
    Equip,
    Fighter,
    LinedUp,
    LineUp,
    Met,
    Pass,
    Passed,
    Ready,
    Use,
)
from rules.engine.codec import option_key
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

IDLE_ROUNDS = 30  # BM21


class BrawlPhase(Phase[BrawlMartState, Brawl]):
    """A department's brawl from its set-up to its end."""

    # -- set-up (BM12)

    def begin(self, r: Resolver[BrawlMartState], f: Brawl) -> None:
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

    def no_brawlers(self, r: Resolver[BrawlMartState], f: Brawl) -> None:
        """Entering a brawl without brawlers is a loss (BM26)."""
        r.tell(LinedUp(()))
        lose(r)

    def line_up(self, r: Resolver[BrawlMartState], f: Brawl) -> None:
        """Fill as many of your slots as possible, in any order."""
        s = r.s
        if len(s.side(True)) < STORE[s.at].slots and s.hand:
            r.ask(0, "line_up")
        else:
            f.step = "equip"

    def equip(self, r: Resolver[BrawlMartState], f: Brawl) -> None:
        """Hand out items from the cart, at most one each."""
        if self._equips(r.s):
            r.ask(0, "equip")
        else:
            self._ready(r, f)

    def _equips(self, s: BrawlMartState) -> list[Option]:
        if s.variant.no_items:
            return []
        empty = [fighter for fighter in s.side(True) if fighter.item < 0]
        return [Equip(item, fighter.card) for item in s.cart for fighter in empty]

    def _ready(self, r: Resolver[BrawlMartState], f: Brawl) -> None:
        f.step = "act"
        r.tell(LinedUp(tuple((own.card, own.item) for own in r.s.side(True))))

    # -- turns (BM13)

    def act(self, r: Resolver[BrawlMartState], f: Brawl) -> None:
        """The next standing brawler acts, in slot order, round after round."""
        s = r.s
        own = s.side(True)
        while f.slot < len(own) and not own[f.slot].standing:
            f.slot += 1
        if f.slot < len(own):
            r.ask(0, "act")
        else:
            self._next_round(r, f)

    def _next_round(self, r: Resolver[BrawlMartState], f: Brawl) -> None:
        s = r.s
        f.slot, f.round = 0, f.round + 1
        f.idle += 1
        f.forced = False
        if not f.attacked:
            if not able_to_attack(s, s.side(True)):
                win(r, "stalemate")
                return
            f.forced = True
        f.attacked = False
        if f.idle >= IDLE_ROUNDS:
            win(r, "stalemate")

    def offer(self, s: BrawlMartState, f: Brawl, seat: int) -> Sequence[Option]:
        """Brawlers for a slot, items for brawlers, or what the acting brawler may do."""
        if f.step == "line_up":
            return [LineUp(card) for card in s.hand]
        if f.step == "equip":
            return [Ready(), *self._equips(s)]
        own = s.side(True)
        actor = own[f.slot]
        found = list(attacks(s, actor))
        if found and f.forced and not f.attacked and not able_to_attack(s, own[f.slot + 1 :]):
            return found
        return [*found, *uses(s, actor), Pass()]

    def answer(self, r: Resolver[BrawlMartState], f: Brawl, seat: int, option: Option) -> None:
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

    def _turn(self, r: Resolver[BrawlMartState], f: Brawl, option: Option) -> None:
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

    def default(self, s: BrawlMartState, f: Brawl, seat: int) -> Option:
        """The first brawler, no items, and a pass where that is allowed."""
        options = self.offer(s, f, seat)
        for option in options:
            if isinstance(option, Ready | Pass):
                return option
        return options[0]

    def why_not(self, s: BrawlMartState, f: Brawl, seat: int, option: Option) -> Refused:
        """The rule in the way."""
        return why_not(s, f, option)


def _condition(s: BrawlMartState) -> list[tuple[int, int, bool, bool]]:
    return [(f.state, f.item, f.slipped, f.smiled) for f in s.fighters]


WHY: dict[str, tuple[str, str]] = {
    "lineup": ("BM12", "Put a brawler of your hand into the slot."),
    "equip": ("BM12", "Hand an item of your cart to a brawler of yours who holds none."),
    "ready": ("BM12", "The brawl has begun: items stay where they are."),
    "attack": ("BM12", "First line up and hand out items: the brawl begins when you are ready."),
    "use": ("BM12", "First line up and hand out items: the brawl begins when you are ready."),
}


def why_not(s: BrawlMartState, f: Brawl, option: Option) -> Refused:
    """The rule that stands in the way of a choice in a brawl."""
    verb = option_key(option).split("~")[0]
    if verb == "equip" and s.variant.no_items:
        return Refused("BM28", "No Items: only your enemies use items.")
    if f.step == "act":
        actor = s.side(True)[f.slot]
        if isinstance(option, Attack):
            return no_attack(s, actor, option)
        if isinstance(option, Pass | Use) and f.forced and not f.attacked:
            return Refused(
                "BM21", "A round went by without an attack: one that can hit must be made now."
            )
        if isinstance(option, Use):
            return no_use(actor)
    rule, sentence = WHY.get(verb, ("BM13", "That is not possible in the middle of a brawl."))
    return Refused(rule, sentence)
