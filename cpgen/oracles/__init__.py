"""Solvers that show whether a puzzle has a completion, and only one: one contract, a file a solver."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cpgen.errors import InputError, Message, NotFoundError, needs_extra, one_of
from cpgen.notation import line
from cpgen.puzzle import Grid, Puzzle
from cpgen.state import Mistake, State

if TYPE_CHECKING:
    import numpy as np

DEFAULT = "cpsat"
LADDER = "ladder"
KEPT_LAYOUTS = 16
"""Layouts for which an oracle keeps what it has built"""


class Entry(NamedTuple):
    """Where an oracle is (`module:Class`), what it is for, and the package of the extra `research` that it needs."""

    where: str
    about: str
    needs: str = ""
    quick: bool = False
    """Whether it answers a question about a 9×9 board within the time of some ratings"""


ORACLES = {
    "cpsat": Entry("cpgen.oracles.cpsat:CpSatOracle", "OR-Tools CP-SAT, the reference: solve, forbid, solve again"),
    "bitset": Entry("cpgen.oracles.bitset:BitsetOracle", "compiled search on candidate masks, for speed", quick=True),
    "checked": Entry("cpgen.oracles.checked:CheckedOracle", "bitset and cpsat, which must agree; a+b uses any others"),
    "cpsat-enumerate": Entry("cpgen.oracles.cpsat:Enumerating", "CP-SAT, one search that continues past a solution"),
    "cpsat-boolean": Entry("cpgen.oracles.cpsat:Boolean", "CP-SAT with a Boolean for each cell and digit"),
    "cpsat-boolean-enumerate": Entry("cpgen.oracles.cpsat:BooleanEnumerating", "the same in one search that continues"),
    "sat": Entry("cpgen.oracles.sat:SatOracle", "incremental SAT by Glucose 4.1", "python-sat"),
    "sat-cadical153": Entry("cpgen.oracles.sat:Cadical153", "incremental SAT by CaDiCaL 1.5.3", "python-sat"),
    "sat-minisat22": Entry("cpgen.oracles.sat:Minisat22", "incremental SAT by MiniSat 2.2", "python-sat"),
    "sat-maplechrono": Entry("cpgen.oracles.sat:MapleChrono", "incremental SAT by MapleLCMDistChronoBT", "python-sat"),
    "asp": Entry("cpgen.oracles.asp:AspOracle", "answer set programming by clingo, multi-shot", "clingo"),
    "exact-cover": Entry("cpgen.oracles.exact_cover:ExactCoverOracle", "Knuth's dancing links, compiled"),
    "z3": Entry("cpgen.oracles.z3:Z3Oracle", "the SMT solver Z3 with pseudo-Boolean constraints", "z3-solver"),
    "gecode": Entry("cpgen.oracles.minizinc:GecodeOracle", "constraint programming by Gecode, through MiniZinc"),
    "chuffed": Entry("cpgen.oracles.minizinc:ChuffedOracle", "lazy clause generation by Chuffed, through MiniZinc"),
    LADDER: Entry("cpgen.oracles.ladder:LadderOracle", "finds contradictions as a person does; cpsat proves solutions"),
}
"""The oracles by name."""

QUESTIONS = ("count", "complete", "is_consistent", "uniqueness")
ONES_OWN = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


@dataclass(frozen=True)
class Uniqueness:
    """The witness of a uniqueness question: no grid, the only grid, or two that differ."""

    grids: tuple[Grid, ...]

    @property
    def unique(self) -> bool:
        """Whether there is exactly one completion."""
        return len(self.grids) == 1

    @property
    def differing(self) -> tuple[int, ...]:
        """The cells in which the two grids differ; none when there are not two."""
        if len(self.grids) < 2:
            return ()
        first, second = self.grids
        return tuple(cell for cell, digit in enumerate(first) if digit != second[cell])

    def mistakes(self, state: State) -> tuple[Mistake, ...]:
        """The mistakes in a state of the puzzle, as far as its only completion shows them."""
        return state.mistakes(self.grids[0]) if self.unique else ()

    def as_json(self, puzzle: Puzzle) -> dict[str, Any]:
        """The answer for a puzzle as an object for JSON; `solutions` has at most two."""
        return {
            "puzzle": puzzle.line,
            "layout": puzzle.layout.spec,
            "clues": puzzle.clue_count,
            "unique": self.unique,
            "solution": line(self.grids[0]) if self.unique else None,
            "solutions": [line(grid) for grid in self.grids],
            "differing": [puzzle.layout.cell_name(cell) for cell in self.differing],
        }


class UndecidedError(NotFoundError):
    """An oracle ran out of its time for one question."""


class Oracle(Protocol):
    """What every solver answers, for a puzzle on any layout.

    Clues that repeat a digit in a house are no error: such a puzzle has no completion. Each question raises
    UndecidedError when it takes longer than the oracle was given for one question. The ladder alone is different: it
    takes a puzzle for consistent until it finds a contradiction, and refuses all other questions by an InputError.
    """

    name: str

    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """How many completions the puzzle has, counting no further than `limit` (None: all)."""

    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        """A random completion, or None when there is none."""

    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle has a completion."""

    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Whether there is one completion, with the grids that show it."""


def proof(oracle: Oracle, puzzle: Puzzle, known: Grid, among: Sequence[int] = ()) -> Uniqueness:
    """Whether a puzzle has no completion but one that is known, with the grids that show it.

    `among` are cells in one of which any other is known to differ; none: it may differ anywhere. An oracle with the
    method `another(puzzle, known, among)`, which is such a completion or None, is spared the search for the first.
    Where `known` is no completion, as the rules show, the whole question is asked.
    """
    another = getattr(oracle, "another", None)
    if another is None or not puzzle.is_solved_by(known):
        return oracle.uniqueness(puzzle)
    other = another(puzzle, known, among)
    return Uniqueness((known, other) if other else (known,))


def require_known(name: str) -> None:
    """Raises InputError unless the name is an oracle's, as `open_oracle` takes it."""
    for part in name.split("+"):
        if part not in ORACLES and not ONES_OWN.fullmatch(part):
            raise one_of(list(ORACLES), part, "an oracle")


def require_exact(name: str) -> None:
    """Raises InputError for an unknown oracle, and for one that only finds contradictions."""
    require_known(name)
    if LADDER in name.split("+"):
        raise InputError(Message("only-contradictions"))


def is_quick(name: str) -> bool:
    """Whether an oracle answers within the time of some ratings; of several, and of one's own, none is taken to."""
    return name in ORACLES and ORACLES[name].quick


def verifier_for(name: str) -> str:
    """The oracle that proves what is found with the help of this one: itself, or the reference for the ladder."""
    return DEFAULT if name == LADDER else name


def brief(oracle: Oracle) -> Oracle | None:
    """The same oracle, undecided after an effort that is not bounded by a clock; None where it has no such bound."""
    found: Oracle | None = getattr(oracle, "brief", None)
    return found


def many_at_once(oracle: Oracle) -> Callable[..., list[bool]] | None:
    """The method of an oracle that shows of many puzzles at once which have one solution, None where there is none.

    It takes a layout, rows of clues, and a grid for each row, and says which grids it shows to be the only completion.
    Those that it does not show so may be, too: they are for `proof`.
    """
    found: Callable[..., list[bool]] | None = getattr(oracle, "alone", None)
    return found


def open_oracle(name: str = DEFAULT, seconds: float = float("inf")) -> Oracle:
    """The oracle of that name, with at most `seconds` for one question.

    Names joined by `+` ask all of these, which must agree; `module:Class` is an oracle of your own.
    Raises InputError for an unknown name, and when the package or program behind it is missing.
    """
    require_known(name)
    if "+" in name:
        return _kind("checked")(seconds, name)
    return _kind(name)(seconds)


def _kind(name: str) -> Callable[..., Oracle]:
    entry = ORACLES.get(name, Entry(name, "of one's own"))
    module, _, kind = entry.where.partition(":")
    try:
        found = getattr(import_module(module), kind, None)
    except ModuleNotFoundError as error:
        if entry.needs:
            raise needs_extra(f"The oracle {name} needs {entry.needs}", "research") from None
        raise InputError(f"The oracle {name} cannot be loaded: no module named {error.name!r}.") from None
    except ImportError as error:
        if isinstance(error.__cause__ or error.__context__, KeyboardInterrupt):  # how ortools passes on a Ctrl-C
            raise KeyboardInterrupt from None
        raise
    if not (isinstance(found, type) and all(hasattr(found, question) for question in QUESTIONS)):
        raise InputError(f"{name} is not an oracle: a class that answers {', '.join(QUESTIONS)}.")
    return found
