"""The page that checks a game in a browser says what the command says."""

import json
import random
import subprocess

import msgspec
import pytest

from rules import registry
from rules.engine import fairness
from rules.engine.fairness import FORMAT, PAGE, forgotten, to_json
from rules.engine.randomness import below
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


class Luck(msgspec.Struct):
    """A seed and its counters."""

    seed: bytes = bytes(range(32))
    counters: dict[str, int] = {}


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


@needs_node
@pytest.mark.parametrize("told", ["published", "named"])
def test_the_beginning_of_a_hash_confirms_nothing(told: str) -> None:
    """Another one that begins like this can be looked for; yet nobody is accused for a short copy."""
    rng = random.Random(4)
    game = registry.get("beer_brawl")
    export = random_game(game, *game.samples()[0], rng)
    whole, needed = {"published": (export.commitment, 64), "named": (export.digest, 32)}[told]
    with page() as judge:
        for length in (1, 8, needed - 1, needed):
            for given in (whole[:length], f"{whole[:length]}…"):
                case = Case(given, to_json(export), {told: given})
                command, by_page = by_command(case), judge(case)
                assert disagreement(case, command, by_page) == ""
                assert (told in command.held) == (length == needed), given
                assert command.code == MATCHES, given


@needs_node
def test_a_word_is_that_of_whom_it_is_said_to_be() -> None:
    """By command and page: what somebody else gave is not in their place."""
    rng = random.Random(5)
    game = registry.get("beer_brawl")
    secret, ids, words = rng.randbytes(32), ["player:0", "player:1"], ["otter", "a=b"]
    log = played(game, game.samples()[0][0], fairness.seed(secret, ids, words), 2, rng)
    export = fairness.export(game, game.samples()[0][0], ids, secret, log, words=words)
    said = {
        "otter": True,
        "player:0=otter": True,
        "player:1=a=b": True,
        "a=b": True,
        "player:1=otter": False,
        "player:0=a=b": False,
        "player:2=otter": False,
        "player:0=": False,
    }
    with page() as judge:
        for word, holds in said.items():
            case = Case(word, to_json(export), {"words": [word]})
            command, by_page = by_command(case), judge(case)
            assert disagreement(case, command, by_page) == ""
            assert (command.code == MATCHES) == holds == ("word" in by_page.held), word


@needs_node
def test_the_page_draws_as_the_rules_do() -> None:
    """Also where what comes first is drawn again, which no game of ours has yet seen."""
    rng, luck = random.Random(6), Luck()
    many = [rng.choice([2, 6, 52, 1000, 2**63 + 1, 2**64 - 1]) for _ in range(500)]
    drawn = [(f"stream {n % 3} é", of) for n, of in enumerate(many)]
    listed = [[stream, of, below(luck, stream, of)] for stream, of in drawn]
    assert sum(luck.counters.values()) > len(listed) + 50, "some were drawn again"
    plain = [[stream, str(of), str(result)] for stream, of, result in listed]
    script = f"""
        const page = require("node:fs").readFileSync({json.dumps(str(PAGE))}, "utf8");
        const [, script] = page.match(/<script id="check">([\\s\\S]*?)<\\/script>/);
        const [draw, Whole] = new Function(`${{script}}; return [drawAgain, Whole];`)();
        const whole = (text) => new Whole(text);
        const listed = {json.dumps(plain)}.map(([a, of, b]) => [a, whole(of), whole(b)]);
        console.log(JSON.stringify(draw("{luck.seed.hex()}", listed).map((roll) => roll.again)));
    """
    said = subprocess.run(
        [str(NODE), "-"], input=script, capture_output=True, text=True, check=True
    )
    assert json.loads(said.stdout) == [result for _, _, result in plain]


def test_the_page_sends_nothing_and_needs_nothing() -> None:
    """One file, shipped with the rules; what it loads or where it sends is forbidden to it."""
    text = PAGE.read_text("utf-8")
    assert "default-src 'none'" in text
    assert "http://" not in text and "https://" not in text
    assert "src=" not in text and "import" not in text.replace("important", "")
