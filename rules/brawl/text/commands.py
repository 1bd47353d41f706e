"""BRAWL as it is typed: what its commands add to its options."""

from rules.brawl.state import Discard, Done, Flip, Lay, LayAgain, Pause, Pick, Ready
from rules.engine.state import Option
from rules.engine.verbs import Argument, Verb

ARGUMENTS = {
    "deck": Argument(about="The deck you fight with"),
    "place": Argument(about="Where the card goes"),
}
VERBS: dict[type[Option], Verb] = {
    Pick: Verb("choose", "Choose your deck; it is shown when both have chosen."),
    Ready: Verb(about="Knock: you are ready for the first card, or to go on after a pause."),
    Flip: Verb(about="Turn over the top card of your deck."),
    Discard: Verb(about="Put the card you hold on your discard pile."),
    Done: Verb(about="Say that you have nothing more to play."),
    Lay: Verb(about="Put the card you hold on the table."),
    LayAgain: Verb("replay", "Put the top card of your discard pile on the table after all."),
    Pause: Verb(about="Stop a tournament bout until both are ready again."),
}
SETTINGS = {
    "pace": "training: in turns; tournament: in real time",
    "mirror": "Both may use the same deck",
    "seconds": "tournament: how long a player may take for an act",
}
