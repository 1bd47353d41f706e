"""The spy hears every way to a clock, to luck and to the system."""

import datetime
import os
import random
import secrets
import time
import uuid
from collections.abc import Callable
from datetime import datetime as imported_datetime
from random import shuffle as imported_shuffle
from time import monotonic as imported_monotonic

import pytest

from rules.engine.conformance.spy import Spy

FORBIDDEN: list[tuple[str, Callable[[], object]]] = [
    ("clock", lambda: time.time()),
    ("clock", lambda: time.perf_counter_ns()),
    ("clock", lambda: imported_monotonic()),
    ("clock", lambda: datetime.datetime.now(datetime.UTC)),
    ("clock", lambda: imported_datetime.now(datetime.UTC)),
    ("clock", lambda: datetime.date.today()),  # noqa: DTZ011
    ("luck", lambda: random.random()),
    ("luck", lambda: random.choice([1, 2, 3])),
    ("luck", lambda: imported_shuffle([1, 2, 3])),
    ("luck", lambda: random.Random(1).random()),
    ("system", lambda: secrets.token_bytes(4)),
    ("system", lambda: uuid.uuid4()),
    ("system", lambda: os.urandom(4)),
    ("system", lambda: os.environ.get("HOME")),
]


@pytest.mark.parametrize(("name", "call"), FORBIDDEN)
def test_a_forbidden_call_is_heard(name: str, call: Callable[[], object]) -> None:
    with Spy() as spy:
        call()
    assert name in [heard for heard, _ in spy.heard]


def test_harmless_calls_are_not() -> None:
    moment = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
    with Spy() as spy:
        sorted([3, 1, 2])
        "a".join(["b"])
        moment.isoformat()
    assert spy.heard == []


def test_the_luck_that_a_redeal_is_given_is_allowed() -> None:
    rng = random.Random(1)
    with Spy(rng) as spy:
        rng.shuffle([1, 2, 3])
    assert spy.heard == []
    with Spy(rng) as spy:
        random.random()
    assert spy.heard


def test_it_stops_listening_also_after_an_error() -> None:
    spy = Spy()
    with pytest.raises(ZeroDivisionError), spy:
        1 / 0  # noqa: B018
    random.random()
    assert spy.heard == []
