"""From an idea to a game: who may do what, and what the lobby says."""

from typing import Any

import discord
import pytest

from rules import registry
from rules.engine.verify import UNREADABLE, verify
from tests.bot.hall import Hall, labels

pytestmark = pytest.mark.slow  # many tables are opened


async def test_the_lobby_says_what_is_played(hall: Hall) -> None:
    """Options in words, the players, the promise of fair luck, an invitation that pings."""
    await hall.beer(hall.alice, "new", opponent=hall.bob, terrain=True, tokens=2, pace=86_400)
    said = hall.post.content
    assert "terrain (2 each)" in said
    assert "1 day per turn" in said
    assert f"fingerprint `{(await hall.table()).commitment[:8]}…`" in said
    assert f"<@{hall.bob.id}>: you are invited" in said
    assert [user.id for user in hall.post.mentions] == [hall.alice.id, hall.bob.id]
    assert pinged(hall) == [hall.bob.id]
    assert labels(hall.post) == ["Join", "Leave", "Start", "Add computer", "Rules"]


def pinged(hall: Hall) -> list[int]:
    """Whom the latest message that was sent to the channel may ping."""
    path = f"/channels/{hall.pub.id}/messages"
    sent = [r for r in hall.env.http_requests if r.method == "POST" and r.path.endswith(path)]
    assert sent
    return [int(user) for user in sent[-1].json["allowed_mentions"].get("users", [])]


async def test_a_seat_is_kept_for_the_invited(hall: Hall) -> None:
    """Somebody else is told that it is not free."""
    await hall.beer(hall.alice, "new", opponent=hall.bob)
    result = await hall.carol.click(hall.post, label="Join")
    assert "kept for those who were invited" in result.response.content
    await hall.bob.click(hall.post, label="Leave")
    lobby = hall.post
    await hall.carol.click(lobby, label="Join")
    assert f"<@{hall.carol.id}>" in hall.posts[0].content
    assert (
        f"✅ <@{hall.alice.id}>: every seat is taken. You can press *Start*." in hall.post.content
    )
    assert pinged(hall) == [hall.alice.id] and labels(hall.post) == ["Start"]
    result = await hall.bob.click(lobby, label="Join")
    assert "Every seat is taken" in result.response.content


async def test_private_answers_lose_what_served_before_the_game(hall: Hall) -> None:
    """Nothing that does nothing any more looks as if it did; what one presses on becomes the panel."""
    opened = await hall.alice.slash(hall.pub, "beer-brawl new", here=True)
    joined = await hall.bob.click(hall.post, label="Join")
    assert labels(opened.response) == ["My own word", "Begin when full"]
    assert labels(joined.response) == ["My own word"]
    await hall.alice.click(hall.post, label="Start")
    for answer in (opened, joined):
        assert "fingerprint" in answer.response.content and labels(answer.response) == []


async def test_one_post_follows_the_lobby(hall: Hall) -> None:
    """Joining and leaving edit the post; it loses its buttons when the game begins."""
    await hall.beer(hall.alice, "new")
    [lobby] = hall.posts
    await hall.says(hall.bob, "table join")
    await hall.says(hall.bob, "table leave")
    assert [post.id for post in hall.posts] == [lobby.id]
    assert f"<@{hall.bob.id}>" not in hall.post.content
    await hall.says(hall.bob, "table join")
    await hall.says(hall.alice, "table start")
    assert labels(hall.posts[0]) == []
    assert labels(hall.posts[1]) == ["Play", "My hand", "Rules", "Table"]


async def test_a_computer_can_be_added_and_sent_away(hall: Hall) -> None:
    """By button and by command, by the host alone."""
    await hall.beer(hall.alice, "new")
    result = await hall.bob.click(hall.post, label="Add computer")
    assert "Only the host" in result.response.content
    await hall.alice.click(hall.post, label="Add computer")
    assert "Computer (normal)" in hall.post.content
    await hall.alice.click(hall.post, label="Remove computer")
    assert "Computer" not in hall.post.content.replace("computer", "")
    await hall.says(hall.alice, "table settings", computer="hard")
    assert "Computer (hard)" in hall.post.content
    await hall.says(hall.alice, "table settings", computer="none", pace=3600)
    table = await hall.table()
    assert len(table.players) == 1
    [lobby] = hall.posts
    assert "1 hour per turn" in lobby.content, "the one post says it"


async def test_host_player_spectator_moderator(hall: Hall) -> None:
    """Each may do what fits them, and a refusal says why."""
    mods = hall.guild.create_role("Mods", permissions=discord.Permissions(manage_guild=True))
    mod = hall.guild.add_member(hall.env.create_user("mona"), roles=[mods])
    await hall.begin()
    assert "do not sit" in await hall.says(hall.carol, "table resign")
    assert "do not sit" in await hall.says(hall.carol, "table draw")
    assert "do not sit" in await hall.says(hall.carol, "table undo")
    assert "Others are playing" in await hall.says(hall.alice, "table abandon")
    assert "do not sit" in await hall.says(hall.carol, "table abandon")
    assert "Close the table" not in labels(await menu(hall, hall.alice)), "she may not"
    assert "Close the table" in labels(await menu(hall, mod))
    assert "Only the host" in await hall.says(hall.bob, "table settings", pace=86_400)
    assert "only give more time" in await hall.says(hall.alice, "table settings", pace=600)
    assert "10 minutes" in await hall.says(mod, "table settings", pace=600)
    assert "The draft is on" in await hall.says(hall.carol, "table show")
    assert "tiles are rolled" in await hall.says(hall.carol, "table log")
    asked = (await mod.slash(hall.pub, "table close")).response
    assert "ends for everybody" in asked.content and (await hall.table()).status == "playing"
    assert "is closed" in (await mod.click(asked, label="Yes")).response.content
    assert f"<@{mod.id}> closed the table." in hall.post.content
    assert "closed without a result" in hall.post.content
    assert (await hall.table()).status == "abandoned"
    [message] = hall.dms(hall.alice)
    assert "closed without a result" in message.content
    assert labels(message) == [], "there is nothing left to press"
    assert "Waiting" not in await hall.says(hall.alice, "table show", table=1)


async def menu(hall: Hall, member: Any, *path: str) -> Any:
    """Somebody opens the table's menu and goes through it."""
    shown = (await member.click(hall.post, label="Table")).response
    for label in path:
        shown = (await member.click(shown, label=label)).response
    return shown


async def test_the_table_menu_does_what_the_commands_do(hall: Hall) -> None:
    """Draw, decline, log and resign by buttons."""
    await hall.begin()
    offered = await menu(hall, hall.alice, "Offer a draw")
    assert "Take the offer back" in labels(offered) and "No draw" not in labels(offered)
    assert "(Blue) offers a draw." in hall.post.content
    await menu(hall, hall.bob, "No draw")
    assert "(Orange) plays on" in hall.post.content
    told = await menu(hall, hall.bob, "Log")
    assert "offers a draw" in told.content
    for shown in (told, await menu(hall, hall.bob)):  # neither is a dead end
        assert labels(shown)[0] == "Play on"
        assert "Reroll" in labels((await hall.bob.click(shown, label="Play on")).response)
    await menu(hall, hall.bob, "Resign")
    assert (await hall.table()).outcome is None, "giving up asks once more"
    await menu(hall, hall.bob, "Resign", "Yes")
    assert "(Blue) wins" in hall.post.content
    assert "Resign" not in labels(await menu(hall, hall.alice))


async def test_a_long_log_comes_as_a_file_too(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The latest lines can be read at once, the others in the file; the proof when it is over."""
    monkeypatch.setattr("bot.ui.table_words.HISTORY", 1)
    await hall.begin()
    await hall.says(hall.alice, "table draw")
    await hall.says(hall.alice, "table draw", decline=True)
    result = await hall.bob.slash(hall.pub, "table log")
    assert "2 earlier lines are in log.txt" in result.response.content
    [whole] = result.response.attachments
    assert whole.filename == "log.txt"
    assert (await whole.read()).decode().splitlines()[:2] == [
        "All tiles are rolled: each side places its adventurers, in secret.",
        "Player 1 (Blue) offers a draw.",
    ]
    await hall.resigns(hall.alice)
    over = (await hall.bob.slash(hall.pub, "table log", table=1)).response
    assert [file.filename for file in over.attachments] == ["log.txt", "game.json", "check.html"]


async def test_the_log_of_a_finished_game_outlives_its_rules(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its words and its proof were kept; the proof says which release can replay it."""
    await hall.begin()
    await hall.resigns(hall.alice)
    game = type((await hall.table()).game)
    before = (await hall.bob.slash(hall.pub, "table log", table=1)).response
    monkeypatch.setattr(game, "rules_version", "1000")
    after = (await hall.bob.slash(hall.pub, "table log", table=1)).response
    assert "(Blue) resigns." in after.content
    assert after.content == before.content
    kept, now = before.attachments[0], after.attachments[0]
    assert (await now.read()) == (await kept.read())
    said: list[str] = []
    assert verify(await now.read(), say=said.append) == UNREADABLE
    assert "here it is 1000" in said[0]
    assert "can replay it" in said[0]


async def test_both_agree_to_a_draw(hall: Hall) -> None:
    """By commands."""
    await hall.begin()
    assert "You offer a draw" in await hall.says(hall.alice, "table draw")
    assert "is a draw" in await hall.says(hall.bob, "table draw")
    assert "A draw: both sides agreed." in hall.post.content


async def test_the_host_closes_a_lobby(hall: Hall) -> None:
    """And the channel is free again."""
    await hall.beer(hall.alice, "new")
    await menu_of_lobby(hall)
    await hall.beer(hall.bob, "new")
    assert (await hall.table(2)).host_id == hall.bob.id


async def menu_of_lobby(hall: Hall) -> None:
    """The host abandons the table."""
    assert "closed" in await hall.says(hall.alice, "table abandon")
    assert labels(hall.posts[0]) == []


async def test_any_game_can_be_opened(hall: Hall) -> None:
    """The lobby is the same for every game."""
    said = await hall.says(
        hall.alice, "table new", game="beer brawl", computer="easy", options="terrain=yes tokens=3"
    )
    assert "Table 1 is open" in said
    assert "terrain (3 each)" in hall.post.content
    await hall.says(hall.alice, "table abandon")
    for options, why in (
        ("terrain", "write options like"),
        ("terrain=", "write options like"),
        ("terrain=maybe", "`terrain` takes yes or no"),
        ("tokens=9", "`tokens` takes a number from 1 to 3"),
        ("draft=blind", "`draft` takes counted or timed"),
        (f"{'beer' * 1000}=yes", "There are: draft, seconds, rerolls, adventurers,"),
    ):
        said = await hall.says(hall.alice, "table new", game="Beer Brawl", options=options)
        assert why in said, options
    assert await hall.bot.referee.find(hall.pub.id) is None


async def test_the_options_of_any_game_are_completed(hall: Hall) -> None:
    """Name and value, one after the other, what was typed before kept; nothing without a game."""

    async def completed(typed: str, **more: str) -> list[str]:
        choices = await hall.alice.autocomplete(hall.pub, "table new", "options", typed, **more)
        return [choice["value"] for choice in choices]

    assert await completed("") == []
    assert await completed("mode", game="Bro Brawl") == ["mode=co-op", "mode=competitive"]
    assert await completed("mode=co-op w", game="Bro Brawl") == [
        f"mode=co-op wave={number}" for number in range(1, 5)
    ]
    for key in registry.KEYS:
        offered = await completed("", game=registry.get(key).title)
        assert offered
        assert all(word.isprintable() and len(word) <= 100 for word in offered)


async def test_my_tables(hall: Hall) -> None:
    """Where somebody sits, and where it is their turn."""
    assert "no table" in await hall.says(hall.alice, "my tables")
    await hall.begin()
    said = await hall.says(hall.alice, "my tables")
    assert f"<#{hall.pub.id}>" in said
    assert "your turn" in said
    assert "Reminders are off" in await hall.says(hall.alice, "my reach", reminders=False)


async def test_a_computer_s_strength_is_said_and_can_be_chosen(hall: Hall) -> None:
    """The button gives the middle one and says so; one press makes it another, for the host."""
    await hall.beer(hall.alice, "new")
    added = (await hall.alice.click(hall.post, label="Add computer")).response
    assert "strength *normal*" in added.content and "the middle one" in added.content
    assert labels(added) == ["Easy", "Hard"]
    hard = (await hall.alice.click(added, label="Hard")).response
    assert "strength *hard*" in hard.content
    assert labels(hard) == ["Easy", "Normal"]
    table = await hall.table()
    assert [(one.level, one.name) for one in table.players[1:]] == [("hard", "Computer (hard)")]
    assert "Computer (hard)" in hall.post.content
    await hall.alice.click(hall.post, label="Start")
    late = await hall.alice.click(hard, label="Easy")
    assert "plays on as it began" in late.response.content


async def test_giving_up_by_command_asks_back(hall: Hall) -> None:
    """Until somebody is sure, the game goes on."""
    await hall.begin()
    asked = (await hall.alice.slash(hall.pub, "table resign")).response
    assert asked.content.startswith("Resign at **Beer Brawl** · table 1?\nYou lose")
    assert labels(asked) == ["Yes", "No"]
    kept = (await hall.alice.click(asked, label="No")).response
    assert "in play" in kept.content and "Resign" in labels(kept), "back at the table"
    assert (await hall.table()).status == "playing"
    asked = (await hall.alice.click(kept, label="Resign")).response
    await hall.alice.click(asked, label="Yes")
    assert (await hall.table()).status == "over"


async def test_ways_out_say_what_they_do_before_they_are_pressed(hall: Hall) -> None:
    """A line under the name of each button, which the question whether one is sure repeats."""
    await hall.begin()
    shown = await menu(hall, hall.alice)
    resign = f"you lose, and <@{hall.bob.id}> wins at once."
    leave = "a computer plays on in your place. You may come back until somebody takes your seat."
    lines = [f"-# **Resign** · {resign}", f"-# **Leave** · {leave}"]
    assert shown.content.splitlines()[-2:] == lines
    assert [
        label for label in labels(shown) if label in ("Resign", "Leave", "Close the table")
    ] == [
        "Resign",
        "Leave",
    ]
    assert (await menu(hall, hall.alice, "Resign")).content.endswith(f"\nY{resign[1:]}")
    assert (await menu(hall, hall.alice, "Leave")).content.endswith(f"\nA{leave[1:]}")
    assert "**Resign**" not in await hall.says(hall.carol, "table show")


async def test_a_way_out_of_a_game_that_one_plays_alone(hall: Hall) -> None:
    """Nobody wins by it; closing the table counts nothing."""
    await hall.says(hall.alice, "bro-brawl new")
    await hall.says(hall.alice, "table start")
    said = (await hall.says(hall.alice, "table show")).splitlines()
    assert said[-2:] == [
        "-# **Resign** · the game ends at once, and is lost.",
        "-# **Close the table** · the game ends without a result, and cannot be taken up again.",
    ]


async def test_whoever_is_out_of_a_game_of_several_has_no_way_out_any_more(hall: Hall) -> None:
    """They are told before that the others play on."""
    await hall.says(hall.alice, "brawlhalla new")
    for member in (hall.bob, hall.carol):
        await hall.says(member, "table join")
    await hall.says(hall.alice, "table start")
    asked = await menu(hall, hall.bob, "Resign")
    assert asked.content.endswith("You are out for good; the others play on without you.")
    kept = (await hall.bob.click(asked, label="Yes")).response
    assert (await hall.table()).status == "playing"
    assert "Resign" not in labels(kept) and "Leave" not in labels(kept)


async def test_the_whole_fingerprint_is_in_the_table(hall: Hall) -> None:
    """A post shows how it begins."""
    await hall.begin()
    whole = (await hall.table()).commitment
    assert whole in await hall.says(hall.carol, "table show")
    assert all(whole not in post.content for post in hall.posts)


async def test_the_log_is_had_where_the_game_was_played(hall: Hall) -> None:
    """Also after its end, as the posts say, and without its number."""
    await hall.begin()
    await hall.bot.referee.resign(1, hall.bob.id)
    await hall.quiet()
    assert "(Orange) resigns." in await hall.says(hall.alice, "table log")
    assert "Beer Brawl" in await hall.says(hall.alice, "table show")
    assert "There is no table" in await hall.says(hall.alice, "table play")


async def test_whoever_opens_a_table_is_told_what_comes_next(hall: Hall) -> None:
    """Alone, with others or with a computer: who has to press what."""
    said = await hall.says(hall.alice, "bro-brawl new", here=True)
    assert "▶️ Press *Start* to play alone; others can press *Join* before that." in said
    assert f"Players (1 so far; 1 to 4 can play): <@{hall.alice.id}> (host)" in hall.post.content
    assert "Time: no limit" in hall.post.content
    await hall.says(hall.alice, "table close")
    said = await hall.says(hall.alice, "beer-brawl new", here=True)
    assert "Others press *Join*, or you press *Add computer*; then you press *Start*." in said
    assert "Players (1 of 2)" in hall.post.content
    await hall.says(hall.alice, "table close")
    said = await hall.says(hall.alice, "beer-brawl new", here=True, computer="easy")
    assert "▶️ Press *Start* when you are ready." in said


async def test_after_a_game_rules_are_those_of_the_game_that_was(hall: Hall) -> None:
    """Where it was played nobody is asked which game; what is hidden no more is not offered."""
    await hall.begin()
    await hall.resigns(hall.alice)
    await hall.quiet()
    assert "Beer Brawl" in await hall.says(hall.bob, "rules")
    assert labels(hall.post) == ["Rematch", "Log", "Rules", "Table"]
