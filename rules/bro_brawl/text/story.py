"""What a fight is about, what threatens, and what was hidden until its end."""

from collections.abc import Iterable, Iterator, Sequence

from rules.bro_brawl.content.cards import GRUNTS, MISHAPS, MONSTERS, SPECIALS, UPGRADE, WORTH
from rules.bro_brawl.content.names import battle_card, bro, foe, listed
from rules.bro_brawl.play.end import ROUNDS
from rules.bro_brawl.state import BroBrawlState, Died, GotMishap, Hurt, WaveLost, WaveWon, Wounded
from rules.bro_brawl.text.risk import JUDGED, risk
from rules.bro_brawl.text.turning import turning
from rules.bro_brawl.view import View
from rules.engine.contract import Text
from rules.engine.state import Event, Moment, Option
from rules.engine.text import percent

LATE = 3  # rounds before the last that are counted
NEXT = 4  # cards of a deck that are told at the end
TURN = "A turn: draw a card, act, a Grunt (your soldier) helps or misfires, the foes strike."


class BroBrawlStory(Text[BroBrawlState]):
    """The words around a turn: the goal, warnings, chances and the end."""

    def goal(self, view: View) -> str:
        """What the bros are after, and which of them are the viewer's."""
        mine = [bro(seat) for seat, b in enumerate(view.bros) if b.player == view.player]
        all_four = "You play all four bros." if len(mine) == len(view.bros) else ""
        you = f" {all_four or f'You are {listed(mine)}.'}" if mine else ""
        if view.mode == "competitive":
            return (
                "Have the most points when all foes or all bros are gone: kills and upgrades count, "
                f"a dead bro's kills half.{you} {TURN}"
            )
        return (
            "Clear the Battle Zone and the Battle deck of foes before all bros are dead, within "
            f"{ROUNDS} rounds.{you} {TURN}"
        )

    def warnings(self, view: View) -> list[str]:
        """Who dies if nothing changes, and how near the end of the wave is."""
        if view.outcome is not None or view.phase == "between":
            return []
        return [*(list(_deaths(view)) or _last(view)), *_end(view)]

    def chance(self, view: View, option: Option) -> str:
        """How likely the bro dies in this turn after an option, where that is in question."""
        if view.player is None or not isinstance(option, JUDGED):
            return ""
        after = risk(view, option)
        return f"you die {percent(after)}" if after or risk(view) else ""

    def matters(self, view: View, event: Event) -> bool:
        """Who is hurt, dead or stuck with a mishap, which foe falls, and how a wave ends."""
        if isinstance(event, Wounded):
            return not event.left
        return isinstance(event, Hurt | Died | GotMishap | WaveWon | WaveLost)

    def revealed(self, view: View) -> list[str]:
        """What lay in the decks, and what was missing."""
        return [*_still_there(view), *_decks(view), *_halved(view)]

    def turning(self, view: View, moments: Sequence[Moment]) -> str:
        """What decided who has most points, or how the last wave ended."""
        return turning(view.outcome, moments) if view.outcome else ""


# -- what threatens


def _deaths(view: View) -> Iterator[str]:
    me, name = view.bros[view.seat], bro(view.seat)
    chance = risk(view)
    if chance == 1:
        yield f"{name} dies this turn, if nothing is done about it."
    elif chance and me.danger >= me.life:
        yield f"Only the right Grunt saves {name}: {percent(chance)} to die."
    elif chance:
        yield f"Friendly fire may kill {name}: {percent(chance)}."
    if view.mode == "co-op":
        others = [b for b in range(len(view.bros)) if b != view.seat and view.bros[b].life > 0]
        dying = [bro(b) for b in others if view.bros[b].danger >= view.bros[b].life]
        if dying:
            yield f"{listed(dying)} would die in their own turn{'s' * (len(dying) > 1)}."


def _last(view: View) -> list[str]:
    standing = [seat for seat, b in enumerate(view.bros) if b.life > 0]
    alone = view.mode == "co-op" and len(standing) == 1
    return [f"{bro(standing[0])} is the last bro standing."] if alone else []


def _end(view: View) -> Iterator[str]:
    if view.round > ROUNDS - LATE:
        end = "the wave is lost" if view.mode == "co-op" else "the fight ends"
        yield f"Round {view.round} of {ROUNDS}: after the last {end}."


# -- when all is over


def _still_there(view: View) -> Iterator[str]:
    if view.zone:
        points = sum(WORTH[f.card] for f in view.zone)
        yield f"Still in the Battle Zone: {listed(foe(f.card) for f in view.zone)}, worth {points}."


def _decks(view: View) -> Iterator[str]:
    if view.left:
        cards = _from_the_top(battle_card(card) for card in view.left[:NEXT])
        yield f"Next from the Battle deck would have come {cards}."
        kinds = [
            _many(sum(card in MONSTERS for card in view.left), "monster"),
            _many(sum(card in SPECIALS for card in view.left), "special"),
            _many(sum(card in UPGRADE for card in view.left), "upgrade"),
            _many(sum(card in MISHAPS for card in view.left), "mishap"),
        ]
        points = sum(WORTH[c] for c in view.left if c in MONSTERS or c in SPECIALS)
        said = listed(kind for kind in kinds if kind)
        yield f"It still held {said}; its foes were worth {points}."
    if view.left_grunts:
        names = _from_the_top(GRUNTS[card].name for card in view.left_grunts[:NEXT])
        yield f"The next Grunts would have been {names}."


def _from_the_top(names: Iterable[str]) -> str:
    return ", then ".join(names)


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count > 1)}" if count else ""


def _halved(view: View) -> Iterator[str]:
    """Points that dead bros have lost."""
    if view.mode != "competitive":
        return
    for seat, b in enumerate(view.bros):
        lost = sum(WORTH[kill] for kill in b.kills) // 2
        if b.life <= 0 and lost:
            yield f"Death cost {bro(seat)} {lost} point{'s' * (lost > 1)}."
