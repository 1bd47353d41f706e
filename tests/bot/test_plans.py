"""Plans ahead: given as if by hand, dropped by whatever comes to light, and told to nobody."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import msgspec
import pytest

from bot.clock import Clock
from bot.errors import NotAllowed
from bot.referee import Referee
from bot.store import Store
from bot.table import Person, Seated, Table, guard, moves, plans
from bot.table.change import Change, Heard
from rules import registry
from rules.beer_brawl.state import BeerBrawlVariant
from rules.engine import kernel
from rules.engine.codec import option_key
from rules.engine.contract import AnyGame, Resolver
from rules.engine.inputs import Answer
from rules.engine.play import Play
from rules.engine.state import Option, Told, Variant
from tests.bot.hall import Hall, forged, labels, selects
from tests.bot.test_bad_input import may_stop
from tests.bot.test_find import later
from tests.bot.test_inbox import ANN, BOB, begun
from tests.bot.test_secrets import reach
from tests.bot.toy import (
    GAME,
    Card,
    Pick,
    Ready,
    Roll,
    Rolled,
    Step,
    Stop,
    Time,
    Toy,
    ToyState,
    ToyVariant,
    Turn,
    TurnPhase,
    games,
)

pytest_plugins = ["tests.bot.databases"]

AT = datetime(2026, 1, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
STEP, ROLL, STOP = (option_key(option) for option in (Step(1), Roll(), Stop()))


Disturbs = Callable[[kernel.Step, int], bool]

# -- what a plan may tell


def is_asked(s: Any, player: int) -> bool:
    """Whether a player is asked something."""
    return any(q.seat in s.seats_of(player) for q in s.open)


def heard(told: list[Told], player: int) -> list[Any]:
    """The events that a player is told."""
    return [one.event for one in told if one.heard_by(player)]


def spy(
    game: AnyGame,
    variant: Variant,
    count: int,
    seed: int,
    disturbs: Disturbs,
    steps: int = 120,
) -> int:
    """Play at random beside worlds that somebody who waits cannot tell from the real one.

    A plan falls by what is not the same in them; and where all that its player hears and sees is the
    same, it falls in both or in neither, so that this tells nothing. Returns how often things differed.
    """
    luck, differed = Random(seed), 0
    s = kernel.start(game, variant, count, luck.randbytes(32)).state
    for _ in range(steps):
        if s.outcome is not None or not (waiting := kernel.waiting(s)):
            break
        seat = luck.choice(waiting)
        question = s.question(seat)
        option = luck.choice(list(kernel.offer(game, s, seat)))
        given = Answer(seat, question.number, option)
        step = kernel.apply(game, s, given)
        for player in {*range(count)} - {s.seats[seat]}:
            world = kernel.determinize(game, s, player, luck)
            if option not in kernel.offer(game, world, seat):
                continue
            other = kernel.apply(game, world, given)
            falls = disturbs(step, player)
            same = heard(step.told, player) == heard(other.told, player)
            if same and game.view(step.state, player) == game.view(other.state, player):
                there = disturbs(other, player)
                assert falls == there, f"{option}: whether a plan falls tells what was not heard"
            else:
                differed += 1
                assert falls, f"{option}: a plan survives {heard(step.told, player)}"
        s = step.state
    return differed


def falls(step: kernel.Step, player: int) -> bool:
    """As it is."""
    return plans.disturbs(Heard(step.told, step.shown), player)


SAMPLES = [
    (key, number)
    for key in registry.KEYS
    for number, (_, count) in enumerate(registry.get(key).samples()[:3])
    if count > 1
]


@pytest.mark.parametrize(("key", "number"), SAMPLES)
def test_a_plan_falls_by_what_comes_to_light_and_by_nothing_that_its_player_cannot_see(
    key: str, number: int
) -> None:
    """In every game that has somebody to wait for."""
    game = registry.get(key)
    for seed in range(3):
        spy(game, *game.samples()[number], seed, falls)


class Ponder(Option, frozen=True):
    """Think, and perhaps throw a die under the table."""


class Whisper(Option, frozen=True):
    """Show the next player a card."""


class MurmurPhase(TurnPhase):
    """A turn with things that not everybody hears."""

    def offer(self, s: ToyState, f: Turn, seat: int) -> list[Option]:
        return [*super().offer(s, f, seat), Ponder(), Whisper()]

    def answer(self, r: Resolver[ToyState], f: Turn, seat: int, option: Option) -> None:
        card = sum(r.s.hands[seat]) % 3
        if isinstance(option, Whisper):
            r.tell(Card(card), (seat + 1) % len(r.s.seats))
        elif isinstance(option, Ponder):
            if card:
                r.tell(Card(r.die("cup")), seat)
        else:
            super().answer(r, f, seat, option)


class Murmur(Toy):
    """The toy, with secrets that are whispered, and luck that is not heard of."""

    options = (*Toy.options, Ponder, Whisper)  # type: ignore[assignment]
    phases = {**Toy.phases, Turn: MurmurPhase()}


def spied(disturbs: Disturbs) -> int:
    """How often something came to light in twenty games that are made to make it hard."""
    return sum(spy(Murmur(), ToyVariant(), 3, seed, disturbs) for seed in range(20))


def test_a_plan_falls_by_a_whisper_and_by_nothing_that_is_not_heard() -> None:
    """In a game that is made to make it hard."""
    assert spied(falls)


BUGS: dict[str, Disturbs] = {
    "luck survived": lambda step, player: any(
        one.to is not None and one.heard_by(player) for one in step.told
    ),
    "whispers survived": lambda step, player: any(one.event.reveal for one in step.told),
    "hidden luck told": lambda step, player: step.shown or falls(step, player),
    "others' secrets told": lambda step, player: any(
        one.event.reveal or one.to is not None for one in step.told
    ),
    "everything survived": lambda step, player: False,
}


@pytest.mark.parametrize("bug", BUGS)
def test_the_spy_catches_planted_bugs(bug: str) -> None:
    """A plan that survives a revelation, and one whose end tells what was not heard."""
    with pytest.raises(AssertionError, match=r"a plan survives|what was not heard"):
        spied(BUGS[bug])


# -- nobody else sees one


def seated(game: AnyGame, variant: Variant, count: int, seed: int) -> Table:
    """A game that has just begun, as a plain value."""
    players = tuple(Seated(at, 100 + at, f"P{at}", word="w") for at in range(count))
    lobby = Table(
        id=1,
        game=game,
        variant=variant,
        channel_id=1,
        guild_id=1,
        host_id=100,
        status="lobby",
        version=0,
        pace=timedelta(days=1),
        players=players,
        invited=(),
        commitment="",
        created_at=AT,
    )
    return moves.begin(lobby, AT, bytes([seed]) * 32).after


def planned(table: Table, user_id: int, luck: Random) -> Table:
    """Somebody plans anything that they can, if they can."""
    try:
        seen = plans.ahead(table, user_id)
    except NotAllowed:
        return table
    assert table.play is not None
    player = guard.seated(table, user_id)
    world = kernel.determinize(table.game, table.play.barrier, player, luck)
    other = plans.ahead(replace(table, play=Play(table.game, world)), user_id)
    assert other.choices == seen.choices, "what can be planned follows from what one knows alone"
    wanted = option_key(luck.choice(seen.choices).option)
    return plans.make(table, AT, user_id, wanted, "this", MINUTE).after


def public(change: Change) -> list[Any]:
    """All of a change that others could ever see: posts, the log, times, whom it waits for."""
    after = change.after
    clocks = {name: due for name, due in after.clocks.items() if not name.startswith("plan:")}
    bare = tuple(replace(one, plan=None) for one in after.players)
    return [
        msgspec.json.encode(change.news),
        change.logged,
        change.results,
        clocks,
        bare,
        after.waits,
        after.status,
        after.view(None),
    ]


@pytest.mark.parametrize(("key", "number"), [one for one in SAMPLES if one[0] != "bro_brawl"])
def test_a_game_with_plans_is_the_same_for_everybody_else(key: str, number: int) -> None:
    """Beside the same game without any; and a planned answer is the same as one by hand."""
    game, given = registry.get(key), 0
    for seed in range(3):
        luck = Random(seed)
        table = bare = seated(game, *game.samples()[number], seed)
        for _ in range(100):
            if table.play is None or table.status != "playing":
                break
            for person in table.players:
                if person.plan is None or person.plan.word:
                    table = planned(table, person.user_id or 0, luck)
            assert table.play is not None
            seat = kernel.waiting(table.play.state)[0]
            holder, question = table.holder(seat), table.play.state.question(seat)
            plan = holder.plan
            if plan is not None and plan.at is not None and not plan.word:
                found = plans.answers(table, plan.at, f"plan:{seat}")
                assert found is not None
                rung = moves.ring(table, plan.at, f"plan:{seat}")
                by_hand = moves.answer(
                    bare, plan.at, holder.user_id, seat, question.number, found[2], None
                )
                assert rung is not None and public(rung) == public(by_hand)
                table, bare, given = rung.after, by_hand.after, given + 1
                continue
            option = luck.choice(list(table.offer(seat)))
            same = (AT, holder.user_id, seat, question.number, [option], None)
            one, other = moves.answer(table, *same), moves.answer(bare, *same)
            assert public(one) == public(other)
            table, bare = one.after, other.after
    assert given or game.real_time(game.samples()[number][0]), "some plans come to their end"


class TrapPhase(TurnPhase):
    """A turn whose end brings something to light, or nothing, as a hidden hand will have it."""

    def offer(self, s: ToyState, f: Turn, seat: int) -> list[Option]:
        return [Stop()]

    def default(self, s: ToyState, f: Turn, seat: int) -> Option:
        return Stop()

    def answer(self, r: Resolver[ToyState], f: Turn, seat: int, option: Option) -> None:
        if sum(r.s.hands[seat]) % 2:
            r.tell(Rolled(seat, 1))
        super().answer(r, f, seat, option)


class Trap(Toy):
    """The toy, with a trap that only its owner knows of."""

    phases = {**Toy.phases, Turn: TrapPhase()}


def test_whether_something_can_be_planned_tells_nothing_either() -> None:
    """It is the same in every world that one cannot tell from the real one."""
    game = Trap()
    for seed in range(12):
        table = seated(game, ToyVariant(), 2, seed)
        for player, card in ((0, seed % 3), (1, 10)):
            for option in (Pick(card), Ready()):
                number = table.questions(100 + player)[0].number
                given = (AT, 100 + player, player, number, [option], None)
                table = moves.answer(table, *given).after
        assert table.play is not None
        luck = Random(seed)
        worlds = [kernel.determinize(game, table.play.barrier, 1, luck) for _ in range(8)]
        assert len({sum(world.hands[0]) % 2 for world in worlds}) == 2, "the trap is in some"
        can = {_can_plan(replace(table, play=Play(game, world))) for world in worlds}
        assert can == {_can_plan(table)}


def _can_plan(table: Table) -> bool:
    try:
        plans.ahead(table, 101)
    except NotAllowed:
        return False
    return True


# -- a plan is kept, given, dropped


async def bobs_plan(referee: Referee, number: int, wanted: str = STEP) -> Table:
    """Bob plans to go a step."""
    return await referee.plan(number, BOB.id, wanted, "Step 1")


async def stops(referee: Referee, number: int, user: Person) -> Table:
    """Somebody ends their turn."""
    return await does(referee, number, user, Stop())


async def does(referee: Referee, number: int, user: Person, option: Option) -> Table:
    """Somebody answers."""
    [asked] = (await referee.look(number)).questions(user.id)
    return (await referee.act(number, user.id, asked.seat, asked.number, [option])).after


async def test_it_is_given_some_time_after_one_is_asked(store: Store, time: Time) -> None:
    """By whichever process is there, once; as if by hand, and its player is told so."""
    referee, other = Referee(store, now=time, games=games), Referee(store, now=time, games=games)
    number = await begun(referee, 5)
    table = await bobs_plan(referee, number)
    assert table.players[1].plan is not None and not table.clocks
    await does(other, number, ANN, Step(2))
    table = await stops(other, number, ANN)
    plan = table.players[1].plan
    assert plan is not None and plan.at is not None
    assert plans.SHORTEST <= plan.at - time() <= plans.LONGEST, "never at once"
    assert [due.name for due in table.clocks.values()] == ["plan:1"]
    assert not await referee.ring(number, "plan:1"), "not before its time"
    assert plans.answers(table, plan.at - MINUTE / 60, "plan:1") is None
    assert plans.answers(table, plan.at, "plan:1") is not None
    time.at = plan.at
    clock = Clock(other)
    await clock.tick()
    assert not await referee.ring(number, "plan:1"), "not twice"
    log = await store.log(await referee.look(number))
    assert log[-1] == Answer(1, 2, Step(1)), "nothing says that it was planned"
    table = await referee.look(number)
    plan = table.players[1].plan
    assert plan is not None and plan.word == "✅ Your plan was given: Step 1."
    assert not table.clocks and await referee.verify(number)
    await stops(referee, number, BOB)
    assert (await referee.look(number)).players[1].plan is None, "read, and gone"


async def test_delays_differ(store: Store, time: Time) -> None:
    """Nobody can foresee them, and they are spread widely."""
    referee = Referee(store, now=time, games=games)
    number = await begun(referee, 5)
    found = []
    for _ in range(12):
        plan = (await bobs_plan(referee, number)).players[1].plan
        assert plan is not None
        found.append(plan.delay)
    assert len(set(found)) == 12 and max(found) > 2 * min(found)


async def test_half_of_the_time_is_left_for_whoever_thinks_again(store: Store, time: Time) -> None:
    """A plan is given well before a turn runs out."""
    referee = Referee(store, now=time, games=games)
    number = await begun(referee, 5, pace=MINUTE)
    await bobs_plan(referee, number)
    plan = (await stops(referee, number, ANN)).players[1].plan
    assert plan is not None and plan.at is not None and plan.at <= time() + MINUTE / 2


async def test_its_time_stays_when_other_clocks_change(store: Store, time: Time) -> None:
    """Another pace is no reason to forget it."""
    referee = Referee(store, now=time, games=games)
    number = await begun(referee, 5)
    await bobs_plan(referee, number)
    before = (await stops(referee, number, ANN)).clocks
    table = await referee.change_settings(number, ANN.id, pace=timedelta(days=2))
    assert set(table.clocks) == {"pace:1", "plan:1"}
    assert table.clocks["plan:1"] == before["plan:1"]


@pytest.mark.parametrize("how", ["roll", "draw", "resign"])
async def test_it_is_dropped_with_a_word_as_soon_as_something_comes_to_light(
    store: Store, time: Time, how: str
) -> None:
    """At once, not only when one is asked; nothing is answered then."""
    referee = Referee(store, now=time, games=games)
    opened = await referee.open("toy", {}, channel_id=5, guild_id=1, host=ANN)
    for person in (BOB, Person(13, "Eve")):
        await referee.join(opened.id, person)
    await referee.start(opened.id, ANN.id)
    for at, person in enumerate((ANN, BOB, Person(13, "Eve"))):
        await referee.act(opened.id, person.id, at, 1, [Ready()])
    await referee.plan(opened.id, 13, STEP, "Step 1")
    if how == "roll":
        await does(referee, opened.id, ANN, Roll())
    elif how == "draw":
        await referee.offer_draw(opened.id, ANN.id)
    else:
        await referee.resign(opened.id, BOB.id)
    table = await referee.look(opened.id)
    plan = table.players[2].plan
    if how == "resign" and table.status != "playing":
        assert plan is None
        return
    assert plan is not None and "came to light" in plan.word and plan.at is None
    assert not any(name.startswith("plan:") for name in table.clocks)


async def test_it_is_dropped_where_the_question_is_another(store: Store, time: Time) -> None:
    """What was seen when it was planned is compared with what is seen when it is due."""
    referee = Referee(store, now=time, games=games)
    number = await begun(referee, 5)
    table = await bobs_plan(referee, number)
    plan = table.players[1].plan
    assert plan is not None
    changed = replace(plan, look="as it never was")
    players = tuple(replace(one, plan=changed) if one.player == 1 else one for one in table.players)
    await store.save(counted(Change(table, replace(table, players=players), time())))
    referee.forget()
    plan = (await stops(referee, number, ANN)).players[1].plan
    assert plan is not None and "not what you had planned for" in plan.word


def counted(change: Change) -> Change:
    """A change that can be written."""
    change.count()
    return change


async def test_whoever_answers_by_hand_or_thinks_again_has_no_plan(
    store: Store, time: Time
) -> None:
    """It goes with its clock; one that is late by its time is told."""
    referee = Referee(store, now=time, games=games)
    number = await begun(referee, 5, pace=timedelta(hours=10))
    await bobs_plan(referee, number)
    await referee.drop_plan(number, BOB.id)
    with pytest.raises(NotAllowed, match="planned nothing"):
        await referee.drop_plan(number, BOB.id)
    await bobs_plan(referee, number)
    await stops(referee, number, ANN)
    table = await does(referee, number, BOB, Step(2))
    assert table.players[1].plan is None
    assert not any(name.startswith("plan:") for name in table.clocks)
    table = await stops(referee, number, BOB)
    await referee.plan(number, BOB.id, ROLL, "Roll")
    await stops(referee, number, ANN)
    [asked] = (await referee.look(number)).questions(BOB.id)
    await referee.timeout(number, asked.seat, asked.number)
    plan = (await referee.look(number)).players[1].plan
    assert plan is not None and plan.word.startswith("⚠️ Your plan was dropped")


async def test_what_cannot_be_planned_is_refused(store: Store, time: Time) -> None:
    """Whoever is asked, watches, or names what they could not answer."""
    referee = Referee(store, now=time, games=games)
    number = await begun(referee, 5)
    with pytest.raises(NotAllowed, match="asked now"):
        await referee.plan(number, ANN.id, STEP, "Step 1")
    for wanted in ("step~9", "rubbish", ""):
        with pytest.raises(NotAllowed, match="nothing that you could answer"):
            await referee.plan(number, BOB.id, wanted, "x")
    picking = await referee.open("toy", {}, channel_id=6, guild_id=1, host=ANN)
    await referee.join(picking.id, BOB)
    await referee.start(picking.id, ANN.id)
    await referee.act(picking.id, BOB.id, 1, 1, [Ready()])
    with pytest.raises(NotAllowed, match="answers at once"):
        await referee.plan(picking.id, BOB.id, STEP, "Step 1")
    assert GAME.key == "toy" and STOP != STEP


# -- on Discord


async def waiting(hall: Hall) -> Any:
    """Alice may stop, and Bob waits: his panel."""
    await hall.begin()
    await hall.put(reach(may_stop, BeerBrawlVariant()))
    hall.bot.referee.forget()
    return await hall.panel(hall.bob)


async def test_a_plan_is_made_by_button_and_nobody_else_hears_of_it(hall: Hall) -> None:
    """Not one call to Discord beyond the answer; given later, as if by hand; also after a restart."""
    panel = await waiting(hall)
    before = await hall.says(hall.alice, "table show")
    shown = (await hall.bob.click(panel, label="Plan ahead")).response
    assert shown.flags.ephemeral and "If nothing that concerns you happens" in shown.content
    await hall.quiet()
    calls = len(hall.env.http_requests)
    [listed] = selects(shown)
    wanted = listed["options"][0]
    kept = (await hall.bob.select(shown, [wanted["value"]])).response
    assert "💭 Planned: " in kept.content and labels(kept) == ["Drop my plan"]
    await hall.quiet()
    made = [one.path for one in hall.env.http_requests[calls:] if one.method != "GET"]
    assert all("/interactions/" in path or "/webhooks/" in path for path in made), made
    assert await hall.says(hall.alice, "table show") == before
    assert "Planned" not in (await hall.panel(hall.alice)).content
    await hall.beer(hall.alice, "stop")
    await hall.quiet()
    plan = (await hall.table()).players[1].plan
    assert plan is not None and plan.at is not None
    assert any(f"<@{hall.bob.id}>" in post.content for post in hall.posts), "he is asked as usual"
    assert "Your plan is given <t:" in (await hall.panel(hall.bob)).content
    await hall.restart()
    later(hall, plans.LONGEST + MINUTE)
    logged = (await hall.table()).logged
    assert await hall.bot.referee.ring(1, "plan:1")
    assert (await hall.table()).logged > logged
    await hall.quiet()
    assert not any("plan" in post.content.casefold() for post in hall.posts)
    assert "✅ Your plan was given" in (await hall.panel(hall.bob)).content
    assert not hall.env.errors


async def test_a_plan_is_made_by_command_and_taken_back(hall: Hall) -> None:
    """With completion; what names nothing, or comes at the wrong time, is refused in words."""
    await waiting(hall)
    offered = await hall.completes(hall.bob, "table plan", "answer")
    assert offered and await hall.completes(hall.alice, "table plan", "answer") == []
    assert "none of what you could answer then" in await hall.says(
        hall.bob, "table plan", answer="x" * 200
    )
    assert "planned nothing" in await hall.says(hall.bob, "table plan", drop=True)
    assert "You are asked now" in await hall.says(hall.alice, "table plan")
    assert "only watch" in await hall.says(hall.carol, "table plan")
    said = await hall.says(hall.bob, "table plan", answer=offered[0])
    assert "💭 Planned: " in said
    assert "Drop my plan" in labels(await hall.panel(hall.bob))
    assert "dropped: you are asked" in await hall.says(hall.bob, "table plan", drop=True)
    for custom_id in ("p:1:ask", "p:1:drop", "p:99:ask", "p:" + "9" * 19 + ":drop"):
        result = await forged(hall, hall.carol, custom_id)
        assert result.ephemeral and "reference" not in result.response.content
    for value in ("rubbish", "#" * 60):
        result = await forged(hall, hall.bob, "p:1:pick", value)
        assert "nothing that you could answer" in result.response.content
