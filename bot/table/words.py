"""Words that are made for those who do not care to find one."""

from collections.abc import Callable

FIRST = [
    "amber",
    "brave",
    "calm",
    "dizzy",
    "early",
    "fancy",
    "gentle",
    "happy",
    "ivory",
    "jolly",
    "keen",
    "lucky",
    "merry",
    "noble",
    "olive",
    "proud",
    "quick",
    "rusty",
    "silver",
    "tidy",
    "upbeat",
    "velvet",
    "witty",
    "young",
]
SECOND = [
    "otter",
    "badger",
    "cactus",
    "dragon",
    "eagle",
    "falcon",
    "goblin",
    "hedgehog",
    "iguana",
    "jackal",
    "kettle",
    "lobster",
    "mammoth",
    "noodle",
    "oyster",
    "pickle",
    "quokka",
    "raven",
    "saddle",
    "turnip",
    "unicorn",
    "viking",
    "walrus",
    "yak",
]
NUMBERS = 90


def made(below: Callable[[int], int]) -> str:
    """A word that can be remembered, by luck that is handed in.

    >>> made(lambda n: n - 1)
    'young-yak-99'
    """
    return f"{FIRST[below(len(FIRST))]}-{SECOND[below(len(SECOND))]}-{10 + below(NUMBERS)}"
