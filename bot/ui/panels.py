"""The private panel of a player: the board from their eyes, the open question, their answers."""

from collections.abc import Callable, Sequence
from typing import Any

from bot.table import Table, guard
from bot.ui import brawl_real_time
from bot.ui.answer_buttons import AnswerButton
from bot.ui.buttons import Lasting, explained
from bot.ui.choices import choices, chosen_from
from bot.ui.limits import ROW
from bot.ui.menu import ALWAYS, STEPS, Group, Menu, menu
from bot.ui.plans import plan_button, plan_words
from bot.ui.proposals import asks, vote_buttons
from bot.ui.screen import WAY_ROW, Screen, join, small_print
from bot.ui.since import since_button
from bot.ui.table_buttons import (
    PostButton,
    ask_again,
    draw_buttons,
    log_button,
    play_on,
    rematch_button,
)
from bot.ui.weighed import poor_last, said_once
from bot.ui.words import heading, moment, named, orders_words, outcome, story, waited, waiting
from rules.engine.state import Question
from rules.engine.text import capital

MOST_LINES = 6  # verbs that are explained
EARLY = 2  # answers before which a panel says what the game is about
NEW = 10  # answers after which nobody needs verbs explained: two turns, and what comes before
KNOWN = 40  # answers after which nobody needs it on the page of a verb: some come late, or seldom
ASIDE = (STEPS, ALWAYS)  # pages of no verb

# How a game is shown while seconds count; where it is not named here, like any other.
IN_REAL_TIME: dict[str, Callable[[Table, int], Screen]] = {"brawl": brawl_real_time.panel}


def panel(
    table: Table,
    user_id: int,
    *,
    seat: int | None = None,
    path: str = "",
    openly: bool = False,
    turned: str = "",
    begins: bool = False,
) -> Screen:
    """The panel of a player at a table: of one seat, where the player holds several.

    What is chosen `openly`, under a post, has the goal elsewhere. Where nothing is posted, it tells
    a game's end, and how that `turned`. As a game `begins` it says what that is about, also where
    the referee has answered before.
    """
    guard.seated(table, user_id)
    guard.begun(table)
    if table.in_real_time and table.game.key in IN_REAL_TIME:
        return IN_REAL_TIME[table.game.key](table, user_id)
    view = table.view(user_id)
    private = named(table, table.game.text.private(view))
    questions = table.questions(user_id)
    if not questions or table.status != "playing" or table.pause is not None:
        idle = _idle(table, user_id, view, turned)
        said = join(idle, plan_words(table, user_id), asks(table, user_id))
        return Screen(said, _on(table, user_id), view=view, in_words=private)
    asked = next((q for q in questions if q.seat == seat), questions[0])
    options, ways = table.offer(asked.seat), table.ways(asked.seat)
    shown = menu(table.game, view, options, ways, path, table.standing(asked.seat))
    shown = poor_last(table.game, view, shown, [*(way.option for way in ways), *options])
    shown = said_once(shown)
    others = [q for q in questions if q is not asked]
    items = choices(f"t:{table.id}:{asked.seat}.{asked.number}:", shown)
    answered = _answered(table, user_id)
    first = begins or answered < EARLY
    if shown.trail:
        verbs = _explained_here(shown) if answered < KNOWN and path[:1] not in ASIDE else []
    else:
        opening = not openly and (begins or not answered)  # a post has the goal elsewhere
        verbs = _explained(shown) if answered < NEW and not opening else []
    more = small_print(verbs)
    beside = small_print(explained(items))
    way = f"**{' › '.join(shown.trail)} ›** " if shown.trail else ""
    trail = f"{way}{shown.hint if way else capital(shown.hint)}".strip()
    content = _content(table, user_id, view, asked, shown, [more, beside], trail, first=first)
    items += _way(table, user_id, view, asked, shown, others)
    aims = chosen_from(shown, options, ways)
    at = (asked.seat, asked.number, path)
    return Screen(content, items, view, private, aims=aims, explained=more, trail=trail, at=at)


def hand(table: Table, user_id: int) -> Screen:
    """What only this player knows, without a question."""
    guard.seated(table, user_id)
    guard.begun(table)
    view = table.view(user_id)
    private = table.game.text.private(view) or "You hold nothing that others cannot see."
    content = join(heading(table), private, orders_words(table, user_id))
    return Screen(content, ask_again(table, user_id), view=view, hand=True)


def _idle(table: Table, user_id: int, view: Any, turned: str) -> str:
    if table.outcome is not None:
        told = story(table, view, turned) if table.alone else []
        said = join(outcome(table, view, table.player_of(user_id)), *told)
    elif table.status == "abandoned":
        said = "This table was closed without a result."
    elif table.pause is not None:
        said = f"⏸️ {guard.resting(table)}"
    else:
        whom = waiting(table, view) or "The referee is at work."
        said = f"⏳ {whom} You are not asked anything now."
    over = table.status != "playing" and not table.alone
    return join(heading(table), said, f"-# All about it: <#{table.channel_id}>" if over else "")


def _on(table: Table, user_id: int) -> list[Lasting]:
    """A panel that waits may be old by the time it is read: here it goes on.

    Computers are quicker than that. After the end, there is another game.
    """
    if table.status == "abandoned":
        return []
    if table.status == "over":
        return [rematch_button(table.id), log_button(table.id), _rules(table)]
    on = play_on(table)
    whom = [] if table.alone or table.pause is not None else waited(table)
    soon = bool(whom) and all(one.computer for one in whom)
    since = [] if table.alone or soon else [since_button(table)]
    plan = [] if soon else plan_button(table, user_id)
    return [*[on] * (not soon), *_votes(table, user_id), _rules(table), *since, *plan]


def _votes(table: Table, user_id: int, row: int | None = None) -> list[Lasting]:
    """Yes or no to what the others would like: a draw, a pause, to take something back."""
    mine = any(seated.user_id == user_id for seated in table.draw_asked)
    votes = vote_buttons(table, row) if asks(table, user_id) else []
    return [*(draw_buttons(table, row) if mine else []), *votes]


def _rules(table: Table, row: int | None = None) -> Lasting:
    return PostButton.button(f"d:{table.id}:rules", "Rules", emoji="📖", row=row)


def _content(
    table: Table,
    user_id: int,
    view: Any,
    asked: Question,
    shown: Menu,
    beside: Sequence[str],
    trail: str,
    *,
    first: bool,
) -> str:
    """What a panel says; danger and question last, for a tall one is read from its buttons up."""
    text = table.game.text
    prompt = text.prompt(view, asked.kind)
    name = text.seat(view, asked.seat)
    if len(table.seats_of(user_id)) > 1 and name not in prompt:  # for whom one answers
        prompt = f"**{name}:** {prompt}"
    due = table.due(asked.seat)
    by = f"Answer by {moment(due)}." if due else ""
    goal = text.goal(view) if first and not shown.trail else ""
    about = f"🎯 {goal}" if goal else ""
    warned = [f"❗ {said}" for said in text.warnings(view)]
    plan = plan_words(table, user_id)
    voted = asks(table, user_id)
    said = join(heading(table), plan, by, *beside, voted, about, *warned, prompt, trail)
    return named(table, said)


def _answered(table: Table, user_id: int) -> int:
    """How many questions somebody has answered so far, with all the seats that they play."""
    assert table.play is not None
    asked: list[int] = table.play.state.asked
    return sum(asked[seat] for seat in table.seats_of(user_id)) - len(table.questions(user_id))


def _explained(shown: Menu) -> list[str]:
    """Words on each verb that leads to more choices of use; the others say it themselves."""
    if len(shown.groups) < 2:
        return []
    return [
        _told(group)
        for group in shown.groups[:MOST_LINES]
        if group.about and not (group.last or group.again or group.idle) and len(group.choices) > 1
    ]


def _explained_here(shown: Menu) -> list[str]:
    """On the page of a verb what it does; on that of several what each does, also for one choice."""
    found = [group for group in shown.groups if group.about and not (group.last or group.again)]
    if len(shown.groups) > 1:
        return [_told(group) for group in found[:MOST_LINES]]
    return [group.about for group in found if len(group.choices) > 1]


def _told(group: Group) -> str:
    return group.about if group.led else f"**{group.title}** · {group.about}"


def _way(
    table: Table, user_id: int, view: Any, asked: Question, shown: Menu, others: list[Question]
) -> list[Lasting]:
    """The last row: back, other seats, undo, the single steps, the rules."""
    start = f"t:{table.id}:{asked.seat}.{asked.number}:"
    way = _votes(table, user_id, WAY_ROW)
    if shown.back is not None:
        way.append(AnswerButton.button(f"{start}>{shown.back}", "Back", emoji="◀️", row=WAY_ROW))
    for other in others[: ROW - 3]:
        name = table.game.text.seat(view, other.seat)
        there = f"t:{table.id}:{other.seat}.{other.number}:>"
        way.append(AnswerButton.button(there, name, emoji="↔️", row=WAY_ROW))
    player = table.player_of(user_id)
    if table.play is not None and player is not None and table.play.can_undo(player):
        undo = f"{start}!{STEPS if shown.stepwise else 'undo'}"  # and stay where one is
        way.append(AnswerButton.button(undo, "Undo", emoji="↩️", row=WAY_ROW))
    if shown.step is not None:
        way.append(AnswerButton.button(f"{start}={shown.step.path}", shown.step.label, row=WAY_ROW))
    elif shown.steps:
        way.append(AnswerButton.button(f"{start}>{STEPS}", "Step by step", row=WAY_ROW))
    if shown.back is None and table.standing(asked.seat) is not None:
        way.append(AnswerButton.button(f"{start}>{ALWAYS}", "Always …", row=WAY_ROW))
    way.append(_rules(table, WAY_ROW))
    if shown.back is None and _answered(table, user_id) and len(table.players) > 1:
        way.append(since_button(table, WAY_ROW))  # alone, nothing happens while one is away
    return way[:ROW]
