"""What each reader of a table may know at each moment of its game, told again from its log."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import images
from bot.table import Table
from bot.ui import panels
from bot.ui.limits import ALT, cut
from bot.ui.open_choices import open_panel
from bot.ui.screen import Screen
from images.picture import alt
from rules.engine.inputs import Input
from rules.engine.play import Play
from rules.engine.text import lines
from tests.local.siege.wire import Picture, Sent, digest

Viewer = int | None  # a player; none: whoever looks on
MARKUP = re.compile(r"^(?:> |-# |❗ |🎯 )+")
SHORTEST = 8  # characters that say something of their own
TELLING = 12  # characters that say it wherever they stand
MENUS = 200  # that one question leads through, at most
ALIKE = 40  # moments at which a table looked the same that are drawn again
GRACE = 0.01  # seconds by which two clocks on one machine may differ


def pieces(text: str) -> Iterator[str]:
    """What a text says, line by line, without its markup."""
    for line in text.splitlines():
        said = MARKUP.sub("", line).strip()
        if len(said) >= SHORTEST:
            yield said


class Knowledge:
    """A finished game from every reader's eyes: when each learned what, and how it then looked."""

    def __init__(self, table: Table, log: Sequence[Input], times: Sequence[float]) -> None:
        """Play a log again whose inputs were taken at some times."""
        self.table, self.times = table, times
        self.viewers: list[Viewer] = [None, *range(len(table.players))]
        self.plays: list[Play[Any]] = []
        self.learned: dict[Viewer, dict[str, int]] = {viewer: {} for viewer in self.viewers}
        self.private: set[str] = set()  # what was not told to everybody when it was said
        # How the table looked to a viewer, by kind of picture and its words: after which inputs.
        self.looks: dict[tuple[str, Viewer], dict[str, list[int]]] = defaultdict(dict)
        self._drawn: dict[tuple[Any, ...], bytes | None] = {}
        play, told = Play.start(table.game, table.variant, len(table.players), table.seed)
        self._note(play, told)
        for given in log:
            told = play.do(given)
            self._note(play, told)

    @property
    def over(self) -> int:
        """After so many inputs the game had ended, and nothing is hidden any more."""
        return len(self.plays) - 1 if self.plays[-1].state.outcome is not None else len(self.plays)

    def at(self, moment: float) -> int:
        """How many inputs had been taken by then."""
        return bisect_right(self.times, moment + GRACE)

    def player(self, reader: str | None) -> Viewer:
        """Whose eyes a reader has at this table."""
        return None if reader is None else self.table.player_of(int(reader))

    # -- learning

    def _note(self, play: Play[Any], told: list[Any]) -> None:
        number = len(self.plays)
        self.plays.append(play.copy())
        if play.state.outcome is not None:
            return
        game, text, table = self.table.game, self.table.game.text, self.table_at(number)
        public: set[str] = set()
        for viewer in self.viewers:
            view = table.view_of(viewer)
            own = {
                *pieces("\n".join(lines(game, game.view(play.barrier, viewer), told, viewer))),
                *pieces(text.private(view)),
                *pieces(text.board(view)),
                *pieces("\n".join(text.warnings(view))),
            }
            if viewer is None and (openly := open_panel(table)) is not None:
                own |= set(pieces(text.board(openly.view)))
            elif viewer is not None and play.can_undo(viewer):  # what their own answers led to
                own |= set(pieces("\n".join(lines(game, view, play.told, viewer))))
            public = public or own
            self.private |= own - public
            for piece in own:
                self.learned[viewer].setdefault(piece, number)
            self._look("board.png", viewer, text.board(view), number)
            self._look("private.png", viewer, text.private(view), number)
            whole = " ".join(filter(None, (text.private(view), text.board(view))))
            self._look("table.png", viewer, whole, number)

    def _look(self, file: str, viewer: Viewer, said: str, number: int) -> None:
        words = cut(alt(said), ALT)
        self.looks[file, viewer].setdefault(words, []).append(number)

    def table_at(self, number: int) -> Table:
        """The table as it was after so many inputs."""
        return replace(self.table, play=self.plays[number], status="playing", pause=None)

    # -- judging

    def tells(self, sent: Sent) -> str | None:
        """What a message told its reader that was hidden from them then, if anything."""
        viewer, now = self.player(sent.reader), self.at(sent.at)
        for piece in pieces("\n".join([sent.content, *sent.labels])):
            if any(piece in known for known in self.learned.values()) and not self._knows(
                viewer, piece, now
            ):
                return piece
        words = sent.words
        for piece in self.private:
            if len(piece) >= TELLING and piece in words and not self._knows(viewer, piece, now):
                return piece
        return None

    def _knows(self, viewer: Viewer, piece: str, now: int) -> bool:
        eyes = {viewer, None}
        if any(self.learned[who].get(piece, now + 1) <= now for who in eyes):
            return True
        known = [said for who in eyes for said, at in self.learned[who].items() if at <= now]
        return any(piece in said for said in known)  # they know that, and more

    def asks(self, sent: Sent) -> set[int]:
        """The seats for which a message asks somebody who does not hold them."""
        table = self.table
        if sent.reader is None:
            open_to_all = len(table.people) == 1 or table.game.together(table.variant)
            return set() if open_to_all else set(sent.seats)
        seats = self.plays[0].state.seats
        return {at for at in sent.seats if seats[at] != self.player(sent.reader)}

    def moments(self, sent: Sent, picture: Picture) -> list[int]:
        """After which inputs the table looked to a reader as a picture's words say."""
        now = self.at(sent.at)
        found: list[int] = []
        for viewer in self._eyes(sent):
            found += self.looks[picture.file, viewer].get(picture.alt, [])
        return sorted({number for number in found if number <= now}, reverse=True)

    def _eyes(self, sent: Sent) -> list[Viewer]:
        """Through whose eyes a reader may see the table."""
        if sent.reader is not None:
            return [self.player(sent.reader), None]
        people = [seated.player for seated in self.table.people]
        return [None, *people] if len(people) == 1 else [None]

    def draws(self, sent: Sent, picture: Picture) -> bool:
        """Whether a picture is, byte by byte, what its reader's view gave at such a moment."""
        return any(
            self._draw(picture.file, number, viewer, screen) == picture.digest
            for number in self.moments(sent, picture)[:ALIKE]
            for viewer in self._eyes(sent)
            for screen in self._screens(picture.file, number, viewer, sent.reader is None)
        )

    def _screens(
        self, file: str, number: int, viewer: Viewer, public: bool
    ) -> Iterator[Screen | None]:
        """What may have been asked when a picture was drawn: it points at what can be chosen."""
        yield None
        if file != "table.png":
            return
        table = self.table_at(number)
        if public:
            yield from self._menus(lambda seat, path: open_panel(table, path), [0])
        elif viewer is not None and (user := table.players[viewer].user_id) is not None:
            seats = [q.seat for q in table.questions(user)]
            yield from self._menus(
                lambda seat, path: panels.panel(table, user, seat=seat, path=path), seats
            )

    def _menus(self, shown: Any, seats: Sequence[int]) -> Iterator[Screen]:
        """Every menu that one question leads to."""
        for seat in seats:
            paths, seen = [""], {""}
            while paths and len(seen) < MENUS:
                screen = shown(seat, paths.pop(0))
                if screen is None:
                    break
                yield screen
                for path in _paths(screen):
                    if path not in seen:
                        seen.add(path)
                        paths.append(path)

    def _draw(self, file: str, number: int, viewer: Viewer, screen: Screen | None) -> bytes | None:
        aims = screen.aims if screen is not None else ()
        key = (file, number, viewer, aims)
        if key not in self._drawn:
            table = self.table_at(number)
            view, names, game = table.view_of(viewer), table.names, table.game.key
            if file == "board.png":
                drawn = images.board(game, view, (), names)
            elif file == "private.png":
                drawn = images.private(game, view, names)
            else:
                drawn = images.panel(game, view, aims, names)
            self._drawn[key] = None if drawn is None else digest(drawn.png)
        return self._drawn[key]


def _paths(screen: Screen) -> Iterator[str]:
    """Where the steps of a panel lead."""
    for item in screen.items:
        inner: Any = item.item
        values = [option.value for option in getattr(inner, "options", ())]
        for mark in [*values, inner.custom_id.split(":", 3)[-1]]:
            if mark.startswith(">"):
                yield mark[1:]
