"""Games that are somewhere in the middle, played by people who take anything that is offered."""

import random
from collections.abc import Sequence
from datetime import timedelta

from bot.referee import Referee
from bot.table import Person, Table


async def begun(
    referee: Referee,
    key: str,
    people: Sequence[Person],
    *,
    channel: int,
    guild: int = 1,
    pace: timedelta | None = timedelta(days=3),
) -> Table:
    """A game of the first of these people, with as few of the others as it takes."""
    table = await referee.open(
        key, {}, channel_id=channel, guild_id=guild, host=people[0], pace=pace
    )
    for person in people[1 : min(table.game.counts)]:
        table = await referee.join(table, person)
    return await referee.start(table, people[0].id)


async def played(referee: Referee, table: Table, answers: int, rng: random.Random) -> Table:
    """The game after so many more answers of people, or at its end."""
    for _ in range(answers):
        if table.status != "playing" or table.play is None:
            break
        asked = [one for one in table.play.state.open if table.holder(one.seat).user_id]
        if not asked:  # a computer is
            break
        question = rng.choice(asked)
        user_id = table.holder(question.seat).user_id
        option = rng.choice(table.offer(question.seat))
        change = await referee.act(table, user_id, question.seat, question.number, [option])
        table = change.after
    return table
