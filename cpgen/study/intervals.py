"""Between which bounds does a figure lie? 95 % intervals of a share and of whatever a sample tells."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

import numpy as np

Z = 1.959964
"""Standard deviations on either side of a mean that hold 95 % of a normal distribution"""
RESAMPLES = 1000


def wilson(hits: int, total: int) -> tuple[float, float]:
    """The bounds, 0 to 1, of the share that `hits` of `total` (1 or more) show (Wilson 1927).

    >>> [round(bound, 3) for bound in wilson(24, 25)]
    [0.805, 0.993]
    """
    share, weight = hits / total, Z * Z / total
    centre = (share + weight / 2) / (1 + weight)
    reach = Z / (1 + weight) * sqrt(share * (1 - share) / total + weight / (4 * total))
    return max(centre - reach, 0.0), min(centre + reach, 1.0)


def bootstrap(statistic: Callable[..., float], *samples: np.ndarray) -> tuple[float, float]:
    """The bounds of a statistic of some samples, each drawn again from itself 1000 times (Efron 1979).

    The same samples give the same bounds.
    """
    rng = np.random.default_rng(0)
    again = [statistic(*(_drawn_again(sample, rng) for sample in samples)) for _ in range(RESAMPLES)]
    low, high = np.quantile(again, (0.025, 0.975), method="inverted_cdf")
    return float(low), float(high)


def _drawn_again(sample: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return sample[rng.integers(len(sample), size=len(sample))]
