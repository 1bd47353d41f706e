"""Brawlhalla's rules in words, by topic."""

from rules.brawlhalla.content.arena import ARENAS, drawing
from rules.brawlhalla.content.legends import COPIES, LEGENDS, Legend
from rules.brawlhalla.content.powers import says

HOUSE = "(House content: effects, weapons, arenas and the sixth Legend are ours.)"


def legend_words(legend: Legend) -> str:
    """A Legend with its power and its weapons."""
    weapons = " ".join(f"Weapon **{w.name}**: {says(w)}" for w in legend.weapons)
    ours = "" if legend.named else " (a Legend of ours)"
    return (
        f"**{legend.name}**{ours}: {legend.about} Power **{legend.power.name}**: "
        f"{says(legend.power)} {weapons}"
    )


def cards_topic(legend: Legend) -> str:
    """The topic that has a Legend's cards."""
    return f"cards of {legend.name}"


def _cards(legend: Legend) -> str:
    lines = [
        f"{at // COPIES + 1} **{card.name}**: {says(card)}" for at, card in enumerate(legend.cards)
    ]
    return f"The twenty cards of {legend.name}. {HOUSE}\n" + "\n".join(lines)


TOPICS: dict[str, str] = {
    "overview": (
        "An unofficial referee for Brawlhalla: The Card Game. Two to four Legends fight in an "
        "arena that floats in the sky. Hurt the others, then hit them over the KO line. Whoever "
        "runs out of KO cards is out; the last Legend or team standing wins. After 50 rounds, or "
        "40 turns in a row without damage or KO, most KO cards left wins, then least damage, "
        "else it is a draw."
    ),
    "turn": (
        "You have two actions, the same one twice if you like, or fewer: **Move**, **Delay** or "
        "**Attack**. At the end of your turn you take a Flaming Sword you stand on if you are "
        "unarmed, and you discard down to six cards. Everybody starts with four cards. Chance "
        "says who begins. In a team battle the teams take turns, each turn going to that team's "
        "next living member."
    ),
    "arena": (
        "Five columns by four rows of spaces, Platform or Air, and around them a ring of "
        "off-stage spaces that count as Air; beyond the ring is the KO line. A Platform has a "
        "solid floor: nothing goes up or down through it. Diagonally one passes where at least "
        "one of the two ways around the corner is open, so neighbouring Platforms are one floor. "
        "Sideways is always free, also beneath a Platform. Sight is a straight line between the "
        "middles of two spaces: floors block it, Legends do not. Arenas: "
        + ", ".join(f"{drawing(key).name} ({drawing(key).format})" for key in ARENAS)
        + f". {HOUSE}"
    ),
    "move": (
        "Play a card and go up to its value, space by space, across sides or corners. Never more "
        "than three Air spaces in a row in one move (the space you start from does not count). "
        "You may pass through Legends but not stop on one, and you may stop in the Air. Never "
        "beyond the ring. Passing over or onto a Flaming Sword arms an unarmed Legend at once."
    ),
    "delay": (
        "First gravity: in the Air you fall one space, straight down, or to a side you choose if "
        "a Legend is right below; with all three taken, or at the bottom of the ring, you stay: no fall is a KO. "
        "Then draw two cards, or flip your weapon card, or recover a disarmed weapon. When a "
        "card is due and your deck is empty, your discards are shuffled into a new deck and you "
        "take one damage; at red that is a KO."
    ),
    "attack": (
        "Attack an opponent on an adjacent space with no floor between, or within a power's "
        "range and in sight. **Light**: play a card. Whoever is behind (the defender below the "
        "attack, the attacker not above the defence) adds one card at a time or passes; the "
        "first pass ends it. A higher attack does one damage. **Heavy**: only with a weapon. "
        "Play a card; only a single card of exactly that value dodges it. Otherwise it knocks "
        "the defender back. All cards played are discarded."
    ),
    "knockback": (
        "Damage goes from none to yellow to red and no further; a light hit on red changes "
        "nothing. Knockback is 0, 1 or 2 spaces for no damage, yellow or red, plus 1 for a card "
        "of 3 or 4, plus 2 for a 5, straight away from the attacker. A floor ends it. Legends on "
        "the way do not; if the last space is taken, the pushed player picks a free one beside "
        "it. Pushed beyond the ring, you stay on its last space and take one damage for each "
        "further space; if you are red already, or it would be more than red, you are KO'd."
    ),
    "ko": (
        "Turn your top KO card up. Number 1 eliminates you: Legend, cards and sword leave the "
        "game. Any other: your damage is gone, your sword is dropped, and you return on any free "
        "space of the arena's top row; whoever caused it (else the next opponent) puts the sword "
        "on a free Platform. Hand, deck and weapon side stay. A turned KO card is spent once, in "
        "your own turn: one more knockback on a heavy hit, one more damage on a light hit, or "
        "one more action when yours are used up."
    ),
    "weapons": (
        "Everybody starts unarmed; one Flaming Sword for each player lies in the arena. Armed, "
        "you can attack heavily and use your weapon's power. Disarmed, you have no weapon until "
        "you recover it with a Delay. Nobody carries two swords."
    ),
    "powers": (
        "Each card has an effect with a trigger: before, during or after an attack (any, light "
        "or heavy), before or after a move. Using one is always your choice. Before effects are "
        "the attacker's alone; a During effect works when its card is played or never; after an "
        "attack the attacker goes first. In one attack you may use one Before, one During and "
        "one After effect of your cards; Legend and weapon powers do not count toward that. "
        "Nothing changes a card's value in a heavy attack."
    ),
    "modes": (
        "**Standard**: two KO cards. **Classic**: three. **Blitz**: none, the first KO "
        "eliminates. **Discovery**: as standard, but action cards have no effects; Legend and "
        "weapon powers stay. Formats: a duel, two teams of two, or a free-for-all of three or "
        "four. Teammates cannot attack each other."
    ),
    "legends": "\n".join([*map(legend_words, LEGENDS), HOUSE]),
    **{cards_topic(legend): _cards(legend) for legend in LEGENDS},
}
