"""What happened on a trip, in words: every roll, every hit and every point with its reason."""

from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.names import armed, brawler, item
from rules.brawl_mart.content.store import CHECKOUT, ENTRANCE, RULES, STORE, Rule
from rules.brawl_mart.state import (
    Bought,
    BrawlEnded,
    Entered,
    Exchanged,
    GotTv,
    Hit,
    LinedUp,
    Met,
    Passed,
    Recruited,
    Respawned,
    Restocked,
    Roll,
    Stolen,
    Used,
)
from rules.brawl_mart.view import View
from rules.engine.state import Event


def line(view: View, event: Event) -> str:
    """An event in words."""
    match event:
        case Entered(department=at):
            rule = RULES[STORE[at].rule]
            return f"{PLACES.get(at, f'You are in {STORE[at].name}')}.{' ' + rule if rule else ''}"
        case Met(enemies=enemies):
            return "Against you: " + ", ".join(armed(c, i) for c, i in enemies) + "."
        case LinedUp(brawlers=brawlers):
            return f"On your side: {', '.join(armed(c, i) for c, i in brawlers) or 'nobody'}."
        case Exchanged():
            return exchange(event)
        case Stolen(by=by, victim=victim, item=card):
            return f"{brawler(by)}'s Stretchy Hand takes the {item(card)} of {brawler(victim)}."
        case Used():
            return _used(event)
        case Passed(card=card):
            return f"{brawler(card)} passes."
        case BrawlEnded():
            return _ended(event)
        case GotTv():
            return "The flatscreen is in your trolley!"
        case Recruited(card=card):
            return f"{brawler(card)} joins you."
        case Bought(item=card, price=price):
            return f"You buy {item(card)} for {price} SP."
        case Restocked():
            return ""  # the café shows it, where it can be bought
        case Respawned():
            tv = "The TV stays yours" if view.tv else "The TV is out of reach, CHECKOUT is not"
            return f"You come to in THE RESTROOM. {tv}."
    raise AssertionError(event)


def _used(event: Used) -> str:
    who, whom, what = brawler(event.by), brawler(event.target), item(event.item)
    match ITEMS[event.item].usage:
        case "slip":
            return f"{who} puts the {what} before {whom}, whose next counter is 0."
        case "revive":
            return f"{who} wakes {whom} with the {what}."
        case "cheer":
            return f"{who} cheers {whom} on with the {what}: +2 for the next attack."
        case _:
            sprayed = f"{who} sprays {whom} with the {what}: {event.dice[0]}, and no counter."
            return sprayed + told(event.hits)


def _ended(event: BrawlEnded) -> str:
    if event.result == "lost":
        return "The brawl is lost: none of yours stands."
    points = (
        (event.kp, "KP"),
        (event.sp - event.sale, "SP"),
        (event.sale, "SP from the clearance"),
    )
    said = ", ".join(f"+{n} {of}" for n, of in points if n)
    gained = f": {said}" if said else ""
    if event.result == "won":
        return f"The brawl is won{gained}."
    return f"A stalemate, as no attack can change anything{gained}."


# -- rolls


def exchange(event: Exchanged) -> str:
    """An exchange in one line: both totals and what they do, and then how each came about."""
    mine, theirs = event.attack, event.counter
    rule = STORE[event.department].rule
    if theirs is None:  # the target is down, as the hit says
        said = f"{brawler(mine.card)} attacks with {mine.total}."
    else:
        said = f"{brawler(mine.card)} {mine.total} – {brawler(event.target)} {theirs.total}."
    sums = "".join(_sum(roll, rule) for roll in (mine, theirs) if roll is not None)
    return f"{said}{_no_blow(event, rule)}{told(event.hits)}{sums}"


def _sum(roll: Roll, rule: Rule) -> str:
    """How a total came about, if it is not what one die shows."""
    said = explain(roll, rule)
    return f" {brawler(roll.card)}: {said}." if said != str(roll.total) else ""


def explain(roll: Roll, rule: Rule) -> str:
    """Dice, type, ability, items, total."""
    dice = "+".join(map(str, roll.kept))
    if len(roll.kept) < len(roll.dice):
        dice += f" (of {', '.join(map(str, roll.dice))})"
    if roll.type_bonus:
        dice += f" +{roll.type_bonus * len(roll.kept)} type"
    if roll.times > 1:
        dice = f"({dice}) ×{roll.times}" if " " in dice or "+" in dice else f"{dice} ×{roll.times}"
    said = " ".join([dice, *added(roll, rule)])
    if roll.note in NOTHING:
        return f"{said}, but 0 ({NOTHING[roll.note]})"
    note = f" ({OVERRIDDEN})" if roll.note else ""
    return f"{said} = {roll.total}{note}" if said != str(roll.total) else f"{said}{note}"


def added(roll: Roll, rule: Rule) -> list[str]:
    """What is added to the dice, or taken away, each by its name."""
    parts = [
        (roll.plus, ""),
        (roll.power, BRAWLERS[roll.card].power),
        (-roll.halved, "Half Off"),
        (roll.items, item(roll.item)),
        (roll.cheered, "Megaphone"),
        (roll.other - roll.cheered, DEPARTMENT.get(rule, "")),
    ]
    return [f"{n:+d} {why}".strip() for n, why in parts if n]


def _no_blow(event: Exchanged, rule: Rule) -> str:
    """What is to be said of equal totals, and of nothing."""
    mine = event.attack.total
    theirs = event.counter.total if event.counter is not None else 0
    if not mine and not theirs:
        return " 0 hits nobody."
    if event.counter is None or mine != theirs:
        return ""
    if rule == "slippery":
        return " A tie, which knocks nobody out here."
    rolls = (event.attack, event.counter)
    winner = next((r.card for r in rolls if BRAWLERS[r.card].ability.last_word), -1)
    return " A tie." if event.tie else f" A tie, and {brawler(winner)} wins ties."


# -- hits


def told(hits: tuple[Hit, ...]) -> str:
    """What hits did, and why."""
    return "".join(f" {_hit(hit)}" for hit in hits)


def _hit(hit: Hit) -> str:
    who = brawler(hit.card)
    match hit.result:
        case "knocked out":
            why = f": {hit.by} against resistance {hit.resistance}" if hit.by > 0 else ""
            return f"{who} is knocked out{why}."
        case "slain" if hit.by <= hit.resistance:
            return f"{who} was down already and is slain."
        case "slain":
            return f"{who} is slain: {hit.by} against resistance {hit.resistance}."
        case "absorbed":
            return f"{who} takes the deadly blow meant for {brawler(hit.saved)} and goes down."
        case "returned":
            return f"{who} hands in the Return Receipt: the hit does not count."
        case "shrugged off":
            return f"{who} smiles the first knock-out away."
        case _:
            return f"{who} sniffs the Smelling Salts and stands again."


PLACES = {ENTRANCE: "You are at the ENTRANCE", CHECKOUT: "You go out through CHECKOUT"}
NOTHING = {
    "stalled": "the engine stalls on a 1",
    "pride": "the same face twice, pride comes before a fall",
    "slipped": "slipped on the wet floor",
    "no rival": "the attacker is no rival",
}
OVERRIDDEN = "a plain die: both abilities need the other's result"
DEPARTMENT: dict[Rule, str] = {"quiet": "hush", "rush": "doorbuster"}
