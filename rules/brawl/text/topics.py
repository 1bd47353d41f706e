"""The rules of BRAWL in words, by topic."""

from rules.brawl.content.cards import BASE, BLOCK, CLEAR, DODGE, FREEZE, HIT, HIT2, PRESS, REVERSE
from rules.brawl.content.deck import BUILT_IN, built_in


def _decks() -> str:
    lines = [
        "Every deck has 35 cards, 3 of them Freezes. Hale’s list is the printed one. Of Bennett, "
        "Chris, Darwin, Morgan and Pearl the outlines are the printed ones and the rest is house "
        "content; the six Seniors are house content from the first card to the last.",
    ]
    decks = built_in()
    lines += [f"**{decks[key].name}**: {decks[key].about}" for key in BUILT_IN]
    return "\n".join(lines)


CARDS = {  # each kind of card, where it goes and what it does
    "Base": ": to the left or right end of the row, while fewer than three are there.",
    "Hit": (
        " (red, green, blue): on an empty side, on a Hit or Hit-2 of its colour, or in any "
        "colour on a Press or a Dodge. You may hit either side. It counts one."
    ),
    "Hit-2": ": only on a Hit or Hit-2 of its colour. It counts two.",
    "Block": " (red, green, blue): on a Hit or Hit-2 of its colour. Only a Press can follow.",
    "Press": (
        ": on a Block, which opens the string for a Hit of any colour; on a Dodge; on a "
        "Reverse. Never on a Press."
    ),
    "Dodge": (
        ": on a Hit or Hit-2, on whichever side you like. Nothing below it counts. A Hit "
        "of any colour may follow. A Press laid directly on it undoes it and all below counts "
        "again; after that Press only Hits follow."
    ),
    "Reverse": (
        ": in the middle of a Base that is not frozen: bare, on a Reverse or on a "
        "Press. The Base then goes to whoever has more hits on the other’s side; a tie is still "
        "its owner’s. A second Reverse undoes the first, a third turns it again. A Press on a "
        "Reverse wipes out all Reverses below it."
    ),
    "Freeze": ": in the middle of a Base. Nothing more happens to that Base.",
    "Clear": (
        ": takes a Base at an end of the row out of the game with all that lies on it, "
        "and goes with it. Not the only Base, not the middle one of three, not a frozen one."
    ),
}
KINDS = {  # each kind of card in a line: where it goes, and what for
    "Base": "at an end of the row, up to three. A tied Base is its owner’s.",
    "Hit": "on an empty side, on its colour, on a Press or a Dodge. Counts one for that side.",
    "Hit-2": "on a Hit or Hit-2 of its colour. Counts two.",
    "Block": "on a Hit or Hit-2 of its colour. Closes that side, until a Press.",
    "Press": "on a Block, which opens that side; on a Dodge or a Reverse, which it undoes.",
    "Dodge": "on a Hit or Hit-2. Nothing below it counts.",
    "Reverse": "in the middle of a Base. There fewer Hits win; the next one turns it back.",
    "Freeze": "in the middle of a Base. Nothing more happens there; all frozen: the end.",
    "Clear": "takes a Base at an end of the row away, with all that lies on it.",
}
GISTS = {  # what a card does, for whoever holds it
    **dict.fromkeys(range(HIT, HIT2), "It counts one for the fighter on whose side it lies"),
    **dict.fromkeys(range(HIT2, BLOCK), "It counts two for the fighter on whose side it lies"),
    **dict.fromkeys(range(BLOCK, PRESS), "It closes that side: only a Press can follow"),
    PRESS: "It opens a Block, or undoes a Dodge or a Reverse",
    DODGE: "No Hit below it counts",
    REVERSE: "It turns a Base round, so that fewer Hits win it; the next one turns it back",
    FREEZE: "Nothing more happens to that Base",
    CLEAR: "It takes away a Base with all that lies on it",
    BASE: "A new Base counts for you as long as it is tied",
}

TOPICS: dict[str, str] = {
    "goal": (
        "Win more Bases than your opponent. A Base goes to whoever has more hits on their own "
        "side of it; where both have as many, none included, it goes to its owner. As many Bases "
        "each is a draw."
    ),
    "cards": "\n".join(f"- **{name}** · {words}" for name, words in KINDS.items()),
    "set-up": (
        "Each player chooses a deck; the choices are shown when both are made. The two decks must "
        "differ, unless the game was opened with mirror. If both want the same one, a coin gives "
        "it to one of them and the other chooses again. From each deck one Base goes to the "
        "middle, the first player’s on the left; the 3 Freezes go to the bottom of the deck and "
        "the rest is shuffled on top of them. Every Base has two sides, one for each player. "
        "When both have said ready, the first card may come."
    ),
    "flow": (
        "You turn over the top card of your deck and hold it, open for all to see. Lay it, or "
        "put it on your own discard pile, before you turn over another. The top card of your "
        "discard pile can be replayed; what lies below it, once it is uncovered. A deck "
        "that has run out is not shuffled again. With an empty deck and no card in hand you "
        "replay from your discard pile or say done. Any card that is laid takes back what both "
        "said; "
        "whoever has no card left at all is done without saying so."
    ),
    "training": (
        "The quiet pace: players take turns, and a coin picks who begins. In your turn you turn "
        "over one card and lay or discard it, or you replay the top of your discard pile instead. "
        "How likely it is that the next card *helps you* counts each card left in your deck that "
        "could be laid to your good as the Bases lie: a Hit that counts for you, a Block that "
        "stops the other’s Hits, a Clear on a Base that you are losing. "
        "Where nothing is left to choose the referee does it for you and says why: it turns the "
        "next card over, discards one that fits nowhere, or says done. "
        "If you are late, the referee turns your card over and discards it, or discards the one "
        "you hold; when your deck is empty it says done for you."
    ),
    "tournament": (
        "The fast pace: no turns at all. Both act whenever they like and the referee takes the "
        "acts as they arrive. Whoever comes too late hears why and keeps the card. Here you may "
        "replay from the discard pile while you hold a card. Each player has a clock, 15 seconds "
        "unless agreed otherwise, which starts anew with each of their acts; when it runs "
        "out the referee discards the held card, or turns over the next, or says done. Either "
        "player may call a pause at any time, also when done, and the bout goes on when both are "
        "ready."
    ),
    "end": (
        "The game is over the moment every Base in play is frozen, also when a Clear takes away "
        "the last one that was not. It is over as well when both are done and nothing was played "
        "in between; then all Bases are scored as they lie."
    ),
    "decks": _decks(),
    **{name: f"**{name}**{words}" for name, words in CARDS.items()},
}
