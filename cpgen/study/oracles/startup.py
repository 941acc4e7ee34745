"""What an oracle costs before its first answer: seconds and memory, measured in a separate process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from cpgen.layout import Layout
from cpgen.oracles import open_oracle
from cpgen.puzzle import Puzzle

CHILD_SECONDS = 60.0
"""After which a silent process is given up"""


def startup_of(oracle: str) -> dict[str, Any]:
    """Seconds to import, open and ask the oracle a first question, and the MB of memory that this took.

    The memory is None where the system does not say; there is nothing at all when the process fails.
    """
    command = [sys.executable, "-m", __name__, oracle]
    try:
        done = subprocess.run(command, capture_output=True, timeout=CHILD_SECONDS, check=True)
    except (subprocess.SubprocessError, OSError):
        return {}
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


def _held() -> float | None:
    """The memory that this process holds, in MB."""
    status = Path("/proc/self/status")
    lines = status.read_text(encoding="ascii").splitlines() if status.exists() else []
    return next((int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith("VmRSS")), None)


def _measured(oracle: str) -> dict[str, Any]:
    layout = Layout.boxes(3, 3)
    empty = Puzzle(layout, (0,) * layout.cell_count)
    before, started = _held(), perf_counter()
    open_oracle(oracle).is_consistent(empty)
    seconds, after = perf_counter() - started, _held()
    return {"seconds": seconds, "megabytes": None if before is None or after is None else after - before}


if __name__ == "__main__":
    print(json.dumps(_measured(sys.argv[1])))
