"""Brawl Mart in words."""

from collections.abc import Sequence
from typing import ClassVar

from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.names import armed, brawler, item, short, stock
from rules.brawl_mart.content.ranks import rank
from rules.brawl_mart.content.store import LEADS, STORE, wage
from rules.brawl_mart.state import (
    KNOCKED_OUT,
    SHORTCUTS,
    SLAIN,
    Attack,
    Buy,
    Equip,
    Go,
    LineUp,
    MartVariant,
    Ready,
    Recruit,
    Use,
)
from rules.brawl_mart.text import commands, shortcuts
from rules.brawl_mart.text.lines import line
from rules.brawl_mart.text.story import BrawlMartStory, blasts, held
from rules.brawl_mart.text.topics import TOPICS
from rules.brawl_mart.view import FighterView, View
from rules.engine.state import Event, Option, Outcome
from rules.engine.text import unnamed
from rules.engine.verbs import Argument, Verb


class MartText(BrawlMartStory):
    """The words of the store."""

    topics: ClassVar[dict[str, str]] = TOPICS
    verbs: ClassVar[dict[type[Option], Verb]] = {**commands.VERBS, **shortcuts.VERBS}
    arguments: ClassVar[dict[str, Argument]] = commands.ARGUMENTS
    settings: ClassVar[dict[str, str]] = commands.SETTINGS
    last: ClassVar[tuple[type[Option], ...]] = shortcuts.LAST

    # -- options

    def label(self, view: View, option: Option) -> str:
        """An option as the shopper reads it."""
        match option:
            case LineUp(brawler=card):
                return f"{brawler(card)}"
            case Equip(item=card, brawler=who):
                return f"{item(card)} for {brawler(who)}"
            case Attack(target=card, choice=choice):
                dice = self._choice(view, choice)
                return f"Attack {_attacked(view, card)}{f', {dice}' if dice else ''}"
            case Use(target=card) if blasts(view):  # with room for its chance on a button
                return f"Spray {short(card)}"
            case Use(target=card):
                return f"Use {item(held(view))} on {short(card)}"
            case Recruit(brawler=card):
                end = ", which ends the trip" if card == view.last_enemy else ""
                return f"Recruit {brawler(card)} ({wage(view.at)} KP){end}"
            case Buy(item=card):
                return f"Buy {item(card)} ({view.shop.index(card) + 1} SP)"
            case Ready():
                given = any(f.own and f.item >= 0 for f in view.fighters)
                return "Brawl with these items" if given else "Brawl without items"
        if isinstance(option, (Go, *SHORTCUTS)):
            return shortcuts.label(view, option)
        return PLAIN[str(option.__struct_config__.tag)]

    def _choice(self, view: View, choice: int) -> str:
        ability = BRAWLERS[view.acting].ability if view.acting >= 0 else None
        if ability and ability.pride and choice:
            return f"{choice}D6"
        if ability and ability.samples:
            return "2D4" if choice else "1D6+1"
        return ""

    def field(self, view: View, option: type[Option], name: str, value: object) -> str:
        """One argument in words."""
        if not isinstance(value, int):
            return str(value)
        if name == "department":
            return STORE[value].name
        if option is Attack and name == "target":
            return _attacked(view, value)
        if name in ("brawler", "target"):
            return brawler(value)
        if option is Buy and value in view.shop:
            return f"{item(value)} ({view.shop.index(value) + 1} SP)"
        if name == "item":
            return item(value)
        return self._choice(view, value) or "as printed"

    def brief(self, view: View, option: Option) -> tuple[str, str]:
        """Of ways and shortcuts what they are about, and then all that they name."""
        return shortcuts.brief(view, option)

    def nameable(self, view: View, option: type[Option], name: str) -> Sequence[int]:
        """Every card and department has its name."""
        return commands.NAMEABLE.get(name, ())

    def called(self, view: View, option: type[Option], name: str, value: object) -> list[str]:
        """Shorter names; whoever is attacked together can be named alone."""
        names = [*super().called(view, option, name, value)]
        if isinstance(value, int):
            names += commands.called(name, value)
            names += map(brawler, attacked(view, value)) if name == "target" else ()
        return names

    def prompt(self, view: View, kind: str) -> str:
        """A question in words."""
        if kind == "act":
            card, nothing = BRAWLERS[view.acting], STORE[view.at].rule == "pollen"
            said = [f"What does {card.name} do?", f"{card.power}: {NO_ABILITY}" * nothing]
            return " ".join(filter(None, [*said, _spent(view)]))
        if kind == "line_up":
            return shortcuts.asked_to_line_up(view)
        return PROMPTS[kind]

    # -- events

    def line(self, view: View, event: Event) -> str:
        """An event in words."""
        return line(view, event)

    # -- the table

    def board(self, view: View) -> str:
        """The table in words."""
        parts = [f"{STORE[view.at].name}."]
        for own, title in ((False, "Enemies"), (True, "Yours")):
            side = [fighter(f) for f in view.fighters if f.own == own]
            if side:
                parts.append(f"{title}: {', '.join(side)}.")
        if view.phase == "store":
            parts.append(f"Arrows lead to {' and '.join(STORE[d].name for d in LEADS[view.at])}.")
        if view.phase in ("act", "cafe"):
            parts += [f"Last roll: {self.line(view, event)}" for event in view.last]
        parts.append("Hand: " + (", ".join(map(brawler, view.hand)) or "empty") + ".")
        parts.append("Cart: " + (", ".join(map(item, view.cart)) or "empty") + ".")
        parts.append(f"{view.kp} KP, {view.sp} SP{', the TV' if view.tv else ''}.")
        parts.append(f"Shop: {stock(view.shop)}.")
        parts.append(
            f"Café: {view.enemies} standing, {len(view.knocked_out)} knocked out, "
            f"{len(view.slain)} slain; {view.items} items left."
        )
        if view.acting >= 0:
            card = BRAWLERS[view.acting]
            parts.append(f"{card.name} acts. {card.power}: {card.says}")
        if view.score:
            lines = ", ".join(f"{n.points} for {n.what}" for n in view.score)
            parts.append(f"Score: {lines}.")
        return " ".join(parts)

    def seat(self, view: View, seat: int) -> str:
        """There is one shopper, who plays nobody but themselves."""
        return unnamed(seat)

    def outcome(self, view: View, outcome: Outcome) -> str:
        """How the trip ended."""
        points = outcome.scores[0] if outcome.scores else 0
        total = f"{points} points: {rank(points)}." if outcome.scores else ""
        return f"{ENDINGS.get(outcome.reason, 'The trip is over:')} {total}".strip()

    def topic(self, kind: str) -> str:
        """The topic that fits a question."""
        return {"go": "store", "cafe": "café"}.get(kind, "brawl")

    def variant(self, variant: MartVariant) -> str:
        """The challenges in words."""
        words = [n for n in CHALLENGES if getattr(variant, n)]
        return ", ".join(CHALLENGES[n] for n in words) or "a plain trip"


def _spent(view: View) -> str:
    """What it costs to use what the acting brawler holds."""
    with_it = held(view)
    if with_it < 0 or not ITEMS[with_it].usage or ITEMS[with_it].reusable:
        return ""
    return f"The {item(with_it)} can be used once."


def attacked(view: View, target: int) -> list[int]:
    """Everybody whom an attack on a target reaches: Ojwald fights all his rivals at once (BM7)."""
    rule = STORE[view.at].rule
    foes = [f.card for f in view.fighters if not f.own and f.state != SLAIN]
    alone = view.acting < 0 or not BRAWLERS[view.acting].ability.rivals
    if alone or rule in ("pollen", "front") or target not in foes:
        return [target]
    same = BRAWLERS[target].resistance
    return [card for card in foes if BRAWLERS[card].resistance == same]


def _attacked(view: View, target: int) -> str:
    return " and ".join(map(short, attacked(view, target)))


def fighter(f: FighterView) -> str:
    """A brawler in the brawl in words."""
    state = ", knocked out" * (f.state == KNOCKED_OUT) + ", slain" * (f.state == SLAIN)
    marks = ", slipping" * f.slipped + ", cheered on" * bool(f.cheered)
    return armed(f.card, f.item) + state + marks


PLAIN = {"pass": "Pass", "leave": "Leave for the map"}
NO_ABILITY = "Does nothing here, where everybody sneezes."
PROMPTS = {
    "go": "Where to?",
    "equip": "Who gets an item?",
    "cafe": "Recruit for KP, buy for SP, or walk on?",
}
ENDINGS = {
    "tv": "The TV is home!",
    "out": "Out through CHECKOUT.",
    "lost": "Thrown out of the store.",
    "pacifist": "A Pacifist has slain: the trip ends.",
    "rampage": "Somebody was only knocked out: the Rampage ends.",
    "no enemies": "Nobody is left to brawl with.",
    "resigned": "Gone home early.",
}
CHALLENGES = {
    "hardcore": "Hardcore",
    "pacifist": "Pacifist",
    "rampage": "Rampage",
    "no_items": "No Items",
    "no_recruits": "No Recruits",
    "daily": "the daily store",
}
