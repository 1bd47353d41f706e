"""Bro Brawl in words."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from rules.bro_brawl.content.cards import (
    GRUNTS,
    LIFE,
    UPGRADE,
    WORTH,
    name,
)
from rules.bro_brawl.content.names import bro, foe, listed, upgrade
from rules.bro_brawl.state import (
    SHORTCUTS,
    Attack,
    Bleed,
    BroVariant,
    Delay,
    Give,
    GruntCure,
    GruntDivert,
    GruntHit,
    Heal,
    KillHeal,
    KnockSense,
    Pay,
    PlayGrunt,
    Purchase,
    PutBack,
    SacrificeHeal,
    SacrificeHit,
    Scout,
    Send,
    Stun,
    UsePack,
)
from rules.bro_brawl.text import commands, shortcuts
from rules.bro_brawl.text.brief import brief
from rules.bro_brawl.text.lines import line, seen
from rules.bro_brawl.text.risk import JUDGED, MOSTLY, risk, spares
from rules.bro_brawl.text.story import BroBrawlStory
from rules.bro_brawl.text.topics import TOPICS
from rules.bro_brawl.view import MishapView, View
from rules.engine.contract import USELESS, Family
from rules.engine.state import Event, Option, Outcome
from rules.engine.text import unnamed
from rules.engine.verbs import Argument, Verb


class BroText(BroBrawlStory):
    """The words of the table."""

    topics: ClassVar[dict[str, str]] = TOPICS
    verbs: ClassVar[dict[type[Option], Verb]] = {**commands.VERBS, **shortcuts.VERBS}
    arguments: ClassVar[dict[str, Argument]] = commands.ARGUMENTS
    settings: ClassVar[dict[str, str]] = commands.SETTINGS
    guests: ClassVar[tuple[str, ...]] = commands.GUESTS
    last: ClassVar[tuple[type[Option], ...]] = shortcuts.LAST
    families: ClassVar[dict[str, Family]] = shortcuts.FAMILIES

    # -- options

    def label(self, view: View, option: Option) -> str:
        """An option as its chooser reads it."""
        plain = PLAIN.get(str(option.__struct_config__.tag))
        if plain:
            return plain
        if isinstance(option, SHORTCUTS):
            return shortcuts.label(view, option)
        match option:
            case Attack(foe=card, points=points):
                weak = f" for {points - shortcuts.weak(view)}" if shortcuts.weak(view) else ""
                return f"Attack {foe(card)} with the {points}-point gun{weak}"
            case KnockSense(bro=other, mishap=card, points=points):
                return (
                    f"Knock {points - shortcuts.weak(view)} sense into {bro(other)} ({name(card)})"
                )
            case Purchase(upgrade=card, use=use):
                return f"Buy {_on_offer(view, card)}{' and use it' if use else ''}"
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
                return f"Next from the top: {shortcuts.scouted(view, card)}"
            case Give(kill=card, bro=other):
                return f"Give {foe(card)} to {bro(other)}"
            case PlayGrunt(grunt=card):
                return f"Play {GRUNTS[card].name}"
            case GruntHit(foe=card):
                return f"Hit {foe(card)}"
            case GruntDivert(foe=card):
                return f"Divert {foe(card)}"
            case GruntCure(bro=other, mishap=card):
                return f"Cure {bro(other)} of {name(card)}"
        raise AssertionError(option)

    def field(self, view: View, option: type[Option], field: str, value: object) -> str:
        """One argument in words."""
        if option in SHORTCUTS and isinstance(value, int):
            said = shortcuts.field(view, option, field, value)
            if said:
                return said
        if field in ("foe", "kill") and isinstance(value, int):
            return f"{foe(value)} ({WORTH[value]})"
        if field == "bro" and isinstance(value, int):
            return bro(value)
        if field == "upgrade" and isinstance(value, int):
            return _on_offer(view, value)
        if field == "mishap" and isinstance(value, int):
            return name(value)
        if field == "grunt" and isinstance(value, int):
            return GRUNTS[value].name
        if field == "card" and isinstance(value, int):
            return shortcuts.scouted(view, value)
        if field == "deck":
            return f"the {str(value).capitalize()} deck"
        if field == "use":
            return "use it at once" if value else "keep it"
        if field == "points" and option is UsePack:
            return f"{value}-point health pack"
        if field == "points" and option in (Attack, KnockSense):
            return f"{value}-point gun"
        return str(value)

    def nameable(self, view: View, option: type[Option], field: str) -> Iterable[int]:
        """What can be named although it may not be offered."""
        return commands.nameable(view, option, field)

    def called(self, view: View, option: type[Option], field: str, value: object) -> list[str]:
        """Shorter names of a thing."""
        more = commands.called(view, field, value) if isinstance(value, int) else ()
        return [*super().called(view, option, field, value), *more]

    def bare(self, word: str) -> str:
        """A name without its points or its price; where there is none, nothing."""
        return "" if word.lower() == NO_FOE else super().bare(word).partition(" for ")[0]

    def prompt(self, view: View, kind: str) -> str:
        """A question in words."""
        if kind == "act":
            return f"What does {bro(view.seat)} do?"
        if kind == "target":
            return TARGETS[GRUNTS[view.grunt].kind]
        return PROMPTS[kind]

    def brief(self, view: View, option: Option) -> tuple[str, str]:
        """The words of a button."""
        return brief(view, option)

    # -- events

    def likely(self, view: View, option: Option) -> float:
        """What has something to do and does not kill; a sacrifice rather against a foe."""
        match option:
            case Send(grunt=card, foe=aim):
                return shortcuts.likely(view, card, aim)
            case PlayGrunt(grunt=card):
                return 0.0 if shortcuts.useful(view, card) else USELESS
            case Heal(bro=other) if view.bros[other].life >= LIFE:
                return USELESS  # though kills could be given with it
            case Stun() if not spares(view, option):
                return USELESS
        if not isinstance(option, JUDGED):
            return 0.0
        dies = risk(view, option)
        against = isinstance(option, Bleed) and option.target > -2  # to heal costs others less
        return USELESS if dies == 1 else against - dies

    def poor(self, view: View, options: Sequence[Option]) -> Sequence[Option]:
        """What most likely leaves the bro dead, where something else is safer."""
        risks = {one: risk(view, one) for one in options if isinstance(one, JUDGED)}
        safest = min(risks.values(), default=0.0)
        return [one for one, dies in risks.items() if dies > safest and dies >= MOSTLY]

    def line(self, view: View, event: Event) -> str:
        """An event in words."""
        return line(view, event)

    # -- the table

    def board(self, view: View) -> str:
        """The table in words."""
        zone = ", ".join(_foe_words(view, at) for at in range(len(view.zone))) or "empty"
        shop = ", ".join(name(c) for c in view.shop) or "none"
        fighting = view.outcome is None and view.phase != "between"
        danger = f", {view.bros[view.seat].danger} damage to {bro(view.seat)}" if fighting else ""
        parts = [
            f"Wave {view.wave}, round {view.round}.",
            f"Battle Zone: {zone}. Strength {view.strength}{danger}. Upgrades: {shop}.",
            *(self._bro(view, seat) for seat in range(len(view.bros))),
            f"Battle deck {len(view.battle)}, Grunt deck {len(view.grunts)}.",
        ]
        if view.mode == "competitive":
            parts.append(f"Scores: {self._scores(view, view.scores)}.")
        if fighting and view.drawn:
            parts.append(f"Drawn: {' or '.join(GRUNTS[card].name for card in view.drawn)}.")
        if fighting:
            parts.append(f"{bro(view.seat)}'s turn{_sacrificed(view)}.")
        return " ".join(parts)

    def _bro(self, view: View, seat: int) -> str:
        b = view.bros[seat]
        gun = [] if any(UPGRADE[c].kind == "gun" for c in b.gear) else ["1-point gun"]
        gear = ", ".join([*gun, *(name(c) for c in b.gear)])
        trouble = "".join(f", {name(m.card)}{_knocked(view, m)}" for m in b.mishaps)
        kills = sum(WORTH[k] for k in b.kills)
        life = f"life {b.life} of {LIFE}" if b.life > 0 else "dead"
        half = ", counting half" if b.life <= 0 and kills and view.mode == "competitive" else ""
        return f"{bro(seat)}: {life}, {gear}, kills {kills}{half}{trouble}."

    def _scores(self, view: View, scores: Sequence[int]) -> str:
        return ", ".join(f"{self.player(view, p)} {n}" for p, n in enumerate(scores))

    def _points(self, view: View, outcome: Outcome) -> str:
        """Everybody's points; those who have just been named come first, and not by name again."""
        if not outcome.winners:
            return self._scores(view, outcome.scores)
        best = outcome.scores[outcome.winners[0]]
        rest = [
            f"{self.player(view, p)} {points}"
            for p, points in enumerate(outcome.scores)
            if p not in outcome.winners
        ]
        return ", ".join([f"{best} point{'s' * (best != 1)}", *rest])

    def private(self, view: View) -> str:
        """The cards of the decks that this player has seen."""
        said = []
        for deck, cards in (("battle", view.battle), ("grunt", view.grunts)):
            known = [f"{at + 1}. {seen(deck, c)}" for at, c in enumerate(cards) if c >= 0]
            if known:
                said.append(f"You know of the {deck.capitalize()} deck: {', '.join(known)}.")
        return " ".join(said)

    def seat(self, view: Any, seat: int) -> str:
        """A bro's name."""
        return bro(seat)

    def player(self, view: View, player: int) -> str:
        """The bros of a player; their number, where they have none."""
        mine = [bro(s) for s, b in enumerate(view.bros) if b.player == player]
        return listed(mine) if mine else unnamed(player)

    def outcome(self, view: View, outcome: Outcome) -> str:
        """How it ended."""
        winners = [bro(s) for s, b in enumerate(view.bros) if b.player in outcome.winners]
        who = f"{listed(winners)} win{'s' * (len(winners) == 1)}" if winners else ""
        match outcome.reason:
            case "won":
                last = outcome.scores[0]
                end = "wave 4 was the last" if last == 4 else f"they stop after wave {last} of 4"
                return f"The bros win: {end}."
            case "dead":
                return f"The bros lose in wave {view.wave}: all are dead."
            case "late":
                return f"The bros lose in wave {view.wave}: it took too long."
            case "scored":
                return f"{who or 'A draw'}: {self._points(view, outcome)}."
            case _:
                return f"{who}: the others have given up." if who else "The bros give up."

    def topic(self, kind: str) -> str:
        """The topic that fits a question."""
        return {"grunt": "grunts", "target": "grunts", "wave": "waves"}.get(kind, "actions")

    def variant(self, variant: BroVariant) -> str:
        """The options in words."""
        words = ["co-operative" if variant.mode == "co-op" else "competitive"]
        words += ["veteran"] * variant.veteran
        words += [f"from wave {variant.wave}"] * (variant.wave > 1)
        return ", ".join(words)


def _on_offer(view: View, card: int) -> str:
    price = shortcuts.cost(view, card)
    return f"{upgrade(card)} for {price} point{'s' * (price > 1)}"


def _knocked(view: View, mishap: MishapView) -> str:
    if not mishap.knocked:
        return ""
    return f" ({mishap.knocked} of {shortcuts.cure_cost(view, mishap.card)} knocked)"


def _sacrificed(view: View) -> str:
    """What this turn's Sacrifice was for; it comes to nothing if the bro dies (BO18)."""
    if not view.sacrifice:
        return ""
    whom = f"for {bro(-2 - view.target)}" if view.target <= -2 else f"against {foe(view.target)}"
    return f", {view.sacrifice} sacrificed {whom}"


def _foe_words(view: View, at: int) -> str:
    f = view.zone[at]
    marks = [f"{WORTH[f.card]}"]
    marks += [f"wounds {f.wounds}"] * bool(f.wounds) + ["stunned"] * f.stunned
    marks += ["diverted"] * f.diverted
    return f"{foe(f.card)} ({', '.join(marks)})"


NO_FOE = "no foe"  # that a Grunt hits
PLAIN = {
    "noaction": "No action",
    "show": "Show the cards to everybody",
    "done": "No more",
    "goon": "On to the next wave",
    "stop": "Stop while ahead",
}
PROMPTS = {
    "pay": "Which kill do you pay with?",
    "more": "The price is met. Pay with another kill, too?",
    "order": "Which card is next from the top?",
    "give": "Give kills to one bro?",
    "return": "Put another kill back?",
    "grunt": "Which grunt do you play?",
    "wave": "The wave is won. Stop now and you win; go on, and it can still be lost. Stop, or go on?",
}
TARGETS = {
    "damage": "Which foe does the Grunt hit?",
    "divert": "Which special's ability goes off?",
    "sacrifice": "Whose mishap does the Grunt take away?",
}
