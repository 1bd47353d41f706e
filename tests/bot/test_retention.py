"""Nothing is kept for longer than was said: finished games, servers that the bot has left."""

from datetime import timedelta

from sqlalchemy import select

from bot.referee import Referee
from bot.retention import Retention
from bot.store import Store
from bot.store.schema import log, players, proofs, results, seats, settings, tables
from bot.table import Person
from tests.bot.hall import Hall
from tests.bot.toy import Time, games

pytest_plugins = ["tests.bot.databases"]

ANN, BOB, EVE = Person(11, "Ann"), Person(12, "Bob"), Person(13, "Eve")


async def over(referee: Referee, channel: int, guild: int, host: Person = ANN) -> int:
    """A game against Bob that is over at once."""
    opened = await referee.open("toy", {}, channel_id=channel, guild_id=guild, host=host)
    await referee.join(opened.id, BOB)
    await referee.start(opened.id, host.id)
    await referee.resign(opened.id, host.id)
    await referee.store.set_setting(f"table:{opened.id}", "speed", "slow")
    return opened.id


async def ids(store: Store) -> list[int]:
    """The tables that are kept."""
    async with store.reading() as connection:
        return list((await connection.execute(select(tables.c.id).order_by(tables.c.id))).scalars())


async def test_finished_games_are_kept_for_a_year(store: Store, time: Time) -> None:
    """Then all of them goes, and with it the people who sat nowhere else; what is on stays."""
    referee = Referee(store, now=time, games=games)
    keeper = Retention(referee, 365)
    old = await over(referee, 5, 1)
    lasting = await referee.open("toy", {}, channel_id=6, guild_id=1, host=EVE)
    time.pass_(days=200)
    young = await over(referee, 7, 1, EVE)
    assert (await keeper.sweep()).tables == []
    time.pass_(days=164)
    assert (await keeper.sweep()).tables == [], "364 days"
    await store.set_setting("table:999", "order", [1])
    time.pass_(days=2)
    assert (await keeper.sweep()).tables == [old]
    assert await ids(store) == [lasting.id, young]
    async with store.reading() as connection:
        for rows in (log, proofs, results, seats):
            left = (await connection.execute(select(rows.c.table_id))).scalars()
            assert old not in list(left), rows.name
        known = (await connection.execute(select(players.c.user_id))).scalars()
        assert sorted(known) == [BOB.id, EVE.id], "Ann sat nowhere else"
        scopes = (await connection.execute(select(settings.c.scope))).scalars()
        assert list(scopes) == [f"table:{young}"], "what was set at tables that are gone is, too"
    assert (await keeper.sweep()).tables == []


async def test_games_can_be_kept_for_ever(store: Store, time: Time) -> None:
    """Where whoever runs the bot has said so."""
    referee = Referee(store, now=time, games=games)
    number = await over(referee, 5, 1)
    time.pass_(days=5000)
    assert (await Retention(referee, 0).sweep()).tables == []
    assert await ids(store) == [number]


async def test_a_server_that_was_left_is_forgotten_after_thirty_days(
    store: Store, time: Time
) -> None:
    """All its tables and what was set there; other servers stay, and so does one that is back."""
    referee = Referee(store, now=time, games=games)
    keeper = Retention(referee, 365)
    left, stays, back = (
        await over(referee, 5, 1),
        await over(referee, 6, 2),
        await over(referee, 7, 3),
    )
    running = await referee.open("toy", {}, channel_id=8, guild_id=1, host=ANN)
    await store.set_setting("guild:1", "games", ["brawl"])
    await store.set_setting("guild:4", "greeted", True)
    here = {2, 3, 4}
    await keeper.connected(lambda guild_id: guild_id in here)
    time.pass_(days=10)
    here = {2}
    other = Retention(Referee(store, now=time, games=games), 365)
    await other.connected(lambda guild_id: guild_id in here)
    time.pass_(days=19, hours=23)
    assert (await keeper.sweep()).servers == [], "Server 1 has an hour left"
    await keeper.back(3)
    time.pass_(hours=2)
    gone = await keeper.sweep()
    assert (gone.tables, gone.servers) == ([left, running.id], [1])
    assert await ids(store) == [stays, back]
    assert await store.setting("guild:1", "games") is None
    assert await store.setting("guild:1", "left") is None
    time.pass_(days=10)
    gone = await other.sweep()
    assert (gone.tables, gone.servers) == ([], [4]), "a server in which nobody ever played"
    assert await ids(store) == [stays, back]
    time.pass_(days=30)
    await keeper.connected(lambda guild_id: None)
    assert (await keeper.sweep()).servers == [], "another process knows of the rest"


async def test_the_bot_notes_where_it_is_sent_away_from(hall: Hall) -> None:
    """And that it is back; an outage is no leaving."""
    await hall.begin()
    store, guild = hall.bot.store, hall.bot.get_guild(hall.guild.id)
    assert guild is not None
    await hall.bot.on_guild_unavailable(guild)
    assert await store.setting(f"guild:{guild.id}", "left") is None
    await hall.bot.on_guild_remove(guild)
    since = await store.setting(f"guild:{guild.id}", "left")
    assert since is not None
    await hall.bot.on_guild_remove(guild)
    assert await store.setting(f"guild:{guild.id}", "left") == since
    await hall.bot.on_guild_join(guild)
    assert await store.setting(f"guild:{guild.id}", "left") is None
    await hall.bot.on_guild_remove(guild)
    await hall.restart()
    await hall.bot.on_ready()
    assert await store_of(hall).setting(f"guild:{guild.id}", "left") is None
    await hall.bot.on_guild_remove(guild)
    at = hall.bot.referee.now()
    hall.bot.referee.now = lambda: at + timedelta(days=31)
    assert (await hall.bot.retention.sweep()).tables == [1]


def store_of(hall: Hall) -> Store:
    """The store of the bot that runs now."""
    return hall.bot.store
