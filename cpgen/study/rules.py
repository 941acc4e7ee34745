"""Which rules can puzzles of a kind need? Shown to be impossible, found, or not found in the time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from statistics import median
from typing import Any

from cpgen.generation.possible import require_possible
from cpgen.generation.request import Request
from cpgen.generation.two_phase import puzzles_from
from cpgen.generation.workbench import Clock, OutOfTimeError
from cpgen.oracles import Oracle, UndecidedError, open_oracle
from cpgen.study.journal import Journal

Tell = Callable[[str], object]


@dataclass(frozen=True)
class RuleRow:
    """How often, and how soon, puzzles were found that need a rule; `why` says that there can be none."""

    rule: str
    level: int
    tries: int = 0
    seconds: tuple[float, ...] = ()
    """What each puzzle that was found took"""
    why: str = ""

    @property
    def needed(self) -> str:
        """The verdict in a word or two."""
        return "impossible" if self.why else "yes" if self.seconds else "not found"

    @property
    def figures(self) -> dict[str, Any]:
        """The row as a row of a table."""
        return {
            "rule": self.rule,
            "level": self.level,
            "needed": self.needed,
            "found": len(self.seconds),
            "of": self.tries,
            "median seconds": round(median(self.seconds), 3) if self.seconds else None,
            "why": self.why,
        }


def journal_of(path: str, request: Request, count: int, seed: int, budget: float) -> Journal:
    """The journal of the study of these things, in a file or, without a path, in memory."""
    meant = hashlib.sha256(repr(request).encode()).hexdigest()[:16]
    return Journal(path, {"study": "rules", "of": meant, "count": count, "seed": seed, "budget": budget}, ("rule",))


def study(
    request: Request, count: int, seed: int, budget: float, journal: Journal, tell: Tell = lambda text: None
) -> Iterator[RuleRow]:
    """A row for each rule of the ladder, as it is done: so many puzzles looked for, `budget` seconds for each.

    Rules that the journal has are not looked at again. Raises ImpossibleError when the request has no puzzle at all.
    """
    oracle = open_oracle(request.method.oracle, budget)
    require_possible(request, oracle, 1)
    for rule, level in request.grade.full_ladder.rungs:
        if (rule,) not in journal:
            why = request.why_idle(rule)
            tell(f"{rule}: {why or f'looking for {count}'}")
            idle = RuleRow(rule, level, why=why)
            journal.add(asdict(idle if why else _looked_for(request, oracle, (rule, level), count, seed, budget)))
        row = journal[rule,]
        yield RuleRow(**{**row, "seconds": tuple(row["seconds"])})


def _looked_for(
    request: Request, oracle: Oracle, rung: tuple[str, int], count: int, seed: int, budget: float
) -> RuleRow:
    needing = replace(request, target=replace(request.target, needs=(rung[0],)))
    times = (_seconds(needing, oracle, seed, index, budget) for index in range(count))
    return RuleRow(*rung, count, tuple(seconds for seconds in times if seconds is not None))


def _seconds(request: Request, oracle: Oracle, seed: int, index: int, budget: float) -> float | None:
    """What the puzzle of that index took; None when the budget did not do."""
    try:
        return next(puzzles_from(request, oracle, seed, index, Clock(budget))).stats.seconds
    except (OutOfTimeError, UndecidedError):
        return None
