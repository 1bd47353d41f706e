"""Nothing that everybody can read depends on what only one may know."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules import registry
from rules.beer_brawl.content import NAMES
from rules.beer_brawl.state import BeerBrawlState, BeerBrawlVariant, Draft, Rearm, Turn
from rules.engine import kernel
from rules.engine.inputs import Answer
from tests.bot.hall import BoardOnly, Hall, components, open_hall

pytestmark = pytest.mark.slow  # two worlds are compared post by post

GAME = registry.get("beer_brawl")
PHASES: dict[str, Callable[[BeerBrawlState], bool]] = {
    "in the draft": lambda s: isinstance(s.frames[-1], Draft) and s.rerolls[0] > 0,
    "one is ready": lambda s: isinstance(s.frames[-1], Draft) and len(s.finished) == 1,
    "at the start of a turn": lambda s: isinstance(s.frames[-1], Turn) and s.turn == 3,
    "after a fight": lambda s: isinstance(s.frames[-1], Turn) and any(s.beat) and _fresh(s),
}


def _fresh(s: BeerBrawlState) -> bool:
    return isinstance(s.frames[-1], Turn) and s.frames[-1].mover < 0


def reach(wanted: Callable[[BeerBrawlState], bool], variant: BeerBrawlVariant) -> BeerBrawlState:
    """A state of some kind, by seeded random play."""
    for seed in range(100):
        rng = random.Random(seed)
        s: BeerBrawlState = kernel.start(GAME, variant, 2, seed.to_bytes(16, "big")).state
        while s.outcome is None:
            if wanted(s):
                return s
            question = rng.choice(s.open)
            option = rng.choice(list(kernel.offer(GAME, s, question.seat)))
            s = kernel.apply(GAME, s, Answer(question.seat, question.number, option)).state
    raise AssertionError("no such state was met")


def redealt(s: BeerBrawlState) -> BeerBrawlState:
    """Another world that looks the same to a spectator: both players' secrets are others."""
    rng = random.Random(7)
    once = kernel.determinize(GAME, s, 0, rng)
    twice = kernel.determinize(GAME, once, 1, rng)
    assert twice.tiles != s.tiles
    return twice  # type: ignore[no-any-return]


async def seen(hall: Hall) -> list[dict[str, Any]]:
    """Everything of the public posts that is the bot's own doing, byte by byte."""
    return [
        {
            "content": post.content,
            "components": list(components(post)),
            "files": [(a.filename, a.description, await a.read()) for a in post.attachments],
        }
        for post in hall.posts
    ]


async def shown(folder: Path, state: BeerBrawlState) -> list[dict[str, Any]]:
    """The public posts of a table that is in a state, when something happens there."""
    async with open_hall(folder, BoardOnly()) as hall:
        await hall.begin()
        await hall.put(state)
        await hall.says(hall.alice, "table draw")
        await hall.restart()
        await hall.says(hall.bob, "table draw", decline=True)
        assert not hall.env.errors
        return await seen(hall)


@pytest.fixture(autouse=True)
def one_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both worlds have promised the same luck."""
    monkeypatch.setattr("bot.referee.lobbies.secrets.token_bytes", bytes)
    monkeypatch.setattr("bot.table.words.made", lambda below: None)


@pytest.mark.parametrize("phase", PHASES)
async def test_posts_are_the_same_in_another_world(phase: str, tmp_path: Path) -> None:
    """Text, buttons, ids, picture and alt text are byte-equal whatever is secret."""
    state = reach(PHASES[phase], BeerBrawlVariant(rerolls=3))
    real = await shown(tmp_path / "real", state)
    other = await shown(tmp_path / "other", redealt(state))
    assert len(real) >= 2
    assert real[-1]["files"], "there is a picture to compare"
    assert real == other


async def played(folder: Path, play: Callable[[Hall], Any]) -> list[dict[str, Any]]:
    """The public posts after some moves."""
    async with open_hall(folder, BoardOnly()) as hall:
        await hall.begin()
        await play(hall)
        assert not hall.env.errors
        return await seen(hall)


async def test_a_draft_tells_nothing_of_what_is_done_in_it(tmp_path: Path) -> None:
    """Rerolling and setting ready look alike from outside: like nothing."""

    async def rerolls(hall: Hall) -> None:
        for _ in range(3):
            await hall.beer(hall.alice, "reroll")

    async def readies(hall: Hall) -> None:
        await hall.beer(hall.alice, "ready", tile="Dimple", square="A1")

    assert await played(tmp_path / "a", rerolls) == await played(tmp_path / "b", readies)


def friends(s: BeerBrawlState) -> list[str]:
    """The names of those that can be re-armed with now."""
    offered = [o for q in s.open for o in kernel.offer(GAME, s, q.seat)]
    return [NAMES[option.friend] for option in offered if isinstance(option, Rearm)]


async def test_a_bluff_looks_like_a_gift(tmp_path: Path) -> None:
    """A re-armament of any number of pieces makes the same posts."""
    beside = reach(lambda s: bool(friends(s)), BeerBrawlVariant(rerolls=0))
    [friend, *_] = friends(beside)

    async def rearms(hall: Hall, **action: Any) -> None:
        await hall.put(beside)
        member = (hall.alice, hall.bob)[beside.open[0].seat]
        await hall.beer(member, "rearm", friend=friend, **action)

    gift = await played(tmp_path / "a", lambda hall: rearms(hall, action="give", count=5))
    bluff = await played(tmp_path / "b", lambda hall: rearms(hall, action="bluff"))
    assert "re-arm" in gift[-1]["content"]
    assert gift == bluff


async def test_public_buttons_open_something_private_only(hall: Hall) -> None:
    """A public id names a table and what it opens; options stand in private messages alone."""
    await hall.begin()
    ids = [child["custom_id"] for post in hall.posts for child in components(post)]
    assert ids == ["d:1:play", "d:1:hand", "d:1:rules", "d:1:table"]


async def test_a_spectator_gets_no_secret(hall: Hall) -> None:
    """Who does not sit at the table can look at it, and no further."""
    await hall.begin()
    for label in ("Play", "My hand"):
        result = await hall.carol.click(hall.post, label=label)
        assert result.ephemeral
        assert "do not sit" in result.response.content
    shown = (await hall.carol.click(hall.post, label="Table")).response.content
    assert "STRENGTH" not in shown
    assert "Draft" in (await hall.carol.click(hall.post, label="Rules")).response.content
    assert await hall.carol.autocomplete(hall.pub, "beer-brawl ready", "tile", "") == []
