"""Where and with what is it measured? The processor, the system, and the versions of what computes."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from cpgen.formats.tabular import Row

RESEARCH = "research"
"""The extra whose packages are told with their versions, like those that cpgen always has"""


def machine() -> Row:
    """Where and with what it is measured: processor, system, Python, and the packages that cpgen may use."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
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
    wanted = [re.split(r"[^\w.-]", one)[0] for one in requires("cpgen") or [] if "extra" not in one or RESEARCH in one]
    for name in dict.fromkeys(["cpgen", *wanted]):
        try:
            yield name, version(name)
        except PackageNotFoundError:
            continue
