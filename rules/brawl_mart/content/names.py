"""What brawlers and items are called."""

from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS


def brawler(card: int) -> str:
    """A brawler's name."""
    return BRAWLERS[card].name


def short(card: int) -> str:
    """A brawler's name where there is little room, as on a button."""
    name = brawler(card)
    return SHORT.get(name, name.removeprefix("The "))


SHORT = {"“Old-School” Wallace": "Wallace", "Brodacious the Lifter": "Brodacious"}


def item(card: int) -> str:
    """An item's name."""
    return ITEMS[card].name if card >= 0 else "nothing"


def armed(card: int, held: int) -> str:
    """A brawler and what they hold."""
    return f"{brawler(card)} with {item(held)}" if held >= 0 else brawler(card)


def stock(items: tuple[int, ...]) -> str:
    """What the slots of the shop hold, with their prices."""
    held = [f"{item(card)} ({at + 1} SP)" for at, card in enumerate(items) if card >= 0]
    return ", ".join(held) or "nothing"
