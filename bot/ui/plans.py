"""Planning ahead: what somebody may choose for when they are asked, and what became of it."""

from bot.table import Table
from bot.table.plans import Ahead
from bot.ui.buttons import Lasting
from bot.ui.keys import key
from bot.ui.limits import CHOICES
from bot.ui.menu import order
from bot.ui.screen import Screen, join
from bot.ui.words import heading

IF = "💭 **If nothing that concerns you happens until you are asked**, what do you answer?"
ELSE = (
    "-# As soon as anything comes to light, or you could answer anything else, your plan is dropped, "
    "and you are asked. Nobody else hears of it, and it is given some time after you are asked."
)
MORE = "-# Here are {} of {} answers: `/table plan` takes any."


class PlanButton(Lasting, template=r"p:(?P<table>\d{1,19}):(?P<what>ask|drop)"):
    """Plan an answer for when one is asked, or take the plan back."""


class PlanSelect(Lasting, template=r"p:(?P<table>\d{1,19}):pick"):
    """What is to be answered then."""


def plan_button(table: Table, user_id: int) -> list[Lasting]:
    """For whoever waits: the way to plan an answer, or to take the plan back."""
    player = table.player_of(user_id)
    if player is None or table.play is None or table.status != "playing" or table.alone:
        return []
    if table.play.barrier.mode != "turn" or player in table.play.state.resigned:
        return []
    plan = table.players[player].plan
    if plan is not None and not plan.word:
        return [PlanButton.button(f"p:{table.id}:drop", "Drop my plan", emoji="💭")]
    if table.questions(user_id) or table.pause is not None or len(table.players) < 2:
        return []
    return [PlanButton.button(f"p:{table.id}:ask", "Plan ahead", emoji="💭")]


def plan_words(table: Table, user_id: int) -> str:
    """What somebody has planned, or what became of that; for them alone."""
    player = table.player_of(user_id)
    plan = table.players[player].plan if player is not None else None
    if plan is None or table.status != "playing":
        return ""
    if plan.word:
        return plan.word
    if plan.at is None:
        return f"💭 Planned: {plan.said}, if nothing that concerns you happens before."
    return f"💭 Your plan is given <t:{int(plan.at.timestamp())}:R>, unless you answer: {plan.said}"


def named(table: Table, user_id: int, seen: Ahead) -> dict[str, str]:
    """What somebody could plan, by its key, in words."""
    player = table.player_of(user_id)
    view = table.game.view(seen.state, player)
    return {key(way.option): order(table.game, view, way.option) for way in seen.choices}


def planning(table: Table, user_id: int, seen: Ahead) -> Screen:
    """What somebody would be asked, and what they could answer then."""
    view = table.game.view(seen.state, table.player_of(user_id))
    said = named(table, user_id, seen)
    some = [(label, wanted, "") for wanted, label in list(said.items())[:CHOICES]]
    more = MORE.format(len(some), len(said)) if len(said) > len(some) else ""
    items: list[Lasting] = [PlanSelect.select(f"p:{table.id}:pick", "Then I answer …", some)]
    prompt = f"> {table.game.text.prompt(view, seen.kind)}"
    return Screen(join(heading(table), IF, prompt, more, ELSE), items)
