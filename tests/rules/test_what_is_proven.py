"""The README says what page and command prove of a game's luck, and what they do not."""

import random
from pathlib import Path

import pytest

from rules import registry
from rules.engine import fairness, kernel
from rules.engine.fairness import Export
from rules.engine.randomness import noted
from rules.engine.verify import MATCHES, TAMPERED
from rules.engine.words import places
from tests.rules.tampering import (
    NODE,
    Case,
    by_command,
    cases,
    page,
    played,
    random_game,
)

pytestmark = pytest.mark.skipif(NODE is None, reason="Node runs the page's script")

README = Path(__file__).parents[2] / "README.md"
GAME = registry.get("brawl_mart")
# What each row of the table promises, by what would break it.
BROKEN = {
    "the secret is the one whose fingerprint you were told, your word is in it, everything has its "
    "one spelling": ("another promise", "a word that nobody gave", "another spelling of a word"),
    "seed and all draws follow from secret, places and words": (
        "another seed",
        "another secret",
        "another draw",
        "draws in another order",
    ),
    "it is the game whose digest the last post named: log, draws, outcome and all else in it": (
        "another game named",
        "a log without an input",
        "another draw",
        "another outcome",
        "another option",
    ),
    "every move was legal, and these draws and this outcome are what the moves led to": (
        "a log with its end twice",
        "another outcome",
    ),
}
NAMED_IN = "it is the game whose digest"  # the one row for which the last post is needed


def rows() -> dict[str, tuple[bool, bool]]:
    """Of every claim in the README's table, whether page and command prove it."""
    text = README.read_text("utf-8")
    table = text.partition("### Luck that nobody owns")[2].partition("| | page | command |")[2]
    lines = [line.split("|")[1:-1] for line in table.splitlines() if line.startswith("| ")]
    found = [[cell.strip() for cell in line] for line in lines if len(line) == 3]
    said = {"yes": True, "no": False}
    return {claim: (said[by_page], said[command]) for claim, by_page, command in found[:4]}


def broken(export: Export, claim: str) -> list[Case]:
    """Files in which a claim does not hold, and nothing beside them but what it needs."""
    made = {case.name: case for case in cases(export, BROKEN[claim], random.Random(7))}
    files = []
    for way in BROKEN[claim]:
        mended = made.get(f"{way}, digest mended")
        if mended is None:
            files.append(made[way])
        elif claim.startswith(NAMED_IN):
            files.append(Case(way, mended.data, {"named": export.digest}))
        else:
            files.append(Case(way, mended.data, {}))
    return files


def test_the_table_has_a_row_for_everything_that_is_tried_here() -> None:
    assert set(rows()) == set(BROKEN)


@pytest.mark.parametrize("claim", BROKEN)
def test_page_and_command_prove_what_the_readme_says_and_no_more(claim: str) -> None:
    by_page, command = rows()[claim]
    export = random_game(GAME, *GAME.samples()[0], random.Random(1))
    with page() as judge:
        for case in broken(export, claim):
            assert (judge(case).code == TAMPERED) is by_page, case.name
            assert (by_command(case).code == TAMPERED) is command, case.name


def test_a_word_that_comes_after_all_others_picks_the_luck_and_the_readme_says_so() -> None:
    """An operator knows the secret: some tries of the last word, and the game begins as they wish."""
    game = registry.get("beer_brawl")
    variant, players = game.samples()[0]
    ids = places([False] * players)
    secret = random.Random(2).randbytes(fairness.SECRET_BYTES)

    def seed(last: str) -> bytes:
        return fairness.seed(secret, ids, ["yours", last])

    def as_wished(last: str) -> bool:
        """The first five of the many draws that a game begins with are all high."""
        with noted(seed(last)) as draws:
            kernel.start(game, variant, players, seed(last))
        return all(2 * draw.result > draw.of for draw in draws[:5])

    word = next(word for word in map(str, range(500)) if as_wished(word))
    log = played(game, variant, seed(word), players, random.Random(3))
    export = fairness.export(game, variant, ids, secret, log, words=["yours", word], release="1")
    case = Case("picked", fairness.to_json(export), {"words": ["yours"]})
    with page() as judge:
        assert by_command(case).code == judge(case).code == MATCHES
    said = " ".join(README.read_text("utf-8").split())
    assert (
        "an operator knows the secret, so with a word that comes after yours they can try" in said
    )
