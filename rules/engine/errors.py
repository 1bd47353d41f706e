"""A small family of errors whose text a player can read."""


class RulesError(Exception):
    """Anything the referee declines; nothing was changed."""


class Refused(RulesError):
    """An answer that the rules do not allow, with the rule that says so."""

    def __init__(self, rule: str, sentence: str) -> None:
        """Keep the rule's id beside the sentence a player reads."""
        super().__init__(sentence)
        self.rule = rule
        self.sentence = sentence


class Stale(RulesError):
    """A question that has been answered already."""


class NotAsked(RulesError):
    """A seat that the game does not wait for."""


class GameOver(RulesError):
    """An input that comes after the end."""


class NothingToUndo(RulesError):
    """No answer of this player can be taken back."""


class UnknownGame(RulesError):
    """No game of that name is refereed here."""


class BadVariant(RulesError):
    """Options of a game that do not fit it."""


class BadSave(RulesError):
    """A saved game that cannot be read."""


class NewerSave(BadSave):
    """A saved game of a later edition than this referee knows."""


class Broken(Exception):  # a defect of a game's rules, never a player's doing
    """A game broke the contract."""
