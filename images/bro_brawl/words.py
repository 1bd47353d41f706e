"""The few words on Bro Brawl's pictures."""

from rules import registry
from rules.bro_brawl.content.cards import BROS, GRUNTS, SPECIAL, SPECIALS, WORTH
from rules.bro_brawl.content.names import foe
from rules.bro_brawl.view import View


def headline(view: View) -> tuple[str, str]:
    """What is going on, as a title and a line."""
    if view.outcome is not None:
        return _result(view)
    if view.phase == "between":
        said = f"Stop while ahead, or go on? · {len(view.answered)} answered so far"
        return f"Wave {view.wave} is won!", said
    name = BROS[view.seat]
    title = f"{name}’s turn" if view.bros[view.seat].life > 0 else f"{name}’s ghostly turn"
    return title, " · ".join([_when(view), _doing(view), *_promised(view)])


def _when(view: View) -> str:
    wave = "Competitive" if view.mode == "competitive" else f"Wave {view.wave} of 4"
    return f"{wave}, round {view.round}"


def _doing(view: View) -> str:
    match view.phase:
        case "paying":
            paid = sum(WORTH[card] for card in view.paying)
            return f"pays with kills, {paid} so far"
        case "scouting":
            return f"has scouted and puts back the next card, {view.placed} so far"
        case "giving":
            return "may give kills to one bro"
        case "returning":
            return "may put more kills back"
        case "support" if view.grunt < 0:
            return "plays one of two grunts"
        case "support":
            return f"whom does {GRUNTS[view.grunt].name} help?"
        case _:
            return "chooses an action"


def _promised(view: View) -> list[str]:
    """A Sacrifice that takes effect at the end of the turn."""
    if not view.sacrifice:
        return []
    whom = BROS[-2 - view.target] if view.target < 0 else foe(view.target)
    return [f"sacrificed {view.sacrifice} {'for' if view.target < 0 else 'against'} {whom}"]


def _result(view: View) -> tuple[str, str]:
    assert view.outcome is not None
    said: str = registry.get("bro_brawl").text.outcome(view, view.outcome)
    title, _, why = said.rstrip(".").partition(": ")
    if not why:
        why = {"dead": "Every bro is down", "late": "It took too long"}.get(view.outcome.reason, "")
    return title, (why[:1].upper() + why[1:]) or _when(view)


def toll(view: View) -> str:
    """How the strength of the Battle Zone turns into damage."""
    on = [SPECIAL[f.card].ability for f in view.zone if f.card in SPECIALS and not f.diverted]
    words = [f"1 damage for every {min((a.every for a in on), default=4)}"]
    more = sum(a.chill for a in on)
    return " · ".join([*words, *[f"and {more} more"] * bool(more)])


def markup(view: View) -> str:
    """What upgrades cost now."""
    on = [SPECIAL[f.card].ability for f in view.zone if f.card in SPECIALS and not f.diverted]
    more = sum(a.price for a in on)
    return f"each costs its number and {more} more" if more else "each costs its number in kills"
