"""Play, in the order of the rules: the roll, the turns, the end."""

from collections.abc import Sequence

from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option
from tests.rules.example.cups.state import Claim, Claimed, CupsState, Doubt, Lifted, Rolled, Round


class RoundPhase(Phase[CupsState, Round]):
    """The one phase of the game."""

    # -- set-up

    def roll(self, r: Resolver[CupsState], f: Round) -> None:
        """CU1: a secret die for everybody."""
        s = r.s
        s.dice = [r.die("cups", s.variant.faces) for _ in s.seats]
        for player, face in zip(s.seats, s.dice, strict=True):
            r.tell(Rolled(face), player)
        f.step = "turn"

    # -- a turn

    def turn(self, r: Resolver[CupsState], f: Round) -> None:
        """CU2: somebody claims or doubts."""
        r.ask(f.seat, "turn")

    def offer(self, s: CupsState, f: Round, seat: int) -> Sequence[Option]:
        """CU3, CU4: every higher claim, and a doubt of the last one."""
        claims = [Claim(total) for total in range(s.claim + 1, s.highest + 1)]
        return [*claims, Doubt()] if s.claim else claims

    def why_not(self, s: CupsState, f: Round, seat: int, option: Option) -> Refused:
        """The rule that an answer breaks."""
        match option:
            case Claim(total=total) if total <= s.claim:
                return Refused("CU3", f"A claim must be higher than {s.claim}.")
            case Claim():
                return Refused("CU3", f"All dice together show at most {s.highest}.")
            case _:
                return Refused("CU4", "There is no claim to doubt yet.")

    def answer(self, r: Resolver[CupsState], f: Round, seat: int, option: Option) -> None:
        """Take a claim, or lift the cups."""
        match option:
            case Claim(total=total):
                r.s.claim = total
                r.tell(Claimed(seat, total))
                f.seat = (seat + 1) % len(r.s.seats)
            case Doubt():
                self.lift(r, seat)

    # -- the end

    def lift(self, r: Resolver[CupsState], seat: int) -> None:
        """CU5: the dice say who loses."""
        s = r.s
        r.tell(Lifted(seat, tuple(s.dice)))
        claimant = (seat - 1) % len(s.seats)
        loser = seat if sum(s.dice) >= s.claim else claimant
        r.finish([player for player in s.seats if player != s.seats[loser]], "doubted")
