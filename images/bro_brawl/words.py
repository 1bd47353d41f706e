"""The few words on Bro Brawl's pictures."""

from rules import registry
from rules.bro_brawl.content.cards import (
    BROS,
    GRUNTS,
    MISHAP,
    SPECIAL,
    SPECIALS,
    UPGRADE,
    WORTH,
    Ability,
    upgrades_of,
)
from rules.bro_brawl.view import View
from rules.engine.text import result

BOUGHT = {"gun": "a gun", "armor": "armor", "health": "a pack"}


def headline(view: View) -> tuple[str, str]:
    """What is going on, as a title and a line."""
    if view.outcome is not None:
        return _result(view)
    if view.phase == "between":
        said = "Stop while ahead, or go on to the next?"
        count = len(view.answered)
        return f"Wave {view.wave} is won!", f"{said} · {count} answered so far" if count else said
    bro, name = view.bros[view.seat], BROS[view.seat]
    if bro.player == view.player:
        title = f"Your turn: {name}" if bro.life > 0 else f"Your turn: {name}’s ghost"
    else:
        title = f"{name}’s turn" if bro.life > 0 else f"{name}’s ghostly turn"
    return title, f"{_when(view)} · {_doing(view)}"


def _when(view: View) -> str:
    wave = "Round" if view.mode == "competitive" else f"Wave {view.wave}, round"
    return f"{wave} {view.round}"


def _doing(view: View) -> str:
    match view.phase:
        case "paying":
            paid = sum(WORTH[card] for card in view.paying)
            return f"paying for {BOUGHT[UPGRADE[view.buying].kind]}, {paid} of {view.price}"
        case "scouting":
            return f"scouting, {view.placed} put back"
        case "giving":
            return "kills to give away?"
        case "returning":
            return "more kills to return?"
        case "support" if view.grunt < 0:
            return "which of two grunts?"
        case "support":
            return f"{GRUNTS[view.grunt].name}: on whom?"
        case _:
            return "which action?"


def _result(view: View) -> tuple[str, str]:
    assert view.outcome is not None
    title, why = result(registry.get("bro_brawl"), view)
    if not why:
        why = {"dead": "Every bro is down", "late": "It took too long"}.get(view.outcome.reason, "")
    return title, why or _when(view)


def toll(view: View) -> str:
    """The strength of the Battle Zone, and how it turns into damage."""
    if not view.zone:
        return "The Battle Zone"
    on = _abilities(view)
    every = min((a.every for a in on), default=4)
    more = sum(a.chill for a in on)
    said = f"Strength {view.strength}: 1 damage for every {every}"
    return f"{said}, {more} more" if more else said


def next_wave(view: View) -> str:
    """What going on would bring (BO29)."""
    now, then = (len(upgrades_of(wave)) for wave in (view.wave, view.wave + 1))
    return (
        f"Wave {view.wave + 1}: all monsters return, and {then} upgrades instead of {now}. "
        "Every bro has full life again, no mishap and the 1-point gun."
    )


def sale(view: View) -> str:
    """The label of what is for sale, with what is added to its cost now."""
    more = sum(a.price for a in _abilities(view))
    return f"Sale, +{more}" if more else "For sale"


def mishaps(view: View, brief: bool) -> list[str]:
    """What troubles the bro whose turn it is: with its effect, or brief."""
    bro = view.bros[view.seat]
    if view.outcome is not None or view.phase == "between" or not bro.mishaps:
        return []
    stubborn = sum(a.stubborn for a in _abilities(view))
    cures = [(MISHAP[m.card], MISHAP[m.card].cost + stubborn - m.knocked) for m in bro.mishaps]
    if brief or len(cures) > 2:
        return [", ".join(f"{mishap.name} (cure {left})" for mishap, left in cures)]
    return [f"{mishap.name}: {mishap.says} Cure: {_points(left)}." for mishap, left in cures]


def _points(count: int) -> str:
    return f"{count} point{'s' * (count > 1)}"


def _abilities(view: View) -> list[Ability]:
    return [SPECIAL[f.card].ability for f in view.zone if f.card in SPECIALS and not f.diverted]
