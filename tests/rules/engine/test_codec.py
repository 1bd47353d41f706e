"""Saves of every edition, logs, and options as text."""

import json
from typing import Any

import pytest

from rules.engine.codec import (
    clone,
    decode,
    encode,
    input_from_bytes,
    input_from_plain,
    input_to_bytes,
    input_to_plain,
    option_from_plain,
    option_key,
)
from rules.engine.errors import BadSave, NewerSave
from rules.engine.inputs import (
    Answer,
    DeclineDraw,
    Elapsed,
    Input,
    OfferDraw,
    Resign,
    Timeout,
    Undo,
)
from rules.engine.state import Option
from tests.rules.engine.table import begin, racing, say, turn_of_seat_0
from tests.rules.engine.toy import GAME, Attack, Bid, Fold, Tug


def saved(**changes: Any) -> dict[str, Any]:
    """A save as plain data."""
    return {**json.loads(encode(GAME, begin())), **changes}


def written(plain: object) -> bytes:
    return json.dumps(plain).encode()


# -- saves


def test_a_save_reads_as_it_was_at_every_kind_of_question() -> None:
    bid = say(begin(), 0, Bid(begin().hands[0][0])).state
    attacked = say(turn_of_seat_0(), 0, Attack(1)).state
    for s in (begin(), bid, turn_of_seat_0(), attacked, racing()):
        data = encode(GAME, s)
        assert decode(GAME, data) == s
        assert encode(GAME, decode(GAME, data)) == data


def test_the_order_of_keys_does_not_matter() -> None:
    plain = saved()
    mixed = {key: plain[key] for key in reversed(plain)}
    mixed["state"] = {key: plain["state"][key] for key in reversed(plain["state"])}
    assert encode(GAME, decode(GAME, written(mixed))) == encode(GAME, begin())


def test_a_clone_shares_nothing() -> None:
    s = begin()
    other = clone(GAME, s)
    other.hands[0].clear()
    other.pile.cards.clear()
    assert s == begin()


def test_an_older_save_is_brought_up_to_date() -> None:
    plain = saved(edition=1)
    plain["state"]["score"] = plain["state"].pop("points")
    s = decode(GAME, written(plain))
    assert s == begin()


def test_an_older_save_that_does_not_fit_its_edition() -> None:
    with pytest.raises(BadSave, match="cannot be read"):
        decode(GAME, written(saved(edition=1)))


@pytest.mark.parametrize("edition", [0, -3])
def test_an_edition_that_never_was(edition: int) -> None:
    with pytest.raises(BadSave, match=f"there was never an edition {edition}"):
        decode(GAME, written(saved(edition=edition)))


def test_a_newer_save_is_refused_as_such() -> None:
    with pytest.raises(NewerSave, match="later edition \\(3 > 2\\)"):
        decode(GAME, written(saved(edition=3)))


class Other(Tug):
    """Another game."""

    key = "other"


def test_a_save_of_another_game() -> None:
    with pytest.raises(BadSave, match="saved game of other, not of tug"):
        decode(GAME, encode(Other(), begin()))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00\xff",
        b"[]",
        b"5",
        b"{}",
        b"[" * 50_000,
        encode(GAME, begin())[:-20],
        written(saved(edition="two")),
        written(saved(edition=None)),
        written(saved(state=5)),
        written(saved(state=None)),
        written(saved(state={})),
        written(saved(state={**saved()["state"], "hands": "none"})),
        written(saved(state={**saved()["state"], "frames": [{"type": "chess"}]})),
        written(saved(state=[], edition=1)),
        written(saved(state=None, edition=1)),
    ],
)
def test_a_damaged_save_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(BadSave, match="saved game cannot be read"):
        decode(GAME, data)


# -- inputs

INPUTS: list[Input] = [
    Answer(1, 7, Bid(3)),
    Answer(0, 1, Fold()),
    Timeout(1, 2),
    Elapsed("race"),
    Resign(1),
    OfferDraw(0),
    DeclineDraw(1),
    Undo(0),
]


@pytest.mark.parametrize("given", INPUTS, ids=lambda given: type(given).__name__)
def test_an_input_reads_as_it_was_written(given: Input) -> None:
    assert input_from_bytes(GAME, input_to_bytes(given)) == given
    assert input_from_plain(GAME, input_to_plain(given)) == given


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"[" * 50_000,
        b"{}",
        b'{"type":"cheat"}',
        b'{"type":"answer","seat":0,"number":1,"option":{"type":"castle"}}',
        b'{"type":"answer","seat":"0","number":1,"option":{"type":"fold"}}',
        b'{"type":"answer","seat":0,"number":1,"option":{"type":"bid","card":"ace"}}',
    ],
)
def test_a_damaged_log_entry_is_refused(data: bytes) -> None:
    with pytest.raises(BadSave):
        input_from_bytes(GAME, data)


# -- options


def test_an_option_from_plain_data() -> None:
    assert option_from_plain(GAME, {"type": "bid", "card": 4}) == Bid(4)
    with pytest.raises(BadSave, match="no option of Tug"):
        option_from_plain(GAME, {"type": "bid"})


class Many(Option, frozen=True):
    """An option with every kind of argument."""

    yes: bool
    no: bool
    nothing: int | None
    several: tuple[int, ...]
    word: str


def test_an_option_as_short_text() -> None:
    assert option_key(Fold()) == "fold"
    assert option_key(Bid(12)) == "bid~12"
    assert option_key(Many(True, False, None, (1, 2), "up")) == "many~1~0~~1+2~up"


def test_an_answer_is_written_as_ever_unless_it_was_ordered() -> None:
    plain, given = Answer(0, 1, Fold()), Answer(0, 1, Fold(), ordered=True)
    assert b"ordered" not in input_to_bytes(plain)
    assert input_from_bytes(GAME, input_to_bytes(plain)) == plain
    assert input_from_bytes(GAME, input_to_bytes(given)) == given
