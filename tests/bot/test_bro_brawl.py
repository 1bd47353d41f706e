"""Bro Brawl is played by its commands alone; what cannot be done is refused in private."""

import random
from pathlib import Path
from typing import Any

import pytest

from rules import registry
from rules.bro_brawl.state import (
    Attack,
    BroBrawlState,
    Delay,
    Done,
    Foe,
    Give,
    GoOn,
    GruntCure,
    GruntDivert,
    GruntHit,
    Heal,
    KillHeal,
    KnockSense,
    NoAction,
    Pay,
    PlayGrunt,
    Purchase,
    PutBack,
    SacrificeHeal,
    SacrificeHit,
    Scout,
    Show,
    Stop,
    Stun,
    Suffered,
    UsePack,
)
from rules.engine import kernel
from rules.engine.inputs import Answer
from rules.engine.state import Option
from tests.bot.hall import Hall, NoBoard, labels, open_hall
from tests.bot.test_bad_input import LONG, refused

pytestmark = pytest.mark.slow  # whole games, by every command and button

GAME = registry.get("bro_brawl")
SCAMP, TROOPER_A, TROOPER_B, BRUTE, YETI = 0, 5, 6, 17, 35
ARMOR, GUN, PACK_2, PACK_3 = 24, 26, 30, 31
GUN_CONTROL, NUTS, COFFEE = 44, 46, 51


def rich(mode: str = "co-op") -> BroBrawlState:
    """Brobert has everything that an action can need, and the Battle Zone is full."""
    players = 1 if mode == "co-op" else 2
    variant = GAME.variant(mode=mode)
    s: BroBrawlState = kernel.start(GAME, variant, players, (1).to_bytes(16, "big")).state
    brock, brody, _, brobert = s.bros
    assert s.open[0].seat == 3
    brobert.life, brobert.gear = 8, [25, 29, 32]
    brobert.kills = [SCAMP, TROOPER_A, TROOPER_B]
    brock.life, brock.mishaps = 5, [Suffered(NUTS)]
    brody.mishaps = [Suffered(GUN_CONTROL), Suffered(COFFEE)]
    s.zone = [Foe(TROOPER_B + 1), Foe(BRUTE), Foe(YETI)]
    s.shop = [ARMOR, GUN, PACK_2, PACK_3]
    return s


def nearly_won(s: BroBrawlState) -> BroBrawlState:
    """One Scamp is left, and whoever is next can shoot it."""
    s.battle.cards, s.battle.known, s.shop = [], [], []
    s.zone = [Foe(SCAMP)]
    for one in s.bros:
        one.mishaps, one.life = [], 12
    return s


def undisturbed(s: BroBrawlState) -> BroBrawlState:
    """Nothing that was drawn cancels an action."""
    for one in s.bros:
        s.discards += [mishap.card for mishap in one.mishaps]
        one.mishaps = []
    s.discards += [foe.card for foe in s.zone]
    s.zone = []
    return s


async def begin(hall: Hall, **options: Any) -> None:
    """Alice fights alone, or with who is named."""
    await hall.says(hall.alice, "bro-brawl new", **options)
    for name, value in options.items():
        if name.startswith("player"):
            await value.slash(hall.pub, "table join")
    await hall.says(hall.alice, "table start")


ACTIONS: list[tuple[str, dict[str, Any], list[Option]]] = [
    ("attack", {"foe": "Trooper C (2)"}, [Attack(7, 2)]),
    ("attack", {"foe": "yeti bouncer", "gun": "1"}, [Attack(YETI, 1)]),
    ("knock-sense", {"bro": "Brock"}, [KnockSense(0, NUTS, 2)]),
    (
        "knock-sense",
        {"bro": "Brody", "mishap": "Hot Coffee", "gun": "1-point gun"},
        [KnockSense(1, COFFEE, 1)],
    ),
    ("buy", {"upgrade": "2-point gun"}, [Purchase(GUN, False)]),
    (
        "buy",
        {"upgrade": "2-point health pack B for 2 points", "use": True, "kills": "trooper b"},
        [Purchase(PACK_2, True), Pay(TROOPER_A), Done()],
    ),
    (
        "buy",
        {"upgrade": "3-point health pack", "kills": "Scamp A, Trooper B (2)"},
        [Purchase(PACK_3, False), Pay(SCAMP), Pay(TROOPER_A), Done()],
    ),
    ("scout", {"deck": "grunt"}, [Scout("grunt")]),
    ("delay", {"foe": "Brute A"}, [Delay(BRUTE)]),
    ("stun", {"foe": "Yeti Bouncer (5)"}, [Stun(YETI)]),
    ("heal", {"bro": "Brobert"}, [Heal(3)]),
    ("kill-heal", {"kills": "Trooper B, Scamp A,"}, [KillHeal(TROOPER_A), KillHeal(SCAMP)]),
    ("sacrifice", {"points": 3, "target": "brock"}, [SacrificeHeal(3, 0)]),
    ("sacrifice", {"points": 5, "target": "Brute A (3)"}, [SacrificeHit(5, BRUTE)]),
    ("health-pack", {"pack": "3-point health pack"}, [UsePack(3)]),
    ("no-action", {}, [NoAction()]),
]


async def test_every_action_and_what_it_asks(hall: Hall) -> None:
    """Each is one command; what more it asks is said at once or by the next one."""
    await begin(hall)
    for command, arguments, options in ACTIONS:
        await hall.put(rich())
        await hall.does(hall.alice, f"bro-brawl {command}", arguments, *options)
    await hall.put(rich())
    await hall.does(
        hall.alice, "bro-brawl buy", {"upgrade": "3-point health pack"}, Purchase(PACK_3, False)
    )
    kills = {"kills": "Trooper A, Scamp A"}
    await hall.does(hall.alice, "bro-brawl pay", kills, Pay(TROOPER_A), Pay(SCAMP), Done())
    await hall.put(rich())
    await hall.does(hall.alice, "bro-brawl heal", {"bro": "brock"}, Heal(0))
    given = {"bro": "Broseph", "kills": "Trooper A, Trooper B"}
    await hall.does(hall.alice, "bro-brawl give", given, Give(TROOPER_A, 2), Give(TROOPER_B, 2))
    await hall.does(hall.alice, "bro-brawl done", {}, Done())
    assert not hall.env.errors


async def test_grunts_of_the_dead(hall: Hall) -> None:
    """Which of two is played, and whom it helps: a foe is hit or diverted, a bro is cured."""
    await begin(hall)
    s = rich()
    s.bros[0].life, s.bros[0].mishaps = 0, []
    rest = [card for card in s.grunts.cards if card not in (20, 9, 30, 33)]
    drawn: tuple[int, int]
    for drawn in ((9, 30), (30, 33), (33, 9)):
        s.grunts.cards = [20, *drawn, *({9, 30, 33} - set(drawn)), *rest]  # friendly fire first
        played = kernel.apply(GAME, s, Answer(3, s.open[0].number, NoAction())).state
        assert [q.kind for q in played.open] == ["grunt"]
        played.zone.append(Foe(36))  # another special, so that there is a choice
        await hall.put(played)
        offered = await hall.completes(hall.alice, "bro-brawl grunt", "card")
        name = {9: "Grunt fire 2", 30: "Divert", 33: "Grunt sacrifice"}
        assert offered == [name[card] for card in drawn]
        await hall.does(
            hall.alice, "bro-brawl grunt", {"card": name[drawn[0]]}, PlayGrunt(drawn[0])
        )
        targets = await hall.completes(hall.alice, "bro-brawl target", "target")
        if drawn[0] == 9:
            assert {"Trooper C (2)", "Yeti Bouncer (5)"} < set(targets)
            await hall.does(
                hall.alice, "bro-brawl target", {"target": "Trooper C (2)"}, GruntHit(7)
            )
        elif drawn[0] == 30:
            assert targets == ["Yeti Bouncer (5)", "Icicle Sniper (5)"]
            assert "BO8" in await refused(hall, hall.alice, "bro-brawl target", target="Trooper C")
            await hall.does(
                hall.alice, "bro-brawl target", {"target": targets[0]}, GruntDivert(YETI)
            )
        else:
            assert targets == ["Brody"]
            said = await refused(hall, hall.alice, "bro-brawl target", target="Brody")
            assert "with `mishap`, name one: Gun Control, Hot Coffee" in said
            cured = {"target": "Brody", "mishap": "Hot Coffee"}
            await hall.does(hall.alice, "bro-brawl target", cured, GruntCure(1, COFFEE))


COMMANDS: dict[type[Option], tuple[str, dict[str, str]]] = {
    NoAction: ("no-action", {}),
    Attack: ("attack", {"foe": "foe", "gun": "points"}),
    KnockSense: ("knock-sense", {"bro": "bro", "mishap": "mishap", "gun": "points"}),
    Purchase: ("buy", {"upgrade": "upgrade", "use": "use"}),
    Pay: ("pay", {"kills": "kill"}),
    Scout: ("scout", {"deck": "deck"}),
    PutBack: ("order", {"cards": "card"}),
    Delay: ("delay", {"foe": "foe"}),
    Stun: ("stun", {"foe": "foe"}),
    Heal: ("heal", {"bro": "bro"}),
    Give: ("give", {"kills": "kill", "bro": "bro"}),
    KillHeal: ("kill-heal", {"kills": "kill"}),
    Done: ("done", {}),
    SacrificeHeal: ("sacrifice", {"points": "points", "target": "bro"}),
    SacrificeHit: ("sacrifice", {"points": "points", "target": "foe"}),
    UsePack: ("health-pack", {"pack": "points"}),
    PlayGrunt: ("grunt", {"card": "grunt"}),
    GruntHit: ("target", {"target": "foe"}),
    GruntDivert: ("target", {"target": "foe"}),
    GruntCure: ("target", {"target": "bro", "mishap": "mishap"}),
}
AS_IT_IS = ("use", "deck", "points")  # arguments that are no words


def spoken(view: Any, option: Option) -> tuple[str, dict[str, Any]]:
    """An option as a command."""
    command, names = COMMANDS[type(option)]
    values = {argument: getattr(option, field) for argument, field in names.items()}
    return command, {
        argument: value
        if argument in AS_IT_IS
        else GAME.text.field(view, type(option), names[argument], value)
        for argument, value in values.items()
    }


async def test_a_game_by_commands_alone(hall: Hall) -> None:
    """From opening the table over two waves to the end, without a button."""
    assert "is open" in await hall.says(hall.alice, "bro-brawl new", veteran=True)
    await hall.says(hall.alice, "table start")
    rng = random.Random(2)
    for _ in range(12):
        table = await hall.table()
        assert table.play is not None
        offered = table.offer(table.play.state.open[0].seat)
        kinds = sorted({type(option) for option in offered}, key=lambda kind: kind.__name__)
        kind = rng.choice(kinds)
        option = rng.choice([option for option in offered if type(option) is kind])
        command, arguments = spoken(table.view(hall.alice.id), option)
        await hall.does(hall.alice, f"bro-brawl {command}", arguments, option)
    for choice, answer in (("go on", GoOn()), ("stop", Stop())):
        s = kernel.start(GAME, GAME.variant(), 1, bytes(16)).state
        await hall.put(nearly_won(s))
        await hall.says(hall.alice, "bro-brawl attack", foe="Scamp A")
        assert "BO29" in await refused(hall, hall.alice, "bro-brawl no-action")
        await hall.does(hall.alice, "bro-brawl wave", {"choice": choice}, answer)
    assert "The bros win: they stop after wave 1 of 4." in hall.post.content
    assert "Play" not in labels(hall.post)


# -- refusals


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("attack", {"foe": "Scamp A"}, "BO10"),
    ("attack", {"foe": "Brute A", "gun": "3"}, "BO10"),
    ("attack", {"foe": LONG}, "no foe called"),
    ("attack", {"foe": "Brute A", "gun": "@everyone"}, "no gun called"),
    ("knock-sense", {"bro": "Broseph"}, "BO11"),
    ("knock-sense", {"bro": "Brody"}, "name one: Gun Control, Hot Coffee"),
    ("knock-sense", {"bro": "Bruce"}, "no bro called “Bruce”"),
    ("knock-sense", {"bro": "Brock", "mishap": "Flu"}, "no mishap called"),
    ("buy", {"upgrade": "3-point gun"}, "BO12"),
    ("buy", {"upgrade": "armor 1", "use": True}, "Only a health pack can be used at once"),
    (
        "buy",
        {"upgrade": "2-point gun", "kills": "Trooper A, Scamp A, Trooper B, Brute A"},
        "is one too many",
    ),
    ("buy", {"upgrade": "3-point health pack", "kills": "Brute A"}, "BO12"),
    ("buy", {"upgrade": "a tank"}, "no upgrade called"),
    ("delay", {"foe": "Yeti Bouncer"}, "BO14"),
    ("stun", {"foe": "Frost Giant"}, "BO15"),
    ("heal", {"bro": "Broseph"}, "BO16"),
    ("kill-heal", {"kills": "Brute A"}, "BO17"),
    ("kill-heal", {"kills": "Trooper A, Trooper A, Trooper A"}, "BO17"),
    ("kill-heal", {"kills": " , "}, "Name at least one"),
    ("kill-heal", {"kills": "Scamp A, " * 40}, "more than there can be"),
    ("sacrifice", {"points": 4, "target": "Brute A"}, "BO18"),
    ("sacrifice", {"points": 1, "target": "the moon"}, "no target called"),
    ("health-pack", {}, "with `pack`, name one: 2-point health pack, 3-point health pack"),
    ("health-pack", {"pack": "9"}, "no pack called"),
    ("pay", {"kills": "Scamp A"}, "BO7"),
    ("order", {"cards": "Scamp A"}, "BO7"),
    ("give", {"bro": "Brock", "kills": "Scamp A"}, "BO7"),
    ("grunt", {"card": "Divert"}, "BO7"),
    ("grunt", {"card": "Sergeant"}, "no card called"),
    ("target", {"target": "Brute A"}, "BO7"),
    ("show", {}, "BO7"),
    ("done", {}, "BO7"),
    ("wave", {"choice": "stop"}, "BO7"),
]


async def test_refusals_are_private_and_lose_nothing(hall: Hall) -> None:
    """Each names the rule, or the word that names nothing."""
    assert "no table in this channel" in await hall.says(hall.alice, "bro-brawl no-action")
    said = await hall.says(hall.alice, "bro-brawl new", mode="competitive", wave=2)
    assert "wave one" in said
    await begin(hall, player2=hall.bob, mode="competitive")
    s = rich("competitive")
    s.bros[2].life, s.bros[3].life = 0, 4
    await hall.put(s)
    for command, arguments, why in REFUSED:
        said = await refused(hall, hall.bob, f"bro-brawl {command}", **arguments)
        assert why in said, (command, arguments, said)
    for member, why in ((hall.alice, "not your turn"), (hall.carol, "only watch")):
        assert why in await refused(hall, member, "bro-brawl attack", foe="Brute A")
        assert await member.autocomplete(hall.pub, "bro-brawl attack", "foe", "") == []


# -- completion and secrets


COMPLETED: list[tuple[str, str, str, dict[str, Any], list[str]]] = [
    ("attack", "foe", "", {}, ["Trooper C (2)", "Brute A (3)", "Yeti Bouncer (5)"]),
    ("attack", "foe", "yet", {"gun": "3"}, []),
    ("attack", "gun", "", {"foe": "Brute A (3)"}, ["2-point gun", "1-point gun"]),
    ("knock-sense", "bro", "", {}, ["Brock", "Brody"]),
    ("knock-sense", "mishap", "", {"bro": "Brody"}, ["Gun Control", "Hot Coffee"]),
    ("knock-sense", "gun", "2", {"bro": "Brody"}, ["2-point gun"]),
    ("buy", "upgrade", "gun", {}, ["2-point gun B for 2 points"]),
    (
        "buy",
        "upgrade",
        "",
        {"use": True},
        ["2-point health pack B for 2 points", "3-point health pack A for 3 points"],
    ),
    (
        "buy",
        "kills",
        "",
        {"upgrade": "3-point health pack A for 3 points"},
        ["Scamp A (1)", "Trooper A (2)"],
    ),
    (
        "buy",
        "kills",
        "Scamp A (1), ",
        {"upgrade": "3-point health pack"},
        ["Scamp A (1)", "Scamp A (1), Trooper A (2)"],
    ),
    ("kill-heal", "kills", "Trooper A, tr", {}, ["Trooper A, Trooper B (2)"]),
    ("delay", "foe", "", {}, ["Trooper C (2)", "Brute A (3)"]),
    ("stun", "foe", "brute", {}, ["Brute A (3)"]),
    ("heal", "bro", "bro", {}, ["Brock", "Brody", "Broseph", "Brobert"]),
    ("sacrifice", "target", "br", {"points": 5}, ["Brock", "Brody", "Broseph", "Brute A (3)"]),
    ("health-pack", "pack", "", {}, ["2-point health pack", "3-point health pack"]),
    *((command, name, "", {}, []) for command, name in (
        ("pay", "kills"), ("give", "kills"), ("give", "bro"), ("order", "cards"),
        ("grunt", "card"), ("target", "target"), ("target", "mishap"),
    )),
]  # fmt: skip


async def test_completion_offers_what_is_legal_now(hall: Hall) -> None:
    """Field by field, narrowed by what the other arguments say."""
    await begin(hall)
    await hall.put(rich())
    for command, argument, typed, more, wanted in COMPLETED:
        found = await hall.completes(hall.alice, f"bro-brawl {command}", argument, typed, **more)
        assert found == wanted, (command, argument, typed)
    await hall.says(hall.alice, "bro-brawl heal", bro="Brock")
    assert await hall.completes(hall.alice, "bro-brawl give", "bro") == [
        "Brock",
        "Brody",
        "Broseph",
    ]
    assert await hall.completes(hall.alice, "bro-brawl give", "kills", "sc", bro="Brock") == [
        "Scamp A (1)"
    ]
    await hall.says(hall.alice, "bro-brawl give", bro="Brock", kills="Scamp A")
    assert await hall.completes(hall.alice, "bro-brawl give", "bro") == ["Brock"], (
        "all go to the same bro"
    )


async def test_what_is_scouted_is_the_looker_s(tmp_path: Path, same_luck: None) -> None:
    """Shown as a picture and completed for nobody else; the order is put back in one go."""
    async with open_hall(tmp_path, NoBoard()) as hall:
        await begin(hall, player2=hall.bob)
        play = (await hall.table()).play
        assert play is not None
        await hall.put(undisturbed(play.state))
        seat = (await hall.table()).waits[0].seat
        looker, other = (hall.alice, hall.bob) if seat % 2 == 0 else (hall.bob, hall.alice)
        looked = await looker.slash(hall.pub, "bro-brawl scout", deck="battle")
        assert [a.filename for a in looked.response.attachments] == ["table.png"]
        table = await hall.table()
        offered = table.offer(seat)
        back = [option for option in offered if isinstance(option, PutBack)]
        assert offered == [*back, Show()]
        view = table.view(looker.id)
        words = [GAME.text.field(view, PutBack, "card", option.card) for option in back]
        given = {"cards": ", ".join(reversed(words))}
        assert await other.autocomplete(hall.pub, "bro-brawl order", "cards", "") == []
        assert "not your turn" in await refused(hall, other, "bro-brawl order", **given)
        found = await looker.autocomplete(hall.pub, "bro-brawl order", "cards", words[1] + ",")
        rest = [words[0], *words[2:]]
        assert [c["value"] for c in found] == [words[1], *(f"{words[1]}, {w}" for w in rest)]
        said = await refused(hall, looker, "bro-brawl order", cards="the ace of spades")
        assert "no card called “the ace of spades”" in said
        twice = {"cards": f"{words[0]}, {words[0]}"}
        assert "BO13" in await refused(hall, looker, "bro-brawl order", **twice)
        await hall.does(looker, "bro-brawl order", given, *reversed(back))
        assert words[0] not in "".join(post.content for post in hall.posts)
