"""Every text a person may read, for every viewer."""

from functools import cache
from typing import Any

import msgspec

from rules.engine import kernel, text
from rules.engine.codec import option_key
from rules.engine.conformance.case import Case
from rules.engine.conformance.position import Offers
from rules.engine.state import Option, Told

OFTEN = 5  # an event kind is put into words at least so often, then at sampled steps
_json = msgspec.json.Encoder(order="deterministic")

Views = dict[int | None, Any]


def views(case: Case, s: Any) -> Views:
    """The table as everybody sees it."""
    return {viewer: case.game.view(s, viewer) for viewer in case.viewers}


def _spoken(case: Case, what: str, said: object, empty: bool = False) -> str:
    if not isinstance(said, str) or not (said or empty):
        case.fail("text", f"{what} is {said!r}")
    _no_seed(case, what, said)
    return said


@cache
def _forms(seed: bytes) -> tuple[str, ...]:
    """How a seed would look in a text or in JSON."""
    return (
        msgspec.json.encode(seed).decode().strip('"'),
        seed.hex(),
        str(int.from_bytes(seed)),
        str(int.from_bytes(seed, "little")),
        ",".join(map(str, seed)),
        repr(seed)[2:-1],
    )


def _no_seed(case: Case, what: str, said: str) -> None:
    if any(form in said for form in _forms(case.seed)):
        case.fail("seed", f"{what} carries the secret seed")


def no_seed(case: Case, seen: Views) -> None:
    """No view carries the seed, and each is plain data."""
    for viewer, view in seen.items():
        try:
            data = _json.encode(view)
        except (TypeError, ValueError) as error:
            case.fail("text", f"the view of {_who(viewer)} is not plain data: {error}")
        _no_seed(case, f"the view of {_who(viewer)}", data.decode())


def _who(viewer: int | None) -> str:
    return "the spectator" if viewer is None else f"player {viewer}"


def labels(case: Case, s: Any, offered: Offers, seen: Views) -> None:
    """Options read differently from each other, and their arguments can be read."""
    words = case.game.text
    for seat, found in offered.items():
        view = seen[s.seats[seat]]
        read: dict[str, Any] = {}
        for option in found:
            label = _spoken(case, f"the label of {option}", words.label(view, option))
            if label in read:
                case.fail("label", f"{read[label]} and {option} both read {label!r}")
            read[label] = option
        for option in case.probe.sample(found, min(3, len(found))):
            for name in option.__struct_fields__:
                _argument(case, view, found, option, name)
        for option in [*found, *[way.option for way in kernel.ways(case.game, s, seat)]]:
            _spoken(case, f"the chance of {option}", words.chance(view, option), empty=True)
        kind = s.question(seat).kind
        _spoken(case, f"the prompt of {kind}", words.prompt(view, kind))
        if words.topic(kind) not in words.topics:
            case.fail("text", f"{kind} leads to no topic: {words.topic(kind)!r}")


def _argument(case: Case, view: Any, found: list[Option], option: Option, name: str) -> None:
    """One argument is put into words, and read back from them."""
    words, kind, value = case.game.text, type(option), getattr(option, name)
    said = _spoken(case, f"{name} of {option_key(option)}", words.field(view, kind, name, value))
    same = [getattr(other, name) for other in found if type(other) is kind]
    read = words.read(view, kind, name, said, same)
    if read[:1] != [value]:
        case.fail("reading", f"{name} of {option_key(option)} reads {said!r}, which means {read}")


def boards(case: Case, s: Any, seen: Views) -> None:
    """The table, its people and its end are put into words for everybody."""
    words = case.game.text
    for viewer, view in seen.items():
        _spoken(case, f"the board of {_who(viewer)}", words.board(view))
        _spoken(case, f"the private words of {_who(viewer)}", words.private(view), empty=True)
        _spoken(case, f"the goal of {_who(viewer)}", words.goal(view), empty=True)
        for warning in words.warnings(view):
            _spoken(case, f"a warning to {_who(viewer)}", warning)
        for player in range(case.players):
            _spoken(case, f"the name of player {player}", words.player(view, player))
        for seat in range(len(s.seats)):
            _spoken(case, f"the name of seat {seat}", words.seat(view, seat))
        if s.outcome is not None:
            _spoken(case, "the outcome", words.outcome(view, s.outcome))
            for line in words.revealed(view):
                _spoken(case, f"what is revealed to {_who(viewer)}", line)


def told(case: Case, s: Any, happened: list[Told], often: bool) -> None:
    """Events are declared, told to people who exist, and put into words for all who hear."""
    known = (*case.game.events, *kernel.KERNEL_EVENTS)
    rendered = case.batch.rendered
    rare = False
    for t in happened:
        if type(t.event) not in known:
            case.fail("event", f"{type(t.event).__name__} is not declared among the events")
        if t.to is not None and any(not 0 <= player < case.players for player in t.to):
            case.fail("event", f"{t.event} is told to {t.to}")
        rendered[type(t.event)] = rendered.get(type(t.event), 0) + 1
        rare = rare or rendered[type(t.event)] <= OFTEN
    if not rare and not often:
        return
    for viewer in case.viewers:
        heard = [t.event for t in happened if t.heard_by(viewer)]
        if heard:
            view = case.game.view(s, viewer)
        for event in heard:
            _spoken(case, f"the line of {event}", text.line(case.game, view, event), empty=True)
            _no_seed(case, f"{event}", _json.encode(event).decode())
        for t in happened if viewer is None else ():
            if not t.heard_by(None) and t.heard_by(None, over=True):
                view = case.game.view(s, None)
                _spoken(case, f"the line of sealed {t.event}", text.line(case.game, view, t.event))
