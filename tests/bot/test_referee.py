"""The one path of an action: nothing lost, nothing twice, everyone told why not."""

import asyncio
from collections.abc import Awaitable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from bot import errors
from bot.referee import Referee
from bot.store import Store
from bot.store.schema import log, tables
from bot.table import News, Person, Seated, Table, read_news, told_from_plain
from rules.engine import fairness
from rules.engine.codec import encode
from rules.engine.errors import BadVariant, NothingToUndo, Refused, RulesError, Stale, UnknownGame
from rules.engine.inputs import Answer
from rules.engine.play import Play
from rules.engine.proof import CHANGED
from rules.engine.verify import MATCHES, TAMPERED, UNREADABLE, verify
from tests.bot.toy import GAME, Pick, Ready, Roll, Step, Stop, Time, ToyVariant, TurnPhase, games

pytest_plugins = ["tests.bot.databases"]

ANN, BOB, EVE = Person(11, "Ann"), Person(12, "Bob"), Person(13, "Eve")


@pytest.fixture
def referee(store: Store, time: Time) -> Referee:
    """A referee of the toy game, on each kind of database."""
    return Referee(store, now=time, games=games)


@pytest.fixture
def local(file_store: Store, time: Time) -> Referee:
    """A referee of the toy game on an SQLite file."""
    return Referee(file_store, now=time, games=games)


async def lobby(referee: Referee, **more: Any) -> int:
    """A table with Ann as its host."""
    options = more.pop("options", {})
    opened = await referee.open("toy", options, channel_id=5, guild_id=1, host=ANN, **more)
    return opened.id


async def begun(referee: Referee, **more: Any) -> int:
    """Ann and Bob have begun."""
    table_id = await lobby(referee, **more)
    await referee.join(table_id, BOB)
    await referee.start(table_id, ANN.id)
    return table_id


async def turns(referee: Referee, **more: Any) -> int:
    """Ann and Bob have picked nothing; it is Ann's turn."""
    table_id = await begun(referee, **more)
    await referee.act(table_id, ANN.id, 0, 1, [Ready()])
    await referee.act(table_id, BOB.id, 1, 1, [Ready()])
    return table_id


async def asked(referee: Referee, table_id: int) -> tuple[int, int, int]:
    """Whom a turn waits for: user, seat, number."""
    table = await referee.look(table_id)
    assert table.play is not None
    (question,) = table.play.state.open
    user = table.holder(question.seat).user_id
    assert user is not None
    return user, question.seat, question.number


async def play_out(referee: Referee, table_id: int) -> Table:
    """Roll until somebody has won."""
    while (table := await referee.look(table_id)).status == "playing":
        user, seat, number = await asked(referee, table_id)
        await referee.act(table_id, user, seat, number, [Roll()])
    return table


async def refused(action: Awaitable[Any], kind: type[Exception], words: str) -> None:
    """An action is refused, for this reason."""
    with pytest.raises(kind, match=words):
        await action


async def news(referee: Referee, table_id: int) -> list[tuple[str, News]]:
    """What waits in the outbox."""
    return [
        (row.kind, read_news(row.payload)) for row in (await referee.store.pending(table_id)).outbox
    ]


# -- the lobby


async def test_a_table_is_opened_joined_left_and_begun(referee: Referee) -> None:
    table_id = await lobby(referee)
    table = await referee.join(table_id, BOB)
    assert [one.name for one in table.players] == ["Ann", "Bob"]
    assert (table.counts, table.room) == ([2, 3], 1)
    table = await referee.leave(table_id, ANN.id)
    assert (table.host_id, table.players[0].name) == (BOB.id, "Bob")
    await refused(
        referee.start(table_id, BOB.id), errors.NoRoom, "needs 2 or 3 players; 1 sits here"
    )
    await referee.join(table_id, ANN)
    table = await referee.start(table_id, BOB.id)
    assert (table.status, [q.seat for q in table.waits]) == ("playing", [0, 1])
    assert (await referee.look(table_id)).version == table.version == 4
    assert [kind for kind, _ in await news(referee, table_id)] == ["lobby"] * 4 + ["begun"]
    assert await referee.tables_of(ANN.id) == [table_id] == [await referee.find(5)]


async def test_the_last_to_leave_closes_the_table(local: Referee) -> None:
    table_id = await lobby(local)
    await local.add_computer(table_id, ANN.id, "easy")
    table = await local.leave(table_id, ANN.id)
    assert table.status == "abandoned"
    assert await local.find(5) is None
    await refused(local.join(table_id, BOB), errors.NotInLobby, "closed")


async def test_seats_are_kept_for_the_invited(local: Referee) -> None:
    table_id = await lobby(local, invited=[BOB, ANN, BOB])
    await local.join(table_id, EVE)
    await refused(local.join(table_id, Person(14, "Dan")), errors.NoRoom, "invited")
    assert (await local.join(table_id, BOB)).invited == ()
    await refused(local.join(table_id, Person(14, "Dan")), errors.NoRoom, "taken")


async def test_an_invitation_can_be_turned_down(local: Referee) -> None:
    table_id = await lobby(local, invited=[BOB, EVE])
    assert (await local.leave(table_id, BOB.id)).invited == (EVE.id,)
    assert len((await local.join(table_id, Person(14, "Dan"))).players) == 2


async def test_the_lobby_refuses_what_does_not_fit(local: Referee) -> None:
    table_id = await lobby(local)
    await refused(local.join(table_id, ANN), errors.AlreadySeated, "already")
    await refused(local.leave(table_id, EVE.id), errors.NotSeated, "do not sit")
    await local.join(table_id, BOB)
    await refused(local.start(table_id, BOB.id), errors.NotAllowed, "host, Ann,")
    await refused(local.add_computer(table_id, BOB.id, "easy"), errors.NotAllowed, "host")
    await refused(local.remove_computer(table_id, ANN.id), errors.NotSeated, "No computer")
    await refused(local.act(table_id, ANN.id, 0, 1, [Ready()]), errors.NotPlaying, "not begun")
    await refused(local.abandon(table_id, BOB.id), errors.NotAllowed, "host")
    await refused(local.look(99), errors.NoTable, "no such table")
    await refused(lobby(local), errors.ChannelTaken, "already")
    await local.start(table_id, EVE.id, moderator=True)
    await refused(local.join(table_id, EVE), errors.NotInLobby, "begun")
    await refused(local.leave(table_id, BOB.id), errors.NotInLobby, "`/table leave`")
    await refused(local.start(table_id, ANN.id), errors.NotInLobby, "already")


async def test_bad_options_open_no_table(local: Referee) -> None:
    async def open_(game: str = "toy", **more: Any) -> None:
        options = more.pop("options", {})
        await local.open(game, options, channel_id=5, guild_id=1, host=ANN, **more)

    await refused(open_("chess"), UnknownGame, "chess")
    await refused(open_(options={"clock": "soon"}), BadVariant, "Toy: `clock` takes a number")
    await refused(open_(options={"nonsense": 1}), BadVariant, "no option `nonsense`. There are")
    for pace in (timedelta(seconds=59), timedelta(days=15)):
        await refused(open_(pace=pace), errors.BadPace, "14 days")
    assert await local.find(5) is None


async def test_computers_come_and_go(local: Referee) -> None:
    table_id = await lobby(local)
    await local.add_computer(table_id, ANN.id, "easy")
    table = await local.add_computer(table_id, ANN.id, "easy")
    assert [one.name for one in table.players[1:]] == ["Computer (easy)", "Computer 2 (easy)"]
    await refused(local.add_computer(table_id, ANN.id, "hard"), errors.NoRoom, "taken")
    table = await local.remove_computer(table_id, ANN.id)
    assert [one.name for one in table.players] == ["Ann", "Computer (easy)"]
    await local.start(table_id, ANN.id)
    await refused(local.act(table_id, ANN.id, 1, 1, [Ready()]), errors.NotSeated, "Computer")
    await refused(local.act(table_id, None, 0, 1, [Ready()]), errors.NotSeated, "Ann")
    assert (await local.act(table_id, None, 1, 1, [Ready()])).taken == [Ready()]


# -- the game


async def test_a_game_from_lobby_to_its_end(referee: Referee) -> None:
    table_id = await turns(referee)
    table = await play_out(referee, table_id)
    assert table.outcome is not None and table.outcome.reason == "arrived"
    winner = table.players[table.outcome.winners[0]]
    (result,) = await referee.store.results(winner.user_id or 0)
    assert (result.won, result.drawn, result.game, result.reason) == (True, False, "toy", "arrived")
    assert result.score is not None and result.score >= 12
    kind, last = (await news(referee, table_id))[-1]
    assert (kind, last.over, last.waits) == ("over", True, [])
    assert await referee.find(5) is None
    await refused(referee.act(table_id, ANN.id, 0, 9, [Roll()]), errors.NotPlaying, "over")
    assert await referee.verify(table_id)


async def test_a_macro_is_taken_up_to_the_first_barrier(local: Referee) -> None:
    table_id = await turns(local)
    acted = await local.act(table_id, ANN.id, 0, 2, [Step(1), Step(2), Roll(), Step(1)])
    assert acted.taken == [Step(1), Step(2), Roll()]
    assert acted.dropped == [Step(1)]
    assert acted.passed
    assert acted.told[:2] == ["seat 1 goes 1.", "seat 1 goes 2."] and len(acted.told) == 4


async def test_a_macro_is_all_or_nothing(local: Referee) -> None:
    table_id = await turns(local)
    before = await local.look(table_id)
    options = [Step(1), Step(1), Step(1), Step(1)]
    await refused(local.act(table_id, ANN.id, 0, 2, options), Refused, "three times")
    await refused(local.act(table_id, ANN.id, 0, 2, []), Refused, "Nothing was chosen")
    after = await local.look(table_id)
    assert (after.version, after.logged) == (before.version, before.logged)


async def test_a_double_click_is_taken_once(referee: Referee) -> None:
    table_id = await turns(referee)
    clicks = await asyncio.gather(
        *(referee.act(table_id, ANN.id, 0, 2, [Step(1)]) for _ in range(4)), return_exceptions=True
    )
    assert sorted(type(click).__name__ for click in clicks) == ["Change"] + ["Stale"] * 3
    table = await referee.look(table_id)
    assert table.play is not None and table.play.state.at == [1, 0]


async def test_a_repeated_delivery_changes_nothing_and_is_no_mistake(referee: Referee) -> None:
    table_id = await turns(referee)
    deliveries = await asyncio.gather(
        *(referee.act(table_id, ANN.id, 0, 2, [Step(1), Step(1)], request="i1") for _ in range(3))
    )
    assert sorted(one.repeated for one in deliveries) == [False, True, True]
    undone = await asyncio.gather(*(referee.undo(table_id, ANN.id, request="i2") for _ in range(3)))
    assert sorted(one.repeated for one in undone) == [False, True, True]
    table = await referee.look(table_id)
    assert table.play is not None and table.play.state.at == [0, 0]
    late = await referee.act(table_id, ANN.id, 0, 2, [Step(1)], request="i1")
    assert late.repeated


async def test_two_players_at_once_are_both_heard(referee: Referee) -> None:
    table_id = await begun(referee)
    both = await asyncio.gather(
        referee.act(table_id, ANN.id, 0, 1, [Pick(1)]),
        referee.act(table_id, BOB.id, 1, 1, [Pick(12)]),
    )
    assert [one.told[1] for one in both] == ["You keep card 1.", "You keep card 12."]
    table = await referee.look(table_id)
    assert table.play is not None and table.play.state.picks == [[1], [12]]


async def test_an_old_click_and_a_stranger_are_refused(local: Referee) -> None:
    table_id = await turns(local)
    await refused(local.act(table_id, ANN.id, 0, 1, [Ready()]), Stale, "answered this already")
    await refused(local.act(table_id, EVE.id, 0, 2, [Roll()]), errors.NotSeated, "do not sit")
    await refused(
        local.act(table_id, BOB.id, 0, 2, [Roll()]), errors.NotSeated, "for Ann to answer"
    )
    await refused(local.act(table_id, BOB.id, 1, 2, [Roll()]), RulesError, "not asked")
    for seat in (-1, 2, 99):
        await refused(
            local.act(table_id, ANN.id, seat, 2, [Roll()]), errors.NotSeated, "no such seat"
        )
    await refused(local.act(table_id, ANN.id, 0, 7, [Roll()]), RulesError, "not been put")
    await refused(local.undo(table_id, EVE.id), errors.NotSeated, "do not sit")
    await refused(local.resign(table_id, EVE.id), errors.NotSeated, "do not sit")
    assert (await local.look(table_id)).logged == 2


async def test_undo_is_appended_to_the_log(referee: Referee) -> None:
    table_id = await turns(referee)
    await referee.act(table_id, ANN.id, 0, 2, [Step(2)])
    await refused(referee.undo(table_id, BOB.id), NothingToUndo, "no answer")
    undone = await referee.undo(table_id, ANN.id)
    assert undone.after.logged == 4
    (question,) = undone.after.questions(ANN.id)
    await refused(referee.act(table_id, ANN.id, 0, 3, [Step(2)]), Stale, "already")
    await referee.act(table_id, ANN.id, 0, question.number, [Step(1), Stop()])
    await refused(referee.undo(table_id, ANN.id), NothingToUndo, "what was shown stays")
    table = await referee.look(table_id)
    assert table.play is not None and table.play.state.at == [1, 0]
    assert await referee.verify(table_id)


async def test_two_clicks_on_one_undo_take_back_one_answer(local: Referee) -> None:
    table_id = await turns(local)
    acted = await local.act(table_id, ANN.id, 0, 2, [Step(1), Step(1)])
    (question,) = acted.after.questions(ANN.id)
    at = (question.seat, question.number)
    await local.undo(table_id, ANN.id, at=at)
    await refused(local.undo(table_id, ANN.id, at=at), Stale, "out of date")
    assert (await local.look(table_id)).view(ANN.id).at == [1, 0]


async def test_one_undo_takes_back_all_that_one_press_has_answered(referee: Referee) -> None:
    """Two steps by one press, then one by another; what was taken back is no press any more."""
    table_id = await turns(referee)
    acted = await referee.act(table_id, ANN.id, 0, 2, [Step(1), Step(1)], request="a")
    (question,) = acted.after.questions(ANN.id)
    await referee.act(table_id, ANN.id, 0, question.number, [Step(1)], request="b")
    referee.forget()
    undone = await referee.undo(table_id, ANN.id, request="c")
    assert undone.after.view(ANN.id).at == [2, 0]
    undone = await referee.undo(table_id, ANN.id, request="d")
    assert undone.after.view(ANN.id).at == [0, 0]
    assert len(undone.logged) == 2
    await refused(referee.undo(table_id, ANN.id), NothingToUndo, "no answer")
    assert await referee.verify(table_id)


async def test_steps_that_can_be_undone_are_seen_by_nobody_else(local: Referee) -> None:
    table_id = await turns(local)
    before = await news(local, table_id)
    acted = await local.act(table_id, ANN.id, 0, 2, [Step(2)])
    assert not acted.passed and acted.told == ["seat 1 goes 2."]
    assert await news(local, table_id) == before
    table = await local.look(table_id)
    assert table.view(ANN.id).at == [2, 0]
    assert table.view(BOB.id).at == table.view(None).at == [0, 0]


async def test_an_offered_draw_shows_nothing_of_an_unfinished_turn(referee: Referee) -> None:
    table_id = await turns(referee)
    await referee.act(table_id, ANN.id, 0, 2, [Step(2)])
    acted = await referee.offer_draw(table_id, BOB.id)
    assert acted.told == ["Player 2 (seat 2) offers a draw."]
    assert (await news(referee, table_id))[-1][1].lines == ["Player 2 (seat 2) offers a draw."]
    assert acted.after.view(BOB.id).at == acted.after.view(None).at == [0, 0]
    acted = await referee.undo(table_id, ANN.id)
    assert acted.after.play is not None and acted.after.play.state.draws == [1]
    assert acted.after.view(ANN.id).at == [0, 0]
    assert await referee.verify(table_id)


async def test_news_tell_everybody_what_is_public_alone(local: Referee) -> None:
    table_id = await begun(local)
    await local.act(table_id, ANN.id, 0, 1, [Pick(2)])
    kind, last = (await news(local, table_id))[-1]
    assert (kind, last.lines, last.by) == ("told", ["seat 1 picks a card."], 0)
    assert last.waits == [(0, 2, "pick"), (1, 1, "pick")] and last.turn is None
    told = told_from_plain(GAME, last.told)
    assert [one.to for one in told] == [None, (0,)]
    await local.act(table_id, ANN.id, 0, 2, [Ready()])
    await local.act(table_id, BOB.id, 1, 1, [Ready()])
    assert (await news(local, table_id))[-1][1].turn == 0


async def test_history_is_told_to_each_as_they_heard_it(local: Referee) -> None:
    table_id = await begun(local)
    await local.act(table_id, ANN.id, 0, 1, [Pick(2)])
    assert await local.history(table_id) == ["seat 1 picks a card."]
    assert await local.history(table_id, BOB.id) == ["seat 1 picks a card."]
    assert await local.history(table_id, ANN.id) == ["seat 1 picks a card.", "You keep card 2."]


async def test_resigning_and_draws(referee: Referee) -> None:
    table_id = await turns(referee)
    await referee.offer_draw(table_id, ANN.id)
    await referee.decline_draw(table_id, BOB.id)
    await referee.offer_draw(table_id, BOB.id)
    acted = await referee.offer_draw(table_id, ANN.id)
    assert acted.after.status == "over"
    assert [result.drawn for result in await referee.store.results(ANN.id)] == [True]
    table_id = await turns(referee)
    acted = await referee.resign(table_id, ANN.id)
    assert acted.after.outcome is not None and acted.after.outcome.winners == (1,)
    assert [result.won for result in await referee.store.results(BOB.id)] == [True, False]


async def test_a_game_with_others_is_not_closed_by_one(local: Referee) -> None:
    table_id = await turns(local)
    for person in (ANN, BOB, EVE):
        await refused(local.abandon(table_id, person.id), errors.NotAllowed, "moderator")
    table = await local.abandon(table_id, EVE.id, moderator=True)
    assert table.status == "abandoned"
    await refused(local.abandon(table_id, EVE.id, moderator=True), errors.NotPlaying, "already")
    await refused(local.act(table_id, ANN.id, 0, 2, [Roll()]), errors.NotPlaying, "over")
    alone = await lobby(local)
    await local.add_computer(alone, ANN.id, "easy")
    await local.start(alone, ANN.id)
    assert (await local.abandon(alone, ANN.id)).status == "abandoned"


# -- several processes


async def test_two_processes_play_on_one_database(url: str, time: Time) -> None:
    stores = [await Store.open(url) for _ in range(2)]
    first, second = (Referee(store, now=time, games=games) for store in stores)
    table_id = await begun(first)
    await second.act(table_id, BOB.id, 1, 1, [Pick(10)])  # the first does not know of this
    acted = await first.act(table_id, ANN.id, 0, 1, [Pick(0)])
    assert acted.after.play is not None and acted.after.play.state.picks == [[0], [10]]
    await refused(first.act(table_id, BOB.id, 1, 1, [Pick(10)]), Stale, "already")
    both = await asyncio.gather(
        *(
            first.act(table_id, ANN.id, 0, 2, [Pick(1)]),
            second.act(table_id, BOB.id, 1, 2, [Pick(11)]),
        ),
        *(
            second.act(table_id, ANN.id, 0, 2, [Pick(2)]),
            first.act(table_id, BOB.id, 1, 2, [Pick(12)]),
        ),
        return_exceptions=True,
    )
    assert sorted(type(one).__name__ for one in both) == ["Change", "Change", "Stale", "Stale"]
    table = await second.look(table_id)
    assert table.logged == 4
    assert await first.verify(table_id) and await second.verify(table_id)
    rows = (await stores[0].pending(table_id)).outbox
    assert [row.sequence for row in rows] == list(range(1, len(rows) + 1))
    for store in stores:
        await store.close()


async def test_a_request_that_reaches_two_processes_is_taken_once(url: str, time: Time) -> None:
    stores = [await Store.open(url) for _ in range(2)]
    referees = [Referee(store, now=time, games=games) for store in stores]
    table_id = await turns(referees[0])
    taken = await asyncio.gather(
        *(referee.act(table_id, ANN.id, 0, 2, [Step(1)], request="i7") for referee in referees)
    )
    assert sorted(one.repeated for one in taken) == [False, True]
    for store in stores:
        await store.close()


async def test_a_table_that_was_handed_along_and_overtaken_is_loaded_anew(
    url: str, time: Time
) -> None:
    """Whoever loads before another process changes the table works on what it has become."""
    stores = [await Store.open(url) for _ in range(2)]
    first, second = (Referee(store, now=time, games=games) for store in stores)
    table_id = await begun(first)
    loaded = await first.look(table_id)
    await second.act(table_id, BOB.id, 1, 1, [Pick(10)])
    acted = await first.act(loaded, ANN.id, 0, 1, [Pick(0)])
    assert acted.after.play is not None and acted.after.play.state.picks == [[0], [10]]
    again = await first.act(loaded, ANN.id, 0, 2, [Pick(1)])  # behind what this process has done
    assert again.after.play is not None and again.after.play.state.picks == [[0, 1], [10]]
    for store in stores:
        await store.close()


async def test_a_refusal_is_judged_on_the_table_that_was_handed_along(local: Referee) -> None:
    """It was loaded for this very action, so nothing is loaded again; and it can be shown."""
    table_id = await turns(local)
    loaded = await local.look(table_id)
    local.forget()
    await refused(local.act(loaded, ANN.id, 0, 2, [Step(9)]), Refused, "three times")
    judged = local.seen(table_id)
    assert judged is not None and judged.version == loaded.version
    local.forget(table_id)
    assert local.seen(table_id) is None


def test_each_view_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as what is seen stays the same."""
    built: list[int | None] = []
    view = type(GAME).view

    def noted(game: Any, s: Any, player: int | None) -> Any:
        built.append(player)
        return view(game, s, player)

    monkeypatch.setattr(type(GAME), "view", noted)
    play, _ = Play.start(GAME, ToyVariant(), 2, bytes(16))
    seated = tuple(Seated(n, one.id, one.name) for n, one in enumerate((ANN, BOB)))
    table = Table(
        id=1,
        game=GAME,
        variant=ToyVariant(),
        channel_id=5,
        guild_id=1,
        host_id=ANN.id,
        status="playing",
        version=0,
        pace=None,
        players=seated,
        invited=(),
        commitment="",
        created_at=Time()(),
        play=play,
    )
    for user in (ANN.id, BOB.id, EVE.id, None, ANN.id):
        table.view(user)
    assert built == [0, 1, None]
    play.do(Answer(0, 1, Pick(1)))
    table.view(ANN.id)
    assert built == [0, 1, None, 0]
    assert table.view(ANN.id).hand == [0, 2]


# -- repair, proof


async def damage(referee: Referee, table_id: int, **values: bytes | None) -> None:
    """Spoil a snapshot on disk."""
    async with referee.store.writing() as connection:
        mine = tables.c.id == table_id
        await connection.execute(update(tables).where(mine).values(**values))


@pytest.mark.parametrize(
    "values",
    [{"barrier": b"rubbish"}, {"barrier": b'{"a":1}'}, {"since": b"[{]"}, {"since": b"[7]"}],
)
async def test_a_damaged_snapshot_is_replayed_from_the_log(
    file_store: Store, time: Time, values: dict[str, bytes]
) -> None:
    referee = Referee(file_store, now=time, games=games)
    table_id = await turns(referee, options={"goal": 50})
    await referee.act(table_id, ANN.id, 0, 2, [Step(1), Roll()])
    await referee.act(table_id, BOB.id, 1, 2, [Step(1)])
    sound = await referee.look(table_id)
    await damage(referee, table_id, **values)
    again = Referee(file_store, now=time, games=games)
    repaired = await again.look(table_id)
    assert repaired.play is not None and sound.play is not None
    assert repaired.play.state == sound.play.state
    assert repaired.play.barrier == sound.play.barrier
    await again.undo(table_id, BOB.id)  # also what was done since the barrier is known again
    assert await again.verify(table_id)


async def test_a_save_of_a_later_edition_is_left_alone(local: Referee) -> None:
    table_id = await turns(local)
    later = msgspec.json.encode({"edition": 99, "game": "toy", "state": {}})
    await damage(local, table_id, barrier=later, checksum=None)
    await refused(local.look(table_id), errors.Damaged, "later edition")


async def test_a_snapshot_of_the_right_shape_with_wrong_content_is_noticed(
    file_store: Store, time: Time
) -> None:
    referee = Referee(file_store, now=time, games=games)
    table_id = await turns(referee, options={"goal": 50})
    sound = (await referee.act(table_id, ANN.id, 0, 2, [Step(1), Roll()])).after
    assert sound.play is not None
    forged = msgspec.structs.replace(sound.play.barrier, at=[40, 0])
    await damage(referee, table_id, barrier=encode(GAME, forged))
    found = await Referee(file_store, now=time, games=games).look(table_id)
    assert found.play is not None and found.play.state == sound.play.state


@pytest.mark.parametrize("how", ["log", "options", "game"])
async def test_a_table_that_cannot_be_read_can_be_closed(
    store: Store, time: Time, how: str
) -> None:
    referee = Referee(store, now=time, games=games)
    table_id = await turns(referee, pace=timedelta(days=1))
    async with store.writing() as connection:
        if how == "log":
            await connection.execute(update(log).values(given="rubbish"))
            await connection.execute(update(tables).values(barrier=b"rubbish"))
        else:
            spoilt = {"variant": "{]"} if how == "options" else {"game": "chess"}
            await connection.execute(update(tables).values(**spoilt))
    referee.forget()
    await refused(referee.look(table_id), errors.Damaged, "cannot be read")
    await refused(referee.close_damaged(table_id, BOB.id), errors.NotAllowed, "its host")
    await refused(referee.close_damaged(99, BOB.id), errors.NoTable, "no such table")
    await referee.close_damaged(table_id, ANN.id)
    assert await referee.find(5) is None and await referee.tables_of(ANN.id) == []
    assert await store.next_ring() is None and await store.outbox_tables() == []
    fresh = await referee.open("toy", {}, channel_id=5, guild_id=1, host=BOB)
    assert fresh.id != table_id


async def test_a_finished_game_can_be_proven(local: Referee) -> None:
    table_id = await lobby(local)
    promised = (await local.look(table_id)).commitment
    await local.join(table_id, BOB)
    await local.start(table_id, ANN.id)
    await refused(local.export(table_id), errors.NotOver, "secret")
    await local.act(table_id, ANN.id, 0, 1, [Ready()])
    await local.act(table_id, BOB.id, 1, 1, [Ready()])
    await local.act(table_id, ANN.id, 0, 2, [Step(2)])
    await local.undo(table_id, ANN.id)
    await play_out(local, table_id)
    exported = msgspec.to_builtins(await local.export(table_id))
    assert exported["players"] == ["player:0", "player:1"], "it names nobody"
    said: list[str] = []
    assert (
        verify(msgspec.json.encode(exported), promised, find=games, say=said.append) == MATCHES
    ), said
    forged = {**exported, "players": ["11", "13"]}
    assert verify(msgspec.json.encode(forged), promised, find=games, say=said.append) == TAMPERED


async def test_a_sitting_shows_no_secret(local: Referee) -> None:
    table_id = await begun(local)
    table = await local.look(table_id)
    assert table.secret.hex() not in repr(table)
    assert repr(table.secret) not in repr(table)


async def test_whoever_has_work_is_woken_after_each_commit(local: Referee) -> None:
    woken: list[Table] = []

    class Waker:
        def wake(self, table: Table) -> None:
            woken.append(table)

    local.wakers.append(Waker())
    table_id = await turns(local)
    count = len(woken)
    await refused(local.act(table_id, ANN.id, 0, 1, [Roll()]), Stale, "already")
    assert len(woken) == count == 5
    assert [table.version for table in woken] == [0, 1, 2, 3, 4], "each as it is after its commit"


async def test_a_game_begun_by_other_rules_goes_on_and_is_not_told_anew(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log of an older version would lead elsewhere; the snapshot is the truth to play on."""
    table_id = await turns(referee)
    lobby = await referee.open("toy", {}, channel_id=6, guild_id=1, host=ANN)
    monkeypatch.setattr(type(GAME), "rules_version", "99")
    await refused(referee.history(table_id), errors.OtherRules, "rules version 1 of Toy")
    acted = await referee.resign(table_id, ANN.id)
    assert acted.after.status == "over"
    exported = msgspec.to_builtins(
        await referee.export(table_id)
    )  # the change of rules did not touch this game
    assert (exported["rules_version"], exported["ended_by"]) == ("99", "")
    await referee.join(lobby.id, BOB)
    begun_later = await referee.start(lobby.id, ANN.id)
    assert begun_later.rules_version == "99"
    assert await referee.history(lobby.id) == []  # nothing was told yet, and nothing refused


async def test_a_finished_game_outlives_a_change_of_the_rules(
    referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What everybody was told and what proves it were kept when it ended."""
    table_id = await turns(referee)
    promised = (await referee.look(table_id)).commitment
    await play_out(referee, table_id)
    before = [await referee.history(table_id, user) for user in (ANN.id, BOB.id, None)]
    exported = msgspec.to_builtins(await referee.export(table_id))
    assert all(before)
    assert exported["release"] == fairness.release()
    data = msgspec.json.encode(exported)
    said: list[str] = []
    assert verify(data, promised, find=games, say=said.append) == MATCHES, said
    monkeypatch.setattr(type(GAME), "rules_version", "99")
    after = [await referee.history(table_id, user) for user in (ANN.id, BOB.id, None)]
    assert after == before
    assert msgspec.to_builtins(await referee.export(table_id)) == exported
    said.clear()
    assert verify(data, promised, find=games, say=said.append) == UNREADABLE
    assert said[0].startswith("This game was played by rules version 1 of Toy; here it is 99.")
    assert "can replay it" in said[0]


async def test_a_game_that_other_rules_would_lead_elsewhere_says_so(
    local: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It began by one version and ended by another, and its old log is refused by the new one."""
    table_id = await turns(local)
    await local.act(table_id, ANN.id, 0, 2, [Step(1), Roll()])
    monkeypatch.setattr(type(GAME), "rules_version", "99")
    monkeypatch.setattr(TurnPhase, "offer", lambda *_: [Stop()])
    await local.resign(table_id, ANN.id)
    exported = msgspec.to_builtins(await local.export(table_id))
    assert (exported["rules_version"], exported["ended_by"]) == ("1", "99")
    assert exported["outcome"]["winners"] == (1,)
    assert await local.history(table_id, BOB.id) == [CHANGED]


async def test_a_proof_that_fails_does_not_keep_a_game_from_ending(
    local: Referee, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged; where the rules are the same, the proof is made when it is asked for."""
    table_id = await turns(local)

    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("no proof")

    with monkeypatch.context() as patched:
        patched.setattr("bot.store.rows.prove", fail)
        acted = await local.resign(table_id, ANN.id)
    assert acted.after.status == "over"
    assert "the proof of table 1 failed" in caplog.text
    assert (await local.export(table_id)).outcome.winners == (1,)
    assert await local.history(table_id)
