"""What can be chosen in one go, and what the referee answers by itself."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from rules.bro_brawl.content.cards import LIFE, WORTH
from rules.bro_brawl.game import GAME
from rules.bro_brawl.play.ways import payment, recovery
from rules.bro_brawl.state import (
    Aim,
    BestShot,
    Bleed,
    BroBrawlState,
    BroVariant,
    Bury,
    Buy,
    BuyAndUse,
    Done,
    Foe,
    GruntHit,
    Heal,
    KeepOrder,
    KillHeal,
    NoAction,
    OpenPack,
    Patch,
    Pay,
    PlayGrunt,
    Purchase,
    PutBack,
    Recover,
    SacrificeHit,
    Scout,
    Scouting,
    Send,
    Shoot,
    Show,
    Slap,
    ToTop,
)
from rules.engine import kernel
from rules.engine.codec import clone
from rules.engine.state import Option, Way
from tests.rules.bro_brawl.table import (
    BRUTE,
    GUN2,
    GUN3,
    PACK2,
    SCAMP,
    TROOPER,
    Table,
    grunt,
    mishap,
    special,
)


def ways(table: Table, kind: type[Option], seat: int = 0) -> list[Way]:
    """The ways of one kind that a seat has."""
    return [way for way in kernel.ways(GAME, table.s, seat) if isinstance(way.option, kind)]


def go(table: Table, option: Option, seat: int = 0) -> None:
    """Take a way, answer by answer."""
    (way,) = [way for way in kernel.ways(GAME, table.s, seat) if way.option == option]
    table.do(*way.answers, seat=seat)


def labels(table: Table, kind: type[Option]) -> list[str]:
    """Ways of a kind as seat 0 reads them."""
    view = GAME.view(table.s, table.s.seats[0])
    return [GAME.text.label(view, way.option) for way in ways(table, kind)]


def played(seed: int, **options: object) -> Iterator[BroBrawlState]:
    """The positions of a game whose players take a way wherever they can, at random."""
    rng = random.Random(seed)
    table = Table(rng.choice((2, 4)), seed=seed, start=False, **options)
    s = table.s
    while s.outcome is None and s.turns < 120:
        yield s
        s = clone(GAME, s)
        seat = kernel.waiting(s)[0]
        found = kernel.ways(GAME, s, seat)
        answers = (
            rng.choice(found).answers
            if found and rng.random() < 0.8
            else (rng.choice(kernel.offer(GAME, s, seat)),)
        )
        for option in answers:
            kernel.take(GAME, s, seat, option)


# -- attacks


@pytest.mark.rule("BO10")
def test_an_attack_is_made_with_the_best_gun_and_of_foes_alike_one_is_named() -> None:
    table = Table()
    table.gear(0, GUN2)
    zone = table.foes(SCAMP, TROOPER, TROOPER + 1, BRUTE, TROOPER + 2)
    zone[4].wounds = 1
    found = [way.option for way in ways(table, Shoot)]
    assert found == [Shoot(TROOPER), Shoot(TROOPER + 2), Shoot(SCAMP), Shoot(BRUTE)]
    assert labels(table, Shoot)[0] == "Hit Trooper A: falls"
    assert labels(table, Shoot)[-1] == "Hit Brute A: 1 left"
    assert labels(table, BestShot) == ["Best shot: Trooper A, falls"]
    go(table, BestShot(TROOPER))
    assert TROOPER in table.s.bros[0].kills


@pytest.mark.rule("BO10", "BO25")
def test_a_weak_hand_is_reckoned_with() -> None:
    table = Table()
    table.gear(0, GUN2)
    table.suffer(0, mishap("Gun Envy"))
    table.foes(TROOPER)
    assert labels(table, Shoot) == ["Hit Trooper A: 1 left"]
    assert ways(table, BestShot) == []  # with a single foe there is nothing to rank


@pytest.mark.rule("BO11")
def test_sense_is_knocked_with_the_best_gun() -> None:
    table = Table()
    table.gear(0, GUN2)
    table.foes(BRUTE)
    table.suffer(1, mishap("Snack Break"))
    assert labels(table, Slap) == ["Cure Brody of Snack Break"]
    go(table, Slap(1, mishap("Snack Break")))
    assert table.s.bros[1].mishaps == []


# -- kills that are paid or put back


def nearest(kills: list[int], cost: int) -> tuple[int, int]:
    """The least that can be paid, and the fewest kills for it, by trying everything."""
    tried = [c for n in range(len(kills) + 1) for c in combinations(kills, n)]
    return min((sum(WORTH[k] for k in c), len(c)) for c in tried if _sum(c) >= cost)


def _sum(kills: tuple[int, ...]) -> int:
    return sum(WORTH[kill] for kill in kills)


@pytest.mark.rule("BO12")
def test_a_payment_comes_as_near_to_the_price_as_any() -> None:
    rng = random.Random(12)
    foes = [*range(24), *range(33, 44)]
    for _ in range(400):
        kills = rng.sample(foes, rng.randint(1, 7))
        cost = rng.randint(1, 5)
        if _sum(tuple(kills)) >= cost:
            paid = payment(kills, cost)
            assert (_sum(paid), len(paid)) == nearest(kills, cost)
            assert len(set(paid)) == len(paid)


@pytest.mark.rule("BO12")
@pytest.mark.parametrize("rules", [2, 3])
def test_an_upgrade_is_bought_with_its_payment(rules: int) -> None:
    table = Table()
    table.s.rules = rules
    table.shop(GUN2, GUN2 + 1, GUN3)
    table.kills(0, BRUTE, SCAMP, SCAMP + 1, TROOPER)
    assert [way.option for way in ways(table, Buy)] == [Buy(GUN2), Buy(GUN3)]
    assert labels(table, Buy)[0] == "Buy gun 2, Trooper A back"
    go(table, Buy(GUN2))
    assert table.s.bros[0].gear == [GUN2]
    assert table.s.bros[0].kills == [BRUTE, SCAMP, SCAMP + 1]


@pytest.mark.rule("BO12")
def test_a_health_pack_is_used_at_once_only_by_the_hurt() -> None:
    table = Table()
    table.foes(BRUTE)
    table.shop(PACK2)
    table.kills(0, TROOPER)
    assert [way.option for way in ways(table, Buy)] == [Buy(PACK2)]
    assert ways(table, BuyAndUse) == []
    table.s.bros[0].life = 5
    assert [way.option for way in ways(table, Buy)] == [Buy(PACK2)]
    assert labels(table, BuyAndUse) == ["Buy and use pack 2 for Trooper A"]
    go(table, BuyAndUse(PACK2))
    assert table.s.bros[0].life == 7


@pytest.mark.rule("BO17")
def test_kills_go_back_for_life_all_at_once_and_none_too_many() -> None:
    table = Table()
    table.foes(BRUTE + 1)
    table.kills(0, SCAMP, BRUTE)
    assert ways(table, Recover) == []
    table.s.bros[0].life = LIFE - 2
    assert [way.option for way in ways(table, Recover)] == [Recover(1), Recover(3)]
    assert labels(table, Recover)[1] == f"Brute A back: life {LIFE}"
    table.s.bros[0].life = LIFE - 4
    assert [way.option for way in ways(table, Recover)] == [Recover(1), Recover(3), Recover(4)]
    go(table, Recover(4))
    assert (table.s.bros[0].life, table.s.bros[0].kills) == (LIFE, [])


@pytest.mark.rule("BO17")
def test_recoveries_are_all_sums_up_to_the_missing_life() -> None:
    rng = random.Random(17)
    for _ in range(200):
        kills, missing = rng.sample(range(24), rng.randint(1, 6)), rng.randint(1, 11)
        tried = [c for n in range(1, len(kills) + 1) for c in combinations(kills, n)]
        sums = {_sum(c) for c in tried}
        wanted = {n for n in sums if n <= missing}
        beyond = {n for n in sums if n > missing}
        if missing not in wanted and beyond:
            wanted.add(min(beyond))
        found = recovery(kills, missing)
        assert set(found) == wanted
        assert all(_sum(cards) == n for n, cards in found.items())


@pytest.mark.rule("BO17")
def test_what_was_begun_step_by_step_can_be_ended_in_one_go() -> None:
    table = Table()
    table.foes(BRUTE + 1)
    table.kills(0, SCAMP, SCAMP + 1, TROOPER)
    table.s.bros[0].life = 5
    table.do(KillHeal(SCAMP))
    assert [way.option for way in ways(table, Recover)] == [Recover(1), Recover(2), Recover(3)]
    go(table, Recover(2))
    assert (table.s.bros[0].life, table.s.bros[0].kills) == (8, [SCAMP + 1])


# -- life


@pytest.mark.rule("BO16")
def test_a_heal_keeps_the_kills_and_is_for_the_hurt() -> None:
    table = Table()
    table.foes(SCAMP + 1)
    table.kills(0, SCAMP)
    table.s.bros[2].life = 4
    assert [way.answers for way in ways(table, Patch)] == [(Heal(2), Done())]
    assert labels(table, Patch) == ["Heal Broseph to 5"]
    go(table, Patch(2))
    assert (table.s.bros[2].life, table.s.bros[0].kills[:1]) == (5, [SCAMP])


@pytest.mark.rule("BO19")
def test_a_health_pack_is_for_the_hurt() -> None:
    table = Table()
    table.foes(SCAMP)
    table.gear(0, PACK2)
    assert ways(table, OpenPack) == []
    table.s.bros[0].life = LIFE - 1
    go(table, OpenPack(2))
    assert table.s.bros[0].life == LIFE


@pytest.mark.rule("BO18")
def test_no_more_is_sacrificed_than_does_any_good() -> None:
    table = Table()
    table.foes(TROOPER, TROOPER + 1)
    table.s.bros[3].life = LIFE - 1
    assert [way.option for way in ways(table, Bleed)] == [
        Bleed(-5, 1),
        Bleed(TROOPER, 2),
    ]
    assert labels(table, Bleed)[1] == "Sacrifice 2 against Trooper A: falls"
    assert SacrificeHit(5, TROOPER) in table.options()  # by hand it can still be done
    table.s.bros[0].life = 2
    assert Bleed(TROOPER, 1) in [way.option for way in ways(table, Bleed)]  # one must live
    table.s.bros[0].life = 5
    go(table, Bleed(TROOPER, 2))
    assert TROOPER in table.s.bros[0].kills


# -- scouting


@pytest.mark.rule("BO13")
def test_scouted_cards_go_back_in_one_go() -> None:
    top = [SCAMP, TROOPER, BRUTE, special("Snowbank")]
    orders = {
        KeepOrder(): [0, 1, 2, 3],
        ToTop(top[2]): [2, 0, 1, 3],
        ToTop(top[3]): [3, 0, 1, 2],
        Bury(top[0]): [1, 2, 3, 0],
        Bury(top[2]): [0, 1, 3, 2],
    }
    for option, order in orders.items():
        table = Table()
        table.next_cards(*top)
        table.do(Scout("battle"))
        assert len(kernel.ways(GAME, table.s, 0)) == 7
        (way,) = [way for way in kernel.ways(GAME, table.s, 0) if way.option == option]
        assert list(way.answers) == [PutBack(top[at]) for at in order]
        go(table, option)
        assert not isinstance(table.s.frames[-1], Scouting)
        seen = [event.card for event in (t.event for t in table.told) if hasattr(event, "card")]
        assert top[order[0]] in seen  # the next bro draws what lies on top


@pytest.mark.rule("BO13")
def test_the_last_two_cards_go_back_together() -> None:
    table = Table()
    table.next_cards(SCAMP, TROOPER, BRUTE, GUN2)
    table.do(Scout("battle"), PutBack(GUN2), PutBack(BRUTE))
    found = [way.answers for way in kernel.ways(GAME, table.s, 0)]
    assert found == [
        (PutBack(SCAMP), PutBack(TROOPER)),
        (PutBack(TROOPER), PutBack(SCAMP)),
    ]


# -- grunts


@pytest.mark.rule("BO8")
def test_of_foes_alike_the_grunts_are_offered_one() -> None:
    table = Table()
    table.foes(SCAMP, SCAMP + 1, BRUTE)
    table.next_grunts(grunt("damage", 2))
    table.do(NoAction())
    assert [way.option for way in ways(table, Aim)] == [Aim(SCAMP), Aim(BRUTE)]
    assert labels(table, Aim) == [
        "Hit Scamp A: falls",
        "Hit Brute A: 1 left",
    ]
    assert GruntHit(SCAMP + 1) in table.options()
    go(table, Aim(SCAMP))
    assert SCAMP in table.s.bros[0].kills


@pytest.mark.rule("BO21")
@pytest.mark.parametrize("count", [1, 2])
def test_the_dead_pick_a_grunt_and_its_target_in_one_go(count: int) -> None:
    """A lone foe needs no naming; a Grunt that hits nobody is simply played, where it is of use."""
    table = Table()
    table.foes(BRUTE, SCAMP) if count == 2 else table.foes(BRUTE)
    table.s.bros[1].life = 0
    fire, none = grunt("damage", 2), grunt("sacrifice")
    table.next_cards(GUN2)
    table.next_grunts(grunt("divert"), fire, none)
    table.do(NoAction())
    [question] = table.s.open
    assert (question.seat, question.kind) == (1, "grunt")
    hits = [Send(fire, SCAMP), Send(fire, BRUTE)][-count:]
    assert [way.option for way in ways(table, Send, 1)] == hits
    table.suffer(2, mishap("Embargo"))
    assert [way.option for way in ways(table, Send, 1)] == [*hits, Send(none, -1)]
    go(table, Send(fire, BRUTE), 1)
    assert table.s.foe(BRUTE).wounds == 2


# -- whole games


def test_every_way_leads_where_it_says_in_whole_games() -> None:
    """Its verb is declared, each answer is offered when its time comes, and it can be read."""
    seen: set[type[Option]] = set()
    for seed, mode in enumerate(("co-op", "competitive") * 12):
        for s in played(seed, mode=mode):
            seat = kernel.waiting(s)[0]
            view = GAME.view(s, s.seats[seat])
            for way in kernel.ways(GAME, s, seat):
                seen.add(type(way.option))
                _follow(s, seat, way)
                for name in way.option.__struct_fields__:
                    value = getattr(way.option, name)
                    assert GAME.text.field(view, type(way.option), name, value)
    assert seen == set(GAME.shortcuts)


def _follow(s: BroBrawlState, seat: int, way: Way) -> None:
    s = clone(GAME, s)
    for option in way.answers:
        assert option in kernel.offer(GAME, s, seat), way
        kernel.take(GAME, s, seat, option)


def test_every_shortcut_has_a_name_and_a_line() -> None:
    for kind in GAME.shortcuts:
        assert GAME.text.verbs[kind].name
        assert GAME.text.about(kind).endswith(".")
    assert set(GAME.covered) <= set(GAME.options)
    assert not set(GAME.shortcuts) & set(GAME.options)


def test_what_does_nothing_comes_last() -> None:
    assert GAME.text.last[0] is NoAction
    assert Done in GAME.text.last


# -- forced answers


@pytest.mark.rule("BO25")
def test_a_bro_who_can_do_nothing_is_not_asked() -> None:
    table = Table()
    table.foes(BRUTE)
    assert kernel.forced(GAME, table.s) is None
    table.suffer(0, mishap("Snack Break"))
    given = kernel.forced(GAME, table.s)
    assert given is not None and given.option == NoAction()
    step = kernel.apply(GAME, table.s, given)
    lines = [GAME.text.line(GAME.view(step.state, None), t.event) for t in step.told]
    assert "Brock takes no action." in lines


@pytest.mark.rule("BO12")
def test_a_single_kill_is_paid_by_the_referee() -> None:
    table = Table()
    table.shop(GUN2)
    table.kills(0, SCAMP, SCAMP + 1)
    table.do(Purchase(GUN2, False))
    given = kernel.forced(GAME, table.s)
    assert given is not None and given.option == Pay(SCAMP)


@pytest.mark.rule("BO21")
def test_of_two_grunts_alike_the_referee_plays_one() -> None:
    table = Table()
    table.foes(BRUTE, BRUTE + 1)
    table.s.bros[1].life = 0
    damage = grunt("damage", 1, 1), grunt("damage", 1, 2)
    table.next_grunts(grunt("divert"), *damage)
    table.do(NoAction())
    assert table.waits == [1]
    given = kernel.forced(GAME, table.s)
    assert given is not None and given.option == PlayGrunt(damage[0])


@pytest.mark.rule("BO13")
def test_a_scouted_card_is_never_put_back_by_the_referee() -> None:
    table = Table()
    table.next_cards(SCAMP, TROOPER, BRUTE, GUN2)
    table.do(Scout("battle"), PutBack(GUN2), PutBack(BRUTE), PutBack(SCAMP))
    assert table.options() == [PutBack(TROOPER)]
    assert kernel.forced(GAME, table.s) is None
    assert [way.option for way in kernel.ways(GAME, table.s, 0)] == [KeepOrder()]


@pytest.mark.rule("BO13")
def test_cards_can_still_be_shown_first() -> None:
    table = Table()
    table.do(Scout("grunt"))
    assert Show() in table.options()
    assert Show not in GAME.covered


def test_the_variants_have_ways_from_the_first_question_on() -> None:
    for variant, players in GAME.samples():
        assert isinstance(variant, BroVariant)
        s = kernel.start(GAME, variant, players, bytes(16)).state
        assert kernel.ways(GAME, s, kernel.waiting(s)[0])
        assert all(isinstance(foe, Foe) for foe in s.zone)
