"""Nobody learns what is hidden: neither from a view, nor from a step, nor by a re-dealt world."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from rules.engine import kernel
from rules.engine.codec import clone, encode
from rules.engine.conformance.case import Case
from rules.engine.conformance.paths import at, differences, general, masked, plain
from rules.engine.conformance.words import Views
from rules.engine.errors import RulesError
from rules.engine.inputs import Answer, Elapsed, Input, Timeout
from rules.engine.kernel import Step
from rules.engine.piles import Pile

PLAYOUT = 5  # answers that are played on in a re-dealt world
WORLDS = 4  # worlds that are tried for one in which an answer is legal too
OWN = frozenset({"seed", "counters", "answers", "asked", "open", "clocks", "draws"})


def redeal(case: Case, s: Any, player: int, number: int) -> Any:
    """Another world for a player, with the luck of this one."""
    world = clone(case.game, s)
    rng = random.Random(number)
    case.heed("determinize", lambda: case.game.determinize(world, player, rng), rng)
    return world


def some_players(case: Case) -> list[int]:
    """Everybody at a small table, two at a larger one."""
    everybody = range(case.players)
    return list(everybody) if case.players < 3 else case.probe.sample(everybody, 2)


# -- a position


def kept(case: Case, s: Any, seen: Views) -> None:
    """A player cannot tell the re-dealt world from the real one, and play can go on in it."""
    for player in some_players(case):
        first, second = case.probe.getrandbits(32), case.probe.getrandbits(32)
        world = redeal(case, s, player, second)
        _same_to(case, s, world, player, seen)
        twice = redeal(case, redeal(case, s, player, first), player, second)
        if encode(case.game, twice) != encode(case.game, world):
            place = _first(plain(twice), plain(world))
            case.fail(
                "redeal", f"a second re-deal for player {player} remembers the first: {place}"
            )
        problems = case.game.problems(world)
        if problems:
            case.fail("redeal", f"player {player}'s re-dealt world: {'; '.join(problems)}")
        _piles(case, s, world, player)
        _private(case, world, player, seen)
        _play_on(case, world, player)


def _same_to(case: Case, s: Any, world: Any, player: int, seen: Views) -> None:
    for viewer in (player, None):
        view = case.game.view(world, viewer)
        if view != seen[viewer]:
            place = _first(plain(seen[viewer]), plain(view))
            who = "the spectator" if viewer is None else f"player {viewer}"
            case.fail("secret shown", f"{who} sees what a re-deal changes: {place}")
    for name in ("open", "mode", "clocks", "draws", "resigned", "outcome", "asked", "seats"):
        if getattr(world, name) != getattr(s, name):
            case.fail("question shown", f"player {player}'s re-deal changes {name}")
    if kernel.waiting(world) != kernel.waiting(s):
        case.fail("question shown", f"player {player}'s re-deal changes who is waited for")
    for seat in s.seats_of(player):
        if list(kernel.offer(case.game, world, seat)) != list(kernel.offer(case.game, s, seat)):
            case.fail("question shown", f"player {player}'s re-deal changes seat {seat}'s offers")


def _first(a: Any, b: Any) -> str:
    for place in differences(a, b):
        return ".".join(map(str, place)) or "everything"
    return "nothing that can be named"


def _piles(case: Case, s: Any, world: Any, player: int) -> None:
    """Cards that a player knows stay; the others are mixed."""
    for (name, pile), (_, dealt) in zip(piles(s), piles(world), strict=True):
        hidden = pile.unknown_to(player)
        if len(pile) != len(dealt) or dealt.unknown_to(player) != hidden:
            case.fail("known card", f"player {player}'s re-deal changes what is known of {name}")
        for place in set(range(len(pile))).difference(hidden):
            if pile.cards[place] != dealt.cards[place]:
                case.fail("known card", f"player {player}'s re-deal changes a known card of {name}")
        if len({pile.cards[place] for place in hidden}) > 1:
            _note(case, f"{name} to player {player}", pile.cards != dealt.cards)


def piles(thing: Any, path: str = "") -> Iterator[tuple[str, Pile]]:
    """Every pile in a state, with its place."""
    if isinstance(thing, Pile):
        yield path, thing
    elif isinstance(thing, msgspec.Struct):
        for name in thing.__struct_fields__:
            yield from piles(getattr(thing, name), f"{path}.{name}".lstrip("."))
    elif isinstance(thing, list | tuple) and thing and not isinstance(thing[0], int):
        for index, item in enumerate(thing):
            yield from piles(item, f"{path}.{index}")
    elif isinstance(thing, dict):
        for key, item in thing.items():
            yield from piles(item, f"{path}.{key}")


def _private(case: Case, world: Any, player: int, seen: Views) -> None:
    """What others are shown and this player is not has a chance to vary."""
    mine, nobody = plain(seen[player]), plain(seen[None])
    for other in range(case.players):
        if other == player:
            continue
        theirs = plain(seen[other])
        dealt = plain(case.game.view(world, other))
        for place in masked(theirs, mine, nobody):
            name = general(theirs, place, (case.players, len(world.seats)))
            differs = at(theirs, place) != at(dealt, place)
            _note(case, f"the view of player {other} to player {player}: {name}", differs)


def _note(case: Case, place: str, varied: bool) -> None:
    case.batch.variety.note(f"{case.players} players, {place}", case.number, varied)


def _play_on(case: Case, world: Any, player: int) -> None:
    for _ in range(PLAYOUT):
        if world.outcome is not None:
            break
        seat = case.probe.choice(kernel.waiting(world))
        options = kernel.offer(case.game, world, seat)
        if not options:
            case.fail("redeal", f"player {player}'s re-dealt world leads to a dead end")
        kernel.take(case.game, world, seat, case.probe.choice(options))
    problems = case.game.problems(world)
    if problems:
        case.fail("problem", f"in a re-dealt world, {PLAYOUT} answers on: {'; '.join(problems)}")


# -- a step


def silent(case: Case, s: Any, given: Input, step: Step) -> None:
    """The same input in a re-dealt world tells those who did not act the same."""
    actor = _actor(s, given)
    for player in some_players(case):
        case.batch.tried += 1
        for _ in range(WORLDS):
            world = redeal(case, s, player, case.probe.getrandbits(32))
            other = _same_step(case, s, world, given)
            if other is not None:
                case.batch.compared += 1
                _tells(case, player, actor, step, other)
                break


def _actor(s: Any, given: Input) -> int | None:
    match given:
        case Answer(seat=seat) | Timeout(seat=seat):
            return int(s.seats[seat])
        case Elapsed():
            return None
        case _:
            return given.player


def _same_step(case: Case, s: Any, world: Any, given: Input) -> Step | None:
    game = case.game
    if isinstance(given, Answer) and given.option not in kernel.offer(game, world, given.seat):
        return None
    if isinstance(given, Timeout):
        seat = given.seat
        if kernel.default(game, s, seat) != kernel.default(game, world, seat):
            return None
    try:
        return kernel.apply(game, world, given)
    except RulesError as error:
        case.fail("waiting tells", f"{given} is refused in a re-dealt world: {error}")


def _tells(case: Case, player: int, actor: int | None, real: Step, dealt: Step) -> None:
    _compare(case, None, player, real, dealt)
    if player != actor:
        _compare(case, player, player, real, dealt)
    elif not real.barrier:  # what can be taken back must not have shown the actor anything
        _undoable(case, player, real, dealt)


def _heard(step: Step, viewer: int | None) -> list[Any]:
    return [t.event for t in step.told if t.heard_by(viewer)]


def _compare(case: Case, viewer: int | None, player: int, real: Step, dealt: Step) -> None:
    """Nothing differs to a viewer in two worlds that this player cannot tell apart."""
    events = _heard(real, viewer)
    if any(event.reveal for event in events):
        return
    who = "the spectator" if viewer is None else f"player {viewer}"
    hidden = f"what is hidden from player {player}"
    now, then = kernel.waiting(real.state), kernel.waiting(dealt.state)
    if now != then:
        case.fail("waiting tells", f"seats {now} are waited for, by {hidden} {then}")
    if events != _heard(dealt, viewer):
        case.fail("event tells", f"{who} hears {events}, by {hidden} {_heard(dealt, viewer)}")
    for name in ("clocks", "outcome"):
        if getattr(real.state, name) != getattr(dealt.state, name):
            case.fail("waiting tells", f"the {name} depend on {hidden}")
    one, two = case.game.view(real.state, viewer), case.game.view(dealt.state, viewer)
    if one != two:
        place = _first(plain(one), plain(two))
        case.fail("view tells", f"{who} sees at {place} {hidden}")
    if real.barrier != dealt.barrier:
        case.fail("timing tells", f"when this step is posted depends on {hidden}")
    if viewer is not None and _offers(case, real, viewer) != _offers(case, dealt, viewer):
        case.fail("offer tells", f"{who} is offered by {hidden}")


def _offers(case: Case, step: Step, player: int) -> list[Any]:
    s = step.state
    return [list(kernel.offer(case.game, s, seat)) for seat in s.seats_of(player)]


def _undoable(case: Case, player: int, real: Step, dealt: Step) -> None:
    if _heard(real, player) != _heard(dealt, player):
        case.fail("undo", f"player {player} can take back a step that told something hidden")
    one, two = case.game.view(real.state, player), case.game.view(dealt.state, player)
    if one != two:
        place = _first(plain(one), plain(two))
        case.fail("undo", f"player {player} can take back a step that showed {place}")
    if _offers(case, real, player) != _offers(case, dealt, player):
        case.fail("undo", f"player {player} can take back a step that led to telling offers")


# -- what a step hides


def hidden(case: Case, s: Any, given: Input, step: Step) -> None:
    """What differs between two outcomes of a step that look alike must vary in re-dealt worlds."""
    if not step.barrier or not isinstance(given, Answer):
        return
    actor = s.seats[given.seat]
    options = kernel.offer(case.game, s, given.seat)
    other = case.probe.choice(options)
    if other != given.option:
        sibling = kernel.apply(case.game, s, Answer(given.seat, given.number, other))
        _alike(case, step, sibling, [p for p in range(case.players) if p != actor])
    if step.state.counters != s.counters:
        lucky = clone(case.game, s)
        lucky.seed = case.probe.randbytes(16)
        if given.option in kernel.offer(case.game, lucky, given.seat):
            _alike(case, step, kernel.apply(case.game, lucky, given), list(range(case.players)))


def _alike(case: Case, step: Step, sibling: Step, players: list[int]) -> None:
    s = step.state
    if not sibling.barrier or kernel.waiting(s) != kernel.waiting(sibling.state):
        return
    here: Any = None
    for player in players:
        if not _looks_alike(case, step, sibling, player):
            continue
        here = here or plain(s)
        places = [p for p in differences(here, plain(sibling.state)) if p[0] not in OWN]
        if places:
            worlds = [plain(redeal(case, s, player, case.probe.getrandbits(32))) for _ in "ab"]
            for place in places:
                varied = any(at(world, place) != at(here, place) for world in worlds)
                case.batch.variety.note(f"the state: {general(here, place)}", case.number, varied)


def _looks_alike(case: Case, step: Step, sibling: Step, player: int) -> bool:
    return (
        _heard(step, player) == _heard(sibling, player)
        and case.game.view(step.state, player) == case.game.view(sibling.state, player)
        and _offers(case, step, player) == _offers(case, sibling, player)
    )
