"""Brawlhalla in words."""

from typing import Any, ClassVar

from rules.brawlhalla.arena import COLUMNS, ROWS, drawing, ground, place
from rules.brawlhalla.legends import CARDS, KNOCKBACK, LEGENDS, VALUE
from rules.brawlhalla.powers import DOES, Power, says
from rules.brawlhalla.state import (
    LEGEND,
    Add,
    Attack,
    Attacked,
    Began,
    Brawl,
    Buried,
    Choose,
    Chose,
    Defend,
    Delay,
    Discard,
    Discarded,
    Drew,
    DrewCard,
    Fall,
    Fell,
    Foresaw,
    ForesawCard,
    GaveUp,
    HallaVariant,
    Hurt,
    Knockback,
    KnockedOut,
    Land,
    Limit,
    Move,
    Passed,
    PlaceSword,
    Played,
    Pushed,
    Respawn,
    Returned,
    Shuffled,
    Side,
    Sided,
    Spent,
    Step,
    Struck,
    Switched,
    SwordPlaced,
    SwordTurned,
    TakeBack,
    Took,
    TookBack,
    TurnBegan,
    Use,
    Used,
    Walked,
)
from rules.brawlhalla.topics import TOPICS
from rules.brawlhalla.view import FighterView, View, foreseen
from rules.engine.contract import Text
from rules.engine.state import Event, Option, Outcome

DAMAGE = ("no damage", "yellow", "red")
SWORD = ("unarmed", "armed", "disarmed")


def space_name(space: int) -> str:
    """A space by column and row, from A1 in the ring's upper left corner."""
    column, row = place(space)
    return f"{chr(65 + column)}{row + 1}"


def card_name(card: int) -> str:
    """A card by value and name."""
    return f"{VALUE[card]} {CARDS[card].name}"


def does(power: Power) -> str:
    """What a power does, without its trigger."""
    return DOES[power.op].format(n=power.n)


class HallaText(Text[Brawl]):
    """The words of the table."""

    topics: ClassVar[dict[str, str]] = TOPICS

    # -- options

    def label(self, view: View, option: Option) -> str:
        """An option as its chooser reads it."""
        plain = PLAIN.get(str(option.__struct_config__.tag))
        if plain:
            return plain
        match option:
            case Move(card=card):
                return f"Move with {card_name(card)}"
            case Attack(target=target, kind=kind, card=card):
                return f"{kind.capitalize()} attack on {self.seat(view, target)} with {card_name(card)}"
            case Delay(how=how):
                return f"Delay and {DELAYS[how]}"
            case Step(space=space):
                return f"Step to {_ground(view, space)}"
            case Use(source=source, target=target):
                power = _power(view, source)
                on = f" on {self.seat(view, target)}" if target >= 0 else ""
                return f"Use {power.name}{on}: {does(power)}"
            case Add(card=card, effect=effect) | Defend(card=card, effect=effect):
                verb = "Add" if isinstance(option, Add) else "Defend with"
                more = f" and use it: {does(CARDS[card])}" if effect else ""
                return f"{verb} {card_name(card)}{more}"
            case _:
                return self._more_labels(view, option)

    def _more_labels(self, view: View, option: Option) -> str:
        match option:
            case Choose(legend=legend):
                return f"Play {LEGENDS[legend].name}"
            case Side(side=side):
                power = _mine(view).weapons[side]
                return f"{power.name}. {says(power)}"
            case Fall(space=space):
                return f"Fall to {_ground(view, space)}"
            case Land(space=space):
                return f"Land on {_ground(view, space)}"
            case Respawn(space=space):
                return f"Return on {_ground(view, space)}"
            case PlaceSword(space=space):
                return f"Put the sword on {space_name(space)}"
            case Discard(card=card):
                return f"Discard {card_name(card)}"
            case TakeBack(card=card):
                return f"Take back {card_name(card)}"
        raise AssertionError(option)

    def field(self, view: View, option: type[Option], name: str, value: object) -> str:
        """One argument in words."""
        match name, value:
            case "card", int(card):
                return f"{card_name(card)}: {says(CARDS[card])}"
            case "space", int(space):
                return _ground(view, space)
            case "target", int(target):
                return self.seat(view, target) if target >= 0 else "nobody in particular"
            case "legend", int(legend):
                return LEGENDS[legend].name
            case "side", int(side):
                return says(_mine(view).weapons[side])
            case "source", int(source):
                return _power(view, source).name
            case "effect", _:
                return "with its effect" if value else "without its effect"
            case "how", str(how):
                return DELAYS[how]
        return str(value)

    def prompt(self, view: View, kind: str) -> str:
        """A question in words."""
        clash = view.clash
        if kind == "dodge" and clash:
            value = VALUE[clash.attack[0]]
            return f"A heavy attack of {value} comes at you. Dodge with exactly {value}?"
        if kind in ("defend", "add") and clash:
            attack, defence = clash.totals
            return f"Attack {attack}, defence {defence}. {PROMPTS[kind]}"
        if kind == "act":
            return f"{_left(view)}. Your action?"
        if kind == "step" and view.move:
            return f"Up to {view.move.left} more. Where to?"
        if kind == "foresee" and foreseen(view) >= 0:
            return f"The top of your deck is {card_name(foreseen(view))}. Keep it there?"
        return PROMPTS[kind]

    # -- events

    def line(self, view: View, event: Event) -> str:
        """An event in words."""

        def who(seat: int) -> str:
            return self.seat(view, seat)

        match event:
            case TurnBegan(seat=seat, round=number):
                return f"Round {number}: {who(seat)}'s turn."
            case Attacked(seat=seat, target=target, heavy=heavy):
                return f"{who(seat)} attacks {who(target)}: {'heavy' if heavy else 'light'}!"
            case Played(seat=seat, card=card, to=to):
                return f"{who(seat)} {PLAYS[to]} {card_name(card)}."
            case Walked(seat=seat, path=path):
                via = f" by {', '.join(map(space_name, path[:-1]))}" if path[1:] else ""
                return f"{who(seat)} goes{via} to {_ground(view, path[-1])}."
            case Fell(seat=seat, space=space):
                return f"{who(seat)} falls to {_ground(view, space)}."
            case Took(seat=seat):
                return f"{who(seat)} picks up a Flaming Sword."
            case Used(seat=seat, legend=legend, source=source, side=side, target=target):
                power = _source(legend, side, source)
                on = f" on {who(target)}" if target >= 0 else ""
                return f"{who(seat)} uses {power.name}{on}: “{does(power)}”."
            case Passed(seat=seat):
                return f"{who(seat)} passes."
            case Struck():
                return self._struck(view, event)
            case Hurt(seat=seat, damage=damage, healed=healed):
                verb = "recovers to" if healed else "is hurt:"
                return f"{who(seat)} {verb} {DAMAGE[damage]}."
            case Knockback():
                return _knockback(event)
            case Pushed(seat=seat, space=space, beyond=beyond, short=short):
                more = f" and {beyond} beyond the KO line" if beyond else ""
                more = "; a floor ends it" if short else more
                return f"{who(seat)} is pushed to {_ground(view, space)}{more}."
            case _:
                return self._more_lines(view, event)

    def _struck(self, view: View, event: Struck) -> str:
        who, whom = self.seat(view, event.seat), self.seat(view, event.target)
        if event.heavy:
            return f"{who}'s heavy attack hits!" if event.hit else f"{whom} dodges."
        totals = f"{event.attack} to {event.defence}"
        return f"{who} hits, {totals}." if event.hit else f"{whom} blocks, {totals}."

    def _more_lines(self, view: View, event: Event) -> str:
        def who(seat: int) -> str:
            return self.seat(view, seat)

        match event:
            case Began(arena=arena, seat=seat):
                return f"The arena is {drawing(arena).name}. {who(seat)} begins."
            case Chose(seat=seat, legend=legend):
                return f"Player {seat + 1} plays {LEGENDS[legend].name}."
            case Sided(seat=seat, legend=legend, side=side):
                return f"{who(seat)}'s weapon is {LEGENDS[legend].weapons[side].name}."
            case Drew(seat=seat, count=count):
                return f"{who(seat)} draws {count}."
            case DrewCard(card=card):
                return f"You draw {card_name(card)}: {says(CARDS[card])}"
            case Shuffled(seat=seat):
                return f"{who(seat)}'s deck was empty: the discards are mixed, and that hurts."
            case KnockedOut(seat=seat, by=by, kos=kos, out=out):
                how = "goes over the KO line" if by >= 0 else "is red already"
                said = "Eliminated" if out else f"KO! Card #{kos + 1} is turned"
                return f"{who(seat)} {how}. {said}."
            case Returned(seat=seat, space=space):
                return f"{who(seat)} returns on {_ground(view, space)}."
            case SwordPlaced(seat=seat, space=space):
                return f"{who(seat)} puts the sword on {space_name(space)}."
            case SwordTurned(seat=seat, armed=armed):
                return f"{who(seat)} {'has the weapon back' if armed else 'is disarmed'}."
            case Discarded(seat=seat, card=card):
                return f"{who(seat)} discards {card_name(card)}."
            case TookBack(seat=seat, card=card):
                return f"{who(seat)} takes {card_name(card)} back."
            case _:
                return self._last_lines(view, event)

    def _last_lines(self, view: View, event: Event) -> str:
        match event:
            case Foresaw(seat=seat):
                return f"{self.seat(view, seat)} looks at the top card of their deck."
            case ForesawCard(card=card):
                return f"The top card of your deck is {card_name(card)}."
            case Buried(seat=seat, buried=buried):
                where = "puts it to the bottom" if buried else "leaves it there"
                return f"{self.seat(view, seat)} {where}."
            case Switched(seat=seat, other=other):
                return f"{self.seat(view, seat)} and {self.seat(view, other)} change places."
            case Spent(seat=seat, bonus=bonus):
                return f"{self.seat(view, seat)} spends a KO card: one more {bonus}."
            case GaveUp(seat=seat):
                return f"{self.seat(view, seat)} leaves the arena."
            case Limit(quiet=quiet):
                why = "40 turns without damage" if quiet else "50 rounds are over"
                return f"{why}: KO cards, then damage, decide."
        raise AssertionError(event)

    # -- the table

    def board(self, view: View) -> str:
        """The arena in words."""
        if not view.arena:
            return "Nothing is laid out yet."
        here = drawing(view.arena)
        parts = [
            f"{here.name}, round {view.round}. Columns A to {chr(64 + COLUMNS)}, rows 1 to {ROWS} "
            "from the top; the outer ring is off-stage.",
            "Platforms: " + ", ".join(map(space_name, sorted(here.platforms))) + ".",
            "Flaming Swords: " + (", ".join(map(space_name, view.swords)) or "none") + ".",
            *(self._fighter(view, seat) for seat in range(len(view.fighters))),
        ]
        if view.outcome is None and view.clash:
            parts.append(self._exchange(view))
        if view.outcome is None and view.seat >= 0:
            parts.append(f"{self.seat(view, view.seat)}'s turn, {_left(view)}.")
        return "\n".join(parts)

    def _fighter(self, view: View, seat: int) -> str:
        f = view.fighters[seat]
        if f.legend < 0:
            return f"Player {seat + 1} has no Legend{'' if f.out else ' yet'}."
        if f.out:
            return f"{self.seat(view, seat)} is out."
        where = _ground(view, f.space) if f.space >= 0 else "nowhere yet"
        ready = f" and {f.bonus} to spend" if f.bonus else ""
        team = f" (team {'AB'[seat % 2]})" if view.format == "2v2" else ""
        return (
            f"{self.seat(view, seat)}{team} on {where}: {DAMAGE[f.damage]}, {SWORD[f.sword]} "
            f"({LEGENDS[f.legend].weapons[f.side].name}), KO cards {f.kos}{ready}, "
            f"hand {len(f.hand)}{_known(view, seat, f)}, deck {len(f.deck)}, "
            f"discards {len(f.discards)}."
        )

    def _exchange(self, view: View) -> str:
        clash = view.clash
        assert clash is not None
        attack = ", ".join(map(card_name, clash.attack))
        defence = ", ".join(map(card_name, clash.defence)) or "nothing yet"
        kind = "Heavy" if clash.heavy else "Light"
        return (
            f"{kind} attack: {self.seat(view, clash.seat)} with {attack}; "
            f"{self.seat(view, clash.target)} with {defence}. "
            f"Totals {clash.totals[0]} to {clash.totals[1]}."
        )

    def private(self, view: View) -> str:
        """The own hand with its effects."""
        if view.player is None:
            return ""
        mine = view.fighters[view.player]
        cards = [f"{card_name(c)}. {says(CARDS[c])}" for c in sorted(mine.hand)]
        said = ["Your hand:", *cards] if cards else []
        known = [f"{at + 1}. {card_name(c)}" for at, c in enumerate(mine.deck) if c >= 0]
        if known:
            said.append(f"You know of your deck, from the top: {', '.join(known)}.")
        return "\n".join(said)

    def seat(self, view: View, seat: int) -> str:
        """A Legend's name, once it is chosen."""
        if not 0 <= seat < len(view.fighters) or view.fighters[seat].legend < 0:
            return f"Player {seat + 1}"
        return LEGENDS[view.fighters[seat].legend].name

    def outcome(self, view: View, outcome: Outcome) -> str:
        """How it ended."""
        who = " and ".join(self.seat(view, p) for p in outcome.winners)
        if outcome.reason == "limit":
            return f"Time is up: {f'{who} won on KO cards and damage' if who else 'a draw'}."
        if outcome.reason == "agreed":
            return "A draw by agreement."
        if not who:
            return "Nobody is left standing."
        verb = "win" if len(outcome.winners) > 1 else "wins"
        return f"{who} {verb}: the last standing."

    def topic(self, kind: str) -> str:
        """The topic that fits a question."""
        return TOPIC_OF.get(kind, "turn")

    def variant(self, variant: HallaVariant) -> str:
        """The options in words."""
        where = "a random arena" if variant.arena == "random" else drawing(variant.arena).name
        form = "teams of two" if variant.format == "2v2" else "everybody alone"
        return f"{variant.mode} mode, {form}, {where}"


# -- small words


def _ground(view: View, space: int) -> str:
    column, row = place(space)
    notes = []
    if column in (0, COLUMNS - 1) or row in (0, ROWS - 1):
        notes.append("off-stage")
    else:
        notes.append("Platform" if ground(view.arena).platform[space] else "Air")
    notes += ["sword"] * (space in view.swords)
    return f"{space_name(space)} ({', '.join(notes)})"


def _left(view: View) -> str:
    return f"{view.actions} action{'s' * (view.actions != 1)} left"


def _knockback(event: Knockback) -> str:
    if not event.count:
        return "No knockback."
    reasons = [f"{event.damage} for {DAMAGE[event.damage]}"] if event.damage else []
    if KNOCKBACK[event.value]:
        reasons.append(f"{KNOCKBACK[event.value]} for a {event.value}")
    if event.more:
        how = "more by powers and KO cards" if event.more > 0 else "less by powers"
        reasons.append(f"{abs(event.more)} {how}")
    return f"Knockback {event.count}: {', '.join(reasons)}."


def _mine(view: View) -> Any:
    return LEGENDS[view.fighters[view.player or 0].legend]


def _source(legend: int, side: int, source: int) -> Power:
    if source >= 0:
        return CARDS[source]
    return LEGENDS[legend].power if source == LEGEND else LEGENDS[legend].weapons[side]


def _power(view: View, source: int) -> Power:
    mine = view.fighters[view.player or 0]
    return _source(mine.legend, mine.side, source)


def _known(view: View, seat: int, f: FighterView) -> str:
    if seat == view.player:
        return ""
    known = [card_name(card) for card in f.hand if card >= 0]
    return f" (with {', '.join(known)})" if known else ""


PLAIN = {
    "stop": "Stop here",
    "skip": "Use nothing",
    "pass": "Pass",
    "spend": "Spend a KO card",
    "save": "Keep the KO card",
    "keep": "Leave it on top",
    "bury": "Put it to the bottom",
    "endturn": "End the turn",
}
DELAYS = {"draw": "draw two", "swap": "swap the weapon", "recover": "recover the weapon"}
PLAYS = {"move": "moves with", "attack": "plays", "add": "adds", "defend": "defends with"}
PROMPTS = {
    "legend": "Which Legend do you play?",
    "side": "Which side of your weapon card is up?",
    "act": "Your action?",
    "more": "Spend a KO card for one more action?",
    "step": "Where to?",
    "fall": "A Legend is below you. Fall to which side?",
    "before": "Use a power before it begins?",
    "during": "Use a power now?",
    "after": "Use a power now that it is over?",
    "struck": "You are hit. Use a power against it?",
    "defend": "Defend with a card, or pass?",
    "dodge": "Dodge?",
    "add": "Add a card, or pass?",
    "bonus": "The attack hits. Spend a KO card on it?",
    "land": "A Legend is in the way. Where do you land?",
    "respawn": "Where do you return?",
    "sword": "Where do you put the dropped sword?",
    "discard": "Which card do you discard?",
    "salvage": "Which card do you take back?",
    "foresee": "Keep the card on top?",
}
TOPIC_OF = {
    "legend": "legends",
    "side": "weapons",
    "step": "move",
    "fall": "delay",
    "before": "powers",
    "during": "powers",
    "after": "powers",
    "struck": "powers",
    "defend": "attack",
    "dodge": "attack",
    "add": "attack",
    "bonus": "ko",
    "more": "ko",
    "land": "knockback",
    "respawn": "ko",
    "sword": "ko",
    "salvage": "powers",
    "foresee": "powers",
}
