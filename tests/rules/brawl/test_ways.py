"""A place is one choice, what cannot be chosen is not asked for, and words tell why."""

import random

import pytest

from rules.brawl.content.cards import (
    BASE,
    CLEAR,
    DODGE,
    FREEZE,
    KINDS,
    LEFT,
    NAMES,
    PRESS,
    REVERSE,
    ROW,
    place_number,
)
from rules.brawl.game import GAME
from rules.brawl.play.places import nowhere, places
from rules.brawl.state import (
    BrawlState,
    Discard,
    Discarded,
    Done,
    Flip,
    Flipped,
    FromDiscard,
    Lay,
    LayAgain,
    PlayCard,
    Ready,
    Training,
)
from rules.engine import kernel
from rules.engine.codec import clone
from rules.engine.contract import USELESS
from rules.engine.errors import Refused
from rules.engine.inputs import Answer
from rules.engine.state import Option, Outcome
from tests.rules.brawl.table import G2, R2, RB, B, Bout, G, R, base

text = GAME.text
FROZEN = base(0, 0, [R], [], [FREEZE], frozen=True)


def forced(bout: Bout) -> Option | None:
    given = kernel.forced(GAME, bout.s)
    return given.option if given else None


# -- what is of use


def test_a_hit_for_the_other_is_of_no_use_but_where_a_base_is_scored_backwards() -> None:
    bout = Bout("training")
    bout.s.row = [base(0, 0, [R], [R]), base(1, 0, [R], [R], [REVERSE])]
    bout.s.fighters[0].held = G
    view = GAME.view(bout.s, 0)
    likely = {
        (at, spot): text.likely(view, Lay(place_number(at, spot)))
        for at, spot in ((0, 0), (0, 1), (1, 0), (1, 1))
    }
    assert likely == {(0, 0): 1.0, (0, 1): USELESS, (1, 0): USELESS, (1, 1): 1.0}
    assert (
        text.likely(view, PlayCard(G, 0, 1)) == text.likely(view, FromDiscard(G, 0, 1)) == USELESS
    )
    bout.s.fighters[0].held, bout.s.fighters[0].discard = DODGE, [G]
    view = GAME.view(bout.s, 0)
    assert text.likely(view, Lay(place_number(0, 1))) == 0.0, "a Dodge takes hits away"
    assert text.likely(view, LayAgain(place_number(0, 1))) == USELESS


# -- ways


@pytest.mark.parametrize("pace", ["training", "tournament"])
@pytest.mark.parametrize("seed", range(3))
def test_every_play_of_a_game_is_one_choice_and_leads_there(pace: str, seed: int) -> None:
    bout, dice = Bout(pace, ("juniper", "winslow"), seed), random.Random(seed)
    for _ in range(250):
        if bout.s.outcome is not None:
            break
        for question in bout.s.open:
            _all_ways_are_plays(bout.s, question.seat)
        seat = dice.choice(kernel.waiting(bout.s))
        options = [o for o in bout.offers(seat) if type(o).__name__ != "Pause"]
        bout.do(seat, dice.choice(options))


def _all_ways_are_plays(s: BrawlState, seat: int) -> None:
    ways = kernel.ways(GAME, s, seat)
    offered = kernel.offer(GAME, s, seat)
    plays = [option for option in offered if isinstance(option, PlayCard | FromDiscard)]
    assert [way.answers for way in ways] == [(option,) for option in plays]
    view = GAME.view(s, seat)
    for way, play in zip(ways, plays, strict=True):
        assert isinstance(way.option, Lay if isinstance(play, PlayCard) else LayAgain)
        assert way.option == type(way.option)(place_number(play.base, play.spot))
        assert text.label(view, way.option) == text.label(view, play)


def test_a_place_in_words() -> None:
    bout = Bout().lay(base(0, 0), base(1, 1)).give(0, held=R, discard=[BASE])
    view = GAME.view(bout.s, 0)
    assert text.field(view, Lay, "place", place_number(1, 0)) == "Base B, your side"
    assert text.field(view, LayAgain, "place", place_number(ROW, LEFT)) == "left end"
    assert text.about(Lay) and text.about(LayAgain)


# -- what the referee answers


@pytest.mark.rule("BR7", "BR8")
def test_in_training_nobody_has_to_knock() -> None:
    bout = Bout(ready=False)
    for _ in range(2):
        given = kernel.forced(GAME, bout.s)
        assert given is not None and given.option == Ready()
        bout.do(given.seat, given.option)
    assert bout.s.frames[-1] == Training(step="turn", seat=bout.turn)


@pytest.mark.rule("BR8")
def test_in_a_tournament_everybody_knocks_and_acts_alone() -> None:
    bout = Bout("tournament", ready=False)
    assert forced(bout) is None
    bout.do(0, Ready())
    bout.do(1, Ready())
    assert forced(bout) is None
    bout.give(0, deck=[], discard=[])
    assert forced(bout) is None


@pytest.mark.rule("BR7")
def test_a_card_is_turned_over_unless_the_discard_pile_can_be_played() -> None:
    bout = Bout().lay(base(0, 0), base(1, 1))
    assert forced(bout) == Flip()
    bout.give(bout.turn, discard=[G2])
    assert forced(bout) == Flip()  # no green Hit is open
    bout.give(bout.turn, discard=[G])
    assert forced(bout) is None


@pytest.mark.rule("BR7")
def test_a_card_that_fits_nowhere_is_discarded_with_the_reason() -> None:
    bout = Bout().lay(base(0, 0), base(1, 1))
    by = bout.turn
    bout.hold(G2)
    assert forced(bout) == Discard()
    who = text.seat(GAME.view(bout.s, None), by)
    bout.do(by, Discard())
    assert bout.told == [Discarded(by, G2, stuck=True)]
    said = text.line(GAME.view(bout.s, None), bout.told[0])
    assert said == f"{who} discards the green Hit-2: there is no open green Hit."


@pytest.mark.rule("BR4")
def test_a_card_that_could_be_played_is_never_discarded_unasked() -> None:
    bout = Bout().lay(base(0, 0), base(1, 1))
    by = bout.turn
    bout.hold(G)
    assert forced(bout) is None
    bout.do(by, Discard())
    assert bout.told == [Discarded(by, G)]


@pytest.mark.rule("BR9")
def test_whoever_has_nothing_to_play_is_done() -> None:
    bout = Bout().lay(base(0, 0), base(1, 1))
    by = bout.turn
    bout.give(by, deck=[], discard=[G2])
    assert forced(bout) == Done()
    bout.give(by, discard=[G])
    assert forced(bout) is None


def test_a_turn_of_training_takes_hardly_more_than_one_choice() -> None:
    """Choices a turn, zero where all is forced: with the panel left open, each is one click."""
    choices = turns = 0
    for seed in range(8):
        bout, dice = Bout(decks=("hale", "chris"), seed=seed, ready=False), random.Random(seed)
        last = -1
        while bout.s.outcome is None:
            given = kernel.forced(GAME, bout.s)
            seat = given.seat if given else bout.turn
            if bout.s.frames[-1].step == "turn":
                turns += seat != last
                last = seat
            if given is None:
                choices += 1
                options = bout.offers(seat)
                given = Answer(seat, 0, GAME.guess(bout.s, seat, options, dice.random()))
            bout.do(seat, given.option)
    assert choices / turns <= 1.25


@pytest.mark.parametrize("card", [card for card in range(KINDS) if card != FREEZE])
def test_there_is_a_reason_for_every_card_that_fits_nowhere(card: int) -> None:
    assert nowhere(card)
    stop = base(1, 1, [RB], [RB], [FREEZE])  # a Block on either side, nothing goes in the middle
    row = [FROZEN, stop, base(2, 0, [RB], [RB], [FREEZE], frozen=True)]
    if card == PRESS:
        row = [FROZEN, base(1, 1), FROZEN]
    assert places(row, card) == []
    with pytest.raises(Refused):
        raise GAME.phases[Training].why_not(
            Bout().lay(*row).give(0, held=card).s, Training(step="turn"), 0, PlayCard(card, 1, 0)
        )


# -- the last card


@pytest.mark.rule("BR9")
def test_the_last_card_of_a_deck_is_marked() -> None:
    bout = Bout().lay(base(0, 0), base(1, 1))
    by = bout.turn
    bout.give(by, deck=[FREEZE, R])
    who = text.seat(GAME.view(bout.s, None), by)
    bout.do(by, Flip())
    assert bout.told == [Flipped(by, R)]
    assert "the last card left" in text.board(GAME.view(bout.s, None))
    assert f"One card is left in {who}’s deck, a Freeze." in warned(bout, None)
    bout.do(by, Discard())
    bout.give(1 - by, deck=[G, G])
    bout.do(1 - by, Flip(), Discard())
    bout.do(by, Flip())
    assert bout.told == [Flipped(by, FREEZE, last=True)]
    said = text.line(GAME.view(bout.s, None), bout.told[0])
    assert said == f"{who} turns over a Freeze, the last card of the deck."
    assert "holds a Freeze, the last card of the deck" in text.board(GAME.view(bout.s, None))
    assert "You hold the last card of the deck." in warned(bout, by)
    assert f"{who} holds the last card of the deck." in warned(bout, 1 - by)


# -- what threatens


def warned(bout: Bout, player: int | None) -> list[str]:
    return text.warnings(GAME.view(bout.s, player))


def test_nothing_threatens_at_the_beginning() -> None:
    assert warned(Bout(), 0) == warned(Bout(ready=False), None) == warned(Bout(decks=()), 1) == []


@pytest.mark.rule("BR25")
def test_the_last_base_that_is_not_frozen() -> None:
    bout = Bout().lay(FROZEN, base(1, 1, [R], [R, R]))
    last = "Base B is the last that is not frozen: once it is frozen, the bout ends. As it lies it is a draw"
    assert warned(bout, 0) == [f"{last}, 1 to 1."]
    bout.lay(FROZEN, base(1, 1, [R, R], [R]))
    assert warned(bout, 0)[0].endswith("As it lies you lead, 2 to 0.")
    assert warned(bout, 1)[0].endswith("As it lies Hale leads, 2 to 0.")
    bout.lay(base(0, 0), base(1, 1))
    assert warned(bout, 0) == []


@pytest.mark.rule("BR16")
def test_a_freeze_at_hand_is_no_secret() -> None:
    bout = Bout().lay(base(0, 0), base(1, 1), base(2, 1)).give(1, discard=[R, FREEZE])
    danger = "Chris has a Freeze at hand and can win Base B or Base C for good."
    assert warned(bout, 0) == warned(bout, None) == [danger]
    assert warned(bout, 1) == []
    bout.give(1, discard=[FREEZE, R])
    assert warned(bout, 0) == []


@pytest.mark.rule("BR1")
def test_a_deck_of_freezes_alone() -> None:
    bout = Bout().give(0, deck=[FREEZE] * 3)
    assert warned(bout, 0) == ["Only Freezes are left in your deck: 3."]
    assert warned(bout, 1) == ["Only Freezes are left in Hale’s deck: 3."]


# -- chance, goal, end


def lead(s: BrawlState, at: int, seat: int) -> int:
    """By how much a seat leads on a Base, as it is scored."""
    seen = next(one for one in GAME.view(s, None).row if one.id == at)
    ahead = seen.hits[seat] - seen.hits[1 - seat]
    return -ahead if seen.backwards else ahead


def room(s: BrawlState, at: int, seat: int) -> tuple[int, int]:
    """How many kinds of Hits can be laid on a Base to the good of a seat, and how many to its harm."""
    found = [0, 0]
    for card in (R, G, B):
        for _, spot in (place for place in places(s.row, card) if place[0] == at):
            then = clone(GAME, s)
            next(one for one in then.row if one.id == at).sides[spot].append(card)
            found[lead(then, at, seat) < lead(s, at, seat)] += 1
    return found[0], found[1]


def is_good(bout: Bout, seat: int, option: PlayCard) -> bool:
    """Whether the table is better for a seat once a card lies, by what all can see of it."""
    before = bout.s
    then = kernel.apply(GAME, before, Answer(seat, bout.number(seat), option)).state
    if option.card == BASE:
        return True
    held = next(one for one in GAME.view(before, None).row if one.id == option.base).holder == seat
    if option.card in (CLEAR, FREEZE):
        return held == (option.card == FREEZE)
    ahead = lead(then, option.base, seat) - lead(before, option.base, seat)
    (mine, theirs), (more, fewer) = (room(s, option.base, seat) for s in (before, then))
    return ahead > 0 or (ahead == 0 and (more > mine or fewer < theirs))


@pytest.mark.rule("BR1", "BR4")
@pytest.mark.parametrize("seed", range(40))
def test_the_chance_of_a_card_that_helps_is_that_of_all_that_may_come(seed: int) -> None:
    """By playing each of them wherever it can be played, on rows of all kinds."""
    dice = random.Random(seed)
    stacks = [[], [R], [G, R2 + 1], [B, DODGE], [R, RB], [R, DODGE, PRESS], [G, DODGE, B], [RB + 1]]
    middles = [[], [], [REVERSE], [REVERSE, PRESS], [REVERSE, REVERSE], [FREEZE]]
    row = []
    for name in range(dice.randint(1, 3)):
        mine, theirs, middle = dice.choice(stacks), dice.choice(stacks), dice.choice(middles)
        row.append(base(name, dice.randint(0, 1), mine, theirs, middle, FREEZE in middle))
    if all(one.frozen for one in row):
        row[0] = base(0, dice.randint(0, 1), [R])
    bout = Bout().lay(*row)
    by = bout.turn
    every = [card for card in range(KINDS) if card != FREEZE]
    deck = [dice.choice(every) for _ in range(dice.randint(1, 9))] if seed % 8 else []
    bout.give(by, deck=[FREEZE, FREEZE, *deck], discard=[])
    said = text.chance(GAME.view(bout.s, by), Flip())
    begun, good = bout.s, []
    for card in deck or [FREEZE]:
        bout.s = clone(GAME, begun)
        bout.hold(card, by)
        laid = [option for option in bout.offers(by) if isinstance(option, PlayCard)]
        good.append(any(is_good(bout, by, option) for option in laid))
    assert said == f"{round(100 * sum(good) / len(good))} % that it helps you"


def test_a_card_that_could_help_the_other_alone_is_not_counted() -> None:
    bout = Bout().lay(base(0, 0, [R], [G])).give(0, deck=[FREEZE, R, G])
    assert text.chance(GAME.view(bout.s, 0), Flip()) == "50 % that it helps you"
    bout.lay(base(0, 0, [R], [G], [REVERSE])).give(0, deck=[FREEZE, R, G, G])
    assert text.chance(GAME.view(bout.s, 0), Flip()) == "67 % that it helps you"


def test_a_chance_tells_nothing_of_the_order_of_a_deck() -> None:
    bout = Bout()
    said = text.chance(GAME.view(bout.s, bout.turn), Flip())
    worlds = [kernel.determinize(GAME, bout.s, bout.turn, random.Random(n)) for n in range(9)]
    assert {text.chance(GAME.view(one, bout.turn), Flip()) for one in worlds} == {said}


def test_a_chance_only_where_there_is_one() -> None:
    bout = Bout().give(0, deck=[])
    assert text.chance(GAME.view(bout.s, 0), Flip()) == ""
    assert text.chance(GAME.view(bout.s, 1), Discard()) == ""
    bout.give(0, deck=[FREEZE])
    assert text.chance(GAME.view(bout.s, 0), Flip()) == "100 % that it helps you"


@pytest.mark.rule("BR22", "BR26")
def test_the_goal_in_a_sentence() -> None:
    s = Bout().s
    assert text.goal(GAME.view(s, 0)).startswith("Win more Bases than Chris:")
    assert text.goal(GAME.view(s, None)).startswith("Most Bases win:")
    assert text.goal(GAME.view(Bout(decks=()).s, 0)).startswith("Win more Bases than Player 2:")
    for player in (0, 1, None):  # BR22
        assert "A tied Base goes to its owner" in text.goal(GAME.view(s, player))


def test_the_end_reveals_the_decks_and_the_closest_base() -> None:
    bout = Bout().lay(FROZEN, base(1, 1, [R], [B, B, B])).give(0, deck=[FREEZE, R, G2])
    bout.give(1, deck=[])
    assert GAME.view(bout.s, 1).fighters[0].deck == ()
    bout.s.outcome = Outcome((), "agreed")
    for player in (0, 1, None):
        assert text.revealed(GAME.view(bout.s, player)) == [
            f"Hale’s deck still held, from the top: {NAMES[G2]}, {NAMES[R]}, {NAMES[FREEZE]}.",
            "The closest Base: Base A went to Hale by a single hit.",
        ]
    bout.lay(base(0, 1, middle=[REVERSE]))
    bout.give(0, deck=[])
    even = "The closest Base: Base A was even and went to its owner, Chris."
    assert text.revealed(GAME.view(bout.s, None)) == [even]
