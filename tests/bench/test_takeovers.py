"""How long tables were without anybody, as the bench of several processes counts it."""

import pytest

from tests.bench.takeovers import Takeovers, Wait


def seen(*looks: tuple[str | None, str], **deaths: float) -> list[Wait]:
    """One bucket, looked at every second: its holder, and who is up; whoever is not dead lives."""
    takeovers = Takeovers()
    for now, (holder, up) in enumerate(looks):
        dead = {who: at for who, at in deaths.items() if at <= now}
        alive = {"a", "b", "c"} - dead.keys()
        takeovers.look(float(now), {0: holder}, alive, set(up.split()), dead)
    return takeovers.all


def test_tables_wait_from_the_death_of_their_holder_until_somebody_has_them() -> None:
    """Also while its lease counts still."""
    (wait,) = seen(("a", "a b"), ("a", "b"), (None, "b"), (None, "b"), ("b", "b"), a=0.5)
    assert (wait.due, wait.whole, wait.dead) == (2.5, 2.5, ["a"])


def test_whoever_takes_them_and_dies_begins_a_wait_of_its_own() -> None:
    """Even where it was not seen while it lived."""
    looks = (("a", "a b c"), ("a", "b c"), ("a", "b c"), ("b", "c"), ("b", "c"), ("c", "c"))
    (wait,) = seen(*looks, a=1, b=2.5)
    assert (wait.due, wait.whole, wait.dead) == (1.5, 3.0, ["a", "b"])


def test_while_nobody_is_up_nobody_can_take_them() -> None:
    looks = (("a", "a"), ("a", ""), (None, ""), (None, ""), (None, "b"), (None, "b"), ("b", "b"))
    (wait,) = seen(*looks, a=1)
    assert (wait.due, wait.whole) == (2.0, 4.0)


def test_whoever_lives_and_lets_its_lease_run_out_looks_after_nothing() -> None:
    (wait,) = seen(("a", "a b"), (None, "a b"), (None, "a b"), ("a", "a b"))
    assert (wait.due, wait.whole, wait.dead) == (1.0, 1.0, ["a"])


def test_who_waits_still_is_counted() -> None:
    (wait,) = seen(("a", "a b"), ("a", "b"), (None, "b"), a=1)
    assert wait.due == pytest.approx(1.0) and wait.told() == "1.0 s of 1.0 s: bucket 0, a"
