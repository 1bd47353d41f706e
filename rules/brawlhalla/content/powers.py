"""The vocabulary that all powers are written in: house content."""

from typing import Literal

import msgspec

from rules.engine.text import capital

When = Literal["before", "during", "after", "struck"]  # struck: as a heavy attack hits one
Of = Literal["attack", "light", "heavy", "move"]
Only = Literal["", "won", "lost", "attacking", "defending", "hit", "blocked"]
Op = Literal[
    "power", "force", "brace", "range", "leap", "fly", "draw", "discard", "disarm", "rearm",
    "flip", "heal", "hurt", "hop", "shove", "pull", "recall", "salvage", "extra",
    "switch", "foresee", "gust", "slam", "tithe",
]  # fmt: skip
PROCEDURES: tuple[Op, ...] = ("switch", "foresee", "gust", "slam", "tithe")  # the odd ones
ACTS: dict[Of, str] = {
    "attack": "an attack",
    "light": "a light attack",
    "heavy": "a heavy attack",
    "move": "a move",
}
AT_FOE: tuple[Op, ...] = ("discard", "disarm", "hurt", "shove", "pull", "switch", "slam")


class Power(msgspec.Struct, frozen=True):
    """When something may be used, what it does, how much of it, and only in which case."""

    name: str
    when: When
    of: Of
    op: Op
    n: int = 1
    only: Only = ""

    @property
    def trigger(self) -> str:
        """When it may be used, in words."""
        if self.when == "struck":
            return "when a heavy attack hits you"
        return f"{self.when} {ACTS[self.of]}"


DOES: dict[Op, str] = {
    "power": "your total is {n} higher",
    "force": "if this heavy attack hits, its knockback is {n} more",
    "brace": "the knockback is {n} less",
    "range": "your attack reaches {n} spaces, in line of sight",
    "leap": "move up to {n} more",
    "fly": "any number of Air spaces in a row in this move",
    "draw": "draw {n}",
    "discard": "the opponent discards {n}, their choice",
    "disarm": "disarm the opponent",
    "rearm": "recover your disarmed weapon",
    "flip": "flip your weapon card",
    "heal": "remove {n} damage",
    "hurt": "the opponent takes {n} damage",
    "hop": "move up to {n}",
    "shove": "push the opponent {n} away from you",
    "pull": "pull the opponent {n} closer",
    "recall": "take this card back into your hand",
    "salvage": "take a card of value {n} or less from your discards",
    "extra": "{n} more action this turn",
    "switch": "change places with the opponent",
    "foresee": "look at the top card of your deck; you may put it at the bottom",
    "gust": "push every adjacent opponent {n} away from you",
    "slam": "the opponent, if in Air, falls straight down, at most {n}",
    "tithe": "every opponent with more cards than you discards {n}",
}
CASE: dict[Only, str] = {
    "": "",
    "won": "if you won",
    "lost": "if you lost",
    "attacking": "as the attacker",
    "defending": "as the defender",
    "hit": "if your attack hit",
    "blocked": "if you blocked or dodged",
}


def says(power: Power) -> str:
    """A power in words."""
    case = f", {CASE[power.only]}" if power.only else ""
    return f"{capital(power.trigger)}{case}: {DOES[power.op].format(n=power.n)}."
