"""What is kept of somebody: shown, handed out, and taken out of everything within the command."""

import json
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from sqlalchemy import BigInteger, DateTime, Integer, LargeBinary, Text, insert, select, text
from sqlalchemy.engine import Connection
from sqlmodel import SQLModel

from bot.posting.ledger import PostMemory
from bot.referee import Referee
from bot.store import Store, people
from bot.store.schema import Instant, proofs
from bot.table import News, Person
from bot.ui.own_data import PRIVACY, privacy
from rules.engine import fairness
from rules.engine.proof import Proof
from tests.bot.hall import Hall, forged, labels
from tests.bot.test_inbox import begun
from tests.bot.toy import Time, games

pytest_plugins = ["tests.bot.databases"]

ME, MY_NAME = 123_456_789_012_345_678, "Zebulon"
ANN, BOB = Person(ME, MY_NAME), Person(12, "Bob")
AT = datetime(2026, 1, 1, 12, tzinfo=UTC)

# Columns that never say who somebody is. A new column belongs here only if neither an id nor a
# name of a person can ever stand in it; else `bot.store.people` has to take it out.
NEVER = {
    "tables": "id parent_id guild_id game rules_version variant status version pace secret "
    "commitment sown logged posted open_nonces private when_full kept_after computer_asked created_at "
    "started_at ended_at bank banks allows_away allows_pause proposal clocks wake_at "
    "waiting nudge_at barrier since checksum",
    "players": "",
    "seats": "table_id player level missed vacant time_left word muted",  # a word is luck: the proof needs it, and names nobody
    "log": "table_id number given request at",
    "outbox": "id table_id sequence kind created_at",
    "posts": "",
    "post_memories": "table_id unsaid version",
    "settings": "key",
    "notes": "",
    "results": "table_id player level guild_id game won drawn score reason ended_at",
    "tenures": "table_id player version level why logged at",
    "proofs": "table_id digest",
    "leases": "bucket holder until alive wanted",  # holders are processes
    "handovers": "table_id bucket",
}


def as_rows(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    """Everything that a database holds."""
    return {
        rows.name: [dict(row) for row in connection.execute(select(rows)).mappings()]
        for rows in SQLModel.metadata.sorted_tables
    }


async def everything(store: Store) -> dict[str, list[dict[str, Any]]]:
    """Everything that a store holds."""
    return await store.read(as_rows)


def traces(held: dict[str, list[dict[str, Any]]]) -> set[str]:
    """The columns in which an id or a name of mine stands."""
    found = set()
    for table, rows in held.items():
        for row in rows:
            for column, value in row.items():
                if str(ME) in str(value) or MY_NAME in str(value):
                    found.add(f"{table}.{column}")
    return found


# -- every column there is

WORDS = f"{MY_NAME} ({ME}) says: <@{ME}> closed the table."
PROOF = Proof(
    fairness.Export(
        format=4,
        game="toy",
        rules_version="1",
        edition=1,
        options={},
        players=[str(ME), "12"],
        commitment="",
        secret="",
        seed="",
        log=[],
        outcome={"winners": [], "scores": [], "reason": ""},  # type: ignore[arg-type]
        digest="as it was",
    ),
    [],
)
PLANTED: dict[str, Any] = {
    "tables.id": 1,
    "tables.channel_id": -ME,
    "tables.status": "over",
    "tables.drawn_for": json.dumps([str(ME)]),
    "tables.invited": json.dumps([ME, 12]),
    "tables.pause": json.dumps({"why": "player", "since": AT.isoformat(), "who": [ME, 12]}),
    "tables.secret": b"s" * 32,
    "seats.orders": json.dumps([{"question": WORDS, "answer": WORDS, "said": WORDS}]),
    "outbox.payload": json.dumps({"lines": [WORDS], "by": 0}),
    "post_memories.memory": json.dumps(
        {"told": [ME, 12], "acted": {str(ME): AT.isoformat()}, "by": ME, "shown": {"1": [WORDS]}}
    ),
    "settings.value": json.dumps([ME, 12]),
    "proofs.proof": json.dumps(
        {"export": msgspec.to_builtins(PROOF.export), "told": [[WORDS]]}
    ).replace(WORDS, "Blue wins."),
}


def planted(column: Any) -> Any:
    """Something that says who I am, as far as a column can hold it."""
    name = f"{column.table.name}.{column.name}"
    if name in PLANTED:
        return PLANTED[name]
    if column.name == "table_id":
        return 1
    if isinstance(column.type, Instant | DateTime):
        return AT
    if isinstance(column.type, LargeBinary):
        return b""
    if isinstance(column.type, BigInteger):
        return ME
    if isinstance(column.type, Integer) or str(column.type) == "BOOLEAN":
        return 0
    assert isinstance(column.type, Text) or "CHAR" in str(column.type), f"{name} is planted how?"
    return WORDS


async def test_deletion_knows_every_column_of_the_schema(file_store: Store) -> None:
    """My id and name stand wherever they can; afterwards they stand nowhere, or never could."""

    def plant(connection: Connection) -> None:
        for rows in SQLModel.metadata.sorted_tables:
            row = {column.name: planted(column) for column in rows.columns}
            if rows.name == "settings":
                connection.execute(insert(rows), [row | {"scope": f"user:{ME}"}])
                row["scope"] = "table:1"
            connection.execute(insert(rows), [row])
            if rows.name == "post_memories":
                connection.execute(insert(rows), [row | {"user_id": people.EVERYBODY}])

    await file_store.write(plant)
    before = traces(await everything(file_store))
    harmless = {f"{table}.{name}" for table, names in NEVER.items() for name in names.split()}
    columns = {f"{rows.name}.{c.name}" for rows in SQLModel.metadata.sorted_tables for c in rows.c}
    assert harmless <= columns, "what is named here is there"
    known = columns - harmless - {"settings.scope"}
    unsaid = {
        column for column in known - before if not planted_nothing(column)
    }  # whatever could name me does, so that this test can fail
    assert not unsaid
    assert await people.forget_person(file_store, ME, []) == [1]
    left = traces(await everything(file_store)) - harmless
    assert not left, f"deletion does not know {sorted(left)}"


def planted_nothing(column: str) -> bool:
    """Whether a column of a row that is deleted whole holds a moment or a flag."""
    table, _, name = column.partition(".")
    value = planted(SQLModel.metadata.tables[table].c[name])
    return table in ("players", "posts", "notes") and str(ME) not in str(value)


# -- a game goes on without me


async def played(referee: Referee) -> int:
    """A game in play at which I sit, with everything about me that there can be."""
    number = await begun(referee, 5)
    store = referee.store
    await referee.set_note(await referee.look(number), ME, f"{MY_NAME} was here")
    await store.set_setting(f"user:{ME}", "try", number)
    await store.set_setting(f"table:{number}", "order", [ME, 12])
    return number


@pytest.fixture(autouse=True)
def _as_me(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann of the inbox's tests has my id and name here."""
    monkeypatch.setattr("tests.bot.test_inbox.ANN", ANN)


async def test_a_game_and_its_proof_stay_whole_under_a_pseudonym(store: Store, time: Time) -> None:
    """Its log replays, its file checks, its words are told; and nobody is named in it."""
    referee = Referee(store, now=time, games=games)
    number = await played(referee)
    lobby = await referee.open("toy", {}, channel_id=6, guild_id=1, host=BOB, invited=[ANN])
    resigned = await referee.resign(number, ME)
    before = await referee.export(number)
    said = await referee.history(number)
    touched = await people.forget_person(store, ME, [number])
    assert touched == [number, lobby.id]
    assert not traces(await everything(store))
    referee.forget()
    table = await referee.look(number)
    assert table.players[0].name == "Former player 1" and table.players[0].user_id is None
    assert table.players[1].user_id == BOB.id and table.host_id == BOB.id
    assert table.version == resigned.after.version + 1, "other processes load it anew"
    assert await referee.verify(number)
    assert await referee.export(number) == before, "the same file, with the same digest"
    assert await referee.history(number) == said
    assert fairness.seed(table.secret, table.ids, table.words) == table.seed
    assert (await referee.look(lobby.id)).invited == ()
    assert await store.results(ME) == [] and len(await store.results(BOB.id)) == 1


async def test_a_game_of_the_time_of_ids_keeps_its_luck(store: Store, time: Time) -> None:
    """Its seed was made of ids: it is kept, and the file says that one was taken out."""
    referee = Referee(store, now=time, games=games)
    number = await begun(referee, 5)
    async with store.writing() as connection:
        ids = json.dumps([str(ME), "12"])
        old = text("UPDATE tables SET drawn_for = :ids WHERE id = :id")
        await connection.execute(old, {"ids": ids, "id": number})
    referee.forget()
    seed = (await referee.look(number)).seed
    await people.forget_person(store, ME, [number])
    referee.forget()
    table = await referee.look(number)
    assert table.seed == seed and table.drawn_for == ("removed:0", "12")
    await referee.resign(number, BOB.id)
    assert not traces(await everything(store))
    # a file that was kept before is made without the id, under another digest
    async with store.reading() as connection:
        kept = (await connection.execute(select(proofs.c.proof, proofs.c.digest))).one()
    assert kept.digest == msgspec.json.decode(kept.proof, type=Proof).export.digest


async def test_whoever_sits_down_meanwhile_is_not_half_deleted(store: Store, time: Time) -> None:
    """Nothing is done where a live table was not left first."""
    referee = Referee(store, now=time, games=games)
    number = await begun(referee, 5)
    before = await everything(store)
    assert await people.forget_person(store, ME, []) is None
    assert await everything(store) == before
    assert await people.forget_person(store, ME, [number]) == [number]


async def test_what_waits_to_be_posted_names_nobody(store: Store, time: Time) -> None:
    """Words are kept but for the name; other people's names and numbers stay."""
    referee = Referee(store, now=time, games=games)
    number = await begun(referee, 5)
    news = News(lines=[f"<@{ME}> and <@12>: {MY_NAME}, {MY_NAME}a and Bob left {ME}0."], by=0)
    memory = PostMemory(told=[ME, 12], acted={str(ME): AT, "12": AT}, by=ME)
    encode = msgspec.json.encode
    async with store.writing() as connection:
        values = {"payload": encode(news).decode(), "id": number}
        change = "UPDATE outbox SET payload = :payload WHERE table_id = :id"
        await connection.execute(text(change), values)
        add = "INSERT INTO post_memories (table_id, user_id, memory) VALUES (:id, 0, :memory)"
        values = {"memory": encode(memory).decode(), "id": number}
        await connection.execute(text(add), values)
    await people.forget_person(store, ME, [number])
    pending = await store.pending(number)
    told = msgspec.json.decode(pending.outbox[0].payload, type=News)
    me = "Former player 1"
    assert told.lines == [f"{me} and <@12>: {me}, {MY_NAME}a and Bob left {ME}0."]
    kept = msgspec.json.decode(pending.memories[0], type=PostMemory)
    assert kept == PostMemory(told=[-1, 12], acted={"12": AT}, by=-1)


# -- on Discord


async def test_everything_is_shown_and_handed_out(hall: Hall) -> None:
    """By command and by button, to whoever asks alone; nobody else's secret is in the file."""
    nothing = (await hall.carol.slash(hall.pub, "my data show")).response
    assert nothing.content == "Nothing is kept about you." and labels(nothing) == ["Privacy"]
    await hall.begin()
    await hall.beer(hall.alice, "scatter")
    await hall.says(hall.alice, "table note", note="keep Barnaby")
    shown = (await hall.alice.slash(hall.pub, "my data show")).response
    assert "You as **alice**" in shown.content and "- 1 note" in shown.content
    assert "- 1 table that you sit or sat at" in shown.content
    result = await hall.alice.click(shown, label="Export")
    assert result.ephemeral
    typed = await hall.alice.slash(hall.pub, "my data export")
    for answer in (result.response, typed.response):
        [file] = answer.attachments
        data = json.loads(await file.read())
        assert data["user_id"] == str(hall.alice.id)
        assert data["notes"][0]["note"] == "keep Barnaby" and data["players"][0]["name"] == "alice"
        assert data["log"] and {row["table_id"] for row in data["log"]} == {1}
        assert str(hall.bob.id) not in json.dumps(data)
    table = await hall.table()
    assert table.secret.hex() not in json.dumps(data)
    assert [row["name"] for row in data["seats"]] == ["alice"], "and nobody else's word"
    assert not hall.env.errors


async def test_deletion_asks_back_and_is_whole_within_the_command(hall: Hall) -> None:
    """Games that are on are given up, seats of lobbies are free; after a restart, too."""
    await hall.begin()
    room = hall.guild.create_text_channel("room")
    await hall.bob.slash(room, "brawlhalla new", opponent=hall.alice, here=True)
    await hall.alice.slash(room, "table join")
    await hall.says(hall.alice, "table note", note="secret plan")
    await hall.quiet()
    asked = (await hall.alice.slash(hall.pub, "my data delete")).response
    assert "**You resign** at **Beer Brawl** · table 1" in asked.content
    assert "You leave a table that waits for the game to begin." in asked.content
    kept = (await hall.alice.click(asked, label="No")).response
    assert kept.content == "Nothing was deleted."
    assert (await hall.table()).status == "playing"
    asked = (await hall.alice.slash(hall.pub, "my data delete")).response
    await hall.restart()
    done = (await hall.alice.click(asked, label="Delete everything about me")).response
    assert done.content.startswith("Done: your id and names are out of everything")
    await hall.quiet()
    held = str(await everything(hall.bot.store))
    assert str(hall.alice.id) not in held and "alice" not in held and "secret plan" not in held
    table = await hall.table()
    assert table.status == "over" and table.outcome is not None and table.outcome.winners == (1,)
    assert [one.name for one in (await hall.table(2)).players] == ["bob"]
    assert await hall.bot.referee.verify(1)
    assert "Former player 1" in await hall.says(hall.bob, "table show", table=1)
    assert "Nothing is kept about you" in await hall.says(hall.alice, "my data show")
    again = (await hall.alice.slash(hall.pub, "my data delete")).response
    done = (await hall.alice.click(again, label="Delete everything about me")).response
    assert done.content.startswith("Done"), "nothing is left to be deleted, and that is fine"
    assert not hall.env.errors


async def test_a_table_that_rests_or_cannot_be_read_stops_no_deletion(hall: Hall) -> None:
    """Nobody can resign where a table rests, so it is closed; a damaged one loses the id alone."""
    await hall.begin()
    await hall.bot.referee.pause(1, "player", hall.bob.id)
    room = hall.guild.create_text_channel("room")
    await hall.alice.slash(room, "beer-brawl new", opponent=hall.bob, here=True)
    async with hall.bot.store.writing() as connection:
        await connection.execute(text("UPDATE tables SET variant = 'rubbish' WHERE id = 2"))
    hall.bot.referee.forget()
    asked = (await hall.alice.slash(hall.pub, "my data delete")).response
    done = (await hall.alice.click(asked, label="Delete everything about me")).response
    assert done.content.startswith("Done")
    await hall.quiet()
    assert (await hall.table()).status == "abandoned"
    assert str(hall.alice.id) not in str(await everything(hall.bot.store))
    assert not hall.env.errors


async def test_the_others_of_a_larger_game_play_on(hall: Hall) -> None:
    """Whoever is forgotten is waited for no more, and nobody can sit down as them."""
    await hall.alice.slash(hall.pub, "brawlhalla new", opponent=hall.bob, here=True)
    await hall.bob.slash(hall.pub, "table join")
    await hall.carol.slash(hall.pub, "table join")
    await hall.alice.slash(hall.pub, "table start")
    await forged(hall, hall.alice, "u:deleted")
    await hall.quiet()
    table = await hall.table()
    assert table.status == "playing" and table.host_id == hall.bob.id
    assert table.play is not None and table.play.state.resigned == [0]
    assert [one.name for one in table.players] == ["Former player 1", "bob", "carol"]
    assert str(hall.alice.id) not in str(await everything(hall.bot.store))
    assert "only watch" in await hall.says(hall.alice, "table play")
    for _ in range(3):
        table = await hall.table()
        member = next(one for one in (hall.bob, hall.carol) if table.questions(one.id))
        question = table.questions(member.id)[0]
        option = table.offer(question.seat)[0]
        await hall.bot.referee.act(1, member.id, question.seat, question.number, [option])
    await hall.resigns(hall.bob)
    await hall.quiet()
    assert (await hall.table()).status == "over" and await hall.bot.referee.verify(1)


async def test_the_privacy_text_is_one_click_from_help(hall: Hall) -> None:
    """It fits a message, names every command, and says for how long games are kept."""
    helped = (await hall.carol.slash(hall.pub, "help")).response
    read = (await hall.carol.click(helped, label="Privacy")).response
    assert read.content == (await hall.carol.slash(hall.pub, "my data privacy")).response.content
    assert "a year after their end" in read.content and "30 days" in read.content
    for command in ("show", "export", "delete"):
        assert f"`/my data {command}`" in read.content
    mine = (await hall.carol.click(read, label="What is kept about me")).response
    assert mine.content == "Nothing is kept about you." and mine.flags.ephemeral
    assert "40 days after their end" in privacy(40).content
    assert "until you ask" in privacy(0).content
    assert len(PRIVACY) < 1900 and "{games}" not in privacy(365).content


async def test_nobody_deletes_anything_of_others(hall: Hall) -> None:
    """A button that anybody can press is about whoever presses it; an unknown one does nothing."""
    await hall.begin()
    result = await forged(hall, hall.carol, "u:deleted")
    assert result.ephemeral and result.response.content.startswith("Done")
    table = await hall.table()
    assert table.status == "playing" and len(table.people) == 2
    assert table.player_of(hall.alice.id) == 0
    await hall.beer(hall.alice, "scatter")
    assert (await hall.table()).logged > table.logged
    assert not hall.env.errors
