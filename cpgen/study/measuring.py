"""Measuring: the machine that it happens on, one core, 95 % intervals, and figures rounded to the digits that count."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, requires, version
from math import sqrt
from pathlib import Path

import numpy as np

from cpgen._version import DISTRIBUTION, __version__
from cpgen.tabular import Row

RESEARCH = "research"
"""The extra whose packages are listed with their versions, besides those that cpgen always needs"""
Z = 1.959964
"""Standard deviations on either side of a mean that hold 95 % of a normal distribution"""
RESAMPLES = 1000


def machine() -> Row:
    """Where, when and with what it is measured: processor, system, day, Python, the packages that cpgen may use."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "day": datetime.now(UTC).date().isoformat(),
        "python": platform.python_version(),
        "packages": " ".join(f"{name} {number}" for name, number in _versions()),
    }


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor() or platform.machine())


def _versions() -> Iterator[tuple[str, str]]:
    """cpgen and what it computes with, as far as that is installed."""
    yield "cpgen", __version__
    with suppress(PackageNotFoundError):
        needed = [one for one in requires(DISTRIBUTION) or [] if "extra" not in one or RESEARCH in one]
        for name in dict.fromkeys(re.split(r"[^\w.-]", one)[0] for one in needed):
            with suppress(PackageNotFoundError):
                yield name, version(name)


@contextmanager
def one_core() -> Iterator[set[int]]:
    """Keeps this process and those that it starts on one core; yields the cores that it had.

    Several processes choose several cores. Where the system leaves no choice, nothing happens and the set is empty.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield set()
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {sorted(before)[os.getpid() % len(before)]})
    try:
        yield before
    finally:
        os.sched_setaffinity(0, before)


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
    """The bounds of a statistic of some samples, each resampled from itself 1000 times (Efron 1979).

    The same samples give the same bounds.
    """
    rng = np.random.default_rng(0)
    draws = ([sample[rng.integers(len(sample), size=len(sample))] for sample in samples] for _ in range(RESAMPLES))
    again = [statistic(*drawn) for drawn in draws]
    low, high = np.quantile(again, (0.025, 0.975), method="inverted_cdf")
    return float(low), float(high)


def rounded(value: float | None, digits: int = 3) -> float | None:
    """The value to so many digits that count; None stays None.

    >>> rounded(1234.5), rounded(0.0123456), rounded(0.0123456, 4), rounded(None)
    (1230, 0.0123, 0.01235, None)
    """
    if value is None:
        return None
    short = float(f"{value:.{digits}g}")
    return int(short) if abs(short) >= 10 ** (digits - 1) else short
