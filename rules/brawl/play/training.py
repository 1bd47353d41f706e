"""The pace `training`: the players act in turn."""

from collections.abc import Sequence

from rules.brawl.content.cards import NONE
from rules.brawl.play.acts import FLIP, READY, act, by_time, idle, knock, refuse, with_cards
from rules.brawl.state import Began, BrawlState, Ready, Training
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option


class InTurn(Phase[BrawlState, Training]):
    """A turn: one card turned over and played or discarded, or the top of the discard pile."""

    def begin(self, r: Resolver[BrawlState], f: Training) -> None:
        """Both say ready before the first card."""
        r.ask_each((0, 1), "ready")

    def turn(self, r: Resolver[BrawlState], f: Training) -> None:
        """Ask the player whose turn it is, or pass over one who is done."""
        if idle(r.s, f.seat):
            f.seat = 1 - f.seat
        else:
            r.ask(f.seat, "turn" if r.s.fighters[f.seat].held == NONE else "hold")

    def offer(self, s: BrawlState, f: Training, seat: int) -> Sequence[Option]:
        """Ready, then what can be done with the cards."""
        if f.step == "begin":
            return [READY]
        return with_cards(s, seat, also_holding=False)

    def answer(self, r: Resolver[BrawlState], f: Training, seat: int, option: Option) -> None:
        """Knock or act; only a turned-over card keeps the turn."""
        if f.step == "begin":
            if knock(r, seat):
                f.seat = 0 if r.coin("begin") else 1  # BR7
                f.step = "turn"
                r.tell(Began(f.seat))
            return
        act(r, seat, option)
        if option is not FLIP and option != FLIP:
            f.seat = 1 - seat

    def default(self, s: BrawlState, f: Training, seat: int) -> Option:
        """What the referee does for a player who is late."""
        return READY if f.step == "begin" else by_time(s, seat)

    def why_not(self, s: BrawlState, f: Training, seat: int, option: Option) -> Refused:
        """Why a player may not do this."""
        if f.step == "begin" and not isinstance(option, Ready):
            return Refused("BR8", "Both say ready before the first card.")
        return refuse(s, seat, option, also_holding=False)
