"""What the project says of itself is where it says it is."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / ".github").glob("*.md")),
    *sorted(page for part in ("rules", "bot", "images") for page in (ROOT / part).rglob("*.md")),
]
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_link_leads_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_push_is_tested_from_the_oldest_python_on() -> None:
    workflow = (ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8")
    oldest = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "requires-python"
    ]
    found = re.search(r"python: \[(.*)\]", workflow)
    assert found is not None
    versions = re.findall(r'"([\d.]+)"', found[1])
    assert versions == ["3.11", "3.12", "3.13"]
    assert oldest == f">={versions[0]}"
    assert "bash .ci/run" in workflow and "bash .ci/deploy" in workflow
