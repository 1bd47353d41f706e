"""Nobody could choose the luck: one spelling of every id, and a word of each player's own."""

import asyncio
import random
from itertools import product

import pytest

from rules import registry
from rules.engine import fairness
from rules.engine.errors import RulesError
from rules.engine.play import Play
from rules.engine.randomness import below, noted
from rules.engine.verify import MATCHES, TAMPERED
from rules.engine.words import COMPUTER, PLAYER, REMOVED, word_of, wrong_ids, wrong_words
from tests.rules.players import nim
from tests.rules.test_fairness import PLAYERS, PROMISE, SECRET, WORDS, exported, judged, refuted

BEFORE = ("", "0", "00", "+", " ", "\t", "0x", "\u200b", "-", "000")
AFTER = ("", " ", ".0", "\u200b")


# -- ids


def test_of_1600_spellings_of_the_same_two_ids_one_is_taken() -> None:
    """The others gave whoever wrote the file as many tries at the luck."""
    spelt = [[f"{a}{one}{z}" for a, z in product(BEFORE, AFTER)] for one in PLAYERS]
    taken = []
    for players in map(list, product(*spelt)):
        file = exported(players=players)
        code, lines = judged(file)
        if code == MATCHES:
            taken.append(players)
        else:
            assert "ids" in refuted(lines)
    assert len(spelt[0]) * len(spelt[1]) == 1600
    assert taken == [PLAYERS]


@pytest.mark.parametrize(
    ("ids", "right"),
    [
        (["player:0", "player:1"], True),
        (["player:0", "computer:1"], True),
        (["player:1", "player:0"], False),
        (["player:0", "player:0"], False),
        (["player:00", "player:1"], False),
        (["player:0", "77"], False),
        (["player:0", "removed:1"], False),
    ],
)
def test_a_player_is_called_by_their_own_place(ids: list[str], right: bool) -> None:
    """With ids, or another spelling, whoever wrote the file had another try at the luck."""
    assert (wrong_ids(ids, [COMPUTER, PLAYER]) == "") is right


def test_ids_that_were_taken_out_go_with_ids_alone() -> None:
    assert wrong_ids(["removed:0", "77"], [COMPUTER, REMOVED]) == ""
    assert wrong_ids(["removed:0", "player:1"], [COMPUTER, REMOVED])


@pytest.mark.parametrize(
    ("ids", "right"),
    [
        (["1", "18446744073709551615"], True),
        (["5", "computer:1", "computer:2"], True),
        (["1", "18446744073709551616"], False),
        (["٣", "5"], False),
        (["1", "1"], False),
        (["5", "computer:0"], False),
        (["5", "computer:01"], False),
        (["5", "Computer:1"], False),
        ([""], False),
        (["1\n"], False),
    ],
)
def test_an_id_is_a_number_of_discord_s_or_a_computer_s_own_place(
    ids: list[str], right: bool
) -> None:
    assert (wrong_ids(ids, [COMPUTER]) == "") is right


# -- words


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("  otter\u00a0 lane\n", "otter lane"),
        ("Zu\u0308rich", "Z\u00fcrich"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("x" * 40, "x" * 40),
        ("a=b", "a=b"),
    ],
)
def test_a_word_has_one_spelling(typed: str, word: str) -> None:
    assert word_of(typed) == word
    assert word_of(word) == word
    assert wrong_words(["7"], [word]) == ""


@pytest.mark.parametrize("typed", ["", "   ", "x" * 41, "a\u200bb", "a\u202eb", "\x00", "\ufeff"])
def test_what_nobody_could_write_down_again_is_no_word(typed: str) -> None:
    with pytest.raises(RulesError, match="Your word"):
        word_of(typed)
    assert wrong_words(["7"], [typed])


def test_a_person_has_a_word_and_a_computer_none() -> None:
    assert wrong_words(["7", "computer:1"], ["otter", ""]) == ""
    assert wrong_words(["7", "computer:1"], ["otter", "otter"])
    assert wrong_words(["7", "computer:1"], ["", ""])
    assert wrong_words(["7"], [])


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (["amber otter"], MATCHES),
        (["  amber   otter "], MATCHES),
        ([f"{PLAYERS[0]}={WORDS[0]}", f"{PLAYERS[1]}={WORDS[1]}"], MATCHES),
        ([WORDS[1]], MATCHES),  # it has the sign of an id in it
        ([f"{PLAYERS[1]}={WORDS[0]}"], TAMPERED),
        (["amber"], TAMPERED),
        ([WORDS[0], "other"], TAMPERED),
        ([""], TAMPERED),
    ],
)
def test_words_that_a_player_remembers_are_looked_for(given: list[str], code: int) -> None:
    assert judged(exported(), words=given)[0] == code
    assert judged(exported(words=None), words=given)[0] == TAMPERED


# -- who could choose


def first_roll(secret: bytes, players: list[str], given: list[str] | None) -> int:
    """How well the first player is served by a seed: any function of it would do."""
    game = registry.get("beer_brawl")
    seed = fairness.seed(secret, players, given)
    play, _ = Play.start(game, game.variant(), len(players), seed)
    tiles: list[int] = play.state.tiles
    return sum(tiles[: len(tiles) // 2])


@pytest.mark.parametrize("players", [["5", "computer:1"], PLAYERS])
def test_a_secret_that_was_chosen_for_known_players_is_worth_nothing_after_their_words(
    players: list[str],
) -> None:
    """The operator takes the best of many secrets; then the words come, and it is any secret."""
    rng = random.Random(3)
    secrets = [rng.randbytes(32) for _ in range(200)]
    blind = [first_roll(secret, players, None) for secret in secrets]
    best = secrets[blind.index(max(blind))]
    ends = ["" if ":" in one else "otter" for one in players[1:]]
    after = [first_roll(best, players, [f"word {n}", *ends]) for n in range(200)]
    average, spread = sum(blind) / len(blind), max(blind) - min(blind)
    assert max(blind) > average + spread / 4, "there was something to gain"
    assert abs(sum(after) / len(after) - average) < spread / 8
    assert len(set(after)) > 10


def test_another_secret_after_the_word_is_not_the_promised_one() -> None:
    """Solo, too: whoever has the word already cannot go back and choose."""
    rng = random.Random(4)
    for _ in range(50):
        file = exported(secret=rng.randbytes(32))
        code, lines = judged(file, PROMISE, words=WORDS)
        assert code == TAMPERED
        assert refuted(lines) == {"published"}


def test_a_game_that_left_the_words_out_says_so() -> None:
    """The old way of a seed is printed, and a word that somebody remembers is missed."""
    code, lines = judged(exported(words=None))
    assert code == MATCHES
    assert "    words       none: this game began before there were any" in lines


@pytest.mark.parametrize("told", [PROMISE[:8], PROMISE[:8] + "…", PROMISE[:63]])
def test_a_short_fingerprint_proves_nothing(told: str) -> None:
    """It could be met by trying; a wrong one is wrong all the same."""
    code, lines = judged(exported(), told)
    assert code == MATCHES
    assert "    published   too short to compare: 64 characters are needed" in lines
    assert judged(exported(), "0" * 8)[0] == TAMPERED


# -- draws


def test_a_second_game_is_not_noted() -> None:
    """Neither one of another seed, nor the same one elsewhere at the same time."""

    class Luck:
        def __init__(self, seed: bytes) -> None:
            self.seed, self.counters = seed, dict[str, int]()

    async def play(seed: bytes) -> list[int]:
        with noted(seed) as draws:
            for sides in (6, 20):
                await asyncio.sleep(0)
                below(Luck(b"another seed of 16"), "d", sides)
                below(Luck(seed), "d", sides)
        return [draw.of for draw in draws]

    async def both() -> list[list[int]]:
        return list(await asyncio.gather(play(SECRET), play(SECRET)))

    assert asyncio.run(both()) == [[6, 20], [6, 20]]
    with noted(SECRET) as outer:
        below(Luck(SECRET), "d", 6)
        assert len(exported()["draws"]) >= 1
    assert [draw.of for draw in outer] == [6]


def test_draws_are_those_of_the_replay() -> None:
    file = exported()
    seed = fairness.seed(SECRET, PLAYERS, WORDS)
    with noted(seed) as draws:
        Play.start(nim.GAME, nim.Stones(), len(PLAYERS), seed)
    assert file["draws"][: len(draws)] == [list(draw) for draw in draws]
