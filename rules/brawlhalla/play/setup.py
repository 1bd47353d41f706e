"""Setting up: arena, first player, Legends, weapons, cards (BH1–BH4)."""

from collections.abc import Sequence

from rules.brawlhalla.content.arena import drawing, fitting
from rules.brawlhalla.content.legends import LEGENDS, deck_of
from rules.brawlhalla.play.cards import draw_one
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import Began, Chose, Drew, DrewCard, Sided
from rules.brawlhalla.state.frames import Match, Opening
from rules.brawlhalla.state.options import Choose, Side
from rules.brawlhalla.state.variant import KO_CARDS
from rules.engine.contract import Phase, Resolver
from rules.engine.errors import Refused
from rules.engine.piles import Pile
from rules.engine.state import Option

HAND = 4


def format_of(teams: bool, players: int) -> str:
    """What the arenas of a match are drawn for."""
    return "teams" if teams else {2: "duel", 3: "three", 4: "four"}[players]


class OpeningPhase(Phase[BrawlhallaState, Opening]):
    """Legends are chosen in turn order, each with a side of its weapon card."""

    def begin(self, r: Resolver[BrawlhallaState], f: Opening) -> None:
        """Lay the arena out; chance says who begins."""
        s = r.s
        players = len(s.fighters)
        arenas = fitting(format_of(s.teams, players))
        s.arena = s.variant.arena
        if s.arena == "random":
            s.arena = arenas[r.below("arena", len(arenas))]
        if s.first < 0:
            s.first = r.below("first", players)
        s.swords = sorted(drawing(s.arena).swords)
        s.last = [s.first, (s.first - 1) % players]
        if s.teams and s.first % 2:
            s.last.reverse()
        for fighter in s.fighters:
            fighter.kos = KO_CARDS[s.variant.mode]
        r.tell(Began(s.arena, s.first))
        f.step = "choose"

    def _seat(self, s: BrawlhallaState, f: Opening) -> int:
        return (s.first + f.picked) % len(s.fighters)

    def choose(self, r: Resolver[BrawlhallaState], f: Opening) -> None:
        """Ask for a Legend, unless it is chosen."""
        if f.picked == len(r.s.fighters):
            f.step = "deal"
            return
        fighter = r.s.fighters[self._seat(r.s, f)]
        if fighter.out:
            f.picked += 1
        elif fighter.legend >= 0:
            f.step = "side"
        else:
            r.ask(self._seat(r.s, f), "legend")

    def side(self, r: Resolver[BrawlhallaState], f: Opening) -> None:
        """Ask for a side of the weapon card."""
        if r.s.fighters[self._seat(r.s, f)].out:
            f.step = "choose"
        else:
            r.ask(self._seat(r.s, f), "side")

    def offer(self, s: BrawlhallaState, f: Opening, seat: int) -> Sequence[Option]:
        """Legends that nobody has, or both sides."""
        if f.step == "side":
            return [Side(0), Side(1)]
        taken = {fighter.legend for fighter in s.fighters}
        return [Choose(legend) for legend in range(len(LEGENDS)) if legend not in taken]

    def answer(self, r: Resolver[BrawlhallaState], f: Opening, seat: int, option: Option) -> None:
        """Take the Legend, or lay the weapon card down."""
        fighter = r.s.fighters[seat]
        if isinstance(option, Choose):
            fighter.legend = option.legend
            r.tell(Chose(seat, option.legend))
            f.step = "side"
        elif isinstance(option, Side):
            fighter.side = option.side
            r.tell(Sided(seat, fighter.legend, option.side))
            f.picked += 1
            f.step = "choose"

    def why_not(self, s: BrawlhallaState, f: Opening, seat: int, option: Option) -> Refused:
        """Nothing else is chosen now."""
        if f.step == "side":
            return Refused("BH1", "Choose one of the two sides of your weapon card.")
        return Refused("BH1", "Choose a Legend that nobody else plays.")

    def deal(self, r: Resolver[BrawlhallaState], f: Opening) -> None:
        """Legends take their places, decks are shuffled, hands are drawn."""
        s = r.s
        starts = drawing(s.arena).starts
        for seat in s.living():
            fighter = s.fighters[seat]
            fighter.space = starts[seat]
            fighter.deck = Pile.of(deck_of(fighter.legend))
            fighter.deck.shuffle(s, f"deck {seat}")
            r.seen()
            for _ in range(HAND):
                r.tell(DrewCard(seat, draw_one(s, seat)), seat)
            r.tell(Drew(seat, HAND))
        s.frames = [Match()]
