"""The actions of a living bro, one a turn (BO10–BO19)."""

from collections.abc import Iterator, Sequence

from rules.bro_brawl.cards import MISHAP, MONSTERS, SPECIAL, UPGRADE, WORTH
from rules.bro_brawl.effects import (
    abilities,
    forbidden,
    gun_points,
    heal,
    hurt,
    into_zone,
    is_on,
    knock,
    price,
    sources,
    troubles,
    wound,
)
from rules.bro_brawl.state import (
    Acted,
    Attack,
    Bought,
    Bro,
    Delay,
    Done,
    Fight,
    Foe,
    Give,
    Giving,
    Heal,
    InVain,
    KillHeal,
    KnockSense,
    Looked,
    Moved,
    NoAction,
    Pay,
    Paying,
    Purchase,
    PutBack,
    Returning,
    SacrificeHeal,
    SacrificeHit,
    Saw,
    Scout,
    Scouting,
    Show,
    Stun,
    Turn,
    UsePack,
)
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.piles import Pile
from rules.engine.state import Option

# -- what may be done


def offered(s: Fight, seat: int) -> list[Option]:
    """Every action that a bro may take now."""
    bro = s.bros[seat]
    options: list[Option] = [NoAction()]
    if any(t.idle for t in troubles(bro)):
        return options
    no = forbidden(s, bro)
    if "attack" not in no:
        options += attacks(s, bro)
    if "knocksense" not in no:
        options += knocks(s, seat, bro)
    if "purchase" not in no and bro.kills and s.shop:
        options += purchases(s, bro)
    if "scout" not in no:
        options += [Scout("battle")] if s.battle.cards else []
        options += [Scout("grunt")] if s.grunts.cards else []
    if "delay" not in no:
        options += [Delay(f.card) for f in s.zone if f.card in MONSTERS]
    if "stun" not in no:
        options += [Stun(f.card) for f in s.zone if not f.stunned]
    if "heal" not in no:
        options += [Heal(other) for other, b in enumerate(s.bros) if b.life > 0]
    if "killheal" not in no:
        options += [KillHeal(kill) for kill in kinds(bro.kills)]
    if "usepack" not in no:
        options += [UsePack(p) for p in sorted({WORTH[c] for c in bro.packs()})]
    if "sacrifice" not in no:
        options += sacrifices(s, seat, bro)
    return options


def kinds(cards: Sequence[int]) -> list[int]:
    """One card of each kind: monsters of a level are alike."""
    seen: dict[int, int] = {}
    for card in cards:
        seen.setdefault(-WORTH[card] if card in MONSTERS else card, card)
    return sorted(seen.values())


def attacks(s: Fight, bro: Bro) -> Iterator[Attack]:
    """Every foe within reach of every gun (BO10)."""
    own = troubles(bro)
    weak = sum(t.weak for t in own)
    guns = [gun for gun in bro.guns() if gun > weak]
    targets: Sequence[Foe] = s.zone
    if any(a.guard for a in abilities(s)):
        guards = [f for f in s.zone if is_guard(f)]
        targets = guards or targets
    if any(t.big_only for t in own):
        targets = [f for f in targets if WORTH[f.card] >= 3]
    for foe in targets:
        for gun in guns:
            yield Attack(foe.card, gun)


def is_guard(foe: Foe) -> bool:
    """Whether a special stands in front of the others."""
    return is_on(foe) and not foe.stunned and SPECIAL[foe.card].ability.guard


def knocks(s: Fight, seat: int, bro: Bro) -> Iterator[KnockSense]:
    """Every mishap of every other living bro (BO11)."""
    for other, suffering in enumerate(s.bros):
        if other != seat and suffering.life > 0:
            for mishap in suffering.mishaps:
                for gun in bro.guns():
                    if gun_points(bro, gun) > 0:
                        yield KnockSense(other, mishap.card, gun)


def purchases(s: Fight, bro: Bro) -> Iterator[Purchase]:
    """Every upgrade that the kills can pay for (BO12)."""
    wealth = sum(WORTH[k] for k in bro.kills)
    for card in s.shop:
        if price(s, card) <= wealth:
            yield Purchase(card, False)
            if UPGRADE[card].kind == "health":
                yield Purchase(card, True)


def sacrifices(s: Fight, seat: int, bro: Bro) -> Iterator[Option]:
    """One to five points, less than the bro's own life (BO18)."""
    for points in range(1, min(5, bro.life - 1) + 1):
        for other, b in enumerate(s.bros):
            if other != seat and b.life > 0:
                yield SacrificeHeal(points, other)
        for foe in s.zone:
            yield SacrificeHit(points, foe.card)


# -- what they do


def act(r: Resolver[Fight], f: Turn, option: Option) -> None:
    """Carry out a bro's action."""
    s, seat = r.s, f.seat
    bro = s.bros[seat]
    match option:
        case NoAction():
            r.tell(Acted(seat, "none"))
        case Attack(foe=card, points=gun):
            hit = gun_points(bro, gun)
            wound(r, seat, _foe(s, card), hit, "gun", sources(r, seat, "weak"))
        case KnockSense(bro=other, mishap=card, points=gun):
            knock(r, seat, other, card, gun_points(bro, gun))
        case Purchase(upgrade=card, use=use):
            r.push(Paying(seat=seat, upgrade=card, use=use))
        case Scout(deck=deck):
            count = min(4, len(_pile(s, deck)))
            r.push(Scouting(seat=seat, deck=deck, count=count, step="look"))
        case Delay(foe=card):  # BO14
            s.zone.remove(_foe(s, card))
            s.battle.put_bottom(card, known=(1 << s.players) - 1)
            r.tell(Acted(seat, "delay", card))
        case Stun(foe=card):  # BO15
            _foe(s, card).stunned = True
            r.tell(Acted(seat, "stun", card))
        case Heal(bro=other):  # BO16
            r.tell(Acted(seat, "heal", bro=other))
            heal(r, other, 1)
            if bro.kills:
                r.push(Giving(seat=seat))
        case KillHeal(kill=kill):  # BO17
            return_kill(r, seat, kill)
            if bro.kills:
                r.push(Returning(seat=seat))
        case UsePack(points=points):  # BO19
            pack = next(c for c in bro.packs() if WORTH[c] == points)
            bro.gear.remove(pack)
            s.discards.append(pack)
            r.tell(Acted(seat, "pack", pack))
            heal(r, seat, points)
        case SacrificeHeal(points=points, bro=other):
            f.sacrifice, f.target = points, -2 - other
            r.tell(Acted(seat, "sacrifice", bro=other, points=points))
            hurt(r, seat, points, "sacrifice")
        case SacrificeHit(points=points, foe=card):
            f.sacrifice, f.target = points, card
            r.tell(Acted(seat, "sacrifice", card, points=points))
            hurt(r, seat, points, "sacrifice")


def take_effect(r: Resolver[Fight], f: Turn) -> None:
    """A Sacrifice works at the end of the turn, if its target is still there (BO18)."""
    s = r.s
    if not f.sacrifice:
        return
    alive = s.bros[f.seat].alive
    foe = s.foe(f.target)
    if alive and f.target <= -2 and s.bros[-2 - f.target].alive:
        heal(r, -2 - f.target, f.sacrifice)
    elif alive and foe is not None:
        wound(r, f.seat, foe, f.sacrifice, "sacrifice")
    else:
        r.tell(InVain(f.seat, not alive, f.target))


def return_kill(r: Resolver[Fight], seat: int, kill: int) -> None:
    """A kill goes back, and its points heal the bro (BO17)."""
    into_zone(r, seat, kill)
    heal(r, seat, WORTH[kill])


def _foe(s: Fight, card: int) -> Foe:
    foe = s.foe(card)
    assert foe is not None
    return foe


def _pile(s: Fight, deck: str) -> Pile:
    return s.battle if deck == "battle" else s.grunts


# -- choices of several things


def payable(cost: int, paid: list[int], kills: list[int]) -> list[int]:
    """Kills that can be paid next so that no paid card is superfluous in the end (BO12)."""
    rest = list(kills)
    for card in paid:
        rest.remove(card)
    return [card for card in kinds(rest) if _leads_on(cost, [*paid, card], rest, card)]


def _leads_on(cost: int, paid: list[int], rest: list[int], last: int) -> bool:
    total = sum(WORTH[c] for c in paid)
    if total >= cost:
        return total - min(WORTH[c] for c in paid) < cost
    left = [c for c in rest if c != last]
    return any(_leads_on(cost, [*paid, c], left, c) for c in kinds(left))


class PayingPhase(Phase[Fight, Paying]):
    """Kills are chosen one by one until the price is met."""

    def begin(self, r: Resolver[Fight], f: Paying) -> None:
        """Ask for the next kill, or hand the upgrade over."""
        s = r.s
        bro = s.bros[f.seat]
        if sum(WORTH[c] for c in f.paid) < price(s, f.upgrade):
            r.ask(f.seat, "pay")
            return
        r.pop()
        for kill in f.paid:
            bro.kills.remove(kill)
        s.shop.remove(f.upgrade)
        r.tell(Bought(f.seat, f.upgrade, tuple(f.paid), f.use))
        if UPGRADE[f.upgrade].kind == "health":
            s.discards += f.paid
        else:
            s.zone += [Foe(kill) for kill in f.paid]
        if f.use:
            s.discards.append(f.upgrade)
            heal(r, f.seat, WORTH[f.upgrade])
        else:
            bro.gear.append(f.upgrade)

    def offer(self, s: Fight, f: Paying, seat: int) -> Sequence[Option]:
        """Kills that are not superfluous."""
        return [Pay(c) for c in payable(price(s, f.upgrade), f.paid, s.bros[seat].kills)]

    def answer(self, r: Resolver[Fight], f: Paying, seat: int, option: Option) -> None:
        """Lay the kill down."""
        assert isinstance(option, Pay)
        f.paid.append(option.kill)

    def why_not(self, s: Fight, f: Paying, seat: int, option: Option) -> Refused:
        """Only own kills that are needed."""
        return Refused("BO12", "Pay with your own kills, and with none that is not needed.")


class ScoutingPhase(Phase[Fight, Scouting]):
    """The looker puts the cards back one by one, from the top (BO13)."""

    def look(self, r: Resolver[Fight], f: Scouting) -> None:
        """See the cards; from now on only the looker knows where they lie."""
        player = r.s.seats[f.seat]
        pile = _pile(r.s, f.deck)
        for at in range(f.count):
            pile.known[at] = 0
        cards = pile.look(player, f.count)
        r.tell(Looked(f.seat, f.deck, f.count))
        r.tell(Saw(f.seat, f.deck, tuple(cards)), player)
        r.seen()
        f.step = "begin"

    def begin(self, r: Resolver[Fight], f: Scouting) -> None:
        """Ask for the next card from the top, until all lie there."""
        if f.placed >= f.count:
            r.pop()
        else:
            r.ask(f.seat, "order")

    def offer(self, s: Fight, f: Scouting, seat: int) -> Sequence[Option]:
        """The cards still in hand; in the co-operative game they can be shown."""
        pile = _pile(s, f.deck)
        options: list[Option] = [PutBack(c) for c in pile.cards[f.placed : f.count]]
        if not s.competitive and s.players > 1 and f.placed == 0 and _secret(s, f):
            options.append(Show())
        return options

    def answer(self, r: Resolver[Fight], f: Scouting, seat: int, option: Option) -> None:
        """Put the card back below the others, or show them all."""
        s = r.s
        pile = _pile(s, f.deck)
        if isinstance(option, Show):
            for player in range(s.players):
                pile.look(player, f.count)
            r.tell(Saw(seat, f.deck, tuple(pile.cards[: f.count])))
            return
        assert isinstance(option, PutBack)
        at = pile.cards.index(option.card, f.placed)
        known = pile.known[at]
        del pile.cards[at], pile.known[at]
        pile.insert(f.placed, option.card, known)
        f.placed += 1

    def default(self, s: Fight, f: Scouting, seat: int) -> Option:
        """As they came."""
        return PutBack(_pile(s, f.deck).cards[f.placed])

    def why_not(self, s: Fight, f: Scouting, seat: int, option: Option) -> Refused:
        """Only cards that were looked at."""
        if isinstance(option, Show):
            return Refused(
                "BO13",
                "In competitive play what you scout stays yours."
                if s.competitive
                else "Cards are shown to the others before the first is put back.",
            )
        return Refused("BO13", "Put back one of the cards you are looking at.")


def _secret(s: Fight, f: Scouting) -> bool:
    return _pile(s, f.deck).known[0] != (1 << s.players) - 1


class GivingPhase(Phase[Fight, Giving]):
    """Kills go to one bro as part of a Heal (BO16)."""

    def begin(self, r: Resolver[Fight], f: Giving) -> None:
        """Ask for a kill to give while there is one."""
        if r.s.bros[f.seat].kills:
            r.ask(f.seat, "give")
        else:
            r.pop()

    def offer(self, s: Fight, f: Giving, seat: int) -> Sequence[Option]:
        """Any kill to the one bro, or no more."""
        others = [f.to] if f.to >= 0 else [b for b in range(len(s.bros)) if b != seat]
        return [Done(), *(Give(kill, b) for kill in kinds(s.bros[seat].kills) for b in others)]

    def answer(self, r: Resolver[Fight], f: Giving, seat: int, option: Option) -> None:
        """Hand a kill over."""
        if isinstance(option, Give):
            f.to = option.bro
            r.s.bros[seat].kills.remove(option.kill)
            r.s.bros[option.bro].kills.append(option.kill)
            r.tell(Moved(seat, option.kill, option.bro))
        else:
            r.pop()

    def why_not(self, s: Fight, f: Giving, seat: int, option: Option) -> Refused:
        """One bro gets them all."""
        return Refused("BO16", "Give kills of your own, all to the same other bro.")


class ReturningPhase(Phase[Fight, Returning]):
    """More kills go back for life (BO17)."""

    def begin(self, r: Resolver[Fight], f: Returning) -> None:
        """Ask for another kill while there is one."""
        if r.s.bros[f.seat].kills:
            r.ask(f.seat, "return")
        else:
            r.pop()

    def offer(self, s: Fight, f: Returning, seat: int) -> Sequence[Option]:
        """Another kill, or no more."""
        return [Done(), *(KillHeal(kill) for kill in kinds(s.bros[seat].kills))]

    def answer(self, r: Resolver[Fight], f: Returning, seat: int, option: Option) -> None:
        """Put a kill back."""
        if isinstance(option, KillHeal):
            return_kill(r, seat, option.kill)
        else:
            r.pop()

    def why_not(self, s: Fight, f: Returning, seat: int, option: Option) -> Refused:
        """Only own kills."""
        return Refused("BO17", "Only kills of your own can go back for life.")


# -- why an action is not possible


def why_not(s: Fight, seat: int, option: Option) -> Refused:
    """The rule that stands in the way of an action, and the card where one does it."""
    bro = s.bros[seat]
    verb = str(option.__struct_config__.tag)
    verb = "sacrifice" if verb.startswith("sacrifice") else verb
    for mishap in (MISHAP[m.card] for m in bro.mishaps):
        if mishap.trouble.idle:
            return Refused("BO25", f"{mishap.name} cancels this bro's action until it is cured.")
    for special in (SPECIAL[f.card] for f in s.zone if is_on(f)):
        if verb in special.ability.no:
            return Refused("BO22", f"{special.name} is in the Battle Zone: {special.says}")
    for mishap in (MISHAP[m.card] for m in bro.mishaps):
        if verb in mishap.trouble.no:
            return Refused("BO25", f"This bro suffers {mishap.name}: {mishap.says}")
    return (
        _no_aim(s, bro, option) or _no_means(s, bro, option) or Refused(*WHY.get(verb, NO_ACTION))
    )


def _no_aim(s: Fight, bro: Bro, option: Option) -> Refused | None:
    """Why a gun that is owned cannot be used like that."""
    if not isinstance(option, Attack | KnockSense) or option.points not in bro.guns():
        return None
    for mishap in (MISHAP[m.card] for m in bro.mishaps):
        if mishap.trouble.weak and not gun_points(bro, option.points):
            return Refused("BO25", f"This bro suffers {mishap.name}: that gun does nothing.")
    foe = s.foe(option.foe) if isinstance(option, Attack) else None
    guard = next((f for f in s.zone if is_guard(f)), None)
    if foe is None:
        return None
    if guard is not None and not is_guard(foe):
        special = SPECIAL[guard.card]
        return Refused("BO22", f"{special.name} is in the Battle Zone: {special.says}")
    for mishap in (MISHAP[m.card] for m in bro.mishaps):
        if mishap.trouble.big_only:
            return Refused("BO25", f"This bro suffers {mishap.name}: {mishap.says}")
    return None


def _no_means(s: Fight, bro: Bro, option: Option) -> Refused | None:
    """Why an upgrade on offer cannot be bought."""
    if isinstance(option, Purchase) and option.upgrade in s.shop:
        cost, wealth = price(s, option.upgrade), sum(WORTH[k] for k in bro.kills)
        if cost > wealth:
            return Refused("BO12", f"That costs {cost}, and this bro's kills are worth {wealth}.")
        return Refused("BO12", "Only a health pack can be used at once.")
    return None


NO_ACTION = ("BO7", "That is not one of the actions of a turn.")
WHY: dict[str, tuple[str, str]] = {
    "attack": ("BO10", "Attack a foe in the Battle Zone with a gun you own that can reach it."),
    "knocksense": ("BO11", "Knock sense into another living bro who has that mishap."),
    "purchase": ("BO12", "Buy an upgrade in the Battle Zone that your kills can pay for."),
    "scout": ("BO13", "There is nothing to scout in that deck."),
    "delay": ("BO14", "Only a monster in the Battle Zone can be delayed, never a special."),
    "stun": ("BO15", "Stun a foe that stands in the Battle Zone."),
    "heal": ("BO16", "Heal a living bro."),
    "killheal": ("BO17", "Only kills of your own can go back for life."),
    "sacrifice": (
        "BO18",
        "Sacrifice one to five points, fewer than your life, for another living bro or a foe.",
    ),
    "usepack": ("BO19", "You have no such health pack."),
}


def plain(s: Fight, seat: int) -> Option:
    """What the referee does for an absent bro: shoot what falls, else the largest."""
    bro = s.bros[seat]
    options = [o for o in offered(s, seat) if isinstance(o, Attack)]
    if not options:
        return NoAction()

    def merit(option: Attack) -> tuple[bool, int, int, int]:
        foe = _foe(s, option.foe)
        left = WORTH[foe.card] - foe.wounds
        falls = gun_points(bro, option.points) >= left
        return (falls, WORTH[foe.card], option.points, -foe.card)

    return max(options, key=merit)
