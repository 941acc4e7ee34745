"""Oracles by constraint programming through MiniZinc, with the model `models/encodings/sudoku.mzn`.

The program `minizinc` is started for every question and prints the solutions, one per line. Constraints other than
houses are written as lines of MiniZinc and added to the model.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from threading import TIMEOUT_MAX, Timer
from typing import Any, ClassVar

from cpgen import resources
from cpgen.constraints.primitives import (
    AllDifferent,
    Automaton,
    Domain,
    EachDigitOnce,
    Linear,
    Pair,
    Primitive,
    digits_of_mask,
)
from cpgen.errors import CpgenError, InputError
from cpgen.layout import Layout
from cpgen.oracles import Seconds
from cpgen.oracles.bases import Deadline, EnumeratingOracle
from cpgen.puzzle import Grid, Puzzle

MODEL = "sudoku.mzn"
DONE = ("==========", "=====UNSATISFIABLE=====")


class GecodeOracle(EnumeratingOracle):
    """Oracle by MiniZinc with Gecode, with at most `seconds` per question; raises InputError if it is not installed."""

    name = "gecode"
    install: ClassVar[str] = "Debian and Ubuntu: apt install minizinc; others: https://www.minizinc.org"

    def __init__(self, seconds: Seconds = float("inf")) -> None:
        super().__init__(seconds)
        if not any(solver.endswith(f".{self.name}") for solver in solvers()):
            raise InputError(f"The oracle {self.name} needs MiniZinc with {self.name.capitalize()} ({self.install}).")

    def completions(self, puzzle: Puzzle, deadline: Deadline) -> Iterator[Grid]:
        """Yield each completion once, in an order that depends on the puzzle only."""
        with TemporaryDirectory() as folder:
            # The puzzle goes into a file, since a command line has a limited length.
            model, data = Path(folder, MODEL), Path(folder, "puzzle.json")
            model.write_text(_model(puzzle.layout), encoding="utf-8")
            data.write_text(json.dumps(_data(puzzle)), encoding="utf-8")
            command = ["minizinc", "--solver", self.name, "--all-solutions", str(model), str(data)]
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
    """Oracle by MiniZinc with the solver Chuffed, otherwise like `GecodeOracle`."""

    name = "chuffed"
    install = "in the bundle of https://www.minizinc.org"


def _read(process: subprocess.Popen[str], deadline: Deadline) -> Iterator[Grid]:
    """Yield the grids that the running program prints; raise UndecidedError if the deadline stopped it.

    Raises CpgenError if the program fails.
    """
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


def _model(layout: Layout) -> str:
    """Return the MiniZinc model of a layout: the shipped text, and a line for each primitive that is not a house."""
    others = [primitive for primitive in layout.primitives if not isinstance(primitive, EachDigitOnce)]
    return "\n".join(
        [resources.text("encodings", MODEL), *(f"constraint {_condition(primitive)};" for primitive in others)]
    )


def _condition(primitive: Primitive) -> str:
    """Return a primitive as a MiniZinc expression."""
    match primitive:
        case EachDigitOnce(cells) | AllDifferent(cells):
            return f"alldifferent({_grid_of(cells)})"
        case Domain(cell, digits):
            return f"grid[{cell + 1}] in {_set_of(digits)}"
        case Pair(first, second, allowed):
            pairs = [f"{a},{b}" for a, row in enumerate(allowed, 1) for b in digits_of_mask(row)]
            return f"table({_grid_of((first, second))}, [|{'|'.join(pairs)}|])" if pairs else "false"
        case Linear(cells, coefficients, relation, total):
            terms = [f"{weight}*grid[{cell + 1}]" for cell, weight in zip(cells, coefficients, strict=True)]
            return f"{'+'.join(terms) or '0'} {relation} {total}"
        case Automaton(cells, transitions, accepting):
            # States are numbered from 1, and 0 means that there is none.
            rows = [",".join(str(target + 1) for target in row) for row in transitions]
            final = ",".join(str(state + 1) for state in sorted(accepting))
            table = f"[|{'|'.join(rows)}|]"
            return f"regular({_grid_of(cells)}, {len(rows)}, n, {table}, 1, {{{final}}})"
    raise AssertionError(primitive)  # alternatives are not supported


def _grid_of(cells: Sequence[int]) -> str:
    return f"[{','.join(f'grid[{cell + 1}]' for cell in cells)}]"


def _set_of(digits: int) -> str:
    return f"{{{','.join(map(str, digits_of_mask(digits)))}}}"


@cache
def solvers() -> tuple[str, ...]:
    """Return the identifiers of MiniZinc's solvers, such as `org.gecode.gecode`; () if it is not installed."""
    if not which("minizinc"):
        return ()
    listed = subprocess.run(["minizinc", "--solvers-json"], capture_output=True, text=True, check=False)
    return tuple(solver["id"] for solver in json.loads(listed.stdout or "[]"))
