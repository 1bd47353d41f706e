"""Every line of a game is told once and in order, wherever Discord, the database or the bot fails."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.leases import Leases
from bot.posting.due import GONE
from bot.posting.ledger import Ledger
from bot.posting.poster import Poster
from bot.posting.sending import RATION
from bot.referee import Referee
from bot.store import Store
from rules.beer_brawl.state import Scatter
from tests.bot.hall import InProcess
from tests.bot.sockets import connected
from tests.bot.test_goes_on import trouble
from tests.bot.test_trouble import Room, furnished
from tests.local.brawler import is_over
from tests.local.told import QUOTED, heard, lines_told

pytestmark = pytest.mark.slow  # the bot on the local Discord


@pytest.fixture
async def room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[Room]:
    """Juno and Pip draft, Juno has done so: with Pip's answer her turn begins, and its post is due."""
    async with furnished(monkeypatch, tmp_path) as made:
        made.bot.poster.public_posts.soon = timedelta(seconds=0.05)
        made.local.faults.change({"ack_seconds": 60.0})  # nobody is in a hurry here
        await made.begin()
        await made.scatter(made.juno)
        yield made


def lost(room: Room) -> dict[str, Any]:
    """A post is made, and Discord's word of it is lost."""
    return {"match": f"POST channels/{room.juno.here}/", "after": True}


def unchanged(room: Room, **more: Any) -> dict[str, Any]:
    """A post is not changed."""
    return {"match": f"PATCH channels/{room.juno.here}/", **more}


async def drafts(room: Room) -> None:
    """Pip ends the draft; nobody waits until that is posted."""
    table = await room.table()
    [asked] = table.questions(int(room.pip.id))
    await room.bot.referee.act(table, int(room.pip.id), asked.seat, asked.number, [Scatter()])


async def looked(room: Room) -> None:
    """Juno has her turn in the panel that she looks at: the post of the draft tells of it."""
    room.bot.poster.look_on(lambda table, user_id: True)
    await drafts(room)
    await room.bot.poster.idle()


async def posted(room: Room) -> None:
    """It is told that Juno's turn begins."""
    await room.juno.until(lambda: any("begins" in line for line in lines(room)))


async def well(room: Room) -> None:
    """Discord is well again, and everything that is due goes out."""
    await room.juno.no_faults()
    await room.bot.poster.idle()


def lines(room: Room) -> list[str]:
    """All lines of the table's posts, from the first to the last."""
    return [line for post in room.posts for line in QUOTED.findall(post.text)]


async def all_is_told_once(room: Room) -> None:
    """The posts tell what happened: each line once, in order."""
    history = await heard(room.bot.referee, 1)
    assert lines_told([post.text for post in room.posts], history) == history


@asynccontextmanager
async def another(room: Room, folder: Path) -> AsyncIterator[None]:
    """The bot is started again, on what the one before has left behind."""
    async with connected(room.local, folder, InProcess()) as bot:
        room.bot = bot
        yield


# -- a new post of which it is not known whether it was made


async def test_who_answers_before_their_post_is_known_is_not_told_of_twice(room: Room) -> None:
    """They were pinged by it: without it, an edit of the post before would do, and say it again."""
    await room.faults(**{"503": lost(room)})
    await drafts(room)
    await posted(room)
    before = [post.id for post in room.posts]
    await room.bot.referee.offer_draw(1, int(room.juno.id))
    await well(room)
    await all_is_told_once(room)
    assert [post.id for post in room.posts][: len(before)] == before
    assert all(not post.buttons for post in room.posts[:-1])


async def test_nor_where_the_bot_dies_before_it_is_noted(room: Room, tmp_path: Path) -> None:
    """The disk was full, the answer was taken, and then the bot died."""
    with trouble(room.bot.store, "INSERT INTO posts"):
        await drafts(room)
        await posted(room)
        await room.bot.close()
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}")
    await Referee(store).offer_draw(1, int(room.juno.id))
    await store.close()
    async with another(room, tmp_path):
        await well(room)
        await all_is_told_once(room)
        assert all(not post.buttons for post in room.posts[:-1])


async def test_a_ping_takes_lines_along_once(room: Room) -> None:
    """What led to a turn moves into the post that pings for it, also where that is sent again."""
    await looked(room)
    before, said = [post.id for post in room.posts], lines(room)
    await room.faults(**{"503": lost(room)})
    room.ahead += GONE + timedelta(seconds=1)
    room.bot.poster.look_at(1)
    await room.juno.until(lambda: len(room.posts) > len(before))
    await room.bot.referee.offer_draw(1, int(room.juno.id))
    await well(room)
    await room.juno.until(lambda: len(set(lines(room))) == len(lines(room)))
    await all_is_told_once(room)
    assert said == lines(room)[: len(said)]


async def test_the_end_is_told_in_the_post_of_which_nobody_knew(room: Room) -> None:
    """Also where that cannot be changed at once."""
    await room.faults(**{"503": lost(room)})
    await drafts(room)
    await posted(room)
    before = [post.id for post in room.posts]
    await room.bot.referee.resign(1, int(room.juno.id))
    await room.faults(**{"503": unchanged(room, left=2)})
    await room.bot.poster.idle()
    await room.juno.until(lambda: any(map(is_over, room.posts)))
    await all_is_told_once(room)
    assert [post.id for post in room.posts] == before
    assert [is_over(post) for post in room.posts].count(True) == 1


# -- another process has taken the table over


@asynccontextmanager
async def beside(room: Room, folder: Path) -> AsyncIterator[tuple[Referee, Poster]]:
    """Another process on the same database, which looks after the table now."""
    store, bot = await Store.open(f"sqlite+aiosqlite:///{folder / 'tables.db'}"), room.bot
    referee = Referee(store, now=bot.referee.now)
    poster = Poster(bot, referee, store, bot.pictures, Leases(referee))
    poster.public_posts.pause = 0.0
    referee.wakers.append(poster)
    yield referee, poster
    await poster.close()
    await store.close()


async def goes_on(room: Room, folder: Path) -> None:
    """It posts what is due there, and what Juno does next."""
    async with beside(room, folder) as (referee, poster):
        poster.look_at(1)
        await poster.idle()
        await referee.offer_draw(1, int(room.juno.id))
        await poster.idle()


async def declined(room: Room) -> None:
    """Whoever stood still has the table again, and goes on with it."""
    await room.bot.poster.idle()
    room.bot.referee.forget()
    await room.bot.referee.decline_draw(1, int(room.pip.id))
    await room.bot.poster.idle()
    await all_is_told_once(room)


async def test_who_stood_still_does_not_note_what_another_has_gone_on_from(
    room: Room, tmp_path: Path
) -> None:
    """Discord had the post, the disk was full, and then nothing went on here for a while."""
    with trouble(room.bot.store, "INSERT INTO posts") as struck:
        await drafts(room)
        await posted(room)
        await goes_on(room, tmp_path)
    assert struck
    await declined(room)


async def test_nor_does_who_stood_still_while_a_post_went_out(room: Room, tmp_path: Path) -> None:
    """It had read before that: what it remembers is not how things stand."""
    sent = f"POST channels/{room.juno.here}/"
    await room.faults(slow={"match": sent, "seconds": 1.0, "left": 1})
    await drafts(room)
    while not (await Ledger.open(room.bot.store, 1)).post.sending:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    writer = room.bot.store.engine._turn  # type: ignore[attr-defined]
    async with writer:  # it stands still before it can write
        await posted(room)
        await goes_on(room, tmp_path)
    await declined(room)


# -- a post that another has taken the place of


async def pinged(room: Room) -> None:
    """Juno has not answered for a minute: a post pings her, and takes lines along."""
    before = len(room.posts)
    room.ahead += GONE + timedelta(seconds=1)
    room.bot.poster.look_at(1)
    await room.juno.until(lambda: len(room.posts) > before)


async def test_what_moved_to_another_post_is_taken_out_later(room: Room) -> None:
    """Discord was in trouble just then: it is tried again, though nothing else is to be done."""
    await looked(room)
    await room.faults(**{"503": unchanged(room, left=2)})
    await pinged(room)
    await room.juno.until(lambda: len(set(lines(room))) == len(lines(room)))
    await all_is_told_once(room)


async def test_what_moved_is_taken_out_though_edits_are_rationed(room: Room) -> None:
    """Other posts may stay as they are then; this one is tried again in a minute."""
    await looked(room)
    await room.faults(**{"30046": unchanged(room, left=5, seconds=0.01)})
    await pinged(room)
    await room.juno.until(lambda: not room.local.faults.settings.troubles)
    await room.bot.poster.idle()
    assert len(set(lines(room))) < len(lines(room))
    room.ahead += RATION
    room.bot.poster.look_at(1)
    await room.juno.until(lambda: len(set(lines(room))) == len(lines(room)))
    await all_is_told_once(room)


async def test_what_moved_is_taken_out_after_a_death(room: Room, tmp_path: Path) -> None:
    """The bot died after the new post: the next one has nothing else to do at this table."""
    await looked(room)
    await room.faults(**{"503": unchanged(room)})
    await pinged(room)
    await room.bot.close()
    assert len(set(lines(room))) < len(lines(room))
    await room.juno.no_faults()
    async with another(room, tmp_path):
        await room.juno.until(lambda: len(set(lines(room))) == len(lines(room)))
        await all_is_told_once(room)


async def test_what_moved_is_taken_out_where_the_note_failed(room: Room) -> None:
    """The disk was full when the new post was to be noted: that is made up for, and so is this."""
    await looked(room)
    with trouble(room.bot.store, "INSERT INTO posts", times=1) as struck:
        await pinged(room)
        await room.bot.poster.idle()
    assert struck
    await room.juno.until(lambda: len(set(lines(room))) == len(lines(room)))
    await all_is_told_once(room)


@pytest.mark.parametrize("ends", [False, True])
async def test_an_edit_of_which_nothing_was_heard_tells_nothing_twice(
    room: Room, ends: bool
) -> None:
    """The post was changed, Discord's word of that was lost, and then another took its place; only
    later it can be changed back.
    """
    room.bot.poster.look_on(lambda table, user_id: True)
    await room.faults(**{"503": unchanged(room, after=True)})
    await drafts(room)
    await posted(room)
    before = len(room.posts)
    await room.faults(**{"503": unchanged(room)})
    if ends:
        await room.bot.referee.resign(1, int(room.juno.id))
    room.bot.poster.look_on(lambda table, user_id: False)
    await room.juno.until(lambda: len(room.posts) > before)
    await room.bot.poster.idle()
    await well(room)
    await room.juno.until(lambda: len(set(lines(room))) == len(lines(room)))
    await all_is_told_once(room)
