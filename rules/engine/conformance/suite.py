"""A batch of checked games."""

import time
import traceback

import msgspec

from rules.engine.complete import complete
from rules.engine.conformance import again
from rules.engine.conformance.case import Batch, Case
from rules.engine.conformance.report import Breach, Report
from rules.engine.conformance.session import Session
from rules.engine.conformance.typed import untyped
from rules.engine.contract import AnyGame
from rules.engine.errors import BadVariant, Broken, RulesError
from rules.engine.state import Variant

DENSITY = 0.1  # share of the steps at which the costly checks are made
ELSEWHERE = 12_000  # steps that are retraced in another process
TRIES = 200  # comparisons sought before none found is a breach


def check(
    game: AnyGame,
    games: int,
    seed: int,
    *,
    variant: Variant | None = None,
    players: int | None = None,
    first: int = 0,
    density: float = DENSITY,
) -> Report:
    """Play and check games `first`, `first` + 1 …; the first breach is raised."""
    batch = Batch(game, seed, density, _extra(variant, players))
    _whole(batch, first, games)
    settings = lineup(game, variant, players)
    began = time.perf_counter()
    tales, answers, longest = [], 0, 0
    for number in range(first, first + games):
        options, count = settings[number % len(settings)]
        session = Session(Case(batch, number, options, count))
        tales.append(_checked(session))
        answers += session.answers
        longest = max(longest, session.answers)
    _together(batch, first, games)
    _retraced(batch, tales)
    return Report(games, answers, time.perf_counter() - began, batch.compared, longest)


def _whole(batch: Batch, first: int, games: int) -> None:
    """The game has everything that is asked for, and its fields say what they hold."""
    try:
        complete(batch.game)
    except Broken as error:
        batch.fail("incomplete", str(error), first, games)
    name = untyped(batch.game)
    if name:
        batch.fail("untyped", f"{name} does not say what it holds", first, games)


def lineup(
    game: AnyGame, variant: Variant | None, players: int | None
) -> list[tuple[Variant, int]]:
    """What to play, in turn: the game's samples, or what is asked for."""
    if variant is None:
        samples = [s for s in game.samples() if players in (None, s[1])]
        if samples:
            return samples
        variant = game.variant()
    if players is not None:
        game.check(variant, players)
        return [(variant, players)]
    found = [(variant, count) for count in game.counts if _fits(game, variant, count)]
    if not found:
        game.check(variant, game.counts[0])
    return found


def _fits(game: AnyGame, variant: Variant, count: int) -> bool:
    try:
        game.check(variant, count)
    except BadVariant:
        return False
    return True


def _extra(variant: Variant | None, players: int | None) -> str:
    options = "" if variant is None else f" --options '{msgspec.json.encode(variant).decode()}'"
    return options + ("" if players is None else f" --players {players}")


def _checked(session: Session) -> again.Tale:
    try:
        return session.run()
    except Breach:
        raise
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        text = f"{type(error).__name__}: {error} ({at.filename}:{at.lineno})"
        raise session.case.breach(_name(error), text) from error


def _name(error: Exception) -> str:
    match error:
        case Broken():
            return "broken"
        case RulesError():
            return "refused"
        case _:
            return "crash"


def _together(batch: Batch, first: int, games: int) -> None:
    fixed = batch.variety.fixed()
    if fixed:
        batch.fail("secret fixed", f"never re-dealt: {'; '.join(fixed)}", first, games)
    if batch.tried >= TRIES and not batch.compared:
        batch.fail("redeal", "no step could ever be taken in a re-dealt world", first, games)


def _retraced(batch: Batch, tales: list[again.Tale]) -> None:
    game = batch.game
    chosen: list[again.Tale] = []
    steps = 0
    for tale in tales:
        _same(batch, "replay", tale, again.retrace(game, tale))
        if steps < ELSEWHERE:
            chosen.append(tale)
            steps += len(tale.log)
    for tale, sums in zip(chosen, again.elsewhere(game, chosen), strict=True):
        _same(batch, "hash order", tale, sums)


def _same(batch: Batch, name: str, tale: again.Tale, sums: list[int]) -> None:
    if sums == tale.sums:
        return
    step = next(i for i, (a, b) in enumerate(zip(sums, tale.sums, strict=True)) if a != b)
    variant = msgspec.convert(tale.variant, batch.game.variant)
    case = Case(batch, tale.number, variant, tale.players)
    case.step = step
    case.fail(name, "the same seed and answers lead to other bytes")
