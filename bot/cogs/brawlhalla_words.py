"""What is typed in the commands of Brawlhalla, as things; and its things as words."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Any

import discord

from bot.cogs.game import Caller, Unclear, cut
from rules import registry
from rules.brawlhalla.content.arena import ARENAS, SPACES, Drawing, drawing
from rules.brawlhalla.content.legends import CARDS, LEGENDS
from rules.brawlhalla.content.powers import says
from rules.brawlhalla.state.fighter import LEGEND, WEAPON
from rules.brawlhalla.state.options import (
    Add,
    Attack,
    Choose,
    Defend,
    Move,
    Side,
    Skip,
    Step,
    Stop,
    Use,
)
from rules.brawlhalla.text.names import card_name, space_name
from rules.brawlhalla.text.topics import HOUSE
from rules.engine.errors import Refused, RulesError
from rules.engine.state import Option

GAME = registry.get("brawlhalla")
NUMBER_OF = {
    name.casefold(): card
    for card, power in enumerate(CARDS)
    for name in (power.name, card_name(card))
}
SPACE_OF = {space_name(space): space for space in range(SPACES)}
WEAPON_OF = {
    weapon.name.casefold(): (number, side)
    for number, legend in enumerate(LEGENDS)
    for side, weapon in enumerate(legend.weapons)
}
BETWEEN = re.compile(r"[\s,;>]+")
LONGEST = 20  # spaces of a path that are looked at


# -- words to things


def arena_of(text: str) -> Drawing:
    """The arena of a name."""
    wanted = text.partition("(")[0].strip().casefold()
    for key in ARENAS:
        if wanted in (key, drawing(key).name.casefold()):
            return drawing(key)
    names = ", ".join(drawing(key).name for key in ARENAS)
    raise Unclear(f"There is no arena called “{cut(text)}”. There are: {names}.")


def legend_of(text: str) -> int:
    """The Legend of a name; marks over its letters need not be typed."""
    wanted = _bare(text)
    for number, legend in enumerate(LEGENDS):
        if wanted == _bare(legend.name):
            return number
    names = ", ".join(legend.name for legend in LEGENDS)
    raise Unclear(f"There is no Legend called “{cut(text)}”. There are: {names}.")


def side_of(legend: int, text: str) -> int:
    """The side of a Legend's weapon card with a weapon; of any card before one is chosen."""
    owner, side = WEAPON_OF.get(_name(text), (-1, -1))
    if owner >= 0 and legend in (-1, owner):
        return side
    whose = LEGENDS[legend].name if legend >= 0 else "no Legend"
    raise Unclear(f"{whose} has no weapon called “{cut(text)}”.")


def card_of(text: str) -> int:
    """The card of a name, with or without its value; whose it is, the referee looks at."""
    card = NUMBER_OF.get(_name(text))
    if card is None:
        raise Unclear(f"There is no card called “{cut(text)}”. `/brawlhalla hand` shows yours.")
    return card


def space_of(text: str) -> int:
    """The space of a name such as C3."""
    space = SPACE_OF.get(text.partition("(")[0].strip().upper())
    if space is None:
        last = space_name(SPACES - 1)
        raise Unclear(f"“{cut(text)}” is no space: spaces are called A1 to {last}.")
    return space


def seat_of(caller: Caller, text: str) -> int:
    """The seat of a Legend in this match, or of its player."""
    wanted = _bare(text)
    seats = range(len(caller.view.fighters))
    names = [GAME.text.seat(caller.view, seat) for seat in seats]
    players = [caller.table.holder(seat).name for seat in seats]
    for called in (names, players):
        for seat in seats:
            if wanted == _bare(called[seat]):
                return seat
    raise Unclear(f"Nobody here is called “{cut(text)}”. There are: {', '.join(names)}.")


def source_of(caller: Caller, text: str) -> int:
    """Whose power has a name: a card's, the own Legend's or that of the weapon which is up."""
    own, wanted = mine(caller), _name(text)
    if own.legend >= 0 and wanted == LEGENDS[own.legend].power.name.casefold():
        return LEGEND
    if WEAPON_OF.get(wanted) == (own.legend, own.side):
        return WEAPON
    if wanted in NUMBER_OF:
        return NUMBER_OF[wanted]
    raise Unclear(f"You have no power called “{cut(text)}”.")


# -- whole answers


def laid_of(
    caller: Caller, kind: type[Add] | type[Defend], text: str, effect: bool | None
) -> Option:
    """A card laid in an attack; where its effect could be used, nobody forgets to say so."""
    card = card_of(text)
    if effect is None and kind(card, True) in caller.options:
        raise Unclear(
            f"{CARDS[card].name} has an effect now. {says(CARDS[card])} "
            "Say with `effect` whether you use it."
        )
    return kind(card, bool(effect))


def use_of(caller: Caller, power: str, target: str | None) -> Option:
    """A power, on the one opponent it could be used on, or on the one that was named."""
    source = source_of(caller, power)
    if target is not None:
        return Use(source, seat_of(caller, target))
    ways = [option for option in caller.of(Use) if option.source == source]
    if len(ways) > 1:
        raise Unclear(f"Name the `target`: {', '.join(fields(caller, 'target', ways))}.")
    return ways[0] if ways else Use(source)


def walk_of(caller: Caller, card: str | None, power: str | None, path: str | None) -> list[Option]:
    """A move by its card, a power and its path; it stops at the end of the path."""
    options = begun_of(caller, card, power)
    if path is not None:
        options = _ready(caller, options)
        for number, step in enumerate(steps_of(caller, path)):
            if number and not _goes_on(caller, options):
                raise Refused("BH9", "The move is over before the path is: nothing was done.")
            options.append(step)
        options += [Stop()] * (Stop() in caller.after(options))
    if not options:
        raise Unclear("Name the card you move with, or the path of a move that has begun.")
    return options


def begun_of(caller: Caller, card: str | None, power: str | None) -> list[Option]:
    """How a move begins: its card, and a power before it."""
    options: list[Option] = [Move(card_of(card))] if card else []
    return [*options, Use(source_of(caller, power))] if power else options


def steps_of(caller: Caller, path: str) -> list[Option]:
    """The single steps of a path; the space one stands on may be named first."""
    words = [word for word in BETWEEN.split(path.strip()) if word]
    if len(words) > LONGEST:
        raise Unclear("That path is longer than anybody can go.")
    spaces = [space_of(word) for word in words]
    if spaces[:1] == [mine(caller).space]:
        spaces = spaces[1:]
    if not spaces:
        raise Unclear("A path needs at least one space, such as `C3`.")
    return [Step(space) for space in spaces]


def _ready(caller: Caller, options: list[Option]) -> list[Option]:
    """The same, and no further power where only that is in the way of the first step."""
    if Skip() in caller.after(options) and _goes_on(caller, [*options, Skip()]):
        return [*options, Skip()]
    return options


def _goes_on(caller: Caller, options: list[Option]) -> bool:
    """Whether a step can follow."""
    return any(isinstance(option, Step) for option in caller.after(options))


# -- things to words


def fields(caller: Caller, name: str, options: Iterable[Any]) -> list[str]:
    """One argument of some options, as the game words it."""
    return [
        GAME.text.field(caller.view, type(option), name, getattr(option, name))
        for option in options
    ]


def weapons_of(caller: Caller, legend: int | None) -> list[str]:
    """The weapons of a Legend that could be chosen now, or of the own one."""
    if legend is None and caller.of(Side):
        legend = mine(caller).legend
    elif legend is None or Choose(legend) not in caller.options:
        return []
    return [f"{weapon.name}: {says(weapon)}" for weapon in LEGENDS[legend].weapons]


def attacks_of(interaction: discord.Interaction, caller: Caller, asked: str) -> list[Attack]:
    """The attacks that fit the other arguments given by now."""
    given = {
        "kind": text_of(interaction, "kind"),
        "card": named(interaction, "card", card_of),
        "target": named(interaction, "target", lambda text: seat_of(caller, text)),
    }
    del given[asked]
    return [
        option
        for option in caller.of(Attack)
        if all(value in (None, getattr(option, name)) for name, value in given.items())
    ]


def paths(caller: Caller, card: str | None, power: str | None, current: str) -> list[str]:
    """The typed path and each step that could follow it."""
    begun = _ready(caller, begun_of(caller, card, power))
    typed = " ".join(word for word in BETWEEN.split(current.strip()) if word).upper()
    for start in dict.fromkeys((typed, typed.rpartition(" ")[0])):
        try:
            steps = steps_of(caller, start) if start else []
            offered = caller.after([*begun, *steps])
        except (Unclear, RulesError):
            continue
        rest = typed[len(start) :].strip()
        nexts = [space_name(option.space) for option in offered if isinstance(option, Step)]
        more = [f"{start} {name}".strip() for name in nexts if name.startswith(rest)]
        return [*([start] if start and not rest else []), *more]
    return []


def legend_list() -> str:
    """Every Legend by name and power."""
    lines = [f"**{legend.name}**: {legend.power.name}. {says(legend.power)}" for legend in LEGENDS]
    return "\n".join(
        ["`/brawlhalla legends legend:` shows a Legend with all its cards.", *lines, f"-# {HOUSE}"]
    )


# -- small words


def mine(caller: Caller) -> Any:
    """The caller's own Legend, as the view has it."""
    return caller.view.fighters[caller.asked.seat]


def _name(text: str) -> str:
    """A name without the explanation that completion adds."""
    return text.partition(":")[0].strip().casefold()


def _bare(text: str) -> str:
    """A name without the marks over its letters."""
    letters = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def text_of(interaction: discord.Interaction, argument: str) -> str | None:
    """What was typed for another argument by now."""
    text = getattr(interaction.namespace, argument, None)
    return text if isinstance(text, str) and text.strip() else None


def named(
    interaction: discord.Interaction, argument: str, read: Callable[[str], int]
) -> int | None:
    """What another argument names by now."""
    text = text_of(interaction, argument)
    try:
        return read(text) if text else None
    except Unclear:
        return None
