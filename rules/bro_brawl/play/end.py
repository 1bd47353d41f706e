"""How a wave ends, what comes after it, and competitive scoring (BO28–BO30)."""

from collections.abc import Sequence

from rules.bro_brawl.content.cards import MONSTERS, SPECIALS, WORTH
from rules.bro_brawl.play.effects import all_dead
from rules.bro_brawl.play.setup import set_up
from rules.bro_brawl.state import Between, Bro, BroBrawlState, GoOn, Stop, WaveLost, WaveWon
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.state import Option

ROUNDS = 60  # BO28


def won(s: BroBrawlState) -> bool:
    """No monster or special in the Battle Zone or the Battle deck (BO28)."""
    return not s.zone and not any(c in MONSTERS or c in SPECIALS for c in s.battle.cards)


def over(r: Resolver[BroBrawlState]) -> bool:
    """End the wave where it is won or lost; checked after every completed change (BO28)."""
    s = r.s
    if won(s):
        r.tell(WaveWon(s.wave))
        if s.competitive:
            end_competitive(r)
        else:
            s.frames = [Between()]
        return True
    if all_dead(s):
        lost(r, late=False)
        return True
    return False


def lost(r: Resolver[BroBrawlState], late: bool) -> None:
    s = r.s
    r.tell(WaveLost(s.wave, late))
    if s.competitive:
        end_competitive(r)
    else:
        r.finish((), "late" if late else "dead", (s.wave - 1,))


class BetweenPhase(Phase[BroBrawlState, Between]):
    """A wave is won: stop, or go on (BO29)."""

    def begin(self, r: Resolver[BroBrawlState], f: Between) -> None:
        """Ask every player, unless it was the last wave."""
        s = r.s
        asked = [s.seats_of(p)[0] for p in range(s.players) if p not in s.resigned]
        if s.wave == 4 or not asked:
            self._stop(r)
        else:
            r.ask_hidden(asked, "wave")

    def offer(self, s: BroBrawlState, f: Between, seat: int) -> Sequence[Option]:
        """Stop or go on."""
        return [Stop(), GoOn()]

    def answers(self, r: Resolver[BroBrawlState], f: Between, given: dict[int, Option]) -> None:
        """Going on needs every player."""
        if all(isinstance(option, GoOn) for option in given.values()):
            set_up(r, r.s.wave + 1)
        else:
            self._stop(r)

    def _stop(self, r: Resolver[BroBrawlState]) -> None:
        s = r.s
        winners = [p for p in range(s.players) if p not in s.resigned]
        r.finish(winners, "won", (s.wave,))

    def why_not(self, s: BroBrawlState, f: Between, seat: int, option: Option) -> Refused:
        """Nothing else is asked."""
        return Refused("BO29", "The wave is won: stop here, or go on to the next.")


# -- competitive scoring


def bro_score(bro: Bro) -> int:
    """A bro's kills, halved and rounded up for the dead, and the cost of upgrades held."""
    kills = sum(WORTH[card] for card in bro.kills)
    kept = kills if bro.alive else (kills + 1) // 2
    return kept + sum(WORTH[card] for card in bro.gear)


def scores(s: BroBrawlState) -> list[int]:
    """Each player's score: a team's bros together."""
    totals = [0] * s.players
    for seat, bro in enumerate(s.bros):
        totals[s.seats[seat]] += bro_score(bro)
    return totals


def end_competitive(r: Resolver[BroBrawlState]) -> None:
    """Most points win; whoever resigned cannot win, and a tie of all is a draw."""
    s = r.s
    totals = scores(s)
    playing = [p for p in range(s.players) if p not in s.resigned]
    best = max(totals[p] for p in playing)
    winners = [p for p in playing if totals[p] == best]
    r.finish(() if len(winners) == s.players else winners, "scored", totals)
