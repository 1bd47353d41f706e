"""Every card, weapon and Legend power does what its own words say, and only then (BH24–BH28)."""

import re
from collections import Counter
from collections.abc import Callable

import pytest

from rules.brawlhalla.content.arena import distance
from rules.brawlhalla.content.legends import CARDS, COPIES, DECK, LEGENDS, VALUE, deck_of
from rules.brawlhalla.content.powers import says
from rules.brawlhalla.play.attack import attacks
from rules.brawlhalla.state.events import Buried, Foresaw, Struck, Used
from rules.brawlhalla.state.fighter import ARMED, DISARMED
from rules.brawlhalla.state.frames import Clash, Moving
from rules.brawlhalla.state.options import (
    Add,
    Attack,
    Bury,
    Defend,
    Keep,
    Move,
    Pass,
    Skip,
    Step,
    Stop,
    TakeBack,
    Use,
)
from tests.rules.brawlhalla.scenes import (
    Played,
    Scene,
    other_scenes_of,
    play,
    printed,
    scenes_of,
)
from tests.rules.brawlhalla.table import (
    GRISK,
    HATTORI,
    MORDEX,
    NIX,
    YUMIKO,
    Table,
    at,
    card,
    events,
    named,
)

POWERS = [
    *((c // DECK, c, 0) for c in range(len(CARDS))),
    *((legend, -1, 0) for legend in range(len(LEGENDS))),
    *((legend, -2, side) for legend in range(len(LEGENDS)) for side in (0, 1)),
]
RANGED = [p for p in POWERS if Scene(*p).power.op == "range"]
SCENES = [scene for p in POWERS for scene in scenes_of(*p)]
OTHERS = [scene for p in POWERS for scene in other_scenes_of(*p)]


# -- what each effect looks like, beside the same scene without it


def hands(one: Played, seat: int) -> int:
    return len(one.s.fighters[seat].hand)


def columns(one: Played, seat: int) -> int:
    return one.s.fighters[seat].space % 7


def drawn(a: Played, b: Played, me: int, n: int) -> bool:
    return hands(b, me) - hands(a, me) == n == deck(a, me) - deck(b, me)


def deck(one: Played, seat: int) -> int:
    return len(one.s.fighters[seat].deck)


def total(one: Played, me: int) -> int:
    (struck,) = (t.event for t in one.told if isinstance(t.event, Struck))
    return struck.attack if struck.seat == me else struck.defence


def swung(a: Played, b: Played, me: int, n: int) -> bool:
    """A total that is higher."""
    return total(b, me) - total(a, me) == n


def pushed_on(a: Played, b: Played, me: int, n: int) -> bool:
    away = columns(b, 1 - me) - columns(a, 1 - me)
    return away == (n if columns(a, 1 - me) >= columns(a, me) else -n)


def switched(a: Played, b: Played, me: int, n: int) -> bool:
    places = [f.space for f in a.s.fighters]
    return [f.space for f in b.s.fighters] == places[::-1]


def foresaw(a: Played, b: Played, me: int, n: int) -> bool:
    mine, theirs = a.s.fighters[me].deck.cards, b.s.fighters[me].deck.cards
    told = events(b.told, Foresaw, Buried)
    return theirs == [*mine[1:], mine[0]] and len(told) == 2  # the scene buries it


def salvaged(a: Played, b: Played, me: int, n: int) -> bool:
    back = set(b.s.fighters[me].hand.cards) - set(a.s.fighters[me].hand.cards)
    return len(back) == 1 and all(VALUE[c] <= n for c in back)


def recalled(a: Played, b: Played, me: int, n: int) -> bool:
    (back,) = set(b.s.fighters[me].hand.cards) - set(a.s.fighters[me].hand.cards)
    return back in a.s.fighters[me].discards and back not in b.s.fighters[me].discards


def longer(a: Played, b: Played, me: int, n: int) -> bool:
    return b.steps - a.steps == n


def hopped(a: Played, b: Played, me: int, n: int) -> bool:
    return b.steps - a.steps == n and a.s.fighters[me].space != b.s.fighters[me].space


def fell(a: Played, b: Played, me: int, n: int) -> bool:
    return b.s.fighters[1 - me].space - a.s.fighters[1 - me].space == 7 * n


def nearer(a: Played, b: Played, me: int, n: int) -> bool:
    there, here = a.s.fighters[1 - me].space, b.s.fighters[1 - me].space
    return there % 7 - here % 7 == n


def actions(one: Played) -> int:
    turn = one.s.turn()
    assert turn is not None
    return turn.actions


EFFECTS: dict[str, Callable[[Played, Played, int, int], bool]] = {
    r"your total is (\d) higher": swung,
    r"if this heavy attack hits, its knockback is (\d) more": pushed_on,
    r"the knockback is (\d) less": lambda a, b, me, n: columns(a, me) - columns(b, me) == n,
    r"move up to (\d) more": longer,
    r"any number of Air spaces in a row in this move": lambda a, b, me, n: b.steps > a.steps,
    r"draw (\d)": drawn,
    r"the opponent discards (\d), their choice": (
        lambda a, b, me, n: hands(a, 1 - me) - hands(b, 1 - me) == n
    ),
    r"disarm the opponent": (
        lambda a, b, me, n: [x.s.fighters[1 - me].sword for x in (a, b)] == [ARMED, DISARMED]
    ),
    r"recover your disarmed weapon": (
        lambda a, b, me, n: [x.s.fighters[me].sword for x in (a, b)] == [DISARMED, ARMED]
    ),
    r"flip your weapon card": lambda a, b, me, n: a.s.fighters[me].side != b.s.fighters[me].side,
    r"remove (\d) damage": (
        lambda a, b, me, n: a.s.fighters[me].damage - b.s.fighters[me].damage == n
    ),
    r"the opponent takes (\d) damage": (
        lambda a, b, me, n: b.s.fighters[1 - me].damage - a.s.fighters[1 - me].damage == n
    ),
    r"move up to (\d)": hopped,
    r"push the opponent (\d) away from you": pushed_on,
    r"pull the opponent (\d) closer": nearer,
    r"take this card back into your hand": recalled,
    r"take a card of value (\d) or less from your discards": salvaged,
    r"(\d) more action this turn": lambda a, b, me, n: actions(b) - actions(a) == n,
    r"change places with the opponent": switched,
    r"look at the top card of your deck; you may put it at the bottom": foresaw,
    r"push every adjacent opponent (\d) away from you": pushed_on,
    r"the opponent, if in Air, falls straight down, at most (\d)": fell,
    r"every opponent with more cards than you discards (\d)": (
        lambda a, b, me, n: hands(a, 1 - me) - hands(b, 1 - me) == n
    ),
}


def effect(does: str) -> tuple[Callable[[Played, Played, int, int], bool], int]:
    for pattern, check in EFFECTS.items():
        found = re.fullmatch(pattern, does)
        if found:
            return check, int(found.group(1)) if found.groups() else 1
    raise AssertionError(does)


@pytest.mark.rule("BH24", "BH28")
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_power_does_what_it_says(scene: Scene) -> None:
    without, with_it = play(scene, False), play(scene, True)
    assert without.offered and with_it.offered
    used = [e for e in events(with_it.told, Used) if e.source == scene.source]
    assert len(used) == 1 and not events(without.told, Used)
    check, n = effect(printed(scene.power)[3])
    assert check(without, with_it, with_it.me, n)


@pytest.mark.rule("BH24", "BH25")
@pytest.mark.parametrize("scene", OTHERS, ids=lambda scene: scene.name)
def test_a_power_is_not_offered_at_another_moment(scene: Scene) -> None:
    went = play(scene, True)
    assert not went.offered and not events(went.told, Used)


@pytest.mark.rule("BH28")
def test_no_power_is_left_without_a_scene() -> None:
    tried = {(s.legend, s.source, s.side) for s in SCENES} | set(RANGED)
    assert tried == set(POWERS)


# -- range


@pytest.mark.rule("BH13", "BH28")
@pytest.mark.parametrize("power", RANGED, ids=lambda p: Scene(*p).power.name)
def test_a_ranged_power_reaches_as_far_as_it_says(power: tuple[int, int, int]) -> None:
    legend, source, side = power
    words = says(Scene(*power).power)
    (reach,) = map(int, re.findall(r"reaches (\d) spaces", words))
    kinds = {"light"} if "Before a light" in words else {"light", "heavy"}
    foe = MORDEX if legend == HATTORI else HATTORI
    plain = next(c for c in deck_of(legend) if CARDS[c].op != "range")
    for space in ("B4", "C4", "D4", "E4", "F4", "G4"):
        table = Table(legend, foe, arena="anvil", spaces=f"A4 {space}").arm(0).arm(1)
        shot = source if source >= 0 else plain
        table.s.fighters[0].side = side if source < 0 else 1 - side
        if source >= 0:  # the weapon must not reach by itself
            weapons = LEGENDS[legend].weapons
            table.s.fighters[0].side = next(i for i in (0, 1) if weapons[i].op != "range")
        table.hand(0, shot, *(c for c in (plain,) if c != shot))
        offered = {o.kind for o in table.options() if isinstance(o, Attack) and o.card == shot}
        away = distance(at("A4"), at(space))
        if away == 1:
            assert offered == {"light", "heavy"}
        else:
            assert offered == (kinds if away <= reach else set())
            if source >= 0:  # another card does not reach
                assert not [
                    o for o in attacks(table.s, 0) if isinstance(o, Attack) and o.card == plain
                ]


@pytest.mark.rule("BH24", "BH25")
def test_a_cards_range_is_its_before_effect() -> None:
    table = Table(NIX, HATTORI, arena="anvil", spaces="B4 D4")
    cinder = named("Cinder")
    told = table.hand(0, cinder).do(Attack(1, "light", cinder))
    assert [e.source for e in events(told, Used)] == [cinder]
    clash = next(f for f in table.s.frames if isinstance(f, Clash))
    assert clash.used == 1


@pytest.mark.rule("BH8", "BH13")
def test_the_kami_bow_does_not_shoot_through_a_platform() -> None:
    table = Table(YUMIKO, HATTORI, arena="anvil", spaces="D2 D4").arm(0)
    table.hand(0, card(YUMIKO, 3))
    assert not [o for o in table.options() if isinstance(o, Attack)]
    table.put(1, "F2")
    assert [o for o in table.options() if isinstance(o, Attack)]
    assert table.put(1, "D4").refusal(Attack(1, "light", card(YUMIKO, 3))) == "BH13"


# -- the odd ones


@pytest.mark.rule("BH28")
def test_foreseen_cards_stay_known_to_whoever_looked() -> None:
    for answer, place in ((Keep(), 0), (Bury(), -1)):
        wisp = named("Wisp")
        table = Table(NIX, HATTORI).hand(0, wisp)
        top = table.fighter(0).deck.cards[0]
        table.do(Move(wisp), Stop(), Use(wisp), answer)
        pile = table.fighter(0).deck
        assert (pile.cards[place], pile.known[place]) == (top, 1)


@pytest.mark.rule("BH28")
def test_a_gust_pushes_everybody_around_in_turn() -> None:
    bell = named("Storm Bell")
    table = Table(GRISK, HATTORI, NIX, arena="three_steps", spaces="D3 C3 E3")
    table.hand(0, bell).do(Move(bell), Stop(), Use(bell))
    assert [f.space for f in table.s.fighters] == [at("D3"), at("B3"), at("F3")]


@pytest.mark.rule("BH28")
def test_a_power_on_a_neighbour_after_a_move_is_aimed() -> None:
    ram = named("Ram")
    table = Table(GRISK, HATTORI, NIX, arena="three_steps", spaces="D3 C3 E3")
    table.hand(0, ram).do(Move(ram), Stop())
    assert table.options() == [Skip(), Use(ram, 1), Use(ram, 2)]
    table.do(Use(ram, 2))
    assert table.fighter(2).space == at("G3") and table.fighter(1).space == at("C3")


@pytest.mark.rule("BH28")
def test_what_was_taken_back_openly_is_known_to_all() -> None:
    thread = named("Unfinished Business")
    low = card(NIX, 1)
    table = Table(NIX, HATTORI).discards(0, low).hand(0, thread)
    table.do(Move(thread), Stop(), Use(thread), TakeBack(low))
    assert table.fighter(0).hand.cards == [low]
    assert table.fighter(0).hand.known == [0b11]


# -- one effect for each trigger


@pytest.mark.rule("BH25")
def test_one_after_effect_of_cards_however_many_were_played() -> None:
    table = Table(HATTORI, MORDEX, arena="anvil", spaces="C4 D4")
    first, second = named("Smoke Bomb"), named("Still Water")
    table.hand(0, first, second).hand(1, card(MORDEX, 1, 1))
    table.do(Attack(1, "light", first), Defend(card(MORDEX, 1, 1)), Add(second))
    assert table.asked == (0, "after")
    sources = [o.source for o in table.options() if isinstance(o, Use)]
    assert sorted(sources) == sorted([first, second, -1])  # either card, and the Legend's power
    table.do(Use(second), Keep())
    assert [o.source for o in table.options() if isinstance(o, Use)] == [-1]
    table.do(Use(-1), Step(at("C3")))
    assert table.asked == (0, "act") and table.fighter(0).space == at("C3")


@pytest.mark.rule("BH25")
def test_one_during_effect_in_an_exchange() -> None:
    growl, sleeves = named("Growl"), named("Rolled Sleeves")
    table = Table(0, HATTORI, arena="anvil", spaces="C4 D4")
    table.hand(0, growl, sleeves).hand(1, card(HATTORI, 5), card(HATTORI, 4))
    table.do(Attack(1, "light", growl), Use(growl), Defend(card(HATTORI, 5)))
    assert Add(sleeves) in table.options() and Add(sleeves, True) not in table.options()
    assert table.refusal(Add(sleeves, True)) == "BH25"
    table.do(Pass())
    assert table.asked[1] != "during"


@pytest.mark.rule("BH25")
def test_a_during_effect_cannot_be_used_later() -> None:
    growl = named("Growl")
    table = Table(0, HATTORI, arena="anvil", spaces="C4 D4").hand(0, growl).hand(1, card(1, 3, 1))
    told = table.do(Attack(1, "light", growl), Skip(), Pass())
    (struck,) = events(told, Struck)
    assert struck.attack == 1 and not events(told, Used)


@pytest.mark.rule("BH27")
def test_nothing_changes_a_value_in_a_heavy_attack() -> None:
    table = Table(0, HATTORI, arena="anvil", spaces="C4 D4").arm(0, side=1)  # Oath Sword
    growl = named("Growl")
    table.hand(0, growl).hand(1, card(HATTORI, 1))
    told = table.do(Attack(1, "heavy", growl))
    assert table.asked == (1, "dodge")  # neither card nor sword may add to the value
    assert not events(told, Used)
    for legend in LEGENDS:
        for power in (legend.power, *legend.weapons, *legend.cards):
            assert power.op != "power" or power.of == "light"


# -- the six of them


@pytest.mark.rule("BH28")
def test_the_legends_and_weapons_are_as_many_and_as_different_as_they_should_be() -> None:
    assert [one.name for one in LEGENDS[:5]] == ["Bödvar", "Hattori", "Mordex", "Nix", "Yumiko"]
    assert [one.named for one in LEGENDS] == [True] * 5 + [False]
    weapons = [weapon for one in LEGENDS for weapon in one.weapons]
    assert len({weapon.name for weapon in weapons}) == 12
    assert sum(weapon.op == "range" for weapon in weapons) >= 2
    assert any(weapon.op == "disarm" for weapon in weapons)
    assert any(w.name == "Kami Bow" and w.op == "range" for w in LEGENDS[YUMIKO].weapons)
    assert len({says(one.power) for one in LEGENDS}) == 6
    mixes = [Counter(power.op for power in one.cards) for one in LEGENDS]
    assert len({tuple(sorted(mix.items())) for mix in mixes}) == 6


@pytest.mark.rule("BH24", "BH28")
@pytest.mark.parametrize("legend", LEGENDS, ids=lambda one: one.name)
def test_each_legend_uses_every_trigger_and_no_card_of_a_value_twice(legend: object) -> None:
    one = next(x for x in LEGENDS if x is legend)
    triggers = {(power.when, power.of) for power in one.cards}
    attack = {(w, o) for w in ("before", "during", "after") for o in ("attack", "light", "heavy")}
    assert triggers == attack | {("before", "move"), ("after", "move")}
    for value in range(5):
        four = one.cards[value * COPIES : (value + 1) * COPIES]
        assert len({says(power) for power in four}) == COPIES
    assert len(one.cards) == DECK


@pytest.mark.rule("BH1")
def test_each_legend_has_four_cards_of_each_value_and_all_names_differ() -> None:
    assert Counter(VALUE) == dict.fromkeys((1, 2, 3, 4, 5), 24)
    assert len({power.name for power in CARDS}) == 120
    for legend in range(6):
        assert Counter(VALUE[c] for c in deck_of(legend)) == dict.fromkeys((1, 2, 3, 4, 5), 4)


@pytest.mark.rule("BH5")
def test_in_discovery_cards_do_nothing_and_powers_stay() -> None:
    fletching = named("Fletching")
    for mode, asked in (("standard", True), ("discovery", False)):
        table = Table(YUMIKO, HATTORI, mode=mode).hand(0, fletching)
        table.do(Move(fletching))
        assert table.options() == [Skip(), Use(-1)]  # Fox Feet, in either mode
        table.do(Use(-1))
        assert table.frame(Moving).left == 3
        table.do(Stop())
        assert (table.asked[1] == "after") == asked
    table = Table(NIX, HATTORI, mode="discovery", arena="anvil", spaces="B4 D4")
    table.hand(0, named("Cinder"))
    assert not [o for o in table.options() if isinstance(o, Attack)]


@pytest.mark.rule("BH24")
def test_a_legend_power_may_be_declined() -> None:
    table = Table(YUMIKO, HATTORI).hand(0, named("Skip"))
    table.do(Move(named("Skip")), Skip())
    assert table.asked == (0, "step")
    assert any(isinstance(o, Step) for o in table.options())
