"""Re-armament: a private run of gives and takes."""

from typing import Any

import pytest

from rules.beer_brawl.game import GAME
from rules.beer_brawl.state import (
    Done,
    Give,
    Rearm,
    Rearmed,
    Stop,
    Take,
    Transferred,
    Turn,
)
from rules.engine.codec import clone
from tests.rules.beer_brawl.table import SLOW, Table, tile


def attached(mover_armor: int, friend_armor: int, **options: Any) -> Table:
    """Barnaby (three slots) has moved beside Dimple (three slots); both wear what is said."""
    slots = tile(armor=3)
    table = Table(**options).lay({"B2": slots, "C3": slots, "B4": slots}, {"E8": SLOW})
    table.s.armor[0], table.s.armor[2] = mover_armor, friend_armor
    table.go(0, "B3").do(Rearm(2))
    return table


def worn(table: Table) -> tuple[int, int]:
    """The armor of the two."""
    return table.s.armor[0], table.s.armor[2]


@pytest.mark.rule("BB23")
def test_pieces_go_to_and_fro_one_by_one_until_done() -> None:
    table = attached(2, 1)
    table.do(Give())
    assert worn(table) == (1, 2)
    table.do(Take())
    table.do(Take())
    assert worn(table) == (3, 0)
    table.do(Give())
    assert worn(table) == (2, 1)
    table.do(Done())
    assert table.seat == 1


@pytest.mark.rule("BB23")
def test_at_most_twelve_tries() -> None:
    table = attached(2, 1)
    for n in range(12):
        assert table.offers() == [Give(), Take(), Done()]
        table.do(Give() if n % 2 else Take())
    assert table.offers() == [Done()]
    assert table.refusal(Give()) == "BB23"


@pytest.mark.rule("BB24")
@pytest.mark.parametrize(
    ("mover", "friend", "option", "works"),
    [
        (0, 1, Give(), False),  # nothing to give
        (1, 3, Give(), False),  # no free slot
        (1, 2, Give(), True),
        (1, 0, Take(), False),
        (3, 1, Take(), False),
        (2, 1, Take(), True),
    ],
)
def test_giving_needs_a_piece_and_a_free_slot(
    mover: int, friend: int, option: Give | Take, works: bool
) -> None:
    table = attached(mover, friend)
    before = table.view(1), table.view(None)
    assert table.do(option) == []
    given = 1 if isinstance(option, Give) else -1
    assert worn(table) == ((mover - given, friend + given) if works else (mover, friend))
    giver, taker = (0, 2) if isinstance(option, Give) else (2, 0)
    assert table.heard(0) == [Transferred(giver, taker, works)]
    assert table.heard(1) == []
    assert (table.view(1), table.view(None)) == before
    assert not table.barrier


@pytest.mark.rule("BB24")
def test_armor_never_exceeds_what_one_started_with() -> None:
    table = Table().lay({"B2": tile(armor=5), "C3": tile(armor=1)}, {"E8": SLOW})
    table.s.armor[2] = 0
    table.go(0, "B3").do(Rearm(2))
    table.do(Give())
    table.do(Give())
    assert worn(table) == (4, 1)


@pytest.mark.rule("BB25")
@pytest.mark.parametrize("run", [[], [Give()], [Give(), Take(), Take()], [Take()] * 12])
def test_others_see_the_same_whatever_changed_hands(run: list[Give | Take]) -> None:
    table = Table().lay(
        {"B2": tile(armor=3), "C3": tile(armor=3), "B5": SLOW}, {"E8": SLOW, "A8": SLOW}
    )
    table.s.armor[2] = 1
    table.go(0, "B3")
    told, barriers = [], []
    for option in [Rearm(2), *run, Done()]:
        told += table.do(option)
        barriers.append(table.barrier)
    assert [e for e in told if isinstance(e, Rearmed)] == [Rearmed(0, 2)]
    assert len(told) == 2  # the path, and that the two re-armed
    assert barriers == [False] * (len(run) + 1) + [True]  # posted when the turn ends, not before


@pytest.mark.rule("BB25")
def test_asking_on_shows_the_same_kind_of_question() -> None:
    table = attached(2, 1, many_actions=True)
    kinds = {q.kind for q in table.s.open}
    table.do(Give())
    kinds |= {q.kind for q in table.s.open}
    table.do(Done())
    kinds |= {q.kind for q in table.s.open}
    assert kinds == {"turn"}
    assert isinstance(table.s.frames[-1], Turn) and Stop() in table.offers()


@pytest.mark.rule("BB25")
def test_a_time_out_parts_the_two() -> None:
    table = attached(2, 1)
    before = clone(GAME, table.s)
    table.timeout()
    assert worn(table) == (2, 1) and table.seat == 1
    assert before.open[0].seat == 0
