"""Bro Brawl's rules in words, by topic."""

from rules.bro_brawl.content.cards import GRUNTS, LIFE, MISHAP, SPECIAL, SPLIT

TOPICS: dict[str, str] = {
    "overview": (
        "Four bros stand against a deck of monsters. Clear the Battle Zone and the Battle deck "
        "of every monster to win the wave; when all bros are dead it is lost. One to four "
        "players share the bros. In competitive play everybody fights for points instead."
    ),
    "turn": (
        "1. Draw a Battle card (the first bro of a wave draws four, three in a competitive game of "
        "three). Foes and upgrades go to the Battle Zone, a mishap to the bro. 2. Take one action, or none. 3. Draw a Grunt and do "
        "what it says. 4. Add up the points of all foes that stand: every full four cost you one "
        "life. Armor takes its number off. Stunned foes then stand up. A bro who dies ends the "
        "turn at once."
    ),
    "actions": (
        "**Attack** one foe with one gun; excess is wasted, wounds stay, a kill is yours. **Knock "
        "sense** into another living bro with a mishap: points add up until they reach its cost. "
        "**Buy** an upgrade with any kills that are worth its price: for guns and armor they "
        "return to the Battle Zone, for health packs they are gone. **Scout** the top four cards "
        "of a deck and put them back as you like; with partners you may show them. **Delay** a "
        "monster, never a special, to the bottom of the deck; its wounds heal. **Stun** a foe: it "
        "does not count this turn, but a special's ability stays on. **Heal** a living bro for "
        "one and hand any of your kills to one bro. **Kill heal**: kills go back to the Battle "
        "Zone, you gain their points. **Sacrifice** one to five life, fewer than you have, to "
        "heal a bro or hurt a foe by as much, at once; if you die in the same turn, that is "
        "undone. **Use a health pack**. Life never exceeds the start."
    ),
    "grunts": (
        f"{len(GRUNTS)} cards (house split): "
        + ", ".join(f"{count} × {grunt.name}" for grunt, count in SPLIT)
        + ". Grunt fire hits one foe of your choice, friendly fire hits you through armor, "
        "Reinforcements reshuffles the deck, Divert switches a special's ability off, Grunt "
        "sacrifice takes one mishap away. Without a use a card is wasted. Of the two Grunts of a dead bro "
        "Reinforcements reshuffles even when the other is played."
    ),
    "death": (
        f"A bro starts with {LIFE} life (house number). At zero the bro is out for the wave: "
        "kills and gear stay, mishaps go. A dead bro still draws a Battle card, takes no action, "
        "draws two Grunts and plays one of them; nothing hurts the dead. A mishap drawn by the "
        "dead goes to the next living bro on the left, one without a mishap where there is one."
    ),
    "specials": (
        "Two of eleven (three for veterans in the first two waves), all house content: "
        + " ".join(f"**{c.name}** ({c.strength}): {c.says}" for c in SPECIAL.values())
        + " A special can be attacked, stunned and hit by Grunts, never delayed."
    ),
    "mishaps": (
        "Six of eighteen. Effects are house content; (n) is what it takes to knock sense: "
        + " ".join(
            f"**{m.name}** ({m.cost}{', all players' if m.strike else ''}): {m.says}"
            for m in MISHAP.values()
        )
        + " A bro who has one already hands the next to the first living bro on the left without "
        "one; if all have one, it is kept. One for all players strikes every living bro at once."
    ),
    "waves": (
        "After a won wave the bros may stop or, if every player wants to, go on, up to wave "
        "four. Each wave is mixed anew with fewer upgrades: 9, then 7, 5 and 3. Bros return with "
        "full life and the 1-point gun. A wave that is not won in 60 rounds is "
        "lost; a competitive one ends and is scored."
    ),
    "competitive": (
        "Two players with two bros each, or three or four with one. Only wave one. Points at the "
        "end: your kills (a dead bro's halved, rounded up) and the cost of the upgrades you "
        "hold. Scouted cards stay secret. Only the nine mishaps of the rulebook are used. A "
        "dead bro who draws a Grunt sacrifice must play it while any bro has a mishap."
    ),
}
