"""What the outbox holds is posted in order, once, whatever Discord says."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from bot.posting.ledger import Ledger
from bot.posting.sending import digest, nonce
from bot.table import News, told_to_plain
from rules.beer_brawl.state import Victor
from rules.engine import fairness, kernel
from rules.engine.state import Told
from tests.bot.hall import Hall, chosen_from, labels, open_hall
from tests.bot.test_lobby import pinged

pytestmark = pytest.mark.slow  # posts are sent and lost


async def test_the_old_post_loses_its_buttons(hall: Hall) -> None:
    """A new post per turn, with whom it waits for, pinged once."""
    hall.away()
    await hall.begin(rerolls=0)
    draft = hall.post
    assert pinged(hall) == [hall.alice.id, hall.bob.id]
    await hall.beer(hall.alice, "scatter")
    await hall.beer(hall.bob, "scatter")
    assert hall.post.id != draft.id
    assert labels(next(post for post in hall.posts if post.id == draft.id)) == []
    assert labels(hall.post) == ["Play", "My hand", "Rules", "Table"]
    assert f"Waiting for <@{hall.alice.id}> (Blue)" in hall.post.content
    assert pinged(hall) == [hall.alice.id]
    posted = len(hall.posts)
    await hall.says(hall.bob, "table draw")
    assert "(Orange) offers a draw." in hall.post.content
    assert len(hall.posts) == posted, "the turn has not changed"


async def test_a_failure_to_strip_is_ignored(hall: Hall) -> None:
    """An old post that cannot be edited any more keeps nobody waiting."""
    hall.away()
    await hall.begin(rerolls=0)
    await hall.beer(hall.alice, "scatter")
    hall.env.inject_error("PATCH", f"/channels/{hall.pub.id}/messages/*", status=400, code=30046)
    await hall.beer(hall.bob, "scatter")
    assert "> (Blue)" in hall.post.content
    assert not (await hall.bot.store.pending(1)).outbox


async def test_a_phase_of_answers_as_they_come_shares_one_post(hall: Hall) -> None:
    """A timed draft edits its post as squares are filled."""
    await hall.begin(draft="timed")
    await hall.beer(hall.alice, "here")
    await hall.beer(hall.bob, "here")
    before = [post.id for post in hall.posts]
    for tile, square in (("Barnaby", "A1"), ("Dimple", "B1"), ("Figgy", "C1")):
        await hall.beer(hall.alice, "ready", tile=tile, square=square)
    assert [post.id for post in hall.posts] == before
    assert "Figgy (Blue) is placed on C1." in hall.post.content
    assert "Barnaby (Blue) is placed on A1." in hall.post.content
    assert "until <t:" in hall.post.content


async def test_an_edit_that_discord_rations_is_made_later(hall: Hall) -> None:
    """It rations those of old messages: nothing is forgotten, and nothing sent anew."""
    await hall.begin(draft="timed")
    await hall.beer(hall.alice, "here")
    await hall.beer(hall.bob, "here")
    before = hall.post.id
    hall.env.inject_error("PATCH", f"/channels/{hall.pub.id}/messages/*", status=429, code=30046)
    await hall.beer(hall.alice, "ready", tile="Barnaby", square="A1")
    assert hall.post.id == before
    assert "Barnaby" not in hall.post.content
    assert not (await hall.bot.store.pending(1)).outbox
    await hall.restart()
    await hall.quiet()
    assert hall.post.id == before
    assert "Barnaby (Blue) is placed on A1." in hall.post.content


async def test_a_closed_channel_does_not_stop_the_game(hall: Hall) -> None:
    """The players are told in private, and play on there; Discord is not asked in vain."""
    hall.away()
    await hall.begin(rerolls=0)
    post = hall.post
    path = f"/channels/{hall.pub.id}/messages"
    hall.env.inject_error("POST", path, status=403, code=50013, times=None)
    await hall.beer(hall.alice, "scatter")
    await hall.beer(hall.bob, "scatter")
    said = await hall.says(hall.alice, "table play")
    assert "Your turn" in said
    assert "may not post" in said
    tries = [r for r in hall.env.http_requests if r.method == "POST" and r.path.endswith(path)]
    await hall.says(hall.alice, "table draw")
    after = [r for r in hall.env.http_requests if r.method == "POST" and r.path.endswith(path)]
    assert len(after) == len(tries)
    assert hall.post.id == post.id
    assert not (await hall.bot.store.pending(1)).outbox


async def test_what_failed_is_tried_again_with_the_same_nonce(hall: Hall) -> None:
    """Discord had an outage; a repeat would be recognised by its nonce."""
    hall.away()
    await hall.begin(rerolls=0)
    await hall.beer(hall.alice, "scatter")
    path = f"/channels/{hall.pub.id}/messages"
    hall.env.inject_error("POST", path, status=500)
    await hall.beer(hall.bob, "scatter")
    await hall.env.advance_time(5)
    await hall.quiet()
    assert "> (Blue)" in hall.post.content
    sent = [r for r in hall.env.http_requests if r.method == "POST" and r.path.endswith(path)]
    nonces = [request.json["nonce"] for request in sent]
    assert nonces[-1] == nonces[-2]
    assert len(set(nonces)) == len(nonces) - 1
    assert all(request.json["enforce_nonce"] for request in sent)


NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def sent_by(hall: Hall) -> list[dict[str, Any]]:
    """Every message with a nonce that the bot has sent, to everybody or to one."""
    asked = [(r.path, r.json) for r in hall.env.http_requests if r.method == "POST"]
    return [{"path": path, **body} for path, body in asked if "nonce" in (body or {})]


async def world(folder: Path, secret: bytes, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the bot sends while a game is played, where a table's secret shows in nothing else."""
    with monkeypatch.context() as same:
        same.setattr("bot.referee.lobbies.secrets.token_bytes", lambda size: secret)
        same.setattr("bot.table.words.made", lambda below: "young-yak-99")
        same.setattr(fairness, "commitment", lambda of: "c" * 64)
        same.setattr(fairness, "seed", lambda *of: bytes(32))
        async with open_hall(folder) as hall:
            hall.bot.referee.now = lambda: NOON
            hall.away()
            await hall.bot.store.change_player(hall.bob.id, "bob")  # may be invited in private
            await hall.begin(rerolls=2, pace=600)
            await hall.says(hall.alice, "my reach", by="dm")
            for seconds in range(30, 600, 30):
                hall.bot.referee.now = partial(NOON.__add__, timedelta(seconds=seconds))
                await hall.bot.clock.tick()
            await hall.quiet()
            for member in (hall.alice, hall.bob):
                await hall.beer(member, "reroll")
                await hall.beer(member, "scatter")
            await hall.says(hall.alice, "table settings", pace=86400)
            await hall.bot.poster.public_posts.own_up(await hall.table())
            return sent_by(hall)


async def test_nobody_makes_a_nonce_from_what_everybody_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two worlds are alike in all that is ever told, down to the promise: no nonce is the same.

    So none follows from ids, times, words or posts, and none counts what others do unseen.
    """
    one = await world(tmp_path / "one", bytes(32), monkeypatch)
    two = await world(tmp_path / "two", bytes(range(32)), monkeypatch)
    nonces = [[message.pop("nonce") for message in sent] for sent in (one, two)]
    assert one == two, "what is told is the same"
    assert len({message["path"] for message in one}) == 3, "the channel, and both in private"
    said = "\n".join(message["content"] for message in one)
    for kind in ("invites you", "is nearly up", "has placed every tile"):
        assert kind in said
    assert len(one) >= 6
    assert len(set(nonces[0] + nonces[1])) == 2 * len(one)


async def test_the_secret_of_a_game_that_is_over_makes_no_nonce_of_another(hall: Hall) -> None:
    """Who has played a game to its end knows its secret, and how its nonces were made."""
    for _ in range(2):
        before = len(sent_by(hall))
        await hall.begin(rerolls=0)
        await hall.quiet()
        await hall.resigns(hall.bob)
    ended = await hall.table(1)
    guesses = [*map(str, range(200)), *(f"{member.id}:0" for member in (hall.alice, hall.bob))]
    known = {nonce(ended, guess, 1) for guess in guesses}
    first, second = sent_by(hall)[:before], sent_by(hall)[before:]
    assert first and {one["nonce"] for one in first} <= known, "so they were made"
    assert second and not {one["nonce"] for one in second} & known


async def test_what_an_earlier_version_has_sent_is_known_again(hall: Hall) -> None:
    """Rows of its outbox keep the nonces that it gave them; those that come later have others."""
    await hall.begin(rerolls=0)
    await hall.beer(hall.alice, "scatter")
    await hall.beer(hall.bob, "scatter")
    await hall.quiet()
    async with hall.bot.store.writing() as connection:
        await connection.execute(text("UPDATE tables SET open_nonces = posted"))
    table = await hall.table()
    path = f"/channels/{hall.pub.id}/messages"
    sent = [r.json for r in hall.env.http_requests if r.method == "POST" and r.path.endswith(path)]
    was = replace(table, open_nonces=0)
    row = next(n for n in range(1, 20) if nonce(was, str(n), n) == sent[-1]["nonce"])
    assert nonce(table, str(row), row) == digest(f"{table.commitment}:{row}")
    after = table.posted + 1
    assert nonce(table, str(after), after) == nonce(was, str(after), after)


RUBBISH = {
    "no JSON": "rubbish",
    "of another kind": '{"lines": 7}',
    "no event of this game": '{"told": [{"event": {"type": "flood"}}]}',
}


@pytest.mark.parametrize("rubbish", RUBBISH.values(), ids=RUBBISH)
async def test_a_row_that_cannot_be_read_is_set_aside_alone(hall: Hall, rubbish: str) -> None:
    """What came before and comes after it is told, and it is kept with the reason."""
    hall.away()
    hall.bot.poster.back_off = (0,)
    await hall.begin(rerolls=0)
    await hall.quiet()
    await hall.bot.poster.close()  # what happens now waits
    for member in (hall.alice, hall.bob):
        await hall.beer(member, "scatter")
    async with hall.bot.store.writing() as connection:
        told = {"rubbish": rubbish}
        await connection.execute(text("UPDATE tables SET posted = posted + 1"))
        await connection.execute(
            text(
                "INSERT INTO outbox (table_id, sequence, kind, payload, created_at)"
                " SELECT id, posted, 'told', :rubbish, created_at FROM tables"
            ),
            told,
        )
        await connection.execute(text("UPDATE post_memories SET memory = :rubbish"), told)
    hall.bot.referee.forget()
    await hall.bot.referee.offer_draw(1, hall.alice.id)
    hall.bot.poster._closed = False
    hall.bot.poster.look_at(1)
    await hall.quiet()
    said = "\n".join(post.content for post in hall.posts)
    assert "(Orange) has placed every tile" in said and "(Blue) offers a draw" in said
    async with hall.bot.store.reading() as connection:
        rows = (await connection.execute(text("SELECT payload, refused FROM outbox"))).all()
    assert [row.payload for row in rows] == [rubbish] and rows[0].refused


async def test_a_warning_before_the_time_is_up(hall: Hall) -> None:
    """Only whose time it is gets pinged, and not those who do not want to be."""
    hall.away()
    await hall.begin(rerolls=0, pace=600)
    await hall.beer(hall.alice, "scatter")
    await hall.beer(hall.bob, "scatter")
    started = hall.bot.referee.now()
    for seconds in range(30, 601, 30):
        hall.bot.referee.now = partial(started.__add__, timedelta(seconds=seconds))
        await hall.bot.clock.tick()
        await hall.quiet()
        if "nearly up" in hall.post.content:
            break
    assert f"<@{hall.alice.id}>: your time is nearly up" in hall.post.content
    assert pinged(hall) == [hall.alice.id]


# -- secrets by direct message


def written(hall: Hall, member: Any) -> int:
    """How often the bot has written to somebody, or changed what it wrote."""
    path = f"/channels/{member.user.dm_channel.id}/messages"
    return sum(path in request.path for request in hall.env.http_requests)


async def test_direct_messages_come_when_they_tell_something(hall: Hall) -> None:
    """As the draft begins and when one's turn does; not with each of one's own clicks."""
    hall.away()
    await hall.begin(rerolls=2)
    [message] = hall.dms(hall.bob)
    assert "STRENGTH" in message.content
    assert {"Reroll", "Keep Crumpet"} <= set(chosen_from(message))
    for _ in range(2):
        await hall.beer(hall.bob, "reroll")
    await hall.beer(hall.alice, "scatter")
    assert written(hall, hall.bob) == written(hall, hall.alice) == 1
    await hall.beer(hall.bob, "scatter")
    assert "Your turn" in hall.dms(hall.alice)[0].content
    assert (written(hall, hall.alice), written(hall, hall.bob)) == (2, 1)
    assert [one.id for one in hall.dms(hall.bob)] == [message.id]


async def test_other_games_send_hands_to_whoever_asks_for_it(hall: Hall) -> None:
    """Nobody is written to unasked."""
    await hall.bot.store.change_player(hall.bob.id, "bob", dms="always")
    await hall.says(hall.alice, "brawlhalla new", opponent=hall.bob)
    await hall.says(hall.bob, "table join")
    await hall.says(hall.alice, "table start")
    while not (table := await hall.table()).game.text.private(table.view(hall.bob.id)):
        assert table.play is not None
        waiting = kernel.waiting(table.play.state)
        asked = next(q for q in table.play.state.open if q.seat in waiting)
        by, answer = table.holder(asked.seat).user_id, table.offer(asked.seat)[0]
        await hall.bot.referee.act(table, by, asked.seat, asked.number, [answer])
    await hall.quiet()
    assert written(hall, hall.alice) == 0
    [invited, _] = hall.dms(hall.bob)
    assert "You sit at this table" in invited.content and not labels(invited)
    reach = next(group for group in hall.bot.tree.get_commands() if group.name in ("my", "me"))
    said = await hall.says(hall.alice, f"{reach.name} reach", dms=True)
    assert "in every game" in said
    await hall.quiet()
    assert len(hall.dms(hall.alice)) == 1


@pytest.mark.parametrize("code", [50007, 50278])
async def test_closed_direct_messages_are_remembered_and_told(hall: Hall, code: int) -> None:
    """The ephemeral way goes on; a button tries again."""
    await hall.says(hall.alice, "beer-brawl new", opponent=hall.bob)
    await hall.says(hall.bob, "table join")
    dm = hall.bob.user.dm_channel
    hall.env.inject_error("POST", f"/channels/{dm.id}/messages", status=403, code=code, times=1)
    await hall.says(hall.alice, "table start")
    known = await hall.bot.store.player(hall.bob.id)
    assert known is not None
    assert known.dms_closed_at is not None
    said = await hall.beer(hall.bob, "reroll")
    assert "could not write to you" in said
    assert "19 left" in said
    assert not hall.dms(hall.bob)
    hand = (await hall.bob.click(hall.post, label="My hand")).response
    await hall.bob.click(hand, label="Try again by DM")
    await hall.quiet()
    assert "STRENGTH" in hall.dms(hall.bob)[0].content
    assert len(hall.dms(hall.alice)) == 1


async def test_who_cannot_be_written_to_keeps_nobody_else_from_their_message(hall: Hall) -> None:
    """Such as a player whose account is gone."""
    await hall.says(hall.alice, "beer-brawl new", opponent=hall.bob)
    await hall.says(hall.bob, "table join")
    dm = hall.alice.user.dm_channel
    hall.env.inject_error("POST", f"/channels/{dm.id}/messages", status=400, code=50033, times=1)
    await hall.says(hall.alice, "table start")
    assert not hall.dms(hall.alice)
    assert "STRENGTH" in hall.dms(hall.bob)[0].content


async def test_what_a_player_is_told_stays_until_they_act(hall: Hall) -> None:
    """Two fights in an opponent's turn: their winners' armor is read after the second one, too."""
    hall.away()
    await hall.begin()
    messages, table = hall.bot.poster.direct_messages, await hall.table()
    for logged, adventurer in enumerate((0, 2), start=7):
        told = told_to_plain([Told(Victor(adventurer, 3), (0,))])
        ledger = await Ledger.open(hall.bot.store, 1)
        messages.note(table, News(told=told, logged=logged, by=1), ledger)
        messages.note(table, News(told=told, logged=logged, by=1), ledger)  # after a crash
        await messages.deliver(table, ledger)
        await ledger.write()
    [message] = hall.dms(hall.alice)
    for name in ("Barnaby", "Dimple"):
        assert message.content.count(f"{name} stands") == 1
    ledger, written_before = await Ledger.open(hall.bot.store, 1), written(hall, hall.alice)
    messages.note(table, News(logged=9, by=0), ledger)
    await messages.deliver(table, ledger)
    assert written(hall, hall.alice) == written_before, "who acts reads the panel"
    messages.note(table, News(told=told, logged=10, by=1), ledger)
    await messages.deliver(table, ledger)
    [message] = hall.dms(hall.alice)
    assert "Dimple stands" in message.content
    assert "Barnaby stands" not in message.content


async def test_a_turn_is_written_also_where_the_move_before_it_is_told_at_once(hall: Hall) -> None:
    """Whoever acted first was not asked then, whatever they are asked by now."""
    hall.away()
    await hall.begin(rerolls=0)
    await hall.quiet()
    await hall.bot.poster.close()  # what happens now waits
    for member in (hall.alice, hall.bob):
        await hall.beer(member, "scatter")
    hall.bot.poster._closed = False
    hall.bot.poster.look_at(1)
    await hall.quiet()
    assert "Your turn" in hall.dms(hall.alice)[0].content


async def test_nothing_is_remembered_of_a_game_that_is_over(hall: Hall) -> None:
    """Once everything is said; until then a crash loses nothing."""
    await hall.begin()
    await hall.quiet()
    assert (await hall.bot.store.pending(1)).memories.keys() == {0, hall.alice.id, hall.bob.id}
    await hall.resigns(hall.alice)
    await hall.quiet()
    due = await hall.bot.store.pending(1)
    assert (due.outbox, due.memories) == ([], {})
    assert "STRENGTH" in hall.dms(hall.bob)[0].content, "the last message was brought up to date"


async def test_a_message_that_was_given_up_and_is_there_after_all_is_known(hall: Hall) -> None:
    """Discord may know it by its nonce."""
    await hall.begin()
    await hall.quiet()
    ledger = await Ledger.open(hall.bot.store, 1)
    [post] = ledger.posts("turn")
    ledger.forget(post)
    ledger.sent(post)
    await ledger.write()
    assert (await Ledger.open(hall.bot.store, 1)).posts("turn") == [post]


async def test_where_the_latest_post_was_deleted_the_one_before_is_left_alone(hall: Hall) -> None:
    """Its lines are told anew; the older post has told its own, and nothing is to be done to it."""
    await hall.begin(rerolls=0)
    await hall.beer(hall.alice, "scatter")
    await hall.beer(hall.bob, "scatter")
    await hall.quiet()
    *_, before, latest = hall.posts
    said = before.content
    hall.env.backend.delete_message(latest.channel.id, latest.id)
    await hall.says(hall.alice, "table draw")
    await hall.quiet()
    assert [post.content for post in hall.posts if post.id == before.id] == [said]
    assert "offers a draw" in hall.post.content and hall.post.id > latest.id
    rows = (await hall.bot.store.pending(1)).posts
    turns = [row.message_id for row in rows if row.kind == "turn"]
    assert turns == [hall.post.id]


async def test_a_deleted_direct_message_is_written_anew(hall: Hall) -> None:
    """What cannot be edited is sent again."""
    hall.away()
    await hall.begin(rerolls=0)
    [message] = hall.dms(hall.alice)
    hall.env.backend.delete_message(message.channel.id, message.id)
    await hall.beer(hall.alice, "scatter")
    await hall.beer(hall.bob, "scatter")
    [another] = hall.dms(hall.alice)
    assert another.id != message.id
    assert "Your turn" in another.content
