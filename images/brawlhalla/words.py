"""The few words on Brawlhalla's pictures."""

from collections.abc import Sequence

from images.kit.names import name_on_plate
from images.kit.text import TITLE
from images.kit.verdict import own_title
from rules import registry
from rules.brawlhalla.content.arena import drawing
from rules.brawlhalla.content.powers import Only, Op, Power
from rules.brawlhalla.play.end import QUIET, ROUNDS
from rules.brawlhalla.view import View
from rules.engine.text import capital, result

DOES = {  # somebody else, and oneself
    "legend": ("{} chooses a Legend", "Choose your Legend"),
    "side": ("{} chooses a weapon", "Choose your weapon"),
    "step": ("{} moves", "You move"),
    "fall": ("{} falls", "You fall"),
    "before": ("{} may use a power", "You may use a power"),
    "during": ("{} may use a power", "You may use a power"),
    "after": ("{} may use a power", "You may use a power"),
    "struck": ("{} is hit", "You are hit"),
    "defend": ("{} may defend", "You may defend"),
    "dodge": ("{} may dodge", "You may dodge"),
    "add": ("{} may add a card", "You may add a card"),
    "bonus": ("{} hits", "You hit"),
    "land": ("{} is pushed", "You are pushed"),
    "respawn": ("{} is knocked out", "You are knocked out"),
    "sword": ("{} puts the sword back", "You put the sword back"),
    "discard": ("{} discards", "You discard"),
    "salvage": ("{} takes a card back", "You take a card back"),
    "foresee": ("{} looks at the next card", "You look at your next card"),
}
TURN = ("{}’s turn", "Your turn")


BRIEF: dict[Op, str] = {  # what a card does, where there is room for a few words alone
    "power": "total +{n}",
    "force": "knockback +{n}",
    "brace": "knockback −{n}",
    "range": "reaches {n} spaces",
    "leap": "go {n} further",
    "fly": "all through the Air",
    "draw": "draw {n}",
    "discard": "they discard {n}",
    "disarm": "disarm them",
    "rearm": "recover weapon",
    "flip": "flip your weapon",
    "heal": "heal {n}",
    "hurt": "{n} damage",
    "hop": "move {n}",
    "shove": "push {n} away",
    "pull": "pull {n} closer",
    "recall": "card comes back",
    "salvage": "regain a {n} or less",
    "extra": "{n} more action",
    "switch": "change places",
    "foresee": "look at your deck",
    "gust": "push all {n} away",
    "slam": "they fall {n}",
    "tithe": "others discard {n}",
}


CASES: dict[Only, str] = {
    "won": "if you won",
    "lost": "if you lost",
    "attacking": "attacking",
    "defending": "defending",
    "hit": "if it hit",
    "blocked": "if it failed",
}


def brief(power: Power) -> str:
    """What a power does, in a few words."""
    return BRIEF[power.op].format(n=power.n)


def brief_case(power: Power) -> str:
    """What a power does, and in which case, in a few words."""
    case = CASES.get(power.only)
    return f"{case}: {brief(power)}" if case else brief(power)


def printed(power: Power) -> str:
    """When a card may be used, without the articles for which it has no room."""
    words = (word for word in power.trigger.split() if word not in ("a", "an"))
    return capital(" ".join(words))


def name_of(view: View, seat: int) -> str:
    """A seat as the texts call it."""
    said: str = registry.get("brawlhalla").text.seat(view, seat)
    return said


def headline(view: View, names: Sequence[str] = ()) -> tuple[str, str]:
    """What is going on, as a title and a line."""
    if view.outcome is not None:
        title, line = result(registry.get("brawlhalla"), view)
        if view.outcome.reason == "limit":  # the line says who has won
            why = f"{title[:1].lower()}{title[1:]}"
            return capital(own_title(view.outcome, view.player, why, f"You win: {why}")), line
        return own_title(view.outcome, view.player, title), line
    who = name_of(view, view.asked)
    if view.fighters[view.asked].legend < 0:  # whoever has no Legend yet goes by their own name
        who = name_on_plate(names, view.asked, who, TITLE, 460)
    title = DOES.get(view.question, TURN)[view.player == view.asked].format(who)
    if view.seat < 0:
        here = drawing(view.arena)
        return title, f"{here.name} · {here.about}"
    line = " · ".join(_line(view))
    return title, capital(line)


def _line(view: View) -> list[str]:
    parts = [f"round {view.round}" + f" of {ROUNDS}" * (view.round > ROUNDS // 2)]
    moving = view.move if view.question == "step" else None
    mine = view.player == view.seat
    if view.asked != view.seat or (
        view.question in DOES and not (mine and view.asked == view.seat)
    ):
        parts.append("your turn" if mine else f"{name_of(view, view.seat)}’s turn")
    if moving is not None:
        parts.append(f"up to {moving.left} more")
    elif view.question == "more":
        parts.append("a KO card to spend?")
    elif view.quiet >= QUIET // 2:  # the limit is near enough to be told instead
        parts.append(f"{view.quiet} of {QUIET} turns without damage")
    else:
        left = f"{view.actions} action{'s' * (view.actions != 1)} left"
        parts.append(left if view.actions else "the last action")
    return parts
