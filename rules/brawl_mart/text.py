"""Brawl Mart in words."""

from typing import ClassVar

from rules.brawl_mart.brawlers import BRAWLERS
from rules.brawl_mart.items import ITEMS
from rules.brawl_mart.state import (
    KNOCKED_OUT,
    SLAIN,
    Attack,
    Bought,
    BrawlEnded,
    Buy,
    Entered,
    Equip,
    Exchanged,
    Go,
    GotTv,
    Hit,
    LinedUp,
    LineUp,
    MartVariant,
    Met,
    Passed,
    Recruit,
    Recruited,
    Respawned,
    Restocked,
    Roll,
    Stolen,
    Trip,
    Use,
    Used,
)
from rules.brawl_mart.store import RULES, STORE, wage
from rules.brawl_mart.topics import TOPICS
from rules.brawl_mart.view import FighterView, View
from rules.engine.contract import Text
from rules.engine.state import Event, Option, Outcome


def brawler(card: int) -> str:
    """A brawler's name."""
    return BRAWLERS[card].name


def item(card: int) -> str:
    """An item's name."""
    return ITEMS[card].name if card >= 0 else "nothing"


def armed(card: int, held: int) -> str:
    """A brawler and what they hold."""
    return f"{brawler(card)} with {item(held)}" if held >= 0 else brawler(card)


class MartText(Text[Trip]):
    """The words of the store."""

    topics: ClassVar[dict[str, str]] = TOPICS

    # -- options

    def label(self, view: View, option: Option) -> str:
        """An option as the shopper reads it."""
        match option:
            case Go(department=at):
                return f"Go to {STORE[at].name}"
            case LineUp(brawler=card):
                return f"{brawler(card)}"
            case Equip(item=card, brawler=who):
                return f"{item(card)} for {brawler(who)}"
            case Attack(target=card, choice=choice):
                return f"Attack {brawler(card)}{self._choice(view, choice)}"
            case Use(target=card):
                return f"Use {item(self._held(view))} on {brawler(card)}"
            case Recruit(brawler=card):
                return f"Recruit {brawler(card)} ({wage(view.at)} KP)"
            case Buy(item=card):
                return f"Buy {item(card)} ({view.shop.index(card) + 1} SP)"
        return PLAIN[str(option.__struct_config__.tag)]

    def _choice(self, view: View, choice: int) -> str:
        ability = BRAWLERS[view.acting].ability if view.acting >= 0 else None
        if ability and ability.pride and choice:
            return f" with {choice}D6"
        if ability and ability.samples:
            return " with 2D4" if choice else " with 1D6+1"
        return ""

    def _held(self, view: View) -> int:
        return next((f.item for f in view.fighters if f.card == view.acting), -1)

    def field(self, view: View, option: type[Option], name: str, value: object) -> str:
        """One argument in words."""
        if not isinstance(value, int):
            return str(value)
        if name == "department":
            return STORE[value].name
        if name in ("brawler", "target"):
            return brawler(value)
        if name == "item":
            return item(value)
        return self._choice(view, value).strip() or "as printed"

    def prompt(self, view: View, kind: str) -> str:
        """A question in words."""
        if kind == "act":
            return f"What does {brawler(view.acting)} do?"
        return PROMPTS[kind]

    # -- events

    def line(self, view: View, event: Event) -> str:
        """An event in words."""
        match event:
            case Entered(department=at):
                rule = RULES[STORE[at].rule]
                return f"{STORE[at].name}.{' ' + rule if rule else ''}"
            case Met(enemies=enemies):
                return "Against you: " + ", ".join(armed(c, i) for c, i in enemies) + "."
            case LinedUp(brawlers=brawlers):
                return "On your side: " + ", ".join(armed(c, i) for c, i in brawlers) + "."
            case Exchanged():
                return exchange(event)
            case Stolen(by=by, victim=victim, item=card):
                return f"{brawler(by)} snatches the {item(card)} from {brawler(victim)}."
            case Used(by=by, item=card, target=target, dice=dice, hits=hits):
                rolled = f" for {dice[0]}" if dice else ""
                return f"{brawler(by)} uses {item(card)} on {brawler(target)}{rolled}.{told(hits)}"
            case Passed(card=card):
                return f"{brawler(card)} waits."
            case BrawlEnded(result=result, kp=kp, sp=sp):
                gained = f": +{kp} KP, +{sp} SP" if result != "lost" else ""
                return f"The brawl is {RESULTS[result]}{gained}."
            case GotTv():
                return "The flatscreen is in your trolley!"
            case Recruited(card=card):
                return f"{brawler(card)} joins you."
            case Bought(item=card, price=price):
                return f"Bought: {item(card)} for {price} SP."
            case Restocked(items=items):
                return "In the shop: " + ", ".join(item(i) for i in items) + "."
            case Respawned():
                return "You come to in THE RESTROOM. The TV is out of reach, CHECKOUT is not."
        raise AssertionError(event)

    # -- the table

    def board(self, view: View) -> str:
        """The table in words."""
        parts = [f"{STORE[view.at].name}."]
        for own, title in ((False, "Enemies"), (True, "Yours")):
            side = [fighter(f) for f in view.fighters if f.own == own]
            if side:
                parts.append(f"{title}: {', '.join(side)}.")
        parts.append("Hand: " + (", ".join(map(brawler, view.hand)) or "empty") + ".")
        parts.append("Cart: " + (", ".join(map(item, view.cart)) or "empty") + ".")
        parts.append(f"{view.kp} KP, {view.sp} SP{', the TV' if view.tv else ''}.")
        parts.append(f"Shop: {', '.join(item(i) for i in view.shop)}.")
        parts.append(f"{view.enemies} enemies stand in the café, {view.items} items are left.")
        if view.score:
            parts.append("Score: " + ", ".join(f"{n.points} {n.what}" for n in view.score) + ".")
        return " ".join(parts)

    def seat(self, view: View, seat: int) -> str:
        """There is one shopper."""
        return "The shopper"

    def outcome(self, view: View, outcome: Outcome) -> str:
        """How the trip ended."""
        total = f"{outcome.scores[0]} points." if outcome.scores else ""
        return f"{ENDINGS.get(outcome.reason, 'The trip is over:')} {total}".strip()

    def topic(self, kind: str) -> str:
        """The topic that fits a question."""
        return {"go": "store", "cafe": "café"}.get(kind, "brawl")

    def variant(self, variant: MartVariant) -> str:
        """The challenges in words."""
        words = [n for n in CHALLENGES if getattr(variant, n)]
        return ", ".join(CHALLENGES[n] for n in words) or "a plain trip"


# -- rolls in words


def exchange(event: Exchanged) -> str:
    """An exchange explained in one line."""
    said = f"{brawler(event.attack.card)} attacks {brawler(event.target)}: {explain(event.attack)}"
    if event.counter is not None:
        said += f" against {explain(event.counter)}"
    return f"{said}.{' A tie.' if event.tie else ''}{told(event.hits)}"


def explain(roll: Roll) -> str:
    """Dice, type, ability, items, total."""
    dice = "+".join(map(str, roll.dice)) or "0"
    parts = [dice]
    if roll.type_bonus and roll.dice:
        parts.append(f"+{roll.type_bonus * len(roll.dice)} type")
    if roll.ability:
        parts.append(f"{roll.ability:+d} ability")
    if roll.items:
        parts.append(f"{roll.items:+d} items")
    if roll.other:
        parts.append(f"{roll.other:+d} other")
    note = f" ({NOTES[roll.note]})" if roll.note else ""
    return f"{' '.join(parts)} = {roll.total}{note}"


def told(hits: tuple[Hit, ...]) -> str:
    """What hits did."""
    said = []
    for hit in hits:
        if hit.result == "absorbed":
            said.append(f"{brawler(hit.card)} takes the blow meant for {brawler(hit.saved)}.")
        else:
            said.append(f"{brawler(hit.card)}: {hit.result}.")
    return "".join(f" {s}" for s in said)


def fighter(f: FighterView) -> str:
    """A brawler in the brawl in words."""
    state = ", knocked out" * (f.state == KNOCKED_OUT) + ", slain" * (f.state == SLAIN)
    return armed(f.card, f.item) + state


PLAIN = {"ready": "Brawl!", "pass": "Wait", "leave": "Leave the café"}
PROMPTS = {
    "go": "Where to?",
    "line_up": "Who takes the next slot?",
    "equip": "Who gets an item?",
    "cafe": "Recruit or buy?",
}
RESULTS = {"won": "won", "lost": "lost", "stalemate": "a stalemate"}
NOTES = {
    "stalled": "the engine stalls",
    "pride": "the same face twice: pride comes before a fall",
    "slipped": "slips",
    "no rival": "no rival of his resistance",
    "overridden": "overridden: a plain die",
}
ENDINGS = {
    "tv": "The TV is home!",
    "out": "Out through CHECKOUT.",
    "lost": "Thrown out of the store.",
    "pacifist": "A Pacifist has slain: the trip ends.",
    "rampage": "Somebody was only knocked out: the Rampage ends.",
    "no enemies": "Nobody is left to brawl with.",
    "resigned": "The shopper goes home.",
}
CHALLENGES = {
    "hardcore": "Hardcore",
    "pacifist": "Pacifist",
    "rampage": "Rampage",
    "no_items": "No Items",
    "no_recruits": "No Recruits",
    "daily": "the daily store",
}
