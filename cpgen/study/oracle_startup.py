"""Start-up cost of an oracle: seconds and memory before its first answer, measured in a fresh process.

This module imports nothing that an oracle might import, so that the measurement includes the import.
"""

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
"""Time limit of the measured process, in seconds"""


def startup_of(oracle: str) -> dict[str, Any]:
    """Return the `seconds` and `megabytes` that a new process needs to import an oracle, open it and ask it once.

    The megabytes are None where the system does not report them; the result is empty when the process fails.
    """
    command = [sys.executable, "-m", __name__, oracle]
    try:
        done = subprocess.run(command, capture_output=True, timeout=CHILD_SECONDS, check=True)
    except (subprocess.SubprocessError, OSError):
        return {}
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


def _resident() -> float | None:
    """Return the resident memory of this process in megabytes; None where the system does not report it."""
    status = Path("/proc/self/status")
    lines = status.read_text(encoding="ascii").splitlines() if status.exists() else []
    return next((int(line.split()[1]) * 1024 / 1e6 for line in lines if line.startswith("VmRSS")), None)


def _measure(oracle: str) -> dict[str, Any]:
    layout = Layout.boxes(3, 3)
    empty = Puzzle(layout, (0,) * layout.cell_count)
    before, started = _resident(), perf_counter()
    open_oracle(oracle).is_consistent(empty)
    seconds, after = perf_counter() - started, _resident()
    return {"seconds": seconds, "megabytes": None if before is None or after is None else after - before}


if __name__ == "__main__":
    print(json.dumps(_measure(sys.argv[1])))
