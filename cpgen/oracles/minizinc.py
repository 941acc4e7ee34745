"""Constraint programming through MiniZinc on `models/encodings/sudoku.mzn`.

The program `minizinc` is started for every question and prints the solutions, one per line.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from threading import TIMEOUT_MAX, Timer
from typing import Any, ClassVar

from cpgen.errors import CpgenError, InputError, models_folder
from cpgen.oracles.bases import Deadline, EnumeratingOracle
from cpgen.puzzle import Grid, Puzzle

MODEL = "sudoku.mzn"
DONE = ("==========", "=====UNSATISFIABLE=====")


class GecodeOracle(EnumeratingOracle):
    """The oracle by Gecode, with at most `seconds` for one question; raises InputError where it is not installed."""

    name = "gecode"
    install: ClassVar[str] = "Debian and Ubuntu: apt install minizinc; others: https://www.minizinc.org"

    def __init__(self, seconds: float = float("inf")) -> None:
        super().__init__(seconds)
        if not any(solver.endswith(f".{self.name}") for solver in solvers()):
            raise InputError(f"The oracle {self.name} needs MiniZinc with {self.name.capitalize()} ({self.install}).")

    def completions(self, puzzle: Puzzle, deadline: Deadline) -> Iterator[Grid]:
        """Yield each completion once, in an order that depends on the puzzle only."""
        with TemporaryDirectory() as folder:
            # The puzzle goes into a file, since a command line has a limited length.
            data = Path(folder, "puzzle.json")
            data.write_text(json.dumps(_data(puzzle)), encoding="utf-8")
            model = str(models_folder() / "encodings" / MODEL)
            command = ["minizinc", "--solver", self.name, "--all-solutions", model, str(data)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
                # The timer ends the program at the deadline; reading its output then ends, too.
                hurry = Timer(min(deadline.left(), TIMEOUT_MAX), process.terminate)
                hurry.start()
                try:
                    yield from _read(process, deadline)
                finally:
                    hurry.cancel()
                    process.terminate()


class ChuffedOracle(GecodeOracle):
    """The oracle by Chuffed."""

    name = "chuffed"
    install = "in the bundle of https://www.minizinc.org"


def _read(process: subprocess.Popen[str], deadline: Deadline) -> Iterator[Grid]:
    """Yield the grids that the program prints. Raises UndecidedError if it was stopped before its end."""
    line = ""
    for line in process.stdout or ():
        if line.startswith("["):
            yield tuple(json.loads(line))
    # A complete answer ends with one of these lines.
    if line.strip() not in DONE:
        deadline.left()
        raise CpgenError(f"MiniZinc stopped with exit code {process.wait()}.")


def _data(puzzle: Puzzle) -> dict[str, Any]:
    houses = [{"set": [cell + 1 for cell in house.cells]} for house in puzzle.layout.houses]
    return {"n": puzzle.layout.size, "houses": houses, "clues": puzzle.clues}


@cache
def solvers() -> tuple[str, ...]:
    """Return the solvers that MiniZinc knows, as in `org.gecode.gecode`; none if it is not installed."""
    if not which("minizinc"):
        return ()
    listed = subprocess.run(["minizinc", "--solvers-json"], capture_output=True, text=True, check=False)
    return tuple(solver["id"] for solver in json.loads(listed.stdout or "[]"))
