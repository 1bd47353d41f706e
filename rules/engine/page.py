"""A game's page of rules, `rules/<game>/RULES.md`: every rule a list line that begins with its id.

# Beer Brawl
## A turn
- BB15 A turn may not leave the moved adventurer where it started,
  unless it fought.
"""

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from rules.engine.errors import Broken

ID = re.compile(r"[A-Z]{2,3}[1-9][0-9]*")
RULE = re.compile(rf"- (?P<id>{ID.pattern})\s+(?P<text>\S.*)")


class Rule(NamedTuple):
    """One rule of a page."""

    id: str
    topic: str
    text: str


class Page(NamedTuple):
    """The rules of a game, in the order of its page."""

    rules: dict[str, Rule]

    @property
    def topics(self) -> dict[str, list[str]]:
        """The ids under each heading."""
        topics: dict[str, list[str]] = {}
        for rule in self.rules.values():
            topics.setdefault(rule.topic, []).append(rule.id)
        return topics

    def find(self, word: str) -> Rule | None:
        """The rule that a word names, however it is typed.

        >>> read("# Nim\\n- NI1 Take one to three.").find(" ni1 ")
        Rule(id='NI1', topic='Nim', text='Take one to three.')
        """
        return self.rules.get(word.strip().upper())


@cache
def page(key: str) -> Page:
    """The page of a registered game; empty where it has none."""
    file = files("rules").joinpath(key, "RULES.md")
    return read(file.read_text(encoding="utf-8")) if file.is_file() else Page({})


def read(text: str) -> Page:
    """The rules that a page lists; other paragraphs are for people alone."""
    rules: dict[str, Rule] = {}
    topic, last = "", ""  # the heading, and the rule that an indented line goes on with
    for line in text.splitlines():
        if line.startswith("#"):
            topic, last = line.lstrip("#").strip(), ""
        elif found := RULE.fullmatch(line.rstrip()):
            last = found["id"]
            if last in rules:
                raise Broken(f"rule {last} stands twice on its page")
            rules[last] = Rule(last, topic, found["text"])
        elif last and line.startswith("  ") and line.strip():
            more = line.strip()
            joint = "\n" if more.startswith("- ") else " "
            rules[last] = rules[last]._replace(text=rules[last].text + joint + more)
        else:
            last = ""
    return Page(rules)
