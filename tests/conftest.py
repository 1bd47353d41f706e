"""What every test shares: all processors for the whole suite, the seconds of each part at the end."""

import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
SECONDS: defaultdict[str, float] = defaultdict(float)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """The whole suite runs on every processor, and one more, as some tests wait for browsers and bots;
    a few tests run here, where they start at once.
    """
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    return (os.cpu_count() or 1) + 1 if whole and not config.option.keyword else 0


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add a test's time to its part of the suite."""
    SECONDS[Path(report.nodeid.partition("::")[0]).parts[1]] += report.duration


@pytest.hookimpl(wrapper=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Say how long each part took, so that a budget overrun is seen."""
    spent = ", ".join(f"{part} {seconds:.1f} s" for part, seconds in sorted(SECONDS.items()))
    terminalreporter.write_line(f"seconds by part: {spent}")
    return (yield)
