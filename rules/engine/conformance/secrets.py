"""Nobody is shown what is hidden, and everything that is hidden can be re-dealt."""

from collections.abc import Iterator
from typing import Any

import msgspec

from rules.engine import kernel
from rules.engine.codec import encode
from rules.engine.conformance.case import Case
from rules.engine.conformance.paths import at, general, masked, plain
from rules.engine.conformance.words import Views
from rules.engine.conformance.worlds import first, redeal, some_players
from rules.engine.piles import Pile

PLAYOUT = 5  # answers that are played on in a re-dealt world


def kept(case: Case, s: Any, seen: Views) -> None:
    """A player cannot tell the re-dealt world from the real one, and play can go on in it."""
    for player in some_players(case):
        one, two = case.probe.getrandbits(32), case.probe.getrandbits(32)
        world = redeal(case, s, player, two)
        _same_to(case, s, world, player, seen)
        twice = redeal(case, redeal(case, s, player, one), player, two)
        if encode(case.game, twice) != encode(case.game, world):
            place = first(plain(twice), plain(world))
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
            place = first(plain(seen[viewer]), plain(view))
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
