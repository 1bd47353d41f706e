"""Set-up, map, café, losses, score, challenges (BM1, BM2, BM10, BM11, BM22–BM28)."""

from typing import Literal

import pytest

from rules.brawl_mart.content.store import CHECKOUT, ENTRANCE, LEADS, PLACE, RESTROOM, STORE
from rules.brawl_mart.game import GAME
from rules.brawl_mart.play.daily import daily_commitment, daily_seed
from rules.brawl_mart.play.end import end_if_over, lose, win
from rules.brawl_mart.play.piles import draw_enemies, draw_item, shuffle_back
from rules.brawl_mart.play.score import score
from rules.brawl_mart.state import (
    KNOCKED_OUT,
    SLAIN,
    STANDING,
    Attack,
    BrawlMartState,
    Buy,
    Equip,
    Go,
    Leave,
    MartVariant,
    Pass,
    Recruit,
    Store,
)
from rules.engine import kernel
from rules.engine.codec import decode
from rules.engine.contract import Resolver
from rules.engine.errors import BadVariant, Refused
from rules.engine.inputs import Answer
from rules.engine.piles import Pile
from tests.rules.brawl_mart.table import Table, what, who
from tests.rules.freeze import folder


def begun(seed: int = 1, **options: bool) -> BrawlMartState:
    """A trip just begun."""
    s: BrawlMartState = kernel.start(GAME, MartVariant(**options), 1, seed.to_bytes(16)).state
    return s


def ended(table: Table, result: Literal["won", "lost", "stalemate"] = "won") -> Table:
    """End the brawl as it lies."""
    table.s.open = []
    r = Resolver(GAME, table.s, [])
    if result == "lost":
        lose(r)
    else:
        win(r, result)
    kernel.advance(r)
    return table


# -- set-up and map


@pytest.mark.rule("BM1", "BM2")
def test_three_brawlers_a_stocked_shop_and_a_brawl_at_the_entrance() -> None:
    s = begun()
    assert len(s.hand) == 3
    assert len(s.hand) + len(s.enemies) + len(s.fighters) == 16
    assert all(item >= 0 for item in s.shop)
    assert len(s.items) == 13
    assert (s.kp, s.sp, s.cart, s.at) == (0, 0, [], ENTRANCE)
    assert s.open[0].kind == "line_up"


@pytest.mark.rule("BM10")
def test_the_map_has_no_cycle_and_checkout_is_reachable_from_everywhere() -> None:
    def reach(at: int, path: tuple[int, ...] = ()) -> set[int]:
        assert at not in path
        return {at}.union(*(reach(way, (*path, at)) for way in LEADS[at]))

    assert len([d for d in STORE if d.enemies]) >= 12
    assert all(CHECKOUT in reach(at) for at in range(len(STORE)))
    assert reach(ENTRANCE) | {RESTROOM} == set(range(len(STORE)))
    assert not any(RESTROOM in ways for ways in LEADS)
    assert [d.name for d in STORE if d.tv] == ["ELECTRONICS"]
    assert (STORE[CHECKOUT].enemies, STORE[RESTROOM].enemies) == (0, 0)


@pytest.mark.rule("BM10")
def test_the_tv_is_off_the_shortest_way() -> None:
    def ways(at: int) -> list[list[int]]:
        return [[at]] if at == CHECKOUT else [[at, *rest] for w in LEADS[at] for rest in ways(w)]

    shortest = min(map(len, ways(ENTRANCE)))
    assert all(PLACE["ELECTRONICS"] not in way for way in ways(ENTRANCE) if len(way) == shortest)


@pytest.mark.rule("BM11")
def test_only_along_an_arrow_never_back() -> None:
    table = Table("Gus", "Fran!", at="BAKERY")
    table.do(Pass())
    while table.asks == "cafe":
        table.do(Leave())
    assert table.options() == [Go(PLACE["PHARMACY"]), Go(PLACE["HARDWARE"])]
    assert "Arrows lead to PHARMACY and HARDWARE." in GAME.text.board(GAME.view(table.s, None))
    question = table.s.question(0)
    assert question is not None
    with pytest.raises(Refused, match="PHARMACY or HARDWARE"):
        kernel.apply(GAME, table.s, Answer(0, question.number, Go(PLACE["GARDEN"])))


@pytest.mark.rule("BM11")
def test_the_tv_is_taken_by_winning_its_department() -> None:
    assert ended(Table("Gus", "Fran!", at="ELECTRONICS")).s.tv
    assert not ended(Table("Gus", "Fran!", at="ELECTRONICS"), "stalemate").s.tv
    assert not ended(Table("Gus", "Fran!", at="HARDWARE")).s.tv


@pytest.mark.rule("BM10", "BM27")
@pytest.mark.parametrize(("tv", "reason", "winners"), [(True, "tv", (0,)), (False, "out", ())])
def test_entering_checkout_ends_the_game(tv: bool, reason: str, winners: tuple[int, ...]) -> None:
    table = Table("Gus", "Fran!", at="LAYAWAY")
    table.s.tv = tv
    ended(table)
    while table.asks == "cafe":
        table.do(Leave())
    table.do(Go(CHECKOUT))
    outcome = table.s.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == (reason, winners)
    assert outcome.scores == (50 * tv + 15 + 10 + 5 + 2 + 1,)


# -- café


@pytest.mark.rule("BM22")
def test_points_and_recruits() -> None:
    table = Table("Gus", "Fran!, Ben!, Sue", at="HARDWARE")
    table.fighter("Sue").state = SLAIN
    ended(table)
    assert (table.s.kp, table.s.sp) == (2, 1)
    assert {o.brawler for o in table.options() if isinstance(o, Recruit)} == {
        who("Fran"),
        who("Ben"),
    }
    table.do(Recruit(who("Fran")))
    assert who("Fran") in table.s.hand
    assert table.s.kp == 0
    assert not any(isinstance(o, Recruit) for o in table.options())
    assert GAME.problems(table.s) == []


@pytest.mark.rule("BM22")
def test_a_café_with_nothing_to_pay_for_is_left_at_once() -> None:
    table = ended(Table("Gus", "Fran!", at="HARDWARE"))
    assert (table.s.kp, table.s.sp, table.asks) == (1, 0, "go")
    assert table.s.knocked_out == [who("Fran")]
    assert table.s.fighters == []


@pytest.mark.rule("BM23")
def test_where_everything_goes_after_a_win() -> None:
    table = Table("Gus!+Foam, Mop+Loyalty", "Fran!+Bubble, Ben+Price", at="HARDWARE")
    table.fighter("Mop").state = SLAIN
    table.fighter("Ben").state = SLAIN
    ended(table)
    while table.asks == "cafe":
        table.do(Leave())
    s = table.s
    assert s.hand == [who("Gus")]
    assert s.fallen == [who("Mop")]
    assert s.knocked_out == [who("Fran")]
    assert s.slain == [who("Ben")]
    assert s.cart == sorted([what("Foam"), what("Loyalty")])
    assert {what("Bubble"), what("Price")} <= {*s.items_discard}


@pytest.mark.rule("BM24")
def test_the_shop_is_restocked_before_shopping_and_sells_for_1_2_3() -> None:
    table = Table("Gus", "Fran, Ben, Sue", at="HARDWARE")
    for enemy in table.s.side(False):
        enemy.state = SLAIN
    ended(table)
    assert table.s.sp == 3
    shop = list(table.s.shop)
    assert all(item >= 0 for item in shop)
    table.do(Buy(shop[1]))
    assert (table.s.sp, table.s.shop[1], table.s.cart) == (1, -1, [shop[1]])
    assert table.options() == [Leave(), Buy(shop[0])]  # what 1 SP can pay for


@pytest.mark.rule("BM24")
def test_an_empty_item_pile_is_made_of_its_discards() -> None:
    s = Table("Gus", "Fran").s
    s.items, s.items_discard = Pile(), [what("Foam")]
    r = Resolver(GAME, s, [])
    assert draw_item(r) == what("Foam")
    assert draw_item(r) == -1


@pytest.mark.rule("BM25")
def test_knocked_out_enemies_come_back_when_nobody_stands() -> None:
    s = Table("Gus", "").s
    s.enemies, s.knocked_out = Pile.of([who("Mop")]), [who("Fran"), who("Ben")]
    drawn = draw_enemies(Resolver(GAME, s, []), 4)
    assert drawn[0] == who("Mop")
    assert set(drawn[1:]) == {who("Fran"), who("Ben")}
    assert (s.enemies.cards, s.knocked_out) == ([], [])


@pytest.mark.rule("BM24", "BM25", "BM26")
def test_piles_made_anew_are_mixed() -> None:
    s = Table("", "").s
    r = Resolver(GAME, s, [])
    s.enemies, s.knocked_out = Pile(), list(range(16))
    drawn = draw_enemies(r, 16)
    assert sorted(drawn) == list(range(16)) != drawn
    s.items, s.items_discard = Pile(), list(range(16))
    items = [draw_item(r) for _ in range(16)]
    assert sorted(items) == list(range(16)) != items
    s.enemies = Pile.of([0])
    shuffle_back(r, list(range(1, 16)))
    assert sorted(s.enemies.cards) == list(range(16)) != s.enemies.cards


def shop_of_corpses(own: str, enemies: str, at: str = "BAKERY") -> Table:
    """A brawl with nobody behind it: whoever is not on the table has been slain."""
    table = Table(own, enemies, at=at)
    table.s.slain, table.s.enemies = table.s.enemies.cards, Pile()
    return table


@pytest.mark.rule("BM25")
def test_a_brawl_is_fought_with_those_who_could_be_drawn() -> None:
    table = shop_of_corpses("Gus", "Fran!", at="BAKERY")
    ended(table)
    while table.asks == "cafe":
        table.do(Leave())
    table.do(Go(PLACE["HARDWARE"]))  # which asks for two
    assert STORE[table.s.at].enemies == 2
    assert [f.card for f in table.s.side(False)] == [who("Fran")]
    assert table.asks == "line_up"


@pytest.mark.rule("BM25")
def test_with_every_enemy_slain_the_game_ends_before_the_café() -> None:
    table = shop_of_corpses("Gus", "Fran")
    table.fighter("Fran").state = SLAIN
    table.s.sp = 3
    ended(table)
    assert table.asks == "no enemies"
    assert (table.s.sp, table.s.hand, table.s.fighters) == (4, [who("Gus")], [])
    assert who("Fran") in table.s.slain
    assert GAME.problems(table.s) == []


@pytest.mark.rule("BM25")
@pytest.mark.parametrize("where", ["standing", "knocked_out", "table", "stalemate"])
def test_one_potential_enemy_anywhere_keeps_the_game_going(where: str) -> None:
    table = shop_of_corpses("Ojwald", "Fran, Gus")
    table.fighter("Fran").state = SLAIN
    table.fighter("Gus").state = KNOCKED_OUT if where == "table" else SLAIN
    if where == "standing":
        table.s.enemies = Pile.of([table.s.slain.pop()])
    if where == "knocked_out":
        table.s.knocked_out = [table.s.slain.pop()]
    if where == "stalemate":
        table.fighter("Gus").state = STANDING
    ended(table, "stalemate" if where == "stalemate" else "won")
    assert table.s.outcome is None


@pytest.mark.rule("BM25")
def test_recruiting_the_last_potential_enemy_ends_the_game_at_once() -> None:
    table = shop_of_corpses("Gus", "Fran!, Ben!")
    table.s.kp, table.s.sp = 4, 3
    ended(table)
    assert table.label(Recruit(who("Fran"))) == "Recruit Forklift Fran (2 KP)"
    table.do(Recruit(who("Ben")))
    assert table.asks == "cafe"  # Fran is left
    assert table.label(Recruit(who("Fran"))) == (
        "Recruit Forklift Fran (2 KP), which ends the trip"
    )
    table.do(Recruit(who("Fran")))
    assert table.asks == "no enemies"
    assert table.s.hand == sorted(map(who, ("Gus", "Fran", "Ben")))
    assert GAME.problems(table.s) == []


@pytest.mark.rule("BM25")
def test_a_game_begun_by_older_rules_ends_when_nobody_can_be_drawn() -> None:
    table = shop_of_corpses("Gus", "Fran")
    table.fighter("Fran").state = SLAIN
    table.s.rules = 2
    ended(table)
    while table.asks == "cafe":
        table.do(Leave())
    table.do(Go(PLACE["PHARMACY"]))
    assert table.asks == "no enemies"


# -- losing


@pytest.mark.rule("BM26")
def test_a_loss_gives_nothing_and_leads_to_the_restroom() -> None:
    table = Table("Gus!+Foam", "Fran, Ben!", at="HARDWARE")
    ended(table, "lost")
    s = table.s
    assert (s.at, s.kp, s.sp, s.losses) == (RESTROOM, 0, 0, 1)
    assert s.hand == [who("Gus")]
    assert who("Fran") in s.enemies.cards
    assert s.knocked_out == [who("Ben")]
    assert table.asks == "go"
    assert all(item >= 0 for item in s.shop)  # the shop is restocked after every brawl
    assert s.cart == [what("Foam")]


@pytest.mark.rule("BM26")
def test_after_a_loss_the_tv_is_out_of_reach_but_one_taken_is_kept() -> None:
    table = Table("Gus", "Fran!", at="ELECTRONICS")
    table.s.losses = 1
    assert not ended(table).s.tv
    table = Table("Gus!", "Fran", at="LAYAWAY")
    table.s.tv = True
    assert ended(table, "lost").s.tv


@pytest.mark.rule("BM26")
def test_a_second_loss_ends_the_game() -> None:
    table = Table("Gus!", "Fran", at="PHARMACY")
    table.s.losses = 1
    ended(table, "lost")
    assert table.s.outcome is not None
    assert table.s.outcome.reason == "lost"


@pytest.mark.rule("BM26")
def test_entering_a_brawl_without_brawlers_is_a_loss() -> None:
    table = Table("", "", at="BAKERY")
    s = table.s
    s.frames, s.open = [Store()], []
    kernel.advance(Resolver(GAME, s, []))
    table.do(Go(PLACE["HARDWARE"]))
    assert (table.s.at, table.s.losses) == (RESTROOM, 1)


# -- score


@pytest.mark.rule("BM27")
def test_every_line_of_the_score() -> None:
    s = Table("", "").s
    s.enemies = Pile()
    s.at, s.tv = CHECKOUT, True
    s.hand, s.cart, s.kp, s.sp = [1, 2], [3], 4, 0
    lines = {line.what: line.points for line in score(s)}
    assert lines == {
        "the TV brought home": 50,
        "no slain enemies in the café": 15,
        "only slain enemies in the café": 15,
        "going out through CHECKOUT": 10,
        "2 brawlers in hand": 10,
        "1 item in the cart": 5,
        "4 KP": 8,
        "no SP left": 1,
    }


@pytest.mark.rule("BM27")
@pytest.mark.parametrize(
    ("kp", "sp", "lines"),
    [
        (2, 3, {"3 SP": 6}),
        (3, 3, {"3 KP": 6}),
        (0, 1, {"1 SP": 2, "no KP left": 1}),
        (0, 0, {"no KP left": 1, "no SP left": 1}),
    ],
)
def test_the_better_points_count_and_nothing_counts_too(
    kp: int, sp: int, lines: dict[str, int]
) -> None:
    s = Table("", "").s
    s.kp, s.sp = kp, sp
    assert {n.what: n.points for n in score(s) if {"KP", "SP"} & {*n.what.split()}} == lines


@pytest.mark.rule("BM27")
@pytest.mark.parametrize(("standing", "knocked_out"), [([0], []), ([], [0])])
def test_only_slain_enemies_means_none_standing_and_none_knocked_out(
    standing: list[int], knocked_out: list[int]
) -> None:
    s = Table("", "").s
    s.enemies, s.knocked_out = Pile.of(standing), knocked_out
    assert "only slain enemies in the café" not in {line.what for line in score(s)}


@pytest.mark.rule("BM27")
def test_own_slain_spoil_nothing_and_the_tv_counts_only_through_checkout() -> None:
    s = Table("", "").s
    s.fallen, s.tv, s.at = [who("Gus")], True, PLACE["LAYAWAY"]
    what_counts = {line.what for line in score(s)}
    assert "no slain enemies in the café" in what_counts
    assert "the TV brought home" not in what_counts
    s.slain = [who("Fran")]
    assert "no slain enemies in the café" not in {line.what for line in score(s)}


# -- challenges


@pytest.mark.rule("BM28")
@pytest.mark.parametrize(
    ("options", "hand"),
    [
        ({"hardcore": True}, 2),
        ({"no_recruits": True}, 4),
        ({"hardcore": True, "no_recruits": True}, 3),
        ({"pacifist": True}, 3),
    ],
)
def test_the_number_of_brawlers_by_challenge(options: dict[str, bool], hand: int) -> None:
    assert len(begun(**options).hand) == hand


@pytest.mark.rule("BM28")
def test_hardcore_never_stocks_the_first_slot_and_ends_with_the_first_loss() -> None:
    assert [item >= 0 for item in begun(hardcore=True).shop] == [False, True, True]
    table = ended(Table("Gus", "Fran!", hardcore=True))
    assert [item >= 0 for item in table.s.shop] == [False, True, True]
    table = ended(Table("Gus!", "Fran", hardcore=True), "lost")
    assert table.s.outcome is not None


@pytest.mark.rule("BM28")
def test_a_pacifist_who_slays_goes_home_without_points() -> None:
    table = Table("Gus", "Fran!, Ben", pacifist=True)
    table.fighter("Fran").state = SLAIN
    table.s.open = []
    end_if_over(Resolver(GAME, table.s, []))
    assert table.s.outcome is not None
    assert (table.s.outcome.reason, table.s.kp, table.s.sp) == ("pacifist", 0, 0)
    assert table.s.slain == [who("Fran")]


@pytest.mark.rule("BM28")
def test_a_pacifist_may_lose_brawlers_but_not_kick_those_who_lie_there() -> None:
    table = Table("Gus, Mop", "Fran!, Ben", pacifist=True)
    table.fighter("Mop").state = SLAIN
    table.do(Pass())
    assert table.s.outcome is None
    table.do(Attack(who("Fran")))
    assert table.s.outcome is not None
    assert table.s.outcome.reason == "pacifist"


@pytest.mark.rule("BM28")
@pytest.mark.parametrize("result", ["won", "lost"])
def test_a_rampage_ends_with_anybody_merely_knocked_out(result: Literal["won", "lost"]) -> None:
    table = ended(Table("Gus!", "Fran!", rampage=True), result)
    assert table.s.outcome is not None
    assert table.s.outcome.reason == "rampage"
    assert GAME.problems(table.s) == []  # the table's cards are in their piles
    assert table.s.knocked_out == [who("Fran")]
    table = Table("Gus", "Fran", rampage=True)
    table.fighter("Fran").state = SLAIN
    assert ended(table).s.outcome is None


@pytest.mark.rule("BM28")
def test_no_items_may_still_buy_but_not_use() -> None:
    s = begun(no_items=True)
    s.cart, s.hand = [s.shop[0]], s.hand
    s.shop[0] = -1
    while s.open[0].kind == "line_up":
        s = kernel.apply(GAME, s, Answer(0, s.open[0].number, kernel.offer(GAME, s, 0)[0])).state
    assert s.open[0].kind == "act"
    with pytest.raises(Refused, match="only your enemies") as refused:
        kernel.apply(GAME, s, Answer(0, s.open[0].number, Equip(s.cart[0], 0)))
    assert refused.value.rule == "BM28"
    table = Table("Gus", "Fran, Ben", no_items=True)
    for enemy in table.s.side(False):
        enemy.state = SLAIN
    assert any(isinstance(o, Buy) for o in ended(table).options())


@pytest.mark.rule("BM28")
def test_no_recruits_means_nobody_changes_sides() -> None:
    table = ended(Table("Gus", "Fran!, Ben!", at="TOYS", no_recruits=True))
    assert not any(isinstance(o, Recruit) for o in table.options())


@pytest.mark.rule("BM28")
def test_pacifist_with_rampage_is_refused() -> None:
    with pytest.raises(BadVariant, match="Pacifist and Rampage"):
        begun(pacifist=True, rampage=True)


# -- the daily store


def test_the_day_has_one_seed_for_a_server_and_no_undo() -> None:
    secret = b"morning" * 4
    assert daily_seed(secret, 1, "2026-01-01") == daily_seed(secret, 1, "2026-01-01")
    assert daily_seed(secret, 1, "2026-01-01") != daily_seed(secret, 2, "2026-01-01")
    assert daily_seed(secret, 1, "2026-01-01") != daily_seed(secret, 1, "2026-01-02")
    assert daily_commitment(secret) != daily_commitment(b"other")
    for daily in (False, True):
        s = begun(daily=daily)
        option = kernel.offer(GAME, s, 0)[0]
        step = kernel.apply(GAME, s, Answer(0, s.open[0].number, option))
        assert step.barrier is daily
        table = Table("Gus", "Fran, Ben, Sue", at="BOOKS", daily=daily)
        for enemy in table.s.side(False):
            enemy.state = SLAIN
        s = ended(table).s
        step = kernel.apply(GAME, s, Answer(0, s.open[0].number, Buy(s.shop[0])))
        assert step.barrier is daily


def test_enemies_items_and_dice_are_streams_of_their_own() -> None:
    s = begun()
    assert set(s.counters) == {"enemies", "items"}
    assert KNOCKED_OUT < SLAIN


# -- games that began earlier


@pytest.mark.parametrize(("edition", "rules"), [(1, 2), (2, 2), (3, 3)])
def test_a_saved_game_goes_on_by_the_rules_that_it_began_with(edition: int, rules: int) -> None:
    saves = list(folder("brawl_mart").glob(f"edition{edition}-*.save"))
    assert saves
    for save in saves:
        assert decode(GAME, save.read_bytes()).rules == rules
    assert str(begun().rules) == GAME.rules_version
