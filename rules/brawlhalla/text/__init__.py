"""Brawlhalla in words."""

from collections.abc import Sequence
from typing import ClassVar

from rules.brawlhalla.content.arena import drawing
from rules.brawlhalla.state import BrawlhallaState
from rules.brawlhalla.state.events import GaveUp, Hurt, KnockedOut, Limit, Struck, SwordTurned
from rules.brawlhalla.state.options import EndTurn, Pass, Save, Skip, Stop
from rules.brawlhalla.state.variant import BrawlhallaVariant
from rules.brawlhalla.text import commands
from rules.brawlhalla.text.board import board, private
from rules.brawlhalla.text.brief import brief
from rules.brawlhalla.text.danger import warnings
from rules.brawlhalla.text.ends import goal, revealed
from rules.brawlhalla.text.labels import field, label, prompt
from rules.brawlhalla.text.lines import line
from rules.brawlhalla.text.names import seat_name
from rules.brawlhalla.text.odds import chance
from rules.brawlhalla.text.stakes import likely
from rules.brawlhalla.text.topics import TOPICS
from rules.brawlhalla.text.turning import turning
from rules.brawlhalla.view import View
from rules.engine.contract import Family, Text
from rules.engine.state import Event, Moment, Option, Outcome
from rules.engine.verbs import Argument, Verb

TOPIC_OF = {
    "legend": "legends",
    "side": "weapons",
    "step": "move",
    "fall": "delay",
    "before": "powers",
    "during": "powers",
    "after": "powers",
    "struck": "powers",
    "defend": "attack",
    "dodge": "attack",
    "add": "attack",
    "bonus": "ko",
    "more": "ko",
    "land": "knockback",
    "respawn": "ko",
    "sword": "ko",
    "salvage": "powers",
    "foresee": "powers",
}


class BrawlhallaText(Text[BrawlhallaState]):
    """The words of the table."""

    topics: ClassVar[dict[str, str]] = TOPICS
    verbs: ClassVar[dict[type[Option], Verb]] = commands.VERBS
    arguments: ClassVar[dict[str, Argument]] = commands.ARGUMENTS
    settings: ClassVar[dict[str, str]] = commands.SETTINGS
    families: ClassVar[dict[str, Family]] = commands.FAMILIES
    last: ClassVar[tuple[type[Option], ...]] = (Stop, Skip, Pass, Save, EndTurn)

    def label(self, view: View, option: Option) -> str:
        """An option as its chooser reads it."""
        return label(view, option)

    def field(self, view: View, option: type[Option], name: str, value: object) -> str:
        """One argument in words."""
        return field(view, option, name, value)

    def nameable(self, view: View, option: type[Option], name: str) -> Sequence[int]:
        """What has a name although it may not be offered."""
        return commands.nameable(view, name)

    def called(self, view: View, option: type[Option], name: str, value: object) -> list[str]:
        """Shorter names of a thing."""
        more = commands.called(view, name, value) if isinstance(value, int) else ()
        return [*super().called(view, option, name, value), *more]

    def bare(self, word: str) -> str:
        """A name without what explains it; what is in brackets altogether goes without saying."""
        return "" if word.startswith("(") else super().bare(word)

    def prompt(self, view: View, kind: str) -> str:
        """A question in words."""
        return prompt(view, kind)

    def goal(self, view: View) -> str:
        """Whom to knock where, and who one is."""
        return goal(view)

    def warnings(self, view: View) -> list[str]:
        """What should not be overlooked."""
        return warnings(view)

    def chance(self, view: View, option: Option) -> str:
        """How likely an attack or a defence can be answered."""
        return chance(view, option)

    def brief(self, view: View, option: Option) -> tuple[str, str]:
        """Where an attack walks to, whom it hits and what it spends, in the words of a button."""
        return brief(view, option)

    def likely(self, view: View, option: Option) -> float:
        """An attack or a defence that will hold comes first."""
        return likely(view, option)

    def revealed(self, view: View) -> list[str]:
        """Hands and decks, once it is over."""
        return revealed(view)

    def turning(self, view: View, moments: Sequence[Moment]) -> str:
        """The blow that put the winners ahead for good."""
        return turning(view, moments)

    def line(self, view: View, event: Event) -> str:
        """An event in words."""
        return line(view, event)

    def matters(self, view: View, event: Event) -> bool:
        """Whether an attack has hit, who is hurt or knocked out, and who has a weapon."""
        return isinstance(event, Struck | Hurt | KnockedOut | SwordTurned | GaveUp | Limit)

    def board(self, view: View) -> str:
        """The arena in words."""
        return board(view)

    def private(self, view: View) -> str:
        """A player's own hand with its effects."""
        return private(view)

    def seat(self, view: View, seat: int) -> str:
        """A Legend's name, once it is chosen."""
        return seat_name(view, seat)

    def outcome(self, view: View, outcome: Outcome) -> str:
        """How it ended."""
        who = " and ".join(self.seat(view, p) for p in outcome.winners)
        if outcome.reason == "limit":
            return f"Time is up: {f'{who} won on KO cards and damage' if who else 'a draw'}."
        if outcome.reason == "agreed":
            return "A draw by agreement."
        if not who:
            return "Nobody is left standing."
        verb = "win" if len(outcome.winners) > 1 else "wins"
        return f"{who} {verb}: the last standing."

    def topic(self, kind: str) -> str:
        """The topic that fits a question."""
        return TOPIC_OF.get(kind, "turn")

    def variant(self, variant: BrawlhallaVariant) -> str:
        """The options in words."""
        where = "a random arena" if variant.arena == "random" else drawing(variant.arena).name
        form = "teams of two" if variant.format == "2v2" else "everybody alone"
        return f"{variant.mode} mode, {form}, {where}"
