"""Attacks: declare, before, during, resolve, after (BH13–BH16, BH18, BH24–BH27)."""

from collections.abc import Sequence

from rules.brawlhalla.content.legends import CARDS, KNOCKBACK, VALUE
from rules.brawlhalla.content.powers import Of, Power
from rules.brawlhalla.play.cards import to_hand
from rules.brawlhalla.play.damage import hurt, push
from rules.brawlhalla.play.triggers import (
    fits,
    in_case,
    listens,
    open_window,
    other,
    slot,
    use,
)
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import Attacked, Knockback, Passed, Played, Spent, Struck, Used
from rules.brawlhalla.state.fighter import ARMED
from rules.brawlhalla.state.frames import Clash
from rules.brawlhalla.state.options import Add, Attack, Defend, Pass, Save, Spend
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

ADD = tuple((Add(card), Add(card, True)) for card in range(len(VALUE)))
DEFEND = tuple((Defend(card), Defend(card, True)) for card in range(len(VALUE)))
ATTACK = [
    {
        kind: tuple(Attack(target, kind, card) for card in range(len(VALUE)))
        for kind in ("light", "heavy")
    }
    for target in range(4)
]
PASS, SPEND, SAVE = Pass(), Spend(), Save()


# -- who can be attacked


def reach_of(power: Power, heavy: bool) -> int:
    """The range that a power gives to an attack; nothing where it gives none."""
    if power.op != "range" or power.of == ("light" if heavy else "heavy"):
        return 0
    return power.n


def near(s: BrawlhallaState, seat: int, target: int, heavy: bool) -> bool:
    """Whether an opponent can be attacked with any card (BH13)."""
    here, there = s.fighters[seat].space, s.fighters[target].space
    if s.ground.adjacent(here, there):
        return True
    if s.fighters[seat].sword != ARMED:
        return False
    reach = reach_of(s.fighters[seat].weapon, heavy)
    return reach > 0 and s.ground.in_range(here, there, reach)


def with_card(s: BrawlhallaState, seat: int, target: int, heavy: bool, card: int) -> bool:
    """Whether this card's own range reaches an opponent."""
    reach = reach_of(CARDS[card], heavy)
    if not reach or s.variant.mode == "discovery":
        return False
    return s.ground.in_range(s.fighters[seat].space, s.fighters[target].space, reach)


def attacks(s: BrawlhallaState, seat: int) -> list[Option]:
    """Every attack that a player may declare; heavy ones only armed (BH15)."""
    found: list[Option] = []
    fighter = s.fighters[seat]
    cards = fighter.hand.cards
    armed = fighter.sword == ARMED
    for target in s.opponents(seat):
        for heavy in (False, True) if armed else (False,):
            options = ATTACK[target]["heavy" if heavy else "light"]
            if near(s, seat, target, heavy):
                found += [options[card] for card in cards]
            else:
                found += [options[c] for c in cards if with_card(s, seat, target, heavy, c)]
    return found


def declare(r: Resolver[BrawlhallaState], seat: int, option: Attack) -> None:
    """The attack begins with one card; a card's own range is its Before effect."""
    s = r.s
    heavy = option.kind == "heavy"
    clash = Clash(seat=seat, target=option.target, heavy=heavy, step="before")
    r.tell(Attacked(seat, option.target, heavy, option.card))
    r.tell(Played(seat, option.card, "attack"))
    if not near(s, seat, option.target, heavy):
        clash.used |= slot(clash, seat, "before")
        fighter = s.fighters[seat]
        r.tell(Used(seat, fighter.legend, option.card, fighter.side, -1))
    s.fighters[seat].hand.take(option.card)
    clash.attack.append(option.card)
    r.push(clash)


def why_no_attack(s: BrawlhallaState, seat: int, option: Attack) -> Refused:
    """The rule in the way of an attack."""
    fighter = s.fighters[seat]
    if option.card not in fighter.hand.cards:
        return Refused("BH14", "That card is not in your hand.")
    if not 0 <= option.target < len(s.fighters) or option.target not in s.opponents(seat):
        return Refused("BH13", "Attack a Legend of the other side that is still in the game.")
    if option.kind == "heavy" and fighter.sword != ARMED:
        return Refused("BH15", "A heavy attack needs a weapon: pick up a Flaming Sword.")
    return Refused("BH13", "That Legend is neither adjacent nor in range and line of sight.")


# -- the exchange


def kind_of(f: Clash) -> Of:
    """What powers listen to in this attack."""
    return "heavy" if f.heavy else "light"


def fires(s: BrawlhallaState, f: Clash, seat: int, card: int) -> bool:
    """Whether a card that is played now may use its During effect (BH25)."""
    power = CARDS[card]
    if power.when != "during" or s.variant.mode == "discovery":
        return False
    if not listens(power, "during", kind_of(f)) or f.used & slot(f, seat, "during"):
        return False
    return in_case(f, seat, power.only) and fits(s, seat, other(f, seat), power, f)


class ClashPhase(Phase[BrawlhallaState, Clash]):
    """One attack, from its first card to its last effect."""

    def _over(self, s: BrawlhallaState, f: Clash) -> bool:
        """An eliminated Legend neither attacks nor is attacked any more."""
        return s.fighters[f.seat].out or s.fighters[f.target].out

    def before(self, r: Resolver[BrawlhallaState], f: Clash) -> None:
        """The attacker's Before effects."""
        f.step = "during"
        open_window(r, f.seat, "before", kind_of(f), f.attack)

    def during(self, r: Resolver[BrawlhallaState], f: Clash) -> None:
        """The During effect of the attacker's first card, before the defender answers."""
        f.step = "guard"
        if not self._over(r.s, f):
            open_window(r, f.seat, "during", kind_of(f), f.attack)

    def guard(self, r: Resolver[BrawlhallaState], f: Clash) -> None:
        """The During powers of the defender's Legend and weapon."""
        f.step = "exchange"
        if not self._over(r.s, f):
            open_window(r, f.target, "during", kind_of(f), ())

    def exchange(self, r: Resolver[BrawlhallaState], f: Clash) -> None:
        """Ask who is behind; an empty hand passes by itself (BH14, BH15)."""
        s = r.s
        if self._over(s, f):
            f.step = "clean"
            return
        attack, defence = f.totals()
        behind = f.target if f.heavy or defence < attack else f.seat
        if (f.heavy and f.defence) or not s.fighters[behind].hand.cards:
            f.step = "resolve"
        else:
            r.ask(behind, "dodge" if f.heavy else "defend" if behind == f.target else "add")

    def offer(self, s: BrawlhallaState, f: Clash, seat: int) -> Sequence[Option]:
        """A card, with or without its effect, or no more; or a KO card's bonus."""
        if f.step == "bonus":
            return [SAVE, SPEND]
        options: list[Option] = [PASS]
        choices = ADD if seat == f.seat else DEFEND
        value = VALUE[f.attack[0]]
        for card in s.fighters[seat].hand.cards:
            if f.heavy and VALUE[card] != value:
                continue
            options.append(choices[card][0])
            if fires(s, f, seat, card):
                options.append(choices[card][1])
        return options

    def answer(self, r: Resolver[BrawlhallaState], f: Clash, seat: int, option: Option) -> None:
        """Play the card, pass, or decide about the bonus."""
        match option:
            case Add(card=card, effect=effect):
                self._play(r, f, seat, card, effect, f.attack)
            case Defend(card=card, effect=effect):
                self._play(r, f, seat, card, effect, f.defence)
            case Pass():
                r.tell(Passed(seat))
                f.step = "resolve"
            case Spend():
                self._spend(r, f)
            case _:
                f.step = "struck"

    def _play(
        self,
        r: Resolver[BrawlhallaState],
        f: Clash,
        seat: int,
        card: int,
        effect: bool,
        to: list[int],
    ) -> None:
        r.s.fighters[seat].hand.take(card)
        to.append(card)
        r.tell(Played(seat, card, "add" if seat == f.seat else "defend"))
        if effect:
            use(r, seat, -1, card, f, "during")

    def default(self, s: BrawlhallaState, f: Clash, seat: int) -> Option:
        """Pass, or keep the KO card."""
        return SAVE if f.step == "bonus" else PASS

    def why_not(self, s: BrawlhallaState, f: Clash, seat: int, option: Option) -> Refused:
        """The rule of the exchange."""
        if f.step == "bonus":
            return Refused("BH23", "The attack hit: spend your KO card on it, or keep it.")
        if not isinstance(option, Add | Defend):
            return Refused("BH14", "An attack is going on: play a card, or pass.")
        if isinstance(option, Add) != (seat == f.seat):
            return Refused("BH14", "The attacker adds to the attack, the defender defends.")
        if option.card not in s.fighters[seat].hand.cards:
            return Refused("BH14", "That card is not in your hand.")
        if f.heavy and VALUE[option.card] != VALUE[f.attack[0]]:
            return Refused("BH15", "A heavy attack is dodged only by a card of exactly its value.")
        return Refused("BH25", "That card has no effect to use now.")

    # -- resolving

    def resolve(self, r: Resolver[BrawlhallaState], f: Clash) -> None:
        """See whether the attack hits."""
        if self._over(r.s, f):
            f.step = "clean"
            return
        attack, defence = f.totals()
        f.hit = not f.defence if f.heavy else attack > defence
        r.tell(Struck(f.seat, f.target, f.heavy, f.hit, attack, defence))
        f.step = "bonus" if f.hit else "after"

    def bonus(self, r: Resolver[BrawlhallaState], f: Clash) -> None:
        """A KO card may be spent on a hit (BH23)."""
        if r.s.fighters[f.seat].bonus and not self._over(r.s, f):
            r.ask(f.seat, "bonus")
        else:
            f.step = "struck"

    def _spend(self, r: Resolver[BrawlhallaState], f: Clash) -> None:
        r.s.fighters[f.seat].bonus -= 1
        r.tell(Spent(f.seat, "knockback" if f.heavy else "damage"))
        f.force += 1
        f.step = "struck"

    def struck(self, r: Resolver[BrawlhallaState], f: Clash) -> None:
        """What the defender can do about a heavy hit."""
        f.step = "strike"
        if f.heavy and not self._over(r.s, f):
            open_window(r, f.target, "struck", "heavy", ())

    def strike(self, r: Resolver[BrawlhallaState], f: Clash) -> None:
        """Damage, or knockback (BH14, BH18)."""
        f.step = "after"
        if self._over(r.s, f):
            return
        if not f.heavy:
            hurt(r, f.target, 1 + f.force)
            return
        damage, value = r.s.fighters[f.target].damage, VALUE[f.attack[0]]
        count = max(0, damage + KNOCKBACK[value] + f.force)
        r.tell(Knockback(f.target, damage, value, f.force, count))
        if count:
            push(r, f.target, f.seat, count)

    def after(self, r: Resolver[BrawlhallaState], f: Clash) -> None:
        """The attacker's After effects."""
        f.step = "reply"
        open_window(r, f.seat, "after", kind_of(f), f.attack)

    def reply(self, r: Resolver[BrawlhallaState], f: Clash) -> None:
        """The defender's After effects."""
        f.step = "clean"
        open_window(r, f.target, "after", kind_of(f), f.defence)

    def clean(self, r: Resolver[BrawlhallaState], f: Clash) -> None:
        """All cards played are discarded (BH16), but for those taken back."""
        r.pop()
        for seat, cards in ((f.seat, f.attack), (f.target, f.defence)):
            if r.s.fighters[seat].out:
                continue
            for card in cards:
                if card in f.recalled:
                    to_hand(r, seat, card)
                else:
                    r.s.fighters[seat].discards.append(card)
