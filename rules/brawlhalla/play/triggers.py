"""Powers: when they may be used, and by whom (BH24, BH25)."""

from collections.abc import Sequence

from rules.brawlhalla.content.legends import CARDS, LEGENDS
from rules.brawlhalla.content.powers import AT_FOE, Of, Only, Power, When
from rules.brawlhalla.play.effects import DO, FITS, beside
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import Used
from rules.brawlhalla.state.fighter import ARMED, LEGEND, OFF, WEAPON, Fighter
from rules.brawlhalla.state.frames import Clash, Window
from rules.brawlhalla.state.options import Skip, Use
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

SLOT: dict[When, int] = {"before": 0, "during": 1, "after": 2, "struck": 2}
SKIP = Skip()


def power_of(fighter: Fighter, source: int) -> Power:
    """The power of a card, of the Legend or of the weapon in use."""
    if source >= 0:
        return CARDS[source]
    return LEGENDS[fighter.legend].power if source == LEGEND else fighter.weapon


def listens(power: Power, when: When, of: Of) -> bool:
    """Whether a power has this trigger."""
    return (
        power.when == when
        and (power.of == of or (power.of == "attack" and of != "move"))
        and power.op != "range"
    )


def slot(clash: Clash, seat: int, when: When) -> int:
    """The bit that one effect of action cards takes up (BH25)."""
    return 1 << SLOT[when] + 3 * (seat != clash.seat)


def in_case(clash: Clash | None, seat: int, only: Only) -> bool:
    """Whether the case that a power is limited to is given."""
    if not only:
        return True
    if clash is None:
        return False
    attacking = seat == clash.seat
    match only:
        case "attacking":
            return attacking
        case "defending":
            return not attacking
        case "hit":
            return attacking and clash.hit
        case "blocked":
            return not attacking and not clash.hit
        case "won":
            return attacking == clash.hit
        case "lost":
            return attacking != clash.hit
    raise AssertionError(only)


# -- windows


def sources(s: BrawlhallaState, seat: int, when: When, of: Of, cards: Sequence[int]) -> list[int]:
    """What a player could use at this moment: cards played, Legend, weapon."""
    found = []
    if s.variant.mode != "discovery":  # BH5
        found = [card for card in cards if listens(CARDS[card], when, of)]
    fighter = s.fighters[seat]
    if listens(LEGENDS[fighter.legend].power, when, of):
        found.append(LEGEND)
    if fighter.sword == ARMED and listens(fighter.weapon, when, of):
        found.append(WEAPON)
    return found


def open_window(
    r: Resolver[BrawlhallaState], seat: int, when: When, of: Of, cards: Sequence[int]
) -> None:
    """Let a player use powers, if there are any for this moment."""
    if r.s.fighters[seat].out:
        return
    found = sources(r.s, seat, when, of, cards)
    if found:
        r.push(Window(seat=seat, when=when, of=of, left=found))


class WindowPhase(Phase[BrawlhallaState, Window]):
    """Powers are used one by one, or not at all."""

    def begin(self, r: Resolver[BrawlhallaState], f: Window) -> None:
        """Ask while something can be used."""
        if not r.s.fighters[f.seat].out and len(self.offer(r.s, f, f.seat)) > 1:
            r.ask(f.seat, f.when)
        else:
            r.pop()

    def offer(self, s: BrawlhallaState, f: Window, seat: int) -> Sequence[Option]:
        """Each power that would do something now, on each opponent it could be used on."""
        below = s.frames[-2]
        clash = below if type(below) is Clash else None
        fighter = s.fighters[seat]
        options: list[Option] = [SKIP]
        for source in f.left:
            power = power_of(fighter, source)
            if source == WEAPON and fighter.sword != ARMED:
                continue
            if source >= 0 and clash and clash.used & slot(clash, seat, f.when):
                continue
            if clash is None and power.op in AT_FOE:
                for foe in beside(s, seat):
                    if fits(s, seat, foe, power, None):
                        options.append(Use(source, foe))
            elif fits(s, seat, other(clash, seat), power, clash):
                options.append(Use(source))
        return options

    def answer(self, r: Resolver[BrawlhallaState], f: Window, seat: int, option: Option) -> None:
        """Use the power, or close the window."""
        if not isinstance(option, Use):
            r.pop()
            return
        below = r.s.frames[-2]
        clash = below if type(below) is Clash else None
        f.left.remove(option.source)
        use(r, seat, option.target, option.source, clash, f.when)

    def default(self, s: BrawlhallaState, f: Window, seat: int) -> Option:
        """Nothing is used."""
        return SKIP

    def why_not(self, s: BrawlhallaState, f: Window, seat: int, option: Option) -> Refused:
        """One effect for each trigger, of cards that were played."""
        if isinstance(option, Use) and option.source in f.left:
            return Refused(
                "BH25", "That has no effect now, or you have already used an effect at this moment."
            )
        return Refused("BH24", "Use a power that fits this moment, or skip.")


def other(clash: Clash | None, seat: int) -> int:
    """The opponent in an attack."""
    if clash is None:
        return -1
    return clash.target if seat == clash.seat else clash.seat


# -- one power


def fits(s: BrawlhallaState, seat: int, foe: int, power: Power, clash: Clash | None) -> bool:
    """Whether a power has something to work on."""
    if not in_case(clash, seat, power.only):
        return False
    op = power.op
    if op in AT_FOE:
        if foe < 0 or s.fighters[foe].out or s.fighters[foe].space == OFF:
            return False
        if clash and foe in clash.fallen:
            return False
    works = FITS.get(op)
    return works is None or works(s, seat, foe, power.n, clash)


def use(
    r: Resolver[BrawlhallaState],
    seat: int,
    target: int,
    source: int,
    clash: Clash | None,
    when: When,
) -> None:
    """Use a power; an action card's takes up its player's effect for this trigger (BH25)."""
    fighter = r.s.fighters[seat]
    foe = target if clash is None else other(clash, seat)
    if clash is not None and source >= 0:
        clash.used |= slot(clash, seat, when)
    power = power_of(fighter, source)
    aimed = foe if power.op in AT_FOE else -1
    r.tell(Used(seat, fighter.legend, source, fighter.side, aimed))
    DO[power.op](r, seat, foe, power.n, source)
