"""A player of any game who presses whatever is offered, through any trouble."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tests.local.brawler import choose, is_over
from tests.local.player import Answer, Failed, Message, Player, Refused

ANSWERS = re.compile(r"(t:\d+:\d+\.\d+:[=>].*|b:\d+:\d+\.\d+:.+)")
SELECTS = re.compile(r"t:\d+:\d+\.\d+:[?*]\d*")
QUESTION = re.compile(r"t:\d+:\d+\.\d+:")
REFUSED = "⚠️"
MOMENT = 1.0  # seconds within which a bare acknowledgement says that an answer was taken
PATIENCE = 4.0  # seconds until the panel is to show where an answer led
BORED = 3.0  # seconds without news after which the door is tried again


class Choice(NamedTuple):
    """Something that can be pressed."""

    label: str
    custom_id: str
    value: str | None = None

    @property
    def answers(self) -> bool:
        """Whether it is an answer, not a step towards one."""
        mark = self.value if self.value is not None else self.custom_id.split(":", 3)[-1]
        return mark.startswith("=")


def choices(message: Message) -> Iterator[Choice]:
    """What a message offers to whoever is asked."""
    for button in message.buttons:
        if not button.disabled and ANSWERS.fullmatch(button.custom_id or ""):
            yield Choice(button.label, button.custom_id or "")
    for select in message.selects:
        if SELECTS.fullmatch(select.custom_id):
            for label, value in select.options.items():
                yield Choice(label, select.custom_id, value)


class Gamer:
    """Somebody at the table of one room; a player's window shows that room alone."""

    def __init__(self, player: Player, rng: random.Random, *, brawls: bool = False) -> None:
        """Press at random; or (`brawls`) make for the enemy's bar."""
        self.player, self.rng, self.brawls = player, rng, brawls
        # Answers that this player saw taken, each with its question: an earlier press may have
        # answered that, of which nothing was heard in time.
        self.told: dict[str, str] = {}
        self.pressed = 0
        self.failed = 0  # presses to which the bot gave no answer in time
        self.why: Counter[str] = Counter()  # what came instead
        self.waits: list[float] = []  # seconds from a press to what it led to
        self._tried: tuple[str, int] = ("", 0)  # the door, and how much had arrived by then
        self._at = 0.0
        self._idle: dict[str, object] = {}  # what was pressed in vain, as it looked then

    @property
    def over(self) -> bool:
        """Whether the latest post tells of the end."""
        posts = [m for m in self.player.messages() if not m.ephemeral and "· table" in m.text]
        return bool(posts) and is_over(posts[-1])

    async def step(self) -> bool:
        """One press that may lead on; false where there is nothing to press now."""
        found = self._asked()
        try:
            if found is not None:
                await self._press(*found)
                return True
            return await self._open()
        except (Failed, Refused, TimeoutError) as error:
            self.failed += 1
            self.why[str(error) or type(error).__name__] += 1
            return True

    def _asked(self) -> tuple[Message, Choice] | None:
        for message in reversed(self.player.messages()):
            offered = list(choices(message))
            if not offered or self._idle.get(message.id) is message.raw:
                continue
            if not message.ephemeral and f"<@{self.player.id}>" not in message.text:
                continue
            return message, self._chosen(offered)
        return None

    def _chosen(self, offered: list[Choice]) -> Choice:
        if self.brawls:
            label = choose([c.label for c in offered], upwards=True)
            return next(c for c in offered if c.label == label)
        return self.rng.choice(offered)

    async def _open(self) -> bool:
        """Press *Play* where a post is new, or after a while without news."""
        posts = [m for m in self.player.messages() if not m.ephemeral]
        post = next((m for m in reversed(posts) if any(b.label == "Play" for b in m.buttons)), None)
        if post is None:
            return False
        now = time.monotonic()
        known, then = self._tried
        if known == post.id and then == id(post.raw) and now - self._at < BORED:
            return False
        self._tried, self._at = (post.id, id(post.raw)), now
        self._idle.clear()
        began = time.monotonic()
        self.pressed += 1
        answer = await self.player.click(post, "Play")
        if answer.message is not None:
            at = answer.message.id
            await self.player.wait(lambda m: m.id == at and not m.loading, timeout=PATIENCE)
        self.waits.append(time.monotonic() - began)
        return True

    def _mine(self, message: Message) -> bool:
        """Whether a message is this player's alone, and so shows where their answers lead."""
        return message.ephemeral

    def _after(self, message: Message) -> Message | None:
        """A panel that has changed; or as it was, where it has gone to stand below a new post."""
        now = self.player.message(message.id)
        if now is None:
            return message
        return now if now.raw is not message.raw else None

    async def _press(self, message: Message, choice: Choice) -> None:
        began = time.monotonic()
        self._idle[message.id] = message.raw  # until it has changed
        self.pressed += 1
        values = None if choice.value is None else [choice.value]
        answer = await self.player.press(message, choice.custom_id, values)
        if self._mine(message):
            after = await self.player.until(lambda: self._after(message), PATIENCE)
            taken = after is not message and REFUSED not in after.text
            # Somebody else's doing changes a panel, too: then it still asks the same.
            taken = taken and not _asks(after, choice.custom_id)
        else:
            taken = _bare(answer) and time.monotonic() - began < MOMENT
        self.waits.append(time.monotonic() - began)
        if taken and choice.answers:
            self.told[answer.interaction] = ":".join(choice.custom_id.split(":")[1:3])


def _asks(message: Message, custom_id: str) -> bool:
    """Whether a message still has the question that was answered with a button or a list."""
    asked = QUESTION.match(custom_id)
    if asked is None:
        return False
    return any(str(c.get("custom_id", "")).startswith(asked[0]) for c in message.components)


def _bare(answer: Answer) -> bool:
    """Whether a press was only acknowledged."""
    return answer.kind == 6
