"""The phases of Zama and Shinoura (2017): digits chosen so that the board is solved as far as possible.

The cells of a pattern are filled in a random order: in a fixed one, all attempts end alike but for the names of
the digits.
"""

from __future__ import annotations

from collections.abc import Callable

from cpgen.generation.run import Run
from cpgen.rater.rating import Rating

Score = Callable[[Rating], int]


def open_cells(rating: Rating) -> int:
    """How many cells are open: the first of the two scores, less is better."""
    return rating.open_cells


def squared_candidates(rating: Rating) -> int:
    """The sum over the open cells of their squared numbers of candidates: the second score, less is better."""
    pairs = zip(rating.digits, rating.candidates, strict=True)
    return sum(mask.bit_count() ** 2 for digit, mask in pairs if not digit)


def fill(run: Run, score: Score) -> list[int] | None:
    """Fills the pattern's cells, each with the candidate of best score, ties at random; None when a cell has none."""
    clues = list(run.pattern.fixed_clues())
    for cell in run.shuffled_cells():
        trials = consistent_trials(run, clues, cell, run.rate(clues).candidates_of(cell))
        if not trials:
            return None
        best = min(score(rating) for _, rating in trials)
        ties = [trial for trial, rating in trials if score(rating) == best]
        clues = ties[int(run.rng.integers(len(ties)))]
    return clues


def repair(run: Run, clues: list[int], score: Score) -> list[int] | None:
    """Exchanges one clue at a time while the score gets better; None when no clue can be and the puzzle is not done."""
    rating = run.rate(clues)
    improved = True
    while improved:
        improved = False
        for cell in run.free_cells:
            for trial, trial_rating in exchanges(run, clues, cell):
                if score(trial_rating) < score(rating):
                    clues, rating, improved = trial, trial_rating, True
                    if has_one_solution(run, clues, rating):
                        return clues
    return None


def exchanges(run: Run, clues: list[int], cell: int) -> list[tuple[list[int], Rating]]:
    """The boards in which a clue gives way to another candidate that is left when it and all it led to are cleared."""
    cleared = with_clue(clues, cell, 0)
    others = [digit for digit in run.rate(cleared).candidates_of(cell) if digit != clues[cell]]
    return consistent_trials(run, cleared, cell, others)


def consistent_trials(
    run: Run, clues: list[int], cell: int, digits: list[int] | tuple[int, ...]
) -> list[tuple[list[int], Rating]]:
    """The boards with one of the digits in the cell that have a completion, each with its rating."""
    trials = [with_clue(clues, cell, digit) for digit in digits]
    rated = [(trial, run.rate(trial)) for trial in trials]
    return [(trial, rating) for trial, rating in rated if not run.contradicts(trial, rating)]


def with_clue(clues: list[int], cell: int, digit: int) -> list[int]:
    """The clues with another digit in one cell."""
    return [*clues[:cell], digit, *clues[cell + 1 :]]


def has_one_solution(run: Run, clues: list[int], rating: Rating) -> bool:
    """Whether a rated board is finished: the ladder solves it, or the oracle shows that it has one solution.

    A grade that allows the first rules alone is finished by them only: a beginner's puzzle is solved by rule 1.
    """
    target = run.target
    whole_ladder = target.paper_ladder == target.grade.full_ladder
    return rating.solved or (whole_ladder and run.uniqueness(clues).unique)
