"""What a run of the suite ends with: figures, or the first breach."""

import msgspec


class Report(msgspec.Struct, frozen=True):
    """How much was played, and how many steps were compared with re-dealt worlds."""

    games: int
    answers: int
    seconds: float
    compared: int = 0
    longest: int = 0  # answers of the longest game


class Breach(Exception):
    """A game broke the contract: what, where, and how to see it again."""

    def __init__(self, name: str, text: str, where: str, command: str) -> None:
        """Keep the name of the check beside the words."""
        super().__init__(f"{name}: {text} [{where}; {command}]")
        self.name = name
        self.text = text
        self.where = where
        self.command = command
