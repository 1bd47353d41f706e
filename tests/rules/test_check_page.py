"""The page that checks a game in a browser says what the command says."""

import random

import msgspec
import pytest

from rules import registry
from rules.engine import fairness
from rules.engine.fairness import FORMAT, PAGE, forgotten, to_json
from rules.engine.verify import MATCHES, TAMPERED, UNREADABLE
from tests.rules.tampering import (
    NODE,
    WAYS,
    Case,
    by_command,
    cases,
    disagreement,
    page,
    played,
    random_game,
)

needs_node = pytest.mark.skipif(NODE is None, reason="Node runs the page's script")


@needs_node
@pytest.mark.parametrize("key", registry.KEYS)
def test_page_and_command_agree_on_every_tampering(key: str) -> None:
    """Each is done to one game here; the bench has a thousand."""
    game = registry.get(key)
    rng = random.Random(key)
    samples = game.samples()
    share = registry.KEYS.index(key)
    with page() as judge:
        for at in range(5):
            export = random_game(game, *samples[at % len(samples)], rng)
            done = list(cases(export, WAYS[share::5] if at == 0 else (), rng))
            for case in done if at == 0 else done[1:2]:
                command, by_page = by_command(case), judge(case)
                assert disagreement(case, command, by_page) == ""
                if case.name in ("honest", "honest, compared"):
                    assert (command.code, by_page.draws) == (MATCHES, len(export.draws or []))
                else:
                    assert command.code in (TAMPERED, UNREADABLE), case.name


@needs_node
def test_the_page_alone_cannot_see_a_broken_rule_behind_a_mended_digest() -> None:
    """Which is why it asks for the digest that was posted, and says so."""
    rng = random.Random(1)
    export = random_game(registry.get("brawl_mart"), *registry.get("brawl_mart").samples()[0], rng)
    found = {case.name: case for case in cases(export, ["another outcome"], rng)}
    mended = found["another outcome, digest mended"]
    alone = Case("alone", mended.data, {})
    with page() as judge:
        assert by_command(alone).code == TAMPERED
        assert judge(alone).code == MATCHES
        assert judge(mended).refuted == {"named"}


@needs_node
@pytest.mark.parametrize("key", registry.KEYS)
def test_the_page_sees_by_itself_that_a_draw_is_another(key: str) -> None:
    """Though the digest was mended, and nobody remembers the one that was posted."""
    rng, game = random.Random(key), registry.get(key)
    export = random_game(game, *game.samples()[0], rng)
    ways = ("another draw", "draws in another order", "no draws")
    mended = [case for case in cases(export, ways, rng) if case.name.endswith("mended")]
    with page() as judge:
        for case in mended:
            alone = Case(case.name, case.data, {})
            assert judge(alone).refuted == {"draws"}, case.name
            assert by_command(alone).code == TAMPERED
    assert len(mended) == len(ways)


@needs_node
def test_the_page_reads_files_of_earlier_formats_as_far_as_they_go() -> None:
    rng = random.Random(2)
    game = registry.get("beer_brawl")
    export = random_game(game, *game.samples()[0], rng)
    later = msgspec.structs.replace(export, format=FORMAT + 1)
    with page() as judge:
        assert judge(Case("later", to_json(later), {})).code == UNREADABLE


@needs_node
def test_page_and_command_agree_where_ids_were_taken_out() -> None:
    """What is left is checked; a seed that draws otherwise is no match, nor is one that is none."""
    rng = random.Random(3)
    game = registry.get("beer_brawl")
    ids, words = ["1043", "77"], ["otter", "lane"]
    secret = rng.randbytes(32)
    log = played(game, game.samples()[0][0], fairness.seed(secret, ids, words), 2, rng)
    export = forgotten(
        fairness.export(game, game.samples()[0][0], ids, secret, log, words=words), ["77"]
    )
    other = msgspec.structs.replace(export, seed=secret.hex())
    files = {
        "honest": export,
        "another seed": other,
        "none": msgspec.structs.replace(export, seed=""),
    }
    with page() as judge:
        found = {}
        for name, one in files.items():
            case = Case(name, to_json(one), {"named": "0" * 64, "words": ["lane", "otter"]})
            command, by_page = by_command(case), judge(case)
            assert disagreement(case, command, by_page) == ""
            found[name] = command.code
    assert found == {"honest": UNREADABLE, "another seed": TAMPERED, "none": TAMPERED}


def test_the_page_sends_nothing_and_needs_nothing() -> None:
    """One file, shipped with the rules; what it loads or where it sends is forbidden to it."""
    text = PAGE.read_text("utf-8")
    assert "default-src 'none'" in text
    assert "http://" not in text and "https://" not in text
    assert "src=" not in text and "import" not in text.replace("important", "")
