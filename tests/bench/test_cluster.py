"""What the bench of several processes lets pass, and what not."""

import pytest

from tests.bench.cluster import out_of_proportion, told, wrong
from tests.bench.several import Toll
from tests.local.process import judged


def toll(at_home: float = 1.0, statements: float = 6000, alive: float = 100.0) -> Toll:
    """Three processes, of which the last one is as told."""
    mine = {"alive": 100.0, "at home": 1.0, "statements": 6000}
    other = {"alive": alive, "at home": at_home, "statements": statements}
    return Toll(work={0: mine, 1: mine, 2: other})


def test_whoever_does_its_part_is_in_proportion() -> None:
    """Also where it lived for less time than others, or had a little more to do."""
    for fine in (
        toll(),
        toll(at_home=0.95),
        toll(statements=9000),
        toll(statements=1800, alive=30.0),
    ):
        assert not out_of_proportion(fine) and not wrong(fine)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (toll(at_home=0.5), "0.50 tables of its own shards (0.9 … 1.1)"),
        (toll(at_home=2.0), "2.00 tables of its own shards"),
        (toll(statements=60_000), "2.50 statements of the mean (0.5 … 2)"),
        (toll(statements=1000), "0.23 statements of the mean"),
    ],
)
def test_whoever_does_more_or_less_than_its_part_fails_the_bench(given: Toll, words: str) -> None:
    said = out_of_proportion(given)[-1]
    assert said.startswith("process 2 is out of proportion: ") and words in said
    assert wrong(given) and said in told(given)


def test_a_dead_processs_tables_that_wait_too_long_fail_the_bench() -> None:
    late, fine = toll(), toll()
    late.takeover, fine.takeover, fine.nobody = 30.1, 29.9, 44.0
    assert wrong(late) and not wrong(fine), "others died, too, or nobody was up"
    assert "taken over within 30.1 s (≤ 30)" in told(late)


def test_pictures_for_which_a_busy_machine_had_no_time_are_told_and_are_not_wrong() -> None:
    busy = '"a picture failed", "trace": "bot.workers.pool.GivenUp: no process was to be had within 10 s"'
    assert judged(['"boom"', busy]) == (['an error was logged: "boom"'], 1)
    slow = toll()
    slow.late = 7
    assert not wrong(slow) and "the machine had no time: 7" in told(slow)
