"""Luck that nobody owns: the fingerprint is told first, then everybody may add a word."""

import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from bot.client import RefereeBot
from bot.local.server import LocalDiscord
from bot.store.schema import seats, tables
from bot.table import lobby, words
from rules.engine import fairness
from rules.engine.fairness import PAGE
from rules.engine.verify import MATCHES, TAMPERED, verify
from tests.bot.hall import Hall, fix_luck, labels, open_hall
from tests.bot.sockets import answered
from tests.local.player import Player

pytestmark = pytest.mark.slow  # many tables are opened
OWN = "Otter Lane 7"


@pytest.fixture
async def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hall]:
    """A hall in which words are made as they are for players, each another."""
    numbers = itertools.count()
    monkeypatch.setattr("bot.referee.lobbies.secrets.randbelow", lambda stop: next(numbers) % stop)
    async with open_hall(tmp_path) as opened:
        yield opened


async def word_of(hall: Hall, member: Any) -> str | None:
    """Somebody's word as it is on disk."""
    table = await hall.table()
    player = table.player_of(member.id)
    assert player is not None
    return table.players[player].word


async def gives(hall: Hall, member: Any, shown: Any, word: str) -> Any:
    """Somebody presses *My own word* under a private answer, and sends the form in."""
    form = await member.click(shown, label="My own word")
    assert form.modal is not None, form.response and form.response.content
    return (await member.submit_modal(form, {"word": word})).response


async def the_file(hall: Hall, member: Any) -> bytes:
    """The file of the game that is over, as somebody gets it."""
    log = (await member.slash(hall.pub, "table log", table=1)).response
    files = {file.filename: await file.read() for file in log.attachments}
    assert files["check.html"] == PAGE.read_bytes()
    data: bytes = files["game.json"]
    return data


def judged(data: bytes, *told: Any, **more: Any) -> tuple[int, list[str]]:
    """What the command says to a file."""
    said: list[str] = []
    return verify(data, *told, say=said.append, **more), said


# -- what one is told


async def test_whoever_sits_down_is_told_the_fingerprint_and_a_word(hall: Hall) -> None:
    """In their own answer, before any word is asked for; no click more than before."""
    opened = (await hall.alice.slash(hall.pub, "beer-brawl new", here=True)).response
    table = await hall.table()
    assert table.commitment == fairness.commitment(table.secret)
    joined = (await hall.bob.click(hall.post, label="Join")).response
    for member, answer in ((hall.alice, opened), (hall.bob, joined)):
        assert answer.ephemeral
        assert f"`{table.commitment}`" in answer.content
        assert f"your word **{await word_of(hall, member)}** (made for you)" in answer.content
        assert "My own word" in labels(answer)
    assert await word_of(hall, hall.alice) != await word_of(hall, hall.bob)
    await hall.says(hall.alice, "table start")
    assert (await hall.table()).status == "playing"


async def test_the_goal_comes_first_and_the_luck_is_the_last_line(hall: Hall) -> None:
    """Goal, seat, what to press; what luck is about is told by the form, with the fingerprint.

    Whoever joins under the lobby's post reads the goal there.
    """
    opened = (await hall.alice.slash(hall.pub, "beer-brawl new", here=True)).response
    joined = (await hall.bob.click(hall.post, label="Join")).response
    for answer, seat, button in ((opened, 1, "*Start*"), (joined, 2, "*Play*")):
        *goal, place, then, luck = answer.content.splitlines()
        assert len(goal) == (answer is opened)
        assert all(line.startswith("🎯 **Beer Brawl** · ") and len(line) > 60 for line in goal)
        assert f"seat {seat} of 2" in place and button in then
        assert luck.startswith("-# 🎲 Luck: your word **")
    form = (await hall.bob.click(joined, label="My own word")).modal
    assert "binds the referee" in str(form) and (await hall.table()).commitment in str(form)


async def test_who_tries_a_game_reads_its_goal_before_anything_about_luck(hall: Hall) -> None:
    """Where the table is, and the luck, stand in small lines at the end."""
    await hall.alice.slash(hall.pub, "help")
    tried = await hall.alice.click(hall.private(hall.alice)[-1], label="Try Beer Brawl")
    [panel] = [m for m in hall.private(hall.alice) if "table 1" in m.content]
    assert tried.ephemeral
    lines = panel.content.splitlines()
    assert lines[1].startswith("🎯 You are Blue.")
    assert lines[-2].startswith("-# Your table is <#") and lines[-1].startswith("-# 🎲 Your word ")
    assert "🎲" not in "".join(lines[:-1])


@pytest.mark.slow
@pytest.mark.parametrize("title", ["BRAWL", "Bro Brawl", "Brawl Mart", "Brawlhalla"])
async def test_the_first_panel_of_any_game_says_what_it_is_about(
    hall: Hall, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the referee has answered before, because there was nothing to choose."""
    fix_luck(monkeypatch, 37)  # so it is in Bro Brawl then
    await hall.alice.slash(hall.pub, "help")
    await hall.alice.click(hall.private(hall.alice)[-1], label=f"Try {title}")
    [panel] = [m for m in hall.private(hall.alice) if "table 1" in m.content]
    assert "\n🎯 " in panel.content


async def test_a_word_of_one_s_own_is_in_the_file_and_nobody_sees_it_before(hall: Hall) -> None:
    """It can be changed until the game begins; the answer to it repeats the fingerprint."""
    opened = (await hall.alice.slash(hall.pub, "beer-brawl new", here=True)).response
    await gives(hall, hall.alice, opened, "first idea")
    answer = await gives(hall, hall.alice, opened, f"  {OWN.replace(' ', '   ')} ")
    promised = (await hall.table()).commitment
    assert answer.ephemeral
    assert f"`{promised}`" in answer.content
    assert f"your word **{OWN}** (your own)" in answer.content
    assert await word_of(hall, hall.alice) == OWN
    joined = (await hall.bob.click(hall.post, label="Join")).response
    await hall.says(hall.alice, "table start")
    late = await hall.alice.click(answer, label="My own word")
    assert late.modal is None and "The game has begun" in late.response.content
    for member in (hall.bob, hall.carol):
        shown = await hall.says(member, "table show")
        seen = [shown, *(m.content for m in (*hall.posts, *hall.private(member)))]
        assert not any(OWN in one for one in seen)
    assert f"**{OWN}**" in await hall.says(hall.alice, "table show")
    made = await word_of(hall, hall.bob)
    assert OWN not in joined.content and str(made) in joined.content
    await hall.resigns(hall.alice)
    await hall.quiet()
    data = await the_file(hall, hall.carol)
    told = [f"player:0={OWN}", str(made)]
    named = hall.post.content.partition("digest `")[2].partition("`")[0]
    assert len(named) == 32
    assert "every player's word" in hall.post.content
    code, said = judged(data, promised, named=named, words=told)
    assert (code, said[-1]) == (MATCHES, "all matches")
    assert sum(line.startswith("ok") for line in said) == 15
    assert judged(data, promised, words=["first idea"])[0] == TAMPERED


async def test_at_the_end_everybody_is_told_the_fingerprint_again_and_their_own_word(
    hall: Hall,
) -> None:
    """In full, in their own answer, with the files; the last post leads there."""
    opened = (await hall.alice.slash(hall.pub, "beer-brawl new", here=True)).response
    told = opened.content.partition("fingerprint `")[2][:64]
    await gives(hall, hall.alice, opened, OWN)
    await hall.bob.click(hall.post, label="Join")
    await hall.says(hall.alice, "table start")
    await hall.resigns(hall.bob)
    await hall.quiet()
    assert f"fingerprint `{told[:8]}" in hall.post.content
    menu = (await hall.alice.click(hall.post, label="Table")).response
    log = (await hall.alice.click(menu, label="Log")).response
    assert log.ephemeral
    assert {file.filename for file in log.attachments} == {"game.json", "check.html"}
    assert f"fingerprint `{told}`" in log.content
    assert f"Your word in it: **{OWN}**" in log.content
    for member, word in ((hall.bob, await word_of(hall, hall.bob)), (hall.carol, None)):
        said = await hall.says(member, "table log", table=1)
        assert f"fingerprint `{told}`" in said and OWN not in said
        assert (f"Your word in it: **{word}**" in said) == (word is not None)


async def test_the_command_opens_the_same_form(hall: Hall) -> None:
    """For whoever sits there; the form shows what the word is mixed with."""
    await hall.beer(hall.alice, "new")
    form = await hall.alice.slash(hall.pub, "table word")
    assert (await hall.table()).commitment in str(form.modal)
    answer = (await hall.alice.submit_modal(form, {"word": OWN})).response
    assert f"**{OWN}**" in answer.content
    stranger = await hall.bob.slash(hall.pub, "table word")
    assert stranger.modal is None and "press *Join* first" in stranger.response.content
    again = await hall.alice.slash(hall.pub, "table word")
    for typed in ("\u200b", "a\u202eb"):
        refused = (await hall.alice.submit_modal(again, {"word": typed})).response
        assert "cannot be seen" in refused.content
        again = await hall.alice.slash(hall.pub, "table word")
    assert await word_of(hall, hall.alice) == OWN


async def test_a_form_may_be_sent_in_after_a_restart(hall: Hall) -> None:
    """And what is typed does nothing in the answer."""
    opened = (await hall.alice.slash(hall.pub, "bro-brawl new", here=True)).response
    form = await hall.alice.click(opened, label="My own word")
    await hall.restart()
    answer = (await hall.alice.submit_modal(form, {"word": "**<@1>** `x`"})).response
    assert await word_of(hall, hall.alice) == "**<@1>** `x`"
    assert "<@1>" not in answer.content and "`x`" not in answer.content


async def test_where_a_game_begins_at_once_the_made_word_is_said(hall: Hall) -> None:
    """Try and rematch; a computer has the empty word, and its place for an id."""
    await hall.beer(hall.alice, "new", computer="easy")
    await hall.says(hall.alice, "table start")
    assert (await hall.table()).words == [await word_of(hall, hall.alice), ""]
    await hall.bot.referee.resign(1, hall.alice.id)
    await hall.quiet()
    again = await hall.alice.click(hall.post, label="Rematch")
    table = await hall.table(2)
    assert table.status == "playing" and table.words is not None
    shown = [one.content for one in (again.response, *again.followups) if one is not None]
    word = next(one.word for one in table.people)
    assert any(f"Your word **{word}**, fingerprint" in one for one in shown)
    assert table.commitment[:8] in str(shown)


async def test_over_real_sockets_the_form_comes_and_goes(
    local: LocalDiscord, bot: RefereeBot
) -> None:
    """Where Discord checks every part of it."""
    async with Player.join(local.url, "Juno") as juno:
        await juno.go("beer-brawl")
        said = await answered(juno, await juno.command("beer-brawl new", computer="easy"))
        form = await juno.click(said, "My own word")
        assert form.modal is not None
        done = await answered(juno, await juno.submit(form, word=OWN))
        assert f"your word **{OWN}** (your own)" in done.text
        assert (await bot.referee.look(1)).words == [OWN, ""]


# -- who could choose


@pytest.mark.parametrize("computer", [False, True])
async def test_an_operator_who_takes_another_secret_after_the_word_is_found_out(
    hall: Hall, computer: bool
) -> None:
    """Alone or against a computer, though post, *Table* and file all say the new fingerprint."""
    options = {"computer": "easy"} if computer else {}
    game = "beer-brawl" if computer else "bro-brawl"
    opened = (await hall.alice.slash(hall.pub, f"{game} new", here=True, **options)).response
    answer = await gives(hall, hall.alice, opened, OWN)
    told = answer.content.partition("fingerprint `")[2][:64]
    chosen = bytes(range(32))
    async with hall.bot.store.writing() as connection:
        forged = fairness.commitment(chosen)
        await connection.execute(update(tables).values(secret=chosen, commitment=forged))
    hall.bot.referee.forget()
    await hall.says(hall.alice, "table settings", pace=3600)  # which edits the lobby's post
    await hall.quiet()
    assert forged[:8] in str([post.content for post in hall.posts])
    await hall.says(hall.alice, "table start")
    await hall.bot.referee.resign(1, hall.alice.id)
    data = await the_file(hall, hall.alice)
    assert judged(data, words=[OWN])[0] == MATCHES, "the file alone looks well"
    code, said = judged(data, told, words=[OWN])
    assert code == TAMPERED
    assert [line.split()[1] for line in said if line.startswith("NO")] == ["published"]


async def test_an_operator_who_takes_another_word_is_found_out(hall: Hall) -> None:
    """By whoever remembers theirs."""
    opened = (await hall.alice.slash(hall.pub, "bro-brawl new", here=True)).response
    await gives(hall, hall.alice, opened, OWN)
    async with hall.bot.store.writing() as connection:
        await connection.execute(update(seats).values(word="kinder word"))
    hall.bot.referee.forget()
    await hall.says(hall.alice, "table start")
    await hall.bot.referee.resign(1, hall.alice.id)
    data = await the_file(hall, hall.alice)
    assert judged(data)[0] == MATCHES
    assert judged(data, words=[OWN])[0] == TAMPERED


# -- tables that are older than words


async def test_a_game_that_began_without_words_goes_on_and_can_be_proven(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its row says so by having none; the seed is the old one for the whole table."""
    await hall.beer(hall.alice, "new", computer="easy")
    async with hall.bot.store.writing() as connection:
        await connection.execute(update(seats).values(word=None))
    hall.bot.referee.forget()
    with monkeypatch.context() as before:
        before.setattr(lobby, "with_words", lambda players, made: tuple(players))
        await hall.says(hall.alice, "table start")
    table = await hall.table()
    assert table.words is None
    assert table.seed == fairness.seed(table.secret, table.ids)
    await hall.bot.referee.resign(1, hall.alice.id)
    assert await hall.bot.referee.verify(1)
    code, said = judged(await the_file(hall, hall.alice), table.commitment)
    assert code == MATCHES
    assert "    words       none: this game began before there were any" in said


async def test_a_lobby_that_is_older_than_words_begins_with_some(hall: Hall) -> None:
    """Nobody's click is lost, and who wants to can still give one."""
    opened = (await hall.alice.slash(hall.pub, "beer-brawl new", here=True)).response
    async with hall.bot.store.writing() as connection:
        await connection.execute(update(seats).values(word=None))
    hall.bot.referee.forget()
    await hall.bob.click(hall.post, label="Join")
    await gives(hall, hall.alice, opened, OWN)
    async with hall.bot.store.writing() as connection:
        await connection.execute(update(seats).where(seats.c.player == 1).values(word=None))
    hall.bot.referee.forget()
    await hall.says(hall.alice, "table start")
    table = await hall.table()
    assert table.words is not None and table.words[0] == OWN and table.words[1]


def test_words_that_are_made_can_be_written_down() -> None:
    """No two of a list are the same."""
    assert words.made(lambda n: 0) == "amber-otter-10"
    assert words.made(lambda n: n - 1) == "young-yak-99"
    for listed in (words.FIRST, words.SECOND):
        assert len(set(listed)) == len(listed) == 24
