"""The few words on BRAWL's pictures."""

from collections.abc import Sequence

from images.kit.names import name_on_plate
from images.kit.screen import READ
from images.kit.text import STRONG, TITLE, Style
from images.kit.verdict import own_title
from rules import registry
from rules.brawl.view import BrawlView
from rules.engine.text import result

BIG = TITLE.sized(TITLE.size, TITLE.size)
SMALL = STRONG.sized(READ, READ)
WINNER_WIDTH = 480
SIDE_WIDTH = 220
BY_WIDTH = 160
PICKED_WIDTH = 460


def headline(view: BrawlView, names: Sequence[str] = ()) -> tuple[str, str]:
    """What is going on, as a title and a line."""
    match view.phase:
        case "deck":
            title = "The players choose decks" if view.player is None else "Choose your deck"
            if view.picked:
                name = name_on_plate((view.names[view.picked],), 0, "", BIG, PICKED_WIDTH)
                return f"You have chosen {name}", "Both decks are shown when both are chosen"
            return (
                title,
                "Red, green, blue: the hits in it · both are shown when both are chosen",
            )
        case "ready":
            return "Are you ready?", "The first card comes when both have knocked"
        case "pause":
            return "A pause", "The bout goes on when both are ready"
        case "bout":
            return "The bout is on", "Every card counts in the order in which it comes"
        case "turn":
            mine = view.turn == view.player
            who = "Your" if mine else f"{_called(view, view.turn, names, BIG, 600)}’s"
            return f"{who} turn", _turn(view)
        case _:
            return _result(view, names)


def side_of(view: BrawlView, seat: int) -> str:
    """Whose side of a Base it is, for one on which nothing lies yet, as buttons name it."""
    if seat == view.player:
        return "Your side"
    name = fighter_name(view, seat)
    return f"{name_on_plate((name,), 0, name, SMALL, SIDE_WIDTH)}’s side"


def cleared_by(view: BrawlView, seat: int) -> str:
    """Who has cleared a Base away."""
    name = "you" if seat == view.player else fighter_name(view, seat)
    return f"cleared by {name_on_plate((name,), 0, name, SMALL, BY_WIDTH)}"


def fighter_name(view: BrawlView, seat: int) -> str:
    """The fighter whose deck is played on a seat."""
    name: str = registry.get("brawl").text.seat(view, seat)
    return name


def _called(view: BrawlView, seat: int, names: Sequence[str], style: Style, width: int) -> str:
    """A player by name, or else by their fighter."""
    word = fighter_name(view, seat)
    return name_on_plate(names, seat, word, style, width)


def _result(view: BrawlView, names: Sequence[str]) -> tuple[str, str]:
    title, line = result(registry.get("brawl"), view)
    ended = view.outcome
    assert ended is not None
    if not ended.winners:
        return title, line
    _, _, rest = title.rpartition(" wins")
    who = _called(view, ended.winners[0], names, BIG, WINNER_WIDTH)
    return own_title(ended, view.player, f"{who} wins{rest}", f"You win{rest}"), line


def _turn(view: BrawlView) -> str:
    fighter = view.fighters[view.turn]
    if fighter.held >= 0:
        return "The card is laid, or discarded"
    if not fighter.left:
        return "The deck is empty: the discard pile, or done"
    if not fighter.discard:
        return "A card is turned over"
    return "A card is turned over, or one replayed from the pile"
