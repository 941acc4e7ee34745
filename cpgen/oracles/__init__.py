"""Oracles: solvers that find, count and compare the completions of a puzzle, all with the same methods.

A *completion* is a grid that contains the clues and satisfies the layout's constraints. One call of an oracle's method
for one puzzle is a *question*. Each solver has a module of its own, which is imported when its oracle is opened.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, cast

from msgspec import UNSET

from cpgen.answers.answer_base import joined
from cpgen.answers.puzzle_answers import Checked
from cpgen.constraints.any_of import alternatives_held
from cpgen.constraints.primitives import PRIMITIVES, AllDifferent, Alternatives, Domain, EachDigitOnce, Pair
from cpgen.errors import InputError, NotFoundError, needs_extra
from cpgen.messages import Message, shown
from cpgen.notation import line
from cpgen.puzzle import Grid, Puzzle
from cpgen.state import Mistake, State
from cpgen.suggestions import one_of

if TYPE_CHECKING:
    import numpy as np

    from cpgen.layout import Layout

DEFAULT = "cpsat"
LADDER = "ladder"
KEPT_LAYOUTS = 16
"""Number of layouts whose models an oracle keeps for further questions"""
ALL = frozenset(PRIMITIVES)
NO_ALTERNATIVES = ALL - {Alternatives}
SIGHT = frozenset((EachDigitOnce, AllDifferent))
"""Primitives that only demand different digits in cells that see each other, as in classic sudoku"""
PAIRWISE = SIGHT | {Domain, Pair}
"""Primitives on single cells and on pairs of cells, and SIGHT"""


class Solver(NamedTuple):
    """Entry of ORACLES: path of the class (`where`, as `module:Class`), a description, and the package that it needs.

    That package belongs to the extra `research`; it is "" if cpgen's own dependencies are enough.
    """

    where: str
    about: str
    needs: str = ""
    solver: str = ""
    """Name of the solver that the oracle runs through MiniZinc; empty for other oracles"""
    quick: bool = False
    """True if a question about a 9×9 board takes at most the time of a few ratings"""
    supports: frozenset[type] = ALL
    """Primitives that the oracle can solve"""

    @property
    def is_installed(self) -> bool:
        """True if the package or the solver that the oracle needs is installed; the oracle is not opened."""
        if self.solver:  # imported by name, because it is built on this module
            solvers = import_module("cpgen.oracles.minizinc").solvers()
            return any(solver.endswith(f".{self.solver}") for solver in solvers)
        try:
            return not self.needs or bool(distribution(self.needs))
        except PackageNotFoundError:
            return False


ORACLES = {
    "cpsat": Solver("cpgen.oracles.cpsat:CpSatOracle", "OR-Tools CP-SAT, the reference: solve, forbid, solve again"),
    "bitset": Solver("cpgen.oracles.bitset:BitsetOracle", "compiled search on candidate masks, for speed", quick=True),
    "checked": Solver("cpgen.oracles.checked:CheckedOracle", "bitset and cpsat, which must agree; a+b uses any others"),
    "cpsat-enumerate": Solver("cpgen.oracles.cpsat:Enumerating", "CP-SAT, one search that continues past a solution"),
    "cpsat-boolean": Solver(
        "cpgen.oracles.cpsat:Boolean", "CP-SAT with a Boolean for each cell and digit", supports=PAIRWISE
    ),
    "cpsat-boolean-enumerate": Solver(
        "cpgen.oracles.cpsat:BooleanEnumerating", "the same in one search that continues", supports=PAIRWISE
    ),
    "sat": Solver("cpgen.oracles.sat:SatOracle", "incremental SAT by Glucose 4.1", "python-sat"),
    "sat-cadical153": Solver("cpgen.oracles.sat:Cadical153", "incremental SAT by CaDiCaL 1.5.3", "python-sat"),
    "sat-minisat22": Solver("cpgen.oracles.sat:Minisat22", "incremental SAT by MiniSat 2.2", "python-sat"),
    "sat-maplechrono": Solver("cpgen.oracles.sat:MapleChrono", "incremental SAT by MapleLCMDistChronoBT", "python-sat"),
    "asp": Solver(
        "cpgen.oracles.asp:AspOracle",
        "answer set programming by clingo, multi-shot",
        "clingo",
        supports=NO_ALTERNATIVES,
    ),
    "exact-cover": Solver(
        "cpgen.oracles.exact_cover:ExactCoverOracle",
        "Knuth's dancing links, compiled",
        supports=PAIRWISE,
    ),
    "z3": Solver("cpgen.oracles.z3:Z3Oracle", "the SMT solver Z3 with pseudo-Boolean constraints", "z3-solver"),
    "gecode": Solver(
        "cpgen.oracles.minizinc:GecodeOracle",
        "constraint programming by Gecode, through MiniZinc",
        solver="gecode",
        supports=NO_ALTERNATIVES,
    ),
    "chuffed": Solver(
        "cpgen.oracles.minizinc:ChuffedOracle",
        "lazy clause generation by Chuffed, through MiniZinc",
        solver="chuffed",
        supports=NO_ALTERNATIVES,
    ),
    LADDER: Solver(
        "cpgen.oracles.ladder_oracle:LadderOracle", "finds contradictions as a person does; cpsat proves solutions"
    ),
}
"""Entry of each oracle, by its name."""

Seconds = float | Callable[[], float]
"""Time limit of each question in seconds, or a function that returns the seconds left of a longer call

The function ends the longer call by raising an error.
"""

USER_DEFINED = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


@dataclass(frozen=True)
class Uniqueness:
    """Answer to the question whether a puzzle has exactly one completion.

    `grids` is the *witness*, which proves the answer: no grid, the only completion, or two different ones.
    """

    grids: tuple[Grid, ...]

    def __repr__(self) -> str:
        return f"<Uniqueness: {('no solution', 'one solution', 'several solutions')[len(self.grids)]}>"

    @property
    def unique(self) -> bool:
        """True if there is exactly one completion."""
        return len(self.grids) == 1

    @property
    def differing(self) -> tuple[int, ...]:
        """Cells in which the two grids differ; empty unless there are two."""
        if len(self.grids) < 2:
            return ()
        # Each differing cell shows a second digit that the clues allow.
        first, second = self.grids
        return tuple(cell for cell, digit in enumerate(first) if digit != second[cell])

    def mistakes(self, state: State) -> tuple[Mistake, ...]:
        """Return the mistakes in a state of the puzzle compared with its only completion.

        () if there is not just one.
        """
        return state.mistakes(self.grids[0]) if self.unique else ()

    def as_record(self, puzzle: Puzzle) -> Checked:
        """Return the JSON record with which `check` answers; `puzzle` is the one that this is about."""
        held = alternatives_held(puzzle.layout, self.grids[0]) if self.unique else []
        return joined(
            Checked,
            puzzle.as_record(),
            clues=puzzle.clue_count,
            unique=self.unique,
            solution=line(self.grids[0]) if self.unique else None,
            solutions=tuple(map(line, self.grids)),
            differing=tuple(map(puzzle.layout.cell_name, self.differing)),
            held=tuple(map(tuple, held)) or UNSET,
        )

    def as_json(self, puzzle: Puzzle) -> dict[str, Any]:
        """Return `as_record` as a JSON object."""
        return self.as_record(puzzle).as_json()


class UndecidedError(NotFoundError):
    """Raised when an oracle reaches the time limit or the effort limit of a question."""


class Oracle(ABC):
    """Solver that answers questions about a puzzle on any layout.

    Clues that repeat a digit in a house are allowed: such a puzzle has no completion. Each question raises
    UndecidedError when it takes longer than the oracle's time limit for a question. An oracle may be shared by threads,
    which take turns where the solver needs it, and can be pickled.

    Four methods must be defined; the others have a default, which a subclass may replace. The oracle `ladder` is an
    exception: it calls a puzzle consistent until it finds a contradiction, and raises InputError for all other
    questions.

    A question about a layout with constraints that an oracle does not support raises InputError.
    """

    name: str
    """The name by which `open_oracle` finds the oracle"""
    follows_calls: ClassVar[bool] = False
    """True if the time limit of your own oracle may also be a function, as in `Seconds`"""

    @property
    def supports(self) -> frozenset[type]:
        """Types of primitives that the oracle can solve.

        Your own oracle overrides this if it supports more than SIGHT.
        """
        return ORACLES[self.name].supports if self.name in ORACLES else SIGHT

    def require_supported(self, layout: Layout) -> None:
        """Raise InputError, naming another oracle, if the layout has constraints that this one cannot solve."""
        if layout.kinds_of_primitives <= self.supports:
            return
        for constraint, primitives in zip(layout.constraints, layout.primitives_of, strict=True):
            if not self.supports.issuperset(map(type, primitives)):
                line = shown(constraint.text(layout.size))
                raise InputError(Message("oracle-constraint", oracle=self.name, line=line, other=DEFAULT))

    def __str__(self) -> str:
        return self.name

    @abstractmethod
    def count(self, puzzle: Puzzle, limit: int | None = 2) -> int:
        """Return the number of completions, counted up to `limit` (None: all)."""

    @abstractmethod
    def complete(self, puzzle: Puzzle, rng: np.random.Generator) -> Grid | None:
        """Return a random completion, or None if there is none."""

    @abstractmethod
    def is_consistent(self, puzzle: Puzzle) -> bool:
        """Return True if the puzzle has a completion."""

    @abstractmethod
    def uniqueness(self, puzzle: Puzzle) -> Uniqueness:
        """Return the answer with its witness: no grid, the only completion, or two different ones."""

    def solutions(self, puzzle: Puzzle) -> Iterator[Grid]:
        """Yield each completion once, as soon as it is found, in an order that depends on the puzzle only."""
        # Where two completions differ in a cell, those with each digit in it are a part of their own. A part whose
        # completions are already known to be several need not be asked about.
        parts: list[tuple[Puzzle, list[Grid]]] = [(puzzle, [])]
        while parts:
            part, known = parts.pop()
            if len(known) < 2:
                witness = self.prove(part, known[0]) if known else self.uniqueness(part)
                fresh = [grid for grid in witness.grids if grid not in known]
                yield from fresh
                known = known + fresh
            if len(known) > 1:
                cell = Uniqueness((known[0], known[1])).differing[0]
                before, after = part.clues[:cell], part.clues[cell + 1 :]
                for digit in range(part.layout.size, 0, -1):
                    with_digit = Puzzle(part.layout, (*before, digit, *after))
                    parts.append((with_digit, [grid for grid in known if grid[cell] == digit]))

    def counts(self, puzzle: Puzzle) -> Iterator[int]:
        """Yield the number of completions found so far, from 0; the last number is that of all completions.

        A caller that stops early, or whose time ends, knows a lower bound.
        """
        yield 0
        for number, _ in enumerate(self.solutions(puzzle), 1):
            yield number

    def prove(self, puzzle: Puzzle, known: Grid, among: Sequence[int] = ()) -> Uniqueness:
        """Return the answer of `uniqueness`, given a grid that should be the only completion.

        An oracle overrides this method if a known completion lets it find a second one sooner.

        Args:
            puzzle: The puzzle.
            known: The expected completion. If it is no completion, the answer is that of `uniqueness`.
            among: Cells in at least one of which any other completion differs from `known`; empty for any cell.
        """
        return self.uniqueness(puzzle)

    def with_effort_limit(self) -> Oracle | None:
        """Return a variant that raises UndecidedError after an effort that does not depend on the machine.

        None if the solver cannot limit its effort.
        """
        return None


OracleLike = Oracle | str
"""Open oracle, or the name of an oracle"""


def oracle_word(oracle: str) -> OracleLike:
    """Return the name of an oracle unchanged; it is the parser of an option, and the oracle is opened when needed."""
    return oracle


def require_known(oracle: OracleLike) -> None:
    """Raise InputError if `open_oracle` does not know the name."""
    for part in () if isinstance(oracle, Oracle) else oracle.split("+"):
        if part not in ORACLES and not USER_DEFINED.fullmatch(part):
            raise one_of(list(ORACLES), part, "an oracle")


def require_exact(oracle: OracleLike) -> None:
    """Raise InputError for an unknown oracle, and for `ladder`, which only finds contradictions."""
    require_known(oracle)
    if LADDER in str(oracle).split("+"):
        raise InputError(Message("only-contradictions"))


def is_quick(oracle: OracleLike) -> bool:
    """Return True if a question takes no longer than a few ratings; False for combined and user-defined oracles."""
    return str(oracle) in ORACLES and ORACLES[str(oracle)].quick


def verifier_for(oracle: OracleLike) -> OracleLike:
    """Return the oracle that checks puzzles made with this one: itself, or the reference `cpsat` for `ladder`."""
    return DEFAULT if str(oracle) == LADDER else oracle


def open_oracle(name: OracleLike = DEFAULT, seconds: Seconds = float("inf")) -> Oracle:
    """Return an open oracle.

    Args:
        name: A name of ORACLES, several joined by `+`, which then have to agree, or `module:Class` for your own class;
            or an open oracle, which is returned.
        seconds: Time limit for each question; or a function that returns the seconds left of a longer call, which
            limits each question to them (your own class gets the seconds left now, unless it says `follows_calls`).
            An open oracle keeps its own limit.

    Raises:
        InputError: The name is unknown, the package or program that the oracle needs is missing, or the time limit is
            no number.
    """
    if not callable(seconds):
        require_seconds(seconds)
    if isinstance(name, Oracle):
        return name
    if "+" in name:
        return _oracle_class("checked")(seconds, name)
    oracle_class = _oracle_class(name)
    gets_function = oracle_class.follows_calls or name in ORACLES
    return oracle_class(seconds() if callable(seconds) and not gets_function else seconds)


def require_seconds(seconds: object) -> None:
    """Raise InputError unless a time limit is a number (infinity included)."""
    if isinstance(seconds, bool) or not isinstance(seconds, Real) or seconds != seconds:
        raise InputError(f"The time limit is {seconds!r}; it should be a number of seconds.")


class _OracleClass(Protocol):
    """Interface of a class of oracles: it is called with the time limit per question."""

    follows_calls: bool

    def __call__(self, *arguments: object) -> Oracle: ...


def _oracle_class(name: str) -> _OracleClass:
    """Return the class of an oracle named in ORACLES or as `module:Class`; raise InputError if there is none."""
    entry = ORACLES.get(name, Solver(name, "user-defined"))
    require_known(name)
    # Only the module of the oracle that is opened is imported: some solvers take long to load.
    module, _, class_name = entry.where.partition(":")
    try:
        oracle = getattr(import_module(module), class_name, None)
    # A missing package is named together with the command that installs it.
    except ModuleNotFoundError as error:
        if entry.needs:
            raise needs_extra(f"The oracle {name} needs {entry.needs}", "research") from None
        raise InputError(f"The oracle {name} cannot be loaded: no module named {error.name!r}.") from None
    except ImportError as error:
        if isinstance(error.__cause__ or error.__context__, KeyboardInterrupt):  # how ortools passes on a Ctrl-C
            raise KeyboardInterrupt from None
        raise
    if not (isinstance(oracle, type) and issubclass(oracle, Oracle)):
        raise InputError(f"{name} is not an oracle; it should be a subclass of cpgen.oracles.Oracle.")
    return cast(_OracleClass, oracle)
