"""Turn after turn, each of two actions (BH4, BH9–BH16, BH22, BH23)."""

from collections.abc import Sequence

from rules.brawlhalla.content.legends import VALUE
from rules.brawlhalla.play.attack import SPEND, attacks, declare, why_no_attack
from rules.brawlhalla.play.end import QUIET, ROUNDS, count_out
from rules.brawlhalla.play.move import grab
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import Ended, Played, Spent, Took, TurnBegan
from rules.brawlhalla.state.fighter import DISARMED
from rules.brawlhalla.state.frames import Delaying, Dropping, Match, Moving, Turn
from rules.brawlhalla.state.options import Attack, Delay, EndTurn, Move, Spend
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

HAND_LIMIT = 6
MOVE = tuple(Move(card) for card in range(len(VALUE)))
DRAW, TWICE, SWAP, RECOVER = Delay("draw"), Delay("twice"), Delay("swap"), Delay("recover")
END = EndTurn()


def next_seat(s: BrawlhallaState) -> int:
    """Whose turn comes next (BH4)."""
    n = len(s.fighters)
    if not s.turns:
        return next(seat for i in range(n) if not s.fighters[seat := (s.first + i) % n].out)
    if s.teams:
        last = s.last[1 - s.last[2] % 2]
        mate = (last + 2) % 4
        return last if s.fighters[mate].out else mate
    return next(seat for i in range(1, n + 1) if not s.fighters[seat := (s.last[0] + i) % n].out)


class MatchPhase(Phase[BrawlhallaState, Match]):
    """Turns go round until the match is over."""

    def begin(self, r: Resolver[BrawlhallaState], f: Match) -> None:
        """The next player's turn."""
        s = r.s
        seat = next_seat(s)
        s.turns += 1
        if s.teams:
            s.last = [seat if seat % 2 == team else s.last[team] for team in (0, 1)] + [seat]
        else:
            s.last = [seat]
        f.step = "ended"
        r.tell(TurnBegan(seat, s.round))
        r.push(Turn(seat=seat, step="act"))

    def ended(self, r: Resolver[BrawlhallaState], f: Match) -> None:
        """Count the turn, and the match out where it goes on for too long (BH22)."""
        s = r.s
        f.step = "begin"
        s.quiet += 1
        s.acted = sorted({*s.acted, s.last[-1]})
        if all(seat in s.acted for seat in s.living()):
            s.round += 1
            s.acted = []
        if s.round > ROUNDS or s.quiet >= QUIET:
            count_out(r, s.quiet >= QUIET)


class TurnPhase(Phase[BrawlhallaState, Turn]):
    """Up to two actions."""

    def act(self, r: Resolver[BrawlhallaState], f: Turn) -> None:
        """Ask for an action; when none is left, for a KO card's (BH23)."""
        fighter = r.s.fighters[f.seat]
        if fighter.out:
            f.step = "over"
        elif f.actions > 0:
            r.ask(f.seat, "act")
        elif fighter.bonus:
            r.ask(f.seat, "more")
        else:
            f.step = "end"

    def offer(self, s: BrawlhallaState, f: Turn, seat: int) -> Sequence[Option]:
        """Attack, Move, Delay, or end the turn: what matters most comes first."""
        if f.actions <= 0:
            return [END, SPEND]
        fighter = s.fighters[seat]
        delays = [DRAW, TWICE, SWAP] if f.actions > 1 else [DRAW, SWAP]
        delays += [RECOVER] if fighter.sword == DISARMED else []
        return [*attacks(s, seat), *(MOVE[card] for card in fighter.hand.cards), *delays, END]

    def answer(self, r: Resolver[BrawlhallaState], f: Turn, seat: int, option: Option) -> None:
        """Take the action."""
        fighter = r.s.fighters[seat]
        match option:
            case Move(card=card):
                f.actions -= 1
                fighter.hand.take(card)
                r.tell(Played(seat, card, "move"))
                r.push(Moving(seat=seat, card=card, left=VALUE[card]))
            case Delay(how="twice"):
                f.actions -= 2
                r.push(Delaying(seat=seat, how="draw"))
                r.push(Delaying(seat=seat, how="draw"))
            case Delay(how=how):
                f.actions -= 1
                r.push(Delaying(seat=seat, how=how))
            case Attack():
                f.actions -= 1
                declare(r, seat, option)
            case Spend():
                fighter.bonus -= 1
                f.actions += 1
                r.tell(Spent(seat, "action"))
            case _:
                if f.actions > 0:
                    r.tell(Ended(seat, f.actions))
                f.step = "end"

    def default(self, s: BrawlhallaState, f: Turn, seat: int) -> Option:
        """End the turn."""
        return END

    def why_not(self, s: BrawlhallaState, f: Turn, seat: int, option: Option) -> Refused:
        """The rule in the way of an action."""
        if f.actions <= 0:
            return Refused("BH23", "Your actions are used up: spend a KO card, or end the turn.")
        match option:
            case Attack():
                return why_no_attack(s, seat, option)
            case Move():
                return Refused("BH9", "Move with a card from your hand.")
            case Delay(how="twice"):
                return Refused("BH12", "To delay twice takes two actions.")
            case Delay(how="recover"):
                return Refused("BH12", "Only a disarmed weapon can be recovered.")
            case Spend():
                return Refused("BH23", "Use your actions first, then spend a KO card for another.")
            case _:
                return Refused("BH9", "It is your turn: move, delay, attack, or end it.")

    def end(self, r: Resolver[BrawlhallaState], f: Turn) -> None:
        """Take a sword one stands on (BH10); cut the hand to six (BH16)."""
        f.step = "over"
        if grab(r.s, f.seat):
            r.tell(Took(f.seat, r.s.fighters[f.seat].space))
        hand = len(r.s.fighters[f.seat].hand)
        if hand > HAND_LIMIT:
            r.push(Dropping(seat=f.seat, left=hand - HAND_LIMIT))

    def over(self, r: Resolver[BrawlhallaState], f: Turn) -> None:
        """The turn is done."""
        r.pop()
