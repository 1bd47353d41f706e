"""Somebody who calls a command: what they are asked, what they may answer, how they name it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.cogs.typed import Unclear, echo
from bot.cogs.verbs import argument_of
from bot.errors import BotError
from bot.table import Table, guard
from bot.ui.limits import CHOICE
from rules.engine.errors import RulesError
from rules.engine.state import Option, Question
from rules.engine.verbs import plain

FEW = 12  # names that are worth listing where none of them was meant


@dataclass(slots=True)
class Caller:
    """Somebody who is asked something at the table of this channel."""

    table: Table
    user_id: int
    asked: Question
    options: Sequence[Option]
    view: Any

    def of(self, *kinds: type[Option]) -> list[Any]:
        """The options of some verbs that are offered now."""
        return [option for option in self.options if isinstance(option, kinds)]

    def after(self, options: Sequence[Option]) -> "Caller":
        """The same after some answers; with nothing to answer once others would see them."""
        if not options:
            return self
        play = self.table.play
        assert play is not None
        answered = play.answer_all(self.asked.seat, self.asked.number, options)
        if answered.play.passed:
            return replace(self, options=())
        table, seat = replace(self.table, play=answered.play), self.asked.seat
        asked = answered.play.state.question(seat)
        return replace(
            self, table=table, asked=asked, options=table.offer(seat), view=table.view(self.user_id)
        )

    # -- words and things

    def words(self, field: str, options: Iterable[Option]) -> list[str]:
        """One argument of some options, as the game words it."""
        text = self.table.game.text
        found = dict.fromkeys((type(option), getattr(option, field)) for option in options)
        return [text.field(self.view, kind, field, value) for kind, value in found]

    def meant(
        self, kind: type[Option], field: str, word: str, among: Iterable[Option] | None = None
    ) -> list[Any]:
        """What a word may mean as an argument, what is offered first; nothing if nothing."""
        offered = [getattr(o, field) for o in (self.of(kind) if among is None else among)]
        text = self.table.game.text
        found: list[Any] = text.read(self.view, kind, field, word, offered)
        if not found and argument_of(text, kind, field).seat:
            found = self._seats(word)
        return found

    def read(self, kind: type[Option], field: str, word: str) -> Any:
        """What a word means as an argument of a verb."""
        found = self.meant(kind, field, word)
        if not found:
            name = argument_of(self.table.game.text, kind, field).name or field
            raise Unclear(self.no_such(name, word, [(kind, field)]))
        return found[0]

    def no_such(self, name: str, word: str, fields: Iterable[tuple[type[Option], str]]) -> str:
        """Say that a word names nothing that an argument could be, and what could."""
        text = self.table.game.text
        known: dict[str, None] = {}
        noun, about = name, ""
        for kind, field in fields:
            argument = argument_of(text, kind, field)
            noun, about = field if argument.several else name, about or argument.about
            values = [getattr(option, field) for option in self.of(kind)]
            values += text.nameable(self.view, kind, field)
            words = (text.field(self.view, kind, field, value) for value in values)
            known |= dict.fromkeys(map(text.bare, words))
        said = f"There is no {noun.replace('_', ' ')} called “{echo(word)}”"
        if 0 < len(known) <= FEW:
            return f"{said}: there are {', '.join(known)}."
        return f"{said}. `{name}`: {about}." if about else f"{said}."

    def _seats(self, word: str) -> list[int]:
        """The seats of whoever has a name, for those who call people by their own names."""
        assert self.table.play is not None
        seats = range(len(self.table.play.state.seats))
        return [seat for seat in seats if plain(self.table.holder(seat).name) == plain(word)]


def longer(
    caller: Caller,
    current: str,
    read: Callable[[str], Sequence[Option]],
    nexts: Callable[[Caller], Iterable[str]],
    joint: str = ", ",
) -> list[str]:
    """A typed list, and that list with each thing that could legally follow in it."""
    mark = joint.strip() or " "
    typed = current.strip(f" {mark}")
    for start in dict.fromkeys((typed, typed.rpartition(mark)[0].strip())):
        try:
            here = caller.after(read(start))
        except (BotError, RulesError):
            continue
        rest = typed[len(start) :].strip(f" {mark}").casefold()
        fit = [word for word in nexts(here) if rest in word.casefold()]
        whole = [start] if start and not rest else []
        more = [f"{start}{joint}{word}" if start else word for word in fit]
        return [word for word in whole + more if len(word) <= CHOICE]
    return []


def caller_at(table: Table, user_id: int) -> Caller:
    """Who calls and what they are asked, or the reason why they cannot act."""
    asked = guard.asked(table, user_id)
    return Caller(table, user_id, asked, table.offer(asked.seat), table.view(user_id))
