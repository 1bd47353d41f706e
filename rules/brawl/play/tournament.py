"""The pace `tournament`: no turns, every act is taken as it comes."""

from collections.abc import Sequence

from rules.brawl.play.acts import PAUSE, READY, act, by_time, idle, knock, refuse, with_cards
from rules.brawl.state import Began, BrawlState, Pause, Paused, Ready, Tournament
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.kernel import TimedOut
from rules.engine.state import Option

CLOCKS = ("seat0", "seat1")


class AsItComes(Phase[BrawlState, Tournament]):
    """Both act whenever they like; what one does never touches the other's question number."""

    def begin(self, r: Resolver[BrawlState], f: Tournament) -> None:
        """Both say ready before the first card."""
        r.ask_each((0, 1), "ready")

    def offer(self, s: BrawlState, f: Tournament, seat: int) -> Sequence[Option]:
        """Ready while the bout stands still, else what can be done with the cards."""
        if f.step != "bout":
            return [READY]
        if idle(s, seat):
            return [PAUSE]
        found = with_cards(s, seat, also_holding=True)
        found.append(PAUSE)
        return found

    def answer(self, r: Resolver[BrawlState], f: Tournament, seat: int, option: Option) -> None:
        """Knock, pause or act."""
        if f.step != "bout":
            if knock(r, seat):
                f.step = "bout"
                r.tell(Began())
                for each in (0, 1):
                    _attend(r, each)
        elif isinstance(option, Pause):
            _pause(r, f, seat)
        else:
            played = act(r, seat, option)
            if r.s.outcome is None:
                _attend(r, seat)
                if played:
                    _attend(r, 1 - seat, acted=False)

    def elapsed(self, r: Resolver[BrawlState], f: Tournament, clock: str) -> None:
        """The referee acts for a player whose clock has run out."""
        seat = CLOCKS.index(clock)
        r.tell(TimedOut(seat))
        r.withdraw(seat)
        self.answer(r, f, seat, by_time(r.s, seat))

    def default(self, s: BrawlState, f: Tournament, seat: int) -> Option:
        """What the referee does for a player who is late."""
        return by_time(s, seat) if f.step == "bout" else READY

    def why_not(self, s: BrawlState, f: Tournament, seat: int, option: Option) -> Refused:
        """Why a player may not do this."""
        if f.step == "pause":
            return Refused("BR8", "The bout is paused: it goes on when both are ready.")
        if f.step == "begin" and not isinstance(option, Ready):
            return Refused("BR8", "Both say ready before the first card.")
        return refuse(s, seat, option, also_holding=True)


def _attend(r: Resolver[BrawlState], seat: int, *, acted: bool = True) -> None:
    """Keep a question open to each seat, and a clock for each that must act.

    Nobody waits for a seat that has nothing to play, but it may still call a pause (BR8).
    """
    s = r.s
    nothing = idle(s, seat)
    question = s.question(seat)
    if nothing and not s.done_may_pause:
        r.withdraw(seat)
    elif question is None:
        r.ask_each((seat,), "done" if nothing else "act", standing=nothing)
    else:  # the number stays: a click on its way is taken, or refused for a reason
        question.kind, question.standing = "done" if nothing else "act", nothing
    if nothing or s.fighters[seat].done:
        r.disarm(CLOCKS[seat])
    elif acted or CLOCKS[seat] not in s.clocks:
        r.arm(CLOCKS[seat], s.variant.seconds)


def _pause(r: Resolver[BrawlState], f: Tournament, seat: int) -> None:  # BR8
    s = r.s
    f.step = "pause"
    r.tell(Paused(seat))
    for each, fighter in enumerate(s.fighters):
        fighter.ready = False
        r.disarm(CLOCKS[each])
        question = s.question(each)
        if question is None:
            r.ask_each((each,), "ready")
        else:
            question.kind, question.standing = "ready", False  # a click on its way hears of it
