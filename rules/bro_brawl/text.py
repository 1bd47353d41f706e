"""Bro Brawl in words."""

from typing import Any, ClassVar

from rules.bro_brawl.cards import (
    BROS,
    GRUNTS,
    LIFE,
    MISHAP,
    MONSTERS,
    SPECIAL,
    SPECIALS,
    UPGRADE,
    WORTH,
    name,
)
from rules.bro_brawl.state import (
    Acted,
    Attack,
    Bought,
    BroVariant,
    Delay,
    Died,
    Diverted,
    Drew,
    Fight,
    Give,
    GotMishap,
    GruntCure,
    GruntDivert,
    GruntDrawn,
    GruntHit,
    GruntPlayed,
    Heal,
    Healed,
    Hurt,
    KillHeal,
    Knocked,
    KnockSense,
    Looked,
    Moved,
    Pay,
    PlayGrunt,
    Purchase,
    PutBack,
    SacrificeHeal,
    SacrificeHit,
    Saw,
    Scout,
    Struck,
    Stun,
    UsePack,
    WaveBegan,
    WaveLost,
    WaveWon,
    Wounded,
)
from rules.bro_brawl.topics import TOPICS
from rules.bro_brawl.view import View
from rules.engine.contract import Text
from rules.engine.state import Event, Option, Outcome


def bro(seat: int) -> str:
    """A bro's name."""
    return BROS[seat]


def foe(card: int) -> str:
    """A foe's name: monsters of a level are told apart by a letter."""
    if card in MONSTERS:
        first = next(c for c in MONSTERS if WORTH[c] == WORTH[card])
        return f"{('Scamp', 'Trooper', 'Brute')[WORTH[card] - 1]} {chr(65 + card - first)}"
    return name(card)


class BroText(Text[Fight]):
    """The words of the table."""

    topics: ClassVar[dict[str, str]] = TOPICS

    # -- options

    def label(self, view: View, option: Option) -> str:
        """An option as its chooser reads it."""
        plain = PLAIN.get(str(option.__struct_config__.tag))
        if plain:
            return plain
        match option:
            case Attack(foe=card, points=points):
                return f"Attack {foe(card)} with the {points}-point gun"
            case KnockSense(bro=other, mishap=card, points=points):
                return f"Knock {points} sense into {bro(other)} ({name(card)})"
            case Purchase(upgrade=card, use=use):
                return f"Buy {self._thing(card)}{' and use it' if use else ''}"
            case Scout(deck=deck):
                return f"Scout the {deck.capitalize()} deck"
            case Delay(foe=card):
                return f"Delay {foe(card)}"
            case Stun(foe=card):
                return f"Stun {foe(card)}"
            case Heal(bro=other):
                return f"Heal {bro(other)}"
            case KillHeal(kill=card):
                return f"Put {foe(card)} back and heal {WORTH[card]}"
            case SacrificeHeal(points=points, bro=other):
                return f"Sacrifice {points} for {bro(other)}"
            case SacrificeHit(points=points, foe=card):
                return f"Sacrifice {points} against {foe(card)}"
            case UsePack(points=points):
                return f"Use a {points}-point health pack"
            case Pay(kill=card):
                return f"Pay with {foe(card)} ({WORTH[card]})"
            case PutBack(card=card):
                return f"Next from the top: {self._scouted(view, card)}"
            case Give(kill=card, bro=other):
                return f"Give {foe(card)} to {bro(other)}"
            case PlayGrunt(grunt=card):
                return f"Play {GRUNTS[card].name}"
            case GruntHit(foe=card):
                return f"Grunts hit {foe(card)}"
            case GruntDivert(foe=card):
                return f"Divert {foe(card)}"
            case GruntCure(bro=other, mishap=card):
                return f"Cure {bro(other)} of {name(card)}"
        raise AssertionError(option)

    def field(self, view: View, option: type[Option], field: str, value: object) -> str:
        """One argument in words."""
        if field in ("foe", "kill") and isinstance(value, int):
            return f"{foe(value)} ({WORTH[value]})"
        if field == "bro" and isinstance(value, int):
            return bro(value)
        if field == "upgrade" and isinstance(value, int):
            return self._thing(value)
        if field == "mishap" and isinstance(value, int):
            return name(value)
        if field == "use":
            return "use it at once" if value else "keep it"
        return str(value)

    def _thing(self, card: int) -> str:
        twins = [c for c in UPGRADE if UPGRADE[c] == UPGRADE[card]]
        mark = f" {'AB'[twins.index(card)]}" if len(twins) > 1 else ""
        return f"{name(card)}{mark}"

    def _scouted(self, view: View, card: int) -> str:
        if view.scouting == "battle":
            return foe(card) if card not in UPGRADE else self._thing(card)
        return f"{GRUNTS[card].name} (#{card + 1})"

    def prompt(self, view: View, kind: str) -> str:
        """A question in words."""
        return PROMPTS[kind]

    # -- events

    def line(self, view: View, event: Event) -> str:
        """An event in words."""
        match event:
            case WaveBegan(wave=wave, seat=seat):
                return f"Wave {wave} begins. {bro(seat)} goes first."
            case Drew(seat=seat, card=card):
                what = foe(card) if card in MONSTERS else name(card)
                says = f": {SPECIAL[card].says}" if card in SPECIALS else ""
                return f"{bro(seat)} draws {what}{says}"
            case GotMishap(seat=seat, card=card):
                return f"{bro(seat)} is stuck with {name(card)}: {MISHAP[card].says}"
            case Struck(card=card):
                return f"{name(card)} happens to everybody!"
            case Hurt(seat=seat, points=points, by=by):
                return f"{bro(seat)} takes {points} ({CAUSES[by]})."
            case Died(seat=seat):
                return f"{bro(seat)} is down; a bhrost lends a hand from now on."
            case Wounded(seat=seat, card=card, points=points, killed=killed):
                end = "and it falls" if killed else "and it stands"
                return f"{bro(seat)} hits {foe(card)} for {points}, {end}."
            case Bought(seat=seat, card=card, paid=paid, used=used):
                kills = ", ".join(foe(c) for c in paid)
                return f"{bro(seat)} buys {name(card)} for {kills}{' and uses it' if used else ''}."
            case _:
                return self._more(view, event)

    def _more(self, view: View, event: Event) -> str:
        match event:
            case Acted():
                return self._acted(event)
            case Knocked(seat=seat, bro=other, card=card, points=points, cured=cured):
                if points >= 99:
                    return f"A grunt takes {name(card)} off {bro(other)}."
                end = "cured" if cured else "not enough yet"
                return f"{bro(seat)} knocks {points} sense into {bro(other)}: {name(card)}, {end}."
            case Looked(seat=seat, deck=deck, count=count):
                return f"{bro(seat)} scouts the top {count} of the {deck.capitalize()} deck."
            case Saw(deck=deck, cards=cards):
                return "From the top: " + ", ".join(_seen(deck, card) for card in cards) + "."
            case Moved(seat=seat, card=card, bro=other):
                where = f"to {bro(other)}" if other >= 0 else "back to the Battle Zone"
                return f"{foe(card)} goes from {bro(seat)} {where}."
            case Healed(seat=seat, points=points):
                return f"{bro(seat)} heals {points}."
            case GruntDrawn(grunts=grunts):
                return "Grunts: " + " or ".join(GRUNTS[g].name for g in grunts) + "."
            case GruntPlayed(grunt=grunt, wasted=wasted):
                return f"{GRUNTS[grunt].name}{', for nothing' if wasted else ''}."
            case Diverted(card=card):
                return f"{name(card)} looks the other way: its ability is off."
            case WaveWon(wave=wave):
                return f"Wave {wave} is won!"
            case WaveLost(wave=wave, late=late):
                return f"Wave {wave} is lost{': it took too long' if late else ''}."
        raise AssertionError(event)

    def _acted(self, event: Acted) -> str:
        who = bro(event.seat)
        match event.verb:
            case "delay":
                return f"{who} sends {foe(event.card)} to the bottom of the Battle deck."
            case "stun":
                return f"{who} stuns {foe(event.card)}."
            case "heal":
                return f"{who} patches up {bro(event.bro)}."
            case "pack":
                return f"{who} opens a {name(event.card)}."
            case "sacrifice":
                whom = bro(event.bro) if event.bro >= 0 else foe(event.card)
                return f"{who} sacrifices {event.points}: {whom}, at the end of the turn."
            case _:
                return f"{who} takes no action."

    # -- the table

    def board(self, view: View) -> str:
        """The table in words."""
        zone = ", ".join(_foe_words(view, at) for at in range(len(view.zone))) or "empty"
        shop = ", ".join(name(c) for c in view.shop) or "none"
        parts = [
            f"Wave {view.wave}, round {view.round}.",
            f"Battle Zone: {zone}. Strength {view.strength}. Upgrades: {shop}.",
            *(self._bro(view, seat) for seat in range(len(view.bros))),
            f"Battle deck {len(view.battle)}, Grunt deck {len(view.grunts)}.",
        ]
        if view.mode == "competitive":
            parts.append("Scores: " + ", ".join(map(str, view.scores)) + ".")
        if view.outcome is None and view.phase != "between":
            parts.append(f"{bro(view.seat)}'s turn.")
        return " ".join(parts)

    def _bro(self, view: View, seat: int) -> str:
        b = view.bros[seat]
        if b.life <= 0:
            return f"{bro(seat)} is dead with {sum(WORTH[k] for k in b.kills)} points of kills."
        gear = ", ".join(name(c) for c in b.gear) or "1-point gun"
        trouble = "".join(f", {name(m.card)}" for m in b.mishaps)
        kills = sum(WORTH[k] for k in b.kills)
        return f"{bro(seat)}: life {b.life} of {LIFE}, {gear}, kills {kills}{trouble}."

    def private(self, view: View) -> str:
        """The cards of the decks that this player has seen."""
        said = []
        for deck, cards in (("battle", view.battle), ("grunt", view.grunts)):
            known = [f"{at + 1}. {_seen(deck, c)}" for at, c in enumerate(cards) if c >= 0]
            if known:
                said.append(f"You know of the {deck.capitalize()} deck: {', '.join(known)}.")
        return " ".join(said)

    def seat(self, view: Any, seat: int) -> str:
        """A bro's name."""
        return bro(seat)

    def player(self, view: View, player: int) -> str:
        """The bros of a player."""
        return " and ".join(bro(s) for s, b in enumerate(view.bros) if b.player == player)

    def outcome(self, view: View, outcome: Outcome) -> str:
        """How it ended."""
        match outcome.reason:
            case "won":
                return f"The bros win: {outcome.scores[0]} of 4 waves survived."
            case "dead" | "late":
                return f"The bros lose in wave {view.wave}."
            case "scored":
                totals = ", ".join(
                    f"{self.player(view, p)} {n}" for p, n in enumerate(outcome.scores)
                )
                who = " and ".join(self.player(view, p) for p in outcome.winners)
                return f"{who + ' wins' if who else 'A draw'}: {totals}."
            case _:
                return "The bros give up." if not outcome.winners else "The others win."

    def topic(self, kind: str) -> str:
        """The topic that fits a question."""
        return {"grunt": "grunts", "target": "grunts", "wave": "waves"}.get(kind, "actions")

    def variant(self, variant: BroVariant) -> str:
        """The options in words."""
        words = ["co-operative" if variant.mode == "co-op" else "competitive"]
        words += ["veteran"] * variant.veteran
        words += [f"from wave {variant.wave}"] * (variant.wave > 1)
        return ", ".join(words)


def _seen(deck: str, card: int) -> str:
    if deck == "grunt":
        return GRUNTS[card].name
    return foe(card) if card in MONSTERS else name(card)


def _foe_words(view: View, at: int) -> str:
    f = view.zone[at]
    marks = [f"{WORTH[f.card]}"]
    marks += [f"wounds {f.wounds}"] * bool(f.wounds) + ["stunned"] * f.stunned
    marks += ["diverted"] * f.diverted
    return f"{foe(f.card)} ({', '.join(marks)})"


PLAIN = {
    "noaction": "No action",
    "show": "Show the cards to everybody",
    "done": "No more",
    "goon": "On to the next wave",
    "stop": "Stop while ahead",
}
PROMPTS = {
    "act": "Your action?",
    "pay": "Which kill do you pay with?",
    "order": "Which card lies next from the top?",
    "give": "Give kills to one bro?",
    "return": "Put another kill back?",
    "grunt": "Which grunt do you play?",
    "target": "Whom does the grunt help?",
    "wave": "The wave is won. Stop, or go on?",
}
CAUSES = {
    "monsters": "monsters",
    "fire": "friendly fire",
    "mishap": "a mishap",
    "sacrifice": "a sacrifice",
}
