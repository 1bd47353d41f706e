"""What can be chosen in one go, and what the referee answers by itself."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from rules.brawl_mart.content.store import PLACE, STORE
from rules.brawl_mart.game import GAME
from rules.brawl_mart.state import (
    BestFirst,
    Brawl,
    BrawlMartState,
    Cafe,
    Equip,
    Go,
    HandOrder,
    HandOutAll,
    HandOutLasting,
    Leave,
    LineUp,
    MartVariant,
    Pass,
    Ready,
    Store,
    WalkOn,
)
from rules.engine import kernel
from rules.engine.codec import clone
from rules.engine.state import Option, Question, Way
from tests.rules.brawl_mart.table import Table, what, who


def choosing(hand: str, enemies: str, cart: str = "", at: str = "PRODUCE") -> Table:
    """A trip before a brawl's line-up."""
    table = Table("", enemies, at)
    s = table.s
    s.hand = sorted(who(name) for name in hand.split(", "))
    s.cart = sorted(what(name) for name in cart.split(", ") if name)
    for card in s.hand:
        s.enemies.take(card)
    for item in s.cart:
        s.items.take(item)
    s.frames = [Brawl(step="line_up")]
    s.open = [Question(0, 1, "line_up")]
    return table


def found(table: Table) -> dict[Option, tuple[Option, ...]]:
    """The ways that the shopper has."""
    return {way.option: way.answers for way in kernel.ways(GAME, table.s, 0)}


# -- the line-up


@pytest.mark.rule("BM12")
def test_everybody_is_lined_up_the_best_against_these_enemies_first() -> None:
    table = choosing("Ojwald, Fran, Tim", "Intercom")
    names = ["Forklift Fran", "Wispy Tim", "Ojwald"]
    assert table.label(BestFirst()) == f"Best first: {', '.join(names)}"
    table.do(*found(table)[BestFirst()])
    assert [f.card for f in table.s.side(True)] == [who(name) for name in names]
    assert table.asks == "act"


@pytest.mark.rule("BM12")
def test_the_order_of_the_hand_is_another_way() -> None:
    table = choosing("Ojwald, Fran, Tim", "Intercom")
    assert found(table)[HandOrder()] == tuple(LineUp(card) for card in table.s.hand)
    said = "Wispy Tim, Ojwald, Forklift Fran"
    assert table.label(HandOrder()) == f"As in your hand: {said}"
    brief = GAME.text.brief(GAME.view(table.s, 0), HandOrder())
    assert brief == ("As in your hand", said)  # where a button has no room for all
    first = next(iter(found(table)[BestFirst()]))
    table.do(first)
    assert len(found(table)[BestFirst()]) == 2  # what was begun by hand goes on


@pytest.mark.rule("BM12")
def test_who_does_not_fit_stays_in_the_hand() -> None:
    table = choosing("Ojwald, Fran, Tim", "Intercom", at="LAYAWAY")
    assert len(found(table)[BestFirst()]) == 2
    table.do(*found(table)[BestFirst()])
    assert table.s.hand == [who("Ojwald")]  # who cannot even attack without a rival of his own


@pytest.mark.rule("BM12")
def test_the_order_is_asked_for_where_all_can_be_lined_up_in_one_go() -> None:
    """Slot by slot else, and only of slots that somebody is left for."""

    def asked(table: Table) -> str:
        said: str = GAME.text.prompt(GAME.view(table.s, 0), table.asks)
        return said

    table = choosing("Ojwald, Fran, Tim", "Intercom", at="ELECTRONICS")  # five slots
    assert asked(table) == "In which order do they line up?"
    table.do(LineUp(who("Fran")))
    assert asked(table) == "Who takes slot 2 of 3?"
    assert asked(choosing("Ojwald, Fran, Tim", "Gus", at="LAYAWAY")) == (
        "Who lines up, in which order?"
    )
    daily = kernel.start(GAME, MartVariant(daily=True), 1, bytes(16)).state
    assert GAME.text.prompt(GAME.view(daily, 0), "line_up") == "Who takes slot 1 of 3?"


# -- items


@pytest.mark.rule("BM12")
def test_items_are_handed_out_and_the_brawl_begins() -> None:
    table = choosing("Fran, Tim", "Gus", "Frozen Turkey, Stale Baguette, Price Gun")
    table.do(*found(table)[BestFirst()])
    assert table.asks == "equip"
    one, two = (f.card for f in table.s.side(True))
    turkey, bread, gun = what("Turkey"), what("Baguette"), what("Price Gun")
    assert found(table)[HandOutAll()] == (Equip(turkey, one), Equip(bread, two))
    assert found(table)[HandOutLasting()] == (Equip(bread, one), Equip(gun, two))
    assert table.label(HandOutAll()).startswith("Hand out 2 items, brawl: Frozen Turkey for ")
    table.do(*found(table)[HandOutAll()])
    assert table.asks == "act"
    assert table.s.cart == [gun]


@pytest.mark.rule("BM12")
def test_what_is_used_up_can_stay_in_the_cart() -> None:
    table = choosing("Fran, Tim", "Gus", "Frozen Turkey, Stale Baguette")
    table.do(*found(table)[BestFirst()])
    assert found(table)[HandOutLasting()][-1] == Ready()
    table.do(*found(table)[HandOutLasting()])
    assert (table.asks, table.s.cart) == ("act", [what("Turkey")])


# -- the café


@pytest.mark.rule("BM11", "BM22")
def test_one_walks_on_from_the_cafe() -> None:
    table = Table("", "Gus!", "PRODUCE")
    table.s.hand, table.s.kp = [who("Fran")], 1
    table.s.frames, table.s.open = [Cafe()], [Question(0, 1, "cafe")]
    bakery = PLACE["BAKERY"]
    assert found(table)[WalkOn(bakery)] == (Leave(), Go(bakery))
    assert table.label(WalkOn(bakery)) == "To BAKERY: 1 armed enemy, ties miss"
    table.do(*found(table)[WalkOn(bakery)])
    assert table.s.at == bakery


@pytest.mark.rule("BM11", "BM24")
def test_where_there_is_much_to_buy_one_leaves_before_one_walks_on() -> None:
    """Five choices at most: more hide the board."""
    table = Table("", "Gus!, Ben!", "PRODUCE")
    table.s.hand, table.s.kp, table.s.sp = [who("Fran")], 2, 3
    table.s.frames, table.s.open = [Cafe()], [Question(0, 1, "cafe")]
    table.s.shop = [what("Turkey"), -1, -1]
    assert len(found(table)) == 2
    table.s.shop = [what("Turkey"), what("Baguette"), -1]
    assert found(table) == {}


@pytest.mark.rule("BM10")
def test_a_way_says_what_waits_there_and_the_tv_as_long_as_it_can_be_won() -> None:
    view = GAME.view(Table("Gus", "Fran").s, 0)
    there, seasonal = Go(PLACE["ELECTRONICS"]), Go(PLACE["SEASONAL"])
    assert GAME.text.label(view, there) == "To ELECTRONICS: the TV, 2 enemies, all with +1"
    lost = msgspec.structs.replace(view, losses=1)
    assert GAME.text.label(lost, there) == "To ELECTRONICS: 2 enemies, all with +1"
    assert GAME.text.brief(view, seasonal) == (
        "To SEASONAL: 2 enemies, no type bonus",
        "1 armed",
    )
    out = Go(PLACE["CHECKOUT"])
    assert GAME.text.label(view, out) == "To CHECKOUT: the trip ends"
    aisle = Go(PLACE["CLOTHING"])
    assert GAME.text.label(view, aisle) == "To CLOTHING: 2 enemies, face to face"
    for at in range(len(STORE)):
        assert len(GAME.text.brief(view, Go(at))[0]) <= 46, STORE[at].name


@pytest.mark.rule("BM21")
def test_after_a_stalemate_those_who_stand_are_shuffled_back_first() -> None:
    table = Table("", "Gus!, Ben", "PRODUCE")
    table.s.hand, table.s.kp = [who("Fran")], 1
    table.s.frames, table.s.open = [Cafe()], [Question(0, 1, "cafe")]
    assert found(table) == {}


# -- whole trips


def played(seed: int) -> Iterator[BrawlMartState]:
    """The positions of a trip whose shopper takes a way wherever there is one, at random."""
    rng = random.Random(seed)
    s = kernel.start(GAME, MartVariant(), 1, rng.randbytes(16)).state
    while s.outcome is None:
        yield s
        s = clone(GAME, s)
        ways = kernel.ways(GAME, s, 0)
        options = kernel.offer(GAME, s, 0)
        last = [o for o in options if not isinstance(o, GAME.text.last)] or options
        answers = rng.choice(ways).answers if ways and rng.random() < 0.7 else (rng.choice(last),)
        for option in answers:
            kernel.take(GAME, s, 0, option)


def test_every_way_leads_where_it_says_in_whole_trips() -> None:
    seen: set[type[Option]] = set()
    for seed in range(30):
        for s in played(seed):
            view = GAME.view(s, 0)
            for way in kernel.ways(GAME, s, 0):
                seen.add(type(way.option))
                _follow(s, way)
                assert GAME.text.label(view, way.option)
    assert seen == set(GAME.shortcuts)


def _follow(s: BrawlMartState, way: Way) -> None:
    s = clone(GAME, s)
    for option in way.answers:
        assert option in kernel.offer(GAME, s, 0), way
        kernel.take(GAME, s, 0, option)


def test_every_shortcut_has_a_name_and_a_line() -> None:
    for kind in GAME.shortcuts:
        assert GAME.text.verbs[kind].name
        assert GAME.text.about(kind).endswith(".")
    assert GAME.text.last == (Pass, WalkOn, Leave)


def test_in_the_daily_store_every_answer_is_given_by_hand() -> None:
    s = kernel.start(GAME, MartVariant(daily=True), 1, bytes(16)).state
    assert s.open[0].kind == "line_up"
    assert kernel.ways(GAME, s, 0) == []


# -- forced answers


@pytest.mark.rule("BM12")
def test_the_only_brawler_is_lined_up_by_the_referee() -> None:
    table = choosing("Fran, Tim", "Gus")
    assert kernel.forced(GAME, table.s) is None
    table.do(LineUp(who("Fran")))
    given = kernel.forced(GAME, table.s)
    assert given is not None and given.option == LineUp(who("Tim"))


@pytest.mark.rule("BM11")
def test_a_single_arrow_is_followed_by_the_referee() -> None:
    table = Table("", "")
    table.s.hand = [who("Fran")]
    table.s.frames, table.s.open = [Store()], [Question(0, 1, "go")]
    assert kernel.forced(GAME, table.s) is None
    table.s.at = PLACE["HARDWARE"]
    given = kernel.forced(GAME, table.s)
    assert given is not None and given.option == Go(PLACE["ELECTRONICS"])


@pytest.mark.rule("BM7", "BM13")
def test_who_can_only_pass_passes_and_that_is_told() -> None:
    table = Table("Ojwald, Fran", "Gus")
    given = kernel.forced(GAME, table.s)
    assert given is not None and given.option == Pass()
    step = kernel.apply(GAME, table.s, given)
    lines = [GAME.text.line(GAME.view(step.state, 0), t.event) for t in step.told]
    assert lines == ["Ojwald passes."]
    assert kernel.forced(GAME, step.state) is None  # Fran may attack or wait
