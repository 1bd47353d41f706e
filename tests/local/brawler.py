"""A player of Beer Brawl who makes for the enemy's bar: the shortest way to a win."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from tests.local.player import Failed, Message, Player
from tests.local.process import PATIENCE

T = TypeVar("T")
SQUARE = re.compile(r"(?:^|to )[A-E]([1-8])$")
DARING = re.compile(r"Place the rest|Fight|.* attacks |Attack")
ENDS = ("🏆", "🤝", "🤖", "💀", "🏁")
LAST = ("Stop", "Pass", "Done re-arming")
WAYS = ("Back", "Step by step")  # that lead about in a panel, not to an answer


def choose(labels: Sequence[str], *, upwards: bool) -> str:
    """The most daring of some choices, named by their labels."""
    if found := [label for label in labels if DARING.match(label)]:
        return found[0]
    ranks = {label: int(at[1]) for label in labels if (at := SQUARE.search(label))}
    if ranks:
        return max(ranks, key=lambda label: ranks[label] if upwards else -ranks[label])
    if found := [label for label in labels if label in LAST]:
        return found[0]
    return next((label for label in labels if not _is_rearming(label)), labels[0])


def _is_rearming(label: str) -> bool:
    return label.startswith("Re-arm") or "re-arms" in label


def is_answer(custom_id: str | None) -> bool:
    """Whether a button or select of a panel answers, or leads to an answer."""
    return bool(custom_id and re.match(r"t:\d+:\d+\.\d+:[=>?]", custom_id))


def labels_of(panel: Message) -> list[str]:
    """What a panel offers: buttons, and the options of its selects."""
    buttons = [b.label for b in panel.buttons if is_answer(b.custom_id) and b.label not in WAYS]
    selects = [s for s in panel.selects if is_answer(s.custom_id)]
    return buttons + [label for select in selects for label in select.options]


def mark_of(panel: Message, label: str) -> str:
    """What pressing or choosing something stands for: an answer (`=`), or a step towards one."""
    for button in panel.buttons:
        if button.label == label:
            return str(button.custom_id).split(":", 3)[-1]
    return next(s.options[label] for s in panel.selects if label in s.options)


def question_of(panel: Message) -> str:
    """The question that a panel asks, by seat and number; nothing where it asks none."""
    ids = [*(b.custom_id for b in panel.buttons), *(s.custom_id for s in panel.selects)]
    return next((str(known).split(":")[2] for known in ids if is_answer(known)), "")


def shown_after(message: Message, pressed: Message, *, opened: bool = False) -> bool:
    """Whether this is the panel after a press on one, or the one that a press has just `opened`.

    A post that comes meanwhile buries a panel: then it is sent anew below, and the old one goes.
    """
    if not message.ephemeral or message.loading or message.channel != pressed.channel:
        return False
    if message.id == pressed.id:
        return opened or message.raw is not pressed.raw
    return int(message.id) > int(pressed.id)


def posts(player: Player) -> list[Message]:
    """What everybody reads in the current channel."""
    return [m for m in player.messages() if not m.ephemeral and m.raw["type"] in (0, 19)]


def is_over(message: Message) -> bool:
    """Whether this is the last post of a game."""
    return not message.ephemeral and any(sign in message.text for sign in ENDS)


class Brawler:
    """Plays one side of a game to its end through buttons and panels."""

    def __init__(self, player: Player, *, upwards: bool) -> None:
        self.player, self.upwards = player, upwards
        self._answered = ""  # the latest post that was taken up

    async def play(self) -> None:
        """Takes every turn until the game is over."""
        while True:
            found = await self.player.wait(self._calls, timeout=PATIENCE)
            if is_over(found):
                return
            await self.take_up(found)

    async def take_up(self, found: Message) -> None:
        """Takes the turn in the panel that asks, or in the one behind a post's door."""
        if not found.ephemeral:
            self._answered = found.id
            found = await self.open(found)
        await self.turn(found)

    def _calls(self, message: Message) -> bool:
        """Whether a post ends the game, or calls this player; or their panel has come to ask."""
        if message.ephemeral:
            return bool(labels_of(message))
        if int(message.id) <= int(self._answered or 0):
            return False
        return is_over(message) or (calls(message) and waits_for(message, self.player))

    async def open(self, post: Message) -> Message:
        """The panel behind the door."""
        opened = (await self.player.click(post, "Play")).message
        assert opened is not None
        return await self.filled(opened)

    async def filled(self, message: Message) -> Message:
        """The message once the referee has thought."""
        return await self.player.wait(
            lambda m: m.id == message.id and not m.loading, timeout=PATIENCE
        )

    async def turn(self, panel: Message) -> Message:
        """Answers until nothing is asked any more."""
        while labels := labels_of(panel):
            panel = await self.answer(panel, choose(labels, upwards=self.upwards))
        return panel

    async def answer(self, panel: Message, label: str) -> Message:
        """Answers, and waits until the panel shows where that led."""
        before = self.panels()
        await self.press(panel, label)
        return await self.led(panel, before)

    def panels(self) -> set[str]:
        """The private answers that are here by now, by their ids."""
        return {m.id for m in self.player.messages() if m.ephemeral}

    async def led(self, panel: Message, before: set[str]) -> Message:
        """Where an answer led: in the panel, or in one that was not there `before` the press."""
        others = before - {panel.id}
        return await self.player.wait(
            lambda m: m.id not in others and shown_after(m, panel), timeout=PATIENCE
        )

    async def press(self, panel: Message, label: str) -> str:
        """Presses a button, or chooses in a select; returns the interaction."""
        if any(button.label == label for button in panel.buttons):
            return (await self.player.click(panel, label)).interaction
        at = next(n for n, select in enumerate(panel.selects) if label in select.options)
        return (await self.player.choose(panel, label, select=at)).interaction


async def begin(host: Player, guest: Player, channel: str = "beer-brawl") -> Message:
    """Opens a table, joins and starts; returns the post that calls both to the draft.

    Posts of a game before it may still call, while its last one is on its way: they are older.
    """
    for player in (host, guest):
        await player.bot_ready(PATIENCE)
        await player.go(channel)
    known = max((int(m.id) for m in host.messages()), default=0)
    await heard(host, lambda: host.command("beer-brawl new", opponent=guest, here=True))
    lobby = await guest.wait(
        lambda m: int(m.id) > known and any(b.label == "Join" for b in m.buttons), timeout=PATIENCE
    )
    await heard(guest, lambda: guest.click(lobby, "Join"))
    full = await host.wait(lambda m: m.id == lobby.id and "2 of 2" in m.text, timeout=PATIENCE)
    await heard(host, lambda: host.click(full, "Start"))
    return await host.wait(
        lambda m: int(m.id) > int(lobby.id) and calls(m) and waits_for(m, host), timeout=PATIENCE
    )


async def heard(player: Player, act: Callable[[], Awaitable[T]]) -> T:
    """Acts again where no bot was there to hear it."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await act()
            except Failed as failed:
                if "not connected" not in str(failed):
                    raise
                await player.bot_ready(PATIENCE)


def waits_for(message: Message, player: Player) -> bool:
    """Whether a post says that the table waits for a player; only a new one mentions anybody."""
    return any(f"<@{player.id}>" in line for line in message.text.splitlines() if "▶️" in line)


def calls(message: Message) -> bool:
    """Whether a post has the door to play."""
    return not message.ephemeral and any(b.label == "Play" for b in message.buttons)
