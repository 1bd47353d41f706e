"""Setting up a wave: the decks, the bros."""

from rules.bro_brawl.content.cards import (
    BROS,
    COMPETITIVE,
    GRUNTS,
    LIFE,
    MISHAPS,
    MONSTERS,
    SPECIALS,
    upgrades_of,
)
from rules.bro_brawl.state import Bro, BroBrawlState, Opening, Wave, WaveBegan
from rules.engine.contract import Phase, Resolver
from rules.engine.piles import Pile


def seats(competitive: bool, players: int) -> list[int]:
    """The player of each bro (BO1)."""
    if players == 3:
        return [0, 1, 2] if competitive else [0, 1, 0, 2]
    return [seat % players for seat in range(len(BROS))]


def special_places(count: int, n: int) -> list[int]:
    """Where the specials lie in a Battle deck of n cards, counted from 1 (BO2, BO3)."""
    if count == 2:
        return [(n + 1) // 2, n]
    return [round(n / 3), round(2 * n / 3), n]


def specials_in(s: BroBrawlState, wave: int) -> int:
    """How many specials a wave has (BO3, BO29)."""
    return 3 if s.variant.veteran and wave <= 2 else 2


def first_cards(competitive: bool, bros: int) -> int:
    """How many Battle cards the first bro of a wave draws (BO6)."""
    return 3 if competitive and bros == 3 else 4


def set_up(r: Resolver[BroBrawlState], wave: int) -> None:
    """Mix the decks of a wave and put every bro back on their feet (BO2, BO4, BO5, BO29)."""
    s = r.s
    s.wave, s.round, s.opened = wave, 1, False
    s.bros = [Bro(life=LIFE) for _ in s.seats]
    s.zone, s.shop, s.discards, s.grunt_discards = [], [], [], []
    s.grunts = Pile.of(range(len(GRUNTS)))
    s.grunts.shuffle(s, "grunts")
    specials, mishaps = list(SPECIALS), list(COMPETITIVE if s.competitive else MISHAPS)
    r.shuffle("box", specials)
    r.shuffle("box", mishaps)
    count = specials_in(s, wave)
    s.battle = Pile.of([*MONSTERS, *upgrades_of(wave), *mishaps[:6]])
    s.battle.shuffle(s, "battle")
    n = len(s.battle) + count
    for place, card in zip(special_places(count, n), specials[:count], strict=True):
        s.battle.insert(place - 1, card)
    s.box = sorted([*specials[count:], *mishaps[6:]])
    s.frames = [Wave(seat=s.first)]
    r.tell(WaveBegan(wave, s.first))


class OpeningPhase(Phase[BroBrawlState, Opening]):
    """Who starts, and the first wave."""

    def begin(self, r: Resolver[BroBrawlState], f: Opening) -> None:
        """A random seat starts (BO1)."""
        r.s.first = r.below("first", len(r.s.seats))
        set_up(r, r.s.variant.wave)
