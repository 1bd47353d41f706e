"""Two people play BRAWL through the real machinery, in turns and in real time."""

import asyncio
import random
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeGuard

import discord
import pytest

from bot.errors import NotSeated
from bot.program import main
from bot.realtime.computer import USUAL
from bot.realtime.presses import RealTimePresses
from bot.table import moves
from bot.ui.keys import key
from bot.ui.panels import panel
from rules.brawl.content.cards import CLEAR, DODGE, FREEZE, NONE, PRESS, REVERSE
from rules.brawl.content.deck import load_directory
from rules.brawl.state import Base, BrawlState, BrawlVariant, Discard, Flip, Pause, Ready
from rules.engine.inputs import Answer
from rules.engine.page import page
from rules.engine.state import Option, Question
from tests.bot.hall import (
    Hall,
    InProcess,
    buttons,
    choose,
    chosen_from,
    components,
    labels,
    open_hall,
    selects,
)
from tests.bot.test_verbs import seated

pytestmark = pytest.mark.slow  # whole games, by every command and button

DECKS = {
    "rosso.txt": "name: Rosso\n30 red Hit\n2 Base\n3 Freeze\n",
    "azzurro.txt": "name: Azzurro\nabout: All blue.\n30 blue Hit\n2 Base\n3 Freeze\n",
}
NO_ACT = ("Pause", "Look", "Rule")  # how the labels of other buttons begin


@pytest.fixture(autouse=True)
def plain_decks(tmp_path: Path) -> Iterator[Path]:
    """Two printed decks of nearly one kind of card each, so that every shuffle is alike."""
    folder, empty = tmp_path / "decks", tmp_path / "no decks"
    folder.mkdir()
    empty.mkdir()
    for name, text in DECKS.items():
        (folder / name).write_text(text, "utf-8")
    load_directory(folder)
    yield folder
    load_directory(empty)


async def begin(hall: Hall, **options: Any) -> None:
    """Alice fights as Rosso, Bob as Azzurro; both have yet to say ready."""
    decks = {"deck": "Rosso", "other_deck": "azzurro"}
    await hall.alice.slash(
        hall.pub, "brawl new", here=True, opponent=hall.bob, **{**decks, **options}
    )
    await hall.bob.slash(hall.pub, "table join")
    await hall.alice.slash(hall.pub, "table start")


async def both_hold(hall: Hall) -> tuple[Any, Any]:
    """A bout is on and both hold a Hit of their colour: the panels of Alice and Bob."""
    await begin(hall, pace="tournament")
    panels = []
    for member in (hall.alice, hall.bob):
        panel = await hall.panel(member)
        panels.append((await member.click(panel, label="Ready")).response)
    held = []
    for member, panel in zip((hall.alice, hall.bob), panels, strict=True):
        fresh = (await member.click(panel, label="Look")).response
        held.append((await member.click(fresh, label="Turn over a card")).response)
    return held[0], held[1]


async def brawl(hall: Hall, member: Any, command: str, **arguments: Any) -> str:
    """Somebody uses a command of BRAWL; what they are told, and nobody else."""
    return await hall.says(member, f"brawl {command}", **arguments)


async def shorten(hall: Hall, cards: int) -> None:
    """Let each have only so many cards left, the Freezes among them."""
    state: BrawlState = (await hall.table()).play.state  # type: ignore[union-attr]
    for fighter in state.fighters:
        fighter.deck = [FREEZE] * 3 + fighter.deck[3:cards]
    await hall.put(state)


def verbs(options: Sequence[Option]) -> set[str]:
    """The verbs of some options."""
    return {type(option).__name__.lower() for option in options}


# -- in turns


async def test_training_by_commands_alone(hall: Hall) -> None:
    """Every act is a command, and the last one ends the game."""
    await begin(hall)
    assert "The coin says that" in hall.post.content
    await shorten(hall, 6)
    table = await hall.table()
    rng = random.Random(1)
    while table.outcome is None:
        seat = table.waits[0].seat
        member, offered = (hall.alice, hall.bob)[seat], table.offer(seat)
        places = await member.autocomplete(hall.pub, "brawl play", "place", "")
        if places:
            place = rng.choice(places)["value"]
            await brawl(hall, member, "play", place=place)
        else:
            verb = next(v for v in ("flip", "discard", "done") if verbs(offered) & {v})
            await brawl(hall, member, verb)
        table = await hall.table()
    assert table.game.text.outcome(table.view(None), table.outcome) in hall.post.content
    assert "Play" not in labels(hall.post)


async def test_training_by_buttons_alone(painted_hall: Hall) -> None:
    """Decks and every card by the panel behind Play; each turn has its post and board."""
    hall = painted_hall
    await hall.alice.slash(hall.pub, "brawl new", here=True, opponent=hall.bob)
    await hall.bob.click(hall.post, label="Join")
    await hall.alice.click(hall.post, label="Start")
    for member, deck in ((hall.alice, "Rosso"), (hall.bob, "Azzurro")):
        assert hall.post.attachments[0].description.startswith("The players choose their decks.")
        await choose(member, await hall.panel(member), f"pick~{deck.lower()}")
    await shorten(hall, 5)
    table = await hall.table()
    while table.outcome is None:
        member = (hall.alice, hall.bob)[table.waits[0].seat]
        panel = await hall.panel(member)
        places = [label for label in labels(panel) if "→" in label]
        await member.click(panel, label=(places or labels(panel))[0])
        table = await hall.table()
    assert "Play" not in labels(hall.post)
    assert [a.filename for a in hall.post.attachments] == ["board.png"]
    assert not hall.env.errors


async def test_a_discarded_card_is_played_instead_of_a_new_one(hall: Hall) -> None:
    """In training the top of the discard pile is played instead of turning a card over."""
    await begin(hall)
    seat = (await hall.table()).waits[0].seat
    first, second = (hall.alice, hall.bob) if seat == 0 else (hall.bob, hall.alice)
    for member in (first, second):
        assert "discards the" in await brawl(hall, member, "discard")
    offered = await first.autocomplete(hall.pub, "brawl from-discard", "place", "base a")
    assert len(offered) == 2
    told = await brawl(hall, first, "from-discard", place=offered[0]["value"])
    assert "from the discard pile" in told


async def test_places_of_one_card_are_not_named_several_at_once(hall: Hall) -> None:
    """With an empty deck there is only the discard pile or done, one of which is chosen."""
    await begin(hall)
    table = await hall.table()
    seat = table.waits[0].seat
    assert table.play is not None
    fighter = table.play.state.fighters[seat]
    fighter.deck, fighter.held, fighter.discard = [], NONE, [0, 0]
    await hall.put(table.play.state)
    panel = await hall.panel((hall.alice, hall.bob)[seat])
    assert labels(panel)[0].startswith("Replay red Hit → A, ")
    assert labels(panel)[4] == "Done"
    kinds = {part["type"] for row in panel.components for part in row["components"]}
    assert kinds == {discord.ComponentType.button.value}, "no list in which several are picked"


async def test_who_plays_on_alone_has_the_time_of_a_turn_for_each_card(hall: Hall) -> None:
    """Where the other is passed over, being late once costs one card, not all that are left."""
    await begin(hall, turn_time=3600)
    table = await hall.table()
    asked, hour = table.waits[0], timedelta(hours=1)
    seat = asked.seat
    assert table.play is not None
    table.play.state.fighters[1 - seat].deck = []  # with no card at all the other is done
    await hall.put(table.play.state)
    table = await hall.table()
    due = table.due(seat)
    assert due is not None
    late = moves.time_up(table, due, seat, asked.number).after
    assert late.play is not None
    fighter = late.play.state.fighters[seat]
    assert (fighter.held, len(fighter.discard), len(fighter.deck)) == (NONE, 1, 33)
    assert late.due(seat) == due + hour
    holder, early = table.holder(seat).user_id, due - hour / 2
    acts = [(Discard(), early + hour), (Flip(), early + hour)]
    for number, (option, until) in enumerate(acts):
        asked_now = asked.number + number
        moved = moves.answer(table, early, holder, seat, asked_now, [option], None)
        table = moved.after
        assert table.due(seat) == until, "turning a card over is no turn of its own"


# -- in real time


async def test_a_bout_by_buttons_alone(hall: Hall) -> None:
    """Two panels that stay, every press answered in them, one board post that is edited."""
    panels = list(await both_hold(hall))
    posts = len(hall.posts)
    members = (hall.alice, hall.bob)
    rng = random.Random(3)
    for _ in range(16):
        at = rng.randrange(2)
        acts = [label for label in labels(panels[at]) if not label.startswith(NO_ACT)]
        result = await members[at].click(panels[at], label=rng.choice(acts))
        assert not result.deferred
        assert result.response.id == panels[at].id
        panels[at] = result.response
    assert len(hall.posts) == posts
    table = await hall.table()
    assert table.in_real_time
    await shorten(hall, 4)
    while table.outcome is None:
        for at in (0, 1):
            panels[at] = (await members[at].click(panels[at], label="Look")).response
            acts = [label for label in labels(panels[at]) if not label.startswith(NO_ACT)]
            places = [label for label in acts if any(one in label for one in ("Base", "end", "→"))]
            if acts:
                chosen = (places or acts)[0]
                panels[at] = (await members[at].click(panels[at], label=chosen)).response
            table = await hall.table()
            if table.outcome is not None:
                break
    assert len(hall.posts) == posts + 1
    assert "Play" not in labels(hall.post)
    assert not hall.env.errors


async def test_a_press_on_a_panel_that_was_taken_away_is_answered_in_a_new_one(hall: Hall) -> None:
    """The act is taken, and the new panel is the one that stays, however often it is pressed."""
    red, _ = await both_hold(hall)
    hall.env.inject_error("POST", "/interactions/*/callback", status=404, code=10008, times=1)
    pressed = await hall.alice.click(red, label="Base A, your side")
    there = pressed.response
    assert there.id != red.id and pressed.ephemeral
    assert "went wrong" not in there.content and "Base A, your side" not in labels(there)
    again = await hall.alice.click(there, label="Look")
    await hall.quiet()
    assert again.response.id == there.id
    assert there.id in [one.id for one in hall.private(hall.alice)]
    assert not hall.env.errors


async def test_a_bout_begins_though_the_panel_of_who_was_last_was_taken_away(hall: Hall) -> None:
    """*Ready* is taken; where it leads is shown in a new panel."""
    await begin(hall, pace="tournament")
    for member in (hall.alice, hall.bob):
        panel = await hall.panel(member)
        if member is hall.bob:
            path = "/interactions/*/callback"
            hall.env.inject_error("POST", path, status=404, code=10008, times=2)
        pressed = await member.click(panel, label="Ready")
    assert pressed.response.id != panel.id
    assert "Turn over a card" in labels(pressed.response)
    assert not hall.env.errors


@pytest.mark.rule("BR8")
async def test_a_bout_begins_for_both_at_the_same_moment(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three, two, one in both panels; then both have the first card to turn over, unasked."""
    await begin(hall, pace="tournament")
    shown: list[tuple[int, str]] = []
    edit = discord.Interaction.edit_original_response

    async def noted(interaction: Any, **more: Any) -> Any:
        shown.append((interaction.user.id, more["content"]))
        return await edit(interaction, **more)

    monkeypatch.setattr(discord.Interaction, "edit_original_response", noted)

    async def late(presses: Any, taking: Any) -> bool:
        await asyncio.wait({taking})
        return False

    monkeypatch.setattr(RealTimePresses, "in_time", late)  # to count takes longer than a press can
    first = await hall.alice.click(hall.post, label="Play")
    await hall.alice.click(first.response, label="Ready")
    second = await hall.bob.click(hall.post, label="Play")
    shown.clear()
    posts = len(hall.posts)
    last = await hall.bob.click(second.response, label="Ready")
    await hall.quiet()
    assert len(hall.posts) == posts, "a new post would push the panels out of sight"
    assert "Go!" in hall.post.content
    for member in (hall.alice, hall.bob):
        mine = [content for user, content in shown if user == member.id]
        counted = [content for content in mine if "\n# " in content]
        assert [content.split("# ")[1][0] for content in counted] == ["3", "2", "1"]
    assert "Turn over a card" in labels(first.response), "pushed, without a press"
    assert "Turn over a card" in labels(last.response)
    assert not last.followups and "went wrong" not in last.response.content


@pytest.mark.rule("BR8")
async def test_a_start_can_be_called_off_while_it_is_counted(hall: Hall) -> None:
    """*Pause* works then, too; whoever was last says ready again."""
    await begin(hall, pace="tournament")
    first = await hall.alice.click(hall.post, label="Play")
    waits = (await hall.alice.click(first.response, label="Ready")).response
    table = await hall.table()
    hall.bot.answers.starts.beat = 60
    counting = asyncio.create_task(hall.bot.answers.starts.before(table, 1, [Ready()]))
    for _ in range(1000):  # turns of the loop until the edit has come through
        await asyncio.sleep(0)
    assert labels(first.response) == ["Pause"]
    again = await hall.bot.answers.starts.before(table, 1, [Ready()])
    assert again == "The bout is about to begin."
    told = (await hall.alice.click(waits, label="Pause")).response
    assert "The start was called off" in told.content
    assert await counting == "The start was called off: press *Ready* again."
    assert [q.seat for q in (await hall.table()).waits] == [1]
    hall.bot.answers.starts.beat = 0
    on = (await hall.bob.click(await hall.panel(hall.bob), label="Ready")).response
    assert "Turn over a card" in labels(on)


async def test_a_pause_and_its_end_are_pushed_and_an_act_is_not(hall: Hall) -> None:
    """What one may do changes by itself only where the bout stops or goes on."""
    red, _ = await both_hold(hall)
    opened = await hall.bob.click(hall.post, label="Play")
    before = opened.response.content
    red = (await hall.alice.click(red, label="Base A, your side")).response
    await hall.quiet()
    assert opened.response.content == before, "nothing moves under a quick thumb"
    await hall.alice.click(red, label="Pause")
    await hall.quiet()
    assert labels(opened.response) == ["Ready", "Look", "Rules"]


async def test_whoever_says_ready_knows_what_follows(hall: Hall) -> None:
    """How it begins, how long an act may take, and where the board is."""
    await begin(hall, pace="tournament", seconds=20)
    panel = await hall.panel(hall.alice)
    assert "counts 3, 2, 1; then both play at the same moment" in panel.content
    assert "An act may take 20 seconds" in panel.content
    assert f"The board: <#{hall.pub.id}>" in panel.content
    assert "Time: in real time" in await hall.says(hall.bob, "table show")


async def test_what_turns_a_card_over_does_nothing_else_in_its_place(hall: Hall) -> None:
    """The last row is the same from card to card: what cannot be done now is grey, not gone."""
    red, _ = await both_hold(hall)
    holding = list(components(red))[-5:]
    empty = (await hall.alice.click(red, label="Discard")).response
    row = list(components(empty))[-5:]
    assert [child["label"] for child in row] == [child["label"] for child in holding]
    assert [child["label"] for child in row][:2] == ["Turn over a card", "Discard"]
    assert [bool(child["disabled"]) for child in holding[:2]] == [True, False]
    assert [bool(child["disabled"]) for child in row[:2]] == [False, True]


async def test_a_panel_says_by_itself_that_time_was_up(hall: Hall) -> None:
    """What the referee did, and how long the next act may take, counted down."""
    await both_hold(hall)
    opened = await hall.alice.click(hall.post, label="Play")
    await hall.bot.referee.elapsed(1, "seat0")
    await hall.quiet()
    pushed = opened.response.content
    assert "(Rosso) ran out of time; the referee moves on. Rosso discards the red Hit." in pushed
    due = (await hall.table()).clocks["game:seat0"].at
    assert f"The referee acts for you <t:{int(due.timestamp())}:R>." in pushed


async def test_the_last_card_is_marked_in_real_time(hall: Hall) -> None:
    """In the hand, and as a warning."""
    await both_hold(hall)
    play = (await hall.table()).play
    assert play is not None
    play.state.fighters[0].deck = []
    await hall.put(play.state)
    panel = await hall.panel(hall.alice)
    assert "red Hit** (your last card)" in panel.content.replace("🔴 ", "")
    assert "❗ You hold the last card of the deck." in panel.content


async def test_a_bout_by_commands_alone(hall: Hall) -> None:
    """The same acts by commands, whoever comes first."""
    await begin(hall, pace="tournament")
    assert "Both say ready" in await brawl(hall, hall.alice, "flip")
    for member in (hall.alice, hall.bob):
        await brawl(hall, member, "ready")
    told = await brawl(hall, hall.alice, "flip")
    assert "Rosso turns over a red Hit." in told
    told = await brawl(hall, hall.alice, "play", place="a, your side")
    assert "Rosso lays a red Hit on Base A, Rosso’s side." in told
    await brawl(hall, hall.alice, "flip")
    await brawl(hall, hall.alice, "discard")
    told = await brawl(hall, hall.alice, "from-discard", place="Base B, Azzurro’s side")
    assert "from the discard pile" in told
    assert "Rosso calls a pause." in await brawl(hall, hall.alice, "pause")
    assert "paused" in await brawl(hall, hall.bob, "flip")


async def test_a_press_that_came_too_late_is_told_what_changed(hall: Hall) -> None:
    """Acts count in the order in which they come; the card stays in hand."""
    red, blue = await both_hold(hall)
    await hall.alice.click(red, label="Base A, your side")
    late = (await hall.bob.click(blue, label="Base A, Rosso’s side")).response
    assert "needs blue below it; a red Hit lies there" in late.content
    assert "BR11" in late.content
    assert list(buttons(late))[-1] == ("Rule BR11", "r:BR11")
    rule = (await hall.bob.click(late, label="Rule BR11")).response
    assert page("brawl").rules["BR11"].text in rule.content
    assert "> Rosso lays a red Hit on Base A, Rosso’s side." in late.content
    assert "You hold a blue Hit" in late.content
    table = await hall.table()
    assert table.play is not None
    assert table.play.state.row[0].sides == [[0], []]
    panel = (await hall.alice.click(red, label="Look")).response
    for label in ("Turn over a card", "Discard") * 2:
        panel = (await hall.alice.click(panel, label=label)).response
    taken = (await hall.bob.click(late, label="Base A, your side")).response
    assert "⚠️" not in taken.content, "what another does makes no button stale"
    assert await hall.bot.referee.verify(1)


async def test_the_clock_acts_for_who_is_late(hall: Hall) -> None:
    """A panel that time has overtaken says so and shows what to do now."""
    red, _ = await both_hold(hall)
    await hall.bot.referee.elapsed(1, "seat0")
    told = (await hall.alice.click(red, label="Base A, your side")).response
    assert told.content.startswith(
        "⌛ Your time was up before this press: the referee acted for you."
    )
    assert "Rosso discards the red Hit." in told.content and "answered" not in told.content
    panel = (await hall.alice.click(told, label="Turn over a card")).response
    ids = [custom_id.split(":")[3] for _, custom_id in buttons(panel) if custom_id[0] == "b"]
    places = [f"~0~{base}~{side}" for base in (0, 1) for side in (0, 1)]
    assert [i for i in ids if i.startswith("play")] == [f"play{place}" for place in places]
    ids += [option["value"] for select in selects(panel) for option in select["options"]]
    assert [i for i in ids if i.startswith("from")] == [f"fromdiscard{place}" for place in places]
    assert [len(row["components"]) for row in panel.components] == [1, 1, 4, 5]


async def test_a_late_press_is_told_the_latest_since_one_s_own_act(hall: Hall) -> None:
    """What was known already is not told again, and of much news only the end."""
    red, blue = await both_hold(hall)
    red = (await hall.alice.click(red, label="Base A, your side")).response
    for label in ("Turn over a card", "Discard") * 2:
        red = (await hall.alice.click(red, label=label)).response
    late = (await hall.bob.click(blue, label="Base A, Rosso’s side")).response
    assert [line.split()[:3] for line in told_in(late)] == [
        [">", "Rosso", "discards"],
        [">", "Rosso", "turns"],
        [">", "Rosso", "discards"],
    ]
    blue = (await hall.bob.click(late, label="Base B, your side")).response
    blue = (await hall.bob.click(blue, label="Turn over a card")).response
    red = (await hall.alice.click(red, label="Look")).response
    await hall.alice.click(red, label="Replay → A, Azzurro’s side")
    late = (await hall.bob.click(blue, label="Base A, your side")).response
    assert told_in(late) == [
        "> Rosso lays a red Hit from the discard pile on Base A, Azzurro’s side."
    ]


def told_in(panel: Any) -> list[str]:
    """What a panel tells of others."""
    return [line for line in panel.content.splitlines() if line.startswith("> ")]


async def test_a_press_after_the_end_is_told_how_it_ended(hall: Hall) -> None:
    """Only what comes next can be pressed; what happened and the result stand below the reason."""
    _, blue = await both_hold(hall)
    await hall.bot.live_panels.close()  # as with panels that are too old to be kept up to date
    await hall.bot.referee.resign(1, hall.alice.id)
    late = (await hall.bob.click(blue, label="Base A, your side")).response
    alice = f"<@{hall.alice.id}> (Rosso)"
    assert late.content.startswith(f"⚠️ The game at table 1 is over.\n> {alice} resigns.")
    assert "🏆 **You win: the other resigned.**" in late.content
    assert labels(late) == ["Rematch", "Log", "Rules"]


async def test_a_late_press_is_answered_though_the_log_cannot_be_replayed(hall: Hall) -> None:
    """A game may have been begun under other rules: the true reason is told, without the news."""
    await both_hold(hall)
    await hall.bot.live_panels.close()  # as with panels that are too old to be kept up to date
    table = await hall.table()
    assert table.play is not None
    state: BrawlState = table.play.state
    state.row[1].frozen = True
    state.fighters[0].held = FREEZE
    await hall.put(state)
    red, blue = await hall.panel(hall.alice), await hall.panel(hall.bob)
    await hall.alice.click(red, label="Base A")
    late = (await hall.bob.click(blue, label="Base A, your side")).response
    assert late.content.startswith("⚠️ The game at table 1 is over.")
    assert told_in(late) == [] and "every Base is frozen" in late.content


async def test_what_has_no_button_in_real_time_is_chosen_from_a_list(hall: Hall) -> None:
    """A Press has the most places: on both sides and in the middle of three Bases."""
    await both_hold(hall)
    table = await hall.table()
    assert table.play is not None
    state: BrawlState = table.play.state
    full = [Base(n, n % 2, [[0, DODGE], [0, DODGE]], [REVERSE]) for n in range(3)]
    state.row, state.bases = full, 3
    state.fighters[0].held, state.fighters[0].discard = PRESS, [PRESS]
    await hall.put(state)
    panel = await hall.panel(hall.alice)
    assert [len(row["components"]) for row in panel.components] == [1, 5, 5]
    assert labels(panel)[:4] == [
        *("Base A, your side", "Base A, Azzurro’s side"),
        *("Base B, your side", "Base B, Azzurro’s side"),
    ]
    (listed,) = selects(panel)
    assert len(chosen_from(panel)) == 9 + 9 + 4 and listed["placeholder"] == "13 more places …"
    last = listed["options"][-1]
    assert last["label"] == "Replay → C, middle"
    told = (await hall.alice.select(panel, [last["value"]])).response
    after = await hall.table()
    assert after.play is not None and after.play.state.fighters[0].discard == []
    assert "♻️ your discard pile: empty" in told.content


def test_no_panel_of_a_bout_is_a_wall() -> None:
    """At most six to choose from; every place is a button, or listed where there are more."""
    lists = 0
    for seed in range(4):
        rng = random.Random(seed)
        table = seated("brawl", BrawlVariant(pace="tournament"), 2, seed)
        while table.outcome is None and table.play is not None:
            asked: Question = rng.choice(table.play.state.open)
            options = [o for o in table.offer(asked.seat) if not isinstance(o, Pause)]
            if table.in_real_time:
                shown = [one.item for one in panel(table, asked.seat + 1).items]
                pressed = [str(one.custom_id).split(":")[3] for one in shown if _acts(one)]
                listed = [one for one in shown if isinstance(one, discord.ui.Select)]
                values = [option.value for select in listed for option in select.options]
                assert len(pressed) <= 6 and len(listed) <= 1
                assert sorted([*pressed, *values]) == sorted(map(key, options))
                lists += len(listed)
            if options:
                table.play.do(Answer(asked.seat, asked.number, rng.choice(options)))
    assert lists


def _acts(item: Any) -> TypeGuard[discord.ui.Button[Any]]:
    """Whether an item is a button that does something with a card."""
    button = isinstance(item, discord.ui.Button) and not item.disabled
    return button and not item.label.startswith(NO_ACT)


async def test_the_speed_of_the_computer_is_kept_with_its_table(hall: Hall) -> None:
    """As it was chosen when the table was opened; another table has the usual one."""
    await hall.alice.slash(
        hall.pub, "brawl new", here=True, computer="easy", pace="tournament", speed=4.0
    )
    assert await hall.bot.real_time_computer.speed(1) == 4.0
    assert await hall.bot.real_time_computer.speed(2) == USUAL


async def test_a_pause_is_called_and_ended(hall: Hall) -> None:
    """Either calls it; both must be ready; a press on its way is told of it."""
    red, blue = await both_hold(hall)
    await hall.bot.live_panels.close()  # as with panels that are too old to be kept up to date
    paused = (await hall.alice.click(red, label="Pause")).response
    assert "The bout is paused" in paused.content
    told = (await hall.bob.click(blue, label="Discard")).response
    assert "goes on when both are ready" in told.content
    assert "> Rosso calls a pause." in told.content
    waits = (await hall.bob.click(told, label="Ready")).response
    assert "the other is not yet" in waits.content
    assert labels(waits) == ["Look", "Rules"]
    on = (await hall.alice.click(paused, label="Ready")).response
    assert "Base A, your side" in labels(on)


@pytest.mark.rule("BR8")
async def test_a_pause_is_called_from_a_panel_that_the_clock_has_overtaken(hall: Hall) -> None:
    """The thumb was on the button already; only acts on cards are told that they came too late."""
    red, _ = await both_hold(hall)
    await hall.bot.referee.elapsed(1, "seat0")
    paused = (await hall.alice.click(red, label="Pause")).response
    assert "The bout is paused" in paused.content and "⚠️" not in paused.content


@pytest.mark.rule("BR8")
async def test_who_is_done_can_still_call_a_pause(hall: Hall) -> None:
    """By the panel, with no other button in the way; the table waits for the other alone."""
    await both_hold(hall)
    play = (await hall.table()).play
    assert play is not None
    state: BrawlState = play.state
    state.fighters[0].deck = []
    await hall.put(state)
    panel = await hall.panel(hall.alice)
    panel = (await hall.alice.click(panel, label="Base A, your side")).response
    assert "You can still call a pause." in panel.content
    assert labels(panel) == ["Pause", "Look", "Rules"]
    assert [question.seat for question in (await hall.table()).waits] == [1]
    paused = (await hall.alice.click(panel, label="Pause")).response
    assert labels(paused) == ["Ready", "Look", "Rules"]


async def test_a_pause_that_is_delivered_twice_is_called_once(hall: Hall) -> None:
    """It means the same at any question, so the rules would take it again when play goes on."""
    await both_hold(hall)
    [asked] = (await hall.table()).questions(hall.alice.id)
    act = hall.bot.referee.act
    call = (hall.alice.id, asked.seat, asked.number, [Pause()])
    assert not (await act(1, *call, request="p")).repeated
    for member in (hall.alice, hall.bob):
        await hall.says(member, "brawl ready")
    assert (await act(1, *call, request="p")).repeated
    assert "Ready" not in labels(await hall.panel(hall.alice)), "nobody has paused again"
    assert not (await act(1, *call, request="another")).repeated
    assert "Ready" in labels(await hall.panel(hall.alice))


async def test_the_board_follows_with_one_edit(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many acts came meanwhile: one edit after a moment, and it shows the latest."""
    red, blue = await both_hold(hall)
    poster, edited = hall.bot.poster, []
    edit = poster.public_posts._edit

    async def counted(*args: Any, **kwargs: Any) -> bool:
        edited.append(args)
        return await edit(*args, **kwargs)

    monkeypatch.setattr(poster.public_posts, "_edit", counted)
    monkeypatch.setattr(poster.public_posts, "pause", 60)
    monkeypatch.setattr("bot.posting.public_posts.PULSE", 60)
    panel = (await hall.alice.click(red, label="Discard")).response
    await hall.bob.click(blue, label="Base B, your side")
    panel = (await hall.alice.click(panel, label="Turn over a card")).response
    await hall.alice.click(panel, label="Base A, your side")
    await hall.quiet()
    assert not edited, "Discord rations edits"
    assert "Azzurro lays" not in hall.post.content
    assert (await hall.bot.store.pending(1)).outbox == [], "it is remembered"
    now = hall.bot.referee.now
    monkeypatch.setattr(hall.bot.referee, "now", lambda: now() + timedelta(seconds=60))
    poster.look_at(1)
    await hall.quiet()
    assert len(edited) == 1
    assert hall.post.content.index("Azzurro lays") < hall.post.content.index("Rosso lays")


async def test_a_slow_answer_is_acknowledged_first(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the referee needs long, the press is not lost."""
    red, _ = await both_hold(hall)
    deferred = []
    defer = discord.InteractionResponse.defer

    async def noted(response: Any, **more: Any) -> Any:
        deferred.append(more)
        return await defer(response, **more)

    async def never(presses: RealTimePresses, taking: Any) -> bool:
        return False

    monkeypatch.setattr(discord.InteractionResponse, "defer", noted)
    taken = (await hall.alice.click(red, label="Base A, your side")).response
    assert deferred == []
    monkeypatch.setattr(RealTimePresses, "in_time", never)
    turned = (await hall.alice.click(taken, label="Turn over a card")).response
    assert deferred == [{}]
    assert "You hold a red Hit" in turned.content
    await hall.restart()
    again = (await hall.alice.click(turned, label="Base A, your side")).response
    assert "**Base A**: you 2 on 🔴 red Hit" in again.content, "panels outlive a restart"


# -- refusals


async def test_refusals_are_private_and_say_why(hall: Hall) -> None:
    """Wrong places, wrong times and wrong people."""
    assert "no table in this channel" in await brawl(hall, hall.alice, "flip")
    await begin(hall)
    seat = (await hall.table()).waits[0].seat
    first, second = (hall.alice, hall.bob) if seat == 0 else (hall.bob, hall.alice)
    assert "It is not your turn" in await brawl(hall, second, "flip")
    assert "discard pile is empty" in await brawl(hall, first, "from-discard", place="Base A")
    for member in (first, second):
        await brawl(hall, member, "discard")
    assert "You hold no card" in await brawl(hall, first, "play", place="Base A, your side")
    assert "only with an empty deck" in await brawl(hall, first, "done")
    assert "tournament" in await brawl(hall, first, "pause")
    await brawl(hall, first, "flip")
    posts = len(hall.posts)
    for place in ("the moon @everyone", "base", ","):
        assert "is no place" in await brawl(hall, first, "play", place=place)
    assert "not in its middle" in await brawl(hall, first, "play", place="Base A")
    assert "Only a Base goes to an end" in await brawl(hall, first, "play", place="left end")
    assert "no such Base" in await brawl(hall, first, "play", place="Base C, your side")
    assert "do not sit" in await brawl(hall, hall.carol, "flip")
    assert "Lay or discard" in await brawl(hall, first, "flip")
    assert len(hall.posts) == posts


async def test_places_are_named_as_posts_name_them_and_also_when_they_are_gone(hall: Hall) -> None:
    """One's own side by the fighter's name; a Base that was cleared away meanwhile is told so."""
    await begin(hall, pace="tournament")
    assert "Both say ready" in await brawl(hall, hall.alice, "flip")
    assert "Both say ready" in await brawl(hall, hall.alice, "play", place="Base A, your side")
    for member in (hall.alice, hall.bob):
        await brawl(hall, member, "ready")
    await brawl(hall, hall.alice, "flip")
    told = await brawl(hall, hall.alice, "play", place="base a, Rosso's side")
    assert "Rosso lays a red Hit on Base A, Rosso’s side." in told
    table = await hall.table()
    assert table.play is not None
    state: BrawlState = table.play.state
    state.fighters[0].deck, state.fighters[0].held = [], PRESS
    await hall.put(state)
    for place in ("Base B", "b, middle"):
        assert "on a Reverse alone" in await brawl(hall, hall.alice, "play", place=place)
    state.fighters[0].held = 0
    state.row.pop()
    await hall.put(state)
    told = await brawl(hall, hall.alice, "play", place="Base B, your side")
    assert "has been cleared away" in told
    await brawl(hall, hall.alice, "discard")
    told = await brawl(hall, hall.alice, "play", place="Base A, your side")
    assert "You hold no card to lay." in told, "and there is none to turn over"


async def test_nobody_acts_for_another(hall: Hall) -> None:
    """The button of a panel names its seat, and the referee asks who presses."""
    await both_hold(hall)
    table = await hall.table()
    for member, words in ((hall.carol, "do not sit"), (hall.bob, "for alice to answer")):
        number = table.questions(hall.alice.id)[0].number
        with pytest.raises(NotSeated, match=words):
            await hall.bot.referee.act(1, member.id, 0, number, [Discard()])


async def test_a_deck_is_shown_as_a_picture(tmp_path: Path, same_luck: None) -> None:
    """With all its cards, and the same in words; anybody may look."""
    async with open_hall(tmp_path, InProcess()) as hall:
        result = await hall.carol.slash(hall.pub, "brawl decks", deck="azzurro")
        assert result.ephemeral
        assert "All blue." in result.response.content
        [picture] = result.response.attachments
        assert picture.description == "Azzurro: 30 blue Hits, 3 Freezes, 2 Bases."
        assert (await picture.read()).startswith(b"\x89PNG")


async def test_decks_are_named_and_chosen(hall: Hall) -> None:
    """By their names, with the printed ones among them; one that is taken is refused."""
    listed = (await brawl(hall, hall.alice, "decks")).splitlines()
    assert "**Azzurro**: All blue." in listed and "**Rosso**" in listed
    assert any(line.startswith("**Hale**: For beginners") for line in listed)
    completed = await hall.alice.autocomplete(hall.pub, "brawl decks", "deck", "OSS")
    assert [choice["value"] for choice in completed] == ["Rosso"]
    assert "no deck called “Nobody”" in await brawl(hall, hall.alice, "decks", deck="Nobody")
    told = await brawl(hall, hall.alice, "new", deck="Rosso", other_deck="rosso")
    assert "may not use the same deck" in told
    await hall.alice.slash(hall.pub, "brawl new", here=True, opponent=hall.bob, deck="Rosso")
    await hall.bob.slash(hall.pub, "table join")
    await hall.alice.slash(hall.pub, "table start")
    offered = await hall.bob.autocomplete(hall.pub, "brawl choose", "deck", "o")
    assert "Rosso" not in [choice["value"] for choice in offered]
    assert "has that deck already" in await brawl(hall, hall.bob, "choose", deck="Rosso")
    assert "no deck" in await brawl(hall, hall.bob, "choose", deck="Nobody")
    assert "Azzurro" in await brawl(hall, hall.bob, "choose", deck="Azzurro")


async def test_a_shelf_of_decks_can_be_read_and_chosen_from(hall: Hall, plain_decks: Path) -> None:
    """However many somebody owns, every one is named, completed and offered."""
    for n in range(40):
        listed = f"name: Deck {n}\nabout: {'x' * 100}\n30 red Hit\n2 Base\n3 Freeze\n"
        (plain_decks / f"deck{n}.txt").write_text(listed, "utf-8")
    load_directory(plain_decks)
    told = await brawl(hall, hall.alice, "decks")
    assert all(name in told for name in ("Hale", "Rosso", "Deck 0", "Deck 39"))
    await hall.alice.slash(hall.pub, "brawl new", here=True, opponent=hall.bob)
    await hall.bob.slash(hall.pub, "table join")
    await hall.alice.slash(hall.pub, "table start")
    panel = await hall.panel(hall.alice)
    offered = [o["label"] for select in selects(panel) for o in select["options"]]
    assert offered.count("Deck 39") == 1 and len(offered) == 54
    assert "You have chosen Deck 39" in await brawl(hall, hall.alice, "choose", deck="deck 39")


async def test_printed_decks_come_from_the_settings(
    tmp_path: Path,
    plain_decks: Path,
    same_luck: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A directory named there is read at the start; a bad list is refused with its line."""
    (plain_decks / "bad.txt").write_text("name: Bad\n5 yellow Hit\n", "utf-8")
    (plain_decks / "extra.txt").write_text(DECKS["rosso.txt"].replace("Rosso", "Extra"), "utf-8")
    monkeypatch.setenv("BRAWL_DECKS", str(plain_decks))
    async with open_hall(tmp_path) as hall:
        assert "**Extra**" in await brawl(hall, hall.alice, "decks")
    assert "bad.txt, line 2: there is no card “yellow Hit”; there are red Hit" in caplog.text


def test_the_check_names_a_bad_deck(
    plain_decks: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whoever adds a list can try it before the bot is started."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/checked.db")
    monkeypatch.setenv("BRAWL_DECKS", str(plain_decks))
    assert main(["--check"]) == 0
    assert "printed decks: Azzurro, Rosso" in capsys.readouterr().out
    (plain_decks / "bad.txt").write_text("name: Bad\n5 yellow Hit\n", "utf-8")
    assert main(["--check"]) == 1
    assert "printed deck: bad.txt, line 2: there is no card" in capsys.readouterr().out


async def test_before_a_bout_in_real_time_the_panel_says_what_it_is_about(hall: Hall) -> None:
    """Whoever comes by a panel alone has read no post; once it is on, there is no time to read."""
    await begin(hall, pace="tournament")
    panel, theirs = await hall.panel(hall.alice), await hall.panel(hall.bob)
    assert "🎯 Win more Bases than Azzurro" in panel.content
    ready = (await hall.alice.click(panel, label="Ready")).response
    await hall.bob.click(theirs, label="Ready")
    assert "🎯" not in (await hall.alice.click(ready, label="Look")).response.content


async def test_what_the_other_has_cleared_is_told_until_it_must_have_been_seen(hall: Hall) -> None:
    """In the panel of whoever has not done it, and in the words of the board for both."""
    held, theirs = await both_hold(hall)
    state: BrawlState = (await hall.table()).play.state  # type: ignore[union-attr]
    state.fighters[0].held, state.fighters[0].deck[0] = CLEAR, state.fighters[0].held
    state.row[1].sides[1].append(2)
    await hall.put(state)
    fresh = (await hall.alice.click(held, label="Look")).response
    mine = (await hall.alice.click(fresh, label="Base B")).response
    seen = (await hall.bob.click(theirs, label="Look")).response
    said = "❗ Rosso has cleared Base B away, with 1 hit on your side and 0 on the other."
    assert said in seen.content and "has cleared" not in mine.content
    for label in ("Base A, your side", "Turn over a card"):  # what was held then was under way
        assert said in seen.content
        seen = (await hall.bob.click(seen, label=label)).response
    assert said in seen.content
    seen = (await hall.bob.click(seen, label="Base A, your side")).response
    assert said not in seen.content
