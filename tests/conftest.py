"""What every test shares: the seconds of each part, printed at the end."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
SECONDS: defaultdict[str, float] = defaultdict(float)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add a test's time to its part of the suite."""
    SECONDS[Path(report.nodeid.partition("::")[0]).parts[1]] += report.duration


@pytest.hookimpl(wrapper=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Say how long each part took, so that a budget overrun is seen."""
    spent = ", ".join(f"{part} {seconds:.1f} s" for part, seconds in sorted(SECONDS.items()))
    terminalreporter.write_line(f"seconds by part: {spent}")
    return (yield)
