"""The choices of whoever is asked under the post itself, where nobody at the table has a secret."""

from bot.table import Table
from bot.ui import panels
from bot.ui.buttons import explained
from bot.ui.limits import CONTENT, ROW
from bot.ui.screen import WAY_ROW, Screen, join, small_print
from bot.ui.table_buttons import PostButton
from bot.ui.words import named
from rules.engine import kernel
from rules.engine.state import Question

WAYS = 2  # buttons to find the way, beside Play, Rules and Table


def asked_openly(table: Table) -> Question | None:
    """The question whose answers everybody may see: one plays alone, or all play together.

    What may be answered depends on what its player knows; where that is nothing private, the ids
    of the buttons tell nothing either. Answers that are hidden until all are in stay so.
    """
    if table.status != "playing" or table.play is None or table.in_real_time or table.draw_asked:
        return None
    if table.pause is not None:  # nothing can be answered
        return None
    alone = len(table.people) == 1
    if not alone and not (table.game.together(table.variant) and table.play.state.mode == "turn"):
        return None
    waiting = kernel.waiting(table.play.state)
    questions: list[Question] = table.play.state.open
    if any(table.holder(seat).computer for seat in waiting):  # it is about to have a secret
        return None
    people = [q for q in questions if q.seat in waiting]
    private = table.game.text.private
    if not people or any(private(table.view_of(one.player)) for one in table.players):
        return None
    return people[0]


def open_panel(table: Table, path: str = "") -> Screen | None:
    """What the post shows and offers of the open question; none where that is not for all."""
    question = asked_openly(table)
    user_id = None if question is None else table.holder(question.seat).user_id
    if question is None or user_id is None:
        return None
    panel = panels.panel(table, user_id, seat=question.seat, path=path, openly=True)
    ways = [i for i in panel.items if i.row == WAY_ROW and not isinstance(i, PostButton)]
    items = [item for item in panel.items if item.row != WAY_ROW]
    start = f"d:{table.id}:"
    row = [
        *ways[:WAYS],
        PostButton.button(f"{start}play", "Play", row=WAY_ROW),
        PostButton.button(f"{start}rules", "Rules", row=WAY_ROW),
        PostButton.button(f"{start}table", "Table", row=WAY_ROW),
    ]
    prompt, *more = table.game.text.prompt(panel.view, question.kind).split("\n")
    asks, beside = f"**{prompt}**", small_print(explained(items))
    above, below = ("", panel.explained) if path else (panel.explained, "")
    content = join(above, asks, *more, named(table, panel.trail), below, beside)
    # Where several read it, "you" is nobody: it is drawn as whoever watches sees it.
    view = panel.view if len(table.people) == 1 else table.view(None)
    in_words = named(table, table.game.text.board(view))
    return Screen(content, [*items, *row[:ROW]], view, in_words, aims=panel.aims, asks=asks)


def narrowed(said: str, panel: Screen, *, pictured: bool) -> str:
    """A post that has `said` so much, with the words of what is chosen now below its question."""
    above, asks, _ = said.rpartition(panel.asks)
    below = panel.words(pictured=pictured).rpartition(panel.asks)[2]
    whole = f"{above}{asks}{below}"
    return whole if asks and len(whole) <= CONTENT else said
