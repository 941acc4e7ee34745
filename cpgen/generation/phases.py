"""The methods of both phases, by name (`FILL_METHODS`, `REPAIR_METHODS`): those of the papers, and `sample`.

A method of the generation phase fills the cells of a pattern with digits; one of the replacement phase then repairs the
filling. The papers' methods change one clue at a time until the puzzle has one solution (`anneal` has a module of its
own). They *score* a state by the rating of its clues so far:

- `zama` (Zama and Shinoura 2017) prefers states close to solved;
- `kamio` (Kamio 2022, section 4.2) prefers states whose level and steps are typical of the grade, and backtracks;
- `sample` reads the digits off a random grid that the oracle completes.

The cells of a pattern are filled in random order. In a fixed order, all fillings by `zama` would be equal up to the
names of the digits, and another attempt would find nothing new.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from cpgen.generation import anneal
from cpgen.generation.session import Session
from cpgen.pattern import Pattern
from cpgen.rater.rating import Rating

Clues = list[int]
Score = Callable[[Rating], int]
"""Score of a state; less is better"""


def fill_sample(session: Session, pattern: Pattern) -> Clues | None:
    """Return the digits of the pattern's cells in a random grid; None if the fixed digits have no completion."""
    grid = session.random_completion(pattern.fixed_clues())
    if grid is None:
        return None
    # Such clues always have a completion, the grid; they need not have only one.
    clues = [0] * len(grid)
    for cell in pattern.cells:
        clues[cell] = grid[cell]
    return clues


def open_cells(rating: Rating) -> int:
    """Return the number of open cells: the first score of the method `zama` (Zama and Shinoura 2017)."""
    return rating.open_cells


def squared_candidates(rating: Rating) -> int:
    """Return the sum of the squared numbers of candidates over the open cells, the second score of `zama`."""
    pairs = zip(rating.digits, rating.candidates, strict=True)
    return sum(mask.bit_count() ** 2 for digit, mask in pairs if not digit)


def fill_zama(session: Session, pattern: Pattern, score: Score) -> Clues | None:
    """Fill each cell of the pattern, in random order, with the candidate of the least score; return the clues.

    Ties are broken at random. None if a cell has no candidate.
    """
    clues = list(pattern.fixed_clues())
    for cell in session.shuffled(pattern.free_cells):
        # Only candidates that the ladder leaves are tried: it has already refuted the others.
        trials = consistent_trials(session, clues, cell, session.rate(clues).candidates_of(cell))
        if not trials:
            return None
        best = min(score(rating) for _, rating in trials)
        ties = [trial for trial, rating in trials if score(rating) == best]
        clues = ties[int(session.rng.integers(len(ties)))]
    return clues


def repair_zama(session: Session, pattern: Pattern, clues: Clues, score: Score) -> Clues | None:
    """Replace single clues as long as the score improves, until one solution is left; return the clues.

    None if no replacement improves the score before that.
    """
    rating = session.rate(clues)
    improved = True
    while improved:
        # One pass over all cells; another follows as long as a pass improves something.
        improved = False
        for cell in pattern.free_cells:
            for trial, trial_rating in replacements(session, clues, cell):
                if score(trial_rating) < score(rating):
                    clues, rating, improved = trial, trial_rating, True
                    if session.is_finished(clues, rating):
                        return clues
    return None


def fill_kamio(session: Session, pattern: Pattern) -> Clues | None:
    """Fill cells by the method `kamio`: depth first, most appropriate candidate first; None if all branches fail."""
    return _fill_from(session, list(pattern.fixed_clues()), session.shuffled(pattern.free_cells))


def _fill_from(session: Session, clues: Clues, cells: list[int]) -> Clues | None:
    if not cells:
        return clues
    trials = consistent_trials(session, clues, cells[0], session.rate(clues).candidates_of(cells[0]))
    ties = session.rng.permutation(len(trials))  # a random order among candidates of equal appropriateness
    order = sorted(range(len(trials)), key=lambda k: (-session.appropriateness(trials[k][1]), ties[k]))
    for k in order:
        full = _fill_from(session, trials[k][0], cells[1:])
        if full is not None:
            return full
        session.count_backup()
    return None


def repair_kamio(session: Session, pattern: Pattern, clues: Clues) -> Clues | None:
    """Replace single clues depth first, each time with fewer open cells; None if every branch fails."""
    return _repair_from(session, pattern, clues, session.rate(clues), set())


def _repair_from(
    session: Session, pattern: Pattern, clues: Clues, rating: Rating, seen: set[tuple[int, ...]]
) -> Clues | None:
    for cell in pattern.free_cells:
        for trial, trial_rating in replacements(session, clues, cell):
            # Clues can be reached in several orders; try them once.
            if tuple(trial) in seen or not is_acceptable(session, rating, trial_rating):
                continue
            seen.add(tuple(trial))
            if session.is_finished(trial, trial_rating):
                return trial
            done = _repair_from(session, pattern, trial, trial_rating, seen)
            if done is not None:
                return done
            session.count_backup()
    return None


def is_acceptable(session: Session, before: Rating, after: Rating) -> bool:
    """Return True if the method `kamio` accepts a replacement, from the ratings before and after it.

    The number of open cells must fall, and the appropriateness must rise or stay above the threshold.
    """
    was, now = session.appropriateness(before), session.appropriateness(after)
    stays = min(was, now) > session.target.threshold
    return after.open_cells < before.open_cells and (now > was or stays)


def replacements(session: Session, clues: Clues, cell: int) -> list[tuple[Clues, Rating]]:
    """Return all states with another digit in a cell that are not contradictory, each with its rating.

    The digits are the candidates that the other clues leave in the cell.
    """
    # Clear the cell and everything that was solved, and solve on from the other clues.
    cleared = _with_clue(clues, cell, 0)
    others = [digit for digit in session.rate(cleared).candidates_of(cell) if digit != clues[cell]]
    return consistent_trials(session, cleared, cell, others)


def consistent_trials(session: Session, clues: Clues, cell: int, digits: Sequence[int]) -> list[tuple[Clues, Rating]]:
    """Return the clues with one of `digits` in a cell and their rating, for each digit without a contradiction.

    Ladder and oracle look for contradictions.
    """
    trials = [_with_clue(clues, cell, digit) for digit in digits]
    rated = [(trial, session.rate(trial)) for trial in trials]
    return [(trial, rating) for trial, rating in rated if not session.contradicts(trial, rating)]


def _with_clue(clues: Clues, cell: int, digit: int) -> Clues:
    return [*clues[:cell], digit, *clues[cell + 1 :]]


class FillMethod(NamedTuple):
    """Method of the generation phase: `fill` returns the clues of a filled pattern, or None without result."""

    fill: Callable[[Session, Pattern], list[int] | None]
    keeps_unmatched: bool = True
    """True if a filling with one solution that misses the grade may be returned when `until_match` is off"""


class RepairMethod(NamedTuple):
    """Method of the replacement phase: `repair` returns the clues of a puzzle, or None without result."""

    repair: Callable[[Session, Pattern, list[int]], list[int] | None]
    changes_unique: bool = False
    """True if a filling that has one solution but misses the target is repaired, too"""
    walks_on: bool = False
    """True if a walk from the first puzzle of a start finds more puzzles with the same pattern"""


FILL_METHODS: Mapping[str, FillMethod] = {
    "sample": FillMethod(fill_sample),
    "zama": FillMethod(partial(fill_zama, score=squared_candidates)),
    "zama-open": FillMethod(partial(fill_zama, score=open_cells)),
    "kamio": FillMethod(fill_kamio, keeps_unmatched=False),
}
REPAIR_METHODS: Mapping[str, RepairMethod] = {
    "anneal": RepairMethod(anneal.repair, changes_unique=True, walks_on=True),
    "zama": RepairMethod(partial(repair_zama, score=squared_candidates)),
    "zama-open": RepairMethod(partial(repair_zama, score=open_cells)),
    "kamio": RepairMethod(repair_kamio),
}
