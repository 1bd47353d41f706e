"""How sure a measured rate is."""

from math import sqrt

Z = 1.959964  # 95 % of a normal distribution lie within this many deviations


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """The 95 % interval of a rate after so many successes; a draw may count as half a success."""
    if not trials:
        return 0.0, 1.0
    rate = successes / trials
    weight = 1 + Z * Z / trials
    middle = (rate + Z * Z / (2 * trials)) / weight
    reach = Z * sqrt(rate * (1 - rate) / trials + Z * Z / (4 * trials * trials)) / weight
    return max(0.0, middle - reach), min(1.0, middle + reach)


def told(successes: float, trials: int) -> str:
    """A rate and its interval as a person reads them: `61.0 % (51.2–70.0, n=100)`."""
    low, high = wilson(successes, trials)
    rate = successes / trials if trials else 0.0
    return f"{100 * rate:.1f} % ({100 * low:.1f}–{100 * high:.1f}, n={trials})"
