"""Measuring tools shared by the studies: machine description, pinning to one core, statistics, rounding and plots.

Statistics. Shares are given with Wilson's score interval (1927), which also holds for few trials and for shares near 0
or 1. All other intervals are percentile bootstraps (Efron 1979): resample with replacement, and take the 2.5 % and
97.5 % quantiles of the statistic. Rank correlations are Spearman's, ties sharing the mean of their ranks.
"""

from __future__ import annotations

import io
import os
import platform
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from cpgen._version import DISTRIBUTION, __version__
from cpgen.errors import packages_of
from cpgen.tabular import Row

RESEARCH = "research"
"""Extra (optional dependencies of cpgen) whose package versions are listed, in addition to the required packages"""
Z = 1.959964
"""Quantile of the normal distribution for a 95 % interval"""
RESAMPLES = 1000
"""Number of bootstrap samples; the interval's ends are then stable to about a tenth of its width"""


def machine() -> Row:
    """Return a description of machine and software: processor, cores, system, date, Python, package versions."""
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
    """Yield name and version of cpgen, and of the installed packages that it requires or uses for research."""
    yield "cpgen", __version__
    with suppress(PackageNotFoundError):
        needed = [one for one in requires(DISTRIBUTION) or [] if "extra" not in one or RESEARCH in one]
        for name in dict.fromkeys(re.split(r"[^\w.-]", one)[0] for one in needed):
            with suppress(PackageNotFoundError):
                yield name, version(name)


@contextmanager
def one_core() -> Iterator[set[int]]:
    """Pin this process and its children to one core inside the `with` block; yield the cores that it could use before.

    The process id chooses the core, so that processes spread over the cores. Without support by the system, do nothing
    and yield an empty set.
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
    """Return the bounds (0 to 1) of the 95 % interval of a proportion, by Wilson's score.

    `hits` is the number of successes in `total` trials, at least 1.

    >>> [round(bound, 3) for bound in wilson(24, 25)]
    [0.805, 0.993]
    """
    share, weight = hits / total, Z * Z / total
    centre = (share + weight / 2) / (1 + weight)
    reach = Z / (1 + weight) * sqrt(share * (1 - share) / total + weight / (4 * total))
    return max(centre - reach, 0.0), min(centre + reach, 1.0)


def bootstrap(statistic: Callable[..., float], *samples: np.ndarray) -> tuple[float, float]:
    """Return the bounds of the 95 % interval of a statistic, by resampling with a fixed seed.

    `statistic` takes as many arrays as there are samples, which are independent; their first axis is resampled.
    """
    rng = np.random.default_rng(0)
    draws = ([sample[rng.integers(len(sample), size=len(sample))] for sample in samples] for _ in range(RESAMPLES))
    again = [statistic(*drawn) for drawn in draws]
    # A quantile that is one of the values, not interpolated: a ratio may be infinite.
    low, high = np.quantile(again, (0.025, 0.975), method="inverted_cdf")
    return float(low), float(high)


def ranks(values: np.ndarray) -> np.ndarray:
    """Return the rank of each value, from 0; equal values share the mean of their ranks.

    >>> ranks(np.array([3.0, 1.0, 3.0, 2.0])).tolist()
    [2.5, 0.0, 2.5, 1.0]
    """
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts + 1) / 2)[places]


def rounded(value: float | None, digits: int = 3) -> float | None:
    """Round a number to `digits` significant digits, to an int if that leaves no decimals; None stays None.

    >>> rounded(1234.5), rounded(0.0123456), rounded(0.0123456, 4), rounded(None)
    (1230, 0.0123, 0.01235, None)
    """
    if value is None:
        return None
    short = float(f"{value:.{digits}g}")
    return int(short) if abs(short) >= 10 ** (digits - 1) else short


def pyplot() -> Any:
    """Return the module matplotlib.pyplot without a display; raise InputError if it is not installed."""
    with packages_of("research", "A plot needs the package matplotlib"):
        import_module("matplotlib").use("agg")
        return import_module("matplotlib.pyplot")


def canvas(width: float, height: float, rows: int = 1, columns: int = 1, **shared: Any) -> tuple[Any, Any]:
    """Return a matplotlib figure of the given size in inches and its axes: one, or an array if there are several.

    `shared` holds further arguments of `pyplot.subplots`, such as `sharey`.
    """
    return pyplot().subplots(rows, columns, figsize=(width, height), layout="constrained", **shared)  # type: ignore[no-any-return]


def svg(figure: Any) -> bytes:
    """Return a matplotlib figure as the bytes of an SVG file, and close it; equal figures give equal bytes."""
    out = io.BytesIO()
    # Text stays text, and the names of elements depend on a fixed salt instead of a random one.
    with pyplot().rc_context({"svg.fonttype": "none", "svg.hashsalt": "cpgen"}):
        figure.savefig(out, format="svg", metadata={"Date": None})
    pyplot().close(figure)
    return out.getvalue()
