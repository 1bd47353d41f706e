"""Answers that must be refused, each with a sentence, and without any trace."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from rules.engine import kernel
from rules.engine.codec import encode, option_from_plain
from rules.engine.conformance.case import Case
from rules.engine.conformance.position import Offers
from rules.engine.errors import BadSave, RulesError
from rules.engine.inputs import Answer, DeclineDraw, Elapsed, Input, OfferDraw, Resign, Timeout
from rules.engine.state import Option

KEPT = 60  # options from elsewhere in the game


class Elsewhere(Option, frozen=True):
    """A move of no game that is refereed here."""

    thing: int = 0


class Garbage:
    """Makes bad input, partly from options that were good at another time."""

    def __init__(self, case: Case) -> None:
        """Remember options as the game goes on."""
        self.case = case
        self.known: list[Option] = []

    def keep(self, offered: Offers) -> None:
        """Remember some options that were offered."""
        for found in offered.values():
            option = self.case.probe.choice(found)
            if len(self.known) < KEPT:
                self.known.append(option)
            else:
                self.known[self.case.probe.randrange(KEPT)] = option

    def refused(self, s: Any, data: bytes, offered: Offers) -> None:
        """All bad input is refused by a rules error with a sentence; nothing changes."""
        case = self.case
        for given in self._bad(s, offered):
            try:
                kernel.apply(case.game, s, given)
            except RulesError as error:
                if not str(error):
                    case.fail("garbage", f"{given} is refused without a sentence")
            except Exception as error:
                case.fail("garbage", f"{given} ends in {type(error).__name__}: {error}")
            else:
                case.fail("garbage", f"{given} is taken")
        if encode(case.game, s) != data:
            case.fail("garbage", "refused input changed the state")

    def _bad(self, s: Any, offered: Offers) -> Iterator[Input]:
        some: Option = self.known[-1] if self.known else Elsewhere()
        for seat in (-1, len(s.seats)):
            yield Answer(seat, 1, some)
        for player in (-1, self.case.players):
            yield Resign(player)
            yield OfferDraw(player)
            yield DeclineDraw(player)
        yield from (Resign(player) for player in s.resigned)
        yield Elapsed("no such clock")
        for seat in range(len(s.seats)):
            if seat in offered:
                yield from self._bad_answers(s, seat, offered[seat])
            else:
                yield Answer(seat, s.asked[seat], some)
                yield Answer(seat, s.asked[seat] + 1, some)
                yield Timeout(seat, s.asked[seat])

    def _bad_answers(self, s: Any, seat: int, found: list[Option]) -> Iterator[Input]:
        number = s.asked[seat]
        good = self.case.probe.choice(found)
        for other in (number - 1, number + 1, -1):
            if other != number - 1 or not good.anytime:
                yield Answer(seat, other, good)
            yield Timeout(seat, other)
        yield Answer(seat, number, Elsewhere())
        bad = [*self.case.probe.sample(self.known, min(6, len(self.known)))]
        bad += spoilt(self.case, good)
        yield from (Answer(seat, number, option) for option in bad if option not in found)


def spoilt(case: Case, option: Option) -> list[Option]:
    """An option with one argument out of range, as far as its types let that in."""
    plain = msgspec.to_builtins(option)
    bad = []
    for name in option.__struct_fields__:
        for value in _wrong(plain[name], case.probe):
            try:
                bad.append(option_from_plain(case.game, {**plain, name: value}))
            except BadSave:
                continue  # refused even earlier, by its type
    return bad


def _wrong(value: object, probe: random.Random) -> list[object]:
    match value:
        case bool():
            return [not value]
        case int():
            return [-1, value + 1, 10**6, probe.randrange(64)]
        case str():
            return ["", "no such thing"]
        case list():
            return [[], [*value, *value], value[:-1], [-1]]
        case _:
            return [None, 0, -1, "no such thing"]
