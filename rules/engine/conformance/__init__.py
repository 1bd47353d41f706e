"""What every game is held to, checked by seeded random play."""

from rules.engine.conformance.report import Breach, Report
from rules.engine.conformance.suite import check

__all__ = ["Breach", "Report", "check"]
