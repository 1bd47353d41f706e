"""Two people play a whole game, and what one of them alone may know reaches nobody else."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path

import pytest

from bot.local.server import LocalDiscord
from tests.local.brawler import Brawler, begin, is_over
from tests.local.player import Message, Player
from tests.local.process import PATIENCE, under

pytestmark = pytest.mark.slow  # the installed bot plays whole games

STATS = re.compile(r"^\S+ \([^)]*\): STRENGTH \d.*$", re.MULTILINE)


class Listener(Player):
    """A player who keeps every frame that arrives."""

    def _take(self, said: dict[str, object]) -> None:
        self.__dict__.setdefault("kept", []).append(said)
        super()._take(said)

    @property
    def private(self) -> list[Message]:
        """Every state of every message that only this player may see."""
        told = [Message(f["message"]) for f in self.__dict__["kept"] if "message" in f]
        return [m for m in told if m.ephemeral or self.channels[m.channel].dm]

    @property
    def heard(self) -> str:
        """All that this player's window was ever sent."""
        return str(self.__dict__["kept"])

    @property
    def heard_in_time(self) -> str:
        """All that it was sent before the post that ends the game and shows both armies."""
        kept = self.__dict__["kept"]
        ended = next(
            n for n, f in enumerate(kept) if "message" in f and is_over(Message(f["message"]))
        )
        return str(kept[:ended])


def shows_stats(message_id: str, m: Message) -> bool:
    """Whether this is a certain message, and it names a stat by now."""
    return m.id == message_id and STATS.search(words(m)) is not None


async def test_what_one_player_knows_is_sent_to_nobody_else(
    local: LocalDiscord, tmp_path: Path
) -> None:
    """Stats, hands and pictures of either side, seen by the other and by a spectator."""
    async with (
        under(local, tmp_path) as referee,
        Listener.join(local.url, "Juno") as juno,
        Listener.join(local.url, "Pip") as pip,
        Listener.join(local.url, "Wren") as wren,
    ):
        await begin(juno, pip)
        await wren.go("beer-brawl")
        await asyncio.gather(Brawler(juno, upwards=True).play(), Brawler(pip, upwards=False).play())
        await wren.wait(is_over, timeout=PATIENCE)
        for player in (juno, pip):
            hand = (await player.command("table hand", table=1)).message
            assert hand is not None
            await player.wait(partial(shows_stats, hand.id))
        for one, other in ((juno, pip), (pip, juno)):
            for knows_not in (other, wren):
                check(one, knows_not)
        said = [words(m) for m in wren.all_messages() if not is_over(m)]
        assert not STATS.search("\n".join(said))
        assert referee.errors() == []


def words(message: Message) -> str:
    """What a message says, its pictures' words included."""
    return "\n".join([message.text, *(alt for _, alt in message.pictures)])


def check(knows: Listener, knows_not: Listener) -> None:
    """Nothing that one was shown in private was sent to the other, and no stat before the end."""
    private = knows.private
    stats = {line for m in private for line in STATS.findall(words(m))}
    pictures = {address for m in private for address, _ in m.pictures}
    assert len(stats) > 6 and len(pictures) > 3
    heard, heard_in_time = knows_not.heard, knows_not.heard_in_time
    for secret in {m.id for m in private} | pictures:
        assert secret not in heard
    for stat in stats:
        assert stat not in heard_in_time
