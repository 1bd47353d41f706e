"""Why a fight was won: what all are told, what its two sides are, and what the end tells."""

import random
from itertools import product

import pytest

from rules.beer_brawl.content import NAMES
from rules.beer_brawl.game import GAME
from rules.beer_brawl.state import Beaten, BeerBrawlVariant, Blows, Fight, Fought, Victor
from rules.beer_brawl.text.story import _percent
from rules.engine import kernel
from rules.engine.fairness import seed as sown
from rules.engine.inputs import Answer, Input
from rules.engine.play import Play
from rules.engine.proof import prove, retelling
from tests.rules.beer_brawl.table import SLOW, Table, tile
from tests.rules.beer_brawl.test_combat import PAIRS, fights

TEXT = GAME.text
LABEL = 38  # characters of a button that a phone shows


def after(one: int, two: int, seed: int = 1) -> Table:
    """Barnaby has attacked Crumpet."""
    table = Table(seed).lay({"B2": one, "E1": SLOW}, {"B4": two, "E8": SLOW}).go(0, "B3")
    table.do(Fight(1))
    return table


def why(table: Table, player: int) -> str:
    """What a player alone is told of the reason."""
    heard = [event for event in table.heard(player) if isinstance(event, Victor | Beaten)]
    return TEXT.line(table.view(player), heard[0])


@pytest.mark.rule("BB21")
def test_what_all_are_told_of_the_reason_holds_in_every_fight() -> None:
    """No less STRENGTH or no less MAGIC: whatever the two are, and however the coins fall."""
    for one, two in PAIRS[::7]:
        for _, fell, _ in fights(one, two):
            won, lost = (two, one) if fell == 0 else (one, two)
            assert won[0] >= lost[0] or won[1] >= lost[1]


@pytest.mark.rule("BB21")
def test_what_all_are_told_hangs_on_who_fell_alone() -> None:
    said = set()
    for seed, armor in product(range(6), range(4)):
        table = after(tile(strength=2, armor=armor), tile(magic=2, armor=3 - armor), seed)
        view = table.view(None)
        said |= {TEXT.line(view, event) for event in table.heard(None) if isinstance(event, Fought)}
    assert said == {
        "Barnaby (Blue) attacks Crumpet (Orange) and knocks it out: Barnaby has at least as much "
        "STRENGTH or MAGIC. The rest comes to light after the end.",
        "Barnaby (Blue) attacks Crumpet (Orange), who holds: Barnaby is knocked out. Crumpet has "
        "at least as much STRENGTH or MAGIC. The rest comes to light after the end.",
    }


def test_that_the_rest_comes_later_is_said_once() -> None:
    table = Table().lay({"B2": SLOW, "E3": SLOW}, {"B4": SLOW, "E5": SLOW, "E8": SLOW})
    table.go(0, "B3").do(Fight(1))
    table.go(3, "E4").do(Fight(2))
    [fought] = [event for event in table.heard(None) if isinstance(event, Fought)]
    assert TEXT.line(table.view(None), fought).endswith("STRENGTH or MAGIC.")


@pytest.mark.rule("BB21")
def test_both_owners_are_told_their_own_side_of_it() -> None:
    table = after(tile(strength=2, magic=2, armor=2), tile(strength=1, magic=1))
    assert why(table, 0) == ("Barnaby (STRENGTH 2, MAGIC 2) beat Crumpet: not hit, 2 armor left.")
    assert why(table, 1) == (
        "Crumpet (STRENGTH 1, MAGIC 1) had no armor and took 1 hit from Barnaby, who has STRENGTH 1+ or "
        "MAGIC 1+."
    )


@pytest.mark.rule("BB21")
def test_whoever_never_had_armor_has_none_left_either() -> None:
    table = after(tile(strength=4, speed=2), tile(speed=6))
    assert why(table, 0).endswith(" beat Crumpet: not hit, no armor to lose.")


@pytest.mark.rule("BB21")
def test_nothing_follows_for_whoever_anybody_can_hit() -> None:
    for magic, lacks in ((2, "STRENGTH"), (0, "STRENGTH and no MAGIC")):
        table = after(tile(strength=3, magic=3), tile(magic=magic))
        said = f"took 1 hit from Barnaby: who has no {lacks} can be hit by anybody."
        assert why(table, 1).endswith(said)


@pytest.mark.rule("BB21")
def test_an_owner_is_told_nothing_of_the_enemy_that_does_not_follow() -> None:
    """Other stats and armor of the enemy, and the same hits: the same words."""
    tiles = [tile(strength=a, magic=b, armor=c) for a, b, c in product(range(3), range(3), (0, 2))]
    assert len({why(after(tile(strength=3, magic=3), other), 0) for other in tiles}) == 1
    tiles = [tile(strength=a, magic=b, armor=1) for a, b in ((2, 2), (2, 3), (3, 2))]
    assert len({why(after(other, tile(strength=1, magic=1)), 1) for other in tiles}) == 1


def test_hits_are_counted_in_words() -> None:
    said = {why(after(tile(strength=3, armor=3), tile(magic=3, armor=3), n), 0) for n in range(60)}
    for words in ("beat Crumpet: not hit, 3 armor", "hit once, 2 armor", "hit 3 times, no armor"):
        assert any(words in line for line in said), words
    assert any(
        "had 3 armor and took 4 hits from Crumpet: who has no MAGIC" in line for line in said
    )


def test_news_of_an_earlier_release_can_be_read() -> None:
    assert TEXT.line(Table().view(0), Victor(0, 2)) == "Barnaby stands, with 2 armor left."


# -- the end


def played(seed: bytes) -> tuple[list[Input], Play]:  # type: ignore[type-arg]
    """A game at random, to its end."""
    luck = random.Random(1)
    play, _ = Play.start(GAME, BeerBrawlVariant(rerolls=0), 2, seed)
    log: list[Input] = []
    while play.state.outcome is None:
        seat = kernel.waiting(play.state)[0]
        options = kernel.offer(GAME, play.state, seat)
        fight = [option for option in options if isinstance(option, Fight)]
        log.append(Answer(seat, play.state.asked[seat], luck.choice(fight or list(options))))
        play.do(log[-1])
    return log, play


@pytest.mark.rule("BB21")
def test_the_log_of_a_finished_game_tells_every_fight_and_no_log_before() -> None:
    secret, players, variant = bytes(32), ["1", "2"], BeerBrawlVariant(rerolls=0)
    seed = sown(secret, players)
    log, play = played(seed)
    ended = prove(GAME, variant, players, secret, log, play.state, began=GAME.rules_version)
    steps = list(retelling(GAME, variant, 2, seed, log, [None, 0, 1]))
    for place, player in enumerate((None, 0, 1)):
        then = [line for _, said in steps for line in said[place]]
        now = ended.lines(player)
        assert [
            line for line in now if not line.startswith("Blow by blow: ") or line in then
        ] == then
        fought = [line for line in now if " attacks " in line]
        assert len(fought) > 2 and sum(line.startswith("Blow by blow: ") for line in now) == len(
            fought
        )
        assert sum(line.startswith("Blow by blow: ") for line in then) <= 1
        # both sides' numbers, right after the fight and what its owners were told of it
        told = [n for n, line in enumerate(now) if line.startswith("Blow by blow: ")]
        for n, words in zip(told, fought, strict=True):
            assert words in now[n - 2 : n]
            assert now[n].count("STRENGTH") >= 2 and now[n].endswith("is knocked out.")


@pytest.mark.rule("BB21")
def test_the_fight_that_ends_the_game_is_told_blow_by_blow_at_once() -> None:
    """Nobody is left, or nobody fell who stood behind the bar."""
    lone = Table().lay({"B2": SLOW}, {"B4": SLOW}).go(0, "B3")
    bar = Table().lay({"B1": SLOW, "E1": SLOW, "A3": SLOW}, {"C2": SLOW, "D1": SLOW}).go(0, "C1")
    for table in (lone, bar):
        assert isinstance(table.do(Fight(1))[-1], Blows) and table.s.outcome is not None


def test_buttons_have_room_for_the_chance_beside_the_longest_names() -> None:
    longest = max(NAMES[1::2], key=len), max(NAMES[0::2], key=len)
    for chance in (None, 0.0, 0.004, 0.99, 1.0):
        assert len(f"{longest[0]} attacks {longest[1]} · {_percent(chance)}") <= LABEL


def test_no_event_of_a_fight_is_told_to_more_than_may_know_it() -> None:
    table = after(tile(strength=3, armor=3), tile(magic=3, armor=3))
    to = {type(one.event): set() for one in table.told}  # type: dict[type, set[object]]
    for one in table.told:
        to[type(one.event)].add(one.to)
    assert to[Fought] == {None} and to[Blows] == {()} and to[Victor] | to[Beaten] == {(0,), (1,)}
    assert len(to[Victor]) == len(to[Beaten]) == 1
