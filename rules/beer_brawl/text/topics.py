"""The rules of Beer Brawl in words, by topic."""

TOPICS = {
    "The game": (
        "Two taverns lie at the two ends of a tunnel, and each has sent a band of adventurers "
        "through it to fetch the other's beer. You command one band: Blue or Orange. Nobody but "
        "you knows what your adventurers can do; you may look at your tiles at any time.\n"
        "You win with an adventurer behind the other side's bar, or when the other side "
        "has nobody left on the board."
    ),
    "The board": (
        "Files A to E, ranks 1 to 8. Blue is at home on ranks 1 to 3 and its bar is rank 1; "
        "Orange is at home on ranks 8 to 6 and its bar is rank 8. An adventurer on the board "
        "shows its team, its name and its mark. Names and marks are house content and tell "
        "nothing of what somebody can do."
    ),
    "Stats": (
        "An adventurer has six faces. Each is STRENGTH (red), MAGIC (purple), SPEED (yellow) or "
        "ARMOR (green), with an equal chance, so that the four stats add up to six. STRENGTH and "
        "MAGIC count in fights, SPEED is how far one goes beyond the first square, ARMOR is how many hits one can take. "
        "Lost armor shows as a dark face on your own tile.\n"
        "Each side has six adventurers; a table can agree on up to nine (house rule)."
    ),
    "Draft": (
        "Both roll and place at once, in secret. A reroll rolls all tiles anew that you have not "
        "placed (your cluster). A tile you like you place on a free square of your three home "
        "ranks: it keeps its stats and stays where it is. *Keep* and *Place all for me* pick the "
        "squares for you, front rows first, the same for everybody; *Step by step* lets you choose them.\n"
        "*Timed*: a shared clock, as many rerolls as you can make, and squares are seen as they are "
        "filled. The clock starts when both have said that they are at the table (house rule). "
        "When it has run out nobody rerolls any more; place what you have. Whoever has "
        "placed every tile first begins.\n"
        "*Counted* (house rule): no clock, but a limit of rerolls after a free opening roll; squares "
        "and the number of rerolls stay hidden until both have placed all. Whoever used fewer "
        "rerolls begins; if that is equal, whoever had placed all first.\n"
        "You can have the referee place the rest at random (*Step by step*), which is as good as placing it "
        "yourself. If your time runs out, the referee places it for you, and then the other side "
        "begins; a coin decides if that happened to both (house rule)."
    ),
    "A turn": (
        "First you must move one adventurer: one square up, down, left or right, onto an empty "
        "square. It may go on, up to SPEED + 1 moves in all, and may stop after any of them. Then "
        "it may act once with somebody beside it: fight an enemy, or re-arm with a friend. Acting "
        "ends its movement.\n"
        "Others see the path and not what else would have been possible. That is why a turn never "
        "ends by itself after a move: you stop, or you act. To go to a square by one button says "
        "both: go there, and stop.\n"
        "A turn may not leave the adventurer where it started unless it fought. You may go back "
        "there only if you can then fight or step on.\n"
        "If nobody of yours can move, somebody with an enemy beside it must fight; if there is no "
        "such enemy, two friends may re-arm, or you pass.\n"
        "Option, several actions: the adventurer that moved may act as often as it likes in a "
        "turn, with each friend once, until it is knocked out or you stop."
    ),
    "Fights": (
        "A fight runs by itself until one is knocked out. The adventurer that moved attacks first. A coin "
        "decides between STRENGTH and MAGIC. If the defender has more of it, the attacker is hit; "
        "if it has as much or less, the defender is hit. A hit costs one armor, and with none left "
        "one is knocked out. While both stand, they swap roles for the next round.\n"
        "Everybody learns who was knocked out. How often somebody was hit, and what armor is left, is told "
        "to its owner alone. All else stays secret until the game is over: then the log tells every "
        "fight blow by blow."
    ),
    "Re-arming": (
        "Two friends side by side may hand armor to each other, piece by piece and in both "
        "directions, at most twelve times (house limit). It works if the giver wears a piece and "
        "the other has a free slot: nobody wears more than it started with. Others only see that "
        "the two re-armed, even if nothing changed hands. Bluffing is welcome."
    ),
    "Knocked out, and awake again": (
        "Whoever is knocked out is unconscious and leaves the board. Broken armor is gone for good.\n"
        "Option, revival: at the start of your turn each of yours that was knocked out wakes up "
        "with a chance of one in six. Instead of moving, you may put one that is awake on an empty "
        "square of your own bar rank; if there is an action in that turn, it must take part."
    ),
    "Winning": (
        "You win if you have an adventurer on the other side's bar rank when the other "
        "side's turn ends: so it must hold out there for one turn. You also win at once when the "
        "other side has nobody on the board; adventurers that woke beside it do not count.\n"
        "A draw: by agreement, after forty turns in a row without a fight, or after five hundred "
        "turns (house rules)."
    ),
    "Terrain": (
        "Option: before the draft the players lay tokens in turn, Blue first. A lake cannot be "
        "entered. Rough ground takes two moves to enter, but the first step of a turn may always "
        "go there and uses up two moves, or the only one (house rule). Lakes must not cut the "
        "board in two, and each home must keep more free squares than there are tiles (house rule)."
    ),
    "Archetypes": (
        "Your private view names the archetype nearest to each tile. Healer: 3 SPEED, 3 ARMOR. "
        "Paramedic: 5 SPEED, 1 ARMOR. Warrior: 4 STRENGTH, 2 ARMOR. Mage: 4 MAGIC, 2 ARMOR. "
        "Scout: 3 STRENGTH or MAGIC, 3 SPEED. Glass Cannon: 5 MAGIC or STRENGTH, 1 ARMOR. "
        "Multiclass: 1 STRENGTH, 1 MAGIC, 4 ARMOR. All-rounder: 3 and 2 of STRENGTH and MAGIC, "
        "1 ARMOR. Lancer: 3 STRENGTH or MAGIC, 2 SPEED, 1 ARMOR. Rogue: 6 SPEED. "
        "Quartermaster: 6 ARMOR."
    ),
}
